(** * Rotary frames: blocks of plane rotations

    Overview.  The rotary encoding turns the plane of the coordinates 2p and 2p + 1 by the angle t_p, p < m,
    and
    leaves the coordinates from 2m on alone.

    Key results: these matrices are orthogonal, with the opposite angles as transpose; where cos(s_p - t_p)
    <> 1,
    two of them agree only on vectors that vanish in the plane p ([rotary_moving]); where it is 1 they agree
    there.

    Reference: J. Su et al., RoFormer: enhanced transformer with rotary position embedding (2021). *)

From Coq Require Import Reals Lra Lia Arith Bool.
From Collapse Require Import Sums Vectors Gauge.
Local Open Scope R_scope.

(** The other coordinate of a plane: 2p for 2p + 1, and conversely. *)
Definition partner (a : nat) : nat := if Nat.even a then S a else pred a.

(** The entry beside the cosine: -sin t in row 2p, sin t in row 2p + 1. *)
Definition side (a : nat) (t : R) : R := if Nat.even a then - sin t else sin t.

(** Row a of the rotary matrix. *)
Definition rotary (m : nat) (t : nat -> R) (a b : nat) : R :=
  if Nat.ltb a (2 * m) then cos (t (a / 2)%nat) * basis a b + side a (t (a / 2)%nat) * basis (partner a) b
  else basis a b.

Lemma parity a : (a = 2 * (a / 2) /\ Nat.even a = true)%nat \/ (a = 2 * (a / 2) + 1 /\ Nat.even a =
  false)%nat.
Proof.
  pose proof (Nat.div_mod a 2 ltac:(lia)) as E; pose proof (Nat.mod_upper_bound a 2 ltac:(lia)) as B.
  destruct (Nat.eq_dec (a mod 2) 0) as [Z|Z]; [left|right]; (split; [lia|]).
  - apply Nat.even_spec; exists (a / 2)%nat; lia.
  - apply not_true_is_false; intros F; apply Nat.even_spec in F; destruct F as [q F]; lia.
Qed.

Lemma double_half p : (2 * p / 2 = p)%nat.
Proof. rewrite Nat.mul_comm; apply Nat.div_mul; lia. Qed.

Lemma double_half_succ p : ((2 * p + 1) / 2 = p)%nat.
Proof. rewrite Nat.mul_comm, Nat.div_add_l by lia; rewrite Nat.div_small; lia. Qed.

Lemma even_double p : Nat.even (2 * p) = true.
Proof. apply Nat.even_spec; exists p; reflexivity. Qed.

Lemma even_double_succ p : Nat.even (2 * p + 1) = false.
Proof. rewrite Nat.even_add, even_double; reflexivity. Qed.

Lemma partner_even p : partner (2 * p) = (2 * p + 1)%nat.
Proof. unfold partner; rewrite even_double; lia. Qed.

Lemma partner_odd p : partner (2 * p + 1) = (2 * p)%nat.
Proof. unfold partner; rewrite even_double_succ; lia. Qed.

Lemma side_even p t : side (2 * p) t = - sin t.
Proof. unfold side; rewrite even_double; reflexivity. Qed.

Lemma side_odd p t : side (2 * p + 1) t = sin t.
Proof. unfold side; rewrite even_double_succ; reflexivity. Qed.

Lemma basis_symmetric a b : basis a b = basis b a.
Proof. unfold basis; rewrite Nat.eqb_sym; reflexivity. Qed.

(** The coordinates of Q x. *)
Lemma rotary_even m d t x p :
  (2 * m <= d)%nat -> (p < m)%nat ->
  apply d (rotary m t) x (2 * p)%nat = cos (t p) * x (2 * p)%nat - sin (t p) * x (2 * p + 1)%nat.
Proof.
  intros Hd Hp; unfold apply.
  rewrite (dot_ext d _ (fun b => cos (t p) * basis (2 * p) b + - sin (t p) * basis (2 * p + 1) b) x x);
    [|intros b _; unfold rotary|intros b _; reflexivity].
  - rewrite (dot_plus_l d (fun b => cos (t p) * basis (2 * p) b) (fun b => - sin (t p) * basis (2 * p + 1)
      b)).
    rewrite !dot_scal_l, !dot_basis by lia; ring.
  - rewrite (proj2 (Nat.ltb_lt (2 * p) (2 * m))) by lia.
    rewrite double_half, side_even, partner_even; reflexivity.
