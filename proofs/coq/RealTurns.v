(** * T4 for gauges given by any real frequencies

    Overview.  Q_i turns the plane p by the angle <omega_p, xi_i>, the frequencies and the points being real
    numbers: sqrt 2, 10000^(-1/3).  All that the claims ask of the angles is which of their differences are
    full turns: none is one between two successive multiples of 2 PI, which bounds of numbers show.  Where no
    plane moves and the support of k >= 0 is reducible, another sign on one side of it makes "some".

    Key results: [between_turns], [turns_none], [turns_all], [turns_some], [turns_some_flipped];
    [within_root]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices
  PsdCheck PsdSound FactorCertificate Profiles GaugeCertificate GaugeSome Rotary Turns GaugeSupport
  Frequencies.
Import ListNotations.
Local Open Scope R_scope.

(** ** The problem *)

(** The angle of plane p at label i of a grid, sum_c F_pc times the coordinate c, and at the point P_i. *)
Definition grid_turn (F : list (list R)) (shape : list nat) (i p : nat) : R :=
  rsum (length shape) (fun c => nth c (nth p F []) 0 * IZR (Z.of_nat (coordinate shape i c))).

Definition point_turn (F : list (list R)) (P : list R) (i p : nat) : R := nth 0 (nth p F []) 0 * nth i P 0.

(** ** Full turns *)

(** Between two successive multiples of 2 PI there is none. *)
Lemma between_turns x z : 2 * IZR z * PI < x -> x < 2 * (IZR z + 1) * PI -> cos x <> 1.
Proof.
  intros L U; set (y := x - 2 * IZR z * PI); replace x with (y + 2 * IZR z * PI) by (unfold y; ring).
  rewrite cos_turns; assert (Y0 : 0 < y) by (unfold y; lra); assert (Y1 : y < 2 * PI) by (unfold y; lra).
  pose proof PI_RGT_0; intros C; destruct (Rle_lt_dec y PI) as [B|B].
  - pose proof (cos_decreasing_1 0 y ltac:(lra) ltac:(lra) ltac:(lra) B Y0) as D; rewrite cos_0 in D; lra.
  - pose proof (cos_increasing_1 y (2 * PI) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) Y1) as D.
    rewrite cos_2PI in D; lra.
Qed.

(** The same from bounds. *)
Lemma apart_bounds l u z x : l <= x <= u -> 2 * IZR z * PI < l -> u < 2 * (IZR z + 1) * PI -> cos x <> 1.
Proof. intros B L U; apply (between_turns x z); lra. Qed.

Lemma whole_turns x z : x = 2 * IZR z * PI -> cos x = 1.
Proof. intros ->; rewrite <- cos_0, <- (cos_turns 0 z); f_equal; ring. Qed.

(** Twenty decimals of PI as real numbers. *)
Lemma pi_decimals : 314159265358979323846 / 100000000000000000000 < PI <
  314159265358979323847 / 100000000000000000000.
Proof. pose proof pi_bounds as B; unfold pi_low, pi_high, pi_unit in B; lra. Qed.

(** ** Rational powers *)

Lemma root_power b a q : 0 < b -> Rpower b a ^ q = Rpower b (a * INR q).
Proof. intros Hb; rewrite <- Rpower_mult, Rpower_pow; [reflexivity|apply exp_pos]. Qed.

Lemma power_order x y q : (0 < q)%nat -> 0 <= y -> 0 <= x -> x ^ q <= y ^ q -> x <= y.
Proof.
  intros Hq Hy Hx H; destruct (Rle_lt_dec x y) as [|L]; [assumption|exfalso].
  assert (y ^ q < x ^ q); [|lra]; clear H; destruct q as [|q]; [lia|]; clear Hq.
  induction q as [|q IH]; [simpl; lra|]; rewrite <- !tech_pow_Rmult in *.
  pose proof (pow_le y q Hy); apply Rmult_le_0_lt_compat; auto; apply Rmult_le_pos; assumption.
Qed.

