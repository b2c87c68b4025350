(** * From integers to T4: gauges given by frequencies

    Overview.  Q_i turns the plane p by the angle <omega_p, xi_i>; the frequencies are (a + b PI) / q with
    integers,
    the labels points of a grid or atoms at points of the same form, so that every angle is (a + b PI + c
    PI^2) / q.
    The factor is 1, a nonnegative table, a nonnegative function of the lag |i - j|, or the exponential of
    one of them.
    Checked in integers: angles that differ by full turns, or lie strictly between two, at pairs of labels.

    Key results: [frequencies_none], [frequencies_all], [frequencies_some]: the claims, in both views. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices
  PsdCheck PsdSound FactorCertificate Profiles GaugeCertificate GaugeSome Rotary Turns GaugeSupport.
Import ListNotations.
Local Open Scope R_scope.

(** ** The problem *)

(** Coordinate c of label i on a grid, its points counted row by row. *)
Definition coordinate (shape : list nat) (i c : nat) : nat :=
  ((i / fold_right Nat.mul 1 (skipn (S c) shape)) mod nth c shape 1)%nat.

(** The angle of plane p at label i: sum_c (A_pc + B_pc PI) / q times the coordinate c of the label. *)
Definition grid_angle (A B : list (list Z)) (q : Z) (shape : list nat) (i p : nat) : R :=
  rsum (length shape) (fun c => angle (at2 A p c) (at2 B p c) q * INR (coordinate shape i c)).

(** The same for labels at the points (C_i + D_i PI) / r. *)
Definition point_angle (A B : list (list Z)) (q : Z) (C D : list Z) (r : Z) (i p : nat) : R :=
  angle (at2 A p 0) (at2 B p 0) q * angle (at1 C i) (at1 D i) r.

(** Q_i for the angles of m planes. *)
Definition frames (m : nat) (turn : nat -> nat -> R) (i : nat) : nat -> nat -> R := rotary m (turn i).

(** Equal weights, and factors by the lag |i - j|. *)
Definition uniform (n : nat) (_ : nat) : R := / INR n.
Definition one (_ _ : nat) : R := 1.
Definition lagged (L : list Z) (kappa : Z) (i j : nat) : R := IZR (at1 L (i - j + (j - i))) / IZR kappa.
Definition exponential_of (b : nat -> nat -> R) (i j : nat) : R := exp (b i j).

(** ** The angles in integers *)

Definition grid_triple (A B : list (list Z)) (shape : list nat) (i p : nat) : triple :=
  (zsum (length shape) (fun c => at2 A p c * Z.of_nat (coordinate shape i c))%Z,
   zsum (length shape) (fun c => at2 B p c * Z.of_nat (coordinate shape i c))%Z, 0%Z).

Definition point_triple (A B : list (list Z)) (C D : list Z) (i p : nat) : triple :=
  let a := at2 A p 0 in let b := at2 B p 0 in
  (a * at1 C i, a * at1 D i + b * at1 C i, b * at1 D i)%Z.

(** The angles are these triples, divided by q. *)
Definition represents (turn : nat -> nat -> R) (q : Z) (t : nat -> nat -> triple) : Prop :=
  (0 < q)%Z -> forall i p, turn i p = value (t i p) / IZR q.

Lemma grid_represented A B q shape : represents (grid_angle A B q shape) q (grid_triple A B shape).
Proof.
  intros Hq i p; apply IZR_lt in Hq; unfold grid_angle, grid_triple, value; rewrite !zsum_rsum.
  rewrite (rsum_ext _ _ (fun c => / IZR q * (IZR (at2 A p c * Z.of_nat (coordinate shape i c))
    + IZR (at2 B p c * Z.of_nat (coordinate shape i c)) * PI))).
  - rewrite rsum_scal, rsum_plus, rsum_scal_r; field; lra.
  - intros c _; unfold angle; rewrite !mult_IZR, <- INR_IZR_INZ; field; lra.
Qed.

Lemma point_represented A B q C D r : represents (point_angle A B q C D r) (q * r) (point_triple A B C D).
Proof.
  intros Hq i p; apply IZR_lt in Hq; rewrite mult_IZR in Hq.
  unfold point_angle, point_triple, value, angle; cbv zeta; rewrite plus_IZR, !mult_IZR.
  assert (IZR q <> 0) by (intros E; rewrite E in Hq; lra); assert (IZR r <> 0) by (intros E;
    rewrite E in Hq; lra).
  field; auto.
Qed.

(** ** The support of the factor *)

(** e tells where k > 0; elsewhere k = 0. *)
Definition supports (n : nat) (k : nat -> nat -> R) (e : nat -> nat -> bool) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat ->
  (e i j = true -> 0 < k i j) /\ (e i j = false -> k i j = 0) /\ e i j = e j i.

Definition everywhere (_ _ : nat) : bool := true.
Definition in_table (K : list (list Z)) (i j : nat) : bool := (0 <? at2 K i j)%Z.
Definition in_lags (L : list Z) (i j : nat) : bool := (0 <? at1 L (i - j + (j - i)))%Z.

Definition table_check (n : nat) (K : list (list Z)) (kappa : Z) : bool :=
  (0 <? kappa)%Z && symmetric_check n K && forallb (fun row => forallb (fun x => 0 <=? x)%Z row) K.
Definition lags_check (L : list Z) (kappa : Z) : bool := (0 <? kappa)%Z && forallb (fun x => 0 <=? x)%Z L.
Definition weights_check (n : nat) (W : list Z) (omega : Z) : bool :=
  (0 <? omega)%Z && forallb (fun i => 0 <? at1 W i)%Z (seq 0 n).

Definition positive (n : nat) (w : nat -> R) : Prop := forall i, (i < n)%nat -> 0 < w i.

Lemma uniform_positive n : positive n (uniform n).
Proof. intros i Hi; apply Rinv_0_lt_compat, lt_0_INR; lia. Qed.

Lemma weights_positive n W omega : weights_check n W omega = true -> positive n (weight W omega).
Proof.
  intros H i Hi; apply andb_prop in H; destruct H as [H HW]; apply Z.ltb_lt, IZR_lt in H.
  pose proof (forallb_seq n _ HW i Hi) as E; apply Z.ltb_lt, IZR_lt in E; apply Rdiv_lt_0_compat; assumption.
Qed.

Lemma one_supported n : supports n one everywhere.
Proof. intros i j _ _; unfold one; split; [intros; lra|split; [discriminate|reflexivity]]. Qed.

Lemma exponential_supported n b : supports n (exponential_of b) everywhere.
Proof. intros i j _ _; split; [intros; apply exp_pos|split; [discriminate|reflexivity]]. Qed.

Lemma forallb_nth (L : list Z) p d i : forallb p L = true -> p d = true -> p (nth i L d) = true.
Proof.
  intros H Hd; destruct (Nat.lt_ge_cases i (length L)) as [I|I]; [|rewrite nth_overflow by exact I; exact Hd].
  rewrite forallb_forall in H; apply H, nth_In, I.
Qed.

Lemma nonnegative_ratio x kappa : 0 < IZR kappa -> (0 <=? x)%Z = true ->
  ((0 <? x)%Z = true -> 0 < IZR x / IZR kappa) /\ ((0 <? x)%Z = false -> IZR x / IZR kappa = 0).
Proof.
  intros Hk Hx; apply Z.leb_le in Hx; split; intros H.
  - apply Rdiv_lt_0_compat; [apply IZR_lt, Z.ltb_lt, H|exact Hk].
  - apply Z.ltb_ge in H; replace x with 0%Z by lia; unfold Rdiv; ring.
Qed.

Lemma table_supported n K kappa : table_check n K kappa = true -> supports n (factor K kappa) (in_table K).
Proof.
  intros H i j Hi Hj; repeat (apply andb_prop in H; destruct H as [H ?E]); apply Z.ltb_lt, IZR_lt in H.
  assert (X : (0 <=? at2 K i j)%Z = true).
  { unfold at2; apply forallb_nth; [|reflexivity].
    destruct (Nat.lt_ge_cases i (length K)) as [I|I]; [|rewrite nth_overflow by exact I; reflexivity].
    rewrite forallb_forall in E; apply E, nth_In, I. }
  destruct (nonnegative_ratio _ _ H X) as [P Z]; split; [exact P|split; [exact Z|]].
  unfold in_table; rewrite (symmetric_check_sound n K E0 i j Hi Hj); reflexivity.
Qed.

Lemma lags_supported n L kappa : lags_check L kappa = true -> supports n (lagged L kappa) (in_lags L).
Proof.
  intros H i j Hi Hj; apply andb_prop in H; destruct H as [H E]; apply Z.ltb_lt, IZR_lt in H.
  assert (X : (0 <=? at1 L (i - j + (j - i)))%Z = true) by (apply forallb_nth; [exact E|reflexivity]).
  destruct (nonnegative_ratio _ _ H X) as [P Z]; split; [exact P|split; [exact Z|]].
  unfold in_lags; rewrite Nat.add_comm; reflexivity.
Qed.

(** Every label but the first is linked to an earlier one, the first to some label. *)
Definition chain_check (n : nat) (e : nat -> nat -> bool) : bool :=
  existsb (e 0%nat) (seq 0 n) && forallb (fun i => existsb (fun s => e i (i - 1 - s)%nat) (seq 0 i)) (seq 1
    (pred n)).

Lemma support_positive n w k e i j :
  positive n w -> supports n k e -> (i < n)%nat -> (j < n)%nat -> e i j = true -> 0 < weighted w k i j.
Proof.
  intros Hw Hk Hi Hj He; destruct (Hk i j Hi Hj) as (P & _); unfold weighted.
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; apply Hw; assumption|apply P, He].
Qed.

