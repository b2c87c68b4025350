(** * Profiles by name, and the two properties that the theorems ask of them

    Overview.  [rising f]: f(t) = sum a_p t^p on [-1, 1] with a_p >= 0 for p >= 1 and a_1 > 0 (direct part
    of T5). [sloped f]: f has a slope 0 < s < oo at 1 (converse part).

    Weaker, [ascending f]: a_p >= 0 for p >= 1; stronger, [full f]: a_p > 0 for every p >= 1.

    Key results: e^{beta t}/beta (the attention profile, `usa`), e^{beta (t-1)}/beta (`peak`) and c e^{beta t}
    have all these properties for c, beta > 0, and a slope wherever c beta > 0; rational polynomials the
    first if a_p >= 0 and a_1 > 0, the second if f'(1) > 0.  All of them are continuous. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool FunctionalExtensionality.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse PsdCheck.
Import ListNotations.
Local Open Scope R_scope.

(** f(t) = sum_p a_p t^p on [-1, 1] with a_p >= 0 for p >= 1 and a_1 > 0. *)
Definition rising (f : R -> R) : Prop :=
  exists a, (forall p, (1 <= p)%nat -> 0 <= a p) /\ 0 < a 1%nat /\ power_series a f.

(** f(t) = sum_p a_p t^p on [-1, 1] with a_p >= 0 for p >= 1. *)
Definition ascending (f : R -> R) : Prop :=
  exists a, (forall p, (1 <= p)%nat -> 0 <= a p) /\ power_series a f.

(** f(t) = sum_p a_p t^p on [-1, 1] with a_p > 0 for every p >= 1. *)
Definition full (f : R -> R) : Prop :=
  exists a, (forall p, (1 <= p)%nat -> 0 < a p) /\ power_series a f.

Lemma rising_ascending f : rising f -> ascending f.
Proof. intros (a & Ha & _ & Hf); exists a; split; assumption. Qed.

(** f has a positive finite slope at 1. *)
Definition sloped (f : R -> R) : Prop := exists s, 0 < s /\ slope_at_one f s.

(** The profiles. *)
Definition exponential (c beta t : R) : R := c * exp (beta * t).
Definition usa (beta t : R) : R := exp (beta * t) / beta.
Definition peak (beta t : R) : R := exp (beta * (t - 1)) / beta.
Definition polynomial (P : list Z) (pi : Z) (t : R) : R :=
  rsum (length P) (fun p => IZR (at1 P p) / IZR pi * t ^ p).

(** pi > 0, P_p >= 0 for p >= 1 and P_1 > 0. *)
Definition polynomial_check (P : list Z) (pi : Z) : bool :=
  ((0 <? pi) && (0 <? at1 P 1) && forallb (fun x => 0 <=? x) (tl P))%Z.

Lemma power_series_ext a f g : (forall t, f t = g t) -> power_series a f -> power_series a g.
Proof. intros H Hf t Ht; rewrite <- H; apply Hf, Ht. Qed.

Lemma power_series_scal c a f : power_series a f -> power_series (fun p => c * a p) (fun t => c * f t).
Proof.
  intros Hf t Ht; pose proof (CV_mult (fun _ => c) _ c _ (limit_constant c) (Hf t Ht)) as H.
  intros eps Heps; destruct (H eps Heps) as [N HN]; exists N; intros m Hm.
  specialize (HN m Hm); cbv beta in HN.
  rewrite scal_sum in HN; erewrite sum_eq; [exact HN|]; intros; simpl; ring.
Qed.

Lemma slope_ext f g s : (forall t, f t = g t) -> slope_at_one f s -> slope_at_one g s.
Proof.
  intros H Hf eta Heta; destruct (Hf eta Heta) as (delta & D & P); exists delta; split; [exact D|].
  intros t Ht Hlt; rewrite <- !H; apply P; assumption.
Qed.

Lemma rising_ext f g : (forall t, f t = g t) -> rising f -> rising g.
Proof.
  intros H (a & A & A1 & S); exists a; split; [exact A|split; [exact A1|]].
  apply (power_series_ext a f g H S).
Qed.

Lemma sloped_ext f g : (forall t, f t = g t) -> sloped f -> sloped g.
Proof. intros H (s & Hs & S); exists s; split; [exact Hs|apply (slope_ext f g s H S)]. Qed.

(** ** The exponential profiles *)

Lemma exponential_rising c beta : 0 < c -> 0 < beta -> rising (exponential c beta).
Proof.
  intros Hc Hb; exists (fun p => c * (beta ^ p / INR (fact p))); split; [|split].
  - intros p _; apply Rmult_le_pos; [lra|apply exponential_coefficients; lra].
  - simpl; unfold Rdiv; rewrite Rinv_1, !Rmult_1_r; apply Rmult_lt_0_compat; assumption.
  - exact (power_series_scal c _ _ (exponential_series beta)).
Qed.

(** c e^{beta t} has the slope c beta e^beta at 1. *)
Lemma exponential_sloped c beta : 0 < c * beta -> sloped (exponential c beta).
Proof.
  intros H; exists (c * (exp (beta * 1) * beta)); split.
  - replace (c * (exp (beta * 1) * beta)) with (c * beta * exp (beta * 1)) by ring.
    apply Rmult_lt_0_compat; [exact H|apply exp_pos].
  - apply derivative_slope, (derivable_pt_lim_scal (fun t => exp (beta * t)) c 1).
    apply (derivable_pt_lim_comp (fun t => beta * t) exp).
    + pose proof (derivable_pt_lim_scal id beta 1 1 (derivable_pt_lim_id 1)) as D.
      rewrite Rmult_1_r in D; exact D.
    + apply derivable_pt_lim_exp.
Qed.

Lemma usa_exponential beta t : exponential (/ beta) beta t = usa beta t.
Proof. unfold exponential, usa, Rdiv; ring. Qed.

Lemma peak_exponential beta t : exponential (exp (- beta) / beta) beta t = peak beta t.
Proof.
  unfold exponential, peak; replace (beta * (t - 1)) with (- beta + beta * t) by ring; rewrite exp_plus.
  unfold Rdiv; ring.
Qed.

Lemma usa_rising beta : 0 < beta -> rising (usa beta).
Proof.
  intros Hb; apply (rising_ext _ _ (usa_exponential beta)), exponential_rising; auto with real.
Qed.

Lemma usa_sloped beta : beta <> 0 -> sloped (usa beta).
Proof.
  intros Hb; apply (sloped_ext _ _ (usa_exponential beta)), exponential_sloped.
  rewrite Rinv_l by exact Hb; lra.
Qed.

Lemma peak_rising beta : 0 < beta -> rising (peak beta).
Proof.
  intros Hb; apply (rising_ext _ _ (peak_exponential beta)), exponential_rising; [|exact Hb].
  apply Rdiv_lt_0_compat; [apply exp_pos|exact Hb].
Qed.

Lemma peak_sloped beta : beta <> 0 -> sloped (peak beta).
Proof.
  intros Hb; apply (sloped_ext _ _ (peak_exponential beta)), exponential_sloped.
  replace (exp (- beta) / beta * beta) with (exp (- beta)) by (field; exact Hb); apply exp_pos.
Qed.

(** ** All powers *)

Lemma full_ext f g : (forall t, f t = g t) -> full f -> full g.
Proof. intros H (a & A & S); exists a; split; [exact A|apply (power_series_ext a f g H S)]. Qed.

Lemma exponential_full c beta : 0 < c -> 0 < beta -> full (exponential c beta).
Proof.
  intros Hc Hb; exists (fun p => c * (beta ^ p / INR (fact p))); split.
  - intros p _; apply Rmult_lt_0_compat; [exact Hc|apply Rdiv_lt_0_compat].
    + apply pow_lt, Hb.
    + apply INR_fact_lt_0.
  - exact (power_series_scal c _ _ (exponential_series beta)).
Qed.

Lemma usa_full beta : 0 < beta -> full (usa beta).
Proof. intros Hb; apply (full_ext _ _ (usa_exponential beta)), exponential_full; auto with real. Qed.

Lemma peak_full beta : 0 < beta -> full (peak beta).
Proof.
  intros Hb; apply (full_ext _ _ (peak_exponential beta)), exponential_full; [|exact Hb].
  apply Rdiv_lt_0_compat; [apply exp_pos|exact Hb].
Qed.

(** ** Polynomials *)

Lemma rsum_sum_f n f : rsum (S n) f = sum_f_R0 f n.
Proof.
  induction n as [|n IH]; [simpl; ring|].
  change (rsum (S n) f + f (S n) = sum_f_R0 f n + f (S n)); rewrite IH; reflexivity.
Qed.

Lemma polynomial_coefficient P pi p :
  polynomial_check P pi = true -> (1 <= p)%nat -> 0 <= IZR (at1 P p) / IZR pi.
Proof.
  unfold polynomial_check; intros H Hp; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, H].
  destruct p as [|p]; [lia|]; unfold at1; destruct P as [|x P]; [simpl; lra|]; simpl.
  destruct (Nat.lt_ge_cases p (length P)) as [Hl|Hl]; [|rewrite nth_overflow by exact Hl; lra].
  rewrite forallb_forall in Hc; apply IZR_le, Z.leb_le, Hc, nth_In, Hl.
