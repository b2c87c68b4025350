(** * T5 by cuts: f(t) = c asin t + a

    Overview.  f(1) - f(<x, y>) is c times the angle between x and y, and angles obey the triangle inequality.
    With A_ij = w_i w_j k_ij, three labels and the angles t_ij between them,

        2 (A_01 t_01 + A_02 t_02 + A_12 t_12) = (A_01 + A_02) (t_01 + t_02 - t_12) + .. + ..,

    the brackets behind not being negative, those in front being the three cuts: what the labels lack to the
    collapsed energy if one of them goes to the opposite point.  Mean angles of slices obey the same
    inequality.  So the cuts decide whether collapse is optimal, and alone.

    Key results: [mean_angle_triangle], [cuts_bound], [cuts_rigid]. *)

From Coq Require Import Reals Lra Lia Arith Ratan.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Arcsine Slices GaugeSlices.
From Collapse Require Export ArcsineSeries.
Local Open Scope R_scope.

(** ** Mean angles *)

Definition angle (d : nat) (x y : nat -> R) : R := acos (dot d x y).

Lemma angle_nonneg d x y : 0 <= angle d x y.
Proof. apply acos_bound. Qed.

(** The mean angle between a point of slice i and a point of slice j. *)
Definition mean_angle (m d : nat) (q : nat -> nat -> R) (x : nat -> nat -> nat -> R) (i j : nat) : R :=
  rsum2 m (fun a b => q i a * q j b * angle d (x i a) (x j b)).

Lemma mean_angle_nonneg n m d q x i j :
  slice_masses n m q -> (i < n)%nat -> (j < n)%nat -> 0 <= mean_angle m d q x i j.
Proof.
  intros Hq Hi Hj; apply rsum2_nonneg; intros a b Ha Hb.
  apply Rmult_le_pos; [apply Rmult_le_pos|apply angle_nonneg].
  - apply (Hq i Hi), Ha.
  - apply (Hq j Hj), Hb.
Qed.

Lemma mean_angle_sym m d q x i j : mean_angle m d q x i j = mean_angle m d q x j i.
Proof.
  unfold mean_angle; rewrite rsum2_transpose; apply rsum2_ext; intros a b _ _.
  unfold angle; rewrite (dot_comm d (x i b) (x j a)); ring.
Qed.

(** The triangle inequality, averaged. *)
Theorem mean_angle_triangle n m d q x i j l :
  slice_masses n m q -> slice_points n m d x -> (i < n)%nat -> (j < n)%nat -> (l < n)%nat ->
  mean_angle m d q x i l <= mean_angle m d q x i j + mean_angle m d q x j l.
Proof.
  intros Hq Hx Hi Hj Hl; destruct (Hq i Hi) as [Pi Qi], (Hq j Hj) as [Pj Qj], (Hq l Hl) as [Pl Ql].
  set (F := fun c a b => q j c * (q i a * q l b * angle d (x i a) (x j c))
                         + q j c * (q i a * q l b * angle d (x j c) (x l b))).
  apply Rle_trans with (rsum2 m (fun a b => rsum m (fun c => F c a b))).
  - apply rsum2_le; intros a b Ha Hb.
    rewrite <- (Rmult_1_l (q i a * q l b * angle d (x i a) (x l b))), <- Qj at 1.
    rewrite <- rsum_scal_r; apply rsum_le; intros c Hc; unfold F.
    pose proof (angle_triangle d (x i a) (x j c) (x l b) (Hx i a Hi Ha) (Hx j c Hj Hc) (Hx l b Hl Hb)) as T.
    rewrite <- Rmult_plus_distr_l, <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; [apply Pj, Hc|].
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply Pi, Ha|apply Pl, Hb]|exact T].
  - right; rewrite <- rsum_rsum2; unfold F.
    rewrite (rsum_ext m _ (fun c => q j c * rsum m (fun a => q i a * angle d (x i a) (x j c))
                                    + q j c * rsum m (fun b => q l b * angle d (x j c) (x l b)))).
    + rewrite rsum_plus; f_equal.
      * rewrite (mean_angle_sym m d q x i j); unfold mean_angle, rsum2; apply rsum_ext; intros c _.
        rewrite <- rsum_scal; apply rsum_ext; intros a _; unfold angle.
        rewrite (dot_comm d (x j c) (x i a)); ring.
      * unfold mean_angle, rsum2; apply rsum_ext; intros c _; rewrite <- rsum_scal; apply rsum_ext.
        intros b _; ring.
    + intros c _; rewrite rsum2_plus; f_equal.
      * transitivity (q j c * (rsum m (fun a => q i a * angle d (x i a) (x j c)) * rsum m (q l)));
          [|rewrite Ql; ring].
        rewrite rsum_mult, <- rsum_scal; apply rsum_ext; intros a _; rewrite <- rsum_scal.
        apply rsum_ext; intros b _; ring.
      * transitivity (q j c * (rsum m (q i) * rsum m (fun b => q l b * angle d (x j c) (x l b))));
          [|rewrite Qi; ring].
        rewrite rsum_mult, <- rsum_scal; apply rsum_ext; intros a _; rewrite <- rsum_scal.
        apply rsum_ext; intros b _; ring.
