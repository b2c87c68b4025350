"""Upper bounds of max over contents of g_1(d_01) + g_2(d_12) + g_3(d_20), in integers.

Each g(s) = sum_k alpha_k cos(k s) has integer coefficients, in units of 2^-44 or so. Its values on K points of the
circle come from integer cosines (from balls, off by less than 1 in 2^32) by exact sums in int64, rounded up.

*Circle.* The distances are u, w, u + w. At a maximum the gradient vanishes, and in its cell, of sides p and q in u and
w, the middle is off by at most p/2, q/2 and (p + q)/2. So with S_e = sum_k k^2 |alpha_k| >= |g_e''|

    max F <= max over the middles + (1/2) [S_1 (p/2)^2 + S_2 (q/2)^2 + S_3 ((p + q)/2)^2].

A cell whose middle is lower than the best by more than this holds no maximum and is left out; the others are cut into
three across the side that matters more, until the term is as small as the rounding. Where F is flat over many cells,
because all but one or two of the functions nearly vanish, max F <= max g_1 + max g_2 + max g_3 is as good.

*Sphere, d >= 3.* The distances fill a tetrahedron whose faces are the triples on great circles: three points of a
circle. Inside it the three functions are independent, so each distance is a critical point of its own function. Those
lie near the grid points with |g'| <= S h/2, which form a few runs; only triples of runs that may be a triangle count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import flint
import numpy as np

from verify.certificates.checker.reading import Refused, require

__all__ = ["MAX_COEFFICIENTS", "POINTS", "maximum_on_circle", "maximum_on_sphere"]

Array = np.ndarray[Any, Any]
Edges = Sequence[Sequence[int]]

_COARSE, _TURNS, _PARTS = 243, 3**8, 3**4
POINTS = _TURNS * _PARTS
#: Points at which critical distances are looked for.
_LINE = 3**10
#: sum |alpha_k| of one function: then no sum of three values leaves int64.
MAX_COEFFICIENTS = 1 << 50
_DEGREES = 64
_COSINE_BITS, _LIMB, _FINE_BITS = 32, 21, 60
_MASK = (1 << _LIMB) - 1
_MOST_CELLS = 600_000


@lru_cache(maxsize=1)
def _cosines() -> tuple[Array, Array]:
    """2^32 cos and 2^32 sin at 2 pi i/K as integers, off by less than 1.

    The addition theorem on integers at 2^60: 6561 turns and 81 small ones, each off by less than 1, in exact products.
    """
    turn_cos, turn_sin = _fine_waves(1, _TURNS, _TURNS)
    part_cos, part_sin = _fine_waves(1, POINTS, _PARTS)
    drop = 2 * _FINE_BITS - _COSINE_BITS
    half = 1 << (drop - 1)
    cosines = (np.multiply.outer(turn_cos, part_cos) - np.multiply.outer(turn_sin, part_sin) + half) >> drop
    sines = (np.multiply.outer(turn_sin, part_cos) + np.multiply.outer(turn_cos, part_sin) + half) >> drop
    return cosines.ravel().astype(np.int64), sines.ravel().astype(np.int64)


def _fine_waves(step: int, whole: int, count: int) -> tuple[Array, Array]:
    """2^60 cos and 2^60 sin at 2 pi i step/whole, i < count: Python integers, off by less than 1."""
    cosines, sines = np.empty(count, dtype=object), np.empty(count, dtype=object)
    with flint.ctx.workprec(120):
        for i in range(count):
            sine, cosine = (flint.arb(2 * i * step) / whole).sin_cos_pi()
            cosines[i], sines[i] = _nearest(cosine), _nearest(sine)
    return cosines, sines


def _nearest(ball: flint.arb) -> int:
    scaled = ball * (1 << _FINE_BITS)
    require(scaled.rad() < 2**-20, "a cosine is not enclosed tightly enough")
    whole = (scaled.mid() + flint.arb(0.5)).floor().unique_fmpz()
    if whole is None:
        raise Refused("a cosine is not enclosed tightly enough")
    return int(whole)


def _table(alpha: Sequence[int], waves: Array, indices: Array) -> Array:
    """Integers U >= sum_k alpha_k wave_(k i) / 2^32 at the indices i, above it by less than 2.

    alpha = a_2 2^42 + a_1 2^21 + a_0 with 0 <= a_0, a_1 < 2^21, |a_2| <= 2^8: 65 products of 53 bits are below 2^60.
    """
    limbs = np.zeros((3, len(indices)), dtype=np.int64)
    for k, a in enumerate(alpha):
        wave = waves[indices * k % POINTS]
        for place, limb in enumerate((a & _MASK, a >> _LIMB & _MASK, a >> 2 * _LIMB)):
            if limb:
                limbs[place] += limb * wave
    low, middle, high = limbs
    # the weights 1, 2^21, 2^42 over 2^32
    return (high << (2 * _LIMB - _COSINE_BITS)) - (-middle >> (_COSINE_BITS - _LIMB)) - (-low >> _COSINE_BITS)


class _Table:
    """The values U of one function, computed where they are asked for."""

    def __init__(self, alpha: Sequence[int]) -> None:
        self.alpha, self.values = alpha, np.zeros(POINTS, dtype=np.int64)
        self.known = np.zeros(POINTS, dtype=bool)

    def at(self, indices: Array) -> Array:
        """U at grid points, modulo a full turn."""
        indices = indices % POINTS
        asked = np.zeros(POINTS, dtype=bool)
        asked[indices] = True
        new = np.flatnonzero(asked & ~self.known)
        self.values[new] = _table(self.alpha, _cosines()[0], new)
        self.known[new] = True
        return self.values[indices]


def _off(edges: Edges) -> int:
    """How far the sum of three tables may be from the sum of the functions, either way: rounding, and the cosines."""
    return sum(2 + (sum(map(abs, alpha)) >> _COSINE_BITS) + 1 for alpha in edges)


def _curvatures(edges: Edges) -> list[int]:
    return [sum(k * k * abs(a) for k, a in enumerate(alpha)) for alpha in edges]


def _loss(weighted: int, points: int = POINTS) -> int:
    """(pi^2/2) S / points^2, rounded up, S = S_1 p^2 + S_2 q^2 + S_3 (p+q)^2 for cells of p x q; pi^2/2 < 4.934803."""
    return 4_934_803 * weighted // (10**6 * points * points) + 1


def _checked(edges: Edges) -> Edges:
    """Refuse what int64 may not hold."""
    require(len(edges) == 3 and all(1 <= len(alpha) <= _DEGREES + 1 for alpha in edges), "three functions are needed")
    require(all(type(a) is int for alpha in edges for a in alpha), "a coefficient is not an integer")
    require(all(sum(map(abs, alpha)) < MAX_COEFFICIENTS for alpha in edges), "a coefficient is too large")
    return edges


def maximum_on_circle(edges: Edges) -> int:
    """Return an integer that is at least g_1(u) + g_2(w) + g_3(u + w) for all u and w.

    Parameters
    ----------
    edges : three sequences of int
        alpha_0, alpha_1, ... of each function; sum |alpha| < 2^50.

    Examples
    --------
    >>> unit = 1 << 40
    >>> top = maximum_on_circle([[0, -unit]] * 3)  # -(cos u + cos w + cos(u + w)) <= 3/2
    >>> 0 <= top - 3 * unit // 2 < unit >> 28
    True
    """
    edges = sorted(_checked(edges), key=lambda alpha: -_curvatures([alpha])[0])  # the least curvature where it weighs 4
    if not any(_curvatures(edges)):
        return sum(alpha[0] for alpha in edges)
    tables = [_Table(alpha) for alpha in edges]
    off, (s1, s2, s3) = _off(edges), _curvatures(edges)
    p = q = POINTS // _COARSE
    rows, columns = np.meshgrid(np.arange(_COARSE // 2 + 1), np.arange(_COARSE), indexing="ij")  # (u, w) ~ (-u, -w)
    u, w = rows.ravel() * p, columns.ravel() * q
    bound = lowest = None
    while True:
        values = tables[0].at(u) + tables[1].at(w) + tables[2].at(u + w)
        best, loss = int(values.max()), _loss(s1 * p * p + s2 * q * q + s3 * (p + q) ** 2)
        lowest = best - off if lowest is None else max(lowest, best - off)  # F attains at least this
        bound = best + loss + off if bound is None else min(bound, best + loss + off)
        kept = values + (off + loss) >= lowest
        u, w = u[kept], w[kept]
        across_u = s1 * p * p + s3 * p * (p + q) >= s2 * q * q + s3 * q * (p + q)
        side = p if across_u else q
        if loss <= off or side == 1:
            return bound
        if len(u) > _MOST_CELLS:
            return min(bound, _separate(tables, [s1, s2, s3]) + off)
        shifts = np.array([-(side // 3), 0, side // 3])
        if across_u:
            p, u, w = p // 3, (u[:, None] + shifts).ravel(), np.repeat(w, 3)
        else:
            q, u, w = q // 3, np.repeat(u, 3), (w[:, None] + shifts).ravel()


def _separate(tables: Sequence[_Table], curvatures: Sequence[int]) -> int:
    """max g_1 + max g_2 + max g_3; between grid points a maximum exceeds the nearest value by S h^2/8 at most."""
    half = np.arange(POINTS // 2 + 1)
    return sum(int(table.at(half).max()) for table in tables) + _loss(sum(curvatures))


def maximum_on_sphere(edges: Edges) -> int:
    """Return an integer that is at least g_1(A) + g_2(B) + g_3(C) for all spherical triangles.

    Examples
    --------
    >>> unit = 1 << 40
    >>> right = [[0, 0, -unit]] * 3  # -cos(2 s), largest for three right angles
    >>> 0 <= maximum_on_sphere(right) - 3 * unit < unit >> 25
    True
    """
    planar = maximum_on_circle(edges)
    runs = [_critical_runs(alpha) for alpha in edges]
    if not all(len(run) for run in runs):
        return planar
    (a_low, a_high, a_top), (b_low, b_high, b_top), (c_low, c_high, c_top) = (
        run.T.reshape(3, *(-1 if axis == e else 1 for axis in range(3))) for e, run in enumerate(runs)
    )
    triangle = (a_low <= b_high + c_high) & (b_low <= a_high + c_high) & (c_low <= a_high + b_high)
    triangle &= a_low + b_low + c_low <= _LINE
    if not triangle.any():
        return planar
    best = int((a_top + b_top + c_top)[triangle].max())
    return max(planar, best + _off(edges) + _loss(sum(_curvatures(edges)), _LINE))


def _critical_runs(alpha: Sequence[int]) -> Array:
    """Rows (first, last, largest value) of runs of the points 2 pi i/L in [0, pi] that may be next to g' = 0."""
    cosines, sines = _cosines()
    line = np.arange(_LINE // 2 + 1)
    slopes = [k * a for k, a in enumerate(alpha)]
    require(sum(map(abs, slopes)) < MAX_COEFFICIENTS, "a coefficient is too large")
    (curvature,) = _curvatures([alpha])
    reach = 3_141_593 * curvature // (10**6 * _LINE) + 1 + _off([slopes])  # S h/2 = S pi/L
    near = np.flatnonzero(np.abs(_table(slopes, sines, line * (POINTS // _LINE))) <= reach)
    if len(near) == 0:
        return np.empty((0, 3), dtype=np.int64)
    values = _table(alpha, cosines, near * (POINTS // _LINE))
    starts = np.flatnonzero(np.diff(near, prepend=near[0] - 2) > 1)
    ends = np.append(starts[1:], len(near)) - 1
    tops = np.maximum.reduceat(values, starts)
    return np.column_stack([near[starts] - 1, near[ends] + 1, tops])  # a neighbour more on either side