(** l <= b^(p/q) <= u by integer powers, and the same for b^(-p/q). *)
Lemma within_root b a p q l u : 0 < b -> (0 < q)%nat -> a * INR q = INR p -> 0 <= l -> 0 <= u ->
  l ^ q <= b ^ p -> b ^ p <= u ^ q -> l <= Rpower b a <= u.
Proof.
  intros Hb Hq Ha Hl Hu L U; pose proof (root_power b a q Hb) as E; rewrite Ha, Rpower_pow in E by exact Hb.
  assert (0 < Rpower b a) by apply exp_pos.
  split; apply (power_order _ _ q Hq); try lra; rewrite E; assumption.
Qed.

Lemma within_inverse_root b a p q l u : 0 < b -> (0 < q)%nat -> a * INR q = - INR p -> 0 <= l -> 0 <= u ->
  l ^ q * b ^ p <= 1 -> 1 <= u ^ q * b ^ p -> l <= Rpower b a <= u.
Proof.
  intros Hb Hq Ha Hl Hu L U; pose proof (root_power b a q Hb) as E;
    rewrite Ha, Rpower_Ropp, Rpower_pow in E by exact Hb.
  assert (0 < Rpower b a) by apply exp_pos; pose proof (pow_lt b p Hb) as B.
  split; apply (power_order _ _ q Hq); try lra; rewrite E; apply (Rmult_le_reg_r (b ^ p)); auto;
    rewrite Rinv_l by lra; assumption.
Qed.

(** ** The claims *)

(** For each plane a pair of labels in the support. *)
Definition moving_pairs_check (n m : nat) (e : nat -> nat -> bool) (E : list (nat * nat)) : bool :=
  Nat.ltb 0 n && Nat.ltb 0 m
  && forallb (fun p => let (i, j) := nth p E (0, 0)%nat in Nat.ltb i n && Nat.ltb j n && e i j) (seq 0 m).

(** Two sides of the labels without k > 0 across, both there. *)
Definition sides_check (n : nat) (e : nat -> nat -> bool) (V : list bool) : bool :=
  existsb (fun i => nth i V false) (seq 0 n) && existsb (fun i => negb (nth i V false)) (seq 0 n)
  && forallb (fun i => forallb (fun j => Bool.eqb (nth i V false) (nth j V false) || negb (e i j)) (seq 0 n))
       (seq 0 n).

(** The coordinate b is turned alike along the support. *)
Definition fixed (n m d : nat) (e : nat -> nat -> bool) (turn : nat -> nat -> R) (b : nat) : Prop :=
  (b < d)%nat /\ forall u v, (u < n)%nat -> (v < n)%nat -> e u v = true ->
  same d (apply d (frames m turn u) (basis b)) (apply d (frames m turn v) (basis b)).

Lemma fixed_beyond n m d e turn b : (2 * m <= b)%nat -> (b < d)%nat -> fixed n m d e turn b.
Proof. intros Hm Hb; split; [exact Hb|]; intros u v _ _ _; apply rotary_fixed_basis; assumption. Qed.

(** No two labels are linked: k = 0 between them. *)
Definition alone_check (n : nat) (e : nat -> nat -> bool) : bool :=
  forallb (fun i => forallb (fun j => Nat.eqb i j || negb (e i j)) (seq 0 n)) (seq 0 n).

Lemma fixed_alone n m d e turn : alone_check n e = true -> (1 <= d)%nat -> fixed n m d e turn 0.
Proof.
  intros H Hd; split; [lia|]; intros u v Hu Hv E.
  pose proof (forallb_seq n _ (forallb_seq n _ H u Hu) v Hv) as B; cbv beta in B; rewrite E in B.
  apply orb_prop in B; destruct B as [B|B]; [|discriminate]; apply Nat.eqb_eq in B; subst v.
  intros a _; reflexivity.
Qed.

(** All angles of the plane p differ from the first one by full turns. *)
Lemma fixed_plane n m d e turn p : (2 * m <= d)%nat -> (p < m)%nat ->
  (forall i, (i < n)%nat -> cos (turn i p - turn 0%nat p) = 1) -> fixed n m d e turn (2 * p).
