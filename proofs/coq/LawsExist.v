(** * The laws of labels that certificates speak of exist

    Overview.  The mean of a continuous function of the position on each piece is the weighted sum of its
    integrals.  With the pieces as blocks the labels have the law of nonatomic blocks; one piece is an
    interval with the uniform law, and weighted by a density one with that density; two pieces of weight 1/2,
    bent into half circles, are a circle with an admissible half; a product of two intervals is a torus.

    Key results: [piece_mean_integral]; [blocks_exist], [interval_exists], [density_exists],
    [halved_circle_exists], [torus_exists]. *)

From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Collapse Require Import Sums SignedLaplacian TokenLaws TokenModels CircleClaims LabelLaws UniformLaws
  BlockLaws Sampled SampledTokens Pieces.
Local Open Scope R_scope.

(** ** Integrals *)

Lemma telescope (f : nat -> R) N : rsum N (fun k => f (S k) - f k) = f N - f 0%nat.
Proof. induction N as [|N IH]; simpl; [ring|rewrite IH; ring]. Qed.

(** Sums over the middles of N cells converge to G(1) - G(0). *)
Lemma cell_integral g G : continuity g -> (forall s, derivable_pt_lim G s (g s)) ->
  Un_cv (fun N => / INR (S N) * rsum (S N) (fun k => g (middle (S N) k))) (G 1 - G 0).
Proof.
  intros Hg HG eps He.
  destruct (Heine g (fun t => 0 <= t <= 1) (compact_P3 0 1) (fun t _ => Hg t) (mkposreal (eps / 2)
    ltac:(lra)))
    as [delta P]; simpl in P.
  pose proof (cond_pos delta) as Hd; destruct (small_step (delta / 2) ltac:(lra)) as [N0 H].
  exists N0; intros N HN; specialize (H N HN); set (K := S N) in *;
    assert (P0 : 0 < INR K) by (apply lt_0_INR; lia).
  unfold R_dist; set (f := fun k => G (INR k / INR K)).
  replace (G 1 - G 0) with (/ INR K * rsum K (fun k => INR K * (f (S k) - f k))).
  - rewrite <- Rmult_minus_distr_l, <- rsum_minus, Rabs_mult, Rabs_right
      by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat, P0).
    apply Rle_lt_trans with (eps / 2); [|lra].
    apply (Rmult_le_reg_l (INR K)); [exact P0|]; rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    assert (C : forall M, rsum M (fun _ => eps / 2) = INR M * (eps / 2))
      by (induction M as [|M IH]; [simpl; ring|rewrite S_INR; simpl rsum; rewrite IH; ring]).
    rewrite <- C; eapply Rle_trans; [apply rsum_abs|]; apply rsum_le; intros k Hk.
    pose proof (middle_bounds K k Hk) as B; pose proof (cell_bounds K k Hk) as D.
    destruct (MVT_cor2 G g (INR k / INR K) (INR (S k) / INR K) ltac:(lra) (fun c _ => HG c)) as (c & E & Hc).
    assert (L : INR (S k) / INR K - INR k / INR K = / INR K) by (rewrite S_INR; field; lra).
    unfold f; rewrite E, L; replace (INR K * (g c * / INR K)) with (g c) by (field; lra).
    left; apply P; [lra|lra|apply Rabs_def1; lra].
  - rewrite rsum_scal, telescope; unfold f; simpl (INR 0); unfold Rdiv; rewrite Rmult_0_l, Rinv_r by lra;
    field; lra.
Qed.

Definition on_part {n} (b : nat) (a : piece n) : R := if Nat.eqb (part a) b then 1 else 0.

Lemma on_part_smooth {n w} Hw b : @smooth (pieces n w Hw) (@on_part n b).
Proof.
  split; [exists 1; intros a; unfold on_part; destruct (Nat.eqb _ _); rewrite ?Rabs_R1, ?Rabs_R0; lra|].
  intros eps He; exists 1; split; [lra|]; intros a a' [E _]; unfold on_part; rewrite E.
  unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; lra.
