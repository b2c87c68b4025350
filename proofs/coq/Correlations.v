(** * T5 with a null space larger than the constants: the Gram matrix of a null configuration

    Overview.  L positive semidefinite with null vectors N_0, .., N_(r-1), N_b(t_c) = T if b = c, else 0.  If
    all coordinates of unit vectors x_i lie in the null space, then T x_i = sum_b N_b(i) x_(t_b), so that

        sum_{b,c} N_b(i) N_c(i) <x_(t_b), x_(t_c)> = T^2   for every label i.

    "All": some combination of these equations leaves <x_(t_0), x_(t_e)> = 1 alone, for every e; then all x_i
    coincide.  This needs a_1 > 0 only.

    "Some", f(t) = c + s t: points x_i with coordinates x_i(b) = sqrt(D_b / N) X_ib, D_b >= 0 and X integers,
    have rational inner products g_ij / N, and sum c_ij (N - g_ij) = 0 says that they have the energy of the
    collapsed configurations.

    Key results: [graph_laws_all_correlation], [all_laws_all_correlation]; [graph_laws_some_moments],
    [all_laws_some_moments]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices Dichotomy PsdCheck PsdSound
  FactorCertificate Profiles GaugeCertificate Claims TwoPoints Indicators.
Import ListNotations.

Local Open Scope Z_scope.

(** ** "All": one Gram matrix only *)

(** sum_i m_i N_b(i) N_c(i). *)
Definition correlation (n : nat) (N : list (list Z)) (m : list Z) (b c : nat) : Z :=
  zsum n (fun i => at1 m i * (at2 N b i * at2 N c i)).

(** The combination m of the equations leaves only the pairs b = c and {b, c} = {0, e}, and is solved by one
    common vector. *)
Definition pair_check (n : nat) (N : list (list Z)) (T : Z) (m : list Z) (e : nat) : bool :=
  let r := length N in
  negb (correlation n N m 0 e =? 0)
  && forallb (fun b => forallb (fun c =>
       Nat.eqb b c || (Nat.eqb b 0 && Nat.eqb c e) || (Nat.eqb b e && Nat.eqb c 0)
       || (correlation n N m b c =? 0)) (seq 0 r)) (seq 0 r)
  && (zsum r (fun b => zsum r (correlation n N m b)) =? T * T * zsum n (at1 m)).

(** The null vectors sum to T at every label, and M holds one combination for each e = 1, .., r - 1. *)
Definition correlation_check (n : nat) (data : psd_data) (T : Z) (M : list (list Z)) : bool :=
  let N := psd_kernel data in
  let r := length N in
  unit_pivots_check n data T
  && forallb (fun i => zsum r (fun b => at2 N b i) =? T) (seq 0 n)
  && forallb (fun e => pair_check n N T (nth e M []) (S e)) (seq 0 (pred r)).

Local Open Scope R_scope.

Lemma correlation_sym n N m b c : correlation n N m b c = correlation n N m c b.
Proof.
  unfold correlation; induction n as [|n IH]; [reflexivity|].
  simpl; rewrite IH, (Z.mul_comm (at2 N b n)); reflexivity.
Qed.

(** One combination: the Gram matrix g has g_0e = 1. *)
Lemma pair_check_sound n N T m e (g : nat -> nat -> R) :
  pair_check n N T m e = true -> (0 < e)%nat -> (e < length N)%nat ->
  (forall b, (b < length N)%nat -> g b b = 1) -> (forall b c, g b c = g c b) ->
  (forall i, (i < n)%nat ->
     rsum2 (length N) (fun b c => IZR (at2 N b i) * IZR (at2 N c i) * g b c) = IZR T * IZR T) ->
  g 0%nat e = 1.
Proof.
  intros H He Her Hd Hs Hg; set (r := length N) in *.
  unfold pair_check in H; fold r in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  set (q := correlation n N m) in *.
  apply negb_true_iff, Z.eqb_neq in H; apply Z.eqb_eq, (f_equal IZR) in Hc.
  rewrite zsum_rsum2, mult_IZR, mult_IZR, zsum_rsum in Hc.
  assert (G : rsum2 r (fun b c => IZR (q b c) * g b c) = rsum2 r (fun b c => IZR (q b c))).
  { rewrite Hc, <- rsum_scal.
    rewrite (rsum_ext n (fun i => IZR T * IZR T * IZR (at1 m i)) (fun i => rsum2 r (fun b c =>
      IZR (at1 m i) * (IZR (at2 N b i) * IZR (at2 N c i) * g b c))))
      by (intros i Hi; rewrite rsum2_scal, (Hg i Hi); ring).
    rewrite rsum_rsum2; apply rsum2_ext; intros b c _ _; unfold q, correlation.
    rewrite zsum_rsum, <- rsum_scal_r; apply rsum_ext; intros i _; rewrite !mult_IZR; ring. }
  assert (D : rsum2 r (fun b c => IZR (q b c) * (1 - g b c)) = 0).
  { rewrite (rsum2_ext r _ (fun b c => IZR (q b c) - IZR (q b c) * g b c)) by (intros; ring).
    rewrite rsum2_minus, G; ring. }
  assert (Z : forall b c, (b < r)%nat -> (c < r)%nat -> ~ (b = 0 /\ c = e)%nat -> ~ (b = e /\ c = 0)%nat ->
    IZR (q b c) * (1 - g b c) = 0).
  { intros b c Hb Hcr N1 N2; pose proof (forallb_seq r _ (forallb_seq r _ Hc0 b Hb) c Hcr) as F.
    cbv beta in F; apply orb_prop in F; destruct F as [F|F]; [|apply Z.eqb_eq in F; rewrite F; ring].
    repeat (apply orb_prop in F; destruct F as [F|F]).
    - apply Nat.eqb_eq in F; subst c; rewrite (Hd b Hb); ring.
    - apply andb_prop in F; destruct F as [F1 F2]; apply Nat.eqb_eq in F1; apply Nat.eqb_eq in F2.
      exfalso; apply N1; split; assumption.
    - apply andb_prop in F; destruct F as [F1 F2]; apply Nat.eqb_eq in F1; apply Nat.eqb_eq in F2.
      exfalso; apply N2; split; assumption. }
  assert (Two : rsum2 r (fun b c => IZR (q b c) * (1 - g b c)) = 2 * (IZR (q 0%nat e) * (1 - g 0%nat e))).
  { unfold rsum2; rewrite (rsum_split r _ 0) by lia.
    rewrite (rsum_single r (fun c => IZR (q 0%nat c) * (1 - g 0%nat c)) e Her)
      by (intros c Hcr Hne; apply Z; lia).
    rewrite (rsum_single r _ e Her).
    - rewrite (proj2 (Nat.eqb_neq e 0)) by lia.
      rewrite (rsum_single r (fun c => IZR (q e c) * (1 - g e c)) 0 ltac:(lia))
        by (intros c Hcr Hne; apply Z; lia).
      unfold q; rewrite (correlation_sym n N m e 0), (Hs e 0%nat); ring.
    - intros b Hb Hne; destruct (Nat.eqb_spec b 0) as [|H0]; [reflexivity|].
      apply rsum_zero; intros c Hcr; apply Z; lia. }
  rewrite Two in D.
  assert (Q : IZR (q 0%nat e) <> 0) by (intros E; apply H, eq_IZR, E).
  apply (Rmult_eq_reg_l (IZR (q 0%nat e))); [lra|exact Q].
Qed.

(** Unit vectors whose coordinates are null vectors coincide. *)
Lemma correlation_check_sound n d W omega K kappa data T M x :
  factor_check n W omega K kappa data = true -> correlation_check n data T M = true ->
  unit_vectors n d x ->
  (forall a, (a < d)%nat ->
     laplacian_form n (weighted (weight W omega) (factor K kappa)) (fun i => x i a) = 0) ->
  collapsed n d x.
Proof.
  intros H HC Hx H0; unfold correlation_check in HC.
  apply andb_prop in HC; destruct HC as [HC Hpairs]; apply andb_prop in HC; destruct HC as [HC Hones].
  set (N := psd_kernel data) in *; set (t := fun b => nth b (psd_pivots data) 0%nat).
  destruct (Nat.eq_dec d 0) as [->|Hd]; [intros i j _ _ a Ha; lia|].
  destruct (unit_pivots_sound n W omega K kappa data T _ H HC (H0 0%nat ltac:(lia))) as (HT & Ht & _).
  fold N in Ht.
  assert (V : forall i a, (i < n)%nat -> (a < d)%nat ->
    IZR T * x i a = rsum (length N) (fun b => x (t b) a * IZR (at2 N b i))).
  { intros i a Hi Ha.
    apply (unit_pivots_sound n W omega K kappa data T (fun i => x i a) H HC (H0 a Ha)); exact Hi. }
  assert (G : forall i, (i < n)%nat ->
    rsum2 (length N) (fun b c => IZR (at2 N b i) * IZR (at2 N c i) * dot d (x (t b)) (x (t c)))
    = IZR T * IZR T).
  { intros i Hi; transitivity (IZR T * IZR T * dot d (x i) (x i)); [|rewrite (Hx i Hi); ring].
    unfold dot at 2; rewrite <- rsum_scal.
    rewrite (rsum_ext d (fun a => IZR T * IZR T * (x i a * x i a)) (fun a => rsum2 (length N) (fun b c =>
      x (t b) a * IZR (at2 N b i) * (x (t c) a * IZR (at2 N c i))))).
    - rewrite rsum_rsum2; apply rsum2_ext; intros b c _ _; unfold dot; rewrite <- rsum_scal.
      apply rsum_ext; intros; ring.
    - intros a Ha; unfold rsum2; rewrite <- rsum_mult, <- (V i a Hi Ha); ring. }
  assert (Pair : forall e, (e < length N)%nat -> same d (x (t e)) (x (t 0%nat))).
  { intros [|e] He; [intros a _; reflexivity|].
    pose proof (forallb_seq _ _ Hpairs e ltac:(lia)) as F; cbv beta in F.
    assert (One : dot d (x (t 0%nat)) (x (t (S e))) = 1).
    { apply (pair_check_sound n N T (nth e M []) (S e) (fun b c => dot d (x (t b)) (x (t c))) F);
        [lia|exact He| | |exact G].
      - intros b Hb; apply Hx, Ht, Hb.
      - intros; apply dot_comm. }
    intros a Ha; symmetry; refine (dot_unit_one d _ _ _ _ One a Ha); apply Hx, Ht; lia. }
  assert (C : forall i, (i < n)%nat -> same d (x i) (x (t 0%nat))).
  { intros i Hi a Ha; apply (Rmult_eq_reg_l (IZR T)); [|lra]; rewrite (V i a Hi Ha).
    rewrite (rsum_ext _ _ (fun b => x (t 0%nat) a * IZR (at2 N b i)))
      by (intros b Hb; rewrite (Pair b Hb a Ha); reflexivity).
    pose proof (forallb_seq n _ Hones i Hi) as F; apply Z.eqb_eq, (f_equal IZR) in F.
    rewrite zsum_rsum in F; rewrite rsum_scal, F; ring. }
  intros i j Hi Hj a Ha; rewrite (C i Hi a Ha), (C j Hj a Ha); reflexivity.
Qed.

Lemma correlation_rigid n W omega K kappa data T M f d :
  factor_check n W omega K kappa data = true -> correlation_check n data T M = true -> rising f ->
  forall x, unit_vectors n d x ->
  energy n d (weight W omega) (factor K kappa) f x = collapsed_energy n (weight W omega) (factor K kappa) f ->
  collapsed n d x.
Proof.
  intros H HC (a & Ha & Ha1 & Hf) x Hx Heq.
  apply (correlation_check_sound n d W omega K kappa data T M x H HC Hx).
  exact (laplacian_psd_equality n d _ _ a f (factor_check_psd _ _ _ _ _ _ H) Ha Ha1 Hf x Hx Heq).
Qed.

(** One Gram matrix only, and a rising profile: "all" for graph laws, for every d >= 1. *)
Theorem graph_laws_all_correlation n W omega K kappa data T M f d :
  factor_check n W omega K kappa data = true -> correlation_check n data T M = true -> rising f ->
  (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HC Hf Hd; unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply (graph_bound n W omega K kappa data f d H (rising_ascending f Hf)).
  - apply (correlation_rigid n W omega K kappa data T M f d H HC Hf).
Qed.

(** With positive degrees: "all" for all laws. *)
Theorem all_laws_all_correlation n W omega K kappa data T M f d :
  factor_check n W omega K kappa data = true -> correlation_check n data T M = true ->
  positive_degrees_check n W K = true -> rising f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HC HP Hf Hd; apply (all_laws_all_points n W omega K kappa data f d H HP Hf Hd).
  apply (correlation_rigid n W omega K kappa data T M f d H HC Hf).
Qed.

(** ** "Some": a configuration with a given Gram matrix *)

(** f(t) = c + s t. *)
Definition affine (f : R -> R) : Prop := exists c s, forall t, f t = c + s * t.

Lemma polynomial_affine P pi : Nat.leb (length P) 2 = true -> affine (polynomial P pi).
Proof.
  intros H; apply Nat.leb_le in H; exists (IZR (at1 P 0) / IZR pi), (IZR (at1 P 1) / IZR pi); intros t.
  destruct P as [|a [|b [|c P]]]; [| | |simpl in H; lia]; unfold polynomial, at1; simpl; unfold Rdiv; ring.
Qed.

Local Open Scope Z_scope.

(** g_ij = sum_b D_b X_ib X_jb. *)
Definition gram (D : list Z) (X : list (list Z)) (i j : nat) : Z :=
  zsum (length D) (fun b => at1 D b * (at2 X i b * at2 X j b)).

(** D_b >= 0 in at most d >= 1 dimensions, g_ii = N > 0, sum c_ij (N - g_ij) = 0, and some g_0j <> N. *)
Definition moments_check (n d : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) (D : list Z)
  (X : list (list Z)) (N : Z) : bool :=
  (0 <? omega) && (0 <? kappa) && (0 <? N) && Nat.ltb 0 n && Nat.ltb 0 d && Nat.leb (length D) d
  && forallb (fun x => 0 <=? x) D
  && forallb (fun i => gram D X i i =? N) (seq 0 n)
  && (zsum n (fun i => zsum n (fun j => coupling W K i j * (N - gram D X i j))) =? 0)
  && existsb (fun j => negb (gram D X 0 j =? N)) (seq 0 n).

Local Open Scope R_scope.

(** x_i(b) = sqrt(D_b / N) X_ib. *)
Definition scaled (D : list Z) (X : list (list Z)) (N : Z) (i b : nat) : R :=
  sqrt (IZR (at1 D b) / IZR N) * IZR (at2 X i b).

Lemma scaled_dot d D X N i j :
  0 < IZR N -> (forall x, In x D -> (0 <= x)%Z) -> (length D <= d)%nat ->
  dot d (scaled D X N i) (scaled D X N j) = IZR (gram D X i j) / IZR N.
Proof.
  intros HN HD Hd; unfold gram, Rdiv; rewrite zsum_rsum, <- rsum_scal_r.
  assert (E : forall b, scaled D X N i b * scaled D X N j b
    = IZR (at1 D b * (at2 X i b * at2 X j b)) * / IZR N).
  { intros b; rewrite !mult_IZR; unfold scaled.
    transitivity (sqrt (IZR (at1 D b) / IZR N) * sqrt (IZR (at1 D b) / IZR N)
                  * (IZR (at2 X i b) * IZR (at2 X j b))); [ring|].
    rewrite sqrt_sqrt; [unfold Rdiv; ring|].
    apply Rmult_le_pos; [apply IZR_le|left; apply Rinv_0_lt_compat, HN].
    unfold at1; destruct (Nat.lt_ge_cases b (length D)) as [Hb|Hb]; [apply HD, nth_In, Hb|].
    rewrite nth_overflow by exact Hb; lia. }
  unfold dot; rewrite (rsum_ext d _ _ (fun b _ => E b)).
  replace d with (length D + (d - length D))%nat by lia; rewrite rsum_app.
  rewrite (rsum_zero (d - length D)); [ring|]; intros b _; unfold at1.
  rewrite nth_overflow by lia; rewrite Z.mul_0_l; ring.
Qed.

(** Accepted moments: unit vectors with the energy of the collapsed configurations, not collapsed. *)
Lemma moments_check_sound n low W omega K kappa D X N f d :
  moments_check n low W omega K kappa D X N = true -> affine f -> (low <= d)%nat ->
  (1 <= d)%nat /\ unit_vectors n d (scaled D X N) /\ ~ collapsed n d (scaled D X N) /\
  energy n d (weight W omega) (factor K kappa) f (scaled D X N)
  = collapsed_energy n (weight W omega) (factor K kappa) f.
Proof.
  intros H (c & s & Hf) Hd; unfold moments_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  rename Hc into Hapart, Hc0 into Htie, Hc1 into Hunit, Hc2 into HD, Hc3 into Hlen, Hc4 into Hlow,
    Hc5 into Hn, Hc6 into HN, Hc7 into Hk.
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hk; apply Z.ltb_lt, IZR_lt in HN.
  apply Nat.ltb_lt in Hn; apply Nat.ltb_lt in Hlow; apply Nat.leb_le in Hlen.
  assert (HD' : forall x, In x D -> (0 <= x)%Z).
  { rewrite forallb_forall in HD; intros x Hx; apply Z.leb_le, HD, Hx. }
  assert (Dot : forall i j, dot d (scaled D X N i) (scaled D X N j) = IZR (gram D X i j) / IZR N)
    by (intros; apply scaled_dot; [exact HN|exact HD'|lia]).
  assert (U : unit_vectors n d (scaled D X N)).
  { intros i Hi; pose proof (forallb_seq n _ Hunit i Hi) as E; apply Z.eqb_eq in E.
    rewrite Dot, E; field; lra. }
  split; [lia|split; [exact U|split]].
  - intros C; apply existsb_exists in Hapart; destruct Hapart as (j & Hj & E); apply in_seq in Hj.
    apply negb_true_iff, Z.eqb_neq in E; apply E, eq_IZR, (Rmult_eq_reg_r (/ IZR N));
      [|apply Rinv_neq_0_compat; lra].
    change (IZR (gram D X 0 j) / IZR N = IZR N * / IZR N); rewrite <- Dot, Rinv_r by lra.
    apply dot_same_one; [apply U, Hn|apply C; lia].
  - pose proof (energy_gap n d (weight W omega) (factor K kappa) f (scaled D X N)) as G.
    apply Z.eqb_eq, (f_equal IZR) in Htie; rewrite zsum_rsum2 in Htie.
    rewrite (rsum2_ext n _ (fun i j => s / (IZR omega * IZR omega * IZR kappa * IZR N)
      * IZR (coupling W K i j * (N - gram D X i j)))) in G.
    + rewrite rsum2_scal, Htie in G; lra.
    + intros i j _ _; rewrite !Hf, Dot, mult_IZR, minus_IZR.
      pose proof (weighted_scaled W omega K kappa i j ltac:(lra) ltac:(lra)) as Ew; unfold weighted in Ew.
      rewrite Ew; field; repeat split; lra.
Qed.

(** A certified Laplacian, f = c + s t, and points with the collapsed energy: "some" for graph laws, for every
    d >= low. *)
Theorem graph_laws_some_moments n W omega K kappa low data D X N f d :
  factor_check n W omega K kappa data = true -> moments_check n low W omega K kappa D X N = true ->
  affine f -> ascending f -> (low <= d)%nat ->
  GraphLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HM Hl Hf Hd; destruct (moments_check_sound _ _ _ _ _ _ _ _ _ f d HM Hl Hd) as (H1 & U & C & E).
  pose proof (graph_bound n W omega K kappa data f d H Hf) as B; split.
  - destruct (collapsed_exists n d H1) as (x & Hx & Hc); exists x; split; [|exact Hc].
    apply collapsed_maximiser; assumption.
  - exists (scaled D X N); split; [split; [exact U|]|exact C]; intros y Hy; rewrite E; apply B, Hy.
Qed.

(** With nonnegative degrees: "some" for all laws. *)
Theorem all_laws_some_moments n W omega K kappa low data D X N f d :
  factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  moments_check n low W omega K kappa D X N = true -> affine f -> ascending f -> (low <= d)%nat ->
  AllLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HD HM Hl Hf Hd; destruct (moments_check_sound _ _ _ _ _ _ _ _ _ f d HM Hl Hd) as (H1 & U & C & E).
  pose proof (all_bound n W omega K kappa data f d H HD Hf) as B.
  destruct (one_point_law n d H1) as (Q & P & C1).
  split.
  - do 3 eexists; split; [|exact C1]; split; [exact Q|split; [exact P|]]; intros m q x Hq Hx.
    rewrite (slice_energy_collapsed n 1 d _ _ f _ _ Q P C1); auto.
  - exists 1%nat, (fun _ _ => 1), (fun i _ => scaled D X N i); split; [split; [exact Q|split]|].
    + intros i a Hi _; apply U, Hi.
    + intros m q x Hq Hx; rewrite slice_energy_graph, E; auto.
    + intros C2; apply C; intros i j Hi Hj; apply (C2 i j 0%nat 0%nat Hi Hj); lra || lia.
Qed.
