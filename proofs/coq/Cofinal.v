(** * T5, uniqueness where powers of both parities take part without end

    Overview.  f(t) = sum a_p t^p with a_p >= 0 for p >= 1, and a_p > 0 for even and for odd p beyond every
    bound: e^(t^2 + t^3), in which t has the coefficient 0.  Without a gap of the power p + 2 there is none of
    p (|x|^2 = 1 contracts two factors): so where the gap of f vanishes, those of all powers do, and with
    them the gap of e^t.  Hence a law with the collapsed energy for f has it for e^t, and what is "all" for
    e^t, by the null space of L, is "all" for f.

    Key results: [from_cofinal] (by syntax), [cofinal_gaps], [graph_laws_all_cofinal],
    [all_laws_all_cofinal]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Slices GaugeSlices PsdCheck FactorCertificate
  Profiles GaugeCertificate Claims NullSpace Indicators OddClaims StrictLabels BlockClaims StrictClaims Shares
  SeriesLimits SeriesRules Series.
Import ListNotations.
Local Open Scope R_scope.

(** a_p > 0 beyond every bound, for p = s mod 2. *)
Definition beyond (a : nat -> R) (s : nat) : Prop :=
  forall N, exists m, (N <= m)%nat /\ 0 < a (2 * m + s)%nat.

Definition cofinal (f : R -> R) : Prop :=
  exists a, (forall p, (1 <= p)%nat -> 0 <= a p) /\ beyond a 0 /\ beyond a 1 /\ power_series a f.

Lemma cofinal_ascending f : cofinal f -> ascending f.
Proof. intros (a & Ha & _ & _ & Hf); exists a; split; assumption. Qed.

(** An odd power takes part. *)
Lemma cofinal_odd f : cofinal f -> odd_rising f.
Proof.
  intros (a & Ha & _ & H1 & Hf); destruct (H1 0%nat) as (m & _ & Hm); exists a, (2 * m + 1)%nat.
  repeat split; [exact Ha|exists m; reflexivity|exact Hm|exact Hf].
Qed.

(** ** By syntax *)

(** A progression of an odd step, or one of even numbers and one of odd numbers. *)
Definition has_cofinal (L : list (nat * nat)) : bool :=
  existsb (fun x => Nat.odd (snd x)) L ||
  (existsb (fun x => Nat.even (fst x) && Nat.even (snd x) && Nat.ltb 0 (snd x)) L &&
   existsb (fun x => Nat.odd (fst x) && Nat.even (snd x) && Nat.ltb 0 (snd x)) L).

(** m + 2 r k runs through numbers of the parity of m beyond every bound. *)
Lemma progression_beyond L a m r s : (forall p, (1 <= p)%nat -> has L p -> 0 < a p) -> (0 < r)%nat ->
  (forall k, has L (2 * (m + r * k) + s)) -> beyond a s.
Proof.
  intros P Hr H N; exists (m + r * (N + 1))%nat; split; [nia|]; apply P; [nia|apply H].
Qed.

Lemma has_cofinal_sound L a : has_cofinal L = true -> (forall p, (1 <= p)%nat -> has L p -> 0 < a p) ->
  beyond a 0 /\ beyond a 1.
Proof.
  intros H P; apply orb_prop in H; destruct H as [H|H].
  - apply existsb_exists in H; destruct H as ([m r] & I & H); apply Nat.odd_spec in H; simpl in H.
    destruct H as [q ->]; destruct (Nat.Even_or_Odd m) as [[c ->]|[c ->]].
    + split; [apply (progression_beyond L a c (2 * q + 1) 0 P); [lia|]
             |apply (progression_beyond L a (c + q) (2 * q + 1) 1 P); [lia|]]; intros k.
      * exists (2 * c)%nat, (2 * q + 1)%nat, (2 * k)%nat; split; [exact I|nia].
      * exists (2 * c)%nat, (2 * q + 1)%nat, (2 * k + 1)%nat; split; [exact I|nia].
    + split; [apply (progression_beyond L a (c + q + 1) (2 * q + 1) 0 P); [lia|]
             |apply (progression_beyond L a c (2 * q + 1) 1 P); [lia|]]; intros k.
      * exists (2 * c + 1)%nat, (2 * q + 1)%nat, (2 * k + 1)%nat; split; [exact I|nia].
      * exists (2 * c + 1)%nat, (2 * q + 1)%nat, (2 * k)%nat; split; [exact I|nia].
  - apply andb_prop in H; destruct H as [E O]; apply existsb_exists in E; apply existsb_exists in O.
    destruct E as ([m r] & I & E), O as ([c q] & J & O); simpl in E, O.
    apply andb_prop in E; apply andb_prop in O; destruct E as [E E3], O as [O O3].
    apply andb_prop in E; apply andb_prop in O; destruct E as [E1 E2], O as [O1 O2].
    apply Nat.even_spec in E1; apply Nat.even_spec in E2; apply Nat.odd_spec in O1; apply Nat.even_spec in O2.
    apply Nat.ltb_lt in E3; apply Nat.ltb_lt in O3; destruct E1 as [m' ->], E2 as [r' ->], O1 as [c' ->],
      O2 as [q' ->].
    split; [apply (progression_beyond L a m' r' 0 P); [lia|]|];
      [|apply (progression_beyond L a c' q' 1 P); [lia|]]; intros k.
    + exists (2 * m')%nat, (2 * r')%nat, k; split; [exact I|nia].
    + exists (2 * c' + 1)%nat, (2 * q')%nat, k; split; [exact J|nia].
Qed.

Lemma from_cofinal L f : has_cofinal L = true -> series_from 1 L f -> cofinal f.
Proof.
  intros H (a & A & P & S); destruct (has_cofinal_sound L a H P) as [E O]; exists a; repeat split; assumption.
Qed.

(** ** Gaps *)

(** Without a gap of a power there is none of the lower ones of its parity. *)
Lemma lower_gaps n d A x s : laplacian_psd n A -> unit_vectors n d x -> forall m k,
  weighted_gap n d A x (2 * (m + k) + s) (fun _ => 1) = 0 ->
  weighted_gap n d A x (2 * m + s) (fun _ => 1) = 0.
Proof.
  intros HA Hx m k; induction k as [|k IH]; [rewrite Nat.add_0_r; auto|]; intros H; apply IH.
  apply (weighted_gap_contract n d A x _ HA Hx).
  replace (S (S (2 * (m + k) + s))) with (2 * (m + S k) + s)%nat by lia; exact H.
Qed.

Lemma weighted_gap_gap n d A x p :
  weighted_gap n d A x p (fun _ => 1) = 2 * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j) ^ p)).
