(** * T5 on nonatomic blocks where parts of a block move

    Overview. The sets t <= j/q of positions are admissible, as they are for every measure
    ([divided_blocks]): the mean of such a set over the block b is w_b j/q, between those of ramps. With u
    on the part v_b = V_b / q of each block and -u on the rest, all odd powers of inner products have
    twice the gap

        sum_ij w_i w_j k_ij (v_i + v_j - 2 v_i v_j) = 2 (<v, L v> + sum_b w_b D_b v_b (1 - v_b)),

    and the even powers have none: if it vanishes, "some".

    Key results: [below_mean], [share_form], [blocks_some_shares], [divided_split]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse Slices PsdCheck PsdSound
  Profiles FactorCertificate Claims TwoPoints TokenLaws TokenModels TokenLaplacian TokenClaims TokenPeaked
    TokenPowers
  LabelLaws UniformLaws BlockLaws BlockWaves BlockClaims BlockSigns.
Local Open Scope R_scope.

(** 1 for positions up to s. *)
Definition below (s : R) (l : nat * R) : R := if Rle_dec (snd l) s then 1 else 0.

(** The law of blocks where the parts t <= j/q are admissible. *)
Definition divided_blocks (n : nat) (w : nat -> R) (q : Z) (T : labelled (nat * R)) : Prop :=
  block_law n w T /\ forall j : Z, fit T (fun a => below (IZR j / IZR q) (label T a)).

(** ** The mean of a part *)

(** u |u| / 2 is a primitive of |u|. *)
Lemma abs_primitive t : derivable_pt_lim (fun u => / 2 * (u * Rabs u)) t (Rabs t).
Proof.
  intros eps He; exists (mkposreal eps He); intros h Hh0 Hh; simpl in Hh.
  set (F := / 2 * ((t + h) * Rabs (t + h)) - / 2 * (t * Rabs t)).
  assert (B : Rabs (F - h * Rabs t) <= Rabs h * Rabs h / 2).
  { rewrite <- Rabs_mult, (Rabs_right (h * h)) by (apply Rle_ge, Rle_0_sqr); apply Rabs_le; unfold F.
    unfold Rabs at 1 2 3 4 5 6; destruct (Rcase_abs (t + h)), (Rcase_abs t); split; nra. }
  replace (F / h - Rabs t) with ((F - h * Rabs t) / h) by (field; exact Hh0).
  unfold Rdiv; rewrite Rabs_mult, Rabs_inv; pose proof (Rabs_pos_lt h Hh0) as P.
  apply Rle_lt_trans with (Rabs h * Rabs h / 2 * / Rabs h).
  - apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P|exact B].
  - replace (Rabs h * Rabs h / 2 * / Rabs h) with (Rabs h / 2) by (field; lra); lra.
Qed.

(** From 1 at c down to 0 at c + e, linearly. *)
Definition ramp (c e t : R) : R := 1 - / (2 * e) * (e + Rabs (t - c) - Rabs (t - c - e)).

Lemma ramp_bounds c e t : 0 < e -> 0 <= ramp c e t <= 1 /\ (t <= c -> ramp c e t = 1) /\ (c + e <= t -> ramp
  c e t = 0).
Proof.
  intros He; assert (I : 2 * e * / (2 * e) = 1) by (apply Rinv_r; lra).
  assert (P : 0 < / (2 * e)) by (apply Rinv_0_lt_compat; lra); unfold ramp.
  set (i := / (2 * e)) in *; set (m := e + Rabs (t - c) - Rabs (t - c - e)).
  assert (M : 0 <= m <= 2 * e /\ (t <= c -> m = 0) /\ (c + e <= t -> m = 2 * e)).
  { unfold m, Rabs; destruct (Rcase_abs (t - c)), (Rcase_abs (t - c - e)); repeat split; intros; lra. }
  destruct M as ((M0 & M1) & ML & MR); repeat split.
  - pose proof (Rmult_le_compat_l i _ _ ltac:(lra) M1); lra.
  - pose proof (Rmult_le_pos i m ltac:(lra) M0); lra.
  - intros H; rewrite (ML H); ring.
  - intros H; rewrite (MR H); lra.
