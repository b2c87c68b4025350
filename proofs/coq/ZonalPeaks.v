(** * Which sums of Gegenbauer polynomials are largest at t = 1 alone

    Overview.  f is [zonal] in R^d.  Where f(<x, y>) = f(1) for two unit vectors, the Gram kernel of f does
    not tell them apart: f(<x, z>) = f(<y, z>) for all unit vectors z.

    For d >= 3 and -1 < t < 1 with f(t) = f(1) let y_1, y_2 be two points with the product t with x.  Then
    f(<y_1, y_2>) = f(<x, y_2>) = f(1), and <y_1, y_2> takes all values near 1: f'(1) > 0 is impossible.  So
    f is largest at t = 1 alone if f(-1) < f(1).

    For d = 2, f(cos s) = sum a_m cos(m s).  Where this is f(1), cos(m s) = 1 for all m with a_m > 0, hence
    for their differences, hence for their greatest common divisor.

    Key results: [zonal_one_peak], [peaked_zonal_polynomial], [plane_one_peak]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse PsdCheck PowerSeries
  FactorCertificate Gegenbauer Schoenberg GegenbauerPolynomials Zonal ZonalClaims.
Import ListNotations.
Local Open Scope R_scope.

(** ** R^d, d >= 3 *)

(** Vectors without a distance are not told apart. *)
Lemma gram_blind d K x y : gram d K -> kernel_distance K x y = 0 -> forall z, K x z = K y z.
Proof.
  intros HK; induction HK as [c F Hc HF|K M GK IK GM IM|K M E GK IK]; intros H0 z.
  - unfold kernel_distance in H0; assert (Z : c * ((F x - F y) * (F x - F y)) = 0) by lra.
    apply Rmult_integral in Z; destruct Z as [->|Z]; [ring|]; apply Rsqr_0_uniq in Z.
    replace (F x) with (F y) by lra; reflexivity.
  - pose proof (gram_distance d K x y GK); pose proof (gram_distance d M x y GM).
    unfold kernel_distance in *; rewrite (IK ltac:(lra) z), (IM ltac:(lra) z); reflexivity.
  - rewrite <- !E; apply IK; unfold kernel_distance in *; rewrite !E; exact H0.
Qed.

(** (t, u c, u s, 0, ..) with u^2 = 1 - t^2 and c^2 + s^2 = 1. *)
Definition cap (t c : R) : nat -> R := fun a =>
  match a with
  | 0%nat => t
  | 1%nat => sqrt (1 - t * t) * c
  | 2%nat => sqrt (1 - t * t) * sqrt (1 - c * c)
  | _ => 0
  end.

Lemma cap_dot d t c : (3 <= d)%nat -> -1 <= t <= 1 -> -1 <= c <= 1 ->
  dot d (cap t c) (cap t c) = 1 /\ dot d (cap 1 1) (cap t c) = t
  /\ dot d (cap t 1) (cap t c) = 1 - (1 - t * t) * (1 - c).
Proof.
  intros Hd Ht Hc; destruct d as [|[|[|d]]]; try lia; unfold dot; rewrite !rsum_shift, !(rsum_zero d)
    by (intros; simpl; ring); cbn [cap].
  assert (U : sqrt (1 - t * t) * sqrt (1 - t * t) = 1 - t * t) by (apply sqrt_sqrt; nra).
  assert (V : sqrt (1 - c * c) * sqrt (1 - c * c) = 1 - c * c) by (apply sqrt_sqrt; nra).
  replace (1 - 1 * 1) with 0 by ring; rewrite sqrt_0; split; [|split; [ring|]].
  - transitivity (t * t + (sqrt (1 - t * t) * sqrt (1 - t * t)) * (c * c)
      + (sqrt (1 - t * t) * sqrt (1 - t * t)) * (sqrt (1 - c * c) * sqrt (1 - c * c))); [ring|].
    rewrite U, V; ring.
  - transitivity (t * t + (sqrt (1 - t * t) * sqrt (1 - t * t)) * c); [ring|rewrite U; ring].
Qed.

(** f(t) = f(1) inside (-1, 1) makes f constant near 1. *)
Lemma zonal_flat d f t c : (3 <= d)%nat -> zonal d f -> -1 <= t <= 1 -> -1 <= c <= 1 -> f t = f 1 ->
  f (1 - (1 - t * t) * (1 - c)) = f 1.
Proof.
  intros Hd Hf Ht Hc H; destruct (zonal_kernel d f Hf) as (a & K & HK & E).
  destruct (cap_dot d 1 1 Hd ltac:(lra) ltac:(lra)) as (X1 & _ & _).
  destruct (cap_dot d t 1 Hd Ht ltac:(lra)) as (Y1 & Y2 & _).
  destruct (cap_dot d t c Hd Ht Hc) as (Z1 & Z2 & Z3).
  pose proof (zonal_difference d f a K E _ _ X1 Y1) as D; rewrite Y2 in D.
  pose proof (gram_blind d K (cap 1 1) (cap t 1) HK ltac:(lra) (cap t c)) as B.
  rewrite <- Z3, (E _ _ Y1 Z1), <- B, <- (E _ _ X1 Z1), Z2; exact H.
Qed.

(** f(-1) < f(1) and f'(1) > 0: f is largest at t = 1 alone, for d >= 3. *)
Theorem zonal_one_peak d f : (3 <= d)%nat -> zonal d f -> sloped f -> f (-1) < f 1 -> peaked f.
Proof.
  intros Hd Hf (s & Hs & HS) Hl t Ht.
  destruct (zonal_bounded d f ltac:(lia) Hf t ltac:(lra)) as [|E]; [assumption|exfalso].
  assert (Hm : -1 < t) by (destruct (proj1 Ht) as [|<-]; [assumption|lra]).
  assert (U : 0 < 1 - t * t) by nra.
  destruct (HS (s / 2) ltac:(lra)) as (delta & Hdelta & B).
  set (h := Rmin (delta / 2) (1 - t * t)); assert (H0 : 0 < h) by (apply Rmin_glb_lt; lra).
  pose proof (Rmin_l (delta / 2) (1 - t * t)) as H1; pose proof (Rmin_r (delta / 2) (1 - t * t)) as H2.
  fold h in H1, H2; set (c := 1 - h / (1 - t * t)).
  assert (Q : 0 < h / (1 - t * t) <= 1).
  { split; [apply Rdiv_lt_0_compat; assumption|]; apply (Rmult_le_reg_r (1 - t * t)); [exact U|].
    unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
  pose proof (zonal_flat d f t c Hd Hf ltac:(lra) ltac:(unfold c; lra) E) as F.
  replace ((1 - t * t) * (1 - c)) with h in F by (unfold c; field; lra).
  specialize (B (1 - h) ltac:(nra) ltac:(lra)); rewrite F in B.
  replace (f 1 - f 1 - s * (1 - (1 - h))) with (- (s * h)) in B by ring.
  rewrite Rabs_Ropp, Rabs_right in B by (apply Rle_ge, Rmult_le_pos; lra).
  pose proof (Rmult_lt_0_compat s h Hs H0); lra.
Qed.

(** f(-1) < f(1) in integers: the sum of the odd coefficients is positive. *)
Definition uneven_check (P : list Z) (pi : Z) : bool :=
  ((0 <? pi) && (0 <? zsum (length P) (fun p => if Nat.odd p then at1 P p else 0)))%Z.

Lemma uneven_check_sound P pi : uneven_check P pi = true -> polynomial P pi (-1) < polynomial P pi 1.
Proof.
  intros H; apply andb_prop in H; destruct H as [Hp H]; apply Z.ltb_lt, IZR_lt in Hp.
  apply Z.ltb_lt, IZR_lt in H.
  rewrite zsum_rsum in H; pose proof (Rinv_0_lt_compat _ Hp) as Hi.
  assert (E : polynomial P pi 1 - polynomial P pi (-1) = 2 * / IZR pi
    * rsum (length P) (fun p => IZR (if Nat.odd p then at1 P p else 0%Z))).
  { unfold polynomial; rewrite <- rsum_minus, <- rsum_scal; apply rsum_ext; intros p _; rewrite pow1.
    destruct (Nat.odd p) eqn:O.
    - apply Nat.odd_spec in O; destruct O as [q ->]; rewrite pow_add, pow_mult.
      replace ((-1) ^ 2) with 1 by ring; rewrite pow1; field; lra.
    - rewrite <- Nat.negb_even in O; apply negb_false_iff, Nat.even_spec in O; destruct O as [q ->].
      rewrite pow_mult; replace ((-1) ^ 2) with 1 by ring; rewrite pow1; field; lra. }
  pose proof (Rmult_lt_0_compat _ _ (Rmult_lt_0_compat 2 _ ltac:(lra) Hi) H); lra.
Qed.

(** The same for a polynomial, in integers. *)
Theorem peaked_zonal_polynomial d P pi : Nat.leb 3 d = true -> zonal d (polynomial P pi) ->
  slope_check P pi = true -> uneven_check P pi = true -> peaked (polynomial P pi).
Proof.
  intros Hd HZ HS HE; apply (zonal_one_peak d); [apply Nat.leb_le, Hd|exact HZ|apply polynomial_slope, HS|].
  apply uneven_check_sound, HE.
Qed.

(** ** The plane *)

Definition turns (alpha : R) (m : nat) : Prop := cos (INR m * alpha) = 1.

Lemma turns_sine alpha m : turns alpha m -> sin (INR m * alpha) = 0.
Proof.
  unfold turns; intros H; pose proof (sin2_cos2 (INR m * alpha)) as E; rewrite H in E.
  apply Rsqr_0_uniq; unfold Rsqr in *; lra.
Qed.

Lemma turns_plus alpha m n : turns alpha m -> turns alpha n -> turns alpha (m + n).
Proof.
  intros Hm Hn; pose proof (turns_sine _ _ Hm) as Sm; unfold turns in *; rewrite plus_INR, Rmult_plus_distr_r.
  rewrite cos_plus, Hm, Hn, Sm; ring.
Qed.

Lemma turns_minus alpha m n : turns alpha (m + n) -> turns alpha n -> turns alpha m.
Proof.
  intros Hm Hn; pose proof (turns_sine _ _ Hm) as Sm; unfold turns in *.
  replace (INR m * alpha) with (INR (m + n) * alpha - INR n * alpha) by (rewrite plus_INR; ring).
  rewrite cos_minus, Hm, Hn, Sm; ring.
Qed.

Lemma turns_times alpha q m : turns alpha m -> turns alpha (q * m).
Proof.
  intros H; induction q as [|q IH]; simpl; [|apply turns_plus; assumption].
  unfold turns; simpl; rewrite Rmult_0_l; apply cos_0.
Qed.

Lemma turns_gcd alpha m n : turns alpha m -> turns alpha n -> turns alpha (Nat.gcd m n).
Proof.
  intros Hm Hn; destruct (Nat.eq_dec m 0) as [->|H]; [exact Hn|].
  destruct (Nat.gcd_bezout_pos m n ltac:(lia)) as (a & b & E).
  apply (turns_minus alpha _ (b * n)); [rewrite <- E|]; apply turns_times; assumption.
Qed.

(** The greatest common divisor of the m >= 1 with C_m > 0. *)
Definition common_degree (C : list Z) : nat :=
  fold_right (fun m g => if (0 <? at1 C m)%Z then Nat.gcd m g else g) 0%nat (seq 1 (pred (length C))).

(** In the plane f is largest at t = 1 alone if that divisor is 1. *)
Theorem plane_one_peak C sigma P pi : zonal_check 0 C sigma P pi = true ->
  Nat.eqb (common_degree C) 1 = true -> peaked (polynomial P pi).
Proof.
  intros H HC t Ht; destruct (zonal_series 0 C sigma P pi H) as (a & Ha & Hp & _ & E).
  destruct (zonal_bounded 2 _ (le_n 2) (zonal_polynomial 0 C sigma P pi H) t ltac:(lra)) as [|V];
    [assumption|exfalso].
  set (alpha := acos t); assert (T : cos alpha = t) by (apply cos_acos; lra); rewrite !E in V.
  set (N := (2 + length (tl (tl C)))%nat) in *.
  assert (D : rsum N (fun m => a m * (1 - cos (INR m * alpha))) = 0).
  { rewrite (rsum_ext N _ (fun m => a m * gegenbauer (INR 0) m 1 1 - a m * gegenbauer (INR 0) m t 1)).
    - rewrite rsum_minus; lra.
    - intros m _; simpl INR; replace (gegenbauer 0 m 1 1) with 1; [rewrite <- T at 1;
        rewrite gegenbauer_cosine; ring|].
      replace 1 with (cos 0) at 2 by apply cos_0; rewrite gegenbauer_cosine, Rmult_0_r, cos_0; reflexivity. }
  assert (P0 : forall m, (m < N)%nat -> 0 <= a m * (1 - cos (INR m * alpha))).
  { intros [|m] _; [simpl; rewrite Rmult_0_l, cos_0; right; ring|].
    apply Rmult_le_pos; [apply Ha; lia|pose proof (COS_bound (INR (S m) * alpha)); lra]. }
  assert (Used : forall m, (m < N)%nat -> (0 <? at1 C m)%Z = true -> turns alpha m).
  { intros m Hm HCm; apply Z.ltb_lt, IZR_lt, Hp in HCm.
    pose proof (rsum_nonneg_zero N _ P0 D m Hm) as Z; cbv beta in Z; apply Rmult_integral in Z.
    unfold turns; destruct Z; lra. }
  assert (G : forall l, (forall m, In m l -> (m < N)%nat) -> turns alpha
    (fold_right (fun m g => if (0 <? at1 C m)%Z then Nat.gcd m g else g) 0%nat l)).
  { induction l as [|m l IH]; intros Hl; simpl.
    - unfold turns; simpl; rewrite Rmult_0_l; apply cos_0.
    - assert (I : turns alpha (fold_right (fun m g => if (0 <? at1 C m)%Z then Nat.gcd m g else g) 0%nat l))
        by (apply IH; intros; apply Hl; right; assumption).
      destruct (0 <? at1 C m)%Z eqn:O; [|exact I].
      apply turns_gcd; [apply Used; [apply Hl; left; reflexivity|exact O]|exact I]. }
  specialize (G (seq 1 (pred (length C)))); fold (common_degree C) in G; apply Nat.eqb_eq in HC.
  rewrite HC in G; unfold turns in G; rewrite Rmult_1_l, T in G; rewrite G in Ht; [lra|].
  intros m Hm; apply in_seq in Hm; unfold N; destruct C as [|c0 [|c1 C']]; simpl in *; lia.
Qed.
