"""The primitives of `mindspore.ops.operations._quant_ops` that round to few bits while a network trains."""

from __future__ import annotations

from typing import Any

from msacc import Parameter, Tensor, float16, float32, int32, ops
from msacc._checkparam import (
    EQ,
    GE,
    INC_BOTH,
    check,
    check_bool,
    check_equal_int,
    check_float_range,
    check_int,
    check_int_range,
    check_non_negative_int,  # type: ignore[attr-defined]  # made there in a loop
    check_tensor_dtype_valid,
)
from msacc.former.quantization.fake_quant import Grid, fake_quant, learned_scale, min_max_update

_BITS = (4, 7, 8)


class QuantPrimitive(ops.PrimitiveWithInfer):
    """Checks of settings and inputs."""

    channel_axis: int | None = None

    def _msacc_check_ema(self, ema: bool, ema_decay: float) -> None:
        check_bool(ema, "ema", self.name)
        if ema and not ema_decay:
            raise ValueError(
                f"For '{self.name}', 'ema' needs an 'ema_decay' above 0, but got {ema_decay}."
            )
        check_float_range(ema_decay, 0, 1, INC_BOTH, "ema_decay", self.name)

    def _msacc_check_bools(self, **given: bool) -> None:
        for name, value in given.items():
            check_bool(value, name, self.name)

    def _msacc_check(self, x: Tensor, **ranges: Tensor) -> int | None:
        """Dtypes and lengths of the inputs; the axis of x that `ranges` have one value for each place of."""
        for name, value in {"x": x, **ranges}.items():
            check_tensor_dtype_valid(name, value.dtype, [float16, float32], self.name)
            check_int(value.ndim, 1, GE, f"{name} rank", self.name)
        first, *others = ranges
        for name in others:
            shapes = ranges[name].shape, f"shape of {first}", ranges[first].shape
            check(f"shape of {name}", *shapes, EQ, self.name)
        if self.channel_axis is None:
            check_equal_int(ranges[first].size, 1, f"{first} size", self.name)
            return None
        axis = 0 if x.ndim == 1 else self.channel_axis
        check_int_range(axis, 0, x.ndim - 1, INC_BOTH, "channel_axis", self.name)
        check_equal_int(ranges[first].shape[0], x.shape[axis], f"{first} shape", self.name)
        return axis


class DelayedPrimitive(QuantPrimitive):
    """Leaves its input as it is in the first `quant_delay` calls while it trains."""

    training: bool
    quant_delay: int

    def _msacc_delay(self, training: bool, quant_delay: int) -> None:
        check_bool(training, "training", self.name)
        check_non_negative_int(quant_delay, "quant_delay", self.name)
        waits = training and quant_delay > 0
        # On the device, so that a graph counts too. No Parameter of the Cell: checkpoints have none.
        self._msacc_calls = Parameter(Tensor(0, int32), requires_grad=False) if waits else None

    def _msacc_after_delay(self, x: Tensor, rounded: Tensor) -> Tensor:
        if self._msacc_calls is None:
            return rounded
        calls: Any = self._msacc_calls
        result = ops.where(calls < self.quant_delay, x, rounded)
        ops.assign_add(calls, Tensor(1, int32))
        return result


class MinMaxUpdatePerLayer(QuantPrimitive):
    """`MinMaxUpdatePerLayer(ema, ema_decay)(x, min, max)`: the range of x and of 0, for `FakeQuantPerLayer`.

    `ema`: a bool; with True `ema_decay`, a float in [0, 1], of the range before is kept.

    Called with Tensors of Float16 or Float32, `min` and `max` (1,); returns both anew. No gradient passes.

    Raises TypeError for other types, ValueError for values out of range and shapes that do not fit.

    Differs from MindSpore: on its GPU `ema_decay` is the share of x, against its documentation and Ascend.
    """

    @ops.prim_attr_register
    def __init__(self, ema: bool = False, ema_decay: float = 0.999) -> None:
        self._msacc_check_ema(ema, ema_decay)
        self.ema, self.ema_decay = ema, ema_decay

    def construct(self, x: Tensor, min: Tensor, max: Tensor) -> tuple[Tensor, Tensor]:
        axis = self._msacc_check(x, min=min, max=max)
        return min_max_update(x, min, max, self.ema_decay if self.ema else 0.0, axis)


class MinMaxUpdatePerChannel(MinMaxUpdatePerLayer):
    """`MinMaxUpdatePerChannel(ema, ema_decay, channel_axis)(x, min, max)`: `MinMaxUpdatePerLayer` for each channel.

    `channel_axis`: an int >= 0; `min` and `max` have one value for each place of this axis.

    Raises as there. Differs from MindSpore: there its GPU takes x as (channels, ...), whatever the axis.
    """

    @ops.prim_attr_register
    def __init__(self, ema: bool = False, ema_decay: float = 0.999, channel_axis: int = 1) -> None:
        self._msacc_check_ema(ema, ema_decay)
        self.ema, self.ema_decay = ema, ema_decay
        self.channel_axis = check_non_negative_int(channel_axis, "channel_axis", self.name)


