(** * T5, "none" by a law in hand: more energy than the collapsed ones, for a polynomial profile

    Overview.  A law with at most m points in each slice, all of them rational: masses Q_ia / mu, points
    x_ia = X_ia / xi with integer vectors of R^d, |X_ia|^2 = xi^2.  For a polynomial f(t) = sum_p P_p t^p / pi
    of degree <= N its energy is rational, and with T = <X_ia, X_jb>

        xi^(2N) pi f(T / xi^2) = sum_p P_p T^p xi^(2N - 2p)

    is an integer.  So the comparison with the collapsed laws is one of integers.  It needs no sign of the
    coefficients, and holds for the dimension d of the points.

    Key results: [graph_laws_none_law] (one point per label), [all_laws_none_law]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices Dichotomy PsdCheck PsdSound
  FactorCertificate Profiles Claims.
Import ListNotations.

Local Open Scope Z_scope.

(** <x, y> in Z^d. *)
Definition product (d : nat) (x y : list Z) : Z := zsum d (fun a => at1 x a * at1 y a).

(** sum_p P_p T^p r^(N - p), N + 1 the length of P: the polynomial at T / r, times r^N. *)
Fixpoint homogeneous (P : list Z) (T r : Z) : Z :=
  match P with
  | [] => 0
  | [x] => x
  | x :: rest => x * r ^ Z.of_nat (length rest) + T * homogeneous rest T r
  end.

Definition point (X : list (list (list Z))) (i a : nat) : list Z := nth a (nth i X []) [].

(** The masses of every slice are nonnegative and sum to mu > 0; the points have |X_ia|^2 = xi^2, xi > 0. *)
Definition law_check (n m d : nat) (Q : list (list Z)) (mu : Z) (X : list (list (list Z))) (xi : Z) : bool :=
  (0 <? mu) && (0 <? xi)
  && forallb (fun i => (zsum m (at2 Q i) =? mu) && forallb (fun a => (0 <=? at2 Q i a)
       && (product d (point X i a) (point X i a) =? xi * xi)) (seq 0 m)) (seq 0 n).

(** Positive denominators, and
    mu^2 xi^(2N) sum c_ij sum_p P_p < sum c_ij sum_ab Q_ia Q_jb xi^(2N) pi f(<x_ia, x_jb>). *)
Definition surplus_check (n m d : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z)
  (P : list Z) (pi : Z) (Q : list (list Z)) (mu : Z) (X : list (list (list Z))) (xi : Z) : bool :=
  let r := xi * xi in
  (0 <? omega) && (0 <? kappa) && (0 <? pi) && law_check n m d Q mu X xi
  && (0 <? zsum n (fun i => zsum n (fun j => coupling W K i j * zsum m (fun a => zsum m (fun b =>
        at2 Q i a * at2 Q j b
        * (homogeneous P (product d (point X i a) (point X j b)) r - homogeneous P r r)))))).

Local Open Scope R_scope.

(** ** Soundness *)

Definition masses (Q : list (list Z)) (mu : Z) (i a : nat) : R := IZR (at2 Q i a) / IZR mu.
Definition points (X : list (list (list Z))) (xi : Z) (i a b : nat) : R := IZR (at1 (point X i a) b) / IZR xi.

Lemma product_dot d X xi i a j b :
  0 < IZR xi ->
  dot d (points X xi i a) (points X xi j b) = IZR (product d (point X i a) (point X j b)) / IZR (xi * xi).
Proof.
  intros H; unfold dot, points, product, Rdiv; rewrite zsum_rsum, <- rsum_scal_r; apply rsum_ext; intros c _.
  rewrite !mult_IZR; field; lra.
Qed.

(** r^N f(T / r) = the homogeneous sum, up to the denominator pi. *)
Lemma homogeneous_sound P pi T r :
  0 < IZR r -> 0 < IZR pi -> (0 < length P)%nat ->
  IZR (homogeneous P T r) = IZR r ^ pred (length P) * IZR pi * polynomial P pi (IZR T / IZR r).
Proof.
  intros Hr Hp; induction P as [|x [|y rest] IH]; intros HP; [simpl in HP; lia| |].
  - unfold polynomial; simpl; unfold at1; simpl; field; lra.
  - set (P := y :: rest) in *; specialize (IH ltac:(simpl; lia)).
    change (homogeneous (x :: P) T r) with (x * r ^ Z.of_nat (length P) + T * homogeneous P T r)%Z.
    rewrite plus_IZR, !mult_IZR, <- pow_IZR, IH.
    assert (E : polynomial (x :: P) pi (IZR T / IZR r)
      = IZR x / IZR pi + IZR T / IZR r * polynomial P pi (IZR T / IZR r)).
    { unfold polynomial; simpl length; rewrite rsum_shift, <- rsum_scal; f_equal.
      - unfold at1; simpl; ring.
      - apply rsum_ext; intros p _; unfold at1; simpl; ring. }
    rewrite E; change (pred (length (x :: P))) with (S (length rest)).
    change (length P) with (S (length rest)); simpl; field; lra.
Qed.

Lemma law_check_sound n m d Q mu X xi :
  law_check n m d Q mu X xi = true ->
  0 < IZR mu /\ 0 < IZR xi /\ slice_masses n m (masses Q mu) /\ slice_points n m d (points X xi).
Proof.
  unfold law_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc0; rewrite forallb_forall in Hc.
  assert (G : forall i, (i < n)%nat -> zsum m (at2 Q i) = mu /\ forall a, (a < m)%nat ->
    (0 <= at2 Q i a)%Z /\ product d (point X i a) (point X i a) = (xi * xi)%Z).
  { intros i Hi; pose proof (Hc i ltac:(apply in_seq; lia)) as B; apply andb_prop in B; destruct B as [B1 B2].
    split; [apply Z.eqb_eq, B1|]; intros a Ha; rewrite forallb_forall in B2.
    pose proof (B2 a ltac:(apply in_seq; lia)) as E; apply andb_prop in E; destruct E as [E1 E2].
    split; [apply Z.leb_le, E1|apply Z.eqb_eq, E2]. }
  split; [exact H|split; [exact Hc0|split]].
  - intros i Hi; destruct (G i Hi) as [E B]; split.
    + intros a Ha; apply Rmult_le_pos; [apply IZR_le, (B a Ha)|left; apply Rinv_0_lt_compat, H].
    + unfold masses, Rdiv; rewrite (rsum_scal_r m (/ IZR mu) (fun a => IZR (at2 Q i a))), <- zsum_rsum, E.
      apply Rinv_r; lra.
  - intros i a Hi Ha; destruct (G i Hi) as [_ B]; rewrite product_dot by exact Hc0.
    rewrite (proj2 (B a Ha)), mult_IZR; field; lra.
Qed.

(** An accepted law has more energy than the collapsed ones. *)
Theorem surplus_check_sound n m d W omega K kappa P pi Q mu X xi :
  surplus_check n m d W omega K kappa P pi Q mu X xi = true ->
  slice_masses n m (masses Q mu) /\ slice_points n m d (points X xi) /\
  collapsed_energy n (weight W omega) (factor K kappa) (polynomial P pi)
  < slice_energy n m d (weight W omega) (factor K kappa) (polynomial P pi) (masses Q mu) (points X xi).
Proof.
  unfold surplus_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc; apply Z.ltb_lt, IZR_lt in Hc1.
  apply Z.ltb_lt, IZR_lt in Hc2; destruct (law_check_sound n m d Q mu X xi Hc0) as (Hmu & Hxi & HQ & HX).
  split; [exact HQ|split; [exact HX|]].
  assert (HP : (0 < length P)%nat).
  { destruct P as [|x P]; [exfalso|simpl; lia].
    assert (E : zsum n (fun i => zsum n (fun j => (coupling W K i j * zsum m (fun a => zsum m (fun b =>
        at2 Q i a * at2 Q j b * (homogeneous [] (product d (point X i a) (point X j b)) (xi * xi)
                                 - homogeneous [] (xi * xi) (xi * xi)))))%Z)) = 0%Z).
    { apply eq_IZR; rewrite zsum_rsum2; unfold rsum2.
      apply rsum_zero; intros i _; apply rsum_zero; intros j _.
      rewrite mult_IZR, zsum_rsum2; unfold rsum2; rewrite (rsum_zero m); [ring|]; intros a _.
      apply rsum_zero; intros b _; simpl; rewrite Z.mul_0_r; reflexivity. }
    rewrite E in Hc; lra. }
  set (f := polynomial P pi) in *; set (r := (xi * xi)%Z) in *.
  assert (Hr : 0 < IZR r) by (unfold r; rewrite mult_IZR; apply Rmult_lt_0_compat; assumption).
  set (scale := IZR omega * IZR omega * IZR kappa * (IZR mu * IZR mu) * (IZR r ^ pred (length P) * IZR pi)).
  assert (HS : 0 < scale).
  { unfold scale; repeat apply Rmult_lt_0_compat; auto; apply pow_lt, Hr. }
  assert (E : scale * (2 * (slice_energy n m d (weight W omega) (factor K kappa) f (masses Q mu) (points X xi)
                            - collapsed_energy n (weight W omega) (factor K kappa) f))
    = IZR (zsum n (fun i => zsum n (fun j => (coupling W K i j * zsum m (fun a => zsum m (fun b =>
        at2 Q i a * at2 Q j b * (homogeneous P (product d (point X i a) (point X j b)) r
                                 - homogeneous P r r))))%Z)))).
  { rewrite zsum_rsum2; unfold slice_energy, collapsed_energy.
    rewrite <- Rmult_minus_distr_l, <- (Rmult_assoc 2), Rinv_r, Rmult_1_l by lra.
    rewrite <- rsum2_scal, <- rsum2_minus, <- rsum2_scal; apply rsum2_ext; intros i j Hi Hj.
    rewrite mult_IZR, zsum_rsum2.
    assert (One : f 1 = rsum2 m (fun a b => masses Q mu i a * masses Q mu j b * f 1)).
    { rewrite (rsum2_ext m _ (fun a b => f 1 * (masses Q mu i a * masses Q mu j b))) by (intros; ring).
      rewrite rsum2_scal; unfold rsum2; rewrite <- rsum_mult, (proj2 (HQ i Hi)), (proj2 (HQ j Hj)); ring. }
    replace (f 1 * (weight W omega i * weight W omega j * factor K kappa i j))
      with (weight W omega i * weight W omega j * factor K kappa i j * f 1) by ring.
    rewrite One at 1; rewrite <- Rmult_minus_distr_l, <- rsum2_minus, <- !rsum2_scal.
    apply rsum2_ext; intros a b Ha Hb.
    rewrite !mult_IZR, minus_IZR, !(homogeneous_sound P pi) by assumption.
    rewrite product_dot by exact Hxi; fold r f.
    replace (IZR r / IZR r) with 1 by (field; lra).
    pose proof (weighted_scaled W omega K kappa i j ltac:(lra) ltac:(lra)) as Ew; unfold weighted in Ew.
    rewrite Ew; unfold scale, masses; field; repeat split; lra. }
  rewrite <- E in Hc; apply (Rmult_lt_reg_l scale); [exact HS|]; lra.
Qed.

(** ** The claims *)

(** "None" for all laws, in the dimension of the law's points. *)
Theorem all_laws_none_law n m d W omega K kappa P pi Q mu X xi :
  surplus_check n m d W omega K kappa P pi Q mu X xi = true ->
  AllLawsNone n (weight W omega) (factor K kappa) (polynomial P pi) d.
Proof.
  intros H; destruct (surplus_check_sound _ _ _ _ _ _ _ _ _ _ _ _ _ H) as (HQ & HX & Hlt).
  unfold AllLawsNone; apply (no_law_maximiser_collapsed n d _ _ _ m _ _ HQ HX Hlt).
Qed.

(** With one point per label, "none" for graph laws. *)
Theorem graph_laws_none_law n d W omega K kappa P pi Q mu X xi :
  surplus_check n 1 d W omega K kappa P pi Q mu X xi = true ->
  GraphLawsNone n (weight W omega) (factor K kappa) (polynomial P pi) d.
Proof.
  intros H; destruct (surplus_check_sound _ _ _ _ _ _ _ _ _ _ _ _ _ H) as (HQ & HX & Hlt).
  unfold GraphLawsNone; apply (no_maximiser_collapsed n d _ _ _ (fun i => points X xi i 0)).
  - intros i Hi; apply HX; [exact Hi|lia].
  - eapply Rlt_le_trans; [exact Hlt|right].
    unfold slice_energy, energy; f_equal; apply rsum2_ext; intros i j Hi Hj; unfold rsum2; simpl.
    pose proof (proj2 (HQ i Hi)) as Qi; pose proof (proj2 (HQ j Hj)) as Qj; simpl in Qi, Qj.
    rewrite !Rplus_0_l in *; rewrite Qi, Qj; ring.
Qed.
