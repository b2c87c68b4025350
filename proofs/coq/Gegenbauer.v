(** * Gegenbauer polynomials and their addition theorem

    Overview.  Let D = d - 2.  The Gegenbauer polynomials N_m = P_m^(d) of R^d, made homogeneous by rho, are

        N_0 = 1,  N_1 = s,  (m + 1 + D) N_{m+2} = (2 m + 2 + D) s N_{m+1} - (m + 1) rho N_m,

    so that N_m(1, 1) = 1.  With x = (u, s), y = (v, t), p = |u|^2, q = |v|^2, r = <u, v> and D >= 1,

        N^D_n(s t + r, (s^2 + p)(t^2 + q)) = sum_{k <= n} b_{n,k} A_{n,k}(s) A_{n,k}(t) N^{D-1}_k(r, p q),
        A_{n,k}(s) = N^{D+2k}_{n-k}(s, s^2 + p),  b_{n,k} >= 0.

    Key idea.  Induction on n from the recurrence: r N_k is a combination of N_{k+1} and p q N_{k-1}, and two
    contiguous relations write what stands before N_k by A_{n+2,k} and (s^2 + p) A_{n,k}.

    Key results: [addition_theorem], [coefficient_nonneg].

    Reference.  A. Erdelyi et al., Higher Transcendental Functions, vol. 2 (1953), section 11.4. *)

From Coq Require Import Reals Lra Lia Arith.
From Collapse Require Import Sums Vectors.
Local Open Scope R_scope.

(** ** The polynomials *)

Fixpoint gegenbauer (D : R) (m : nat) (s rho : R) : R :=
  match m with
  | O => 1
  | S m1 =>
      match m1 with
      | O => s
      | S m2 => ((2 * INR m1 + D) * s * gegenbauer D m1 s rho - INR m1 * rho * gegenbauer D m2 s rho)
                / (INR m1 + D)
      end
  end.

Lemma gegenbauer_step D m s rho : gegenbauer D (S (S m)) s rho
  = ((2 * INR m + 2 + D) * s * gegenbauer D (S m) s rho - (INR m + 1) * rho * gegenbauer D m s rho)
    / (INR m + 1 + D).
Proof.
  change (gegenbauer D (S (S m)) s rho) with (((2 * INR (S m) + D) * s * gegenbauer D (S m) s rho
    - INR (S m) * rho * gegenbauer D m s rho) / (INR (S m) + D)).
  rewrite S_INR; f_equal; ring.
Qed.

Lemma two_steps (P : nat -> Prop) :
  P 0%nat -> P 1%nat -> (forall m, P m -> P (S m) -> P (S (S m))) -> forall m, P m.
Proof. intros H0 H1 HS m; enough (P m /\ P (S m)) by tauto; induction m; intuition. Qed.

Ltac nonzero := repeat split; apply Rgt_not_eq; lra.

(** Two contiguous relations. *)
Lemma contiguous_lower D s rho : 0 <= D -> forall m, gegenbauer D (S (S m)) s rho
  = ((INR m + D + 2) * (INR m + D + 3) * gegenbauer (D + 2) (S (S m)) s rho
     - (INR m + 1) * (INR m + 2) * rho * gegenbauer (D + 2) m s rho) / ((2 * INR m + 4 + D) * (D + 1)).
Proof.
  intros HD; apply two_steps.
  - rewrite !gegenbauer_step; simpl; field; nonzero.
  - rewrite !gegenbauer_step; simpl; field; nonzero.
  - intros m IH0 IH1; pose proof (pos_INR m) as Hm.
    rewrite (gegenbauer_step D (S (S m))), IH1, IH0.
    rewrite (gegenbauer_step (D + 2) (S (S m))), (gegenbauer_step (D + 2) (S m)),
      (gegenbauer_step (D + 2) m).
    rewrite !S_INR; field; nonzero.
Qed.

Lemma contiguous_raise D s rho : 0 <= D -> forall m, (rho - s * s) * gegenbauer (D + 2) m s rho
  = (D + 1) * (rho * gegenbauer D m s rho - gegenbauer D (S (S m)) s rho) / (2 * INR m + 2 + D).
