"""Arguments of the functions of mindspore.ops, a to k, that draw, clip, or ask about Python's objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, merge, rand
from tests.parity.table import Rows, group, row

X = rand(2, 3)
TRUTHS = np.array([[True, False, True], [False, False, True]])

CLIPPED: Rows = {
    # Of odd orders MindSpore leaves out the absolute value.
    "order": row(lambda ms, x: ms.ops.clip_by_norm(x, 1.0, norm_type=4), X, grad=False),
    "odd": row(lambda ms, x: ms.ops.clip_by_norm(x, 1.0, 3.0), np.abs(X), grad=False),
    "largest": row(
        lambda ms, x, y: ms.ops.clip_by_norm([x, y], 0.5, norm_type=float("inf")),
        X,
        rand(4, seed=1),
        grad=False,
    ),
    "nan": row(
        lambda ms, x: ms.ops.clip_by_norm(x, 0.5), np.array([1, np.nan], np.float32), grad=False
    ),
}
# Of Python's objects, in MindSpore for graphs alone.
OBJECTS: Rows = {
    "is": row(lambda ms: ms.ops.is_(x=None, y=None), formula=lambda: None is None),
    "is_other": row(lambda ms: ms.ops.is_(True, 1), formula=lambda: False),
    "is_not": row(lambda ms: ms.ops.is_not(x=None, y=3), formula=lambda: True),
    "is_not_none": row(lambda ms: ms.ops.is_not(None, None), formula=lambda: False),
    "in": row(lambda ms: ms.ops.in_dict(key="a", table={"a": 1}), formula=lambda: True),
    "not_in": row(lambda ms: ms.ops.in_dict(1, {"a": 1}), formula=lambda: False),
    "item": row(
        lambda ms: ms.ops.dict_getitem({"a": 5, "b": 7}, "b"),
        formula=lambda: 7,
    ),
}
group(__name__, "clipped", CLIPPED, rtol=1e-4, atol=1e-5)
group(__name__, "objects", OBJECTS, jit=False)


def likeness(out: Any) -> dict[str, np.ndarray]:
    return {"like": np.array(f"{out.shape} {out.dtype}")}


def seeded(draw: Callable[[], Any]) -> dict[str, np.ndarray]:
    """Whether a second call with the same seed draws other numbers; the numbers are each side's own."""
    first, second = draw().asnumpy(), draw().asnumpy()
    return {"moves": np.array((first != second).any())}


@case(jit=False)
def drawn(ms: Any, run: Any) -> Arrays:
    o, half = ms.ops, ms.Tensor(np.full((40, 50), 0.5, np.float32))
    coins = o.bernoulli(half, p=0.3, seed=5)
    share = coins.asnumpy().mean()
    thin = o.dropout(half, p=0.3, seed=7)
    kept = thin.asnumpy() != 0
    return merge(
        coins={**likeness(coins), **seeded(lambda: o.bernoulli(half, p=0.3, seed=5))},
        dropout={**likeness(thin), **seeded(lambda: o.dropout(half, p=0.3, seed=7))},
        shares={"near": np.array([abs(share - 0.3) < 0.05, abs(kept.mean() - 0.7) < 0.05])},
        scaled={"value": np.unique(thin.asnumpy())},
        refused=run.raises(lambda: o.bernoulli(half, 0.3, seed=2.5)),
    )


@case(jit=False)
def bounded(ms: Any, run: Any) -> Arrays:
    """A norm that is not finite is refused if asked for."""
    bad = np.array([1, np.inf], np.float32)

    def clip(x: Any) -> Any:
        return ms.ops.clip_by_norm(x, 0.5, error_if_nonfinite=True)

    return merge(finite=run(clip, X, grad=False), bad=run.raises(clip, bad))


@case(jit=False)
def chosen(ms: Any, run: Any) -> Arrays:
    """Which of the true elements come first is drawn; which they are is not."""
    o, truths = ms.ops, ms.Tensor(TRUTHS)
    places, real = o.choice_with_mask(truths, count=5, seed=3)
    few, all_real = o.choice_with_mask(input_x=truths, count=2, seed=3)
    rows = sorted(map(tuple, places.asnumpy()[:3].tolist()))
    return {
        "places": np.array(rows),
        "rest": places.asnumpy()[3:],
        "real": real.asnumpy(),
        "few": np.array(f"{few.shape} {few.dtype}"),
        "all_real": all_real.asnumpy(),
        "true": TRUTHS[tuple(few.asnumpy().T)],
        **run.raises(lambda: o.choice_with_mask(truths, count=0)),
    }


@case(jit=False)
def channels(ms: Any, run: Any) -> Arrays:
    """Whole channels go, the others are larger by 1 / (1 - p)."""
    result = {}
    for n in (1, 2, 3):
        shape = (20, 30, *(2,) * n)
        x = ms.ops.ones(shape, ms.float32)
        drop = getattr(ms.ops, f"dropout{n}d")
        out = drop(input=x, p=0.25).asnumpy().reshape(600, -1)
        still = drop(x, p=0.25, training=False).asnumpy()
        result[f"{n}"] = {
            "whole": np.array((out == out[:, :1]).all()),
            "values": np.unique(out),
            "share": np.array(abs((out == 0).mean() - 0.25) < 0.08),
            "still": np.unique(still),
            "all": np.unique(drop(x, 1.0).asnumpy()),
        }
    return merge(**result)


@case(jit=False, rtol=1e-4, atol=1e-5)
def softmax_samples(ms: Any, run: Any) -> Arrays:
    """`dim` sums to one, `hard` is one-hot there, a small `tau` is near it."""
    logits = ms.Tensor(rand(4, 30))
    sample = ms.ops.gumbel_softmax
    soft = sample(logits=logits, tau=0.5, dim=0).asnumpy()
    hard = sample(logits, 0.5, hard=True, dim=0).asnumpy()
    sharp = sample(logits, tau=0.01, dim=0).asnumpy()
    return {
        "sums": soft.sum(0),
        "hard": np.sort(hard, 0),
        "soft": np.array([(soft > 0.01).sum() > 40, (soft < 0.99).sum() > 90]),
        "sharp": np.array((sharp.max(0) > 0.9).mean() > 0.8),
        **run.raises(lambda x: sample(x, tau=0.0), X),
    }


@case(jit=False)
def gamma_samples(ms: Any, run: Any) -> Arrays:
    """No kernel on MindSpore's CPU: mean alpha / beta, variance alpha / beta^2, in a shape that all broadcast to."""
    if is_mindspore(ms):
        return {
            "like": np.array("(5000, 2, 2) Float32"),
            "mean": np.array(True),
            "variance": np.array(True),
            "moves": np.array(True),
        }
    alpha, beta = np.array([2.0, 8.0], np.float32), np.array([[1.0], [4.0]], np.float32)

    def draw(count: int) -> Any:
        return ms.ops.gamma(
            shape=(count, 2, 2), alpha=ms.Tensor(alpha), beta=ms.Tensor(beta), seed=4
        )

    out = draw(5000)
    values, mean, variance = out.asnumpy(), alpha / beta, alpha / beta**2
    return {
        **likeness(out),
        "mean": np.array(np.allclose(values.mean(0), mean, 0.1)),
        "variance": np.array(np.allclose(values.var(0), variance, 0.2)),
        **seeded(lambda: draw(3)),
    }
