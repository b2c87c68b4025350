(** * Certificates on the circle, as theorems

    Overview.  k(xi, zeta) = sum_m C_m / kappa cos(m (xi - zeta)) with integers C_m, kappa > 0, so that
    khat(0) = C_0 / kappa and khat(m) = C_m / (2 kappa); the labels are uniform on the circle.  The claims
    "all", "some", "none" follow from comparisons of integers: C_m with 2 C_0, or the energy of a great circle
    wound m times. A view is [any] or [graph].

    Key results: [circle_all], [circle_all_full], [circle_none], [circle_some_linear],
    [circle_some_mean_zero], [circle_some_even], [circle_winding]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse PsdCheck Profiles TokenLaws
  TokenLaplacian TokenClaims CircleWaves CircleProjections
  CircleLaws.
Import ListNotations.
Local Open Scope R_scope.

(** sum_m C_m / kappa cos(m t). *)
Definition waves (Cs : list Z) (kappa : Z) (t : R) : R :=
  rsum (length Cs) (fun m => IZR (at1 Cs m) / IZR kappa * cos (IZR (Z.of_nat m) * t)).

(** ** Trigonometric polynomials *)

(** The degree, and the coefficient of cos(m t). *)
Definition degree (Cs : list Z) : nat := pred (length Cs).
Definition coefficient (Cs : list Z) (kappa : Z) (m : nat) : R := IZR (at1 Cs m) / IZR kappa.

(** kappa > 0, C_0 >= 0 and C_m <= 2 C_0. *)
Definition wave_check (strict : bool) (Cs : list Z) (kappa : Z) : bool :=
  ((0 <? kappa) && (if strict then 0 <? at1 Cs 0 else 0 <=? at1 Cs 0)
   && forallb (fun x => x <=? 2 * at1 Cs 0) (tl Cs))%Z.

Lemma waves_sum (Cs : list Z) (kappa : Z) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) xi zeta : k xi zeta = rsum (S (degree Cs))
    (fun m => coefficient Cs kappa m * cos (IZR (Z.of_nat m) * (xi - zeta))).
Proof.
  rewrite Hk; unfold waves, degree; destruct (length Cs) eqn:E; [|reflexivity].
  apply length_zero_iff_nil in E; subst Cs; unfold coefficient, at1; simpl; unfold Rdiv; ring.
Qed.

Lemma beyond_degree (Cs : list Z) (kappa : Z) j : ((degree Cs) < j)%nat -> coefficient Cs kappa j = 0.
Proof.
  intros Hj; unfold coefficient, at1; rewrite nth_overflow by (unfold degree in Hj; lia); unfold Rdiv; ring.
Qed.

Lemma circle_mean (Cs : list Z) (kappa : Z) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) :
    factor_mean uniform_circle k (coefficient Cs kappa 0%nat).
Proof. intros T HT; split; [exact (factor_fit T HT (degree Cs) (coefficient Cs kappa) k
  (waves_sum Cs kappa k Hk))|exact (factor_mean_value T HT (degree Cs) (coefficient Cs kappa) k
    (waves_sum Cs kappa k Hk))]. Qed.

Lemma wave_check_sound (Cs : list Z) (kappa : Z) strict : wave_check strict Cs kappa = true ->
  0 < IZR kappa /\ 0 <= coefficient Cs kappa 0%nat /\ (strict = true -> 0 < coefficient Cs kappa 0%nat) /\
    forall m, (m < (degree Cs))%nat -> coefficient Cs kappa (S m) <= 2 * coefficient Cs kappa 0%nat.
