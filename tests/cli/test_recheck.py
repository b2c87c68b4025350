"""`verify recheck`: accepted, rejected, unreadable; about the user's own kernel or another."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def verdict(verify, write, constant):
    """Return the path of a kernel file and its verdict as plain data."""
    path = write(constant, "kernel.json")
    return path, json.loads(verify("kernel", path, "--json").stdout)


def test_a_certificate_is_accepted(verify, write, verdict):
    """Exit status 0, with the statement that is proved."""
    kernel, data = verdict
    certificate = write(data["certificate"], "certificate.json")
    result = verify("recheck", certificate, "--kernel", kernel)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("accepted: ")
    assert json.loads(verify("recheck", certificate, "--json").stdout)["accepted"] is True


def test_an_audit_lists_what_of_the_checker_was_called(verify, write, verdict):
    """As JSON with all lines; as a table within 80 columns, for rejected certificates too."""
    certificate = write(verdict[1]["certificate"], "certificate.json")
    (result,) = json.loads(verify("recheck", certificate, "--audit", "--json").stdout)["certificates"]
    total = sum(module["lines"] for module in result["audit"])
    assert total == sum(p["last"] - p["first"] + 1 for module in result["audit"] for p in module["passages"])
    shown = verify("recheck", certificate, "--audit").stdout
    assert f"read {total} lines of verify/certificates:" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "audit" not in json.loads(verify("recheck", certificate, "--json").stdout)["certificates"][0]
    damaged = verify("recheck", write(verdict[1]["certificate"] | {"schema": 2}, "damaged.json"), "--audit")
    assert damaged.exit_code == 1
    assert "checker/certificate.py" in damaged.stdout


@pytest.mark.parametrize("stdin", [False, True])
def test_an_empty_file_is_asked_for_a_certificate(verify, write, stdin):
    """Not for a kernel."""
    result = verify("recheck", "-", stdin="") if stdin else verify("recheck", write(""))
    assert result.exit_code == 2
    assert "must hold a certificate; got an empty file" in result.stderr


def test_a_verdict_is_accepted_with_a_note(verify, write, verdict):
    """The certificate inside a verdict is rechecked; the note goes to standard error."""
    result = verify("recheck", write(verdict[1], "verdict.json"))
    assert result.exit_code == 0
    assert "is a result" in result.stderr


def test_certificates_in_a_list_are_all_rechecked(verify, write, verdict):
    """One false certificate among good ones rejects the file."""
    data = verdict[1]
    false = json.loads(json.dumps(data))
    false["certificate"]["data"]["claim"]["graph_laws"] = "none"
    document = {"schema": 1, "variants": [{"layers": "", "heads": "", "verdict": v} for v in (data, false)]}
    result = verify("recheck", write(document, "verdicts.json"), "--json")
    listed = json.loads(result.stdout)["certificates"]
    assert [entry["accepted"] for entry in listed] == [True, False]
    assert result.exit_code == 1


def test_another_kernel_is_refused(verify, write, verdict, constant):
    """A certificate about another problem is rejected, however true it is."""
    other = write({**constant, "k": [["1", "1"], ["1", "2"]]}, "other.json")
    result = verify("recheck", write(verdict[1]["certificate"], "c.json"), "--kernel", other)
    assert result.exit_code == 1
    assert "another kernel" in result.stdout


def test_the_same_kernel_in_another_spelling_is_accepted(verify, write, verdict, constant):
    """Names, expectations and spellings of numbers do not matter."""
    respelt = {
        **constant,
        "name": "x",
        "expect": {},
        "profile": {"usa": "2/2"},
        "k": [[1, 1.0], ["1", "3 - 2"]],
    }
    result = verify("recheck", write(verdict[1]["certificate"], "c.json"), "--kernel", write(respelt, "r.json"))
    assert result.exit_code == 0


@pytest.mark.parametrize("field", ["seal", "digest", "statement", "method"])
def test_damage_is_rejected(verify, write, verdict, field):
    """One changed field and the certificate proves nothing."""
    certificate = {**verdict[1]["certificate"], field: "sha256:" + "0" * 64}
    result = verify("recheck", write(certificate, "c.json"))
    assert result.exit_code == 1
    assert result.stdout.startswith("rejected: ")
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"certificate": null}', '{"a": NaN}', '{"a": 1, "a": 1}', b"\xff\xfe"]
)
def test_what_is_no_certificate_is_unreadable(verify, write, content):
    """Exit status 2, one line."""
    result = verify("recheck", write(content, "c.json"))
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)


def test_a_truncated_certificate_is_unreadable(verify, write, verdict):
    """A file cut anywhere is not accepted."""
    text = json.dumps(verdict[1]["certificate"])
    for cut in range(1, len(text), len(text) // 7):
        assert verify("recheck", write(text[:cut], "c.json")).exit_code == 2


def test_the_bounds_of_an_optimum_are_rechecked_once_each(verify, write, verdict):
    """`verify maximise --json` names its best bound twice; at any depth a certificate is found."""
    certificate = verdict[1]["certificate"]
    bound = {"view": "graph_laws", "certificate": certificate}
    document = {"schema": 1, "graph_laws": {"found": {}, "bound": bound}, "bounds": [bound, {"certificate": None}]}
    result = verify("recheck", write(document, "optimum.json"), "--json")
    listed = json.loads(result.stdout)["certificates"]
    assert [(entry["where"], entry["accepted"]) for entry in listed] == [("graph_laws.bound.certificate", True)]
    assert result.exit_code == 0
