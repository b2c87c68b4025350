(** * Profiles with an odd power

    Overview.  f(t) = sum_p a_p t^p on [-1, 1] with a_p >= 0 for p >= 1.  Then f(t) <= f(1), since
    t^p <= 1; and if a_q > 0 for some odd q, f(t) < f(1) for t < 1, since t^q = 1 for t = 1 alone:
    a_1 > 0 is not needed.

    Key results: [ascending_bounded], [odd_peaked], [polynomial_odd]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative PsdCheck PowerSeries.
Local Open Scope R_scope.

(** a_p >= 0 for p >= 1, and a_q > 0 for some odd q. *)
Definition odd_rising (f : R -> R) : Prop :=
  exists a q, (forall p, (1 <= p)%nat -> 0 <= a p) /\ Nat.Odd q /\ 0 < a q /\ power_series a f.

Lemma rising_odd f : rising f -> odd_rising f.
Proof. intros (a & Ha & Ha1 & Hf); exists a, 1%nat; repeat split; auto; exists 0%nat; reflexivity. Qed.

Lemma odd_ascending f : odd_rising f -> ascending f.
Proof. intros (a & q & Ha & _ & _ & Hf); exists a; split; assumption. Qed.

(** ** Odd powers on [-1, 1] *)

Lemma power_at_most_one t q : -1 <= t <= 1 -> t ^ q <= 1.
Proof.
  intros Ht; apply Rle_trans with (Rabs (t ^ q)); [apply Rle_abs|]; rewrite <- RPow_abs.
  rewrite <- (pow1 q); apply pow_incr; split; [apply Rabs_pos|apply Rabs_le; lra].
Qed.

Lemma odd_power_one t q : Nat.Odd q -> -1 <= t <= 1 -> t ^ q = 1 -> t = 1.
Proof.
  intros [m ->] Ht H; replace (2 * m + 1)%nat with (S (2 * m)) in H by lia; simpl in H.
  assert (S : 0 <= t ^ (m + (m + 0))).
  { replace (m + (m + 0))%nat with (2 * m)%nat by lia; rewrite pow_mult; apply pow_le; simpl; nra. }
  pose proof (power_at_most_one t (m + (m + 0)) Ht).
  destruct (Rle_lt_dec t 0) as [Hn|Hp]; nra.
Qed.

(** A power series of this kind is at least a_q times as far from f(1) as t^q from 1. *)
Lemma series_gap a f q t :
  (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f -> -1 <= t <= 1 ->
  (1 <= q)%nat -> a q * (1 - t ^ q) <= f 1 - f t.
Proof.
  intros Ha Hf Ht Hq.
  assert (Shift : forall s, -1 <= s <= 1 -> Un_cv (fun N => sum_f_R0 (fun p => a p * s ^ p) (q + N)) (f s)).
  { intros s Hs eps Heps; destruct (Hf s Hs eps Heps) as [M HM]; exists M; intros N HN; apply HM; lia. }
  apply (limit_lower_bound (fun N =>
    sum_f_R0 (fun p => a p * 1 ^ p) (q + N) - sum_f_R0 (fun p => a p * t ^ p) (q + N))).
  - apply CV_minus; apply Shift; lra.
  - intros N _; rewrite <- minus_sum, <- rsum_sum_f, (rsum_split _ _ q) by lia.
    rewrite pow1, <- Rmult_minus_distr_l, <- Rplus_0_r at 1; apply Rplus_le_compat_l, rsum_nonneg.
    intros p _; destruct (Nat.eqb p q); [lra|]; rewrite pow1, <- Rmult_minus_distr_l.
    destruct p as [|p]; [simpl; lra|].
    apply Rmult_le_pos; [apply Ha; lia|pose proof (power_at_most_one t (S p) Ht); lra].
Qed.

Lemma odd_positive q : Nat.Odd q -> (1 <= q)%nat.
Proof. intros [m ->]; lia. Qed.

Lemma odd_peaked f : odd_rising f -> peaked f.
Proof.
  intros (a & q & Ha & Hq & Haq & Hf) t Ht.
  pose proof (series_gap a f q t Ha Hf ltac:(lra) (odd_positive q Hq)) as H.
  pose proof (power_at_most_one t q ltac:(lra)) as L; destruct (Req_dec (t ^ q) 1) as [E|E].
  - apply (odd_power_one t q Hq) in E; lra.
  - assert (0 < a q * (1 - t ^ q)) by (apply Rmult_lt_0_compat; lra); lra.
Qed.

(** Without an odd power f(t) <= f(1) still holds. *)
Lemma ascending_bounded f : ascending f -> bounded_by_one f.
Proof.
  intros (a & Ha & Hf) t Ht; pose proof (series_gap a f 2 t Ha Hf Ht ltac:(lia)) as H.
  pose proof (power_at_most_one t 2 Ht).
  assert (0 <= a 2%nat * (1 - t ^ 2)) by (apply Rmult_le_pos; [apply Ha; lia|lra]); lra.
Qed.

(** ** Polynomials *)

Lemma polynomial_power_series P pi : power_series (fun p => IZR (at1 P p) / IZR pi) (polynomial P pi).
Proof.
  intros t _ eps Heps; exists (length P); intros m Hm.
  replace (sum_f_R0 _ m) with (polynomial P pi t);
    [unfold R_dist, Rminus; rewrite Rplus_opp_r, Rabs_R0; exact Heps|].
  unfold polynomial; rewrite <- rsum_sum_f; replace (S m) with (length P + (S m - length P))%nat by lia.
  rewrite rsum_app, (rsum_zero (S m - length P)); [ring|]; intros p _; unfold at1.
  rewrite nth_overflow by lia; unfold Rdiv; ring.
Qed.

(** pi > 0, P_p >= 0 for p >= 1, and P_q > 0, q odd. *)
Definition odd_check (P : list Z) (pi : Z) (q : nat) : bool :=
  ascending_check P pi && Nat.odd q && (0 <? at1 P q)%Z.

Lemma polynomial_odd P pi q : odd_check P pi q = true -> odd_rising (polynomial P pi).
Proof.
  intros H; do 2 (apply andb_prop in H; destruct H as [H ?Hc]).
  unfold ascending_check in H; do 2 (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc; rewrite forallb_forall in Hc1.
  exists (fun p => IZR (at1 P p) / IZR pi), q; split; [|split; [apply Nat.odd_spec; assumption|split]].
  - intros p Hp; apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, H].
    destruct P as [|x P]; destruct p as [|p]; try lia; unfold at1; simpl; [lra|].
    destruct (Nat.lt_ge_cases p (length P)) as [Hl|Hl]; [|rewrite nth_overflow by exact Hl; lra].
    apply IZR_le, Z.leb_le, Hc1, nth_In, Hl.
  - apply Rdiv_lt_0_compat; assumption.
  - apply polynomial_power_series.
Qed.
