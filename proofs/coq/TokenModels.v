(** * Finitely many tokens with weights

    Overview.  The tokens are the natural numbers, the mean is sum_{i < n} w_i u_i, w_i >= 0, sum w_i = 1, the
    admissible functions are the bounded ones.  Laws with finite slices are laws of tokens; with the tokens as
    their own labels the energy is the one of Energy.v.

    Key results: [finite_tokens], [finite_energy]; a continuous function is bounded on an interval
    ([continuous_bounded]). *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy TokenLaws.
Local Open Scope R_scope.

Definition bounded1 (u : nat -> R) : Prop := exists M, forall a, Rabs (u a) <= M.
Definition bounded2 (F : nat -> nat -> R) : Prop := exists M, forall a b, Rabs (F a b) <= M.

Lemma continuous_bounded g M : continuity g -> exists N, forall t, Rabs t <= M -> Rabs (g t) <= N.
Proof.
  intros Hg; destruct (Rle_lt_dec 0 M) as [HM|HM].
  - destruct (continuity_ab_maj g (-M) M ltac:(lra) (fun c _ => Hg c)) as (a & A & _).
    destruct (continuity_ab_min g (-M) M ltac:(lra) (fun c _ => Hg c)) as (b & B & _).
    exists (Rabs (g a) + Rabs (g b)); intros t Ht.
    assert (R : -M <= t <= M) by (pose proof (Rle_abs t); pose proof (Rle_abs (- t)) as N;
      rewrite Rabs_Ropp in N; lra).
    specialize (A t R); specialize (B t R); pose proof (Rle_abs (g a)); pose proof (Rle_abs (- g b)) as N.
    rewrite Rabs_Ropp in N; pose proof (Rabs_pos (g a)); pose proof (Rabs_pos (g b)); apply Rabs_le; lra.
  - exists 0; intros t Ht; pose proof (Rabs_pos t); lra.
Qed.

Definition finite_tokens (n : nat) (w : nat -> R) :
  (forall i, (i < n)%nat -> 0 <= w i) -> rsum n w = 1 -> tokens.
Proof.
  intros Hw H1.
  refine (Tokens nat bounded1 bounded2 (fun u => rsum n (fun i => w i * u i))
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _).
  - intros c; exists (Rabs c); intros; lra.
  - intros u v [M HM] [N HN]; exists (M + N); intros a.
    eapply Rle_trans; [apply Rabs_triang|]; apply Rplus_le_compat; auto.
  - intros u v [M HM] [N HN]; exists (M * N); intros a; rewrite Rabs_mult.
    apply Rmult_le_compat; auto using Rabs_pos.
  - intros g u Hg [M HM]; destruct (continuous_bounded g M Hg) as [N HN]; exists N; auto.
  - auto.
  - intros u [M HM]; exists M; auto.
  - intros F [M HM]; exists M; auto.
  - intros F G [M HM] [N HN]; exists (M + N); intros a b.
    eapply Rle_trans; [apply Rabs_triang|]; apply Rplus_le_compat; auto.
  - intros F G [M HM] [N HN]; exists (M * N); intros a b; rewrite Rabs_mult.
    apply Rmult_le_compat; auto using Rabs_pos.
  - intros g F Hg [M HM]; destruct (continuous_bounded g M Hg) as [N HN]; exists N; auto.
  - auto.
  - intros F [M HM] a; exists M; auto.
  - intros F [M HM]; exists M; intros a.
    eapply Rle_trans; [apply rsum_abs|]; apply Rle_trans with (rsum n (fun i => w i * M)).
    + apply rsum_le; intros i Hi; rewrite Rabs_mult, (Rabs_right (w i)) by (apply Rle_ge; auto).
      apply Rmult_le_compat_l; auto.
    + rewrite rsum_scal_r, H1; lra.
  - transitivity (rsum n w); [apply rsum_ext; intros; ring|exact H1].
  - intros u v _ _; rewrite <- rsum_plus; apply rsum_ext; intros; ring.
  - intros c u _; rewrite <- rsum_scal; apply rsum_ext; intros; ring.
  - intros u v _ _ H; apply rsum_le; intros i Hi; apply Rmult_le_compat_l; auto.
  - intros F _; transitivity (rsum n (fun i => rsum n (fun j => w i * w j * F i j))).
    + apply rsum_ext; intros i _; rewrite <- rsum_scal; apply rsum_ext; intros; ring.
    + rewrite rsum_swap; apply rsum_ext; intros j _; rewrite <- rsum_scal; apply rsum_ext; intros; ring.
Defined.

(** With the tokens 0, ..., n-1 as their own labels, the energy is that of a configuration. *)
Lemma finite_energy n w Hw H1 d k f x :
  law_energy (Labelled nat (finite_tokens n w Hw H1) (fun i => i)) (factor_kernel d k f) x
    = energy n d w k f x.
Proof.
  unfold law_energy, energy, pair_mean, factor_kernel, rsum2; simpl; f_equal; apply rsum_ext; intros i Hi.
  rewrite <- rsum_scal; apply rsum_ext; intros; ring.
Qed.
