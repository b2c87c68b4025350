(** * T5, necessity: without a finite slope at 1 the converse fails

    Overview.  f(t) = asin t has f'(1) = oo, and f(1) - f(<x, y>) is the angle between x and y.  Three labels
    with k_12 = k_23 = 3/2, k_13 = -1: the signed Laplacian is not positive semidefinite (v = (1, 0, -1) gives
    -1), and yet the maximisers are exactly the collapsed configurations, by the triangle inequality for
    angles.

    Key results: [angle_triangle], [T5_infinite_slope]. *)

From Coq Require Import Reals Lra Lia Arith Ratan.
From Collapse Require Import Sums Vectors Energy SignedLaplacian.
Local Open Scope R_scope.

(** (<x,z> - <x,y><y,z>)^2 <= (1 - <x,y>^2)(1 - <y,z>^2): Cauchy-Schwarz for the parts orthogonal to y. *)
Lemma orthogonal_parts d x y z :
  dot d x x = 1 -> dot d y y = 1 -> dot d z z = 1 ->
  Rsqr (dot d x z - dot d x y * dot d y z)
  <= (1 - Rsqr (dot d x y)) * (1 - Rsqr (dot d y z)).
Proof.
  intros Hx Hy Hz; set (a := dot d x y); set (b := dot d y z).
  assert (D : forall u v s t, dot d (fun c => u c + s * y c) (fun c => v c + t * y c)
    = dot d u v + t * dot d u y + s * dot d y v + s * t * dot d y y).
  { intros u v s t; unfold dot; rewrite <- !rsum_scal, <- !rsum_plus; apply rsum_ext; intros; ring. }
  pose proof (cauchy_schwarz d (fun c => x c + - a * y c) (fun c => z c + - b * y c)) as H.
  rewrite !D, Hx, Hy, Hz, (dot_comm d y x), (dot_comm d z y) in H; fold a b in H; unfold Rsqr; lra.
Qed.

(** The triangle inequality for angles: acos <x,z> <= acos <x,y> + acos <y,z>. *)
Theorem angle_triangle d x y z :
  dot d x x = 1 -> dot d y y = 1 -> dot d z z = 1 ->
  acos (dot d x z) <= acos (dot d x y) + acos (dot d y z).
Proof.
  intros Hx Hy Hz; pose proof (orthogonal_parts d x y z Hx Hy Hz) as H.
  pose proof (dot_unit_bounds d x y Hx Hy) as Ba; pose proof (dot_unit_bounds d y z Hy Hz) as Bb.
  pose proof (dot_unit_bounds d x z Hx Hz) as Bc.
  set (a := dot d x y) in *; set (b := dot d y z) in *; set (c := dot d x z) in *.
  pose proof (acos_bound a); pose proof (acos_bound b); pose proof (acos_bound c).
  destruct (Rle_lt_dec (acos c) (acos a + acos b)) as [|Hlt]; [assumption|exfalso].
  assert (Hcos : cos (acos c) < cos (acos a + acos b)) by (apply cos_decreasing_1; lra).
  rewrite cos_plus, !cos_acos, !sin_acos in Hcos by lra.
  assert (S : sqrt (1 - Rsqr a) * sqrt (1 - Rsqr b) = sqrt ((1 - Rsqr a) * (1 - Rsqr b))).
  { symmetry; apply sqrt_mult; unfold Rsqr; nra. }
  rewrite S in Hcos; apply sqrt_le_1_alt in H; rewrite sqrt_Rsqr_abs in H.
  pose proof (Rle_abs (- (c - a * b))) as N; rewrite Rabs_Ropp in N; lra.
Qed.

(** The angle vanishes only for equal points. *)
Lemma angle_zero d x y : dot d x x = 1 -> dot d y y = 1 -> acos (dot d x y) = 0 -> same d x y.
Proof.
  intros Hx Hy H; apply dot_unit_one; auto.
  rewrite <- (cos_acos (dot d x y)) by (apply dot_unit_bounds; assumption); rewrite H; apply cos_0.
