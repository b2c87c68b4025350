"""Target laws: atomic, with a density, singular, and mixtures, on a line, on orbits and on spheres."""

from __future__ import annotations

from math import pi

from hypothesis import strategies as st

from verify.testing.content_targets import BlendTarget, CircleTarget, ContentTarget, OrbitTarget, UniformTarget
from verify.testing.strategies.numbers import weights
from verify.testing.strategies.vectors import unit_vectors
from verify.testing.targets import AtomicLaw, CantorLaw, LineLaw, MixtureLaw, PowerLaw

__all__ = ["line_targets", "orbit_targets", "sphere_targets"]


@st.composite
def _atomic(draw: st.DrawFn, end: float) -> LineLaw:
    places = draw(st.lists(st.integers(0, 15), min_size=1, max_size=4, unique=True))
    return AtomicLaw(tuple(end * k / 16 for k in sorted(places)), draw(weights(len(places))))


@st.composite
def line_targets(draw: st.DrawFn, end: float = 2 * pi, *, mixtures: bool = True) -> LineLaw:
    """Draw laws on [0, end]: atomic, uniform, with an unbounded density, Cantor, and mixtures of two of these.

    Atoms shrink to one at 0, mixtures to one of their parts.

    Parameters
    ----------
    end : float
    mixtures : bool
    """
    length = st.sampled_from([1.0, 0.5, 0.25]).map(lambda part: part * end)
    power = st.builds(PowerLaw, st.just(0.0), length, st.sampled_from([1.0, 2.0, 3.0]))
    single = st.one_of(_atomic(end), power, st.builds(CantorLaw, st.just(0.0), length))
    if mixtures and draw(st.booleans()):
        return MixtureLaw((draw(single), draw(single)), draw(weights(2)))
    return draw(single)


@st.composite
def orbit_targets(draw: st.DrawFn, d: int = 2) -> OrbitTarget:
    """Draw laws on an orbit of a rotary gauge with d // 2 planes of frequencies 1, 2, 3."""
    planes = d // 2
    frequencies = draw(st.lists(st.sampled_from([1.0, 2.0, 3.0]), min_size=planes, max_size=planes))
    u = draw(unit_vectors(d))
    return OrbitTarget(draw(line_targets()), tuple(frequencies), tuple(u.tolist()))


@st.composite
def sphere_targets(draw: st.DrawFn, d: int = 3) -> ContentTarget:
    """Draw laws on the sphere: line targets on great circles, for d = 3 the uniform law, and means of two of these.

    They take numbers of points that are twice a square.
    """
    circle = st.builds(CircleTarget, line_targets(mixtures=False), st.just(d), st.integers(1, d - 1))
    single: st.SearchStrategy[ContentTarget] = circle | st.just(UniformTarget()) if d == 3 else circle
    return BlendTarget((draw(single), draw(single)))
