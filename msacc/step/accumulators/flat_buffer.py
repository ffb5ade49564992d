"""A bucket's gradients in one flat buffer, added one by one."""

from __future__ import annotations

import torch

from msacc.step.bucket import Bucket


class FlatBuffer:
    """`flat` and a view of it for each parameter of the bucket; no gradient has been added yet.

    The content of a view is stale until the first gradient is written there, so that the buffer need not be cleared.
    """

    def __init__(self, bucket: Bucket, flat: torch.Tensor):
        self.flat, self.views = flat, bucket.views(flat)
        self.stale: set[int] = set()
        if gaps := _padding(bucket, flat):
            torch._foreach_zero_(gaps)
        self.reset()

    def reset(self) -> None:
        """Starts over."""
        self.stale.update(range(len(self.views)))

    def add_gradient(self, index: int, grad: torch.Tensor) -> None:
        """Adds one parameter's gradient."""
        if index in self.stale:
            self.stale.discard(index)
            self.views[index].copy_(grad)
        else:
            self.views[index].add_(grad)

    def full(self) -> torch.Tensor:
        """The flat buffer, with zeros where no gradient was added."""
        for index in self.stale:
            self.views[index].zero_()
        self.stale.clear()
        return self.flat


def _padding(bucket: Bucket, flat: torch.Tensor) -> list[torch.Tensor]:
    """The padding between the parameters and behind the last: it is sent with them and must be finite."""
    slots = bucket.assignment.slots
    ends = [slot.start for slot in slots[1:]] + [bucket.assignment.size]
    return [flat[slot.stop : end] for slot, end in zip(slots, ends, strict=True) if slot.stop < end]
