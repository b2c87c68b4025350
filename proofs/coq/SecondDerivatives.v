(** * Second derivatives at 0

    Overview.  Functions with two derivatives at 0, their sums and squares; at a minimum the second one is not
    negative.  For |N(0)| < 1 and S(0) = 1 the angle acos (N / sqrt S) = pi/2 - atan (N / sqrt (S - N^2)) has
    the derivative

        - (N' S - N S' / 2) / (S sqrt (S - N^2)),

    and a second one at 0.

    Key results: [twice_minimum], [twice_acos]. *)

From Coq Require Import Reals Lra Lia Arith Ratan.
From Collapse Require Import Sums.
Local Open Scope R_scope.

(** ** Functions with two derivatives at 0 *)

(** f has a derivative near 0, which is u at 0 and has the derivative v there. *)
Definition twice (f : R -> R) (u v : R) : Prop :=
  exists r g, 0 < r /\ (forall t, Rabs t < r -> derivable_pt_lim f t (g t)) /\
    g 0 = u /\ derivable_pt_lim g 0 v.

(** f and h agree near 0. *)
Definition locally (f h : R -> R) : Prop := exists r, 0 < r /\ forall t, Rabs t < r -> f t = h t.

Lemma twice_local f h u v : locally f h -> twice h u v -> twice f u v.
Proof.
  intros (r & Hr & E) (r' & g & Hr' & D & U & V); exists (Rmin r r'), g.
  split; [apply Rmin_pos; assumption|split; [|split; assumption]].
  intros t Ht; pose proof (Rmin_l r r'); pose proof (Rmin_r r r'); intros eps He.
  destruct (D t ltac:(lra) eps He) as (delta & P).
  assert (K : 0 < Rmin delta (r - Rabs t)) by (apply Rmin_pos; [apply cond_pos|lra]).
  exists (mkposreal _ K); intros s Hs0 Hs; simpl in Hs.
  pose proof (Rmin_l delta (r - Rabs t)); pose proof (Rmin_r delta (r - Rabs t)).
  pose proof (Rabs_triang t s); rewrite (E t), (E (t + s)) by lra; apply P; [exact Hs0|lra].
Qed.

Lemma twice_const c : twice (fun _ => c) 0 0.
Proof.
  exists 1, (fun _ => 0); split; [lra|split; [intros; apply derivable_pt_lim_const|split; [reflexivity|]]].
  apply derivable_pt_lim_const.
Qed.

Lemma twice_plus f h u v u' v' :
  twice f u v -> twice h u' v' -> twice (fun t => f t + h t) (u + u') (v + v').
Proof.
  intros (r & g & Hr & D & U & V) (r' & g' & Hr' & D' & U' & V'); exists (Rmin r r'), (fun t => g t + g' t).
  split; [apply Rmin_pos; assumption|split; [|split; [rewrite U, U'; reflexivity|]]].
  - intros t Ht; pose proof (Rmin_l r r'); pose proof (Rmin_r r r').
    apply derivable_pt_lim_plus; [apply D|apply D']; lra.
  - apply derivable_pt_lim_plus; assumption.
Qed.

Lemma twice_scal f c u v : twice f u v -> twice (fun t => c * f t) (c * u) (c * v).
Proof.
  intros (r & g & Hr & D & U & V); exists r, (fun t => c * g t); split; [exact Hr|].
  split; [intros t Ht; apply derivable_pt_lim_scal, D, Ht|split; [rewrite U; reflexivity|]].
  apply derivable_pt_lim_scal, V.
Qed.

Lemma twice_square f u v : twice f u v -> twice (fun t => f t * f t) (2 * (f 0 * u)) (2 * (u * u + f 0 * v)).
Proof.
  intros (r & g & Hr & D & U & V); exists r, (fun t => g t * f t + f t * g t); split; [exact Hr|].
  assert (D0 : derivable_pt_lim f 0 u) by (rewrite <- U; apply D; rewrite Rabs_R0; exact Hr).
  split; [intros t Ht; apply derivable_pt_lim_mult; apply D, Ht|split; [rewrite U; ring|]].
  replace (2 * (u * u + f 0 * v)) with ((v * f 0 + g 0 * u) + (u * g 0 + f 0 * v)) by (rewrite U; ring).
  apply (derivable_pt_lim_plus (fun t => g t * f t) (fun t => f t * g t)); apply derivable_pt_lim_mult;
    assumption.
Qed.

Lemma twice_sum n (f : nat -> R -> R) u v : (forall i, (i < n)%nat -> twice (f i) (u i) (v i)) ->
  twice (fun t => rsum n (fun i => f i t)) (rsum n u) (rsum n v).
Proof.
  induction n as [|n IH]; intros H; simpl; [apply twice_const|].
  apply (twice_plus (fun t => rsum n (fun i => f i t)) (f n)); [apply IH; auto|apply H; lia].
Qed.

(** The second derivative at a minimum. *)
Lemma twice_minimum f u v r : twice f u v -> 0 < r -> (forall t, Rabs t < r -> f 0 <= f t) -> 0 <= v.
Proof.
  intros (r' & g & Hr' & D & U & V) Hr M; destruct (Rle_lt_dec 0 v) as [|N]; [assumption|exfalso].
  assert (Z : g 0 = 0).
  { assert (D0 : derivable_pt_lim f 0 (g 0)) by (apply D; rewrite Rabs_R0; exact Hr').
    pose proof (deriv_minimum f (- r) r 0 (exist _ (g 0) D0) ltac:(lra) ltac:(lra)) as E.
    apply E; intros t T1 T2; apply M, Rabs_def1; lra. }
  destruct (V (- v) ltac:(lra)) as (delta & P).
  set (s := Rmin delta (Rmin r r') / 2).
  assert (K : 0 < Rmin delta (Rmin r r')) by (repeat apply Rmin_pos; try assumption; apply cond_pos).
  pose proof (Rmin_l delta (Rmin r r')); pose proof (Rmin_r delta (Rmin r r')).
  pose proof (Rmin_l r r'); pose proof (Rmin_r r r').
  destruct (MVT_cor2 f g 0 s) as (x & E & X0 & X1).
  - unfold s; lra.
  - intros x [X0 X1]; apply D; rewrite Rabs_right by lra; unfold s in X1; lra.
  - assert (G : g x < 0).
    { specialize (P x ltac:(lra)); rewrite Rplus_0_l, Z, Rminus_0_r in P.
      rewrite Rabs_right in P by lra; specialize (P ltac:(unfold s in X1; lra)); apply Rabs_def2 in P.
      destruct P as [P _]; replace (g x) with (g x / x * x) by (field; lra).
      assert (g x / x < 0) by lra; pose proof (Rmult_lt_0_compat (- (g x / x)) x ltac:(lra) X0); lra. }
    specialize (M s); rewrite Rabs_right in M by (unfold s; lra); specialize (M ltac:(unfold s; lra)).
    pose proof (Rmult_lt_0_compat (- g x) s ltac:(lra) ltac:(lra)); lra.
Qed.

(** ** acos (N / sqrt S) *)

Lemma near_positive f l : derivable_pt_lim f 0 l -> 0 < f 0 ->
  exists r, 0 < r /\ forall t, Rabs t < r -> 0 < f t.
Proof.
  intros D H; assert (C : continuity_pt f 0) by (apply derivable_continuous_pt; exists l; exact D).
  destruct (C (f 0) H) as (r & Hr & P); exists r; split; [exact Hr|]; intros t Ht.
  destruct (Req_dec t 0) as [->|T]; [exact H|].
  specialize (P t); simpl in P; unfold R_dist in P; rewrite Rminus_0_r in P.
  specialize (P (conj (conj I (not_eq_sym T)) Ht)); apply Rabs_def2 in P; lra.
Qed.

(** u for a pair with N(0) = c, S(0) = 1, N'(0) = n and S'(0) = s. *)
Definition speed (c n s : R) : R := if Rlt_dec (c * c) 1 then - ((n - c * s / 2) / sqrt (1 - c * c)) else 0.

(** v, with N''(0) = p and S''(0) = q. *)
Definition bend (c n s p q : R) : R :=
  if Rlt_dec (c * c) 1 then
    - ((p + n * s / 2 - c * q / 2 - (n - c * s / 2) * ((s - 2 * (c * n)) / (2 * (1 - c * c)) + s))
       / sqrt (1 - c * c))
  else 0.

Lemma twice_acos (N N1 S S1 : R -> R) p q :
  (forall t, derivable_pt_lim N t (N1 t)) -> derivable_pt_lim N1 0 p ->
  (forall t, derivable_pt_lim S t (S1 t)) -> derivable_pt_lim S1 0 q -> S 0 = 1 -> N 0 * N 0 < 1 ->
  twice (fun t => acos (N t / sqrt (S t))) (speed (N 0) (N1 0) (S1 0)) (bend (N 0) (N1 0) (S1 0) p q).
Proof.
  intros DN DN1 DS DS1 S0 N0.
  set (M := fun t => S t - N t * N t).
  assert (DM : forall t, derivable_pt_lim M t (S1 t - (N1 t * N t + N t * N1 t))).
  { intros t; apply derivable_pt_lim_minus; [apply DS|apply derivable_pt_lim_mult; apply DN]. }
  destruct (near_positive M _ (DM 0) ltac:(unfold M; rewrite S0; lra)) as (r & Hr & PM).
  assert (PS : forall t, Rabs t < r -> 0 < S t).
  { intros t Ht; specialize (PM t Ht); unfold M in PM; pose proof (Rle_0_sqr (N t)) as Q; unfold Rsqr in Q;
    lra. }
  set (G := fun t => N1 t * S t - N t * S1 t * / 2).
  set (g := fun t => - (G t / (sqrt (M t) * S t))).
  assert (R0 : 0 < sqrt (M 0)) by (apply sqrt_lt_R0, PM; rewrite Rabs_R0; exact Hr).
  assert (Q0 : sqrt (M 0) * sqrt (M 0) = 1 - N 0 * N 0).
  { rewrite sqrt_sqrt; [unfold M; rewrite S0; ring|left; apply PM; rewrite Rabs_R0; exact Hr]. }
  assert (EM : M 0 = 1 - N 0 * N 0) by (unfold M; rewrite S0; ring).
  apply (twice_local _ (fun t => PI / 2 - atan (N t / sqrt (M t)))).
  { exists r; split; [exact Hr|]; intros t Ht; specialize (PM t Ht); specialize (PS t Ht).
    assert (RS : 0 < sqrt (S t)) by (apply sqrt_lt_R0, PS).
    assert (QS : sqrt (S t) * sqrt (S t) = S t) by (apply sqrt_sqrt; lra).
    assert (X : (N t / sqrt (S t)) * (N t / sqrt (S t)) = N t * N t / S t)
      by (rewrite <- QS at 3; field; lra).
    assert (Y : 1 - N t * N t / S t = M t / S t) by (unfold M; field; lra).
    assert (B : (N t / sqrt (S t)) * (N t / sqrt (S t)) < 1).
    { rewrite X; assert (0 < M t / S t) by (apply Rdiv_lt_0_compat; assumption); lra. }
    unfold acos; destruct (Rle_dec _ (-1)) as [L|_]; [exfalso; nra|].
    destruct (Rle_dec 1 _) as [L|_]; [exfalso; nra|].
    f_equal; f_equal; unfold Rsqr; rewrite X, Y, sqrt_div_alt by exact PS.
    field; split; [apply Rgt_not_eq, sqrt_lt_R0, PM|lra]. }
  exists r, g; split; [exact Hr|split; [|split]].
  - intros t Ht; specialize (PM t Ht); specialize (PS t Ht).
    assert (RM : 0 < sqrt (M t)) by (apply sqrt_lt_R0, PM).
    assert (QM : sqrt (M t) * sqrt (M t) = M t) by (apply sqrt_sqrt; lra).
    set (z := N t / sqrt (M t)).
    set (l := (N1 t * sqrt (M t) - / (2 * sqrt (M t)) * (S1 t - (N1 t * N t + N t * N1 t)) * N t)
              / Rsqr (sqrt (M t))).
    replace (g t) with (0 - / (1 + z ^ 2) * l).
    + apply (derivable_pt_lim_minus (fun _ => PI / 2) (fun t => atan (N t / sqrt (M t))));
        [apply derivable_pt_lim_const|].
      apply (derivable_pt_lim_comp (fun t => N t / sqrt (M t)) atan); [|apply derivable_pt_lim_atan].
      apply (derivable_pt_lim_div N (fun t => sqrt (M t))); [apply DN| |lra].
      apply (derivable_pt_lim_comp M sqrt); [apply DM|apply derivable_pt_lim_sqrt, PM].
    + assert (Z : 1 + z ^ 2 = S t / (sqrt (M t) * sqrt (M t))).
      { unfold z; replace (S t) with (sqrt (M t) * sqrt (M t) + N t * N t) by (rewrite QM; unfold M; ring).
        field; lra. }
      rewrite Z; unfold g, G, l, Rsqr.
      replace (S1 t - (N1 t * N t + N t * N1 t)) with (S1 t - 2 * (N1 t * N t)) by ring.
      assert (S' : S t = sqrt (M t) * sqrt (M t) + N t * N t) by (rewrite QM; unfold M; ring).
      rewrite S'; field; rewrite <- S'; lra.
  - unfold g, G, speed; rewrite EM, S0; destruct (Rlt_dec _ 1); [|lra].
    rewrite EM in R0; field; lra.
  - set (l := p * S 0 + N1 0 * S1 0 - (N1 0 * S1 0 + N 0 * q) * / 2).
    set (k := (/ (2 * sqrt (M 0)) * (S1 0 - (N1 0 * N 0 + N 0 * N1 0))) * S 0 + sqrt (M 0) * S1 0).
    replace (bend _ _ _ _ _) with (- ((l * (sqrt (M 0) * S 0) - k * G 0) / Rsqr (sqrt (M 0) * S 0))).
    + apply (derivable_pt_lim_opp (fun t => G t / (sqrt (M t) * S t))).
      apply (derivable_pt_lim_div G (fun t => sqrt (M t) * S t)).
      * apply (derivable_pt_lim_minus (fun t => N1 t * S t) (fun t => N t * S1 t * / 2)).
        -- apply derivable_pt_lim_mult; [exact DN1|apply DS].
        -- replace ((N1 0 * S1 0 + N 0 * q) * / 2) with ((N1 0 * S1 0 + N 0 * q) * / 2
          + (N 0 * S1 0) * 0) by ring.
           apply (derivable_pt_lim_mult (fun t => N t * S1 t) (fun _ => / 2));
             [|apply derivable_pt_lim_const].
           apply derivable_pt_lim_mult; [apply DN|exact DS1].
      * apply (derivable_pt_lim_mult (fun t => sqrt (M t)) S); [|apply DS].
        apply (derivable_pt_lim_comp M sqrt); [apply DM|apply derivable_pt_lim_sqrt].
        apply PM; rewrite Rabs_R0; exact Hr.
      * rewrite S0; lra.
    + unfold bend; destruct (Rlt_dec _ 1); [|lra].
      unfold l, k, G, Rsqr; rewrite S0, <- EM.
      assert (Q : M 0 = sqrt (M 0) * sqrt (M 0)) by (rewrite Q0, EM; reflexivity).
      set (m := sqrt (M 0)) in *; rewrite Q; field; lra.
Qed.
