(** * Pieces of a line, and Riemann sums

    Overview.  n pieces of the weights w_b, each with positions t in (0, 1).  The admissible functions are the
    bounded ones that are uniformly continuous on every piece; their mean is the limit of the sums

        S_N u = sum_b w_b / N sum_{k < N} u(b, (k + 1/2) / N).

    If u changes by at most eps within delta, S_N u and S_M u differ by at most 2 eps for 1/N, 1/M <= delta:
    both are within eps of S_{NM} u.

    Key results: [riemann_close], [piece_mean_limit], [piece_mean_close], [riemann_swap]. *)

From Coq Require Import Reals Lra Lia Arith Classical FunctionalExtensionality.
From Collapse Require Import Sums SignedLaplacian.
Local Open Scope R_scope.

(** ** Pieces *)

Definition piece (n : nat) : Type := {a : nat * R | (fst a < n)%nat /\ 0 < snd a < 1}.
Definition part {n} (a : piece n) : nat := fst (proj1_sig a).
Definition place {n} (a : piece n) : R := snd (proj1_sig a).

(** Two tokens on one piece, less than delta apart. *)
Definition near {n} (delta : R) (a b : piece n) : Prop := part a = part b /\ Rabs (place a - place b) < delta.

(** u changes by at most eps within delta. *)
Definition steady {n} (u : piece n -> R) (eps delta : R) : Prop :=
  forall a b, near delta a b -> Rabs (u a - u b) <= eps.

Definition smooth {n} (u : piece n -> R) : Prop :=
  (exists M, forall a, Rabs (u a) <= M) /\ forall eps, 0 < eps ->
    exists delta, 0 < delta /\ steady u eps delta.

Definition pair_steady {n} (F : piece n -> piece n -> R) (eps delta : R) : Prop :=
  forall a a' b b', near delta a a' -> near delta b b' -> Rabs (F a b - F a' b') <= eps.

Definition pair_smooth {n} (F : piece n -> piece n -> R) : Prop :=
  (exists M, forall a b, Rabs (F a b) <= M) /\
  forall eps, 0 < eps -> exists delta, 0 < delta /\ pair_steady F eps delta.

Definition inner (t : R) : R := if Rlt_dec 0 t then (if Rlt_dec t 1 then t else / 2) else / 2.

Lemma inner_bounds t : 0 < inner t < 1.
Proof. unfold inner; destruct (Rlt_dec 0 t), (Rlt_dec t 1); lra. Qed.

Lemma inner_id t : 0 < t < 1 -> inner t = t.
Proof. intros H; unfold inner; destruct (Rlt_dec 0 t), (Rlt_dec t 1); lra. Qed.

(** The token at b and t, for b < n and 0 < t < 1. *)
Definition token_at (n : nat) (Hn : n <> 0%nat) (b : nat) (t : R) : piece n :=
  exist _ ((b mod n)%nat, inner t) (conj (Nat.mod_upper_bound b n Hn) (inner_bounds t)).

(** ** Sums *)

Definition middle (N k : nat) : R := (INR k + / 2) / INR N.

Lemma middle_bounds N k : (k < N)%nat -> INR k / INR N < middle N k < INR (S k) / INR N.
Proof.
  intros H; assert (P : 0 < INR N) by (apply lt_0_INR; lia); rewrite S_INR; unfold middle, Rdiv.
  split; apply Rmult_lt_compat_r; try apply Rinv_0_lt_compat; lra.
Qed.