class FakeQuantPerLayer(DelayedPrimitive):
    """`FakeQuantPerLayer(num_bits, …)(x, min, max)`: x rounded to `2 ** num_bits` values between `min` and `max`.

    `num_bits`: 4, 7 or 8.
    `ema`, `ema_decay`: checked, and without effect, as in MindSpore: `MinMaxUpdatePerLayer` reads them.
    `quant_delay`: an int >= 0, the number of calls with `training` that leave x as it is.
    `symmetric`: a bool, whether the range is made symmetric.
    `narrow_range`: a bool, whether the lowest value is left out.
    `training`: a bool.

    Called with Tensors of Float16 or Float32, `min` and `max` (1,); returns x's shape and dtype. The gradient
    passes to x where it lies in the range, moved so that 0 is one of its values.

    Raises TypeError for other types, ValueError for values out of range and shapes that do not fit.

    Differs from MindSpore: it runs on every device; the gradient looks at the range of the forward pass, where
    MindSpore's leaves out `symmetric` and `narrow_range`, and Ascend's the ends of the range.
    """

    @ops.prim_attr_register
    def __init__(
        self,
        num_bits: int = 8,
        ema: bool = False,
        ema_decay: float = 0.999,
        quant_delay: int = 0,
        symmetric: bool = False,
        narrow_range: bool = False,
        training: bool = True,
    ) -> None:
        self._msacc_check_grid(num_bits, symmetric, narrow_range)
        self._msacc_check_ema(ema, ema_decay)
        self._msacc_delay(training, quant_delay)

    def _msacc_check_grid(self, num_bits: int, symmetric: bool, narrow_range: bool) -> None:
        if num_bits not in _BITS:
            raise ValueError(
                f"For '{self.name}', 'num_bits' must be in {_BITS}, but got {num_bits}."
            )
        self._msacc_check_bools(symmetric=symmetric, narrow_range=narrow_range)
        self._msacc_grid = Grid(num_bits, symmetric, narrow_range)

    def construct(self, x: Tensor, min: Tensor, max: Tensor) -> Tensor:
        axis = self._msacc_check(x, min=min, max=max)
        return self._msacc_after_delay(x, fake_quant(self._msacc_grid, x, min, max, axis))


class FakeQuantPerChannel(FakeQuantPerLayer):
    """`FakeQuantPerChannel(…, channel_axis)(x, min, max)`: `FakeQuantPerLayer` with a range for each channel.

    `channel_axis`: an int >= 0; `min` and `max` have one value for each place of this axis. The others, and what is
    raised, as there.
    """

    @ops.prim_attr_register
    def __init__(
        self,
        num_bits: int = 8,
        ema: bool = False,
        ema_decay: float = 0.999,
        quant_delay: int = 0,
        symmetric: bool = False,
        narrow_range: bool = False,
        training: bool = True,
        channel_axis: int = 1,
    ) -> None:
        self._msacc_check_grid(num_bits, symmetric, narrow_range)
        self._msacc_check_ema(ema, ema_decay)
        self._msacc_delay(training, quant_delay)
        self.channel_axis = check_non_negative_int(channel_axis, "channel_axis", self.name)


class FakeLearnedScaleQuantPerLayer(DelayedPrimitive):
    """`FakeLearnedScaleQuantPerLayer(…)(input_x, alpha, quant_max)`: rounded to multiples of `alpha / quant_max`.

    `quant_delay`: an int >= 0, the number of calls with `training` that leave x as it is.
    `neg_trunc`: a bool, whether negative values become 0; else `-alpha` is the lowest one.
    `training`: a bool.

    Called with Tensors of Float16 or Float32, `alpha` and `quant_max` (1,); returns the shape and dtype of
    `input_x`. The gradient passes where `-alpha <= input_x <= alpha`; that of `alpha` sums
      `round(x / alpha) - x / alpha` there, in
    steps of `1 / quant_max`, 1 above and -1 below.

    Raises TypeError for other types, ValueError for values out of range and shapes that do not fit.
    """

    @ops.prim_attr_register
    def __init__(
        self, quant_delay: int = 0, neg_trunc: bool = False, training: bool = True
    ) -> None:
        self._msacc_check_bools(neg_trunc=neg_trunc)
        self._msacc_delay(training, quant_delay)
        self.neg_trunc = neg_trunc

    def construct(self, input_x: Tensor, alpha: Tensor, quant_max: Tensor) -> Tensor:
        axis = self._msacc_check(input_x, alpha=alpha)
        check_tensor_dtype_valid("quant_max", quant_max.dtype, [float16, float32], self.name)
        rounded = learned_scale(input_x, alpha, quant_max, self.neg_trunc, axis)
        return self._msacc_after_delay(input_x, rounded)


class FakeLearnedScaleQuantPerChannel(FakeLearnedScaleQuantPerLayer):
    """`FakeLearnedScaleQuantPerChannel(…, channel_axis)(…)`: `FakeLearnedScaleQuantPerLayer` for each channel.

    `channel_axis`: an int >= 0; `alpha` has one value for each place of this axis. The others as there.
    """

    @ops.prim_attr_register
    def __init__(
        self,
        quant_delay: int = 0,
        neg_trunc: bool = False,
        training: bool = True,
        channel_axis: int = 1,
    ) -> None:
        self._msacc_check_bools(neg_trunc=neg_trunc)
        self._msacc_delay(training, quant_delay)
        self.neg_trunc = neg_trunc
        self.channel_axis = check_non_negative_int(channel_axis, "channel_axis", self.name)
