"""The layers of the second-order optimizer THOR, which is not here (see nn.thor)."""

from __future__ import annotations

from typing import Any

from msacc.common import dtype as mstype
from msacc.common.unsupported_names import unsupported
from msacc.nn.cell import Cell

_WHY = "it serves the second-order optimizer nn.thor, whose factors are built by Ascend's kernels; use nn.{}"


@unsupported(_WHY.format("Conv2d"))
class Conv2dThor(Cell):
    """A convolution that keeps what THOR needs. Not here: raises NotImplementedError.

    Not looked at: `in_channels`, `out_channels`, `kernel_size`, `stride`, `pad_mode`, `padding`, `dilation`,
    `group`, `has_bias`, `weight_init` and `bias_init`.
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
    ):
        raise NotImplementedError


@unsupported(_WHY.format("Dense"))
class DenseThor(Cell):
    """A dense layer that keeps what THOR needs. Not here: raises NotImplementedError.

    Not looked at: `in_channels`, `out_channels`, `weight_init`, `bias_init`, `has_bias` and `activation`.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bias: bool = True,
        activation: Any = None,
    ):
        raise NotImplementedError


@unsupported(_WHY.format("Embedding"))
class EmbeddingThor(Cell):
    """An embedding that keeps what THOR needs. Not here: raises NotImplementedError.

    Not looked at: `vocab_size`, `embedding_size`, `use_one_hot`, `embedding_table`, `dtype` and `padding_idx`.
    """

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        use_one_hot: bool = False,
        embedding_table: Any = "normal",
        dtype: mstype.Type = mstype.float32,
        padding_idx: int | None = None,
    ):
        raise NotImplementedError


@unsupported(_WHY.format("EmbeddingLookup"))
class EmbeddingLookupThor(Cell):
    """An embedding table that keeps what THOR needs. Not here: raises NotImplementedError.

    Not looked at: `vocab_size`, `embedding_size`, `param_init`, `target`, `slice_mode`, `manual_shapes`,
    `max_norm` and `sparse`.
    """

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        param_init: Any = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        manual_shapes: Any = None,
        max_norm: Any = None,
        sparse: bool = True,
    ):
        raise NotImplementedError