Qed.

(** k_12 = k_23 = 3/2, k_13 = -1, k_ii = 0. *)
Definition sharp_factor (i j : nat) : R :=
  match i, j with
  | 0%nat, 1%nat | 1%nat, 0%nat | 1%nat, 2%nat | 2%nat, 1%nat => 3 / 2
  | 0%nat, 2%nat | 2%nat, 0%nat => -1
  | _, _ => 0
  end.

(** f'(1) = oo: L is not positive semidefinite, and yet the maximisers are exactly the collapsed
    configurations. *)
Theorem T5_infinite_slope d :
  (1 <= d)%nat ->
  let w := fun _ : nat => 1 in let k := sharp_factor in
  ~ laplacian_psd 3 (weighted w k) /\
  forall x, maximiser 3 d w k asin x <-> unit_vectors 3 d x /\ collapsed 3 d x.
Proof.
  intros Hd w k; split.
  - intros H; specialize (H (fun i => 1 - INR i)).
    unfold laplacian_form, rsum2, weighted, w, k, sharp_factor in H; simpl in H; lra.
  - assert (Gap : forall y, unit_vectors 3 d y ->
      collapsed_energy 3 w k asin - energy 3 d w k asin y
      = 3 / 2 * acos (dot d (y 0%nat) (y 1%nat)) + 3 / 2 * acos (dot d (y 1%nat) (y 2%nat))
        - acos (dot d (y 0%nat) (y 2%nat))).
    { intros y Hy; pose proof (energy_gap 3 d w k asin y) as E.
      set (gap := collapsed_energy 3 w k asin - energy 3 d w k asin y) in *.
      unfold rsum2, w, k, sharp_factor in E; simpl in E.
      rewrite (dot_comm d (y 1%nat) (y 0%nat)), (dot_comm d (y 2%nat) (y 1%nat)),
        (dot_comm d (y 2%nat) (y 0%nat)), asin_1 in E.
      rewrite !acos_asin by (apply dot_unit_bounds; apply Hy; lia).
      lra. }
    assert (Bound : forall y, unit_vectors 3 d y ->
      / 2 * acos (dot d (y 0%nat) (y 1%nat)) + / 2 * acos (dot d (y 1%nat) (y 2%nat))
      <= collapsed_energy 3 w k asin - energy 3 d w k asin y).
    { intros y Hy; rewrite (Gap y Hy).
      pose proof (angle_triangle d (y 0%nat) (y 1%nat) (y 2%nat)
        (Hy 0%nat ltac:(lia)) (Hy 1%nat ltac:(lia)) (Hy 2%nat ltac:(lia))); lra. }
    assert (Pos : forall t, 0 <= acos t) by (intros; apply acos_bound).
    apply maximiser_iff_collapsed; [exact Hd| |].
    + intros y Hy; pose proof (Bound y Hy).
      pose proof (Pos (dot d (y 0%nat) (y 1%nat))); pose proof (Pos (dot d (y 1%nat) (y 2%nat))); lra.
    + intros y Hy Heq; pose proof (Bound y Hy) as B.
      pose proof (Pos (dot d (y 0%nat) (y 1%nat))); pose proof (Pos (dot d (y 1%nat) (y 2%nat))).
      assert (S01 : same d (y 0%nat) (y 1%nat)) by (apply angle_zero; [apply Hy; lia|apply Hy; lia|lra]).
      assert (S12 : same d (y 1%nat) (y 2%nat)) by (apply angle_zero; [apply Hy; lia|apply Hy; lia|lra]).
      assert (G : forall i, (i < 3)%nat -> same d (y i) (y 1%nat)).
      { intros i Hi b Hb; destruct i as [|[|[|i]]]; [apply S01, Hb|reflexivity|symmetry; apply S12, Hb|lia]. }
      intros i j Hi Hj b Hb; rewrite (G i Hi b Hb), (G j Hj b Hb); reflexivity.
Qed.
