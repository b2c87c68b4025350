"""Theorems of the Coq library, each pinned to its statement: Coq compiles what is written here, not only a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verify.certificates.coq.libraries import REALS, CoqLibrary
from verify.certificates.coq.text import CoqFile, CoqTheorem

__all__ = ["LIBRARY", "LibraryTheorem", "stating"]

_KERNEL = "(n d : nat) (w : nat -> R) (k : nat -> nat -> R)"
_GAUGE = f"{_KERNEL} (f : R -> R) (Q : nat -> nat -> nat -> R)"
_CONNECTION = "(n d : nat) (w : nat -> R) (f : R -> R) (O : nat -> nat -> nat -> nat -> R)"
_PARALLEL = "connection n d O -> positive_weights n w -> peaked f"
_ORTHOGONAL = "(forall i, (i < n)%nat -> orthogonal d (Q i))"
_SYMMETRIC = "(forall i j, (i < n)%nat -> (j < n)%nat -> k i j = k j i)"


@dataclass(frozen=True)
class LibraryTheorem:
    """A theorem of the library with the statement that it must have.

    Attributes
    ----------
    theorem : str
        Whose core it is: "T1", "T4", "T5", "T6".
    item : str
        Its name among claims.
    module, name : str
        Where it is in proofs/coq.
    words : str
        The statement in words.
    statement : str
        In Coq's language.
    library : CoqLibrary
        Which library proves it.
    """

    theorem: str
    item: str
    module: str
    name: str
    words: str
    statement: str
    library: CoqLibrary = REALS

    def file(self) -> CoqFile:
        """Return the Coq file that states the theorem anew and proves it by the library's."""
        return stating((self,))


def stating(theorems: Sequence[LibraryTheorem]) -> CoqFile:
    """Return the Coq file that states theorems of one library anew, each proved by the library's.

    Notes
    -----
    One ``Print Assumptions`` for all of them: through interval arithmetic it takes Coq ten seconds.
    """
    (library,) = {theorem.library for theorem in theorems}
    stated = "\n".join(
        f"(* {t.theorem}. {t.words} *)\nTheorem stated_{t.name} :\n  {t.statement}.\n"
        f"Proof. exact {t.module}.{t.name}. Qed.\n"
        for t in theorems
    )
    text = (
        f"From Coq Require Import Reals.\nFrom {library.name} Require Import {library.modules}.\n"
        f"Local Open Scope R_scope.\n\n{stated}\n"
        f"Definition all_stated := ({', '.join(f'stated_{t.name}' for t in theorems)}).\n"
        "Print Assumptions all_stated.\n"
    )
    named = tuple(CoqTheorem(f"{library.name}.{t.module}.{t.name}", t.statement, "") for t in theorems)
    return CoqFile("", named, text, library)


