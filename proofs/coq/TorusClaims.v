(** * T5 on tori: k as a trigonometric polynomial, from integers

    Overview.  n independent uniform angles and k = c_0 + sum_j c_j cos(<M_j, xi - zeta>), M_j integer
      vectors, none 0,
    no two the same up to the sign. Cosines and sines of <M_j, xi> are a wave system: "all" where c_j < 2 c_0
      for
    all j, "none" where c_j > 2 c_0 for one. For k >= 0 and peaked profiles no series of f is needed.

    Key results: [torus_all], [torus_all_odd], [torus_all_peaked], [torus_none]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse PsdCheck
  GaugeCertificate Profiles
  TokenLaws TokenLaplacian TokenClaims TokenPeaked TokenPowers GaugeTokens ContinuumSigns IndependentAngles
    WaveSystems.
Import ListNotations.
Local Open Scope R_scope.

(** The angle <M, l>, and k. *)
Definition cube_wave (n : nat) (M : list Z) (l : nat -> R) : R := rsum n (fun c => IZR (at1 M c) * l c).

Definition torus_series (n : nat) (c0 : Z) (Ms : list (list Z)) (Cs : list Z) (kappa : Z) (xi zeta : nat ->
  R) : R :=
  IZR c0 / IZR kappa + rsum (length Ms) (fun j => IZR (at1 Cs j) / IZR kappa
    * cos (cube_wave n (nth j Ms []) xi - cube_wave n (nth j Ms []) zeta)).

(** M + s M' is not 0 among the first n. *)
Definition other_check (n : nat) (M : list Z) (s : Z) (M' : list Z) : bool :=
  existsb (fun c => negb (at1 M c + s * at1 M' c =? 0)%Z) (seq 0 n).

Definition system_check (n : nat) (Ms : list (list Z)) (kappa : Z) : bool :=
  (0 <? kappa)%Z && forallb (fun i => other_check n (nth i Ms []) 0 []
    && forallb (fun j => Nat.eqb i j
         || (other_check n (nth i Ms []) 1 (nth j Ms []) && other_check n (nth i Ms []) (-1) (nth j Ms [])))
       (seq 0 (length Ms))) (seq 0 (length Ms)).

Definition below_check (c0 : Z) (Cs : list Z) (N : nat) : bool :=
  (0 <? c0)%Z && forallb (fun j => at1 Cs j <? 2 * c0)%Z (seq 0 N).

(** ** Waves *)

Definition even_wave {T : labelled (nat -> R)} (n : nat) (z : nat -> Z) (w : token T) : R :=
  cos (rsum n (fun c => IZR (z c) * label T w c)).
Definition odd_wave {T : labelled (nat -> R)} (n : nat) (z : nat -> Z) (w : token T) : R :=
  sin (rsum n (fun c => IZR (z c) * label T w c)).

Lemma waves_fit n T z : independent_angles n T ->
  fit T (even_wave (T := T) n z) /\ fit T (odd_wave (T := T) n z).
Proof.
  intros [H _]; pose proof (cube_angle_fit n T (fun c _ => IZR (z c)) 0 n H (le_n n)) as F; cbv beta in F.
  split; [exact (fit_comp T cos _ continuity_cos F)|exact (fit_comp T sin _ continuity_sin F)].
Qed.

Lemma waves_mean n T z : independent_angles n T -> (exists c, (c < n)%nat /\ z c <> 0%Z) ->
  mean T (even_wave (T := T) n z) = 0 /\ mean T (odd_wave (T := T) n z) = 0.
Proof.
  intros HT (c & Hc & Hz); destruct (cube_means n T (fun c => IZR (z c)) HT) as (C & S & EC & ES & _ & Z).
  destruct (Z (ex_intro _ c (ex_intro _ (z c) (conj Hc (conj eq_refl Hz))))) as [-> ->].
  split; [exact EC|exact ES].
Qed.

(** Products of two waves. *)
Lemma waves_product n (T : labelled (nat -> R)) y z (w : token T) :
  let m := fun c => (y c - z c)%Z in let p := fun c => (y c + z c)%Z in
  even_wave n y w * even_wave n z w = / 2 * even_wave n m w + / 2 * even_wave n p w /\
  odd_wave n y w * odd_wave n z w = / 2 * even_wave n m w - / 2 * even_wave n p w /\
  even_wave n y w * odd_wave n z w = / 2 * odd_wave n p w - / 2 * odd_wave n m w.
Proof.
  intros m p; unfold even_wave, odd_wave.
  rewrite (rsum_ext n (fun c => IZR (m c) * _) (fun c => IZR (y c) * label T w c - IZR (z c) * label T w c))
    by (intros; unfold m; rewrite minus_IZR; ring).
  rewrite (rsum_ext n (fun c => IZR (p c) * _) (fun c => IZR (y c) * label T w c + IZR (z c) * label T w c))
    by (intros; unfold p; rewrite plus_IZR; ring).
  rewrite rsum_minus, rsum_plus, cos_minus, cos_plus, sin_minus, sin_plus; repeat split; field.
Qed.

Lemma still_wave n (T : labelled (nat -> R)) (z : nat -> Z) (w : token T) : (forall c, z c = 0%Z) ->
  even_wave n z w = 1 /\ odd_wave n z w = 0.
Proof.
  intros H; unfold even_wave, odd_wave; rewrite rsum_zero by (intros; rewrite H; ring).
  split; [apply cos_0|apply sin_0].
Qed.

(** Cosines at even places, sines at odd ones. *)
Definition torus_wave {T : labelled (nat -> R)} (n : nat) (Ms : list (list Z)) (i : nat) (w : token T) : R :=
  if Nat.even i then even_wave n (at1 (nth (i / 2) Ms [])) w else odd_wave n (at1 (nth (i / 2) Ms [])) w.

Lemma other_check_sound n M s M' : other_check n M s M' = true ->
  exists c, (c < n)%nat /\ (at1 M c + s * at1 M' c)%Z <> 0%Z.
Proof.
  intros H; apply existsb_exists in H; destruct H as (c & Hc & H); apply in_seq in Hc.
  exists c; split; [lia|]; apply negb_true_iff, Z.eqb_neq in H; exact H.
Qed.

Lemma torus_system n Ms kappa T : system_check n Ms kappa = true -> independent_angles n T ->
  wave_system T (2 * length Ms) (torus_wave (T := T) n Ms).
Proof.
  intros H HT; apply andb_prop in H; destruct H as [_ H].
  assert (A : forall i, (i < length Ms)%nat -> exists c, (c < n)%nat /\ at1 (nth i Ms []) c <> 0%Z).
  { intros i Hi; pose proof (forallb_seq _ _ H i Hi) as E; apply andb_prop in E; destruct E as [E _].
    destruct (other_check_sound _ _ _ _ E) as (c & Hc & E'); exists c; split; [exact Hc|lia]. }
  assert (B : forall i j, (i < length Ms)%nat -> (j < length Ms)%nat -> i <> j -> forall s, s = 1%Z \/ s =
    (-1)%Z ->
    exists c, (c < n)%nat /\ (at1 (nth i Ms []) c + s * at1 (nth j Ms []) c)%Z <> 0%Z).
  { intros i j Hi Hj Hne s Hs; pose proof (forallb_seq _ _ H i Hi) as E; apply andb_prop in E; destruct E as
    [_ E].
    pose proof (forallb_seq _ _ E j Hj) as F; cbv beta in F; rewrite (proj2 (Nat.eqb_neq i j) Hne) in F.
    apply andb_prop in F; destruct F as [F1 F2].
    destruct Hs as [-> | ->]; apply other_check_sound; assumption. }
  assert (D : forall i, (i < 2 * length Ms)%nat -> (i / 2 < length Ms)%nat)
    by (intros; apply Nat.div_lt_upper_bound; lia).
  split.
  - intros i Hi; unfold torus_wave; specialize (A (i / 2)%nat (D i Hi)).
    destruct (waves_fit n T (at1 (nth (i / 2) Ms [])) HT) as [F1 F2].
    destruct (waves_mean n T (at1 (nth (i / 2) Ms [])) HT A) as [M1 M2].
    destruct (Nat.even i); split; assumption.
  - intros i j Hi Hj; set (y := at1 (nth (i / 2) Ms [])); set (z := at1 (nth (j / 2) Ms [])).
    set (m := fun c => (y c - z c)%Z); set (p := fun c => (y c + z c)%Z).
    destruct (waves_fit n T m HT) as [Fm Gm]; destruct (waves_fit n T p HT) as [Fp Gp].
    assert (P : mean T (even_wave (T := T) n p) = 0 /\ mean T (odd_wave (T := T) n p) = 0).
    { apply waves_mean; [exact HT|]; destruct (Nat.eq_dec (i / 2) (j / 2)) as [E|E].
      - destruct (A (i / 2)%nat (D i Hi)) as (c & Hc & Z); exists c; split; [exact Hc|].
        unfold p, y, z; rewrite <- E; lia.
      - destruct (B _ _ (D i Hi) (D j Hj) E 1%Z ltac:(auto)) as (c & Hc & Z); exists c; split; [exact Hc|].
        unfold p, y, z; lia. }
    assert (Q : (i / 2 = j / 2)%nat /\ mean T (even_wave (T := T) n m) = 1 /\ mean T (odd_wave (T := T) n m)
      = 0
      \/ (i / 2 <> j / 2)%nat /\ mean T (even_wave (T := T) n m) = 0 /\ mean T (odd_wave (T := T) n m) = 0).
    { destruct (Nat.eq_dec (i / 2) (j / 2)) as [E|E]; [left|right]; split; auto.
      - assert (O : forall c, m c = 0%Z) by (intros c; unfold m, y, z; rewrite E; lia).
        rewrite (mean_ext _ (fun _ => 1)), (mean_ext (odd_wave n m) (fun _ => 0)), !mean_const
          by (intros w; apply (still_wave n T m w O)); split; reflexivity.
      - apply waves_mean; [exact HT|].
        destruct (B _ _ (D i Hi) (D j Hj) E (-1)%Z ltac:(auto)) as (c & Hc & Z); exists c; split; [exact Hc|].
        unfold m, y, z; lia. }
    assert (I : i = j <-> (i / 2 = j / 2)%nat /\ Nat.even i = Nat.even j).
    { split; [intros ->; auto|]; intros [E F].
      destruct (Rotary.parity i) as [[Ei Pi]|[Ei Pi]], (Rotary.parity j) as [[Ej Pj]|[Ej Pj]];
        rewrite Pi, Pj in F; try discriminate; lia. }
    destruct P as [P1 P2]; unfold torus_wave; fold y z.
    destruct (Nat.even i) eqn:Ei, (Nat.even j) eqn:Ej.
    + rewrite (mean_ext _ (fun w => / 2 * even_wave n m w + / 2 * even_wave n p w))
        by (intros; apply (waves_product n T y z)).
      rewrite (mean_plus T _ _ (fit_scal _ _ Fm) (fit_scal _ _ Fp)), (mean_scal T _ _ Fm), (mean_scal T _ _
        Fp), P1.
      destruct Q as [(E & -> & _)|(E & -> & _)].
      * rewrite (proj2 (Nat.eqb_eq i j)) by (apply I; auto); ring.
      * rewrite (proj2 (Nat.eqb_neq i j)) by (intros Z; apply E, I, Z); ring.
    + rewrite (mean_ext _ (fun w => / 2 * odd_wave n p w - / 2 * odd_wave n m w))
        by (intros; apply (waves_product n T y z)).
      rewrite (mean_minus _ _ (fit_scal _ _ Gp) (fit_scal _ _ Gm)), (mean_scal T _ _ Gp), (mean_scal T _ _
        Gm), P2.
      rewrite (proj2 (Nat.eqb_neq i j)) by (intros Z; apply I in Z; destruct Z; discriminate).
      destruct Q as [(_ & _ & ->)|(_ & _ & ->)]; ring.
    + rewrite (mean_ext _ (fun w => / 2 * odd_wave n p w + / 2 * odd_wave n m w)).
      * rewrite (mean_plus T _ _ (fit_scal _ _ Gp) (fit_scal _ _ Gm)), (mean_scal T _ _ Gp), (mean_scal T _ _
        Gm), P2.
        rewrite (proj2 (Nat.eqb_neq i j)) by (intros Z; apply I in Z; destruct Z; discriminate).
        destruct Q as [(_ & _ & ->)|(_ & _ & ->)]; ring.
      * intros w; pose proof (waves_product n T z y w) as (_ & _ & E); cbv zeta in E; rewrite Rmult_comm, E.
        unfold odd_wave; rewrite (rsum_ext n (fun c => IZR (z c + y c) * label T w c)
          (fun c => IZR (p c) * label T w c)) by (intros; unfold p; rewrite Z.add_comm; reflexivity).
        rewrite (rsum_ext n (fun c => IZR (z c - y c) * label T w c) (fun c => -1 * (IZR (m c) * label T w
          c)))
          by (intros; unfold m; rewrite !minus_IZR; ring).
        rewrite rsum_scal; replace (-1 * rsum n (fun c => IZR (m c) * label T w c))
          with (- rsum n (fun c => IZR (m c) * label T w c)) by ring; rewrite sin_neg; ring.
    + rewrite (mean_ext _ (fun w => / 2 * even_wave n m w - / 2 * even_wave n p w))
        by (intros; apply (waves_product n T y z)).
      rewrite (mean_minus _ _ (fit_scal _ _ Fm) (fit_scal _ _ Fp)), (mean_scal T _ _ Fm), (mean_scal T _ _
        Fp), P1.
      destruct Q as [(E & -> & _)|(E & -> & _)].
      * rewrite (proj2 (Nat.eqb_eq i j)) by (apply I; auto); ring.
      * rewrite (proj2 (Nat.eqb_neq i j)) by (intros Z; apply E, I, Z); ring.
Qed.

(** ** The factor *)

Definition torus_lambda (Cs : list Z) (kappa : Z) (i : nat) : R := IZR (at1 Cs (i / 2)) / IZR kappa.

Lemma torus_between n c0 Ms Cs kappa k (T : labelled (nat -> R)) :
  (forall xi zeta, k xi zeta = torus_series n c0 Ms Cs kappa xi zeta) ->
  between k T = system_factor (2 * length Ms) (torus_wave (T := T) n Ms) (IZR c0 / IZR kappa) (torus_lambda
    Cs kappa).
Proof.
  intros Hk; do 2 (apply FunctionalExtensionality.functional_extensionality; intros ?).
  unfold between, system_factor; rewrite Hk; unfold torus_series; f_equal; rewrite rsum_planes.
  apply rsum_ext; intros j Hj; unfold torus_lambda, torus_wave.
  replace (2 * j / 2)%nat with j by (rewrite Nat.mul_comm, Nat.div_mul; lia).
  replace ((2 * j + 1) / 2)%nat with j by (rewrite Nat.mul_comm, Nat.div_add_l; simpl; lia).
  replace (Nat.even (2 * j)) with true by (symmetry; apply Nat.even_spec; exists j; lia).
  replace (Nat.even (2 * j + 1)) with false
    by (symmetry; rewrite Nat.even_add, (proj2 (Nat.even_spec (2 * j))) by (exists j; lia); reflexivity).
  rewrite cos_minus; unfold even_wave, odd_wave, cube_wave; ring.
Qed.

Lemma torus_mean n c0 Ms Cs kappa k : system_check n Ms kappa = true ->
  (forall xi zeta, k xi zeta = torus_series n c0 Ms Cs kappa xi zeta) ->
  factor_mean (independent_angles n) k (IZR c0 / IZR kappa).
Proof.
  intros H Hk T HT; pose proof (torus_system n Ms kappa T H HT) as S; rewrite (torus_between n c0 Ms Cs kappa
    k T Hk).
  split; [apply system_fit, S|apply system_mean, S].
Qed.

Lemma below_check_sound n c0 Ms Cs kappa : system_check n Ms kappa = true -> below_check c0 Cs (length Ms) =
  true ->
  0 < IZR c0 / IZR kappa /\ forall i, (i < 2 * length Ms)%nat -> torus_lambda Cs kappa i < 2 * (IZR c0 / IZR
    kappa).
Proof.
  intros K H; apply andb_prop in K; destruct K as [K _]; apply andb_prop in H; destruct H as [Z H].
  apply Z.ltb_lt, IZR_lt in K; apply Z.ltb_lt, IZR_lt in Z; split; [apply Rdiv_lt_0_compat; assumption|].
  intros i Hi; assert (D : (i / 2 < length Ms)%nat) by (apply Nat.div_lt_upper_bound; lia).
  pose proof (forallb_seq _ _ H (i / 2)%nat D) as E; cbv beta in E; apply Z.ltb_lt, IZR_lt in E.
  rewrite mult_IZR in E; unfold torus_lambda, Rdiv; rewrite <- Rmult_assoc; apply Rmult_lt_compat_r; [|exact
    E].
  apply Rinv_0_lt_compat, K.
Qed.

(** Null vectors of the form are almost surely constant. *)
Lemma torus_collapsed n c0 Ms Cs kappa k d : system_check n Ms kappa = true ->
  below_check c0 Cs (length Ms) = true ->
  (forall xi zeta, k xi zeta = torus_series n c0 Ms Cs kappa xi zeta) ->
  forall T x, independent_angles n T -> contents T d x ->
  (forall i, (i < d)%nat -> token_form (between k T) (fun w => x w i) = 0) -> law_collapsed T d x.
Proof.
  intros H B Hk T x HT Hx N; destruct (below_check_sound n c0 Ms Cs kappa H B) as [P L].
  apply collapsed_of_products; [exact Hx|]; rewrite mean_products by exact Hx; right.
  rewrite <- (mean_const (T := T) 1), (mean_ext _ (fun w => dot d (x w) (x w))) by (intros; symmetry; apply
    Hx).
  unfold dot; rewrite mean_rsum by (intros i Hi; apply fit_mult; apply Hx, Hi); apply rsum_ext; intros i Hi.
  specialize (N i Hi); rewrite (torus_between n c0 Ms Cs kappa k T Hk) in N.
  exact (system_constant _ _ _ _ _ (torus_system n Ms kappa T H HT) (proj1 Hx i Hi) P L N).
Qed.

Lemma torus_psd n c0 Ms Cs kappa k : system_check n Ms kappa = true -> below_check c0 Cs (length Ms) = true ->
  (forall xi zeta, k xi zeta = torus_series n c0 Ms Cs kappa xi zeta) ->
  forall T, independent_angles n T -> token_psd (between k T).
Proof.
  intros H B Hk T HT; destruct (below_check_sound n c0 Ms Cs kappa H B) as [P L].
  rewrite (torus_between n c0 Ms Cs kappa k T Hk); apply system_psd.
  - apply (torus_system n Ms kappa T H HT).
  - lra.
  - intros i Hi; left; apply L, Hi.
Qed.

(** ** The claims *)

(** c_j < 2 c_0 for all j, a_p >= 0 for p >= 1 and a_1 > 0: "all". *)
Theorem torus_all view (Hv : admits_graphs view) n c0 Ms Cs kappa k f d
  (Hk : forall xi zeta, k xi zeta = torus_series n c0 Ms Cs kappa xi zeta) (Hf : continuity f)
  (H : system_check n Ms kappa = true) (B : below_check c0 Cs (length Ms) = true) :
  rising f -> (1 <= d)%nat -> AllOf (independent_angles n) view d (factor_kernel d k f).
Proof.
  intros Hr Hd; apply (all_by_form view (independent_angles n) d k f Hv Hf _ Hd (torus_mean n c0 Ms Cs kappa
    k H Hk) Hr).
  - exact (torus_psd n c0 Ms Cs kappa k H B Hk).
  - exact (torus_collapsed n c0 Ms Cs kappa k d H B Hk).
Qed.

(** The same for a_p >= 0 and f(-1) < f(1). *)
Theorem torus_all_odd view (Hv : admits_graphs view) n c0 Ms Cs kappa k f d
  (Hk : forall xi zeta, k xi zeta = torus_series n c0 Ms Cs kappa xi zeta) (Hf : continuity f)
  (H : system_check n Ms kappa = true) (B : below_check c0 Cs (length Ms) = true) :
  ascending f -> peaked f -> (1 <= d)%nat -> AllOf (independent_angles n) view d (factor_kernel d k f).
Proof.
  intros Ha Hp Hd; apply (all_by_odd view (independent_angles n) d k f Hv Hf _ Hd (torus_mean n c0 Ms Cs
    kappa k H Hk) Ha).
  - apply Hp; lra.
  - exact (torus_psd n c0 Ms Cs kappa k H B Hk).
  - exact (torus_collapsed n c0 Ms Cs kappa k d H B Hk).
Qed.

(** The same for k >= 0 and a peaked profile. *)
Theorem torus_all_peaked view (Hv : admits_graphs view) n c0 Ms Cs kappa k f d
  (Hk : forall xi zeta, k xi zeta = torus_series n c0 Ms Cs kappa xi zeta) (Hf : continuity f)
  (H : system_check n Ms kappa = true) (B : below_check c0 Cs (length Ms) = true) :
  (forall T, independent_angles n T -> forall a b, 0 <= between k T a b) -> peaked f -> (1 <= d)%nat ->
  AllOf (independent_angles n) view d (factor_kernel d k f).
Proof.
  intros K Hp Hd; apply (all_peaked view (independent_angles n) d k f Hv Hf _ Hd (torus_mean n c0 Ms Cs kappa
    k H Hk) Hp K).
  exact (torus_collapsed n c0 Ms Cs kappa k d H B Hk).
Qed.

(** c_j > 2 c_0 for one j, a sloped profile: "none". *)
Theorem torus_none view (Hv : admits_graphs view) n c0 Ms Cs kappa k f d
  (Hk : forall xi zeta, k xi zeta = torus_series n c0 Ms Cs kappa xi zeta) (Hf : continuity f)
  (H : system_check n Ms kappa = true) j :
  (Nat.ltb j (length Ms) && (2 * c0 <? at1 Cs j)%Z)%bool = true -> sloped f -> (2 <= d)%nat ->
  NoneOf (independent_angles n) view d (factor_kernel d k f).
Proof.
  intros J Hs Hd; apply andb_prop in J; destruct J as [Hj J]; apply Nat.ltb_lt in Hj; apply Z.ltb_lt, IZR_lt
    in J.
  rewrite mult_IZR in J; apply (none_by_form view (independent_angles n) d k f Hv Hf
    (fun l => cos (cube_wave n (nth j Ms []) l)) Hd Hs (fun T HT => proj1 (torus_mean n c0 Ms Cs kappa k H Hk
      T HT))).
  intros T HT; pose proof (torus_system n Ms kappa T H HT) as S.
  assert (E : (fun w => cos (cube_wave n (nth j Ms []) (label T w))) = torus_wave (T := T) n Ms (2 * j)).
  { apply FunctionalExtensionality.functional_extensionality; intros w; unfold torus_wave.
    replace (2 * j / 2)%nat with j by (rewrite Nat.mul_comm, Nat.div_mul; lia).
    replace (Nat.even (2 * j)) with true by (symmetry; apply Nat.even_spec; exists j; lia); reflexivity. }
  rewrite E, (torus_between n c0 Ms Cs kappa k T Hk); split; [apply S; lia|].
  apply system_negative; [exact S|lia|]; unfold torus_lambda.
  replace (2 * j / 2)%nat with j by (rewrite Nat.mul_comm, Nat.div_mul; lia).
  apply andb_prop in H; destruct H as [H _]; apply Z.ltb_lt, IZR_lt in H.
  unfold Rdiv; rewrite <- Rmult_assoc; apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, H|exact J].
Qed.
