(** * Even polynomials of any signs that are largest at 1 and -1, and k >= 0 on blocks

    Overview.  f(t) = E(t^2), and with H(u) = 2^r E((1 + u)/2), r the degree of E, f <= f(1) on [-1, 1] if
    H(u) < H(1) for -1 <= u < 1, which [peaked_check] sees.  This is what the sign of k asks for: on atoms by
    Pairs.v, and on nonatomic blocks halves of each block at u and -u lose nothing: "some".

    Key results: [even_polynomial_bounded], [blocks_some_halves_sign]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative PsdCheck PowerSeries Peaks
  FactorCertificate TokenLaws TokenLaplacian TokenClaims TokenPeaked BlockLaws BlockClaims BlockSigns
  BlockShares.
Import ListNotations.

(** ** Even polynomials *)

(** The coefficients of even degrees; those of odd degrees are zero. *)
Fixpoint evens (P : list Z) : list Z :=
  match P with x :: _ :: P' => x :: evens P' | _ => P end.
Fixpoint odds_zero (P : list Z) : bool :=
  match P with _ :: y :: P' => (y =? 0)%Z && odds_zero P' | _ => true end.

(** 2^r E((1 + u)/2) in powers of u is seen to be largest at u = 1, on M pieces. *)
Definition even_peaked_check (P : list Z) (pi : Z) (M : nat) : bool :=
  odds_zero P && (0 <? pi)%Z && Nat.ltb 0 (length (evens P))
  && peaked_check (taylor_shift 1 (dilate 2 (evens P))) 1 M.

Local Open Scope R_scope.

Lemma horner_evens t : forall m P, (length P <= m)%nat -> odds_zero P = true ->
  horner P t = horner (evens P) (t * t).
Proof.
  induction m as [|m IH]; intros [|x [|y P]] L H; simpl in L; try lia; try (simpl; ring).
  simpl in H; apply andb_prop in H; destruct H as [H0 H]; apply Z.eqb_eq in H0; subst y.
  simpl; rewrite (IH P ltac:(lia) H); ring.
Qed.

(** f(t) <= f(1) on [-1, 1]. *)
Theorem even_polynomial_bounded P pi M : even_peaked_check P pi M = true -> bounded_by_one (polynomial P pi).
Proof.
  intros H t Ht; do 3 (apply andb_prop in H; destruct H as [H ?C]); apply Z.ltb_lt, IZR_lt in C1.
  apply Nat.ltb_lt in C0; set (E := evens P) in *; set (u := 2 * (t * t) - 1).
  assert (Hu : -1 <= u <= 1) by (unfold u; nra).
  assert (V : forall v, IZR 2 * polynomial (taylor_shift 1 (dilate 2 E)) 1 v
    = IZR 2 ^ length E * horner E ((1 + v) / 2)).
  { intros v; rewrite polynomial_horner, horner_shift, <- (horner_dilate 2 E ((1 + v) / 2)) by lra.
    replace (IZR 2 * ((1 + v) / 2)) with (IZR 1 + v) by field; field. }
  assert (L : polynomial (taylor_shift 1 (dilate 2 E)) 1 u <= polynomial (taylor_shift 1 (dilate 2 E)) 1 1).
  { destruct (Req_dec u 1) as [->|Hne]; [right; reflexivity|left].
    apply (polynomial_peaked _ 1 M C); lra. }
  assert (P2 : 0 < IZR 2 ^ length E) by (apply pow_lt; lra).
  assert (Q : horner E (t * t) <= horner E (1 * 1)).
  { apply (Rmult_le_reg_l (IZR 2 ^ length E)); [exact P2|].
    pose proof (V u) as Vu; pose proof (V 1) as V1.
    replace ((1 + u) / 2) with (t * t) in Vu by (unfold u; field).
    replace ((1 + 1) / 2) with (1 * 1) in V1 by field; lra. }
  rewrite !polynomial_horner, !(horner_evens _ (length P) P (le_n _) H); fold E.
  unfold Rdiv; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, C1|exact Q].
Qed.

(** ** Blocks *)

(** k >= 0 and f(-1) = f(1) >= f: half of each block at u, half at -u; "some". *)
Theorem blocks_some_halves_sign n W omega K kappa view f d (Hv : admits_graphs view) (Hf : continuity f) :
  weights_check n W omega = true -> nonnegative_check n K kappa = true -> bounded_by_one f -> f (-1) = f 1 ->
  (1 <= d)%nat ->
  SomeOf (divided_blocks n (weight W omega) 2) view d (factor_kernel d (block_factor (factor K kappa)) f).
Proof.
  intros HW HK HB He Hd; pose proof (weights_check_sound n W omega HW) as Hw.
  apply (some_even view (divided_blocks n (weight W omega) 2) d (block_factor (factor K kappa)) f Hv Hf
    (rsum2 n (weighted (weight W omega) (factor K kappa))) Hd); [| exact He| |].
  - intros T [HT _]; apply (blocks_mean _ T HT).
  - intros T x [HT _] Hx; apply (dominated_gap T _ d x f (block_factor_fit (factor K kappa) HT)); auto.
    intros a c; apply (nonnegative_check_sound n K kappa HK); apply HT.
  - intros T HT; apply (divided_split n (weight W omega) T Hw HT).
Qed.
