"""Certificates that take long to make: kept as files beside the theorems, rechecked in every run, remade on request."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.certificates.recheck import recheck, rung_of
from verify.evidence.claims import Claim, Evidence
from verify.model.canonical import digest
from verify.model.documents import read_document
from verify.model.errors import InputError
from verify.model.files import write_file
from verify.model.verdict import Status

__all__ = ["Shipped"]


@dataclass(frozen=True)
class Shipped:
    """A certificate in the file ``NAME.json`` of a package, with the problem and the claim that it has to prove.

    Attributes
    ----------
    name : str
        The file's name without its ending.
    folder : Path
        Where the file lies: ``proofs/certificates``.
    problem : mapping
        The normal form of the kernel, written or computed where the claim is made and not read from the file.
    claim : mapping
        What the field ``data.claim`` of the certificate has to be.
    make : callable
        The maker: ``make() -> dict``, the sealed certificate as plain data. It is called by ``verify run --remake``
        alone.
    seconds : float
        Time limit of the maker.

    Notes
    -----
    The file is no cache: the independent checker reads it again in every run, whatever the store holds, and the
    digest of ``problem`` has to be that of the certificate. A certificate that is rejected is an error of its claim.
    """

    name: str
    folder: Path
    problem: Mapping[str, Any]
    claim: Mapping[str, Any]
    make: Callable[[], Mapping[str, Any]]
    seconds: float = 3600.0

    @property
    def path(self) -> Path:
        """The certificate's file."""
        return self.folder / f"{self.name}.json"

    def as_claim(self, name: str, statement: str, timeout: float = 60.0, expected: Status = Status.EXACT) -> Claim:
        """Return the claim of a theorem that stands on this certificate; ``timeout`` bounds its recheck.

        ``expected`` is ``enclosed`` for the methods whose checker needs balls.
        """
        return Claim(name, statement, self.recheck, expected, timeout=timeout, remake=self.remake, making=self.seconds)

    def recheck(self) -> Evidence:
        """Return what the independent checker says of the file.

        Raises
        ------
        InputError
            There is no such file, or it is not JSON.
        """
        return self._judged(read_document(self.path), "shipped")

    def remake(self) -> Evidence:
        """Make the certificate again, have it checked, compare it with the file and replace that if they differ.

        Raises
        ------
        InputError
            The file cannot be written.

        Notes
        -----
        A maker whose certificate is rejected leaves the file as it is. The file is replaced in one step: whoever is
        killed leaves the old one or the new one.
        """
        made = json.loads(json.dumps(self.make(), allow_nan=False))
        found = self._judged(made, "made again")
        if found.status is Status.ERROR:
            return found
        same = self.path.is_file() and read_document(self.path) == made
        if not same:
            self._replace(json.dumps(made, indent=1, allow_nan=False) + "\n")
        word = "the same as the shipped one" if same else f"{self.path.name} is replaced"
        return Evidence(found.status, f"{found.how} It was made again: {word}.", found.details)

    def _judged(self, certificate: Mapping[str, Any], origin: str) -> Evidence:
        """Return the evidence of a certificate of this problem and claim that its checker accepts, else an error."""
        report = recheck(certificate, digest(dict(self.problem)))
        reason = "" if report.accepted else report.reason or "without a reason"
        if report.accepted and certificate["data"]["claim"] != dict(self.claim):
            reason = f"it claims {certificate['data']['claim']}, not {dict(self.claim)}"
        if reason:
            return Evidence(Status.ERROR, f"The {origin} certificate {self.path.name} is rejected: {reason}.")
        details = {"certificate": self.path.name, "digest": certificate["digest"], "seal": certificate["seal"]}
        return Evidence(rung_of(certificate), f"The checker accepts {self.path.name}. {report.statement}", details)

    def _replace(self, text: str) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(str(self.folder), "be a folder that can be written", error.strerror or "") from None
        write_file(self.path, text.encode())
