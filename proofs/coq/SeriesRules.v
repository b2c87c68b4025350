(** * Power series with nonnegative coefficients, by syntax: sums, products, powers

    Overview.  [series_from b L f]: f(t) = sum a_p t^p on [-1, 1], a_p >= 0 for all p >= b, and a_p > 0 for
    those p >= b that the list L names: (m, s) stands for m, m + s, m + 2s, ..  With b = 1 the constant is
    free.  Constants, polynomials, sums, positive multiples, products and powers of such functions are of this
    kind (SeriesLimits.v), and L is known from the formula.

    Key results: [from_polynomial], [from_plus], [from_scale], [from_times], [from_power]. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Converse PsdCheck Profiles SeriesLimits.
Import ListNotations.
Local Open Scope R_scope.

(** The degrees m + s k of a list of pairs (m, s). *)
Definition has (L : list (nat * nat)) (p : nat) : Prop := exists m s k, In (m, s) L /\ p = (m + s * k)%nat.

Definition series_from (b : nat) (L : list (nat * nat)) (f : R -> R) : Prop :=
  exists a, (forall p, (b <= p)%nat -> 0 <= a p) /\ (forall p, (b <= p)%nat -> has L p ->
    0 < a p) /\ power_series a f.

Lemma from_same b L f g : (forall t, -1 <= t <= 1 -> f t = g t) -> series_from b L f -> series_from b L g.
Proof. intros H (a & A & P & S); exists a; repeat split; auto; apply (power_series_same a f g H S). Qed.

(** Fewer degrees, and a free constant. *)
Definition pair_eqb (x y : nat * nat) : bool := Nat.eqb (fst x) (fst y) && Nat.eqb (snd x) (snd y).
Definition among (M L : list (nat * nat)) : bool := forallb (fun x => existsb (pair_eqb x) L) M.

Lemma among_has M L p : among M L = true -> has M p -> has L p.
Proof.
  unfold among; rewrite forallb_forall; intros H (m & s & k & I & E); specialize (H _ I).
  apply existsb_exists in H; destruct H as ([n u] & J & K); apply andb_prop in K; destruct K as [K1 K2].
  apply Nat.eqb_eq in K1; apply Nat.eqb_eq in K2; simpl in K1, K2; subst; exists n, u, k; auto.
Qed.

Lemma from_fewer b c L M f : series_from b L f -> (b <= c)%nat -> among M L = true -> series_from c M f.
Proof.
  intros (a & A & P & S) Hb HM; exists a; split; [intros; apply A; lia|split; [|exact S]].
  intros p Hp I; apply P; [lia|apply (among_has M L p HM I)].
Qed.

Lemma from_free L f : series_from 0 L f -> series_from 1 L f.
Proof.
  intros H; apply (from_fewer 0 1 L L f H); [lia|]; apply forallb_forall; intros x I; apply existsb_exists;
    exists x.
  split; [exact I|]; unfold pair_eqb; rewrite !Nat.eqb_refl; reflexivity.
Qed.

(** ** Constants, polynomials, sums, multiples *)

Lemma no_degrees p : ~ has [] p.
Proof. intros (m & s & k & [] & _). Qed.

Lemma from_any c : series_from 1 [] (fun _ => c).
Proof.
  exists (fun p => if Nat.eqb p 0 then c else 0); split; [|split; [intros p _ I; destruct (no_degrees p I)|]].
  - intros [|p] Hp; [lia|simpl; lra].
  - apply constant_series.
Qed.

Lemma from_zero : series_from 0 [] (fun _ => 0).
Proof.
  exists (fun p => if Nat.eqb p 0 then 0 else 0); split; [|split; [intros p _ I; destruct (no_degrees p I)|]].
  - intros p _; destruct (Nat.eqb p 0); lra.
  - apply constant_series.
Qed.

Lemma from_constant c : 0 < c -> series_from 0 [(0, 0)%nat] (fun _ => c).
Proof.
  intros Hc; exists (fun p => if Nat.eqb p 0 then c else 0); split; [|split; [|apply constant_series]].
  - intros p _; destruct (Nat.eqb p 0); lra.
  - intros p _ (m & s & k & [I|[]] & ->); injection I as <- <-; simpl; exact Hc.
Qed.

Lemma from_variable : series_from 0 [(1, 0)%nat] (fun t => t).
Proof.
  exists (moved 1 (fun p => if Nat.eqb p 0 then 1 else 0)); split; [|split].
  - intros p _; apply moved_nonneg; intros q; destruct (Nat.eqb q 0); lra.
  - intros p _ (m & s & k & [I|[]] & ->); injection I as <- <-; unfold moved; simpl; lra.
  - apply (power_series_ext _ (fun t => t ^ 1 * 1)); [intros; ring|]; apply moved_series, constant_series.
Qed.

(** A polynomial with integers P_p >= 0, p >= b. *)
Definition nonnegative_from (b : nat) (P : list Z) (pi : Z) : bool :=
  (0 <? pi)%Z && forallb (fun p => Nat.ltb p b || (0 <=? at1 P p)%Z) (seq 0 (length P)).
Definition degrees (P : list Z) : list (nat * nat) :=
  flat_map (fun p => if (0 <? at1 P p)%Z then [(p, 0%nat)] else []) (seq 0 (length P)).

Lemma from_polynomial b P pi : nonnegative_from b P pi = true -> series_from b (degrees P) (polynomial P pi).
Proof.
  intros H; apply andb_prop in H; destruct H as [H1 H2]; apply Z.ltb_lt, IZR_lt in H1.
  rewrite forallb_forall in H2; exists (fun p => IZR (at1 P p) / IZR pi); split; [|split].
  - intros p Hp; apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, H1]; apply IZR_le.
    destruct (Nat.lt_ge_cases p (length P)) as [Hl|Hl]; [|unfold at1; rewrite nth_overflow by exact Hl; lia].
    specialize (H2 p ltac:(apply in_seq; lia)); apply orb_prop in H2; destruct H2 as [H2|H2].
    + apply Nat.ltb_lt in H2; lia.
    + apply Z.leb_le, H2.
  - intros p _ (m & s & k & I & E); apply in_flat_map in I; destruct I as (q & _ & I).
    destruct (0 <? at1 P q)%Z eqn:Q; [|destruct I]; destruct I as [I|[]]; injection I as <- <-.
    rewrite E, Nat.mul_0_l, Nat.add_0_r; apply Rdiv_lt_0_compat; [apply IZR_lt, Z.ltb_lt, Q|exact H1].
  - apply polynomial_power_series.
