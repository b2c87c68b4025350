(** * Crofton: angles lie in the cone of cuts

    Overview.  If no cut of the points x_0, ..., x_(n-1) is negative,

        sum w_ij (s_i + s_j - 2 s_i s_j) >= 0   for all s_i = 0 or 1,

    then sum w_ij t_ij >= 0 for the angles t_ij between unit vectors of R^d.  Usually one takes the mean over
    all hyperplanes; here it is a minimum principle (Shears.v).  For eps > 0 let the unit vectors y minimise
    F = sum (w_ij t_ij - eps t_ij^2).  The second derivatives of F under the shears are not negative and add
    up to - 4 eps sum sin^2 t_ij, so that every angle between the y is 0 or pi: sum w_ij t_ij is pi times a
    cut, and sum w_ij t_ij >= F(x) >= F(y) >= - eps sum pi^2 for all x.  This holds for all eps > 0.

    Key results: [cut_cone], [slice_cut_cone]. *)

From Coq Require Import Reals Lra Lia Arith Ratan.
From Collapse Require Import Sums Vectors Slices MultiAffine TwoPoints ArcsineContinuous Cuts
  SecondDerivatives Shears UnitMinimum.
Local Open Scope R_scope.

Lemma acos_continuous x : continuity_pt acos x.
Proof.
  assert (E : forall y, PI / 2 - asin y = acos y).
  { intros y; unfold acos, asin; destruct (Rle_dec y (-1)); [lra|]; destruct (Rle_dec 1 y); lra. }
  assert (C : continuity_pt (fun y => PI / 2 - asin y) x).
  { apply (continuity_pt_minus (fun _ => PI / 2) asin); [apply continuity_const; intros y z; reflexivity|].
    apply asin_continuous. }
  intros e He; destruct (C e He) as (g & Hg & P); exists g; split; [exact Hg|]; intros y Hy.
  specialize (P y Hy); rewrite !E in P; exact P.
Qed.

Definition total (n d : nat) (w : nat -> nat -> R) (x : nat -> nat ->
  R) : R := rsum2 n (fun i j => w i j * angle d (x i) (x j)).

(** No cut is negative. *)
Definition no_negative_cut (n : nat) (A : nat -> nat -> R) : Prop :=
  forall s : nat -> R, (forall i, (i < n)%nat -> s i = 0 \/ s i = 1) -> 0 <= apart n A s.

(** F. *)
Definition lowered (n d : nat) (w : nat -> nat -> R) (eps : R) (x : nat -> nat -> R) : R :=
  rsum2 n (fun i j => w i j * angle d (x i) (x j) + - eps * (angle d (x i) (x j) * angle d (x i) (x j))).

Lemma lowered_steady n d w eps V : steady n d V (lowered n d w eps).
Proof.
  unfold lowered, rsum2.
  apply (steady_sum n d V n (fun i x => rsum n (fun j => w i j * angle d (x i) (x j)
    + - eps * (angle d (x i) (x j) * angle d (x i) (x j))))); intros i Hi.
  apply (steady_sum n d V n (fun j x => w i j * angle d (x i) (x j)
    + - eps * (angle d (x i) (x j) * angle d (x i) (x j)))); intros j Hj.
  assert (S : steady n d V (fun x => angle d (x i) (x j))).
  { unfold angle; apply (steady_comp n d V acos (fun x => dot d (x i) (x j)));
      [apply acos_continuous|apply steady_dot; assumption]. }
  apply (steady_plus n d V (fun x => w i j * angle d (x i) (x j))
    (fun x => - eps * (angle d (x i) (x j) * angle d (x i) (x j)))).
  - apply steady_scal, S.
  - apply (steady_scal n d V (- eps) (fun x => angle d (x i) (x j) * angle d (x i) (x j))).
    apply (steady_square n d V (fun x => angle d (x i) (x j))), S.
Qed.

Lemma angle_square_bound d x y : 0 <= angle d x y * angle d x y <= PI * PI.
Proof.
  pose proof (acos_bound (dot d x y)) as B; fold (angle d x y) in B.
  split; [apply Rmult_le_pos; lra|apply Rmult_le_compat; lra].
Qed.

Lemma lowered_below n d w eps x : 0 <= eps ->
  rsum2 n (fun i j => - (Rabs (w i j) * PI) - eps * (PI * PI)) <= lowered n d w eps x.
Proof.
  intros He; apply rsum2_le; intros i j _ _.
  pose proof (acos_bound (dot d (x i) (x j))) as B; fold (angle d (x i) (x j)) in B.
  pose proof (angle_square_bound d (x i) (x j)) as Q; set (t := angle d (x i) (x j)) in *.
  pose proof (Rmult_le_compat_l eps _ _ He (proj2 Q)).
  assert (- (Rabs (w i j) * PI) <= w i j * t); [|lra].
  pose proof (Rabs_pos (w i j)) as P; pose proof (Rle_abs (- w i j)) as A; rewrite Rabs_Ropp in A.
  pose proof (Rmult_le_compat_r t _ _ (proj1 B) A); pose proof (Rmult_le_compat_l _ _ _ P (proj2 B)); lra.
