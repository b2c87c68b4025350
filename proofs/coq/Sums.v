(** * Finite sums of real numbers

    Overview.  [rsum n f] is f 0 + ... + f (n-1).  Every finite object of the library (weights, vectors,
    kernels) is a function on the natural numbers of which only the indices below n are looked at, so that
    no type depends on n.

    Key results: linearity, monotonicity, exchange of two sums, a vanishing sum of nonnegative terms
    vanishes termwise, and a sum over n*m indices is a double sum. *)

From Coq Require Import Reals Lra Lia Arith.
Local Open Scope R_scope.

(** The sum of f over the indices 0, ..., n-1. *)
Fixpoint rsum (n : nat) (f : nat -> R) : R :=
  match n with
  | O => 0
  | S m => rsum m f + f m
  end.

(** The double sum of F over the pairs of indices below n. *)
Definition rsum2 (n : nat) (F : nat -> nat -> R) : R := rsum n (fun i => rsum n (F i)).

(** Only the values below n matter. *)
Lemma rsum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> rsum n f = rsum n g.
Proof.
  induction n as [|n IH]; simpl; intros H; [reflexivity|].
  rewrite IH, H; auto.
Qed.

Lemma rsum2_ext n F G :
  (forall i j, (i < n)%nat -> (j < n)%nat -> F i j = G i j) -> rsum2 n F = rsum2 n G.
Proof. intros H; unfold rsum2; apply rsum_ext; intros; apply rsum_ext; auto. Qed.

Lemma rsum_plus n f g : rsum n (fun i => f i + g i) = rsum n f + rsum n g.
Proof. induction n as [|n IH]; simpl; [lra|rewrite IH; lra]. Qed.

Lemma rsum_minus n f g : rsum n (fun i => f i - g i) = rsum n f - rsum n g.
Proof. induction n as [|n IH]; simpl; [lra|rewrite IH; lra]. Qed.

Lemma rsum_scal n c f : rsum n (fun i => c * f i) = c * rsum n f.
Proof. induction n as [|n IH]; simpl; [lra|rewrite IH; lra]. Qed.

Lemma rsum_scal_r n c f : rsum n (fun i => f i * c) = rsum n f * c.
Proof. induction n as [|n IH]; simpl; [lra|rewrite IH; lra]. Qed.

Lemma rsum_zero n f : (forall i, (i < n)%nat -> f i = 0) -> rsum n f = 0.
Proof.
  induction n as [|n IH]; simpl; intros H; [reflexivity|].
  rewrite IH, H; auto with real.
Qed.

Lemma rsum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> rsum n f <= rsum n g.
Proof.
  induction n as [|n IH]; simpl; intros H; [lra|].
  apply Rplus_le_compat; auto.
Qed.

Lemma rsum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= rsum n f.
Proof.
  intros H; rewrite <- (rsum_zero n (fun _ => 0)) by auto; apply rsum_le; exact H.
Qed.

(** A sum of nonnegative terms with one positive term is positive. *)
Lemma rsum_pos n f i :
  (forall j, (j < n)%nat -> 0 <= f j) -> (i < n)%nat -> 0 < f i -> 0 < rsum n f.
Proof.
  induction n as [|n IH]; simpl; intros H Hi Hp; [lia|].
  assert (0 <= rsum n f) by (apply rsum_nonneg; auto).
  destruct (Nat.eq_dec i n) as [->|]; [lra|].
  assert (0 < rsum n f) by (apply IH; auto; lia).
  specialize (H n ltac:(lia)); lra.
Qed.

(** A vanishing sum of nonnegative terms vanishes termwise. *)
Lemma rsum_nonneg_zero n f :
  (forall i, (i < n)%nat -> 0 <= f i) -> rsum n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof.
  intros H H0 i Hi; destruct (Req_dec (f i) 0) as [|Hne]; [assumption|exfalso].
  assert (0 < rsum n f) by (apply (rsum_pos n f i); auto; specialize (H i Hi); lra).
  lra.
Qed.

(** The order of summation does not matter. *)
Lemma rsum_swap n m F : rsum n (fun i => rsum m (F i)) = rsum m (fun j => rsum n (fun i => F i j)).
Proof.
  induction n as [|n IH]; simpl.
  - symmetry; apply rsum_zero; reflexivity.
  - rewrite IH, <- rsum_plus; reflexivity.
Qed.

(** A product of two sums is a double sum. *)
Lemma rsum_mult n m f g :
  rsum n f * rsum m g = rsum n (fun i => rsum m (fun j => f i * g j)).
Proof.
  rewrite <- rsum_scal_r; apply rsum_ext; intros; rewrite rsum_scal; reflexivity.
Qed.

