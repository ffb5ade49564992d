"""Fused attention of Ascend, by the plain formula in MindSpore's own ops, with its gradients."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, merge, rand
from tests.parity.table import Row, Rows, group, row

B, N, S, T, D = 2, 2, 3, 5, 4
Q, K, V = (rand(B, N, length, D, seed=i) for i, length in enumerate((S, T, T)))
SHARED_K, SHARED_V = rand(B, 1, T, D, seed=5), rand(B, 1, T, D, seed=6)
SHIFT = rand(B, N, S, T, seed=4)
MASK = np.arange(S * T).reshape(S, T) % 4 == 1
AHEAD = np.arange(T) - np.arange(S)[:, None]
TRIANGLE = np.triu(np.ones((2048, 2048), np.uint8), 1)
BITS = np.random.RandomState(3).randint(0, 256, (1, 1, 2, 2)).astype(np.uint8)
WIDE = [rand(1, 1, length, 4, seed=i) for i, length in enumerate((2, 16, 16))]


def prims(ms: Any) -> Any:
    """Where each side keeps the primitives."""
    if not is_mindspore(ms):
        return ms.ops
    return importlib.import_module(f"{ms.__name__}.ops.auto_generate.gen_ops_prim")


def attended(
    ms: Any,
    q: Any,
    k: Any,
    v: Any,
    hidden: Any = False,
    scale: float = 1.0,
    shift: Any = 0,
    kept: Any = 1.0,
) -> Any:
    """softmax of scaled, shifted and masked scores, times the values, for (B, N, S, D); zeros where nothing is seen."""
    groups = q.shape[1] // k.shape[1]
    k, v = (ms.ops.repeat_interleave(t, groups, 1) for t in (k, v))
    blind = np.broadcast_to(hidden, (*q.shape[:3], k.shape[2]))
    scores = ms.ops.matmul(q, k.swapaxes(-2, -1)) * scale + shift
    scores = scores + ms.Tensor(np.where(blind, -1e30, 0).astype(np.float32))
    seen = ms.Tensor((~blind.all(-1, keepdims=True)).astype(np.float32))
    weights = ms.ops.softmax(scores, -1) * seen * ms.Tensor(np.asarray(kept, np.float32))
    return ms.ops.matmul(weights, v)


def statistics(
    q: np.ndarray, k: np.ndarray, scale: float, hidden: Any = False
) -> tuple[np.ndarray, np.ndarray]:
    """Largest score and the sum of exp(score - largest), eight times."""
    scores = np.where(hidden, -np.inf, q @ k.swapaxes(-2, -1) * scale)
    largest = scores.max(-1, keepdims=True)
    total = np.exp(scores - largest).sum(-1, keepdims=True)
    return tuple(np.repeat(t, 8, -1).astype(np.float32) for t in (largest, total))  # type: ignore[return-value]


def flash(hidden: Any, mask: np.ndarray | None = None, keys: Any = (K, V), **options: Any) -> Row:
    extra = [] if mask is None else [mask]
    return row(
        lambda ms, q, k, v, *m: ms.ops.flash_attention_score(
            q, k, v, N, attn_mask=m[0] if m else None, scalar_value=0.5, input_layout="BNSD", **options
        ),
        *(Q, *keys, *extra),
        instead=lambda ms, q, k, v, *m: attended(ms, q, k, v, hidden, 0.5),
    )  # fmt: skip


BAND = (AHEAD > 1 + T - S) | (AHEAD < T - S - 2)
PREFIX = (AHEAD > T - S) & (np.arange(T) >= np.array([4, 0]).reshape(B, 1, 1, 1))
FLASH: dict[str, Row] = {
    "shared_keys": flash(False, keys=(SHARED_K, SHARED_V)),
    "mask_of_heads": flash(MASK[::-1], np.broadcast_to(MASK[::-1], (B, N, S, T)).copy()),
    "band_from_end": flash(BAND, TRIANGLE, sparse_mode=4, pre_tokens=2, next_tokens=1),
    "prefix": flash(PREFIX, np.broadcast_to(PREFIX, (B, 1, S, T)).copy(), sparse_mode=5, prefix=(4, 0)),
    "blind_query": flash(AHEAD < 3, AHEAD < 3, sparse_mode=1),
    "prefix_of_primitive": row(
        lambda ms, q, k, v, m: prims(ms).FlashAttentionScore(
            N, scale_value=0.5, input_layout="BNSD", sparse_mode=5
        )(q, k, v, attn_mask=m, prefix=(4, 0))[3],
        *(Q, K, V, np.broadcast_to(PREFIX, (B, 1, S, T)).copy()),
        instead=lambda ms, q, k, v, m: attended(ms, q, k, v, PREFIX, 0.5),
    ),
    "bits_of_primitive": row(
        lambda ms, q, k, v, bits: prims(ms).FlashAttentionScore(1, 0.8, input_layout="BNSD")(
            q, k, v, drop_mask=bits
        )[3],
        *(*WIDE, BITS),
        instead=lambda ms, q, k, v, bits: attended(
            ms, q, k, v, kept=np.unpackbits(BITS, -1, bitorder="little").reshape(1, 1, 2, 16) / 0.8
        ),
    ),
    "triangle_with_shift": row(
        lambda ms, q, k, v, s, m: ms.ops.flash_attention_score(
            q, k, v, N, s, None, None, m, scalar_value=0.5, input_layout="BNSD", sparse_mode=2
        ),
        *(Q, K, V, SHIFT, TRIANGLE),
        instead=lambda ms, q, k, v, s, m: attended(ms, q, k, v, AHEAD > 0, 0.5, s),
    ),
    "drop_mask": row(
        lambda ms, q, k, v, bits: ms.ops.flash_attention_score(
            q, k, v, 1, drop_mask=bits, keep_prob=0.8, input_layout="BNSD"
        ),
        *(*WIDE, BITS),
        instead=lambda ms, q, k, v, bits: attended(
            ms, q, k, v, kept=np.unpackbits(BITS, -1, bitorder="little").reshape(1, 1, 2, 16) / 0.8
        ),
    ),
}  # fmt: skip

# -- sequences of several lengths ------------------------------------------------------------
Q_ENDS, K_ENDS = (2, 3, 6), (4, 6, 9)
FLAT_Q, FLAT_K, FLAT_V = (rand(n, 2, D, seed=i) for i, n in enumerate((7, 10, 10), 20))
SMALL = np.random.RandomState(9).rand(3, 4) < 0.3


def apart(ms: Any, q: Any, k: Any, v: Any, hide: Any) -> Any:
    """Each sequence by itself; rows after the last are zeros."""
    parts = []
    for q0, q1, k0, k1 in zip((0, *Q_ENDS), Q_ENDS, (0, *K_ENDS), K_ENDS, strict=False):
        ahead = np.arange(k1 - k0) - np.arange(q1 - q0)[:, None]
        one = [t.swapaxes(0, 1).expand_dims(0) for t in (q[q0:q1], k[k0:k1], v[k0:k1])]
        parts.append(attended(ms, *one, hide(ahead), 0.5)[0].swapaxes(0, 1))
    rest = ms.ops.zeros((q.shape[0] - Q_ENDS[-1], *parts[0].shape[1:]), ms.float32)
    return ms.ops.cat([*parts, rest])


def ragged(hide: Any, mask: np.ndarray | None = None, tensors: bool = False, **options: Any) -> Row:
    ends = tuple(np.array(e) for e in (Q_ENDS, K_ENDS)) if tensors else ()
    extra = [] if mask is None else [mask]

    def call(ms: Any, q: Any, k: Any, v: Any, *more: Any) -> Any:
        lengths = more[:2] if tensors else (Q_ENDS, K_ENDS)
        return ms.ops.flash_attention_score(
            q, k, v, 2, None, None, None, None if mask is None else more[-1], None, *lengths,
            scalar_value=0.5, input_layout="TND", **options,
        )  # fmt: skip

    return row(
        call,
        *(FLAT_Q, FLAT_K, FLAT_V, *ends, *extra),
        instead=lambda ms, q, k, v, *more: apart(ms, q, k, v, hide),
    )


def lower_right(ahead: np.ndarray) -> np.ndarray:
    return ahead > ahead.shape[1] - ahead.shape[0]


def in_small(ahead: np.ndarray) -> np.ndarray:
    return SMALL[: ahead.shape[0], : ahead.shape[1]]


RAGGED: Rows = {
    f"{name}_{'tensors' if tensors else 'ints'}": ragged(hide, mask, tensors, **options)
    for name, hide, mask, options in (
        ("all", lambda a: np.zeros(a.shape, bool), None, {}),
        ("left", lambda a: a > 0, TRIANGLE, {"sparse_mode": 2}),
        ("right", lower_right, TRIANGLE, {"sparse_mode": 3}),
        ("masked", in_small, SMALL, {"sparse_mode": 1}),
    )
    for tensors in (False, True)
}


# -- four results ----------------------------------------------------------------------------
def laid(t: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(t.swapaxes(1, 2).reshape(B, -1, N * D))


@case(jit=False, rtol=1e-4, atol=1e-5)
def four_results(ms: Any, run: Any) -> Arrays:
    """Statistics of the softmax beside the attention, in the layouts BSH and TND."""
    if is_mindspore(ms):
        result = dict(zip(("largest", "sum"), statistics(Q, K, 0.5, AHEAD > T - S), strict=True))
        first = [t[:2].swapaxes(0, 1) for t in (FLAT_Q, FLAT_K)]
        first[1] = FLAT_K[:4].swapaxes(0, 1)
        flat = dict(zip(("flat_largest", "flat_sum"), statistics(*first, 0.5), strict=True))
        return (
            result
            | {k: v.swapaxes(0, 1) for k, v in flat.items()}
            | {"third": np.zeros(1, np.float32)}
        )
    op = prims(ms).FlashAttentionScore(N, scale_value=0.5, sparse_mode=3)
    out = op(*(ms.Tensor(laid(t)) for t in (Q, K, V)), attn_mask=ms.Tensor(TRIANGLE))
    op = prims(ms).FlashAttentionScore(2, scale_value=0.5, input_layout="TND")
    flat_out = op(
        *map(ms.Tensor, (FLAT_Q, FLAT_K, FLAT_V)), actual_seq_qlen=Q_ENDS, actual_seq_kvlen=K_ENDS
    )
    return {
        "largest": out[0].asnumpy(),
        "sum": out[1].asnumpy(),
        "third": out[2].asnumpy(),
        "flat_largest": flat_out[0].asnumpy()[:2],
        "flat_sum": flat_out[1].asnumpy()[:2],
    }  # fmt: skip


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    """What MindSpore's shape inference refuses, on both sides; and what its documentation does."""
    kind, flat = prims(ms).FlashAttentionScore, laid(Q)
    shapes = {
        "heads": lambda q: kind(3)(q, q, q),
        "ranks": lambda q: kind(N)(q, q, q[0]),
        "keep": lambda q: kind(N, keep_prob=1.5)(q, q, q),
        "none_kept": lambda q: kind(N, keep_prob=0.0)(q, q, q),
        "groups": lambda q: kind(4)(ms.ops.cat([q, q], -1), ms.ops.cat([q, q[..., :4]], -1), q),
    }
    if is_mindspore(ms):
        return {f"{name}.raises": np.array("RuntimeError") for name in shapes}
    return merge(**{name: run.raises(call, flat) for name, call in shapes.items()})


