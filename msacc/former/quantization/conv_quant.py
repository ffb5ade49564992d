"""Convolutions with a rounded weight, alone and before a batch normalization that is not folded into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import Tensor, nn
from msacc.former.compression.constants import QuantDtype
from msacc.former.quantization.convolution import (
    FloatConvolution,
    QuantizedConvolution,
    arguments_of,
    normalized_arguments,
)
from msacc.former.quantization.former_settings import FormerSettings, config_of
from msacc.former.quantization.observer import QuantConfig, quant_config_default
from msacc.former.quantization.unread import say_unread

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Conv2dQuant(QuantizedConvolution):
    """A Conv2d whose weight is rounded in each call: `conv(x, quant(weight)) + bias`.

    `in_channels`, `out_channels`, `kernel_size`, `stride`, `pad_mode`, `padding`, `dilation`, `group`, `has_bias`:
      those of `Conv2d`.
    `weight_init`: 'normal' and `bias_init` 'zeros' by default.
    `quant_config`: a QuantConfig; its `weight` makes the observer of the weight.
    `quant_dtype`: without effect, as in MindSpore: the config says it.
    `former`: `per_channel`, `num_bits`, `symmetric`, `narrow_range`, `quant_delay`, which MindSpore 1.0 had in
      place of a config.

    Called with a Tensor (N, C, H, W); returns (N, out_channels, H', W').

    Raises TypeError for sizes that are no ints and a `has_bias` that is no bool, ValueError for sizes below 1, a
    `padding` below 0 and another `pad_mode`.
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
        has_bias: bool = False,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
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
        config = config_of(self.cls_name, quant_config, former)
        self.fake_quant_weight = config.weight(channel_axis=0, num_channels=out_channels)

    @classmethod
    def from_float(cls, conv: nn.Conv2d, quant_config: QuantConfig) -> Conv2dQuant:
        """One with the arguments of `conv`; its weight is drawn anew."""
        return cls(**arguments_of(conv), quant_config=quant_config)

    def construct(self, x: Tensor) -> Tensor:
        return self._msacc_convolved(x, self.fake_quant_weight(self.weight))

    def extend_repr(self) -> str:
        return f"{self._msacc_sizes()}, has_bias={self.has_bias}"


class Conv2dBnWithoutFoldQuant(QuantizedConvolution):
    """`Conv2dQuant`, and a BatchNorm2d behind it.

    `eps`, `momentum`: those of `BatchNorm2d`, 1e-5 and 0.997 by default.
    `in_channels`, `out_channels`, `kernel_size`, `stride`, `pad_mode`, `padding`, `dilation`, `group`, `has_bias`,
      `weight_init`, `bias_init`, `quant_config`, `former`: those of `Conv2dQuant`.

    Called with a Tensor (N, C, H, W); returns (N, out_channels, H', W').

    Raises what `Conv2dQuant` and `BatchNorm2d` raise.
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
        has_bias: bool = False,
        eps: float = 1e-5,
        momentum: float = 0.997,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        quant_config: QuantConfig = quant_config_default,
        **former: Unpack[FormerSettings],
    ) -> None:
        super().__init__()
        windows = kernel_size, stride, dilation
        self._msacc_convolution((in_channels, out_channels), windows, pad_mode, padding, group)
        self._msacc_bias(
            has_bias, bias_init
        )  # before the weight, as in MindSpore: optimizers see them so
        self._msacc_weight(weight_init)
        config = config_of(self.cls_name, quant_config, former)
        self.fake_quant_weight = config.weight(channel_axis=0, num_channels=out_channels)
        self.batchnorm = nn.BatchNorm2d(out_channels, eps=eps, momentum=momentum)

    @classmethod
    def from_float(
        cls, convbn: FloatConvolution, quant_config: QuantConfig
    ) -> Conv2dBnWithoutFoldQuant:
        """One with the arguments of the nn.Conv2dBnAct `convbn`; its weight is drawn anew."""
        arguments = normalized_arguments(convbn)
        for name in ("beta_init", "gamma_init", "mean_init", "var_init"):
            arguments.pop(name, None)
        return cls(**arguments, quant_config=quant_config)

    def construct(self, x: Tensor) -> Tensor:
        return self.batchnorm(self._msacc_convolved(x, self.fake_quant_weight(self.weight)))

    def extend_repr(self) -> str:
        return f"{self._msacc_sizes()}, has_bias={self.has_bias}"
