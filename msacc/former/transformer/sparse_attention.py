"""FixedSparseAttention: attention to the own block, and to a part of each block before it."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Tensor, float16, float32, nn, ops
from msacc._checkparam import check_positive_int
from msacc.former.transformer.argument_checks import (
    HALF_OR_SINGLE,
    _args_type_validator_check,
    _check_input_dtype,
    _valid_type_checks,
    check_multiple,
)
from msacc.former.transformer.parallel_config import OpParallelConfig, default_dpmp_config

_MASKED = -10000.0
_LENGTH, _BLOCK, _PATTERNS = 1024, 64, 4
_PART = _BLOCK // _PATTERNS


class FixedSparseAttention(nn.Cell):
    """Causal attention in which a query sees its block of 64 keys, and 16 keys of each block before.

    Which 16 depends on the head, `num_different_global_patterns` heads in turn: the last ones for the first head, the
    first ones for the fourth. Scores are q @ k / size_per_head. `seq_length` is 1024, `size_per_head` 64 or 128;
    ValueError for others. Called with float16 q, k, v (batch * seq_length, hidden_size) or with an axis for the batch,
    and a mask (batch, seq_length, seq_length) whose last row says which tokens are no padding; this hides keys in the
    own block only. Gives float16 (batch, seq_length, hidden_size).
    """

    @_args_type_validator_check(
        batch_size=check_positive_int,
        num_heads=check_positive_int,
        size_per_head=check_positive_int,
        block_size=check_positive_int,
        seq_length=check_positive_int,
        num_different_global_patterns=check_positive_int,
        parallel_config=_valid_type_checks([OpParallelConfig], "FixedSparseAttention"),
    )
    def __init__(
        self,
        batch_size: int,
        num_heads: int,
        size_per_head: int,
        block_size: int,
        seq_length: int = _LENGTH,
        num_different_global_patterns: int = _PATTERNS,
        parallel_config: OpParallelConfig = default_dpmp_config,
    ) -> None:
        super().__init__()
        dp, mp = parallel_config.data_parallel, parallel_config.model_parallel
        check_multiple(self.cls_name, "num_heads", num_heads, "model_parallel", mp)
        check_multiple(self.cls_name, "batch_size", batch_size, "data_parallel", dp)
        _check_one_of(self.cls_name, "seq_length", seq_length, _LENGTH)
        _check_one_of(self.cls_name, "block_size", block_size, _BLOCK)
        patterns = "num_different_global_patterns"
        _check_one_of(self.cls_name, patterns, num_different_global_patterns, _PATTERNS)
        _check_one_of(self.cls_name, "size_per_head", size_per_head, 64, 128)
        self.batch_size, self.num_heads, self.size_per_head = batch_size, num_heads, size_per_head
        self.seq_length, self.block_size = seq_length, block_size
        self.block_num, self.hidden_size = seq_length // block_size, size_per_head * num_heads
        self.parallel_config = parallel_config
        self.batch_matmul = ops.BatchMatMul().shard(((dp, mp, 1, 1, 1), (dp, mp, 1, 1, 1)))
        self.lower_triangle = Tensor(np.tril(np.ones((_BLOCK, _BLOCK))), float32)
        self.global_adder = Tensor(self._hidden_parts() * _MASKED, float32)

    def _hidden_parts(self) -> np.ndarray[Any, Any]:
        """(blocks, 1, keys): 1 where the part of a block is no part of one before."""
        blocks = np.arange(self.block_num)
        later = blocks[None, :] >= blocks[:, None]
        return np.repeat(later, _PART, axis=1)[:, None].astype(np.float32)

    def construct(self, q: Any, k: Any, v: Any, attention_mask: Tensor) -> Tensor:
        for name, x in (("q", q), ("k", k), ("v", v)):
            _check_input_dtype(x.dtype, name, [float16], self.cls_name)
        _check_input_dtype(attention_mask.dtype, "attention_mask", HALF_OR_SINGLE, self.cls_name)
        scale = self.size_per_head**0.5
        query, key, value = self._blocks(q / scale), self._blocks(k / scale), self._blocks(v)
        keys, values = self._parts(key), self._parts(value)
        local = self._scores(query, key) + self._local_adder(attention_mask)
        far = self._scores(query, keys) + self.global_adder
        weights = ops.softmax(ops.concat((far, local), -1), -1).astype(float16)
        far, local = weights[..., : keys.shape[-2]], weights[..., keys.shape[-2] :]
        result = self.batch_matmul(far, values) + self.batch_matmul(local, value)
        result = ops.transpose(result, (0, 2, 3, 1, 4))
        return ops.reshape(result, (-1, self.seq_length, self.hidden_size))

    def _blocks(self, x: Any) -> Any:
        """(batch, heads, blocks, 64, size)."""
        shape = (-1, self.block_num, self.block_size, self.num_heads, self.size_per_head)
        return ops.transpose(ops.reshape(x, shape), (0, 3, 1, 2, 4))

    def _parts(self, x: Any) -> Tensor:
        """(batch, heads, 1, blocks * 16, size): what each head sees of each block."""
        heads = [
            x[:, head, :, start : start + _PART]
            for head in range(self.num_heads)
            for start in [(_PATTERNS - 1 - head % _PATTERNS) * _PART]
        ]
        shape = (-1, self.num_heads, 1, self.block_num * _PART, self.size_per_head)
        parts = ops.reshape(ops.stack(heads, 1), shape)
        return ops.broadcast_to(parts, (-1, -1, self.block_num, -1, -1))

    def _scores(self, query: Tensor, key: Tensor) -> Any:
        return self.batch_matmul(query, ops.transpose(key, (0, 1, 2, 4, 3))).astype(float32)

    def _local_adder(self, attention_mask: Tensor) -> Any:
        """(batch, 1, blocks, 64, 64) that hides padding and later keys of the own block."""
        length = self.seq_length
        last: Any = ops.reshape(attention_mask, (-1, length, length))[:, -1]
        tokens: Any = ops.reshape(last, (-1, 1, self.block_num, self.block_size)).astype(float32)
        seen = ops.expand_dims(tokens, -1) * ops.expand_dims(tokens, -2) * self.lower_triangle
        return (1.0 - seen) * _MASKED


def _check_one_of(where: str, name: str, value: int, *allowed: int) -> None:
    if value not in allowed:
        raise ValueError(f"For '{where}', '{name}' must be one of {allowed}, but got {value}.")