Lemma cell_bounds N k : (k < N)%nat -> 0 <= INR k / INR N /\ INR (S k) / INR N <= 1.
Proof.
  intros H; assert (P : 0 < INR N) by (apply lt_0_INR; lia); split.
  - apply Rmult_le_pos; [apply pos_INR|left; apply Rinv_0_lt_compat, P].
  - apply (Rmult_le_reg_r (INR N)); [exact P|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_l, Rmult_1_r
      by lra; apply le_INR; lia.
Qed.

Definition cell_sum n Hn (u : piece n -> R) (N b : nat) : R :=
  / INR N * rsum N (fun k => u (token_at n Hn b (middle N k))).

Definition riemann n Hn (w : nat -> R) (u : piece n -> R) (N : nat) : R :=
  rsum n (fun b => w b * cell_sum n Hn u N b).

Lemma cell_refine n Hn (u : piece n -> R) eps delta N M b : steady u eps delta -> (1 <= N)%nat ->
  (1 <= M)%nat ->
  / INR N <= delta -> Rabs (cell_sum n Hn u (N * M) b - cell_sum n Hn u N b) <= eps.
Proof.
  intros Hs HN HM Hd; assert (P : 0 < INR N) by (apply lt_0_INR; lia);
    assert (Q : 0 < INR M) by (apply lt_0_INR; lia).
  unfold cell_sum; rewrite mult_INR, rsum_flat.
  set (p := fun N k => token_at n Hn b (middle N k)).
  assert (E : / (INR N * INR M) * rsum N (fun i => rsum M (fun a => u (p (N * M)%nat (i * M + a)%nat)))
    - / INR N * rsum N (fun k => u (p N k))
    = / (INR N * INR M) * rsum N (fun i => rsum M (fun a => u (p (N * M)%nat (i * M + a)%nat) - u (p N i)))).
  { rewrite (rsum_ext N (fun i => rsum M (fun a => u (p (N * M)%nat (i * M + a)%nat) - u (p N i)))
      (fun i => rsum M (fun a => u (p (N * M)%nat (i * M + a)%nat)) - INR M * u (p N i))).
    - rewrite rsum_minus, rsum_scal; field; lra.
    - intros i _; rewrite rsum_minus; f_equal; clear; induction M as [|M IH]; [simpl; ring|].
      rewrite S_INR; simpl rsum; rewrite IH; ring. }
  change (Rabs (/ (INR N * INR M) * rsum N (fun i => rsum M (fun a => u (p (N * M)%nat (i * M + a)%nat)))
    - / INR N * rsum N (fun k => u (p N k))) <= eps).
  rewrite E, Rabs_mult, Rabs_right by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
  assert (C : forall K c, rsum K (fun _ => c) = INR K * c)
    by (clear; induction K as [|K IH]; intros c; [simpl; ring|rewrite S_INR; simpl rsum; rewrite IH; ring]).
  apply Rle_trans with (/ (INR N * INR M) * (INR N * (INR M * eps))); [|right; field; lra].
  apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption|].
  rewrite <- (C M), <- (C N); eapply Rle_trans; [apply rsum_abs|]; apply rsum_le; intros i Hi.
  eapply Rle_trans; [apply rsum_abs|]; apply rsum_le; intros a Ha; apply Hs; split; [reflexivity|].
  assert (L : (i * M + a < N * M)%nat) by nia.
  pose proof (middle_bounds (N * M) (i * M + a) L) as B; pose proof (middle_bounds N i Hi) as B'.
  pose proof (cell_bounds (N * M) (i * M + a) L) as D; pose proof (cell_bounds N i Hi) as D'.
  unfold place; simpl; rewrite !inner_id by lra; apply Rlt_le_trans with (/ INR N); [|exact Hd].
  assert (E1 : INR i / INR N <= INR (i * M + a) / INR (N * M)).
  { rewrite plus_INR, !mult_INR; apply Rmult_le_reg_r with (INR N * INR M); [apply Rmult_lt_0_compat;
    assumption|].
    pose proof (pos_INR a); field_simplify; [|lra|lra]; nra. }
  assert (E2 : INR (S (i * M + a)) / INR (N * M) <= INR (S i) / INR N).
  { replace (INR (S i) / INR N) with (INR (S i * M) / INR (N * M)) by (rewrite !mult_INR; field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, lt_0_INR; lia|apply le_INR; nia]. }
  assert (E3 : INR (S i) / INR N = INR i / INR N + / INR N) by (rewrite S_INR; field; lra).
  apply Rabs_def1; lra.
Qed.

(** Weights of a law. *)
Definition shares_of (n : nat) (w : nat -> R) : Prop := (forall b, (b < n)%nat -> 0 <= w b) /\ rsum n w = 1.

Lemma shares_nonzero n w : shares_of n w -> n <> 0%nat.
Proof. intros [_ H] ->; simpl in H; lra. Qed.

Lemma weighted_bound n w (f : nat -> R) e : shares_of n w -> (forall b, (b < n)%nat -> Rabs (f b) <= e) ->
  Rabs (rsum n (fun b => w b * f b)) <= e.
Proof.
  intros [Hw H1] Hf; eapply Rle_trans; [apply rsum_abs|].
  rewrite <- (Rmult_1_l e), <- H1, <- rsum_scal_r; apply rsum_le; intros b Hb.
  rewrite Rabs_mult, Rabs_right by (apply Rle_ge, Hw, Hb); apply Rmult_le_compat_l; auto.
