"""Convolutions into whose weight the batch normalization behind them is folded before it is rounded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import Parameter, Tensor, int32, nn, ops
from msacc._checkparam import check_bool
from msacc.common.initializer import initializer
from msacc.former.compression.constants import QuantDtype
from msacc.former.quantization.convolution import (
    FloatConvolution,
    QuantizedConvolution,
    normalized_arguments,
    parameter,
)
from msacc.former.quantization.fold_operators import BatchNormFold, BatchNormFold2, CorrectionMul
from msacc.former.quantization.former_settings import FormerSettings, config_of
from msacc.former.quantization.observer import QuantConfig, quant_config_default
from msacc.former.quantization.straight_through import along
from msacc.former.quantization.unread import say_unread

if TYPE_CHECKING:
    from typing_extensions import Unpack


class BatchNormFoldCell(nn.Cell):
    """`BatchNormFold` as a layer: mean and deviation of each channel of x, and the running ones.

    `momentum`: a float in [0, 1], what is kept of the running mean and variance, 0.9 by default.
    `epsilon`: a float > 0, added to variances.
    `freeze_bn`: an int, the step from which on the running ones alone are used.

    Called with x (N, C, H, W), Parameters `mean` and `variance` (C,), updated in training, and an Int32 Tensor
    (1,), the step; returns four Tensors (C,): mean and deviation of x, and those before.

    Raises TypeError for other types, ValueError for values out of range.
    """

    def __init__(self, momentum: float = 0.9, epsilon: float = 1e-5, freeze_bn: int = 0) -> None:
        super().__init__()
        self.epsilon = epsilon
        self.bn_train = BatchNormFold(momentum, epsilon, is_training=True, freeze_bn=freeze_bn)
        self.bn_infer = BatchNormFold(momentum, epsilon, is_training=False, freeze_bn=freeze_bn)

    def construct(
        self, x: Tensor, mean: Tensor, variance: Tensor, global_step: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        fold = self.bn_train if self.training else self.bn_infer
        return fold(x, mean, variance, global_step)  # type: ignore[no-any-return]


class _FoldedConvolution(QuantizedConvolution):
    """The Parameters of the normalization, and what both layers are told."""

    # Any, as type checkers do not see a Parameter's operators.
    gamma: Any
    beta: Any
    moving_mean: Any
    moving_variance: Any

    def _msacc_normalization(self, beta: Any, gamma: Any, mean: Any, var: Any, eps: float) -> None:
        self.eps = eps
        self.gamma = parameter(gamma, self.out_channels, "gamma")
        self.beta = parameter(beta, self.out_channels, "beta")
        self.moving_mean = parameter(mean, self.out_channels, "moving_mean", trained=False)
        self.moving_variance = parameter(var, self.out_channels, "moving_variance", trained=False)

    def _msacc_observer(self, fake: bool, config: QuantConfig, former: FormerSettings) -> None:
        self.fake = check_bool(fake, "fake", self.cls_name)
        self.quant_config = config_of(self.cls_name, config, former)
        made = self.quant_config.weight
        self.fake_quant_weight = made(channel_axis=0, num_channels=self.out_channels)


class Conv2dBnFoldQuant(_FoldedConvolution):
    """A Conv2d and a BatchNorm2d; the weight is multiplied by the latter's factor, then rounded.

    `quant(weight * gamma / running_std)` is the weight of the convolution, whose result is moved to the batch's
      mean and
    deviation, which a convolution with the weight as it is finds out.

    `in_channels`, `out_channels`, `kernel_size`, `stride`, `pad_mode`, `padding`, `dilation`, `group`, `has_bias`:
      those of `Conv2d`.
    `eps`, `momentum`: of the normalization, 1e-5 and 0.997 by default; `momentum` is what is kept.
    `weight_init`, `bias_init`, `beta_init`, `gamma_init`, `mean_init`, `var_init`: how parameters begin.
    `fake`: a bool, whether the weight is rounded.
    `quant_config`: a QuantConfig; its `weight` makes the observer of the weight.
    `quant_dtype`: kept, and without effect, as in MindSpore: the config says it.
    `freeze_bn`: an int, the number of steps in training that use and follow the batch's mean and deviation.
    `former`: `per_channel`, `num_bits`, `symmetric`, `narrow_range`, `quant_delay`, which MindSpore 1.0 had in
      place of a config.

    Called with a Tensor (N, C, H, W); returns (N, out_channels, H', W').

    Raises what `Conv2dQuant` raises, TypeError for a `fake` that is no bool.

    Differs from MindSpore: it runs on the CPU too; MindSpore raises ValueError there.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        eps: float = 1e-5,
        momentum: float = 0.997,
        has_bias: bool = False,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        beta_init: Any = "zeros",
        gamma_init: Any = "ones",
        mean_init: Any = "zeros",
        var_init: Any = "ones",
        fake: bool = True,
        quant_config: QuantConfig = quant_config_default,
        quant_dtype: QuantDtype = QuantDtype.INT8,
        freeze_bn: int = 100000,
        **former: Unpack[FormerSettings],
    ) -> None:
        super().__init__()
        say_unread(self.cls_name, quant_dtype)
        windows = kernel_size, stride, dilation
        self._msacc_convolution((in_channels, out_channels), windows, pad_mode, padding, group)
        self._msacc_weight(weight_init)
        self._msacc_bias(has_bias, bias_init)
        self._msacc_normalization(beta_init, gamma_init, mean_init, var_init, eps)
        self._msacc_observer(fake, quant_config, former)
        self.momentum, self.quant_dtype, self.freeze_bn = momentum, quant_dtype, freeze_bn
        self.batchnorm_fold = BatchNormFoldCell(momentum, eps, freeze_bn)
        self.correct_mul = CorrectionMul(0)
        self.batchnorm_fold2_train = BatchNormFold2(freeze_bn)
        self.batchnorm_fold2_infer = BatchNormFold2(0)
        self.step = Parameter(initializer("zeros", [1], int32), name="step", requires_grad=False)
        self.one = Tensor(1, int32)
        self.assignadd = ops.AssignAdd()

    @classmethod
    def from_float(
        cls, convbn: FloatConvolution, quant_config: QuantConfig, extra_args: dict[str, Any]
    ) -> Conv2dBnFoldQuant:
        """One with the arguments of the nn.Conv2dBnAct `convbn` and `extra_args`; its weight is drawn anew."""
        arguments = {**normalized_arguments(convbn), "quant_config": quant_config, "fake": True}
        return cls(**{**arguments, **extra_args})

    def construct(self, x: Tensor) -> Tensor:
        plain = self._msacc_convolved(x, self.weight)
        batch_mean, batch_std, running_mean, running_std = self.batchnorm_fold(
            plain, self.moving_mean, self.moving_variance, self.step
        )
        weight = self.correct_mul(self.weight, self.gamma, running_std)
        if self.fake:
            weight = self.fake_quant_weight(weight)
        out = self._msacc_convolved(x, weight)
        fold2 = self.batchnorm_fold2_train if self.training else self.batchnorm_fold2_infer
        deviations = batch_std, batch_mean, running_std, running_mean
        out = fold2(out, self.beta, self.gamma, *deviations, self.step)
        if self.training:
            self.assignadd(self.step, self.one)
        return out

    def extend_repr(self) -> str:
        told = f"fake={self.fake}, freeze_bn={self.freeze_bn}, momentum={self.momentum}"
        return f"{self._msacc_sizes()}, {told}"


