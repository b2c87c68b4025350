(** * Enclosures of formulas

    Overview. l <= x <= u for sums, products, powers, quotients, exponentials, cosines and the like, from
    enclosures of their parts: the steps of interval arithmetic, whose numbers are compared by linear
    arithmetic. Exponentials lie between (1 + a/n)^n and 1/(1 - b/n)^n for a <= x <= b. And functions of
    two tokens stay admissible under these operations.

    Key results: [within_mult], [within_exp], [pair_inverse], [pair_ln]. *)

From Coq Require Import Reals Lia Arith ZArith.
From Coq Require Export Lra.  (* for the files that use these steps *)
From Collapse Require Import Sums Vectors Profiles TokenLaws Turns.
Local Open Scope R_scope.

Notation within l x u := (l <= x <= u).

Lemma within_plus (a : R) (b : R) (c : R) (d : R) (l : R) (u : R) (x : R) (y : R) : within a x b -> within c
  y d -> l <= a + c -> b + d <= u -> within l (x + y) u.
Proof. lra. Qed.

Lemma within_minus (a : R) (b : R) (c : R) (d : R) (l : R) (u : R) (x : R) (y : R) : within a x b -> within c
  y d -> l <= a - d -> b - c <= u -> within l (x - y) u.
Proof. lra. Qed.

Lemma within_opp (a : R) (b : R) (l : R) (u : R) (x : R) : within a x b -> l <= - b -> - a <= u -> within l
  (- x) u.
Proof. lra. Qed.

Lemma between_products (c : R) (d : R) (l : R) (u : R) (y : R) z : within c y d -> within l (z * c) u ->
  within l (z * d) u -> within l (z * y) u.
Proof.
  intros [Hc Hd] C D; destruct (Rle_dec 0 z) as [Hz|Hz].
  - pose proof (Rmult_le_compat_l z _ _ Hz Hc); pose proof (Rmult_le_compat_l z _ _ Hz Hd); lra.
  - assert (N : 0 <= - z) by lra.
    pose proof (Rmult_le_compat_l _ _ _ N Hc); pose proof (Rmult_le_compat_l _ _ _ N Hd); lra.
Qed.

Lemma within_mult a b c d l u x y : within a x b -> within c y d ->
  within l (a * c) u -> within l (a * d) u -> within l (b * c) u -> within l (b * d) u -> within l (x * y) u.
Proof.
  intros X Y AC AD BC BD; apply (between_products c d); [exact Y| |]; rewrite Rmult_comm;
    apply (between_products a b); auto; rewrite Rmult_comm; assumption.
Qed.

Lemma within_inverse c d l u y : 0 < c -> within c y d -> l * d <= 1 -> 1 <= u * c -> within l (/ y) u.
Proof.
  intros Hc [Y1 Y2] HL HU; assert (P : 0 < / y) by (apply Rinv_0_lt_compat; lra).
  assert (E : y * / y = 1) by (apply Rinv_r; lra); split.
  - destruct (Rle_dec l 0) as [|Hl]; [lra|]; apply Rnot_le_lt in Hl.
    pose proof (Rmult_le_compat_l l y d ltac:(lra) Y2) as Q.
    apply (Rmult_le_reg_l y); [lra|]; rewrite E; lra.
  - assert (Hu : 0 < u) by (destruct (Rlt_dec 0 u) as [|N]; [assumption|exfalso]; nra).
    apply (Rmult_le_reg_l y); [lra|]; rewrite E; pose proof (Rmult_le_compat_l u c y ltac:(lra) Y1); lra.
Qed.

(** A quotient, with p <= 1/y <= q. *)
Lemma within_divide a b c d p q l u x y : within a x b -> within c y d -> 0 < c -> p * d <= 1 -> 1 <= q * c ->
  within l (a * p) u -> within l (a * q) u -> within l (b * p) u -> within l (b * q) u -> within l (x / y) u.
Proof.
  intros X Y Hc HP HQ AP AQ BP BQ.
  exact (within_mult a b p q l u x (/ y) X (within_inverse c d p q y Hc Y HP HQ) AP AQ BP BQ).
Qed.

Lemma within_abs a b l u x : within a x b -> l <= 0 \/ l <= a \/ l <= - b -> b <= u -> - a <= u ->
  within l (Rabs x) u.
