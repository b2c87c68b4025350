"""Decide, and prove, whether a positional kernel collapses the tokens of a mean-field transformer."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