Proof.
  unfold wave_check; intros H; apply andb_prop in H; destruct H as [H H3]; apply andb_prop in H;
    destruct H as [H1 H2].
  apply Z.ltb_lt, IZR_lt in H1; split; [exact H1|].
  assert (P : 0 < / IZR kappa) by (apply Rinv_0_lt_compat, H1).
  assert (Z0 : 0 <= coefficient Cs kappa 0%nat /\ (strict = true -> 0 < coefficient Cs kappa 0%nat)).
  { destruct strict.
    - apply Z.ltb_lt, IZR_lt in H2; assert (0 < coefficient Cs kappa 0%nat) by (apply Rmult_lt_0_compat;
      assumption).
      split; [lra|auto].
    - apply Z.leb_le, IZR_le in H2; split; [apply Rmult_le_pos; lra|discriminate]. }
  destruct Z0 as [Z0 Z1]; split; [exact Z0|split; [exact Z1|]]; intros m Hm.
  rewrite forallb_forall in H3; assert (I : In (at1 Cs (S m)) (tl Cs)).
  { unfold at1, degree in *; destruct Cs as [|x rest]; simpl in *; [lia|]; apply nth_In; lia. }
  apply H3, Z.leb_le, IZR_le in I; rewrite mult_IZR in I.
  unfold coefficient, Rdiv; rewrite <- Rmult_assoc; apply Rmult_le_compat_r; lra.
Qed.

(** khat(m) < khat(0) for all m >= 1, 0 < khat(0): "all". *)
Theorem circle_all (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z) (k : R -> R -> R)
  (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) (Hf : continuity f) :
    wave_check true Cs kappa = true ->
  forallb (fun x => Z.ltb x (2 * at1 Cs 0)) (tl Cs) = true -> rising f -> (1 <= d)%nat ->
  AllOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros H Hs Hr Hd; destruct (wave_check_sound Cs kappa true H) as (K & C0 & C1 & Cm); specialize
    (C1 eq_refl).
  apply (all_by_form view uniform_circle d k f Hv Hf (coefficient Cs kappa 0%nat) Hd
    (circle_mean Cs kappa k Hk) Hr).
  - intros T HT; apply (wave_psd T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) C0 Cm).
  - intros T x HT Hx Hn; apply collapsed_of_variances; [exact Hx|]; intros i Hi; pose proof
    (proj1 Hx i Hi) as Hg.
    destruct (wave_null T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) _ C1 Cm Hg
      (Hn i Hi)) as [E Z]; rewrite E; unfold energy_of.
    rewrite rsum_zero.
    + unfold size; rewrite coefC_zero, coefS_zero; ring.
    + intros m Hm; apply (Z m Hm); rewrite forallb_forall in Hs.
      assert (I : In (at1 Cs (S m)) (tl Cs)).
      { unfold at1, degree in *; destruct Cs as [|y rest]; simpl in *; [lia|]; apply nth_In; lia. }
      apply Hs, Z.ltb_lt, IZR_lt in I; rewrite mult_IZR in I.
      unfold coefficient, Rdiv; rewrite <- Rmult_assoc; apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, K|
        exact I].
Qed.

(** khat(m) <= khat(0), 0 < khat(0), and all powers take part in the profile: "all". *)
Theorem circle_all_full (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z)
  (k : R -> R -> R) (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta))
    (Hf : continuity f) : wave_check true Cs kappa = true -> full f -> (1 <= d)%nat ->
  AllOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros H Hr Hd; destruct (wave_check_sound Cs kappa true H) as (K & C0 & C1 & Cm); specialize (C1 eq_refl).
  apply (all_by_powers view uniform_circle d k f Hv Hf (coefficient Cs kappa 0%nat) Hd
    (circle_mean Cs kappa k Hk) Hr).
  - intros T HT; apply (wave_psd T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) C0 Cm).
  - intros T x HT Hx Hn; apply collapsed_of_variances; [exact Hx|]; intros i Hi; pose proof
    (proj1 Hx i Hi) as Hg.
    apply (constant_of_powers T HT (degree Cs) _ Hg); intros p Hp.
    exact (proj1 (wave_null T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) _ C1 Cm
      (fit_pow _ p Hg) (Hn i p Hi Hp))).
Qed.

(** khat(m) > khat(0) for one m >= 1: "none". *)
Theorem circle_none (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z) (k : R -> R -> R)
  (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta))
    (Hf : continuity f) m : ((0 <? kappa) && (2 * at1 Cs 0 <? at1 Cs m))%Z = true -> (1 <= m)%nat ->
  sloped f -> (2 <= d)%nat -> NoneOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros H Hm Hs Hd; apply andb_prop in H; destruct H as [H1 H2].
  apply Z.ltb_lt, IZR_lt in H1; apply Z.ltb_lt, IZR_lt in H2; rewrite mult_IZR in H2.
  apply (none_by_form view uniform_circle d k f Hv Hf (fun xi => cos (IZR (Z.of_nat m) * xi)) Hd Hs).
  - intros T HT; apply (circle_mean Cs kappa k Hk T HT).
  - intros T HT; split; [exact (cosine_fit T HT (Z.of_nat m))|].
    change (token_form (between k T) (C T (Z.of_nat m)) < 0).
    rewrite (wave_direction T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) m Hm
      (beyond_degree Cs kappa)).
    pose proof (Rmult_lt_compat_r (/ IZR kappa) _ _ (Rinv_0_lt_compat _ H1) H2) as Q; unfold coefficient,
      Rdiv in *; lra.
