"""The content sphere S^{d-1}: projection, retraction, distances, samples, exact points, and gauges x -> u.

Overview
--------
A gauge takes x to u by an orthogonal matrix Q(x). The Householder reflection does it in every dimension, but
is not continuous at x = u for d >= 3. A continuous section S^{d-1} -> SO(d), s(x) e_1 = x, exists if and only
if d is 2, 4 or 8 (d >= 2): it would make the sphere parallelisable. For these d it is left multiplication by
the unit complex number, quaternion or octonion x.

References
----------
J. F. Adams, "On the non-existence of elements of Hopf invariant one", Ann. of Math. 72 (1960).
M. Kervaire, "Non-parallelizability of the n-sphere for n > 7", Proc. Nat. Acad. Sci. 44 (1958).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from verify.model.errors import InputError

__all__ = [
    "PARALLELISABLE",
    "continuous_gauge",
    "continuous_section",
    "distance",
    "householder",
    "points_on_sphere",
    "project",
    "rational_point",
    "rational_point_near",
    "rational_rotation_near",
    "retract",
    "sample_uniform",
]

Array = np.ndarray[Any, Any]

#: The dimensions d >= 2 with a continuous section S^{d-1} -> SO(d).
PARALLELISABLE = (2, 4, 8)
_UNIT_TOLERANCE = 1e-9


def _vectors(x: object, name: str) -> Array:
    array = np.asarray(x, dtype=float)
    if array.ndim == 0 or array.shape[-1] < 2:
        raise InputError(name, "have vectors of at least 2 coordinates in its last axis", f"shape {array.shape}")
    if not np.isfinite(array).all():
        raise InputError(name, "be finite", "NaN or infinity", "No direction is computed from it.")
    return array


def points_on_sphere(x: object, name: str = "x") -> Array:
    """Return x as float64 points of shape (..., d), d >= 2, checked to be finite and of unit length.

    Raises
    ------
    InputError
        A coordinate is not finite, d < 2, or a length is off 1 by more than 1e-9.
    """
    array = _vectors(x, name)
    off = float(np.abs(np.linalg.norm(array, axis=-1) - 1).max(initial=0.0))
    if off > _UNIT_TOLERANCE:
        raise InputError(
            name,
            "lie on the unit sphere",
            f"a length off 1 by {off:.3g}",
            remedy="Normalise with retract(x).",
        )
    return array


def project(x: Array, v: Array) -> Array:
    """Return the tangential part P_x v = v - <x, v> x of vectors v at unit vectors x, both of shape (..., d).

    Examples
    --------
    >>> project(np.array([1.0, 0.0]), np.array([3.0, 4.0]))
    array([0., 4.])
    """
    x, v = points_on_sphere(x), _vectors(v, "v")
    return np.asarray(v - np.sum(x * v, axis=-1, keepdims=True) * x)


def retract(x: object) -> Array:
    """Return x / |x| for nonzero vectors of shape (..., d), without overflow or underflow of |x|.

    Raises
    ------
    InputError
        A vector is zero or not finite.

    Examples
    --------
    >>> retract([3e200, 4e200])
    array([0.6, 0.8])
    """
    array = _vectors(x, "x")
    largest = np.abs(array).max(axis=-1, keepdims=True)
    if (largest == 0).any():
        raise InputError("x", "have no zero vector", "a zero vector", "It has no direction.")
    scaled = array / largest
    return np.asarray(scaled / np.linalg.norm(scaled, axis=-1, keepdims=True))


def distance(x: Array, y: Array) -> Array:
    """Return the geodesic distance in [0, pi], accurate for coincident and for antipodal points.

    Notes
    -----
    The angle is 2 atan2(|x - y|, |x + y|): arccos <x, y> would lose half the digits at both ends.

    Examples
    --------
    >>> float(distance(np.array([1.0, 0.0]), np.array([-1.0, 0.0]))) == np.pi
    True
    """
    x, y = points_on_sphere(x), points_on_sphere(y, "y")
    return np.asarray(2 * np.arctan2(np.linalg.norm(x - y, axis=-1), np.linalg.norm(x + y, axis=-1)))


def sample_uniform(n: int, d: int, rng: np.random.Generator) -> Array:
    """Return n independent uniform points of S^{d-1}; shape (n, d).

    Notes
    -----
    A standard normal vector has a uniform direction, independent of its length.
    """
    if d < 2:
        raise InputError("d", "be at least 2", d, "The sphere S^0 is two points: no flow moves on it.")
    if n < 0:
        raise InputError("n", "be at least 0", n)
    return retract(rng.standard_normal((n, d))) if n else np.empty((0, d))


# ---------------------------------------------------------------- gauges


def householder(x: Array, u: Array, at_target: Literal["error", "identity", "reflection"] = "error") -> Array:
    """Return the reflection Q = I - 2 w w^T / |w|^2, w = x - u, with Q x = u; shape (..., d, d), det Q = -1.

    Parameters
    ----------
    x, u : ndarray
        Unit vectors of shape (..., d).
    at_target : "error", "identity" or "reflection"
        What to return at x = u, where the formula is 0/0. ``identity`` is a measurable choice and no limit
        (its determinant is 1). ``reflection``, d = 2 only: the reflection that fixes u, which is the
        continuous extension.

    Raises
    ------
    InputError
        x = u with ``error``, or ``reflection`` with d >= 3.

    Notes
    -----
    As x -> u along a tangent e, Q tends to I - 2 e e^T. For d = 2 there is one tangent line at u, so Q
    extends; for d >= 3 the limit depends on e and no extension exists. w is made orthogonal to x + u before
    use, so that rounding in x - u near u costs accuracy of e and not of Q x = u.

    Examples
    --------
    >>> Q = householder(np.array([0.0, 1.0]), np.array([1.0, 0.0]))
    >>> bool(np.abs(Q @ [0.0, 1.0] - [1.0, 0.0]).max() < 1e-15)
    True
    """
    x, u = np.broadcast_arrays(points_on_sphere(x), points_on_sphere(u, "u"))
    d = x.shape[-1]
    if at_target == "reflection" and d > 2:
        why = f"For d = {d} the limit at x = u depends on the direction of approach."
        raise InputError("at_target", "be error or identity for d >= 3", at_target, why)
    middle, w = x + u, x - u
    square = np.sum(middle * middle, axis=-1, keepdims=True)
    tilt = np.sum(w * middle, axis=-1, keepdims=True) / np.where(square > 1, square, 1.0)
    w = w - np.where(square > 1, tilt, 0.0) * middle
    length = np.linalg.norm(w, axis=-1, keepdims=True)
    meet = length[..., 0] < 4 * np.finfo(float).eps
    if at_target == "error" and meet.any():
        why = "The Householder gauge is undefined there, and for d >= 3 has no continuous extension."
        raise InputError("x", "differ from u", "x = u", why, 'Choose at_target="identity".')
    normal = np.where(meet[..., None], 0.0, w / np.where(meet[..., None], 1.0, length))
    if at_target == "reflection":
        normal = np.where(meet[..., None], np.stack([-u[..., 1], u[..., 0]], axis=-1), normal)
    return np.asarray(np.eye(d) - 2 * normal[..., :, None] * normal[..., None, :])


def continuous_section(x: Array) -> Array:
    """Return s(x) in SO(d), continuous in x, with s(x) e_1 = x, for d = 2, 4, 8; shape (..., d, d).

    Raises
    ------
    InputError
        Any other d: a continuous section S^{d-1} -> SO(d) exists if and only if d is 2, 4 or 8, and O(d) does
        not help.

    Notes
    -----
    s(x) y = x y in the complex numbers, quaternions or octonions, where |x y| = |x| |y|.

    Examples
    --------
    >>> continuous_section(np.array([0.6, 0.8]))
    array([[ 0.6, -0.8],
           [ 0.8,  0.6]])
    """
    x = points_on_sphere(x)
    d = x.shape[-1]
    if d not in PARALLELISABLE:
        why = f"A continuous section S^{d - 1} -> SO({d}) would make the sphere parallelisable."
        raise InputError("d", "be 2, 4 or 8 for a continuous section", d, why, "Use the Householder gauge off x = u.")
    columns = [_cayley_dickson(x, np.broadcast_to(basis, x.shape)) for basis in np.eye(d)]
    return np.stack(columns, axis=-1)


def continuous_gauge(x: Array, u: Array) -> Array:
    """Return Q(x) = s(u) s(x)^T in SO(d), continuous in x, with Q(x) x = u, for d = 2, 4, 8."""
    return np.asarray(continuous_section(u) @ np.swapaxes(continuous_section(x), -1, -2))


def _conjugate(a: Array) -> Array:
    return np.concatenate([a[..., :1], -a[..., 1:]], axis=-1)


def _cayley_dickson(a: Array, b: Array) -> Array:
    """(a1, a2)(b1, b2) = (a1 b1 - b2* a2, b2 a1 + a2 b1*), from the reals upwards."""
    half = a.shape[-1] // 2
    if half == 0:
        return a * b
    a1, a2, b1, b2 = a[..., :half], a[..., half:], b[..., :half], b[..., half:]
    first = _cayley_dickson(a1, b1) - _cayley_dickson(_conjugate(b2), a2)
    second = _cayley_dickson(b2, a1) + _cayley_dickson(a2, _conjugate(b1))
    return np.concatenate([first, second], axis=-1)


# ---------------------------------------------------------------- exact points


def rational_point(parameters: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the point of S^{d-1} over d - 1 rational stereographic parameters, exactly of unit length.

    Notes
    -----
    s -> ((1 - |s|^2), 2 s) / (1 + |s|^2); every rational point except (-1, 0, ..., 0) is reached once.

    Examples
    --------
    >>> rational_point([Fraction(1, 2)])
    (Fraction(3, 5), Fraction(4, 5))
    """
    if not parameters:
        raise InputError("parameters", "hold at least one rational", "[]", "A sphere has d >= 2.")
    s = [Fraction(p) for p in parameters]
    square = sum((p * p for p in s), Fraction(0))
    return ((1 - square) / (1 + square), *(2 * p / (1 + square) for p in s))


def rational_point_near(x: Sequence[float] | Array, bits: int = 32) -> tuple[Fraction, ...]:
    """Return a rational point of exact unit length within 2^(2 - bits) sqrt(d) of the direction of x.

    Notes
    -----
    The coordinate of largest absolute value is the axis of the stereographic projection, so all parameters
    are at most 1 in absolute value; they are rounded to multiples of 2^-bits.
    """
    direction = retract(x)
    if direction.ndim != 1:
        raise InputError("x", "be one vector", f"shape {direction.shape}")
    axis = int(np.argmax(np.abs(direction)))
    sign = 1 if direction[axis] > 0 else -1
    others = np.delete(direction, axis)
    parameters = [Fraction(round(c / (1 + abs(direction[axis])) * 2**bits), 2**bits) for c in others.tolist()]
    first, *rest = rational_point(parameters)
    rest.insert(axis, sign * first)
    return tuple(rest)


def rational_rotation_near(angle: float, bits: int = 32) -> tuple[Fraction, Fraction]:
    """Return rational (c, s) with c^2 + s^2 = 1 exactly, within 2^(3 - bits) of (cos angle, sin angle)."""
    c, s = rational_point_near([np.cos(angle), np.sin(angle)], bits)
    return c, s
