(** * T4, the claim "some": gauge kernels with collapsed and other maximisers

    Overview.  k_ij >= 0.  A configuration x of unit vectors with Q_i x_i = Q_j x_j wherever k_ij <> 0 has the
    energy of the collapsed ones in u = Q_i x_i, which is maximal.  The support of k need not be connected.
    Two integer configurations X_i with |X_i|^2 = N > 0 for all i, x_i = X_i / sqrt N, one collapsed and the
    other one not, prove "some": for graph laws, and for all laws with finitely supported slices.

    Key result: [gauge_claim_some]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices
  PsdCheck PsdSound FactorCertificate Profiles GaugeCertificate.
Import ListNotations.

Local Open Scope Z_scope.

(** ** The checks *)

(** Nonnegative weights, symmetric nonnegative factors. *)
Definition nonnegative_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) : bool :=
  (0 <? omega) && (0 <? kappa) && symmetric_check n K
  && forallb (fun i => (0 <=? at1 W i) && forallb (fun j => 0 <=? at2 K i j) (seq 0 n)) (seq 0 n).

Definition plain_gauge_check (n d : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z)
  (M : list (list (list Z))) (den : Z) : bool :=
  Nat.ltb 0 n && Nat.ltb 0 d && (0 <? den) && nonnegative_check n W omega K kappa
  && forallb (fun i => orthogonal_check d den (nth i M [])) (seq 0 n).

(** |X_i|^2 = N > 0 and M_i X_i = M_j X_j wherever K_ij <> 0. *)
Definition aligned_check (n d : nat) (K : list (list Z)) (M : list (list (list Z))) (X : list (list Z))
  (N : Z) : bool :=
  (0 <? N)
  && forallb (fun i => zsum d (fun a => at2 X i a * at2 X i a) =? N) (seq 0 n)
  && forallb (fun i => forallb (fun j => (at2 K i j =? 0) || forallb (fun a =>
       zsum d (fun b => at2 (nth i M []) a b * at2 X i b)
       =? zsum d (fun b => at2 (nth j M []) a b * at2 X j b)) (seq 0 d)) (seq 0 n)) (seq 0 n).

(** All X_i are equal. *)
Definition collapsed_check (n d : nat) (X : list (list Z)) : bool :=
  forallb (fun i => forallb (fun a => at2 X i a =? at2 X 0 a) (seq 0 d)) (seq 0 n).

Local Open Scope R_scope.

(** ** Soundness *)

(** x_i = X_i / sqrt N. *)
Definition scaled (X : list (list Z)) (N : Z) (i a : nat) : R := IZR (at2 X i a) / sqrt (IZR N).

Lemma nonnegative_check_sound n W omega K kappa :
  nonnegative_check n W omega K kappa = true -> nonnegative n (weighted (weight W omega) (factor K kappa)).
Proof.
  unfold nonnegative_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc1; intros i j Hi Hj.
  assert (HW : forall l, (l < n)%nat -> 0 <= weight W omega l).
  { intros l Hl; pose proof (forallb_seq n _ Hc l Hl) as E; apply andb_prop in E; destruct E as [E _].
    apply Rmult_le_pos; [apply IZR_le, Z.leb_le, E|left; apply Rinv_0_lt_compat, H]. }
  pose proof (forallb_seq n _ Hc i Hi) as E; apply andb_prop in E; destruct E as [_ E].
  pose proof (forallb_seq n _ E j Hj) as F; unfold weighted, factor.
  apply Rmult_le_pos; [apply Rmult_le_pos; apply HW; assumption|].
  apply Rmult_le_pos; [apply IZR_le, Z.leb_le, F|left; apply Rinv_0_lt_compat, Hc1].
Qed.

(** Integer vectors with |X_i|^2 = N, scaled, are unit vectors; the gauge moves them as it moves the
    integers. *)
Lemma scaled_unit n d X N : 0 < IZR N ->
  forallb (fun i => zsum d (fun a => at2 X i a * at2 X i a) =? N)%Z (seq 0 n) = true ->
  unit_vectors n d (scaled X N).
