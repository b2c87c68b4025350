(** * T6: numerical inequalities about the great circle

    Overview. The cosine kernel on the circle with f(t) = e^{beta t}/beta, V = 2 beta E; the uniform great
    circle has V = I_1(beta). Each inequality is about every beta in a range, or brackets the threshold where
    it changes. At precisions above that of machine numbers the tactic [interval] computes with integers: no
    axiom about floating point is used. *)

From Coq Require Import Reals Lra.
From Interval Require Import Tactic.
From CollapseInterval Require Import Bessel Horner.
Local Open Scope R_scope.

Ltac enclose :=
  unfold x_of, horner0, horner1, horner2, horner3, rest0, rest1, rest2, rest3; interval with (i_prec 80).

(** Bisection over 0 < beta <= b, with the mean value form on each piece. *)
Ltac sweep beta :=
  unfold x_of, horner0, horner1, horner2, horner3, rest0, rest1, rest2, rest3;
  interval with (i_prec 80, i_bisect beta, i_autodiff beta, i_depth 60).

(** Series and Bessel values by letters, so that linear arithmetic does not look inside. *)
Ltac letters :=
  repeat match goal with
  | H : context [horner0 ?x] |- _ => generalize dependent (horner0 x); intros
  | H : context [horner1 ?x] |- _ => generalize dependent (horner1 x); intros
  | H : context [horner2 ?x] |- _ => generalize dependent (horner2 x); intros
  | H : context [horner3 ?x] |- _ => generalize dependent (horner3 x); intros
  | H : context [rest0 ?x] |- _ => generalize dependent (rest0 x); intros
  | H : context [rest1 ?x] |- _ => generalize dependent (rest1 x); intros
  | H : context [rest2 ?x] |- _ => generalize dependent (rest2 x); intros
  | H : context [rest3 ?x] |- _ => generalize dependent (rest3 x); intros
  | H : context [besselI ?n ?b] |- _ => generalize dependent (besselI n b); intros
  end.

(** From 0 <= e to 0 <= (beta/2) e, whose terms are those of the goal. *)
Ltac scaled beta K :=
  match type of K with 0 <= ?e =>
    let P := fresh in assert (P : 0 <= beta / 2 * e) by (apply Rmult_le_pos; lra); letters; lra
  end.

(** The length argument gives V <= max_n n^2 I_n, which is I_1 as long as 4 I_2 <= I_1. *)
Theorem length_bound beta : 0 < beta <= 1.04445686 -> 4 * besselI 2 beta <= besselI 1 beta.
Proof.
  intros H. assert (B1 := bessel1 beta ltac:(lra)). assert (B2 := bessel2 beta ltac:(lra)).
  assert (K : 0 <= horner1 (x_of beta) - 4 * (beta / 2) * (horner2 (x_of beta) + rest2 (x_of beta)))
    by (clear - H; sweep beta).
  scaled beta K.
Qed.

(** Beyond that it does not hold: the next digit of the threshold. *)
Theorem length_bound_ends (beta := 1.04445687) : besselI 1 beta < 4 * besselI 2 beta.
Proof.
  assert (B1 := bessel1 beta ltac:(unfold beta; lra)). assert (B2 := bessel2 beta ltac:(unfold beta; lra)).
  assert (K : beta / 2 * (horner1 (x_of beta) + rest1 (x_of beta))
              < 4 * ((beta / 2) ^ 2 * horner2 (x_of beta)))
    by (clear; unfold beta; enclose).
  clearbody beta. letters. lra.
Qed.

(** d = 2: the second variation in mode 2 is not positive as long as 9 I_3 <= I_1. *)
Theorem planar_threshold beta : 0 < beta <= 1.786626677216 -> 9 * besselI 3 beta <= besselI 1 beta.
Proof.
  intros H. assert (B1 := bessel1 beta ltac:(lra)). assert (B3 := bessel3 beta ltac:(lra)).
  assert (K : 0 <= horner1 (x_of beta) - 9 * (beta / 2) ^ 2 * (horner3 (x_of beta) + rest3 (x_of beta)))
    by (clear - H; sweep beta).
  scaled beta K.
