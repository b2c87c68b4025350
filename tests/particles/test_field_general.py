"""Fields of connections, additive encodings and formulas: what test_system does not show."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.particles import field_general
from verify.particles.arguments import labels_of
from verify.particles.system import system_of


@pytest.mark.parametrize("name", ["connection", "additive", "expression"])
def test_blocks_of_rows_change_nothing(name, zoo, start, monkeypatch):
    """One row at a time, or all at once."""
    kernel = zoo[name]
    system = system_of(kernel, labels_of(kernel.labels, 30))
    x, w, every = start(30, kernel.d), np.full(30, 1 / 30), np.arange(30)
    whole = system.general(x, w, every)
    monkeypatch.setattr(field_general, "_BLOCK", 1)
    velocity, energy = system.general(x, w, every)
    assert np.abs(velocity - whole[0]).max() < 1e-15
    assert energy == pytest.approx(whole[1], rel=1e-14)


def test_large_encodings_are_scaled_or_refused():
    """|p| = 3 has logits up to 16; |p| = 30 overflows, and says so."""

    def system(size):
        fields = {"profile": {"usa": 1}, "labels": {"kind": "interval", "a": 0, "b": 1}}
        kernel = read_kernel({"family": "additive", "d": 2, **fields, "p": [size, "xi"]})
        return system_of(kernel, np.array([0.0, 1.0]))

    assert 16 < system("3").log_scale < 20
    with pytest.raises(InputError, match="logits of at most 300"):
        system("30")


@pytest.mark.parametrize("d", [2, 3, 8])
@pytest.mark.parametrize("beta", [1, 20, 400, 10_000])
def test_the_steepest_place_of_a_narrow_kernel_is_seen(d, beta):
    """e^{beta (t - 1)}: sqrt(beta/e) for large beta, at the angle beta^{-1/2}, which few random pairs are near to."""
    fields = {"labels": {"kind": "positions", "n": 4}, "h": f"exp({beta}*(dot(x,y) - 1))"}
    kernel = read_kernel({"family": "expression", "d": d, **fields})
    angle = np.linspace(0, np.pi, 10**6)
    true = (beta * np.exp(-beta * (1 - np.cos(angle))) * np.sin(angle)).max()
    assert true / 4 < system_of(kernel, np.arange(4)).steepest <= true * (1 + 1e-9)
