"""Only what is compiled lives here; everything else is in pyproject.toml.

Kernels in C, and by mypyc the modules that pyproject.toml names in `tool.stajnia.compiled`. All of it is optional:
without a compiler or mypyc the package installs and runs as plain Python. `src/stajnia/compiled.py` says how what is
built here is found, and when it is left aside.

    STAJNIA_PURE=1 pip install .             # compiles nothing
    python setup.py build_ext --inplace      # compiles what has changed (`make setup` does)
"""

import ast
import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
SOURCE = HERE / "src"
PACKAGE = SOURCE / "stajnia"
sys.path.insert(0, str(PACKAGE))
import compiled  # noqa: E402  (found beside the package, so that nothing else of it is imported)

KERNELS = {
    "exact": "bots/duel/_exact.c",
    "swaps": "games/clovers/_swaps.c",
    "net": "bots/_net.c",
    "many": "environments/_many.c",
    "clovers_features": "bots/_clovers_features.c",
    "fever_chances": "bots/_fever_chances.c",
}
UNITS: dict[str, list[str]] = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["tool"]["stajnia"]["compiled"]


def module(file: str) -> str:
    """The name of the module in a file of the package."""
    return "stajnia." + file.rpartition(".")[0].replace("/", ".")


def built(name: str) -> str:
    """The name under which a compiled module is laid into `_built`."""
    return name.replace("stajnia.", "stajnia._built.", 1)


def file_of(name: str) -> str | None:
    """The file of a module of the package; None for a name that is none."""
    path = SOURCE / name.replace(".", "/")
    found = next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.is_file()), None)
    return str(found.relative_to(PACKAGE)) if found else None


