(** * T5, converse part: a negative direction of the signed Laplacian gives a configuration with more energy

    Overview.  If <v, L v> < 0 for one vector v and f has a slope 0 < s < oo at 1, then the rotations

        x_i = cos(eps v_i) e_1 + sin(eps v_i) e_2,    <x_i, x_j> = cos(eps (v_i - v_j)),

    have more energy than every collapsed configuration, for all small eps > 0: collapse is not even a local
    maximum.  Only the slope at 1 matters, no sign of any coefficient.

    Key results: [converse] (the witness), [converse_none] (no maximiser is collapsed), and together with
    SignedLaplacian.v the equivalences [dichotomy] and [dichotomy_exp]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian.
Local Open Scope R_scope.

(** f(t) = f(1) - s (1 - t) + o(1 - t) as t tends to 1 from below. *)
Definition slope_at_one (f : R -> R) (s : R) : Prop :=
  forall eta, 0 < eta -> exists delta, 0 < delta /\
  forall t, -1 <= t <= 1 -> 1 - t < delta -> Rabs (f 1 - f t - s * (1 - t)) <= eta * (1 - t).

(** A function that is differentiable at 1 has a slope there. *)
Lemma derivative_slope f s : derivable_pt_lim f 1 s -> slope_at_one f s.
Proof.
  intros Hf eta Heta; destruct (Hf eta Heta) as [[delta Hdelta] H]; simpl in H.
  exists delta; split; [exact Hdelta|]; intros t Ht Hlt.
  destruct (Req_dec t 1) as [->|Hne].
  { replace (f 1 - f 1 - s * (1 - 1)) with 0 by ring; rewrite Rabs_R0; lra. }
  assert (Hh : t - 1 <> 0) by lra.
  assert (Habs : Rabs (t - 1) = 1 - t) by (rewrite Rabs_left by lra; ring).
  specialize (H (t - 1) Hh ltac:(rewrite Habs; exact Hlt)).
  replace (1 + (t - 1)) with t in H by ring.
  replace (f 1 - f t - s * (1 - t)) with (- ((f t - f 1) / (t - 1) - s) * (t - 1)) by (field; lra).
  rewrite Rabs_mult, Rabs_Ropp, Habs; apply Rmult_le_compat_r; lra.
Qed.

(** ** Second-order expansions *)

(** phi(eps) = c eps^2 + o(eps^2) as eps tends to 0 from above. *)
Definition second_order (phi : R -> R) (c : R) : Prop :=
  forall eta, 0 < eta -> exists delta, 0 < delta /\
  forall e, 0 < e < delta -> Rabs (phi e - c * (e * e)) <= eta * (e * e).

Lemma second_order_plus phi psi b c :
  second_order phi b -> second_order psi c -> second_order (fun e => phi e + psi e) (b + c).
Proof.
  intros H1 H2 eta Heta.
  destruct (H1 (eta / 2) ltac:(lra)) as (d1 & D1 & P1); destruct (H2 (eta / 2) ltac:(lra)) as (d2 & D2 & P2).
  exists (Rmin d1 d2); split; [apply Rmin_pos; assumption|]; intros e He.
  pose proof (Rmin_l d1 d2); pose proof (Rmin_r d1 d2).
  specialize (P1 e ltac:(lra)); specialize (P2 e ltac:(lra)).
  replace (phi e + psi e - (b + c) * (e * e)) with ((phi e - b * (e * e)) + (psi e - c * (e * e))) by ring.
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma second_order_scal phi c a : second_order phi c -> second_order (fun e => a * phi e) (a * c).
Proof.
  intros H eta Heta; pose proof (Rabs_pos a) as Ha.
  destruct (H (eta / (Rabs a + 1))) as (d & D & P); [apply Rdiv_lt_0_compat; lra|].
  exists d; split; [exact D|]; intros e He; specialize (P e He).
  replace (a * phi e - a * c * (e * e)) with (a * (phi e - c * (e * e))) by ring; rewrite Rabs_mult.
  apply Rle_trans with (Rabs a * (eta / (Rabs a + 1) * (e * e))); [apply Rmult_le_compat_l; assumption|].
  pose proof (Rle_0_sqr e) as He2; unfold Rsqr in He2.
  replace (Rabs a * (eta / (Rabs a + 1) * (e * e))) with ((Rabs a / (Rabs a + 1)) * (eta * (e * e)))
    by (field; lra).
  rewrite <- (Rmult_1_l (eta * (e * e))) at 2; apply Rmult_le_compat_r.
  - apply Rmult_le_pos; lra.
  - apply (Rmult_le_reg_r (Rabs a + 1)); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma second_order_zero : second_order (fun _ => 0) 0.
Proof.
  intros eta Heta; exists 1; split; [lra|]; intros e He.
  replace (0 - 0 * (e * e)) with 0 by ring; rewrite Rabs_R0.
  apply Rmult_le_pos; [lra|apply Rle_0_sqr].
Qed.

Lemma second_order_rsum n (phi : nat -> R -> R) c :
  (forall i, second_order (phi i) (c i)) -> second_order (fun e => rsum n (fun i => phi i e)) (rsum n c).
Proof.
  intros H; induction n as [|n IH]; simpl; [apply second_order_zero|].
  apply (second_order_plus (fun e => rsum n (fun i => phi i e)) (phi n)); auto.
Qed.

(** A function with a negative second-order coefficient is negative for all small eps > 0. *)
Lemma second_order_negative phi c :
  second_order phi c -> c < 0 -> exists delta, 0 < delta /\ forall e, 0 < e < delta -> phi e < 0.
Proof.
  intros H Hc; destruct (H (- c / 2) ltac:(lra)) as (d & D & P); exists d; split; [exact D|].
  intros e He; specialize (P e He); pose proof (Rle_abs (phi e - c * (e * e))).
  assert (0 < e * e) by (apply Rmult_lt_0_compat; lra).
  pose proof (Rmult_lt_compat_r (e * e) _ _ H1 Hc); lra.
Qed.

(** theta^2/2 - theta^4/24 <= 1 - cos theta <= theta^2/2 for |theta| <= 2. *)
Lemma cosine_bounds theta :
  -2 <= theta <= 2 ->
  theta * theta / 2 - theta * theta * (theta * theta) / 24 <= 1 - cos theta <= theta * theta / 2.
Proof.
  intros [H1 H2]; destruct (pre_cos_bound theta 0 H1 H2) as [L U].
  unfold cos_approx, cos_term in L, U; simpl in L, U; lra.
Qed.

(** f(1) - f(cos(eps u)) = s u^2/2 eps^2 + o(eps^2). *)
Lemma second_order_cosine f s u :
  slope_at_one f s -> second_order (fun e => f 1 - f (cos (e * u))) (s * (u * u) / 2).
Proof.
  intros Hf eta Heta; pose proof (Rle_0_sqr u) as Hu; unfold Rsqr in Hu.
  set (U := u * u) in *; pose proof (Rabs_pos s) as Hs.
  destruct (Hf (eta / (U + 1))) as (d1 & D1 & P); [apply Rdiv_lt_0_compat; lra|].
  set (M := Rabs s * (U * U) + 1).
  assert (HUU : 0 <= U * U) by (apply Rmult_le_pos; exact Hu).
  assert (HM : 1 <= M) by (unfold M; pose proof (Rmult_le_pos _ _ Hs HUU); lra).
  exists (Rmin (Rmin 1 (/ (U + 1))) (Rmin (d1 / (U + 1)) (eta / M))).
  split; [repeat apply Rmin_pos; try apply Rdiv_lt_0_compat; try apply Rinv_0_lt_compat; lra|].
  intros e [He0 He].
  pose proof (Rmin_l (Rmin 1 (/ (U + 1))) (Rmin (d1 / (U + 1)) (eta / M))) as A1.
  pose proof (Rmin_r (Rmin 1 (/ (U + 1))) (Rmin (d1 / (U + 1)) (eta / M))) as A2.
  pose proof (Rmin_l 1 (/ (U + 1))); pose proof (Rmin_r 1 (/ (U + 1))).
  pose proof (Rmin_l (d1 / (U + 1)) (eta / M)); pose proof (Rmin_r (d1 / (U + 1)) (eta / M)).
  assert (E1 : e < 1) by lra; assert (E2 : e < / (U + 1)) by lra.
  assert (E3 : e < d1 / (U + 1)) by lra; assert (E4 : e < eta / M) by lra.
  assert (F2 : e * (U + 1) < 1).
  { apply (Rmult_lt_compat_r (U + 1)) in E2; [|lra]; rewrite Rinv_l in E2; lra. }
  assert (F3 : e * (U + 1) < d1).
  { apply (Rmult_lt_compat_r (U + 1)) in E3; [|lra]; unfold Rdiv in E3;
      rewrite Rmult_assoc, Rinv_l in E3; lra. }
  assert (F4 : e * M < eta).
  { apply (Rmult_lt_compat_r M) in E4; [|lra]; unfold Rdiv in E4;
      rewrite Rmult_assoc, Rinv_l in E4; lra. }
  assert (Q : e * e <= e) by (pose proof (Rmult_le_compat_l e e 1 ltac:(lra) ltac:(lra)); lra).
  assert (Q0 : 0 < e * e) by (apply Rmult_lt_0_compat; lra).
  assert (HeU : 0 <= e * U) by (apply Rmult_le_pos; lra).
  assert (QU : e * e * U <= e * U) by (apply Rmult_le_compat_r; lra).
  assert (T : e * u * (e * u) = e * e * U) by (unfold U; ring).
  assert (Trange : -2 <= e * u <= 2).
  { assert (S : Rsqr (e * u) <= Rsqr 2) by (unfold Rsqr; rewrite T; lra).
    apply Rsqr_le_abs_0 in S; rewrite (Rabs_right 2) in S by lra.
    pose proof (Rle_abs (e * u)); pose proof (Rle_abs (- (e * u))) as N; rewrite Rabs_Ropp in N; lra. }
  destruct (cosine_bounds (e * u) Trange) as [C1 C2]; rewrite !T in *.
  pose proof (COS_bound (e * u)) as CB.
  specialize (P (cos (e * u)) CB ltac:(lra)).
  set (h := 1 - cos (e * u)) in *; assert (Hh : 0 <= h) by (unfold h; lra).
  replace (f 1 - f (cos (e * u)) - s * U / 2 * (e * e))
    with ((f 1 - f (cos (e * u)) - s * h) + s * (h - e * e * U / 2)) by field.
  eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_mult.
  assert (R1 : eta / (U + 1) * h <= eta / 2 * (e * e)).
  { apply Rle_trans with (eta / (U + 1) * (e * e * U / 2)).
    - apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|exact C2].
    - replace (eta / (U + 1) * (e * e * U / 2)) with ((U * / (U + 1)) * (eta / 2 * (e * e))) by (field; lra).
      rewrite <- (Rmult_1_l (eta / 2 * (e * e))) at 2; apply Rmult_le_compat_r;
        [apply Rmult_le_pos; lra|].
      apply (Rmult_le_reg_r (U + 1)); [lra|]; rewrite Rmult_assoc, Rinv_l; lra. }
  assert (R2 : Rabs s * Rabs (h - e * e * U / 2) <= eta / 2 * (e * e)).
  { apply Rle_trans with (Rabs s * (e * e * U * (e * e * U) / 24)).
    - apply Rmult_le_compat_l; [exact Hs|]; rewrite Rabs_left1 by lra; lra.
    - replace (Rabs s * (e * e * U * (e * e * U) / 24)) with (Rabs s * (U * U) / 24 * (e * e) * (e * e))
        by field.
      apply Rmult_le_compat_r; [lra|].
      apply Rle_trans with (M / 24 * e); [|lra].
      apply Rmult_le_compat; [|lra| |exact Q]; unfold M; pose proof (Rmult_le_pos _ _ Hs HUU); lra. }
  lra.
