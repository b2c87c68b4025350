(** * From integers to T4d: certified connection kernels

    Overview.  O_ij = M_ij / den with integer d x d matrices M_ij, weights W_i / omega.  Checked in integers:
    W_i > 0; M_ij^T M_ij = M_ij M_ij^T = den^2 I; M_ji = M_ij^T; integer vectors X_i of one length with
    den X_i = M_ij X_j, a parallel section.  Its maximisers are the parallel unit sections then, and

    - "all": each row of M_i0 - den I, times s <> 0, is an integer combination of given rows of
      M_ij M_j0 - den M_i0, which vanish on x_0 for every parallel section;
    - "none": each row of s I is a combination of given rows of M_ij - den I, which vanish on constant ones;
    - "some": a parallel section that is constant, and one that is not.

    Key results: [connection_claim_all], [connection_claim_some], [connection_claim_none], for graph laws and
    for all laws with finitely supported slices. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices
  PsdCheck PsdSound FactorCertificate Profiles GaugeCertificate GaugeSome Connections.
Import ListNotations.

(** The matrix M_ij. *)
Definition map_at (M : list (list (list (list Z)))) (i j : nat) : list (list Z) := nth j (nth i M []) [].

(** O_ij = M_ij / den. *)
Definition transports (M : list (list (list (list Z)))) (den : Z) (i j a b : nat) : R :=
  (IZR (at2 (map_at M i j) a b) / IZR den)%R.

Local Open Scope Z_scope.

(** ** The checks *)

(** Positive weights, orthogonal matrices, M_ji = M_ij^T. *)
Definition connection_check (n d : nat) (W : list Z) (omega : Z) (M : list (list (list (list Z)))) (den : Z)
  : bool :=
  Nat.ltb 0 n && Nat.ltb 0 d && (0 <? omega) && (0 <? den)
  && forallb (fun i => 0 <? at1 W i) (seq 0 n)
  && forallb (fun i => forallb (fun j =>
       orthogonal_check d den (map_at M i j)
       && forallb (fun a => forallb (fun b => at2 (map_at M j i) a b =? at2 (map_at M i j) b a) (seq 0 d))
            (seq 0 d)) (seq 0 n)) (seq 0 n).

(** |X_i|^2 = N > 0 and den X_i = M_ij X_j. *)
Definition section_check (n d : nat) (M : list (list (list (list Z)))) (den : Z) (X : list (list Z)) (N : Z)
  : bool :=
  (0 <? N)
  && forallb (fun i => zsum d (fun a => at2 X i a * at2 X i a) =? N) (seq 0 n)
  && forallb (fun i => forallb (fun j => forallb (fun a =>
       den * at2 X i a =? zsum d (fun b => at2 (map_at M i j) a b * at2 X j b))
       (seq 0 d)) (seq 0 n)) (seq 0 n).

(** The entries den, on the diagonal, of den I. *)
Definition diagonal (den : Z) (a b : nat) : Z := if Nat.eqb b a then den else 0.

(** Row a of M_ij - den I, and of M_ij M_j0 - den M_i0, at b; p = (i, (j, a)). *)
Definition constancy (M : list (list (list (list Z)))) (den : Z) (p : nat * (nat * nat)) (b : nat) : Z :=
  let '(i, (j, a)) := p in at2 (map_at M i j) a b - diagonal den a b.
Definition holonomy (d : nat) (M : list (list (list (list Z)))) (den : Z) (p : nat * (nat * nat)) (b : nat)
  : Z :=
  let '(i, (j, a)) := p in
  zsum d (fun c => at2 (map_at M i j) a c * at2 (map_at M j 0) c b) - den * at2 (map_at M i 0) a b.

(** s target_b = sum_e C_e row_e(b), the sum over the rows in E. *)
Definition combination_check (d : nat) (row : nat * (nat * nat) -> nat -> Z) (E : list (nat * (nat * nat)))
  (C : list Z) (s : Z) (target : nat -> Z) : bool :=
  forallb (fun b =>
    zsum (length E) (fun e => at1 C e * row (nth e E (0%nat, (0%nat, 0%nat))) b) =? s * target b) (seq 0 d).

(** Labels and coordinates of the rows in E. *)
Definition places_check (n d : nat) (E : list (nat * (nat * nat))) : bool :=
  forallb (fun p => let '(i, (j, a)) := p in Nat.ltb i n && Nat.ltb j n && Nat.ltb a d) E.

(** Every parallel section is constant: s (M_i0 - den I) = C_i times the rows in E. *)
Definition still_check (n d : nat) (M : list (list (list (list Z)))) (den : Z) (E : list (nat * (nat * nat)))
  (C : list (list (list Z))) (s : Z) : bool :=
  negb (s =? 0) && places_check n d E
  && forallb (fun i => forallb (fun a =>
       combination_check d (holonomy d M den) E (nth a (nth i C []) []) s (constancy M den (i, (0%nat, a))))
       (seq 0 d)) (seq 0 n).

(** No section is constant: s I = C times the rows in E. *)
Definition moving_check (n d : nat) (M : list (list (list (list Z)))) (den : Z) (E : list (nat * (nat * nat)))
  (C : list (list Z)) (s : Z) : bool :=
  negb (s =? 0) && places_check n d E
  && forallb (fun a => combination_check d (constancy M den) E (nth a C []) s (diagonal 1 a)) (seq 0 d).

(** ** Soundness *)

Local Open Scope R_scope.

Lemma connection_check_sound n d W omega M den :
  connection_check n d W omega M den = true ->
  (1 <= n)%nat /\ (1 <= d)%nat /\ 0 < IZR den /\ connection n d (transports M den) /\
  positive_weights n (weight W omega).
Proof.
  unfold connection_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  rename Hc into HM, Hc0 into HW, Hc1 into Hden, Hc2 into Ho, Hc3 into Hd.
  apply Nat.ltb_lt in H; apply Nat.ltb_lt in Hd; apply Z.ltb_lt, IZR_lt in Hden; apply Z.ltb_lt, IZR_lt in Ho.
  split; [exact H|split; [exact Hd|split; [exact Hden|split]]].
  - intros i j Hi Hj; pose proof (forallb_seq n _ (forallb_seq n _ HM i Hi) j Hj) as E; cbv beta in E.
    apply andb_prop in E; destruct E as [E1 E2]; split; [exact (orthogonal_check_sound d den _ Hden E1)|].
    intros a b Ha Hb; pose proof (forallb_seq d _ (forallb_seq d _ E2 a Ha) b Hb) as F; cbv beta in F.
    apply Z.eqb_eq in F; unfold transports, transpose; rewrite F; reflexivity.
  - intros i Hi; pose proof (forallb_seq n _ HW i Hi) as E; apply Z.ltb_lt, IZR_lt in E.
    apply Rdiv_lt_0_compat; assumption.
Qed.

(** The scaled vectors X_i / sqrt N are a parallel unit section. *)
Lemma section_check_sound n d M den X N :
  0 < IZR den -> section_check n d M den X N = true ->
  0 < sqrt (IZR N) /\ unit_vectors n d (scaled X N) /\ parallel n d (transports M den) (scaled X N).
Proof.
  intros Hden H; unfold section_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; pose proof (sqrt_lt_R0 _ H) as S; split; [exact S|split].
  - exact (scaled_unit n d X N H Hc0).
  - intros i j Hi Hj a Ha.
    pose proof (forallb_seq d _ (forallb_seq n _ (forallb_seq n _ Hc i Hi) j Hj) a Ha) as F; cbv beta in F.
    apply Z.eqb_eq, (f_equal IZR) in F; rewrite zsum_rsum, mult_IZR in F.
    transitivity (/ IZR den * / sqrt (IZR N) * (IZR den * IZR (at2 X i a))).
    + unfold scaled; field; split; lra.
    + rewrite F; unfold apply, dot; rewrite <- rsum_scal; apply rsum_ext; intros b _.
      unfold transports, scaled, Rdiv; rewrite mult_IZR; ring.
Qed.

(** Where all rows vanish on v, so do their combinations. *)
Lemma combination_check_sound d row E C s target v :
  s <> 0%Z ->
  (forall p, In p E -> rsum d (fun b => IZR (row p b) * v b) = 0) ->
  combination_check d row E C s target = true -> rsum d (fun b => IZR (target b) * v b) = 0.
Proof.
  intros Hs HR HC; assert (Hs' : IZR s <> 0) by (intros Z; apply Hs, eq_IZR, Z).
  apply (Rmult_eq_reg_l (IZR s)); [|exact Hs']; rewrite <- rsum_scal, Rmult_0_r.
  rewrite (rsum_ext d _ (fun b => rsum (length E) (fun e =>
    IZR (at1 C e) * (IZR (row (nth e E (0%nat, (0%nat, 0%nat))) b) * v b)))).
  - rewrite rsum_swap; apply rsum_zero; intros e He; rewrite rsum_scal, HR; [ring|apply nth_In, He].
  - intros b Hb; pose proof (forallb_seq d _ HC b Hb) as F; cbv beta in F.
    apply Z.eqb_eq, (f_equal IZR) in F; rewrite zsum_rsum, mult_IZR in F.
    rewrite <- Rmult_assoc, <- F, <- rsum_scal_r; apply rsum_ext; intros e _; rewrite mult_IZR; ring.
Qed.

(** sum_b (den I)_ab v_b = den v_a. *)
Lemma diagonal_sum d den a v :
  (a < d)%nat -> rsum d (fun b => IZR (diagonal den a b) * v b) = IZR den * v a.
Proof.
  intros Ha; rewrite (rsum_single d _ a Ha).
  - unfold diagonal; rewrite Nat.eqb_refl; reflexivity.
  - intros b _ Hb; unfold diagonal; rewrite (proj2 (Nat.eqb_neq b a)) by exact Hb; ring.
Qed.

(** The integer matrix is den times the real one. *)
Lemma transports_apply d M den i j v a :
  IZR den <> 0 ->
  rsum d (fun b => IZR (at2 (map_at M i j) a b) * v b) = IZR den * apply d (transports M den i j) v a.
Proof.
  intros H; unfold apply, dot, transports; rewrite <- rsum_scal; apply rsum_ext; intros; field; exact H.
Qed.

(** A constancy row vanishes on v if and only if O_ij v = v in this coordinate. *)
Lemma constancy_row d M den i j a v :
  0 < IZR den -> (a < d)%nat ->
  (rsum d (fun b => IZR (constancy M den (i, (j, a)) b) * v b) = 0
   <-> apply d (transports M den i j) v a = v a).
Proof.
  intros Hden Ha; unfold constancy.
  rewrite (rsum_ext d _ (fun b => IZR (at2 (map_at M i j) a b) * v b - IZR (diagonal den a b) * v b))
    by (intros; rewrite minus_IZR; ring).
  rewrite rsum_minus, (diagonal_sum d den a v Ha), (transports_apply d M den i j v a) by lra; split; intros E.
  - apply (Rmult_eq_reg_l (IZR den)); lra.
  - rewrite E; ring.
Qed.

(** A holonomy row vanishes on x_0 where x is a parallel section. *)
Lemma holonomy_row n d M den x i j a :
  0 < IZR den -> parallel n d (transports M den) x -> (i < n)%nat -> (j < n)%nat -> (a < d)%nat ->
  rsum d (fun b => IZR (holonomy d M den (i, (j, a)) b) * x 0%nat b) = 0.
Proof.
  intros Hden P Hi Hj Ha; unfold holonomy.
  assert (D : IZR den <> 0) by lra; set (v := x 0%nat).
  assert (V : forall l, (l < n)%nat -> same d (apply d (transports M den l 0%nat) v) (x l))
    by (intros l Hl c Hc; symmetry; apply P; [exact Hl|lia|exact Hc]).
  rewrite (rsum_ext d _ (fun b => rsum d (fun c => IZR (at2 (map_at M i j) a c)
      * (IZR (at2 (map_at M j 0) c b) * v b)) - IZR den * (IZR (at2 (map_at M i 0) a b) * v b))).
  - rewrite rsum_minus, rsum_swap, rsum_scal, (transports_apply d M den i 0 v a D).
    rewrite (rsum_ext d _ (fun c => IZR den * (IZR (at2 (map_at M i j) a c) * x j c))).
    + rewrite rsum_scal, (transports_apply d M den i j (x j) a D), (V i Hi a Ha), <- (P i j Hi Hj a Ha); ring.
    + intros c Hc; rewrite rsum_scal, (transports_apply d M den j 0 v c D), (V j Hj c Hc); ring.
  - intros b _; rewrite minus_IZR, zsum_rsum, mult_IZR, Rmult_minus_distr_r, <- rsum_scal_r; f_equal; [|ring].
    apply rsum_ext; intros; rewrite mult_IZR; ring.
Qed.

Lemma places_check_in n d E i j a :
  places_check n d E = true -> In (i, (j, a)) E -> (i < n)%nat /\ (j < n)%nat /\ (a < d)%nat.
Proof.
  unfold places_check; rewrite forallb_forall; intros H HI; specialize (H _ HI); cbv beta iota in H.
  apply andb_prop in H; destruct H as [H H3]; apply andb_prop in H; destruct H as [H1 H2].
  apply Nat.ltb_lt in H1; apply Nat.ltb_lt in H2; apply Nat.ltb_lt in H3; auto.
Qed.

(** Every parallel section is constant. *)
Lemma still_check_sound n d M den E C s x :
  0 < IZR den -> (1 <= n)%nat -> still_check n d M den E C s = true -> parallel n d (transports M den) x ->
  collapsed n d x.
Proof.
  intros Hden Hn H P; unfold still_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply negb_true_iff, Z.eqb_neq in H.
  assert (G : forall i, (i < n)%nat -> same d (x i) (x 0%nat)).
  { intros i Hi a Ha; rewrite (P i 0%nat Hi ltac:(lia) a Ha).
    apply (constancy_row d M den i 0 a (x 0%nat) Hden Ha).
    apply (combination_check_sound d (holonomy d M den) E (nth a (nth i C []) []) s); [exact H| |].
    - intros [j [l e]] HI; destruct (places_check_in n d E j l e Hc0 HI) as (Hj & Hl & He).
      apply (holonomy_row n d M den x j l e); assumption.
    - exact (forallb_seq d _ (forallb_seq n _ Hc i Hi) a Ha). }
  intros i j Hi Hj a Ha; rewrite (G i Hi a Ha), (G j Hj a Ha); reflexivity.
Qed.

(** No unit vector has O_ij v = v for all labels. *)
Lemma moving_check_sound n d M den E C s v :
  0 < IZR den -> moving_check n d M den E C s = true ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> same d (apply d (transports M den i j) v) v) -> dot d v v <> 1.
Proof.
  intros Hden H HV; unfold moving_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply negb_true_iff, Z.eqb_neq in H.
  assert (U : forall a, (a < d)%nat -> v a = 0).
  { intros a Ha.
    pose proof (combination_check_sound d (constancy M den) E (nth a C []) s (diagonal 1 a) v H) as F.
    rewrite (diagonal_sum d 1 a v Ha) in F; rewrite Rmult_1_l in F; apply F.
    - intros [i [j e]] HI; destruct (places_check_in n d E i j e Hc0 HI) as (Hi & Hj & He).
      apply (constancy_row d M den i j e v Hden He), HV; assumption.
    - exact (forallb_seq d _ Hc a Ha). }
  assert (dot d v v = 0) by (apply rsum_zero; intros a Ha; rewrite (U a Ha); ring); lra.
Qed.

(** ** The claims *)

(** Maximisers exist, and all of them, some but not all, or none are collapsed. *)
Definition ConnectionGraphLawsAll n d w f O : Prop :=
  (exists x, connection_maximiser n d w f O x) /\
  forall x, connection_maximiser n d w f O x -> collapsed n d x.
Definition ConnectionGraphLawsSome n d w f O : Prop :=
  (exists x, connection_maximiser n d w f O x /\ collapsed n d x) /\
  exists x, connection_maximiser n d w f O x /\ ~ collapsed n d x.
Definition ConnectionGraphLawsNone n d w f O : Prop :=
  (exists x, connection_maximiser n d w f O x) /\
  forall x, connection_maximiser n d w f O x -> ~ collapsed n d x.
Definition ConnectionAllLawsAll n d w f O : Prop :=
  (exists m q x, connection_law_maximiser n m d w f O q x) /\
  forall m q x, connection_law_maximiser n m d w f O q x -> slices_collapsed n m d q x.
Definition ConnectionAllLawsSome n d w f O : Prop :=
  (exists m q x, connection_law_maximiser n m d w f O q x /\ slices_collapsed n m d q x) /\
  exists m q x, connection_law_maximiser n m d w f O q x /\ ~ slices_collapsed n m d q x.
Definition ConnectionAllLawsNone n d w f O : Prop :=
  (exists m q x, connection_law_maximiser n m d w f O q x) /\
  forall m q x, connection_law_maximiser n m d w f O q x -> ~ slices_collapsed n m d q x.

(** A parallel unit section is a maximiser in both views, and maximisers are parallel. *)
Lemma section_maximisers n d W omega M den X N f :
  connection_check n d W omega M den = true -> section_check n d M den X N = true -> peaked f ->
  let w := weight W omega in let O := transports M den in let x := scaled X N in
  connection_maximiser n d w f O x /\ connection_law_maximiser n 1 d w f O (fun _ _ => 1) (fun i _ => x i) /\
  (forall y, connection_maximiser n d w f O y -> unit_vectors n d y /\ parallel n d O y) /\
  forall m q y, connection_law_maximiser n m d w f O q y ->
    slice_masses n m q /\ slice_points n m d y /\ parallel_slices n m d O q y.
Proof.
  intros H HX Hf w O x; destruct (connection_check_sound n d W omega M den H) as (_ & _ & Hden & HO & Hw).
  destruct (section_check_sound n d M den X N Hden HX) as (_ & U & P).
  pose proof (connection_maximisers n d w f O x HO Hw Hf U P) as G.
  pose proof (connection_law_maximisers n d w f O x HO Hw Hf U P) as L.
  split; [apply G; split; assumption|split; [apply L, section_law; assumption|]].
  split; [intros y; apply G|intros m q y; apply L].
Qed.

(** The points of a parallel law that carry mass, one for each label, are a parallel section. *)
Lemma chosen_section n m d O q y :
  slice_masses n m q -> slice_points n m d y -> parallel_slices n m d O q y ->
  forall i a, (i < n)%nat -> (a < m)%nat -> 0 < q i a ->
  exists z, unit_vectors n d z /\ parallel n d O z /\ same d (z i) (y i a) /\
  (forall j, (j < n)%nat -> exists c, (c < m)%nat /\ 0 < q j c /\ same d (z j) (y j c)).
Proof.
  intros Hq Hy P i a Hi Ha Qa; exists (fun l => apply d (O l i) (y i a)).
  assert (S : forall l c, (l < n)%nat -> (c < m)%nat -> 0 < q l c -> same d (y l c) (apply d (O l i) (y i a)))
    by (intros l c Hl Hc Ql; apply (P l i c a); assumption).
  assert (Z : forall l, (l < n)%nat ->
    exists c, (c < m)%nat /\ 0 < q l c /\ same d (apply d (O l i) (y i a)) (y l c)).
  { intros l Hl; destruct (carried n m q l Hq Hl) as (c & Hc & Qc); exists c; split; [exact Hc|].
    split; [exact Qc|]; intros b Hb; symmetry; apply (S l c Hl Hc Qc b Hb). }
  split; [|split; [|split]].
  - intros l Hl; destruct (Z l Hl) as (c & Hc & Qc & E).
    rewrite (dot_ext d _ _ _ _ E E); apply Hy; assumption.
  - intros l j Hl Hj b Hb; destruct (Z l Hl) as (c & Hc & Qc & E); destruct (Z j Hj) as (e & He & Qe & F).
    rewrite (E b Hb), (apply_ext d (O l j) _ _ F); apply (P l j c e); assumption.
  - intros b Hb; symmetry; apply (S i a Hi Ha Qa b Hb).
  - exact Z.
Qed.

(** "all" in both views. *)
Theorem connection_claim_all n d W omega M den X N E C s f :
  connection_check n d W omega M den = true -> section_check n d M den X N = true ->
  still_check n d M den E C s = true -> peaked f ->
  ConnectionGraphLawsAll n d (weight W omega) f (transports M den) /\
  ConnectionAllLawsAll n d (weight W omega) f (transports M den).
Proof.
  intros H HX HS Hf; destruct (connection_check_sound n d W omega M den H) as (Hn & _ & Hden & _ & _).
  destruct (section_maximisers n d W omega M den X N f H HX Hf) as (GX & LX & G & L).
  split; split.
  - eexists; exact GX.
  - intros y Hy; destruct (G y Hy) as [_ P]; apply (still_check_sound n d M den E C s y Hden Hn HS P).
  - do 3 eexists; exact LX.
  - intros m q y Hmax; destruct (L m q y Hmax) as (Hq & Hy & P).
    intros i j a b Hi Hj Ha Hb Qa Qb.
    destruct (chosen_section n m d _ q y Hq Hy P i a Hi Ha Qa) as (z & _ & Pz & Zi & Zc).
    pose proof (still_check_sound n d M den E C s z Hden Hn HS Pz) as CZ.
    intros e He; rewrite <- (Zi e He), (CZ i j Hi Hj e He), (Pz j i Hj Hi e He).
    rewrite (apply_ext d _ _ _ Zi); symmetry; apply (P j i b a); assumption.
Qed.

(** "none" in both views. *)
Theorem connection_claim_none n d W omega M den X N E C s f :
  connection_check n d W omega M den = true -> section_check n d M den X N = true ->
  moving_check n d M den E C s = true -> peaked f ->
  ConnectionGraphLawsNone n d (weight W omega) f (transports M den) /\
  ConnectionAllLawsNone n d (weight W omega) f (transports M den).
Proof.
  intros H HX HC Hf; destruct (connection_check_sound n d W omega M den H) as (Hn & _ & Hden & _ & _).
  destruct (section_maximisers n d W omega M den X N f H HX Hf) as (GX & LX & G & L).
  assert (K : forall z, unit_vectors n d z -> parallel n d (transports M den) z -> ~ collapsed n d z).
  { intros z Uz Pz CZ; apply (moving_check_sound n d M den E C s (z 0%nat) Hden HC); [|apply Uz; lia].
    intros i j Hi Hj a Ha; rewrite (apply_ext d _ (z 0%nat) (z j)) by (apply CZ; lia).
    rewrite <- (Pz i j Hi Hj a Ha); apply CZ; [exact Hi|lia|exact Ha]. }
  split; split.
  - eexists; exact GX.
  - intros y Hy; destruct (G y Hy) as [U P]; apply K; assumption.
  - do 3 eexists; exact LX.
  - intros m q y Hmax CY; destruct (L m q y Hmax) as (Hq & Hy & P).
    destruct (carried n m q 0 Hq Hn) as (a & Ha & Qa).
    destruct (chosen_section n m d _ q y Hq Hy P 0%nat a Hn Ha Qa) as (z & Uz & Pz & _ & Zc).
    apply (K z Uz Pz); intros i j Hi Hj e He.
    destruct (Zc i Hi) as (b & Hb & Qb & Ei), (Zc j Hj) as (c & Hc & Qc & Ej).
    rewrite (Ei e He), (Ej e He); apply (CY i j b c); assumption.
Qed.

(** "some" in both views. *)
Theorem connection_claim_some n d W omega M den X N Y N' f :
  connection_check n d W omega M den = true ->
  section_check n d M den X N = true -> collapsed_check n d X = true ->
  section_check n d M den Y N' = true -> collapsed_check n d Y = false -> peaked f ->
  ConnectionGraphLawsSome n d (weight W omega) f (transports M den) /\
  ConnectionAllLawsSome n d (weight W omega) f (transports M den).
Proof.
  intros H HX CX HY CY Hf; destruct (connection_check_sound n d W omega M den H) as (Hn & _ & Hden & _ & _).
  destruct (section_maximisers n d W omega M den X N f H HX Hf) as (GX & LX & _ & _).
  destruct (section_maximisers n d W omega M den Y N' f H HY Hf) as (GY & LY & _ & _).
  destruct (section_check_sound n d M den Y N' Hden HY) as (SY & _ & _).
  pose proof (collapsed_check_sound n d X N CX) as C.
  assert (C' : ~ collapsed n d (scaled Y N')).
  { intros G; rewrite (collapsed_check_complete n d Y N' SY G Hn) in CY; discriminate. }
  split; split.
  - exists (scaled X N); split; assumption.
  - exists (scaled Y N'); split; assumption.
  - do 3 eexists; split; [exact LX|]; intros i j a b Hi Hj _ _ _ _; apply C; assumption.
  - do 3 eexists; split; [exact LY|]; intros G; apply C'; intros i j Hi Hj.
    apply (G i j 0%nat 0%nat Hi Hj); try lia; lra.
Qed.
