(** * The claims of T5 for laws of tokens

    Overview.  A law of labels is given by a property [rho] of tokens with labels,
      or as the law that some tokens T0
    have ([same_labels T0]: means of functions of two labels agree).  A factor k of labels must be admissible.
    From the form of TokenLaplacian.v, or from k >= c > 0, "all"; from a vector with <v, L v> < 0, or from
    k <= -c < 0 and one law that is not collapsed, "none"; from two laws with the collapsed energy, "some".

    A view must contain the laws whose content is a function of the label; [any] and [graph] do.

    Key results: [all_by_form], [all_by_powers], [all_positive], [none_by_form], [none_negative],
      [some_by_tie]. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Converse PsdCheck Profiles
  TokenLaws TokenModels
  TokenLaplacian.
Local Open Scope R_scope.

(** (cos t, sin t, 0, ..). *)
Definition rotate (t : R) : nat -> R := fun a => match a with 0%nat => cos t | 1%nat => sin t | _ => 0 end.

Lemma rotate_dot d s t : (2 <= d)%nat -> dot d (rotate s) (rotate t) = cos (s - t).
Proof.
  intros Hd; destruct d as [|[|d]]; try lia.
  unfold dot; rewrite !rsum_shift, rsum_zero by (intros; simpl; ring); simpl; rewrite cos_minus; ring.
Qed.

Lemma rotate_contents {L} (T : labelled L) d g :
  (2 <= d)%nat -> fit T (fun w => cos (g w)) -> fit T (fun w => sin (g w)) ->
    contents T d (fun w => rotate (g w)).
Proof.
  intros Hd Hc Hs; split; [intros [|[|a]] _; [exact Hc|exact Hs|exact (fit_const T 0)]|intros w].
  rewrite rotate_dot, Rminus_diag_eq, cos_0 by auto; reflexivity.
Qed.

Lemma rotate_angle {L} (T : labelled L) d g :
  (2 <= d)%nat -> fit T g -> contents T d (fun w => rotate (g w)).
Proof. intros Hd Hg; apply rotate_contents; [exact Hd| |]; apply fit_comp; auto using continuity_cos,
  continuity_sin. Qed.

(** The factor of two tokens. *)
Definition between {L : Type} (k : L -> L -> R) (T : labelled L) :
  token T -> token T -> R := fun a b => k (label T a) (label T b).

(** The law of labels makes k admissible, with the mean c. *)
Definition factor_mean {L : Type} (rho : labelled L -> Prop) (k : L -> L -> R) (c : R) :
  Prop := forall T, rho T -> pair_fit T (between k T) /\ pair_mean (between k T) = c.

Lemma law_gap {L : Type} (d : nat) (k : L -> L -> R) (f : R -> R) (Hf : continuity f)
  (T : labelled L) x : pair_fit T (between k T) -> contents T d x ->
  2 * (/ 2 * (f 1 * pair_mean (between k T)) - law_energy T (factor_kernel d k f) x)
    = profile_gap (between k T) d x f.
Proof.
  intros Hk Hx; unfold law_energy, profile_gap, factor_kernel.
  rewrite <- pair_mean_scal by exact Hk.
  rewrite (pair_mean_ext (fun u v => between k T u v * (f 1 - f (dot d (x u) (x v))))
    (fun u v => f 1 * between k T u v - k (label T u) (label T v) * f (dot d (x u) (x v))))
    by (intros; unfold between; ring).
  rewrite pair_mean_minus; [field|apply pair_scal, Hk|].
  apply (pair_mult T (between k T)); [exact Hk|apply pair_comp; [exact Hf|apply (contents_pair T d x Hx)]].
Qed.

Lemma spread_fit {L : Type} (d : nat)
  (T : labelled L) x : contents T d x -> pair_fit T (fun a b => 1 - dot d (x a) (x b)).
Proof. intros Hx; apply pair_minus; [apply pair_const|apply (contents_pair T d x Hx)]. Qed.

Lemma spread_mean {L : Type} (d : nat) (T : labelled L) x : contents T d x ->
  pair_mean (fun a b => 1 - dot d (x a) (x b)) = 1 - pair_mean (fun a b => dot d (x a) (x b)).
Proof.
  intros Hx; rewrite pair_mean_minus, pair_mean_const; [reflexivity|apply pair_const|
    apply (contents_pair T d x Hx)].
Qed.

(** A collapsed law has no gap, that is the energy f(1)/2 mean k. *)
Lemma collapsed_gap {L : Type} (d : nat) (k : L -> L -> R) (f : R -> R) (Hf : continuity f)
  (T : labelled L) x : pair_fit T (between k T) -> contents T d x -> law_collapsed T d x ->
  profile_gap (between k T) d x f = 0.
Proof.
  intros Hk Hx Hc; pose proof (products_of_collapsed T d x Hx Hc) as H0.
  assert (Hn : forall a b, 0 <= 1 - dot d (x a) (x b)) by (intros;
    pose proof (contents_bounds T d x a b Hx); lra).
  pose proof (spread_fit d T x Hx) as Hd1.
  destruct (pair_bounded T _ Hk) as [M HM]; set (K := Rabs M + 1); assert (HK : 0 < K) by (unfold K;
    pose proof (Rabs_pos M); lra).
  assert (Hg : pair_fit T (fun u v => between k T u v * (f 1 - f (dot d (x u) (x v))))).
  { apply profile_gap_fit; [exact Hk|apply Hx|exact Hf]. }
  assert (B : forall eps, 0 < eps -> forall s, Rabs s = 1 ->
    s * profile_gap (between k T) d x f <= K * eps).
  { intros eps Heps s Hs; destruct (continuous_gap f eps Hf Heps) as [C HC].
    unfold profile_gap; rewrite <- pair_mean_scal by exact Hg.
    rewrite <- (Rplus_0_r (K * eps)), <- (Rmult_0_r (K * C)), <- H0, <- (pair_mean_const (T := T) (K * eps)).
    rewrite <- pair_mean_scal, <- pair_mean_plus by first [exact Hd1|apply pair_const|apply pair_scal, Hd1].
    apply pair_mean_le; [apply pair_scal, Hg|apply pair_plus; [apply pair_const|apply pair_scal, Hd1]|].
    intros a b; eapply Rle_trans; [apply Rle_abs|]; rewrite !Rabs_mult, Hs, Rmult_1_l.
    pose proof (contents_bounds T d x a b Hx) as R; specialize (HC _ R).
    apply Rle_trans with (K * (eps + C * (1 - dot d (x a) (x b)))); [|right; ring].
    apply Rmult_le_compat; auto using Rabs_pos; unfold K; pose proof (Rle_abs M); specialize (HM a b); lra. }
  assert (Z : forall s, Rabs s = 1 -> s * profile_gap (between k T) d x f <= 0).
  { intros s Hs; apply le_epsilon; intros eps Heps; rewrite Rplus_0_l.
    replace eps with (K * (eps / K)) by (field; lra); apply B; [apply Rdiv_lt_0_compat; assumption|
      exact Hs]. }
  pose proof (Z 1 Rabs_R1); pose proof (Z (-1) ltac:(rewrite Rabs_left; lra)); lra.
Qed.

Lemma view_constant {L : Type} (view : views L) (d : nat) (Hv : admits_graphs view)
  (T : labelled L) u : view T d (fun _ => u).
Proof. exact (Hv T d (fun _ => u)). Qed.

(** ** All *)

(** If no law has more energy than the collapsed ones, a law without a gap is a maximiser. *)
Lemma best_without_gap {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hf : continuity f) c : (factor_mean rho k) c ->
  (forall T x, rho T -> contents T d x -> 0 <= profile_gap (between k T) d x f) ->
  forall T x, rho T -> contents T d x -> view T d x -> profile_gap (between k T) d x f = 0 ->
    best rho view d (factor_kernel d k f) T x.
Proof.
  intros Hc Hle T x HT Hx Hvx H0; split; [exact HT|split; [exact Hx|split; [exact Hvx|]]].
  intros T' y HT' Hy _; destruct (Hc T HT) as [F E]; destruct (Hc T' HT') as [F' E'].
  pose proof (law_gap d k f Hf T x F Hx) as G; pose proof (law_gap d k f Hf T' y F' Hy) as G'.
  specialize (Hle T' y HT' Hy); rewrite E in G; rewrite E' in G'; lra.
Qed.

Lemma all_without_gap {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c ->
  (forall T x, rho T -> contents T d x -> 0 <= profile_gap (between k T) d x f) ->
  (forall T x, rho T -> contents T d x -> profile_gap (between k T) d x f = 0 -> law_collapsed T d x) ->
  AllOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc Hle H0 T HT; split.
  - exists (fun _ => basis 0); split; [apply constant_contents, Hd|split; [apply (view_constant view d Hv)|]].
    apply constant_collapsed, basis_unit; lia.
  - intros x Hx Hvx; destruct (Hc T HT) as [F E]; split.
    + intros (_ & _ & _ & Hb); apply (H0 T x HT Hx).
      specialize (Hb T (fun _ => basis 0) HT (constant_contents T d Hd) (view_constant view d Hv T _)).
      pose proof (law_gap d k f Hf T x F Hx) as G;
        pose proof (law_gap d k f Hf T _ F (constant_contents T d Hd)) as G0.
      rewrite (collapsed_gap d k f Hf T _ F (constant_contents T d Hd)) in G0
        by (apply constant_collapsed, basis_unit; lia).
      specialize (Hle T x HT Hx); lra.
    + intros Hcx; apply (best_without_gap view rho d k f Hf c Hc Hle T x HT Hx Hvx),
      (collapsed_gap d k f Hf); assumption.
Qed.

(** A positive semidefinite form, null on coordinates of collapsed laws alone. *)
Theorem all_by_form {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view)
    (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c -> rising f ->
  (forall T, rho T -> token_psd (between k T)) ->
  (forall T x, rho T -> contents T d x -> (forall i, (i < d)%nat ->
    token_form (between k T) (fun w => x w i) = 0) ->
   law_collapsed T d x) ->
  AllOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc (a & Ha & Ha1 & Hs) HP Hn; apply (all_without_gap view rho d k f Hv Hf c Hd Hc).
  - intros T x HT [Hx H1];
    pose proof (series_gap _ (proj1 (Hc T HT)) d x Hx H1 a f Hf Ha Hs (HP T HT) 1 (le_n 1)) as G.
    pose proof (token_gap_nonneg _ (proj1 (Hc T HT)) d x Hx H1 (HP T HT) 1) as G1.
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ Ha1) G1); lra.
  - intros T x HT Hc' H0; apply Hn; [exact HT|exact Hc'|]; intros i Hi; destruct Hc' as [Hx H1].
    pose proof (series_gap _ (proj1 (Hc T HT)) d x Hx H1 a f Hf Ha Hs (HP T HT) 1 (le_n 1)) as G.
    pose proof (token_gap_nonneg _ (proj1 (Hc T HT)) d x Hx H1 (HP T HT) 1) as G1; rewrite H0 in G.
    rewrite <- (gap_null_power _ (proj1 (Hc T HT)) d x Hx H1 (HP T HT) i Hi 1).
    + apply pair_mean_ext; intros; simpl; ring.
    + apply Rle_antisym; [|exact G1]; apply (Rmult_le_reg_l (a 1%nat)); [exact Ha1|lra].
