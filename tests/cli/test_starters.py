"""`verify new`: each starter file is commented, valid and decided."""

from __future__ import annotations

import json

import pytest

from verify.cli.starters import STARTERS, starter
from verify.model.schemas import load_schema

jsonschema = pytest.importorskip("jsonschema")


@pytest.mark.parametrize("family", STARTERS)
def test_each_starter_is_decided(verify, family):
    """`verify new FAMILY | verify kernel -` exits with 0."""
    text = verify("new", family).stdout
    assert text == starter(family)
    assert text.count("#") >= 4
    result = verify("kernel", "-", stdin=text)
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("family", STARTERS)
def test_each_starter_reads_the_same_as_json(verify, family):
    """--json gives the same kernel, valid against the schema."""
    document = json.loads(verify("new", family, "--json").stdout)
    if family != "config":
        jsonschema.Draft202012Validator(load_schema("kernel")).validate(document)
    texts = [verify("kernel", "-", "--json", stdin=text).stdout for text in (starter(family), json.dumps(document))]
    assert texts[0] == texts[1]


def test_an_unknown_family_is_bad_input(verify):
    """Exit status 2, with the nearest name."""
    result = verify("new", "gage")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Did you mean gauge?" in result.stderr
