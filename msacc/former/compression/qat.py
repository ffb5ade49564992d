"""Quantization-aware training: a network trained with values rounded as integers will round them.

Quantized values stay floats in training: `nn.FakeQuantWithMinMaxObserver` rounds them to what integers can say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

from msacc import log, nn
from msacc._checkparam import (
    check_bool,
    check_isinstance,
    check_non_negative_int,  # type: ignore[attr-defined]  # made there in a loop
)
from msacc.former.compression import mixed_bits
from msacc.former.compression.constants import QuantDtype
from msacc.former.compression.conversion import Conversion
from msacc.former.compression.quantizer import OptimizeOption, Quantizer

_Value = TypeVar("_Value")
_Pair: TypeAlias = _Value | Sequence[_Value]
_INT8 = (QuantDtype.INT8, QuantDtype.INT8)
_FALSE = (False, False)


def pair(name: str, value: Any) -> tuple[Any, Any]:
    """(for weights, for activations) of one value for both, or of at most two."""
    several = tuple(value) if isinstance(value, (list, tuple)) else (value,)
    if not 1 <= len(several) <= 2:
        raise ValueError(
            f"'{name}' must be one value or two, for weights and activations, but got {value}."
        )
    return several[0], several[-1]


def create_quant_config(
    quant_observer: _Pair[Any] | None = None,
    quant_delay: _Pair[int] = (0, 0),
    quant_dtype: _Pair[QuantDtype] = _INT8,
    per_channel: _Pair[bool] = _FALSE,
    symmetric: _Pair[bool] = _FALSE,
    narrow_range: _Pair[bool] = _FALSE,
    mode: str = "DEFAULT",
) -> Any:
    """A QuantConfig: how weights and activations are quantized.

    Each but `mode` is one value for both, or a list or tuple of two: for weights, then for activations.

    `quant_observer`: the class that quantizes, nn.FakeQuantWithMinMaxObserver by default.
    `quant_delay`: the steps after which it does.
    `quant_dtype`: a QuantDtype.
    `per_channel`: whether each channel has a range of its own; activations have none.
    `symmetric`: whether ranges are as wide below 0 as above.
    `narrow_range`: whether the smallest integer is left out.
    `mode`: 'DEFAULT', or 'LEARNED_SCALE', which trains the ranges.

    Raises ValueError for channels of activations and for more than two values.
    """
    if pair("per_channel", per_channel)[-1]:
        raise ValueError(
            "The second element of 'per_channel', that for activations, must be False, but got "
            f"per_channel={per_channel}."
        )
    given = {"quant_delay": quant_delay, "quant_dtype": quant_dtype, "per_channel": per_channel,
             "symmetric": symmetric, "narrow_range": narrow_range}  # fmt: skip
    pairs = {name: pair(name, value) for name, value in given.items()}
    classes = pair("quant_observer", quant_observer or nn.FakeQuantWithMinMaxObserver)
    weight, activation = (
        kind.partial_init(**{name: pair[i] for name, pair in pairs.items()}, mode=mode)
        for i, kind in enumerate(classes)
    )
    return nn.layer.quant.QuantConfig(weight=weight, activation=activation)


class QuantizationAwareTraining(Quantizer):
    """Turns networks of `nn.Conv2dBnAct` and `nn.DenseBnAct` into networks that are trained quantized.

    `bn_fold`: whether normalizations are folded into their convolutions before weights are quantized.
    `freeze_bn`: the steps after which a folded normalization uses its moving statistics; without effect where
      `one_conv_fold`, as in MindSpore.
    `quant_delay`, `quant_dtype`, `per_channel`, `symmetric`, `narrow_range`: one value, or (for weights, for
      activations): those of `create_quant_config`.
    `optimize_option`: an OptimizeOption or several. LEARNED_SCALE trains the ranges; it needs `freeze_bn` 0,
      `quant_delay` 0, and `symmetric` and `narrow_range` True for both.
    `one_conv_fold`: whether a folded convolution runs once, nn.Conv2dBnFoldQuantOneConv, or twice in training.

    Raises TypeError for numbers that are no int and for flags that are no bool, ValueError for negative numbers, for
    no QuantDtype or OptimizeOption, more than two values, channels of activations, and for what LEARNED_SCALE has not.

    Differs from MindSpore: all kinds of device quantize, the CPU too.
    """

    # What operators give is quantized too, where a cell holds one of these as an attribute.
    __quant_op_name__: tuple[str, ...] = ("Add", "TensorAdd", "Sub", "Mul", "RealDiv", "ReduceMean")

    def __init__(
        self,
        bn_fold: bool = True,
        freeze_bn: int = 10000000,
        quant_delay: _Pair[int] = (0, 0),
        quant_dtype: _Pair[QuantDtype] = _INT8,
        per_channel: _Pair[bool] = _FALSE,
        symmetric: _Pair[bool] = _FALSE,
        narrow_range: _Pair[bool] = _FALSE,
        optimize_option: OptimizeOption | Sequence[OptimizeOption] = OptimizeOption.QAT,
        one_conv_fold: bool = True,
    ) -> None:
        super().__init__(optimize_option)
        self.bn_fold = check_bool(bn_fold, "bn_fold")
        self.freeze_bn = check_non_negative_int(freeze_bn, "freeze_bn")
        self.one_conv_fold = check_bool(one_conv_fold, "one_conv_fold")
        self.weight_qdelay, self.act_qdelay = (
            check_non_negative_int(v, "quant_delay") for v in pair("quant_delay", quant_delay)
        )
        self.weight_dtype, self.act_dtype = (
            check_isinstance("quant_dtype", v, QuantDtype) for v in pair("quant_dtype", quant_dtype)
        )
        self.weight_channel, self.act_channel = _flags("per_channel", per_channel)
        self.weight_symmetric, self.act_symmetric = _flags("symmetric", symmetric)
        self.weight_range, self.act_range = _flags("narrow_range", narrow_range)
        self.mode = "DEFAULT"
        if OptimizeOption.LEARNED_SCALE in self.optimize_option:
            self.mode = "LEARNED_SCALE"
            self._msacc_check_learned()
        self.quant_config = create_quant_config(
            None, quant_delay, quant_dtype, per_channel, symmetric, narrow_range, self.mode
        )
        self.eps = 1e-5

    def _msacc_check_learned(self) -> None:
        needed = {
            "symmetric": ((self.weight_symmetric, self.act_symmetric), (True, True)),
            "narrow_range": ((self.weight_range, self.act_range), (True, True)),
            "freeze_bn": (self.freeze_bn, 0),
            "quant_delay": ((self.weight_qdelay, self.act_qdelay), (0, 0)),
        }
        for name, (given, value) in needed.items():
            if given != value:
                raise ValueError(
                    f"OptimizeOption.LEARNED_SCALE needs {name}={value}, but got {name}={given}."
                )

    def quantize(self, network: nn.Cell) -> nn.Cell:
        """Quantize `network` in place and return it; what is quantized already stays as it is.

        Blocks and operators inside a list, a dict or another object that is no Cell are not found, as in MindSpore.

        Raises ValueError for what is no Cell and for a block whose activation cannot be quantized.
        """
        check_isinstance("network", network, nn.Cell)
        network.update_cell_prefix()
        conversion = self._msacc_conversion()
        conversion.convert(network)
        network.update_cell_type("quant")
        if not conversion.done:
            log.warning(
                f"quantize: {type(network).__name__} has no nn.Conv2dBnAct, nn.DenseBnAct or operator to quantize; "
                "write its convolutions and dense layers as such blocks."
            )
        return network

    def _msacc_conversion(self) -> Conversion:
        return Conversion(self, self.__quant_op_name__)

    def _set_mixed_bits(self, network: nn.Cell, strategy: Sequence[Sequence[int]]) -> nn.Cell:
        """Quantize each block's weights to bits of its own: `strategy` has [bits] for each, in the network's order.

        Raises ValueError without LEARNED_SCALE, for as many lists as there are no blocks, and for other bits than 2
        to 8.
        """
        if OptimizeOption.LEARNED_SCALE not in self.optimize_option:
            raise ValueError(
                "Bits of each block need optimize_option=OptimizeOption.LEARNED_SCALE."
            )
        return mixed_bits.set_bits(network, strategy, self.weight_channel, self.eps)


def _flags(name: str, value: Any) -> tuple[bool, bool]:
    first, last = (check_bool(flag, name) for flag in pair(name, value))
    return first, last


__all__ = ["QuantizationAwareTraining", "create_quant_config"]
