(** * T5 by the sign of k: what the diagonal, a single label, two opposite points add

    Overview.  In a graph law the pair (i, i) has <x_i, x_i> = 1, so k_ii plays no part: k_ij >= 0 for
    i <> j suffices.  One label alone is always collapsed.  Where k is reducible, or f(-1) = f(1), or a label
    has no partner, two opposite points lose nothing, for every profile with f <= f(1).

    Key results: [graph_laws_all_single]; [graph_laws_all_pairs], [graph_laws_some_pairs],
    [graph_laws_even_pairs]; [all_laws_some_sign], [all_laws_even_sign]; where k_ij > 0 is a formula or the
    exponential of a table, [graph_laws_all_everywhere], [graph_laws_even_everywhere], and for all laws. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Slices GaugeSlices PsdCheck
  PsdSound FactorCertificate Profiles GaugeCertificate GaugeSome Claims TwoPoints Signs.
Local Open Scope R_scope.

(** One label: every graph law is collapsed, and all of them have one energy. *)
Lemma single_label w k f d : GraphLawsAll 1 w k f d.
Proof.
  intros x; assert (C : forall y, collapsed 1 d y).
  { intros y i j Hi Hj a _; replace j with i by lia; reflexivity. }
  split; [intros [U _]; auto|]; intros [U _]; split; [exact U|]; intros y Hy.
  rewrite !energy_of_collapsed by auto; lra.
Qed.

(** The same from integers. *)
Theorem graph_laws_all_single n W omega K kappa f d :
  Nat.eqb n 1 = true -> (1 <= d)%nat -> GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof. intros Hn _; apply Nat.eqb_eq in Hn; subst n; apply single_label. Qed.

(** ** Without the diagonal *)

Definition off_diagonal (k : nat -> nat -> R) (i j : nat) : R := if Nat.eqb i j then 0 else k i j.

(** A configuration has the same gap without the diagonal. *)
Lemma off_diagonal_gap n d w k f x : unit_vectors n d x ->
  collapsed_energy n w k f - energy n d w k f x
  = collapsed_energy n w (off_diagonal k) f - energy n d w (off_diagonal k) f x.
Proof.
  intros Hx; apply (Rmult_eq_reg_l 2); [|lra]; rewrite !energy_gap; apply rsum2_ext; intros i j Hi Hj.
  unfold off_diagonal; destruct (Nat.eqb_spec i j) as [->|_]; [rewrite (Hx j Hj); ring|reflexivity].
Qed.

Lemma off_diagonal_connected n w k :
  connected n (weighted w k) -> connected n (weighted w (off_diagonal k)).
Proof.
  intros H i j Hi Hj; induction (H i j Hi Hj) as [|j l R IH Hj' Hl Hp]; [apply reach_here|].
  destruct (Nat.eqb_spec j l) as [<-|Hne]; [apply IH, Hj|].
  apply (reach_step n _ i j l); auto; unfold weighted, off_diagonal in *.
  rewrite (proj2 (Nat.eqb_neq j l) Hne); exact Hp.
Qed.

Lemma pairs_bound n d w k f :
  nonnegative n (weighted w (off_diagonal k)) -> bounded_by_one f ->
  forall x, unit_vectors n d x -> energy n d w k f x <= collapsed_energy n w k f.
Proof.
  intros HA Hf x Hx; pose proof (off_diagonal_gap n d w k f x Hx).
  pose proof (nonnegative_bound n d w _ f HA Hf x Hx); lra.
Qed.

Lemma graph_laws_all_off n w k f d :
  nonnegative n (weighted w (off_diagonal k)) -> connected n (weighted w k) -> peaked f -> (1 <= d)%nat ->
  GraphLawsAll n w k f d.
Proof.
  intros HA HC Hf Hd; unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply pairs_bound; [exact HA|apply peaked_bounded, Hf].
  - intros x Hx Heq; pose proof (off_diagonal_gap n d w k f x Hx) as E.
    apply (nonnegative_rigid n d w (off_diagonal k) f HA (off_diagonal_connected n w k HC) Hf x Hx); lra.
Qed.

(** ** From integers *)

Local Open Scope Z_scope.

(** W_i >= 0, and K_ij >= 0 for i <> j. *)
Definition pairs_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) : bool :=
  (0 <? omega) && (0 <? kappa)
  && forallb (fun i => (0 <=? at1 W i) && forallb (fun j => Nat.eqb i j || (0 <=? at2 K i j)) (seq 0 n))
    (seq 0 n).

(** Positive weights, K symmetric, and every label can be reached along K > 0. *)
Definition connected_check (n : nat) (W : list Z) (K : list (list Z)) : bool :=
  Nat.ltb 0 n && symmetric_check n K && forallb (fun i => 0 <? at1 W i) (seq 0 n)
  && forallb (fun r => r) (search n n K (true :: repeat false (pred n))).

Local Open Scope R_scope.

Lemma pairs_check_sound n W omega K kappa : pairs_check n W omega K kappa = true ->
  0 < IZR omega /\ 0 < IZR kappa /\
  nonnegative n (weighted (weight W omega) (off_diagonal (factor K kappa))).
Proof.
  intros H; apply andb_prop in H; destruct H as [H Hc]; apply andb_prop in H; destruct H as [Ho Hk].
  apply Z.ltb_lt, IZR_lt in Ho; apply Z.ltb_lt, IZR_lt in Hk; split; [exact Ho|split; [exact Hk|]].
  assert (Wp : forall i, (i < n)%nat -> 0 <= weight W omega i).
  { intros i Hi; pose proof (forallb_seq n _ Hc i Hi) as E; apply andb_prop in E; destruct E as [E _].
    apply Rmult_le_pos; [apply IZR_le, Z.leb_le, E|left; apply Rinv_0_lt_compat, Ho]. }
  intros i j Hi Hj; unfold weighted; apply Rmult_le_pos; [apply Rmult_le_pos; apply Wp; assumption|].
  pose proof (forallb_seq n _ Hc i Hi) as E; apply andb_prop in E; destruct E as [_ E].
  pose proof (forallb_seq n _ E j Hj) as F; cbv beta in F; unfold off_diagonal.
  destruct (Nat.eqb i j); [lra|]; simpl in F; unfold factor.
  apply Rmult_le_pos; [apply IZR_le, Z.leb_le, F|left; apply Rinv_0_lt_compat, Hk].
Qed.

Lemma connected_check_sound n W omega K kappa : 0 < IZR omega -> 0 < IZR kappa ->
  connected_check n W K = true -> connected n (weighted (weight W omega) (factor K kappa)).
Proof.
  intros Ho Hk H; do 3 (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Nat.ltb_lt in H; rename Hc into HR, Hc0 into HW, Hc1 into HS.
  set (A := weighted (weight W omega) (factor K kappa)).
  assert (HA : forall i j, (i < n)%nat -> (j < n)%nat -> (0 < at2 K i j)%Z -> 0 < A i j).
  { intros i j Hi Hj Hp; unfold A, weighted, weight, factor.
    repeat apply Rmult_lt_0_compat; try (apply Rinv_0_lt_compat; assumption); apply IZR_lt;
      try exact Hp; apply Z.ltb_lt; [exact (forallb_seq n _ HW i Hi)|exact (forallb_seq n _ HW j Hj)]. }
  assert (As : forall i j, (i < n)%nat -> (j < n)%nat -> A i j = A j i).
  { intros i j Hi Hj; unfold A, weighted; rewrite (factor_symmetric n K kappa HS i j Hi Hj); ring. }
  assert (R0 : forall j, (j < n)%nat -> reach n A 0 j).
  { intros j Hj; apply (search_sound n K A n (true :: repeat false (pred n))); [exact HA| |exact Hj|].
    - intros l _ Hl; destruct l as [|l]; [apply reach_here|].
      simpl in Hl; rewrite nth_repeat in Hl; discriminate.
    - rewrite forallb_forall in HR; apply HR, nth_In.
      rewrite search_length; [exact Hj|simpl; rewrite repeat_length; lia]. }
  intros i j Hi Hj; apply (reach_trans n A i 0 j); [apply reach_sym|]; auto.
Qed.

(** K_ij >= 0 for i <> j with a connected support and a peaked profile: "all" for graph laws, d >= 1. *)
Theorem graph_laws_all_pairs n W omega K kappa f d :
  pairs_check n W omega K kappa = true -> connected_check n W K = true -> peaked f -> (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros HP HC Hf Hd; destruct (pairs_check_sound _ _ _ _ _ HP) as (Ho & Hk & HA).
  apply graph_laws_all_off; auto; apply connected_check_sound; assumption.
Qed.

(** A side V of the labels without K_ij > 0 across, and f <= f(1): "some" for graph laws. *)
Theorem graph_laws_some_pairs n W omega K kappa V f d :
  pairs_check n W omega K kappa = true -> spread_check n W omega K kappa V 1 = true -> bounded_by_one f ->
  (1 <= d)%nat -> GraphLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros HP HS Hf Hd; destruct (pairs_check_sound _ _ _ _ _ HP) as (Ho & Hk & HA).
  destruct (spread_check_sound _ _ _ _ _ _ _ HS) as [HV H0].
  destruct (shares_check_sound n V 1 HV) as (_ & HB & (i & Hi & Vi) & (j & Hj & Vj)).
  pose proof (share_binary n V HB) as HB'; apply (graph_some n d _ _ f (share V 1) i j); auto.
  - apply pairs_bound; assumption.
  - rewrite H0; ring.
  - destruct (HB' i Hi); [lra|assumption].
  - destruct (HB' j Hj); [assumption|lra].
Qed.

(** Two labels or more, and f(-1) = f(1) >= f: "some" for graph laws. *)
Lemma graph_even n d w k f :
  (forall y, unit_vectors n d y -> energy n d w k f y <= collapsed_energy n w k f) -> (2 <= n)%nat ->
  f (-1) = f 1 -> (1 <= d)%nat -> GraphLawsSome n w k f d.
Proof.
  intros HB Hn He Hd; apply (graph_some n d _ _ f (fun i => if Nat.eqb i 0 then 1 else 0) 0 1); auto;
    try lia.
  - intros i _; destruct (Nat.eqb i 0); auto.
  - rewrite He; ring.
Qed.

(** The same from integers. *)
Theorem graph_laws_even_pairs n W omega K kappa f d :
  pairs_check n W omega K kappa = true -> Nat.leb 2 n = true -> bounded_by_one f -> f (-1) = f 1 ->
  (1 <= d)%nat -> GraphLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros HP Hn Hf He Hd; destruct (pairs_check_sound _ _ _ _ _ HP) as (Ho & Hk & HA).
  apply graph_even; auto; [apply pairs_bound; assumption|apply Nat.leb_le, Hn].
Qed.

(** K_ij >= 0 for all i, j, and shares that cost nothing: "some" for all laws. *)
Theorem all_laws_some_sign n W omega K kappa V q f d :
  nonnegative_check n W omega K kappa = true -> spread_check n W omega K kappa V q = true ->
  bounded_by_one f -> (1 <= d)%nat -> AllLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros HN HS Hf Hd; destruct (spread_check_sound _ _ _ _ _ _ _ HS) as [HV H0].
  destruct (shares_check_sound n V q HV) as (_ & HB & (i & Hi & Vi) & (j & Hj & Vj)).
  apply (all_some n d _ _ f (share V q) i j); auto.
  - intros m p x; apply nonnegative_slices_bound; [apply nonnegative_check_sound, HN|exact Hf].
  - rewrite H0; ring.
Qed.

(** f(-1) = f(1) >= f: "some" for all laws. *)
Lemma all_even n d w k f :
  nonnegative n (weighted w k) -> bounded_by_one f -> (1 <= n)%nat -> f (-1) = f 1 -> (1 <= d)%nat ->
  AllLawsSome n w k f d.
Proof.
  intros HA Hf Hn He Hd; apply (all_some n d _ _ f (fun _ => / 2) 0 0); auto; try lia; try lra.
  - intros m q x; apply nonnegative_slices_bound; assumption.
  - intros; lra.
  - rewrite He; ring.
Qed.

(** The same from integers. *)
Theorem all_laws_even_sign n W omega K kappa f d :
  nonnegative_check n W omega K kappa = true -> Nat.leb 1 n = true -> bounded_by_one f -> f (-1) = f 1 ->
  (1 <= d)%nat -> AllLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros HN Hn Hf He Hd; apply all_even; auto; [apply nonnegative_check_sound, HN|apply Nat.leb_le, Hn].
Qed.

(** ** Formulas *)

(** Positive weights and k_ij > 0. *)
Definition everywhere_positive (n : nat) (w : nat -> R) (k : nat -> nat -> R) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> 0 < weighted w k i j.

(** A peaked profile: "all" for graph laws. *)
Theorem graph_laws_all_everywhere n w k f d :
  everywhere_positive n w k -> peaked f -> (1 <= d)%nat -> GraphLawsAll n w k f d.
Proof.
  intros H Hf Hd; exact (nonnegative_maximisers n d w k f Hd (fun i j Hi Hj => Rlt_le _ _ (H i j Hi Hj))
    (positive_connected n _ H) Hf).
Qed.

(** A peaked profile: "all" for all laws. *)
Theorem all_laws_all_everywhere n w k f d :
  everywhere_positive n w k -> peaked f -> (1 <= d)%nat -> AllLawsAll n w k f d.
Proof.
  intros H Hf Hd; unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x.
  - apply nonnegative_slices_bound; [intros i j Hi Hj; left; auto|apply peaked_bounded, Hf].
  - apply nonnegative_slices_rigid; auto; [intros i j Hi Hj; left; auto|apply positive_connected, H|].
    intros i Hi; exists i; split; [exact Hi|auto].
Qed.

(** f(-1) = f(1) >= f: "some" for graph laws of two labels or more. *)
Theorem graph_laws_even_everywhere n w k f d :
  everywhere_positive n w k -> (2 <= n)%nat -> bounded_by_one f -> f (-1) = f 1 -> (1 <= d)%nat ->
  GraphLawsSome n w k f d.
Proof.
  intros H Hn Hf He Hd; apply graph_even; auto.
  apply nonnegative_bound; [intros i j Hi Hj; left; auto|exact Hf].
Qed.

(** f(-1) = f(1) >= f: "some" for all laws. *)
Theorem all_laws_even_everywhere n w k f d :
  everywhere_positive n w k -> (1 <= n)%nat -> bounded_by_one f -> f (-1) = f 1 -> (1 <= d)%nat ->
  AllLawsSome n w k f d.
Proof. intros H Hn Hf He Hd; apply all_even; auto; intros i j Hi Hj; left; auto. Qed.

(** The exponential of a table of biases, with positive weights. *)
Definition exponential_table (B : list (list Z)) (kappa : Z) (i j : nat) : R := exp (factor B kappa i j).

Definition weights_positive_check (n : nat) (W : list Z) (omega : Z) : bool :=
  (0 <? omega)%Z && forallb (fun i => 0 <? at1 W i)%Z (seq 0 n).

Lemma exponential_table_positive n W omega B kappa :
  weights_positive_check n W omega = true ->
  everywhere_positive n (weight W omega) (exponential_table B kappa).
Proof.
  intros H; apply andb_prop in H; destruct H as [Ho H]; apply Z.ltb_lt, IZR_lt in Ho; intros i j Hi Hj.
  unfold weighted; apply Rmult_lt_0_compat; [|apply exp_pos].
  apply Rmult_lt_0_compat; (apply Rdiv_lt_0_compat; [apply IZR_lt, Z.ltb_lt|exact Ho]).
  - exact (forallb_seq n _ H i Hi).
  - exact (forallb_seq n _ H j Hj).
Qed.

(** Labels of one weight and a positive formula. *)
Lemma formula_positive n N (k : nat -> nat -> R) :
  0 < IZR N -> (forall i j : nat, 0 < k i j) -> everywhere_positive n (uniform N) k.
Proof.
  intros HN Hk i j _ _; unfold weighted, uniform; pose proof (Rinv_0_lt_compat _ HN).
  repeat apply Rmult_lt_0_compat; auto.
Qed.
