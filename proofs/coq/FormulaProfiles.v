(** * Profiles as formulas: values on [-1, 1] alone, slopes, peaks, continuity

    Overview.  A formula in t is a profile by its values on [-1, 1];
      [inside f] is f there and constant beyond.
    Its derivative follows from its syntax.  If f' > 0 on [-1, 1], then f(t) < f(1) for t < 1; a derivative at
    1 is the slope there.  Functions that are continuous at the points of [-1, 1] give continuous profiles.
    [mirror odd f] says that f(-1) is f(1), or -f(1).

    Key results: [increasing_peaked], [derivative_sloped], [inside_continuous], [inside_from],
      [mirror_even]. *)

From Coq Require Import Reals Lra Lia Arith ZArith Ratan.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse Nonnegative Profiles SeriesLimits
  Series.
From Collapse Require Import ArcsineContinuous Within.
Local Open Scope R_scope.

(** ** Values on [-1, 1] *)

Definition inside (f : R -> R) (t : R) : R := f (Rmax (-1) (Rmin 1 t)).

Lemma inside_at f t : -1 <= t <= 1 -> inside f t = f t.
Proof. intros Ht; unfold inside; rewrite Rmin_right, Rmax_right by lra; reflexivity. Qed.

Lemma inside_from b L f : series_from b L f -> series_from b L (inside f).
Proof. apply from_same; intros t Ht; symmetry; apply inside_at, Ht. Qed.

Lemma inside_peaked f : peaked f -> peaked (inside f).
Proof. intros H t Ht; rewrite !inside_at by lra; apply H, Ht. Qed.

Lemma inside_slope f s : slope_at_one f s -> slope_at_one (inside f) s.
Proof.
  intros H eta He; destruct (H eta He) as (delta & D & P); exists delta; split; [exact D|].
  intros t Ht Hd; rewrite !inside_at by lra; apply P; assumption.
Qed.

Lemma inside_sloped f : sloped f -> sloped (inside f).
Proof. intros (s & Hs & S); exists s; split; [exact Hs|apply inside_slope, S]. Qed.

Lemma between t : -1 <= Rmax (-1) (Rmin 1 t) <= 1.
Proof. split; [apply Rmax_l|apply Rmax_lub; [lra|apply Rmin_l]]. Qed.

Lemma inside_continuous f : (forall t, -1 <= t <= 1 -> continuity_pt f t) -> continuity (inside f).
Proof.
  intros H t; apply (continuity_pt_comp (fun t => Rmax (-1) (Rmin 1 t)) f); [|apply H, between].
  apply (continuity_pt_comp (fun t => Rmin 1 t) (fun t => Rmax (-1) t)); [|apply continuity_above].
  assert (E : forall x, / 2 * (1 + x - Rabs (1 - x)) = Rmin 1 x) by (intros; symmetry; apply min_abs).
  apply (continuity_ext _ _ E); intros x;
    apply (continuity_pt_scal (fun t => 1 + t - Rabs (1 - t))), continuity_pt_minus.
  - apply derivable_continuous_pt; reg.
  - apply (continuity_pt_comp (fun t => 1 - t) Rabs); [apply derivable_continuous_pt;
      reg|apply Rcontinuity_abs].
Qed.

(** ** Derivatives by syntax *)

Local Notation slope f t l := (derivable_pt_lim f t l).

Lemma slope_const c t : slope (fun _ => c) t 0.
Proof. apply (derivable_pt_lim_const c t). Qed.

Lemma slope_id t : slope (fun t => t) t 1.
Proof. apply (derivable_pt_lim_id t). Qed.

Lemma slope_plus f h t l m : slope f t l -> slope h t m -> slope (fun t => f t + h t) t (l + m).
Proof. apply derivable_pt_lim_plus. Qed.

Lemma slope_minus f h t l m : slope f t l -> slope h t m -> slope (fun t => f t - h t) t (l - m).
Proof. apply derivable_pt_lim_minus. Qed.

Lemma slope_opp f t l : slope f t l -> slope (fun t => - f t) t (- l).
Proof. apply derivable_pt_lim_opp. Qed.

