(** * T5 for nonnegative factors and profiles below their peak, on any labels

    Overview. Let k >= 0. If f(t) <= f(1) on [-1, 1], no law has more energy than the collapsed ones: each
    pair of tokens lacks k (f(1) - f(<x, x'>)) >= 0. If f is peaked and continuous, for each eps there is
    a C with 1 - t <= eps + C (f(1) - f(t)), so that a law without a gap has mean k (1 - <x, x'>) = 0,
    half the sum of the forms of its coordinates: no series and no slope are needed. If f(-1) = f(1),
    contents u and -u do not lack anything, and if k = 0 no contents do.

    Key results: [all_peaked], [all_peaked_positive], [some_split], [some_zero], [variance_spreads]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse PsdCheck Profiles
  TokenLaws TokenModels TokenLaplacian TokenClaims.
Local Open Scope R_scope.

(** 1 - t <= eps + C (f(1) - f(t)) on [-1, 1]. *)
Lemma peaked_slack f eps : continuity f -> peaked f -> 0 < eps ->
  exists C, 0 <= C /\ forall t, -1 <= t <= 1 -> 1 - t <= eps + C * (f 1 - f t).
Proof.
  intros Hf Hp He; pose proof (peaked_bounded f Hp) as B; destruct (Rle_dec (1 - eps) (-1)) as [Hl|Hl].
  - exists 0; split; [lra|intros t Ht; lra].
  - destruct (continuity_ab_maj f (-1) (1 - eps) ltac:(lra) (fun c _ => Hf c)) as (m & Hm & Bm).
    pose proof (Hp m ltac:(lra)) as P; exists (2 / (f 1 - f m)).
    assert (I : 0 < / (f 1 - f m)) by (apply Rinv_0_lt_compat; lra); assert (C : 0 <= 2 / (f 1 - f m)) by
      (unfold Rdiv; lra).
    split; [exact C|]; intros t Ht; destruct (Rle_dec t (1 - eps)) as [Hle|Hgt].
    + specialize (Hm t ltac:(lra)); apply Rle_trans with (2 / (f 1 - f m) * (f 1 - f m)).
      * unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
      * pose proof (Rmult_le_compat_l _ (f 1 - f m) (f 1 - f t) C ltac:(lra)); lra.
    + specialize (B t Ht); pose proof (Rmult_le_pos _ (f 1 - f t) C ltac:(lra)); lra.
Qed.

Lemma lack_fit {L : Type} (T : labelled L) (A : pairs T) (d : nat) (x : token T -> nat -> R) (HA : pair_fit T
  A) (Hx : contents T d x) : pair_fit T (fun a b => A a b * (1 - dot d (x a) (x b))).
Proof. apply pair_mult; [exact HA|apply (spread_fit d T x Hx)]. Qed.

Lemma dominated_gap {L : Type} (T : labelled L) (A : pairs T) (d : nat) (x : token T -> nat -> R) (f : R ->
  R) (HA : pair_fit T A) (A0 : forall a b, 0 <= A a b) (Hx : contents T d x) (Hf : continuity f) :
  bounded_by_one f -> 0 <= profile_gap A d x f.
Proof.
  intros B; apply pair_mean_nonneg; [apply (profile_gap_fit A HA d x (proj1 Hx) f Hf)|]; intros a b.
  apply Rmult_le_pos; [apply A0|]; specialize (B _ (contents_bounds T d x a b Hx)); lra.
Qed.

(** Without a gap, mean A (1 - <x, x'>) = 0. *)
Lemma peaked_lack {L : Type} (T : labelled L) (A : pairs T) (d : nat) (x : token T -> nat -> R) (f : R -> R)
  (HA : pair_fit T A) (A0 : forall a b, 0 <= A a b) (Hx : contents T d x) (Hf : continuity f) : peaked f ->
  profile_gap A d x f = 0 ->
  pair_mean (fun a b => A a b * (1 - dot d (x a) (x b))) = 0.
Proof.
  intros Hp H0; pose proof (profile_gap_fit A HA d x (proj1 Hx) f Hf) as G.
  destruct (pair_bounded T A HA) as [M HM]; set (K := Rabs M + 1).
  assert (HK : 0 < K) by (unfold K; pose proof (Rabs_pos M); lra); apply Rle_antisym.
  - apply le_epsilon; intros eps Heps; rewrite Rplus_0_l.
    destruct (peaked_slack f (eps / K) Hf Hp) as (C & HC & P); [apply Rdiv_lt_0_compat; assumption|].
    replace eps with (pair_mean (T := T) (fun _ _ => eps) + C * profile_gap A d x f)
      by (rewrite pair_mean_const, H0; ring).
    unfold profile_gap in *; rewrite <- (pair_mean_scal C _ G).
    rewrite <- pair_mean_plus by first [apply pair_const|apply pair_scal, G].
    apply pair_mean_le; [apply (lack_fit T A d x HA Hx)|apply pair_plus;
      [apply pair_const|apply pair_scal, G]|].
    intros a b; specialize (P _ (contents_bounds T d x a b Hx)); specialize (A0 a b);
      set (t := dot d _ _) in *.
    assert (U : A a b * (eps / K) <= eps).
    { replace eps with (K * (eps / K)) at 2 by (field; lra).
      apply Rmult_le_compat_r; [left; apply Rdiv_lt_0_compat; assumption|].
      specialize (HM a b); pose proof (Rle_abs (A a b)); pose proof (Rle_abs M); unfold K; lra. }
    pose proof (Rmult_le_compat_l _ _ _ A0 P) as Q; lra.
  - apply pair_mean_nonneg; [apply (lack_fit T A d x HA Hx)|]; intros a b; apply Rmult_le_pos; [apply A0|].
    pose proof (contents_bounds T d x a b Hx); lra.
Qed.

(** mean A (1 - <x, x'>) is half the sum of the forms of the coordinates. *)
Lemma lack_forms {L : Type} (T : labelled L) (A : pairs T) (d : nat) (x : token T -> nat -> R) (HA : pair_fit
  T A) (A0 : forall a b, 0 <= A a b) (Hx : contents T d x) : pair_mean (fun a b => A a b * (1 - dot d (x a)
  (x b))) = 0 ->
  forall i, (i < d)%nat -> token_form A (fun w => x w i) = 0.
Proof.
  intros H0; assert (F : forall i, (i < d)%nat ->
    pair_fit T (fun a b => A a b * ((x a i - x b i) * (x a i - x b i)))).
  { intros i Hi; pose proof (proj1 Hx i Hi) as Fi; cbv beta in Fi; apply pair_mult; [exact HA|].
    apply pair_mult; apply pair_minus; first [apply (pair_first T (fun w => x w i)), Fi|
      apply (pair_second (fun w => x w i)), Fi]. }
  assert (S : rsum d (fun i => token_form A (fun w => x w i)) = 0).
  { unfold token_form; rewrite <- pair_mean_rsum by exact F.
    rewrite (pair_mean_ext _ (fun a b => 2 * (A a b * (1 - dot d (x a) (x b))))).
    - rewrite pair_mean_scal, H0 by apply (lack_fit T A d x HA Hx); ring.
    - intros a b; rewrite rsum_scal; pose proof (dot_difference d (x a) (x b)) as E.
      rewrite !(proj2 Hx) in E; unfold dot in E at 1; rewrite E; ring. }
  apply (rsum_nonneg_zero d (fun i => token_form A (fun w => x w i))); [|exact S].
  intros i Hi; apply pair_mean_nonneg; [apply F, Hi|]; intros a b.
  apply Rmult_le_pos; [apply A0|apply Rle_0_sqr].
Qed.

(** ** All *)

(** k >= 0 whose form is null on coordinates of collapsed laws alone. *)
Theorem all_peaked {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c ->
  peaked f -> (forall T, rho T -> forall a b, 0 <= between k T a b) ->
  (forall T x, rho T -> contents T d x ->
   (forall i, (i < d)%nat -> token_form (between k T) (fun w => x w i) = 0) -> law_collapsed T d x) ->
  AllOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc Hp HP Hn; apply (all_without_gap view rho d k f Hv Hf c Hd Hc).
  - intros T x HT Hx; apply (dominated_gap T _ d x f (proj1 (Hc T HT)) (HP T HT) Hx Hf), peaked_bounded, Hp.
  - intros T x HT Hx H0; apply Hn; [exact HT|exact Hx|]; pose proof (proj1 (Hc T HT)) as F.
    apply (lack_forms T _ d x F (HP T HT) Hx), (peaked_lack T _ d x f F (HP T HT) Hx Hf Hp H0).
Qed.

(** A factor with a positive lower bound. *)
Theorem all_peaked_positive {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c ->
  peaked f -> (forall T, rho T -> exists e, 0 < e /\ forall a b, e <= between k T a b) ->
  AllOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc Hp HP; assert (H0 : forall T, rho T -> forall a b, 0 <= between k T a b).
  { intros T HT a b; destruct (HP T HT) as (e & He & B); specialize (B a b); lra. }
  apply (all_without_gap view rho d k f Hv Hf c Hd Hc).
  - intros T x HT Hx; apply (dominated_gap T _ d x f (proj1 (Hc T HT)) (H0 T HT) Hx Hf), peaked_bounded, Hp.
  - intros T x HT Hx G; pose proof (proj1 (Hc T HT)) as F; destruct (HP T HT) as (e & He & B).
    pose proof (peaked_lack T _ d x f F (H0 T HT) Hx Hf Hp G) as Z; apply collapsed_of_products; [exact Hx|].
    assert (Q : e * (1 - pair_mean (fun a b => dot d (x a) (x b))) <= 0).
    { rewrite <- Z, <- (spread_mean d T x Hx), <- pair_mean_scal by apply (spread_fit d T x Hx).
      apply pair_mean_le; [apply pair_scal, (spread_fit d T x Hx)|apply (lack_fit T _ d x F Hx)|].
      intros a b; apply Rmult_le_compat_r; [pose proof (contents_bounds T d x a b Hx); lra|apply B]. }
    apply (Rmult_le_reg_l e); [exact He|lra].
Qed.

(** ** Some *)

(** A set of labels is admissible, and neither it nor the rest has all of the law. *)
Definition splits {L : Type} (T : labelled L) : Prop :=
  exists s : L -> R, (forall l, s l = 1 \/ s l = -1) /\ fit T (fun w => s (label T w)) /\
  mean T (fun w => s (label T w)) * mean T (fun w => s (label T w)) < 1.

(** A content that depends on the label is not almost surely constant. *)
Definition spreads {L : Type} (T : labelled L) (d : nat) : Prop :=
  exists y : L -> nat -> R, contents T d (fun w => y (label T w)) /\
  pair_mean (fun a b => dot d (y (label T a)) (y (label T b))) < 1.

(** Contents u and -u on such a set and on the rest. *)
Lemma split_contents {L : Type} (T : labelled L) d (s : L -> R) : (1 <= d)%nat ->
  (forall l, s l = 1 \/ s l = -1) -> fit T (fun w => s (label T w)) ->
  contents T d (fun w i => s (label T w) * basis 0 i) /\
  forall a b, dot d (fun i => s (label T a) * basis 0 i) (fun i => s (label T b) * basis 0 i)
    = s (label T a) * s (label T b).
Proof.
  intros Hd Hs F; assert (P : forall a b, dot d (fun i => s (label T a) * basis 0 i)
    (fun i => s (label T b) * basis 0 i) = s (label T a) * s (label T b)).
  { intros a b; rewrite dot_scal_l, dot_comm, dot_scal_l, basis_unit by lia; ring. }
  split; [split|exact P].
  - intros i _; apply fit_mult; [exact F|apply fit_const].
  - intros w; rewrite P; destruct (Hs (label T w)) as [->| ->]; ring.
Qed.

(** No law has more energy than the collapsed ones, and f(-1) = f(1). *)
Theorem some_even {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c ->
  f (-1) = f 1 ->
  (forall T x, rho T -> contents T d x -> 0 <= profile_gap (between k T) d x f) ->
  (forall T, rho T -> splits T) -> SomeOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc He HG HS; apply (some_by_tie view rho d k f Hv Hf c Hd Hc HG).
  intros T HT; destruct (HS T HT) as (s & Hs & F & M).
  destruct (split_contents T d s Hd Hs F) as [Hy P]; exists (fun w i => s (label T w) * basis 0 i).
  split; [exact Hy|split; [exact (Hv T d (fun l i => s l * basis 0 i))|split]].
  - unfold profile_gap; rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const; [reflexivity|].
    intros a b; rewrite P; assert (E : f (s (label T a) * s (label T b)) = f 1); [|rewrite E; ring].
    destruct (Hs (label T a)) as [->| ->], (Hs (label T b)) as [->| ->]; [|rewrite <- He..|]; f_equal; ring.
  - rewrite (pair_mean_ext _ (fun a b => s (label T a) * s (label T b))) by exact P.
    rewrite (pair_mean_product _ _ F F); exact M.
Qed.

(** k >= 0, f <= f(1), f(-1) = f(1): "some". *)
Theorem some_split {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c ->
  bounded_by_one f -> f (-1) = f 1 -> (forall T, rho T -> forall a b, 0 <= between k T a b) ->
  (forall T, rho T -> splits T) -> SomeOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc B He HP; apply (some_even view rho d k f Hv Hf c Hd Hc He); intros T x HT Hx.
  apply (dominated_gap T _ d x f (proj1 (Hc T HT)) (HP T HT) Hx Hf B).
Qed.

(** k = 0: all laws have the same energy. *)
Theorem some_zero {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c ->
  (forall T, rho T -> forall a b, between k T a b = 0) -> (forall T, rho T -> spreads T d) ->
  SomeOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc HZ HS; assert (G : forall T x, rho T -> profile_gap (between k T) d x f = 0).
  { intros T x HT; unfold profile_gap; rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const;
      [reflexivity|]; intros a b; rewrite (HZ T HT); ring. }
  apply (some_by_tie view rho d k f Hv Hf c Hd Hc); [intros T x HT _; rewrite (G T x HT); lra|].
  intros T HT; destruct (HS T HT) as (y & Hy & M); exists (fun w => y (label T w)).
  split; [exact Hy|split; [exact (Hv T d y)|split; [apply G, HT|exact M]]].
Qed.

Lemma split_spreads {L : Type} (T : labelled L) d : (1 <= d)%nat -> splits T -> spreads T d.
Proof.
  intros Hd (s & Hs & F & M); destruct (split_contents T d s Hd Hs F) as [Hy P].
  exists (fun l i => s l * basis 0 i); split; [exact Hy|].
  rewrite (pair_mean_ext _ (fun a b => s (label T a) * s (label T b))) by exact P.
  rewrite (pair_mean_product _ _ F F); exact M.
Qed.

(** What the law of labels of some tokens has, all tokens with the same law of labels have. *)
Lemma same_labels_fit {L : Type} (T0 T : labelled L) (g : L -> R) : same_labels T0 T ->
  fit T0 (fun w => g (label T0 w)) ->
  fit T (fun w => g (label T w)) /\ mean T (fun w => g (label T w)) = mean T0 (fun w => g (label T0 w)).
Proof.
  intros HT F; destruct (HT (fun l _ => g l) (pair_first T0 _ F)) as [P E].
  assert (C : forall (S : labelled L) a, mean S (fun b => between (fun l _ => g l) S a b) = g (label S a))
    by (intros; unfold between; apply (mean_const (T := S))).
  split.
  - apply (fit_ext (fun a => mean T (between (fun l _ => g l) T a))); [apply C|apply pair_mean_fit, P].
  - transitivity (pair_mean (between (fun l _ => g l) T)); [symmetry; apply mean_ext, C|].
    rewrite E; apply mean_ext, C.
Qed.

Lemma same_labels_splits {L : Type} (T0 T : labelled L) : same_labels T0 T -> splits T0 -> splits T.
Proof.
  intros HT (s & Hs & F & M); destruct (same_labels_fit T0 T s HT F) as [F' E].
  exists s; split; [exact Hs|split; [exact F'|rewrite E; exact M]].
Qed.
