(** * Independent uniform angles

    Overview.  n labels, each uniform on [0, 2 PI], independent: the mean of a product of continuous functions
    of the coordinates is that of their integrals. The mean of (cos, sin) of sum omega_c l_c is the product of
    those of the coordinates, as complex numbers: shorter than 1 if one frequency is not 0, and 0 if it is
      whole.

    Key results: [cube_means], [cube_moves]. *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors Rotary TokenLaws GaugeTokens LabelLaws TokenSigns ContinuumSigns.
Local Open Scope R_scope.

Fixpoint product (n : nat) (g : nat -> R) : R :=
  match n with O => 1 | S m => product m g * g m end.

(** For continuous g_c with primitives G_c, the mean of prod g_c(l_c) is that of its integrals. *)
Definition independent_angles (n : nat) (T : labelled (nat -> R)) : Prop :=
  cube n 0 (2 * PI) T /\
  forall g G : nat -> R -> R, (forall c, (c < n)%nat -> continuity (g c)) ->
  (forall c s, (c < n)%nat -> derivable_pt_lim (G c) s (g c s)) ->
  mean T (fun w => product n (fun c => g c (label T w c))) * (2 * PI) ^ n
  = product n (fun c => G c (2 * PI) - G c 0).

Lemma independent_cube n T : independent_angles n T -> cube n 0 (2 * PI) T.
Proof. intros H; apply H. Qed.

Lemma independent_torus n T : independent_angles n T -> torus n T.
Proof.
  intros [H _] c Hc; destruct (H c Hc) as [F _]; split; [apply (fit_comp T cos)|apply (fit_comp T sin)];
    auto using continuity_cos, continuity_sin.
Qed.

Lemma circle_angles T : circle_law T -> angles T.
Proof.
  intros (F & _); split; [apply (fit_comp T cos)|apply (fit_comp T sin)];
    auto using continuity_cos, continuity_sin.
Qed.

Lemma product_ext n g h : (forall c, (c < n)%nat -> g c = h c) -> product n g = product n h.
Proof.
  induction n as [|n IH]; intros H; [reflexivity|]; simpl; rewrite (IH ltac:(intros; apply H; lia)).
  rewrite (H n) by lia; reflexivity.
Qed.

(** One factor of a product changed. *)
Lemma product_split n g c x : (c < n)%nat ->
  product n (fun e => if Nat.eqb e c then x * g e else g e) = x * product n g.
Proof.
  induction n as [|n IH]; intros Hc; [lia|]; simpl; destruct (Nat.eq_dec c n) as [->|Hne].
  - rewrite Nat.eqb_refl, (product_ext n _ g); [ring|]; intros e He.
    rewrite (proj2 (Nat.eqb_neq e n)) by lia; reflexivity.
  - rewrite IH, (proj2 (Nat.eqb_neq n c)) by lia; ring.
Qed.

Lemma product_fit n T (g : nat -> R -> R) : cube n 0 (2 * PI) T -> (forall c, (c < n)%nat -> continuity (g
  c)) ->
  fit T (fun w => product n (fun c => g c (label T w c))).
Proof.
  intros H; assert (P : forall m, (m <= n)%nat -> (forall c, (c < n)%nat -> continuity (g c)) ->
    fit T (fun w => product m (fun c => g c (label T w c)))); [|apply P; lia].
  induction m as [|m IH]; intros Hm Hg; simpl; [apply fit_const|].
  apply fit_mult; [apply IH; [lia|exact Hg]|].
  apply (fit_comp T (g m) (fun w => label T w m)); [apply Hg; lia|apply H; lia].
Qed.

(** The angle sum_c omega_c l_c of the plane p. *)
Definition cube_angle (n : nat) (omega : nat -> nat -> R) (l : nat -> R) (p : nat) : R :=
  rsum n (fun c => omega c p * l c).

Lemma cube_angle_fit n T (omega : nat -> nat -> R) p m : cube n 0 (2 * PI) T -> (m <= n)%nat ->
  fit T (fun w => rsum m (fun c => omega c p * label T w c)).
Proof. intros H Hm; apply fit_rsum; intros c Hc; apply fit_scal, H; lia. Qed.

Lemma cube_admissible n T m omega : independent_angles n T -> admissible_angles T m (cube_angle n omega).
Proof.
  intros [H _] p _; pose proof (cube_angle_fit n T omega p n H (le_n n)) as F.
  split; [exact (fit_comp T cos _ continuity_cos F)|exact (fit_comp T sin _ continuity_sin F)].
Qed.

(** Primitives of cos(alpha s) and sin(alpha s), and their integrals over a turn: 0 for whole alpha <> 0. *)
Lemma whole_turn alpha : exists G H,
  (forall s, derivable_pt_lim G s (cos (alpha * s))) /\ (forall s, derivable_pt_lim H s (sin (alpha * s))) /\
  Rsqr ((G (2 * PI) - G 0) / (2 * PI)) + Rsqr ((H (2 * PI) - H 0) / (2 * PI)) <= 1 /\
  (alpha <> 0 -> Rsqr ((G (2 * PI) - G 0) / (2 * PI)) + Rsqr ((H (2 * PI) - H 0) / (2 * PI)) < 1) /\
  (forall z, alpha = IZR z -> z <> 0%Z -> (G (2 * PI) - G 0) / (2 * PI) = 0 /\ (H (2 * PI) - H 0) / (2 * PI)
    = 0).
Proof.
  destruct (turn_primitives alpha) as (G & H & HG & HH & B & N); destruct (Req_dec alpha 0) as [Z|Ha].
  - exists G, H; split; [exact HG|split; [exact HH|split; [exact B|split; [exact N|]]]].
    intros z E Hz; apply not_0_IZR in Hz; rewrite <- E in Hz; contradiction.
  - pose proof PI_RGT_0 as P; exists (fun s => sin (alpha * s) / alpha), (fun s => - cos (alpha * s) / alpha).
    assert (S : Rsqr ((sin (alpha * (2 * PI)) / alpha - sin (alpha * 0) / alpha) / (2 * PI))
      + Rsqr ((- cos (alpha * (2 * PI)) / alpha - - cos (alpha * 0) / alpha) / (2 * PI)) < 1).
    { apply (uniform_short 0 (2 * PI) alpha); [lra|exact Ha| |]; rewrite Rminus_0_r; field; lra. }
    split; [intros; apply sine_primitive, Ha|split; [intros; apply cosine_primitive, Ha|]].
    split; [left; exact S|split; [intros _; exact S|]].
    intros z E _; destruct (full_turns z) as [Sz Cz]; rewrite <- E in Sz, Cz.
    rewrite Sz, Cz, Rmult_0_r, sin_0, cos_0; split; field; lra.
Qed.

(** The means of (cos, sin) of the first m summands beside functions of the others: products of complex
    numbers. *)
Lemma partial_waves n T (omega : nat -> R) : independent_angles n T ->
  forall m, (m <= n)%nat -> exists C S : R, Rsqr C + Rsqr S <= 1 /\
  ((exists c, (c < m)%nat /\ omega c <> 0) -> Rsqr C + Rsqr S < 1) /\
  ((exists c z, (c < m)%nat /\ omega c = IZR z /\ z <> 0%Z) -> C = 0 /\ S = 0) /\
  forall g G : nat -> R -> R, (forall c, (c < n)%nat -> continuity (g c)) ->
  (forall c s, (c < n)%nat -> derivable_pt_lim (G c) s (g c s)) ->
  (forall c s, (c < m)%nat -> g c s = 1) -> (forall c s, (c < m)%nat -> G c s = s) ->
  let rest := product n (fun c => (G c (2 * PI) - G c 0) / (2 * PI)) in
  mean T (fun w => cos (rsum m (fun c => omega c * label T w c)) * product n (fun c => g c (label T w c)))
  = C * rest /\
  mean T (fun w => sin (rsum m (fun c => omega c * label T w c)) * product n (fun c => g c (label T w c)))
  = S * rest.
Proof.
  intros HT; pose proof PI_RGT_0 as P; induction m as [|m IH]; intros Hm.
  - exists 1, 0; split; [unfold Rsqr; lra|split; [intros (c & Hc & _); lia|
      split; [intros (c & z & Hc & _); lia|]]].
    intros g G Hg HG _ _ rest; simpl; split.
    + rewrite (mean_ext _ (fun w => product n (fun c => g c (label T w c)))) by (intros; rewrite cos_0; ring).
      apply (Rmult_eq_reg_r ((2 * PI) ^ n)); [|apply pow_nonzero; lra]; rewrite (proj2 HT g G Hg HG).
      unfold rest; clear -P; induction n as [|n IH]; simpl; [ring|]; rewrite IH; field; lra.
    + rewrite (mean_ext _ (fun _ => 0)), mean_const by (intros; rewrite sin_0; ring); ring.
  - destruct (IH ltac:(lia)) as (C & S & B & L & Z & E); clear IH.
    destruct (whole_turn (omega m)) as (G1 & H1 & C1 & S1 & B1 & N1 & W1).
    set (c1 := (G1 (2 * PI) - G1 0) / (2 * PI)) in *; set (s1 := (H1 (2 * PI) - H1 0) / (2 * PI)) in *.
    exists (C * c1 - S * s1), (S * c1 + C * s1).
    replace (Rsqr (C * c1 - S * s1) + Rsqr (S * c1 + C * s1)) with ((Rsqr C + Rsqr S) * (Rsqr c1 + Rsqr s1))
      by (unfold Rsqr; ring).
    set (u := Rsqr C + Rsqr S) in *; set (v := Rsqr c1 + Rsqr s1) in *.
    assert (U : 0 <= u) by (apply Rplus_le_le_0_compat; apply Rle_0_sqr).
    assert (V : 0 <= v) by (apply Rplus_le_le_0_compat; apply Rle_0_sqr).
    split; [apply Rle_trans with (u * 1); [apply Rmult_le_compat_l; assumption|lra]|split].
    { intros (c & Hc & Ho); destruct (Nat.eq_dec c m) as [->|Hne].
      - specialize (N1 Ho); apply Rle_lt_trans with (1 * v); [apply Rmult_le_compat_r; assumption|lra].
      - assert (Hl : (c < m)%nat) by lia; specialize (L (ex_intro _ c (conj Hl Ho))).
        apply Rle_lt_trans with (u * 1); [apply Rmult_le_compat_l; assumption|lra]. }
    split.
    { intros (c & z & Hc & Ho & Hz); destruct (Nat.eq_dec c m) as [->|Hne].
      - destruct (W1 z Ho Hz) as [-> ->]; split; ring.
      - assert (Hl : (c < m)%nat) by lia; destruct (Z (ex_intro _ c (ex_intro _ z (conj Hl (conj Ho Hz)))))
        as [-> ->].
        split; ring. }
    intros g G Hg HG One Id rest.
    assert (Q : forall h H : R -> R, continuity h -> (forall s, derivable_pt_lim H s (h s)) ->
      let g' := fun c => if Nat.eqb c m then h else g c in
      mean T (fun w => cos (rsum m (fun c => omega c * label T w c)) * product n (fun c => g' c (label T w
        c)))
      = C * ((H (2 * PI) - H 0) / (2 * PI) * rest) /\
      mean T (fun w => sin (rsum m (fun c => omega c * label T w c)) * product n (fun c => g' c (label T w
        c)))
      = S * ((H (2 * PI) - H 0) / (2 * PI) * rest)).
    { intros h H Hh HH g'; assert (R' : product n (fun c => ((if Nat.eqb c m then H else G c) (2 * PI)
        - (if Nat.eqb c m then H else G c) 0) / (2 * PI)) = (H (2 * PI) - H 0) / (2 * PI) * rest).
      { unfold rest; rewrite <- (product_split n _ m _ ltac:(lia)); apply product_ext; intros c Hc.
        destruct (Nat.eqb_spec c m) as [->|]; [|reflexivity]; rewrite !Id by lia; field; lra. }
      rewrite <- R'; apply (E g' (fun c => if Nat.eqb c m then H else G c)).
      - intros c Hc; unfold g'; destruct (Nat.eqb c m); [exact Hh|apply Hg, Hc].
      - intros c s Hc; unfold g'; destruct (Nat.eqb c m); [apply HH|apply HG, Hc].
      - intros c s Hc; unfold g'; rewrite (proj2 (Nat.eqb_neq c m)) by lia; apply One; lia.
      - intros c s Hc; rewrite (proj2 (Nat.eqb_neq c m)) by lia; apply Id; lia. }
    assert (W : forall (h : R -> R) w, h (label T w m) * product n (fun c => g c (label T w c))
      = product n (fun c => (if Nat.eqb c m then h else g c) (label T w c))).
    { intros h w; rewrite <- (product_split n _ m _ ltac:(lia)); apply product_ext; intros c Hc.
      destruct (Nat.eqb_spec c m) as [->|]; [|reflexivity]; rewrite One by lia; ring. }
    set (cs := fun s => cos (omega m * s)) in *; set (sn := fun s => sin (omega m * s)) in *.
    destruct (Q cs G1 (continuous_cos _) C1) as [QC QS]; destruct (Q sn H1 (continuous_sin _) S1) as [RC RS].
    assert (F : forall h : R -> R, continuity h ->
      fit T (fun w => product n (fun c => (if Nat.eqb c m then h else g c) (label T w c)))).
    { intros h Hh; apply (product_fit n T (fun c => if Nat.eqb c m then h else g c) (proj1 HT)).
      intros c Hc; destruct (Nat.eqb c m); [exact Hh|apply Hg, Hc]. }
    pose proof (cube_angle_fit n T (fun c _ => omega c) 0 m (proj1 HT) ltac:(lia)) as FA; cbv beta in FA.
    pose proof (fit_comp T cos _ continuity_cos FA) as FC; pose proof (fit_comp T sin _ continuity_sin FA) as
      FS.
    cbv beta in FC, FS; pose proof (F cs (continuous_cos _)) as Fc; pose proof (F sn (continuous_sin _)) as
      Fs.
    split.
    + rewrite (mean_ext _ (fun w => cos (rsum m (fun c => omega c * label T w c))
          * product n (fun c => (if Nat.eqb c m then cs else g c) (label T w c))
        - sin (rsum m (fun c => omega c * label T w c))
          * product n (fun c => (if Nat.eqb c m then sn else g c) (label T w c)))).
      * rewrite mean_minus by (apply fit_mult; assumption); rewrite QC, RS; fold c1 s1; ring.
      * intros w; simpl rsum; rewrite cos_plus, <- !W; unfold cs, sn; ring.
    + rewrite (mean_ext _ (fun w => sin (rsum m (fun c => omega c * label T w c))
          * product n (fun c => (if Nat.eqb c m then cs else g c) (label T w c))
        + cos (rsum m (fun c => omega c * label T w c))
          * product n (fun c => (if Nat.eqb c m then sn else g c) (label T w c)))).
      * rewrite mean_plus by (apply fit_mult; assumption); rewrite QS, RC; fold c1 s1; ring.
      * intros w; simpl rsum; rewrite sin_plus, <- !W; unfold cs, sn; ring.