Proof. unfold weighted_gap; rewrite <- rsum2_scal; apply rsum2_ext; intros; ring. Qed.

(** The collapsed energy leaves no power a gap. *)
Theorem cofinal_gaps n d w k f x : laplacian_psd n (weighted w k) -> cofinal f -> unit_vectors n d x ->
  energy n d w k f x = collapsed_energy n w k f ->
  forall p, rsum2 n (fun i j => weighted w k i j * (1 - dot d (x i) (x j) ^ p)) = 0.
Proof.
  intros HA (a & Ha & E & O & Hf) Hx Heq.
  assert (G : forall s m, beyond a s -> (s <= 1)%nat ->
    weighted_gap n d (weighted w k) x (2 * m + s) (fun _ => 1) = 0).
  { intros s m B Hs; destruct (B (S m)) as (l & Hl & P).
    apply (lower_gaps n d _ x s HA Hx m (l - m)); replace (m + (l - m))%nat with l by lia.
    rewrite weighted_gap_gap, (power_gap_zero n d w k a f (2 * l + s)); auto; [ring|lia]. }
  assert (T : forall p, weighted_gap n d (weighted w k) x p (fun _ => 1) = 0).
  { intros p; destruct (Nat.Even_or_Odd p) as [[m ->]|[m ->]].
    - rewrite <- (Nat.add_0_r (2 * m)); apply G; [exact E|lia].
    - apply G; [exact O|lia]. }
  intros p; pose proof (T p) as Z; rewrite weighted_gap_gap in Z; lra.
Qed.

(** Where no power has a gap, no series has one. *)
Lemma gaps_series n d w k a g x : unit_vectors n d x -> power_series a g ->
  (forall p, rsum2 n (fun i j => weighted w k i j * (1 - dot d (x i) (x j) ^ p)) = 0) ->
  energy n d w k g x = collapsed_energy n w k g.
Proof.
  intros Hx Hg G; pose proof (energy_gap n d w k g x) as E.
  assert (Z : rsum2 n (fun i j => weighted w k i j * (g 1 - g (dot d (x i) (x j)))) = 0).
  { apply (UL_sequence (fun N => rsum2 n (fun i j => weighted w k i j *
      (sum_f_R0 (fun p => a p * 1 ^ p) N - sum_f_R0 (fun p => a p * dot d (x i) (x j) ^ p) N)))).
    - unfold rsum2; apply limit_rsum; intros i Hi; apply limit_rsum; intros j Hj.
      apply (CV_mult (fun _ => weighted w k i j)); [apply limit_constant|].
      apply CV_minus; apply Hg; [lra|apply dot_unit_bounds; auto].
    - intros eps Heps; exists 0%nat; intros N _.
      replace (rsum2 n _) with 0; [unfold R_dist; rewrite Rminus_0_r, Rabs_R0; exact Heps|].
      symmetry; induction N as [|N IH].
      + unfold rsum2; apply rsum_zero; intros; apply rsum_zero; intros; simpl; ring.
      + rewrite (rsum2_ext n _ (fun i j => weighted w k i j * (sum_f_R0 (fun p => a p * 1 ^ p) N -
          sum_f_R0 (fun p => a p * dot d (x i) (x j) ^ p) N)
          + a (S N) * (weighted w k i j * (1 - dot d (x i) (x j) ^ S N))))
          by (intros; rewrite !tech5, pow1; ring).
        rewrite rsum2_plus, IH, rsum2_scal, G; ring. }
  unfold weighted in *; lra.