Qed.

Lemma place_smooth {n w} Hw : @smooth (pieces n w Hw) (@place n).
Proof.
  split; [exists 1; intros a; destruct (proj2_sig a) as [_ H]; unfold place; rewrite Rabs_right; lra|].
  intros eps He; exists eps; split; [exact He|]; intros a b [_ H]; left; exact H.
Qed.

Lemma part_sum {n} (h : nat -> R) (a : piece n) : rsum n (fun b => on_part b a * h b) = h (part a).
Proof.
  destruct (proj2_sig a) as [H _]; rewrite (rsum_single n _ (part a) H).
  - unfold on_part; rewrite Nat.eqb_refl; ring.
  - intros b _ Hb; unfold on_part; rewrite (proj2 (Nat.eqb_neq _ _)) by congruence; ring.
Qed.

(** A continuous function of the position on each piece is admissible. *)
Lemma parts_smooth {n w} Hw (g : nat -> R -> R) : (forall b, continuity (g b)) ->
  @smooth (pieces n w Hw) (fun a : piece n => g (part a) (place a)).
Proof.
  intros Hg; set (X := pieces n w Hw).
  assert (S : forall m, @smooth X (fun a : piece n => rsum m (fun b => on_part b a * g b (place a)))).
  { induction m as [|m IH]; [apply (smooth_const X 0)|]; simpl.
    apply (@smooth_plus X (fun a => rsum m (fun b => on_part b a * g b (place a)))); [exact IH|].
    apply (@smooth_mult X (on_part m) (fun a => g m (place a))); [apply on_part_smooth|].
    apply (@smooth_comp X (g m) place); [apply Hg|apply place_smooth]. }
  specialize (S n); replace (fun a : piece n => g (part a) (place a))
    with (fun a : piece n => rsum n (fun b => on_part b a * g b (place a))); [exact S|].
  apply functional_extensionality; intros a; apply (part_sum (fun b => g b (place a))).
Qed.

(** Its mean is the weighted sum of the integrals. *)
Theorem piece_mean_integral n w Hw (g G : nat -> R -> R) : (forall b, continuity (g b)) ->
  (forall b s, derivable_pt_lim (G b) s (g b s)) ->
  sampled_mean (pieces n w Hw) (fun a => g (part a) (place a)) = rsum n (fun b => w b * (G b 1 - G b 0)).
Proof.
  intros Hg HG; apply sampled_mean_unique; [apply (parts_smooth Hw g Hg)|].
  replace (sums (pieces n w Hw) (fun a => g (part a) (place a)))
    with (fun N => rsum n (fun b => w b * (/ INR (S N) * rsum (S N) (fun k => g b (middle (S N) k))))).
  - apply (limit_rsum n (fun b N => w b * (/ INR (S N) * rsum (S N) (fun k => g b (middle (S N) k))))
      (fun b => w b * (G b 1 - G b 0))); intros b Hb.
    apply (CV_mult (fun _ => w b)); [apply limit_constant|apply cell_integral; auto].
  - apply functional_extensionality; intros N; symmetry.
    etransitivity; [apply (pieces_sums n w Hw)|]; unfold riemann, cell_sum; apply rsum_ext; intros b Hb.
    f_equal; f_equal; apply rsum_ext; intros k Hk.
    pose proof (middle_bounds (S N) k Hk) as B; pose proof (cell_bounds (S N) k Hk) as D.
    unfold part, place; simpl; rewrite inner_id, Nat.mod_small by (try lra; exact Hb); reflexivity.
Qed.

(** ** Laws of labels that exist *)