Qed.

(** ** The witness *)

(** x_i = cos(eps v_i) e_1 + sin(eps v_i) e_2. *)
Definition rotation (v : nat -> R) (e : R) (i : nat) : nat -> R :=
  fun a => match a with
           | 0%nat => cos (e * v i)
           | 1%nat => sin (e * v i)
           | _ => 0
           end.

Lemma rotation_dot d v e i j :
  (2 <= d)%nat -> dot d (rotation v e i) (rotation v e j) = cos (e * (v i - v j)).
Proof.
  intros Hd; destruct d as [|[|d]]; try lia.
  unfold dot; rewrite !rsum_shift, rsum_zero by (intros; simpl; ring); simpl.
  rewrite Rmult_minus_distr_l, cos_minus; ring.
Qed.

Lemma rotation_unit n d v e : (2 <= d)%nat -> unit_vectors n d (rotation v e).
Proof. intros Hd i _; rewrite rotation_dot by exact Hd; rewrite <- cos_0; f_equal; ring. Qed.

(** T5, converse part: a direction with <v, L v> < 0 gives rotations with more energy than collapse, for all
    small eps > 0. *)
Theorem converse n d w k f s v :
  (2 <= d)%nat -> slope_at_one f s -> 0 < s -> laplacian_form n (weighted w k) v < 0 ->
  exists delta, 0 < delta /\ forall e, 0 < e < delta ->
  unit_vectors n d (rotation v e) /\ collapsed_energy n w k f < energy n d w k f (rotation v e).
