"""Attention of inference, over caches too: by numpy's formula, as MindSpore's CPU has no kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.fused_attention import prims
from tests.parity.harness import Arrays, case, is_mindspore, merge, rand
from tests.parity.table import Rows, group, row

B, N, S, T, D = 2, 2, 3, 6, 4
Q, K, V = (rand(B, N, length, D, seed=i) for i, length in enumerate((S, T, T)))
ONE_K, ONE_V = K[:, :1].copy(), V[:, :1].copy()
SHIFT = rand(B, N, S, T, seed=4)
TRIANGLE = np.triu(np.ones((2048, 2048), bool), 1)
AHEAD = np.arange(T) - np.arange(S)[:, None]
Q_LENGTHS, K_LENGTHS = np.array([3, 2]), np.array([6, 4])


def attended(
    q: np.ndarray,
    k: np.ndarray,
    v: np.ndarray,
    hidden: Any = False,
    scale: float = 0.5,
    shift: Any = 0,
) -> np.ndarray:
    """(B, N, S, D); zeros where nothing is seen."""
    k, v = (np.repeat(t, q.shape[1] // t.shape[1], 1) for t in (k, v))
    scores = q @ k.swapaxes(-2, -1) * scale + shift
    hidden = np.broadcast_to(hidden, scores.shape)
    weights = np.exp(scores - scores.max(-1, keepdims=True)) * ~hidden
    total = weights.sum(-1, keepdims=True)
    return (weights / np.where(total == 0, 1, total) @ v).astype(np.float32)


def within(lengths: np.ndarray, size: int) -> np.ndarray:
    """(B, 1, size): which places are real."""
    return np.arange(size) < lengths.reshape(-1, 1, 1)


def flat(t: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(t.swapaxes(1, 2).reshape(t.shape[0], t.shape[2], -1))


def int8(x: np.ndarray) -> np.ndarray:
    return np.clip(np.round(x), -128, 127).astype(np.int8)


REAL_K = ~within(K_LENGTHS, T)[:, None]
REAL = REAL_K | ~within(Q_LENGTHS, S).swapaxes(1, 2)[:, None]
BEYOND = (K_LENGTHS - Q_LENGTHS).reshape(-1, 1, 1, 1)
MASK = AHEAD > 2
SCALE, OFFSET = np.array([40.0], np.float32), np.array([3.0], np.float32)

PROMPTS: Rows = {
    "plain": row(
        lambda ms, q, k, v: ms.ops.prompt_flash_attention(q, k, v, num_heads=N, scale_value=0.5),
        *map(flat, (Q, K, V)),
        formula=lambda *_: flat(attended(Q, K, V)),
    ),
    "lengths": row(
        lambda ms, q, k, v, s, a, b: ms.ops.prompt_flash_attention(
            q, k, v, None, a, b, s, num_heads=N, scale_value=0.5, input_layout="BNSD", num_key_value_heads=1
        ),
        *(Q, ONE_K, ONE_V, SHIFT, Q_LENGTHS, K_LENGTHS),
        formula=lambda *_: attended(Q, ONE_K, ONE_V, REAL, shift=SHIFT),
    ),
    "mask_and_tokens": row(
        lambda ms, q, k, v, m: ms.ops.prompt_flash_attention(
            q, k, v, m, num_heads=N, scale_value=0.5, input_layout="BNSD", pre_tokens=1, next_tokens=1
        ),
        *(Q, K, V, MASK[None].repeat(B, 0)),
        formula=lambda *_: attended(Q, K, V, MASK | (AHEAD > 1) | (AHEAD < -1)),
    ),
    "right_of_lengths": row(
        lambda ms, q, k, v, m: ms.ops.prompt_flash_attention(
            q, k, v, m, actual_seq_lengths=(3, 2), actual_seq_lengths_kv=(6, 4), num_heads=N, scale_value=0.5,
            input_layout="BNSD", sparse_mode=3,
        ),
        *(Q, K, V, TRIANGLE),
        formula=lambda *_: attended(Q, K, V, REAL | (AHEAD > BEYOND)),
    ),
    "rounded": row(
        lambda ms, q, k, v, a, b: ms.ops.prompt_flash_attention(
            q, k, v, quant_scale2=a, quant_offset2=b, num_heads=N, scale_value=0.5, input_layout="BNSD"
        ),
        *(Q, K, V, SCALE, OFFSET),
        formula=lambda *_: int8(attended(Q, K, V) * 40 + 3),
    ),
}  # fmt: skip

# -- one token after a cache ------------------------------------------------------------------
ONE = Q[:, :, :1].copy()
PADDED = ~((np.arange(T) >= T - 1 - K_LENGTHS.reshape(-1, 1)) & (np.arange(T) < T - 1))[
    :, None, None
]
PADDED[0] = True  # six keys and one behind them do not fit: nothing is seen
SIZE = 2
TABLE = np.array([[4, 0, 2], [1, 5, 3]], np.int32)
CACHES = [rand(6, SIZE, N, D, seed=i) for i in (51, 52)]
WHOLE = [np.ascontiguousarray(c[TABLE].reshape(B, T, N, D).swapaxes(1, 2)) for c in CACHES]
BYTES = [np.random.RandomState(i).randint(-20, 20, (B, N, T, D)).astype(np.int8) for i in (53, 54)]
ANTI = rand(2, N, 1, D, seed=55, low=0.05, high=0.1), rand(2, N, 1, D, seed=56)
WIDE = [(b + ANTI[1][i]) * ANTI[0][i] for i, b in enumerate(BYTES)]

STEPS: Rows = {
    "lengths": row(
        lambda ms, q, k, v, s: ms.ops.incre_flash_attention(
            q, (k,), (v,), actual_seq_lengths=(6, 4), pse_shift=s, num_heads=N, scale_value=0.5, input_layout="BNSD"
        ),
        *(ONE, K, V, SHIFT[:, :, :1].copy()),
        formula=lambda *_: attended(ONE, K, V, REAL_K, shift=SHIFT[:, :, :1]),
    ),
    "masked_and_shared": row(
        lambda ms, q, k, v, m: ms.ops.incre_flash_attention(
            q, [k], [v], m, num_heads=N, scale_value=0.5, num_key_value_heads=1
        ),
        *(flat(ONE), flat(ONE_K), flat(ONE_V), MASK[:B].copy()),
        formula=lambda *_: flat(attended(ONE, ONE_K, ONE_V, MASK[:B, None, None])),
    ),
    "each_by_itself": row(
        lambda ms, q, k, v: ms.ops.incre_flash_attention(
            q, [k[:1], k[1:]], [v[:1], v[1:]], num_heads=N, scale_value=0.5, input_layout="BNSD"
        ),
        *(ONE, K, V),
        formula=lambda *_: attended(ONE, K, V),
    ),
    "padded": row(
        lambda ms, q, k, v, p: ms.ops.incre_flash_attention(
            q, (k,), (v,), actual_seq_lengths=(6, 4), num_heads=N, scale_value=0.5, input_layout="BNSD",
            kv_padding_size=p,
        ),
        *(ONE, K, V, np.array([1])),
        formula=lambda *_: attended(ONE, K, V, PADDED),
    ),
    "blocks": row(
        lambda ms, q, k, v, t: ms.ops.incre_flash_attention(
            q, (k,), (v,), actual_seq_lengths=(6, 4), block_table=t, num_heads=N, scale_value=0.5, block_size=SIZE
        ),
        *(flat(ONE), *(c.reshape(6, SIZE, N * D) for c in CACHES), TABLE),
        formula=lambda *_: flat(attended(ONE, *WHOLE, REAL_K)),
    ),
    "int8_keys": row(
        lambda ms, q, k, v, a, b, c, d: ms.ops.incre_flash_attention(
            q, (k,), (v,), quant_scale2=c, quant_offset2=d, antiquant_scale=a, antiquant_offset=b, num_heads=N,
            scale_value=0.5, input_layout="BNSD",
        ),
        *(ONE, *BYTES, *ANTI, SCALE, OFFSET),
        formula=lambda *_: int8(attended(ONE, *WIDE) * 40 + 3),
    ),
}  # fmt: skip


def log_sum(q: np.ndarray, k: np.ndarray, hidden: Any) -> np.ndarray:
    scores = np.where(hidden, -np.inf, q @ k.swapaxes(-2, -1) * 0.5)
    return np.log(np.exp(scores).sum(-1, keepdims=True)).astype(np.float32)


KEY_SCALE = rand(N, 1, D, seed=57, low=0.05, high=0.1)
FUSED: Rows = {
    "prompts": row(
        lambda ms, q, k, v, m: ms.ops.fused_infer_attention_score(
            q, [k], [v], atten_mask=m, actual_seq_lengths=(3, 3), actual_seq_lengths_kv=(6, 4), num_heads=N, scale=0.5,
            input_layout="BNSD_BSND", pre_tokens=2, next_tokens=2, softmax_lse_flag=True,
        ),
        *(Q, K, V, MASK),
        formula=lambda *_: (
            attended(Q, K, V, REAL_K | MASK | (AHEAD < -2)).swapaxes(1, 2),
            log_sum(Q, K, REAL_K | MASK | (AHEAD < -2)),
        ),
    ),
    "prompts_to_the_right": row(
        lambda ms, q, k, v, m: ms.ops.fused_infer_attention_score(
            q, [k], [v], atten_mask=m, num_heads=N, scale=0.5, input_layout="BNSD", sparse_mode=3
        )[0],
        *(Q, K, V, TRIANGLE),
        formula=lambda *_: attended(Q, K, V, AHEAD > T - S),
    ),
    "prompts_rounded": row(
        lambda ms, q, k, v, s, a, b: ms.ops.fused_infer_attention_score(
            q, [k], [v], pse_shift=s, quant_scale2=a, quant_offset2=b, num_heads=N, scale=0.5, input_layout="BSH",
            num_key_value_heads=1,
        ),
        *(flat(Q), flat(ONE_K), flat(ONE_V), SHIFT, SCALE, OFFSET),
        formula=lambda *_: (
            int8(flat(attended(Q, ONE_K, ONE_V, shift=SHIFT)) * 40 + 3), np.zeros(1, np.float32)
        ),
    ),
    "prompts_from_int8": row(
        lambda ms, q, k, v, a, b: ms.ops.fused_infer_attention_score(
            q, [k], [v], antiquant_scale=a, antiquant_offset=b, num_heads=N, scale=0.5, input_layout="BNSD"
        ),
        *(Q, *BYTES, *ANTI),
        formula=lambda *_: (attended(Q, *WIDE), np.zeros(1, np.float32)),
    ),
    "prompts_at_the_end": row(
        lambda ms, q, k, v, p: ms.ops.fused_infer_attention_score(
            q, [k], [v], actual_seq_lengths=(2, 2), actual_seq_lengths_kv=(4, 4), query_padding_size=p,
            kv_padding_size=p, num_heads=N, scale=0.5, input_layout="BNSD",
        ),
        *(Q, K, V, np.array([1])),
        formula=lambda *_: (
            attended(Q, K, V, ~((np.arange(T) > 0) & (np.arange(T) < 5)) | (np.arange(S)[:, None] > 1)),
            np.zeros(1, np.float32),
        ),
    ),
    "step_in_blocks": row(
        lambda ms, q, k, v, t: ms.ops.fused_infer_attention_score(
            q, [k], [v], actual_seq_lengths_kv=(6, 4), block_table=t, block_size=SIZE, num_heads=N, scale=0.5,
            input_layout="BSH", softmax_lse_flag=True,
        ),
        *(flat(ONE), *(c.reshape(6, SIZE, N * D) for c in CACHES), TABLE),
        formula=lambda *_: (flat(attended(ONE, *WHOLE, REAL_K)), log_sum(ONE, WHOLE[0], REAL_K)),
    ),
    "step_of_two_scales": row(
        lambda ms, q, k, v, a, b, c, d: ms.ops.fused_infer_attention_score(
            q, [k], [v], key_antiquant_scale=a, key_antiquant_offset=c, value_antiquant_scale=b,
            value_antiquant_offset=d, num_heads=N, scale=0.5, input_layout="BNSD",
        ),
        *(ONE, *BYTES, ANTI[0][0], ANTI[0][1], ANTI[1][0], ANTI[1][1]),
        formula=lambda *_: (attended(ONE, *WIDE), np.zeros(1, np.float32)),
    ),
}  # fmt: skip

# -- caches in blocks -------------------------------------------------------------------------
COUNTS = np.array([2, 1], np.int32)
TOKENS = rand(3, N * D, seed=61)
ADDED = rand(3, T, seed=62)
ALIBI = rand(B, N, 1, T, seed=63)
CACHE_BYTES = [
    np.random.RandomState(i).randint(-20, 20, (6, SIZE, N, D)).astype(np.int8) for i in (64, 65)
]
PER_HEAD = rand(2, N * D, seed=66, low=0.05, high=0.1), rand(2, N * D, seed=67)
PER_TOKEN = rand(2, B, T, seed=68, low=0.05, high=0.1), rand(2, B, T, seed=69)
HIDDEN = ~within(K_LENGTHS, T)[:, None]


def widened(scales: tuple[np.ndarray, np.ndarray], per_token: bool) -> list[np.ndarray]:
    """(B, N, T, D) of the int8 caches."""
    result = []
    for i, cache in enumerate(CACHE_BYTES):
        rows = cache[TABLE].reshape(B, T, N, D)
        scale, offset = (s[i][..., None, None] if per_token else s[i].reshape(N, D) for s in scales)
        result.append(((rows + offset) * scale).swapaxes(1, 2))
    return result


def of_tokens(shift: Any = 0, trapezoid: bool = False) -> np.ndarray:
    """Two tokens of the first sequence, one of the second."""
    heads = TOKENS.reshape(3, N, D)
    parts = []
    for place, (of, left) in enumerate(((0, 1), (0, 0), (1, 0))):
        seen = K_LENGTHS[of] - (left if trapezoid else 0)
        one = [heads[place][None, :, None], *(w[of : of + 1] for w in WHOLE)]
        added = shift if np.isscalar(shift) else shift[place]
        parts.append(attended(*one, np.arange(T) >= seen, shift=added).reshape(1, N * D))
    return np.concatenate(parts)


IN_BLOCKS = TABLE, K_LENGTHS.astype(np.int32)


def paged(ms: Any, given: Any, *more: Any, **settings: Any) -> Any:
    op = prims(ms).PagedAttention(N, 0.5, N, **settings)
    return op(*given, *more)


LINES = flat(ONE)
PAGED: Rows = {
    "one_each": row(
        lambda ms, q, k, v, t, c, a: paged(ms, (q, k, v, t, c), None, None, None, None, a),
        *(LINES, *CACHES, *IN_BLOCKS, ALIBI),
        formula=lambda *_: flat(attended(ONE, *WHOLE, HIDDEN, shift=ALIBI)),
    ),
    "several": row(
        lambda ms, q, k, v, t, c, m, n: paged(ms, (q, k, v, t, c), None, None, m, n),
        *(TOKENS, *CACHES, *IN_BLOCKS, ADDED, COUNTS),
        formula=lambda *_: of_tokens(ADDED),
    ),
    "trapezoid": row(
        lambda ms, q, k, v, t, c, n: paged(ms, (q, k, v, t, c), None, None, None, n, mask_mode="TRAPEZOIDAL"),
        *(TOKENS, *CACHES, *IN_BLOCKS, COUNTS),
        formula=lambda *_: of_tokens(trapezoid=True),
    ),
    "values_in_keys": row(
        lambda ms, q, k, t, c: paged(ms, (q, k, None, t, c), mla_v_dim=3),
        *(LINES, CACHES[0], *IN_BLOCKS),
        formula=lambda *_: flat(attended(ONE, WHOLE[0], WHOLE[0][..., :3], HIDDEN)),
    ),
    "int8": row(
        lambda ms, q, k, v, t, c, a, b: paged(ms, (q, k, v, t, c), a, b),
        *(LINES, *CACHE_BYTES, *IN_BLOCKS, *PER_HEAD),
        formula=lambda *_: flat(attended(ONE, *widened(PER_HEAD, False), HIDDEN)),
    ),
    "int8_per_token": row(
        lambda ms, q, k, v, t, c, a, b: paged(ms, (q, k, v, t, c), a, b, kv_cache_quant_mode="PERTOKEN"),
        *(LINES, *CACHE_BYTES, *IN_BLOCKS, *PER_TOKEN),
        formula=lambda *_: flat(attended(ONE, *widened(PER_TOKEN, True), HIDDEN)),
    ),
    "with_alibi": row(
        lambda ms, q, k, v, t, c, a: prims(ms).PagedAttentionMask(N, 0.5, N)(
            q, k, v, t, c, None, None, a
        ),
        *(LINES, *CACHES, *IN_BLOCKS, ALIBI),
        formula=lambda *_: flat(attended(ONE, *WHOLE, HIDDEN, shift=ALIBI)),
    ),
    "with_alibi_int8": row(
        lambda ms, q, k, v, t, c, s, o, a: prims(ms).PagedAttentionMask(N, 0.5, N, "PERTOKEN")(
            q, k, v, t, c, s, o, a
        ),
        *(LINES, *CACHE_BYTES, *IN_BLOCKS, *PER_TOKEN, ALIBI),
        formula=lambda *_: flat(attended(ONE, *widened(PER_TOKEN, True), HIDDEN, shift=ALIBI)),
    ),
}  # fmt: skip

SLOTS = np.array([7, -1, 2], np.int32)
NONE = np.array([-1, -1, -1], np.int32)


@case(jit=False)
def writing(ms: Any, run: Any) -> Arrays:
    """Caches are written in place; negative slots leave a token out."""
    new = rand(3, N, D, seed=71), rand(3, N, D, seed=72)
    lines = rand(B, N, 2, D, seed=73)
    if is_mindspore(ms):
        result = [c.copy() for c in CACHES]
        for cache, rows in zip(result, new, strict=True):
            for slot, values in zip(SLOTS, rows, strict=True):
                if slot >= 0:
                    cache[slot // SIZE, slot % SIZE] = values
        kept = K.copy()
        kept[0, :, 1:3], kept[1, :, 4:6] = lines
        last = K.swapaxes(2, 3).copy()
        last[0, :, :, 1:3], last[1, :, :, 4:6] = lines.swapaxes(2, 3)
        names = ("key", "keys", "values", "alone", "untouched", "updated", "updated_last")
        alone = result[0]
        return dict(zip(names, (new[0], *result, alone, CACHES[0], kept, last), strict=True))
    op, update = prims(ms).ReshapeAndCache(), prims(ms).KVCacheScatterUpdate()
    caches = [ms.Parameter(c, name=f"c{i}") for i, c in enumerate(CACHES)]
    alone, untouched = ms.Parameter(CACHES[0], name="a"), ms.Parameter(CACHES[0], name="u")
    key, value = map(ms.Tensor, new)
    out = op(key, value, *caches, slot_mapping=ms.Tensor(SLOTS))
    op(key, None, alone, None, ms.Tensor(SLOTS))
    op(key, None, untouched, None, ms.Tensor(NONE))
    held = ms.Parameter(K, name="k"), ms.Parameter(K.swapaxes(2, 3).copy(), name="l")
    at = ms.Tensor(np.array([1, 4]))
    update(held[0], at, ms.Tensor(lines), -2, "update")
    update(held[1], at, ms.Tensor(lines.swapaxes(2, 3).copy()), axis=-1)
    return {
        "key": out.asnumpy(), "keys": caches[0].asnumpy(), "values": caches[1].asnumpy(), "alone": alone.asnumpy(),
        "untouched": untouched.asnumpy(), "updated": held[0].asnumpy(), "updated_last": held[1].asnumpy(),
    }  # fmt: skip


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    """Of MindSpore's shape inference and constructors."""
    p = prims(ms)
    expected = {
        "heads": ("RuntimeError", lambda q: p.IncreFlashAttention(3)(q, (q,), (q,))),
        "groups": ("RuntimeError", lambda q: p.PromptFlashAttention(2, num_key_value_heads=3)(q, q, q)),
        "positions": ("RuntimeError", lambda q: p.IncreFlashAttention(2)(ms.ops.cat([q, q], 1), (q,), (q,))),
        "no_list": ("TypeError", lambda q: p.IncreFlashAttention(2)(q, q, q)),
        "layout": ("RuntimeError", lambda q: p.FusedInferAttentionScore(2, input_layout="TND")(q, [q], [q])),
        "mode": ("ValueError", lambda q: p.PagedAttention(2, 1.0, 1, "XX")(q, q, q, q, q)),
    }  # fmt: skip
    if is_mindspore(ms):
        return {f"{name}.raises": np.array(kind) for name, (kind, _) in expected.items()}
    return merge(**{name: run.raises(call, flat(ONE)) for name, (_, call) in expected.items()})


for _name, _rows in {"prompts": PROMPTS, "steps": STEPS, "fused": FUSED, "paged": PAGED}.items():
    group(__name__, _name, _rows, jit=False, rtol=1e-4, atol=1e-5)
