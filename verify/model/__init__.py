"""What is spoken of: formulas, label laws, profiles, kernels, and the plain data of verdicts."""

from __future__ import annotations

__all__: list[str] = []
