"""Cells that combine a layer with its normalisation and activation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.activation import LeakyReLU
from msacc.nn.layer.conv import Conv2d
from msacc.nn.layer.dense import Dense, activation_cell
from msacc.nn.layer.normalization import BatchNorm1d, BatchNorm2d

if TYPE_CHECKING:
    from msacc.common.argument_types import Initial, Ints
    from msacc.ops.core.primitive import Primitive


class _BnAct(Cell):
    def _msacc_finish(
        self, norm: type, channels: int, has_bn: bool, momentum: float, eps: float,
        activation: str | Cell | Primitive | None, alpha: float, after_fake: bool,
    ) -> None:  # fmt: skip
        self.has_bn = check.boolean(self.cls_name, "has_bn", has_bn)
        self.after_fake = check.boolean(self.cls_name, "after_fake", after_fake)
        self.has_act = activation is not None
        if has_bn:
            self.batchnorm = norm(channels, eps, momentum)
        leaky = activation == "leakyrelu"
        self.activation = LeakyReLU(alpha) if leaky else activation_cell(self.cls_name, activation)

    def _msacc_rest(self, x: Tensor) -> Tensor:
        if self.has_bn:
            x = self.batchnorm(x)
        return self.activation(x) if self.has_act else x


class Conv2dBnAct(_BnAct):
    """A Conv2d, then a BatchNorm2d if `has_bn`, then an activation if there is one.

    `in_channels`, `out_channels`, `kernel_size`, `stride`, `pad_mode`, `padding`, `dilation`,
      `group`, `has_bias`: those of `Conv2d`.
    `weight_init`: 'normal' and `bias_init` 'zeros' by default.
    `momentum`, `eps`: those of `BatchNorm2d`.
    `activation`: None, a name, a Cell or a Primitive.
    `alpha`: the slope of 'leakyrelu'.
    `after_fake`: a bool for quantization, without effect.

    Called with a Tensor (N, C, H, W) of dtype Float32; returns (N, out_channels, H', W').

    Raises what `Conv2d` raises, TypeError for flags that are no bools and for another activation,
    KeyError for an unknown name. As in MindSpore.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        pad_mode: str = "same",
        padding: Ints = 0,
        dilation: Ints = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Initial = "normal",
        bias_init: Initial = "zeros",
        has_bn: bool = False,
        momentum: float = 0.997,
        eps: float = 1e-5,
        activation: str | Cell | Primitive | None = None,
        alpha: float = 0.2,
        after_fake: bool = True,
    ):
        super().__init__()
        self.conv = Conv2d(
            in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group, has_bias,
            weight_init, bias_init,
        )  # fmt: skip
        self._msacc_finish(
            BatchNorm2d, out_channels, has_bn, momentum, eps, activation, alpha, after_fake
        )

    def construct(self, x: Tensor) -> Tensor:
        return self._msacc_rest(self.conv(x))


class DenseBnAct(_BnAct):
    """A Dense, then a BatchNorm1d if `has_bn`, then an activation if there is one.

    `in_channels`, `out_channels`, `has_bias`: those of `Dense`.
    `weight_init`: 'normal' and `bias_init` 'zeros' by default.
    `momentum`, `eps`: those of `BatchNorm1d`.
    `activation`: None, a name, a Cell or a Primitive.
    `alpha`: the slope of 'leakyrelu'.
    `after_fake`: a bool for quantization, without effect.

    Called with a Tensor (N, in_channels) of dtype Float32; returns (N, out_channels).

    Raises what `Dense` raises, TypeError for flags that are no bools. As in MindSpore.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Initial = "normal",
        bias_init: Initial = "zeros",
        has_bias: bool = True,
        has_bn: bool = False,
        momentum: float = 0.9,
        eps: float = 1e-5,
        activation: str | Cell | Primitive | None = None,
        alpha: float = 0.2,
        after_fake: bool = True,
    ):
        super().__init__()
        self.dense = Dense(in_channels, out_channels, weight_init, bias_init, has_bias)
        self._msacc_finish(
            BatchNorm1d, out_channels, has_bn, momentum, eps, activation, alpha, after_fake
        )

    def construct(self, x: Tensor) -> Tensor:
        return self._msacc_rest(self.dense(x))


__all__ = ["Conv2dBnAct", "DenseBnAct"]
