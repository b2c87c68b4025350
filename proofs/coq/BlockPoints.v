(** * T5 on nonatomic blocks with larger null spaces and blocks of degree 0

    Overview. L positive semidefinite, D >= 0, and some D_b may be 0. If all powers take part in f, the
    averages of (t^(2N) + t^(2N+1))/2, t = <x, y>, are null vectors that decrease to one with values in
    [0, 1], which are 0 or 1 where D > 0; where there is none but 0 and 1 ([no_share_check]), "all".

    Key results: [full_collapsed], [semidefinite_all_full], [blocks_all_full]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse Slices PsdCheck PsdSound
  Profiles FactorCertificate Claims TwoPoints NullSpace Indicators StrictLabels TokenLaws TokenModels
  TokenLaplacian TokenClaims TokenPeaked TokenPowers BlockLaws BlockWaves BlockClaims BlockSigns.
Import ListNotations.
Local Open Scope R_scope.

(** ** Full profiles *)

Definition focus (w : nat -> R) (T : labelled (nat * R)) (x : token T -> nat -> R) (c : nat) : nat -> R :=
  centre w T x c.
Definition product (w : nat -> R) (T : labelled (nat * R)) (d : nat) (x : token T -> nat -> R) (c : nat) (a :
  token T) : R := dot d (x a) (focus w T x c).
Definition part (w : nat -> R) (T : labelled (nat * R)) (d : nat) (x : token T -> nat -> R) (c : nat) (N :
  nat) (a : token T) : R := / 2 * (product w T d x c a ^ (2 * N) + (product w T d x c) a ^ (2 * N + 1)).

Lemma coordinate_null {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law
  n w T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1
  <= p)%nat -> gap (between (block_factor k) T) d x p = 0) i : (i < d)%nat -> token_form (between
  (block_factor k) T) (fun a => x a i) = 0.
Proof.
  intros Hi; rewrite <- (gap_null_power _ (block_factor_fit k HT) d x (proj1 Hx) (proj2 Hx) (block_psd k HT
    H) i
    Hi 1 (G 1%nat (le_n 1))).
  apply pair_mean_ext; intros; ring.
Qed.

Lemma focus_unit {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n w
  T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1 <=
  p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) (Dc : 0 < degree n w k
  c) : dot d (focus w T x c) (focus w T x c) = 1.
Proof. apply (centre_unit T HT H d x Hx (coordinate_null T HT H d x Hx G) c Hc Dc). Qed.

Lemma t_fit (w : nat -> R) (T : labelled (nat * R)) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x)
  (c : nat) : fit T (product w T d x c).
Proof. apply (dot_fit d x (focus w T x c) (proj1 Hx)). Qed.

Lemma t_bounds {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n w T)
  (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1 <=
  p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) (Dc : 0 < degree n w k
  c) a : -1 <= (product w T d x c) a <= 1.
Proof. apply dot_unit_bounds; [apply Hx|apply (focus_unit T HT H d x Hx G c Hc Dc)]. Qed.

Lemma t_null {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n w T)
  (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1 <=
  p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) p : token_form (between
  (block_factor k) T) (fun a => (product w T d x c) a ^ p) = 0.
Proof.
  destruct p as [|p].
  - unfold token_form; rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const; [reflexivity|].
    intros; simpl; ring.
  - apply (gap_null_dot _ (block_factor_fit k HT) d x (proj1 Hx) (proj2 Hx) (focus w T x c) (S p) (block_psd
    k HT H)).
    apply G; lia.
Qed.

Lemma share_fit (w : nat -> R) (T : labelled (nat * R)) (d : nat) (x : token T -> nat -> R) (Hx : contents T
  d x) (c : nat) N : fit T (part w T d x c N).
Proof. apply fit_scal, fit_plus; apply fit_pow, (t_fit w T d x Hx c). Qed.

Lemma share_null {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n w
  T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1 <=
  p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) N : laplacian_form n
  (weighted w k) (block_average w (part w T d x c N)) = 0.
Proof.
  apply (blocks_null H HT _ (share_fit w T d x Hx c N)); pose proof (block_factor_fit k HT) as F.
  pose proof (fun p => fit_pow (product w T d x c) p (t_fit w T d x Hx c)) as P.
  apply (token_null_scal _ (/ 2) (fun a => (product w T d x c) a ^ (2 * N) + (product w T d x c) a ^ (2 * N +
    1)) F (fit_plus T _ _ (P _) (P _))).
  apply (token_null_plus _ (fun a => (product w T d x c) a ^ (2 * N)) (fun a => (product w T d x c) a ^ (2 *
    N + 1)) F (block_psd k HT H)
    (P _) (P _)); apply (t_null T HT H d x Hx G c Hc).
