(** * The null space of a signed Laplacian, and the powers of inner products in it

    Overview.  L positive semidefinite.  Its null space is linear and closed under limits.  If the gap of t^p
    vanishes for a configuration, then for every vector y the function i -> <x_i, y>^p lies in it; and if the
    energy of sum_p a_p t^p is that of the collapsed configurations, the gap vanishes for each p with a_p > 0.

    Key results: [null_limit], [null_power], [gap_series_power]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Profiles.
Local Open Scope R_scope.

(** ** The null space is a closed linear space *)

Lemma form_ext n A u v :
  (forall i, (i < n)%nat -> u i = v i) -> laplacian_form n A u = laplacian_form n A v.
Proof.
  intros H; unfold laplacian_form; f_equal; apply rsum2_ext; intros i j Hi Hj.
  rewrite (H i Hi), (H j Hj); reflexivity.
Qed.

Lemma form_scal n A c v : laplacian_form n A (fun i => c * v i) = c * c * laplacian_form n A v.
Proof.
  unfold laplacian_form; rewrite (rsum2_ext n _ (fun i j => c * c * (A i j * ((v i - v j) * (v i - v j)))))
    by (intros; ring).
  rewrite rsum2_scal; ring.
Qed.

(** The parallelogram law. *)
Lemma form_parallelogram n A u v :
  laplacian_form n A (fun i => u i + v i) + laplacian_form n A (fun i => u i - v i)
  = 2 * laplacian_form n A u + 2 * laplacian_form n A v.
Proof.
  unfold laplacian_form.
  set (S := rsum2 n (fun i j => A i j * ((u i - u j) * (u i - u j)))).
  set (T := rsum2 n (fun i j => A i j * ((v i - v j) * (v i - v j)))).
  transitivity (/ 2 * (2 * (S + T))); [|field]; rewrite <- Rmult_plus_distr_l; f_equal.
  unfold S, T; rewrite <- !rsum2_plus, <- rsum2_scal; apply rsum2_ext; intros; ring.
Qed.

Lemma null_plus n A u v :
  laplacian_psd n A -> laplacian_form n A u = 0 -> laplacian_form n A v = 0 ->
  laplacian_form n A (fun i => u i + v i) = 0.
Proof.
  intros HA Hu Hv; pose proof (form_parallelogram n A u v) as E.
  pose proof (HA (fun i => u i + v i)); pose proof (HA (fun i => u i - v i)); lra.
Qed.

Lemma null_rsum n A d (c : nat -> R) (F : nat -> nat -> R) :
  laplacian_psd n A -> (forall a, (a < d)%nat -> laplacian_form n A (F a) = 0) ->
  laplacian_form n A (fun i => rsum d (fun a => c a * F a i)) = 0.
Proof.
  intros HA; induction d as [|d IH]; intros HF; simpl.
  - unfold laplacian_form, rsum2; rewrite rsum_zero; [ring|intros; apply rsum_zero; intros; ring].
  - apply (null_plus n A (fun i => rsum d (fun a => c a * F a i)) (fun i => c d * F d i) HA).
    + apply IH; intros; apply HF; lia.
    + rewrite form_scal, HF by lia; ring.
Qed.

(** A limit of null vectors is one. *)
Lemma null_limit n A (u : nat -> nat -> R) v :
  (forall i, (i < n)%nat -> Un_cv (u i) (v i)) ->
  (forall N, laplacian_form n A (fun i => u i N) = 0) -> laplacian_form n A v = 0.
Proof.
  intros Hcv H0; apply (UL_sequence (fun N => laplacian_form n A (fun i => u i N))).
  - unfold laplacian_form; apply (CV_mult (fun _ => / 2)); [apply limit_constant|].
    unfold rsum2; apply limit_rsum; intros i Hi; apply limit_rsum; intros j Hj.
    apply (CV_mult (fun _ => A i j)); [apply limit_constant|].
    apply CV_mult; apply CV_minus; auto.
  - intros eps Heps; exists 0%nat; intros N _; rewrite H0; unfold R_dist.
    rewrite Rminus_0_r, Rabs_R0; exact Heps.
Qed.

(** ** The induction on the power, with equality *)

(** If sum A_ij (g_i^2 + g_j^2 - 2 g_i g_j <x_i, x_j>^p) = 0, all functions g_i <x_i, y>^p are null. *)
Lemma null_power_weighted n d A x p :
  laplacian_psd n A -> unit_vectors n d x -> forall g : nat -> R,
  rsum2 n (fun i j => A i j * (g i * g i + g j * g j - 2 * (g i * g j) * dot d (x i) (x j) ^ p)) = 0 ->
  forall y, laplacian_form n A (fun i => g i * dot d (x i) y ^ p) = 0.
Proof.
  intros HA Hx; induction p as [|p IH]; intros g H y.
  - rewrite (form_ext n A _ g) by (intros; simpl; ring); unfold laplacian_form.
    erewrite rsum2_ext; [rewrite H; ring|]; intros i j _ _; simpl; ring.
  - set (T := fun a => rsum2 n (fun i j => A i j *
      (g i * x i a * (g i * x i a) + g j * x j a * (g j * x j a)
       - 2 * (g i * x i a * (g j * x j a)) * dot d (x i) (x j) ^ p))).
    assert (HT : forall a, (a < d)%nat -> 0 <= T a).
    { intros a _; apply (gap_power_weighted n d A x p HA Hx (fun i => g i * x i a)). }
    assert (S : rsum d T = 0).
    { unfold T; rewrite rsum_rsum2; erewrite rsum2_ext; [exact H|]; intros i j Hi Hj; simpl.
      rewrite rsum_scal, rsum_minus, rsum_plus.
      transitivity (A i j * (g i * g i * dot d (x i) (x i) + g j * g j * dot d (x j) (x j)
                    - 2 * (g i * g j) * dot d (x i) (x j) ^ p * dot d (x i) (x j))).
      - unfold dot at 2 3 5; rewrite <- !rsum_scal; f_equal; f_equal; [f_equal|];
          apply rsum_ext; intros; ring.
      - rewrite (Hx i Hi), (Hx j Hj); ring. }
    rewrite (form_ext n A _ (fun i => rsum d (fun a => y a * (g i * x i a * dot d (x i) y ^ p)))).
    + apply (null_rsum n A d y (fun a i => g i * x i a * dot d (x i) y ^ p) HA); intros a Ha.
      apply (IH (fun i => g i * x i a)); exact (rsum_nonneg_zero d T HT S a Ha).
    + intros i _; simpl; unfold dot at 1; rewrite <- !rsum_scal_r, <- rsum_scal.
      apply rsum_ext; intros; ring.
Qed.

(** If the gap of t^p vanishes, the functions <x_i, y>^p are null. *)
Lemma null_power n d A x p y :
  laplacian_psd n A -> unit_vectors n d x ->
  rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ p)) = 0 ->
  laplacian_form n A (fun i => dot d (x i) y ^ p) = 0.
