"""The choice of fields, and memory known beforehand."""

from __future__ import annotations

import numpy as np
import pytest

from verify.model.errors import InputError
from verify.model.kernels import read_kernel
from verify.particles.arguments import labels_of
from verify.particles.backend import available_memory, choose_backend, needed_memory
from verify.particles.system import system_of


def chosen(kernel, n, **options):
    """Return the backend for n particles."""
    return choose_backend(system_of(kernel, labels_of(kernel.labels, n)), n, **options)[0]


def test_many_particles_on_circle_and_sphere_use_expansions(plain):
    """Beyond the crossings only, with degree and reason reported."""
    assert chosen(plain(4, 2), 256).name == "dense"
    found = chosen(plain(4, 2), 512)
    assert (found.name, found.degree) == ("harmonic", 19)
    assert "pay from 280" in found.reason
    assert chosen(plain(25, 3), 1024).name == "dense"
    assert chosen(plain(25, 3), 2048).name == "harmonic"
    assert chosen(plain(4, 4), 2048).name == "dense"


def test_a_factor_without_low_rank_is_dense(zoo):
    """k = e^{-|xi - zeta|} has full rank, cos has 2."""
    found = chosen(zoo["distance"], 600)
    assert (found.name, "rank" in found.reason) == ("dense", True)
    assert chosen(zoo["cosine"], 1500).name == "harmonic"


def test_what_was_asked_for_is_used_or_refused(plain, zoo):
    """Never something else silently."""
    assert chosen(plain(4, 2), 5, asked="harmonic").name == "harmonic"
    assert chosen(plain(4, 2), 5000, asked="dense").name == "dense"
    for kernel, options in (
        (plain(4, 4), {"asked": "harmonic"}), (plain(4, 2), {"asked": "general"}), (plain(4, 2), {"asked": "fast"}),
        (plain(4, 2), {"asked": "harmonic", "precision": "float32"}), (zoo["additive"], {"asked": "dense"}),
        (zoo["additive"], {"precision": "float32"}),
    ):  # fmt: skip
        with pytest.raises(InputError):
            chosen(kernel, 10, **options)


def test_memory_grows_with_what_is_kept():
    """Records, matrices and tables count; a million particles in d = 3 fit in a gigabyte."""
    base = needed_memory(10**6, 3, records=2, gauge=False, labels=0)
    assert base < 2**30
    assert needed_memory(10**6, 3, records=100, gauge=False, labels=0) > base + 98 * 24 * 10**6 - 1
    assert needed_memory(10**6, 3, records=2, gauge=True, labels=0) == base + 72 * 10**6
    assert available_memory() > 2**28


def test_every_backend_gives_the_same_velocity(start):
    """Dense and harmonic on one system."""
    fields = {"profile": {"usa": 4}, "labels": {"kind": "circle"}, "frequencies": [1]}
    kernel = read_kernel({"family": "gauge", "d": 2, **fields})
    system = system_of(kernel, labels_of(kernel.labels, 400))
    x, w, every = start(400, 2), np.full(400, 1 / 400), np.arange(400)
    one, other = (choose_backend(system, 400, asked=name)[1](x, w, every) for name in ("dense", "harmonic"))
    assert np.abs(one[0] - other[0]).max() < 1e-12
