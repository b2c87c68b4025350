(** * T5 on atoms with larger null spaces: odd powers, and labels of degree 0

    Overview.  L positive semidefinite, a_p >= 0 for p >= 1 and a_q > 0 for some odd q.  If a
    configuration has the energy of the collapsed ones, the gap of t^q vanishes, so all products of q
    coordinates are null vectors of the weighted gaps; the sum over two equal ones is |x|^2 = 1, so that
    the gap of t^(q-2) vanishes too, and in the end that of t: the coordinates are null vectors, as for
    a_1 > 0.  For a law whose degrees are >= 0 the means of the slices are null vectors, of length 1 where
    D_i > 0.  Where this leaves one unit vector ([one_point]), all means are of length 1, and all slices
    are one point.

    Key results: [odd_coordinates], [slices_rigid_one_point]; from integers [graph_laws_all_gram],
    [all_laws_all_gram]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices PsdCheck FactorCertificate Profiles
  Claims TwoPoints NullSpace Indicators Correlations OddClaims StrictLabels BlockClaims.
Local Open Scope R_scope.

(** ** Contraction *)

(** sum A_ij (g_i^2 + g_j^2 - 2 g_i g_j <x_i, x_j>^p). *)
Definition weighted_gap (n d : nat) (A : nat -> nat -> R) (x : nat -> nat -> R) (p : nat)
  (g : nat -> R) : R :=
  rsum2 n (fun i j => A i j * (g i * g i + g j * g j - 2 * (g i * g j) * dot d (x i) (x j) ^ p)).

(** The gap of the power p + 1 is the sum of those of p for g_i x_i^a. *)
Lemma weighted_gap_step n d A x p g : unit_vectors n d x ->
  weighted_gap n d A x (S p) g = rsum d (fun a => weighted_gap n d A x p (fun i => g i * x i a)).
Proof.
  intros Hx; unfold weighted_gap; rewrite rsum_rsum2; apply rsum2_ext; intros i j Hi Hj; simpl.
  rewrite rsum_scal, rsum_minus, rsum_plus.
  transitivity (A i j * (g i * g i * dot d (x i) (x i) + g j * g j * dot d (x j) (x j)
                - 2 * (g i * g j) * dot d (x i) (x j) ^ p * dot d (x i) (x j))).
  - rewrite (Hx i Hi), (Hx j Hj); ring.
  - unfold dot at 1 2 4; rewrite <- !rsum_scal; f_equal; f_equal; [f_equal|];
      apply rsum_ext; intros; ring.
Qed.

Lemma weighted_gap_coordinate n d A x p g a : laplacian_psd n A -> unit_vectors n d x ->
  weighted_gap n d A x (S p) g = 0 -> (a < d)%nat -> weighted_gap n d A x p (fun i => g i * x i a) = 0.
Proof.
  intros HA Hx H Ha; rewrite (weighted_gap_step n d A x p g Hx) in H.
  apply (rsum_nonneg_zero d (fun a => weighted_gap n d A x p (fun i => g i * x i a))); [|exact H|exact Ha].
  intros b _; apply (gap_power_weighted n d A x p HA Hx).
Qed.

(** Where it vanishes, weights can be added: it is a quadratic form in g that is never negative. *)
Lemma weighted_gap_rsum n d A x p m (U : nat -> nat -> R) : laplacian_psd n A -> unit_vectors n d x ->
  (forall c, (c < m)%nat -> weighted_gap n d A x p (U c) = 0) ->
  weighted_gap n d A x p (fun i => rsum m (fun c => U c i)) = 0.
Proof.
  intros HA Hx; induction m as [|m IH]; intros H; simpl.
  - unfold weighted_gap, rsum2; apply rsum_zero; intros; apply rsum_zero; intros; ring.
  - set (u := fun i => rsum m (fun c => U c i)) in *; set (v := U m).
    assert (E : weighted_gap n d A x p (fun i => u i + v i) + weighted_gap n d A x p (fun i => u i - v i)
      = 2 * weighted_gap n d A x p u + 2 * weighted_gap n d A x p v).
    { unfold weighted_gap; rewrite <- !rsum2_scal, <- !rsum2_plus; apply rsum2_ext; intros; ring. }
    assert (P : forall g, 0 <= weighted_gap n d A x p g)
      by (intros; apply (gap_power_weighted n d A x p HA Hx)).
    pose proof (P (fun i => u i + v i)) as Pu; pose proof (P (fun i => u i - v i)) as Pv.
    assert (Zu : weighted_gap n d A x p u = 0) by (apply IH; intros c Hc; apply H; lia).
    assert (Zv : weighted_gap n d A x p v = 0) by (apply H; lia).
    rewrite Zu, Zv in E; change (weighted_gap n d A x p (fun i => u i + v i) = 0); lra.
Qed.

(** Without a gap of the power p + 2 there is none of p. *)
Lemma weighted_gap_contract n d A x p : laplacian_psd n A -> unit_vectors n d x ->
  weighted_gap n d A x (S (S p)) (fun _ => 1) = 0 -> weighted_gap n d A x p (fun _ => 1) = 0.
Proof.
  intros HA Hx H.
  assert (Z : weighted_gap n d A x p (fun i => rsum d (fun a => 1 * x i a * x i a)) = 0).
  { apply (weighted_gap_rsum n d A x p d (fun a i => 1 * x i a * x i a) HA Hx); intros a Ha.
    apply (weighted_gap_coordinate n d A x p (fun i => 1 * x i a) a HA Hx); [|exact Ha].
    apply (weighted_gap_coordinate n d A x (S p) (fun _ => 1) a HA Hx H Ha). }
  rewrite <- Z; unfold weighted_gap; apply rsum2_ext; intros i j Hi Hj.
  assert (U : forall l, (l < n)%nat -> rsum d (fun a => 1 * x l a * x l a) = 1)
    by (intros l Hl; transitivity (dot d (x l) (x l)); [apply rsum_ext; intros; ring|apply Hx, Hl]).
  rewrite !U by assumption; reflexivity.
Qed.

(** An odd power takes part: coordinates of a configuration with the collapsed energy are null vectors. *)
Theorem odd_coordinates n d w k f x : laplacian_psd n (weighted w k) -> odd_rising f -> unit_vectors n d x ->
  energy n d w k f x = collapsed_energy n w k f ->
  forall a, (a < d)%nat -> laplacian_form n (weighted w k) (fun i => x i a) = 0.
Proof.
  intros HA (c & q & Hc & [m ->] & Hq & Hf) Hx Heq a Ha; set (A := weighted w k) in *.
  pose proof (power_gap_zero n d w k c f _ x HA Hc Hf (odd_positive _ (ex_intro _ m eq_refl)) Hq Hx Heq) as G.
  fold A in G; assert (Z : weighted_gap n d A x (2 * m + 1) (fun _ => 1) = 0).
  { unfold weighted_gap.
    rewrite (rsum2_ext n _ (fun i j => 2 * (A i j * (1 - dot d (x i) (x j) ^ (2 * m + 1)))))
      by (intros; ring).
    rewrite rsum2_scal, G; ring. }
  clear G Hq; assert (Z1 : weighted_gap n d A x 1 (fun _ => 1) = 0).
  { induction m as [|m IH]; [exact Z|]; apply IH, (weighted_gap_contract n d A x _ HA Hx).
    replace (S (S (2 * m + 1))) with (2 * S m + 1)%nat by lia; exact Z. }
  pose proof (weighted_gap_coordinate n d A x 0 (fun _ => 1) a HA Hx Z1 Ha) as N.
  unfold laplacian_form; rewrite <- (Rmult_0_r (/ 2)), <- N; f_equal; apply rsum2_ext; intros; simpl; ring.
Qed.

(** ** Laws *)

(** D >= 0, and means of slices, of length 1 where D_i > 0, whose coordinates are null vectors are one unit
    vector: only collapsed laws have the collapsed energy. *)
Theorem slices_rigid_one_point n m d w k f q x :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) -> laplacian_psd n (weighted w k) ->
  (forall i, (i < n)%nat -> 0 < w i) -> (forall i, (i < n)%nat -> 0 <= w i * degree n w k i) ->
  one_point n w k d -> odd_rising f -> slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x.
