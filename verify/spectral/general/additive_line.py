"""Absolute encodings on one line: p(xi) = s(xi) e for a unit vector e.

h = f(<x, y> + s <e, y> + s' <e, x> + s s').

* f increasing, s >= 0, s not 0: the argument is at most (1 + s)(1 + s'), with equality iff x = y, equal to e
  where s > 0. So h is nowhere larger than at the law collapsed at e, and every maximiser is that law.
* f' = c e^{b t}, b > 0: a collapsed law is critical only at u = e and u = -e. With sigma = s or -s and
  k = f'((1 + sigma)(1 + sigma')), the transverse fields phi(xi) v, v orthogonal to e, have
      B(phi) = -∬ k [ (phi - phi')^2/2 + sigma' phi^2 ] drho drho.
  The law is no maximiser if B(phi) > 0 for some phi, or if another law is in hand that has more energy, such
  as the contents +-e with the signs of s.
* Moreover c < 0: E is concave on P_rho, so that a law is the only maximiser as soon as each slice sits at the
  only maximum of its potential. At the law collapsed at u = +-e, V(x, s) = (c/b) ∫ e^{b (1 + sigma')(tau +
  sigma)} drho, tau = <x, u>, is concave in tau, and increases up to tau = 1 iff ∫ (1 + sigma') e^{b (1 +
  sigma)(1 + sigma')} drho < 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint
import numpy as np

from verify.model.formula import Formula
from verify.model.kernels import AdditiveKernel
from verify.model.numbers import ball
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.general.label_cells import label_cells
from verify.spectral.general.rays import Line
from verify.spectral.general.second_order import gains_at_second_order
from verify.spectral.outcome import Outcome, Proof, maximised_by_collapse

__all__ = ["decide_line"]

_PRECISION = 128
_LARGEST_ENERGY = 96
_LARGEST_MIXED = 48
_SLOPE_CELLS = 128
_STARTS = 24


def decide_line(kernel: AdditiveKernel, line: Line, growth: tuple[int, int, bool] | None) -> Outcome | None:
    """Decide an encoding whose vectors are multiples of one nonzero vector, or return None.

    Parameters
    ----------
    kernel : AdditiveKernel
    line : Line
        Not all multiples are zero.
    growth : (sign of c, sign of b, exact) or None
        For f' = c e^{b t}.
    """
    with flint.ctx.workprec(_PRECISION):
        s = _lengths(kernel, line)
        increasing = (growth is not None and growth[0] > 0) or (growth is None and _increases(kernel, s))
        if increasing and line.sign in {1, -1}:
            return _along(kernel, line, s, exact=growth is not None and growth[2])
        if growth is not None and growth[1] > 0 and s is not None and len(s) <= _LARGEST_MIXED:
            return _between(kernel, s, concave=growth[0] < 0)
    return None


def _lengths(kernel: AdditiveKernel, line: Line) -> list[flint.arb] | None:
    """Enclose s at the labels of a finite law: multiples times |v|, counted along +v if they are positive."""
    n = kernel.labels.size
    if n is None or n > _LARGEST_ENERGY:
        return None
    length = sum((ball(x) ** 2 for x in line.direction), flint.arb(0)).sqrt()
    if isinstance(line.multiples, Formula):
        names = kernel.labels.variables[0]
        values = [
            line.multiples.enclose(dict(zip(names, cell.coordinates, strict=True)))
            for cell in label_cells(kernel.labels, 1)
        ]
    else:
        values = [ball(x) for x in line.multiples]
    sign = -1 if line.sign == -1 else 1
    return [sign * value * length for value in values]


def _increases(kernel: AdditiveKernel, s: Sequence[flint.arb] | None) -> bool:
    """Whether f' > 0 on all arguments that occur, |t| <= (1 + max |s|)^2, by balls."""
    if s is None:
        return False
    top = max((flint.arb(abs(x).upper()) for x in s), key=float)
    bound = (1 + top) ** 2
    step = bound / _SLOPE_CELLS
    cells = [(-bound + 2 * k * step).union(-bound + 2 * (k + 1) * step) for k in range(_SLOPE_CELLS)]
    return all(kernel.profile.derivative(cell, kernel.d) > 0 for cell in cells)


def _energy(kernel: AdditiveKernel, s: Sequence[flint.arb], signs: Sequence[int]) -> flint.arb:
    """Enclose E of the contents signs_i e: 1/2 sum w_i w_j f((s_i + signs_i)(s_j + signs_j))."""
    w = [ball(x) for x in kernel.labels.weights()]
    ends = [x + sign for x, sign in zip(s, signs, strict=True)]
    total = flint.arb(0)
    for i, a in enumerate(ends):
        for j in range(i + 1):
            total += w[i] * w[j] * kernel.profile.value(a * ends[j], kernel.d) * (1 if i == j else 2)
    return total / 2


def _along(kernel: AdditiveKernel, line: Line, s: Sequence[flint.arb] | None, *, exact: bool) -> Outcome:
    energy = None if s is None else Num.of_ball(_energy(kernel, s, [1] * len(s)))
    reason = (
        "f is increasing and all p are nonnegative multiples of one v: h is largest, pair by pair, at x = y = v/|v|."
    )
    status = Status.EXACT if exact else Status.ENCLOSED
    view = maximised_by_collapse("all", status, energy, reason)
    hypotheses = (
        Hypothesis("f is increasing", True, "f' > 0 on all arguments that occur."),
        Hypothesis("p = s v with s >= 0", True, "All vectors of the encoding are nonnegative multiples of one."),
    )
    table = not kernel.is_formula and all(isinstance(x, Fraction) for x in line.direction)
    certified = table and exact and _is_plain_exponential(kernel)
    claim = {"graph_laws": "all", "all_laws": "all"}
    return Outcome(view, view, hypotheses, Proof("absolute", "absolute", {}, claim) if certified else None)


