(** * T4 for all laws with finitely many labels and finitely supported slices

    Overview.  Nonnegative factors and gauge kernels once more, now with slices: label i carries masses q_ia
    at points x_ia.  With f(t) < f(1) for t < 1 the bound is attained only if all the points u_ia = Q_i x_ia
    that carry mass coincide.  Every label must be linked to some label, itself included (the slice of a
    single label with k = 0 is free).

    Key results: [nonnegative_slices_bound], [nonnegative_slices_rigid]; [gauge_laws_all] and
    [gauge_laws_none]: when every maximiser, or none, is collapsed. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices.
Local Open Scope R_scope.

(** Every label has some w_i w_j k_ij > 0. *)
Definition linked (n : nat) (A : nat -> nat -> R) : Prop :=
  forall i, (i < n)%nat -> exists j, (j < n)%nat /\ 0 < A i j.

Lemma flat_weighted n m w k q t u :
  (t < n * m)%nat -> (u < n * m)%nat ->
  (t / m < n)%nat /\ (u / m < n)%nat /\ (t mod m < m)%nat /\ (u mod m < m)%nat /\
  weighted (flat_weight m w q) (flat_factor m k) t u
  = weighted w k (t / m) (u / m) * (q (t / m)%nat (t mod m)%nat * q (u / m)%nat (u mod m)%nat).
Proof.
  intros Ht Hu; assert (Hm : m <> 0%nat) by (intros ->; lia).
  split; [apply Nat.div_lt_upper_bound; lia|split; [apply Nat.div_lt_upper_bound; lia|]].
  split; [apply Nat.mod_upper_bound, Hm|split; [apply Nat.mod_upper_bound, Hm|]].
  unfold weighted, flat_weight, flat_factor; ring.
Qed.

Lemma flat_nonnegative n m w k q :
  slice_masses n m q -> nonnegative n (weighted w k) ->
  nonnegative (n * m) (weighted (flat_weight m w q) (flat_factor m k)).
Proof.
  intros Hq HA t u Ht Hu; destruct (flat_weighted n m w k q t u Ht Hu) as (I & J & A & B & E); rewrite E.
  apply Rmult_le_pos; [apply HA; assumption|apply Rmult_le_pos].
  - apply (Hq _ I); exact A.
  - apply (Hq _ J); exact B.
Qed.

(** Some point of every slice carries mass. *)
Lemma carried n m q i : slice_masses n m q -> (i < n)%nat -> exists a, (a < m)%nat /\ 0 < q i a.
Proof.
  intros Hq Hi; destruct (Hq i Hi) as [_ H1].
  assert (G : forall l, 0 < rsum l (q i) -> exists a, (a < l)%nat /\ 0 < q i a).
  { induction l as [|l IH]; simpl; intros H; [lra|].
    destruct (Rlt_le_dec 0 (q i l)) as [Hp|Hp]; [exists l; auto|].
    destruct IH as (a & Ha & Hpa); [lra|exists a; auto]. }
  apply G; lra.
Qed.

(** Nonnegative factors: no law has more energy than the collapsed ones. *)
Theorem nonnegative_slices_bound n m d w k f q x :
  nonnegative n (weighted w k) -> bounded_by_one f -> slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x <= collapsed_energy n w k f.
Proof.
  intros HA Hf Hq Hx; rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq).
  apply nonnegative_bound; [apply flat_nonnegative; assumption|exact Hf|apply (flat_unit n m d x Hx)].
Qed.

(** Equality: points that carry mass, at labels with w_i w_j k_ij > 0, coincide. *)
Lemma slices_equality_edge n m d w k f q x :
  nonnegative n (weighted w k) -> peaked f -> slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f ->
  forall i j a b, (i < n)%nat -> (j < n)%nat -> (a < m)%nat -> (b < m)%nat ->
  0 < weighted w k i j -> 0 < q i a -> 0 < q j b -> same d (x i a) (x j b).
