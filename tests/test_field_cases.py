"""Faults that users of other tools met in the field, restated for this toolkit, each with its right answer.

Left out: what belongs to a particle solver (iterates that drift off the sphere). Statuses of convex solvers are
evidence nowhere in what decides and certifies: the last test but one says so of every module.
"""

from __future__ import annotations

import ast
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from verify.certificates.psd import NegativeDirection, PsdProof, prove_psd, quadratic_form
from verify.encodings import load_config
from verify.encodings.alibi import alibi_formula
from verify.encodings.frequencies import default_frequencies
from verify.encodings.t5_buckets import t5_bucket
from verify.encodings.variants import ModelConfig, Variant
from verify.model.errors import InputError
from verify.model.formula import formula_of, parse_formula
from verify.model.kernels import read_kernel
from verify.model.numbers import parse_number
from verify.model.quadrature import integrate_formula
from verify.spectral.continuum.toeplitz import EnclosedSymbol
from verify.spectral.decide import decide, decide_model
from verify.spectral.finite.signed_laplacian import signed_laplacian

ROOT = Path(__file__).parents[1]


# ---------------------------------------------------------------- exact positive semidefiniteness


def test_leading_minors_do_not_decide_semidefiniteness() -> None:
    """All leading minors of [[0,0,0],[0,1,2],[0,2,1]] are >= 0, and v = (0, 1, -1) has v^T A v = -2."""
    A = [[0, 0, 0], [0, 1, 2], [0, 2, 1]]
    found = prove_psd(A)
    assert isinstance(found, NegativeDirection)
    assert quadratic_form(A, found.v) < 0
    assert quadratic_form(A, [0, 1, -1]) == -2


def test_a_singular_matrix_is_proved_semidefinite_without_a_tolerance() -> None:
    """(1,2,3)(1,2,3)^T has rank 1; a float eigenvalue of it is -6e-16."""
    proof = prove_psd([[1, 2, 3], [2, 4, 6], [3, 6, 9]])
    assert isinstance(proof, PsdProof)
    assert proof.rank == 1


def test_the_critical_repulsive_edge_and_its_neighbour_are_told_apart() -> None:
    """Path 1, 1 closed by -1/2: L = (1/2) u u^T, u = (1, -2, 1). Closed by -1/2 - 10^-12: (1, 0, -1) has -4/10^12."""
    critical, beyond = Fraction(-1, 2), Fraction(-1, 2) - Fraction(1, 10**12)
    at, past = (signed_laplacian([1, 1, 1], [[0, 1, a], [1, 0, 1], [a, 1, 0]]) for a in (critical, beyond))
    assert isinstance(at.decision, PsdProof)
    assert len(at.decision.pivots) == 2
    u = (1, -2, 1)
    assert at.form == flint.fmpq_mat(flint.fmpz_mat([[x * y for y in u] for x in u])) / 2
    assert isinstance(past.decision, NegativeDirection)
    assert past.dirichlet_form([1, 0, -1]) == Fraction(-4, 10**12)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "nan", "-inf"])
