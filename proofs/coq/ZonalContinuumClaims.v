(** * Certificates on blocks and on the circle for profiles with nonnegative Gegenbauer coefficients

    Overview.  The claims of ZonalContinua.v and ZonalTokens.v from integers: the Laplacian of the blocks and
    their degrees, or the Fourier coefficients of k.  "All" from the linear profile, or where null vectors are
    constant and f has one peak; "some" from |f|, or where f(t) = f(1) for some t < 1.

    Key results: [blocks_all_zonal], [blocks_all_zonal_peaked], [blocks_some_zonal], [blocks_some_turned];
    [circle_all_zonal], [circle_all_zonal_peaked], [circle_some_zonal], [circle_some_turned];
    [some_above_turned]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Slices PsdCheck
  FactorCertificate Profiles Claims StrictLabels TokenLaws TokenLaplacian TokenClaims TokenPeaked BlockLaws
  BlockClaims BlockSigns BlockShares CircleWaves CircleLaws CircleClaims CircleSigns LabelLaws UniformLaws
  ContinuumSigns Schoenberg Zonal ZonalTokens ZonalContinua.
Local Open Scope R_scope.

(** ** Blocks *)

(** a_1 > 0: "all" where it holds for the linear profile. *)
Theorem blocks_all_zonal n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  AllOf (block_law n (weight W omega)) (@any (nat * R)) d
    (factor_kernel d (block_factor (factor K kappa)) first_power) -> zonal_rising d f -> (1 <= d)%nat ->
  AllOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD HA Hr Hd; pose proof (blocks_semidefinite _ _ _ _ _ _ HW HL HD) as H.
  apply (zonal_all_of view _ d _ f Hv Hf _ Hd (blocks_mean (factor K kappa))); auto.
  intros T HT; apply (block_psd _ HT H).
Qed.

(** Constant null vectors, one D_b > 0, f largest at t = 1 alone: "all". *)
Theorem blocks_all_zonal_peaked n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  constant_null_check n data = true -> positive_degree_check n W K = true -> peaked f -> zonal d f ->
  (1 <= d)%nat ->
  AllOf (block_law n (weight W omega)) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD HN HP Hk HZ Hd; apply existsb_exists in HP; destruct HP as (b & Hb & P).
  apply in_seq in Hb; apply andb_prop in P; destruct P as [_ P]; apply Z.ltb_lt, IZR_lt in P.
  destruct (label_degree n W omega K kappa data b HL) as (c & Hc & E).
  pose proof (blocks_semidefinite _ _ _ _ _ _ HW HL HD) as H.
  pose proof (factor_check_null _ _ _ _ _ _ HL HN) as N.
  set (w := weight W omega) in *; set (k := factor K kappa) in *.
  assert (Hbn : (b < n)%nat) by lia; assert (Hw : 0 < w b) by (apply H, Hbn).
  assert (D : 0 < Slices.degree n w k b) by (rewrite E; apply Rmult_lt_0_compat; assumption).
  apply (zonal_all_constant view (block_law n w) d (block_factor k) f
    (fun l => if Nat.eqb (fst l) b then 1 else 0) Hv Hf _ Hd (blocks_mean k)); auto.
  - intros T HT; apply (block_psd k HT H).
  - intros T HT; split; [exact (block_fit HT b Hbn)|split].
    + intros l; destruct (Nat.eqb _ _); lra.
    + pose proof (block_mean_const HT b 1 Hbn) as M; unfold block_mean in M.
      rewrite (mean_ext _ (on_block T b)) in M by (intros; ring); unfold on_block in M; lra.
  - intros T v HT Hv0 H0; destruct (blocks_null H HT v Hv0 H0) as [L Q].
    change (mean T v * block_mean v b = block_mean (fun a => v a * v a) b).
    rewrite (Q b Hbn D), (block_average_mean w v b Hw).
    assert (M : mean T v = block_average w v b); [|rewrite M; ring].
    rewrite (mean_of_blocks HT v Hv0), <- (Rmult_1_l (block_average w v b)), <- (weights_sum HT).
    rewrite <- rsum_scal_r; apply rsum_ext; intros j Hj; rewrite (N _ L b j Hbn Hj).
    apply block_average_mean, H, Hj.
Qed.

(** "Some" where it holds for |f|, for these or more special laws of labels. *)
Theorem blocks_some_zonal n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  forall P pi (rho : labelled (nat * R) -> Prop), f = polynomial P pi -> (0 <? pi)%Z = true ->
  (forall T, rho T -> block_law n (weight W omega) T) ->
  SomeOf rho view d (factor_kernel d (block_factor (factor K kappa)) (polynomial (absolute P) pi)) ->
  zonal d f -> SomeOf rho view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros _ _ HW HL HD P pi rho -> Hpi Hr HS HZ; apply Z.ltb_lt in Hpi.
  pose proof (blocks_semidefinite _ _ _ _ _ _ HW HL HD) as H.
  apply (zonal_some_of view rho d _ P pi (rsum2 n (weighted (weight W omega) (factor K kappa))) Hpi); auto.
  - intros T HT; apply blocks_mean, Hr, HT.
  - intros T HT; apply (block_psd _ (Hr T HT) H).
Qed.

(** f(t) = f(1) for some t < 1: half of each block at another point, "some". *)
Theorem blocks_some_turned n W omega K kappa data view f d : admits_graphs view -> continuity f ->
  weights_check n W omega = true -> factor_check n W omega K kappa data = true -> degree_check n W K = true ->
  (exists t, -1 <= t < 1 /\ f t = f 1) -> zonal d f -> (2 <= d)%nat ->
  SomeOf (divided_blocks n (weight W omega) 2) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros Hv Hf HW HL HD Ht HZ Hd; pose proof (blocks_semidefinite _ _ _ _ _ _ HW HL HD) as H.
  apply (zonal_some_turned view _ d _ f Hv Hf (rsum2 n (weighted (weight W omega) (factor K kappa))) Hd);
    auto.
  - intros T HT; apply blocks_mean, HT.
  - intros T HT; apply (block_psd _ (proj1 HT) H).
  - intros T HT; apply (divided_split n (weight W omega) T (weights_check_sound n W omega HW) HT).
Qed.

(** ** The circle *)

Lemma waves_psd strict Cs kappa (k : R -> R -> R)
  (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) T :
  wave_check strict Cs kappa = true -> uniform_circle T -> token_psd (between k T).
Proof.
  intros H HT; destruct (wave_check_sound Cs kappa strict H) as (_ & C0 & _ & Cm).
  apply (wave_psd T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) C0 Cm).
