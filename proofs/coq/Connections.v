(** * T4d: connection kernels

    Overview.  h = f(<x, O_ij y>) with orthogonal matrices O_ij = O_ji^T that need not come from a gauge,
    weights w_i > 0 and f(t) < f(1) for t < 1.  The energy 1/2 sum w_i w_j f(<x_i, O_ij x_j>) is at most
    f(1)/2 sum w_i w_j, with equality exactly at the parallel unit sections x_i = O_ij x_j.  The same for
    slices: every point x_ia that carries mass is O_ij x_jb for every x_jb that does.

    Key results: the bound; where a parallel unit section exists the maximisers are exactly these
    ([connection_maximisers], [connection_law_maximisers]); the bound is attained only by them
    ([connection_attained]); O_ij = Q_i^T Q_j for some orthogonal Q_i if and only if O_ij O_jl = O_il
    ([gauge_form_cocycle]). *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices.
Local Open Scope R_scope.

(** Orthogonal matrices O_ij with O_ji = O_ij^T. *)
Definition connection (n d : nat) (O : nat -> nat -> nat -> nat -> R) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat ->
  orthogonal d (O i j) /\
  forall a b, (a < d)%nat -> (b < d)%nat -> O j i a b = transpose (O i j) a b.

(** E(x) = 1/2 sum w_i w_j f(<x_i, O_ij x_j>). *)
Definition connection_energy n d (w : nat -> R) (f : R -> R) (O : nat -> nat -> nat -> nat -> R) x : R :=
  / 2 * rsum2 n (fun i j => w i * w j * f (dot d (x i) (apply d (O i j) (x j)))).

(** f(1)/2 sum w_i w_j. *)
Definition connection_top n (w : nat -> R) (f : R -> R) : R :=
  / 2 * (f 1 * rsum2 n (fun i j => w i * w j)).

Definition connection_maximiser n d w f O x : Prop :=
  unit_vectors n d x /\
  forall y, unit_vectors n d y -> connection_energy n d w f O y <= connection_energy n d w f O x.

(** x_i = O_ij x_j for all i, j: the section x is parallel. *)
Definition parallel n d (O : nat -> nat -> nat -> nat -> R) (x : nat -> nat -> R) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> same d (x i) (apply d (O i j) (x j)).

Definition positive_weights (n : nat) (w : nat -> R) : Prop := forall i, (i < n)%nat -> 0 < w i.

(** ** Graph laws *)

(** The gap to f(1)/2 sum w_i w_j is a weighted sum of the differences f(1) - f(<x_i, O_ij x_j>). *)
Lemma connection_gap n d w f O x :
  2 * (connection_top n w f - connection_energy n d w f O x)
  = rsum2 n (fun i j => w i * w j * (f 1 - f (dot d (x i) (apply d (O i j) (x j))))).
Proof.
  unfold connection_energy, connection_top.
  transitivity (f 1 * rsum2 n (fun i j => w i * w j)
                - rsum2 n (fun i j => w i * w j * f (dot d (x i) (apply d (O i j) (x j))))); [field|].
  rewrite <- rsum2_scal, <- rsum2_minus; apply rsum2_ext; intros; ring.
Qed.

(** <x_i, O_ij x_j> lies between -1 and 1. *)
Lemma connection_product n d O x i j :
  connection n d O -> unit_vectors n d x -> (i < n)%nat -> (j < n)%nat ->
  dot d (apply d (O i j) (x j)) (apply d (O i j) (x j)) = 1 /\
  -1 <= dot d (x i) (apply d (O i j) (x j)) <= 1.
Proof.
  intros HO Hx Hi Hj; destruct (HO i j Hi Hj) as [Oij _].
  assert (U : dot d (apply d (O i j) (x j)) (apply d (O i j) (x j)) = 1)
    by (rewrite orthogonal_dot by exact Oij; apply Hx, Hj).
  split; [exact U|apply dot_unit_bounds; [apply Hx, Hi|exact U]].
Qed.

(** Each term of the gap is nonnegative. *)
Lemma connection_gap_terms n d w f O x :
  connection n d O -> (forall i, (i < n)%nat -> 0 <= w i) -> bounded_by_one f -> unit_vectors n d x ->
  forall i j, (i < n)%nat -> (j < n)%nat ->
  0 <= w i * w j * (f 1 - f (dot d (x i) (apply d (O i j) (x j)))).
Proof.
  intros HO Hw Hf Hx i j Hi Hj; destruct (connection_product n d O x i j HO Hx Hi Hj) as [_ B].
  apply Rmult_le_pos; [apply Rmult_le_pos; auto|]; specialize (Hf _ B); lra.
Qed.

(** No configuration of unit vectors has more energy than f(1)/2 sum w_i w_j. *)
Theorem connection_bound n d w f O :
  connection n d O -> (forall i, (i < n)%nat -> 0 <= w i) -> bounded_by_one f ->
  forall x, unit_vectors n d x -> connection_energy n d w f O x <= connection_top n w f.
Proof.
  intros HO Hw Hf x Hx; pose proof (connection_gap n d w f O x) as E.
  pose proof (rsum2_nonneg n _ (connection_gap_terms n d w f O x HO Hw Hf Hx)); cbv beta in *; lra.
Qed.

(** Equality: x_i = O_ij x_j wherever w_i and w_j are positive. *)
Lemma connection_equality_pair n d w f O x :
  connection n d O -> (forall i, (i < n)%nat -> 0 <= w i) -> peaked f -> unit_vectors n d x ->
  connection_energy n d w f O x = connection_top n w f ->
  forall i j, (i < n)%nat -> (j < n)%nat -> 0 < w i -> 0 < w j -> same d (x i) (apply d (O i j) (x j)).
Proof.
  intros HO Hw Hf Hx Heq i j Hi Hj Wi Wj; pose proof (connection_gap n d w f O x) as E.
  pose proof (connection_gap_terms n d w f O x HO Hw (peaked_bounded f Hf) Hx) as T.
  destruct (connection_product n d O x i j HO Hx Hi Hj) as [U B].
  assert (Z : w i * w j * (f 1 - f (dot d (x i) (apply d (O i j) (x j)))) = 0).
  { apply (rsum2_nonneg_zero n
      (fun i j => w i * w j * (f 1 - f (dot d (x i) (apply d (O i j) (x j)))))); auto; lra. }
  pose proof (Rmult_lt_0_compat _ _ Wi Wj) as P; apply Rmult_integral in Z; destruct Z as [Z|Z]; [lra|].
  destruct (Req_dec (dot d (x i) (apply d (O i j) (x j))) 1) as [H1|H1].
  - apply dot_unit_one; [apply Hx, Hi|exact U|exact H1].
  - specialize (Hf (dot d (x i) (apply d (O i j) (x j)))); lra.
Qed.

(** Configurations with x_i = O_ij x_j wherever w_i w_j is not 0 attain the bound. *)
Lemma connection_parallel_energy n d w f O x :
  unit_vectors n d x ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> w i * w j = 0 \/ same d (x i) (apply d (O i j) (x j))) ->
  connection_energy n d w f O x = connection_top n w f.
