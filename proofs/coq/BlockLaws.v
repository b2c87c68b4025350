(** * Labels on nonatomic blocks

    Overview.  n blocks of weights w_b > 0; a label is a block b and a position t in [0, 1], which is uniform
    within each block: for every continuous g with a primitive G,

        mean [label in b] g(t) = w_b (G(1) - G(0)).

    The factor k_bc depends on the blocks alone.  Of a function v of the token only the means w_b c_b over the
    blocks and s_b = mean [b] (v - c_b)^2 >= 0 take part in the form of its signed Laplacian:

        1/2 mean k (v - v')^2 = <c, L c> + sum_b D_b s_b,   D_b = sum_c w_c k_bc,

    with the signed Laplacian L of the weights w and the table k.

    Key results: [block_form], [block_psd], [block_null]. *)

From Coq Require Import Reals Lra Lia Arith ZArith FunctionalExtensionality.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices TokenLaws TokenLaplacian TokenClaims
  LabelLaws.
Local Open Scope R_scope.

(** 1 on the block b, 0 elsewhere. *)
Definition on_block (T : labelled (nat * R)) (b : nat) (a : token T) : R :=
  if Nat.eqb (fst (label T a)) b then 1 else 0.

(** The law of labels on n nonatomic blocks of the weights w. *)
Definition block_law (n : nat) (w : nat -> R) (T : labelled (nat * R)) : Prop :=
  (forall a, (fst (label T a) < n)%nat) /\ (forall b, (b < n)%nat -> fit T (on_block T b)) /\
  fit T (fun a => snd (label T a)) /\ (forall a, 0 <= snd (label T a) <= 1) /\
  forall b g G, (b < n)%nat -> continuity g -> (forall s, derivable_pt_lim G s (g s)) ->
  mean T (fun a => on_block T b a * g (snd (label T a))) = w b * (G 1 - G 0).

(** The factor of two labels is that of their blocks. *)
Definition block_factor (k : nat -> nat -> R) (xi zeta : nat * R) : R := k (fst xi) (fst zeta).

(** Positive weights, a symmetric table, nonnegative degrees, and a positive semidefinite Laplacian. *)
Definition semidefinite (n : nat) (w : nat -> R) (k : nat -> nat -> R) : Prop :=
  (forall b, (b < n)%nat -> 0 < w b) /\ (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) /\
  (forall b, (b < n)%nat -> 0 <= degree n w k b) /\ laplacian_psd n (weighted w k).

(** The mean over a block. *)
Definition block_mean {T : labelled (nat * R)} (v : token T -> R) (b : nat) : R :=
  mean T (fun a => on_block T b a * v a).

Lemma block_fit {n w T} (HT : block_law n w T) b : (b < n)%nat -> fit T (on_block T b).
Proof. apply HT. Qed.

Lemma block_product_fit {n w T} (HT : block_law n w T) b v : (b < n)%nat -> fit T v ->
  fit T (fun a => on_block T b a * v a).
Proof. intros Hb Hv; apply fit_mult; [apply (block_fit HT), Hb|exact Hv]. Qed.

(** A function of the block is a sum over the blocks. *)
Lemma block_sum {n w T} (HT : block_law n w T) (F : nat -> R) a :
  rsum n (fun b => on_block T b a * F b) = F (fst (label T a)).
Proof.
  destruct (HT) as [Hn _]; rewrite (rsum_single n _ (fst (label T a)) (Hn a)).
  - unfold on_block; rewrite Nat.eqb_refl; ring.
  - intros b _ Hb; unfold on_block; rewrite (proj2 (Nat.eqb_neq _ _)) by congruence; ring.
Qed.

Lemma block_function_fit {n w T} (HT : block_law n w T) (F : nat -> R) : fit T (fun a => F (fst (label T a))).
Proof.
  apply (fit_ext (fun a => rsum n (fun b => on_block T b a * F b))); [intros; apply (block_sum HT)|].
  apply fit_rsum; intros b Hb; apply (block_product_fit HT); [exact Hb|apply fit_const].
Qed.

Lemma block_mean_const {n w T} (HT : block_law n w T) b c : (b < n)%nat ->
  block_mean (T := T) (fun _ => c) b = w b * c.
Proof.
  intros Hb; destruct (HT) as (_ & _ & _ & _ & H); unfold block_mean.
  rewrite (H b (fun _ => c) (fun s => c * s) Hb).
  - ring.
  - apply continuity_const; intros s t; reflexivity.
  - intros s; apply derivable_linear.
Qed.

(** A function is the sum of its parts on the blocks. *)
Lemma mean_of_blocks {n w T} (HT : block_law n w T) v : fit T v -> mean T v = rsum n (block_mean v).
Proof.
  intros Hv; unfold block_mean; rewrite <- mean_rsum by (intros; apply (block_product_fit HT); assumption).
  apply mean_ext; intros a; rewrite rsum_scal_r, (rsum_ext n _ (fun b => on_block T b a * 1)) by (intros;
    ring).
  rewrite (block_sum HT (fun _ => 1)); ring.
Qed.

Lemma weights_sum {n w T} (HT : block_law n w T) : rsum n w = 1.
Proof.
  rewrite <- (mean_one T), (mean_of_blocks HT (fun _ => 1) (fit_const T 1)).
  apply rsum_ext; intros b Hb; rewrite (block_mean_const HT) by exact Hb; ring.
Qed.

(** ** The factor *)

Lemma block_factor_sum {n w} k {T} (HT : block_law n w T) a b :
  between (block_factor k) T a b = rsum n (fun i => rsum n (fun j => k i j * (on_block T i a * on_block T j
    b))).
Proof.
  unfold between, block_factor.
  rewrite <- (block_sum HT (fun i => k i (fst (label T b))) a); apply rsum_ext; intros i _.
  rewrite <- (block_sum HT (fun j => k i j) b), <- rsum_scal; apply rsum_ext; intros; ring.
Qed.

Lemma block_factor_fit {n w} k {T} (HT : block_law n w T) : pair_fit T (between (block_factor k) T).
Proof.
  apply (pair_fit_ext (fun a b => rsum n (fun i => rsum n (fun j => k i j * (on_block T i a * on_block T j
    b))))).
  - intros; symmetry; apply (block_factor_sum k HT).
  - apply pair_rsum; intros i Hi; apply pair_rsum; intros j Hj.
    apply pair_scal, pair_product; apply (block_fit HT); assumption.
Qed.

(** mean k u u' = sum_ij k_ij mean_i(u) mean_j(u'). *)
Lemma block_product {n w} k {T} (HT : block_law n w T) u v : fit T u -> fit T v ->
  pair_mean (fun a b => between (block_factor k) T a b * (u a * v b))
    = rsum2 n (fun i j => k i j * (block_mean u i * block_mean v j)).
