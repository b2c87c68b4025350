"""The signed Laplacian on a continuum between two matrices: a Galerkin matrix with a rigorous remainder.

<v, Lv> = 1/2 ∬ k (v - v')^2 is monotone in k. If m_ab <= k on cell a x cell b then L_k >= L_m and D_k >=
D_m, and the cells are nonatomic blocks of equal weight for m: L_m is the reduced matrix on averages and D_b
on what fluctuates inside cell b. So

    reduced matrix of the minorant PSD and D_b >= 0 for all b    =>    L_k PSD, ker L_k inside ker L_m;
    <v, L v> < 0 for the majorant and a v constant on cells, or D_b < 0 for the majorant    =>    L_k not PSD.

Both are decided exactly on rational bounds. Cells are halved until one of them holds or the work is spent.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from verify.certificates.psd import PsdProof, prove_psd
from verify.model.formula import Formula
from verify.model.labels import LabelLaw
from verify.spectral.continuum.cells import CellBounds, bound_on_cells, form_density, work_of
from verify.spectral.finite.signed_laplacian import SignedLaplacian, signed_laplacian

__all__ = ["MinorantPsd", "NegativeForm", "OpenGap", "decide_by_cells", "decide_on_cells"]

_LARGEST_MATRIX = 128
_MOST_WORK = 120_000
_GRIDS = {1: (1, 2, 4, 8, 16, 32, 64, 128), 2: (1, 2, 4, 6, 8, 11), 3: (1, 2, 3, 4, 5)}
#: Denominator of the rounded eigenvector of a negative direction.
_ROUNDING = 4_096


@dataclass(frozen=True)
class MinorantPsd:
    """A minorant on cells whose form is positive semidefinite: L_k is, too.

    Attributes
    ----------
    bounds : CellBounds
        Its ``lower`` is the minorant.
    laplacian : SignedLaplacian
        Of the minorant, with its degrees.
    psd : PsdProof
        Of the reduced matrix.
    """

    bounds: CellBounds
    laplacian: SignedLaplacian
    psd: PsdProof

    @property
    def unique(self) -> bool:
        """Whether ker L_k is the constants, up to fluctuations in cells of degree 0, and some cell has D > 0."""
        return self.psd.null.nullity == 1 and any(x > 0 for x in self.laplacian.degrees)


@dataclass(frozen=True)
class NegativeForm:
    """L_k is not positive semidefinite: a direction constant on cells, or a cell on which D < 0.

    Attributes
    ----------
    bounds : CellBounds
        Its ``upper`` is the majorant.
    direction : tuple of Fraction, or None
    block : int, or None
        The cell with D_b < 0.
    value : Fraction < 0
        An upper bound of <v, Lv> (cells of equal weight), or of D on the cell.
    """

    bounds: CellBounds
    direction: tuple[Fraction, ...] | None
    block: int | None
    value: Fraction


@dataclass(frozen=True)
class OpenGap:
    """Neither: the least eigenvalues of the minorant's and the majorant's form, in floats, for information."""

    cells: int
    lower: float
    upper: float


Decision = MinorantPsd | NegativeForm | OpenGap | None


def decide_by_cells(formula: Formula, labels: LabelLaw) -> Decision:
    """Decide whether L is positive semidefinite on a continuum of labels, on finer and finer cells.

    Parameters
    ----------
    formula : Formula
        k in the label variables, symmetric.
    labels : Circle, Interval or Torus

    Returns
    -------
    MinorantPsd, NegativeForm, OpenGap or None
        None where k is not seen to be bounded.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> from verify.model.labels import Circle
    >>> type(decide_by_cells(parse_formula("1 + cos(xi - zeta)", {"xi", "zeta"}), Circle())).__name__
    'MinorantPsd'
    >>> decide_by_cells(parse_formula("-2 + cos(xi - zeta)", {"xi", "zeta"}), Circle()).block
    0
    """
    integrand = form_density(formula, labels)
    decision: Decision = None
    dim = len(labels.variables[0])
    for per_axis in _GRIDS.get(dim, (1, 2)):
        if per_axis**dim > _LARGEST_MATRIX or (per_axis > 1 and work_of(integrand, labels, per_axis) > _MOST_WORK):
            break
        bounds = bound_on_cells(integrand, labels, per_axis)
        if bounds is None:
            continue
        decision = decide_on_cells(bounds)
        if not isinstance(decision, OpenGap):
            break
    return decision


def decide_on_cells(bounds: CellBounds) -> MinorantPsd | NegativeForm | OpenGap:
    """Decide with the bounds of one grid; floats choose what is tried, exact arithmetic decides."""
    n = bounds.size
    lower, upper = (_float_form(rows) for rows in (bounds.lower, bounds.upper))
    scale = float(np.abs(lower[0]).max() + np.abs(upper[0]).max()) or 1.0
    negative = _negative(bounds, upper, scale)
    if negative is not None:
        return negative
    least = min(_gap(lower[1], n), lower[0].min() / n)
    if least > -1e-12 * scale:
        laplacian = signed_laplacian(bounds.weights, bounds.lower)
        if all(x >= 0 for x in laplacian.degrees):
            proof = prove_psd(laplacian.form)
            if isinstance(proof, PsdProof):
                return MinorantPsd(bounds, laplacian, proof)
    return OpenGap(n, n * least, n * min(_gap(upper[1], n), upper[0].min() / n))


Floats = tuple[np.ndarray[tuple[int], np.dtype[np.float64]], np.ndarray[tuple[int, int], np.dtype[np.float64]]]


def _float_form(rows: tuple[tuple[Fraction, ...], ...]) -> Floats:
    """Return the degrees and the form of a table on cells of weight 1/n, in floats."""
    k = np.array([[float(x) for x in row] for row in rows])
    n = len(k)
    degrees = k.sum(axis=1) / n
    return degrees, np.diag(degrees) / n - k / n**2


def _gap(form: np.ndarray[tuple[int, int], np.dtype[np.float64]], n: int) -> float:
    """Return the least eigenvalue off the constants."""
    if n == 1:
        return 0.0
    shift = float(np.abs(form).sum())
    return float(np.linalg.eigvalsh(form + shift / n * np.ones((n, n)))[0])


def _negative(bounds: CellBounds, upper: Floats, scale: float) -> NegativeForm | None:
    degrees, form = upper
    n = bounds.size
    b = int(np.argmin(degrees))
    if degrees[b] < 1e-12 * scale:
        value = sum(bounds.upper[b], Fraction(0)) / n
        if value < 0:
            return NegativeForm(bounds, None, b, value)
    values, vectors = np.linalg.eigh(form)
    if n == 1 or values[0] > -1e-12 * scale / n:
        return None
    v = vectors[:, 0] / np.abs(vectors[:, 0]).max()
    direction = tuple(Fraction(round(x * _ROUNDING), _ROUNDING) for x in v.tolist())
    value = (
        sum(
            (bounds.upper[i][j] * (direction[i] - direction[j]) ** 2 for i in range(n) for j in range(i)),
            Fraction(0),
        )
        / n**2
    )
    return NegativeForm(bounds, direction, None, value) if value < 0 else None
