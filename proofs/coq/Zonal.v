(** * T5 for profiles with nonnegative Gegenbauer coefficients

    Overview.  f is [zonal] in R^d (Schoenberg.v): sums of P_n^(d) with nonnegative coefficients, whatever
    the signs of its power coefficients.  If L is positive semidefinite, and w_i D_i >= 0 for all laws, no
    law has more energy than the collapsed ones.

    "All": with a_1 > 0 a law without a gap for f has none for the linear profile, so what is known of the
    maximisers for f(t) = t holds for f.  Without a_1, a null space of constants makes every Gram kernel
    constant on the points, so that f(<x_i, x_j>) = f(1), and x_i = x_j where f is largest at t = 1 alone.

    "Some": if |f|, the polynomial with the absolute values of the power coefficients, has no gap, no power
    that occurs in f has one.  So what is known of |f|, whose power coefficients are nonnegative, holds for
    f.

    Key results: [zonal_bound], [zonal_slices_bound]; [zonal_maximisers], [zonal_law_maximisers];
    [absolute_some], [absolute_laws_some]; [zonal_rigid], [zonal_slices_rigid]; [gegenbauer_bound]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices Nonnegative GaugeSlices PsdCheck
  FactorCertificate Profiles Claims TwoPoints Gegenbauer Schoenberg.
Import ListNotations.
Local Open Scope R_scope.

(** The linear profile, as a polynomial. *)
Notation first_power := (polynomial [0; 1]%Z 1).

Lemma first_power_value t : first_power t = t.
Proof. unfold polynomial, at1; simpl; field. Qed.

Lemma first_power_rising : rising first_power.
Proof. apply polynomial_rising; reflexivity. Qed.

(** ** Bounds *)

Lemma zonal_gap_nonneg n d A x f : laplacian_psd n A -> unit_vectors n d x -> zonal d f ->
  0 <= rsum2 n (fun i j => A i j * (f 1 - f (dot d (x i) (x j)))).
Proof.
  intros HA Hx (s & Hs & a & K & HK & E).
  pose proof (zonal_gap n d A x 0 f HA Hx) as G; rewrite Rmult_0_l in G; apply G; split; [lra|].
  exists a, (fun x y => s * dot d x y + K x y); split.
  - apply (gram_sum d (fun x y => s * dot d x y) K); [apply gram_scaled;
    [exact Hs|apply gram_dot]|exact HK].
  - intros y z Hy Hz; rewrite E by assumption; ring.
Qed.

(** T5, direct part: no configuration has more energy than the collapsed ones. *)
Theorem zonal_bound n d w k f : laplacian_psd n (weighted w k) -> zonal d f ->
  forall x, unit_vectors n d x -> energy n d w k f x <= collapsed_energy n w k f.
Proof.
  intros HA Hf x Hx; pose proof (energy_gap n d w k f x) as E.
  pose proof (zonal_gap_nonneg n d (weighted w k) x f HA Hx Hf); unfold weighted in *; lra.
Qed.

(** The same for all laws where w_i D_i >= 0. *)
Theorem zonal_slices_bound n d w k f : (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) -> zonal d f ->
  forall m q x, slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x <= collapsed_energy n w k f.
Proof.
  intros Hk HA HD Hf m q x Hq Hx.
  rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq).
  apply zonal_bound; [apply flat_laplacian_psd; assumption|exact Hf|apply (flat_unit n m d x Hx)].
Qed.

(** ** "All" from the linear profile *)

(** A configuration with the collapsed energy for f has it for the linear profile. *)
Lemma zonal_tie n d w k f x : laplacian_psd n (weighted w k) -> zonal_rising d f -> unit_vectors n d x ->
  energy n d w k f x = collapsed_energy n w k f -> energy n d w k first_power x = collapsed_energy n w k
    first_power.
Proof.
  intros HA (s & Hs & Hf) Hx Heq; pose proof (energy_gap n d w k f x) as E.
  pose proof (zonal_gap n d _ x s f HA Hx Hf) as G.
  apply Rle_antisym.
  - destruct first_power_rising as (a & Ha & _ & Hl); apply (laplacian_psd_bound n d w k a _ HA Ha Hl x Hx).
  - pose proof (energy_gap n d w k first_power x) as E1; unfold weighted in *.
    rewrite (rsum2_ext n (fun i j => _ * (first_power 1 - _)) (fun i j => w i * w j * k i j
      * (1 - dot d (x i) (x j)))) in E1 by (intros; rewrite !first_power_value; ring).
    assert (B : s * rsum2 n (fun i j => w i * w j * k i j * (1 - dot d (x i) (x j))) <= s * 0) by lra.
    apply (Rmult_le_reg_l s _ _ Hs) in B; lra.