Qed.

(** a_1 > 0: "all" where it holds for the linear profile. *)
Theorem circle_all_zonal (view : views R) (Hv : admits_graphs view) Cs kappa (k : R -> R -> R) f d
  (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) (Hf : continuity f) :
  wave_check true Cs kappa = true -> AllOf uniform_circle (@any R) d (factor_kernel d k first_power) ->
  zonal_rising d f -> (1 <= d)%nat -> AllOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros H HA Hr Hd; apply (zonal_all_of view _ d k f Hv Hf _ Hd (circle_mean Cs kappa k Hk)); auto.
  intros T; apply (waves_psd true Cs kappa k Hk T H).
Qed.

(** khat(m) < khat(0) for all m >= 1, 0 < khat(0), f largest at t = 1 alone: "all". *)
Theorem circle_all_zonal_peaked (view : views R) (Hv : admits_graphs view) Cs kappa (k : R -> R -> R) f d
  (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) (Hf : continuity f) :
  wave_check true Cs kappa = true -> forallb (fun x => Z.ltb x (2 * at1 Cs 0)) (tl Cs) = true ->
  peaked f -> zonal d f -> (1 <= d)%nat -> AllOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros H Hs Hp HZ Hd.
  apply (zonal_all_constant view _ d k f (fun _ => 1) Hv Hf _ Hd (circle_mean Cs kappa k Hk)); auto.
  - intros T; apply (waves_psd true Cs kappa k Hk T H).
  - intros T HT; split; [apply fit_const|split; [intros; lra|rewrite mean_const; lra]].
  - intros T v HT Fv H0; pose proof (circle_null Cs kappa k Hk H Hs T v HT Fv H0) as N.
    rewrite (mean_ext (fun w => 1 * v w) v), (mean_ext (fun w => 1 * (v w * v w)) (fun w => v w * v w))
      by (intros; ring); symmetry; exact N.