Qed.

Lemma riemann_refine n Hn w (u : piece n -> R) eps delta N M : shares_of n w -> steady u eps delta ->
  (1 <= N)%nat -> (1 <= M)%nat -> / INR N <= delta ->
  Rabs (riemann n Hn w u (N * M) - riemann n Hn w u N) <= eps.
Proof.
  intros Hw Hs HN HM Hd; unfold riemann; rewrite <- rsum_minus.
  rewrite (rsum_ext n _ (fun b => w b * (cell_sum n Hn u (N * M) b - cell_sum n Hn u N b))) by (intros; ring).
  apply weighted_bound; [exact Hw|]; intros b _; apply (cell_refine n Hn u eps delta); assumption.
Qed.

(** From some N0 on the sums are within 2 eps of each other. *)
Lemma small_step delta : 0 < delta -> exists N0, forall N, (N0 <= N)%nat -> / INR (S N) <= delta.
Proof.
  intros Hd; destruct (archimed_cor1 delta Hd) as (N0 & H & P); exists N0; intros N HN.
  left; apply Rle_lt_trans with (/ INR N0); [|exact H].
  apply Rinv_le_contravar; [apply lt_0_INR, P|apply le_INR; lia].
Qed.

Lemma riemann_close n Hn w (u : piece n -> R) eps delta N M : shares_of n w -> steady u eps delta ->
  / INR (S N) <= delta -> / INR (S M) <= delta ->
  Rabs (riemann n Hn w u (S N) - riemann n Hn w u (S M)) <= 2 * eps.
Proof.
  intros Hw Hs HN HM.
  pose proof (riemann_refine n Hn w u eps delta (S N) (S M) Hw Hs ltac:(lia) ltac:(lia) HN) as A.
  pose proof (riemann_refine n Hn w u eps delta (S M) (S N) Hw Hs ltac:(lia) ltac:(lia) HM) as B.
  rewrite Nat.mul_comm in B; set (x := riemann n Hn w u (S N * S M)) in *.
  replace (riemann n Hn w u (S N) - riemann n Hn w u (S M))
    with (- (x - riemann n Hn w u (S N)) + (x - riemann n Hn w u (S M))) by ring.
  eapply Rle_trans; [apply Rabs_triang|rewrite Rabs_Ropp; lra].
Qed.

Lemma riemann_cauchy n Hn w (u : piece n -> R) : shares_of n w -> smooth u ->
  Cauchy_crit (fun N => riemann n Hn w u (S N)).
Proof.
  intros Hw [_ Hs] eps Heps; destruct (Hs (eps / 3) ltac:(lra)) as (delta & Hd & P).
  destruct (small_step delta Hd) as [N0 H]; exists N0; intros N M HN HM.
  pose proof (riemann_close n Hn w u (eps / 3) delta N M Hw P (H N HN) (H M HM)); unfold R_dist; lra.
Qed.

(** The mean: the limit, and 0 for functions that are not admissible. *)
Definition piece_mean n w (Hw : shares_of n w) (u : piece n -> R) : R :=
  match ClassicalDedekindReals.sig_not_dec (smooth u) with
  | left H => proj1_sig (R_complete _ (riemann_cauchy n (shares_nonzero n w Hw) w u Hw (NNPP _ H)))
  | right _ => 0
  end.

Notation sums n w Hw u := (riemann n (shares_nonzero n w Hw) w u).

Lemma piece_mean_limit n w Hw u : smooth u -> Un_cv (fun N => sums n w Hw u (S N)) (piece_mean n w Hw u).
Proof.
  intros H; unfold piece_mean; destruct (ClassicalDedekindReals.sig_not_dec (smooth u)) as [H'|H'];
    [|contradiction].
  apply proj2_sig.
Qed.

Lemma piece_mean_unique n w Hw u l : smooth u -> Un_cv (fun N => sums n w Hw u (S N)) l ->
  piece_mean n w Hw u = l.
Proof. intros H Hl; exact (UL_sequence _ _ _ (piece_mean_limit n w Hw u H) Hl). Qed.

(** S_N u is within eps of the mean if 1 / N is small enough. *)
Lemma piece_mean_close n w Hw u eps delta N : smooth u -> steady u eps delta -> / INR (S N) <= delta ->
  Rabs (piece_mean n w Hw u - sums n w Hw u (S N)) <= 2 * eps.
