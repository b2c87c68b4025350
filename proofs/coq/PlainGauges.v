(** * From integers to T4 where T5 is known: gauges given by frequencies on lines, circles and tori

    Overview.  Labels on an interval, on a circle, or n independent uniform angles; frequencies (a + b PI +
    sqrt c) / q. Integers tell which planes move, and which do not turn.

    Key results: [line_turning], [cube_turning], [line_still], [cube_still]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors PsdCheck GaugeCertificate Gauge Rotary Turns TokenLaws TokenClaims
  GaugeTokens LabelLaws TokenSigns ContinuumGauges ContinuumSigns IndependentAngles.
Local Open Scope R_scope.

(** The plane p has a frequency that is not 0, or none. *)
Definition plane_check (r : nat) (A B C : list (list Z)) (q : Z) (p : nat) : bool :=
  existsb (fun c => nonzero_check (at2 A p c) (at2 B p c) (at2 C p c) q) (seq 0 r).

Definition still_check (r : nat) (A B C : list (list Z)) (p : nat) : bool :=
  forallb (fun c => (at2 A p c =? 0) && (at2 B p c =? 0) && (at2 C p c =? 0))%Z (seq 0 r).

Lemma plane_check_sound r A B C q p : plane_check r A B C q p = true ->
  exists c, (c < r)%nat /\ frequency A B C q c p <> 0.
Proof.
  intros E; apply existsb_exists in E; destruct E as (c & Hc & E); apply in_seq in Hc.
  exists c; split; [lia|apply nonzero_check_sound, E].
Qed.

Lemma still_check_sound r A B C q p : still_check r A B C p = true ->
  forall c, (c < r)%nat -> frequency A B C q c p = 0.
Proof.
  intros H c Hc; pose proof (forallb_seq r _ H c Hc) as E; cbv beta in E.
  repeat (apply andb_prop in E; destruct E as [E ?E]); apply Z.eqb_eq in E, E0, E1.
  unfold frequency, surd; rewrite E, E0, E1, sqrt_0; unfold Rdiv; ring.
Qed.

Lemma line_frequency A B C q p : plane_check 1 A B C q p = true -> frequency A B C q 0 p <> 0.
Proof.
  intros H; destruct (plane_check_sound 1 A B C q p H) as (c & Hc & E); replace c with 0%nat in E by lia;
    exact E.
Qed.

Lemma line_turning p A B C q a b T : plane_check 1 A B C q p = true -> a < b ->
  interval_law a b (fun _ => 1) T -> moves T (line_angle (frequency A B C q 0)) p.
Proof.
  intros H Hab HT; destruct (plane_check_sound 1 A B C q p H) as (c & Hc & E).
  replace c with 0%nat in E by lia; apply (uniform_moves a b); assumption.
Qed.

Lemma cube_turning n p A B C q T : plane_check n A B C q p = true -> independent_angles n T ->
  moves T (cube_angle n (frequency A B C q)) p.
Proof. intros H HT; apply cube_moves, (plane_check_sound n A B C q p H); exact HT. Qed.

Lemma line_still A B C q p l : still_check 1 A B C p = true -> line_angle (frequency A B C q 0) l p = 0.
Proof.
  intros H; unfold line_angle; rewrite (still_check_sound 1 A B C q p H 0%nat) by lia; ring.
Qed.

Lemma cube_still n A B C q p l : still_check n A B C p = true -> cube_angle n (frequency A B C q) l p = 0.
Proof.
  intros H; apply rsum_zero; intros c Hc; rewrite (still_check_sound n A B C q p H c Hc); ring.
Qed.

(** Every plane below m passes a check. *)
Lemma every_plane (check : nat -> bool) m : forallb check (seq 0 m) = true ->
  forall p, (p < m)%nat -> check p = true.
Proof. intros H p Hp; exact (forallb_seq m _ H p Hp). Qed.
