"""The layers of the second-order optimizer THOR, which is not here (see nn.thor)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common import dtype as mstype
from msacc.common.unsupported_names import unsupported
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Initial, Ints
    from msacc.ops.core.primitive import Primitive

_WHY = "it serves the second-order optimizer nn.thor, whose factors are built by Ascend's kernels; use nn.{}"


@unsupported(_WHY.format("Conv2d"), made=True)
class Conv2dThor(Cell):
    """A convolution that keeps what THOR needs. Not here: raises NotImplementedError when called.

    Not looked at: `in_channels`, `out_channels`, `kernel_size`, `stride`, `pad_mode`, `padding`, `dilation`,
    `group`, `has_bias`, `weight_init` and `bias_init`.
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
    ):
        raise NotImplementedError


@unsupported(_WHY.format("Dense"), made=True)
class DenseThor(Cell):
    """A dense layer that keeps what THOR needs. Not here: raises NotImplementedError when called.

    Not looked at: `in_channels`, `out_channels`, `weight_init`, `bias_init`, `has_bias` and `activation`.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Initial = "normal",
        bias_init: Initial = "zeros",
        has_bias: bool = True,
        activation: str | Cell | Primitive | None = None,
    ):
        raise NotImplementedError


@unsupported(_WHY.format("Embedding"), made=True)
class EmbeddingThor(Cell):
    """An embedding that keeps what THOR needs. Not here: raises NotImplementedError when called.

    Not looked at: `vocab_size`, `embedding_size`, `use_one_hot`, `embedding_table`, `dtype` and `padding_idx`.
    """

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        use_one_hot: bool = False,
        embedding_table: Initial = "normal",
        dtype: mstype.Type = mstype.float32,
        padding_idx: int | None = None,
    ):
        raise NotImplementedError


@unsupported(_WHY.format("EmbeddingLookup"), made=True)
class EmbeddingLookupThor(Cell):
    """An embedding table that keeps what THOR needs. Not here: raises NotImplementedError when called.

    Not looked at: `vocab_size`, `embedding_size`, `param_init`, `target`, `slice_mode`, `manual_shapes`,
    `max_norm` and `sparse`.
    """

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        param_init: Initial = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        manual_shapes: Sequence[Sequence[int]] | None = None,
        max_norm: float | None = None,
        sparse: bool = True,
    ):
        raise NotImplementedError
