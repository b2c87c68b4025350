"""Formulas in t for Coq: derivatives, continuity, f(-1) = f(1), by syntax; signs by bounds on pieces of [-1, 1]."""

from __future__ import annotations

from fractions import Fraction

from verify.certificates.checker.enclosures.formulas import T, Tree, exact, is_constant, num, replaced
from verify.certificates.coq.bounds import Bounds, enclosed, real
from verify.certificates.coq.formulas import real_term
from verify.certificates.coq.text import NotInCoqError

__all__ = [
    "AT_ONE",
    "EVERYWHERE",
    "Domain",
    "Lemmas",
    "between",
    "continuity",
    "derivative",
    "function",
    "mirror",
    "plain",
    "term",
]

Domain = tuple[Fraction, Fraction]
EVERYWHERE: Domain = (Fraction(-1), Fraction(1))
AT_ONE: Domain = (Fraction(1), Fraction(1))
DEPTH = 6
_HYPERBOLIC = ("tanh", "sinh", "cosh")
_NAMES = {"+": "plus", "-": "minus", "*": "mult", "neg": "opp", "log": "ln"}


def term(tree: Tree) -> str:
    """Return a formula in t as a real number of Coq."""
    return f"{real_term(tree, embedding='')}%R"


def function(tree: Tree) -> str:
    """Return t -> formula.

    Examples
    --------
    >>> function(("exp", T))
    '(fun t => (exp t)%R)'
    """
    return f"(fun t => {term(tree)})"


def plain(tree: Tree) -> Tree:
    """Return the formula with e as exp(1), and powers as natural powers, their inverses and roots.

    Raises
    ------
    NotInCoqError
        Another power.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> plain(formula("(2 + t)**(1/2)", ["t"])) == formula("sqrt(2 + t)", ["t"])
    True
    """
    return replaced(tree, _plain_part)


def _plain_part(tree: Tree) -> Tree | None:
    if tree[:1] == ("E",):
        return ("exp", num(1))
    if tree[:1] != ("**",):
        return None
    base, exponent = plain(tree[1]), exact(tree[2], {}) if is_constant(tree[2]) else None
    if exponent is None or exponent.denominator > 2 or abs(exponent.numerator) > 200:
        raise NotInCoqError("powers are emitted where the exponent is a multiple of 1/2")
    root: Tree = base if exponent.denominator == 1 else ("sqrt", base)
    n = abs(exponent.numerator)
    power: Tree = num(1) if n == 0 else root if n == 1 else ("**", root, num(n))
    return ("/", num(1), power) if exponent < 0 else power


class Lemmas:
    """Lemmas about parts of one formula, numbered."""

    def __init__(self) -> None:
        """Start without any."""
        self.texts: list[str] = []
        self._known: dict[tuple[Tree, Domain], str] = {}

    def add(self, kind: str, statement: str, proof: str) -> str:
        """Add a lemma; return its name."""
        name = f"{kind}_{len(self.texts)}"
        self.state(f"{name} {statement}", proof)
        return name

    def state(self, statement: str, proof: str) -> None:
        """Add a lemma that has its own name."""
        self.texts.append(f"Lemma {statement}.\nProof. {proof}. Qed.\n")

    def positive(self, tree: Tree, domain: Domain = EVERYWHERE) -> str:
        """Return the name of the lemma that a constant is positive, or a formula for low <= t <= high.

        Raises
        ------
        NotInCoqError
            It is not seen from bounds, on up to 2^6 pieces.
        """
        if (tree, domain) not in self._known:
            unfolding, bounded = _unfolded(tree)
            if is_constant(tree):
                statement, start, depth = f": (0 < {term(tree)})%R", "", 0
            else:
                statement, start, depth = f"(t : R) : {between(domain)} -> (0 < {term(tree)})%R", "intros Ht; ", DEPTH
            proof = f"{start}{unfolding}{_leaf(bounded, domain, depth)}"
            self._known[tree, domain] = self.add("positive", statement, proof)
        return self._known[tree, domain]


def between(domain: Domain, name: str = "t") -> str:
    """Return that a number lies in the domain."""
    return f"({real(domain[0])} <= {name} <= {real(domain[1])})%R"


