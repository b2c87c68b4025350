"""Bounds on a continuum of labels: by the symbol of a Toeplitz kernel, its sign, by cells, by equispaced labels.

For f with a_n >= 0, n >= 1, and X_n(xi, zeta) = ∬ P_n dmu_xi dmu_zeta, positive semidefinite, 0 <= X_n(xi, xi) <= 1:

* Symbol (circle, torus): ∬ k X_n = sum_m khat(m) Xhat_n(m) <= sup_m khat(m), with Xhat_n(m) >= 0 of sum <= 1.
* Definite (circle, interval): if -k is positive definite, ∬ k X_n <= 0, the integral of a product of two such.
* Cells: with k~ constant on pairs of cells and |k - k~| <= r, ∬ k X_n <= ∬ k~ X_n + ∬ r, since |X_n| <= 1. The first
  term is that of nonatomic blocks, at most sum lambda with lambda >= 0 and diag(lambda) - K~ PSD.
* N equispaced labels (circle): let k+ keep the khat(m) > 0. With F_n(s) the mean of X_n(xi + s, xi), Fhat_n >= 0 and

      ∬ k X_n <= ∬ k+ X_n = sum_m khat+(m) Fhat_n(m) <= sum_{m = m' mod N} khat+(m) Fhat_n(m'),

  which is (1/N) sum_s k+(s) F_n(s) over the N-th parts s of the circle: a mean over offsets of the same for N labels,
  so at most their sum lambda.

They bound 2 E by (f(1) - a_0) times the bound of ∬ k X_n, plus a_0 ∬ k, over all laws.
"""

from __future__ import annotations

from fractions import Fraction

import flint

from verify.model.errors import InputError
from verify.model.factors import Factor, lag_formula
from verify.model.formula import parse_formula
from verify.model.kernels import FactorKernel, GaugeKernel, Kernel
from verify.model.labels import Circle, Cyclic, Interval, Torus
from verify.model.numbers import Number, ball
from verify.optimize.bounds.bound import Bound, num_above
from verify.optimize.bounds.correlation import propose, proved_total
from verify.optimize.bounds.table import CorrelationTable, ProfileMass, profile_mass
from verify.spectral.continuum.cells import bound_on_cells, form_density, work_of
from verify.spectral.continuum.energy import enclose_mean
from verify.spectral.continuum.spectrum import negative_definite_on_line
from verify.spectral.continuum.toeplitz import decide_symbol
from verify.spectral.continuum.trigonometric import toeplitz_coefficients

__all__ = ["cell_bounds", "definite_bounds", "equispaced_bounds", "symbol_bounds"]

_GRIDS = {1: (64, 32, 16, 8), 2: (8, 4, 2), 3: (4, 2)}
_MOST_WORK = 60_000
_LABELS = 16


def symbol_bounds(kernel: Kernel) -> tuple[Bound, ...]:
    """Bound a Toeplitz kernel on the circle or a torus by its largest Fourier coefficient.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> wave = {"family": "factor", "d": 2, "profile": "t", "labels": {"kind": "circle"}, "k": "cos(xi - zeta)"}
    >>> [(bound.view, bound.num.value) for bound in symbol_bounds(read_kernel(wave))]  # the great circle attains it
    [('all_laws', '0.25')]
    """
    found = _factor(kernel)
    if found is None:
        return ()
    factor, mass = found
    symbol = decide_symbol(factor.formula, kernel.labels) if factor.formula is not None else None
    if symbol is None or symbol.top is None:
        return ()
    how = "No Fourier coefficient of k exceeds sup khat: a constant multiplier; khat enclosed, or exact."
    return _assembled(mass, symbol.top.max(flint.arb(0)), symbol.mean, "symbol", how)


def definite_bounds(kernel: Kernel) -> tuple[Bound, ...]:
    """Bound a kernel with -k positive definite on the line by a_0/2 ∬ k: uniform slices attain it, X_n = 0.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> labels = {"kind": "interval", "a": 0, "b": 1}
    >>> gauss = {"family": "factor", "d": 3, "profile": "t", "labels": labels, "k": "-exp(-(xi - zeta)**2)"}
    >>> [bound.num.value for bound in definite_bounds(read_kernel(gauss))]  # reached by no graph law (T2)
    ['0']
    """
    found, labels = _factor(kernel), kernel.labels
    if found is None or not isinstance(labels, Circle | Interval) or found[0].formula is None:
        return ()
    factor, mass = found
    assert factor.formula is not None
    lag = lag_formula(factor.formula, labels)
    if lag is None or not negative_definite_on_line(lag):
        return ()
    mean = enclose_mean(factor.formula, labels)
    how = "-k is positive definite: its spectral density on the line is not negative. No multiplier is needed."
    return () if mean is None else _assembled(mass, flint.arb(0), mean, "definite", how)


