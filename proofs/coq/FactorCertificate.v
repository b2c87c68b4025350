(** * From integers to the theorem: certified signed Laplacians

    Overview.  Weights w_i = W_i / omega and factors k_ij = K_ij / kappa with integers W, K.  The integer
    matrix Lap = diag(sum_j c_ij) - (c_ij), c_ij = W_i W_j K_ij, is omega^2 kappa times the signed Laplacian.
    If [psd_check] accepts it, the theorems of SignedLaplacian.v apply: for all d, all unit vectors and all
    beta >= 0.

    Key results: [factor_check_exp] (the inequality), [factor_check_maximisers] (the maximisers are exactly
    the collapsed configurations), [slices_check_bound] and [slices_check_rigid] (the same for all laws),
    all of them for every profile with nonnegative coefficients as well; [direction_check_none] and
    [degree_check_none] (refutations). *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse Slices Dichotomy PsdCheck
  PsdSound.
Import ListNotations.

(** ** The problem: integers with a common denominator *)

(** w_i = W_i / omega. *)
Definition weight (W : list Z) (omega : Z) (i : nat) : R := (IZR (at1 W i) / IZR omega)%R.

(** k_ij = K_ij / kappa. *)
Definition factor (K : list (list Z)) (kappa : Z) (i j : nat) : R := (IZR (at2 K i j) / IZR kappa)%R.

Local Open Scope Z_scope.

(** The sum of f over the indices below n, in integers. *)
Fixpoint zsum (n : nat) (f : nat -> Z) : Z :=
  match n with
  | O => 0
  | S m => zsum m f + f m
  end.

(** c_ij = W_i W_j K_ij. *)
Definition coupling (W : list Z) (K : list (list Z)) (i j : nat) : Z := at1 W i * at1 W j * at2 K i j.

(** The integer Laplacian diag(sum_j c_ij) - (c_ij). *)
Definition integer_laplacian (n : nat) (c : nat -> nat -> Z) (i j : nat) : Z :=
  (if Nat.eqb i j then zsum n (c i) else 0) - c i j.

(** ** The checks *)

Definition factor_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) (data : psd_data)
  : bool :=
  (0 <? omega) && (0 <? kappa)
  && psd_check n (tabulate n (integer_laplacian n (coupling W K))) (omega * omega * kappa) data.

(** The null space of the data is that of the constants. *)
Definition constant_null_check (n : nat) (data : psd_data) : bool :=
  match psd_kernel data with
  | [u] => forallb (fun i => at1 u i =? at1 u 0) (seq 0 n)
  | _ => false
  end.

(** Symmetric factors, nonnegative weights and degrees: K_ij = K_ji, W_i >= 0, sum_j W_j K_ij >= 0. *)
Definition degree_check (n : nat) (W : list Z) (K : list (list Z)) : bool :=
  symmetric_check n K
  && forallb (fun i => (0 <=? at1 W i) && (0 <=? zsum n (fun j => at1 W j * at2 K i j))) (seq 0 n).

(** Some label of positive weight has a positive degree. *)
Definition positive_degree_check (n : nat) (W : list Z) (K : list (list Z)) : bool :=
  existsb (fun i => (0 <? at1 W i) && (0 <? zsum n (fun j => at1 W j * at2 K i j))) (seq 0 n).

(** A label i of positive weight whose degree is negative. *)
Definition negative_degree_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) (i : nat)
  : bool :=
  (0 <? omega) && (0 <? kappa) && symmetric_check n K && Nat.ltb i n && (0 <? at1 W i)
  && (zsum n (fun j => at1 W j * at2 K i j) <? 0).

(** An integer vector v with sum_{i,j} c_ij (v_i - v_j)^2 < 0. *)
Definition direction_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) (v : list Z)
  : bool :=
  (0 <? omega) && (0 <? kappa)
  && (zsum n (fun i => zsum n (fun j =>
        coupling W K i j * ((at1 v i - at1 v j) * (at1 v i - at1 v j)))) <? 0).

(** ** Soundness *)

Local Open Scope R_scope.