Qed.

Lemma shifted_primitive c t : derivable_pt_lim (fun u => / 2 * ((u - c) * Rabs (u - c))) t (Rabs (t - c)).
Proof.
  pose proof (derivable_pt_lim_minus id (fun _ => c) t 1 0 (derivable_pt_lim_id t) (derivable_pt_lim_const c
    t)) as D.
  pose proof (derivable_pt_lim_comp (id - (fun _ => c))%F (fun u => / 2 * (u * Rabs u)) t _ _ D
    (abs_primitive (t - c))) as C; rewrite Rminus_0_r, Rmult_1_r in C; exact C.
Qed.

Lemma ramp_primitive c e t : derivable_pt_lim (fun u => u - / (2 * e) * (e * u
  + / 2 * ((u - c) * Rabs (u - c)) - / 2 * ((u - (c + e)) * Rabs (u - (c + e))))) t (ramp c e t).
Proof.
  pose proof (derivable_pt_lim_plus _ _ t _ _ (derivable_linear e t) (shifted_primitive c t)) as D1.
  pose proof (derivable_pt_lim_minus _ _ t _ _ D1 (shifted_primitive (c + e) t)) as D2.
  pose proof (derivable_pt_lim_minus _ _ t _ _ (derivable_pt_lim_id t)
    (derivable_pt_lim_scal _ (/ (2 * e)) t _ D2)) as D3.
  unfold ramp; replace (t - c - e) with (t - (c + e)) by ring; exact D3.
Qed.

Lemma ramp_continuous c e : continuity (ramp c e).
Proof.
  intros t; unfold ramp; apply continuity_pt_minus; [apply continuity_const; intros u v; reflexivity|].
  apply (continuity_pt_scal (fun t => e + Rabs (t - c) - Rabs (t - c - e))), continuity_pt_minus.
  - apply continuity_pt_plus; [apply continuity_const; intros u v; reflexivity|].
    apply (continuity_pt_comp (fun t => t - c) Rabs); [apply derivable_continuous_pt;
      reg|apply Rcontinuity_abs].
  - apply (continuity_pt_comp (fun t => t - c - e) Rabs); [apply derivable_continuous_pt;
    reg|apply Rcontinuity_abs].
Qed.

Lemma ramp_fit {n : nat} {w : nat -> R} {T : labelled (nat * R)} (HT : block_law n w T) c e : fit T (fun a =>
  ramp c e (snd (label T a))).
Proof. apply fit_comp; [apply ramp_continuous|apply HT]. Qed.

Lemma ramp_mean {n : nat} {w : nat -> R} {T : labelled (nat * R)} (HT : block_law n w T) c e b : 0 < e -> 0
  <= c -> c + e <= 1 -> (b < n)%nat ->
  block_mean (fun a => ramp c e (snd (label T a))) b = w b * (c + e / 2).
Proof.
  intros He Hc Hce Hb; destruct HT as (_ & _ & _ & _ & H); unfold block_mean.
  rewrite (H b (ramp c e) _ Hb (ramp_continuous c e) (ramp_primitive c e)); f_equal.
  rewrite (Rabs_right (1 - c)), (Rabs_right (1 - (c + e))), (Rabs_left1 (0 - c)), (Rabs_left1 (0 - (c + e)))
    by lra.
  field; lra.
Qed.

Lemma below_bounds {T : labelled (nat * R)} s a : 0 <= below s (label T a) <= 1.
Proof. unfold below; destruct (Rle_dec _ _); lra. Qed.

(** The part t <= s of a block has the mean w_b s. *)
Theorem below_mean {n : nat} {w : nat -> R} {T : labelled (nat * R)} (HT : block_law n w T) s b : 0 <= s <= 1
  -> (b < n)%nat -> 0 <= w b -> fit T (fun a => below s (label T a)) ->
  block_mean (fun a => below s (label T a)) b = w b * s.
