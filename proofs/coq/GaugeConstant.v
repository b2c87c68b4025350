(** * T4 where Q is the same at all labels

    Overview.  f(<Q x, Q y>) = f(<x, y>) for orthogonal Q: such a gauge kernel is its plain kernel.

    Key result: [constant_gauge]. *)

From Coq Require Import Reals FunctionalExtensionality.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Gauge TokenLaws TokenLaplacian GaugeTokens.
Local Open Scope R_scope.

(** A gauge that does not depend on the label changes no interaction. *)
Theorem constant_gauge {L : Type} (d : nat) (k : L -> L -> R) (f : R -> R) (Q : nat -> nat -> R) :
  orthogonal d Q -> gauge_kernel d k f (fun _ => Q) = factor_kernel d k f.
Proof.
  intros HQ; do 4 (apply functional_extensionality; intros ?).
  unfold gauge_kernel, factor_kernel; rewrite orthogonal_dot by exact HQ; reflexivity.
Qed.
