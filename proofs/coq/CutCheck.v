(** * No cut is negative: all cuts of n labels, in integers

    Overview.  f(t) = c asin t + a: what a law lacks to the collapsed energy is c/2 sum A_ij t_ij, with A_ij =
    w_i w_j k_ij and the mean angles t_ij >= 0 (Cuts.v).  Where no cut of s A_ij - e, i <> j, is negative,

        s sum_(i <> j) A_ij t_ij >= e sum_(i <> j) t_ij

    (CutCone.v): with e = 0 no law with A_ii t_ii >= 0 has more energy than the collapsed ones, and with e > 0
    none of the others has as much.  Labels are put on one side or the other in their order, label 0 on side
    0; each later label keeps what it would cost on either side, so that the 2^(n-1) cuts take some 2^n
    additions.

    Key results: [cuts_check_sound], [coupling_nonneg], [coupling_zero]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian PsdCheck PsdSound FactorCertificate Slices
  TwoPoints Cuts CutCone.
Import ListNotations.

Local Open Scope Z_scope.

(** s c_ij - e for i <> j. *)
Definition lowered_coupling (W : list Z) (K : list (list Z)) (s e : Z) (i j : nat) : Z :=
  if Nat.eqb i j then 0 else s * coupling W K i j - e.

(** What a cut between i and j costs. *)
Definition apart_cost (c : nat -> nat -> Z) (i j : nat) : Z := c i j + c j i.

Fixpoint added (u v : list Z) : list Z :=
  match u, v with
  | x :: u', y :: v' => x + y :: added u' v'
  | _, _ => []
  end.

(** Row i: the costs between label i and the labels after it. *)
Fixpoint cost_rows (c : nat -> nat -> Z) (k l : nat) : list (list Z) :=
  match l with
  | O => []
  | S l' => map (apart_cost c k) (seq (S k) l') :: cost_rows c (S k) l'
  end.

