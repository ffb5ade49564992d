"""A tiny Qwen3, of experts too, by MindFormers' training graph: losses from the weights of transformers' own model.

MindSpore's CPU build has no kernel for its norms and attention: where `mindspore` cannot be imported the script runs
the original of transformers, and that is what is recorded.
"""

from __future__ import annotations

import importlib
import importlib.util
import zlib
from typing import Any

import numpy as np
from laid import arguments, tell

ORIGINAL = importlib.util.find_spec("mindspore") is None
given = arguments(mode=["graph", "pynative"], steps=4, experts=0, expert_parallel=1, casts=1)
WORDS, LENGTH, RATE, MOMENTUM = 64, 16, 0.05, 0.9
HEADS, GROUPS, SIZE, LAYERS, WIDTH, INNER = 4, 2, 8, 2, 32, 64
SHAPE = {
    "vocab_size": WORDS,
    "hidden_size": WIDTH,
    "intermediate_size": INNER,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS,
    "num_key_value_heads": GROUPS,
    "head_dim": SIZE,
    "max_position_embeddings": 2 * LENGTH,
}
KIND = "Qwen3"
if given.experts:
    KIND = "Qwen3Moe"
    SHAPE |= {
        "num_experts": given.experts,
        "num_experts_per_tok": 2,
        "moe_intermediate_size": INNER // 2,
        "norm_topk_prob": True,
    }


def drawn(name: str, *shape: int) -> np.ndarray:
    """The values of a weight by transformers' name; scales of norms near one."""
    draws = np.random.RandomState(zlib.crc32(name.encode())).randn(*shape) * 0.1
    return (draws + (1.0 if "norm" in name else 0.0)).astype(np.float32)


def tokens() -> tuple[np.ndarray, np.ndarray]:
    ids = np.random.RandomState(0).randint(0, WORDS, (2, LENGTH + 1)).astype(np.int32)
    return ids[:, :-1].copy(), ids[:, 1:].copy()


