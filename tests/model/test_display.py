"""Verdicts show themselves in notebooks, escaped."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from verify.model.verdict import Collapse, Energy, Hypothesis, ModelVerdict, Num, Status, VariantVerdict, Verdict, View

HOSTILE = "<script>alert('x')</script> & \"q\""


def _verdict():
    num = Num("0.5", "1/2", None, Status.EXACT)
    tiny = Num("1.25e-400", None, "1e-410", Status.ENCLOSED)
    view = View(Collapse.NONE, True, Status.EXACT, Energy(num, tiny, None), HOSTILE)
    hypotheses = (Hypothesis(HOSTILE, None, HOSTILE), Hypothesis("k >= 0", True, "by sign"))
    return Verdict({"name": HOSTILE}, "sha256:0", view, View.unknown("why"), hypotheses, next_step=HOSTILE)


def test_a_verdict_shows_views_energies_and_hypotheses():
    """The tables hold what the verdict holds; text from a file stays text."""
    root = ET.fromstring(_verdict()._repr_html_())
    cells = ["".join(cell.itertext()) for cell in root.iter("td")]
    assert cells[:6] == ["graph laws", "none", "exact", "0.5 (1/2)", "1.25e-400", ""]
    assert cells[6:9] == ["all laws", "unknown", "unknown"]
    assert cells[12:15] == ["open", HOSTILE, HOSTILE]
    assert root.find("p/strong").text == HOSTILE
    assert not list(root.iter("script"))


def test_a_model_shows_a_line_for_each_kind_of_layer():
    """Layers, heads, both answers, and the rungs that they stand on."""
    model = ModelVerdict(HOSTILE, "rope", (VariantVerdict("all", HOSTILE, _verdict()),))
    root = ET.fromstring(model._repr_html_())
    assert [cell.text for cell in root.iter("td")] == ["all", HOSTILE, "none", "unknown", "exact, unknown"]
    assert root.find("p/strong").text == HOSTILE
