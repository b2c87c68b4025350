(** * Polynomials that are Gegenbauer series with nonnegative coefficients, in integers

    Overview.  Let D = d - 2.  Integer polynomials G_m are positive multiples of P_m^(d):

        G_0 = 1,  G_1 = t,  G_2 = (D + 2) t^2 - 1,
        G_{m+1} = (2 m + D) t G_m - m (m - 1 + D) G_{m-1}   for m >= 2.

    If sigma P = pi sum_m C_m G_m coefficient by coefficient, C_m >= 0 for m >= 1, then f = P / pi is a
    [zonal] profile of R^d, and f(1) - f(t) >= C_1 / sigma (1 - t).  For d = 2 the value of such an f at
    cos(2 pi / g) is f(1) if only multiples of g occur among the m with C_m <> 0.

    Key results: [zonal_polynomial], [zonal_rising_polynomial], [turned_polynomial]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian PsdCheck PowerSeries Peaks Gegenbauer
  Schoenberg.
Import ListNotations.
Local Open Scope Z_scope.

(** sum_j C_j G_{m+j}, from G_{m-1} and G_m. *)
Fixpoint zonal_sum (D m : Z) (previous current C : list Z) : list Z :=
  match C with
  | [] => []
  | c :: C' =>
      let next := poly_add (map (Z.mul (2 * m + D)) (0 :: current))
                           (map (Z.mul (- (m * (m - 1 + D)))) previous) in
      poly_add (map (Z.mul c) current) (zonal_sum D (m + 1) current next C')
  end.

Definition zonal_check (e : nat) (C : list Z) (sigma : Z) (P : list Z) (pi : Z) : bool :=
  let D := Z.of_nat e in
  (0 <? sigma) && (0 <? pi) && forallb (fun c => 0 <=? c) (tl C)
  && forallb (Z.eqb 0) (poly_add (map (Z.mul sigma) P) (map (Z.mul (- pi))
       (poly_add [at1 C 0; at1 C 1] (zonal_sum D 2 [0; 1] [-1; 0; D + 2] (tl (tl C)))))).

Definition zonal_rising_check (e : nat) (C : list Z) (sigma : Z) (P : list Z) (pi : Z) : bool :=
  zonal_check e C sigma P pi && (0 <? at1 C 1).

(** Only multiples of g occur. *)
Definition multiples_check (g : nat) (C : list Z) : bool :=
  forallb (fun m => (at1 C m =? 0) || (Nat.modulo m g =? 0)%nat) (seq 0 (length C)).

Local Open Scope R_scope.

Lemma horner_zero P t : forallb (Z.eqb 0) P = true -> horner P t = 0.
Proof.
  induction P as [|x P IH]; cbn [forallb horner]; intros H; [reflexivity|]; apply andb_prop in H.
  destruct H as [H HP].
  apply Z.eqb_eq in H; rewrite <- H, IH by exact HP; ring.
Qed.

(** horner (G_m) = h N_m, h > 0. *)
Lemma zonal_next e m h t previous current : (1 <= m)%nat -> 0 < h ->
  horner previous t = h * gegenbauer (INR e) m t 1 ->
  horner current t = (INR m + INR e) * h * gegenbauer (INR e) (S m) t 1 ->
  horner (poly_add (map (Z.mul (2 * Z.of_nat (S m) + Z.of_nat e)) (0%Z :: current))
    (map (Z.mul (- (Z.of_nat (S m) * (Z.of_nat (S m) - 1 + Z.of_nat e)))) previous)) t
  = (INR (S m) + INR e) * ((INR m + INR e) * h) * gegenbauer (INR e) (S (S m)) t 1.
Proof.
  intros Hm Hh HP HC; rewrite horner_add, !horner_scale.
  change (horner (0%Z :: current) t) with (0 + t * horner current t); rewrite HP, HC, gegenbauer_step.
  rewrite opp_IZR, mult_IZR, !plus_IZR, minus_IZR, mult_IZR, <- !INR_IZR_INZ, S_INR.
  pose proof (pos_INR m); pose proof (pos_INR e); field; lra.
Qed.

(** The sum as numbers C_j h_j N_{m+j}, h_j > 0. *)
Lemma zonal_sum_terms e C : forall m h, (1 <= m)%nat -> 0 < h ->
  exists H : nat -> R, (forall j, 0 < H j) /\ forall previous current,
  (forall t, horner previous t = h * gegenbauer (INR e) m t 1) ->
  (forall t, horner current t = (INR m + INR e) * h * gegenbauer (INR e) (S m) t 1) -> forall t,
  horner (zonal_sum (Z.of_nat e) (Z.of_nat (S m)) previous current C) t
  = rsum (length C) (fun j => IZR (at1 C j) * H j * gegenbauer (INR e) (S m + j) t 1).
Proof.
  induction C as [|c C IH]; intros m h Hm Hh; [exists (fun _ => 1); split; [intros; lra|reflexivity]|].
  pose proof (lt_0_INR m ltac:(lia)) as Hm0; pose proof (pos_INR e) as He.
  assert (Hh' : 0 < (INR m + INR e) * h) by (apply Rmult_lt_0_compat; lra).
  destruct (IH (S m) ((INR m + INR e) * h) ltac:(lia) Hh') as (H & HP & HS).
  exists (fun j => match j with O => (INR m + INR e) * h | S i => H i end); split.
  - intros [|j]; auto.
  - intros previous current Hp Hc t; cbn [zonal_sum]; cbv zeta.
    replace (Z.of_nat (S m) + 1)%Z with (Z.of_nat (S (S m))) by lia.
    rewrite horner_add, horner_scale, HS.
    + rewrite Hc; cbn [length]; rewrite rsum_shift; unfold at1; cbn [nth]; rewrite Nat.add_0_r; f_equal;
      [ring|].
      apply rsum_ext; intros j _; rewrite Nat.add_succ_r; reflexivity.
    + exact Hc.
    + intros u; apply zonal_next; auto.
Qed.

(** The polynomial as a Gegenbauer series with numbers a_m, a_m = 0 where C_m = 0. *)
Lemma zonal_series e C sigma P pi : zonal_check e C sigma P pi = true ->
  exists a : nat -> R, (forall m, (1 <= m)%nat -> 0 <= a m) /\ (forall m, 0 < IZR (at1 C m) -> 0 < a m)
  /\ (forall m, at1 C m = 0%Z -> a m = 0)
  /\ forall t, polynomial P pi t
     = rsum (2 + length (tl (tl C))) (fun m => a m * gegenbauer (INR e) m t 1).
Proof.
  unfold zonal_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc1.
  pose proof (pos_INR e) as He; set (C2 := tl (tl C)) in *.
  destruct (zonal_sum_terms e C2 1 1 (le_n 1) ltac:(lra)) as (h & Hh & HS).
  set (a := fun m => match m with O | S O => IZR (at1 C m) / IZR sigma
    | S (S j) => IZR (at1 C2 j) * h j / IZR sigma end).
  assert (Hs : 0 < / IZR sigma) by (apply Rinv_0_lt_compat, H).
  assert (N : forall m, nth (S (S m)) C 0%Z = nth m C2 0%Z).
  { intros m; unfold C2; destruct C as [|c0 [|c1 C']]; simpl; destruct m; reflexivity. }
  assert (P0 : forall m, (1 <= m)%nat -> 0 <= IZR (at1 C m)).
  { intros m Hm; rewrite forallb_forall in Hc0; unfold at1.
    destruct (le_lt_dec (length C) m) as [L|L]; [rewrite nth_overflow by exact L; lra|].
    destruct m as [|m]; [lia|]; destruct C as [|c C']; [simpl in L; lia|]; simpl in *.
    apply IZR_le, Z.leb_le, Hc0, nth_In; lia. }
  exists a; split; [|split; [|split]].
  - intros [|[|m]] Hm; [lia| |]; unfold a.
    + apply Rmult_le_pos; [apply P0|]; lia || lra.
    + apply Rmult_le_pos; [|lra]; apply Rmult_le_pos; [|left; apply Hh].
      unfold at1; rewrite <- N; apply (P0 (S (S m))); lia.
  - intros [|[|m]] H1; unfold a.
    + apply Rmult_lt_0_compat; assumption.
    + apply Rmult_lt_0_compat; assumption.
    + unfold at1 in *; rewrite N in H1; repeat apply Rmult_lt_0_compat; auto.
  - intros [|[|m]] Hm; unfold a.
    + rewrite Hm; unfold Rdiv; ring.
    + rewrite Hm; unfold Rdiv; ring.
    + unfold at1 in *; rewrite <- N, Hm; unfold Rdiv; ring.
  - intros t; apply (horner_zero _ t) in Hc.
    rewrite horner_add, !horner_scale, horner_add, opp_IZR in Hc.
    change 2%Z with (Z.of_nat 2) in Hc at 1.
    rewrite (HS [0; 1]%Z [-1; 0; Z.of_nat e + 2]%Z) in Hc.
    + rewrite polynomial_horner; cbn [plus]; rewrite !rsum_shift; unfold a at 1 2.
      rewrite (rsum_ext _ (fun i => a (S (S i)) * _) (fun j => / IZR sigma * (IZR (at1 C2 j) * h j
        * gegenbauer (INR e) (2 + j) t 1))) by (intros; unfold a, Rdiv; simpl plus; ring).
      rewrite rsum_scal; cbn [gegenbauer horner] in Hc |- *; fold C2 in Hc.
      set (s := rsum (length C2) _) in *; set (p := horner P t) in *.
      apply (Rmult_eq_reg_l (IZR sigma)); [|lra].
      apply (Rmult_eq_reg_l (IZR pi)); [|lra]; field_simplify; lra.
    + intros u; cbn [horner gegenbauer]; ring.
    + intros u; rewrite gegenbauer_step; cbn [horner gegenbauer INR].
      rewrite plus_IZR, <- INR_IZR_INZ; field; lra.
Qed.

Lemma zonal_polynomial_above e C sigma P pi : zonal_check e C sigma P pi = true ->
  exists s, (0 < IZR (at1 C 1) -> 0 < s) /\ zonal_above s (S (S e)) (polynomial P pi).
Proof.
  intros H; destruct (zonal_series e C sigma P pi H) as (a & Ha & Ha1 & _ & E).
  exists (a 1%nat); split; [apply Ha1|split; [apply Ha, le_n|]]; set (d := S (S e)).
  set (l := length (tl (tl C))) in *.
  exists (a 0%nat), (fun x y => rsum l (fun m => a (S (S m))
    * gegenbauer (INR e) (S (S m)) (dot d x y) (dot d x x * dot d y y))); split.
  - apply (gram_rsum d l (fun m x y => a (S (S m))
      * gegenbauer (INR e) (S (S m)) (dot d x y) (dot d x x * dot d y y))); intros m _.
    apply (gram_scaled d (a (S (S m))) (fun x y => gegenbauer (INR e) (S (S m)) (dot d x y)
      (dot d x x * dot d y y))); [apply Ha; lia|apply gegenbauer_gram].
  - intros x y Hx Hy; rewrite Hx, Hy, E, Rmult_1_r; cbn [plus]; rewrite !rsum_shift; fold l.
    cbn [gegenbauer]; ring.
Qed.

(** A polynomial with nonnegative Gegenbauer coefficients in R^(e+2), and one with a_1 > 0. *)
Theorem zonal_polynomial e C sigma P pi : zonal_check e C sigma P pi = true ->
  zonal (S (S e)) (polynomial P pi).
Proof. intros H; destruct (zonal_polynomial_above e C sigma P pi H) as (s & _ & Hs); exists s;
  exact Hs. Qed.

(** The same with a_1 > 0. *)
Theorem zonal_rising_polynomial e C sigma P pi : zonal_rising_check e C sigma P pi = true ->
  zonal_rising (S (S e)) (polynomial P pi).
Proof.
  unfold zonal_rising_check; intros H; apply andb_prop in H; destruct H as [H H1].
  apply Z.ltb_lt, IZR_lt in H1; destruct (zonal_polynomial_above e C sigma P pi H) as (s & Hs & HZ).
  exists s; auto.
Qed.

(** In the plane N_m(cos a) = cos(m a). *)
Lemma gegenbauer_cosine alpha : forall m, gegenbauer 0 m (cos alpha) 1 = cos (INR m * alpha).
Proof.
  apply two_steps.
  - simpl; rewrite Rmult_0_l, cos_0; reflexivity.
  - simpl; rewrite Rmult_1_l; reflexivity.
  - intros m H0 H1; rewrite gegenbauer_step, H0, H1; pose proof (pos_INR m); rewrite !S_INR.
    replace ((INR m + 1 + 1) * alpha) with ((INR m + 1) * alpha + alpha) by ring.
    replace (INR m * alpha) with ((INR m + 1) * alpha - alpha) by ring.
    rewrite cos_plus, cos_minus; field; lra.
Qed.

Lemma cosine_turns q : cos (INR q * (2 * PI)) = 1.
Proof.
  replace (INR q * (2 * PI)) with (0 + 2 * INR q * PI) by ring; rewrite cos_period; apply cos_0.
Qed.

(** If only multiples of g >= 2 occur, f in the plane is as large at cos(2 pi / g) as at 1. *)
Theorem turned_polynomial g C sigma P pi : zonal_check 0 C sigma P pi = true ->
  multiples_check g C = true ->
  Nat.leb 2 g = true -> exists t, -1 <= t < 1 /\ polynomial P pi t = polynomial P pi 1.
Proof.
  intros H HM Hg; apply Nat.leb_le in Hg; pose proof (le_INR 2 g Hg) as G; simpl in G;
    pose proof PI_RGT_0 as HPI.
  destruct (zonal_series 0 C sigma P pi H) as (a & _ & _ & Ha & E).
  set (alpha := 2 * PI / INR g); exists (cos alpha); split.
  - split; [apply COS_bound|]; rewrite <- cos_0; apply cos_decreasing_1; try lra.
    + apply Rlt_le, Rdiv_lt_0_compat; lra.
    + unfold alpha; apply (Rmult_le_reg_r (INR g)); [lra|]; replace (2 * PI / INR g * INR g) with (2 * PI)
        by (field; lra); nra.
    + apply Rdiv_lt_0_compat; lra.
  - rewrite !E; apply rsum_ext; intros m Hm; simpl INR.
    destruct (Z.eq_dec (at1 C m) 0) as [Z|Z]; [rewrite (Ha m Z); ring|]; f_equal.
    replace 1 with (cos 0) at 2 by apply cos_0; rewrite !gegenbauer_cosine, Rmult_0_r, cos_0.
    assert (L : (m < length C)%nat).
    { destruct (le_lt_dec (length C) m) as [L|L]; [|exact L].
      exfalso; apply Z; unfold at1; apply nth_overflow, L. }
    unfold multiples_check in HM; rewrite forallb_forall in HM; specialize (HM m ltac:(apply in_seq; lia)).
    apply orb_prop in HM; destruct HM as [HM|HM]; [apply Z.eqb_eq in HM; contradiction|].
    apply Nat.eqb_eq in HM; rewrite (Nat.div_mod m g), HM, Nat.add_0_r, mult_INR by lia.
    replace (INR g * INR (m / g) * alpha) with (INR (m / g) * (2 * PI)) by (unfold alpha; field; lra).
    apply cosine_turns.
Qed.