# Rotated by hand, in parts of a ring, and to points of maps.
ANGLES = rand(7, 4, seed=31), rand(7, 4, seed=32)
PLACES = np.array([3, 0, 5], np.int32)
LINES = rand(B, S, 3 * 4, seed=33), rand(B, S, 4, seed=34)


def turned(ms: Any, x: Any, cos: Any, sin: Any, pairs: bool) -> Any:
    """(…, heads * 4) turned head by head, angles (…, 4)."""
    heads = x.reshape((*x.shape[:-1], -1, 4))
    cos, sin = cos.expand_dims(-2), sin.expand_dims(-2)
    a, b = (heads[..., ::2], heads[..., 1::2]) if pairs else (heads[..., :2], heads[..., 2:])
    if pairs:
        other = ms.ops.stack([-b, a], -1).reshape(heads.shape)
    else:
        other = ms.ops.cat([-b, a], -1)
    return (heads * cos + other * sin).reshape(x.shape)


def rotary(cos_format: int) -> Row:
    rows = (slice(None),) if cos_format < 2 else (np.tile(PLACES, B),)
    angles = [np.ascontiguousarray(a[rows]) for a in ANGLES]

    def instead(ms: Any, q: Any, k: Any, cos: Any, sin: Any, at: Any) -> Any:
        if cos_format < 2:
            cos, sin = (t[ms.Tensor(PLACES)].expand_dims(0) for t in (cos, sin))
        else:
            cos, sin = (t.reshape((B, S, 4)) for t in (cos, sin))
        return [turned(ms, t, cos, sin, cos_format % 2 == 1) for t in (q, k)]

    return row(
        lambda ms, q, k, c, s, at: prims(ms).ApplyRotaryPosEmb(cos_format)(q, k, c, s, at),
        *(*LINES, *angles, PLACES),
        instead=instead,
    )


