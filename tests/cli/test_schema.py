"""`verify schema` prints the schemas that the files satisfy."""

from __future__ import annotations

import json

import pytest

from verify.model.schemas import SCHEMAS, load_schema


@pytest.mark.parametrize("which", SCHEMAS)
def test_each_schema_is_printed(verify, which):
    """The printed schema is the shipped one."""
    assert json.loads(verify("schema", which).stdout) == load_schema(which)


def test_another_name_is_bad_input(verify):
    """Exit status 2, with the names that exist."""
    result = verify("schema", "theorem")
    assert result.exit_code == 2
    assert "kernel, verdict, certificate, optimum" in result.stderr