Qed.

(** The same if all powers of the coordinates are null vectors, for profiles in which all powers take part. *)
Theorem all_by_powers {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view)
    (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c -> full f ->
  (forall T, rho T -> token_psd (between k T)) ->
  (forall T x, rho T -> contents T d x ->
   (forall i p, (i < d)%nat -> (1 <= p)%nat -> token_form (between k T) (fun w => x w i ^ p) = 0) ->
   law_collapsed T d x) ->
  AllOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc (a & Ha & Hs) HP Hn; apply (all_without_gap view rho d k f Hv Hf c Hd Hc).
  - intros T x HT [Hx H1].
    pose proof (series_gap _ (proj1 (Hc T HT)) d x Hx H1 a f Hf (fun p Hp => Rlt_le _ _ (Ha p Hp)) Hs
      (HP T HT) 1 (le_n 1)).
    pose proof (token_gap_nonneg _ (proj1 (Hc T HT)) d x Hx H1 (HP T HT) 1) as G1.
    pose proof (Rmult_le_pos _ _ (Rlt_le _ _ (Ha 1%nat (le_n 1))) G1); lra.
  - intros T x HT Hc' H0; apply Hn; [exact HT|exact Hc'|]; intros i p Hi Hp; destruct Hc' as [Hx H1].
    pose proof (series_gap _ (proj1 (Hc T HT)) d x Hx H1 a f Hf (fun p Hp => Rlt_le _ _ (Ha p Hp)) Hs
      (HP T HT) p Hp) as G.
    pose proof (token_gap_nonneg _ (proj1 (Hc T HT)) d x Hx H1 (HP T HT) p) as G1; rewrite H0 in G.
    apply (gap_null_power _ (proj1 (Hc T HT)) d x Hx H1 (HP T HT) i Hi p).
    apply Rle_antisym; [|exact G1]; apply (Rmult_le_reg_l (a p)); [apply Ha, Hp|lra].