Qed.

Lemma moved_start d a b x y : dot d x x = 1 -> dot d y y = 1 -> (a < d)%nat ->
  angle d (moved d a b 0 x) (moved d a b 0 y) = angle d x y.
Proof.
  intros Hx Hy Ha; unfold angle, moved; rewrite dot_straight, !dot_sheared, Hx, Hy by exact Ha; f_equal.
  rewrite !Rmult_0_l, !Rplus_0_r, sqrt_1; field.
Qed.

(** At a minimum all points are equal or opposite. *)
Lemma minimum_aligned n d w eps y : 0 < eps -> unit_vectors n d y ->
  (forall x, unit_vectors n d x -> lowered n d w eps y <= lowered n d w eps x) ->
  forall i j, (i < n)%nat -> (j < n)%nat -> 1 <= dot d (y i) (y j) * dot d (y i) (y j).
Proof.
  intros He Hy M.
  set (second := fun i j a b => w i j * bends d (y i) (y j) a b
    + - eps * (2 * (speeds d (y i) (y j) a b * speeds d (y i) (y j) a b
                    + angle d (y i) (y j) * bends d (y i) (y j) a b))).
  assert (G : forall a b, (a < d)%nat -> (b < d)%nat -> 0 <= rsum2 n (fun i j => second i j a b)).
  { intros a b Ha Hb; set (move := fun t i => moved d a b t (y i)).
    assert (E0 : lowered n d w eps (move 0) = lowered n d w eps y).
    { unfold lowered, move; apply rsum2_ext; intros i j Hi Hj; rewrite moved_start by auto; reflexivity. }
    apply (twice_minimum (fun t => lowered n d w eps (move t)) (rsum2 n (fun i j =>
      w i j * speeds d (y i) (y j) a b
        + - eps * (2 * (angle d (y i) (y j) * speeds d (y i) (y j) a b)))) _ (/ 2)).
    - unfold lowered, rsum2.
      apply (twice_sum n (fun i t => rsum n (fun j => w i j * angle d (move t i) (move t j)
        + - eps * (angle d (move t i) (move t j) * angle d (move t i) (move t j))))
        (fun i => rsum n (fun j => _)) (fun i => rsum n (fun j => _))); intros i Hi.
      apply (twice_sum n (fun j t => w i j * angle d (move t i) (move t j)
        + - eps * (angle d (move t i) (move t j) * angle d (move t i) (move t j))) (fun j => _) (fun j => _)).
      intros j Hj; unfold second, move.
      pose proof (moved_twice d (y i) (y j) a b (Hy i Hi) (Hy j Hj) Ha Hb) as T.
      pose proof (twice_square _ _ _ T) as T2; cbv beta in T2; rewrite moved_start in T2 by auto.
      apply (twice_plus (fun t => w i j * angle d (moved d a b t (y i)) (moved d a b t (y j)))
        (fun t => - eps * (angle d (moved d a b t (y i)) (moved d a b t (y j))
                           * angle d (moved d a b t (y i)) (moved d a b t (y j)))));
        [apply twice_scal, T|apply (twice_scal _ (- eps) _ _ T2)].
    - lra.
    - intros t Ht; rewrite E0; apply M; intros i Hi; apply moved_unit; auto. }
  assert (S : 0 <= rsum2 n (fun i j => - (4 * eps) * (1 - dot d (y i) (y j) * dot d (y i) (y j)))).
  { rewrite (rsum2_ext n _ (fun i j => rsum2 d (second i j))).
    - unfold rsum2 at 2; rewrite <- rsum_rsum2; apply rsum_nonneg; intros a Ha; rewrite <- rsum_rsum2.
      apply rsum_nonneg; intros b Hb; apply G; assumption.
    - intros i j Hi Hj; unfold second.
      rewrite (rsum2_ext d _ (fun a b => (w i j + - eps * (2 * angle d (y i) (y j))) * bends d (y i) (y j) a b
        + - (2 * eps) * (speeds d (y i) (y j) a b * speeds d (y i) (y j) a b))) by (intros; ring).
      rewrite rsum2_plus, !rsum2_scal, speeds_sum by auto.
      change (rsum2 d (fun a b => bends d (y i) (y j) a b)) with (rsum2 d (bends d (y i) (y j))).
      rewrite bends_sum by auto; ring. }
  rewrite rsum2_scal in S.
  assert (P : forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= 1 - dot d (y i) (y j) * dot d (y i) (y j)).
  { intros i j Hi Hj; pose proof (cauchy_schwarz d (y i) (y j)) as C; rewrite !Hy in C by assumption; lra. }
  pose proof (rsum2_nonneg n _ P) as Q; set (r := rsum2 n _) in *.
  assert (Z : r = 0).
  { destruct (Req_dec r 0) as [|N]; [assumption|exfalso].
    pose proof (Rmult_lt_0_compat eps r He ltac:(lra)); lra. }
  intros i j Hi Hj; pose proof (rsum2_nonneg_zero n _ P Z i j Hi Hj) as E; cbv beta in E; lra.
