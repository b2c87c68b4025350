"""Verdicts with texts that try to break a report, and a printer 80 columns wide."""

from __future__ import annotations

import io

import flint
import pytest

from verify.model.verdict import (
    Collapse,
    Energy,
    Hypothesis,
    Num,
    Plane,
    Spread,
    Status,
    VariantVerdict,
    Verdict,
    View,
)
from verify.report import console_for

#: Markup, a terminal sequence, a line break, a long word: what a user's file may hold anywhere.
HOSTILE = "[bold red]x[/] [link=file:///]y \x1b[31mz\x1b[0m\n\r\u202e" + "w" * 200


@pytest.fixture
def printed():
    """Return a function that prints renderables off a terminal and checks what holds for all of them."""

    def show(*renderables):
        file = io.StringIO()
        console = console_for(file)
        for renderable in renderables:
            console.print(renderable)
        text = file.getvalue()
        assert max(map(len, text.split("\n"))) <= 80
        assert not [c for c in text if not c.isprintable() and c != "\n"]
        return text

    return show


@pytest.fixture
def num():
    """Return an exact number."""
    return Num.of_ball(flint.arb(1).exp() / 2, exact="exp(1)/2")


@pytest.fixture
def verdict(num):
    """Return a verdict with everything in it and hostile text wherever text can be."""
    view = View(Collapse.NONE, False, Status.EXACT, Energy(num, num, Num.of_float(1e-300)), HOSTILE)
    planes = tuple(Plane(10.0**-p, 6.283 * 10.0**p if p < 60 else float("inf"), num, num, p > 3) for p in range(64))
    return Verdict(
        kernel={
            "family": "gauge",
            "d": 128,
            "labels": {"kind": "positions", "n": 4096},
            "profile": {"usa": "1"},
            "name": HOSTILE,
        },
        digest="sha256:" + "0" * 64,
        graph_laws=view,
        all_laws=View.unknown("another reason"),
        hypotheses=(Hypothesis(HOSTILE, None, HOSTILE), Hypothesis("f'(1) > 0", True, "by its formula")),
        certificate={"theorem": "T4", "method": "gauge", "statement": HOSTILE},
        witness={"v": [HOSTILE, "1"]},
        scope=(HOSTILE,),
        next_step=HOSTILE,
        spread=Spread((num,) * 128, num, num),
        planes=planes,
    )


@pytest.fixture
def part(verdict):
    """Return the verdict as that of some layers and heads."""
    return VariantVerdict("0-2, 4", HOSTILE, verdict)
