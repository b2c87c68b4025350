"""T5 on finitely many labels: the signed Laplacian, its null space, signs, cuts, explicit laws."""

from __future__ import annotations

__all__: list[str] = []