Qed.

(** Equal or opposite points: a cut. *)
Lemma aligned_total n d w y : no_negative_cut n w -> unit_vectors n d y ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> 1 <= dot d (y i) (y j) * dot d (y i) (y j)) ->
  0 <= total n d w y.
Proof.
  intros cuts Hy H; destruct (Nat.eq_dec n 0) as [Z|Z]; [unfold total; rewrite Z; apply Rle_refl|].
  set (c := fun i => dot d (y 0%nat) (y i)).
  assert (C : forall i, (i < n)%nat ->
    (c i = 1 \/ c i = -1) /\ forall a, (a < d)%nat -> y i a = c i * y 0%nat a).
  { intros i Hi; apply aligned; [apply Hy; lia|apply Hy, Hi|apply H; [lia|exact Hi]]. }
  assert (D : forall i j, (i < n)%nat -> (j < n)%nat -> dot d (y i) (y j) = c i * c j).
  { intros i j Hi Hj; destruct (C i Hi) as [_ Ci], (C j Hj) as [_ Cj].
    rewrite (dot_ext d (y i) (fun a => c i * y 0%nat a) (y j) (fun a => c j * y 0%nat a) Ci Cj).
    rewrite dot_scal_l, dot_comm, dot_scal_l, Hy by lia; ring. }
  assert (E : total n d w y = PI * apart n w (fun i => (1 + c i) / 2)).
  { unfold total, apart; rewrite <- rsum2_scal; apply rsum2_ext; intros i j Hi Hj; unfold angle.
    rewrite D by assumption; destruct (C i Hi) as [[-> | ->] _], (C j Hj) as [[-> | ->] _];
      [replace (1 * 1) with 1 by ring; rewrite acos_1; field
      |replace (1 * -1) with (- (1)) by ring; rewrite acos_opp, acos_1; field
      |replace (-1 * 1) with (- (1)) by ring; rewrite acos_opp, acos_1; field
      |replace (-1 * -1) with 1 by ring; rewrite acos_1; field]. }
  rewrite E; apply Rmult_le_pos; [pose proof PI_RGT_0; lra|]; apply cuts.
  intros i Hi; destruct (C i Hi) as [[-> | ->] _]; [right|left]; field.
Qed.

(** Where no cut of w is negative, sum w_ij t_ij >= 0 for the angles between unit vectors. *)
Theorem cut_cone n d w x : no_negative_cut n w -> unit_vectors n d x -> 0 <= total n d w x.
Proof.
  intros cuts Hx; apply Rnot_lt_le; intros N; set (B := rsum2 n (fun _ _ => PI * PI)).
  assert (HB : 0 <= B) by (apply rsum2_nonneg; intros; apply Rle_0_sqr).
  set (eps := - total n d w x / (2 * (B + 1))).
  assert (He : 0 < eps) by (apply Rdiv_lt_0_compat; lra).
  set (squares := fun z : nat -> nat -> R => rsum2 n (fun i j => angle d (z i) (z j) * angle d (z i) (z j))).
  assert (parts : forall z, lowered n d w eps z = total n d w z - eps * squares z).
  { intros z; unfold lowered, total, squares; rewrite rsum2_plus, rsum2_scal; ring. }
  destruct (unit_minimum n d (lowered n d w eps)
    (rsum2 n (fun i j => - (Rabs (w i j) * PI) - eps * (PI * PI)))) as (y & Hy & M).
  - exists x; exact Hx.
  - intros z _; apply lowered_below; lra.
  - apply lowered_steady.
  - pose proof (aligned_total n d w y cuts Hy (minimum_aligned n d w eps y He Hy M)) as T.
    specialize (M x Hx); rewrite !parts in M.
    assert (Q : squares y <= B) by (apply rsum2_le; intros; apply angle_square_bound).
    assert (R : 0 <= squares x) by (apply rsum2_nonneg; intros; apply angle_square_bound).
    pose proof (Rmult_le_compat_l eps _ _ (Rlt_le _ _ He) Q); pose proof (Rmult_le_pos _ _ (Rlt_le _ _ He) R).
    assert (eps * (B + 1) = - total n d w x / 2) by (unfold eps; field; lra); lra.
