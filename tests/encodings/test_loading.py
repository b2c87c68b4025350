"""Kernel files and model configurations, told apart and read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verify.encodings.loading import load_kernel
from verify.encodings.variants import ModelConfig
from verify.model.errors import InputError
from verify.model.kernels import FactorKernel

KERNEL = {"family": "factor", "d": 2, "profile": "t", "k": "cos(xi - zeta)", "labels": {"kind": "circle"}}
ROPE = {"head_dim": 8, "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0}}
TOML = """
family = "factor"
d = 2
profile = "t"
k = "cos(xi - zeta)"
labels = { kind = "circle" }
"""


def test_json_toml_and_plain_data_are_one_kernel(tmp_path: Path) -> None:
    """Equal digests."""
    (tmp_path / "a.json").write_text(json.dumps(KERNEL), encoding="utf-8")
    (tmp_path / "a.toml").write_text(TOML, encoding="utf-8")
    kernels = [load_kernel(source) for source in (KERNEL, tmp_path / "a.json", str(tmp_path / "a.toml"))]
    assert all(isinstance(kernel, FactorKernel) for kernel in kernels)
    assert len({kernel.digest for kernel in kernels if isinstance(kernel, FactorKernel)}) == 1


def test_a_model_configuration_is_known_by_its_keys() -> None:
    """It has no family; the number of positions may be given beside it."""
    config = load_kernel(ROPE, 64)
    assert isinstance(config, ModelConfig)
    assert config.variants[0].kernel is not None
    assert config.variants[0].kernel.labels.size == 64


def test_positions_are_refused_for_a_kernel_file() -> None:
    """A kernel file says its labels itself."""
    with pytest.raises(InputError, match="model configurations only"):
        load_kernel(KERNEL, 64)


@pytest.mark.parametrize("document", [{}, {"d": 3}, {"family": "facto"}, {"hello": 1}])
def test_what_is_neither_is_refused_as_a_kernel(document: dict[str, object]) -> None:
    """The error names the families."""
    with pytest.raises(InputError, match="factor"):
        load_kernel(document)


def test_tables_named_in_a_file_lie_beside_it(tmp_path: Path) -> None:
    """Whatever the current folder is."""
    (tmp_path / "p.csv").write_text("1,0\n0,1\n", encoding="utf-8")
    labels = {"kind": "atoms", "weights": ["1/2", "1/2"]}
    document = {"family": "additive", "profile": "exp(t)", "labels": labels, "p": {"file": "p.csv"}}
    (tmp_path / "a.json").write_text(json.dumps(document), encoding="utf-8")
    beside, inline = load_kernel(tmp_path / "a.json"), load_kernel(document | {"p": [[1, 0], [0, 1]]})
    assert not isinstance(beside, ModelConfig)
    assert not isinstance(inline, ModelConfig)
    assert beside.digest == inline.digest
