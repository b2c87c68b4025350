(** * T5 for all laws with finitely many labels and finitely supported slices

    Overview.  Instead of one point x_i per label, the slice of label i is a probability on m points x_ia with
    masses q_ia (fewer points: masses zero).  The energy of the law sum_i w_i sum_a q_ia delta_(x_ia) is

        1/2 sum_{i,j} w_i w_j k_ij sum_{a,b} q_ia q_jb f(<x_ia, x_jb>).

    It is the energy of a graph law on the n m labels (i, a), whose signed Laplacian at v is
    <vbar, L vbar> + sum_i w_i D_i var_i(v), with the mean and the variance of v in each slice and the
    degrees D_i = sum_j w_j k_ij.
    So the condition is: L positive semidefinite and w_i D_i >= 0.

    Key results: [slices_bound], and [slices_rigid]: if one w_i D_i > 0, the null space of L is that of the
    constants and a_1 > 0, equality holds only for one common point. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian.
Local Open Scope R_scope.

(** D_i = sum_j w_j k_ij. *)
Definition degree (n : nat) (w : nat -> R) (k : nat -> nat -> R) (i : nat) : R :=
  rsum n (fun j => w j * k i j).

(** The masses of each slice are nonnegative and sum to 1. *)
Definition slice_masses (n m : nat) (q : nat -> nat -> R) : Prop :=
  forall i, (i < n)%nat -> (forall a, (a < m)%nat -> 0 <= q i a) /\ rsum m (q i) = 1.

(** All points of all slices are unit vectors. *)
Definition slice_points (n m d : nat) (x : nat -> nat -> nat -> R) : Prop :=
  forall i a, (i < n)%nat -> (a < m)%nat -> dot d (x i a) (x i a) = 1.

Definition slice_energy n m d w k (f : R -> R) (q : nat -> nat -> R) (x : nat -> nat -> nat -> R) : R :=
  / 2 * rsum2 n (fun i j => w i * w j * k i j *
    rsum2 m (fun a b => q i a * q j b * f (dot d (x i a) (x j b)))).

(** All points that carry mass coincide: the content marginal is one Dirac mass. *)
Definition slices_collapsed n m d (q : nat -> nat -> R) (x : nat -> nat -> nat -> R) : Prop :=
  forall i j a b, (i < n)%nat -> (j < n)%nat -> (a < m)%nat -> (b < m)%nat ->
  0 < q i a -> 0 < q j b -> same d (x i a) (x j b).

(** ** The labels (i, a) as the numbers i m + a *)

Definition flat_weight (m : nat) (w : nat -> R) (q : nat -> nat -> R) (t : nat) : R :=
  w (t / m)%nat * q (t / m)%nat (t mod m)%nat.
Definition flat_factor (m : nat) (k : nat -> nat -> R) (t u : nat) : R := k (t / m)%nat (u / m)%nat.
Definition flat_points (m : nat) (x : nat -> nat -> nat -> R) (t : nat) : nat -> R :=
  x (t / m)%nat (t mod m)%nat.

Lemma flat_div m i a : (a < m)%nat -> ((i * m + a) / m = i)%nat.
Proof. intros Ha; rewrite Nat.div_add_l, Nat.div_small by lia; lia. Qed.

Lemma flat_mod m i a : (a < m)%nat -> ((i * m + a) mod m = a)%nat.
Proof. intros Ha; rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia; reflexivity. Qed.

(** A double sum over the labels (i, a). *)
Lemma rsum2_flat n m F :
  rsum2 (n * m) F = rsum2 n (fun i j => rsum2 m (fun a b => F (i * m + a)%nat (j * m + b)%nat)).
Proof.
  unfold rsum2; rewrite rsum_flat; apply rsum_ext; intros i _.
  rewrite (rsum_ext m _ (fun a => rsum n (fun j => rsum m (fun b => F (i * m + a)%nat (j * m + b)%nat))))
    by (intros; apply rsum_flat).
  apply rsum_swap.
Qed.

Lemma flat_unit n m d x : slice_points n m d x -> unit_vectors (n * m) d (flat_points m x).
Proof.
  intros Hx t Ht; assert (m <> 0%nat) by (intros ->; lia).
  apply Hx; [apply Nat.div_lt_upper_bound; lia|apply Nat.mod_upper_bound; assumption].
Qed.

(** The energy of the slices is that of the graph law on the labels (i, a). *)
Lemma slice_energy_flat n m d w k f q x :
  slice_energy n m d w k f q x
  = energy (n * m) d (flat_weight m w q) (flat_factor m k) f (flat_points m x).
Proof.
  unfold slice_energy, energy; f_equal; rewrite rsum2_flat; apply rsum2_ext; intros i j _ _.
  rewrite <- rsum2_scal; apply rsum2_ext; intros a b Ha Hb.
  unfold flat_weight, flat_factor, flat_points; rewrite !flat_div, !flat_mod by assumption; ring.
Qed.

Lemma collapsed_energy_flat n m w k f q :
  slice_masses n m q ->
  collapsed_energy (n * m) (flat_weight m w q) (flat_factor m k) f = collapsed_energy n w k f.
Proof.
  intros Hq; unfold collapsed_energy; f_equal; f_equal; rewrite rsum2_flat; apply rsum2_ext; intros i j Hi Hj.
  rewrite (rsum2_ext m _ (fun a b => w i * w j * k i j * (q i a * q j b))).
  - rewrite rsum2_scal; unfold rsum2; rewrite <- rsum_mult.
    rewrite (proj2 (Hq i Hi)), (proj2 (Hq j Hj)); ring.
  - intros a b Ha Hb; unfold flat_weight, flat_factor; rewrite !flat_div, !flat_mod by assumption; ring.
Qed.

(** ** The Laplacian on the labels (i, a) *)

(** The mean of v in slice i, and its variance. *)
Definition mean (m : nat) (q : nat -> nat -> R) (v : nat -> R) (i : nat) : R :=
  rsum m (fun a => q i a * v (i * m + a)%nat).
Definition variance (m : nat) (q : nat -> nat -> R) (v : nat -> R) (i : nat) : R :=
  rsum m (fun a => q i a * Rsqr (v (i * m + a)%nat - mean m q v i)).

Lemma variance_nonneg n m q v i : slice_masses n m q -> (i < n)%nat -> 0 <= variance m q v i.
Proof.
  intros Hq Hi; apply rsum_nonneg; intros a Ha.
  apply Rmult_le_pos; [apply (Hq i Hi); exact Ha|apply Rle_0_sqr].
Qed.

(** The second moment is the variance plus the squared mean. *)
Lemma second_moment m q v i :
  rsum m (q i) = 1 ->
  rsum m (fun a => q i a * (v (i * m + a)%nat * v (i * m + a)%nat))
  = variance m q v i + mean m q v i * mean m q v i.
Proof.
  intros Hq; unfold variance.
  rewrite (rsum_ext m (fun a => q i a * Rsqr _) (fun a => q i a * (v (i * m + a)%nat * v (i * m + a)%nat)
    - 2 * mean m q v i * (q i a * v (i * m + a)%nat) + mean m q v i * mean m q v i * q i a))
    by (intros; unfold Rsqr; ring).
  rewrite rsum_plus, rsum_minus, !rsum_scal, Hq; unfold mean; ring.
Qed.

(** <v, L' v> = <vbar, L vbar> + sum_i w_i D_i var_i(v). *)
Lemma flat_laplacian n m w k q v :
  slice_masses n m q -> (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_form (n * m) (weighted (flat_weight m w q) (flat_factor m k)) v
  = laplacian_form n (weighted w k) (mean m q v)
    + rsum n (fun i => w i * degree n w k i * variance m q v i).
Proof.
  intros Hq Hk; set (mu := mean m q v); set (va := variance m q v); unfold laplacian_form.
  assert (P : rsum2 (n * m) (fun t u => weighted (flat_weight m w q) (flat_factor m k) t u
                                         * ((v t - v u) * (v t - v u)))
    = rsum2 n (fun i j => weighted w k i j * ((mu i - mu j) * (mu i - mu j)))
      + (rsum2 n (fun i j => weighted w k i j * va i) + rsum2 n (fun i j => weighted w k i j * va j))).
  { rewrite rsum2_flat, <- !rsum2_plus; apply rsum2_ext; intros i j Hi Hj.
    destruct (Hq i Hi) as [_ Qi], (Hq j Hj) as [_ Qj].
    rewrite (rsum2_ext m _ (fun a b => weighted w k i j *
      ((q i a * (v (i * m + a)%nat * v (i * m + a)%nat)) * q j b
       + q i a * (q j b * (v (j * m + b)%nat * v (j * m + b)%nat))
       - 2 * ((q i a * v (i * m + a)%nat) * (q j b * v (j * m + b)%nat))))).
    - rewrite rsum2_scal, rsum2_minus, rsum2_plus, rsum2_scal.
      unfold rsum2 at 1 2 3; rewrite <- !rsum_mult, !second_moment, Qi, Qj by assumption.
      fold (mean m q v i) (mean m q v j); fold mu va; ring.
    - intros a b Ha Hb; unfold weighted, flat_weight, flat_factor.
      rewrite !flat_div, !flat_mod by assumption; ring. }
  rewrite P.
  assert (V : rsum2 n (fun i j => weighted w k i j * va i) = rsum n (fun i => w i * degree n w k i * va i)).
  { apply rsum_ext; intros i _; unfold degree; rewrite rsum_scal_r, <- rsum_scal; f_equal.
    apply rsum_ext; intros; unfold weighted; ring. }
  assert (T : rsum2 n (fun i j => weighted w k i j * va j) = rsum2 n (fun i j => weighted w k i j * va i)).
  { rewrite rsum2_transpose; apply rsum2_ext; intros i j Hi Hj; unfold weighted; rewrite (Hk j i Hj Hi);
    ring. }
  rewrite T, V; field.
Qed.

Lemma flat_laplacian_psd n m w k q :
  slice_masses n m q -> (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) ->
  laplacian_psd (n * m) (weighted (flat_weight m w q) (flat_factor m k)).
Proof.
  intros Hq Hk HA HD v; rewrite flat_laplacian by assumption.
  apply Rplus_le_le_0_compat; [apply HA|].
  apply rsum_nonneg; intros i Hi; apply Rmult_le_pos; [auto|apply (variance_nonneg n); assumption].
Qed.

(** ** The theorems *)

(** T5 for all laws: if L is positive semidefinite and w_i D_i >= 0 for every label, no law has more energy
    than the collapsed ones. *)
Theorem slices_bound n m d w k a f q x :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) ->
  (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f ->
  slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x <= collapsed_energy n w k f.
Proof.
  intros Hk HA HD Ha Hf Hq Hx.
  rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq).
  apply (laplacian_psd_bound _ d _ _ a f); auto.
  - apply flat_laplacian_psd; assumption.
  - apply (flat_unit n m d x Hx).
Qed.

(** The squared length of the mean of slice i and the variances of its coordinates sum to 1. *)
Lemma slice_moments n m d q x i :
  slice_masses n m q -> slice_points n m d x -> (i < n)%nat ->
  rsum d (fun b => variance m q (fun t => flat_points m x t b) i)
  + rsum d (fun b => Rsqr (mean m q (fun t => flat_points m x t b) i)) = 1.
Proof.
  intros Hq Hx Hi; destruct (Hq i Hi) as [_ Qi].
  rewrite <- rsum_plus, (rsum_ext d _ (fun b => rsum m (fun a => q i a * (x i a b * x i a b)))).
  - rewrite rsum_swap, <- Qi; apply rsum_ext; intros a Ha; rewrite rsum_scal.
    change (rsum d (fun b => x i a b * x i a b)) with (dot d (x i a) (x i a)); rewrite (Hx i a Hi Ha); ring.
  - intros b _; unfold Rsqr; rewrite <- second_moment by exact Qi; apply rsum_ext; intros a Ha.
    unfold flat_points; rewrite flat_div, flat_mod by exact Ha; reflexivity.
Qed.

(** T5 for all laws, uniqueness: if all w_i D_i >= 0 and one of them is positive, the null space of L is
    that of the constants and a_1 > 0, a law with the collapsed energy is collapsed. *)
Theorem slices_rigid n m d w k a f q x i0 :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> laplacian_null_constant n (weighted w k) ->
  (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) -> (i0 < n)%nat -> 0 < w i0 * degree n w k i0 ->
  (forall p, (1 <= p)%nat -> 0 <= a p) -> 0 < a 1%nat -> power_series a f ->
  slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x.
Proof.
  intros Hk HA Hnull HD Hi0 HD0 Ha Ha1 Hf Hq Hx Heq.
  rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq) in Heq.
  pose proof (flat_laplacian_psd n m w k q Hq Hk HA HD) as HP.
  pose proof (flat_unit n m d x Hx) as Hu.
  pose proof (laplacian_psd_equality (n * m) d _ _ a f HP Ha Ha1 Hf _ Hu Heq) as Hzero.
  set (v := fun b t => flat_points m x t b) in *.
  assert (HV : forall b i, (i < n)%nat -> 0 <= w i * degree n w k i * variance m q (v b) i).
  { intros b i Hi; apply Rmult_le_pos; [auto|apply (variance_nonneg n); assumption]. }
  assert (Z : forall b, (b < d)%nat ->
    laplacian_form n (weighted w k) (mean m q (v b)) = 0 /\
    rsum n (fun i => w i * degree n w k i * variance m q (v b) i) = 0).
  { intros b Hb; pose proof (Hzero b Hb) as Z; change (fun i => flat_points m x i b) with (v b) in Z.
    rewrite flat_laplacian in Z by assumption.
    pose proof (rsum_nonneg n _ (HV b)); pose proof (HA (mean m q (v b))); split; lra. }
  assert (M : forall b i j, (b < d)%nat -> (i < n)%nat -> (j < n)%nat -> mean m q (v b) i = mean m q (v b) j).
  { intros b i j Hb Hi Hj; apply (Hnull _ (proj1 (Z b Hb))); assumption. }
  assert (V0 : rsum d (fun b => variance m q (v b) i0) = 0).
  { apply rsum_zero; intros b Hb.
    pose proof (rsum_nonneg_zero n _ (HV b) (proj2 (Z b Hb)) i0 Hi0) as E.
    apply Rmult_integral in E; destruct E as [E|E]; [lra|exact E]. }
  assert (V : forall b i, (b < d)%nat -> (i < n)%nat -> variance m q (v b) i = 0).
  { intros b i Hb Hi; pose proof (slice_moments n m d q x i0 Hq Hx Hi0) as E0.
    pose proof (slice_moments n m d q x i Hq Hx Hi) as E; fold v in E0, E.
    change (rsum d (fun b => variance m q (v b) i0) + rsum d (fun b => Rsqr (mean m q (v b) i0)) = 1) in E0.
    change (rsum d (fun b => variance m q (v b) i) + rsum d (fun b => Rsqr (mean m q (v b) i)) = 1) in E.
    rewrite (rsum_ext d (fun b => Rsqr (mean m q (v b) i)) (fun b => Rsqr (mean m q (v b) i0))) in E
      by (intros c Hc; rewrite (M c i i0 Hc Hi Hi0); reflexivity).
    apply (rsum_nonneg_zero d (fun b => variance m q (v b) i)); [|lra|exact Hb].
    intros; apply (variance_nonneg n); assumption. }
  assert (P : forall b i e, (b < d)%nat -> (i < n)%nat -> (e < m)%nat -> 0 < q i e ->
    x i e b = mean m q (v b) i0).
  { intros b i e Hb Hi He Hqe; rewrite (M b i0 i Hb Hi0 Hi).
    assert (Hterm : forall c, (c < m)%nat -> 0 <= q i c * Rsqr (v b (i * m + c)%nat - mean m q (v b) i)).
    { intros c Hc; apply Rmult_le_pos; [apply (Hq i Hi); exact Hc|apply Rle_0_sqr]. }
    pose proof (rsum_nonneg_zero m _ Hterm (V b i Hb Hi) e He) as T.
    apply Rmult_integral in T; destruct T as [T|T]; [lra|]; apply Rsqr_0_uniq in T.
    change (v b (i * m + e)%nat) with (x ((i * m + e) / m)%nat ((i * m + e) mod m)%nat b) in T.
    rewrite flat_div, flat_mod in T by assumption; lra. }
  intros i j e g Hi Hj He Hg Hqe Hqg b Hb.
  rewrite (P b i e), (P b j g) by assumption; reflexivity.
Qed.

(** T5 for all laws and the exponential profile, at every beta >= 0. *)
Corollary slices_bound_exp n m d w k beta q x :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) ->
  0 <= beta -> slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k (fun t => exp (beta * t)) q x <= collapsed_energy n w k (fun t => exp (beta * t)).