def original() -> list[float]:
    import torch
    import transformers

    config = getattr(transformers, f"{KIND}Config")
    net = getattr(transformers, f"{KIND}ForCausalLM")(config(**SHAPE, attn_implementation="eager"))
    for name, weight in net.named_parameters():
        weight.data.copy_(torch.from_numpy(drawn(name, *weight.shape)))
    ids, labels = (torch.from_numpy(a).long() for a in tokens())
    optimizer = torch.optim.SGD(net.parameters(), RATE, MOMENTUM)
    losses = []
    for _ in range(given.steps):
        loss = torch.nn.functional.cross_entropy(
            net(ids).logits.reshape(-1, WORDS), labels.reshape(-1)
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def feed_forward(at: str, to: str) -> dict[str, np.ndarray]:
    """Each gate lies beside what it lets through."""
    gate, up = (drawn(f"{at}mlp.{k}_proj.weight", INNER, WIDTH) for k in ("gate", "up"))
    return {
        to + "mlp.linear_fc1.weight": np.stack([gate, up], 1).reshape(-1, WIDTH),
        to + "mlp.linear_fc2.weight": drawn(at + "mlp.down_proj.weight", WIDTH, INNER),
    }


def experts(at: str, to: str) -> dict[str, np.ndarray]:
    """The rows of one matrix are those of all experts, one after the other."""
    each = given.experts, INNER // 2
    first = drawn(at + "mlp.experts.gate_up_proj", each[0], 2 * each[1], WIDTH)
    second = drawn(at + "mlp.experts.down_proj", each[0], WIDTH, each[1])
    return {
        to + "mlp.router.weight": drawn(at + "mlp.gate.weight", each[0], WIDTH),
        to + "mlp.experts.weight1": first.transpose(0, 2, 1).reshape(-1, 2 * each[1]),
        to + "mlp.experts.weight2": second.transpose(0, 2, 1).reshape(-1, WIDTH),
    }


def weights() -> dict[str, np.ndarray]:
    """The original's weights by MindFormers' names, in its layouts."""
    found = {
        "embedding.word_embeddings.weight": drawn("model.embed_tokens.weight", WORDS, WIDTH),
        "decoder.final_layernorm.weight": drawn("model.norm.weight", WIDTH),
        "output_layer.weight": drawn("lm_head.weight", WORDS, WIDTH),
    }
    for i in range(LAYERS):
        at, to = f"model.layers.{i}.", f"decoder.layers.{i}."
        attention = at + "self_attn."
        query = drawn(attention + "q_proj.weight", HEADS * SIZE, WIDTH).reshape(GROUPS, -1, WIDTH)
        key, value = (
            drawn(f"{attention}{k}_proj.weight", GROUPS * SIZE, WIDTH).reshape(GROUPS, -1, WIDTH)
            for k in "kv"
        )
        # Each group of heads has its queries, keys and values together.
        found |= experts(at, to) if given.experts else feed_forward(at, to)
        found |= {
            to + "self_attention.linear_qkv.weight": np.concatenate([query, key, value], 1).reshape(
                -1, WIDTH
            ),
            to + "self_attention.linear_proj.weight": drawn(
                attention + "o_proj.weight", WIDTH, HEADS * SIZE
            ),
            to + "self_attention.q_layernorm.weight": drawn(attention + "q_norm.weight", SIZE),
            to + "self_attention.k_layernorm.weight": drawn(attention + "k_norm.weight", SIZE),
            to + "input_layernorm.weight": drawn(at + "input_layernorm.weight", WIDTH),
            to + "pre_mlp_layernorm.weight": drawn(at + "post_attention_layernorm.weight", WIDTH),
        }
    return found


def routing() -> dict[str, Any]:
    """What the layers of experts must be told; the original has no auxiliary loss in training."""
    if not given.experts:
        return {}
    from mindformers.modules.transformer import TransformerOpParallelConfig

    return {
        "moe_grouped_gemm": True,
        "moe_router_topk_scaling_factor": 1.0,
        "aux_loss_types": ["expert"],
        "aux_loss_factors": [0.0],
        "parallel_config": TransformerOpParallelConfig(
            data_parallel=given.expert_parallel,
            model_parallel=1,
            expert_parallel=given.expert_parallel,
        ),
    }


def network() -> Any:
    import mindspore as ms
    from mindformers.core.context import build_mf_context

    at = "mindformers.models." + ("qwen3_moe" if given.experts else "qwen3")
    config = getattr(importlib.import_module(at), f"{KIND}Config")
    model = importlib.import_module(f"{at}.modeling_{at.rpartition('.')[2]}_train")

    if not given.casts:
        from halves import leave_casts_out

        at_core = "parallel_core.training_graph.transformer."
        leave_casts_out((at_core + "attention", "mstype"), (at_core + "moe.token_dispatcher", "ms"))
    shared = given.expert_parallel > 1
    if given.experts:
        ms.communication.init()  # its dispatcher makes a group, of one process too
    if shared:
        ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", full_batch=True)
    mode = ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE
    build_mf_context({"context": {"mode": mode}, "parallel": {}, "use_legacy": False})
    ms.set_context(mode=mode)
    kinds = ("compute", "params", "layernorm_compute", "softmax_compute", "rotary")
    whole = {f"{kind}_dtype": "float32" for kind in kinds}
    net = getattr(model, f"Training{KIND}ForCausalLM")(
        config(
            **SHAPE,
            **whole,
            **routing(),
            seq_length=LENGTH,
            use_flash_attention=True,
            hidden_dropout=0.0,
        )
    )
    held = weights()
    for parameter in net.trainable_params():
        parameter.set_data(ms.Tensor(held.pop(parameter.name)))
    assert not held, held.keys()
    return net.set_train()


def ours() -> list[float]:
    import mindspore as ms
    from mindspore import Tensor, nn

    net = network()
    optimizer = nn.Momentum(net.trainable_params(), RATE, MOMENTUM)
    hidden = np.triu(np.ones((2, 1, LENGTH, LENGTH), np.uint8), 1)
    seen = np.ones((2, LENGTH), np.float32)
    places = np.tile(np.arange(LENGTH, dtype=np.int32), (2, 1))

    def loss_of(ids: Any, labels: Any, places: Any, hidden: Any, seen: Any) -> Any:
        found = net(ids, position_ids=places, attention_mask=hidden, labels=labels, loss_mask=seen)
        return found[0].mean()

    taken = ms.value_and_grad(loss_of, None, optimizer.parameters)
    losses = []
    for _ in range(given.steps):
        loss, grads = taken(*[Tensor(a) for a in (*tokens(), places, hidden, seen)])
        optimizer(grads)
        losses.append(float(loss.asnumpy()))
    return losses


tell(given.out, losses=original() if ORIGINAL else ours())
