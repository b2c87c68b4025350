"""What is installed is pinned, and no file of the set-up ties it to one place to download from."""

from __future__ import annotations

import re
import subprocess
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

PIN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*==[0-9][A-Za-z0-9.+!]*")
SET_UP = ["constraints.txt", "Makefile", ".ci/run", ".pre-commit-config.yaml"]
# Written in pieces, so that this file does not contain what it looks for.
INDEX_HOSTS = ["py" + "pi.org", "python" + "hosted.org", "ana" + "conda.org", "/simple" + "/"]
INDEX_OPTIONS = ["--index" + "-url", "--extra-index" + "-url", "--find" + "-links", "--trusted" + "-host"]


@pytest.fixture(scope="module")
def declared(repo):
    """Return the requirements of pyproject.toml, extras included, the project's own name aside."""
    project = repo.pyproject()["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    requirements = [Requirement(text) for group in groups for text in group]
    return [requirement for requirement in requirements if requirement.name != project["name"]]


@pytest.fixture(scope="module")
def pins(repo):
    """Return the pinned version of each distribution."""
    lines = [line for line in repo.read("constraints.txt").splitlines() if line and not line.startswith("#")]
    return dict(line.split("==") for line in lines)


def _needed(requirements):
    """Return the names of everything that the requirements need on this platform, directly or not."""
    seen, todo = set(), list(requirements)
    while todo:
        requirement = todo.pop()
        key = (canonicalize_name(requirement.name), frozenset(requirement.extras))
        if key in seen:
            continue
        seen.add(key)
        try:
            texts = distribution(requirement.name).requires or []
        except PackageNotFoundError:
            continue  # of an extra that is not installed here; its own pin is still asked for
        for inner in map(Requirement, texts):
            extras = {"", *requirement.extras}
            if inner.marker is None or any(inner.marker.evaluate({"extra": extra}) for extra in extras):
                todo.append(inner)
    return {name for name, _ in seen}


def test_every_constraint_is_one_exact_version(repo):
    """A line of constraints.txt is `name==version`, sorted, once each, and nothing else."""
    lines = [line for line in repo.read("constraints.txt").splitlines() if not line.startswith("#")]
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    names = [line.split("==")[0] for line in lines]
    assert names == sorted(set(names))


def test_every_dependency_is_pinned(declared, pins):
    """Whatever the package and its extras pull in, at any depth, has its version in constraints.txt."""
    assert _needed(declared) - set(pins) == set()


def test_pins_satisfy_the_declared_bounds(declared, pins):
    """Each pinned version lies within the bounds of pyproject.toml."""
    outside = [str(r) for r in declared if pins[canonicalize_name(r.name)] not in r.specifier]
    assert outside == []


def test_the_installed_versions_are_the_pinned_ones(pins):
    """The tests run with the versions that constraints.txt names."""
    differing = {}
    for name, version in pins.items():
        try:
            installed = Version(distribution(name).version).public  # a build for one kind of machine adds "+cpu"
        except PackageNotFoundError:
            continue
        if installed != version:
            differing[name] = (installed, version)
    assert differing == {}


@pytest.mark.parametrize("name", SET_UP)
def test_the_set_up_names_no_place_to_download_from(repo, name):
    """The files that install anything hold no address and no option that would set one."""
    text = repo.read(name)
    assert "://" not in text
    assert [option for option in INDEX_OPTIONS if option in text] == []


def test_no_file_names_a_package_index(repo):
    """No committed text names the host of a package index."""
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=repo.root, capture_output=True, text=True, check=True)
    assert listed.stdout
    found = []
    for name in filter(None, listed.stdout.split("\0")):
        path = repo.root / name
        if path.suffix in {".npz", ".png"} or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        found += [f"{name}: {host}" for host in INDEX_HOSTS if host in text]
    assert found == []
