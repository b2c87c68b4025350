(** * T5 on nonatomic blocks, "none" by a law in hand

    Overview. A law with the masses q_ba = Q_ba / mu at the points p_ba, a < m, of the block b is one of
    contents: the positions t <= (Q_b0 + .. + Q_ba) / mu, without those before, have the content p_ba.
    These parts are admissible sets ([divided_blocks]), their means are w_b q_ba, and the energy is that
    of slices at atoms. So a law of slices with more energy than the collapsed ones refutes collapse on
    blocks, for graph laws too.

    Key results: [parts_energy], [blocks_none_law]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices PsdCheck FactorCertificate
  Profiles Laws TokenLaws TokenLaplacian TokenClaims BlockLaws BlockClaims BlockShares.
Local Open Scope R_scope.

(** Numbers 0 or 1 with the sum 1: one of them is 1. *)
Lemma one_of m (p : nat -> R) : (forall a, (a < m)%nat -> p a = 0 \/ p a = 1) -> rsum m p = 1 ->
  exists e, (e < m)%nat /\ forall G, rsum m (fun a => p a * G a) = G e.
Proof.
  intros H S; assert (E : exists e, (e < m)%nat /\ p e = 1).
  { clear -H S; induction m as [|m IH]; [simpl in S; lra|]; simpl in S.
    destruct (H m (Nat.lt_succ_diag_r m)) as [Z|Z]; [|exists m; split; [lia|exact Z]].
    destruct IH as (e & He & E); [intros; apply H; lia|lra|exists e; split; [lia|exact E]]. }
  destruct E as (e & He & E); exists e; split; [exact He|]; intros G.
  rewrite (rsum_single m _ e He); [rewrite E; ring|]; intros a Ha Hne.
  destruct (H a Ha) as [Z|Z]; [rewrite Z; ring|exfalso].
  assert (P : forall a, (a < m)%nat -> 0 <= p a) by (intros b Hb; destruct (H b Hb); lra).
  rewrite (rsum_split m p e He), E in S.
  assert (Q : 1 <= rsum m (fun b => if Nat.eqb b e then 0 else p b)); [|lra].
  rewrite (rsum_split m _ a Ha), (proj2 (Nat.eqb_neq a e) Hne), Z.
  rewrite <- Rplus_0_r at 1; apply Rplus_le_compat_l, rsum_nonneg; intros b Hb.
  destruct (Nat.eqb b a), (Nat.eqb b e); try lra; apply P, Hb.
Qed.

(** Masses Q_ba / mu >= 0 with the sum 1 in every block. *)
Definition divides (n m : nat) (Q : nat -> nat -> Z) (mu : Z) : Prop :=
  0 < IZR mu /\
  forall b, (b < n)%nat -> zsum m (Q b) = mu /\ forall a, (a < m)%nat -> (0 <= Q b a)%Z.

(** Positions up to the part a, without it. *)
Definition before (Q : nat -> nat -> Z) (mu : Z) (a : nat) (l : nat * R) : R :=
  match a with O => 0 | _ => below (IZR (zsum a (Q (fst l))) / IZR mu) l end.
Definition in_part (Q : nat -> nat -> Z) (mu : Z) (a : nat) (l : nat * R) : R :=
  before Q mu (S a) l - before Q mu a l.

Lemma sum_bounds n m Q mu b a : divides n m Q mu -> (b < n)%nat -> (a <= m)%nat ->
  (0 <= zsum a (Q b) <= mu)%Z.
Proof.
  intros HQ Hb Ha; destruct (proj2 HQ b Hb) as [Sm P].
  assert (Up : forall c, (c <= m)%nat -> (0 <= zsum c (Q b))%Z).
  { induction c as [|c IH]; intros Hc; [reflexivity|]; simpl; specialize (P c ltac:(lia)).
    specialize (IH ltac:(lia)); lia. }
  split; [apply Up, Ha|]; rewrite <- Sm.
  assert (More : forall c, (a + c <= m)%nat -> (zsum a (Q b) <= zsum (a + c) (Q b))%Z).
  { induction c as [|c IH]; intros Hc; [rewrite Nat.add_0_r; lia|].
    replace (a + S c)%nat with (S (a + c)) by lia; simpl; specialize (P (a + c)%nat ltac:(lia)).
    specialize (IH ltac:(lia)); lia. }
  replace m with (a + (m - a))%nat by lia; apply More; lia.
Qed.

Lemma part_values n m Q mu a l : divides n m Q mu -> (fst l < n)%nat -> (a < m)%nat ->
  in_part Q mu a l = 0 \/ in_part Q mu a l = 1.
Proof.
  intros HQ Hl Ha; destruct (proj2 HQ (fst l) Hl) as [_ P]; unfold in_part, before, below.
  destruct a as [|a]; [destruct (Rle_dec _ _); [right|left]; ring|].
  assert (L : IZR (zsum (S a) (Q (fst l))) / IZR mu <= IZR (zsum (S (S a)) (Q (fst l))) / IZR mu).
  { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, HQ|]; apply IZR_le.
    change (zsum (S (S a)) (Q (fst l))) with (zsum (S a) (Q (fst l)) + Q (fst l) (S a))%Z.
    specialize (P (S a) Ha); lia. }
  destruct (Rle_dec (snd l) (IZR (zsum (S (S a)) (Q (fst l))) / IZR mu)),
    (Rle_dec (snd l) (IZR (zsum (S a) (Q (fst l))) / IZR mu)); lra.