Proof.
  intros H Hc i Hi; pose proof (forallb_seq n _ Hc i Hi) as E; cbv beta in E.
  assert (SS : sqrt (IZR N) * sqrt (IZR N) = IZR N) by (apply sqrt_sqrt; lra); pose proof (sqrt_lt_R0 _ H).
  apply Z.eqb_eq, (f_equal IZR) in E; rewrite zsum_rsum in E.
  unfold dot, scaled; rewrite (rsum_ext d _ (fun a => / IZR N * IZR (at2 X i a * at2 X i a))).
  - rewrite rsum_scal, E; field; lra.
  - intros a _; rewrite mult_IZR.
    transitivity (/ (sqrt (IZR N) * sqrt (IZR N)) * (IZR (at2 X i a) * IZR (at2 X i a)));
      [field; lra|rewrite SS; reflexivity].
Qed.

Lemma scaled_apply d M den X N i a : apply d (gauge M den i) (scaled X N i) a
  = / IZR den * / sqrt (IZR N) * rsum d (fun b => IZR (at2 (nth i M []) a b * at2 X i b)).
Proof.
  unfold apply, dot; rewrite <- rsum_scal; apply rsum_ext; intros b _.
  unfold gauge, scaled, Rdiv; rewrite mult_IZR; ring.
Qed.

(** What the checks say about the scaled configuration: unit vectors with the maximal energy. *)
Lemma aligned_check_sound n d W omega K kappa M den X N f :
  (forall i, (i < n)%nat -> orthogonal d (gauge M den i)) -> aligned_check n d K M X N = true ->
  0 < sqrt (IZR N) /\ unit_vectors n d (scaled X N) /\
  gauge_energy n d (weight W omega) (factor K kappa) f (gauge M den) (scaled X N)
  = collapsed_energy n (weight W omega) (factor K kappa) f.
Proof.
  intros HQ H; unfold aligned_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; split; [apply sqrt_lt_R0, H|].
  pose proof (scaled_unit n d X N H Hc0) as U; split; [exact U|].
  unfold gauge_energy, collapsed_energy; f_equal; rewrite <- rsum2_scal; apply rsum2_ext; intros i j Hi Hj.
  pose proof (forallb_seq n _ (forallb_seq n _ Hc i Hi) j Hj) as E; cbv beta in E.
  apply orb_prop in E; destruct E as [E|E].
  - apply Z.eqb_eq in E; unfold factor; rewrite E; unfold Rdiv; ring.
  - assert (A : same d (apply d (gauge M den i) (scaled X N i)) (apply d (gauge M den j) (scaled X N j))).
    { intros a Ha; pose proof (forallb_seq d _ E a Ha) as F; cbv beta in F.
      apply Z.eqb_eq, (f_equal IZR) in F; rewrite !zsum_rsum in F; rewrite !scaled_apply, F; reflexivity. }
    rewrite (dot_same_one d _ _); [ring| |exact A].
    rewrite orthogonal_dot by (apply HQ, Hi); apply U, Hi.
Qed.

Lemma collapsed_check_sound n d X N :
  collapsed_check n d X = true -> collapsed n d (scaled X N).
Proof.
  intros H; assert (G : forall i, (i < n)%nat -> same d (scaled X N i) (scaled X N 0)).
  { intros i Hi a Ha; pose proof (forallb_seq d _ (forallb_seq n _ H i Hi) a Ha) as E; cbv beta in E.
    apply Z.eqb_eq in E; unfold scaled; rewrite E; reflexivity. }
  intros i j Hi Hj a Ha; rewrite (G i Hi a Ha), (G j Hj a Ha); reflexivity.
Qed.

Lemma collapsed_check_complete n d X N :
  0 < sqrt (IZR N) -> collapsed n d (scaled X N) -> (1 <= n)%nat -> collapsed_check n d X = true.
Proof.
  intros S C Hn; apply forallb_forall; intros i Hi; apply in_seq in Hi.
  apply forallb_forall; intros a Ha; apply in_seq in Ha; apply Z.eqb_eq, eq_IZR.
  pose proof (C i 0%nat ltac:(lia) ltac:(lia) a ltac:(lia)) as E; unfold scaled, Rdiv in E.
  apply (Rmult_eq_reg_r (/ sqrt (IZR N))); [exact E|apply Rinv_neq_0_compat; lra].
Qed.

(** ** The claims *)

Definition GaugeGraphLawsSome n d w k f Q : Prop :=
  (exists x, gauge_maximiser n d w k f Q x /\ collapsed n d x) /\
  exists x, gauge_maximiser n d w k f Q x /\ ~ collapsed n d x.
Definition GaugeAllLawsSome n d w k f Q : Prop :=
  (exists m q x, gauge_law_maximiser n m d w k f Q q x /\ slices_collapsed n m d q x) /\
  exists m q x, gauge_law_maximiser n m d w k f Q q x /\ ~ slices_collapsed n m d q x.