Qed.

Lemma share_bounds {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n
  w T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1
  <= p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) (Dc : 0 < degree n w
  k c) N a : 0 <= (part w T d x c) N a <= 1 /\ (part w T d x c) (S N) a <= (part w T d x c) N a.
Proof.
  unfold part; pose proof (t_bounds T HT H d x Hx G c Hc Dc a) as B; set (s := (product w T d x c) a) in *.
  replace (2 * S N)%nat with (2 * N + 2)%nat by lia; rewrite !pow_add, pow_mult; simpl (s ^ 1); simpl (s ^ 2).
  assert (Q : 0 <= s * s <= 1) by nra.
  replace (s * (s * 1)) with (s * s) by ring; assert (P : 0 <= (s * s) ^ N <= 1).
  { split; [apply pow_le; lra|]; rewrite <- (pow1 N); apply pow_incr; lra. }
  set (q := (s * s) ^ N) in *; rewrite !Rmult_1_r.
  assert (0 <= q * (1 + s)) by (apply Rmult_le_pos; lra).
  assert (q * (1 + s) <= 1 * (1 + s)) by (apply Rmult_le_compat_r; lra).
  assert (0 <= q * (1 + s) * (1 - s * s)) by (apply Rmult_le_pos; lra).
  replace (s ^ 0) with 1 by reflexivity; repeat split; nra.
Qed.

Lemma average_le {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n w
  T) (H : semidefinite n w k) u v b : (b < n)%nat -> fit T u -> fit T v -> (forall a, u a <= v a) ->
  block_average w u b <= block_average w v b.
Proof.
  intros Hb Fu Fv L; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, H, Hb|].
  apply mean_le; try (apply (block_product_fit HT); assumption); intros a.
  apply Rmult_le_compat_l; [unfold on_block; destruct (Nat.eqb _ _); lra|apply L].
Qed.

Lemma average_const {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n
  w T) (H : semidefinite n w k) s b : (b < n)%nat -> block_average w (T := T) (fun _ => s) b = s.
Proof.
  intros Hb; unfold block_average; rewrite (block_mean_const HT b s Hb); field.
  apply Rgt_not_eq, H, Hb.
Qed.

(** On a block of positive degree (product w T d x c) is almost surely its average. *)
Lemma average_power {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n
  w T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1
  <= p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) b p : (b < n)%nat ->
  0 < degree n w k b ->
  block_average w (fun a => (product w T d x c) a ^ p) b = block_average w (product w T d x c) b ^ p.
Proof.
  intros Hb Db; set (r := block_average w (product w T d x c) b); induction p as [|p IH];
    [apply (average_const T HT H 1 b Hb)|].
  assert (Z1 : token_form (between (block_factor k) T) (product w T d x c) = 0)
    by (rewrite <- (t_null T HT H d x Hx G c Hc 1); apply pair_mean_ext; intros; ring).
  destruct (block_null k HT (product w T d x c) H (t_fit w T d x Hx c) Z1) as [_ V]; specialize (V b Hb Db);
    fold r in V.
  pose proof (block_fit HT b Hb) as F0;
    pose proof (fit_minus (product w T d x c) (fun _ => r) (t_fit w T d x Hx c) (fit_const T r)) as F1.
  pose proof (fit_pow (product w T d x c) p (t_fit w T d x Hx c)) as Fp.
  assert (Z2 : mean T (fun a => on_block T b a * (product w T d x c a - r) * (on_block T b a * (product w T d
    x c a - r))) = 0).
  { rewrite <- V; apply mean_ext; intros a; fold r; unfold on_block; destruct (Nat.eqb _ _); ring. }
  pose proof (mean_square_zero _ (fun a => (product w T d x c) a ^ p) (fit_mult T _ _ F0 F1) Fp Z2) as Z3;
    cbv beta in Z3.
  assert (E : block_mean (fun a => (product w T d x c) a ^ S p) b = r * block_mean (fun a => (product w T d x
    c) a ^ p) b).
  { apply Rminus_diag_uniq; rewrite <- Z3; unfold block_mean; rewrite <- mean_scal.
    - rewrite <- mean_minus; [apply mean_ext; intros; simpl; ring| |].
      + apply (block_product_fit HT b _ Hb), fit_pow, (t_fit w T d x Hx c).
      + apply fit_scal, (block_product_fit HT b _ Hb Fp).
    - apply (block_product_fit HT b _ Hb Fp). }
  unfold block_average at 1; rewrite E; simpl; rewrite <- IH; unfold block_average, Rdiv; ring.
