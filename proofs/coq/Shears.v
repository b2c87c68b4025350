(** * Angles under shears

    Overview.  x and y are unit vectors of R^d, c = <x, y>; a shear adds t times the coordinate b to the
    coordinate a.  The angle between the images of x and y has a first derivative u_ab and a second one v_ab
    at t = 0, and over all d^2 shears

        sum v_ab = 0,    sum u_ab^2 = 2 (1 - c^2):

    the second derivatives of the angle add up to zero, those of its square to 4 sin^2 of the angle.  Where
    y = x or y = - x, the angle stays 0 or pi.

    Key results: [moved_twice], [bends_sum], [speeds_sum]. *)

From Coq Require Import Reals Lra Lia Arith Ratan.
From Collapse Require Import Sums Vectors Cuts SecondDerivatives.
Local Open Scope R_scope.

(** ** The motion of two points *)

(** x + t x_b e_a. *)
Definition sheared (a b : nat) (t : R) (x : nat -> R) : nat -> R := fun h => x h + t * x b * basis a h.

(** z / |z|. *)
Definition straight (d : nat) (z : nat -> R) : nat -> R := fun h => / sqrt (dot d z z) * z h.

Definition moved (d a b : nat) (t : R) (x : nat -> R) : nat -> R := straight d (sheared a b t x).

Lemma dot_sheared d a b t x y : (a < d)%nat ->
  dot d (sheared a b t x) (sheared a b t y)
  = dot d x y + t * (x b * y a + x a * y b) + t * t * (x b * y b).
Proof.
  intros Ha.
  assert (E : dot d (sheared a b t x) (sheared a b t y)
    = dot d x y + t * y b * dot d (basis a) x + t * x b * dot d (basis a) y
      + t * t * (x b * y b) * dot d (basis a) (basis a)).
  { unfold dot, sheared; rewrite <- !rsum_scal, <- !rsum_plus; apply rsum_ext; intros; ring. }
  rewrite E, !dot_basis by exact Ha; unfold basis; rewrite Nat.eqb_refl; ring.
Qed.

Lemma dot_straight d y z : dot d (straight d y) (straight d z)
  = dot d y z / (sqrt (dot d y y) * sqrt (dot d z z)).
Proof.
  unfold straight; set (p := sqrt (dot d y y)); set (q := sqrt (dot d z z)).
  rewrite dot_scal_l, dot_comm, dot_scal_l, (dot_comm d z y); unfold Rdiv; rewrite Rinv_mult; ring.
Qed.

Lemma straight_unit d z : 0 < dot d z z -> dot d (straight d z) (straight d z) = 1.
Proof.
  intros H; rewrite dot_straight, sqrt_sqrt by lra; field; lra.
Qed.

Lemma coordinate_bound d x a : dot d x x = 1 -> (a < d)%nat -> x a * x a <= 1.
Proof.
  intros Hx Ha; rewrite <- Hx; unfold dot; rewrite (rsum_split d _ a Ha).
  assert (0 <= rsum d (fun j => if Nat.eqb j a then 0 else x j * x j)); [|lra].
  apply rsum_nonneg; intros j _; destruct (Nat.eqb j a); [lra|apply Rle_0_sqr].
Qed.

Lemma sheared_positive d a b t x : dot d x x = 1 -> (a < d)%nat -> (b < d)%nat -> Rabs t < / 2 ->
  0 < dot d (sheared a b t x) (sheared a b t x).