Proof.
  intros X HL HB HA; split; [|apply Rabs_le; lra].
  pose proof (Rle_abs x); pose proof (Rle_abs (- x)) as N; rewrite Rabs_Ropp in N; pose proof (Rabs_pos x);
    lra.
Qed.

(** Powers of a number that is not negative, and of any number. *)
Lemma within_power a b l u x n : within a x b -> 0 <= a -> l <= a ^ n -> b ^ n <= u -> within l (x ^ n) u.
Proof.
  intros X A HL HU; pose proof (pow_incr a x n ltac:(lra)); pose proof (pow_incr x b n ltac:(lra)); lra.
Qed.

Lemma within_even a b m l u x p : within a x b -> Nat.even p = true -> - m <= a -> b <= m -> l <= 0 -> m ^ p
  <= u ->
  within l (x ^ p) u.
Proof.
  intros X E A B HL HU; apply Nat.even_spec in E; destruct E as [n ->].
  rewrite pow_mult, <- (Rsqr_pow2 x), Rsqr_abs, Rsqr_pow2, <- pow_mult.
  pose proof (pow_le (Rabs x) (2 * n) (Rabs_pos x)).
  pose proof (pow_incr (Rabs x) m (2 * n) (conj (Rabs_pos x) (Rabs_le x m ltac:(lra)))); lra.
Qed.

Lemma within_odd a b m l u x n : within a x b -> - m <= a -> b <= m -> l <= - m ^ n -> m ^ n <= u ->
  within l (x ^ n) u.
Proof.
  intros X A B HL HU; assert (P : Rabs (x ^ n) <= m ^ n).
  { rewrite <- RPow_abs; apply pow_incr; split; [apply Rabs_pos|apply Rabs_le; lra]. }
  pose proof (Rle_abs (x ^ n)); pose proof (Rle_abs (- x ^ n)) as N; rewrite Rabs_Ropp in N; lra.
Qed.

Lemma within_cos l u x : l <= -1 -> 1 <= u -> within l (cos x) u.
Proof. intros; pose proof (COS_bound x); lra. Qed.

Lemma within_sin l u x : l <= -1 -> 1 <= u -> within l (sin x) u.
Proof. intros; pose proof (SIN_bound x); lra. Qed.

Lemma within_pi l u : l * 100000000 <= 314159265 -> 314159266 <= u * 100000000 -> within l PI u.
Proof.
  intros HL HU; destruct pi_bounds as [A B]; unfold pi_low, pi_high, pi_unit in *; split.
  - assert (314159265 <= PI * 100000000) by lra; lra.
  - assert (PI * 100000000 <= 314159266) by lra; lra.
Qed.

Lemma exp_power x n : exp (INR n * x) = exp x ^ n.
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH; simpl; ring.
Qed.

Lemma exp_above x : 1 + x <= exp x.
Proof.
  destruct (Req_dec x 0) as [->|H]; [rewrite exp_0; lra|]; left; apply exp_ineq1; exact H.
Qed.

(** (1 + a/n)^n <= exp a. *)
Lemma exp_at_least a l n r : INR n = r -> 0 < r -> 0 <= 1 + a / r -> l <= (1 + a / r) ^ n -> l <= exp a.
Proof.
  intros <- P HA HL; apply Rle_trans with (1 := HL).
  replace a with (INR n * (a / INR n)) at 2 by (field; lra); rewrite exp_power.
  apply pow_incr; split; [exact HA|apply exp_above].
Qed.

(** exp b (1 - b/n)^n <= 1. *)
Lemma exp_at_most b u n r : INR n = r -> 0 < r -> 0 < 1 - b / r -> 1 <= u * (1 - b / r) ^ n -> exp b <= u.
Proof.
  intros <- P HB HU; assert (Q : (1 - b / INR n) ^ n <= exp (- b)).
  { replace (- b) with (INR n * (- (b / INR n))) by (field; lra); rewrite exp_power.
    apply pow_incr; split; [lra|]; pose proof (exp_above (- (b / INR n))); lra. }
  assert (E : exp (- b) * exp b = 1) by (rewrite <- exp_plus; replace (- b + b) with 0 by ring; apply exp_0).
  pose proof (exp_pos b) as Eb; pose proof (pow_lt _ n HB) as Pn.
  assert (Hu : 0 < u) by (destruct (Rlt_dec 0 u) as [|N]; [assumption|exfalso]; nra).
  pose proof (Rmult_le_compat_l u _ _ ltac:(lra) Q) as Q2.
  pose proof (Rmult_le_compat_r (exp b) _ _ ltac:(lra) (Rle_trans _ _ _ HU Q2)) as Q3.
  rewrite Rmult_assoc, E in Q3; lra.
