"""Derivations for reading: plain text, LaTeX, and HTML whose mathematics is MathML."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import sympy
from sympy.printing.latex import LatexPrinter

from verify.model.errors import InputError
from verify.model.verdict import Status
from verify.symbolic.displays import display_latex
from verify.symbolic.functions import KernelValue, ProfileValue
from verify.symbolic.mathml import mathml
from verify.symbolic.plaintext import plain_math
from verify.symbolic.steps import Derivation, DerivationResult, Step, StepResult
from verify.symbolic.typeset import segments
from verify.symbolic.vectors import Defined, Dot

__all__ = [
    "claim_latex", "derivation_html", "derivation_latex", "derivation_text", "latex", "prose_html", "prose_latex",
    "prose_text", "step_html", "step_latex", "step_text",
]  # fmt: skip


class _Printer(LatexPrinter):
    """SymPy's printer, with several indices under one sum and derivatives at a point as the field writes them."""

    def _print_Sum(self, e: sympy.Sum) -> str:
        limits: list[tuple[list[str], str, str]] = []
        for variable, low, high in reversed(e.limits):
            ends = self._print(low), self._print(high)
            if limits and limits[-1][1:] == ends:
                limits[-1][0].insert(0, self._print(variable))
            else:
                limits.append(([self._print(variable)], *ends))
        signs = "".join(rf"\sum_{{{','.join(names)}={low}}}^{{{high}}} " for names, low, high in limits)
        return signs + self._bracketed(e.function)

    def _print_Subs(self, e: sympy.Subs) -> str:
        pairs = ",".join(f"{self._print(v)}={self._print(p)}" for v, p in zip(e.variables, e.point, strict=True))
        return rf"\left. {self._print(e.expr)} \right|_{{{pairs}}}"

    def _print_Integral(self, e: sympy.Integral) -> str:
        text = self._bracketed(e.function)
        signs, measures = "", ""
        for limit in reversed(e.limits):
            ends = "" if len(limit) == 1 else rf"_{{{self._print(limit[1])}}}^{{{self._print(limit[2])}}}"
            signs += rf"\int{ends} "
            measures = rf" \, d{self._print(limit[0])}" + measures
        return signs + text + measures

    def _print_expint(self, e: sympy.expint, exp: str | None = None) -> str:
        order, x = e.args
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"E_{{{self._print(order)}}}{power}\left({self._print(x)}\right)"

    def _print_KroneckerDelta(self, e: sympy.KroneckerDelta, exp: str | None = None) -> str:
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"\delta_{{{self._print(e.args[0])} {self._print(e.args[1])}}}{power}"

    def _needs_mul_brackets(self, expr: sympy.Expr, first: bool = False, last: bool = False) -> bool:
        if isinstance(expr, Dot | Defined | ProfileValue | KernelValue):
            return False
        needed: bool = super()._needs_mul_brackets(expr, first=first, last=last)
        return needed

    def _bracketed(self, body: sympy.Expr) -> str:
        text = self._print(body)
        return rf"\left({text}\right)" if isinstance(body, sympy.Add) else text


_SETTINGS = {"long_frac_ratio": 2, "ln_notation": False, "fold_short_frac": False}


def latex(expression: Any) -> str:
    r"""Return an expression in LaTeX.

    Examples
    --------
    >>> i, n, a = sympy.Symbol("i"), sympy.Symbol("n"), sympy.IndexedBase("a")
    >>> latex(sympy.Sum(a[i], (i, 1, n)))
    '\\sum_{i=1}^{n} {a}_{i}'
    """
    text: str = _Printer(_SETTINGS).doprint(expression)
    return text


def claim_latex(claim: sympy.Rel | str) -> str | None:
    """Return the claim of a step as a formula, None for a sentence."""
    return None if isinstance(claim, str) else latex(claim)


# ---------------------------------------------------------------- sentences


def prose_text(text: str) -> str:
    """Return a sentence as plain text."""
    return "".join(plain_math(piece) if math else piece for math, piece in segments(text))


def prose_html(text: str) -> str:
    """Return a sentence as HTML, escaped."""
    return "".join(mathml(piece) if math else escape(piece) for math, piece in segments(text))


_ACCENTED = {"ä": r'\"a', "ö": r'\"o', "ü": r'\"u', "é": r"\'e", "è": r"\`e", "à": r"\`a", "ó": r"\'o",
             "ß": r"{\ss}", "–": "--", "’": "'", "…": r"\dots{}", "²": r"$^{2}$", "ν": r"$\nu$", "β": r"$\beta$",
             "≥": r"$\ge$", "≤": r"$\le$"}  # fmt: skip