Proof.
  intros Hx Ha Hb Ht; rewrite dot_sheared, Hx by exact Ha.
  pose proof (coordinate_bound d x a Hx Ha); pose proof (coordinate_bound d x b Hx Hb).
  pose proof (Rle_0_sqr (x a - x b)); pose proof (Rle_0_sqr (x a + x b)).
  pose proof (Rle_0_sqr (t * x b)); unfold Rsqr in *.
  replace (x b * x a + x a * x b) with (2 * (x b * x a)) by ring.
  apply Rabs_def2 in Ht; set (s := x b * x a) in *.
  assert (- 1 <= s <= 1) by (unfold s; lra).
  assert (- / 2 < t * s).
  { destruct (Rle_lt_dec 0 s).
    - pose proof (Rmult_lt_0_compat (/ 2 + t) (1 + s) ltac:(lra) ltac:(lra)).
      pose proof (Rmult_le_pos (/ 2 - t) (1 - s) ltac:(lra) ltac:(lra)); lra.
    - pose proof (Rmult_le_pos (/ 2 + t) (1 + s) ltac:(lra) ltac:(lra)).
      pose proof (Rmult_lt_0_compat (/ 2 - t) (1 - s) ltac:(lra) ltac:(lra)); lra. }
  lra.
Qed.

Lemma moved_unit d a b t x : dot d x x = 1 -> (a < d)%nat -> (b < d)%nat -> Rabs t < / 2 ->
  dot d (moved d a b t x) (moved d a b t x) = 1.
Proof. intros; apply straight_unit, sheared_positive; assumption. Qed.

(** N'(0) and S'(0), N''(0) and S''(0) for the shear a, b. *)
Definition turn (x y : nat -> R) (a b : nat) : R := x b * y a + x a * y b.
Definition stretch (x y : nat -> R) (a b : nat) : R := 2 * (x a * x b) + 2 * (y a * y b).
Definition stretch2 (x y : nat -> R) (a b : nat) : R :=
  2 * (x b * x b) + 2 * (y b * y b) + 8 * (x a * x b * (y a * y b)).

Definition speeds (d : nat) (x y : nat -> R) (a b : nat) : R :=
  speed (dot d x y) (turn x y a b) (stretch x y a b).
Definition bends (d : nat) (x y : nat -> R) (a b : nat) : R :=
  bend (dot d x y) (turn x y a b) (stretch x y a b) (2 * (x b * y b)) (stretch2 x y a b).

(** Opposite or equal unit vectors: the coordinates. *)
Lemma aligned d x y : dot d x x = 1 -> dot d y y = 1 -> 1 <= dot d x y * dot d x y ->
  (dot d x y = 1 \/ dot d x y = -1) /\ forall a, (a < d)%nat -> y a = dot d x y * x a.
Proof.
  intros Hx Hy H; pose proof (dot_unit_bounds d x y Hx Hy) as B.
  assert (C : dot d x y = 1 \/ dot d x y = -1).
  { destruct (Rle_lt_dec 0 (dot d x y)); [left|right]; nra. }
  split; [exact C|]; intros a Ha; set (c := dot d x y) in *.
  assert (Z : dot d (fun a => y a - c * x a) (fun a => y a - c * x a) = 0).
  { rewrite (dot_difference d y (fun a => c * x a)), dot_scal_l.
    rewrite (dot_comm d x (fun a => c * x a)), dot_scal_l.
    rewrite (dot_comm d y (fun a => c * x a)), dot_scal_l, Hx, Hy; fold c; destruct C as [-> | ->]; lra. }
  pose proof (dot_self_zero _ _ Z a Ha) as E; simpl in E; lra.
Qed.

Lemma quadratic_slope p q s t : derivable_pt_lim (fun t => p + t * q + t * t * s) t (q + 2 * t * s).
Proof.
  replace (q + 2 * t * s) with ((0 + (1 * q + t * 0)) + ((1 * t + t * 1) * s + t * t * 0)) by ring.
  apply (derivable_pt_lim_plus (fun t => p + t * q) (fun t => t * t * s)).
  - apply (derivable_pt_lim_plus (fun _ => p) (fun t => t * q)); [apply derivable_pt_lim_const|].
    apply (derivable_pt_lim_mult (fun t => t) (fun _ => q));
      [apply derivable_pt_lim_id|apply derivable_pt_lim_const].
  - apply (derivable_pt_lim_mult (fun t => t * t) (fun _ => s)); [|apply derivable_pt_lim_const].
    apply (derivable_pt_lim_mult (fun t => t) (fun t => t)); apply derivable_pt_lim_id.
