"""The modules keep the promises of CONTRIBUTING.md: documented, small, explicit, without dynamic code."""

from __future__ import annotations

import ast
import importlib
import sys

import pytest

LONGEST_MODULE = 400
# What runs text as code or unpickles it has no place in a program that reads other people's files.
DYNAMIC_CALLS = {"eval", "exec", "compile", "__import__", "sympify", "parse_expr"}
DYNAMIC_MODULES = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}

# Public modules whose tests carry another name: where they are, by the reason above each group.
TESTED_ELSEWHERE: dict[str, str] = {
    # One kernel family is like another: every test runs over all of them.
    "verify/model/kernels/additive.py": "tests/model/kernels/test_kernels.py",
    "verify/model/kernels/base.py": "tests/model/kernels/test_kernels.py",
    "verify/model/kernels/connection.py": "tests/model/kernels/test_kernels.py",
    "verify/model/kernels/expression.py": "tests/model/kernels/test_kernels.py",
    "verify/model/kernels/factor.py": "tests/model/kernels/test_kernels.py",
    "verify/model/kernels/gauge.py": "tests/model/kernels/test_kernels.py",
    "verify/model/kernels/matrix.py": "tests/model/kernels/test_kernels.py",
    "verify/model/kernels/read.py": "tests/model/kernels/test_kernels.py",
    # Parts of one question, what a profile is known to satisfy; asked together of the same formulas.
    "verify/model/calculus.py": "tests/model/test_derivatives.py",
    "verify/model/exponentials.py": "tests/model/test_profiles.py",
    "verify/model/formula_facts.py": "tests/model/test_profile_facts.py",
    "verify/model/monotone.py": "tests/model/test_positivity.py",
    "verify/model/one_sided.py": "tests/model/test_derivatives.py",
    "verify/model/peaks.py": "tests/model/test_profile_facts.py",
    "verify/model/polynomials.py": "tests/model/test_profile_facts.py",
    "verify/model/series_facts.py": "tests/model/test_profile_facts.py",
    # Steps from a configuration to its kernels, tested by golden numbers of whole configurations.
    "verify/encodings/alibi.py": "tests/encodings/test_biases.py",
    "verify/encodings/decays.py": "tests/encodings/test_biases.py",
    "verify/encodings/kerple.py": "tests/encodings/test_biases.py",
    "verify/encodings/sandwich.py": "tests/encodings/test_biases.py",
    "verify/encodings/build.py": "tests/encodings/test_examples.py",
    "verify/encodings/schemes.py": "tests/encodings/test_examples.py",
    "verify/encodings/variants.py": "tests/encodings/test_examples.py",
    "verify/encodings/config.py": "tests/encodings/test_keys.py",
    "verify/encodings/head.py": "tests/encodings/test_keys.py",
    "verify/encodings/library.py": "tests/encodings/test_keys.py",
    "verify/encodings/masks.py": "tests/encodings/test_keys.py",
    "verify/encodings/reading.py": "tests/encodings/test_keys.py",
    "verify/encodings/rope_keys.py": "tests/encodings/test_keys.py",
    "verify/encodings/temperature.py": "tests/encodings/test_layers.py",
    "verify/encodings/rope_model.py": "tests/encodings/test_rope.py",
    "verify/encodings/rotary.py": "tests/encodings/test_rope.py",
    "verify/encodings/sections.py": "tests/encodings/test_rope.py",
    "verify/encodings/frequencies.py": "tests/encodings/test_rope_types.py",
    "verify/encodings/longrope.py": "tests/encodings/test_rope_types.py",
    "verify/encodings/yarn.py": "tests/encodings/test_rope_types.py",
    "verify/encodings/refusals.py": "tests/encodings/test_sentences.py",
    "verify/encodings/swin.py": "tests/encodings/test_tables.py",
    "verify/encodings/t5.py": "tests/encodings/test_tables.py",
    "verify/encodings/t5_buckets.py": "tests/encodings/test_tables.py",
    # Attempts of one decision, in the order that it tries them.
    "verify/spectral/continuum/energy.py": "tests/spectral/continuum/test_decision.py",
    "verify/spectral/continuum/laws.py": "tests/spectral/continuum/test_decision.py",
    "verify/spectral/continuum/problem.py": "tests/spectral/continuum/test_decision.py",
    "verify/spectral/continuum/sign_rule.py": "tests/spectral/continuum/test_decision.py",
    "verify/spectral/continuum/symbol.py": "tests/spectral/continuum/test_decision.py",
    "verify/spectral/continuum/cells.py": "tests/spectral/continuum/test_minorant.py",
    "verify/spectral/continuum/pieces.py": "tests/spectral/continuum/test_toeplitz.py",
    "verify/spectral/continuum/spectrum.py": "tests/spectral/continuum/test_toeplitz.py",
    "verify/spectral/continuum/label_bounds.py": "tests/spectral/continuum/test_signs.py",
    # Parts of the formula language: one test for the parser and its trees, one for all readings of one formula.
    "verify/model/parsing.py": "tests/model/test_formula.py",
    "verify/model/trees.py": "tests/model/test_formula.py",
    "verify/model/readings/algebra.py": "tests/model/test_readings.py",
    "verify/model/readings/arrays.py": "tests/model/test_readings.py",
    "verify/model/readings/balls.py": "tests/model/test_readings.py",
    "verify/model/readings/complex_balls.py": "tests/model/test_readings.py",
    "verify/model/readings/rationals.py": "tests/model/test_readings.py",
    "verify/model/label_checks.py": "tests/model/test_labels.py",
    # Parts of one page.
    "verify/report/downloads.py": "tests/report/test_html.py",
    "verify/report/sections.py": "tests/report/test_html.py",
    "verify/report/spectra.py": "tests/report/test_html.py",
}


