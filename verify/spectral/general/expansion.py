"""A kernel near its collapsed laws: energy, gradient and Hessian at x = y = u, enclosed on cells of directions u.

Normalisation: E = 1/2 ∬ h dmu dmu. At the law collapsed at u the velocity of label xi is P_u g(u, xi) with

    g(u, xi) = ∫ grad_x h((u, xi), (u, zeta)) rho(dzeta).

Along the geodesics x(xi) = exp_u(eps v(xi)), v(xi) tangent at u, the symmetry of h gives

    E(eps) = E + eps ∫ <g, v> drho + eps^2/2 B(v) + o(eps^2),
    B(v) = ∬ [ <v, H_xx v> - |v|^2 <u, grad_x h> + <v, H_xy v'> ] drho drho,

since x'' = -|v|^2 u. For h = h(<x,y>; xi, zeta), B(v) = -<v, L v> with the signed Laplacian L of the factor
dh/dt at t = 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import flint

from verify.model.calculus import ONE
from verify.model.derivatives import NotDifferentiableError, derivative
from verify.model.formula import Apply, Cases, Formula, Name, Node, children, free_names, inner_product, replace_parts
from verify.spectral.general.ball_tape import BallTape
from verify.spectral.general.label_cells import LabelCell

__all__ = ["Expansion", "is_smooth_in_contents"]

Block = list[list[flint.arb]]


def is_smooth_in_contents(h: Formula, d: int) -> bool:
    """Whether h has no branch, jump, Min or Max that depends on the contents; kinks of Abs are found later."""
    contents = _contents(d)
    stack: list[Node] = [h.tree]
    while stack:
        node = stack.pop()
        if not free_names(node) & contents:
            continue
        if isinstance(node, Cases) and any(free_names(t) & contents for _, c in node.branches for t in c.terms):
            return False
        if isinstance(node, Apply) and node.op in {"sign", "Min", "Max"}:
            return False
        stack += children(node)
    return True


def _contents(d: int) -> frozenset[str]:
    return frozenset(f"{letter}{c}" for letter in "xy" for c in range(1, d + 1))


@dataclass(frozen=True)
class Expansion:
    """A kernel formula with its labels in balls, to be expanded at collapsed laws.

    Parameters
    ----------
    h : Formula
        In x1..xd, y1..yd and the label variables, smooth in the contents where it is enclosed.
    d : int
        Content dimension.
    variables : (first, second)
        Names of the coordinates of the two labels.
    cells : tuple of LabelCell
        All labels, with their masses.
    probes : tuple of LabelCell
        Sets of labels of positive mass at which the velocity is looked at.
    """

    h: Formula
    d: int
    variables: tuple[tuple[str, ...], tuple[str, ...]]
    cells: tuple[LabelCell, ...]
    probes: tuple[LabelCell, ...]

    @cached_property
    def _at_collapse(self) -> dict[Node, Node]:
        return {inner_product(a, b, self.d): ONE for a in "xy" for b in "xy"}

    def _tape(self, trees: Sequence[Node]) -> BallTape:
        contents = frozenset(f"x{c}" for c in range(1, self.d + 1))
        merge: dict[Node, Node] = {Name(f"y{c}"): Name(f"x{c}") for c in range(1, self.d + 1)}
        reduced = [
            replace_parts(replace_parts(_without_signs(t, self.d), self._at_collapse, fold=True), merge) for t in trees
        ]
        return BallTape(reduced, contents)

    @cached_property
    def _gradient_trees(self) -> list[Node]:
        return [derivative(self.h.tree, f"x{c}") for c in range(1, self.d + 1)]

    @cached_property
    def _energy_tape(self) -> BallTape:
        return self._tape([self.h.tree])

    @cached_property
    def _gradient_tape(self) -> BallTape:
        return self._tape(self._gradient_trees)

    @cached_property
    def _hessian_tape(self) -> BallTape:
        axes = range(1, self.d + 1)
        same = [derivative(g, f"x{c}") for g in self._gradient_trees for c in axes]
        crossed = [derivative(g, f"y{c}") for g in self._gradient_trees for c in axes]
        return self._tape([*self._gradient_trees, *same, *crossed])

    @cached_property
    def differentiable(self) -> bool:
        """Whether the derivatives can be written down."""
        try:
            self._gradient_tape  # noqa: B018 - built for its exceptions
            self._hessian_tape  # noqa: B018
        except (NotDifferentiableError, TypeError):
            return False
        return True

    @cached_property
    def _prepared(self) -> dict[tuple[str, int, int], list[Any]]:
        return {}

    def _pair(self, tape: BallTape, key: tuple[str, int, int], a: LabelCell, b: LabelCell) -> list[Any]:
        if key not in self._prepared:
            first, second = self.variables
            named = dict(zip(first, a.coordinates, strict=True)) | dict(zip(second, b.coordinates, strict=True))
            self._prepared[key] = tape.at_labels(named)
        return self._prepared[key]

    def _at(self, tape: BallTape, u: Sequence[flint.arb]) -> list[Any]:
        return tape.at_contents(_named(u))

    def energy(self, u: Sequence[flint.arb]) -> flint.arb:
        """Enclose E of the laws collapsed at the directions in a cell."""
        tape, total = self._energy_tape, flint.arb(0)
        contents = self._at(tape, u)
        for i, a in enumerate(self.cells):
            for j, b in enumerate(self.cells[: i + 1]):
                (value,) = tape.values(self._pair(tape, ("e", i, j), a, b), contents)
                total += a.mass * b.mass * value * (1 if i == j else 2)
        return total / 2

    def gradient(self, u: Sequence[flint.arb], probe: int) -> list[flint.arb]:
        """Enclose the ambient gradient g(u, xi) for u in a cell and xi in a probe."""
        tape = self._gradient_tape
        contents = self._at(tape, u)
        total = [flint.arb(0)] * self.d
        for j, cell in enumerate(self.cells):
            parts = tape.values(self._pair(tape, ("g", probe, j), self.probes[probe], cell), contents)
            total = [t + cell.mass * part for t, part in zip(total, parts, strict=True)]
        return total

    def slope(self, u: Sequence[flint.arb]) -> list[flint.arb]:
        """Enclose the gradient of E in the direction u, the mean of g(u, xi) over all labels."""
        tape, total = self._gradient_tape, [flint.arb(0)] * self.d
        contents = self._at(tape, u)
        for i, a in enumerate(self.cells):
            for j, b in enumerate(self.cells):
                parts = tape.values(self._pair(tape, ("s", i, j), a, b), contents)
                total = [t + a.mass * b.mass * part for t, part in zip(total, parts, strict=True)]
        return total

    def hessian(self, u: Sequence[flint.arb], tangents: Sequence[Sequence[flint.arb]]) -> Block:
        """Enclose the matrix of B on the fields v(xi_i) = tau_k: rows and columns are i * len(tangents) + k.

        For finitely many labels, or fields that are constant on the cells of a continuum.
        """
        tape, d, n, m = self._hessian_tape, self.d, len(self.cells), len(tangents)
        contents = self._at(tape, u)
        form: Block = [[flint.arb(0)] * (n * m) for _ in range(n * m)]
        lengths = [[_dot(s, t) for t in tangents] for s in tangents]
        for i, a in enumerate(self.cells):
            for j, b in enumerate(self.cells):
                values = tape.values(self._pair(tape, ("h", i, j), a, b), contents)
                weight = a.mass * b.mass
                radial = _dot(u, values[:d])
                same, crossed = values[d : d + d * d], values[d + d * d :]
                for k, s in enumerate(tangents):
                    for q, t in enumerate(tangents):
                        form[i * m + k][i * m + q] += weight * (_bilinear(s, same, t, d) - lengths[k][q] * radial)
                        form[i * m + k][j * m + q] += weight * _bilinear(s, crossed, t, d)
        return form


def _named(u: Sequence[flint.arb]) -> Mapping[str, flint.arb]:
    return {f"x{c + 1}": value for c, value in enumerate(u)}


def _dot(a: Sequence[flint.arb], b: Sequence[flint.arb]) -> flint.arb:
    return sum((x * y for x, y in zip(a, b, strict=True)), flint.arb(0))


def _bilinear(s: Sequence[flint.arb], flat: Sequence[flint.arb], t: Sequence[flint.arb], d: int) -> flint.arb:
    return sum((s[r] * _dot(flat[r * d : (r + 1) * d], t) for r in range(d)), flint.arb(0))


def _without_signs(node: Node, d: int) -> Node:
    """Write sign(u), the derivative of Abs(u), as u/Abs(u): not finite at the kink, where nothing is claimed."""
    if not free_names(node) & _contents(d):
        return node
    if isinstance(node, Cases):
        return Cases(tuple((_without_signs(value, d), condition) for value, condition in node.branches))
    if not isinstance(node, Apply):
        return node
    args = tuple(_without_signs(arg, d) for arg in node.args)
    if node.op == "sign":
        return Apply("/", (args[0], Apply("Abs", args)))
    return Apply(node.op, args)
