"""What `record` wrote, read back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np

from msacc.comparison.record import EPS


@dataclass
class Call:
    """A call of a Cell: its arrays, and how far its results move for a relative movement of 1 of its inputs."""

    name: str
    kind: str
    number: int
    parent: int
    enter: int
    leave: int
    training: bool
    random: bool
    repeats: bool
    weights: dict[str, list[Any]]
    eps: float
    gain: float | None
    back_gain: float | None
    unmeasured: str
    inputs: list[np.ndarray] = field(repr=False)
    outputs: list[np.ndarray] = field(repr=False)
    gradients: dict[int, np.ndarray] = field(repr=False)
    back: dict[int, np.ndarray] = field(repr=False)
    calls: list[Call] = field(default_factory=list, repr=False)
    notes: list[str] = field(default_factory=list)


@dataclass
class Recording:
    """All calls of a run, in the order in which they began."""

    framework: str
    calls: list[Call]


def read(path: str | Path) -> Recording:
    """The recording in a file that `record` wrote. ValueError for another file."""
    with np.load(path, allow_pickle=False) as file:
        if "calls" not in file:
            raise ValueError(f"{str(path)!r} was not written by msacc.record: it has no calls.")
        arrays = {key: file[key] for key in file.files if key != "calls"}
        stored = json.loads(str(file["calls"]))
    calls = [_call(i, entry, arrays) for i, entry in enumerate(stored["calls"]) if "leave" in entry]
    numbered = {call.number: call for call in calls}
    for call in reversed(calls):
        parent = numbered.get(call.parent)
        if parent is not None:
            parent.calls.insert(0, call)
            parent.eps = max(parent.eps, call.eps)
            parent.random |= call.random
            parent.repeats &= call.repeats
    return Recording(stored["framework"], calls)


def _call(number: int, entry: dict[str, Any], arrays: dict[str, np.ndarray]) -> Call:
    kinds = [*entry["in"], *entry["out"], entry["computes_in"]]
    kinds += [digest[1] for digest in entry["weights"].values()]
    return Call(
        name=entry["name"],
        kind=entry["class"],
        number=number,
        parent=entry["parent"],
        enter=entry["enter"],
        leave=entry["leave"],
        training=entry["training"],
        random=entry.get("random", False),
        repeats=entry.get("repeats", True),
        weights=entry["weights"],
        eps=max([EPS.get(kind, 0.0) for kind in kinds]),
        gain=cast("float | None", entry.get("gain")),
        back_gain=cast("float | None", entry.get("back_gain")),
        unmeasured=entry.get("unmeasured", ""),
        inputs=[arrays[f"{number}/in/{i}"] for i in range(len(entry["in"]))],
        outputs=[arrays[f"{number}/out/{i}"] for i in range(len(entry["out"]))],
        gradients=_some(arrays, f"{number}/grad", len(entry["out"])),
        back=_some(arrays, f"{number}/back", len(entry["in"])),
    )


def _some(arrays: dict[str, np.ndarray], key: str, count: int) -> dict[int, np.ndarray]:
    return {i: arrays[f"{key}/{i}"] for i in range(count) if f"{key}/{i}" in arrays}