def _imports(tree: ast.Module) -> set[str]:
    """Return the full names of all modules that a tree imports, at any depth."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def _called_names(tree: ast.Module) -> set[str]:
    """Return the bare or last names of everything called in a tree, methods of `re` aside."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name):
            found.add(node.func.id)
        elif isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if not (isinstance(owner, ast.Name) and owner.id == "re"):
                found.add(node.func.attr)
    return found


@pytest.mark.slow
def test_every_module_has_a_docstring(repo):
    """A module says first what it is about."""
    bare = [repo.name(path) for path in repo.modules("verify", "proofs") if not ast.get_docstring(repo.tree(path))]
    assert bare == []


@pytest.mark.slow
def test_every_test_module_and_test_has_a_docstring(repo):
    """A test says in one line which fact it holds."""
    bare = []
    for path in repo.modules("tests"):
        tree = repo.tree(path)
        if not ast.get_docstring(tree):
            bare.append(repo.name(path))
        tests = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
        bare += [
            f"{repo.name(path)}::{node.name}"
            for node in tests
            if node.name.startswith("test_") and not ast.get_docstring(node)
        ]
    assert bare == []


def test_every_module_is_short_enough_to_read(repo):
    """No module is longer than 400 lines."""
    lengths = {
        repo.name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in repo.modules("verify", "proofs")
    }
    assert {name: n for name, n in lengths.items() if n > LONGEST_MODULE} == {}


def test_every_package_exports_names_that_exist(repo):
    """Each `__init__` has an `__all__` without repetitions whose names resolve."""
    for path in repo.modules("verify", "proofs"):
        if path.name != "__init__.py":
            continue
        module = importlib.import_module(repo.name(path.parent).replace("/", "."))
        exported = getattr(module, "__all__", None)
        assert exported is not None, f"{repo.name(path)} has no __all__"
        assert len(exported) == len(set(exported)), f"{repo.name(path)} exports a name twice"
        for name in exported:
            assert hasattr(module, name), f"{repo.name(path)} exports {name}, which does not exist"


def test_the_engine_runs_no_text_as_code(repo):
    """Nothing in the engine evaluates, compiles or unpickles what it reads."""
    offences = []
    for path in repo.modules("verify"):
        tree = repo.tree(path)
        calls = _called_names(tree) & DYNAMIC_CALLS
        modules = {name.split(".")[0] for name in _imports(tree)} & DYNAMIC_MODULES
        offences += [f"{repo.name(path)}: {name}" for name in sorted(calls | modules)]
    assert offences == []


def test_the_checker_imports_the_standard_library_alone(repo):
    """The checker of certificates can be audited and run without the package: what is relative stays inside."""
    folder = repo.root / "verify" / "certificates" / "checker"
    modules = repo.modules("verify/certificates/checker")
    assert len(modules) > 10
    for path in modules:
        depth = len(path.relative_to(folder).parts)
        for name in _imports(repo.tree(path)):
            inside = name.startswith(".") and len(name) - len(name.lstrip(".")) <= depth
            assert inside or name.split(".")[0] in sys.stdlib_module_names, f"{repo.name(path)} imports {name}"


def test_the_exact_tier_of_the_checker_knows_one_door_to_the_other(repo):
    """Only `reading.beyond` imports the enclosures, so that an audit of exact certificates can stop there."""
    folder = repo.root / "verify" / "certificates" / "checker"
    doors = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(repo.tree(path)):
            if isinstance(node, ast.ImportFrom):
                names = [node.module or "", *(alias.name for alias in node.names)]
                doors += [path.name for name in names if name.split(".")[0] == "enclosures"]
    assert doors == ["reading.py"]


def test_every_public_module_has_tests_where_they_are_looked_for(repo):
    """verify/<room>/<module>.py is tested by tests/<room>/test_<module>*.py."""
    untested = []
    for path in repo.modules("verify"):
        room = path.parent.relative_to(repo.root / "verify")
        name = repo.name(path)
        if path.stem.startswith("_") or name in TESTED_ELSEWHERE:
            continue
        if not list((repo.root / "tests" / room).glob(f"test_{path.stem}*.py")):
            untested.append(name)
    assert untested == []


def test_every_exception_to_the_mirror_is_needed_and_true(repo):
    """A module tested elsewhere exists, has no tests under its own name, and the tests named exist."""
    for name, tests in TESTED_ELSEWHERE.items():
        path = repo.root / name
        assert path.is_file(), name
        assert (repo.root / tests).is_file(), tests
        room = path.parent.relative_to(repo.root / "verify")
        assert not (repo.root / "tests" / room / f"test_{path.stem}.py").exists(), name


def test_every_room_of_tests_mirrors_a_room(repo):
    """A folder of tests is named like what it tests."""
    rooms = {path.name for path in (repo.root / "tests").iterdir() if path.is_dir()}
    known = {path.name for path in (repo.root / "verify").iterdir() if path.is_dir()}
    others = {"repo", "proofs", "cases", "data", "benchmarks", "docs", "notebooks", "mutation"}
    assert {room for room in rooms if not room.startswith((".", "__"))} <= known | others