Qed.

(** The great circle wound m times. *)
Lemma winding_contents (d : nat) T m : uniform_circle T -> (2 <= d)%nat ->
  contents T d (fun w => rotate (IZR m * label T w)).
Proof. intros HT Hd; apply rotate_contents; [exact Hd|apply (cosine_fit T HT)|apply (sine_fit T HT)]. Qed.

Lemma winding_products (d : nat) T m a b : (2 <= d)%nat ->
  dot d (rotate (IZR m * label T a)) (rotate (IZR m * label T b)) = cos (IZR m * (label T a - label T b)).
Proof. intros Hd; rewrite rotate_dot by exact Hd; f_equal; ring. Qed.

Lemma winding_spread (d : nat) T m : uniform_circle T -> (2 <= d)%nat -> m <> 0%Z ->
  pair_mean (fun a b => dot d (rotate (IZR m * label T a)) (rotate (IZR m * label T b))) < 1.
Proof.
  intros HT Hd Hm; rewrite (pair_mean_ext _ (fun a b => cos (IZR m * (label T a - label T b))))
    by (intros; apply (winding_products d), Hd).
  rewrite (wave_mean T HT), (proj2 (Z.eqb_neq m 0)) by exact Hm; lra.
Qed.

(** mean k cos(m (xi - xi'))^p. *)
Lemma winding_power (Cs : list Z) (kappa : Z) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) T m p : uniform_circle T ->
  pair_mean (fun a b => between k T a b * cos (IZR m * (label T a - label T b)) ^ p)
  = rsum (S (degree Cs)) (fun j => coefficient Cs kappa j * (IZR (count m p (Z.of_nat j)) / 2 ^ p)).
Proof.
  intros HT; rewrite (factor_product T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk)) by
    (apply pair_pow, (wave_pair_fit T HT)).
  apply rsum_ext; intros j _; rewrite (wave_power_mean T HT); reflexivity.
Qed.

(** khat(m) <= khat(0) with equality for one m >= 1, f(t) = a + b t with b > 0: "some". *)
Theorem circle_some_linear (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z)
  (k : R -> R -> R) (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta))
    (Hf : continuity f) m : wave_check false Cs kappa = true -> (at1 Cs m =? 2 * at1 Cs 0)%Z = true ->
  (1 <= m)%nat -> (exists a b, forall t, f t = a + b * t) -> ascending f -> (2 <= d)%nat ->
  SomeOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros H Ht Hm (a & b & Hl) Ha Hd; destruct (wave_check_sound Cs kappa false H) as (K & C0 & _ & Cm).
  apply Z.eqb_eq, (f_equal IZR) in Ht; rewrite mult_IZR in Ht.
  assert (E : coefficient Cs kappa m = 2 * coefficient Cs kappa 0%nat) by (unfold coefficient; rewrite Ht;
    field; lra).
  apply (some_by_tie view uniform_circle d k f Hv Hf (coefficient Cs kappa 0%nat) ltac:(lia)
    (circle_mean Cs kappa k Hk)).
  - intros T x HT Hx; apply ascending_gap; [exact Hf|apply (circle_mean Cs kappa k Hk T HT)|apply
    (wave_psd T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) C0 Cm)|
      exact Ha|exact Hx].
  - intros T HT; exists (fun w => rotate (IZR (Z.of_nat m) * label T w)); split; [apply
    (winding_contents d); assumption|].
    split; [exact (Hv T d (fun xi => rotate (IZR (Z.of_nat m) * xi)))|split; [|apply (winding_spread d);
      [assumption..|lia]]].
    unfold profile_gap.
    rewrite (pair_mean_ext _ (fun u v => b * between k T u v
      - b * (between k T u v * cos (IZR (Z.of_nat m) * (label T u - label T v)) ^ 1)))
      by (intros; rewrite (winding_products d), !Hl by exact Hd; ring).
    destruct (circle_mean Cs kappa k Hk T HT) as [F M].
    assert (G : pair_fit T (fun u v => between k T u v * cos (IZR (Z.of_nat m) *
      (label T u - label T v)) ^ 1))
      by (apply pair_mult; [exact F|apply pair_pow, (wave_pair_fit T HT)]).
    rewrite pair_mean_minus, !pair_mean_scal, (winding_power Cs kappa k Hk), M by first [assumption|
      apply pair_scal; assumption].
    assert (W : forall j, IZR (count (Z.of_nat m) 1 (Z.of_nat j)) / 2 ^ 1 = if Nat.eqb j m then / 2 else 0).
    { intros j; simpl count; rewrite (proj2 (Z.eqb_neq (Z.of_nat j + Z.of_nat m) 0)) by lia.
      destruct (Nat.eqb_spec j m) as [->|Hne]; [rewrite Z.sub_diag; simpl; field|].
      rewrite (proj2 (Z.eqb_neq (Z.of_nat j - Z.of_nat m) 0)) by lia; simpl; field. }
    rewrite (rsum_ext _ _ (fun j => coefficient Cs kappa j * (if Nat.eqb j m then / 2 else 0))) by (intros;
      rewrite W; reflexivity).
    destruct (le_lt_dec m (degree Cs)) as [Hmn|Hmn].
    + rewrite (rsum_single _ _ m); [rewrite Nat.eqb_refl, E; field|lia|].
      intros j _ Hj; rewrite (proj2 (Nat.eqb_neq j m) Hj); ring.
    + rewrite (beyond_degree Cs kappa m Hmn) in E; rewrite rsum_zero; [replace
      (coefficient Cs kappa 0%nat) with 0 by lra; ring|].
      intros j Hj; rewrite (proj2 (Nat.eqb_neq j m)) by lia; ring.