Qed.

Lemma signed_gap {L : Type} (d : nat) (k : L -> L -> R) (f : R -> R) (Hf : continuity f) (s : R)
  (T : labelled L) x : pair_fit T (between k T) -> contents T d x -> rising f ->
  forall c, 0 < c -> (forall a b, c <= s * between k T a b) ->
  exists r, 0 < r /\ r * (1 - pair_mean (fun a b => dot d (x a) (x b)))
    <= s * profile_gap (between k T) d x f.
Proof.
  intros Hk Hx Hr c Hc Hl; destruct (rising_gap f Hr) as (q & Hq & G); exists (c * q); split.
  - apply Rmult_lt_0_compat; assumption.
  - unfold profile_gap; rewrite <- pair_mean_scal by (apply profile_gap_fit; [exact Hk|apply Hx|exact Hf]).
    rewrite <- (spread_mean d T x Hx), <- pair_mean_scal by apply (spread_fit d), Hx.
    apply pair_mean_le.
    + apply pair_scal, (spread_fit d), Hx.
    + apply pair_scal, profile_gap_fit; [exact Hk|apply Hx|exact Hf].
    + intros a b; pose proof (contents_bounds T d x a b Hx) as B; specialize (G _ B).
      apply Rle_trans with (c * (f 1 - f (dot d (x a) (x b)))).
      * rewrite Rmult_assoc; apply Rmult_le_compat_l; lra.
      * rewrite <- Rmult_assoc; apply Rmult_le_compat_r; [|apply Hl].
        pose proof (Rmult_le_pos q (1 - dot d (x a) (x b)) ltac:(lra) ltac:(lra)); lra.