Qed.

Lemma within_exp a b l u x n r : within a x b -> INR n = r -> 0 < r -> 0 <= 1 + a / r -> l <= (1 + a / r) ^ n
  ->
  0 < 1 - b / r -> 1 <= u * (1 - b / r) ^ n -> within l (exp x) u.
Proof.
  intros [A B] N P HA HL HB HU; split.
  - apply Rle_trans with (exp a); [exact (exp_at_least a l n r N P HA HL)|].
    destruct A as [A| <-]; [left; apply exp_increasing, A|lra].
  - apply Rle_trans with (exp b); [|exact (exp_at_most b u n r N P HB HU)].
    destruct B as [B| <-]; [left; apply exp_increasing, B|lra].
Qed.

Lemma within_sqrt a b l u x : within a x b -> 0 <= l -> l * l <= a -> 0 <= u -> b <= u * u ->
  within l (sqrt x) u.
Proof.
  intros [A B] L0 HL U0 HU; split.
  - rewrite <- (sqrt_square l L0); apply sqrt_le_1_alt; lra.
  - rewrite <- (sqrt_square u U0); apply sqrt_le_1_alt; lra.
Qed.

(** Logarithms, by exponentials. *)
Lemma within_ln a b l u x : within a x b -> 0 < a -> exp l <= a -> b <= exp u ->
  within l (ln x) u.
Proof.
  intros [A B] Ha HL HU; split.
  - rewrite <- (ln_exp l); destruct (Rle_lt_or_eq_dec (exp l) x ltac:(lra)) as [H| ->]; [|lra].
    left; apply ln_increasing; [apply exp_pos|exact H].
  - rewrite <- (ln_exp u); destruct (Rle_lt_or_eq_dec x (exp u) ltac:(lra)) as [H| ->]; [|lra].
    left; apply ln_increasing; lra.
Qed.

Lemma within_max a b c d l u x y : within a x b -> within c y d -> l <= a \/ l <= c -> b <= u -> d <= u ->
  within l (Rmax x y) u.
Proof.
  intros X Y HL HB HD; pose proof (Rmax_l x y); pose proof (Rmax_r x y).
  assert (Rmax x y <= u) by (apply Rmax_lub; lra); lra.
Qed.

Lemma within_min a b c d l u x y : within a x b -> within c y d -> l <= a -> l <= c -> b <= u \/ d <= u ->
  within l (Rmin x y) u.
Proof.
  intros X Y HA HC HU; pose proof (Rmin_l x y); pose proof (Rmin_r x y).
  assert (l <= Rmin x y) by (apply Rmin_glb; lra); lra.
Qed.

(** ** Admissible functions *)

Lemma pair_cos {T : tokens} (F : pairs T) (HF : pair_fit T F) : pair_fit T (fun a b => cos (F a b)).
Proof. apply (pair_comp T cos F continuity_cos HF). Qed.

Lemma pair_sin {T : tokens} (F : pairs T) (HF : pair_fit T F) : pair_fit T (fun a b => sin (F a b)).
Proof. apply (pair_comp T sin F continuity_sin HF). Qed.

Lemma max_abs s t : Rmax s t = / 2 * (s + t + Rabs (s - t)).
Proof.
  unfold Rmax; destruct (Rle_dec s t); [rewrite Rabs_left1|rewrite Rabs_right]; lra.
Qed.

Lemma min_abs s t : Rmin s t = / 2 * (s + t - Rabs (s - t)).
Proof.
  unfold Rmin; destruct (Rle_dec s t); [rewrite Rabs_left1|rewrite Rabs_right]; lra.
Qed.

