"""The checker under random fire: bytes, and re-sealed mutations in number; what it accepts, brute force never refutes.

10^4 mutations in the full tier and 10^6 in the nightly one, each kind in eight parts that can run side by side;
CHECKER_MUTATIONS=200000 asks for another number.
"""

from __future__ import annotations

import copy
import json
import os
import random
import re
from fractions import Fraction

import pytest
from brute_force import contradicts, exceeds
from forging import SEEDS, forged, is_small, mutate
from handmade import atoms, factor, sealed
from handmade_accepted import ACCEPTED

from verify.certificates.checker import check, check_text

PARTS = 8
NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
MUTATIONS = int(os.environ.get("CHECKER_MUTATIONS") or (10**6 if NIGHTLY else 10**4))
DIRECTION = {"kernel": [["-1", "1"]], "pivots": [1], "scale": "1", "L": [["1"]], "D": ["1"]}
CONSTANT = {"kernel": [["1", "1"]], "pivots": [1], "scale": "1", "L": [["1"]], "D": ["1"]}
ONES = {"kernel": [["-1", "1", "0"], ["-1", "0", "1"]], "pivots": [1, 2], "scale": "1", "L": [["1"]], "D": ["1"]}
NUMBER = re.compile(r"-?\d+(/\d*[1-9]\d*)?")
NOTHING = {"kernel": [["1"]], "pivots": [0], "scale": "1", "L": [], "D": []}
REPELLING, ATTRACTING = [[0, -1], [-1, 0]], [[0, 1], [1, 0]]
BLOCK = {"kind": "blocks", "weights": ["1/2", "1/2"]}


def bound(problem, view, value, multipliers, psd):
    """Return the sealed certificate of E <= value."""
    data = {"claim": {"view": view, "bound": value}, "multipliers": multipliers, "psd": psd}
    return sealed({"schema": 1, "theorem": "T6", "problem": problem, "method": "multipliers", "data": data})


# Bounds that a law attains, so that the next smaller number is already false.
SHARP = [
    bound(factor([[0, -1, -1], [-1, 0, -1], [-1, -1, 0]], "t", d=2), "all_laws", "1/6", ["1"] * 3, ONES),
    bound(factor(ATTRACTING, "t"), "all_laws", "1/4", ["1", "1"], CONSTANT),
    bound(factor(ATTRACTING, "t + t**2"), "all_laws", "1/2", ["1", "1"], CONSTANT),
    bound(factor(ATTRACTING, {"gegenbauer": ["-1", "2", "1"]}), "graph_laws", "1/2", ["1", "1"], CONSTANT),
    bound(factor(REPELLING, "t**3"), "graph_laws", "1/4", ["1", "1"], DIRECTION),
    bound(factor(REPELLING, {"gegenbauer": ["-1", "1"]}), "graph_laws", "1/2", ["1", "1"], DIRECTION),
    bound(factor(REPELLING, "t", labels=BLOCK), "all_laws", "1/4", ["1", "1"], DIRECTION),
    bound(factor([[-1]], "t", labels=atoms(1)), "graph_laws", "-1/2", ["-1"], NOTHING),
]


def forged_bound(cert, rng):
    """Return a re-sealed mutation of a bound: of the claim, the multipliers, their proof, the table or the profile."""
    cert = copy.deepcopy(cert)
    data, problem = cert["data"], cert["problem"]
    for _ in range(rng.choice((1, 1, 2, 3))):
        what = rng.choice(("bound", "view", "multipliers", "psd", "k", "profile", "labels", "together"))
        if what == "view":
            data["claim"]["view"] = rng.choice(("graph_laws", "all_laws"))
        elif what == "bound":
            shift = Fraction(rng.choice((-1, 1)), rng.choice((2, 10, 10**6, 10**12)))
            data["claim"]["bound"] = str(Fraction(data["claim"]["bound"]) + shift)
        elif what == "together":  # multipliers and bound lowered alike, the proof left as it is
            less = Fraction(1, rng.choice((2, 10, 10**6)))
            data["multipliers"] = [str(Fraction(x) - less) if NUMBER.fullmatch(x) else x for x in data["multipliers"]]
            data["claim"]["bound"] = str(Fraction(data["claim"]["bound"]) - less / 4)
        elif what == "k":
            n = len(problem["k"])
            i, j = rng.randrange(n), rng.randrange(n)
            problem["k"][i][j] = problem["k"][j][i] = mutate(problem["k"][i][j], rng)
        elif what == "profile":
            problem["profile"] = rng.choice(("t", "t**2", "t**3", "2*t", "t + t**2", {"gegenbauer": ["1", "-1", "2"]}))
        elif what == "labels" and problem["labels"]["kind"] in {"atoms", "blocks"}:
            problem["labels"] = problem["labels"] | {"kind": rng.choice(("atoms", "blocks"))}
        elif what in data:
            data[what] = mutate(data[what], rng)
    return sealed(cert)