Proof.
  intros Hd Hp H; split; [lia|]; intros u v Hu Hv _; apply rotary_still_basis; [exact Hd|exact Hp|].
  destruct (full_turn _ _ (H u Hu)) as [Cu Su], (full_turn _ _ (H v Hv)) as [Cv Sv].
  rewrite cos_minus, Cu, Su, Cv, Sv; pose proof (sin2_cos2 (turn 0%nat p)) as E; unfold Rsqr in E; lra.
Qed.

(** "none": every plane moves along the support, and the planes are everything. *)
Theorem turns_none n m d w k e turn f E : positive n w -> supports n k e -> peaked f ->
  moving_pairs_check n m e E = true ->
  (forall p, (p < m)%nat ->
     cos (turn (fst (nth p E (0, 0)%nat)) p - turn (snd (nth p E (0, 0)%nat)) p) <> 1) ->
  d = (2 * m)%nat ->
  GaugeGraphLawsNone n d w k f (frames m turn) /\ GaugeAllLawsNone n d w k f (frames m turn).
Proof.
  intros Hw Hk Hf H HE Hdm; repeat (apply andb_prop in H; destruct H as [H ?C]); apply Nat.ltb_lt in H, C0.
  apply support_none; try lia.
  - intros i _; apply frames_orthogonal; lia.
  - apply (support_nonnegative n w k e Hw Hk).
  - exact Hf.
  - intros x Hx Hu.
    assert (Z : same d x (fun _ => 0)).
    { apply (same_planes m); [|lia]; intros p Hp; pose proof (HE p Hp) as N.
      pose proof (forallb_seq m _ C p Hp) as B; cbv beta in B; destruct (nth p E (0, 0)%nat) as [i j].
      repeat (apply andb_prop in B; destruct B as [B ?D]); apply Nat.ltb_lt in B, D0.
      apply (rotary_moving m d (turn i) (turn j) x p ltac:(lia) Hp); [|exact N].
      apply Hx; [exact B|exact D0|apply (support_positive n w k e); assumption]. }
    assert (dot d x x = 0) by (apply rsum_zero; intros a Ha; rewrite (Z a Ha); ring); lra.
Qed.

(** Labels that are reached from the first one, by links (i, j) from j to i. *)
Fixpoint grown (e : nat -> nat -> bool) (T : list (nat * nat)) (V : list nat) : list nat :=
  match T with
  | [] => V
  | (i, j) :: T' => grown e T' (if existsb (Nat.eqb j) V && e i j then i :: V else V)
  end.

Definition tree_check (n : nat) (e : nat -> nat -> bool) (T : list (nat * nat)) : bool :=
  existsb (e 0%nat) (seq 0 n) && forallb (fun p => Nat.ltb (fst p) n) T
  && forallb (fun i => existsb (Nat.eqb i) (grown e T [0%nat])) (seq 0 n).

Lemma grown_reached n w k e : positive n w -> supports n k e -> forall T V,
  forallb (fun p => Nat.ltb (fst p) n) T = true ->
  (forall i, In i V -> (i < n)%nat /\ reach n (weighted w k) 0 i) ->
  forall i, In i (grown e T V) -> (i < n)%nat /\ reach n (weighted w k) 0 i.
