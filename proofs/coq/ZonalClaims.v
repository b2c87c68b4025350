(** * T5 from integers to theorems, for profiles with nonnegative Gegenbauer coefficients

    Overview.  A certified signed Laplacian and a [zonal] profile f of R^d (Zonal.v).  "All" where it holds
    for the linear profile, if a_1 > 0; or where null vectors are constant and f is largest at t = 1 alone.
    "Some" where it holds for |f|; or where f(t) = f(1) for some t < 1, by two points with the product t: in
    the plane P_3 is as large at 120 degrees.

    Key results: [graph_laws_all_zonal], [all_laws_all_zonal], the same with "_peaked";
    [graph_laws_some_zonal], [all_laws_some_zonal], "turned" for f(t) = f(1); [zonal_bounded],
    [zonal_peaked]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices Nonnegative GaugeSlices PsdCheck
  FactorCertificate Profiles Claims TwoPoints Pairs Schoenberg Zonal.
Local Open Scope R_scope.

(** ** Another product t with f(t) = f(1) *)

(** (1, 0, 0, ..) for a = 0, (t, sqrt(1 - t^2), 0, ..) for other a. *)
Definition turned (t : R) (a : nat) : nat -> R :=
  if Nat.eqb a 0 then basis 0 else fun b => t * basis 0 b + sqrt (1 - t * t) * basis 1 b.

Lemma turned_dot d t a b : (2 <= d)%nat -> -1 <= t <= 1 ->
  dot d (turned t a) (turned t b) = if Bool.eqb (Nat.eqb a 0) (Nat.eqb b 0) then 1 else t.
Proof.
  intros Hd Ht; assert (B01 : dot d (basis 0) (basis 1) = 0) by (rewrite dot_basis by lia; reflexivity).
  assert (Q : sqrt (1 - t * t) * sqrt (1 - t * t) = 1 - t * t) by (apply sqrt_sqrt; nra).
  assert (R : forall y, dot d (fun b => t * basis 0 b + sqrt (1 - t * t) * basis 1 b) y
    = t * y 0%nat + sqrt (1 - t * t) * y 1%nat).
  { intros y; rewrite (dot_plus_l d (fun b => t * basis 0 b)), !dot_scal_l, !dot_basis by lia;
    reflexivity. }
  unfold turned; destruct (Nat.eqb a 0), (Nat.eqb b 0); simpl.
  - apply basis_unit; lia.
  - rewrite dot_comm, R; unfold basis; simpl; ring.
  - rewrite R; unfold basis; simpl; ring.
  - rewrite R; unfold basis; simpl; rewrite !Rmult_1_r, !Rmult_0_r; lra.
Qed.

Lemma turned_apart d t a b : (2 <= d)%nat -> -1 <= t < 1 -> Nat.eqb a 0 <> Nat.eqb b 0 ->
  ~ same d (turned t a) (turned t b).
Proof.
  intros Hd Ht Hab H; pose proof (turned_dot d t a b Hd ltac:(lra)) as D.
  rewrite (dot_same_one d) in D; [|rewrite turned_dot by (assumption || lra); rewrite Bool.eqb_reflx;
    reflexivity|exact H].
  destruct (Nat.eqb a 0), (Nat.eqb b 0); simpl in D; try congruence; lra.
Qed.

(** Two points that lose nothing, one of them for label 0 alone, or half of each slice. *)
Theorem turned_graph n d w k f t : (2 <= n)%nat -> (2 <= d)%nat -> -1 <= t < 1 -> f t = f 1 ->
  (forall y, unit_vectors n d y -> energy n d w k f y <= collapsed_energy n w k f) ->
    GraphLawsSome n w k f d.
Proof.
  intros Hn Hd Ht Hf Hle; split.
  - destruct (collapsed_exists n d ltac:(lia)) as (x & Hx & Hc); exists x; split; [|exact Hc].
    apply collapsed_maximiser; assumption.
  - exists (turned t); split; [split|].
    + intros i _; rewrite turned_dot by (assumption || lra); rewrite Bool.eqb_reflx; reflexivity.
    + intros y Hy; apply Rle_trans with (1 := Hle y Hy); right; unfold energy, collapsed_energy.
      rewrite <- rsum2_scal; f_equal; apply rsum2_ext; intros i j _ _;
        rewrite turned_dot by (assumption || lra).
      destruct (Bool.eqb _ _); [|rewrite Hf]; ring.
    + intros C; apply (turned_apart d t 0 1 Hd Ht); [discriminate|apply C; lia].
Qed.

(** The same for all laws, from one label on. *)
Theorem turned_laws n d w k f t : (1 <= n)%nat -> (2 <= d)%nat -> -1 <= t < 1 -> f t = f 1 ->
  (forall m q x, slice_masses n m q -> slice_points n m d x ->
     slice_energy n m d w k f q x <= collapsed_energy n w k f) -> AllLawsSome n w k f d.
Proof.
  intros Hn Hd Ht Hf Hle; split.
  - destruct (one_point_law n d ltac:(lia)) as (Q & X & C); do 3 eexists; split; [|exact C].
    split; [exact Q|split; [exact X|]]; intros m q x Hq Hx.
    rewrite (slice_energy_collapsed n 1 d w k f _ _ Q X C); auto.
  - exists 2%nat, (fun _ _ => / 2), (fun _ => turned t); split; [split; [|split]|].
    + intros i _; split; [intros; lra|simpl; field].
    + intros i a _ _; rewrite turned_dot by (assumption || lra); rewrite Bool.eqb_reflx; reflexivity.
    + intros m q x Hq Hx; apply Rle_trans with (1 := Hle m q x Hq Hx); right.
      unfold slice_energy, collapsed_energy; rewrite <- rsum2_scal; f_equal; apply rsum2_ext;
        intros i j _ _.
      unfold rsum2; simpl; rewrite !turned_dot by (assumption || lra); simpl; rewrite Hf; field.
    + intros C; apply (turned_apart d t 0 1 Hd Ht); [discriminate|].
      apply (C 0%nat 0%nat 0%nat 1%nat); lia || lra.
Qed.

(** ** f <= f(1) *)

Lemma gram_distance d K x y : gram d K -> 0 <= kernel_distance K x y.
Proof.
  unfold kernel_distance; induction 1 as [c F Hc _|K M _ IK _ IM|K M E _ IK]; [|lra|rewrite <- !E;
    exact IK].
  pose proof (Rmult_le_pos c _ Hc (Rle_0_sqr (F x - F y))) as P; unfold Rsqr in P; lra.
Qed.

(** f(1) - f(t) >= s (1 - t). *)
Lemma zonal_slope d s f t : (2 <= d)%nat -> zonal_above s d f -> -1 <= t <= 1 -> s * (1 - t) <= f 1 - f t.
Proof.
  intros Hd (_ & a & K & HK & E) Ht; set (x := turned t 0%nat); set (y := turned t 1%nat).
  assert (Hx : dot d x x = 1) by (apply (turned_dot d t 0 0); assumption).
  assert (Hy : dot d y y = 1) by (apply (turned_dot d t 1 1); assumption).
  assert (Hxy : dot d x y = t) by (apply (turned_dot d t 0 1); assumption).
  pose proof (zonal_difference d (fun u => f u - s * u) a K) as Z; cbv beta in Z.
  specialize (Z ltac:(intros; rewrite E by assumption; ring) x y Hx Hy); rewrite Hxy in Z.
  pose proof (gram_distance d K x y HK); lra.
Qed.

Lemma zonal_bounded d f : (2 <= d)%nat -> zonal d f -> bounded_by_one f.
Proof.
  intros Hd (s & H) t Ht; pose proof (zonal_slope d s f t Hd H Ht); destruct H as [Hs _].
  pose proof (Rmult_le_pos s (1 - t) Hs ltac:(lra)); lra.
Qed.

Lemma zonal_peaked d f : (2 <= d)%nat -> zonal_rising d f -> peaked f.
Proof.
  intros Hd (s & Hs & H) t Ht; pose proof (zonal_slope d s f t Hd H ltac:(lra)).
  pose proof (Rmult_lt_0_compat s (1 - t) Hs ltac:(lra)); lra.
Qed.

(** ** Certificates *)

Lemma zonal_certified n W omega K kappa data f d : factor_check n W omega K kappa data = true ->
  zonal d f ->
  forall y, unit_vectors n d y ->
  energy n d (weight W omega) (factor K kappa) f y <= collapsed_energy n (weight W omega) (factor K kappa)
    f.
Proof. intros H; apply zonal_bound, (factor_check_psd _ _ _ _ _ _ H). Qed.

Lemma certified_degrees n W omega K kappa data : factor_check n W omega K kappa data = true ->
  degree_check n W K = true ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> factor K kappa i j = factor K kappa j i) /\
  forall i, (i < n)%nat -> 0 <= weight W omega i * degree n (weight W omega) (factor K kappa) i.