Proof.
  intros Hd Hf Hs Hneg.
  assert (H : second_order
    (fun e => rsum2 n (fun i j => weighted w k i j * (f 1 - f (cos (e * (v i - v j))))))
    (rsum2 n (fun i j => weighted w k i j * (s * ((v i - v j) * (v i - v j)) / 2)))).
  { unfold rsum2; apply (second_order_rsum n (fun i e => rsum n (fun j =>
      weighted w k i j * (f 1 - f (cos (e * (v i - v j))))))); intros i.
    apply (second_order_rsum n (fun j e => weighted w k i j * (f 1 - f (cos (e * (v i - v j)))))); intros j.
    apply (second_order_scal (fun e => f 1 - f (cos (e * (v i - v j))))), second_order_cosine, Hf. }
  destruct (second_order_negative _ _ H) as (delta & Hdelta & P).
  - rewrite (rsum2_ext n _ (fun i j => s / 2 * (weighted w k i j * ((v i - v j) * (v i - v j)))))
      by (intros; field).
    unfold laplacian_form in Hneg; rewrite rsum2_scal.
    pose proof (Rmult_lt_compat_l s _ _ Hs Hneg); lra.
  - exists delta; split; [exact Hdelta|]; intros e He; split; [apply rotation_unit, Hd|].
    specialize (P e He); pose proof (energy_gap n d w k f (rotation v e)) as E.
    rewrite (rsum2_ext n _ (fun i j => weighted w k i j * (f 1 - f (cos (e * (v i - v j)))))) in E;
      [lra|intros; rewrite rotation_dot by exact Hd; reflexivity].
