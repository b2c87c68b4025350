(** * T4 with matrices: "none" along the pairs with k > 0, "some" for factors of any signs

    Overview.  Where k >= 0 is reducible, a collapsed maximiser x has Q_i x = Q_j x along the pairs (i, j)
    with k_ij > 0 only.  No x <> 0 has this if integer matrices B_e on a list of such pairs satisfy

        sum_e B_e (M_i - M_j) = s I,    e = (i, j),    s <> 0.

    Where the maximisers of k f(<x, y>) are the collapsed ones, whatever the signs of k, those of the gauge
    kernel are x_i = Q_i^T u: two integer configurations with one Q_i x_i each, a collapsed one and another
    one, prove "some".

    Key results: [gauge_claim_none_edges], [signed_claim_some]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices
  PsdCheck FactorCertificate Claims GaugeCertificate GaugeSome GaugeSupport GaugeFactor.
Import ListNotations.

Local Open Scope Z_scope.

(** ** "none" along the support *)

(** Every pair of the list is in the support, and sum_e B_e (M_i - M_j) = s I with s <> 0. *)
Definition edges_check (n d : nat) (W : list Z) (K : list (list Z)) (M B : list (list (list Z)))
  (E : list (nat * nat)) (s : Z) : bool :=
  let r := length E in
  let pair e := nth e E (0%nat, 0%nat) in
  negb (s =? 0)
  && forallb (fun e => let (i, j) := pair e in
       Nat.ltb i n && Nat.ltb j n && (0 <? at1 W i) && (0 <? at1 W j) && (0 <? at2 K i j)) (seq 0 r)
  && forallb (fun a => forallb (fun b =>
       zsum r (fun e => zsum d (fun c => at2 (nth e B []) a c
         * (at2 (nth (fst (pair e)) M []) c b - at2 (nth (snd (pair e)) M []) c b)))
       =? (if Nat.eqb b a then s else 0)) (seq 0 d)) (seq 0 d).

Local Open Scope R_scope.

Lemma edges_check_sound n d W omega K kappa M den B E s x :
  0 < IZR omega -> 0 < IZR kappa -> 0 < IZR den -> edges_check n d W K M B E s = true ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> 0 < weighted (weight W omega) (factor K kappa) i j ->
    same d (apply d (gauge M den i) x) (apply d (gauge M den j) x)) -> dot d x x <> 1.
Proof.
  intros Ho Hk Hden H Hx Hu; do 2 (apply andb_prop in H; destruct H as [H ?C]).
  apply negb_true_iff, Z.eqb_neq in H.
  assert (Hs : IZR s <> 0) by (intros Z; apply H, eq_IZR, Z).
  set (pair := fun e => nth e E (0%nat, 0%nat)).
  assert (D : forall e c, (e < length E)%nat -> (c < d)%nat -> rsum d (fun b =>
    (IZR (at2 (nth (fst (pair e)) M []) c b) - IZR (at2 (nth (snd (pair e)) M []) c b)) * x b) = 0).
  { intros e c He Hc; pose proof (forallb_seq _ _ C0 e He) as F; cbv beta in F.
    fold (pair e) in F; destruct (pair e) as [i j] eqn:P; simpl fst; simpl snd.
    do 4 (apply andb_prop in F; destruct F as [F ?G]); apply Nat.ltb_lt in F, G2.
    assert (A : 0 < weighted (weight W omega) (factor K kappa) i j).
    { unfold weighted, weight, factor; repeat apply Rmult_lt_0_compat;
        try (apply Rinv_0_lt_compat; assumption); apply IZR_lt, Z.ltb_lt; assumption. }
    pose proof (Hx i j F G2 A c Hc) as S; unfold apply, dot, gauge in S.
    apply (Rmult_eq_reg_l (/ IZR den)); [|apply Rinv_neq_0_compat; lra]; rewrite <- rsum_scal, Rmult_0_r.
    rewrite (rsum_ext d _ (fun b => IZR (at2 (nth i M []) c b) / IZR den * x b
      - IZR (at2 (nth j M []) c b) / IZR den * x b)) by (intros; field; lra).
    rewrite rsum_minus, S; ring. }
  assert (U : forall a, (a < d)%nat -> x a = 0).
  { intros a Ha; apply (Rmult_eq_reg_l (IZR s)); [|exact Hs]; rewrite Rmult_0_r.
    transitivity (rsum d (fun b => IZR (if Nat.eqb b a then s else 0%Z) * x b)).
    { rewrite (rsum_single d _ a Ha); [rewrite Nat.eqb_refl; reflexivity|].
      intros b _ Hb; rewrite (proj2 (Nat.eqb_neq b a)) by exact Hb; ring. }
    rewrite (rsum_ext d _ (fun b => rsum (length E) (fun e => rsum d (fun c => IZR (at2 (nth e B []) a c)
      * ((IZR (at2 (nth (fst (pair e)) M []) c b) - IZR (at2 (nth (snd (pair e)) M []) c b)) * x b))))).
    - rewrite rsum_swap; apply rsum_zero; intros e He; rewrite rsum_swap; apply rsum_zero; intros c Hc.
      rewrite rsum_scal, (D e c He Hc); ring.
    - intros b Hb; pose proof (forallb_seq d _ (forallb_seq d _ C a Ha) b Hb) as F; cbv beta zeta in F.
      apply Z.eqb_eq in F; rewrite <- F, zsum_rsum, <- rsum_scal_r; apply rsum_ext; intros e _.
      rewrite zsum_rsum, <- rsum_scal_r; apply rsum_ext; intros c _; rewrite mult_IZR, minus_IZR.
      unfold pair; ring. }
  assert (Z : dot d x x = 0) by (apply rsum_zero; intros a Ha; rewrite (U a Ha); ring); lra.
