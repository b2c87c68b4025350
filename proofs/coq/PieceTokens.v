(** * Pieces of a line are tokens

    Overview.  Bounded functions that are uniformly continuous on every piece, of one and of two tokens, obey
    the rules of TokenLaws.v; two means in a row commute since sums do, and sums of sums are as near as the
    function of two tokens is steady.

    Key results: [piece_mean_swap], [piece_tokens]. *)

From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Collapse Require Import Sums SignedLaplacian TokenLaws TokenModels Pieces.
Local Open Scope R_scope.

(** ** Admissible functions *)

Lemma near_less {n} d d' (a b : piece n) : near d a b -> d <= d' -> near d' a b.
Proof. intros [E H] L; split; [exact E|lra]. Qed.

Lemma near_refl {n} d (a : piece n) : 0 < d -> near d a a.
Proof. intros H; split; [reflexivity|]; unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; exact H. Qed.

Lemma smooth_const n c : smooth (fun _ : piece n => c).
Proof.
  split; [exists (Rabs c); intros; lra|]; intros eps He; exists 1; split; [lra|]; intros a b _.
  unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; lra.
Qed.

Lemma pair_smooth_comp {n} g (F : piece n -> piece n -> R) :
  continuity g -> pair_smooth F -> pair_smooth (fun a b => g (F a b)).
Proof.
  intros Hg [[M HM] HF]; destruct (continuous_bounded g M Hg) as [K HK].
  split; [exists K; intros; apply HK, HM|]; intros eps He.
  destruct (Heine g (fun t => - M <= t <= M) (compact_P3 (- M) M) (fun t _ => Hg t) (mkposreal eps He))
    as [delta P]; simpl in P.
  pose proof (cond_pos delta) as Hd; destruct (HF (delta / 2) ltac:(lra)) as (d & D & Q); exists d; split;
    [exact D|].
  intros a a' b b' Ha Hb.
  assert (B : forall x y, - M <= F x y <= M).
  { intros x y; specialize (HM x y); pose proof (Rle_abs (F x y)); pose proof (Rle_abs (- F x y)) as N.
    rewrite Rabs_Ropp in N; lra. }
  left; apply P; [apply B|apply B|]; specialize (Q a a' b b' Ha Hb); lra.
Qed.

Lemma pair_smooth_plus {n} (F G : piece n -> piece n -> R) :
  pair_smooth F -> pair_smooth G -> pair_smooth (fun a b => F a b + G a b).
Proof.
  intros [[M HM] HF] [[K HK] HG]; split.
  - exists (M + K); intros; eapply Rle_trans; [apply Rabs_triang|apply Rplus_le_compat; auto].
  - intros eps He; destruct (HF (eps / 2) ltac:(lra)) as (d & D & P);
    destruct (HG (eps / 2) ltac:(lra)) as (e & E & Q).
    exists (Rmin d e); split; [apply Rmin_pos; assumption|]; intros a a' b b' Ha Hb.
    specialize (P a a' b b' (near_less _ _ _ _ Ha (Rmin_l d e)) (near_less _ _ _ _ Hb (Rmin_l d e))).
    specialize (Q a a' b b' (near_less _ _ _ _ Ha (Rmin_r d e)) (near_less _ _ _ _ Hb (Rmin_r d e))).
    replace (F a b + G a b - (F a' b' + G a' b')) with ((F a b - F a' b') + (G a b - G a' b')) by ring.
    eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

(** F G = ((F + G)^2 - (F - G)^2) / 4. *)
Lemma pair_smooth_mult {n} (F G : piece n -> piece n -> R) :
  pair_smooth F -> pair_smooth G -> pair_smooth (fun a b => F a b * G a b).
Proof.
  intros HF HG; set (q := fun t => t * t / 4); set (m := fun t => - (t * t) / 4).
  assert (Hq : continuity q) by (intros t; apply derivable_continuous_pt; unfold q; reg).
  assert (Hm : continuity m) by (intros t; apply derivable_continuous_pt; unfold m; reg).
  assert (Ho : continuity Ropp) by (intros t; apply derivable_continuous_pt; reg).
  pose proof (pair_smooth_plus _ _ HF HG) as S.
  pose proof (pair_smooth_plus _ _ HF (pair_smooth_comp Ropp G Ho HG)) as D.
  pose proof (pair_smooth_plus _ _ (pair_smooth_comp q _ Hq S) (pair_smooth_comp m _ Hm D)) as E.
  replace (fun a b => F a b * G a b) with (fun a b => q (F a b + G a b) + m (F a b + - G a b)); [exact E|].
  apply functional_extensionality; intros a; apply functional_extensionality; intros b; unfold q, m; field.
