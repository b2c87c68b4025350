"""One field, written as users of each library write it: velocities and energy of the plain kernel, all pairs.

v_i = P_{x_i} (1/n) sum_j e_ij x_j and E = 1/(2 beta n^2) sum_ij e_ij with e_ij = e^{beta (<x_i, x_j> - 1)}, in float64.

Where a library has a known way to be faster it is taken: tables are allocated once, beta goes into the smaller factor,
KeOps computes both sums in one reduction. A library that is not installed is left out; nothing is installed from here.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np

from verify.model.profiles import Profile
from verify.particles.field_dense import DenseField
from verify.particles.scaling import scaled_profile

Array = np.ndarray[Any, Any]
#: Returns velocities (n, d) and the energy in the library's own types.
Evaluation = Callable[[], tuple[Any, Any]]

#: Rows that the row-blocked writing has in work at a time.
BLOCK = 256
#: What every rival has to agree with the solver to before it is timed, relative to the largest velocity.
AGREEMENT = 1e-12


def solver(x: Array, beta: float) -> Evaluation:
    """Return the dense field of this project on one thread."""
    field = DenseField(scaled_profile(Profile.peak(str(beta)), x.shape[1]))
    w, every = np.full(len(x), 1 / len(x)), np.arange(len(x))
    return lambda: field(x, w, every)


def naive_numpy(x: Array, beta: float) -> Evaluation:
    """Return the formula as it stands: every intermediate table is allocated."""

    def evaluate() -> tuple[Array, float]:
        table = np.exp(beta * (x @ x.T - 1))
        force = table @ x / len(x)
        return force - np.sum(force * x, axis=1)[:, None] * x, float(table.mean() / (2 * beta))

    return evaluate


def in_place_numpy(x: Array, beta: float) -> Evaluation:
    """Return one table, allocated once and changed in place."""
    table = np.empty((len(x), len(x)))

    def evaluate() -> tuple[Array, float]:
        np.matmul(beta * x, x.T, out=table)
        np.subtract(table, beta, out=table)
        np.exp(table, out=table)
        force = table @ x
        force /= len(x)
        return force - np.einsum("nc,nc->n", force, x)[:, None] * x, float(table.mean() / (2 * beta))

    return evaluate


def torch_in_place(x: Array, beta: float) -> Evaluation:
    """Return the same in torch."""
    import torch

    torch.set_num_threads(1)
    y = torch.from_numpy(x)
    table = torch.empty((len(x), len(x)), dtype=torch.float64)

    def evaluate() -> tuple[Any, Any]:
        torch.mm(beta * y, y.T, out=table).sub_(beta).exp_()
        force = torch.mm(table, y).div_(len(x))
        return force - (force * y).sum(1, keepdim=True) * y, table.mean() / (2 * beta)

    return evaluate


def torch_autograd(x: Array, beta: float) -> Evaluation:
    """Return the gradient of the energy by reverse mode, n times it, projected."""
    import torch

    torch.set_num_threads(1)
    n = len(x)

    def evaluate() -> tuple[Any, Any]:
        y = torch.from_numpy(x).clone().requires_grad_(True)
        energy = torch.exp(beta * (y @ y.T - 1)).mean() / (2 * beta)
        (gradient,) = torch.autograd.grad(energy, y)
        z = y.detach()
        return n * (gradient - (gradient * z).sum(1, keepdim=True) * z), energy.detach()

    return evaluate


def jax_jit(x: Array, beta: float) -> Evaluation:
    """Return the whole table under XLA's compiler."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    y = jnp.asarray(x)

    @jax.jit
    def whole(y: Any) -> tuple[Any, Any]:
        table = jnp.exp(beta * (y @ y.T - 1))
        force = table @ y / len(x)
        return force - (force * y).sum(1, keepdims=True) * y, table.mean() / (2 * beta)

    return lambda: jax.block_until_ready(whole(y))


def jax_row_blocked(x: Array, beta: float) -> Evaluation:
    """Return blocks of rows under XLA's compiler, so that no table leaves the cache."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    y = jnp.asarray(x)
    n, block = len(x), next(size for size in range(min(BLOCK, len(x)), 0, -1) if len(x) % size == 0)

    @jax.jit
    def blocked(y: Any) -> tuple[Any, Any]:
        extended = jnp.concatenate([y, jnp.ones((n, 1))], axis=1)
        sums = jax.lax.map(
            lambda rows: jnp.exp(rows @ y.T - beta) @ extended, (beta * y).reshape(-1, block, x.shape[1])
        )
        sums = sums.reshape(n, -1) / n
        force = sums[:, :-1]
        return force - (force * y).sum(1, keepdims=True) * y, sums[:, -1].mean() / (2 * beta)

    return lambda: jax.block_until_ready(blocked(y))


def keops(x: Array, beta: float) -> Evaluation:
    """Return one reduction of KeOps on the processor; it is compiled at the first call."""
    from pykeops.numpy import LazyTensor

    n = len(x)
    extended = np.concatenate([x, np.ones((n, 1))], axis=1)
    left, right = LazyTensor((beta * x)[:, None, :]), LazyTensor(x[None, :, :])
    summand = ((left * right).sum(-1) - beta).exp() * LazyTensor(extended[None, :, :])

    def evaluate() -> tuple[Array, float]:
        sums = summand.sum(1, backend="CPU") / n
        force = sums[:, :-1]
        return force - np.einsum("nc,nc->n", force, x)[:, None] * x, float(sums[:, -1].mean() / (2 * beta))

    return evaluate


#: Name, the module that it needs, and how the field is written with it.
RIVALS: tuple[tuple[str, str, Callable[[Array, float], Evaluation]], ...] = (
    ("naive NumPy", "numpy", naive_numpy),
    ("in-place NumPy", "numpy", in_place_numpy),
    ("torch in place", "torch", torch_in_place),
    ("torch autograd", "torch", torch_autograd),
    ("jax jit", "jax", jax_jit),
    ("jax row-blocked", "jax", jax_row_blocked),
    ("KeOps", "pykeops", keops),
)


def evaluations(x: Array, beta: float) -> dict[str, Evaluation]:
    """Return the solver's evaluation, as "ours", and that of every rival that is installed."""
    found = {name: make(x, beta) for name, module, make in RIVALS if importlib.util.find_spec(module)}
    return {"ours": solver(x, beta), **found}


def disagreements(runs: dict[str, Evaluation]) -> dict[str, float]:
    """Return how far each is from the naive formula: the larger of the relative errors of velocity and energy."""
    velocity, energy = runs["naive NumPy"]()
    found = {}
    for name, run in runs.items():
        other, value = run()
        gap = float(np.abs(np.asarray(other) - velocity).max() / np.abs(velocity).max())
        found[name] = float(np.maximum(gap, abs(float(value) - energy) / abs(energy)))  # which keeps a NaN
    return found


def require_agreement(runs: dict[str, Evaluation]) -> float:
    """Return the largest disagreement; one above :data:`AGREEMENT` ends the benchmark.

    Raises
    ------
    RuntimeError
        Two of them do not compute the same field: their times would compare nothing.
    """
    gaps = disagreements(runs)
    apart = {name: gap for name, gap in gaps.items() if not gap <= AGREEMENT}
    if apart:
        raise RuntimeError(f"fields must agree to {AGREEMENT:g} before they are timed; got {apart}")
    return max(gaps.values())
