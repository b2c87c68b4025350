"""Bounds without a solver: from the range of the profile, and from diagonally dominant multipliers.

Let m = min f and M = max f on [-1, 1]. Every entry of the energy is at most its largest value,

    2 E <= sum_ij max(K_ij m, K_ij M),     K_ij = w_i w_j k_ij,     with K_ii f(1) on the diagonal for graph laws.

For a_n >= 0, n >= 1, the multipliers lambda_i = K_ii + sum_{j != i} |K_ij| make diag(lambda) - K diagonally dominant,
and 2 E <= (f(1) - a_0) sum lambda + a_0 sum K (T6). Here |f - a_0| <= f(1) - a_0, so that the first bound is the same
sum wherever m = 2 a_0 - f(1), and smaller where m is larger; only one of the two has a certificate.

A gauge u = Q(xi) x maps laws to laws, graph laws to graph laws, and h to k f(<u, v>): the bounds are the factor's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum

import flint
import numpy as np

from verify.certificates.large_psd import LARGEST
from verify.model.factors import Factor
from verify.model.kernels import ConnectionKernel, FactorKernel, GaugeKernel, Kernel
from verify.model.labels import Cyclic, LabelLaw
from verify.model.numbers import Number, ball
from verify.model.profiles import Profile, analyse_profile
from verify.optimize.bounds.bound import VIEWS, Bound, BoundView, num_above
from verify.optimize.bounds.table import CorrelationTable

__all__ = ["elementary_bounds", "profile_range"]

_CELLS, _SMALL = 256, 128


def elementary_bounds(kernel: Kernel) -> tuple[Bound, ...]:
    """Bound the energy by the largest value of each of its entries, in both views.

    Examples
    --------
    >>> from verify.model.kernels import read_kernel
    >>> labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    >>> kernel = read_kernel(
    ...     {"family": "factor", "d": 3, "profile": "t", "labels": labels, "k": [["-1", "1"], ["1", "-1"]]}
    ... )
    >>> [bound.num.value for bound in elementary_bounds(kernel)]
    ['0', '0.5']
    """
    if isinstance(kernel, ConnectionKernel) or (isinstance(kernel, GaugeKernel) and kernel.k is None):
        return _of_weight_one(kernel.profile, kernel.d)
    if not isinstance(kernel, FactorKernel | GaugeKernel) or kernel.labels.size is None or kernel.k is None:
        return ()
    low, high, one = profile_range(kernel.profile, kernel.d)
    sums = _by_lag(kernel.k, kernel.labels) or _by_entry(kernel.k, kernel.labels)
    if sums is None:
        return ()
    # sum max(K m, K M) = M sum K+ - m sum K-, for M >= m
    off = high * sums.positive - low * sums.negative
    own = high * sums.own_positive - low * sums.own_negative
    # on a nonatomic block graph laws average to any slice
    graph = one * (sums.own_positive - sums.own_negative) if kernel.labels.atomic else own
    how = "Every entry of the energy is at most its largest value, over the range of the profile."
    totals: dict[BoundView, flint.arb] = {"graph_laws": off + graph, "all_laws": off + own}
    found = ((view, num_above(total / 2)) for view, total in totals.items())
    return tuple(Bound(view, num, "elementary", None, how) for view, num in found if num is not None)


@dataclass(frozen=True)
class _Sums:
    """The sums of the positive and of the negative parts of K, off the diagonal and on it."""

    positive: flint.arb
    negative: flint.arb
    own_positive: flint.arb
    own_negative: flint.arb


def _parts(terms: Iterable[tuple[Fraction, Number]]) -> tuple[flint.arb, flint.arb]:
    """Return sum w k+ and sum w k-, both >= 0."""
    positive = negative = zero = flint.arb(0)
    for weight, k in terms:
        value = ball(k)
        positive += ball(weight) * value.max(zero)
        negative += ball(weight) * (-value).max(zero)
    return positive, negative


def _by_lag(factor: Factor, labels: LabelLaw) -> _Sums | None:
    """Add up a function of the lag: lag s occurs n times on a cycle, 2 (n - s) times on a line, in n^2 pairs."""
    lags, n = factor.by_lag(labels), labels.size
    if lags is None or n is None:
        return None
    cyclic = isinstance(labels, Cyclic)
    counts = (Fraction(n if cyclic else 2 * (n - s), n * n) for s in range(1, n))
    return _Sums(*_parts(zip(counts, lags[1:], strict=True)), *_parts([(Fraction(1, n), lags[0])]))


def _by_entry(factor: Factor, labels: LabelLaw) -> _Sums | None:
    """Add up a table: in balls where it is small, else in floats with a bound of their error."""
    if labels.size is None or labels.size > LARGEST:
        return None
    table = CorrelationTable(labels.weights(), factor.rows(labels), labels.atomic)
    w, own = (
        table.weights,
        [(v * v, row[i]) for i, (v, row) in enumerate(zip(table.weights, table.entries, strict=True))],
    )
    if table.size <= _SMALL:
        off = ((w[i] * w[j], k) for i, row in enumerate(table.entries) for j, k in enumerate(row) if i != j)
        return _Sums(*_parts(off), *_parts(own))
    k, radius = table.floats
    products = np.outer(table.masses, table.masses) * k
    np.fill_diagonal(products, 0.0)
    sums = [fsum(np.maximum(sign * products, 0.0).ravel()) for sign in (1, -1)]
    # weights and products are rounded four times, relative 2^-53 each; fsum adds exactly, then rounds once
    error = 2.0**-50 * sum(sums) + 2.0 * radius + 2.0**-1060
    positive, negative = (flint.arb(total, error) for total in sums)
    return _Sums(positive, negative, *_parts(own))


def _of_weight_one(profile: Profile, d: int) -> tuple[Bound, ...]:
    """Return E <= max f / 2 for kernels f(<x, O y>)."""
    num = num_above(profile_range(profile, d)[1] / 2)
    how = "The energy is half a mean of values of the profile."
    views: tuple[BoundView, ...] = VIEWS if num is not None else ()
    return tuple(Bound(view, num, "elementary", None, how) for view in views if num is not None)


def profile_range(profile: Profile, d: int) -> tuple[flint.arb, flint.arb, flint.arb]:
    """Return balls (m, M, f(1)) with m <= f <= M on [-1, 1]; m and M need not be attained.

    Notes
    -----
    M = f(1) where f <= f(1) is known, m >= 2 a_0 - f(1) where a_n >= 0. Otherwise the values on 256 cells.

    Examples
    --------
    >>> low, high, one = profile_range(Profile.read("t**2 - t/2"), 3)
    >>> bool(low <= -1 / flint.arb(16)), bool(high >= 1.5), bool(high < 1.52)
    (True, True, True)
    """
    facts = analyse_profile(profile, d)
    one = facts.value_at_one
    cells = [flint.arb(flint.arb(2 * c + 1) / _CELLS - 1, flint.arb(1) / _CELLS) for c in range(_CELLS)]
    values = [profile.value(cell, d) for cell in cells]
    low, high = values[0].lower(), values[0].upper()
    for value in values:
        low, high = low.min(value.lower()), high.max(value.upper())
    if facts.nonnegative is True and facts.a_0 is not None:
        floor = 2 * facts.a_0 - one
        low = low.max(floor) if low.is_finite() else floor
    return low, one if facts.bounded is True else high, one
