(** * Modified Bessel functions of integer order between partial sums

    Overview. The power series (DLMF 10.25.2), term by term, and what is left of it.

    I_n(beta) = sum_k t_k,   t_0 = (beta/2)^n / n!,   t_(k+1) = t_k x / ((k+1)(k+1+n)),   x = (beta/2)^2.

    From the first K where 2 x <= (K+1)(K+1+n) on, each term is at most half of the one before it; so the
    sum of the first K terms misses I_n by at most 2 t_K. *)

From Coq Require Import Reals Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

Definition x_of (beta : R) : R := (beta / 2) ^ 2.

Fixpoint term (n : nat) (beta : R) (k : nat) : R :=
  match k with
  | O => (beta / 2) ^ n / INR (fact n)
  | S k' => term n beta k' * (x_of beta / (INR (S k') * INR (S k' + n)))
  end.

Definition besselI (n : nat) (beta : R) : R := Series (term n beta).

(** The terms are those of the power series. *)
Lemma term_closed n beta k :
  term n beta k = (beta / 2) ^ (2 * k + n) / (INR (fact k) * INR (fact (k + n))).
Proof.
  induction k as [|k IH].
  - change (2 * 0 + n)%nat with n. change (0 + n)%nat with n. change (INR (fact 0)) with 1. cbn [term].
    field. apply INR_fact_neq_0.
  - cbn [term]. rewrite IH. unfold x_of.
    replace (S k + n)%nat with (S (k + n)) by lia.
    replace (2 * S k + n)%nat with (2 + (2 * k + n))%nat by lia.
    rewrite (pow_add (beta / 2) 2). change (fact (S k)) with (S k * fact k)%nat.
    change (fact (S (k + n))) with (S (k + n) * fact (k + n))%nat.
    rewrite !mult_INR. generalize ((beta / 2) ^ (2 * k + n)). intros p. field.
    repeat split; try apply INR_fact_neq_0; apply not_0_INR; lia.
Qed.

Lemma x_of_nonnegative beta : 0 <= x_of beta.
Proof. unfold x_of. apply pow2_ge_0. Qed.

Lemma ratio_positive n k : 0 < INR (S k) * INR (S k + n).
Proof. apply Rmult_lt_0_compat; apply lt_0_INR; lia. Qed.

Lemma term_nonnegative n beta k : 0 <= beta -> 0 <= term n beta k.
Proof.
  intros Hb. induction k as [|k IH].
  - cbn [term]. apply Rmult_le_pos; [apply pow_le; lra|].
    apply Rlt_le, Rinv_0_lt_compat, lt_0_INR, lt_O_fact.
  - cbn [term]. apply Rmult_le_pos; [exact IH|].
    apply Rmult_le_pos; [apply x_of_nonnegative|].
    apply Rlt_le, Rinv_0_lt_compat, ratio_positive.
Qed.

(** Past K the terms fall at least as fast as (1/2)^j. *)
Lemma term_geometric n beta K j :
  0 <= beta -> 2 * x_of beta <= INR (S K) * INR (S K + n) ->
  term n beta (K + j) <= term n beta K * (/ 2) ^ j.
Proof.
  intros Hb HK. induction j as [|j IH].
  - rewrite Nat.add_0_r. simpl pow. lra.
  - replace (K + S j)%nat with (S (K + j)) by lia. cbn [term].
    assert (Hr : x_of beta / (INR (S (K + j)) * INR (S (K + j) + n)) <= / 2).
    { apply Rmult_le_reg_r with (INR (S (K + j)) * INR (S (K + j) + n)); [apply ratio_positive|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq, ratio_positive).
      assert (INR (S K) * INR (S K + n) <= INR (S (K + j)) * INR (S (K + j) + n)).
      { apply Rmult_le_compat; try apply pos_INR; apply le_INR; lia. }
      lra. }
    assert (Ht := term_nonnegative n beta (K + j) Hb).
    apply Rle_trans with (term n beta (K + j) * / 2).
    + apply Rmult_le_compat_l; assumption.
    + apply Rle_trans with (term n beta K * (/ 2) ^ j * / 2).
      * apply Rmult_le_compat_r; [lra|exact IH].
      * right. simpl pow. ring.
Qed.

Lemma ex_series_half c : ex_series (fun j : nat => c * (/ 2) ^ j).
Proof.
  apply (ex_series_scal (K := R_AbsRing) (V := R_NormedModule) c (fun j => (/ 2) ^ j)).
  apply ex_series_geom. rewrite Rabs_pos_eq; lra.
