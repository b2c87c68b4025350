"""Three-point certificates written by hand, and how to seal them again."""

from __future__ import annotations

import copy

from verify.certificates.checker import Refused
from verify.certificates.three_point import three_point_statement
from verify.model.canonical import digest
from verify.model.kernels import read_kernel

KERNEL = {"family": "factor", "d": 2, "profile": "t", "k": "cos(xi - zeta)", "labels": {"kind": "circle"}}


def reseal(certificate, **changes):
    """Return a copy with data, claim or problem changed, and statement, digest and seal that belong to it."""
    changed = copy.deepcopy(certificate)
    claim = changes.pop("claim", {})
    problem = changes.pop("problem", {})
    changed["data"].update(changes)
    changed["data"]["claim"].update(claim)
    changed["problem"].update(problem)
    changed["digest"] = digest(changed["problem"])
    try:
        changed["statement"] = three_point_statement(changed["data"]["claim"])
    except (Refused, TypeError, ValueError):  # a claim that has no statement
        changed["statement"] = "T6"
    changed.pop("seal", None)
    return changed | {"seal": digest(changed)}


def square():
    """k = cos, f = t, N = 4: Y_0 = Y_2 = 1/2 and nothing else prove E <= 1/4, which the great circle attains.

    w_1 [k_1 + Y_0 - Y_2] = 0 and w_2 [k_2 + Y_0 + Y_2] = 0 with k = 1, 0, -1; k_0/4 + (Y_0 + Y_2)/4 = 1/2 = 2 E.
    """
    data = {
        "claim": {"view": "all_laws", "tilt": "0", "bound": "250000001/1000000000"},
        "labels": 4,
        "degree": 1,
        "basis": "zonal",
        "exponent": -1,
        "edges": [[["0"], ["0"], ["0"]]],
        "slack": [["1"], ["0"], ["1"]],
    }
    problem = read_kernel(KERNEL).normal_form()
    return reseal({"schema": 1, "theorem": "T6", "problem": problem, "method": "three-point", "data": data})


def triangle():
    """k = -1 off the diagonal of 3 labels, f = t: a = -2/9 on each edge, v = max of -(2/9) (cos + cos + cos) = 1/3.

    2 E <= 1/3, three directions at 120 degrees have it: w_1 = 2/3, sum of a over the three edges of lag 1 = -2/3.
    """
    unit = 2**45
    data = {
        "claim": {"view": "all_laws", "tilt": "0", "bound": "166666677/1000000000"},
        "labels": 3,
        "degree": 1,
        "basis": "zonal",
        "exponent": -45,
        "edges": [[[str(-2 * unit // 9)]] * 3],
        "slack": [["0"], ["0"]],
    }
    labels = {"kind": "cyclic", "n": 3}
    kernel = {"family": "factor", "d": 2, "profile": "t", "k": {"toeplitz": ["0", "-1", "-1"]}, "labels": labels}
    problem = read_kernel(kernel).normal_form()
    return reseal({"schema": 1, "theorem": "T6", "problem": problem, "method": "three-point", "data": data})
