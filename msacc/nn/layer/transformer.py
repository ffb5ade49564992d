"""Attention and transformer layers."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype
from msacc.common.calling_cell import named
from msacc.common.initializer import HeUniform, Uniform, XavierNormal, XavierUniform, initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.nn.cell.input_sizes import wrong_size
from msacc.nn.layer.activation import GELU, ReLU
from msacc.nn.layer.container import CellList
from msacc.nn.layer.dense import Dense
from msacc.nn.layer.dropout import Dropout
from msacc.nn.layer.normalization import LayerNorm
from msacc.ops.array.shaping import expand_dims, squeeze, swapaxes
from msacc.ops.core.op import exported_names
from msacc.ops.nn.activation import gelu, relu
from msacc.ops.nn.attention.multi_head import multi_head_attention

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.common.argument_types import Initial
    from msacc.ops.core.primitive import Primitive


class MultiheadAttention(Cell):
    """Attention of (L, N, E) inputs, (N, L, E) with `batch_first`, or (L, E).

    `head = softmax(q @ k.T / sqrt(d)) @ v`

    `embed_dim` (E): an int divisible by `num_heads`.
    `dropout`: a float in [0, 1), of the weights.
    `has_bias`: of the projections.
    `add_bias_kv`: a learned row more for keys and values.
    `add_zero_attn`: a row of zeros more.
    `dtype`: that of the Parameters.

    Parameters: in_proj_weight (3E, E), or q/k/v_proj_weight where `kdim` or `vdim` differ,
    in_proj_bias, and out_proj. Masks: bool (True = do not attend) or numbers that are added.

    Called with query (L, N, E), key and value (S, N, E); returns (output of the query's shape,
    weights (N, L, S) or None).
    """

    # Which inputs are one Tensor: MindSpore finds out call by call, here it makes no difference.
    k_is_v = q_is_k = False

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        has_bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: int | None = None,
        vdim: int | None = None,
        batch_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self.embed_dim, self.num_heads = embed_dim, num_heads
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn
        self.dtype = dtype or mstype.float32
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise ValueError(
                f"For 'MultiheadAttention', 'embed_dim' {embed_dim} must be divisible by 'num_heads' "
                f"{num_heads}."
            )
        self._msacc_make_parameters(has_bias, add_bias_kv)

    def _msacc_make_parameters(self, has_bias: bool, add_bias_kv: bool) -> None:
        width = self.embed_dim

        def make(name: str, init: Initial, *shape: int) -> Parameter:
            return Parameter(initializer(init, shape, self.dtype), name)

        self._qkv_same_embed_dim = self.kdim == width and self.vdim == width
        self.in_proj_weight = self.q_proj_weight = self.k_proj_weight = self.v_proj_weight = None
        if self._qkv_same_embed_dim:
            self.in_proj_weight = make("in_proj_weight", XavierUniform(), 3 * width, width)
        else:
            self.q_proj_weight = make("q_proj_weight", XavierUniform(), width, width)
            self.k_proj_weight = make("k_proj_weight", XavierUniform(), width, self.kdim)
            self.v_proj_weight = make("v_proj_weight", XavierUniform(), width, self.vdim)
        self.in_proj_bias = make("in_proj_bias", "zeros", 3 * width) if has_bias else None
        self.out_proj = Dense(
            width,
            width,
            HeUniform(math.sqrt(5)),
            Uniform(1 / math.sqrt(width)),
            has_bias,
            dtype=self.dtype,
        )
        self.bias_k = make("bias_k", XavierNormal(), 1, 1, width) if add_bias_kv else None
        self.bias_v = make("bias_v", XavierNormal(), 1, 1, width) if add_bias_kv else None

    def construct(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None,
        average_attn_weights: bool = True,
    ) -> tuple[Any, ...]:
        """(output, weights), or (output,) unless `need_weights`."""
        for name, mask in (("key_padding_mask", key_padding_mask), ("attn_mask", attn_mask)):
            if mask is not None and mask.dtype not in (
                mstype.bool_,
                mstype.uint8,
                *mstype.float_type,
            ):
                raise ValueError(
                    f"For 'MultiheadAttention', '{name}' must be of a bool or float type, but got {mask.dtype}."
                )
        batched = query.ndim == 3
        inputs = [self._msacc_time_first(t, batched) for t in (query, key, value)]
        projections = self.in_proj_weight if self._qkv_same_embed_dim else (
            self.q_proj_weight, self.k_proj_weight, self.v_proj_weight
        )  # fmt: skip
        out, weights = multi_head_attention(
            *inputs, self.num_heads, projections, self.in_proj_bias, self.bias_k, self.bias_v,
            self.add_zero_attn, self.dropout, self.training, key_padding_mask, attn_mask, need_weights,
            average_attn_weights,
        )  # fmt: skip
        out = self.out_proj(out)
        if not batched:
            out = squeeze(out, 1)
            weights = weights if weights is None else squeeze(weights, 0)
        elif self.batch_first:
            out = swapaxes(out, 0, 1)
        return (out, weights) if need_weights else (out,)

    def _msacc_explain_refusal(
        self, query: object, key: object, value: object, *_: object, **__: object
    ) -> Exception | None:
        return (
            wrong_size("embed_dim", self.embed_dim, query, name="the query")
            or wrong_size("kdim", self.kdim, key, name="the key")
            or wrong_size("vdim", self.vdim, value, name="the value")
        )

    def _msacc_time_first(self, x: Tensor, batched: bool) -> Tensor:
        if not batched:
            return expand_dims(x, 1)
        return swapaxes(x, 0, 1) if self.batch_first else x


_FUNCTIONS = {"relu": relu, "gelu": gelu}


def _activation(activation: Any) -> Any:
    if isinstance(activation, str):
        if activation not in _FUNCTIONS:
            raise ValueError(f"The 'activation' must be 'relu' or 'gelu', but got {activation!r}.")
        return _FUNCTIONS[activation]
    if not isinstance(activation, (ReLU, GELU)) and activation not in _FUNCTIONS.values():
        raise ValueError(
            f"The 'activation' must be a str, nn.ReLU, nn.GELU, ops.relu or ops.gelu, but got {activation}."
        )
    return activation


class _TransformerLayer(Cell):
    """What encoder and decoder layers share; `_msacc_norms` residual blocks."""

    _msacc_norms = 2

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Cell | Primitive = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        self._msacc_settings = (
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first,
            dtype,
        )  # fmt: skip
        for name in ("self_attn", "multihead_attn")[: self._msacc_norms - 1]:
            attention = MultiheadAttention(
                d_model, nhead, dropout, batch_first=batch_first, dtype=dtype
            )
            setattr(self, name, attention)
        self.dense1 = Dense(d_model, dim_feedforward, dtype=dtype)
        self.dropout = Dropout(p=dropout)
        self.dense2 = Dense(dim_feedforward, d_model, dtype=dtype)
        for i in range(1, self._msacc_norms + 1):
            setattr(self, f"norm{i}", LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype))
        for i in range(1, self._msacc_norms + 1):
            setattr(self, f"dropout{i}", Dropout(p=dropout))
        self.activation = _activation(activation)
        self.norm_first, self.d_model = norm_first, d_model
        self.nhead, self.batch_first = nhead, batch_first
        self.dim_feedforward, self.dropout_num = dim_feedforward, dropout
        self.activation1, self.layernorm_eps, self.dtype = activation, layer_norm_eps, dtype

    def _msacc_residual(self, x: Tensor, norm: Cell, block: Callable[..., Any]) -> Tensor:
        if self.norm_first:
            return x + block(norm(x))
        return norm(x + block(x))

    def _msacc_self_block(self, x: Tensor, mask: Tensor | None, padding: Tensor | None) -> Tensor:
        return self.dropout1(self.self_attn(x, x, x, padding, False, mask)[0])

    def _msacc_feed_forward(self, x: Tensor, dropout: Cell) -> Tensor:
        return dropout(self.dense2(self.dropout(self.activation(self.dense1(x)))))


class TransformerEncoderLayer(_TransformerLayer):
    """Self-attention and a feed-forward block, each with a residual and a LayerNorm.

    `d_model` (E): an int divisible by `nhead`.
    `dim_feedforward`: the width between the two Dense.
    `dropout`: a float in [0, 1).
    `activation`: a name, a Cell or a function.
    `layer_norm_eps`: a float.
    `batch_first`: inputs (N, L, E) instead of (L, N, E).
    `norm_first`: the LayerNorm before each block.
    `dtype`: that of the Parameters.

    Called with src and, where there are any, src_mask and src_key_padding_mask; returns a Tensor of
    the shape of src.
    """

    def construct(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        x = self._msacc_residual(
            src, self.norm1, lambda y: self._msacc_self_block(y, src_mask, src_key_padding_mask)
        )
        return self._msacc_residual(
            x, self.norm2, lambda y: self._msacc_feed_forward(y, self.dropout2)
        )


class TransformerDecoderLayer(_TransformerLayer):
    """Self-attention, attention to `memory` and a feed-forward block.

    `d_model` (E), `nhead`, `dim_feedforward`, `dropout`, `activation`, `layer_norm_eps`,
    `batch_first`, `norm_first`, `dtype`: as in `TransformerEncoderLayer`. Called with tgt (T, N,
    E), memory (S, N, E) and the masks; returns a Tensor of the shape of tgt.
    """

    _msacc_norms = 3

    def construct(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        def attend(y: Tensor) -> Tensor:
            attention = self.multihead_attn(
                y, memory, memory, memory_key_padding_mask, False, memory_mask
            )
            return self.dropout2(attention[0])

        x = self._msacc_residual(
            tgt, self.norm1, lambda y: self._msacc_self_block(y, tgt_mask, tgt_key_padding_mask)
        )
        x = self._msacc_residual(x, self.norm2, attend)
        return self._msacc_residual(
            x, self.norm3, lambda y: self._msacc_feed_forward(y, self.dropout3)
        )


def _copies(layer: Cell, count: int) -> CellList:
    """`count` layers like `layer`, all with the same fresh values, as MindSpore makes them."""
    first = type(layer)(*layer._msacc_settings)
    return CellList([copy.deepcopy(first) for _ in range(count)])


class TransformerEncoder(Cell):
    """

    `num_layers` copies of `encoder_layer`, then `norm` if there is one.

    Called with src (L, N, E) and, where there are any, src_mask and src_key_padding_mask, float or
    Bool; returns a Tensor of the shape and dtype of src.
    """

    def __init__(
        self, encoder_layer: TransformerEncoderLayer, num_layers: int, norm: Cell | None = None
    ):
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def construct(
        self,
        src: Tensor,
        src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        for layer in self.layers:
            src = layer(src, src_mask, src_key_padding_mask)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Cell):
    """`num_layers` copies of `decoder_layer`, then `norm` if there is one.

    `decoder_layer`: a TransformerDecoderLayer.
    `num_layers`: an int > 0.
    `norm`: a Cell or None.

    Called with tgt (T, N, E), memory (S, N, E) and the masks; returns a Tensor of the shape of tgt.
    """

    def __init__(
        self, decoder_layer: TransformerDecoderLayer, num_layers: int, norm: Cell | None = None
    ):
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def construct(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        for layer in self.layers:
            tgt = layer(
                tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
            )
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Cell):
    """Encoder and decoder; weights of two dimensions and more are Xavier-uniform.

    `d_model` (E), `nhead`, `dim_feedforward`, `dropout`, `activation`, `layer_norm_eps`,
    `batch_first`, `norm_first`, `dtype`: as in `TransformerEncoderLayer`; `num_encoder_layers`,
    `num_decoder_layers`: ints; `custom_encoder`, `custom_decoder`: Cells in their place. Called
    with src (S, N, E) and tgt (T, N, E) and the masks; returns a Tensor of the shape of tgt.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str | Cell | Primitive = "relu",
        custom_encoder: Cell | None = None,
        custom_decoder: Cell | None = None,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        layer_arguments = (
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first,
            dtype,
        )  # fmt: skip

        def norm() -> LayerNorm:
            return LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype)

        self.encoder = custom_encoder or TransformerEncoder(
            TransformerEncoderLayer(*layer_arguments), num_encoder_layers, norm()
        )
        self.decoder = custom_decoder or TransformerDecoder(
            TransformerDecoderLayer(*layer_arguments), num_decoder_layers, norm()
        )
        for parameter in self.get_parameters():
            if parameter.ndim > 1:
                parameter.set_data(initializer("xavier_uniform", parameter.shape, parameter.dtype))
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def _msacc_explain_refusal(
        self, src: object, tgt: object, *_: object, **__: object
    ) -> Exception | None:
        return wrong_size("d_model", self.d_model, src, name="src") or wrong_size(
            "d_model", self.d_model, tgt, name="tgt"
        )

    def construct(
        self,
        src: Tensor,
        tgt: Tensor,
        src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None,
    ) -> Tensor:
        batch = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[batch] != tgt.shape[batch]:
            raise named(
                ValueError(
                    f"For 'Transformer', 'src' and 'tgt' must hold equally many samples, but got {src.shape} "
                    f"and {tgt.shape}."
                )
            )
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise named(
                ValueError("For 'Transformer', 'd_model' differs from the inputs' last dimension.")
            )
        memory = self.encoder(src, src_mask, src_key_padding_mask)
        return self.decoder(
            tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        )


__all__ = exported_names(globals())
