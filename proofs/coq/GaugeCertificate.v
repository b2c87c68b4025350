(** * From integers to T4: certified gauge kernels

    Overview.  Q_i = M_i / den with integer d x d matrices M_i; weights W_i / omega and factors K_ij / kappa
    as in FactorCertificate.v.  Checked in integers: M_i^T M_i = M_i M_i^T = den^2 I; W_i > 0; K_ij = K_ji
    >= 0 with a connected support and no zero row; and either that all M_i are equal, or matrices B_i with

        sum_i B_i (M_i - M_0)^T = s I,    s <> 0,

    by which no vector u <> 0 has the same image Q_i^T u for all labels.

    Key results: [gauge_claim_all], [gauge_claim_none]: every maximiser, or none, is collapsed; for graph laws
    and for all laws with finitely supported slices. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices
  PsdCheck PsdSound FactorCertificate Profiles.
Import ListNotations.

(** Q_i = M_i / den. *)
Definition gauge (M : list (list (list Z))) (den : Z) (i a b : nat) : R :=
  (IZR (at2 (nth i M []) a b) / IZR den)%R.

Local Open Scope Z_scope.

(** ** The checks *)

Definition orthogonal_check (d : nat) (den : Z) (M : list (list Z)) : bool :=
  forallb (fun a => forallb (fun b =>
    let e := if Nat.eqb b a then den * den else 0 in
    (zsum d (fun c => at2 M c a * at2 M c b) =? e) && (zsum d (fun c => at2 M a c * at2 M b c) =? e))
    (seq 0 d)) (seq 0 d).

(** One round of a search: label j is reached if it was, or if K_ij > 0 for a reached i. *)
Definition search_step (n : nat) (K : list (list Z)) (reached : list bool) : list bool :=
  map (fun j => nth j reached false
                || existsb (fun i => nth i reached false && (0 <? at2 K i j)) (seq 0 n)) (seq 0 n).

Fixpoint search (rounds n : nat) (K : list (list Z)) (reached : list bool) : list bool :=
  match rounds with
  | O => reached
  | S m => search m n K (search_step n K reached)
  end.

(** Positive weights, symmetric nonnegative factors without a zero row, connected support. *)
Definition support_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) : bool :=
  (0 <? omega) && (0 <? kappa) && symmetric_check n K
  && forallb (fun i => (0 <? at1 W i) && forallb (fun j => 0 <=? at2 K i j) (seq 0 n)) (seq 0 n)
  && forallb (fun i => existsb (fun j => 0 <? at2 K i j) (seq 0 n)) (seq 0 n)
  && forallb (fun r => r) (search n n K (true :: repeat false (pred n))).

Definition gauge_check (n d : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z)
  (M : list (list (list Z))) (den : Z) : bool :=
  Nat.ltb 0 n && Nat.ltb 0 d && (0 <? den) && support_check n W omega K kappa
  && forallb (fun i => orthogonal_check d den (nth i M [])) (seq 0 n).

(** All M_i are equal. *)
Definition equal_check (n d : nat) (M : list (list (list Z))) : bool :=
  forallb (fun i => forallb (fun a => forallb (fun b =>
    at2 (nth i M []) a b =? at2 (nth 0 M []) a b) (seq 0 d)) (seq 0 d)) (seq 0 n).

(** sum_i B_i (M_i - M_0)^T = s I with s <> 0. *)
Definition inverse_check (n d : nat) (M B : list (list (list Z))) (s : Z) : bool :=
  negb (s =? 0)
  && forallb (fun a => forallb (fun b =>
       zsum n (fun i => zsum d (fun c =>
         at2 (nth i B []) a c * (at2 (nth i M []) b c - at2 (nth 0 M []) b c)))
       =? (if Nat.eqb b a then s else 0)) (seq 0 d)) (seq 0 d).

(** ** Soundness *)

Local Open Scope R_scope.

Lemma forallb_seq n p : forallb p (seq 0 n) = true -> forall i, (i < n)%nat -> p i = true.
Proof. rewrite forallb_forall; intros H i Hi; apply H, in_seq; lia. Qed.

Lemma orthogonal_check_sound d den M :
  0 < IZR den -> orthogonal_check d den M = true -> orthogonal d (fun a b => IZR (at2 M a b) / IZR den).
