"""`OnDevice`, the base of image transforms with a `device` method."""

from __future__ import annotations

from typing import Any, TypeVar

from msacc.common import checks as check

Self = TypeVar("Self", bound="OnDevice")


class OnDevice:
    """A transform that MindSpore can also run on Ascend's image hardware (DVPP)."""

    deterministic = True

    def device(self: Self, device_target: str = "CPU") -> Self:
        """The transform itself, for `device_target` "CPU", where all transforms run.

        Raises TypeError for what is no str, ValueError for names but "CPU" and "Ascend", and
        NotImplementedError for "Ascend".
        """
        target: Any = device_target
        check.instance(None, "device_target", target, str)
        if target not in ("CPU", "Ascend"):
            raise ValueError(
                "Input device_target is not within the valid set of ['CPU', 'Ascend']. "
                f"Got {target!r}."
            )
        if target == "Ascend":
            raise NotImplementedError(
                f'vision.{type(self).__name__}.device("Ascend"): this needs Ascend\'s image hardware '
                '(DVPP); leave it out, or use device("CPU").'
            )
        return self
