"""The primitives of `mindspore.ops.operations._quant_ops` that fold a batch normalization into a convolution."""

from __future__ import annotations

from msacc import Tensor, float16, float32, int32, ops
from msacc._checkparam import (
    INC_BOTH,
    check_bool,
    check_equal_int,
    check_float_range,
    check_positive_float,  # type: ignore[attr-defined]  # made there in a loop
    check_tensor_dtype_valid,
    check_value_type,
)
from msacc.former.quantization.batch_norm_fold import (
    Statistics,
    batch_norm_fold,
    batch_norm_fold2,
    correction_mul,
)


def _check_channels(where: str, x: Tensor, axis: int, **given: Tensor) -> None:
    for name, value in {"x": x, **given}.items():
        check_tensor_dtype_valid(name, value.dtype, [float16, float32], where)
        if name != "x":
            check_equal_int(value.size, x.shape[axis], f"length of {name}", where)


class BatchNormFold(ops.PrimitiveWithInfer):
    """`BatchNormFold(…)(x, mean, variance, global_step)`: mean and deviation of each channel, of x and running.

    `momentum`: a float in [0, 1], what is kept of the running mean and variance.
    `epsilon`: a float > 0, added to variances.
    `is_training`: a bool; with False the mean of x is taken as 0 and its deviation as 1.
    `freeze_bn`: an int, the step from which on that holds as well.

    Called with x (N, C, ...) of Float16 or Float32, two Parameters (C,), which are updated, and an Int32 Tensor (1,);
    returns the mean and deviation of x and those before it, each (C,).

    Raises TypeError for other types, ValueError for values out of range and lengths that do not fit.

    Differs from MindSpore: it runs on every device.
    """

    @ops.prim_attr_register
    def __init__(
        self,
        momentum: float = 0.9,
        epsilon: float = 1e-5,
        is_training: bool = True,
        freeze_bn: int = 0,
    ) -> None:
        check_float_range(momentum, 0, 1, INC_BOTH, "momentum", self.name)
        check_positive_float(epsilon, "epsilon", self.name)
        check_bool(is_training, "is_training", self.name)
        check_value_type("freeze_bn", freeze_bn, [int], self.name)
        self._msacc_how = Statistics(momentum, epsilon, is_training, freeze_bn)

    def construct(
        self, x: Tensor, mean: Tensor, variance: Tensor, global_step: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        _check_channels(self.name, x, 1, mean=mean, variance=variance)
        check_tensor_dtype_valid("global_step", global_step.dtype, [int32], self.name)
        return batch_norm_fold(self._msacc_how, x, mean, variance, global_step)


class BatchNormFold2(ops.PrimitiveWithInfer):
    """`BatchNormFold2(freeze_bn)(x, beta, gamma, …)`: what the folded convolution gives, with the batch's statistics.

    `y = x * running_std / batch_std + beta - gamma * batch_mean / batch_std`

    `freeze_bn`: an int, the step from which on it is `x + beta - gamma * running_mean / running_std`.

    Called with x (N, C, ...), `beta`, `gamma`, `batch_std`, `batch_mean`, `running_std`, `running_mean` (C,), all
    of Float16 or Float32, and an Int32 Tensor `global_step` (1,); returns x's shape. No gradient passes to the
    running ones.

    Raises TypeError for other types, ValueError for lengths that do not fit.
    """

    @ops.prim_attr_register
    def __init__(self, freeze_bn: int = 0) -> None:
        self.freeze_bn = check_value_type("freeze_bn", freeze_bn, [int], self.name)

    def construct(
        self,
        x: Tensor,
        beta: Tensor,
        gamma: Tensor,
        batch_std: Tensor,
        batch_mean: Tensor,
        running_std: Tensor,
        running_mean: Tensor,
        global_step: Tensor,
    ) -> Tensor:
        of_batch, of_running = (batch_std, batch_mean), (running_std, running_mean)
        _check_channels(
            self.name, x, 1, beta=beta, gamma=gamma, batch_std=batch_std, running_std=running_std
        )
        check_tensor_dtype_valid("global_step", global_step.dtype, [int32], self.name)
        return batch_norm_fold2(self.freeze_bn, x, beta, gamma, of_batch, of_running, global_step)


class CorrectionMul(ops.PrimitiveWithInfer):
    """`CorrectionMul(channel_axis)(x, batch_std, running_std)`: `x * batch_std / running_std` for each channel.

    `channel_axis`: an int, the axis of the channels.

    Called with Tensors of Float16 or Float32, the latter two with a value for each channel; layers give `gamma` for
    `batch_std`. No gradient passes to `running_std`.

    Raises TypeError for other types, ValueError for lengths that do not fit.
    """

    @ops.prim_attr_register
    def __init__(self, channel_axis: int = 0) -> None:
        self.channel_axis = check_value_type("channel_axis", channel_axis, [int], self.name)

    def construct(self, x: Tensor, batch_std: Tensor, running_std: Tensor) -> Tensor:
        axis = self.channel_axis
        _check_channels(self.name, x, axis, batch_std=batch_std, running_std=running_std)
        return correction_mul(x, batch_std, running_std, axis)
