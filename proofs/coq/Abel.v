(** * Abel's summation in integers

    Overview.  phi positive and increasing, b_1 > b_2 > ...: if no partial sum x_1 + ... + x_m is negative,
    sum x_m phi(b_m) >= 0, and it is positive if one of them is; for

        sum x_m phi(b_m) = sum (x_1 + ... + x_m) (phi(b_m) - phi(b_{m+1})).

    Key results: [abel_nonneg], [abel_positive]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
Import ListNotations.
Local Open Scope R_scope.

(** The sum of x phi(b) over the pairs (b, x). *)
Fixpoint weighted_sum (phi : Z -> R) (L : list (Z * Z)) : R :=
  match L with
  | [] => 0
  | (b, x) :: L' => IZR x * phi b + weighted_sum phi L'
  end.

(** b falls, from below top, and no partial sum of acc and the x is negative. *)
Fixpoint abel_check (start acc : Z) (L : list (Z * Z)) : bool :=
  match L with
  | [] => true
  | (b, x) :: L' => ((b <? start) && (0 <=? acc + x))%Z && abel_check b (acc + x)%Z L'
  end.

(** Some partial sum is positive. *)
Fixpoint some_positive (acc : Z) (L : list (Z * Z)) : bool :=
  match L with
  | [] => false
  | (b, x) :: L' => (0 <? acc + x)%Z || some_positive (acc + x)%Z L'
  end.

(** phi is positive and increases on the b in question. *)
Definition rising_on (D : Z -> Prop) (phi : Z -> R) : Prop :=
  (forall b, D b -> 0 < phi b) /\ forall b c, D b -> D c -> (b < c)%Z -> phi b < phi c.

Lemma abel_nonneg D phi L : rising_on D phi -> forall start acc,
  D start -> (forall b x, In (b, x) L -> D b) -> (0 <= acc)%Z -> abel_check start acc L = true ->
  0 <= IZR acc * phi start + weighted_sum phi L /\ ((0 < acc)%Z ->
    0 < IZR acc * phi start + weighted_sum phi L).
Proof.
  intros [Hpos Hinc]; induction L as [|[b x] L IH]; intros start acc Dt DL Ha H; simpl.
  - pose proof (Hpos start Dt) as P; apply IZR_le in Ha; split; [nra|intros A; apply IZR_lt in A; nra].
  - simpl in H; apply andb_prop in H; destruct H as [H H2]; apply andb_prop in H; destruct H as [H0 H1].
    apply Z.ltb_lt in H0; apply Z.leb_le in H1.
    assert (Db : D b) by (apply (DL b x); left; reflexivity).
    destruct (IH b (acc + x)%Z Db (fun c y Hc => DL c y (or_intror Hc)) H1 H2) as [I1 I2].
    pose proof (Hinc b start Db Dt H0) as Q; rewrite plus_IZR in I1, I2; apply IZR_le in Ha.
    assert (E : IZR acc * phi start + (IZR x * phi b + weighted_sum phi L)
      = IZR acc * (phi start - phi b) + ((IZR acc + IZR x) * phi b + weighted_sum phi L)) by ring.
    rewrite E; assert (0 <= IZR acc * (phi start - phi b)) by (apply Rmult_le_pos; lra).
    split; [lra|intros A; apply IZR_lt in A].
    assert (0 < IZR acc * (phi start - phi b)) by (apply Rmult_lt_0_compat; lra); lra.
Qed.

Lemma abel_positive D phi L : rising_on D phi -> forall start acc,
  D start -> (forall b x, In (b, x) L -> D b) -> (0 <= acc)%Z -> abel_check start acc L = true ->
  some_positive acc L = true -> 0 < IZR acc * phi start + weighted_sum phi L.
Proof.
  intros HD; induction L as [|[b x] L IH]; intros start acc Dt DL Ha H S; [discriminate|].
  destruct (abel_nonneg D phi _ HD start acc Dt DL Ha H) as [_ Hs].
  destruct (Z_lt_le_dec 0 acc) as [|Hz]; [auto|]; assert (acc = 0%Z) by lia; subst acc.
  simpl in H, S; apply andb_prop in H; destruct H as [H H2]; apply andb_prop in H; destruct H as [H0 H1].
  apply Z.leb_le in H1; assert (Db : D b) by (apply (DL b x); left; reflexivity).
  assert (DL' : forall c y, In (c, y) L -> D c) by (intros c y Hc; apply (DL c y); right; exact Hc).
  apply orb_prop in S; destruct S as [S|S].
  - apply Z.ltb_lt in S; destruct (abel_nonneg D phi L HD b x Db DL' H1 H2) as [_ I]; simpl.
    specialize (I S); lra.
  - pose proof (IH b x Db DL' H1 H2 S) as I; simpl; lra.
Qed.

Lemma weighted_app phi L M : weighted_sum phi (L ++ M) = weighted_sum phi L + weighted_sum phi M.
Proof. induction L as [|[b x] L IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma weighted_rev phi L : weighted_sum phi (rev L) = weighted_sum phi L.
Proof. induction L as [|[b x] L IH]; simpl; [reflexivity|rewrite weighted_app, IH; simpl; ring]. Qed.