Proof.
  intros Hx H; unfold connection_energy, connection_top; f_equal; rewrite <- rsum2_scal; apply rsum2_ext.
  intros i j Hi Hj; destruct (H i j Hi Hj) as [Z|S]; [rewrite Z; ring|].
  rewrite (dot_same_one d _ _); [ring|apply Hx, Hi|exact S].
Qed.

(** Positive weights: equality exactly at the parallel unit sections. *)
Theorem connection_equality n d w f O :
  connection n d O -> positive_weights n w -> peaked f ->
  forall x, unit_vectors n d x ->
  (connection_energy n d w f O x = connection_top n w f <-> parallel n d O x).
Proof.
  intros HO Hw Hf x Hx; split.
  - intros E i j Hi Hj; apply (connection_equality_pair n d w f O x); auto; intros l Hl.
    left; apply Hw, Hl.
  - intros P; apply connection_parallel_energy; auto.
Qed.

(** The value f(1)/2 sum w_i w_j is attained if and only if there is a parallel unit section. *)
Corollary connection_attained n d w f O :
  connection n d O -> positive_weights n w -> peaked f ->
  (exists x, unit_vectors n d x /\ connection_energy n d w f O x = connection_top n w f)
  <-> exists s, unit_vectors n d s /\ parallel n d O s.
