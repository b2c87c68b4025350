(** * T5, uniqueness for all laws with a larger null space and labels of degree 0

    Overview.  L positive semidefinite, all D_i >= 0, a_p > 0 for every p >= 1.  For a law with the energy
    of the collapsed ones and any point y, the share v_i of slice i at y is a null vector of L: it is the mean
    of the limit of (<x, y>^(2N) + <x, y>^(2N+1)) / 2.  Where D_i > 0 the slice has no variance, so v_i is 0
    or 1; where D_i = 0 it lies between.  If the null space holds no such v but the constants, all slices are
    one point.

    Key results: [slices_rigid_shares]; from integers [all_laws_all_shares]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices GaugeSlices PsdCheck PsdSound
  FactorCertificate Profiles GaugeCertificate Claims NullSpace Indicators OddClaims
  StrictLabels BlockClaims.
Import ListNotations.
Local Open Scope R_scope.

(** The indicator of the points that are y. *)
Definition at_point (d : nat) (y x : nat -> R) : R := if Req_EM_T (dot d x y) 1 then 1 else 0.

Lemma at_point_values d y x : at_point d y x = 0 \/ at_point d y x = 1.
Proof. unfold at_point; destruct (Req_EM_T (dot d x y) 1); auto. Qed.

(** If the energy is that of the collapsed configurations, the indicator of a point is a null vector. *)
Lemma point_null n d w k a f x y :
  laplacian_psd n (weighted w k) -> (forall p, (1 <= p)%nat -> 0 < a p) -> power_series a f ->
  unit_vectors n d x -> dot d y y = 1 -> energy n d w k f x = collapsed_energy n w k f ->
  laplacian_form n (weighted w k) (fun i => at_point d y (x i)) = 0.
Proof.
  intros HA Ha Hf Hx Hy Heq.
  assert (N : forall p, laplacian_form n (weighted w k) (fun i => dot d (x i) y ^ p) = 0).
  { intros p; apply null_power; auto; destruct p as [|p].
    - unfold rsum2; apply rsum_zero; intros; apply rsum_zero; intros; simpl; ring.
    - apply (power_gap_zero n d w k a f); auto; [intros r Hr; left; auto|lia|apply Ha; lia]. }
  apply (null_limit n _ (fun i M => / 2 * (dot d (x i) y ^ (2 * M) + dot d (x i) y ^ (2 * M + 1)))).
  - intros i Hi; apply indicator_limit, dot_unit_bounds; auto.
  - intros M; rewrite form_scal, (null_plus n _ (fun i => dot d (x i) y ^ (2 * M))
      (fun i => dot d (x i) y ^ (2 * M + 1)) HA); [ring|apply N|apply N].
Qed.

(** No law but the collapsed ones has their energy. *)
Theorem slices_rigid_shares n m d w k a f q x i0 :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) ->
  (forall i, (i < n)%nat -> 0 < w i) -> no_share n w k -> (i0 < n)%nat -> 0 < degree n w k i0 ->
  (forall p, (1 <= p)%nat -> 0 < a p) -> power_series a f ->
  slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x.
