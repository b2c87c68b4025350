"""Every verdict and certificate that the command prints satisfies its schema."""

from __future__ import annotations

import json

import jsonschema
import pytest

from verify.cli.recheck import certificates_in
from verify.evidence import list_examples
from verify.model.schemas import load_schema


@pytest.mark.slow
@pytest.mark.parametrize("name", [example.name for example in list_examples()])
def test_each_example_gives_valid_documents(verify, name):
    """The verdict is valid, each certificate in it too, and the checker accepts it."""
    result = verify("kernel", name, "--json")
    data = json.loads(result.stdout)
    jsonschema.Draft202012Validator(load_schema("verdict")).validate(data)
    certificates = [certificate for _, certificate in certificates_in(data)]
    validator = jsonschema.Draft202012Validator(load_schema("certificate"))
    for certificate in certificates:
        validator.validate(certificate)
    if certificates:
        assert verify("recheck", "-", stdin=result.stdout).exit_code == 0
