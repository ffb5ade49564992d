"""A step in the middle of a window: what this process holds of it, by name."""

from __future__ import annotations

import torch

from msacc.step.scalars import double
from msacc.step.step import TrainStep


def window_state(step: TrainStep) -> dict[str, torch.Tensor]:
    """This process's part of the sums, how far the window is, and the statistics seen in it."""
    runtime = step.step_runtime()
    window = runtime.window
    state = {name: t.clone() for name, t in _accumulated_tensors(step).items()}
    figures = float(window.micros), window.weight, window.unit
    state["window"] = torch.stack([double(figure).cpu() for figure in figures])
    if runtime.statistics is not None:
        for i, rows in enumerate(runtime.statistics.state()):
            state[f"statistics.{i}"] = rows
    return state


def load_window_state(step: TrainStep, state: dict[str, torch.Tensor]) -> None:
    """Go on in the middle of a window; KeyError where entries are missing."""
    runtime = step.step_runtime()
    for name, tensors in _accumulated_tensors(step).items():
        tensors.copy_(state[name])
    micros, weight, unit = state["window"].tolist()
    runtime.window.micros, runtime.window.weight, runtime.window.unit = int(micros), weight, unit
    if runtime.statistics is not None:
        runtime.statistics.load(
            [state[f"statistics.{i}"] for i in range(len(runtime.statistics.layers))]
        )


def _accumulated_tensors(step: TrainStep) -> dict[str, torch.Tensor]:
    """The sums; those of other stages of a pipeline are elsewhere."""
    tensors: dict[str, torch.Tensor | None] = dict(step.step_runtime().accumulator.state())
    return {name: t for name, t in tensors.items() if t is not None}
