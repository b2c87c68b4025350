(** * T5, direct part: if the signed Laplacian is positive semidefinite, collapse maximises the energy

    Overview.  Weights w_i, factors k_ij of any sign.  The signed Laplacian L is the quadratic form

        <v, L v> = 1/2 sum_{i,j} w_i w_j k_ij (v_i - v_j)^2.

    If it is nonnegative for every real vector v, then for all n, d and all unit vectors x_i

        sum w_i w_j k_ij f(<x_i, x_j>) <= f(1) sum w_i w_j k_ij

    for every profile f(t) = sum_p a_p t^p on [-1, 1] with a_p >= 0 for p >= 1 (a_0 is free): linear, powers,
    polynomials, convergent series, the exponential.  If moreover a_1 > 0 and <v, L v> = 0 only for constant
    v, equality holds only for collapsed configurations.

    Key idea.  Generalise to weights g_i in front of the points and use induction on the power:

        sum A_ij (g_i^2 + g_j^2 - 2 g_i g_j <x_i, x_j>^p) >= 0.

    For p = 0 this is the hypothesis; the step is the induction hypothesis for the d families
    g_i x_i^a, a < d, summed over a.  No Schur product and no spectral theorem is needed.

    References.  I. J. Schoenberg, Positive definite functions on spheres, Duke Math. J. 9 (1942) 96-108. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy.
Local Open Scope R_scope.

(** The weighted factor A_ij = w_i w_j k_ij. *)
Definition weighted (w : nat -> R) (k : nat -> nat -> R) : nat -> nat -> R :=
  fun i j => w i * w j * k i j.

(** <v, L v> = 1/2 sum_{i,j} A_ij (v_i - v_j)^2. *)
Definition laplacian_form (n : nat) (A : nat -> nat -> R) (v : nat -> R) : R :=
  / 2 * rsum2 n (fun i j => A i j * ((v i - v j) * (v i - v j))).

(** The signed Laplacian is positive semidefinite. *)
Definition laplacian_psd (n : nat) (A : nat -> nat -> R) : Prop :=
  forall v, 0 <= laplacian_form n A v.

(** Its null space consists of the constants. *)
Definition laplacian_null_constant (n : nat) (A : nat -> nat -> R) : Prop :=
  forall v, laplacian_form n A v = 0 -> forall i j, (i < n)%nat -> (j < n)%nat -> v i = v j.

(** f(t) = sum_p a_p t^p on [-1, 1]. *)
Definition power_series (a : nat -> R) (f : R -> R) : Prop :=
  forall t, -1 <= t <= 1 -> infinite_sum (fun p => a p * t ^ p) (f t).

(** ** The induction on the power *)

(** For all weights g: sum A_ij (g_i^2 + g_j^2 - 2 g_i g_j <x_i, x_j>^p) >= 0. *)
Lemma gap_power_weighted n d A x p :
  laplacian_psd n A -> unit_vectors n d x -> forall g : nat -> R,
  0 <= rsum2 n (fun i j => A i j * (g i * g i + g j * g j - 2 * (g i * g j) * dot d (x i) (x j) ^ p)).
Proof.
  intros HA Hx; induction p as [|p IH]; intros g.
  - specialize (HA g); unfold laplacian_form in HA.
    erewrite rsum2_ext; [|intros i j _ _; simpl; rewrite Rmult_1_r;
      replace (g i * g i + g j * g j - 2 * (g i * g j)) with ((g i - g j) * (g i - g j)) by ring;
      reflexivity].
    lra.
  - assert (H : 0 <= rsum d (fun a => rsum2 n (fun i j => A i j *
      (g i * x i a * (g i * x i a) + g j * x j a * (g j * x j a)
       - 2 * (g i * x i a * (g j * x j a)) * dot d (x i) (x j) ^ p)))).
    { apply rsum_nonneg; intros a _; apply (IH (fun i => g i * x i a)). }
    rewrite rsum_rsum2 in H; erewrite rsum2_ext; [exact H|]; intros i j Hi Hj; simpl.
    rewrite rsum_scal, rsum_minus, rsum_plus.
    transitivity (A i j * (g i * g i * dot d (x i) (x i) + g j * g j * dot d (x j) (x j)
                  - 2 * (g i * g j) * dot d (x i) (x j) ^ p * dot d (x i) (x j))).
    + rewrite (Hx i Hi), (Hx j Hj); ring.
    + unfold dot at 1 2 4; rewrite <- !rsum_scal; f_equal; f_equal; [f_equal|];
        apply rsum_ext; intros; ring.
Qed.

(** The gap of the power p: sum A_ij (1 - <x_i, x_j>^p) >= 0. *)
Lemma gap_power n d A x p :
  laplacian_psd n A -> unit_vectors n d x ->
  0 <= rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ p)).
