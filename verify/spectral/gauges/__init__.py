"""T4: gauge kernels and connections, by characters of the label law and exact null spaces."""

from __future__ import annotations

__all__: list[str] = []