Qed.

Lemma polynomial_positive P pi :
  polynomial_check P pi = true -> 0 < IZR (at1 P 1) / IZR pi /\ (2 <= length P)%nat.
Proof.
  unfold polynomial_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt in Hc0; apply Z.ltb_lt, IZR_lt in H; split.
  - apply Rdiv_lt_0_compat; [apply IZR_lt, Hc0|exact H].
  - unfold at1 in Hc0; destruct P as [|x [|y P]]; simpl in *; lia.
Qed.

(** pi > 0 and P_p >= 0 for p >= 1; a polynomial that is even besides. *)
Definition ascending_check (P : list Z) (pi : Z) : bool :=
  ((0 <? pi) && (1 <=? Z.of_nat (length P)) && forallb (fun x => 0 <=? x) (tl P))%Z.
Definition even_check (P : list Z) : bool :=
  forallb (fun p => (Nat.even p || (at1 P p =? 0)%Z)%bool) (seq 0 (length P)).

Lemma polynomial_ascending P pi : ascending_check P pi = true -> ascending (polynomial P pi).
Proof.
  unfold ascending_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.leb_le in Hc0.
  set (N := pred (length P)); assert (EN : length P = S N) by (unfold N; lia).
  exists (fun p => if Nat.leb p N then IZR (at1 P p) / IZR pi else 0); split.
  - intros [|p] Hp; [lia|]; destruct (Nat.leb (S p) N); [|lra].
    apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, H].
    unfold at1; destruct P as [|x P]; [simpl; lra|]; simpl.
    destruct (Nat.lt_ge_cases p (length P)) as [Hl|Hl]; [|rewrite nth_overflow by exact Hl; lra].
    rewrite forallb_forall in Hc; apply IZR_le, Z.leb_le, Hc, nth_In, Hl.
  - apply (power_series_ext _ (fun t => sum_f_R0 (fun p => IZR (at1 P p) / IZR pi * t ^ p) N)).
    + intros t; unfold polynomial; rewrite EN, rsum_sum_f; reflexivity.
    + apply polynomial_series.