Lemma slope_mult f h t l m : slope f t l -> slope h t m -> slope (fun t => f t * h t) t (l * h t + f t * m).
Proof. apply derivable_pt_lim_mult. Qed.

Lemma slope_scale c f t l : slope f t l -> slope (fun t => c * f t) t (c * l).
Proof. apply derivable_pt_lim_scal. Qed.

Lemma slope_over f c t l : slope f t l -> slope (fun t => f t / c) t (l / c).
Proof.
  intros H; pose proof (slope_mult f (fun _ => / c) t l 0 H (slope_const _ t)) as E; unfold Rdiv.
  rewrite Rmult_0_r, Rplus_0_r in E; exact E.
Qed.

Lemma slope_divide f h t l m : 0 < h t -> slope f t l -> slope h t m ->
  slope (fun t => f t / h t) t ((l * h t - m * f t) / h t ^ 2).
Proof.
  intros Hh F H; replace (h t ^ 2) with (Rsqr (h t)) by (unfold Rsqr; ring).
  apply (derivable_pt_lim_div f h t l m F H); lra.
Qed.

Lemma slope_power n f t l : slope f t l -> slope (fun t => f t ^ n) t (IZR (Z.of_nat n) * f t ^ pred n * l).
Proof.
  intros H; rewrite <- INR_IZR_INZ.
  apply (derivable_pt_lim_comp f (fun y => y ^ n) t l _ H), derivable_pt_lim_pow.
Qed.

Lemma slope_exp f t l : slope f t l -> slope (fun t => exp (f t)) t (exp (f t) * l).
Proof. intros H; apply (derivable_pt_lim_comp f exp t l _ H), derivable_pt_lim_exp. Qed.

Lemma slope_sinh f t l : slope f t l -> slope (fun t => sinh (f t)) t (cosh (f t) * l).
Proof. intros H; apply (derivable_pt_lim_comp f sinh t l _ H), derivable_pt_lim_sinh. Qed.

Lemma slope_cosh f t l : slope f t l -> slope (fun t => cosh (f t)) t (sinh (f t) * l).
Proof. intros H; apply (derivable_pt_lim_comp f cosh t l _ H), derivable_pt_lim_cosh. Qed.

Lemma cosh_positive x : 0 < cosh x.
Proof. unfold cosh; pose proof (exp_pos x); pose proof (exp_pos (- x)); lra. Qed.

Lemma cosh_sinh x : cosh x * cosh x - sinh x * sinh x = 1.
Proof.
  unfold cosh, sinh; assert (E : exp x * exp (- x) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0);
    nra.
Qed.

Lemma slope_tanh f t l : slope f t l -> slope (fun t => tanh (f t)) t (l / cosh (f t) ^ 2).
Proof.
  intros H; pose proof (slope_divide sinh cosh (f t) _ _ (cosh_positive _) (derivable_pt_lim_sinh _)
    (derivable_pt_lim_cosh _)) as T.
  rewrite cosh_sinh in T; pose proof (derivable_pt_lim_comp f tanh t l _ H T) as D.
  replace (l / cosh (f t) ^ 2) with (1 / cosh (f t) ^ 2 * l) by (unfold Rdiv; ring); exact D.
Qed.

Lemma slope_ln f t l : 0 < f t -> slope f t l -> slope (fun t => ln (f t)) t (l / f t).
Proof.
  intros P H; pose proof (derivable_pt_lim_comp f ln t l _ H (derivable_pt_lim_ln _ P)) as D.
  unfold Rdiv; rewrite Rmult_comm; exact D.
Qed.

Lemma slope_sqrt f t l : 0 < f t -> slope f t l -> slope (fun t => sqrt (f t)) t (l / (2 * sqrt (f t))).
Proof.
  intros P H; pose proof (derivable_pt_lim_comp f sqrt t l _ H (derivable_pt_lim_sqrt _ P)) as D.
  unfold Rdiv; rewrite Rmult_comm; exact D.
Qed.

Lemma slope_asin f t l : 0 < 1 - f t ^ 2 -> slope f t l ->
  slope (fun t => asin (f t)) t (l / sqrt (1 - f t ^ 2)).