Proof.
  intros Hk HA HD Hw HS Hi0 HD0 Ha Hf Hq Hx Heq.
  rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq) in Heq.
  pose proof (flat_laplacian_psd n m w k q Hq Hk HA HD) as HP; pose proof (flat_unit n m d x Hx) as Hu.
  destruct (carried n m q i0 Hq Hi0) as (e0 & He0 & Hq0); set (y := x i0 e0).
  pose proof (point_null _ d _ _ a f _ y HP Ha Hf Hu (Hx i0 e0 Hi0 He0) Heq) as Z.
  set (g := fun t => at_point d y (flat_points m x t)) in Z; rewrite flat_laplacian in Z by assumption.
  assert (G : forall i e, (e < m)%nat -> g (i * m + e)%nat = at_point d y (x i e)).
  { intros i e He; unfold g, flat_points; rewrite flat_div, flat_mod by exact He; reflexivity. }
  assert (HV : forall i, (i < n)%nat -> 0 <= w i * degree n w k i * variance m q g i).
  { intros i Hi; apply Rmult_le_pos; [auto|apply (variance_nonneg n); assumption]. }
  pose proof (rsum_nonneg n _ HV) as S; pose proof (HA (mean m q g)) as F.
  set (v := mean m q g) in *.
  assert (B : forall i, (i < n)%nat -> 0 <= v i <= 1).
  { intros i Hi; destruct (Hq i Hi) as [Qp Q1]; unfold v, mean; split.
    - apply rsum_nonneg; intros e He; rewrite G by exact He; apply Rmult_le_pos; [apply Qp, He|].
      destruct (at_point_values d y (x i e)) as [E|E]; rewrite E; lra.
    - rewrite <- Q1; apply rsum_le; intros e He; rewrite G by exact He; pose proof (Qp e He).
      destruct (at_point_values d y (x i e)) as [E|E]; rewrite E; lra. }
  assert (V : forall i e, (i < n)%nat -> (e < m)%nat -> 0 < degree n w k i -> 0 < q i e ->
    at_point d y (x i e) = v i).
  { intros i e Hi He HDi Hqe; pose proof (rsum_nonneg_zero n _ HV ltac:(lra) i Hi) as V0.
    apply Rmult_integral in V0; destruct V0 as [V0|V0];
      [pose proof (Rmult_lt_0_compat _ _ (Hw i Hi) HDi); lra|].
    assert (Hterm : forall c, (c < m)%nat -> 0 <= q i c * Rsqr (g (i * m + c)%nat - v i)).
    { intros c Hc; apply Rmult_le_pos; [apply (Hq i Hi); exact Hc|apply Rle_0_sqr]. }
    pose proof (rsum_nonneg_zero m _ Hterm V0 e He) as T; apply Rmult_integral in T.
    destruct T as [T|T]; [lra|]; apply Rsqr_0_uniq in T; rewrite G in T by exact He; lra. }
  assert (C : forall i, (i < n)%nat -> v i = 1).
  { apply (HS v) with (c := i0); auto; [lra| |].
    - intros j Hj HDj; destruct (carried n m q j Hq Hj) as (e & He & Hqe).
      rewrite <- (V j e Hj He HDj Hqe); apply at_point_values.
    - rewrite <- (V i0 e0 Hi0 He0 HD0 Hq0); unfold at_point, y.
      destruct (Req_EM_T (dot d (x i0 e0) (x i0 e0)) 1) as [|Hne]; [reflexivity|].
      exfalso; apply Hne, Hx; assumption. }
  assert (P : forall i e, (i < n)%nat -> (e < m)%nat -> 0 < q i e -> same d (x i e) y).
  { intros i e Hi He Hqe; pose proof (C i Hi) as M; destruct (Hq i Hi) as [Qp Q1]; unfold v, mean in M.
    assert (T : q i e * (1 - at_point d y (x i e)) = 0).
    { apply (rsum_nonneg_zero m (fun c => q i c * (1 - at_point d y (x i c)))); [| |exact He].
      - intros c Hc; apply Rmult_le_pos; [apply Qp, Hc|].
        destruct (at_point_values d y (x i c)) as [E|E]; rewrite E; lra.
      - rewrite (rsum_ext m _ (fun c => q i c - q i c * g (i * m + c)%nat))
          by (intros c Hc; rewrite G by exact Hc; ring).
        rewrite rsum_minus, Q1, M; ring. }
    apply Rmult_integral in T; destruct T as [T|T]; [lra|]; unfold at_point in T.
    destruct (Req_EM_T (dot d (x i e) y) 1) as [E|_]; [|lra].
    apply dot_unit_one; [apply Hx; assumption|apply Hx; assumption|exact E]. }
  intros i j e c Hi Hj He Hc Hqe Hqc b Hb; rewrite (P i e), (P j c); auto.
Qed.

(** ** From integers *)

(** A null space without shares, D >= 0, a profile with all powers: "all" for all laws, for every d >= 1. *)
Theorem all_laws_all_shares n W omega K kappa data N Q T f d :
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  no_share_check n W K data N Q T = true -> full f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros HW H HD HS (a & Ha & Hf) Hd; destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  destruct (degree_check_sound n W omega K kappa Ho Hk HD) as [Hsym Hdeg].
  destruct (no_share_check_sound n W omega K kappa data N Q T H HS) as (S & Hc & Dc).
  pose proof (factor_check_psd _ _ _ _ _ _ H) as HA.
  unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x.
  - apply (slices_bound n m d _ _ a f); auto; intros p Hp; left; auto.
  - apply (slices_rigid_shares n m d _ _ a f q x (nth 0 Q 0%nat)); auto; apply (weights_check_sound _ _ _ HW).
Qed.
