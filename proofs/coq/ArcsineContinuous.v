(** * The arcsine is continuous

    Overview.  asin, constant beyond [-1, 1], is continuous: inside (-1, 1) it has a derivative, and at 1 the
      gap
    acos y has acos^2 y <= 3 (1 - y) for y >= cos 1.  So c asin t + a is a profile for laws of tokens.

    Key results: [asin_continuous], [arcsine_continuous]. *)

From Coq Require Import Reals Lra Ratan.
From Collapse Require Import Sums Vectors TokenLaws LabelLaws Cuts.
Local Open Scope R_scope.

Lemma acos_short y : cos 1 <= y <= 1 -> acos y * acos y <= 3 * (1 - y).
Proof.
  intros [Hl Hu]; pose proof (COS_bound 1) as [B _]; pose proof (acos_bound y) as [A0 A1].
  pose proof (cos_acos y ltac:(lra)) as E; assert (A : acos y <= 1).
  { destruct (Rle_dec (acos y) 1) as [|N]; [assumption|exfalso]; apply Rnot_le_lt in N.
    pose proof (cos_decreasing_1 1 (acos y) ltac:(lra) ltac:(pose proof PI2_3_2; lra) A0 A1 N); lra. }
  pose proof (cosine_gap (acos y) ltac:(lra)) as G; rewrite E in G; lra.
Qed.

Lemma asin_continuous_one : continuity_pt asin 1.
Proof.
  intros eps He; set (delta := Rmin (1 - cos 1) (eps * eps / 4)).
  assert (C : cos 1 < 1).
  { pose proof PI2_3_2; pose proof (cos_decreasing_1 0 1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
    ltac:(lra)) as Q.
    rewrite cos_0 in Q; exact Q. }
  assert (D : 0 < delta) by (apply Rmin_pos; [lra|apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat;
    exact He|lra]]).
  exists delta; split; [exact D|]; intros y [_ Hy]; simpl in *; unfold R_dist in *.
  destruct (Rle_dec 1 y) as [L|L].
  - assert (E : asin y = asin 1).
    { rewrite asin_1; unfold asin; destruct (Rle_dec y (-1)); [lra|]; destruct (Rle_dec 1 y);
      [reflexivity|lra]. }
    rewrite E, Rminus_diag_eq, Rabs_R0 by reflexivity; exact He.
  - apply Rnot_le_lt in L; rewrite Rabs_left in Hy by lra.
    pose proof (Rmin_l (1 - cos 1) (eps * eps / 4)) as M1;
      pose proof (Rmin_r (1 - cos 1) (eps * eps / 4)) as M2.
    fold delta in M1, M2; pose proof (COS_bound 1) as [B _].
    pose proof (acos_short y ltac:(lra)) as S; pose proof (acos_bound y) as [A0 _].
    assert (E : asin 1 - asin y = acos y) by (rewrite acos_asin, asin_1 by lra; ring).
    rewrite Rabs_minus_sym, E, Rabs_right by lra.
    destruct (Rlt_dec (acos y) eps) as [|N]; [assumption|exfalso]; apply Rnot_lt_le in N.
    pose proof (Rmult_le_compat eps (acos y) eps (acos y) ltac:(lra) ltac:(lra) N N).
    pose proof (Rmult_lt_0_compat eps eps He He); lra.
Qed.

Lemma asin_continuous_above x : -1 < x -> continuity_pt asin x.
Proof.
  intros Hx; destruct (Rlt_dec x 1) as [L|L].
  - apply derivable_continuous_pt, derivable_pt_asin; lra.
  - destruct (Req_dec x 1) as [->|N]; [apply asin_continuous_one|].
    intros eps He; exists (x - 1); split; [lra|]; intros y [_ Hy]; simpl in *; unfold R_dist in *.
    apply Rabs_def2 in Hy; assert (E : asin y = asin x).
    { unfold asin; destruct (Rle_dec y (-1)), (Rle_dec x (-1)); try lra.
      destruct (Rle_dec 1 y), (Rle_dec 1 x); try lra; reflexivity. }
    rewrite E, Rminus_diag_eq, Rabs_R0 by reflexivity; exact He.
Qed.

Lemma asin_continuous : continuity asin.
Proof.
  intros x; destruct (Rlt_dec (-1) x) as [H|H]; [apply asin_continuous_above, H|].
  assert (E : forall y, - asin (- y) = asin y) by (intros; rewrite asin_opp; ring).
  assert (C : continuity_pt (fun y => - asin (- y)) x).
  { apply (continuity_pt_opp (fun y => asin (- y))), (continuity_pt_comp Ropp asin);
      [apply derivable_continuous_pt; reg|apply asin_continuous_above; lra]. }
  intros eps He; destruct (C eps He) as (d & D & P); exists d; split; [exact D|]; intros y Hy.
  specialize (P y Hy); rewrite !E in P; exact P.
Qed.

Lemma arcsine_continuous c a : continuity (arcsine c a).
Proof.
  intros t; unfold arcsine; apply continuity_pt_plus.
  - apply (continuity_pt_scal asin), asin_continuous.
  - apply continuity_const; intros x y; reflexivity.
Qed.
