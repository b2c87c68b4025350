(** * From integers to T4 on continua: gauges given by frequencies

    Overview.  Labels on an interval (the circle is [0, 2 PI]) with the uniform law or an affine density, or
    on a torus
    of two dimensions; frequencies (a + b PI + sqrt c) / q with integers, of which integers show that they
    are not 0.
    The factor is 1, or the exponential of an admissible function of the two labels.  The view is that of
    graph laws
    or that of all laws.

    Key results: [line_none], [affine_none], [torus_none]; [line_some], [affine_some], [torus_some]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Nonnegative Profiles PsdCheck GaugeCertificate Rotary Turns
  TokenLaws
  GaugeTokens LabelLaws.
Local Open Scope R_scope.

(** ** Frequencies *)

(** (a + b PI + sqrt c) / q. *)
Definition surd (a b c q : Z) : R := (IZR a + IZR b * PI + sqrt (IZR c)) / IZR q.

(** The frequency of plane p for coordinate c. *)
Definition frequency (A B C : list (list Z)) (q : Z) (c p : nat) : R := surd (at2 A p c) (at2 B p c) (at2 C
  p c) q.

(** Without a root the decimals of PI tell the sign; with one, a, b >= 0. *)
Definition nonzero_check (a b c q : Z) : bool :=
  ((0 <? q) && (((c =? 0) && (positive_check a b || positive_check (- a) (- b)))
                || ((0 <? c) && (0 <=? a) && (0 <=? b))))%Z.

Lemma nonzero_check_sound a b c q : nonzero_check a b c q = true -> surd a b c q <> 0.
Proof.
  unfold nonzero_check, surd; intros H; apply andb_prop in H; destruct H as [Q H];
    apply Z.ltb_lt, IZR_lt in Q.
  intros E; apply Rmult_integral in E; destruct E as [E|E]; [|apply Rinv_neq_0_compat in E; lra].
  apply orb_prop in H; destruct H as [H|H].
  - apply andb_prop in H; destruct H as [C H]; apply Z.eqb_eq in C; subst c; rewrite sqrt_0 in E.
    apply orb_prop in H; destruct H as [H|H]; apply positive_check_sound in H; [|rewrite !opp_IZR in H]; lra.
  - repeat (apply andb_prop in H; destruct H as [H ?D]).
    apply Z.ltb_lt, IZR_lt, sqrt_lt_R0 in H; apply Z.leb_le, IZR_le in D, D0.
    pose proof (Rmult_le_pos _ _ D (Rlt_le _ _ PI_RGT_0)); lra.
Qed.

(** Every plane has a frequency that is not 0, among the first r. *)
Definition planes_check (m r : nat) (A B C : list (list Z)) (q : Z) : bool :=
  Nat.ltb 0 m
  && forallb (fun p => existsb (fun c => nonzero_check (at2 A p c) (at2 B p c) (at2 C p c) q) (seq 0 r))
    (seq 0 m).

Lemma planes_check_sound m r A B C q : planes_check m r A B C q = true ->
  (1 <= m)%nat /\ forall p, (p < m)%nat -> exists c, (c < r)%nat /\ frequency A B C q c p <> 0.
Proof.
  intros H; apply andb_prop in H; destruct H as [M H]; apply Nat.ltb_lt in M; split; [lia|]; intros p Hp.
  pose proof (forallb_seq m _ H p Hp) as E; apply existsb_exists in E; destruct E as (c & Hc & E).
  apply in_seq in Hc; exists c; split; [lia|apply nonzero_check_sound, E].
Qed.

Lemma line_planes m A B C q : planes_check m 1 A B C q = true ->
  (1 <= m)%nat /\ forall p, (p < m)%nat -> frequency A B C q 0 p <> 0.
Proof.
  intros H; destruct (planes_check_sound m 1 A B C q H) as [M E]; split; [exact M|]; intros p Hp.
  destruct (E p Hp) as (c & Hc & F); replace c with 0%nat in F by lia; exact F.
Qed.

Lemma torus_planes m A B C q : planes_check m 2 A B C q = true ->
  (1 <= m)%nat /\ forall p, (p < m)%nat -> frequency A B C q 0 p <> 0 \/ frequency A B C q 1 p <> 0.
Proof.
  intros H; destruct (planes_check_sound m 2 A B C q H) as [M E]; split; [exact M|]; intros p Hp.
  destruct (E p Hp) as (c & Hc & F); destruct c as [|[|c]]; [left|right|lia]; exact F.
Qed.

(** Ends of intervals in order. *)
Definition ends_check (a b a' b' q : Z) : bool := ((0 <? q) && positive_check (a' - a) (b' - b))%Z.

Lemma ends_check_sound a b a' b' q : ends_check a b a' b' q = true -> angle a b q < angle a' b' q.
Proof.
  intros H; apply andb_prop in H; destruct H as [Q H]; apply Z.ltb_lt, IZR_lt in Q.
  apply positive_check_sound in H; rewrite !minus_IZR in H.
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat, Q|lra].
Qed.

