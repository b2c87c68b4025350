"""T5 on circles, intervals, tori and nonatomic blocks in Coq."""

from __future__ import annotations

__all__: list[str] = []
