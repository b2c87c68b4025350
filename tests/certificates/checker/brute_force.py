"""What brute force says of a factor kernel on few labels: the oracle of the forgeries, which asks no certificate.

Energies of products of a few slices on the circle are floats, and refute with a margin; energies of contents u and -u
and the principal minors of the signed Laplacian are fractions, and refute without one.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np
from handmade import laplacian

ANGLES = np.arange(24) * 2 * np.pi / 24
SLICES = (
    [np.array([a]) for a in ANGLES]
    + [np.array([a, a + np.pi]) for a in ANGLES[:12]]
    + [np.array([-e, e]) for e in (0.05, 0.3, 1.0)]
    + [np.concatenate([ANGLES + c * np.pi / 24 for c in (0, 1)])]
)
DIRAC = np.arange(len(SLICES)) < len(ANGLES)


def profile_value(spec, t):
    """Return f(t) of the few profiles that occur in the mutated certificates, or None for others."""
    if isinstance(spec, dict):
        ((name, beta),) = spec.items()
        if name == "gegenbauer":
            return None
        beta = float(Fraction(beta))
        return np.exp(beta * (t - 1)) / beta if abs(beta) <= 6 else None
    allowed = {
        "exp": np.exp,
        "asin": lambda x: np.arcsin(np.clip(x, -1, 1)),
        "tanh": np.tanh,
        "pi": np.pi,
        "t": t,
        "__builtins__": {},
    }
    return eval(spec, allowed) + 0 * t


def table(problem):
    """Return k as fractions, and the weights."""
    labels, k = problem["labels"], problem["k"]
    n = labels.get("n") or len(labels["weights"])
    w = [Fraction(x) for x in labels.get("weights", [])] or [Fraction(1, n)] * n
    if isinstance(k, dict):
        return [[Fraction(k["toeplitz"][abs(i - j)]) for j in range(n)] for i in range(n)], w
    return [[Fraction(x) for x in row] for row in k], w


@lru_cache(maxsize=4096)
def slice_energies(spec):
    """Return the mean of f(<x, y>) over pairs of slices, None where the profile is not known here."""
    if profile_value(json.loads(spec), np.ones(1)) is None:
        return None
    return np.array(
        [[profile_value(json.loads(spec), np.cos(a[:, None] - b[None, :])).mean() for b in SLICES] for a in SLICES]
    )


def is_psd(A):
    """Say whether all principal minors are nonnegative (sizes up to 4)."""
    n = len(A)

    def minor(S):
        if not S:
            return Fraction(1)
        rows = [[A[i][j] for j in S] for i in S]
        if len(S) == 1:
            return rows[0][0]
        return sum((-1) ** j * rows[0][j] * minor_of([r[:j] + r[j + 1 :] for r in rows[1:]]) for j in range(len(S)))

    def minor_of(rows):
        if len(rows) == 1:
            return rows[0][0]
        return sum((-1) ** j * rows[0][j] * minor_of([r[:j] + r[j + 1 :] for r in rows[1:]]) for j in range(len(rows)))

    return all(minor([i for i in range(n) if mask >> i & 1]) >= 0 for mask in range(1, 1 << n))


def signed_energies(problem):
    """Return (is collapsed, energy) of every assignment of the contents u and -u: exact; None for other profiles."""
    k, w = table(problem)
    ends = profile_at_ends(problem["profile"])
    if ends is None:
        return None
    n = len(k)
    found = []
    for signs in product((1, -1), repeat=n - 1):
        s = (1, *signs)
        pairs = product(range(n), repeat=2)
        energy = sum((w[i] * w[j] * k[i][j] * ends[s[i] != s[j]] for i, j in pairs), Fraction(0)) / 2
        found.append((len(set(s)) == 1, energy))
    return found


def profile_at_ends(spec):
    """Return f(1) and f(-1) of a polynomial or of a series of zonal polynomials, exactly; None for other profiles."""
    if isinstance(spec, dict):
        series = [Fraction(a) for a in spec.get("gegenbauer", ())]
        return (sum(series), sum((-1) ** n * a for n, a in enumerate(series))) if series else None
    if not set(spec) <= set("t0123456789+-*/ ()"):
        return None
    return tuple(eval(spec, {"t": Fraction(t), "__builtins__": {}}) for t in (1, -1))


def product_energies(problem):
    """Return the energies of all products of a few slices, one axis per label, or None where the profile is unknown."""
    k, w = table(problem)
    n = len(k)
    pairs = slice_energies(json.dumps(problem["profile"]))
    if pairs is None:
        return None
    K = np.array([[float(w[i] * w[j] * k[i][j]) for j in range(n)] for i in range(n)])
    energy = np.zeros((len(SLICES),) * n)
    for i, j in product(range(n), repeat=2):
        shape = [1] * n
        shape[i] = shape[j] = len(SLICES)
        energy = energy + K[i, j] * (np.diag(pairs) if i == j else pairs).reshape(shape)
    return energy


def _beaten_by_signs(signed, claim):
    """Say whether contents u and -u refute a claim, exactly: they are graph laws, so that they speak of both views."""
    best = max((energy for collapsed, energy in signed if not collapsed), default=None)
    own = next(energy for collapsed, energy in signed if collapsed)
    return best is not None and any(
        best >= own if view == "all" else best > own for view in claim.values() if view != "none"
    )


def exceeds(problem, view, bound):
    """Say whether a law of the view has more energy than a bound: exactly with contents u and -u, else clearly."""
    signed = signed_energies(problem)
    if signed is not None and max(energy for _, energy in signed) > bound:
        return True
    energy = product_energies(problem)
    if energy is None:
        return False
    if view == "graph_laws" and problem["labels"]["kind"] != "blocks":
        energy = energy[np.ix_(*[np.flatnonzero(DIRAC)] * energy.ndim)]
    return bool(energy.max() / 2 > float(bound) + 1e-10 * (1 + abs(energy).max()))


def contradicts(problem, claim):
    """Say whether brute force over products of a few slices refutes a claim about a factor kernel on few labels."""
    k, w = table(problem)
    signed = signed_energies(problem)
    if signed is not None and _beaten_by_signs(signed, claim):
        return True
    spec = problem["profile"]
    energy = product_energies(problem)
    if energy is None:
        return False
    energy = 2 * energy
    n = len(k)
    scale = 1e-10 * (1 + np.abs(energy).max())
    collapsed = energy[(0,) * n]
    index = np.indices(energy.shape)
    spread = ~((index == index[0]).all(axis=0) & DIRAC[index[0]])
    blocks = problem["labels"]["kind"] == "blocks"
    slope = "asin" not in str(spec)
    not_psd = slope and not is_psd(laplacian(k, w))
    degree = slope and any(sum(x * y for x, y in zip(w, row, strict=True)) < 0 for row in k)
    for view, value in claim.items():
        family = np.ones_like(spread) if view == "all_laws" or blocks else DIRAC[index].all(axis=0)
        best = energy[family].max()
        rivals = energy[family & spread]
        beaten = best > collapsed + scale or not_psd or (degree and (view == "all_laws" or blocks))
        if value == "none" and not beaten:
            return True
        if value != "none" and beaten:
            return True
        if value == "all" and rivals.size and rivals.max() > collapsed - scale:
            return True
    return False
