"""T5 by the symbol of a Toeplitz kernel: khat(0) >= khat(m) for every m, and uniqueness where modes tie.

Uniqueness. Let L be PSD, khat(0) > 0 and T the finite set of the m != 0 (up to sign) with khat(m) =
khat(0): ker L is spanned by 1 and the waves of the modes in T, D = khat(0) > 0, so both views agree, and
the maximisers are the x with Y(x) in ker L for the harmonics Y of every degree n with a_n > 0. If a_1 > 0
then x is a trigonometric polynomial. Let q be its leading mode and c != 0 the leading vector; |x|^2 = 1
gives c.c = 0, so that the harmonic (w.x)^n, w the conjugate of c, has the leading mode nq: nq must lie in T
for every such n. Conversely x = (cos q.xi, sin q.xi, 0, ..) is a maximiser if n'q lies in T for every
frequency n' > 0 of degree n on a great circle: n' = n for d = 2, n' = n, n - 2, .. for d >= 3.
"""

from __future__ import annotations

from typing import Any

from verify.model.profiles import ProfileFacts
from verify.model.verdict import Collapse, Energy, Hypothesis, Num, Status, View
from verify.spectral.continuum.energy import exact_num
from verify.spectral.continuum.problem import ContinuumProblem
from verify.spectral.continuum.toeplitz import SymbolDecision
from verify.spectral.continuum.trigonometric import Mode
from verify.spectral.hypotheses import profile_rung
from verify.spectral.outcome import Outcome, Proof

__all__ = ["decide_by_symbol"]


def decide_by_symbol(problem: ContinuumProblem) -> Outcome | None:
    """Decide a kernel by its symbol; None where it has none or the profile's hypotheses are not met."""
    symbol, facts = problem.symbol, problem.facts
    if symbol is None or symbol.psd is None:
        return None
    if symbol.psd and facts.nonnegative is True:
        return _collapse(problem, symbol)
    if not symbol.psd and facts.slope is True:
        return _spread(problem, symbol)
    return _winding(problem)


def _rung(symbol: SymbolDecision) -> Status:
    return Status.EXACT if symbol.exact else Status.ENCLOSED


def _fourier(problem: ContinuumProblem, symbol: SymbolDecision, collapse: str) -> Proof | None:
    """Return the proof by exact coefficients, which the checker reads on the circle."""
    return problem.proof("fourier", {}, collapse) if symbol.exact and problem.kernel.labels.kind == "circle" else None


# ---------------------------------------------------------------- L positive semidefinite


def _collapse(problem: ContinuumProblem, symbol: SymbolDecision) -> Outcome:
    facts = problem.facts
    psd = Hypothesis("khat(0) >= khat(m) for all m", True, symbol.reason)
    collapse, why = _uniqueness(symbol, facts)
    names = ("nonnegative",) if facts.peaked is None else ("nonnegative", "peaked")
    rung = Status.weakest(_rung(symbol), profile_rung(facts, *names))
    reason = f"{symbol.reason} {why}"
    if collapse is None:
        return problem.open_outcome(reason, "Use a profile with all a_n > 0, or break the tie of the modes.", (psd,))
    proof = _fourier(problem, symbol, collapse)
    if proof is None and not symbol.ties and not symbol.exact:
        proof = problem.minorant_proof("laplacian", collapse)
    return problem.collapse_outcome(collapse, rung, reason, proof, (psd,))


def _uniqueness(symbol: SymbolDecision, facts: ProfileFacts) -> tuple[str | None, str]:
    if symbol.beyond:
        return "some", "khat(0) = 0: modes beyond the degree of k are in ker L, and indicators with them."
    if facts.peaked is False:
        return "some", "f(t) = f(1) for some t < 1, so contents at that inner product maximise as well."
    if not symbol.ties:
        if facts.peaked is None:
            return None, "f(t) < f(1) for t < 1 is not established."
        return "all", "ker L = constants, D > 0."
    winding = _winding_mode(symbol.ties, facts)
    if winding is not None:
        return "some", f"x = (cos m.xi, sin m.xi, 0, ..) with m = {_shown(winding)} ties with collapse."
    if facts.peaked is True and facts.degrees == "all":
        return (
            "all",
            "The modes that tie span trigonometric polynomials, which hold no indicator; all a_n > 0.",
        )
    if facts.peaked is True and _no_multiple_chain(symbol.ties, facts):
        return "all", "a_1 > 0, and for no mode m that ties do all modes n m with a_n > 0 tie."
    return None, "Whether a law built on the tied modes maximises is not decided by these rules."


def _multiple(n: int, q: Mode) -> Mode:
    return tuple(n * c for c in q)


def _winding_mode(ties: tuple[Mode, ...], facts: ProfileFacts) -> Mode | None:
    """Return a tied mode whose winding law maximises, where the degrees of the profile are known and finitely many."""
    if not isinstance(facts.degrees, frozenset):
        return None
    step = facts.d > 2
    frequencies = {k for n in facts.degrees for k in (range(n, 0, -2) if step else (n,))}
    return next((q for q in ties if all(_multiple(k, q) in ties for k in frequencies)), None)


