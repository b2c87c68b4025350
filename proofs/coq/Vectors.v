(** * Dot products, unit vectors and the Cauchy-Schwarz inequality

    Overview.  A vector of R^d is a function on the natural numbers of which the first d values count.

    Key results: the Cauchy-Schwarz inequality; the dot product of two unit vectors lies in [-1, 1], and it
    is 1 only if they coincide.

    Reference: any book on linear algebra; Lagrange's identity gives Cauchy-Schwarz. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums.
Local Open Scope R_scope.

(** The dot product <x, y> in R^d. *)
Definition dot (d : nat) (x y : nat -> R) : R := rsum d (fun a => x a * y a).

(** Two vectors of R^d are equal. *)
Definition same (d : nat) (x y : nat -> R) : Prop := forall a, (a < d)%nat -> x a = y a.

(** The first n of the vectors x 0, x 1, ... have length one. *)
Definition unit_vectors (n d : nat) (x : nat -> nat -> R) : Prop :=
  forall i, (i < n)%nat -> dot d (x i) (x i) = 1.

(** The first n of the vectors are all equal: the configuration is collapsed. *)
Definition collapsed (n d : nat) (x : nat -> nat -> R) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> same d (x i) (x j).

(** The vector e_b of the standard basis. *)
Definition basis (b : nat) : nat -> R := fun a => if Nat.eqb a b then 1 else 0.

Lemma dot_comm d x y : dot d x y = dot d y x.
Proof. apply rsum_ext; intros; ring. Qed.

Lemma dot_ext d x x' y y' : same d x x' -> same d y y' -> dot d x y = dot d x' y'.
Proof. intros Hx Hy; apply rsum_ext; intros; rewrite Hx, Hy; auto. Qed.

Lemma dot_plus_l d x y z : dot d (fun a => x a + y a) z = dot d x z + dot d y z.
Proof. unfold dot; rewrite <- rsum_plus; apply rsum_ext; intros; ring. Qed.

Lemma dot_scal_l d c x z : dot d (fun a => c * x a) z = c * dot d x z.
Proof. unfold dot; rewrite <- rsum_scal; apply rsum_ext; intros; ring. Qed.

Lemma dot_self_nonneg d x : 0 <= dot d x x.
Proof. apply rsum_nonneg; intros; apply Rle_0_sqr. Qed.

(** |x - y|^2 = |x|^2 + |y|^2 - 2 <x, y>, and the same with a plus sign. *)
Lemma dot_difference d x y :
  dot d (fun a => x a - y a) (fun a => x a - y a) = dot d x x + dot d y y - 2 * dot d x y.
Proof.
  unfold dot; rewrite <- rsum_scal, <- rsum_plus, <- rsum_minus; apply rsum_ext; intros; ring.
Qed.

Lemma dot_sum d x y :
  dot d (fun a => x a + y a) (fun a => x a + y a) = dot d x x + dot d y y + 2 * dot d x y.
Proof.
  unfold dot; rewrite <- rsum_scal, <- !rsum_plus; apply rsum_ext; intros; ring.
Qed.

(** A vector of length zero is zero. *)
Lemma dot_self_zero d x : dot d x x = 0 -> forall a, (a < d)%nat -> x a = 0.
Proof.
  intros H a Ha; apply Rsqr_0_uniq.
  apply (rsum_nonneg_zero d (fun a => Rsqr (x a))); auto; intros; apply Rle_0_sqr.
Qed.

(** The Cauchy-Schwarz inequality, from 0 <= sum_{a,b} (x_a y_b - x_b y_a)^2 (Lagrange). *)
Theorem cauchy_schwarz d x y : dot d x y * dot d x y <= dot d x x * dot d y y.
Proof.
  assert (H : 0 <= rsum2 d (fun a b => (x a * y b - x b * y a) * (x a * y b - x b * y a))).
  { apply rsum2_nonneg; intros; apply Rle_0_sqr. }
  assert (E : rsum2 d (fun a b => (x a * y b - x b * y a) * (x a * y b - x b * y a))
              = dot d x x * dot d y y + dot d y y * dot d x x - 2 * (dot d x y * dot d x y)).
  { unfold dot; rewrite !rsum_mult; fold (rsum2 d (fun i j => x i * x i * (y j * y j))).
    fold (rsum2 d (fun i j => y i * y i * (x j * x j))).
    fold (rsum2 d (fun i j => x i * y i * (x j * y j))).
    rewrite <- rsum2_scal, <- rsum2_plus, <- rsum2_minus; apply rsum2_ext; intros; ring. }
  lra.
Qed.

(** The dot product of unit vectors lies between -1 and 1. *)
Lemma dot_unit_bounds d x y : dot d x x = 1 -> dot d y y = 1 -> -1 <= dot d x y <= 1.
Proof.
  intros Hx Hy.
  pose proof (dot_self_nonneg d (fun a => x a - y a)) as H1; rewrite dot_difference in H1.
  pose proof (dot_self_nonneg d (fun a => x a + y a)) as H2; rewrite dot_sum in H2.
  lra.
Qed.

(** Unit vectors whose dot product is 1 coincide. *)
Lemma dot_unit_one d x y : dot d x x = 1 -> dot d y y = 1 -> dot d x y = 1 -> same d x y.
Proof.
  intros Hx Hy Hxy a Ha.
  assert (H : dot d (fun a => x a - y a) (fun a => x a - y a) = 0) by (rewrite dot_difference; lra).
  pose proof (dot_self_zero _ _ H a Ha); simpl in *; lra.
Qed.

Lemma dot_same_one d x y : dot d x x = 1 -> same d x y -> dot d x y = 1.
Proof.
  intros Hx H; rewrite <- Hx; apply dot_ext; intros a Ha; [reflexivity|symmetry; auto].
Qed.

Lemma dot_basis d b x : (b < d)%nat -> dot d (basis b) x = x b.
Proof.
  intros Hb; unfold dot, basis; rewrite (rsum_single d _ b Hb).
  - rewrite Nat.eqb_refl; ring.
  - intros a _ Ha; rewrite (proj2 (Nat.eqb_neq a b)) by auto; ring.
Qed.

Lemma basis_unit d b : (b < d)%nat -> dot d (basis b) (basis b) = 1.
Proof. intros Hb; rewrite dot_basis by auto; unfold basis; rewrite Nat.eqb_refl; reflexivity. Qed.

(** In R^d, d >= 1, every number of labels has a collapsed configuration of unit vectors. *)
Lemma collapsed_exists n d :
  (1 <= d)%nat -> exists x, unit_vectors n d x /\ collapsed n d x.
Proof.
  intros Hd; exists (fun _ => basis 0); split; [intros i _; apply basis_unit; lia|].
  intros i j _ _ a _; reflexivity.
Qed.
