"""Runs a notebook cell by cell and keeps what it shows in it: `python -m examples.run_notebook FILE.ipynb`.

A few lines instead of Jupyter, so that the tests can run it anywhere; in Jupyter it opens as any other.
"""

from __future__ import annotations

import ast
import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any


def run(file: Path) -> dict[str, Any]:
    """The notebook with the outputs of every code cell; an error names the cell."""
    book: dict[str, Any] = json.loads(file.read_text("utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(book["cells"], 1):
        if cell["cell_type"] != "code":
            continue
        printed = StringIO()
        try:
            with redirect_stdout(printed):
                value = _value("".join(cell["source"]), names)
        except Exception as e:
            e.add_note(f"in cell {number} of {file.name}")
            raise
        cell["outputs"] = _outputs(printed.getvalue(), value)
        cell["execution_count"] = None
    return book


def _value(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; what its last line is worth, if it is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def _outputs(printed: str, value: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if printed:
        found.append({"output_type": "stream", "name": "stdout", "text": printed.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": [repr(value)]}
        if hasattr(value, "_repr_svg_"):
            data = {"image/svg+xml": [value._repr_svg_()], "text/plain": [f"<{type(value).__name__}>"]}
        found.append({"output_type": "display_data", "metadata": {}, "data": data})
    return found


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(json.dumps(run(path), indent=1, ensure_ascii=False) + "\n", "utf-8")