Lemma support_zero n w k e i j :
  supports n k e -> (i < n)%nat -> (j < n)%nat -> e i j = false -> weighted w k i j = 0.
Proof.
  intros Hk Hi Hj He; destruct (Hk i j Hi Hj) as (_ & Z & _).
  unfold weighted; rewrite Z by exact He; ring.
Qed.

Lemma support_nonnegative n w k e : positive n w -> supports n k e -> nonnegative n (weighted w k).
Proof.
  intros Hw Hk i j Hi Hj; destruct (e i j) eqn:He; [left; apply (support_positive n w k e); assumption|].
  rewrite (support_zero n w k e) by assumption; lra.
Qed.

Lemma reach_back n w k e i j :
  positive n w -> supports n k e -> (i < n)%nat -> reach n (weighted w k) i j -> reach n (weighted w k) j i.
Proof.
  intros Hw Hk Hi H; induction H as [|j l _ IH Hj Hl Hp]; [apply reach_here|].
  apply (reach_trans n _ l j i); [|exact IH].
  apply (reach_step n _ l l j); [apply reach_here|exact Hl|exact Hj|].
  apply (support_positive n w k e l j Hw Hk Hl Hj); destruct (Hk j l Hj Hl) as (_ & _ & S); rewrite <- S.
  destruct (e j l) eqn:E; [reflexivity|]; rewrite (support_zero n w k e j l Hk Hj Hl E) in Hp; lra.