Lemma turn_positive : 0 < 2 * PI.
Proof. pose proof PI_RGT_0; lra. Qed.

(** An interval that is not empty, (a, b) = (lo, hi) / den;
    and |omega_p| (b - a) <= 1 for rational omega_p. *)
Definition small_check (m : nat) (A B C : list (list Z)) (q lo hi den : Z) : bool :=
  ((0 <? q) && (0 <? den) && (lo <? hi))%Z
  && forallb (fun p => ((at2 B p 0 =? 0) && (at2 C p 0 =? 0)
       && (Z.abs (at2 A p 0) * (hi - lo) <=? q * den))%Z) (seq 0 m).

Lemma small_check_sound m A B C q lo hi den : small_check m A B C q lo hi den = true ->
  IZR lo / IZR den < IZR hi / IZR den /\ forall p, (p < m)%nat ->
  -1 <= frequency A B C q 0 p * (IZR hi / IZR den - IZR lo / IZR den) <= 1.
Proof.
  intros H; repeat (apply andb_prop in H; destruct H as [H ?E]).
  apply Z.ltb_lt, IZR_lt in H, E1; apply Z.ltb_lt, IZR_lt in E0; split.
  - apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat|]; assumption.
  - intros p Hp; pose proof (forallb_seq m _ E p Hp) as F; cbv beta in F.
    repeat (apply andb_prop in F; destruct F as [F ?G]); apply Z.eqb_eq in F, G0.
    apply Z.leb_le, IZR_le in G; rewrite !mult_IZR, minus_IZR, abs_IZR in G.
    unfold frequency, surd; rewrite F, G0, sqrt_0.
    assert (P : 0 < IZR q * IZR den) by (apply Rmult_lt_0_compat; assumption).
    replace ((IZR (at2 A p 0) + 0 * PI + 0) / IZR q * (IZR hi / IZR den - IZR lo / IZR den))
      with (IZR (at2 A p 0) * (IZR hi - IZR lo) / (IZR q * IZR den)) by (field; lra).
    assert (N : Rabs (IZR (at2 A p 0) * (IZR hi - IZR lo)) <= IZR q * IZR den)
      by (rewrite Rabs_mult, (Rabs_right (IZR hi - IZR lo)) by lra; exact G).
    set (x := IZR (at2 A p 0) * (IZR hi - IZR lo)) in *; pose proof (Rle_abs x);
      pose proof (Rle_abs (- x)) as A'.
    rewrite Rabs_Ropp in A'; split; apply (Rmult_le_reg_r (IZR q * IZR den) _ _ P); field_simplify; lra.
Qed.