Qed.

Lemma average_dot {n : nat} {w : nat -> R} (T : labelled (nat * R)) (HT : block_law n w T) (d : nat) (x :
  token T -> nat -> R) (Hx : contents T d x) (c : nat) b : (b < n)%nat -> block_average w (product w T d x c)
  b = dot d (centre w T x b) (focus w T x c).
Proof.
  intros Hb; unfold block_average, product, dot, centre, block_mean, block_average, Rdiv.
  rewrite (mean_ext _ (fun a => rsum d (fun i => (focus w T x c) i * (on_block T b a * x a i))))
    by (intros a; rewrite <- rsum_scal; apply rsum_ext; intros; ring).
  assert (F : forall i, (i < d)%nat -> fit T (fun a => on_block T b a * x a i))
    by (intros i Hi; apply (block_product_fit HT b _ Hb), Hx, Hi).
  rewrite mean_rsum by (intros i Hi; apply fit_scal, F, Hi); rewrite <- rsum_scal_r.
  apply rsum_ext; intros i Hi; rewrite (mean_scal T _ _ (F i Hi)); unfold block_mean; ring.
Qed.

Lemma share_average {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n
  w T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1
  <= p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) b N : (b < n)%nat ->
  0 < degree n w k b ->
  block_average w (part w T d x c N) b = / 2 * (block_average w (product w T d x c) b ^ (2 * N) +
    block_average w (product w T d x c) b ^ (2 * N + 1)).
Proof.
  intros Hb Db; rewrite <- !(average_power T HT H d x Hx G c Hc) by assumption;
    pose proof (fun p => fit_pow (product w T d x c) p (t_fit w T d x Hx c)) as P.
  assert (F : forall p, fit T (fun a => on_block T b a * (product w T d x c) a ^ p))
    by (intros p; apply (block_product_fit HT b _ Hb (P p))).
  unfold block_average, block_mean, part, Rdiv.
  rewrite (mean_ext _ (fun a => / 2 * (on_block T b a * (product w T d x c) a ^ (2 * N) + on_block T b a *
    (product w T d x c) a ^ (2 * N + 1))))
    by (intros; ring).
  rewrite mean_scal, mean_plus by first [apply F|apply fit_plus; apply F]; ring.
Qed.

Definition limits {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n w
  T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1 <=
  p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) (Dc : 0 < degree n w k
  c) (b : nat) : {l : R | (b < n)%nat -> Un_cv (fun N => block_average w (part w T d x c N) b) l}.
Proof.
  destruct (lt_dec b n) as [Hb|Hb]; [|exists 0; intros; contradiction].
  destruct (decreasing_cv (fun N => block_average w (part w T d x c N) b)) as [l Hl].
  - intros N; apply (average_le T HT H _ _ b Hb (share_fit w T d x Hx c _) (share_fit w T d x Hx c _));
    intros a; apply (share_bounds T HT H d x Hx G c Hc Dc).
  - exists 0; intros z [N ->]; unfold opp_seq.
    pose proof (average_le T HT H (fun _ => 0) (part w T d x c N) b Hb (fit_const T 0) (share_fit w T d x Hx
      c N)
      (fun a => proj1 (proj1 (share_bounds T HT H d x Hx G c Hc Dc N a)))) as B.
    rewrite (average_const T HT H 0 b Hb) in B; lra.
  - exists l; intros _; exact Hl.
Qed.