Proof.
  intros Hden H a b Ha Hb.
  pose proof (forallb_seq d _ (forallb_seq d _ H a Ha) b Hb) as E; cbv beta zeta in E.
  apply andb_prop in E; destruct E as [E1 E2].
  apply Z.eqb_eq, (f_equal IZR) in E1; apply Z.eqb_eq, (f_equal IZR) in E2; rewrite zsum_rsum in E1, E2.
  assert (G : IZR (if Nat.eqb b a then den * den else 0)%Z = IZR den * IZR den * basis a b).
  { unfold basis; destruct (Nat.eqb b a); [rewrite mult_IZR|]; ring. }
  rewrite G in E1, E2; split.
  - apply (Rmult_eq_reg_l (IZR den * IZR den)); [rewrite <- E1, <- rsum_scal|nra].
    apply rsum_ext; intros; rewrite mult_IZR; field; lra.
  - apply (Rmult_eq_reg_l (IZR den * IZR den)); [rewrite <- E2, <- rsum_scal|nra].
    apply rsum_ext; intros; rewrite mult_IZR; field; lra.
Qed.

Lemma reach_trans n A i j l : reach n A i j -> reach n A j l -> reach n A i l.
Proof. intros H1 H2; induction H2; [exact H1|eapply reach_step; eassumption]. Qed.

Lemma reach_sym n A :
  (forall i j, (i < n)%nat -> (j < n)%nat -> A i j = A j i) ->
  forall i j, reach n A i j -> reach n A j i.
Proof.
  intros Hs i j H; induction H as [|j l _ IH Hj Hl Hp]; [apply reach_here|].
  apply (reach_trans n A l j i); [|exact IH].
  apply (reach_step n A l l j); [apply reach_here|exact Hl|exact Hj|rewrite (Hs l j Hl Hj); exact Hp].
Qed.

(** What the search marks can be reached from label 0. *)
Lemma search_sound n K A rounds reached :
  (forall i j, (i < n)%nat -> (j < n)%nat -> (0 < at2 K i j)%Z -> 0 < A i j) ->
  (forall j, (j < n)%nat -> nth j reached false = true -> reach n A 0 j) ->
  forall j, (j < n)%nat -> nth j (search rounds n K reached) false = true -> reach n A 0 j.
Proof.
  intros HA; revert reached; induction rounds as [|m IH]; intros reached H; [exact H|].
  simpl; apply IH; intros j Hj Hr; unfold search_step in Hr.
  set (g := fun j => (nth j reached false
    || existsb (fun i => nth i reached false && (0 <? at2 K i j)%Z) (seq 0 n))%bool) in Hr.
  rewrite (nth_indep _ false (g 0%nat)) in Hr by (rewrite map_length, seq_length; exact Hj).
  rewrite map_nth, seq_nth in Hr by exact Hj; unfold g in Hr; simpl in Hr.
  apply orb_prop in Hr; destruct Hr as [Hr|Hr]; [apply H; assumption|].
  apply existsb_exists in Hr; destruct Hr as (i & Hi & Hr); apply in_seq in Hi.
  apply andb_prop in Hr; destruct Hr as [Hr Hp]; apply Z.ltb_lt in Hp.
  apply (reach_step n A 0 i j); [apply H; [lia|exact Hr]|lia|exact Hj|apply HA; [lia|exact Hj|exact Hp]].
Qed.

Lemma search_length rounds n K : forall reached, length reached = n -> length (search rounds n K reached) = n.
Proof.
  induction rounds as [|m IH]; intros reached H; [exact H|].
  simpl; apply IH; unfold search_step; rewrite map_length, seq_length; reflexivity.
Qed.

Lemma support_check_sound n W omega K kappa :
  (0 < n)%nat -> support_check n W omega K kappa = true ->
  nonnegative n (weighted (weight W omega) (factor K kappa)) /\
  connected n (weighted (weight W omega) (factor K kappa)) /\
  linked n (weighted (weight W omega) (factor K kappa)).
