"""FakeQuantWithMinMaxObserver, and QuantConfig, which says what layers observe weights and activations with."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from msacc import Parameter, Tensor, nn, ops
from msacc._checkparam import (
    check_non_negative_int,  # type: ignore[attr-defined]  # made there in a loop
    check_value_type,
)
from msacc.former.compression.constants import QuantDtype
from msacc.former.quantization import operators as quant_ops
from msacc.former.quantization.observed_range import RangeObserver, check_range, values_of
from msacc.former.quantization.partial_init import _partial_init


class _Observer(nn.Cell):
    """Base of Cells that round what they are given. `quant_dtype`: a QuantDtype."""

    partial_init = classmethod(_partial_init)

    def __init__(self, quant_dtype: QuantDtype) -> None:
        super().__init__()
        self.quant_dtype = quant_dtype

    def extend_repr(self) -> str:
        return f"quant_dtype={self.quant_dtype}"

    def construct(self) -> Any:
        pass


class UniformQuantObserver(_Observer):
    """Base of observers whose values lie at equal distances.

    `quant_dtype`: a QuantDtype, INT8 by default.
    `per_channel`: a bool, whether each channel has a range of its own.
    `symmetric`, `narrow_range`: bools, whether the range is made symmetric, whether its lowest value is left out.
    `num_channels`: an int.
    """

    min_max_map = {
        kind: ((-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1))
        for kind in QuantDtype
        for bits, signed in [(kind.num_bits, QuantDtype.is_signed(kind))]
    }

    def __init__(
        self,
        quant_dtype: QuantDtype = QuantDtype.INT8,
        per_channel: bool = False,
        symmetric: bool = False,
        narrow_range: bool = False,
        num_channels: int = 1,
    ) -> None:
        super().__init__(quant_dtype)
        self.per_channel, self.num_channels = per_channel, num_channels
        self.symmetric, self.narrow_range = symmetric, narrow_range


class FakeQuantWithMinMaxObserver(UniformQuantObserver, RangeObserver):
    """Rounds to the values that integers of few bits can stand for, in a range that it follows, or learns.

    `min_init`, `max_init`: numbers, or a list with one for each channel; the range at first, -6 and 6 by default.
    `ema`: a bool: whether the range of a step is mixed into the one before, of which `ema_decay`, a float, is kept.
    `per_channel`, `channel_axis`, `num_channels`: whether, and on which axis, each channel has a range of its own.
    `quant_dtype`: a QuantDtype, INT8 by default; its number of bits counts: 4, 7 or 8, in 'LEARNED_SCALE' any.
    `symmetric`: a bool, whether the range is made symmetric.
    `narrow_range`: a bool, whether its lowest value is left out.
    `quant_delay`: an int >= 0, the number of calls in training that give x as it is.
    `neg_trunc`: a bool, in 'LEARNED_SCALE' alone: negative values become 0.
    `mode`: 'DEFAULT', or 'LEARNED_SCALE', where `maxq` is trained.

    Called with a Tensor of Float16 or Float32, returns its shape and dtype. In training the range is updated
    first, in
    `minq` and `maxq`. The gradient passes where x lies in the range; that of a learned `maxq` is the rounding error
    of `x / maxq` inside, 1 above and -1 below.

    Raises TypeError for a `min_init` or `max_init` that is no number and no list and a `quant_delay` that is no int,
    ValueError for one below 0, a range that is empty, an unknown `mode`, and in 'LEARNED_SCALE' without `symmetric`,
    and unless one of `narrow_range` and `neg_trunc` is set.

    Differs from MindSpore: it runs on every device, not on Ascend and GPU alone; see the primitives of
    `mindspore.ops.operations._quant_ops`.
    """

    def __init__(
        self,
        min_init: float | Sequence[float] = -6,
        max_init: float | Sequence[float] = 6,
        ema: bool = False,
        ema_decay: float = 0.999,
        per_channel: bool = False,
        channel_axis: int = 1,
        num_channels: int = 1,
        quant_dtype: QuantDtype = QuantDtype.INT8,
        symmetric: bool = False,
        narrow_range: bool = False,
        quant_delay: int = 0,
        neg_trunc: bool = False,
        mode: str = "DEFAULT",
    ) -> None:
        super().__init__(quant_dtype, per_channel, symmetric, narrow_range, num_channels)
        check_non_negative_int(quant_delay, "quant_delay", self.cls_name)
        self.num_bits = quant_dtype.num_bits
        self.ema, self.ema_decay, self.channel_axis = ema, ema_decay, channel_axis
        self.quant_delay, self.neg_trunc, self.mode = quant_delay, neg_trunc, mode
        low, high = self._msacc_start(min_init, max_init)
        if mode == "DEFAULT":
            self._msacc_observe(low, high)
        elif mode == "LEARNED_SCALE":
            self._msacc_learn(high)
        else:
            raise ValueError(
                f"For '{self.cls_name}', 'mode' must be 'DEFAULT' or 'LEARNED_SCALE', but got {mode!r}."
            )

    def _msacc_start(self, min_init: Any, max_init: Any) -> list[np.ndarray[Any, Any]]:
        for name, value in (("min_init", min_init), ("max_init", max_init)):
            check_value_type(name, value, [int, float, list], self.cls_name)
        self.min_init, self.max_init = min_init, max_init
        ends = [self._get_init_array(init) for init in (min_init, max_init)]
        check_range(self.cls_name, *ends)
        return ends

    def _get_init_array(self, init_date: float | Sequence[float]) -> np.ndarray[Any, Any]:
        return values_of(self.cls_name, init_date, self.per_channel, self.num_channels)

    def _msacc_learn(self, high: np.ndarray[Any, Any]) -> None:
        self._msacc_check_learned()
        low = np.zeros_like(high) if self.neg_trunc else self._get_init_array(self.min_init)
        self._calculate_quant_max()
        self.minq = Parameter(Tensor(low), name="minq")
        self.maxq = Parameter(Tensor(high), name="maxq")
        levels = Tensor(np.array([self._quant_max], np.float32))
        self.quant_max = Parameter(levels, name="quant_max", requires_grad=False)
        rounding: Any = quant_ops.FakeLearnedScaleQuantPerLayer
        axis = {"channel_axis": self.channel_axis} if self.per_channel else {}
        if self.per_channel:
            rounding = quant_ops.FakeLearnedScaleQuantPerChannel
        made = functools.partial(
            rounding, quant_delay=self.quant_delay, neg_trunc=self.neg_trunc, **axis
        )
        self.fake_quant_train, self.fake_quant_infer = made(training=True), made(training=False)

    def _msacc_check_learned(self) -> None:
        where = f"For '{self.cls_name}' with mode='LEARNED_SCALE', "
        if not self.symmetric:
            raise ValueError(f"{where}'symmetric' must be True, but got {self.symmetric}.")
        if self.narrow_range == self.neg_trunc:
            raise ValueError(
                f"{where}one of 'narrow_range' and 'neg_trunc' must be True, the other one False, but got "
                f"'narrow_range': {self.narrow_range}, 'neg_trunc': {self.neg_trunc}."
            )

    def _calculate_quant_max(self) -> None:
        self._quant_max = (1 << (self.num_bits if self.neg_trunc else self.num_bits - 1)) - 1

    def reset(
        self,
        quant_dtype: QuantDtype = QuantDtype.INT8,
        min_init: float | Sequence[float] = -6,
        max_init: float | Sequence[float] = 6,
    ) -> None:
        """Start anew with this type and range, in 'LEARNED_SCALE' alone; ValueError in another mode."""
        if self.mode != "LEARNED_SCALE":
            raise ValueError(
                f"For '{self.cls_name}', reset() is for mode='LEARNED_SCALE', but 'mode' is {self.mode!r}."
            )
        self.quant_dtype, self.num_bits = quant_dtype, quant_dtype.num_bits
        self._calculate_quant_max()
        low, high = self._msacc_start(0 if self.neg_trunc else min_init, max_init)
        self.minq.set_data(Tensor(low))
        self.maxq.set_data(Tensor(high))
        self.quant_max.set_data(Tensor(np.array([self._quant_max], np.float32)))

    def extend_repr(self) -> str:
        return f"quant_dtype={self.quant_dtype}, {self._msacc_settings()}"

    def construct(self, x: Tensor) -> Tensor:  # type: ignore[override]
        if self.mode == "DEFAULT":
            return self._msacc_observed(x)
        rounded = self.fake_quant_train if self.training else self.fake_quant_infer
        result = rounded(x, self.maxq, self.quant_max)
        if self.training and not self.neg_trunc:
            ops.assign(self.minq, -ops.stop_gradient(self.maxq))
        return result


class QuantConfig(NamedTuple):
    """What makes the observers of a layer: of its weight, and of its activation."""

    weight: Any
    activation: Any


quant_config_default = QuantConfig(
    weight=FakeQuantWithMinMaxObserver.partial_init(),
    activation=FakeQuantWithMinMaxObserver.partial_init(),
)
