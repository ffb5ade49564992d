"""A layer of experts by MindFormers 1.3's PyNative core: ten steps, each process with tokens and experts of its own.

`original` says in torch what one process with all tokens and experts computes: where `mindspore` cannot be imported it
runs, and that is what is recorded.
"""

from __future__ import annotations

import importlib.util
import zlib
from typing import Any

import numpy as np
from laid import arguments, tell

ORIGINAL = importlib.util.find_spec("mindspore") is None
given = arguments(
    mode=["pynative"],
    balance=["none", "aux_loss"],
    parts=1,  # of the tokens: one for each process
    z=0.0,  # coefficient of the z-loss
    chosen=2,
    skew=0.0,
    steps=10,
)
TOKENS, WIDTH, INNER, EXPERTS = 24, 16, 12, 4
RATE, MOMENTUM, COEFFICIENT = 0.5, 0.9, 0.3
SIZES = {"mapping": (2 * INNER, WIDTH), "projection": (WIDTH, INNER)}


def drawn(name: str, *shape: int) -> np.ndarray:
    draws = np.random.RandomState(zlib.crc32(name.encode())).randn(*shape)
    return (draws * 0.4).astype(np.float32)


def data() -> tuple[np.ndarray, np.ndarray]:
    tokens = drawn("tokens", TOKENS, WIDTH) + np.float32(given.skew)
    return tokens, drawn("wanted", TOKENS, WIDTH)


def router() -> np.ndarray:
    weight = drawn("router", EXPERTS, WIDTH)
    weight[0] += np.float32(0.3 if given.skew else 0)
    return weight


def original() -> list[float]:
    import torch
    from torch.nn import functional

    gate = torch.tensor(router(), requires_grad=True)
    experts = [
        [
            torch.tensor(drawn(f"{kind}{i}", *size), requires_grad=True)
            for kind, size in SIZES.items()
        ]
        for i in range(EXPERTS)
    ]
    tokens, wanted = (torch.from_numpy(a) for a in data())

    def extra(logits: Any, ids: Any) -> Any:
        # of the tokens of each process
        out = given.z * logits.logsumexp(-1).square().mean()
        if given.balance == "aux_loss":
            of_each = logits.softmax(-1).reshape(given.parts, -1, EXPERTS)
            counts = (
                functional.one_hot(ids, EXPERTS).float().reshape(given.parts, -1, EXPERTS).sum(1)
            )
            each = (of_each.sum(1) * counts).sum(1) * EXPERTS * COEFFICIENT
            out = out + (each / (of_each.shape[1] ** 2 * given.chosen)).mean()
        return out

    optimizer = torch.optim.SGD([gate, *sum(experts, [])], RATE, MOMENTUM)
    losses = []
    for _ in range(given.steps):
        logits = tokens @ gate.T
        scores, ids = logits.topk(given.chosen)
        share = torch.zeros(TOKENS, EXPERTS).scatter(1, ids, scores.softmax(-1))
        made = torch.zeros(TOKENS, WIDTH)
        for i, (first, second) in enumerate(experts):
            a, b = (tokens @ first.T).chunk(2, -1)
            made = made + share[:, i : i + 1] * (functional.silu(a) * b @ second.T)
        loss = ((made - wanted) ** 2).mean()
        optimizer.zero_grad()
        (loss + extra(logits, ids)).backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def config() -> Any:
    from mindformers.experimental.parallel_core.pynative import config as of

    return of.TransformerConfig(
        vocab_size=1,
        num_layers=1,
        num_attention_heads=1,
        seq_length=8,
        hidden_size=WIDTH,
        ffn_hidden_size=INNER,
        gated_linear_unit=True,
        hidden_act="swiglu",
        mlp_has_bias=False,
        params_dtype="float32",
        compute_dtype="float32",
        parallel_config=of.ModelParallelConfig(expert_model_parallel_size=given.parts),
        moe_config=of.MoEConfig(
            num_experts=EXPERTS,
            moe_router_topk=given.chosen,
            moe_router_load_balancing_type=given.balance,
            moe_aux_loss_coeff=COEFFICIENT,
            moe_z_loss_coeff=given.z or None,
        ),
        lora_config=of.LoraConfig(use_lora=False),
    )


def network(rank: int) -> Any:
    import mindspore as ms
    from mindformers.experimental.parallel_core.pynative import parallel_state
    from mindformers.experimental.parallel_core.pynative.transformer.moe.moe_layer import MoELayer

    parallel_state.initialize_model_parallel(
        expert_model_parallel_size=given.parts, order="tp-ep-dp-pp-cp"
    )
    net = MoELayer(config())
    held = {"router.gating.weight": router()}
    here = EXPERTS // given.parts
    for i in range(here):
        for kind, size in SIZES.items():
            held[f"experts.local_experts.{i}.{kind}.weight"] = drawn(
                f"{kind}{rank * here + i}", *size
            )
    for parameter in net.trainable_params():
        parameter.set_data(ms.Tensor(held.pop(parameter.name)))
    assert not held, held.keys()
    return net.set_train()


def ours() -> list[float]:
    import mindspore as ms
    from mindspore import Tensor, nn, ops

    of_axes = ops.logsumexp
    ops.logsumexp = lambda x, axis: of_axes(x, axis)  # MindSpore 2.10 says `dim`
    ms.set_context(mode=ms.PYNATIVE_MODE)
    ms.communication.init()
    rank = ms.communication.get_rank()
    net = network(rank)
    optimizer = nn.Momentum(net.trainable_params(), RATE, MOMENTUM)
    tokens, wanted = (Tensor(a.reshape(given.parts, -1, WIDTH)[rank]) for a in data())

    def loss_of(x: Any, wanted: Any) -> Any:
        out, _ = net(x)
        return ops.square(out - wanted).mean()

    taken = ms.value_and_grad(loss_of, None, optimizer.parameters)
    total = ops.AllReduce()
    losses = []
    for _ in range(given.steps):
        loss, grads = taken(tokens, wanted)
        # An expert's gradient is the sum over all tokens already.
        grads = [
            (g if "experts" in p.name else total(g)) / given.parts
            for p, g in zip(optimizer.parameters, grads, strict=True)
        ]
        optimizer(tuple(grads))
        losses.append(float(total(loss).asnumpy()) / given.parts)
    return losses


tell(given.out, losses=original() if ORIGINAL else ours())