Qed.

(** a_1 > 0: the maximisers are the collapsed ones if those of the linear profile are. *)
Theorem zonal_maximisers n d w k f : (1 <= d)%nat -> laplacian_psd n (weighted w k) -> zonal_rising d f ->
  GraphLawsAll n w k first_power d -> GraphLawsAll n w k f d.
Proof.
  intros Hd HA Hf HL; unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply zonal_bound; [exact HA|apply zonal_of_rising, Hf].
  - intros x Hx Heq; apply (HL x); split; [exact Hx|]; intros y Hy.
    rewrite (zonal_tie n d w k f x HA Hf Hx Heq).
    destruct first_power_rising as (a & Ha & _ & Hl); apply (laplacian_psd_bound n d w k a _ HA Ha Hl y Hy).
Qed.

(** The same for all laws. *)
Theorem zonal_law_maximisers n d w k f : (1 <= d)%nat ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) -> laplacian_psd n (weighted w k) ->
  (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) -> zonal_rising d f ->
  AllLawsAll n w k first_power d -> AllLawsAll n w k f d.
Proof.
  intros Hd Hk HA HD Hf HL; unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |].
  - apply zonal_slices_bound; auto; apply zonal_of_rising, Hf.
  - intros m q x Hq Hx Heq; apply (HL m q x); split; [exact Hq|split; [exact Hx|]]; intros m' q' y Hq' Hy.
    assert (T : slice_energy n m d w k first_power q x = collapsed_energy n w k first_power).
    { rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq) in Heq.
      rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k first_power q Hq).
      apply (zonal_tie _ d _ _ f); [apply flat_laplacian_psd; assumption|exact Hf|
        apply (flat_unit n m d x Hx)|exact Heq]. }
    rewrite T; destruct first_power_rising as (a & Ha & _ & Hl).
    apply (slices_bound n m' d w k a); assumption.
Qed.

(** ** "Some" from the polynomial with the absolute values of the coefficients *)

Notation absolute P := (map Z.abs P).

(** If |f| has no gap, no power that occurs in f has one, and f has none. *)
Lemma absolute_gap n d A x P pi : (0 < pi)%Z -> laplacian_psd n A -> unit_vectors n d x ->
  rsum2 n (fun i j => A i j * (polynomial (absolute P) pi 1 - polynomial (absolute P) pi (dot d (x i) (x
    j)))) = 0 ->
  rsum2 n (fun i j => A i j * (polynomial P pi 1 - polynomial P pi (dot d (x i) (x j)))) = 0.
Proof.
  intros Hpi HA Hx; apply IZR_lt in Hpi; set (G := fun p => rsum2 n (fun i j => A i j * (1 - dot d (x i) (x
    j) ^ p))).
  assert (E : forall Q, rsum2 n (fun i j => A i j * (polynomial Q pi 1 - polynomial Q pi (dot d (x i) (x
    j))))
    = rsum (length Q) (fun p => IZR (at1 Q p) / IZR pi * G p)).
  { intros Q; unfold G; rewrite (rsum_ext (length Q) _ (fun p => rsum2 n (fun i j => IZR (at1 Q p) / IZR pi
      * (A i j * (1 - dot d (x i) (x j) ^ p))))) by (intros; rewrite rsum2_scal; reflexivity).
    rewrite rsum_rsum2; apply rsum2_ext; intros i j _ _; unfold polynomial.
    rewrite <- rsum_minus, <- rsum_scal; apply rsum_ext; intros p _; rewrite pow1; ring. }
  rewrite !E, map_length; intros H0.
  assert (V : forall p, at1 (absolute P) p = Z.abs (at1 P p))
    by (intros p; unfold at1; apply (map_nth Z.abs P 0%Z p)).
  assert (N : forall p, (p < length P)%nat -> 0 <= IZR (at1 (absolute P) p) / IZR pi * G p).
  { intros p _; rewrite V; apply Rmult_le_pos; [apply Rmult_le_pos|apply gap_power; assumption].
    - apply IZR_le, Z.abs_nonneg.
    - left; apply Rinv_0_lt_compat, Hpi. }
  apply rsum_zero; intros p Hp; pose proof (rsum_nonneg_zero _ _ N H0 p Hp) as Z; cbv beta in Z;
    rewrite V in Z.
  apply Rmult_integral in Z; destruct Z as [Z|Z]; [|rewrite Z; ring].
  apply Rmult_integral in Z; destruct Z as [Z|Z];
    [|exfalso; pose proof (Rinv_0_lt_compat _ Hpi); lra].
  apply (eq_IZR _ 0), (proj1 (Z.abs_0_iff _)) in Z; rewrite Z; unfold Rdiv; ring.
Qed.

Lemma absolute_ascending P pi : (0 < pi)%Z -> ascending (polynomial (absolute P) pi).
Proof.
  intros Hpi; apply IZR_lt in Hpi; exists (fun p => IZR (at1 (absolute P) p) / IZR pi); split.
  - intros p _; replace (at1 (absolute P) p) with (Z.abs (at1 P p)) by (symmetry;
    apply (map_nth Z.abs P 0%Z p)).
    apply Rmult_le_pos.
    + apply IZR_le, Z.abs_nonneg.
    + left; apply Rinv_0_lt_compat, Hpi.
  - apply polynomial_power_series.
Qed.

(** A configuration with the collapsed energy for |f| has it for f. *)
Lemma absolute_tie n d w k P pi x : (0 < pi)%Z -> laplacian_psd n (weighted w k) -> unit_vectors n d x ->
  energy n d w k (polynomial (absolute P) pi) x = collapsed_energy n w k (polynomial (absolute P) pi) ->
  energy n d w k (polynomial P pi) x = collapsed_energy n w k (polynomial P pi).
Proof.
  intros Hpi HA Hx H; pose proof (absolute_gap n d (weighted w k) x P pi Hpi HA Hx) as G.
  pose proof (energy_gap n d w k (polynomial (absolute P) pi) x) as Eg.
  pose proof (energy_gap n d w k (polynomial P pi) x) as E; unfold weighted in *; lra.
Qed.

(** "Some" for |f| gives "some" for f. *)
Theorem absolute_some n d w k P pi : (1 <= d)%nat -> (0 < pi)%Z -> laplacian_psd n (weighted w k) ->
  zonal d (polynomial P pi) -> GraphLawsSome n w k (polynomial (absolute P) pi) d ->
  GraphLawsSome n w k (polynomial P pi) d.
Proof.
  intros Hd Hpi HA Hf ((x0 & [Hx0 M0] & C0) & x & [Hx M] & C).
  assert (T : forall y, unit_vectors n d y ->
    energy n d w k (polynomial P pi) y <= collapsed_energy n w k (polynomial P pi)) by (apply zonal_bound;
      assumption).
  split; [exists x0; split; [apply collapsed_maximiser|]; assumption|].
  exists x; split; [split; [exact Hx|]|exact C]; intros y Hy;
    rewrite (absolute_tie n d w k P pi x Hpi HA Hx); [auto|].
  rewrite <- (energy_of_collapsed n d w k _ x0 Hx0 C0); apply Rle_antisym; [apply M0, Hx|apply M, Hx0].
Qed.

(** The same for all laws. *)
Theorem absolute_laws_some n d w k P pi : (1 <= d)%nat -> (0 < pi)%Z ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) -> laplacian_psd n (weighted w k) ->
  (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) -> zonal d (polynomial P pi) ->
  AllLawsSome n w k (polynomial (absolute P) pi) d -> AllLawsSome n w k (polynomial P pi) d.
