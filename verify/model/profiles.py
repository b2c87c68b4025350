"""Profiles f(t), t = <x, y>: exponentials (``usa``, ``peak``), finite series in P_n, and formulas in t.

``usa``: f = e^{beta t}/beta, whose gradient flow is self-attention with weights e^{beta <x, y>} without
normalisation. ``peak``: f = e^{beta (t - 1)}/beta, the same flow in the slower time t_usa = e^{-beta} t_peak;
it does not overflow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal

import flint
import numpy as np

from verify.model.calculus import at, sign_of
from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.errors import InputError
from verify.model.exponentials import exponential_form, facts_of_exponential, formula_of_exponential
from verify.model.formula import Const, Formula, Node, formula_of, parse_formula
from verify.model.formula_facts import facts_of_formula
from verify.model.gegenbauer import check_dimension, evaluate_series, polynomial_of_series
from verify.model.numbers import (
    Number,
    ball,
    float_value,
    number_formula,
    number_text,
    parse_number,
    parse_rational,
)
from verify.model.profile_facts import Fact, ProfileFacts
from verify.model.series_facts import facts_of_series, polynomial_tree

__all__ = ["Fact", "Profile", "ProfileFacts", "analyse_profile"]

Array = np.ndarray[Any, Any]
Kind = Literal["usa", "peak", "gegenbauer", "formula"]

MAX_DEGREE = 128
_EXPONENTIALS = ("usa", "peak")
_SAMPLES = tuple(Fraction(k, 16) for k in range(-16, 17))


@dataclass(frozen=True)
class Profile:
    """A profile f on [-1, 1], in its normal form.

    Attributes
    ----------
    kind : "usa", "peak", "gegenbauer" or "formula"
    beta : Number or None
        Nonzero; for ``usa`` and ``peak``.
    coefficients : tuple of Fraction
        a_0, a_1, ... of sum a_n P_n^{(d)}(t), P_n(1) = 1, the last one nonzero; for ``gegenbauer``.
    expression : Formula or None
        In t; for ``formula``.

    Examples
    --------
    >>> Profile.usa(2).to_json(), Profile.read("exp(2*t)").to_json()
    ({'usa': '2'}, 'exp(2*t)')
    >>> Profile.read({"gegenbauer": ["0", "1", "1/2"]}).formula(3).text
    '-1/4 + t + 3/4*t**2'
    """

    kind: Kind
    beta: Number | None = None
    coefficients: tuple[Fraction, ...] = ()
    expression: Formula | None = None

    def __post_init__(self) -> None:
        given = (self.beta is not None, bool(self.coefficients), self.expression is not None)
        if given != (self.kind in _EXPONENTIALS, self.kind == "gegenbauer", self.kind == "formula"):
            raise InputError("profile", "hold what its kind needs and nothing else", self.kind)
        if self.beta is not None:
            _check_beta(self.beta, self.kind)
        if self.kind == "gegenbauer":
            _check_coefficients(self.coefficients)
        if self.expression is not None:
            _check_real(self.expression)

    # -- constructors

    @classmethod
    def usa(cls, beta: object) -> Profile:
        """Return f = e^{beta t}/beta."""
        return cls("usa", beta=parse_number(beta, "profile.usa"))

    @classmethod
    def peak(cls, beta: object) -> Profile:
        """Return f = e^{beta (t - 1)}/beta."""
        return cls("peak", beta=parse_number(beta, "profile.peak"))

    @classmethod
    def gegenbauer(cls, coefficients: Sequence[object], where: str = "profile.gegenbauer") -> Profile:
        """Return f = sum a_n P_n with rational a_n; trailing zeros are dropped."""
        values = [parse_rational(a, f"{where}[{n}]") for n, a in enumerate(coefficients)]
        if not values:
            raise InputError(where, "hold at least one coefficient", "[]")
        last = max((n for n, a in enumerate(values) if a), default=-1)
        if last < 0:
            raise InputError(
                where, "hold a coefficient that is not zero", list(map(str, values)), "f = 0 moves nothing."
            )
        return cls("gegenbauer", coefficients=tuple(values[: last + 1]))

    @classmethod
    def of_formula(cls, text: object, where: str = "profile") -> Profile:
        """Return f given by a formula in t."""
        formula = text if isinstance(text, Formula) else parse_formula(text, {"t"}, where)
        return cls("formula", expression=formula)

    @classmethod
    def read(cls, value: object, where: str = "profile") -> Profile:
        """Read the profile of a kernel file.

        Parameters
        ----------
        value : str or mapping
            A formula in t, or ``{"usa": beta}``, ``{"peak": beta}``, ``{"gegenbauer": [a_0, a_1, ...]}``.

        Raises
        ------
        InputError
            An unknown key, beta = 0, a value that is not real on [-1, 1], an unknown variable, an empty or
            zero series.
        """
        if isinstance(value, Profile):
            return value
        if isinstance(value, str | Formula):
            return cls.of_formula(value, where)
        remedy = 'Write "exp(2*t)", {"usa": 2}, {"peak": 2} or {"gegenbauer": ["0", "1", "1/2"]}.'
        if not isinstance(value, Mapping) or len(value) != 1:
            raise InputError(where, "be a formula in t or an object with one key", value, remedy=remedy)
        key, content = next(iter(value.items()))
        if key in _EXPONENTIALS:
            return cls(key, beta=parse_number(content, f"{where}.{key}"))
        if key != "gegenbauer":
            raise InputError(where, "have the key usa, peak or gegenbauer", key, remedy=remedy)
        if isinstance(content, str) or not isinstance(content, Sequence):
            raise InputError(f"{where}.gegenbauer", "be a list of rational coefficients", content)
        return cls.gegenbauer(content, f"{where}.gegenbauer")

    # -- normal form and formulas

    def to_json(self) -> str | dict[str, Any]:
        """Return the plain data of the normal form: all numbers as strings."""
        if self.expression is not None:
            return self.expression.text
        if self.beta is not None:
            return {self.kind: number_text(self.beta)}
        return {"gegenbauer": [str(a) for a in self.coefficients]}

    def formula(self, d: int) -> Formula:
        """Return f as a formula in t; d matters for ``gegenbauer`` alone."""
        check_dimension(d)
        if self.expression is not None:
            return self.expression
        if self.beta is not None:
            return formula_of_exponential(number_formula(self.beta).tree, shift=self.kind == "peak")
        return formula_of(polynomial_tree(polynomial_of_series(self.coefficients, d)))

    def exponential_form(self) -> tuple[Formula, Formula] | None:
        """Return constants (c, b), b nonzero, with f = c e^{b t}, or None where f is not visibly that.

        Examples
        --------
        >>> [part.text for part in Profile.read("3*exp(2*t)").exponential_form()]
        ['3', '2']
        """
        found = exponential_form(self.formula(2).tree) if self.kind != "gegenbauer" else None
        return found and (formula_of(found[0]), formula_of(found[1]))

    @cached_property
    def _slope(self) -> Formula | None:
        if self.expression is None:
            return None
        try:
            return formula_of(derivative(self.expression.tree, "t"))
        except NotDifferentiableError:
            return None

    # -- values

    def value(self, t: flint.arb, d: int) -> flint.arb:
        """Enclose f(t)."""
        if self.kind == "gegenbauer":
            return evaluate_series(self.coefficients, t, d)
        if self.beta is not None:
            beta = ball(self.beta)
            return (beta * (t - 1 if self.kind == "peak" else t)).exp() / beta
        return self.formula(d).enclose({"t": t})

    def derivative(self, t: flint.arb, d: int) -> flint.arb:
        """Enclose f'(t); not finite where the formula has no derivative."""
        if self.kind == "gegenbauer":
            return evaluate_series(self.coefficients, t, d, derivative=True)
        if self.beta is not None:
            return (ball(self.beta) * (t - 1 if self.kind == "peak" else t)).exp()
        return flint.arb("nan") if self._slope is None else self._slope.enclose({"t": t})

    def array(self, t: Array, d: int) -> Array:
        """Return f(t) in float64; ``usa`` is inf beyond beta t = 709, ``peak`` with beta > 0 never."""
        values, log_scale = self.scaled_array(t, d)
        return _times_exp(values, log_scale)

    def slope_array(self, t: Array, d: int) -> Array:
        """Return f'(t) in float64, with the overflow of :meth:`array`."""
        t = np.asarray(t, dtype=float)
        if self.kind == "gegenbauer":
            return evaluate_series([float(a) for a in self.coefficients], t, d, derivative=True)
        if self.beta is not None:
            values, log_scale = self.scaled_array(t, d)
            return _times_exp(values * float_value(self.beta), log_scale)
        if self._slope is None:
            raise InputError("profile", "have a derivative that can be written down", self.to_json())
        return self._slope.array({"t": t})

    def scaled_array(self, t: Array, d: int) -> tuple[Array, float]:
        """Return (g, s) with f(t) = g e^s and |g| <= 1/|beta| on [-1, 1]: log-energies never overflow.

        Notes
        -----
        ``usa``: e^{beta t} = e^{beta t - |beta|} e^{|beta|}. ``peak``: the same times e^{-beta}. Else s = 0.
        """
        t = np.asarray(t, dtype=float)
        if self.beta is not None:
            beta = float_value(self.beta)
            top = abs(beta)
            with np.errstate(over="ignore", under="ignore"):
                return np.exp(beta * t - top) / beta, top - (beta if self.kind == "peak" else 0.0)
        if self.kind == "gegenbauer":
            return evaluate_series([float(a) for a in self.coefficients], t, d), 0.0
        return self.formula(d).array({"t": t}), 0.0


