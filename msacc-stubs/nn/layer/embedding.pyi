# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class Embedding(Layer):
    vocab_size: Any
    embedding_size: Any
    use_one_hot: bool
    dtype: Type
    padding_idx: int
    embedding_table: Parameter
    on_value: Primitive
    off_value: Primitive
    def __init__(self, vocab_size: int, embedding_size: int, use_one_hot: bool = False, embedding_table: Any = 'normal', dtype: Type = ..., padding_idx: int | None = None) -> None: ...
    def __call__(self, ids: Tensor) -> Tensor: ...
    def extend_repr(self) -> str: ...
    expand: Primitive
    reshape: Primitive
    array_mul: Primitive
    concat: Primitive
    gather: Primitive
    get_shp: Primitive
    one_hot: Primitive
    reshape_flat: Primitive
    shp_flat: Any
class EmbeddingLookup(Layer):
    vocab_size: int
    embedding_size: int
    target: Any
    sparse: bool
    max_norm: float
    embedding_table: Parameter
    BATCH_SLICE: str
    FIELD_SLICE: str
    TABLE_ROW_SLICE: str
    TABLE_COLUMN_SLICE: str
    def __init__(self, vocab_size: int, embedding_size: int, param_init: Any = 'normal', target: str = 'CPU', slice_mode: str = 'batch_slice', manual_shapes: Any = None, max_norm: float | None = None, sparse: bool = True, dtype: Type = ..., *, vocab_cache_size: int = 0) -> None: ...
    def __call__(self, indices: Tensor) -> Tensor: ...
    reshape: Primitive
    shape: Primitive
    unique: Primitive
    embeddinglookup: Primitive
    forward_unique: bool
    gather_revert: Primitive
    gatherv2: Primitive
    reshape_first: Primitive
class MultiFieldEmbeddingLookup(Layer):
    field_size: int
    operator: Any
    embedding_table: Any
    target: Any
    max_norm: float
    sparse: bool
    vocab_size: int
    embedding_size: int
    merge_op: Primitive
    OPERATOR_SUM: str
    OPERATOR_MEAN: str
    OPERATOR_MAX: str
    def __init__(self, vocab_size: int, embedding_size: int, field_size: int, param_init: Any = 'normal', target: str = 'CPU', slice_mode: str = 'batch_slice', feature_num_list: Any = None, max_norm: float | None = None, sparse: bool = True, operator: str = 'SUM', dtype: Type = ...) -> None: ...
    def __call__(self, input_indices: Tensor, input_values: Tensor, field_ids: Tensor) -> Tensor: ...
    abs: Primitive
    add: Primitive
    cast: Primitive
    equal: Primitive
    expand: Primitive
    mul: Primitive
    reshape: Primitive
    shape: Primitive
    unique: Primitive
    bias_add: Primitive
    count_op: Primitive
    div_no_nan: Primitive
    embeddinglookup: Primitive
    forward_unique: bool
    gather_revert: Primitive
    gatherv2: Primitive
    inf_add: Primitive
    inf_mask_mul: Primitive
    max_mask_mul: Primitive
    max_no_equal: Primitive
    negative_inf_value: float
    reshape_first: Primitive