Proof.
  intros HA Hf Hq Hx Heq i j a b Hi Hj Ha Hb Hp Hqa Hqb.
  rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq) in Heq.
  pose proof (nonnegative_equality_edge (n * m) d _ _ f _ (flat_nonnegative n m w k q Hq HA) Hf
    (flat_unit n m d x Hx) Heq (i * m + a) (j * m + b) ltac:(nia) ltac:(nia)) as H.
  destruct (flat_weighted n m w k q (i * m + a) (j * m + b) ltac:(nia) ltac:(nia)) as (_ & _ & _ & _ & E).
  rewrite E in H; unfold flat_points in H; rewrite !flat_div, !flat_mod in H by assumption.
  apply H; apply Rmult_lt_0_compat; [exact Hp|apply Rmult_lt_0_compat; assumption].
Qed.

(** Nonnegative factors with connected support, every label linked: equality for collapsed laws only. *)
Theorem nonnegative_slices_rigid n m d w k f q x :
  nonnegative n (weighted w k) -> connected n (weighted w k) -> linked n (weighted w k) -> peaked f ->
  slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x.
Proof.
  intros HA HC HL Hf Hq Hx Heq; pose proof (slices_equality_edge n m d w k f q x HA Hf Hq Hx Heq) as Edge.
  intros i j a b Hi Hj Ha Hb Hqa Hqb; pose proof (HC i j Hi Hj) as Hr; revert b Hb Hqb; clear Hj.
  induction Hr as [|j l _ IH Hj Hl Hp]; intros b Hb Hqb e He.
  - destruct (HL i Hi) as (j & Hj & Hp); destruct (carried n m q j Hq Hj) as (c & Hc & Hqc).
    rewrite (Edge i j a c Hi Hj Ha Hc Hp Hqa Hqc e He).
    symmetry; apply (Edge i j b c Hi Hj Hb Hc Hp Hqb Hqc e He).
  - destruct (carried n m q j Hq Hj) as (c & Hc & Hqc).
    rewrite (IH c Hc Hqc e He); apply (Edge j l c b Hj Hl Hc Hb Hp Hqc Hqb e He).
Qed.

(** ** Gauge kernels *)

Definition gauge_slice_energy n m d w k f (Q : nat -> nat -> nat -> R) (q : nat -> nat -> R) x : R :=
  slice_energy n m d w k f q (fun i a => apply d (Q i) (x i a)).

Definition gauge_law_maximiser n m d w k f Q q x : Prop :=
  slice_masses n m q /\ slice_points n m d x /\
  forall m' q' x', slice_masses n m' q' -> slice_points n m' d x' ->
  gauge_slice_energy n m' d w k f Q q' x' <= gauge_slice_energy n m d w k f Q q x.

Lemma gauge_slice_points n m d Q x :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> slice_points n m d x ->
  slice_points n m d (fun i a => apply d (Q i) (x i a)).
Proof. intros HQ Hx i a Hi Ha; rewrite orthogonal_dot; auto. Qed.

