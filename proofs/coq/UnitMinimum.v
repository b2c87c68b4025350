(** * A minimum over unit vectors

    Overview.  F is a function of n unit vectors of R^d, bounded below, m its infimum.  One coordinate after
    another gets a value v such that configurations with F < m + eps have all these coordinates within eps of
    the values: v is the upper limit of the coordinate along such configurations.  No sequence is chosen.
    Where F is continuous, the values are the coordinates of a configuration at which F = m.

    Key results: [unit_minimum]. *)

From Coq Require Import Reals Lra Lia Arith Ratan.
From Collapse Require Import Sums Vectors.
Local Open Scope R_scope.

(** Values near which F comes to its infimum m, for coordinates of size at most 1 on the set S. *)
Lemma cluster (A : Type) (S : A -> Prop) (F : A -> R) (coord : A -> nat -> R) (K : nat) (m : R) k :
  (forall x k, S x -> (k < K)%nat -> Rabs (coord x k) <= 1) ->
  (forall e, 0 < e -> exists x, S x /\ F x < m + e) ->
  (k <= K)%nat -> exists v : nat -> R, forall e, 0 < e ->
  exists x, S x /\ F x < m + e /\ forall l, (l < k)%nat -> Rabs (coord x l - v l) < e.
Proof.
  intros bounded infimum; induction k as [|k IH]; intros Hk.
  - exists (fun _ => 0); intros e He; destruct (infimum e He) as (x & Sx & Fx); exists x.
    split; [exact Sx|split; [exact Fx|intros; lia]].
  - destruct (IH ltac:(lia)) as (v & V).
    set (E := fun s => forall e, 0 < e -> exists x, S x /\ F x < m + e /\
      (forall l, (l < k)%nat -> Rabs (coord x l - v l) < e) /\ s < coord x k).
    assert (B : bound E).
    { exists 1; intros s H; destruct (H 1 ltac:(lra)) as (x & Sx & _ & _ & L).
      pose proof (bounded x k Sx ltac:(lia)) as Q; pose proof (Rle_abs (coord x k)); lra. }
    assert (I : exists s, E s).
    { exists (-2); intros e He; destruct (V e He) as (x & Sx & Fx & L); exists x.
      split; [exact Sx|split; [exact Fx|split; [exact L|]]].
      pose proof (bounded x k Sx ltac:(lia)) as Q; pose proof (Rle_abs (- coord x k));
        rewrite Rabs_Ropp in *; lra. }
    destruct (completeness E B I) as (s & Up & Least).
    exists (fun l => if Nat.eqb l k then s else v l); intros e He.
    assert (N : ~ E (s + e / 2)) by (intros H; pose proof (Up _ H); lra).
    assert (G : exists g, 0 < g /\ forall x, S x -> F x < m + g ->
      (forall l, (l < k)%nat -> Rabs (coord x l - v l) < g) -> coord x k <= s + e / 2).
    { apply Classical_Prop.NNPP; intros C; apply N; intros g Hg; apply Classical_Prop.NNPP; intros D; apply C.
      exists g; split; [exact Hg|]; intros x Sx Fx L; apply Rnot_lt_le; intros Lt; apply D; exists x; auto. }
    destruct G as (g & Hg & G).
    assert (P : exists s', E s' /\ s - e / 2 < s').
    { apply Classical_Prop.NNPP; intros C; assert (s <= s - e / 2); [|lra].
      apply Least; intros s' Es; apply Rnot_lt_le; intros Lt; apply C; exists s'; auto. }
    destruct P as (s' & Es & Lt); destruct (Es (Rmin e g) (Rmin_pos _ _ He Hg)) as (x & Sx & Fx & L & Low).
    pose proof (Rmin_l e g); pose proof (Rmin_r e g).
    assert (High : coord x k <= s + e / 2).
    { apply G; [exact Sx|lra|]; intros l Hl; specialize (L l Hl); lra. }
    exists x; split; [exact Sx|split; [lra|]]; intros l Hl; destruct (Nat.eqb_spec l k) as [->|Hne].
    + apply Rabs_def1; lra.
    + specialize (L l ltac:(lia)); lra.
Qed.

(** ** Limits at a configuration *)

Definition near (n d : nat) (V : nat -> nat -> R) (e : R) (x : nat -> nat -> R) : Prop :=
  forall i h, (i < n)%nat -> (h < d)%nat -> Rabs (x i h - V i h) < e.

Definition steady (n d : nat) (V : nat -> nat -> R) (F : (nat -> nat -> R) -> R) : Prop :=
  forall e, 0 < e -> exists g, 0 < g /\ forall x, near n d V g x -> Rabs (F x - F V) < e.

Lemma steady_comp n d V (phi : R -> R) F : continuity_pt phi (F V) -> steady n d V F ->
  steady n d V (fun x => phi (F x)).
Proof.
  intros C H e He; destruct (C e He) as (g & Hg & P); destruct (H g Hg) as (g' & Hg' & Q).
  exists g'; split; [exact Hg'|]; intros x Nx; specialize (Q x Nx).
  destruct (Req_dec (F x) (F V)) as [->|Ne]; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; exact He|].
  apply P; split; [split; [exact I|auto]|exact Q].
