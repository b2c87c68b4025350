"""Kernels of every family: validation, normal forms, digests, blocks and gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sympy

from verify.model.errors import InputError
from verify.model.kernels import GaugeKernel, Kernel, read_kernel

CIRCLE, SEVEN = {"kind": "circle"}, {"kind": "positions", "n": 7}
HALF = {"kind": "atoms", "weights": ["1/2", "1/2"]}
POINTS = {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["0", "1/2"]}
TURN = [["cos(xi)", "-sin(xi)"], ["sin(xi)", "cos(xi)"]]
I2, R90, R270 = [[1, 0], [0, 1]], [[0, -1], [1, 0]], [[0, 1], [-1, 0]]

EXAMPLES: dict[str, dict[str, Any]] = {
    "factor": {"family": "factor", "d": 3, "profile": {"usa": 2}, "k": [[1, "-1/2"], ["-1/2", 3]], "labels": HALF},
    "bias": {"family": "factor", "d": 3, "profile": "t**3 + t", "bias": "-Abs(xi - zeta)", "labels": POINTS},
    "rope": {"family": "gauge", "d": 5, "profile": {"usa": 1}, "frequencies": ["1", "sqrt(2)"], "labels": SEVEN},
    "prefix": {"family": "gauge", "profile": {"peak": 3}, "Q": [I2, R90], "k": [[1, 2], [2, 1]], "labels": HALF},
    "path": {"family": "gauge", "profile": "t", "Q": TURN, "labels": CIRCLE},
    "connection": {"family": "connection", "profile": "exp(t)", "O": [[I2, R90], [R270, I2]], "labels": HALF},
    "absolute": {"family": "additive", "profile": {"usa": 1}, "p": [["0", "1"], ["1/3", "2"]], "labels": HALF},
    "sinusoidal": {"family": "additive", "profile": {"usa": 1}, "p": ["sin(i)", "cos(i)"], "labels": SEVEN},
    "expression": {"family": "expression", "d": 2, "h": "exp(dot(x, y)) + x1*y1*cos(xi - zeta)", "labels": CIRCLE},
}  # fmt: skip


def _random_arguments(kernel: Kernel, rng: np.random.Generator) -> tuple[Any, ...]:
    x, y = (rng.standard_normal((n, kernel.d)) for n in (4, 3))
    x, y = (z / np.linalg.norm(z, axis=1, keepdims=True) for z in (x, y))
    return x, kernel.labels.sample(rng, 4), y, kernel.labels.sample(rng, 3)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_gradient_is_the_first_order_term_of_the_block(name: str) -> None:
    """Taylor remainder of second order: halving the step quarters it."""
    kernel = read_kernel(EXAMPLES[name])
    rng = np.random.default_rng(3)
    x, a, y, b = _random_arguments(kernel, rng)
    direction = rng.standard_normal(x.shape)
    direction -= np.sum(direction * x, axis=1, keepdims=True) * x
    slope = np.einsum("nmd,nd->nm", kernel.gradient(x, a, y, b), direction)

    def remainder(step: float) -> float:
        moved = x + step * direction
        moved /= np.linalg.norm(moved, axis=1, keepdims=True)
        return float(np.abs(kernel.block(moved, a, y, b) - kernel.block(x, a, y, b) - step * slope).max())

    assert remainder(1e-3) / remainder(5e-4) == pytest.approx(4, rel=0.05)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_block_is_symmetric_under_exchange(name: str) -> None:
    """h((x, xi), (y, zeta)) = h((y, zeta), (x, xi))."""
    kernel = read_kernel(EXAMPLES[name])
    x, a, y, b = _random_arguments(kernel, np.random.default_rng(5))
    np.testing.assert_allclose(kernel.block(x, a, y, b), kernel.block(y, b, x, a).T, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("name", ["bias", "path", "rope", "sinusoidal", "expression"])
def test_the_expression_agrees_with_the_block(name: str) -> None:
    """SymPy and NumPy read the same kernel."""
    kernel = read_kernel(EXAMPLES[name])
    rng = np.random.default_rng(11)
    x, a, y, b = _random_arguments(kernel, rng)
    first, second = kernel.labels.variables
    points = {"bias": lambda label: [0, 0.5][int(label)]}
    at = points.get(name, float)
    values = {sympy.Symbol(f"x{c + 1}", real=True): x[0, c] for c in range(kernel.d)}
    values |= {sympy.Symbol(f"y{c + 1}", real=True): y[0, c] for c in range(kernel.d)}
    values |= {sympy.Symbol(first[0], real=True): at(a[0]), sympy.Symbol(second[0], real=True): at(b[0])}
    assert float(kernel.expression().subs(values)) == pytest.approx(
        float(kernel.block(x[:1], a[:1], y[:1], b[:1])[0, 0]), rel=1e-12
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_normal_form_reads_back_to_the_same_digest(name: str) -> None:
    """Names and expectations are left out of it."""
    kernel = read_kernel(EXAMPLES[name] | {"name": "x", "expect": {"graph_laws": "all"}})
    again = read_kernel(kernel.normal_form())
    assert again.digest == kernel.digest
    assert not {"name", "expect"} & set(kernel.normal_form())


def test_gauge_rotations_compose_with_the_label() -> None:
    """Q(xi) x of plane p turns by omega_p xi and leaves the last coordinate."""
    kernel = read_kernel(EXAMPLES["rope"])
    assert isinstance(kernel, GaugeKernel)
    x = np.eye(5)[[0, 2, 4]]
    u = kernel.rotated(x, np.array([1, 2, 3]))
    expected = np.zeros((3, 5))
    expected[0, :2] = np.cos(1), np.sin(1)
    expected[1, 2:4] = np.cos(2 * np.sqrt(2)), np.sin(2 * np.sqrt(2))
    expected[2, 4] = 1
    np.testing.assert_allclose(u, expected, atol=1e-15)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"d": 1}, "at least 2"), ({"d": "3"}, "integer"), ({"family": "factory"}, "Did you mean factor"),
        ({"kk": 1}, "field of family"),
        ({"profile": "tan2(t)"}, "known functions"), ({"labels": None}, "object with a known kind"),
        ({"bias": [[0, 0], [0, 0]]}, "not stand beside k"),
        ({"expect": {"graph": "all"}}, "expect"), ({"symmetrize": "yes"}, "true or false"), ({"name": 3}, "text"),
    ],
)  # fmt: skip
def test_a_fault_in_a_kernel_file_is_named(change: dict[str, Any], fault: str) -> None:
    """Argument, condition and value."""
    with pytest.raises(InputError, match=fault):
        read_kernel(EXAMPLES["factor"] | change)


def test_matrices_that_are_nearly_orthogonal_are_refused_with_the_nearest_exact_one() -> None:
    """cos 1 and sin 1 as floats miss orthogonality by 1e-17."""
    c, s = float(np.cos(1)), float(np.sin(1))
    document = EXAMPLES["prefix"] | {"Q": [I2, [[c, -s], [s, c]]]}
    with pytest.raises(InputError, match="Nearest exact matrix"):
        read_kernel(document)


@pytest.mark.parametrize("Q", [[[1, 1], [0, 1]], [["cos(1)", "sin(1)"], ["sin(1)", "cos(1)"]]])
def test_matrices_that_are_not_orthogonal_are_refused(Q: list[list[Any]]) -> None:
    """Rational and symbolic entries."""
    with pytest.raises(InputError, match="orthogonal"):
        read_kernel(EXAMPLES["prefix"] | {"Q": [I2, Q]})


def test_symbolic_rotations_are_accepted_exactly() -> None:
    """cos^2 + sin^2 = 1 is algebra, not rounding."""
    Q = [["cos(1)", "-sin(1)"], ["sin(1)", "cos(1)"]]
    assert read_kernel(EXAMPLES["prefix"] | {"Q": [I2, Q]}).d == 2


def test_a_connection_must_be_transposed_across_the_diagonal() -> None:
    """O(b, a) = O(a, b)^T."""
    with pytest.raises(InputError, match="transpose"):
        read_kernel(EXAMPLES["connection"] | {"O": [[I2, R90], [R90, I2]]})


def test_numpy_arrays_stand_where_tables_do() -> None:
    """Floats mean their binary values."""
    kernel = read_kernel(EXAMPLES["factor"] | {"k": np.array([[1.0, -0.5], [-0.5, 3.0]])})
    assert kernel.digest == read_kernel(EXAMPLES["factor"]).digest


def test_a_symmetrised_kernel_says_so_in_its_normal_form() -> None:
    """The verdict then speaks of the symmetric part."""
    kernel = read_kernel(EXAMPLES["factor"] | {"k": [[1, 2], [0, 1]], "symmetrize": True})
    assert kernel.normal_form()["k"] == [["1", "1"], ["1", "1"]]
    assert kernel.normal_form()["symmetrize"] is True
