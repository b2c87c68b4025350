(** * Spaces with sample points, and means as limits of sums

    Overview.  A space with a notion of points less than delta apart, and for each N finitely many sample
    points with shares that sum to 1,

        S_N u = sum_j share_j u(spot_j).

    If u changes by at most eps within delta, S_N u and S_M u differ by at most a multiple of eps for 1/(N+1),
    1/(M+1) <= delta.  The admissible functions are the bounded ones that are uniformly continuous; their sums
    converge to a mean.  Products of such spaces are such spaces.

    Key results: [sampled_mean_limit], [sampled_mean_close], [sums_swap], [sampled_product]. *)

From Coq Require Import Reals Lra Lia Arith Classical.
From Collapse Require Import Sums.
Local Open Scope R_scope.

Record sampled : Type := Sampled {
  point : Type;
  near : R -> point -> point -> Prop;  (* less than delta apart *)
  size : nat -> nat;
  share : nat -> nat -> R;
  spot : nat -> nat -> point;
  slack : R;
  near_less : forall d d' a b, near d a b -> d <= d' -> near d' a b;
  near_refl : forall d a, 0 < d -> near d a a;
  share_nonneg : forall N j, (j < size N)%nat -> 0 <= share N j;
  share_one : forall N, rsum (size N) (share N) = 1;
  slack_pos : 0 < slack;
  sums_near : forall u eps delta N M, (forall a b, near delta a b -> Rabs (u a - u b) <= eps) ->
    / INR (S N) <= delta -> / INR (S M) <= delta ->
    Rabs (rsum (size N) (fun j => share N j * u (spot N j))
          - rsum (size M) (fun j => share M j * u (spot M j))) <= slack * eps
}.

Definition sums (X : sampled) (u : point X -> R) (N : nat) : R :=
  rsum (size X N) (fun j => share X N j * u (spot X N j)).

(** u changes by at most eps within delta. *)
Definition steady {X : sampled} (u : point X -> R) (eps delta : R) : Prop :=
  forall a b, near X delta a b -> Rabs (u a - u b) <= eps.

Definition smooth {X : sampled} (u : point X -> R) : Prop :=
  (exists M, forall a, Rabs (u a) <= M) /\
  forall eps, 0 < eps -> exists delta, 0 < delta /\ steady u eps delta.

(** The same for functions of two points. *)
Definition pair_steady {X : sampled} (F : point X -> point X -> R) (eps delta : R) : Prop :=
  forall a a' b b', near X delta a a' -> near X delta b b' -> Rabs (F a b - F a' b') <= eps.

Definition pair_smooth {X : sampled} (F : point X -> point X -> R) : Prop :=
  (exists M, forall a b, Rabs (F a b) <= M) /\
  forall eps, 0 < eps -> exists delta, 0 < delta /\ pair_steady F eps delta.

(** ** Sums are linear and monotone *)

Lemma sums_plus X u v N : sums X (fun a => u a + v a) N = sums X u N + sums X v N.
Proof. unfold sums; rewrite <- rsum_plus; apply rsum_ext; intros; ring. Qed.

Lemma sums_scal X c u N : sums X (fun a => c * u a) N = c * sums X u N.
Proof. unfold sums; rewrite <- rsum_scal; apply rsum_ext; intros; ring. Qed.

Lemma sums_one X N : sums X (fun _ => 1) N = 1.
Proof. unfold sums; rewrite <- (share_one X N) at 1; apply rsum_ext; intros; ring. Qed.

Lemma sums_nonneg X u N : (forall a, 0 <= u a) -> 0 <= sums X u N.
Proof. intros Hu; apply rsum_nonneg; intros j Hj; apply Rmult_le_pos; [apply share_nonneg, Hj|apply Hu]. Qed.

Lemma sums_bound X u e N : (forall a, Rabs (u a) <= e) -> Rabs (sums X u N) <= e.
Proof.
  intros Hu; unfold sums; eapply Rle_trans; [apply rsum_abs|].
  rewrite <- (Rmult_1_l e), <- (share_one X N), <- rsum_scal_r; apply rsum_le; intros j Hj.
  rewrite Rabs_mult, Rabs_right by (apply Rle_ge, share_nonneg, Hj).
  apply Rmult_le_compat_l; [apply share_nonneg, Hj|apply Hu].
