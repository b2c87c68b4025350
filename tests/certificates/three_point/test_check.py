"""Certificates by hand are accepted; every forgery is rejected, and none that is accepted is below a law's energy."""

from __future__ import annotations

import copy
import random
from fractions import Fraction

import numpy as np
import pytest
from handmade_triples import reseal

from verify.certificates.three_point import check_three_point, is_three_point, three_point_statement

QUARTER, SIXTH = Fraction(1, 4), Fraction(1, 6)


def test_square_and_triangle_prove_the_energies_that_are_attained(square, triangle):
    """E <= 1/4 for k = cos, and E <= 1/6 for three repelling labels, both to eight digits and for every law."""
    for certificate, known in ((square, QUARTER), (triangle, SIXTH)):
        report = check_three_point(certificate)
        assert (report.accepted, report.reason) == (True, "")
        assert report.statement == certificate["statement"]
        assert 0 < Fraction(certificate["data"]["claim"]["bound"]) - known < Fraction(1, 10**7)
        assert is_three_point(certificate)


def test_a_claim_below_the_energy_of_a_law_is_rejected(square, triangle):
    """The great circle has 1/4, three directions have 1/6: no bound below."""
    for certificate, known in ((square, QUARTER), (triangle, SIXTH)):
        report = check_three_point(reseal(certificate, claim={"bound": str(known - Fraction(1, 10**12))}))
        assert not report.accepted
        assert "is proved" in report.reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"slack": [["1"], ["0"], ["2"]]}, "is proved"),
        ({"slack": [["1"], ["0"], ["-1"]]}, "negative"),
        ({"slack": [["1"], ["0"]]}, "3 entries"),
        ({"edges": [[["1"], ["0"], ["0"]]]}, "is proved"),
        ({"edges": [[["0"], ["0"]]]}, "3 entries"),
        ({"edges": []}, "1 entries"),
        ({"labels": 3}, "entries"),
        ({"labels": 5}, "entries"),
        ({"labels": 4.0}, "float"),
        ({"labels": True}, "integer"),
        ({"degree": 2}, "entries"),
        ({"basis": "cosines"}, "basis"),
        ({"exponent": 0}, "is proved"),
        ({"exponent": 401}, "integer"),
        ({"slack": [["1"], ["0"], ["1.0"]]}, "integer"),
        ({"slack": [["1"], ["0"], ["NaN"]]}, "integer"),
        ({"slack": [["1"], ["0"], [float("nan")]]}, "float"),
        ({"slack": [["1"], ["0"], [1]]}, "integer"),
        ({"edges": [[["99999999999999999"], ["0"], ["0"]]]}, "integer"),
        ({"edges": [[["9999999999999999"], ["0"], ["0"]]]}, "too large"),
        ({"claim": {"tilt": "-1/100"}}, "tilt"),
        ({"claim": {"tilt": "3/4"}}, "nonnegative"),
        ({"claim": {"tilt": "1/100", "bound": "6/25"}}, "is proved"),
        ({"claim": {"view": "graph_laws"}}, "all laws"),
        ({"claim": {"bound": "0.25"}}, "rational"),
        ({"claim": {"bound": "-1/4"}}, "is proved"),
        ({"extra": 1}, "keys"),
        ({"problem": {"k": "2*cos(xi - zeta)"}}, "is proved"),
        ({"problem": {"k": "cos(xi - zeta) + 1/10"}}, "is proved"),
        ({"problem": {"k": "cos(xi + zeta)"}}, "function of xi - zeta"),
        ({"problem": {"profile": "3*t"}}, "is proved"),
        ({"problem": {"profile": {"usa": "1"}}}, "is proved"),
        ({"problem": {"profile": {"usa": "-1"}}}, "beta"),
        ({"problem": {"labels": {"kind": "torus", "dim": 1}}}, "circle or cyclic"),
        ({"problem": {"labels": {"kind": "cyclic", "n": 4}}}, ""),
        ({"problem": {"d": 1}}, "integer"),
        ({"problem": {"family": "gauge"}}, "family"),
        ({"problem": {"bias": "1"}}, "keys"),
    ],
)
def test_a_forgery_sealed_again_is_rejected(square, changes, reason):
    """One digit, one sign, fewer labels, another beta, tilt or kernel, no number, too much or too little data."""
    try:
        forged = reseal(square, **changes)
    except ValueError:  # NaN has no canonical JSON, hence no seal
        forged = copy.deepcopy(square)
        forged["data"].update(changes)
    report = check_three_point(forged)
    assert (report.accepted, report.statement) == (False, "")
    assert reason in report.reason


