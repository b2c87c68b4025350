"""Decreasing profiles: h = k f = (-k)(-f), one kernel with two writings, of which T5 reads the increasing one."""

from __future__ import annotations

from fractions import Fraction

from verify.model.calculus import negate
from verify.model.factors import Entries, Factor, Lags, LagTable, Table
from verify.model.formula import Apply, Const, Formula, Node, formula_of
from verify.model.kernels import FactorKernel
from verify.model.numbers import Number, number_formula
from verify.model.profiles import Profile, analyse_profile

__all__ = ["increasing_writing"]


def increasing_writing(kernel: FactorKernel) -> FactorKernel | None:
    """Return (-k)(-f) where (-f)'(1) is in (0, oo), else None. Energies, maximisers and flow are the same.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> labels = {"kind": "circle"}
    >>> document = {"family": "factor", "d": 3, "profile": "-t", "k": "-1 - cos(xi - zeta)", "labels": labels}
    >>> written = increasing_writing(read_kernel(document))
    >>> written.k.formula.text, written.profile.formula(3).text
    ('1 + cos(xi - zeta)', 't')
    """
    profile = _negated_profile(kernel.profile, kernel.d)
    if analyse_profile(profile, kernel.d).slope is not True:
        return None
    return FactorKernel(d=kernel.d, labels=kernel.labels, profile=profile, k=_negated_factor(kernel.k))


def _negated_profile(profile: Profile, d: int) -> Profile:
    if profile.kind == "gegenbauer":
        return Profile.gegenbauer([-a for a in profile.coefficients])
    return Profile.of_formula(_negative(profile.formula(d)))


def _negated_factor(factor: Factor) -> Factor:
    """-k as a factor; of a bias, -e^b."""

    def value(x: Number) -> Number:
        if factor.log:
            return formula_of(negate(Apply("exp", (number_formula(x).tree,))))
        return -x if isinstance(x, Fraction) else _negative(x)

    def values(row: tuple[Number, ...]) -> tuple[Number, ...]:
        return tuple(value(x) for x in row)

    entries: Entries
    match factor.entries:
        case Lags(row):
            entries = Lags(values(row))
        case LagTable(rows):
            entries = LagTable(tuple(values(row) for row in rows))
        case Table(rows):
            entries = Table(tuple(values(row) for row in rows))
        case _:
            whole = factor.formula
            assert whole is not None
            entries = _negative(whole)
    return Factor(entries)


def _negative(formula: Formula) -> Formula:
    return formula_of(_turned(formula.tree))


def _turned(node: Node) -> Node:
    """-(a - b) is b - a and -(a + b) is -a - b, so that the forms that T5 reads are seen."""
    match node:
        case Apply("-", (Const() | Apply("neg", _) as a, b)):
            return Apply("+", (_turned(a), b))
        case Apply("-", (a, b)):
            return Apply("-", (b, a))
        case Apply("+", (a, b)):
            return Apply("-", (_turned(a), b))
    return negate(node)