Qed.

(** Two sums in a row commute. *)
Lemma sums_swap X Y (F : point X -> point Y -> R) N :
  sums X (fun a => sums Y (F a) N) N = sums Y (fun b => sums X (fun a => F a b) N) N.
Proof.
  unfold sums.
  transitivity (rsum (size X N) (fun i => rsum (size Y N) (fun j =>
    share X N i * (share Y N j * F (spot X N i) (spot Y N j))))).
  - apply rsum_ext; intros; symmetry; apply rsum_scal.
  - rewrite rsum_swap; apply rsum_ext; intros j _; rewrite <- rsum_scal; apply rsum_ext; intros; ring.
Qed.

(** From some N0 on 1 / (N + 1) <= delta. *)
Lemma small_step delta : 0 < delta -> exists N0, forall N, (N0 <= N)%nat -> / INR (S N) <= delta.
Proof.
  intros Hd; destruct (archimed_cor1 delta Hd) as (N0 & H & P); exists N0; intros N HN.
  left; apply Rle_lt_trans with (/ INR N0); [|exact H].
  apply Rinv_le_contravar; [apply lt_0_INR, P|apply le_INR; lia].
Qed.

Lemma step_positive N delta : / INR (S N) <= delta -> 0 < delta.
Proof. intros H; eapply Rlt_le_trans; [apply Rinv_0_lt_compat, lt_0_INR, Nat.lt_0_succ|exact H]. Qed.

(** ** The mean *)

Lemma sums_cauchy {X : sampled} (u : point X -> R) : smooth u -> Cauchy_crit (sums X u).
Proof.
  intros [_ Hs] eps Heps; pose proof (slack_pos X) as K; set (e := eps / (2 * slack X)).
  assert (He : 0 < e) by (apply Rdiv_lt_0_compat; lra).
  destruct (Hs e He) as (delta & Hd & P); destruct (small_step delta Hd) as [N0 H].
  exists N0; intros N M HN HM.
  pose proof (sums_near X u e delta N M P (H N HN) (H M HM)) as B; unfold R_dist; fold (sums X u N) in B.
  fold (sums X u M) in B; apply Rle_lt_trans with (slack X * e); [exact B|]; unfold e; field_simplify; lra.
Qed.

(** The limit of the sums, and 0 for functions that are not admissible. *)
Definition sampled_mean (X : sampled) (u : point X -> R) : R :=
  match ClassicalDedekindReals.sig_not_dec (smooth u) with
  | left H => proj1_sig (R_complete _ (sums_cauchy u (NNPP _ H)))
  | right _ => 0
  end.

Lemma sampled_mean_limit X u : smooth u -> Un_cv (sums X u) (sampled_mean X u).
Proof.
  intros H; unfold sampled_mean; destruct (ClassicalDedekindReals.sig_not_dec (smooth u)) as [H'|H'];
    [|contradiction].
  apply proj2_sig.
Qed.

Lemma sampled_mean_unique X u l : smooth u -> Un_cv (sums X u) l -> sampled_mean X u = l.
Proof. intros H Hl; exact (UL_sequence _ _ _ (sampled_mean_limit X u H) Hl). Qed.

(** S_N u is near the mean if 1 / (N + 1) is small enough. *)
Lemma sampled_mean_close X u eps delta N : smooth u -> steady u eps delta -> / INR (S N) <= delta ->
  Rabs (sampled_mean X u - sums X u N) <= slack X * eps.
Proof.
  intros Hu Hs HN; apply le_epsilon; intros e He; pose proof (step_positive N delta HN) as Hd.
  destruct (sampled_mean_limit X u Hu e He) as [N1 L]; destruct (small_step delta Hd) as [N0 H].
  set (M := (N0 + N1)%nat); specialize (L M ltac:(unfold M; lia)); specialize (H M ltac:(unfold M; lia)).
  pose proof (sums_near X u eps delta M N Hs H HN) as B; fold (sums X u N) in B; fold (sums X u M) in B.
  unfold R_dist in L; rewrite Rabs_minus_sym in L.
  replace (sampled_mean X u - sums X u N)
    with ((sampled_mean X u - sums X u M) + (sums X u M - sums X u N)) by ring.
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

(** ** Products *)

