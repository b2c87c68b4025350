(** * Waves of angles with the uniform law

    Overview.  The labels are angles with the uniform law: mean cos(z xi) = mean sin(z xi) = 0 for all
    integers z <> 0 (these means determine a law on the circle).  cos(z xi) and sin(z xi) are admissible; a
    function has no waves from the frequency n on ([low]) if all its means with them vanish; products of waves
    add frequencies.

    Key results: [wave_fit], [mean_C], [mean_S], [low_wave]. *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors Energy TokenLaws.
Local Open Scope R_scope.

(** Angles with the uniform law. *)
Definition uniform_circle (T : labelled R) : Prop :=
  fit T (fun w => cos (label T w)) /\ fit T (fun w => sin (label T w)) /\
  forall z : Z, z <> 0%Z ->
  mean T (fun w => cos (IZR z * label T w)) = 0 /\ mean T (fun w => sin (IZR z * label T w)) = 0.

Definition C (T : labelled R) (z : Z) (w : token T) : R := cos (IZR z * label T w).
Definition S' (T : labelled R) (z : Z) (w : token T) : R := sin (IZR z * label T w).

Lemma wave_fit (T : labelled R) (HT : uniform_circle T) z : fit T (C T z) /\ fit T (S' T z).
Proof.
  destruct HT as (Hc & Hs & _).
  assert (P : forall n, fit T (C T (Z.of_nat n)) /\ fit T (S' T (Z.of_nat n))).
  { induction n as [|n [IC IS]].
    - split; [apply (fit_ext (fun _ => 1))|apply (fit_ext (fun _ => 0))]; try apply fit_const;
        intros w; unfold C, S'; simpl; rewrite Rmult_0_l, ?cos_0, ?sin_0; reflexivity.
    - assert (E : forall w, IZR (Z.of_nat (S n)) * label T w = IZR (Z.of_nat n) * label T w + label T w)
        by (intros; rewrite Nat2Z.inj_succ, succ_IZR; ring).
      split.
      + apply (fit_ext (fun w =>
          C T (Z.of_nat n) w * cos (label T w) - S' T (Z.of_nat n) w * sin (label T w))).
        * intros w; unfold C at 2; rewrite E, cos_plus; reflexivity.
        * fits.
      + apply (fit_ext (fun w => S' T (Z.of_nat n) w * cos (label T w)
        + C T (Z.of_nat n) w * sin (label T w))).
        * intros w; unfold S' at 2; rewrite E, sin_plus; reflexivity.
        * fits. }
  destruct (Z_le_gt_dec 0 z) as [Hz|Hz].
  - rewrite <- (Z2Nat.id z) by exact Hz; apply P.
  - destruct (P (Z.to_nat (- z))) as [PC PS]; rewrite Z2Nat.id in PC, PS by lia; split.
    + apply (fit_ext (C T (- z))); [|exact PC]; intros w; unfold C; rewrite <- cos_neg, opp_IZR; f_equal;
      ring.
    + apply (fit_ext (fun w => - (S' T) (- z) w)); [|fits].
      intros w; unfold S'; rewrite <- sin_neg, opp_IZR; f_equal; ring.
Qed.

Lemma cosine_fit (T : labelled R) (HT : uniform_circle T) z : fit T (C T z).
Proof. apply (wave_fit T HT). Qed.
Lemma sine_fit (T : labelled R) (HT : uniform_circle T) z : fit T (S' T z).
Proof. apply (wave_fit T HT). Qed.
#[export] Hint Opaque C S' : fits.
#[export] Hint Resolve cosine_fit sine_fit : fits.

Lemma C_zero (T : labelled R) w : (C T) 0 w = 1.
Proof. unfold C; rewrite Rmult_0_l; apply cos_0. Qed.
Lemma S_zero (T : labelled R) w : (S' T) 0 w = 0.
Proof. unfold S'; rewrite Rmult_0_l; apply sin_0. Qed.

Lemma mean_C (T : labelled R) (HT : uniform_circle T) z : mean T (C T z) = if Z.eqb z 0 then 1 else 0.
Proof.
  destruct (Z.eqb_spec z 0) as [->|Hz]; [|apply HT, Hz].
  rewrite (mean_ext _ (fun _ => 1) (C_zero T)); apply mean_const.
Qed.
Lemma mean_S (T : labelled R) (HT : uniform_circle T) z : mean T (S' T z) = 0.
Proof.
  destruct (Z.eqb_spec z 0) as [->|Hz]; [|apply HT, Hz].
  rewrite (mean_ext _ (fun _ => 0) (S_zero T)); apply mean_const.
Qed.

(** Products of waves. *)
Lemma CC (T : labelled R) y z w : (C T) y w * C T z w = / 2 * C T (z - y) w + / 2 * C T (z + y) w.
Proof. unfold C; rewrite plus_IZR, minus_IZR, Rmult_minus_distr_r, Rmult_plus_distr_r, cos_plus, cos_minus;
  field. Qed.
Lemma SS (T : labelled R) y z w : (S' T) y w * S' T z w = / 2 * C T (z - y) w - / 2 * C T (z + y) w.
Proof. unfold C, S'; rewrite plus_IZR, minus_IZR, Rmult_minus_distr_r, Rmult_plus_distr_r, cos_plus,
  cos_minus; field. Qed.
Lemma SC (T : labelled R) y z w : (S' T) y w * C T z w = / 2 * S' T (z + y) w - / 2 * S' T (z - y) w.
Proof. unfold C, S'; rewrite plus_IZR, minus_IZR, Rmult_minus_distr_r, Rmult_plus_distr_r, sin_plus,
  sin_minus; field. Qed.
Lemma CS (T : labelled R) y z w : (C T) y w * S' T z w = / 2 * S' T (z + y) w + / 2 * S' T (z - y) w.
Proof. unfold C, S'; rewrite plus_IZR, minus_IZR, Rmult_minus_distr_r, Rmult_plus_distr_r, sin_plus,
  sin_minus; field. Qed.

(** F has no waves of frequency n and more. *)
Definition low (T : labelled R) (n : Z) (F : token T -> R) : Prop :=
  fit T F /\ forall z, (n <= Z.abs z)%Z -> mean T (fun w => F w * C T z w) = 0 /\
    mean T (fun w => F w * S' T z w) = 0.

Lemma low_le (T : labelled R) m n F : (m <= n)%Z -> low T m F -> low T n F.
Proof. intros H [HF P]; split; [exact HF|intros z Hz; apply P; lia]. Qed.

Lemma low_ext (T : labelled R) n F G : (forall w, F w = G w) -> low T n F -> low T n G.
Proof.
  intros H [HF P]; split; [exact (fit_ext F G H HF)|]; intros z Hz; destruct (P z Hz) as [P1 P2].
  rewrite <- P1 at 1; rewrite <- P2 at 1; split; apply mean_ext; intros; rewrite H; reflexivity.
Qed.

Lemma low_const (T : labelled R) (HT : uniform_circle T) c : (low T) 1 (fun _ => c).
Proof.
  split; [apply fit_const|]; intros z Hz.
  rewrite !mean_scal, (mean_C T HT), (mean_S T HT) by apply (wave_fit T HT);
    rewrite (proj2 (Z.eqb_neq z 0)) by lia; split; ring.
Qed.

Lemma low_plus (T : labelled R)
  (HT : uniform_circle T) n F G : (low T) n F -> low T n G -> low T n (fun w => F w + G w).
Proof.
  intros [HF PF] [HG PG]; split; [fits|]; intros z Hz; destruct (PF z Hz) as [F1 F2];
    destruct (PG z Hz) as [G1 G2].
  rewrite (mean_ext _ (fun w => F w * C T z w + G w * C T z w)) by (intros; ring).
  rewrite (mean_ext (fun w => (F w + G w) * S' T z w) (fun w => F w * S' T z w + G w * S' T z w))
    by (intros; ring).
  rewrite !mean_plus, F1, F2, G1, G2 by fits; split; ring.
Qed.

Lemma low_scal (T : labelled R) (HT : uniform_circle T) n c F : (low T) n F -> low T n (fun w => c * F w).
Proof.
  intros [HF PF]; split; [fits|]; intros z Hz; destruct (PF z Hz) as [F1 F2].
  rewrite (mean_ext _ (fun w => c * (F w * C T z w))) by (intros; ring).
  rewrite (mean_ext (fun w => c * F w * S' T z w) (fun w => c * (F w * S' T z w))) by (intros; ring).
  rewrite !mean_scal, F1, F2 by fits; split; ring.
Qed.

Lemma low_wave (T : labelled R) (HT : uniform_circle T) n y F : (0 <= y)%Z -> low T n F -> low T (n + y)
  (fun w => F w * C T y w) /\ (low T) (n + y) (fun w => F w * S' T y w).
Proof.
  intros Hy [HF PF].
  assert (B : forall z, (n + y <= Z.abs z)%Z -> (n <= Z.abs (z - y))%Z /\ (n <= Z.abs (z + y))%Z) by lia.
  split; (split; [fits|]); intros z Hz; destruct (B z Hz) as [B1 B2];
    destruct (PF _ B1) as [C1 S1]; destruct (PF _ B2) as [C2 S2].
  - rewrite (mean_ext _ (fun w => / 2 * (F w * C T (z - y) w) + / 2 * (F w * C T (z + y) w)))
      by (intros w; rewrite Rmult_assoc, (CC T); ring).
    rewrite (mean_ext (fun w => F w * C T y w * S' T z w)
      (fun w => / 2 * (F w * S' T (z + y) w) + / 2 * (F w * S' T (z - y) w)))
      by (intros w; rewrite Rmult_assoc, (CS T); ring).
    rewrite !mean_plus, !mean_scal, C1, C2, S1, S2 by fits; split; ring.
  - rewrite (mean_ext _ (fun w => / 2 * (F w * S' T (z + y) w) - / 2 * (F w * S' T (z - y) w)))
      by (intros w; rewrite Rmult_assoc, (SC T); ring).
    rewrite (mean_ext (fun w => F w * S' T y w * S' T z w)
      (fun w => / 2 * (F w * C T (z - y) w) - / 2 * (F w * C T (z + y) w)))
      by (intros w; rewrite Rmult_assoc, (SS T); ring).
    rewrite !mean_minus, !mean_scal, C1, C2, S1, S2 by fits; split; ring.
Qed.
