(** * T5 on the circle: Fourier coefficients decide

    Overview.  The labels are uniform on the circle and k = sum_m c_m cos(m (xi - zeta)), so that
    khat(0) = c_0 and khat(m) = c_m / 2.  For a function g of the token with the coefficients C_m and S_m

        <g, L g> = c_0 mean g^2 - sum_m c_m (C_m^2 + S_m^2),

    and Bessel's inequality makes it nonnegative if khat(m) <= khat(0) for all m, zeros beyond the degree of k
    included.  For khat(m) < khat(0) it vanishes only where g is constant.  The great circle wound m times
    needs the means of cos(z s) cos(m s)^p.

    Key results: [wave_form_value], [wave_psd], [wave_null], [wave_direction], [wave_power_mean]. *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors Energy TokenLaws TokenLaplacian TokenClaims CircleWaves
  CircleProjections.
Local Open Scope R_scope.

(** ** The form of k = sum_m c_m cos(m (xi - zeta)) *)

Lemma wave_difference (T : labelled R) z a b : cos (IZR z * (label T a - label T b)) = C T z a * C T z b
  + S' T z a * S' T z b.
Proof. unfold C, S'; rewrite Rmult_minus_distr_l, cos_minus; reflexivity. Qed.

Lemma wave_pair_fit (T : labelled R)
  (HT : uniform_circle T) z : pair_fit T (fun a b => cos (IZR z * (label T a - label T b))).
Proof.
  apply (pair_fit_ext (fun a b => C T z a * C T z b + S' T z a * S' T z b)); [intros; symmetry;
    apply (wave_difference T)|].
  apply pair_plus; apply pair_product; apply (wave_fit T HT).
Qed.

Lemma factor_fit (T : labelled R) (HT : uniform_circle T) (N : nat) (c : nat -> R) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = rsum (S N) (fun m => c m * cos (IZR (Z.of_nat m) * (xi - zeta)))) :
    pair_fit T (between k T).
Proof.
  apply (pair_fit_ext (fun a b =>
    rsum (S N) (fun m => c m * cos (IZR (Z.of_nat m) * (label T a - label T b))))).
  - intros; symmetry; apply Hk.
  - apply pair_rsum; intros; apply pair_scal, (wave_pair_fit T HT).
Qed.

