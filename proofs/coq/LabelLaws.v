(** * Laws of labels on intervals, circles and tori, and how far planes move

    Overview.  A label on [a, b] has the density r, up to a constant factor, if for every continuous g with
    a primitive
    G of g r, and a primitive M of r, mean g(l) (M(b) - M(a)) = G(b) - G(a): by the fundamental theorem of
    calculus this
    says that the mean is the integral.  Two coordinates are uniform and independent on [0, 2 PI]^2 if the
    same holds
    for products.

    Key results: the plane with the angle omega l moves, for every omega <> 0 under the uniform law
    ([uniform_moves]), and for |omega| (b - a) <= 1 under a density r0 + r1 s >= 0 ([affine_moves]); the plane
    with the angle omega l_1 + omega' l_2 on the torus ([torus_moves]). *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors TokenLaws Rotary GaugeTokens.
Local Open Scope R_scope.

(** The label law with the density r on [a, b]. *)
Definition interval_law (a b : R) (r : R -> R) (T : labelled R) : Prop :=
  fit T (fun w => label T w) /\ (forall w, a <= label T w <= b) /\
  forall g G M, continuity g -> (forall s, derivable_pt_lim G s (g s * r s)) ->
  (forall s, derivable_pt_lim M s (r s)) ->
  mean T (fun w => g (label T w)) * (M b - M a) = G b - G a.

(** The uniform law on the circle [0, 2 PI]. *)
Definition circle_law : labelled R -> Prop := interval_law 0 (2 * PI) (fun _ => 1).

(** The uniform law on the torus [0, 2 PI]^2. *)
Definition torus_law (T : labelled (R * R)) : Prop :=
  fit T (fun w => fst (label T w)) /\ fit T (fun w => snd (label T w)) /\
  forall g G h H, continuity g -> (forall s, derivable_pt_lim G s (g s)) ->
  continuity h -> (forall s, derivable_pt_lim H s (h s)) ->
  mean T (fun w => g (fst (label T w)) * h (snd (label T w))) * ((2 * PI) * (2 * PI))
  = (G (2 * PI) - G 0) * (H (2 * PI) - H 0).

(** ** Primitives *)

Lemma derivable_linear omega s : derivable_pt_lim (fun s => omega * s) s omega.
Proof.
  pose proof (derivable_pt_lim_scal id omega s 1 (derivable_pt_lim_id s)) as H; rewrite Rmult_1_r in H;
    exact H.
Qed.

Lemma sine_primitive omega s :
  omega <> 0 -> derivable_pt_lim (fun s => sin (omega * s) / omega) s (cos (omega * s)).
Proof.
  intros Ho; pose proof (derivable_pt_lim_comp (fun s => omega * s) sin s _ _ (derivable_linear omega s)
    (derivable_pt_lim_sin (omega * s))) as H.
  pose proof (derivable_pt_lim_scal _ (/ omega) s _ H) as K.
  replace (cos (omega * s)) with (/ omega * (cos (omega * s) * omega)) by (field; exact Ho).
  eapply derivable_pt_lim_ext; [|exact K]; intros z; unfold mult_real_fct, comp, Rdiv; ring.
Qed.

Lemma cosine_primitive omega s :
  omega <> 0 -> derivable_pt_lim (fun s => - cos (omega * s) / omega) s (sin (omega * s)).
Proof.
  intros Ho; pose proof (derivable_pt_lim_comp (fun s => omega * s) cos s _ _ (derivable_linear omega s)
    (derivable_pt_lim_cos (omega * s))) as H.
  pose proof (derivable_pt_lim_scal _ (- / omega) s _ H) as K.
  replace (sin (omega * s)) with (- / omega * (- sin (omega * s) * omega)) by (field; exact Ho).
  eapply derivable_pt_lim_ext; [|exact K]; intros z; unfold mult_real_fct, comp, Rdiv; ring.
Qed.

Lemma continuous_cos omega : continuity (fun s => cos (omega * s)).
Proof. intros s; apply derivable_continuous_pt; reg. Qed.

Lemma continuous_sin omega : continuity (fun s => sin (omega * s)).
Proof. intros s; apply derivable_continuous_pt; reg. Qed.

Lemma full_turns z : sin (IZR z * (2 * PI)) = 0 /\ cos (IZR z * (2 * PI)) = 1.
Proof.
  assert (S : sin (IZR z * PI) = 0) by (apply sin_eq_0_1; exists z; reflexivity).
  replace (IZR z * (2 * PI)) with (2 * (IZR z * PI)) by ring; split.
  - rewrite sin_2a, S; ring.
  - rewrite cos_2a_sin, S; ring.
Qed.

(** ** The uniform law on an interval *)

(** 2 - 2 cos y = 4 sin^2(y/2) < y^2 for y <> 0. *)
Lemma short_chord y : y <> 0 -> 2 - 2 * cos y < y * y.
Proof.
  assert (P : forall z, 0 < z -> Rabs (sin z) < z).
  { intros z Hz; apply Rabs_def1; [apply sin_lt_x, Hz|].
    destruct (Rle_lt_dec z 1) as [L|L].
    - pose proof PI2_1; pose proof (sin_gt_0 z Hz ltac:(lra)); lra.
    - pose proof (SIN_bound z); lra. }
  intros Hy; replace y with (2 * (y / 2)) at 1 by field; rewrite cos_2a_sin.
  set (z := y / 2); replace y with (2 * z) by (unfold z; field).
  assert (Z : z <> 0) by (unfold z; lra).
  assert (S : Rabs (sin z) < Rabs z).
  { destruct (Rlt_le_dec z 0) as [N|N].
    - rewrite (Rabs_left z N), <- (Rabs_Ropp (sin z)), <- sin_neg; apply P; lra.
    - rewrite (Rabs_right z) by lra; apply P; lra. }
  pose proof (Rsqr_lt_abs_1 _ _ S) as Q; unfold Rsqr in Q; lra.
Qed.

(** The mean of (cos, sin) of omega s over [a, b], omega <> 0. *)
Lemma uniform_short a b omega c s :
  a < b -> omega <> 0 -> c * (b - a) = sin (omega * b) / omega - sin (omega * a) / omega ->
  s * (b - a) = - cos (omega * b) / omega - - cos (omega * a) / omega -> Rsqr c + Rsqr s < 1.
Proof.
  intros Hab Ho Hc Hs; set (y := omega * (b - a)).
  assert (Y : y <> 0) by (apply Rmult_integral_contrapositive_currified; lra).
  assert (C : c * y = sin (omega * b) - sin (omega * a))
    by (unfold y; transitivity (omega * (c * (b - a))); [ring|rewrite Hc; field; exact Ho]).
  assert (S : s * y = cos (omega * a) - cos (omega * b))
    by (unfold y; transitivity (omega * (s * (b - a))); [ring|rewrite Hs; field; exact Ho]).
  assert (E : (Rsqr c + Rsqr s) * (y * y) = 2 - 2 * cos y).
  { transitivity ((c * y) * (c * y) + (s * y) * (s * y)); [unfold Rsqr; ring|rewrite C, S].
    replace y with (omega * b - omega * a) by (unfold y; ring); rewrite cos_minus.
    pose proof (sin2_cos2 (omega * a)) as A; pose proof (sin2_cos2 (omega * b)) as B; unfold Rsqr in A, B;
      lra. }
  pose proof (short_chord y Y) as L; pose proof (Rlt_0_sqr y Y) as P; unfold Rsqr at 1 in P.
  apply (Rmult_lt_reg_r (y * y)); [exact P|lra].
Qed.

(** The angle omega l of labels on a line. *)
Definition line_angle (omega : nat -> R) (l : R) (p : nat) : R := omega p * l.

Lemma line_admissible (T : labelled R) m omega :
  fit T (fun w => label T w) -> admissible_angles T m (line_angle omega).
Proof.
  intros H p _; split; unfold line_angle.
  - apply (fit_comp T (fun s => cos (omega p * s)) (fun w => label T w)); [apply continuous_cos|exact H].
  - apply (fit_comp T (fun s => sin (omega p * s)) (fun w => label T w)); [apply continuous_sin|exact H].
Qed.

(** The plane moves under the uniform law on an interval. *)
Theorem uniform_moves a b omega p (T : labelled R) :
  a < b -> omega p <> 0 -> interval_law a b (fun _ => 1) T -> moves T (line_angle omega) p.
Proof.
  intros Hab Ho (_ & _ & H); apply (uniform_short a b (omega p)); auto.
  - apply (H (fun s => cos (omega p * s)) (fun s => sin (omega p * s) / omega p) (fun s => s)).
    + apply continuous_cos.
    + intros s; rewrite Rmult_1_r; apply sine_primitive, Ho.
    + exact derivable_pt_lim_id.
  - apply (H (fun s => sin (omega p * s)) (fun s => - cos (omega p * s) / omega p) (fun s => s)).
    + apply continuous_sin.
    + intros s; rewrite Rmult_1_r; apply cosine_primitive, Ho.
    + exact derivable_pt_lim_id.
Qed.

(** ** An affine density *)

Lemma monomial_primitive c j s : derivable_pt_lim (fun s => c / INR (S j) * s ^ S j) s (c * s ^ j).
Proof.
  replace (c * s ^ j) with (c / INR (S j) * (INR (S j) * s ^ pred (S j))).
  - apply (derivable_pt_lim_scal (fun s => s ^ S j)), derivable_pt_lim_pow.
  - simpl pred; field; apply not_0_INR; lia.
Qed.

Lemma affine_primitive j r0 r1 s :
  derivable_pt_lim (fun s => r0 / INR (S j) * s ^ S j + r1 / INR (S (S j)) * s ^ S (S j)) s
    (s ^ j * (r0 + r1 * s)).
Proof.
  replace (s ^ j * (r0 + r1 * s)) with (r0 * s ^ j + r1 * s ^ S j) by (simpl; ring).
  apply (derivable_pt_lim_plus (fun s => r0 / INR (S j) * s ^ S j)); apply monomial_primitive.
Qed.

(** 1 - cos z >= z^2 / 3 for |z| <= 1. *)
Lemma cosine_gap z : -1 <= z <= 1 -> z * z / 3 <= 1 - cos z.
Proof.
  intros Hz; destruct (pre_cos_bound z 0 ltac:(lra) ltac:(lra)) as [_ U].
  unfold cos_approx, cos_term in U; simpl in U.
  assert (z * z <= 1) by nra; nra.
Qed.

(** The plane moves under an affine density, if its angles stay within a unit. *)
Theorem affine_moves a b r0 r1 omega p (T : labelled R) :
  a < b -> 0 <= r0 + r1 * a -> 0 <= r0 + r1 * b -> 0 < r0 + r1 * a + (r0 + r1 * b) ->
  omega p <> 0 -> -1 <= omega p * (b - a) <= 1 ->
  interval_law a b (fun s => r0 + r1 * s) T -> moves T (line_angle omega) p.
Proof.
  intros Hab Ra Rb Rs Ho Hsmall (Hfit & Hin & H).
  set (G := fun j s => r0 / INR (S j) * s ^ S j + r1 / INR (S (S j)) * s ^ S (S j)).
  assert (D : forall j s, derivable_pt_lim (G j) s (s ^ j * (r0 + r1 * s))) by (intros;
    apply affine_primitive).
  assert (D0 : forall s, derivable_pt_lim (G 0%nat) s (r0 + r1 * s))
    by (intros s; pose proof (D 0%nat s) as E; rewrite pow_O, Rmult_1_l in E; exact E).
  assert (HM : forall j, mean T (fun w => label T w ^ j) * (G 0%nat b - G 0%nat a) = G j b - G j a).
  { intros j; apply (H (fun s => s ^ j)); [|apply D|exact D0].
    intros s; apply derivable_continuous_pt, derivable_pt_pow. }
  set (m1 := mean T (fun w => label T w ^ 1)); set (m2 := mean T (fun w => label T w ^ 2)).
  pose proof (HM 1%nat) as M1; pose proof (HM 2%nat) as M2; fold m1 in M1; fold m2 in M2.
  set (m0 := G 0%nat b - G 0%nat a) in *.
  assert (P0 : 0 < m0).
  { replace m0 with ((b - a) * ((r0 + r1 * a + (r0 + r1 * b)) / 2)) by (unfold m0, G; simpl; field).
    apply Rmult_lt_0_compat; lra. }
  assert (V : 0 < m2 - m1 * m1).
  { apply (Rmult_lt_reg_l (m0 * m0)); [apply Rmult_lt_0_compat; exact P0|]; rewrite Rmult_0_r.
    replace (m0 * m0 * (m2 - m1 * m1)) with (m0 * (m2 * m0) - (m1 * m0) * (m1 * m0)) by ring.
    rewrite M1, M2; unfold m0, G.
    set (u := r0 + r1 * a) in *; set (v := r0 + r1 * b) in *.
    match goal with |- 0 < ?X => replace X with ((b - a) ^ 4 / 72 * (u * u + v * v + 4 * (u * v))) end.
    - apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; [apply pow_lt; lra|lra]|].
      pose proof (Rmult_le_pos u v Ra Rb).
      assert (0 < u * u + v * v) by (destruct (Req_dec u 0) as [Z|Z]; [|pose proof (Rlt_0_sqr u Z);
        pose proof (Rle_0_sqr v); unfold Rsqr in *; lra]; assert (Y : v <> 0) by lra;
        pose proof (Rlt_0_sqr v Y); pose proof (Rle_0_sqr u); unfold Rsqr in *; lra).
      lra.
    - unfold u, v; simpl; field. }
  set (om := omega p) in *; unfold moves, line_angle; fold om.
  set (cw := fun w => cos (om * label T w)); set (sw := fun w => sin (om * label T w)).
  destruct (line_admissible T (S p) omega Hfit p ltac:(lia)) as [FC FS].
  change (fit T cw) in FC; change (fit T sw) in FS.
  assert (L : fit T (fun w => label T w)) by exact Hfit.
  assert (E : pair_mean (fun x y => 1 - (cw x * cw y + sw x * sw y)) = 1 - (Rsqr (mean T cw) + Rsqr (mean T
    sw))).
  { rewrite pair_mean_minus, pair_mean_const, pair_mean_plus, !pair_mean_product; auto.
    - apply pair_product; assumption.
    - apply pair_product; assumption.
    - apply pair_const.
    - apply pair_plus; apply pair_product; assumption. }
  assert (B : pair_mean (fun x y => om * om / 3 * ((label T x - label T y) * (label T x - label T y)))
    <= pair_mean (fun x y => 1 - (cw x * cw y + sw x * sw y))).
  { apply pair_mean_le.
    - apply (pair_scal (om * om / 3)), pair_mult; apply pair_minus;
        first [apply (pair_first T (fun w => label T w)), L|apply (pair_second (fun w => label T w)), L].
    - apply pair_minus; [apply pair_const|apply pair_plus; apply pair_product; assumption].
    - intros x y; unfold cw, sw; rewrite <- cos_minus.
      pose proof (Hin x) as X; pose proof (Hin y) as Y.
      replace (om * om / 3 * ((label T x - label T y) * (label T x - label T y)))
        with ((om * label T x - om * label T y) * (om * label T x - om * label T y) / 3) by field.
      apply cosine_gap; rewrite <- Rmult_minus_distr_l.
      set (z := label T x - label T y); assert (Z : -(b - a) <= z <= b - a) by (unfold z; lra).
      destruct (Rle_lt_dec 0 om); nra. }
  assert (V2 : pair_mean (fun x y => om * om / 3 * ((label T x - label T y) * (label T x - label T y)))
    = om * om / 3 * (2 * (m2 - m1 * m1))).
  { rewrite pair_mean_scal.
    - f_equal.
      rewrite (pair_mean_ext _ (fun x y => (label T x ^ 2 * 1 + 1 * label T y ^ 2)
        - 2 * (label T x ^ 1 * label T y ^ 1))) by (intros; simpl; ring).
      rewrite pair_mean_minus, pair_mean_scal, pair_mean_plus, !pair_mean_product, !mean_const; fold m1 m2.
      + ring.
      + apply fit_pow, L.
      + apply fit_pow, L.
      + apply fit_const.
      + apply fit_pow, L.
      + apply fit_pow, L.
      + apply fit_const.
      + apply pair_product; [apply fit_pow, L|apply fit_const].
      + apply (pair_product (fun _ => 1) (fun w => label T w ^ 2)); [apply fit_const|apply fit_pow, L].
      + apply pair_product; apply fit_pow, L.
      + apply pair_plus; [apply pair_product; [apply fit_pow, L|apply fit_const]|].
        apply (pair_product (fun _ => 1) (fun w => label T w ^ 2)); [apply fit_const|apply fit_pow, L].
      + apply pair_scal, pair_product; apply fit_pow, L.
    - apply pair_mult; apply pair_minus;
        first [apply (pair_first T (fun w => label T w)), L|apply (pair_second (fun w => label T w)), L]. }
  rewrite E, V2 in B.
  assert (0 < om * om / 3 * (2 * (m2 - m1 * m1))).
  { apply Rmult_lt_0_compat; [|lra]; pose proof (Rlt_0_sqr om Ho) as Q; unfold Rsqr in Q; lra. }
  lra.
