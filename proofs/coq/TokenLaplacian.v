(** * T5 for laws of tokens: the signed Laplacian decides

    Overview.  A(omega, omega') is the factor k of two tokens, of any sign.  Its signed Laplacian is the form

        <v, L v> = 1/2 mean A (v - v')^2     over the admissible functions v of one token.

    If it is nonnegative, no law on these tokens has more energy than the collapsed ones, for f(t)
      = sum a_p t^p with
    a_p >= 0 for p >= 1: the induction on the power is that of SignedLaplacian.v, the limit is uniform in the
    tokens.  In a maximiser the coordinates (a_1 > 0) and all their powers (all a_p > 0) are null
    vectors of the form.
    If <v, L v> < 0 for one v and f has a finite slope s > 0 at 1, the rotation (cos eps v, sin eps v, 0,
      ..) has
    more energy than the collapsed laws.  If A >= c > 0, or A <= -c < 0, no form is needed.

    Key results: [token_bound], [token_null], [token_null_powers], [token_rotation], [positive_rigid]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse PsdCheck Profiles
  TokenLaws TokenModels.
Local Open Scope R_scope.

(** f(1) - f(t) <= eps + C (1 - t) on [-1, 1], and the same from below. *)
Lemma continuous_gap f eps : continuity f -> 0 < eps ->
  exists C, forall t, -1 <= t <= 1 -> Rabs (f 1 - f t) <= eps + C * (1 - t).
Proof.
  intros Hf Heps; destruct (Hf 1 eps Heps) as (delta & Hd & P); simpl in P.
  destruct (continuous_bounded f 1 Hf) as [M HM]; exists (2 * M / delta); intros t Ht.
  assert (HM1 : Rabs (f 1) <= M) by (apply HM; rewrite Rabs_R1; lra).
  assert (HMt : Rabs (f t) <= M) by (apply HM, Rabs_le; lra).
  assert (HM0 : 0 <= 2 * M / delta).
  { apply Rmult_le_pos; [pose proof (Rabs_pos (f 1)); lra|left; apply Rinv_0_lt_compat, Hd]. }
  destruct (Rlt_dec (1 - t) delta) as [Hlt|Hge].
  - pose proof (Rmult_le_pos _ (1 - t) HM0 ltac:(lra)); destruct (Req_dec t 1) as [->|Hne].
    + unfold Rminus at 1; rewrite Rplus_opp_r, Rabs_R0; lra.
    + assert (Hx : D_x no_cond 1 t) by (split; [exact I|auto]).
      specialize (P t); unfold R_dist in P; rewrite Rabs_minus_sym in P.
      apply Rlt_le in Hlt as Hl; left; apply Rlt_le_trans with eps; [|lra]; rewrite Rabs_minus_sym in P.
      rewrite Rabs_minus_sym; apply P; split; [exact Hx|rewrite Rabs_left1; lra].
  - assert (B : 2 * M <= 2 * M / delta * (1 - t)).
    { replace (2 * M) with (2 * M / delta * delta) at 1 by (field; lra); apply Rmult_le_compat_l; lra. }
    unfold Rminus; eapply Rle_trans; [apply Rabs_triang|rewrite Rabs_Ropp; lra].
Qed.

(** The tail of a power series with nonnegative coefficients is largest at 1. *)
Lemma series_tail a f N t : (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f -> -1 <= t <= 1 ->
  Rabs (f t - sum_f_R0 (fun p => a p * t ^ p) N) <= f 1 - sum_f_R0 (fun p => a p * 1 ^ p) N.
Proof.
  intros Ha Hf Ht; set (S := fun s => sum_f_R0 (fun p => a p * s ^ p)).
  assert (B : forall m, Rabs (S t (N + m)%nat - S t N) <= S 1 (N + m)%nat - S 1 N).
  { induction m as [|m IH].
    - rewrite Nat.add_0_r; unfold Rminus; rewrite !Rplus_opp_r, Rabs_R0; lra.
    - rewrite Nat.add_succ_r; unfold S in *; rewrite !tech5.
      replace (sum_f_R0 (fun p => a p * t ^ p) (N + m) + a (Datatypes.S (N + m)) * t ^ Datatypes.S (N + m)
        - sum_f_R0 (fun p => a p * t ^ p) N)
        with ((sum_f_R0 (fun p => a p * t ^ p) (N + m) - sum_f_R0 (fun p => a p * t ^ p) N)
              + a (Datatypes.S (N + m)) * t ^ Datatypes.S (N + m)) by ring.
      eapply Rle_trans; [apply Rabs_triang|]; rewrite pow1, Rabs_mult, (Rabs_right (a _)) by (apply Rle_ge,
        Ha; lia).
      assert (P : Rabs (t ^ Datatypes.S (N + m)) <= 1).
      { rewrite <- RPow_abs, <- (pow1 (Datatypes.S (N + m))); apply pow_incr; split; [apply Rabs_pos|
        apply Rabs_le; lra]. }
      pose proof (Rmult_le_compat_l _ _ _ (Ha (Datatypes.S (N + m)) ltac:(lia)) P); lra. }
  apply le_epsilon; intros eps Heps.
  destruct (Hf t Ht (eps / 2) ltac:(lra)) as [N1 H1];
    destruct (Hf 1 ltac:(lra) (eps / 2) ltac:(lra)) as [N2 H2].
  set (m := (N1 + N2)%nat); specialize (H1 (N + m)%nat ltac:(lia)); specialize (H2 (N + m)%nat ltac:(lia)).
  unfold R_dist in H1, H2; fold (S t) in *; fold (S 1) in *; rewrite Rabs_minus_sym in H1.
  replace (f t - S t N) with ((f t - S t (N + m)%nat) + (S t (N + m)%nat - S t N)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]; specialize (B m).
  pose proof (Rle_abs (S 1 (N + m)%nat - f 1)); change (sum_f_R0 (fun p => a p * t ^ p) (N + m))
    with (S t (N + m)%nat) in H1.
  change (sum_f_R0 (fun p => a p * 1 ^ p) (N + m)) with (S 1 (N + m)%nat) in H2; lra.
Qed.

(** mean A (v - v')^2, twice the form of the signed Laplacian. *)
Definition token_form {T : tokens} (A : pairs T) (v : token T -> R) :
  R := pair_mean (fun a b => A a b * ((v a - v b) * (v a - v b))).

(** It is positive semidefinite. *)
Definition token_psd {T : tokens} (A : pairs T) : Prop := forall v, fit T v -> 0 <= token_form A v.

(** mean A (g^2 + g'^2 - 2 g g' <x, x'>^p). *)
Definition power_form {T : tokens} (A : pairs T) (d : nat) (x : token T -> nat -> R) (p : nat)
  (g : token T -> R) : R :=
  pair_mean (fun a b => A a b * (g a * g a + g b * g b - 2 * (g a * g b) * dot d (x a) (x b) ^ p)).

Lemma dots_fit {T : tokens} (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) : pair_fit T (fun a b => dot d (x a) (x b)).
Proof. unfold dot; fits. Qed.

Lemma power_fit {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) p g : fit T g ->
  pair_fit T (fun a b => A a b * (g a * g a + g b * g b - 2 * (g a * g b) * dot d (x a) (x b) ^ p)).
Proof.
  intros Hg; apply pair_mult; [exact HA|apply pair_minus; [fits|]].
  apply pair_mult; [fits|apply pair_pow, (dots_fit d x Hx)].
Qed.

Lemma power_form_zero {T : tokens} (A : pairs T) (d : nat)
  (x : token T -> nat -> R) g : (power_form A) d x 0 g = token_form A g.
Proof. apply pair_mean_ext; intros; simpl; ring. Qed.

(** The step of the induction: the power p + 1 is the sum of the power p over the families g x_i. *)
Lemma power_form_step {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w)
    (x w) = 1) p g : fit T g ->
  (power_form A) d x (S p) g = rsum d (fun i => power_form A d x p (fun w => g w * x w i)).
Proof.
  intros Hg; unfold power_form; rewrite <- pair_mean_rsum.
  - apply pair_mean_ext; intros a b.
    transitivity (A a b * (g a * g a * dot d (x a) (x a) + g b * g b * dot d (x b) (x b)
                  - 2 * (g a * g b) * dot d (x a) (x b) ^ p * dot d (x a) (x b))).
    + rewrite !H1; simpl; ring.
    + rewrite rsum_scal; f_equal; rewrite rsum_minus, rsum_plus; unfold dot at 1 2 4.
      rewrite <- !rsum_scal; f_equal; [f_equal|]; apply rsum_ext; intros; ring.
  - intros i Hi; apply (power_fit A HA d x Hx), fit_mult; auto.
Qed.

Lemma power_form_nonneg {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) :
    (token_psd A) -> forall p g, fit T g -> 0 <= power_form A d x p g.
Proof.
  intros HP; induction p as [|p IH]; intros g Hg; [rewrite (power_form_zero A d x); apply HP, Hg|].
  rewrite (power_form_step A HA d x Hx H1) by exact Hg; apply rsum_nonneg; intros i Hi; apply IH, fit_mult;
    auto.
Qed.

(** If it vanishes, it does for every family. *)
Lemma power_form_null {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) :
    (token_psd A) -> forall p g, fit T g -> power_form A d x (S p) g = 0 ->
  forall i, (i < d)%nat -> power_form A d x p (fun w => g w * x w i) = 0.
Proof.
  intros HP p g Hg H; rewrite (power_form_step A HA d x Hx H1) in H by exact Hg.
  apply (rsum_nonneg_zero d (fun i => power_form A d x p (fun w => g w * x w i))); [|exact H].
  intros i Hi; apply (power_form_nonneg A HA d x Hx H1); [exact HP|apply fit_mult; auto].
Qed.

(** The gap of the power p. *)
Definition gap {T : tokens} (A : pairs T) (d : nat) (x : token T -> nat -> R) (p : nat) :
  R := pair_mean (fun a b => A a b * (1 - dot d (x a) (x b) ^ p)).

Lemma gap_fit {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) p : pair_fit T (fun a b => A a b * (1 - dot d (x a)
    (x b) ^ p)).
Proof. apply pair_mult; [exact HA|apply pair_minus; [apply pair_const|apply pair_pow,
  (dots_fit d x Hx)]]. Qed.

Lemma gap_power_form {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) p : 2 * gap A d x p
    = power_form A d x p (fun _ => 1).
Proof.
  unfold gap, power_form; rewrite <- pair_mean_scal by apply (gap_fit A HA d x Hx).
  apply pair_mean_ext; intros; ring.
Qed.

Lemma token_gap_nonneg {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) :
    (token_psd A) -> forall p, 0 <= gap A d x p.
Proof.
  intros HP p; pose proof (power_form_nonneg A HA d x Hx H1 HP p (fun _ => 1) (fit_const T 1)) as H.
  rewrite <- (gap_power_form A HA d x Hx) in H; lra.
Qed.

(** If the gap of the power p vanishes, x_i^p is a null vector. *)
Lemma gap_null_power {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) :
    (token_psd A) -> forall i, (i < d)%nat -> forall p, (gap A d x) p = 0 ->
      token_form A (fun w => x w i ^ p) = 0.
Proof.
  intros HP i Hi p H.
  assert (P : forall q g, fit T g -> power_form A d x q g = 0 ->
    power_form A d x 0 (fun w => g w * x w i ^ q) = 0).
  { induction q as [|q IH]; intros g Hg Hq.
    - rewrite <- Hq; apply pair_mean_ext; intros; simpl; ring.
    - pose proof (power_form_null A HA d x Hx H1 HP q g Hg Hq i Hi) as Hn.
      apply IH in Hn; [|apply fit_mult; auto].
      rewrite <- Hn; apply pair_mean_ext; intros; simpl; ring. }
  rewrite <- (power_form_zero A d x); pose proof (gap_power_form A HA d x Hx p) as E; rewrite H in E.
  rewrite <- (P p (fun _ => 1) (fit_const T 1)) by lra; apply pair_mean_ext; intros; ring.
Qed.

(** ** Series *)

Definition profile_gap {T : tokens} (A : pairs T) (d : nat) (x : token T -> nat -> R) (f : R -> R) :
  R := pair_mean (fun u v => A u v * (f 1 - f (dot d (x u) (x v)))).

Lemma profile_gap_fit {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (f : R -> R) (Hf : continuity f) :
    pair_fit T (fun u v => A u v * (f 1 - f (dot d (x u) (x v)))).
Proof. apply pair_mult; [exact HA|apply pair_minus; [apply pair_const|apply pair_comp; [exact Hf|
  apply (dots_fit d x Hx)]]]. Qed.

Lemma partial_fit {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (a : nat -> R) N : pair_fit T (fun u v => A u v *
  (sum_f_R0 (fun p => a p * 1 ^ p) N - sum_f_R0 (fun p => a p * dot d (x u) (x v) ^ p) N)).
Proof.
  apply pair_mult; [exact HA|apply pair_minus; [apply pair_const|]].
  induction N as [|N IH]; simpl; [apply pair_const|].
  apply pair_plus; [exact IH|apply pair_scal, (pair_pow _ (S N)), (dots_fit d x Hx)].
Qed.

(** The gap of a partial sum. *)
Lemma partial_gap {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (a : nat -> R) N :
  pair_mean (fun u v => A u v *
    (sum_f_R0 (fun p => a p * 1 ^ p) N - sum_f_R0 (fun p => a p * dot d (x u) (x v) ^ p) N))
  = sum_f_R0 (fun p => a p * gap A d x p) N.
Proof.
  induction N as [|N IH]; simpl sum_f_R0.
  - unfold gap; rewrite <- pair_mean_scal by apply (gap_fit A HA d x Hx); apply pair_mean_ext; intros;
    simpl; ring.
  - rewrite <- IH; unfold gap; rewrite <- pair_mean_scal by apply (gap_fit A HA d x Hx).
    rewrite <- pair_mean_plus by first [apply (partial_fit A HA d x Hx a)|apply pair_scal,
      (gap_fit A HA d x Hx)].
    apply pair_mean_ext; intros; rewrite <- !tech_pow_Rmult, pow1; ring.
Qed.

(** The gap of f is the limit of the gaps of the partial sums. *)
Lemma partial_close {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1)
    (a : nat -> R) (f : R -> R) (Hf : continuity f) (Ha : forall p, (1 <= p)%nat -> 0 <= a p)
      (Hs : power_series a f) eps : 0 < eps ->
  exists M, forall N, (M <= N)%nat ->
    Rabs ((profile_gap A d x f) - sum_f_R0 (fun p => a p * gap A d x p) N) <= eps.
Proof.
  intros Heps; destruct (pair_bounded T A HA) as [M HM]; set (K := Rabs M + 1).
  assert (HK : 0 < K) by (unfold K; pose proof (Rabs_pos M); lra).
  destruct (Hs 1 ltac:(lra) (eps / (2 * K))) as [N0 HN]; [apply Rdiv_lt_0_compat; lra|].
  exists N0; intros N Hle; specialize (HN N ltac:(lia)); unfold R_dist in HN; rewrite Rabs_minus_sym in HN.
  set (r := f 1 - sum_f_R0 (fun p => a p * 1 ^ p) N) in *; pose proof (Rle_abs r) as HR.
  rewrite <- (partial_gap A HA d x Hx a); unfold profile_gap.
  rewrite <- pair_mean_minus by first [apply (profile_gap_fit A HA d x Hx f Hf)|
    apply (partial_fit A HA d x Hx a)].
  apply pair_mean_abs; [apply pair_minus; [apply (profile_gap_fit A HA d x Hx f Hf)|
    apply (partial_fit A HA d x Hx a)]|].
  intros u v; set (t := dot d (x u) (x v)).
  assert (Ht : -1 <= t <= 1) by (apply dot_unit_bounds; apply H1).
  pose proof (series_tail a f N t Ha Hs Ht) as Tl; fold r in Tl.
  set (s := sum_f_R0 (fun p => a p * t ^ p) N) in *; set (s1 := sum_f_R0 (fun p => a p * 1 ^ p) N) in *.
  replace (A u v * (f 1 - f t) - A u v * (s1 - s)) with (A u v * (r - (f t - s))) by (unfold r; ring).
  apply Rle_trans with (K * (2 * r)).
  - rewrite Rabs_mult; apply Rmult_le_compat; auto using Rabs_pos.
    + pose proof (HM u v); pose proof (Rle_abs M); unfold K; lra.
    + unfold Rminus at 1; eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_Ropp, (Rabs_right r); [lra|].
      apply Rle_ge; pose proof (Rabs_pos (f t - s)); lra.
  - apply Rle_trans with (K * (2 * (eps / (2 * K)))); [apply Rmult_le_compat_l; lra|right; field; lra].
Qed.

(** It is at least any of the a_p gap_p, p >= 1. *)
Lemma series_gap {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1)
    (a : nat -> R) (f : R -> R) (Hf : continuity f) (Ha : forall p, (1 <= p)%nat -> 0 <= a p)
      (Hs : power_series a f) :
        (token_psd A) -> forall p, (1 <= p)%nat -> a p * gap A d x p <= (profile_gap A d x f).
Proof.
  intros HP q Hq; apply le_epsilon; intros eps Heps;
    destruct (partial_close A HA d x Hx H1 a f Hf Ha Hs eps Heps) as [M HM].
  specialize (HM (M + q)%nat ltac:(lia)); set (N := (M + q)%nat) in *.
  assert (G : forall p, 0 <= a p * gap A d x p).
  { intros [|p]; [|apply Rmult_le_pos; [apply Ha; lia|apply (token_gap_nonneg A HA d x Hx H1), HP]].
    unfold gap; rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const; [lra|intros; simpl; ring]. }
  assert (S1 : a q * gap A d x q <= sum_f_R0 (fun p => a p * gap A d x p) N).
  { rewrite <- rsum_sum_f, (rsum_split _ _ q) by (unfold N; lia).
    match goal with |- _ <= _ + ?s => assert (0 <= s) end; [|lra].
    apply rsum_nonneg; intros i _; destruct (Nat.eqb i q); [lra|apply G]. }
  rewrite Rabs_minus_sym in HM;
    pose proof (Rle_abs (sum_f_R0 (fun p => a p * gap A d x p) N - (profile_gap A d x f))); lra.
Qed.

(** If all powers have no gap, f has none. *)
Lemma null_gaps {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1)
    (a : nat -> R) (f : R -> R) (Hf : continuity f) (Ha : forall p, (1 <= p)%nat -> 0 <= a p)
      (Hs : power_series a f) : (forall p, (gap A d x) p = 0) -> (profile_gap A d x f) = 0.
Proof.
  intros G; assert (Z : Rabs (profile_gap A d x f) <= 0).
  { apply le_epsilon; intros eps Heps;
    destruct (partial_close A HA d x Hx H1 a f Hf Ha Hs eps Heps) as [M HM]; specialize (HM M (le_n M)).
    rewrite <- rsum_sum_f, rsum_zero, Rminus_0_r in HM by (intros; rewrite G; ring); lra. }
  pose proof (Rabs_pos (profile_gap A d x f)); destruct (Req_dec (profile_gap A d x f) 0) as [|Hne];
    [assumption|].
  pose proof (Rabs_pos_lt _ Hne); lra.
Qed.

(** f(1) - f(t) >= s (1 - t) on [-1, 1]. *)
Lemma rising_gap f : rising f -> exists s, 0 < s /\ forall t, -1 <= t <= 1 -> s * (1 - t) <= f 1 - f t.
Proof.
  intros (a & Ha & Ha1 & Hs); exists (a 1%nat); split; [exact Ha1|]; intros t Ht.
  apply (limit_lower_bound (fun N => sum_f_R0 (fun p => a p * 1 ^ p) N - sum_f_R0 (fun p => a p * t ^ p) N)).
  - apply CV_minus; apply Hs; lra.
  - intros N HN; induction N as [|N IH]; [lia|]; destruct N as [|N]; [simpl; lra|].
    rewrite !(tech5 _ (S N)), pow1; specialize (IH ltac:(lia)).
    assert (P : 0 <= 1 - t ^ S (S N)).
    { pose proof (Rle_abs (t ^ S (S N))) as Q; rewrite <- RPow_abs in Q.
      pose proof (pow_incr (Rabs t) 1 (S (S N)) (conj (Rabs_pos t) (Rabs_le _ _ Ht))) as B;
        rewrite pow1 in B; lra. }
    pose proof (Rmult_le_pos _ _ (Ha (S (S N)) ltac:(lia)) P); lra.
Qed.
