(** * Affine densities of labels: every frequency moves its plane

    Overview.  Labels on [a, b] with the density r(s) = r_0 + r_1 s >= 0, not 0 at both ends. With C, S the
      means of
    cos(omega l), sin(omega l), g(s) = 1 - C cos(omega s) - S sin(omega s) is nonnegative, and its mean is 1
      - C^2 -
    S^2. On the middle third of [a, b] r is at least (r(a) + r(b)) / 6, and the integral of g there is
      positive, since
    the uniform means there are shorter than 1.

    Key result: [density_moves]. *)

From Coq Require Import Reals Lra Lia.
From Collapse Require Import Sums Vectors TokenLaws GaugeTokens LabelLaws.
Local Open Scope R_scope.

Lemma increasing_by_slope (F F' : R -> R) x y : x <= y -> (forall s, derivable_pt_lim F s (F' s)) ->
  (forall s, x <= s <= y -> 0 <= F' s) -> F x <= F y.
Proof.
  intros Hxy HF HP; destruct (Req_dec x y) as [->|Hne]; [lra|].
  destruct (MVT_cor2 F F' x y ltac:(lra) (fun c _ => HF c)) as (c & E & Hc).
  pose proof (Rmult_le_pos (F' c) (y - x) (HP c ltac:(lra)) ltac:(lra)); lra.
Qed.

(** Primitives of r(s) cos(omega s) and r(s) sin(omega s). *)
Lemma affine_wave_primitives r0 r1 omega : omega <> 0 -> exists G H,
  (forall s, derivable_pt_lim G s (cos (omega * s) * (r0 + r1 * s))) /\
  forall s, derivable_pt_lim H s (sin (omega * s) * (r0 + r1 * s)).
Proof.
  intros Ho; set (r := fun s => r0 + r1 * s).
  assert (Dr : forall s, derivable_pt_lim r s r1).
  { intros s; replace r1 with (0 + r1) at 1 by ring.
    apply (derivable_pt_lim_plus (fun _ => r0)); [apply derivable_pt_lim_const|apply derivable_linear]. }
  pose proof (fun s => sine_primitive omega s Ho) as Ds; pose proof (fun s => cosine_primitive omega s Ho) as
    Dc.
  exists (fun s => sin (omega * s) / omega * r s + - (r1 / omega) * (- cos (omega * s) / omega)),
    (fun s => - cos (omega * s) / omega * r s + r1 / omega * (sin (omega * s) / omega)); split; intros s.
  - replace (cos (omega * s) * (r0 + r1 * s))
      with ((cos (omega * s) * r s + sin (omega * s) / omega * r1) + - (r1 / omega) * sin (omega * s))
      by (unfold r; field; exact Ho).
    apply (derivable_pt_lim_plus (fun s => sin (omega * s) / omega * r s)).
    + apply (derivable_pt_lim_mult (fun s => sin (omega * s) / omega)); [apply Ds|apply Dr].
    + apply (derivable_pt_lim_scal (fun s => - cos (omega * s) / omega)), Dc.
  - replace (sin (omega * s) * (r0 + r1 * s))
      with ((sin (omega * s) * r s + - cos (omega * s) / omega * r1) + r1 / omega * cos (omega * s))
      by (unfold r; field; exact Ho).
    apply (derivable_pt_lim_plus (fun s => - cos (omega * s) / omega * r s)).
    + apply (derivable_pt_lim_mult (fun s => - cos (omega * s) / omega)); [apply Dc|apply Dr].
    + apply (derivable_pt_lim_scal (fun s => sin (omega * s) / omega)), Ds.
Qed.

(** The plane moves, whatever its frequency is, if it is not 0. *)
Theorem density_moves a b (r : R -> R) r0 r1 omega p (T : labelled R) :
  (forall s, r s = r0 + r1 * s) -> a < b -> 0 <= r0 + r1 * a -> 0 <= r0 + r1 * b ->
  0 < r0 + r1 * a + (r0 + r1 * b) -> omega p <> 0 -> interval_law a b r T -> moves T (line_angle omega) p.
Proof.
  intros Er Hab Ra Rb Rs Ho (Hfit & Hin & H); set (om := omega p) in *.
  destruct (line_admissible T (S p) omega Hfit p (Nat.lt_succ_diag_r p)) as [FC FS].
  unfold moves; set (C := mean T (fun w => cos (line_angle omega (label T w) p))) in *.
  set (S := mean T (fun w => sin (line_angle omega (label T w) p))) in *.
  destruct (affine_wave_primitives r0 r1 om Ho) as (Gc & Gs & Dc & Ds).
  set (M := fun s => r0 / 1 * s ^ 1 + r1 / INR 2 * s ^ 2).
  assert (DM : forall s, derivable_pt_lim M s (r s)).
  { intros s; rewrite Er; pose proof (affine_primitive 0 r0 r1 s) as E; rewrite pow_O, Rmult_1_l in E; exact
    E. }
  assert (EC : C * (M b - M a) = Gc b - Gc a).
  { apply (H (fun s => cos (om * s)) Gc M (continuous_cos om)); [intros s; rewrite Er; apply Dc|exact DM]. }
  assert (ES : S * (M b - M a) = Gs b - Gs a).
  { apply (H (fun s => sin (om * s)) Gs M (continuous_sin om)); [intros s; rewrite Er; apply Ds|exact DM]. }
  assert (PM : M b - M a = (b - a) * ((r0 + r1 * a + (r0 + r1 * b)) / 2)) by (unfold M; simpl; field).
  assert (P0 : 0 < M b - M a) by (rewrite PM; apply Rmult_lt_0_compat; lra).
  assert (Le : Rsqr C + Rsqr S <= 1).
  { assert (E : mean T (fun w => 1 - (C * cos (line_angle omega (label T w) p)
      + S * sin (line_angle omega (label T w) p))) = 1 - (C * C + S * S)).
    { rewrite (mean_minus (fun _ => 1) (fun w => C * cos (line_angle omega (label T w) p)
        + S * sin (line_angle omega (label T w) p)) (fit_const T 1) (fit_plus T _ _ (fit_scal C _ FC)
          (fit_scal S _ FS))).
      rewrite mean_const, (mean_plus T _ _ (fit_scal C _ FC) (fit_scal S _ FS)), (mean_scal T C _ FC),
        (mean_scal T S _ FS); fold C S; ring. }
    assert (V : 0 <= mean T (fun w => (cos (line_angle omega (label T w) p) - C) * (cos (line_angle omega
      (label T w) p) - C)
      + (sin (line_angle omega (label T w) p) - S) * (sin (line_angle omega (label T w) p) - S))).
    { pose proof (fit_minus _ _ FC (fit_const T C)) as F1; pose proof (fit_minus _ _ FS (fit_const T S)) as
      F2.
      cbv beta in F1, F2; apply mean_nonneg; [apply fit_plus; apply fit_mult; assumption|].
      intros w; apply Rplus_le_le_0_compat; apply Rle_0_sqr. }
    rewrite (mean_ext _ (fun w => 2 * (1 - (C * cos (line_angle omega (label T w) p)
      + S * sin (line_angle omega (label T w) p))) + (C * C + S * S - 1))) in V.
    - rewrite mean_plus, mean_scal, E, mean_const in V; [unfold Rsqr; lra| | |apply fit_const].
      + apply fit_minus; [apply fit_const|apply fit_plus; apply fit_scal; assumption].
      + apply fit_scal, fit_minus; [apply fit_const|apply fit_plus; apply fit_scal; assumption].
    - intros w; pose proof (sin2_cos2 (line_angle omega (label T w) p)) as Q; unfold Rsqr in Q.
      set (x := cos _) in *; set (y := sin _) in *; nra. }
  set (g := fun s => 1 - (C * cos (om * s) + S * sin (om * s))).
  assert (G0 : forall s, 0 <= g s).
  { intros s; pose proof (sin2_cos2 (om * s)) as Q; unfold g, Rsqr in *.
    set (x := cos (om * s)) in *; set (y := sin (om * s)) in *.
    pose proof (Rle_0_sqr (x - C)); pose proof (Rle_0_sqr (y - S)); unfold Rsqr in *; nra. }
  set (G := fun s => M s - (C * Gc s + S * Gs s)).
  assert (DG : forall s, derivable_pt_lim G s (g s * r s)).
  { intros s; replace (g s * r s) with (r s - (C * (cos (om * s) * (r0 + r1 * s)) + S * (sin (om * s) * (r0 +
    r1 * s))))
      by (unfold g; rewrite Er; ring).
    apply (derivable_pt_lim_minus M); [apply DM|apply (derivable_pt_lim_plus (fun s => C * Gc s))];
      [apply (derivable_pt_lim_scal Gc), Dc|apply (derivable_pt_lim_scal Gs), Ds]. }
  set (Hs := fun s => s - (C * (sin (om * s) / om) + S * (- cos (om * s) / om))).
  assert (DH : forall s, derivable_pt_lim Hs s (g s)).
  { intros s; apply (derivable_pt_lim_minus (fun s => s)); [apply derivable_pt_lim_id|].
    apply (derivable_pt_lim_plus (fun s => C * (sin (om * s) / om))).
    - apply (derivable_pt_lim_scal (fun s => sin (om * s) / om)), sine_primitive, Ho.
    - apply (derivable_pt_lim_scal (fun s => - cos (om * s) / om)), cosine_primitive, Ho. }
  set (x := a + (b - a) / 3); set (y := b - (b - a) / 3); set (rho := (r0 + r1 * a + (r0 + r1 * b)) / 6).
  assert (HR : forall s, a <= s <= b -> 0 <= r s).
  { intros s Hs'; rewrite Er; replace (r0 + r1 * s)
      with ((b - s) / (b - a) * (r0 + r1 * a) + (s - a) / (b - a) * (r0 + r1 * b)) by (field; lra).
    assert (0 < / (b - a)) by (apply Rinv_0_lt_compat; lra).
    apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; lra. }
  assert (Hrho : forall s, x <= s <= y -> rho <= r s).
  { intros s Hs'; unfold x, y, rho in *; rewrite Er; replace (r0 + r1 * s)
      with ((b - s) / (b - a) * (r0 + r1 * a) + (s - a) / (b - a) * (r0 + r1 * b)) by (field; lra).
    assert (I : 0 < / (b - a)) by (apply Rinv_0_lt_compat; lra).
    assert (U : / 3 <= (b - s) / (b - a)) by (apply (Rmult_le_reg_r (b - a)); [lra|]; unfold Rdiv;
      rewrite Rmult_assoc, Rinv_l; lra).
    assert (V : / 3 <= (s - a) / (b - a)) by (apply (Rmult_le_reg_r (b - a)); [lra|]; unfold Rdiv;
      rewrite Rmult_assoc, Rinv_l; lra).
    pose proof (Rmult_le_compat_r _ _ _ Ra U); pose proof (Rmult_le_compat_r _ _ _ Rb V); lra. }
  assert (I1 : G a <= G x).
  { apply (increasing_by_slope G (fun s => g s * r s)); [unfold x; lra|exact DG|]; intros s Hs'.
    apply Rmult_le_pos; [apply G0|apply HR; unfold x in Hs'; lra]. }
  assert (I3 : G y <= G b).
  { apply (increasing_by_slope G (fun s => g s * r s)); [unfold y; lra|exact DG|]; intros s Hs'.
    apply Rmult_le_pos; [apply G0|apply HR; unfold y in Hs'; lra]. }
  assert (I2 : G x - rho * Hs x <= G y - rho * Hs y).
  { apply (increasing_by_slope (fun s => G s - rho * Hs s) (fun s => g s * r s - rho * g s)); [unfold x, y;
    lra| |].
    - intros s; apply (derivable_pt_lim_minus G); [apply DG|apply (derivable_pt_lim_scal Hs), DH].
    - intros s Hs'; pose proof (Rmult_le_compat_l (g s) _ _ (G0 s) (Hrho s Hs')); lra. }
  set (c' := (sin (om * y) / om - sin (om * x) / om) / (y - x)).
  set (s' := (- cos (om * y) / om - - cos (om * x) / om) / (y - x)).
  assert (Hxy : 0 < y - x) by (unfold x, y; lra).
  assert (Short : Rsqr c' + Rsqr s' < 1).
  { apply (uniform_short x y om); [lra|exact Ho| |]; unfold c', s'; field; lra. }
  assert (EH : Hs y - Hs x = (y - x) * (1 - (C * c' + S * s'))) by (unfold Hs, c', s'; field; lra).
  assert (Q : 0 < 1 - (C * c' + S * s')).
  { pose proof (Rle_0_sqr (C - c')); pose proof (Rle_0_sqr (S - s')); unfold Rsqr in *; lra. }
  assert (R0 : 0 < rho * (Hs y - Hs x)).
  { rewrite EH; apply Rmult_lt_0_compat; [unfold rho; lra|apply Rmult_lt_0_compat; assumption]. }
  assert (E : G b - G a = (1 - (Rsqr C + Rsqr S)) * (M b - M a)).
  { unfold G, Rsqr; replace (M b - (C * Gc b + S * Gs b) - (M a - (C * Gc a + S * Gs a)))
      with ((M b - M a) - (C * (Gc b - Gc a) + S * (Gs b - Gs a))) by ring; rewrite <- EC, <- ES; ring. }
  assert (F : 0 < (1 - (Rsqr C + Rsqr S)) * (M b - M a)) by lra.
  apply Rnot_le_lt; intros B; assert (1 - (Rsqr C + Rsqr S) <= 0) by lra.
  pose proof (Rmult_le_compat_r (M b - M a) _ _ (Rlt_le _ _ P0) H0); lra.
Qed.
