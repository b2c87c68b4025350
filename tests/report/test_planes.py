"""The table of rotated planes: compact, complete when asked, with its count of planes that hardly turn."""

from __future__ import annotations

from verify.model.verdict import Num, Spread
from verify.report.planes import planes_summary, planes_table, spread_lines


def test_the_compact_table_shows_first_last_and_the_count(printed, verdict):
    """Three planes from each end stand for sixty-four."""
    lines = printed(planes_table(verdict.planes, 4096)).splitlines()
    assert [line.split()[0] for line in lines[2:9]] == ["0", "1", "2", "...", "61", "62", "63"]
    assert "58 more: --verbose" in lines[5]
    assert lines[-1] == "64 rotated planes, of which 60 hardly turn: wavelength beyond 4096 positions."


def test_the_verbose_table_shows_every_plane(printed, verdict):
    """With --verbose no plane is left out."""
    lines = printed(planes_table(verdict.planes, 4096, verbose=True)).splitlines()
    assert [line.split()[0] for line in lines[2:66]] == [str(p) for p in range(64)]
    assert "never turns" in lines[65]


def test_a_few_planes_are_all_shown(printed, verdict):
    """Seven planes need no ellipsis."""
    assert "..." not in printed(planes_table(verdict.planes[:7], None))


def test_the_summary_counts_in_words(verdict):
    """One plane is one plane."""
    assert planes_summary(verdict.planes[4:5], None) == (
        "1 rotated plane, of which 1 hardly turns: wavelength beyond the context."
    )


def test_a_summary_without_slow_planes_says_so(verdict):
    """Nothing hardly turns where every wavelength lies within the context."""
    assert planes_summary(verdict.planes[:2], 4096) == (
        "2 rotated planes; none hardly turns: every wavelength lies within 4096 positions."
    )


def test_the_spread_names_its_range(printed, verdict):
    """The range of the spread, and the singular values with their multiplicities."""
    text = " ".join(printed(*spread_lines(verdict.spread)).split())
    assert "1 - |M^T u|^2: from 1.3591409 to 1.3591409" in text
    assert "singular values of M: 1.35914 (128 times)" in text


def test_many_singular_values_are_shown_by_their_ends(printed, num):
    """Three from each end, and how many are left out; all with --verbose."""
    sigma = tuple(Num.of_float(1 / (1 + p // 2)) for p in range(40))
    text = " ".join(printed(*spread_lines(Spread(sigma, num, num))).split())
    assert "≈1.0 (2 times), ≈0.5 (2 times), ≈0.333333 (2 times), ... (28 more) ..., " in text
    assert "more" not in printed(*spread_lines(Spread(sigma, num, num), verbose=True))