Qed.

Lemma pair_smooth_first {n} (u : piece n -> R) : smooth u -> pair_smooth (fun a _ => u a).
Proof.
  intros [[M HM] Hu]; split; [exists M; auto|]; intros eps He; destruct (Hu eps He) as (d & D & P).
  exists d; split; [exact D|]; intros a a' b b' Ha _; apply P, Ha.
Qed.

Lemma pair_smooth_row {n} (F : piece n -> piece n -> R) : pair_smooth F -> forall a, smooth (F a).
Proof.
  intros [[M HM] HF] a; split; [exists M; auto|]; intros eps He; destruct (HF eps He) as (d & D & P).
  exists d; split; [exact D|]; intros b b' Hb; apply P; [apply near_refl, D|exact Hb].
Qed.

Lemma pair_smooth_swap {n} (F : piece n -> piece n -> R) : pair_smooth F -> pair_smooth (fun a b => F b a).
Proof.
  intros [[M HM] HF]; split; [exists M; auto|]; intros eps He; destruct (HF eps He) as (d & D & P).
  exists d; split; [exact D|]; intros a a' b b' Ha Hb; apply P; assumption.
Qed.

(** Functions of one token are functions of two. *)
Lemma smooth_diagonal {n} (u : piece n -> R) : pair_smooth (fun a _ : piece n => u a) -> smooth u.
Proof.
  intros [[M HM] HF]; split; [exists M; intros a; apply (HM a a)|]; intros eps He;
    destruct (HF eps He) as (d & D & P).
  exists d; split; [exact D|]; intros a b Ha; apply (P a b a a Ha (near_refl d a D)).
Qed.

Lemma smooth_plus {n} (u v : piece n -> R) : smooth u -> smooth v -> smooth (fun a => u a + v a).
Proof. intros Hu Hv; apply smooth_diagonal, pair_smooth_plus; apply pair_smooth_first; assumption. Qed.

Lemma smooth_mult {n} (u v : piece n -> R) : smooth u -> smooth v -> smooth (fun a => u a * v a).
Proof. intros Hu Hv; apply smooth_diagonal, pair_smooth_mult; apply pair_smooth_first; assumption. Qed.

Lemma smooth_comp {n} g (u : piece n -> R) : continuity g -> smooth u -> smooth (fun a => g (u a)).
Proof. intros Hg Hu; apply smooth_diagonal, pair_smooth_comp; [exact Hg|apply pair_smooth_first, Hu]. Qed.

(** ** The rules of the mean *)

Lemma piece_mean_plus n w Hw u v : smooth u -> smooth v ->
  piece_mean n w Hw (fun a => u a + v a) = piece_mean n w Hw u + piece_mean n w Hw v.
Proof.
  intros Hu Hv; apply piece_mean_unique; [apply smooth_plus; assumption|].
  replace (fun N => sums n w Hw (fun a => u a + v a) (S N)) with (fun N => sums n w Hw u (S N) + sums n w
    Hw v (S N))
    by (apply functional_extensionality; intros; symmetry; apply riemann_plus).
  apply (CV_plus (fun N => sums n w Hw u (S N))); apply piece_mean_limit; assumption.
Qed.

Lemma piece_mean_scal n w Hw c u : smooth u -> piece_mean n w Hw (fun a => c * u a) = c * piece_mean n w Hw u.
Proof.
  intros Hu; apply piece_mean_unique; [apply (smooth_mult (fun _ => c)); [apply smooth_const|exact Hu]|].
  replace (fun N => sums n w Hw (fun a => c * u a) (S N)) with (fun N => c * sums n w Hw u (S N))
    by (apply functional_extensionality; intros; symmetry; apply riemann_scal).
  apply (CV_mult (fun _ => c)); [apply limit_constant|apply piece_mean_limit, Hu].
