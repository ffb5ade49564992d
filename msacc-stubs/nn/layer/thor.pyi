# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type
from msacc.nn.cell.cell import Cell
from typing import Any
class Conv2dThor(Cell):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: Any, stride: Any = 1, pad_mode: str = 'same', padding: Any = 0, dilation: Any = 1, group: int = 1, has_bias: bool = False, weight_init: Any = 'normal', bias_init: Any = 'zeros') -> None: ...
    refusal: str
class DenseThor(Cell):
    def __init__(self, in_channels: int, out_channels: int, weight_init: Any = 'normal', bias_init: Any = 'zeros', has_bias: bool = True, activation: Any = None) -> None: ...
    refusal: str
class EmbeddingLookupThor(Cell):
    def __init__(self, vocab_size: int, embedding_size: int, param_init: Any = 'normal', target: str = 'CPU', slice_mode: str = 'batch_slice', manual_shapes: Any = None, max_norm: Any = None, sparse: bool = True) -> None: ...
    refusal: str
class EmbeddingThor(Cell):
    def __init__(self, vocab_size: int, embedding_size: int, use_one_hot: bool = False, embedding_table: Any = 'normal', dtype: Type = ..., padding_idx: int | None = None) -> None: ...
    refusal: str