Proof.
  intros Hk HA HD Hb; apply (slices_bound n m d w k (fun p => beta ^ p / INR (fact p))); auto.
  - intros p _; apply exponential_coefficients, Hb.
  - apply exponential_series.
Qed.

(** ** Maximisers *)

(** A law is a maximiser among all laws with finitely supported slices. *)
Definition law_maximiser n m d w k f q x : Prop :=
  slice_masses n m q /\ slice_points n m d x /\
  forall m' q' x', slice_masses n m' q' -> slice_points n m' d x' ->
  slice_energy n m' d w k f q' x' <= slice_energy n m d w k f q x.

(** A collapsed law has the collapsed energy. *)
Lemma slice_energy_collapsed n m d w k f q x :
  slice_masses n m q -> slice_points n m d x -> slices_collapsed n m d q x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f.
Proof.
  intros Hq Hx Hc; unfold slice_energy, collapsed_energy; f_equal; rewrite <- rsum2_scal.
  apply rsum2_ext; intros i j Hi Hj; destruct (Hq i Hi) as [Pi Qi], (Hq j Hj) as [Pj Qj].
  rewrite (rsum2_ext m _ (fun a b => f 1 * (q i a * q j b))).
  - rewrite rsum2_scal; unfold rsum2; rewrite <- rsum_mult, Qi, Qj; ring.
  - intros a b Ha Hb; destruct (Pi a Ha) as [Ha0|Ha0]; [|rewrite <- Ha0; ring].
    destruct (Pj b Hb) as [Hb0|Hb0]; [|rewrite <- Hb0; ring].
    rewrite (dot_same_one d (x i a) (x j b)); [ring|auto|apply Hc; assumption].
