(** * T5, uniqueness by an odd power

    Overview.  a_p >= 0 for p >= 1 and a_q > 0 for some odd q; a_1 > 0 is not needed.  If a
    configuration has the energy of the collapsed ones, the gap of t^q vanishes, so i -> <x_i, x_j>^q lies
    in the null space of L; if that holds constants only, <x_i, x_j>^q = 1, and <x_i, x_j> = 1 because q is
    odd.  For laws the same functions have no variance within a slice of positive degree, and their means
    are constant.

    Key results: from integers [graph_laws_all_odd] and [all_laws_all_odd]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices GaugeSlices PsdCheck
  FactorCertificate
  Profiles Claims NullSpace.
Local Open Scope R_scope.

(** If the energy is that of the collapsed configurations, the gap of t^q vanishes where a_q > 0. *)
Lemma power_gap_zero n d w k a f q x :
  laplacian_psd n (weighted w k) -> (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f ->
  (1 <= q)%nat -> 0 < a q -> unit_vectors n d x -> energy n d w k f x = collapsed_energy n w k f ->
  rsum2 n (fun i j => weighted w k i j * (1 - dot d (x i) (x j) ^ q)) = 0.
Proof.
  intros HA Ha Hf Hq Haq Hx Heq; pose proof (energy_gap n d w k f x) as E.
  pose proof (gap_series_power n d _ x a f q HA Hx Ha Hf Hq) as B.
  apply Rle_antisym; [|apply gap_power; assumption].
  apply (Rmult_le_reg_l (a q)); [exact Haq|]; unfold weighted in *; lra.
Qed.

(** T5, uniqueness: an odd power and a null space of constants. *)
Theorem odd_rigid n d w k f :
  laplacian_psd n (weighted w k) -> laplacian_null_constant n (weighted w k) -> odd_rising f ->
  forall x, unit_vectors n d x -> energy n d w k f x = collapsed_energy n w k f -> collapsed n d x.
Proof.
  intros HA Hnull (a & q & Ha & Hq & Haq & Hf) x Hx Heq i j Hi Hj.
  pose proof (power_gap_zero n d w k a f q x HA Ha Hf (odd_positive q Hq) Haq Hx Heq) as G.
  pose proof (Hnull _ (null_power n d _ x q (x j) HA Hx G) i j Hi Hj) as E; cbv beta in E.
  rewrite (Hx j Hj), pow1 in E; apply dot_unit_one; auto.
  apply (odd_power_one _ q Hq); [apply dot_unit_bounds; auto|exact E].
Qed.

(** The same for laws where all w_i D_i >= 0 and one is positive. *)
Theorem odd_slices_rigid n m d w k f q x i0 :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> laplacian_null_constant n (weighted w k) ->
  (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) -> (i0 < n)%nat -> 0 < w i0 * degree n w k i0 ->
  odd_rising f -> slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x.
Proof.
  intros Hk HA Hnull HD Hi0 HD0 (a & r & Ha & Hr & Har & Hf) Hq Hx Heq.
  rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq) in Heq.
  pose proof (flat_laplacian_psd n m w k q Hq Hk HA HD) as HP; pose proof (flat_unit n m d x Hx) as Hu.
  pose proof (power_gap_zero _ d _ _ a f r _ HP Ha Hf (odd_positive r Hr) Har Hu Heq) as G.
  destruct (carried n m q i0 Hq Hi0) as (e0 & He0 & Hq0); set (y := x i0 e0).
  pose proof (null_power _ d _ _ r y HP Hu G) as Z;
    set (g := fun t => dot d (flat_points m x t) y ^ r) in Z.
  rewrite flat_laplacian in Z by assumption.
  assert (HV : forall i, (i < n)%nat -> 0 <= w i * degree n w k i * variance m q g i).
  { intros i Hi; apply Rmult_le_pos; [auto|apply (variance_nonneg n); assumption]. }
  pose proof (rsum_nonneg n _ HV) as S; pose proof (HA (mean m q g)) as F.
  pose proof (rsum_nonneg_zero n _ HV ltac:(lra) i0 Hi0) as V0.
  apply Rmult_integral in V0; destruct V0 as [V0|V0]; [lra|].
  assert (at_point : forall i e, (i < n)%nat -> (e < m)%nat -> g (i * m + e)%nat = dot d (x i e) y ^ r).
  { intros i e Hi He; unfold g, flat_points; rewrite flat_div, flat_mod by exact He; reflexivity. }
  assert (M0 : mean m q g i0 = 1).
  { assert (Hterm : forall c, (c < m)%nat -> 0 <= q i0 c * Rsqr (g (i0 * m + c)%nat - mean m q g i0)).
    { intros c Hc; apply Rmult_le_pos; [apply (Hq i0 Hi0); exact Hc|apply Rle_0_sqr]. }
    pose proof (rsum_nonneg_zero m _ Hterm V0 e0 He0) as T; apply Rmult_integral in T.
    destruct T as [T|T]; [lra|]; apply Rsqr_0_uniq in T; rewrite at_point in T by assumption.
    fold y in T; unfold y in T at 1 2; rewrite (Hx i0 e0 Hi0 He0), pow1 in T; lra. }
  assert (P : forall i e, (i < n)%nat -> (e < m)%nat -> 0 < q i e -> same d (x i e) y).
  { intros i e Hi He Hqe; pose proof (Hnull (mean m q g) ltac:(lra) i i0 Hi Hi0) as M; rewrite M0 in M.
    destruct (Hq i Hi) as [Qp Q1]; unfold mean in M.
    assert (B : forall c, (c < m)%nat -> -1 <= dot d (x i c) y <= 1)
      by (intros; apply dot_unit_bounds; [apply Hx; assumption|apply Hx; assumption]).
    assert (T : q i e * (1 - dot d (x i e) y ^ r) = 0).
    { apply (rsum_nonneg_zero m (fun c => q i c * (1 - dot d (x i c) y ^ r))); [| |exact He].
      - intros c Hc; apply Rmult_le_pos; [apply Qp, Hc|pose proof (power_at_most_one _ r (B c Hc)); lra].
      - rewrite (rsum_ext m _ (fun c => q i c - q i c * g (i * m + c)%nat))
          by (intros c Hc; rewrite at_point by assumption; ring).
        rewrite rsum_minus, Q1, M; ring. }
    apply Rmult_integral in T; destruct T as [T|T]; [lra|].
    apply dot_unit_one; [apply Hx; assumption|apply Hx; assumption|].
    apply (odd_power_one _ r Hr); [apply B, He|lra]. }
  intros i j e c Hi Hj He Hc Hqe Hqc b Hb; rewrite (P i e), (P j c); auto.
Qed.

(** ** From integers *)

(** A certified Laplacian with constant null vector and an odd power: "all" for graph laws, d >= 1. *)
Theorem graph_laws_all_odd n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> constant_null_check n data = true ->
  odd_rising f -> (1 <= d)%nat -> GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H Hn Hf Hd; unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - destruct (odd_ascending f Hf) as (a & Ha & S);
    apply (factor_check_series n W omega K kappa data H d a f Ha S).
  - apply odd_rigid; [apply (factor_check_psd _ _ _ _ _ _ H)|apply (factor_check_null _ _ _ _ _ _ H
    Hn)|exact Hf].
Qed.

(** With nonnegative degrees, one of them positive: "all" for all laws. *)
Theorem all_laws_all_odd n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> constant_null_check n data = true ->
  degree_check n W K = true -> positive_degree_check n W K = true -> odd_rising f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H Hn HD HP Hf Hd; destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  destruct (degree_check_sound n W omega K kappa Ho Hk HD) as [Hs Hdeg].
  apply existsb_exists in HP; destruct HP as (i0 & Hi0 & B); apply in_seq in Hi0.
  apply andb_prop in B; destruct B as [B1 B2]; apply Z.ltb_lt, IZR_lt in B1; apply Z.ltb_lt, IZR_lt in B2.
  unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x.
  - destruct (odd_ascending f Hf) as (a & Ha & S).
    apply (slices_check_bound n W omega K kappa data H HD d a f Ha S).
  - intros Hq Hx; apply (odd_slices_rigid n m d _ _ f q x i0); auto; try lia.
    + apply (factor_check_psd _ _ _ _ _ _ H).
    + apply (factor_check_null _ _ _ _ _ _ H Hn).
    + destruct (weighted_degree n W omega K kappa i0 Ho Hk) as (c & Hc & E); rewrite E.
      repeat apply Rmult_lt_0_compat; assumption.
Qed.