Proof.
  intros Hd Hpi Hk HA HD Hf ((m0 & q0 & x0 & (Hq0 & Hx0 & M0) & C0) & m & q & x & (Hq & Hx & M) & C).
  pose proof (zonal_slices_bound n d w k _ Hk HA HD Hf) as B; split.
  - exists m0, q0, x0; split; [split; [|split]; [assumption..|]|exact C0]; intros m' q' y Hq' Hy.
    rewrite (slice_energy_collapsed n m0 d w k _ q0 x0 Hq0 Hx0 C0); apply B; assumption.
  - exists m, q, x; split; [split; [|split]; [assumption..|]|exact C]; intros m' q' y Hq' Hy.
    assert (E : slice_energy n m d w k (polynomial (absolute P) pi) q x
      = collapsed_energy n w k (polynomial (absolute P) pi)).
    { rewrite <- (slice_energy_collapsed n m0 d w k _ q0 x0 Hq0 Hx0 C0).
      apply Rle_antisym; [apply M0|apply M]; assumption. }
    rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k _ q Hq) in E.
    apply absolute_tie in E; [|exact Hpi|apply flat_laplacian_psd; assumption|apply (flat_unit n m d x Hx)].
    rewrite <- slice_energy_flat, (collapsed_energy_flat n m w k _ q Hq) in E; rewrite E; apply B;
      assumption.