Qed.

Lemma line_slope q s t : derivable_pt_lim (fun t => q + 2 * t * s) t (2 * s).
Proof.
  replace (2 * s) with (0 + ((0 * t + 2 * 1) * s + 2 * t * 0)) by ring.
  apply (derivable_pt_lim_plus (fun _ => q) (fun t => 2 * t * s)); [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_mult (fun t => 2 * t) (fun _ => s)); [|apply derivable_pt_lim_const].
  apply (derivable_pt_lim_mult (fun _ => 2) (fun t => t));
    [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
Qed.

(** u_ab and v_ab are the derivatives of the angle. *)
Theorem moved_twice d x y a b : dot d x x = 1 -> dot d y y = 1 -> (a < d)%nat -> (b < d)%nat ->
  twice (fun t => angle d (moved d a b t x) (moved d a b t y)) (speeds d x y a b) (bends d x y a b).
Proof.
  intros Hx Hy Ha Hb; set (c := dot d x y).
  set (N := fun t => c + t * turn x y a b + t * t * (x b * y b)).
  set (P := fun t => 1 + t * (2 * (x a * x b)) + t * t * (x b * x b)).
  set (Q := fun t => 1 + t * (2 * (y a * y b)) + t * t * (y b * y b)).
  assert (E : forall t, Rabs t < / 2 ->
    angle d (moved d a b t x) (moved d a b t y) = acos (N t / sqrt (P t * Q t))
    /\ 0 < P t /\ 0 < Q t).
  { intros t Ht; unfold angle, moved; rewrite dot_straight.
    pose proof (sheared_positive d a b t x Hx Ha Hb Ht) as PP.
    pose proof (sheared_positive d a b t y Hy Ha Hb Ht) as PQ.
    assert (EP : dot d (sheared a b t x) (sheared a b t x) = P t)
      by (rewrite dot_sheared, Hx by exact Ha; unfold P; ring).
    assert (EQ : dot d (sheared a b t y) (sheared a b t y) = Q t)
      by (rewrite dot_sheared, Hy by exact Ha; unfold Q; ring).
    rewrite EP in *; rewrite EQ in *; split; [|split; assumption].
    rewrite <- sqrt_mult_alt by lra; f_equal; f_equal.
    rewrite dot_sheared by exact Ha; reflexivity. }
  destruct (Rlt_dec (c * c) 1) as [C|C].
  - apply (twice_local _ (fun t => acos (N t / sqrt (P t * Q t)))).
    { exists (/ 2); split; [lra|]; intros t Ht; apply E, Ht. }
    set (N1 := fun t => turn x y a b + 2 * t * (x b * y b)).
    set (P1 := fun t => 2 * (x a * x b) + 2 * t * (x b * x b)).
    set (Q1 := fun t => 2 * (y a * y b) + 2 * t * (y b * y b)).
    pose proof (twice_acos N N1 (fun t => P t * Q t) (fun t => P1 t * Q t + P t * Q1 t)
      (2 * (x b * y b)) (stretch2 x y a b)) as T.
    assert (N0 : N 0 = c) by (unfold N; ring).
    assert (N10 : N1 0 = turn x y a b) by (unfold N1; ring).
    assert (S10 : P1 0 * Q 0 + P 0 * Q1 0 = stretch x y a b) by (unfold P1, Q, P, Q1, stretch; ring).
    cbv beta in T; rewrite N0, N10, S10 in T; apply T.
    + intros t; apply quadratic_slope.
    + apply line_slope.
    + intros t; apply (derivable_pt_lim_mult P Q); apply quadratic_slope.
    + replace (stretch2 x y a b) with ((2 * (x b * x b) * Q 0 + P1 0 * Q1 0) + (P1 0 * Q1 0
        + P 0 * (2 * (y b * y b))))
        by (unfold P1, Q, P, Q1, stretch2; ring).
      apply (derivable_pt_lim_plus (fun t => P1 t * Q t) (fun t => P t * Q1 t)).
      * apply (derivable_pt_lim_mult P1 Q); [apply line_slope|].
        apply quadratic_slope.
      * apply (derivable_pt_lim_mult P Q1); [apply quadratic_slope|apply line_slope].
    + unfold P, Q; ring.
    + exact C.
  - destruct (aligned d x y Hx Hy ltac:(fold c; lra)) as [C1 A]; fold c in C1, A.
    unfold speeds, bends, speed, bend; fold c; destruct (Rlt_dec (c * c) 1); [contradiction|].
    apply (twice_local _ (fun _ => acos c)); [|apply twice_const].
    exists (/ 2); split; [lra|]; intros t Ht; destruct (E t Ht) as (-> & PP & PQ); f_equal.
    assert (EN : N t = c * P t) by (unfold N, P, turn; rewrite !A by assumption; ring).
    assert (EQ : Q t = P t) by (unfold Q, P; rewrite !A by assumption; destruct C1 as [-> | ->]; ring).
    rewrite EQ, sqrt_square, EN by lra; field; lra.
Qed.

(** ** The sums over all shears *)

Lemma product_sum d (f g : nat -> R) : rsum2 d (fun a b => f a * g b) = rsum d f * rsum d g.
Proof. unfold rsum2; rewrite rsum_mult; reflexivity. Qed.

Lemma column_sum d (f : nat -> R) : rsum2 d (fun _ b => f b) = INR d * rsum d f.
Proof.
  unfold rsum2; change (fun b => f b) with f; generalize (rsum d f); intros r.
  induction d as [|n IH]; [simpl; ring|]; rewrite S_INR; simpl; rewrite IH; ring.
Qed.

Lemma turn_turn d x y : dot d x x = 1 -> dot d y y = 1 ->
  rsum2 d (fun a b => turn x y a b * turn x y a b) = 2 + 2 * (dot d x y * dot d x y).
Proof.
  intros Hx Hy; unfold dot in *.
  rewrite (rsum2_ext d _ (fun a b => (y a * y a) * (x b * x b) + 2 * ((x a * y a) * (x b * y b))
    + (x a * x a) * (y b * y b))) by (intros; unfold turn; ring).
  rewrite !rsum2_plus, rsum2_scal, !(product_sum d (fun a => _ a * _ a) (fun b => _ b * _ b)).
  rewrite Hx, ?Hy; ring.
Qed.

Lemma turn_stretch d x y : dot d x x = 1 -> dot d y y = 1 ->
  rsum2 d (fun a b => turn x y a b * stretch x y a b) = 8 * dot d x y.
Proof.
  intros Hx Hy; unfold dot in *.
  rewrite (rsum2_ext d _ (fun a b => 2 * ((x a * y a) * (x b * x b)) + 2 * ((x a * x a) * (x b * y b))
    + 2 * ((y a * y a) * (x b * y b)) + 2 * ((x a * y a) * (y b * y b)))) by (intros; unfold turn, stretch;
        ring).
  rewrite !rsum2_plus, !rsum2_scal, !(product_sum d (fun a => _ a * _ a) (fun b => _ b * _ b)).
  rewrite Hx, ?Hy; ring.
Qed.

Lemma stretch_stretch d x y : dot d x x = 1 -> dot d y y = 1 ->
  rsum2 d (fun a b => stretch x y a b * stretch x y a b) = 8 + 8 * (dot d x y * dot d x y).
Proof.
  intros Hx Hy; unfold dot in *.
  rewrite (rsum2_ext d _ (fun a b => 4 * ((x a * x a) * (x b * x b)) + 8 * ((x a * y a) * (x b * y b))
    + 4 * ((y a * y a) * (y b * y b)))) by (intros; unfold stretch; ring).
  rewrite !rsum2_plus, !rsum2_scal, !(product_sum d (fun a => _ a * _ a) (fun b => _ b * _ b)).
  rewrite Hx, ?Hy; ring.
Qed.

Lemma turn2_sum d x y : rsum2 d (fun a b => x b * y b) = INR d * dot d x y.
Proof. apply (column_sum d (fun b => x b * y b)). Qed.

Lemma stretch2_sum d x y : dot d x x = 1 -> dot d y y = 1 ->
  rsum2 d (stretch2 x y) = 4 * INR d + 8 * (dot d x y * dot d x y).
Proof.
  intros Hx Hy; unfold dot in *.
  unfold stretch2; rewrite (rsum2_ext d _ (fun a b => 2 * (x b * x b) + 2 * (y b * y b)
    + 8 * ((x a * y a) * (x b * y b)))) by (intros; ring).
  rewrite !rsum2_plus, !rsum2_scal, (product_sum d (fun a => x a * y a) (fun b => x b * y b)).
  rewrite (column_sum d (fun b => x b * x b)), (column_sum d (fun b => y b * y b)).
  rewrite Hx, ?Hy; ring.
Qed.

(** The squares of the first derivatives. *)
Theorem speeds_sum d x y : dot d x x = 1 -> dot d y y = 1 ->
  rsum2 d (fun a b => speeds d x y a b * speeds d x y a b) = 2 * (1 - dot d x y * dot d x y).
Proof.
  intros Hx Hy; set (c := dot d x y).
  unfold speeds, speed; fold c; destruct (Rlt_dec (c * c) 1) as [C|C].
  - assert (R : sqrt (1 - c * c) * sqrt (1 - c * c) = 1 - c * c) by (apply sqrt_sqrt; lra).
    assert (P : 0 < sqrt (1 - c * c)) by (apply sqrt_lt_R0; lra).
    rewrite (rsum2_ext d _ (fun a b => / (1 - c * c) * (turn x y a b * turn x y a b
      + - c * (turn x y a b * stretch x y a b) + c * c * / 4 * (stretch x y a b * stretch x y a b)))).
    + rewrite rsum2_scal, !rsum2_plus, !rsum2_scal, turn_turn, turn_stretch, stretch_stretch by assumption.
      fold c; field; lra.
    + intros a b _ _; set (q := sqrt (1 - c * c)) in *; rewrite <- R; field; lra.
  - unfold rsum2; rewrite rsum_zero; [|intros; apply rsum_zero; intros; ring].
    destruct (aligned d x y Hx Hy ltac:(fold c; lra)) as [[E|E] _]; fold c in E; rewrite E; ring.
Qed.

(** The second derivatives. *)
Theorem bends_sum d x y : dot d x x = 1 -> dot d y y = 1 ->
  rsum2 d (bends d x y) = 0.
Proof.
  intros Hx Hy; set (c := dot d x y).
  unfold bends, bend; fold c; destruct (Rlt_dec (c * c) 1) as [C|C].
  - set (D := 1 - c * c); assert (PD : 0 < D) by (unfold D; lra).
    assert (P : 0 < sqrt D) by (apply sqrt_lt_R0; lra).
    rewrite (rsum2_ext d _ (fun a b => - / (sqrt D * D) * (D * (2 * (x b * y b))
      + (D / 2 - D - / 2 - c * c / 2) * (turn x y a b * stretch x y a b)
      + - (D * c / 2) * stretch2 x y a b
      + c * (turn x y a b * turn x y a b) + (c / 4 + c * D / 2) * (stretch x y a b * stretch x y a b)))).
    + rewrite rsum2_scal, !rsum2_plus, !rsum2_scal, turn_turn, turn_stretch, stretch_stretch by assumption.
      rewrite stretch2_sum, turn2_sum by assumption; fold c; unfold D; field; fold D; split; lra.
    + intros a b _ _; field; lra.
  - unfold rsum2; rewrite rsum_zero; [reflexivity|]; intros; apply rsum_zero; intros; reflexivity.
Qed.
