(** * Pieces of a line, and Riemann sums

    Overview.  n pieces of the weights w_b, each with positions t in (0, 1), and the sums

        S_N u = sum_b w_b / N sum_{k < N} u(b, (k + 1/2) / N).

    If u changes by at most eps within delta, S_N u and S_M u differ by at most 2 eps for 1/N, 1/M <= delta:
    both are within eps of S_{NM} u.  So pieces are a space with sample points.

    Key results: [riemann_close], [pieces]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Sampled.
Local Open Scope R_scope.

Definition piece (n : nat) : Type := {a : nat * R | (fst a < n)%nat /\ 0 < snd a < 1}.
Definition part {n} (a : piece n) : nat := fst (proj1_sig a).
Definition place {n} (a : piece n) : R := snd (proj1_sig a).

(** Two points on one piece, less than delta apart. *)
Definition piece_near {n} (delta : R) (a b : piece n) : Prop :=
  part a = part b /\ Rabs (place a - place b) < delta.

(** u changes by at most eps within delta. *)
Definition piece_steady {n} (u : piece n -> R) (eps delta : R) : Prop :=
  forall a b, piece_near delta a b -> Rabs (u a - u b) <= eps.

Definition inner (t : R) : R := if Rlt_dec 0 t then (if Rlt_dec t 1 then t else / 2) else / 2.

Lemma inner_bounds t : 0 < inner t < 1.
Proof. unfold inner; destruct (Rlt_dec 0 t), (Rlt_dec t 1); lra. Qed.

Lemma inner_id t : 0 < t < 1 -> inner t = t.
Proof. intros H; unfold inner; destruct (Rlt_dec 0 t), (Rlt_dec t 1); lra. Qed.

(** The point at b and t, for b < n and 0 < t < 1. *)
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

Lemma cell_refine n Hn (u : piece n -> R) eps delta N M b : piece_steady u eps delta -> (1 <= N)%nat ->
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

Lemma riemann_refine n Hn w (u : piece n -> R) eps delta N M : shares_of n w -> piece_steady u eps delta ->
  (1 <= N)%nat -> (1 <= M)%nat -> / INR N <= delta ->
  Rabs (riemann n Hn w u (N * M) - riemann n Hn w u N) <= eps.
Proof.
  intros Hw Hs HN HM Hd; unfold riemann; rewrite <- rsum_minus.
  rewrite (rsum_ext n _ (fun b => w b * (cell_sum n Hn u (N * M) b - cell_sum n Hn u N b))) by (intros; ring).
  apply weighted_bound; [exact Hw|]; intros b _; apply (cell_refine n Hn u eps delta); assumption.
Qed.

Lemma riemann_close n Hn w (u : piece n -> R) eps delta N M : shares_of n w -> piece_steady u eps delta ->
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

(** ** Pieces have sample points *)

Definition piece_share (w : nat -> R) (N j : nat) : R := w (j / S N)%nat * / INR (S N).
Definition piece_spot n Hn (N j : nat) : piece n := token_at n Hn (j / S N)%nat (middle (S N) (j mod S N)).

Lemma piece_sums n Hn w (u : piece n -> R) N :
  rsum (n * S N) (fun j => piece_share w N j * u (piece_spot n Hn N j)) = riemann n Hn w u (S N).
Proof.
  rewrite rsum_flat; unfold riemann, cell_sum; apply rsum_ext; intros b _.
  rewrite <- !rsum_scal; apply rsum_ext; intros k Hk; unfold piece_share, piece_spot.
  rewrite quotient, remainder by exact Hk; ring.
Qed.

Lemma riemann_one n Hn w N : shares_of n w -> riemann n Hn w (fun _ => 1) (S N) = 1.
Proof.
  intros [_ H1]; rewrite <- H1 at 1; apply rsum_ext; intros b _; unfold cell_sum.
  assert (E : forall K, rsum K (fun _ => 1) = INR K)
    by (induction K as [|K IH]; [reflexivity|rewrite S_INR; simpl rsum; rewrite IH; reflexivity]).
  rewrite E; field; apply not_0_INR; lia.
Qed.

Definition pieces (n : nat) (w : nat -> R) (Hw : shares_of n w) : sampled.
Proof.
  pose proof (shares_nonzero n w Hw) as Hn.
  refine (Sampled (piece n) piece_near (fun N => (n * S N)%nat) (piece_share w) (piece_spot n Hn) 2
    _ _ _ _ _ _).
  - intros d d' a b [E H] L; split; [exact E|lra].
  - intros d a H; split; [reflexivity|]; unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; exact H.
  - intros N j Hj; apply Rmult_le_pos.
    + apply Hw, Nat.div_lt_upper_bound; lia.
    + left; apply Rinv_0_lt_compat, lt_0_INR; lia.
  - intros N; rewrite <- (riemann_one n Hn w N Hw), <- piece_sums; apply rsum_ext; intros; ring.
  - lra.
  - intros u eps delta N M Hs HN HM; rewrite !piece_sums.
    apply (riemann_close n Hn w u eps delta); assumption.
Defined.

(** The sums over the pieces. *)
Lemma pieces_sums n w Hw (u : piece n -> R) N :
  sums (pieces n w Hw) u N = riemann n (shares_nonzero n w Hw) w u (S N).
Proof. apply piece_sums. Qed.