Qed.

Lemma steady_const n d V c : steady n d V (fun _ => c).
Proof.
  intros e He; exists 1; split; [lra|]; intros; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; exact He.
Qed.

Lemma steady_plus n d V F G : steady n d V F -> steady n d V G -> steady n d V (fun x => F x + G x).
Proof.
  intros HF HG e He; destruct (HF (e / 2) ltac:(lra)) as (g & Hg & P).
  destruct (HG (e / 2) ltac:(lra)) as (g' & Hg' & Q).
  exists (Rmin g g'); split; [apply Rmin_pos; assumption|]; intros x Nx.
  pose proof (Rmin_l g g'); pose proof (Rmin_r g g').
  specialize (P x ltac:(intros i h Hi Hh; specialize (Nx i h Hi Hh); lra)).
  specialize (Q x ltac:(intros i h Hi Hh; specialize (Nx i h Hi Hh); lra)).
  apply Rabs_def2 in P; apply Rabs_def2 in Q; apply Rabs_def1; lra.
Qed.

Lemma steady_ext n d V F G : (forall x, F x = G x) -> steady n d V F -> steady n d V G.
Proof. intros E H e He; destruct (H e He) as (g & Hg & P); exists g; split; [exact Hg|]; intros;
  rewrite <- !E; auto. Qed.

Lemma steady_scal n d V c F : steady n d V F -> steady n d V (fun x => c * F x).
Proof.
  apply (steady_comp n d V (fun s => c * s)), derivable_continuous_pt; reg.
Qed.

Lemma steady_square n d V F : steady n d V F -> steady n d V (fun x => F x * F x).
Proof. apply (steady_comp n d V (fun s => s * s)), derivable_continuous_pt; reg. Qed.

Lemma steady_mult n d V F G : steady n d V F -> steady n d V G -> steady n d V (fun x => F x * G x).
Proof.
  intros HF HG.
  apply (steady_ext n d V (fun x => / 4 * ((F x + G x) * (F x + G x)) + - / 4 * ((F x + -1 * G x) * (F x
    + -1 * G x))));
    [intros; field|].
  apply (steady_plus n d V (fun x => / 4 * ((F x + G x) * (F x + G x)))
    (fun x => - / 4 * ((F x + -1 * G x) * (F x + -1 * G x)))).
  - apply (steady_scal n d V (/ 4) (fun x => (F x + G x) * (F x + G x))), (steady_square n d V (fun x => F x
      + G x)).
    apply steady_plus; assumption.
  - apply (steady_scal n d V (- / 4) (fun x => (F x + -1 * G x) * (F x + -1 * G x))).
    apply (steady_square n d V (fun x => F x + -1 * G x)), (steady_plus n d V F (fun x => -1 * G x));
      [exact HF|].
    apply steady_scal, HG.
Qed.

Lemma steady_sum n d V k (F : nat -> (nat -> nat -> R) -> R) :
  (forall l, (l < k)%nat -> steady n d V (F l)) ->
  steady n d V (fun x => rsum k (fun l => F l x)).
Proof.
  induction k as [|k IH]; intros H; simpl; [apply steady_const|].
  apply (steady_plus n d V (fun x => rsum k (fun l => F l x)) (F k)); [apply IH; auto|apply H; lia].
Qed.

Lemma steady_dot n d V i j : (i < n)%nat -> (j < n)%nat -> steady n d V (fun x => dot d (x i) (x j)).
Proof.
  intros Hi Hj; unfold dot; apply (steady_sum n d V d (fun h x => x i h * x j h)); intros h Hh.
  apply (steady_mult n d V (fun x => x i h) (fun x => x j h)); intros e He; exists e; split; auto.
Qed.

(** A function of unit vectors that is continuous and bounded below has a minimum. *)
Theorem unit_minimum n d (F : (nat -> nat -> R) -> R) low :
  (exists x, unit_vectors n d x) -> (forall x, unit_vectors n d x -> low <= F x) ->
  (forall V, steady n d V F) ->
  exists y, unit_vectors n d y /\ forall x, unit_vectors n d x -> F y <= F x.
Proof.
  intros (x0 & Hx0) Low C.
  set (E := fun s => exists x, unit_vectors n d x /\ s = - F x).
  assert (B : bound E) by (exists (- low); intros s (x & Hx & ->); specialize (Low x Hx); lra).
  destruct (completeness E B (ex_intro _ _ (ex_intro _ x0 (conj Hx0 eq_refl)))) as (s & Up & Least).
  assert (M : forall x, unit_vectors n d x -> - s <= F x).
  { intros x Hx; specialize (Up (- F x) (ex_intro _ x (conj Hx eq_refl))); lra. }
  assert (I : forall e, 0 < e -> exists x, unit_vectors n d x /\ F x < - s + e).
  { intros e He; apply Classical_Prop.NNPP; intros N; assert (s <= s - e); [|lra].
    apply Least; intros r (x & Hx & ->); apply Rnot_lt_le; intros Lt; apply N; exists x; split;
      [exact Hx|lra]. }
  destruct (cluster (nat -> nat -> R) (unit_vectors n d) F (fun x k => x (k / d)%nat (k mod d)%nat)
    (n * d) (- s)) with (k := (n * d)%nat) as (v & V); [|exact I|lia|].
  { intros x k Hx Hk; assert (D : d <> 0%nat) by (intros ->; lia).
    assert (Hi : (k / d < n)%nat) by (apply Nat.div_lt_upper_bound; lia).
    pose proof (Nat.mod_upper_bound k d D) as Hh; specialize (Hx _ Hi); set (z := x (k / d)%nat) in *.
    unfold dot in Hx; rewrite (rsum_split d _ _ Hh) in Hx.
    assert (P : 0 <= rsum d (fun j => if Nat.eqb j (k mod d) then 0 else z j * z j)).
    { apply rsum_nonneg; intros j _; destruct (Nat.eqb j (k mod d)); [lra|apply Rle_0_sqr]. }
    rewrite <- (Rabs_R1); apply Rsqr_le_abs_0; unfold Rsqr; lra. }
  set (y := fun i h => v (i * d + h)%nat).
  assert (N : forall e, 0 < e -> exists x, unit_vectors n d x /\ F x < - s + e /\ near n d y e x).
  { intros e He; destruct (V e He) as (x & Hx & Fx & L); exists x; split; [exact Hx|split; [exact Fx|]].
    intros i h Hi Hh; specialize (L (i * d + h)%nat ltac:(nia)).
    rewrite Nat.div_add_l, Nat.div_small, Nat.add_0_r, Nat.add_comm, Nat.mod_add, Nat.mod_small in L by lia.
    unfold y; rewrite (Nat.add_comm (i * d) h); exact L. }
  exists y; split.
  - intros i Hi; destruct (Req_dec (dot d (y i) (y i)) 1) as [|Ne]; [assumption|exfalso].
    destruct (steady_dot n d y i i Hi Hi (Rabs (1 - dot d (y i) (y i)))) as (g & Hg & P);
      [apply Rabs_pos_lt; lra|].
    destruct (N g Hg) as (x & Hx & _ & Nx); specialize (P x Nx); rewrite (Hx i Hi) in P; lra.
  - intros x Hx; specialize (M x Hx); apply Rle_trans with (- s); [|exact M].
    apply Rnot_lt_le; intros Lt; set (e := (F y - - s) / 2).
    destruct (C y e ltac:(unfold e; lra)) as (g & Hg & P).
    destruct (N (Rmin e g)) as (z & Hz & Fz & Nz); [apply Rmin_pos; [unfold e; lra|exact Hg]|].
    pose proof (Rmin_l e g); pose proof (Rmin_r e g).
    specialize (P z ltac:(intros i h Hi Hh; specialize (Nz i h Hi Hh); lra)).
    apply Rabs_def2 in P; unfold e in *; lra.
Qed.
