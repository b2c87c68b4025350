(** * The claims of certificates by cuts

    Overview.  A cut gives one side of the labels the point e and the other side - e; what it lacks to the
    collapsed energy is

        (f(1) - f(-1))/2 sum_{i,j} w_i w_j k_ij (v_i + v_j - 2 v_i v_j),   v the indicator of one side.

    A cut where this is negative refutes collapse, for every profile with f(-1) < f(1).  For f(t) = c asin
    t + a, where no cut is negative ([cuts_check]), no law has more energy than the collapsed ones: "all"
    where every cut costs something, "some" where one costs nothing.  For all laws no label repels itself,
    k_ii >= 0.

    Key results: [graph_laws_all_angles], [all_laws_all_angles]; [graph_laws_some_angles],
    [all_laws_some_angles]; [graph_laws_none_cut], [all_laws_none_cut]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Slices Dichotomy PsdCheck
  PsdSound FactorCertificate Claims TwoPoints Cuts CutCheck.
Local Open Scope R_scope.

(** ** No negative cut *)

(** What a law lacks to the collapsed energy, by the integers c_ij. *)
Lemma coupling_gap n m d W omega K kappa c a q x : 0 < IZR omega -> 0 < IZR kappa ->
  slice_masses n m q -> slice_points n m d x ->
  2 * (collapsed_energy n (weight W omega) (factor K kappa) (arcsine c a)
       - slice_energy n m d (weight W omega) (factor K kappa) (arcsine c a) q x)
  = c * (/ (IZR omega * IZR omega * IZR kappa)
         * rsum2 n (fun i j => IZR (coupling W K i j) * mean_angle m d q x i j)).
Proof.
  intros Ho Hk Hq Hx; rewrite (arcsine_slice_gap n m d _ _ c a q x Hq Hx); f_equal; rewrite <- rsum2_scal.
  apply rsum2_ext; intros i j _ _; rewrite weighted_scaled by lra; ring.
Qed.

(** What a law lacks is a positive multiple of the sum of the mean angles times c_ij. *)
Lemma angles_gap n W omega K kappa s e m d q x c a :
  cuts_check n W omega K kappa s e = true -> slice_masses n m q -> slice_points n m d x -> 0 < c ->
  exists g, 0 < g /\
    2 * (collapsed_energy n (weight W omega) (factor K kappa) (arcsine c a)
         - slice_energy n m d (weight W omega) (factor K kappa) (arcsine c a) q x)
    = g * rsum2 n (fun i j => IZR (coupling W K i j) * mean_angle m d q x i j).
Proof.
  intros accepted Hq Hx Hc; destruct (cuts_denominators _ _ _ _ _ _ _ accepted) as [Ho Hk].
  exists (c * / (IZR omega * IZR omega * IZR kappa)); split.
  - apply Rmult_lt_0_compat; [exact Hc|apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; assumption].
  - rewrite (coupling_gap n m d W omega K kappa c a q x Ho Hk Hq Hx); ring.
Qed.

Lemma angles_bound n W omega K kappa s e m d q x c a :
  cuts_check n W omega K kappa s e = true -> slice_masses n m q -> slice_points n m d x ->
  own_angles n m d W K q x -> 0 < c ->
  slice_energy n m d (weight W omega) (factor K kappa) (arcsine c a) q x
  <= collapsed_energy n (weight W omega) (factor K kappa) (arcsine c a).
Proof.
  intros H Hq Hx own Hc; destruct (angles_gap n W omega K kappa s e m d q x c a H Hq Hx Hc) as (g & Hg & G).
  pose proof (coupling_nonneg n m d W omega K kappa s e q x H Hq Hx own) as N.
  pose proof (Rmult_le_pos g _ (Rlt_le _ _ Hg) N); lra.
Qed.

Lemma angles_rigid n W omega K kappa s e m d q x c a :
  cuts_check n W omega K kappa s e = true -> slice_masses n m q -> slice_points n m d x ->
  own_angles n m d W K q x -> 0 < c -> 0 < IZR e ->
  slice_energy n m d (weight W omega) (factor K kappa) (arcsine c a) q x
  = collapsed_energy n (weight W omega) (factor K kappa) (arcsine c a) ->
  slices_collapsed n m d q x.
Proof.
  intros H Hq Hx own Hc He E.
  destruct (angles_gap n W omega K kappa s e m d q x c a H Hq Hx Hc) as (g & Hg & G).
  rewrite E, Rminus_eq_0, Rmult_0_r in G.
  symmetry in G; apply Rmult_integral in G; destruct G as [G|G]; [lra|].
  apply angles_collapsed; [apply (cuts_two _ _ _ _ _ _ _ H)|exact Hq|exact Hx|].
  exact (coupling_zero n m d W omega K kappa s e q x H Hq Hx own He G).
Qed.

Lemma own_check_sound n m d W K q x :
  own_check n W K = true -> slice_masses n m q -> own_angles n m d W K q x.
Proof.
  intros H Hq i Hi; apply Rmult_le_pos; [|apply (mean_angle_nonneg n); assumption].
  unfold own_check in H; rewrite forallb_forall in H; apply IZR_le, Z.leb_le, H, in_seq; lia.
Qed.

Lemma graph_own n d W K (x : nat -> nat -> R) :
  unit_vectors n d x -> own_angles n 1 d W K (fun _ _ => 1) (fun i _ => x i).
Proof. intros Hx i Hi; rewrite (graph_own_angle n d x i Hx Hi); lra. Qed.

Lemma angles_graph_bound n W omega K kappa s e c a d :
  cuts_check n W omega K kappa s e = true -> 0 < c ->
  forall x, unit_vectors n d x -> energy n d (weight W omega) (factor K kappa) (arcsine c a) x
  <= collapsed_energy n (weight W omega) (factor K kappa) (arcsine c a).
Proof.
  intros H Hc x Hx; rewrite <- slice_energy_graph; destruct (graph_law n d x Hx) as [Q X].
  apply (angles_bound n W omega K kappa s e); auto; apply graph_own, Hx.
Qed.

(** A positive share of every angle is left: "all" for graph laws, for every d >= 1. *)
Theorem graph_laws_all_angles n W omega K kappa s c a d :
  cuts_check n W omega K kappa s 1 = true -> 0 < c -> (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) (arcsine c a) d.
Proof.
  intros H Hc Hd; unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply (angles_graph_bound n W omega K kappa s 1 c a d H Hc).
  - intros x Hx Heq; rewrite <- slice_energy_graph in Heq; destruct (graph_law n d x Hx) as [Q X].
    intros i j Hi Hj; refine (angles_rigid n W omega K kappa s 1 1 d _ _ c a H Q X
      (graph_own n d W K x Hx) Hc _ Heq i j 0%nat 0%nat Hi Hj _ _ _ _); lia || lra.
Qed.

(** No label repels itself: "all" for all laws. *)
Theorem all_laws_all_angles n W omega K kappa s c a d :
  cuts_check n W omega K kappa s 1 = true -> own_check n W K = true -> 0 < c -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) (arcsine c a) d.