def _is_plain_exponential(kernel: AdditiveKernel) -> bool:
    """Whether the checker, which reads c e^{b t} with b > 0 or beta of any sign, knows that f increases."""
    if kernel.profile.kind in {"usa", "peak"}:
        return True
    form = kernel.profile.exponential_form()
    return form is not None and bool(form[1].enclose({}) > 0)


def _between(kernel: AdditiveKernel, s: Sequence[flint.arb], *, concave: bool) -> Outcome:
    """b > 0: only the laws collapsed at e and -e can be maximisers; exclude both, or decide nothing."""
    n = len(s)
    hypotheses = (
        Hypothesis("f' = c e^{b t}, b > 0", True, "By the form of f."),
        Hypothesis(
            "p on one line",
            True,
            "All vectors of the encoding are multiples of one: collapsed laws are critical at +-v/|v| alone.",
        ),
    )
    if n == 1 and kernel.labels.atomic:
        graph = View(Collapse.ALL, True, Status.EXACT, Energy(), "With one label every graph law is collapsed.")
        slices = View.unknown("One label with a decreasing profile: slices may gain by spreading.")
        return Outcome(
            graph,
            slices,
            hypotheses,
            next_step="Maximise over laws of one slice that are symmetric about the line of p.",
        )
    collapsed = {sign: _energy(kernel, s, [sign] * n) for sign in (1, -1)}
    for sign in (1, -1):
        if concave and _repels_to_end(kernel, [sign * x for x in s]):
            reason = (
                "f is exponential and decreasing, E concave: the potential of the law collapsed at one end of the line "
                "has its only maximum there, so that it is the only maximiser."
            )
            view = maximised_by_collapse("all", Status.ENCLOSED, Num.of_ball(collapsed[sign]), reason)
            return Outcome(view, view, hypotheses)
    signs = _best_signs(kernel, s)
    best = _energy(kernel, s, signs)
    excluded = {
        sign: bool(energy < best) or _gains_across(kernel, [sign * x for x in s]) for sign, energy in collapsed.items()
    }
    if not all(excluded.values()):
        view = View.unknown(
            "p lies on one line: the law collapsed at one end of the line is critical and was not excluded."
        )
        return Outcome(
            view,
            view,
            hypotheses,
            next_step="Search a law with more energy than the one collapsed along the line of p.",
        )
    top = collapsed[1].max(collapsed[-1])
    energy = Energy(Num.of_ball(top), Num.of_ball(best.max(top)), None)
    reason = (
        "f is exponential and p lies on one line: a collapsed law can be critical only along it, "
        "and there a law with more energy is near or in hand."
    )
    attained = True if kernel.labels.atomic else None
    views = [View(Collapse.NONE, a, Status.ENCLOSED, energy, reason) for a in (attained, True)]
    witness = {"contents": [f"{'+' if sign > 0 else '-'}v/|v|" for sign in signs]} if best > top else None
    return Outcome(views[0], views[1], hypotheses, witness=witness)


def _repels_to_end(kernel: AdditiveKernel, sigma: Sequence[flint.arb]) -> bool:
    """Whether sum_j w_j (1 + sigma_j) e^{b (1 + sigma_i)(1 + sigma_j)} < 0 for every label i; f' = c e^{b t}, c < 0."""
    w = [ball(x) for x in kernel.labels.weights()]
    ends = [1 + x for x in sigma]
    slopes = [[kernel.profile.derivative(a * b, kernel.d) for b in ends] for a in ends]
    return all(sum((x * b * k for x, b, k in zip(w, ends, row, strict=True)), flint.arb(0)) > 0 for row in slopes)


def _best_signs(kernel: AdditiveKernel, s: Sequence[flint.arb]) -> list[int]:
    """Ascend over contents +-e by single flips in floats, from the signs of s and from random starts."""
    lengths = np.array([float(x.mid()) for x in s])
    w = np.array([float(x) for x in kernel.labels.weights()])
    rng = np.random.default_rng(0)

    def energy(signs: np.ndarray) -> float:
        ends = lengths + signs
        return float(w @ kernel.profile.array(np.outer(ends, ends), kernel.d) @ w)

    best: tuple[float, np.ndarray] | None = None
    starts = [np.where(lengths >= 0, 1, -1), np.where(lengths >= 0, -1, 1)]
    for signs in [*starts, *(rng.choice([-1, 1], len(s)) for _ in range(_STARTS))]:
        current = energy(signs)
        improved = True
        while improved:
            improved = False
            for i in range(len(signs)):
                signs[i] *= -1
                reached = energy(signs)
                if reached > current:
                    current, improved = reached, True
                else:
                    signs[i] *= -1
        if best is None or current > best[0]:
            best = current, signs.copy()
    assert best is not None
    return [int(x) for x in best[1]]


def _gains_across(kernel: AdditiveKernel, sigma: Sequence[flint.arb]) -> bool:
    """Whether B(phi) > 0 for a transverse field at the law collapsed at the end of the line where s = sigma."""
    w = [ball(x) for x in kernel.labels.weights()]
    k = [[kernel.profile.derivative((1 + a) * (1 + b), kernel.d) for b in sigma] for a in sigma]
    form = [[w[i] * w[j] * x for j, x in enumerate(row)] for i, row in enumerate(k)]
    for i, row in enumerate(k):
        form[i][i] -= w[i] * sum((w[j] * x * (1 + sigma[j]) for j, x in enumerate(row)), flint.arb(0))
    return gains_at_second_order(form)