def shares(part):
    """Return how many mutations a part tries."""
    return MUTATIONS // PARTS + (part < MUTATIONS % PARTS)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_mutation_of_a_verdict_is_accepted_against_brute_force(part):
    """Of 10^4 (nightly 10^6) mutations, changed once to four times, no accepted statement is refuted."""
    rng = random.Random(f"verdicts {part}")
    accepted = 0
    for _ in range(shares(part)):
        cert = rng.choice(SEEDS)
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            cert = forged(cert, rng)
        if check(cert).accepted:
            accepted += 1
            assert not contradicts(cert["problem"], cert["data"]["claim"]), json.dumps(cert)
    assert accepted > shares(part) // 100


def test_the_oracle_of_bounds_refutes_the_next_smaller_number():
    """Each sharp bound is accepted and attained, up to 10^-9 by the laws that are tried."""
    for cert in SHARP:
        claim = cert["data"]["claim"]
        assert check(cert).accepted, cert
        assert not exceeds(cert["problem"], claim["view"], Fraction(claim["bound"]))
        assert exceeds(cert["problem"], claim["view"], Fraction(claim["bound"]) - Fraction(1, 10**8))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_mutation_of_a_bound_is_accepted_below_an_energy(part):
    """Of a quarter as many mutations of sharp bounds of T6, no accepted bound lies below the energy of a law."""
    rng = random.Random(f"bounds {part}")
    accepted = 0
    for _ in range(shares(part) // 4):
        cert = forged_bound(rng.choice(SHARP), rng)
        if check(cert).accepted:
            accepted += 1
            claim = cert["data"]["claim"]
            assert is_small(cert["problem"])
            assert not exceeds(cert["problem"], claim["view"], Fraction(claim["bound"])), json.dumps(cert)
    assert accepted > shares(part) // 400


def damaged(content, rng):
    """Return the bytes of a file with a few of them changed, left out, doubled or cut off."""
    damage = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 8))):
        i, j = sorted((rng.randrange(len(damage) + 1), rng.randrange(len(damage) + 1)))
        j = min(j, i + rng.choice((1, 1, 4, 64)))
        kind = rng.randrange(5)
        if kind == 0 and i < len(damage):
            damage[i] = rng.choice((damage[i] ^ (1 << rng.randrange(8)), rng.randrange(256), *b'09-"{}[],:/'))
        elif kind == 1:
            del damage[i:j]
        elif kind == 2:
            damage[i:i] = damage[i:j]
        elif kind == 3:
            damage[i:i] = rng.randbytes(rng.choice((1, 2, 16)))
        elif rng.random() < 0.05:
            del damage[i:]
    return bytes(damage)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_damaged_bytes_are_unreadable_rejected_or_the_same_certificate(part):
    """Of as many files with random damage, accepted are those alone that still say what the whole file said."""
    rng = random.Random(f"bytes {part}")
    wholes = [cert for _, cert in sorted(ACCEPTED.items()) if len(json.dumps(cert)) < 4000] + SHARP
    unreadable = rejected = 0
    for _ in range(shares(part)):
        whole = rng.choice(wholes)
        content = damaged(json.dumps(whole, indent=rng.choice((None, 1))).encode(), rng)
        if rng.random() < 0.1:
            content = rng.randbytes(rng.randrange(200))
        try:
            report = check_text(content.decode())
        except ValueError:  # also of bytes that are no UTF-8
            unreadable += 1
            continue
        if report.accepted:
            assert json.loads(content) == whole
        rejected += not report.accepted
    assert min(unreadable, rejected) > shares(part) // 20