Qed.

Lemma Series_half c : Series (fun j : nat => c * (/ 2) ^ j) = 2 * c.
Proof. rewrite Series_scal_l, Series_geom by (rewrite Rabs_pos_eq; lra). field. Qed.

(** What is left after K + 1 terms. *)
Definition rest (n K : nat) (beta : R) (j : nat) : R := term n beta (S K + j).

Definition falls (n K : nat) (beta : R) : Prop := 2 * x_of beta <= INR (S (S K)) * INR (S (S K) + n).

Lemma ex_series_rest n K beta : 0 <= beta -> falls n K beta -> ex_series (rest n K beta).
Proof.
  intros Hb Hf.
  apply (ex_series_le (K := R_AbsRing) (V := R_CompleteNormedModule)
           (rest n K beta) (fun j => term n beta (S K) * (/ 2) ^ j)).
  - intros j. unfold norm; simpl; unfold abs; simpl.
    rewrite Rabs_pos_eq by (apply term_nonnegative; assumption).
    apply term_geometric; assumption.
  - apply ex_series_half.
Qed.

Lemma besselI_split n K beta : 0 <= beta -> falls n K beta ->
  besselI n beta = sum_f_R0 (term n beta) K + Series (rest n K beta).
Proof.
  intros Hb Hf. unfold besselI. apply (Series_incr_n (term n beta) (S K)); [lia|].
  apply (ex_series_incr_n (term n beta) (S K)). exact (ex_series_rest n K beta Hb Hf).
Qed.

(** The bracket: the sum of the terms 0 .. K, and at most twice the next one more. *)
Theorem besselI_bracket n K beta : 0 <= beta -> falls n K beta ->
  sum_f_R0 (term n beta) K <= besselI n beta <= sum_f_R0 (term n beta) K + 2 * term n beta (S K).
Proof.
  intros Hb Hf. rewrite (besselI_split n K beta Hb Hf).
  assert (H0 : 0 <= Series (rest n K beta)).
  { replace 0 with (2 * 0) by ring. rewrite <- (Series_half 0).
    apply Series_le; [|exact (ex_series_rest n K beta Hb Hf)].
    intros j. rewrite Rmult_0_l. split; [lra | apply term_nonnegative; assumption]. }
  assert (H1 : Series (rest n K beta) <= 2 * term n beta (S K)).
  { rewrite <- Series_half. apply Series_le; [|apply ex_series_half].
    intros j. split; [apply term_nonnegative; assumption | apply term_geometric; assumption]. }
  lra.
Qed.

(** I_n(beta) / (beta/2)^n is a power series in x = (beta/2)^2 alone; its terms, and
    the same bracket for it. *)
Fixpoint shape (n : nat) (x : R) (k : nat) : R :=
  match k with
  | O => / INR (fact n)
  | S k' => shape n x k' * (x / (INR (S k') * INR (S k' + n)))
  end.

Lemma term_shape n beta k : term n beta k = (beta / 2) ^ n * shape n (x_of beta) k.
Proof. induction k as [|k IH]; cbn [term shape]; [reflexivity | rewrite IH; ring]. Qed.

Lemma sum_shape n beta K :
  sum_f_R0 (term n beta) K = (beta / 2) ^ n * sum_f_R0 (shape n (x_of beta)) K.
Proof. induction K as [|K IH]; cbn [sum_f_R0]; [apply term_shape | rewrite IH, term_shape; ring]. Qed.

Definition lower (n K : nat) (x : R) : R := sum_f_R0 (shape n x) K.
Definition upper (n K : nat) (x : R) : R := sum_f_R0 (shape n x) K + 2 * shape n x (S K).

(** The bracket in terms of x = (beta/2)^2. *)
Theorem besselI_bounds n K beta : 0 <= beta -> falls n K beta ->
  (beta / 2) ^ n * lower n K (x_of beta) <= besselI n beta <= (beta / 2) ^ n * upper n K (x_of beta).
Proof.
  intros Hb Hf. unfold lower, upper.
  replace ((beta / 2) ^ n * (sum_f_R0 (shape n (x_of beta)) K + 2 * shape n (x_of beta) (S K)))
    with (sum_f_R0 (term n beta) K + 2 * term n beta (S K)) by (rewrite sum_shape, term_shape; ring).
  rewrite <- sum_shape. exact (besselI_bracket n K beta Hb Hf).
Qed.
