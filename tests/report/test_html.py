"""The page: well formed, whole without network, every theorem and example in it, hostile text kept text."""

from __future__ import annotations

import base64
import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from verify.certificates.checker import check
from verify.evidence import (
    Assumption,
    Claim,
    Evidence,
    Example,
    Finding,
    Line,
    Outcome,
    SuiteResult,
    Task,
    Theorem,
    list_examples,
    list_theorems,
)
from verify.evidence.suite import decide_example, run_suite
from verify.model.verdict import Status
from verify.report.downloads import Shelf
from verify.report.html import html_report
from verify.report.spectra import pictures
from verify.symbolic import Cited, Derivation, Identity, Step, equation

XHTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
HOSTILE = "<script>alert(1)</script> \"q\" 'r' & ]]> {{ 7 * 7 }} $\\frac{1$ \x00\x1b[31m\ud800</style>"


def _theorem(identifier="X1", hostile="a title"):
    claims = (Claim("holds", "$1 + 1 = 2$", lambda: Evidence(Status.EXACT, "counted"), Status.EXACT, {"seed": 3}),)
    necessity = (Claim("fails", hostile, lambda: Evidence(Status.REFUTED, "no"), Status.REFUTED),)
    steps = (
        Step(equation(1, 1), "counting", Identity(), "Here $x_i$ is"),
        Step("A sentence.", hostile, Cited("a book")),
    )
    return Theorem(
        identifier,
        hostile,
        f"Let $x$ be.\n\n{hostile}",
        (Assumption("$x$", hostile),),
        Derivation("d", steps),
        claims,
        necessity,
        (hostile,),
        (hostile,),
    )


def _line(item, kind, found, expected=None, *, outcome=Outcome.AS_EXPECTED, details=None, theorem="X1"):
    expected = expected or found
    return Line(theorem, "t", item, kind, "s", expected, found, HOSTILE, "1e-9", 0.25, outcome, details or {})


def _lines(theorem="X1"):
    return (
        _line("step 1", "step", "exact", theorem=theorem),
        _line("step 2", "step", "cited", theorem=theorem),
        _line(
            "holds",
            "claim",
            "numeric",
            "exact",
            outcome=Outcome.UNEXPECTED,
            details={"value": HOSTILE},
            theorem=theorem,
        ),
        _line("fails", "mutant", "refuted", theorem=theorem),
    )


def _tree(page):
    return ET.fromstring(page.split("\n", 1)[1])


def _texts(root, tag):
    return ["".join(element.itertext()) for element in root.iter(XHTML + tag)]


class _Parser(HTMLParser):
    """Collects the attributes that a browser loads something by, and all tags."""

    def __init__(self):
        super().__init__()
        self.loaded, self.followed, self.tags = [], [], set()

    def handle_starttag(self, tag, attrs):
        """Note a tag."""
        self.tags.add(tag)
        links = [value for name, value in attrs if tag == "a" and name == "href" and value.startswith("https:")]
        self.followed += links
        self.loaded += [
            value
            for name, value in attrs
            if name in {"src", "href", "xlink:href", "srcset", "data"} and value not in links
        ]