def _times_exp(values: Array, log_scale: float) -> Array:
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        half = np.exp(log_scale / 2)  # in two halves: e^{beta t - beta} may be tiny where e^{beta} overflows
        return np.asarray(values * half * half)


def _check_beta(beta: Number, kind: str) -> None:
    if not sign_of(number_formula(beta).tree).value:
        raise InputError(
            f"profile.{kind}",
            "be nonzero",
            number_text(beta),
            "The profile divides by beta.",
            'Write "t" for beta -> 0.',
        )


def _check_coefficients(coefficients: tuple[Fraction, ...]) -> None:
    if not coefficients[-1]:
        raise InputError("profile.gegenbauer", "end with a nonzero coefficient", [str(a) for a in coefficients])
    if len(coefficients) > MAX_DEGREE + 1:
        raise InputError("profile.gegenbauer", f"have degree at most {MAX_DEGREE}", len(coefficients) - 1)


def _check_real(formula: Formula) -> None:
    """Refuse a formula that is not enclosed by a finite real ball at some of 33 points of [-1, 1]."""
    if formula.variables - {"t"}:
        raise InputError(
            "profile",
            "be a formula in t",
            formula.text,
            f"It contains {', '.join(sorted(formula.variables))}.",
        )
    for t in _SAMPLES:
        value = at(formula.tree, {"t": Const(t)})
        if not any(_is_finite_at(value, precision) for precision in (64, 512, 4096)):
            why = f"It is undefined, or too large to enclose, at t = {t}."
            raise InputError("profile", "be real and finite on [-1, 1]", formula.text, why)


