"""The circle in Coq: Fourier coefficients and windings, for every law of tokens with uniform labels."""

from __future__ import annotations

import pytest

from verify.certificates.coq.emit import NotInCoqError, emit_coq
from verify.certificates.makers import certificate

COSINE = "cos(xi - zeta)"


def circle_certificate(k, value, profile=None, method="fourier", d=3, **data):
    """Return a certificate of T5 on the circle."""
    profile = profile or {"usa": "2"}
    spec = {"family": "factor", "d": d, "profile": profile, "labels": {"kind": "circle"}, "k": k}
    return certificate("T5", spec, method, data, {"graph_laws": value, "all_laws": value})


def test_fourier_coefficients_stand_as_integers_and_k_as_its_formula():
    """1/2 + cos: C = 1, 2 over 2, and the user's formula as a term of Coq."""
    file = emit_coq(circle_certificate(f"1/2 + {COSINE}", "all"))
    assert "Definition Cs : list Z := [1; 2].\nDefinition kappa : Z := 2.\n" in file.text
    assert "Definition k (xi zeta : R) : R := ((1 / 2) + (cos (xi - zeta)))%R." in file.text
    assert [t.view for t in file.theorems] == ["graph_laws", "all_laws"]
    assert "AllOf circle_law (@any R) d (factor_kernel d k (usa beta))" in file.theorems[1].statement


def test_even_profiles_divide_the_circle():
    """For t^2 the labels are halved: that the half circle is admissible stands in the statement."""
    file = emit_coq(circle_certificate("1", "some", "t**2", "sign", cells=1))
    assert "circle_some_even" in file.text
    assert [t.statement.partition("-> ")[2] for t in file.theorems] == [
        f"SomeOf halved_circle (@{laws} R) d (factor_kernel d k (polynomial P pi))" for laws in ("graph", "any")
    ]


def test_odd_powers_and_peaks_collapse_on_the_circle():
    """An odd power suffices where khat(m) < khat(0), a peak where k >= 0; powers of cosines are waves too."""
    for cert, theorem in (
        (circle_certificate("1/2 - cos(2*(xi - zeta))", "all", "t**3"), "circle_all_ascending"),
        (circle_certificate(f"1 + {COSINE}", "all", {"usa": "-1"}, "sign", cells=4), "circle_all_peaked"),
        (circle_certificate(f"{COSINE}**2", "all", "t", "sign", cells=4), "cos_next"),
    ):
        assert theorem in emit_coq(cert).text, theorem
    with pytest.raises(NotInCoqError, match="k >= 0 is not seen"):
        emit_coq(circle_certificate(f"1/2 - {COSINE}", "all", {"usa": "-1"}, "sign", cells=4))


def test_a_constant_times_a_power_of_a_wave_is_a_polynomial_in_one_cosine():
    """2 cos^2 - 1 is written with one cosine, as cos cos is; constants times waves and waves of two labels are not."""
    for k in ("2*cos(xi - zeta)**2 - 1", "3*(1 + cos(xi - zeta))**2 - 4", "cos(xi - zeta)*cos(xi - zeta) - 1"):
        assert "cos_next" in emit_coq(circle_certificate(k, "none")).text, k
    for k in ("2*cos(xi - zeta) - 1", "cos(xi)*cos(zeta) + sin(xi)*sin(zeta)"):
        assert "cos_next" not in emit_coq(circle_certificate(k, "none")).text, k


def test_circle_claims_outside_the_library_are_not_emitted():
    """Ties for a profile that is neither full nor linear, other factors, high frequencies, waves of one label."""
    with pytest.raises(NotInCoqError, match="not emitted for this profile"):
        emit_coq(circle_certificate(f"1/2 + {COSINE}", "all", "t + t**3"))
    with pytest.raises(NotInCoqError, match="trigonometric polynomial"):
        emit_coq(circle_certificate("exp(cos(xi - zeta))", "all"))
    with pytest.raises(NotInCoqError, match="frequency 65"):
        emit_coq(circle_certificate("cos(65*(xi - zeta))", "none"))
    with pytest.raises(NotInCoqError, match="not an even function of xi - zeta"):
        emit_coq(circle_certificate("2 + sin(xi)*sin(zeta)", "none"))
    with pytest.raises(NotInCoqError, match="not emitted for a winding"):
        emit_coq(circle_certificate("1", "all", "t**2", method="winding", m=1))


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_decides_the_circle(coq_judge):
    """True claims are accepted; with another claim, another sign or another digit they are refused."""
    written = "cos(xi)*cos(zeta) + sin(-xi)*sin(-zeta) - cos(5*(zeta - xi))/2"
    good = {
        "none": circle_certificate(written, "none"),
        "tie": circle_certificate(f"1/2 + {COSINE}", "all"),
        "linear": circle_certificate(f"1/2 + {COSINE}", "some", "t"),
        "squares": circle_certificate("1", "some", "t**2", "sign", cells=1),
        "power": circle_certificate("2*cos(xi - zeta)**2 - 1", "none", "cosh(t)"),
        "sines": circle_certificate("sin(xi - zeta)*sin(zeta - xi)", "none"),
        "halves": circle_certificate("4*cos((xi - zeta)/2)**2", "all", "t", "sign", cells=8),
        "winding": circle_certificate("-2*cos(xi - zeta)", "none", {"gegenbauer": ["0", "-1", "1"]}, "winding", 2, m=1),
    }
    coq_judge.accepts(good)
    changes = {
        "claim": ("linear", "SomeOf", "AllOf"),
        "squares": ("squares", "SomeOf", "AllOf"),
        "odd": ("squares", "P : list Z := [0; 0; 1]", "P : list Z := [0; 1; 1]"),
        "undivided": ("squares", "SomeOf halved_circle", "SomeOf circle_law"),
        "sign": ("none", "+ ((sin", "- ((sin"),
        "digit": ("tie", "Cs : list Z := [1; 2]", "Cs : list Z := [1; 3]"),
        "threshold": ("tie", "((1 / 2) +", "((1 / 3) +"),
        "half": ("halves", "(4 *", "(5 *"),
        "profile": ("winding", "P : list Z := [(-1); (-1); 2]", "P : list Z := [(-1); 1; 2]"),
    }
    coq_judge.refuses(good, changes)


