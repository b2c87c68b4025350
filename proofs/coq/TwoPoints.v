(** * T5, the claim "some": two opposite points with the energy of the collapsed laws

    Overview.  The slice of label i puts the share v_i on a unit vector e and the share 1 - v_i on - e.  What
    it lacks to the collapsed energy is

        (f(1) - f(-1))/2 sum_{i,j} w_i w_j k_ij (v_i + v_j - 2 v_i v_j),

    and v_i + v_j - 2 v_i v_j = (v_i - v_j)^2 + v_i (1 - v_i) + v_j (1 - v_j): the sum is zero for an
    indicator v in the null space of L (every share 0 or 1: a graph law), and for null v with shares strictly
    between 0 and 1 at labels of degree zero only.  If f(-1) = f(1), every v will do.  Where the collapsed
    laws are maximal, so is this one; it is not collapsed if v is not constant 0 or 1.

    Key results: [graph_laws_some], [all_laws_some], from an integer vector V_i = q v_i; [graph_laws_even] and
    [all_laws_even] for f(-1) = f(1). *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices Dichotomy PsdCheck
  FactorCertificate Profiles Claims.
Import ListNotations.
Local Open Scope R_scope.

(** ** The claims *)

(** Graph laws, "some": one maximiser is collapsed, another one is not. *)
Definition GraphLawsSome (n : nat) (w : nat -> R) (k : nat -> nat -> R) (f : R -> R) (d : nat) : Prop :=
  (exists x, maximiser n d w k f x /\ collapsed n d x) /\
  exists x, maximiser n d w k f x /\ ~ collapsed n d x.

(** All laws, "some": the same for laws with finitely supported slices. *)
Definition AllLawsSome (n : nat) (w : nat -> R) (k : nat -> nat -> R) (f : R -> R) (d : nat) : Prop :=
  (exists m q x, law_maximiser n m d w k f q x /\ slices_collapsed n m d q x) /\
  exists m q x, law_maximiser n m d w k f q x /\ ~ slices_collapsed n m d q x.

(** ** The two points *)

(** e_1 for a = 0, - e_1 for all other a. *)
Definition pole (a : nat) : nat -> R := fun b => (if Nat.eqb a 0 then 1 else -1) * basis 0 b.

Lemma pole_dot d a b :
  (1 <= d)%nat -> dot d (pole a) (pole b) = if Bool.eqb (Nat.eqb a 0) (Nat.eqb b 0) then 1 else -1.
Proof.
  intros Hd; unfold pole; rewrite dot_scal_l, dot_comm, dot_scal_l, basis_unit by lia.
  destruct (Nat.eqb a 0), (Nat.eqb b 0); simpl; ring.
Qed.

Lemma pole_apart d a b : (1 <= d)%nat -> Nat.eqb a 0 <> Nat.eqb b 0 -> ~ same d (pole a) (pole b).
Proof.
  intros Hd Hab H; specialize (H 0%nat ltac:(lia)); unfold pole, basis in H; simpl in H.
  destruct (Nat.eqb a 0), (Nat.eqb b 0); try congruence; lra.
Qed.

(** What sum_{i,j} w_i w_j k_ij (v_i + v_j - 2 v_i v_j) is called here. *)
Definition apart (n : nat) (A : nat -> nat -> R) (v : nat -> R) : R :=
  rsum2 n (fun i j => A i j * (v i + v j - 2 * (v i * v j))).

(** The shares v_i and 1 - v_i. *)
Definition shares (v : nat -> R) (i a : nat) : R := if Nat.eqb a 0 then v i else 1 - v i.

(** The law with shares v_i at e_1 and 1 - v_i at - e_1 lacks (f(1) - f(-1))/2 times [apart]. *)
Lemma pole_energy n d w k f v :
  (1 <= d)%nat ->
  slice_energy n 2 d w k f (shares v) (fun _ a => pole a)
  = collapsed_energy n w k f - / 2 * ((f 1 - f (-1)) * apart n (weighted w k) v).
Proof.
  intros Hd; unfold slice_energy, collapsed_energy, apart.
  rewrite <- Rmult_minus_distr_l; f_equal; rewrite <- !rsum2_scal, <- rsum2_minus.
  apply rsum2_ext; intros i j _ _; unfold rsum2; simpl; rewrite !pole_dot by exact Hd.
  unfold shares, weighted; simpl; ring.
Qed.

Lemma pole_law n d v :
  (1 <= d)%nat -> (forall i, (i < n)%nat -> 0 <= v i <= 1) ->
  slice_masses n 2 (shares v) /\ slice_points n 2 d (fun _ a => pole a).
Proof.
  intros Hd Hv; split.
  - intros i Hi; specialize (Hv i Hi); split; [|unfold shares; simpl; ring].
    intros a _; unfold shares; destruct (Nat.eqb a 0); lra.
  - intros i a _ _; rewrite pole_dot by exact Hd; rewrite Bool.eqb_reflx; reflexivity.
Qed.

(** The graph law that puts label i on e_1 if v_i = 1 and on - e_1 if v_i = 0. *)
Definition sides (v : nat -> R) (i : nat) : nat -> R := pole (if Req_EM_T (v i) 1 then 0 else 1).

Lemma sides_energy n d w k f v :
  (1 <= d)%nat -> (forall i, (i < n)%nat -> v i = 0 \/ v i = 1) ->
  energy n d w k f (sides v)
  = collapsed_energy n w k f - / 2 * ((f 1 - f (-1)) * apart n (weighted w k) v).
Proof.
  intros Hd Hv; unfold energy, collapsed_energy, apart.
  rewrite <- Rmult_minus_distr_l; f_equal; rewrite <- !rsum2_scal, <- rsum2_minus.
  apply rsum2_ext; intros i j Hi Hj; unfold sides; rewrite pole_dot by exact Hd; unfold weighted.
  destruct (Req_EM_T (v i) 1) as [Ei|Ei], (Req_EM_T (v j) 1) as [Ej|Ej]; simpl;
    destruct (Hv i Hi) as [Vi|Vi], (Hv j Hj) as [Vj|Vj]; try lra; rewrite Vi, Vj; ring.
Qed.

Lemma sides_unit n d v : (1 <= d)%nat -> unit_vectors n d (sides v).
Proof. intros Hd i _; unfold sides; rewrite pole_dot by exact Hd; rewrite Bool.eqb_reflx; reflexivity. Qed.

(** ** The theorems *)

(** Where the collapsed configurations are maximal and the two points lose nothing, "some" maximisers are
    collapsed. *)
Theorem graph_some n d w k f v i j :
  (1 <= d)%nat -> (forall y, unit_vectors n d y -> energy n d w k f y <= collapsed_energy n w k f) ->
  (forall i, (i < n)%nat -> v i = 0 \/ v i = 1) -> (f 1 - f (-1)) * apart n (weighted w k) v = 0 ->
  (i < n)%nat -> (j < n)%nat -> v i = 1 -> v j = 0 ->
  GraphLawsSome n w k f d.
Proof.
  intros Hd Hle Hv H0 Hi Hj Vi Vj; split.
  - destruct (collapsed_exists n d Hd) as (x & Hx & Hc); exists x; split; [|exact Hc].
    apply collapsed_maximiser; assumption.
  - exists (sides v); split; [split; [apply sides_unit, Hd|]|].
    + intros y Hy; rewrite (sides_energy n d w k f v Hd Hv), H0; specialize (Hle y Hy); lra.
    + intros C; specialize (C i j Hi Hj); unfold sides in C.
      destruct (Req_EM_T (v i) 1); [|lra]; destruct (Req_EM_T (v j) 1); [lra|].
      apply (pole_apart d 0 1 Hd) in C; [exact C|discriminate].
Qed.

(** The same for all laws, with shares between 0 and 1. *)
Theorem all_some n d w k f v i j :
  (1 <= d)%nat ->
  (forall m q x, slice_masses n m q -> slice_points n m d x ->
     slice_energy n m d w k f q x <= collapsed_energy n w k f) ->
  (forall i, (i < n)%nat -> 0 <= v i <= 1) -> (f 1 - f (-1)) * apart n (weighted w k) v = 0 ->
  (i < n)%nat -> (j < n)%nat -> 0 < v i -> v j < 1 ->
  AllLawsSome n w k f d.
Proof.
  intros Hd Hle Hv H0 Hi Hj Vi Vj; split.
  - destruct (one_point_law n d Hd) as (Q & X & C); do 3 eexists; split; [|exact C].
    split; [exact Q|split; [exact X|]]; intros m q x Hq Hx.
    rewrite (slice_energy_collapsed n 1 d w k f _ _ Q X C); auto.
  - destruct (pole_law n d v Hd Hv) as [Q X].
    exists 2%nat, (shares v), (fun _ a => pole a); split; [split; [exact Q|split; [exact X|]]|].
    + intros m q x Hq Hx; rewrite (pole_energy n d w k f v Hd), H0; specialize (Hle m q x Hq Hx); lra.
    + intros C; refine (pole_apart d 0 1 Hd _ (C i j 0%nat 1%nat Hi Hj _ _ _ _)); try lia.
      * discriminate.
      * unfold shares; simpl; lra.
      * unfold shares; simpl; lra.
Qed.

(** ** From integers *)

Local Open Scope Z_scope.

(** 0 <= V_i <= q, one V_i > 0, one V_j < q. *)
Definition shares_check (n : nat) (V : list Z) (q : Z) : bool :=
  (0 <? q) && forallb (fun i => (0 <=? at1 V i) && (at1 V i <=? q)) (seq 0 n)
  && existsb (fun i => 0 <? at1 V i) (seq 0 n) && existsb (fun i => at1 V i <? q) (seq 0 n).

(** sum c_ij (q V_i + q V_j - 2 V_i V_j) = 0. *)
Definition spread_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) (V : list Z)
  (q : Z) : bool :=
  (0 <? omega) && (0 <? kappa) && shares_check n V q
  && (zsum n (fun i => zsum n (fun j =>
        coupling W K i j * (q * at1 V i + q * at1 V j - 2 * (at1 V i * at1 V j)))) =? 0).

