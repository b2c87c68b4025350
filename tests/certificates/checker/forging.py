"""Random changes of certificates, sealed again: what a forger without a proof would send."""

from __future__ import annotations

import copy

from handmade import sealed
from handmade_accepted import ACCEPTED


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