Qed.

(** khat(m) <= khat(0): "some" where it holds for |f|, for the uniform law or more special ones. *)
Theorem circle_some_zonal (view : views R) (Hv : admits_graphs view) Cs kappa (k : R -> R -> R) f d
  (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) (Hf : continuity f) :
  wave_check false Cs kappa = true -> forall P pi (rho : labelled R -> Prop), f = polynomial P pi ->
  (0 <? pi)%Z = true -> (forall T, rho T -> uniform_circle T) ->
  SomeOf rho view d (factor_kernel d k (polynomial (absolute P) pi)) -> zonal d f ->
  SomeOf rho view d (factor_kernel d k f).
Proof.
  intros H P pi rho -> Hpi Hr HS HZ; apply Z.ltb_lt in Hpi.
  apply (zonal_some_of view rho d k P pi (coefficient Cs kappa 0%nat) Hpi); auto.
  - intros T HT; apply (circle_mean Cs kappa k Hk T (Hr T HT)).
  - intros T HT; apply (waves_psd false Cs kappa k Hk T H (Hr T HT)).
Qed.

(** f(t) = f(1) for some t < 1: half of the circle at another point, "some". *)
Theorem circle_some_turned (view : views R) (Hv : admits_graphs view) Cs kappa (k : R -> R -> R) f d
  (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) (Hf : continuity f) :
  wave_check false Cs kappa = true -> (exists t, -1 <= t < 1 /\ f t = f 1) -> zonal d f -> (2 <= d)%nat ->
  SomeOf (fun T => uniform_circle T /\ halved T) view d (factor_kernel d k f).
Proof.
  intros H Ht HZ Hd; apply (zonal_some_turned view _ d k f Hv Hf (coefficient Cs kappa 0%nat) Hd); auto.
  - intros T [HT _]; apply (circle_mean Cs kappa k Hk T HT).
  - intros T [HT _]; apply (waves_psd false Cs kappa k Hk T H HT).
  - intros T [HT HH]; exists half; split; [|split; [exact HH|apply half_mean; assumption]].
    intros xi; unfold half; destruct (Rle_dec _ _); auto.
Qed.

(** ** k >= 0 *)

(** f <= f(1), f(t) = f(1) for some t < 1, an admissible set of labels: "some" in every d >= 2. *)
Theorem some_above_turned {L : Type} (view : views L) (Hv : admits_graphs view) (k : L -> L -> R)
  (f : R -> R) (d : nat) (Hf : continuity f) (P : labelled L -> Prop)
  (Hk : forall T, P T -> pair_fit T (between k T)) (T0 : labelled L) (H0 : P T0) :
  (forall T, P T -> forall a b, 0 <= between k T a b) -> bounded_by_one f ->
  (exists t, -1 <= t < 1 /\ f t = f 1) -> splits T0 -> (2 <= d)%nat ->
  SomeOf (labels_of P T0) view d (factor_kernel d k f).
Proof.
  intros B Hb Ht S Hd.
  apply (some_turned view (labels_of P T0) d k f Hv Hf _ Hd (labels_of_mean k P Hk T0 H0) Ht).
  - intros T x [HP HT] Hx; exact (dominated_gap T _ d x f (Hk T HP) (B T HP) Hx Hf Hb).
  - intros T [_ HT]; exact (same_labels_splits T0 T HT S).
Qed.