(** Nonatomic blocks of any weights. *)
Theorem blocks_exist n w : shares_of n w -> exists T, block_law n w T.
Proof.
  intros Hw; exists (Labelled (nat * R) (sampled_tokens (pieces n w Hw)) (@proj1_sig _ _)).
  split; [intros a; apply (proj2_sig a)|split; [intros b _; apply (on_part_smooth Hw b)|]].
  split; [exact (place_smooth Hw)|split; [intros a; destruct (proj2_sig a) as [_ H]; simpl; lra|]].
  intros b g G Hb Hg HG; set (c := fun i : nat => if Nat.eqb i b then 1 else 0).
  transitivity (sampled_mean (pieces n w Hw) (fun a => c (part a) * g (place a))); [reflexivity|].
  rewrite (piece_mean_integral n w Hw (fun i s => c i * g s) (fun i s => c i * G s)).
  - rewrite (rsum_single n _ b Hb); unfold c; [rewrite Nat.eqb_refl; ring|].
    intros i _ Hi; rewrite (proj2 (Nat.eqb_neq i b) Hi); ring.
  - intros i; apply (continuity_scal g), Hg.
  - intros i s; apply (derivable_pt_lim_scal G), HG.
Qed.

(** The chain rule for b + c s. *)
Lemma affine_chain G g b c s : derivable_pt_lim G (b + c * s) g ->
  derivable_pt_lim (fun s => G (b + c * s)) s (c * g).
Proof.
  intros H; pose proof (derivable_linear c s) as L.
  pose proof (derivable_pt_lim_plus (fun _ => b) (fun s => c * s) s 0 c (derivable_pt_lim_const b s) L) as A.
  rewrite Rplus_0_l in A; rewrite (Rmult_comm c g).
  exact (derivable_pt_lim_comp (fun s => b + c * s) G s c g A H).
Qed.

Lemma affine_continuous b c : continuity (fun s => b + c * s).
Proof. intros s; apply derivable_continuous_pt; reg. Qed.

(** One piece is an interval with the uniform law. *)
Theorem interval_exists a b : a < b -> exists T, interval_law a b (fun _ => 1) T.
Proof.
  intros Hab; assert (Hw : shares_of 1 (fun _ => 1)) by (split; [intros; lra|simpl; ring]).
  exists (Labelled R (sampled_tokens (pieces 1 (fun _ => 1) Hw)) (fun x => a + (b - a) * place x)).
  split; [|split].
  - exact (@smooth_comp (pieces 1 _ Hw) (fun s => a + (b - a) * s) place (affine_continuous a (b - a))
      (place_smooth Hw)).
  - intros x; simpl; destruct (proj2_sig x) as [_ H]; unfold place.
    set (t := snd (proj1_sig x)) in *; assert (0 <= (b - a) * t <= (b - a) * 1); [|lra].
    split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra.
  - intros g G M Hg HG HM.
    assert (EM : M b - M a = b - a).
    { destruct (MVT_cor2 M (fun _ => 1) a b Hab (fun c _ => HM c)) as (c & E & _); lra. }
    set (e := fun s => a + (b - a) * s).
    change (sampled_mean (pieces 1 (fun _ => 1) Hw) (fun x => g (e (place x))) * (M b - M a) = G b - G a).
    rewrite (piece_mean_integral 1 (fun _ => 1) Hw (fun _ s => g (e s)) (fun _ s => / (b - a) * G (e s))).
    + simpl; unfold e; rewrite EM, Rmult_1_r, Rmult_0_r, Rplus_0_r; replace (a + (b - a)) with b by ring.
      field; lra.
    + intros _ s; apply (continuity_pt_comp e g); [apply affine_continuous|apply Hg].
    + intros _ s; replace (g (e s)) with (/ (b - a) * ((b - a) * (g (e s) * 1))) by (field; lra).
      apply (derivable_pt_lim_scal (fun s => G (e s))), affine_chain, HG.
Qed.

(** Tokens weighted by a density r >= 0 with the mean 1. *)
Definition weighted_tokens (T : tokens) (r : token T -> R) (Hr : fit T r) (Hp : forall a, 0 <= r a)
  (H1 : mean T r = 1) : tokens.
