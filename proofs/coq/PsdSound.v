(** * Soundness of the positive semidefiniteness check

    Overview.  The check of PsdCheck.v works in integers; here are real vectors v.  Write v = N c + w with w
    zero at the pivots.  Then v^T A v = w^T A w, and

        s w^T A w = w^T E w + q sum_k D_k (sum_i L_ik w_i)^2,

    where E is diagonally dominant, hence w^T E w >= 0 (2 e x y >= -|e| (x^2 + y^2)).  If v^T A v = 0, all the
    squares vanish, and a triangular system with nonzero diagonal gives w = 0.

    Key results: if the check returns true, v^T A v >= 0 for every real vector v ([psd_check_sound]), and
    v^T A v = 0 only for combinations of the N_c ([psd_check_null]). *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums PsdCheck.
Import ListNotations.
Local Open Scope R_scope.

(** The quadratic form of an integer matrix at a real vector: sum_{i,j < n} M_ij v_i v_j. *)
Definition form (n : nat) (M : nat -> nat -> Z) (v : nat -> R) : R :=
  rsum2 n (fun i j => IZR (M i j) * (v i * v j)).

(** v is a linear combination of integer vectors, on the indices below n. *)
Definition in_span (n : nat) (N : list (list Z)) (v : nat -> R) : Prop :=
  exists c : nat -> R,
  forall i, (i < n)%nat -> v i = rsum (length N) (fun b => c b * IZR (at2 N b i)).

Lemma form_step m M v :
  (forall i, (i < m)%nat -> M i m = M m i) ->
  form (S m) M v = form m M v + IZR (M m m) * (v m * v m)
                   + 2 * (v m * rsum m (fun j => IZR (M m j) * v j)).
Proof.
  intros Hs; unfold form, rsum2; simpl; rewrite rsum_plus.
  rewrite (rsum_ext m (fun i => IZR (M i m) * (v i * v m)) (fun i => v m * (IZR (M m i) * v i)))
    by (intros i Hi; rewrite (Hs i Hi); ring).
  rewrite (rsum_ext m (fun i => IZR (M m i) * (v m * v i)) (fun i => v m * (IZR (M m i) * v i)))
    by (intros; ring).
  rewrite rsum_scal; ring.
Qed.

Lemma sum_abs_down m F : IZR (sum_abs (down m F)) = rsum m (fun j => Rabs (IZR (F j))).
Proof.
  induction m as [|m IH]; simpl; [reflexivity|].
  rewrite plus_IZR, IH, abs_IZR; ring.
Qed.

Lemma add_abs_down m P F : add_abs (down m P) (down m F) = down m (fun j => (P j + Z.abs (F j))%Z).
Proof. induction m as [|m IH]; simpl; [reflexivity|rewrite IH; reflexivity]. Qed.

Lemma down_repeat n : repeat 0%Z n = down n (fun _ => 0%Z).
Proof. induction n as [|n IH]; simpl; [reflexivity|rewrite IH; reflexivity]. Qed.

(** 2 e x y >= -|e| (x^2 + y^2). *)
Lemma cross_term e x y : - (Rabs e * (x * x + y * y)) <= 2 * (x * (e * y)).
Proof.
  destruct (Rcase_abs e) as [He|He].
  - rewrite (Rabs_left e He); pose proof (Rmult_le_pos (- e) _ ltac:(lra) (Rle_0_sqr (x - y))) as H.
    unfold Rsqr in H; lra.
  - rewrite (Rabs_right e He); pose proof (Rmult_le_pos e _ ltac:(lra) (Rle_0_sqr (x + y))) as H.
    unfold Rsqr in H; lra.
Qed.

(** A diagonally dominant matrix has a nonnegative quadratic form; P is what may be subtracted besides. *)
Lemma dominant_sound N E v :
  (forall i j, (i < N)%nat -> (j < N)%nat -> E i j = E j i) -> forall n P, (n <= N)%nat ->
  dominant n E (down n P) = true -> rsum n (fun i => IZR (P i) * (v i * v i)) <= form n E v.
Proof.
  intros Hs; induction n as [|m IH]; intros P HN H; [unfold form, rsum2; simpl; lra|].
  change (((P m + sum_abs (down m (E m)) <=? E m m)%Z
           && dominant m E (add_abs (down m P) (down m (E m))))%bool = true) in H.
  apply andb_prop in H; destruct H as [Hd H].
  rewrite add_abs_down in H; specialize (IH _ ltac:(lia) H).
  apply Z.leb_le, IZR_le in Hd; rewrite plus_IZR, sum_abs_down in Hd.
  rewrite form_step by (intros; apply Hs; lia); simpl.
  assert (IH' : rsum m (fun i => IZR (P i) * (v i * v i))
                + rsum m (fun i => Rabs (IZR (E m i)) * (v i * v i)) <= form m E v).
  { rewrite <- rsum_plus; eapply Rle_trans; [|exact IH]; right; apply rsum_ext.
    intros; rewrite plus_IZR, abs_IZR; ring. }
  assert (C : - (rsum m (fun i => Rabs (IZR (E m i))) * (v m * v m)
                 + rsum m (fun i => Rabs (IZR (E m i)) * (v i * v i)))
              <= 2 * (v m * rsum m (fun j => IZR (E m j) * v j))).
  { rewrite <- rsum_scal_r, <- rsum_plus, <- !rsum_scal.
    rewrite <- (Rminus_0_l (rsum m _)), <- (rsum_zero m (fun _ => 0)) by reflexivity.
    rewrite <- rsum_minus; apply rsum_le; intros i _.
    pose proof (cross_term (IZR (E m i)) (v m) (v i)); lra. }
  pose proof (Rmult_le_compat_r (v m * v m) _ _ (Rle_0_sqr (v m)) Hd); lra.
Qed.

Lemma dot3_comm D a b : dot3 D a b = dot3 D b a.
Proof.
  revert a b; induction D as [|x D IH]; intros [|y a] [|z b]; simpl; try reflexivity.
  rewrite IH; ring.
Qed.

Lemma dot3_rsum D : forall a b,
  IZR (dot3 D a b) = rsum (length D) (fun k => IZR (at1 D k) * (IZR (at1 a k) * IZR (at1 b k))).
Proof.
  unfold at1; induction D as [|x D IH]; intros a b; [reflexivity|].
  simpl length; rewrite rsum_shift; destruct a as [|y a], b as [|z b].
  1-3: simpl dot3; symmetry; rewrite rsum_zero; [simpl; ring|];
       intros k _; simpl; destruct k; ring.
  simpl dot3; rewrite plus_IZR, !mult_IZR, IH; reflexivity.
Qed.

(** One step of elimination: subtracting a null vector from v changes no value of the form. *)
Lemma form_minus_null n M N v c :
  (forall i j, (i < n)%nat -> (j < n)%nat -> M i j = M j i) ->
  (forall i, (i < n)%nat -> rsum n (fun j => IZR (M i j) * N j) = 0) ->
  form n M (fun i => v i - c * N i) = form n M v.
Proof.
  intros Hs HN; unfold form.
  assert (H1 : rsum2 n (fun i j => IZR (M i j) * (v i * (c * N j))) = 0).
  { apply rsum_zero; intros i Hi.
    rewrite (rsum_ext n _ (fun j => (v i * c) * (IZR (M i j) * N j))) by (intros; ring).
    rewrite rsum_scal, HN by exact Hi; ring. }
  assert (H2 : rsum2 n (fun i j => IZR (M i j) * (c * N i * v j)) = 0).
  { rewrite rsum2_transpose; rewrite <- H1; apply rsum2_ext; intros i j Hi Hj.
    rewrite (Hs j i Hj Hi); ring. }
  assert (H3 : rsum2 n (fun i j => IZR (M i j) * (c * N i * (c * N j))) = 0).
  { apply rsum_zero; intros i Hi.
    rewrite (rsum_ext n _ (fun j => (c * N i * c) * (IZR (M i j) * N j))) by (intros; ring).
    rewrite rsum_scal, HN by exact Hi; ring. }
  transitivity (rsum2 n (fun i j => IZR (M i j) * (v i * v j))
                - rsum2 n (fun i j => IZR (M i j) * (v i * (c * N j)))
                - rsum2 n (fun i j => IZR (M i j) * (c * N i * v j))
                + rsum2 n (fun i j => IZR (M i j) * (c * N i * (c * N j)))); [|lra].
  rewrite <- !rsum2_minus, <- rsum2_plus; apply rsum2_ext; intros; ring.
Qed.

(** The elimination of all null vectors: v = N c + w with w zero at the pivots and the same form. *)
Lemma eliminate n A pivots : forall ts N v,
  (forall i j, (i < n)%nat -> (j < n)%nat -> at2 A i j = at2 A j i) ->
  length ts = length N -> (forall t, In t ts -> In t pivots) ->
  forallb (fun c => kernel_vector_check n A pivots (fst c) (snd c)) (combine ts N) = true ->
  exists w c, (forall i, v i = w i + rsum (length N) (fun b => c b * IZR (at2 N b i)))
    /\ (forall t, In t ts -> w t = 0) /\ form n (at2 A) v = form n (at2 A) w.
Proof.
  intros ts N v Hs; revert N v; induction ts as [|t ts IH]; intros [|u N] v Hl Hin H; try discriminate.
  { exists v, (fun _ => 0); simpl; repeat split; [intros; lra|intros t []]. }
  simpl in H; apply andb_prop in H; destruct H as [Hu H].
  destruct (IH N v) as (w & c & Hv & Hw & Hf); [auto|intros; apply Hin; right; auto|exact H|].
  unfold kernel_vector_check in Hu; apply andb_prop in Hu; destruct Hu as [Hker Hpiv].
  rewrite forallb_forall in Hker, Hpiv.
  assert (Ht : IZR (at1 u t) <> 0).
  { pose proof (Hpiv t (Hin t (or_introl eq_refl))) as E; rewrite Nat.eqb_refl in E.
    apply negb_true_iff, Z.eqb_neq in E; intros E0; apply E, eq_IZR; exact E0. }
  exists (fun i => w i - w t / IZR (at1 u t) * IZR (at1 u i)).
  exists (fun b => match b with O => w t / IZR (at1 u t) | S b' => c b' end).
  split; [|split].
  - intros i; rewrite Hv; simpl length; rewrite rsum_shift; unfold at2, at1; simpl; ring.
  - intros t' Ht'; destruct (Nat.eq_dec t' t) as [->|Hne]; [field; exact Ht|].
    destruct Ht' as [->|Ht']; [congruence|].
    pose proof (Hpiv t' (Hin t' (or_intror Ht'))) as E.
    rewrite (proj2 (Nat.eqb_neq t' t) Hne) in E; apply Z.eqb_eq in E.
    rewrite E, (Hw t' Ht'); ring.
  - rewrite Hf; symmetry; apply form_minus_null; [exact Hs|].
    intros i Hi; pose proof (Hker i ltac:(apply in_seq; lia)) as E; apply Z.eqb_eq in E.
    apply (f_equal IZR) in E; rewrite dot3_rsum, repeat_length in E; rewrite <- E.
    apply rsum_ext; intros j Hj; unfold at2, at1.
    rewrite (nth_indep (repeat 1%Z n) 0%Z 1%Z) by (rewrite repeat_length; exact Hj).
    rewrite nth_repeat; ring.
Qed.

Lemma existsb_pivot i pivots : existsb (Nat.eqb i) pivots = true -> In i pivots.
Proof.
  intros H; apply existsb_exists in H; destruct H as (t & Ht & E); apply Nat.eqb_eq in E; congruence.
Qed.

Lemma symmetric_check_sound n A :
  symmetric_check n A = true -> forall i j, (i < n)%nat -> (j < n)%nat -> at2 A i j = at2 A j i.
Proof.
  unfold symmetric_check; rewrite forallb_forall; intros H i j Hi Hj.
  assert (G : forall i j, (i < n)%nat -> (j < i)%nat -> at2 A i j = at2 A j i).
  { intros a b Ha Hb; specialize (H a ltac:(apply in_seq; lia)); rewrite forallb_forall in H.
    apply Z.eqb_eq, H, in_seq; lia. }
  destruct (Nat.lt_trichotomy i j) as [Hlt|[->|Hlt]]; [symmetry| |]; auto.
Qed.

(** The value of the form at a vector that vanishes at the pivots: s w^T A w = w^T E w + q |..|^2. *)
Lemma form_residual n A q s pivots L D w :
  (forall t, In t pivots -> w t = 0) ->
  form n (residual A q s pivots L D) w
  = IZR s * form n (at2 A) w
    - IZR q * rsum (length D) (fun k => IZR (at1 D k) * Rsqr (rsum n (fun i => IZR (at2 L i k) * w i))).
Proof.
  intros Hw.
  assert (Q : rsum (length D) (fun k => IZR (at1 D k) * Rsqr (rsum n (fun i => IZR (at2 L i k) * w i)))
              = rsum2 n (fun i j => IZR (dot3 D (nth i L []) (nth j L [])) * (w i * w j))).
  { rewrite (rsum2_ext n _ (fun i j => rsum (length D)
      (fun k => IZR (at1 D k) * ((IZR (at2 L i k) * w i) * (IZR (at2 L j k) * w j))))).
    - rewrite <- rsum_rsum2; apply rsum_ext; intros k _; unfold Rsqr, rsum2.
      rewrite rsum_mult, <- rsum_scal; apply rsum_ext; intros; rewrite <- rsum_scal; reflexivity.
    - intros i j _ _; rewrite dot3_rsum, <- rsum_scal_r; apply rsum_ext; intros; unfold at2, at1; ring. }
  rewrite Q; unfold form; rewrite <- !rsum2_scal, <- rsum2_minus; apply rsum2_ext; intros i j _ _.
  unfold residual; destruct (existsb (Nat.eqb i) pivots || existsb (Nat.eqb j) pivots)%bool eqn:B.
  - assert (Z : w i * w j = 0).
    { apply orb_prop in B; destruct B as [B|B]; apply existsb_pivot, Hw in B; rewrite B; ring. }
    rewrite Z; ring.
  - rewrite minus_IZR, !mult_IZR; ring.
Qed.

(** A lower triangular system with nonzero diagonal has the solution 0 only. *)
Lemma triangular_zero n pivots L w :
  triangular_check n pivots L = true -> (forall t, In t pivots -> w t = 0) ->
  (forall k, (k < n)%nat -> existsb (Nat.eqb k) pivots = false ->
     rsum n (fun i => IZR (at2 L i k) * w i) = 0) ->
  forall i, (i < n)%nat -> w i = 0.
Proof.
  unfold triangular_check; rewrite forallb_forall; intros HT Hw HL.
  assert (G : forall m i, (n <= i + m)%nat -> (i < n)%nat -> w i = 0).
  2: { intros i Hi; apply (G n); lia. }
  induction m as [|m IH]; intros k Hm Hk; [lia|].
  pose proof (HT k ltac:(apply in_seq; lia)) as Hk'.
  destruct (existsb (Nat.eqb k) pivots) eqn:B; [apply Hw, existsb_pivot; exact B|].
  simpl in Hk'; apply andb_prop in Hk'; destruct Hk' as [_ Hd].
  apply negb_true_iff, Z.eqb_neq in Hd.
  specialize (HL k Hk B); rewrite (rsum_single n _ k Hk) in HL.
  - apply Rmult_integral in HL; destruct HL as [HL|HL]; [exfalso; apply Hd, eq_IZR; exact HL|exact HL].
  - intros i Hi Hne; destruct (Nat.lt_ge_cases k i) as [Hlt|Hge].
    + rewrite (IH i) by lia; ring.
    + pose proof (HT i ltac:(apply in_seq; lia)) as Hi'.
      destruct (existsb (Nat.eqb i) pivots) eqn:B'; [rewrite (Hw i) by (apply existsb_pivot; exact B');
        ring|].
      simpl in Hi'; apply andb_prop in Hi'; destruct Hi' as [Hlen _]; apply Nat.leb_le in Hlen.
      unfold at2; rewrite nth_overflow by lia; ring.
Qed.

Lemma residual_symmetric n A q s pivots L D :
  (forall i j, (i < n)%nat -> (j < n)%nat -> at2 A i j = at2 A j i) ->
  forall i j, (i < n)%nat -> (j < n)%nat ->
  residual A q s pivots L D i j = residual A q s pivots L D j i.
Proof.
  intros HA i j Hi Hj; unfold residual; rewrite orb_comm, dot3_comm, (HA i j Hi Hj); reflexivity.
Qed.

(** What the check establishes: every real v is w + a combination of the N_c, with the same value of the
    form, and s w^T A w is a sum of squares plus the form of a diagonally dominant matrix. *)
Lemma psd_check_parts n A q data v :
  psd_check n A q data = true ->
  0 <= form n (at2 A) v /\ (form n (at2 A) v = 0 -> in_span n (psd_kernel data) v).
Proof.
  unfold psd_check; intros H.
  set (pivots := psd_pivots data) in *.
  set (L := spread_rows n 0 pivots (psd_factor data)) in *.
  set (D := spread n 0 pivots (psd_diagonal data)) in *.
  repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  rename Hc into Hdom, Hc0 into Htri, Hc1 into Hpos, Hc2 into HD, Hc3 into Hker, Hc4 into Hlen,
    Hc5 into Hlt, Hc6 into Hsym, Hc7 into Hscale.
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hscale; apply Nat.eqb_eq in Hlen.
  pose proof (symmetric_check_sound n A Hsym) as HA.
  destruct (eliminate n A pivots pivots (psd_kernel data) v HA Hlen (fun t Ht => Ht) Hker)
    as (w & c & Hv & Hw & Hform).
  pose proof (form_residual n A q (psd_scale data) pivots L D w Hw) as Hres.
  assert (HDk : forall k, 0 <= IZR (at1 D k)).
  { intros k; unfold at1; destruct (Nat.lt_ge_cases k (length D)) as [Hk|Hk];
      [|rewrite nth_overflow by exact Hk; lra].
    rewrite forallb_forall in HD; apply IZR_le, Z.leb_le, HD, nth_In, Hk. }
  assert (Hsq : forall k, (k < length D)%nat ->
    0 <= IZR (at1 D k) * Rsqr (rsum n (fun i => IZR (at2 L i k) * w i))).
  { intros k _; apply Rmult_le_pos; [apply HDk|apply Rle_0_sqr]. }
  pose proof (rsum_nonneg _ _ Hsq) as HQ.
  assert (HE : 0 <= form n (residual A q (psd_scale data) pivots L D) w).
  { rewrite down_repeat in Hdom.
    pose proof (dominant_sound n _ w (residual_symmetric n A q _ pivots L D HA) n _ (le_n n) Hdom) as G.
    rewrite (rsum_zero n) in G by (intros; ring); exact G. }
  rewrite Hform.
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ H) HQ) as HqQ.
  assert (Hmul : 0 <= IZR (psd_scale data) * form n (at2 A) w) by lra.
  split.
  - apply (Rmult_le_reg_l (IZR (psd_scale data))); [exact Hscale|lra].
  - intros H0; rewrite H0, Rmult_0_r in Hres.
    assert (HQ0 : rsum (length D)
      (fun k => IZR (at1 D k) * Rsqr (rsum n (fun i => IZR (at2 L i k) * w i))) = 0).
    { apply Rle_antisym; [|exact HQ]; apply (Rmult_le_reg_l (IZR q)); [exact H|lra]. }
    assert (Hzero : forall i, (i < n)%nat -> w i = 0).
    { apply (triangular_zero n pivots L w Htri Hw); intros k Hk B.
      rewrite forallb_forall in Hpos; pose proof (Hpos k ltac:(apply in_seq; lia)) as P.
      rewrite B in P; simpl in P; apply Z.ltb_lt, IZR_lt in P.
      destruct (Nat.lt_ge_cases k (length D)) as [Hl|Hl];
        [|unfold at1 in P; rewrite nth_overflow in P by exact Hl; lra].
      pose proof (rsum_nonneg_zero _ _ Hsq HQ0 k Hl) as E.
      apply Rmult_integral in E; destruct E as [E|E]; [lra|apply Rsqr_0_uniq; exact E]. }
    exists c; intros i Hi; rewrite Hv, (Hzero i Hi); ring.
Qed.

(** Soundness: if the check returns true, v^T A v >= 0 for every real vector v. *)
Theorem psd_check_sound n A q data :
  psd_check n A q data = true -> forall v, 0 <= form n (at2 A) v.
Proof. intros H v; apply (psd_check_parts n A q data v H). Qed.

(** The null space: v^T A v = 0 only for linear combinations of the vectors N_c of the data. *)
Theorem psd_check_null n A q data :
  psd_check n A q data = true -> forall v, form n (at2 A) v = 0 -> in_span n (psd_kernel data) v.
Proof. intros H v; apply (psd_check_parts n A q data v H). Qed.

(** The entries of a tabulated function. *)
Lemma at2_tabulate n A i j : (i < n)%nat -> (j < n)%nat -> at2 (tabulate n A) i j = A i j.
Proof.
  intros Hi Hj; unfold at2, tabulate.
  rewrite (nth_indep _ [] (map (A 0%nat) (seq 0 n))) by (rewrite map_length, seq_length; exact Hi).
  rewrite (map_nth (fun i => map (A i) (seq 0 n)) (seq 0 n) 0%nat i), seq_nth by exact Hi; simpl.
  rewrite (nth_indep _ 0%Z (A i 0%nat)) by (rewrite map_length, seq_length; exact Hj).
  rewrite (map_nth (A i)), seq_nth by exact Hj; reflexivity.
Qed.

(** An accepted matrix is symmetric. *)
Lemma psd_check_symmetric n A q data : psd_check n A q data = true -> symmetric_check n A = true.
Proof.
  unfold psd_check; intros H; do 7 (apply andb_prop in H; destruct H as [H _]).
  apply andb_prop in H; apply H.
Qed.
