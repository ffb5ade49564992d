"""Arguments of attention as functions: Ascend's fused kernel by its formula, and the forward pass of the layer."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, merge, rand
from tests.parity.table import Row, Rows, group, row

B, N, S, T, D = 2, 2, 3, 5, 4
QUERY, KEY, VALUE = (
    rand(B, N, length, D, seed=i).astype(np.float16) for i, length in enumerate((S, T, T))
)
SHIFT = rand(B, N, S, T, seed=4).astype(np.float16)
MASK = np.arange(S * T).reshape(S, T) % 4 == 1
AHEAD = np.arange(T) - np.arange(S)[:, None]
TRIANGLE = np.triu(np.ones((2048, 2048), bool), 1)


def attended(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, hidden: Any, scale: float, shift: Any = 0
) -> np.ndarray:
    """softmax of scaled, shifted and masked scores, times the values, for (B, N, S, D)."""
    q, k, v = (t.astype(np.float32) for t in (q, k, v))
    scores = np.where(hidden, -np.inf, q @ k.swapaxes(-2, -1) * scale + shift)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True) @ v).astype(np.float16)


def hidden(
    where: np.ndarray | bool, mask: np.ndarray | None = None, scale: float = 1.0, **options: Any
) -> Row:
    """In the layout (B, N, S, D), and what of it is not to be seen."""
    extra = [] if mask is None else [mask]
    return row(
        lambda ms, q, k, v, *m: ms.ops.flash_attention_score(
            query=q, key=k, value=v, head_num=N, input_layout="BNSD", scalar_value=scale,
            **({"attn_mask": m[0]} if m else {}), **options,
        ),
        *(QUERY, KEY, VALUE, *extra),
        formula=lambda q, k, v, *m: attended(q, k, v, where, scale),
    )  # fmt: skip


def laid_out(layout: str, to: Callable[[np.ndarray], np.ndarray]) -> Row:
    """Another layout of the same numbers, and a shift of the scores."""
    inputs = [np.ascontiguousarray(to(t)) for t in (QUERY, KEY, VALUE)]
    return row(
        lambda ms, q, k, v, shift: ms.ops.flash_attention_score(
            q, k, v, N, real_shift=shift, scalar_value=0.5, input_layout=layout
        ),
        *(*inputs, SHIFT),
        formula=lambda q, k, v, shift: to(
            attended(QUERY, KEY, VALUE, False, 0.5, shift.astype(np.float32))
        ),
    )


GROUPS: dict[str, Rows] = {
    "layouts": {
        "BSH": laid_out("BSH", lambda t: t.swapaxes(1, 2).reshape(B, -1, N * D)),
        "SBH": laid_out("SBH", lambda t: t.transpose(2, 0, 1, 3).reshape(-1, B, N * D)),
        "BSND": laid_out("BSND", lambda t: t.swapaxes(1, 2)),
        "BNSD": laid_out("BNSD", lambda t: t),
    },
    "seen": {
        "masked": hidden(MASK, MASK, scale=0.7),
        "band": hidden(
            MASK | (AHEAD > 2) | (AHEAD < -1), MASK.astype(np.uint8), pre_tokens=1, next_tokens=2
        ),
        "mask_alone": hidden(MASK, MASK, sparse_mode=1, next_tokens=1),
        "upper_left": hidden(AHEAD > 0, TRIANGLE, sparse_mode=2),
        "lower_right": hidden(AHEAD > T - S, TRIANGLE, sparse_mode=3),
        "no_mask": hidden(False, next_tokens=0),
    },
}
# Float16 is near the formula of Float32.
for _name, _rows in GROUPS.items():
    group(__name__, _name, _rows, jit=_name != "layouts", rtol=2e-3, atol=2e-3)


@case(jit=False)
def heads(ms: Any, run: Any) -> Arrays:
    """MindSpore documents a RuntimeError of its kernel where `head_num` does not fit."""
    if is_mindspore(ms):
        return {name: np.array("RuntimeError") for name in ("flat.raises", "apart.raises")}
    flash, flat = ms.ops.flash_attention_score, QUERY.reshape(B, S, N * D)
    return merge(
        flat=run.raises(lambda q: flash(q, q, q, 3), flat),
        apart=run.raises(lambda q: flash(q, q, q, 1, input_layout="BNSD"), QUERY),
    )


@case(jit=False)
def dropped(ms: Any, run: Any) -> Arrays:
    """Of equal values, `keep_prob` of the weights remain, each that much larger."""
    if is_mindspore(ms):
        return {"some": np.array(True), "most": np.array(True), "mean": np.array(True)}
    one = ms.ops.ones((1, 1, 64, 64), ms.float32)
    eye = ms.ops.eye(64, 64, ms.float32)[None, None]
    out = ms.ops.flash_attention_score(
        one, one, eye, 1, keep_prob=0.8, input_layout="BNSD", scalar_value=0.1
    ).asnumpy()
    gone = (out == 0).mean()
    return {
        "some": np.array(gone > 0.1),
        "most": np.array(gone < 0.3),
        "mean": np.array(abs(out.mean() * 64 - 1) < 0.1),
    }


@case(jit=False, rtol=1e-4, atol=1e-5)
def forward(ms: Any, run: Any) -> Arrays:
    """Keys of one's own, hidden keys, and flags that say which of the inputs are one."""
    home = importlib.import_module(f"{ms.__name__}.ops.function.nn_func")
    q, k, v = rand(3, 2, 4, seed=1), rand(5, 2, 4, seed=2), rand(5, 2, 4, seed=3)
    weights = rand(12, 4, seed=4), rand(12, seed=5), rand(4, 4, seed=6), rand(4, seed=7)
    kept = rand(4, 5, 2, seed=8), rand(4, 5, 2, seed=9)
    padding = ms.Tensor(np.array([[False, True, False, False, True], [False] * 4 + [True]]))
    added = ms.Tensor(rand(2, 5, seed=10))

    def call(q: Any, k: Any, v: Any, w: Any, b: Any, o: Any, c: Any, **more: Any) -> Any:
        return home.multi_head_attention_forward(
            q, k, v, 4, 2, w, b, None, None, False, 0.0, o, c, training=False, **more
        )

    def way(*inputs: np.ndarray, **more: Any) -> Arrays:
        return run(lambda *t: call(*t, **more), *inputs, *weights, grad=False)

    given = {"static_k": ms.Tensor(kept[0]), "static_v": ms.Tensor(kept[1])}
    return merge(
        hidden=way(q, k, v, key_padding_mask=padding),
        added=way(q, k, v, key_padding_mask=added),
        static=way(q, k, v, **given),
        values=way(q, k, v, k_is_v=True),
        self=way(q, v[:3], k[:3], k_is_v=True, q_is_k=True),
        alone=way(q, v[:3], k[:3], q_is_k=True),
    )
