(** * Finite wave systems: T5 for k = c + sum lambda_i e_i e_i'

    Overview.  e_i, i < N, are admissible functions of one token with mean e_i = 0 and mean e_i e_j = 1/2 for
      i = j,
    0 otherwise. With s_i = mean v e_i,

        mean k (v - v')^2 = 2 (c (mean v^2 - (mean v)^2) - sum lambda_i s_i^2),

    and 2 sum s_i^2 <= mean v^2 - (mean v)^2 (Bessel). So the form is positive semidefinite if lambda_i <= 2
      c and
    0 <= c; where lambda_i < 2 c it vanishes on constants only; it is negative at e_i where lambda_i > 2 c.

    Key results: [system_form], [bessel], [system_psd], [system_constant], [system_negative]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors TokenLaws TokenLaplacian TokenClaims.
Local Open Scope R_scope.

Definition wave_system (T : tokens) (N : nat) (e : nat -> token T -> R) : Prop :=
  (forall i, (i < N)%nat -> fit T (e i) /\ mean T (e i) = 0) /\
  forall i j, (i < N)%nat -> (j < N)%nat -> mean T (fun w => e i w * e j w) = if Nat.eqb i j then / 2 else 0.

(** c + sum lambda_i e_i e_i'. *)
Definition system_factor {T : tokens} (N : nat) (e : nat -> token T -> R) (c : R) (lambda : nat -> R) : pairs
  T :=
  fun a b => c + rsum N (fun i => lambda i * (e i a * e i b)).

Lemma system_fit {T : tokens} N (e : nat -> token T -> R) c lambda : wave_system T N e ->
  pair_fit T (system_factor N e c lambda).
Proof.
  intros [H _]; apply pair_plus; [apply pair_const|]; apply pair_rsum; intros i Hi.
  apply pair_scal, pair_product; apply (H i Hi).
Qed.

Lemma system_mean {T : tokens} N (e : nat -> token T -> R) c lambda : wave_system T N e ->
  pair_mean (system_factor N e c lambda) = c.
Proof.
  intros [H _]; assert (F : forall i, (i < N)%nat -> pair_fit T (fun a b => lambda i * (e i a * e i b)))
    by (intros i Hi; apply pair_scal, pair_product; apply (H i Hi)).
  unfold system_factor; rewrite (pair_mean_plus (fun _ _ => c) (fun a b => rsum N (fun i => lambda i * (e i a
    * e i b)))
    (pair_const c) (pair_rsum N _ F)), pair_mean_const, pair_mean_rsum by exact F.
  rewrite rsum_zero; [ring|]; intros i Hi; destruct (H i Hi) as [Fi Mi].
  rewrite pair_mean_scal, pair_mean_product, Mi by first [exact Fi|apply pair_product; exact Fi]; ring.
Qed.

(** The mean of e_i e_i' (v - v')^2. *)
Lemma wave_term {T : tokens} (e v : token T -> R) : fit T e -> mean T e = 0 -> fit T v ->
  pair_fit T (fun a b => (e a * e b) * ((v a - v b) * (v a - v b))) /\
  pair_mean (fun a b => (e a * e b) * ((v a - v b) * (v a - v b)))
  = - 2 * (mean T (fun w => v w * e w) * mean T (fun w => v w * e w)).
Proof.
  intros He E Hv; pose proof (fit_mult T v e Hv He) as F1; pose proof (fit_mult T v (fun w => v w * e w) Hv
    F1) as F2.
  pose proof (pair_product _ _ F2 He) as P1; pose proof (pair_product _ _ He F2) as P2.
  pose proof (pair_product _ _ F1 F1) as P3; cbv beta in P1, P2, P3.
  assert (Q : forall a b, (v a * (v a * e a) * e b + e a * (v b * (v b * e b))) - 2 * (v a * e a * (v b * e
    b))
    = (e a * e b) * ((v a - v b) * (v a - v b))) by (intros; ring); split.
  - apply (pair_fit_ext _ _ Q), pair_minus; [apply pair_plus; assumption|apply pair_scal; exact P3].
  - rewrite <- (pair_mean_ext _ _ Q).
    rewrite (pair_mean_minus _ _ (pair_plus T _ _ P1 P2) (pair_scal 2 _ P3)), (pair_mean_plus _ _ P1 P2).
    rewrite (pair_mean_scal 2 _ P3), (pair_mean_product _ _ F2 He), (pair_mean_product _ _ He F2).
    rewrite (pair_mean_product _ _ F1 F1), E; ring.
Qed.

(** The mean of (v - v')^2. *)
Lemma spread_term {T : tokens} (v : token T -> R) : fit T v ->
  pair_fit T (fun a b => (v a - v b) * (v a - v b)) /\
  pair_mean (fun a b => (v a - v b) * (v a - v b)) = 2 * (mean T (fun w => v w * v w) - mean T v * mean T v).
Proof.
  intros Hv; pose proof (fit_mult T v v Hv Hv) as F2; pose proof (fit_const T 1) as F1.
  pose proof (pair_product _ _ F2 F1) as P1; pose proof (pair_product _ _ F1 F2) as P2.
  pose proof (pair_product _ _ Hv Hv) as P3; cbv beta in P1, P2.
  assert (Q : forall a b, (v a * v a * 1 + 1 * (v b * v b)) - 2 * (v a * v b) = (v a - v b) * (v a - v b))
    by (intros; ring); split.
  - apply (pair_fit_ext _ _ Q), pair_minus; [apply pair_plus; assumption|apply pair_scal; exact P3].
  - rewrite <- (pair_mean_ext _ _ Q).
    rewrite (pair_mean_minus _ _ (pair_plus T _ _ P1 P2) (pair_scal 2 _ P3)), (pair_mean_plus _ _ P1 P2).
    rewrite (pair_mean_scal 2 _ P3), (pair_mean_product _ _ F2 F1), (pair_mean_product _ _ F1 F2).
    rewrite (pair_mean_product _ _ Hv Hv), mean_const; ring.
Qed.

(** The form of a wave system. *)
Theorem system_form {T : tokens} N (e : nat -> token T -> R) c lambda v : wave_system T N e -> fit T v ->
  token_form (system_factor N e c lambda) v
  = 2 * (c * (mean T (fun w => v w * v w) - mean T v * mean T v)
    - rsum N (fun i => lambda i * (mean T (fun w => v w * e i w) * mean T (fun w => v w * e i w)))).
Proof.
  intros [H _] Hv; destruct (spread_term v Hv) as [FS ES].
  set (D := fun a b => (v a - v b) * (v a - v b)) in *.
  assert (W : forall i, (i < N)%nat -> pair_fit T (fun a b => lambda i * ((e i a * e i b) * D a b)))
    by (intros i Hi; destruct (H i Hi) as [Fi Mi]; apply pair_scal, (wave_term (e i) v Fi Mi Hv)).
  unfold token_form; fold D; rewrite (pair_mean_ext _ (fun a b => c * D a b
    + rsum N (fun i => lambda i * ((e i a * e i b) * D a b)))).
  - rewrite (pair_mean_plus _ _ (pair_scal c _ FS) (pair_rsum N _ W)), (pair_mean_scal c _ FS), ES.
    rewrite pair_mean_rsum by exact W.
    rewrite (rsum_ext N _ (fun i => - 2 * (lambda i * (mean T (fun w => v w * e i w) * mean T (fun w => v w *
      e i w))))).
    + rewrite rsum_scal; ring.
    + intros i Hi; destruct (H i Hi) as [Fi Mi]; destruct (wave_term (e i) v Fi Mi Hv) as [P E].
      change (fun a b => e i a * e i b * ((v a - v b) * (v a - v b))) with (fun a b => e i a * e i b * D a b)
        in P, E.
      rewrite (pair_mean_scal (lambda i) _ P), E; ring.
  - intros a b; unfold system_factor; rewrite Rmult_plus_distr_r; f_equal.
    rewrite <- rsum_scal_r; apply rsum_ext; intros; unfold D; ring.
Qed.

(** 2 sum s_i^2 <= mean v^2 - (mean v)^2. *)
Theorem bessel {T : tokens} N (e : nat -> token T -> R) v : wave_system T N e -> fit T v ->
  2 * rsum N (fun i => mean T (fun w => v w * e i w) * mean T (fun w => v w * e i w))
  <= mean T (fun w => v w * v w) - mean T v * mean T v.
Proof.
  intros [H O] Hv; set (s := fun i => mean T (fun w => v w * e i w)); set (mu := mean T v).
  assert (P : forall m, (m <= N)%nat -> exists r : token T -> R, fit T r /\
    (forall j, (m <= j)%nat -> (j < N)%nat -> mean T (fun w => r w * e j w) = s j) /\
    mean T (fun w => r w * r w) = mean T (fun w => v w * v w) - mu * mu - 2 * rsum m (fun i => s i * s i)).
  { induction m as [|m IH]; intros Hm.
    - exists (fun w => v w - mu); split; [apply fit_minus; [exact Hv|apply fit_const]|split].
      + intros j _ Hj; destruct (H j Hj) as [Fj Mj].
        rewrite (mean_ext _ (fun w => v w * e j w - mu * e j w)) by (intros; ring).
        rewrite mean_minus, mean_scal, Mj by first [exact Fj|apply fit_mult; assumption|apply fit_scal, Fj].
        unfold s; ring.
      + rewrite (mean_ext _ (fun w => (v w * v w + mu * mu) - 2 * mu * v w)) by (intros; ring).
        pose proof (fit_mult T v v Hv Hv) as F2; pose proof (fit_const T (mu * mu)) as F0.
        rewrite (mean_minus _ _ (fit_plus T _ _ F2 F0) (fit_scal (2 * mu) v Hv)), (mean_plus T _ _ F2 F0).
        rewrite (mean_scal T (2 * mu) v Hv), mean_const; fold mu; simpl; ring.
    - destruct (IH ltac:(lia)) as (r & Fr & E & S); destruct (H m ltac:(lia)) as [Fm Mm].
      pose proof (E m (le_n m) ltac:(lia)) as Em; pose proof (fit_mult T _ _ Fr Fm) as Frm.
      pose proof (fit_mult T _ _ Fm Fm) as Fmm; pose proof (fit_mult T _ _ Fr Fr) as Frr.
      exists (fun w => r w - 2 * s m * e m w); split; [apply fit_minus; [exact Fr|apply fit_scal, Fm]|split].
      + intros j Hj HjN; destruct (H j HjN) as [Fj Mj].
        rewrite (mean_ext _ (fun w => r w * e j w - 2 * s m * (e m w * e j w))) by (intros; ring).
        rewrite mean_minus, mean_scal by
          first [apply fit_mult; assumption|apply fit_scal, fit_mult; assumption].
        rewrite (E j), (O m j), (proj2 (Nat.eqb_neq m j)) by lia; ring.
      + rewrite (mean_ext _ (fun w => (r w * r w + 4 * (s m * s m) * (e m w * e m w)) - 4 * s m * (r w * e m
        w)))
          by (intros; ring).
        rewrite (mean_minus _ _ (fit_plus T _ _ Frr (fit_scal _ _ Fmm)) (fit_scal _ _ Frm)).
        rewrite (mean_plus T _ _ Frr (fit_scal _ _ Fmm)), (mean_scal T _ _ Fmm), (mean_scal T _ _ Frm).
        rewrite Em, S, (O m m), Nat.eqb_refl by lia; simpl; field. }
  destruct (P N (le_n N)) as (r & Fr & _ & S).
  assert (0 <= mean T (fun w => r w * r w)) by (apply mean_nonneg; [apply fit_mult; exact Fr|intros; apply
    Rle_0_sqr]).
  fold mu; change (2 * rsum N (fun i => s i * s i) <= mean T (fun w => v w * v w) - mu * mu); lra.
Qed.

Lemma system_lower {T : tokens} N (e : nat -> token T -> R) c lambda v : wave_system T N e -> fit T v -> 0 <=
  c ->
  2 * rsum N (fun i => (2 * c - lambda i) * (mean T (fun w => v w * e i w) * mean T (fun w => v w * e i w)))
  <= token_form (system_factor N e c lambda) v.
Proof.
  intros H Hv Hc; rewrite (system_form N e c lambda v H Hv); pose proof (bessel N e v H Hv) as B.
  apply (Rmult_le_compat_l c) in B; [|exact Hc].
  rewrite (rsum_ext N _ (fun i => 2 * c * (mean T (fun w => v w * e i w) * mean T (fun w => v w * e i w))
    - lambda i * (mean T (fun w => v w * e i w) * mean T (fun w => v w * e i w)))) by (intros; ring).
  rewrite rsum_minus, rsum_scal; lra.
Qed.

(** lambda_i <= 2 c and 0 <= c: the form is positive semidefinite. *)
Theorem system_psd {T : tokens} N (e : nat -> token T -> R) c lambda : wave_system T N e -> 0 <= c ->
  (forall i, (i < N)%nat -> lambda i <= 2 * c) -> token_psd (system_factor N e c lambda).
Proof.
  intros H Hc L v Hv; eapply Rle_trans; [|apply (system_lower N e c lambda v H Hv Hc)].
  apply Rmult_le_pos; [lra|]; apply rsum_nonneg; intros i Hi; apply Rmult_le_pos; [|apply Rle_0_sqr].
  specialize (L i Hi); lra.
Qed.

(** lambda_i < 2 c and 0 < c: null vectors have no variance. *)
Theorem system_constant {T : tokens} N (e : nat -> token T -> R) c lambda v : wave_system T N e -> fit T v ->
  0 < c -> (forall i, (i < N)%nat -> lambda i < 2 * c) -> token_form (system_factor N e c lambda) v = 0 ->
  mean T (fun w => v w * v w) = mean T v * mean T v.
Proof.
  intros H Hv Hc L Z; pose proof (system_lower N e c lambda v H Hv (Rlt_le _ _ Hc)) as B.
  set (s := fun i => mean T (fun w => v w * e i w)) in *.
  assert (N0 : forall i, (i < N)%nat -> 0 <= (2 * c - lambda i) * (s i * s i)).
  { intros i Hi; apply Rmult_le_pos; [specialize (L i Hi); lra|apply Rle_0_sqr]. }
  assert (S0 : rsum N (fun i => (2 * c - lambda i) * (s i * s i)) = 0).
  { apply Rle_antisym; [unfold s; lra|apply rsum_nonneg, N0]. }
  assert (E : forall i, (i < N)%nat -> s i * s i = 0).
  { intros i Hi; pose proof (rsum_nonneg_zero N _ N0 S0 i Hi) as Q; cbv beta in Q.
    apply Rmult_integral in Q; destruct Q as [Q|Q]; [specialize (L i Hi); lra|exact Q]. }
  rewrite (system_form N e c lambda v H Hv), rsum_zero in Z by (intros i Hi; fold (s i); rewrite (E i Hi);
    ring).
  apply Rminus_diag_uniq, (Rmult_eq_reg_l c); lra.
Qed.

(** lambda_i > 2 c: the form is negative at e_i. *)
Theorem system_negative {T : tokens} N (e : nat -> token T -> R) c lambda i : wave_system T N e -> (i <
  N)%nat ->
  2 * c < lambda i -> token_form (system_factor N e c lambda) (e i) < 0.
Proof.
  intros H Hi L; pose proof H as [F O]; destruct (F i Hi) as [Fi Mi].
  rewrite (system_form N e c lambda (e i) H Fi), Mi, (O i i Hi Hi), Nat.eqb_refl.
  rewrite (rsum_single N _ i Hi).
  - rewrite (O i i Hi Hi), Nat.eqb_refl; lra.
  - intros j Hj Hne; rewrite (O i j Hi Hj), (proj2 (Nat.eqb_neq i j)) by auto; ring.
Qed.
