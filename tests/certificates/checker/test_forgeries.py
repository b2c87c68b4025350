"""Random re-sealed mutations of certificates are never accepted when brute force refutes their statement."""

from __future__ import annotations

import copy
import json
import random
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from handmade import ACCEPTED, PAIR, REPULSIVE, SPLIT, factor, laplacian, sealed

from verify.certificates.checker import check

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


@cache
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


def contradicts(problem, claim):
    """Say whether brute force over products of a few slices refutes a claim about a factor kernel on few labels."""
    k, w = table(problem)
    n = len(k)
    spec = problem["profile"]
    K = np.array([[float(w[i] * w[j] * k[i][j]) for j in range(n)] for i in range(n)])
    pairs = slice_energies(json.dumps(spec))
    if pairs is None:
        return False
    energy = np.zeros((len(SLICES),) * n)
    for i, j in product(range(n), repeat=2):
        shape = [1] * n
        if i == j:
            shape[i] = len(SLICES)
            energy = energy + K[i, i] * np.diag(pairs).reshape(shape)
        else:
            shape[i] = shape[j] = len(SLICES)
            energy = energy + K[i, j] * pairs.reshape(shape)
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


def mutate(value, rng):
    """Change one random place of plain data."""
    if isinstance(value, dict) and value:
        key = rng.choice(sorted(value))
        return value | {key: mutate(value[key], rng)}
    if isinstance(value, list) and value:
        index = rng.randrange(len(value))
        if rng.random() < 0.05:
            return value[:index] + value[index + 1 :]
        if rng.random() < 0.05:
            return [*value, value[index]]
        return [*value[:index], mutate(value[index], rng), *value[index + 1 :]]
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + rng.choice([-1, 1, 2, 10**6])
    words = {"all", "some", "none"}
    if not isinstance(value, str):
        return "0"
    if value in words:
        return rng.choice(sorted(words - {value}))
    choices = [
        value[1:] if value.startswith("-") else "-" + value,
        value + rng.choice("0123456789"),
        rng.choice(["0", "1", "-1", "2", "1/2", "-1/2", "3", "-3", "1/3", "2/3"]),
        value.replace(rng.choice("0123456789"), rng.choice("0123456789")),
        value + "/2",
    ]
    return rng.choice(choices)


SYMMETRIC = 0.8


def forged(cert, rng):
    """Return a re-sealed mutation of a certificate; changes of a table are mostly mirrored, so that they go deeper."""
    cert = copy.deepcopy(cert)
    part = rng.choice(["problem", "problem", "problem", "data", "data"])
    if part == "problem":
        target = rng.choice(["k", "k", "k", "labels", "profile", "d"])
        k = cert["problem"]["k"]
        if (
            target == "k"
            and isinstance(k, list)
            and k
            and all(isinstance(row, list) for row in k)
            and rng.random() < SYMMETRIC
        ):
            i, j = rng.randrange(len(k)), rng.randrange(len(k))
            k[i] = [*k[i], "0", "0", "0"][: len(k)] if rng.random() < 0.9 else k[i]
            if len(k[i]) > j and len(k[j]) > i:
                k[i][j] = k[j][i] = mutate(k[i][j], rng)
        elif target == "profile" and rng.random() < 0.7:
            cert["problem"]["profile"] = rng.choice(
                ["t", "t**2", "exp(2*t)", "t**3", {"usa": "-1"}, "asin(t)", "t**2 - t/2", "exp(t**2)", "t + t**2"]
            )
        elif target == "labels" and rng.random() < 0.3 and cert["problem"]["labels"]["kind"] in {"atoms", "blocks"}:
            kind = cert["problem"]["labels"]["kind"]
            cert["problem"]["labels"]["kind"] = "blocks" if kind == "atoms" else "atoms"
        else:
            cert["problem"][target] = mutate(cert["problem"][target], rng)
    else:
        cert["data"] = mutate(cert["data"], rng)
    if rng.random() < 0.5:
        cert["data"]["claim"] = {view: rng.choice(["all", "some", "none"]) for view in ("graph_laws", "all_laws")}
    if rng.random() < 0.2:
        cert["method"] = rng.choice(["sign", "laplacian", "direction", "negative_degree", "cuts", "law"])
    return sealed(cert)


def is_small(problem):
    """Say whether the brute force can judge a problem: a finite table and a known profile."""
    labels, k = problem["labels"], problem["k"]
    sizes = labels.get("n") or len(labels.get("weights", []))
    return isinstance(k, list | dict) and 0 < sizes <= 3 and "shape" not in labels


FINITE = {"atoms", "blocks", "positions", "cyclic"}
TABLES = [c for c in ACCEPTED.values() if c["theorem"] == "T5" and c["problem"]["labels"]["kind"] in FINITE]
SEEDS = [
    c for c in TABLES if isinstance(c["problem"].get("k"), list) and "sqrt" not in str(c) and is_small(c["problem"])
]


def test_the_brute_force_agrees_with_the_certificates():
    """The oracle of the next test refutes none of the accepted statements, and it refutes false ones."""
    assert len(SEEDS) > 15
    for cert in SEEDS:
        assert not contradicts(cert["problem"], cert["data"]["claim"]), cert["problem"]
    assert contradicts(factor(REPULSIVE), {"all_laws": "all"})
    assert contradicts(factor([[0, -1], [-1, 0]]), {"graph_laws": "some"})
    assert contradicts(factor(SPLIT), {"graph_laws": "all"})
    assert contradicts(factor(PAIR), {"graph_laws": "none"})


@pytest.mark.parametrize("seed", range(8))
def test_no_mutation_makes_a_false_statement_accepted(seed):
    """750 re-sealed mutations per seed: what is accepted is not refuted by brute force."""
    rng = random.Random(seed)
    accepted = 0
    for _ in range(750):
        cert = forged(rng.choice(SEEDS), rng)
        if rng.random() < 0.3:
            cert = forged(cert, rng)
        if check(cert).accepted:
            accepted += 1
            assert not contradicts(cert["problem"], cert["data"]["claim"]), cert
    assert accepted > 20