Proof.
  intros Hs Hb Hw F; set (m := block_mean (fun a => below s (label T a)) b).
  assert (O : forall a, 0 <= on_block T b a) by (intros a; unfold on_block; destruct (Nat.eqb _ _); lra).
  assert (Up : forall u v, fit T u -> fit T v -> (forall a, u a <= v a) -> block_mean u b <= block_mean v b).
  { intros u v Fu Fv L; apply mean_le; try (apply (block_product_fit HT); assumption); intros a.
    apply Rmult_le_compat_l; [apply O|apply L]. }
  pose proof (fun c => block_mean_const HT b c Hb) as K.
  assert (B : forall e, 0 < e -> w b * (s - e) <= m <= w b * (s + e)).
  { intros e He; split.
    - destruct (Rle_dec 0 (s - e)) as [L|L].
      + apply Rle_trans with (block_mean (fun a => ramp (s - e) e (snd (label T a))) b).
        * rewrite (ramp_mean HT) by (lra || exact Hb); apply Rmult_le_compat_l; lra.
        * apply Up; [apply (ramp_fit HT)|exact F|]; intros a; unfold below.
          destruct (ramp_bounds (s - e) e (snd (label T a)) He) as (R & _ & Z).
          destruct (Rle_dec _ _) as [|N]; [lra|rewrite Z; lra].
      + apply Rle_trans with (block_mean (T := T) (fun _ => 0) b).
        * rewrite K; apply Rmult_le_compat_l; lra.
        * apply Up; [apply fit_const|exact F|intros a; apply below_bounds].
    - destruct (Rle_dec (s + e) 1) as [L|L].
      + apply Rle_trans with (block_mean (fun a => ramp s e (snd (label T a))) b).
        * apply Up; [exact F|apply (ramp_fit HT)|]; intros a; unfold below.
          destruct (ramp_bounds s e (snd (label T a)) He) as (R & Z & _).
          destruct (Rle_dec _ _) as [N|]; [rewrite Z; lra|lra].
        * rewrite (ramp_mean HT) by (lra || exact Hb); apply Rmult_le_compat_l; lra.
      + apply Rle_trans with (block_mean (T := T) (fun _ => 1) b).
        * apply Up; [exact F|apply fit_const|intros a; apply below_bounds].
        * rewrite K; apply Rmult_le_compat_l; lra. }
  set (g := w b + 1); apply Rle_antisym; apply le_epsilon; intros eps Heps.
  - pose proof (B (eps / g) ltac:(apply Rdiv_lt_0_compat; unfold g; lra)) as [_ U].
    assert (w b * (eps / g) <= g * (eps / g))
      by (apply Rmult_le_compat_r; [left; apply Rdiv_lt_0_compat; unfold g; lra|unfold g; lra]).
    replace (g * (eps / g)) with eps in * by (field; unfold g; lra); lra.
  - pose proof (B (eps / g) ltac:(apply Rdiv_lt_0_compat; unfold g; lra)) as [U _].
    assert (w b * (eps / g) <= g * (eps / g))
      by (apply Rmult_le_compat_r; [left; apply Rdiv_lt_0_compat; unfold g; lra|unfold g; lra]).
    replace (g * (eps / g)) with eps in * by (field; unfold g; lra); lra.
Qed.

(** ** Contents u and -u *)

(** 1 on the part v_b of each block, -1 on the rest. *)
Definition two_sides (v : nat -> R) (l : nat * R) : R := 2 * below (v (fst l)) l - 1.

Lemma two_sides_values v l : two_sides v l = 1 \/ two_sides v l = -1.
Proof. unfold two_sides, below; destruct (Rle_dec _ _); [left|right]; ring. Qed.

(** A weighted mean of numbers in [-1, 1] that are not all 1 and not all -1. *)
Lemma inner_mean n (w c : nat -> R) i j : (forall b, (b < n)%nat -> 0 < w b) -> rsum n w = 1 ->
  (forall b, (b < n)%nat -> -1 <= c b <= 1) -> (i < n)%nat -> (j < n)%nat -> -1 < c i -> c j < 1 ->
  rsum n (fun b => w b * c b) * rsum n (fun b => w b * c b) < 1.
