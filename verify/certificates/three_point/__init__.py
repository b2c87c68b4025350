"""The checker of three-point certificates, in integers and balls; it shares no code with their maker."""

from __future__ import annotations

from verify.certificates.three_point.check import check_three_point, is_three_point, three_point_statement

__all__ = ["check_three_point", "is_three_point", "three_point_statement"]