Qed.

(** ** "All" where null vectors are constant *)

(** Null vectors are constant and f has one peak: a configuration without a gap is collapsed. *)
Theorem zonal_rigid n d w k f : laplacian_psd n (weighted w k) ->
  laplacian_null_constant n (weighted w k) ->
  zonal d f -> peaked f -> forall x, unit_vectors n d x ->
  energy n d w k f x = collapsed_energy n w k f -> collapsed n d x.
Proof.
  intros HA HN Hf Hp x Hx Heq i j Hi Hj; pose proof (energy_gap n d w k f x) as E.
  assert (Z : rsum2 n (fun i j => weighted w k i j * (f 1 - f (dot d (x i) (x j)))) = 0)
    by (unfold weighted in *; lra).
  pose proof (zonal_null n d _ x f HA HN Hx Hf Z i j Hi Hj) as V.
  apply dot_unit_one; auto; pose proof (dot_unit_bounds d (x i) (x j) (Hx i Hi) (Hx j Hj)) as B.
  destruct (Rlt_le_dec (dot d (x i) (x j)) 1) as [L|L]; [|lra].
  specialize (Hp (dot d (x i) (x j)) ltac:(lra)); lra.
Qed.

(** Without a gap a Gram kernel has the same mean between slice i and slice i0 as on the diagonal of i0. *)
Lemma gram_means n m d w k q x i0 K :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> laplacian_null_constant n (weighted w k) ->
  (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) -> (i0 < n)%nat -> 0 < w i0 * degree n w k i0 ->
  slice_masses n m q -> gram d K ->
  rsum2 (n * m) (fun t u => weighted (flat_weight m w q) (flat_factor m k) t u
    * kernel_distance K (flat_points m x t) (flat_points m x u)) = 0 ->
  forall i, (i < n)%nat -> rsum2 m (fun a b => q i a * q i0 b * K (x i a) (x i0 b))
    = rsum m (fun a => q i0 a * K (x i0 a) (x i0 a)).
