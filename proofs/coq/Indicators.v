(** * T5, uniqueness where the null space of L is larger than the constants

    Overview.  L positive semidefinite, f(t) = sum_p a_p t^p with a_p > 0 for every p >= 1 (the exponentials).
    If a configuration has the energy of the collapsed ones, then for every p the gap of t^p vanishes, and
    the induction of SignedLaplacian.v turns into: for every vector y the function

        i -> <x_i, y>^p

    lies in the null space of L.  With y = x_j the limit of (<x_i, x_j>^(2N) + <x_i, x_j>^(2N+1)) / 2 is the
    indicator of the labels i with x_i = x_j.  So if the null space contains no indicator but the constants 0
    and 1, all x_i coincide.

    Key results: [laplacian_psd_rigid_full], [slices_rigid_full] (all laws, positive degrees), and from
    integers [graph_laws_all_full] and [all_laws_all_full]: the indicators in an r-dimensional null space are
    found among 2^r vectors. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices PsdCheck PsdSound
  FactorCertificate Profiles Claims NullSpace.
Import ListNotations.
Local Open Scope R_scope.

(** No function with values 0 and 1 lies in the null space, but the constants. *)
Definition no_indicator (n : nat) (A : nat -> nat -> R) : Prop :=
  forall v, (forall i, (i < n)%nat -> v i = 0 \/ v i = 1) -> laplacian_form n A v = 0 ->
  forall i j, (i < n)%nat -> (j < n)%nat -> v i = v j.

(** ** The theorem *)

(** t^N tends to 0 for |t| < 1. *)
Lemma power_limit t : -1 < t < 1 -> Un_cv (fun N => t ^ N) 0.
Proof.
  intros Ht eps Heps; destruct (pow_lt_1_zero t (Rabs_def1 t 1 ltac:(lra) ltac:(lra)) eps Heps) as [N HN].
  exists N; intros m Hm; unfold R_dist; rewrite Rminus_0_r; apply HN; lia.
Qed.

(** (t^{2N} + t^{2N+1}) / 2 tends to 1 if t = 1, and to 0 if -1 <= t < 1. *)
Lemma indicator_limit t :
  -1 <= t <= 1 ->
  Un_cv (fun N => / 2 * (t ^ (2 * N) + t ^ (2 * N + 1))) (if Req_EM_T t 1 then 1 else 0).
Proof.
  intros Ht; destruct (Req_EM_T t 1) as [->|H1].
  - intros eps Heps; exists 0%nat; intros N _; rewrite !pow1; unfold R_dist.
    replace (/ 2 * (1 + 1) - 1) with 0 by field; rewrite Rabs_R0; exact Heps.
  - destruct (Req_dec t (-1)) as [->|H2].
    + intros eps Heps; exists 0%nat; intros N _; rewrite pow_add, pow_1_even; unfold R_dist; simpl.
      replace (/ 2 * (1 + 1 * (-1 * 1)) - 0) with 0 by field; rewrite Rabs_R0; exact Heps.
    + replace 0 with (/ 2 * (0 + 0)) by field.
      apply (CV_mult (fun _ => / 2)); [apply limit_constant|].
      assert (P : Un_cv (fun N => t ^ N) 0) by (apply power_limit; lra).
      apply CV_plus; intros eps Heps; destruct (P eps Heps) as [M HM]; exists M; intros N HN; apply HM; lia.
Qed.

(** T5, uniqueness: a_p > 0 for every p >= 1, L positive semidefinite without an indicator in its null
    space: only collapsed configurations have the collapsed energy. *)
Theorem laplacian_psd_rigid_full n d w k a f :
  laplacian_psd n (weighted w k) -> no_indicator n (weighted w k) ->
  (forall p, (1 <= p)%nat -> 0 < a p) -> power_series a f ->
  forall x, unit_vectors n d x -> energy n d w k f x = collapsed_energy n w k f -> collapsed n d x.
Proof.
  intros HA HI Ha Hf x Hx Heq i j Hi Hj.
  pose proof (energy_gap n d w k f x) as E.
  assert (G : forall p, rsum2 n (fun i j => weighted w k i j * (1 - dot d (x i) (x j) ^ p)) = 0).
  { intros [|p].
    - unfold rsum2; apply rsum_zero; intros; apply rsum_zero; intros; simpl; ring.
    - apply Rle_antisym; [|apply gap_power; assumption].
      pose proof (gap_series_power n d _ x a f (S p) HA Hx (fun q Hq => Rlt_le _ _ (Ha q Hq)) Hf ltac:(lia))
        as B.
      apply (Rmult_le_reg_l (a (S p))); [apply Ha; lia|]; unfold weighted in *; lra. }
  set (t := fun i => dot d (x i) (x j)).
  assert (T : forall i, (i < n)%nat -> -1 <= t i <= 1) by (intros; apply dot_unit_bounds; auto).
  assert (N : forall p, laplacian_form n (weighted w k) (fun i => t i ^ p) = 0)
    by (intros p; apply (null_power n d _ x p (x j) HA Hx (G p))).
  assert (I : laplacian_form n (weighted w k) (fun i => if Req_EM_T (t i) 1 then 1 else 0) = 0).
  { apply (null_limit n _ (fun i N => / 2 * (t i ^ (2 * N) + t i ^ (2 * N + 1)))).
    - intros i' Hi'; apply indicator_limit, T, Hi'.
    - intros M; rewrite form_scal, (null_plus n _ (fun i => t i ^ (2 * M)) (fun i => t i ^ (2 * M + 1)) HA);
        [ring|apply N|apply N]. }
  assert (J : t j = 1) by (apply Hx, Hj).
  apply (HI (fun i => if Req_EM_T (t i) 1 then 1 else 0)) with (i := i) (j := j) in I; auto.
  - destruct (Req_EM_T (t j) 1) as [_|]; [|contradiction].
    destruct (Req_EM_T (t i) 1) as [Ei|]; [|lra].
    apply dot_unit_one; auto.
  - intros i' _; destruct (Req_EM_T (t i') 1); auto.
