(** * T5 for all laws: the dichotomy with the degrees

    Overview.  Graph laws see only L.  Laws whose slices may spread see the degrees D_i = sum_j w_j k_ij as
    well: if w_i D_i < 0, splitting the slice of label i into two halves that rotate in opposite directions
    gains energy.

    Key results: [negative_degree] (the witness), and [dichotomy_all_laws]: no law with finitely supported
    slices beats the collapsed ones if and only if L is positive semidefinite and w_i D_i >= 0 for every
    label. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse Slices.
Local Open Scope R_scope.

(** The slices that a numbering i m + a of points describes. *)
Definition unflatten (m : nat) (y : nat -> nat -> R) (i a : nat) : nat -> R := y (i * m + a)%nat.

Lemma unflatten_flat m y t : m <> 0%nat -> flat_points m (unflatten m y) t = y t.
Proof.
  intros Hm; unfold flat_points, unflatten; f_equal.
  rewrite Nat.mul_comm; symmetry; apply Nat.div_mod; exact Hm.
Qed.

Lemma unflatten_points n m d y : unit_vectors (n * m) d y -> slice_points n m d (unflatten m y).
Proof. intros Hy i a Hi Ha; apply Hy; nia. Qed.

(** A direction on the labels (i, a) in which the Laplacian is negative gives slices with more energy. *)
Lemma slices_converse n m d w k f s q v :
  m <> 0%nat -> (2 <= d)%nat -> slope_at_one f s -> 0 < s -> slice_masses n m q ->
  laplacian_form (n * m) (weighted (flat_weight m w q) (flat_factor m k)) v < 0 ->
  exists x, slice_points n m d x /\ collapsed_energy n w k f < slice_energy n m d w k f q x.
Proof.
  intros Hm Hd Hf Hs Hq Hneg.
  destruct (converse (n * m) d _ _ f s v Hd Hf Hs Hneg) as (delta & Hdelta & P).
  destruct (P (delta / 2) ltac:(lra)) as [Hu Hlt]; rewrite collapsed_energy_flat in Hlt by exact Hq.
  exists (unflatten m (rotation v (delta / 2))); split; [apply unflatten_points, Hu|].
  rewrite slice_energy_flat; eapply Rlt_le_trans; [exact Hlt|right].
  unfold energy; f_equal; apply rsum2_ext; intros; rewrite !unflatten_flat by exact Hm; reflexivity.
Qed.

(** The two halves of slice i turn in opposite directions, all else stands still. *)
Definition split_direction (i : nat) (t : nat) : R :=
  if Nat.eqb (t / 2) i then (if Nat.eqb (t mod 2) 0 then 1 else -1) else 0.

(** T5: if w_i D_i < 0, two points in the slice of label i give more energy than collapse. *)
Theorem negative_degree n d w k f s i :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  (2 <= d)%nat -> slope_at_one f s -> 0 < s -> (i < n)%nat -> w i * degree n w k i < 0 ->
  exists q x, slice_masses n 2 q /\ slice_points n 2 d x /\
  collapsed_energy n w k f < slice_energy n 2 d w k f q x.
Proof.
  intros Hk Hd Hf Hs Hi Hneg; set (q := fun _ _ : nat => / 2).
  assert (Hq : slice_masses n 2 q).
  { intros j _; split; [intros; unfold q; lra|simpl; unfold q; lra]. }
  assert (V : forall j a, (a < 2)%nat -> split_direction i (j * 2 + a)
    = if Nat.eqb j i then (if Nat.eqb a 0 then 1 else -1) else 0).
  { intros j a Ha; unfold split_direction; rewrite flat_div, flat_mod by exact Ha; reflexivity. }
  assert (M : forall j, mean 2 q (split_direction i) j = 0).
  { intros j; unfold mean; simpl rsum; rewrite !V by lia; unfold q; simpl.
    destruct (Nat.eqb j i); lra. }
  assert (VA : forall j, variance 2 q (split_direction i) j = if Nat.eqb j i then 1 else 0).
  { intros j; unfold variance; simpl rsum; rewrite !V, !M by lia; unfold q, Rsqr; simpl.
    destruct (Nat.eqb j i); lra. }
  destruct (slices_converse n 2 d w k f s q (split_direction i)) as (x & Hx & Hlt); auto.
  - rewrite flat_laplacian by assumption.
    replace (laplacian_form n (weighted w k) (mean 2 q (split_direction i))) with 0.
    + rewrite (rsum_single n _ i Hi); [rewrite VA, Nat.eqb_refl; lra|].
      intros j _ Hj; rewrite VA, (proj2 (Nat.eqb_neq j i)) by exact Hj; ring.
    + unfold laplacian_form; rewrite (rsum2_ext n _ (fun _ _ => 0)).
      * unfold rsum2; rewrite rsum_zero; [ring|intros; apply rsum_zero; reflexivity].
      * intros; rewrite !M; ring.
  - exists q, x; auto.
Qed.

(** One point per label: the energy of the graph law. *)
Lemma slice_energy_graph n d w k f x :
  slice_energy n 1 d w k f (fun _ _ => 1) (fun i _ => x i) = energy n d w k f x.
Proof.
  unfold slice_energy, energy; f_equal; apply rsum2_ext; intros; unfold rsum2; simpl; ring.
Qed.

(** T5 for all laws: for f(t) = sum a_p t^p, a_p >= 0 for p >= 1, with slope s > 0 at 1, d >= 2 and
    symmetric k, no law with finitely supported slices has more energy than the collapsed ones if and only
    if the signed Laplacian is positive semidefinite and w_i D_i >= 0 for every label. *)
Theorem dichotomy_all_laws n d w k a f s :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  (2 <= d)%nat -> (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f -> slope_at_one f s -> 0 < s ->
  (forall m q x, slice_masses n m q -> slice_points n m d x ->
     slice_energy n m d w k f q x <= collapsed_energy n w k f)
  <-> laplacian_psd n (weighted w k) /\ forall i, (i < n)%nat -> 0 <= w i * degree n w k i.
Proof.
  intros Hk Hd Ha Hf Hslope Hs; split.
  - intros H; split.
    + apply (dichotomy n d w k a f s Hd Ha Hf Hslope Hs); intros x Hx.
      rewrite <- slice_energy_graph; apply H; [|intros i b Hi _; apply Hx, Hi].
      intros i _; split; [intros; lra|simpl; lra].
    + intros i Hi; destruct (Rle_lt_dec 0 (w i * degree n w k i)) as [|Hneg]; [assumption|exfalso].
      destruct (negative_degree n d w k f s i Hk Hd Hslope Hs Hi Hneg) as (q & x & Hq & Hx & Hlt).
      specialize (H 2%nat q x Hq Hx); lra.
  - intros [HA HD] m q x Hq Hx; apply (slices_bound n m d w k a f); assumption.
Qed.

(** The same for the exponential profile, at every beta > 0. *)
Corollary dichotomy_all_laws_exp n d w k beta :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) -> (2 <= d)%nat -> 0 < beta ->
  (forall m q x, slice_masses n m q -> slice_points n m d x ->
     slice_energy n m d w k (fun t => exp (beta * t)) q x <= collapsed_energy n w k (fun t => exp (beta * t)))
  <-> laplacian_psd n (weighted w k) /\ forall i, (i < n)%nat -> 0 <= w i * degree n w k i.
Proof.
  intros Hk Hd Hb.
  apply (dichotomy_all_laws n d w k (fun p => beta ^ p / INR (fact p)) _ (beta * exp beta) Hk Hd).
  - intros p _; apply exponential_coefficients; lra.
  - apply exponential_series.
  - apply exp_slope.
  - apply Rmult_lt_0_compat; [exact Hb|apply exp_pos].
Qed.