Definition limit {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT : block_law n w
  T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G : forall p, (1 <=
  p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) (Dc : 0 < degree n w k
  c) (b : nat) : R := proj1_sig (limits T HT H d x Hx G c Hc Dc b).

(** The (limits T HT H d x Hx G c Hc Dc) of the shares are 1 everywhere: all contents are (focus w T x c). *)
Theorem full_collapsed {n : nat} {w : nat -> R} {k : nat -> nat -> R} (T : labelled (nat * R)) (HT :
  block_law n w T) (H : semidefinite n w k) (d : nat) (x : token T -> nat -> R) (Hx : contents T d x) (G :
  forall p, (1 <= p)%nat -> gap (between (block_factor k) T) d x p = 0) (c : nat) (Hc : (c < n)%nat) (Dc : 0
  < degree n w k c) : no_share n w k -> law_collapsed T d x.
Proof.
  intros S; assert (L : forall b, (b < n)%nat -> Un_cv (fun N => block_average w (part w T d x c N) b) (limit
    T HT H d x Hx G c Hc Dc b))
    by (intros b Hb; apply (proj2_sig (limits T HT H d x Hx G c Hc Dc b) Hb)).
  assert (Dec : forall b, (b < n)%nat -> Un_decreasing (fun N => block_average w (part w T d x c N) b))
    by (intros b Hb N; apply (average_le T HT H _ _ b Hb (share_fit w T d x Hx c _) (share_fit w T d x Hx c
      _)); intros a; apply (share_bounds T HT H d x Hx G c Hc Dc)).
  assert (L0 : forall b, (b < n)%nat -> (limit T HT H d x Hx G c Hc Dc) b <= block_average w (part w T d x c
    0) b)
    by (intros b Hb; apply (decreasing_ineq _ _ (Dec b Hb) (L b Hb))).
  assert (Tc : block_average w (product w T d x c) c = 1) by (rewrite (average_dot T HT d x Hx c c Hc);
    apply (focus_unit T HT H d x Hx G c Hc Dc)).
  assert (B0 : forall b, (b < n)%nat -> block_average w (part w T d x c 0) b <= 1).
  { intros b Hb; rewrite <- (average_const T HT H 1 b Hb).
    apply (average_le T HT H _ _ b Hb (share_fit w T d x Hx c 0) (fit_const T 1)); intros a;
      apply (share_bounds T HT H d x Hx G c Hc Dc). }
  assert (One : forall b, (b < n)%nat -> (limit T HT H d x Hx G c Hc Dc) b = 1).
  { apply (S (limit T HT H d x Hx G c Hc Dc)) with (c := c); [| | |exact Hc|].
    - apply (null_limit n _ (fun b N => block_average w (part w T d x c N) b));
      [exact L|exact (share_null T HT H d x Hx G c Hc)].
    - intros b Hb; split; [|specialize (L0 b Hb); specialize (B0 b Hb); lra].
      apply (limit_lower_bound _ _ 0 (L b Hb)); intros N _; rewrite <- (average_const T HT H 0 b Hb).
      apply (average_le T HT H _ _ b Hb (fit_const T 0) (share_fit w T d x Hx c N)); intros a;
        apply (share_bounds T HT H d x Hx G c Hc Dc).
    - intros b Hb Db; pose proof (indicator_limit (block_average w (product w T d x c) b)) as I.
      assert (Bt : -1 <= block_average w (product w T d x c) b <= 1).
      { pose proof (average_le T HT H (fun _ => -1) (product w T d x c) b Hb (fit_const T (-1)) (t_fit w T d
        x Hx c) (fun a => proj1 (t_bounds T HT H d x Hx G c Hc Dc a)))
        as B1.
        pose proof (average_le T HT H (product w T d x c) (fun _ => 1) b Hb (t_fit w T d x Hx c) (fit_const T
          1) (fun a => proj2 (t_bounds T HT H d x Hx G c Hc Dc a))) as B2.
        rewrite (average_const T HT H (-1) b Hb) in B1; rewrite (average_const T HT H 1 b Hb) in B2; lra. }
      specialize (I Bt); assert (E : (limit T HT H d x Hx G c Hc Dc) b = if Req_EM_T (block_average w
        (product w T d x c) b) 1 then 1 else 0).
      { apply (UL_sequence (fun N => block_average w (part w T d x c N) b)); [apply L, Hb|].
        intros eps He; destruct (I eps He) as (M & HM); exists M; intros N HN.
        rewrite (share_average T HT H d x Hx G c Hc b N Hb Db); apply HM, HN. }
      rewrite E; destruct (Req_EM_T _ _); auto.
    - apply (UL_sequence (fun N => block_average w (part w T d x c N) c)); [apply L, Hc|].
      intros eps He; exists 0%nat; intros N _;
        rewrite (share_average T HT H d x Hx G c Hc c N Hc Dc), Tc, !pow1; unfold R_dist.
      replace (/ 2 * (1 + 1) - 1) with 0 by field; rewrite Rabs_R0; exact He. }
  assert (Av : forall b, (b < n)%nat -> block_average w (product w T d x c) b = 1).
  { intros b Hb; specialize (L0 b Hb); rewrite (One b Hb) in L0; apply Rle_antisym.
    - rewrite <- (average_const T HT H 1 b Hb);
      apply (average_le T HT H _ _ b Hb (t_fit w T d x Hx c) (fit_const T 1));
      apply (t_bounds T HT H d x Hx G c Hc Dc).
    - assert (E : block_average w (part w T d x c 0) b = / 2 * (1 + block_average w (product w T d x c) b));
      [|lra].
      pose proof (block_product_fit HT b _ Hb (t_fit w T d x Hx c)) as F;
        pose proof (block_fit HT b Hb) as F0.
      rewrite <- (average_const T HT H 1 b Hb) at 1; unfold block_average, block_mean, part, Rdiv.
      rewrite (mean_ext _ (fun a => / 2 * (on_block T b a * 1 + on_block T b a * (product w T d x c) a))) by
        (intros; simpl;
        ring).
      rewrite mean_scal, mean_plus; [ring| |exact F|apply fit_plus; [|exact F]];
        (apply fit_mult; [exact F0|apply fit_const]). }
  exists (focus w T x c); split; [exact (focus_unit T HT H d x Hx G c Hc Dc)|];
    rewrite (mean_distance T d x (focus w T x c) Hx), (focus_unit T HT H d x Hx G c Hc Dc).
  assert (Q : dot d (fun i => mean T (fun a => x a i)) (focus w T x c) = mean T (product w T d x c)).
  { unfold product, dot; rewrite mean_rsum by (intros i Hi; apply fit_mult; [apply Hx, Hi|apply fit_const]).
    apply rsum_ext; intros i Hi; rewrite Rmult_comm, <- (mean_scal T _ _ (proj1 Hx i Hi)).
    apply mean_ext; intros; ring. }
  rewrite Q, (mean_of_blocks HT (product w T d x c) (t_fit w T d x Hx c)), (rsum_ext n _ w), (weights_sum
    HT); [ring|].
  intros b Hb; rewrite (block_average_mean w (product w T d x c) b (proj1 H b Hb)), (Av b Hb); ring.
Qed.

(** All powers take part in f, and there is no share: "all". *)
Theorem semidefinite_all_full {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d c :
  semidefinite n w k -> (c < n)%nat -> 0 < degree n w k c -> no_share n w k -> full f -> (1 <= d)%nat ->
  AllOf (block_law n w) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H Hc Dc S (a & Ha & Hs) Hd.
  assert (Hn : forall p, (1 <= p)%nat -> 0 <= a p) by (intros p Hp; left; apply Ha, Hp).
  apply (all_without_gap view (block_law n w) d (block_factor k) f Hv Hf _ Hd (blocks_mean k)).
  - intros T x HT Hx; apply (blocks_bound H); [exact Hf|exists a; split; assumption|exact HT|exact Hx].
  - intros T x HT Hx H0; apply (full_collapsed T HT H d x Hx) with (c := c); auto.
    intros p Hp; pose proof (block_factor_fit k HT) as F; pose proof (block_psd k HT H) as P.
    pose proof (series_gap _ F d x (proj1 Hx) (proj2 Hx) a f Hf Hn Hs P p Hp) as G; rewrite H0 in G.
    pose proof (token_gap_nonneg _ F d x (proj1 Hx) (proj2 Hx) P p) as G1.
    apply Rle_antisym; [apply (Rmult_le_reg_l (a p)); [apply Ha, Hp|lra]|exact G1].
Qed.

(** ** From integers *)

(** D >= 0, no shares, all powers take part in f: "all". *)
Theorem blocks_all_full n W omega K kappa data view f d (Hv : admits_graphs view) (Hf : continuity f) N Q T :
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  no_share_check n W K data N Q T = true -> full f -> (1 <= d)%nat ->
  AllOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros HW HL HD HS Hfull Hd; destruct (no_share_check_sound n W omega K kappa data N Q T HL HS) as (S & Hc
    & Dc).
  apply (semidefinite_all_full view Hv f Hf d _ (blocks_semidefinite _ _ _ _ _ _ HW HL HD) Hc Dc S Hfull Hd).
Qed.
