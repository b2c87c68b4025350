(** * The claims of certificates, as theorems

    Overview.  Certificates of the engine claim, for graph laws and for all laws, that "all" maximisers are
    collapsed, or that "none" is.  Each claim is one theorem here; a generated file contains the integers, the
    statement and one application.

    [w_i = W_i / omega], [k_ij = K_ij / kappa]; "all laws" have finitely supported slices.

    Key results: [graph_laws_all], [all_laws_all], [graph_laws_none], [all_laws_none_direction],
    [all_laws_none_degree]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse Slices Dichotomy PsdCheck
  FactorCertificate Profiles.
Local Open Scope R_scope.

(** Graph laws, "all": the maximisers are exactly the collapsed configurations. *)
Definition GraphLawsAll (n : nat) (w : nat -> R) (k : nat -> nat -> R) (f : R -> R) (d : nat) : Prop :=
  forall x, maximiser n d w k f x <-> unit_vectors n d x /\ collapsed n d x.

(** All laws, "all": the maximisers are exactly the collapsed laws. *)
Definition AllLawsAll (n : nat) (w : nat -> R) (k : nat -> nat -> R) (f : R -> R) (d : nat) : Prop :=
  forall m q x, law_maximiser n m d w k f q x <->
  slice_masses n m q /\ slice_points n m d x /\ slices_collapsed n m d q x.

(** Graph laws, "none": no maximiser is collapsed. *)
Definition GraphLawsNone (n : nat) (w : nat -> R) (k : nat -> nat -> R) (f : R -> R) (d : nat) : Prop :=
  forall x, maximiser n d w k f x -> ~ collapsed n d x.

(** All laws, "none": no maximiser is collapsed. *)
Definition AllLawsNone (n : nat) (w : nat -> R) (k : nat -> nat -> R) (f : R -> R) (d : nat) : Prop :=
  forall m q x, law_maximiser n m d w k f q x -> ~ slices_collapsed n m d q x.

(** A certified Laplacian with constant null vector and a rising profile: "all" for graph laws, for every
    d >= 1. *)
Theorem graph_laws_all n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> constant_null_check n data = true ->
  rising f -> (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H Hn (a & Ha & Ha1 & Hf) Hd.
  exact (factor_check_maximisers_series n W omega K kappa data H Hn d a f Hd Ha Ha1 Hf).
Qed.

(** With nonnegative degrees, one of them positive: "all" for all laws, for every d >= 1. *)
Theorem all_laws_all n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> constant_null_check n data = true ->
  degree_check n W K = true -> positive_degree_check n W K = true -> rising f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H Hn HD HP (a & Ha & Ha1 & Hf) Hd.
  unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |].
  - apply (slices_check_bound n W omega K kappa data H HD d a f Ha Hf).
  - apply (slices_check_rigid n W omega K kappa data H Hn HD HP d a f Ha Ha1 Hf).
Qed.

(** A certified negative direction and a sloped profile: "none" for graph laws, for every d >= 2. *)
Theorem graph_laws_none n W omega K kappa v f d :
  direction_check n W omega K kappa v = true -> sloped f -> (2 <= d)%nat ->
  GraphLawsNone n (weight W omega) (factor K kappa) f d.
Proof. intros H (s & Hs & Hf) Hd; exact (direction_check_none n W omega K kappa v H d f s Hd Hf Hs). Qed.

(** The same for all laws. *)
Theorem all_laws_none_direction n W omega K kappa v f d :
  direction_check n W omega K kappa v = true -> sloped f -> (2 <= d)%nat ->
  AllLawsNone n (weight W omega) (factor K kappa) f d.
Proof.
  intros H (s & Hs & Hf) Hd.
  destruct (direction_check_witness n W omega K kappa v H d f s Hd Hf Hs) as (y & Hy & Hlt).
  rewrite <- (slice_energy_graph n d _ _ f y) in Hlt.
  unfold AllLawsNone; eapply no_law_maximiser_collapsed; [| |exact Hlt].
  - intros i _; split; [intros; lra|simpl; lra].
  - intros i a Hi _; apply Hy, Hi.
Qed.

(** A certified negative degree and a sloped profile: "none" for all laws, for every d >= 2. *)
Theorem all_laws_none_degree n W omega K kappa i f d :
  negative_degree_check n W omega K kappa i = true -> sloped f -> (2 <= d)%nat ->
  AllLawsNone n (weight W omega) (factor K kappa) f d.
Proof.
  intros H (s & Hs & Hf) Hd.
  destruct (degree_check_none n W omega K kappa i H d f s Hd Hf Hs) as (q & x & Hq & Hx & Hlt).
  unfold AllLawsNone; apply (no_law_maximiser_collapsed n d _ _ f 2 q x Hq Hx Hlt).
Qed.