Proof.
  intros HO Hw Hf; split; intros (x & Hx & H); exists x; split; auto;
    apply (connection_equality n d w f O HO Hw Hf x Hx), H.
Qed.

(** T4d: where there is a parallel unit section, the maximisers are exactly the parallel unit sections. *)
Theorem connection_maximisers n d w f O s :
  connection n d O -> positive_weights n w -> peaked f -> unit_vectors n d s -> parallel n d O s ->
  forall x, connection_maximiser n d w f O x <-> unit_vectors n d x /\ parallel n d O x.
Proof.
  intros HO Hw Hf Hs Ps x.
  assert (W : forall i, (i < n)%nat -> 0 <= w i) by (intros i Hi; left; apply Hw, Hi).
  pose proof (connection_bound n d w f O HO W (peaked_bounded f Hf)) as B.
  split; intros [Hx H]; split; auto.
  - apply (connection_equality n d w f O HO Hw Hf x Hx).
    specialize (H s Hs); specialize (B x Hx).
    rewrite (proj2 (connection_equality n d w f O HO Hw Hf s Hs) Ps) in H; lra.
  - intros y Hy; rewrite (proj2 (connection_equality n d w f O HO Hw Hf x Hx) H); apply B, Hy.
Qed.

(** ** All laws with finitely supported slices *)

Definition connection_slice_energy n m d (w : nat -> R) (f : R -> R) (O : nat -> nat -> nat -> nat -> R)
  (q : nat -> nat -> R) (x : nat -> nat -> nat -> R) : R :=
  / 2 * rsum2 n (fun i j => w i * w j *
    rsum2 m (fun a b => q i a * q j b * f (dot d (x i a) (apply d (O i j) (x j b))))).

Definition connection_law_maximiser n m d w f O q x : Prop :=
  slice_masses n m q /\ slice_points n m d x /\
  forall m' q' x', slice_masses n m' q' -> slice_points n m' d x' ->
  connection_slice_energy n m' d w f O q' x' <= connection_slice_energy n m d w f O q x.

(** x_ia = O_ij x_jb for all points that carry mass. *)
Definition parallel_slices n m d (O : nat -> nat -> nat -> nat -> R) (q : nat -> nat -> R)
  (x : nat -> nat -> nat -> R) : Prop :=
  forall i j a b, (i < n)%nat -> (j < n)%nat -> (a < m)%nat -> (b < m)%nat ->
  0 < q i a -> 0 < q j b -> same d (x i a) (apply d (O i j) (x j b)).

(** The connection on the labels (i, a). *)
Definition flat_maps (m : nat) (O : nat -> nat -> nat -> nat -> R) (t u : nat) : nat -> nat -> R :=
  O (t / m)%nat (u / m)%nat.

Lemma flat_index n m t : (t < n * m)%nat -> (t / m < n)%nat /\ (t mod m < m)%nat.
Proof.
  intros Ht; assert (m <> 0%nat) by (intros ->; lia).
  split; [apply Nat.div_lt_upper_bound; lia|apply Nat.mod_upper_bound; assumption].
Qed.

Lemma flat_connection n m d O : connection n d O -> connection (n * m) d (flat_maps m O).
Proof.
  intros HO t u Ht Hu; destruct (flat_index n m t Ht), (flat_index n m u Hu); unfold flat_maps; auto.
Qed.

Lemma flat_weights n m w q :
  slice_masses n m q -> positive_weights n w -> forall t, (t < n * m)%nat -> 0 <= flat_weight m w q t.
Proof.
  intros Hq Hw t Ht; destruct (flat_index n m t Ht) as [I A].
  apply Rmult_le_pos; [left; apply Hw, I|apply (Hq _ I), A].
Qed.