Proof.
  intros Hn H; unfold support_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  rename Hc into Hreach, Hc0 into Hlink, Hc1 into Hpos, Hc2 into Hsym, Hc3 into Hkappa.
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hkappa.
  set (A := weighted (weight W omega) (factor K kappa)).
  assert (HW : forall i, (i < n)%nat -> 0 < IZR (at1 W i)).
  { intros i Hi; pose proof (forallb_seq n _ Hpos i Hi) as E; apply andb_prop in E; destruct E as [E _].
    apply IZR_lt, Z.ltb_lt, E. }
  assert (HK : forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= IZR (at2 K i j)).
  { intros i j Hi Hj; pose proof (forallb_seq n _ Hpos i Hi) as E; apply andb_prop in E; destruct E as [_ E].
    apply IZR_le, Z.leb_le, (forallb_seq n _ E j Hj). }
  assert (HA : forall i j, (i < n)%nat -> (j < n)%nat ->
    exists c, 0 < c /\ A i j = c * IZR (at2 K i j)).
  { intros i j Hi Hj; exists (weight W omega i * weight W omega j / IZR kappa).
    split; [|unfold A, weighted, factor; field; lra].
    apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|exact Hkappa];
      (apply Rdiv_lt_0_compat; [apply HW; assumption|exact H]). }
  assert (As : forall i j, (i < n)%nat -> (j < n)%nat -> A i j = A j i).
  { intros i j Hi Hj; unfold A, weighted; rewrite (factor_symmetric n K kappa Hsym i j Hi Hj); ring. }
  split; [|split].
  - intros i j Hi Hj; fold A; destruct (HA i j Hi Hj) as (c & Hc & E); rewrite E.
    apply Rmult_le_pos; [lra|apply HK; assumption].
  - assert (R0 : forall j, (j < n)%nat -> reach n A 0 j).
    { intros j Hj; apply (search_sound n K A n (true :: repeat false (pred n))); [| |exact Hj|].
      - intros i l Hi Hl Hp; destruct (HA i l Hi Hl) as (c & Hc & E); rewrite E.
        apply Rmult_lt_0_compat; [exact Hc|apply IZR_lt, Hp].
      - intros l _ Hl; destruct l as [|l]; [apply reach_here|].
        simpl in Hl; rewrite nth_repeat in Hl; discriminate.
      - rewrite forallb_forall in Hreach; apply Hreach, nth_In.
        rewrite search_length; [exact Hj|simpl; rewrite repeat_length; lia]. }
    intros i j Hi Hj; apply (reach_trans n A i 0 j); [apply reach_sym|]; auto.
  - intros i Hi; pose proof (forallb_seq n _ Hlink i Hi) as E; apply existsb_exists in E.
    destruct E as (j & Hj & Hp); apply in_seq in Hj; exists j; split; [lia|].
    fold A; destruct (HA i j Hi ltac:(lia)) as (c & Hc & E); rewrite E.
    apply Rmult_lt_0_compat; [exact Hc|apply IZR_lt, Z.ltb_lt, Hp].
Qed.

(** A rising profile is peaked: f(1) - f(t) >= a_1 (1 - t). *)
Lemma rising_peaked f : rising f -> peaked f.
Proof.
  intros (a & Ha & Ha1 & Hf) t Ht.
  assert (L : a 1%nat * (1 - t) <= f 1 - f t).
  { apply (limit_lower_bound
      (fun N => sum_f_R0 (fun p => a p * 1 ^ p) N - sum_f_R0 (fun p => a p * t ^ p) N)).
    - apply CV_minus; apply Hf; lra.
    - intros N HN; induction N as [|N IH]; [lia|].
      destruct N as [|N]; [simpl; lra|]; specialize (IH ltac:(lia)).
      do 2 rewrite (tech5 _ (S N)); rewrite pow1.
      assert (t ^ S (S N) <= 1).
      { apply Rle_trans with (Rabs (t ^ S (S N))); [apply Rle_abs|]; rewrite <- RPow_abs.
        rewrite <- (pow1 (S (S N))); apply pow_incr; split; [apply Rabs_pos|apply Rabs_le; lra]. }
      pose proof (Rmult_le_compat_l _ _ _ (Ha (S (S N)) ltac:(lia)) H); lra. }
  assert (0 < 1 - t) by lra; pose proof (Rmult_lt_0_compat _ _ Ha1 H); lra.
Qed.

