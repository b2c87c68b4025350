(** * T5 on nonatomic blocks, by odd powers and by signs

    Overview. Where coordinates of a law are null vectors, their averages y_b over the blocks are null
    vectors of L, and the law has one content on blocks with D_b > 0, where |y_b| = 1. If this leaves one
    unit vector only, y_b = u for all b ([one_point]), the law is collapsed: for f ascending with f(-1) <
    f(1), and for k >= 0 and any peaked f. A table k >= 0 that vanishes between two parts of the blocks
    leaves contents u and -u, and so does f(-1) = f(1); k = 0 leaves everything.

    Key results: [blocks_collapsed], [blocks_all_ascending], [blocks_all_peaked], [blocks_some_cut],
    [blocks_some_zero], [blocks_some_even],
    [blocks_none_negative]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse Slices PsdCheck PsdSound
  Profiles FactorCertificate Claims TwoPoints Indicators StrictLabels TokenLaws TokenModels TokenLaplacian
  TokenClaims
  TokenPeaked TokenPowers BlockLaws BlockWaves BlockClaims.
Local Open Scope R_scope.

(** ** Rigidity *)

(** The average content of a block. *)
Definition centre (w : nat -> R) (T : labelled (nat * R)) (x : token T -> nat -> R) (b i : nat) : R :=
  block_average w (fun a => x a i) b.

Lemma centre_null {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n w
  T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (H0 : forall i, (i <
  d)%nat -> token_form (between (block_factor k) T) (fun a => x a i) = 0) i : (i < d)%nat -> laplacian_form n
  (weighted w k) (fun b => (centre w T x) b i) = 0.
Proof. intros Hi; apply (blocks_null H HT _ (proj1 Hx i Hi) (H0 i Hi)). Qed.

Lemma centre_mean {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (H : semidefinite n
  w k) (x : token T -> nat -> R) b i : (b < n)%nat -> block_mean (fun a => x a i) b = w b * (centre w T x) b
  i.
Proof. intros Hb; apply block_average_mean, H, Hb. Qed.

Lemma centre_unit {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n w
  T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (H0 : forall i, (i <
  d)%nat -> token_form (between (block_factor k) T) (fun a => x a i) = 0) b : (b < n)%nat -> 0 < degree n w k
  b -> dot d (centre w T x b) (centre w T x b) = 1.
Proof.
  intros Hb Db; apply (Rmult_eq_reg_l (w b)); [|apply Rgt_not_eq, H, Hb].
  rewrite Rmult_1_r; transitivity (rsum d (fun i => block_mean (fun a => x a i * x a i) b));
    [|apply (blocks_unit HT d x b Hx Hb)].
  unfold dot; rewrite <- rsum_scal; apply rsum_ext; intros i Hi; symmetry;
    apply (blocks_null H HT _ (proj1 Hx i Hi) (H0 i Hi)); assumption.
Qed.

(** If all averages are one unit vector, so are almost all contents. *)
Lemma centres_collapse {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT :
  block_law n w T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) u : dot
  d u u = 1 -> (forall b, (b < n)%nat -> same d (centre w T x b) u) -> law_collapsed T
  d x.
Proof.
  intros Hu E; exists u; split; [exact Hu|]; rewrite (mean_distance T d x u Hx), Hu.
  rewrite (dot_ext d _ u u u); [lra| |intros i _; reflexivity]; intros i Hi; destruct Hx as [Fx _].
  rewrite (mean_of_blocks HT _ (Fx i Hi)), <- (Rmult_1_l (u i)), <- (weights_sum HT), <- rsum_scal_r.
  apply rsum_ext; intros b Hb; rewrite (centre_mean T H x), (E b Hb i Hi) by exact Hb; reflexivity.
Qed.

(** Where one unit vector only is left, the law is collapsed. *)
Theorem blocks_collapsed {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT :
  block_law n w T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (H0 :
  forall i, (i < d)%nat -> token_form (between (block_factor k) T) (fun a => x a i) = 0) : one_point n w k d
  -> law_collapsed T d x.
Proof.
  intros P; destruct (P (centre w T x) (centre_null T HT H d x Hx H0) (centre_unit T HT H d x Hx H0)) as (u &
    Hu & E); apply (centres_collapse T HT H d x Hx u Hu E).
Qed.

(** ** All *)

(** f ascending and f(-1) < f(1): "all". *)
Theorem semidefinite_all_ascending {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d :
  semidefinite n w k -> one_point n w k d -> ascending f -> f (-1) < f 1 -> (1 <= d)%nat ->
  AllOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H P Ha Hl Hd.
  apply (all_by_odd view (block_law n w) d (block_factor k) f Hv Hf _ Hd (blocks_mean k) Ha Hl).
  - intros T HT; apply (block_psd k HT H).
  - intros T x HT Hx Z; apply (blocks_collapsed T HT H d x Hx Z P).
Qed.

(** k >= 0 and a peaked profile: "all". *)
Theorem semidefinite_all_peaked {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d :
  semidefinite n w k -> nonnegative n k -> one_point n w k d -> peaked f -> (1 <= d)%nat ->
  AllOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H K P Hp Hd; apply (all_peaked view (block_law n w) d (block_factor k) f Hv Hf _ Hd
    (blocks_mean k) Hp); [intros T HT a c; apply K; apply HT|].
  intros T x HT Hx Z; apply (blocks_collapsed T HT H d x Hx Z P).
Qed.

(** ** Some *)

(** Two parts of the blocks, v = 1 and v = -1: neither has all of the law. *)
Lemma blocks_split_mean {n w T} (HT : block_law n w T) (v : nat -> R) i j :
  (forall b, (b < n)%nat -> 0 < w b) -> (forall b, v b = 1 \/ v b = -1) -> (i < n)%nat -> (j < n)%nat ->
  v i = 1 -> v j = -1 ->
  mean T (fun a => v (fst (label T a))) * mean T (fun a => v (fst (label T a))) < 1.
Proof.
  intros Hw Hv Hi Hj Vi Vj; pose proof (block_function_fit HT v) as F.
  assert (E : mean T (fun a => v (fst (label T a))) = rsum n (fun b => w b * v b)).
  { rewrite (mean_of_blocks HT _ F); apply rsum_ext; intros b Hb; rewrite <- (block_mean_const HT b _ Hb).
    apply mean_ext; intros a; unfold on_block; destruct (Nat.eqb_spec (fst (label T a)) b) as [->|]; ring. }
  assert (B : forall s, (forall b, s * v b = 1 \/ s * v b = -1) -> (exists c, (c < n)%nat /\ s * v c = -1) ->
    s * rsum n (fun b => w b * v b) < 1).
  { intros s Hs (c & Hc & Vc); rewrite <- rsum_scal, <- (weights_sum HT).
    rewrite (rsum_split n _ c Hc), (rsum_split n w c Hc).
    assert (Q : rsum n (fun b => if Nat.eqb b c then 0 else s * (w b * v b))
      <= rsum n (fun b => if Nat.eqb b c then 0 else w b)).
    { apply rsum_le; intros b Hb; destruct (Nat.eqb b c); [lra|]; specialize (Hw b Hb).
      replace (s * (w b * v b)) with (w b * (s * v b)) by ring; destruct (Hs b) as [->| ->]; lra. }
    pose proof (Hw c Hc); replace (s * (w c * v c)) with (w c * (s * v c)) by ring; rewrite Vc; lra. }
  rewrite E; set (m := rsum n (fun b => w b * v b)) in *.
  assert (B1 : 1 * m < 1).
  { apply B; [intros b; destruct (Hv b) as [->| ->]; lra|exists j; split; [exact Hj|rewrite Vj; ring]]. }
  assert (B2 : -1 * m < 1).
  { apply B; [intros b; destruct (Hv b) as [->| ->]; lra|exists i; split; [exact Hi|rewrite Vi; ring]]. }
  assert (0 < (1 - m) * (1 + m)) by (apply Rmult_lt_0_compat; lra); lra.
Qed.

Definition side (V : list Z) (b : nat) : R := if Z.eqb (at1 V b) 0 then -1 else 1.

Lemma side_values V b : side V b = 1 \/ side V b = -1.
Proof. unfold side; destruct (Z.eqb _ _); auto. Qed.

(** k >= 0 vanishes between two parts of the blocks: "some". *)
Theorem semidefinite_some_cut {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d (v : nat -> R) i
  j :
  (forall b, (b < n)%nat -> 0 < w b) -> nonnegative n k -> (forall b, v b = 1 \/ v b = -1) ->
  (i < n)%nat -> (j < n)%nat -> v i = 1 -> v j = -1 ->
  (forall b c, (b < n)%nat -> (c < n)%nat -> v b <> v c -> k b c = 0) -> bounded_by_one f -> (1 <= d)%nat ->
  SomeOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros Hw K V Hi Hj Vi Vj Z B Hd.
  apply (some_by_tie view (block_law n w) d (block_factor k) f Hv Hf _ Hd (blocks_mean k)).
  - intros T x HT Hx; apply (dominated_gap T _ d x f (block_factor_fit k HT)); auto.
    intros a c; apply K; apply HT.
  - intros T HT; pose proof (block_function_fit HT v) as F.
    destruct (split_contents T d (fun l => v (fst l)) Hd (fun l => V (fst l)) F) as [Hy P].
    exists (fun a i => v (fst (label T a)) * basis 0 i).
    split; [exact Hy|split; [exact (Hv T d (fun l i => v (fst l) * basis 0 i))|split]].
    + unfold profile_gap; rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const; [reflexivity|].
      intros a c; rewrite P; unfold between, block_factor.
      destruct (Req_dec (v (fst (label T a))) (v (fst (label T c)))) as [E|E].
      * rewrite E; destruct (V (fst (label T c))) as [->| ->];
          (replace (1 * 1) with 1 by ring) || (replace (-1 * -1) with 1 by ring); ring.
      * rewrite (Z _ _ (proj1 HT a) (proj1 HT c) E); ring.
    + rewrite (pair_mean_ext _ (fun a c => v (fst (label T a)) * v (fst (label T c)))) by exact P.
      rewrite (pair_mean_product _ _ F F); apply (blocks_split_mean HT v i j Hw V Hi Hj Vi Vj).
Qed.

(** k = 0: "some". *)
Theorem semidefinite_some_zero {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d :
  (forall b c, (b < n)%nat -> (c < n)%nat -> k b c = 0) -> (2 <= d)%nat ->
  SomeOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros Z Hd; apply (some_zero view (block_law n w) d (block_factor k) f Hv Hf _ ltac:(lia) (blocks_mean k)).
  - intros T HT a c; apply Z; apply HT.
  - intros T HT; exists (fun l => rotate (block_angle 1 l)); split.
    + apply (rotate_angle T d (fun a => block_angle 1 (label T a))); [exact Hd|apply (block_angle_fit HT)].
    + rewrite (pair_mean_ext _ (fun u v => cos (block_angle 1 (label T u) - block_angle 1 (label T v))))
        by (intros; apply rotate_dot, Hd).
      rewrite (block_wave_mean HT 1) by discriminate; lra.
Qed.

(** The law of blocks where a set of labels is admissible that is neither everything nor nothing. *)
Definition split_blocks (n : nat) (w : nat -> R) (T : labelled (nat * R)) : Prop :=
  block_law n w T /\ splits T.

(** f(-1) = f(1): "some". *)
Theorem semidefinite_some_even {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d :
  semidefinite n w k -> ascending f -> f (-1) = f 1 -> (1 <= d)%nat ->
  SomeOf (split_blocks n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H Ha He Hd.
  apply (some_even view (split_blocks n w) d (block_factor k) f Hv Hf (rsum2 n (weighted w k)) Hd).
  - intros T [HT _]; apply (blocks_mean k T HT).
  - exact He.
  - intros T x [HT _] Hx; apply (blocks_bound H); assumption.
  - intros T [_ S]; exact S.
Qed.

(** ** None *)

(** k <= 0 with a negative entry and a peaked profile: the great circle in the position gains, "none". *)
Theorem semidefinite_none_negative {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d i j :
  (forall b, (b < n)%nat -> 0 < w b) -> nonnegative n (fun b c => - k b c) -> (i < n)%nat -> (j < n)%nat ->
  k i j < 0 -> peaked f -> (2 <= d)%nat ->
  NoneOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros Hw K Hi Hj Kij Hp Hd.
  apply (none_with_gap view (block_law n w) d (block_factor k) f Hf);
    [intros T HT; apply (block_factor_fit k HT)|].
  intros T HT; set (y := fun a : token T => rotate (block_angle 1 (label T a))).
  assert (Hy : contents T d y) by (apply rotate_angle; [exact Hd|apply (block_angle_fit HT)]).
  exists y; split; [exact Hy|split; [exact (Hv T d (fun l => rotate (block_angle 1 l)))|]].
  pose proof (block_factor_fit (fun b c => - k b c) HT) as FN.
  assert (N0 : forall a b, 0 <= between (block_factor (fun b c => - k b c)) T a b)
    by (intros a b; apply K; apply HT).
  assert (E : profile_gap (between (block_factor (fun b c => - k b c)) T) d y f
    = - profile_gap (between (block_factor k) T) d y f).
  { transitivity (-1 * profile_gap (between (block_factor k) T) d y f); [|ring].
    unfold profile_gap; rewrite <- pair_mean_scal
      by apply (profile_gap_fit _ (block_factor_fit k HT) d y (proj1 Hy) f Hf).
    apply pair_mean_ext; intros; unfold between, block_factor; ring. }
  pose proof (dominated_gap T _ d y f FN N0 Hy Hf (peaked_bounded f Hp)) as G.
  destruct (Req_dec (profile_gap (between (block_factor (fun b c => - k b c)) T) d y f) 0) as [Z|Z];
    [exfalso|lra].
  pose proof (peaked_lack T _ d y f FN N0 Hy Hf Hp Z) as L.
  pose proof (block_factor_mean (fun b c => - k b c) HT) as M.
  assert (W : pair_mean (fun a b => between (block_factor (fun b c => - k b c)) T a b * dot d (y a) (y b)) =
    0).
  { pose proof (block_cosine_fit HT 1) as Fc; pose proof (block_sine_fit HT 1) as Fs.
    rewrite (pair_mean_ext _ (fun a b => between (block_factor (fun b c => - k b c)) T a b *
      (cos (block_angle 1 (label T a)) * cos (block_angle 1 (label T b)))
      + between (block_factor (fun b c => - k b c)) T a b *
      (sin (block_angle 1 (label T a)) * sin (block_angle 1 (label T b)))))
      by (intros a b; unfold y; rewrite rotate_dot, cos_minus by exact Hd; ring).
    rewrite pair_mean_plus by (apply pair_mult; [exact FN|apply pair_product; assumption]).
    rewrite (block_product _ HT (fun a => cos (block_angle 1 (label T a))) _ Fc Fc).
    rewrite (block_product _ HT (fun a => sin (block_angle 1 (label T a))) _ Fs Fs).
    unfold rsum2; rewrite !rsum_zero; [ring| |]; intros b Hb; apply rsum_zero; intros c Hc;
      destruct (wave_on_block HT 1 b ltac:(discriminate) Hb) as [C S];
      rewrite ?C, ?S; ring. }
  assert (P : 0 < rsum2 n (weighted w (fun b c => - k b c))).
  { assert (Q : forall b c, (b < n)%nat -> (c < n)%nat -> 0 <= weighted w (fun b c => - k b c) b c).
    { intros b c Hb Hc; unfold weighted; pose proof (Hw b Hb); pose proof (Hw c Hc).
      apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply K; assumption]. }
    destruct (Req_dec (rsum2 n (weighted w (fun b c => - k b c))) 0) as [R0|R0].
    - pose proof (rsum2_nonneg_zero n _ Q R0 i j Hi Hj) as F; unfold weighted in F.
      pose proof (Rmult_lt_0_compat _ _ (Hw i Hi) (Hw j Hj)) as Wp.
      pose proof (Rmult_lt_0_compat _ (- k i j) Wp ltac:(lra)); lra.
    - pose proof (rsum2_nonneg n _ Q); lra. }
  rewrite (pair_mean_ext _ (fun a b => between (block_factor (fun b c => - k b c)) T a b
    - between (block_factor (fun b c => - k b c)) T a b * dot d (y a) (y b))) in L by (intros; ring).
  rewrite pair_mean_minus, W, M in L
    by first [exact FN|apply pair_mult; [exact FN|apply (contents_pair T d y Hy)]].
  lra.
Qed.

(** ** Certificates *)

(** No entry is negative. *)
Definition nonnegative_check (n : nat) (K : list (list Z)) (kappa : Z) : bool :=
  ((0 <? kappa) && forallb (fun i => forallb (fun j => 0 <=? at2 K i j) (seq 0 n)) (seq 0 n))%Z.

(** Entries vanish between labels with V = 0 and the others, and there are labels of both kinds. *)
Definition cut_check (n : nat) (K : list (list Z)) (V : list Z) : bool :=
  (forallb (fun i => forallb (fun j => Bool.eqb (at1 V i =? 0) (at1 V j =? 0) || (at2 K i j =? 0)) (seq 0 n))
    (seq 0 n) && existsb (fun i => negb (at1 V i =? 0)) (seq 0 n) && existsb (fun i => at1 V i =? 0) (seq 0
      n))%Z.

(** All entries are zero. *)
Definition zero_check (n : nat) (K : list (list Z)) : bool :=
  forallb (fun i => forallb (fun j => at2 K i j =? 0)%Z (seq 0 n)) (seq 0 n).

Lemma square_check n (F : nat -> nat -> bool) :
  forallb (fun i => forallb (F i) (seq 0 n)) (seq 0 n) = true ->
  forall i j, (i < n)%nat -> (j < n)%nat -> F i j = true.
Proof.
  intros H i j Hi Hj; rewrite forallb_forall in H; specialize (H i ltac:(apply in_seq; lia)).
  rewrite forallb_forall in H; apply H, in_seq; lia.
Qed.

Lemma nonnegative_check_sound n K kappa : nonnegative_check n K kappa = true -> nonnegative n (factor K
  kappa).
Proof.
  intros H i j Hi Hj; apply andb_prop in H; destruct H as [Hk H]; apply Z.ltb_lt, IZR_lt in Hk.
  pose proof (square_check n (fun i j => 0 <=? at2 K i j)%Z H i j Hi Hj) as P; apply Z.leb_le, IZR_le in P.
  apply Rmult_le_pos; [exact P|left; apply Rinv_0_lt_compat, Hk].
Qed.

Lemma side_apart V b c : side V b <> side V c -> Bool.eqb (at1 V b =? 0)%Z (at1 V c =? 0)%Z = false.
Proof. unfold side; destruct (at1 V b =? 0)%Z, (at1 V c =? 0)%Z; simpl; auto; intros H; exfalso; auto. Qed.

(** Constant null vectors and one D_b > 0. *)
Lemma constant_check_one_point n W omega K kappa data d : factor_check n W omega K kappa data = true ->
  constant_null_check n data = true -> positive_degree_check n W K = true ->
  one_point n (weight W omega) (factor K kappa) d.
Proof.
  intros HL HN HP; apply existsb_exists in HP; destruct HP as (b & Hb & P).
  apply in_seq in Hb; apply andb_prop in P; destruct P as [_ P]; apply Z.ltb_lt, IZR_lt in P.
  destruct (label_degree n W omega K kappa data b HL) as (c & Hc & E).
  apply (constant_one_point n _ _ d b); [apply (factor_check_null _ _ _ _ _ _ HL HN)|lia|].
  rewrite E; apply Rmult_lt_0_compat; assumption.
Qed.

(** D >= 0, one unit vector only, f ascending and peaked: "all". *)
Theorem blocks_all_ascending n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  one_point n (weight W omega) (factor K kappa) d -> ascending f -> peaked f -> (1 <= d)%nat ->
  AllOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD P Ha Hp.
  apply (semidefinite_all_ascending view Hv f Hf d (blocks_semidefinite _ _ _ _ _ _ HW HL HD) P Ha).
  apply Hp; lra.
Qed.

(** The same for k >= 0 and a peaked profile. *)
Theorem blocks_all_peaked n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  one_point n (weight W omega) (factor K kappa) d -> nonnegative_check n K kappa = true -> peaked f ->
  (1 <= d)%nat ->
  AllOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD P HK.
  apply (semidefinite_all_peaked view Hv f Hf d (blocks_semidefinite _ _ _ _ _ _ HW HL HD)); auto.
  apply nonnegative_check_sound, HK.
Qed.

(** k >= 0 vanishes between two parts of the blocks: "some". *)
Theorem blocks_some_cut n W omega K kappa view f d (Hv : admits_graphs view) (Hf : continuity f) V :
  weights_check n W omega = true -> nonnegative_check n K kappa = true -> cut_check n K V = true ->
  bounded_by_one f -> (1 <= d)%nat ->
  SomeOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros HW HK HC B Hd; apply andb_prop in HC; destruct HC as [HC H0]; apply andb_prop in HC.
  destruct HC as [HC H1]; apply existsb_exists in H0; destruct H0 as (j & Hj & Vj); apply in_seq in Hj.
  apply existsb_exists in H1; destruct H1 as (i & Hi & Vi); apply in_seq in Hi.
  apply (semidefinite_some_cut view Hv f Hf d (side V) i j (weights_check_sound n W omega HW)); auto; try lia.
  - apply nonnegative_check_sound, HK.
  - apply side_values.
  - unfold side; apply negb_true_iff in Vi; rewrite Vi; reflexivity.
  - unfold side; rewrite Vj; reflexivity.
  - intros b c Hb Hc Hne; pose proof (square_check n
      (fun i j => Bool.eqb (at1 V i =? 0) (at1 V j =? 0) || (at2 K i j =? 0))%Z HC b c Hb Hc) as Q.
    cbv beta in Q; rewrite (side_apart V b c Hne) in Q; simpl in Q; apply Z.eqb_eq in Q.
    unfold factor; rewrite Q; unfold Rdiv; ring.
Qed.

(** k = 0: "some". *)
Theorem blocks_some_zero n W omega K kappa view f d : admits_graphs view -> continuity f ->
  zero_check n K = true -> (2 <= d)%nat ->
  SomeOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HZ; apply (semidefinite_some_zero view Hv f Hf d); intros b c Hb Hc.
  pose proof (square_check n (fun i j => at2 K i j =? 0)%Z HZ b c Hb Hc) as Q; apply Z.eqb_eq in Q.
  unfold factor; rewrite Q; unfold Rdiv; ring.
Qed.

(** f(-1) = f(1): "some", where a set of labels is admissible that is neither everything nor nothing. *)
Theorem blocks_some_even n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  ascending f -> f (-1) = f 1 -> (1 <= d)%nat ->
  SomeOf (split_blocks n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD; apply (semidefinite_some_even view Hv f Hf d (blocks_semidefinite _ _ _ _ _ _ HW HL
    HD)).
Qed.

(** No entry is positive, and one is negative. *)
Definition nonpositive_check (n : nat) (K : list (list Z)) (kappa : Z) : bool :=
  ((0 <? kappa) && forallb (fun i => forallb (fun j => at2 K i j <=? 0) (seq 0 n)) (seq 0 n)
   && existsb (fun i => existsb (fun j => at2 K i j <? 0) (seq 0 n)) (seq 0 n))%Z.

(** k <= 0, not 0 everywhere, and a peaked profile: "none". *)
Theorem blocks_none_negative n W omega K kappa view f d (Hv : admits_graphs view) (Hf : continuity f) :
  weights_check n W omega = true -> nonpositive_check n K kappa = true -> peaked f -> (2 <= d)%nat ->
  NoneOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros HW HK; apply andb_prop in HK; destruct HK as [HK HE]; apply andb_prop in HK; destruct HK as [Hk HK].
  apply Z.ltb_lt, IZR_lt in Hk; assert (I : 0 < / IZR kappa) by (apply Rinv_0_lt_compat, Hk).
  apply existsb_exists in HE; destruct HE as (i & Hi & HE); apply in_seq in Hi.
  apply existsb_exists in HE; destruct HE as (j & Hj & HE); apply in_seq in Hj.
  apply Z.ltb_lt, IZR_lt in HE.
  apply (semidefinite_none_negative view Hv f Hf d i j (weights_check_sound n W omega HW)); try lia.
  - intros b c Hb Hc; pose proof (square_check n (fun i j => at2 K i j <=? 0)%Z HK b c Hb Hc) as P.
    apply Z.leb_le, IZR_le in P; unfold factor, Rdiv.
    pose proof (Rmult_le_pos (- IZR (at2 K b c)) (/ IZR kappa) ltac:(lra) ltac:(lra)); lra.
  - unfold factor, Rdiv; pose proof (Rmult_lt_0_compat (- IZR (at2 K i j)) (/ IZR kappa) ltac:(lra) I); lra.
Qed.
