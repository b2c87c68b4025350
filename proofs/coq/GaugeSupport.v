(** * T4 from the support of k >= 0, connected or not

    Overview.  A maximiser in u_i = Q_i x_i takes one value wherever w_i w_j k_ij > 0.  So no maximiser is
    collapsed
    if some vectors cannot have Q_i x = Q_j x along all these pairs; and two configurations that are aligned
    along
    them, a collapsed one and another one, prove "some".  The Q_i are any orthogonal matrices, in closed
    form or not.
    A label with k = 0 alone has a free slice.

    Key results: [support_none], [support_all], [support_some]; [free_label]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices
  GaugeCertificate GaugeSome.
Local Open Scope R_scope.

(** Q_i x_i = Q_j x_j wherever w_i w_j k_ij <> 0. *)
Definition aligned n d w k (Q : nat -> nat -> nat -> R) (x : nat -> nat -> R) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat ->
  weighted w k i j = 0 \/ same d (apply d (Q i) (x i)) (apply d (Q j) (x j)).

(** Aligned configurations have the collapsed energy. *)
Lemma aligned_energy n d w k f Q x :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> unit_vectors n d x -> aligned n d w k Q x ->
  gauge_energy n d w k f Q x = collapsed_energy n w k f.
Proof.
  intros HQ Hx HA; unfold gauge_energy, collapsed_energy; f_equal; rewrite <- rsum2_scal; apply rsum2_ext.
  intros i j Hi Hj; destruct (HA i j Hi Hj) as [Z|A].
  - unfold weighted in Z; rewrite Z; ring.
  - rewrite (dot_same_one d _ _); [ring| |exact A].
    rewrite orthogonal_dot by (apply HQ, Hi); apply Hx, Hi.
Qed.

(** The configuration Q_i^T e_b. *)
Definition frame (d : nat) (Q : nat -> nat -> nat -> R) (b i : nat) : nat -> R :=
  apply d (transpose (Q i)) (basis b).

Lemma frame_maximiser n d w k f Q b :
  (b < d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) -> nonnegative n (weighted w k) ->
    bounded_by_one f ->
  gauge_maximiser n d w k f Q (frame d Q b) /\
  gauge_law_maximiser n 1 d w k f Q (fun _ _ => 1) (fun i _ => frame d Q b i).
Proof.
  intros Hb HQ HA Hf; destruct (gauge_attained n d w k f Q (basis b) HQ (basis_unit d b Hb)) as [U E].
  apply attained_maximiser; assumption.
Qed.

(** "none": no unit vector x has Q_i x = Q_j x wherever w_i w_j k_ij > 0. *)
Theorem support_none n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> peaked f ->
  (forall x, (forall i j, (i < n)%nat -> (j < n)%nat -> 0 < weighted w k i j ->
     same d (apply d (Q i) x) (apply d (Q j) x)) -> dot d x x <> 1) ->
  GaugeGraphLawsNone n d w k f Q /\ GaugeAllLawsNone n d w k f Q.
Proof.
  intros Hn Hd HQ HA Hf H; pose proof (peaked_bounded f Hf) as Hb.
  destruct (frame_maximiser n d w k f Q 0 Hd HQ HA Hb) as [G L].
  destruct (gauge_attained n d w k f Q (basis 0) HQ (basis_unit d 0 Hd)) as [U E].
  split; split; [eexists; exact G| |do 3 eexists; exact L|].
  - intros x [Hx Hm] C; apply (H (x 0%nat)); [|apply Hx; lia]; intros i j Hi Hj Hp.
    specialize (Hm _ U); rewrite E in Hm; pose proof (gauge_bound n d w k f Q HQ HA Hb x Hx) as B.
    rewrite gauge_energy_plain in B, Hm; apply (gauge_unit n d Q x HQ) in Hx.
    intros a Ha; rewrite (apply_ext d (Q i) _ (x i)), (apply_ext d (Q j) _ (x j)) by (apply C; lia).
    apply (nonnegative_equality_edge n d w k f _ HA Hf Hx ltac:(lra) i j Hi Hj Hp a Ha).
  - intros m q x (Hq & Hx & Hm) C.
    destruct (gauge_law_attained n d w k f Q Hd HQ) as (M & P & EL); specialize (Hm _ _ _ M P);
      rewrite EL in Hm.
    pose proof (gauge_slice_points n m d Q x HQ Hx) as Hu.
    pose proof (nonnegative_slices_bound n m d w k f q _ HA Hb Hq Hu) as B; unfold gauge_slice_energy in Hm.
    destruct (carried n m q 0 Hq Hn) as (c & Hc & Hqc).
    apply (H (x 0%nat c)); [|apply Hx; lia]; intros i j Hi Hj Hp.
    destruct (carried n m q i Hq Hi) as (a & Ha & Hqa), (carried n m q j Hq Hj) as (b & Hb' & Hqb).
    intros e He; rewrite (apply_ext d (Q i) _ (x i a)), (apply_ext d (Q j) _ (x j b)) by (apply C;
      assumption).
    apply (slices_equality_edge n m d w k f q _ HA Hf Hq Hu ltac:(lra) i j a b); assumption.
Qed.

(** "all": connected support, all Q_i^T equal on every vector. *)
Theorem support_all n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> connected n (weighted w k) -> linked n (weighted w k) -> peaked f ->
  (forall u, collapsed n d (fun i => apply d (transpose (Q i)) u)) ->
  GaugeGraphLawsAll n d w k f Q /\ GaugeAllLawsAll n d w k f Q.
Proof.
  intros Hn Hd HQ HA HC HL Hf H; split; split.
  - apply gauge_maximiser_exists; assumption.
  - apply (gauge_all n d w k f Q Hn Hd HQ HA HC Hf); auto.
  - apply gauge_law_exists; auto; apply peaked_bounded, Hf.
  - apply (gauge_laws_all n d w k f Q Hn Hd HQ HA HC HL Hf); auto.
Qed.

(** "some": an aligned configuration that is collapsed, and another one that is not. *)
Theorem support_some n d w k f Q x y :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> nonnegative n (weighted w k) -> bounded_by_one f ->
  unit_vectors n d x -> aligned n d w k Q x -> collapsed n d x ->
  unit_vectors n d y -> aligned n d w k Q y -> ~ collapsed n d y ->
  GaugeGraphLawsSome n d w k f Q /\ GaugeAllLawsSome n d w k f Q.
Proof.
  intros HQ HA Hf Ux Ax Cx Uy Ay Cy.
  destruct (attained_maximiser n d w k f Q x HQ HA Hf Ux (aligned_energy n d w k f Q x HQ Ux Ax)) as [Gx Lx].
  destruct (attained_maximiser n d w k f Q y HQ HA Hf Uy (aligned_energy n d w k f Q y HQ Uy Ay)) as [Gy Ly].
  split; split.
  - exists x; split; assumption.
  - exists y; split; assumption.
  - do 3 eexists; split; [exact Lx|]; intros i j a b Hi Hj _ _ _ _; apply Cx; assumption.
  - do 3 eexists; split; [exact Ly|]; intros G; apply Cy; intros i j Hi Hj.
    apply (G i j 0%nat 0%nat Hi Hj); try lia; lra.
Qed.

(** The frames Q_i^T e_b are aligned. *)
Lemma frame_aligned n d w k Q b :
  (b < d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  unit_vectors n d (frame d Q b) /\ aligned n d w k Q (frame d Q b).
Proof.
  intros Hb HQ; split.
  - apply (gauge_attained n d w k (fun _ => 0) Q (basis b) HQ (basis_unit d b Hb)).
  - intros i j Hi Hj; right; intros a Ha; unfold frame; rewrite !apply_transpose; auto.
Qed.

(** ** One label with k = 0 *)

(** Every configuration of one label is collapsed, and every law on it is a maximiser. *)
Theorem free_label d w k f Q :
  (1 <= d)%nat -> k 0%nat 0%nat = 0 -> GaugeGraphLawsAll 1 d w k f Q /\ GaugeAllLawsSome 1 d w k f Q.
Proof.
  intros Hd Hk.
  assert (G : forall x, gauge_energy 1 d w k f Q x = 0)
    by (intros; unfold gauge_energy, rsum2; simpl; rewrite Hk; ring).
  assert (L : forall m q x, gauge_slice_energy 1 m d w k f Q q x = 0)
    by (intros; unfold gauge_slice_energy, slice_energy, rsum2; simpl; rewrite Hk; ring).
  split; [|split]; [split| |].
  - exists (fun _ => basis 0); split; [intros i _; apply basis_unit, Hd|intros; rewrite !G; lra].
  - intros x _ i j Hi Hj a _; replace i with 0%nat by lia; replace j with 0%nat by lia; reflexivity.
  - destruct (one_point_law 1 d Hd) as (M & P & C); do 3 eexists; split; [|exact C].
    split; [exact M|split; [exact P|intros; rewrite !L; lra]].
  - exists 2%nat, (fun _ _ => / 2), (fun _ a b => (if Nat.eqb a 0 then 1 else -1) * basis 0 b).
    split; [split; [|split]|].
    + intros i _; split; [intros; lra|simpl; field].
    + intros i a _ _; pose proof (basis_unit d 0 Hd) as B; destruct (Nat.eqb a 0).
      * rewrite dot_scal_l, dot_comm, dot_scal_l, B; ring.
      * rewrite dot_scal_l, dot_comm, dot_scal_l, B; ring.
    + intros; rewrite !L; lra.
    + intros C; pose proof (C 0%nat 0%nat 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)
        ltac:(lra) ltac:(lra) 0%nat Hd) as E.
      unfold basis in E; simpl in E; lra.
Qed.
