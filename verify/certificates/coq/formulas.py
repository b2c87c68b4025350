"""Formulas of labels as terms of Coq, and the steps by which Coq sees that one is positive."""

from __future__ import annotations

from fractions import Fraction

from verify.certificates.checker.enclosures.formulas import Tree, exact, is_constant, multiple_of_pi
from verify.certificates.coq.text import NotInCoqError

__all__ = ["cosine_values", "is_base", "positivity", "real_term"]

_FUNCTIONS = {"exp": "exp", "cos": "cos", "sin": "sin", "sqrt": "sqrt", "Abs": "Rabs", "Min": "Rmin", "Max": "Rmax"}
_FUNCTIONS |= {"log": "ln", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asin": "asin"}

_ARITHMETIC = {"num", "pi", "neg", "+", "-", "*", "/", "**"}
#: Angles, in units of pi, at which Coq's library knows a rational value: the angle, the lemma.
_ANGLES = {
    ("cos", Fraction(0)): ("0", "cos_0"),
    ("cos", Fraction(1, 3)): ("(PI / 3)", "cos_PI3"),
    ("cos", Fraction(1, 2)): ("(PI / 2)", "cos_PI2"),
    ("cos", Fraction(2, 3)): ("(2 * (PI / 3))", "cos_2PI3"),
    ("cos", Fraction(1)): ("PI", "cos_PI"),
    ("cos", Fraction(2)): ("(2 * PI)", "cos_2PI"),
    ("sin", Fraction(0)): ("0", "sin_0"),
    ("sin", Fraction(1, 6)): ("(PI / 6)", "sin_PI6"),
    ("sin", Fraction(1, 2)): ("(PI / 2)", "sin_PI2"),
    ("sin", Fraction(1)): ("PI", "sin_PI"),
}


def real_term(tree: Tree, embedding: str = "INR ") -> str:
    """Return a formula in two labels as a real number of Coq.

    Parameters
    ----------
    tree : tuple
        As the checker reads it.
    embedding : str
        What stands in front of a label: INR for natural numbers, nothing for real ones.

    Raises
    ------
    NotInCoqError
        It contains what is not translated.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> real_term(formula("-Abs(i - j)/2", ["i", "j"]))
    '((- (Rabs (INR i - INR j))) / 2)'
    """
    head, *parts = tree
    if head == "num":
        return _fraction(parts[0])
    if head in {"var", "pi"}:
        return f"{embedding}{parts[0]}" if head == "var" else "PI"
    if head == "neg":
        return f"(- {real_term(parts[0], embedding)})"
    if head in {"+", "-", "*", "/"}:
        return f"({real_term(parts[0], embedding)} {head} {real_term(parts[1], embedding)})"
    if head == "**" and _is_power(parts[1]):
        return f"({real_term(parts[0], embedding)} ^ {parts[1][1]})"
    if head == "**" and _has_sign(parts[0]):
        return f"(Rpower {real_term(parts[0], embedding)} {_argument(parts[1], embedding)})"
    if head in _FUNCTIONS and len(parts) == (2 if head in {"Min", "Max"} else 1):
        return f"({_FUNCTIONS[head]} {' '.join(_argument(part, embedding) for part in parts)})"
    raise NotInCoqError(f"a formula with {head} is not translated to Coq")


def positivity(tree: Tree, *, strict: bool = True) -> str:
    """Return the tactic that proves 0 < x, or 0 <= x, from exponentials, absolute values, squares and numbers.

    Raises
    ------
    NotInCoqError
        The sign is not seen from the form of the formula.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> positivity(formula("2*exp(i) + Abs(j)", ["i", "j"]))
    'apply Rplus_lt_le_0_compat; [apply Rmult_lt_0_compat; [lra | apply exp_pos] | apply Rabs_pos]'
    """
    head, *parts = tree
    if head == "exp":
        return "apply exp_pos" if strict else "left; apply exp_pos"
    if head == "num" and (parts[0] > 0 or (parts[0] == 0 and not strict)):
        return "lra"
    if head == "**" and not _is_power(parts[1]) and _has_sign(parts[0]):
        base = f"match goal with |- context [Rpower ?b _] => assert (0 < b)%R by ({positivity(parts[0])}) end"
        return f"{base}; {'' if strict else 'left; '}unfold Rpower; apply exp_pos"
    if head == "**" and strict:
        return f"apply pow_lt; {positivity(parts[0])}"
    if head == "sqrt":
        return f"apply sqrt_lt_R0; {positivity(parts[0])}" if strict else "apply sqrt_pos"
    if not strict and head == "Abs":
        return "apply Rabs_pos"
    if not strict and head == "**" and parts[1] == ("num", 2):
        return "apply pow2_ge_0"
    if head == "*":
        rule = "Rmult_lt_0_compat" if strict else "Rmult_le_pos"
        return _both(rule, parts, (strict, strict))
    if head == "/":
        return _both("Rdiv_lt_0_compat" if strict else "Rle_mult_inv_pos", parts, (strict, True))
    if head == "+" and not strict:
        return _both("Rplus_le_le_0_compat", parts, (False, False))
    if head == "+":
        try:
            return _both("Rplus_lt_le_0_compat", parts, (True, False))
        except NotInCoqError:
            return _both("Rplus_le_lt_0_compat", parts, (False, True))
    raise NotInCoqError("the sign of k is not seen from its formula")


def _has_sign(tree: Tree) -> bool:
    """Whether a formula is seen to be positive, so that its real powers are those of Coq's Rpower."""
    try:
        return bool(positivity(tree))
    except NotInCoqError:
        return False


def cosine_values(tree: Tree) -> list[str]:
    """Return the steps that put rational values in the places of constants such as cos(pi/3).

    Raises
    ------
    NotInCoqError
        A constant with another function, or at another angle.

    Examples
    --------
    >>> from verify.certificates.checker.enclosures.formulas import formula
    >>> cosine_values(formula("cos(pi)*cos(xi)", ["xi"]))
    ['replace (cos (PI))%R with (- 1)%R by (replace (PI)%R with PI%R by field; rewrite cos_PI; field).']
    """
    head, *parts = tree
    if is_constant(tree) and head not in _ARITHMETIC:
        value = exact(tree, {})
        turns = multiple_of_pi(parts[0], {}) if head in {"cos", "sin"} else None
        if value is None or turns is None or (head, turns) not in _ANGLES:
            raise NotInCoqError(f"the value of a constant with {head} is not emitted")
        angle, rule = _ANGLES[head, turns]
        old, known = real_term(parts[0]), real_term(("num", value))
        proof = f"replace {_closed(old)}%R with {angle}%R by field; rewrite {rule}; field"
        return [f"replace ({head} {_closed(old)})%R with {known}%R by ({proof})."]
    return [step for part in parts if isinstance(part, tuple) for step in cosine_values(part)]


def _closed(text: str) -> str:
    return text if text.startswith("(") else f"({text})"


def _both(rule: str, parts: list[Tree], strict: tuple[bool, bool]) -> str:
    first, second = (positivity(part, strict=s) for part, s in zip(parts, strict, strict=True))
    return f"apply {rule}; [{first} | {second}]"


def is_base(tree: Tree) -> bool:
    """Whether a formula is a positive rational, whose powers are those of Coq's Rpower."""
    head, *parts = tree
    return all(map(is_base, parts)) if head == "/" else bool(head == "num" and parts[0] > 0)


def _is_power(exponent: Tree) -> bool:
    """Whether an exponent is a natural number that Coq's powers take."""
    return exponent[0] == "num" and exponent[1].denominator == 1 and 0 <= exponent[1] <= 200


def _fraction(x: Fraction) -> str:
    top = str(x.numerator) if x >= 0 else f"(- {-x.numerator})"
    return top if x.denominator == 1 else f"({top} / {x.denominator})"


def _argument(tree: Tree, embedding: str) -> str:
    """Return a term that stands behind a function."""
    text = real_term(tree, embedding)
    return text if text.startswith("(") or " " not in text else f"({text})"
