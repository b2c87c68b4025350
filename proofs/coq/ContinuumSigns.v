(** * T5 for factors that are bounded away from 0, on any labels

    Overview. P says what the labels of tokens are: points of an interval or of a cube, with admissible
    coordinates. k is admissible on all of them, with k >= e > 0 ("all" for peaked profiles), k >= 0
    ("some" for f(-1) = f(1), where a set of labels is admissible that is neither everything nor nothing),
    or k <= -e < 0 ("none", where a function of the label has a variance). The law of labels is that of
    any tokens T0 in P ([labels_of]).

    Key results: [all_above], [some_above], [none_below], [cube_variance]. *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse PsdCheck Profiles
  TokenLaws
  TokenLaplacian TokenClaims TokenPeaked CircleWaves CircleProjections CircleLaws CircleClaims LabelLaws
    TokenSigns
  UniformLaws.
Local Open Scope R_scope.

(** Tokens in P with the law of labels of T0. *)
Definition labels_of {L : Type} (P : labelled L -> Prop) (T0 T : labelled L) : Prop := P T /\ same_labels T0
  T.

(** Points of the cube [a, b]^n. *)
Definition cube (n : nat) (a b : R) (T : labelled (nat -> R)) : Prop :=
  forall i, (i < n)%nat -> fit T (fun w => label T w i) /\ forall w, a <= label T w i <= b.

(** All coordinates are uniform angles. *)
Definition uniform_torus (n : nat) (T : labelled (nat -> R)) : Prop :=
  forall i, (i < n)%nat -> circle_law (Labelled R T (fun w => label T w i)).

Lemma uniform_torus_cube n T : uniform_torus n T -> cube n 0 (2 * PI) T.
Proof. intros H i Hi; destruct (H i Hi) as (F & B & _); split; assumption. Qed.

Lemma labels_of_mean {L : Type} (k : L -> L -> R) (P : labelled L -> Prop) (Hk : forall T, P T -> pair_fit T
  (between k T)) (T0 : labelled L) (H0 : P T0) : factor_mean (labels_of P T0) k (pair_mean (between k T0)).
Proof. intros T [HP HT]; split; [apply Hk, HP|apply HT, Hk, H0]. Qed.

(** k >= e > 0 and a peaked profile: "all". *)
Theorem all_above {L : Type} (view : views L) (Hv : admits_graphs view) (k : L -> L -> R) (f : R -> R) (d :
  nat) (Hf : continuity f) (P : labelled L -> Prop) (Hk : forall T, P T -> pair_fit T (between k T)) (T0 :
  labelled L) (H0 : P T0) e : 0 < e -> (forall T, P T -> forall a b, e <= between k T a b) -> peaked f -> (1
  <=
  d)%nat ->
  AllOf (labels_of P T0) view d (factor_kernel d k f).
Proof.
  intros He B Hp Hd; apply (all_peaked_positive view (labels_of P T0) d k f Hv Hf _ Hd (labels_of_mean k P Hk
    T0 H0) Hp).
  intros T [HP _]; exists e; split; [exact He|exact (B T HP)].
Qed.

(** k >= 0, f <= f(1) and f(-1) = f(1): "some". *)
Theorem some_above {L : Type} (view : views L) (Hv : admits_graphs view) (k : L -> L -> R) (f : R -> R) (d :
  nat) (Hf : continuity f) (P : labelled L -> Prop) (Hk : forall T, P T -> pair_fit T (between k T)) (T0 :
  labelled L) (H0 : P T0) : (forall T, P T -> forall a b, 0 <= between k T a b) -> bounded_by_one f -> f (-1)
  = f 1
  ->
  splits T0 -> (1 <= d)%nat -> SomeOf (labels_of P T0) view d (factor_kernel d k f).
Proof.
  intros B Hb He S Hd; apply (some_split view (labels_of P T0) d k f Hv Hf _ Hd (labels_of_mean k P Hk T0 H0)
    Hb He).
  - intros T [HP _]; exact (B T HP).
  - intros T [_ HT]; exact (same_labels_splits T0 T HT S).
Qed.

(** k <= -e < 0, a sloped profile and a function v of the label that is not constant: "none". *)
Theorem none_below {L : Type} (view : views L) (Hv : admits_graphs view) (k : L -> L -> R) (f : R -> R) (d :
  nat) (Hf : continuity f) (rho : labelled L -> Prop) (v : L -> R) e : 0 < e ->
  (forall T, rho T -> pair_fit T (between k T)) ->
  (forall T, rho T -> forall a b, between k T a b <= - e) ->
  (forall T, rho T -> fit T (fun w => v (label T w)) /\
    mean T (fun w => v (label T w)) * mean T (fun w => v (label T w))
    < mean T (fun w => v (label T w) * v (label T w))) ->
  sloped f -> (2 <= d)%nat -> NoneOf rho view d (factor_kernel d k f).
Proof.
  intros He Hk B Hg Hs Hd; apply (none_by_form view rho d k f Hv Hf v Hd Hs Hk).
  intros T HT; destruct (Hg T HT) as [F V]; split; [exact F|]; set (g := fun w => v (label T w)) in *.
  pose proof (fit_mult T _ _ F F) as FF; pose proof (fit_const T 1) as F1.
  assert (D : pair_fit T (fun x y => (g x - g y) * (g x - g y))) by fits.
  assert (E : pair_mean (fun x y => (g x - g y) * (g x - g y))
    = 2 * (mean T (fun w => g w * g w) - mean T g * mean T g)).
  { pose proof (pair_product (fun w => g w * g w) (fun _ => 1) FF F1) as P1.
    pose proof (pair_product (fun _ => 1) (fun w => g w * g w) F1 FF) as P2.
    pose proof (pair_product g g F F) as P3.
    rewrite (pair_mean_ext _ (fun x y => (g x * g x * 1 + 1 * (g y * g y)) - 2 * (g x * g y))) by (intros;
      ring).
    rewrite (pair_mean_minus (fun x y => g x * g x * 1 + 1 * (g y * g y)) (fun x y => 2 * (g x * g y))
      (pair_plus T _ _ P1 P2) (pair_scal 2 _ P3)), (pair_mean_plus _ _ P1 P2), (pair_mean_scal 2 _ P3).
    rewrite (pair_mean_product _ _ FF F1), (pair_mean_product _ _ F1 FF), (pair_mean_product _ _ F F),
      mean_const.
    ring. }
  unfold token_form.
  apply Rle_lt_trans with (- e * (2 * (mean T (fun w => g w * g w) - mean T g * mean T g))).
  - rewrite <- E, <- pair_mean_scal by exact D.
    apply pair_mean_le; [apply pair_mult; [apply Hk, HT|exact D]|apply pair_scal, D|].
    intros x y; apply Rmult_le_compat_r; [apply Rle_0_sqr|apply (B T HT)].
  - change (mean T g * mean T g < mean T (fun w => g w * g w)) in V.
    pose proof (Rmult_lt_0_compat e (mean T (fun w => g w * g w) - mean T g * mean T g) He ltac:(lra)); lra.
Qed.

(** The cosine of the first coordinate has a variance. *)
Lemma cube_variance n (T : labelled (nat -> R)) : (1 <= n)%nat -> uniform_torus n T ->
  fit T (fun w => cos (label T w 0%nat)) /\
  mean T (fun w => cos (label T w 0%nat)) * mean T (fun w => cos (label T w 0%nat))
  < mean T (fun w => cos (label T w 0%nat) * cos (label T w 0%nat)).
Proof. intros Hn H; exact (circle_variance _ (circle_law_uniform _ (H 0%nat ltac:(lia)))). Qed.

Lemma circle_law_variance (T : labelled R) : circle_law T -> fit T (fun w => cos (label T w)) /\
  mean T (fun w => cos (label T w)) * mean T (fun w => cos (label T w))
  < mean T (fun w => cos (label T w) * cos (label T w)).
Proof. intros H; exact (circle_variance T (circle_law_uniform T H)). Qed.

Lemma interval_law_interval a b r (T : labelled R) : interval_law a b r T -> interval a b T.
Proof. intros (F & B & _); split; assumption. Qed.
