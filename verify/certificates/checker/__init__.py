"""Independent checker of certificates: the standard library alone, in a folder that can be copied and audited.

    python checker CERTIFICATE.json [--problem-digest sha256:...]
    exit code 0: accepted; 1: well formed, but rejected; 2: unreadable

Setting: contents x on the sphere S^{d-1}, labels with a fixed law rho, laws mu of both with label marginal rho ("all
laws"), graph laws x = x*(label), E[mu] = 1/2 ∬ h dmu dmu. A law is collapsed if its content marginal is one point. A
claim says for each view whether maximisers of E exist and all of them are collapsed ("all"), some are and some are not
("some"), or none is ("none", also where no maximiser exists).

How to audit this in an hour: the first tier in this order, with the question of each module in hand. It is exact:
rational numbers, nothing else. It asks the second through `reading.beyond` only: for numbers and matrices given by
formulas, continua, f(1) and a_0, and the methods fourier, winding and law; without these, a certificate is decided by
the first tier alone. The second tier takes another hour. The numbers are lines that are not blank.

    10 min  reading, certificate   can data be read in two ways, or a claim be accepted that no method returned?
    10 min  algebra                does check_psd prove A PSD with that kernel, whatever the data are?
    10 min  profiles, problem      is each flag of f a theorem, is k what the problem says at every pair of labels?
    20 min  dichotomy              does each return follow from the identity at the top, "all" from minorants included?
    10 min  gauges, contents, multipliers  is V the space of collapsed maximisers, are all assignments compared,
                                           does every law of the view obey the inequality of T6?

    first tier                                              second tier: enclosures/
    reading.py      plain data, rationals, limits   111    __init__.py    what may be asked            31
    certificate.py  claims, seal, command line      143    formulas.py    trees, exact values         195
    algebra.py      PSD data, kernels, ranks         96    intervals.py   outward rounding            202
    profiles.py     f: signs, slope, peak            67    values.py      enclosures, signs, phases   121
    problem.py      labels, k: entries, support     185    shapes.py      f as a formula, f(1), a_0   198
    dichotomy.py    T5: sign, L, ker L, D           127    continua.py    cells, k as a formula       142
    gauges.py       T4, T4d: frames, sections        85    circle.py      Fourier coefficients         65
    contents.py     absolute, matrix, cuts           86    laws.py        energies of laws, encodings   71
    multipliers.py  T6: upper bounds of the energy   50    gauges.py      T4: Q as formulas           107
    __main__.py     the folder as a program          14    expressions.py  h = k f, factor by factor    69
    in all, with this guide                        1000    in all                                    1201

One method: reading, certificate, problem, profiles, and the module of the method with what it calls. What is undecided
at the highest precision, or takes too long, is rejected. Forgeries to begin with: tests/certificates/checker.
"""

from __future__ import annotations

from .certificate import Report, check, check_text, main, statement_of
from .reading import Refused

__all__ = ["Refused", "Report", "check", "check_text", "main", "statement_of"]