Proof.
  intros P H; assert (B : -1 < f t < 1) by (simpl in P; nra).
  pose proof (derive_pt_eq_1 asin (f t) _ (derivable_pt_asin (f t) B) (derive_pt_asin (f t) B)) as A.
  pose proof (derivable_pt_lim_comp f asin t l _ H A) as D.
  replace (l / sqrt (1 - f t ^ 2)) with (1 / sqrt (1 - (f t)²) * l); [exact D|].
  rewrite <- Rsqr_pow2; unfold Rdiv; ring.
Qed.

(** ** Peaks and slopes *)

Lemma increasing_peaked f f' : (forall t, -1 <= t <= 1 -> slope f t (f' t)) ->
  (forall t, -1 <= t <= 1 -> 0 < f' t) -> peaked f.
Proof.
  intros D P t Ht; destruct (MVT_cor2 f f' t 1 ltac:(lra) (fun c Hc => D c ltac:(lra))) as (c & E & Hc).
  pose proof (Rmult_lt_0_compat (f' c) (1 - t) (P c ltac:(lra)) ltac:(lra)); lra.
Qed.

Lemma derivative_sloped f s : slope f 1 s -> 0 < s -> sloped f.
Proof. intros D P; exists s; split; [exact P|apply derivative_slope, D]. Qed.

(** Bounds of a number show that it is positive. *)
Lemma above_zero l u x : 0 < l -> l <= x <= u -> 0 < x.
Proof. lra. Qed.

(** The arcsine, roughly: |asin| <= pi / 2. *)
Lemma within_asin x : -2 <= asin x <= 2.
Proof. pose proof (asin_bound x); pose proof PI_4; lra. Qed.

(** ** Continuity by syntax *)

Local Notation cont f t := (continuity_pt f t).

Lemma cont_const c t : cont (fun _ => c) t.
Proof. apply continuity_pt_const; intros x y; reflexivity. Qed.

Lemma cont_id t : cont (fun t => t) t.
Proof. apply derivable_continuous_pt, derivable_pt_id. Qed.

Lemma cont_plus f h t : cont f t -> cont h t -> cont (fun t => f t + h t) t.
Proof. apply continuity_pt_plus. Qed.

Lemma cont_minus f h t : cont f t -> cont h t -> cont (fun t => f t - h t) t.
Proof. apply continuity_pt_minus. Qed.

Lemma cont_opp f t : cont f t -> cont (fun t => - f t) t.
Proof. apply continuity_pt_opp. Qed.

Lemma cont_mult f h t : cont f t -> cont h t -> cont (fun t => f t * h t) t.
Proof. apply continuity_pt_mult. Qed.

Lemma cont_over f c t : cont f t -> cont (fun t => f t / c) t.
Proof. intros H; apply (continuity_pt_mult f (fun _ => / c)); [exact H|apply cont_const]. Qed.

Lemma cont_divide f h t : 0 < h t -> cont f t -> cont h t -> cont (fun t => f t / h t) t.
Proof. intros P F H; apply (continuity_pt_mult f (fun t => / h t)); [exact F|apply continuity_pt_inv;
  [exact H|lra]]. Qed.

Lemma cont_comp F f t : continuity F -> cont f t -> cont (fun t => F (f t)) t.
Proof. intros HF H; apply (continuity_pt_comp f F); [exact H|apply HF]. Qed.

Lemma cont_power n f t : cont f t -> cont (fun t => f t ^ n) t.
Proof. apply (cont_comp (fun y => y ^ n)), continuity_power. Qed.

Lemma cont_exp f t : cont f t -> cont (fun t => exp (f t)) t.
Proof. apply cont_comp, continuity_exponential. Qed.

Lemma cont_sinh f t : cont f t -> cont (fun t => sinh (f t)) t.
Proof. apply cont_comp, derivable_continuous, derivable_sinh. Qed.

Lemma cont_cosh f t : cont f t -> cont (fun t => cosh (f t)) t.
Proof. apply cont_comp, derivable_continuous, derivable_cosh. Qed.

Lemma cont_tanh f t : cont f t -> cont (fun t => tanh (f t)) t.
Proof.
  intros H; apply (cont_divide (fun t => sinh (f t)) (fun t => cosh (f t)));
    [apply cosh_positive|apply cont_sinh, H|].
  apply cont_cosh, H.
Qed.

Lemma cont_asin f t : cont f t -> cont (fun t => asin (f t)) t.
Proof. apply cont_comp, asin_continuous. Qed.

Lemma cont_ln f t : 0 < f t -> cont f t -> cont (fun t => ln (f t)) t.
Proof.
  intros P H; apply (continuity_pt_comp f ln); [exact H|]; apply derivable_continuous_pt.
  exists (/ f t); apply derivable_pt_lim_ln, P.
Qed.

(** The root is 0 of negative numbers, so that it is continuous everywhere. *)
Lemma cont_sqrt f t : cont f t -> cont (fun t => sqrt (f t)) t.
Proof.
  apply (cont_comp sqrt); apply (continuity_ext (fun x => sqrt (Rmax 0 x))).
  - intros x; destruct (Rle_lt_dec 0 x); [rewrite Rmax_right; auto|]; rewrite Rmax_left, sqrt_0 by lra.
    unfold sqrt; destruct (Rcase_abs x); [reflexivity|exfalso; lra].
  - intros x; apply (continuity_pt_comp (fun x => Rmax 0 x) sqrt); [apply continuity_above|].
    apply continuity_pt_sqrt, Rmax_l.
Qed.

(** ** f(-1) = f(1), or -f(1) *)

Definition mirror (odd : bool) (f : R -> R) : Prop := f (-1) = if odd then - f 1 else f 1.

Lemma mirror_even f : mirror false f -> inside f (-1) = inside f 1.
Proof. intros H; rewrite !inside_at by lra; exact H. Qed.

Lemma mirror_const c : mirror false (fun _ => c).
Proof. reflexivity. Qed.

Lemma mirror_id : mirror true (fun t => t).
Proof. unfold mirror; lra. Qed.

Lemma mirror_plus o f h : mirror o f -> mirror o h -> mirror o (fun t => f t + h t).
Proof. unfold mirror; destruct o; lra. Qed.

Lemma mirror_minus o f h : mirror o f -> mirror o h -> mirror o (fun t => f t - h t).
Proof. unfold mirror; destruct o; lra. Qed.

Lemma mirror_opp o f : mirror o f -> mirror o (fun t => - f t).
Proof. unfold mirror; destruct o; lra. Qed.

Lemma mirror_mult o p f h : mirror o f -> mirror p h -> mirror (xorb o p) (fun t => f t * h t).
Proof. unfold mirror; intros -> ->; destruct o, p; simpl; ring. Qed.

Lemma mirror_over o f c : mirror o f -> mirror o (fun t => f t / c).
Proof. unfold mirror, Rdiv; intros ->; destruct o; ring. Qed.

Lemma mirror_power o f n : mirror o f -> mirror (andb o (Nat.odd n)) (fun t => f t ^ n).
Proof.
  unfold mirror; intros ->; destruct o; simpl; [|reflexivity].
  replace (- f 1) with (-1 * f 1) by ring; rewrite Rpow_mult_distr, sign_power; destruct (Nat.odd n); ring.
Qed.

Lemma mirror_comp F f : mirror false f -> mirror false (fun t => F (f t)).
Proof. unfold mirror; intros ->; reflexivity. Qed.

Lemma mirror_cosh o f : mirror o f -> mirror false (fun t => cosh (f t)).
Proof. unfold mirror; intros ->; destruct o; [|reflexivity]; unfold cosh; rewrite Ropp_involutive; lra. Qed.

Lemma mirror_sinh o f : mirror o f -> mirror o (fun t => sinh (f t)).
Proof. unfold mirror; intros ->; destruct o; [|reflexivity]; unfold sinh; rewrite Ropp_involutive; lra. Qed.

Lemma mirror_asin o f : mirror o f -> mirror o (fun t => asin (f t)).
Proof. unfold mirror; intros ->; destruct o; [|reflexivity]; apply asin_opp. Qed.
