(** * T4 from T5 on any space of labels: rotary gauges

    Overview.  In u = Q(l) x the gauge kernel k f(<Q x, Q' x'>) is the plain kernel k f(<u, u'>). So where T5
    says "all" about the plain kernel, whatever the signs of k and the series of f are, the maximisers of the
    gauge kernel are x = Q^T u, u constant. They are collapsed for no u if every plane moves and d = 2m, for
    some u and not for others if one plane moves and a basis vector stays, and for every u if nothing moves.

    Key results: [plain_none], [plain_some], [plain_all]. *)

From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Rotary Profiles TokenLaws
  TokenClaims TokenPeaked UniformLaws ContinuumSigns GaugeTokens LabelLaws.
Local Open Scope R_scope.

(** The view contains a law with its contents turned. *)
Definition admits_turns {L : Type} (view : views L) : Prop :=
  forall (T : labelled L) d m (t : L -> nat -> R) x, view T d x ->
  view T d (fun w => apply d (rotary m (t (label T w))) (x w)).

Lemma any_admits_turns {L : Type} : admits_turns (@any L).
Proof. intros T d m t x _; exact I. Qed.

Lemma graph_admits_turns {L : Type} : admits_turns (@graph L).
Proof.
  intros T d m t x [g Hg]; exists (fun l => apply d (rotary m (t l)) (g l)); intros w a _.
  apply dot_ext; [intros b _; reflexivity|apply Hg].
Qed.

(** Energies of x under the gauge kernel and of u = Q x under the plain one. *)
Lemma turned_energy {L : Type} (T : labelled L) d k f m t x :
  law_energy T (gauge_kernel d k f (rotary_gauge m t)) x
  = law_energy T (factor_kernel d k f) (fun w => apply d (rotary m (t (label T w))) (x w)).
Proof. reflexivity. Qed.

Lemma same_energy {L : Type} (T : labelled L) d k f x y : (forall w, same d (x w) (y w)) ->
  law_energy T (factor_kernel d k f) x = law_energy T (factor_kernel d k f) y.
Proof.
  intros H; unfold law_energy, factor_kernel; f_equal; apply pair_mean_ext; intros a b.
  rewrite (dot_ext d _ (y a) _ (y b)); [reflexivity|apply H|apply H].
Qed.

Lemma same_collapsed {L : Type} (T : labelled L) d x y : (forall w, same d (x w) (y w)) ->
  law_collapsed T d x -> law_collapsed T d y.
Proof.
  intros H (u & Hu & H0); exists u; split; [exact Hu|]; rewrite <- H0; apply mean_ext; intros w.
  apply dot_ext; intros a Ha; cbv beta; rewrite (H w a Ha); reflexivity.
Qed.

Lemma opposite_angles {L : Type} (T : labelled L) m t : admissible_angles T m t ->
  admissible_angles T m (fun l p => - t l p).
Proof.
  intros Ht p Hp; destruct (Ht p Hp) as [C S]; split.
  - apply (fit_ext (fun w => cos (t (label T w) p))); [intros; symmetry; apply cos_neg|exact C].
  - apply (fit_ext (fun w => - sin (t (label T w) p))); [intros; symmetry; apply sin_neg|apply fit_opp, S].
Qed.

(** A law is best for the gauge kernel if and only if its turned contents are collapsed. *)
Lemma turned_best {L : Type} (rho : labelled L -> Prop) (view : views L) m d k f t :
  (2 * m <= d)%nat -> admits_turns view -> (forall T, rho T -> admissible_angles T m t) ->
  AllOf rho view d (factor_kernel d k f) ->
  forall T x, rho T -> contents T d x -> view T d x ->
  law_collapsed T d (fun w => apply d (rotary m (t (label T w))) (x w)) ->
  best rho view d (gauge_kernel d k f (rotary_gauge m t)) T x.
Proof.
  intros Hd Hv Ht HA T x HT Hx Hvx Hc; split; [exact HT|split; [exact Hx|split; [exact Hvx|]]].
  intros T' y HT' Hy Hvy; rewrite !turned_energy.
  destruct (proj2 (HA T HT) _ (turned_contents T m d t x Hd (Ht T HT) Hx) (Hv T d m t x Hvx)) as [_ B].
  destruct (B Hc) as (_ & _ & _ & Hb); apply Hb; [exact HT'| |apply Hv, Hvy].
  apply (turned_contents T' m d t y Hd (Ht T' HT') Hy).
Qed.

(** The frame Q^T e_b is best. *)
Lemma frame_best {L : Type} (rho : labelled L -> Prop) (view : views L) m d k f t b :
  (2 * m <= d)%nat -> (b < d)%nat -> admits_graphs view -> admits_turns view ->
  (forall T, rho T -> admissible_angles T m t) -> AllOf rho view d (factor_kernel d k f) ->
  forall T, rho T ->
  best rho view d (gauge_kernel d k f (rotary_gauge m t)) T (fun w => token_frame d m t b (label T w)).
Proof.
  intros Hd Hb Hg Hv Ht HA T HT; apply (turned_best rho view m d k f t Hd Hv Ht HA T); [exact HT| | |].
  - apply token_frame_contents; auto.
  - apply (Hg T d (token_frame d m t b)).
  - apply (same_collapsed T d (fun _ => basis b)).
    + intros w a Ha; symmetry; apply (token_frame_turned d m t b (label T w) Hd a Ha).
    + apply constant_collapsed, basis_unit, Hb.
Qed.

Lemma own_labels {L : Type} (law : labelled L -> Prop) T : law T -> labels_of law T T.
Proof. intros H; split; [exact H|intros K HK; split; [exact HK|reflexivity]]. Qed.

(** Every plane moves, d = 2m: "none". *)
Theorem plain_none {L : Type} (law : labelled L -> Prop) (view : views L) m k f t :
  (1 <= m)%nat -> admits_graphs view -> admits_turns view ->
  (forall T, law T -> admissible_angles T m t /\ forall p, (p < m)%nat -> moves T t p) ->
  (forall T, law T -> AllOf (labels_of law T) view (2 * m) (factor_kernel (2 * m) k f)) ->
  NoneOf law view (2 * m) (gauge_kernel (2 * m) k f (rotary_gauge m t)).
Proof.
  intros Hm Hg Hv Ht HA T x HT Hx Hvx Hc; destruct (Ht T HT) as [A M].
  set (rho := labels_of law T); assert (HR : rho T) by apply (own_labels law T HT).
  assert (HtR : forall S, rho S -> admissible_angles S m t) by (intros S [HS _]; apply (Ht S HS)).
  destruct (frame_best rho view m (2 * m) k f t 0 (le_n _) ltac:(lia) Hg Hv HtR (HA T HT) T HR)
    as (_ & Hy & Hvy & Hb).
  exists (fun w => token_frame (2 * m) m t 0 (label T w)); split; [exact Hy|split; [exact Hvy|]].
  apply Rnot_le_lt; intros B; apply (moving_spread T m t x A M Hx Hc).
  apply (proj2 (HA T HT T HR) _ (turned_contents T m (2 * m) t x (le_n _) A Hx) (Hv T (2 * m)%nat m t x Hvx)).
  split; [exact HR|split; [apply turned_contents; auto|split; [apply Hv, Hvx|]]]; intros S y HS Hy' Hvy'.
  rewrite <- turned_energy; apply Rle_trans with (2 := B).
  assert (E : forall w, same (2 * m) (apply (2 * m) (rotary m (t (label S w)))
    (apply (2 * m) (rotary m (fun p => - t (label S w) p)) (y w))) (y w))
    by (intros w; apply rotary_inverse; lia).
  rewrite <- (same_energy S (2 * m) k f _ y E), <- turned_energy; apply Hb; [exact HS| |].
  - apply (turned_contents S m (2 * m) (fun l p => - t l p) y (le_n _)); [|exact Hy'].
    apply opposite_angles, HtR, HS.
  - apply (Hv S (2 * m)%nat m (fun l p => - t l p) y Hvy').
Qed.

(** A frame in a plane that moves is not collapsed. *)
Lemma moving_frame {L : Type} (T : labelled L) m d t p :
  (2 * m <= d)%nat -> (p < m)%nat -> admissible_angles T m t -> moves T t p ->
  ~ law_collapsed T d (fun w => token_frame d m t (2 * p) (label T w)).
Proof.
  intros Hd Hpm Ht Hmv (u & Hu & H0).
  pose proof (mean_turned T m d t _ u p Hd Hpm Ht
    (token_frame_contents T m d t (2 * p)%nat ltac:(lia) ltac:(lia) Ht) H0) as E.
  assert (F : forall w, same d (apply d (rotary m (t (label T w))) (token_frame d m t (2 * p) (label T w)))
    (basis (2 * p))) by (intros w; apply token_frame_turned; lia).
  rewrite (mean_ext _ (fun _ => 1)) in E
    by (intros w; rewrite (F w) by lia; unfold basis; rewrite Nat.eqb_refl; reflexivity).
  rewrite (mean_ext (fun w => apply d _ _ (2 * p + 1)%nat) (fun _ => 0)) in E
    by (intros w; rewrite (F w) by lia; unfold basis; rewrite (proj2 (Nat.eqb_neq _ _)) by lia; reflexivity).
  rewrite !mean_const in E; unfold moves in Hmv.
  assert (B : u (2 * p)%nat * u (2 * p)%nat + u (2 * p + 1)%nat * u (2 * p + 1)%nat <= 1).
  { rewrite <- Hu; unfold dot; rewrite (rsum_split d _ (2 * p)) by lia.
    rewrite (rsum_split d (fun j => if Nat.eqb j (2 * p) then 0 else u j * u j) (2 * p + 1)) by lia.
    rewrite (proj2 (Nat.eqb_neq (2 * p + 1) (2 * p))) by lia.
    match goal with |- _ <= _ + (_ + ?r) => assert (0 <= r); [|lra] end.
    apply rsum_nonneg; intros a _; destruct (Nat.eqb a (2 * p + 1)); [lra|].
    destruct (Nat.eqb a (2 * p)); [lra|apply Rle_0_sqr]. }
  set (r := Rsqr (mean T (fun w => cos (t (label T w) p))) + Rsqr (mean T (fun w => sin (t (label T w) p))))
    in *.
  set (v := u (2 * p)%nat * u (2 * p)%nat + u (2 * p + 1)%nat * u (2 * p + 1)%nat) in *.
  assert (0 <= r) by (apply Rplus_le_le_0_compat; apply Rle_0_sqr).
  assert (r * v <= r * 1) by (apply Rmult_le_compat_l; assumption).
  unfold Rsqr in E; lra.
Qed.

(** A plane moves, and a basis vector stays: "some". *)
Theorem plain_some {L : Type} (rho : labelled L -> Prop) (view : views L) m d k f t p b :
  (2 * m <= d)%nat -> (p < m)%nat -> (b < d)%nat -> admits_graphs view -> admits_turns view ->
  (forall T, rho T -> admissible_angles T m t /\ moves T t p) ->
  (forall l, same d (apply d (rotary m (t l)) (basis b)) (basis b)) ->
  AllOf rho view d (factor_kernel d k f) ->
  SomeOf rho view d (gauge_kernel d k f (rotary_gauge m t)).
Proof.
  intros Hd Hp Hb Hg Hv Ht Hs HA T HT; destruct (Ht T HT) as [A M].
  assert (HtR : forall S, rho S -> admissible_angles S m t) by (intros S HS; apply (Ht S HS)).
  split.
  - exists (fun _ => basis b); split; [|apply constant_collapsed, basis_unit, Hb].
    apply (turned_best rho view m d k f t Hd Hv HtR HA T); [exact HT| | |].
    + split; [intros; apply fit_const|intros; apply basis_unit, Hb].
    + apply (Hg T d (fun _ => basis b)).
    + apply (same_collapsed T d (fun _ => basis b)); [|apply constant_collapsed, basis_unit, Hb].
      intros w a Ha; symmetry; apply (Hs (label T w) a Ha).
  - exists (fun w => token_frame d m t (2 * p) (label T w)); split.
    + apply frame_best; auto; lia.
    + apply moving_frame; assumption.
Qed.

(** Angles 0 turn nothing. *)
Lemma rotary_zero m d t x : (2 * m <= d)%nat -> (forall p, (p < m)%nat -> t p = 0) ->
  same d (apply d (rotary m t) x) x.
Proof.
  intros Hd H; apply (same_planes m d).
  - intros p Hp; rewrite rotary_even, rotary_odd, (H p Hp), cos_0, sin_0 by assumption; split; ring.
  - intros a Ha Hl; apply rotary_fixed; assumption.
Qed.

(** A basis vector stays where its plane has the angle 0. *)
Lemma still_basis m d t p : (2 * m <= d)%nat -> (p < m)%nat -> t p = 0 ->
  same d (apply d (rotary m t) (basis (2 * p))) (basis (2 * p)).
Proof.
  intros Hd Hp H a Ha; rewrite (rotary_still_basis m d t (fun _ => 0) p Hd Hp) by
    (rewrite ?H, ?Rminus_0_r, ?cos_0; first [reflexivity|exact Ha]).
  apply (rotary_zero m d (fun _ => 0)); auto.
Qed.

(** No plane turns: the plain kernel. *)
Theorem plain_all {L : Type} (rho : labelled L -> Prop) (view : views L) m d k f (t : L -> nat -> R) :
  (2 * m <= d)%nat -> (forall l p, (p < m)%nat -> t l p = 0) ->
  AllOf rho view d (factor_kernel d k f) ->
  AllOf rho view d (gauge_kernel d k f (rotary_gauge m t)).
Proof.
  intros Hd H HA; replace (gauge_kernel d k f (rotary_gauge m t)) with (factor_kernel d k f); [exact HA|].
  do 4 (apply functional_extensionality; intros ?); unfold gauge_kernel, factor_kernel, rotary_gauge.
  f_equal; f_equal; apply dot_ext; intros a Ha; symmetry; apply rotary_zero; auto.
Qed.
