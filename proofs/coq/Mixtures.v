(** * Sums of exponentials and a polynomial as profiles

    Overview.  f(t) = sum (c e^{bt} + c' e^{-bt}) + P(t) with rational numbers: sinh, cosh, e^t + t, and all
    their sums.  Its power series has the coefficients

        a_p = sum (c + (-1)^p c') b^p / p! + P_p,

    exact rational numbers as long as p is below the length of P.  Beyond it their signs are seen from
    the partial sums of c + c' and of c - c' in the order of falling b (Abel's summation): if none is
    negative, none of the a_p is, since b^p increases with b.  The slope at 1, a sum of x e^y, is positive
    by the same argument.

    Key results: [mixture_ascending], [mixture_rising], [mixture_odd], [mixture_full], [mixture_even],
    [mixture_slope], [mixture_continuous]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse PsdCheck PowerSeries OddPowers Abel.
Import ListNotations.
Local Open Scope R_scope.

(** c e^{bt} + c' e^{-bt} for every (b, c, c'), b in units of 1/delta, c and c' in units of 1/gamma. *)
Fixpoint exponentials (E : list (Z * Z * Z)) (gamma delta : Z) (t : R) : R :=
  match E with
  | [] => 0
  | (b, c, c') :: E' =>
      IZR c / IZR gamma * exp (IZR b / IZR delta * t)
      + IZR c' / IZR gamma * exp (- (IZR b / IZR delta) * t) + exponentials E' gamma delta t
  end.

Definition mixture (E : list (Z * Z * Z)) (gamma delta : Z) (P : list Z) (pi : Z) (t : R) : R :=
  exponentials E gamma delta t + polynomial P pi t.

(** ** The coefficients *)

(** The exponents b with the coefficients c + s c' of their powers, s = 1 for even and -1 for odd ones. *)
Definition parity_powers (s : Z) (E : list (Z * Z * Z)) : list (Z * Z) :=
  map (fun '(b, c, c') => (b, c + s * c')%Z) E.

Definition parity_sign (p : nat) : Z := if Nat.even p then 1%Z else (-1)%Z.

Definition mixture_moment (E : list (Z * Z * Z)) (gamma delta : Z) (p : nat) : R :=
  weighted_sum (fun b => (IZR b / IZR delta) ^ p) (parity_powers (parity_sign p) E) / IZR gamma.

Lemma parity_power p : IZR (parity_sign p) = (-1) ^ p.
Proof.
  unfold parity_sign; induction p as [|p IH]; [reflexivity|].
  rewrite Nat.even_succ, <- Nat.negb_even; simpl; rewrite <- IH; destruct (Nat.even p); simpl; lra.
Qed.

Lemma power_series_plus a b f g :
  power_series a f -> power_series b g -> power_series (fun p => a p + b p) (fun t => f t + g t).
Proof.
  intros Hf Hg t Ht; pose proof (CV_plus _ _ _ _ (Hf t Ht) (Hg t Ht)) as H.
  intros eps Heps; destruct (H eps Heps) as [N HN]; exists N; intros m Hm; specialize (HN m Hm).
  cbv beta in HN; rewrite <- plus_sum in HN; erewrite sum_eq; [exact HN|]; intros; simpl; ring.
Qed.

Lemma power_series_coefficients a b f : (forall p, a p = b p) -> power_series a f -> power_series b f.
Proof.
  intros H Hf t Ht eps Heps; destruct (Hf t Ht eps Heps) as [N HN]; exists N; intros m Hm.
  erewrite sum_eq; [exact (HN m Hm)|]; intros p _; cbv beta; rewrite H; reflexivity.
Qed.

Lemma exponentials_series E gamma delta :
  power_series (fun p => mixture_moment E gamma delta p / INR (fact p)) (exponentials E gamma delta).
Proof.
  induction E as [|[[b c] c'] E IH]; simpl.
  - apply (power_series_coefficients (fun p => 0 * 0)).
    + intros p; unfold mixture_moment; simpl; unfold Rdiv; ring.
    + apply (power_series_ext _ (fun t => 0 * exp (0 * t))); [intros; ring|].
      apply (power_series_coefficients (fun p => 0 * (0 ^ p / INR (fact p)))); [intros; ring|].
      apply (power_series_scal 0 _ _ (exponential_series 0)).
  - apply (power_series_coefficients (fun p =>
      IZR c / IZR gamma * ((IZR b / IZR delta) ^ p / INR (fact p))
      + IZR c' / IZR gamma * ((- (IZR b / IZR delta)) ^ p / INR (fact p))
      + mixture_moment E gamma delta p / INR (fact p))).
    + intros p; unfold mixture_moment; simpl; rewrite plus_IZR, mult_IZR, parity_power.
      replace (- (IZR b / IZR delta)) with (-1 * (IZR b / IZR delta)) by ring.
      rewrite Rpow_mult_distr; unfold Rdiv; ring.
    + apply (power_series_plus _ _ (fun t => IZR c / IZR gamma * exp (IZR b / IZR delta * t)
        + IZR c' / IZR gamma * exp (- (IZR b / IZR delta) * t))); [|exact IH].
      apply power_series_plus; apply power_series_scal, exponential_series.
Qed.

(** a_p. *)
Definition mixture_term E gamma delta P pi (p : nat) : R :=
  mixture_moment E gamma delta p / INR (fact p) + IZR (at1 P p) / IZR pi.

Lemma mixture_series E gamma delta P pi :
  power_series (mixture_term E gamma delta P pi) (mixture E gamma delta P pi).
Proof. exact (power_series_plus _ _ _ _ (exponentials_series E gamma delta) (polynomial_power_series P
  pi)). Qed.

(** p! and b^p in integers; p! delta^p gamma pi a_p. *)
Fixpoint zfact (p : nat) : Z := match p with O => 1%Z | S q => (Z.of_nat p * zfact q)%Z end.

Fixpoint zpower (b : Z) (p : nat) : Z := match p with O => 1%Z | S q => (b * zpower b q)%Z end.

Fixpoint zweighted (p : nat) (L : list (Z * Z)) : Z :=
  match L with [] => 0%Z | (b, x) :: L' => (x * zpower b p + zweighted p L')%Z end.

Definition mixture_coefficient E gamma delta P pi (p : nat) : Z :=
  (pi * zweighted p (parity_powers (parity_sign p) E) + gamma * zpower delta p * zfact p * at1 P p)%Z.

Lemma zfact_fact p : IZR (zfact p) = INR (fact p).
Proof.
  induction p as [|p IH]; [reflexivity|].
  change (zfact (S p)) with (Z.of_nat (S p) * zfact p)%Z.
  rewrite mult_IZR, IH, <- INR_IZR_INZ, fact_simpl, mult_INR; reflexivity.
Qed.

Lemma zpower_pow b p : IZR (zpower b p) = IZR b ^ p.
Proof. induction p as [|p IH]; simpl; [reflexivity|rewrite mult_IZR, IH; reflexivity]. Qed.

Lemma zweighted_sum delta p L : IZR delta <> 0 ->
  weighted_sum (fun b => (IZR b / IZR delta) ^ p) L = IZR (zweighted p L) / IZR delta ^ p.
Proof.
  intros Hd; pose proof (pow_nonzero _ p Hd) as N; induction L as [|[b x] L IH]; simpl.
  - unfold Rdiv; ring.
  - rewrite IH, plus_IZR, mult_IZR, zpower_pow; unfold Rdiv at 1 2; rewrite Rpow_mult_distr, pow_inv;
    field; exact N.
Qed.

Lemma coefficient_mixed E gamma delta P pi p : 0 < IZR gamma -> 0 < IZR delta -> 0 < IZR pi ->
  exists s, 0 < s /\ mixture_term E gamma delta P pi p = s * IZR (mixture_coefficient E gamma delta P pi p).
Proof.
  intros Hg Hd Hp; pose proof (INR_fact_lt_0 p) as F; pose proof (pow_lt _ p Hd) as D.
  exists (/ (INR (fact p) * IZR delta ^ p * IZR gamma * IZR pi)); split.
  - apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; assumption.
  - unfold mixture_term, mixture_moment, mixture_coefficient; rewrite zweighted_sum by lra.
    rewrite plus_IZR, !mult_IZR, zpower_pow, zfact_fact; field; repeat split; lra.
Qed.

(** ** The checks *)

Definition scales_check (gamma delta pi : Z) : bool := ((0 <? gamma) && (0 <? delta) && (0 <? pi))%Z.

Definition start (E : list (Z * Z * Z)) : Z := match E with [] => 1%Z | (b, _, _) :: _ => (Z.max 0 b + 1)%Z
  end.

(** b > 0, falling, and no partial sum of c + c', and none of c - c', is negative. *)
Definition falling_check (E : list (Z * Z * Z)) : bool :=
  forallb (fun '(b, _, _) => 0 <? b)%Z E && abel_check (start E) 0 (parity_powers 1 E)
  && abel_check (start E) 0 (parity_powers (-1) E).

(** Besides, a_p >= 0 for 1 <= p below the length of P. *)
Definition ascending_mixture_check E gamma delta P pi : bool :=
  scales_check gamma delta pi && falling_check E
  && forallb (fun p => 0 <=? mixture_coefficient E gamma delta P pi p)%Z (seq 1 (pred (length P))).

Definition rising_mixture_check E gamma delta P pi : bool :=
  ascending_mixture_check E gamma delta P pi && (0 <? mixture_coefficient E gamma delta P pi 1)%Z.

(** An odd a_q > 0. *)
Definition odd_mixture_check E gamma delta P pi q : bool :=
  ascending_mixture_check E gamma delta P pi && Nat.odd q
    && (0 <? mixture_coefficient E gamma delta P pi q)%Z.

(** All a_p > 0. *)
Definition full_mixture_check E gamma delta P pi : bool :=
  ascending_mixture_check E gamma delta P pi && some_positive 0 (parity_powers 1 E)
    && some_positive 0 (parity_powers (-1) E)
  && forallb (fun p => 0 <? mixture_coefficient E gamma delta P pi p)%Z (seq 1 (pred (length P))).

Definition even_mixture_check (E : list (Z * Z * Z)) (P : list Z) : bool :=
  forallb (fun '(_, c, c') => c =? c')%Z E && even_check P.

(** The slope: sum b c e^b + P'(1) - sum b c' e^{-b}, in falling order of the exponents. *)
Definition mixture_slopes E gamma delta P pi : list (Z * Z) :=
  map (fun '(b, c, _) => (b, pi * (b * c))%Z) E
  ++ (0%Z, (gamma * delta * slope_sum 0 P)%Z) :: rev (map (fun '(b, _, c') => (- b, - (pi * (b * c')))%Z)
    E).

Definition slope_mixture_check E gamma delta P pi : bool :=
  scales_check gamma delta pi && abel_check (start E) 0 (mixture_slopes E gamma delta P pi)
  && some_positive 0 (mixture_slopes E gamma delta P pi).

(** ** Soundness *)

Lemma scales_sound gamma delta pi : scales_check gamma delta pi = true ->
  0 < IZR gamma /\ 0 < IZR delta /\ 0 < IZR pi.
Proof.
  unfold scales_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  repeat split; apply IZR_lt, Z.ltb_lt; assumption.
Qed.

Lemma powers_rising delta p : 0 < IZR delta -> (1 <= p)%nat ->
  rising_on (fun b => 0 < b)%Z (fun b => (IZR b / IZR delta) ^ p).
Proof.
  intros Hd Hp; pose proof (Rinv_0_lt_compat _ Hd) as I; split.
  - intros b Hb; apply pow_lt, Rdiv_lt_0_compat; [apply IZR_lt, Hb|exact Hd].
  - intros b c Hb Hc Hbc; apply IZR_lt in Hb; apply IZR_lt in Hbc.
    assert (A : 0 < IZR b / IZR delta < IZR c / IZR delta).
    { split; [apply Rdiv_lt_0_compat; assumption|apply Rmult_lt_compat_r; assumption]. }
    destruct p as [|p]; [lia|]; clear Hp; induction p as [|p IH]; [simpl; lra|].
    change (IZR b / IZR delta * (IZR b / IZR delta) ^ S p < IZR c / IZR delta * (IZR c / IZR delta) ^ S p).
    assert (0 < (IZR b / IZR delta) ^ S p) by (apply pow_lt; lra).
    apply Rmult_le_0_lt_compat; lra.
Qed.

Lemma powers_positive s E : forallb (fun '(b, _, _) => 0 <? b)%Z E = true ->
  forall b x, In (b, x) (parity_powers s E) -> (0 < b)%Z.
Proof.
  rewrite forallb_forall; intros H b x Hin; apply in_map_iff in Hin.
  destruct Hin as ([[e c] c'] & Heq & Hin); injection Heq as <- _; specialize (H _ Hin); simpl in H.
  apply Z.ltb_lt, H.
Qed.

Lemma top_positive E : (0 < start E)%Z.
Proof. destruct E as [|[[b c] c'] E]; simpl; lia. Qed.

Lemma moment_sign E gamma delta p : 0 < IZR gamma -> 0 < IZR delta -> (1 <= p)%nat ->
  falling_check E = true ->
  0 <= mixture_moment E gamma delta p /\
  (some_positive 0 (parity_powers (parity_sign p) E) = true -> 0 < mixture_moment E gamma delta p).
Proof.
  intros Hg Hd Hp H; unfold falling_check in H; do 2 (apply andb_prop in H; destruct H as [H ?Hc]).
  assert (A : abel_check (start E) 0 (parity_powers (parity_sign p) E) = true)
    by (unfold parity_sign; destruct (Nat.even p); assumption).
  pose proof (powers_rising delta p Hd Hp) as M; pose proof (powers_positive (parity_sign p) E H) as DP.
  pose proof (Rinv_0_lt_compat _ Hg) as I; unfold mixture_moment, Rdiv; split.
  - destruct (abel_nonneg _ _ _ M (start E) 0 (top_positive E) DP ltac:(lia) A) as [N _].
    apply Rmult_le_pos; lra.
  - intros S; pose proof (abel_positive _ _ _ M (start E) 0 (top_positive E) DP ltac:(lia) A S) as N.
    apply Rmult_lt_0_compat; lra.
Qed.

Lemma mixed_beyond E gamma delta P pi p : (length P <= p)%nat ->
  mixture_term E gamma delta P pi p = mixture_moment E gamma delta p / INR (fact p).
Proof. intros H; unfold mixture_term, at1; rewrite nth_overflow by exact H; unfold Rdiv; ring. Qed.

Lemma mixture_coefficients E gamma delta P pi :
  ascending_mixture_check E gamma delta P pi = true ->
  (0 < IZR gamma /\ 0 < IZR delta /\ 0 < IZR pi) /\ falling_check E = true /\
  forall p, (1 <= p)%nat -> 0 <= mixture_term E gamma delta P pi p.
Proof.
  unfold ascending_mixture_check; intros H; do 2 (apply andb_prop in H; destruct H as [H ?Hc]).
  pose proof (scales_sound _ _ _ H) as S; split; [exact S|split; [assumption|]];
    destruct S as (Hg & Hd & Hpi).
  intros p Hp; destruct (Nat.lt_ge_cases p (length P)) as [Hl|Hl].
  - destruct (coefficient_mixed E gamma delta P pi p Hg Hd Hpi) as (s & Hs & ->).
    rewrite forallb_forall in Hc; apply Rmult_le_pos; [lra|apply IZR_le, Z.leb_le, Hc, in_seq; lia].
  - rewrite mixed_beyond by exact Hl; destruct (moment_sign E gamma delta p Hg Hd Hp Hc0) as [N _].
    apply Rmult_le_pos; [exact N|left; apply Rinv_0_lt_compat, INR_fact_lt_0].
Qed.

Lemma mixture_ascending E gamma delta P pi :
  ascending_mixture_check E gamma delta P pi = true -> ascending (mixture E gamma delta P pi).
Proof.
  intros H; exists (mixture_term E gamma delta P pi); split;
    [apply (mixture_coefficients _ _ _ _ _ H)|apply mixture_series].
Qed.

Lemma mixture_positive E gamma delta P pi p :
  ascending_mixture_check E gamma delta P pi = true ->
    (0 <? mixture_coefficient E gamma delta P pi p)%Z = true ->
  0 < mixture_term E gamma delta P pi p.
Proof.
  intros H Hc; destruct (mixture_coefficients _ _ _ _ _ H) as ((Hg & Hd & Hpi) & _ & _).
  destruct (coefficient_mixed E gamma delta P pi p Hg Hd Hpi) as (s & Hs & ->).
  apply Rmult_lt_0_compat; [exact Hs|apply IZR_lt, Z.ltb_lt, Hc].
Qed.

Lemma mixture_rising E gamma delta P pi :
  rising_mixture_check E gamma delta P pi = true -> rising (mixture E gamma delta P pi).
Proof.
  intros H; apply andb_prop in H; destruct H as [H Hc]; exists (mixture_term E gamma delta P pi).
  split; [apply (mixture_coefficients _ _ _ _ _ H)|split; [apply mixture_positive;
    assumption|apply mixture_series]].
Qed.

Lemma mixture_odd E gamma delta P pi q :
  odd_mixture_check E gamma delta P pi q = true -> odd_rising (mixture E gamma delta P pi).
Proof.
  intros H; do 2 (apply andb_prop in H; destruct H as [H ?Hc]); exists (mixture_term E gamma delta P pi), q.
  split; [apply (mixture_coefficients _ _ _ _ _ H)|split; [apply Nat.odd_spec; assumption|]].
  split; [apply mixture_positive; assumption|apply mixture_series].
Qed.

Lemma mixture_full E gamma delta P pi :
  full_mixture_check E gamma delta P pi = true -> full (mixture E gamma delta P pi).
Proof.
  intros H; do 3 (apply andb_prop in H; destruct H as [H ?Hc]); exists (mixture_term E gamma delta P pi).
  split; [|apply mixture_series]; intros p Hp.
  destruct (mixture_coefficients _ _ _ _ _ H) as ((Hg & Hd & Hpi) & HF & _).
  destruct (Nat.lt_ge_cases p (length P)) as [Hl|Hl].
  - apply mixture_positive; [exact H|]; rewrite forallb_forall in Hc; apply Hc, in_seq; lia.
  - rewrite mixed_beyond by exact Hl; destruct (moment_sign E gamma delta p Hg Hd Hp HF) as [_ N].
    apply Rdiv_lt_0_compat; [apply N; unfold parity_sign; destruct (Nat.even p);
      assumption|apply INR_fact_lt_0].
Qed.

Lemma mixture_even E gamma delta P pi :
  even_mixture_check E P = true -> mixture E gamma delta P pi (-1) = mixture E gamma delta P pi 1.
Proof.
  intros H; apply andb_prop in H; destruct H as [H HP]; unfold mixture; rewrite (polynomial_even P pi HP);
    f_equal.
  induction E as [|[[b c] c'] E IH]; [reflexivity|]; simpl in *; apply andb_prop in H;
    destruct H as [H1 H2].
  apply Z.eqb_eq in H1; subst c'; rewrite (IH H2).
  replace (IZR b / IZR delta * -1) with (- (IZR b / IZR delta) * 1) by ring.
  replace (- (IZR b / IZR delta) * -1) with (IZR b / IZR delta * 1) by ring; ring.
Qed.

(** ** The slope *)

Lemma exponential_derivative beta : derivable_pt_lim (fun t => exp (beta * t)) 1 (beta * exp (beta * 1)).
Proof.
  pose proof (derivable_pt_lim_comp (fun t => beta * t) exp 1 beta (exp (beta * 1))) as D.
  unfold comp in D; rewrite (Rmult_comm beta (exp _)); apply D.
  - pose proof (derivable_pt_lim_scal id beta 1 1 (derivable_pt_lim_id 1)) as L.
    rewrite Rmult_1_r in L; exact L.
  - apply derivable_pt_lim_exp.
Qed.

Definition unit_exp (delta b : Z) : R := exp (IZR b / IZR delta).

Lemma exponentials_derivative E gamma delta pi : IZR gamma <> 0 -> IZR delta <> 0 -> IZR pi <> 0 ->
  derivable_pt_lim (exponentials E gamma delta) 1
    (/ (IZR pi * IZR gamma * IZR delta)
     * (weighted_sum (unit_exp delta) (map (fun '(b, c, _) => (b, pi * (b * c))%Z) E)
        + weighted_sum (unit_exp delta) (map (fun '(b, _, c') => (- b, - (pi * (b * c')))%Z) E))).
Proof.
  intros Hg Hd Hp; induction E as [|[[b c] c'] E IH].
  - simpl; replace (/ _ * _) with 0 by ring; apply (derivable_pt_lim_const 0).
  - simpl.
    pose proof (derivable_pt_lim_scal _ (IZR c / IZR gamma) _ _ (exponential_derivative (IZR b / IZR
      delta))) as D1.
    pose proof (derivable_pt_lim_scal _ (IZR c' / IZR gamma) _ _ (exponential_derivative (- (IZR b / IZR
      delta)))) as D2.
    pose proof (derivable_pt_lim_plus _ _ _ _ _ (derivable_pt_lim_plus _ _ _ _ _ D1 D2) IH) as D.
    match type of D with derivable_pt_lim _ _ ?l => match goal with |- derivable_pt_lim _ _ ?r =>
      replace r with l end end; [exact D|].
    assert (U : unit_exp delta (- b) = exp (- (IZR b / IZR delta)))
      by (unfold unit_exp; f_equal; rewrite opp_IZR; unfold Rdiv; ring).
    rewrite !Rmult_1_r, U, opp_IZR, !mult_IZR; change (unit_exp delta b) with (exp (IZR b / IZR delta)).
    field; repeat split; assumption.
Qed.

(** The derivative of a polynomial at 1, whatever its sign. *)
Lemma polynomial_derivative P pi : derivable_pt_lim (polynomial P pi) 1 (IZR (slope_sum 0 P) / IZR pi).
Proof.
  replace (IZR (slope_sum 0 P) / IZR pi)
    with (rsum (length P) (fun p => IZR (at1 P p) / IZR pi * (INR p * 1 ^ pred p))).
  - apply (derivable_rsum (length P) (fun p t => IZR (at1 P p) / IZR pi * t ^ p)).
    intros p; apply (derivable_pt_lim_scal (fun t => t ^ p)), derivable_pt_lim_pow.
  - rewrite (rsum_ext _ _ (fun p => / IZR pi * (IZR (at1 P p) * (INR p + IZR 0))))
      by (intros; rewrite pow1; unfold Rdiv; simpl; ring).
    rewrite rsum_scal, slope_sum_rsum; unfold Rdiv; ring.
Qed.

Lemma exponents_rising delta : 0 < IZR delta -> rising_on (fun _ => True) (unit_exp delta).
Proof.
  intros Hd; split; [intros; apply exp_pos|]; intros b c _ _ H; apply exp_increasing.
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, Hd|apply IZR_lt, H].
Qed.

Lemma mixture_slope E gamma delta P pi :
  slope_mixture_check E gamma delta P pi = true -> sloped (mixture E gamma delta P pi).
Proof.
  intros H; do 2 (apply andb_prop in H; destruct H as [H ?Hc]).
  destruct (scales_sound _ _ _ H) as (Hg & Hd & Hp).
  pose proof (abel_positive _ _ _ (exponents_rising delta Hd) (start E) 0 I (fun _ _ _ => I) ltac:(lia) Hc0
    Hc) as N.
  rewrite Rmult_0_l, Rplus_0_l in N; unfold mixture_slopes in N; rewrite weighted_app in N; simpl in N.
  rewrite weighted_rev in N; unfold unit_exp at 2 in N.
  replace (0 / IZR delta) with 0 in N by (unfold Rdiv; ring); rewrite exp_0, !mult_IZR in N.
  pose proof (derivable_pt_lim_plus _ _ _ _ _ (exponentials_derivative E gamma delta pi ltac:(lra)
    ltac:(lra)
    ltac:(lra)) (polynomial_derivative P pi)) as D.
  eexists; split; [|apply derivative_slope; exact D].
  set (u := weighted_sum _ _) in *; set (v := weighted_sum _ (map (fun '(b, _, c') => (- b, _)%Z) E)) in *.
  replace (_ * (u + v) + _) with (/ (IZR pi * IZR gamma * IZR delta)
    * (u + (IZR gamma * IZR delta * IZR (slope_sum 0 P) * 1 + v))) by (field; repeat split; lra).
  apply Rmult_lt_0_compat; [|exact N].
  apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; assumption.
Qed.

Lemma exponentials_continuous E gamma delta : continuity (exponentials E gamma delta).
Proof.
  induction E as [|[[b c] c'] E IH]; [apply continuity_const; intros s t; reflexivity|].
  apply (continuity_plus (fun t => IZR c / IZR gamma * exp (IZR b / IZR delta * t)
    + IZR c' / IZR gamma * exp (- (IZR b / IZR delta) * t))); [|exact IH].
  apply continuity_plus; apply exponential_continuous.
Qed.

Lemma mixture_continuous E gamma delta P pi : continuity (mixture E gamma delta P pi).
Proof. apply continuity_plus; [apply exponentials_continuous|apply polynomial_continuous]. Qed.