@pytest.fixture(scope="module")
def shipped():
    """Return a run of the shipped kernels, decided here, and of all theorems as if each claim came out as expected."""
    examples = [example for example in list_examples() if example.kind == "kernel"]
    tasks = [Task.of(example) for example in examples]
    results = [decide_example(task.parameters) for task in tasks]
    claims = tuple(
        Finding(
            task.name,
            "",
            view,
            "decided",
            result["parts"][0][view]["collapse"],
            result["parts"][0][view]["status"],
            result["parts"][0]["certificate"],
            Outcome.AS_EXPECTED,
            result["parts"][0][view]["reason"],
        )
        for task, result in zip(tasks, results, strict=True)
        for view in ("graph_laws", "all_laws")
    )
    verdicts = {task.name: tuple(result["parts"]) for task, result in zip(tasks, results, strict=True)}
    theorems = {entry.id: entry.load() for entry in list_theorems()}
    lines = []
    for name, theorem in theorems.items():
        for number, step in enumerate(theorem.derivation.steps, 1):
            lines.append(_line(f"step {number}", "step", str(step.check.expected), theorem=name))
        for claim in theorem.all_claims:
            kind = "mutant" if claim.expected is Status.REFUTED else "claim"
            lines.append(_line(claim.id, kind, str(claim.expected), theorem=name))
    seconds = {task.name: 1.0 for task in tasks}
    result = SuiteResult(claims, seconds, frozenset(), 2.0, lines=tuple(lines), verdicts=verdicts)
    page = html_report(result, theorems, when=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    return result, theorems, page


def test_the_page_is_well_formed_and_loads_nothing(shipped):
    """It parses as XML; every link is one of the page, data, or a reference; no script; identifiers are unique."""
    _, _, page = shipped
    root = _tree(page)
    parser = _Parser()
    parser.feed(page)
    assert not parser.tags & {"script", "iframe", "img", "link", "object", "embed", "base"}
    assert all(target.startswith(("#", "data:application/json;base64,")) for target in parser.loaded)
    assert parser.followed
    assert all(
        target.startswith(("https://doi.org/10.", "https://arxiv.org/abs/", "https://dlmf.nist.gov/"))
        for target in parser.followed
    )
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(names) == len(set(names))
    assert {target[1:] for target in parser.loaded if target.startswith("#")} <= set(names)
    assert len(page) < 5_000_000


def test_every_theorem_and_every_example_is_present(shipped):
    """Statement, steps, claims, mutants, limits; a verdict with pictures and its certificate."""
    result, theorems, page = shipped
    root = _tree(page)
    articles = {article.attrib["id"]: article for article in root.iter(f"{XHTML}article")}
    assert set(theorems) <= set(articles)
    for name, theorem in theorems.items():
        ids = {element.attrib.get("id") for element in articles[name].iter()}
        assert {f"{name}-step-{number}" for number in range(1, len(theorem.derivation.steps) + 1)} <= ids
        assert {f"{name}-{claim.id}" for claim in theorem.all_claims} <= ids
        assert list(articles[name].iter(f"{MATHML}math"))
    headings = _texts(root, "h3")
    assert [name for name in result.verdicts if name not in headings] == []
    assert len(list(root.iter(f"{SVG}svg"))) >= len(result.verdicts)


@pytest.mark.slow
def test_statuses_are_those_of_the_json(shipped):
    """The rung written at each step, claim and view is the one in the JSON of the run."""
    result, _, page = shipped
    data = result.to_json()
    root = _tree(page)
    by_id = {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}
    for line in data["theorems"]:
        element = by_id[f"{line['theorem']}-{line['item'].replace(' ', '-')}"]
        rungs = [span for span in element.iter(f"{XHTML}span") if "rung" in span.attrib.get("class", "").split()]
        assert [span.text for span in rungs] == [line["found"].replace("_", " ")]
    articles = [a for a in root.iter(f"{XHTML}article") if a.attrib.get("class") == "example"]
    shown = []
    for article in articles:
        rows = list(article.find(f"{XHTML}div/{XHTML}table/{XHTML}tbody"))
        for row, view in zip(rows, ("graph_laws", "all_laws"), strict=True):
            cells = ["".join(cell.itertext()) for cell in row]
            shown.append((article.find(f"{XHTML}h3").text, view, *cells[1:3]))
    assert shown == [(c["example"], c["view"], c["found"], c["status"]) for c in data["claims"]]


def test_certificates_are_saved_whole(shipped):
    """A link holds the certificate itself: the checker accepts it, and its digests stand beside it."""
    _, _, page = shipped
    root = _tree(page)
    links = [a for a in root.iter(f"{XHTML}a") if "download" in a.attrib]
    assert len(links) >= 7
    for link in links:
        certificate = json.loads(base64.b64decode(link.attrib["href"].partition(",")[2]))
        assert check(certificate).accepted
        assert certificate["digest"] in page
        assert certificate["seal"] in page


def test_large_certificates_are_left_out_with_a_sentence():
    """Beyond the limit of one, or of the page, there is no link; the size that a run has kept is told."""
    shelf = Shelf(largest=100, room=120)
    small, large = {"data": "x" * 60}, {"data": "x" * 200}
    assert shelf.put(small, "a").uri
    assert not shelf.put(large, "b").uri
    assert shelf.put(small, "c").uri == ""
    kept = Shelf().put({"theorem": "T5", "size": 4_400_000}, "d")
    assert (kept.uri, kept.weight) == ("", "4.4 MB")


def test_hostile_text_stays_text():
    """Tags, quotes, template marks, control characters and mathematics that does not parse do nothing."""
    view = {"collapse": "all", "status": "exact", "reason": HOSTILE, "attained": True, "energy": {}}
    view["energy"] = dict.fromkeys(("collapsed", "best", "bound"))
    verdict = {
        "kernel": {"family": "factor", "d": 3, "labels": {"kind": "circle"}, "k": HOSTILE, "name": HOSTILE},
        "graph_laws": view,
        "all_laws": {**view, "reason": "other"},
        "hypotheses": [{"name": HOSTILE, "holds": None, "how": HOSTILE}],
        "certificate": {"theorem": HOSTILE, "method": HOSTILE, "statement": HOSTILE, "digest": HOSTILE, "seal": "s"},
        "witness": {"v": [HOSTILE]},
        "scope": [HOSTILE],
        "next_step": HOSTILE,
    }
    claims = tuple(
        Finding(HOSTILE, HOSTILE, name, "all", "all", "exact", "none", Outcome.ERROR, HOSTILE)
        for name in ("graph_laws", "all_laws")
    )
    parts = ({"title": HOSTILE, "verdict": verdict},) * 2
    result = SuiteResult(claims * 2, {HOSTILE: 1.0}, frozenset(), 2.0, lines=_lines(), verdicts={HOSTILE: parts})
    page = html_report(result, {"X1": _theorem(hostile=HOSTILE)})
    root = _tree(page)
    assert not list(root.iter(f"{XHTML}script"))
    assert "<script" not in page
    assert page.count("</style>") == 1
    assert "{{ 7 * 7 }}" in page
    assert not set(page) & {"\x00", "\x1b", "\ud800"}
    assert "\\x00\\x1b[31m" in page


def test_what_failed_is_said_first():
    """The summary lists it with what was expected; the exit status is that of the run."""
    page = html_report(SuiteResult((), {}, frozenset(), 2.0, lines=_lines()), {"X1": _theorem()}, seed=7, strict=True)
    root = _tree(page)
    assert _texts(root, "h3")[0] == "What is not as expected"
    assert "Exit status 1" in page
    failed = [li for li in root.iter(f"{XHTML}li") if li.attrib.get("class") == "failed"]
    assert ["".join(li.itertext()).split()[0] for li in failed] == ["X1/holds", "1+1=2"]


def test_theorems_that_did_not_load_or_did_not_run_are_told():
    """A theorem that cannot be imported has its fault; a claim that was left out says so."""
    lines = (_line("derivation", "step", "error", "decided", outcome=Outcome.ERROR, theorem="Y1"), _lines()[2])
    page = html_report(SuiteResult((), {}, frozenset(), 2.0, lines=lines), {"X1": _theorem()})
    root = _tree(page)
    articles = {article.attrib["id"]: "".join(article.itertext()) for article in root.iter(f"{XHTML}article")}
    assert "derivation" in articles["Y1"]
    assert "error" in articles["Y1"]
    assert articles["X1"].count("not run") == 2


@pytest.mark.slow
def test_an_example_that_was_not_decided_has_its_reason(tmp_path):
    """A file at fault is in the page with what is wrong with it."""
    path = tmp_path / "odd.kernel.json"
    path.write_text('{"family": "factor"', encoding="utf-8")
    result = run_suite([Task.of(Example("odd", "kernel", path))], jobs=1)
    text = "".join(_tree(html_report(result, {})).itertext())
    assert "odd/graph_laws" in text
    assert result.claims[0].reason[:40] in text


@pytest.mark.parametrize(
    ("kernel", "words"),
    [
        ({"labels": {"kind": "circle"}, "k": "cos(xi - zeta)"}, "Fourier"),
        ({"labels": {"kind": "circle"}, "k": "cos(xi)*cos(zeta)"}, "128 cells"),
        ({"labels": {"kind": "cyclic", "n": 6}, "k": {"toeplitz": ["1", "0", "-1", "2", "-1", "0"]}}, "Fourier"),
        ({"labels": {"kind": "positions", "n": 5}, "k": "exp(-Abs(i - j))"}, "distance of positions"),
        ({"labels": {"kind": "atoms", "weights": ["1/2", "1/2"]}, "k": [["1", "-2"], ["-2", "1"]]}, "2 labels"),
        ({"labels": {"kind": "torus", "dim": 2}, "k": "cos(xi1 - zeta1)"}, ""),
    ],
)
def test_the_picture_follows_the_labels(kernel, words):
    """Groups have Fourier coefficients, positions their distance, tables the Laplacian's spectrum."""
    drawn = pictures({"kernel": {"family": "factor", "d": 3, "profile": {"usa": "1"}, **kernel}}, "p")
    assert (words in " ".join(picture.caption for picture in drawn)) if words else not drawn
    for picture in drawn:
        root = ET.fromstring(picture.svg)
        assert root.attrib["role"] == "img"
        assert "width" not in root.attrib
        assert not re.search("#0102", picture.svg)