Lemma zsum_rsum n f : IZR (zsum n f) = rsum n (fun i => IZR (f i)).
Proof. induction n as [|n IH]; simpl; [reflexivity|rewrite plus_IZR, IH; reflexivity]. Qed.

Lemma zsum_rsum2 n F : IZR (zsum n (fun i => zsum n (F i))) = rsum2 n (fun i j => IZR (F i j)).
Proof. rewrite zsum_rsum; apply rsum_ext; intros; apply zsum_rsum. Qed.

(** v^T Lap v = 1/2 sum c_ij (v_i - v_j)^2. *)
Lemma integer_laplacian_form n c v :
  (forall i j, (i < n)%nat -> (j < n)%nat -> c i j = c j i) ->
  form n (integer_laplacian n c) v = laplacian_form n (fun i j => IZR (c i j)) v.
Proof.
  intros Hc; unfold form, laplacian_form.
  assert (D : rsum2 n (fun i j => IZR (if Nat.eqb i j then zsum n (c i) else 0%Z) * (v i * v j))
              = rsum2 n (fun i j => IZR (c i j) * (v i * v i))).
  { apply rsum_ext; intros i Hi; rewrite (rsum_single n _ i Hi).
    - rewrite Nat.eqb_refl, zsum_rsum, <- rsum_scal_r; reflexivity.
    - intros j _ Hj; rewrite (proj2 (Nat.eqb_neq i j)) by auto; ring. }
  assert (T : rsum2 n (fun i j => IZR (c i j) * (v j * v j))
              = rsum2 n (fun i j => IZR (c i j) * (v i * v i))).
  { rewrite rsum2_transpose; apply rsum2_ext; intros i j Hi Hj; rewrite (Hc j i Hj Hi); reflexivity. }
  transitivity (rsum2 n (fun i j => IZR (c i j) * (v i * v i))
                - rsum2 n (fun i j => IZR (c i j) * (v i * v j))).
  - rewrite <- D, <- rsum2_minus; apply rsum2_ext; intros; unfold integer_laplacian.
    rewrite minus_IZR; ring.
  - transitivity (/ 2 * (rsum2 n (fun i j => IZR (c i j) * (v i * v i))
                         + rsum2 n (fun i j => IZR (c i j) * (v j * v j))
                         - 2 * rsum2 n (fun i j => IZR (c i j) * (v i * v j)))); [rewrite T; field|].
    rewrite <- rsum2_scal, <- rsum2_plus, <- rsum2_minus; f_equal; apply rsum2_ext; intros; ring.
Qed.

(** The real Laplacian is the integer one divided by omega^2 kappa. *)
Lemma weighted_scaled W omega K kappa i j :
  IZR omega <> 0 -> IZR kappa <> 0 ->
  weighted (weight W omega) (factor K kappa) i j
  = / (IZR omega * IZR omega * IZR kappa) * IZR (coupling W K i j).
Proof.
  intros Ho Hk; unfold weighted, weight, factor, coupling; rewrite !mult_IZR; field; auto.
Qed.

Lemma laplacian_form_scaled n W omega K kappa v :
  IZR omega <> 0 -> IZR kappa <> 0 ->
  laplacian_form n (weighted (weight W omega) (factor K kappa)) v
  = / (IZR omega * IZR omega * IZR kappa) * laplacian_form n (fun i j => IZR (coupling W K i j)) v.
Proof.
  intros Ho Hk; unfold laplacian_form.
  rewrite (rsum2_ext n _ (fun i j => / (IZR omega * IZR omega * IZR kappa)
    * (IZR (coupling W K i j) * ((v i - v j) * (v i - v j))))).
  - rewrite rsum2_scal; ring.
  - intros i j _ _; rewrite weighted_scaled by assumption; ring.
Qed.

