"""The theorems, one module each, named ``t<number>_<what it says>``.

A module of this package states a theorem with its hypotheses and claims and imports the engine :mod:`verify`;
the engine never imports this package.
"""

from __future__ import annotations

__all__: list[str] = []