class Conv2dBnFoldQuantOneConv(_FoldedConvolution):
    """`Conv2dBnFoldQuant` with one convolution: its result is divided by the folded factor, then normalized.

    `in_channels`, `out_channels`, `kernel_size`, `stride`, `pad_mode`, `padding`, `dilation`, `group`, `eps`,
      `momentum`, `weight_init`, `bias_init`, `beta_init`, `gamma_init`, `mean_init`, `var_init`, `fake`,
      `quant_config`, `quant_dtype`, `former`: those of `Conv2dBnFoldQuant`.
    `has_bias`: a bool; a bias is made and not added, as in MindSpore.

    With the attribute `freeze_bn` set to True it gives `conv + beta - gamma * moving_mean / running_std`.

    Called with a Tensor (N, C, H, W); returns (N, out_channels, H', W').

    Raises what `Conv2dBnFoldQuant` raises.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        pad_mode: str = "same",
        padding: Any = 0,
        dilation: Any = 1,
        group: int = 1,
        eps: float = 1e-5,
        momentum: float = 0.997,
        has_bias: bool = False,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        beta_init: Any = "zeros",
        gamma_init: Any = "ones",
        mean_init: Any = "zeros",
        var_init: Any = "ones",
        fake: bool = True,
        quant_config: QuantConfig = quant_config_default,
        quant_dtype: QuantDtype = QuantDtype.INT8,
        **former: Unpack[FormerSettings],
    ) -> None:
        super().__init__()
        say_unread(self.cls_name, quant_dtype)
        windows = kernel_size, stride, dilation
        self._msacc_convolution((in_channels, out_channels), windows, pad_mode, padding, group)
        self._msacc_weight(weight_init)
        self._msacc_bias(has_bias, bias_init)
        self._msacc_normalization(beta_init, gamma_init, mean_init, var_init, eps)
        self._msacc_observer(fake, quant_config, former)
        self.momentum = 1 - momentum
        self.channel_axis, self.freeze_bn = 0, False
        self.bn_train = ops.BatchNorm(is_training=True, epsilon=eps, momentum=self.momentum)
        self.bn_infer = ops.BatchNorm(is_training=False, epsilon=eps)

    @classmethod
    def from_float(
        cls, convbn: FloatConvolution, quant_config: QuantConfig
    ) -> Conv2dBnFoldQuantOneConv:
        """One with the arguments of the nn.Conv2dBnAct `convbn`; its weight is drawn anew."""
        return cls(**normalized_arguments(convbn), quant_config=quant_config, fake=True)

    def construct(self, x: Tensor) -> Tensor:
        running_std = ops.sqrt(self.moving_variance + self.eps)
        factor = self.gamma / running_std
        weight = self.weight * along(factor, self.weight, 0)
        if self.fake:
            weight = self.fake_quant_weight(weight)
        conv = self.conv(x, weight)
        if self.freeze_bn:
            return conv + along(self.beta - self.gamma * self.moving_mean / running_std, conv, 1)
        norm = self.bn_train if self.training else self.bn_infer
        given = self.gamma, self.beta, self.moving_mean, self.moving_variance
        return norm(conv / along(factor, conv, 1), *given)[0]  # type: ignore[no-any-return]

    def extend_repr(self) -> str:
        return f"{self._msacc_sizes()}, fake={self.fake}, momentum={self.momentum}"