Proof.
  intros Hw Hk T; induction T as [|[i j] T IH]; intros V HT HV; [exact HV|].
  simpl in HT; apply andb_prop in HT; destruct HT as [Hi HT]; apply Nat.ltb_lt in Hi; simpl.
  apply IH; [exact HT|]; destruct (existsb (Nat.eqb j) V && e i j) eqn:B; [|exact HV].
  apply andb_prop in B; destruct B as [B E]; apply existsb_exists in B; destruct B as (j' & I & B).
  apply Nat.eqb_eq in B; subst j'; destruct (HV j I) as [Hj Rj]; intros l [<-|L]; [|apply HV, L].
  split; [exact Hi|]; apply (reach_step n _ 0 j i Rj Hj Hi).
  apply (support_positive n w k e j i Hw Hk Hj Hi); destruct (Hk i j Hi Hj) as (_ & _ & S); congruence.
Qed.

Lemma tree_connected n w k e T : positive n w -> supports n k e -> (1 <= n)%nat -> tree_check n e T = true ->
  connected n (weighted w k) /\ linked n (weighted w k).
Proof.
  intros Hw Hk Hn H; apply andb_prop in H; destruct H as [H C]; apply andb_prop in H; destruct H as [H0 HT].
  assert (R0 : forall i, (i < n)%nat -> reach n (weighted w k) 0 i).
  { intros i Hi; pose proof (forallb_seq n _ C i Hi) as B; cbv beta in B; apply existsb_exists in B.
    destruct B as (i' & I & B); apply Nat.eqb_eq in B; subst i'.
    apply (grown_reached n w k e Hw Hk T [0%nat] HT); [|exact I].
    intros l [<-|[]]; split; [lia|apply reach_here]. }
  split.
  - intros i j Hi Hj; apply (reach_trans n _ i 0 j); [|apply R0, Hj]; apply (reach_back n w k e); auto; lia.
  - intros i Hi; destruct (Nat.eq_dec i 0) as [->|Hne].
    + apply existsb_exists in H0; destruct H0 as (j & Hj & E); apply in_seq in Hj.
      exists j; split; [lia|apply (support_positive n w k e); auto; lia].
    + pose proof (reach_back n w k e 0 i Hw Hk ltac:(lia) (R0 i Hi)) as B.
      assert (G : forall a b, reach n (weighted w k) a b -> a = b \/ exists j, (j < n)%nat /\
        0 < weighted w k a j).
      { intros a b Rb; induction Rb as [|j l _ IH Hj Hl P]; [left; reflexivity|right].
        destruct IH as [->|X]; [exists l; auto|exact X]. }
      destruct (G i 0%nat B) as [Z|X]; [contradiction|exact X].
Qed.

(** "all": no plane moves, and the support is connected. *)
Theorem turns_all n m d w k e turn f T : positive n w -> supports n k e -> peaked f -> (1 <= n)%nat ->
  tree_check n e T = true ->
  (forall p, (p < m)%nat -> forall i, (i < n)%nat -> cos (turn i p - turn 0%nat p) = 1) ->
  (1 <= d)%nat -> (2 * m <= d)%nat ->
  GaugeGraphLawsAll n d w k f (frames m turn) /\ GaugeAllLawsAll n d w k f (frames m turn).
Proof.
  intros Hw Hk Hf Hn C HT Hd Hm; destruct (tree_connected n w k e T Hw Hk Hn C) as [HC HL].
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
        rewrite cos_neg; apply (HT p Hp i Hi). }
      apply dot_ext; [intros c _; symmetry; apply rotary_transpose|intros c _; reflexivity]. }
    intros u i j Hi Hj a Ha; rewrite (G u i Hi a Ha), (G u j Hj a Ha); reflexivity.
Qed.

(** "some": a coordinate is fixed, and a plane moves. *)
Theorem turns_some n m d w k e turn f b p i j : positive n w -> supports n k e -> peaked f ->
  (2 * m <= d)%nat -> fixed n m d e turn b -> (p < m)%nat -> (i < n)%nat -> (j < n)%nat ->
  cos (turn i p - turn j p) <> 1 ->
  GaugeGraphLawsSome n d w k f (frames m turn) /\ GaugeAllLawsSome n d w k f (frames m turn).