Qed.

(** ** Slices *)

(** Shares v_i between 0 and 1: where no cut is negative and A_ii >= 0, the sum is not negative. *)
Lemma apart_box n A v :
  no_negative_cut n A -> (forall i, (i < n)%nat -> 0 <= A i i) -> (forall i, (i < n)%nat -> 0 <= v i <= 1) ->
  0 <= apart n A v.
Proof.
  intros C D B; set (h := fun i j a b => if Nat.eqb a b then 0 else - 2 * A i j).
  assert (E : forall p, (forall i, (i < n)%nat -> p i 1%nat = 1 - p i 0%nat) ->
    table_energy n 2 (fun _ => 1) h p = -1 * apart n A (fun i => p i 0%nat)).
  { intros p P; unfold table_energy, apart; rewrite <- !rsum2_scal; apply rsum2_ext; intros i j Hi Hj.
    unfold pair_energy, rsum2, h; simpl; rewrite !P by assumption; field. }
  destruct (two_point_vertex n 2 (fun _ => 1) h) with (p := shares v) as (sigma & Hs & L).
  - intros i a b Hi _ _; unfold h; rewrite !Nat.eqb_refl; specialize (D i Hi); destruct (Nat.eqb a b); lra.
  - intros i Hi; specialize (B i Hi); split; [|unfold shares; simpl; ring].
    intros a _; unfold shares; destruct (Nat.eqb a 0); lra.
  - rewrite !E in L.
    + assert (V : apart n A (fun i => shares v i 0) = apart n A v) by reflexivity; rewrite V in L.
      specialize (C (fun i => basis (sigma i) 0%nat)).
      assert (0 <= apart n A (fun i => basis (sigma i) 0%nat)); [|lra].
      apply C; intros i _; unfold basis; destruct (Nat.eqb 0 (sigma i)); auto.
    + intros i Hi; specialize (Hs i Hi); unfold basis; destruct (sigma i) as [|[|k]]; simpl; lra || lia.
    + intros i Hi; unfold shares; simpl; ring.
Qed.

(** The same for mean angles between slices. *)
Theorem slice_cut_cone n m d q x A : slice_masses n m q -> slice_points n m d x ->
  no_negative_cut n A -> (forall i, (i < n)%nat -> 0 <= A i i) ->
  0 <= rsum2 n (fun i j => A i j * mean_angle m d q x i j).
Proof.
  intros Hq Hx C D.
  set (w := fun t u => A (t / m)%nat (u / m)%nat * (q (t / m)%nat (t mod m) * q (u / m)%nat (u mod m))).
  assert (T : 0 <= total (n * m) d w (flat_points m x)).
  { apply cut_cone; [|apply flat_unit, Hx]; intros s Hs.
    assert (E : apart (n * m) w s = apart n A (mean m q s)).
    { unfold apart; rewrite rsum2_flat; apply rsum2_ext; intros i j Hi Hj.
      destruct (Hq i Hi) as [_ Qi], (Hq j Hj) as [_ Qj].
      rewrite (rsum2_ext m _ (fun a b => A i j * (q i a * s (i * m + a)%nat * q j b)
        + A i j * (q i a * (q j b * s (j * m + b)%nat))
        + - (2 * A i j) * (q i a * s (i * m + a)%nat * (q j b * s (j * m + b)%nat)))).
      - rewrite !rsum2_plus, !rsum2_scal; unfold rsum2; rewrite <- !rsum_mult, Qi, Qj; unfold mean; ring.
      - intros a b Ha Hb; unfold w; rewrite !flat_div, !flat_mod by assumption; ring. }
    rewrite E; apply apart_box; [exact C|exact D|]; intros i Hi; destruct (Hq i Hi) as [Pi Qi].
    assert (S : forall a, (a < m)%nat -> 0 <= s (i * m + a)%nat <= 1).
    { intros a Ha; destruct (Hs (i * m + a)%nat) as [-> | ->]; [nia|lra|lra]. }
    unfold mean; split.
    - apply rsum_nonneg; intros a Ha; apply Rmult_le_pos; [apply Pi, Ha|apply S, Ha].
    - rewrite <- Qi; apply rsum_le; intros a Ha; specialize (S a Ha); specialize (Pi a Ha).
      pose proof (Rmult_le_compat_l _ _ _ Pi (proj2 S)); lra. }
  unfold total in T; rewrite rsum2_flat in T; eapply Rle_trans; [exact T|right]; apply rsum2_ext.
  intros i j _ _; unfold mean_angle; rewrite <- rsum2_scal; apply rsum2_ext; intros a b Ha Hb.
  unfold w, flat_points; rewrite !flat_div, !flat_mod by assumption; ring.
Qed.
