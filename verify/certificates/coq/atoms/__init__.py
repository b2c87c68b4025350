"""T5 on finitely many labels in Coq."""

from __future__ import annotations

__all__: list[str] = []