Qed.

(** An even polynomial has f(-1) = f(1). *)
Lemma polynomial_even P pi : even_check P = true -> polynomial P pi (-1) = polynomial P pi 1.
Proof.
  unfold even_check; rewrite forallb_forall; intros H; apply rsum_ext; intros p Hp.
  pose proof (H p ltac:(apply in_seq; lia)) as E; apply orb_prop in E; destruct E as [E|E].
  - apply Nat.even_spec in E; destruct E as [q ->]; rewrite pow_1_even, pow1; reflexivity.
  - apply Z.eqb_eq in E; rewrite E; unfold Rdiv; ring.
Qed.

Lemma polynomial_rising P pi : polynomial_check P pi = true -> rising (polynomial P pi).
Proof.
  intros H; pose proof (polynomial_positive P pi H) as [P1 Hl].
  set (N := pred (length P)); assert (EN : length P = S N) by (unfold N; lia).
  exists (fun p => if Nat.leb p N then IZR (at1 P p) / IZR pi else 0); split; [|split].
  - intros p Hp; destruct (Nat.leb p N); [apply polynomial_coefficient; assumption|lra].
  - rewrite (proj2 (Nat.leb_le 1 N)) by lia; exact P1.
  - apply (power_series_ext _ (fun t => sum_f_R0 (fun p => IZR (at1 P p) / IZR pi * t ^ p) N)).
    + intros t; unfold polynomial; rewrite EN, rsum_sum_f; reflexivity.
    + apply polynomial_series.
Qed.

Lemma derivable_rsum n (f : nat -> R -> R) (l : nat -> R) t :
  (forall i, derivable_pt_lim (f i) t (l i)) ->
  derivable_pt_lim (fun s => rsum n (fun i => f i s)) t (rsum n l).
Proof.
  intros H; induction n as [|n IH]; [apply (derivable_pt_lim_const 0)|].
  exact (derivable_pt_lim_plus (fun s => rsum n (fun i => f i s)) (f n) t _ _ IH (H n)).
Qed.

