"""Profiles f in Coq: how a statement speaks of f, and proofs of the facts that theorems ask of it."""

from __future__ import annotations

__all__: list[str] = []