(** What an accepted certificate says about the real Laplacian, up to the positive factor omega^2 kappa. *)
Lemma factor_check_form n W omega K kappa data v :
  factor_check n W omega K kappa data = true ->
  0 < / (IZR omega * IZR omega * IZR kappa) /\
  psd_check n (tabulate n (integer_laplacian n (coupling W K))) (omega * omega * kappa) data = true /\
  laplacian_form n (weighted (weight W omega) (factor K kappa)) v
  = / (IZR omega * IZR omega * IZR kappa)
    * form n (at2 (tabulate n (integer_laplacian n (coupling W K)))) v.
Proof.
  unfold factor_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc0.
  assert (P : 0 < IZR omega * IZR omega * IZR kappa) by (repeat apply Rmult_lt_0_compat; assumption).
  split; [apply Rinv_0_lt_compat; exact P|split; [exact Hc|]].
  rewrite laplacian_form_scaled by lra; f_equal.
  rewrite <- integer_laplacian_form.
  - apply rsum2_ext; intros i j Hi Hj; rewrite at2_tabulate by assumption; reflexivity.
  - intros i j Hi Hj; destruct (Nat.eq_dec i j) as [->|Hne]; [reflexivity|].
    pose proof (symmetric_check_sound _ _ (psd_check_symmetric _ _ _ _ Hc) i j Hi Hj) as E.
    rewrite !at2_tabulate in E by assumption; unfold integer_laplacian in E.
    rewrite (proj2 (Nat.eqb_neq i j)), (proj2 (Nat.eqb_neq j i)) in E by auto; lia.
Qed.

(** An accepted certificate makes the signed Laplacian positive semidefinite. *)
Theorem factor_check_psd n W omega K kappa data :
  factor_check n W omega K kappa data = true ->
  laplacian_psd n (weighted (weight W omega) (factor K kappa)).
Proof.
  intros H v; destruct (factor_check_form n W omega K kappa data v H) as (P & C & E); rewrite E.
  apply Rmult_le_pos; [lra|apply (psd_check_sound _ _ _ _ C)].
Qed.

(** If besides the null vector of the data is constant, so is every null vector of the Laplacian. *)
Theorem factor_check_null n W omega K kappa data :
  factor_check n W omega K kappa data = true -> constant_null_check n data = true ->
  laplacian_null_constant n (weighted (weight W omega) (factor K kappa)).
Proof.
  intros H Hn v H0; destruct (factor_check_form n W omega K kappa data v H) as (P & C & E).
  rewrite E in H0; apply Rmult_integral in H0; destruct H0 as [H0|H0]; [lra|].
  destruct (psd_check_null _ _ _ _ C v H0) as [c Hc].
  unfold constant_null_check in Hn; destruct (psd_kernel data) as [|u [|? ?]]; try discriminate.
  rewrite forallb_forall in Hn.
  assert (V : forall i, (i < n)%nat -> v i = c 0%nat * IZR (at1 u 0)).
  { intros i Hi; rewrite (Hc i Hi); simpl; unfold at2; simpl; rewrite Rplus_0_l.
    pose proof (Hn i ltac:(apply in_seq; lia)) as Eu; apply Z.eqb_eq in Eu; unfold at1 in *; rewrite Eu.
    reflexivity. }
  intros i j Hi Hj; rewrite (V i Hi), (V j Hj); reflexivity.
Qed.

(** The theorem of a certificate: for all d, all unit vectors and all beta >= 0,
    sum w_i w_j k_ij e^{beta <x_i, x_j>} <= e^beta sum w_i w_j k_ij. *)
Theorem factor_check_exp n W omega K kappa data :
  factor_check n W omega K kappa data = true ->
  let w := weight W omega in let k := factor K kappa in
  forall (d : nat) (x : nat -> nat -> R) (beta : R), 0 <= beta -> unit_vectors n d x ->
  rsum2 n (fun i j => w i * w j * k i j * exp (beta * dot d (x i) (x j)))
  <= exp beta * rsum2 n (fun i j => w i * w j * k i j).
Proof.
  intros H w k d x beta Hb Hx.
  apply (laplacian_psd_bound_exp n d w k); [apply (factor_check_psd _ _ _ _ _ _ H)|exact Hb|exact Hx].
Qed.

