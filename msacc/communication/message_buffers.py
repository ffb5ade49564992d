"""Memory for messages, kept from one to the next.

An allocator gives large blocks back to the system when they are free, and what the system gives has to be cleared
first: taken anew, the memory of a message costs more than the message. On a GPU torch's own allocator keeps it.
"""

from __future__ import annotations

import torch

_KEPT, _LARGEST = 4, 32 * 2**20
_spare: list[torch.Tensor] = []


def borrow(size: int, like: torch.Tensor) -> torch.Tensor:
    """`size` elements of the type and device of `like`, whatever lies there."""
    if not like.is_cpu:
        return like.new_empty(size)
    count = size * like.element_size()
    for i, held in enumerate(_spare):
        if held.numel() >= count:
            return _spare.pop(i)[:count].view(like.dtype)
    return torch.empty(count, dtype=torch.uint8).view(like.dtype)


def give_back(t: torch.Tensor) -> None:
    """Of `borrow`; nobody uses it any longer."""
    storage = t.untyped_storage()
    if t.is_cpu and len(_spare) < _KEPT and storage.nbytes() <= _LARGEST:
        _spare.append(torch.empty(0, dtype=torch.uint8).set_(storage))
