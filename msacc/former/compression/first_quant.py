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
    """What differs: operators are named by their kind, and activations are of 1.0's classes."""

    def name_of(self, attribute: str, operator: Any) -> str:
        kind = {"Add": "TensorAdd"}.get(operator.name, operator.name)
        return re.sub(r"(?<!^)(?=[A-Z])", "_", kind).lower()

    def activation(self, activation: Any) -> Any:
        twice = {
            nn.LeakyReLU: nn.LeakyReLUQuant,
            nn.HSigmoid: nn.HSigmoidQuant,
            nn.HSwish: nn.HSwishQuant,
        }
        kind = twice.get(type(activation))
        if kind is None:
            kind = type(super().activation(activation))
        settings = self.settings
        return kind(
            activation, per_channel=settings.act_channel, num_bits=settings.act_dtype.num_bits,
            symmetric=settings.act_symmetric, narrow_range=settings.act_range, quant_delay=settings.act_qdelay,
        )  # fmt: skip


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
    for its opposite; nn.TensorAddQuant and nn.MulQuant are not quantized a second time.
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
    check_value_type("file_name", file_name, (str,), "export")
    check_string(file_format, ["AIR", "MINDIR"], "file_format", "export")
    refuse_export("mindspore.train.quant.export", network, inputs, mean, std_dev)


__all__ = ["convert_quant_network", "export"]