LEVELS = np.array([[3, 4], [2, 2]], np.int32), np.array([0, 12], np.int32)
POINTS = rand(2, 3, 2, 2, 3, 2, seed=41, low=-0.2, high=1.2), rand(2, 3, 2, 2, 3, seed=42)


def pointed(ms: Any, value: Any, at: Any, weight: Any) -> Any:
    """Each map sampled between four places of it, by MindSpore's grid_sample."""
    total = 0
    for level, ((h, w), start) in enumerate(zip(*(t.tolist() for t in LEVELS), strict=True)):
        maps = value[:, start : start + h * w].transpose((0, 2, 3, 1)).reshape((4, 8, h, w))
        grid = at[:, :, :, level].swapaxes(1, 2).reshape((4, 3, 3, 2)) * 2 - 1
        result = ms.ops.grid_sample(maps, grid, "bilinear", "zeros", False)  # (B * N, D, Q, P)
        each = weight[:, :, :, level].swapaxes(1, 2).reshape((4, 1, 3, 3))
        total = total + (result * each).sum(-1)
    return total.reshape((2, 16, 3)).swapaxes(1, 2)


TURNED: Rows = {f"rotary_{i}": rotary(i) for i in range(4)}
POINTED: Rows = {
    "points": row(
        lambda ms, v, at, w, s, o: ms.ops.multi_scale_deformable_attn_function(v, s, o, at, w),
        *(rand(2, 16, 2, 8, seed=43), *POINTS, *LEVELS),
        instead=lambda ms, v, at, w, s, o: pointed(ms, v, at, w),
    ),
}
group(__name__, "flash", FLASH, jit=False, rtol=1e-4, atol=1e-5)
group(__name__, "ragged", RAGGED, jit=False, rtol=1e-4, atol=1e-5)
group(__name__, "turned", TURNED, jit=False, rtol=1e-4, atol=1e-5)
group(__name__, "pointed", POINTED, jit=False, rtol=1e-4, atol=1e-5)
