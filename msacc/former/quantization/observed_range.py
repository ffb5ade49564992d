"""What observers share: a range as Parameters `minq` and `maxq`, followed in training, and the rounding to it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from msacc import Parameter, Tensor, nn, ops
from msacc.former.quantization import operators as quant_ops


def check_range(where: str, min_init: Any, max_init: Any) -> None:
    """ValueError unless each minimum is below its maximum."""
    if not np.greater(max_init, min_init).all():
        raise ValueError(
            f"For '{where}', 'max_init' must be greater than 'min_init', but got 'max_init': {max_init}, "
            f"'min_init': {min_init}."
        )


def values_of(
    where: str, init: float | Sequence[float], per_channel: bool, num_channels: int
) -> np.ndarray[Any, Any]:
    """A value, or one for each channel, as float32; ValueError for a list of another length."""
    count = num_channels if per_channel else 1
    if isinstance(init, list) and len(init) != count:
        raise ValueError(
            f"For '{where}', a list for 'min_init' or 'max_init' must have {count} numbers, "
            f"{'num_channels' if per_channel else 'one for the layer'}, but got {init}."
        )
    return np.array(init if isinstance(init, list) else [init] * count, np.float32)


class RangeObserver(nn.Cell):
    """A Cell with the settings `per_channel`, `channel_axis`, `ema`, …, as attributes."""

    def _msacc_observe(self, low: np.ndarray[Any, Any], high: np.ndarray[Any, Any]) -> None:
        self.minq = Parameter(Tensor(low), name="quant_min", requires_grad=False)
        self.maxq = Parameter(Tensor(high), name="quant_max", requires_grad=False)
        rounding, update = quant_ops.FakeQuantPerLayer, quant_ops.MinMaxUpdatePerLayer
        axis = {"channel_axis": self.channel_axis} if self.per_channel else {}
        if self.per_channel:
            rounding, update = quant_ops.FakeQuantPerChannel, quant_ops.MinMaxUpdatePerChannel
        self.ema_update = update(ema=self.ema, ema_decay=self.ema_decay, **axis)
        made = functools.partial(
            rounding,
            num_bits=self.num_bits,
            ema=self.ema,
            ema_decay=self.ema_decay,
            quant_delay=self.quant_delay,
            symmetric=self.symmetric,
            narrow_range=self.narrow_range,
            **axis,
        )
        self.fake_quant_train, self.fake_quant_infer = made(training=True), made(training=False)

    def _msacc_observed(self, x: Tensor) -> Tensor:
        if not self.training:
            return self.fake_quant_infer(x, self.minq, self.maxq)
        low, high = self.ema_update(x, self.minq, self.maxq)
        ops.assign(self.minq, low)
        ops.assign(self.maxq, high)
        return self.fake_quant_train(x, low, high)

    def _msacc_settings(self) -> str:
        return (
            f"symmetric={self.symmetric}, narrow_range={self.narrow_range}, ema={self.ema}({self.ema_decay}), "
            f"per_channel={self.per_channel}({self.channel_axis}, {self.num_channels}), "
            f"quant_delay={self.quant_delay}, min_init={self.min_init}, max_init={self.max_init}"
        )