Qed.

Lemma rotary_odd m d t x p :
  (2 * m <= d)%nat -> (p < m)%nat ->
  apply d (rotary m t) x (2 * p + 1)%nat = cos (t p) * x (2 * p + 1)%nat + sin (t p) * x (2 * p)%nat.
Proof.
  intros Hd Hp; unfold apply.
  rewrite (dot_ext d _ (fun b => cos (t p) * basis (2 * p + 1) b + sin (t p) * basis (2 * p) b) x x);
    [|intros b _; unfold rotary|intros b _; reflexivity].
  - rewrite (dot_plus_l d (fun b => cos (t p) * basis (2 * p + 1) b) (fun b => sin (t p) * basis (2 * p) b)).
    rewrite !dot_scal_l, !dot_basis by lia; ring.
  - rewrite (proj2 (Nat.ltb_lt (2 * p + 1) (2 * m))) by lia.
    rewrite double_half_succ, side_odd, partner_odd; reflexivity.
Qed.

Lemma rotary_fixed m d t x a :
  (2 * m <= a)%nat -> (a < d)%nat -> apply d (rotary m t) x a = x a.
Proof.
  intros Ha Hd; unfold apply; rewrite (dot_ext d _ (basis a) x x); [apply dot_basis, Hd| |intros b _;
    reflexivity].
  intros b _; unfold rotary; rewrite (proj2 (Nat.ltb_ge a (2 * m))) by lia; reflexivity.
Qed.

(** Vectors that agree in every plane and at every fixed coordinate are equal. *)
Lemma same_planes m d u v :
  (forall p, (p < m)%nat -> u (2 * p)%nat = v (2 * p)%nat /\ u (2 * p + 1)%nat = v (2 * p + 1)%nat) ->
  (forall a, (2 * m <= a)%nat -> (a < d)%nat -> u a = v a) -> same d u v.
Proof.
  intros HP HF a Ha; destruct (Nat.lt_ge_cases a (2 * m)) as [L|L]; [|apply HF; assumption].
  destruct (HP (a / 2)%nat) as [H0 H1]; [apply Nat.div_lt_upper_bound; lia|].
  destruct (parity a) as [[E _]|[E _]]; rewrite E; assumption.
Qed.

(** Turning by -t and then by t changes nothing. *)
Lemma rotary_inverse m d t x :
  (2 * m <= d)%nat ->
  same d (apply d (rotary m t) (apply d (rotary m (fun p => - t p)) x)) x.
Proof.
  intros Hd; apply (same_planes m d).
  - intros p Hp; repeat rewrite ?rotary_even, ?rotary_odd by assumption; rewrite cos_neg, sin_neg.
    pose proof (sin2_cos2 (t p)) as E; unfold Rsqr in E; split.
    + transitivity ((sin (t p) * sin (t p) + cos (t p) * cos (t p)) * x (2 * p)%nat); [ring|rewrite E; ring].
    + transitivity ((sin (t p) * sin (t p) + cos (t p) * cos (t p)) * x (2 * p + 1)%nat); [ring|rewrite E;
        ring].
  - intros a Ha Hl; rewrite !rotary_fixed by assumption; reflexivity.
Qed.