Qed.

(** T5, "none": no maximiser is collapsed. *)
Corollary converse_none n d w k f s v :
  (2 <= d)%nat -> slope_at_one f s -> 0 < s -> laplacian_form n (weighted w k) v < 0 ->
  forall x, maximiser n d w k f x -> ~ collapsed n d x.
Proof.
  intros Hd Hf Hs Hneg; destruct (converse n d w k f s v Hd Hf Hs Hneg) as (delta & Hdelta & P).
  destruct (P (delta / 2) ltac:(lra)) as [Hu Hlt].
  apply (no_maximiser_collapsed n d w k f _ Hu Hlt).
Qed.

(** T5, the dichotomy: for f(t) = sum a_p t^p, a_p >= 0 for p >= 1, with slope s > 0 at 1 and d >= 2, no
    configuration beats the collapsed ones if and only if the signed Laplacian is positive semidefinite. *)
Theorem dichotomy n d w k a f s :
  (2 <= d)%nat -> (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f -> slope_at_one f s -> 0 < s ->
  (forall x, unit_vectors n d x -> energy n d w k f x <= collapsed_energy n w k f)
  <-> laplacian_psd n (weighted w k).
Proof.
  intros Hd Ha Hf Hslope Hs; split.
  - intros H v; destruct (Rle_lt_dec 0 (laplacian_form n (weighted w k) v)) as [|Hneg]; [assumption|exfalso].
    destruct (converse n d w k f s v Hd Hslope Hs Hneg) as (delta & Hdelta & P).
    destruct (P (delta / 2) ltac:(lra)) as [Hu Hlt]; specialize (H _ Hu); lra.
  - intros HA; apply (laplacian_psd_bound n d w k a f HA Ha Hf).
Qed.

(** The slope of the exponential profile at 1 is beta e^beta. *)
Lemma exp_slope beta : slope_at_one (fun t => exp (beta * t)) (beta * exp beta).
Proof.
  apply derivative_slope.
  replace (beta * exp beta) with (exp (beta * 1) * beta) by (rewrite Rmult_1_r; ring).
  apply (derivable_pt_lim_comp (fun t => beta * t) exp).
  - pose proof (derivable_pt_lim_scal id beta 1 1 (derivable_pt_lim_id 1)) as H.
    rewrite Rmult_1_r in H; exact H.
  - apply derivable_pt_lim_exp.
Qed.

(** The dichotomy for the exponential profile, at every beta > 0 and d >= 2. *)
Corollary dichotomy_exp n d w k beta :
  (2 <= d)%nat -> 0 < beta ->
  (forall x, unit_vectors n d x ->
     energy n d w k (fun t => exp (beta * t)) x <= collapsed_energy n w k (fun t => exp (beta * t)))
  <-> laplacian_psd n (weighted w k).
Proof.
  intros Hd Hb; apply (dichotomy n d w k (fun p => beta ^ p / INR (fact p)) _ (beta * exp beta) Hd).
  - intros p _; apply exponential_coefficients; lra.
  - apply exponential_series.
  - apply exp_slope.
  - apply Rmult_lt_0_compat; [exact Hb|apply exp_pos].
Qed.