Qed.

(** khat(0) = 0 and khat(m) <= 0 for all m: the great circle wound more often than the degree of k is a
    maximiser too. *)
Theorem circle_some_mean_zero (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z)
  (k : R -> R -> R) (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta))
    (Hf : continuity f) : wave_check false Cs kappa = true -> (at1 Cs 0 =? 0)%Z = true -> ascending f ->
  (2 <= d)%nat -> SomeOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros H Ht Ha Hd; destruct (wave_check_sound Cs kappa false H) as (K & C0 & _ & Cm).
  apply Z.eqb_eq in Ht; assert (E : coefficient Cs kappa 0%nat = 0) by (unfold coefficient; rewrite Ht;
    unfold Rdiv; ring).
  apply (some_by_tie view uniform_circle d k f Hv Hf (coefficient Cs kappa 0%nat) ltac:(lia)
    (circle_mean Cs kappa k Hk)).
  - intros T x HT Hx; apply ascending_gap; [exact Hf|apply (circle_mean Cs kappa k Hk T HT)|apply
    (wave_psd T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) C0 Cm)|
      exact Ha|exact Hx].
  - intros T HT; set (m := Z.of_nat (S (degree Cs))); exists (fun w => rotate (IZR m * label T w)).
    split; [apply (winding_contents d); assumption|].
    split; [exact (Hv T d (fun xi => rotate (IZR m * xi)))|split; [|apply (winding_spread d); [assumption..|
      unfold m; lia]]].
    destruct Ha as (a & Ha & Hs); destruct (circle_mean Cs kappa k Hk T HT) as [F M].
    pose proof (winding_contents d T m HT Hd) as [Hx H1]; set (x := fun w => rotate (IZR m * label T w)) in *.
    assert (G : forall p, gap (between k T) d x p = 0).
    { intros p; unfold gap; rewrite (pair_mean_ext _ (fun u v => between k T u v
        - between k T u v * cos (IZR m * (label T u - label T v)) ^ p))
        by (intros; unfold x; rewrite (winding_products d) by exact Hd; ring).
      rewrite pair_mean_minus, M, (winding_power Cs kappa k Hk), E; [|assumption|assumption|
        apply pair_mult; [exact F|apply pair_pow, (wave_pair_fit T HT)]].
      rewrite rsum_zero; [ring|]; intros j Hj; destruct j as [|j]; [rewrite E; ring|].
      rewrite count_zero; [unfold Rdiv; ring|]; intros [q Hq]; unfold m in Hq; assert
        (q <= 0 \/ 1 <= q)%Z as [Q|Q] by lia; nia. }
    apply (null_gaps (between k T) F d x Hx H1 a f Hf Ha Hs G).
