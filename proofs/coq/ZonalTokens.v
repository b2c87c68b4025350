(** * T5 for laws of tokens and profiles with nonnegative Gegenbauer coefficients

    Overview.  A(omega, omega') is the factor of two tokens, its form positive semidefinite
    (TokenLaplacian.v).  A Gram kernel K of the contents obeys mean A (K(x, x) + K(x', x') - 2 K(x, x')) >= 0,
    since its parts F_i(x) are admissible.  So a [zonal] profile of R^d has no negative gap, and claims about
    it follow from those about other profiles, as in Zonal.v: "all" from the linear profile if a_1 > 0, "some"
    from the polynomial with the absolute values of the coefficients.

    Key results: [token_zonal_gap], [zonal_all_of], [zonal_some_of]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List.
From Collapse Require Import Sums Vectors Energy SignedLaplacian PsdCheck Profiles TokenLaws TokenModels
  TokenLaplacian TokenClaims Schoenberg Zonal.
Local Open Scope R_scope.

(** ** Polynomials and Gram kernels of contents are admissible *)

Lemma polynomial_fit {T : tokens} d (x : token T -> nat -> R) F :
  (forall a, (a < d)%nat -> fit T (fun w => x w a)) -> coordinate_polynomial d F -> fit T (fun w => F (x w)).
Proof.
  intros Hx; induction 1 as [c|a Ha|F G _ IF _ IG|F G _ IF _ IG|F G E _ IF].
  - apply fit_const.
  - apply Hx, Ha.
  - apply (fit_plus T (fun w => F (x w)) (fun w => G (x w))); assumption.
  - apply (fit_mult T (fun w => F (x w)) (fun w => G (x w))); assumption.
  - apply (fit_ext (fun w => F (x w))); [intros; apply E|exact IF].
Qed.

Lemma gram_fit {T : tokens} d (x : token T -> nat -> R) K :
  (forall a, (a < d)%nat -> fit T (fun w => x w a)) -> gram d K ->
  fit T (fun a => K (x a) (x a)) /\ pair_fit T (fun a b => K (x a) (x b)).
Proof.
  intros Hx; induction 1 as [c F _ HF|K M _ [IK IK'] _ [IM IM']|K M E _ [IK IK']].
  - pose proof (polynomial_fit d x F Hx HF) as P; split.
    + apply (fit_scal c (fun a => F (x a) * F (x a))), fit_mult; exact P.
    + apply (pair_scal c (fun a b => F (x a) * F (x b))), (pair_product (fun a => F (x a))); exact P.
  - split; [apply (fit_plus T (fun a => K (x a) (x a)))|apply (pair_plus T (fun a b => K (x a) (x b)))];
      assumption.
  - split; [apply (fit_ext (fun a => K (x a) (x a)))|apply (pair_fit_ext (fun a b => K (x a) (x b)))];
      auto.
Qed.

Lemma distance_fit {T : tokens} d (x : token T -> nat -> R) K :
  (forall a, (a < d)%nat -> fit T (fun w => x w a)) -> gram d K ->
  pair_fit T (fun a b => kernel_distance K (x a) (x b)).
Proof.
  intros Hx HK; destruct (gram_fit d x K Hx HK) as [F P]; unfold kernel_distance.
  apply pair_minus; [|apply pair_scal, P]; apply pair_plus;
    [apply (pair_first T (fun a => K (x a) (x a)))|apply (pair_second (fun a => K (x a) (x a)))]; exact F.
Qed.

(** A Gram kernel has no negative gap. *)
Lemma token_gram {T : tokens} (A : pairs T) d (x : token T -> nat -> R) K : pair_fit T A -> token_psd A ->
  (forall a, (a < d)%nat -> fit T (fun w => x w a)) -> gram d K ->
  0 <= pair_mean (fun a b => A a b * kernel_distance K (x a) (x b)).
Proof.
  intros HA HP Hx; induction 1 as [c F Hc HF|K M GK IK GM IM|K M E _ IK].
  - pose proof (polynomial_fit d x F Hx HF) as P; specialize (HP _ P); unfold token_form in HP.
    rewrite (pair_mean_ext _ (fun a b => c * (A a b * ((F (x a) - F (x b)) * (F (x a) - F (x b))))))
      by (intros; unfold kernel_distance; ring).
    rewrite pair_mean_scal; [apply Rmult_le_pos; assumption|].
    apply pair_mult; [exact HA|]; apply pair_mult; apply pair_minus;
      first [exact (pair_first T _ P)|exact (pair_second _ P)].
  - rewrite (pair_mean_ext _ (fun a b => A a b * kernel_distance K (x a) (x b)
      + A a b * kernel_distance M (x a) (x b))) by (intros; unfold kernel_distance; ring).
    rewrite pair_mean_plus; [lra| |]; (apply pair_mult; [exact HA|apply (distance_fit d); assumption]).
  - rewrite (pair_mean_ext _ (fun a b => A a b * kernel_distance K (x a) (x b)));
      [exact IK|intros; unfold kernel_distance; rewrite !E; reflexivity].
Qed.

(** ** Gaps *)

Lemma first_power_gap {T : tokens} (A : pairs T) d (x : token T -> nat -> R) :
  profile_gap A d x first_power = gap A d x 1.
Proof. apply pair_mean_ext; intros; rewrite !first_power_value; ring. Qed.

(** The gap of f is at least s times that of the linear profile. *)
Theorem token_zonal_gap {T : tokens} (A : pairs T) d (x : token T -> nat -> R) s f : pair_fit T A ->
  token_psd A -> (forall a, (a < d)%nat -> fit T (fun w => x w a)) -> (forall w, dot d (x w) (x w) = 1) ->
  zonal_above s d f -> s * gap A d x 1 <= profile_gap A d x f.
Proof.
  intros HA HP Hx H1 (Hs & a & K & HK & E); pose proof (token_gram A d x K HA HP Hx HK) as G.
  pose proof (gap_fit A HA d x Hx 1) as FG; unfold gap, profile_gap in *.
  rewrite (pair_mean_ext (fun u v => A u v * (f 1 - _)) (fun u v => s * (A u v * (1 - dot d (x u) (x v) ^ 1))
    + / 2 * (A u v * kernel_distance K (x u) (x v)))).
  - assert (FK : pair_fit T (fun u v => A u v * kernel_distance K (x u) (x v)))
      by (apply pair_mult; [exact HA|apply (distance_fit d); assumption]).
    rewrite pair_mean_plus, !pair_mean_scal by first [assumption|apply pair_scal; assumption]; lra.
  - intros u v; pose proof (zonal_difference d (fun t => f t - s * t) a K) as Z; cbv beta in Z.
    specialize (Z ltac:(intros; rewrite E by assumption; ring) (x u) (x v) (H1 u) (H1 v)).
    replace (f 1 - f (dot d (x u) (x v))) with (s * (1 - dot d (x u) (x v))
      + / 2 * kernel_distance K (x u) (x v)) by lra; ring.
Qed.

Lemma zonal_gap_of {L : Type} (d : nat) (k : L -> L -> R) (f : R -> R) (T : labelled L) x :
  pair_fit T (between k T) -> token_psd (between k T) -> zonal d f -> contents T d x ->
  0 <= profile_gap (between k T) d x f.
Proof.
  intros Hk HP (s & HZ) [Hx H1]; pose proof (token_zonal_gap _ d x s f Hk HP Hx H1 HZ) as G.
  pose proof (token_gap_nonneg _ Hk d x Hx H1 HP 1) as G1; destruct HZ as [Hs _].
  pose proof (Rmult_le_pos _ _ Hs G1); lra.
Qed.

(** The gap of a polynomial is the sum of the gaps of its powers. *)
Lemma polynomial_gap {T : tokens} (A : pairs T) d (x : token T -> nat -> R) P pi : pair_fit T A ->
  (forall a, (a < d)%nat -> fit T (fun w => x w a)) ->
  profile_gap A d x (polynomial P pi) = rsum (length P) (fun p => IZR (at1 P p) / IZR pi * gap A d x p).
Proof.
  intros HA Hx; unfold gap; rewrite (rsum_ext (length P) _ (fun p => pair_mean (fun u v =>
    IZR (at1 P p) / IZR pi * (A u v * (1 - dot d (x u) (x v) ^ p))))).
  - rewrite <- pair_mean_rsum by (intros; apply pair_scal, (gap_fit A HA d x Hx)).
    apply pair_mean_ext; intros u v; unfold polynomial.
    rewrite <- rsum_minus, <- rsum_scal; apply rsum_ext; intros p _; rewrite pow1; ring.
  - intros p _; rewrite pair_mean_scal by apply (gap_fit A HA d x Hx); reflexivity.
Qed.

(** If |f| has no gap, f has none. *)
Lemma token_absolute_gap {T : tokens} (A : pairs T) d (x : token T -> nat -> R) P pi : (0 < pi)%Z ->
  pair_fit T A -> token_psd A -> (forall a, (a < d)%nat -> fit T (fun w => x w a)) ->
  (forall w, dot d (x w) (x w) = 1) -> profile_gap A d x (polynomial (absolute P) pi) = 0 ->
  profile_gap A d x (polynomial P pi) = 0.
Proof.
  intros Hpi HA HP Hx H1; apply IZR_lt in Hpi; pose proof (Rinv_0_lt_compat _ Hpi) as Hi.
  rewrite !polynomial_gap, map_length by assumption; intros H0.
  assert (V : forall p, at1 (absolute P) p = Z.abs (at1 P p))
    by (intros p; unfold at1; apply (map_nth Z.abs P 0%Z p)).
  assert (N : forall p, (p < length P)%nat -> 0 <= IZR (at1 (absolute P) p) / IZR pi * gap A d x p).
  { intros p _; rewrite V; apply Rmult_le_pos; [apply Rmult_le_pos; [apply IZR_le, Z.abs_nonneg|lra]|].
    apply (token_gap_nonneg A HA d x Hx H1 HP). }
  apply rsum_zero; intros p Hp; pose proof (rsum_nonneg_zero _ _ N H0 p Hp) as Z; cbv beta in Z.
  rewrite V in Z; apply Rmult_integral in Z; destruct Z as [Z|Z]; [|rewrite Z; ring].
  apply Rmult_integral in Z; destruct Z as [Z|Z]; [|lra].
  apply (eq_IZR _ 0), (proj1 (Z.abs_0_iff _)) in Z; rewrite Z; unfold Rdiv; ring.
Qed.

(** ** Claims *)

(** "All" where it holds for the linear profile and every law; a_1 > 0. *)
Theorem zonal_all_of {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c ->
  (forall T, rho T -> token_psd (between k T)) -> zonal_rising d f ->
  AllOf rho (@any L) d (factor_kernel d k first_power) -> AllOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc HP Hr HL; pose proof (polynomial_continuous (0%Z :: 1%Z :: nil) 1) as Hl.
  apply (all_without_gap view rho d k f Hv Hf c Hd Hc).
  - intros T x HT Hx; apply zonal_gap_of; [apply (Hc T HT)|apply HP, HT|apply zonal_of_rising, Hr|exact Hx].
  - intros T x HT Hx H0; destruct (Hc T HT) as [F _]; destruct Hr as (s & Hs & HZ).
    apply (proj2 (HL T HT) x Hx I), (best_without_gap (@any L) rho d k first_power Hl c Hc); auto.
    + intros T' y HT' Hy; rewrite first_power_gap; destruct Hy as [Hy H1].
      apply (token_gap_nonneg _ (proj1 (Hc T' HT')) d y Hy H1 (HP T' HT')).
    + exact I.
    + rewrite first_power_gap; destruct Hx as [Hx H1].
      pose proof (token_zonal_gap _ d x s f F (HP T HT) Hx H1 HZ) as G; rewrite H0 in G.
      pose proof (token_gap_nonneg _ F d x Hx H1 (HP T HT) 1) as G1; apply Rle_antisym; [|exact G1].
      apply (Rmult_le_reg_l s); [exact Hs|lra].
Qed.

(** "Some" where it holds for |f|. *)
Theorem zonal_some_of {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  P pi c : (0 < pi)%Z -> factor_mean rho k c -> (forall T, rho T -> token_psd (between k T)) ->
  zonal d (polynomial P pi) -> SomeOf rho view d (factor_kernel d k (polynomial (absolute P) pi)) ->
  SomeOf rho view d (factor_kernel d k (polynomial P pi)).
Proof.
  intros Hpi Hc HP HZ HS; pose proof (polynomial_continuous P pi) as Hf.
  pose proof (polynomial_continuous (absolute P) pi) as Ha.
  assert (B : forall T x, rho T -> contents T d x -> view T d x ->
    profile_gap (between k T) d x (polynomial P pi) = 0 ->
    best rho view d (factor_kernel d k (polynomial P pi)) T x).
  { intros T x HT Hx Hvx; apply (best_without_gap view rho d k _ Hf c Hc); auto.
    intros T' y HT' Hy; apply zonal_gap_of; [apply (Hc T' HT')|apply HP, HT'|exact HZ|exact Hy]. }
  intros T HT; destruct (HS T HT) as ((x0 & (_ & Hx0 & V0 & M0) & C0) & x & (_ & Hx & V & M) & C).
  destruct (Hc T HT) as [F _]; split.
  - exists x0; split; [apply B; auto; apply (collapsed_gap d k _ Hf); assumption|exact C0].
  - exists x; split; [apply B; auto|exact C]; destruct Hx as [Hx H1].
    apply (token_absolute_gap _ d x P pi Hpi F (HP T HT) Hx H1).
    pose proof (law_gap d k _ Ha T x F (conj Hx H1)) as G; pose proof (law_gap d k _ Ha T x0 F Hx0) as G0.
    rewrite (collapsed_gap d k _ Ha T x0 F Hx0 C0) in G0.
    specialize (M T x0 HT Hx0 V0); specialize (M0 T x HT (conj Hx H1) V); lra.
Qed.
