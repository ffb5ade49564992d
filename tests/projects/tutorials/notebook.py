"""A notebook as a program: its code cells in order, shortened by rules of text, with what its
functions return noted.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np


def code(notebook: Path) -> str:
    """The code cells one after the other, without the lines that are for the notebook alone."""
    cells = json.loads(notebook.read_text())["cells"]
    text = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    return "".join(f"{line}\n" for line in text.splitlines() if not re.match(r"\s*[%!]", line))


def shortened(text: str, rules: dict[str, str], until: str) -> str:
    """Every rule's left side replaced by its right one, wherever it stands; what follows `until` left away."""
    for before, after in rules.items():
        if before not in text:
            raise LookupError(f"the tutorial has no {before!r} any more")
        text = text.replace(before, after)
    return text.partition(until)[0] if until else text


class Noted:
    """What calls of a function returned: each number, under its place in the result."""

    def __init__(self) -> None:
        self.values: dict[str, list[float]] = {}

    def around(self, function: Any, name: str) -> Any:
        """The function, which notes the numbers among what it returns."""

        def noting(*args: Any, **kwargs: Any) -> Any:
            result = function(*args, **kwargs)
            several = result if isinstance(result, tuple) else (result,)
            for place, value in enumerate(several):
                if getattr(value, "size", 1) == 1:
                    number = np.asarray(getattr(value, "asnumpy", lambda v=value: v)(), float)
                    self.values.setdefault(f"{name}_{place}", []).append(float(number.reshape(())))
            return result

        return noting


def run(text: str, file: Path, watched: tuple[str, ...], given: dict[str, Any]) -> Any:
    """Run statement by statement as a module of its own; the module and what the watched functions returned."""
    file.write_text(text)  # graphs are made from the source, which must lie somewhere
    module = types.ModuleType(file.stem)
    module.__file__ = str(file)
    sys.modules[file.stem] = module
    module.__dict__.update(given)
    noted = Noted()
    for statement in ast.parse(text).body:
        single = ast.Module([statement], [])
        exec(compile(single, str(file), "exec"), module.__dict__)
        if isinstance(statement, ast.FunctionDef) and statement.name in watched:
            function = noted.around(module.__dict__[statement.name], statement.name)
            module.__dict__[statement.name] = function
    return module, noted.values