(** The same for every profile f(t) = sum_p a_p t^p with a_p >= 0 for p >= 1. *)
Theorem factor_check_series n W omega K kappa data :
  factor_check n W omega K kappa data = true ->
  forall (d : nat) (a : nat -> R) (f : R -> R),
  (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f ->
  forall x, unit_vectors n d x ->
  energy n d (weight W omega) (factor K kappa) f x <= collapsed_energy n (weight W omega) (factor K kappa) f.
Proof.
  intros H d a f Ha Hf; apply (laplacian_psd_bound n d _ _ a f); auto.
  apply (factor_check_psd _ _ _ _ _ _ H).
Qed.

(** The maximisers, when the null space consists of the constants: for all d >= 1 and beta > 0 they are
    exactly the collapsed configurations. *)
Theorem factor_check_maximisers n W omega K kappa data :
  factor_check n W omega K kappa data = true -> constant_null_check n data = true ->
  forall (d : nat) (beta : R), (1 <= d)%nat -> 0 < beta -> forall x,
  maximiser n d (weight W omega) (factor K kappa) (fun t => exp (beta * t)) x
  <-> unit_vectors n d x /\ collapsed n d x.
Proof.
  intros H Hn d beta Hd Hb; apply laplacian_psd_maximisers_exp; auto.
  - apply (factor_check_psd _ _ _ _ _ _ H).
  - apply (factor_check_null _ _ _ _ _ _ H Hn).
Qed.

(** The same for every profile with a_1 > 0. *)
Theorem factor_check_maximisers_series n W omega K kappa data :
  factor_check n W omega K kappa data = true -> constant_null_check n data = true ->
  forall (d : nat) (a : nat -> R) (f : R -> R), (1 <= d)%nat ->
  (forall p, (1 <= p)%nat -> 0 <= a p) -> 0 < a 1%nat -> power_series a f -> forall x,
  maximiser n d (weight W omega) (factor K kappa) f x <-> unit_vectors n d x /\ collapsed n d x.
Proof.
  intros H Hn d a f Hd Ha Ha1 Hf; apply (laplacian_psd_maximisers n d _ _ a f); auto.
  - apply (factor_check_psd _ _ _ _ _ _ H).
  - apply (factor_check_null _ _ _ _ _ _ H Hn).
Qed.

(** ** All laws *)

Lemma factor_symmetric n K kappa :
  symmetric_check n K = true ->
  forall i j, (i < n)%nat -> (j < n)%nat -> factor K kappa i j = factor K kappa j i.
Proof. intros H i j Hi Hj; unfold factor; rewrite (symmetric_check_sound n K H i j Hi Hj); reflexivity. Qed.

(** omega kappa D_i = sum_j W_j K_ij. *)
Lemma degree_scaled n W omega K kappa i :
  IZR omega <> 0 -> IZR kappa <> 0 ->
  degree n (weight W omega) (factor K kappa) i
  = / (IZR omega * IZR kappa) * IZR (zsum n (fun j => (at1 W j * at2 K i j)%Z)).
Proof.
  intros Ho Hk; unfold degree; rewrite zsum_rsum, <- rsum_scal; apply rsum_ext; intros j _.
  unfold weight, factor; rewrite mult_IZR; field; auto.
Qed.

Lemma factor_check_denominators n W omega K kappa data :
  factor_check n W omega K kappa data = true -> 0 < IZR omega /\ 0 < IZR kappa.
Proof.
  unfold factor_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  split; apply IZR_lt, Z.ltb_lt; assumption.
Qed.

(** omega kappa w_i D_i has the sign of W_i sum_j W_j K_ij. *)
Lemma weighted_degree n W omega K kappa i :
  0 < IZR omega -> 0 < IZR kappa ->
  exists c, 0 < c /\ weight W omega i * degree n (weight W omega) (factor K kappa) i
  = c * (IZR (at1 W i) * IZR (zsum n (fun j => (at1 W j * at2 K i j)%Z))).
Proof.
  intros Ho Hk; exists (/ IZR omega * / (IZR omega * IZR kappa)); split.
  - apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; [exact Ho|apply Rmult_lt_0_compat; assumption].
  - rewrite degree_scaled by lra; unfold weight, Rdiv; ring.
Qed.

Lemma degree_check_sound n W omega K kappa :
  0 < IZR omega -> 0 < IZR kappa -> degree_check n W K = true ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> factor K kappa i j = factor K kappa j i) /\
  forall i, (i < n)%nat -> 0 <= weight W omega i * degree n (weight W omega) (factor K kappa) i.
