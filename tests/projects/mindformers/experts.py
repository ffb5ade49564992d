"""A layer of experts by MindFormers' training graph: ten steps, with each of its dispatchers, routers and losses.

`original` says in torch what the layer documents, for all experts on one process: where `mindspore` cannot be imported
it runs, and that is what is recorded. MindSpore's CPU build has no kernel for the layer's products and norms.
"""

from __future__ import annotations

import importlib.util
import zlib
from typing import Any

import numpy as np
from laid import arguments, tell

ORIGINAL = importlib.util.find_spec("mindspore") is None
given = arguments(
    mode=["pynative", "graph"],
    dispatcher=["alltoall", "alltoall_deredundency", "alltoall_zero_redundancy"],
    balance=["sub_seq_aux_loss", "seq_aux_loss", "gbs_aux_loss"],
    score=["softmax", "sigmoid"],
    data_parallel=1,
    expert_parallel=1,
    inner=1,  # processes of a node, for alltoall_deredundency
    groups=0,  # of experts, of which a token may choose two
    bias=0,  # aux-loss-free: experts with less than their share gain by a bias of the choice
    shared=0,  # experts that take every token
    gate=0,  # of the shared experts
    interleaved=1,  # rows of the shared experts' gate and of what it lets through, by turns
    norm=1,  # weights of a token add up to one
    fusion=0,  # moe_token_permute
    pad=0,  # a row of zeros for each expert
    load=0,  # experts' loads are counted
    coefficient=0.3,
    skew=0.0,  # to the first experts
    steps=10,
)
LENGTH, ROWS, WIDTH, INNER, EXPERTS = 8, 4, 16, 12, 8
CHOSEN = 4 if given.groups else 2
RATE, MOMENTUM, BIAS_RATE, SCALING = 0.5, 0.9, 0.01, 1.5


_MOE = "parallel_core.training_graph.transformer.moe"


def drawn(name: str, *shape: int) -> np.ndarray:
    draws = np.random.RandomState(zlib.crc32(name.encode())).randn(*shape)
    return (draws * 0.4).astype(np.float32)


def data() -> tuple[np.ndarray, np.ndarray]:
    tokens, wanted = drawn("tokens", LENGTH, ROWS, WIDTH), drawn("wanted", LENGTH, ROWS, WIDTH)
    return tokens + np.float32(given.skew), wanted


