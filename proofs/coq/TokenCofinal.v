(** * Powers of both parities without end, on blocks and circles

    Overview.  As in Cofinal.v, for laws of tokens: a_p > 0 for even and for odd p beyond every bound. Where f
    has no gap, all those powers have none, hence all lower ones of their parity, hence all powers; so the
    theorems about profiles in which all powers take part hold for f.

    Key results: [cofinal_token_gaps], [blocks_all_cofinal], [circle_all_cofinal]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse Slices PsdCheck PsdSound
  Profiles FactorCertificate Claims TwoPoints NullSpace Indicators StrictLabels TokenLaws TokenModels
  TokenLaplacian TokenClaims TokenPeaked TokenPowers BlockLaws BlockWaves BlockClaims BlockSigns BlockPoints
  CircleWaves CircleProjections CircleLaws CircleClaims Cofinal.
Local Open Scope R_scope.

(** Where a power has no gap, the lower ones of its parity have none. *)
Lemma token_lower_gaps {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) s :
  token_psd A -> forall m k, gap A d x (2 * (m + k) + s) = 0 -> gap A d x (2 * m + s) = 0.
Proof.
  intros HP m k; induction k as [|k IH]; [rewrite Nat.add_0_r; auto|]; intros H; apply IH.
  apply (gap_contract A HA d x Hx H1 _ HP).
  replace (S (S (2 * (m + k) + s))) with (2 * (m + S k) + s)%nat by lia; exact H.
Qed.

(** No gap of f, no gap of any power. *)
Theorem cofinal_token_gaps {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) f :
  continuity f -> cofinal f -> token_psd A -> profile_gap A d x f = 0 -> forall p, gap A d x p = 0.
Proof.
  intros Hf (a & Ha & E & O & Hs) HP H0.
  assert (G : forall s m, beyond a s -> (s <= 1)%nat -> gap A d x (2 * m + s) = 0).
  { intros s m B Hs1; destruct (B (S m)) as (l & Hl & P).
    apply (token_lower_gaps A HA d x Hx H1 s HP m (l - m)); replace (m + (l - m))%nat with l by lia.
    pose proof (series_gap A HA d x Hx H1 a f Hf Ha Hs HP (2 * l + s) ltac:(lia)) as B1; rewrite H0 in B1.
    pose proof (token_gap_nonneg A HA d x Hx H1 HP (2 * l + s)) as B2.
    apply Rle_antisym; [apply (Rmult_le_reg_l _ _ _ P); lra|exact B2]. }
  intros p; destruct (Nat.Even_or_Odd p) as [[m ->]|[m ->]].
  - rewrite <- (Nat.add_0_r (2 * m)); apply G; [exact E|lia].
  - apply G; [exact O|lia].
Qed.

(** Without a gap of f there is no energy beyond that of collapsed laws. *)
Lemma cofinal_bound {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) f :
  continuity f -> cofinal f -> token_psd A -> 0 <= profile_gap A d x f.
Proof.
  intros Hf (a & Ha & _ & _ & Hs) HP.
  pose proof (series_gap A HA d x Hx H1 a f Hf Ha Hs HP 1 (le_n 1)) as G.
  pose proof (Rmult_le_pos _ _ (Ha 1%nat (le_n 1)) (token_gap_nonneg A HA d x Hx H1 HP 1)); lra.
Qed.

(** D >= 0 on blocks, and no shares: "all". *)
Theorem blocks_all_cofinal n W omega K kappa data view f d (Hv : admits_graphs view) (Hf : continuity f)
  N Q T :
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  no_share_check n W K data N Q T = true -> cofinal f -> (1 <= d)%nat ->
  AllOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros HW HL HD HS HC Hd.
  destruct (no_share_check_sound n W omega K kappa data N Q T HL HS) as (S & Hc & Dc).
  pose proof (blocks_semidefinite _ _ _ _ _ _ HW HL HD) as H.
  apply (all_without_gap view _ d _ f Hv Hf _ Hd (blocks_mean (factor K kappa))).
  - intros L x HT Hx; apply (blocks_bound H); [exact Hf|apply cofinal_ascending, HC|exact HT|exact Hx].
  - intros L x HT Hx H0; apply (full_collapsed L HT H d x Hx) with (c := nth 0 Q 0%nat); auto.
    intros p _; pose proof (block_factor_fit (factor K kappa) HT) as F.
    apply (cofinal_token_gaps _ F d x (proj1 Hx) (proj2 Hx) f Hf HC (block_psd _ HT H) H0).
Qed.

(** khat(m) <= khat(0), 0 < khat(0) on the circle: "all". *)
Theorem circle_all_cofinal (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z)
  (k : R -> R -> R) (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta))
    (Hf : continuity f) : wave_check true Cs kappa = true -> cofinal f -> (1 <= d)%nat ->
  AllOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros H HC Hd; destruct (wave_check_sound Cs kappa true H) as (K & C0 & C1 & Cm); specialize (C1 eq_refl).
  assert (HP : forall T, uniform_circle T -> token_psd (between k T)).
  { intros T HT; apply (wave_psd T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) C0 Cm). }
  pose proof (circle_mean Cs kappa k Hk) as M.
  apply (all_without_gap view _ d _ f Hv Hf _ Hd M).
  - intros T x HT [Hx H1]; apply (cofinal_bound _ (proj1 (M T HT)) d x Hx H1 f Hf HC (HP T HT)).
  - intros T x HT Hx H0; apply collapsed_of_variances; [exact Hx|]; intros i Hi; pose proof
      (proj1 Hx i Hi) as Hg.
    apply (constant_of_powers T HT (degree Cs) _ Hg); intros p Hp.
    apply (proj1 (wave_null T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) _ C1 Cm
      (fit_pow _ p Hg) (gap_null_power _ (proj1 (M T HT)) d x (proj1 Hx) (proj2 Hx) (HP T HT) i Hi p
        (cofinal_token_gaps _ (proj1 (M T HT)) d x (proj1 Hx) (proj2 Hx) f Hf HC (HP T HT) H0 p)))).
Qed.
