"""Several formulas at many labels and contents in ball arithmetic, each common part computed once.

The trees of a kernel and its derivatives share most of their parts. They are written as one list of
operations; those that depend on the labels alone are evaluated once per pair of labels, those on the contents
alone once per cell of contents, and only the rest at both.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import flint

from verify.model.formula import Apply, Cases, Const, Name, Node, free_names
from verify.model.readings import to_ball

__all__ = ["BallTape"]

_DIRECT: dict[str, Callable[..., flint.arb]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "neg": operator.neg,
}  # fmt: skip
_LABEL, _CONTENT, _MIXED = 0, 1, 2


def _call(op: str, args: Sequence[flint.arb]) -> flint.arb:
    direct = _DIRECT.get(op)
    if direct is not None:
        return direct(*args)
    names = tuple(Name(f"v{k}") for k in range(len(args)))
    return to_ball(Apply(op, names), {name.id: value for name, value in zip(names, args, strict=True)})


@dataclass
class BallTape:
    """Trees over contents and labels as one list of operations.

    Parameters
    ----------
    outputs : sequence of Node
        Trees whose ``Piecewise`` conditions, if any, are free of the contents.
    contents : frozenset of str
        Names of the content coordinates; all other names are labels.

    Examples
    --------
    >>> from verify.model.formula import parse_formula
    >>> tape = BallTape([parse_formula("x*i + i**2", {"x", "i"}).tree], frozenset({"x"}))
    >>> labels, contents = tape.at_labels({"i": flint.arb(3)}), tape.at_contents({"x": flint.arb(2)})
    >>> tape.values(labels, contents)
    [15.0000000000000]
    """

    outputs: Sequence[Node]
    contents: frozenset[str]
    _slots: dict[Node, int] = field(default_factory=dict)
    _steps: list[list[tuple[int, Node, str, tuple[int, ...]]]] = field(default_factory=lambda: [[], [], []])
    _kinds: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._results = [self._slot(tree) for tree in self.outputs]

    def _slot(self, node: Node) -> int:
        if node in self._slots:
            return self._slots[node]
        args: tuple[int, ...] = ()
        if isinstance(node, Apply):
            args = tuple(self._slot(arg) for arg in node.args)
        kind = self._kind(node, args)
        slot = len(self._kinds)
        self._slots[node] = slot
        self._kinds.append(kind)
        self._steps[kind].append((slot, node, node.op if isinstance(node, Apply) else "", args))
        return slot

    def _kind(self, node: Node, args: tuple[int, ...]) -> int:
        names = free_names(node)
        if not names & self.contents:
            return _LABEL
        if isinstance(node, Cases):
            raise TypeError("BallTape: Piecewise must not depend on the contents")
        return _CONTENT if names <= self.contents and all(self._kinds[a] != _MIXED for a in args) else _MIXED

    def _run(self, kind: int, values: list[Any], named: Mapping[str, flint.arb]) -> list[Any]:
        for slot, node, op, args in self._steps[kind]:
            if op:
                values[slot] = _call(op, [values[a] for a in args])
            elif isinstance(node, Const | Cases):
                values[slot] = to_ball(node, named)
            else:
                values[slot] = named[node.id] if isinstance(node, Name) and node.id in named else to_ball(node, {})
        return values

    def at_labels(self, named: Mapping[str, flint.arb]) -> list[Any]:
        """Evaluate what depends on the labels alone."""
        return self._run(_LABEL, [None] * len(self._kinds), named)

    def at_contents(self, named: Mapping[str, flint.arb]) -> list[Any]:
        """Evaluate what depends on the contents alone; constants beside them come from the labels' part."""
        values: list[Any] = [None] * len(self._kinds)
        constants = {slot: node for slot, node, _, _ in self._steps[_LABEL] if not free_names(node)}
        for slot, node in constants.items():
            values[slot] = to_ball(node, {})
        return self._run(_CONTENT, values, named)

    def values(self, labels: Sequence[Any], contents: Sequence[Any]) -> list[flint.arb]:
        """Return the values of the outputs from the two parts."""
        merged = [b if a is None else a for a, b in zip(labels, contents, strict=True)]
        self._run(_MIXED, merged, {})
        return [merged[slot] for slot in self._results]