Qed.

Lemma chain_connected n w k e :
  positive n w -> supports n k e -> chain_check n e = true ->
  connected n (weighted w k) /\ linked n (weighted w k).
Proof.
  intros Hw Hk H; apply andb_prop in H; destruct H as [H0 H]; rewrite forallb_forall in H.
  assert (Down : forall i, (1 <= i < n)%nat -> exists j, (j < i)%nat /\ e i j = true).
  { intros i Hi; pose proof (H i ltac:(apply in_seq; lia)) as E; apply existsb_exists in E.
    destruct E as (s & Hs & E); apply in_seq in Hs; exists (i - 1 - s)%nat; split; [lia|exact E]. }
  assert (R0 : forall i, (i < n)%nat -> reach n (weighted w k) 0 i).
  { intros i; induction i as [i IH] using lt_wf_ind; intros Hi.
    destruct (Nat.eq_dec i 0) as [->|Hne]; [apply reach_here|].
    destruct (Down i ltac:(lia)) as (j & Hj & E).
    apply (reach_step n _ 0 j i); [apply IH; lia|lia|exact Hi|].
    destruct (Hk i j ltac:(lia) ltac:(lia)) as (_ & _ & S).
    apply (support_positive n w k e); [exact Hw|exact Hk|lia|exact Hi|congruence]. }
  split.
  - intros i j Hi Hj; apply (reach_trans n _ i 0 j); [|apply R0, Hj]; apply (reach_back n w k e); auto; lia.
  - intros i Hi; destruct (Nat.eq_dec i 0) as [->|Hne].
    + apply existsb_exists in H0; destruct H0 as (j & Hj & E); apply in_seq in Hj.
      exists j; split; [lia|apply (support_positive n w k e); auto; lia].
    + destruct (Down i ltac:(lia)) as (j & Hj & E); exists j; split; [lia|].
      apply (support_positive n w k e); auto; lia.
Qed.

(** ** The checks *)

