"""One of the official models by its own train.py: what each step of Model.train returned, and what was printed."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import sys
from pathlib import Path
from typing import Any


class _Both(io.StringIO):
    """What is printed, kept as well."""

    def write(self, text: str) -> int:
        sys.__stdout__.write(text)
        return super().write(text)


def enter(folder: Path, argv: dict[str, Any]) -> None:
    """Be a process that was started in the model's folder with these options."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    sys.path.insert(0, str(folder))
    sys.argv = [str(folder / "train.py"), *(f"--{k}={v}" for k, v in argv.items())]


def train(folder: Path, printed: str = "") -> dict[str, list[float]]:
    """Run train.py; the numbers of each step, and those that stand behind `printed` in its output."""
    import noting

    values = noting.steps()
    with contextlib.redirect_stdout(_Both()) as said:
        runpy.run_path(str(folder / "train.py"), run_name="__main__")
    if printed:
        found = re.findall(printed, said.getvalue())
        values["printed"] = [float(number) for number in found]
    return values
