"""Which expert a token goes to: each token to its most probable ones, as long as they have room."""

from __future__ import annotations

import math
from typing import Any

from msacc import Tensor, float32, int32, nn, ops
from msacc._checkparam import check_bool, check_positive_float, check_positive_int
from msacc.communication import get_group_size
from msacc.former.transformer.argument_checks import check_multiple


class MoEConfig:
    """How tokens are given to experts.

    `expert_num` experts take `capacity_factor` times their share of the tokens, a float from 1, each token going to
    `num_experts_chosen` of them. `aux_loss_factor`, below 1: weight of the loss that evens them out.
    `expert_group_size`: the tokens a group has where strategies are searched for. The rest is about communication.
    """

    def __init__(
        self,
        expert_num: int = 1,
        capacity_factor: float = 1.1,
        aux_loss_factor: float = 0.05,
        num_experts_chosen: int = 1,
        expert_group_size: int | None = None,
        group_wise_a2a: bool = False,
        comp_comm_parallel: bool = False,
        comp_comm_parallel_degree: int = 2,
    ) -> None:
        self.expert_num = check_positive_int(expert_num, "expert_num")
        self.capacity_factor = check_positive_float(capacity_factor, "capacity_factor")
        self.aux_loss_factor = check_positive_float(aux_loss_factor, "aux_loss_factor")
        self.num_experts_chosen = check_positive_int(num_experts_chosen, "num_experts_chosen")
        self.group_wise_a2a = check_bool(group_wise_a2a, "group_wise_a2a")
        self.comp_comm_parallel = check_bool(comp_comm_parallel, "comp_comm_parallel")
        degree = "comp_comm_parallel_degree"
        self.comp_comm_parallel_degree = check_positive_int(comp_comm_parallel_degree, degree)
        if expert_group_size is not None:
            check_positive_int(expert_group_size, "expert_group_size")
        self.expert_group_size = expert_group_size
        if capacity_factor < 1:
            raise ValueError(f"'capacity_factor' must be at least 1.0, but got {capacity_factor}.")
        if aux_loss_factor >= 1:
            raise ValueError(f"'aux_loss_factor' must be below 1.0, but got {aux_loss_factor}.")
        if num_experts_chosen > expert_num:
            raise ValueError(
                f"'num_experts_chosen' must be at most 'expert_num' {expert_num}, but got {num_experts_chosen}."
            )


default_moe_config = MoEConfig()


def _check_moe_config(moe_config: Any = None, parallel_config: Any = None) -> None:
    """TypeError if `moe_config` is none; ValueError where the experts do not fit the processes."""
    if not isinstance(moe_config, MoEConfig):
        raise TypeError(f"'moe_config' must be a MoEConfig, but got {type(moe_config).__name__}.")
    if moe_config.expert_num == 1:
        return
    experts, processes = parallel_config.expert_parallel, get_group_size()
    dp, mp = parallel_config.data_parallel, parallel_config.model_parallel
    where = "MoE"
    check_multiple(where, "expert_num", moe_config.expert_num, "expert_parallel", experts)
    check_multiple(where, "number of processes", processes, "expert_parallel", experts)
    check_multiple(where, "data_parallel", dp, "expert_parallel", experts)
    if dp * mp > processes:
        raise ValueError(
            f"For 'MoE', data_parallel {dp} * model_parallel {mp} must be at most the number of processes {processes}."
        )


def calculate_expert_capacity(
    k: int, tokens_per_group: int, capacity_factor: float, expert_dim: int
) -> int:
    """How many of a group's tokens an expert takes."""
    return math.ceil(k * tokens_per_group * capacity_factor / expert_dim)


class TopkRouter(nn.Cell):
    """From logits (groups, tokens, experts): places given, places weighted, and the loss that evens experts out.

    The first two are (groups, tokens, experts, capacity): at most one place for each expert of a token.
    """

    def __init__(
        self,
        d_model: int,
        moe_config: MoEConfig,
        training: bool = True,
        parallel_config: Any = None,
    ) -> None:
        super().__init__()
        self.d_model = d_model
        self.expert_dim = moe_config.expert_num
        self.capacity_factor = moe_config.capacity_factor
        self.num_experts_chosen = moe_config.num_experts_chosen
        self.training = training
        self.dp_group = parallel_config.data_parallel
        self.softmax = ops.Softmax(-1).shard(((self.dp_group, 1, 1),))
        self.argmax = ops.ArgMaxWithValue(axis=-1).shard(((self.dp_group, 1, 1),))
        self.before = ops.CumSum(exclusive=True).shard(((self.dp_group, 1, 1),))

    def construct(self, router_logits: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        logits = ops.reshape(router_logits, (self.dp_group, -1, self.expert_dim))
        capacity = calculate_expert_capacity(
            self.num_experts_chosen, logits.shape[1], self.capacity_factor, self.expert_dim
        )
        probability = self.softmax(logits)
        taken: Any = 0.0  # (groups, tokens, experts): 1 where a token has a place
        filled: Any = 0.0  # (groups, 1, experts)
        loss: Any = Tensor(0.0, float32)
        combined: Any = 0.0
        for _ in range(self.num_experts_chosen):
            probability = probability * (1.0 - taken)
            expert, gate = self.argmax(probability)
            chosen = _one_hot(expert, self.expert_dim)
            loss = loss + self._unevenness(chosen, probability)
            place = (self.before(chosen, 1) + filled) * chosen
            placed = ops.cast(place < capacity, float32) * chosen
            taken = taken + placed
            filled = filled + placed.sum(1, keepdims=True)
            weight = ops.expand_dims(ops.expand_dims(gate, -1) * placed, -1)
            combined = combined + weight * _one_hot(ops.cast(place, int32), capacity)
        if self.num_experts_chosen > 1:
            combined = combined / (combined.sum((-2, -1), keepdims=True) + 1e-9)
        return ops.not_equal(combined, 0.0), combined, loss

    def _unevenness(self, chosen: Any, probability: Any) -> Any:
        """Least where all experts have an equal share of the tokens and of the probability."""
        share = probability / (probability.sum(-1, keepdims=True) + 1e-9)
        return (chosen.mean(1) * share.mean(1)).mean() * (self.expert_dim * self.expert_dim)


def _one_hot(index: Any, depth: int) -> Any:
    return ops.one_hot(index, depth, Tensor(1.0, float32), Tensor(0.0, float32))


class Router(nn.Cell):
    """Logits of the experts, computed in float32, and `routing_policy` of them, by default TopkRouter."""

    def __init__(
        self,
        d_model: int,
        moe_config: MoEConfig,
        routing_policy: nn.Cell | None = None,
        training: bool = True,
        parallel_config: Any = None,
    ) -> None:
        super().__init__()
        self.d_model = d_model
        self.expert_dim = moe_config.expert_num
        self.capacity_factor = moe_config.capacity_factor
        self.num_experts_chosen = moe_config.num_experts_chosen
        self.training = training
        self.dense = nn.Dense(d_model, moe_config.expert_num, has_bias=False)
        self.dense.matmul.shard(((parallel_config.data_parallel, 1), (1, 1)))
        self.router = routing_policy or TopkRouter(d_model, moe_config, training, parallel_config)

    def construct(self, input_tensor: Tensor) -> Any:
        return self.router(self.dense(ops.cast(input_tensor, float32)))
