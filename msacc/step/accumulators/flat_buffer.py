"""A bucket's gradients in one flat buffer, put in one by one."""

from __future__ import annotations

import torch

from msacc.step.bucket import Bucket


class Filled:
    """`flat` and a view of it for each parameter of the bucket; nothing has been put in yet.

    What lies in the views is taken for old until the first gradient is put there, so that nobody has to clear it.
    """

    def __init__(self, bucket: Bucket, flat: torch.Tensor):
        self.flat, self.views = flat, bucket.views(flat)
        self.old: set[int] = set()
        self._gaps = _gaps(bucket, flat)
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.old.update(range(len(self.views)))
        if self._gaps:
            torch._foreach_zero_(self._gaps)

    def put(self, place: int, grad: torch.Tensor) -> None:
        """Add one parameter's gradient."""
        if place in self.old:
            self.old.discard(place)
            self.views[place].copy_(grad)
        else:
            self.views[place].add_(grad)

    def whole(self) -> torch.Tensor:
        """The flat buffer, with zeros where nothing was put in."""
        for place in self.old:
            self.views[place].zero_()
        self.old.clear()
        return self.flat


def _gaps(bucket: Bucket, flat: torch.Tensor) -> list[torch.Tensor]:
    """What lies between the parameters and behind the last: it travels with them and must be finite."""
    slots = bucket.layout.slots
    ends = [slot.start for slot in slots[1:]] + [bucket.layout.size]
    return [flat[slot.stop : end] for slot, end in zip(slots, ends, strict=True) if slot.stop < end]
