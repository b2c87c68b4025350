(** * T5 by cuts for any number of labels: a combination of triangle inequalities

    Overview.  f(t) = c asin t + a: what a law lacks to the collapsed energy is c/2 sum A_ij t_ij, with A_ij =
    w_i w_j k_ij and the mean angles t_ij >= 0, which obey the triangle inequality (Cuts.v).  If

        s sum A_ij t_ij = sum_e lambda_e (t_(i_e j_e) + t_(j_e l_e) - t_(i_e l_e)) + sum m_ij t_ij

    with s > 0, lambda >= 0, and m_ij + m_ji >= 0 for i <> j, m_ii >= 0, no law has more energy than the
    collapsed ones; if m_ij + m_ji > 0 for all i <> j, no other law has as much.  On up to four points every
    metric is a nonnegative combination of cuts, so that such an identity exists wherever no cut is negative.
    For graph laws t_ii = 0, and m_ii does not matter.

    Key results: [coupling_nonneg], [coupling_zero]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian PsdCheck PsdSound
  FactorCertificate GaugeCertificate.
Import ListNotations.

Local Open Scope Z_scope.

(** ** The identity, in integers *)

(** lambda (t_ij + t_jl - t_il). *)
Record triangle := Triangle { times : Z; from : nat; over : nat; to : nat }.

Definition entry (i j a b : nat) : Z := if Nat.eqb a i && Nat.eqb b j then 1 else 0.

(** The coefficient of t_ab in a sum of triangle inequalities. *)
Fixpoint combined (L : list triangle) (a b : nat) : Z :=
  match L with
  | [] => 0
  | T :: L' => times T * (entry (from T) (over T) a b + entry (over T) (to T) a b - entry (from T) (to T) a b)
               + combined L' a b
  end.

(** What is left of s c_ab. *)
Definition left_over (W : list Z) (K : list (list Z)) (s : Z) (L : list triangle) (a b : nat) : Z :=
  s * coupling W K a b - combined L a b.

(** lambda >= 0 at labels below n, P (m_ab + m_ba) for a <> b. *)
Definition triangles_check (P : Z -> bool) (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z)
  (s : Z) (L : list triangle) : bool :=
  (0 <? omega) && (0 <? kappa) && (0 <? s) && Nat.ltb 1 n
  && forallb (fun T => (0 <=? times T) && Nat.ltb (from T) n && Nat.ltb (over T) n && Nat.ltb (to T) n) L
  && forallb (fun a => forallb (fun b =>
       Nat.eqb a b || P (left_over W K s L a b + left_over W K s L b a)) (seq 0 n)) (seq 0 n).

(** m_aa >= 0. *)
Definition own_check (n : nat) (W : list Z) (K : list (list Z)) (s : Z) (L : list triangle) : bool :=
  forallb (fun a => 0 <=? left_over W K s L a a) (seq 0 n).

Local Open Scope R_scope.

Lemma triangles_denominators P n W omega K kappa s L : triangles_check P n W omega K kappa s L = true ->
  0 < IZR omega /\ 0 < IZR kappa.
Proof.
  intros H; do 5 (apply andb_prop in H; destruct H as [H ?H]); split; apply IZR_lt, Z.ltb_lt; assumption.
Qed.

Lemma triangles_two P n W omega K kappa s L : triangles_check P n W omega K kappa s L = true -> (2 <= n)%nat.
Proof. intros H; do 5 (apply andb_prop in H; destruct H as [H ?H]); apply Nat.ltb_lt in H2; lia. Qed.

(** ** Soundness, for any symmetric B >= 0 with the triangle inequality *)

Lemma entry_sum n (B : nat -> nat -> R) i j : (i < n)%nat -> (j < n)%nat ->
  rsum2 n (fun a b => IZR (entry i j a b) * B a b) = B i j.
Proof.
  intros Hi Hj; unfold rsum2, entry; rewrite (rsum_single n _ i Hi).
  - rewrite (rsum_single n _ j Hj); [rewrite !Nat.eqb_refl; simpl; ring|].
    intros b _ Hb; rewrite Nat.eqb_refl, (proj2 (Nat.eqb_neq b j)) by auto; simpl; ring.
  - intros a _ Ha; apply rsum_zero; intros b _; rewrite (proj2 (Nat.eqb_neq a i)) by auto; simpl; ring.
Qed.

(** Symmetric, nonnegative, with the triangle inequality. *)
Definition semimetric (n : nat) (B : nat -> nat -> R) : Prop :=
  (forall i j, B i j = B j i) /\
  (forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= B i j) /\
  (forall i j l, (i < n)%nat -> (j < n)%nat -> (l < n)%nat -> B i l <= B i j + B j l).

Lemma combined_nonneg n B L : semimetric n B ->
  forallb (fun T => (0 <=? times T)%Z && Nat.ltb (from T) n && Nat.ltb (over T) n && Nat.ltb (to T) n) L
  = true ->
  0 <= rsum2 n (fun a b => IZR (combined L a b) * B a b).
Proof.
  intros (_ & _ & triangular); induction L as [|[s i j l] L IH]; intros H.
  - right; unfold rsum2; rewrite rsum_zero; [reflexivity|]; intros; apply rsum_zero; intros; simpl; ring.
  - simpl in H; apply andb_prop in H; destruct H as [H HL]; specialize (IH HL).
    do 3 (apply andb_prop in H; destruct H as [H ?H]); apply Z.leb_le, IZR_le in H.
    apply Nat.ltb_lt in H0; apply Nat.ltb_lt in H1; apply Nat.ltb_lt in H2.
    rewrite (rsum2_ext n _ (fun a b => IZR s * (IZR (entry i j a b) * B a b + IZR (entry j l a b) * B a b
      - IZR (entry i l a b) * B a b) + IZR (combined L a b) * B a b)).
    + rewrite rsum2_plus, rsum2_scal, rsum2_minus, rsum2_plus, !entry_sum by assumption.
      pose proof (Rmult_le_pos _ _ H (Rge_le _ _ (Rge_minus _ _ (Rle_ge _ _ (triangular i j l H2 H1 H0))))).
      lra.
    + intros a b _ _; simpl combined; rewrite plus_IZR, mult_IZR, minus_IZR, plus_IZR; simpl; ring.
Qed.

(** What is left at two labels, half of it in each order. *)
Definition rest (W : list Z) (K : list (list Z)) (s : Z) (L : list triangle) (B : nat -> nat -> R)
  (a b : nat) : R :=
  / 2 * (IZR (left_over W K s L a b + left_over W K s L b a) * B a b).

Lemma rest_nonneg P n W omega K kappa s L B :
  semimetric n B -> triangles_check P n W omega K kappa s L = true ->
  (forall z, P z = true -> (0 <= z)%Z) ->
  (forall a, (a < n)%nat -> 0 <= IZR (left_over W K s L a a) * B a a) ->
  forall a b, (a < n)%nat -> (b < n)%nat -> 0 <= rest W K s L B a b.
Proof.
  intros (_ & positive & _) accepted at_least own a b Ha Hb; unfold rest.
  apply Rmult_le_pos; [lra|]; destruct (Nat.eq_dec a b) as [<-|Hne].
  - rewrite plus_IZR; specialize (own a Ha); lra.
  - apply Rmult_le_pos; [|apply positive; assumption]; apply IZR_le, at_least.
    pose proof accepted as H; unfold triangles_check in H; apply andb_prop in H; destruct H as [_ H].
    pose proof (forallb_seq n _ (forallb_seq n _ H a Ha) b Hb) as E; apply orb_prop in E.
    destruct E as [E|E]; [apply Nat.eqb_eq in E; contradiction|exact E].
Qed.

(** s sum c_ab B_ab is at least the sum of what is left. *)
Lemma coupling_sum P n W omega K kappa s L B :
  semimetric n B -> triangles_check P n W omega K kappa s L = true ->
  0 < IZR s /\ rsum2 n (rest W K s L B) <= IZR s * rsum2 n (fun a b => IZR (coupling W K a b) * B a b).
Proof.
  intros M H; pose proof M as (symmetric & _ & _); unfold triangles_check in H.
  do 5 (apply andb_prop in H; destruct H as [H ?H]).
  apply Z.ltb_lt, IZR_lt in H3; split; [exact H3|]; pose proof (combined_nonneg n B L M H1) as C.
  assert (E : IZR s * rsum2 n (fun a b => IZR (coupling W K a b) * B a b)
    = rsum2 n (fun a b => IZR (combined L a b) * B a b)
      + rsum2 n (fun a b => IZR (left_over W K s L a b) * B a b)).
  { rewrite <- rsum2_scal, <- rsum2_plus; apply rsum2_ext; intros a b _ _.
    unfold left_over; rewrite minus_IZR, mult_IZR; ring. }
  assert (R : rsum2 n (rest W K s L B) = rsum2 n (fun a b => IZR (left_over W K s L a b) * B a b)).
  { set (F := fun a b => IZR (left_over W K s L a b) * B a b).
    transitivity (/ 2 * (rsum2 n F + rsum2 n (fun a b => F b a))).
    - rewrite <- rsum2_plus, <- rsum2_scal; apply rsum2_ext; intros a b _ _; unfold rest, F.
      rewrite plus_IZR, (symmetric b a); ring.
    - rewrite <- (rsum2_transpose n F); field. }
  lra.
Qed.

Lemma coupling_nonneg P n W omega K kappa s L B :
  semimetric n B -> triangles_check P n W omega K kappa s L = true ->
  (forall z, P z = true -> (0 <= z)%Z) ->
  (forall a, (a < n)%nat -> 0 <= IZR (left_over W K s L a a) * B a a) ->
  0 <= rsum2 n (fun a b => IZR (coupling W K a b) * B a b).
Proof.
  intros M accepted at_least own; destruct (coupling_sum P n W omega K kappa s L B M accepted) as [Hs H].
  pose proof (rsum2_nonneg n _ (rest_nonneg P n W omega K kappa s L B M accepted at_least own)) as R.
  apply (Rmult_le_reg_l (IZR s)); [exact Hs|lra].
Qed.

Lemma coupling_zero P n W omega K kappa s L B :
  semimetric n B -> triangles_check P n W omega K kappa s L = true ->
  (forall z, P z = true -> (0 <= z)%Z) ->
  (forall a, (a < n)%nat -> 0 <= IZR (left_over W K s L a a) * B a a) ->
  (forall z, P z = true -> (0 < z)%Z) ->
  rsum2 n (fun a b => IZR (coupling W K a b) * B a b) = 0 ->
  forall a b, (a < n)%nat -> (b < n)%nat -> a <> b -> B a b = 0.
Proof.
  intros M accepted at_least own Strict Z a b Ha Hb Hne.
  destruct (coupling_sum P n W omega K kappa s L B M accepted) as [Hs H]; rewrite Z, Rmult_0_r in H.
  pose proof (rest_nonneg P n W omega K kappa s L B M accepted at_least own) as T.
  pose proof (rsum2_nonneg n _ T) as R.
  pose proof (rsum2_nonneg_zero n _ T ltac:(lra) a b Ha Hb) as E; unfold rest in E.
  pose proof accepted as C; unfold triangles_check in C; apply andb_prop in C; destruct C as [_ C].
  pose proof (forallb_seq n _ (forallb_seq n _ C a Ha) b Hb) as Q; apply orb_prop in Q.
  destruct Q as [Q|Q]; [apply Nat.eqb_eq in Q; contradiction|].
  apply Strict, IZR_lt in Q; apply (Rmult_eq_reg_l (IZR (left_over W K s L a b + left_over W K s L b a)));
    lra.
Qed.
