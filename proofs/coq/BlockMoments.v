(** * T5 on nonatomic blocks for f(t) = c + s t, by the averages of contents

    Overview. Only the averages y_b of the contents over the blocks enter the energy. Any y_b with |y_b|
    <= 1 is an average, of y_b + h n on one half of the block and y_b - h n on the other, n a unit vector
    orthogonal to y_b, h^2 = 1 - |y_b|^2. If sum w_i w_j k_ij (1 - <y_i, y_j>) = 0 and not all inner
    products are 1: "some".

    Key results: [normal_vector], [semidefinite_some_moments], [blocks_some_moments]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse Slices PsdCheck PsdSound
  Profiles FactorCertificate Claims TwoPoints GaugeCertificate Correlations TokenLaws TokenModels
    TokenLaplacian
  TokenClaims TokenPeaked LabelLaws BlockLaws BlockWaves BlockClaims BlockSigns BlockShares.
Import ListNotations.
Local Open Scope R_scope.

(** A unit vector orthogonal to y, in two coordinates. *)
Definition length2 (y : nat -> R) : R := sqrt (y 0%nat * y 0%nat + y 1%nat * y 1%nat).
Definition normal (y : nat -> R) (i : nat) : R :=
  if Req_EM_T (length2 y) 0 then basis 0 i
  else match i with 0%nat => - y 1%nat / length2 y | 1%nat => y 0%nat / length2 y | _ => 0 end.

Lemma dot_two d (u v : nat -> R) : (2 <= d)%nat -> (forall i, (2 <= i)%nat -> u i = 0) ->
  dot d u v = u 0%nat * v 0%nat + u 1%nat * v 1%nat.
Proof.
  intros Hd Z; destruct d as [|[|d]]; try lia; unfold dot; rewrite !rsum_shift, rsum_zero; [ring|].
  intros i _; rewrite Z by lia; ring.
Qed.

Lemma normal_vector d y : (2 <= d)%nat -> dot d (normal y) (normal y) = 1 /\ dot d (normal y) y = 0.
Proof.
  intros Hd; set (r := y 0%nat * y 0%nat + y 1%nat * y 1%nat).
  assert (P : 0 <= r) by (unfold r; pose proof (Rle_0_sqr (y 0%nat)); pose proof (Rle_0_sqr (y 1%nat));
    unfold Rsqr in *; lra).
  pose proof (sqrt_sqrt r P) as S; change (sqrt r) with (length2 y) in S.
  assert (Z : forall i, (2 <= i)%nat -> normal y i = 0).
  { intros [|[|i]] Hi; try lia; unfold normal, basis; destruct (Req_EM_T _ _); reflexivity. }
  rewrite !(dot_two d (normal y)) by assumption; unfold normal; destruct (Req_EM_T (length2 y) 0) as [E|E].
  - rewrite E in S; unfold r in S; unfold basis; simpl.
    assert (Y0 : y 0%nat = 0).
    { pose proof (Rle_0_sqr (y 1%nat)) as Q; unfold Rsqr in Q; apply Rsqr_0_uniq; unfold Rsqr.
      pose proof (Rle_0_sqr (y 0%nat)) as Q0; unfold Rsqr in Q0; lra. }
    rewrite Y0; split; ring.
  - split; [|field; exact E].
    transitivity (r / (length2 y * length2 y)); [unfold r; field; exact E|]; rewrite S; field.
    intros R0; apply E; unfold length2; fold r; rewrite R0; apply sqrt_0.
Qed.

Definition height (d : nat) (z : nat -> R) : R := sqrt (1 - dot d z z).

(** The content of a label. *)
Definition halves (d : nat) (y : nat -> nat -> R) (l : nat * R) (i : nat) : R :=
  y (fst l) i + two_sides (fun _ => 1 / 2) l * (height d (y (fst l)) * normal (y (fst l)) i).

Lemma half_fit {n : nat} {w : nat -> R} {T : labelled (nat * R)} (HT : divided_blocks n w 2 T) : fit T (fun a
  => two_sides (fun _ => 1 / 2) (label T a)).
Proof. apply (sides_fit (proj1 HT)); intros b _; apply (proj2 HT 1%Z). Qed.

Lemma halves_contents {n : nat} {w : nat -> R} {T : labelled (nat * R)} (HT : divided_blocks n w 2 T) (d :
  nat) (Hd : (2 <= d)%nat) (y : nat -> nat -> R) (Hy : forall b, (b < n)%nat -> dot d (y b) (y b) <= 1) :
  contents T d (fun a => (halves d y) (label T a)).
Proof.
  split.
  - intros i _; unfold halves; apply fit_plus; [apply (block_function_fit (proj1 HT) (fun b => y b i))|].
    apply fit_mult; [exact (half_fit HT)|].
    apply (block_function_fit (proj1 HT) (fun b => (height d) (y b) * normal (y b) i)).
  - intros a; set (z := y (fst (label T a))); destruct (normal_vector d z Hd) as [N1 N0].
    assert (Hz : dot d z z <= 1) by (apply Hy, (proj1 HT)).
    assert (S : (height d) z * (height d) z = 1 - dot d z z) by (apply sqrt_sqrt; lra).
    transitivity (dot d z z + 2 * (two_sides (fun _ => 1 / 2) (label T a) * (height d) z) * dot d (normal z) z
      + two_sides (fun _ => 1 / 2) (label T a) * two_sides (fun _ => 1 / 2) (label T a)
        * (height d z * (height d) z) * dot d (normal z) (normal z)).
    + unfold dot, halves; fold z; rewrite <- !rsum_scal, <- !rsum_plus; apply rsum_ext; intros; ring.
    + rewrite N0, N1, S; destruct (two_sides_values (fun _ => 1 / 2) (label T a)) as [->| ->]; ring.
Qed.

Lemma halves_mean {n : nat} {w : nat -> R} {T : labelled (nat * R)} (HT : divided_blocks n w 2 T) (d : nat)
  (y : nat -> nat -> R) (Hw : forall b, (b < n)%nat -> 0 < w b) b i : (b < n)%nat -> (i < d)%nat ->
  block_mean (fun a => (halves d y) (label T a) i) b = w b * y
  b i.
Proof.
  intros Hb Hi; pose proof (block_product_fit (proj1 HT) b _ Hb (half_fit HT)) as F.
  pose proof (block_fit (proj1 HT) b Hb) as F0.
  transitivity (block_mean (T := T) (fun _ => y b i) b
    + (height d) (y b) * normal (y b) i * block_mean (fun a => two_sides (fun _ => 1 / 2) (label T a)) b).
  - unfold block_mean; rewrite <- (mean_scal T _ _ F), <- mean_plus; [| |apply fit_scal, F].
    + apply mean_ext; intros a; unfold halves, on_block.
      destruct (Nat.eqb_spec (fst (label T a)) b) as [->|]; ring.
    + apply fit_mult; [exact F0|apply fit_const].
  - rewrite (block_mean_const (proj1 HT) b _ Hb).
    pose proof (sides_mean (proj1 HT) (fun _ => 1 / 2) Hw ltac:(intros;
      lra) (fun b _ => proj2 HT 1%Z) b Hb) as E.
    unfold marks in E; cbv beta in E; rewrite E; field.
Qed.

(** Means of inner products are those of the averages. *)
Lemma halves_products {n : nat} {w : nat -> R} {T : labelled (nat * R)} (HT : divided_blocks n w 2 T) (d :
  nat) (Hd : (2 <= d)%nat) (y : nat -> nat -> R) (Hw : forall b, (b < n)%nat -> 0 < w b) (Hy : forall b, (b <
  n)%nat -> dot d (y b) (y b) <= 1) (A : nat -> nat -> R) :
  pair_mean (fun a b => between (block_factor A) T a b * dot d (halves d y (label T a)) (halves d y (label T
    b)))
  = rsum2 n (fun i j => weighted w A i j * dot d (y i) (y j)).
Proof.
  pose proof (proj1 (halves_contents HT d Hd y Hy)) as F; pose proof (block_factor_fit A (proj1 HT)) as FK.
  rewrite (pair_mean_ext _ (fun a b => rsum d (fun e => between (block_factor A) T a b *
    (halves d y (label T a) e * (halves d y) (label T b) e))))
    by (intros; unfold dot; rewrite <- rsum_scal; reflexivity).
  rewrite pair_mean_rsum by (intros e He; apply pair_mult; [exact FK|apply pair_product; apply (F e He)]).
  rewrite (rsum_ext d _ (fun e => rsum2 n (fun i j => weighted w A i j * (y i e * y j e)))).
  - rewrite rsum_rsum2; apply rsum2_ext; intros i j _ _; unfold dot; rewrite <- rsum_scal; reflexivity.
  - intros e He; rewrite (block_product A (proj1 HT) (fun a => (halves d y) (label T a) e)
      (fun a => (halves d y) (label T a) e) (F e He) (F e He)).
    apply rsum2_ext; intros i j Hi Hj; rewrite !(halves_mean HT d y Hw) by assumption; unfold weighted; ring.
Qed.

(** L positive semidefinite, D >= 0, f(t) = c + s t, and averages with the energy of the collapsed laws:
  "some". *)
Theorem semidefinite_some_moments {n w k} view (Hv : admits_graphs view) f (Hf : continuity f) d
  (y : nat -> nat -> R) i j : semidefinite n w k -> affine f -> ascending f -> (2 <= d)%nat ->
  (forall b, (b < n)%nat -> dot d (y b) (y b) <= 1) ->
  rsum2 n (fun i j => weighted w k i j * (1 - dot d (y i) (y j))) = 0 ->
  (i < n)%nat -> (j < n)%nat -> dot d (y i) (y j) < 1 ->
  SomeOf (divided_blocks n w 2) view d (factor_kernel d (block_factor k) f).
Proof.
  intros H (c & s & Es) Ha Hd Hy Z Hi Hj Hlt.
  apply (some_by_tie view (divided_blocks n w 2) d (block_factor k) f Hv Hf (rsum2 n (weighted w k))
    ltac:(lia)).
  - intros T [HT _]; apply (blocks_mean k T HT).
  - intros T x [HT _] Hx; apply (blocks_bound H); assumption.
  - intros T HT; pose proof (halves_contents HT d Hd y Hy) as Hx.
    exists (fun a => halves d y (label T a)); split; [exact Hx|split; [exact (Hv T d (halves d y))|split]].
    + pose proof (block_factor_fit k (proj1 HT)) as FK; pose proof (contents_pair T d _ Hx) as FP.
      unfold profile_gap; rewrite (pair_mean_ext _ (fun a b => s * (between (block_factor k) T a b
        - between (block_factor k) T a b * dot d (halves d y (label T a)) (halves d y (label T b)))))
        by (intros; rewrite !Es; ring).
      rewrite pair_mean_scal, pair_mean_minus, (halves_products HT d Hd y (proj1 H) Hy k)
        by first [exact FK|apply pair_mult; assumption|apply pair_minus; [exact FK|apply pair_mult;
          assumption]].
      rewrite (block_factor_mean k (proj1 HT)), <- rsum2_minus.
      rewrite (rsum2_ext n _ (fun i j => weighted w k i j * (1 - dot d (y i) (y j)))) by (intros; ring).
      rewrite Z; ring.
    + pose proof (halves_products HT d Hd y (proj1 H) Hy (fun _ _ => 1)) as E.
      rewrite (pair_mean_ext _ (fun a b => dot d (halves d y (label T a)) (halves d y (label T b)))) in E
        by (intros; unfold between, block_factor; ring).
      rewrite E; set (F := fun i j => w i * w j * (1 - dot d (y i) (y j))).
      assert (W : rsum2 n (fun i j => w i * w j) = 1).
      { unfold rsum2; rewrite (rsum_ext n _ (fun i => rsum n w * w i))
          by (intros; etransitivity; [apply rsum_scal|apply Rmult_comm]).
        rewrite rsum_scal, (weights_sum (proj1 HT)); ring. }
      assert (Q : rsum2 n (fun i j => weighted w (fun _ _ => 1) i j * dot d (y i) (y j)) = 1 - rsum2 n F).
      { transitivity (rsum2 n (fun i j => w i * w j) - rsum2 n F); [|rewrite W; ring].
        rewrite <- rsum2_minus; apply rsum2_ext; intros; unfold F, weighted; ring. }
      rewrite Q; assert (F0 : forall i j, (i < n)%nat -> (j < n)%nat -> 0 <= F i j).
      { intros i' j' Hi' Hj'; pose proof (proj1 H i' Hi'); pose proof (proj1 H j' Hj').
        apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
        pose proof (cauchy_schwarz d (y i') (y j')) as C; pose proof (Hy i' Hi') as Yi;
          pose proof (Hy j' Hj') as Yj.
        pose proof (dot_self_nonneg d (y i')); pose proof (dot_self_nonneg d (y j')).
        pose proof (Rmult_le_compat _ 1 _ 1 (dot_self_nonneg d (y i')) (dot_self_nonneg d (y j')) Yi Yj) as
          M; nra. }
      assert (S : 0 <= rsum2 n F) by (apply rsum2_nonneg, F0).
      destruct (Req_dec (rsum2 n F) 0) as [E0|]; [exfalso|lra].
      pose proof (rsum2_nonneg_zero n F F0 E0 i j Hi Hj) as Fz; unfold F in Fz.
      pose proof (Rmult_lt_0_compat _ _ (proj1 H i Hi) (proj1 H j Hj)) as P.
      pose proof (Rmult_lt_0_compat _ (1 - dot d (y i) (y j)) P ltac:(lra)); lra.
Qed.

(** ** From integers *)

Local Open Scope Z_scope.

(** D_b >= 0 in at most d >= 2 dimensions, g_ii <= N, sum c_ij (N - g_ij) = 0, and some g_ij <> N. *)
Definition averages_check (n d : nat) (W : list Z) (omega : Z) (K : list (list Z)) (kappa : Z) (D : list Z)
  (X : list (list Z)) (N : Z) : bool :=
  (0 <? omega) && (0 <? kappa) && (0 <? N) && Nat.leb 2 d && Nat.leb (length D) d && forallb (fun x => 0 <=?
    x) D
  && forallb (fun i => gram D X i i <=? N) (seq 0 n)
  && (zsum n (fun i => zsum n (fun j => coupling W K i j * (N - gram D X i j))) =? 0)
  && existsb (fun i => existsb (fun j => gram D X i j <? N) (seq 0 n)) (seq 0 n).

Local Open Scope R_scope.

(** Accepted averages: what [semidefinite_some_moments] asks of them, for every d >= low. *)
Lemma averages_check_sound n low W omega K kappa D X N d :
  averages_check n low W omega K kappa D X N = true -> (low <= d)%nat ->
  let y := scaled D X N in
  (2 <= d)%nat /\ (forall b, (b < n)%nat -> dot d (y b) (y b) <= 1) /\
  rsum2 n (fun i j => weighted (weight W omega) (factor K kappa) i j * (1 - dot d (y i) (y j))) = 0 /\
  exists i j, (i < n)%nat /\ (j < n)%nat /\ dot d (y i) (y j) < 1.
Proof.
  intros HM Hd y; unfold averages_check in HM; repeat (apply andb_prop in HM; destruct HM as [HM ?Hc]).
  rename Hc into Hapart, Hc0 into Htie, Hc1 into Hunit, Hc2 into HD', Hc3 into Hlen, Hc4 into Hlow, Hc5 into
    HN,
    Hc6 into Hk.
  apply Z.ltb_lt, IZR_lt in HM; apply Z.ltb_lt, IZR_lt in Hk; apply Z.ltb_lt, IZR_lt in HN.
  apply Nat.leb_le in Hlow; apply Nat.leb_le in Hlen.
  assert (HD2 : forall x, In x D -> (0 <= x)%Z)
    by (rewrite forallb_forall in HD'; intros x Hx; apply Z.leb_le, HD', Hx).
  assert (Dot : forall i j, dot d (y i) (y j) = IZR (gram D X i j) / IZR N)
    by (intros; apply scaled_dot; [exact HN|exact HD2|lia]).
  assert (I : 0 < / IZR N) by (apply Rinv_0_lt_compat, HN).
  assert (One : IZR N / IZR N = 1) by (field; lra).
  split; [lia|split; [|split]].
  - intros b Hb; rewrite Dot, <- One; apply Rmult_le_compat_r; [lra|].
    pose proof (forallb_seq n _ Hunit b Hb) as E; apply Z.leb_le, IZR_le in E; exact E.
  - apply Z.eqb_eq, (f_equal IZR) in Htie; rewrite zsum_rsum2 in Htie.
    rewrite (rsum2_ext n _ (fun i j => / (IZR omega * IZR omega * IZR kappa * IZR N)
      * IZR (coupling W K i j * (N - gram D X i j)))); [rewrite rsum2_scal, Htie; ring|].
    intros i' j' _ _; rewrite Dot, mult_IZR, minus_IZR, (weighted_scaled W omega K kappa i' j') by lra.
    field; repeat split; lra.
  - apply existsb_exists in Hapart; destruct Hapart as (i & Hi & Hapart); apply in_seq in Hi.
    apply existsb_exists in Hapart; destruct Hapart as (j & Hj & Hapart); apply in_seq in Hj.
    apply Z.ltb_lt, IZR_lt in Hapart; exists i, j; split; [lia|split; [lia|]].
    rewrite Dot, <- One; apply Rmult_lt_compat_r; assumption.
Qed.

(** Accepted averages: "some", for every d >= low. *)
Theorem blocks_some_moments n W omega K kappa data view f d (Hv : admits_graphs view) (Hf : continuity f) low
  D X N :
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  averages_check n low W omega K kappa D X N = true -> affine f -> ascending f -> (low <= d)%nat ->
  SomeOf (divided_blocks n (weight W omega) 2) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros HW HL HD HM Hl Ha Hd; destruct (averages_check_sound n low W omega K kappa D X N d HM Hd)
    as (H2 & Hy & Z & i & j & Hi & Hj & Hlt).
  apply (semidefinite_some_moments view Hv f Hf d (scaled D X N) i j (blocks_semidefinite _ _ _ _ _ _ HW HL
    HD)); auto.
Qed.