Proof.
  refine (Tokens (token T) (fit T) (pair_fit T) (fun u => mean T (fun a => r a * u a))
    (fit_const T) (fit_plus T) (fit_mult T) (fit_comp T) (fit_bounded T) (pair_first T) (pair_swap T)
    (pair_plus T) (pair_mult T) (pair_comp T) (pair_bounded T) (pair_row T) _ _ _ _ _ _).
  - intros F HF; apply (pair_mean_fit T (fun a b => r b * F a b)), pair_mult;
    [apply pair_second, Hr|exact HF].
  - transitivity (mean T r); [apply mean_ext; intros; ring|exact H1].
  - intros u v Hu Hv; rewrite <- mean_plus by (apply fit_mult; assumption); apply mean_ext; intros; ring.
  - intros c u Hu; rewrite <- mean_scal by (apply fit_mult; assumption); apply mean_ext; intros; ring.
  - intros u v Hu Hv H; apply mean_le; try (apply fit_mult; assumption); intros a.
    apply Rmult_le_compat_l; auto.
  - intros F HF; pose proof (pair_second r Hr) as R2; pose proof (pair_first T r Hr) as R1.
    transitivity (mean T (fun a => mean T (fun b => r a * (r b * F a b)))).
    + apply mean_ext; intros a; symmetry; apply (mean_scal T (r a) (fun b => r b * F a b)).
      apply fit_mult; [exact Hr|apply pair_row, HF].
    + rewrite (mean_swap T (fun a b => r a * (r b * F a b)))
        by (apply (pair_mult T _ _ R1), pair_mult; assumption).
      apply mean_ext; intros b; rewrite <- mean_scal.
      * apply mean_ext; intros; ring.
      * apply fit_mult; [exact Hr|apply (pair_row T (fun b a => F a b)), pair_swap, HF].
Defined.

(** A continuous density with a positive integral on an interval. *)
Theorem density_exists a b r M : a < b -> continuity r -> (forall s, a <= s <= b -> 0 <= r s) ->
  (forall s, derivable_pt_lim M s (r s)) -> 0 < M b - M a -> exists T, interval_law a b r T.
Proof.
  intros Hab Hc Hr HM Hp; destruct (interval_exists a b Hab) as (T & F & Hin & H).
  assert (I : forall g G, continuity g -> (forall s, derivable_pt_lim G s (g s)) ->
    mean T (fun x => g (label T x)) * (b - a) = G b - G a).
  { intros g G Hg HG; apply (H g G (fun s => s) Hg); [|exact derivable_pt_lim_id].
    intros s; rewrite Rmult_1_r; apply HG. }
  set (c := mean T (fun x => r (label T x))); pose proof (I r M Hc HM) as Ec; fold c in Ec.
  assert (C : 0 < c) by (apply (Rmult_lt_reg_r (b - a)); lra).
  assert (Fr : fit T (fun x => r (label T x))) by (apply fit_comp; assumption).
  assert (Hq : forall x, 0 <= / c * r (label T x)).
  { intros x; apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, C|apply Hr, Hin]. }
  assert (H1 : mean T (fun x => / c * r (label T x)) = 1)
    by (rewrite mean_scal by exact Fr; fold c; apply Rinv_l; lra).
  exists (Labelled R (weighted_tokens T _ (fit_scal (/ c) _ Fr) Hq H1) (label T)).
  split; [exact F|split; [exact Hin|]]; intros g G M' Hg HG HM'; simpl.
  pose proof (I r M' Hc HM') as E'; fold c in E'; rewrite <- E'.
  rewrite <- (I (fun s => g s * r s) G); [|apply (continuity_mult g r Hg Hc)|exact HG].
  rewrite (mean_ext _ (fun x => / c * (g (label T x) * r (label T x)))) by (intros; ring).
  rewrite mean_scal by (apply fit_mult; [apply (fit_comp T g); assumption|exact Fr]); field; lra.
Qed.