LIBRARY: tuple[LibraryTheorem, ...] = (
    LibraryTheorem(
        "T1",
        "coq-vertex",
        "MultiAffine",
        "two_point_vertex",
        "Finitely many labels and contents, the two-point condition at every label: graph laws do as well as all laws.",
        "forall (n m : nat) (w : nat -> R) (h : nat -> nat -> nat -> nat -> R),\n"
        "  (forall i a b, (i < n)%nat -> (a < m)%nat -> (b < m)%nat -> 2 * h i i a b <= h i i a a + h i i b b) ->\n"
        "  forall p, probabilities n m p -> exists sigma, (forall i, (i < n)%nat -> (sigma i < m)%nat) /\\\n"
        "  table_energy n m w h p <= table_energy n m w h (fun i => basis (sigma i))",
    ),
    LibraryTheorem(
        "T1",
        "coq-one-atom",
        "Counterexamples",
        "T1_one_atom",
        "One atom and h = -<x, y>: every graph law has energy -1/2, a spread slice has energy 0.",
        "forall d : nat, (1 <= d)%nat ->\n"
        "  let w := fun _ : nat => 1 in let k := fun _ _ : nat => -1 in let f := fun t : R => t in\n"
        "  (forall x, unit_vectors 1 d x -> energy 1 d w k f x = - / 2) /\\\n"
        "  slice_energy 1 2 d w k f half spread_points = 0",
    ),
    LibraryTheorem(
        "T4",
        "coq-maximisers",
        "Gauge",
        "gauge_maximisers",
        "Gauge kernels with a connected factor k >= 0 and a peaked profile: maximisers are x_i = Q_i^T u, no others.",
        f"forall {_GAUGE},\n"
        f"  (1 <= n)%nat -> (1 <= d)%nat -> {_ORTHOGONAL} ->\n"
        "  nonnegative n (weighted w k) -> connected n (weighted w k) -> peaked f ->\n"
        "  forall x, gauge_maximiser n d w k f Q x <->\n"
        "  exists u, dot d u u = 1 /\\ forall i, (i < n)%nat -> same d (x i) (apply d (transpose (Q i)) u)",
    ),
    LibraryTheorem(
        "T4",
        "coq-all-laws",
        "GaugeSlices",
        "gauge_laws_none",
        "The same among all laws with finite slices: where no u has one image under all Q_i^T, none is collapsed.",
        f"forall {_GAUGE},\n"
        f"  (1 <= n)%nat -> (1 <= d)%nat -> {_ORTHOGONAL} ->\n"
        "  nonnegative n (weighted w k) -> connected n (weighted w k) -> linked n (weighted w k) -> peaked f ->\n"
        "  (forall u, dot d u u = 1 -> ~ collapsed n d (fun i => apply d (transpose (Q i)) u)) ->\n"
        "  forall m q x, gauge_law_maximiser n m d w k f Q q x -> ~ slices_collapsed n m d q x",
    ),
    LibraryTheorem(
        "T4",
        "coq-attained",
        "Connections",
        "connection_attained",
        "Connections: the energy f(1)/2 sum w_i w_j is attained if and only if there is a parallel unit section.",
        f"forall {_CONNECTION},\n"
        f"  {_PARALLEL} ->\n"
        "  (exists x, unit_vectors n d x /\\ connection_energy n d w f O x = connection_top n w f)\n"
        "  <-> exists s, unit_vectors n d s /\\ parallel n d O s",
    ),
    LibraryTheorem(
        "T4",
        "coq-sections",
        "Connections",
        "connection_maximisers",
        "Connections with a parallel unit section: the maximisers are exactly the parallel unit sections.",
        f"forall {_CONNECTION} (s : nat -> nat -> R),\n"
        f"  {_PARALLEL} -> unit_vectors n d s -> parallel n d O s ->\n"
        "  forall x, connection_maximiser n d w f O x <-> unit_vectors n d x /\\ parallel n d O x",
    ),
    LibraryTheorem(
        "T4",
        "coq-sections-all-laws",
        "Connections",
        "connection_law_maximisers",
        "The same among all laws with finite slices: all points that carry mass are parallel.",
        f"forall {_CONNECTION} (s : nat -> nat -> R),\n"
        f"  {_PARALLEL} -> unit_vectors n d s -> parallel n d O s ->\n"
        "  forall m q x, connection_law_maximiser n m d w f O q x <->\n"
        "  slice_masses n m q /\\ slice_points n m d x /\\ parallel_slices n m d O q x",
    ),
    LibraryTheorem(
        "T5",
        "coq-maximisers",
        "SignedLaplacian",
        "laplacian_psd_maximisers_exp",
        "L positive semidefinite, null space the constants: the maximisers are the collapsed laws, for every beta > 0.",
        f"forall {_KERNEL},\n"
        "  (1 <= d)%nat -> laplacian_psd n (weighted w k) -> laplacian_null_constant n (weighted w k) ->\n"
        "  forall beta : R, 0 < beta -> forall x,\n"
        "  maximiser n d w k (fun t => exp (beta * t)) x <-> unit_vectors n d x /\\ collapsed n d x",
    ),
    LibraryTheorem(
        "T5",
        "coq-schoenberg",
        "Zonal",
        "gegenbauer_bound",
        "Schoenberg's theorem, easy half, all m and d = e + 2: L positive semidefinite suffices for f = P_m^(d) too.",
        "forall (e m n : nat) (w : nat -> R) (k : nat -> nat -> R),\n"
        "  laplacian_psd n (weighted w k) -> forall x, unit_vectors n (S (S e)) x ->\n"
        "  energy n (S (S e)) w k (fun t => gegenbauer (INR e) m t 1) x\n"
        "  <= collapsed_energy n w k (fun t => gegenbauer (INR e) m t 1)",
    ),
    LibraryTheorem(
        "T5",
        "coq-cuts",
        "CutCone",
        "cut_cone",
        "Angles of unit vectors lie in the cone of cuts (Crofton): for f = asin it suffices that no cut is negative.",
        "forall (n d : nat) (w : nat -> nat -> R) (x : nat -> nat -> R),\n"
        "  (forall s : nat -> R, (forall i, (i < n)%nat -> s i = 0 \\/ s i = 1) ->\n"
        "     0 <= rsum2 n (fun i j => w i j * (s i + s j - 2 * (s i * s j)))) ->\n"
        "  unit_vectors n d x -> 0 <= rsum2 n (fun i j => w i j * acos (dot d (x i) (x j)))",
    ),
    LibraryTheorem(
        "T5",
        "coq-dichotomy",
        "Converse",
        "dichotomy_exp",
        "Graph laws: no configuration beats the collapsed ones if and only if L is positive semidefinite.",
        f"forall {_KERNEL} (beta : R),\n"
        "  (2 <= d)%nat -> 0 < beta ->\n"
        "  (forall x, unit_vectors n d x ->\n"
        "     energy n d w k (fun t => exp (beta * t)) x <= collapsed_energy n w k (fun t => exp (beta * t)))\n"
        "  <-> laplacian_psd n (weighted w k)",
    ),
    LibraryTheorem(
        "T5",
        "coq-all-laws",
        "Dichotomy",
        "dichotomy_all_laws_exp",
        "All laws with finite slices: the same if and only if moreover w_i D_i >= 0 at every label.",
        f"forall {_KERNEL} (beta : R),\n"
        f"  {_SYMMETRIC} -> (2 <= d)%nat -> 0 < beta ->\n"
        "  (forall m q x, slice_masses n m q -> slice_points n m d x ->\n"
        "     slice_energy n m d w k (fun t => exp (beta * t)) q x\n"
        "     <= collapsed_energy n w k (fun t => exp (beta * t)))\n"
        "  <-> laplacian_psd n (weighted w k) /\\ forall i, (i < n)%nat -> 0 <= w i * degree n w k i",
    ),
)
