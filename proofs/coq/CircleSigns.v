(** * T5 on the circle, by odd powers and by signs

    Overview. Where khat(m) < khat(0) for all m >= 1 and 0 < khat(0), null vectors are constant: then
    "all" needs f ascending with f(-1) < f(1) only, or k >= 0 and any peaked f.

    Key results: [cos_next], [circle_all_ascending], [circle_all_peaked]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse PsdCheck Profiles
  TokenLaws
  TokenModels TokenLaplacian TokenClaims TokenPeaked TokenPowers CircleWaves CircleProjections CircleLaws
  CircleClaims.
Local Open Scope R_scope.

(** Multiples of an angle, one by one. *)
Lemma cos_next a s : cos (a + s) = 2 * cos s * cos a - cos (a - s).
Proof. rewrite cos_plus, cos_minus; ring. Qed.

Lemma circle_psd (Cs : list Z) (kappa : Z) (k : R -> R -> R) (Hk : forall xi zeta, k xi zeta = waves Cs kappa
  (xi - zeta)) (H : wave_check true Cs kappa = true) T : uniform_circle T -> token_psd (between k T).
Proof.
  intros HT; destruct (wave_check_sound Cs kappa true H) as (_ & C0 & _ & Cm).
  apply (wave_psd T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) C0 Cm).
Qed.

(** Null vectors are constant. *)
Lemma circle_null (Cs : list Z) (kappa : Z) (k : R -> R -> R) (Hk : forall xi zeta, k xi zeta = waves Cs
  kappa (xi - zeta)) (H : wave_check true Cs kappa = true) (Hs : forallb (fun x => Z.ltb x (2 * at1 Cs 0))
  (tl Cs) = true) T g : uniform_circle T -> fit T g -> token_form (between k T) g = 0 ->
  mean T (fun w => g w * g w) = mean T g * mean T g.
Proof.
  intros HT Hg Z; destruct (wave_check_sound Cs kappa true H) as (K & _ & C1 & Cm); specialize (C1 eq_refl).
  destruct (wave_null T HT (degree Cs) (coefficient Cs kappa) k (waves_sum Cs kappa k Hk) _ C1 Cm Hg Z)
    as [E N].
  rewrite E; unfold energy_of; rewrite rsum_zero.
  - unfold size; rewrite coefC_zero, coefS_zero; ring.
  - intros m Hm; apply (N m Hm); rewrite forallb_forall in Hs.
    assert (I : In (at1 Cs (S m)) (tl Cs)).
    { unfold at1, degree in *; destruct Cs as [|y rest]; simpl in *; [lia|]; apply nth_In; lia. }
    apply Hs, Z.ltb_lt, IZR_lt in I; rewrite mult_IZR in I.
    unfold coefficient, Rdiv; rewrite <- Rmult_assoc; apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, K|
      exact I].
Qed.

Lemma circle_collapsed (Cs : list Z) (kappa : Z) (k : R -> R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta
  = waves Cs kappa (xi - zeta)) (H : wave_check true Cs kappa = true) (Hs : forallb (fun x => Z.ltb x (2 *
  at1 Cs 0)) (tl Cs) = true) T x : uniform_circle T -> contents T d x ->
  (forall i, (i < d)%nat -> token_form (between k T) (fun w => x w i) = 0) -> law_collapsed T d x.
Proof.
  intros HT Hx N; apply collapsed_of_variances; [exact Hx|]; intros i Hi.
  apply (circle_null Cs kappa k Hk H Hs T _ HT (proj1 Hx i Hi) (N i Hi)).
Qed.

(** khat(m) < khat(0) for all m >= 1, 0 < khat(0), f ascending and peaked: "all". *)
Theorem circle_all_ascending (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z) (k : R -> R
  -> R) (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) (Hf : continuity
  f) (H : wave_check true Cs kappa = true) (Hs : forallb (fun x => Z.ltb x (2 * at1 Cs 0)) (tl Cs) = true) :
  ascending f -> peaked f -> (1 <= d)%nat ->
  AllOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros Ha Hp Hd; apply (all_by_odd view uniform_circle d k f Hv Hf _ Hd (circle_mean Cs kappa k Hk) Ha).
  - apply Hp; lra.
  - exact (circle_psd Cs kappa k Hk H).
  - exact (circle_collapsed Cs kappa k d Hk H Hs).
Qed.

(** The same for k >= 0 and a peaked profile. *)
Theorem circle_all_peaked (view : views R) (Hv : admits_graphs view) (Cs : list Z) (kappa : Z) (k : R -> R ->
  R) (f : R -> R) (d : nat) (Hk : forall xi zeta, k xi zeta = waves Cs kappa (xi - zeta)) (Hf : continuity f)
  (H : wave_check true Cs kappa = true) (Hs : forallb (fun x => Z.ltb x (2 * at1 Cs 0)) (tl Cs) = true) :
  (forall xi zeta, 0 <= k xi zeta) -> peaked f -> (1 <= d)%nat ->
  AllOf uniform_circle view d (factor_kernel d k f).
Proof.
  intros K Hp Hd; apply (all_peaked view uniform_circle d k f Hv Hf _ Hd (circle_mean Cs kappa k Hk) Hp).
  - intros T _ a b; apply K.
  - exact (circle_collapsed Cs kappa k d Hk H Hs).
Qed.