Proof.
  intros H HO Hc Hd; unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x Hq Hx.
  - apply (angles_bound n W omega K kappa s 1 m d q x c a H Hq Hx); [apply own_check_sound|]; assumption.
  - apply (angles_rigid n W omega K kappa s 1 m d q x c a H Hq Hx); [apply own_check_sound| |lra]; assumption.
Qed.

(** No cut is negative, and one costs nothing: "some" for graph laws, for every d >= 1. *)
Theorem graph_laws_some_angles n W omega K kappa V c a d :
  cuts_check n W omega K kappa 1 0 = true -> spread_check n W omega K kappa V 1 = true ->
  0 < c -> (1 <= d)%nat -> GraphLawsSome n (weight W omega) (factor K kappa) (arcsine c a) d.
Proof.
  intros H HS Hc Hd; destruct (spread_check_sound _ _ _ _ _ _ _ HS) as [HV H0].
  destruct (shares_check_sound n V 1 HV) as (_ & HB & (i & Hi & Vi) & (j & Hj & Vj)).
  pose proof (share_binary n V HB) as HB'.
  apply (graph_some n d _ _ _ (share V 1) i j); auto.
  - apply (angles_graph_bound n W omega K kappa 1 0 c a d H Hc).
  - rewrite H0; ring.
  - destruct (HB' i Hi); [lra|assumption].
  - destruct (HB' j Hj); [assumption|lra].
Qed.

(** The same for all laws. *)
Theorem all_laws_some_angles n W omega K kappa V c a d :
  cuts_check n W omega K kappa 1 0 = true -> own_check n W K = true ->
  spread_check n W omega K kappa V 1 = true -> 0 < c -> (1 <= d)%nat ->
  AllLawsSome n (weight W omega) (factor K kappa) (arcsine c a) d.
Proof.
  intros H HO HS Hc Hd; destruct (spread_check_sound _ _ _ _ _ _ _ HS) as [HV H0].
  destruct (shares_check_sound n V 1 HV) as (_ & HB & (i & Hi & Vi) & (j & Hj & Vj)).
  apply (all_some n d _ _ _ (share V 1) i j); auto; [|rewrite H0; ring]; intros m q x Hq Hx.
  apply (angles_bound n W omega K kappa 1 0 m d q x c a H Hq Hx); [apply own_check_sound|]; assumption.
Qed.

(** ** A negative cut *)

Lemma peaked_ends f : peaked f -> f (-1) < f 1.
Proof. intros H; apply H; lra. Qed.

Local Open Scope Z_scope.

(** A cut with a negative value: V_i = 0 or 1 and sum c_ij (V_i + V_j - 2 V_i V_j) < 0. *)
Definition cut_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) (V : list Z) : bool :=
  (0 <? omega) && (0 <? kappa) && forallb (fun i => (at1 V i =? 0) || (at1 V i =? 1)) (seq 0 n)
  && (zsum n (fun i => zsum n (fun j =>
        coupling W K i j * (at1 V i + at1 V j - 2 * (at1 V i * at1 V j)))) <? 0).

Local Open Scope R_scope.

Lemma cut_check_sound n W omega K kappa V f d :
  cut_check n W omega K kappa V = true -> f (-1) < f 1 -> (1 <= d)%nat ->
  unit_vectors n d (sides (share V 1)) /\
  collapsed_energy n (weight W omega) (factor K kappa) f
  < energy n d (weight W omega) (factor K kappa) f (sides (share V 1)).
Proof.
  intros H Hf Hd; unfold cut_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc; apply Z.ltb_lt, IZR_lt in Hc1.
  rewrite forallb_forall in Hc0; split; [apply sides_unit, Hd|].
  assert (Sh : forall i, share V 1 i = IZR (at1 V i)) by (intros; unfold share; field).
  rewrite sides_energy; [|exact Hd|].
  - rewrite zsum_rsum2 in Hc.
    assert (E : apart n (weighted (weight W omega) (factor K kappa)) (share V 1)
      = / (IZR omega * IZR omega * IZR kappa) * rsum2 n (fun i j =>
          IZR (coupling W K i j * (at1 V i + at1 V j - 2 * (at1 V i * at1 V j))))).
    { unfold apart; rewrite <- rsum2_scal; apply rsum2_ext; intros i j _ _.
      rewrite weighted_scaled, !Sh, mult_IZR, minus_IZR, plus_IZR, !mult_IZR by lra; ring. }
    assert (S : 0 < / (IZR omega * IZR omega * IZR kappa))
      by (apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; assumption).
    rewrite E; set (r := rsum2 _ _) in *; set (s := / _) in *.
    assert (0 < s * - r) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (f 1 - f (-1)) * (s * - r)) by (apply Rmult_lt_0_compat; lra); lra.
  - intros i Hi; rewrite Sh; pose proof (Hc0 i ltac:(apply in_seq; lia)) as B; apply orb_prop in B.
    destruct B as [B|B]; apply Z.eqb_eq in B; rewrite B; auto.
Qed.

(** A negative cut and f(-1) < f(1): "none" for graph laws, for every d >= 1. *)
Theorem graph_laws_none_cut n W omega K kappa V f d :
  cut_check n W omega K kappa V = true -> f (-1) < f 1 -> (1 <= d)%nat ->
  GraphLawsNone n (weight W omega) (factor K kappa) f d.
Proof.
  intros H Hf Hd; destruct (cut_check_sound _ _ _ _ _ _ f d H Hf Hd) as [U Hlt].
  exact (no_maximiser_collapsed n d _ _ f _ U Hlt).
Qed.

(** The same for all laws. *)
Theorem all_laws_none_cut n W omega K kappa V f d :
  cut_check n W omega K kappa V = true -> f (-1) < f 1 -> (1 <= d)%nat ->
  AllLawsNone n (weight W omega) (factor K kappa) f d.
Proof.
  intros H Hf Hd; destruct (cut_check_sound _ _ _ _ _ _ f d H Hf Hd) as [U Hlt].
  destruct (graph_law n d _ U) as [Q P]; rewrite <- slice_energy_graph in Hlt.
  exact (no_law_maximiser_collapsed n d _ _ f 1 _ _ Q P Hlt).
Qed.