Qed.

(** The half circle sin xi >= 0 is an admissible set of labels, as it is for every measure. *)
Definition half (xi : R) : R := if Rle_dec 0 (sin xi) then 1 else -1.
Definition halved (T : labelled R) : Prop := fit T (fun w => half (label T w)).

Lemma half_square xi : half xi * half xi = 1.
Proof. unfold half; destruct (Rle_dec _ _); ring. Qed.

(** Both halves have a part of the uniform law: the mean of [half] is not 1 and not -1. *)
Lemma half_mean T : uniform_circle T -> halved T ->
  mean T (fun w => half (label T w)) * mean T (fun w => half (label T w)) < 1.
Proof.
  intros HT HH; set (h := fun w => half (label T w)) in *; set (m := mean T h).
  assert (S : fit T (fun w => sin (label T w))) by apply HT.
  assert (FS : fit T (fun w => h w * sin (label T w))) by (apply fit_mult; assumption).
  assert (E : forall w, sin (label T w) = S' T 1 w) by (intros; unfold S'; f_equal; ring).
  assert (S0 : mean T (fun w => sin (label T w)) = 0) by (rewrite (mean_ext _ _ E); apply (mean_S T HT)).
  assert (P : 0 < mean T (fun w => h w * sin (label T w))).
  { apply Rlt_le_trans with (mean T (fun w => sin (label T w) * sin (label T w))).
    - rewrite (mean_ext _ (fun w => / 2 * C T (1 - 1) w - / 2 * C T (1 + 1) w)) by (intros; rewrite !E;
      apply SS).
      rewrite mean_minus, !mean_scal, !(mean_C T HT)
        by first [apply fit_scal, (cosine_fit T HT)|apply (cosine_fit T HT)].
      simpl; lra.
    - apply mean_le; [apply fit_mult; exact S|exact FS|]; intros w; pose proof (SIN_bound (label T w)) as B.
      unfold h, half; destruct (Rle_dec _ _) as [L|L]; [|apply Rnot_le_lt in L]; nra. }
  assert (Z : forall s, s * s = 1 -> m = s -> False).
  { intros s Hs Hm; assert (Q : mean T (fun w => (h w - s) * (h w - s)) = 0).
    { rewrite (mean_ext _ (fun w => (1 + s * s) - 2 * s * h w))
        by (intros w; pose proof (half_square (label T w)) as H; fold (h w) in H; lra).
      rewrite mean_minus, mean_const, mean_scal by first [exact HH|apply fit_const|apply fit_scal, HH].
      fold m; rewrite Hm; lra. }
    pose proof (mean_square_zero _ (fun w => sin (label T w))
      (fit_minus _ (fun _ => s) HH (fit_const T s)) S Q) as R; cbv beta in R.
    assert (R' : mean T (fun w => h w * sin (label T w)) - s * mean T (fun w => sin (label T w)) = 0).
    { rewrite <- (mean_scal T s _ S), <- (mean_minus _ _ FS (fit_scal s _ S)), <- R.
      apply mean_ext; intros w; unfold h; ring. }
    rewrite S0 in R'; lra. }
  assert (B : m * m <= 1).
  { rewrite <- (pair_mean_const (T := T) 1); unfold m; rewrite <- (pair_mean_product h h HH HH).
    apply pair_mean_le; [apply pair_product; exact HH|apply pair_const|].
    intros a b; unfold h, half; destruct (Rle_dec _ _), (Rle_dec _ _); lra. }
  destruct (Rle_lt_or_eq_dec _ _ B) as [|Q]; [assumption|exfalso].
  assert (F : (m - 1) * (m + 1) = 0) by lra; apply Rmult_integral in F.
  destruct F; [apply (Z 1); lra|apply (Z (-1)); lra].
Qed.

(** khat(m) <= khat(0) and f(-1) = f(1): half of the labels at a point, the others opposite; "some". *)
Theorem circle_some_even (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z)
  (k : R -> R -> R) (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta))
    (Hf : continuity f) : wave_check false Cs kappa = true -> f (-1) = f 1 -> ascending f -> (1 <= d)%nat ->
  SomeOf (fun T => uniform_circle T /\ halved T) view d (factor_kernel d k f).
Proof.
  intros H He Ha Hd; destruct (wave_check_sound Cs kappa false H) as (K & C0 & _ & Cm).
  apply (some_by_tie view (fun T => uniform_circle T /\ halved T) d k f Hv Hf (coefficient Cs kappa 0%nat)
    Hd).
  - intros T [HT _]; apply (circle_mean Cs kappa k Hk T HT).
  - intros T x [HT _] Hx; apply ascending_gap; [exact Hf|apply (circle_mean Cs kappa k Hk T HT)|apply
    (wave_psd T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) C0 Cm)|
      exact Ha|exact Hx].
  - intros T [HT HH]; set (y := fun (xi : R) (a : nat) => half xi * basis 0 a).
    assert (P : forall a b, dot d (y (label T a)) (y (label T b)) = half (label T a) * half (label T b)).
    { intros a b; unfold y; rewrite dot_scal_l, dot_comm, dot_scal_l, basis_unit by lia; ring. }
    exists (fun w => y (label T w)); split; [split|split; [exact (Hv T d y)|split]].
    + intros i _; apply fit_mult; [exact HH|apply fit_const].
    + intros w; rewrite P; apply half_square.
    + unfold profile_gap; rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const; [reflexivity|].
      intros a b; rewrite P; assert (V : forall xi, half xi = 1 \/ half xi = -1)
        by (intros; unfold half; destruct (Rle_dec _ _); auto).
      assert (E : f (half (label T a) * half (label T b)) = f 1); [|rewrite E; ring].
      destruct (V (label T a)) as [->| ->], (V (label T b)) as [->| ->];
        [|rewrite <- He..|]; f_equal; ring.
    + rewrite (pair_mean_ext _ (fun a b => half (label T a) * half (label T b))) by exact P.
      rewrite (pair_mean_product _ _ HH HH); apply half_mean; assumption.