(** mean k u = sum_m c_m mean cos(m (xi - xi')) u. *)
Lemma factor_product (T : labelled R) (HT : uniform_circle T) (N : nat) (c : nat -> R) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = rsum (S N)
    (fun m => c m * cos (IZR (Z.of_nat m) * (xi - zeta)))) F : pair_fit T F ->
      pair_mean (fun a b => between k T a b * F a b)
  = rsum (S N) (fun m => c m *
      pair_mean (fun a b => cos (IZR (Z.of_nat m) * (label T a - label T b)) * F a b)).
Proof.
  intros HF; rewrite (pair_mean_ext _ (fun a b =>
    rsum (S N) (fun m => c m * (cos (IZR (Z.of_nat m) * (label T a - label T b)) * F a b)))).
  - rewrite pair_mean_rsum by (intros; apply pair_scal, pair_mult; [apply (wave_pair_fit T HT)|exact HF]).
    apply rsum_ext; intros; apply pair_mean_scal, pair_mult; [apply (wave_pair_fit T HT)|exact HF].
  - intros; unfold between; rewrite Hk, <- rsum_scal_r; apply rsum_ext; intros; ring.
Qed.

Lemma wave_mean (T : labelled R)
  (HT : uniform_circle T) z : pair_mean (fun a b => cos (IZR z * (label T a - label T b)))
    = if Z.eqb z 0 then 1 else 0.
Proof.
  rewrite (pair_mean_ext _ (fun a b => C T z a * C T z b + S' T z a * S' T z b)) by (intros;
    apply (wave_difference T)).
  rewrite pair_mean_plus, !pair_mean_product, (mean_C T HT), (mean_S T HT)
    by first [apply (wave_fit T HT)|apply pair_product; apply (wave_fit T HT)].
  destruct (Z.eqb z 0); ring.
Qed.

Lemma factor_mean_value (T : labelled R) (HT : uniform_circle T) (N : nat) (c : nat -> R) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = rsum (S N) (fun m => c m * cos (IZR (Z.of_nat m) * (xi - zeta)))) :
    pair_mean (between k T) = c 0%nat.
Proof.
  rewrite (pair_mean_ext _ (fun a b => between k T a b * 1)) by (intros; ring).
  rewrite (factor_product T HT N c k Hk) by apply pair_const.
  rewrite (rsum_ext _ _ (fun m => c m * (if Nat.eqb m 0 then 1 else 0))).
  - rewrite (rsum_single _ _ 0%nat); [simpl; ring|lia|].
    intros j _ Hj; rewrite (proj2 (Nat.eqb_neq j 0) Hj); ring.
  - intros m _; f_equal;
    rewrite (pair_mean_ext _ (fun a b => cos (IZR (Z.of_nat m) * (label T a - label T b))))
      by (intros; ring).
    rewrite (wave_mean T HT); destruct m; reflexivity.
Qed.

Lemma wave_form (T : labelled R) (HT : uniform_circle T) g m : fit T g ->
  pair_mean (fun a b => cos (IZR (Z.of_nat m) * (label T a - label T b)) * ((g a - g b) * (g a - g b)))
  = 2 * ((if Nat.eqb m 0 then mean T (fun w => g w * g w) else 0) - (size T) g m).
Proof.
  intros Hg; set (z := Z.of_nat m).
  rewrite (pair_mean_ext _ (fun a b =>
    (g a * g a * C T z a) * C T z b + (g a * g a * S' T z a) * S' T z b
    + (C T z a * (g b * g b * C T z b) + S' T z a * (g b * g b * S' T z b))
    - 2 * ((g a * C T z a) * (g b * C T z b) + (g a * S' T z a) * (g b * S' T z b))))
    by (intros; rewrite (wave_difference T); ring).
  assert (F1 : fit T (fun w => g w * g w * C T z w)) by fits; assert (F2 :
    fit T (fun w => g w * g w * S' T z w)) by fits.
  assert (F3 : fit T (fun w => g w * C T z w)) by fits; assert (F4 : fit T (fun w => g w * S' T z w)) by fits.
  pose proof (cosine_fit T HT z) as F5; pose proof (sine_fit T HT z) as F6.
  pose proof (pair_product _ _ F1 F5) as P1; pose proof (pair_product _ _ F2 F6) as P2.
  pose proof (pair_product _ _ F5 F1) as P3; pose proof (pair_product _ _ F6 F2) as P4.
  pose proof (pair_product _ _ F3 F3) as P5; pose proof (pair_product _ _ F4 F4) as P6.
  rewrite pair_mean_minus, !pair_mean_plus, pair_mean_scal, pair_mean_plus
    by first [assumption|apply pair_scal, pair_plus; assumption|repeat apply pair_plus; assumption].
  rewrite !pair_mean_product by assumption; rewrite (mean_C T HT), (mean_S T HT).
  assert (E : Z.eqb z 0 = Nat.eqb m 0) by (unfold z; destruct m; reflexivity); rewrite E.
  destruct (Nat.eqb_spec m 0) as [->|]; unfold size, coefC, coefS; fold z; [|ring].
  rewrite (mean_ext (fun w => g w * g w * C T z w) (fun w => g w * g w)) by (intros; unfold z; simpl;
    rewrite (C_zero T); ring).
  ring.
Qed.

(** mean k (g - g')^2 = 2 (c_0 mean g^2 - sum_m c_m (C_m^2 + S_m^2)). *)
Theorem wave_form_value (T : labelled R) (HT : uniform_circle T) (N : nat) (c : nat -> R) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = rsum (S N)
    (fun m => c m * cos (IZR (Z.of_nat m) * (xi - zeta)))) g : fit T g ->
  token_form (between k T) g
    = 2 * (c 0%nat * mean T (fun w => g w * g w) - rsum (S N) (fun m => c m * size T g m)).
Proof.
  intros Hg; unfold token_form; rewrite (factor_product T HT N c k Hk) by fits.
  rewrite (rsum_ext _ _ (fun m =>
    2 * (c m * (if Nat.eqb m 0 then mean T (fun w => g w * g w) else 0)) - 2 * (c m * size T g m)))
    by (intros; rewrite (wave_form T HT) by exact Hg; ring).
  rewrite rsum_minus, !rsum_scal, (rsum_single _ (fun m => c m * _) 0%nat); [simpl Nat.eqb; cbv iota; ring|
    lia|].
  intros j _ Hj; rewrite (proj2 (Nat.eqb_neq j 0) Hj); ring.
Qed.

(** The same as Bessel's remainder and the differences khat(0) - khat(m). *)
Lemma wave_form_split (T : labelled R) (HT : uniform_circle T) (N : nat) (c : nat -> R) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = rsum (S N)
    (fun m => c m * cos (IZR (Z.of_nat m) * (xi - zeta)))) g : fit T g ->
  token_form (between k T) g = 2 * (c 0%nat * (mean T (fun w => g w * g w) - (energy_of T) g N)
    + rsum N (fun m => (2 * c 0%nat - c (S m)) * size T g (S m))).
Proof.
  intros Hg; rewrite (wave_form_value T HT N c k Hk) by exact Hg; rewrite rsum_shift; unfold energy_of.
  rewrite (rsum_ext N (fun m => (2 * c 0%nat - c (S m)) * size T g (S m))
    (fun m => 2 * c 0%nat * size T g (S m) - c (S m) * size T g (S m))) by (intros; ring).
  rewrite rsum_minus, rsum_scal; ring.
Qed.

(** khat(m) <= khat(0) and 0 <= khat(0): positive semidefinite. *)
Theorem wave_psd (T : labelled R) (HT : uniform_circle T) (N : nat) (c : nat -> R) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = rsum (S N) (fun m => c m * cos (IZR (Z.of_nat m) * (xi - zeta)))) :
    0 <= c 0%nat -> (forall m, (m < N)%nat -> c (S m) <= 2 * c 0%nat) -> token_psd (between k T).
Proof.
  intros H0 Hm g Hg; rewrite (wave_form_split T HT N c k Hk) by exact Hg;
    pose proof (bessel T HT g N Hg) as B.
  pose proof (Rmult_le_pos (c 0%nat) (mean T (fun w => g w * g w) - (energy_of T) g N) H0 ltac:(lra)).
  assert (0 <= rsum N (fun m => (2 * c 0%nat - c (S m)) * size T g (S m))).
  { apply rsum_nonneg; intros m Hlt; apply Rmult_le_pos; [specialize (Hm m Hlt); lra|apply (size_nonneg T)]. }
  lra.
Qed.

(** A null vector is its projection, 0 < khat(0). *)
Lemma wave_null (T : labelled R) (HT : uniform_circle T) (N : nat) (c : nat -> R) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = rsum (S N)
    (fun m => c m * cos (IZR (Z.of_nat m) * (xi - zeta)))) g : 0 < c 0%nat -> (forall m, (m < N)%nat ->
      c (S m) <= 2 * c 0%nat) -> fit T g ->
  token_form (between k T) g = 0 ->
  mean T (fun w => g w * g w) = energy_of T g N /\
  forall m, (m < N)%nat -> c (S m) < 2 * c 0%nat -> size T g (S m) = 0.
Proof.
  intros H0 Hm Hg Hz; rewrite (wave_form_split T HT N c k Hk) in Hz by exact Hg;
    pose proof (bessel T HT g N Hg) as B.
  assert (Hn : forall m, (m < N)%nat -> 0 <= (2 * c 0%nat - c (S m)) * size T g (S m)).
  { intros m Hlt; apply Rmult_le_pos; [specialize (Hm m Hlt); lra|apply (size_nonneg T)]. }
  pose proof (rsum_nonneg N _ Hn) as Hs.
  pose proof (Rmult_le_pos (c 0%nat) (mean T (fun w => g w * g w) - (energy_of T) g N)
    ltac:(lra) ltac:(lra)) as H1.
  split.
  - assert (E : c 0%nat * (mean T (fun w => g w * g w) - (energy_of T) g N) = 0) by lra.
    apply Rmult_integral in E; destruct E; lra.
  - intros m Hlt Hc; pose proof (rsum_nonneg_zero N _ Hn ltac:(lra) m Hlt) as E.
    apply Rmult_integral in E; destruct E; lra.
Qed.

(** The vector cos(m xi): c_0 - c_m / 2. *)
Lemma wave_direction (T : labelled R) (HT : uniform_circle T) (N : nat) (c : nat -> R) (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = rsum (S N)
    (fun m => c m * cos (IZR (Z.of_nat m) * (xi - zeta)))) m : (1 <= m)%nat -> (forall j, (N < j)%nat ->
      c j = 0) ->
  token_form (between k T) (C T (Z.of_nat m)) = c 0%nat - c m / 2.
Proof.
  intros Hm Hc; rewrite (wave_form_value T HT N c k Hk) by fits.
  assert (M : forall y, mean T (fun w => C T (Z.of_nat m) w * C T y w)
    = / 2 * (if Z.eqb (y - Z.of_nat m) 0 then 1 else 0) + / 2 * (if Z.eqb (y + Z.of_nat m) 0 then 1 else 0)).
  { intros y; rewrite (mean_ext _ (fun w => / 2 * C T (y - Z.of_nat m) w + / 2 * C T (y + Z.of_nat m) w))
    by (intros; apply (CC T)).
    rewrite mean_plus, !mean_scal, !(mean_C T HT) by fits; reflexivity. }
  assert (Sz : forall j, (size T) (C T (Z.of_nat m)) j = if Nat.eqb j m then / 4 else 0).
  { intros j; unfold size; assert (E : (coefS T) (C T (Z.of_nat m)) j = 0).
    { unfold coefS; rewrite (mean_ext _ (fun w => / 2 * S' T (Z.of_nat j + Z.of_nat m) w
      + / 2 * S' T (Z.of_nat j - Z.of_nat m) w))
        by (intros; apply (CS T)).
      rewrite mean_plus, !mean_scal, !(mean_S T HT) by fits; ring. }
    rewrite E; unfold coefC; rewrite M, (proj2 (Z.eqb_neq (Z.of_nat j + Z.of_nat m) 0)) by lia.
    destruct (Nat.eqb_spec j m) as [->|Hne]; [rewrite Z.sub_diag; simpl; field|].
    rewrite (proj2 (Z.eqb_neq (Z.of_nat j - Z.of_nat m) 0)) by lia; ring. }
  rewrite M, Z.sub_diag, (proj2 (Z.eqb_neq (Z.of_nat m + Z.of_nat m) 0)) by lia; simpl Z.eqb; cbv iota.
  rewrite (rsum_ext _ _ (fun j => c j * (if Nat.eqb j m then / 4 else 0))) by (intros; rewrite Sz;
    reflexivity).
  destruct (le_lt_dec m N) as [Hl|Hl].
  - rewrite (rsum_single _ _ m); [rewrite Nat.eqb_refl; field|lia|].
    intros j _ Hj; rewrite (proj2 (Nat.eqb_neq j m) Hj); ring.
  - rewrite rsum_zero, (Hc m Hl); [field|].
    intros j Hj; rewrite (proj2 (Nat.eqb_neq j m)) by lia; ring.
Qed.

(** ** Powers of waves *)

(** 2^p mean cos(z s) cos(m s)^p. *)
Fixpoint count (m : Z) (p : nat) (z : Z) : Z :=
  match p with
  | O => if Z.eqb z 0 then 1 else 0
  | S q => count m q (z + m) + count m q (z - m)
  end.

Lemma wave_power_mean (T : labelled R) (HT : uniform_circle T) m p : forall z,
  pair_mean (fun a b => cos (IZR z * (label T a - label T b)) * cos (IZR m * (label T a - label T b)) ^ p)
  = IZR (count m p z) / 2 ^ p.
Proof.
  induction p as [|p IH]; intros z; simpl count.
  - rewrite (pair_mean_ext _ (fun a b => cos (IZR z * (label T a - label T b)))) by (intros; simpl; ring).
    rewrite (wave_mean T HT); destruct (Z.eqb z 0); simpl; field.
  - rewrite (pair_mean_ext _ (fun a b =>
      / 2 * (cos (IZR (z + m) * (label T a - label T b)) * cos (IZR m * (label T a - label T b)) ^ p)
      + / 2 * (cos (IZR (z - m) * (label T a - label T b)) * cos (IZR m * (label T a - label T b)) ^ p))).
    + rewrite pair_mean_plus, !pair_mean_scal, !IH, plus_IZR; simpl.
      * field; apply pow_nonzero; lra.
      * apply pair_mult; [apply (wave_pair_fit T HT)|apply pair_pow, (wave_pair_fit T HT)].
      * apply pair_mult; [apply (wave_pair_fit T HT)|apply pair_pow, (wave_pair_fit T HT)].
      * apply pair_scal, pair_mult; [apply (wave_pair_fit T HT)|apply pair_pow, (wave_pair_fit T HT)].
      * apply pair_scal, pair_mult; [apply (wave_pair_fit T HT)|apply pair_pow, (wave_pair_fit T HT)].
    + intros a b; set (t := label T a - label T b).
      rewrite plus_IZR, minus_IZR, Rmult_plus_distr_r, Rmult_minus_distr_r, cos_plus, cos_minus; simpl; field.
Qed.

Lemma count_zero m p : forall z, ~ (m | z)%Z -> count m p z = 0%Z.
Proof.
  induction p as [|p IH]; intros z Hz; simpl.
  - destruct (Z.eqb_spec z 0) as [->|]; [|reflexivity]; exfalso; apply Hz, Z.divide_0_r.
  - rewrite !IH; [reflexivity| |]; intros [q Hq]; apply Hz; [exists (q + 1)%Z|exists (q - 1)%Z]; lia.
Qed.

(** A law whose coordinates have no variance is collapsed. *)
Lemma collapsed_of_variances {L} (T : labelled L) d x : contents T d x ->
  (forall i, (i < d)%nat -> mean T (fun w => x w i * x w i)
    = mean T (fun w => x w i) * mean T (fun w => x w i)) ->
  law_collapsed T d x.
Proof.
  intros Hx H; apply collapsed_of_products; [exact Hx|]; rewrite mean_products by exact Hx.
  rewrite <- (rsum_ext d (fun i => mean T (fun w => x w i * x w i))) by exact H; destruct Hx as [Hx H1].
  rewrite <- mean_rsum by (intros; fits).
  change (1 <= mean T (fun w => dot d (x w) (x w))).
  rewrite (mean_ext _ (fun _ => 1) H1), mean_const; apply Rle_refl.
Qed.