(** One term can be taken out of a sum. *)
Lemma rsum_split n f i :
  (i < n)%nat -> rsum n f = f i + rsum n (fun j => if Nat.eqb j i then 0 else f j).
Proof.
  induction n as [|n IH]; simpl; intros Hi; [lia|].
  destruct (Nat.eq_dec i n) as [->|Hne].
  - rewrite Nat.eqb_refl; rewrite (rsum_ext n (fun j => if Nat.eqb j n then 0 else f j) f); [lra|].
    intros j Hj; rewrite (proj2 (Nat.eqb_neq j n)); auto; lia.
  - rewrite IH by lia; rewrite (proj2 (Nat.eqb_neq n i)); auto; lra.
Qed.

(** A sum in which one term alone is different from zero. *)
Lemma rsum_single n f i :
  (i < n)%nat -> (forall j, (j < n)%nat -> j <> i -> f j = 0) -> rsum n f = f i.
Proof.
  intros Hi H; rewrite (rsum_split n f i Hi), rsum_zero; [lra|].
  intros j Hj; destruct (Nat.eqb_spec j i); auto.
Qed.

(** The first term can be taken out of a sum. *)
Lemma rsum_shift n f : rsum (S n) f = f 0%nat + rsum n (fun i => f (S i)).
Proof.
  induction n as [|n IH]; [simpl; lra|].
  change (rsum (S (S n)) f) with (rsum (S n) f + f (S n)); rewrite IH; simpl; lra.
Qed.

Lemma rsum_app n m f : rsum (n + m) f = rsum n f + rsum m (fun a => f (n + a)%nat).
Proof.
  induction m as [|m IH]; simpl.
  - rewrite Nat.add_0_r; lra.
  - rewrite Nat.add_succ_r; simpl; rewrite IH; lra.
Qed.

(** A sum over n*m indices, read as pairs (i, a), is a double sum. *)
Lemma rsum_flat n m f : rsum (n * m) f = rsum n (fun i => rsum m (fun a => f (i * m + a)%nat)).
Proof.
  induction n as [|n IH]; simpl; [reflexivity|].
  rewrite Nat.add_comm, rsum_app, IH; reflexivity.
Qed.

(** The triangle inequality. *)
Lemma rsum_abs n f : Rabs (rsum n f) <= rsum n (fun i => Rabs (f i)).
Proof.
  induction n as [|n IH]; simpl; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

(** Double sums inherit linearity and monotonicity. *)
Lemma rsum2_plus n F G : rsum2 n (fun i j => F i j + G i j) = rsum2 n F + rsum2 n G.
Proof. unfold rsum2; rewrite <- rsum_plus; apply rsum_ext; intros; apply rsum_plus. Qed.

Lemma rsum2_minus n F G : rsum2 n (fun i j => F i j - G i j) = rsum2 n F - rsum2 n G.
Proof. unfold rsum2; rewrite <- rsum_minus; apply rsum_ext; intros; apply rsum_minus. Qed.

Lemma rsum2_scal n c F : rsum2 n (fun i j => c * F i j) = c * rsum2 n F.
Proof. unfold rsum2; rewrite <- rsum_scal; apply rsum_ext; intros; apply rsum_scal. Qed.

Lemma rsum2_nonneg n F :
  (forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= F i j) -> 0 <= rsum2 n F.
Proof. intros H; apply rsum_nonneg; intros; apply rsum_nonneg; auto. Qed.

Lemma rsum2_le n F G :
  (forall i j, (i < n)%nat -> (j < n)%nat -> F i j <= G i j) -> rsum2 n F <= rsum2 n G.
Proof. intros H; apply rsum_le; intros; apply rsum_le; auto. Qed.

Lemma rsum2_nonneg_zero n F :
  (forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= F i j) -> rsum2 n F = 0 ->
  forall i j, (i < n)%nat -> (j < n)%nat -> F i j = 0.
Proof.
  intros H H0 i j Hi Hj.
  apply (rsum_nonneg_zero n (F i)); auto.
  apply (rsum_nonneg_zero n (fun i => rsum n (F i))); auto.
  intros; apply rsum_nonneg; auto.
Qed.

Lemma rsum2_transpose n F : rsum2 n F = rsum2 n (fun i j => F j i).
Proof. apply rsum_swap. Qed.

(** A sum over a third index can be moved inside. *)
Lemma rsum_rsum2 d n (F : nat -> nat -> nat -> R) :
  rsum d (fun a => rsum2 n (F a)) = rsum2 n (fun i j => rsum d (fun a => F a i j)).
Proof.
  unfold rsum2; rewrite rsum_swap; apply rsum_ext; intros; apply rsum_swap.
Qed.
