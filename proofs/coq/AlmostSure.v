(** * Contents that agree almost surely

    Overview.  If mean |x - y|^2 = 0, the laws x and y have the same energy for every admissible factor and
    every continuous profile: |f(s) - f(t)| <= eps + C (s - t)^2 on [-1, 1], and mean (<x, x'> - <y, y'>)^2 =
    0.

    Key results: [uniform_gap], [almost_same_gap]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors TokenLaws TokenModels TokenLaplacian TokenClaims.
Local Open Scope R_scope.

(** A continuous function on [-1, 1] changes by at most eps + C (s - t)^2. *)
Lemma uniform_gap f eps : continuity f -> 0 < eps ->
  exists C, forall s t, -1 <= s <= 1 -> -1 <= t <= 1 -> Rabs (f s - f t) <= eps + C * ((s - t) * (s - t)).
Proof.
  intros Hf Heps.
  destruct (Heine f (fun t => -1 <= t <= 1) (compact_P3 (-1) 1) (fun t _ => Hf t) (mkposreal eps Heps))
    as [delta P]; simpl in P.
  pose proof (cond_pos delta) as Hd; destruct (continuous_bounded f 1 Hf) as [M HM].
  assert (D2 : 0 < delta * delta) by (apply Rmult_lt_0_compat; exact Hd).
  exists (2 * M / (delta * delta)); intros s t Hs Ht.
  assert (Bs : Rabs (f s) <= M) by (apply HM, Rabs_le; lra).
  assert (Bt : Rabs (f t) <= M) by (apply HM, Rabs_le; lra).
  assert (HM0 : 0 <= 2 * M / (delta * delta)).
  { apply Rmult_le_pos; [pose proof (Rabs_pos (f s)); lra|left; apply Rinv_0_lt_compat, D2]. }
  destruct (Rlt_dec (Rabs (s - t)) delta) as [Hlt|Hge].
  - specialize (P s t Hs Ht Hlt); pose proof (Rmult_le_pos _ _ HM0 (Rle_0_sqr (s - t))); unfold Rsqr in *;
    lra.
  - assert (Q : delta * delta <= (s - t) * (s - t)).
    { pose proof (Rsqr_incr_1 delta (Rabs (s - t)) ltac:(lra) ltac:(lra) (Rabs_pos _)) as Q.
      rewrite <- Rsqr_abs in Q; exact Q. }
    pose proof (Rmult_le_compat_l _ _ _ HM0 Q) as B.
    replace (2 * M / (delta * delta) * (delta * delta)) with (2 * M) in B by (field; lra).
    unfold Rminus at 1; eapply Rle_trans; [apply Rabs_triang|rewrite Rabs_Ropp; lra].
Qed.

(** (<x, x'> - <y, y'>)^2 <= 2 |x - y|^2 + 2 |x' - y'|^2 for unit vectors. *)
Lemma products_close d x x' y y' : dot d x' x' = 1 -> dot d y y = 1 ->
  (dot d x x' - dot d y y') * (dot d x x' - dot d y y')
  <= 2 * dot d (fun i => x i - y i) (fun i => x i - y i) + 2 * dot d (fun i => x' i - y' i) (fun i => x' i -
    y' i).
Proof.
  intros Hx Hy; set (p := dot d (fun i => x i - y i) x'); set (q := dot d y (fun i => x' i - y' i)).
  assert (E : dot d x x' - dot d y y' = p + q).
  { unfold p, q, dot; rewrite <- rsum_minus, <- rsum_plus; apply rsum_ext; intros; ring. }
  pose proof (cauchy_schwarz d (fun i => x i - y i) x') as A; fold p in A; rewrite Hx, Rmult_1_r in A.
  pose proof (cauchy_schwarz d y (fun i => x' i - y' i)) as B; fold q in B; rewrite Hy, Rmult_1_l in B.
  rewrite E; pose proof (Rle_0_sqr (p - q)) as S; unfold Rsqr in S; lra.
Qed.

(** Contents that agree almost surely have the same gap. *)
Theorem almost_same_gap {L : Type} (T : labelled L) (A : pairs T) d f x y :
  pair_fit T A -> continuity f -> contents T d x -> contents T d y ->
  mean T (fun w => dot d (fun i => x w i - y w i) (fun i => x w i - y w i)) = 0 ->
  profile_gap A d x f = profile_gap A d y f.
Proof.
  intros HA Hf Hx Hy H0; set (delta := fun w => dot d (fun i => x w i - y w i) (fun i => x w i - y w i)) in *.
  assert (Fd : fit T delta) by (unfold delta, dot; apply fit_rsum; intros i Hi;
    apply fit_mult; apply fit_minus; first [apply Hx, Hi|apply Hy, Hi]).
  pose proof (profile_gap_fit A HA d x (proj1 Hx) f Hf) as Gx.
  pose proof (profile_gap_fit A HA d y (proj1 Hy) f Hf) as Gy.
  set (D := fun a b : token T => 2 * (delta a * 1) + 2 * (1 * delta b)).
  assert (P1 : pair_fit T (fun a b => delta a * 1)) by (apply (pair_product delta (fun _ => 1));
    [exact Fd|apply fit_const]).
  assert (P2 : pair_fit T (fun a b => 1 * delta b)) by (apply (pair_product (fun _ => 1) delta);
    [apply fit_const|exact Fd]).
  assert (FD : pair_fit T D) by (apply pair_plus; apply pair_scal; assumption).
  assert (MD : pair_mean D = 0).
  { unfold D; rewrite pair_mean_plus, !pair_mean_scal by first [assumption|apply pair_scal; assumption].
    rewrite (pair_mean_product delta (fun _ => 1) Fd (fit_const T 1)).
    rewrite (pair_mean_product (fun _ => 1) delta (fit_const T 1) Fd), H0; ring. }
  destruct (pair_bounded T A HA) as [M HM]; set (K := Rabs M + 1).
  assert (HK : 0 < K) by (unfold K; pose proof (Rabs_pos M); lra).
  assert (B : forall eps s, 0 < eps -> Rabs s = 1 -> s * (profile_gap A d x f - profile_gap A d y f) <= K *
    eps).
  { intros eps s Heps Hs; destruct (uniform_gap f eps Hf Heps) as [C HC].
    set (C' := Rabs C); unfold profile_gap; rewrite <- pair_mean_minus by assumption.
    rewrite <- pair_mean_scal by (apply pair_minus; assumption).
    replace (K * eps) with (pair_mean (T := T) (fun _ _ => K * eps) + K * C' * pair_mean D)
      by (rewrite pair_mean_const, MD; ring).
    rewrite <- (pair_mean_scal (K * C') D FD), <- pair_mean_plus by first [apply pair_const|apply pair_scal,
      FD].
    apply pair_mean_le; [apply pair_scal, pair_minus; assumption|apply pair_plus;
      [apply pair_const|apply pair_scal, FD]|].
    intros a b; eapply Rle_trans; [apply Rle_abs|].
    set (p := dot d (x a) (x b)); set (q := dot d (y a) (y b)).
    replace (A a b * (f 1 - f p) - A a b * (f 1 - f q)) with (A a b * (f q - f p)) by ring.
    rewrite !Rabs_mult, Hs, Rmult_1_l.
    pose proof (HC q p (contents_bounds T d y a b Hy) (contents_bounds T d x a b Hx)) as E.
    assert (S : (q - p) * (q - p) <= D a b).
    { pose proof (products_close d (x a) (x b) (y a) (y b) (proj2 Hx b) (proj2 Hy a)) as S; fold p q in S.
      unfold D, delta; lra. }
    assert (E' : Rabs (f q - f p) <= eps + C' * D a b).
    { eapply Rle_trans; [exact E|]; apply Rplus_le_compat_l.
      apply Rle_trans with (C' * ((q - p) * (q - p))).
      - apply Rmult_le_compat_r; [apply Rle_0_sqr|apply Rle_abs].
      - apply Rmult_le_compat_l; [apply Rabs_pos|exact S]. }
    apply Rle_trans with (K * (eps + C' * D a b)); [|right; ring].
    apply Rmult_le_compat; auto using Rabs_pos; unfold K; pose proof (HM a b); pose proof (Rle_abs M); lra. }
  assert (Z : forall s, Rabs s = 1 -> s * (profile_gap A d x f - profile_gap A d y f) <= 0).
  { intros s Hs; apply le_epsilon; intros eps Heps; rewrite Rplus_0_l.
    replace eps with (K * (eps / K)) by (field; lra); apply B; [apply Rdiv_lt_0_compat;
      assumption|exact Hs]. }
  pose proof (Z 1 Rabs_R1); pose proof (Z (-1) ltac:(rewrite Rabs_left; lra)); lra.
Qed.
