"""Trees of formulas: rationals, names, operations, ``Piecewise``; their canonical text and how parts are replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

__all__ = [
    "Apply",
    "Cases",
    "Comparison",
    "Const",
    "Name",
    "Node",
    "children",
    "free_names",
    "inner_product",
    "replace_parts",
    "show",
]

#: Function name -> number of arguments (None: one or more).
FUNCTIONS: dict[str, int | None] = {
    "sqrt": 1, "exp": 1, "log": 1, "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1,
    "sinh": 1, "cosh": 1, "tanh": 1, "Abs": 1, "sign": 1, "Min": None, "Max": None, "besseli": 2,
}  # fmt: skip
CONSTANTS = ("pi", "E")
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "**": 4}


@dataclass(frozen=True)
class Const:
    """An exact rational constant."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """A variable, or one of the constants ``pi`` and ``E``."""

    id: str


@dataclass(frozen=True)
class Apply:
    """An operator (``+ - * / ** neg``) or a function of :data:`FUNCTIONS` with its arguments."""

    op: str
    args: tuple[Node, ...]


@dataclass(frozen=True)
class Comparison:
    """A chain ``a r1 b r2 c`` of comparisons, all of which must hold; an empty chain is true."""

    terms: tuple[Node, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True)
class Cases:
    """``Piecewise``: the value of the first branch whose comparison holds, undefined if none does."""

    branches: tuple[tuple[Node, Comparison], ...]


Node = Const | Name | Apply | Cases


def inner_product(first: str, second: str, size: int) -> Node:
    """Return the tree of ``first1*second1 + ... `` over ``size`` coordinates."""
    products = [Apply("*", (Name(f"{first}{c}"), Name(f"{second}{c}"))) for c in range(1, size + 1)]
    total: Node = products[0]
    for product in products[1:]:
        total = Apply("+", (total, product))
    return total


def show(node: Node, outer: int = 0) -> str:
    """Return the canonical text of a tree, with the parentheses that precedence needs and no others."""
    match node:
        case Const(value):
            text = str(value)
            level = 2 if value.denominator != 1 else 5
            level = min(level, 3 if value < 0 else 5)
            # a leading minus binds weaker than a product on its left only for fractions, so "-1/2*x" is read back alike
            return f"({text})" if level < outer else text
        case Name(name):
            return name
        case Cases(branches):
            return "Piecewise(" + ", ".join(f"({show(v)}, {_show_comparison(c)})" for v, c in branches) + ")"
        case Apply("neg", (arg,)):
            text = f"-{show(arg, 3)}"
            return f"({text})" if outer > 3 else text
        case Apply(op, (left, right)) if op in _PRECEDENCE:
            level = _PRECEDENCE[op]
            # + and * associate to the left; ** to the right
            sides = (show(left, level + (op == "**")), show(right, level + (op != "**")))
            text = f" {op} ".join(sides) if level == 1 else op.join(sides)
            return f"({text})" if level < outer else text
        case Apply(function, args):
            return f"{function}({', '.join(show(arg) for arg in args)})"


def _show_comparison(comparison: Comparison) -> str:
    if not comparison.terms:
        return "True"
    pieces = [show(comparison.terms[0])]
    for relation, term in zip(comparison.relations, comparison.terms[1:], strict=True):
        pieces += [relation, show(term)]
    return " ".join(pieces)


def children(node: Node) -> tuple[Node, ...]:
    """Return the direct parts of a node, comparisons' terms included."""
    match node:
        case Apply(_, args):
            return args
        case Cases(branches):
            return tuple(part for value, comparison in branches for part in (value, *comparison.terms))
        case _:
            return ()


def free_names(node: Node) -> frozenset[str]:
    """Return the variables that occur in a tree."""
    found: frozenset[str] | None = node.__dict__.get("_names")
    if found is None:
        if isinstance(node, Name):
            found = frozenset({node.id}) - set(CONSTANTS)
        else:
            found = frozenset().union(*(free_names(part) for part in children(node)))
        node.__dict__["_names"] = found  # kept beside the fields: trees are walked often and never change
    return found


def replace_parts(node: Node, parts: Mapping[Node, Node], *, fold: bool = False) -> Node:
    """Return the tree with every occurrence of the given sub-trees replaced, outermost first.

    With ``fold``, operations whose arguments have become rational are replaced by their value where that is rational.
    """
    if node in parts:
        return parts[node]

    def again(part: Node) -> Node:
        return replace_parts(part, parts, fold=fold)

    match node:
        case Apply(op, args):
            changed = Apply(op, tuple(again(arg) for arg in args))
            return _folded(changed) if fold and all(isinstance(arg, Const) for arg in changed.args) else changed
        case Cases(branches):
            return Cases(
                tuple((again(v), Comparison(tuple(again(t) for t in c.terms), c.relations)) for v, c in branches)
            )
        case _:
            return node


def _folded(node: Node) -> Node:
    from verify.model import readings

    value = readings.to_rational(node, {})
    return node if value is None else Const(value)