Qed.

(** The collapsed energy for f is the collapsed energy for e^t. *)
Corollary cofinal_energy n d w k f x : laplacian_psd n (weighted w k) -> cofinal f -> unit_vectors n d x ->
  energy n d w k f x = collapsed_energy n w k f ->
  energy n d w k (exponential 1 1) x = collapsed_energy n w k (exponential 1 1).
Proof.
  intros HA Hf Hx Heq; destruct (exponential_full 1 1 ltac:(lra) ltac:(lra)) as (a & _ & Ha).
  apply (gaps_series n d w k a _ x Hx Ha); apply (cofinal_gaps n d w k f x HA Hf Hx Heq).
Qed.

(** ** From integers *)

(** "all" for e^t is "all" for f: for graph laws where L is positive semidefinite, *)
Theorem graph_laws_all_transfer n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> cofinal f -> (1 <= d)%nat ->
  GraphLawsAll n (weight W omega) (factor K kappa) (exponential 1 1) d ->
  GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H Hf Hd E; pose proof (factor_check_psd _ _ _ _ _ _ H) as HA.
  destruct (cofinal_ascending f Hf) as (a & Ha & Hs).
  destruct (exponential_full 1 1 ltac:(lra) ltac:(lra)) as (b & Hb & Ht).
  unfold GraphLawsAll; apply maximiser_iff_collapsed; [exact Hd| |].
  - apply (factor_check_series n W omega K kappa data H d a f Ha Hs).
  - intros x Hx Heq; apply E; split; [exact Hx|]; intros y Hy.
    rewrite (cofinal_energy n d _ _ f x HA Hf Hx Heq).
    apply (factor_check_series n W omega K kappa data H d b); [intros p Hp; left; auto|exact Ht|exact Hy].
Qed.

(** and for all laws where besides D >= 0. *)
Theorem all_laws_all_transfer n W omega K kappa data f d :
  factor_check n W omega K kappa data = true -> degree_check n W K = true -> cofinal f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) (exponential 1 1) d ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HD Hf Hd E; pose proof (factor_check_psd _ _ _ _ _ _ H) as HA.
  destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  destruct (degree_check_sound n W omega K kappa Ho Hk HD) as [Hsym Hdeg].
  destruct (cofinal_ascending f Hf) as (a & Ha & Hs).
  destruct (exponential_full 1 1 ltac:(lra) ltac:(lra)) as (b & Hb & Ht).
  unfold AllLawsAll; apply law_maximiser_iff_collapsed; [exact Hd| |]; intros m q x.
  - apply (slices_bound n m d _ _ a f); auto.
  - intros Hq Hx Heq; apply E; split; [exact Hq|split; [exact Hx|]]; intros m' q' x' Hq' Hx'.
    replace (slice_energy n m d (weight W omega) (factor K kappa) (exponential 1 1) q x)
      with (collapsed_energy n (weight W omega) (factor K kappa) (exponential 1 1)).
    + apply (slices_bound n m' d _ _ b); auto; intros p Hp; left; auto.
    + symmetry; rewrite slice_energy_flat, <- (collapsed_energy_flat n m _ _ _ q Hq).
      apply cofinal_energy with (f := f); [|exact Hf|apply (flat_unit n m d x Hx)|].
      * apply (flat_laplacian_psd n m); assumption.
      * rewrite slice_energy_flat in Heq; rewrite Heq, (collapsed_energy_flat n m _ _ _ q Hq); reflexivity.
Qed.

Lemma exponential_one_full : full (exponential 1 1).
Proof. apply exponential_full; lra. Qed.

(** No indicators in the null space: "all" for graph laws. *)
Theorem graph_laws_all_cofinal n W omega K kappa data T f d :
  factor_check n W omega K kappa data = true -> no_indicator_check n data T = true -> cofinal f ->
  (1 <= d)%nat -> GraphLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros H HI Hf Hd; apply (graph_laws_all_transfer n W omega K kappa data f d H Hf Hd).
  apply (graph_laws_all_full n W omega K kappa data T _ d H HI exponential_one_full Hd).
Qed.

(** No shares in the null space, D >= 0: "all" for all laws. *)
Theorem all_laws_all_cofinal n W omega K kappa data N Q T f d :
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  no_share_check n W K data N Q T = true -> cofinal f -> (1 <= d)%nat ->
  AllLawsAll n (weight W omega) (factor K kappa) f d.
Proof.
  intros HW H HD HS Hf Hd; apply (all_laws_all_transfer n W omega K kappa data f d H HD Hf Hd).
  apply (all_laws_all_shares n W omega K kappa data N Q T _ d HW H HD HS exponential_one_full Hd).
Qed.
