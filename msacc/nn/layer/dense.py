"""BiDense."""

from __future__ import annotations

import math
from typing import Any

from msacc.common import dtype as mstype
from msacc.common.initializer import Uniform, initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.layer.basic import check_init_shape
from msacc.ops import nn_check as check
from msacc.ops.nn_conv import bidense


class BiDense(Cell):
    """`x1 @ weight[o] @ x2 + bias[o]` for inputs (…, in1_channels) and (…, in2_channels)."""

    def __init__(
        self,
        in1_channels: int,
        in2_channels: int,
        out_channels: int,
        weight_init: Any = None,
        bias_init: Any = None,
        has_bias: bool = True,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.in1_channels = check.positive_int(self.cls_name, "in1_channels", in1_channels)
        self.in2_channels = check.positive_int(self.cls_name, "in2_channels", in2_channels)
        self.out_channels = check.positive_int(self.cls_name, "out_channels", out_channels)
        self.has_bias = check.boolean(self.cls_name, "has_bias", has_bias)
        bound = Uniform(1 / math.sqrt(in1_channels))
        shape = (out_channels, in1_channels, in2_channels)
        check_init_shape(self.cls_name, "weight_init", weight_init, shape)
        check_init_shape(self.cls_name, "bias_init", bias_init, shape[:1])
        weight_init = bound if weight_init is None else weight_init
        self.weight = Parameter(initializer(weight_init, shape, dtype), "weight")
        self.bias: Parameter | None = None
        if has_bias:
            bias_init = bound if bias_init is None else bias_init
            self.bias = Parameter(initializer(bias_init, shape[:1], dtype), "bias")

    def construct(self, input1: Tensor, input2: Tensor) -> Tensor:
        return bidense(input1, input2, self.weight, self.bias)

    def extend_repr(self) -> str:
        text = (
            f"in1_channels={self.in1_channels}, in2_channels={self.in2_channels}, "
            f"output_channels={self.out_channels}"
        )
        return text + (f", has_bias={self.has_bias}" if self.has_bias else "")


__all__ = ["BiDense"]