Local Open Scope R_scope.

Definition share (V : list Z) (q : Z) (i : nat) : R := IZR (at1 V i) / IZR q.

Lemma shares_check_sound n V q :
  shares_check n V q = true ->
  0 < IZR q /\ (forall i, (i < n)%nat -> 0 <= share V q i <= 1) /\
  (exists i, (i < n)%nat /\ 0 < share V q i) /\ exists j, (j < n)%nat /\ share V q j < 1.
Proof.
  unfold shares_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  apply Z.ltb_lt, IZR_lt in H; split; [exact H|].
  assert (P : 0 < / IZR q) by (apply Rinv_0_lt_compat, H).
  assert (E : IZR q * / IZR q = 1) by (apply Rinv_r; lra).
  unfold share, Rdiv; split; [|split].
  - intros i Hi; rewrite forallb_forall in Hc1.
    pose proof (Hc1 i ltac:(apply in_seq; lia)) as B; apply andb_prop in B; destruct B as [B1 B2].
    apply Z.leb_le, IZR_le in B1; apply Z.leb_le, IZR_le in B2.
    split; [apply Rmult_le_pos; lra|rewrite <- E; apply Rmult_le_compat_r; lra].
  - apply existsb_exists in Hc0; destruct Hc0 as (i & Hi & B); apply in_seq in Hi.
    apply Z.ltb_lt, IZR_lt in B; exists i; split; [lia|apply Rmult_lt_0_compat; assumption].
  - apply existsb_exists in Hc; destruct Hc as (i & Hi & B); apply in_seq in Hi.
    apply Z.ltb_lt, IZR_lt in B; exists i; split; [lia|].
    rewrite <- E; apply Rmult_lt_compat_r; assumption.
