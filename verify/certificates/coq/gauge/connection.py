"""T4d for connection kernels on atoms in Coq: rational orthogonal O_ij with O_ji = O_ij^T, weights w_i > 0.

An integer section X_i = O_ij X_j shows that the maximisers are the parallel unit sections. "all" rests on the equations
of parallel sections, of which O_i0 - 1 is a combination; "none" on a left inverse of the equations O_ij v = v; "some"
on a constant section and on one that is not. A combination takes no more equations than there are coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import Any

import flint

from verify.certificates.checker.reading import fields
from verify.certificates.coq.atoms.table import atoms
from verify.certificates.coq.profiles.profile import read_profile
from verify.certificates.coq.text import CoqFile, NotInCoqError, Writer, cleared, listed, row, rows, whole

__all__ = ["combinations", "emit_connection"]

LARGEST = 60
#: Entries of all matrices together.
LARGEST_TABLE = 40_000
_MODULES = (
    "Sums Vectors Gauge Slices PsdCheck FactorCertificate Profiles GaugeCertificate GaugeSome Connections\n"
    "  ConnectionCertificate"
)
_NAMES = {"graph_laws": "ConnectionGraphLaws", "all_laws": "ConnectionAllLaws"}

# For each value: checks of the data besides that X is a section, with Coq's answers, and arguments of the theorem.
_RULES = {
    "all": ([("still_accepted", "still_check {size} M den E C s", "true")], " E C s"),
    "none": ([("moving_accepted", "moving_check {size} M den E C s", "true")], " E C s"),
    "some": (
        [
            ("constant_X", "collapsed_check {size} X", "true"),
            ("section_Y", "section_check {size} M den Y NY", "true"),
            ("spread_Y", "collapsed_check {size} Y", "false"),
        ],
        " Y NY",
    ),
}

#: Label i, label j and coordinate a of an equation.
Place = tuple[int, int, int]


def combinations(equations: flint.fmpz_mat, targets: flint.fmpz_mat) -> tuple[list[int], list[list[int]], int] | None:
    """Return independent rows of `equations` by their numbers, and integers C, s > 0 with C (these rows) = s targets.

    Returns
    -------
    tuple or None
        None where a target is no combination of the rows.

    Examples
    --------
    >>> combinations(flint.fmpz_mat([[0, 0], [1, 1], [2, 2], [0, 3]]), flint.fmpz_mat([[1, 2]]))
    ([1, 3], [[3, 1]], 3)
    >>> combinations(flint.fmpz_mat([[1, 1]]), flint.fmpz_mat([[1, 2]])) is None
    True
    """
    chosen, basis = _independent(equations)
    if not chosen:
        return ([], [[] for _ in range(targets.nrows())], 1) if not any(targets.entries()) else None
    # rows of `targets` = C B for B with independent rows: C = targets B^T (B B^T)^{-1}
    B, T = flint.fmpq_mat(basis), flint.fmpq_mat(targets)
    C = T * B.transpose() * (B * B.transpose()).inv()
    if C * B != T:
        return None
    flat, s = cleared([Fraction(int(x.p), int(x.q)) for x in C.entries()])
    r = len(chosen)
    return chosen, [flat[i * r : (i + 1) * r] for i in range(targets.nrows())], s


def emit_connection(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate of T4d."""
    writer = Writer(cert)
    spec, claim = cert["problem"], cert["data"]["claim"]
    fields(spec, {"family", "d", "labels", "profile", "O"}, {"symmetrize"})
    _, n, W, omega = atoms(spec, LARGEST)
    d = int(spec["d"])
    if n * n * d * d > LARGEST_TABLE:
        raise NotInCoqError(f"{n} x {n} matrices of size {d} have more entries than {LARGEST_TABLE}")
    M, den = _integer_maps(spec["O"], n, d)
    profile = read_profile(spec["profile"], d)
    peaked, further = profile.summit
    table = listed((listed((rows(m) for m in line), ";\n   ") for line in M), ";\n  ")
    writer.define(
        f"Definition n : nat := {n}%nat.\nDefinition omega : Z := {omega}.\nDefinition W : list Z := {row(W)}.\n"
        f"Definition w : nat -> R := weight W omega.\n{profile.definitions}"
        f"Definition den : Z := {den}.\nDefinition M : list (list (list (list Z))) := {table}.\n",
        profile.imports,
    )
    equations = _Equations(M, den)
    for view, value in claim.items():
        size = f"n {d}%nat"
        _define_data(writer, value, equations)
        checks, more = _RULES[value]
        names = [
            writer.check("accepted", f"connection_check {size} W omega M den"),
            writer.check("section_X", f"section_check {size} M den X NX"),
            *(writer.check(name, check.format(size=size), answer) for name, check, answer in checks),
        ]
        problem = f"{size} W omega M den X NX{more} {profile.term}"
        theorem = f"(connection_claim_{value} {problem}\n      {' '.join(names)} {peaked})"
        quantifier = f"forall{profile.binder}, {profile.hypothesis}" if profile.binder else ""
        statement = f"{quantifier}{_NAMES[view]}{value.capitalize()} n {d}%nat w {profile.term} (transports M den)"
        intros = f"intros{profile.variables}{profile.names}; " if profile.binder else ""
        side = "proj1" if view == "graph_laws" else "proj2"
        writer.prove(f"proved_{view}_{value}", view, statement, f"  {intros}exact ({side}\n    {theorem}).\n")
    return writer.file("w_i = W_i / omega, O_ij = M_ij / den.", further + _MODULES)


