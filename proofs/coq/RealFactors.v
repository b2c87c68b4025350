(** * Factors k_ij > 0 that are real numbers

    Overview.  Tables of biases, and formulas at points, whose entries need not be rational.

    Key results: [real_factor_positive], [uniform_factor_positive]. *)

From Coq Require Import Reals Arith ZArith List.
From Coq Require Export Lra Lia.  (* for the files that use these steps *)
From Collapse Require Import Sums Vectors SignedLaplacian PsdCheck FactorCertificate Signs Pairs.
Local Open Scope R_scope.

(** The entry of a table of real numbers. *)
Definition entry (table : list (list R)) (i j : nat) : R := nth j (nth i table nil) 0.

(** Positive entries and positive weights, which are integers over a common denominator. *)
Lemma real_factor_positive n W omega (k : nat -> nat -> R) :
  weights_positive_check n W omega = true -> (forall i j, (i < n)%nat -> (j < n)%nat -> 0 < k i j) ->
  everywhere_positive n (weight W omega) k.
Proof.
  intros H P i j Hi Hj.
  pose proof (exponential_table_positive n W omega nil 1 H i j Hi Hj) as E; unfold weighted in *.
  apply Rmult_lt_0_compat; [|exact (P i j Hi Hj)].
  apply (Rmult_lt_reg_r (exponential_table nil 1 i j)); [apply exp_pos|].
  rewrite Rmult_0_l; exact E.
Qed.

(** Labels of one weight. *)
Lemma uniform_factor_positive n N (k : nat -> nat -> R) :
  0 < IZR N -> (forall i j, (i < n)%nat -> (j < n)%nat -> 0 < k i j) -> everywhere_positive n (uniform N) k.
Proof.
  intros HN P i j Hi Hj; unfold weighted, uniform; pose proof (Rinv_0_lt_compat _ HN).
  repeat apply Rmult_lt_0_compat; auto.
Qed.

(** Where a natural number below S lies, as a real one. *)
Lemma natural_range c S : (c < Z.to_nat S)%nat -> 0 <= INR c <= IZR (S - 1).
Proof. intros H; rewrite INR_IZR_INZ; split; apply IZR_le; lia. Qed.
