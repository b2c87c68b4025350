(** * Counterexamples: each hypothesis of T1, T2 and T5 is needed

    Overview.  Every theorem of the library has hypotheses; here is, for each, a small kernel on which the
    conclusion fails without it.

      T1   one atom, h = -<x, y>: spread slices beat every graph law.
      T2   h = -K_ij <x, y>, K positive definite: centred slices beat every graph law.
      T5   L positive semidefinite does not suffice for all laws (D_i < 0); a positive degree is needed for
           uniqueness; a
           coefficient a_1 < 0 breaks the bound; without a_1 > 0 uniqueness fails (f = t^2); "null space =
           constants" is not necessary for uniqueness; a reducible nonnegative factor has further
           maximisers. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse Slices Dichotomy.
Local Open Scope R_scope.

(** A function of two indices below 2 by its three values. *)
Definition table2 (a b c : R) (i j : nat) : R :=
  match i, j with
  | 0%nat, 0%nat => a
  | 1%nat, 1%nat => c
  | _, _ => b
  end.

(** The points e_1 and -e_1. *)
Definition antipodal (i : nat) : nat -> R := fun a => (if Nat.eqb i 0 then 1 else -1) * basis 0 a.

(** Slices with mass 1/2 at e_1 and at -e_1, at every label. *)
Definition half : nat -> nat -> R := fun _ _ => / 2.
Definition spread_points : nat -> nat -> nat -> R := fun _ a => antipodal a.

Lemma antipodal_dot d i j :
  (1 <= d)%nat ->
  dot d (antipodal i) (antipodal j) = (if Nat.eqb i 0 then 1 else -1) * (if Nat.eqb j 0 then 1 else -1).
Proof.
  intros Hd; unfold antipodal; rewrite dot_scal_l, dot_basis by lia; unfold basis; simpl; ring.
Qed.

Lemma antipodal_unit n d : (1 <= d)%nat -> unit_vectors n d antipodal.
Proof. intros Hd i _; rewrite antipodal_dot by exact Hd; destruct (Nat.eqb i 0); ring. Qed.

Lemma antipodal_not_collapsed d : (1 <= d)%nat -> ~ collapsed 2 d antipodal.
Proof.
  intros Hd H; specialize (H 0%nat 1%nat ltac:(lia) ltac:(lia) 0%nat ltac:(lia)).
  unfold antipodal, basis in H; simpl in H; lra.
Qed.

Lemma half_masses n : slice_masses n 2 half.
Proof. intros i _; split; [intros; unfold half; lra|simpl; unfold half; lra]. Qed.

Lemma spread_unit n d : (1 <= d)%nat -> slice_points n 2 d spread_points.
Proof. intros Hd i a _ _; apply (antipodal_unit (S a) d Hd); lia. Qed.

(** The mean of f over a pair of spread slices is (f(1) + f(-1))/2. *)
Lemma spread_energy n d w k f :
  (1 <= d)%nat ->
  slice_energy n 2 d w k f half spread_points
  = / 2 * ((f 1 + f (-1)) / 2 * rsum2 n (fun i j => w i * w j * k i j)).
Proof.
  intros Hd; unfold slice_energy; f_equal; rewrite <- rsum2_scal; apply rsum2_ext; intros i j _ _.
  unfold rsum2; simpl; unfold half, spread_points; rewrite !antipodal_dot by exact Hd; simpl.
  replace (1 * 1) with 1 by ring; replace (1 * -1) with (-1) by ring;
    replace (-1 * 1) with (-1) by ring; replace (-1 * -1) with 1 by ring; field.
Qed.

(** ** T1 *)

(** One atom, h = -<x, y>: every graph law has energy -1/2, the spread slice has energy 0. *)
Theorem T1_one_atom d :
  (1 <= d)%nat ->
  let w := fun _ : nat => 1 in let k := fun _ _ : nat => -1 in let f := fun t : R => t in
  (forall x, unit_vectors 1 d x -> energy 1 d w k f x = - / 2) /\
  slice_energy 1 2 d w k f half spread_points = 0.
Proof.
  intros Hd w k f; split.
  - intros x Hx; unfold energy, rsum2, w, k, f; simpl; rewrite (Hx 0%nat) by lia; field.
  - rewrite spread_energy by exact Hd; unfold f; field.
Qed.

(** ** T2 *)

(** A quadratic form that is positive definite on R^n. *)
Definition positive_definite (n : nat) (A : nat -> nat -> R) : Prop :=
  forall v, 0 <= rsum2 n (fun i j => A i j * (v i * v j)) /\
  (rsum2 n (fun i j => A i j * (v i * v j)) = 0 -> forall i, (i < n)%nat -> v i = 0).

(** h = -K_ij <x, y> with w_i w_j K_ij positive definite: every graph law has negative energy, the spread
    slices have energy 0.  So maximisers need not be graph laws where the energy is not convex in the
    slices. *)
Theorem T2_centred_slices n d w K :
  (1 <= n)%nat -> (1 <= d)%nat -> positive_definite n (weighted w K) ->
  let k := fun i j => - K i j in let f := fun t : R => t in
  (forall x, unit_vectors n d x -> energy n d w k f x < 0) /\
  slice_energy n 2 d w k f half spread_points = 0.
Proof.
  intros Hn Hd HK k f; split.
  - intros x Hx.
    set (q := fun a => rsum2 n (fun i j => weighted w K i j * (x i a * x j a))).
    assert (E : energy n d w k f x = - / 2 * rsum d q).
    { unfold energy, q; rewrite rsum_rsum2.
      replace (- / 2 * rsum2 n (fun i j => rsum d (fun a => weighted w K i j * (x i a * x j a))))
        with (/ 2 * (-1 * rsum2 n (fun i j => rsum d (fun a => weighted w K i j * (x i a * x j a))))) by ring.
      f_equal; rewrite <- rsum2_scal; apply rsum2_ext; intros i j _ _; rewrite rsum_scal.
      unfold weighted, k, f, dot; ring. }
    assert (Hq : forall a, (a < d)%nat -> 0 <= q a) by (intros; apply (HK (fun i => x i a))).
    pose proof (rsum_nonneg d q Hq) as H0; destruct (Req_dec (rsum d q) 0) as [Hz|]; [exfalso|lra].
    assert (Z : dot d (x 0%nat) (x 0%nat) = 0).
    { apply rsum_zero; intros a Ha; pose proof (rsum_nonneg_zero d q Hq Hz a Ha) as Qa.
      rewrite (proj2 (HK (fun i => x i a)) Qa 0%nat) by lia; ring. }
    rewrite (Hx 0%nat) in Z by lia; lra.
  - rewrite spread_energy by exact Hd; unfold f; field.
Qed.

(** Such a K exists for two labels: [[2, 1], [1, 2]]. *)
Lemma positive_definite_example : positive_definite 2 (weighted (fun _ => 1) (table2 2 1 2)).
Proof.
  intros v; unfold rsum2, weighted, table2; simpl.
  pose proof (Rle_0_sqr (v 0%nat)) as A; pose proof (Rle_0_sqr (v 1%nat)) as B.
  pose proof (Rle_0_sqr (v 0%nat + v 1%nat)) as C; unfold Rsqr in *; split; [lra|].
  intros H; assert (v 0%nat * v 0%nat = 0) by lra; assert (v 1%nat * v 1%nat = 0) by lra.
  intros i Hi; destruct i as [|[|i]]; [apply Rsqr_0_uniq; assumption|apply Rsqr_0_uniq; assumption|lia].
Qed.

(** ** T5 *)

(** <v, L v> for two labels of weight 1/2. *)
Lemma two_labels_form a b c v :
  laplacian_form 2 (weighted (fun _ => / 2) (table2 a b c)) v = b / 4 * Rsqr (v 0%nat - v 1%nat).
Proof. unfold laplacian_form, rsum2, weighted, table2, Rsqr; simpl; field. Qed.

Lemma two_labels_psd a b c : 0 <= b -> laplacian_psd 2 (weighted (fun _ => / 2) (table2 a b c)).
Proof.
  intros Hb v; rewrite two_labels_form; pose proof (Rle_0_sqr (v 0%nat - v 1%nat)).
  apply Rmult_le_pos; lra.
Qed.

Lemma two_labels_null a b c :
  0 < b -> laplacian_null_constant 2 (weighted (fun _ => / 2) (table2 a b c)).
Proof.
  intros Hb v H; rewrite two_labels_form in H; apply Rmult_integral in H; destruct H as [H|H]; [lra|].
  apply Rsqr_0_uniq in H; intros i j Hi Hj.
  destruct i as [|[|i]], j as [|[|j]]; try lia; lra.
Qed.

(** D_i < 0: k = [[-2, 1], [1, -2]], weights 1/2.  L is positive semidefinite with constant null space, so
    among graph laws exactly the collapsed ones are maximal; yet the spread slices have more energy, for every
    beta > 0. *)
Theorem T5_negative_degree d beta :
  (1 <= d)%nat -> 0 < beta ->
  let w := fun _ : nat => / 2 in let k := table2 (-2) 1 (-2) in let f := fun t => exp (beta * t) in
  (forall x, maximiser 2 d w k f x <-> unit_vectors 2 d x /\ collapsed 2 d x) /\
  collapsed_energy 2 w k f < slice_energy 2 2 d w k f half spread_points.
Proof.
  intros Hd Hb w k f; split.
  - apply laplacian_psd_maximisers_exp; auto; [apply two_labels_psd; lra|apply two_labels_null; lra].
  - rewrite spread_energy by exact Hd; unfold collapsed_energy, rsum2, w, k, f, table2; simpl.
    assert (exp (beta * -1) < exp (beta * 1)) by (apply exp_increasing; lra); lra.
Qed.

(** D_i = 0: k = [[-1, 1], [1, -1]].  The spread slices have exactly the collapsed energy, for every profile:
    uniqueness among all laws needs a positive degree. *)
Theorem T5_zero_degree d f :
  (1 <= d)%nat ->
  let w := fun _ : nat => / 2 in let k := table2 (-1) 1 (-1) in
  laplacian_psd 2 (weighted w k) /\ laplacian_null_constant 2 (weighted w k) /\
  slice_energy 2 2 d w k f half spread_points = collapsed_energy 2 w k f /\
  ~ slices_collapsed 2 2 d half spread_points.
Proof.
  intros Hd w k; split; [apply two_labels_psd; lra|split; [apply two_labels_null; lra|split]].
  - rewrite spread_energy by exact Hd; unfold collapsed_energy, rsum2, w, k, table2; simpl; field.
  - intros H; specialize (H 0%nat 0%nat 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
    specialize (H ltac:(unfold half; lra) ltac:(unfold half; lra) 0%nat ltac:(lia)).
    unfold spread_points, antipodal, basis in H; simpl in H; lra.
Qed.

(** The energy of two antipodal points, weights 1/2, k = 1: (f(1) + f(-1))/4. *)
Lemma antipodal_energy d a b c f :
  (1 <= d)%nat ->
  energy 2 d (fun _ => / 2) (table2 a b c) f antipodal = ((a + c) * f 1 + 2 * b * f (-1)) / 8.
Proof.
  intros Hd; unfold energy, rsum2, table2; simpl; rewrite !antipodal_dot by exact Hd; simpl.
  replace (1 * 1) with 1 by ring; replace (1 * -1) with (-1) by ring;
    replace (-1 * 1) with (-1) by ring; replace (-1 * -1) with 1 by ring; field.
Qed.

(** a_1 < 0: f(t) = t^2 - t/2 and k = 1.  L is positive semidefinite, and two antipodal points have energy 1/2
    against 1/4. *)
Theorem T5_negative_coefficient d :
  (1 <= d)%nat ->
  let w := fun _ : nat => / 2 in let k := table2 1 1 1 in let f := fun t => t * t - t / 2 in
  laplacian_psd 2 (weighted w k) /\ collapsed_energy 2 w k f = / 4 /\ energy 2 d w k f antipodal = / 2.
Proof.
  intros Hd w k f; split; [apply two_labels_psd; lra|split].
  - unfold collapsed_energy, rsum2, w, k, f, table2; simpl; field.
  - unfold w, k; rewrite antipodal_energy by exact Hd; unfold f; field.
Qed.

(** a_1 = 0: f(t) = t^2 and k = 1.  The null space of L is that of the constants, and yet two antipodal
    points are a maximiser. *)
Theorem T5_even_profile d :
  (1 <= d)%nat ->
  let w := fun _ : nat => / 2 in let k := table2 1 1 1 in let f := fun t => t * t in
  laplacian_null_constant 2 (weighted w k) /\ maximiser 2 d w k f antipodal /\ ~ collapsed 2 d antipodal.
Proof.
  intros Hd w k f; split; [apply two_labels_null; lra|split; [|apply antipodal_not_collapsed, Hd]].
  split; [apply antipodal_unit, Hd|]; intros y Hy.
  apply Rle_trans with (collapsed_energy 2 w k f).
  - apply nonnegative_bound; [|intros t Ht; unfold f; nra|exact Hy].
    intros i j Hi Hj; unfold weighted, w, k, table2; destruct i as [|[|i]], j as [|[|j]]; lra.
  - right; unfold w, k; rewrite antipodal_energy by exact Hd; unfold collapsed_energy, rsum2, f, table2;
    simpl; field.
Qed.

(** A reducible nonnegative factor, k = identity: two antipodal points are a maximiser for every profile with
    f(t) <= f(1).  So uniqueness needs a connected support. *)
Theorem T5_reducible d f :
  (1 <= d)%nat -> bounded_by_one f ->
  let w := fun _ : nat => / 2 in let k := table2 1 0 1 in
  maximiser 2 d w k f antipodal /\ ~ collapsed 2 d antipodal.
Proof.
  intros Hd Hf w k; split; [|apply antipodal_not_collapsed, Hd].
  split; [apply antipodal_unit, Hd|]; intros y Hy.
  apply Rle_trans with (collapsed_energy 2 w k f).
  - apply nonnegative_bound; [|exact Hf|exact Hy].
    intros i j Hi Hj; unfold weighted, w, k, table2; destruct i as [|[|i]], j as [|[|j]]; lra.
  - right; unfold w, k; rewrite antipodal_energy by exact Hd; unfold collapsed_energy, rsum2, table2;
    simpl; field.
Qed.

(** ** A two-dimensional null space with unique collapse *)

(** k_12 = k_23 = 2, k_13 = -1, k_ii = 0. *)
Definition path_factor (i j : nat) : R :=
  match i, j with
  | 0%nat, 1%nat | 1%nat, 0%nat | 1%nat, 2%nat | 2%nat, 1%nat => 2
  | 0%nat, 2%nat | 2%nat, 0%nat => -1
  | _, _ => 0
  end.

Lemma path_form v :
  laplacian_form 3 (weighted (fun _ => 1) path_factor) v = Rsqr (v 0%nat - 2 * v 1%nat + v 2%nat).
Proof. unfold laplacian_form, rsum2, weighted, path_factor, Rsqr; simpl; field. Qed.

(** Three equal labels with this factor: v = (0, 1, 2) is in the null space of L, and yet for every profile
    with a_p >= 0 for p >= 1 and a_1 > 0 the maximisers are exactly the collapsed configurations. *)
Theorem T5_null_space_not_necessary d a f :
  (1 <= d)%nat -> (forall p, (1 <= p)%nat -> 0 <= a p) -> 0 < a 1%nat -> power_series a f ->
  let w := fun _ : nat => 1 in let k := path_factor in
  ~ laplacian_null_constant 3 (weighted w k) /\
  forall x, maximiser 3 d w k f x <-> unit_vectors 3 d x /\ collapsed 3 d x.
Proof.
  intros Hd Ha Ha1 Hf w k.
  assert (HA : laplacian_psd 3 (weighted w k)) by (intros v; unfold w, k; rewrite path_form; apply Rle_0_sqr).
  split.
  - intros H; specialize (H INR); unfold w, k in H; rewrite path_form in H.
    specialize (H ltac:(unfold Rsqr; simpl; ring) 0%nat 1%nat ltac:(lia) ltac:(lia)); simpl in H; lra.
  - apply maximiser_iff_collapsed; [exact Hd| |].
    + intros y Hy; apply (laplacian_psd_bound 3 d w k a f); assumption.
    + intros y Hy Heq.
      pose proof (laplacian_psd_equality 3 d w k a f HA Ha Ha1 Hf y Hy Heq) as Z.
      assert (M : same d (fun b => y 0%nat b + y 2%nat b) (fun b => 2 * y 1%nat b)).
      { intros b Hb; specialize (Z b Hb); unfold w, k in Z; rewrite path_form in Z.
        apply Rsqr_0_uniq in Z; lra. }
      assert (U0 : dot d (y 0%nat) (y 0%nat) = 1) by (apply Hy; lia).
      assert (U1 : dot d (y 1%nat) (y 1%nat) = 1) by (apply Hy; lia).
      assert (U2 : dot d (y 2%nat) (y 2%nat) = 1) by (apply Hy; lia).
      pose proof (dot_ext d _ _ _ _ M M) as E; rewrite dot_sum in E.
      rewrite dot_scal_l, (dot_comm d (y 1%nat)), dot_scal_l in E.
      assert (S : same d (y 0%nat) (y 2%nat)) by (apply dot_unit_one; auto; lra).
      assert (S1 : same d (y 1%nat) (y 0%nat)).
      { intros b Hb; pose proof (M b Hb) as E1; pose proof (S b Hb) as E2; cbv beta in E1; lra. }
      assert (G : forall i, (i < 3)%nat -> same d (y i) (y 0%nat)).
      { intros i Hi b Hb; destruct i as [|[|[|i]]]; [reflexivity|apply S1, Hb|symmetry; apply S, Hb|lia]. }
      intros i j Hi Hj b Hb; rewrite (G i Hi b Hb), (G j Hj b Hb); reflexivity.
Qed.