Proof.
  intros HD; apply two_steps.
  - rewrite gegenbauer_step; simpl; field; nonzero.
  - rewrite !gegenbauer_step; simpl; field; nonzero.
  - intros m IH0 IH1; pose proof (pos_INR m) as Hm; rewrite (gegenbauer_step (D + 2) m).
    transitivity (((2 * INR m + 2 + (D + 2)) * s * ((rho - s * s) * gegenbauer (D + 2) (S m) s rho)
      - (INR m + 1) * rho * ((rho - s * s) * gegenbauer (D + 2) m s rho)) / (INR m + 1 + (D + 2)));
      [field; nonzero|].
    rewrite IH1, IH0, (gegenbauer_step D (S (S m))), (gegenbauer_step D (S m)), (gegenbauer_step D m).
    rewrite !S_INR; field; nonzero.
Qed.

(** ** The coefficients of the addition theorem *)

(** N_k r = link_k N_{k+1} + k / (2 k + D - 1) p q N_{k-1} for the polynomials of one dimension less. *)
Definition link (D : R) (k : nat) : R :=
  match k with O => 1 | S _ => (INR k + D - 1) / (2 * INR k + D - 1) end.

(** b_{k,k}. *)
Fixpoint corner (D : R) (k : nat) : R :=
  match k with O => 1 | S j => (2 * INR j + D) / (INR j + D) * link D j * corner D j end.

(** b_{m+k,k}. *)
Fixpoint coefficient (D : R) (m k : nat) : R :=
  match m with
  | O => corner D k
  | S l => (INR l + 1 + INR k) * (D + 2 * INR k + INR l) / ((INR l + 1) * (D + INR l + INR k))
           * coefficient D l k
  end.

Lemma link_nonneg D k : 0 < D -> 0 <= link D k.
Proof.
  intros HD; destruct k as [|k]; unfold link; [lra|]; rewrite S_INR; pose proof (pos_INR k).
  apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
Qed.

Lemma coefficient_nonneg D m k : 0 < D -> 0 <= coefficient D m k.
Proof.
  intros HD; induction m as [|m IH].
  - induction k as [|k IH]; simpl; [lra|]; pose proof (pos_INR k).
    apply Rmult_le_pos; [|exact IH]; apply Rmult_le_pos; [|apply link_nonneg, HD].
    apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
  - simpl; pose proof (pos_INR k); pose proof (pos_INR m); apply Rmult_le_pos; [|exact IH].
    apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra].
Qed.

Lemma coefficient_cross D m k : 0 < D -> coefficient D m (S k)
  = (INR m + 1) * (D + 2 * INR k + INR m + 1) * link D k / ((INR k + 1) * (D + 2 * INR k + 1))
    * coefficient D (S m) k.
Proof.
  intros HD; pose proof (pos_INR k) as Hk; induction m as [|m IH].
  - simpl; field; nonzero.
  - pose proof (pos_INR m) as Hm; change (coefficient D (S m) (S k)) with ((INR m + 1 + INR (S k))
      * (D + 2 * INR (S k) + INR m) / ((INR m + 1) * (D + INR m + INR (S k))) * coefficient D m (S k)).
    rewrite IH; change (coefficient D (S (S m)) k) with ((INR (S m) + 1 + INR k)
      * (D + 2 * INR k + INR (S m)) / ((INR (S m) + 1) * (D + INR (S m) + INR k)) * coefficient D (S m) k).
    rewrite !S_INR; field; nonzero.
Qed.

(** ** The addition theorem *)

(** b_{n,k} A_{n,k}(s) A_{n,k}(t). *)
Definition term (D : R) (n k : nat) (s p t q : R) : R :=
  if Nat.leb k n then
    coefficient D (n - k) k * (gegenbauer (D + 2 * INR k) (n - k) s (s * s + p)
                               * gegenbauer (D + 2 * INR k) (n - k) t (t * t + q))
  else 0.

Lemma term_inside D m k s p t q : term D (m + k) k s p t q
  = coefficient D m k * (gegenbauer (D + 2 * INR k) m s (s * s + p)
                         * gegenbauer (D + 2 * INR k) m t (t * t + q)).
Proof.
  unfold term; rewrite (proj2 (Nat.leb_le k (m + k))) by lia; replace (m + k - k)%nat with m by lia;
    reflexivity.
Qed.

Lemma term_outside D n k s p t q : (n < k)%nat -> term D n k s p t q = 0.
Proof. intros H; unfold term; rewrite (proj2 (Nat.leb_gt k n)) by exact H; reflexivity. Qed.