Qed.

Lemma product_one n (g : nat -> R) : (forall c, (c < n)%nat -> g c = 1) -> product n g = 1.
Proof.
  induction n as [|n IH]; intros H; [reflexivity|]; simpl; rewrite IH, H by (intros; try apply H; lia); ring.
Qed.

(** The means of cos and sin of sum omega_c l_c: 0 for whole omega, one of them not 0; else a short vector. *)
Lemma cube_means n T (omega : nat -> R) : independent_angles n T -> exists C S : R,
  mean T (fun w => cos (rsum n (fun c => omega c * label T w c))) = C /\
  mean T (fun w => sin (rsum n (fun c => omega c * label T w c))) = S /\
  ((exists c, (c < n)%nat /\ omega c <> 0) -> Rsqr C + Rsqr S < 1) /\
  ((exists c z, (c < n)%nat /\ omega c = IZR z /\ z <> 0%Z) -> C = 0 /\ S = 0).
Proof.
  intros HT; pose proof PI_RGT_0 as P.
  destruct (partial_waves n T omega HT n (le_n n)) as (C & S & _ & L & Z & E); exists C, S.
  destruct (E (fun _ _ => 1) (fun _ s => s)) as [EC ES]; try reflexivity.
  - intros c _ s; apply continuity_pt_const; intros x y; reflexivity.
  - intros c s _; apply derivable_pt_lim_id.
  - rewrite (product_one n (fun _ => (2 * PI - 0) / (2 * PI))), Rmult_1_r in EC, ES by (intros; field; lra).
    cbv zeta in EC, ES; split; [rewrite <- EC|split; [rewrite <- ES|split; assumption]];
      apply mean_ext; intros; rewrite product_one by reflexivity; ring.
Qed.

(** The plane moves if one frequency is not 0. *)
Theorem cube_moves n omega p T : independent_angles n T -> (exists c, (c < n)%nat /\ omega c p <> 0) ->
  moves T (cube_angle n omega) p.
Proof.
  intros HT Ho; destruct (cube_means n T (fun c => omega c p) HT) as (C & S & EC & ES & L & _).
  unfold moves, cube_angle; rewrite EC, ES; exact (L Ho).
Qed.
