"""torch's counter of operations, with the ops of recurrent layers, which it does not know."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch.utils.flop_counter import FlopCounterMode

from msacc.common.torch_private import cudnn_rnn


def operation_counter() -> FlopCounterMode:
    """Counts flops, two for a multiply-add, of products, convolutions, attention and recurrent layers."""
    mapping = {torch.ops.aten.mkldnn_rnn_layer: _one_layer, cudnn_rnn(): _all_layers}
    return FlopCounterMode(display=False, custom_mapping=mapping)


def _one_layer(input_shape: Any, of_inputs: Any, of_state: Any, *_: object, **__: object) -> int:
    """Every position of every sample meets both matrices of a layer."""
    return _flops(input_shape, [of_inputs, of_state])


def _all_layers(input_shape: Any, weights: Any, *_: object, **__: object) -> int:
    return _flops(input_shape, [shape for shape in weights if len(shape) == 2])


def _flops(input_shape: Any, matrices: Any) -> int:
    return 2 * math.prod(input_shape[:2]) * sum(math.prod(shape) for shape in matrices)