Qed.

Lemma parts_sum n m Q mu l : divides n m Q mu -> (fst l < n)%nat -> snd l <= 1 ->
  rsum m (fun a => in_part Q mu a l) = 1.
Proof.
  intros [scale HQ] Hl Ht; destruct (HQ (fst l) Hl) as [Sm _].
  assert (T : forall c, rsum c (fun a => in_part Q mu a l) = before Q mu c l - before Q mu 0 l).
  { induction c as [|c IH]; [simpl; ring|]; simpl rsum; rewrite IH; unfold in_part; ring. }
  rewrite T; destruct m as [|m'].
  - simpl in Sm; rewrite <- Sm in scale; lra.
  - unfold before; rewrite Sm; replace (IZR mu / IZR mu) with 1 by (field; lra).
    unfold below; destruct (Rle_dec _ _); lra.
Qed.

(** The content of a label. *)
Definition placed (m : nat) (Q : nat -> nat -> Z) (mu : Z) (p : nat -> nat -> nat -> R) (l : nat * R)
  (i : nat) : R := rsum m (fun a => in_part Q mu a l * p (fst l) a i).

Lemma placed_point n m Q mu p l : divides n m Q mu -> (fst l < n)%nat -> snd l <= 1 ->
  exists e, (e < m)%nat /\ (forall i, placed m Q mu p l i = p (fst l) e i) /\
  forall G, rsum m (fun a => in_part Q mu a l * G a) = G e.
Proof.
  intros HQ Hl Ht.
  destruct (one_of m (fun a => in_part Q mu a l) (fun a => part_values n m Q mu a l HQ Hl)
    (parts_sum n m Q mu l HQ Hl Ht)) as (e & He & E).
  exists e; split; [exact He|split; [intros i; apply E|exact E]].
Qed.

Lemma before_fit n w Q mu T a : divided_blocks n w mu T -> fit T (fun u => before Q mu a (label T u)).
Proof.
  intros blocks; destruct a as [|a]; [exact (fit_const T 0)|].
  apply (fit_ext (fun u => rsum n (fun b =>
    on_block T b u * below (IZR (zsum (S a) (Q b)) / IZR mu) (label T u)))).
  - intros u.
    apply (block_sum (proj1 blocks) (fun b => below (IZR (zsum (S a) (Q b)) / IZR mu) (label T u)) u).
  - apply fit_rsum; intros b Hb; apply (block_product_fit (proj1 blocks)); [exact Hb|apply (proj2 blocks)].
Qed.

Lemma part_fit n w Q mu T a : divided_blocks n w mu T -> fit T (fun u => in_part Q mu a (label T u)).
Proof. intros blocks; apply fit_minus; apply (before_fit n w Q mu T _ blocks). Qed.

Lemma placed_contents n m d w Q mu p T : divides n m Q mu -> slice_points n m d p ->
  divided_blocks n w mu T -> contents T d (fun u => placed m Q mu p (label T u)).
Proof.
  intros HQ points blocks; split.
  - intros i _; apply fit_rsum; intros a Ha; apply fit_mult; [apply (part_fit n w Q mu T a blocks)|].
    apply (block_function_fit (proj1 blocks) (fun b => p b a i)).
  - intros u; destruct (proj1 blocks) as (Hn & _ & _ & Ht & _).
    destruct (placed_point n m Q mu p (label T u) HQ (Hn u) (proj2 (Ht u))) as (e & He & E & _).
    rewrite (dot_ext d _ (p (fst (label T u)) e) _ (p (fst (label T u)) e)) by (intros i _; apply E).
    apply points; [apply Hn|exact He].
Qed.

(** The part a of the block b has the mean w_b q_ba. *)
Lemma part_mean n m w Q mu T a b : (forall b, (b < n)%nat -> 0 < w b) -> divides n m Q mu ->
  divided_blocks n w mu T -> (b < n)%nat -> (a < m)%nat ->
  block_mean (fun u => in_part Q mu a (label T u)) b = w b * (IZR (Q b a) / IZR mu).
Proof.
  intros positive HQ blocks Hb Ha; pose proof (proj1 HQ) as scale.
  assert (B : forall c, (c <= m)%nat ->
    block_mean (fun u => before Q mu c (label T u)) b = w b * (IZR (zsum c (Q b)) / IZR mu)).
  { intros [|c] Hc; [simpl; rewrite (block_mean_const (proj1 blocks) b 0 Hb); unfold Rdiv; ring|].
    destruct (sum_bounds n m Q mu b (S c) HQ Hb Hc) as [L U]; apply IZR_le in L; apply IZR_le in U.
    rewrite <- (below_mean (proj1 blocks) (IZR (zsum (S c) (Q b)) / IZR mu) b).
    - unfold block_mean; apply mean_ext; intros u; unfold on_block, before.
      destruct (Nat.eqb_spec (fst (label T u)) b) as [->|]; ring.
    - split; [apply Rmult_le_pos; [exact L|left; apply Rinv_0_lt_compat, HQ]|].
      apply (Rmult_le_reg_r (IZR mu)); [exact scale|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
    - exact Hb.
    - left; apply positive, Hb.
    - apply (proj2 blocks). }
  transitivity (block_mean (fun u => before Q mu (S a) (label T u)) b
    - block_mean (fun u => before Q mu a (label T u)) b).
  - unfold block_mean; rewrite <- mean_minus; [apply mean_ext; intros; unfold in_part; ring| |];
      apply (block_product_fit (proj1 blocks) b _ Hb), (before_fit n w Q mu T _ blocks).
  - rewrite !B by lia; simpl zsum; rewrite plus_IZR; field; lra.
Qed.

(** The energy is that of the slices. *)
Theorem parts_energy n m d w k f Q mu p T : (forall b, (b < n)%nat -> 0 < w b) -> divides n m Q mu ->
  slice_points n m d p -> divided_blocks n w mu T ->
  pair_mean (fun u v => between (block_factor k) T u v
    * f (dot d (placed m Q mu p (label T u)) (placed m Q mu p (label T v))))
  = 2 * slice_energy n m d w k f (fun b a => IZR (Q b a) / IZR mu) p.
Proof.
  intros positive HQ points blocks; destruct (proj1 blocks) as (Hn & _ & _ & Ht & _).
  set (h := fun i e u => on_block T i u * in_part Q mu e (label T u)).
  assert (Fh : forall i e, (i < n)%nat -> fit T (h i e))
    by (intros i e Hi; apply (block_product_fit (proj1 blocks) i _ Hi), (part_fit n w Q mu T e blocks)).
  set (F := fun i j e g u v => k i j * f (dot d (p i e) (p j g)) * (h i e u * h j g v)).
  assert (PF : forall i j e g, (i < n)%nat -> (j < n)%nat -> pair_fit T (F i j e g))
    by (intros; apply pair_scal, pair_product; apply Fh; assumption).
  rewrite (pair_mean_ext _ (fun u v => rsum n (fun i => rsum n (fun j =>
    rsum m (fun e => rsum m (fun g => F i j e g u v)))))).
  - rewrite pair_mean_rsum
      by (intros i Hi; apply pair_rsum; intros j Hj; apply pair_rsum; intros e _; apply pair_rsum; auto).
    unfold slice_energy; rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    apply rsum_ext; intros i Hi.
    rewrite pair_mean_rsum by (intros j Hj; apply pair_rsum; intros e _; apply pair_rsum; auto).
    apply rsum_ext; intros j Hj.
    rewrite pair_mean_rsum by (intros e _; apply pair_rsum; auto).
    unfold rsum2; rewrite <- rsum_scal; apply rsum_ext; intros e He.
    rewrite pair_mean_rsum by auto; rewrite <- rsum_scal; apply rsum_ext; intros g Hg.
    unfold F; rewrite pair_mean_scal by (apply pair_product; apply Fh; assumption).
    rewrite (pair_mean_product (h i e) (h j g) (Fh i e Hi) (Fh j g Hj)).
    pose proof (part_mean n m w Q mu T e i positive HQ blocks Hi He) as Mi.
    pose proof (part_mean n m w Q mu T g j positive HQ blocks Hj Hg) as Mj.
    unfold block_mean in Mi, Mj; unfold h; rewrite Mi, Mj; ring.
  - intros u v; destruct (placed_point n m Q mu p (label T u) HQ (Hn u) (proj2 (Ht u))) as (e & He & E & Eu).
    destruct (placed_point n m Q mu p (label T v) HQ (Hn v) (proj2 (Ht v))) as (g & Hg & G & Gv).
    rewrite (dot_ext d _ (p (fst (label T u)) e) _ (p (fst (label T v)) g))
      by (intros i _; first [apply E|apply G]).
    set (bu := fst (label T u)) in *; set (bv := fst (label T v)) in *.
    transitivity (rsum n (fun i => on_block T i u * rsum n (fun j => on_block T j v *
      (k i j * f (dot d (p i e) (p j g)))))).
    + rewrite (block_sum (proj1 blocks) (fun i => rsum n (fun j => on_block T j v *
        (k i j * f (dot d (p i e) (p j g))))) u); fold bu.
      rewrite (block_sum (proj1 blocks) (fun j => k bu j * f (dot d (p bu e) (p j g))) v); reflexivity.
    + apply rsum_ext; intros i _; rewrite <- rsum_scal; apply rsum_ext; intros j _.
      transitivity (on_block T i u * on_block T j v * rsum m (fun e => in_part Q mu e (label T u) *
        rsum m (fun g => in_part Q mu g (label T v) * (k i j * f (dot d (p i e) (p j g)))))).
      * rewrite Eu, Gv; ring.
      * rewrite <- rsum_scal; apply rsum_ext; intros a _; rewrite <- !rsum_scal; apply rsum_ext; intros c _.
        unfold F, h; ring.
Qed.

(** A law with more energy than the collapsed ones among slices: "none" on blocks, for graph laws too. *)
Theorem blocks_none_law n m d W omega K kappa P pi Q mu X xi view (Hv : admits_graphs view)
  (Hf : continuity (polynomial P pi)) :
  weights_check n W omega = true -> surplus_check n m d W omega K kappa P pi Q mu X xi = true ->
  NoneOf (divided_blocks n (weight W omega) mu) view d
    (factor_kernel d (block_factor (factor K kappa)) (polynomial P pi)).
Proof.
  intros HW H; pose proof (weights_check_sound n W omega HW) as Hw.
  destruct (surplus_check_sound _ _ _ _ _ _ _ _ _ _ _ _ _ H) as (HQ & HX & Hlt).
  unfold surplus_check in H; do 2 (apply andb_prop in H; destruct H as [H ?C]).
  destruct (law_check_sound n m d Q mu X xi C0) as (Hmu & _).
  assert (M : forall b, (b < n)%nat -> zsum m (at2 Q b) = mu /\ forall a, (a < m)%nat -> (0 <= at2 Q b a)%Z).
  { intros b Hb; unfold law_check in C0; apply andb_prop in C0; destruct C0 as [_ C0].
    rewrite forallb_forall in C0; specialize (C0 b ltac:(apply in_seq; lia)); apply andb_prop in C0.
    destruct C0 as [S A]; split; [apply Z.eqb_eq, S|]; intros a Ha; rewrite forallb_forall in A.
    specialize (A a ltac:(apply in_seq; lia)); apply andb_prop in A; destruct A as [A _]; apply Z.leb_le, A. }
  set (f := polynomial P pi) in *; set (w := weight W omega) in *; set (k := factor K kappa) in *.
  apply (none_with_gap view (divided_blocks n w mu) d (block_factor k) f Hf).
  - intros T HT; apply (block_factor_fit k (proj1 HT)).
  - intros T HT; set (y := fun u : token T => placed m (at2 Q) mu (points X xi) (label T u)).
    pose proof (placed_contents n m d w (at2 Q) mu (points X xi) T (conj Hmu M) HX HT) as Hy.
    exists y; split; [exact Hy|split; [exact (Hv T d (placed m (at2 Q) mu (points X xi)))|]].
    rewrite <- (law_gap d (block_factor k) f Hf T y (block_factor_fit k (proj1 HT)) Hy).
    rewrite (block_factor_mean k (proj1 HT)); unfold law_energy, factor_kernel.
    pose proof (parts_energy n m d w k f (at2 Q) mu (points X xi) T Hw (conj Hmu M) HX HT) as E.
    unfold between in E; fold y in E.
    change (/ 2 * (f 1 * rsum2 n (weighted w k))) with (collapsed_energy n w k f).
    change (fun b a => IZR (at2 Q b a) / IZR mu) with (masses Q mu) in E.
    assert (E' : pair_mean (fun a b => block_factor k (label T a) (label T b) * f (dot d (y a) (y b)))
      = 2 * slice_energy n m d w k f (masses Q mu) (points X xi)) by exact E.
    rewrite E'; lra.
Qed.