Qed.

(** T5, uniqueness for all laws, when every w_i D_i is positive and a_1 > 0: the slices of a law with the
    collapsed energy are points, so what holds for graph laws holds for it. *)
Theorem slices_rigid_points n m d w k a f q x :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> (forall i, (i < n)%nat -> 0 < w i * degree n w k i) ->
  (forall p, (1 <= p)%nat -> 0 <= a p) -> 0 < a 1%nat -> power_series a f ->
  (forall y, unit_vectors n d y -> energy n d w k f y = collapsed_energy n w k f -> collapsed n d y) ->
  slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x.
Proof.
  intros Hk HA HD Ha Ha1 Hf Hgraph Hq Hx Heq.
  assert (HD' : forall i, (i < n)%nat -> 0 <= w i * degree n w k i) by (intros; left; apply HD; assumption).
  set (v := fun b t => flat_points m x t b).
  assert (V : forall b i, (b < d)%nat -> (i < n)%nat -> variance m q (v b) i = 0).
  { intros b i Hb Hi; pose proof Heq as Hflat.
    rewrite slice_energy_flat, <- (collapsed_energy_flat n m w k f q Hq) in Hflat.
    pose proof (laplacian_psd_equality (n * m) d _ _ a f (flat_laplacian_psd n m w k q Hq Hk HA HD')
      Ha Ha1 Hf _ (flat_unit n m d x Hx) Hflat b Hb) as Z.
    change (fun i => flat_points m x i b) with (v b) in Z; rewrite flat_laplacian in Z by assumption.
    assert (HV : forall i, (i < n)%nat -> 0 <= w i * degree n w k i * variance m q (v b) i).
    { intros l Hl; apply Rmult_le_pos; [auto|apply (variance_nonneg n); assumption]. }
    pose proof (rsum_nonneg n _ HV); pose proof (HA (mean m q (v b))).
    pose proof (rsum_nonneg_zero n _ HV ltac:(lra) i Hi) as E.
    apply Rmult_integral in E; pose proof (HD i Hi); destruct E as [E|E]; [lra|exact E]. }
  set (y := fun i b => mean m q (v b) i).
  assert (P : forall i e, (i < n)%nat -> (e < m)%nat -> 0 < q i e -> same d (x i e) (y i)).
  { intros i e Hi He Hqe b Hb.
    assert (Hterm : forall c, (c < m)%nat -> 0 <= q i c * Rsqr (v b (i * m + c)%nat - mean m q (v b) i)).
    { intros c Hc; apply Rmult_le_pos; [apply (Hq i Hi); exact Hc|apply Rle_0_sqr]. }
    pose proof (rsum_nonneg_zero m _ Hterm (V b i Hb Hi) e He) as T.
    apply Rmult_integral in T; destruct T as [T|T]; [lra|]; apply Rsqr_0_uniq in T.
    change (v b (i * m + e)%nat) with (x ((i * m + e) / m)%nat ((i * m + e) mod m)%nat b) in T.
    rewrite flat_div, flat_mod in T by assumption; unfold y; lra. }
  assert (U : unit_vectors n d y).
  { intros i Hi; pose proof (slice_moments n m d q x i Hq Hx Hi) as E; fold v in E.
    rewrite (rsum_zero d) in E by (intros b Hb; apply V; assumption).
    rewrite Rplus_0_l in E; exact E. }
  assert (C : collapsed n d y).
  { apply (Hgraph y U); rewrite <- Heq.
    unfold energy, slice_energy; f_equal; apply rsum2_ext; intros i j Hi Hj.
    destruct (Hq i Hi) as [Pi Qi], (Hq j Hj) as [Pj Qj]; f_equal.
    rewrite (rsum2_ext m _ (fun a b => f (dot d (y i) (y j)) * (q i a * q j b))).
    - rewrite rsum2_scal; unfold rsum2; rewrite <- rsum_mult, Qi, Qj; ring.
    - intros e g He Hg; destruct (Pi e He) as [He0|He0]; [|rewrite <- He0; ring].
      destruct (Pj g Hg) as [Hg0|Hg0]; [|rewrite <- Hg0; ring].
      rewrite (dot_ext d _ _ _ _ (P i e Hi He He0) (P j g Hj Hg Hg0)); ring. }
  intros i j e g Hi Hj He Hg Hqe Hqg b Hb.
  rewrite (P i e Hi He Hqe b Hb), (P j g Hj Hg Hqg b Hb); apply C; assumption.
Qed.

(** In particular with a_p > 0 for every p and no indicator in the null space. *)
Corollary slices_rigid_full n m d w k a f q x :
  (forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i) ->
  laplacian_psd n (weighted w k) -> no_indicator n (weighted w k) ->
  (forall i, (i < n)%nat -> 0 < w i * degree n w k i) ->
  (forall p, (1 <= p)%nat -> 0 < a p) -> power_series a f ->
  slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d w k f q x = collapsed_energy n w k f -> slices_collapsed n m d q x.
Proof.
  intros Hk HA HI HD Ha Hf; apply (slices_rigid_points n m d w k a f); auto.
  - intros p Hp; left; auto.
  - apply (laplacian_psd_rigid_full n d w k a f); assumption.
Qed.

(** ** From integers *)

Local Open Scope Z_scope.

(** The sum of the vectors N_c that the bits choose, entry i. *)
Fixpoint combination (N : list (list Z)) (b : list bool) (i : nat) : Z :=
  match N, b with
  | u :: N', x :: b' => (if x then at1 u i else 0) + combination N' b' i
  | _, _ => 0
  end.

Fixpoint all_bits (r : nat) : list (list bool) :=
  match r with
  | O => [[]]
  | S m => map (cons true) (all_bits m) ++ map (cons false) (all_bits m)
  end.

(** The vectors N_c have the entry T > 0 at their own pivot and 0 at the others. *)
Definition unit_pivots_check (n : nat) (data : psd_data) (T : Z) : bool :=
  let N := psd_kernel data in
  let ts := psd_pivots data in
  let r := length N in
  (0 <? T)
  && forallb (fun c => Nat.ltb (nth c ts O) n
       && forallb (fun b => at2 N b (nth c ts O) =? (if Nat.eqb b c then T else 0)) (seq 0 r)) (seq 0 r).

(** Besides, every sum of some of them that has entries 0 and T only is constant. *)
Definition no_indicator_check (n : nat) (data : psd_data) (T : Z) : bool :=
  let N := psd_kernel data in
  unit_pivots_check n data T
  && forallb (fun b =>
       negb (forallb (fun i => let x := combination N b i in (x =? 0) || (x =? T)) (seq 0 n))
       || forallb (fun i => combination N b i =? combination N b 0) (seq 0 n)) (all_bits (length N)).

(** All degrees are positive. *)
Definition positive_degrees_check (n : nat) (W : list Z) (K : list (list Z)) : bool :=
  symmetric_check n K
  && forallb (fun i => (0 <? at1 W i) && (0 <? zsum n (fun j => at1 W j * at2 K i j))) (seq 0 n).

Local Open Scope R_scope.

(** A combination with coefficients 0 and 1 is among those that are tried. *)
Lemma combination_sound N : forall c,
  (forall b, (b < length N)%nat -> c b = 0 \/ c b = 1) ->
  exists bits, In bits (all_bits (length N)) /\
  forall i, rsum (length N) (fun b => c b * IZR (at2 N b i)) = IZR (combination N bits i).
Proof.
  induction N as [|u N IH]; intros c Hc.
  - exists []; split; [left; reflexivity|reflexivity].
  - destruct (IH (fun b => c (S b))) as (bits & Hin & Hb); [intros b Hb; apply Hc; simpl; lia|].
    destruct (Hc 0%nat ltac:(simpl; lia)) as [E|E]; [exists (false :: bits)|exists (true :: bits)]; split.
    + simpl; apply in_or_app; right; apply in_map, Hin.
    + intros i; simpl length; rewrite rsum_shift, E; change (combination (u :: N) (false :: bits) i)
        with (combination N bits i); rewrite <- (Hb i).
      unfold at2; simpl; ring.
    + simpl; apply in_or_app; left; apply in_map, Hin.
    + intros i; simpl length; rewrite rsum_shift, E; change (combination (u :: N) (true :: bits) i)
        with (at1 u i + combination N bits i)%Z; rewrite plus_IZR, <- (Hb i).
      unfold at2, at1; simpl; ring.
Qed.

(** Accepted data: the pivots are labels, and T v_i = sum_b v(t_b) N_b(i) for every v in the null space. *)
Lemma unit_pivots_sound n W omega K kappa data T v :
  factor_check n W omega K kappa data = true -> unit_pivots_check n data T = true ->
  laplacian_form n (weighted (weight W omega) (factor K kappa)) v = 0 ->
  let N := psd_kernel data in let t := fun b => nth b (psd_pivots data) 0%nat in
  0 < IZR T /\ (forall b, (b < length N)%nat -> (t b < n)%nat) /\
  forall i, (i < n)%nat -> IZR T * v i = rsum (length N) (fun b => v (t b) * IZR (at2 N b i)).
Proof.
  intros H HP H0 N t; destruct (factor_check_form n W omega K kappa data v H) as (P & C & E).
  rewrite E in H0; apply Rmult_integral in H0; destruct H0 as [H0|H0]; [lra|].
  destruct (psd_check_null _ _ _ _ C v H0) as [c Hc]; fold N in Hc.
  apply andb_prop in HP; destruct HP as [HT HP]; apply Z.ltb_lt, IZR_lt in HT; fold N in HP.
  rewrite forallb_forall in HP.
  assert (Pivot : forall b, (b < length N)%nat -> (t b < n)%nat /\ v (t b) = c b * IZR T).
  { intros b Hb; pose proof (HP b ltac:(apply in_seq; lia)) as D; apply andb_prop in D.
    destruct D as [D1 D2]; apply Nat.ltb_lt in D1; split; [exact D1|].
    rewrite forallb_forall in D2; rewrite (Hc (t b) D1), (rsum_single _ _ b Hb).
    - pose proof (D2 b ltac:(apply in_seq; lia)) as F; rewrite Nat.eqb_refl in F.
      apply Z.eqb_eq in F; unfold t; rewrite F; reflexivity.
    - intros e He Hne; pose proof (D2 e ltac:(apply in_seq; lia)) as F.
      rewrite (proj2 (Nat.eqb_neq e b) Hne) in F; apply Z.eqb_eq in F; unfold t; rewrite F; ring. }
  split; [exact HT|split; [intros b Hb; apply Pivot, Hb|]]; intros i Hi.
  rewrite (Hc i Hi), <- rsum_scal; apply rsum_ext; intros b Hb.
  rewrite (proj2 (Pivot b Hb)); ring.
Qed.

(** Accepted data: the null space has no indicator but the constants. *)
Theorem no_indicator_check_sound n W omega K kappa data T :
  factor_check n W omega K kappa data = true -> no_indicator_check n data T = true ->
  no_indicator n (weighted (weight W omega) (factor K kappa)).
Proof.
  intros H HI v Hv H0 i j Hi Hj; apply andb_prop in HI; destruct HI as [HP HI].
  destruct (unit_pivots_sound n W omega K kappa data T v H HP H0) as (HT & Ht & V).
  set (N := psd_kernel data) in *; rewrite forallb_forall in HI.
  destruct (combination_sound N (fun b => v (nth b (psd_pivots data) 0%nat))) as (bits & Hin & Hb);
    [intros b Hb; apply Hv, Ht, Hb|].
  assert (V' : forall l, (l < n)%nat -> IZR T * v l = IZR (combination N bits l))
    by (intros l Hl; rewrite <- (Hb l); apply V, Hl).
  pose proof (HI bits Hin) as F; apply orb_prop in F; destruct F as [F|F].
  - exfalso; apply negb_true_iff in F; rewrite <- not_true_iff_false in F; apply F.
    apply forallb_forall; intros l Hl; apply in_seq in Hl; cbv beta zeta; apply orb_true_iff.
    pose proof (V' l ltac:(lia)) as Vl; destruct (Hv l ltac:(lia)) as [El|El]; rewrite El in Vl; [left|right];
      apply Z.eqb_eq, eq_IZR; rewrite <- Vl; [rewrite Rmult_0_r; reflexivity|ring].
  - rewrite forallb_forall in F.
    pose proof (F i ltac:(apply in_seq; lia)) as Fi; pose proof (F j ltac:(apply in_seq; lia)) as Fj.
    apply Z.eqb_eq in Fi; apply Z.eqb_eq in Fj; apply (Rmult_eq_reg_l (IZR T)); [|lra].
    rewrite (V' i Hi), (V' j Hj), Fi, Fj; reflexivity.
Qed.

(** ** The claims *)

(** A certified Laplacian without indicators in its null space and a profile with all powers: "all" for graph
    laws, for every d >= 1. *)
Theorem graph_laws_all_full n W omega K kappa data T f d :
  factor_check n W omega K kappa data = true -> no_indicator_check n data T = true -> full f ->
  (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HI (a & Ha & Hf) Hd; unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply (factor_check_series n W omega K kappa data H d a f); [intros p Hp; left; auto|exact Hf].
  - apply (laplacian_psd_rigid_full n d _ _ a f); auto; [apply (factor_check_psd _ _ _ _ _ _ H)|].
    apply (no_indicator_check_sound n W omega K kappa data T H HI).
Qed.

(** With positive degrees and a_1 > 0, what is "all" for graph laws is "all" for all laws. *)
Lemma all_laws_all_points n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> positive_degrees_check n W K = true -> rising f ->
  (1 <= d)%nat ->
  (forall y, unit_vectors n d y -> energy n d (weight W omega) (factor K kappa) f y
    = collapsed_energy n (weight W omega) (factor K kappa) f -> collapsed n d y) ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HP (a & Ha & Ha1 & Hf) Hd Hgraph; destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  apply andb_prop in HP; destruct HP as [HS HP]; rewrite forallb_forall in HP.
  assert (HD : forall i, (i < n)%nat ->
    0 < weight W omega i * degree n (weight W omega) (factor K kappa) i).
  { intros i Hi; destruct (weighted_degree n W omega K kappa i Ho Hk) as (c & Hc & E); rewrite E.
    pose proof (HP i ltac:(apply in_seq; lia)) as B; apply andb_prop in B; destruct B as [B1 B2].
    apply Z.ltb_lt, IZR_lt in B1; apply Z.ltb_lt, IZR_lt in B2.
    repeat apply Rmult_lt_0_compat; assumption. }
  pose proof (factor_check_psd _ _ _ _ _ _ H) as HA; pose proof (factor_symmetric n K kappa HS) as Hsym.
  unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x.
  - apply (slices_bound n m d _ _ a f); auto; intros i Hi; left; auto.
  - apply (slices_rigid_points n m d _ _ a f); assumption.
Qed.

(** In particular without indicators in the null space, for a profile with all powers. *)
Theorem all_laws_all_full n W omega K kappa data T f d :
  factor_check n W omega K kappa data = true -> no_indicator_check n data T = true ->
  positive_degrees_check n W K = true -> full f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HI HP (a & Ha & Hf) Hd; apply (all_laws_all_points n W omega K kappa data); auto.
  - exists a; split; [intros p Hp; left; auto|split; [apply Ha, le_n|exact Hf]].
  - apply (laplacian_psd_rigid_full n d _ _ a f); auto; [apply (factor_check_psd _ _ _ _ _ _ H)|].
    apply (no_indicator_check_sound n W omega K kappa data T H HI).
Qed.
