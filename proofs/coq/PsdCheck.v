(** * Positive semidefiniteness of integer matrices, by a boolean computation

    Overview.  A is a symmetric integer matrix, q > 0 its common denominator.  The data of a certificate:

      - vectors N_c with A N_c = 0, each nonzero at its own pivot t_c and zero at the other pivots;
      - a scale s > 0, a lower triangular integer matrix L with nonzero diagonal on the complement S of the
        pivots, and positive integers D_k, such that the residual E = s A_SS - q L diag(D) L^T is diagonally
        dominant: E_ii >= sum_{j <> i} |E_ij|.

    [psd_check] verifies all of this in integers.  Nothing in the data is believed.

    Key result: the boolean function [psd_check]; PsdSound.v proves what its answer means.

    References.  S. M. Rump, Verification of positive definiteness, BIT 46 (2006) 433-452. *)

From Coq Require Import Arith ZArith List Bool.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Data *)

Record psd_data := {
  psd_kernel : list (list Z);   (** the vectors N_c, multiplied by their denominators *)
  psd_pivots : list nat;        (** their pivots t_c *)
  psd_scale : Z;                (** s *)
  psd_factor : list (list Z);   (** the rows of L, on S, the i-th with i + 1 entries *)
  psd_diagonal : list Z         (** D *)
}.

(** Entry i of a list, and entry (i, j) of a list of rows; 0 outside. *)
Definition at1 (l : list Z) (i : nat) : Z := nth i l 0.
Definition at2 (rows : list (list Z)) (i j : nat) : Z := nth j (nth i rows []) 0.

(** A function of indices as a table of n rows, so that it is computed once. *)
Definition tabulate (n : nat) (A : nat -> nat -> Z) : list (list Z) :=
  map (fun i => map (A i) (seq 0 n)) (seq 0 n).

(** Data on S, written on all n indices: zeros at the pivots. *)
Fixpoint spread (n i : nat) (pivots : list nat) (l : list Z) : list Z :=
  match n with
  | O => []
  | S m =>
    if existsb (Nat.eqb i) pivots then 0 :: spread m (S i) pivots l
    else match l with
         | [] => []
         | x :: rest => x :: spread m (S i) pivots rest
         end
  end.

Fixpoint spread_rows (n i : nat) (pivots : list nat) (rows : list (list Z)) : list (list Z) :=
  match n with
  | O => []
  | S m =>
    if existsb (Nat.eqb i) pivots then [] :: spread_rows m (S i) pivots rows
    else match rows with
         | [] => []
         | row :: rest => spread (S i) 0 pivots row :: spread_rows m (S i) pivots rest
         end
  end.

(** sum_k D_k a_k b_k, over the common length. *)
Fixpoint dot3 (D a b : list Z) : Z :=
  match D, a, b with
  | x :: D', y :: a', z :: b' => x * (y * z) + dot3 D' a' b'
  | _, _, _ => 0
  end.

(** ** The check *)

(** [F (n-1); ...; F 0]. *)
Fixpoint down (n : nat) (F : nat -> Z) : list Z :=
  match n with
  | O => []
  | S m => F m :: down m F
  end.

Fixpoint sum_abs (l : list Z) : Z :=
  match l with
  | [] => 0
  | x :: rest => Z.abs x + sum_abs rest
  end.

Fixpoint add_abs (p e : list Z) : list Z :=
  match p, e with
  | x :: p', y :: e' => (x + Z.abs y) :: add_abs p' e'
  | _, _ => []
  end.

(** Diagonal dominance, from the last row upwards; p carries what the rows below have used up. *)
Fixpoint dominant (n : nat) (E : nat -> nat -> Z) (p : list Z) : bool :=
  match n with
  | O => true
  | S m =>
    let e := down m (E m) in
    (hd 0 p + sum_abs e <=? E m m) && dominant m E (add_abs (tl p) e)
  end.

(** The residual s A - q L diag(D) L^T on S, zero at the pivots. *)
Definition residual (A : list (list Z)) (q s : Z) (pivots : list nat) (L : list (list Z)) (D : list Z)
  (i j : nat) : Z :=
  if existsb (Nat.eqb i) pivots || existsb (Nat.eqb j) pivots then 0
  else s * at2 A i j - q * dot3 D (nth i L []) (nth j L []).

(** N_c is in the null space, nonzero at its own pivot, zero at the others. *)
Definition kernel_vector_check (n : nat) (A : list (list Z)) (pivots : list nat) (t : nat) (v : list Z)
  : bool :=
  forallb (fun i => dot3 (repeat 1 n) (nth i A []) v =? 0) (seq 0 n)
  && forallb (fun u => if Nat.eqb u t then negb (at1 v u =? 0) else at1 v u =? 0) pivots.

(** Row i of L has its last nonzero entry on the diagonal. *)
Definition triangular_check (n : nat) (pivots : list nat) (L : list (list Z)) : bool :=
  forallb (fun i => existsb (Nat.eqb i) pivots
                    || (Nat.leb (length (nth i L [])) (S i) && negb (at2 L i i =? 0)))
          (seq 0 n).

Definition symmetric_check (n : nat) (A : list (list Z)) : bool :=
  forallb (fun i => forallb (fun j => at2 A i j =? at2 A j i) (seq 0 i)) (seq 0 n).

Definition psd_check (n : nat) (A : list (list Z)) (q : Z) (data : psd_data) : bool :=
  let pivots := psd_pivots data in
  let L := spread_rows n 0 pivots (psd_factor data) in
  let D := spread n 0 pivots (psd_diagonal data) in
  (0 <? q) && (0 <? psd_scale data)
  && symmetric_check n A
  && forallb (fun t => Nat.ltb t n) pivots
  && Nat.eqb (length pivots) (length (psd_kernel data))
  && forallb (fun c => kernel_vector_check n A pivots (fst c) (snd c)) (combine pivots (psd_kernel data))
  && forallb (fun x => 0 <=? x) D
  && forallb (fun i => existsb (Nat.eqb i) pivots || (0 <? at1 D i)) (seq 0 n)
  && triangular_check n pivots L
  && dominant n (residual A q (psd_scale data) pivots L D) (repeat 0 n).
