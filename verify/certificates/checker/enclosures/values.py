"""Enclosures of formulas, and real numbers: their sign is what intervals show at some precision, or refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..reading import Number, Refused, require, sign, spend
from .formulas import SIGNS, UNARY, Env, Tree, exact, formula, multiple_of_pi, num, placed
from .intervals import FINE, PRECISIONS, Arithmetic, Interval, pi

METHOD = {"+": "add", "-": "sub", "*": "mul", "/": "div", "Abs": "absolute", "Min": "least", "Max": "greatest"}


def enclose(tree: Tree, env: Env, F: Arithmetic) -> Interval:
    """Enclose all values of a tree; an operation that may be undefined is refused."""
    spend(2 + F.bits // 40)
    head: str = tree[0]
    if head in {"num", "pi", "E"}:
        return F.rational(tree[1]) if head == "num" else F.exp(F.unit) if head == "E" else F.make(*pi(F.bits))
    if head == "var":
        require(tree[1] in env, f"the variable {tree[1]} has no value here")
        return enclose(env[tree[1]], {}, F)
    if head == "Piecewise":
        return _union(tree[1], env, F)
    args = [enclose(part, env, F) for part in tree[1:]]
    if head == "range":
        return F.hull(*args)
    if head == "**":
        exponent = exact(tree[2], env)
        if exponent is not None and exponent.denominator == 1:
            return F.power(args[0], exponent.numerator)
        head = "real_power"
    spend(F.bits if head in UNARY or head == "real_power" else 0)
    result: Interval = getattr(F, METHOD.get(head, head))(*args)
    return result


def _union(branches: Tree, env: Env, F: Arithmetic) -> Interval:
    parts = []
    for value, condition in branches:
        truth = _holds(condition, env, F)
        if truth is not False:
            parts.append(enclose(value, env, F))
        if truth:
            return F.hull(*parts)
    raise Refused("a Piecewise may have no branch that applies; end it with (value, True)")


def _holds(condition: Tree, env: Env, F: Arithmetic) -> bool | None:
    """Say whether a condition holds surely (True), surely not (False), or perhaps (None)."""
    verdict: bool | None = True
    for relation, left, right in condition:
        a, b = exact(left, env), exact(right, env)
        if a is not None and b is not None:
            possible = {(a > b) - (a < b)}
        else:
            lo, hi, pos = F.sub(enclose(left, env, F), enclose(right, env, F))
            possible = {s for s, may in ((-1, lo < 0), (0, lo <= 0 <= hi and not pos), (1, hi > 0)) if may}
        if not possible & SIGNS[relation]:
            return False
        verdict = verdict if possible <= SIGNS[relation] else None
    return verdict


def decide(enclosure: Callable[[Arithmetic], Interval], what: str) -> int:
    """Return the sign (-1, 0, 1) of a number that is enclosed ever more tightly."""
    reason = "the intervals stay too wide"
    for bits in PRECISIONS:
        try:
            lo, hi, pos = enclosure(Arithmetic(bits))
        except Refused as refusal:
            reason = str(refusal)
            continue
        if pos or hi < 0 or lo == hi == 0:
            return 1 if pos else -1 if hi < 0 else 0
    raise Refused(f"the sign of {what} could not be decided: {reason}")


@dataclass(frozen=True)
class Real:
    """A real number given by a tree without variables, or a set of them where ranges occur."""

    tree: Tree

    def sign(self) -> int:
        """Decide the sign."""
        return decide(lambda F: enclose(self.tree, {}, F), "a number")


def value(tree: Tree, env: Env | None = None) -> Number:
    """Return the exact value of a tree, or a real number that is seen to be defined."""
    closed = placed(tree, env or {})
    known = exact(closed, {})
    if known is None:
        enclose(closed, {}, FINE)
    return Real(closed) if known is None else known


def constant(text: object) -> Number:
    """Read the formula of a constant."""
    return value(formula(text))


def exponential(text: object) -> Number:
    """Read b, and return e^b."""
    return value(("exp", formula(text)))


def tree_of(x: Number) -> Tree:
    """Return the tree of a number."""
    tree: Tree = num(x) if isinstance(x, Fraction) else x.tree
    return tree


def interval(x: Number, F: Arithmetic) -> Interval:
    """Enclose a number."""
    return enclose(tree_of(x), {}, F)


def sign_or_none(tree: Tree, env: Env | None = None) -> int | None:
    """Return the sign of a value, or None where it cannot be decided."""
    try:
        return sign(value(tree, env))
    except Refused:
        return None


def sum_sign(terms: Iterable[tuple[Fraction, Number]], what: str) -> int:
    """Return the sign of sum c x."""
    kept = list(terms)

    def enclosure(F: Arithmetic) -> Interval:
        total: Interval = (0, 0, False)
        for c, x in kept:
            total = F.add(total, F.mul(F.rational(c), interval(x, F)))
        return total

    return decide(enclosure, what)


def full_turns(omega: list[Number], x: list[Number], y: list[Number]) -> bool:
    """Decide whether sum omega (x - y) is in 2 pi Z: rationals iff 0, c pi iff c is even; others by enclosure."""
    phase: Tree = num(0)
    for w, a, b in zip(omega, x, y, strict=True):
        phase = ("+", phase, ("*", tree_of(w), ("-", tree_of(a), tree_of(b))))
    known, turns = exact(phase, {}), multiple_of_pi(phase, {})
    if known is not None or turns is not None:
        return known == 0 or (turns is not None and turns % 2 == 0)
    for bits in PRECISIONS:
        lo, hi, _ = enclose(("/", phase, ("*", num(2), ("pi",))), {}, Arithmetic(bits))
        if lo >> bits == hi >> bits and lo & ((1 << bits) - 1):
            return False
    raise Refused("a phase is too close to a full turn to be decided")
