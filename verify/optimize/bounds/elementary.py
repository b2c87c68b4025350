"""Bounds without a solver: from the range of the profile, and from diagonally dominant multipliers.

Let m = min f and M = max f on [-1, 1]. Every entry of the energy is at most its largest value,

    2 E <= sum_ij max(K_ij m, K_ij M),     K_ij = w_i w_j k_ij,     with K_ii f(1) on the diagonal for graph laws.

For a_n >= 0, n >= 1, the multipliers lambda_i = K_ii + sum_{j != i} |K_ij| make diag(lambda) - K diagonally dominant,
and 2 E <= (f(1) - a_0) sum lambda + a_0 sum K (T6). Here |f - a_0| <= f(1) - a_0, so that the first bound is the same
sum wherever m = 2 a_0 - f(1), and smaller where m is larger; only one of the two has a certificate.

A gauge u = Q(xi) x maps laws to laws, graph laws to graph laws, and h to k f(<u, v>): the bounds are the factor's.
"""

from __future__ import annotations

import flint

from verify.model.kernels import ConnectionKernel, FactorKernel, GaugeKernel, Kernel
from verify.model.numbers import ball
from verify.model.profiles import Profile, analyse_profile
from verify.optimize.bounds.bound import VIEWS, Bound, BoundView, num_above

__all__ = ["elementary_bounds", "profile_range"]

_CELLS = 256


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
    weights, rows = kernel.labels.weights(), kernel.k.rows(kernel.labels)
    totals = dict.fromkeys(VIEWS, flint.arb(0))
    for i, row in enumerate(rows):
        for j, k in enumerate(row):
            entry = ball(weights[i] * weights[j]) * ball(k)
            largest = (entry * low).max(entry * high)
            # on a nonatomic block graph laws average to any slice
            own = entry * one if i == j and kernel.labels.atomic else largest
            totals["graph_laws"] += own
            totals["all_laws"] += largest
    how = "Every entry of the energy is at most its largest value, over the range of the profile."
    found = ((view, num_above(total / 2)) for view, total in totals.items())
    return tuple(Bound(view, num, "elementary", None, how) for view, num in found if num is not None)


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