def imported(file: str) -> Iterator[str]:
    """The files of the package that a file imports."""
    for node in ast.walk(ast.parse((PACKAGE / file).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("stajnia"):
            names = [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
            yield from filter(None, map(file_of, names))


def sources(unit: str) -> set[str]:
    """All that a unit is made from: its files and whatever they import, for constants of others are built in."""
    if unit in KERNELS:
        folder = (PACKAGE / KERNELS[unit]).parent
        return {KERNELS[unit], *(str(p.relative_to(PACKAGE)) for p in folder.glob("*.h"))}
    known: set[str] = set()
    todo = list(UNITS[unit])
    while todo:
        file = todo.pop()
        if file not in known:
            known.add(file)
            todo += imported(file)
    return known


def kernel(unit: str) -> Extension:
    """A kernel in C."""
    file = KERNELS[unit]
    depends = [str(PACKAGE / each) for each in sorted(sources(unit))]
    here = str((PACKAGE / file).relative_to(HERE))
    return Extension(
        built(module(file)), [here], depends=depends, extra_compile_args=["-O3", "-ffp-contract=off"], optional=True
    )


def extensions(unit: str) -> list[Extension]:
    """What the C compiler is to build for a unit; nothing where mypyc is missing or refuses."""
    if unit in KERNELS:
        return [kernel(unit)]
    try:
        from mypyc.build import mypycify
    except ImportError:
        print(f"{unit} stays plain Python: mypyc is not installed")
        return []
    files = [str((PACKAGE / file).relative_to(HERE)) for file in UNITS[unit]]
    try:
        found = mypycify(files, group_name=f"stajnia._built.{unit}", opt_level="2", debug_level="0")
    except SystemExit as error:
        print(f"{unit} stays plain Python: mypyc refuses it ({error})")
        return []
    document(found, UNITS[unit])
    for each in found:
        each.optional = True
        if not each.name.startswith("stajnia._built."):
            each.name = built(each.name)
    return found


def document(found: list[Extension], files: list[str]) -> None:
    """Puts the docstrings of the sources into the C that mypyc made of them: it takes over signatures alone."""
    docs = {name: text for file in files for name, text in docstrings(file)}

    def told(name: str) -> str:  # mypyc leaves out the beginning of a name where the rest says which it is
        return next((text for known, text in docs.items() if known.endswith("___" + name)), "")

    def add(m: re.Match[str]) -> str:
        return m[0][:-1] + in_c(told(m[1])) + '"'

    def show(m: re.Match[str]) -> str:
        text = told(f"{m[2]}___{m[3]}")
        return f'{m[1]}"{in_c(text)}", NULL}}' if text else m[0]

    for file in {source for each in found for source in each.sources}:
        code = Path(file).read_text("utf-8")
        code = re.sub(r'CPyPy_(\w+),\s[A-Z_| ]+, PyDoc_STR\("[^"\n]+--\\n\\n"', add, code)
        code = re.sub(r'CPyType_(\w+)_template_ = {[^}]*?PyDoc_STR\("[^"\n]+--\\n\\n"', add, code)
        code = re.sub(r"(\(getter\)(\w+?)_get_(\w+),\s+(?:NULL|\(setter\)\w+),\s+)NULL, NULL}", show, code)
        Path(file).write_text(code, "utf-8")


def docstrings(file: str) -> Iterator[tuple[str, str]]:
    """Whatever has a docstring in a file, by its name as mypyc writes it."""
    todo: list[tuple[str, ast.AST]] = [(module(file), ast.parse((PACKAGE / file).read_text("utf-8")))]
    while todo:
        name, node = todo.pop()
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.ClassDef | ast.FunctionDef):
                inner = f"{name}.{each.name}"
                yield inner.replace("___", "___3_").replace(".", "___"), ast.get_docstring(each) or ""
                todo.append((inner, each))


def in_c(text: str) -> str:
    """A text within the quotes of C."""
    return "".join(chr(b) if 32 <= b < 127 and b not in b'"\\?' else f"\\{b:03o}" for b in text.encode())


class Build(build_ext):
    """Builds the units that are not fresh, and stamps those that came out whole."""

    def run(self) -> None:
        if os.environ.get("STAJNIA_PURE"):
            return
        folder = compiled.BUILT if self.inplace else Path(self.build_lib).absolute() / "stajnia" / "_built"
        folder.mkdir(parents=True, exist_ok=True)
        if not self.inplace:
            take_over(folder)
        for stray in PACKAGE.rglob("*.so"):  # nothing compiled may lie beside its source: it would always win
            if compiled.BUILT not in stray.parents:
                stray.unlink()
        todo = {unit: extensions(unit) for unit in (*KERNELS, *UNITS) if not fresh(folder, unit)}
        for unit, found in todo.items():
            self._clear(folder, unit, found)
        inner = self._compile([each for found in todo.values() for each in found])
        for unit, found in todo.items():
            stamp(folder, unit, [Path(inner.get_ext_fullpath(each.name)).absolute() for each in found])
        self.extensions = inner.extensions

    def _clear(self, folder: Path, unit: str, found: list[Extension]) -> None:
        """Away with what was built before: a compiler that fails must not leave the old under a new stamp."""
        (folder / f"{unit}.json").unlink(missing_ok=True)
        (folder / f"{unit}.half").touch()
        for each in found:
            (Path(self.build_lib) / self.get_ext_filename(each.name)).unlink(missing_ok=True)
            Path(self.get_ext_fullpath(each.name)).unlink(missing_ok=True)
            Path(self.get_ext_fullpath(each.name)).parent.mkdir(parents=True, exist_ok=True)

    def _compile(self, found: list[Extension]) -> build_ext:
        self.distribution.ext_modules = found
        inner = build_ext(self.distribution)
        for option in ("build_lib", "build_temp", "inplace", "editable_mode", "parallel", "force", "debug", "compiler"):
            setattr(inner, option, getattr(self, option))
        inner.ensure_finalized()
        if found:
            inner.run()
        return inner


def fresh(folder: Path, unit: str) -> bool:
    """Whether what lies in the folder is just what would be built now."""
    try:
        known = compiled.Unit(**json.loads((folder / f"{unit}.json").read_bytes()))
    except (OSError, ValueError, TypeError):
        return False
    named = {module(file) for file in UNITS.get(unit) or [KERNELS[unit]]}
    return set(known.modules) == named and set(known.sources) == sources(unit) and not known.stale(folder)


def take_over(folder: Path) -> None:
    """What `make setup` has compiled and is fresh goes into a wheel as it is."""
    for unit in (*KERNELS, *UNITS):
        if fresh(compiled.BUILT, unit) and not fresh(folder, unit):
            known = compiled.Unit(**json.loads((compiled.BUILT / f"{unit}.json").read_bytes()))
            for file in (*known.files, f"{unit}.json"):
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(compiled.BUILT / file, folder / file)


def stamp(folder: Path, unit: str, files: list[Path]) -> None:
    """Says that a unit is whole and what it was made from; without all of its files nothing is said."""
    (folder / f"{unit}.half").unlink()
    if not files or not all(file.is_file() for file in files):
        return
    names = {str(file.relative_to(folder)): compiled.digest(file) for file in files}
    modules = {f"stajnia.{name.partition('.')[0].replace('/', '.')}": name for name in names if "__mypyc." not in name}
    made = compiled.Unit(
        name=unit,
        version=compiled.VERSION,
        modules=modules,
        files=names,
        sources={file: compiled.digest(PACKAGE / file) for file in sorted(sources(unit))},
        library=f"stajnia._built.{unit}__mypyc" if unit in UNITS else "",
    )
    (folder / f"{unit}.json").write_text(json.dumps(asdict(made), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    setup(
        cmdclass={"build_ext": Build},
        ext_modules=[] if os.environ.get("STAJNIA_PURE") else [kernel(unit) for unit in KERNELS],
    )
