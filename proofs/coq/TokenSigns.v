(** * T5 for factors with a sign, on any labels

    Overview.  k = exp(b) with an admissible b has a positive lower bound, since b is bounded: for rising
    profiles the maximisers are exactly the collapsed laws, whatever the law of labels is.  k = -exp(b) has a
    negative form at every function of the label that is not constant.  Labels: angles, points of an interval,
    points of a torus.

    Key results: [all_exponential], [none_exponential], [cosine_difference]. *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse PsdCheck Profiles TokenLaws
  TokenLaplacian TokenClaims CircleWaves CircleProjections CircleLaws CircleClaims LabelLaws.
Local Open Scope R_scope.

(** Angles: their cosines and sines are admissible. *)
Definition angles (T : labelled R) : Prop :=
  fit T (fun w => cos (label T w)) /\ fit T (fun w => sin (label T w)).

(** Points of a torus: those of all coordinates. *)
Definition torus (n : nat) (T : labelled (nat -> R)) : Prop :=
  forall i, (i < n)%nat -> fit T (fun w => cos (label T w i)) /\ fit T (fun w => sin (label T w i)).

(** Points of the interval [a, b]. *)
Definition interval (a b : R) (T : labelled R) : Prop :=
  fit T (label T) /\ forall w, a <= label T w <= b.

(** The uniform law on it. *)
Definition uniform_interval (a b : R) (T : labelled R) : Prop := a < b /\ interval_law a b (fun _ => 1) T.

Lemma cosine_difference {T : tokens} (u v : token T -> R) :
  fit T (fun w => cos (u w)) -> fit T (fun w => sin (u w)) ->
  fit T (fun w => cos (v w)) -> fit T (fun w => sin (v w)) -> pair_fit T (fun a b => cos (u a - v b)).
Proof.
  intros Cu Su Cv Sv; apply (pair_fit_ext (fun a b => cos (u a) * cos (v b) + sin (u a) * sin (v b))).
  - intros; symmetry; apply cos_minus.
  - apply pair_plus; [apply (pair_product _ _ Cu Cv)|apply (pair_product _ _ Su Sv)].
Qed.

Lemma pair_opp {T : tokens} (F : pairs T) : pair_fit T F -> pair_fit T (fun a b => - F a b).
Proof. intros H; apply (pair_fit_ext (fun a b => -1 * F a b)); [intros; ring|apply pair_scal, H]. Qed.

Lemma pair_abs {T : tokens} (F : pairs T) : pair_fit T F -> pair_fit T (fun a b => Rabs (F a b)).
Proof. apply (pair_comp T Rabs), Rcontinuity_abs. Qed.

Lemma pair_exp {T : tokens} (F : pairs T) : pair_fit T F -> pair_fit T (fun a b => exp (F a b)).
Proof. apply (pair_comp T exp), continuity_exponential. Qed.

Lemma exponential_bounded {T : tokens} (F : pairs T) : pair_fit T F ->
  exists e, 0 < e /\ forall a b, e <= exp (F a b).
Proof.
  intros H; destruct (pair_bounded T F H) as [M HM]; exists (exp (- M)); split; [apply exp_pos|]; intros a b.
  assert (B : - M <= F a b).
  { specialize (HM a b); pose proof (Rle_abs (- F a b)) as N; rewrite Rabs_Ropp in N; lra. }
  destruct B as [B|B]; [left; apply exp_increasing, B|rewrite B; apply Rle_refl].
Qed.

(** k = exp(b) and a rising profile: "all", for the law of labels of any tokens that make b admissible. *)
Theorem all_exponential {L : Type} (view : views L) (Hv : admits_graphs view) (T0 : labelled L)
  (b : L -> L -> R) (f : R -> R) (d : nat) :
  pair_fit T0 (between b T0) -> rising f -> continuity f -> (1 <= d)%nat ->
  AllOf (same_labels T0) view d (factor_kernel d (fun xi zeta => exp (b xi zeta)) f).
Proof.
  intros Hb Hr Hf Hd; apply (all_positive view (same_labels T0) d _ f Hv Hf _ Hd
    (same_labels_mean T0 _ (pair_exp _ Hb)) Hr).
  intros T HT; exact (exponential_bounded _ (proj1 (HT b Hb))).
Qed.

(** k = -exp(b), a sloped profile and a function v of the label that is not constant: "none". *)
Theorem none_exponential {L : Type} (view : views L) (Hv : admits_graphs view) (rho : labelled L -> Prop)
  (b : L -> L -> R) (f : R -> R) (d : nat) (v : L -> R) :
  (forall T, rho T -> pair_fit T (between b T)) ->
  (forall T, rho T -> fit T (fun w => v (label T w)) /\
    mean T (fun w => v (label T w)) * mean T (fun w => v (label T w))
    < mean T (fun w => v (label T w) * v (label T w))) ->
  sloped f -> continuity f -> (2 <= d)%nat ->
  NoneOf rho view d (factor_kernel d (fun xi zeta => - exp (b xi zeta)) f).
Proof.
  intros Hb Hg Hs Hf Hd; apply (none_by_form view rho d _ f Hv Hf v Hd Hs).
  - intros T HT; apply (pair_opp (fun x y => exp (between b T x y))), pair_exp, Hb, HT.
  - intros T HT; destruct (Hg T HT) as [F V]; split; [exact F|]; set (g := fun w => v (label T w)) in *.
    destruct (exponential_bounded _ (Hb T HT)) as (e & He & B).
    pose proof (fit_mult T _ _ F F) as FF.
    assert (D : pair_fit T (fun x y => (g x - g y) * (g x - g y))) by fits.
    assert (E : pair_mean (fun x y => (g x - g y) * (g x - g y))
      = 2 * (mean T (fun w => g w * g w) - mean T g * mean T g)).
    { pose proof (fit_const T 1) as F1; pose proof (pair_product _ _ FF F1) as P1.
      pose proof (pair_product _ _ F1 FF) as P2; pose proof (pair_product _ _ F F) as P3.
      pose proof (pair_mean_minus _ _ (pair_plus T _ _ P1 P2) (pair_scal 2 _ P3)) as R.
      cbv beta in P1, P2, P3, R.
      rewrite (pair_mean_plus _ _ P1 P2), (pair_mean_scal 2 _ P3) in R.
      rewrite (pair_mean_product _ _ FF F1), (pair_mean_product _ _ F1 FF) in R.
      rewrite (pair_mean_product _ _ F F), mean_const in R.
      transitivity (mean T (fun w => g w * g w) * 1 + 1 * mean T (fun w => g w * g w)
        - 2 * (mean T g * mean T g)); [|ring].
      etransitivity; [|exact R]; apply pair_mean_ext; intros; unfold g; ring. }
    unfold token_form.
    apply Rle_lt_trans with (- e * (2 * (mean T (fun w => g w * g w) - mean T g * mean T g))).
    + rewrite <- E, <- pair_mean_scal by exact D.
      apply pair_mean_le; [|apply pair_scal, D|].
      * apply pair_mult; [|exact D]; apply (pair_opp (fun x y => exp (between b T x y))), pair_exp, Hb, HT.
      * intros x y; apply Rmult_le_compat_r; [apply Rle_0_sqr|]; specialize (B x y); unfold between in *; lra.
    + change (mean T g * mean T g < mean T (fun w => g w * g w)) in V.
      pose proof (Rmult_lt_0_compat e (mean T (fun w => g w * g w) - mean T g * mean T g) He ltac:(lra)); lra.
Qed.

(** cos has a variance on the circle, the identity on an interval. *)
Lemma circle_variance (T : labelled R) : uniform_circle T -> fit T (fun w => cos (label T w)) /\
  mean T (fun w => cos (label T w)) * mean T (fun w => cos (label T w))
  < mean T (fun w => cos (label T w) * cos (label T w)).
Proof.
  intros HT; split; [apply HT|].
  assert (E : forall w, cos (label T w) = C T 1 w) by (intros; unfold C; f_equal; ring).
  rewrite (mean_ext _ (C T 1) E), (mean_C T HT).
  rewrite (mean_ext _ (fun w => / 2 * C T (1 - 1) w + / 2 * C T (1 + 1) w)) by (intros; rewrite !E; apply CC).
  rewrite mean_plus, !mean_scal, !(mean_C T HT)
    by first [apply fit_scal, (cosine_fit T HT)|apply (cosine_fit T HT)].
  simpl; lra.
Qed.

Lemma interval_variance a b (T : labelled R) : uniform_interval a b T -> fit T (fun w => label T w) /\
  mean T (fun w => label T w) * mean T (fun w => label T w) < mean T (fun w => label T w * label T w).
Proof.
  intros (Hab & F & _ & H); split; [exact F|].
  assert (M : forall n : nat, mean T (fun w => label T w ^ n) * (b - a)
    = 1 / INR (S n) * b ^ S n - 1 / INR (S n) * a ^ S n).
  { intros n; apply (H (fun s => s ^ n) (fun s => 1 / INR (S n) * s ^ S n) (fun s => s)).
    - apply continuity_power.
    - intros s; rewrite Rmult_comm; apply monomial_primitive.
    - exact derivable_pt_lim_id. }
  pose proof (M 1%nat) as M1; pose proof (M 2%nat) as M2.
  rewrite (mean_ext _ (fun w => label T w)) in M1 by (intros; ring).
  rewrite (mean_ext _ (fun w => label T w * label T w)) in M2 by (intros; ring).
  set (m := mean T (fun w => label T w)) in *; set (s := mean T (fun w => label T w * label T w)) in *.
  simpl in M1, M2; assert (Hba : 0 < b - a) by lra.
  assert (E1 : m = (a + b) / 2).
  { apply (Rmult_eq_reg_r (b - a)); [|lra]; rewrite M1; field. }
  assert (E2 : s = (a * a + a * b + b * b) / 3).
  { apply (Rmult_eq_reg_r (b - a)); [|lra]; rewrite M2; field. }
  rewrite E1, E2; pose proof (Rmult_lt_0_compat _ _ Hba Hba); lra.
Qed.