Proof.
  intros HA Hx; pose proof (gap_power_weighted n d A x p HA Hx (fun _ => 1)) as H; simpl in H.
  assert (E : rsum2 n (fun i j => A i j * (1 * 1 + 1 * 1 - 2 * (1 * 1) * dot d (x i) (x j) ^ p))
              = 2 * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ p))).
  { rewrite <- rsum2_scal; apply rsum2_ext; intros; ring. }
  lra.
Qed.

(** The gap of the linear profile is the sum of <x^a, L x^a> over the coordinates a. *)
Lemma gap_linear n d A x :
  unit_vectors n d x ->
  rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j)))
  = rsum d (fun a => laplacian_form n A (fun i => x i a)).
Proof.
  intros Hx; unfold laplacian_form; rewrite rsum_scal, rsum_rsum2, <- rsum2_scal.
  apply rsum2_ext; intros i j Hi Hj; rewrite rsum_scal.
  change (rsum d (fun a => (x i a - x j a) * (x i a - x j a)))
    with (dot d (fun a => x i a - x j a) (fun a => x i a - x j a)).
  rewrite dot_difference, (Hx i Hi), (Hx j Hj); field.
Qed.

(** ** Polynomials and series *)

(** The gap of a polynomial is at least a_1 times the gap of the linear profile. *)
Lemma gap_polynomial n d A x a N :
  laplacian_psd n A -> unit_vectors n d x -> (forall p, (1 <= p)%nat -> 0 <= a p) -> (1 <= N)%nat ->
  a 1%nat * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j)))
  <= rsum2 n (fun i j => A i j * (sum_f_R0 (fun p => a p * 1 ^ p) N
                                  - sum_f_R0 (fun p => a p * dot d (x i) (x j) ^ p) N)).
Proof.
  intros HA Hx Ha; induction N as [|N IH]; intros HN; [lia|].
  destruct N as [|N].
  - right; rewrite <- rsum2_scal; apply rsum2_ext; intros; simpl; ring.
  - specialize (IH ltac:(lia)).
    assert (H : 0 <= a (S (S N)) * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ S (S N)))).
    { apply Rmult_le_pos; [apply Ha; lia|apply gap_power; assumption]. }
    rewrite <- rsum2_scal in H; pose proof (Rplus_le_compat _ _ _ _ IH H) as H'.
    rewrite Rplus_0_r, <- rsum2_plus in H'; eapply Rle_trans; [exact H'|].
    right; apply rsum2_ext; intros i j _ _.
    rewrite !tech5; rewrite !pow1; ring.
Qed.

Lemma limit_lower_bound u l b : Un_cv u l -> (forall N, (1 <= N)%nat -> b <= u N) -> b <= l.
Proof.
  intros Hcv Hb; destruct (Rle_lt_dec b l) as [|Hlt]; [assumption|exfalso].
  destruct (Hcv (b - l) ltac:(lra)) as [N0 H].
  specialize (H (S N0) ltac:(lia)); specialize (Hb (S N0) ltac:(lia)).
  unfold R_dist in H; apply Rabs_def2 in H; lra.
Qed.

Lemma limit_rsum n (u : nat -> nat -> R) (l : nat -> R) :
  (forall i, (i < n)%nat -> Un_cv (u i) (l i)) -> Un_cv (fun N => rsum n (fun i => u i N)) (rsum n l).
