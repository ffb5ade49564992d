"""`mindspore.train.quant` of MindSpore 1.0: the same conversion as a function, over numbers of bits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msacc import nn
from msacc._checkparam import check_string, check_value_type
from msacc.former.compression import qat
from msacc.former.compression.conversion import Conversion
from msacc.former.compression.mixed_bits import signed_of_bits
from msacc.former.compression.quant_export import refuse_export


class _FirstConversion(Conversion):
    """What differs: operators are named by their kind, and activations start from 0 to 6, or from what comes."""

    def name_of(self, attribute: str, operator: Any) -> str:
        return re.sub(r"(?<!^)(?=[A-Z])", "_", operator.name).lower()

    def activation(self, activation: Any) -> Any:
        quantized = super().activation(activation)
        if not quantized.fake_before:
            quantized.fake_quant_act = self.settings.quant_config.activation(
                min_init=0, max_init=6, ema=True, quant_dtype=self.settings.act_dtype
            )
        return quantized


class _FirstTraining(qat.QuantizationAwareTraining):
    """Folded convolutions run twice in training, and means of operators stay as they are."""

    __quant_op_name__ = ("Add", "TensorAdd", "Sub", "Mul", "RealDiv")

    def _msacc_conversion(self) -> Conversion:
        return _FirstConversion(self, self.__quant_op_name__)


def convert_quant_network(
    network: nn.Cell,
    bn_fold: bool = True,
    freeze_bn: int = 10000000,
    quant_delay: int | Sequence[int] = (0, 0),
    num_bits: int | Sequence[int] = (8, 8),
    per_channel: bool | Sequence[bool] = (False, False),
    symmetric: bool | Sequence[bool] = (False, False),
    narrow_range: bool | Sequence[bool] = (False, False),
) -> nn.Cell:
    """Quantize `network`, of `nn.Conv2dBnAct` and `nn.DenseBnAct`, in place and return it.

    `num_bits`: the bits of weights and of activations, or one number for both.
    The others: those of `mindspore.compression.quant.QuantizationAwareTraining`.

    Raises what that raises, and ValueError for bits that no QuantDtype has.

    Differs from MindSpore: all kinds of device quantize; a folded normalization keeps its momentum, which 1.0 takes
    for its opposite; nn.TensorAddQuant and nn.MulQuant are not quantized a second time; the output of a quantized
    LeakyReLU, HSwish or HSigmoid is `fake_quant_act`, as since 1.1, not `fake_quant_act_after`.
    """
    bits = qat.pair("num_bits", num_bits)
    quantizer = _FirstTraining(
        bn_fold, freeze_bn, quant_delay, [signed_of_bits(count) for count in bits],
        per_channel, symmetric, narrow_range, one_conv_fold=False,
    )  # fmt: skip
    return quantizer.quantize(network)


def export(
    network: nn.Cell,
    *inputs: Any,
    file_name: str,
    mean: float = 127.5,
    std_dev: float = 127.5,
    file_format: str = "AIR",
) -> None:
    """Refused: AIR and MINDIR files are MindSpore's own. The error says what else there is.

    Raises TypeError and ValueError for wrong arguments, NotImplementedError for right ones.
    """
    check_value_type("mean", mean, (int, float), "export")
    check_value_type("std_dev", std_dev, (int, float), "export")
    check_value_type("file_name", file_name, (str,), "export")
    check_string(file_format, ["AIR", "MINDIR"], "file_format", "export")
    refuse_export("mindspore.train.quant.export", network)


__all__ = ["convert_quant_network", "export"]
