(** * Thirteen terms of I_0, I_1, I_2, I_3

    Overview. The first thirteen terms of I_n in Horner's form, as numerals:

    1/n! (1 + x/(1 (1+n)) (1 + x/(2 (2+n)) (... (1 + x/(12 (12+n)))))),   x = (beta/2)^2;

    what they leave of the series is at most twice the next term, x^13/(13! (13+n)!). *)

From Coq Require Import Reals Lra Lia.
From CollapseInterval Require Import Bessel.
Local Open Scope R_scope.

Definition horner0 (x : R) : R :=
  (1 + x / 1 * (1 + x / 4 * (1 + x / 9 * (1 + x / 16 * (1 + x / 25 * (1 + x / 36 * (1 + x / 49 *
  (1 + x / 64 * (1 + x / 81 * (1 + x / 100 * (1 + x / 121 * (1 + x / 144)))))))))))).
Definition horner1 (x : R) : R :=
  (1 + x / 2 * (1 + x / 6 * (1 + x / 12 * (1 + x / 20 * (1 + x / 30 * (1 + x / 42 * (1 + x / 56 *
  (1 + x / 72 * (1 + x / 90 * (1 + x / 110 * (1 + x / 132 * (1 + x / 156)))))))))))).
Definition horner2 (x : R) : R :=
  / 2 * (1 + x / 3 * (1 + x / 8 * (1 + x / 15 * (1 + x / 24 * (1 + x / 35 * (1 + x / 48 * (1 + x / 63 *
  (1 + x / 80 * (1 + x / 99 * (1 + x / 120 * (1 + x / 143 * (1 + x / 168)))))))))))).
Definition horner3 (x : R) : R :=
  / 6 * (1 + x / 4 * (1 + x / 10 * (1 + x / 18 * (1 + x / 28 * (1 + x / 40 * (1 + x / 54 * (1 + x / 70 *
  (1 + x / 88 * (1 + x / 108 * (1 + x / 130 * (1 + x / 154 * (1 + x / 180)))))))))))).

Definition rest0 (x : R) : R := 2 * x ^ 13 / 38775788043632640000.
Definition rest1 (x : R) : R := 2 * x ^ 13 / 542861032610856960000.
Definition rest2 (x : R) : R := 2 * x ^ 13 / 8142915489162854400000.
Definition rest3 (x : R) : R := 2 * x ^ 13 / 130286647826605670400000.

Ltac numerals :=
  unfold lower, upper; cbn [sum_f_R0 shape]; rewrite ?INR_IZR_INZ;
  cbn [fact Z.of_nat Pos.of_succ_nat Pos.succ Nat.add Nat.mul].

Lemma lower0 x : lower 0 12 x = horner0 x.
Proof. numerals. unfold horner0. field. Qed.
Lemma upper0 x : upper 0 12 x = horner0 x + rest0 x.
Proof. numerals. unfold horner0, rest0. field. Qed.

Lemma lower1 x : lower 1 12 x = horner1 x.
Proof. numerals. unfold horner1. field. Qed.
Lemma upper1 x : upper 1 12 x = horner1 x + rest1 x.
Proof. numerals. unfold horner1, rest1. field. Qed.

Lemma lower2 x : lower 2 12 x = horner2 x.
Proof. numerals. unfold horner2. field. Qed.
Lemma upper2 x : upper 2 12 x = horner2 x + rest2 x.
Proof. numerals. unfold horner2, rest2. field. Qed.

Lemma lower3 x : lower 3 12 x = horner3 x.
Proof. numerals. unfold horner3. field. Qed.
Lemma upper3 x : upper 3 12 x = horner3 x + rest3 x.
Proof. numerals. unfold horner3, rest3. field. Qed.

(** 2 x <= 14 (14 + n) holds for all beta <= 19, and then thirteen terms are enough. *)
Lemma fall n beta : 0 <= beta <= 19 -> falls n 12 beta.
Proof.
  intros H. unfold falls, x_of. rewrite plus_INR, !S_INR, INR_IZR_INZ.
  cbn [Z.of_nat Pos.of_succ_nat Pos.succ].
  assert (Hn := pos_INR n). nra.
Qed.

Lemma bessel0 beta : 0 <= beta <= 19 ->
  horner0 (x_of beta) <= besselI 0 beta
  <= (horner0 (x_of beta) + rest0 (x_of beta)).
Proof.
  intros H. rewrite <- upper0, <- lower0.
  assert (B := besselI_bounds 0 12 beta (proj1 H) (fall 0 beta H)).
  rewrite pow_O, !Rmult_1_l in B. exact B.
Qed.

Lemma bessel1 beta : 0 <= beta <= 19 ->
  beta / 2 * horner1 (x_of beta) <= besselI 1 beta
  <= beta / 2 * (horner1 (x_of beta) + rest1 (x_of beta)).
Proof.
  intros H. rewrite <- upper1, <- lower1.
  assert (B := besselI_bounds 1 12 beta (proj1 H) (fall 1 beta H)).
  rewrite pow_1 in B. exact B.
Qed.

Lemma bessel2 beta : 0 <= beta <= 19 ->
  (beta / 2) ^ 2 * horner2 (x_of beta) <= besselI 2 beta
  <= (beta / 2) ^ 2 * (horner2 (x_of beta) + rest2 (x_of beta)).
Proof.
  intros H. rewrite <- upper2, <- lower2.
  assert (B := besselI_bounds 2 12 beta (proj1 H) (fall 2 beta H)).
  exact B.
Qed.

Lemma bessel3 beta : 0 <= beta <= 19 ->
  (beta / 2) ^ 3 * horner3 (x_of beta) <= besselI 3 beta
  <= (beta / 2) ^ 3 * (horner3 (x_of beta) + rest3 (x_of beta)).
Proof.
  intros H. rewrite <- upper3, <- lower3.
  assert (B := besselI_bounds 3 12 beta (proj1 H) (fall 3 beta H)).
  exact B.
Qed.
