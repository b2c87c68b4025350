(** * Certificates on nonatomic blocks, as theorems

    Overview.  Blocks of the weights w_b = W_b / omega > 0, k_bc = K_bc / kappa, labels with the law
    [block_law]. The claims "all", "some", "none" follow from the Laplacian L of the weights and the table, in
    integers, and from the degrees D_b = sum_c w_c k_bc.  Where D >= 0, laws of labels on blocks are bounded
    like laws of atoms, so that another maximiser among configurations of atoms is one here ([blocks_some]),
    and where D > 0 maximisers are constant on blocks ([blocks_all_strict]).  Where D = 0 a great circle in
    the position costs nothing; where D_b < 0 an oscillation on the block b gains: on blocks a content that
    depends on the label can do what only a slice can do at an atom.  A view is [any] or [graph].

    The theorems are about any weights and tables first ([semidefinite]), then about certificates.

    Key results: [blocks_all], [blocks_all_strict], [blocks_some], [blocks_some_free],
    [blocks_none_direction], [blocks_none_degree]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse Slices PsdCheck PsdSound Profiles
  FactorCertificate Claims TwoPoints Indicators StrictLabels TokenLaws TokenLaplacian TokenClaims AlmostSure
    BlockLaws BlockWaves.
Local Open Scope R_scope.

(** All weights are positive. *)
Definition weights_check (n : nat) (W : list Z) (omega : Z) : bool :=
  ((0 <? omega) && forallb (fun i => 0 <? at1 W i) (seq 0 n))%Z.

(** All degrees are zero. *)
Definition zero_degree_check (n : nat) (W : list Z) (K : list (list Z)) : bool :=
  forallb (fun i => (zsum n (fun j => at1 W j * at2 K i j) =? 0)%Z) (seq 0 n).

Lemma weights_check_sound n W omega : weights_check n W omega = true ->
  forall i, (i < n)%nat -> 0 < weight W omega i.
Proof.
  intros H i Hi; apply andb_prop in H; destruct H as [Ho H]; apply Z.ltb_lt, IZR_lt in Ho.
  rewrite forallb_forall in H; specialize (H i ltac:(apply in_seq; lia)); apply Z.ltb_lt, IZR_lt in H.
  apply Rdiv_lt_0_compat; assumption.
Qed.

Lemma blocks_mean {n w} k : factor_mean (block_law n w) (block_factor k) (rsum2 n (weighted w k)).
Proof. intros T HT; split; [apply (block_factor_fit k HT)|apply (block_factor_mean k HT)]. Qed.

Lemma blocks_bound {n w k} (H : semidefinite n w k) d f (Hf : continuity f) T x :
  ascending f -> block_law n w T -> contents T d x -> 0 <= profile_gap (between (block_factor k) T) d x f.
Proof.
  intros Ha HT Hx; apply (ascending_gap d (block_factor k) f Hf T x); auto.
  - apply (block_factor_fit k HT).
  - apply (block_psd k HT H).
Qed.

(** The averages of a coordinate without a gap are null vectors, and it is constant where D > 0. *)
Lemma blocks_null {n w k T} (H : semidefinite n w k) (HT : block_law n w T) v : fit T v ->
  token_form (between (block_factor k) T) v = 0 -> laplacian_form n (weighted w k) (block_average w v) = 0 /\
  forall b, (b < n)%nat -> 0 < degree n w k b ->
  block_mean (fun a => v a * v a) b = w b * (block_average w v b * block_average w v b).
Proof.
  intros Hv H0; destruct (block_null k HT v H Hv H0) as [N Z]; split; [exact N|]; intros b Hb Hp.
  assert (Hw : 0 < w b) by (apply H, Hb); specialize (Z b Hb Hp).
  rewrite (block_spread_value HT _ _ b Hv Hb) in Z by (apply block_average_mean, Hw); lra.
Qed.

(** sum_i mean [b] x_i^2 = w_b. *)
Lemma blocks_unit {n w T} (HT : block_law n w T) d x b : contents T d x -> (b < n)%nat ->
  rsum d (fun i => block_mean (fun a => x a i * x a i) b) = w b.
Proof.
  intros [Hx H1] Hb; pose proof (block_mean_const HT b 1 Hb) as E; rewrite Rmult_1_r in E; rewrite <- E.
  unfold block_mean; rewrite <- mean_rsum.
  - apply mean_ext; intros a; rewrite rsum_scal; unfold dot in H1; rewrite (H1 a); reflexivity.
  - intros i Hi; apply (block_product_fit HT b _ Hb), fit_mult; apply Hx, Hi.
Qed.

(** Null vectors are constant, and one degree is positive: "all". *)
Theorem semidefinite_all {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d b :
  semidefinite n w k -> laplacian_null_constant n (weighted w k) -> (b < n)%nat -> 0 < degree n w k b ->
  rising f -> (1 <= d)%nat -> AllOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H N Hb Db Hr Hd.
  apply (all_by_form view (block_law n w) d (block_factor k) f Hv Hf _ Hd (blocks_mean k) Hr);
    [intros T HT; apply (block_psd k HT H)|].
  intros T x HT Hx H0; apply collapsed_of_products; [exact Hx|]; rewrite mean_products by exact Hx.
  set (c := fun i => block_average w (fun a => x a i)).
  assert (E : forall i, (i < d)%nat -> mean T (fun a => x a i) = c i b).
  { intros i Hi; destruct (blocks_null H HT _ (proj1 Hx i Hi) (H0 i Hi)) as [L _]; destruct Hx as [Hx _].
    rewrite (mean_of_blocks HT _ (Hx i Hi)), <- (Rmult_1_l (c i b)), <- (weights_sum HT).
    rewrite <- rsum_scal_r; apply rsum_ext; intros j Hj; unfold c; rewrite (N _ L b j Hb Hj).
    apply block_average_mean, H, Hj. }
  rewrite (rsum_ext d _ (fun i => c i b * c i b)) by (intros i Hi; rewrite (E i Hi); reflexivity).
  apply (Rmult_le_reg_l (w b)); [apply H, Hb|].
  rewrite Rmult_1_r, <- rsum_scal; right; rewrite <- (blocks_unit HT d x b Hx Hb) at 1.
  apply rsum_ext; intros i Hi.
  apply (blocks_null H HT _ (proj1 Hx i Hi) (H0 i Hi)); assumption.
Qed.

(** All degrees are positive, and for atoms the maximisers are the collapsed configurations: "all". *)
Theorem semidefinite_all_strict {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d :
  semidefinite n w k -> (forall b, (b < n)%nat -> 0 < degree n w k b) ->
  (forall y, unit_vectors n d y -> energy n d w k f y <= collapsed_energy n w k f) ->
  GraphLawsAll n w k f d -> rising f -> (1 <= d)%nat ->
  AllOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H D B HG Hr Hd; pose proof (rising_ascending f Hr) as Ha.
  apply (all_without_gap view (block_law n w) d (block_factor k) f Hv Hf _ Hd (blocks_mean k));
    [intros; apply (blocks_bound H); assumption|].
  intros T x HT Hx H0; set (y := fun b i => block_average w (fun a => x a i) b).
  pose proof (block_factor_fit k HT) as F; pose proof (block_psd k HT H) as P.
  assert (N : forall i, (i < d)%nat -> token_form (between (block_factor k) T) (fun a => x a i) = 0).
  { intros i Hi; destruct Hr as (a & Hra & Hr1 & Hs); destruct Hx as [Hx H1].
    pose proof (series_gap _ F d x Hx H1 a f Hf Hra Hs P 1 (le_n 1)) as G; rewrite H0 in G.
    pose proof (token_gap_nonneg _ F d x Hx H1 P 1) as G1.
    rewrite <- (gap_null_power _ F d x Hx H1 P i Hi 1).
    - apply pair_mean_ext; intros; simpl; ring.
    - apply Rle_antisym; [apply (Rmult_le_reg_l (a 1%nat)); [exact Hr1|lra]|exact G1]. }
  assert (Q : forall b i, (b < n)%nat -> (i < d)%nat ->
    block_mean (fun a => x a i * x a i) b = w b * (y b i * y b i))
    by (intros b i Hb Hi; apply (blocks_null H HT _ (proj1 Hx i Hi) (N i Hi)); auto).
  assert (Hy : unit_vectors n d y).
  { intros b Hb; apply (Rmult_eq_reg_l (w b)); [|apply Rgt_not_eq, H, Hb].
    rewrite Rmult_1_r; unfold dot; rewrite <- rsum_scal; symmetry.
    rewrite <- (blocks_unit HT d x b Hx Hb) at 1; apply rsum_ext; intros i Hi; rewrite Q; auto. }
  set (Y := fun a : token T => y (fst (label T a))).
  assert (HY : contents T d Y) by (apply (block_content HT), Hy).
  assert (Z : mean T (fun a => dot d (fun i => x a i - Y a i) (fun i => x a i - Y a i)) = 0).
  { unfold dot; rewrite mean_rsum by (intros i Hi; apply fit_mult; apply fit_minus;
      first [apply Hx, Hi|apply HY, Hi]).
    apply rsum_zero; intros i Hi; assert (Fi : fit T (fun a => x a i)) by apply Hx, Hi.
    assert (FY : fit T (fun a => (x a i - Y a i) * (x a i - Y a i)))
      by (apply fit_mult; apply fit_minus; first [exact Fi|apply HY, Hi]).
    rewrite (mean_of_blocks HT _ FY); apply rsum_zero; intros b Hb.
    transitivity (block_spread (fun a => x a i) (fun b => y b i) b).
    - apply mean_ext; intros a; unfold Y, on_block.
      destruct (Nat.eqb_spec (fst (label T a)) b) as [->|]; ring.
    - rewrite (block_spread_value HT _ _ b Fi Hb), (Q b i Hb Hi); [ring|].
      apply block_average_mean, H, Hb. }
  pose proof (almost_same_gap T _ d f x Y F Hf Hx HY Z) as G; rewrite H0 in G.
  rewrite <- (law_gap d (block_factor k) f Hf T Y F HY) in G.
  unfold Y in G; rewrite (block_energy k HT), (block_factor_mean k HT) in G.
  assert (C : collapsed n d y).
  { apply HG; split; [exact Hy|]; intros z Hz; apply Rle_trans with (collapsed_energy n w k f);
      [apply B, Hz|unfold collapsed_energy; unfold weighted in G; lra]. }
  assert (Hn : (0 < n)%nat).
  { destruct n; [|lia]; pose proof (weights_sum HT) as S; simpl in S; lra. }
  exists (y 0%nat); split; [apply Hy, Hn|]; rewrite <- Z; apply mean_ext; intros a.
  assert (S : same d (y 0%nat) (Y a)) by (apply C; [exact Hn|apply HT]).
  apply rsum_ext; intros i Hi; rewrite (S i Hi); reflexivity.
Qed.

(** Another maximiser among configurations of atoms: "some". *)
Theorem semidefinite_some {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d :
  semidefinite n w k -> GraphLawsSome n w k f d -> ascending f -> (1 <= d)%nat ->
  SomeOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H (_ & y & [Hy Hb] & Hn) Ha Hd.
  apply (some_by_tie view (block_law n w) d (block_factor k) f Hv Hf _ Hd (blocks_mean k));
    [intros; apply (blocks_bound H); assumption|].
  intros T HT; exists (fun a => y (fst (label T a))).
  assert (Hx : contents T d (fun a => y (fst (label T a)))) by (apply (block_content HT), Hy).
  assert (G : profile_gap (between (block_factor k) T) d (fun a => y (fst (label T a))) f = 0).
  { apply Rle_antisym; [|apply (blocks_bound H); assumption].
    rewrite <- (law_gap d (block_factor k) f Hf T _ (block_factor_fit k HT) Hx).
    rewrite (block_energy k HT), (block_factor_mean k HT).
    specialize (Hb (fun _ => basis 0) ltac:(intros i _; apply basis_unit; lia)).
    rewrite energy_of_collapsed in Hb;
      [|intros i _; apply basis_unit; lia|intros i j _ _ a _; reflexivity].
    unfold collapsed_energy in Hb; unfold weighted; lra. }
  split; [exact Hx|split; [exact (Hv T d (fun l => y (fst l)))|split; [exact G|]]].
  apply Rnot_le_lt; intros L; apply Hn, (block_collapsed HT d y); [apply H|].
  apply (collapsed_of_products T d _ Hx L).
Qed.

(** D = 0: the great circle in the position is a maximiser too, "some". *)
Theorem semidefinite_some_free {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d :
  semidefinite n w k -> (forall b, (b < n)%nat -> degree n w k b = 0) -> ascending f -> (2 <= d)%nat ->
  SomeOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H D Ha Hd; assert (Z : rsum2 n (weighted w k) = 0).
  { unfold rsum2; apply rsum_zero; intros i Hi.
    rewrite (rsum_ext n _ (fun j => w i * (w j * k i j))) by (intros; unfold weighted; ring).
    rewrite rsum_scal; change (w i * degree n w k i = 0); rewrite (D i Hi); ring. }
  apply (some_by_tie view (block_law n w) d (block_factor k) f Hv Hf _ ltac:(lia) (blocks_mean k));
    [intros; apply (blocks_bound H); assumption|].
  intros T HT; exists (fun a => rotate (block_angle 1 (label T a))).
  assert (Hx : contents T d (fun a => rotate (block_angle 1 (label T a))))
    by (apply rotate_angle; [exact Hd|apply (block_angle_fit HT)]).
  split; [exact Hx|split; [exact (Hv T d (fun l => rotate (block_angle 1 l)))|split]].
  - destruct Ha as (a & Ha & Hs); destruct Hx as [Hx H1].
    apply (null_gaps _ (block_factor_fit k HT) d _ Hx H1 a f Hf Ha Hs).
    intros p; unfold gap; rewrite (pair_mean_ext _ (fun u v => between (block_factor k) T u v
      - between (block_factor k) T u v * (cos (block_angle 0 (label T u) - block_angle 0 (label T v))
        * cos (block_angle 1 (label T u) - block_angle 1 (label T v)) ^ p))).
    + rewrite pair_mean_minus, (block_factor_mean k HT), (block_waves_null k HT Z); [rewrite Z; ring| |].
      * apply (block_factor_fit k HT).
      * apply (block_waves_fit k HT).
    + intros u v; rewrite rotate_dot, !block_angle_zero, Rminus_0_r, cos_0 by exact Hd; ring.
  - rewrite (pair_mean_ext _ (fun u v => cos (block_angle 1 (label T u) - block_angle 1 (label T v))))
      by (intros; apply rotate_dot, Hd).
    rewrite (block_wave_mean HT 1) by discriminate; lra.
Qed.

(** ** Certificates *)

Lemma blocks_semidefinite n W omega K kappa data :
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  semidefinite n (weight W omega) (factor K kappa).
Proof.
  intros HW HL HD; pose proof (weights_check_sound n W omega HW) as P.
  destruct (factor_check_denominators _ _ _ _ _ _ HL) as [Ho Hk].
  destruct (degree_check_sound n W omega K kappa Ho Hk HD) as [S D].
  split; [exact P|split; [exact S|split]]; [|exact (factor_check_psd n W omega K kappa data HL)].
  intros i Hi; specialize (D i Hi); apply (Rmult_le_reg_l (weight W omega i)); [apply P, Hi|].
  rewrite Rmult_0_r; exact D.
Qed.

(** Constant null vectors, D >= 0, one D_b > 0: "all". *)
Theorem blocks_all n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  constant_null_check n data = true -> positive_degree_check n W K = true -> rising f -> (1 <= d)%nat ->
  AllOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD HN HP Hr Hd; apply existsb_exists in HP; destruct HP as (b & Hb & P).
  apply in_seq in Hb; apply andb_prop in P; destruct P as [_ P]; apply Z.ltb_lt, IZR_lt in P.
  destruct (label_degree n W omega K kappa data b HL) as (c & Hc & E).
  apply (semidefinite_all view Hv f Hf d b (blocks_semidefinite _ _ _ _ _ _ HW HL HD)); auto; [|lia|].
  - apply (factor_check_null _ _ _ _ _ _ HL HN).
  - rewrite E; apply Rmult_lt_0_compat; assumption.
Qed.

(** All D_b > 0, "all" for atoms: "all". *)
Theorem blocks_all_strict n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  positive_degrees_check n W K = true -> GraphLawsAll n (weight W omega) (factor K kappa) f d ->
  rising f -> (1 <= d)%nat ->
  AllOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD HP HG Hr Hd; apply andb_prop in HP; destruct HP as [_ HP].
  rewrite forallb_forall in HP.
  apply (semidefinite_all_strict view Hv f Hf d (blocks_semidefinite _ _ _ _ _ _ HW HL HD)); auto.
  - intros b Hb; destruct (label_degree n W omega K kappa data b HL) as (c & Hc & E); rewrite E.
    pose proof (HP b ltac:(apply in_seq; lia)) as P; apply andb_prop in P; destruct P as [_ P].
    apply Rmult_lt_0_compat; [exact Hc|apply IZR_lt, Z.ltb_lt, P].
  - apply (graph_bound n W omega K kappa data f d HL (rising_ascending f Hr)).
Qed.

(** D >= 0, "some" for atoms: "some". *)
Theorem blocks_some n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  GraphLawsSome n (weight W omega) (factor K kappa) f d -> ascending f -> (1 <= d)%nat ->
  SomeOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD; apply (semidefinite_some view Hv f Hf d (blocks_semidefinite _ _ _ _ _ _ HW HL HD)).
Qed.

(** D = 0: "some". *)
Theorem blocks_some_free n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  zero_degree_check n W K = true -> ascending f -> (2 <= d)%nat ->
  SomeOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD HZ Ha Hd; unfold zero_degree_check in HZ; rewrite forallb_forall in HZ.
  apply (semidefinite_some_free view Hv f Hf d (blocks_semidefinite _ _ _ _ _ _ HW HL HD)); auto.
  intros b Hb; destruct (label_degree n W omega K kappa data b HL) as (c & _ & E); rewrite E.
  rewrite (proj1 (Z.eqb_eq _ _) (HZ b ltac:(apply in_seq; lia))); ring.
Qed.

(** A direction with <v, L v> < 0: "none". *)
Theorem blocks_none_direction n W omega K kappa view f d (Hv : admits_graphs view) (Hf : continuity f) v :
  direction_check n W omega K kappa v = true -> symmetric_check n K = true -> sloped f -> (2 <= d)%nat ->
  NoneOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros H HS Hs Hd; pose proof (direction_check_sound n W omega K kappa v H) as L.
  pose proof (factor_symmetric n K kappa HS) as S; set (k := factor K kappa) in *.
  set (w := weight W omega) in *; set (V := fun l : nat * R => IZR (at1 v (fst l))).
  apply (none_by_form view (block_law n w) d (block_factor k) f Hv Hf V Hd Hs);
    [intros T HT; apply (block_factor_fit k HT)|].
  intros T HT; assert (F : fit T (fun a => V (label T a)))
    by exact (block_function_fit HT (fun b => IZR (at1 v b))).
  split; [exact F|].
  assert (M : forall b, (b < n)%nat -> block_mean (fun a => V (label T a)) b = w b * IZR (at1 v b)).
  { intros b Hb; rewrite <- (block_mean_const HT b _ Hb); apply mean_ext; intros a.
    unfold V, on_block; destruct (Nat.eqb_spec (fst (label T a)) b) as [->|]; ring. }
  rewrite (block_form k HT _ (fun b => IZR (at1 v b)) S F M), (rsum_zero n); [lra|].
  intros b Hb; unfold block_spread, block_mean; rewrite (mean_ext _ (fun _ => 0)), mean_const; [ring|].
  intros a; unfold V, on_block; destruct (Nat.eqb_spec (fst (label T a)) b) as [->|]; ring.
Qed.

(** A negative degree: the oscillation on the block gains, "none". *)
Theorem blocks_none_degree n W omega K kappa view f d (Hv : admits_graphs view) (Hf : continuity f) i :
  negative_degree_check n W omega K kappa i = true -> sloped f -> (2 <= d)%nat ->
  NoneOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros H Hs Hd; destruct (negative_degree_check_sound n W omega K kappa i H) as (S & Hi & P & D).
  set (k := factor K kappa) in *; set (w := weight W omega) in *.
  apply (none_by_form view (block_law n w) d (block_factor k) f Hv Hf (oscillation i) Hd Hs);
    [intros T HT; apply (block_factor_fit k HT)|].
  intros T HT; assert (F : fit T (fun a => oscillation i (label T a))) by apply (oscillation_fit HT i Hi).
  split; [exact F|].
  rewrite (block_form k HT _ (fun _ => 0) S F) by (intros b Hb; rewrite (oscillation_mean HT i b Hi); ring).
  rewrite (rsum_single n _ i Hi).
  - rewrite (oscillation_spread HT i i Hi), Nat.eqb_refl; unfold laplacian_form, rsum2.
    rewrite (rsum_zero n) by (intros; apply rsum_zero; intros; ring).
    pose proof (Rmult_lt_0_compat (w i) (- degree n w k i) P ltac:(lra)); lra.
  - intros b Hb Hne; rewrite (oscillation_spread HT i b Hi), (proj2 (Nat.eqb_neq _ _) Hne); ring.
Qed.
