(** * T4 for one factor from T4 for another one

    Overview.  A configuration x is a maximiser of the gauge kernel k f(<Q_i x, Q_j y>) if and only if
    u_i = Q_i x_i is one of k f(<u, v>).  So where the maximisers of k f and of k' f are the collapsed ones,
    the gauge kernels with these factors have the same maximisers, and a claim about one is a claim about the
    other.  With k' = 1, whose support is everything, T4 extends to factors of any signs for which T5 says
    "all", whatever the gauge is given by.

    Key results: [graph_claims_transfer], [law_claims_transfer]; [from_one_all], [from_one_some],
    [from_one_none] in both views. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices Claims
  GaugeCertificate GaugeSome GaugeFactor Pairs.
Local Open Scope R_scope.

(** The same maximisers among graph laws. *)
Lemma graph_maximisers_transfer n d w k k' f Q x :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d -> GraphLawsAll n w k' f d ->
  gauge_maximiser n d w k f Q x <-> gauge_maximiser n d w k' f Q x.
Proof.
  intros HQ H H'; rewrite !gauge_maximiser_plain by exact HQ; unfold GraphLawsAll in *.
  rewrite H, H'; reflexivity.
Qed.

(** The same maximisers among all laws. *)
Lemma law_maximisers_transfer n m d w k k' f Q q x :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> AllLawsAll n w k f d -> AllLawsAll n w k' f d ->
  gauge_law_maximiser n m d w k f Q q x <-> gauge_law_maximiser n m d w k' f Q q x.
Proof.
  intros HQ H H'; split; intros G; pose proof G as (_ & Px & _);
    apply gauge_law_maximiser_plain in G; auto; apply gauge_law_maximiser_plain; auto.
  - apply H', H, G.
  - apply H, H', G.
Qed.

(** Claims about graph laws go over. *)
Theorem graph_claims_transfer n d w k k' f Q :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d -> GraphLawsAll n w k' f d ->
  (GaugeGraphLawsAll n d w k' f Q -> GaugeGraphLawsAll n d w k f Q) /\
  (GaugeGraphLawsSome n d w k' f Q -> GaugeGraphLawsSome n d w k f Q) /\
  (GaugeGraphLawsNone n d w k' f Q -> GaugeGraphLawsNone n d w k f Q).
Proof.
  intros HQ H H'; pose proof (fun x => graph_maximisers_transfer n d w k k' f Q x HQ H H') as T.
  split; [|split].
  - intros [(x & Hx) C]; split; [exists x; apply T, Hx|intros y Hy; apply C, T, Hy].
  - intros [(x & Hx & Cx) (y & Hy & Cy)]; split; [exists x|exists y]; (split; [apply T|]; assumption).
  - intros [(x & Hx) C]; split; [exists x; apply T, Hx|intros y Hy; apply C, T, Hy].
Qed.

(** Claims about all laws go over. *)
Theorem law_claims_transfer n d w k k' f Q :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> AllLawsAll n w k f d -> AllLawsAll n w k' f d ->
  (GaugeAllLawsAll n d w k' f Q -> GaugeAllLawsAll n d w k f Q) /\
  (GaugeAllLawsSome n d w k' f Q -> GaugeAllLawsSome n d w k f Q) /\
  (GaugeAllLawsNone n d w k' f Q -> GaugeAllLawsNone n d w k f Q).
Proof.
  intros HQ H H'; pose proof (fun m q x => law_maximisers_transfer n m d w k k' f Q q x HQ H H') as T.
  split; [|split].
  - intros [(m & q & x & Hx) C]; split; [exists m, q, x; apply T, Hx|intros l r y Hy; apply (C l r y), T, Hy].
  - intros [(m & q & x & Hx & Cx) (l & r & y & Hy & Cy)].
    split; [exists m, q, x|exists l, r, y]; (split; [apply T|]; assumption).
  - intros [(m & q & x & Hx) C]; split; [exists m, q, x; apply T, Hx|intros l r y Hy; apply (C l r y), T, Hy].
Qed.

(** ** From the factor 1 *)

(** Positive weights, k = 1: the plain kernel's maximisers are the collapsed ones. *)
Lemma one_collapses n d w f :
  (forall i, (i < n)%nat -> 0 < w i) -> (1 <= d)%nat -> peaked f ->
  GraphLawsAll n w (fun _ _ => 1) f d /\ AllLawsAll n w (fun _ _ => 1) f d.
Proof.
  intros Hw Hd Hf; assert (P : everywhere_positive n w (fun _ _ => 1)).
  { intros i j Hi Hj; unfold weighted; rewrite Rmult_1_r; apply Rmult_lt_0_compat; apply Hw; assumption. }
  split; [apply graph_laws_all_everywhere|apply all_laws_all_everywhere]; assumption.
Qed.

(** "all": where it holds for k = 1. *)
Theorem from_one_all n d w k f Q :
  (forall i, (i < n)%nat -> 0 < w i) -> (1 <= d)%nat -> peaked f ->
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d -> AllLawsAll n w k f d ->
  GaugeGraphLawsAll n d w (fun _ _ => 1) f Q /\ GaugeAllLawsAll n d w (fun _ _ => 1) f Q ->
  GaugeGraphLawsAll n d w k f Q /\ GaugeAllLawsAll n d w k f Q.
Proof.
  intros Hw Hd Hf HQ HG HL [G L]; destruct (one_collapses n d w f Hw Hd Hf) as [G1 L1]; split.
  - exact (proj1 (graph_claims_transfer n d w k _ f Q HQ HG G1) G).
  - exact (proj1 (law_claims_transfer n d w k _ f Q HQ HL L1) L).
Qed.

(** "some": where it holds for k = 1. *)
Theorem from_one_some n d w k f Q :
  (forall i, (i < n)%nat -> 0 < w i) -> (1 <= d)%nat -> peaked f ->
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d -> AllLawsAll n w k f d ->
  GaugeGraphLawsSome n d w (fun _ _ => 1) f Q /\ GaugeAllLawsSome n d w (fun _ _ => 1) f Q ->
  GaugeGraphLawsSome n d w k f Q /\ GaugeAllLawsSome n d w k f Q.
Proof.
  intros Hw Hd Hf HQ HG HL [G L]; destruct (one_collapses n d w f Hw Hd Hf) as [G1 L1]; split.
  - exact (proj1 (proj2 (graph_claims_transfer n d w k _ f Q HQ HG G1)) G).
  - exact (proj1 (proj2 (law_claims_transfer n d w k _ f Q HQ HL L1)) L).
Qed.

(** "none": where it holds for k = 1. *)
Theorem from_one_none n d w k f Q :
  (forall i, (i < n)%nat -> 0 < w i) -> (1 <= d)%nat -> peaked f ->
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d -> AllLawsAll n w k f d ->
  GaugeGraphLawsNone n d w (fun _ _ => 1) f Q /\ GaugeAllLawsNone n d w (fun _ _ => 1) f Q ->
  GaugeGraphLawsNone n d w k f Q /\ GaugeAllLawsNone n d w k f Q.
Proof.
  intros Hw Hd Hf HQ HG HL [G L]; destruct (one_collapses n d w f Hw Hd Hf) as [G1 L1]; split.
  - exact (proj2 (proj2 (graph_claims_transfer n d w k _ f Q HQ HG G1)) G).
  - exact (proj2 (proj2 (law_claims_transfer n d w k _ f Q HQ HL L1)) L).
Qed.
