(** * The arcsine has a power series on [-1, 1], all of whose coefficients are nonnegative

    Overview.  asin t = sum_n c_n t^(2n+1) / (2n+1), c_0 = 1, c_{n+1} = c_n (2n+1) / (2n+2), and at the ends
    too.  With t = sin s the partial sum S_N(s) has the derivative V_N(s) = sum_{n <= N} c_n sin^(2n) s cos s,
    and the sum for V_N' telescopes:

        V_N' = - (2N+1) c_N sin^(2N+1) s.

    So V_N <= V_N(0) = 1 and 0 <= s - S_N(s) <= s^2 (2N+1) sin^(2N+1) s, which tends to 0 for s < pi/2.  At
    pi/2 the sums stay below pi/2, and above those at every smaller s.

    Key results: [asin_rising], [arcsine_rising]. *)

From Coq Require Import Reals Lra Lia Arith Ratan.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative PowerSeries Mixtures.
Local Open Scope R_scope.

(** The profile c asin t + a. *)
Definition arcsine (c a t : R) : R := c * asin t + a.

Lemma arcsine_gap c a t : -1 <= t <= 1 -> arcsine c a 1 - arcsine c a t = c * acos t.
Proof. intros Ht; unfold arcsine; rewrite acos_asin, asin_1 by exact Ht; ring. Qed.

(** f(t) < f(1) for t < 1: only the angle to the point itself vanishes. *)
Lemma arcsine_peaked c a : 0 < c -> peaked (arcsine c a).
Proof.
  intros Hc t Ht; pose proof (arcsine_gap c a t ltac:(lra)) as E; pose proof (acos_bound t) as [B _].
  assert (acos t <> 0) by (intros Z; pose proof (cos_acos t ltac:(lra)) as F; rewrite Z, cos_0 in F; lra).
  assert (0 < c * acos t) by (apply Rmult_lt_0_compat; lra); lra.
Qed.

(** ** Coefficients and partial sums *)

Local Fixpoint central (n : nat) : R :=
  match n with O => 1 | S m => central m * (2 * INR m + 1) / (2 * INR m + 2) end.