Proof.
  intros Hw H1 Hc Hi Hj Ci Cj.
  assert (B : forall s l, (forall b, (b < n)%nat -> s * c b <= 1) -> (l < n)%nat -> s * c l < 1 ->
    s * rsum n (fun b => w b * c b) < 1).
  { intros s l Hs Hl Cl; rewrite <- rsum_scal, <- H1, (rsum_split n _ l Hl), (rsum_split n w l Hl).
    assert (Q : rsum n (fun b => if Nat.eqb b l then 0 else s * (w b * c b))
      <= rsum n (fun b => if Nat.eqb b l then 0 else w b)).
    { apply rsum_le; intros b Hb; destruct (Nat.eqb b l); [lra|].
      pose proof (Rmult_le_compat_l (w b) _ 1 ltac:(specialize (Hw b Hb); lra) (Hs b Hb)); lra. }
    pose proof (Rmult_lt_compat_l (w l) _ 1 (Hw l Hl) Cl); lra. }
  set (m := rsum n (fun b => w b * c b)) in *.
  pose proof (B 1 j ltac:(intros b Hb; specialize (Hc b Hb); lra) Hj ltac:(lra)).
  pose proof (B (-1) i ltac:(intros b Hb; specialize (Hc b Hb); lra) Hi ltac:(lra)).
  assert (0 < (1 - m) * (1 + m)) by (apply Rmult_lt_0_compat; lra); lra.
Qed.

Definition marks (T : labelled (nat * R)) (v : nat -> R) (a : token T) : R := two_sides v (label T a).

Lemma sides_fit {n : nat} {w : nat -> R} {T : labelled (nat * R)} (HT : block_law n w T) (v : nat -> R) (F :
  forall b, (b < n)%nat -> fit T (fun a => below (v b) (label T a))) : fit T (marks T v).
Proof.
  apply (fit_ext (fun a => rsum n (fun b => on_block T b a * (2 * below (v b) (label T a) - 1)))).
  - intros a; apply (block_sum HT (fun b => 2 * below (v b) (label T a) - 1)).
  - apply fit_rsum; intros b Hb; apply (block_product_fit HT b _ Hb), fit_minus;
      [apply fit_scal, F, Hb|apply fit_const].
Qed.

Lemma sides_mean {n : nat} {w : nat -> R} {T : labelled (nat * R)} (HT : block_law n w T) (v : nat -> R) (Hw
  : forall b, (b < n)%nat -> 0 < w b) (Hv : forall b, (b < n)%nat -> 0 <= v b <= 1) (F : forall b, (b <
  n)%nat -> fit T (fun a => below (v b) (label T a))) b : (b < n)%nat -> block_mean (marks T v) b = w b * (2
  * v b - 1).
Proof.
  intros Hb; pose proof (block_product_fit HT b _ Hb (F b Hb)) as P; pose proof (block_fit HT b Hb) as P0.
  transitivity (2 * block_mean (fun a => below (v b) (label T a)) b - block_mean (T := T) (fun _ => 1) b).
  - unfold block_mean; rewrite <- mean_scal, <- mean_minus; [| | |exact P].
    + apply mean_ext; intros a; unfold marks, two_sides, on_block.
      destruct (Nat.eqb_spec (fst (label T a)) b) as [->|]; ring.
    + apply fit_scal, P.
    + apply fit_mult; [exact P0|apply fit_const].
  - rewrite (below_mean HT (v b) b (Hv b Hb) Hb ltac:(specialize (Hw b Hb); lra) (F b Hb)).
    rewrite (block_mean_const HT b 1 Hb); ring.
Qed.