Qed.

(** ** The torus *)

(** The angle omega l_1 + omega' l_2. *)
Definition torus_angle (omega omega' : nat ->
  R) (l : R * R) (p : nat) : R := omega p * fst l + omega' p * snd l.

Lemma torus_admissible T m omega omega' : torus_law T -> admissible_angles T m (torus_angle omega omega').
Proof.
  intros (F1 & F2 & _) p _.
  assert (F : fit T (fun w => torus_angle omega omega' (label T w) p))
    by (apply (fit_plus T (fun w => omega p * fst (label T w))); apply fit_scal; assumption).
  split.
  - apply (fit_comp T cos (fun w => torus_angle omega omega' (label T w) p)); [exact continuity_cos|exact F].
  - apply (fit_comp T sin (fun w => torus_angle omega omega' (label T w) p)); [exact continuity_sin|exact F].
Qed.

(** Primitives of cos(alpha s) and sin(alpha s), and the mean of the two over a turn. *)
Lemma turn_primitives alpha : exists G H,
  (forall s, derivable_pt_lim G s (cos (alpha * s))) /\ (forall s, derivable_pt_lim H s (sin (alpha * s))) /\
  Rsqr ((G (2 * PI) - G 0) / (2 * PI)) + Rsqr ((H (2 * PI) - H 0) / (2 * PI)) <= 1 /\
  (alpha <> 0 -> Rsqr ((G (2 * PI) - G 0) / (2 * PI)) + Rsqr ((H (2 * PI) - H 0) / (2 * PI)) < 1).
Proof.
  pose proof PI_RGT_0 as P; destruct (Req_dec alpha 0) as [->|Ha].
  - exists (fun s => s), (fun _ => 0); split; [|split; [|split; [|intros N; contradiction N; reflexivity]]].
    + intros s; rewrite Rmult_0_l, cos_0; apply derivable_pt_lim_id.
    + intros s; rewrite Rmult_0_l, sin_0; apply derivable_pt_lim_const.
    + right; unfold Rsqr; field; lra.
  - exists (fun s => sin (alpha * s) / alpha), (fun s => - cos (alpha * s) / alpha).
    assert (S : Rsqr ((sin (alpha * (2 * PI)) / alpha - sin (alpha * 0) / alpha) / (2 * PI))
      + Rsqr ((- cos (alpha * (2 * PI)) / alpha - - cos (alpha * 0) / alpha) / (2 * PI)) < 1).
    { apply (uniform_short 0 (2 * PI) alpha); [lra|exact Ha| |]; rewrite Rminus_0_r; field; lra. }
    split; [intros; apply sine_primitive, Ha|split; [intros; apply cosine_primitive, Ha|split; [left;
      exact S|auto]]].
Qed.

(** The plane moves under the uniform law on the torus. *)
Theorem torus_moves omega omega' p (T : labelled (R * R)) :
  omega p <> 0 \/ omega' p <> 0 -> torus_law T -> moves T (torus_angle omega omega') p.
Proof.
  intros Ho (F1 & F2 & H).
  destruct (turn_primitives (omega p)) as (G1 & H1 & C1 & S1 & B1 & N1).
  destruct (turn_primitives (omega' p)) as (G2 & H2 & C2 & S2 & B2 & N2).
  set (alpha := omega p) in *; set (beta := omega' p) in *; pose proof PI_RGT_0 as P.
  set (c1 := (G1 (2 * PI) - G1 0) / (2 * PI)) in *; set (s1 := (H1 (2 * PI) - H1 0) / (2 * PI)) in *.
  set (c2 := (G2 (2 * PI) - G2 0) / (2 * PI)) in *; set (s2 := (H2 (2 * PI) - H2 0) / (2 * PI)) in *.
  set (x := fun w => fst (label T w)) in *; set (y := fun w => snd (label T w)) in *.
  assert (Q : forall m u v, m * ((2 * PI) * (2 * PI)) = u * v -> m = u / (2 * PI) * (v / (2 * PI))).
  { intros m u v E; apply (Rmult_eq_reg_r ((2 * PI) * (2 * PI))); [rewrite E; field; lra|nra]. }
  pose proof (Q _ _ _ (H _ _ _ _ (continuous_cos alpha) C1 (continuous_cos beta) C2)) as CC.
  pose proof (Q _ _ _ (H _ _ _ _ (continuous_sin alpha) S1 (continuous_sin beta) S2)) as SS.
  pose proof (Q _ _ _ (H _ _ _ _ (continuous_sin alpha) S1 (continuous_cos beta) C2)) as SC.
  pose proof (Q _ _ _ (H _ _ _ _ (continuous_cos alpha) C1 (continuous_sin beta) S2)) as CS.
  fold c1 s1 c2 s2 in CC, SS, SC, CS.
  assert (FC : forall o z, fit T z -> fit T (fun w => cos (o * z w)))
    by (intros o z Hz; apply (fit_comp T (fun s => cos (o * s)) z); [apply continuous_cos|exact Hz]).
  assert (FS : forall o z, fit T z -> fit T (fun w => sin (o * z w)))
    by (intros o z Hz; apply (fit_comp T (fun s => sin (o * s)) z); [apply continuous_sin|exact Hz]).
  unfold moves, torus_angle; fold alpha beta.
  rewrite (mean_ext (fun w => cos _) (fun w => cos (alpha * x w) * cos (beta * y w)
    - sin (alpha * x w) * sin (beta * y w))) by (intros; apply cos_plus).
  rewrite (mean_ext (fun w => sin _) (fun w => sin (alpha * x w) * cos (beta * y w)
    + cos (alpha * x w) * sin (beta * y w))) by (intros; apply sin_plus).
  rewrite mean_minus, mean_plus by (apply fit_mult; auto).
  unfold x, y; rewrite CC, SS, SC, CS.
  replace (Rsqr (c1 * c2 - s1 * s2) + Rsqr (s1 * c2 + c1 * s2))
    with ((Rsqr c1 + Rsqr s1) * (Rsqr c2 + Rsqr s2)) by (unfold Rsqr; ring).
  pose proof (Rle_0_sqr c1); pose proof (Rle_0_sqr s1); pose proof (Rle_0_sqr c2); pose proof (Rle_0_sqr s2).
  set (u := Rsqr c1 + Rsqr s1) in *; set (v := Rsqr c2 + Rsqr s2) in *.
  destruct Ho as [Ho|Ho]; [specialize (N1 Ho)|specialize (N2 Ho)].
  - apply Rle_lt_trans with (u * 1); [apply Rmult_le_compat_l; [unfold u; lra|exact B2]|lra].
  - apply Rle_lt_trans with (1 * v); [apply Rmult_le_compat_r; [unfold v; lra|exact B1]|lra].
Qed.
