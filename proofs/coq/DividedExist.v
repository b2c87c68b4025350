(** * There are labels with admissible parts

    Overview. n blocks cut into q parts each are n q pieces (Pieces.v): where a piece lies is admissible,
    so the parts t <= j/q of blocks are. The circle with an admissible half, moved onto an interval or
    onto the diagonal of a cube, has an admissible set of labels that is neither everything nor nothing.

    Key results: [divided_blocks_exist], [interval_splits_exist], [cube_splits_exist]. *)

From Coq Require Import Reals Lra Lia Arith ZArith FunctionalExtensionality.
From Collapse Require Import Sums Vectors TokenLaws TokenModels Sampled SampledTokens Pieces LabelLaws
  CircleWaves
  CircleClaims UniformLaws BlockLaws LawsExist TokenPeaked TokenSigns ContinuumSigns BlockSigns BlockShares.
Local Open Scope R_scope.

(** Sums over n q are sums over n of sums over q. *)
Lemma rsum_parts n q (F : nat -> nat -> R) : (0 < q)%nat ->
  rsum (n * q) (fun m => F (m / q)%nat (m mod q)%nat) = rsum n (fun b => rsum q (F b)).
Proof.
  intros Hq; rewrite rsum_flat; apply rsum_ext; intros b _; apply rsum_ext; intros i Hi.
  rewrite quotient, remainder by exact Hi; reflexivity.
Qed.

Definition part_weight (w : nat -> R) (q : nat) (m : nat) : R := w (m / q)%nat / INR q.

Lemma part_shares (n : nat) (w : nat -> R) (Hw : shares_of n w) (q : nat) (Hq : (0 < q)%nat) : shares_of (n *
  q) (part_weight w q).
Proof.
  assert (P : 0 < INR q) by (apply lt_0_INR, Hq); split.
  - intros m Hm; apply Rmult_le_pos; [apply Hw, Nat.div_lt_upper_bound; lia|left; apply Rinv_0_lt_compat, P].
  - destruct Hw as [_ H1]; rewrite <- H1; unfold part_weight.
    rewrite (rsum_parts n q (fun b _ => w b / INR q) Hq); apply rsum_ext; intros b _.
    assert (E : forall r c, rsum r (fun _ => c) = INR r * c)
      by (induction r as [|r IH]; intros c; [simpl; ring|rewrite S_INR; simpl rsum; rewrite IH; ring]).
    rewrite E; field; lra.
Qed.

Definition place_in (q : nat) (m : nat) (s : R) : R := (INR (m mod q) + s) / INR q.

Definition divided_label (n : nat) (q : nat) (x : piece (n * q)) : nat * R := ((part x / q)%nat, (place_in q)
  (part x) (place x)).

(** Nonatomic blocks of any weights whose parts t <= j/q are admissible. *)
Theorem divided_blocks_exist (n : nat) (w : nat -> R) (Hw : shares_of n w) (q : nat) (Hq : (0 < q)%nat) :
  exists T, divided_blocks n w (Z.of_nat q) T.