(** What an accepted gauge kernel satisfies. *)
Lemma gauge_check_sound n d W omega K kappa M den :
  gauge_check n d W omega K kappa M den = true ->
  (1 <= n)%nat /\ (1 <= d)%nat /\ 0 < IZR den /\
  (forall i, (i < n)%nat -> orthogonal d (gauge M den i)) /\
  nonnegative n (weighted (weight W omega) (factor K kappa)) /\
  connected n (weighted (weight W omega) (factor K kappa)) /\
  linked n (weighted (weight W omega) (factor K kappa)).
Proof.
  unfold gauge_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Nat.ltb_lt in H; apply Nat.ltb_lt in Hc2; apply Z.ltb_lt, IZR_lt in Hc1.
  destruct (support_check_sound n W omega K kappa H Hc0) as (HA & HC & HL).
  split; [lia|split; [lia|split; [exact Hc1|split; [|repeat split; assumption]]]].
  intros i Hi; exact (orthogonal_check_sound d den _ Hc1 (forallb_seq n _ Hc i Hi)).
Qed.

(** ** The images of one vector under all Q_i^T *)

Lemma equal_check_sound n d M den u :
  (1 <= n)%nat -> equal_check n d M = true ->
  collapsed n d (fun i => apply d (transpose (gauge M den i)) u).
Proof.
  intros Hn HE.
  assert (G : forall i, (i < n)%nat ->
    same d (apply d (transpose (gauge M den i)) u) (apply d (transpose (gauge M den 0)) u)).
  { intros i Hi a Ha; apply rsum_ext; intros b Hb; unfold transpose, gauge.
    pose proof (forallb_seq d _ (forallb_seq d _ (forallb_seq n _ HE i Hi) b Hb) a Ha) as E; cbv beta in E.
    apply Z.eqb_eq in E; rewrite E; reflexivity. }
  intros i j Hi Hj a Ha; rewrite (G i Hi a Ha), (G j Hj a Ha); reflexivity.
Qed.

Lemma inverse_check_sound n d M den B s u :
  (1 <= n)%nat -> 0 < IZR den -> inverse_check n d M B s = true -> dot d u u = 1 ->
  ~ collapsed n d (fun i => apply d (transpose (gauge M den i)) u).
