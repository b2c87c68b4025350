(** * Spaces with sample points are tokens

    Overview.  Bounded uniformly continuous functions of one and of two points obey the rules of TokenLaws.v;
    two means in a row commute since sums do, and sums of sums are as near as the function of two points is
    steady.

    Key results: [sampled_mean_swap], [sampled_tokens]. *)

From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Collapse Require Import Sums SignedLaplacian TokenLaws TokenModels Sampled.
Local Open Scope R_scope.

(** ** Admissible functions *)

Lemma smooth_const X c : smooth (fun _ : point X => c).
Proof.
  split; [exists (Rabs c); intros; lra|]; intros eps He; exists 1; split; [lra|]; intros a b _.
  unfold Rminus; rewrite Rplus_opp_r, Rabs_R0; lra.
Qed.

Lemma pair_smooth_comp {X} g (F : point X -> point X -> R) :
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

Lemma pair_smooth_plus {X} (F G : point X -> point X -> R) :
  pair_smooth F -> pair_smooth G -> pair_smooth (fun a b => F a b + G a b).
Proof.
  intros [[M HM] HF] [[K HK] HG]; split.
  - exists (M + K); intros; eapply Rle_trans; [apply Rabs_triang|apply Rplus_le_compat; auto].
  - intros eps He; destruct (HF (eps / 2) ltac:(lra)) as (d & D & P);
    destruct (HG (eps / 2) ltac:(lra)) as (e & E & Q).
    exists (Rmin d e); split; [apply Rmin_pos; assumption|]; intros a a' b b' Ha Hb.
    specialize (P a a' b b' (near_less X _ _ _ _ Ha (Rmin_l d e)) (near_less X _ _ _ _ Hb (Rmin_l d e))).
    specialize (Q a a' b b' (near_less X _ _ _ _ Ha (Rmin_r d e)) (near_less X _ _ _ _ Hb (Rmin_r d e))).
    replace (F a b + G a b - (F a' b' + G a' b')) with ((F a b - F a' b') + (G a b - G a' b')) by ring.
    eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

(** F G = ((F + G)^2 - (F - G)^2) / 4. *)
Lemma pair_smooth_mult {X} (F G : point X -> point X -> R) :
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

Lemma pair_smooth_first {X} (u : point X -> R) : smooth u -> pair_smooth (fun a _ => u a).
Proof.
  intros [[M HM] Hu]; split; [exists M; auto|]; intros eps He; destruct (Hu eps He) as (d & D & P).
  exists d; split; [exact D|]; intros a a' b b' Ha _; apply P, Ha.
Qed.

Lemma pair_smooth_row {X} (F : point X -> point X -> R) : pair_smooth F -> forall a, smooth (F a).
Proof.
  intros [[M HM] HF] a; split; [exists M; auto|]; intros eps He; destruct (HF eps He) as (d & D & P).
  exists d; split; [exact D|]; intros b b' Hb; apply P; [apply near_refl, D|exact Hb].
Qed.

Lemma pair_smooth_swap {X} (F : point X -> point X -> R) : pair_smooth F -> pair_smooth (fun a b => F b a).
Proof.
  intros [[M HM] HF]; split; [exists M; auto|]; intros eps He; destruct (HF eps He) as (d & D & P).
  exists d; split; [exact D|]; intros a a' b b' Ha Hb; apply P; assumption.
Qed.

(** Functions of one token are functions of two. *)
Lemma smooth_diagonal {X} (u : point X -> R) : pair_smooth (fun a _ : point X => u a) -> smooth u.
Proof.
  intros [[M HM] HF]; split; [exists M; intros a; apply (HM a a)|]; intros eps He;
    destruct (HF eps He) as (d & D & P).
  exists d; split; [exact D|]; intros a b Ha; apply (P a b a a Ha (near_refl X d a D)).
Qed.

Lemma smooth_plus {X} (u v : point X -> R) : smooth u -> smooth v -> smooth (fun a => u a + v a).
Proof. intros Hu Hv; apply smooth_diagonal, pair_smooth_plus; apply pair_smooth_first; assumption. Qed.

Lemma smooth_mult {X} (u v : point X -> R) : smooth u -> smooth v -> smooth (fun a => u a * v a).
Proof. intros Hu Hv; apply smooth_diagonal, pair_smooth_mult; apply pair_smooth_first; assumption. Qed.

