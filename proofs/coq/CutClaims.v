(** * The claims of certificates by cuts

    Overview.  A cut gives one side of the labels the point e and the other side - e; what it lacks to the
    collapsed energy is

        (f(1) - f(-1))/2 sum_{i,j} w_i w_j k_ij (v_i + v_j - 2 v_i v_j),   v the indicator of one side.

    A cut where this is negative refutes collapse, for every profile with f(-1) < f(1) and any number of
    labels.  For f(t) = c asin t + a and three labels the three cuts decide (Cuts.v); where k_ii >= 0, for all
    laws as well.

    Key results: [graph_laws_all_cuts], [all_laws_all_cuts]; [graph_laws_some_cuts], [all_laws_some_cuts];
    [graph_laws_none_cut], [all_laws_none_cut]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Slices Dichotomy PsdCheck
  PsdSound FactorCertificate Claims TwoPoints Cuts.

(** ** The checks *)

Local Open Scope Z_scope.

(** Three labels, k symmetric, and P at the three cuts. *)
Definition cuts_check (P : Z -> bool) (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z)
  : bool :=
  let c := coupling W K in
  Nat.eqb n 3 && (0 <? omega) && (0 <? kappa) && symmetric_check n K
  && P (c 0%nat 1%nat + c 0%nat 2%nat) && P (c 0%nat 1%nat + c 1%nat 2%nat)
  && P (c 0%nat 2%nat + c 1%nat 2%nat).

(** k_ii >= 0 at every label of weight <> 0. *)
Definition diagonal_check (n : nat) (W : list Z) (K : list (list Z)) : bool :=
  forallb (fun i => 0 <=? coupling W K i i) (seq 0 n).

(** A cut with a negative value: V_i = 0 or 1 and sum c_ij (V_i + V_j - 2 V_i V_j) < 0. *)
Definition cut_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) (V : list Z) : bool :=
  (0 <? omega) && (0 <? kappa) && forallb (fun i => (at1 V i =? 0) || (at1 V i =? 1)) (seq 0 n)
  && (zsum n (fun i => zsum n (fun j =>
        coupling W K i j * (at1 V i + at1 V j - 2 * (at1 V i * at1 V j)))) <? 0).

Local Open Scope R_scope.

Lemma cuts_check_sound (P : Z -> bool) (Q : R -> Prop) n W omega K kappa :
  (forall s z, 0 < s -> P z = true -> Q (s * IZR z)) ->
  cuts_check P n W omega K kappa = true ->
  n = 3%nat /\ 0 < IZR omega /\ 0 < IZR kappa /\
  (forall i j, (i < 3)%nat -> (j < 3)%nat -> factor K kappa i j = factor K kappa j i) /\
  cuts (weighted (weight W omega) (factor K kappa)) Q.
Proof.
  intros HP H; unfold cuts_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Nat.eqb_eq in H; subst n; apply Z.ltb_lt, IZR_lt in Hc3; apply Z.ltb_lt, IZR_lt in Hc4.
  split; [reflexivity|split; [exact Hc4|split; [exact Hc3|split; [apply factor_symmetric, Hc2|]]]].
  unfold cuts; rewrite !weighted_scaled by lra; rewrite <- !Rmult_plus_distr_l, <- !plus_IZR.
  assert (S : 0 < / (IZR omega * IZR omega * IZR kappa))
    by (apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; assumption).
  repeat split; apply HP; assumption.
Qed.

Lemma nonnegative_cuts s z : 0 < s -> (0 <=? z)%Z = true -> 0 <= s * IZR z.
Proof. intros Hs H; apply Rmult_le_pos; [lra|apply IZR_le, Z.leb_le, H]. Qed.

Lemma positive_cuts s z : 0 < s -> (0 <? z)%Z = true -> 0 < s * IZR z.
Proof. intros Hs H; apply Rmult_lt_0_compat; [exact Hs|apply IZR_lt, Z.ltb_lt, H]. Qed.

Lemma cuts_weaken A : cuts A (Rlt 0) -> cuts A (Rle 0).
Proof. intros (C0 & C1 & C2); repeat split; left; assumption. Qed.

Lemma diagonal_check_sound n m d W omega K kappa q x i :
  0 < IZR omega -> 0 < IZR kappa -> diagonal_check n W K = true -> slice_masses n m q -> (i < n)%nat ->
  0 <= weighted (weight W omega) (factor K kappa) i i * mean_angle m d q x i i.
Proof.
  intros Ho Hk H Hq Hi; apply Rmult_le_pos; [|apply (mean_angle_nonneg n); assumption].
  unfold diagonal_check in H; rewrite forallb_forall in H.
  rewrite weighted_scaled by lra; apply Rmult_le_pos.
  - left; apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; assumption.
  - apply IZR_le, Z.leb_le, H, in_seq; lia.
Qed.