Qed.

(** A factor with a positive lower bound. *)
Theorem all_positive {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view)
    (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c -> rising f ->
  (forall T, rho T -> exists e, 0 < e /\ forall a b, e <= between k T a b) ->
    AllOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc Hr HP.
  assert (G : forall T x, rho T -> contents T d x ->
    exists r, 0 < r /\ r * (1 - pair_mean (fun a b => dot d (x a) (x b))) <= profile_gap (between k T) d x f).
  { intros T x HT Hx; destruct (HP T HT) as (e & He & B).
    destruct (signed_gap d k f Hf 1 T x (proj1 (Hc T HT)) Hx Hr) with (c := e) as (r & R & P);
      [exact He|intros; specialize (B a b); lra|exists r; split; lra]. }
  assert (M : forall (T : labelled L) x, contents T d x -> pair_mean (fun a b => dot d (x a) (x b)) <= 1).
  { intros T x Hx; rewrite <- (pair_mean_const (T := T) 1); apply pair_mean_le;
      [apply (contents_pair T d x Hx)|apply pair_const|intros; apply (contents_bounds T d x a b Hx)]. }
  apply (all_without_gap view rho d k f Hv Hf c Hd Hc).
  - intros T x HT Hx; destruct (G T x HT Hx) as (r & R & P); specialize (M T x Hx).
    pose proof (Rmult_le_pos r (1 - pair_mean (fun a b => dot d (x a) (x b))) ltac:(lra) ltac:(lra)); lra.
  - intros T x HT Hx H0; destruct (G T x HT Hx) as (r & R & P); apply collapsed_of_products; [exact Hx|].
    rewrite H0, <- (Rmult_0_r r) in P; apply Rmult_le_reg_l in P; [lra|exact R].
Qed.

(** ** None *)

Lemma none_with_gap {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hf : continuity f) :
  (forall T, rho T -> pair_fit T (between k T)) ->
  (forall T, rho T -> exists y, contents T d y /\ view T d y /\ profile_gap (between k T) d y f < 0) ->
  NoneOf rho view d (factor_kernel d k f).
Proof.
  intros Hk HG T x HT Hx _ Hcx; destruct (HG T HT) as (y & Hy & Hvy & Hlt); exists y.
  split; [exact Hy|split; [exact Hvy|]].
  pose proof (law_gap d k f Hf T x (Hk T HT) Hx) as G; pose proof (law_gap d k f Hf T y (Hk T HT) Hy) as G'.
  rewrite (collapsed_gap d k f Hf T x (Hk T HT) Hx Hcx) in G; lra.
Qed.

(** A factor with a negative upper bound, and one law of labels that is spread. *)
Theorem none_negative {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) (g : L -> nat -> R) : rising f ->
  (forall T, rho T -> pair_fit T (between k T)) ->
  (forall T, rho T -> exists e, 0 < e /\ forall a b, (between k) T a b <= - e) ->
  (forall T, rho T -> contents T d (fun w => g (label T w)) /\
   pair_mean (fun a b => dot d (g (label T a)) (g (label T b))) < 1) ->
  NoneOf rho view d (factor_kernel d k f).
Proof.
  intros Hr Hk HN Hg; apply (none_with_gap view rho d k f Hf); [exact Hk|]; intros T HT;
    destruct (Hg T HT) as [Hx Hlt].
  exists (fun w => g (label T w)); split; [exact Hx|split; [apply Hv|]]; destruct (HN T HT) as (e & He & B).
  destruct (signed_gap d k f Hf (-1) T _ (Hk T HT) Hx Hr) with (c := e) as (r & R & P);
    [exact He|intros; specialize (B a b); lra|].
  set (q := pair_mean (fun a b => dot d (g (label T a)) (g (label T b)))) in *.
  pose proof (Rmult_lt_0_compat r (1 - q) R ltac:(lra)); lra.
Qed.

(** f(1) - f(cos(e u)) = s u^2/2 e^2 + o(e^2), uniformly for |u| <= U. *)
Lemma uniform_second_order (f : R -> R) s U eta : slope_at_one f s -> 0 < U -> 0 < eta ->
  exists delta, 0 < delta /\ forall e u, 0 < e < delta -> Rabs u <= U ->
  Rabs (f 1 - f (cos (e * u)) - s * (u * u) / 2 * (e * e)) <= eta * (e * e).
Proof.
  intros Hs HU Heta; destruct (second_order_cosine f s U Hs eta Heta) as (delta & D & P).
  exists delta; split; [exact D|]; intros e u He Hu; pose proof (Rabs_pos u) as Hu0.
  destruct (Req_dec u 0) as [->|Hne].
  - rewrite Rmult_0_r, cos_0.
    replace (f 1 - f 1 - s * (0 * 0) / 2 * (e * e)) with 0 by field; rewrite Rabs_R0.
    apply Rmult_le_pos; [lra|apply Rle_0_sqr].
  - set (r := Rabs u / U); assert (Hr : 0 < r <= 1).
    { split; [apply Rdiv_lt_0_compat; [apply Rabs_pos_lt, Hne|exact HU]|].
      apply (Rmult_le_reg_r U); [exact HU|unfold r; field_simplify; lra]. }
    assert (He' : 0 < e * r <= e).
    { split; [apply Rmult_lt_0_compat; lra|]; rewrite <- (Rmult_1_r e) at 2; apply Rmult_le_compat_l; lra. }
    specialize (P (e * r) ltac:(lra)).
    assert (E : cos (e * r * U) = cos (e * u)).
    { replace (e * r * U) with (e * Rabs u) by (unfold r; field; lra).
      destruct (Rcase_abs u) as [Hlt|Hge]; [rewrite Rabs_left by exact Hlt|rewrite Rabs_right by exact Hge;
        reflexivity].
      rewrite <- cos_neg; f_equal; ring. }
    assert (Q : r * r * (U * U) = u * u).
    { transitivity (Rabs u * Rabs u); [unfold r; field; lra|]; rewrite <- Rabs_mult; apply Rabs_right,
      Rle_ge, Rle_0_sqr. }
    rewrite E in P; replace (s * (U * U) / 2 * (e * r * (e * r))) with (s * (u * u) / 2 * (e * e)) in P
      by (rewrite <- Q; field).
    eapply Rle_trans; [exact P|]; apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat; lra.
Qed.

(** A function of the label with a negative form: the rotation by a small multiple of it gains. *)
Theorem none_by_form {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) (v : L -> R) : (2 <= d)%nat -> sloped f ->
  (forall T, rho T -> pair_fit T (between k T)) ->
  (forall T, rho T -> fit T (fun w => v (label T w)) /\
    token_form (between k T) (fun w => v (label T w)) < 0) ->
  NoneOf rho view d (factor_kernel d k f).
Proof.
  intros Hd (s & Hs & Hsl) Hk Hneg; apply (none_with_gap view rho d k f Hf); [exact Hk|]; intros T HT.
  destruct (Hneg T HT) as [Hfit Hlt]; set (V := fun w => v (label T w)) in *; specialize (Hk T HT).
  destruct (pair_bounded T _ Hk) as [M HM]; destruct (fit_bounded T V Hfit) as [N HN].
  set (m := token_form (between k T) V) in *; set (K := Rabs M + 1); set (U := 2 * Rabs N + 1).
  assert (HK : 0 < K) by (unfold K; pose proof (Rabs_pos M); lra).
  assert (HU : 0 < U) by (unfold U; pose proof (Rabs_pos N); lra).
  assert (Hm : 0 < - (s * m)) by (pose proof (Rmult_lt_compat_l s _ _ Hs Hlt); lra).
  destruct (uniform_second_order f s U (- (s * m) / (4 * K)) Hsl HU) as (delta & D & P);
    [apply Rdiv_lt_0_compat; lra|].
  set (e := delta / 2); assert (He : 0 < e < delta) by (unfold e; lra).
  assert (Hee : 0 < e * e) by (apply Rmult_lt_0_compat; lra).
  exists (fun w => rotate (e * V w)).
  assert (Hx : contents T d (fun w => rotate (e * V w))) by (apply rotate_angle; [exact Hd|apply fit_scal,
    Hfit]).
  split; [exact Hx|split; [exact (Hv T d (fun l => rotate (e * v l)))|]].
  assert (Hq : pair_fit T (fun a b => between k T a b * ((V a - V b) * (V a - V b)))) by (apply pair_mult;
    [exact Hk|fits]).
  assert (B : profile_gap (between k T) d (fun w => rotate (e * V w)) f
              <= s / 2 * (e * e) * m + K * (- (s * m) / (4 * K) * (e * e))).
  { unfold profile_gap, m, token_form; rewrite <- (pair_mean_scal _ _ Hq),
    <- (pair_mean_const (T := T) (K * _)).
    rewrite <- pair_mean_plus by first [apply pair_scal, Hq|apply pair_const].
    apply pair_mean_le; [apply profile_gap_fit; [exact Hk|apply Hx|exact Hf]| |].
    - apply pair_plus; [apply pair_scal, Hq|apply pair_const].
    - intros a b; rewrite rotate_dot by exact Hd.
      replace (e * V a - e * V b) with (e * (V a - V b)) by ring.
      assert (Hu : Rabs (V a - V b) <= U).
      { unfold Rminus; eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_Ropp.
        pose proof (HN a); pose proof (HN b); pose proof (Rle_abs N); unfold U; lra. }
      specialize (P e (V a - V b) He Hu); set (u := V a - V b) in *.
      set (r := f 1 - f (cos (e * u)) - s * (u * u) / 2 * (e * e)) in *.
      replace (between k T a b * (f 1 - f (cos (e * u))))
        with (s / 2 * (e * e) * (between k T a b * (u * u)) + between k T a b * r) by (unfold r; field).
      apply Rplus_le_compat_l; eapply Rle_trans; [apply Rle_abs|]; rewrite Rabs_mult.
      apply Rmult_le_compat; auto using Rabs_pos; unfold K; pose proof (Rle_abs M); specialize (HM a b);
        lra. }
  replace (K * (- (s * m) / (4 * K) * (e * e))) with (- (s * m) / 4 * (e * e)) in B by (field; lra).
  pose proof (Rmult_lt_0_compat _ _ Hm Hee); lra.
Qed.

(** ** Some *)

(** No law has more energy than the collapsed ones, and one that is spread has as much. *)
Theorem some_by_tie {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat -> factor_mean rho k c ->
  (forall T x, rho T -> contents T d x -> 0 <= profile_gap (between k T) d x f) ->
  (forall T, rho T -> exists y, contents T d y /\ view T d y /\ profile_gap (between k T) d y f = 0 /\
   pair_mean (fun a b => dot d (y a) (y b)) < 1) ->
  SomeOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc Hle HG T HT; split.
  - exists (fun _ => basis 0); pose proof (constant_contents T d Hd) as Hx.
    assert (Hcx : law_collapsed T d (fun _ => basis 0)) by (apply constant_collapsed, basis_unit; lia).
    split; [|exact Hcx].
    apply (best_without_gap view rho d k f Hf c Hc Hle T _ HT Hx (view_constant view d Hv T _)).
    apply (collapsed_gap d k f Hf); [apply (Hc T HT)|exact Hx|exact Hcx].
  - destruct (HG T HT) as (y & Hy & Hvy & H0 & Hlt); exists y; split;
    [apply (best_without_gap view rho d k f Hf c); assumption|].
    intros Hcy; pose proof (products_of_collapsed T d y Hy Hcy) as H1.
    rewrite (spread_mean d) in H1 by exact Hy; lra.
Qed.

(** The gap of a positive semidefinite form is nonnegative for ascending profiles. *)
Lemma ascending_gap {L : Type} (d : nat) (k : L -> L -> R) (f : R -> R) (Hf : continuity f)
  (T : labelled L) x : pair_fit T (between k T) -> token_psd (between k T) -> ascending f -> contents T d x ->
  0 <= profile_gap (between k T) d x f.
Proof.
  intros Hk HP (a & Ha & Hs) [Hx H1].
  pose proof (series_gap _ Hk d x Hx H1 a f Hf Ha Hs HP 1 (le_n 1)) as G.
  pose proof (token_gap_nonneg _ Hk d x Hx H1 HP 1) as G1.
  pose proof (Rmult_le_pos _ _ (Ha 1%nat (le_n 1)) G1); lra.
Qed.

(** The law of labels that the tokens T0 have: every function of two labels is admissible
  with the same mean. *)
Definition same_labels {L} (T0 T : labelled L) : Prop :=
  forall K, pair_fit T0 (between K T0) -> pair_fit T (between K T) /\ pair_mean (between K T)
    = pair_mean (between K T0).

Lemma same_labels_mean {L} (T0 : labelled L) K :
  pair_fit T0 (between K T0) -> factor_mean (same_labels T0) K (pair_mean (between K T0)).
Proof. intros HK T HT; apply HT, HK. Qed.
