"""Experts, norms and products of fused kernels: by the plain formula in MindSpore's own ops or in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.fused_attention import prims
from tests.parity.harness import Arrays, case, is_mindspore, merge, rand
from tests.parity.table import Rows, group, row

ROWS, DEEP, OUT = 7, 4, 5
X, W = rand(ROWS, DEEP, seed=1), rand(3, DEEP, OUT, seed=2)
ENDS, SIZES = np.array([2, 2, 6]), np.array([2, 0, 4])
BIAS = rand(3, OUT, seed=3)
WIDE = rand(ROWS, OUT, seed=4)


def by_group(ms: Any, x: Any, w: Any, bias: Any = None) -> Any:
    parts = []
    for i, (start, end) in enumerate(((0, 2), (2, 2), (2, 6))):
        if end > start:
            part = ms.ops.matmul(x[start:end], w[i])
            parts.append(part if bias is None else part + bias[i])
    return ms.ops.cat([*parts, ms.ops.zeros((1, w.shape[2]), ms.float32)])


def by_depth(ms: Any, x: Any, y: Any) -> Any:
    """x^T @ y of each group of rows."""
    bounds = ((0, 2), (2, 6))
    first, last = (ms.ops.matmul(x[a:b].swapaxes(0, 1), y[a:b]) for a, b in bounds)
    return ms.ops.stack([first, first * 0, last])


PRODUCTS: Rows = {
    "ends": row(
        lambda ms, x, w, g: prims(ms).GroupedMatmul(3, 0)([x], [w], group_list=g),
        *(X, W, ENDS),
        instead=lambda ms, x, w, g: by_group(ms, x, w),
    ),
    "tuple_of_ends": row(
        lambda ms, x, w,
        b: prims(ms).GroupedMatmulV2()([x], [w], [b], group_list=(2, 2, 6), split_item=3, group_type=0),
        *(X, W, BIAS),
        instead=by_group,
    ),
    "sizes": row(
        lambda ms, x, w, b, g: prims(ms).GroupedMatmulV4()(
            [x], [w], [b], group_list=g, split_item=3, group_type=0, group_list_type=1
        ),
        *(X, W, BIAS, SIZES),
        instead=lambda ms, x, w, b, g: by_group(ms, x, w, b),
    ),
    "pairs": row(
        lambda ms, x, w, y, b: prims(ms).GroupedMatmul(0, -1)([x, y], [w[0], w[1]], [b[0], b[1]]),
        *(X, W, rand(2, 3, DEEP, seed=5), BIAS),
        instead=lambda ms, x, w, y, b: [ms.ops.matmul(x, w[0]) + b[0], ms.ops.matmul(y, w[1]) + b[1]],
    ),
    "of_columns": row(
        lambda ms, x, y, g: prims(ms).GroupedMatmulV4()([x.T], [y], group_list=g, split_item=3, group_type=2),
        *(X, WIDE, ENDS),
        instead=lambda ms, x, y, g: by_depth(ms, x, y),
    ),
    "gmm": row(
        lambda ms, x, w, g: prims(ms).GmmV2()([x], [w], None, g, 0, 1),
        *(X, W, SIZES),
        instead=lambda ms, x, w, g: by_group(ms, x, w),
    ),
}  # fmt: skip

# -- routing ----------------------------------------------------------------------------------
EXPERTS = np.array([[2, 0], [1, 2], [0, 2], [2, 1], [0, 1]], np.int32)
TOKENS = rand(5, 3, seed=11)
ORDER = np.argsort(EXPERTS.ravel(), kind="stable")
PLACES = np.argsort(ORDER).astype(np.int32)
PROBS = rand(5, 2, seed=12, low=0, high=1)
SORTED = rand(10, 3, seed=13)
NUMBERS = np.arange(10, dtype=np.int32).reshape(2, 5).T.copy()
EXPERT_BIAS = rand(3, 3, seed=14)
SKIP = rand(5, 3, seed=15), rand(5, 3, seed=16)


def finalized(ms: Any, x: Any, x1: Any, x2: Any, bias: Any, scales: Any) -> Any:
    total = x1 + x2
    for k in range(2):
        rows = x[ms.Tensor(PLACES[k * 5 : k * 5 + 5])] + bias[ms.Tensor(EXPERTS[:, k])]
        total = total + scales[:, k : k + 1] * rows
    return total


def through_experts(ms: Any, x: Any, e: Any, by: Any, factors: Any) -> Any:
    """Each expert multiplies its rows by its factor."""
    where = {"group_ep": "hccl_world_group", "shared_expert_num": 1, "global_bs": 5}
    sent = ms.ops.moe_distribute_dispatch(x, e, 1, 0, 3, by, expert_token_nums_type=1, **where)
    rows, _, places, sizes, counts, none, weights = sent
    each = ms.ops.repeat_interleave(factors, sizes, 0)
    out = ms.ops.moe_distribute_combine(
        rows * each, e, places, counts, by, 1, 0, 3, none, expand_scales=weights, **where
    )
    return out, rows, weights


TO_EXPERTS: Rows = {
    "distributed": row(
        through_experts,
        *(TOKENS, EXPERTS, PROBS, rand(3, 1, seed=17)),
        instead=lambda ms, x, e, by, factors: (
            x * (factors[:, 0][e] * by).sum(1).expand_dims(1),
            x[ms.Tensor(ORDER // 2)],
            by.reshape(-1)[ms.Tensor(ORDER)],
        ),
    ),
    "permute": row(
        lambda ms, t, i: ms.ops.moe_token_permute(t, i)[0],
        *(TOKENS, EXPERTS),
        instead=lambda ms, t, i: t[ms.Tensor(ORDER // 2)],
    ),
    "permute_some": row(
        lambda ms, t, i: ms.ops.moe_token_permute(t, i, num_out_tokens=4, padded_mode=False)[0],
        *(TOKENS, EXPERTS),
        instead=lambda ms, t, i: t[ms.Tensor(ORDER[:4] // 2)],
    ),
    "permute_places": row(
        lambda ms, t, i: [ms.ops.moe_token_permute(t, i)[1], ms.ops.moe_token_permute(t, i[:, 0].astype(ms.int64))[1]],
        *(TOKENS, EXPERTS),
        formula=lambda *_: [PLACES, np.argsort(np.argsort(EXPERTS[:, 0], kind="stable")).astype(np.int32)],
    ),
    "unpermute": row(
        lambda ms, t, i, p: ms.ops.moe_token_unpermute(t, i, p),
        *(SORTED, PLACES, PROBS),
        instead=lambda ms, t, i, p: (t[i].reshape((5, 2, 3)) * p.expand_dims(-1)).sum(1),
    ),
    "unpermute_some": row(
        lambda ms, t, i: ms.ops.moe_token_unpermute(t[:4], i, padded_mode=False),
        *(SORTED, PLACES),
        instead=lambda ms, t, i: t[i] * (i < 4).astype(ms.float32).expand_dims(-1),
    ),
    "init": row(
        lambda ms, x, r, e: prims(ms).MoeInitRouting()(x, r, e, 3),
        *(TOKENS, NUMBERS, EXPERTS),
        formula=lambda *_: (
            TOKENS[NUMBERS.ravel()[ORDER][:6] % 5],
            np.argsort(NUMBERS.ravel()[ORDER]).astype(np.int32),
            EXPERTS.ravel()[ORDER],
        ),
    ),
    "finalize": row(
        lambda ms, x, a, b, bias, s, i, e: prims(ms).MoeFinalizeRouting()(x, a, b, bias, s, i, e),
        *(SORTED, *SKIP, EXPERT_BIAS, PROBS, PLACES, EXPERTS),
        instead=lambda ms, x, a, b, bias, s, i, e: finalized(ms, x, a, b, bias, s),
    ),
    "expert_tokens": row(
        lambda ms, e: prims(ms).MoeComputeExpertTokens()(e, 5),
        np.array([0, 0, 1, 3, 3], np.int32),
        formula=lambda e: np.array([2, 3, 3, 5, 5], np.int32),
    ),
}  # fmt: skip


# The two documented results, and those of the first mode.
ROUTED: Rows = {
    "padded": row(
        lambda ms, x, e: ms.ops.moe_init_routing_v2(x, e, 3, 2, 3, 1, 0, False),
        np.array([[0.1, 0.2, 0.3], [0.2, 0.7, 0.8], [0.3, 0.3, 0.5]], np.float32),
        np.array([[0, 1, 1], [2, 1, 1], [0, 0, 0]], np.int32),
        formula=lambda x, e: (
            np.array([[x[0], x[2]], [x[0], x[0]], [x[1], 0 * x[0]]]),
            np.array([0, 2, 3, 4, -1, -1, 1, -1, -1], np.int32),
        ),
    ),
    "padded_counted": row(
        lambda ms, x, e: ms.ops.moe_init_routing_v2(
            x, e, active_num=0, expert_capacity=5, expert_num=3, drop_pad_mode=1,
            expert_tokens_count_or_cumsum_flag=0, expert_tokens_before_capacity_flag=True,
        )[2],
        *(TOKENS, EXPERTS),
        formula=lambda *_: np.array([3, 3, 4], np.int32),
    ),
    "all": row(
        lambda ms, x, e: ms.ops.moe_init_routing_v2(x, e, 0, 0, 3, 0, 1, False),
        *(TOKENS, EXPERTS),
        formula=lambda *_: (TOKENS[ORDER // 2], PLACES, np.array([3, 6, 10], np.int32)),
    ),
    "active": row(
        lambda ms, x, e: prims(ms).MoeInitRoutingV2()(x, e, 4, 0, 3, 0, 2, False),
        *(TOKENS, EXPERTS),
        formula=lambda *_: (
            TOKENS[ORDER[:4] // 2], PLACES, np.array([3, 3, 4], np.int32), np.zeros(3, np.int32)
        ),
    ),
}  # fmt: skip

# -- gating -----------------------------------------------------------------------------------
LOGITS = rand(5, 6, seed=21)
DONE = np.array([False, True, False, False, True])
CHOICES = np.array(
    [[[0, 1], [1, 3], [3, 2], [2, 2], [2, 0], [0, 1], [1, 2], [2, 1], [1, 2], [2, 0]]], np.int32
)
CHANCES = (
    np.array(
        [[[1, 1], [1, 3], [3, 2], [2, 2], [2, 4], [2, 1], [5, 2], [2, 1], [1, 2], [2, 4]]],
        np.float32,
    )
    / 10
)
ADDED = rand(6, seed=22)


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def best(x: np.ndarray) -> tuple[np.ndarray, ...]:
    chosen = np.argsort(-x, -1, kind="stable")[:, :2]
    weights = np.take_along_axis(softmax(x), chosen, -1)
    return weights, np.where(DONE[:, None], 6, chosen).astype(np.int32), NUMBERS


def kept(x: np.ndarray) -> np.ndarray:
    """True in the best two of three groups of two, by the sum of both."""
    worst = np.argsort(-x.reshape(-1, 3, 2).sum(-1), -1, kind="stable")[:, 2:]
    return np.repeat(np.arange(3) != worst, 2, -1)


def divided(x: np.ndarray, added: np.ndarray) -> tuple[np.ndarray, ...]:
    scores = 1 / (1 + np.exp(-x))
    choice = np.where(kept(scores + added), scores + added, -np.inf)
    experts = np.argsort(-choice, -1, kind="stable")[:, :3]
    weights = np.take_along_axis(scores, experts, -1)
    return weights / weights.sum(-1, keepdims=True) * np.float32(2.5), experts.astype(np.int32)


def seated(choices: np.ndarray, allowed: Any, by_choice: bool) -> tuple[np.ndarray, ...]:
    """Three seats of each of four experts, taken token by token or first choices first."""
    dispatch, combine = np.zeros((1, 4, 3), np.int32), np.zeros(choices.shape, np.int32)
    taken = [0] * 4
    pairs = (
        [(t, k) for k in range(2) for t in range(10)]
        if by_choice
        else [(t, k) for t in range(10) for k in range(2)]
    )
    for t, k in pairs:
        expert = choices[0, t, k]
        combine[0, t, k] = expert * 4
        if allowed[0, t, k] and taken[expert] < 3:
            dispatch[0, expert, taken[expert]] = t + 1
            taken[expert] += 1
            combine[0, t, k] += taken[expert]
    return dispatch, combine


ANY, LIKELY = np.ones(CHOICES.shape, bool), CHANCES.cumsum(-1) < 0.5
GATES: Rows = {
    "softmax": row(
        lambda ms, x, f: prims(ms).MoeGatingTopKSoftmax()(x, f, 2), LOGITS, DONE, formula=lambda x, f: best(x)
    ),
    "groups": row(
        lambda ms, x, i: prims(ms).GroupTopk()(x.copy(), i, 3, 2, 2),
        *(LOGITS, np.arange(8, dtype=np.int32)),
        formula=lambda x, i: x * kept(x),
    ),
    "divided": row(
        lambda ms, x, a: prims(ms).FusedAddTopKDiv()(x, a, 3, 2, 2, 3), LOGITS, ADDED, formula=divided
    ),
    "seats": row(
        lambda ms, c: [*prims(ms).TopKRouter()(c, 3, 4), *prims(ms).TopKRouter()(c, 3, 4, 1)],
        CHOICES,
        formula=lambda c: [*seated(c, ANY, False), *seated(c, ANY, True)],
    ),
    "likely_seats": row(
        lambda ms, c, p: [
            *prims(ms).TopPRouter()(c, 3, 4, 0, 0.5, p), *prims(ms).TopPRouter()(c, 3, 4, 1, 0.5, router_prob=p)
        ],
        *(CHOICES, CHANCES),
        formula=lambda c, p: [*seated(c, LIKELY, False), *seated(c, LIKELY, True)],
    ),
}  # fmt: skip

# -- norms, gates, feed-forward ---------------------------------------------------------------
A, C = rand(3, 2, 4, seed=31), rand(3, 2, 4, seed=32)
GAMMA, BETA = rand(4, seed=33), rand(4, seed=34)
GAMMA_2 = rand(2, 4, seed=35)


def by_rms(ms: Any, x: Any, gamma: Any, axes: tuple[int, ...] = (-1,)) -> Any:
    return x * ms.ops.rsqrt((x * x).mean(axes, keep_dims=True) + 0.1) * gamma


def by_deviation(ms: Any, x: Any, gamma: Any, beta: Any) -> Any:
    far = x - x.mean(-1, keep_dims=True)
    return far * ms.ops.rsqrt((far * far).mean(-1, keep_dims=True) + 1e-3) * gamma + beta


INSIDE = rand(2, DEEP, 6, seed=36), rand(2, 6), rand(2, 6, DEEP, seed=37), rand(2, DEEP, seed=38)


def fed(ms: Any, x: Any, w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
    parts = [
        ms.ops.matmul(ms.ops.relu(ms.ops.matmul(t, w1[i]) + b1[i]), w2[i]) + b2[i]
        for i, t in enumerate((x[:3], x[3:]))
    ]
    return ms.ops.cat(parts)


NORMS: Rows = {
    "rms": row(
        lambda ms, x, g: ms.ops.rms_norm(x, g, 0.1)[0], A, GAMMA, instead=by_rms
    ),
    "rms_of_two": row(
        lambda ms, x, g: prims(ms).RmsNorm(0.1)(x, g)[0],
        *(A, GAMMA_2),
        instead=lambda ms, x, g: by_rms(ms, x, g, (-2, -1)),
    ),
    "rms_of_sum": row(
        lambda ms, a, c, g: (lambda out: (out[0], out[2]))(ms.ops.add_rms_norm(x1=a, x2=c, gamma=g, epsilon=0.1)),
        *(A, C, GAMMA),
        instead=lambda ms, a, c, g: (by_rms(ms, a + c, g), a + c),
    ),
    "inverses": row(
        lambda ms, a, c, g: [ms.ops.rms_norm(a, g, 0.1)[1], prims(ms).AddRmsNorm()(a, c, g, 0.1)[1]],
        *(A, C, GAMMA),
        formula=lambda a, c, g: [1 / np.sqrt((t * t).mean(-1, keepdims=True) + np.float32(0.1)) for t in (a, a + c)],
    ),
    "layer_of_sum": row(
        lambda ms, a, c, g, b: (lambda out: (out[0], out[3]))(
            ms.ops.add_layer_norm(x1=a, x2=c, gamma=g, beta=b, epsilon=1e-3, additional_output=True)
        ),
        *(A, C, GAMMA, BETA),
        instead=lambda ms, a, c, g, b: (by_deviation(ms, a + c, g, b), a + c),
    ),
    "layer_facts": row(
        lambda ms, a, c, g, b: ms.ops.add_layer_norm(a, c, g, b)[1:3],
        *(A, C, GAMMA, BETA),
        formula=lambda a, c, g, b: [
            (a + c).mean(-1, keepdims=True), 1 / np.sqrt((a + c).var(-1, keepdims=True) + np.float32(1e-5))
        ],
    ),
    "swiglu": row(
        lambda ms, x: prims(ms).Swiglu()(x, 1),
        A,
        instead=lambda ms, x: ms.ops.silu(x[:, :1]) * x[:, 1:],
    ),
    "feed_forward": row(
        lambda ms, x, w1, b1, w2, b2: prims(ms).FFNExt("gelu")(x, w1[0], w2[0], None, b1[0], b2[0]),
        *(X, *INSIDE),
        instead=lambda ms, x, w1, b1, w2, b2: ms.ops.matmul(
            ms.ops.gelu(ms.ops.matmul(x, w1[0]) + b1[0], "none"), w2[0]
        ) + b2[0],
    ),
    "feed_experts": row(
        lambda ms, x, w1, b1, w2, b2, n: prims(ms).FFNExt("relu")(x, w1, w2, n, b1, b2),
        *(X, *INSIDE, np.array([3, 4])),
        instead=lambda ms, x, w1, b1, w2, b2, n: fed(ms, x, w1, b1, w2, b2),
    ),
    "turned": row(
        lambda ms, x, w: prims(ms).TransposeBatchMatmulTranspose()(x, w, (1, 0, 2), (1, 0, 2), False, True),
        *(A, rand(2, 5, 4, seed=39)),
        instead=lambda ms, x, w: ms.ops.matmul(x.swapaxes(0, 1), w.swapaxes(-1, -2)).swapaxes(0, 1),
    ),
}  # fmt: skip


GROUP = "hccl_world_group"
ALONE: Rows = {
    "gathered": row(
        lambda ms, x, w: ms.ops.all_gather_matmul(
            input=x, x2=w, group=GROUP, world_size=1, gather_output=False, trans_x2=True
        )[0],
        *(X, W[0].T.copy()),
        instead=lambda ms, x, w: ms.ops.matmul(x, w.T),
    ),
    "scattered": row(
        lambda ms, x, w: ms.ops.matmul_reduce_scatter(
            input=x, x2=w, group=GROUP, world_size=1, reduce_op="sum", trans_x2=True
        ),
        *(X, W[0].T.copy()),
        instead=lambda ms, x, w: ms.ops.matmul(x, w.T),
    ),
}  # fmt: skip


@case(jit=False, rtol=1e-4, atol=1e-5)
def in_place(ms: Any, run: Any) -> Arrays:
    """Products added to float32 sums, as gradients are."""
    into, flat = rand(3, DEEP, OUT, seed=41), rand(DEEP, OUT, seed=42)
    if is_mindspore(ms):
        parts = [X[a:b].T @ WIDE[a:b] for a, b in ((0, 2), (2, 2), (2, 6))]
        return {"groups": into + np.stack(parts), "whole": flat + X.T @ WIDE}
    sums = ms.Parameter(into, name="s"), ms.Parameter(flat, name="f")
    prims(ms).InplaceGroupedMatmulAdd()(ms.Tensor(X), ms.Tensor(WIDE), ms.Tensor(ENDS), sums[0])
    prims(ms).InplaceMatmulAdd()(ms.Tensor(X), ms.Tensor(WIDE), sums[1])
    return {"groups": sums[0].asnumpy(), "whole": sums[1].asnumpy()}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    """Of MindSpore's shape inference."""
    p = prims(ms)
    index = ms.Tensor(EXPERTS)
    expected = {
        "split": ("ValueError", lambda x: p.GroupedMatmul(1, 0)([x], [x], group_list=index)),
        "turned": ("ValueError", lambda x: p.GroupedMatmul(3, 0, False, True)([x], [x], group_list=index)),
        "no_list": ("TypeError", lambda x: p.GroupedMatmul(3, 0)(x, x, group_list=index)),
        "depth": ("ValueError", lambda x: p.GroupedMatmul(3, 0)([x], [x.expand_dims(0)], group_list=index[0, :1])),
        "padded": ("ValueError", lambda x: ms.ops.moe_token_permute(x, index, padded_mode=True)),
        "negative": ("ValueError", lambda x: ms.ops.moe_token_permute(x, index, -3)),
        "float_indices": ("TypeError", lambda x: ms.ops.moe_token_permute(x, x)),
        "ranks": ("ValueError", lambda x: ms.ops.moe_token_permute(x.expand_dims(0), index)),
        "long_places": ("TypeError", lambda x: ms.ops.moe_token_unpermute(x, ms.Tensor(PLACES.astype(np.int64)))),
        "restored": ("ValueError", lambda x: ms.ops.moe_token_unpermute(x, ms.Tensor(PLACES), padded_mode=True)),
        "active": ("ValueError", lambda x: ms.ops.moe_init_routing_v2(x, index, -1, 2, 3, 0, 0, False)),
        "rows": ("RuntimeError", lambda x: ms.ops.moe_init_routing_v2(x[:3], index, 0, 2, 3, 0, 0, False)),
        "line": ("RuntimeError", lambda x: p.MoeGatingTopKSoftmax()(x[0], None, 1)),
        "bias": ("TypeError", lambda x: p.MoeFinalizeRouting()(x, x)),
        "epsilon": ("ValueError", lambda x: p.RmsNorm(2.0)(x, x[0])),
        "gamma": ("RuntimeError", lambda x: p.RmsNorm()(x, x[0, :2])),
        "gamma_rank": ("RuntimeError", lambda x: p.RmsNorm()(x[0], x)),
        "sum": ("ValueError", lambda x: p.AddRmsNorm()(x, x[:1], x[0])),
        "half": ("ValueError", lambda x: p.Swiglu()(x, 0)),
        "axis": ("ValueError", lambda x: p.Swiglu()(x, 5)),
    }  # fmt: skip
    if is_mindspore(ms):
        return {f"{name}.raises": np.array(kind) for name, (kind, _) in expected.items()}
    return merge(**{name: run.raises(call, TOKENS) for name, (_, call) in expected.items()})


for _name, _rows in {
    "products": PRODUCTS, "to_experts": TO_EXPERTS, "routed": ROUTED, "gates": GATES, "norms": NORMS,
    "alone": ALONE,
}.items():  # fmt: skip
    group(__name__, _name, _rows, jit=False, rtol=1e-4, atol=1e-5)