Definition before (D : R) (n k : nat) (s p t q : R) : R :=
  match k with O => 0 | S j => link D j * term D n j s p t q end.

(** k <= n: the bilinear identity in A_{n+2,k} and (s^2 + p) A_{n,k}. *)
Lemma term_main D m k s p t q : 0 < D ->
  (INR (m + k) + 1 + D) * term D (S (S m) + k) k s p t q
  = (2 * INR (m + k) + 2 + D) * (s * t * term D (S m + k) k s p t q + before D (S m + k) k s p t q
      + (INR k + 1) / (2 * INR k + 1 + D) * (p * q) * term D (S m + k) (S k) s p t q)
    - (INR (m + k) + 1) * ((s * s + p) * (t * t + q)) * term D (m + k) k s p t q.
Proof.
  intros HD; pose proof (pos_INR k) as Hk; pose proof (pos_INR m) as Hm.
  replace (S m + k)%nat with (m + S k)%nat at 3 by lia.
  rewrite !term_inside; set (E := D + 2 * INR k).
  assert (B : before D (S m + k) k s p t q = match k with O => 0 | S j =>
    link D j * (coefficient D (S (S m)) j * (gegenbauer (D + 2 * INR j) (S (S m)) s (s * s + p)
                * gegenbauer (D + 2 * INR j) (S (S m)) t (t * t + q))) end).
  { destruct k as [|j]; [reflexivity|]; unfold before.
    replace (S m + S j)%nat with (S (S m) + j)%nat by lia; rewrite term_inside; reflexivity. }
  rewrite B; clear B; rewrite coefficient_cross by exact HD.
  replace (D + 2 * INR (S k)) with (E + 2) by (rewrite S_INR; unfold E; ring).
  set (As := gegenbauer E (S (S m)) s (s * s + p)); set (At := gegenbauer E (S (S m)) t (t * t + q)).
  set (Ys := (s * s + p) * gegenbauer E m s (s * s + p));
    set (Yt := (t * t + q) * gegenbauer E m t (t * t + q)).
  assert (HE : 0 < E) by (unfold E; lra).
  assert (X : forall u o, u * gegenbauer E (S m) u o
    = ((INR m + 1 + E) * gegenbauer E (S (S m)) u o + (INR m + 1) * (o * gegenbauer E m u o))
      / (2 * INR m + 2 + E)) by (intros; rewrite gegenbauer_step; field; nonzero).
  assert (W : forall u c, c * gegenbauer (E + 2) m u (u * u + c)
    = (E + 1) * ((u * u + c) * gegenbauer E m u (u * u + c) - gegenbauer E (S (S m)) u (u * u + c))
      / (2 * INR m + 2 + E)).
  { intros u c; rewrite <- contiguous_raise by lra; ring. }
  transitivity ((2 * INR (m + k) + 2 + D) * (
      coefficient D (S m) k * ((s * gegenbauer E (S m) s (s * s + p)) * (t * gegenbauer E (S m) t (t * t +
      q)))
      + match k with O => 0 | S j =>
    link D j * (coefficient D (S (S m)) j * (gegenbauer (D + 2 * INR j) (S (S m)) s (s * s + p)
                * gegenbauer (D + 2 * INR j) (S (S m)) t (t * t + q))) end
      + (INR k + 1) / (2 * INR k + 1 + D) * ((INR m + 1) * (D + 2 * INR k + INR m + 1) * link D k
         / ((INR k + 1) * (D + 2 * INR k + 1)) * coefficient D (S m) k)
        * ((p * gegenbauer (E + 2) m s (s * s + p)) * (q * gegenbauer (E + 2) m t (t * t + q))))
    - (INR (m + k) + 1) * coefficient D m k * (Ys * Yt)); [|unfold Ys, Yt; ring].
  rewrite !X, !W; fold As At Ys Yt.
  change (coefficient D (S (S m)) k) with ((INR (S m) + 1 + INR k) * (D + 2 * INR k + INR (S m))
    / ((INR (S m) + 1) * (D + INR (S m) + INR k)) * coefficient D (S m) k).
  replace (coefficient D m k) with ((INR m + 1) * (D + INR m + INR k)
    / ((INR m + 1 + INR k) * (D + 2 * INR k + INR m)) * coefficient D (S m) k)
    by (change (coefficient D (S m) k) with ((INR m + 1 + INR k) * (D + 2 * INR k + INR m)
    / ((INR m + 1) * (D + INR m + INR k)) * coefficient D m k); field; nonzero).
  destruct k as [|j].
  - unfold E; rewrite Nat.add_0_r, S_INR; simpl INR; simpl link; field; nonzero.
  - pose proof (pos_INR j) as Hj.
    assert (C : link D j * coefficient D (S (S m)) j = (INR j + 1) * (D + 2 * INR j + 1)
      / ((INR m + 2) * (D + 2 * INR j + INR m + 2)) * coefficient D (S m) (S j)).
    { rewrite (coefficient_cross D (S m) j HD), S_INR; field; nonzero. }
    assert (F : forall u o, gegenbauer (D + 2 * INR j) (S (S m)) u o
      = ((INR m + E) * (INR m + E + 1) * gegenbauer E (S (S m)) u o
         - (INR m + 1) * (INR m + 2) * (o * gegenbauer E m u o)) / ((2 * INR m + 2 + E) * (E - 1))).
    { intros u o; rewrite contiguous_lower by lra.
      replace (D + 2 * INR j + 2) with E by (unfold E; rewrite S_INR; ring).
      replace (D + 2 * INR j) with (E - 2) by (unfold E; rewrite S_INR; ring).
      f_equal; ring. }
    rewrite !F; fold As At Ys Yt; rewrite <- (Rmult_assoc (link D j)), C.
    rewrite plus_INR; unfold E, link; rewrite !S_INR; field; nonzero.
