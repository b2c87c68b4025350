"""What is said of a kernel: verdicts in many values, each with the rung of the ladder of evidence it stands on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

import flint

from verify.model.display import model_html, verdict_html

__all__ = [
    "Collapse",
    "Energy",
    "Hypothesis",
    "ModelVerdict",
    "Num",
    "Plane",
    "Spread",
    "Status",
    "VariantVerdict",
    "Verdict",
    "View",
]


#: Exponents of two beyond which a distance is no longer computed as a fraction.
_MOST_BITS = 100_000


class Status(StrEnum):
    """The ladder of evidence, strongest first; never upgraded silently."""

    PROVED = "proved"
    EXACT = "exact"
    ENCLOSED = "enclosed"
    CITED = "cited"
    NUMERIC = "numeric"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not_applicable"
    ERROR = "error"

    @staticmethod
    def weakest(*statuses: Status) -> Status:
        """Return the lowest rung among computed steps."""
        return max(statuses, key=list(Status).index)


class Collapse(StrEnum):
    """Which maximisers of a view have a content marginal that is a single point."""

    ALL = "all"
    SOME = "some"
    NONE = "none"
    UNKNOWN = "unknown"


def _reach(ball: flint.arb, value: str, digits: int) -> str | None:
    """Return a decimal of three digits or more that is not below the distance of any point of a ball from a decimal."""
    _, exponent = ball.mid().man_exp()
    if abs(int(exponent)) > _MOST_BITS:
        with flint.ctx.workprec(4 * digits + 64):
            reach = abs(ball.mid() - flint.arb(value)) + ball.rad()
            return str((reach.upper() * flint.arb("1.001")).str(4, radius=False))
    distance = abs(_rational(ball.mid()) - Fraction(value)) + _rational(ball.rad())
    return _decimal_above(distance) if distance else None


def _rational(point: flint.arb) -> Fraction:
    """Return the value of an exact ball."""
    number = point.fmpq()
    return Fraction(int(number.p), int(number.q))


def _decimal_above(x: Fraction) -> str:
    """Return a decimal of three digits that is not below x > 0."""
    # the power of ten is estimated from the lengths in bits, with log10(2) = 0.30103, and put right step by step
    place = (x.numerator.bit_length() - x.denominator.bit_length()) * 30103 // 100000 - 3
    while (digits := math.ceil(x / Fraction(10) ** place)) > 9999:
        place += 1
    while digits < 100:
        place -= 1
        digits = math.ceil(x / Fraction(10) ** place)
    return f"{digits}e{place}"


@dataclass(frozen=True)
class Num:
    """A number with its evidence: decimal value, exact formula where known, radius where enclosed."""

    value: str
    exact: str | None
    radius: str | None
    status: Status

    @classmethod
    def of_ball(
        cls, ball: flint.arb, exact: str | None = None, status: Status = Status.ENCLOSED, digits: int = 20
    ) -> Num | None:
        """Return a decimal of 20 digits or more and a radius, which together contain the ball; None if not finite.

        Notes
        -----
        The radius covers the ball and the rounding of its midpoint to the decimal: both are dyadic rationals or
        decimals, whose distance is computed exactly, or in balls where it has too many digits, and written rounded up.
        """
        if not ball.is_finite():
            return None
        value = ball.mid().str(digits, radius=False)
        return cls(value, exact, _reach(ball, value, digits), Status.EXACT if exact is not None else status)

    @classmethod
    def of_float(cls, value: float) -> Num:
        """Return a floating-point value, which is numeric evidence and no more."""
        return cls(repr(float(value)), None, None, Status.NUMERIC)

    @property
    def ball(self) -> flint.arb:
        """The decimal with its radius as a ball, at the working precision."""
        return flint.arb(self.value) + flint.arb(0, flint.arb(self.radius or 0).upper())

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"value": self.value, "exact": self.exact, "radius": self.radius, "status": str(self.status)}


@dataclass(frozen=True)
class Energy:
    """E of the collapsed law, of the best law in hand (or the supremum where exact), and a proved upper bound.

    Normalisation: E = 1/2 ∬ h dmu dmu with the profile as given.
    """

    collapsed: Num | None = None
    best: Num | None = None
    bound: Num | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {name: None if num is None else num.to_json() for name, num in vars(self).items()}


@dataclass(frozen=True)
class View:
    """The verdict over graph laws, or over all of P_rho."""

    collapse: Collapse
    attained: bool | None
    status: Status
    energy: Energy
    reason: str

    @classmethod
    def unknown(cls, reason: str, energy: Energy | None = None) -> View:
        """Return the honest answer where nothing is decided."""
        return cls(Collapse.UNKNOWN, None, Status.UNKNOWN, energy or Energy(), reason)

    @classmethod
    def not_applicable(cls, reason: str) -> View:
        """Return the answer where the theory does not speak of the kernel."""
        return cls(Collapse.UNKNOWN, None, Status.NOT_APPLICABLE, Energy(), reason)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "collapse": str(self.collapse),
            "attained": self.attained,
            "status": str(self.status),
            "energy": self.energy.to_json(),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis of the theorem used: whether it holds, and how that was checked."""

    name: str
    holds: bool | None
    how: str

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"name": self.name, "holds": self.holds, "how": self.how}