Lemma cuts_graph_bound W omega K kappa c a d :
  0 < c -> (forall i j, (i < 3)%nat -> (j < 3)%nat -> factor K kappa i j = factor K kappa j i) ->
  cuts (weighted (weight W omega) (factor K kappa)) (Rle 0) -> forall x, unit_vectors 3 d x ->
  energy 3 d (weight W omega) (factor K kappa) (arcsine c a) x
  <= collapsed_energy 3 (weight W omega) (factor K kappa) (arcsine c a).
Proof.
  intros Hc Hk HC x Hx; rewrite <- slice_energy_graph; destruct (graph_law 3 d x Hx) as [Q P].
  apply cuts_bound; auto; intros i Hi; apply (graph_diagonal 3); assumption.
Qed.

(** Three labels, all cuts positive: "all" for graph laws, for every d >= 1. *)
Theorem graph_laws_all_cuts n W omega K kappa c a d :
  cuts_check (Z.ltb 0) n W omega K kappa = true -> 0 < c -> (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) (arcsine c a) d.
Proof.
  intros H Hc Hd; destruct (cuts_check_sound _ _ _ _ _ _ _ positive_cuts H) as (-> & _ & _ & Hk & HC).
  unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply cuts_graph_bound; [exact Hc|exact Hk|apply cuts_weaken, HC].
  - intros x Hx Heq; rewrite <- slice_energy_graph in Heq; destruct (graph_law 3 d x Hx) as [Q P].
    intros i j Hi Hj; refine (cuts_rigid d 1 _ _ c a _ _ Hc Hk Q P _ HC Heq i j 0%nat 0%nat Hi Hj _ _ _ _);
      try lia; try lra; intros l Hl; apply (graph_diagonal 3); assumption.
Qed.

(** With k_ii >= 0: "all" for all laws. *)
Theorem all_laws_all_cuts n W omega K kappa c a d :
  cuts_check (Z.ltb 0) n W omega K kappa = true -> diagonal_check n W K = true -> 0 < c -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) (arcsine c a) d.
Proof.
  intros H HD Hc Hd; destruct (cuts_check_sound _ _ _ _ _ _ _ positive_cuts H) as (-> & Ho & Hka & Hk & HC).
  unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x Hq Hx.
  - apply cuts_bound; auto; [|apply cuts_weaken, HC].
    intros i Hi; apply (diagonal_check_sound 3); assumption.
  - intros Heq; apply (cuts_rigid d m (weight W omega) (factor K kappa) c a q x Hc Hk Hq Hx); auto.
    intros i Hi; apply (diagonal_check_sound 3); assumption.
Qed.

(** No cut negative, one of them zero: "some" for graph laws, for every d >= 1. *)
Theorem graph_laws_some_cuts n W omega K kappa V c a d :
  cuts_check (Z.leb 0) n W omega K kappa = true -> spread_check n W omega K kappa V 1 = true -> 0 < c ->
  (1 <= d)%nat -> GraphLawsSome n (weight W omega) (factor K kappa) (arcsine c a) d.
Proof.
  intros H HS Hc Hd; destruct (cuts_check_sound _ _ _ _ _ _ _ nonnegative_cuts H) as (-> & _ & _ & Hk & HC).
  destruct (spread_check_sound _ _ _ _ _ _ _ HS) as [HV H0].
  destruct (shares_check_sound 3 V 1 HV) as (_ & HB & (i & Hi & Vi) & (j & Hj & Vj)).
  pose proof (share_binary 3 V HB) as HB'.
  apply (graph_some 3 d _ _ _ (share V 1) i j); auto.
  - apply cuts_graph_bound; assumption.
  - rewrite H0; ring.
  - destruct (HB' i Hi); [lra|assumption].
  - destruct (HB' j Hj); [assumption|lra].
Qed.

(** With k_ii >= 0: "some" for all laws. *)
Theorem all_laws_some_cuts n W omega K kappa V c a d :
  cuts_check (Z.leb 0) n W omega K kappa = true -> diagonal_check n W K = true ->
  spread_check n W omega K kappa V 1 = true -> 0 < c -> (1 <= d)%nat ->
  AllLawsSome n (weight W omega) (factor K kappa) (arcsine c a) d.
Proof.
  intros H HD HS Hc Hd.
  destruct (cuts_check_sound _ _ _ _ _ _ _ nonnegative_cuts H) as (-> & Ho & Hka & Hk & HC).
  destruct (spread_check_sound _ _ _ _ _ _ _ HS) as [HV H0].
  destruct (shares_check_sound 3 V 1 HV) as (_ & HB & (i & Hi & Vi) & (j & Hj & Vj)).
  apply (all_some 3 d _ _ _ (share V 1) i j); auto.
  - intros m q x Hq Hx; apply cuts_bound; auto; intros l Hl; apply (diagonal_check_sound 3); assumption.
  - rewrite H0; ring.
Qed.

(** ** A negative cut *)

Lemma peaked_ends f : peaked f -> f (-1) < f 1.
Proof. intros H; apply H; lra. Qed.

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