def test_a_number_that_is_not_finite_never_reaches_an_eigenvalue(bad: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """`if value <= tol: fail` never fires on NaN; here the input is refused before anything is computed."""

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("an eigenvalue was computed")

    for name in ("eigvalsh", "eigh", "eigvals", "eig", "cholesky"):
        monkeypatch.setattr(np.linalg, name, forbidden)
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    with pytest.raises(InputError, match="finite"):
        read_kernel({"family": "factor", "d": 2, "profile": "t", "labels": labels, "k": [[bad, 0], [0, 1]]})
    with pytest.raises(InputError):
        prove_psd([[bad, 0], [0, 1]])


# ---------------------------------------------------------------- symbols and integrals


def test_the_distance_on_the_circle_has_no_positive_coefficient_but_the_mean() -> None:
    """khat(m) = ((-1)^m - 1)/(pi m^2) <= 0 for m != 0, khat(0) = pi/2: |x| collapses, -|x| does not."""
    symbol = EnclosedSymbol(parse_formula("Min(Abs(s), 2*pi - Abs(s))", {"s"}))
    assert abs(symbol.coefficient(0) - flint.arb.pi() / 2) < 1e-14
    for m in range(1, 9):
        value = symbol.coefficient(m)
        assert value.overlaps(((-1) ** m - 1) / (flint.arb.pi() * m * m))
        assert value < 0 if m % 2 else abs(value) < 1e-14
    distance = "Min(Abs(xi - zeta), 2*pi - Abs(xi - zeta))"
    document = {"family": "factor", "d": 3, "profile": "exp(t)", "labels": {"kind": "circle"}}
    answers = [str(decide(read_kernel(document | {"k": k})).all_laws.collapse) for k in (distance, f"-{distance}")]
    assert answers == ["all", "none"]


def test_the_integral_of_a_positive_function_is_not_zero() -> None:
    """∫ (y^2 + C)^(-3/2) over [-w/2, w/2] = w/(C sqrt(C + w^2/4)): C = 5/3, w = 7."""
    with flint.ctx.workprec(160):
        w, C = flint.arb(7), flint.arb(5) / 3
        integral = integrate_formula(parse_formula("(y**2 + 5/3)**(-3/2)", {"y"}), "y", -w / 2, w / 2)
        assert abs(integral - w / (C * (C + w * w / 4).sqrt())) < 1e-20


def test_a_branch_is_evaluated_only_where_it_holds() -> None:
    """theta/sin(theta) with value 1 at 0: 1, pi/2, and undefined at pi, never 2.6e16."""
    formula = parse_formula("Piecewise((1, theta == 0), (theta/sin(theta), True))", {"theta"})
    np.testing.assert_allclose(formula.array({"theta": np.array([0.0, np.pi / 2])}), [1, np.pi / 2], rtol=1e-15)
    assert formula.enclose({"theta": flint.arb(0)}) == 1
    assert formula.enclose({"theta": flint.arb.pi() / 2}).overlaps(flint.arb.pi() / 2)
    assert not formula.enclose({"theta": flint.arb.pi()}).is_finite()
    with pytest.raises(InputError, match="finite real value"):
        parse_number(formula.substitute({"theta": parse_formula("pi", ())}), "theta")


# ---------------------------------------------------------------- rotary encodings


def _rotary(**change: Any) -> ModelConfig:
    parameters = {"rope_type": "default", "rope_theta": 10000.0}
    return load_config({"head_dim": 8, "max_position_embeddings": 16, "rope_parameters": parameters} | change)


def _rotation(frequencies: np.ndarray[Any, Any], position: int, pairs: list[tuple[int, int]]) -> np.ndarray[Any, Any]:
    R = np.eye(8)
    for omega, (a, b) in zip(frequencies, pairs, strict=True):
        c, s = np.cos(position * omega), np.sin(position * omega)
        R[np.ix_([a, b], [a, b])] = [[c, -s], [s, c]]
    return R


def test_the_layout_of_pairs_is_a_permutation_of_coordinates() -> None:
    """Interleaved coordinates are half-split ones in the order (0,4,1,5,2,6,3,7): one kernel, one verdict.

    With the same coordinates the logits differ, so that weights must be permuted with the layout.
    """
    order = [0, 4, 1, 5, 2, 6, 3, 7]
    omega = default_frequencies(10000.0, 8)
    interleaved = _rotation(omega, 5, [(2 * p, 2 * p + 1) for p in range(4)])
    half_split = _rotation(omega, 5, [(p, p + 4) for p in range(4)])
    P = np.eye(8)[order]
    np.testing.assert_allclose(P.T @ interleaved @ P, half_split, atol=1e-16)
    q, k = np.random.default_rng(0).standard_normal((2, 8))
    assert abs(q @ interleaved @ k - q @ half_split @ k) > 0.1
    a, b = (_rotary(layout=layout) for layout in ("interleaved", "half_split"))
    first, second = (model.variants[0].kernel for model in (a, b))
    assert first is not None
    assert second is not None
    assert first.digest == second.digest
    views = [[variant.verdict.all_laws for variant in decide_model(model).variants] for model in (a, b)]
    assert views[0] == views[1]


def test_frequencies_are_the_float64_value_of_the_formula() -> None:
    """Plane 1 of 16 turns by 1044.26784... at position 1857; half precision says 1045, one radian out of six off.

    The loader keeps the exact binary value of the float64 frequency; the position is an integer.
    """
    (variant,) = (v for v in _rotary(head_dim=32).variants if v.kernel is not None)
    assert variant.kernel is not None
    omega = Fraction(variant.kernel.normal_form()["frequencies"][1])
    with flint.ctx.workprec(128):
        exact = 1857 * flint.arb(10000) ** (flint.arb(-2) / 32)
        assert abs(exact - flint.arb(flint.fmpq(1857 * omega.numerator, omega.denominator))) < 1e-12
        assert abs(exact - flint.arb("1044.26784")) < 1e-5
    half = float(np.float16(1857) * np.float16(float(omega)))
    assert half == 1045
    assert abs(math.cos(half) - math.cos(1857 * omega)) > 0.5


def test_both_spellings_of_a_scaling_are_read_alike() -> None:
    """rope_parameters with rope_type, rope_scaling with type: equal digests; what is not known is an error."""
    yarn = {"factor": 4.0, "original_max_position_embeddings": 32768}
    base = {"head_dim": 128, "max_position_embeddings": 64}
    new = load_config(base | {"rope_parameters": {"rope_type": "yarn", "rope_theta": 1e6, **yarn}})
    old = load_config(base | {"rope_theta": 1e6, "rope_scaling": {"type": "yarn", **yarn}})
    plain = load_config(base | {"rope_theta": 1e6})
    digests = [_digest(model.variants[0]) for model in (new, old, plain)]
    assert digests[0] == digests[1] != digests[2]
    with pytest.raises(InputError, match="yarm"):
        load_config(base | {"rope_parameters": {"rope_type": "yarm", "rope_theta": 1e6, **yarn}})
    with pytest.raises(InputError, match="rope_flavour"):
        load_config(base | {"rope_parameters": {"rope_type": "yarn", "rope_theta": 1e6, "rope_flavour": 2, **yarn}})


def _digest(variant: Variant) -> str:
    assert variant.kernel is not None
    return variant.kernel.digest


# ---------------------------------------------------------------- biases


def test_a_bias_by_key_index_is_equal_to_alibi_only_under_a_causal_softmax() -> None:
    """m = 1/2, n = 4: e^{mj} and e^{-m|i-j|} agree after normalising causal rows, and nowhere else."""
    i, j = np.indices((4, 4))
    key, distance = np.exp(j / 2), np.exp(-np.abs(i - j) / 2)
    causal = np.tril(np.ones((4, 4)))

    def softmax(k: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return np.asarray(k / k.sum(axis=1, keepdims=True))

    np.testing.assert_allclose(softmax(key * causal), softmax(distance * causal), rtol=1e-14)
    assert abs(softmax(key) - softmax(distance)).max() > 0.1
    np.testing.assert_allclose((key / distance)[2, :3], np.exp(1), rtol=1e-14)


def test_a_bias_by_key_index_is_refused_as_asymmetric() -> None:
    """Its symmetric part is another kernel than the two-sided bias, and carries another digest."""
    document = {"family": "factor", "d": 3, "profile": "exp(t)", "labels": {"kind": "positions", "n": 4}}
    with pytest.raises(InputError, match="be symmetric"):
        read_kernel(document | {"k": alibi_formula(0.5, "key_index")})
    symmetrised = read_kernel(document | {"k": alibi_formula(0.5, "key_index"), "symmetrize": True})
    assert symmetrised.digest != read_kernel(document | {"k": alibi_formula(0.5)}).digest


@pytest.mark.parametrize(
    ("relative", "bucket"),
    [(-128, 15), (-91, 15), (-90, 14), (-16, 10), (-8, 8), (-7, 7), (0, 0), (7, 23), (8, 24)],
)
def test_buckets_of_both_directions_are_exact(relative: int, bucket: int) -> None:
    """32 buckets up to distance 128; keys after the query use the upper half."""
    assert t5_bucket(relative) == bucket


@pytest.mark.parametrize(("relative", "bucket"), [(5, 0), (-16, 16), (-112, 30), (-113, 31)])
def test_causal_buckets_are_exact(relative: int, bucket: int) -> None:
    """Keys after the query share bucket 0."""
    assert t5_bucket(relative, bidirectional=False) == bucket


# ---------------------------------------------------------------- statuses


def test_an_identity_is_neither_refuted_nor_proved_by_balls() -> None:
    """sin^2 + cos^2 - 1 on a wide ball holds 0 and more: no comparison with 0 is certain in any direction."""
    value = parse_formula("sin(x)**2 + cos(x)**2 - 1", {"x"}).enclose({"x": flint.arb(0, 3)})
    assert not any((value < 0, value > 0, value == 0, value != 0))
    narrow = parse_formula("sin(x)**2 + cos(x)**2 - 1", {"x"}).enclose({"x": flint.arb(1)})
    assert narrow.contains(0)
    assert not any((narrow < 0, narrow > 0, narrow == 0))


def test_an_identity_is_proved_by_rewriting_and_refuted_at_a_point_only() -> None:
    """(sin^2 + cos^2)(xi) k is symmetric; 10^-30 xi more is not, and a point where it fails is named."""
    document = {"family": "factor", "d": 2, "profile": "t", "labels": {"kind": "circle"}}
    k = "cos(xi - zeta)*(sin(xi)**2 + cos(xi)**2)"
    assert read_kernel(document | {"k": k}).d == 2
    with pytest.raises(InputError, match="at xi = "):
        read_kernel(document | {"k": f"{k} + xi/10**30"})


def test_equality_of_formulas_is_equality_of_their_texts() -> None:
    """1 and sin^2 + cos^2 are two formulas: a digest never rests on an identity."""
    one, identity = parse_formula("1", ()), parse_formula("sin(x)**2 + cos(x)**2", {"x"})
    assert one != identity
    assert formula_of(identity.tree) == identity


@pytest.mark.parametrize("room", ["certificates", "spectral", "evidence"])
def test_no_status_of_a_convex_solver_is_evidence(room: str) -> None:
    """What decides, certifies and judges imports no convex solver, so that "optimal" can prove nothing."""
    solvers = {"cvxpy", "scs", "clarabel", "mosek", "cvxopt", "osqp", "ecos"}
    for path in sorted((ROOT / "verify" / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not solvers & {name.split(".")[0] for name in names}, path


def test_a_slow_machine_is_no_counterexample() -> None:
    """The profiles of property tests have no deadline, and no test sets one of its own."""
    ci = settings.get_profile("ci")
    assert (ci.deadline, ci.derandomize, ci.database, ci.print_blob) == (None, True, None, True)
    assert HealthCheck.too_slow in ci.suppress_health_check
    assert settings().deadline is None
    word = "deadline" + "="
    own = [path.name for path in sorted((ROOT / "tests").rglob("test_*.py")) if word in path.read_text("utf-8")]
    assert own == []