Proof.
  intros Hn Hden HI Hu C; unfold inverse_check in HI; apply andb_prop in HI; destruct HI as [Hs HI].
  apply negb_true_iff, Z.eqb_neq in Hs.
  assert (Hs' : IZR s <> 0) by (intros E; apply Hs, eq_IZR, E).
  assert (D : forall i c, (i < n)%nat -> (c < d)%nat ->
    rsum d (fun b => (IZR (at2 (nth i M []) b c) - IZR (at2 (nth 0 M []) b c)) * u b) = 0).
  { intros i c Hi Hc; pose proof (C i 0%nat Hi ltac:(lia) c Hc) as E.
    unfold apply, dot, transpose, gauge in E.
    apply (Rmult_eq_reg_l (/ IZR den)); [|apply Rinv_neq_0_compat; lra].
    rewrite <- rsum_scal, Rmult_0_r.
    rewrite (rsum_ext d _ (fun b => IZR (at2 (nth i M []) b c) / IZR den * u b
      - IZR (at2 (nth 0 M []) b c) / IZR den * u b)) by (intros; field; lra).
    rewrite rsum_minus, E; ring. }
  assert (U : forall a, (a < d)%nat -> u a = 0).
  { intros a Ha; apply (Rmult_eq_reg_l (IZR s)); [|exact Hs']; rewrite Rmult_0_r.
    transitivity (rsum d (fun b => IZR (if Nat.eqb b a then s else 0%Z) * u b)).
    { rewrite (rsum_single d _ a Ha); [rewrite Nat.eqb_refl; reflexivity|].
      intros b _ Hb; rewrite (proj2 (Nat.eqb_neq b a)) by exact Hb; ring. }
    rewrite (rsum_ext d _ (fun b => rsum n (fun i => rsum d (fun c => IZR (at2 (nth i B []) a c)
      * ((IZR (at2 (nth i M []) b c) - IZR (at2 (nth 0 M []) b c)) * u b))))).
    - rewrite rsum_swap; apply rsum_zero; intros i Hi; rewrite rsum_swap; apply rsum_zero; intros c Hc.
      rewrite rsum_scal, (D i c Hi Hc); ring.
    - intros b Hb; pose proof (forallb_seq d _ (forallb_seq d _ HI a Ha) b Hb) as E; cbv beta in E.
      apply Z.eqb_eq in E; rewrite <- E, zsum_rsum, <- rsum_scal_r; apply rsum_ext; intros i _.
      rewrite zsum_rsum, <- rsum_scal_r; apply rsum_ext; intros c _; rewrite mult_IZR, minus_IZR; ring. }
  assert (Z : dot d u u = 0) by (apply rsum_zero; intros a Ha; rewrite (U a Ha); ring).
  lra.
Qed.

(** ** The claims *)

(** Maximisers exist, and every one of them is collapsed, or none is. *)
Definition GaugeGraphLawsAll n d w k f Q : Prop :=
  (exists x, gauge_maximiser n d w k f Q x) /\ forall x, gauge_maximiser n d w k f Q x -> collapsed n d x.
Definition GaugeGraphLawsNone n d w k f Q : Prop :=
  (exists x, gauge_maximiser n d w k f Q x) /\ forall x, gauge_maximiser n d w k f Q x -> ~ collapsed n d x.
Definition GaugeAllLawsAll n d w k f Q : Prop :=
  (exists m q x, gauge_law_maximiser n m d w k f Q q x) /\
  forall m q x, gauge_law_maximiser n m d w k f Q q x -> slices_collapsed n m d q x.
Definition GaugeAllLawsNone n d w k f Q : Prop :=
  (exists m q x, gauge_law_maximiser n m d w k f Q q x) /\
  forall m q x, gauge_law_maximiser n m d w k f Q q x -> ~ slices_collapsed n m d q x.

Lemma gauge_maximiser_exists n d w k f Q :
  (1 <= n)%nat -> (1 <= d)%nat -> (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  nonnegative n (weighted w k) -> connected n (weighted w k) -> peaked f ->
  exists x, gauge_maximiser n d w k f Q x.
Proof.
  intros Hn Hd HQ HA HC Hf; exists (fun i => apply d (transpose (Q i)) (basis 0)).
  apply (gauge_maximisers n d w k f Q Hn Hd HQ HA HC Hf).
  exists (basis 0); split; [apply basis_unit, Hd|intros i _ a _; reflexivity].
Qed.

(** T4, "all" in both views: the matrices are all equal. *)
Theorem gauge_claim_all n d W omega K kappa M den f :
  gauge_check n d W omega K kappa M den = true -> equal_check n d M = true -> peaked f ->
  GaugeGraphLawsAll n d (weight W omega) (factor K kappa) f (gauge M den) /\
  GaugeAllLawsAll n d (weight W omega) (factor K kappa) f (gauge M den).
Proof.
  intros H HE Hf; destruct (gauge_check_sound _ _ _ _ _ _ _ _ H) as (Hn & Hd & Hden & HQ & HA & HC & HL).
  split; split.
  - apply gauge_maximiser_exists; assumption.
  - apply (gauge_all n d _ _ f _ Hn Hd HQ HA HC Hf); intros u _; apply equal_check_sound; assumption.
  - apply gauge_law_exists; auto; apply peaked_bounded, Hf.
  - apply (gauge_laws_all n d _ _ f _ Hn Hd HQ HA HC HL Hf); intros u _; apply equal_check_sound; assumption.
Qed.

(** T4, "none" in both views: a left inverse of the differences Q_i^T - Q_0^T. *)
Theorem gauge_claim_none n d W omega K kappa M den B s f :
  gauge_check n d W omega K kappa M den = true -> inverse_check n d M B s = true -> peaked f ->
  GaugeGraphLawsNone n d (weight W omega) (factor K kappa) f (gauge M den) /\
  GaugeAllLawsNone n d (weight W omega) (factor K kappa) f (gauge M den).
Proof.
  intros H HI Hf; destruct (gauge_check_sound _ _ _ _ _ _ _ _ H) as (Hn & Hd & Hden & HQ & HA & HC & HL).
  split; split.
  - apply gauge_maximiser_exists; assumption.
  - apply (gauge_none n d _ _ f _ Hn Hd HQ HA HC Hf); intros u.
    apply (inverse_check_sound n d M den B s); auto.
  - apply gauge_law_exists; auto; apply peaked_bounded, Hf.
  - apply (gauge_laws_none n d _ _ f _ Hn Hd HQ HA HC HL Hf); intros u.
    apply (inverse_check_sound n d M den B s); auto.
Qed.
