(** * Fourier coefficients of functions of the token, and Bessel's inequality

    Overview.  For a function g of the token (of label and content, not of the label alone)
    C_m = mean g cos(m xi), S_m = mean g sin(m xi).  Its projection on N harmonics has the mean square
    C_0^2 + 2 sum (C_m^2 + S_m^2) <= mean g^2.  If the powers of g are all equal to their projections on D
    harmonics, g is constant: g^2 would have the frequency 2 D.

    Key results: [mean_projection], [bessel], [constant_of_powers]. *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors Energy TokenLaws CircleWaves.
Local Open Scope R_scope.

Definition coefC (T : labelled R) (g : token T -> R) (n : nat) :
  R := mean T (fun w => g w * C T (Z.of_nat n) w).
Definition coefS (T : labelled R) (g : token T -> R) (n : nat) :
  R := mean T (fun w => g w * S' T (Z.of_nat n) w).
Definition size (T : labelled R) (g : token T -> R) (n : nat) :
  R := coefC T g n * coefC T g n + coefS T g n * coefS T g n.

(** 2 (C_n cos(n xi) + S_n sin(n xi)). *)
Definition harmonic (T : labelled R) (g : token T -> R) (n : nat) (w : token T) : R :=
  2 * coefC T g n * C T (Z.of_nat n) w + 2 * coefS T g n * S' T (Z.of_nat n) w.

(** C_0 and the harmonics 1, ..., N. *)
Definition projection (T : labelled R) (g : token T -> R) (N : nat) (w : token T) : R :=
  (coefC T) g 0 + rsum N (fun m => harmonic T g (S m) w).

Definition energy_of (T : labelled R) (g : token T -> R) (N : nat) :
  R := size T g 0 + 2 * rsum N (fun m => size T g (S m)).

Lemma coefC_zero (T : labelled R) g : (coefC T) g 0 = mean T g.
Proof. apply mean_ext; intros w; simpl; rewrite (C_zero T); ring. Qed.
Lemma coefS_zero (T : labelled R) g : (coefS T) g 0 = 0.
Proof. unfold coefS; rewrite (mean_ext _ (fun _ => 0)), mean_const; [reflexivity|intros w; simpl;
  rewrite (S_zero T); ring]. Qed.

Lemma size_nonneg (T : labelled R) g n : 0 <= size T g n.
Proof. unfold size; pose proof (Rle_0_sqr (coefC T g n)); pose proof (Rle_0_sqr (coefS T g n));
  unfold Rsqr in *; lra. Qed.

Lemma size_zero (T : labelled R) g n : (size T) g n = 0 -> coefC T g n = 0 /\ (coefS T) g n = 0.
Proof. unfold size; intros H; split; apply Rsqr_0_uniq; unfold Rsqr;
  pose proof (Rle_0_sqr (coefC T g n)); pose proof (Rle_0_sqr (coefS T g n)); unfold Rsqr in *; lra. Qed.

Lemma harmonic_fit (T : labelled R) (HT : uniform_circle T) g n : fit T (harmonic T g n).
Proof. unfold harmonic; fits. Qed.
Lemma projection_fit (T : labelled R) (HT : uniform_circle T) g N : fit T (projection T g N).
Proof. unfold projection; apply fit_plus; [apply fit_const|apply fit_rsum; intros;
  apply (harmonic_fit T HT)]. Qed.

Lemma projection_step (T : labelled R) g N w : (projection T) g (S N) w = projection T g N w
  + harmonic T g (S N) w.
Proof. unfold projection; cbn [rsum]; ring. Qed.

(** A product with a projection on N harmonics gains N frequencies. *)
Lemma low_projection (T : labelled R)
  (HT : uniform_circle T) n F g N : (low T) n F -> low T (n + Z.of_nat N) (fun w => F w * projection T g N w).
Proof.
  intros HF; induction N as [|N IH].
  - rewrite Z.add_0_r; apply (low_ext T _ (fun w => coefC T g 0 * F w)); [intros; unfold projection; simpl;
    ring|].
    apply (low_scal T HT), HF.
  - apply (low_ext T _ (fun w => F w * projection T g N w
    + (2 * coefC T g (S N) * (F w * C T (Z.of_nat (S N)) w)
                               + 2 * coefS T g (S N) * (F w * S' T (Z.of_nat (S N)) w)))).
    + intros w; rewrite (projection_step T); unfold harmonic; ring.
    + destruct (low_wave T HT n (Z.of_nat (S N)) F ltac:(lia) HF) as [L1 L2].
      apply (low_plus T HT); [apply (low_le T (n + Z.of_nat N)); [lia|exact IH]|].
      apply (low_plus T HT); apply (low_scal T HT); assumption.
Qed.

Lemma projection_low (T : labelled R) (HT : uniform_circle T) g N : (low T) (1 + Z.of_nat N)
  (projection T g N).
Proof.
  apply (low_ext T _ (fun w => 1 * projection T g N w)); [intros; ring|].
  apply (low_projection T HT 1 (fun _ => 1)), (low_const T HT).
Qed.

Lemma mean_harmonic (T : labelled R)
  (HT : uniform_circle T) g h n : fit T h -> mean T (fun w => h w * harmonic T g n w)
    = 2 * (coefC T g n * coefC T h n + coefS T g n * coefS T h n).
Proof.
  intros Hh; unfold harmonic.
  rewrite (mean_ext _ (fun w => 2 * coefC T g n * (h w * C T (Z.of_nat n) w)
    + 2 * coefS T g n * (h w * S' T (Z.of_nat n) w)))
    by (intros; ring).
  rewrite mean_plus, !mean_scal by fits.
  change (2 * coefC T g n * coefC T h n + 2 * coefS T g n * coefS T h n = 2 * (coefC T g n * coefC T h n
    + coefS T g n * coefS T h n)); ring.
Qed.

Lemma mean_harmonic_square (T : labelled R)
  (HT : uniform_circle T) g n : (1 <= n)%nat -> mean T (fun w => harmonic T g n w * harmonic T g n w)
    = 2 * size T g n.
Proof.
  intros Hn; rewrite (mean_harmonic T HT) by apply (harmonic_fit T HT).
  assert (E1 : (coefC T) (harmonic T g n) n = coefC T g n).
  { unfold coefC at 1, harmonic.
    rewrite (mean_ext _ (fun w => coefC T g n * C T (Z.of_nat n - Z.of_nat n) w
      + coefC T g n * C T (Z.of_nat n + Z.of_nat n) w
      + (coefS T g n * S' T (Z.of_nat n + Z.of_nat n) w - (coefS T) g n * S' T (Z.of_nat n - Z.of_nat n) w))).
    - rewrite !mean_plus, mean_minus, !mean_scal, !(mean_C T HT), !(mean_S T HT) by fits.
      rewrite Z.sub_diag, Z.eqb_refl, (proj2 (Z.eqb_neq _ 0)) by lia; ring.
    - intros w; rewrite Rmult_plus_distr_r, !Rmult_assoc, (CC T), (SC T); field. }
  assert (E2 : (coefS T) (harmonic T g n) n = coefS T g n).
  { unfold coefS at 1, harmonic.
    rewrite (mean_ext _ (fun w => coefC T g n * S' T (Z.of_nat n + Z.of_nat n) w
      + coefC T g n * S' T (Z.of_nat n - Z.of_nat n) w
      + (coefS T g n * C T (Z.of_nat n - Z.of_nat n) w - (coefS T) g n * C T (Z.of_nat n + Z.of_nat n) w))).
    - rewrite !mean_plus, mean_minus, !mean_scal, !(mean_C T HT), !(mean_S T HT) by fits.
      rewrite Z.sub_diag, Z.eqb_refl, (proj2 (Z.eqb_neq _ 0)) by lia; ring.
    - intros w; rewrite Rmult_plus_distr_r, !Rmult_assoc, (CS T), (SS T); field. }
  rewrite E1, E2; unfold size; ring.
Qed.

Lemma mean_projection (T : labelled R) (HT : uniform_circle T) g N : fit T g ->
  mean T (fun w => g w * projection T g N w) = energy_of T g N /\
  mean T (fun w => projection T g N w * projection T g N w) = energy_of T g N.
Proof.
  intros Hg; induction N as [|N [I1 I2]].
  - unfold projection, energy_of, size; simpl; rewrite (coefS_zero T).
    rewrite (mean_ext _ (fun w => coefC T g 0 * g w)) by (intros; ring).
    rewrite mean_scal, mean_const, <- (coefC_zero T) by exact Hg; split; ring.
  - pose proof (projection_fit T HT g N) as PF; pose proof (harmonic_fit T HT g (S N)) as HF.
    pose proof (projection_step T g N) as E.
    assert (F : (energy_of T) g (S N) = energy_of T g N + 2 * size T g (S N)) by (unfold energy_of;
      cbn [rsum]; ring).
    split.
    + rewrite (mean_ext _ (fun w => g w * projection T g N w + g w * harmonic T g (S N) w)) by (intros;
      rewrite E; ring).
      rewrite mean_plus, I1, (mean_harmonic T HT), F by fits; unfold size; ring.
    + rewrite (mean_ext _ (fun w => projection T g N w * projection T g N w
        + 2 * (projection T g N w * harmonic T g (S N) w) + harmonic T g (S N) w * harmonic T g (S N) w))
        by (intros; rewrite E; ring).
      rewrite !mean_plus, mean_scal, I2, (mean_harmonic_square T HT), (mean_harmonic T HT), F by (fits ||
        lia).
      destruct (proj2 (projection_low T HT g N) (Z.of_nat (S N)) ltac:(lia)) as [Z1 Z2].
      change (coefC T (projection T g N) (S N) = 0) in Z1; change (coefS T (projection T g N) (S N)
        = 0) in Z2.
      rewrite Z1, Z2; ring.
Qed.

(** mean (g - projection)^2 = mean g^2 - energy_of g N; Bessel's inequality. *)
Lemma mean_remainder (T : labelled R) (HT : uniform_circle T) g N : fit T g ->
  mean T (fun w => (g w - (projection T) g N w) * (g w - (projection T) g N w))
    = mean T (fun w => g w * g w) - (energy_of T) g N.
Proof.
  intros Hg; pose proof (projection_fit T HT g N) as PF; destruct (mean_projection T HT g N Hg) as [M1 M2].
  rewrite (mean_ext _ (fun w => g w * g w - 2 * (g w * projection T g N w)
    + projection T g N w * projection T g N w))
    by (intros; ring).
  rewrite mean_plus, mean_minus, mean_scal, M1, M2 by fits; ring.
Qed.

Lemma bessel (T : labelled R)
  (HT : uniform_circle T) g N : fit T g -> energy_of T g N <= mean T (fun w => g w * g w).
Proof.
  intros Hg; pose proof (projection_fit T HT g N) as PF; pose proof (mean_remainder T HT g N Hg) as E.
  assert (0 <= mean T (fun w => (g w - (projection T) g N w) * (g w - (projection T) g N w))).
  { apply mean_nonneg; [fits|intros; apply Rle_0_sqr]. }
  lra.
Qed.

(** If g and g^2 are trigonometric polynomials of degree D + 1, g has no harmonic D + 1. *)
Lemma no_top_harmonic (T : labelled R) (HT : uniform_circle T) g D : fit T g ->
  mean T (fun w => g w * g w) = energy_of T g (S D) ->
  mean T (fun w => (g w * g w) * (g w * g w)) = energy_of T (fun w => g w * g w) (S D) -> size T g (S D) = 0.
Proof.
  intros Hg H1 H2; set (n := S D) in *; set (q := fun w => g w * g w) in *.
  assert (Hq : fit T q) by (unfold q; fits).
  pose proof (projection_fit T HT g n) as PF; pose proof (projection_fit T HT q n) as QF;
    pose proof (projection_fit T HT g D) as RF.
  pose proof (harmonic_fit T HT g n) as HF.
  set (P := projection T g n) in *; set (R0 := projection T g D) in *; set (H := harmonic T g n) in *.
  assert (Z1 : mean T (fun w => (g w - P w) * (g w - P w)) = 0) 
    by (unfold P; rewrite (mean_remainder T HT) by exact Hg; change (mean T q - (energy_of T) g n = 0); lra).
  assert (Z2 : mean T (fun w => (q w - (projection T) q n w) * (q w - (projection T) q n w)) = 0)
    by (rewrite (mean_remainder T HT) by exact Hq; change (mean T (fun w => q w * q w)
      = energy_of T q n) in H2; lra).
  (* waves of frequency 2 n in P^2 *)
  assert (W : forall u, fit T u -> mean T (fun w => projection T q n w * u w) = 0 ->
    mean T (fun w => P w * P w * u w) = 0).
  { intros u Hu Hz; pose proof (fit_minus _ _ Hg PF) as F1;
    pose proof (fit_mult T _ _ (fit_plus T _ _ Hg PF) Hu) as F2.
    pose proof (mean_square_zero _ _ F1 F2 Z1) as E1;
      pose proof (mean_square_zero _ _ (fit_minus _ _ Hq QF) Hu Z2) as E2.
    rewrite (mean_ext _ (fun w => q w * u w - (projection T) q n w * u w)), mean_minus, Hz in E2
      by (try (intros; ring); fits).
    rewrite (mean_ext _ (fun w => q w * u w - P w * P w * u w)), mean_minus in E1
      by (try (intros; unfold q; ring); fits).
    lra. }
  destruct (proj2 (projection_low T HT q n) (Z.of_nat n + Z.of_nat n)%Z ltac:(lia)) as [L1 L2].
  pose proof (W _ (cosine_fit T HT _) L1) as W1; pose proof (W _ (sine_fit T HT _) L2) as W2; clear W L1 L2.
  assert (X : forall w, P w = R0 w + H w) by (intros; apply (projection_step T)).
  assert (Low2 : (low T) (Z.of_nat n + Z.of_nat n) (fun w => R0 w * R0 w)).
  { apply (low_le T (1 + Z.of_nat D + Z.of_nat D)); [unfold n; lia|apply (low_projection T HT),
    (projection_low T HT)]. }
  assert (Low1 : (low T) (Z.of_nat n + Z.of_nat n) (fun w => R0 w * H w)).
  { destruct (low_wave T HT _ (Z.of_nat n) R0 ltac:(lia) (projection_low T HT g D)) as [LC LS].
    apply (low_ext T _ (fun w => 2 * coefC T g n * (R0 w * C T (Z.of_nat n) w)
      + 2 * coefS T g n * (R0 w * S' T (Z.of_nat n) w))).
    - intros w; unfold H, harmonic; ring.
    - apply (low_le T (1 + Z.of_nat D + Z.of_nat n)); [unfold n; lia|apply (low_plus T HT);
      apply (low_scal T HT); assumption]. }
  destruct (proj2 Low2 (Z.of_nat n + Z.of_nat n)%Z ltac:(lia)) as [A1 A2].
  destruct (proj2 Low1 (Z.of_nat n + Z.of_nat n)%Z ltac:(lia)) as [B1 B2].
  set (z := (Z.of_nat n + Z.of_nat n)%Z) in *.
  assert (HH : forall w, H w * H w = 2 * size T g n
    + 2 * (coefC T g n * coefC T g n - (coefS T) g n * coefS T g n) * C T z w
                         + 4 * coefC T g n * coefS T g n * S' T z w).
  { intros w; unfold H, harmonic; set (c := coefC T g n); set (s := coefS T g n).
    transitivity (4 * (c * c) * (C T (Z.of_nat n) w * C T (Z.of_nat n) w)
      + 8 * (c * s) * (S' T (Z.of_nat n) w * C T (Z.of_nat n) w)
        + 4 * (s * s) * (S' T (Z.of_nat n) w * S' T (Z.of_nat n) w)); [ring|].
    rewrite (CC T), (SC T), (SS T), Z.sub_diag, (C_zero T), (S_zero T); fold z; unfold size; fold c s;
      field. }
  assert (Zn : Z.eqb (z - z) 0 = true /\ Z.eqb (z + z) 0 = false /\ Z.eqb z 0 = false).
  { rewrite Z.sub_diag; split; [reflexivity|split; apply Z.eqb_neq; unfold z, n; lia]. }
  destruct Zn as (N1 & N2 & N3).
  assert (D1 : mean T (fun w => H w * H w * C T z w)
    = coefC T g n * coefC T g n - (coefS T) g n * coefS T g n).
  { rewrite (mean_ext _ (fun w => 2 * size T g n * C T z w
      + (coefC T g n * coefC T g n - (coefS T) g n * coefS T g n) * C T (z - z) w
      + (coefC T g n * coefC T g n - (coefS T) g n * coefS T g n) * C T (z + z) w
      + (2 * coefC T g n * coefS T g n * S' T (z + z) w - 2 * coefC T g n * coefS T g n * S' T (z - z) w))).
    - rewrite !mean_plus, mean_minus, !mean_scal, !(mean_C T HT), !(mean_S T HT), N1, N2, N3 by fits; ring.
    - intros w; rewrite HH, !Rmult_plus_distr_r, !Rmult_assoc, (CC T), (SC T); field. }
  assert (D2 : mean T (fun w => H w * H w * S' T z w) = 2 * coefC T g n * coefS T g n).
  { rewrite (mean_ext _ (fun w => 2 * size T g n * S' T z w
      + (coefC T g n * coefC T g n - (coefS T) g n * coefS T g n) * S' T (z + z) w
      + (coefC T g n * coefC T g n - (coefS T) g n * coefS T g n) * S' T (z - z) w
      + (2 * coefC T g n * coefS T g n * C T (z - z) w - 2 * coefC T g n * coefS T g n * C T (z + z) w))).
    - rewrite !mean_plus, mean_minus, !mean_scal, !(mean_C T HT), !(mean_S T HT), N1, N2 by fits; ring.
    - intros w; rewrite HH, !Rmult_plus_distr_r, !Rmult_assoc, (CS T), (SS T); field. }
  assert (Y : forall u, fit T u -> mean T (fun w => P w * P w * u w)
    = mean T (fun w => R0 w * R0 w * u w) + 2 * mean T (fun w => R0 w * H w * u w)
      + mean T (fun w => H w * H w * u w)).
  { intros u Hu; rewrite (mean_ext _ (fun w => R0 w * R0 w * u w + 2 * (R0 w * H w * u w) + H w * H w * u w))
      by (intros; rewrite X; ring).
    rewrite !mean_plus, mean_scal by fits; reflexivity. }
  rewrite Y, A1, B1, D1 in W1 by fits; rewrite Y, A2, B2, D2 in W2 by fits.
  unfold size; assert (CS0 : (coefC T) g n * coefS T g n = 0) by lra.
  apply Rmult_integral in CS0; destruct CS0 as [E|E]; rewrite E in *; lra.
Qed.

(** If all powers of g are trigonometric polynomials of degree D, g is constant. *)
Lemma constant_of_powers (T : labelled R) (HT : uniform_circle T) D : forall g, fit T g ->
  (forall p, (1 <= p)%nat -> mean T (fun w => g w ^ p * g w ^ p) = energy_of T (fun w => g w ^ p) D) ->
  mean T (fun w => g w * g w) = mean T g * mean T g.
Proof.
  induction D as [|D IH]; intros g Hg H.
  - specialize (H 1%nat (le_n 1)); rewrite (mean_ext _ (fun w => g w * g w)) in H by (intros; ring).
    rewrite H; unfold energy_of, size; simpl rsum; rewrite (coefC_zero T), (coefS_zero T).
    rewrite (mean_ext _ g) by (intros; ring); ring.
  - apply IH; [exact Hg|]; intros p Hp; rewrite (H p Hp).
    assert (Z : (size T) (fun w => g w ^ p) (S D) = 0).
    { apply (no_top_harmonic T HT); [apply fit_pow, Hg|apply H, Hp|].
      rewrite (mean_ext _ (fun w => g w ^ (p + p) * g w ^ (p + p))) by (intros; rewrite pow_add; ring).
      rewrite (H (p + p)%nat) by lia; unfold energy_of.
      assert (E : forall m, (size T) (fun w => g w ^ (p + p)) m = size T (fun w => g w ^ p * g w ^ p) m).
      { intros m; unfold size, coefC, coefS; f_equal; f_equal; apply mean_ext; intros w; rewrite pow_add;
        ring. }
      rewrite E; f_equal; f_equal; apply rsum_ext; intros; apply E. }
    unfold energy_of; simpl rsum; rewrite Z; ring.
Qed.
