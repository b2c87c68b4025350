(** * T5 for laws of tokens and profiles with nonnegative Gegenbauer coefficients: null spaces of constants

    Overview.  Claims about a [zonal] profile of R^d from those about the linear profile and about |f|
    (ZonalTokens.v).  Two arguments need neither.

    "All": on a part p of the labels null vectors v have no variance, and their mean there is the mean of v:
    mean v mean (p v) = mean (p v^2).  Without a gap a Gram kernel then has the same mean between p and all
    labels as on the diagonal of p, so that mean p (f(1) - f(<x, x'>)) = 0, and x is collapsed if f is largest
    at t = 1 alone.  On blocks p is a block with D > 0 where null vectors of L are constant; on the circle
    p = 1 where khat(m) < khat(0).

    "Some": where f(t) = f(1), half of the labels at a unit vector, half at another one with the product t.

    Key results: [zonal_all_constant], [some_turned], [zonal_some_turned]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative TokenLaws TokenModels
  TokenLaplacian TokenClaims TokenPeaked Schoenberg Zonal ZonalClaims ZonalTokens.
Local Open Scope R_scope.

(** ** Null vectors without variance on a part of the labels *)

(** Without a gap a Gram kernel has the same mean between all tokens and p as on the diagonal of p. *)
Lemma gram_token_means {T : tokens} (A : pairs T) d (x : token T -> nat -> R) (p : token T -> R) K :
  pair_fit T A -> token_psd A -> (forall a, (a < d)%nat -> fit T (fun w => x w a)) -> fit T p ->
  (forall v, fit T v -> token_form A v = 0 ->
     mean T v * mean T (fun w => p w * v w) = mean T (fun w => p w * (v w * v w))) -> gram d K ->
  pair_mean (fun a b => A a b * kernel_distance K (x a) (x b)) = 0 ->
  pair_mean (fun a b => p b * K (x a) (x b)) = mean T (fun w => p w * K (x w) (x w)).
Proof.
  intros HA HP Hx Hp HN; induction 1 as [c F Hc HF|K M GK IK GM IM|K M E GK IK]; intros H0.
  - pose proof (polynomial_fit d x F Hx HF) as P; set (v := fun w => F (x w)) in *.
    assert (FD : pair_fit T (fun a b => A a b * ((v a - v b) * (v a - v b)))).
    { apply pair_mult; [exact HA|]; apply pair_mult; apply pair_minus;
        first [exact (pair_first T _ P)|exact (pair_second _ P)]. }
    rewrite (pair_mean_ext _ (fun a b => c * (A a b * ((v a - v b) * (v a - v b))))) in H0
      by (intros; unfold kernel_distance, v; ring).
    rewrite pair_mean_scal in H0 by exact FD.
    rewrite (pair_mean_ext _ (fun a b => c * (v a * (p b * v b)))) by (intros; unfold v; ring).
    rewrite (mean_ext _ (fun w => c * (p w * (v w * v w)))) by (intros; unfold v; ring).
    pose proof (fit_mult T p v Hp P) as PV.
    rewrite pair_mean_scal by (apply (pair_product v (fun w => p w * v w)); assumption).
    rewrite (pair_mean_product v (fun w => p w * v w) P PV), mean_scal
      by (apply fit_mult; [exact Hp|apply fit_mult; exact P]).
    apply Rmult_integral in H0; destruct H0 as [->|H0]; [ring|]; rewrite (HN v P H0); reflexivity.
  - pose proof (token_gram A d x K HA HP Hx GK) as PK; pose proof (token_gram A d x M HA HP Hx GM) as PM.
    assert (S : pair_mean (fun a b => A a b * kernel_distance K (x a) (x b))
      + pair_mean (fun a b => A a b * kernel_distance M (x a) (x b)) = 0).
    { rewrite <- H0, <- pair_mean_plus by (apply pair_mult; [exact HA|apply (distance_fit d); assumption]).
      apply pair_mean_ext; intros; unfold kernel_distance; ring. }
    specialize (IK ltac:(lra)); specialize (IM ltac:(lra)).
    destruct (gram_fit d x K Hx GK) as [DK FK]; destruct (gram_fit d x M Hx GM) as [DM FM].
    rewrite (pair_mean_ext _ (fun a b => p b * K (x a) (x b) + p b * M (x a) (x b))) by (intros; ring).
    rewrite (mean_ext _ (fun w => p w * K (x w) (x w) + p w * M (x w) (x w))) by (intros; ring).
    rewrite pair_mean_plus, mean_plus by first [apply pair_mult; [exact (pair_second _ Hp)|assumption]
      |apply fit_mult; assumption]; lra.
  - rewrite (pair_mean_ext _ (fun a b => p b * K (x a) (x b))) by (intros; rewrite E; reflexivity).
    rewrite (mean_ext _ (fun w => p w * K (x w) (x w))) by (intros; rewrite E; reflexivity).
    apply IK; rewrite <- H0; apply pair_mean_ext; intros; unfold kernel_distance; rewrite !E; reflexivity.
Qed.

(** <x, x'> = 1 between a part of the labels and all labels: x is collapsed. *)
Lemma collapsed_of_part {L : Type} (T : labelled L) d x (p : token T -> R) : contents T d x -> fit T p ->
  (forall w, 0 <= p w) -> 0 < mean T p -> pair_mean (fun a b => p b * (1 - dot d (x a) (x b))) = 0 ->
  law_collapsed T d x.
Proof.
  intros Hx Fp Hp Hm H0; set (m := mean T p) in *; set (X := fun i => mean T (fun w => x w i)).
  set (Y := fun i => mean T (fun w => p w * x w i)); pose proof Hx as [Fx _].
  pose proof (contents_pair T d x Hx) as FD.
  assert (E : dot d X Y = m).
  { rewrite (pair_mean_ext _ (fun a b => p b - p b * dot d (x a) (x b))) in H0 by (intros; ring).
    rewrite pair_mean_minus in H0 by first [exact (pair_second _ Fp)|apply pair_mult;
      [exact (pair_second _ Fp)|exact FD]].
    assert (E1 : pair_mean (fun _ b => p b) = m) by exact (mean_const (T := T) (mean T p)).
    assert (E2 : pair_mean (fun a b => p b * dot d (x a) (x b)) = dot d X Y); [|lra].
    rewrite (pair_mean_ext _ (fun a b => rsum d (fun i => x a i * (p b * x b i))))
      by (intros; unfold dot; rewrite <- rsum_scal; apply rsum_ext; intros; ring).
    rewrite pair_mean_rsum by (intros i Hi; apply (pair_product (fun w => x w i));
      [apply Fx, Hi|apply fit_mult; [exact Fp|apply Fx, Hi]]).
    apply rsum_ext; intros i Hi; apply pair_mean_product; [apply Fx, Hi|apply fit_mult;
      [exact Fp|apply Fx, Hi]]. }
  assert (BX : dot d X X <= 1).
  { unfold dot, X; rewrite <- (mean_products T d x Hx), <- (pair_mean_const (T := T) 1).
    apply pair_mean_le; [exact FD|apply pair_const|intros a b; apply (contents_bounds T d x a b Hx)]. }
  assert (BY : dot d Y Y <= m * m).
  { assert (Q : dot d Y Y = pair_mean (fun a b => p a * p b * dot d (x a) (x b))).
    { rewrite (pair_mean_ext _ (fun a b => rsum d (fun i => (p a * x a i) * (p b * x b i))))
        by (intros; unfold dot; rewrite <- rsum_scal; apply rsum_ext; intros; ring).
      rewrite pair_mean_rsum by (intros i Hi; apply pair_product; (apply fit_mult; [exact Fp|apply Fx, Hi])).
      apply rsum_ext; intros i Hi; symmetry; apply pair_mean_product; (apply fit_mult; [exact Fp|]);
        apply Fx, Hi. }
    rewrite Q; unfold m; rewrite <- (pair_mean_product p p Fp Fp); apply pair_mean_le.
    - apply pair_mult; [apply pair_product; exact Fp|exact FD].
    - apply pair_product; exact Fp.
    - intros a b; rewrite <- (Rmult_1_r (p a * p b)) at 2; apply Rmult_le_compat_l;
        [apply Rmult_le_pos; apply Hp|apply (contents_bounds T d x a b Hx)]. }
  apply collapsed_of_products; [exact Hx|]; rewrite mean_products by exact Hx; change (1 <= dot d X X).
  pose proof (dot_self_nonneg d (fun i => m * X i - Y i)) as S; rewrite dot_difference in S.
  rewrite dot_scal_l, (dot_comm d X (fun i => m * X i)), !dot_scal_l, E in S.
  assert (C : 0 <= m * m * (dot d X X - 1)) by lra.
  apply Rnot_lt_le; intros C'; pose proof (Rmult_lt_0_compat (m * m) (1 - dot d X X)
    ltac:(apply Rmult_lt_0_compat; exact Hm) ltac:(lra)); lra.
Qed.

(** "All": f is zonal and largest at t = 1 alone, null vectors have no variance on p. *)
Theorem zonal_all_constant {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (p : L -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (1 <= d)%nat ->
  factor_mean rho k c -> (forall T, rho T -> token_psd (between k T)) ->
  (forall T, rho T -> fit T (fun w => p (label T w)) /\ (forall l, 0 <= p l)
     /\ 0 < mean T (fun w => p (label T w))) ->
  (forall T v, rho T -> fit T v -> token_form (between k T) v = 0 ->
     mean T v * mean T (fun w => p (label T w) * v w) = mean T (fun w => p (label T w) * (v w * v w))) ->
  zonal d f -> peaked f -> AllOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc HP Hp HN HZ Hk; apply (all_without_gap view rho d k f Hv Hf c Hd Hc).
  - intros T x HT Hx; apply zonal_gap_of; [apply (Hc T HT)|apply HP, HT|exact HZ|exact Hx].
  - intros T x HT Hx H0; destruct (Hc T HT) as [F _]; destruct (Hp T HT) as (Fp & P0 & Pm).
    pose proof Hx as [Fx H1].
    set (q := fun w => p (label T w)) in *; destruct (zonal_kernel d f HZ) as (a & K & GK & E).
    assert (FA : pair_fit T (fun u v => q v)) by exact (pair_second _ Fp).
    apply (collapsed_of_part T d x q Hx Fp); [intros w; apply P0|exact Pm|].
    apply (peaked_lack T (fun u v => q v) d x f FA); [intros; apply P0|exact Hx|exact Hf|exact Hk|].
    pose proof (zonal_difference d f a K E) as Z; unfold profile_gap in H0.
    rewrite (pair_mean_ext _ (fun u v => / 2 * (between k T u v * kernel_distance K (x u) (x v)))) in H0
      by (intros; rewrite Z by apply H1; ring).
    rewrite pair_mean_scal in H0 by (apply pair_mult; [exact F|apply (distance_fit d); assumption]).
    pose proof (gram_token_means _ d x q K F (HP T HT) Fx Fp (fun v => HN T v HT) GK ltac:(lra)) as M.
    unfold profile_gap; rewrite (pair_mean_ext _ (fun u v => (f 1 - a) * q v - q v * K (x u) (x v)))
      by (intros u v; rewrite (E (x u) (x v)) by apply H1; ring).
    destruct (gram_fit d x K Fx GK) as [_ FK].
    rewrite pair_mean_minus, M, pair_mean_scal by first [exact FA|apply pair_scal; exact FA|apply pair_mult;
      [exact FA|exact FK]].
    assert (E1 : pair_mean (fun _ v => q v) = mean T q) by exact (mean_const (T := T) (mean T q)).
    assert (E2 : mean T (fun w => q w * K (x w) (x w)) = (f 1 - a) * mean T q); [|rewrite E1, E2; ring].
    rewrite <- (mean_scal T (f 1 - a) q Fp); apply mean_ext; intros w.
    pose proof (E (x w) (x w) (H1 w) (H1 w)) as V; rewrite H1 in V.
    replace (K (x w) (x w)) with (f 1 - a) by lra; ring.
Qed.

(** ** Two points with f(t) = f(1) *)

(** "Some": a set of labels at one of the points, the rest at the other one. *)
Theorem some_turned {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (2 <= d)%nat -> factor_mean rho k c ->
  (exists t, -1 <= t < 1 /\ f t = f 1) ->
  (forall T x, rho T -> contents T d x -> 0 <= profile_gap (between k T) d x f) ->
  (forall T, rho T -> splits T) -> SomeOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc (t & Ht & He) HG HS; apply (some_by_tie view rho d k f Hv Hf c ltac:(lia) Hc HG).
  intros T HT; destruct (HS T HT) as (s & Hs & F & M).
  set (y := fun l : L => turned t (if Req_EM_T (s l) 1 then 0%nat else 1%nat)).
  assert (P : forall a b, dot d (y a) (y b) = (1 + t) / 2 + (1 - t) / 2 * (s a * s b)).
  { intros a b; unfold y; rewrite turned_dot by (assumption || lra).
    destruct (Hs a) as [A|A], (Hs b) as [B|B]; rewrite A, B;
      repeat (destruct (Req_EM_T _ _); try lra); simpl; field. }
  exists (fun w => y (label T w)); split; [split|split; [exact (Hv T d y)|split]].
  + intros i _; set (u := turned t 0%nat i); set (v := turned t 1%nat i).
    apply (fit_ext (fun w => (u + v) / 2 + (u - v) / 2 * s (label T w))).
    * intros w; unfold y, u, v; destruct (Hs (label T w)) as [A|A]; rewrite A;
        destruct (Req_EM_T _ _); try lra; field.
    * apply fit_plus; [apply fit_const|apply fit_scal, F].
  + intros w; rewrite P; destruct (Hs (label T w)) as [A|A]; rewrite A; field.
  + unfold profile_gap; rewrite (pair_mean_ext _ (fun _ _ => 0)), pair_mean_const; [reflexivity|].
    intros a b; rewrite P.
    assert (V : s (label T a) * s (label T b) = 1 \/ s (label T a) * s (label T b) = -1).
    { destruct (Hs (label T a)) as [A|A], (Hs (label T b)) as [B|B]; rewrite A, B; lra. }
    destruct V as [V|V]; rewrite V.
    * replace ((1 + t) / 2 + (1 - t) / 2 * 1) with 1 by field; ring.
    * replace ((1 + t) / 2 + (1 - t) / 2 * -1) with t by field; rewrite He; ring.
  + rewrite (pair_mean_ext _ (fun a b => (1 + t) / 2 + (1 - t) / 2 * (s (label T a) * s (label T b))))
      by (intros; apply P).
    pose proof (pair_product _ _ F F) as FF.
    rewrite pair_mean_plus, pair_mean_const, pair_mean_scal, (pair_mean_product _ _ F F)
      by first [exact FF|apply pair_const|apply pair_scal, FF].
    pose proof (Rmult_lt_compat_l ((1 - t) / 2) _ _ ltac:(lra) M); lra.
Qed.

(** The same where the form is positive semidefinite and f is zonal. *)
Theorem zonal_some_turned {L : Type} (view : views L) (rho : labelled L -> Prop) (d : nat) (k : L -> L -> R)
  (f : R -> R) (Hv : admits_graphs view) (Hf : continuity f) c : (2 <= d)%nat -> factor_mean rho k c ->
  (exists t, -1 <= t < 1 /\ f t = f 1) -> zonal d f -> (forall T, rho T -> token_psd (between k T)) ->
  (forall T, rho T -> splits T) -> SomeOf rho view d (factor_kernel d k f).
Proof.
  intros Hd Hc Ht HZ HP; apply (some_turned view rho d k f Hv Hf c Hd Hc Ht).
  intros T x HT Hx; apply zonal_gap_of; [apply (Hc T HT)|apply HP, HT|exact HZ|exact Hx].
Qed.