(** The law with the density (r0 + r1 s) / r, up to a constant factor, on [lo / den, hi / den]. *)
Definition affine_law (lo hi den r0 r1 r : Z) : labelled R -> Prop :=
  interval_law (IZR lo / IZR den) (IZR hi / IZR den) (fun s => IZR r0 / IZR r + IZR r1 / IZR r * s).

(** The density is nonnegative at the ends, and positive at one of them. *)
Definition density_check (lo hi den r0 r1 r : Z) : bool :=
  ((0 <? den) && (0 <? r) && (0 <=? r0 * den + r1 * lo) && (0 <=? r0 * den + r1 * hi)
   && (0 <? r0 * den + r1 * lo + (r0 * den + r1 * hi)))%Z.

Lemma density_check_sound lo hi den r0 r1 r : density_check lo hi den r0 r1 r = true ->
  let u := IZR r0 / IZR r + IZR r1 / IZR r * (IZR lo / IZR den) in
  let v := IZR r0 / IZR r + IZR r1 / IZR r * (IZR hi / IZR den) in 0 <= u /\ 0 <= v /\ 0 < u + v.
Proof.
  intros H u v; repeat (apply andb_prop in H; destruct H as [H ?E]).
  apply Z.ltb_lt, IZR_lt in H, E2, E; apply Z.leb_le, IZR_le in E0, E1.
  rewrite !plus_IZR, !mult_IZR in E; rewrite plus_IZR, !mult_IZR in E0, E1.
  assert (P : 0 < / (IZR r * IZR den)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
  assert (U : u = (IZR r0 * IZR den + IZR r1 * IZR lo) * / (IZR r * IZR den)) by (unfold u; field; lra).
  assert (V : v = (IZR r0 * IZR den + IZR r1 * IZR hi) * / (IZR r * IZR den)) by (unfold v; field; lra).
  rewrite U, V, <- Rmult_plus_distr_r; split; [|split].
  - apply Rmult_le_pos; lra.
  - apply Rmult_le_pos; lra.
  - apply Rmult_lt_0_compat; lra.
Qed.

(** ** The claims *)

(** The law of labels on [a, b], and the gauge of m planes. *)
Definition line_kernel (m d : nat) (A B C : list (list Z)) (q : Z) (k : R -> R -> R) (f : R -> R) :=
  gauge_kernel d k f (rotary_gauge m (line_angle (frequency A B C q 0))).

Definition torus_kernel (m d : nat) (A B C : list (list Z)) (q : Z) (k : R * R -> R * R -> R) (f : R -> R) :=
  gauge_kernel d k f (rotary_gauge m (torus_angle (frequency A B C q 0) (frequency A B C q 1))).

(** "none", uniform law on [a, b]. *)
Theorem line_none view m A B C q a b k f :
  planes_check m 1 A B C q = true -> a < b -> admits_graphs view -> continuity f -> rising f ->
  (forall T, interval_law a b (fun _ => 1) T -> positive_factor T k) ->
  NoneOf (interval_law a b (fun _ => 1)) view (2 * m) (line_kernel m (2 * m) A B C q k f).
Proof.
  intros H Hab Hv Hf Hr Hk; destruct (line_planes m A B C q H) as [M N].
  apply tokens_none; auto; intros T HT; split; [apply line_admissible, HT|].
  intros p Hp; apply (uniform_moves a b); auto.
Qed.

(** "none", an affine density on [lo / den, hi / den]. *)
Theorem affine_none view m A B C q lo hi den r0 r1 r k f :
  planes_check m 1 A B C q = true -> small_check m A B C q lo hi den = true ->
  density_check lo hi den r0 r1 r = true -> admits_graphs view -> continuity f -> rising f ->
  (forall T, affine_law lo hi den r0 r1 r T -> positive_factor T k) ->
  NoneOf (affine_law lo hi den r0 r1 r) view (2 * m) (line_kernel m (2 * m) A B C q k f).
Proof.
  intros H S D Hv Hf Hr Hk; destruct (line_planes m A B C q H) as [M N].
  destruct (small_check_sound m A B C q lo hi den S) as [Hab Hs].
  destruct (density_check_sound lo hi den r0 r1 r D) as (Ra & Rb & Rs).
  apply tokens_none; auto; intros T HT; split; [apply line_admissible, HT|].
  intros p Hp; exact (affine_moves _ _ _ _ _ p T Hab Ra Rb Rs (N p Hp) (Hs p Hp) HT).
Qed.

(** "none", uniform law on the torus. *)
Theorem torus_none view m A B C q k f :
  planes_check m 2 A B C q = true -> admits_graphs view -> continuity f -> rising f ->
  (forall T, torus_law T -> positive_factor T k) ->
  NoneOf torus_law view (2 * m) (torus_kernel m (2 * m) A B C q k f).
Proof.
  intros H Hv Hf Hr Hk; destruct (torus_planes m A B C q H) as [M N].
  apply tokens_none; auto; intros T HT; split; [apply torus_admissible, HT|].
  intros p Hp; apply torus_moves; auto.
Qed.

(** "some" for k = 1: more coordinates than the planes turn. *)
Theorem line_some view m d A B C q a b f :
  planes_check m 1 A B C q = true -> a < b -> (2 * m < d)%nat -> admits_graphs view -> continuity f ->
    rising f ->
  SomeOf (interval_law a b (fun _ => 1)) view d (line_kernel m d A B C q (fun _ _ => 1) f).
Proof.
  intros H Hab Hd Hv Hf Hr; destruct (line_planes m A B C q H) as [M N].
  apply (tokens_some _ _ m d f _ (2 * m) 0); auto; [apply peaked_bounded, rising_peaked, Hr|].
  intros T HT; split; [apply line_admissible, HT|apply (uniform_moves a b); auto].
Qed.

(** "some" for k = 1 on the torus. *)
Theorem torus_some view m d A B C q f :
  planes_check m 2 A B C q = true -> (2 * m < d)%nat -> admits_graphs view -> continuity f -> rising f ->
  SomeOf torus_law view d (torus_kernel m d A B C q (fun _ _ => 1) f).
Proof.
  intros H Hd Hv Hf Hr; destruct (torus_planes m A B C q H) as [M N].
  apply (tokens_some _ _ m d f _ (2 * m) 0); auto; [apply peaked_bounded, rising_peaked, Hr|].
  intros T HT; split; [apply torus_admissible, HT|apply torus_moves; auto].
Qed.

(** ** Admissible factors *)

Lemma continuous_opp : continuity Ropp.
Proof. intros s; apply derivable_continuous_pt; reg. Qed.

Lemma first_label (T : labelled R) : fit T (fun w => label T w) -> pair_fit T (fun a _ => label T a).
Proof. apply pair_first. Qed.

Lemma second_label (T : labelled R) : fit T (fun w => label T w) -> pair_fit T (fun _ b => label T b).
Proof. apply (pair_second (fun w => label T w)). Qed.

(** Proves that a formula in two labels is admissible,
    from [first_label] and [second_label] in the context. *)
Ltac label_fits :=
  unfold admissible_factor; cbv beta; repeat first
  [ assumption | apply pair_const
  | match goal with
    | |- pair_fit ?T (fun a b => cos (@?F a b)) => apply (pair_comp T cos F continuity_cos)
    | |- pair_fit ?T (fun a b => sin (@?F a b)) => apply (pair_comp T sin F continuity_sin)
    | |- pair_fit ?T (fun a b => exp (@?F a b)) => apply (pair_comp T exp F continuity_exponential)
    | |- pair_fit ?T (fun a b => - (@?F a b)) => apply (pair_comp T Ropp F continuous_opp)
    | |- pair_fit ?T (fun a b => @?F a b / ?c) => apply (pair_mult T F (fun _ _ => / c))
    end
  | apply pair_plus | apply pair_minus | apply pair_mult | apply pair_pow ].
