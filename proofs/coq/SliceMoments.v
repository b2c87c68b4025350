(** * T5 on atoms for f(t) = c + s t, by the means of slices

    Overview.  Only the means y_i of the slices enter the energy.  Any y_i with |y_i| <= 1 is the mean of
    the two points y_i + h n and y_i - h n with equal masses, n a unit vector orthogonal to y_i, h^2 = 1 -
    |y_i|^2.  L positive semidefinite, D >= 0, sum w_i w_j k_ij (1 - <y_i, y_j>) = 0, and not all inner
    products 1: "some".

    Key result: [all_laws_some_averages]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices PsdCheck FactorCertificate Profiles
  Claims TwoPoints Correlations BlockMoments.
Local Open Scope R_scope.

(** y_i + h n for a = 0, y_i - h n for all other a. *)
Definition two_points (d : nat) (y : nat -> nat -> R) (i a : nat) : nat -> R :=
  fun b => y i b + (if Nat.eqb a 0 then 1 else -1) * (height d (y i) * normal (y i) b).

Definition half (_ _ : nat) : R := / 2.

Lemma two_points_law n d y : (2 <= d)%nat -> (forall i, (i < n)%nat -> dot d (y i) (y i) <= 1) ->
  slice_masses n 2 half /\ slice_points n 2 d (two_points d y).
Proof.
  intros Hd Hy; split; [intros i _; unfold half; split; [intros; lra|simpl; lra]|]; intros i a Hi _.
  set (z := y i); destruct (normal_vector d z Hd) as [N1 N0]; pose proof (Hy i Hi) as Hz; fold z in Hz.
  assert (S : height d z * height d z = 1 - dot d z z) by (apply sqrt_sqrt; lra).
  set (e := if Nat.eqb a 0 then 1 else -1).
  assert (E : e * e = 1) by (unfold e; destruct (Nat.eqb a 0); ring).
  transitivity (dot d z z + 2 * (e * height d z) * dot d (normal z) z
    + e * e * (height d z * height d z) * dot d (normal z) (normal z)).
  - unfold dot, two_points; fold z e; rewrite <- !rsum_scal, <- !rsum_plus; apply rsum_ext; intros; ring.
  - rewrite N0, N1, S, E; ring.
Qed.

(** Means of inner products are those of the means. *)
Lemma two_points_products d y i j :
  rsum2 2 (fun a b => half i a * half j b * dot d (two_points d y i a) (two_points d y j b))
  = dot d (y i) (y j).
Proof.
  unfold rsum2, half; simpl; unfold dot; rewrite !Rplus_0_l, <- !rsum_scal, <- !rsum_plus; apply rsum_ext.
  intros b _; unfold two_points; simpl; field.
Qed.

(** Linear f, collapsed laws maximal, means y_i of slices without a gap and not all alike: "some". *)
Theorem slices_some_averages n d w k f (y : nat -> nat -> R) i j :
  (2 <= d)%nat -> affine f ->
  (forall m q x, slice_masses n m q -> slice_points n m d x ->
     slice_energy n m d w k f q x <= collapsed_energy n w k f) ->
  (forall i, (i < n)%nat -> dot d (y i) (y i) <= 1) ->
  rsum2 n (fun i j => weighted w k i j * (1 - dot d (y i) (y j))) = 0 ->
  (i < n)%nat -> (j < n)%nat -> dot d (y i) (y j) < 1 -> AllLawsSome n w k f d.
Proof.
  intros Hd (c & s & Hf) Hle Hy Z Hi Hj Hlt; destruct (two_points_law n d y Hd Hy) as [Q X].
  assert (E : slice_energy n 2 d w k f half (two_points d y) = collapsed_energy n w k f).
  { apply Rminus_diag_uniq_sym; apply (Rmult_eq_reg_l 2); [|lra]; rewrite Rmult_0_r.
    transitivity (s * rsum2 n (fun i j => weighted w k i j * (1 - dot d (y i) (y j)))); [|rewrite Z; ring].
    unfold slice_energy, collapsed_energy.
    rewrite <- Rmult_minus_distr_l, <- (Rmult_assoc 2), Rinv_r, Rmult_1_l by lra.
    rewrite <- !rsum2_scal, <- rsum2_minus; apply rsum2_ext; intros a b _ _; rewrite <- two_points_products.
    rewrite (rsum2_ext 2 _ (fun e g => c * (half a e * half b g)
      + s * (half a e * half b g * dot d (two_points d y a e) (two_points d y b g))))
      by (intros; rewrite Hf; ring).
    rewrite rsum2_plus, !rsum2_scal, Hf; unfold weighted.
    replace (rsum2 2 (fun e g => half a e * half b g)) with 1 by (unfold rsum2, half; simpl; field); ring. }
  split.
  - destruct (one_point_law n d ltac:(lia)) as (Q1 & X1 & C1); do 3 eexists; split; [|exact C1].
    split; [exact Q1|split; [exact X1|]]; intros m q x Hq Hx.
    rewrite (slice_energy_collapsed n 1 d w k f _ _ Q1 X1 C1); auto.
  - exists 2%nat, half, (two_points d y); split; [split; [exact Q|split; [exact X|]]|].
    + intros m q x Hq Hx; rewrite E; auto.
    + intros C; rewrite <- two_points_products in Hlt; apply (Rlt_not_eq _ _ Hlt).
      rewrite (rsum2_ext 2 _ (fun a b => half i a * half j b)).
      * unfold rsum2, half; simpl; field.
      * intros a b Ha Hb.
        rewrite (dot_same_one d (two_points d y i a) (two_points d y j b)); [ring|apply X; assumption|].
        apply C; auto; unfold half; lra.
Qed.

(** A certified Laplacian, D >= 0, f = c + s t, and means with the collapsed energy: "some", for every
    d >= low. *)
Theorem all_laws_some_averages n W omega K kappa low data D X N f d :
  factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  averages_check n low W omega K kappa D X N = true -> affine f -> ascending f -> (low <= d)%nat ->
  AllLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HD HM Hl Hf Hd; destruct (averages_check_sound n low W omega K kappa D X N d HM Hd)
    as (H2 & Hy & Z & i & j & Hi & Hj & Hlt).
  apply (slices_some_averages n d _ _ f (scaled D X N) i j); auto.
  apply (all_bound n W omega K kappa data f d H HD Hf).
Qed.