Qed.

(** What a law lacks to the collapsed energy. *)
Lemma arcsine_slice_gap n m d w k c a q x :
  slice_masses n m q -> slice_points n m d x ->
  2 * (collapsed_energy n w k (arcsine c a) - slice_energy n m d w k (arcsine c a) q x)
  = c * rsum2 n (fun i j => weighted w k i j * mean_angle m d q x i j).
Proof.
  intros Hq Hx; set (f := arcsine c a); unfold slice_energy, collapsed_energy.
  rewrite <- Rmult_minus_distr_l, <- (Rmult_assoc 2), Rinv_r, Rmult_1_l by lra.
  rewrite <- !rsum2_scal, <- rsum2_minus; apply rsum2_ext; intros i j Hi Hj.
  destruct (Hq i Hi) as [_ Qi], (Hq j Hj) as [_ Qj].
  assert (One : f 1 = rsum2 m (fun e g => q i e * q j g * f 1)).
  { rewrite (rsum2_ext m _ (fun e g => f 1 * (q i e * q j g))) by (intros; ring).
    rewrite rsum2_scal; unfold rsum2; rewrite <- rsum_mult, Qi, Qj; ring. }
  transitivity (weighted w k i j * (f 1 - rsum2 m (fun e g => q i e * q j g * f (dot d (x i e) (x j g)))));
    [unfold weighted; ring|].
  rewrite One at 1; rewrite <- rsum2_minus.
  rewrite (rsum2_ext m _ (fun e g => c * (q i e * q j g * angle d (x i e) (x j g)))).
  - rewrite rsum2_scal; unfold mean_angle; ring.
  - intros e g He Hg; unfold angle; rewrite <- Rmult_minus_distr_l; unfold f.
    rewrite arcsine_gap by (apply dot_unit_bounds; auto); ring.
Qed.

(** ** Three labels *)

(** The cuts that part one label from the two others. *)
Definition cuts (A : nat -> nat -> R) (P : R -> Prop) : Prop :=
  P (A 0%nat 1%nat + A 0%nat 2%nat) /\ P (A 0%nat 1%nat + A 1%nat 2%nat) /\ P (A 0%nat 2%nat + A 1%nat 2%nat).

(** Twice the weighted sum of mean angles is a sum over the cuts, for a symmetric A. *)
Lemma three_labels (A B : nat -> nat -> R) :
  (forall i j, (i < 3)%nat -> (j < 3)%nat -> A i j = A j i) ->
  (forall i j, (i < 3)%nat -> (j < 3)%nat -> B i j = B j i) ->
  rsum2 3 (fun i j => A i j * B i j)
  = rsum 3 (fun i => A i i * B i i)
    + (A 0%nat 1%nat + A 0%nat 2%nat) * (B 0%nat 1%nat + B 0%nat 2%nat - B 1%nat 2%nat)
    + (A 0%nat 1%nat + A 1%nat 2%nat) * (B 0%nat 1%nat + B 1%nat 2%nat - B 0%nat 2%nat)
    + (A 0%nat 2%nat + A 1%nat 2%nat) * (B 0%nat 2%nat + B 1%nat 2%nat - B 0%nat 1%nat).
Proof.
  intros HA HB; unfold rsum2; simpl.
  rewrite (HA 1%nat 0%nat), (HA 2%nat 0%nat), (HA 2%nat 1%nat) by lia.
  rewrite (HB 1%nat 0%nat), (HB 2%nat 0%nat), (HB 2%nat 1%nat) by lia; ring.
