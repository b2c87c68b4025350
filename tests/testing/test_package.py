"""The package imports nothing before a name is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import verify.testing


def test_every_public_name_resolves():
    """And only these."""
    assert set(verify.testing.__all__) <= set(dir(verify.testing))
    for name in verify.testing.__all__:
        assert getattr(verify.testing, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'assert_true'"):
        _ = verify.testing.assert_true


def test_importing_the_plugin_loads_no_mathematics_and_no_hypothesis():
    """Nothing but pytest and the standard library."""
    script = (
        "import sys, pytest; before = set(sys.modules); import verify.testing.plugin; "
        "print(sorted({m.split('.')[0] for m in set(sys.modules) - before if not m.startswith('verify')} "
        "- set(sys.stdlib_module_names)), [m for m in sys.modules if m.startswith('verify.model')])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[] []"