Proof.
  intros Hk HA Hw HD HP Hf Hq Hx Heq.
  rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq) in Heq.
  pose proof (odd_coordinates (n * m) d _ _ f _ (flat_laplacian_psd n m w k q Hq Hk HA HD) Hf
    (flat_unit n m d x Hx) Heq) as Hzero.
  set (v := fun b t => flat_points m x t b) in *; set (y := fun i b => mean m q (v b) i).
  assert (HV : forall b i, (i < n)%nat -> 0 <= w i * degree n w k i * variance m q (v b) i).
  { intros b i Hi; apply Rmult_le_pos; [auto|apply (variance_nonneg n); assumption]. }
  assert (Z : forall b, (b < d)%nat -> laplacian_form n (weighted w k) (mean m q (v b)) = 0 /\
    rsum n (fun i => w i * degree n w k i * variance m q (v b) i) = 0).
  { intros b Hb; pose proof (Hzero b Hb) as Z; change (fun i => flat_points m x i b) with (v b) in Z.
    rewrite flat_laplacian in Z by assumption.
    pose proof (rsum_nonneg n _ (HV b)); pose proof (HA (mean m q (v b))); split; lra. }
  assert (M : forall i, (i < n)%nat -> rsum d (fun b => variance m q (v b) i) + dot d (y i) (y i) = 1)
    by (intros i Hi; exact (slice_moments n m d q x i Hq Hx Hi)).
  destruct (HP y) as (u & Hu & E); [intros b Hb; apply (Z b Hb)| |].
  { intros i Hi Di; rewrite <- (M i Hi), rsum_zero; [ring|]; intros b Hb.
    pose proof (rsum_nonneg_zero n _ (HV b) (proj2 (Z b Hb)) i Hi) as V.
    apply Rmult_integral in V; destruct V as [V|V]; [|exact V].
    pose proof (Rmult_lt_0_compat _ _ (Hw i Hi) Di); lra. }
  assert (V : forall b i, (b < d)%nat -> (i < n)%nat -> variance m q (v b) i = 0).
  { intros b i Hb Hi; pose proof (M i Hi) as S; rewrite (dot_ext d _ _ _ _ (E i Hi) (E i Hi)), Hu in S.
    apply (rsum_nonneg_zero d (fun b => variance m q (v b) i)); [|lra|exact Hb].
    intros; apply (variance_nonneg n); assumption. }
  assert (P : forall b i e, (b < d)%nat -> (i < n)%nat -> (e < m)%nat -> 0 < q i e -> x i e b = u b).
  { intros b i e Hb Hi He Hqe; rewrite <- (E i Hi b Hb).
    assert (Hterm : forall c, (c < m)%nat -> 0 <= q i c * Rsqr (v b (i * m + c)%nat - mean m q (v b) i)).
    { intros c Hc; apply Rmult_le_pos; [apply (Hq i Hi); exact Hc|apply Rle_0_sqr]. }
    pose proof (rsum_nonneg_zero m _ Hterm (V b i Hb Hi) e He) as T.
    apply Rmult_integral in T; destruct T as [T|T]; [lra|]; apply Rsqr_0_uniq in T.
    change (v b (i * m + e)%nat) with (x ((i * m + e) / m)%nat ((i * m + e) mod m)%nat b) in T.
    rewrite flat_div, flat_mod in T by assumption; unfold y; lra. }
  intros i j e g Hi Hj He Hg Hqe Hqg b Hb; rewrite (P b i e), (P b j g) by assumption; reflexivity.