def _unfolded(tree: Tree) -> tuple[str, Tree]:
    """Return the steps that write hyperbolic functions by exponentials and bound arcsines, and the new formula."""
    heads = _heads(tree)
    heads |= {"sinh", "cosh"} if "tanh" in heads else set()
    steps = [head for head in _HYPERBOLIC if head in heads]
    arcsines: dict[Tree, None] = {}

    def swap(part: Tree) -> Tree | None:
        if part[0] == "asin":
            arcsines[part] = None
            return ("var", real_term(part, embedding=""))
        if part[0] not in _HYPERBOLIC:
            return None
        inner = replaced(part[1], swap)
        e, f = ("exp", inner), ("exp", ("neg", inner))
        sinh, cosh = ("/", ("-", e, f), num(2)), ("/", ("+", e, f), num(2))
        values: dict[str, Tree] = {"sinh": sinh, "cosh": cosh, "tanh": ("/", sinh, cosh)}
        return values[part[0]]

    bounded = replaced(tree, swap)
    bounds = "".join(f"pose proof (within_asin {term(part[1])}); " for part in arcsines)
    return bounds + (f"unfold {', '.join(steps)} in *; " if steps else ""), bounded


def _heads(tree: Tree) -> set[str]:
    return {tree[0]}.union(*(_heads(part) for part in tree[1:] if isinstance(part, tuple)))


def _leaf(tree: Tree, domain: Domain, depth: int) -> str:
    """Return the tactic that proves 0 < x on a piece, or on its halves."""
    arcsines = {part: (Fraction(-2), Fraction(2)) for part in _variables(tree) - {"t"}}
    try:
        found = enclosed(tree, {"t": domain, **arcsines})
    except NotInCoqError:
        if not depth:
            raise
        found = Bounds(Fraction(0), Fraction(0), "")
    if found.low > 0:
        return f"apply (above_zero {real(found.low)} {real(found.high)}); [lra | {found.proof}]"
    low, high = domain
    if not depth or low == high:
        raise NotInCoqError("that a part of the profile is positive is not seen from bounds")
    middle = (low + high) / 2
    halves = [_leaf(tree, piece, depth - 1) for piece in ((low, middle), (middle, high))]
    return f"destruct (Rle_lt_dec t {real(middle)}); [{' | '.join(halves)}]"


def _variables(tree: Tree) -> set[str]:
    if tree[0] == "var":
        return {tree[1]}
    return set().union(*(_variables(part) for part in tree[1:] if isinstance(part, tuple)))


def derivative(tree: Tree, domain: Domain, lemmas: Lemmas) -> tuple[Tree, str]:
    """Return f' as a formula, and the proof at t, `Ht` saying that low <= t <= high.

    Raises
    ------
    NotInCoqError
        A function without a rule, or a condition that is not seen from bounds.
    """
    head, *parts = tree
    if is_constant(tree):
        return num(0), f"(slope_const {term(tree)} t)"
    if tree == T:
        return num(1), "(slope_id t)"
    if head == "*" and is_constant(parts[0]):
        inner, proof = derivative(parts[1], domain, lemmas)
        return ("*", parts[0], inner), f"(slope_scale {term(parts[0])} {function(parts[1])} t _ {proof})"
    if head == "/" and is_constant(parts[1]):
        inner, proof = derivative(parts[0], domain, lemmas)
        return ("/", inner, parts[1]), f"(slope_over {function(parts[0])} {term(parts[1])} t _ {proof})"
    if head == "**":
        inner, proof = derivative(parts[0], domain, lemmas)
        n = int(parts[1][1])
        factor = ("*", num(n), ("**", parts[0], num(n - 1)))
        return ("*", factor, inner), f"(slope_power {n} {function(parts[0])} t _ {proof})"
    if head in {"+", "-", "*", "/"}:
        return _of_two(head, parts, domain, lemmas)
    if len(parts) != 1:
        raise NotInCoqError(f"the derivative of a formula with {head} is not emitted")
    return _of_one(head, parts[0], domain, lemmas)


def _of_two(head: str, parts: list[Tree], domain: Domain, lemmas: Lemmas) -> tuple[Tree, str]:
    f, h = parts
    condition = f"({lemmas.positive(h, domain)} t Ht) " if head == "/" else ""
    (df, first), (dh, second) = (derivative(part, domain, lemmas) for part in parts)
    slopes: dict[str, Tree] = {
        "*": ("+", ("*", df, h), ("*", f, dh)),
        "/": ("/", ("-", ("*", df, h), ("*", dh, f)), ("**", h, num(2))),
    }
    name = "divide" if head == "/" else _NAMES[head]
    proof = f"(slope_{name} {function(f)} {function(h)} t _ _ {condition}{first} {second})"
    return slopes.get(head, (head, df, dh)), proof


