"""The layout of a parameter: how it lies on the process grid.

`parameter.layout` is None for a parameter that every process holds in full and that no strategy has placed. After
the first step (or the first call) of a network with strategies it is a `ParameterLayout`; `layouts(net)` gives all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.sharding.process_grid import Placement


@dataclass(frozen=True)
class ParameterLayout:
    """`grid`: sizes of the grid's axes, process r at row-major index r; `placed`: for each of them the axis of the
    parameter that it shards, or None where processes hold replicas. `shape` is the full parameter's.

    A later axis of the grid splits the shards of an earlier one further. `mesh` is torch's DeviceMesh, or None where a
    layout only describes.
    """

    grid: tuple[int, ...]
    placed: Placement
    shape: tuple[int, ...]
    ranks: tuple[int, ...]
    mesh: Any = None

    @property
    def placements(self) -> tuple[Any, ...]:
        """torch's placements, one for each axis of the grid."""
        from torch.distributed.tensor import Replicate, Shard

        return tuple(Replicate() if axis is None else Shard(axis) for axis in self.placed)

    @property
    def is_cut(self) -> bool:
        """Whether a process holds less than the full parameter."""
        return any(axis is not None for axis in self.placed)

    @property
    def device_matrix(self) -> tuple[int, ...]:
        """The grid, as MindSpore's strategy files call it."""
        return self.grid

    @property
    def tensor_map(self) -> tuple[int | tuple[int, ...], ...]:
        """MindSpore's: for each axis of the parameter the grid axis that cuts it, counted from the last; -1: none."""
        tensor_map: list[int | tuple[int, ...]] = []
        for axis in range(len(self.shape)):
            grid_axes = tuple(
                len(self.grid) - 1 - i for i, a in enumerate(self.placed) if a == axis
            )
            tensor_map.append(
                -1 if not grid_axes else grid_axes[0] if len(grid_axes) == 1 else grid_axes
            )
        return tuple(tensor_map)

    def cuts(self) -> tuple[int, ...]:
        """The number of shards along each axis of the parameter."""
        return tuple(
            math.prod(n for n, a in zip(self.grid, self.placed, strict=True) if a == axis)
            for axis in range(len(self.shape))
        )

    @property
    def slice_shape(self) -> tuple[int, ...]:
        """The shape of one process's shard."""
        return tuple(size // cut for size, cut in zip(self.shape, self.cuts(), strict=True))

    @property
    def copies(self) -> int:
        """How many processes hold the same shard."""
        return math.prod(n for n, a in zip(self.grid, self.placed, strict=True) if a is None)

    def slice_of(self, index: int) -> tuple[slice, ...]:
        """The slice of the full value that the process at index `index` of the grid holds (rank `ranks[index]`)."""
        coordinate: list[int] = []
        remainder = index
        for size in reversed(self.grid):
            coordinate.insert(0, remainder % size)
            remainder //= size
        starts, shards = [0] * len(self.shape), [1] * len(self.shape)
        for size, axis, position in zip(self.grid, self.placed, coordinate, strict=True):
            if axis is not None:
                starts[axis], shards[axis] = starts[axis] * size + position, shards[axis] * size
        shard_shape = self.slice_shape
        return tuple(slice(i * n, (i + 1) * n) for i, n in zip(starts, shard_shape, strict=True))

    def local_slice(self, value: Any) -> Any:
        """The local shard of a full value; a value of the shard's shape is returned as it is.

        ValueError for another shape.
        """
        if not self.is_cut or tuple(value.shape) == self.slice_shape:
            return value
        if tuple(value.shape) != self.shape:
            raise ValueError(
                f"A parameter of shape {self.shape}, of which each process holds {self.slice_shape}, cannot take a "
                f"value of shape {tuple(value.shape)}."
            )
        return value[self.slice_of(self.ranks.index(dist.get_rank()))]

    def without(self, axis: int) -> ParameterLayout:
        """The layout of a tensor that lacks one axis, as a mean over it does."""
        axis %= len(self.shape)
        placed = tuple(None if a is None or a == axis else a - (a > axis) for a in self.placed)
        shape = self.shape[:axis] + self.shape[axis + 1 :]
        return ParameterLayout(self.grid, placed, shape, self.ranks, self.mesh)


def layouts(parameters: Iterable[Parameter] | Any) -> dict[str, ParameterLayout]:
    """The layout of each parameter of a Cell (or of some parameters), by name; those without one are left out."""
    items = parameters.get_parameters() if hasattr(parameters, "get_parameters") else parameters
    return {p.name: p.layout for p in items if getattr(p, "layout", None) is not None}