Lemma quotient i m a : (a < m)%nat -> ((i * m + a) / m)%nat = i.
Proof. intros H; rewrite Nat.div_add_l, Nat.div_small by lia; lia. Qed.

Lemma remainder i m a : (a < m)%nat -> ((i * m + a) mod m)%nat = a.
Proof. intros H; rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia; reflexivity. Qed.

Definition product_share (X Y : sampled) (N j : nat) : R :=
  share X N (j / size Y N)%nat * share Y N (j mod size Y N)%nat.
Definition product_spot (X Y : sampled) (N j : nat) : point X * point Y :=
  (spot X N (j / size Y N)%nat, spot Y N (j mod size Y N)%nat).

(** The sums of a product are sums of sums. *)
Lemma product_sums X Y (u : point X * point Y -> R) N :
  rsum (size X N * size Y N) (fun j => product_share X Y N j * u (product_spot X Y N j))
  = sums X (fun a => sums Y (fun b => u (a, b)) N) N.
Proof.
  rewrite rsum_flat; unfold sums; apply rsum_ext; intros i _; rewrite <- rsum_scal.
  apply rsum_ext; intros a Ha.
  unfold product_share, product_spot; rewrite quotient, remainder by exact Ha; ring.
Qed.

Definition sampled_product (X Y : sampled) : sampled.
Proof.
  refine (Sampled (point X * point Y) (fun d a b => near X d (fst a) (fst b) /\ near Y d (snd a) (snd b))
    (fun N => (size X N * size Y N)%nat) (product_share X Y) (product_spot X Y) (slack X + slack Y)
    _ _ _ _ _ _).
  - intros d d' a b [H K] L; split; eapply near_less; eassumption.
  - intros d a Hd; split; apply near_refl, Hd.
  - intros N j Hj; assert (Hm : size Y N <> 0%nat) by (intros E; rewrite E, Nat.mul_0_r in Hj; lia).
    apply Rmult_le_pos; apply share_nonneg; [apply Nat.div_lt_upper_bound; lia|apply Nat.mod_upper_bound, Hm].
  - intros N; rewrite (rsum_ext _ _ (fun j => product_share X Y N j * (fun _ => 1) (product_spot X Y N j)))
      by (intros; ring).
    rewrite (product_sums X Y (fun _ => 1)).
    transitivity (sums X (fun _ => 1) N); [|apply sums_one].
    unfold sums at 1; apply rsum_ext; intros; rewrite sums_one; ring.
  - pose proof (slack_pos X); pose proof (slack_pos Y); lra.
  - intros u eps delta N M Hs HN HM; rewrite !product_sums; pose proof (step_positive N delta HN) as Hd.
    set (v := fun N a => sums Y (fun b => u (a, b)) N).
    change (Rabs (sums X (v N) N - sums X (v M) M) <= (slack X + slack Y) * eps).
    assert (A : Rabs (sums X (v N) N - sums X (v M) N) <= slack Y * eps).
    { replace (sums X (v N) N - sums X (v M) N) with (sums X (fun a => v N a + -1 * v M a) N)
        by (rewrite sums_plus, sums_scal; ring).
      apply sums_bound; intros a; replace (v N a + -1 * v M a) with (v N a - v M a) by ring.
      apply (sums_near Y (fun b => u (a, b)) eps delta N M); [|exact HN|exact HM].
      intros b b' Hb; apply Hs; split; [apply near_refl, Hd|exact Hb]. }
    assert (B : Rabs (sums X (v M) N - sums X (v M) M) <= slack X * eps).
    { apply (sums_near X (v M) eps delta N M); [|exact HN|exact HM]; intros a a' Ha; unfold v.
      replace (sums Y (fun b => u (a, b)) M - sums Y (fun b => u (a', b)) M)
        with (sums Y (fun b => u (a, b) + -1 * u (a', b)) M) by (rewrite sums_plus, sums_scal; ring).
      apply sums_bound; intros b; replace (u (a, b) + -1 * u (a', b)) with (u (a, b) - u (a', b)) by ring.
      apply Hs; split; [exact Ha|apply near_refl, Hd]. }
    replace (sums X (v N) N - sums X (v M) M)
      with ((sums X (v N) N - sums X (v M) N) + (sums X (v M) N - sums X (v M) M)) by ring.
    eapply Rle_trans; [apply Rabs_triang|lra].
Defined.
