(** * T4 on any space of labels: rotary gauges

    Overview.  Labels of any kind, angles t_p(l) of m planes at the label l, h = k f(<Q x, Q' x'>).  In u =
    Q(l) x
    this is the plain kernel k f, whose maximisers are collapsed where k >= kappa > 0.  A plane moves if the
    mean of
    the vectors (cos t_p, sin t_p) is shorter than 1.

    Key results: [tokens_none]: if every plane moves and d = 2m, every collapsed law has less energy than
    the law
    x = Q^T e_0, which is a graph law; [tokens_some]: k = 1, a coordinate that no plane turns and a plane that
    moves. *)

From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Profiles GaugeCertificate
  Rotary TokenLaws.
Local Open Scope R_scope.

(** h = k f(<Q x, Q' y>). *)
Definition gauge_kernel {L : Type} (d : nat) (k : L -> L -> R) (f : R -> R) (Q : L -> nat -> nat -> R)
  : interaction L :=
  fun xi zeta x y => k xi zeta * f (dot d (apply d (Q xi) x) (apply d (Q zeta) y)).

(** The rotary gauge with the angles t. *)
Definition rotary_gauge {L : Type} (m : nat) (t : L -> nat -> R) (xi : L) : nat -> nat ->
  R := rotary m (t xi).

(** Cosines and sines of the angles are admissible. *)
Definition admissible_angles {L : Type} (T : labelled L) (m : nat) (t : L -> nat -> R) : Prop :=
  forall p, (p < m)%nat -> fit T (fun w => cos (t (label T w) p)) /\ fit T (fun w => sin (t (label T w) p)).

(** The plane p moves: the mean of (cos t_p, sin t_p) is shorter than 1. *)
Definition moves {L : Type} (T : labelled L) (t : L -> nat -> R) (p : nat) : Prop :=
  Rsqr (mean T (fun w => cos (t (label T w) p))) + Rsqr (mean T (fun w => sin (t (label T w) p))) < 1.

(** ** The turned contents u = Q x *)

Lemma turned_contents {L : Type} (T : labelled L) m d t x :
  (2 * m <= d)%nat -> admissible_angles T m t -> contents T d x ->
  contents T d (fun w => apply d (rotary m (t (label T w))) (x w)).
Proof.
  intros Hd Ht [Hx Hu]; split.
  - assert (G : forall (P : nat -> Prop), (forall p, (p < m)%nat -> P (2 * p)%nat /\ P (2 * p + 1)%nat) ->
      (forall a, (2 * m <= a)%nat -> (a < d)%nat -> P a) -> forall a, (a < d)%nat -> P a).
    { intros P HP HF a Ha; destruct (Nat.lt_ge_cases a (2 * m)) as [B|B]; [|apply HF; assumption].
      destruct (HP (a / 2)%nat) as [H0 H1]; [apply Nat.div_lt_upper_bound; lia|].
      destruct (parity a) as [[E _]|[E _]]; rewrite E; assumption. }
    apply G.
    + intros p Hp; destruct (Ht p Hp) as [C S]; split.
      * apply (fit_ext (fun w => cos (t (label T w) p) * x w (2 * p)%nat - sin (t (label T w) p) * x w (2 *
          p + 1)%nat)).
        -- intros w; symmetry; apply rotary_even; assumption.
        -- apply fit_minus; apply fit_mult; auto; apply Hx; lia.
      * apply (fit_ext (fun w => cos (t (label T w) p) * x w (2 * p + 1)%nat + sin (t (label T w) p) * x w
          (2 * p)%nat)).
        -- intros w; symmetry; apply rotary_odd; assumption.
        -- apply fit_plus; apply fit_mult; auto; apply Hx; lia.
    + intros a Ha Hl; apply (fit_ext (fun w => x w a)); [|apply Hx, Hl].
      intros w; symmetry; apply rotary_fixed; assumption.
  - intros w; rewrite orthogonal_dot by (apply rotary_orthogonal, Hd); apply Hu.
Qed.

(** The frame Q^T e_b, as a function of the label. *)
Definition token_frame {L : Type} (d m : nat) (t : L -> nat -> R) (b : nat) (l : L) : nat -> R :=
  apply d (rotary m (fun p => - t l p)) (basis b).

Lemma token_frame_turned {L : Type} d m (t : L -> nat -> R) b l : (2 * m <= d)%nat ->
  same d (apply d (rotary m (t l)) (token_frame d m t b l)) (basis b).
Proof. intros Hd; apply rotary_inverse, Hd. Qed.

Lemma token_frame_contents {L : Type} (T : labelled L) m d t b :
  (2 * m <= d)%nat -> (b < d)%nat -> admissible_angles T m t ->
  contents T d (fun w => token_frame d m t b (label T w)).
Proof.
  intros Hd Hb Ht; apply (turned_contents T m d (fun l p => - t l p) (fun _ => basis b) Hd).
  - intros p Hp; destruct (Ht p Hp) as [C S]; split.
    + apply (fit_ext (fun w => cos (t (label T w) p))); [intros; symmetry; apply cos_neg|exact C].
    + apply (fit_ext (fun w => - sin (t (label T w) p))); [intros; symmetry; apply sin_neg|apply fit_opp, S].
  - split; [intros; apply fit_const|intros; apply basis_unit, Hb].
Qed.

(** ** Energies *)

Definition admissible_factor {L : Type} (T : labelled L) (k : L -> L -> R) : Prop :=
  pair_fit T (fun a b => k (label T a) (label T b)).

(** k >= kappa > 0 for all labels of tokens. *)
Definition positive_factor {L : Type} (T : labelled L) (k : L -> L -> R) : Prop :=
  admissible_factor T k /\ exists kappa, 0 < kappa /\ forall a b, kappa <= k (label T a) (label T b).

Lemma one_positive {L : Type} (T : labelled L) : positive_factor T (fun _ _ => 1).
Proof. split; [apply (pair_const (T := T) 1)|exists 1; split; intros; lra]. Qed.

(** e^g, g admissible, hence bounded. *)
Lemma exponential_positive {L : Type} (T : labelled L) g :
  admissible_factor T g -> positive_factor T (fun xi zeta => exp (g xi zeta)).
Proof.
  intros Hg; split.
  - apply (pair_comp T exp (fun a b => g (label T a) (label T b))); [|exact Hg].
    intros s; apply derivable_continuous_pt, derivable_pt_exp.
  - destruct (pair_bounded T _ Hg) as [M HM]; exists (exp (- M)); split; [apply exp_pos|]; intros a b.
    specialize (HM a b); pose proof (Rle_abs (- g (label T a) (label T b))) as A; rewrite Rabs_Ropp in A.
    destruct (Req_dec (- M) (g (label T a) (label T b))) as [E|E]; [rewrite E; lra|left;
      apply exp_increasing; lra].
Qed.

(** The energy of the frames is f(1)/2 times the mean of k. *)
Lemma aligned_tokens {L : Type} (T : labelled L) d k f Q x u :
  dot d u u = 1 -> (forall w, same d (apply d (Q (label T w)) (x w)) u) -> admissible_factor T k ->
  law_energy T (gauge_kernel d k f Q) x = / 2 * (f 1 * pair_mean (fun a b => k (label T a) (label T b))).
Proof.
  intros Hu Hx Hk; unfold law_energy, gauge_kernel; f_equal; rewrite <- pair_mean_scal by exact Hk.
  apply pair_mean_ext; intros a b; rewrite (dot_ext d _ u _ u), Hu by apply Hx; ring.
Qed.

Lemma profile_pair {L : Type} (T : labelled L) d (k : L -> L -> R) f u :
  continuity f -> admissible_factor T k -> contents T d u ->
  pair_fit T (fun a b => k (label T a) (label T b) * f (dot d (u a) (u b))).
Proof.
  intros Hf Hk Hu; apply pair_mult; [exact Hk|].
  apply (pair_comp T f (fun a b => dot d (u a) (u b))); [exact Hf|apply contents_pair, Hu].
Qed.

(** No law has more energy; where k >= kappa > 0 and f is rising, equality makes u collapsed. *)
Lemma tokens_bound {L : Type} (T : labelled L) d k f u :
  continuity f -> bounded_by_one f -> admissible_factor T k ->
  (forall a b, 0 <= k (label T a) (label T b)) -> contents T d u ->
  / 2 * pair_mean (fun a b => k (label T a) (label T b) * f (dot d (u a) (u b)))
  <= / 2 * (f 1 * pair_mean (fun a b => k (label T a) (label T b))).
Proof.
  intros Hf Hb Hk Hn Hu; apply Rmult_le_compat_l; [lra|]; rewrite <- pair_mean_scal by exact Hk.
  apply pair_mean_le; [apply profile_pair; assumption|apply pair_scal, Hk|]; intros a b.
  rewrite Rmult_comm; apply Rmult_le_compat_r; [apply Hn|].
  apply Hb, (contents_bounds T d u a b Hu).
Qed.

Lemma rising_chord f : rising f -> exists c, 0 < c /\ forall s, -1 <= s <= 1 -> c * (1 - s) <= f 1 - f s.
Proof.
  intros (a & Ha & Ha1 & Hf); exists (a 1%nat); split; [exact Ha1|]; intros t Ht.
  apply (limit_lower_bound
    (fun N => sum_f_R0 (fun p => a p * 1 ^ p) N - sum_f_R0 (fun p => a p * t ^ p) N)).
  - apply CV_minus; apply Hf; lra.
  - intros N HN; induction N as [|N IH]; [lia|].
    destruct N as [|N]; [simpl; lra|]; specialize (IH ltac:(lia)).
    do 2 rewrite (tech5 _ (S N)); rewrite pow1.
    assert (t ^ S (S N) <= 1).
    { apply Rle_trans with (Rabs (t ^ S (S N))); [apply Rle_abs|]; rewrite <- RPow_abs.
      rewrite <- (pow1 (S (S N))); apply pow_incr; split; [apply Rabs_pos|apply Rabs_le; lra]. }
    pose proof (Rmult_le_compat_l _ _ _ (Ha (S (S N)) ltac:(lia)) H); lra.
Qed.

Lemma tokens_rigid {L : Type} (T : labelled L) d k f u kappa :
  continuity f -> rising f -> admissible_factor T k -> 0 < kappa ->
  (forall a b, kappa <= k (label T a) (label T b)) -> contents T d u ->
  / 2 * (f 1 * pair_mean (fun a b => k (label T a) (label T b)))
  <= / 2 * pair_mean (fun a b => k (label T a) (label T b) * f (dot d (u a) (u b))) ->
  law_collapsed T d u.
Proof.
  intros Hf Hr Hk Hp Hn Hu H; destruct (rising_chord f Hr) as (c & Hc & Hch).
  apply collapsed_of_products; [exact Hu|].
  assert (P : pair_fit T (fun a b => k (label T a) (label T b) * f (dot d (u a) (u b))))
    by (apply profile_pair; assumption).
  assert (B : pair_mean (fun a b => kappa * c * (1 - dot d (u a) (u b)))
    <= pair_mean (fun a b => f 1 * k (label T a) (label T b) - k (label T a) (label T b) * f (dot d (u a)
      (u b)))).
  { apply pair_mean_le.
    - apply (pair_scal (kappa * c)), pair_minus; [apply pair_const|apply contents_pair, Hu].
    - apply pair_minus; [apply pair_scal, Hk|exact P].
    - intros a b; pose proof (contents_bounds T d u a b Hu) as [D1 D2].
      pose proof (Hch (dot d (u a) (u b)) (conj D1 D2)) as C; specialize (Hn a b).
      set (s := dot d (u a) (u b)) in *; set (x := k (label T a) (label T b)) in *.
      apply Rle_trans with (x * (c * (1 - s))); [|apply Rle_trans with (x * (f 1 - f s)); [|right; ring]].
      + rewrite Rmult_assoc; apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact Hn].
      + apply Rmult_le_compat_l; lra. }
  rewrite pair_mean_scal, pair_mean_minus, pair_mean_const in B;
    [|apply pair_const|apply contents_pair, Hu|apply pair_minus; [apply pair_const|apply contents_pair, Hu]].
  rewrite pair_mean_minus, pair_mean_scal in B; [|exact Hk|apply pair_scal, Hk|exact P].
  assert (0 < kappa * c) by (apply Rmult_lt_0_compat; assumption).
  destruct (Rle_lt_dec 1 (pair_mean (fun a b => dot d (u a) (u b)))) as [|F]; [assumption|exfalso].
  assert (0 < kappa * c * (1 - pair_mean (fun a b => dot d (u a) (u b)))) by (apply Rmult_lt_0_compat; lra).
  lra.
Qed.

(** ** The mean of Q x for a collapsed x *)

(** x = u almost surely: coordinates have the same mean against every admissible function. *)
Lemma collapsed_coordinate {L : Type} (T : labelled L) d x u v a :
  contents T d x -> mean T (fun w => dot d (fun a => x w a - u a) (fun a => x w a - u a)) = 0 ->
  (a < d)%nat -> fit T v -> mean T (fun w => v w * x w a) = u a * mean T v.
Proof.
  intros [Hx Hu] H0 Ha Hv.
  assert (F : forall b, (b < d)%nat -> fit T (fun w => x w b - u b))
    by (intros b Hb; apply fit_minus; [apply Hx, Hb|apply fit_const]).
  assert (Z : mean T (fun w => (x w a - u a) * (x w a - u a)) = 0).
  { apply Rle_antisym.
    - rewrite <- H0; apply mean_le; [apply fit_mult; apply F, Ha| |].
      + unfold dot; apply fit_rsum; intros b Hb; apply fit_mult; apply F, Hb.
      + intros w; unfold dot; rewrite (rsum_split d _ a Ha).
        match goal with |- ?s <= ?s + ?r => assert (0 <= r); [|lra] end.
        apply rsum_nonneg; intros b _; destruct (Nat.eqb b a); [lra|apply Rle_0_sqr].
    - apply mean_nonneg; [apply fit_mult; apply F, Ha|intros w; apply Rle_0_sqr]. }
  pose proof (mean_square_zero _ v (F a Ha) Hv Z) as M; cbv beta in M.
  rewrite (mean_ext _ (fun w => v w * x w a - u a * v w)) in M by (intros; ring).
  rewrite mean_minus, mean_scal in M; [lra|exact Hv|apply fit_mult;
    [exact Hv|apply Hx, Ha]|apply fit_scal, Hv].
Qed.

(** The mean of Q x in the plane p has the squared length (|mean (cos t_p, sin t_p)| |u_p|)^2. *)
Lemma mean_turned {L : Type} (T : labelled L) m d t x u p :
  (2 * m <= d)%nat -> (p < m)%nat -> admissible_angles T m t -> contents T d x ->
  mean T (fun w => dot d (fun a => x w a - u a) (fun a => x w a - u a)) = 0 ->
  Rsqr (mean T (fun w => apply d (rotary m (t (label T w))) (x w) (2 * p)%nat))
  + Rsqr (mean T (fun w => apply d (rotary m (t (label T w))) (x w) (2 * p + 1)%nat))
  = (Rsqr (mean T (fun w => cos (t (label T w) p))) + Rsqr (mean T (fun w => sin (t (label T w) p))))
    * (u (2 * p)%nat * u (2 * p)%nat + u (2 * p + 1)%nat * u (2 * p + 1)%nat).
Proof.
  intros Hd Hp Ht Hx H0; destruct (Ht p Hp) as [C S].
  set (c := fun w => cos (t (label T w) p)) in *; set (s := fun w => sin (t (label T w) p)) in *.
  assert (FC : forall a, (a < d)%nat -> fit T (fun w => c w * x w a)) by (intros; apply fit_mult;
    [exact C|apply Hx; lia]).
  assert (FS : forall a, (a < d)%nat -> fit T (fun w => s w * x w a)) by (intros; apply fit_mult;
    [exact S|apply Hx; lia]).
  rewrite (mean_ext (fun w => apply d _ (x w) (2 * p)%nat)
    (fun w => c w * x w (2 * p)%nat - s w * x w (2 * p + 1)%nat)) by (intros; apply rotary_even; assumption).
  rewrite (mean_ext (fun w => apply d _ (x w) (2 * p + 1)%nat)
    (fun w => c w * x w (2 * p + 1)%nat + s w * x w (2 * p)%nat)) by (intros; apply rotary_odd; assumption).
  rewrite mean_minus, mean_plus by (apply FC || apply FS; lia).
  rewrite !(collapsed_coordinate T d x u) by (assumption || lia); unfold Rsqr; ring.
Qed.

Lemma rsum_planes m g : rsum (2 * m) g = rsum m (fun p => g (2 * p)%nat + g (2 * p + 1)%nat).
Proof.
  rewrite Nat.mul_comm, rsum_flat; apply rsum_ext; intros p _.
  simpl; rewrite Nat.mul_comm; simpl; rewrite !Nat.add_0_r; ring.
Qed.

(** Every plane moves and d = 2m: for a collapsed x, u = Q x is not collapsed. *)
Lemma moving_spread {L : Type} (T : labelled L) m t x :
  admissible_angles T m t -> (forall p, (p < m)%nat -> moves T t p) -> contents T (2 * m) x ->
  law_collapsed T (2 * m) x ->
  ~ law_collapsed T (2 * m) (fun w => apply (2 * m) (rotary m (t (label T w))) (x w)).
Proof.
  intros Ht Hm Hx (u & Hu & H0) (v & Hv & V0).
  pose proof (turned_contents T m (2 * m) t x (le_n _) Ht Hx) as Hy.
  set (y := fun w => apply (2 * m) (rotary m (t (label T w))) (x w)) in *.
  assert (M : forall a, (a < 2 * m)%nat -> mean T (fun w => y w a) = v a).
  { intros a Ha; pose proof (collapsed_coordinate T (2 * m) y v (fun _ => 1) a Hy V0 Ha (fit_const T 1)) as E.
    rewrite mean_const, (mean_ext _ (fun w => y w a)) in E by (intros; ring); lra. }
  set (r := fun p => 1 - (Rsqr (mean T (fun w => cos (t (label T w) p))) + Rsqr (mean T (fun w => sin (t
    (label T w) p))))).
  set (g := fun p => u (2 * p)%nat * u (2 * p)%nat + u (2 * p + 1)%nat * u (2 * p + 1)%nat).
  assert (G : forall p, 0 <= g p).
  { intros p; unfold g; pose proof (Rle_0_sqr (u (2 * p)%nat)) as A;
      pose proof (Rle_0_sqr (u (2 * p + 1)%nat)) as B.
    unfold Rsqr in A, B; lra. }
  assert (Z : rsum m (fun p => r p * g p) = 0).
  { transitivity (dot (2 * m) u u - dot (2 * m) v v); [|lra].
    unfold dot; rewrite !rsum_planes, <- rsum_minus; apply rsum_ext; intros p Hp.
    pose proof (mean_turned T m (2 * m) t x u p (le_n _) Hp Ht Hx H0) as E.
    change (Rsqr (mean T (fun w => y w (2 * p)%nat)) + Rsqr (mean T (fun w => y w (2 * p + 1)%nat)) = 
      (Rsqr (mean T (fun w => cos (t (label T w) p))) + Rsqr (mean T (fun w => sin (t (label T w) p)))) * g
        p) in E.
    rewrite !M in E by lia; unfold Rsqr at 1 2 in E; unfold r; fold (g p); lra. }
  assert (R0 : forall p, (p < m)%nat -> 0 < r p) by (intros p Hp; specialize (Hm p Hp); unfold moves in Hm;
    unfold r; lra).
  assert (U : dot (2 * m) u u = 0); [|lra].
  unfold dot; rewrite rsum_planes; apply rsum_zero; intros p Hp; fold (g p).
  assert (P : r p * g p = 0).
  { apply (rsum_nonneg_zero m (fun p => r p * g p)); auto; intros; apply Rmult_le_pos; [left; auto|apply G]. }
  apply Rmult_integral in P; destruct P as [P|P]; [specialize (R0 p Hp); lra|exact P].
Qed.

(** Coordinates from 2m on are not turned. *)
Lemma rotary_fixes m d t b : (2 * m <= b)%nat -> (b < d)%nat ->
  same d (apply d (rotary m t) (basis b)) (basis b).
Proof.
  intros Hb Hd; apply (same_planes m d).
  - intros p Hp; rewrite !rotary_even, !rotary_odd by lia.
    unfold basis; rewrite (proj2 (Nat.eqb_neq (2 * p) b)), (proj2 (Nat.eqb_neq (2 * p + 1) b)) by lia.
    split; ring.
  - intros a Ha Hl; apply rotary_fixed; assumption.
Qed.

(** T4, "none": every plane moves, d = 2m, k >= kappa > 0. *)
Theorem tokens_none {L : Type} (rho : labelled L -> Prop) (view : views L) m k f t :
  (1 <= m)%nat -> admits_graphs view -> continuity f -> rising f ->
  (forall T, rho T -> positive_factor T k) ->
  (forall T, rho T -> admissible_angles T m t /\ forall p, (p < m)%nat -> moves T t p) ->
  NoneOf rho view (2 * m) (gauge_kernel (2 * m) k f (rotary_gauge m t)).
Proof.
  intros Hm Hv Hf Hr HK H T x HT Hx _ Hc; destruct (H T HT) as (Ht & Hmv).
  destruct (HK T HT) as (Hk & kappa & Hp & Hn).
  exists (fun w => token_frame (2 * m) m t 0 (label T w)); split; [apply token_frame_contents;
    [lia|lia|exact Ht]|].
  split; [apply (Hv T (2 * m)%nat (token_frame (2 * m) m t 0))|].
  rewrite (aligned_tokens T (2 * m) k f (rotary_gauge m t)
    (fun w => token_frame (2 * m) m t 0 (label T w)) (basis 0));
    [|apply basis_unit; lia|intros w; apply token_frame_turned; lia|exact Hk].
  apply Rnot_le_lt; intros B.
  apply (moving_spread T m t x Ht Hmv Hx Hc).
  apply (tokens_rigid T (2 * m) k f _ kappa); auto; apply turned_contents; auto.
Qed.

(** T4, "some" for k = 1: a coordinate b that no plane turns, and a plane p that moves. *)
Theorem tokens_some {L : Type} (rho : labelled L -> Prop) (view : views L) m d f t b p :
  (2 * m <= b)%nat -> (b < d)%nat -> (p < m)%nat -> admits_graphs view -> continuity f -> bounded_by_one f ->
  (forall T, rho T -> admissible_angles T m t /\ moves T t p) ->
  SomeOf rho view d (gauge_kernel d (fun _ _ => 1) f (rotary_gauge m t)).
Proof.
  intros Hb Hd Hpm Hv Hf Hf1 H T HT; destruct (H T HT) as [Ht Hmv].
  assert (K : forall T' : labelled L, admissible_factor T' (fun _ _ => 1)) by (intros;
    apply (pair_const (T := T') 1)).
  assert (Top : forall T' y, rho T' -> contents T' d y ->
    law_energy T' (gauge_kernel d (fun _ _ => 1) f (rotary_gauge m t)) y <= / 2 * (f 1 * 1)).
  { intros T' y HT' Hy; destruct (H T' HT') as [Ht' _].
    rewrite <- (pair_mean_const (T := T') 1) at 2.
    apply (tokens_bound T' d (fun _ _ => 1) f (fun w => apply d (rotary m (t (label T' w))) (y w))); auto.
    - intros; lra.
    - apply turned_contents; auto; lia. }
  assert (Best : forall x u, dot d u u = 1 -> contents T d x -> view T d x ->
    (forall w, same d (apply d (rotary_gauge m t (label T w)) (x w)) u) ->
    best rho view d (gauge_kernel d (fun _ _ => 1) f (rotary_gauge m t)) T x).
  { intros x u Hu Hx Hvx E; split; [exact HT|split; [exact Hx|split; [exact Hvx|]]]; intros T' y HT' Hy _.
    rewrite (aligned_tokens T d (fun _ _ => 1) f _ x u Hu E (K T)), (pair_mean_const (T := T)); auto. }
  split.
  - exists (fun _ => basis b); split; [|apply constant_collapsed, basis_unit, Hd].
    apply (Best _ (basis b)); [apply basis_unit, Hd| |apply (Hv T d (fun _ => basis b))|].
    + split; [intros; apply fit_const|intros; apply basis_unit, Hd].
    + intros w; apply rotary_fixes; assumption.
  - exists (fun w => token_frame d m t (2 * p) (label T w)); split.
    + apply (Best _ (basis (2 * p))); [apply basis_unit; lia|apply token_frame_contents;
        [lia|lia|exact Ht]|apply (Hv T d (token_frame d m t (2 * p)))|].
      intros w; apply token_frame_turned; lia.
    + intros (u & Hu & H0).
      pose proof (mean_turned T m d t _ u p ltac:(lia) Hpm Ht
        (token_frame_contents T m d t (2 * p)%nat ltac:(lia) ltac:(lia) Ht) H0) as E.
      assert (F : forall w, same d (apply d (rotary m (t (label T w))) (token_frame d m t (2 * p) (label T
        w)))
        (basis (2 * p))) by (intros w; apply token_frame_turned; lia).
      rewrite (mean_ext _ (fun _ => 1)) in E
        by (intros w; rewrite (F w) by lia; unfold basis; rewrite Nat.eqb_refl; reflexivity).
      rewrite (mean_ext (fun w => apply d _ _ (2 * p + 1)%nat) (fun _ => 0)) in E
        by (intros w; rewrite (F w) by lia; unfold basis; rewrite (proj2 (Nat.eqb_neq _ _)) by lia;
          reflexivity).
      rewrite !mean_const in E; unfold moves in Hmv.
      assert (B : u (2 * p)%nat * u (2 * p)%nat + u (2 * p + 1)%nat * u (2 * p + 1)%nat <= 1).
      { rewrite <- Hu; unfold dot; rewrite (rsum_split d _ (2 * p)) by lia.
        rewrite (rsum_split d (fun j => if Nat.eqb j (2 * p) then 0 else u j * u j) (2 * p + 1)) by lia.
        rewrite (proj2 (Nat.eqb_neq (2 * p + 1) (2 * p))) by lia.
        match goal with |- _ <= _ + (_ + ?r) => assert (0 <= r); [|lra] end.
        apply rsum_nonneg; intros a _; destruct (Nat.eqb a (2 * p + 1)); [lra|].
        destruct (Nat.eqb a (2 * p)); [lra|apply Rle_0_sqr]. }
      set (r := Rsqr (mean T (fun w => cos (t (label T w) p))) + Rsqr (mean T (fun w => sin (t (label T w)
        p)))) in *.
      set (v := u (2 * p)%nat * u (2 * p)%nat + u (2 * p + 1)%nat * u (2 * p + 1)%nat) in *.
      assert (0 <= r) by (apply Rplus_le_le_0_compat; apply Rle_0_sqr).
      assert (r * v <= r * 1) by (apply Rmult_le_compat_l; assumption).
      unfold Rsqr in E; lra.
Qed.