Qed.

(** The law with one point e_1 for all labels. *)
Lemma one_point_law n d : (1 <= d)%nat ->
  slice_masses n 1 (fun _ _ => 1) /\ slice_points n 1 d (fun _ _ => basis 0) /\
  slices_collapsed n 1 d (fun _ _ => 1) (fun _ _ => basis 0).
Proof.
  intros Hd; split; [|split].
  - intros i _; split; [intros; lra|simpl; lra].
  - intros i a _ _; apply basis_unit; lia.
  - intros i j a b _ _ _ _ _ _ c _; reflexivity.
Qed.

(** A bound by the collapsed energy with rigidity: the maximisers are exactly the collapsed laws. *)
Lemma law_maximiser_iff_collapsed n d w k f :
  (1 <= d)%nat ->
  (forall m q x, slice_masses n m q -> slice_points n m d x ->
     slice_energy n m d w k f q x <= collapsed_energy n w k f) ->
  (forall m q x, slice_masses n m q -> slice_points n m d x ->
     slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x) ->
  forall m q x, law_maximiser n m d w k f q x <->
  slice_masses n m q /\ slice_points n m d x /\ slices_collapsed n m d q x.
Proof.
  intros Hd Hle Heq m q x; split.
  - intros (Hq & Hx & Hm); split; [exact Hq|split; [exact Hx|]]; apply Heq; auto.
    destruct (one_point_law n d Hd) as (Q & X & C).
    specialize (Hm _ _ _ Q X); rewrite (slice_energy_collapsed n 1 d w k f _ _ Q X C) in Hm.
    specialize (Hle m q x Hq Hx); lra.
  - intros (Hq & Hx & Hc); split; [exact Hq|split; [exact Hx|]]; intros m' q' x' Hq' Hx'.
    rewrite (slice_energy_collapsed n m d w k f q x Hq Hx Hc); auto.
Qed.

(** If some law has more energy than the collapsed ones, no maximiser is collapsed. *)
Lemma no_law_maximiser_collapsed n d w k f m' q' x' :
  slice_masses n m' q' -> slice_points n m' d x' ->
  collapsed_energy n w k f < slice_energy n m' d w k f q' x' ->
  forall m q x, law_maximiser n m d w k f q x -> ~ slices_collapsed n m d q x.
Proof.
  intros Hq' Hx' Hlt m q x (Hq & Hx & Hm) Hc; specialize (Hm m' q' x' Hq' Hx').
  rewrite (slice_energy_collapsed n m d w k f q x Hq Hx Hc) in Hm; lra.
Qed.
