(** * Angles a + b PI with rational a, b: which of them are full turns

    Overview.  Twenty decimals of PI by Machin's formula PI/4 = 2 atan(1/3) + atan(1/7), from partial sums
    of the
    alternating series as rational numbers.  An angle (a + b PI + c PI^2) / q with integers a, b, c, q is a
    full turn
    if a = c = 0 and 2q divides b; with c = 0 it is none if it lies between two successive multiples of 2
    PI, which
    two comparisons of integers show.

    Key results: [pi_bounds], [turn_check_sound] (cos = 1), [apart_check_sound] (cos <> 1). *)

From Coq Require Import Reals Lra Lia Arith ZArith QArith Qreals Bool.
Local Open Scope R_scope.

(** ** Twenty decimals of PI *)

(** (-1)^n (2 (1/3)^(2n+1) + (1/7)^(2n+1)) / (2n+1). *)
Definition machin_term (n : nat) : Q :=
  let odd := Z.of_nat (2 * n + 1) in
  (inject_Z (if Nat.even n then 1 else -1)
   * ((2 # 1) / inject_Z (3 ^ odd * odd) + / inject_Z (7 ^ odd * odd)))%Q.

Fixpoint machin_sum (n : nat) : Q :=
  match n with
  | O => machin_term 0
  | S m => Qred (machin_sum m + machin_term n)
  end.

Lemma Q2R_inject z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z; simpl; field. Qed.

Lemma machin_term_sound n : Q2R (machin_term n) = tg_alt PI_2_3_7_tg n.
Proof.
  assert (O : INR (2 * n + 1) <> 0) by (apply not_0_INR; lia).
  assert (P : forall b, (0 < b)%Z ->
    IZR (b ^ Z.of_nat (2 * n + 1) * Z.of_nat (2 * n + 1)) = IZR b ^ (2 * n + 1) * INR (2 * n + 1)).
  { intros b Hb; rewrite mult_IZR, <- pow_IZR, <- INR_IZR_INZ; reflexivity. }
  assert (N : forall b, (0 < b)%Z -> ~ (inject_Z (b ^ Z.of_nat (2 * n + 1) * Z.of_nat (2 * n + 1)) == 0)%Q).
  { intros b Hb E; apply Qeq_eqR in E; rewrite Q2R_inject, P in E by exact Hb.
    replace (Q2R 0) with 0 in E by (unfold Q2R; simpl; field).
    apply Rmult_integral in E; destruct E as [E|E]; [|exact (O E)].
    apply pow_nonzero in E; [exact E|apply IZR_lt in Hb; lra]. }
  unfold machin_term, tg_alt, PI_2_3_7_tg, Ratan_seq; cbv zeta.
  rewrite Q2R_mult, Q2R_plus, Q2R_div, Q2R_inv, !Q2R_inject, !P by (try apply N; lia).
  replace (Q2R (2 # 1)) with 2 by (unfold Q2R; simpl; field).
  replace (IZR (if Nat.even n then 1 else -1)) with ((-1) ^ n).
  - f_equal; rewrite !pow_inv.
    assert (3 ^ (2 * n + 1) <> 0) by (apply pow_nonzero; lra).
    assert (7 ^ (2 * n + 1) <> 0) by (apply pow_nonzero; lra).
    field; auto.
  - clear O P N; induction n as [|n IH]; [reflexivity|].
    rewrite Nat.even_succ, <- Nat.negb_even; simpl pow; rewrite IH; destruct (Nat.even n); cbn [negb]; ring.
Qed.

Lemma machin_sum_sound n : Q2R (machin_sum n) = sum_f_R0 (tg_alt PI_2_3_7_tg) n.
Proof.
  induction n as [|n IH]; [apply machin_term_sound|].
  change (Q2R (Qred (machin_sum n + machin_term (S n)))
          = sum_f_R0 (tg_alt PI_2_3_7_tg) n + tg_alt PI_2_3_7_tg (S n)).
  rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, IH, machin_term_sound; reflexivity.
Qed.

Definition pi_low : Z := 314159265358979323846.
Definition pi_high : Z := 314159265358979323847.
Definition pi_unit : Z := 100000000000000000000.

Lemma pi_bounds : IZR pi_low < PI * IZR pi_unit < IZR pi_high.
Proof.
  assert (L : Q2R (314159265358979323846 # 400000000000000000000) < Q2R (machin_sum 21))
    by (apply Qlt_Rlt; vm_compute; reflexivity).
  assert (U : Q2R (machin_sum 20) < Q2R (314159265358979323847 # 400000000000000000000))
    by (apply Qlt_Rlt; vm_compute; reflexivity).
  rewrite machin_sum_sound in L, U.
  destruct (PI_2_3_7_ineq 10) as [L' U'].
  change (S (2 * 10)) with 21%nat in L'; change (2 * 10)%nat with 20%nat in U'.
  unfold Q2R in L, U; simpl Qnum in L, U; simpl Qden in L, U; unfold pi_low, pi_unit, pi_high; lra.
Qed.

(** ** Angles *)

(** (a + b PI) / q. *)
Definition angle (a b q : Z) : R := (IZR a + IZR b * PI) / IZR q.

(** Integers a, b, c for a + b PI + c PI^2. *)
Definition triple : Type := (Z * Z * Z)%type.
Definition value (t : triple) : R := let '(a, b, c) := t in IZR a + IZR b * PI + IZR c * (PI * PI).

Definition triple_minus (s t : triple) : triple :=
  let '(a, b, c) := s in let '(a', b', c') := t in (a - a', b - b', c - c')%Z.

Lemma value_minus s t : value (triple_minus s t) = value s - value t.
Proof. destruct s as [[a b] c], t as [[a' b'] c']; simpl; rewrite !minus_IZR; ring. Qed.

(** The angle is a full turn. *)
Definition turn_check (q : Z) (t : triple) : bool :=
  let '(a, b, c) := t in ((0 <? q) && (a =? 0) && (c =? 0) && (b mod (2 * q) =? 0))%Z.

(** a + b PI > 0, by the decimals of PI. *)
Definition positive_check (a b : Z) : bool :=
  (0 <? a * pi_unit + b * (if 0 <=? b then pi_low else pi_high))%Z.

(** The angle lies between two successive multiples of 2 PI; which, is guessed from the decimals. *)
Definition apart_check (q : Z) (t : triple) : bool :=
  let '(a, b, c) := t in
  let z := ((a * pi_unit + b * pi_low) / (2 * q * pi_low))%Z in
  ((0 <? q) && (c =? 0) && positive_check a (b - 2 * z * q) && positive_check (- a) (2 * (z + 1) * q - b))%Z.

(** z full turns change no cosine. *)
Lemma cos_turns x z : cos (x + 2 * IZR z * PI) = cos x.
Proof.
  assert (P : forall (n : nat) y, cos (y + 2 * IZR (Z.of_nat n) * PI) = cos y)
    by (intros n y; rewrite <- INR_IZR_INZ; apply cos_period).
  destruct (Z.le_ge_cases 0 z) as [Hz|Hz].
  - rewrite <- (Z2Nat.id z Hz); apply P.
  - rewrite <- (P (Z.to_nat (- z)) (x + 2 * IZR z * PI)); f_equal.
    rewrite Z2Nat.id, opp_IZR by lia; ring.
Qed.

Lemma turn_check_sound q t : turn_check q t = true -> cos (value t / IZR q) = 1.
Proof.
  destruct t as [[a b] c]; unfold turn_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?E]).
  apply Z.ltb_lt in H; apply Z.eqb_eq in E, E0, E1; subst a c.
  assert (Q : IZR q <> 0) by (apply IZR_lt in H; lra).
  pose proof (Z.div_mod b (2 * q) ltac:(lia)) as D; rewrite E, Z.add_0_r in D; rewrite D; unfold value.
  rewrite !mult_IZR.
  rewrite <- cos_0, <- (cos_turns 0 (b / (2 * q))); f_equal; field; exact Q.
Qed.

Lemma positive_check_sound a b : positive_check a b = true -> 0 < IZR a + IZR b * PI.
Proof.
  unfold positive_check; intros H; apply Z.ltb_lt, IZR_lt in H; rewrite plus_IZR, !mult_IZR in H.
  assert (U : 0 < IZR pi_unit) by (apply IZR_lt; reflexivity).
  destruct pi_bounds as [L G]; apply (Rmult_lt_reg_r (IZR pi_unit)); [exact U|]; rewrite Rmult_0_l.
  destruct (Z.leb_spec 0 b) as [B|B]; apply IZR_le in B || apply IZR_lt in B.
  - pose proof (Rmult_le_compat_l (IZR b) _ _ B (Rlt_le _ _ L)); lra.
  - pose proof (Rmult_lt_compat_l (- IZR b) _ _ ltac:(lra) G); lra.
Qed.

Lemma apart_check_sound q t : apart_check q t = true -> cos (value t / IZR q) <> 1.
Proof.
  destruct t as [[a b] c]; unfold apart_check; cbv zeta.
  set (z := ((a * pi_unit + b * pi_low) / (2 * q * pi_low))%Z); intros H.
  repeat (apply andb_prop in H; destruct H as [H ?E]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.eqb_eq in E1; subst c.
  apply positive_check_sound in E, E0; rewrite minus_IZR, !mult_IZR in E, E0; rewrite plus_IZR, opp_IZR in E.
  set (x := value (a, b, 0%Z) / IZR q); set (y := x - 2 * IZR z * PI).
  assert (X : x * IZR q = IZR a + IZR b * PI) by (unfold x, value; field; lra).
  assert (Y0 : 0 < y) by (apply (Rmult_lt_reg_r (IZR q)); [exact H|]; unfold y; nra).
  assert (Y1 : y < 2 * PI) by (apply (Rmult_lt_reg_r (IZR q)); [exact H|]; unfold y; nra).
  replace x with (y + 2 * IZR z * PI) by (unfold y; ring); rewrite cos_turns.
  intros C; destruct (Rle_lt_dec y PI) as [L|L].
  - pose proof PI_RGT_0; pose proof (cos_decreasing_1 0 y ltac:(lra) ltac:(lra) ltac:(lra) L Y0) as D.
    rewrite cos_0 in D; lra.
  - pose proof PI_RGT_0.
    pose proof (cos_increasing_1 y (2 * PI) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) Y1) as D.
    rewrite cos_2PI in D; lra.
Qed.
