"""BatchNorm's running statistics of a whole batch that is computed in micro-batches.

The layer's own kernel computes each micro-batch's mean and variance: the running ones are set to zero
before, so that they hold the momentum times the batch's after it. They are combined in float64, over
the processes too, and applied once with the layer's momentum.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
import torch.distributed as dist

from msacc.common.torch_private import process_group
from msacc.nn.cell import Cell
from msacc.nn.layer.normalization import SyncBatchNorm, _BatchNorm
from msacc.step.mesh import Mesh

# (elements per channel, mean, unbiased variance) of one micro-batch.
Moments = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


class WholeBatchStatistics:
    """Collects and combines the statistics of every BatchNorm in `network`."""

    def __init__(self, network: Cell, mesh: Mesh):
        self.mesh = mesh
        named = [(n, c) for n, c in network.cells_and_names() if isinstance(c, _BatchNorm)]
        self.layers = [(n, c) for n, c in named if c.momentum > 0]
        self.moments: list[list[Moments]] = [[] for _ in self.layers]
        self.seen: list[torch.Tensor] = []

    @contextmanager
    def one_micro_batch(self, keep: bool = True) -> Iterator[None]:
        """Around a micro-batch; the running statistics are the old ones after it. `keep`: collect."""
        active = [i for i, (_, layer) in enumerate(self.layers) if _takes_batch(layer)]
        saved = [self._begin(i) for i in active]
        try:
            yield
            for i in active if keep else []:
                self._collect(i)
        finally:
            for i, (mean, variance) in zip(active, saved, strict=True):
                layer = self.layers[i][1]
                layer.moving_mean._t.copy_(mean)
                layer.moving_variance._t.copy_(variance)
                layer.__dict__["_msacc_batch_count"] = None

    def _begin(self, i: int) -> tuple[torch.Tensor, torch.Tensor]:
        layer = self.layers[i][1]
        mean, variance = layer.moving_mean._t, layer.moving_variance._t
        if not self.seen:
            self.seen = [torch.zeros(2, dtype=torch.int64, device=mean.device) for _ in self.layers]
        saved = mean.clone(), variance.clone()
        mean.zero_(), variance.zero_()
        layer.__dict__["_msacc_batch_count"] = self.seen[i].zero_()
        return saved

    def _collect(self, i: int) -> None:
        name, layer = self.layers[i]
        elements, calls = layer._msacc_batch_count.unbind()
        if not self.moments[i] and int(calls) > 1:
            raise RuntimeError(
                f"running_statistics='batch': '{name}' runs {int(calls)} times in one forward and backward "
                "pass (it is shared, or recomputed), and its statistics cannot be told apart; use 'micro'."
            )
        if int(calls):
            mean = layer.moving_mean._t.double() / layer.momentum
            variance = layer.moving_variance._t.double() / layer.momentum
            self.moments[i].append((elements.double().clone(), mean, variance))

    def apply(self) -> None:
        """Move the running statistics once, towards those of the whole batch. Collective."""
        for i, (_, layer) in enumerate(self.layers):
            group = _own_group(layer)
            mean, variance = layer.moving_mean._t, layer.moving_variance._t
            sums = _moments(self.moments[i], mean, group)
            if group is None:
                self.mesh.all_reduce_sum(sums)
            count, total, squares = sums
            if bool(count[0] > 1):
                center = total / count
                spread = ((squares - count * center**2) / (count - 1)).clamp(min=0)
                mean.lerp_(center.to(mean.dtype), layer.momentum)
                variance.lerp_(spread.to(variance.dtype), layer.momentum)
        self.clear()

    def clear(self) -> None:
        """Forget the window."""
        self.moments = [[] for _ in self.layers]

    def state(self) -> list[torch.Tensor]:
        """The window so far: per layer (micro-batches, 3, channels)."""
        return [
            _as_rows(moments, layer)
            for moments, (_, layer) in zip(self.moments, self.layers, strict=True)
        ]

    def load(self, state: list[torch.Tensor]) -> None:
        """Loads the result of `state`."""
        for i, rows in enumerate(state):
            where = self.layers[i][1].moving_mean._t.device
            self.moments[i] = [(r[0][0], r[1], r[2]) for r in rows.to(where)]


def _as_rows(moments: list[Moments], layer: Cell) -> torch.Tensor:
    like = layer.moving_mean._t
    rows = [torch.stack([n.expand_as(mean), mean, variance]) for n, mean, variance in moments]
    return torch.stack(rows) if rows else like.new_zeros((0, 3, like.numel()), dtype=torch.float64)


def _takes_batch(layer: Cell) -> bool:
    """Whether the layer normalises by the batch now (a frozen one does not)."""
    chosen = layer.use_batch_statistics
    return bool(layer.training if chosen is None else chosen)


def _own_group(layer: Cell) -> Any:
    """The processes over which the layer itself takes its statistics, or None."""
    if not isinstance(layer, SyncBatchNorm) or layer.group_name is None:
        return None
    return process_group(layer.group_name)


def _moments(moments: list[Moments], like: torch.Tensor, group: Any) -> torch.Tensor:
    """(3, channels): count, sum and sum of squares of all elements seen."""
    sums = torch.zeros((3, like.numel()), dtype=torch.float64, device=like.device)
    for elements, mean, variance in moments:
        if group is not None:
            elements = elements.clone()
            dist.all_reduce(elements, group=group)
        inside = torch.where(elements > 1, (elements - 1) * variance, torch.zeros_like(variance))
        sums += torch.stack(
            [elements.expand_as(mean), elements * mean, inside + elements * mean**2]
        )
    return sums