@dataclass(frozen=True)
class Plane:
    """One rotated plane: frequency, wavelength in positions, |rhohat|, and the spread 1 - |rhohat|^2 in it."""

    inv_freq: float
    wavelength: float
    sigma: Num | None
    spread: Num | None
    hardly_turns: bool

    def to_json(self) -> dict[str, Any]:
        """Plain data; a wavelength of a frequency 0 is null."""
        return {
            "inv_freq": self.inv_freq,
            "wavelength": self.wavelength if self.wavelength < float("inf") else None,
            "sigma": None if self.sigma is None else self.sigma.to_json(),
            "spread": None if self.spread is None else self.spread.to_json(),
            "hardly_turns": self.hardly_turns,
        }


@dataclass(frozen=True)
class Spread:
    """Singular values of M = ∫ Q drho, and the range of 1 - |M^T u|^2 over unit vectors u."""

    sigma: tuple[Num, ...]
    smallest: Num
    largest: Num

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "sigma": [s.to_json() for s in self.sigma],
            "min": self.smallest.to_json(),
            "max": self.largest.to_json(),
        }


@dataclass(frozen=True)
class Verdict:
    """The answer to "does it collapse?" in both views, with hypotheses, certificate or witness, scope and next step."""

    kernel: Mapping[str, Any]
    digest: str
    graph_laws: View
    all_laws: View
    hypotheses: tuple[Hypothesis, ...] = ()
    certificate: Mapping[str, Any] | None = None
    witness: Mapping[str, Any] | None = None
    scope: tuple[str, ...] = ()
    next_step: str | None = None
    spread: Spread | None = None
    planes: tuple[Plane, ...] = field(default=())

    def exit_status(self, *, strict: bool = False) -> int:
        """Return 0 if both views are decided on rung numeric or better (enclosed or better if strict), else 3."""
        lowest = Status.ENCLOSED if strict else Status.NUMERIC
        rungs = list(Status)
        decided = all(
            view.collapse is not Collapse.UNKNOWN and rungs.index(view.status) <= rungs.index(lowest)
            for view in (self.graph_laws, self.all_laws)
        )
        return 0 if decided else 3

    def to_json(self) -> dict[str, Any]:
        """Plain data of the interface: schema 1."""
        data: dict[str, Any] = {
            "schema": 1,
            "kernel": {**self.kernel, "digest": self.digest},
            "graph_laws": self.graph_laws.to_json(),
            "all_laws": self.all_laws.to_json(),
            "hypotheses": [hypothesis.to_json() for hypothesis in self.hypotheses],
            "certificate": self.certificate,
            "witness": self.witness,
            "scope": list(self.scope),
            "next_step": self.next_step,
        }
        if self.spread is not None:
            data["spread"] = self.spread.to_json()
        if self.planes:
            data["planes"] = [plane.to_json() for plane in self.planes]
        return data

    def _repr_html_(self) -> str:
        return verdict_html(self)


@dataclass(frozen=True)
class VariantVerdict:
    """The verdict of one kind of layer and head of a model."""

    layers: str
    heads: str
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"layers": self.layers, "heads": self.heads, "verdict": self.verdict.to_json()}


@dataclass(frozen=True)
class ModelVerdict:
    """The verdicts of a model configuration, one per kind of layer and head.

    Attributes
    ----------
    name, scheme : str
        The model and its encoding in words.
    rules : tuple of str
        Renames, defaults and library rules that were applied when the configuration was read.
    """

    name: str
    scheme: str
    variants: tuple[VariantVerdict, ...]
    rules: tuple[str, ...] = ()

    def exit_status(self, *, strict: bool = False) -> int:
        """Return the worst exit status among the variants."""
        return max(variant.verdict.exit_status(strict=strict) for variant in self.variants)

    def to_json(self) -> dict[str, Any]:
        """Plain data of the interface."""
        return {
            "schema": 1,
            "name": self.name,
            "scheme": self.scheme,
            "variants": [v.to_json() for v in self.variants],
            "rules": list(self.rules),
        }

    def _repr_html_(self) -> str:
        return model_html(self)
