(** * The uniform law on the circle, by integrals and by moments

    Overview.  [circle_law] says what integrals of functions of the label over [0, 2 PI] are, [uniform_circle]
    that its waves have no means.  The first implies the second, and claims about more laws of labels are
    claims about fewer.  So certificates speak of [circle_law] alone.

    Key results: [circle_law_uniform]; [all_narrower], [some_narrower], [none_narrower]. *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors TokenLaws CircleWaves CircleClaims LabelLaws.
Local Open Scope R_scope.

Lemma best_narrower {L : Type} {rho rho' : labelled L -> Prop} {view : views L} {d h}
  (Hn : forall T, rho' T -> rho T) T x :
  rho' T -> best rho view d h T x -> best rho' view d h T x.
Proof.
  intros HT (_ & Hx & Hv & Hb); split; [exact HT|split; [exact Hx|split; [exact Hv|]]].
  intros T' y HT'; apply Hb, Hn, HT'.
Qed.

(** Where all maximisers are collapsed for rho, so it is for a narrower rho'. *)
Theorem all_narrower {L : Type} {rho rho' : labelled L -> Prop} {view : views L} {d h}
  (Hn : forall T, rho' T -> rho T) :
  AllOf rho view d h -> AllOf rho' view d h.
Proof.
  intros H T HT; destruct (H T (Hn T HT)) as [E B]; split; [exact E|]; intros x Hx Hv; split.
  - intros (_ & _ & _ & Hb); destruct E as (z & Hz & Hvz & Hc).
    destruct (proj2 (B z Hz Hvz) Hc) as (_ & _ & _ & Hbz).
    apply (B x Hx Hv); split; [apply Hn, HT|split; [exact Hx|split; [exact Hv|]]]; intros T' y HT' Hy Hvy.
    apply Rle_trans with (law_energy T h z); [apply Hbz|apply Hb]; assumption.
  - intros Hc; apply (best_narrower Hn), (B x Hx Hv), Hc; exact HT.
Qed.

(** Where some maximisers are collapsed and some not for rho, so it is for a narrower rho'. *)
Theorem some_narrower {L : Type} {rho rho' : labelled L -> Prop} {view : views L} {d h}
  (Hn : forall T, rho' T -> rho T) :
  SomeOf rho view d h -> SomeOf rho' view d h.
Proof.
  intros H T HT; destruct (H T (Hn T HT)) as [(x & Hx & Hc) (y & Hy & Hy')].
  split; [exists x|exists y]; split; auto; apply (best_narrower Hn); assumption.
Qed.

(** Where no maximiser is collapsed for rho, so it is for a narrower rho'. *)
Theorem none_narrower {L : Type} {rho rho' : labelled L -> Prop} {view : views L} {d h}
  (Hn : forall T, rho' T -> rho T) :
  NoneOf rho view d h -> NoneOf rho' view d h.
Proof. intros H T x HT; apply H, Hn, HT. Qed.

(** Uniform labels in [0, 2 PI] are uniform angles. *)
Theorem circle_law_uniform T : circle_law T -> uniform_circle T.
Proof.
  intros (F & _ & H); split; [apply fit_comp; [exact continuity_cos|exact F]|split].
  - apply fit_comp; [exact continuity_sin|exact F].
  - intros z Hz; pose proof PI_RGT_0 as P.
    assert (Ho : IZR z <> 0) by (apply not_0_IZR, Hz).
    destruct (full_turns z) as [S C].
    split; apply (Rmult_eq_reg_r (2 * PI - 0)); [|lra| |lra]; rewrite Rmult_0_l.
    + rewrite (H (fun s => cos (IZR z * s)) (fun s => sin (IZR z * s) / IZR z) (fun s => s)).
      * rewrite S, (Rmult_0_r (IZR z)), sin_0; field; exact Ho.
      * apply continuous_cos.
      * intros s; rewrite Rmult_1_r; apply sine_primitive, Ho.
      * exact derivable_pt_lim_id.
    + rewrite (H (fun s => sin (IZR z * s)) (fun s => - cos (IZR z * s) / IZR z) (fun s => s)).
      * rewrite C, (Rmult_0_r (IZR z)), cos_0; field; exact Ho.
      * apply continuous_sin.
      * intros s; rewrite Rmult_1_r; apply cosine_primitive, Ho.
      * exact derivable_pt_lim_id.
Qed.

(** The same with an admissible half circle. *)
Definition halved_circle (T : labelled R) : Prop := circle_law T /\ halved T.

Lemma halved_circle_uniform T : halved_circle T -> uniform_circle T /\ halved T.
Proof. intros [HT HH]; split; [apply circle_law_uniform, HT|exact HH]. Qed.
