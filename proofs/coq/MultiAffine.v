(** * T1 and T2, finite form: the maximum at a vertex

    Overview.  n labels, m contents; the slice of label i is a probability p_i on the contents.  A vertex is a
    choice of one content per label.  If, for each label, some Dirac slice is at least as good as the given
    one, a vertex is optimal.  This holds for every function that is affine in each slice, and for the
    quadratic energy under the two-point condition 2 h_ii(a,b) <= h_ii(a,a) + h_ii(b,b).

    Key results: [vertex_dominates], [multi_affine_vertex], [two_point_vertex]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors.
Local Open Scope R_scope.

(** q is a probability on m contents. *)
Definition probability (m : nat) (q : nat -> R) : Prop := (forall a, (a < m)%nat -> 0 <= q a) /\ rsum m q = 1.

(** All n slices are probabilities. *)
Definition probabilities (n m : nat) (p : nat -> nat -> R) : Prop :=
  forall i, (i < n)%nat -> probability m (p i).

(** The slice of label i replaced by q. *)
Definition replace_slice (p : nat -> nat -> R) (i : nat) (q : nat -> R) : nat -> nat -> R :=
  fun j => if Nat.eqb j i then q else p j.

(** F depends on the first m values of the first n slices only. *)
Definition depends_on (n m : nat) (F : (nat -> nat -> R) -> R) : Prop :=
  forall p q, (forall i a, (i < n)%nat -> (a < m)%nat -> p i a = q i a) -> F p = F q.

Lemma basis_probability m a : (a < m)%nat -> probability m (basis a).
Proof.
  intros Ha; split.
  - intros b _; unfold basis; destruct (Nat.eqb b a); lra.
  - rewrite (rsum_single m _ a Ha); unfold basis; [rewrite Nat.eqb_refl; reflexivity|].
    intros b _ Hb; rewrite (proj2 (Nat.eqb_neq b a)) by exact Hb; reflexivity.
Qed.

(** Some content is at least as good as the mean. *)
Lemma better_than_mean m q c :
  probability m q -> exists a, (a < m)%nat /\ rsum m (fun b => q b * c b) <= c a.
Proof.
  intros [Hq H1]; destruct m as [|m]; [simpl in H1; lra|].
  assert (M : forall k, exists a, (a < S k)%nat /\ forall b, (b < S k)%nat -> c b <= c a).
  { induction k as [|k (a & Ha & Hmax)].
    - exists 0%nat; split; [lia|]; intros b Hb; replace b with 0%nat by lia; lra.
    - destruct (Rle_lt_dec (c (S k)) (c a)) as [Hle|Hlt].
      + exists a; split; [lia|]; intros b Hb; destruct (Nat.eq_dec b (S k)) as [->|];
          [exact Hle|apply Hmax; lia].
      + exists (S k); split; [lia|]; intros b Hb; destruct (Nat.eq_dec b (S k)) as [->|]; [lra|].
        specialize (Hmax b ltac:(lia)); lra. }
  destruct (M m) as (a & Ha & Hmax); exists a; split; [exact Ha|].
  rewrite <- (Rmult_1_l (c a)), <- H1, <- rsum_scal_r; apply rsum_le; intros b Hb.
  apply Rmult_le_compat_l; auto.
Qed.

(** If in each slice some Dirac mass is at least as good, some vertex is at least as good. *)
Theorem vertex_dominates n m F :
  depends_on n m F ->
  (forall p i, (i < n)%nat -> probabilities n m p ->
     exists a, (a < m)%nat /\ F p <= F (replace_slice p i (basis a))) ->
  forall p, probabilities n m p ->
  exists sigma, (forall i, (i < n)%nat -> (sigma i < m)%nat) /\ F p <= F (fun i => basis (sigma i)).
Proof.
  intros Hext Hstep p Hp.
  assert (G : forall t, (t <= n)%nat -> exists sigma : nat -> nat,
    (forall i, (i < t)%nat -> (sigma i < m)%nat) /\
    F p <= F (fun i => if Nat.ltb i t then basis (sigma i) else p i)).
  { induction t as [|t IH]; intros Ht.
    - exists (fun _ => 0%nat); split; [intros; lia|right; apply Hext; reflexivity].
    - destruct IH as (sigma & Hs & Hle); [lia|].
      destruct (Hstep (fun i => if Nat.ltb i t then basis (sigma i) else p i) t) as (a & Ha & Hle2); [lia| |].
      + intros i Hi; destruct (Nat.ltb_spec i t); [apply basis_probability; auto|auto].
      + exists (fun i => if Nat.eqb i t then a else sigma i); split.
        * intros i Hi; destruct (Nat.eqb_spec i t); [exact Ha|apply Hs; lia].
        * eapply Rle_trans; [exact Hle|]; eapply Rle_trans; [exact Hle2|right; apply Hext].
          intros i b _ _; unfold replace_slice.
          destruct (Nat.eqb_spec i t) as [->|Hne].
          -- rewrite (proj2 (Nat.ltb_lt t (S t))) by lia; reflexivity.
          -- destruct (Nat.ltb_spec i t), (Nat.ltb_spec i (S t)); try lia; reflexivity. }
  destruct (G n (le_n n)) as (sigma & Hs & Hle); exists sigma; split; [exact Hs|].
  eapply Rle_trans; [exact Hle|right; apply Hext]; intros i b Hi _.
  rewrite (proj2 (Nat.ltb_lt i n)) by exact Hi; reflexivity.
Qed.

(** A function that is affine in each slice has its maximum at a vertex. *)
Theorem multi_affine_vertex n m F :
  depends_on n m F ->
  (forall p i, (i < n)%nat -> probabilities n m p ->
     F p = rsum m (fun a => p i a * F (replace_slice p i (basis a)))) ->
  forall p, probabilities n m p ->
  exists sigma, (forall i, (i < n)%nat -> (sigma i < m)%nat) /\ F p <= F (fun i => basis (sigma i)).
Proof.
  intros Hext Haff; apply (vertex_dominates n m F Hext); intros p i Hi Hp.
  destruct (better_than_mean m (p i) (fun a => F (replace_slice p i (basis a))) (Hp i Hi)) as (a & Ha & Hle).
  exists a; split; [exact Ha|rewrite (Haff p i Hi Hp); exact Hle].
Qed.

(** ** The quadratic energy *)

(** sum_{a,b} h_ij(a,b) p(a) q(b). *)
Definition pair_energy (m : nat) (h : nat -> nat -> R) (p q : nat -> R) : R :=
  rsum2 m (fun a b => h a b * (p a * q b)).

(** E(p) = 1/2 sum_{i,j} w_i w_j sum_{a,b} h_ij(a,b) p_i(a) p_j(b). *)
Definition table_energy (n m : nat) (w : nat -> R) (h : nat -> nat -> nat -> nat -> R)
  (p : nat -> nat -> R) : R :=
  / 2 * rsum2 n (fun i j => w i * w j * pair_energy m (h i j) (p i) (p j)).

Lemma pair_energy_left m h q r : pair_energy m h q r = rsum m (fun a => q a * pair_energy m h (basis a) r).
Proof.
  unfold pair_energy, rsum2; apply rsum_ext; intros a Ha.
  rewrite (rsum_single m (fun i => rsum m (fun b => h i b * (basis a i * r b))) a Ha).
  - rewrite <- rsum_scal; apply rsum_ext; intros b _; unfold basis; rewrite Nat.eqb_refl; ring.
  - intros i _ Hi; apply rsum_zero; intros b _; unfold basis.
    rewrite (proj2 (Nat.eqb_neq i a)) by exact Hi; ring.
Qed.

Lemma pair_energy_transpose m h q r : pair_energy m h q r = pair_energy m (fun a b => h b a) r q.
Proof. unfold pair_energy; rewrite rsum2_transpose; apply rsum2_ext; intros; ring. Qed.

Lemma pair_energy_right m h q r : pair_energy m h q r = rsum m (fun a => r a * pair_energy m h q (basis a)).
Proof.
  rewrite pair_energy_transpose, pair_energy_left; apply rsum_ext; intros a _.
  rewrite (pair_energy_transpose m h); reflexivity.
Qed.

Lemma pair_energy_vertex m h a : (a < m)%nat -> pair_energy m h (basis a) (basis a) = h a a.
Proof.
  intros Ha; unfold pair_energy, rsum2; rewrite (rsum_single m _ a Ha).
  - rewrite (rsum_single m _ a Ha); unfold basis; [rewrite Nat.eqb_refl; ring|].
    intros b _ Hb; rewrite (proj2 (Nat.eqb_neq b a)) by exact Hb; ring.
  - intros i _ Hi; apply rsum_zero; intros b _; unfold basis.
    rewrite (proj2 (Nat.eqb_neq i a)) by exact Hi; ring.
Qed.

(** The two-point condition makes the self-interaction convex enough. *)
Lemma pair_energy_two_point m h q :
  probability m q -> (forall a b, (a < m)%nat -> (b < m)%nat -> 2 * h a b <= h a a + h b b) ->
  pair_energy m h q q <= rsum m (fun a => q a * pair_energy m h (basis a) (basis a)).
Proof.
  intros [Hq H1] H2.
  apply Rle_trans with (rsum2 m (fun a b => / 2 * (q a * h a a * q b + q a * (q b * h b b)))).
  - unfold pair_energy; apply rsum2_le; intros a b Ha Hb.
    pose proof (Rmult_le_compat_l (q a * q b) _ _ (Rmult_le_pos _ _ (Hq a Ha) (Hq b Hb)) (H2 a b Ha Hb)); lra.
  - rewrite rsum2_scal, rsum2_plus; unfold rsum2; rewrite <- !rsum_mult, H1.
    rewrite (rsum_ext m (fun a => q a * pair_energy m h (basis a) (basis a)) (fun a => q a * h a a))
      by (intros; rewrite pair_energy_vertex by assumption; reflexivity).
    lra.
Qed.

(** Finite T1: under the two-point condition at every label (in particular without self-interaction,
    h_ii = 0) some choice of one content per label has at least the energy of any slices. *)
Theorem two_point_vertex n m w h :
  (forall i a b, (i < n)%nat -> (a < m)%nat -> (b < m)%nat -> 2 * h i i a b <= h i i a a + h i i b b) ->
  forall p, probabilities n m p ->
  exists sigma, (forall i, (i < n)%nat -> (sigma i < m)%nat) /\
  table_energy n m w h p <= table_energy n m w h (fun i => basis (sigma i)).
Proof.
  intros H2; apply vertex_dominates.
  { intros p q Hpq; unfold table_energy; f_equal; apply rsum2_ext; intros i j Hi Hj; f_equal.
    unfold pair_energy; apply rsum2_ext; intros a b Ha Hb; rewrite (Hpq i a), (Hpq j b) by assumption;
      reflexivity. }
  intros p i Hi Hp; pose proof (Hp i Hi) as Hpi.
  destruct (better_than_mean m (p i) (fun a => table_energy n m w h (replace_slice p i (basis a))) Hpi)
    as (a & Ha & Hle); exists a; split; [exact Ha|]; eapply Rle_trans; [|exact Hle]; clear a Ha Hle.
  unfold table_energy.
  rewrite (rsum_ext m _ (fun a => / 2 * rsum2 n (fun j l => p i a * (w j * w l * pair_energy m (h j l)
    (replace_slice p i (basis a) j) (replace_slice p i (basis a) l)))))
    by (intros; rewrite rsum2_scal; ring).
  rewrite rsum_scal, rsum_rsum2; apply Rmult_le_compat_l; [lra|]; apply rsum2_le; intros j l Hj Hl.
  rewrite (rsum_ext m _ (fun a => w j * w l * (p i a * pair_energy m (h j l)
    (replace_slice p i (basis a) j) (replace_slice p i (basis a) l)))) by (intros; ring).
  rewrite rsum_scal; unfold replace_slice.
  destruct (Nat.eqb_spec j i) as [->|Hji], (Nat.eqb_spec l i) as [->|Hli].
  - apply Rmult_le_compat_l; [apply Rle_0_sqr|]; apply pair_energy_two_point; auto.
  - right; f_equal; apply pair_energy_left.
  - right; f_equal; apply pair_energy_right.
  - right; f_equal; rewrite rsum_scal_r, (proj2 Hpi); ring.
Qed.
