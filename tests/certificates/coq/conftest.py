"""Coq as a judge of many certificates at once: true ones are accepted, what is changed in their files is refused."""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path

import pytest

from verify.certificates.checker import check
from verify.certificates.coq.check import compile_file
from verify.certificates.coq.compiler import build_library, run_coq
from verify.certificates.coq.emit import emit_coq


@dataclasses.dataclass(frozen=True)
class CoqJudge:
    """What tests ask of Coq; certificates and changes have names, by which a failure speaks."""

    libraries: Path

    def accepts(self, certificates):
        """Assert that the checker accepts certificates, and Coq their files.

        Most of the time of a small file goes into loading the library and reading its assumptions. So files that
        import the same modules are compiled as one, each such part with its own imports alone, which have to
        suffice; then the assumptions of all of them are read at once.
        """
        wholes, names = {}, {}
        for name, cert in certificates.items():
            report = check(cert)
            assert report.accepted, (name, report.reason)
            file = emit_coq(cert)
            assert {theorem.view for theorem in file.theorems} - {""} == set(cert["data"]["claim"]), name
            start, end = (file.text.index(mark) for mark in ("From Coq Require", "Definition theorems :="))
            imports, module = file.text[start:end].split("\nModule ", 1)
            alone = names.setdefault(file.digest, name) != name  # a module is named once in a file
            parts = wholes.setdefault(name if alone else "", {})
            parts.setdefault(imports, []).append((file, f"\nModule {module}"))
        for parts in wholes.values():
            texts = [imports + "".join(text for _, text in part) for imports, part in parts.items()]
            for text in texts if len(texts) > 1 else []:
                self._compiles(text)
            files = [file for part in parts.values() for file, _ in part]
            theorems = tuple(theorem for file in files for theorem in file.theorems)
            listed = ", ".join(theorem.name for theorem in theorems)
            text = f"{''.join(texts)}Definition theorems := ({listed}).\nPrint Assumptions theorems.\n"
            report = compile_file(dataclasses.replace(files[0], text=text, theorems=theorems), self.libraries, 300)
            assert report.accepted, (list(certificates), report.reason)

    def _compiles(self, text):
        """Assert that Coq accepts a file."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "part.v")
            path.write_text(text, encoding="utf-8")
            run = run_coq(path, build_library(self.libraries), 300)
        assert run.status == 0, run.errors

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