def zonal_circles():
    """Return series with negative power coefficients, k = 1/4 + cos/3 (below khat(0)), -cos, 1 + 2 cos (a tie)."""
    below, zero, tie = "1/4 + cos(xi - zeta)/3", "-cos(xi - zeta)", "1 + 2*cos(xi - zeta)"
    third = {"gegenbauer": ["0", "0", "0", "1"]}
    first, even = {"gegenbauer": ["0", "1/9", "0", "1"]}, {"gegenbauer": ["0", "0", "1/3", "0", "1"]}
    return {
        "peak": circle_certificate(below, "all", third),
        "first": circle_certificate(below, "all", first),
        "even": circle_certificate(tie, "some", even),
        "free": circle_certificate(zero, "some", third),
        "turned": circle_certificate(tie, "some", third, d=2),
    }


def test_gegenbauer_series_on_the_circle_have_theorems_in_their_dimension():
    """By one peak, the linear profile, |f| on half of the circle, |f| on a great circle, 120 degrees in the plane."""
    texts = {name: emit_coq(cert).text for name, cert in zonal_circles().items()}
    assert "circle_all_zonal_peaked (@graph R)" in texts["peak"]
    assert (
        "Lemma same_any :\n  AllOf uniform_circle (@any R) 3%nat (factor_kernel 3%nat k first_power)." in texts["first"]
    )
    assert "SomeOf halved_circle (@any R) 3%nat" in texts["even"]
    assert "SomeOf circle_law (@any R) 3%nat" in texts["free"]
    assert "circle_some_turned (@any R)" in texts["turned"]


@pytest.mark.optional("Coq")
@pytest.mark.slow
def test_coq_reads_gegenbauer_series_on_the_circle(coq_judge):
    """True claims pass; another claim, dimension, coefficient or half of the circle is refused."""
    good = zonal_circles()
    coq_judge.accepts(good)
    changes = {
        "claim": ("peak", "AllOf circle_law (@graph R) 3%nat", "SomeOf circle_law (@graph R) 3%nat"),
        "dimension": ("first", "3%nat", "4%nat"),
        "coefficient": ("first", "zonal_series : list Z := [", "zonal_series : list Z := [1; "),
        "tie": ("turned", "Cs : list Z := [1; 2]", "Cs : list Z := [1; 3]"),
    }
    coq_judge.refuses(good, changes)


@pytest.mark.parametrize(
    "labels",
    [
        {"kind": "atoms", "weights": ["1/2", "1/2"], "points": ["0", "2*pi"]},
        {"kind": "interval", "a": "0", "b": "1/2"},
        {"kind": "positions", "n": 3},
        {"kind": "torus", "dim": 1},
    ],
)
@pytest.mark.parametrize("method", ["fourier", "winding"])
def test_other_labels_than_angles_have_no_fourier_coefficients(labels, method):
    """A theorem about uniform angles is not one about these labels."""
    first, second = ("i", "j") if labels["kind"] == "positions" else ("xi", "zeta")
    spec = {"family": "factor", "d": 2, "profile": "t", "labels": labels, "k": f"cos({first} - {second})"}
    cert = certificate("T5", spec, method, {"m": 1}, {"graph_laws": "none", "all_laws": "none"})
    with pytest.raises(NotInCoqError, match="labels on the circle"):
        emit_coq(cert)


def test_a_factor_that_is_not_even_is_refused():
    """sin(xi - zeta) is half of what the energy does not see; the kernel file states it without."""
    spec = {"family": "factor", "d": 2, "profile": "exp(t)", "labels": {"kind": "circle"}, "k": "1 + sin(xi - zeta)"}
    cert = certificate("T5", spec, "fourier", {}, {"graph_laws": "all", "all_laws": "all"})
    with pytest.raises(NotInCoqError, match="is not k"):
        emit_coq(cert)
