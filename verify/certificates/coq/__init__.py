"""Certificates as Coq files: data in integers, the statement, and Coq as their judge."""

from __future__ import annotations

__all__: list[str] = []