Qed.

(** The great circle wound m times has more energy, for a polynomial profile of any signs. *)
Definition winding_check (Cs : list Z) (kappa : Z) (m : Z) (P : list Z) (pi : Z) : bool :=
  let n := length P in
  ((0 <? kappa) && (0 <? pi) && negb (m =? 0) &&
   (fold_right Z.add 0 (map (fun p => at1 P p * at1 Cs 0 * 2 ^ Z.of_nat n) (seq 0 n))
    <? fold_right Z.add 0 (map (fun p => at1 P p * 2 ^ Z.of_nat (n - p)
         * fold_right Z.add 0 (map (fun j => at1 Cs j * count m p (Z.of_nat j)) (seq 0 (S (degree Cs)))))
           (seq 0 n))))%Z.

Lemma fold_sum n (F : nat -> Z) : IZR (fold_right Z.add 0%Z (map F (seq 0 n))) = rsum n (fun i => IZR (F i)).
Proof.
  assert (G : forall l, IZR (fold_right Z.add 0%Z (map F (seq l n))) = rsum n (fun i => IZR (F (l + i)%nat))).
  { induction n as [|n IH]; intros l; [reflexivity|].
    rewrite rsum_shift; simpl; rewrite plus_IZR, IH, Nat.add_0_r; f_equal; apply rsum_ext; intros i _.
    rewrite Nat.add_succ_r; reflexivity. }
  rewrite G; reflexivity.
Qed.