Qed.

Lemma spread_check_sound n W omega K kappa V q :
  spread_check n W omega K kappa V q = true ->
  shares_check n V q = true /\ apart n (weighted (weight W omega) (factor K kappa)) (share V q) = 0.
Proof.
  unfold spread_check; intros H; repeat (apply andb_prop in H; destruct H as [H ?Hc]).
  split; [assumption|]; apply Z.ltb_lt, IZR_lt in H; apply Z.ltb_lt, IZR_lt in Hc1.
  destruct (shares_check_sound n V q Hc0) as (Hq & _).
  apply Z.eqb_eq, (f_equal IZR) in Hc; rewrite zsum_rsum2 in Hc; unfold apart.
  rewrite (rsum2_ext n _ (fun i j => / (IZR omega * IZR omega * IZR kappa) * / (IZR q * IZR q)
    * IZR (coupling W K i j * (q * at1 V i + q * at1 V j - 2 * (at1 V i * at1 V j))))).
  - rewrite rsum2_scal, Hc; ring.
  - intros i j _ _; rewrite weighted_scaled by lra; unfold share.
    rewrite mult_IZR, minus_IZR, plus_IZR, !mult_IZR; field; repeat split; lra.
Qed.

(** With q = 1 the shares are 0 or 1. *)
Lemma share_binary n V :
  (forall i, (i < n)%nat -> 0 <= share V 1 i <= 1) ->
  forall i, (i < n)%nat -> share V 1 i = 0 \/ share V 1 i = 1.