Qed.

Lemma term_step D n k s p t q : 0 < D ->
  (INR n + 1 + D) * term D (S (S n)) k s p t q
  = (2 * INR n + 2 + D) * (s * t * term D (S n) k s p t q + before D (S n) k s p t q
      + (INR k + 1) / (2 * INR k + 1 + D) * (p * q) * term D (S n) (S k) s p t q)
    - (INR n + 1) * ((s * s + p) * (t * t + q)) * term D n k s p t q.
Proof.
  intros HD; destruct (Nat.le_gt_cases k n) as [H|H].
  - replace n with ((n - k) + k)%nat by lia; apply (term_main D (n - k) k s p t q HD).
  - pose proof (pos_INR n) as Hn; rewrite (term_outside D n k), (term_outside D (S n) (S k)) by lia.
    destruct (Nat.eq_dec k (S n)) as [->|N1]; [|destruct (Nat.eq_dec k (S (S n))) as [->|N2]].
    + unfold before; rewrite (term_inside D 1 (S n)), (term_inside D 0 (S n)), (term_inside D 1 n);
      simpl Nat.add.
      assert (C : link D n * coefficient D 1 n = (INR n + 1) * corner D (S n)).
      { change (corner D (S n)) with (coefficient D 0 (S n)); rewrite coefficient_cross by exact HD.
        simpl INR; field; nonzero. }
      change (coefficient D 1 (S n)) with ((0 + 1 + INR (S n)) * (D + 2 * INR (S n) + 0)
        / ((0 + 1) * (D + 0 + INR (S n))) * corner D (S n)); cbn [gegenbauer coefficient].
      rewrite <- (Rmult_assoc (link D n)); change (link D n * (coefficient D 1 n)) with
        (link D n * coefficient D 1 n) in C; cbn [coefficient] in C |- *; rewrite C, !S_INR; field; nonzero.
    + unfold before; rewrite (term_outside D (S n) (S (S n))) by lia.
      rewrite (term_inside D 0 (S (S n))), (term_inside D 0 (S n)); cbn [gegenbauer coefficient].
      change (corner D (S (S n))) with ((2 * INR (S n) + D) / (INR (S n) + D) * link D (S n) * corner D (S
      n)).
      rewrite !S_INR; field; nonzero.
    + rewrite (term_outside D (S (S n)) k), (term_outside D (S n) k) by lia.
      unfold before; destruct k as [|j]; [lia|]; rewrite (term_outside D (S n) j) by lia; ring.
Qed.

Lemma shift_up L (u N : nat -> R) : u L = 0 -> rsum (S L) (fun k => u k * N (S k))
  = rsum (S L) (fun k => match k with O => 0 | S j => u j end * N k).
Proof. intros H; rewrite (rsum_shift L (fun k => _ * N k)); simpl; rewrite H; ring. Qed.

Lemma shift_down L (u N : nat -> R) : u 0%nat = 0 -> u (S L) = 0 ->
  rsum (S L) (fun k => u k * N (pred k)) = rsum (S L) (fun k => u (S k) * N k).
