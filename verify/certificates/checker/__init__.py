"""Independent checker of certificates: the standard library alone, in a folder that can be copied and audited.

    python checker CERTIFICATE.json [--problem-digest sha256:...]
    exit code 0: accepted; 1: well formed, but rejected; 2: unreadable

Setting: contents x on the sphere S^{d-1}, labels with a fixed law rho, laws mu of both with label marginal rho ("all
laws"), graph laws x = x*(label), E[mu] = 1/2 ∬ h dmu dmu. A law is collapsed if its content marginal is one point. A
claim says for each view whether maximisers of E exist and all of them are collapsed ("all"), some are and some are not
("some"), or none is ("none", also where no maximiser exists).

To audit it, read in this order; the numbers are lines that are not blank. The first tier is exact: rational numbers,
nothing else. It asks the second through `reading.beyond` only: for formulas, numbers that are not rational, continua,
and the methods fourier, winding and law. Without these, a certificate is decided by the first tier alone.

    first tier                                              second tier: enclosures/
    reading.py      plain data, rationals, limits   100    __init__.py     what may be asked           25
    certificate.py  claims, seal, command line      135    formulas.py     trees, exact values        191
    algebra.py      PSD data, kernels, ranks        104    intervals.py    outward rounding           201
    profiles.py     f: signs, slope, peak            67    values.py       enclosures, signs, phases  128
    problem.py      labels, tables, supports        170    shapes.py       f as a formula             178
    dichotomy.py    T5: sign, L, ker L, D           128    continua.py     cells, k as a formula      180
    gauges.py       T4, T4d: frames, sections        85    circle.py       Fourier coefficients        65
    contents.py     absolute, matrix, cuts           95    laws.py         energies of laws            89
    in all, with this guide and __main__.py         925    in all                                    1057

One method: reading, certificate, problem, profiles, and the module of the method with what it calls. What is undecided
at the highest precision is rejected, and so is what would take too long.
"""

from __future__ import annotations

from .certificate import Report, check, check_text, main, statement_of
from .reading import Refused

__all__ = ["Refused", "Report", "check", "check_text", "main", "statement_of"]
