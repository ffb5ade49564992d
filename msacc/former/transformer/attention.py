"""MultiHeadAttention, with the keys and values of earlier tokens where it generates token by token.

Its operators are attributes under MindSpore's names, which classes of scripts that derive from it call.
"""

from __future__ import annotations

import dis
import functools
import math
import sys
from types import CodeType, FrameType
from typing import Any

import numpy as np

from msacc import Tensor, float16, float32, int32, nn, ops
from msacc._checkparam import check_bool, check_non_negative_float, check_positive_int
from msacc.former.transformer.argument_checks import (
    HALF_OR_SINGLE,
    _args_type_validator_check,
    _check_input_dtype,
    _check_past_none_input_none,
    _valid_type_checks,
    _valid_value_checks,
    check_multiple,
    check_rate,
)
from msacc.former.transformer.basic_layers import _Linear
from msacc.former.transformer.parallel_config import (
    OpParallelConfig,
    _check_config,
    default_dpmp_config,
    is_cut_by_strategies,
)

_MASKED = -10000.0
_Past = tuple[Tensor, Tensor]


def unpacked_into(frame: FrameType) -> int | None:
    """How many names a caller unpacks the result of the call into that it is at; None if it does not."""
    return _unpacked_behind(frame.f_code, frame.f_lasti)


@functools.cache
def _unpacked_behind(code: CodeType, at: int) -> int | None:
    behind = (i for i in dis.get_instructions(code) if i.offset > at)
    following = next(behind, None)
    unpacks = following is not None and following.opname == "UNPACK_SEQUENCE"
    return following.arg if following is not None and unpacks else None