Proof.
  intros Ho Hk H; apply andb_prop in H; destruct H as [HS HD]; rewrite forallb_forall in HD.
  split; [apply factor_symmetric, HS|]; intros i Hi.
  destruct (weighted_degree n W omega K kappa i Ho Hk) as (c & Hc & E); rewrite E.
  pose proof (HD i ltac:(apply in_seq; lia)) as B; apply andb_prop in B; destruct B as [B1 B2].
  apply Z.leb_le, IZR_le in B1; apply Z.leb_le, IZR_le in B2.
  apply Rmult_le_pos; [lra|apply Rmult_le_pos; assumption].
Qed.

(** The theorem of a certificate for all laws with finitely supported slices. *)
Theorem slices_check_bound n W omega K kappa data :
  factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  forall (d : nat) (a : nat -> R) (f : R -> R),
  (forall p, (1 <= p)%nat -> 0 <= a p) -> power_series a f ->
  forall m q x, slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d (weight W omega) (factor K kappa) f q x
  <= collapsed_energy n (weight W omega) (factor K kappa) f.
Proof.
  intros H HD d a f Ha Hf m q x Hq Hx.
  destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  destruct (degree_check_sound n W omega K kappa Ho Hk HD) as [Hs Hdeg].
  apply (slices_bound n m d _ _ a f); auto; apply (factor_check_psd _ _ _ _ _ _ H).
Qed.

(** Uniqueness for all laws: with nonnegative degrees, a positive one and a constant null vector, a law with
    the collapsed energy is collapsed. *)
Theorem slices_check_rigid n W omega K kappa data :
  factor_check n W omega K kappa data = true -> constant_null_check n data = true ->
  degree_check n W K = true -> positive_degree_check n W K = true ->
  forall (d : nat) (a : nat -> R) (f : R -> R),
  (forall p, (1 <= p)%nat -> 0 <= a p) -> 0 < a 1%nat -> power_series a f ->
  forall m q x, slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d (weight W omega) (factor K kappa) f q x
    = collapsed_energy n (weight W omega) (factor K kappa) f -> slices_collapsed n m d q x.
Proof.
  intros H Hn HD HP d a f Ha Ha1 Hf m q x Hq Hx.
  destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  destruct (degree_check_sound n W omega K kappa Ho Hk HD) as [Hs Hdeg].
  apply existsb_exists in HP; destruct HP as (i0 & Hi0 & B); apply in_seq in Hi0.
  apply andb_prop in B; destruct B as [B1 B2].
  apply Z.ltb_lt, IZR_lt in B1; apply Z.ltb_lt, IZR_lt in B2.
  apply (slices_rigid n m d _ _ a f q x i0); auto; try lia.
  - apply (factor_check_psd _ _ _ _ _ _ H).
  - apply (factor_check_null _ _ _ _ _ _ H Hn).
  - destruct (weighted_degree n W omega K kappa i0 Ho Hk) as (c & Hc & E); rewrite E.
    repeat apply Rmult_lt_0_compat; assumption.
Qed.

(** ** Refutations *)

(** An integer direction with a negative value. *)
Lemma direction_check_sound n W omega K kappa v :
  direction_check n W omega K kappa v = true ->
  laplacian_form n (weighted (weight W omega) (factor K kappa)) (fun i => IZR (at1 v i)) < 0.