def test_an_easier_problem_is_told_by_its_digest(square):
    """A certificate of k = cos/2 is right about that, and not about the user's kernel."""
    easier = reseal(square, problem={"k": "cos(xi - zeta)/2"})
    assert check_three_point(easier).accepted
    assert not check_three_point(easier, square["digest"]).accepted


def test_damage_without_a_new_seal_is_told_by_the_seal(square):
    """Any field changed, dropped or added."""
    for key in square:
        changed = {**square, key: "x"}
        assert not check_three_point(changed).accepted
        assert not check_three_point({k: v for k, v in square.items() if k != key}).accepted
    assert not check_three_point({**square, "more": 1}).accepted
    for nothing in (None, [], "T6", 7, {}, {"theorem": "T6", "method": "three-point"}):
        assert not check_three_point(nothing).accepted


def test_the_statement_says_what_is_claimed():
    """The tilt stands in the statement."""
    claim = {"view": "all_laws", "tilt": "1/700", "bound": "1/3"}
    assert three_point_statement(claim) == (
        "T6 (three-point bound): every law with the given label law has E - 1/700 ∬ k <x, y> <= 1/3."
    )


def _mutated(certificate, rng):
    """Change one integer of the data, the claim or both, sometimes by little, sometimes by much."""
    data = copy.deepcopy(certificate["data"])
    places = [("edges", 0, e, n) for e in range(3) for n in range(len(data["edges"][0][e]))]
    places += [("slack", j, n) for j, row in enumerate(data["slack"]) for n in range(len(row))]
    for _ in range(rng.choice((1, 1, 2, 3))):
        name, *path = rng.choice(places)
        row = data[name]
        for step in path[:-1]:
            row = row[step]
        value = int(row[path[-1]])
        digits = str(abs(value))
        spot = rng.randrange(len(digits))
        other = digits[:spot] + rng.choice("0123456789") + digits[spot + 1 :]
        row[path[-1]] = str(rng.choice((-value, value + 1, value - 1, int(other), 10 * value, value // 2)))
    bound = Fraction(data["claim"].pop("bound")) * Fraction(rng.choice((90, 98, 99, 100, 101, 150)), 100)
    return reseal(certificate, **{k: v for k, v in data.items() if k != "claim"}, claim={"bound": str(bound)})


@pytest.mark.slow
def test_no_mutation_that_is_accepted_claims_less_than_a_law_has(square, triangle):
    """1,000 mutations sealed again: what is accepted is still a bound of the energies 1/4 and 1/6."""
    rng = random.Random(6)
    accepted = 0
    for certificate, known in ((square, QUARTER), (triangle, SIXTH)):
        for _ in range(500):
            forged = _mutated(certificate, rng)
            if check_three_point(forged).accepted:
                accepted += 1
                assert Fraction(forged["data"]["claim"]["bound"]) >= known
    assert accepted > 20


def test_random_multipliers_bound_the_energy_of_random_laws():
    """Any a and any Y >= 0 give a bound, however bad: weak duality, checked on random contents of N labels."""
    from flint import ctx

    from verify.certificates.checker.problem import Problem, read_labels
    from verify.certificates.three_point.check import bound_of

    rng = np.random.default_rng(5)
    for n, d in ((3, 2), (5, 2), (6, 3)):
        lags = rng.integers(-3, 4, size=n // 2 + 1)
        k = [int(lags[min(s, n - s)]) for s in range(n)]
        spec = {
            "family": "factor", "d": d, "profile": {"usa": "3/2"}, "k": {"toeplitz": [str(x) for x in k]},
            "labels": {"kind": "cyclic", "n": n},
        }  # fmt: skip
        orbits = sum(1 for a in range(1, n) for b in range(a, n) if n - a - b >= b)
        data = {
            "labels": n, "degree": 3, "basis": "zonal", "exponent": -40,
            "edges": [[[str(x) for x in rng.integers(-(2**38), 2**38, 3)] for _ in range(3)] for _ in range(orbits)],
            "slack": [[str(x) for x in rng.integers(0, 2**38, 3)] for _ in range(n // 2 + 1)],
        }  # fmt: skip
        with ctx.workprec(192):
            bound = float(bound_of(Problem(d, read_labels(spec["labels"]), spec), data, Fraction(0)))
        table = np.array([[k[(i - j) % n] for j in range(n)] for i in range(n)])
        for _ in range(300):
            x = rng.normal(size=(n, d))
            x /= np.linalg.norm(x, axis=1, keepdims=True)
            assert (table * np.exp(1.5 * x @ x.T)).sum() / (3 * n * n) <= bound
