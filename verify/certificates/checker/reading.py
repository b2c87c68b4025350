"""Plain data: JSON without floats, rationals "p" or "p/q" in lowest terms, integers in a range; limits of work.

Numbers are exact: Fractions, or real numbers of the second tier, which know their sign. Work, sizes and lengths are
limited, so that a hostile file is refused, not waited for. `beyond` is the only door to the second tier.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

Data = Mapping[str, Any]
Number = Any  # a Fraction, or a real number of the second tier
ZERO, ONE = Fraction(0), Fraction(1)
MAX_BITS = 60_000
MAX_WORK = 400_000_000  # units of roughly a microsecond: some minutes
spent = [0]  # on the certificate at hand
DIGITS = re.compile(r"[-+.0-9/]+")
RATIONAL = re.compile(r"(0|-?[1-9][0-9]{0,4299})(?:/([1-9][0-9]{0,4299}))?")


class Refused(Exception):  # noqa: N818 - no error of the program, but the answer "rejected" and its reason
    """The certificate does not prove its claim."""


def beyond() -> Any:
    """Return the second tier, which encloses what is not rational; loaded only when a certificate needs it."""
    from . import enclosures

    return enclosures


def spend(units: int) -> None:
    """Count work, and refuse what needs too much of it."""
    spent[0] += units
    require(spent[0] <= MAX_WORK, "checking needs more work than is allowed")


def require(condition: object, reason: str) -> None:
    """Refuse unless a condition holds."""
    if not condition:
        raise Refused(reason)


def rational(text: object) -> Fraction:
    """Read "p" or "p/q" in lowest terms; "-0", "2/4", "1.5" and JSON numbers are refused."""
    match = RATIONAL.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise Refused(f"not a rational number: {str(text)[:60]!r}")
    p, q = int(match[1]), int(match[2] or 1)
    require(math.gcd(p, q) == 1 and q != (match[2] and 1), f"not in lowest terms: {str(text)[:60]}")
    return Fraction(p, q)


def number(text: object) -> Number:
    """Read a rational, or hand the formula of a constant to the second tier."""
    return rational(text) if isinstance(text, str) and DIGITS.fullmatch(text) else beyond().constant(text)


def sign(x: Number) -> int:
    """Return the sign -1, 0 or 1 of a number."""
    return (x > 0) - (x < 0) if isinstance(x, Fraction) else x.sign()


def common(values: Iterable[Fraction]) -> int:
    """Return the common denominator, under a limit of its length."""
    result = 1
    for q in {x.denominator for x in values}:
        result = math.lcm(result, q)
        spend(1 + result.bit_length() // 64)
        require(result.bit_length() <= MAX_BITS, "the common denominator is too long")
    return result


def sum_sign(terms: Iterable[tuple[Fraction, Number]], what: str) -> int:
    """Return the sign of sum c x."""
    kept = []
    for c, x in terms:
        spend(60)
        kept += [(c, x)] if c else []
    if not all(isinstance(x, Fraction) for _, x in kept):
        return int(beyond().sum_sign(kept, what))
    products = [c * x for c, x in kept]
    common(products)  # limits the length of the sum
    return sign(sum(products, ZERO))


def items(value: object, length: int | None = None) -> list[Any]:
    """Accept a list (of the given length)."""
    if not isinstance(value, list):
        raise Refused("a list is missing")
    require(length in {None, len(value)}, f"a list of {length} entries has {len(value)}")
    return value


def rationals(value: object, length: int) -> list[Fraction]:
    """Read a list of exactly ``length`` rationals."""
    return [rational(x) for x in items(value, length)]


def symmetric(value: object, n: int, what: str) -> list[list[Fraction]]:
    """Read a symmetric n x n matrix of rationals."""
    rows = [rationals(row, n) for row in items(value, n)]
    require(all(rows[i][j] == rows[j][i] for i in range(n) for j in range(i)), f"{what} is not symmetric")
    return rows


def integer(value: object, low: int, high: int) -> int:
    """Accept a JSON integer in a range; true and false are no integers."""
    if type(value) is not int or not low <= value <= high:
        raise Refused(f"not an integer from {low} to {high}: {str(value)[:40]}")
    return value


def fields(value: object, required: set[str], optional: Iterable[str] = ()) -> dict[str, Any]:
    """Accept an object with the required keys and no unknown ones."""
    if not isinstance(value, dict):
        raise Refused("an object is missing")
    require(required <= value.keys() <= required | set(optional), f"the keys are {sorted(value)}")
    return value


def canonical(value: object) -> str:
    """Return canonical JSON: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(text: str) -> str:
    """Return the SHA-256 of a text."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def plain(value: object, depth: int = 0) -> None:
    """Accept objects, lists, strings, booleans, null and moderate integers: no floats, so no NaN."""
    require(depth < 20, "nested too deeply")
    if isinstance(value, dict):
        require(all(type(key) is str for key in value), "a key is not a string")
        value = list(value.values())
    if isinstance(value, list):
        for part in value if set(map(type, value)) != {str} else ():
            plain(part, depth + 1)
        return
    require(type(value) is not float, f"a JSON float ({value}) where exact numbers are demanded")
    require(value is None or type(value) in {str, bool, int}, f"not plain JSON: {type(value).__name__}")
    require(type(value) is not int or abs(value) < 1 << 53, "a JSON integer is too large")
