"""Private helpers of `mindspore.ops.function` and of layers, which libraries import."""

from __future__ import annotations

import itertools
import math
from typing import Any

from msacc import ops
from msacc.common import dtype as mstype
from msacc.common.seed import _get_graph_seed
from msacc.common.tensor import Tensor
from msacc.ops.core.primitive import Primitive


# -- attention with projections --------------------------------------------------------------------
def linear(x: Tensor, w: Tensor, b: Tensor | None) -> Tensor:
    """x @ w.T + b; x (…, in), w (out, in), b (out,)."""
    return ops.dense(x, w, b)


def _in_projection(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    b_q: Tensor | None = None,
    b_k: Tensor | None = None,
    b_v: Tensor | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Query, key and value, each times its weights; ValueError for weights of other shapes."""
    wide = q.shape[-1]
    for name, weights, inner in (
        ("query", w_q, wide),
        ("key", w_k, k.shape[-1]),
        ("value", w_v, v.shape[-1]),
    ):
        if tuple(weights.shape) != (wide, inner):
            raise ValueError(
                f"Expecting {name} weights shape of {(wide, inner)}, but got {tuple(weights.shape)}"
            )
    for name, bias in (("query", b_q), ("key", b_k), ("value", b_v)):
        if bias is not None and tuple(bias.shape) != (wide,):
            raise ValueError(
                f"Expecting {name} bias shape of {(wide,)}, but got {tuple(bias.shape)}"
            )
    return linear(q, w_q, b_q), linear(k, w_k, b_k), linear(v, w_v, b_v)


def _in_projection_packed(
    q: Tensor, k: Tensor, v: Tensor, w: Any, b: Any, k_is_v: bool, q_is_k: bool
) -> tuple[Tensor, Tensor, Tensor]:
    """Query, key and value times the thirds of one weight (3 * wide, wide); the flags change nothing but the work."""
    wide = q.shape[-1]
    starts = (0, wide, 2 * wide)
    weights = [w[at : at + wide] for at in starts]
    biases = [None if b is None else b[at : at + wide] for at in starts]
    if k_is_v and q_is_k:
        k = v = q
    elif k_is_v:
        v = k
    return (
        linear(q, weights[0], biases[0]),
        linear(k, weights[1], biases[1]),
        linear(v, weights[2], biases[2]),
    )


def _check_qkv_shape(query_ndim: int, key_ndim: int, value_ndim: int) -> bool:
    """Whether the query is batched (3 axes, not 2); ValueError where key and value are not alike."""
    if query_ndim not in (2, 3):
        raise ValueError(
            f"The `query` should be unbatched 2D or batched 3D tensor, but got `query` with {query_ndim}D."
        )
    kind = "batched" if query_ndim == 3 else "unbatched"
    if key_ndim != query_ndim or value_ndim != query_ndim:
        raise ValueError(
            f"For {kind} `query`, the `key` and `value` must be {query_ndim}D tensor, but got `key` with {key_ndim}D "
            f"and `value` with {value_ndim}D."
        )
    return query_ndim == 3


def _check_kpm_shape(query_ndim: int, kmp_ndim: int) -> None:
    """ValueError where a padding mask has another number of axes than one less than the query."""
    if kmp_ndim != query_ndim - 1:
        kind = "batched" if query_ndim == 3 else "unbatched"
        raise ValueError(
            f"For {kind} `query`, the `key_padding_mask` must be `None` or {query_ndim - 1}D, but got "
            f"`key_padding_mask` with {kmp_ndim}D."
        )


def _check_attn_mask_shape(
    query_ndim: int,
    query_shape: tuple[int, ...],
    key_shape: tuple[int, ...],
    attn_mask_ndim: int,
    attn_mask_shape: tuple[int, ...],
    num_heads: int,
) -> None:
    """ValueError for a mask of neither 2 nor 3 axes, or, without a batch, of another shape than (heads, from, to)."""
    kind = "batched" if query_ndim == 3 else "unbatched"
    if attn_mask_ndim not in (2, 3):
        raise ValueError(
            f"For {kind} `query`, the `attn_mask` must be `None`, 2-D or 3-D, but got `attn_mask` with "
            f"{attn_mask_ndim}D."
        )
    expected_shape = (num_heads, query_shape[0], key_shape[0])
    if query_ndim == 2 and attn_mask_ndim == 3 and tuple(attn_mask_shape) != expected_shape:
        raise ValueError(
            f"The shape of `attn_mask` must to be {expected_shape}, but got {tuple(attn_mask_shape)}."
        )


def _inner_pad(x: Tensor, padding: tuple[int, ...], value: Any = None) -> Tensor:
    """`ops.pad`, for bool Tensors too."""
    if x.dtype != mstype.bool_:
        return ops.pad(x, padding, value=value)
    return ops.pad(x.astype(mstype.int32), padding, value=value).astype(mstype.bool_)


def _inner_dropout(x: Tensor, p: float, training: bool) -> Tensor:
    """`ops.dropout`."""
    return ops.dropout(x, p, training) if training and p else x


def _scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None,
    dropout_p: float,
    is_causal: bool,
    is_training: bool,
    dtype: Any,
) -> tuple[Tensor, Tensor]:
    """(output, weights) of attention; query (…, from, size), key and value (…, to, size).

    `attn_mask` is added to the scores, also a bool one, as 0 and 1, and so is the lower triangle of `is_causal`: that
    is what MindSpore 2.10 does.
    """
    root = ops.scalar_to_tensor(query.shape[-1], dtype).sqrt().sqrt()
    scores = ops.matmul(query / root, key.swapaxes(-2, -1) / root)
    if is_causal:
        attn_mask = ops.ones((query.shape[-2], key.shape[-2]), mstype.bool_).tril()
    if attn_mask is not None:
        scores = scores + attn_mask
    weights = _inner_dropout(ops.softmax(scores, -1), dropout_p, is_training)
    return ops.matmul(weights, value), weights


# -- sizes -----------------------------------------------------------------------------------------
def _interpolate_ext_scale_factor_convert_size(x: Tensor, scale_factor: Any) -> tuple[int, ...]:
    """The size of a picture (batch, channels, …) times `scale_factor`, a tuple with a number for each axis."""
    return tuple(math.floor(n * f) for n, f in zip(x.shape[2:], scale_factor, strict=True))


def _interploate_ext_make_tuple(x: Tensor, value: Any) -> tuple[Any, ...]:
    """A number for each axis of a picture (batch, channels, …)."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * (len(x.shape) - 2)


def _deconv_output_length(
    is_valid: bool,
    is_same: bool,
    is_pad: bool,
    input_length: int,
    filter_size: int,
    stride_size: int,
    dilation_size: int,
    padding: int,
) -> int:
    """How long an axis is behind a transposed convolution; 0 where no mode is given."""
    reach = filter_size + (filter_size - 1) * (dilation_size - 1)
    if is_same:
        return input_length * stride_size
    length = input_length * stride_size + max(reach - stride_size, 0)
    if is_pad:
        return length - padding
    return length if is_valid else 0


def infer_value_for_BroadcastTo(x: Tensor | None, shape: tuple[int, ...]) -> Tensor | None:
    """`ops.broadcast_to` of a value that is known; None for None."""
    return None if x is None or shape is None else ops.broadcast_to(x, shape)


# -- draws and calls -------------------------------------------------------------------------------
def _get_seed(op_seed: int | None, kernel_name: str) -> tuple[int, int]:
    """(global seed, seed of the next call of a random op)."""
    return _get_graph_seed(op_seed, kernel_name)


def _set_prim_op_user_data(prim: Any, key: str, value: Any) -> Any:
    """The primitive, with an attribute."""
    return prim.add_prim_attr(key, value)


def _run_op(obj: Any, op_name: str, args: Any) -> Any:
    """Call a primitive; `op_name` is its name."""
    if op_name != obj.name:
        raise ValueError(f"For '_run_op', the primitive is {obj.name!r}, not {op_name!r}.")
    return obj(*args)


class _TensorFunctions:
    """`mindspore.common._register_for_tensor.tensor_operator_registry`: functions on Tensors, by name."""

    def get(self, name: str) -> Any:
        """The function of `ops` of that name, or the method of Tensor's; AttributeError for another name."""
        return getattr(ops, name) if hasattr(ops, name) else getattr(Tensor, name)


tensor_operator_registry = _TensorFunctions()


class _VirtualDataset(Primitive):
    """Marks Tensors as sharded by sample for MindSpore's parallel modes; the same Tensors, a tuple."""

    def construct(self, *tensors: Tensor) -> tuple[Tensor, ...]:
        return tensors


def _innner_log_softmax(inputs: Tensor, axis: int) -> Tensor:
    """`ops.log_softmax` along `axis`."""
    return ops.log_softmax(inputs, axis)


def _check_input_3d(input_shape: tuple[int, ...], op_name: str) -> None:
    """ValueError unless a shape has three dimensions."""
    if len(input_shape) != 3:
        raise ValueError(
            f"For '{op_name}', the dimension of input must be 3d, but got {len(input_shape)}."
        )


_parameter_keys = itertools.count()


def _get_unique_parameter_key() -> int:
    """A number that it has not given before in this process."""
    return next(_parameter_keys)