Proof.
  induction n as [|n IH]; simpl; intros H.
  - intros eps Heps; exists 0%nat; intros; unfold R_dist; rewrite Rminus_0_r, Rabs_R0; lra.
  - apply CV_plus; auto.
Qed.

Lemma limit_constant c : Un_cv (fun _ => c) c.
Proof. intros eps Heps; exists 0%nat; intros; unfold R_dist, Rminus; rewrite Rplus_opp_r, Rabs_R0; lra. Qed.

(** The gap of a power series is at least a_1 times the gap of the linear profile. *)
Lemma gap_series n d A x a f :
  laplacian_psd n A -> unit_vectors n d x -> (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f ->
  a 1%nat * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j)))
  <= rsum2 n (fun i j => A i j * (f 1 - f (dot d (x i) (x j)))).
Proof.
  intros HA Hx Ha Hf.
  apply (limit_lower_bound (fun N => rsum2 n (fun i j => A i j *
    (sum_f_R0 (fun p => a p * 1 ^ p) N - sum_f_R0 (fun p => a p * dot d (x i) (x j) ^ p) N)))).
  - unfold rsum2; apply limit_rsum; intros i Hi; apply limit_rsum; intros j Hj.
    apply (CV_mult (fun _ => A i j)); [apply limit_constant|].
    apply CV_minus; apply Hf; [lra|apply dot_unit_bounds; auto].
  - intros N HN; apply gap_polynomial; assumption.
Qed.

(** ** The theorem *)

(** T5, direct part: if L is positive semidefinite and a_p >= 0 for p >= 1, then no configuration of
    unit vectors has more energy than the collapsed ones. *)