Qed.

(** The gap of a law on three labels, and its parts that are not negative. *)
Lemma cuts_gap d m w k c a q x :
  (forall i j, (i < 3)%nat -> (j < 3)%nat -> k i j = k j i) -> slice_masses 3 m q -> slice_points 3 m d x ->
  (forall i, (i < 3)%nat -> 0 <= weighted w k i i * mean_angle m d q x i i) ->
  let A := weighted w k in let B := mean_angle m d q x in
  let own := rsum 3 (fun i => A i i * B i i) in
  let t0 := B 0%nat 1%nat + B 0%nat 2%nat - B 1%nat 2%nat in
  let t1 := B 0%nat 1%nat + B 1%nat 2%nat - B 0%nat 2%nat in
  let t2 := B 0%nat 2%nat + B 1%nat 2%nat - B 0%nat 1%nat in
  0 <= own /\ 0 <= t0 /\ 0 <= t1 /\ 0 <= t2 /\
  2 * (collapsed_energy 3 w k (arcsine c a) - slice_energy 3 m d w k (arcsine c a) q x)
  = c * (own + (A 0%nat 1%nat + A 0%nat 2%nat) * t0 + (A 0%nat 1%nat + A 1%nat 2%nat) * t1
             + (A 0%nat 2%nat + A 1%nat 2%nat) * t2).
Proof.
  intros Hk Hq Hx Hown A B own t0 t1 t2.
  assert (T : forall i j l, (i < 3)%nat -> (j < 3)%nat -> (l < 3)%nat -> B i l <= B i j + B j l)
    by (intros; apply (mean_angle_triangle 3); assumption).
  assert (S : forall i j, B i j = B j i) by (intros; apply mean_angle_sym).
  split; [apply rsum_nonneg; exact Hown|].
  pose proof (T 1%nat 0%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)) as T0.
  pose proof (T 0%nat 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)) as T1.
  pose proof (T 0%nat 2%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)) as T2.
  rewrite (S 1%nat 0%nat) in T0; rewrite (S 2%nat 1%nat) in T2; unfold t0, t1, t2.
  split; [lra|split; [lra|split; [lra|]]].
  rewrite (arcsine_slice_gap 3 m d w k c a q x Hq Hx); f_equal; apply three_labels; [|intros; apply S].
  intros i j Hi Hj; unfold A, weighted; rewrite (Hk i j Hi Hj); ring.
Qed.

(** No cut is negative: no more energy than the collapsed laws. *)
Lemma cuts_bound d m w k c a q x :
  0 < c -> (forall i j, (i < 3)%nat -> (j < 3)%nat -> k i j = k j i) -> slice_masses 3 m q ->
  slice_points 3 m d x -> (forall i, (i < 3)%nat -> 0 <= weighted w k i i * mean_angle m d q x i i) ->
  cuts (weighted w k) (Rle 0) ->
  slice_energy 3 m d w k (arcsine c a) q x <= collapsed_energy 3 w k (arcsine c a).
Proof.
  intros Hc Hk Hq Hx Hown (C0 & C1 & C2).
  destruct (cuts_gap d m w k c a q x Hk Hq Hx Hown) as (S & S0 & S1 & S2 & G).
  pose proof (Rmult_le_pos _ _ C0 S0); pose proof (Rmult_le_pos _ _ C1 S1).
  pose proof (Rmult_le_pos _ _ C2 S2).
  assert (0 <= 2 * (collapsed_energy 3 w k (arcsine c a) - slice_energy 3 m d w k (arcsine c a) q x));
    [|lra].
  rewrite G; apply Rmult_le_pos; lra.
Qed.

(** All cuts positive: equality for collapsed laws only. *)
Lemma cuts_rigid d m w k c a q x :
  0 < c -> (forall i j, (i < 3)%nat -> (j < 3)%nat -> k i j = k j i) -> slice_masses 3 m q ->
  slice_points 3 m d x -> (forall i, (i < 3)%nat -> 0 <= weighted w k i i * mean_angle m d q x i i) ->
  cuts (weighted w k) (Rlt 0) ->
  slice_energy 3 m d w k (arcsine c a) q x = collapsed_energy 3 w k (arcsine c a) ->
  slices_collapsed 3 m d q x.
