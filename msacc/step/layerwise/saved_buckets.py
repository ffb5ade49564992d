"""Saves for autograd which layer's bucket a tensor views, not the gathered values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import torch

from msacc.common.parameter import Parameter
from msacc.common.torch_private import storage_key
from msacc.step.gather_autograd import pending_reduction


class Gathers(Protocol):
    """A layer, which can gather its bucket again."""

    piece: Parameter

    def gather(self, piece: torch.Tensor) -> torch.Tensor:
        """The whole bucket, from every process's piece."""


# Gathered buckets that exist during a layer's forward pass, by what tells their memory from other.
_alive: dict[int, Gathers] = {}


def note_alive(full: torch.Tensor, layer: Gathers) -> None:
    """What autograd saves of `full` from now on is `layer`'s."""
    _alive[storage_key(full.untyped_storage())] = layer


def forget_alive() -> None:
    """The forward pass of the layer is over: the key may soon belong to something else."""
    _alive.clear()


@contextmanager
def saved_by_piece() -> Iterator[None]:
    """Saves (layer, view) in place of a gathered parameter, and gathers again in the backward pass."""
    again = _Again()
    try:
        with torch.autograd.graph.saved_tensors_hooks(_pack, again.unpack):
            yield
    finally:
        forget_alive()
        # The graph may outlive the step, and with it what unpacks.
        again.layer = again.full = None
        # A backward pass that broke off leaves one behind that nobody will wait for.
        pending_reduction.latest = None


def _pack(t: torch.Tensor) -> Any:
    layer = _alive.get(storage_key(t.untyped_storage()))
    if layer is None or t.requires_grad and t.is_leaf:
        return t
    return layer, t.storage_offset(), t.shape, t.stride()


class _Again:
    """Caches the bucket gathered last: a layer's backward unpacks it several times in a row."""

    def __init__(self) -> None:
        self.layer: Gathers | None = None
        self.full: torch.Tensor | None = None

    def unpack(self, saved: Any) -> torch.Tensor:
        """The saved tensor."""
        if isinstance(saved, torch.Tensor):
            return saved
        layer, offset, shape, stride = saved
        if self.layer is not layer:
            with torch.no_grad():
                self.layer, self.full = layer, layer.gather(layer.piece._t.detach())
        assert self.full is not None
        return self.full.as_strided(shape, stride, offset)
