"""Certificates as plain data: their makers, and the checker, which needs none of them."""

from __future__ import annotations

__all__: list[str] = []
