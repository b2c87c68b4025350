"""The two hand-written Coq libraries, and the axioms on which each of them may rest."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["ALLOWED_AXIOMS", "INSTALL", "INTEGER_AXIOMS", "INTERVAL", "LIBRARIES", "REALS", "CoqLibrary", "coq_where"]

#: What to install where coqc is missing.
INSTALL = "Debian and Ubuntu: apt install coq libcoq-stdlib"

# The axioms of the standard library's real numbers, and no others.
ALLOWED_AXIOMS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)

_OPERATIONS = (
    "add addc addcarryc addmuldiv compare div diveucl diveucl_21 eqb head0 int land leb lor lsl lsr ltb lxor mod mul "
    "mulc sub subc subcarryc tail0"
)
_SPECIFIED = (
    "add_spec addc_def_spec addcarryc_def_spec addmuldiv_def_spec compare_def_spec div_spec diveucl_21_spec "
    "diveucl_def_spec eqb_correct eqb_refl head0_spec land_spec leb_spec lor_spec lsl_spec lsr_spec ltb_spec lxor_spec "
    "mod_spec mul_spec mulc_spec of_to_Z sub_spec subc_def_spec subcarryc_def_spec tail0_spec"
)

# Machine integers of 63 bits: that they exist, and that their operations are those of Z modulo 2^63. Coq's standard
# library states the latter as axioms because the operations are the processor's.
INTEGER_AXIOMS = frozenset(
    {f"PrimInt63.{name}" for name in _OPERATIONS.split()} | {f"Uint63.{name}" for name in _SPECIFIED.split()}
)


@dataclass(frozen=True)
class CoqLibrary:
    """A library of hand-written Coq files.

    Attributes
    ----------
    name : str
        Its name in Coq: ``From Collapse Require``.
    folder : str
        Where its sources are, below the package ``proofs``.
    axioms : frozenset of str
        On which its theorems may rest.
    modules : str
        Those of which the pinned statements speak.
    needs : str
        A package of Coq that must be installed beside Coq; empty if none.
    install : str
        What to install.
    """

    name: str
    folder: str
    axioms: frozenset[str]
    modules: str
    needs: str
    install: str

    def sources(self) -> Path:
        """Return the folder of the sources.

        Raises
        ------
        FileNotFoundError
            The package ``proofs``, which carries it, is not installed.
        """
        spec = importlib.util.find_spec("proofs")
        for place in (spec.submodule_search_locations or ()) if spec else ():
            folder = Path(place) / self.folder
            if (folder / "_CoqProject").is_file():
                return folder
        raise FileNotFoundError(f"the Coq library (proofs/{self.folder}) is not installed beside the package")

    def missing(self) -> str:
        """Return what has to be installed before the library compiles, or an empty text."""
        where = coq_where()
        if where is None:
            return f"coqc is not installed ({self.install})"
        if self.needs and not (where / "user-contrib" / self.needs).is_dir():
            return f"Coq's package {self.needs} is not installed ({self.install})"
        return ""


#: The theorems for all n and d, and the certificates: finite sums over the standard real numbers.
REALS = CoqLibrary(
    "Collapse",
    "coq",
    ALLOWED_AXIOMS,
    "Sums Vectors Energy SignedLaplacian Nonnegative Gauge Converse Slices GaugeSlices Dichotomy MultiAffine\n"
    "  Counterexamples Connections Gegenbauer Zonal CutCone",
    "",
    INSTALL,
)

#: The numerical inequalities of T6, by interval arithmetic inside Coq.
INTERVAL = CoqLibrary(
    "CollapseInterval",
    "coq/interval",
    ALLOWED_AXIOMS | INTEGER_AXIOMS,
    "Bessel GreatCircle",
    "Interval",
    f"{INSTALL} libcoq-interval",
)

LIBRARIES = (REALS, INTERVAL)


def coq_where() -> Path | None:
    """Return the folder in which Coq's own libraries are, or None where there is no coqc."""
    path = shutil.which("coqc")
    return None if path is None else _where(path)


@cache
def _where(path: str) -> Path | None:
    try:
        run = subprocess.run([path, "-where"], capture_output=True, text=True, timeout=20, check=False)  # noqa: S603 - a fixed tool, asked for its folder
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Path(run.stdout.strip()) if run.returncode == 0 and run.stdout.strip() else None