Proof.
  intros Hu Hv; rewrite (pair_mean_ext _ (fun a b => rsum n (fun i => rsum n (fun j =>
    k i j * ((on_block T i a * u a) * (on_block T j b * v b)))))).
  - assert (F : forall i j, (i < n)%nat -> (j < n)%nat ->
      pair_fit T (fun a b => (on_block T i a * u a) * (on_block T j b * v b)))
      by (intros; apply (pair_product (fun a => on_block T i a * u a)); apply (block_product_fit HT);
        assumption).
    rewrite pair_mean_rsum by (intros i Hi; apply pair_rsum; intros j Hj; apply pair_scal, F; assumption).
    apply rsum_ext; intros i Hi; rewrite pair_mean_rsum by (intros j Hj; apply pair_scal, F; assumption).
    apply rsum_ext; intros j Hj; rewrite pair_mean_scal by (apply F; assumption).
    f_equal; apply (pair_mean_product (fun a => on_block T i a * u a)); apply (block_product_fit HT);
      assumption.
  - intros a b; rewrite (block_factor_sum k HT), <- rsum_scal_r; apply rsum_ext; intros i _.
    rewrite <- rsum_scal_r; apply rsum_ext; intros; ring.
Qed.

Lemma block_factor_mean {n w} k {T} (HT : block_law n w T) : pair_mean (between (block_factor k) T)
  = rsum2 n (weighted w k).
Proof.
  rewrite (pair_mean_ext _ (fun a b => between (block_factor k) T a b * ((fun _ => 1) a * (fun _ => 1) b)))
    by (intros; ring).
  rewrite (block_product k HT (fun _ => 1) (fun _ => 1)) by apply fit_const.
  apply rsum2_ext; intros i j Hi Hj; rewrite !(block_mean_const HT) by assumption; unfold weighted; ring.
Qed.

(** ** The form *)

(** mean [b] (v - c)^2. *)
Definition block_spread {T : labelled (nat * R)} (v : token T -> R) (c : nat -> R) (b : nat) : R :=
  block_mean (fun a => (v a - c b) * (v a - c b)) b.