(** For every plane a pair of labels in the support whose angles do not differ by full turns. *)
Definition none_check (n m : nat) (e : nat -> nat -> bool) (q : Z) (t : nat -> nat ->
  triple) (E : list (nat * nat))
  : bool :=
  Nat.ltb 0 n && Nat.ltb 0 m && (0 <? q)%Z
  && forallb (fun p => let (i, j) := nth p E (0, 0)%nat in
       Nat.ltb i n && Nat.ltb j n && e i j && apart_check q (triple_minus (t i p) (t j p))) (seq 0 m).

(** Connected support, and all angles of a plane differ by full turns. *)
Definition all_check (n m : nat) (e : nat -> nat -> bool) (q : Z) (t : nat -> nat -> triple) : bool :=
  Nat.ltb 0 n && (0 <? q)%Z && chain_check n e
  && forallb (fun p => forallb (fun i => turn_check q (triple_minus (t i p) (t 0%nat p))) (seq 0 n)) (seq 0
    m).

(** A coordinate b that is fixed, or the first one of a plane whose angles differ by full turns along the
    support; and
    a plane p with two labels whose angles do not. *)
Definition some_check (n m d : nat) (e : nat -> nat -> bool) (q : Z) (t : nat -> nat ->
  triple) (b p i j : nat)
  : bool :=
  (0 <? q)%Z && Nat.ltb b d && Nat.leb (2 * m) d
  && (Nat.leb (2 * m) b
      || (Nat.even b && forallb (fun u => forallb (fun v =>
            negb (e u v) || turn_check q (triple_minus (t u (b / 2)%nat) (t v (b / 2)%nat))) (seq 0 n))
              (seq 0 n)))
  && Nat.ltb p m && Nat.ltb i n && Nat.ltb j n && apart_check q (triple_minus (t i p) (t j p)).

(** ** The claims *)

Lemma difference turn q t i j p :
  represents turn q t -> (0 < q)%Z -> turn i p - turn j p = value (triple_minus (t i p) (t j p)) / IZR q.
Proof. intros Ht Hq; rewrite !(Ht Hq), value_minus; unfold Rdiv; ring. Qed.

Lemma frames_orthogonal m d turn i : (2 * m <= d)%nat -> orthogonal d (frames m turn i).
Proof. intros Hd; apply rotary_orthogonal, Hd. Qed.

(** T4, "none" in both views: every plane moves along the support, and no coordinate is fixed. *)
Theorem frequencies_none n m d w k e turn q t f E :
  positive n w -> supports n k e -> represents turn q t -> peaked f ->
  none_check n m e q t E = true -> d = (2 * m)%nat ->
  GaugeGraphLawsNone n d w k f (frames m turn) /\ GaugeAllLawsNone n d w k f (frames m turn).
Proof.
  unfold none_check; intros Hw Hk Ht Hf H Hdm; repeat (apply andb_prop in H; destruct H as [H ?C]).
  apply Nat.ltb_lt in H, C1; apply Z.ltb_lt in C0.
  apply support_none; try lia.
  - intros i _; apply frames_orthogonal; lia.
  - apply (support_nonnegative n w k e Hw Hk).
  - exact Hf.
  - intros x Hx Hu.
    assert (Z : same d x (fun _ => 0)).
    { apply (same_planes m); [|lia]; intros p Hp.
      pose proof (forallb_seq m _ C p Hp) as B; cbv beta in B; destruct (nth p E (0, 0)%nat) as [i j].
      repeat (apply andb_prop in B; destruct B as [B ?D]); apply Nat.ltb_lt in B, D1.
      apply (rotary_moving m d (turn i) (turn j) x p ltac:(lia) Hp).
      - apply Hx; [exact B|exact D1|apply (support_positive n w k e); assumption].
      - rewrite (difference turn q t) by assumption; apply apart_check_sound, D. }
    assert (dot d x x = 0) by (apply rsum_zero; intros a Ha; rewrite (Z a Ha); ring); lra.
Qed.

(** T4, "all" in both views: no plane moves, and the support is connected. *)
Theorem frequencies_all n m d w k e turn q t f :
  positive n w -> supports n k e -> represents turn q t -> peaked f ->
  all_check n m e q t = true -> (1 <= d)%nat -> (2 * m <= d)%nat ->
  GaugeGraphLawsAll n d w k f (frames m turn) /\ GaugeAllLawsAll n d w k f (frames m turn).
