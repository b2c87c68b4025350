(** * Power series with nonnegative coefficients: limits, products, compositions

    Overview.  If f_N has a power series on [-1, 1] with coefficients a_{N,p} >= 0 that do not decrease in N
    and tend to A_p, and f_N tends to f at each point of [-1, 1], then f has the power series A.  At 1 no
    partial sum of A exceeds f(1), and those of a_N come as near as they like; elsewhere

        |sum_{p <= n} (A_p - a_{N,p}) t^p| <= sum_{p <= n} (A_p - a_{N,p}) <= f(1) - sum_{p <= n} a_{N,p}.

    Products are limits of sums a_i t^i h(t), compositions F o f of sums c_k f(t)^k.

    Key results: [series_limit], [series_product], [series_power], [series_composition]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian PowerSeries Mixtures.
Local Open Scope R_scope.

Definition psum (a : nat -> R) (t : R) (n : nat) : R := sum_f_R0 (fun p => a p * t ^ p) n.

Lemma psum_one a n : psum a 1 n = sum_f_R0 a n.
Proof. apply sum_eq; intros; rewrite pow1; ring. Qed.

(** A partial sum of nonnegative coefficients is at most f(1). *)
Lemma psum_below a f n : (forall p, 0 <= a p) -> power_series a f -> psum a 1 n <= f 1.
Proof.
  intros Ha Hf; apply (sum_incr (fun p => a p * 1 ^ p)); [apply Hf; lra|].
  intros p; rewrite pow1, Rmult_1_r; apply Ha.
Qed.

Lemma coefficient_below a f p : (forall q, 0 <= a q) -> power_series a f -> a p <= f 1.
Proof.
  intros Ha Hf; apply Rle_trans with (psum a 1 p); [|apply psum_below; assumption]; rewrite psum_one.
  destruct p as [|p]; [simpl; lra|]; rewrite tech5; pose proof (cond_pos_sum a p Ha); lra.
Qed.

Lemma power_bounded t p : -1 <= t <= 1 -> Rabs (t ^ p) <= 1.
Proof.
  intros Ht; rewrite <- RPow_abs, <- (pow1 p); apply pow_incr; split; [apply Rabs_pos|apply Rabs_le; lra].
Qed.

Lemma psum_difference a A t n : (forall p, a p <= A p) -> -1 <= t <= 1 ->
  Rabs (psum A t n - psum a t n) <= psum A 1 n - psum a 1 n.
Proof.
  intros H Ht; rewrite !psum_one; unfold psum; rewrite <- !minus_sum.
  induction n as [|n IH]; [simpl; rewrite !Rmult_1_r, Rabs_right; [lra|specialize (H 0%nat); lra]|].
  rewrite !tech5; eapply Rle_trans; [apply Rabs_triang|]; apply Rplus_le_compat; [exact IH|].
  rewrite <- Rmult_minus_distr_r, Rabs_mult, (Rabs_right (A (S n) - a (S n))) by (specialize (H (S n)); lra).
  pose proof (power_bounded t (S n) Ht); specialize (H (S n)).
  rewrite <- (Rmult_1_r (A (S n) - a (S n))) at 2; apply Rmult_le_compat_l; lra.
Qed.

Lemma psum_limit (a : nat -> nat -> R) A t n : (forall p, Un_cv (fun N => a N p) (A p)) ->
  Un_cv (fun N => psum (a N) t n) (psum A t n).
Proof.
  intros H; unfold psum; induction n as [|n IH]; simpl.
  - apply (CV_mult _ (fun _ => 1) _ 1 (H 0%nat) (limit_constant 1)).
  - apply (CV_plus _ _ _ _ IH), (CV_mult _ (fun _ => t * t ^ n) _ _ (H (S n)) (limit_constant _)).
Qed.

(** Coefficients that grow to A_p, values that tend to f: the limit has the coefficients A_p. *)
Theorem series_limit (a : nat -> nat -> R) (A : nat -> R) (F : nat -> R -> R) (f : R -> R) :
  (forall N p, 0 <= a N p) -> (forall p, Un_growing (fun N => a N p)) ->
  (forall p, Un_cv (fun N => a N p) (A p)) -> (forall N, power_series (a N) (F N)) ->
  (forall t, -1 <= t <= 1 -> Un_cv (fun N => F N t) (f t)) -> power_series A f.
Proof.
  intros nonneg growing limits series pointwise.
  assert (Below : forall N p, a N p <= A p).
  { intros N p; exact (growing_ineq (fun M => a M p) (A p) (growing p) (limits p) N). }
  assert (Values : forall N, F N 1 <= f 1).
  { intros N; apply (growing_ineq (fun M => F M 1)); [|apply pointwise; lra]; clear N; intros N.
    apply (Rle_cv_lim (Un := psum (a N) 1) (Vn := psum (a (S N)) 1)); [|apply series; lra|apply series; lra].
    intros n; rewrite !psum_one; apply sum_Rle; intros p _; apply growing. }
  assert (Limit : forall n, psum A 1 n <= f 1).
  { intros n; apply (Rle_cv_lim (Un := fun N => psum (a N) 1 n) (Vn := fun _ => f 1));
      [|apply psum_limit, limits|apply limit_constant].
    intros N; apply Rle_trans with (F N 1); [apply psum_below; auto|apply Values]. }
  intros t Ht eps Heps.
  destruct (pointwise t Ht (eps / 4) ltac:(lra)) as [N1 H1].
  destruct (pointwise 1 ltac:(lra) (eps / 4) ltac:(lra)) as [N2 H2].
  set (N := max N1 N2); specialize (H1 N ltac:(lia)); specialize (H2 N ltac:(lia)).
  destruct (series N t Ht (eps / 4) ltac:(lra)) as [n1 S1].
  destruct (series N 1 ltac:(lra) (eps / 4) ltac:(lra)) as [n2 S2].
  exists (max n1 n2); intros n Hn; specialize (S1 n ltac:(lia)); specialize (S2 n ltac:(lia)).
  change (Rabs (psum A t n - f t) < eps).
  change (Rabs (psum (a N) t n - F N t) < eps / 4) in S1.
  change (Rabs (psum (a N) 1 n - F N 1) < eps / 4) in S2.
  unfold R_dist in H1, H2.
  pose proof (psum_difference (a N) A t n (Below N) Ht) as D; pose proof (Limit n) as B.
  apply Rabs_def2 in H1; apply Rabs_def2 in H2; apply Rabs_def2 in S1; apply Rabs_def2 in S2.
  pose proof (Rle_abs (psum A t n - psum (a N) t n)) as D1.
  pose proof (Rle_abs (- (psum A t n - psum (a N) t n))) as D2; rewrite Rabs_Ropp in D2.
  apply Rabs_def1; lra.
Qed.

Lemma limit_eventually (u : nat -> R) l M : (forall N, (M <= N)%nat -> u N = l) -> Un_cv u l.
Proof.
  intros H eps Heps; exists M; intros N HN; rewrite H by lia.
  unfold R_dist, Rminus; rewrite Rplus_opp_r, Rabs_R0; exact Heps.
Qed.

(** ** Products *)

(** The coefficients of t^m h(t). *)
Definition moved (m : nat) (b : nat -> R) (p : nat) : R := if Nat.leb m p then b (p - m)%nat else 0.

Lemma moved_series m b h : power_series b h -> power_series (moved m b) (fun t => t ^ m * h t).
Proof.
  intros Hh t Ht.
  assert (E : forall n, psum (moved m b) t (m + n) = t ^ m * psum b t n).
  { intros n; unfold psum; rewrite <- !rsum_sum_f; replace (S (m + n)) with (m + S n)%nat by lia.
    rewrite rsum_app, rsum_zero, Rplus_0_l, <- rsum_scal.
    - apply rsum_ext; intros i _; unfold moved; rewrite (proj2 (Nat.leb_le m (m + i))) by lia.
      replace (m + i - m)%nat with i by lia; rewrite pow_add; ring.
    - intros i Hi; unfold moved; rewrite (proj2 (Nat.leb_gt m i)) by exact Hi; ring. }
  pose proof (CV_mult (fun _ => t ^ m) _ _ _ (limit_constant (t ^ m)) (Hh t Ht)) as H.
  intros eps Heps; destruct (H eps Heps) as [N HN]; exists (m + N)%nat; intros n Hn.
  specialize (HN (n - m)%nat ltac:(lia)); cbv beta in HN.
  change (R_dist (psum (moved m b) t n) (t ^ m * h t) < eps).
  replace n with (m + (n - m))%nat by lia; rewrite E; exact HN.
Qed.

(** sum_{i <= N} a_i t^i h(t), and the product of both series. *)
Definition partial_product (a b : nat -> R) (N p : nat) : R := sum_f_R0 (fun i => a i * moved i b p) N.
Definition convolution (a b : nat -> R) (p : nat) : R := partial_product a b p p.

Lemma power_series_same a f g : (forall t, -1 <= t <= 1 -> f t = g t) -> power_series a f -> power_series a g.
Proof. intros H Hf t Ht; rewrite <- H by exact Ht; apply Hf, Ht. Qed.

Lemma partial_product_series a b h N : power_series b h ->
  power_series (partial_product a b N) (fun t => psum a t N * h t).
Proof.
  intros Hh; induction N as [|N IH].
  - apply (power_series_ext _ (fun t => a 0%nat * (t ^ 0 * h t))); [intros; unfold psum; simpl; ring|].
    apply (power_series_scal (a 0%nat)), moved_series, Hh.
  - apply (power_series_ext _ (fun t => psum a t N * h t + a (S N) * (t ^ S N * h t)));
      [intros; unfold psum; rewrite tech5; ring|].
    apply (power_series_plus _ _ _ _ IH), (power_series_scal (a (S N))), moved_series, Hh.
Qed.

Lemma moved_nonneg m b p : (forall q, 0 <= b q) -> 0 <= moved m b p.
Proof. intros H; unfold moved; destruct (Nat.leb m p); [apply H|lra]. Qed.

Lemma partial_product_late a b p N : (p <= N)%nat -> partial_product a b N p = convolution a b p.
Proof.
  induction 1 as [|N H IH]; [reflexivity|]; unfold partial_product in *; rewrite tech5, IH.
  unfold moved; rewrite (proj2 (Nat.leb_gt (S N) p)) by lia; ring.
Qed.

(** A product has the convolution of the coefficients. *)
Theorem series_product a b f h : (forall p, 0 <= a p) -> (forall p, 0 <= b p) ->
  power_series a f -> power_series b h -> power_series (convolution a b) (fun t => f t * h t).
Proof.
  intros Ha Hb Hf Hh.
  assert (Pos : forall i p, 0 <= a i * moved i b p) by (intros; apply Rmult_le_pos;
    [apply Ha|apply moved_nonneg, Hb]).
  apply (series_limit (partial_product a b) _ (fun N t => psum a t N * h t)).
  - intros N p; apply cond_pos_sum; auto.
  - intros p N; unfold partial_product; rewrite tech5; specialize (Pos (S N) p); lra.
  - intros p; apply (limit_eventually _ _ p); intros N HN; apply partial_product_late, HN.
  - intros N; apply partial_product_series, Hh.
  - intros t Ht; apply (CV_mult (psum a t) (fun _ => h t)); [apply Hf, Ht|apply limit_constant].
Qed.

Lemma sum_term (u : nat -> R) n i : (forall j, 0 <= u j) -> (i <= n)%nat -> u i <= sum_f_R0 u n.
Proof.
  intros H; induction n as [|n IH]; intros Hi; [replace i with 0%nat by lia; simpl; lra|].
  rewrite tech5; destruct (Nat.eq_dec i (S n)) as [->|Hne].
  - pose proof (cond_pos_sum u n H); lra.
  - specialize (IH ltac:(lia)); specialize (H (S n)); lra.
Qed.

Lemma convolution_nonneg a b p : (forall q, 0 <= a q) -> (forall q, 0 <= b q) -> 0 <= convolution a b p.
Proof. intros Ha Hb; apply cond_pos_sum; intros; apply Rmult_le_pos; [apply Ha|apply moved_nonneg, Hb]. Qed.

Lemma convolution_positive a b i j : (forall q, 0 <= a q) -> (forall q, 0 <= b q) ->
  0 < a i -> 0 < b j -> 0 < convolution a b (i + j).
Proof.
  intros Ha Hb Hi Hj; apply Rlt_le_trans with (a i * moved i b (i + j)).
  - unfold moved; rewrite (proj2 (Nat.leb_le i (i + j))) by lia; replace (i + j - i)%nat with j by lia.
    apply Rmult_lt_0_compat; assumption.
  - apply (sum_term (fun l => a l * moved l b (i + j))); [|lia].
    intros; apply Rmult_le_pos; [apply Ha|apply moved_nonneg, Hb].
Qed.

(** ** Powers *)

Fixpoint powered (a : nat -> R) (k : nat) : nat -> R :=
  match k with
  | O => fun p => if Nat.eqb p 0 then 1 else 0
  | S m => convolution a (powered a m)
  end.

Lemma constant_series c : power_series (fun p => if Nat.eqb p 0 then c else 0) (fun _ => c).
Proof.
  intros t _; apply (limit_eventually _ _ 0); intros N _; induction N as [|N IH]; [simpl; ring|].
  rewrite tech5, IH; simpl; ring.
Qed.

Lemma powered_nonneg a k p : (forall q, 0 <= a q) -> 0 <= powered a k p.
Proof.
  intros Ha; revert p; induction k as [|k IH]; intros p; simpl; [destruct (Nat.eqb p 0); lra|].
  apply convolution_nonneg; assumption.
Qed.

(** A power has the coefficients of repeated convolution. *)
Theorem series_power a f k : (forall q, 0 <= a q) -> power_series a f ->
  power_series (powered a k) (fun t => f t ^ k).
Proof.
  intros Ha Hf; induction k as [|k IH]; simpl; [apply (constant_series 1)|].
  apply series_product; auto; intros; apply powered_nonneg, Ha.
Qed.

Lemma powered_multiple a n k : (forall q, 0 <= a q) -> 0 < a n -> 0 < powered a k (n * k).
Proof.
  intros Ha Hn; induction k as [|k IH]; simpl; [rewrite Nat.mul_0_r; simpl; lra|].
  replace (n * S k)%nat with (n + n * k)%nat by lia; apply convolution_positive; auto.
  intros; apply powered_nonneg, Ha.
Qed.

(** ** Compositions *)

(** sum_{k <= N} c_k f(t)^k. *)
Definition partial_composition (c a : nat -> R) (N p : nat) : R := sum_f_R0 (fun k => c k * powered a k p) N.

Lemma partial_composition_series c a f N : (forall q, 0 <= a q) -> power_series a f ->
  power_series (partial_composition c a N) (fun t => psum c (f t) N).
Proof.
  intros Ha Hf; induction N as [|N IH].
  - apply (power_series_ext _ (fun t => c 0%nat * f t ^ 0)); [intros; unfold psum; simpl; ring|].
    apply (power_series_scal (c 0%nat) (powered a 0)), series_power; assumption.
  - apply (power_series_ext _ (fun t => psum c (f t) N + c (S N) * f t ^ S N)); [reflexivity|].
    apply (power_series_plus _ _ _ _ IH), (power_series_scal (c (S N)) (powered a (S N))), series_power;
      assumption.
Qed.

(** sum c_k f^k, c_k >= 0, has coefficients that are at least those of every partial sum. *)
Theorem series_composition c a f F :
  (forall k, 0 <= c k) -> (forall q, 0 <= a q) -> power_series a f ->
  (forall t, -1 <= t <= 1 -> Un_cv (psum c (f t)) (F (f t))) ->
  exists A, (forall N p, partial_composition c a N p <= A p) /\ power_series A (fun t => F (f t)).
Proof.
  intros Hc Ha Hf HF.
  assert (Pos : forall k p, 0 <= c k * powered a k p) by (intros; apply Rmult_le_pos;
    [apply Hc|apply powered_nonneg, Ha]).
  assert (Nonneg : forall N p, 0 <= partial_composition c a N p) by (intros; apply cond_pos_sum; auto).
  assert (Grow : forall p, Un_growing (fun N => partial_composition c a N p)).
  { intros p N; unfold partial_composition; rewrite tech5; specialize (Pos (S N) p); lra. }
  assert (F1 : 0 <= f 1).
  { pose proof (psum_below a f 0 Ha Hf) as B; rewrite psum_one in B; simpl in B; specialize (Ha 0%nat); lra. }
  assert (Bound : forall N p, partial_composition c a N p <= F (f 1)).
  { intros N p; eapply Rle_trans.
    - apply (coefficient_below _ _ p (Nonneg N) (partial_composition_series c a f N Ha Hf)).
    - apply (sum_incr (fun k => c k * f 1 ^ k)); [apply HF; lra|].
      intros k; apply Rmult_le_pos; [apply Hc|apply pow_le, F1]. }
  assert (Sup : forall p, has_ub (fun N => partial_composition c a N p)).
  { intros p; exists (F (f 1)); intros x [N ->]; apply Bound. }
  exists (fun p => proj1_sig (growing_cv _ (Grow p) (Sup p))).
  assert (Lim : forall p,
    Un_cv (fun N => partial_composition c a N p) (proj1_sig (growing_cv _ (Grow p) (Sup p)))).
  { intros p; apply (proj2_sig (growing_cv _ (Grow p) (Sup p))). }
  split; [intros N p; apply (growing_ineq (fun M => partial_composition c a M p)); [apply Grow|apply Lim]|].
  apply (series_limit (partial_composition c a) _ (fun N t => psum c (f t) N)); auto.
  intros N; apply partial_composition_series; assumption.
Qed.