(** mean k (marks T v - s')^2 is four times the sum of w_i w_j k_ij (v_i + v_j - 2 v_i v_j). *)
Lemma share_form {n : nat} {w : nat -> R} {k : nat -> nat -> R} {T : labelled (nat * R)} (HT : block_law n w
  T) (v : nat -> R) (Hw : forall b, (b < n)%nat -> 0 < w b) (Hv : forall b, (b < n)%nat -> 0 <= v b <= 1) (F
  : forall b, (b < n)%nat -> fit T (fun a => below (v b) (label T a))) : token_form (between (block_factor k)
  T) (marks T v) = 4 * apart n (weighted w k) v.
Proof.
  pose proof (sides_fit HT v F) as Fs; pose proof (fit_const T 1) as F1;
    pose proof (block_factor_fit k HT) as FK.
  unfold token_form; rewrite (pair_mean_ext _ (fun a b => 2 * (between (block_factor k) T a b * ((fun _ => 1)
    a *
    (fun _ => 1) b)) - 2 * (between (block_factor k) T a b * (marks T v a * (marks T v) b)))).
  - assert (P : forall g h, fit T g -> fit T h ->
      pair_fit T (fun a b => between (block_factor k) T a b * (g a * h b)))
      by (intros; apply pair_mult; [exact FK|apply pair_product; assumption]).
    rewrite (pair_mean_minus _ _ (pair_scal 2 _ (P _ _ F1 F1)) (pair_scal 2 _ (P _ _ Fs Fs))).
    rewrite (pair_mean_scal 2 _ (P _ _ F1 F1)), (pair_mean_scal 2 _ (P _ _ Fs Fs)).
    rewrite (block_product k HT (fun _ => 1) (fun _ => 1) F1 F1), (block_product k HT (marks T v) (marks T v)
      Fs Fs).
    unfold apart; rewrite <- !rsum2_scal, <- rsum2_minus; apply rsum2_ext; intros i j Hi Hj.
    rewrite !(sides_mean HT v Hw Hv F), !(block_mean_const HT) by assumption; unfold weighted; ring.
  - intros a b; unfold marks; destruct (two_sides_values v (label T a)) as [->| ->],
      (two_sides_values v (label T b)) as [->| ->]; ring.
Qed.

(** L positive semidefinite, D >= 0, and shares that cost nothing: "some". *)
Theorem semidefinite_some_shares {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d q (V : list
  Z) i j :
  semidefinite n w k -> ascending f -> (1 <= d)%nat -> (forall b, (b < n)%nat -> 0 <= share V q b <= 1) ->
  apart n (weighted w k) (share V q) = 0 -> (i < n)%nat -> (j < n)%nat -> 0 < share V q i -> share V q j < 1
    ->
  SomeOf (divided_blocks n w q) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H Ha Hd HV Z Hi Hj Vi Vj.
  apply (some_by_tie view (divided_blocks n w q) d (block_factor k) f Hv Hf (rsum2 n (weighted w k)) Hd).
  - intros T [HT _]; apply (blocks_mean k T HT).
  - intros T x [HT _] Hx; apply (blocks_bound H); assumption.
  - intros T [HT HD]; set (v := share V q) in *.
    assert (F : forall b, (b < n)%nat -> fit T (fun a => below (v b) (label T a))) by (intros b _; apply HD).
    assert (Fs : fit T (fun a => two_sides v (label T a))) by exact (sides_fit HT v F).
    pose proof (block_factor_fit k HT) as FK.
    destruct (split_contents T d (two_sides v) Hd (two_sides_values v) Fs) as [Hy P].
    set (y := fun (a : token T) (i : nat) => two_sides v (label T a) * basis 0 i) in *.
    assert (P' : forall a b, dot d (y a) (y b) = two_sides v (label T a) * two_sides v (label T b)) by exact
      P.
    exists y; split; [exact Hy|split; [exact (Hv T d (fun l i => two_sides v l * basis 0 i))|split]].
    + destruct Ha as (a & Ha & Hs); apply (null_gaps _ FK d y (proj1 Hy) (proj2 Hy) a f Hf Ha Hs).
      pose proof (share_form HT v (proj1 H) HV F (k := k)) as E; rewrite Z, Rmult_0_r in E.
      assert (E2 : pair_mean (fun u u' => between (block_factor k) T u u' *
        (1 - two_sides v (label T u) * two_sides v (label T u'))) = 0).
      { apply (Rmult_eq_reg_l 2); [|lra]; rewrite Rmult_0_r, <- E; unfold token_form, marks.
        rewrite <- pair_mean_scal.
        - apply pair_mean_ext; intros u u'; destruct (two_sides_values v (label T u)) as [->| ->],
            (two_sides_values v (label T u')) as [->| ->]; ring.
        - apply pair_mult; [exact FK|apply pair_minus; [apply pair_const|apply (pair_product _ _ Fs Fs)]]. }
      intros p; unfold gap; destruct (Nat.Even_or_Odd p) as [[r ->]|[r ->]].
      * rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const; [reflexivity|]; intros u u'; rewrite P'.
        rewrite pow_mult; destruct (two_sides_values v (label T u)) as [->| ->],
          (two_sides_values v (label T u')) as [->| ->]; simpl (_ ^ 2);
          match goal with |- _ * (1 - ?b ^ _) = _ => replace b with 1 by ring end; rewrite pow1; ring.
      * rewrite <- E2; apply pair_mean_ext; intros u u'; rewrite P', pow_add, pow_mult, pow_1.
        destruct (two_sides_values v (label T u)) as [->| ->],
          (two_sides_values v (label T u')) as [->| ->]; simpl (_ ^ 2);
          match goal with |- _ * (1 - ?b ^ _ * _) = _ => replace b with 1 by ring end; rewrite pow1; ring.
    + rewrite (pair_mean_ext _ (fun a c => two_sides v (label T a) * two_sides v (label T c))) by exact P'.
      rewrite (pair_mean_product _ _ Fs Fs), (mean_of_blocks HT _ Fs).
      rewrite (rsum_ext n _ (fun b => w b * (2 * v b - 1)))
        by (intros b Hb; apply (sides_mean HT v (proj1 H) HV F b Hb)).
      apply (inner_mean n w (fun b => 2 * v b - 1) i j (proj1 H) (weights_sum HT)); auto; try lra.
      intros b Hb; specialize (HV b Hb); lra.
Qed.

(** Half of each block is a set of labels that is neither everything nor nothing. *)
Theorem divided_split n w T : (forall b, (b < n)%nat -> 0 < w b) -> divided_blocks n w 2 T -> split_blocks n
  w T.
Proof.
  intros Hw [HT HD]; split; [exact HT|]; exists (two_sides (fun _ => 1 / 2)).
  assert (F : forall b, (b < n)%nat -> fit T (fun a => below (1 / 2) (label T a))) by (intros b _;
    apply (HD 1%Z)).
  assert (Fs : fit T (fun a => two_sides (fun _ => 1 / 2) (label T a)))
    by exact (sides_fit HT (fun _ => 1 / 2) F).
  split; [apply two_sides_values|split; [exact Fs|]]; rewrite (mean_of_blocks HT _ Fs), rsum_zero; [lra|].
  intros b Hb; etransitivity; [exact (sides_mean HT (fun _ => 1 / 2) Hw ltac:(intros; lra) F b Hb)|cbv beta;
    field].
Qed.

(** ** Certificates *)

(** Shares that cost nothing: "some". *)
Theorem blocks_some_shares n W omega K kappa data view f d (Hv : admits_graphs view) (Hf : continuity f) V q :
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  spread_check n W omega K kappa V q = true -> ascending f -> (1 <= d)%nat ->
  SomeOf (divided_blocks n (weight W omega) q) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros HW HL HD HS Ha Hd; destruct (spread_check_sound _ _ _ _ _ _ _ HS) as [HV H0].
  destruct (shares_check_sound n V q HV) as (_ & HB & (i & Hi & Vi) & (j & Hj & Vj)).
  apply (semidefinite_some_shares view Hv f Hf d q V i j (blocks_semidefinite _ _ _ _ _ _ HW HL HD)); auto.
Qed.

(** f(-1) = f(1): half of each block at u, half at -u; "some". *)
Theorem blocks_some_halves n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  ascending f -> f (-1) = f 1 -> (1 <= d)%nat ->
  SomeOf (divided_blocks n (weight W omega) 2) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD Ha He Hd.
  apply (some_narrower (rho := split_blocks n (weight W omega)));
    [intros T; apply divided_split, (weights_check_sound n W omega HW)|].
  apply (blocks_some_even n W omega K kappa data view f d); assumption.
Qed.