def cell_bounds(kernel: Kernel, timeout: float | None = None) -> tuple[Bound, ...]:
    """Bound a kernel on the circle, an interval or a torus by multipliers of its values on cells.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> labels = {"kind": "interval", "a": 0, "b": 1}
    >>> line = {"family": "factor", "d": 2, "profile": "t", "labels": labels, "k": "xi + zeta - 1"}
    >>> (bound,) = cell_bounds(read_kernel(line))
    >>> 3**0.5 / 18 < float(bound.upper) < 3**0.5 / 18 + 0.01  # the left end is attained by two opposite contents
    True
    """
    found, labels = _factor(kernel), kernel.labels
    if found is None or not isinstance(labels, Circle | Interval | Torus) or found[0].formula is None:
        return ()
    factor, mass = found
    assert factor.formula is not None
    formula, scale = form_density(factor.formula, labels), flint.arb(1)
    if isinstance(labels, Interval) and labels.density is not None:
        scale = (ball(labels.b) - ball(labels.a)) ** 2  # the densities are against the uniform law
    for per_axis in _GRIDS.get(len(labels.variables[0]), ()):
        bounds = bound_on_cells(formula, labels, per_axis) if work_of(formula, labels, per_axis) <= _MOST_WORK else None
        if bounds is None:
            continue
        pairs = [list(zip(*rows, strict=True)) for rows in zip(bounds.lower, bounds.upper, strict=True)]
        middle: list[list[Number]] = [[(low + high) / 2 for low, high in row] for row in pairs]
        reach = ball(sum((high - low for row in pairs for low, high in row), Fraction(0)) / (2 * bounds.size**2))
        table = CorrelationTable(bounds.weights, middle, atomic=False)
        guess, _ = propose(table, "low_rank", nonnegative=True, timeout=timeout)
        multipliers, _ = proved_total(table, guess, nonnegative=True)
        total = scale * (table.total + flint.arb(0, 1) * reach)
        how = (
            f"k is enclosed on pairs of {bounds.size} cells; multipliers of the middle of its ranges, plus their width."
        )
        return _assembled(mass, scale * (multipliers + reach), total, "cells", how)
    return ()


def equispaced_bounds(kernel: Kernel, n: int = _LABELS, timeout: float | None = None) -> tuple[Bound, ...]:
    """Bound a trigonometric polynomial of xi - zeta on the circle by multipliers for n equispaced labels.

    Raises
    ------
    InputError
        n < 1.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> wave = {"family": "factor", "d": 2, "profile": "t", "labels": {"kind": "circle"}}
    >>> (bound,) = equispaced_bounds(read_kernel({**wave, "k": "cos(xi - zeta) - cos(5*(xi - zeta))/2"}), 4)
    >>> bound.num.value  # without dropping -1/2, which folds onto the mode 1, it would be 1/8 < E* = 1/4
    '0.25'
    """
    if n < 1:
        raise InputError("n", "be at least 1", n)
    found = _factor(kernel)
    if found is None or not isinstance(kernel.labels, Circle) or found[0].formula is None:
        return ()
    factor, mass = found
    assert factor.formula is not None
    khat = toeplitz_coefficients(factor.formula, kernel.labels)
    if khat is None:
        return ()
    waves = [f"({c})*cos(2*pi*{m}*(i - j)/{n})" for (m,), c in khat.items() if c > 0]
    labels = Cyclic(n)
    folded = Factor(parse_formula(" + ".join(waves) or "0", {"i", "j"}, "k"))
    table = CorrelationTable(labels.weights(), folded.rows(labels), atomic=True)
    guess, _ = propose(table, "low_rank", nonnegative=True, timeout=timeout)
    multipliers, _ = proved_total(table, guess, nonnegative=True)
    how = f"{n} equispaced labels bound the circle once negative Fourier coefficients of k are dropped."
    return _assembled(mass, multipliers, ball(khat.get((0,), Fraction(0))), "equispaced", how)


def _factor(kernel: Kernel) -> tuple[Factor, ProfileMass] | None:
    """Return the factor on a continuum and f(1), a_0, where T6 applies."""
    if not isinstance(kernel, FactorKernel | GaugeKernel) or kernel.k is None or kernel.labels.size is not None:
        return None
    mass = profile_mass(kernel.profile, kernel.d)
    return None if mass is None else (kernel.k, mass)


def _assembled(mass: ProfileMass, multipliers: flint.arb, total: flint.arb, method: str, how: str) -> tuple[Bound, ...]:
    num = num_above(mass.bound(multipliers, total))
    return () if num is None else (Bound("all_laws", num, method, None, how),)
