"""One of the official models by its own train.py: what each step of Model.train returned, and what was printed."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np


class _Both(io.StringIO):
    """What is printed, kept as well."""

    def write(self, text: str) -> int:
        sys.__stdout__.write(text)
        return super().write(text)


def _noting(values: dict[str, list[float]]) -> Any:
    import mindspore as ms

    class Noting(ms.train.Callback):
        """Every number that a step returns, under its place."""

        def step_end(self, run_context: Any) -> None:
            given = run_context.original_args().net_outputs
            for place, value in enumerate(given if isinstance(given, tuple) else (given,)):
                number = np.asarray(value.asnumpy(), float)
                if number.size == 1:
                    values.setdefault(f"loss_{place}", []).append(float(number.reshape(())))

    return Noting()


def enter(folder: Path, argv: dict[str, Any]) -> None:
    """Be a process that was started in the model's folder with these options."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    sys.path.insert(0, str(folder))
    sys.argv = [str(folder / "train.py"), *(f"--{k}={v}" for k, v in argv.items())]


def train(folder: Path, printed: str = "") -> dict[str, list[float]]:
    """Run train.py; the numbers of each step, and those that stand behind `printed` in its output."""
    import mindspore as ms

    values: dict[str, list[float]] = {}
    whole: Callable[..., Any] = ms.train.Model.train

    def noted(
        self: Any, epoch: int, rows: Any, callbacks: Any = None, *args: Any, **kw: Any
    ) -> None:
        several = callbacks if isinstance(callbacks, (list, tuple)) else [callbacks]
        whole(self, epoch, rows, [*(c for c in several if c), _noting(values)], *args, **kw)

    ms.train.Model.train = noted
    with contextlib.redirect_stdout(_Both()) as said:
        runpy.run_path(str(folder / "train.py"), run_name="__main__")
    if printed:
        found = re.findall(printed, said.getvalue())
        values["printed"] = [float(number) for number in found]
    return values
