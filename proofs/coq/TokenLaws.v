(** * Laws of tokens: any space of labels, slices of any kind

    Overview.  A law of tokens enters the energy only
      by means of functions of one and of two tokens.  [tokens] lists
    what is used of them: bounded functions, closed under sums, products and continuous functions;
      a mean that is
    linear, monotone and 1 on 1;
      two means in a row commute.  Every probability measure on a measurable space is of
    this kind, with the bounded measurable functions of one and of two tokens.  A token omega has a label
    l(omega) and a content x(omega), a unit vector of R^d.  With omega = (label,
      content) this is any law on labels and contents;
    where the content is a function of the label ([graph]) it is a graph law.  The energy is

        E(x) = 1/2 mean h(l(omega), l(omega'), x(omega), x(omega')),

    and [rho] stands for a law of labels: a property of tokens with labels,
      such as given means of functions of the
    label.  A law is collapsed if mean |x - u|^2 = 0 for one unit vector u: x = u almost surely.

    The claims: [AllOf] (maximisers exist, and they are exactly the collapsed laws), [SomeOf] (some are,
      some are
    not), [NoneOf] (no collapsed law is a maximiser, not even among the laws on the same tokens).

    Key results: the rules of means, [collapsed_of_products] (mean <x, x'> = 1 only if x is collapsed),
      and finitely
    many tokens with weights ([finite_tokens]) as an example. *)

From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Collapse Require Import Sums Vectors Energy.
Local Open Scope R_scope.

Record tokens : Type := Tokens {
  token : Type;
  fit : (token -> R) -> Prop;  (* the admissible functions of one token *)
  pair_fit : (token -> token -> R) -> Prop;  (* and of two *)
  mean : (token -> R) -> R;
  fit_const : forall c, fit (fun _ => c);
  fit_plus : forall u v, fit u -> fit v -> fit (fun a => u a + v a);
  fit_mult : forall u v, fit u -> fit v -> fit (fun a => u a * v a);
  fit_comp : forall g u, continuity g -> fit u -> fit (fun a => g (u a));
  fit_bounded : forall u, fit u -> exists M, forall a, Rabs (u a) <= M;
  pair_first : forall u, fit u -> pair_fit (fun a _ => u a);
  pair_swap : forall F, pair_fit F -> pair_fit (fun a b => F b a);
  pair_plus : forall F G, pair_fit F -> pair_fit G -> pair_fit (fun a b => F a b + G a b);
  pair_mult : forall F G, pair_fit F -> pair_fit G -> pair_fit (fun a b => F a b * G a b);
  pair_comp : forall g F, continuity g -> pair_fit F -> pair_fit (fun a b => g (F a b));
  pair_bounded : forall F, pair_fit F -> exists M, forall a b, Rabs (F a b) <= M;
  pair_row : forall F, pair_fit F -> forall a, fit (F a);
  pair_mean_fit : forall F, pair_fit F -> fit (fun a => mean (F a));
  mean_one : mean (fun _ => 1) = 1;
  mean_plus : forall u v, fit u -> fit v -> mean (fun a => u a + v a) = mean u + mean v;
  mean_scal : forall c u, fit u -> mean (fun a => c * u a) = c * mean u;
  mean_le : forall u v, fit u -> fit v -> (forall a, u a <= v a) -> mean u <= mean v;
  mean_swap : forall F, pair_fit F -> mean (fun a => mean (F a)) = mean (fun b => mean (fun a => F a b))
}.

(** Tokens with labels in L. *)
Record labelled (L : Type) : Type := Labelled { base :> tokens; label : token base -> L }.
Arguments base {L}.
Arguments label {L}.

Notation function T := (token T -> R).
Notation pairs T := (token T -> token T -> R).

(** ** The rules of means *)

(** The mean of a function of two tokens. *)
Definition pair_mean {T : tokens} (F : pairs T) : R := mean T (fun a => mean T (F a)).

Lemma fit_ext {T : tokens} (u v : function T) : (forall a, u a = v a) -> fit T u -> fit T v.
Proof. intros H; replace v with u; [auto|apply functional_extensionality, H]. Qed.

Lemma mean_ext {T : tokens} (u v : function T) : (forall a, u a = v a) -> mean T u = mean T v.
Proof. intros H; f_equal; apply functional_extensionality, H. Qed.

Lemma pair_fit_ext {T : tokens} (F G : pairs T) : (forall a b, F a b = G a b) -> pair_fit T F -> pair_fit T G.
Proof.
  intros H; replace G with F; [auto|]; apply functional_extensionality; intros a.
  apply functional_extensionality, H.
Qed.

Lemma pair_mean_ext {T : tokens} (F G : pairs T) : (forall a b, F a b = G a b) -> pair_mean F = pair_mean G.
Proof. intros H; apply mean_ext; intros a; apply mean_ext, H. Qed.

Lemma fit_scal {T : tokens} c (u : function T) : fit T u -> fit T (fun a => c * u a).
Proof. intros; apply fit_mult; [apply fit_const|assumption]. Qed.

Lemma fit_opp {T : tokens} (u : function T) : fit T u -> fit T (fun a => - u a).
Proof. intros H; apply (fit_ext (fun a => -1 * u a)); [intros; ring|apply fit_scal, H]. Qed.

Lemma fit_minus {T : tokens} (u v : function T) : fit T u -> fit T v -> fit T (fun a => u a - v a).
Proof. intros; apply (fit_plus T u (fun a => - v a)); [assumption|apply fit_opp; assumption]. Qed.

Lemma fit_pow {T : tokens} (u : function T) p : fit T u -> fit T (fun a => u a ^ p).
Proof. intros H; induction p as [|p IH]; simpl; [apply fit_const|apply fit_mult; assumption]. Qed.

Lemma fit_rsum {T : tokens} n (U : nat -> token T -> R) :
  (forall i, (i < n)%nat -> fit T (U i)) -> fit T (fun a => rsum n (fun i => U i a)).
Proof.
  induction n as [|n IH]; simpl; intros H; [apply fit_const|].
  apply fit_plus; [apply IH; auto|apply H; lia].
Qed.

Lemma pair_const {T : tokens} c : pair_fit T (fun _ _ => c).
Proof. apply (pair_first T (fun _ => c)), fit_const. Qed.

Lemma pair_second {T : tokens} (u : function T) : fit T u -> pair_fit T (fun _ b => u b).
Proof. intros H; apply (pair_swap T (fun a _ => u a)), pair_first, H. Qed.

Lemma pair_product {T : tokens} (u v : function T) : fit T u -> fit T v -> pair_fit T (fun a b => u a * v b).
Proof. intros; apply pair_mult; [apply (pair_first T u)|apply (pair_second v)]; assumption. Qed.

Lemma pair_scal {T : tokens} c (F : pairs T) : pair_fit T F -> pair_fit T (fun a b => c * F a b).
Proof. intros; apply (pair_mult T (fun _ _ => c)); [apply pair_const|assumption]. Qed.

Lemma pair_minus {T : tokens} (F G : pairs T) : pair_fit T F -> pair_fit T G ->
  pair_fit T (fun a b => F a b - G a b).
Proof.
  intros HF HG; apply (pair_fit_ext (fun a b => F a b + -1 * G a b)); [intros; ring|].
  apply pair_plus; [exact HF|apply pair_scal, HG].
Qed.

Lemma pair_pow {T : tokens} (F : pairs T) p : pair_fit T F -> pair_fit T (fun a b => F a b ^ p).
Proof. intros H; induction p as [|p IH]; simpl; [apply pair_const|apply pair_mult; assumption]. Qed.

Lemma pair_rsum {T : tokens} n (U : nat -> token T -> token T -> R) :
  (forall i, (i < n)%nat -> pair_fit T (U i)) -> pair_fit T (fun a b => rsum n (fun i => U i a b)).
Proof.
  induction n as [|n IH]; simpl; intros H; [apply pair_const|].
  apply pair_plus; [apply IH; auto|apply H; lia].
Qed.

Lemma mean_const {T : tokens} c : mean T (fun _ => c) = c.
Proof.
  transitivity (c * mean T (fun _ => 1)); [|rewrite mean_one; ring].
  rewrite <- mean_scal by apply fit_const; apply mean_ext; intros; ring.
Qed.

Lemma mean_minus {T : tokens} (u v : function T) : fit T u -> fit T v -> mean T (fun a => u a - v a)
  = mean T u - mean T v.
Proof.
  intros Hu Hv; rewrite (mean_ext _ (fun a => u a + -1 * v a)) by (intros; ring).
  rewrite mean_plus, mean_scal; [ring|assumption|assumption|apply fit_scal, Hv].
Qed.

Lemma mean_rsum {T : tokens} n (U : nat -> token T -> R) :
  (forall i, (i < n)%nat -> fit T (U i)) ->
  mean T (fun a => rsum n (fun i => U i a)) = rsum n (fun i => mean T (U i)).
Proof.
  induction n as [|n IH]; simpl; intros H; [apply mean_const|].
  rewrite mean_plus; [rewrite IH; auto|apply fit_rsum; auto|apply H; lia].
Qed.

Lemma mean_nonneg {T : tokens} (u : function T) : fit T u -> (forall a, 0 <= u a) -> 0 <= mean T u.
Proof. intros Hu H; rewrite <- (mean_const (T := T) 0); apply mean_le; [apply fit_const|assumption|
  assumption]. Qed.

Lemma pair_mean_const {T : tokens} c : pair_mean (T := T) (fun _ _ => c) = c.
Proof. unfold pair_mean; rewrite mean_const; apply mean_const. Qed.

Lemma pair_mean_plus {T : tokens} (F G : pairs T) :
  pair_fit T F -> pair_fit T G -> pair_mean (fun a b => F a b + G a b) = pair_mean F + pair_mean G.
Proof.
  intros HF HG; unfold pair_mean; rewrite <- mean_plus by (apply pair_mean_fit; assumption).
  apply mean_ext; intros a; apply mean_plus; apply pair_row; assumption.
Qed.

Lemma pair_mean_scal {T : tokens} c (F : pairs T) : pair_fit T F -> pair_mean (fun a b => c * F a b)
  = c * pair_mean F.
Proof.
  intros HF; unfold pair_mean; rewrite <- mean_scal by (apply pair_mean_fit; assumption).
  apply mean_ext; intros a; apply mean_scal; apply pair_row; assumption.
Qed.

Lemma pair_mean_minus {T : tokens} (F G : pairs T) :
  pair_fit T F -> pair_fit T G -> pair_mean (fun a b => F a b - G a b) = pair_mean F - pair_mean G.
Proof.
  intros HF HG; rewrite (pair_mean_ext _ (fun a b => F a b + -1 * G a b)) by (intros; ring).
  rewrite pair_mean_plus, pair_mean_scal; [ring|assumption|assumption|apply pair_scal, HG].
Qed.

Lemma pair_mean_rsum {T : tokens} n (U : nat -> token T -> token T -> R) :
  (forall i, (i < n)%nat -> pair_fit T (U i)) ->
  pair_mean (fun a b => rsum n (fun i => U i a b)) = rsum n (fun i => pair_mean (U i)).
Proof.
  induction n as [|n IH]; simpl; intros H.
  - apply pair_mean_const.
  - rewrite pair_mean_plus; [rewrite IH; auto|apply pair_rsum; auto|apply H; lia].
Qed.

Lemma pair_mean_le {T : tokens} (F G : pairs T) :
  pair_fit T F -> pair_fit T G -> (forall a b, F a b <= G a b) -> pair_mean F <= pair_mean G.
Proof.
  intros HF HG H; apply mean_le; [apply pair_mean_fit, HF|apply pair_mean_fit, HG|]; intros a.
  apply mean_le; [apply pair_row, HF|apply pair_row, HG|apply H].
Qed.

Lemma pair_mean_nonneg {T : tokens} (F : pairs T) : pair_fit T F -> (forall a b, 0 <= F a b) ->
  0 <= pair_mean F.
Proof.
  intros HF H; rewrite <- (pair_mean_const (T := T) 0).
  apply (pair_mean_le (fun _ _ => 0)); [apply pair_const|assumption|assumption].
Qed.

Lemma pair_mean_abs {T : tokens} (F : pairs T) e : pair_fit T F -> (forall a b, Rabs (F a b) <= e) ->
  Rabs (pair_mean F) <= e.
Proof.
  intros HF H; assert (B : forall a b, - e <= F a b <= e).
  { intros a b; specialize (H a b); pose proof (Rle_abs (F a b)); pose proof (Rle_abs (- F a b)) as N.
    rewrite Rabs_Ropp in N; lra. }
  apply Rabs_le; split; [rewrite <- (pair_mean_const (T := T) (- e))|rewrite <- (pair_mean_const (T := T) e)];
    apply pair_mean_le; try apply pair_const; try assumption; intros; apply B.
Qed.

Lemma pair_mean_swap {T : tokens} (F : pairs T) : pair_fit T F -> pair_mean F = pair_mean (fun a b => F b a).
Proof. apply mean_swap. Qed.

(** mean u(omega) v(omega') = mean u mean v. *)
Lemma pair_mean_product {T : tokens} (u v : function T) : fit T u -> fit T v ->
  pair_mean (fun a b => u a * v b) = mean T u * mean T v.
Proof.
  intros Hu Hv; unfold pair_mean.
  rewrite (mean_ext _ (fun a => mean T v * u a)) by (intros; rewrite mean_scal by assumption; ring).
  rewrite mean_scal by assumption; ring.
Qed.

(** If mean u^2 = 0, then mean u v = 0 for every v. *)
Lemma mean_square_zero {T : tokens} (u v : function T) : fit T u -> fit T v -> mean T (fun a => u a * u a)
  = 0 -> mean T (fun a => u a * v a) = 0.
Proof.
  intros Hu Hv H.
  pose proof (fit_mult T _ _ Hu Hu) as Huu; pose proof (fit_mult T _ _ Hu Hv) as Huv.
  pose proof (fit_mult T _ _ Hv Hv) as Hvv.
  assert (P : forall c, 2 * c * mean T (fun a => u a * v a) <= mean T (fun a => v a * v a)).
  { intros c; pose proof (fit_plus T _ _ (fit_scal (-2 * c) _ Huv) Hvv) as Hs.
    pose proof (mean_nonneg _ (fit_plus T _ _ (fit_scal (c * c) _ Huu) Hs)) as Q.
    rewrite mean_plus, mean_scal, mean_plus, mean_scal, H in Q by auto using fit_scal.
    cut (0 <= c * c * 0 + (-2 * c * mean T (fun a => u a * v a) + mean T (fun a => v a * v a))); [lra|].
    apply Q; intros a; pose proof (Rle_0_sqr (c * u a - v a)) as S; unfold Rsqr in S; lra. }
  set (m := mean T (fun a => u a * v a)) in *; set (s := mean T (fun a => v a * v a)) in *.
  destruct (Req_dec m 0) as [|Hm]; [assumption|exfalso].
  specialize (P ((s + 1) / (2 * m))); replace (2 * ((s + 1) / (2 * m)) * m) with (s + 1) in P by (field;
    auto); lra.
Qed.

Create HintDb fits.

(** Proves that functions of one or two tokens are admissible, from the rules and the context. *)
Ltac fits :=
  cbv beta; repeat match goal with
  | |- forall _, _ => intro
  | |- fit _ _ => first [eassumption | solve [eauto with fits] | apply fit_const | apply fit_plus |
    apply fit_minus
                        | apply fit_opp | apply fit_mult | apply fit_pow | apply fit_rsum]
  | |- pair_fit _ _ => first [eassumption | solve [eauto with fits] | apply pair_const | apply pair_plus
                        | apply pair_minus | apply pair_mult | apply pair_pow | apply pair_rsum
                        | apply pair_first | apply pair_second]
  end.

(** ** Contents, energies, claims *)

(** Interactions of two labels and two contents; and a view is a property of contents. *)
Notation interaction L := (L -> L -> (nat -> R) -> (nat -> R) -> R).
Notation views L := (forall T : labelled L, nat -> (token T -> nat -> R) -> Prop).

(** Contents: unit vectors of R^d with admissible coordinates. *)
Definition contents {L : Type} (T : labelled L) (d : nat) (x : token T -> nat -> R) : Prop :=
  (forall a, (a < d)%nat -> fit T (fun w => x w a)) /\ forall w, dot d (x w) (x w) = 1.

(** The content is a function of the label. *)
Definition graph {L : Type} (T : labelled L) (d : nat) (x : token T -> nat -> R) : Prop :=
  exists g : L -> nat -> R, forall w, same d (x w) (g (label T w)).

(** Every law. *)
Definition any {L : Type} (T : labelled L) (d : nat) (x : token T -> nat -> R) : Prop := True.

(** The view contains the laws whose content is a function of the label. *)
Definition admits_graphs {L : Type} (view : views L) : Prop :=
  forall (T : labelled L) d (g : L -> nat -> R), view T d (fun w => g (label T w)).

Lemma any_admits_graphs {L : Type} : admits_graphs (@any L).
Proof. intros T d g; exact I. Qed.

Lemma graph_admits_graphs {L : Type} : admits_graphs (@graph L).
Proof. intros T d g; exists g; intros w a _; reflexivity. Qed.

(** x = u almost surely, for one unit vector u. *)
Definition law_collapsed {L : Type} (T : labelled L) (d : nat) (x : token T -> nat -> R) : Prop :=
  exists u, dot d u u = 1 /\ mean T (fun w => dot d (fun a => x w a - u a) (fun a => x w a - u a)) = 0.

(** E(x) = 1/2 mean h(l, l', x, x'). *)
Definition law_energy {L : Type} (T : labelled L) (h : interaction L) (x : token T -> nat -> R) : R :=
  / 2 * pair_mean (fun a b => h (label T a) (label T b) (x a) (x b)).

(** h = k f(<x, y>). *)
Definition factor_kernel {L : Type} (d : nat) (k : L -> L -> R) (f : R -> R) : interaction L :=
  fun xi zeta x y => k xi zeta * f (dot d x y).

(** x on the tokens T has the largest energy of all laws with the label law rho. *)
Definition best {L : Type} (rho : labelled L -> Prop) (view : views L) d (h : interaction L) 
  (T : labelled L) x : Prop :=
  rho T /\ contents T d x /\ view T d x /\
  forall T' y, rho T' -> contents T' d y -> view T' d y -> law_energy T' h y <= law_energy T h x.

(** "all": the maximisers are exactly the collapsed laws, and whatever tokens there are carry one. *)
Definition AllOf {L : Type} (rho : labelled L -> Prop) (view : views L) d (h : interaction L) : Prop :=
  forall T, rho T -> (exists x, contents T d x /\ view T d x /\ law_collapsed T d x) /\
  forall x, contents T d x -> view T d x -> (best rho view d h T x <-> law_collapsed T d x).

(** "some": whatever tokens there are carry a maximiser that is collapsed and one that is not. *)
Definition SomeOf {L : Type} (rho : labelled L -> Prop) (view : views L) d (h : interaction L) : Prop :=
  forall T, rho T -> (exists x, best rho view d h T x /\ law_collapsed T d x) /\
  exists x, best rho view d h T x /\ ~ law_collapsed T d x.

(** "none": every collapsed law has less energy than another law on the same tokens. *)
Definition NoneOf {L : Type} (rho : labelled L -> Prop) (view : views L) d (h : interaction L) : Prop :=
  forall T x, rho T -> contents T d x -> view T d x -> law_collapsed T d x ->
  exists y, contents T d y /\ view T d y /\ law_energy T h x < law_energy T h y.

Lemma none_not_best {L : Type} (rho : labelled L -> Prop) (view : views L) d (h : interaction L) :
  NoneOf rho view d h -> forall T x, best rho view d h T x -> ~ law_collapsed T d x.
Proof.
  intros H T x (HT & Hx & Hv & Hb) Hc; destruct (H T x HT Hx Hv Hc) as (y & Hy & Hvy & Hlt).
  specialize (Hb T y HT Hy Hvy); lra.
Qed.

Lemma contents_pair {L : Type} (T : labelled L) d x : contents T d x ->
  pair_fit T (fun a b => dot d (x a) (x b)).
Proof. intros [Hx _]; unfold dot; fits. Qed.

Lemma contents_bounds {L : Type} (T : labelled L) d x a b : contents T d x -> -1 <= dot d (x a) (x b) <= 1.
Proof. intros [_ Hu]; apply dot_unit_bounds; apply Hu. Qed.

(** The constant content e_0. *)
Lemma constant_contents {L : Type} (T : labelled L) d : (1 <= d)%nat -> contents T d (fun _ => basis 0).
Proof. intros Hd; split; [intros; apply fit_const|intros; apply basis_unit; lia]. Qed.

Lemma constant_graph {L : Type} (T : labelled L) d u : graph T d (fun _ => u).
Proof. exists (fun _ => u); intros w a _; reflexivity. Qed.

Lemma constant_collapsed {L : Type} (T : labelled L) d u : dot d u u = 1 -> law_collapsed T d (fun _ => u).
Proof.
  intros Hu; exists u; split; [exact Hu|]; rewrite (mean_ext _ (fun _ => 0)), mean_const; [reflexivity|].
  intros _; apply rsum_zero; intros; ring.
Qed.

(** mean <x, x'> = |mean x|^2. *)
Lemma mean_products {L : Type} (T : labelled L) d x : contents T d x ->
  pair_mean (fun a b => dot d (x a) (x b))
    = rsum d (fun i => mean T (fun w => x w i) * mean T (fun w => x w i)).
Proof.
  intros [Hx _]; unfold dot; rewrite pair_mean_rsum.
  - apply rsum_ext; intros i Hi; apply pair_mean_product; auto.
  - intros i Hi; apply pair_product; auto.
Qed.

(** mean |x - u|^2 = |u|^2 + 1 - 2 <mean x, u>. *)
Lemma mean_distance {L : Type} (T : labelled L) d x u : contents T d x ->
  mean T (fun w => dot d (fun a => x w a - u a) (fun a => x w a - u a))
  = 1 + dot d u u - 2 * dot d (fun i => mean T (fun w => x w i)) u.
Proof.
  intros [Hx H1]; rewrite (mean_ext _ (fun w => (1 + dot d u u) - 2 * dot d (x w) u)).
  - unfold dot at 2 3; rewrite mean_minus, mean_const, mean_scal, mean_rsum; fits; auto.
    f_equal; f_equal; apply rsum_ext; intros i Hi.
    rewrite (mean_ext _ (fun w => u i * x w i)) by (intros; ring); rewrite mean_scal by auto; ring.
  - intros w; rewrite dot_difference, H1; reflexivity.
Qed.

(** If the mean of <x, x'> is 1, x is collapsed, at its mean. *)
Lemma collapsed_of_products {L : Type} (T : labelled L) d x :
  contents T d x -> 1 <= pair_mean (fun a b => dot d (x a) (x b)) -> law_collapsed T d x.
Proof.
  intros Hx H; set (u := fun i => mean T (fun w => x w i)).
  assert (E : pair_mean (fun a b => dot d (x a) (x b)) = dot d u u) by (rewrite mean_products by exact Hx;
    reflexivity).
  assert (U : dot d u u = 1).
  { apply Rle_antisym; [|lra]; rewrite <- E, <- (pair_mean_const (T := T) 1).
    apply (pair_mean_le _ (fun _ _ => 1)); [apply contents_pair, Hx|apply pair_const|].
    intros a b; apply (contents_bounds T d x a b Hx). }
  exists u; split; [exact U|]; rewrite mean_distance by exact Hx; fold u; rewrite U; ring.
Qed.

(** A collapsed law has mean <x, x'> = 1. *)
Lemma products_of_collapsed {L : Type} (T : labelled L) d x :
  contents T d x -> law_collapsed T d x -> pair_mean (fun a b => 1 - dot d (x a) (x b)) = 0.
Proof.
  intros Hx (u & Hu & H); rewrite pair_mean_minus by first [apply pair_const|apply contents_pair, Hx].
  rewrite mean_products by exact Hx; rewrite pair_mean_const.
  rewrite mean_distance, Hu in H by exact Hx; set (m := fun i => mean T (fun w => x w i)) in *.
  assert (E : pair_mean (fun a b => dot d (x a) (x b)) = dot d m m) by apply (mean_products T d x Hx).
  change (1 - dot d m m = 0); assert (A : dot d m u = 1) by lra; assert (B : dot d m m <= 1).
  { rewrite <- E, <- (pair_mean_const (T := T) 1).
    apply (pair_mean_le _ (fun _ _ => 1)); [apply contents_pair, Hx|apply pair_const|].
    intros a b; apply (contents_bounds T d x a b Hx). }
  pose proof (dot_self_nonneg d (fun a => m a - u a)) as C; rewrite dot_difference, A, Hu in C; lra.
Qed.
