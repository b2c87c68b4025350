"""Three-point bounds: what triples of labels allow, by linear programming; the maker of the certificates."""

from __future__ import annotations

from verify.optimize.three_point.bound import bound_three_point, make_three_point

__all__ = ["bound_three_point", "make_three_point"]