Proof.
  intros Hc Hk Hq Hx Hown (C0 & C1 & C2) Heq.
  destruct (cuts_gap d m w k c a q x Hk Hq Hx Hown) as (S & S0 & S1 & S2 & G).
  set (B := mean_angle m d q x) in *.
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ C0) S0) as P0.
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ C1) S1) as P1.
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ C2) S2) as P2.
  rewrite Heq, Rminus_eq_0, Rmult_0_r in G.
  assert (Z : forall s t, 0 < s -> s * t = 0 -> t = 0).
  { intros s t Hs H; apply Rmult_integral in H; destruct H; [lra|assumption]. }
  symmetry in G; apply (Z c _ Hc) in G.
  assert (E0 : B 0%nat 1%nat + B 0%nat 2%nat - B 1%nat 2%nat = 0) by (apply (Z _ _ C0); lra).
  assert (E1 : B 0%nat 1%nat + B 1%nat 2%nat - B 0%nat 2%nat = 0) by (apply (Z _ _ C1); lra).
  assert (E2 : B 0%nat 2%nat + B 1%nat 2%nat - B 0%nat 1%nat = 0) by (apply (Z _ _ C2); lra).
  assert (Off : forall i j, (i < 3)%nat -> (j < 3)%nat -> i <> j -> B i j = 0).
  { assert (Y : forall i j, B i j = B j i) by (intros; apply mean_angle_sym).
    intros [|[|[|i]]] [|[|[|j]]] Hi Hj Hne; try lia;
      rewrite ?(Y 1%nat 0%nat), ?(Y 2%nat 0%nat), ?(Y 2%nat 1%nat); lra. }
  assert (Same : forall i j e g, (i < 3)%nat -> (j < 3)%nat -> i <> j -> (e < m)%nat -> (g < m)%nat ->
    0 < q i e -> 0 < q j g -> same d (x i e) (x j g)).
  { intros i j e g Hi Hj Hne He Hg Qe Qg.
    assert (T : q i e * q j g * angle d (x i e) (x j g) = 0).
    { apply (rsum2_nonneg_zero m (fun e g => q i e * q j g * angle d (x i e) (x j g)));
        [|apply (Off i j Hi Hj Hne)|exact He|exact Hg].
      intros b b' Hb Hb'; apply Rmult_le_pos; [apply Rmult_le_pos|apply angle_nonneg].
      - apply (Hq i Hi), Hb.
      - apply (Hq j Hj), Hb'. }
    apply angle_zero; [apply Hx; assumption|apply Hx; assumption|].
    apply (Z (q i e * q j g)); [apply Rmult_lt_0_compat; assumption|exact T]. }
  intros i j e g Hi Hj He Hg Qe Qg; destruct (Nat.eq_dec i j) as [<-|Hne]; [|apply Same; assumption].
  assert (O : exists l, (l < 3)%nat /\ i <> l).
  { destruct (Nat.eq_dec i 0); [exists 1%nat|exists 0%nat]; lia. }
  destruct O as (l & Hl & Hil); destruct (carried 3 m q l Hq Hl) as (b & Hb & Qb).
  intros h Hh; rewrite (Same i l e b Hi Hl Hil He Hb Qe Qb h Hh).
  symmetry; apply (Same i l g b Hi Hl Hil Hg Hb Qg Qb h Hh).
Qed.

(** One point per label: the mean angle between a point and itself is zero. *)
Lemma graph_diagonal n d w k (x : nat -> nat -> R) i :
  unit_vectors n d x -> (i < n)%nat ->
  0 <= weighted w k i i * mean_angle 1 d (fun _ _ => 1) (fun i _ => x i) i i.
Proof.
  intros Hx Hi; unfold mean_angle, rsum2, angle; simpl; rewrite (Hx i Hi), acos_1; right; ring.
Qed.

Lemma graph_law n d (x : nat -> nat -> R) :
  unit_vectors n d x -> slice_masses n 1 (fun _ _ => 1) /\ slice_points n 1 d (fun i _ => x i).
Proof.
  intros Hx; split; [intros i _; split; [intros; lra|simpl; lra]|intros i b Hi _; apply Hx, Hi].
Qed.