(** The transpose has the opposite angles. *)
Lemma rotary_transpose m t a b : rotary m t b a = rotary m (fun p => - t p) a b.
Proof.
  unfold rotary.
  assert (D : forall c e, basis c c = 1 /\ (c <> e -> basis c e = 0)).
  { intros c e; unfold basis; rewrite Nat.eqb_refl; split; [reflexivity|].
    intros H; rewrite (proj2 (Nat.eqb_neq e c)); auto. }
  destruct (Nat.eq_dec a b) as [->|Hab].
  - destruct (Nat.ltb b (2 * m)); [|reflexivity].
    assert (partner b <> b) by (unfold partner; destruct (parity b) as [[E ->]|[E ->]]; lia).
    rewrite (proj2 (D (partner b) b)) by assumption; rewrite cos_neg; ring.
  - destruct (Nat.eq_dec b (partner a)) as [->|Hp].
    + assert (H2 : (partner a / 2 = a / 2)%nat /\ partner (partner a) = a
        /\ Nat.ltb (partner a) (2 * m) = Nat.ltb a (2 * m) /\ forall t, side (partner a) t = - side a t).
      { destruct (parity a) as [[E _]|[E _]]; rewrite E.
        - rewrite partner_even, double_half_succ, double_half, partner_odd; repeat split.
          + destruct (Nat.ltb_spec (2 * (a / 2) + 1) (2 * m)), (Nat.ltb_spec (2 * (a / 2)) (2 * m)); auto;
              lia.
          + intros s; rewrite side_odd, side_even; ring.
        - rewrite partner_odd, double_half_succ, double_half, partner_even; repeat split.
          + destruct (Nat.ltb_spec (2 * (a / 2) + 1) (2 * m)), (Nat.ltb_spec (2 * (a / 2)) (2 * m)); auto;
              lia.
          + intros s; rewrite side_odd, side_even; ring. }
      destruct H2 as (E1 & E2 & E3 & E4); rewrite E1, E2, E3, E4.
      rewrite (proj1 (D a a)), (proj1 (D (partner a) a)), (proj2 (D (partner a) a)), (proj2 (D a (partner a)))
        by auto.
      destruct (Nat.ltb a (2 * m)); [|reflexivity].
      unfold side; destruct (Nat.even a); rewrite sin_neg; ring.
    + assert (Hq : a <> partner b).
      { intros E; apply Hp; revert E Hab; unfold partner.
        destruct (parity a) as [[A EA]|[A EA]], (parity b) as [[B EB]|[B EB]]; rewrite EA, EB; lia. }
      rewrite (proj2 (D b a)), (proj2 (D a b)), (proj2 (D (partner b) a)), (proj2 (D (partner a) b)) by auto.
      destruct (Nat.ltb b (2 * m)), (Nat.ltb a (2 * m)); ring.
Qed.

Lemma rotary_orthogonal m d t : (2 * m <= d)%nat -> orthogonal d (rotary m t).
Proof.
  intros Hd.
  assert (G : forall s a b, (a < d)%nat -> (b < d)%nat ->
    rsum d (fun c => rotary m s a c * rotary m s b c) = basis a b).
  { intros s a b Ha Hb; rewrite basis_symmetric, <- (rotary_inverse m d s (basis b) Hd a Ha).
    unfold apply at 1, dot at 1; apply rsum_ext; intros c Hc; f_equal.
    rewrite rotary_transpose; unfold apply; rewrite dot_comm, dot_basis by exact Hb; reflexivity. }
  intros a b Ha Hb; split; [|apply G; assumption].
  rewrite <- (G (fun p => - t p) a b Ha Hb); apply rsum_ext; intros c Hc.
  rewrite !(rotary_transpose m t); reflexivity.
Qed.

(** ** When two rotary matrices agree on a vector *)

Lemma chord s t :
  (cos s - cos t) * (cos s - cos t) + (sin s - sin t) * (sin s - sin t) = 2 * (1 - cos (s - t)).
Proof.
  rewrite cos_minus; pose proof (sin2_cos2 s) as Es; pose proof (sin2_cos2 t) as Et; unfold Rsqr in Es, Et;
    nra.
Qed.

(** Angles that differ by a full turn have the same cosine and sine. *)
Lemma full_turn s t : cos (s - t) = 1 -> cos s = cos t /\ sin s = sin t.
Proof.
  intros H; pose proof (chord s t) as E; rewrite H in E.
  pose proof (Rle_0_sqr (cos s - cos t)) as C; pose proof (Rle_0_sqr (sin s - sin t)) as S;
    unfold Rsqr in C, S.
  assert (C0 : (cos s - cos t) * (cos s - cos t) = 0) by lra.
  assert (S0 : (sin s - sin t) * (sin s - sin t) = 0) by lra.
  apply Rmult_integral in C0; apply Rmult_integral in S0; lra.
