"""The compiled parts: the same sources compiled by mypyc, and kernels in C. All optional, all checked at import.

`make setup` puts them into `_built`, in units that stand or fall together (the core, each game with its bots), each
with a stamp that names the sources it was made from. A unit is used only if every one of those sources is on disk as
it was, byte for byte, if it was made for this Python and if its files are whole; else the plain modules are used and
a warning says why in one sentence. So a rule can be changed and tried without a compiler: what was compiled before is
left aside until `make setup`. With STAJNIA_PURE=1 in the environment nothing compiled is used, or made.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent
BUILT = PACKAGE / "_built"
VERSION = f"{sys.implementation.cache_tag} {EXTENSION_SUFFIXES[0]}"  # what a compiled file must be made for


class NotCompiled(UserWarning):
    """Compiled parts are there and cannot be used; the plain modules are."""


def digest(path: Path) -> str:
    """The fingerprint of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass
class Unit:
    """One unit, as its stamp describes it. Files are in `_built`, sources in the package."""

    name: str
    version: str
    modules: dict[str, str]  # name of a module -> its file
    files: dict[str, str]  # every file with its fingerprint
    sources: dict[str, str]  # every source with its fingerprint
    library: str = ""  # the module that holds the code of all of them, "" where a file holds its own

    def stale(self, folder: Path) -> str:
        """Why what lies in the folder is not what the sources give on this Python; "" if it is."""
        if self.version != VERSION:
            return f"it was made for another Python ({self.version})"
        for file, known in self.files.items():
            if not (folder / file).is_file() or digest(folder / file) != known:
                return f"{file} is missing or not whole"
        for file, known in self.sources.items():
            if not (PACKAGE / file).is_file() or digest(PACKAGE / file) != known:
                return f"{file} has changed since"
        return ""

    @cached_property
    def trouble(self) -> str:
        """Why the unit cannot be used, "" if it can."""
        stale = self.stale(BUILT)
        if not stale and self.library:
            try:
                import_module(self.library)
            except ImportError as error:
                return f"it does not load ({error})"
        return stale


class Finder(MetaPathFinder):
    """Finds the modules of the units that can be used; all others are found as ever."""

    def __init__(self) -> None:
        self._units: dict[str, Unit] = {}  # by module
        self._told: set[str] = set()
        for stamp in sorted(BUILT.glob("*.json")):
            try:
                unit = Unit(**json.loads(stamp.read_bytes()))
            except (OSError, ValueError, TypeError):
                self._tell(stamp.stem, "its stamp is damaged")
            else:
                self._units |= dict.fromkeys(unit.modules, unit)
        for half in sorted(BUILT.glob("*.half")):
            self._tell(half.stem, "its build was not finished")

    def known(self) -> dict[str, str]:
        """The units that were built, and of each why it cannot be used, "" if it can."""
        return {unit.name: unit.trouble for unit in self._units.values()}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 (the protocol's)
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        unit = self._units.get(fullname)
        if unit is None:
            return None
        if unit.trouble:
            self._tell(unit.name, unit.trouble)
            return None  # the plain module is found as ever, and of a kernel there is none
        file = str(BUILT / unit.modules[fullname])
        return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, file))

    def _tell(self, unit: str, trouble: str) -> None:
        if unit not in self._told:
            self._told.add(unit)
            text = f"the compiled {unit} is left aside, plain Python is used: {trouble}; `make setup` compiles it again"
            warnings.warn_explicit(text, NotCompiled, "stajnia", 1)


def install() -> None:
    """From now on imports find what is compiled and fresh."""
    if not os.environ.get("STAJNIA_PURE") and BUILT.is_dir():
        sys.meta_path.insert(0, Finder())


def is_compiled(module: str) -> bool:
    """Whether a module, imported by now, is a compiled one."""
    spec = sys.modules[module].__spec__
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)
