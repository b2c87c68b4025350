"""Claims: evidence, how rungs compare, what an exception is."""

from __future__ import annotations

import pytest
import sympy

from verify.evidence.claims import Claim, Evidence, checked, judge, measured
from verify.evidence.expectations import Outcome
from verify.model.errors import InputError
from verify.model.verdict import Status
from verify.symbolic import Identity, equation


@pytest.mark.parametrize(
    ("expected", "found", "outcome"),
    [
        ("exact", "exact", Outcome.AS_EXPECTED),
        ("exact", "proved", Outcome.AS_EXPECTED),
        ("enclosed", "exact", Outcome.AS_EXPECTED),
        ("exact", "enclosed", Outcome.UNEXPECTED),
        ("numeric", "cited", Outcome.UNEXPECTED),
        ("cited", "exact", Outcome.UNEXPECTED),
        ("cited", "cited", Outcome.AS_EXPECTED),
        ("exact", "refuted", Outcome.UNEXPECTED),
        ("refuted", "refuted", Outcome.AS_EXPECTED),
        ("refuted", "exact", Outcome.UNEXPECTED),
        ("refuted", "numeric", Outcome.UNEXPECTED),
        ("refuted", "unknown", Outcome.UNDECIDED),
        ("exact", "unknown", Outcome.UNDECIDED),
        ("unknown", "unknown", Outcome.AS_EXPECTED),
        ("unknown", "exact", Outcome.UNEXPECTED),
        ("refuted", "error", Outcome.ERROR),
        ("unknown", "error", Outcome.ERROR),
    ],
)
def test_rungs_compare(expected, found, outcome):
    """A stronger rung passes; refuted, cited and unknown are meant literally; an error is never a pass."""
    assert judge(Status(expected), Status(found)) is outcome


def test_strict_leaves_numeric_evidence_undecided():
    """Also where numeric was expected."""
    assert judge(Status.NUMERIC, Status.NUMERIC) is Outcome.AS_EXPECTED
    assert judge(Status.NUMERIC, Status.NUMERIC, strict=True) is Outcome.UNDECIDED


def _raise():
    raise ZeroDivisionError("on purpose")


def test_an_exception_and_a_foreign_value_are_errors():
    """Nothing but evidence counts."""
    assert Claim("a", "a", _raise, Status.EXACT).evidence().status is Status.ERROR
    assert Claim("a", "a", lambda: True, Status.EXACT).evidence().status is Status.ERROR


def test_a_claim_is_a_function_of_its_parameters():
    """They are handed over by name."""
    claim = Claim("a", "a", lambda n: Evidence(Status.EXACT, str(n)), Status.EXACT, {"n": 3})
    assert claim.evidence().how == "3"


def test_evidence_survives_json():
    """What is stored is what was found."""
    evidence = Evidence(Status.ENCLOSED, "how", {"value": "1/3"}, 7, "1e-9")
    assert Evidence.of(evidence.to_json()) == evidence


def test_a_relation_is_checked_as_a_step_is():
    """True: exact; false: refuted, with its residual."""
    t = sympy.Symbol("t", real=True)
    assert checked(equation((t + 1) ** 2, t**2 + 2 * t + 1), Identity()).status is Status.EXACT
    assert checked(equation((t + 1) ** 2, t**2), Identity()).status is Status.REFUTED


def test_a_measurement_that_disagrees_says_that_it_is_no_exact_witness():
    """Numeric where it agrees; refuted, numerically, where it does not."""
    agreeing, against = (measured("0.5 found", {"a": "b"}, agrees=agrees, residual="1e-9") for agrees in (True, False))
    assert (agreeing.status, against.status) == (Status.NUMERIC, Status.REFUTED)
    assert "numerically" not in agreeing.how
    assert against.how == "0.5 found; numerically against the claim, without an exact witness"
    assert (against.details, against.residual) == ({"a": "b"}, "1e-9")


@pytest.mark.parametrize("name", ["", "Upper", "two words", "under_score", "-a"])
def test_an_id_can_be_typed(name):
    """Lower-case words with hyphens."""
    with pytest.raises(InputError, match="claim id"):
        Claim(name, "a", _raise, Status.EXACT)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_limit_is_a_positive_number(seconds):
    """Everything ends."""
    with pytest.raises(InputError, match="timeout"):
        Claim("a", "a", _raise, Status.EXACT, timeout=seconds)
