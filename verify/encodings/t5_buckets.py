"""T5's relative position buckets, in integers: no logarithm is rounded."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

import numpy as np

from verify.model.errors import InputError

__all__ = ["bucket_boundaries", "t5_bucket", "t5_buckets"]


@lru_cache(maxsize=64)
def bucket_boundaries(half: int, max_distance: int) -> tuple[int, ...]:
    """Return the least distance of each logarithmic bucket half/2 + s, s = 0, 1, ...

    Parameters
    ----------
    half : int
        Number B of buckets of one direction; distances below e = B//2 have a bucket each.
    max_distance : int
        Distance M from which on all share the last bucket, M > e.

    Notes
    -----
    The bucket of d >= e is e + floor(ln(d/e)/ln(M/e) (B - e)), cut at B - 1. It is at least e + s exactly
    when (d/e)^(B - e) >= (M/e)^s, that is d^(B-e) e^s >= M^s e^(B-e): a comparison of integers.

    Examples
    --------
    >>> bucket_boundaries(16, 128)
    (8, 12, 16, 23, 32, 46, 64, 91)
    """
    exact = half // 2
    steps = half - exact

    def least(step: int) -> int:
        target, scale = max_distance**step * exact**steps, exact**step
        return bisect_left(range(max_distance + 1), True, key=lambda d: d**steps * scale >= target)

    return tuple(least(step) for step in range(steps))


def t5_bucket(relative: int, buckets: int = 32, max_distance: int = 128, *, bidirectional: bool = True) -> int:
    """Return the bucket of a relative position, relative = key - query.

    Parameters
    ----------
    relative : int
        j - i for query i and key j.
    buckets, max_distance : int
        Number of buckets (at least 4 when bidirectional, 2 when causal) and the distance where they end.
    bidirectional : bool
        Encoder: keys after the query use the upper half. Causal: they all share bucket 0.

    Returns
    -------
    int
        Bucket in 0 .. buckets - 1.

    Raises
    ------
    InputError
        Too few buckets, an odd number of them for two directions, or a distance below the exact range.

    Examples
    --------
    >>> [t5_bucket(r) for r in (-128, -91, -90, -16, -8, -7, 0, 7, 8)]
    [15, 15, 14, 10, 8, 7, 0, 23, 24]
    >>> [t5_bucket(r, bidirectional=False) for r in (5, -16, -113, -112)]
    [0, 16, 31, 30]
    """
    half = _check(buckets, max_distance, bidirectional=bidirectional)
    if bidirectional:
        offset = half if relative > 0 else 0
        distance = abs(relative)
    else:
        offset, distance = 0, max(-relative, 0)
    exact = half // 2
    if distance < exact:
        return offset + distance
    boundaries = bucket_boundaries(half, max_distance)
    return offset + exact + sum(distance >= boundary for boundary in boundaries) - 1


def t5_buckets(span: int, buckets: int = 32, max_distance: int = 128, *, bidirectional: bool = True) -> list[int]:
    """Return the buckets of the relative positions 0, 1, ..., span - 1, or 0, -1, ..., span + 1 if it is negative.

    Examples
    --------
    >>> t5_buckets(4), t5_buckets(-4), t5_buckets(4, bidirectional=False)
    ([0, 17, 18, 19], [0, 1, 2, 3], [0, 0, 0, 0])
    """
    half = _check(buckets, max_distance, bidirectional=bidirectional)
    distances = np.arange(abs(span))
    if not bidirectional and span > 0:
        return [0] * span
    exact = half // 2
    found = exact - 1 + np.searchsorted(bucket_boundaries(half, max_distance), distances, side="right")
    found = np.where(distances < exact, distances, found)
    if bidirectional and span > 0:
        found[1:] += half
    result: list[int] = found.tolist()
    return result


def _check(buckets: int, max_distance: int, *, bidirectional: bool) -> int:
    if bidirectional and buckets % 2:
        raise InputError("relative_attention_num_buckets", "be even for two directions", buckets)
    half = buckets // 2 if bidirectional else buckets
    if half < 2:
        raise InputError("relative_attention_num_buckets", f"be at least {4 if bidirectional else 2}", buckets)
    if max_distance <= half // 2:
        raise InputError(
            "relative_attention_max_distance",
            f"exceed {half // 2}, where the logarithmic buckets begin",
            max_distance,
            "Their widths grow by the ratio of the two.",
        )
    if half > 512 or max_distance > 10**6:
        raise InputError(
            "relative_attention_num_buckets",
            "be at most 512 per direction up to distance 10^6",
            (buckets, max_distance),
        )
    return half