Qed.

(** Two rotary matrices that agree on x, angles that differ by no full turn in the plane p: x vanishes
    there. *)
Theorem rotary_moving m d s t x p :
  (2 * m <= d)%nat -> (p < m)%nat -> same d (apply d (rotary m s) x) (apply d (rotary m t) x) ->
  cos (s p - t p) <> 1 -> x (2 * p)%nat = 0 /\ x (2 * p + 1)%nat = 0.
Proof.
  intros Hd Hp H Hne.
  pose proof (H (2 * p)%nat ltac:(lia)) as E0; pose proof (H (2 * p + 1)%nat ltac:(lia)) as E1.
  rewrite !rotary_even in E0 by assumption; rewrite !rotary_odd in E1 by assumption.
  pose proof (chord (s p) (t p)) as E.
  set (C := cos (s p) - cos (t p)) in *; set (S := sin (s p) - sin (t p)) in *.
  set (u := x (2 * p)%nat) in *; set (v := x (2 * p + 1)%nat) in *.
  assert (F0 : C * u - S * v = 0) by (unfold C, S; lra).
  assert (F1 : C * v + S * u = 0) by (unfold C, S; lra).
  assert (N : C * C + S * S <> 0) by (intros Z; apply Hne; lra).
  split; apply (Rmult_eq_reg_l (C * C + S * S)); auto; rewrite Rmult_0_r.
  - transitivity (C * (C * u - S * v) + S * (C * v + S * u)); [ring|rewrite F0, F1; ring].
  - transitivity (C * (C * v + S * u) - S * (C * u - S * v)); [ring|rewrite F0, F1; ring].
Qed.

(** Angles that differ by full turns in every plane: the matrices agree on every vector. *)
Lemma rotary_still m d s t x :
  (2 * m <= d)%nat -> (forall p, (p < m)%nat -> cos (s p - t p) = 1) ->
  same d (apply d (rotary m s) x) (apply d (rotary m t) x).
Proof.
  intros Hd H; apply (same_planes m d).
  - intros p Hp; destruct (full_turn _ _ (H p Hp)) as [C S].
    rewrite !rotary_even, !rotary_odd, C, S by assumption; split; reflexivity.
  - intros a Ha Hl; rewrite !rotary_fixed by assumption; reflexivity.
Qed.

(** In one plane: they agree on the vectors of this plane. *)
Lemma rotary_still_basis m d s t p :
  (2 * m <= d)%nat -> (p < m)%nat -> cos (s p - t p) = 1 ->
  same d (apply d (rotary m s) (basis (2 * p))) (apply d (rotary m t) (basis (2 * p))).
Proof.
  intros Hd Hp H; apply (same_planes m d).
  - intros r Hr; rewrite !rotary_even, !rotary_odd by assumption.
    destruct (Nat.eq_dec r p) as [->|Hne]; [destruct (full_turn _ _ H) as [-> ->]; split; reflexivity|].
    unfold basis; rewrite (proj2 (Nat.eqb_neq (2 * r) (2 * p))),
      (proj2 (Nat.eqb_neq (2 * r + 1) (2 * p))) by lia.
    split; ring.
  - intros a Ha Hl; rewrite !rotary_fixed by assumption; reflexivity.
Qed.

Lemma rotary_fixed_basis m d s t b :
  (2 * m <= b)%nat -> (b < d)%nat ->
  same d (apply d (rotary m s) (basis b)) (apply d (rotary m t) (basis b)).
Proof.
  intros Hb Hd; apply (same_planes m d).
  - intros p Hp; rewrite !rotary_even, !rotary_odd by lia.
    unfold basis; rewrite (proj2 (Nat.eqb_neq (2 * p) b)), (proj2 (Nat.eqb_neq (2 * p + 1) b)) by lia.
    split; ring.
  - intros a Ha Hl; rewrite !rotary_fixed by assumption; reflexivity.
Qed.
