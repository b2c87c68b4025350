(** * T5 by the sign of k alone: tables and formulas, rising exponentials of either sign of beta

    Overview.  If k >= 0 has a connected support and no zero row, and f(t) < f(1) for t < 1, the maximisers
    are exactly the collapsed laws.  No power series is needed, so e^{beta t}/beta with beta < 0 is allowed,
    and no table either: where k_ij is a formula with positive values, k = e^b for a bias b in particular,
    the theorem holds for every number of labels.

    Key results: [usa_peaked], [peak_peaked] for all beta <> 0; [graph_laws_all_sign] and [all_laws_all_sign]
    from integers; [graph_laws_all_positive] and [all_laws_all_positive] from k_ij > 0. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Slices GaugeSlices PsdCheck
  FactorCertificate Profiles GaugeCertificate Claims.
Local Open Scope R_scope.

(** ** Peaked exponentials *)

Lemma peaked_ext f g : (forall t, f t = g t) -> peaked f -> peaked g.
Proof. intros H Hf t Ht; rewrite <- !H; apply Hf, Ht. Qed.

(** c e^{beta t} increases where c beta > 0. *)
Lemma exponential_peaked c beta : 0 < c * beta -> peaked (exponential c beta).
Proof.
  intros H t Ht; unfold exponential; destruct (Rtotal_order beta 0) as [Hb|[Hb|Hb]].
  - assert (exp (beta * 1) < exp (beta * t)) by (apply exp_increasing; nra).
    assert (c < 0) by nra; nra.
  - rewrite Hb in H; lra.
  - assert (exp (beta * t) < exp (beta * 1)) by (apply exp_increasing; nra).
    assert (0 < c) by nra; nra.
Qed.

Lemma usa_peaked beta : beta <> 0 -> peaked (usa beta).
Proof.
  intros Hb; apply (peaked_ext _ _ (usa_exponential beta)), exponential_peaked.
  rewrite Rinv_l by exact Hb; lra.
Qed.

Lemma peak_peaked beta : beta <> 0 -> peaked (peak beta).
Proof.
  intros Hb; apply (peaked_ext _ _ (peak_exponential beta)), exponential_peaked.
  replace (exp (- beta) / beta * beta) with (exp (- beta)) by (field; exact Hb); apply exp_pos.
Qed.

(** ** The claims *)

(** k >= 0 on a connected support and a peaked profile: "all" for graph laws, for every d >= 1. *)
Lemma graph_laws_all_peaked n w k f d :
  nonnegative n (weighted w k) -> connected n (weighted w k) -> peaked f -> (1 <= d)%nat ->
  GraphLawsAll n w k f d.
Proof. intros HA HC Hf Hd; exact (nonnegative_maximisers n d w k f Hd HA HC Hf). Qed.

(** Without zero rows: "all" for all laws. *)
Lemma all_laws_all_peaked n w k f d :
  nonnegative n (weighted w k) -> connected n (weighted w k) -> linked n (weighted w k) -> peaked f ->
  (1 <= d)%nat -> AllLawsAll n w k f d.
Proof.
  intros HA HC HL Hf Hd; unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x.
  - apply nonnegative_slices_bound; [exact HA|apply peaked_bounded, Hf].
  - apply nonnegative_slices_rigid; assumption.
Qed.

(** From integers: positive weights, K_ij = K_ji >= 0 with a connected support and no zero row. *)
Definition sign_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) : bool :=
  Nat.ltb 0 n && support_check n W omega K kappa.

Lemma sign_check_sound n W omega K kappa :
  sign_check n W omega K kappa = true ->
  nonnegative n (weighted (weight W omega) (factor K kappa)) /\
  connected n (weighted (weight W omega) (factor K kappa)) /\
  linked n (weighted (weight W omega) (factor K kappa)).
Proof.
  intros H; apply andb_prop in H; destruct H as [Hn H]; apply Nat.ltb_lt in Hn.
  apply support_check_sound; assumption.
Qed.

(** A peaked profile: "all" for graph laws, for every d >= 1. *)
Theorem graph_laws_all_sign n W omega K kappa f d :
  sign_check n W omega K kappa = true -> peaked f -> (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof. intros H; apply sign_check_sound in H; apply graph_laws_all_peaked; apply H. Qed.

(** The same for all laws. *)
Theorem all_laws_all_sign n W omega K kappa f d :
  sign_check n W omega K kappa = true -> peaked f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof. intros H; apply sign_check_sound in H; apply all_laws_all_peaked; apply H. Qed.

(** ** Formulas *)

(** The weight 1/N of each of N labels. *)
Definition uniform (N : Z) (i : nat) : R := / IZR N.

Lemma positive_support n N k :
  0 < IZR N -> (forall i j : nat, 0 < k i j) ->
  nonnegative n (weighted (uniform N) k) /\ connected n (weighted (uniform N) k) /\
  linked n (weighted (uniform N) k).
Proof.
  intros HN Hk.
  assert (P : forall i j, 0 < weighted (uniform N) k i j).
  { intros i j; unfold weighted, uniform; pose proof (Rinv_0_lt_compat _ HN).
    repeat apply Rmult_lt_0_compat; auto. }
  split; [|split].
  - intros i j _ _; left; apply P.
  - apply positive_connected; auto.
  - intros i Hi; exists i; split; [exact Hi|apply P].
Qed.

(** Labels of one weight, k_ij > 0 and a peaked profile: "all" for graph laws, for every n and d >= 1. *)
Theorem graph_laws_all_positive n N k f d :
  0 < IZR N -> (forall i j : nat, 0 < k i j) -> peaked f -> (1 <= d)%nat ->
  GraphLawsAll n (uniform N) k f d.
Proof. intros HN Hk; apply graph_laws_all_peaked; apply (positive_support n N k HN Hk). Qed.

(** The same for all laws. *)
Theorem all_laws_all_positive n N k f d :
  0 < IZR N -> (forall i j : nat, 0 < k i j) -> peaked f -> (1 <= d)%nat ->
  AllLawsAll n (uniform N) k f d.
Proof. intros HN Hk; apply all_laws_all_peaked; apply (positive_support n N k HN Hk). Qed.
