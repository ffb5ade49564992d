"""Quantised products, and what puts attention together, by numpy's formula."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.fused_attention import prims
from tests.parity.harness import Arrays, case, is_mindspore, merge, rand
from tests.parity.table import Rows, group, row

ROWS, DEEP, OUT = 3, 4, 5
BYTES, WEIGHT = (
    np.random.RandomState(i).randint(-100, 100, s).astype(np.int8)
    for i, s in enumerate(((ROWS, DEEP), (DEEP, OUT)))
)
BIAS = np.random.RandomState(3).randint(-50, 50, OUT).astype(np.int32)
SCALE = rand(OUT, seed=4, low=1e-3, high=2e-3)
OFFSET = rand(OUT, seed=5)
PER_ROW = rand(ROWS, seed=6, low=0.5, high=1)
X = rand(ROWS, DEEP, seed=7)
BITS = SCALE.view(np.uint32).astype(np.int64)


def int8(x: np.ndarray) -> np.ndarray:
    return np.clip(np.round(x), -128, 127).astype(np.int8)


def product(a: np.ndarray = BYTES, b: np.ndarray = WEIGHT) -> np.ndarray:
    return a.astype(np.float64) @ b.astype(np.float64)


def half(x: np.ndarray) -> np.ndarray:
    return x.astype(np.float16)


def each_row(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scale = (np.abs(x).max(-1, keepdims=True) / 127).astype(np.float32)
    return int8(x / scale), scale[..., 0]


GROUPS = rand(2, OUT, seed=8), rand(2, OUT, seed=9)
PRODUCTS: Rows = {
    "bits": row(
        lambda ms, a, b, s, c: prims(ms).QuantBatchMatmul()(a, b, s, None, c),
        *(BYTES, WEIGHT, BITS, BIAS),
        formula=lambda *_: half((product() + BIAS) * SCALE),
    ),
    "turned_by_row": row(
        lambda ms, a, b, s, t: prims(ms).QuantBatchMatmul(transpose_x1=True, transpose_x2=True)(
            a, b, s, pertokenScaleOptional=t
        ),
        *(BYTES.T.copy(), WEIGHT.T.copy(), SCALE, PER_ROW),
        formula=lambda *_: half(product() * SCALE * PER_ROW[:, None]),
    ),
    "rounded": row(
        lambda ms, a, b, s, o: prims(ms).QuantBatchMatmul(dtype=ms.int8)(a, b, s, o),
        *(BYTES, WEIGHT, SCALE, OFFSET),
        formula=lambda *_: int8(product() * SCALE + OFFSET),
    ),
    "weights": row(
        lambda ms, x, w, s, o, b: prims(ms).WeightQuantBatchMatmul()(x, w, s, o, None, None, b),
        *(X, WEIGHT, SCALE, OFFSET, OFFSET),
        formula=lambda *_: X @ ((WEIGHT + OFFSET) * SCALE) + OFFSET,
    ),
    "weights_turned": row(
        lambda ms, x, w, s: prims(ms).WeightQuantBatchMatmul(True, True)(x, w, s.expand_dims(-1)),
        *(X.T.copy(), WEIGHT.T.copy(), SCALE),
        formula=lambda *_: X @ (WEIGHT * SCALE),
    ),
    "weights_in_groups": row(
        lambda ms, x, w, s, o, q, r: prims(ms).WeightQuantBatchMatmul(antiquant_group_size=2)(x, w, s, o, q, r),
        *(X, WEIGHT, *GROUPS, np.array([0.5], np.float32), np.array([2.0], np.float32)),
        formula=lambda *_: int8(X @ ((WEIGHT + GROUPS[1].repeat(2, 0)) * GROUPS[0].repeat(2, 0)) * 0.5 + 2),
    ),
    "experts": row(
        lambda ms, a, b, s, t, g: prims(ms).GroupedMatmulV4()(
            [a], [b], scale=[s], pre_token_scale=[t], group_list=g, split_item=3, group_type=0,
            group_list_type=1, output_dtype=ms.float16,
        ),
        *(BYTES, np.stack([WEIGHT, -WEIGHT]), np.stack([SCALE, SCALE * 2]), PER_ROW, np.array([1, 2])),
        formula=lambda *_: half(product() * SCALE * PER_ROW[:, None] * np.array([[1], [-2], [-2]])),
    ),
    "experts_bare": row(
        lambda ms, a, b, g: prims(ms).GroupedMatmulV4()([a], [b], group_list=g, split_item=3, group_type=0),
        *(BYTES, np.stack([WEIGHT, -WEIGHT]), np.array([1, 3])),
        formula=lambda *_: (product() * np.array([[1], [-1], [-1]])).astype(np.int32),
    ),
    "expert_weights": row(
        lambda ms, x, w, s, o, g: prims(ms).GroupedMatmul(3, 0)(
            [x], [w], antiquant_scale=[s], antiquant_offset=[o], group_list=g
        ),
        *(X, np.stack([WEIGHT, -WEIGHT]), np.stack([SCALE, SCALE]), np.stack([OFFSET, -OFFSET]), np.array([1, 3])),
        formula=lambda *_: X @ ((WEIGHT + OFFSET) * SCALE) * np.array([[1], [-1], [-1]], np.float32),
    ),
}  # fmt: skip

NUMBERS = rand(ROWS, DEEP, seed=11, low=-60, high=60)
INTS = np.random.RandomState(12).randint(-500, 500, (ROWS, 2 * DEEP)).astype(np.int32)
WIDE = rand(1, 2 * DEEP, seed=13, low=1e-3, high=1e-2)
SMOOTH = rand(DEEP, seed=14)


def gated(left_first: bool) -> np.ndarray:
    left, right = np.split((INTS + 1.0) * WIDE * PER_ROW[:, None], 2, -1)
    gate, other = (left, right) if left_first else (right, left)
    return gate / (1 + np.exp(-gate)) * other


ROUNDED: Rows = {
    "scaled": row(
        lambda ms, x, s, o: prims(ms).QuantV2()(x, s, o, False, "ROUND", ms.int8),
        *(NUMBERS, SMOOTH, SMOOTH),
        formula=lambda x, s, o: int8(x * s + o),
    ),
    "documented": row(
        lambda ms, x, s, o: prims(ms).QuantV2()(x, s, o),
        *(np.array([100.0, 150.0], np.float32), np.array([80.0, 40.0], np.float32), np.array([0.0, 2.0], np.float32)),
        formula=lambda *_: np.array([127, 127], np.int8),
    ),
    "twice_and_down": row(
        lambda ms, x, s, o: prims(ms).QuantV2()(x, s, o, True, "FLOOR"),
        *(NUMBERS, SMOOTH, SMOOTH),
        formula=lambda x, s, o: np.clip(np.floor(x * s * s + o), -128, 127).astype(np.int8),
    ),
    "by_row": row(lambda ms, x: prims(ms).DynamicQuantExt()(x), NUMBERS, formula=each_row),
    "smoothed": row(
        lambda ms, x, s: prims(ms).DynamicQuantExt()(x, s), NUMBERS, SMOOTH, formula=lambda x, s: each_row(x * s)
    ),
    "of_zeros": row(
        lambda ms, x: prims(ms).DynamicQuantExt()(x * 0),
        NUMBERS,
        formula=lambda x: (np.zeros(x.shape, np.int8), np.zeros(ROWS, np.float32)),
    ),
    "gated": row(
        lambda ms, x, w, a: prims(ms).DequantSwigluQuant()(x, w, a, ms.ops.ones(8), quant_mode="dynamic"),
        *(INTS, WIDE, PER_ROW[:, None].copy()),
        formula=lambda *_: each_row(gated(False)),
    ),
    "gated_left": row(
        lambda ms, x, w, a, s: prims(ms).DequantSwigluQuant()(
            x, w, a, ms.ops.ones(8), s, activate_left=True, quant_mode="dynamic"
        ),
        *(INTS, WIDE, PER_ROW[:, None].copy(), SMOOTH[None].copy()),
        formula=lambda *_: each_row(gated(True) * SMOOTH),
    ),
}  # fmt: skip

# -- attention in parts -----------------------------------------------------------------------
B, N, S, T, D = 2, 2, 3, 6, 4
Q, K, V = (rand(B, N, length, D, seed=i) for i, length in enumerate((S, T, T), 20))
SLOPES = np.array([0.25, 0.0625], np.float32)
AHEAD = np.arange(T) - np.arange(S)[:, None]


def attended(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, shift: Any = 0, hidden: Any = False
) -> tuple[np.ndarray, ...]:
    """(attention, largest score, sum of exp(score - largest)), the latter two eight times."""
    scores = np.where(hidden, -1e30, q @ k.swapaxes(-2, -1) * 0.5 + shift)
    largest = scores.max(-1, keepdims=True)
    weights = np.exp(scores - largest)
    total = weights.sum(-1, keepdims=True)
    eight = (np.repeat(t, 8, -1).astype(np.float32) for t in (largest, total))
    return (weights / total @ v).astype(np.float32), *eight


def sbh(t: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(t.transpose(2, 0, 1, 3).reshape(t.shape[2], t.shape[0], -1))


HALVES = [attended(Q, K[:, :, a:b], V[:, :, a:b]) for a, b in ((0, 2), (2, 6))]
LINED = [[t[0].swapaxes(0, 1).copy() for t in half] for half in HALVES]
RING: Rows = {
    "batched": row(
        lambda ms, a, b, c, d, e, f: ms.ops.ring_attention_update(a, b, c, d, e, f),
        *(sbh(HALVES[0][0]), *HALVES[0][1:], sbh(HALVES[1][0]), *HALVES[1][1:]),
        formula=lambda *_: (sbh(attended(Q, K, V)[0]), *attended(Q, K, V)[1:]),
    ),
    "lined_up": row(
        lambda ms, a, b, c, d, e, f, g: ms.ops.ring_attention_update(
            a, b, c, d, e, f, actual_seq_qlen=g, layout="TND"
        ),
        *(*LINED[0], *LINED[1], np.array([0, 3])),
        formula=lambda *_: [t[0].swapaxes(0, 1) for t in attended(Q, K, V)],
    ),
}  # fmt: skip


def shifted(pse_type: int, shift: np.ndarray, **starts: Any) -> Any:
    return row(
        lambda ms, q, k, v, s: ms.ops.speed_fusion_attention(
            q, k, v, N, "BNSD", pse=s, scale=0.5, pse_type=pse_type, **starts
        )[:3],
        *(Q, K, V, SLOPES if pse_type > 1 else rand(B, N, S, T, seed=25)),
        formula=lambda q, k, v, s: attended(q, k, v, shift),
    )


PSE = rand(B, N, S, T, seed=25)
SPED: Rows = {
    "added": shifted(0, PSE),
    "added_first": shifted(1, PSE * 0.5),
    "slopes": shifted(2, -SLOPES.reshape(N, 1, 1) * np.abs(AHEAD)),
    "roots": shifted(
        3, -SLOPES.reshape(N, 1, 1) * np.sqrt(np.abs(AHEAD + 1.0)), q_start_idx=(1,), kv_start_idx=(2,)
    ),
    "prefix": row(
        lambda ms, q, k, v, m: ms.ops.speed_fusion_attention(
            q, k, v, N, "BNSD", atten_mask=m, scale=0.5, sparse_mode=5, prefix=(4, 4)
        )[:1],
        *(Q, K, V, np.broadcast_to((AHEAD > 3) & (np.arange(T) > 3), (B, 1, S, T)).copy()),
        formula=lambda q, k, v, m: attended(q, k, v, 0, m)[:1],
    ),
    "ends": row(
        lambda ms, q, k, v: ms.ops.speed_fusion_attention(
            q, k, v, N, "TND", scale=0.5, keep_prob=1.0, pre_tokens=9, next_tokens=9, actual_seq_qlen=(3,),
            actual_seq_kvlen=(6,),
        )[:1],
        *(t[0].swapaxes(0, 1).copy() for t in (Q, K, V)),
        formula=lambda *_: attended(Q, K, V)[0][0].swapaxes(0, 1),
    ),
}  # fmt: skip

# -- native sparse attention ------------------------------------------------------------------
LONG, SEQUENCES = rand(80, 2, 16, seed=31), (32, 80)
WINDOW = rand(32, 2, seed=32)
LONG_Q, LONG_V = rand(6, 4, 16, seed=33), rand(80, 2, 8, seed=34)
CHOSEN = np.random.RandomState(35).randint(0, 2, (6, 2, 2)).astype(np.int32)
SEES = np.arange(6) % 3 != 0


def windows() -> np.ndarray:
    starts = [0, 32, 48]
    return np.stack([(LONG[s : s + 32] * WINDOW[..., None]).sum(0) for s in starts])


def selected() -> tuple[np.ndarray, ...]:
    """Each query over two blocks of 16 keys of its sequence."""
    rows = []
    for t in range(6):
        start = 0 if t < 2 else 32
        places = [start + CHOSEN[t, :, i, None] * 16 + np.arange(16) for i in range(2)]
        for head in range(4):
            at = np.concatenate([p[head // 2] for p in places])
            rows.append(attended(LONG_Q[t, head][None], LONG[at, head // 2], LONG_V[at, head // 2]))
    return tuple(np.stack([r[i][0] for r in rows]).reshape(6, 4, -1) for i in range(3))


def compressed(mask: np.ndarray) -> tuple[np.ndarray, ...]:
    """Over eight windows; blocks of two windows each, of which the best two."""
    k, v = (np.repeat(t[:8], 2, 1).swapaxes(0, 1) for t in (LONG, LONG_V))
    q = LONG_Q.swapaxes(0, 1)
    out = attended(q, k, v, 0, mask)
    weights = np.where(mask, -1e30, q @ k.swapaxes(-2, -1) * 0.5)
    weights = np.exp(weights - weights.max(-1, keepdims=True))
    weights = (weights / weights.sum(-1, keepdims=True)).reshape(2, 2, 6, 8).sum(1)
    blocks = np.zeros((2, 6, 4), np.float32)
    for j in range(4):
        for m in range(2):
            for n in range(2):
                if 2 * j - m - n >= 0:
                    blocks[..., j] += weights[..., 2 * j - m - n]
    best = np.argsort(-blocks, -1, kind="stable")[..., :2].astype(np.int32)
    first, *facts = (t.swapaxes(0, 1) for t in out)
    return first, best.swapaxes(0, 1), *facts


HIDE = np.arange(8) > np.arange(6)[:, None] + 3
SPARSE: Rows = {
    "windows": row(
        lambda ms, x, w: ms.ops.nsa_compress(x, w, 32, 16, actual_seq_len=SEQUENCES), LONG, WINDOW,
        formula=lambda *_: windows(),
    ),
    "selected": row(
        lambda ms, q, k, v, i: ms.ops.nsa_select_attention(
            q, k, v, i, 0.5, 4, 16, 2, actual_seq_qlen=(2, 6), actual_seq_kvlen=SEQUENCES
        ),
        *(LONG_Q, LONG, LONG_V, CHOSEN),
        formula=lambda *_: selected(),
    ),
    "compressed": row(
        lambda ms, q, k, v, m: ms.ops.nsa_compress_attention(
            query=q, key=k, value=v, scale_value=0.5, head_num=4, compress_block_size=32, compress_stride=16,
            select_block_size=32, select_block_count=2, atten_mask=m, actual_seq_qlen=(6,), actual_cmp_seq_kvlen=(8,),
            actual_sel_seq_kvlen=(4,),
        ),
        *(LONG_Q, LONG[:8].copy(), LONG_V[:8].copy(), HIDE),
        formula=lambda *_: compressed(HIDE),
    ),
}  # fmt: skip


@case(jit=False)
def dropped(ms: Any, run: Any) -> Arrays:
    """Of equal weights `keep_prob` remain, each that much larger."""
    if is_mindspore(ms):
        return {"some": np.array(True), "mean": np.array(True)}
    ms.set_seed(1)
    one, eye = ms.ops.ones((1, 1, 64, 64), ms.float32), ms.ops.eye(64, 64, ms.float32)[None, None]
    out = ms.ops.speed_fusion_attention(one, one, eye, 1, "BNSD", keep_prob=0.8)[0].asnumpy()
    gone = (out == 0).mean()
    return {"some": np.array(0.1 < gone < 0.3), "mean": np.array(abs(out.mean() * 64 - 1) < 0.1)}


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    """Of MindSpore's shape inference and constructors."""
    p, weight, scale = prims(ms), ms.Tensor(WEIGHT), ms.Tensor(SCALE)
    expected = {
        "depth": ("ValueError", lambda a: p.QuantBatchMatmul()(a, a, scale)),
        "floats": ("TypeError", lambda a: p.QuantBatchMatmul()(a.astype(ms.float32), weight, scale)),
        "rounding": ("ValueError", lambda a: p.QuantV2()(a.astype(ms.float32), scale, scale, False, "XX")),
        "kind": ("ValueError", lambda a: p.QuantV2()(a.astype(ms.float32), scale, scale, False, "ROUND", ms.int32)),
        "mode": ("ValueError", lambda a: p.DequantSwigluQuant()(a, a, a, quant_mode="xx")),
        "tokens": ("ValueError", lambda a: p.QuantMatmul()(a, weight, scale)),
        "bytes": ("ValueError", lambda a: p.QuantMatmul()(a, weight, scale, None, scale[:3])),
        "layout": ("ValueError", lambda a: p.RingAttentionUpdate()(a, a, a, a, a, a, None, "BSH")),
        "no_ends": ("ValueError", lambda a: p.NsaCompress()(a, a, 16, 16, None)),
    }  # fmt: skip
    if is_mindspore(ms):
        return {f"{name}.raises": np.array(kind) for name, (kind, _) in expected.items()}
    return merge(**{name: run.raises(call, BYTES) for name, (_, call) in expected.items()})


for _name, _rows in {
    "products": PRODUCTS, "rounded": ROUNDED, "ring": RING, "sped": SPED, "sparse": SPARSE
}.items():  # fmt: skip
    group(__name__, _name, _rows, jit=False, rtol=1e-4, atol=1e-5)
