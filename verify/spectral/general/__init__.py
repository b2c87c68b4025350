"""General kernels: absolute encodings, expressions, measured matrices; criticality and second order."""

from __future__ import annotations

__all__: list[str] = []