_SPECIAL = re.compile(r"[#%&_{}^~\\]")


def prose_latex(text: str) -> str:
    """Return a sentence as LaTeX in ASCII.

    Raises
    ------
    InputError
        A letter that has no spelling here; mathematics belongs between dollar signs.
    """
    pieces = []
    for math, piece in segments(text):
        if math:
            pieces.append(f"${piece}$")
            continue
        safe = _SPECIAL.sub(lambda match: {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}.get(
            match[0], "\\" + match[0]), piece)  # fmt: skip
        safe = "".join(_ACCENTED.get(letter, letter) for letter in safe)
        if not safe.isascii():
            odd = next(letter for letter in safe if not letter.isascii())
            raise InputError("text", "be ASCII outside of mathematics", text, f"It contains {odd!r}.")
        pieces.append(safe)
    return "".join(pieces)


# ---------------------------------------------------------------- derivations


def _kind(step: Step) -> str:
    return "cited" if step.check.expected is Status.CITED else ""


def step_text(step: Step, number: int, result: StepResult | None = None) -> str:
    """Return one step as a few lines of text."""
    formula = claim_latex(step.claim)
    claim = prose_text(str(step.claim)) if formula is None else plain_math(formula)
    lines = [f"({number})"]
    if step.says:
        lines[0] += f" {prose_text(step.says)}"
    if formula is None and not step.says:
        lines[0] += f" {claim}"
    else:
        lines.append(f"        {claim}" if formula is not None else f"    {claim}")
    lines.append(f"    because: {prose_text(step.rule)}")
    if result is not None:
        lines.append(f"    {result.outcome.status}: {result.outcome.how}")
    elif _kind(step):
        lines.append("    cited")
    return "\n".join(lines)


def step_latex(step: Step, number: int, result: StepResult | None = None) -> str:
    """Return one step as LaTeX."""
    lines = [rf"\item[({number})] {prose_latex(step.says)}".rstrip()]
    lines.append(prose_latex(str(step.claim)) if isinstance(step.claim, str) else display_latex(step.claim, latex))
    rung = f" [{prose_latex(str(result.outcome.status))}]" if result is not None else ""
    lines.append(rf"\hfill\emph{{{prose_latex(step.rule)}}}{rung}")
    return "\n".join(lines)


def step_html(step: Step, number: int, result: StepResult | None = None) -> str:
    """Return one step as an item of a list."""
    formula = claim_latex(step.claim)
    says = f"<p>{prose_html(step.says)}</p>" if step.says else ""
    claim = (
        f"<p>{prose_html(str(step.claim))}</p>"
        if formula is None
        else f'<div class="formula">{mathml(formula, block=True)}</div>'
    )
    rung = _kind(step)
    how = ""
    if result is not None:
        rung = str(result.outcome.status)
        how = f'<span class="how">{escape(result.outcome.how)}</span>'
    mark = f'<span class="rung {escape(rung)}">{escape(rung)}</span>' if rung else ""
    reason = f'<p class="rule">{prose_html(step.rule)} {mark} {how}</p>'
    return f'<li id="step-{number}" value="{number}">{says}{claim}{reason}</li>'


def _results(derivation: Derivation, result: DerivationResult | None) -> list[StepResult | None]:
    return [None] * len(derivation.steps) if result is None else list(result)


def derivation_text(derivation: Derivation, result: DerivationResult | None = None) -> str:
    """Return a derivation as plain text, with the rungs that a run has found where one is given."""
    found = _results(derivation, result)
    steps = [step_text(s, n, r) for n, (s, r) in enumerate(zip(derivation.steps, found, strict=True), 1)]
    return "\n\n".join([prose_text(derivation.title), *steps]) + "\n"


def derivation_latex(derivation: Derivation, result: DerivationResult | None = None) -> str:
    """Return a derivation as a list in LaTeX, for amsmath; wide lines fit with the preamble of displays."""
    found = _results(derivation, result)
    steps = [step_latex(s, n, r) for n, (s, r) in enumerate(zip(derivation.steps, found, strict=True), 1)]
    plain = [rf"\providecommand{{\{name}}}[1]{{#1}}" for name in ("fitted", "broken")]
    return "\n".join([*plain, "\\begin{description}", *steps, "\\end{description}"]) + "\n"


def derivation_html(derivation: Derivation, result: DerivationResult | None = None) -> str:
    """Return a derivation as an ordered list in HTML."""
    found = _results(derivation, result)
    steps = [step_html(s, n, r) for n, (s, r) in enumerate(zip(derivation.steps, found, strict=True), 1)]
    return '<ol class="derivation">' + "\n".join(steps) + "</ol>"