Theorem laplacian_psd_bound n d w k a f :
  laplacian_psd n (weighted w k) -> (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f ->
  forall x, unit_vectors n d x -> energy n d w k f x <= collapsed_energy n w k f.
Proof.
  intros HA Ha Hf x Hx; pose proof (energy_gap n d w k f x) as E.
  pose proof (gap_series n d _ x a f HA Hx Ha Hf) as H.
  pose proof (gap_power n d _ x 1 HA Hx) as H1.
  erewrite rsum2_ext in H1; [|intros; rewrite pow_1; reflexivity].
  pose proof (Rmult_le_pos _ _ (Ha 1%nat ltac:(lia)) H1).
  unfold weighted in *; lra.
Qed.

(** T5, equality: if a_1 > 0, a configuration with the collapsed energy has all its coordinates in the null
    space of L. *)
Lemma laplacian_psd_equality n d w k a f :
  laplacian_psd n (weighted w k) -> (forall p, (1 <= p)%nat -> 0 <= a p) -> 0 < a 1%nat -> power_series a f ->
  forall x, unit_vectors n d x -> energy n d w k f x = collapsed_energy n w k f ->
  forall b, (b < d)%nat -> laplacian_form n (weighted w k) (fun i => x i b) = 0.
Proof.
  intros HA Ha Ha1 Hf x Hx Heq; pose proof (energy_gap n d w k f x) as E.
  pose proof (gap_series n d _ x a f HA Hx Ha Hf) as H.
  rewrite (gap_linear n d _ x Hx) in H.
  assert (Hpos : forall b, (b < d)%nat -> 0 <= laplacian_form n (weighted w k) (fun i => x i b))
    by (intros; apply HA).
  assert (Hsum : rsum d (fun b => laplacian_form n (weighted w k) (fun i => x i b)) = 0).
  { pose proof (rsum_nonneg d _ Hpos) as H0; apply Rle_antisym; [|exact H0].
    apply (Rmult_le_reg_l (a 1%nat)); [exact Ha1|]; unfold weighted in *; lra. }
  exact (rsum_nonneg_zero d _ Hpos Hsum).
Qed.

(** T5, uniqueness: if besides the null space of L consists of the constants, equality holds only for
    collapsed configurations. *)
Theorem laplacian_psd_rigid n d w k a f :
  laplacian_psd n (weighted w k) -> laplacian_null_constant n (weighted w k) ->
  (forall p, (1 <= p)%nat -> 0 <= a p) -> 0 < a 1%nat -> power_series a f ->
  forall x, unit_vectors n d x -> energy n d w k f x = collapsed_energy n w k f -> collapsed n d x.
Proof.
  intros HA Hnull Ha Ha1 Hf x Hx Heq i j Hi Hj b Hb; apply (Hnull (fun i => x i b)); auto.
  apply (laplacian_psd_equality n d w k a f); assumption.
Qed.

(** T5, the maximisers: under the hypotheses of the two theorems above they are exactly the collapsed
    configurations. *)
Theorem laplacian_psd_maximisers n d w k a f :
  (1 <= d)%nat -> laplacian_psd n (weighted w k) -> laplacian_null_constant n (weighted w k) ->
  (forall p, (1 <= p)%nat -> 0 <= a p) -> 0 < a 1%nat -> power_series a f ->
  forall x, maximiser n d w k f x <-> unit_vectors n d x /\ collapsed n d x.
Proof.
  intros Hd HA Hnull Ha Ha1 Hf; apply maximiser_iff_collapsed; [exact Hd| |].
  - intros; apply (laplacian_psd_bound n d w k a f); assumption.
  - intros; apply (laplacian_psd_rigid n d w k a f); assumption.
Qed.

(** ** Profiles *)

(** A polynomial is its own power series. *)
Lemma polynomial_series a N :
  power_series (fun p => if Nat.leb p N then a p else 0) (fun t => sum_f_R0 (fun p => a p * t ^ p) N).
Proof.
  intros t _ eps Heps; exists N; intros m Hm.
  assert (E : sum_f_R0 (fun p => (if Nat.leb p N then a p else 0) * t ^ p) m
              = sum_f_R0 (fun p => a p * t ^ p) N).
  { induction Hm as [|m Hm IH].
    - apply sum_eq; intros p Hp; rewrite (proj2 (Nat.leb_le p N)) by lia; reflexivity.
    - rewrite tech5, IH, (proj2 (Nat.leb_gt (S m) N)) by lia; ring. }
  rewrite E; unfold R_dist, Rminus; rewrite Rplus_opp_r, Rabs_R0; exact Heps.
Qed.

(** exp(beta t) = sum_p beta^p / p! t^p. *)
Lemma exponential_series beta : power_series (fun p => beta ^ p / INR (fact p)) (fun t => exp (beta * t)).
Proof.
  intros t _; unfold exp; destruct (exist_exp (beta * t)) as [l Hl]; simpl.
  unfold exp_in in Hl; intros eps Heps; destruct (Hl eps Heps) as [N HN]; exists N; intros m Hm.
  rewrite (sum_eq _ (fun p => / INR (fact p) * (beta * t) ^ p)); [apply HN; exact Hm|].
  intros p _; rewrite Rpow_mult_distr; unfold Rdiv; ring.
Qed.

Lemma exponential_coefficients beta p : 0 <= beta -> 0 <= beta ^ p / INR (fact p).
Proof.
  intros Hb; apply Rmult_le_pos; [apply pow_le; exact Hb|].
  left; apply Rinv_0_lt_compat, INR_fact_lt_0.
Qed.

(** T5 for nonnegative polynomials f(t) = sum_{p <= N} a_p t^p, a_p >= 0 for p >= 1. *)
Corollary laplacian_psd_bound_polynomial n d w k a N :
  laplacian_psd n (weighted w k) -> (forall p, (1 <= p)%nat -> 0 <= a p) ->
  forall x, unit_vectors n d x ->
  energy n d w k (fun t => sum_f_R0 (fun p => a p * t ^ p) N) x
  <= collapsed_energy n w k (fun t => sum_f_R0 (fun p => a p * t ^ p) N).
Proof.
  intros HA Ha; apply (laplacian_psd_bound n d w k _ _ HA) with (2 := polynomial_series a N).
  intros p Hp; destruct (Nat.leb p N); [auto|lra].
Qed.

(** T5 for the linear profile f(t) = t. *)
Corollary laplacian_psd_bound_linear n d w k :
  laplacian_psd n (weighted w k) ->
  forall x, unit_vectors n d x -> energy n d w k (fun t => t) x <= collapsed_energy n w k (fun t => t).
Proof.
  intros HA x Hx.
  set (a := fun p => if Nat.eqb p 1 then 1 else 0).
  assert (E : forall t, sum_f_R0 (fun p => a p * t ^ p) 1 = t) by (intros; unfold a; simpl; ring).
  assert (Ha : forall p, (1 <= p)%nat -> 0 <= a p).
  { intros p _; unfold a; destruct (Nat.eqb p 1); lra. }
  pose proof (laplacian_psd_bound_polynomial n d w k a 1 HA Ha x Hx) as H.
  rewrite (energy_profile_ext n d w k _ (fun t => t)) in H by exact E.
  unfold collapsed_energy in *; rewrite E in H; exact H.
Qed.

(** T5 for the exponential profile, at every beta >= 0 at once:
    sum w_i w_j k_ij e^{beta <x_i, x_j>} <= e^beta sum w_i w_j k_ij. *)
Corollary laplacian_psd_bound_exp n d w k :
  laplacian_psd n (weighted w k) ->
  forall beta x, 0 <= beta -> unit_vectors n d x ->
  rsum2 n (fun i j => w i * w j * k i j * exp (beta * dot d (x i) (x j)))
  <= exp beta * rsum2 n (fun i j => w i * w j * k i j).
Proof.
  intros HA beta x Hb Hx.
  pose proof (laplacian_psd_bound n d w k _ _ HA (fun p _ => exponential_coefficients beta p Hb)
    (exponential_series beta) x Hx) as H.
  unfold energy, collapsed_energy in H; rewrite Rmult_1_r in H; lra.
Qed.

(** T5 for the exponential profile, beta > 0, when the null space of L consists of the constants: the
    maximisers are exactly the collapsed configurations. *)
Corollary laplacian_psd_maximisers_exp n d w k :
  (1 <= d)%nat -> laplacian_psd n (weighted w k) -> laplacian_null_constant n (weighted w k) ->
  forall beta, 0 < beta -> forall x,
  maximiser n d w k (fun t => exp (beta * t)) x <-> unit_vectors n d x /\ collapsed n d x.
Proof.
  intros Hd HA Hnull beta Hb.
  apply (laplacian_psd_maximisers n d w k (fun p => beta ^ p / INR (fact p))); auto.
  - intros p _; apply exponential_coefficients; lra.
  - simpl; unfold Rdiv; rewrite Rinv_1; lra.
  - apply exponential_series.
Qed.

(** ** Any profile with a feature map *)

(** If f(<x_i, x_j>) = <y_i, y_j> for vectors y_i of squared length f(1) (Schoenberg: such y exist for every
    f with nonnegative Gegenbauer coefficients), the bound holds as well. *)
Theorem laplacian_psd_bound_features n d w k f m x y :
  laplacian_psd n (weighted w k) ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> f (dot d (x i) (x j)) = dot m (y i) (y j)) ->
  (forall i, (i < n)%nat -> dot m (y i) (y i) = f 1) ->
  energy n d w k f x <= collapsed_energy n w k f.
Proof.
  intros HA Hf H1; pose proof (energy_gap n d w k f x) as E.
  assert (G : rsum2 n (fun i j => w i * w j * k i j * (f 1 - f (dot d (x i) (x j))))
              = rsum m (fun a => laplacian_form n (weighted w k) (fun i => y i a))).
  { unfold laplacian_form; rewrite rsum_scal, rsum_rsum2, <- rsum2_scal.
    apply rsum2_ext; intros i j Hi Hj; rewrite rsum_scal.
    change (rsum m (fun a => (y i a - y j a) * (y i a - y j a)))
      with (dot m (fun a => y i a - y j a) (fun a => y i a - y j a)).
    rewrite dot_difference, (H1 i Hi), (H1 j Hj), (Hf i j Hi Hj); unfold weighted; field. }
  assert (0 <= rsum m (fun a => laplacian_form n (weighted w k) (fun i => y i a)))
    by (apply rsum_nonneg; intros; apply HA).
  lra.
Qed.
