"""A model's own training script, run as the process that a shell starts in its folder; what its steps gave."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import mindspore as ms
import numpy as np


class _Both(io.StringIO):
    """What is printed, kept as well."""

    def write(self, text: str) -> int:
        sys.__stdout__.write(text)
        return super().write(text)


class Noting(ms.train.Callback):
    """The loss of every step of Model.train, and at the end the network's parameters."""

    def __init__(self, noted: dict[str, Any]) -> None:
        super().__init__()
        self.noted = noted

    def step_end(self, run_context: Any) -> None:
        given = run_context.original_args().net_outputs
        loss = given[0] if isinstance(given, tuple) else given
        self.noted.setdefault("loss", []).append(float(np.mean(loss.asnumpy())))

    def on_train_end(self, run_context: Any) -> None:
        network = run_context.original_args().network
        self.noted["parameters"] = list(network.get_parameters())


def enter(folder: Path) -> None:
    """Be a process of the model's folder."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    sys.path.insert(0, str(folder))


def run(script: Path, options: dict[str, Any], printed: str = "") -> dict[str, Any]:
    """Run it; the losses of Model.train, the parameters after it, and the numbers behind `printed` in its output."""
    noted: dict[str, Any] = {}
    whole = ms.train.Model.train

    def train(self: Any, epoch: int, rows: Any, callbacks: Any = None, **more: Any) -> None:
        several = callbacks if isinstance(callbacks, (list, tuple)) else [callbacks]
        more.pop("dataset_sink_mode", None)
        every = [*(c for c in several if c), Noting(noted)]
        whole(self, epoch, rows, every, dataset_sink_mode=False, **more)

    ms.train.Model.train = train
    sys.argv = [str(script), *(f"--{name}={value}" for name, value in options.items())]
    with contextlib.redirect_stdout(_Both()) as said:
        runpy.run_path(str(script), run_name="__main__")
    if printed:
        noted["printed"] = [float(number) for number in re.findall(printed, said.getvalue())]
    return noted