Proof.
  intros Hk HA HN HD Hi0 HD0 Hq; pose proof (flat_laplacian_psd n m w k q Hq Hk HA HD) as HP.
  induction 1 as [c F Hc HF|K M GK IK GM IM|K M E GK IK]; intros H0 i Hi.
  - rewrite (rsum2_ext m _ (fun a b => c * (q i a * F (x i a) * (q i0 b * F (x i0 b))))) by (intros; ring).
    rewrite (rsum_ext m _ (fun a => c * (q i0 a * (F (x i0 a) * F (x i0 a))))) by (intros; ring).
    rewrite rsum2_scal, rsum_scal; unfold rsum2; rewrite <- rsum_mult; unfold kernel_distance in H0.
    set (v := fun t => F (flat_points m x t)) in *.
    rewrite (rsum2_ext (n * m) _ (fun t u => c * (weighted (flat_weight m w q) (flat_factor m k) t u
      * ((v t - v u) * (v t - v u))))) in H0 by (intros; unfold v; ring).
    rewrite rsum2_scal in H0; apply Rmult_integral in H0; destruct H0 as [->|H0]; [ring|].
    assert (Z : laplacian_form (n * m) (weighted (flat_weight m w q) (flat_factor m k)) v = 0)
      by (unfold laplacian_form; rewrite H0; ring).
    rewrite flat_laplacian in Z by assumption.
    assert (HV : forall i, (i < n)%nat -> 0 <= w i * degree n w k i * variance m q v i).
    { intros l Hl; apply Rmult_le_pos; [auto|apply (variance_nonneg n); assumption]. }
    pose proof (rsum_nonneg n _ HV) as S; pose proof (HA (mean m q v)) as P.
    pose proof (rsum_nonneg_zero n _ HV ltac:(lra) i0 Hi0) as V0.
    apply Rmult_integral in V0; destruct V0 as [V0|V0]; [lra|].
    pose proof (HN (mean m q v) ltac:(lra) i i0 Hi Hi0) as Em.
    pose proof (second_moment m q v i0 (proj2 (Hq i0 Hi0))) as Q; rewrite V0, Rplus_0_l in Q.
    assert (at_point : forall l a, (a < m)%nat -> v (l * m + a)%nat = F (x l a)).
    { intros l a Ha; unfold v, flat_points; rewrite flat_div, flat_mod by exact Ha; reflexivity. }
    rewrite (rsum_ext m (fun a => q i0 a * (v _ * v _)) (fun a => q i0 a * (F (x i0 a) * F (x i0 a)))) in Q
      by (intros; rewrite !at_point by assumption; reflexivity).
    assert (Mean : forall l, mean m q v l = rsum m (fun a => q l a * F (x l a))).
    { intros l; apply rsum_ext; intros a Ha; rewrite at_point by exact Ha; reflexivity. }
    rewrite Q, <- Em, <- !Mean, <- Em; reflexivity.
  - pose proof (gram_form (n * m) d _ (flat_points m x) K HP GK) as PK.
    pose proof (gram_form (n * m) d _ (flat_points m x) M HP GM) as PM.
    assert (S : rsum2 (n * m) (fun t u => weighted (flat_weight m w q) (flat_factor m k) t u
        * kernel_distance K (flat_points m x t) (flat_points m x u))
      + rsum2 (n * m) (fun t u => weighted (flat_weight m w q) (flat_factor m k) t u
        * kernel_distance M (flat_points m x t) (flat_points m x u)) = 0).
    { rewrite <- H0, <- rsum2_plus; apply rsum2_ext; intros; unfold kernel_distance; ring. }
    specialize (IK ltac:(lra) i Hi); specialize (IM ltac:(lra) i Hi).
    rewrite (rsum2_ext m _ (fun a b => q i a * q i0 b * K (x i a) (x i0 b)
      + q i a * q i0 b * M (x i a) (x i0 b))) by (intros; ring).
    rewrite (rsum_ext m _ (fun a => q i0 a * K (x i0 a) (x i0 a) + q i0 a * M (x i0 a) (x i0 a)))
      by (intros; ring).
    rewrite rsum2_plus, rsum_plus; lra.
  - rewrite (rsum2_ext m _ (fun a b => q i a * q i0 b * K (x i a) (x i0 b))) by (intros; rewrite E;
    reflexivity).
    rewrite (rsum_ext m _ (fun a => q i0 a * K (x i0 a) (x i0 a))) by (intros; rewrite E; reflexivity).
    apply IK; [|exact Hi]; rewrite <- H0; apply rsum2_ext; intros; unfold kernel_distance; rewrite !E; ring.
Qed.

(** The same for all laws, with one w_i D_i > 0. *)
Theorem zonal_slices_rigid n m d w k f q x i0 :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> laplacian_null_constant n (weighted w k) ->
  (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) -> (i0 < n)%nat -> 0 < w i0 * degree n w k i0 ->
  zonal d f -> peaked f -> slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x.