(** If the integers say so, the great circle wound m times has more energy than the collapsed laws: "none". *)
Theorem circle_winding (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z)
  (k : R -> R -> R) (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta))
    (Hf : continuity f) m P pi : (winding_check Cs kappa) m P pi = true -> f = polynomial P pi ->
      (2 <= d)%nat ->
  NoneOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros H Ef Hd; unfold winding_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc1; apply Z.ltb_lt, IZR_lt in Hc.
  apply negb_true_iff in Hc0; apply Z.eqb_neq in Hc0; rewrite !fold_sum in Hc.
  apply (none_with_gap view uniform_circle d k f Hf); [intros T HT; apply (circle_mean Cs kappa k Hk T HT)|
    ]; intros T HT.
  exists (fun w => rotate (IZR m * label T w)); split; [apply (winding_contents d); assumption|].
  split; [exact (Hv T d (fun xi => rotate (IZR m * xi)))|].
  destruct (circle_mean Cs kappa k Hk T HT) as [F M]; set (n := length P) in *.
  assert (G : forall p, pair_fit T (fun u v => between k T u v * cos (IZR m * (label T u - label T v)) ^ p))
    by (intros; apply pair_mult; [exact F|apply pair_pow, (wave_pair_fit T HT)]).
  assert (E : profile_gap (between k T) d (fun w => rotate (IZR m * label T w)) f
    = rsum n (fun p => IZR (at1 P p) / IZR pi * coefficient Cs kappa 0%nat)
      - rsum n (fun p => IZR (at1 P p) / IZR pi * rsum (S (degree Cs)) (fun j => coefficient Cs kappa j *
        (IZR (count m p (Z.of_nat j)) / 2 ^ p)))).
  { unfold profile_gap.
    rewrite (pair_mean_ext _ (fun u v => rsum n (fun p => IZR (at1 P p) / IZR pi * between k T u v)
      - rsum n (fun p => IZR (at1 P p) / IZR pi * (between k T u v * cos (IZR m *
        (label T u - label T v)) ^ p)))).
    - rewrite pair_mean_minus, !pair_mean_rsum by (intros; repeat apply pair_rsum; intros; apply pair_scal;
      auto).
      f_equal; apply rsum_ext; intros p _; rewrite pair_mean_scal by auto; [rewrite M|rewrite
        (winding_power Cs kappa k Hk) by exact HT]; reflexivity.
    - intros u v; rewrite (winding_products d), Ef by exact Hd; unfold polynomial; fold n.
      rewrite <- rsum_minus, Rmult_minus_distr_l, <- !rsum_scal, <- rsum_minus; apply rsum_ext; intros;
        rewrite pow1; ring. }
  rewrite E; set (s := / (IZR kappa * IZR pi * 2 ^ n)).
  assert (Hs : 0 < s) by (apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; auto; apply pow_lt; lra).
  assert (Hk0 : IZR kappa <> 0) by lra; assert (Hp0 : IZR pi <> 0) by lra.
  assert (H2 : forall p, 2 ^ p <> 0) by (intros; apply pow_nonzero; lra).
  assert (Pz : forall p, IZR (2 ^ Z.of_nat p) = 2 ^ p) by (intros; rewrite <- pow_IZR; reflexivity).
  assert (E1 : rsum n (fun p => IZR (at1 P p) / IZR pi * coefficient Cs kappa 0%nat)
    = s * rsum n (fun p => IZR (at1 P p * at1 Cs 0 * 2 ^ Z.of_nat n))).
  { rewrite <- rsum_scal; apply rsum_ext; intros p _; rewrite !mult_IZR, Pz; unfold s, coefficient; field;
    auto. }
  assert (E2 : rsum n (fun p => IZR (at1 P p) / IZR pi * rsum (S (degree Cs))
    (fun j => coefficient Cs kappa j * (IZR (count m p (Z.of_nat j)) / 2 ^ p)))
    = s * rsum n (fun p => IZR (at1 P p * 2 ^ Z.of_nat (n - p)
        * fold_right Z.add 0 (map (fun j => at1 Cs j * count m p (Z.of_nat j)) (seq 0 (S (degree Cs)))))%Z)).
  { rewrite <- rsum_scal; apply rsum_ext; intros p Hp; rewrite !mult_IZR, fold_sum, Pz, <- !rsum_scal.
    apply rsum_ext; intros j _; rewrite mult_IZR; unfold s, coefficient.
    replace (2 ^ n) with (2 ^ (n - p) * 2 ^ p) by (rewrite <- pow_add; f_equal; lia); field; auto. }
  rewrite E1, E2; pose proof (Rmult_lt_compat_l s _ _ Hs Hc); lra.
Qed.

