(** * The interaction energy and its maximisers

    Overview.  n labels with weights w_i, a factor k_ij, a profile f, unit vectors x_i of R^d.  The energy of
    the graph law that puts the weight w_i on x_i is

        E(x) = 1/2 sum_{i,j} w_i w_j k_ij f(<x_i, x_j>),

    self-interactions i = j included.

    Key results: the energy of a collapsed configuration is f(1)/2 sum w_i w_j k_ij; how an inequality
    for the energy becomes a statement about its maximisers ("all of them are collapsed", "none is"). *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors.
Local Open Scope R_scope.

(** E(x) = 1/2 sum_{i,j} w_i w_j k_ij f(<x_i, x_j>). *)
Definition energy (n d : nat) (w : nat -> R) (k : nat -> nat -> R) (f : R -> R)
  (x : nat -> nat -> R) : R :=
  / 2 * rsum2 n (fun i j => w i * w j * k i j * f (dot d (x i) (x j))).

(** The energy that every collapsed configuration has: f(1)/2 sum_{i,j} w_i w_j k_ij. *)
Definition collapsed_energy (n : nat) (w : nat -> R) (k : nat -> nat -> R) (f : R -> R) : R :=
  / 2 * (f 1 * rsum2 n (fun i j => w i * w j * k i j)).

(** x is a maximiser of the energy among all configurations of n unit vectors of R^d. *)
Definition maximiser (n d : nat) (w : nat -> R) (k : nat -> nat -> R) (f : R -> R)
  (x : nat -> nat -> R) : Prop :=
  unit_vectors n d x /\
  forall y, unit_vectors n d y -> energy n d w k f y <= energy n d w k f x.

(** A collapsed configuration of unit vectors has the collapsed energy. *)
Lemma energy_of_collapsed n d w k f x :
  unit_vectors n d x -> collapsed n d x -> energy n d w k f x = collapsed_energy n w k f.
Proof.
  intros Hu Hc; unfold energy, collapsed_energy; f_equal; rewrite <- rsum2_scal.
  apply rsum2_ext; intros i j Hi Hj; rewrite (dot_same_one d (x i) (x j)); [ring|auto|auto].
Qed.

(** Equal profiles have equal energies. *)
Lemma energy_profile_ext n d w k f g x : (forall t, f t = g t) -> energy n d w k f x = energy n d w k g x.
Proof. intros H; unfold energy; f_equal; apply rsum2_ext; intros; rewrite H; reflexivity. Qed.

(** The gap to the collapsed energy is a weighted sum of the differences f(1) - f(<x_i, x_j>). *)
Lemma energy_gap n d w k f x :
  2 * (collapsed_energy n w k f - energy n d w k f x)
  = rsum2 n (fun i j => w i * w j * k i j * (f 1 - f (dot d (x i) (x j)))).
Proof.
  unfold energy, collapsed_energy.
  transitivity (f 1 * rsum2 n (fun i j => w i * w j * k i j)
                - rsum2 n (fun i j => w i * w j * k i j * f (dot d (x i) (x j)))); [field|].
  rewrite <- rsum2_scal, <- rsum2_minus; apply rsum2_ext; intros; ring.
Qed.

(** If no configuration has more energy than the collapsed ones, the collapsed ones are maximisers. *)
Lemma collapsed_maximiser n d w k f :
  (forall y, unit_vectors n d y -> energy n d w k f y <= collapsed_energy n w k f) ->
  forall x, unit_vectors n d x -> collapsed n d x -> maximiser n d w k f x.
Proof.
  intros H x Hu Hc; split; [exact Hu|]; intros y Hy.
  rewrite (energy_of_collapsed n d w k f x Hu Hc); auto.
Qed.

(** If besides only collapsed configurations reach that energy, the maximisers are exactly these. *)
Lemma maximiser_iff_collapsed n d w k f :
  (1 <= d)%nat ->
  (forall y, unit_vectors n d y -> energy n d w k f y <= collapsed_energy n w k f) ->
  (forall y, unit_vectors n d y -> energy n d w k f y = collapsed_energy n w k f -> collapsed n d y) ->
  forall x, maximiser n d w k f x <-> unit_vectors n d x /\ collapsed n d x.
Proof.
  intros Hd Hle Heq x; split.
  - intros [Hu Hm]; split; [exact Hu|]; apply Heq; [exact Hu|].
    destruct (collapsed_exists n d Hd) as [c [Hcu Hcc]].
    specialize (Hm c Hcu); rewrite (energy_of_collapsed n d w k f c Hcu Hcc) in Hm.
    specialize (Hle x Hu); lra.
  - intros [Hu Hc]; apply collapsed_maximiser; auto.
Qed.

(** If some configuration has more energy than the collapsed ones, no maximiser is collapsed. *)
Lemma no_maximiser_collapsed n d w k f y :
  unit_vectors n d y -> collapsed_energy n w k f < energy n d w k f y ->
  forall x, maximiser n d w k f x -> ~ collapsed n d x.
Proof.
  intros Hy Hlt x [Hu Hm] Hc.
  specialize (Hm y Hy); rewrite (energy_of_collapsed n d w k f x Hu Hc) in Hm; lra.
Qed.
