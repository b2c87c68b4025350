"""The second tier: enclosures of what is not rational. The first tier calls the names below, and no others.

formulas.py   trees, exact values     intervals.py  outward rounding      values.py  enclosures, signs, phases
shapes.py     profiles as formulas    continua.py   cells, k as formula   circle.py  Fourier, winding
laws.py       energies of laws, encodings by formulas         gauges.py  matrices of formulas
expressions.py  h = k f
"""

from __future__ import annotations

from .circle import by_fourier, by_winding
from .continua import Continuum, formula_kind
from .expressions import as_factor
from .gauges import fixed_dimension
from .laws import by_law, encoding, independent
from .shapes import mass, profile
from .values import constant, exponential, full_turns, sum_sign

__all__ = [
    "Continuum",
    "as_factor",
    "by_fourier",
    "by_law",
    "by_winding",
    "constant",
    "encoding",
    "exponential",
    "fixed_dimension",
    "formula_kind",
    "full_turns",
    "independent",
    "mass",
    "profile",
    "sum_sign",
]