Qed.

(** The threshold to twelve digits: beyond it the mode 2 grows. *)
Theorem planar_threshold_ends (beta := 1.786626677218) : besselI 1 beta < 9 * besselI 3 beta.
Proof.
  assert (B1 := bessel1 beta ltac:(unfold beta; lra)). assert (B3 := bessel3 beta ltac:(unfold beta; lra)).
  assert (K : beta / 2 * (horner1 (x_of beta) + rest1 (x_of beta))
              < 9 * ((beta / 2) ^ 3 * horner3 (x_of beta)))
    by (clear; unfold beta; enclose).
  clearbody beta. letters. lra.
Qed.

(** d >= 3: I_1' = (I_0 + I_2)/2 (DLMF 10.29.1),
    and the normal mode 0 does not grow as long as I_1 <= I_1'. *)
Theorem normal_threshold beta :
  0 < beta <= 1.545127257992 -> 2 * besselI 1 beta <= besselI 0 beta + besselI 2 beta.
Proof.
  intros H. assert (B0 := bessel0 beta ltac:(lra)). assert (B1 := bessel1 beta ltac:(lra)).
  assert (B2 := bessel2 beta ltac:(lra)).
  assert (K : 0 <= horner0 (x_of beta) + (beta / 2) ^ 2 * horner2 (x_of beta)
                   - 2 * (beta / 2) * (horner1 (x_of beta) + rest1 (x_of beta))) by (clear - H; sweep beta).
  letters. lra.
Qed.

(** The threshold to thirteen digits: beyond it the normal mode grows. *)
Theorem normal_threshold_ends (beta := 1.545127257993) : besselI 0 beta + besselI 2 beta < 2 * besselI 1 beta.
Proof.
  assert (B0 := bessel0 beta ltac:(unfold beta; lra)). assert (B1 := bessel1 beta ltac:(unfold beta; lra)).
  assert (B2 := bessel2 beta ltac:(unfold beta; lra)).
  assert (K : horner0 (x_of beta) + rest0 (x_of beta)
              + (beta / 2) ^ 2 * (horner2 (x_of beta) + rest2 (x_of beta))
              < 2 * (beta / 2 * horner1 (x_of beta))) by (clear; unfold beta; enclose).
  clearbody beta. letters. lra.
Qed.

(** d >= 3: the latitude circle of squared radius s has V = e^{beta (1 - s)} I_1(beta s). For every
    beta from 1.55 to 3
    the one with beta s = 1.545 has more than the great circle, s = 1. *)
Theorem latitude_beats_great_circle beta :
  1.55 <= beta <= 3 -> besselI 1 beta < exp (beta - 1.545) * besselI 1 1.545.
Proof.
  intros H. assert (B := bessel1 beta ltac:(lra)). assert (L := bessel1 1.545 ltac:(lra)).
  assert (P : 0 < exp (beta - 1.545)) by apply exp_pos.
  assert (M : exp (beta - 1.545) * (1.545 / 2 * horner1 (x_of 1.545)) <= exp (beta - 1.545) * besselI 1 1.545)
    by (apply Rmult_le_compat_l; lra).
  assert (K : 0 < exp (beta - 1.545) * (1.545 / 2 * horner1 (x_of 1.545))
                  - beta / 2 * (horner1 (x_of beta) + rest1 (x_of beta))) by (clear - H; sweep beta).
  revert K M. generalize (exp (beta - 1.545) * (1.545 / 2 * horner1 (x_of 1.545))). intros; letters; lra.
Qed.

(** All d and beta: V <= sinh(beta)/2 (T6). How far that is above the great circle, at beta = 1, 2, 4, 8. *)
Definition sinh_bound (beta : R) : R := (exp beta - exp (- beta)) / 4.

Ltac ratio beta :=
  let B := fresh in let K := fresh in
  assert (B := bessel1 beta ltac:(lra));
  match goal with |- _ <= ?c * _ =>
    assert (K : sinh_bound beta <= c * (beta / 2 * horner1 (x_of beta)))
      by (clear; unfold sinh_bound; enclose);
    revert K; generalize (sinh_bound beta); intros; letters; lra
  end.

(** 4 per cent at beta = 1. *)
Theorem sinh_bound_1 : sinh_bound 1 <= 1.041 * besselI 1 1. Proof. ratio 1. Qed.
(** 14 per cent at beta = 2. *)
Theorem sinh_bound_2 : sinh_bound 2 <= 1.141 * besselI 1 2. Proof. ratio 2. Qed.
(** 40 per cent at beta = 4. *)
Theorem sinh_bound_4 : sinh_bound 4 <= 1.399 * besselI 1 4. Proof. ratio 4. Qed.
(** 87 per cent at beta = 8. *)
Theorem sinh_bound_8 : sinh_bound 8 <= 1.865 * besselI 1 8. Proof. ratio 8. Qed.

(** N equal arcs of labels on N directions th_j = 2 pi j / N:
    V = N (sin(pi/N)/pi)^2 sum_j cos(th_j) e^{beta cos th_j}. *)
Definition arcs (N : nat) (beta : R) : R :=
  INR N * (sin (PI / INR N) / PI) ^ 2 *
  sum_f_R0 (fun j => cos (2 * PI * INR j / INR N) * exp (beta * cos (2 * PI * INR j / INR N))) (N - 1).

Ltac written_out :=
  unfold arcs; cbn [Nat.sub sum_f_R0]; rewrite ?INR_IZR_INZ; cbn [Z.of_nat Pos.of_succ_nat Pos.succ].

(** From an enclosed inequality between the arcs and the series to the one between the arcs and I_1. *)
Ltac against_series N beta inequality :=
  let B := fresh in let K := fresh in
  assert (B := bessel1 beta ltac:(unfold beta; lra));
  assert (K : inequality) by (clear; unfold beta; written_out; enclose);
  clearbody beta; revert K; generalize (arcs N beta); intros; letters; lra.

(** Three arcs pass the great circle between 1.957152746 *)
Theorem three_arcs_below (beta := 1.957152746) : arcs 3 beta < besselI 1 beta.
Proof. against_series 3%nat beta (arcs 3 beta < beta / 2 * horner1 (x_of beta)). Qed.

(** and 1.957152747. *)
Theorem three_arcs_above (beta := 1.957152747) : besselI 1 beta < arcs 3 beta.
Proof. against_series 3%nat beta (beta / 2 * (horner1 (x_of beta) + rest1 (x_of beta)) < arcs 3 beta). Qed.

(** Two arcs pass it between 2.745508640 *)
Theorem two_arcs_below (beta := 2.745508640) : arcs 2 beta < besselI 1 beta.
Proof. against_series 2%nat beta (arcs 2 beta < beta / 2 * horner1 (x_of beta)). Qed.

(** and 2.745508641. *)
Theorem two_arcs_above (beta := 2.745508641) : besselI 1 beta < arcs 2 beta.
Proof. against_series 2%nat beta (beta / 2 * (horner1 (x_of beta) + rest1 (x_of beta)) < arcs 2 beta). Qed.

(** Two and four arcs have one energy, for every beta. *)
Theorem two_and_four_arcs beta : arcs 4 beta = arcs 2 beta.
Proof.
  written_out.
  replace (2 * PI * 0 / 4) with 0 by field. replace (2 * PI * 1 / 4) with (PI / 2) by field.
  replace (2 * PI * 2 / 4) with PI by field. replace (2 * PI * 3 / 4) with (3 * (PI / 2)) by field.
  replace (2 * PI * 0 / 2) with 0 by field. replace (2 * PI * 1 / 2) with PI by field.
  rewrite cos_0, cos_PI, cos_PI2, cos_3PI2, sin_PI2, sin_PI4.
  assert (S : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra). assert (Q := Rgt_not_eq _ _ PI_RGT_0).
  assert (N : sqrt 2 <> 0) by (intros E; rewrite E in S; lra).
  field_simplify_eq; [|split; assumption]. replace (sqrt 2 ^ 2) with 2 by (simpl; lra). ring.
Qed.
