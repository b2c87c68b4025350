"""`verify recheck --coq`: Coq's kernel accepts, refuses, does not cover, runs out of time, or is not there."""

from __future__ import annotations

import json

import pytest

from verify.certificates.coq.libraries import ALLOWED_AXIOMS
from verify.model.canonical import digest

THREE = {"kind": "atoms", "weights": ["1/3", "1/3", "1/3"]}
K = [["0", "1", "-49/100"], ["1", "0", "1"], ["-49/100", "1", "0"]]

needs_coq = [pytest.mark.optional("Coq"), pytest.mark.slow]


@pytest.fixture
def certificate(verify, write):
    """Return the certificate of collapse for three atoms with a negative factor."""
    kernel = {"family": "factor", "d": 3, "profile": {"usa": "2"}, "labels": THREE, "k": K}
    return json.loads(verify("kernel", write(kernel, "kernel.json"), "--json").stdout)["certificate"]


@pytest.fixture
def recheck(verify, write, coq_store):
    """Return a function that rechecks a certificate with Coq, the library compiled once."""

    def run(cert, *options):
        return verify("recheck", write(cert, "certificate.json"), "--coq", "--store", coq_store, *options)

    return run


def resealed(cert, **changes):
    """Return a certificate with changed fields and the seal that belongs to them."""
    changed = {**cert, **changes}
    del changed["seal"]
    return changed | {"seal": digest(changed)}


class TestWithCoq:
    """Where coqc is installed."""

    pytestmark = needs_coq

    def test_a_true_certificate_is_accepted_by_both(self, recheck, certificate):
        """Exit status 0; the output names each theorem, its statement and the axioms."""
        result = recheck(certificate)
        assert result.exit_code == 0, result.output
        words = " ".join(result.stdout.split())
        assert words.count("accepted: ") == 2
        assert "by the kernel of Coq" in words
        assert "Theorem proved_graph_laws_all: forall (d : nat) (beta : R)" in words
        assert "GraphLawsAll n w k (usa beta) d" in words
        assert "Assumptions: ClassicalDedekindReals.sig_forall_dec" in words
        assert max(map(len, result.stdout.splitlines())) <= 80

    def test_the_json_names_theorems_statements_and_axioms(self, recheck, certificate):
        """The module is named after the problem's digest."""
        (entry,) = json.loads(recheck(certificate, "--json").stdout)["certificates"]
        assert entry["coq"]["outcome"] == "accepted"
        assert [t["view"] for t in entry["coq"]["theorems"]] == ["", "graph_laws", "all_laws"]
        module = "Problem_" + certificate["digest"].removeprefix("sha256:")
        assert all(t["name"].startswith(module) for t in entry["coq"]["theorems"])
        assert set(entry["coq"]["assumptions"]) <= ALLOWED_AXIOMS

    def test_a_flipped_sign_is_refused_by_both(self, recheck, certificate):
        """A sealed certificate whose factor L has one sign changed: the checker and Coq say no, each with a reason."""
        data = json.loads(json.dumps(certificate["data"]))
        data["psd"]["L"][1][0] = str(-int(data["psd"]["L"][1][0]))
        result = recheck(resealed(certificate, data=data), "--json")
        (entry,) = json.loads(result.stdout)["certificates"]
        assert result.exit_code == 1
        assert entry["reason"]
        assert entry["coq"]["outcome"] == "refused"
        assert "Coq refuses it" in entry["coq"]["reason"]

    def test_a_swapped_digest_is_refused(self, recheck, certificate):
        """The digest of another problem does not name this one."""
        result = recheck(resealed(certificate, digest="sha256:" + "1" * 64), "--json")
        (entry,) = json.loads(result.stdout)["certificates"]
        assert (result.exit_code, entry["accepted"], entry["coq"]["accepted"]) == (1, False, False)
        assert "digest" in entry["coq"]["reason"]

    def test_time_that_runs_out_is_a_rejection(self, recheck, certificate):
        """What Coq did not finish is not accepted, though the checker accepts it."""
        result = recheck(certificate, "--timeout", "0.1")
        assert result.exit_code == 1
        assert result.stdout.startswith("accepted: ")
        assert "rejected: Coq, time-out: Coq took longer than 0.1 s" in result.stdout

    def test_what_the_library_lacks_is_named(self, verify, recheck, write, constant):
        """The integers of an irrational k would be those of a minorant, which the library does not know."""
        kernel = {
            **constant,
            "labels": THREE,
            "k": [["0", "sqrt(2)", "-1/2"], ["sqrt(2)", "0", "1"], ["-1/2", "1", "0"]],
        }
        verdict = json.loads(verify("kernel", write(kernel, "kernel.json"), "--json").stdout)
        result = recheck(verdict["certificate"])
        assert result.exit_code == 1
        assert "Coq, not covered" in result.stdout

    def test_a_null_space_beside_the_constants_is_covered_for_the_linear_profile(
        self, verify, recheck, write, constant
    ):
        """At the threshold ker L has two dimensions: "all" for f = t by the moments."""
        k = [["0", "1", "-1/2"], ["1", "0", "1"], ["-1/2", "1", "0"]]
        kernel = {**constant, "profile": "t", "labels": THREE, "k": k}
        verdict = json.loads(verify("kernel", write(kernel, "kernel.json"), "--json").stdout)
        assert verdict["graph_laws"]["collapse"] == "all"
        assert recheck(verdict["certificate"]).exit_code == 0


def test_without_coqc_it_says_what_to_install(verify, write, certificate, monkeypatch, tmp_path):
    """Exit status 2, one line; the plain recheck works as ever."""
    monkeypatch.setenv("PATH", str(tmp_path))
    path = write(certificate, "certificate.json")
    result = verify("recheck", path, "--coq")
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert "apt install coq" in result.stderr
    assert verify("recheck", path).exit_code == 0


def test_without_the_option_nothing_is_said_of_coq(verify, write, certificate):
    """The output of the plain recheck is what it was."""
    result = verify("recheck", write(certificate, "certificate.json"), "--json")
    assert set(json.loads(result.stdout)["certificates"][0]) == {"where", "accepted", "statement", "reason"}