Qed.

Lemma has_app L M p : has (L ++ M) p -> has L p \/ has M p.
Proof.
  intros (m & s & k & I & E); apply in_app_or in I; destruct I as [I|I]; [left|right]; exists m, s, k; auto.
Qed.

Lemma from_plus b L M f h : series_from b L f -> series_from b M h ->
  series_from b (L ++ M) (fun t => f t + h t).
Proof.
  intros (a & A & P & S) (c & C & Q & T); exists (fun p => a p + c p); split; [|split].
  - intros p Hp; specialize (A p Hp); specialize (C p Hp); lra.
  - intros p Hp I; specialize (A p Hp); specialize (C p Hp); apply has_app in I; destruct I as [I|I].
    + specialize (P p Hp I); lra.
    + specialize (Q p Hp I); lra.
  - apply power_series_plus; assumption.
Qed.

Lemma from_minus L f c : series_from 1 L f -> series_from 1 L (fun t => f t - c).
Proof.
  intros H; rewrite <- (app_nil_r L); exact (from_plus 1 L [] f (fun _ => - c) H (from_any (- c))).
Qed.

Lemma from_scale b L f c : 0 < c -> series_from b L f -> series_from b L (fun t => c * f t).
Proof.
  intros Hc (a & A & P & S); exists (fun p => c * a p); split; [|split].
  - intros p Hp; apply Rmult_le_pos; [lra|auto].
  - intros p Hp I; apply Rmult_lt_0_compat; auto.
  - apply power_series_scal, S.