Lemma connection_slice_energy_flat n m d w f O q x :
  connection_slice_energy n m d w f O q x
  = connection_energy (n * m) d (flat_weight m w q) f (flat_maps m O) (flat_points m x).
Proof.
  unfold connection_slice_energy, connection_energy; f_equal; rewrite rsum2_flat; apply rsum2_ext.
  intros i j _ _; rewrite <- rsum2_scal; apply rsum2_ext; intros a b Ha Hb.
  unfold flat_weight, flat_maps, flat_points; rewrite !flat_div, !flat_mod by assumption; ring.
Qed.

Lemma connection_top_flat n m w f q :
  slice_masses n m q -> connection_top (n * m) (flat_weight m w q) f = connection_top n w f.
Proof.
  intros Hq.
  assert (E : forall l v, connection_top l v f = collapsed_energy l v (fun _ _ => 1) f).
  { intros; unfold connection_top, collapsed_energy; f_equal; f_equal; apply rsum2_ext; intros; ring. }
  rewrite !E; exact (collapsed_energy_flat n m w (fun _ _ => 1) f q Hq).
Qed.

(** No law has more energy than f(1)/2 sum w_i w_j. *)
Theorem connection_laws_bound n d w f O :
  connection n d O -> positive_weights n w -> bounded_by_one f ->
  forall m q x, slice_masses n m q -> slice_points n m d x ->
  connection_slice_energy n m d w f O q x <= connection_top n w f.
Proof.
  intros HO Hw Hf m q x Hq Hx; rewrite connection_slice_energy_flat, <- (connection_top_flat n m w f q Hq).
  apply connection_bound; [apply flat_connection, HO|apply flat_weights; assumption|exact Hf|].
  apply (flat_unit n m d x Hx).
Qed.

(** Equality exactly where all points that carry mass are parallel. *)
Theorem connection_laws_equality n d w f O :
  connection n d O -> positive_weights n w -> peaked f ->
  forall m q x, slice_masses n m q -> slice_points n m d x ->
  (connection_slice_energy n m d w f O q x = connection_top n w f <-> parallel_slices n m d O q x).
Proof.
  intros HO Hw Hf m q x Hq Hx.
  rewrite connection_slice_energy_flat, <- (connection_top_flat n m w f q Hq); split.
  - intros E i j a b Hi Hj Ha Hb Pa Pb.
    pose proof (connection_equality_pair (n * m) d _ f _ _ (flat_connection n m d O HO)
      (flat_weights n m w q Hq Hw) Hf (flat_unit n m d x Hx) E (i * m + a) (j * m + b)
      ltac:(nia) ltac:(nia)) as H.
    unfold flat_weight, flat_maps, flat_points in H; rewrite !flat_div, !flat_mod in H by assumption.
    apply H; apply Rmult_lt_0_compat; auto.
  - intros P; apply connection_parallel_energy; [apply (flat_unit n m d x Hx)|]; intros t u Ht Hu.
    destruct (flat_index n m t Ht) as [I A], (flat_index n m u Hu) as [J B].
    destruct (proj1 (Hq _ I) _ A) as [Qt|Qt]; [|left; unfold flat_weight; rewrite <- Qt; ring].
    destruct (proj1 (Hq _ J) _ B) as [Qu|Qu]; [|left; unfold flat_weight; rewrite <- Qu; ring].
    right; apply (P _ _ _ _ I J A B Qt Qu).
Qed.

(** A parallel unit section as a law of one point per label. *)
Lemma section_law n d O s :
  unit_vectors n d s -> parallel n d O s ->
  slice_masses n 1 (fun _ _ => 1) /\ slice_points n 1 d (fun i _ => s i) /\
  parallel_slices n 1 d O (fun _ _ => 1) (fun i _ => s i).
Proof.
  intros Hs Ps; split; [|split].
  - intros i _; split; [intros; lra|simpl; ring].
  - intros i a Hi _; apply Hs, Hi.
  - intros i j a b Hi Hj _ _ _ _; apply Ps; assumption.
Qed.