Qed.

(** ** From integers *)

(** One Gram matrix only, and an odd power: "all" for graph laws, for every d >= 1. *)
Theorem graph_laws_all_gram n W omega K kappa data T M f d :
  factor_check n W omega K kappa data = true -> correlation_check n data T M = true -> odd_rising f ->
  (1 <= d)%nat -> GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HC Hf Hd; unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply (graph_bound n W omega K kappa data f d H (odd_ascending f Hf)).
  - intros x Hx Heq; apply (correlation_check_sound n d W omega K kappa data T M x H HC Hx).
    apply (odd_coordinates n d _ _ f x (factor_check_psd _ _ _ _ _ _ H) Hf Hx Heq).
Qed.

(** D >= 0, and one Gram matrix only by the labels of positive degree: "all" for all laws. *)
Theorem all_laws_all_gram n W omega K kappa data N Q I T M f d :
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  strict_pairs_check n W K data N Q I T M = true -> odd_rising f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros HW H HD HP Hf Hd; destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  destruct (degree_check_sound n W omega K kappa Ho Hk HD) as [Hsym Hdeg].
  unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x.
  - apply (all_bound n W omega K kappa data f d H HD (odd_ascending f Hf)).
  - apply slices_rigid_one_point; auto;
      [apply (factor_check_psd _ _ _ _ _ _ H)|apply (weights_check_sound _ _ _ HW)|].
    apply (strict_pairs_one_point n W omega K kappa data N Q I T M d H HP Hd).
Qed.
