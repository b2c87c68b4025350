(** * T5, corollary (a): nonnegative factors collapse

    Overview.  If all w_i w_j k_ij are nonnegative, collapse maximises the energy as soon as f(t) <= f(1) on
    [-1, 1], and if f(t) < f(1) for t < 1 and the support of w_i w_j k_ij is connected, the maximisers are
    exactly the collapsed configurations.  No convexity, no series: every finite additive logit bias b is
    of this kind (k = e^b > 0).

    Key results: [nonnegative_bound], [nondecreasing_bound], [nonnegative_maximisers]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian.
Local Open Scope R_scope.

(** f(t) <= f(1) on [-1, 1]. *)
Definition bounded_by_one (f : R -> R) : Prop := forall t, -1 <= t <= 1 -> f t <= f 1.

(** f(t) < f(1) for -1 <= t < 1: the profile is peaked. *)
Definition peaked (f : R -> R) : Prop := forall t, -1 <= t < 1 -> f t < f 1.

(** Label j can be reached from label i through pairs with A > 0. *)
Inductive reach (n : nat) (A : nat -> nat -> R) (i : nat) : nat -> Prop :=
| reach_here : reach n A i i
| reach_step j l : reach n A i j -> (j < n)%nat -> (l < n)%nat -> 0 < A j l -> reach n A i l.

(** The support of A is connected. *)
Definition connected (n : nat) (A : nat -> nat -> R) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> reach n A i j.

(** The entries of A are nonnegative. *)
Definition nonnegative (n : nat) (A : nat -> nat -> R) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= A i j.

Lemma peaked_bounded f : peaked f -> bounded_by_one f.
Proof. intros H t Ht; destruct (Req_dec t 1) as [->|]; [lra|left; apply H; lra]. Qed.

(** The exponential profile with beta > 0 is peaked. *)
Lemma exp_peaked beta : 0 < beta -> peaked (fun t => exp (beta * t)).
Proof. intros Hb t Ht; apply exp_increasing, Rmult_lt_compat_l; lra. Qed.

(** Nonnegative factors: no configuration of unit vectors has more energy than the collapsed ones. *)
Theorem nonnegative_bound n d w k f :
  nonnegative n (weighted w k) -> bounded_by_one f ->
  forall x, unit_vectors n d x -> energy n d w k f x <= collapsed_energy n w k f.
Proof.
  intros HA Hf x Hx; pose proof (energy_gap n d w k f x) as E.
  assert (0 <= rsum2 n (fun i j => w i * w j * k i j * (f 1 - f (dot d (x i) (x j))))).
  { apply rsum2_nonneg; intros i j Hi Hj; apply Rmult_le_pos; [apply HA; assumption|].
    pose proof (Hf (dot d (x i) (x j)) (dot_unit_bounds d _ _ (Hx i Hi) (Hx j Hj))); lra. }
  lra.
Qed.

(** The same for every nondecreasing profile. *)
Corollary nondecreasing_bound n d w k f :
  nonnegative n (weighted w k) -> (forall s t, -1 <= s -> s <= t -> t <= 1 -> f s <= f t) ->
  forall x, unit_vectors n d x -> energy n d w k f x <= collapsed_energy n w k f.
Proof. intros HA Hf; apply nonnegative_bound; [exact HA|intros t [H1 H2]; apply Hf; lra]. Qed.

(** Peaked profile, equality: points joined by a pair with w_i w_j k_ij > 0 coincide. *)
Lemma nonnegative_equality_edge n d w k f x :
  nonnegative n (weighted w k) -> peaked f -> unit_vectors n d x ->
  energy n d w k f x = collapsed_energy n w k f ->
  forall i j, (i < n)%nat -> (j < n)%nat -> 0 < weighted w k i j -> same d (x i) (x j).
Proof.
  intros HA Hf Hx Heq i j Hi Hj Hp; pose proof (energy_gap n d w k f x) as E.
  assert (Hbounds : forall a b, (a < n)%nat -> (b < n)%nat -> -1 <= dot d (x a) (x b) <= 1)
    by (intros; apply dot_unit_bounds; auto).
  assert (Hpos : forall a b, (a < n)%nat -> (b < n)%nat ->
    0 <= w a * w b * k a b * (f 1 - f (dot d (x a) (x b)))).
  { intros a b Ha Hb; apply Rmult_le_pos; [apply HA; assumption|].
    pose proof (peaked_bounded f Hf _ (Hbounds a b Ha Hb)); lra. }
  assert (H0 : w i * w j * k i j * (f 1 - f (dot d (x i) (x j))) = 0).
  { apply (rsum2_nonneg_zero n (fun i j => w i * w j * k i j * (f 1 - f (dot d (x i) (x j))))); auto; lra. }
  apply Rmult_integral in H0; unfold weighted in Hp; destruct H0 as [H0|H0]; [lra|].
  destruct (Req_dec (dot d (x i) (x j)) 1) as [H1|H1]; [apply dot_unit_one; auto|].
  pose proof (Hf (dot d (x i) (x j))); pose proof (Hbounds i j Hi Hj); lra.
Qed.

(** Peaked profile, connected support: equality only for collapsed configurations. *)
Theorem nonnegative_rigid n d w k f :
  nonnegative n (weighted w k) -> connected n (weighted w k) -> peaked f ->
  forall x, unit_vectors n d x -> energy n d w k f x = collapsed_energy n w k f -> collapsed n d x.
Proof.
  intros HA Hc Hf x Hx Heq i j Hi Hj; pose proof (Hc i j Hi Hj) as Hr.
  clear Hj; induction Hr as [|j l _ IH Hj Hl Hp]; [intros a _; reflexivity|].
  intros a Ha; rewrite (IH a Ha).
  apply (nonnegative_equality_edge n d w k f x HA Hf Hx Heq j l Hj Hl Hp a Ha).
Qed.

(** The maximisers of a nonnegative factor with connected support and a peaked profile are exactly the
    collapsed configurations. *)
Theorem nonnegative_maximisers n d w k f :
  (1 <= d)%nat -> nonnegative n (weighted w k) -> connected n (weighted w k) -> peaked f ->
  forall x, maximiser n d w k f x <-> unit_vectors n d x /\ collapsed n d x.
Proof.
  intros Hd HA Hc Hf; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply nonnegative_bound; [exact HA|apply peaked_bounded, Hf].
  - apply nonnegative_rigid; assumption.
Qed.

(** A positive factor has connected support. *)
Lemma positive_connected n A :
  (forall i j, (i < n)%nat -> (j < n)%nat -> 0 < A i j) -> connected n A.
Proof. intros H i j Hi Hj; apply (reach_step n A i i j); [apply reach_here|auto|auto|auto]. Qed.
