"""MoE: a feed-forward layer of several experts, to which a router gives the tokens."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, float32, nn, ops
from msacc.former.transformer.feed_forward import FeedForward
from msacc.former.transformer.parallel_config import (
    MoEParallelConfig,
    default_moeparallel_config,
)
from msacc.former.transformer.routing import (
    MoEConfig,
    Router,
    calculate_expert_capacity,
    default_moe_config,
)


class MoE(nn.Cell):
    """Called with (..., hidden_size), it gives the same shape, and the loss that evens out the experts.

    Tokens are routed in `data_parallel` groups, each expert having its capacity in each of them. A token for which no
    expert has room gives zeros. `comp_comm_parallel` and `group_wise_a2a` of `moe_config`, which are ways of
    communicating, change no number.
    """

    def __init__(
        self,
        hidden_size: int,
        ffn_hidden_size: int,
        dropout_rate: float,
        hidden_act: Any = "gelu",
        param_init_type: Any = float32,
        moe_config: MoEConfig = default_moe_config,
        parallel_config: MoEParallelConfig = default_moeparallel_config,
    ) -> None:
        super().__init__()
        dp = parallel_config.data_parallel
        self.hidden_size, self.expert_dim, self.dp_group = hidden_size, moe_config.expert_num, dp
        self.capacity_factor = moe_config.capacity_factor
        self.aux_loss_factor = moe_config.aux_loss_factor
        self.num_experts_chosen = moe_config.num_experts_chosen
        self.ffn = FeedForward(
            hidden_size,
            ffn_hidden_size,
            dropout_rate,
            hidden_act,
            moe_config.expert_num,
            moe_config.expert_group_size,
            param_init_type,
            parallel_config,
        )
        self.router = Router(hidden_size, moe_config, None, True, parallel_config)
        self.batch_mm = ops.BatchMatMul().shard(((dp, 1, 1), (dp, 1, 1)))
        self.batch_mm2 = ops.BatchMatMul().shard(((dp, 1, 1), (dp, 1, 1)))

    def construct(self, input_tensor: Tensor) -> tuple[Tensor, Tensor]:
        shape = input_tensor.shape
        tokens = ops.reshape(input_tensor, (self.dp_group, -1, self.hidden_size))
        length = tokens.shape[1]
        capacity = calculate_expert_capacity(
            self.num_experts_chosen, length, self.capacity_factor, self.expert_dim
        )
        places = (self.dp_group, length, self.expert_dim * capacity)
        given, weights, loss = self.router(tokens)
        given = ops.cast(ops.reshape(given, places), tokens.dtype)
        results = self._computed(self.batch_mm(ops.transpose(given, (0, 2, 1)), tokens), capacity)
        weights = ops.cast(ops.reshape(weights, places), results.dtype)
        return ops.reshape(self.batch_mm2(weights, results), shape), self.aux_loss_factor * loss

    def _computed(self, x: Tensor, capacity: int) -> Tensor:
        """The experts' results for (groups, experts * capacity, hidden_size), of that shape."""
        groups, experts, size = self.dp_group, self.expert_dim, self.hidden_size
        by_expert = ops.transpose(ops.reshape(x, (groups, experts, capacity, size)), (1, 0, 2, 3))
        results = self.ffn(ops.reshape(by_expert, (experts * groups * capacity, size)))
        results = ops.reshape(results, (experts, groups, capacity, size))
        return ops.reshape(ops.transpose(results, (1, 0, 2, 3)), (groups, experts * capacity, size))
