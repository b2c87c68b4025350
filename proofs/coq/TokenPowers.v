(** * Powers without a gap, on any labels

    Overview. A(omega, omega') has a positive semidefinite form. If the power p has no gap, mean A (1 -
    <x, x'>^p) = 0, then <x, y>^p is a null vector for every y. And the power p - 2 >= 1 has no gap
    either, since the products of p coordinates are null vectors, and so is their contraction, |x|^2 = 1:
    where an odd power has no gap, the first one has none, and all coordinates are null vectors. A series
    with coefficients >= 0 and f(-1) < f(1) has an odd power with a positive one.

    Key results: [gap_null_dot], [odd_first], [ascending_odd], [all_by_odd]. *)

From Coq Require Import Reals Lra Lia Arith.
From Coq Require ClassicalDedekindReals.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse PsdCheck Profiles
  TokenLaws TokenModels TokenLaplacian TokenClaims TokenPeaked.
Local Open Scope R_scope.

(** ** Null vectors of a positive semidefinite form *)

Lemma form_fit {T : tokens} (A : pairs T) v : pair_fit T A -> fit T v ->
  pair_fit T (fun a b => A a b * ((v a - v b) * (v a - v b))).
Proof. intros HA Hv; apply pair_mult; [exact HA|fits]. Qed.

Lemma token_null_scal {T : tokens} (A : pairs T) c v : pair_fit T A -> fit T v -> token_form A v = 0 ->
  token_form A (fun w => c * v w) = 0.
Proof.
  intros HA Hv H; unfold token_form; rewrite (pair_mean_ext _
    (fun a b => c * c * (A a b * ((v a - v b) * (v a - v b))))) by (intros; ring).
  rewrite pair_mean_scal by apply (form_fit A v HA Hv); unfold token_form in H; rewrite H; ring.
Qed.

Lemma token_null_plus {T : tokens} (A : pairs T) u v : pair_fit T A -> token_psd A -> fit T u -> fit T v ->
  token_form A u = 0 -> token_form A v = 0 -> token_form A (fun w => u w + v w) = 0.
Proof.
  intros HA HP Hu Hv U V; pose proof (fit_plus T u v Hu Hv) as Fp; pose proof (fit_minus u v Hu Hv) as Fm.
  assert (E : token_form A (fun w => u w + v w) + token_form A (fun w => u w - v w)
    = 2 * token_form A u + 2 * token_form A v).
  { unfold token_form; rewrite <- !pair_mean_scal by (apply form_fit; assumption).
    rewrite <- !pair_mean_plus by first [apply (form_fit A _ HA); assumption|apply pair_scal, form_fit;
      assumption].
    apply pair_mean_ext; intros; ring. }
  pose proof (HP _ Fp); pose proof (HP _ Fm); lra.
Qed.

Lemma token_null_rsum {T : tokens} (A : pairs T) n (U : nat -> token T -> R) : pair_fit T A -> token_psd A ->
  (forall i, (i < n)%nat -> fit T (U i)) -> (forall i, (i < n)%nat -> token_form A (U i) = 0) ->
  token_form A (fun w => rsum n (fun i => U i w)) = 0.
Proof.
  intros HA HP F H; induction n as [|n IH]; simpl.
  - unfold token_form; rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const; [reflexivity|intros; ring].
  - apply (token_null_plus A (fun w => rsum n (fun i => U i w)) (U n) HA HP).
    + apply fit_rsum; intros i Hi; apply F; lia.
    + apply F; lia.
    + apply IH; intros i Hi; [apply F|apply H]; lia.
    + apply H; lia.
Qed.

Lemma dot_fit {T : tokens} d (x : token T -> nat -> R) y : (forall i, (i < d)%nat -> fit T (fun w => x w i))
  ->
  fit T (fun w => dot d (x w) y).
Proof. intros Hx; apply fit_rsum; intros i Hi; apply fit_mult; [apply Hx, Hi|apply fit_const]. Qed.

(** If the power p has no gap, <x, y>^p is a null vector. *)
Lemma power_null {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) y :
  token_psd A -> forall p g, fit T g -> power_form A d x p g = 0 ->
  token_form A (fun w => g w * dot d (x w) y ^ p) = 0.
Proof.
  intros HP; induction p as [|p IH]; intros g Hg H.
  - rewrite power_form_zero in H; rewrite <- H; apply pair_mean_ext; intros; simpl; ring.
  - pose proof (power_form_null A HA d x Hx H1 HP p g Hg H) as N.
    assert (F : forall i, (i < d)%nat -> fit T (fun w => g w * x w i * dot d (x w) y ^ p)).
    { intros i Hi; apply fit_mult; [apply fit_mult;
      [exact Hg|apply Hx, Hi]|apply fit_pow, (dot_fit d x y Hx)]. }
    assert (E : token_form A (fun w => rsum d (fun i => y i * (g w * x w i * dot d (x w) y ^ p))) = 0).
    { apply (token_null_rsum A d (fun i w => y i * (g w * x w i * dot d (x w) y ^ p)) HA HP).
      - intros i Hi; apply fit_scal, F, Hi.
      - intros i Hi; apply (token_null_scal A (y i) _ HA (F i Hi)), IH; [|apply N, Hi].
        apply fit_mult; [exact Hg|apply Hx, Hi]. }
    assert (Q : forall w, rsum d (fun i => y i * (g w * x w i * dot d (x w) y ^ p)) = g w * dot d (x w) y ^ S
      p).
    { intros w; simpl; unfold dot at 2; rewrite <- (Rmult_assoc (g w)), (Rmult_comm (g w)), Rmult_assoc.
      rewrite <- rsum_scal_r; apply rsum_ext; intros; ring. }
    rewrite <- E; apply pair_mean_ext; intros; rewrite !Q; reflexivity.
Qed.

Lemma gap_null_dot {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) y p :
  token_psd A -> gap A d x p = 0 -> token_form A (fun w => dot d (x w) y ^ p) = 0.
Proof.
  intros HP H; pose proof (gap_power_form A HA d x Hx p) as E; rewrite H, Rmult_0_r in E.
  rewrite <- (power_null A HA d x Hx H1 y HP p (fun _ => 1) (fit_const T 1) (eq_sym E)).
  apply pair_mean_ext; intros; ring.
Qed.

(** The form of a power is a quadratic form in g, nonnegative: its null vectors can be added. *)
Lemma power_form_plus {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) p g h :
  token_psd A -> fit T g -> fit T h -> power_form A d x p g = 0 -> power_form A d x p h = 0 ->
  power_form A d x p (fun w => g w + h w) = 0.
Proof.
  intros HP Hg Hh G H; pose proof (fit_plus T g h Hg Hh) as Fp; pose proof (fit_minus g h Hg Hh) as Fm.
  pose proof (power_fit A HA d x Hx p) as F.
  assert (E : power_form A d x p (fun w => g w + h w) + power_form A d x p (fun w => g w - h w)
    = 2 * power_form A d x p g + 2 * power_form A d x p h).
  { unfold power_form; rewrite <- !pair_mean_scal by (apply F; assumption).
    rewrite <- !pair_mean_plus by first [apply F; assumption|apply pair_scal, F; assumption].
    apply pair_mean_ext; intros; ring. }
  pose proof (power_form_nonneg A HA d x Hx H1 HP p _ Fp).
  pose proof (power_form_nonneg A HA d x Hx H1 HP p _ Fm); lra.
Qed.

Lemma power_form_rsum {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) p n
  (U : nat -> token T -> R) : token_psd A -> (forall i, (i < n)%nat -> fit T (U i)) ->
  (forall i, (i < n)%nat -> power_form A d x p (U i) = 0) ->
  power_form A d x p (fun w => rsum n (fun i => U i w)) = 0.
Proof.
  intros HP F H; induction n as [|n IH]; simpl.
  - unfold power_form; rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const; [reflexivity|intros; ring].
  - apply (power_form_plus A HA d x Hx H1 p (fun w => rsum n (fun i => U i w)) (U n) HP).
    + apply fit_rsum; intros i Hi; apply F; lia.
    + apply F; lia.
    + apply IH; intros i Hi; [apply F|apply H]; lia.
    + apply H; lia.
Qed.

(** Contraction: without a gap of the power p + 2 there is none of p. *)
Lemma gap_contract {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) p :
  token_psd A -> gap A d x (S (S p)) = 0 -> gap A d x p = 0.
Proof.
  intros HP H; pose proof (gap_power_form A HA d x Hx (S (S p))) as E; rewrite H, Rmult_0_r in E.
  pose proof (fit_const T 1) as F1.
  assert (F : forall i, (i < d)%nat -> fit T (fun w => 1 * x w i))
    by (intros i Hi; apply fit_mult; [exact F1|apply Hx, Hi]).
  assert (N : forall i, (i < d)%nat -> power_form A d x p (fun w => 1 * x w i * x w i) = 0).
  { intros i Hi; apply (power_form_null A HA d x Hx H1 HP p (fun w => 1 * x w i) (F i Hi)); [|exact Hi].
    apply (power_form_null A HA d x Hx H1 HP (S p) (fun _ => 1) F1 (eq_sym E) i Hi). }
  pose proof (power_form_rsum A HA d x Hx H1 p d (fun i w => 1 * x w i * x w i) HP
    (fun i Hi => fit_mult T _ _ (F i Hi) (Hx i Hi)) N) as Z.
  assert (U : forall w, rsum d (fun i => 1 * x w i * x w i) = 1)
    by (intros w; transitivity (dot d (x w) (x w)); [apply rsum_ext; intros; ring|apply H1]).
  assert (Z1 : power_form A d x p (fun _ => 1) = 0)
    by (rewrite <- Z; apply pair_mean_ext; intros a b; cbv beta; rewrite !U; reflexivity).
  pose proof (gap_power_form A HA d x Hx p) as Q; lra.
Qed.

(** If an odd power has no gap, coordinates are null vectors. *)
Lemma odd_first {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) q :
  token_psd A -> gap A d x (2 * q + 1) = 0 -> forall i, (i < d)%nat -> token_form A (fun w => x w i) = 0.
Proof.
  intros HP H i Hi; assert (G : gap A d x 1 = 0).
  { induction q as [|q IH]; [exact H|]; apply IH, (gap_contract A HA d x Hx H1 _ HP).
    replace (S (S (2 * q + 1))) with (2 * S q + 1)%nat by lia; exact H. }
  rewrite <- (gap_null_power A HA d x Hx H1 HP i Hi 1 G); apply pair_mean_ext; intros; ring.
Qed.

(** ** Odd powers *)

(** A series with coefficients >= 0 and f(-1) < f(1) has a positive coefficient in an odd power. *)
Lemma ascending_odd f : ascending f -> f (-1) < f 1 ->
  exists a q, (forall p, (1 <= p)%nat -> 0 <= a p) /\ power_series a f /\ 0 < a (2 * q + 1)%nat.
Proof.
  intros (a & Ha & Hs) Hf; exists a.
  destruct (ClassicalDedekindReals.sig_forall_dec (fun q => a (2 * q + 1)%nat <= 0) (fun q => Rle_dec _ _))
    as [[q Hq]|Z].
  - exists q; split; [exact Ha|split; [exact Hs|lra]].
  - exfalso; apply (Rlt_not_eq _ _ Hf), (UL_sequence (fun N => sum_f_R0 (fun p => a p * (-1) ^ p) N)).
    + apply Hs; lra.
    + assert (E : forall N, sum_f_R0 (fun p => a p * (-1) ^ p) N = sum_f_R0 (fun p => a p * 1 ^ p) N).
      { intros N; apply sum_eq; intros p _; destruct (Nat.Even_or_Odd p) as [[q ->]|[q ->]].
        - rewrite !pow_mult; replace ((-1) ^ 2) with (1 ^ 2) by ring; reflexivity.
        - assert (A0 : a (2 * q + 1)%nat = 0) by exact (Rle_antisym _ _ (Z q) (Ha (2 * q + 1)%nat
          ltac:(lia))).
          rewrite A0; ring. }
      intros eps He; destruct (Hs 1 ltac:(lra) eps He) as (N & HN); exists N; intros n Hn; rewrite E.
      apply HN, Hn.
Qed.

(** Where f has no gap, coordinates are null vectors. *)
Lemma ascending_null {T : tokens} (A : pairs T) (HA : pair_fit T A) (d : nat) (x : token T -> nat -> R)
  (Hx : forall i, (i < d)%nat -> fit T (fun w => x w i)) (H1 : forall w, dot d (x w) (x w) = 1) f :
  continuity f -> token_psd A -> ascending f -> f (-1) < f 1 -> profile_gap A d x f = 0 ->
  forall i, (i < d)%nat -> token_form A (fun w => x w i) = 0.
Proof.
  intros Hf HP Ha Hl H0; destruct (ascending_odd f Ha Hl) as (a & q & Hn & Hs & Hq).
  apply (odd_first A HA d x Hx H1 q HP).
  pose proof (series_gap A HA d x Hx H1 a f Hf Hn Hs HP (2 * q + 1) ltac:(lia)) as G; rewrite H0 in G.
  pose proof (token_gap_nonneg A HA d x Hx H1 HP (2 * q + 1)) as P.
  apply Rle_antisym; [apply (Rmult_le_reg_l (a (2 * q + 1)%nat)); lra|exact P].
Qed.

(** A positive semidefinite form, null on coordinates of collapsed laws alone, and f ascending with f(-1) <
  f(1). *)
Theorem all_by_odd {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c ->
  ascending f -> f (-1) < f 1 -> (forall T, rho T -> token_psd (between k T)) ->
  (forall T x, rho T -> contents T d x -> (forall i, (i < d)%nat ->
    token_form (between k T) (fun w => x w i) = 0) -> law_collapsed T d x) ->
  AllOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc Ha Hl HP HN; apply (all_without_gap view rho d k f Hv Hf c Hd Hc).
  - intros T x HT Hx; apply (ascending_gap d k f Hf T x (proj1 (Hc T HT)) (HP T HT) Ha Hx).
  - intros T x HT Hx H0; apply (HN T x HT Hx).
    apply (ascending_null _ (proj1 (Hc T HT)) d x (proj1 Hx) (proj2 Hx) f Hf (HP T HT) Ha Hl H0).
Qed.