Lemma smooth_comp {X} g (u : point X -> R) : continuity g -> smooth u -> smooth (fun a => g (u a)).
Proof. intros Hg Hu; apply smooth_diagonal, pair_smooth_comp; [exact Hg|apply pair_smooth_first, Hu]. Qed.

(** ** The rules of the mean *)

Lemma sampled_mean_plus X u v : smooth u -> smooth v ->
  sampled_mean X (fun a => u a + v a) = sampled_mean X u + sampled_mean X v.
Proof.
  intros Hu Hv; apply sampled_mean_unique; [apply smooth_plus; assumption|].
  replace (sums X (fun a => u a + v a)) with (fun N => sums X u N + sums X v N)
    by (apply functional_extensionality; intros; symmetry; apply sums_plus).
  apply CV_plus; apply sampled_mean_limit; assumption.
Qed.

Lemma sampled_mean_scal X c u : smooth u -> sampled_mean X (fun a => c * u a) = c * sampled_mean X u.
Proof.
  intros Hu; apply sampled_mean_unique; [apply (smooth_mult (fun _ => c)); [apply smooth_const|exact Hu]|].
  replace (sums X (fun a => c * u a)) with (fun N => c * sums X u N)
    by (apply functional_extensionality; intros; symmetry; apply sums_scal).
  apply (CV_mult (fun _ => c)); [apply limit_constant|apply sampled_mean_limit, Hu].
Qed.

Lemma sampled_mean_one X : sampled_mean X (fun _ => 1) = 1.
Proof.
  apply sampled_mean_unique; [apply smooth_const|].
  replace (sums X (fun _ => 1)) with (fun _ : nat => 1); [apply limit_constant|].
  apply functional_extensionality; intros; symmetry; apply sums_one.
Qed.

Lemma sampled_mean_le X u v : smooth u -> smooth v -> (forall a, u a <= v a) ->
  sampled_mean X u <= sampled_mean X v.
Proof.
  intros Hu Hv H; pose proof (smooth_mult (fun _ => -1) u (smooth_const X (-1)) Hu) as Hm.
  pose proof (smooth_plus _ _ Hv Hm) as Hd.
  pose proof (limit_lower_bound _ _ 0 (sampled_mean_limit X _ Hd)) as L.
  rewrite sampled_mean_plus, sampled_mean_scal in L by assumption;
    cut (0 <= sampled_mean X v + -1 * sampled_mean X u); [lra|].
  apply L; intros N _; apply sums_nonneg; intros a; specialize (H a); lra.
Qed.

Lemma sampled_mean_abs X u e : smooth u -> (forall a, Rabs (u a) <= e) -> Rabs (sampled_mean X u) <= e.
Proof.
  intros Hu He; assert (C : forall c, sampled_mean X (fun _ => c) = c).
  { intros c; transitivity (c * sampled_mean X (fun _ => 1)); [|rewrite sampled_mean_one; ring].
    rewrite <- sampled_mean_scal by apply smooth_const; f_equal; apply functional_extensionality; intros;
      ring. }
  assert (B : forall a, - e <= u a <= e).
  { intros a; specialize (He a); pose proof (Rle_abs (u a)); pose proof (Rle_abs (- u a)) as N.
    rewrite Rabs_Ropp in N; lra. }
  apply Rabs_le; split; [rewrite <- (C (- e))|rewrite <- (C e)]; apply sampled_mean_le;
    try apply smooth_const; try exact Hu; intros a; apply B.
Qed.

