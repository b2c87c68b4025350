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

from verify.model.formula import Apply, Cases, Name, Node, free_names
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
    _steps: list[list[tuple[int, Node, tuple[int, ...]]]] = field(default_factory=lambda: [[], [], []])
    _kinds: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._results = [self._slot(tree) for tree in self.outputs]
        self._constants = {
            slot: node for node, slot in self._slots.items() if not free_names(node) and self._kinds[slot] == _LABEL
        }

    def _slot(self, node: Node) -> int:
        if node in self._slots:
            return self._slots[node]
        args: tuple[int, ...] = ()
        step = node
        if isinstance(node, Apply):
            args = tuple(self._slot(arg) for arg in node.args)
        elif isinstance(node, Cases) and free_names(node) & self.contents:
            args = tuple(self._slot(value) for value, _ in node.branches)
            step = Cases(tuple((Name(f"v{k}"), condition) for k, (_, condition) in enumerate(node.branches)))
            if any(free_names(term) & self.contents for _, condition in node.branches for term in condition.terms):
                raise TypeError("BallTape: the conditions of Piecewise must not depend on the contents")
        kind = self._kind(node)
        slot = len(self._kinds)
        self._slots[node] = slot
        self._kinds.append(kind)
        self._steps[kind].append((slot, step, args))
        return slot

    def _kind(self, node: Node) -> int:
        names = free_names(node)
        if not names & self.contents:
            return _LABEL
        return _CONTENT if names <= self.contents else _MIXED

    def _run(self, kind: int, values: list[Any], named: Mapping[str, flint.arb]) -> list[Any]:
        for slot, step, args in self._steps[kind]:
            match step:
                case Apply(op, _):
                    values[slot] = _call(op, [values[a] for a in args])
                case Cases() if args:
                    values[slot] = to_ball(step, {**named, **{f"v{k}": values[a] for k, a in enumerate(args)}})
                case Name(name) if name in named:
                    values[slot] = named[name]
                case _:
                    values[slot] = to_ball(step, named)
        return values

    def at_labels(self, named: Mapping[str, flint.arb]) -> list[Any]:
        """Evaluate what depends on the labels alone."""
        return [*self._run(_LABEL, [None] * len(self._kinds), named), named]

    def at_contents(self, named: Mapping[str, flint.arb]) -> list[Any]:
        """Evaluate what depends on the contents alone; constants beside them come from the labels' part."""
        values: list[Any] = [None] * len(self._kinds)
        for slot, step in self._constants.items():
            values[slot] = to_ball(step, {})
        return [*self._run(_CONTENT, values, named), None]

    def values(self, labels: Sequence[Any], contents: Sequence[Any]) -> list[flint.arb]:
        """Return the values of the outputs from the two parts."""
        *merged, named = (b if a is None else a for a, b in zip(labels, contents, strict=True))
        self._run(_MIXED, merged, named)
        return [merged[slot] for slot in self._results]