Proof.
  intros Hk HA HN HD Hi0 HD0 Hf Hp Hq Hx Heq; destruct (zonal_kernel d f Hf) as (a0 & K & HK & E).
  rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq) in Heq.
  pose proof (energy_gap (n * m) d (flat_weight m w q) (flat_factor m k) f (flat_points m x)) as G.
  pose proof (flat_unit n m d x Hx) as Hu; pose proof (zonal_difference d f a0 K E) as Z.
  rewrite (rsum2_ext (n * m) _ (fun t u => / 2 * (weighted (flat_weight m w q) (flat_factor m k) t u
    * kernel_distance K (flat_points m x t) (flat_points m x u)))) in G
    by (intros; rewrite Z by (apply Hu; assumption); unfold weighted; ring).
  rewrite rsum2_scal in G.
  pose proof (gram_means n m d w k q x i0 K Hk HA HN HD Hi0 HD0 Hq HK ltac:(lra)) as M.
  assert (P : forall i a b, (i < n)%nat -> (a < m)%nat -> (b < m)%nat -> 0 < q i a -> 0 < q i0 b ->
    same d (x i a) (x i0 b)).
  { intros i a b Hi Ha Hb Hqa Hqb; destruct (Hq i Hi) as [Pi Si], (Hq i0 Hi0) as [P0 S0].
    assert (B : forall c e, (c < m)%nat -> (e < m)%nat -> -1 <= dot d (x i c) (x i0 e) <= 1)
      by (intros; apply dot_unit_bounds; apply Hx; assumption).
    assert (T : forall c e, (c < m)%nat -> (e < m)%nat ->
      0 <= q i c * q i0 e * (f 1 - f (dot d (x i c) (x i0 e)))).
    { intros c e Hc He; apply Rmult_le_pos; [apply Rmult_le_pos; auto|]; specialize (B c e Hc He).
      destruct (Rlt_le_dec (dot d (x i c) (x i0 e)) 1) as [L|L]; [|replace (dot d (x i c) (x i0 e)) with 1;
        lra].
      specialize (Hp (dot d (x i c) (x i0 e)) ltac:(lra)); lra. }
    assert (S : rsum2 m (fun c e => q i c * q i0 e * (f 1 - f (dot d (x i c) (x i0 e)))) = 0).
    { rewrite (rsum2_ext m _ (fun c e => (f 1 - a0) * (q i c * q i0 e)
        - q i c * q i0 e * K (x i c) (x i0 e))).
      - rewrite rsum2_minus, M, rsum2_scal by exact Hi; unfold rsum2; rewrite <- rsum_mult, Si, S0.
        rewrite (rsum_ext m _ (fun a => (f 1 - a0) * q i0 a)); [rewrite rsum_scal, S0; ring|].
        intros c Hc; pose proof (E (x i0 c) (x i0 c) (Hx i0 c Hi0 Hc) (Hx i0 c Hi0 Hc)) as V.
        rewrite (Hx i0 c Hi0 Hc) in V; replace (f 1 - a0) with (K (x i0 c) (x i0 c)) by lra; ring.
      - intros c e Hc He; rewrite (E (x i c) (x i0 e)) by (apply Hx; assumption); ring. }
    pose proof (rsum2_nonneg_zero m _ T S a b Ha Hb) as V; cbv beta in V.
    apply dot_unit_one; [apply Hx; assumption|apply Hx; assumption|]; specialize (B a b Ha Hb).
    destruct (Rlt_le_dec (dot d (x i a) (x i0 b)) 1) as [L|L]; [|lra].
    specialize (Hp (dot d (x i a) (x i0 b)) ltac:(lra)).
    pose proof (Rmult_lt_0_compat _ _ (Rmult_lt_0_compat _ _ Hqa Hqb)
      (Rlt_Rminus _ _ Hp)); lra. }
  destruct (carried n m q i0 Hq Hi0) as (e0 & He0 & Hq0).
  intros i j a b Hi Hj Ha Hb Hqa Hqb c Hc; rewrite (P i a e0), (P j b e0) by assumption; reflexivity.
Qed.

(** ** Gegenbauer polynomials themselves *)

Lemma gegenbauer_zonal e m : zonal (S (S e)) (fun t => gegenbauer (INR e) m t 1).
Proof.
  exists 0; split; [lra|exists 0, (fun x y => gegenbauer (INR e) m (dot (S (S e)) x y)
    (dot (S (S e)) x x * dot (S (S e)) y y)); split; [apply gegenbauer_gram|]].
  intros x y Hx Hy; rewrite Hx, Hy, Rmult_1_r; ring.
Qed.

(** Schoenberg's theorem, the easy half, as T5 uses it: if L is positive semidefinite, no configuration has
    more energy than the collapsed ones for f = P_m^(d), d = e + 2, whatever m and d are. *)
Theorem gegenbauer_bound e m n w k : laplacian_psd n (weighted w k) ->
  forall x, unit_vectors n (S (S e)) x ->
  energy n (S (S e)) w k (fun t => gegenbauer (INR e) m t 1) x
  <= collapsed_energy n w k (fun t => gegenbauer (INR e) m t 1).
Proof. intros HA; apply zonal_bound; [exact HA|apply gegenbauer_zonal]. Qed.