def _is_finite_at(value: Node, precision: int) -> bool:
    with flint.ctx.workprec(precision):
        return bool(formula_of(value).enclose({}).is_finite())


def analyse_profile(profile: Profile, d: int) -> ProfileFacts:
    """Decide a_n >= 0, 0 < f'(1) < oo, f < f(1) and f <= f(1) for a profile on S^{d-1}.

    Parameters
    ----------
    profile : Profile
    d : int
        Dimension of the content, at least 2.

    Returns
    -------
    ProfileFacts
        Each fact True, False or None with its reason and its rung; computed with at least 128 bits.

    Examples
    --------
    >>> facts = analyse_profile(Profile.read("asin(t)*2/pi"), 3)
    >>> facts.nonnegative, facts.slope, facts.peaked, facts.how("slope")
    (True, False, True, "f'(1) is infinite.")
    >>> analyse_profile(Profile.read("t**2 - t/2"), 3).how("nonnegative")
    'a_1 = -1/2 < 0.'
    """
    check_dimension(d)
    return _analysed(profile, d, max(flint.ctx.prec, 128))


@lru_cache(maxsize=64)
def _analysed(profile: Profile, d: int, precision: int) -> ProfileFacts:
    """Layers and heads of a model, and the parts of one decision, ask for the same profile again."""
    with flint.ctx.workprec(precision):
        if profile.beta is not None:
            return facts_of_exponential(number_formula(profile.beta).tree, d, shift=profile.kind == "peak")
        if profile.kind == "gegenbauer":
            return facts_of_series(profile.coefficients, d)
        return facts_of_formula(profile.formula(d), d)