Lemma sampled_mean_fit X F : pair_smooth F -> smooth (fun a => sampled_mean X (F a)).
Proof.
  intros HF; pose proof (pair_smooth_row F HF) as R; destruct HF as [[M HM] HF]; split.
  - exists M; intros a; apply sampled_mean_abs; auto.
  - intros eps He; destruct (HF eps He) as (d & D & P); exists d; split; [exact D|]; intros a a' Ha.
    pose proof (smooth_mult (fun _ => -1) (F a') (smooth_const X (-1)) (R a')) as Hm.
    replace (sampled_mean X (F a) - sampled_mean X (F a'))
      with (sampled_mean X (fun b => F a b + -1 * F a' b))
      by (rewrite sampled_mean_plus, sampled_mean_scal; auto; ring).
    apply sampled_mean_abs; [apply smooth_plus; auto|]; intros b.
    replace (F a b + -1 * F a' b) with (F a b - F a' b) by ring; apply P; [exact Ha|apply near_refl, D].
Qed.

(** The mean of the means is the limit of the sums of the sums. *)
Lemma sampled_mean_double X F eps delta N : pair_smooth F -> pair_steady F eps delta ->
  / INR (S N) <= delta ->
  Rabs (sampled_mean X (fun a => sampled_mean X (F a))
    - sums X (fun a => sums X (F a) N) N) <= 2 * slack X * eps.
Proof.
  intros HF Hs HN; pose proof (step_positive N delta HN) as Hd.
  pose proof (pair_smooth_row F HF) as R; pose proof (sampled_mean_fit X F HF) as G.
  assert (Row : forall a, steady (F a) eps delta) by (intros a b b' Hb; apply Hs;
    [apply near_refl, Hd|exact Hb]).
  assert (Col : steady (fun a => sampled_mean X (F a)) eps delta).
  { intros a a' Ha; pose proof (smooth_mult (fun _ => -1) (F a') (smooth_const X (-1)) (R a')) as Hm.
    replace (sampled_mean X (F a) - sampled_mean X (F a'))
      with (sampled_mean X (fun b => F a b + -1 * F a' b))
      by (rewrite sampled_mean_plus, sampled_mean_scal; auto; ring).
    apply sampled_mean_abs; [apply smooth_plus; auto|]; intros b.
    replace (F a b + -1 * F a' b) with (F a b - F a' b) by ring; apply Hs; [exact Ha|apply near_refl, Hd]. }
  pose proof (sampled_mean_close X _ eps delta N G Col HN) as A.
  assert (B : Rabs (sums X (fun a => sampled_mean X (F a)) N
    - sums X (fun a => sums X (F a) N) N) <= slack X * eps).
  { replace (sums X (fun a => sampled_mean X (F a)) N
      - sums X (fun a => sums X (F a) N) N)
      with (sums X (fun a => sampled_mean X (F a) + -1 * sums X (F a) N) N)
      by (rewrite sums_plus, sums_scal; ring).
    apply sums_bound; intros a.
    replace (sampled_mean X (F a) + -1 * sums X (F a) N)
      with (sampled_mean X (F a) - sums X (F a) N) by ring.
    apply (sampled_mean_close X _ eps delta N (R a) (Row a) HN). }
  set (x := sums X (fun a => sampled_mean X (F a)) N) in *.
  match goal with |- Rabs (?p - ?q) <= _ => replace (p - q) with ((p - x) + (x - q)) by ring end.
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma sampled_mean_swap X F : pair_smooth F ->
  sampled_mean X (fun a => sampled_mean X (F a)) = sampled_mean X (fun b => sampled_mean X (fun a => F a b)).
Proof.
  intros HF; apply cond_eq; intros eps He; pose proof (slack_pos X) as K.
  set (e := eps / (5 * slack X)); assert (Ee : slack X * e = eps / 5) by (unfold e; field; lra).
  destruct (proj2 HF e) as (delta & Hd & P); [apply Rdiv_lt_0_compat; lra|].
  destruct (small_step delta Hd) as [N H]; specialize (H N (le_n N)).
  pose proof (sampled_mean_double X F e delta N HF P H) as A.
  assert (P' : pair_steady (fun a b => F b a) e delta) by (intros a a' b b' Ha Hb; apply P; assumption).
  pose proof (sampled_mean_double X (fun a b => F b a) e delta N (pair_smooth_swap F HF) P' H) as C.
  rewrite <- (sums_swap X X F) in C.
  set (x := sums X (fun a => sums X (F a) N) N) in *.
  match goal with |- Rabs (?p - ?q) < _ => replace (p - q) with ((p - x) + - (q - x)) by ring end.
  eapply Rle_lt_trans; [apply Rabs_triang|rewrite Rabs_Ropp; lra].
Qed.

(** They are tokens. *)
Definition sampled_tokens (X : sampled) : tokens :=
  Tokens (point X) smooth pair_smooth (sampled_mean X)
    (smooth_const X) smooth_plus smooth_mult smooth_comp (fun u H => proj1 H)
    pair_smooth_first pair_smooth_swap pair_smooth_plus pair_smooth_mult pair_smooth_comp (fun F H => proj1 H)
    pair_smooth_row (sampled_mean_fit X) (sampled_mean_one X) (sampled_mean_plus X) (sampled_mean_scal X)
    (sampled_mean_le X) (sampled_mean_swap X).