Qed.

Lemma piece_mean_one n w Hw : piece_mean n w Hw (fun _ => 1) = 1.
Proof.
  apply piece_mean_unique; [apply smooth_const|].
  replace (fun N => sums n w Hw (fun _ => 1) (S N)) with (fun _ : nat => 1); [apply limit_constant|].
  apply functional_extensionality; intros; symmetry; apply riemann_one, Hw.
Qed.

Lemma piece_mean_le n w Hw u v : smooth u -> smooth v -> (forall a, u a <= v a) ->
  piece_mean n w Hw u <= piece_mean n w Hw v.
Proof.
  intros Hu Hv H; pose proof (smooth_mult (fun _ => -1) u (smooth_const n (-1)) Hu) as Hm.
  pose proof (smooth_plus _ _ Hv Hm) as Hd.
  pose proof (limit_lower_bound _ _ 0 (piece_mean_limit n w Hw _ Hd)) as L.
  rewrite piece_mean_plus, piece_mean_scal in L by assumption;
    cut (0 <= piece_mean n w Hw v + -1 * piece_mean n w Hw u); [lra|].
  apply L; intros N _; apply riemann_nonneg; [exact Hw|]; intros a; specialize (H a); lra.
Qed.

Lemma piece_mean_abs n w Hw u e : smooth u -> (forall a, Rabs (u a) <= e) -> Rabs (piece_mean n w Hw u) <= e.
Proof.
  intros Hu He; assert (C : forall c, piece_mean n w Hw (fun _ => c) = c).
  { intros c; transitivity (c * piece_mean n w Hw (fun _ => 1)); [|rewrite piece_mean_one; ring].
    rewrite <- piece_mean_scal by apply smooth_const; f_equal; apply functional_extensionality; intros;
      ring. }
  assert (B : forall a, - e <= u a <= e).
  { intros a; specialize (He a); pose proof (Rle_abs (u a)); pose proof (Rle_abs (- u a)) as N.
    rewrite Rabs_Ropp in N; lra. }
  apply Rabs_le; split; [rewrite <- (C (- e))|rewrite <- (C e)]; apply piece_mean_le;
    try apply smooth_const; try exact Hu; intros a; apply B.
Qed.

