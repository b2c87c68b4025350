(** * Sines and cosines of sums as polynomials

    Overview.  (cos, sin) of p_1 x_1 + .. + p_n x_n + r PI/2, with integers p, r, is a product of powers of
      the
    complex numbers (cos x_c, sin x_c). So an equation between polynomials in sines and cosines of such angles
    is one between polynomials in the cos x_c and sin x_c, up to sin^2 x_c = 1 - cos^2 x_c.

    Key results: [polar_cos], [polar_sin]. *)

From Coq Require Import Reals Lra Lia ZArith List.
Import ListNotations.
Local Open Scope R_scope.

(** Products and powers of complex numbers. *)
Definition times (a b : R * R) : R * R := (fst a * fst b - snd a * snd b, snd a * fst b + fst a * snd b).

Fixpoint power (n : nat) (a : R * R) : R * R :=
  match n with O => (1, 0) | S m => times a (power m a) end.

Definition turns (p : Z) (c s : R) : R * R :=
  match p with Z0 => (1, 0) | Zpos n => power (Pos.to_nat n) (c, s) | Zneg n => power (Pos.to_nat n) (c, - s)
    end.

(** The angle sum p x + r PI/2, and its cosine and sine. *)
Fixpoint polar_angle (l : list (Z * R)) (r : Z) : R :=
  match l with [] => IZR r * (PI / 2) | (p, x) :: rest => IZR p * x + polar_angle rest r end.

Fixpoint polar (l : list (Z * R)) (r : Z) : R * R :=
  match l with [] => turns r 0 1 | (p, x) :: rest => times (turns p (cos x) (sin x)) (polar rest r) end.

Lemma power_wave n x : power n (cos x, sin x) = (cos (INR n * x), sin (INR n * x)).
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_l, cos_0, sin_0; reflexivity|].
  cbn [power]; rewrite IH, S_INR; replace ((INR n + 1) * x) with (x + INR n * x) by ring.
  unfold times; simpl fst; simpl snd; rewrite cos_plus, sin_plus; reflexivity.
Qed.

Lemma turns_wave p x : turns p (cos x) (sin x) = (cos (IZR p * x), sin (IZR p * x)).
Proof.
  destruct p as [|n|n]; unfold turns.
  - rewrite Rmult_0_l, cos_0, sin_0; reflexivity.
  - rewrite power_wave, INR_IZR_INZ, positive_nat_Z; reflexivity.
  - rewrite <- sin_neg, <- (cos_neg x), power_wave, INR_IZR_INZ, positive_nat_Z.
    replace (IZR (Zneg n) * x) with (IZR (Zpos n) * - x); [reflexivity|].
    change (Zneg n) with (- Zpos n)%Z; rewrite opp_IZR; ring.
Qed.

(** The complex number of the angle. *)
Theorem polar_wave l r : polar l r = (cos (polar_angle l r), sin (polar_angle l r)).
Proof.
  induction l as [|[p x] rest IH]; simpl polar; simpl polar_angle.
  - rewrite <- turns_wave, cos_PI2, sin_PI2; reflexivity.
  - rewrite IH, turns_wave, cos_plus, sin_plus; reflexivity.
Qed.

(** A cosine as a polynomial. *)
Theorem polar_cos A l r : A = polar_angle l r -> cos A = fst (polar l r).
Proof. intros ->; rewrite polar_wave; reflexivity. Qed.

(** A sine as a polynomial. *)
Theorem polar_sin A l r : A = polar_angle l r -> sin A = snd (polar l r).
Proof. intros ->; rewrite polar_wave; reflexivity. Qed.

Lemma sine_square x : sin x * sin x = 1 - cos x * cos x.
Proof. pose proof (sin2_cos2 x) as H; unfold Rsqr in H; lra. Qed.

(** Writes the powers out. *)
Ltac polar_steps :=
  cbv [polar turns Pos.to_nat Pos.iter_op Init.Nat.add power times fst snd].