(** T4d for all laws: where there is a parallel unit section, the maximisers are exactly the parallel laws. *)
Theorem connection_law_maximisers n d w f O s :
  connection n d O -> positive_weights n w -> peaked f -> unit_vectors n d s -> parallel n d O s ->
  forall m q x, connection_law_maximiser n m d w f O q x <->
  slice_masses n m q /\ slice_points n m d x /\ parallel_slices n m d O q x.
Proof.
  intros HO Hw Hf Hs Ps m q x; destruct (section_law n d O s Hs Ps) as (Qs & Xs & Ls).
  pose proof (connection_laws_bound n d w f O HO Hw (peaked_bounded f Hf)) as B.
  pose proof (connection_laws_equality n d w f O HO Hw Hf) as E.
  split; intros (Hq & Hx & H); split; auto; split; auto.
  - apply (E m q x Hq Hx); specialize (H _ _ _ Qs Xs); specialize (B m q x Hq Hx).
    rewrite (proj2 (E _ _ _ Qs Xs) Ls) in H; lra.
  - intros m' q' x' Hq' Hx'; rewrite (proj2 (E m q x Hq Hx) H); apply B; assumption.
Qed.

(** ** Gauges and cocycles *)

(** O_ij = Q_i^T Q_j. *)
Definition gauge_form n d (O : nat -> nat -> nat -> nat -> R) (Q : nat -> nat -> nat -> R) : Prop :=
  forall i j a b, (i < n)%nat -> (j < n)%nat -> (a < d)%nat -> (b < d)%nat ->
  O i j a b = rsum d (fun c => Q i c a * Q j c b).

(** O_ij O_jl = O_il. *)
Definition cocycle n d (O : nat -> nat -> nat -> nat -> R) : Prop :=
  forall i j l v, (i < n)%nat -> (j < n)%nat -> (l < n)%nat ->
  same d (apply d (O i j) (apply d (O j l) v)) (apply d (O i l) v).

Lemma gauge_form_apply n d O Q i j v :
  gauge_form n d O Q -> (i < n)%nat -> (j < n)%nat ->
  same d (apply d (O i j) v) (apply d (transpose (Q i)) (apply d (Q j) v)).
Proof.
  intros H Hi Hj a Ha; unfold apply, dot, transpose.
  rewrite (rsum_ext d _ (fun b => rsum d (fun c => Q i c a * Q j c b * v b)))
    by (intros b Hb; rewrite (H i j a b Hi Hj Ha Hb), rsum_scal_r; reflexivity).
  rewrite rsum_swap; apply rsum_ext; intros c _; rewrite <- rsum_scal; apply rsum_ext; intros; ring.
Qed.

(** A connection has the form of a gauge if and only if it is a cocycle; then Q_i = O_0i is one. *)
Theorem gauge_form_cocycle n d O :
  (1 <= n)%nat -> connection n d O ->
  ((exists Q, (forall i, (i < n)%nat -> orthogonal d (Q i)) /\ gauge_form n d O Q) <-> cocycle n d O).
Proof.
  intros Hn HO; split.
  - intros (Q & HQ & H) i j l v Hi Hj Hl a Ha.
    rewrite (gauge_form_apply n d O Q i j _ H Hi Hj a Ha), (gauge_form_apply n d O Q i l v H Hi Hl a Ha).
    apply apply_ext; intros b Hb.
    rewrite (apply_ext d (Q j) _ _ (gauge_form_apply n d O Q j l v H Hj Hl)).
    apply apply_transpose; [apply HQ, Hj|exact Hb].
  - intros C; exists (O 0%nat); split; [intros i Hi; apply HO; lia|].
    intros i j a b Hi Hj Ha Hb.
    pose proof (C i 0%nat j (basis b) Hi ltac:(lia) Hj a Ha) as E.
    assert (V : forall A c, apply d A (basis b) c = A c b).
    { intros A c; unfold apply; rewrite dot_comm; apply (dot_basis d b (A c) Hb). }
    rewrite V in E; rewrite <- E; unfold apply at 1, dot; apply rsum_ext; intros c Hc.
    rewrite V; destruct (HO 0%nat i ltac:(lia) Hi) as [_ T]; rewrite (T a c Ha Hc); reflexivity.
Qed.
