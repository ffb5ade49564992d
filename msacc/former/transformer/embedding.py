"""What stands before the layers: the embedding of tokens and the mask of causal attention."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Tensor, float16, float32, int32, nn, ops
from msacc._checkparam import check_positive_int
from msacc.common.initializer import initializer
from msacc.former.transformer.argument_checks import (
    HALF_OR_SINGLE,
    _args_type_validator_check,
    _check_input_dtype,
    _valid_type_checks,
    check_multiple,
)
from msacc.former.transformer.basic_layers import whole_parameter
from msacc.former.transformer.parallel_config import (
    EmbeddingOpParallelConfig,
    OpParallelConfig,
    _check_config,
    default_dpmp_config,
    default_embedding_parallel_config,
)


class AttentionMask(nn.Cell):
    """From (batch, seq_length) of numbers, 0 at padding: (batch, seq_length, seq_length), 1 where a query sees a key.

    A query sees itself and what comes before it; padding neither sees nor is seen.
    """

    @_args_type_validator_check(
        seq_length=check_positive_int,
        parallel_config=_valid_type_checks([OpParallelConfig], "AttentionMask"),
    )
    def __init__(
        self, seq_length: int, parallel_config: OpParallelConfig = default_dpmp_config
    ) -> None:
        super().__init__()
        dp = parallel_config.data_parallel
        self.seq_length = seq_length
        self.lower_triangle_mask = Tensor(np.tril(np.ones((1, seq_length, seq_length))), float32)
        self.not_equal = ops.NotEqual().shard(((dp, 1), ()))
        self.mul = ops.BatchMatMul().shard(((dp, 1, 1), (dp, 1, 1)))
        self.multiply = ops.Mul().shard(((dp, 1, 1), (1, 1, 1)))

    def construct(self, input_mask: Tensor) -> Tensor:
        _check_input_dtype(input_mask.dtype, "input_mask", HALF_OR_SINGLE, self.cls_name)
        batch, length = input_mask.shape
        present = ops.cast(self.not_equal(input_mask, 0), float16)
        pairs = self.mul(present.reshape((batch, length, 1)), present.reshape((batch, 1, length)))
        return self.multiply(pairs, self.lower_triangle_mask)


class VocabEmbedding(nn.Cell):
    """Rows of a table (vocab_size, embedding_size); called with int32 Tensors, it gives the rows and the table."""

    @_args_type_validator_check(
        vocab_size=check_positive_int,
        embedding_size=check_positive_int,
        parallel_config=_valid_type_checks([EmbeddingOpParallelConfig], "VocabEmbedding"),
    )
    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        parallel_config: EmbeddingOpParallelConfig = default_embedding_parallel_config,
        param_init: Any = "normal",
    ) -> None:
        super().__init__()
        _check_config(parallel_config)
        self.vocab_size, self.embedding_size = vocab_size, embedding_size
        table = initializer(param_init, [vocab_size, embedding_size])
        self.embedding_table = whole_parameter(table, "embedding_table")
        parts = 1 if parallel_config.vocab_emb_dp else parallel_config.model_parallel
        check_multiple(self.cls_name, "vocab_size", vocab_size, "model_parallel", parts)
        self.gather = ops.Gather().shard(((parts, 1), (parallel_config.data_parallel, 1)))

    def construct(self, input_ids: Tensor) -> tuple[Tensor, Tensor]:
        _check_input_dtype(input_ids.dtype, "input_ids", [int32], self.cls_name)
        return self.gather(self.embedding_table, input_ids, 0), self.embedding_table.value()
