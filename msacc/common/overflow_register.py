"""What Ascend's overflow register tells of a training step, told of the gradients: whether one was not finite.

Scripts written for Ascend clear the register, derive gradients and read it (`ops.NPUClearFloatStatus`,
`ops.NPUGetFloatStatus`). Here each derivation adds to a number, which graphs read and write as they do
Parameters; it costs nothing before a script makes a primitive that reads it.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from msacc.common import torch_private


class OverflowRegister:
    """A float: 0, or 1 since a gradient was not finite."""

    def __init__(self) -> None:
        self._flag: torch.Tensor | None = None

    @property
    def is_read(self) -> bool:
        """Whether some primitive of the program reads it: those are made before the first step."""
        return self._flag is not None

    @property
    def flag(self) -> torch.Tensor:
        """The number, in a tensor that stays the same."""
        assert self._flag is not None
        return self._flag

    def open(self, device: torch.device) -> None:
        """Begin to count, on the device that computes now."""
        if self._flag is None or self._flag.device.type != device.type:
            with torch_private.no_modes():
                self._flag = torch.zeros((), device=device)

    def close(self) -> None:
        """No more count."""
        self._flag = None

    def note(self, gradients: Sequence[torch.Tensor | None]) -> None:
        """Add what was derived."""
        for gradient in gradients:
            if gradient is not None and gradient.numel():
                here = torch_private.local_of(gradient.detach())
                largest = torch.linalg.vector_norm(here, torch.inf)
                overflowed = (~torch.isfinite(largest)).to(self.flag)
                self.flag.copy_(torch.maximum(self.flag, overflowed))


overflow_register = OverflowRegister()
