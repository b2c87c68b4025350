(** * T4 from T5: gauge kernels whose factor has any signs

    Overview.  u_i = Q_i x_i turns the maximisers of a gauge kernel into those of k f(<u_i, u_j>), whatever
    the signs
    of k.  If the latter are exactly the collapsed ones (T5: L positive semidefinite), the former are exactly
    x_i = Q_i^T u.

    Key results: [signed_claim_none], [signed_claim_all]: the claims in both views, from the claims of T5
    and the
    integers of the Q_i. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices
  PsdCheck FactorCertificate Profiles Claims GaugeCertificate.
Import ListNotations.
Local Open Scope R_scope.

(** ** Maximisers in x and in u *)

Lemma turned_back n d Q y :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  forall i, (i < n)%nat -> same d (apply d (Q i) (apply d (transpose (Q i)) (y i))) (y i).
Proof. intros HQ i Hi; apply apply_transpose, HQ, Hi. Qed.

(** x is a maximiser of the gauge kernel only if u = Q x is one of the plain kernel. *)
Lemma gauge_maximiser_plain n d w k f Q x :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  gauge_maximiser n d w k f Q x <-> maximiser n d w k f (fun i => apply d (Q i) (x i)).
Proof.
  intros HQ; split; intros [Hx Hm].
  - split; [apply (gauge_unit n d Q x HQ), Hx|]; intros y Hy.
    assert (U : unit_vectors n d (fun i => apply d (transpose (Q i)) (y i))).
    { intros i Hi; rewrite orthogonal_dot; [apply Hy, Hi|apply transpose_orthogonal, HQ, Hi]. }
    specialize (Hm _ U); rewrite !gauge_energy_plain in Hm.
    replace (energy n d w k f y)
      with (energy n d w k f (fun i => apply d (Q i) (apply d (transpose (Q i)) (y i)))); [exact Hm|].
    unfold energy; f_equal; apply rsum2_ext; intros i j Hi Hj.
    rewrite (dot_ext d _ (y i) _ (y j)) by (apply apply_transpose, HQ; assumption); reflexivity.
  - split; [apply (gauge_unit n d Q x HQ), Hx|]; intros y Hy; rewrite !gauge_energy_plain.
    apply Hm, (gauge_unit n d Q y HQ), Hy.
Qed.

Lemma gauge_law_maximiser_plain n m d w k f Q q x :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> slice_points n m d x ->
  gauge_law_maximiser n m d w k f Q q x <-> law_maximiser n m d w k f q (fun i a => apply d (Q i) (x i a)).
Proof.
  intros HQ Px; split; intros (Hq & Hx & Hm).
  - split; [exact Hq|split; [apply gauge_slice_points; assumption|]]; intros m' q' y Hq' Hy.
    assert (U : slice_points n m' d (fun i a => apply d (transpose (Q i)) (y i a))).
    { intros i a Hi Ha; rewrite orthogonal_dot; [apply Hy; assumption|apply transpose_orthogonal, HQ, Hi]. }
    specialize (Hm m' q' _ Hq' U); unfold gauge_slice_energy in Hm.
    replace (slice_energy n m' d w k f q' y) with
      (slice_energy n m' d w k f q' (fun i a => apply d (Q i) (apply d (transpose (Q i)) (y i a))));
        [exact Hm|].
    unfold slice_energy; f_equal; apply rsum2_ext; intros i j Hi Hj; f_equal; apply rsum2_ext;
      intros a b Ha Hb.
    rewrite (dot_ext d _ (y i a) _ (y j b)) by (apply apply_transpose, HQ; assumption); reflexivity.
  - split; [exact Hq|split; [exact Px|]]; intros m' q' y Hq' Hy; unfold gauge_slice_energy.
    apply Hm; [exact Hq'|apply gauge_slice_points; assumption].
Qed.

(** The frames Q_i^T e_0 are maximisers in both views. *)
Lemma frames_maximal n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  GraphLawsAll n w k f d -> AllLawsAll n w k f d ->
  (exists x, gauge_maximiser n d w k f Q x) /\ exists m q x, gauge_law_maximiser n m d w k f Q q x.
Proof.
  intros Hn Hd HQ HG HL.
  assert (F : forall i, (i < n)%nat ->
    same d (apply d (Q i) (apply d (transpose (Q i)) (basis 0))) (basis 0))
    by (intros i Hi; apply apply_transpose, HQ, Hi).
  assert (U : forall i, (i < n)%nat -> dot d (apply d (transpose (Q i)) (basis 0))
    (apply d (transpose (Q i)) (basis 0)) = 1)
    by (intros i Hi; rewrite orthogonal_dot; [apply basis_unit, Hd|apply transpose_orthogonal, HQ, Hi]).
  split.
  - exists (fun i => apply d (transpose (Q i)) (basis 0)); apply gauge_maximiser_plain; [exact HQ|].
    apply HG; split.
    + intros i Hi; rewrite (dot_ext d _ (basis 0) _ (basis 0)) by (apply F, Hi); apply basis_unit, Hd.
    + intros i j Hi Hj a Ha; rewrite (F i Hi a Ha), (F j Hj a Ha); reflexivity.
  - exists 1%nat, (fun _ _ => 1), (fun i _ => apply d (transpose (Q i)) (basis 0)).
    apply gauge_law_maximiser_plain; [exact HQ|intros i a Hi _; apply U, Hi|apply HL; split; [|split]].
    + intros i _; split; [intros; lra|simpl; ring].
    + intros i a Hi _; rewrite (dot_ext d _ (basis 0) _ (basis 0)) by (apply F, Hi); apply basis_unit, Hd.
    + intros i j a b Hi Hj _ _ _ _ c Hc; rewrite (F i Hi c Hc), (F j Hj c Hc); reflexivity.
Qed.

(** In a maximising law x_ia = Q_i^T u where there is mass, for one unit vector u. *)
Lemma law_frames n m d w k f Q q x :
  (1 <= n)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) -> AllLawsAll n w k f d ->
  gauge_law_maximiser n m d w k f Q q x -> exists u, dot d u u = 1 /\
  forall i a, (i < n)%nat -> (a < m)%nat -> 0 < q i a -> same d (x i a) (apply d (transpose (Q i)) u).
Proof.
  intros Hn HQ HL Hx; pose proof Hx as (Hq & Px & _).
  apply gauge_law_maximiser_plain in Hx; [|exact HQ|exact Px]; apply HL in Hx; destruct Hx as (_ & Pu & C).
  destruct (carried n m q 0 Hq ltac:(lia)) as (c & Hc & Hqc).
  exists (apply d (Q 0%nat) (x 0%nat c)); split; [apply Pu; [lia|exact Hc]|].
  intros i a Hi Ha Hqa e He; rewrite <- (transpose_apply d (Q i) (x i a) (HQ i Hi) e He).
  apply apply_ext; intros b Hb; apply (C i 0%nat a c); auto.
Qed.

Lemma graph_frames n d w k f Q x :
  (1 <= n)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d ->
  gauge_maximiser n d w k f Q x -> exists u, dot d u u = 1 /\
  forall i, (i < n)%nat -> same d (x i) (apply d (transpose (Q i)) u).
Proof.
  intros Hn HQ HG Hx; apply gauge_maximiser_plain in Hx; [|exact HQ]; apply HG in Hx; destruct Hx as [U C].
  exists (apply d (Q 0%nat) (x 0%nat)); split; [apply U; lia|].
  intros i Hi e He; rewrite <- (transpose_apply d (Q i) (x i) (HQ i Hi) e He).
  apply apply_ext; intros b Hb; apply (C i 0%nat); auto.
Qed.

(** ** The claims *)

(** Orthogonal M_i / den. *)
Definition frames_check (n d : nat) (M : list (list (list Z))) (den : Z) : bool :=
  Nat.ltb 0 n && Nat.ltb 0 d && (0 <? den)%Z && forallb (fun i => orthogonal_check d den (nth i M [])) (seq
    0 n).

Lemma frames_check_sound n d M den : frames_check n d M den = true ->
  (1 <= n)%nat /\ (1 <= d)%nat /\ 0 < IZR den /\ forall i, (i < n)%nat -> orthogonal d (gauge M den i).
Proof.
  intros H; repeat (apply andb_prop in H; destruct H as [H ?E]); apply Nat.ltb_lt in H, E1.
  apply Z.ltb_lt, IZR_lt in E0; split; [lia|split; [lia|split; [exact E0|]]]; intros i Hi.
  exact (orthogonal_check_sound d den _ E0 (forallb_seq n _ E i Hi)).
Qed.

(** "none" in both views: a left inverse of the differences Q_i^T - Q_0^T. *)
Theorem signed_claim_none n d w k M den B s f :
  frames_check n d M den = true -> inverse_check n d M B s = true ->
  GraphLawsAll n w k f d -> AllLawsAll n w k f d ->
  GaugeGraphLawsNone n d w k f (gauge M den) /\ GaugeAllLawsNone n d w k f (gauge M den).
Proof.
  intros H HI HG HL; destruct (frames_check_sound n d M den H) as (Hn & Hd & Hden & HQ).
  destruct (frames_maximal n d w k f _ Hn Hd HQ HG HL) as [EG EL]; split; split; [exact EG| |exact EL|].
  - intros x Hx C; destruct (graph_frames n d w k f _ x Hn HQ HG Hx) as (u & Hu & Hxu).
    apply (inverse_check_sound n d M den B s u Hn Hden HI Hu).
    intros i j Hi Hj a Ha; rewrite <- (Hxu i Hi a Ha), <- (Hxu j Hj a Ha); apply C; assumption.
  - intros m q x Hx C; destruct (law_frames n m d w k f _ q x Hn HQ HL Hx) as (u & Hu & Hxu).
    destruct Hx as (Hq & _); apply (inverse_check_sound n d M den B s u Hn Hden HI Hu); intros i j Hi Hj a Ha.
    destruct (carried n m q i Hq Hi) as (b & Hb & Hqb), (carried n m q j Hq Hj) as (c & Hc & Hqc).
    rewrite <- (Hxu i b Hi Hb Hqb a Ha), <- (Hxu j c Hj Hc Hqc a Ha); apply (C i j b c); assumption.
Qed.

(** "all" in both views: the matrices are all equal. *)
Theorem signed_claim_all n d w k M den f :
  frames_check n d M den = true -> equal_check n d M = true ->
  GraphLawsAll n w k f d -> AllLawsAll n w k f d ->
  GaugeGraphLawsAll n d w k f (gauge M den) /\ GaugeAllLawsAll n d w k f (gauge M den).
Proof.
  intros H HE HG HL; destruct (frames_check_sound n d M den H) as (Hn & Hd & Hden & HQ).
  destruct (frames_maximal n d w k f _ Hn Hd HQ HG HL) as [EG EL]; split; split; [exact EG| |exact EL|].
  - intros x Hx; destruct (graph_frames n d w k f _ x Hn HQ HG Hx) as (u & Hu & Hxu); intros i j Hi Hj a Ha.
    rewrite (Hxu i Hi a Ha), (Hxu j Hj a Ha); apply (equal_check_sound n d M den u Hn HE); assumption.
  - intros m q x Hx; destruct (law_frames n m d w k f _ q x Hn HQ HL Hx) as (u & Hu & Hxu).
    intros i j b c Hi Hj Hb Hc Hqb Hqc a Ha; rewrite (Hxu i b Hi Hb Hqb a Ha), (Hxu j c Hj Hc Hqc a Ha).
    apply (equal_check_sound n d M den u Hn HE); assumption.
Qed.
