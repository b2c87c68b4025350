"""Kernel files to kernels: every field is read or refused by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from verify.model.documents import read_table
from verify.model.errors import InputError
from verify.model.factors import numbers_table, read_factor
from verify.model.formula import Apply, Const, Node, formula_of, inner_product, parse_formula, replace_parts
from verify.model.kernels.additive import AdditiveKernel
from verify.model.kernels.base import Kernel, check_dimension
from verify.model.kernels.connection import ConnectionKernel
from verify.model.kernels.expression import ExpressionKernel, exchanged
from verify.model.kernels.factor import FactorKernel
from verify.model.kernels.gauge import Frequencies, GaugeFormula, GaugeKernel, GaugeTable
from verify.model.kernels.matrix import MatrixKernel
from verify.model.labels import LabelLaw, read_labels
from verify.model.numbers import Number, number_formula, parse_number
from verify.model.profiles import Profile

__all__ = ["FAMILIES", "read_kernel"]

_COMMON = {"family", "d", "labels", "symmetrize", "name", "expect"}
_VIEWS = {"graph_laws", "all_laws", "status"}


class _Document:
    """A kernel document with access by field; knows where files named in it lie."""

    def __init__(self, document: Mapping[str, Any], base: Path) -> None:
        self.data, self.base = document, base

    def required(self, field: str) -> Any:
        if field not in self.data:
            raise InputError(
                field,
                "be given",
                "nothing",
                f"A {self.data['family']} kernel needs it.",
                "`verify new` prints a starter file.",
            )
        return self.data[field]

    def common(self, labels: LabelLaw, d: int | None = None) -> dict[str, Any]:
        symmetrize = self.data.get("symmetrize", False)
        if not isinstance(symmetrize, bool):
            raise InputError("symmetrize", "be true or false", symmetrize)
        name = self.data.get("name", "")
        if not isinstance(name, str):
            raise InputError("name", "be text", name)
        return {
            "d": self.data["d"] if "d" in self.data else self.required("d") if d is None else d,
            "labels": labels, "symmetrize": symmetrize, "name": name, "expect": self.expect(),
        }  # fmt: skip

    def expect(self) -> dict[str, str]:
        expect = self.data.get("expect", {})
        if not isinstance(expect, Mapping) or not expect.keys() <= _VIEWS:
            raise InputError("expect", f"be an object with {', '.join(sorted(_VIEWS))}", expect)
        return dict(expect)

    @property
    def symmetrize(self) -> bool:
        return self.data.get("symmetrize") is True

    def labels(self) -> LabelLaw:
        return read_labels(self.required("labels"))

    def profile(self) -> Profile:
        return Profile.read(self.required("profile"), "profile")


def _factor(document: _Document) -> Kernel:
    labels = document.labels()
    factor = read_factor(document.data, labels, symmetrize=document.symmetrize)
    if factor is None:
        document.required("k")
    assert factor is not None
    return FactorKernel(profile=document.profile(), k=factor, **document.common(labels))


def _gauge(document: _Document) -> Kernel:
    labels, data = document.labels(), document.data
    if ("Q" in data) == ("frequencies" in data):
        raise InputError("Q", "be given, or frequencies, and not both", sorted({"Q", "frequencies"} & set(data)))
    gauge: Frequencies | GaugeTable | GaugeFormula
    if "frequencies" in data:
        gauge, d = _frequencies(data["frequencies"]), None
    else:
        gauge, d = _gauge_matrices(data["Q"], labels)
    factor = read_factor(data, labels, symmetrize=document.symmetrize)
    if document.symmetrize and factor is None:
        raise InputError(
            "symmetrize",
            "stand beside a factor",
            "a pure gauge kernel",
            "It is symmetric already.",
            "Leave it out.",
        )
    return GaugeKernel(profile=document.profile(), gauge=gauge, k=factor, **document.common(labels, d))


def _frequencies(value: Any) -> Frequencies:
    value = _plain(value)
    if not isinstance(value, list | tuple) or not value:
        raise InputError("frequencies", "be a nonempty list, one entry per rotated plane", value)
    planes: list[tuple[Number, ...]] = []
    for index, plane in enumerate(value):
        parts = plane if isinstance(plane, list | tuple) else [plane]
        planes.append(tuple(parse_number(w, f"frequencies[{index}]") for w in parts))
    return Frequencies(tuple(planes))


def _gauge_matrices(value: Any, labels: LabelLaw) -> tuple[GaugeTable | GaugeFormula, int]:
    value = _plain(value)
    if not isinstance(value, list | tuple) or not value or not isinstance(value[0], list | tuple) or not value[0]:
        raise InputError("Q", "be a matrix per atom, or one matrix of formulas", value)
    if isinstance(value[0][0], list | tuple):
        matrices = tuple(_matrix(m, f"Q[{index}]") for index, m in enumerate(value))
        return GaugeTable(matrices), len(matrices[0])
    size = len(value)
    if any(not isinstance(row, list | tuple) or len(row) != size for row in value):
        raise InputError("Q", "be square", f"{size} rows")
    names = labels.variables[0]
    rows = tuple(
        tuple(
            parse_formula(x, names, f"Q[{i}][{j}]")
            if isinstance(x, str)
            else number_formula(parse_number(x, f"Q[{i}][{j}]"))
            for j, x in enumerate(row)
        )
        for i, row in enumerate(value)
    )
    return GaugeFormula(rows), size


def _connection(document: _Document) -> Kernel:
    labels, value = document.labels(), _plain(document.required("O"))
    if (
        not isinstance(value, list | tuple)
        or any(not isinstance(row, list | tuple) for row in value)
        or not value
        or not value[0]
    ):
        raise InputError("O", "be an array of matrices", value)
    if document.symmetrize:
        raise InputError(
            "symmetrize",
            "not be asked for a connection",
            "true",
            "O(b, a) = O(a, b)^T makes it symmetric.",
            "Leave it out.",
        )
    matrices = tuple(tuple(_matrix(m, f"O[{i}][{j}]") for j, m in enumerate(row)) for i, row in enumerate(value))
    return ConnectionKernel(profile=document.profile(), O=matrices, **document.common(labels, len(matrices[0][0])))


def _additive(document: _Document) -> Kernel:
    labels, value = document.labels(), _plain(document.required("p"))
    if isinstance(value, Mapping):
        value = _file_table(value, "p", document.base)
    if not isinstance(value, list | tuple) or not value:
        raise InputError("p", "be a vector per atom, or a list of formulas", value)
    if document.symmetrize:
        raise InputError(
            "symmetrize",
            "not be asked for an additive kernel",
            "true",
            "It is symmetric already.",
            "Leave it out.",
        )
    if isinstance(value[0], str):
        names = labels.variables[0]
        formulas = tuple(parse_formula(v, names, f"p[{c}]") for c, v in enumerate(value))
        return AdditiveKernel(profile=document.profile(), p=formulas, **document.common(labels, len(formulas)))
    width = len(value[0]) if isinstance(value[0], list | tuple) else 0
    p = numbers_table(value, "p", (len(value), width))
    return AdditiveKernel(profile=document.profile(), p=p, **document.common(labels, width))


def _expression(document: _Document) -> Kernel:
    labels = document.labels()
    common = document.common(labels)
    d = common["d"]
    check_dimension(d)
    if d > 512:
        raise InputError("d", "be at most 512 for an expression kernel", d, "Its dot products are written out.")
    first, second = labels.variables
    h = parse_formula(document.required("h"), {*first, *second}, "h", {"x": d, "y": d})
    one: Node = Const(Fraction(1))
    h = formula_of(replace_parts(h.tree, {inner_product(v, v, d): one for v in "xy"}))  # |x|^2 = |y|^2 = 1
    if document.symmetrize:
        other = exchanged(h, d, labels.variables)
        h = formula_of(Apply("/", (Apply("+", (h.tree, other.tree)), number_formula(parse_number(2)).tree)))
    return ExpressionKernel(h=h, **common)


def _matrix_kernel(document: _Document) -> Kernel:
    labels, value = document.labels(), _plain(document.required("h"))
    if isinstance(value, Mapping):
        value = _file_table(value, "h", document.base)
    n, size = labels.size or 0, len(value)
    if n == 0 or size == 0 or size % n:
        raise InputError("h", f"have a positive multiple of {n} rows (label-major)", size)
    if "contents" in document.data and document.data["contents"] * n != size:
        raise InputError("contents", f"be {size // n}, rows over labels", document.data["contents"])
    h = numbers_table(value, "h", (size, size))
    if document.symmetrize:
        raise InputError("symmetrize", "not be asked for a matrix kernel", "true", remedy="Symmetrise the table.")
    return MatrixKernel(h=h, contents=size // n, **document.common(labels, 2))


def _matrix(value: Any, where: str) -> tuple[tuple[Number, ...], ...]:
    size = len(value) if isinstance(value, list | tuple) else 0
    if size < 2:
        raise InputError(where, "be a square matrix of size at least 2", value)
    return numbers_table(value, where, (size, size))


def _file_table(value: Mapping[str, Any], where: str, base: Path) -> list[Any]:
    if not {"file"} <= set(value) <= {"file", "array"} or not isinstance(value["file"], str):
        raise InputError(where, 'be a table or {"file": "...", "array": "..."}', dict(value))
    return read_table(base / value["file"], value.get("array"))


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


#: family -> (reader, family fields)
FAMILIES: dict[str, tuple[Callable[[_Document], Kernel], set[str]]] = {
    "factor": (_factor, {"profile", "k", "bias"}),
    "gauge": (_gauge, {"profile", "Q", "frequencies", "k", "bias"}),
    "connection": (_connection, {"profile", "O"}),
    "additive": (_additive, {"profile", "p"}),
    "expression": (_expression, {"h"}),
    "matrix": (_matrix_kernel, {"h", "contents"}),
}


def read_kernel(document: Mapping[str, Any], base: Path | None = None) -> Kernel:
    """Read a kernel document (the plain data of a kernel file).

    Parameters
    ----------
    document : mapping
        The fields of a kernel file; NumPy arrays may stand where tables do.
    base : Path, optional
        Folder that file names in the document are relative to; the current folder by default.

    Raises
    ------
    InputError
        An unknown family or field, a missing field, or any fault in a value; the message names it.
    """
    family = document.get("family")
    if not isinstance(family, str) or family not in FAMILIES:
        close = difflib.get_close_matches(str(family), FAMILIES, n=1)
        raise InputError(
            "family",
            f"be one of {', '.join(FAMILIES)}",
            family,
            remedy=f"Did you mean {close[0]}?" if close else "",
        )
    read, fields = FAMILIES[family]
    for key in document:
        if key not in _COMMON | fields:
            close = difflib.get_close_matches(key, _COMMON | fields, n=1)
            hint = f"Did you mean {close[0]}?" if close else "Remove it."
            raise InputError(
                key,
                f"be a field of family {family}",
                key,
                f"Fields: {', '.join(sorted(_COMMON | fields))}.",
                hint,
            )
    return read(_Document(document, base or Path()))