Proof.
  assert (P : 0 < INR q) by (apply lt_0_INR, Hq); pose proof (part_shares n w Hw q Hq) as H.
  set (X := pieces (n * q) (part_weight w q) H).
  assert (HP : forall x : piece (n * q), (part x < n * q)%nat /\ 0 < place x < 1)
    by (intros x; exact (proj2_sig x)).
  assert (Const : forall c : nat -> R, @smooth X (fun x : piece (n * q) => c (part x))).
  { intros c; apply (parts_smooth H (fun m _ => c m)); intros m; apply continuity_const; intros s t;
    reflexivity. }
  assert (Affine : forall m, continuity (place_in q m)) by (intros m s; apply derivable_continuous_pt;
    unfold place_in;
    reg; apply not_0_INR; lia).
  exists (Labelled (nat * R) (sampled_tokens X) (divided_label n q)); split; [split; [|split; [|split;
    [|split]]]|].
  - intros x; simpl; apply Nat.div_lt_upper_bound; [lia|]; rewrite Nat.mul_comm; apply HP.
  - intros b _; exact (Const (fun m => if Nat.eqb (m / q) b then 1 else 0)).
  - exact (parts_smooth H (place_in q) Affine).
  - intros x; simpl; unfold place_in; destruct (HP x) as [_ B].
    pose proof (pos_INR (part x mod q)); pose proof (Nat.mod_upper_bound (part x) q ltac:(lia)) as M.
    apply Nat.le_succ_l, le_INR in M; rewrite S_INR in M; split.
    + apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, P].
    + apply (Rmult_le_reg_r (INR q)); [exact P|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
  - intros b g G Hb Hg HG; set (c := fun m : nat => if Nat.eqb (m / q) b then 1 else 0).
    change (sampled_mean X (fun x => c (part x) * g (place_in q (part x) (place x))) = w b * (G 1 - G 0)).
    assert (C1 : forall m, continuity (fun s => c m * g (place_in q m s))).
    { intros m; apply (continuity_scal (fun s => g (place_in q m s))); intros s.
      apply (continuity_pt_comp (place_in q m) g); [apply Affine|apply Hg]. }
    assert (C2 : forall m s, derivable_pt_lim (fun s => c m * (INR q * G (place_in q m s))) s (c m * g
      (place_in q m s))).
    { intros m s; apply (derivable_pt_lim_scal (fun s => INR q * G (place_in q m s))).
      replace (g (place_in q m s)) with (INR q * (/ INR q * g (place_in q m s))) by (field; lra).
      apply (derivable_pt_lim_scal (fun s => G (place_in q m s))).
      assert (E : forall s, INR (m mod q) / INR q + / INR q * s = (place_in q) m s)
        by (intros; unfold place_in; field; lra).
      rewrite <- (E s); apply (derivable_pt_lim_ext (fun s => G (INR (m mod q) / INR q + / INR q * s)));
        [intros z; rewrite (E z); reflexivity|apply affine_chain, HG]. }
    etransitivity; [exact (piece_mean_integral _ (part_weight w q) H (fun m s => c m * g (place_in q m s))
      (fun m s => c m * (INR q * G (place_in q m s))) C1 C2)|].
    unfold part_weight, c, place_in.
    rewrite (rsum_parts n q (fun b' i => w b' / INR q * ((if Nat.eqb b' b then 1 else 0) * (INR q *
      G ((INR i + 1) / INR q)) - (if Nat.eqb b' b then 1 else 0) * (INR q * G ((INR i + 0) / INR q)))) Hq).
    rewrite (rsum_single n _ b Hb).
    + rewrite Nat.eqb_refl, (rsum_ext q _ (fun i => w b * (G (INR (S i) / INR q) - G (INR i / INR q)))).
      * rewrite rsum_scal, (telescope (fun i => G (INR i / INR q)) q); simpl (INR 0).
        unfold Rdiv; rewrite Rmult_0_l, Rinv_r by lra; ring.
      * intros i _; rewrite S_INR, Rplus_0_r; field; lra.
    + intros b' _ Hne; rewrite (proj2 (Nat.eqb_neq b' b) Hne); apply rsum_zero; intros; ring.
  - intros j; simpl; set (c := fun m : nat => if Z_lt_dec (Z.of_nat (m mod q)) j then 1 else 0).
    replace (fun x => below (IZR j / IZR (Z.of_nat q)) (divided_label n q x)) with (fun x : piece (n * q) => c
      (part x));
      [apply Const|]; apply functional_extensionality; intros x; destruct (HP x) as [_ B].
    unfold below, divided_label, c, place_in; simpl snd; rewrite <- INR_IZR_INZ;
      set (i := (part x mod q)%nat).
    assert (I : 0 < / INR q) by (apply Rinv_0_lt_compat, P); rewrite (INR_IZR_INZ i).
    destruct (Z_lt_dec (Z.of_nat i) j) as [L|L], (Rle_dec _ _) as [M|M]; try reflexivity; exfalso.
    + apply M, Rmult_le_compat_r; [lra|]; assert (Z.of_nat i + 1 <= j)%Z as Q by lia; apply IZR_le in Q.
      rewrite plus_IZR in Q; lra.
    + apply Rmult_le_reg_r in M; [|exact I]; assert (j <= Z.of_nat i)%Z as Q by lia; apply IZR_le in Q; lra.
Qed.

(** The circle with an admissible half, its labels moved by an affine map. *)
Theorem interval_splits_exist a b : a < b -> exists T, uniform_interval a b T /\ splits T.
Proof.
  intros Hab; destruct halved_circle_exists as (T & (F & B & H) & HH); pose proof PI_RGT_0 as P.
  pose proof (half_mean T (circle_law_uniform T (conj F (conj B H))) HH) as M.
  set (c := (b - a) / (2 * PI)); assert (Hc : 0 < c) by (apply Rdiv_lt_0_compat; lra).
  assert (E : c * (2 * PI) = b - a) by (unfold c; field; lra).
  exists (Labelled R T (fun w => a + c * label T w)); split; [split; [exact Hab|split; [|split]]|].
  - exact (fit_comp T (fun s => a + c * s) (label T) (affine_continuous a c) F).
  - intros w; simpl; specialize (B w); assert (0 <= c * label T w <= c * (2 * PI)); [|lra].
    split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra.
  - intros g G M' Hg HG HM; simpl.
    assert (EM : M' b - M' a = b - a).
    { destruct (MVT_cor2 M' (fun _ => 1) a b Hab (fun s _ => HM s)) as (s & Q & _); lra. }
    assert (I : mean T (fun w => g (a + c * label T w)) * (2 * PI - 0) = / c * G (a + c * (2 * PI)) - / c * G
      (a + c * 0)).
    { apply (H (fun s => g (a + c * s)) (fun s => / c * G (a + c * s)) (fun s => s)).
      - intros s; apply (continuity_pt_comp (fun s => a + c * s) g); [apply affine_continuous|apply Hg].
      - intros s; rewrite Rmult_1_r; replace (g (a + c * s)) with (/ c * (c * (g (a + c * s) * 1))) by
        (field; lra).
        apply (derivable_pt_lim_scal (fun s => G (a + c * s))), affine_chain, HG.
      - exact derivable_pt_lim_id. }
    rewrite E, Rmult_0_r, Rplus_0_r in I; replace (a + (b - a)) with b in I by ring; rewrite EM, <- E.
    replace (mean T (fun w => g (a + c * label T w)) * (c * (2 * PI)))
      with (c * (mean T (fun w => g (a + c * label T w)) * (2 * PI - 0))) by ring.
    rewrite I; field; lra.
  - exists (fun l => half ((l - a) / c)); split; [intros l; unfold half; destruct (Rle_dec _ _); auto|].
    assert (Q : forall w, half ((a + c * label T w - a) / c) = half (label T w)) by (intros; f_equal; field;
      lra).
    split; simpl.
    + apply (fit_ext (fun w => half (label T w))); [intros; symmetry; apply Q|exact HH].
    + rewrite (mean_ext _ (fun w => half (label T w)) Q); exact M.
Qed.

(** All coordinates of a point of the torus may be the same uniform angle. *)
Theorem cube_splits_exist n : (1 <= n)%nat -> exists T, uniform_torus n T /\ splits T.
Proof.
  intros Hn; destruct halved_circle_exists as (T & HT & HH).
  pose proof (half_mean T (circle_law_uniform T HT) HH) as M.
  exists (Labelled (nat -> R) T (fun w _ => label T w)); split.
  - intros i _; destruct HT as (F & B & H); split; [exact F|split; [exact B|exact H]].
  - exists (fun l => half (l 0%nat)); split; [intros l; unfold half; destruct (Rle_dec _ _); auto|].
    split; [exact HH|exact M].
Qed.
