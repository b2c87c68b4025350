"""T4 and T4d in Coq: gauges by matrices and by frequencies, connections."""

from __future__ import annotations

__all__: list[str] = []
