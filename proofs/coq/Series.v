(** * Profiles as formulas: power series with nonnegative coefficients, by syntax

    Overview.  To the rules of SeriesRules.v: exp, sinh and cosh of such functions and asin(c t), 0 < c <= 1,
    are of this kind, and which coefficients are positive is known from the formula.

    Key results: [from_exp], [from_sinh], [from_cosh], [from_asin]; what follows for a profile:
    [from_ascending], [from_rising], [from_odd], [from_full], [from_sloped]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse PsdCheck Profiles SeriesLimits.
From Collapse Require Export SeriesRules.
Import ListNotations.
Local Open Scope R_scope.

(** ** Compositions *)

(** Degrees n >= b of L, and the sums of k of them. *)
Definition starts (b : nat) (L : list (nat * nat)) : list nat :=
  filter (fun n => Nat.leb b n) (flat_map (fun x => [fst x; (fst x + snd x)%nat]) L).
Fixpoint sums_of (k : nat) (E : list nat) : list nat :=
  match k with O => [0%nat] | S m => flat_map (fun n => map (Nat.add n) (sums_of m E)) E end.

(** F o f contains f^k for k = k0, k0 + r, ..: degrees d + r n j, d a sum of k0 degrees, n one of them. *)
Definition composed (K : list (nat * nat)) (E : list nat) : list (nat * nat) :=
  flat_map (fun x => flat_map (fun n => map (fun d => (d, snd x * n)%nat) (sums_of (fst x) E)) E) K.

Lemma starts_positive b L a n : (forall p, (b <= p)%nat -> has L p -> 0 < a p) -> In n (starts b L) ->
  0 < a n.
Proof.
  intros H I; apply filter_In in I; destruct I as [I B]; apply Nat.leb_le in B; apply H; [exact B|].
  apply in_flat_map in I; destruct I as ([m s] & I & J); simpl in J.
  destruct J as [<-|[<-|[]]]; [exists m, s, 0%nat|exists m, s, 1%nat]; split; auto; lia.
Qed.

Lemma sums_positive a E k d : (forall q, 0 <= a q) -> (forall n, In n E -> 0 < a n) -> In d (sums_of k E) ->
  0 < powered a k d.
Proof.
  intros Ha HE; revert d; induction k as [|k IH]; intros d I; simpl in *.
  - destruct I as [<-|[]]; simpl; lra.
  - apply in_flat_map in I; destruct I as (n & I & J); apply in_map_iff in J; destruct J as (e & <- & J).
    apply convolution_positive; auto; intros; apply powered_nonneg, Ha.
Qed.

Lemma powered_plus a k l i j : (forall q, 0 <= a q) -> 0 < powered a k i -> 0 < powered a l j ->
  0 < powered a (k + l) (i + j).
Proof.
  intros Ha; revert i; induction k as [|k IH]; intros i Hi Hj; simpl in *.
  - destruct (Nat.eqb i 0) eqn:E; [apply Nat.eqb_eq in E; subst; exact Hj|lra].
  - unfold convolution, partial_product in Hi.
    assert (X : exists q, (q <= i)%nat /\ 0 < a q * moved q (powered a k) i).
    { clear - Ha Hi; assert (G : forall n, (n <= i)%nat ->
      0 < sum_f_R0 (fun q => a q * moved q (powered a k) i) n ->
        exists q, (q <= i)%nat /\ 0 < a q * moved q (powered a k) i).
      { induction n as [|n IH]; intros Hn Hs; [exists 0%nat; split; [lia|exact Hs]|].
        rewrite tech5 in Hs; destruct (Rlt_dec 0 (a (S n) * moved (S n) (powered a k) i)) as [Hp|Hp].
        - exists (S n); split; assumption.
        - apply IH; [lia|lra]. }
      apply (G i); [lia|exact Hi]. }
    destruct X as (q & Hq & X); unfold moved in X; rewrite (proj2 (Nat.leb_le q i) Hq) in X.
    pose proof (powered_nonneg a k (i - q) Ha) as N; pose proof (Ha q) as M.
    assert (A : 0 < a q) by (destruct M as [M|M]; [exact M|rewrite <- M, Rmult_0_l in X; lra]).
    assert (B : 0 < powered a k (i - q)) by (destruct N as [N|N]; [exact N|rewrite <- N, Rmult_0_r in X;
      lra]).
    replace (i + j)%nat with (q + ((i - q) + j))%nat by lia.
    apply convolution_positive; auto; intros; apply powered_nonneg, Ha.
Qed.

Lemma from_composition K L f F c :
  (forall k, 0 <= c k) -> (forall k r j, In (k, r) K -> 0 < c (k + r * j)%nat) -> series_from 0 L f ->
  (forall t, -1 <= t <= 1 -> Un_cv (psum c (f t)) (F (f t))) ->
  series_from 0 (composed K (starts 0 L)) (fun t => F (f t)).
Proof.
  intros Hc HK (a & A & P & S) HF; assert (A0 : forall p, 0 <= a p) by (intros; apply A; lia).
  assert (Pos : forall k p, 0 <= c k * powered a k p) by (intros; apply Rmult_le_pos;
    [apply Hc|apply powered_nonneg, A0]).
  destruct (series_composition c a f F Hc A0 S HF) as (B & HB & T); exists B; split; [|split; [|exact T]].
  - intros p _; apply Rle_trans with (2 := HB 0%nat p); apply cond_pos_sum; auto.
  - intros p _ (m & s & j & I & ->); apply in_flat_map in I; destruct I as ([k r] & IK & I).
    apply in_flat_map in I; destruct I as (n & In_n & I); apply in_map_iff in I; destruct I as (d & E & Id).
    injection E as <- <-; simpl in *; set (l := (k + r * j)%nat).
    apply Rlt_le_trans with (2 := HB l (d + r * n * j)%nat).
    apply Rlt_le_trans with (c l * powered a l (d + r * n * j)).
    + apply Rmult_lt_0_compat; [apply HK, IK|]; replace (r * n * j)%nat with (n * (r * j))%nat by ring.
      apply powered_plus; [exact A0| |].
      * apply (sums_positive a (starts 0 L)); auto; intros; apply (starts_positive 0 L); assumption.
      * apply powered_multiple; [exact A0|apply (starts_positive 0 L); assumption].
    + apply (sum_term (fun i => c i * powered a i (d + r * n * j))); auto.
Qed.

(** The series of exp, sinh and cosh on all of R. *)
Lemma exp_series x : Un_cv (psum (fun k => / INR (fact k)) x) (exp x).
Proof.
  pose proof (exponential_series x 1 ltac:(lra)) as H; cbv beta in H; rewrite Rmult_1_r in H.
  intros eps Heps; destruct (H eps Heps) as [N HN]; exists N; intros n Hn; specialize (HN n Hn).
  erewrite (sum_eq _ (fun k => / INR (fact k) * x ^ k)) in HN; [exact HN|].
  intros k _; rewrite pow1; unfold Rdiv; ring.
Qed.

Definition odd_term (k : nat) : R := if Nat.odd k then / INR (fact k) else 0.
Definition even_term (k : nat) : R := if Nat.odd k then 0 else / INR (fact k).

Lemma half_series (s : R) (c : nat -> R) x :
  (forall k, / 2 * (/ INR (fact k) + s * (/ INR (fact k) * (-1) ^ k)) = c k) ->
  Un_cv (psum c x) (/ 2 * (exp x + s * exp (- x))).
Proof.
  intros H; pose proof (CV_mult (fun _ => s) _ _ _ (limit_constant s) (exp_series (- x))) as B.
  pose proof (CV_mult (fun _ => / 2) _ _ _ (limit_constant (/ 2)) (CV_plus _ _ _ _ (exp_series x) B)) as C.
  intros eps Heps; destruct (C eps Heps) as [N HN]; exists N; intros n Hn; specialize (HN n Hn);
    cbv beta in HN.
  unfold psum in *; rewrite scal_sum, <- plus_sum, scal_sum in HN; erewrite sum_eq; [exact HN|].
  intros k _; rewrite <- H; cbv beta; replace (- x) with (-1 * x) by ring; rewrite Rpow_mult_distr; ring.
Qed.

Lemma sign_power k : (-1) ^ k = if Nat.odd k then -1 else 1.
Proof.
  induction k as [|k IH]; [reflexivity|]; rewrite Nat.odd_succ, <- Nat.negb_odd; simpl; rewrite IH.
  destruct (Nat.odd k); simpl; ring.
Qed.

Lemma sinh_series x : Un_cv (psum odd_term x) (sinh x).
Proof.
  replace (sinh x) with (/ 2 * (exp x + -1 * exp (- x))) by (unfold sinh; field); apply half_series.
  intros k; rewrite sign_power; unfold odd_term; destruct (Nat.odd k); field; apply INR_fact_neq_0.
Qed.

Lemma cosh_series x : Un_cv (psum even_term x) (cosh x).
Proof.
  replace (cosh x) with (/ 2 * (exp x + 1 * exp (- x))) by (unfold cosh; field); apply half_series.
  intros k; rewrite sign_power; unfold even_term; destruct (Nat.odd k); field; apply INR_fact_neq_0.
Qed.

Lemma inverse_factorial k : 0 < / INR (fact k).
Proof. apply Rinv_0_lt_compat, INR_fact_lt_0. Qed.

Lemma from_sinh L f : series_from 0 L f ->
  series_from 0 (composed [(1, 2)%nat] (starts 0 L)) (fun t => sinh (f t)).
Proof.
  intros H; apply (from_composition _ L f sinh odd_term); [| |exact H|intros; apply sinh_series].
  - intros k; unfold odd_term; pose proof (inverse_factorial k); destruct (Nat.odd k); lra.
  - intros k r j [I|[]]; injection I as <- <-; unfold odd_term; rewrite (proj2 (Nat.odd_spec (1 + 2 * j))).
    + apply inverse_factorial.
    + exists j; lia.
Qed.

Lemma from_cosh L f :
  series_from 0 L f -> series_from 0 (composed [(0, 2); (2, 2)]%nat (starts 0 L)) (fun t => cosh (f t)).
Proof.
  intros H; apply (from_composition _ L f cosh even_term); [| |exact H|intros; apply cosh_series].
  - intros k; unfold even_term; pose proof (inverse_factorial k); destruct (Nat.odd k); lra.
  - assert (E : forall j, 0 < even_term (2 * j)).
    { intros j; unfold even_term; rewrite <- Nat.negb_even, (proj2 (Nat.even_spec (2 * j))) by (exists j;
      reflexivity).
      apply inverse_factorial. }
    intros k r j [I|[I|[]]]; injection I as <- <-; [apply (E j)|].
    replace (2 + 2 * j)%nat with (2 * S j)%nat by lia; apply E.
Qed.

(** exp(a_0 + g) = e^(a_0) exp(g): the constant is free. *)
Lemma from_exp L f :
  series_from 1 L f -> series_from 0 (composed [(0, 1);
    (1, 1)]%nat (starts 0 (map (fun n => (n, 0)%nat) (starts 1 L))))
    (fun t => exp (f t)).
Proof.
  intros (a & A & P & S); set (c := a 0%nat).
  assert (G : series_from 0 (map (fun n => (n, 0)%nat) (starts 1 L)) (fun t => f t + - c)).
  { exists (fun p => a p + (if Nat.eqb p 0 then - c else 0)); split; [|split].
    - intros [|p] _; simpl; [unfold c; lra|specialize (A (Datatypes.S p) ltac:(lia)); lra].
    - intros p _ (m & s & k & I & E); apply in_map_iff in I; destruct I as (n & In_n & I).
      injection In_n as <- <-; rewrite E, Nat.mul_0_l, Nat.add_0_r.
      pose proof (starts_positive 1 L a n P I) as Q; apply filter_In in I; destruct I as [_ I].
      apply Nat.leb_le in I; destruct n as [|n]; [lia|]; simpl; lra.
    - apply power_series_plus; [exact S|apply constant_series]. }
  apply (from_same _ _ (fun t => exp c * exp (f t + - c))).
  { intros t _; rewrite <- exp_plus; f_equal; ring. }
  apply from_scale; [apply exp_pos|].
  apply (from_composition _ _ (fun t => f t + - c) exp (fun k => / INR (fact k))); [| |exact G|intros;
    apply exp_series].
  - intros k; left; apply inverse_factorial.
  - intros; apply inverse_factorial.
Qed.

(** asin(c t), 0 < c <= 1. *)
Lemma from_asin c : 0 < c <= 1 -> series_from 0 [(1, 2)%nat] (fun t => asin (c * t)).
Proof.
  intros Hc; exists (fun p => c ^ p * asin_term p); split; [|split].
  - intros p _; apply Rmult_le_pos; [apply pow_le; lra|]; unfold asin_term; destruct (Nat.odd p) eqn:E;
      [|lra].
    destruct p as [|p]; [discriminate E|]; pose proof (ArcsineSeries.central_bounds (S p / 2)).
    apply Rlt_le, Rdiv_lt_0_compat; [lra|apply lt_0_INR; lia].
  - intros p _ (m & s & k & [I|[]] & ->); injection I as <- <-; apply Rmult_lt_0_compat; [apply pow_lt; lra|].
    unfold asin_term; rewrite (proj2 (Nat.odd_spec (1 + 2 * k))) by (exists k; lia).
    pose proof (ArcsineSeries.central_bounds ((1 + 2 * k) / 2)); apply Rdiv_lt_0_compat;
      [lra|apply lt_0_INR; lia].
  - intros t Ht; pose proof (asin_series (c * t) ltac:(nra)) as H; intros eps Heps;
      destruct (H eps Heps) as [N HN].
    exists N; intros n Hn; specialize (HN n Hn); erewrite (sum_eq _ (fun p => asin_term p * (c * t) ^ p));
      [exact HN|].
    intros p _; rewrite Rpow_mult_distr; ring.
Qed.

(** ** What follows for a profile *)

Lemma from_ascending L f : series_from 1 L f -> ascending f.
Proof. intros (a & A & _ & S); exists a; split; assumption. Qed.

Definition has_one (L : list (nat * nat)) : bool :=
  existsb (fun x => Nat.eqb (fst x) 1 || (Nat.eqb (fst x) 0 && Nat.eqb (snd x) 1)) L.

Lemma from_rising L f : has_one L = true -> series_from 1 L f -> rising f.
Proof.
  intros H (a & A & P & S); exists a; split; [exact A|split; [|exact S]]; apply P; [lia|].
  apply existsb_exists in H; destruct H as ([m s] & I & H); simpl in H; apply orb_prop in H;
    destruct H as [H|H].
  - apply Nat.eqb_eq in H; subst; exists 1%nat, s, 0%nat; split; [exact I|lia].
  - apply andb_prop in H; destruct H as [H1 H2]; apply Nat.eqb_eq in H1; apply Nat.eqb_eq in H2; subst.
    exists 0%nat, 1%nat, 1%nat; split; [exact I|lia].
Qed.

Definition has_odd (q : nat) (L : list (nat * nat)) : bool := Nat.odd q && existsb (Nat.eqb q) (starts 1 L).

Lemma start_has b L n : In n (starts b L) -> has L n /\ (b <= n)%nat.
Proof.
  intros I; apply filter_In in I; destruct I as [I B]; split; [|apply Nat.leb_le, B].
  apply in_flat_map in I; destruct I as ([m s] & I & [<-|[<-|[]]]); [exists m, s, 0%nat|exists m, s, 1%nat];
    split; auto;
    simpl; lia.
Qed.

Lemma from_odd q L f : has_odd q L = true -> series_from 1 L f -> odd_rising f.
Proof.
  intros H (a & A & P & S); apply andb_prop in H; destruct H as [H1 H2]; apply Nat.odd_spec in H1.
  apply existsb_exists in H2; destruct H2 as (n & I & E); apply Nat.eqb_eq in E; subst n.
  destruct (start_has 1 L q I) as [G B]; exists a, q; repeat split; auto.
Qed.

(** All p >= 1: one progression of step 1, or the even and the odd numbers. *)
Definition has_all (L : list (nat * nat)) : bool :=
  existsb (fun x => Nat.leb (fst x) 1 && Nat.eqb (snd x) 1) L ||
  (existsb (fun x => (Nat.eqb (fst x) 0 || Nat.eqb (fst x) 2) && Nat.eqb (snd x) 2) L &&
   existsb (fun x => Nat.eqb (fst x) 1 && Nat.eqb (snd x) 2) L).

Lemma all_has L p : has_all L = true -> (1 <= p)%nat -> has L p.
Proof.
  intros H Hp; apply orb_prop in H; destruct H as [H|H].
  - apply existsb_exists in H; destruct H as ([m s] & I & H); simpl in H; apply andb_prop in H.
    destruct H as [H1 H2]; apply Nat.leb_le in H1; apply Nat.eqb_eq in H2; subst.
    exists m, 1%nat, (p - m)%nat; split; [exact I|lia].
  - apply andb_prop in H; destruct H as [H1 H2]; apply existsb_exists in H1; apply existsb_exists in H2.
    destruct H1 as ([m s] & I & H1), H2 as ([n u] & J & H2); simpl in H1, H2.
    apply andb_prop in H1; apply andb_prop in H2; destruct H1 as [M1 M2], H2 as [N1 N2].
    apply Nat.eqb_eq in M2; apply Nat.eqb_eq in N1; apply Nat.eqb_eq in N2; subst.
    destruct (Nat.Even_or_Odd p) as [[q E]|[q E]]; [|exists 1%nat, 2%nat, q; split; [exact J|lia]].
    apply orb_prop in M1; destruct M1 as [M1|M1]; apply Nat.eqb_eq in M1; subst.
    + exists 0%nat, 2%nat, q; split; [exact I|lia].
    + exists 2%nat, 2%nat, (q - 1)%nat; split; [exact I|lia].
Qed.

Lemma from_full L f : has_all L = true -> series_from 1 L f -> full f.
Proof. intros H (a & A & P & S); exists a; split; [|exact S]; intros p Hp; apply P; [exact Hp|apply all_has;
  assumption]. Qed.

(** A slope at 1, if there is one, is at least a_q: f(1) - f(t) >= a_q (1 - t^q) >= a_q (1 - t) for t >= 0. *)
Definition has_some (L : list (nat * nat)) : bool := match starts 1 L with [] => false | _ => true end.

Lemma from_sloped L f s : has_some L = true -> series_from 1 L f -> slope_at_one f s -> sloped f.
Proof.
  intros H (a & A & P & S) Hs; unfold has_some in H; destruct (starts 1 L) as [|q rest] eqn:E;
    [discriminate H|].
  destruct (start_has 1 L q ltac:(rewrite E; left; reflexivity)) as [Hq B]; pose proof (P q B Hq) as Q.
  exists s; split; [|exact Hs]; destruct (Rlt_le_dec 0 s) as [|Hn]; [assumption|exfalso].
  destruct (Hs (a q / 2) ltac:(lra)) as (delta & D & G); set (h := Rmin (delta / 2) (/ 2)).
  assert (H0 : 0 < h <= / 2 /\ h <= delta / 2) by (unfold h; split; [split|]; [apply Rmin_pos;
    lra|apply Rmin_r|apply Rmin_l]).
  specialize (G (1 - h) ltac:(lra) ltac:(lra)); replace (1 - (1 - h)) with h in G by ring.
  pose proof (series_gap a f q (1 - h) A S ltac:(lra) B) as K.
  assert (T : (1 - h) ^ q <= 1 - h).
  { destruct q as [|q]; [lia|]; simpl; pose proof (power_at_most_one (1 - h) q ltac:(lra)); nra. }
  assert (a q * h <= a q * (1 - (1 - h) ^ q)) by (apply Rmult_le_compat_l; lra).
  pose proof (Rle_abs (f 1 - f (1 - h) - s * h)); nra.
Qed.
