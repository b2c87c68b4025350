(** * T5, uniqueness for all laws with a larger null space and labels of degree 0

    Overview.  L positive semidefinite, all D_i >= 0, a_p > 0 for every p >= 1.  For a law with the energy
    of the collapsed ones and any point y, the share v_i of slice i at y is a null vector of L: it is the mean
    of the limit of (<x, y>^(2N) + <x, y>^(2N+1)) / 2.  Where D_i > 0 the slice has no variance, so v_i is 0
    or 1; where D_i = 0 it lies between.  If the null space holds no such v but the constants, all slices are
    one point.  The integers give the null vectors once more with pivots at labels of positive degree.

    Key results: [slices_rigid_shares]; from integers [all_laws_all_shares]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices GaugeSlices PsdCheck PsdSound
  FactorCertificate Profiles GaugeCertificate Claims NullSpace Indicators OddClaims.
Import ListNotations.
Local Open Scope R_scope.

(** Shares, 0 or 1 where strict: only constants among the null vectors. *)
Definition no_share (n : nat) (A : nat -> nat -> R) (strict : nat -> Prop) : Prop :=
  forall v, (forall i, (i < n)%nat -> 0 <= v i <= 1) ->
  (forall i, (i < n)%nat -> strict i -> v i = 0 \/ v i = 1) -> laplacian_form n A v = 0 ->
  forall i j, (i < n)%nat -> (j < n)%nat -> v i = v j.

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
  no_share n (weighted w k) (fun i => 0 < w i * degree n w k i) ->
  (i0 < n)%nat -> 0 < w i0 * degree n w k i0 -> (forall p, (1 <= p)%nat -> 0 < a p) -> power_series a f ->
  slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x.
Proof.
  intros Hk HA HD HS Hi0 HD0 Ha Hf Hq Hx Heq.
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
  assert (V : forall i e, (i < n)%nat -> (e < m)%nat -> 0 < w i * degree n w k i -> 0 < q i e ->
    at_point d y (x i e) = v i).
  { intros i e Hi He HDi Hqe; pose proof (rsum_nonneg_zero n _ HV ltac:(lra) i Hi) as V0.
    apply Rmult_integral in V0; destruct V0 as [V0|V0]; [lra|].
    assert (Hterm : forall c, (c < m)%nat -> 0 <= q i c * Rsqr (g (i * m + c)%nat - v i)).
    { intros c Hc; apply Rmult_le_pos; [apply (Hq i Hi); exact Hc|apply Rle_0_sqr]. }
    pose proof (rsum_nonneg_zero m _ Hterm V0 e He) as T; apply Rmult_integral in T.
    destruct T as [T|T]; [lra|]; apply Rsqr_0_uniq in T; rewrite G in T by exact He; lra. }
  assert (C : forall i, (i < n)%nat -> v i = 1).
  { intros i Hi; rewrite (HS v B) with (j := i0); auto; [| |lra].
    - rewrite <- (V i0 e0 Hi0 He0 HD0 Hq0); unfold at_point, y.
      destruct (Req_EM_T (dot d (x i0 e0) (x i0 e0)) 1) as [|Hne]; [reflexivity|].
      exfalso; apply Hne, Hx; assumption.
    - intros j Hj HDj; destruct (carried n m q j Hq Hj) as (e & He & Hqe).
      rewrite <- (V j e Hj He HDj Hqe); apply at_point_values. }
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

Local Open Scope Z_scope.

(** W_i > 0 and sum_j W_j K_ij > 0. *)
Definition strict_label (n : nat) (W : list Z) (K : list (list Z)) (i : nat) : bool :=
  (0 <? at1 W i) && (0 <? zsum n (fun j => at1 W j * at2 K i j)).

(** The same null space with vectors U_c, U_c = S > 0 at the label t_c of positive degree and 0 at the others:
    S N_b = sum_c N_b(t_c) U_c.  Every sum of the U_c is constant, or leaves [0, S] somewhere, or is neither 0
    nor S at a strict label. *)
Definition no_share_check (n : nat) (W : list Z) (K : list (list Z)) (data : psd_data) (T : Z)
  (U : list (list Z)) (ts : list nat) (S : Z) : bool :=
  let N := psd_kernel data in
  let r := length U in
  unit_pivots_check n data T && (0 <? S) && Nat.ltb 0 r
  && forallb (fun c => Nat.ltb (nth c ts O) n && strict_label n W K (nth c ts O)) (seq 0 r)
  && forallb (fun b => forallb (fun i =>
       S * at2 N b i =? zsum r (fun c => at2 N b (nth c ts O) * at2 U c i)) (seq 0 n)) (seq 0 (length N))
  && forallb (fun bits =>
       existsb (fun i => let x := combination U bits i in
         (x <? 0) || (S <? x) || (strict_label n W K i && negb ((x =? 0) || (x =? S)))) (seq 0 n)
       || forallb (fun i => combination U bits i =? combination U bits 0) (seq 0 n)) (all_bits r).

Local Open Scope R_scope.

Lemma strict_label_sound n W omega K kappa i : 0 < IZR omega -> 0 < IZR kappa ->
  strict_label n W K i = true -> 0 < weight W omega i * degree n (weight W omega) (factor K kappa) i.
Proof.
  intros Ho Hk H; apply andb_prop in H; destruct H as [H1 H2].
  apply Z.ltb_lt, IZR_lt in H1; apply Z.ltb_lt, IZR_lt in H2.
  destruct (weighted_degree n W omega K kappa i Ho Hk) as (c & Hc & E); rewrite E.
  repeat apply Rmult_lt_0_compat; assumption.
Qed.

Lemma no_share_check_sound n W omega K kappa data T U ts S :
  factor_check n W omega K kappa data = true -> no_share_check n W K data T U ts S = true ->
  no_share n (weighted (weight W omega) (factor K kappa))
    (fun i => 0 < weight W omega i * degree n (weight W omega) (factor K kappa) i).
Proof.
  intros H HS v Hv Hs H0 i j Hi Hj; destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  do 5 (apply andb_prop in HS; destruct HS as [HS ?C]); rename HS into HP.
  destruct (unit_pivots_sound n W omega K kappa data T v H HP H0) as (HT & Ht & V).
  set (N := psd_kernel data) in *.
  apply Z.ltb_lt, IZR_lt in C3.
  assert (V' : forall l, (l < n)%nat ->
    IZR S * v l = rsum (length U) (fun c => v (nth c ts 0%nat) * IZR (at2 U c l))).
  { intros l Hl; apply (Rmult_eq_reg_l (IZR T)); [|lra].
    transitivity (IZR S * (IZR T * v l)); [ring|]; rewrite (V l Hl), <- !rsum_scal.
    transitivity (rsum (length N) (fun b => rsum (length U) (fun c =>
      v (nth b (psd_pivots data) 0%nat) * IZR (at2 N b (nth c ts 0%nat)) * IZR (at2 U c l)))).
    - apply rsum_ext; intros b Hb.
      pose proof (forallb_seq n _ (forallb_seq _ _ C0 b Hb) l Hl) as E; cbv beta in E.
      apply Z.eqb_eq, (f_equal IZR) in E; rewrite mult_IZR, zsum_rsum in E.
      transitivity (v (nth b (psd_pivots data) 0%nat) * (IZR S * IZR (at2 N b l))); [ring|].
      rewrite E, <- rsum_scal.
      apply rsum_ext; intros c _; rewrite mult_IZR; ring.
    - rewrite rsum_swap; apply rsum_ext; intros c Hc.
      pose proof (forallb_seq _ _ C1 c Hc) as E; apply andb_prop in E; destruct E as [E _].
      apply Nat.ltb_lt in E; rewrite rsum_scal_r, <- (V _ E); ring. }
  destruct (combination_sound U (fun c => v (nth c ts 0%nat))) as (bits & Hin & Hb).
  { intros c Hc; pose proof (forallb_seq _ _ C1 c Hc) as E; apply andb_prop in E; destruct E as [E1 E2].
    apply Nat.ltb_lt in E1; apply Hs; [exact E1|apply strict_label_sound; assumption]. }
  assert (V2 : forall l, (l < n)%nat -> IZR S * v l = IZR (combination U bits l))
    by (intros l Hl; rewrite <- (Hb l); apply V', Hl).
  rewrite forallb_forall in C; pose proof (C bits Hin) as F; apply orb_prop in F; destruct F as [F|F].
  - exfalso; apply existsb_exists in F; destruct F as (l & Hl & F); apply in_seq in Hl; cbv beta zeta in F.
    pose proof (V2 l ltac:(lia)) as Vl; pose proof (Hv l ltac:(lia)) as [B0 B1].
    apply orb_prop in F; destruct F as [F|F]; [apply orb_prop in F; destruct F as [F|F]|].
    + apply Z.ltb_lt, IZR_lt in F; pose proof (Rmult_le_pos _ _ (Rlt_le _ _ C3) B0); lra.
    + apply Z.ltb_lt, IZR_lt in F; pose proof (Rmult_le_compat_l _ _ _ (Rlt_le _ _ C3) B1); lra.
    + apply andb_prop in F; destruct F as [F1 F2]; apply negb_true_iff, orb_false_iff in F2.
      destruct F2 as [F2 F3]; apply Z.eqb_neq in F2; apply Z.eqb_neq in F3.
      destruct (Hs l ltac:(lia) (strict_label_sound n W omega K kappa l Ho Hk F1)) as [E|E]; rewrite E in Vl.
      * apply F2, eq_IZR; rewrite <- Vl; ring.
      * apply F3, eq_IZR; rewrite <- Vl; ring.
  - rewrite forallb_forall in F.
    pose proof (F i ltac:(apply in_seq; lia)) as Fi; pose proof (F j ltac:(apply in_seq; lia)) as Fj.
    apply Z.eqb_eq in Fi; apply Z.eqb_eq in Fj; apply (Rmult_eq_reg_l (IZR S)); [|lra].
    rewrite (V2 i Hi), (V2 j Hj), Fi, Fj; reflexivity.
Qed.

(** A null space without shares, D >= 0, a profile with all powers: "all" for all laws, for every d >= 1. *)
Theorem all_laws_all_shares n W omega K kappa data T U ts S f d :
  factor_check n W omega K kappa data = true -> no_share_check n W K data T U ts S = true ->
  degree_check n W K = true -> full f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HS HD (a & Ha & Hf) Hd; destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  destruct (degree_check_sound n W omega K kappa Ho Hk HD) as [Hsym Hdeg].
  pose proof (no_share_check_sound n W omega K kappa data T U ts S H HS) as NS.
  do 5 (apply andb_prop in HS; destruct HS as [HS ?C]); apply Nat.ltb_lt in C2.
  pose proof (forallb_seq _ _ C1 0%nat C2) as E; apply andb_prop in E; destruct E as [E1 E2].
  apply Nat.ltb_lt in E1; pose proof (factor_check_psd _ _ _ _ _ _ H) as HA.
  unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x.
  - apply (slices_bound n m d _ _ a f); auto; intros p Hp; left; auto.
  - apply (slices_rigid_shares n m d _ _ a f q x (nth 0 ts 0%nat)); auto.
    apply strict_label_sound; assumption.
Qed.
