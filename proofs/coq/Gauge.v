(** * T4: gauge kernels (rotary encodings, prefix tokens)

    Overview.  h = k_ij f(<Q_i x_i, Q_j x_j>) with orthogonal matrices Q_i.  The change of variables
    u_i = Q_i x_i turns the energy, and the flow, into those of the plain kernel k_ij f(<u_i, u_j>).

    Key results: the bound; the maximisers are exactly the x_i = Q_i^T u, u a unit vector
    ([gauge_maximisers]); every maximiser, or none, is collapsed according to how Q_i^T u depends on i; the
    right-hand side of the flow is conjugated exactly ([gauge_flow_conjugate]).

    Reference: J. Su et al., RoFormer: enhanced transformer with rotary position embedding (2021). *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative.
Local Open Scope R_scope.

(** The product of a d x d matrix and a vector, and the transpose. *)
Definition apply (d : nat) (Q : nat -> nat -> R) (x : nat -> R) : nat -> R := fun a => dot d (Q a) x.
Definition transpose (Q : nat -> nat -> R) : nat -> nat -> R := fun a b => Q b a.

(** Q^T Q = I and Q Q^T = I. *)
Definition orthogonal (d : nat) (Q : nat -> nat -> R) : Prop :=
  forall a b, (a < d)%nat -> (b < d)%nat ->
  rsum d (fun c => Q c a * Q c b) = basis a b /\ rsum d (fun c => Q a c * Q b c) = basis a b.

(** <Q x, y> = <x, Q^T y>. *)
Lemma adjoint d Q x y : dot d (apply d Q x) y = dot d x (apply d (transpose Q) y).
Proof.
  unfold apply, dot, transpose.
  rewrite (rsum_ext d _ (fun a => rsum d (fun b => Q a b * x b * y a)))
    by (intros; rewrite rsum_scal_r; reflexivity).
  rewrite rsum_swap; apply rsum_ext; intros b _; rewrite <- rsum_scal; apply rsum_ext; intros; ring.
Qed.

Lemma apply_ext d Q x y : same d x y -> forall a, apply d Q x a = apply d Q y a.
Proof. intros H a; apply dot_ext; [intros b _; reflexivity|exact H]. Qed.

(** Q^T (Q x) = x. *)
Lemma transpose_apply d Q x : orthogonal d Q -> same d (apply d (transpose Q) (apply d Q x)) x.
Proof.
  intros HQ a Ha; unfold apply, dot, transpose.
  rewrite (rsum_ext d _ (fun c => rsum d (fun b => Q c a * Q c b * x b)))
    by (intros; rewrite <- rsum_scal; apply rsum_ext; intros; ring).
  rewrite rsum_swap, (rsum_ext d _ (fun b => basis a b * x b)).
  - apply dot_basis; exact Ha.
  - intros b Hb; rewrite rsum_scal_r; f_equal; apply (HQ a b Ha Hb).
Qed.

Lemma transpose_orthogonal d Q : orthogonal d Q -> orthogonal d (transpose Q).
Proof. intros HQ a b Ha Hb; unfold transpose; destruct (HQ a b Ha Hb); split; assumption. Qed.

(** Q (Q^T u) = u. *)
Lemma apply_transpose d Q u : orthogonal d Q -> same d (apply d Q (apply d (transpose Q) u)) u.
Proof. intros HQ; apply (transpose_apply d (transpose Q)), transpose_orthogonal, HQ. Qed.

(** Orthogonal matrices preserve dot products. *)
Lemma orthogonal_dot d Q x y : orthogonal d Q -> dot d (apply d Q x) (apply d Q y) = dot d x y.
Proof.
  intros HQ; rewrite adjoint; apply dot_ext; [intros a _; reflexivity|apply transpose_apply, HQ].
Qed.

(** ** Energy and maximisers *)

(** E(x) = 1/2 sum w_i w_j k_ij f(<Q_i x_i, Q_j x_j>). *)
Definition gauge_energy n d w k f (Q : nat -> nat -> nat -> R) (x : nat -> nat -> R) : R :=
  / 2 * rsum2 n (fun i j => w i * w j * k i j * f (dot d (apply d (Q i) (x i)) (apply d (Q j) (x j)))).

Definition gauge_maximiser n d w k f Q x : Prop :=
  unit_vectors n d x /\
  forall y, unit_vectors n d y -> gauge_energy n d w k f Q y <= gauge_energy n d w k f Q x.

Lemma gauge_unit n d Q x :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  unit_vectors n d x <-> unit_vectors n d (fun i => apply d (Q i) (x i)).
Proof.
  intros HQ; split; intros H i Hi; specialize (H i Hi); cbv beta in *.
  - rewrite orthogonal_dot by auto; exact H.
  - rewrite orthogonal_dot in H by auto; exact H.
Qed.

(** The change of variables: the gauge energy of x is the plain energy of u_i = Q_i x_i. *)
Lemma gauge_energy_plain n d w k f Q x :
  gauge_energy n d w k f Q x = energy n d w k f (fun i => apply d (Q i) (x i)).
Proof. reflexivity. Qed.

(** The bound f(1)/2 sum w_i w_j k_ij. *)
Theorem gauge_bound n d w k f Q :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> nonnegative n (weighted w k) -> bounded_by_one f ->
  forall x, unit_vectors n d x -> gauge_energy n d w k f Q x <= collapsed_energy n w k f.
Proof.
  intros HQ HA Hf x Hx; rewrite gauge_energy_plain; apply nonnegative_bound; auto.
  apply gauge_unit; assumption.
Qed.

(** Equality exactly when all Q_i x_i coincide. *)
Theorem gauge_equality n d w k f Q :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> connected n (weighted w k) -> peaked f ->
  forall x, unit_vectors n d x ->
  (gauge_energy n d w k f Q x = collapsed_energy n w k f <-> collapsed n d (fun i => apply d (Q i) (x i))).
Proof.
  intros HQ HA Hc Hf x Hx; pose proof (proj1 (gauge_unit n d Q x HQ) Hx) as Hu.
  rewrite gauge_energy_plain; split.
  - apply nonnegative_rigid; assumption.
  - apply energy_of_collapsed; assumption.
Qed.

(** Every unit vector u gives a configuration x_i = Q_i^T u that attains the bound. *)
Theorem gauge_attained n d w k f Q u :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> dot d u u = 1 ->
  unit_vectors n d (fun i => apply d (transpose (Q i)) u) /\
  gauge_energy n d w k f Q (fun i => apply d (transpose (Q i)) u) = collapsed_energy n w k f.
Proof.
  intros HQ Hu.
  assert (Hx : unit_vectors n d (fun i => apply d (transpose (Q i)) u)).
  { intros i Hi; rewrite orthogonal_dot; [exact Hu|apply transpose_orthogonal, HQ, Hi]. }
  split; [exact Hx|]; rewrite gauge_energy_plain; apply (energy_of_collapsed n d).
  - apply gauge_unit; assumption.
  - intros i j Hi Hj a Ha; rewrite !apply_transpose; auto.
Qed.

(** T4: the maximisers are exactly the configurations x_i = Q_i^T u, u a unit vector. *)
Theorem gauge_maximisers n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> connected n (weighted w k) -> peaked f ->
  forall x, gauge_maximiser n d w k f Q x <->
  exists u, dot d u u = 1 /\ forall i, (i < n)%nat -> same d (x i) (apply d (transpose (Q i)) u).
Proof.
  intros Hn Hd HQ HA Hc Hf x; split.
  - intros [Hx Hm].
    destruct (gauge_attained n d w k f Q (basis 0) HQ (basis_unit d 0 Hd)) as [Hy Ey].
    specialize (Hm _ Hy); rewrite Ey in Hm.
    pose proof (gauge_bound n d w k f Q HQ HA (peaked_bounded f Hf) x Hx).
    assert (C : collapsed n d (fun i => apply d (Q i) (x i))).
    { apply (gauge_equality n d w k f Q HQ HA Hc Hf x Hx); lra. }
    exists (apply d (Q 0%nat) (x 0%nat)); split; [rewrite orthogonal_dot; auto|].
    intros i Hi a Ha; rewrite <- (transpose_apply d (Q i) (x i) (HQ i Hi) a Ha).
    apply apply_ext; apply (C i 0%nat); auto.
  - intros (u & Hu & Hxu).
    assert (Hx : unit_vectors n d x).
    { intros i Hi; rewrite (dot_ext d _ _ _ _ (Hxu i Hi) (Hxu i Hi)), orthogonal_dot;
        [exact Hu|apply transpose_orthogonal, HQ, Hi]. }
    split; [exact Hx|]; intros y Hy.
    apply Rle_trans with (collapsed_energy n w k f).
    + apply gauge_bound; auto; apply peaked_bounded, Hf.
    + right; symmetry; apply (gauge_equality n d w k f Q HQ HA Hc Hf x Hx).
      intros i j Hi Hj a Ha.
      rewrite (apply_ext d (Q i) _ _ (Hxu i Hi)), (apply_ext d (Q j) _ _ (Hxu j Hj)).
      rewrite !apply_transpose; auto.
Qed.

(** No maximiser is collapsed if and only if no unit vector u has the same image Q_i^T u for all labels. *)
Theorem gauge_none n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> connected n (weighted w k) -> peaked f ->
  (forall x, gauge_maximiser n d w k f Q x -> ~ collapsed n d x) <->
  (forall u, dot d u u = 1 -> ~ collapsed n d (fun i => apply d (transpose (Q i)) u)).
Proof.
  intros Hn Hd HQ HA Hc Hf; split.
  - intros H u Hu; apply H, (gauge_maximisers n d w k f Q Hn Hd HQ HA Hc Hf).
    exists u; split; [exact Hu|intros i _ a _; reflexivity].
  - intros H x Hx C; apply (gauge_maximisers n d w k f Q Hn Hd HQ HA Hc Hf) in Hx.
    destruct Hx as (u & Hu & Hxu); apply (H u Hu).
    intros i j Hi Hj a Ha; rewrite <- (Hxu i Hi a Ha), <- (Hxu j Hj a Ha); apply C; assumption.
Qed.

(** Every maximiser is collapsed if and only if Q_i^T u is the same for all labels, for every unit
    vector u. *)
Theorem gauge_all n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> connected n (weighted w k) -> peaked f ->
  (forall x, gauge_maximiser n d w k f Q x -> collapsed n d x) <->
  (forall u, dot d u u = 1 -> collapsed n d (fun i => apply d (transpose (Q i)) u)).
Proof.
  intros Hn Hd HQ HA Hc Hf; split.
  - intros H u Hu; apply H, (gauge_maximisers n d w k f Q Hn Hd HQ HA Hc Hf).
    exists u; split; [exact Hu|intros i _ a _; reflexivity].
  - intros H x Hx; apply (gauge_maximisers n d w k f Q Hn Hd HQ HA Hc Hf) in Hx.
    destruct Hx as (u & Hu & Hxu).
    intros i j Hi Hj a Ha; rewrite (Hxu i Hi a Ha), (Hxu j Hj a Ha); apply (H u Hu); assumption.
Qed.

(** ** The flow *)

(** P_x v = v - <x, v> x. *)
Definition project (d : nat) (x v : nat -> R) : nat -> R := fun a => v a - dot d x v * x a.

(** The velocity of token i under the plain kernel, f' = g: P_{u_i} sum_j w_j k_ij g(<u_i, u_j>) u_j. *)
Definition velocity n d (w : nat -> R) (k : nat -> nat -> R) (g : R -> R) (u : nat -> nat -> R) (i : nat)
  : nat -> R :=
  project d (u i) (fun a => rsum n (fun j => w j * k i j * g (dot d (u i) (u j)) * u j a)).

(** The velocity under the gauge kernel: P_{x_i} sum_j w_j k_ij g(<Q_i x_i, Q_j x_j>) Q_i^T Q_j x_j. *)
Definition gauge_velocity n d (w : nat -> R) (k : nat -> nat -> R) (g : R -> R)
  (Q : nat -> nat -> nat -> R) (x : nat -> nat -> R) (i : nat) : nat -> R :=
  project d (x i) (fun a => rsum n (fun j =>
    w j * k i j * g (dot d (apply d (Q i) (x i)) (apply d (Q j) (x j)))
    * apply d (transpose (Q i)) (apply d (Q j) (x j)) a)).

(** T4c: in the variables u_i = Q_i x_i the flow of the gauge kernel is the flow of the plain one. *)
Theorem gauge_flow_conjugate n d w k g Q x i :
  (i < n)%nat -> (forall j, (j < n)%nat -> orthogonal d (Q j)) ->
  same d (apply d (Q i) (gauge_velocity n d w k g Q x i))
         (velocity n d w k g (fun j => apply d (Q j) (x j)) i).
Proof.
  intros Hi HQ a Ha; unfold velocity, gauge_velocity.
  set (u := fun j => apply d (Q j) (x j)).
  set (s := fun j => w j * k i j * g (dot d (u i) (u j))).
  set (V := fun b => rsum n (fun j => s j * apply d (transpose (Q i)) (u j) b)).
  assert (L : same d (apply d (Q i) V) (fun b => rsum n (fun j => s j * u j b))).
  { intros b Hb; unfold apply at 1, dot at 1, V.
    rewrite (rsum_ext d _ (fun c => rsum n (fun j => s j * (Q i b c * apply d (transpose (Q i)) (u j) c))))
      by (intros; rewrite <- rsum_scal; apply rsum_ext; intros; ring).
    rewrite rsum_swap; apply rsum_ext; intros j _; rewrite rsum_scal; f_equal.
    exact (apply_transpose d (Q i) (u j) (HQ i Hi) b Hb). }
  change (apply d (Q i) (project d (x i) V) a
          = project d (u i) (fun b => rsum n (fun j => s j * u j b)) a).
  unfold project; rewrite <- (L a Ha).
  replace (dot d (u i) (fun b => rsum n (fun j => s j * u j b))) with (dot d (x i) V).
  - unfold apply at 1, dot at 1.
    rewrite (rsum_ext d _ (fun c => Q i a c * V c - dot d (x i) V * (Q i a c * x i c))) by (intros; ring).
    rewrite rsum_minus, rsum_scal; reflexivity.
  - rewrite <- (orthogonal_dot d (Q i) (x i) V (HQ i Hi)).
    apply dot_ext; [intros b _; reflexivity|exact L].
Qed.