(** The law of one point Q_i^T e_1 per label attains the bound. *)
Lemma gauge_law_attained n d w k f Q :
  (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  let x := fun i (_ : nat) => apply d (transpose (Q i)) (basis 0) in
  slice_masses n 1 (fun _ _ => 1) /\ slice_points n 1 d x /\
  gauge_slice_energy n 1 d w k f Q (fun _ _ => 1) x = collapsed_energy n w k f.
Proof.
  intros Hd HQ x; destruct (one_point_law n d Hd) as (Q1 & _ & _).
  assert (Hx : slice_points n 1 d x).
  { intros i a Hi _; unfold x; rewrite orthogonal_dot; [apply basis_unit, Hd|].
    apply transpose_orthogonal, HQ, Hi. }
  split; [exact Q1|split; [exact Hx|]]; unfold gauge_slice_energy.
  apply slice_energy_collapsed; [exact Q1|apply gauge_slice_points; assumption|].
  intros i j a b Hi Hj _ _ _ _ c Hc; unfold x; rewrite !apply_transpose; auto.
Qed.

(** A maximising law exists. *)
Lemma gauge_law_exists n d w k f Q :
  (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> bounded_by_one f ->
  exists m q x, gauge_law_maximiser n m d w k f Q q x.
Proof.
  intros Hd HQ HA Hf; destruct (gauge_law_attained n d w k f Q Hd HQ) as (M & P & E).
  exists 1%nat, (fun _ _ => 1), (fun i (_ : nat) => apply d (transpose (Q i)) (basis 0)).
  split; [exact M|split; [exact P|]]; intros m' q' x' Hq' Hx'; rewrite E.
  apply nonnegative_slices_bound; auto; apply gauge_slice_points; assumption.
Qed.

(** In a maximising law all u_ia = Q_i x_ia that carry mass coincide. *)
Lemma gauge_law_collapsed_in_u n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> connected n (weighted w k) -> linked n (weighted w k) -> peaked f ->
  forall m q x, gauge_law_maximiser n m d w k f Q q x ->
  slices_collapsed n m d q (fun i a => apply d (Q i) (x i a)).
Proof.
  intros Hn Hd HQ HA HC HL Hf m q x (Hq & Hx & Hm).
  destruct (gauge_law_attained n d w k f Q Hd HQ) as (M & P & E).
  specialize (Hm _ _ _ M P); rewrite E in Hm.
  pose proof (gauge_slice_points n m d Q x HQ Hx) as Hu.
  pose proof (nonnegative_slices_bound n m d w k f q _ HA (peaked_bounded f Hf) Hq Hu) as Hb.
  apply (nonnegative_slices_rigid n m d w k f q); auto; unfold gauge_slice_energy in Hm; lra.
Qed.

(** T4 for all laws, "all": if Q_i^T u is the same for all labels, for every unit vector u, every
    maximising law is collapsed. *)
Theorem gauge_laws_all n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> connected n (weighted w k) -> linked n (weighted w k) -> peaked f ->
  (forall u, dot d u u = 1 -> collapsed n d (fun i => apply d (transpose (Q i)) u)) ->
  forall m q x, gauge_law_maximiser n m d w k f Q q x -> slices_collapsed n m d q x.
Proof.
  intros Hn Hd HQ HA HC HL Hf H m q x Hmax i j a b Hi Hj Ha Hb Hqa Hqb c Hc.
  pose proof (gauge_law_collapsed_in_u n d w k f Q Hn Hd HQ HA HC HL Hf m q x Hmax i j a b
    Hi Hj Ha Hb Hqa Hqb) as U; destruct Hmax as (_ & Hx & _).
  rewrite <- (transpose_apply d (Q i) (x i a) (HQ i Hi) c Hc).
  rewrite <- (transpose_apply d (Q j) (x j b) (HQ j Hj) c Hc).
  rewrite <- (apply_ext d (transpose (Q j)) _ _ U).
  apply (H (apply d (Q i) (x i a))); auto; rewrite orthogonal_dot; auto.
Qed.

(** T4 for all laws, "none": if for no unit vector u the images Q_i^T u are the same for all labels, no
    maximising law is collapsed. *)
Theorem gauge_laws_none n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> connected n (weighted w k) -> linked n (weighted w k) -> peaked f ->
  (forall u, dot d u u = 1 -> ~ collapsed n d (fun i => apply d (transpose (Q i)) u)) ->
  forall m q x, gauge_law_maximiser n m d w k f Q q x -> ~ slices_collapsed n m d q x.
Proof.
  intros Hn Hd HQ HA HC HL Hf H m q x Hmax C.
  pose proof (gauge_law_collapsed_in_u n d w k f Q Hn Hd HQ HA HC HL Hf m q x Hmax) as U.
  destruct Hmax as (Hq & Hx & _); destruct (carried n m q 0 Hq Hn) as (a & Ha & Hqa).
  apply (H (apply d (Q 0%nat) (x 0%nat a))); [rewrite orthogonal_dot; auto|].
  assert (G : forall i, (i < n)%nat ->
    same d (apply d (transpose (Q i)) (apply d (Q 0%nat) (x 0%nat a))) (x 0%nat a)).
  { intros i Hi c Hc; destruct (carried n m q i Hq Hi) as (b & Hb & Hqb).
    rewrite (apply_ext d (transpose (Q i)) _ _ (U 0%nat i a b Hn Hi Ha Hb Hqa Hqb)).
    rewrite (transpose_apply d (Q i) (x i b) (HQ i Hi) c Hc).
    apply (C i 0%nat b a); assumption. }
  intros i j Hi Hj c Hc; rewrite (G i Hi c Hc), (G j Hj c Hc); reflexivity.
Qed.