Proof.
  unfold all_check; intros Hw Hk Ht Hf H Hd Hm; repeat (apply andb_prop in H; destruct H as [H ?C]).
  apply Nat.ltb_lt in H; apply Z.ltb_lt in C1; destruct (chain_connected n w k e Hw Hk C0) as [HC HL].
  apply support_all; try lia; auto.
  - intros i _; apply frames_orthogonal, Hm.
  - apply (support_nonnegative n w k e Hw Hk).
  - assert (G : forall u i, (i < n)%nat -> same d (apply d (transpose (frames m turn i)) u)
      (apply d (transpose (frames m turn 0)) u)).
    { intros u i Hi a Ha.
      transitivity (apply d (rotary m (fun p => - turn i p)) u a).
      { apply dot_ext; [intros c _; apply rotary_transpose|intros c _; reflexivity]. }
      transitivity (apply d (rotary m (fun p => - turn 0%nat p)) u a).
      { apply (rotary_still m d); [exact Hm| |exact Ha]; intros p Hp.
        replace (- turn i p - - turn 0%nat p) with (- (turn i p - turn 0%nat p)) by ring.
        rewrite cos_neg, (difference turn q t) by assumption.
        apply turn_check_sound, (forallb_seq n _ (forallb_seq m _ C p Hp) i Hi). }
      apply dot_ext; [intros c _; symmetry; apply rotary_transpose|intros c _; reflexivity]. }
    intros u i j Hi Hj a Ha; rewrite (G u i Hi a Ha), (G u j Hj a Ha); reflexivity.
Qed.

(** T4, "some" in both views: x_i = e_b is aligned along the support, and the frames of a moving plane are not
    collapsed. *)
Theorem frequencies_some n m d w k e turn q t f b p i j :
  positive n w -> supports n k e -> represents turn q t -> peaked f ->
  some_check n m d e q t b p i j = true ->
  GaugeGraphLawsSome n d w k f (frames m turn) /\ GaugeAllLawsSome n d w k f (frames m turn).
Proof.
  unfold some_check; intros Hw Hk Ht Hf H; repeat (apply andb_prop in H; destruct H as [H ?C]).
  apply Z.ltb_lt in H; apply Nat.ltb_lt in C0, C1, C2, C5; apply Nat.leb_le in C4.
  assert (HQ : forall i, (i < n)%nat -> orthogonal d (frames m turn i)) by (intros;
    apply frames_orthogonal, C4).
  destruct (frame_aligned n d w k (frames m turn) (2 * p) ltac:(lia) HQ) as [U A].
  apply (support_some n d w k f _ (fun _ => basis b) (frame d (frames m turn) (2 * p))); auto.
  - apply (support_nonnegative n w k e Hw Hk).
  - apply peaked_bounded, Hf.
  - intros u _; apply basis_unit, C5.
  - intros u v Hu Hv; destruct (e u v) eqn:E; [right|left; apply (support_zero n w k e u v Hk Hu Hv E)].
    apply orb_prop in C3; destruct C3 as [L|L].
    + apply Nat.leb_le in L; apply rotary_fixed_basis; assumption.
    + destruct (Nat.lt_ge_cases b (2 * m)) as [Lb|Lb]; [|apply rotary_fixed_basis; assumption].
      apply andb_prop in L; destruct L as [Ev L].
      pose proof (forallb_seq n _ (forallb_seq n _ L u Hu) v Hv) as B; cbv beta in B; rewrite E in B;
        simpl negb in B.
      apply orb_prop in B; destruct B as [B|B]; [discriminate|].
      destruct (parity b) as [[Eb _]|[_ F]]; [|congruence]; rewrite Eb.
      apply rotary_still_basis; [exact C4|apply Nat.div_lt_upper_bound; lia|].
      rewrite (difference turn q t) by assumption; apply turn_check_sound, B.
  - intros u v _ _ a _; reflexivity.
  - intros F; pose proof (F i j C1 C0) as S; unfold frame in S.
    destruct (rotary_moving m d (fun r => - turn i r) (fun r => - turn j r) (basis (2 * p)) p C4 C2) as [Z _].
    + intros a Ha; transitivity (apply d (transpose (frames m turn i)) (basis (2 * p)) a).
      { apply dot_ext; [intros c _; symmetry; apply rotary_transpose|intros c _; reflexivity]. }
      rewrite (S a Ha); apply dot_ext; [intros c _; apply rotary_transpose|intros c _; reflexivity].
    + replace (- turn i p - - turn j p) with (- (turn i p - turn j p)) by ring; rewrite cos_neg.
      rewrite (difference turn q t) by assumption.
      apply apart_check_sound, C.
    + unfold basis in Z; rewrite Nat.eqb_refl in Z; lra.
Qed.