Proof. intros H0 H; rewrite rsum_shift; simpl; rewrite H0, H; ring. Qed.

(** r N_k = link_k N_{k+1} + k / (2 k + D - 1) rho N_{k-1}. *)
Lemma gegenbauer_times D k r rho : 1 <= D -> r * gegenbauer (D - 1) k r rho
  = link D k * gegenbauer (D - 1) (S k) r rho
    + INR k / (2 * INR k + D - 1) * rho * gegenbauer (D - 1) (pred k) r rho.
Proof.
  intros HD; destruct k as [|k]; [simpl; unfold Rdiv; ring|]; pose proof (pos_INR k).
  rewrite gegenbauer_step; unfold link; simpl pred; rewrite !S_INR; field; nonzero.
Qed.

(** The addition theorem; L is any bound of n. *)
Theorem addition_theorem D s p t q r : 1 <= D -> forall n L, (n <= L)%nat ->
  gegenbauer D n (s * t + r) ((s * s + p) * (t * t + q))
  = rsum (S L) (fun k => term D n k s p t q * gegenbauer (D - 1) k r (p * q)).
Proof.
  intros HD n; pattern n; apply two_steps; clear n.
  - intros L _; rewrite rsum_shift, rsum_zero by (intros; rewrite term_outside by lia; ring).
    rewrite (term_inside D 0 0); simpl; ring.
  - intros L HL; destruct L as [|L]; [lia|]; rewrite !rsum_shift, rsum_zero
      by (intros; rewrite term_outside by lia; ring).
    rewrite (term_inside D 1 0), (term_inside D 0 1); simpl; field; nonzero.
  - intros n IH0 IH1 L HL; pose proof (pos_INR n) as Hn.
    specialize (IH0 L ltac:(lia)); specialize (IH1 L ltac:(lia)).
    rewrite gegenbauer_step; apply (Rmult_eq_reg_l (INR n + 1 + D)); [|apply Rgt_not_eq; lra].
    unfold Rdiv; rewrite (Rmult_comm _ (/ _)), <- Rmult_assoc, Rinv_r, Rmult_1_l by (apply Rgt_not_eq; lra).
    rewrite IH0, IH1; set (N := fun k => gegenbauer (D - 1) k r (p * q)).
    set (T := fun j k => term D j k s p t q).
    assert (R1 : r * rsum (S L) (fun k => T (S n) k * N k)
      = rsum (S L) (fun k => before D (S n) k s p t q * N k)
        + rsum (S L) (fun k => (INR k + 1) / (2 * INR k + 1 + D) * (p * q) * T (S n) (S k) * N k)).
    { transitivity (rsum (S L) (fun k => (link D k * T (S n) k) * N (S k))
        + rsum (S L) (fun k => (INR k / (2 * INR k + D - 1) * (p * q) * T (S n) k) * N (pred k))).
      - rewrite <- rsum_scal, <- rsum_plus; apply rsum_ext; intros k _; unfold N.
        transitivity (T (S n) k * (r * gegenbauer (D - 1) k r (p * q))); [ring|].
        rewrite (gegenbauer_times D k) by exact HD; ring.
      - rewrite (shift_up L (fun k => link D k * T (S n) k) N),
          (shift_down L (fun k => INR k / (2 * INR k + D - 1) * (p * q) * T (S n) k) N).
        + f_equal; apply rsum_ext; intros k _; rewrite S_INR.
          replace (2 * (INR k + 1) + D - 1) with (2 * INR k + 1 + D) by ring; reflexivity.
        + simpl; unfold Rdiv; ring.
        + unfold T; rewrite term_outside by lia; ring.
        + unfold T; rewrite term_outside by lia; ring. }
    transitivity ((2 * INR n + 2 + D) * (s * t * rsum (S L) (fun k => T (S n) k * N k)
      + r * rsum (S L) (fun k => T (S n) k * N k))
      - (INR n + 1) * ((s * s + p) * (t * t + q)) * rsum (S L) (fun k => T n k * N k)); [unfold T, N;
        ring|].
    rewrite R1, <- !rsum_scal, <- !rsum_plus, <- !rsum_scal, <- rsum_minus; apply rsum_ext; intros k _.
    fold (N k); rewrite <- (Rmult_assoc (INR n + 1 + D)), (term_step D n k) by lra; unfold T; ring.
Qed.