def _no_multiple_chain(ties: tuple[Mode, ...], facts: ProfileFacts) -> bool:
    if facts.has_degree(1) is not True:
        return False
    longest = max(abs(c) for m in ties for c in m) + 1
    return all(
        any(facts.has_degree(n) is True and _multiple(n, q) not in ties for n in range(1, longest + 1)) for q in ties
    )


def _shown(m: Mode) -> str:
    return str(m[0]) if len(m) == 1 else str(m)


# ---------------------------------------------------------------- L not positive semidefinite


def _spread(problem: ContinuumProblem, symbol: SymbolDecision) -> Outcome:
    facts = problem.facts
    rung = Status.weakest(_rung(symbol), profile_rung(facts, "slope"))
    extra = (Hypothesis("khat(0) >= khat(m) for all m", False, symbol.reason),)
    if facts.linear and symbol.top is not None and symbol.attained is not None:
        return _linear(problem, symbol, rung, extra)
    bound = _bound(problem, symbol)
    proof = _fourier(problem, symbol, "none") or problem.direction_proof()
    return problem.spread_outcome(rung, symbol.reason, proof, extra, bound=bound, witness=_mode_witness(symbol))


def _mode_witness(symbol: SymbolDecision) -> dict[str, Any] | None:
    if symbol.mode is None:
        return None
    return {"mode": list(symbol.mode)}


def _bound(problem: ContinuumProblem, symbol: SymbolDecision) -> Num | None:
    """Return (a_0 khat(0) + (f(1) - a_0) sup_m khat(m))/2, an upper bound of E over P_rho for a_n >= 0.

    For n >= 1 the matrix X = ∬ P_n dmu_xi dmu_zeta is PSD with diagonal at most 1, so ∬ k X = sum_m khat(m)
    Xhat(m) is at most sup_m khat(m) >= 0.
    """
    facts = problem.facts
    if facts.nonnegative is not True or facts.a_0 is None or symbol.top is None:
        return None
    value = (facts.a_0 * symbol.mean + (facts.value_at_one - facts.a_0) * symbol.top) / 2
    if symbol.mean_exact is not None and symbol.top_exact is not None and {"a_0", "value_at_one"} <= facts.exact.keys():
        a_0, one = facts.exact["a_0"], facts.exact["value_at_one"]
        half = symbol.top_exact / 2
        return exact_num(value, f"({symbol.mean_exact / 2})*({a_0}) + ({half})*(({one}) - ({a_0}))")
    return Num.of_ball(value)


def _linear(problem: ContinuumProblem, symbol: SymbolDecision, rung: Status, extra: tuple[Hypothesis, ...]) -> Outcome:
    """f = a_0 + a_1 t: sup E = (a_0 khat(0) + a_1 sup_m khat(m))/2, a maximum iff some mode attains the supremum."""
    value = _bound(problem, symbol)
    energy = Energy(problem.collapsed, value, value)
    reason = f"{symbol.reason} {_circles(problem, symbol)}"
    graph = View(Collapse.NONE, symbol.attained, rung, energy, reason)
    slices = View(Collapse.NONE, True, rung, energy, reason)
    proof = _fourier(problem, symbol, "none") or problem.direction_proof()
    winding = problem.best_winding()
    witness = {
        **(_mode_witness(symbol) or {}),
        **({} if winding is None else problem.winding_witness(winding)),
    } or None
    return Outcome(graph, slices, (*problem.hypotheses(), *extra), proof, witness)


def _circles(problem: ContinuumProblem, symbol: SymbolDecision) -> str:
    top, coefficients = symbol.top_exact, problem.coefficients
    if coefficients is None or top is None or top == 0:
        return (
            "The maximum is a_0 khat(0)/2 + a_1 sup khat/2."
            if symbol.attained
            else "All khat < 0: the supremum is attained by no graph law."
        )
    argmax = [m for m, c in coefficients.items() if c == top and m > (0,) * len(m)]
    if len(argmax) == 1:
        law = f"x = (cos m.xi, sin m.xi, 0, ..), m = {_shown(argmax[0])}"
        return f"The maximisers are the uniform great circles {law}, up to rotation."
    return f"The maximisers are spread over the modes {', '.join('±' + _shown(m) for m in sorted(argmax))}."


# ---------------------------------------------------------------- outside the hypotheses


def _winding(problem: ContinuumProblem) -> Outcome | None:
    """Decide by a winding law that beats the collapsed ones, whatever the signs of the a_n and of L."""
    winding = problem.best_winding()
    if winding is None:
        return None
    rung = Status.EXACT if winding.rational is not None else Status.ENCLOSED
    law = f"x = (cos m.xi, sin m.xi, 0, ..), m = {_shown(winding.m)}"
    reason = f"The winding law {law}, has more energy than every collapsed law."
    proof = None
    if winding.rational is not None and len(winding.m) == 1:
        proof = problem.proof("winding", {"m": winding.m[0]}, "none")
    if proof is None and problem.step is not None:
        proof = problem.proof("law", problem.step.to_data(), "none")
    return problem.spread_outcome(rung, reason, proof)