Proof.
  intros H i Hi; specialize (H i Hi); unfold share, Rdiv in *; rewrite Rinv_1, Rmult_1_r in *.
  destruct H as [H0 H1]; apply le_IZR in H0; apply le_IZR in H1.
  assert (at1 V i = 0%Z \/ at1 V i = 1%Z) as [->| ->] by lia; auto.
Qed.

Lemma graph_bound n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> ascending f ->
  forall y, unit_vectors n d y ->
  energy n d (weight W omega) (factor K kappa) f y <= collapsed_energy n (weight W omega) (factor K kappa) f.
Proof. intros H (a & Ha & Hf); apply (factor_check_series n W omega K kappa data H d a f Ha Hf). Qed.

Lemma all_bound n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> degree_check n W K = true -> ascending f ->
  forall m q x, slice_masses n m q -> slice_points n m d x ->
  slice_energy n m d (weight W omega) (factor K kappa) f q x
  <= collapsed_energy n (weight W omega) (factor K kappa) f.
Proof. intros H HD (a & Ha & Hf); apply (slices_check_bound n W omega K kappa data H HD d a f Ha Hf). Qed.

(** A certified Laplacian and an indicator in its null space: "some" for graph laws, for every d >= 1. *)
Theorem graph_laws_some n W omega K kappa data V f d :
  factor_check n W omega K kappa data = true -> spread_check n W omega K kappa V 1 = true ->
  ascending f -> (1 <= d)%nat ->
  GraphLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HS Hf Hd; destruct (spread_check_sound _ _ _ _ _ _ _ HS) as [HV H0].
  destruct (shares_check_sound n V 1 HV) as (_ & HB & (i & Hi & Vi) & (j & Hj & Vj)).
  pose proof (share_binary n V HB) as HB'.
  apply (graph_some n d _ _ f (share V 1) i j); auto.
  - apply (graph_bound n W omega K kappa data f d H Hf).
  - rewrite H0; ring.
  - destruct (HB' i Hi); [lra|assumption].
  - destruct (HB' j Hj); [assumption|lra].
Qed.

(** With nonnegative degrees, and shares that cost nothing: "some" for all laws, for every d >= 1. *)
Theorem all_laws_some n W omega K kappa data V q f d :
  factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  spread_check n W omega K kappa V q = true -> ascending f -> (1 <= d)%nat ->
  AllLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HD HS Hf Hd; destruct (spread_check_sound _ _ _ _ _ _ _ HS) as [HV H0].
  destruct (shares_check_sound n V q HV) as (_ & HB & (i & Hi & Vi) & (j & Hj & Vj)).
  apply (all_some n d _ _ f (share V q) i j); auto.
  - apply (all_bound n W omega K kappa data f d H HD Hf).
  - rewrite H0; ring.
Qed.

(** ** Profiles with f(-1) = f(1) *)

(** For them "some" needs no null vector: two labels for graph laws. *)
Theorem graph_laws_even n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> Nat.leb 2 n = true -> ascending f -> f (-1) = f 1 ->
  (1 <= d)%nat ->
  GraphLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros H Hn Hf He Hd; apply Nat.leb_le in Hn.
  apply (graph_some n d _ _ f (fun i => if Nat.eqb i 0 then 1 else 0) 0 1); auto; try lia.
  - apply (graph_bound n W omega K kappa data f d H Hf).
  - intros i _; destruct (Nat.eqb i 0); auto.
  - rewrite He; ring.
Qed.

(** One label suffices for all laws. *)
Theorem all_laws_even n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> degree_check n W K = true -> Nat.leb 1 n = true ->
  ascending f -> f (-1) = f 1 -> (1 <= d)%nat ->
  AllLawsSome n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HD Hn Hf He Hd; apply Nat.leb_le in Hn.
  apply (all_some n d _ _ f (fun _ => / 2) 0 0); auto; try lia; try lra.
  - apply (all_bound n W omega K kappa data f d H HD Hf).
  - intros; lra.
  - rewrite He; ring.
Qed.
