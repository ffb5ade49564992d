"""`mindspore.hal.contiguous_tensors_handle`: combines Tensors into one contiguous buffer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap


class ContiguousTensorsHandle:
    """The memory of several Tensors of one dtype, one behind the other; they are views of it from then on.

    `handle[i]` and `handle[i:j]` are values of the whole, in one axis. Raises TypeError for other inputs, ValueError
    for Tensors of several dtypes and for places that are not there. Memory is never padded here, so
    `enable_mem_align` changes nothing; MindSpore refuses False.
    """

    def __init__(self, tensor_list: Sequence[Tensor], enable_mem_align: bool = True):
        if not isinstance(tensor_list, (list, tuple)) or not all(
            isinstance(each, Tensor) for each in tensor_list
        ):
            raise TypeError("input list must be [Tensor, ...].")
        if not isinstance(enable_mem_align, bool):
            raise TypeError("enable_mem_align must be bool.")
        if len({each.dtype for each in tensor_list}) != 1:
            raise ValueError(
                f"The Tensors should be of one dtype, but got {[each.dtype for each in tensor_list]}."
            )
        self.tensor_list, self.enable_mem_align = tuple(tensor_list), enable_mem_align
        self._buffer = torch.cat([each._t.detach().reshape(-1) for each in tensor_list])
        self._starts = [0]
        for each in tensor_list:
            start, stop = self._starts[-1], self._starts[-1] + each._t.numel()
            each._t = self._buffer[start:stop].view(each._t.shape)
            self._starts.append(stop)

    def __getitem__(self, item: int | slice) -> Tensor:
        if isinstance(item, slice):
            start, stop = item.start or 0, self._starts[-1] if item.stop is None else item.stop
            if not isinstance(start, int) or not isinstance(stop, int):
                raise TypeError("slice input error.")
            if not 0 <= start < stop <= self._starts[-1]:
                raise ValueError("slice input error.")
            return wrap(self._buffer[start:stop])
        if not isinstance(item, int):
            raise TypeError(f"A place should be an int or a slice of ints, but got {item!r}.")
        if not 0 <= item < self._starts[-1]:
            raise ValueError(f"There are {self._starts[-1]} values, so none at {item}.")
        return wrap(self._buffer[item : item + 1])

    def slice_by_tensor_index(self, start: int | None = None, end: int | None = None) -> Tensor:
        """The values of the Tensors from number `start` to before `end`, in one axis."""
        last = len(self.tensor_list)
        first, stop = start or 0, last if end is None else end
        if not 0 <= first < stop <= last:
            raise ValueError("slice by tensor index input error.")
        return wrap(self._buffer[self._starts[first] : self._starts[stop]])

    def __str__(self) -> str:
        size = self._buffer.numel() * self._buffer.element_size()
        lines = [f"Tensor[{n}]: {each}" for n, each in enumerate(self.tensor_list)]
        return "\n".join([f"Handle total size: {size}", *lines]) + "\n"


def combine_tensor_list_contiguous(
    tensor_list: Sequence[Tensor], enable_mem_align: bool = True
) -> Any:
    """Lay Tensors into one piece of memory: its handle."""
    return ContiguousTensorsHandle(tensor_list, enable_mem_align)
