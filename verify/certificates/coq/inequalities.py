"""The numerical inequalities of T6 that Coq proves by interval arithmetic, each pinned to its statement."""

from __future__ import annotations

from verify.certificates.coq.libraries import INTERVAL
from verify.certificates.coq.theorems import LibraryTheorem

__all__ = ["INEQUALITIES"]


def _inequality(item: str, name: str, words: str, statement: str) -> LibraryTheorem:
    return LibraryTheorem("T6", f"coq-{item}", "GreatCircle", name, words, statement, INTERVAL)


INEQUALITIES: tuple[LibraryTheorem, ...] = (
    _inequality(
        "length-bound",
        "length_bound",
        "4 I_2 <= I_1 for 0 < beta <= 1.04445686: where the length argument makes the great circle optimal, d = 2.",
        "forall beta : R, 0 < beta <= 1.04445686 -> 4 * besselI 2 beta <= besselI 1 beta",
    ),
    _inequality(
        "length-bound-ends",
        "length_bound_ends",
        "4 I_2 > I_1 at beta = 1.04445687.",
        "besselI 1 1.04445687 < 4 * besselI 2 1.04445687",
    ),
    _inequality(
        "planar-threshold",
        "planar_threshold",
        "9 I_3 <= I_1 for 0 < beta <= 1.786626677216: the great circle is a local maximum, d = 2.",
        "forall beta : R, 0 < beta <= 1.786626677216 -> 9 * besselI 3 beta <= besselI 1 beta",
    ),
    _inequality(
        "planar-threshold-ends",
        "planar_threshold_ends",
        "9 I_3 > I_1 at beta = 1.786626677218.",
        "besselI 1 1.786626677218 < 9 * besselI 3 1.786626677218",
    ),
    _inequality(
        "normal-threshold",
        "normal_threshold",
        "I_1 <= I_1' = (I_0 + I_2)/2 for 0 < beta <= 1.545127257992: the great circle is a local maximum, d >= 3.",
        "forall beta : R, 0 < beta <= 1.545127257992 -> 2 * besselI 1 beta <= besselI 0 beta + besselI 2 beta",
    ),
    _inequality(
        "normal-threshold-ends",
        "normal_threshold_ends",
        "I_1 > (I_0 + I_2)/2 at beta = 1.545127257993.",
        "besselI 0 1.545127257993 + besselI 2 1.545127257993 < 2 * besselI 1 1.545127257993",
    ),
    _inequality(
        "latitude-circle",
        "latitude_beats_great_circle",
        "The latitude circle with beta s = 1.545 has more energy than the great circle, 1.55 <= beta <= 3, d >= 3.",
        "forall beta : R, 1.55 <= beta <= 3 -> besselI 1 beta < exp (beta - 1.545) * besselI 1 1.545",
    ),
    _inequality(
        "three-arcs",
        "three_arcs_above",
        "Three arcs have more energy than the great circle at beta = 1.957152747.",
        "besselI 1 1.957152747 < arcs 3 1.957152747",
    ),
    _inequality(
        "three-arcs-below",
        "three_arcs_below",
        "Three arcs have less energy than the great circle at beta = 1.957152746.",
        "arcs 3 1.957152746 < besselI 1 1.957152746",
    ),
    _inequality(
        "two-arcs-below",
        "two_arcs_below",
        "Two arcs have less energy than the great circle at beta = 2.745508640.",
        "arcs 2 2.745508640 < besselI 1 2.745508640",
    ),
    _inequality(
        "two-arcs",
        "two_arcs_above",
        "Two arcs have more energy than the great circle at beta = 2.745508641.",
        "besselI 1 2.745508641 < arcs 2 2.745508641",
    ),
    _inequality(
        "two-and-four-arcs",
        "two_and_four_arcs",
        "Two and four arcs have one energy, for every beta.",
        "forall beta : R, arcs 4 beta = arcs 2 beta",
    ),
    *(
        _inequality(
            f"sinh-bound-{beta}",
            f"sinh_bound_{beta}",
            f"The bound sinh(beta)/(4 beta) is at most {ratio} times the great circle's energy at beta = {beta}.",
            f"sinh_bound {beta} <= {ratio} * besselI 1 {beta}",
        )
        for beta, ratio in ((1, "1.041"), (2, "1.141"), (4, "1.399"), (8, "1.865"))
    ),
)
