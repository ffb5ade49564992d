"""How a parameter lies on the grid of processes: the one place that tells.

`parameter.layout` is None for a parameter that every process holds whole and nobody has looked at. After the first
step (or the first call) of a network with strategies it is a `ParameterLayout`; `layouts(net)` gives all of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch.distributed as dist

from msacc.common.parameter import Parameter
from msacc.sharding.process_grid import Placed


@dataclass(frozen=True)
class ParameterLayout:
    """`grid`: sizes of the grid's axes, process r at the row-major place r; `placed`: for each of them the axis of
    the parameter that it cuts, or None where processes hold copies. `shape` is the whole parameter's.

    A later axis of the grid cuts within the pieces of an earlier one. `mesh` is torch's DeviceMesh, or None where
    a layout only describes.
    """

    grid: tuple[int, ...]
    placed: Placed
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
        """Whether a process holds less than the whole."""
        return any(axis is not None for axis in self.placed)

    @property
    def device_matrix(self) -> tuple[int, ...]:
        """The grid, as MindSpore's strategy files call it."""
        return self.grid

    @property
    def tensor_map(self) -> tuple[int | tuple[int, ...], ...]:
        """MindSpore's: for each axis of the parameter the grid axis that cuts it, counted from the last; -1: none."""
        found: list[int | tuple[int, ...]] = []
        for axis in range(len(self.shape)):
            places = tuple(len(self.grid) - 1 - i for i, a in enumerate(self.placed) if a == axis)
            found.append(-1 if not places else places[0] if len(places) == 1 else places)
        return tuple(found)

    def cuts(self) -> tuple[int, ...]:
        """Into how many pieces each axis of the parameter is cut."""
        return tuple(
            math.prod(n for n, a in zip(self.grid, self.placed, strict=True) if a == axis)
            for axis in range(len(self.shape))
        )

    @property
    def slice_shape(self) -> tuple[int, ...]:
        """The shape of what one process holds."""
        return tuple(size // cut for size, cut in zip(self.shape, self.cuts(), strict=True))

    @property
    def copies(self) -> int:
        """How many processes hold the same piece."""
        return math.prod(n for n, a in zip(self.grid, self.placed, strict=True) if a is None)

    def slice_of(self, place: int) -> tuple[slice, ...]:
        """The part of the whole that the process at a place of the grid holds (`ranks[place]` is its rank)."""
        coordinate: list[int] = []
        left = place
        for size in reversed(self.grid):
            coordinate.insert(0, left % size)
            left //= size
        index, pieces = [0] * len(self.shape), [1] * len(self.shape)
        for size, axis, at in zip(self.grid, self.placed, coordinate, strict=True):
            if axis is not None:
                index[axis], pieces[axis] = index[axis] * size + at, pieces[axis] * size
        own = self.slice_shape
        return tuple(slice(i * n, (i + 1) * n) for i, n in zip(index, own, strict=True))

    def own(self, value: Any) -> Any:
        """This process's part of a whole value; a value of the part's shape is that part.

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

    def same_for(self, shape: tuple[int, ...]) -> ParameterLayout:
        """This layout for another tensor with as many axes."""
        return ParameterLayout(self.grid, self.placed, tuple(shape), self.ranks, self.mesh)


def layouts(parameters: Iterable[Parameter] | Any) -> dict[str, ParameterLayout]:
    """The layout of each parameter of a Cell (or of some parameters), by name; those without one are left out."""
    held = parameters.get_parameters() if hasattr(parameters, "get_parameters") else parameters
    return {p.name: p.layout for p in held if getattr(p, "layout", None) is not None}
