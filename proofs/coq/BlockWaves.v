(** * Waves of the position on a block, and contents that depend on the block alone

    Overview.  cos(2 PI z t) and sin(2 PI z t) of the position t have no means over a block, z <> 0.  So cos(2
    PI t) at one block has no means and a positive variance, and if k has the mean 0 the great circle (cos 2
    PI t, sin 2 PI t) lacks nothing: mean k cos(2 PI (t - t'))^p = 0 for all p.  A content that depends on the
    block alone is a configuration of atoms.

    Key results: [wave_on_block], [block_waves_null], [oscillation_spread]; [block_energy], [block_collapsed].
    *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian TokenLaws TokenLaplacian TokenClaims
  LabelLaws
  BlockLaws.
Local Open Scope R_scope.

(** The angle 2 PI t, z times. *)
Definition block_angle (z : Z) (l : nat * R) : R := IZR z * (2 * PI) * snd l.

Lemma block_angle_zero l : block_angle 0 l = 0.
Proof. unfold block_angle; ring. Qed.

(** ** Waves *)

Lemma block_angle_fit {n w T} (HT : block_law n w T) z : fit T (fun a => block_angle z (label T a)).
Proof. apply fit_scal, HT. Qed.

Lemma block_cosine_fit {n w T} (HT : block_law n w T) z : fit T (fun a => cos (block_angle z (label T a))).
Proof. apply fit_comp; [exact continuity_cos|apply (block_angle_fit HT)]. Qed.

Lemma block_sine_fit {n w T} (HT : block_law n w T) z : fit T (fun a => sin (block_angle z (label T a))).
Proof. apply fit_comp; [exact continuity_sin|apply (block_angle_fit HT)]. Qed.

(** cos and sin of 2 PI z t have no means over a block, z <> 0. *)
Lemma wave_on_block {n w T} (HT : block_law n w T) z b : z <> 0%Z -> (b < n)%nat ->
  block_mean (fun a => cos (block_angle z (label T a))) b = 0 /\
  block_mean (fun a => sin (block_angle z (label T a))) b = 0.
Proof.
  intros Hz Hb; destruct (HT) as (_ & _ & _ & _ & H); set (omega := IZR z * (2 * PI)).
  assert (Ho : omega <> 0).
  { apply Rmult_integral_contrapositive_currified; [apply not_0_IZR, Hz|pose proof PI_RGT_0; lra]. }
  destruct (full_turns z) as [S C]; fold omega in S, C; split.
  - transitivity (w b * (sin (omega * 1) / omega - sin (omega * 0) / omega)).
    + apply (H b (fun s => cos (omega * s)) (fun s => sin (omega * s) / omega) Hb);
        [apply continuous_cos|intros; apply sine_primitive, Ho].
    + rewrite Rmult_1_r, Rmult_0_r, sin_0, S; field; exact Ho.
  - transitivity (w b * (- cos (omega * 1) / omega - - cos (omega * 0) / omega)).
    + apply (H b (fun s => sin (omega * s)) (fun s => - cos (omega * s) / omega) Hb);
        [apply continuous_sin|intros; apply cosine_primitive, Ho].
    + rewrite Rmult_1_r, Rmult_0_r, cos_0, C; field; exact Ho.
Qed.

Lemma block_angle_add y z l : block_angle (y + z) l = block_angle y l + block_angle z l.
Proof. unfold block_angle; rewrite plus_IZR; ring. Qed.

Lemma block_difference_fit {n w T} (HT : block_law n w T) z : pair_fit T (fun a b => cos (block_angle z
  (label T a) - block_angle z (label T
  b))).
Proof.
  apply (pair_comp T cos (fun a b => block_angle z (label T a) - block_angle z (label T b)) continuity_cos).
  apply pair_minus; [apply (pair_first T (fun a => block_angle z (label T a)))|
    apply (pair_second (fun a => block_angle z (label T a)))]; apply (block_angle_fit HT).
Qed.

(** mean cos(2 PI z (t - t')) = 0, z <> 0. *)
Lemma block_wave_mean {n w T} (HT : block_law n w T) z : z <> 0%Z ->
  pair_mean (fun a b => cos (block_angle z (label T a) - block_angle z (label T b))) = 0.
Proof.
  intros Hz; pose proof (block_cosine_fit HT z) as C; pose proof (block_sine_fit HT z) as S.
  rewrite (pair_mean_ext _ _ (fun a b => cos_minus _ _)).
  rewrite pair_mean_plus by (first [apply (pair_product _ _ C C)|apply (pair_product _ _ S S)]).
  rewrite (pair_mean_product _ _ C C), (pair_mean_product _ _ S S).
  rewrite (mean_of_blocks HT _ C), (mean_of_blocks HT _ S).
  rewrite !(rsum_zero n) by (intros b Hb; apply (wave_on_block HT z b Hz Hb)); ring.
Qed.

(** If k has the mean 0, then mean k cos(2 PI z (t - t')) cos(2 PI (t - t'))^p = 0 for all z and p. *)
Lemma block_waves_fit {n w} k {T} (HT : block_law n w T) z p : pair_fit T (fun a b => between (block_factor
  k) T a b
  * (cos (block_angle z (label T a) - block_angle z (label T b))
     * cos (block_angle 1 (label T a) - block_angle 1 (label T b)) ^ p)).
Proof.
  apply pair_mult; [exact (block_factor_fit k HT)|apply pair_mult; [apply (block_difference_fit HT)|]].
  apply pair_pow, (block_difference_fit HT).
Qed.

Lemma block_waves_null {n w} k {T} (HT : block_law n w T) : rsum2 n (weighted w k) = 0 ->
  forall p z, pair_mean (fun a b => between (block_factor k) T a b
  * (cos (block_angle z (label T a) - block_angle z (label T b))
     * cos (block_angle 1 (label T a) - block_angle 1 (label T b)) ^ p)) = 0.
Proof.
  intros H0; induction p as [|p IH]; intros z.
  - pose proof (block_cosine_fit HT z) as C; pose proof (block_sine_fit HT z) as S.
    destruct (Z.eq_dec z 0) as [->|Hz].
    + rewrite <- H0, <- (block_factor_mean k HT); apply pair_mean_ext; intros a b.
      rewrite !block_angle_zero, Rminus_0_r, cos_0; simpl; ring.
    + rewrite (pair_mean_ext _ (fun a b =>
        between (block_factor k) T a b * ((fun a => cos (block_angle z (label T a))) a * (fun b => cos
          (block_angle z (label T b))) b)
        + between (block_factor k) T a b * ((fun a => sin (block_angle z (label T a))) a * (fun b => sin
          (block_angle z (label T b)))
          b)))
        by (intros; rewrite cos_minus; simpl; ring).
      assert (P : forall u, fit T u -> pair_fit T (fun a b => between (block_factor k) T a b * (u a * u b)))
        by (intros; apply pair_mult; [exact (block_factor_fit k HT)|apply pair_product; assumption]).
      rewrite pair_mean_plus by (first [apply (P _ C)|apply (P _ S)]).
      rewrite (block_product k HT _ _ C C), (block_product k HT _ _ S S); unfold rsum2.
      rewrite !(rsum_zero n); [ring| |]; intros i Hi; apply rsum_zero; intros j Hj;
        destruct (wave_on_block HT z i Hz Hi) as [Ci Si]; rewrite ?Ci, ?Si; ring.
  - rewrite (pair_mean_ext _ (fun a b =>
      / 2 * (between (block_factor k) T a b * (cos (block_angle (z + 1) (label T a) - block_angle (z + 1)
        (label T b))
        * cos (block_angle 1 (label T a) - block_angle 1 (label T b)) ^ p))
      + / 2 * (between (block_factor k) T a b * (cos (block_angle (z - 1) (label T a) - block_angle (z - 1)
        (label T b))
        * cos (block_angle 1 (label T a) - block_angle 1 (label T b)) ^ p)))).
    + rewrite pair_mean_plus by (apply pair_scal, (block_waves_fit k HT)).
      rewrite !pair_mean_scal by apply (block_waves_fit k HT); rewrite !IH; ring.
    + intros a b; set (t := block_angle 1 (label T a) - block_angle 1 (label T b)).
      set (s := block_angle z (label T a) - block_angle z (label T b)).
      replace (block_angle (z + 1) (label T a) - block_angle (z + 1) (label T b)) with (s + t)
        by (unfold s, t; rewrite !block_angle_add; ring).
      replace (block_angle (z - 1) (label T a) - block_angle (z - 1) (label T b)) with (s - t)
        by (unfold s, t, block_angle; rewrite !minus_IZR; ring).
      rewrite cos_plus, cos_minus; simpl; field.
Qed.

Lemma on_block_square (T : labelled (nat * R)) b a : on_block T b a * on_block T b a = on_block T b a.
Proof. unfold on_block; destruct (Nat.eqb _ _); ring. Qed.

Lemma on_block_other (T : labelled (nat * R)) b c a : b <> c -> on_block T b a * on_block T c a = 0.
Proof.
  intros H; unfold on_block; destruct (Nat.eqb_spec (fst (label T a)) b), (Nat.eqb_spec (fst (label T a)) c);
    try ring; congruence.
Qed.

(** cos(2 PI t) on the block b: no means, and the square w_b / 2. *)
Definition oscillation (b : nat) (l : nat * R) : R := (if Nat.eqb (fst l) b then 1 else 0) * cos (block_angle
  1 l).

Lemma oscillation_fit {n w T} (HT : block_law n w T) b : (b < n)%nat ->
  fit T (fun a => oscillation b (label T a)).
Proof. intros Hb; apply (block_product_fit HT b _ Hb), (block_cosine_fit HT). Qed.

Lemma oscillation_mean {n w T} (HT : block_law n w T) b c : (b < n)%nat ->
  block_mean (fun a => oscillation b (label T a)) c = 0.
Proof.
  intros Hb; unfold block_mean; destruct (Nat.eq_dec c b) as [->|Hc].
  - transitivity (block_mean (fun a => cos (block_angle 1 (label T a))) b); [|apply (wave_on_block HT);
    [discriminate|exact Hb]].
    apply mean_ext; intros a; unfold oscillation; fold (on_block T b a).
    rewrite <- Rmult_assoc, (on_block_square T); reflexivity.
  - rewrite (mean_ext _ (fun _ => 0)), mean_const; [reflexivity|]; intros a.
    unfold oscillation; fold (on_block T b a); rewrite <- Rmult_assoc, (on_block_other T) by exact Hc; ring.
Qed.

Lemma oscillation_spread {n w T} (HT : block_law n w T) b c : (b < n)%nat ->
  block_spread (fun a => oscillation b (label T a)) (fun _ => 0) c = if Nat.eqb c b then w b / 2 else 0.
Proof.
  intros Hb; unfold block_spread, block_mean; destruct (Nat.eqb_spec c b) as [->|Hc].
  - rewrite (mean_ext _ (fun a => / 2 * (on_block T b a * 1)
      + / 2 * (on_block T b a * cos (block_angle 2 (label T a))))).
    + pose proof (block_product_fit HT b (fun _ => 1) Hb (fit_const T 1)) as F1.
      pose proof (block_product_fit HT b _ Hb (block_cosine_fit HT 2)) as F2.
      rewrite mean_plus, !mean_scal by first [assumption|apply fit_scal; assumption].
      pose proof (block_mean_const HT b 1 Hb) as E; destruct (wave_on_block HT 2 b ltac:(discriminate) Hb)
        as [C _].
      unfold block_mean in E, C; rewrite E, C; field.
    + intros a; unfold oscillation; fold (on_block T b a).
      replace (block_angle 2 (label T a)) with (2 * block_angle 1 (label T a)) by (unfold block_angle; ring).
      rewrite cos_2a_cos; set (x := cos _); unfold on_block; destruct (Nat.eqb _ _); field.
  - rewrite (mean_ext _ (fun _ => 0)), mean_const; [reflexivity|]; intros a.
    unfold oscillation; fold (on_block T b a); rewrite Rminus_0_r.
    replace (on_block T c a * (on_block T b a * cos (block_angle 1 (label T a))
      * (on_block T b a * cos (block_angle 1 (label T a)))))
      with ((on_block T c a * on_block T b a) * (cos (block_angle 1 (label T a))
      * (on_block T b a * cos (block_angle 1 (label T a))))) by ring.
    rewrite (on_block_other T) by exact Hc; ring.
Qed.

(** ** Contents that depend on the block alone *)

Lemma block_content {n w T} (HT : block_law n w T) d y : unit_vectors n d y ->
  contents T d (fun a => y (fst (label T a))).
Proof.
  intros Hy; destruct (HT) as [Hn _]; split; [intros i _; exact (block_function_fit HT (fun b => y b i))|].
  intros a; apply Hy, Hn.
Qed.

(** They have the energy of the configuration y of atoms. *)
Lemma block_energy {n w} k {T} (HT : block_law n w T) d f y :
  law_energy T (factor_kernel d (block_factor k) f) (fun a => y (fst (label T a))) = energy n d w k f y.
Proof.
  unfold law_energy, energy, factor_kernel; f_equal.
  set (F := fun i j => k i j * f (dot d (y i) (y j))).
  transitivity (pair_mean (fun a b => rsum n (fun i => rsum n (fun j => F i j * (on_block T i a * on_block T
    j b))))).
  - apply pair_mean_ext; intros a b; unfold block_factor.
    change (F (fst (label T a)) (fst (label T b))
      = rsum n (fun i => rsum n (fun j => F i j * (on_block T i a * on_block T j b)))).
    rewrite <- (block_sum HT (fun i => F i (fst (label T b))) a); apply rsum_ext; intros i _.
    rewrite <- (block_sum HT (fun j => F i j) b), <- rsum_scal; apply rsum_ext; intros; ring.
  - assert (P : forall i j, (i < n)%nat -> (j < n)%nat -> pair_fit T (fun a b => on_block T i a * on_block T
    j b))
      by (intros; apply pair_product; apply (block_fit HT); assumption).
    rewrite pair_mean_rsum by (intros; apply pair_rsum; intros; apply pair_scal, P; assumption).
    apply rsum_ext; intros i Hi; rewrite pair_mean_rsum by (intros; apply pair_scal, P; assumption).
    apply rsum_ext; intros j Hj; rewrite pair_mean_scal by (apply P; assumption).
    rewrite (pair_mean_product (on_block T i) (on_block T j)) by (apply (block_fit HT); assumption).
    pose proof (block_mean_const HT i 1 Hi) as Ei; pose proof (block_mean_const HT j 1 Hj) as Ej.
    unfold block_mean in Ei, Ej; rewrite (mean_ext _ (on_block T i)) in Ei by (intros; ring).
    rewrite (mean_ext _ (on_block T j)) in Ej by (intros; ring); rewrite Ei, Ej; unfold F; ring.
Qed.

(** They are collapsed only if y is, for positive weights. *)
Lemma block_collapsed {n w T} (HT : block_law n w T) d y : (forall b, (b < n)%nat -> 0 < w b) ->
  law_collapsed T d (fun a => y (fst (label T a))) -> collapsed n d y.
Proof.
  intros Hw (u & _ & H); cbv beta in H.
  assert (F : fit T (fun a => dot d (fun i => y (fst (label T a)) i - u i) (fun i => y (fst (label T a)) i -
    u i)))
    by exact (block_function_fit HT (fun b => dot d (fun i => y b i - u i) (fun i => y b i - u i))).
  assert (Z : forall b, (b < n)%nat -> same d (y b) u).
  { intros b Hb; set (r := dot d (fun i => y b i - u i) (fun i => y b i - u i)).
    assert (E : block_mean (T := T) (fun _ => r) b <= 0).
    { rewrite <- H; apply mean_le; [apply (block_product_fit HT); [exact Hb|apply fit_const]|exact F|].
      intros a; unfold on_block; destruct (Nat.eqb_spec (fst (label T a)) b) as [->|].
      - fold r; lra.
      - rewrite Rmult_0_l; apply dot_self_nonneg. }
    rewrite (block_mean_const HT) in E by exact Hb; pose proof (dot_self_nonneg d (fun i => y b i - u i))
      as N.
    fold r in N; specialize (Hw b Hb).
    assert (r = 0) by (apply Rle_antisym; [|exact N]; apply (Rmult_le_reg_l (w b)); lra).
    intros i Hi; pose proof (dot_self_zero d _ H0 i Hi) as Q; cbv beta in Q; lra. }
  intros i j Hi Hj a Ha; rewrite (Z i Hi a Ha), (Z j Hj a Ha); reflexivity.
Qed.
