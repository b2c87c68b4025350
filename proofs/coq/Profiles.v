(** * All profiles by name

    Overview.  What the statements of certificates say about f, and the facts that theorems ask of it:
    exponentials and polynomials (PowerSeries.v), an odd power (OddPowers.v), sums of exponentials and a
    polynomial (Mixtures.v), polynomials of any signs that are largest at 1 (Peaks.v), arcsines
    (ArcsineSeries.v). *)

From Collapse Require Export PowerSeries OddPowers Mixtures Peaks ArcsineSeries.