Lemma block_spread_nonneg {n w T} (HT : block_law n w T) v c b :
  fit T v -> (b < n)%nat -> 0 <= block_spread v c b.
Proof.
  intros Hv Hb; apply mean_nonneg; [apply (block_product_fit HT); [exact Hb|fits]|].
  intros a; apply Rmult_le_pos; [unfold on_block; destruct (Nat.eqb _ _); lra|apply Rle_0_sqr].
Qed.

(** It is mean [b] v^2 - w_b c_b^2 if c_b is the mean of v over b, divided by w_b. *)
Lemma block_spread_value {n w T} (HT : block_law n w T) v c b :
  fit T v -> (b < n)%nat -> block_mean v b = w b * c b ->
  block_spread v c b = block_mean (fun a => v a * v a) b - w b * (c b * c b).
Proof.
  intros Hv Hb Hc; unfold block_spread, block_mean in *.
  rewrite (mean_ext _ (fun a => (on_block T b a * (v a * v a) - 2 * c b * (on_block T b a * v a))
    + on_block T b a * (c b * c b))) by (intros; ring).
  assert (F1 : fit T (fun a => on_block T b a * (v a * v a))) by (apply (block_product_fit HT);
    [exact Hb|fits]).
  pose proof (block_product_fit HT b v Hb Hv) as F2; pose proof (fit_scal (2 * c b) _ F2) as F3.
  rewrite mean_plus, mean_minus, mean_scal, Hc;
    [|exact F2|exact F1|exact F3|apply fit_minus; assumption|apply (block_product_fit HT);
      [exact Hb|apply fit_const]].
  pose proof (block_mean_const HT b (c b * c b) Hb) as E; unfold block_mean in E; rewrite E; ring.
Qed.

