"""A layer of experts by MindFormers' former modules: ten steps with a capacity, and without one by grouped products.

MoEV2 drops what is beyond the capacity of TopkRouterV2, MoEV3 sends all rows. MindSpore's CPU runs the first.
"""

from __future__ import annotations

import sys
import zlib
from typing import Any

import mindspore as ms
import numpy as np
from laid import arguments, sums, tell
from mindspore import Tensor, nn, ops

given = arguments(
    mode=["pynative", "graph"],
    capacity=1.0,  # -1: as much as the busiest expert needs
    sdrop=0,  # drops tokens' later choices, not later tokens
    method=["greedy", "group_limited_greedy", "noaux_tc"],
    losses="expert",  # auxiliary ones
    factor=0.1,  # of them
    bias=0,
    sigmoid=0,
    grouped=0,  # MoEV3
    inner=0,  # with grouped: processes of a node, for its dispatcher without copies
    safe=0,  # a row of zeros for each expert
    fused=0,  # moe_token_permute
    gathered=0,  # experts' inputs by all-gather
    data_parallel=1,
    expert_parallel=1,
    parts=1,  # as so many processes count capacity and auxiliary losses
    told="all",
    steps=10,
)
ROWS, LENGTH, WIDTH, INNER, EXPERTS, CHOSEN = 4, 16, 16, 12, 8, 2
RATE, MOMENTUM = 0.5, 0.9
PARTS = max(given.parts, given.data_parallel)


def drawn(name: str, *shape: int) -> np.ndarray:
    draws = np.random.RandomState(zlib.crc32(name.encode())).randn(*shape)
    return (draws * 0.4).astype(np.float32)


def weight(name: str, shape: Any) -> np.ndarray:
    """MoEV3's by the names of MoEV2: the gate's and what it lets through beside each other, all turned round."""
    if not given.grouped or "shared" in name:
        return drawn(name, *shape)
    if name == "routed_experts.router_dense.weight":
        return drawn("routed_experts.router.dense.weight", *shape)
    inner = EXPERTS, INNER, WIDTH
    if name == "routed_experts.ffn.w1":
        whole = [drawn(f"routed_experts.ffn.w{i}.weight", *inner) for i in (1, 3)]
        return np.concatenate(whole, 1).transpose(0, 2, 1).copy()
    assert name == "routed_experts.ffn.w2", name
    return drawn(name + ".weight", EXPERTS, WIDTH, INNER).transpose(0, 2, 1).copy()


class Broadcast(nn.Cell):
    """The product that experts take, which MindSpore's CPU kernel has for equal shapes in front alone."""

    def __init__(self, product: Any):
        super().__init__()
        self.product = product

    def construct(self, x: Any, weight: Any) -> Any:
        return self.product(x, ops.broadcast_to(weight, x.shape[:-2] + weight.shape[-2:]))


def network() -> Any:
    from mindformers.models.llama.llama_layer import LlamaFeedForwardWithMoE
    from mindformers.modules.transformer import TransformerOpParallelConfig
    from mindformers.modules.transformer.moe import MoEConfig

    if given.grouped:
        from halves import leave_casts_out

        leave_casts_out(*[("modules.transformer.moev3", name) for name in ("ms", "mstype")])
    mode = ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE
    ms.set_context(mode=mode)
    kinds = given.losses.split(",")
    moe = MoEConfig(
        expert_num=EXPERTS,
        num_experts_chosen=CHOSEN,
        capacity_factor=given.capacity,
        routing_policy="TopkRouterV2",
        enable_sdrop=bool(given.sdrop),
        topk_method=given.method,
        topk_group=2,
        n_group=4,
        aux_loss_types=kinds,
        aux_loss_factors=[given.factor] * len(kinds),
        balance_via_topk_bias=bool(given.bias),
        topk_bias_update_rate=0.01,
        use_gating_sigmoid=bool(given.sigmoid),
        use_gmm=bool(given.grouped),
        enable_deredundency=bool(given.inner),
        npu_nums_per_device=given.inner or 1,
        enable_gmm_safe_tokens=bool(given.safe),
        use_fused_ops_permute=bool(given.fused),
        use_allgather_dispatcher=bool(given.gathered),
        shared_expert_num=1,
        use_shared_expert_gating=True,
        routed_scaling_factor=1.5,
        max_router_load=256,
    )
    parallel = TransformerOpParallelConfig(
        data_parallel=PARTS, model_parallel=1, expert_parallel=given.expert_parallel
    )
    net = LlamaFeedForwardWithMoE(
        WIDTH,
        INNER,
        compute_dtype=ms.float32,
        param_init_type=ms.float32,
        moe_config=moe,
        parallel_config=parallel,
        use_moe_infer=False,
        return_extra_loss=True,
    )
    if given.data_parallel > 1:
        net.shard(parallel)
    if "msacc" not in sys.modules and not given.grouped:
        for layer in (
            net.routed_experts.ffn.w1,
            net.routed_experts.ffn.w2,
            net.routed_experts.ffn.w3,
        ):
            layer.matmul = Broadcast(ops.BatchMatMul(transpose_b=layer.transpose_b))
    for parameter in net.trainable_params():
        parameter.set_data(Tensor(weight(parameter.name, parameter.shape)))
    return net.set_train()


def run() -> dict[str, Any]:
    if given.data_parallel > 1 or given.grouped:
        ms.communication.init()
    if given.data_parallel > 1:
        ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", full_batch=True)
    net = network()
    optimizer = nn.Momentum(net.trainable_params(), RATE, MOMENTUM)
    x, wanted = (Tensor(drawn(name, ROWS, LENGTH, WIDTH)) for name in ("tokens", "wanted"))

    none_yet = Tensor(np.zeros(1, np.float32))

    def loss_of(x: Any, wanted: Any) -> Any:
        out, extra = net(x, none_yet)
        extra = extra.mean()
        return ops.square(out - wanted).mean() + extra, extra

    taken = ms.value_and_grad(loss_of, None, optimizer.parameters, has_aux=True)
    losses, extras = [], []
    for _ in range(given.steps):
        (loss, extra), grads = taken(x, wanted)
        optimizer(grads)
        losses.append(float(loss.asnumpy()))
        extras.append(float(extra.asnumpy()))
    told = {"losses": losses, "extra": extras}
    return told if given.told == "losses" else told | {"sums": sums(net.trainable_params())}


tell(given.out, **run())
