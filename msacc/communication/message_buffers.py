"""A pool of host buffers for messages.

An allocator returns large free blocks to the system, which has to clear the pages of a new one first: allocating the
memory of a message each time costs more than the message. On a GPU torch's caching allocator does this.
"""

from __future__ import annotations

import torch

from msacc.common.torch_private import view_base

_MAX_BUFFERS, _MAX_BYTES = 4, 32 * 2**20
_free_buffers: list[torch.Tensor] = []


def acquire(size: int, like: torch.Tensor) -> torch.Tensor:
    """`size` elements of the type and device of `like`, not initialized."""
    if not like.is_cpu:
        return like.new_empty(size)
    count = size * like.element_size()
    for i, buffer in enumerate(_free_buffers):
        if buffer.numel() >= count:
            return _free_buffers.pop(i)[:count].view(like.dtype)
    return torch.empty(count, dtype=torch.uint8).view(like.dtype)


def release(t: torch.Tensor) -> None:
    """Returns a tensor of `acquire`, which is not used any longer, to the pool; any other is left alone."""
    buffer = view_base(t)
    ours = t.is_cpu and buffer is not t and buffer.dtype == torch.uint8
    if ours and len(_free_buffers) < _MAX_BUFFERS and buffer.nbytes <= _MAX_BYTES:
        _free_buffers.append(buffer)