Lemma piece_mean_fit n w Hw F : pair_smooth F -> smooth (fun a => piece_mean n w Hw (F a)).
Proof.
  intros HF; pose proof (pair_smooth_row F HF) as R; destruct HF as [[M HM] HF]; split.
  - exists M; intros a; apply piece_mean_abs; auto.
  - intros eps He; destruct (HF eps He) as (d & D & P); exists d; split; [exact D|]; intros a a' Ha.
    pose proof (smooth_mult (fun _ => -1) (F a') (smooth_const n (-1)) (R a')) as Hm.
    replace (piece_mean n w Hw (F a) - piece_mean n w Hw (F a'))
      with (piece_mean n w Hw (fun b => F a b + -1 * F a' b))
      by (rewrite piece_mean_plus, piece_mean_scal; auto; ring).
    apply piece_mean_abs; [apply smooth_plus; auto|]; intros b.
    replace (F a b + -1 * F a' b) with (F a b - F a' b) by ring; apply P; [exact Ha|apply near_refl, D].
Qed.

(** The mean of the means is the limit of the sums of the sums. *)
Lemma piece_mean_double n w Hw F eps delta N : pair_smooth F -> pair_steady F eps delta ->
  / INR (S N) <= delta ->
  Rabs (piece_mean n w Hw (fun a => piece_mean n w Hw (F a))
    - sums n w Hw (fun a => sums n w Hw (F a) (S N)) (S N)) <= 4 * eps.
Proof.
  intros HF Hs HN.
  assert (Hd : 0 < delta) by (eapply Rlt_le_trans; [apply Rinv_0_lt_compat, lt_0_INR,
    Nat.lt_0_succ|exact HN]).
  pose proof (pair_smooth_row F HF) as R; pose proof (piece_mean_fit n w Hw F HF) as G.
  assert (Row : forall a, steady (F a) eps delta) by (intros a b b' Hb; apply Hs;
    [apply near_refl, Hd|exact Hb]).
  assert (Col : steady (fun a => piece_mean n w Hw (F a)) eps delta).
  { intros a a' Ha; pose proof (smooth_mult (fun _ => -1) (F a') (smooth_const n (-1)) (R a')) as Hm.
    replace (piece_mean n w Hw (F a) - piece_mean n w Hw (F a'))
      with (piece_mean n w Hw (fun b => F a b + -1 * F a' b))
      by (rewrite piece_mean_plus, piece_mean_scal; auto; ring).
    apply piece_mean_abs; [apply smooth_plus; auto|]; intros b.
    replace (F a b + -1 * F a' b) with (F a b - F a' b) by ring; apply Hs; [exact Ha|apply near_refl, Hd]. }
  pose proof (piece_mean_close n w Hw _ eps delta N G Col HN) as A.
  assert (B : Rabs (sums n w Hw (fun a => piece_mean n w Hw (F a)) (S N)
    - sums n w Hw (fun a => sums n w Hw (F a) (S N)) (S N)) <= 2 * eps).
  { replace (sums n w Hw (fun a => piece_mean n w Hw (F a)) (S N)
      - sums n w Hw (fun a => sums n w Hw (F a) (S N)) (S N))
      with (sums n w Hw (fun a => piece_mean n w Hw (F a) + -1 * sums n w Hw (F a) (S N)) (S N))
      by (rewrite riemann_plus, riemann_scal; ring).
    apply riemann_bound; [exact Hw|]; intros a.
    replace (piece_mean n w Hw (F a) + -1 * sums n w Hw (F a) (S N))
      with (piece_mean n w Hw (F a) - sums n w Hw (F a) (S N)) by ring.
    apply (piece_mean_close n w Hw _ eps delta N (R a) (Row a) HN). }
  set (x := sums n w Hw (fun a => piece_mean n w Hw (F a)) (S N)) in *.
  match goal with |- Rabs (?p - ?q) <= _ => replace (p - q) with ((p - x) + (x - q)) by ring end.
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma piece_mean_swap n w Hw F : pair_smooth F ->
  piece_mean n w Hw (fun a => piece_mean n w Hw (F a)) = piece_mean n w Hw (fun b => piece_mean n w Hw (fun
    a => F a b)).
Proof.
  intros HF; apply cond_eq; intros eps He; destruct HF as [B HF].
  destruct (HF (eps / 9) ltac:(lra)) as (delta & Hd & P); destruct (small_step delta Hd) as [N H].
  specialize (H N (le_n N)); pose proof (conj B HF : pair_smooth F) as HF'.
  pose proof (piece_mean_double n w Hw F (eps / 9) delta N HF' P H) as A.
  assert (P' : pair_steady (fun a b => F b a) (eps / 9) delta) by (intros a a' b b' Ha Hb; apply P;
    assumption).
  pose proof (piece_mean_double n w Hw (fun a b => F b a) (eps / 9) delta N (pair_smooth_swap F HF') P' H)
    as C.
  rewrite <- (riemann_swap n _ w F) in C.
  set (x := sums n w Hw (fun a => sums n w Hw (F a) (S N)) (S N)) in *.
  match goal with |- Rabs (?p - ?q) < _ => replace (p - q) with ((p - x) + - (q - x)) by ring end.
  eapply Rle_lt_trans; [apply Rabs_triang|rewrite Rabs_Ropp; lra].
Qed.

(** Pieces as tokens. *)
Definition piece_tokens (n : nat) (w : nat -> R) (Hw : shares_of n w) : tokens :=
  Tokens (piece n) smooth pair_smooth (piece_mean n w Hw)
    (smooth_const n) smooth_plus smooth_mult smooth_comp (fun u H => proj1 H)
    pair_smooth_first pair_smooth_swap pair_smooth_plus pair_smooth_mult pair_smooth_comp (fun F H => proj1 H)
    pair_smooth_row (piece_mean_fit n w Hw) (piece_mean_one n w Hw) (piece_mean_plus n w Hw)
      (piece_mean_scal n w Hw)
    (piece_mean_le n w Hw) (piece_mean_swap n w Hw).