def _of_one(head: str, inner: Tree, domain: Domain, lemmas: Lemmas) -> tuple[Tree, str]:
    slope, proof = derivative(inner, domain, lemmas)
    square = ("-", num(1), ("**", inner, num(2)))
    rules: dict[str, Tree] = {
        "neg": ("neg", slope),
        "exp": ("*", ("exp", inner), slope),
        "sinh": ("*", ("cosh", inner), slope),
        "cosh": ("*", ("sinh", inner), slope),
        "tanh": ("/", slope, ("**", ("cosh", inner), num(2))),
        "log": ("/", slope, inner),
        "sqrt": ("/", slope, ("*", num(2), ("sqrt", inner))),
        "asin": ("/", slope, ("sqrt", square)),
    }
    if head not in rules:
        raise NotInCoqError(f"the derivative of a formula with {head} is not emitted")
    needed = {"log": inner, "sqrt": inner, "asin": square}.get(head)
    condition = f"({lemmas.positive(needed, domain)} t Ht) " if needed else ""
    return rules[head], f"(slope_{_NAMES.get(head, head)} {function(inner)} t _ {condition}{proof})"


def continuity(tree: Tree, lemmas: Lemmas) -> str:
    """Return the proof that the formula is continuous at t, `Ht` saying that -1 <= t <= 1.

    Raises
    ------
    NotInCoqError
        A function without a rule, or a condition that is not seen from bounds.
    """
    head, *parts = tree
    if is_constant(tree):
        return f"(cont_const {term(tree)} t)"
    if tree == T:
        return "(cont_id t)"
    if head == "/" and is_constant(parts[1]):
        return f"(cont_over {function(parts[0])} {term(parts[1])} t {continuity(parts[0], lemmas)})"
    if head == "**":
        return f"(cont_power {parts[1][1]} {function(parts[0])} t {continuity(parts[0], lemmas)})"
    if head in {"+", "-", "*", "/"}:
        condition = f"({lemmas.positive(parts[1])} t Ht) " if head == "/" else ""
        proofs = " ".join(continuity(part, lemmas) for part in parts)
        name = "divide" if head == "/" else _NAMES[head]
        return f"(cont_{name} {' '.join(map(function, parts))} t {condition}{proofs})"
    if head in {"neg", "exp", "sinh", "cosh", "tanh", "log", "sqrt", "asin"}:
        condition = f"({lemmas.positive(parts[0])} t Ht) " if head == "log" else ""
        return f"(cont_{_NAMES.get(head, head)} {function(parts[0])} t {condition}{continuity(parts[0], lemmas)})"
    raise NotInCoqError(f"that a profile with {head} is continuous is not emitted")


def mirror(tree: Tree) -> tuple[bool, str] | None:
    """Return (False, proof) where f(-1) = f(1), (True, proof) where f(-1) = -f(1), by syntax; else None.

    Examples
    --------
    >>> mirror(("exp", T)) is None, mirror(("cosh", T))
    (True, (False, '(mirror_cosh _ (fun t => t%R) mirror_id)'))
    """
    head, *parts = tree
    if is_constant(tree):
        return False, f"(mirror_const {term(tree)})"
    if tree == T:
        return True, "mirror_id"
    inner = mirror(parts[0])
    if inner is None:
        return None
    odd, proof = inner
    f = function(parts[0])
    if head == "/" and is_constant(parts[1]):
        return odd, f"(mirror_over _ {f} {term(parts[1])} {proof})"
    if head == "**":
        n = int(parts[1][1])
        return odd and n % 2 == 1, f"(mirror_power _ {f} {n} {proof})"
    if head in {"+", "-", "*"}:
        other = mirror(parts[1])
        if other is None or (head != "*" and other[0] != odd):
            return None
        bits = "_ _" if head == "*" else "_"
        made = f"(mirror_{_NAMES[head]} {bits} {f} {function(parts[1])} {proof} {other[1]})"
        return (odd != other[0] if head == "*" else odd), made
    if head in {"cosh", "sinh", "asin", "neg"}:
        return odd and head != "cosh", f"(mirror_{_NAMES.get(head, head)} _ {f} {proof})"
    if odd or head not in {"exp", "log", "sqrt", "tanh"}:
        return None
    return False, f"(mirror_comp {_NAMES.get(head, head)} {f} {proof})"
