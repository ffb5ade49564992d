"""Torch's names for parameters that MindSpore's layers call otherwise, and differences of their shapes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.nn.cell.cell import Cell

# The last piece of a name: torch's, and MindSpore's in the order in which they are looked for.
SAME: dict[str, tuple[str, ...]] = {
    "weight": ("gamma", "embedding_table", "w"),
    "bias": ("beta",),
    "running_mean": ("moving_mean",),
    "running_var": ("moving_variance",),
}
# Pieces before it: torch's transformer layers have `linear1`.
SAME_CELLS = {"linear1": "dense1", "linear2": "dense2"}
# Layers with an axis of one before the last.
_ONE_DIMENSIONAL = ("Conv1d", "Conv1dTranspose")
# What torch's layers count and MindSpore's do not.
COUNTED = "num_batches_tracked"

_OF_NORMS = {
    "gamma": "weight",
    "beta": "bias",
    "moving_mean": "running_mean",
    "moving_variance": "running_var",
}

Rename = Mapping[str, str | None] | Callable[[str], str | None] | None


def also_called(name: str) -> Iterator[str]:
    """The names that a tensor of torch's may have in a Cell, the likeliest first."""
    path, _, last = name.rpartition(".")
    lasts = (last, *SAME.get(last, ()))
    other = ".".join(SAME_CELLS.get(component, component) for component in path.split("."))
    for way in dict.fromkeys((path, other)):
        for own in lasts:
            yield f"{way}.{own}" if way else own
    for own in lasts[1:]:  # BatchNorm3d has a BatchNorm2d inside
        yield f"{path}.bn2d.{own}" if path else f"bn2d.{own}"


def torchs_endings(own_names: Collection[str]) -> dict[str, str]:
    """Torch's names for those of one layer that are called otherwise there."""
    endings = {}
    if {"gamma", "beta"} <= {*own_names} <= {*_OF_NORMS, COUNTED}:
        endings = {name: _OF_NORMS[name] for name in own_names if name in _OF_NORMS}
    if "embedding_table" in own_names:
        endings["embedding_table"] = "weight"
    return endings


def renamed(name: str, rename: Rename) -> str | None:
    """The name after `rename`; None: leave it out."""
    if rename is None:
        return name
    if callable(rename):
        return rename(name)
    components = name.split(".")
    for old in sorted(rename, key=len, reverse=True):
        at = _where(components, old.split("."))
        if at is None:
            continue
        new = rename[old]
        if new is None:
            return None
        components[at : at + old.count(".") + 1] = new.split(".") if new else []
    return ".".join(components)


def _where(components: list[str], subsequence: list[str]) -> int | None:
    """Where whole pieces of a name stand in it."""
    ends = range(len(components) - len(subsequence) + 1)
    return next((at for at in ends if components[at : at + len(subsequence)] == subsequence), None)


def fitted(cell: Cell, t: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor | None:
    """The values in the shape that the Cell has them in; None where that cannot be.

    Sizes of one may stand elsewhere: the height of a Conv1d, the second size of a depthwise weight. Channels are
    last where the Cell's format says so.
    """
    if tuple(t.shape) == shape:
        return t
    if getattr(cell, "data_format", getattr(cell, "format", None)) == "NHWC" and t.ndim == 4:
        t = t.permute(0, 2, 3, 1)
    if tuple(t.shape) == shape or plain_sizes(t.shape) == plain_sizes(shape):
        return t.reshape(shape)
    return None


def unfitted(cell: Cell, t: torch.Tensor, shape: tuple[int, ...] | None) -> torch.Tensor | None:
    """The inverse of `fitted`: the values in torch's `shape`, None where that cannot be; without one, in its layout."""
    if shape is not None and tuple(t.shape) == shape:
        return t
    if getattr(cell, "data_format", getattr(cell, "format", None)) == "NHWC" and t.ndim == 4:
        t = t.permute(0, 3, 1, 2)
    if shape is None:
        flat = t.ndim == 4 and any(base.__name__ in _ONE_DIMENSIONAL for base in type(cell).__mro__)
        return t.squeeze(2) if flat else t
    if tuple(t.shape) == shape or plain_sizes(t.shape) == plain_sizes(shape):
        return t.reshape(shape)
    return None


def plain_sizes(shape: Sequence[Any]) -> list[int]:
    """The sizes without those of one."""
    return [size for size in shape if size != 1]