Proof.
  intros HA Hx H.
  rewrite <- (form_ext n A (fun i => 1 * dot d (x i) y ^ p)) by (intros; ring).
  apply (null_power_weighted n d A x p HA Hx (fun _ => 1)).
  rewrite (rsum2_ext n _ (fun i j => 2 * (A i j * (1 - dot d (x i) (x j) ^ p)))) by (intros; ring).
  rewrite rsum2_scal, H; ring.
Qed.

(** ** One power of a series *)

(** The gap of a polynomial is at least a_q times the gap of t^q, 1 <= q <= N. *)
Lemma gap_polynomial_power n d A x a q N :
  laplacian_psd n A -> unit_vectors n d x -> (forall p, (1 <= p)%nat -> 0 <= a p) -> (1 <= q)%nat ->
  (q <= N)%nat ->
  a q * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ q))
  <= rsum2 n (fun i j => A i j * (sum_f_R0 (fun p => a p * 1 ^ p) N
                                  - sum_f_R0 (fun p => a p * dot d (x i) (x j) ^ p) N)).
Proof.
  intros HA Hx Ha Hq.
  assert (S : forall N, rsum2 n (fun i j => A i j * (sum_f_R0 (fun p => a p * 1 ^ p) N
                          - sum_f_R0 (fun p => a p * dot d (x i) (x j) ^ p) N))
    = sum_f_R0 (fun p => a p * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ p))) N).
  { intros M; induction M as [|M IH].
    - simpl; rewrite <- rsum2_scal; apply rsum2_ext; intros; ring.
    - rewrite (tech5 (fun p => a p * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ p)))), <- IH.
      rewrite <- rsum2_scal, <- rsum2_plus; apply rsum2_ext; intros; rewrite !tech5, !pow1; ring. }
  intros HN; rewrite S; clear S.
  assert (P : forall p, 0 <= a p * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ p))).
  { intros [|p].
    - right; rewrite (rsum2_ext n _ (fun _ _ => 0)) by (intros; simpl; ring).
      unfold rsum2; rewrite rsum_zero; [ring|intros; apply rsum_zero; reflexivity].
    - apply Rmult_le_pos; [apply Ha; lia|apply gap_power; assumption]. }
  rewrite <- rsum_sum_f.
  rewrite (rsum_split (S N) _ q) by lia.
  rewrite <- Rplus_0_r at 1; apply Rplus_le_compat_l; apply rsum_nonneg; intros p _.
  destruct (Nat.eqb p q); [lra|apply P].
Qed.

(** The gap of a power series is at least a_q times the gap of t^q, q >= 1. *)
Lemma gap_series_power n d A x a f q :
  laplacian_psd n A -> unit_vectors n d x -> (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f ->
  (1 <= q)%nat ->
  a q * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ q))
  <= rsum2 n (fun i j => A i j * (f 1 - f (dot d (x i) (x j)))).
Proof.
  intros HA Hx Ha Hf Hq.
  apply (limit_lower_bound (fun N => rsum2 n (fun i j => A i j *
    (sum_f_R0 (fun p => a p * 1 ^ p) (q + N) - sum_f_R0 (fun p => a p * dot d (x i) (x j) ^ p) (q + N))))).
  - unfold rsum2; apply limit_rsum; intros i Hi; apply limit_rsum; intros j Hj.
    apply (CV_mult (fun _ => A i j)); [apply limit_constant|].
    assert (Shift : forall t, -1 <= t <= 1 ->
      Un_cv (fun N => sum_f_R0 (fun p => a p * t ^ p) (q + N)) (f t)).
    { intros t Ht eps Heps; destruct (Hf t Ht eps Heps) as [M HM]; exists M; intros N HN; apply HM; lia. }
    apply CV_minus; apply Shift; [lra|apply dot_unit_bounds; auto].
  - intros N _; apply gap_polynomial_power; auto; lia.
Qed.
