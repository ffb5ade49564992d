"""Summary ops: named values that SummaryRecord writes.

The work is one opaque torch op with an ordered effect, so that a compiled graph keeps it, in place and
in order, without a graph break. Unlike MindSpore's, the ops also record in PyNative mode.
"""

from __future__ import annotations

import torch
from torch import library

from msacc.common.tensor import Tensor, local_values

# (plugin, name) -> the newest value, on the CPU. A SummaryRecord takes them out when it records.
pending: dict[tuple[str, str], torch.Tensor] = {}
_collectors = 0


def collect(count: int) -> None:
    """Note that a SummaryRecord opened (+1) or closed (-1); without one nothing is kept."""
    global _collectors
    _collectors += count
    if _collectors == 0:
        pending.clear()


def note(plugin: str, name: str, value: torch.Tensor) -> None:
    """Record a value that no op of a network gave, for the SummaryRecord that takes next."""
    pending[plugin, name] = value


def take() -> dict[tuple[str, str], torch.Tensor]:
    """Removes and returns the values recorded since the last call."""
    entries = dict(pending)
    pending.clear()
    return entries


@library.custom_op("msacc::summary", mutates_args=())
def _summary(plugin: str, name: str, value: torch.Tensor) -> None:
    if _collectors:
        pending[plugin, name] = value.detach().to("cpu", copy=True)


@_summary.register_fake
def _(plugin: str, name: str, value: torch.Tensor) -> None:
    return None


def check_value(where: str, plugin: str, shape: tuple[int, ...]) -> None:
    """ValueError when a value of this shape cannot be shown as `plugin`."""
    needs = {
        "scalar": ("one element and at most one dimension", len(shape) <= 1 and set(shape) <= {1}),
        "image": ("the four dimensions (N, C, H, W)", len(shape) == 4),
        "tensor": ("one dimension or more", len(shape) >= 1),
        "histogram": ("one dimension or more", len(shape) >= 1),
    }
    text, fits = needs[plugin]
    if not fits:
        raise ValueError(
            f"For '{where}', the value must have {text}, but got shape {tuple(shape)}."
        )


def record(where: str, plugin: str, name: str, value: Tensor) -> None:
    """Note a value under a name.

    ValueError for an empty name or a shape that cannot be shown, TypeError for a name that is no str and for no Tensor.
    """
    if not isinstance(name, str):
        raise TypeError(f"For '{where}', 'name' must be a str, but got {name!r}.")
    if not name:
        raise ValueError(f"For '{where}', 'name' must be a str that is not empty.")
    if not isinstance(value, Tensor):
        raise TypeError(f"For '{where}', 'value' must be a Tensor, but got {value!r}.")
    check_value(where, plugin, tuple(value._t.shape))
    torch.ops.msacc.summary(plugin, name, local_values(value._t.detach()))