Qed.

(** T4, "none" in both views, k >= 0 connected or not. *)
Theorem gauge_claim_none_edges n d W omega K kappa M den B E s f :
  plain_gauge_check n d W omega K kappa M den = true -> edges_check n d W K M B E s = true -> peaked f ->
  GaugeGraphLawsNone n d (weight W omega) (factor K kappa) f (gauge M den) /\
  GaugeAllLawsNone n d (weight W omega) (factor K kappa) f (gauge M den).
Proof.
  unfold plain_gauge_check; intros H HE Hf; do 4 (apply andb_prop in H; destruct H as [H ?C]).
  apply Nat.ltb_lt in H, C2; apply Z.ltb_lt, IZR_lt in C1; pose proof C0 as N.
  unfold nonnegative_check in N; do 3 (apply andb_prop in N; destruct N as [N ?G]).
  apply Z.ltb_lt, IZR_lt in N; apply Z.ltb_lt, IZR_lt in G1.
  apply support_none; try lia; auto.
  - intros i Hi; exact (orthogonal_check_sound d den _ C1 (forallb_seq n _ C i Hi)).
  - apply (nonnegative_check_sound n W omega K kappa C0).
  - intros x Hx; apply (edges_check_sound n d W omega K kappa M den B E s); assumption.
Qed.

(** ** "some" for factors of any signs *)

(** |X_i|^2 = N > 0 and M_i X_i = M_0 X_0 for all i. *)
Definition fixed_check (n d : nat) (M : list (list (list Z))) (X : list (list Z)) (N : Z) : bool :=
  (0 <? N)%Z
  && forallb (fun i => zsum d (fun a => at2 X i a * at2 X i a) =? N)%Z (seq 0 n)
  && forallb (fun i => forallb (fun a =>
       zsum d (fun b => at2 (nth i M []) a b * at2 X i b)
       =? zsum d (fun b => at2 (nth 0 M []) a b * at2 X 0 b))%Z (seq 0 d)) (seq 0 n).

Lemma fixed_check_sound n d M den X N : fixed_check n d M X N = true ->
  0 < sqrt (IZR N) /\ unit_vectors n d (scaled X N) /\
  collapsed n d (fun i => apply d (gauge M den i) (scaled X N i)).
Proof.
  intros H; do 2 (apply andb_prop in H; destruct H as [H ?C]).
  apply Z.ltb_lt, IZR_lt in H; split; [apply sqrt_lt_R0, H|split; [apply (scaled_unit n d X N H C0)|]].
  assert (F : forall i, (i < n)%nat -> same d (apply d (gauge M den i) (scaled X N i))
    (apply d (gauge M den 0) (scaled X N 0%nat))).
  { intros i Hi a Ha; pose proof (forallb_seq d _ (forallb_seq n _ C i Hi) a Ha) as E; cbv beta in E.
    apply Z.eqb_eq, (f_equal IZR) in E; rewrite !zsum_rsum in E; rewrite !scaled_apply, E; reflexivity. }
  intros i j Hi Hj a Ha; rewrite (F i Hi a Ha), (F j Hj a Ha); reflexivity.
Qed.

(** Where the plain kernel's maximisers are the collapsed ones, such configurations are maximal. *)
Lemma fixed_maximal n d w k f Q x :
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d -> AllLawsAll n w k f d ->
  unit_vectors n d x -> collapsed n d (fun i => apply d (Q i) (x i)) ->
  gauge_maximiser n d w k f Q x /\ gauge_law_maximiser n 1 d w k f Q (fun _ _ => 1) (fun i _ => x i).
Proof.
  intros HQ HG HL U C; split.
  - apply gauge_maximiser_plain; [exact HQ|]; apply HG; split; [apply (gauge_unit n d Q x HQ), U|exact C].
  - apply gauge_law_maximiser_plain; [exact HQ|intros i a Hi _; apply U, Hi|]; apply HL.
    split; [intros i _; split; [intros; lra|simpl; ring]|split].
    + intros i a Hi _; apply (gauge_unit n d Q x HQ); assumption.
    + intros i j a b Hi Hj _ _ _ _; apply C; assumption.
Qed.

(** T4, "some" in both views: a collapsed configuration and another one, Q_i x_i constant for each. *)
Theorem signed_claim_some n d w k M den X N Y N' f :
  frames_check n d M den = true ->
  fixed_check n d M X N = true -> collapsed_check n d X = true ->
  fixed_check n d M Y N' = true -> collapsed_check n d Y = false ->
  GraphLawsAll n w k f d -> AllLawsAll n w k f d ->
  GaugeGraphLawsSome n d w k f (gauge M den) /\ GaugeAllLawsSome n d w k f (gauge M den).
Proof.
  intros H HX CX HY CY HG HL; destruct (frames_check_sound n d M den H) as (Hn & Hd & Hden & HQ).
  destruct (fixed_check_sound n d M den X N HX) as (SX & UX & FX).
  destruct (fixed_check_sound n d M den Y N' HY) as (SY & UY & FY).
  destruct (fixed_maximal n d w k f _ _ HQ HG HL UX FX) as [GX LX].
  destruct (fixed_maximal n d w k f _ _ HQ HG HL UY FY) as [GY LY].
  apply (some_by_two n d w k f _ X N Y N' Hn SY CX CY (conj GX LX) (conj GY LY)).
Qed.
