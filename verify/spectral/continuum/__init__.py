"""T5 on a continuum of labels: Toeplitz symbols, minorants on cells, signs by structure."""

from __future__ import annotations

__all__: list[str] = []