(** A configuration with the collapsed energy is a maximiser in both views. *)
Lemma attained_maximiser n d w k f Q x :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> nonnegative n (weighted w k) -> bounded_by_one f ->
  unit_vectors n d x -> gauge_energy n d w k f Q x = collapsed_energy n w k f ->
  gauge_maximiser n d w k f Q x /\ gauge_law_maximiser n 1 d w k f Q (fun _ _ => 1) (fun i _ => x i).
Proof.
  intros HQ HA Hf Hx E; split.
  - split; [exact Hx|]; intros y Hy; rewrite E; apply gauge_bound; assumption.
  - split; [intros i _; split; [intros; lra|simpl; ring]|split; [intros i a Hi _; apply Hx, Hi|]].
    intros m q y Hq Hy.
    replace (gauge_slice_energy n 1 d w k f Q (fun _ _ => 1) (fun i _ => x i))
      with (collapsed_energy n w k f).
    + apply nonnegative_slices_bound; auto; apply gauge_slice_points; assumption.
    + rewrite <- E; unfold gauge_slice_energy, slice_energy, gauge_energy; f_equal; apply rsum2_ext; intros.
      unfold rsum2; simpl; ring.
Qed.

(** Two maximisers in both views, one of them collapsed: "some". *)
Lemma some_by_two n d w k f Q X N Y N' : (1 <= n)%nat -> 0 < sqrt (IZR N') ->
  collapsed_check n d X = true -> collapsed_check n d Y = false ->
  gauge_maximiser n d w k f Q (scaled X N) /\
  gauge_law_maximiser n 1 d w k f Q (fun _ _ => 1) (fun i _ => scaled X N i) ->
  gauge_maximiser n d w k f Q (scaled Y N') /\
  gauge_law_maximiser n 1 d w k f Q (fun _ _ => 1) (fun i _ => scaled Y N' i) ->
  GaugeGraphLawsSome n d w k f Q /\ GaugeAllLawsSome n d w k f Q.
Proof.
  intros H SY CX CY [GX LX] [GY LY]; pose proof (collapsed_check_sound n d X N CX) as C.
  assert (C' : ~ collapsed n d (scaled Y N')).
  { intros G; rewrite (collapsed_check_complete n d Y N' SY G H) in CY; discriminate. }
  split; split.
  - exists (scaled X N); split; assumption.
  - exists (scaled Y N'); split; assumption.
  - do 3 eexists; split; [exact LX|]; intros i j a b Hi Hj _ _ _ _; apply C; assumption.
  - do 3 eexists; split; [exact LY|]; intros G; apply C'; intros i j Hi Hj.
    apply (G i j 0%nat 0%nat Hi Hj); try lia; lra.
Qed.

(** T4, "some" in both views: a collapsed configuration and another one, both aligned where k_ij <> 0. *)
Theorem gauge_claim_some n d W omega K kappa M den X N Y N' f :
  plain_gauge_check n d W omega K kappa M den = true ->
  aligned_check n d K M X N = true -> collapsed_check n d X = true ->
  aligned_check n d K M Y N' = true -> collapsed_check n d Y = false -> peaked f ->
  GaugeGraphLawsSome n d (weight W omega) (factor K kappa) f (gauge M den) /\
  GaugeAllLawsSome n d (weight W omega) (factor K kappa) f (gauge M den).
Proof.
  unfold plain_gauge_check; intros H HX CX HY CY Hf; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Nat.ltb_lt in H; apply Z.ltb_lt, IZR_lt in Hc1; apply peaked_bounded in Hf.
  assert (HQ : forall i, (i < n)%nat -> orthogonal d (gauge M den i))
    by (intros i Hi; exact (orthogonal_check_sound d den _ Hc1 (forallb_seq n _ Hc i Hi))).
  pose proof (nonnegative_check_sound n W omega K kappa Hc0) as HA.
  destruct (aligned_check_sound n d W omega K kappa M den X N f HQ HX) as (SX & UX & EX).
  destruct (aligned_check_sound n d W omega K kappa M den Y N' f HQ HY) as (SY & UY & EY).
  destruct (attained_maximiser n d _ _ f _ _ HQ HA Hf UX EX) as [GX LX].
  destruct (attained_maximiser n d _ _ f _ _ HQ HA Hf UY EY) as [GY LY].
  apply (some_by_two n d _ _ f _ X N Y N' H SY CX CY (conj GX LX) (conj GY LY)).
Qed.