Local Lemma central_bounds n : 0 < central n <= 1.
Proof.
  induction n as [|n IH]; simpl; [lra|]; pose proof (pos_INR n).
  assert (F : 0 < (2 * INR n + 1) / (2 * INR n + 2) <= 1).
  { split; [apply Rdiv_lt_0_compat; lra|].
    apply (Rmult_le_reg_r (2 * INR n + 2)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
  unfold Rdiv in *; rewrite Rmult_assoc; split; [apply Rmult_lt_0_compat; lra|].
  rewrite <- (Rmult_1_l 1); apply Rmult_le_compat; lra.
Qed.

Local Lemma central_step n : (2 * INR n + 2) * central (S n) = (2 * INR n + 1) * central n.
Proof. simpl; pose proof (pos_INR n); field; lra. Qed.

Local Definition partial (N : nat) (t : R) : R :=
  rsum (S N) (fun n => central n / (2 * INR n + 1) * t ^ (2 * n + 1)).

(** V_N as a function of the angle. *)
Local Definition inner (N : nat) (s : R) : R := rsum (S N) (fun n => central n * (sin s ^ (2 * n) * cos s)).

Local Lemma power_of_sine n s : derivable_pt_lim (fun x => sin x ^ n) s (INR n * sin s ^ pred n * cos s).
Proof.
  apply (derivable_pt_lim_comp sin (fun y => y ^ n)); [apply derivable_pt_lim_sin|apply derivable_pt_lim_pow].
Qed.

Local Lemma partial_derivative N s : derivable_pt_lim (fun x => partial N (sin x)) s (inner N s).
Proof.
  apply (derivable_rsum (S N) (fun n x => central n / (2 * INR n + 1) * sin x ^ (2 * n + 1))); intros n.
  pose proof (derivable_pt_lim_scal _ (central n / (2 * INR n + 1)) _ _ (power_of_sine (2 * n + 1) s)) as D.
  replace (central n * (sin s ^ (2 * n) * cos s))
    with (central n / (2 * INR n + 1) * (INR (2 * n + 1) * sin s ^ pred (2 * n + 1) * cos s)); [exact D|].
  replace (pred (2 * n + 1)) with (2 * n)%nat by lia; rewrite plus_INR, mult_INR; simpl INR.
  pose proof (pos_INR n); field; lra.
Qed.

Local Lemma inner_derivative N s :
  derivable_pt_lim (inner N) s (- ((2 * INR N + 1) * central N * sin s ^ (2 * N + 1))).
Proof.
  assert (T : forall n, derivable_pt_lim (fun x => central n * (sin x ^ (2 * n) * cos x)) s
    (central n * (INR (2 * n) * sin s ^ pred (2 * n) * cos s * cos s + sin s ^ (2 * n) * - sin s))).
  { intros n; apply derivable_pt_lim_scal, derivable_pt_lim_mult;
      [apply power_of_sine|apply derivable_pt_lim_cos]. }
  assert (C : cos s * cos s = 1 - sin s * sin s) by (pose proof (sin2_cos2 s); unfold Rsqr in *; lra).
  induction N as [|N IH].
  - pose proof (derivable_pt_lim_plus _ _ _ _ _ (derivable_pt_lim_const 0 s) (T 0%nat)) as D.
    replace (- ((2 * INR 0 + 1) * central 0 * sin s ^ (2 * 0 + 1)))
      with (0 + central 0 * (INR (2 * 0) * sin s ^ pred (2 * 0) * cos s * cos s + sin s ^ (2 * 0) * - sin s));
      [exact D|simpl; ring].
  - pose proof (derivable_pt_lim_plus _ _ _ _ _ IH (T (S N))) as D.
    match type of D with derivable_pt_lim _ _ ?l => replace (- _) with l end; [exact D|].
    replace (pred (2 * S N)) with (2 * N + 1)%nat by lia.
    replace (2 * S N)%nat with (2 * N + 1 + 1)%nat by lia.
    rewrite (Rmult_assoc _ (cos s) (cos s)), C, !pow_add, !plus_INR, mult_INR, (S_INR N).
    replace (INR 2) with 2 by (simpl; ring); replace (INR 1) with 1 by reflexivity.
    pose proof (central_step N) as E; rewrite !pow_1.
    transitivity (- ((2 * INR N + 1) * central N) * (sin s ^ (2 * N) * sin s)
      + (2 * INR N + 2) * central (S N) * (sin s ^ (2 * N) * sin s)
      - (2 * (INR N + 1) + 1) * central (S N) * (sin s ^ (2 * N) * sin s * sin s * sin s)); [ring|].
    rewrite E; ring.
Qed.

(** ** The remainder *)

Local Lemma sine_nonneg s : 0 <= s <= PI / 2 -> 0 <= sin s <= 1.
Proof. intros Hs; pose proof PI_RGT_0; split; [apply sin_ge_0; lra|apply SIN_bound]. Qed.

Local Lemma inner_bounds N s : 0 <= s <= PI / 2 ->
  1 - s * ((2 * INR N + 1) * sin s ^ (2 * N + 1)) <= inner N s <= 1.
Proof.
  intros Hs; assert (Z : inner N 0 = 1).
  { unfold inner; rewrite rsum_shift, sin_0, cos_0; rewrite rsum_zero; [simpl; ring|].
    intros i _; replace (2 * S i)%nat with (S (2 * i + 1)) by lia; simpl; ring. }
  pose proof (pos_INR N) as P; pose proof (central_bounds N) as [C0 C1].
  destruct (Req_dec s 0) as [->|Hne]; [rewrite Z; lra|].
  destruct (MVT_cor2 (inner N) _ 0 s ltac:(lra) (fun c _ => inner_derivative N c)) as (c & E & Hc).
  rewrite Z, Rminus_0_r in E; pose proof (sine_nonneg c ltac:(lra)) as [A0 A1].
  assert (B : sin c ^ (2 * N + 1) <= sin s ^ (2 * N + 1)).
  { apply pow_incr; split; [exact A0|]; apply Rlt_le, sin_increasing_1; pose proof PI_RGT_0; lra. }
  pose proof (pow_le _ (2 * N + 1) A0) as Q; set (q := sin c ^ (2 * N + 1)) in *.
  assert (K : 0 <= (2 * INR N + 1) * central N * q) by (repeat apply Rmult_le_pos; lra).
  assert (L : (2 * INR N + 1) * central N * q <= (2 * INR N + 1) * sin s ^ (2 * N + 1)).
  { apply Rle_trans with ((2 * INR N + 1) * 1 * q); [|nra].
    apply Rmult_le_compat_r; [exact Q|apply Rmult_le_compat_l; lra]. }
  pose proof (Rmult_le_pos _ _ K (proj1 Hs)); pose proof (Rmult_le_compat_l s _ _ (proj1 Hs) L); lra.
Qed.

Local Lemma partial_zero N : partial N 0 = 0.
Proof.
  unfold partial; apply rsum_zero; intros n _; replace (2 * n + 1)%nat with (S (2 * n)) by lia; simpl; ring.
Qed.

Local Lemma remainder N s : 0 <= s <= PI / 2 ->
  0 <= s - partial N (sin s) <= s * s * ((2 * INR N + 1) * sin s ^ (2 * N + 1)).
Proof.
  intros Hs; destruct (Req_dec s 0) as [->|Hne]; [rewrite sin_0, partial_zero; split; [lra|right; ring]|].
  destruct (MVT_cor2 (fun x => partial N (sin x)) _ 0 s ltac:(lra) (fun c _ => partial_derivative N c))
    as (c & E & Hc).
  rewrite sin_0, partial_zero, !Rminus_0_r in E; destruct (inner_bounds N c ltac:(lra)) as [L U].
  pose proof (sine_nonneg c ltac:(lra)) as [A0 _]; pose proof (pos_INR N) as P.
  assert (B : sin c ^ (2 * N + 1) <= sin s ^ (2 * N + 1)).
  { apply pow_incr; split; [exact A0|]; apply Rlt_le, sin_increasing_1; pose proof PI_RGT_0; lra. }
  pose proof (pow_le _ (2 * N + 1) A0) as Q; rewrite E; set (q := sin c ^ (2 * N + 1)) in *.
  set (r := sin s ^ (2 * N + 1)) in *; split; [nra|].
  assert (G : c * ((2 * INR N + 1) * q) <= s * ((2 * INR N + 1) * r)) by (apply Rmult_le_compat; nra).
  assert (H : 1 - inner N c <= s * ((2 * INR N + 1) * r)) by lra.
  pose proof (Rmult_le_compat_r s _ _ (proj1 Hs) H); lra.
Qed.

(** n x^n tends to 0 for 0 <= x < 1, by Bernoulli's inequality. *)
Local Lemma power_beats_linear x : 0 <= x < 1 -> Un_cv (fun N => (2 * INR N + 1) * x ^ (2 * N + 1)) 0.
Proof.
  intros Hx; destruct (Req_dec x 0) as [->|Hne].
  { intros eps Heps; exists 0%nat; intros N _; replace (2 * N + 1)%nat with (S (2 * N)) by lia; simpl.
    unfold R_dist; rewrite Rmult_0_l, Rmult_0_r, Rminus_0_r, Rabs_R0; exact Heps. }
  set (r := (1 + x) / 2); assert (Hr : x < r < 1) by (unfold r; lra).
  set (h := r / x - 1).
  assert (Hh : 0 < h).
  { unfold h; apply (Rmult_lt_reg_r x); [lra|]; unfold Rdiv.
    rewrite Rmult_minus_distr_r, Rmult_assoc, Rinv_l by lra; lra. }
  assert (B : forall n, INR n * x ^ n <= r ^ n / h).
  { intros n; pose proof (poly n h Hh) as Q; replace (1 + h) with (r / x) in Q by (unfold h; ring).
    unfold Rdiv in Q; rewrite Rpow_mult_distr, pow_inv in Q.
    assert (X : 0 < x ^ n) by (apply pow_lt; lra).
    apply (Rmult_le_compat_r (x ^ n)) in Q; [|lra]; rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Q by lra.
    apply (Rmult_le_reg_r h); [exact Hh|]; replace (r ^ n / h * h) with (r ^ n) by (field; lra); nra. }
  intros eps Heps.
  destruct (pow_lt_1_zero r (Rabs_def1 r 1 ltac:(lra) ltac:(lra)) (eps * h) (Rmult_lt_0_compat _ _ Heps Hh))
    as [M HM].
  exists M; intros N HN; unfold R_dist; rewrite Rminus_0_r.
  pose proof (B (2 * N + 1)%nat) as Bn; specialize (HM (2 * N + 1)%nat ltac:(lia)).
  rewrite plus_INR, mult_INR in Bn; simpl INR in Bn; pose proof (pos_INR N).
  assert (X : 0 <= x ^ (2 * N + 1)) by (apply pow_le; lra).
  rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
  rewrite Rabs_right in HM by (apply Rle_ge, pow_le; lra).
  assert (r ^ (2 * N + 1) / h < eps).
  { apply (Rmult_lt_reg_r h); [exact Hh|].
    replace (r ^ (2 * N + 1) / h * h) with (r ^ (2 * N + 1)) by (field; lra); exact HM. }
  lra.
Qed.

Local Lemma partial_limit_inside s : 0 <= s < PI / 2 -> Un_cv (fun N => partial N (sin s)) s.
Proof.
  intros Hs eps Heps; assert (X : 0 <= sin s < 1).
  { split; [apply sine_nonneg; lra|]; rewrite <- sin_PI2; apply sin_increasing_1; lra. }
  assert (Q : 0 < s * s + 1) by nra.
  destruct (power_beats_linear (sin s) X (eps / (s * s + 1)) (Rdiv_lt_0_compat _ _ Heps Q)) as [M HM].
  exists M; intros N HN; specialize (HM N HN); unfold R_dist in *; rewrite Rminus_0_r in HM.
  destruct (remainder N s ltac:(lra)) as [L U]; set (y := (2 * INR N + 1) * sin s ^ (2 * N + 1)) in *.
  assert (Y : y < eps / (s * s + 1)) by (pose proof (Rle_abs y); lra).
  assert (Yp : 0 <= y) by (apply Rmult_le_pos; [pose proof (pos_INR N); lra|apply pow_le; lra]).
  apply (Rmult_lt_compat_r _ _ _ Q) in Y; unfold Rdiv in Y.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Y by lra.
  rewrite Rabs_left1 by lra; nra.
Qed.

Local Lemma partial_increasing N x y : 0 <= x <= y -> partial N x <= partial N y.
Proof.
  intros H; apply rsum_le; intros n _; apply Rmult_le_compat_l; [|apply pow_incr, H].
  pose proof (central_bounds n); pose proof (pos_INR n); apply Rlt_le, Rdiv_lt_0_compat; lra.
Qed.

Local Lemma partial_limit s : 0 <= s <= PI / 2 -> Un_cv (fun N => partial N (sin s)) s.
Proof.
  intros Hs; destruct (Rlt_le_dec s (PI / 2)) as [H|H]; [apply partial_limit_inside; lra|].
  assert (s = PI / 2) by lra; subst s; clear H; pose proof PI_RGT_0; intros eps Heps.
  set (r := Rmax 0 (PI / 2 - eps / 2)).
  assert (Hr : 0 <= r < PI / 2) by (split; [apply Rmax_l|apply Rmax_lub_lt; lra]).
  destruct (partial_limit_inside r Hr (eps / 2) ltac:(lra)) as [M HM]; exists M; intros N HN.
  specialize (HM N HN); unfold R_dist in *; apply Rabs_def2 in HM.
  destruct (remainder N (PI / 2) Hs) as [L _]; pose proof (sine_nonneg r ltac:(lra)) as S.
  assert (partial N (sin r) <= partial N (sin (PI / 2)))
    by (rewrite sin_PI2; apply partial_increasing; lra).
  assert (PI / 2 - eps / 2 <= r) by apply Rmax_r; apply Rabs_def1; lra.
Qed.

(** ** The power series *)

Definition asin_term (p : nat) : R := if Nat.odd p then central (p / 2) / INR p else 0.

Lemma asin_terms t N :
  sum_f_R0 (fun p => asin_term p * t ^ p) (2 * N + 1) = partial N t /\
  sum_f_R0 (fun p => asin_term p * t ^ p) (2 * N + 2) = partial N t.
Proof.
  assert (Odd : forall n, asin_term (2 * n + 1) = central n / (2 * INR n + 1)).
  { intros n; unfold asin_term; rewrite (proj2 (Nat.odd_spec (2 * n + 1))) by (exists n; lia).
    replace ((2 * n + 1) / 2)%nat with n.
    - rewrite plus_INR, mult_INR; reflexivity.
    - apply (Nat.div_unique _ 2 n 1); lia. }
  assert (Even : forall n, asin_term (2 * n) = 0).
  { intros n; unfold asin_term.
    rewrite <- Nat.negb_even, (proj2 (Nat.even_spec (2 * n))); [reflexivity|exists n; lia]. }
  assert (Last : forall n, sum_f_R0 (fun p => asin_term p * t ^ p) (2 * n + 2)
    = sum_f_R0 (fun p => asin_term p * t ^ p) (2 * n + 1)).
  { intros n; replace (2 * n + 2)%nat with (S (2 * n + 1)) by lia; rewrite tech5.
    replace (S (2 * n + 1)) with (2 * S n)%nat by lia; rewrite Even; ring. }
  assert (H : sum_f_R0 (fun p => asin_term p * t ^ p) (2 * N + 1) = partial N t).
  { induction N as [|N IH].
    - pose proof (Even 0%nat) as E0; pose proof (Odd 0%nat) as O0; simpl in E0, O0.
      unfold partial; simpl; rewrite E0, O0; simpl; ring.
    - replace (2 * S N + 1)%nat with (S (2 * N + 2)) by lia; rewrite tech5, Last, IH.
      replace (S (2 * N + 2)) with (2 * S N + 1)%nat by lia; rewrite Odd; reflexivity. }
  split; [exact H|rewrite Last; exact H].
Qed.

Local Lemma partial_odd N t : partial N (- t) = - partial N t.
Proof.
  unfold partial.
  transitivity (-1 * rsum (S N) (fun n => central n / (2 * INR n + 1) * t ^ (2 * n + 1))); [|ring].
  rewrite <- rsum_scal; apply rsum_ext; intros n _; replace (- t) with (-1 * t) by ring.
  rewrite Rpow_mult_distr; replace ((-1) ^ (2 * n + 1)) with (-1); [ring|].
  rewrite pow_add, pow_1_even; ring.
Qed.

Lemma asin_series : power_series asin_term asin.
Proof.
  intros t Ht; assert (L : Un_cv (fun N => partial N t) (asin t)).
  { destruct (Rle_lt_dec 0 t) as [H|H].
    - assert (B : 0 <= asin t <= PI / 2).
      { pose proof (asin_bound t) as A; split; [|apply A].
        destruct (Rle_lt_dec 0 (asin t)) as [|Hn]; [assumption|exfalso].
        pose proof PI_RGT_0; assert (sin (asin t) < sin 0) by (apply sin_increasing_1; lra).
        rewrite sin_asin, sin_0 in * by lra; lra. }
      pose proof (partial_limit _ B) as L; rewrite sin_asin in L by lra; exact L.
    - assert (B : 0 <= asin (- t) <= PI / 2).
      { pose proof (asin_bound (- t)) as A; split; [|apply A].
        destruct (Rle_lt_dec 0 (asin (- t))) as [|Hn]; [assumption|exfalso].
        pose proof PI_RGT_0; assert (sin (asin (- t)) < sin 0) by (apply sin_increasing_1; lra).
        rewrite sin_asin, sin_0 in * by lra; lra. }
      pose proof (partial_limit _ B) as L; rewrite sin_asin in L by lra; rewrite asin_opp in L.
      intros eps Heps; destruct (L eps Heps) as [M HM]; exists M; intros N HN; specialize (HM N HN).
      unfold R_dist in *; rewrite partial_odd in HM; rewrite <- Rabs_Ropp.
      replace (- (partial N t - asin t)) with (- partial N t - - asin t) by ring; exact HM. }
  intros eps Heps; destruct (L eps Heps) as [M HM]; exists (2 * M + 1)%nat; intros m Hm.
  destruct (Nat.Even_or_Odd m) as [[j E]|[j E]].
  - destruct j as [|j]; [lia|]; replace m with (2 * j + 2)%nat by lia.
    rewrite (proj2 (asin_terms t j)); apply HM; lia.
  - rewrite E, (proj1 (asin_terms t j)); apply HM; lia.
Qed.

Lemma asin_rising : rising asin.
Proof.
  exists asin_term; split; [|split; [|exact asin_series]].
  - intros p Hp; unfold asin_term; destruct (Nat.odd p); [|lra].
    pose proof (central_bounds (p / 2)); apply Rlt_le, Rdiv_lt_0_compat; [lra|apply lt_0_INR; lia].
  - unfold asin_term; simpl; lra.
Qed.

(** c asin t + a with c > 0. *)
Lemma arcsine_rising c a : 0 < c -> rising (arcsine c a).
Proof.
  intros Hc; destruct asin_rising as (b & Hb & Hb1 & Sb).
  exists (fun p => c * b p + (if Nat.eqb p 0 then a else 0)); split; [|split].
  - intros p Hp; rewrite (proj2 (Nat.eqb_neq p 0)) by lia.
    pose proof (Rmult_le_pos c (b p) ltac:(lra) (Hb p Hp)); lra.
  - simpl; pose proof (Rmult_lt_0_compat _ _ Hc Hb1); lra.
  - apply (power_series_plus _ _ (fun t => c * asin t) (fun _ => a)); [apply power_series_scal, Sb|].
    intros t _ eps Heps; exists 0%nat; intros m _.
    replace (sum_f_R0 (fun p => (if Nat.eqb p 0 then a else 0) * t ^ p) m) with a;
      [unfold R_dist, Rminus; rewrite Rplus_opp_r, Rabs_R0; exact Heps|].
    induction m as [|m IH]; [simpl; ring|rewrite tech5, <- IH; simpl; ring].
Qed.