(** Two pieces of weight 1/2, bent into half circles: the uniform law on the circle, one half admissible. *)
Theorem halved_circle_exists : exists T, halved_circle T.
Proof.
  assert (Hw : shares_of 2 (fun _ => / 2)) by (split; [intros; lra|simpl; field]).
  pose proof PI_RGT_0 as P; set (e := fun (i : nat) s => INR i * PI + PI * s).
  exists (Labelled R (sampled_tokens (pieces 2 (fun _ => / 2) Hw)) (fun x => e (part x) (place x))).
  assert (Range : forall x : piece 2, (part x = 0%nat /\ 0 < e (part x) (place x) < PI) \/
    (part x = 1%nat /\ PI < e (part x) (place x) < 2 * PI)).
  { intros x; destruct (proj2_sig x) as [Hb H]; unfold e, place, part; set (t := snd (proj1_sig x)) in *.
    pose proof (Rmult_lt_0_compat PI t P ltac:(lra)); pose proof (Rmult_lt_compat_l PI t 1 P ltac:(lra)).
    destruct (fst (proj1_sig x)) as [|[|i]]; [left|right|exfalso; lia]; simpl; split; auto; lra. }
  assert (Hh : forall x : piece 2, half (e (part x) (place x)) = if Nat.eqb (part x) 0 then 1 else -1).
  { intros x; destruct (Range x) as [[E H]|[E H]]; rewrite E in *; simpl; unfold half.
    - pose proof (sin_gt_0 _ (proj1 H) (proj2 H)); destruct (Rle_dec 0 _); [reflexivity|lra].
    - pose proof (sin_lt_0 _ (proj1 H) (proj2 H)); destruct (Rle_dec 0 _); [lra|reflexivity]. }
  split; [split; [|split]|].
  - exact (parts_smooth Hw e (fun i => affine_continuous (INR i * PI) PI)).
  - intros x; simpl; destruct (Range x) as [[_ H]|[_ H]]; lra.
  - intros g G M Hg HG HM.
    assert (EM : M (2 * PI) - M 0 = 2 * PI).
    { destruct (MVT_cor2 M (fun _ => 1) 0 (2 * PI) ltac:(lra) (fun c _ => HM c)) as (c & E & _); lra. }
    change (sampled_mean (pieces 2 (fun _ => / 2) Hw) (fun x => g (e (part x) (place x))) * (M (2 * PI) - M 0)
      = G (2 * PI) - G 0).
    rewrite (piece_mean_integral 2 (fun _ => / 2) Hw (fun i s => g (e i s)) (fun i s => / PI * G (e i s))).
    + simpl; unfold e; simpl.
      replace (0 * PI + PI * 1) with PI by ring; replace (0 * PI + PI * 0) with 0 by ring.
      replace (1 * PI + PI * 1) with (2 * PI) by ring; replace (1 * PI + PI * 0) with PI by ring.
      rewrite EM; field; lra.
    + intros i s; apply (continuity_pt_comp (e i) g); [apply affine_continuous|apply Hg].
    + intros i s; replace (g (e i s)) with (/ PI * (PI * (g (e i s) * 1))) by (field; lra).
      apply (derivable_pt_lim_scal (fun s => G (e i s))), affine_chain, HG.
  - change (@smooth (pieces 2 _ Hw) (fun x : piece 2 => half (e (part x) (place x)))).
    replace (fun x => half (e (part x) (place x))) with (fun x :
      piece 2 => if Nat.eqb (part x) 0 then 1 else -1)
      by (apply functional_extensionality; intros x; symmetry; apply Hh).
    apply (parts_smooth Hw (fun i _ => if Nat.eqb i 0 then 1 else -1)); intros i; apply continuity_const.
    intros s t; reflexivity.
Qed.

(** The mean of a product over a product is the product of the means. *)
Lemma product_mean X Y (u : point X -> R) (v : point Y -> R) : smooth u -> smooth v ->
  @smooth (sampled_product X Y) (fun a => u (fst a)) /\ @smooth (sampled_product X Y) (fun a => v (snd a)) /\
  sampled_mean (sampled_product X Y) (fun a => u (fst a) * v (snd a)) = sampled_mean X u * sampled_mean Y v.
