(** * k f = (-k) (-f)

    Overview.  The kernel k f(<x, y>) is (-k) (-f(<x, y>)): what T5 says about a descending polynomial and a
    positive factor is what it says about an ascending one and a negative factor.

    Key result: [negated_kernel]. *)

From Coq Require Import Reals Lra Lia ZArith List FunctionalExtensionality.
From Collapse Require Import Sums Vectors PsdCheck Profiles TokenLaws.
Local Open Scope R_scope.

Lemma negated_polynomial P pi t : polynomial (map Z.opp P) pi t = - polynomial P pi t.
Proof.
  unfold polynomial; rewrite map_length.
  replace (- rsum (length P) _) with (-1 * rsum (length P) (fun p => IZR (at1 P p) / IZR pi * t ^ p)) by ring.
  rewrite <- rsum_scal; apply rsum_ext; intros p _; unfold at1.
  change 0%Z with (Z.opp 0) at 1; rewrite map_nth, opp_IZR; unfold Rdiv; ring.
Qed.

(** Both writings of a kernel are the same. *)
Theorem negated_kernel {L : Type} (d : nat) (k0 k : L -> L -> R) P0 P pi0 pi :
  (forall xi zeta, k xi zeta = - k0 xi zeta) -> P = map Z.opp P0 -> pi = pi0 ->
  factor_kernel d k0 (polynomial P0 pi0) = factor_kernel d k (polynomial P pi).
Proof.
  intros Hk -> ->; do 4 (apply functional_extensionality; intros ?); unfold factor_kernel.
  rewrite negated_polynomial, Hk; ring.
Qed.
