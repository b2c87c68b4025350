"""Coq as a judge of many certificates at once: true ones are accepted, what is changed in their files is refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from verify.certificates.checker import check
from verify.certificates.coq import emit_coq
from verify.certificates.coq_check import compile_file


@dataclasses.dataclass(frozen=True)
class CoqJudge:
    """What tests ask of Coq; certificates and changes have names, by which a failure speaks."""

    libraries: Path

    def accepts(self, certificates):
        """Assert that the checker accepts certificates, and Coq their files.

        Files that import the same modules are compiled as one, since most of the time of a small file goes into
        loading the library and reading its assumptions; a file that another one's imports would help stays apart.
        """
        groups = {}
        for name, cert in certificates.items():
            report = check(cert)
            assert report.accepted, (name, report.reason)
            file = emit_coq(cert)
            assert {theorem.view for theorem in file.theorems} - {""} == set(cert["data"]["claim"]), name
            start, end = (file.text.index(mark) for mark in ("From Coq Require", "Definition theorems :="))
            imports, modules = file.text[start:end].split("\nModule ", 1)
            group = groups.setdefault((file.library.name, imports), {})
            group = groups.setdefault((name, imports), {}) if file.digest in group else group  # a module is named once
            group[file.digest] = name, file, f"Module {modules}"
        for (_, imports), group in groups.items():
            names, files, parts = zip(*group.values(), strict=True)
            theorems = tuple(theorem for file in files for theorem in file.theorems)
            listed = ", ".join(theorem.name for theorem in theorems)
            text = f"{imports}\n{''.join(parts)}Definition theorems := ({listed}).\nPrint Assumptions theorems.\n"
            report = compile_file(dataclasses.replace(files[0], text=text, theorems=theorems), self.libraries, 300)
            assert report.accepted, (names, report.reason)

    def refuses(self, certificates, changes):
        """Assert that Coq refuses the files in which a text is replaced; changes are {name: (which, old, new)}."""
        for name, (which, old, new) in changes.items():
            file = emit_coq(certificates[which])
            assert old in file.text, (name, file.text)
            changed = dataclasses.replace(file, text=file.text.replace(old, new))
            assert "Coq refuses it" in compile_file(changed, self.libraries).reason, name


@pytest.fixture
def coq_judge(coq_libraries):
    """Return Coq with its compiled libraries."""
    return CoqJudge(coq_libraries)