Proof.
  intros Hu Hs HN; apply le_epsilon; intros e He.
  assert (Hd : 0 < delta) by (eapply Rlt_le_trans; [apply Rinv_0_lt_compat, lt_0_INR,
    Nat.lt_0_succ|exact HN]).
  destruct (piece_mean_limit n w Hw u Hu e He) as [N1 L]; destruct (small_step delta Hd) as [N0 H].
  set (M := (N0 + N1)%nat); specialize (L M ltac:(unfold M; lia)); specialize (H M ltac:(unfold M; lia)).
  pose proof (riemann_close n (shares_nonzero n w Hw) w u eps delta M N Hw Hs H HN) as B.
  unfold R_dist in L; rewrite Rabs_minus_sym in L.
  replace (piece_mean n w Hw u - sums n w Hw u (S N))
    with ((piece_mean n w Hw u - sums n w Hw u (S M)) + (sums n w Hw u (S M) - sums n w Hw u (S N))) by ring.
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

(** ** Sums are linear and monotone *)

Lemma riemann_plus n Hn w u v N : riemann n Hn w (fun a => u a + v a) N
  = riemann n Hn w u N + riemann n Hn w v N.
Proof.
  unfold riemann, cell_sum; rewrite <- rsum_plus; apply rsum_ext; intros; rewrite rsum_plus; ring.
Qed.

Lemma riemann_scal n Hn w c u N : riemann n Hn w (fun a => c * u a) N = c * riemann n Hn w u N.
Proof.
  unfold riemann, cell_sum; rewrite <- rsum_scal; apply rsum_ext; intros; rewrite rsum_scal; ring.
Qed.

Lemma riemann_rsum n Hn w K (U : nat -> piece n -> R) N :
  riemann n Hn w (fun a => rsum K (fun j => U j a)) N = rsum K (fun j => riemann n Hn w (U j) N).
Proof.
  induction K as [|K IH]; simpl.
  - unfold riemann, cell_sum; apply rsum_zero; intros; rewrite rsum_zero by reflexivity; ring.
  - rewrite (riemann_plus n Hn w (fun a => rsum K (fun j => U j a)) (U K)), IH; reflexivity.
Qed.

Lemma riemann_one n Hn w N : shares_of n w -> riemann n Hn w (fun _ => 1) (S N) = 1.
Proof.
  intros [_ H1]; rewrite <- H1 at 1; apply rsum_ext; intros b _; unfold cell_sum.
  assert (E : forall K, rsum K (fun _ => 1) = INR K)
    by (induction K as [|K IH]; [reflexivity|rewrite S_INR; simpl rsum; rewrite IH; reflexivity]).
  rewrite E; field; apply not_0_INR; lia.
Qed.

Lemma riemann_nonneg n Hn w u N : shares_of n w -> (forall a, 0 <= u a) -> 0 <= riemann n Hn w u (S N).
Proof.
  intros [Hw _] Hu; apply rsum_nonneg; intros b Hb; apply Rmult_le_pos; [apply Hw, Hb|].
  apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, lt_0_INR; lia|apply rsum_nonneg; auto].
Qed.

Lemma riemann_bound n Hn w u e N : shares_of n w -> (forall a, Rabs (u a) <= e) ->
  Rabs (riemann n Hn w u (S N)) <= e.
Proof.
  intros Hw Hu; apply (weighted_bound n w); [exact Hw|]; intros b _; unfold cell_sum.
  assert (P : 0 < INR (S N)) by (apply lt_0_INR; lia).
  rewrite Rabs_mult, Rabs_right by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat, P).
  apply (Rmult_le_reg_l (INR (S N))); [exact P|]; rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  eapply Rle_trans; [apply rsum_abs|].
  assert (E : forall K, rsum K (fun _ => e) = INR K * e)
    by (induction K as [|K IH]; [simpl; ring|rewrite S_INR; simpl rsum; rewrite IH; ring]).
  rewrite <- E; apply rsum_le; auto.
Qed.

(** Two sums in a row commute. *)
Lemma riemann_swap n Hn w (F : piece n -> piece n -> R) N :
  riemann n Hn w (fun a => riemann n Hn w (F a) N) N = riemann n Hn w (fun b => riemann n Hn w (fun a => F
    a b) N) N.
Proof.
  unfold riemann at 2; rewrite riemann_rsum; unfold riemann at 3; apply rsum_ext; intros b _.
  rewrite riemann_scal; f_equal; unfold cell_sum; rewrite riemann_scal; f_equal.
  rewrite riemann_rsum; reflexivity.
Qed.
