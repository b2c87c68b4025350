"""The decision "collapse or not": signed Laplacians, their null spaces, symbols and components."""

from __future__ import annotations

__all__: list[str] = []