(** 1/2 mean k (v - v')^2 = <c, L c> + sum_b D_b mean [b] (v - c_b)^2. *)
Theorem block_form {n w} k {T} (HT : block_law n w T) v c : (forall i j, (i < n)%nat -> (j < n)%nat ->
  k i j = k j i) -> fit T v ->
  (forall b, (b < n)%nat -> block_mean v b = w b * c b) ->
  token_form (between (block_factor k) T) v
  = 2 * (laplacian_form n (weighted w k) c + rsum n (fun b => degree n w k b * block_spread v c b)).
Proof.
  intros Hk Hv Hc; set (q := block_mean (fun a => v a * v a)).
  assert (E : token_form (between (block_factor k) T) v = rsum2 n (fun i j => k i j * (q i * w j))
    + rsum2 n (fun i j => k i j * (w i * q j)) - 2 * rsum2 n (fun i j => k i j * (w i * c i * (w j * c j)))).
  { unfold token_form.
    assert (F1 : fit T (fun _ : token T => 1)) by apply fit_const.
    assert (F2 : fit T (fun a => v a * v a)) by fits.
    rewrite (pair_mean_ext _ (fun a b => (between (block_factor k) T a b * ((fun a => v a * v a) a * (fun _
      => 1) b)
      + between (block_factor k) T a b * ((fun _ => 1) a * (fun b => v b * v b) b)) - 2 * (between
        (block_factor k) T a b * (v a * v b)))) by (intros; ring).
    assert (P : forall u u', fit T u -> fit T u' -> pair_fit T (fun a b => between (block_factor k) T a b *
      (u a * u' b)))
      by (intros; apply pair_mult; [apply (block_factor_fit k HT)|apply pair_product; assumption]).
    rewrite pair_mean_minus, pair_mean_plus, pair_mean_scal.
    - rewrite (block_product k HT (fun a => v a * v a) (fun _ => 1)) by assumption.
      rewrite (block_product k HT (fun _ => 1) (fun a => v a * v a)), (block_product k HT v v) by assumption.
      f_equal; [f_equal|f_equal]; apply rsum2_ext; intros i j Hi Hj;
        rewrite ?(block_mean_const HT), ?Hc by assumption; fold q; ring.
    - apply P; assumption.
    - apply (P (fun a => v a * v a) (fun _ => 1)); assumption.
    - apply (P (fun _ => 1) (fun a => v a * v a)); assumption.
    - apply pair_plus; [apply (P (fun a => v a * v a) (fun _ => 1))|apply (P (fun _ => 1) (fun a => v a * v
      a))];
        assumption.
    - apply pair_scal, P; assumption. }
  assert (S : forall b, (b < n)%nat -> q b = block_spread v c b + w b * (c b * c b))
    by (intros b Hb; rewrite (block_spread_value HT v c b Hv Hb (Hc b Hb)); unfold q; ring).
  assert (D : rsum n (fun b => degree n w k b * block_spread v c b)
    = rsum2 n (fun i j => k i j * (block_spread v c i * w j))).
  { unfold degree, rsum2; apply rsum_ext; intros i _; rewrite <- rsum_scal_r; apply rsum_ext; intros; ring. }
  assert (D' : rsum2 n (fun i j => k i j * (w i * block_spread v c j))
    = rsum2 n (fun i j => k i j * (block_spread v c i * w j))).
  { rewrite rsum2_transpose; apply rsum2_ext; intros i j Hi Hj; rewrite (Hk j i Hj Hi); ring. }
  rewrite E, D; unfold laplacian_form.
  rewrite (rsum2_ext n (fun i j => k i j * (q i * w j))
    (fun i j => k i j * (block_spread v c i * w j) + k i j * (w i * (c i * c i) * w j)))
    by (intros i j Hi Hj; rewrite (S i Hi); ring).
  rewrite (rsum2_ext n (fun i j => k i j * (w i * q j))
    (fun i j => k i j * (w i * block_spread v c j) + k i j * (w i * (w j * (c j * c j)))))
    by (intros i j Hi Hj; rewrite (S j Hj); ring).
  rewrite !rsum2_plus, D'.
  rewrite (rsum2_ext n (fun i j => weighted w k i j * ((c i - c j) * (c i - c j)))
    (fun i j => (k i j * (w i * (c i * c i) * w j) + k i j * (w i * (w j * (c j * c j))))
      - 2 * (k i j * (w i * c i * (w j * c j))))) by (intros; unfold weighted; ring).
  rewrite rsum2_minus, rsum2_plus, rsum2_scal; field.
Qed.

(** The means over the blocks, divided by the weights. *)
Definition block_average (w : nat -> R) {T : labelled (nat * R)} (v : token T -> R) (b : nat) : R :=
  block_mean v b / w b.

Lemma block_average_mean w {T : labelled (nat * R)} (v : token T -> R) b : 0 < w b ->
  block_mean v b = w b * block_average w v b.
Proof. intros H; unfold block_average; field; lra. Qed.

Lemma block_spreads_nonneg {n w} k {T} (HT : block_law n w T) v : semidefinite n w k -> fit T v ->
  forall b, (b < n)%nat -> 0 <= degree n w k b * block_spread v (block_average w v) b.
Proof.
  intros (_ & _ & HD & _) Hv b Hb; apply Rmult_le_pos; [apply HD, Hb|apply (block_spread_nonneg HT);
    assumption].
Qed.

(** L of the blocks positive semidefinite and D >= 0: the form of every function of tokens is nonnegative. *)
Theorem block_psd {n w} k {T} (HT : block_law n w T) : semidefinite n w k ->
  token_psd (between (block_factor k) T).
Proof.
  intros H v Hv; pose proof (rsum_nonneg n _ (block_spreads_nonneg k HT v H Hv)) as S.
  destruct H as (Hw & Hk & _ & HL); pose proof (HL (block_average w v)) as P.
  rewrite (block_form k HT v (block_average w v) Hk Hv); [lra|intros; apply block_average_mean; auto].
Qed.

(** A null vector: its averages are one of L, and it is constant on blocks of positive degree. *)
Theorem block_null {n w} k {T} (HT : block_law n w T) v : semidefinite n w k -> fit T v ->
  token_form (between (block_factor k) T) v = 0 ->
  laplacian_form n (weighted w k) (block_average w v) = 0 /\
  forall b, (b < n)%nat -> 0 < degree n w k b -> block_spread v (block_average w v) b = 0.
Proof.
  intros H Hv H0; pose proof (block_spreads_nonneg k HT v H Hv) as HS; pose proof (rsum_nonneg n _ HS) as HS'.
  destruct H as (Hw & Hk & _ & HL); pose proof (HL (block_average w v)) as P.
  rewrite (block_form k HT v (block_average w v) Hk Hv) in H0; [|intros; apply block_average_mean; auto].
  split; [lra|]; intros b Hb Hp.
  pose proof (rsum_nonneg_zero n _ HS ltac:(lra) b Hb) as E; apply Rmult_integral in E; destruct E; lra.
Qed.
