"""Layout: names for the axes of a grid of processes, and how a tensor's axes follow them."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_VIRTUAL = "interleaved_parallel"


class Layout:
    """A grid of processes: `Layout((2, 4), ("dp", "mp"))`; `layout("dp", "None")` lays a tensor out on it.

    `device_matrix`: the grid's sizes.
    `alias_name`: a name per axis.
    `rank_list`: the processes in it (default: all, in order). Calling it names, per axis of a tensor, the
      grid axis (or a tuple of them) that cuts it, "None" for none.

    Raises TypeError and ValueError for sizes and names that do not fit.
    """

    def __init__(
        self,
        device_matrix: tuple[int, ...],
        alias_name: tuple[str, ...],
        rank_list: list[int] | None = None,
    ):
        _check_grid(device_matrix, alias_name)
        count = math.prod(device_matrix)
        if rank_list is not None and not isinstance(rank_list, list):
            raise TypeError(f"The rank_list should be a list, but got {type(rank_list).__name__}.")
        if rank_list is not None and len(rank_list) != count:
            raise ValueError(
                "The length of rank_list should be equal to the product of device_matrix, "
                f"but got {len(rank_list)} and {count}."
            )
        self._sizes = dict(zip(alias_name, device_matrix, strict=False))
        self._ranks = list(range(count)) if rank_list is None else rank_list
        self._axes: tuple[tuple[str, ...], ...] | None = None

    def __call__(self, *tensor_map: str | tuple[str, ...]) -> Layout:
        """The layout of a tensor whose axes follow these names."""
        axes = tuple((a,) if isinstance(a, str) else tuple(a) for a in tensor_map)
        used = [name for axis in axes for name in axis if name != "None"]
        for name in used:
            if name not in self._sizes:
                raise ValueError(
                    f"The axis {name} is not found in {tuple(self._sizes)}; use those names or 'None'."
                )
            if used.count(name) > 1:
                raise ValueError(f"The axis {name} is used more than once in {tensor_map}.")
        layout = copy.copy(self)
        layout._axes = axes
        return layout

    def __repr__(self) -> str:
        sizes = tuple(self._sizes.values()), tuple(self._sizes)
        own_order = self._ranks != list(range(len(self._ranks)))
        ranks = f", rank_list={self._ranks}" if own_order else ""
        axes = (
            ""
            if self._axes is None
            else repr(tuple(a[0] if len(a) == 1 else a for a in self._axes))
        )
        return f"Layout({sizes[0]}, {sizes[1]}{ranks}){axes}"

    def cuts(self) -> tuple[int, ...]:
        """Into how many pieces each axis of the tensor is cut."""
        if self._axes is None:
            raise ValueError(
                "The tensor_map of layout is None, please call it with axis names first."
            )
        sizes = {**self._sizes, "None": 1, _VIRTUAL: 1}
        return tuple(math.prod(sizes[name] for name in axis) for axis in self._axes)

    def to_dict(self) -> dict[str, Any]:
        """The layout as a dict: grid, tensor map (counted from the grid's last axis, -1 for none)."""
        names = list(self._sizes)
        position = {name: len(names) - 1 - i for i, name in enumerate(names)} | {"None": -1}
        places = [tuple(position[name] for name in axis) for axis in self._axes or ()]
        return {
            "device_matrix": tuple(self._sizes.values()),
            "tensor_map": tuple(p[0] if len(p) == 1 else p for p in places),
            "interleaved_parallel": _VIRTUAL in self._sizes,
            "alias_name": tuple(names),
            "rank_list": self._ranks,
        }


def _check_grid(matrix: Sequence[int], names: Sequence[str]) -> None:
    for label, value, kind in (("device_matrix", matrix, int), ("alias_name", names, str)):
        if not isinstance(value, tuple):
            raise TypeError(f"{label} must be tuple type, but got:{type(value)}")
        for item in value:
            if not isinstance(item, kind):
                raise TypeError(
                    f"The element of {label} must be {kind.__name__} type, but got:{type(item)}"
                )
    if len(matrix) != len(names):
        raise ValueError("device_matrix length should be equal to alias_name length")
    if "" in names or "None" in names or len(set(names)) != len(names):
        raise ValueError(
            f"alias_name {names} should hold different names, none of them empty or 'None'"
        )
    if _VIRTUAL in names and names[-1] != _VIRTUAL:
        raise ValueError(f"{_VIRTUAL!r} should be the last of alias_name, but got {names}")
