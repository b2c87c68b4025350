(** * Polynomials of any signs that are largest at 1

    Overview.  f(1) - f(t) = (1 - t) g(t) where the coefficients of g are the sums of those of f from some
    degree on.  So f(t) < f(1) for -1 <= t < 1 if g > 0 on [-1, 1].  For this [-1, 1] is cut into M pieces
      of
    length 2/M; on each of them g is written in powers of the distance u from the middle, |u| <= 1 in
    units of 1/M, and its constant term exceeds the sum of the absolute values of the others, in integers.

    Key result: [polynomial_peaked]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative PsdCheck PowerSeries.
Import ListNotations.

(** ** Polynomials with integer coefficients by Horner's rule *)

Local Open Scope Z_scope.

(** The sums of the coefficients behind each one. *)
Fixpoint tail_sums (P : list Z) : list Z :=
  match P with [] => [] | _ :: P' => fold_right Z.add 0 P' :: tail_sums P' end.

(** M^{r} P(x / M), r the degree. *)
Fixpoint dilate (M : Z) (P : list Z) : list Z :=
  match P with [] => [] | x :: P' => x * M ^ Z.of_nat (length P') :: dilate M P' end.

Fixpoint poly_add (P Q : list Z) : list Z :=
  match P, Q with [], _ => Q | _, [] => P | x :: P', y :: Q' => x + y :: poly_add P' Q' end.

(** P(c + u) in powers of u. *)
Fixpoint taylor_shift (c : Z) (P : list Z) : list Z :=
  match P with [] => [] | x :: P' => poly_add [x] (poly_add (map (Z.mul c) (taylor_shift c P')) (0 ::
    taylor_shift c P')) end.

(** The constant term exceeds the sum of the absolute values of the others. *)
Definition dominant_check (P : list Z) : bool :=
  match P with [] => false | x :: P' => fold_right (fun y s => Z.abs y + s) 0 P' <? x end.

Definition peaked_check (P : list Z) (pi : Z) (M : nat) : bool :=
  (0 <? pi) && Nat.ltb 0 M
  && forallb (fun k => dominant_check (taylor_shift (2 * Z.of_nat k + 1 - Z.of_nat M) (dilate (Z.of_nat M)
    (tail_sums P))))
       (seq 0 M).

Local Open Scope R_scope.

Fixpoint horner (P : list Z) (t : R) : R :=
  match P with [] => 0 | x :: P' => IZR x + t * horner P' t end.

Lemma polynomial_horner P pi t : polynomial P pi t = horner P t / IZR pi.
Proof.
  unfold polynomial, at1; induction P as [|x P IH]; [simpl; unfold Rdiv; ring|].
  simpl length; rewrite rsum_shift; simpl horner.
  rewrite (rsum_ext _ _ (fun p => t * (IZR (nth p P 0%Z) / IZR pi * t ^ p))) by (intros; simpl; ring).
  rewrite rsum_scal, IH; simpl; unfold Rdiv; ring.
Qed.

Lemma horner_one P : horner P 1 = IZR (fold_right Z.add 0%Z P).
Proof. induction P as [|x P IH]; simpl; [reflexivity|rewrite IH, plus_IZR; ring]. Qed.

Lemma horner_tails P t : horner P 1 - horner P t = (1 - t) * horner (tail_sums P) t.
Proof.
  induction P as [|x P IH]; simpl; [ring|].
  rewrite <- horner_one; replace (horner P t) with (horner P 1 - (1 - t) * horner (tail_sums P) t) by lra;
    ring.
Qed.

Lemma horner_dilate M P x : IZR M <> 0 ->
  IZR M * horner (dilate M P) (IZR M * x) = IZR M ^ length P * horner P x.
Proof.
  intros HM; induction P as [|y P IH]; simpl; [ring|].
  rewrite mult_IZR, <- pow_IZR.
  transitivity (IZR M * (IZR y * IZR M ^ length P + x * (IZR M * horner (dilate M P) (IZR M * x))));
    [ring|].
  rewrite IH; ring.
Qed.

Lemma horner_add P : forall Q t, horner (poly_add P Q) t = horner P t + horner Q t.
Proof.
  induction P as [|x P IH]; intros [|y Q] t; simpl; try ring; rewrite IH, plus_IZR; ring.
Qed.

Lemma horner_scale c P t : horner (map (Z.mul c) P) t = IZR c * horner P t.
Proof. induction P as [|x P IH]; simpl; [ring|rewrite IH, mult_IZR; ring]. Qed.

Lemma horner_shift c P u : horner (taylor_shift c P) u = horner P (IZR c + u).
Proof.
  induction P as [|x P IH]; [reflexivity|].
  simpl taylor_shift; change (horner (poly_add [x] (poly_add (map (Z.mul c) (taylor_shift c P)) (0%Z ::
    taylor_shift c P))) u
    = IZR x + (IZR c + u) * horner P (IZR c + u)).
  rewrite !horner_add, horner_scale; simpl; rewrite IH; ring.
Qed.

Lemma horner_bound P u : -1 <= u <= 1 ->
  Rabs (horner P u) <= IZR (fold_right (fun y s => Z.abs y + s)%Z 0%Z P).
Proof.
  intros Hu; induction P as [|x P IH]; simpl; [rewrite Rabs_R0; lra|].
  rewrite plus_IZR, abs_IZR; eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_mult.
  pose proof (Rabs_pos (horner P u)); assert (Rabs u <= 1) by (apply Rabs_le; lra).
  assert (Rabs u * Rabs (horner P u) <= 1 * Rabs (horner P u)) by (apply Rmult_le_compat_r; assumption);
    lra.
Qed.

Lemma dominant_positive P u : dominant_check P = true -> -1 <= u <= 1 -> 0 < horner P u.
Proof.
  destruct P as [|x P]; [discriminate|]; simpl; intros H Hu; apply Z.ltb_lt, IZR_lt in H.
  pose proof (horner_bound P u Hu) as B.
  assert (Rabs (u * horner P u) <= Rabs (horner P u)).
  { rewrite Rabs_mult; pose proof (Rabs_pos (horner P u)); assert (Rabs u <= 1) by (apply Rabs_le; lra).
    replace (Rabs (horner P u)) with (1 * Rabs (horner P u)) at 2 by ring; apply Rmult_le_compat_r;
      assumption. }
  pose proof (Rle_abs (- (u * horner P u))) as N; rewrite Rabs_Ropp in N; lra.
Qed.

(** ** The pieces *)

Lemma piece_of M : forall y, (0 < M)%nat -> 0 <= y <= 2 * INR M ->
  exists k, (k < M)%nat /\ -1 <= y - (2 * INR k + 1) <= 1.
Proof.
  induction M as [|M IH]; intros y HM Hy; [lia|]; rewrite S_INR in Hy.
  destruct (Rle_lt_dec (2 * INR M) y) as [H|H]; [exists M; split; [lia|lra]|].
  destruct M as [|M]; [simpl in H; lra|].
  destruct (IH y ltac:(lia) ltac:(lra)) as (k & Hk & B); exists k; split; [lia|exact B].
Qed.

(** f(t) < f(1) for -1 <= t < 1, for a polynomial of any signs. *)
Lemma polynomial_peaked P pi M : peaked_check P pi M = true -> peaked (polynomial P pi).
Proof.
  intros H t Ht; apply andb_prop in H; destruct H as [H HK]; apply andb_prop in H; destruct H as [Hp HM].
  apply Z.ltb_lt, IZR_lt in Hp; apply Nat.ltb_lt in HM; rewrite forallb_forall in HK.
  assert (Mpos : 0 < INR M) by (apply lt_0_INR, HM).
  destruct (piece_of M (INR M * t + INR M) HM ltac:(nra)) as (k & Hk & B).
  pose proof (HK k ltac:(apply in_seq; lia)) as D; apply dominant_positive with (2 := B) in D.
  rewrite horner_shift in D.
  assert (A : IZR (2 * Z.of_nat k + 1 - Z.of_nat M) + (INR M * t + INR M - (2 * INR k + 1))
    = IZR (Z.of_nat M) * t).
  { rewrite minus_IZR, plus_IZR, mult_IZR, <- !INR_IZR_INZ; ring. }
  rewrite A in D; apply (Rmult_lt_compat_l (IZR (Z.of_nat M))) in D; [|rewrite <- INR_IZR_INZ; exact Mpos].
  rewrite Rmult_0_r, horner_dilate in D by (rewrite <- INR_IZR_INZ; lra).
  assert (G : 0 < horner (tail_sums P) t).
  { apply (Rmult_lt_reg_l (IZR (Z.of_nat M) ^ length (tail_sums P))); [|rewrite Rmult_0_r; exact D].
    apply pow_lt; rewrite <- INR_IZR_INZ; exact Mpos. }
  rewrite !polynomial_horner; apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, Hp|].
  pose proof (horner_tails P t); pose proof (Rmult_lt_0_compat (1 - t) _ ltac:(lra) G); lra.
Qed.