(** [zero] and [one]: what the labels that are left would cost on side 0 and on side 1. *)
Fixpoint every_cut (rows : list (list Z)) (value : Z) (zero one : list Z) : bool :=
  match rows, zero, one with
  | r :: rows', z :: zero', o :: one' =>
      every_cut rows' (value + z) zero' (added one' r) && every_cut rows' (value + o) (added zero' r) one'
  | _, _, _ => 0 <=? value
  end.

Definition cuts_check (n : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) (s e : Z) : bool :=
  (0 <? omega) && (0 <? kappa) && (0 <? s) && (0 <=? e) && Nat.ltb 1 n
  && (let c := lowered_coupling W K s e in
      let others := seq 1 (n - 1) in
      every_cut (cost_rows c 1 (n - 1)) 0 (map (fun _ => 0) others) (map (apart_cost c 0) others)).

(** c_ii >= 0. *)
Definition own_check (n : nat) (W : list Z) (K : list (list Z)) : bool :=
  forallb (fun i => 0 <=? coupling W K i i) (seq 0 n).

Local Open Scope R_scope.

Lemma cuts_denominators n W omega K kappa s e : cuts_check n W omega K kappa s e = true ->
  0 < IZR omega /\ 0 < IZR kappa.
Proof.
  intros H; do 5 (apply andb_prop in H; destruct H as [H ?H]); split; apply IZR_lt, Z.ltb_lt; assumption.
Qed.

Lemma cuts_two n W omega K kappa s e : cuts_check n W omega K kappa s e = true -> (2 <= n)%nat.
Proof. intros H; do 5 (apply andb_prop in H; destruct H as [H ?H]); apply Nat.ltb_lt in H1; lia. Qed.

(** ** Soundness *)

(** v_i + v_j - 2 v_i v_j, and the sum over the pairs of labels from k on. *)
Definition parted (v : nat -> R) (i j : nat) : R := v i + v j - 2 * (v i * v j).

Fixpoint pairs (c : nat -> nat -> R) (k l : nat) (v : nat -> R) : R :=
  match l with
  | O => 0
  | S l' => rsum l' (fun j => (c k (S k + j)%nat + c (S k + j)%nat k) * parted v k (S k + j))
    + pairs c (S k) l' v
  end.

(** What label i costs on its side. *)
Definition sided (z o : nat -> Z) (v : nat -> R) (i : nat) : R := IZR (z i) * (1 - v i) + IZR (o i) * v i.

Lemma added_map (f g : nat -> Z) l : added (map f l) (map g l) = map (fun j => (f j + g j)%Z) l.
Proof. induction l as [|a l IH]; simpl; [reflexivity|rewrite IH; reflexivity]. Qed.

Lemma every_cut_sound c v l : forall k value z o,
  every_cut (cost_rows c k l) value (map z (seq k l)) (map o (seq k l)) = true ->
  (forall i, (i < l)%nat -> v (k + i)%nat = 0 \/ v (k + i)%nat = 1) ->
  0 <= IZR value + rsum l (fun i => sided z o v (k + i)) + pairs (fun i j => IZR (c i j)) k l v.
Proof.
  induction l as [|l IH]; intros k value z o H B.
  - simpl in *; apply Z.leb_le, IZR_le in H; lra.
  - assert (B' : forall i, (i < l)%nat -> v (S k + i)%nat = 0 \/ v (S k + i)%nat = 1).
    { intros i Hi; replace (S k + i)%nat with (k + S i)%nat by lia; apply B; lia. }
    simpl in H; rewrite !added_map in H; apply andb_prop in H; destruct H as [H0 H1].
    rewrite rsum_shift, Nat.add_0_r.
    rewrite (rsum_ext l (fun i => sided z o v (k + S i)) (fun i => sided z o v (S k + i)))
      by (intros; rewrite Nat.add_succ_r; reflexivity).
    set (r := rsum l _); cbn [pairs]; set (p := pairs _ (S k) l v).
    set (u := rsum l (fun j => (_ + _) * parted v k _)); unfold sided at 1.
    pose proof (B 0%nat ltac:(lia)) as V; rewrite Nat.add_0_r in V; destruct V as [V|V]; rewrite V.
    + specialize (IH (S k) _ _ _ H0 B'); fold p in IH; set (o' := fun j => (o j + apart_cost c k j)%Z) in IH.
      assert (E : r + u = rsum l (fun i => sided z o' v (S k + i))).
      { unfold r, u; rewrite <- rsum_plus; apply rsum_ext; intros i _; unfold sided, o', apart_cost, parted.
        rewrite V, !plus_IZR; ring. }
      rewrite <- E, plus_IZR in IH; lra.
    + specialize (IH (S k) _ _ _ H1 B'); fold p in IH; set (z' := fun j => (z j + apart_cost c k j)%Z) in IH.
      assert (E : r + u = rsum l (fun i => sided z' o v (S k + i))).
      { unfold r, u; rewrite <- rsum_plus; apply rsum_ext; intros i _; unfold sided, z', apart_cost, parted.
        rewrite V, !plus_IZR; ring. }
      rewrite <- E, plus_IZR in IH; lra.
Qed.

(** All ordered pairs of labels from k on. *)
Lemma pairs_all c v l : forall k, (forall i, (i < l)%nat -> v (k + i)%nat = 0 \/ v (k + i)%nat = 1) ->
  rsum l (fun i => rsum l (fun j => c (k + i)%nat (k + j)%nat * parted v (k + i) (k + j))) = pairs c k l v.
Proof.
  induction l as [|l IH]; intros k B; [reflexivity|].
  rewrite rsum_shift, rsum_shift, Nat.add_0_r.
  rewrite (rsum_ext l (fun i => rsum (S l) _) (fun i => c (S k + i)%nat k * parted v (S k + i) k
    + rsum l (fun j => c (S k + i)%nat (S k + j)%nat * parted v (S k + i) (S k + j)))).
  - rewrite rsum_plus, IH; [cbn [pairs]|intros i Hi; replace (S k + i)%nat with (k + S i)%nat by lia;
      apply B; lia].
    assert (Z : parted v k k = 0).
    { unfold parted; pose proof (B 0%nat ltac:(lia)) as V; rewrite Nat.add_0_r in V;
      destruct V as [-> | ->]; ring. }
    rewrite Z, Rmult_0_r, Rplus_0_l, <- Rplus_assoc, <- rsum_plus; f_equal; apply rsum_ext; intros j _.
    rewrite Nat.add_succ_r; unfold parted; simpl; ring.
  - intros i _; rewrite rsum_shift, Nat.add_0_r, Nat.add_succ_r; f_equal; apply rsum_ext; intros j _.
    rewrite Nat.add_succ_r; reflexivity.
Qed.

(** Where the check says yes, no cut of s c_ij - e is negative. *)
Theorem cuts_check_sound n W omega K kappa s e : cuts_check n W omega K kappa s e = true ->
  no_negative_cut n (fun i j => IZR (lowered_coupling W K s e i j)).
Proof.
  intros H; set (c := lowered_coupling W K s e); pose proof (cuts_two _ _ _ _ _ _ _ H) as Hn.
  apply andb_prop in H; destruct H as [_ H]; cbv zeta in H; fold c in H.
  assert (Z : forall v, (forall i, (i < n)%nat -> v i = 0 \/ v i = 1) -> v 0%nat = 0 ->
    0 <= apart n (fun i j => IZR (c i j)) v).
  { intros v B V; unfold apart, rsum2; pose proof (pairs_all (fun i j => IZR (c i j)) v n 0 B) as E.
    unfold parted in E; simpl in E; rewrite E; replace n with (S (n - 1)) by lia; cbn [pairs].
    pose proof (every_cut_sound c v (n - 1) 1 0 (fun _ => 0%Z) (apart_cost c 0) H
      ltac:(intros i Hi; apply B; simpl; lia)) as Q.
    rewrite Rplus_0_l in Q; erewrite rsum_ext; [exact Q|]; intros i _.
    unfold parted, sided, apart_cost; simpl; rewrite V, plus_IZR; ring. }
  intros v B; destruct (B 0%nat ltac:(lia)) as [V|V]; [apply Z; assumption|].
  assert (E : apart n (fun i j => IZR (c i j)) v = apart n (fun i j => IZR (c i j)) (fun i => 1 - v i))
    by (unfold apart; apply rsum2_ext; intros; ring).
  rewrite E; apply Z; [|rewrite V; ring]; intros i Hi; destruct (B i Hi) as [-> | ->]; [right|left]; ring.
Qed.

(** ** Mean angles *)

(** The angles within slices count for nothing negative. *)
Definition own_angles (n m d : nat) (W : list Z) (K : list (list Z)) (q : nat -> nat -> R)
  (x : nat -> nat -> nat -> R) : Prop :=
  forall i, (i < n)%nat -> 0 <= IZR (coupling W K i i) * mean_angle m d q x i i.

(** e times the mean angles between different labels. *)
Definition rest (m d : nat) (e : Z) (q : nat -> nat -> R) (x : nat -> nat -> nat -> R) (i j : nat) : R :=
  if Nat.eqb i j then 0 else IZR e * mean_angle m d q x i j.

(** s sum c_ij t_ij is at least the sum of the rest, which is not negative. *)
Lemma coupling_sum n m d W omega K kappa s e q x :
  cuts_check n W omega K kappa s e = true -> slice_masses n m q -> slice_points n m d x ->
  own_angles n m d W K q x ->
  0 < IZR s /\ (forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= rest m d e q x i j) /\
  rsum2 n (rest m d e q x) <= IZR s * rsum2 n (fun i j => IZR (coupling W K i j) * mean_angle m d q x i j).
Proof.
  intros accepted Hq Hx own; pose proof accepted as H; do 5 (apply andb_prop in H; destruct H as [H ?H]).
  apply Z.ltb_lt, IZR_lt in H3; apply Z.leb_le, IZR_le in H2; split; [exact H3|split].
  - intros i j Hi Hj; unfold rest; destruct (Nat.eqb i j); [lra|].
    apply Rmult_le_pos; [exact H2|apply (mean_angle_nonneg n); assumption].
  - pose proof (slice_cut_cone n m d q x (fun i j => IZR (lowered_coupling W K s e i j)) Hq Hx
      (cuts_check_sound n W omega K kappa s e accepted)) as T.
    specialize (T ltac:(intros i _; unfold lowered_coupling; rewrite Nat.eqb_refl; lra)).
    set (l := rsum2 n _) in T; apply Rle_trans with (l + rsum2 n (rest m d e q x)); [lra|]; unfold l.
    rewrite <- rsum2_scal, <- rsum2_plus; apply rsum2_le; intros i j Hi Hj.
    unfold lowered_coupling, rest; destruct (Nat.eqb_spec i j) as [<-|Hne].
    + specialize (own i Hi); pose proof (Rmult_le_pos _ _ (Rlt_le _ _ H3) own); lra.
    + rewrite minus_IZR, mult_IZR; lra.
Qed.

Lemma coupling_nonneg n m d W omega K kappa s e q x :
  cuts_check n W omega K kappa s e = true -> slice_masses n m q -> slice_points n m d x ->
  own_angles n m d W K q x ->
  0 <= rsum2 n (fun i j => IZR (coupling W K i j) * mean_angle m d q x i j).
Proof.
  intros H Hq Hx own; destruct (coupling_sum n m d W omega K kappa s e q x H Hq Hx own) as (Hs & P & L).
  pose proof (rsum2_nonneg n _ P); apply (Rmult_le_reg_l (IZR s)); [exact Hs|lra].
Qed.

Lemma coupling_zero n m d W omega K kappa s e q x :
  cuts_check n W omega K kappa s e = true -> slice_masses n m q -> slice_points n m d x ->
  own_angles n m d W K q x -> 0 < IZR e ->
  rsum2 n (fun i j => IZR (coupling W K i j) * mean_angle m d q x i j) = 0 ->
  forall i j, (i < n)%nat -> (j < n)%nat -> i <> j -> mean_angle m d q x i j = 0.
Proof.
  intros H Hq Hx own He Z i j Hi Hj Hne.
  destruct (coupling_sum n m d W omega K kappa s e q x H Hq Hx own) as (Hs & P & L).
  rewrite Z, Rmult_0_r in L; pose proof (rsum2_nonneg n _ P).
  pose proof (rsum2_nonneg_zero n _ P ltac:(lra) i j Hi Hj) as E; unfold rest in E.
  rewrite (proj2 (Nat.eqb_neq i j) Hne) in E; apply Rmult_integral in E; destruct E; [lra|assumption].
Qed.
