"""T5, "none" by a law in hand, in Coq: rational points and masses, a polynomial profile, integers compared.

On nonatomic blocks each point has a part of its block as large as its mass, so that the law is a graph law too; where
k <= 0 a great circle in the position needs no law.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from verify.certificates.checker.enclosures.shapes import coefficients_of
from verify.certificates.coq.atoms.table import atoms, factor_table, integers
from verify.certificates.coq.continua.blocks import emit_blocks
from verify.certificates.coq.text import VIEWS, CoqFile, NotInCoqError, Writer, cleared, listed, row, rows

__all__ = ["emit_block_law", "emit_law"]

LARGEST = 60
_MODULES = "Sums Vectors Energy Slices PsdCheck FactorCertificate Profiles Claims Laws"

_BLOCKS = "TokenLaws BlockLaws BlockClaims BlockShares BlockParts"

Slices = list[list[tuple[Fraction, list[Fraction]]]]


def emit_law(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a certificate by a law with more energy than the collapsed ones.

    Notes
    -----
    The claim is about the dimension d of the points alone. A Gegenbauer series is written as the polynomial that it is
    in this dimension.
    """
    writer = Writer(cert)
    spec, data = cert["problem"], cert["data"]
    blocks = spec["labels"]["kind"] == "blocks"
    labels, n, W, omega = atoms(spec, LARGEST, blocks=blocks)
    _, K, kappa = factor_table(spec, labels)
    d = int(spec["d"])
    P, pi = cleared(_polynomial(spec["profile"], d))
    slices = _slices(data["law"], n, d)
    m = max(map(len, slices))
    mu, xi, Q, X = _integers(slices, m)
    writer.define(integers(n, W, omega, K, kappa))
    writer.define(f"Definition P : list Z := {row(P)}.\nDefinition pi : Z := {pi}.\n")
    writer.define(
        f"Definition mu : Z := {mu}.\nDefinition xi : Z := {xi}.\nDefinition Q : list (list Z) := {rows(Q)}.\n"
    )
    writer.define(f"Definition X : list (list (list Z)) := {listed(map(rows, X), ';' + chr(10))}.\n")
    integers_of_law = f"W omega K kappa P pi Q {mu if blocks else 'mu'} X xi"
    accepted = writer.check("accepted", f"surplus_check n {m}%nat {d}%nat {integers_of_law}")
    for view, value in data["claim"].items():
        if value != "none" or view not in VIEWS:
            raise NotInCoqError(f'the claim "{value}" of {view} is not emitted for a law')
        if blocks:
            positive = writer.check("weights_positive", "weights_check n W omega")
            statement = (
                f"NoneOf (divided_blocks n w {mu}) (@{VIEWS[view]} (nat * R)) {d}%nat\n"
                f"    (factor_kernel {d}%nat (block_factor k) (polynomial P pi))"
            )
            facts = f"_ {VIEWS[view]}_admits_graphs (polynomial_continuous P pi) {positive} {accepted}"
            proof = f"  exact (blocks_none_law n {m}%nat {d}%nat {integers_of_law} {facts}).\n"
        else:
            if view == "graph_laws" and m > 1:
                raise NotInCoqError("a law with several points at one label says nothing about graph laws")
            name = "GraphLawsNone" if view == "graph_laws" else "AllLawsNone"
            points = "" if view == "graph_laws" else f" {m}%nat"
            statement = f"{name} n w k (polynomial P pi) {d}%nat"
            proof = f"  exact ({view}_none_law n{points} {d}%nat {integers_of_law} {accepted}).\n"
        writer.prove(f"proved_{view}_none", view, statement, proof)
    modules = f"{_MODULES}\n  {_BLOCKS}" if blocks else _MODULES
    return writer.file("w_i = W_i / omega, k_ij = K_ij / kappa, f = sum P_p t^p / pi.", modules)


def emit_block_law(cert: Mapping[str, Any]) -> CoqFile:
    """Return the Coq file of a law in hand on nonatomic blocks; where k <= 0 suffices, without that law."""
    try:
        return emit_blocks(cert)
    except NotInCoqError:
        return emit_law(cert)


def _polynomial(profile: object, d: int) -> list[Fraction]:
    """Return the coefficients of a polynomial profile."""
    if isinstance(profile, str) or (isinstance(profile, Mapping) and "gegenbauer" in profile):
        return list(coefficients_of(profile, d))
    raise NotInCoqError("a law is emitted for polynomial profiles")


def _slices(law: list[Mapping[str, Any]], n: int, d: int) -> Slices:
    """Return masses and points of each label."""
    slices: Slices = [[] for _ in range(n)]
    for part in law:
        label, point = int(part["label"]), [Fraction(x) for x in part["point"]]
        if not 0 <= label < n or len(point) != d:
            raise NotInCoqError("a point of the law has another label or another dimension than the problem")
        slices[label].append((Fraction(part["mass"]), point))
    if not all(slices):
        raise NotInCoqError("the law leaves a label without a point")
    return slices


def _integers(slices: Slices, m: int) -> tuple[int, int, list[list[int]], list[list[list[int]]]]:
    """Return mu, xi, Q, X with masses Q/mu and points X/xi; shorter slices repeat their first point with mass 0."""
    mu = lcm(*(mass.denominator for part in slices for mass, _ in part))
    xi = lcm(*(x.denominator for part in slices for _, point in part for x in point))
    filled = [part + [(Fraction(0), part[0][1])] * (m - len(part)) for part in slices]
    Q = [[int(mass * mu) for mass, _ in part] for part in filled]
    X = [[[int(x * xi) for x in point] for _, point in part] for part in filled]
    return mu, xi, Q, X
