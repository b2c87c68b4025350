"""Where the time of a command went."""

from __future__ import annotations

import cProfile
import io
import pstats
import time
from collections.abc import Iterator
from contextlib import contextmanager

from verify.cli.output import note

__all__ = ["profiled"]

_LINES = 15


@contextmanager
def profiled(*, enabled: bool) -> Iterator[None]:
    """Measure what happens inside and list the functions that took longest on standard error."""
    if not enabled:
        yield
        return
    profiler = cProfile.Profile()
    begin = time.perf_counter()
    profiler.enable()
    try:
        yield
    finally:
        profiler.disable()
        text = io.StringIO()
        pstats.Stats(profiler, stream=text).strip_dirs().sort_stats("tottime").print_stats(_LINES)
        for line in text.getvalue().splitlines():
            if line.strip():
                note(line)
        note(f"total {time.perf_counter() - begin:.3f} s")
