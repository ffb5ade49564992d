# Written by `python -m tests.stubs`.
from msacc.common.dtype import Type
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from typing import Any
class MultiheadAttention(Cell):
    embed_dim: int
    num_heads: int
    kdim: Any
    vdim: Any
    dropout: float
    batch_first: bool
    add_zero_attn: bool
    dtype: Any
    head_dim: Any
    in_proj_weight: Any
    q_proj_weight: Any
    k_proj_weight: Any
    v_proj_weight: Any
    in_proj_bias: Any
    out_proj: Any
    bias_k: Any
    bias_v: Any
    k_is_v: bool
    q_is_k: bool
    def __init__(self, embed_dim: int, num_heads: int, dropout: float = 0.0, has_bias: bool = True, add_bias_kv: bool = False, add_zero_attn: bool = False, kdim: int | None = None, vdim: int | None = None, batch_first: bool = False, dtype: Type = ...) -> None: ...
    def __call__(self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None = None, need_weights: bool = True, attn_mask: Tensor | None = None, average_attn_weights: bool = True) -> tuple[Any, ...]: ...
class Transformer(Cell):
    encoder: Any
    decoder: Any
    d_model: int
    nhead: int
    batch_first: bool
    def __init__(self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6, num_decoder_layers: int = 6, dim_feedforward: int = 2048, dropout: float = 0.1, activation: Any = 'relu', custom_encoder: Cell | None = None, custom_decoder: Cell | None = None, layer_norm_eps: float = 1e-05, batch_first: bool = False, norm_first: bool = False, dtype: Type = ...) -> None: ...
    def __call__(self, src: Tensor, tgt: Tensor, src_mask: Tensor | None = None, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None, tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None) -> Tensor: ...
class TransformerDecoder(Cell):
    layers: Any
    num_layers: int
    norm: Cell
    def __init__(self, decoder_layer: TransformerDecoderLayer, num_layers: int, norm: Cell | None = None) -> None: ...
    def __call__(self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None, tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None) -> Tensor: ...
class TransformerDecoderLayer(_TransformerLayer):
    def __call__(self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None, tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None) -> Tensor: ...
class TransformerEncoder(Cell):
    layers: Any
    num_layers: int
    norm: Cell
    def __init__(self, encoder_layer: TransformerEncoderLayer, num_layers: int, norm: Cell | None = None) -> None: ...
    def __call__(self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None) -> Tensor: ...
class TransformerEncoderLayer(_TransformerLayer):
    def __call__(self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None) -> Tensor: ...
class _TransformerLayer(Cell):
    dense1: Any
    dropout: Any
    dense2: Any
    activation: Any
    norm_first: bool
    d_model: int
    nhead: int
    batch_first: bool
    dim_feedforward: int
    dropout_num: float
    activation1: Any
    layernorm_eps: float
    dtype: Type
    def __init__(self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1, activation: Any = 'relu', layer_norm_eps: float = 1e-05, batch_first: bool = False, norm_first: bool = False, dtype: Type = ...) -> None: ...
