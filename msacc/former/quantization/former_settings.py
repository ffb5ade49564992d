"""FakeQuantWithMinMax of MindSpore 1.0, and the settings by which layers of that release made one."""

from __future__ import annotations

from typing import Any, TypedDict

from msacc import Tensor
from msacc._checkparam import (
    check_non_negative_int,  # type: ignore[attr-defined]  # made there in a loop
    check_value_type,
)
from msacc.former.quantization.observed_range import RangeObserver, check_range, values_of
from msacc.former.quantization.observer import QuantConfig, quant_config_default
from msacc.former.quantization.partial_init import _partial_init


class FakeQuantWithMinMax(RangeObserver):
    """`FakeQuantWithMinMaxObserver` as MindSpore 1.0 had it.

    `min_init`, `max_init`: numbers, the range at first.
    `num_bits`: 4, 7 or 8.
    `ema`, `ema_decay`, `per_channel`, `channel_axis`, `num_channels`, `symmetric`, `narrow_range`, `quant_delay`:
      as there.

    Called with a Tensor of Float16 or Float32, returns its shape and dtype.

    Raises TypeError for other types, ValueError for an empty range, a `quant_delay` below 0, other `num_bits`.
    """

    def __init__(
        self,
        min_init: float = -6,
        max_init: float = 6,
        ema: bool = False,
        ema_decay: float = 0.999,
        per_channel: bool = False,
        channel_axis: int = 1,
        num_channels: int = 1,
        num_bits: int = 8,
        symmetric: bool = False,
        narrow_range: bool = False,
        quant_delay: int = 0,
    ) -> None:
        super().__init__()
        for name, value in (("min_init", min_init), ("max_init", max_init)):
            check_value_type(name, value, [int, float], self.cls_name)
        check_range(self.cls_name, min_init, max_init)
        check_non_negative_int(quant_delay, "quant_delay", self.cls_name)
        self.min_init, self.max_init, self.num_bits = min_init, max_init, num_bits
        self.ema, self.ema_decay, self.quant_delay = ema, ema_decay, quant_delay
        self.per_channel, self.channel_axis = per_channel, channel_axis
        self.num_channels, self.symmetric, self.narrow_range = num_channels, symmetric, narrow_range
        ends = (values_of("", init, per_channel, num_channels) for init in (min_init, max_init))
        self._msacc_observe(*ends)

    def extend_repr(self) -> str:
        return f"num_bits={self.num_bits}, {self._msacc_settings()}"

    def construct(self, x: Tensor) -> Tensor:
        return self._msacc_observed(x)


class FormerSettings(TypedDict, total=False):
    """What a layer of MindSpore 1.0 took in place of a `quant_config`."""

    per_channel: bool
    num_bits: int
    symmetric: bool
    narrow_range: bool
    quant_delay: int


def config_of(where: str, config: QuantConfig, former: FormerSettings) -> QuantConfig:
    """`config`; where settings of 1.0 are given, those of FakeQuantWithMinMax with them."""
    unknown = sorted(set(former) - set(FormerSettings.__annotations__))
    if unknown:
        raise TypeError(f"For '{where}', there is no argument {unknown[0]!r}.")
    if not former:
        return config
    if config is not quant_config_default:
        raise ValueError(
            f"For '{where}', give 'quant_config' or {sorted(former)}, which MindSpore 1.0 had, not both."
        )
    made = _partial_init(_without_dtype, **former)
    return QuantConfig(made, made)


def _without_dtype(**arguments: Any) -> FakeQuantWithMinMax:
    """1.0 had a number of bits alone, and no truncation."""
    for name in ("quant_dtype", "neg_trunc"):
        arguments.pop(name, None)
    return FakeQuantWithMinMax(**arguments)