Proof.
  intros H HD; destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  exact (degree_check_sound n W omega K kappa Ho Hk HD).
Qed.

Lemma zonal_laws_certified n W omega K kappa data f d : factor_check n W omega K kappa data = true ->
  degree_check n W K = true -> zonal d f -> forall m q x, slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d (weight W omega) (factor K kappa) f q x
  <= collapsed_energy n (weight W omega) (factor K kappa) f.
Proof.
  intros H HD; destruct (certified_degrees n W omega K kappa data H HD); apply zonal_slices_bound; auto.
  apply (factor_check_psd _ _ _ _ _ _ H).
Qed.

(** a_1 > 0: "all" where it holds for the linear profile. *)
Theorem graph_laws_all_zonal n W omega K kappa data f d : factor_check n W omega K kappa data = true ->
  GraphLawsAll n (weight W omega) (factor K kappa) first_power d -> zonal_rising d f -> (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof. intros H HL Hf Hd; apply zonal_maximisers; auto; apply (factor_check_psd _ _ _ _ _ _ H). Qed.

(** The same for all laws. *)
Theorem all_laws_all_zonal n W omega K kappa data f d : factor_check n W omega K kappa data = true ->
  degree_check n W K = true -> AllLawsAll n (weight W omega) (factor K kappa) first_power d ->
    zonal_rising d f ->
  (1 <= d)%nat -> AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HD HL Hf Hd; destruct (certified_degrees n W omega K kappa data H HD) as [Hs Hg].
  apply zonal_law_maximisers; auto; apply (factor_check_psd _ _ _ _ _ _ H).
Qed.

(** A null space of constants, f largest at t = 1 alone. *)
Theorem graph_laws_all_zonal_peaked n W omega K kappa data f d : factor_check n W omega K kappa data = true
  ->
  constant_null_check n data = true -> peaked f -> zonal d f -> (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HN Hp Hf Hd; unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply (zonal_certified n W omega K kappa data f d H Hf).
  - apply zonal_rigid; auto; [apply (factor_check_psd _ _ _ _ _ _ H)|apply (factor_check_null _ _ _ _ _ _ H
    HN)].
Qed.

(** The same for all laws, with one D_i > 0. *)
Theorem all_laws_all_zonal_peaked n W omega K kappa data f d : factor_check n W omega K kappa data = true ->
  constant_null_check n data = true -> degree_check n W K = true -> positive_degree_check n W K = true ->
  peaked f -> zonal d f -> (1 <= d)%nat -> AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HN HD HP Hp Hf Hd; destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  destruct (certified_degrees n W omega K kappa data H HD) as [Hs Hg].
  apply existsb_exists in HP; destruct HP as (i0 & Hi0 & B); apply in_seq in Hi0.
  apply andb_prop in B; destruct B as [B1 B2]; apply Z.ltb_lt, IZR_lt in B1; apply Z.ltb_lt, IZR_lt in B2.
  unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |].
  - apply (zonal_laws_certified n W omega K kappa data f d H HD Hf).
  - intros m q x Hq Hx; apply (zonal_slices_rigid n m d _ _ f q x i0); auto; try lia.
    + apply (factor_check_psd _ _ _ _ _ _ H).
    + apply (factor_check_null _ _ _ _ _ _ H HN).
    + destruct (weighted_degree n W omega K kappa i0 Ho Hk) as (c & Hc & E); rewrite E.
      repeat apply Rmult_lt_0_compat; assumption.
Qed.

(** "Some" where it holds for |f|. *)
Theorem graph_laws_some_zonal n W omega K kappa data P pi d : factor_check n W omega K kappa data = true ->
  (0 <? pi)%Z = true -> GraphLawsSome n (weight W omega) (factor K kappa) (polynomial (absolute P) pi) d ->
  zonal d (polynomial P pi) -> (1 <= d)%nat ->
  GraphLawsSome n (weight W omega) (factor K kappa) (polynomial P pi) d.
Proof.
  intros H Hpi HG Hf Hd; apply Z.ltb_lt in Hpi; apply absolute_some; auto.
  apply (factor_check_psd _ _ _ _ _ _ H).
Qed.

(** The same for all laws. *)
Theorem all_laws_some_zonal n W omega K kappa data P pi d : factor_check n W omega K kappa data = true ->
  degree_check n W K = true -> (0 <? pi)%Z = true ->
  AllLawsSome n (weight W omega) (factor K kappa) (polynomial (absolute P) pi) d ->
  zonal d (polynomial P pi) -> (1 <= d)%nat ->
  AllLawsSome n (weight W omega) (factor K kappa) (polynomial P pi) d.
Proof.
  intros H HD Hpi HG Hf Hd; apply Z.ltb_lt in Hpi; destruct (certified_degrees n W omega K kappa data H HD).
  apply absolute_laws_some; auto; apply (factor_check_psd _ _ _ _ _ _ H).
Qed.

(** f(t) = f(1) for some -1 <= t < 1: two labels for graph laws, one for all laws. *)
Theorem graph_laws_turned_zonal n W omega K kappa data f d : factor_check n W omega K kappa data = true ->
  Nat.leb 2 n = true -> (exists t, -1 <= t < 1 /\ f t = f 1) -> zonal d f -> (2 <= d)%nat ->
  GraphLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros H Hn (t & Ht & E) Hf Hd; apply Nat.leb_le in Hn; apply (turned_graph n d _ _ f t Hn Hd Ht E).
  apply (zonal_certified n W omega K kappa data f d H Hf).
Qed.

(** The same for all laws. *)
Theorem all_laws_turned_zonal n W omega K kappa data f d : factor_check n W omega K kappa data = true ->
  degree_check n W K = true -> Nat.leb 1 n = true -> (exists t, -1 <= t < 1 /\ f t = f 1) -> zonal d f ->
  (2 <= d)%nat -> AllLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HD Hn (t & Ht & E) Hf Hd; apply Nat.leb_le in Hn; apply (turned_laws n d _ _ f t Hn Hd Ht E).
  apply (zonal_laws_certified n W omega K kappa data f d H HD Hf).
Qed.

(** k > 0 everywhere, f <= f(1) and f(t) = f(1) for some t < 1, in every d >= 2. *)
Theorem graph_laws_turned_everywhere n w k f d : everywhere_positive n w k -> (2 <= n)%nat ->
  bounded_by_one f -> (exists t, -1 <= t < 1 /\ f t = f 1) -> (2 <= d)%nat -> GraphLawsSome n w k f d.
Proof.
  intros H Hn Hf (t & Ht & E) Hd; apply (turned_graph n d w k f t Hn Hd Ht E).
  apply nonnegative_bound; [intros i j Hi Hj; left; auto|exact Hf].
Qed.

(** The same for all laws, from one label on. *)
Theorem all_laws_turned_everywhere n w k f d : everywhere_positive n w k -> (1 <= n)%nat ->
  bounded_by_one f -> (exists t, -1 <= t < 1 /\ f t = f 1) -> (2 <= d)%nat -> AllLawsSome n w k f d.
Proof.
  intros H Hn Hf (t & Ht & E) Hd; apply (turned_laws n d w k f t Hn Hd Ht E); intros m q x.
  apply nonnegative_slices_bound; [intros i j Hi Hj; left; auto|exact Hf].
Qed.