Qed.

Lemma from_scale_right b L f c : 0 < c -> series_from b L f -> series_from b L (fun t => f t * c).
Proof.
  intros Hc H; apply (from_same b L (fun t => c * f t)); [intros; ring|apply from_scale; assumption].
Qed.

Lemma from_divide b L f c : 0 < c -> series_from b L f -> series_from b L (fun t => f t / c).
Proof. intros Hc; apply (from_scale_right b L f (/ c)), Rinv_0_lt_compat, Hc. Qed.

(** ** Products and powers *)

Definition product_degrees (L M : list (nat * nat)) : list (nat * nat) :=
  flat_map (fun x => flat_map (fun y => [(fst x + fst y, snd x); (fst x + fst y, snd y)]%nat) M) L.

Lemma product_has L M p : has (product_degrees L M) p -> exists i j, has L i /\ has M j /\ p = (i + j)%nat.
Proof.
  intros (m & s & k & I & E); apply in_flat_map in I; destruct I as ([m1 s1] & I1 & I).
  apply in_flat_map in I; destruct I as ([m2 s2] & I2 & I); simpl in I.
  destruct I as [I|[I|[]]]; injection I as <- <-.
  - exists (m1 + s1 * k)%nat, (m2 + s2 * 0)%nat; split; [exists m1, s1, k; auto|split;
      [exists m2, s2, 0%nat; auto|lia]].
  - exists (m1 + s1 * 0)%nat, (m2 + s2 * k)%nat; split; [exists m1, s1, 0%nat; auto|split;
      [exists m2, s2, k; auto|lia]].
Qed.

Lemma from_times L M f h :
  series_from 0 L f -> series_from 0 M h -> series_from 0 (product_degrees L M) (fun t => f t * h t).
Proof.
  intros (a & A & P & S) (c & C & Q & T).
  assert (A0 : forall p, 0 <= a p) by (intros; apply A; lia); assert (C0 : forall p, 0 <= c p) by (intros;
    apply C; lia).
  exists (convolution a c); split; [|split].
  - intros; apply convolution_nonneg; assumption.
  - intros p _ I; apply product_has in I; destruct I as (i & j & I & J & ->).
    apply convolution_positive; [assumption|assumption|apply P; [lia|exact I]|apply Q; [lia|exact J]].
  - apply series_product; assumption.
Qed.

(** f^(S k) = f f^k. *)
Fixpoint power_degrees (L : list (nat * nat)) (k : nat) : list (nat * nat) :=
  match k with O => [(0, 0)%nat] | S O => L | S m => product_degrees L (power_degrees L m) end.

Lemma from_power L f k : series_from 0 L f -> series_from 0 (power_degrees L k) (fun t => f t ^ k).
Proof.
  intros H; induction k as [|k IH]; [apply (from_constant 1), Rlt_0_1|].
  destruct k as [|k]; [|exact (from_times _ _ _ _ H IH)].
  apply (from_same 0 L f); [intros; simpl; ring|exact H].
Qed.

(** A power of t, of any degree. *)
Lemma from_monomial n : series_from 0 [(n, 0)%nat] (fun t => t ^ n).
Proof.
  exists (moved n (fun p => if Nat.eqb p 0 then 1 else 0)); split; [|split].
  - intros p _; apply moved_nonneg; intros q; destruct (Nat.eqb q 0); lra.
  - intros p _ (m & s & k & [I|[]] & ->); injection I as <- <-; unfold moved.
    rewrite Nat.mul_0_l, Nat.add_0_r, Nat.leb_refl, Nat.sub_diag; simpl; lra.
  - apply (power_series_ext _ (fun t => t ^ n * 1)); [intros; ring|]; apply moved_series, constant_series.
Qed.