def _integer_maps(spec: object, n: int, d: int) -> tuple[list[list[list[list[int]]]], int]:
    """Read n x n matrices of size d; return them times their common denominator, and that."""
    table = [[[[Fraction(x) for x in line] for line in m] for m in maps] for maps in spec]  # type: ignore[attr-defined]
    sizes = {(len(maps), len(m), len(line)) for maps in table for m in maps for line in m}
    if len(table) != n or sizes != {(n, d, d)}:
        raise NotInCoqError(f"O is not {n} x {n} matrices of size {d}")
    flat, den = cleared([x for maps in table for m in maps for line in m for x in line])
    entries = iter(flat)
    return [[[[next(entries) for _ in line] for line in m] for m in maps] for maps in table], den


class _Equations:
    """The equations of parallel and of constant sections, by their value at label 0, in integers."""

    def __init__(self, M: list[list[list[list[int]]]], den: int) -> None:
        n, d = len(M), len(M[0][0])
        maps = [[flint.fmpz_mat(m) for m in line] for line in M]
        pairs = [(i, j) for i in range(n) for j in range(n)]
        one = den * _identity(d)
        self.places: list[Place] = [(i, j, a) for i, j in pairs for a in range(d)]
        #: M_ij M_j0 - den M_i0, which vanishes on x_0 for every parallel section x, and M_ij - den on constant ones.
        self.parallel = _stacked([maps[i][j] * maps[j][0] - den * maps[i][0] for i, j in pairs])
        self.constant = _stacked([maps[i][j] - one for i, j in pairs])
        #: M_i0 - den.
        self.still = _stacked([maps[i][0] - one for i in range(n)])
        self.first, self.d = [maps[i][0] for i in range(n)], d

    def section(self, v: list[int]) -> list[list[int]]:
        """Return a multiple of the section x_i = O_i0 v in integers."""
        flat = _primitive([int(x) for m in self.first for x in (m * _column(v)).entries()])
        return [flat[i : i + self.d] for i in range(0, len(flat), self.d)]


def _define_data(writer: Writer, value: str, equations: _Equations) -> None:
    """Define what proves the claim; Coq computes with it again."""
    parallel, constant = _null_vectors(equations.parallel), _null_vectors(equations.constant)
    if not parallel:
        raise NotInCoqError("there is no parallel section")
    if value == "some":
        moving = [v for v in parallel if any(x != 0 for x in (equations.still * _column(v)).entries())]
        if not (constant and moving):
            raise NotInCoqError("no section is constant" if moving else "every parallel section is constant")
        _define_section(writer, "X", equations.section(constant[0]))
        _define_section(writer, "Y", equations.section(moving[0]))
        return
    _define_section(writer, "X", equations.section(parallel[0]))
    d = equations.d
    stack, targets = (equations.parallel, equations.still) if value == "all" else (equations.constant, _identity(d))
    found = combinations(stack, targets)
    if found is None:
        raise NotInCoqError("a parallel section is not constant" if value == "all" else "a section is constant")
    chosen, C, s = found
    places = listed(f"({i}, ({j}, {a}))%nat" for i, j, a in (equations.places[e] for e in chosen))
    blocks = (rows(C[i : i + d]) for i in range(0, len(C), d))
    table = listed(blocks, ";\n  ") if value == "all" else rows(C)
    kind = "list (list (list Z))" if value == "all" else "list (list Z)"
    writer.define(
        f"Definition E : list (nat * (nat * nat)) := {places}.\nDefinition C : {kind} := {table}.\n"
        f"Definition s : Z := {s}.\n"
    )


def _define_section(writer: Writer, name: str, table: list[list[int]]) -> None:
    """Define integer vectors of one length."""
    length = sum(x * x for x in table[0])
    writer.define(f"Definition {name} : list (list Z) := {rows(table)}.\nDefinition N{name} : Z := {whole(length)}.\n")


def _identity(d: int) -> flint.fmpz_mat:
    return flint.fmpz_mat(d, d, [int(a == b) for a in range(d) for b in range(d)])


def _column(v: list[int]) -> flint.fmpz_mat:
    return flint.fmpz_mat(len(v), 1, v)


def _stacked(blocks: list[flint.fmpz_mat]) -> flint.fmpz_mat:
    return flint.fmpz_mat(sum(b.nrows() for b in blocks), blocks[0].ncols(), [x for b in blocks for x in b.entries()])


def _independent(A: flint.fmpz_mat) -> tuple[list[int], flint.fmpz_mat]:
    """Return the numbers of rows that span the row space of A, and these rows: the pivots of A^T."""
    reduced, _, rank = A.transpose().rref()
    chosen = [next(e for e in range(A.nrows()) if reduced[r, e] != 0) for r in range(rank)]
    return chosen, flint.fmpz_mat(rank, A.ncols(), [A[e, b] for e in chosen for b in range(A.ncols())])


def _null_vectors(A: flint.fmpz_mat) -> list[list[int]]:
    """Return a basis of the null space in integers."""
    X, nullity = (A.transpose() * A).nullspace()  # |A v|^2 = <v, A^T A v>: the same null space
    return [_primitive([int(X[a, e]) for a in range(A.ncols())]) for e in range(nullity)]


def _primitive(v: list[int]) -> list[int]:
    """Divide by the greatest common divisor."""
    divisor = gcd(*v)
    return [x // divisor for x in v]