def weights() -> dict[str, np.ndarray]:
    """By name; the products of the experts one below the other."""
    found = {
        "router.weight": drawn("router", EXPERTS, WIDTH),
        "experts.weight1": drawn("first", EXPERTS * WIDTH, 2 * INNER),
        "experts.weight2": drawn("second", EXPERTS * INNER, WIDTH),
    }
    if given.skew:
        found["router.weight"][: EXPERTS // 4] += np.float32(0.3)
    if given.shared:
        inner = given.shared * INNER
        gate, up = drawn("shared gate", inner, WIDTH), drawn("shared up", inner, WIDTH)
        rows = np.stack([gate, up], 1).reshape(-1, WIDTH)
        found["shared_experts.linear_fc1.weight"] = (
            rows if given.interleaved else np.concatenate([gate, up])
        )
        found["shared_experts.linear_fc2.weight"] = drawn("shared second", WIDTH, inner)
    if given.gate:
        found["shared_experts.shared_experts_gate.weight"] = drawn("gate", 1, WIDTH)
    return found


def original() -> dict[str, Any]:
    import torch

    held = {name: torch.tensor(w, requires_grad=True) for name, w in weights().items()}
    x, wanted = (torch.from_numpy(a) for a in data())
    tokens = x.transpose(0, 1).reshape(-1, WIDTH)
    bias, seen = torch.zeros(EXPERTS), torch.zeros(EXPERTS)

    def chosen(scores: Any) -> Any:
        biased = scores + bias
        if given.groups:
            of_groups = biased.reshape(len(biased), given.groups, -1)
            best = of_groups.topk(CHOSEN // 2).values.sum(-1).topk(2).indices
            allowed = torch.zeros(len(biased), given.groups).scatter_(1, best, 1.0)
            biased = (of_groups * allowed.unsqueeze(-1)).reshape(len(biased), -1)
        return biased.topk(CHOSEN).indices

    def balance(probabilities: Any, ids: Any) -> Any:
        # of the tokens of each process, whose means are taken then
        part = given.data_parallel
        mean = probabilities.reshape(part, -1, EXPERTS).mean(1)
        share = torch.nn.functional.one_hot(ids, EXPERTS).float().reshape(part, -1, EXPERTS).mean(1)
        if given.balance == "gbs_aux_loss":
            whole = seen + share.mean(0)
            seen.copy_(whole)
            share = (whole / whole.sum()).expand(part, -1)
        return given.coefficient * EXPERTS**2 * (mean * share).mean()

    def shared(tokens: Any) -> Any:
        rows = tokens @ held["shared_experts.linear_fc1.weight"].T
        gate, up = (rows[:, ::2], rows[:, 1::2]) if given.interleaved else rows.chunk(2, 1)
        out = torch.nn.functional.silu(gate) * up @ held["shared_experts.linear_fc2.weight"].T
        if given.gate:
            out = out * torch.sigmoid(tokens @ held["shared_experts.shared_experts_gate.weight"].T)
        return out

    def layer() -> tuple[Any, Any, Any]:
        logits = tokens @ held["router.weight"].T
        if given.score == "softmax":
            scores = probabilities = logits.softmax(-1)
        else:
            scores = logits.sigmoid()
            probabilities = scores / (scores.sum(-1, keepdim=True) + 1e-20)
        ids = chosen(scores.detach())
        parts = scores.gather(1, ids)
        if given.norm:
            parts = parts / (parts.sum(-1, keepdim=True) + 1e-20)
        parts = SCALING * parts
        first = held["experts.weight1"].reshape(EXPERTS, WIDTH, -1)
        second = held["experts.weight2"].reshape(EXPERTS, INNER, WIDTH)
        gate, up = torch.einsum("tw,ewi->tei", tokens, first).chunk(2, -1)
        made = torch.einsum("tei,eiw->tew", torch.nn.functional.silu(gate) * up, second)
        share = torch.zeros(len(tokens), EXPERTS).scatter(1, ids, parts)
        out = (made * share.unsqueeze(-1)).sum(1)
        out = out + shared(tokens) if given.shared else out
        return out.reshape(ROWS, LENGTH, WIDTH).transpose(0, 1), balance(probabilities, ids), ids

    optimizer = torch.optim.SGD(list(held.values()), RATE, MOMENTUM)
    losses, extras = [], []
    load = torch.zeros(EXPERTS)
    for _ in range(given.steps):
        out, extra, ids = layer()
        loss = ((out - wanted) ** 2).mean() + extra
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        counts = torch.bincount(ids.reshape(-1), minlength=EXPERTS).float()
        load += counts
        if given.bias:
            bias += BIAS_RATE * torch.sign(counts.mean() - counts)
        losses.append(loss.item())
        extras.append(extra.item())
    return {"losses": losses, "extra": extras} | ({"load": load.tolist()} if given.load else {})


def config() -> Any:
    from mindformers.parallel_core.transformer_config import TransformerConfig

    groups = {"moe_router_num_groups": given.groups, "moe_router_group_topk": 2}
    return TransformerConfig(
        num_layers=1,
        hidden_size=WIDTH,
        num_attention_heads=2,
        seq_length=LENGTH,
        hidden_act="silu",
        gated_linear_unit=True,
        add_bias_linear=False,
        params_dtype="float32",
        compute_dtype="float32",
        num_moe_experts=EXPERTS,
        moe_router_topk=CHOSEN,
        moe_ffn_hidden_size=INNER,
        moe_grouped_gemm=True,
        moe_token_dispatcher_type=given.dispatcher,
        moe_router_load_balancing_type=given.balance,
        moe_router_score_function=given.score,
        moe_router_enable_expert_bias=bool(given.bias),
        moe_router_topk_scaling_factor=SCALING,
        moe_router_dtype="float32",
        moe_aux_loss_coeff=given.coefficient,
        norm_topk_prob=bool(given.norm),
        shared_expert_num=given.shared,
        use_shared_expert_gating=bool(given.gate),
        moe_permute_fusion=bool(given.fusion),
        use_pad_tokens=bool(given.pad),
        print_expert_load=bool(given.load),
        npu_nums_per_device=given.inner,
        data_parallel_size=given.data_parallel,
        expert_model_parallel_size=given.expert_parallel,
        **(groups if given.groups else {}),
    )


def first_two_of_three(layer: Any) -> None:
    """The shared experts unpack three values into two names, which MindSpore's graph mode takes for the first two."""
    whole = layer.construct
    layer.construct = lambda self, *given: whole(self, *given)[:2]


def network() -> Any:
    import mindspore as ms
    from halves import leave_casts_out
    from mindformers.core.context import build_mf_context

    leave_casts_out((_MOE + ".token_dispatcher", "ms"))
    from mindformers.parallel_core.training_graph.base_models.gpt.moe_module_specs import (
        get_moe_module_spec,
    )
    from mindformers.parallel_core.training_graph.device_matrix import layout
    from mindformers.parallel_core.training_graph.transformer import mlp
    from mindformers.parallel_core.utils.spec_utils import build_module

    mode = ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE
    ms.communication.init()  # its dispatchers make groups, of one process too
    if given.data_parallel > 1:
        ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", full_batch=True)
    build_mf_context({"context": {"mode": mode}, "parallel": {}, "use_legacy": False})
    ms.set_context(mode=mode)
    spec = get_moe_module_spec(EXPERTS, True, bool(given.interleaved))
    for layer in (mlp.MLP, mlp.MLPInterleaved):
        first_two_of_three(layer)
    settings = config()
    layout.init_layout(settings)
    net = build_module(spec, config=settings)
    held = weights()
    for parameter in net.trainable_params():
        parameter.set_data(ms.Tensor(held.pop(parameter.name)))
    assert not held, held.keys()
    return net.set_train()


def ours() -> dict[str, Any]:
    import mindspore as ms
    from mindspore import Tensor, nn, ops

    net = network()
    optimizer = nn.Momentum(net.trainable_params(), RATE, MOMENTUM)
    router = net.router

    def loss_of(x: Any, wanted: Any) -> Any:
        out, _, extra = net(x)
        extra = extra.mean()
        return ops.square(out - wanted).mean() + extra, extra

    taken = ms.value_and_grad(loss_of, None, optimizer.parameters, has_aux=True)
    losses, extras = [], []
    for _ in range(given.steps):
        (loss, extra), grads = taken(*[Tensor(a) for a in data()])
        optimizer(grads)
        if given.bias:  # as MindFormers' callback does
            share = router.expert_load.asnumpy()
            gained = BIAS_RATE * np.sign(np.float32(1 / EXPERTS) - share)
            router.expert_bias.set_data(Tensor(router.expert_bias.asnumpy() + gained))
            router.expert_load.set_data(Tensor(np.zeros_like(share)))
        losses.append(float(loss.asnumpy()))
        extras.append(float(extra.asnumpy()))
    told = {"losses": losses, "extra": extras}
    if given.load:
        told["load"] = net.experts.num_tokens_per_expert.asnumpy().tolist()
    return told


tell(given.out, **(original() if ORIGINAL else ours()))