Proof.
  intros H; unfold direction_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc0; apply Z.ltb_lt, IZR_lt in Hc.
  rewrite zsum_rsum2 in Hc.
  rewrite (rsum2_ext n _ (fun i j => IZR (coupling W K i j)
    * ((IZR (at1 v i) - IZR (at1 v j)) * (IZR (at1 v i) - IZR (at1 v j))))) in Hc
    by (intros; rewrite !mult_IZR, !minus_IZR; reflexivity).
  rewrite laplacian_form_scaled by lra; unfold laplacian_form.
  assert (P : 0 < / (IZR omega * IZR omega * IZR kappa))
    by (apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; assumption).
  apply (Rmult_lt_compat_l _ _ _ P) in Hc; rewrite Rmult_0_r in Hc; lra.
Qed.

(** For d >= 2 and every profile with a slope s > 0 at 1, some configuration has more energy than the
    collapsed ones. *)
Theorem direction_check_witness n W omega K kappa v :
  direction_check n W omega K kappa v = true ->
  forall (d : nat) (f : R -> R) (s : R), (2 <= d)%nat -> slope_at_one f s -> 0 < s ->
  exists x, unit_vectors n d x /\
  collapsed_energy n (weight W omega) (factor K kappa) f < energy n d (weight W omega) (factor K kappa) f x.
Proof.
  intros H d f s Hd Hf Hs; pose proof (direction_check_sound n W omega K kappa v H) as Hneg.
  destruct (converse n d _ _ f s _ Hd Hf Hs Hneg) as (delta & Hdelta & Q).
  exists (rotation (fun i => IZR (at1 v i)) (delta / 2)); apply Q; lra.
Qed.

(** A label of positive weight and negative degree. *)
Lemma negative_degree_check_sound n W omega K kappa i :
  negative_degree_check n W omega K kappa i = true ->
  (forall a b, (a < n)%nat -> (b < n)%nat -> factor K kappa a b = factor K kappa b a) /\ (i < n)%nat /\
  0 < weight W omega i /\ degree n (weight W omega) (factor K kappa) i < 0.
Proof.
  intros H; unfold negative_degree_check in H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc3; apply Z.ltb_lt, IZR_lt in Hc.
  apply Z.ltb_lt, IZR_lt in Hc0; apply Nat.ltb_lt in Hc1.
  split; [apply factor_symmetric; assumption|split; [exact Hc1|split]].
  - apply Rdiv_lt_0_compat; assumption.
  - rewrite degree_scaled by lra; assert (P : 0 < / (IZR omega * IZR kappa))
      by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
    apply (Rmult_lt_compat_l _ _ _ P) in Hc; rewrite Rmult_0_r in Hc; exact Hc.
Qed.

(** A negative degree: for d >= 2 and every profile with a slope s > 0 at 1, two points in one slice have
    more energy than collapse. *)
Theorem degree_check_none n W omega K kappa i :
  negative_degree_check n W omega K kappa i = true ->
  forall (d : nat) (f : R -> R) (s : R), (2 <= d)%nat -> slope_at_one f s -> 0 < s ->
  exists q x, slice_masses n 2 q /\ slice_points n 2 d x /\
  collapsed_energy n (weight W omega) (factor K kappa) f
  < slice_energy n 2 d (weight W omega) (factor K kappa) f q x.
Proof.
  intros H d f s Hd Hf Hs; destruct (negative_degree_check_sound n W omega K kappa i H) as (S & Hi & Hw & D).
  apply (negative_degree n d _ _ f s i); auto.
  apply (Rmult_lt_compat_l _ _ _ Hw) in D; rewrite Rmult_0_r in D; exact D.
Qed.

(** In particular no maximiser is collapsed. *)
Corollary direction_check_none n W omega K kappa v :
  direction_check n W omega K kappa v = true ->
  forall (d : nat) (f : R -> R) (s : R), (2 <= d)%nat -> slope_at_one f s -> 0 < s -> forall x,
  maximiser n d (weight W omega) (factor K kappa) f x -> ~ collapsed n d x.
Proof.
  intros H d f s Hd Hf Hs.
  destruct (direction_check_witness n W omega K kappa v H d f s Hd Hf Hs) as (y & Hy & Hlt).
  apply (no_maximiser_collapsed n d _ _ f y Hy Hlt).
Qed.
