"""What the checker needs of a matrix of formulas Q: pairs of labels, a left inverse of Q(a) - Q(b), a fixed vector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from verify.model.factors import label_point
from verify.model.kernels import GaugeFormula
from verify.model.labels import LabelLaw
from verify.model.numbers import Number, ball
from verify.spectral.gauges._gauge_matrices import samples
from verify.spectral.gauges.gauge_spectrum import CollapsingSpace

__all__ = ["formula_evidence"]

Array = np.ndarray[Any, np.dtype[np.float64]]
Components = Sequence[Sequence[int]]
#: A label in a certificate, and its coordinates by name.
Place = tuple[Any, dict[str, Number]]

#: Above the rounding of floats; and where one more pair of labels is not worth its length.
_SEEN, _WELL_CONDITIONED = 1e-6, 0.1
_MOST_PAIRS = 48
_DENOMINATOR = 1 << 40


def formula_evidence(
    gauge: GaugeFormula, labels: LabelLaw, space: CollapsingSpace, parts: Components | None
) -> dict[str, Any]:
    """Return data by which the checker sees whether {v : Q(xi) v constant on each part} is 0, everything or between.

    Notes
    -----
    B (Q(a_p) - Q(b_p))_p = I up to rounding shows that only v = 0 is constant along the pairs (a_p, b_p). B is the
    pseudoinverse; few pairs are enough where the smallest singular value is not small.
    """
    if space.lower == space.d:
        return {}
    pairs: list[list[Any]] = []
    rows = np.zeros((0, space.d))
    for (a, here), (b, there) in _pairs(labels, parts):
        moved = _matrix(gauge, here) - _matrix(gauge, there)
        if not np.any(np.abs(moved) > _SEEN):
            continue
        pairs.append([a, b])
        rows = np.vstack([rows, moved])
        if space.lower > 0 or np.linalg.svd(rows, compute_uv=False)[-1] > _WELL_CONDITIONED:
            break
    if space.lower > 0:
        rational = (v for v in space.basis if all(isinstance(x, Fraction) for x in v))
        return {"pairs": pairs, "fixed": [str(x) for x in next(rational, ())]}
    inverse = np.linalg.pinv(rows) if pairs else rows
    return {"pairs": pairs, "inverse": [[_rounded(x) for x in row] for row in inverse]}


def _rounded(x: float) -> str:
    return str(Fraction(round(x * _DENOMINATOR), _DENOMINATOR))


def _pairs(labels: LabelLaw, parts: Components | None) -> Iterator[tuple[Place, Place]]:
    """Yield pairs of labels with the first one of their part: some of a finite law, or inner points of a continuum."""
    if labels.size is None:
        first, *others = (([str(x) for x in sample.values()], sample) for sample in samples(labels))
        yield from ((other, first) for other in others)
        return
    for part in parts or [range(labels.size)]:
        for i in part[1 :: max(1, len(part) // _MOST_PAIRS)]:
            yield _finite(labels, i), _finite(labels, part[0])


def _finite(labels: LabelLaw, i: int) -> Place:
    return i, dict(zip(labels.variables[0], label_point(labels, i), strict=True))


def _matrix(gauge: GaugeFormula, place: dict[str, Number]) -> Array:
    values = {name: ball(x) for name, x in place.items()}
    return np.array([[float(f.enclose(values).mid()) for f in row] for row in gauge.rows])
