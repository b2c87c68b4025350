(** * Null vectors of L, told apart by labels of positive degree

    Overview. L positive semidefinite, D >= 0, and some D_b may be 0. A configuration of points y_b, of
    length 1 where D_b > 0, whose coordinates are null vectors is one unit vector ([one_point]), or a null
    vector with values in [0, 1], 0 or 1 where D_b > 0, is constant 0 or 1 ([no_share]): in integers, for
    labels q_c with D > 0 and integer vectors N_c with T v = sum_c v(q_c) N_c for all null vectors v,
    which is checked on the null vectors of the certified Laplacian. Then one unit vector is left if sums
    of the equations |T y_i|^2 = sum_bc N_b(i) N_c(i) <y_(q_b), y_(q_c)> over labels with D_i > 0 single
    out <y_(q_0), y_(q_e)> = 1, and no share is left if none of the 2^r choices of v(q_c) in {0, 1} gives
    one.

    Key results: [constant_one_point], [strict_pairs_one_point], [no_share_check_sound]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices PsdCheck PsdSound FactorCertificate
  Profiles Indicators GaugeCertificate Correlations.
Import ListNotations.
Local Open Scope R_scope.

(** Null configurations of points, of length 1 where D > 0, are one unit vector. *)
Definition one_point (n : nat) (w : nat -> R) (k : nat -> nat -> R) (d : nat) : Prop :=
  forall y : nat -> nat -> R, (forall i, (i < d)%nat -> laplacian_form n (weighted w k) (fun b => y b i) = 0)
    ->
  (forall b, (b < n)%nat -> 0 < degree n w k b -> dot d (y b) (y b) = 1) ->
  exists u, dot d u u = 1 /\ forall b, (b < n)%nat -> same d (y b) u.

(** Where null vectors are constant and one degree is positive, this holds. *)
Lemma constant_one_point n w k d b : laplacian_null_constant n (weighted w k) -> (b < n)%nat ->
  0 < degree n w k b -> one_point n w k d.
Proof.
  intros N Hb Db y H0 H1; exists (y b); split; [apply H1; assumption|]; intros c Hc i Hi.
  exact (N (fun b => y b i) (H0 i Hi) c b Hc Hb).
Qed.

(** A null vector with values in [0, 1], 0 or 1 where D > 0, and 1 somewhere, is 1 everywhere. *)
Definition no_share (n : nat) (w : nat -> R) (k : nat -> nat -> R) : Prop :=
  forall v, laplacian_form n (weighted w k) v = 0 -> (forall b, (b < n)%nat -> 0 <= v b <= 1) ->
  (forall b, (b < n)%nat -> 0 < degree n w k b -> v b = 0 \/ v b = 1) ->
  forall c, (c < n)%nat -> v c = 1 -> forall b, (b < n)%nat -> v b = 1.

(** ** From integers *)

Lemma label_degree n W omega K kappa data i : factor_check n W omega K kappa data = true ->
  exists c, 0 < c /\
  degree n (weight W omega) (factor K kappa) i = c * IZR (zsum n (fun j => at1 W j * at2 K i j)%Z).
Proof.
  intros HL; destruct (factor_check_denominators _ _ _ _ _ _ HL) as [Ho Hk].
  exists (/ (IZR omega * IZR kappa)); split; [apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption|].
  apply degree_scaled; lra.
Qed.

Local Open Scope Z_scope.

(** The degree of label i is positive. *)
Definition strict_label (n : nat) (W : list Z) (K : list (list Z)) (i : nat) : bool :=
  Nat.ltb i n && (0 <? zsum n (fun j => at1 W j * at2 K i j)).

(** T v = sum_c v(q_c) N_c for all null vectors v, and D > 0 at all q_c. *)
Definition strict_basis_check (n : nat) (W : list Z) (K : list (list Z)) (data : psd_data) (N : list (list Z))
  (Q : list nat) (T : Z) : bool :=
  (0 <? T) && Nat.ltb 0 (length N) && Nat.eqb (length Q) (length N) && forallb (strict_label n W K) Q
  && forallb (fun v => forallb (fun i =>
       T * at1 v i =? zsum (length N) (fun c => at1 v (nth c Q 0%nat) * at2 N c i)) (seq 0 n)) (psd_kernel
         data).

(** Entries of the rows of N at the labels I. *)
Definition restricted (N : list (list Z)) (I : list nat) : list (list Z) := map (fun u => map (at1 u) I) N.

(** Combinations of the equations at the labels I leave one Gram matrix only. *)
Definition strict_pairs_check (n : nat) (W : list Z) (K : list (list Z)) (data : psd_data) (N : list (list Z))
  (Q I : list nat) (T : Z) (M : list (list Z)) : bool :=
  strict_basis_check n W K data N Q T && forallb (strict_label n W K) I
  && forallb (fun i => zsum (length N) (fun b => at2 N b i) =? T) (seq 0 n)
  && forallb (fun e => pair_check (length I) (restricted N I) T (nth e M []) (S e)) (seq 0 (pred (length N))).

(** No choice of v(q_c) in {0, 1} gives shares, other than 0 and 1 everywhere. *)
Definition no_share_check (n : nat) (W : list Z) (K : list (list Z)) (data : psd_data) (N : list (list Z))
  (Q : list nat) (T : Z) : bool :=
  strict_basis_check n W K data N Q T
  && forallb (fun bits =>
       negb (forallb (fun i => let s := combination N bits i in
         if strict_label n W K i then (s =? 0) || (s =? T) else (0 <=? s) && (s <=? T)) (seq 0 n))
       || forallb (fun i => combination N bits i =? 0) (seq 0 n)
       || forallb (fun i => combination N bits i =? T) (seq 0 n)) (all_bits (length N)).

Local Open Scope R_scope.

Lemma strict_label_sound n W omega K kappa data i : factor_check n W omega K kappa data = true ->
  strict_label n W K i = true <-> (i < n)%nat /\ 0 < degree n (weight W omega) (factor K kappa) i.
Proof.
  intros HL; destruct (label_degree n W omega K kappa data i HL) as (c & Hc & E).
  unfold strict_label; rewrite E, andb_true_iff, Nat.ltb_lt, Z.ltb_lt; split; intros [Hi D]; split; auto.
  - apply Rmult_lt_0_compat; [exact Hc|apply IZR_lt, D].
  - apply lt_IZR, (Rmult_lt_reg_l c); [exact Hc|rewrite Rmult_0_r; exact D].
Qed.

Lemma strict_basis_sound n W omega K kappa data N Q T : factor_check n W omega K kappa data = true ->
  strict_basis_check n W K data N Q T = true ->
  let q := fun c => nth c Q 0%nat in
  0 < IZR T /\ (0 < length N)%nat /\
  (forall c, (c < length N)%nat -> (q c < n)%nat /\ 0 < degree n (weight W omega) (factor K kappa) (q c)) /\
  forall v, laplacian_form n (weighted (weight W omega) (factor K kappa)) v = 0 ->
  forall i, (i < n)%nat -> IZR T * v i = rsum (length N) (fun c => v (q c) * IZR (at2 N c i)).
Proof.
  intros HL H q; unfold strict_basis_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Nat.ltb_lt in Hc2; apply Nat.eqb_eq in Hc1.
  assert (Hq : forall c, (c < length N)%nat -> (q c < n)%nat /\ 0 < degree n (weight W omega) (factor K
    kappa) (q c)).
  { intros c Hlt; apply (strict_label_sound n W omega K kappa data (q c) HL).
    rewrite forallb_forall in Hc0; apply Hc0, nth_In; lia. }
  split; [exact H|split; [exact Hc2|split; [exact Hq|]]]; intros v H0 i Hi.
  destruct (factor_check_form n W omega K kappa data v HL) as (P & C & E).
  rewrite E in H0; apply Rmult_integral in H0; destruct H0 as [H0|H0]; [lra|].
  destruct (psd_check_null _ _ _ _ C v H0) as [s Hs]; set (B := psd_kernel data) in *.
  rewrite (Hs i Hi), <- rsum_scal.
  rewrite (rsum_ext (length N) _ (fun c => rsum (length B) (fun b => s b * (IZR (at2 B b (q c)) * IZR (at2 N
    c i))))).
  - rewrite rsum_swap; apply rsum_ext; intros b Hb; rewrite rsum_scal.
    rewrite forallb_forall in Hc; specialize (Hc (nth b B []) ltac:(apply nth_In; exact Hb)).
    rewrite forallb_forall in Hc; specialize (Hc i ltac:(apply in_seq; lia));
      apply Z.eqb_eq, (f_equal IZR) in Hc.
    rewrite zsum_rsum, mult_IZR in Hc; transitivity (s b * (IZR T * IZR (at1 (nth b B []) i)));
      [unfold at2, at1; ring|].
    rewrite Hc; f_equal; apply rsum_ext; intros c Hlt; rewrite mult_IZR; reflexivity.
  - intros c Hlt; rewrite (Hs (q c) (proj1 (Hq c Hlt))), <- rsum_scal_r; apply rsum_ext; intros; ring.
Qed.

Lemma restricted_entry N I b j : (j < length I)%nat -> at2 (restricted N I) b j = at2 N b (nth j I 0%nat).
Proof.
  intros Hj; unfold at2, restricted.
  destruct (Nat.lt_ge_cases b (length N)) as [Hb|Hb].
  - rewrite (nth_indep _ [] (map (at1 []) I)) by (rewrite map_length; exact Hb).
    rewrite (map_nth (fun u => map (at1 u) I)); unfold at1.
    rewrite (nth_indep _ 0%Z (nth 0%nat (nth b N []) 0%Z)) by (rewrite map_length; exact Hj).
    rewrite (map_nth (fun i => nth i (nth b N []) 0%Z)); reflexivity.
  - rewrite (nth_overflow (map (fun u => map (at1 u) I) N)) by (rewrite map_length; exact Hb).
    rewrite (nth_overflow N) by exact Hb; destruct j, (nth _ I 0%nat); reflexivity.
Qed.

(** Unit vectors at the labels of degree > 0 whose coordinates are null vectors are one. *)
Theorem strict_pairs_one_point n W omega K kappa data N Q I T M d : factor_check n W omega K kappa data =
  true ->
  strict_pairs_check n W K data N Q I T M = true -> (1 <= d)%nat ->
  one_point n (weight W omega) (factor K kappa) d.
Proof.
  intros HL HC Hd y H0 H1; unfold strict_pairs_check in HC.
  apply andb_prop in HC; destruct HC as [HC HP]; apply andb_prop in HC; destruct HC as [HC Hones].
  apply andb_prop in HC; destruct HC as [HC HI]; rewrite forallb_forall in HI.
  destruct (strict_basis_sound n W omega K kappa data N Q T HL HC) as (HT & Hr & Hq & V).
  set (q := fun c => nth c Q 0%nat) in *; set (r := length N) in *.
  assert (U : forall c, (c < r)%nat -> dot d (y (q c)) (y (q c)) = 1)
    by (intros c Hc; apply H1; apply (Hq c Hc)).
  assert (V' : forall i a, (i < n)%nat -> (a < d)%nat ->
    IZR T * y i a = rsum r (fun c => y (q c) a * IZR (at2 N c i)))
    by (intros i a Hi Ha; apply (V (fun b => y b a) (H0 a Ha) i Hi)).
  assert (Pair : forall e, (e < r)%nat -> same d (y (q e)) (y (q 0%nat))).
  { intros [|e] He; [intros a _; reflexivity|].
    pose proof (forallb_seq _ _ HP e ltac:(lia)) as F; cbv beta in F.
    assert (One : dot d (y (q 0%nat)) (y (q (S e))) = 1).
    { assert (R : length (restricted N I) = r) by apply map_length.
      apply (pair_check_sound (length I) (restricted N I) T (nth e M []) (S e)
        (fun b c => dot d (y (q b)) (y (q c))) F); rewrite ?R; [lia|exact He|exact U|intros; apply dot_comm|].
      intros j Hj; set (i := nth j I 0%nat).
      destruct (proj1 (strict_label_sound n W omega K kappa data i HL) (HI i (nth_In I 0%nat Hj))) as [Hi Di].
      rewrite (rsum2_ext r _ (fun b c => IZR (at2 N b i) * IZR (at2 N c i) * dot d (y (q b)) (y (q c))))
        by (intros b c _ _; rewrite !restricted_entry by exact Hj; reflexivity).
      transitivity (IZR T * IZR T * dot d (y i) (y i)); [|rewrite (H1 i Hi Di); ring].
      unfold dot at 2; rewrite <- rsum_scal.
      rewrite (rsum_ext d (fun a => IZR T * IZR T * (y i a * y i a)) (fun a => rsum2 r (fun b c =>
        y (q b) a * IZR (at2 N b i) * (y (q c) a * IZR (at2 N c i))))).
      - rewrite rsum_rsum2; apply rsum2_ext; intros b c _ _; unfold dot; rewrite <- rsum_scal.
        apply rsum_ext; intros; ring.
      - intros a Ha; unfold rsum2; rewrite <- rsum_mult, <- (V' i a Hi Ha); ring. }
    intros a Ha; symmetry; refine (dot_unit_one d _ _ _ _ One a Ha); apply U; lia. }
  exists (y (q 0%nat)); split; [apply U, Hr|]; intros i Hi a Ha.
  apply (Rmult_eq_reg_l (IZR T)); [|lra]; rewrite (V' i a Hi Ha).
  rewrite (rsum_ext _ _ (fun b => y (q 0%nat) a * IZR (at2 N b i)))
    by (intros b Hb; rewrite (Pair b Hb a Ha); reflexivity).
  pose proof (forallb_seq n _ Hones i Hi) as F; apply Z.eqb_eq, (f_equal IZR) in F.
  rewrite zsum_rsum in F; rewrite rsum_scal; fold r in F; rewrite F; ring.
Qed.

(** Accepted data leave no share, and the first label of the basis has D > 0. *)
Theorem no_share_check_sound n W omega K kappa data N Q T : factor_check n W omega K kappa data = true ->
  no_share_check n W K data N Q T = true ->
  no_share n (weight W omega) (factor K kappa) /\
  (nth 0 Q 0%nat < n)%nat /\ 0 < degree n (weight W omega) (factor K kappa) (nth 0 Q 0%nat).
Proof.
  intros HL HC; apply andb_prop in HC; destruct HC as [HC HB].
  destruct (strict_basis_sound n W omega K kappa data N Q T HL HC) as (HT & Hr & Hq & V).
  split; [|exact (Hq 0%nat Hr)]; intros v H0 B01 S c Hc Vc b Hb; specialize (V v H0).
  destruct (combination_sound N (fun c => v (nth c Q 0%nat))) as (bits & Hin & E);
    [intros e He; apply S; apply (Hq e He)|].
  assert (V' : forall i, (i < n)%nat -> IZR T * v i = IZR (combination N bits i))
    by (intros i Hi; rewrite (V i Hi); apply E).
  rewrite forallb_forall in HB; specialize (HB bits Hin); apply orb_prop in HB; destruct HB as [HB|HB].
  - apply orb_prop in HB; destruct HB as [HB|HB]; exfalso.
    + apply negb_true_iff in HB; rewrite <- not_true_iff_false in HB; apply HB.
      apply forallb_forall; intros i Hi; apply in_seq in Hi; cbv beta zeta.
      assert (Hi' : (i < n)%nat) by lia; pose proof (V' i Hi') as Vi; specialize (B01 i Hi').
      destruct (strict_label n W K i) eqn:Es.
      * apply (strict_label_sound n W omega K kappa data i HL) in Es; destruct Es as [_ Di];
        apply orb_true_iff.
        destruct (S i Hi' Di) as [Ei|Ei]; rewrite Ei in Vi; [left|right]; apply Z.eqb_eq, eq_IZR;
          rewrite <- Vi; [apply Rmult_0_r|apply Rmult_1_r].
      * apply andb_true_iff; split; apply Z.leb_le, le_IZR; rewrite <- Vi.
        -- apply Rmult_le_pos; lra.
        -- rewrite <- (Rmult_1_r (IZR T)) at 2; apply Rmult_le_compat_l; lra.
    + rewrite forallb_forall in HB; specialize (HB c ltac:(apply in_seq; lia)); apply Z.eqb_eq in HB.
      pose proof (V' c Hc) as Z; rewrite HB, Vc in Z; lra.
  - rewrite forallb_forall in HB; specialize (HB b ltac:(apply in_seq; lia)); apply Z.eqb_eq in HB.
    pose proof (V' b Hb) as Z; rewrite HB in Z; apply (Rmult_eq_reg_l (IZR T)); lra.
Qed.
