"""The decision of every family.

The kernel files under tests/cases are tests themselves: the pytest plugin collects them. It holds both views against
what a file expects, and asks for its rung or a stronger one. What it does not ask is asked here: a case that expects
less than exact stands on that very rung, so that no float is ever called exact.
"""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

from verify.certificates.checker import check
from verify.encodings.loading import load_kernel
from verify.encodings.variants import ModelConfig
from verify.model.documents import read_document
from verify.model.kernels import Kernel, read_kernel
from verify.model.verdict import Collapse, Status
from verify.spectral.decide import decide, decide_model

CASES = sorted((Path(__file__).parents[1] / "cases").rglob("*.kernel.json"))


#: Cases that expect another rung than exact.
INEXACT = [path for path in CASES if read_document(path).get("expect", {}).get("status", "exact") != "exact"]


@pytest.mark.slow
@pytest.mark.parametrize("path", INEXACT, ids=lambda path: f"{path.parent.name}/{path.name.split('.')[0]}")
def test_a_case_below_exact_stands_on_the_rung_that_it_expects(path: Path) -> None:
    """Neither lower nor higher; the certificate is accepted by the independent checker under the file's own digest."""
    kernel = read_kernel(read_document(path), path.parent)
    verdict = decide(kernel)
    found = {
        "graph_laws": str(verdict.graph_laws.collapse),
        "all_laws": str(verdict.all_laws.collapse),
        "status": str(Status.weakest(verdict.graph_laws.status, verdict.all_laws.status)),
    }
    assert {name: found[name] for name in kernel.expect} == kernel.expect
    if verdict.certificate is not None:
        report = check(dict(verdict.certificate), kernel.digest)
        assert report.accepted, report.reason


def test_every_case_is_collected_as_a_test(pytestconfig: pytest.Config) -> None:
    """The plugin is loaded, and its patterns match the name of each case: what is not tested here is tested there."""
    assert pytestconfig.pluginmanager.hasplugin("verify")
    assert len(CASES) > 100
    patterns = pytestconfig.getini("verify_files")
    assert [path.name for path in CASES if not any(fnmatch(path.name, pattern) for pattern in patterns)] == []


def test_every_rung_and_answer_of_the_dichotomy_occurs_among_the_cases() -> None:
    """The cases hold all, some and none, exact and enclosed."""
    expected = [read_document(path).get("expect", {}) for path in CASES]
    assert {"all", "some", "none"} <= {case.get("all_laws") for case in expected}
    assert {"exact", "enclosed"} <= {case.get("status") for case in expected}


def test_a_model_configuration_is_decided_layer_by_layer() -> None:
    """A model whose every fourth layer has no position encoding: those layers are plain attention, which collapses."""
    config = load_kernel(
        {
            "model_type": "smollm3", "hidden_size": 64, "num_attention_heads": 4, "max_position_embeddings": 32,
            "num_hidden_layers": 4, "no_rope_layers": [1, 1, 1, 0],
            "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0},
        }
    )  # fmt: skip
    assert isinstance(config, ModelConfig)
    verdicts = decide_model(config)
    answers = {variant.layers: str(variant.verdict.all_laws.collapse) for variant in verdicts.variants}
    assert sorted(answers.values()) == ["all", "none"]
    assert verdicts.exit_status() == 0


def test_what_the_theory_does_not_cover_says_why_and_what_would_apply() -> None:
    """Contextual position encodings depend on the tokens themselves."""
    config = load_kernel(Path(__file__).parents[2] / "examples" / "configs" / "cope.json")
    assert isinstance(config, ModelConfig)
    (variant,) = decide_model(config).variants
    assert variant.verdict.all_laws.status is Status.NOT_APPLICABLE
    assert variant.verdict.all_laws.collapse is Collapse.UNKNOWN
    assert variant.verdict.next_step
    assert variant.verdict.exit_status() == 3


def test_a_kernel_of_no_known_family_is_a_type_error() -> None:
    """Plugging in a family means registering it."""

    class Other(Kernel):
        family = "other"

    with pytest.raises(TypeError):
        Other(d=2, labels=None)  # type: ignore[abstract, arg-type]
