(** * T5 by cuts: f(t) = c asin t + a

    Overview.  f(1) - f(<x, y>) is c times the angle between x and y.  With A_ij = w_i w_j k_ij a law lacks
    c/2 sum A_ij t_ij to the collapsed energy, t_ij the mean angles between its slices; where those between
    different labels vanish, it is collapsed.

    Key results: [arcsine_slice_gap], [angles_collapsed]. *)

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

(** Where mean angles between different labels vanish, two labels at least, the law is collapsed. *)
Lemma angles_collapsed n m d q x : (2 <= n)%nat -> slice_masses n m q -> slice_points n m d x ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> i <> j -> mean_angle m d q x i j = 0) ->
  slices_collapsed n m d q x.
Proof.
  intros Hn Hq Hx Off.
  assert (Same : forall i j e g, (i < n)%nat -> (j < n)%nat -> i <> j -> (e < m)%nat -> (g < m)%nat ->
    0 < q i e -> 0 < q j g -> same d (x i e) (x j g)).
  { intros i j e g Hi Hj Hne He Hg Qe Qg.
    assert (T : q i e * q j g * angle d (x i e) (x j g) = 0).
    { apply (rsum2_nonneg_zero m (fun e g => q i e * q j g * angle d (x i e) (x j g)));
        [|apply (Off i j Hi Hj Hne)|exact He|exact Hg].
      intros b b' Hb Hb'; apply Rmult_le_pos; [apply Rmult_le_pos|apply angle_nonneg].
      - apply (Hq i Hi), Hb.
      - apply (Hq j Hj), Hb'. }
    apply angle_zero; [apply Hx; assumption|apply Hx; assumption|].
    apply Rmult_integral in T; destruct T as [T|T]; [|exact T].
    pose proof (Rmult_lt_0_compat _ _ Qe Qg); lra. }
  intros i j e g Hi Hj He Hg Qe Qg; destruct (Nat.eq_dec i j) as [<-|Hne]; [|apply Same; assumption].
  assert (O : exists l, (l < n)%nat /\ i <> l).
  { destruct (Nat.eq_dec i 0); [exists 1%nat|exists 0%nat]; lia. }
  destruct O as (l & Hl & Hil); destruct (carried n m q l Hq Hl) as (b & Hb & Qb).
  intros h Hh; rewrite (Same i l e b Hi Hl Hil He Hb Qe Qb h Hh).
  symmetry; apply (Same i l g b Hi Hl Hil Hg Hb Qg Qb h Hh).
Qed.

(** One point per label: the mean angle between a point and itself is zero. *)
Lemma graph_own_angle n d (x : nat -> nat -> R) i : unit_vectors n d x -> (i < n)%nat ->
  mean_angle 1 d (fun _ _ => 1) (fun i _ => x i) i i = 0.
Proof. intros Hx Hi; unfold mean_angle, rsum2, angle; simpl; rewrite (Hx i Hi), acos_1; ring. Qed.

Lemma graph_law n d (x : nat -> nat -> R) :
  unit_vectors n d x -> slice_masses n 1 (fun _ _ => 1) /\ slice_points n 1 d (fun i _ => x i).
Proof.
  intros Hx; split; [intros i _; split; [intros; lra|simpl; lra]|intros i b Hi _; apply Hx, Hi].
Qed.
