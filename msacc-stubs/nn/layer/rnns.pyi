# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type
from msacc.common.tensor import Tensor
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class GRU(_RNNBase):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class LSTM(_RNNBase):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class RNN(_RNNBase):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class _RNNBase(Layer):
    hidden_size: int
    input_size: int
    num_layers: int
    dropout: Any
    has_bias: bool
    batch_first: bool
    bidirectional: bool
    mode: str
    is_lstm: Any
    dropout_op: Any
    w_ih_list: Any
    w_hh_list: Any
    b_ih_list: Any
    b_hh_list: Any
    def __init__(self, mode: str, input_size: int, hidden_size: int, num_layers: int = 1, has_bias: bool = True, batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, dtype: Type = ...) -> None: ...
    def __call__(self, x: Tensor, hx: Any = None, seq_length: Tensor | None = None) -> Any: ...
    reverse: Primitive
    reverse_sequence: Primitive