(** sum_p (p + o) P_p, in integers. *)
Fixpoint slope_sum (o : Z) (P : list Z) : Z :=
  match P with
  | nil => 0
  | cons x rest => o * x + slope_sum (o + 1) rest
  end.

(** pi > 0 and f'(1) = sum_p p P_p / pi > 0; the signs of the coefficients do not matter. *)
Definition slope_check (P : list Z) (pi : Z) : bool := ((0 <? pi) && (0 <? slope_sum 0 P))%Z.

Lemma slope_sum_rsum P : forall o,
  rsum (length P) (fun p => IZR (at1 P p) * (INR p + IZR o)) = IZR (slope_sum o P).
Proof.
  unfold at1; induction P as [|x P IH]; intros o; [reflexivity|].
  simpl length; rewrite rsum_shift; simpl slope_sum; rewrite plus_IZR, mult_IZR, <- IH.
  rewrite (rsum_ext (length P) (fun p => IZR (nth p P 0%Z) * (INR p + IZR (o + 1)))
    (fun p => IZR (nth (S p) (x :: P) 0%Z) * (INR (S p) + IZR o))).
  - simpl; ring.
  - intros p _; rewrite plus_IZR, S_INR; simpl; ring.
Qed.

(** A polynomial with f'(1) > 0 has a positive slope. *)
Lemma polynomial_slope P pi : slope_check P pi = true -> sloped (polynomial P pi).
Proof.
  intros H; apply andb_prop in H; destruct H as [H1 H2].
  apply Z.ltb_lt, IZR_lt in H1; apply Z.ltb_lt, IZR_lt in H2.
  exists (rsum (length P) (fun p => IZR (at1 P p) / IZR pi * (INR p * 1 ^ pred p))); split.
  - rewrite (rsum_ext _ _ (fun p => / IZR pi * (IZR (at1 P p) * (INR p + IZR 0))))
      by (intros; rewrite pow1; unfold Rdiv; simpl; ring).
    rewrite rsum_scal, slope_sum_rsum; apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat|]; assumption.
  - apply derivative_slope, (derivable_rsum (length P) (fun p t => IZR (at1 P p) / IZR pi * t ^ p)).
    intros p; apply (derivable_pt_lim_scal (fun t => t ^ p)), derivable_pt_lim_pow.
Qed.

(** ** The profiles are continuous *)

Lemma continuity_affine a b : continuity (fun t => a * t + b).
Proof.
  apply (continuity_plus (fun t => a * t) (fun _ => b)); [|apply continuity_const; intros s t; reflexivity].
  apply (continuity_scal id), derivable_continuous, derivable_id.
Qed.

Lemma continuity_ext f g : (forall t, f t = g t) -> continuity f -> continuity g.
Proof. intros H; replace g with f; [auto|apply functional_extensionality, H]. Qed.

Lemma continuity_exponential : continuity exp.
Proof. apply derivable_continuous, derivable_exp. Qed.

Lemma exponential_continuous c beta : continuity (exponential c beta).
Proof.
  apply (continuity_scal (fun t => exp (beta * t)) c).
  apply (continuity_comp (fun t => beta * t) exp); [|apply continuity_exponential].
  apply (continuity_ext (fun t => beta * t + 0)); [intros; ring|apply continuity_affine].
Qed.

Lemma usa_continuous beta : continuity (usa beta).
Proof. apply (continuity_ext _ _ (usa_exponential beta)), exponential_continuous. Qed.

Lemma peak_continuous beta : continuity (peak beta).
Proof. apply (continuity_ext _ _ (peak_exponential beta)), exponential_continuous. Qed.

Lemma continuity_power p : continuity (fun t => t ^ p).
Proof. apply derivable_continuous; intros t; exists (INR p * t ^ pred p); apply derivable_pt_lim_pow. Qed.

Lemma continuity_rsum n (F : nat -> R -> R) :
  (forall i, continuity (F i)) -> continuity (fun t => rsum n (fun i => F i t)).
Proof.
  intros H; induction n as [|n IH]; [apply continuity_const; intros s t; reflexivity|].
  exact (continuity_plus (fun t => rsum n (fun i => F i t)) (F n) IH (H n)).
Qed.

Lemma polynomial_continuous P pi : continuity (polynomial P pi).
Proof.
  apply (continuity_rsum (length P) (fun p t => IZR (at1 P p) / IZR pi * t ^ p)); intros p.
  apply (continuity_scal (fun t => t ^ p)), continuity_power.
Qed.
