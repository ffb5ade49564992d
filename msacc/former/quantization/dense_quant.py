"""DenseQuant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc import Tensor, nn, ops
from msacc._checkparam import (
    check_bool,
    check_positive_int,  # type: ignore[attr-defined]  # made there in a loop
)
from msacc.former.compression.constants import QuantDtype
from msacc.former.quantization.convolution import parameter
from msacc.former.quantization.former_settings import FormerSettings, config_of
from msacc.former.quantization.observer import QuantConfig, quant_config_default
from msacc.former.quantization.unread import say_unread

if TYPE_CHECKING:
    from typing_extensions import Unpack


class DenseQuant(nn.Cell):
    """A Dense whose weight is rounded in each call: `activation(x @ quant(weight).T + bias)`.

    `in_channels`, `out_channels`, `has_bias`: those of `Dense`.
    `weight_init`: 'normal' and `bias_init` 'zeros' by default.
    `activation`: None, a name, a Cell or a Primitive.
    `quant_config`: a QuantConfig; its `weight` makes the observer of the weight.
    `quant_dtype`: without effect, as in MindSpore: the config says it.
    `former`: `per_channel`, `num_bits`, `symmetric`, `narrow_range`, `quant_delay`, which MindSpore 1.0 had in
      place of a config.

    Called with a Tensor (N, in_channels); returns (N, out_channels).

    Raises TypeError for sizes that are no ints, a `has_bias` that is no bool and another activation, ValueError
    for sizes below 1 and for Tensors `weight_init` and `bias_init` of other shapes, KeyError for an unknown name.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bias: bool = True,
        activation: Any = None,
        quant_config: QuantConfig = quant_config_default,
        quant_dtype: QuantDtype = QuantDtype.INT8,
        **former: Unpack[FormerSettings],
    ) -> None:
        super().__init__()
        say_unread(self.cls_name, quant_dtype)
        self.in_channels = check_positive_int(in_channels, "in_channels", self.cls_name)
        self.out_channels = check_positive_int(out_channels, "out_channels", self.cls_name)
        self.has_bias = check_bool(has_bias, "has_bias", self.cls_name)
        self.weight = self._msacc_made("weight", weight_init, (out_channels, in_channels))
        if has_bias:
            self.bias = self._msacc_made("bias", bias_init, (out_channels,))
        self.matmul, self.bias_add = ops.MatMul(transpose_b=True), ops.BiasAdd()
        self.activation = (
            nn.get_activation(activation) if isinstance(activation, str) else activation
        )
        if not (activation is None or isinstance(self.activation, (nn.Cell, ops.Primitive))):
            raise TypeError(
                f"For '{self.cls_name}', 'activation' must be a str, a Cell or a Primitive, but got {activation!r}."
            )
        self.activation_flag = self.activation is not None
        config = config_of(self.cls_name, quant_config, former)
        self.fake_quant_weight = config.weight(channel_axis=0, num_channels=out_channels)

    def _msacc_made(self, name: str, init: Any, shape: tuple[int, ...]) -> Any:
        if isinstance(init, Tensor) and tuple(init.shape) != shape:
            raise ValueError(
                f"For '{self.cls_name}', '{name}_init' must have the shape {shape}, but got {init.shape}."
            )
        return parameter(init, list(shape), name)

    @classmethod
    def from_float(cls, dense: nn.Dense, quant_config: QuantConfig) -> DenseQuant:
        """One with the arguments, the weight and the bias of `dense`."""
        bias = dense.bias if dense.has_bias else "zeros"
        given = dense.in_channels, dense.out_channels, dense.weight, bias, dense.has_bias
        return cls(*given, dense.activation, quant_config=quant_config)

    def construct(self, x: Tensor) -> Tensor:
        output = self.matmul(x, self.fake_quant_weight(self.weight))
        if self.has_bias:
            output = self.bias_add(output, self.bias)
        return self.activation(output) if self.activation_flag else output

    def extend_repr(self) -> str:
        text = (
            f"in_channels={self.in_channels}, out_channels={self.out_channels}, weight={self.weight}, "
            f"has_bias={self.has_bias}"
        )
        text += f", bias={self.bias}" if self.has_bias else ""
        return text + (f", activation={self.activation}" if self.activation_flag else "")