Proof.
  intros Hu Hv; assert (Fu : @smooth (sampled_product X Y) (fun a => u (fst a))).
  { destruct Hu as [[M HM] Hu]; split; [exists M; intros a; apply HM|]; intros eps He.
    destruct (Hu eps He) as (d & D & P); exists d; split; [exact D|]; intros a b [H _]; apply P, H. }
  assert (Fv : @smooth (sampled_product X Y) (fun a => v (snd a))).
  { destruct Hv as [[M HM] Hv]; split; [exists M; intros a; apply HM|]; intros eps He.
    destruct (Hv eps He) as (d & D & P); exists d; split; [exact D|]; intros a b [_ H]; apply P, H. }
  split; [exact Fu|split; [exact Fv|]]; apply sampled_mean_unique; [apply smooth_mult; assumption|].
  replace (sums (sampled_product X Y) (fun a => u (fst a) * v (snd a)))
    with (fun N => sums X u N * sums Y v N).
  - apply CV_mult; apply sampled_mean_limit; assumption.
  - apply functional_extensionality; intros N; symmetry.
    etransitivity; [apply (product_sums X Y (fun a => u (fst a) * v (snd a)))|]; simpl.
    transitivity (sums X (fun a => sums Y v N * u a) N); [|rewrite sums_scal; ring].
    f_equal; apply functional_extensionality; intros a; rewrite sums_scal; ring.
Qed.

(** The uniform law on the torus of two dimensions. *)
Theorem torus_exists : exists T, torus_law T.
Proof.
  pose proof PI_RGT_0 as P.
  assert (Hw : shares_of 1 (fun _ => 1)) by (split; [intros; lra|simpl; ring]).
  set (X := pieces 1 (fun _ => 1) Hw); set (e := fun x : point X => 2 * PI * @place 1 x).
  assert (C : forall g, continuity g -> @smooth X (fun x => g (e x))).
  { intros g Hg; apply (@smooth_comp X g e Hg).
    apply (@smooth_mult X (fun _ => 2 * PI)); [apply smooth_const|apply place_smooth]. }
  assert (I : forall g G, continuity g -> (forall s, derivable_pt_lim G s (g s)) ->
    sampled_mean X (fun x => g (e x)) * (2 * PI) = G (2 * PI) - G 0).
  { intros g G Hg HG; unfold X, e.
    rewrite (piece_mean_integral 1 (fun _ => 1) Hw (fun _ s => g (2 * PI * s))
      (fun _ s => / (2 * PI) * G (2 * PI * s))).
    - simpl; rewrite Rmult_1_r, Rmult_0_r; field; lra.
    - intros _; apply (continuity_comp (fun s => 2 * PI * s) g); [|exact Hg].
      intros s; apply derivable_continuous_pt; reg.
    - intros _ s; replace (g (2 * PI * s)) with (/ (2 * PI) * (2 * PI * g (2 * PI * s))) by (field; lra).
      apply (derivable_pt_lim_scal (fun s => G (2 * PI * s))).
      pose proof (affine_chain G (g (2 * PI * s)) 0 (2 * PI) s) as A; rewrite Rplus_0_l in A.
      eapply derivable_pt_lim_ext; [|apply A, HG]; intros z; simpl; f_equal; ring. }
  exists (Labelled (R * R) (sampled_tokens (sampled_product X X)) (fun a => (e (fst a), e (snd a)))).
  assert (Id : continuity (fun s => s)) by (apply derivable_continuous, derivable_id).
  destruct (product_mean X X _ _ (C _ Id) (C _ Id)) as (F1 & F2 & _).
  split; [exact F1|split; [exact F2|]]; intros g G h H Hg HG Hh HH.
  destruct (product_mean X X _ _ (C g Hg) (C h Hh)) as (_ & _ & E).
  rewrite <- (I g G Hg HG), <- (I h H Hh HH).
  change (sampled_mean (sampled_product X X) (fun a => g (e (fst a)) * h (e (snd a))) * (2 * PI * (2 * PI))
    = sampled_mean X (fun x => g (e x)) * (2 * PI) * (sampled_mean X (fun x => h (e x)) * (2 * PI))).
  rewrite E; ring.
Qed.