Proof.
  intros Hw Hk Hf Hm [Hb HF] Hp Hi Hj N.
  assert (HQ : forall i, (i < n)%nat -> orthogonal d (frames m turn i)) by (intros;
    apply frames_orthogonal, Hm).
  destruct (frame_aligned n d w k (frames m turn) (2 * p) ltac:(lia) HQ) as [U A].
  apply (support_some n d w k f _ (fun _ => basis b) (frame d (frames m turn) (2 * p))); auto.
  - apply (support_nonnegative n w k e Hw Hk).
  - apply peaked_bounded, Hf.
  - intros u _; apply basis_unit, Hb.
  - intros u v Hu Hv; destruct (e u v) eqn:E; [right; apply HF; assumption|left].
    apply (support_zero n w k e u v Hk Hu Hv E).
  - intros u v _ _ a _; reflexivity.
  - intros F; pose proof (F i j Hi Hj) as S; unfold frame in S.
    destruct (rotary_moving m d (fun r => - turn i r) (fun r => - turn j r) (basis (2 * p)) p Hm Hp) as [Z _].
    + intros a Ha; transitivity (apply d (transpose (frames m turn i)) (basis (2 * p)) a).
      { apply dot_ext; [intros c _; symmetry; apply rotary_transpose|intros c _; reflexivity]. }
      rewrite (S a Ha); apply dot_ext; [intros c _; apply rotary_transpose|intros c _; reflexivity].
    + replace (- turn i p - - turn j p) with (- (turn i p - turn j p)) by ring; rewrite cos_neg; exact N.
    + unfold basis in Z; rewrite Nat.eqb_refl in Z; lra.
Qed.

(** "some": a coordinate is fixed, and k >= 0 vanishes between two sides: their signs are free. *)
Theorem turns_some_flipped n m d w k e turn f b V : positive n w -> supports n k e -> peaked f ->
  (2 * m <= d)%nat -> fixed n m d e turn b -> sides_check n e V = true ->
  GaugeGraphLawsSome n d w k f (frames m turn) /\ GaugeAllLawsSome n d w k f (frames m turn).
Proof.
  intros Hw Hk Hf Hm [Hb HF] H; apply andb_prop in H; destruct H as [H C]; apply andb_prop in H.
  destruct H as [H1 H0]; apply existsb_exists in H1; apply existsb_exists in H0.
  destruct H1 as (i1 & I1 & V1), H0 as (i0 & I0 & V0); apply in_seq in I1; apply in_seq in I0.
  apply negb_true_iff in V0; set (s := fun i => if nth i V false then -1 else 1).
  assert (HQ : forall i, (i < n)%nat -> orthogonal d (frames m turn i)) by (intros;
    apply frames_orthogonal, Hm).
  assert (S2 : forall i, s i * s i = 1) by (intros i; unfold s; destruct (nth i V false); ring).
  apply (support_some n d w k f _ (fun _ => basis b) (fun i a => s i * basis b a)); auto.
  - apply (support_nonnegative n w k e Hw Hk).
  - apply peaked_bounded, Hf.
  - intros u _; apply basis_unit, Hb.
  - intros u v Hu Hv; destruct (e u v) eqn:E; [right; apply HF; assumption|left].
    apply (support_zero n w k e u v Hk Hu Hv E).
  - intros u v _ _ a _; reflexivity.
  - intros u _; transitivity (s u * s u * dot d (basis b) (basis b)).
    + unfold dot; rewrite <- rsum_scal; apply rsum_ext; intros; ring.
    + rewrite S2, basis_unit by exact Hb; ring.
  - intros u v Hu Hv; pose proof (forallb_seq n _ (forallb_seq n _ C u Hu) v Hv) as B; cbv beta in B.
    destruct (e u v) eqn:L; [|left; apply (support_zero n w k e u v Hk Hu Hv L)].
    apply orb_prop in B; destruct B as [B|B]; [|discriminate B].
    + right; apply Bool.eqb_prop in B; assert (E : s u = s v) by (unfold s; rewrite B; reflexivity).
      intros a Ha; pose proof (HF u v Hu Hv L a Ha) as F; unfold apply, dot in *.
      rewrite (rsum_ext d _ (fun c => s u * (frames m turn u a c * basis b c))) by (intros; ring).
      rewrite (rsum_ext d (fun c => frames m turn v a c * _)
          (fun c => s v * (frames m turn v a c * basis b c)))
        by (intros; ring).
      rewrite !rsum_scal, F, E; reflexivity.
  - intros F; pose proof (F i1 i0 ltac:(lia) ltac:(lia) b Hb) as E; unfold s, basis in E.
    rewrite V1, V0, Nat.eqb_refl in E; lra.
Qed.