class MultiHeadAttention(nn.Cell):
    """Attention of `num_heads` heads.

    `dense1` to `dense3` make queries, keys and values; `projection` is multiplied with what the heads give.

    Called with query, key and value, (batch, length, hidden_size) or (batch * length, hidden_size), and a mask
    (batch, queries, keys) of 1 where a key is seen, or None. Gives the result, of the query's shape and dtype, and the
    keys (batch, heads, size_per_head, length) and values (batch, heads, length, size_per_head).

    With `use_past` it is also given such keys and values of float16 and `batch_valid_length`, int32 (batch,). While
    `is_first_iteration` holds it takes whole sequences, and zeroes what lies behind the valid length of the keys and
    values that it gives; then (`add_flags_recursive(is_first_iteration=False)`) one token each, which comes behind
    what is not zero of those given.
    """

    @_args_type_validator_check(
        hidden_size=check_positive_int,
        num_heads=check_positive_int,
        src_seq_length=check_positive_int,
        tgt_seq_length=check_positive_int,
        attention_dropout_rate=check_non_negative_float,
        hidden_dropout_rate=check_non_negative_float,
        compute_dtype=_valid_value_checks(HALF_OR_SINGLE, "MultiHeadAttention"),
        softmax_compute_type=_valid_value_checks(HALF_OR_SINGLE, "MultiHeadAttention"),
        param_init_type=_valid_value_checks(HALF_OR_SINGLE, "MultiHeadAttention"),
        parallel_config=_valid_type_checks([OpParallelConfig], "MultiHeadAttention"),
        use_past=check_bool,
    )
    def __init__(
        self,
        batch_size: int | None,
        src_seq_length: int,
        tgt_seq_length: int,
        hidden_size: int,
        num_heads: int,
        hidden_dropout_rate: float = 0.1,
        attention_dropout_rate: float = 0.1,
        compute_dtype: Any = float16,
        softmax_compute_type: Any = float32,
        param_init_type: Any = float32,
        use_past: bool = False,
        parallel_config: OpParallelConfig = default_dpmp_config,
    ) -> None:
        super().__init__()
        if batch_size:
            check_positive_int(batch_size, "batch_size", self.cls_name)
        _check_config(parallel_config)
        dp, mp = parallel_config.data_parallel, parallel_config.model_parallel
        check_rate(self.cls_name, "hidden_dropout_rate", hidden_dropout_rate)
        check_rate(self.cls_name, "attention_dropout_rate", attention_dropout_rate)
        check_multiple(self.cls_name, "hidden_size", hidden_size, "num_heads", num_heads)
        check_multiple(self.cls_name, "num_heads", num_heads, "model_parallel", mp)
        self.src_seq_length, self.tgt_seq_length = src_seq_length, tgt_seq_length
        self.batch_size, self.hidden_size, self.n_head = batch_size, hidden_size, num_heads
        self.size_per_head = hidden_size // num_heads
        self.dtype, self.softmax_dtype = compute_dtype, softmax_compute_type
        self.dp, self.is_parallel_mode = dp, is_cut_by_strategies()
        self.use_past, self.is_first_iteration = use_past, True
        self._make_matrices(compute_dtype, param_init_type, dp, mp)
        self.dropout = nn.Dropout(p=hidden_dropout_rate)
        self.prob_dropout = nn.Dropout(p=attention_dropout_rate)
        self._make_operators(dp, mp)
        if use_past:
            self._make_past_operators(batch_size, src_seq_length)

    def _make_matrices(self, compute_dtype: Any, dtype: Any, dp: int, mp: int) -> None:
        """The heads are cut by `mp`: columns of the first three matrices, rows of the last one."""
        size = self.hidden_size
        types = {"compute_dtype": compute_dtype, "param_init_type": dtype}
        self.projection = _Linear(size, size, transpose_b=False, **types)
        self.projection.shard(((dp, mp), (mp, 1)), ((dp, 1), (1,)))
        self.dense1, self.dense2, self.dense3 = (_Linear(size, size, **types) for _ in range(3))
        for dense in (self.dense1, self.dense2, self.dense3):
            dense.shard(((dp, 1), (mp, 1)), ((dp, mp), (mp,)))

    def _make_operators(self, dp: int, mp: int) -> None:
        by_head = (dp, mp, 1, 1)
        self.transpose = ops.Transpose().shard(((dp, 1, mp, 1),))
        self.merger_head_transpose = ops.Transpose().shard((by_head,))
        self.reshape = ops.Reshape()
        self.expand_dims = ops.ExpandDims().shard(((dp, 1, 1),))
        self.batch_matmul = ops.BatchMatMul().shard((by_head, by_head))
        self.real_div = ops.RealDiv().shard((by_head, ()))
        self.sub = ops.Sub().shard(((1,), (dp, 1, 1, 1)))
        self.mul = ops.Mul().shard(((dp, 1, 1, 1), (1,)))
        self.add = ops.Add().shard(((dp, 1, 1, 1), by_head))
        self.softmax = nn.Softmax().to_float(self.softmax_dtype)
        self.softmax.softmax.shard((by_head,))
        self.scale_factor = Tensor(math.sqrt(math.sqrt(self.size_per_head)), float32)
        self.multiply_data = Tensor([_MASKED], self.softmax_dtype)

    def _make_past_operators(self, batch_size: Any, length: int) -> None:
        places = np.tile(np.arange(length).reshape(1, 1, -1), (batch_size, 1, 1))
        self.range = Tensor(places, int32)
        self.seq_length = length
        self.attention_mask = Tensor(np.tril(np.ones((length, length))), int32)
        each, three = (1, 1, 1, 1), (1, 1, 1)
        self.slice = ops.StridedSlice().shard((each,))
        self.not_equal = ops.NotEqual().shard((each, ()))
        self.reducesum = ops.ReduceSum().shard((each,))
        self.expand_dims = ops.ExpandDims().shard((three,))
        self.tensor_le = ops.LessEqual().shard((three, three))
        self.add = ops.Add().shard((each, each))
        self.equal = ops.Equal().shard((three, three))
        self.sub1 = ops.Sub().shard(((1,), ()))
        self.tile = ops.Tile().shard((each,))
        self.less = ops.Less().shard((three, three))
        self.mul1 = ops.Mul().shard((each, each))

    def construct(
        self,
        query_tensor: Tensor,
        key_tensor: Tensor,
        value_tensor: Tensor,
        attention_mask: Tensor | None,
        key_past: Tensor | None = None,
        value_past: Tensor | None = None,
        batch_valid_length: Tensor | None = None,
    ) -> tuple[Tensor, _Past]:
        inputs = (query_tensor, key_tensor, value_tensor)
        self._check_inputs(*inputs, attention_mask, key_past, value_past, batch_valid_length)
        shape, dtype = query_tensor.shape, query_tensor.dtype
        batch = self._get_batch_size_from_query(query_tensor)
        rows = [
            ops.cast(x, self.dtype) for x in self._convert_to_2d_tensor(*inputs, attention_mask)
        ]
        query = self._heads(self.dense1(rows[0]), batch, self.src_seq_length, (0, 2, 1, 3))
        key = self._heads(self.dense2(rows[1]), batch, self.tgt_seq_length, (0, 2, 3, 1))
        value = self._heads(self.dense3(rows[2]), batch, self.tgt_seq_length, (0, 2, 1, 3))
        if attention_mask is not None and attention_mask.ndim == 3:
            attention_mask = self.expand_dims(attention_mask, 1)
        present = (key, value)
        if self.use_past and self.is_first_iteration:
            present = self._valid(key, value, batch_valid_length)
        elif self.use_past:
            key, value = present = self._appended(key, value, key_past, value_past)
            attention_mask = self.attention_mask  # of the values alone: see _seen_so_far
        output = self.dropout(self.projection(self._attn(query, key, value, attention_mask)))
        return ops.cast(ops.reshape(output, shape), dtype), present

    def _heads(self, x: Tensor, batch: int, length: int, order: tuple[int, ...]) -> Tensor:
        length = self._get_seq_length_under_incremental(length)
        return self.transpose(x.reshape((batch, length, self.n_head, self.size_per_head)), order)

    def _get_seq_length_under_incremental(self, length: int) -> int:
        return 1 if self.use_past and not self.is_first_iteration else length

    def _get_batch_size_from_query(self, query: Tensor) -> int:
        if query.ndim == 2 and (not self.use_past or self.is_first_iteration):
            return query.shape[0] // self.src_seq_length
        return query.shape[0]

    def _convert_to_2d_tensor(
        self, query_tensor: Tensor, key_tensor: Tensor, value_tensor: Tensor, attention_mask: Any
    ) -> tuple[Tensor, ...]:
        inputs = (query_tensor, key_tensor, value_tensor)
        rows = tuple(ops.reshape(x, (-1, x.shape[-1])) for x in inputs)
        if unpacked_into(sys._getframe(1)) == 5:  # as classes for MindSpore 1.6 to 1.9 do
            return (*rows, self._get_batch_size_from_query(query_tensor), query_tensor.shape)
        return rows

    def _valid(self, key: Tensor, value: Tensor, lengths: Any) -> _Past:
        """Keys and values with zeros behind the valid lengths."""
        valid = ops.cast(self.less(self.range, lengths.view(-1, 1, 1)), self.dtype)
        return (
            self.mul1(key, self.expand_dims(valid, 2)),
            self.mul1(value, self.expand_dims(valid, 3)),
        )

    def _appended(self, key: Tensor, value: Tensor, key_past: Any, value_past: Any) -> _Past:
        """The past with the keys and values of one token behind what it has."""
        end = ops.reshape(self._length(key_past), (-1, 1, 1))
        here = ops.cast(self.equal(end, self.range), self.dtype)
        keys = self.tile(key, (1, 1, 1, self.seq_length))
        values = self.tile(value, (1, 1, self.seq_length, 1))
        return (
            self.add(key_past, self.mul1(keys, self.expand_dims(here, 2))),
            self.add(value_past, self.mul1(values, self.expand_dims(here, 3))),
        )

    def _length(self, key: Tensor) -> Tensor:
        """How many places of each sequence are filled: those where the first number of the first head is not 0."""
        first = self.slice(key, (0, 0, 0, 0), (key.shape[0], 1, 1, self.seq_length), (1, 1, 1, 1))
        return self.reducesum(ops.cast(self.not_equal(first, 0), float32), (1, 2, 3))

    def _seen_so_far(self, key: Tensor) -> Tensor:
        last = self.sub1(ops.cast(self._length(key), int32), 1)
        seen = self.tensor_le(self.range, ops.reshape(last, (-1, 1, 1)))
        return self.expand_dims(ops.cast(seen, int32), 2)

    def _attn(
        self, query: Tensor, key: Tensor, value: Tensor, attention_mask: Tensor | None
    ) -> Tensor:
        """softmax(q @ k / sqrt(size) + mask) @ v, with the heads side by side: (batch * queries, hidden_size)."""
        factor = ops.cast(self.scale_factor, query.dtype)
        scores = self.batch_matmul(self.real_div(query, factor), self.real_div(key, factor))
        dtype = scores.dtype
        scores = ops.cast(scores, self.softmax_dtype)
        if attention_mask is not None:
            if self.use_past and not self.is_first_iteration:
                attention_mask = self._seen_so_far(key)
            one = Tensor([1.0], self.softmax_dtype)
            hidden = self.sub(one, ops.cast(attention_mask, self.softmax_dtype))
            scores = self.add(self.mul(hidden, self.multiply_data), scores)
        weights = self.prob_dropout(ops.cast(self._softmax(scores), dtype))
        return self._merge_heads(self.batch_matmul(weights, value))

    def _softmax(self, attention_scores: Tensor) -> Tensor:
        return self.softmax(attention_scores)

    def _merge_heads(self, x: Tensor) -> Tensor:
        x = self.merger_head_transpose(x, (0, 2, 1, 3))
        return self.reshape(x, (-1, x.shape[-2] * x.shape[-1]))

    def _check_inputs(
        self,
        query_tensor: Tensor,
        key_tensor: Tensor,
        value_tensor: Tensor,
        attention_mask: Tensor | None,
        key_past: Tensor | None = None,
        value_past: Tensor | None = None,
        batch_valid_length: Tensor | None = None,
    ) -> bool:
        """TypeError for dtypes that it does not take, and for a past without `use_past` or none with it."""
        inputs = {
            "query_tensor": query_tensor,
            "key_tensor": key_tensor,
            "value_tensor": value_tensor,
            "attention_mask": attention_mask,
        }
        past = {
            "key_past": (key_past, float16),
            "value_past": (value_past, float16),
            "batch_valid_length": (batch_valid_length, int32),
        }
        for name, x in inputs.items():
            if x is not None:
                _check_input_dtype(x.dtype, name, HALF_OR_SINGLE, self.cls_name)
        for name, (given, dtype) in past.items():
            is_tensor = isinstance(given, Tensor)
            _check_past_none_input_none(
                self.use_past, name, self.cls_name, None, is_tensor, given is None
            )
            if given is not None:
                _check_input_dtype(given.dtype, name, [dtype], self.cls_name)
        return True
