"""KERPLE: k = (1 + a |i - j|)^(-p) (logarithmic) and k = exp(-a |i - j|^p) (power), both positive."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from verify.encodings.reading import Fields
from verify.model.errors import InputError
from verify.model.numbers import Number, float_value, number_text, parse_number

__all__ = ["KERPLE_KEYS", "kerple_formula", "read_kerple_parameters"]

KERPLE_KEYS = frozenset({"bias_p", "bias_a"})
_FLOOR = 0.01


def kerple_formula(kind: str, p: Number, a: Number) -> str:
    """Return the factor e^bias of one head.

    Parameters
    ----------
    kind : str
        ``log``: bias -p log(1 + a |i - j|). ``power``: bias -a |i - j|^p.
    p, a : Number
        Positive; for ``power`` p is at most 2, beyond which the kernel is not positive definite.

    Examples
    --------
    >>> kerple_formula("log", Fraction(1), Fraction(1, 2))
    'exp(-1*log(1 + 1/2*Abs(i - j)))'
    """
    if kind == "log":
        return f"exp(-{_factor(p)}*log(1 + {_factor(a)}*Abs(i - j)))"
    return f"exp(-{_factor(a)}*Abs(i - j)**{_power(p)})"


def _factor(x: Number) -> str:
    return number_text(x) if isinstance(x, Fraction) else f"({number_text(x)})"


def _power(x: Number) -> str:
    return f"({number_text(x)})"


def read_kerple_parameters(
    fields: Fields, kind: str, heads: int
) -> tuple[list[tuple[Number, Number]], tuple[str, ...]]:
    """Return (p, a) per head and the scope sentence where a seed stood in for them.

    Notes
    -----
    ``bias_p`` and ``bias_a`` are a number for all heads or a list of one per head. Where both are absent
    they are drawn as the reference code initialises them, p from U(0, 2), a from U(0, 1), and cut below at
    0.01 as it does on every use.
    """
    p, a = (_per_head(fields, key, heads) for key in ("bias_p", "bias_a"))
    if (p is None) != (a is None):
        raise InputError("bias_p", "be given together with bias_a", "one of the two", "Each head has both.")
    scope: tuple[str, ...] = ()
    if p is None or a is None:
        seed = fields.integer("seed", least=0) or 0
        rng = np.random.default_rng(seed)
        p, a = _drawn(rng, 2.0, heads), _drawn(rng, 1.0, heads)
        scope = (
            f"Parameters bias_p and bias_a were drawn by seed {seed} from U(0, 2) and U(0, 1): not the trained ones.",
        )
    for key, values in (("bias_p", p), ("bias_a", a)):
        for index, value in enumerate(values):
            if not float_value(value) > 0:
                raise InputError(
                    f"{key}[{index}]", "be positive", number_text(value), "The bias must fall with distance."
                )
            if kind == "power" and key == "bias_p" and float_value(value) > 2:
                raise InputError(
                    f"{key}[{index}]",
                    "be at most 2",
                    number_text(value),
                    "The reference code clamps it to (0, 2].",
                )
    return list(zip(p, a, strict=True)), scope


def _drawn(rng: np.random.Generator, high: float, heads: int) -> list[Number]:
    """Return uniform deviates, cut below and rounded to rationals with denominators up to 1000."""
    return [Fraction(max(float(x), _FLOOR)).limit_denominator(1000) for x in rng.uniform(0.0, high, heads)]


def _per_head(fields: Fields, key: str, heads: int) -> list[Number] | None:
    value = fields.raw(key)
    if value is None:
        return None
    if not isinstance(value, list):
        return [parse_number(value, key)] * heads
    if len(value) != heads:
        raise InputError(key, f"be a number or have one per head ({heads})", f"{len(value)} values")
    return [parse_number(x, f"{key}[{index}]") for index, x in enumerate(value)]
