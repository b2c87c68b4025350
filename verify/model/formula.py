"""User formulas: parsed by a whitelist into a small tree, printed in one canonical way.

A formula is never evaluated by Python. Its tree (:mod:`.trees`) comes from the whitelist parser (:mod:`.parsing`); what
it means is said by the readings (:mod:`.readings`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from verify.model.parsing import read_tree
from verify.model.trees import (
    Apply,
    Cases,
    Comparison,
    Const,
    Name,
    Node,
    children,
    free_names,
    inner_product,
    replace_parts,
    show,
)

if TYPE_CHECKING:
    import flint
    import numpy as np
    import sympy

__all__ = [
    "Apply",
    "Cases",
    "Comparison",
    "Const",
    "Formula",
    "Name",
    "Node",
    "children",
    "formula_of",
    "free_names",
    "inner_product",
    "parse_formula",
    "replace_parts",
    "show",
]


@dataclass(frozen=True)
class Formula:
    """A whitelisted formula; equal formulas have equal canonical texts.

    Attributes
    ----------
    text : str
        Canonical text: rationals folded to lowest terms, one spelling of operators and spaces.
    tree : Node
        The tree that every reading interprets.
    variables : frozenset of str
        The free variables that occur.

    Examples
    --------
    >>> f = parse_formula("exp(-0.5*Abs(i-j))", {"i", "j"})
    >>> f.text
    'exp(-1/2*Abs(i - j))'
    >>> f.expr
    exp(-Abs(i - j)/2)
    """

    text: str
    tree: Node
    variables: frozenset[str]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    @cached_property
    def expr(self) -> sympy.Expr:
        """The SymPy expression, its variables real symbols of the same names."""
        from verify.model import readings

        return readings.to_sympy(self.tree)

    def enclose(self, values: Mapping[str, flint.arb]) -> flint.arb:
        """Return a ball that contains every value on the given balls; not finite where one may be undefined."""
        from verify.model import readings

        return readings.to_ball(self.tree, values)

    def enclose_complex(self, values: Mapping[str, flint.acb], analytic: bool) -> flint.acb:
        """Return a complex enclosure for integration; not finite where ``analytic`` is asked for and not certain."""
        from verify.model import readings

        return readings.to_complex_ball(self.tree, values, analytic)

    def rational(self, values: Mapping[str, Fraction] | None = None) -> Fraction | None:
        """Return the exact rational value, or None where a step is not known to be rational."""
        from verify.model import readings

        return readings.to_rational(self.tree, values or {})

    def array(self, values: Mapping[str, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
        """Return float64 values; each ``Piecewise`` branch is evaluated only where it applies, nan where undefined."""
        from verify.model import readings

        return readings.to_array(self.tree, values)

    def substitute(self, replacements: Mapping[str, Formula | Fraction | int]) -> Formula:
        """Return the formula with variables replaced by formulas or rationals."""
        parts: dict[Node, Node] = {
            Name(name): value.tree if isinstance(value, Formula) else Const(Fraction(value))
            for name, value in replacements.items()
        }
        return formula_of(replace_parts(self.tree, parts, fold=True))


def formula_of(tree: Node) -> Formula:
    """Return the formula of a tree that is already whitelisted."""
    return Formula(show(tree), tree, free_names(tree))


def parse_formula(
    text: object,
    variables: Iterable[str] = (),
    where: str = "formula",
    vectors: Mapping[str, int] | None = None,
) -> Formula:
    """Parse a user's formula by whitelist.

    Parameters
    ----------
    text : str
        At most 50,000 characters of ``+ - * / **``, rationals and decimals (read exactly), ``pi``, ``E``, the functions
        of :data:`FUNCTIONS`, and ``Piecewise((value, comparison), ...)``.
    variables : iterable of str
        The names that may occur.
    where : str
        The argument's name for error messages.
    vectors : mapping of str to int, optional
        Vectors and their dimensions: ``{"x": 3}`` allows ``x1``, ``x2``, ``x3`` and ``dot(x, x)``, expanded.

    Raises
    ------
    InputError
        Anything else: the message names the position and what is allowed.
    """
    return formula_of(read_tree(text, variables, where, vectors or {}))