Lemma continuity_above c : continuity (fun t => Rmax c t).
Proof.
  apply (continuity_ext (fun t => / 2 * (c + t + Rabs (c - t)))); [intros; symmetry; apply max_abs|].
  intros t; apply (continuity_pt_scal (fun t => c + t + Rabs (c - t))), continuity_pt_plus.
  - apply derivable_continuous_pt; reg.
  - apply (continuity_pt_comp (fun t => c - t) Rabs); [apply derivable_continuous_pt;
    reg|apply Rcontinuity_abs].
Qed.

(** A positive lower bound makes the inverse, the root and the logarithm admissible. *)
Lemma pair_inverse {T : tokens} (F : pairs T) (HF : pair_fit T F) c : 0 < c -> (forall a b, c <= F a b) ->
  pair_fit T (fun a b => / F a b).
Proof.
  intros Hc B; apply (pair_fit_ext (fun a b => / Rmax c (F a b))); [intros a b; rewrite Rmax_right; auto|].
  apply (pair_comp T (fun t => / Rmax c t) F); [|exact HF]; intros t.
  apply (continuity_pt_inv (fun t => Rmax c t)); [apply continuity_above|].
  pose proof (Rmax_l c t); lra.
Qed.

Lemma pair_divide {T : tokens} (F : pairs T) (G : pairs T) (HF : pair_fit T F) c : pair_fit T G -> 0 < c ->
  (forall a b, c <= F a b) -> pair_fit T (fun a b => G a b / F a
  b).
Proof. intros HG Hc B; apply (pair_mult T G), (pair_inverse F HF c); assumption. Qed.

Lemma pair_sqrt {T : tokens} (F : pairs T) (HF : pair_fit T F) c : 0 <= c -> (forall a b, c <= F a b) ->
  pair_fit T (fun a b => sqrt (F a b)).
Proof.
  intros Hc B; apply (pair_fit_ext (fun a b => sqrt (Rabs (F a b)))).
  - intros a b; rewrite Rabs_right; [reflexivity|specialize (B a b); lra].
  - apply (pair_comp T (fun t => sqrt (Rabs t)) F); [|exact HF]; intros t.
    apply (continuity_pt_comp Rabs sqrt); [apply Rcontinuity_abs|apply continuity_pt_sqrt, Rabs_pos].
Qed.

Lemma pair_ln {T : tokens} (F : pairs T) (HF : pair_fit T F) c : 0 < c -> (forall a b, c <= F a b) ->
  pair_fit T (fun a b => ln (F a b)).
Proof.
  intros Hc B; apply (pair_fit_ext (fun a b => ln (Rmax c (F a b)))); [intros a b; rewrite Rmax_right; auto|].
  apply (pair_comp T (fun t => ln (Rmax c t)) F); [|exact HF]; intros t.
  apply (continuity_pt_comp (fun t => Rmax c t) ln); [apply continuity_above|].
  apply derivable_continuous_pt; exists (/ Rmax c t); apply derivable_pt_lim_ln; pose proof (Rmax_l c t); lra.
Qed.

Lemma pair_max {T : tokens} (F : pairs T) (G : pairs T) (HF : pair_fit T F) : pair_fit T G -> pair_fit T (fun
  a b => Rmax (F a b) (G a b)).
Proof.
  intros HG; apply (pair_fit_ext (fun a b => / 2 * (F a b + G a b + Rabs (F a b - G a b))));
    [intros; symmetry; apply max_abs|].
  apply pair_scal, pair_plus; [apply pair_plus; assumption|].
  apply (pair_comp T Rabs (fun a b => F a b - G a b) Rcontinuity_abs), pair_minus; assumption.
Qed.

Lemma pair_min {T : tokens} (F : pairs T) (G : pairs T) (HF : pair_fit T F) : pair_fit T G -> pair_fit T (fun
  a b => Rmin (F a b) (G a b)).
Proof.
  intros HG; apply (pair_fit_ext (fun a b => / 2 * (F a b + G a b - Rabs (F a b - G a b))));
    [intros; symmetry; apply min_abs|].
  apply pair_scal, pair_minus; [apply pair_plus; assumption|].
  apply (pair_comp T Rabs (fun a b => F a b - G a b) Rcontinuity_abs), pair_minus; assumption.
Qed.

