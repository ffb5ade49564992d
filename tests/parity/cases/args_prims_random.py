"""Primitives that draw: shapes, types, ranges, and what their seeds start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore

ODDS = np.array([[0.1, 0.9], [0.8, 0.2]], np.float32)
Facts = dict[str, Any]


def facts(make: Callable[..., Any], call: Callable[[Any], Any]) -> Facts:
    """Whether two draws are the same: of one primitive (`moves`), of equal ones, of other seeds."""
    one = make(3, 5)
    first, second = call(one), call(one)
    drawn = {"again": make(3, 5), "seed": make(4, 5), "seed2": make(3, 6)}
    same = {name: same_as(first, call(made)) for name, made in drawn.items()}
    return {"form": f"{first.shape} {first.dtype}", "moves": same_as(first, second), **same}


def same_as(a: Any, b: Any) -> bool:
    return bool((a.asnumpy() == b.asnumpy()).all())


def numbers(ms: Any) -> Any:
    return ms.Tensor([64], ms.int32)


# Name -> (the primitive of two seeds, what it is called with).
DRAWN: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "gamma": (
        lambda ms, a, b: ms.ops.Gamma(seed=a, seed2=b),
        lambda ms, p: p((3, 1, 2), ms.Tensor([[3.0, 4.0], [5.0, 6.0]]), ms.Tensor([1.0])),
    ),
    "poisson": (
        lambda ms, a, b: ms.ops.Poisson(seed=a, seed2=b),
        lambda ms, p: p((64,), ms.Tensor([4.0], ms.float32)),
    ),
    "random_gamma": (
        lambda ms, a, b: ms.ops.RandomGamma(seed=a, seed2=b),
        lambda ms, p: p(numbers(ms), ms.Tensor([4.0], ms.float32)),
    ),
    "random_poisson": (
        lambda ms, a, b: ms.ops.RandomPoisson(seed=a, seed2=b, dtype=ms.int32),
        lambda ms, p: p(numbers(ms), ms.Tensor([4.0], ms.float32)),
    ),
    "laplace": (
        lambda ms, a, b: ms.ops.StandardLaplace(seed=a, seed2=b),
        lambda ms, p: p((64,)),
    ),
    "shuffle": (
        lambda ms, a, b: ms.ops.RandomShuffle(seed=a, seed2=b),
        lambda ms, p: p(ms.Tensor(np.arange(64, dtype=np.float32))),
    ),
    "truncated": (
        lambda ms, a, b: ms.ops.TruncatedNormal(dtype=ms.float64, seed=a, seed2=b),
        lambda ms, p: p(ms.Tensor([8, 8], ms.int32)),
    ),
    "multinomial": (
        lambda ms, a, b: ms.ops.Multinomial(seed=a, seed2=b, dtype=ms.int64),
        lambda ms, p: p(ms.Tensor(ODDS), 64),
    ),
    "dropout": (
        lambda ms, a, b: ms.ops.Dropout(keep_prob=0.6, Seed0=a, Seed1=b),
        lambda ms, p: p(ms.Tensor(np.ones(64, np.float32)))[1],
    ),
    "choice": (
        lambda ms, a, b: ms.ops.RandomChoiceWithMask(8, seed=a, seed2=b),
        lambda ms, p: p(ms.Tensor(np.ones((8, 8), bool)))[0],
    ),
}


# What the CPU has no kernel for: the shape is broadcast with the parameters'.
WITHOUT_KERNEL = {"gamma": "(3, 2, 2) Float32", "poisson": "(64,) Int32"}


def seeded(name: str) -> Callable[[Any, Any], Arrays]:
    make, call = DRAWN[name]

    def body(ms: Any, run: Any) -> Arrays:
        if is_mindspore(ms) and name in WITHOUT_KERNEL:
            streams = {"moves": False, "again": True, "seed": False, "seed2": False}
            return {k: np.array(v) for k, v in {"form": WITHOUT_KERNEL[name], **streams}.items()}
        result = facts(lambda a, b: make(ms, a, b), lambda p: call(ms, p))
        return {fact: np.array(value) for fact, value in result.items()}

    body.__module__ = __name__
    return body


for _name in DRAWN:
    case(name=_name, jit=False)(seeded(_name))


@case(jit=False)
def channels(ms: Any, run: Any) -> Arrays:
    """Whole channels are kept, at the odds given, and grow by their inverse."""
    result = {}
    for name, shape in (("Dropout2D", (200, 20, 2, 2)), ("Dropout3D", (200, 20, 2, 1, 2))):
        out, mask = getattr(ms.ops, name)(keep_prob=0.8)(ms.Tensor(np.ones(shape, np.float32)))
        out, mask = out.asnumpy().reshape(4000, 4), mask.asnumpy().reshape(4000, 4)
        result[name] = np.array(
            [
                abs(mask.mean() - 0.8) < 0.03,
                (mask == mask[:, :1]).all(),
                np.allclose(out, mask / 0.8),
            ]
        )
    return result


@case(jit=False)
def permutations(ms: Any, run: Any) -> Arrays:
    made = ms.ops.RandpermV2(seed=3, offset=2, dtype=ms.int32)
    one, other = made(64), ms.ops.RandpermV2(seed=4, offset=2, dtype=ms.int32)(64)
    again, plain = ms.ops.RandpermV2(3, 2, ms.int32)(64), ms.ops.RandpermV2(3, 0)(64)
    return {
        "form": np.array(f"{one.shape} {one.dtype} {plain.dtype}"),
        "all": np.sort(one.asnumpy()),
        "same": np.array([same_as(one, t) for t in (other, again, plain)]),
    }


@case(jit=False)
def padded_permutation(ms: Any, run: Any) -> Arrays:
    """No kernel on MindSpore's CPU: the permutation, and `pad` behind it."""
    if is_mindspore(ms):
        return {"out": np.array([-7, -7, 0, 1, 2])}
    out = ms.ops.Randperm(max_length=5, pad=-7, dtype=ms.int64)(ms.Tensor([3], ms.int32))
    return {"out": np.sort(out.asnumpy())}


@case(jit=False)
def flips(ms: Any, run: Any) -> Arrays:
    """The offset moves on within the seed's stream, which the CPU's kernel forgets."""
    x, odds = ms.Tensor(np.ones(200, np.float32)), ms.Tensor(0.5, ms.float32)
    one, again, later, other = (
        ms.ops.Bernoulli(seed=seed, offset=offset)(x, odds)
        for seed, offset in ((3, 2), (3, 2), (3, 4), (4, 2))
    )
    moved = is_mindspore(ms) or not same_as(one, later)
    return {"same": np.array([same_as(one, again), same_as(one, other), moved])}


@case(jit=False)
def classes(ms: Any, run: Any) -> Arrays:
    """Odds of nothing are never drawn; without replacement every class comes once."""
    sure = ms.Tensor(np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], np.float32))
    near = ms.Tensor(np.array([[-40.0, 40.0, -40.0]], np.float32))
    drawn = ms.ops.RandomCategorical(dtype=ms.int16)(near, 4, 3)
    result = {"drawn": drawn.asnumpy()}
    if is_mindspore(ms):
        result |= {"again": np.array([[1] * 4, [0] * 4]), "once": np.array([0, 1, 2])}
    else:
        make = ms.ops.MultinomialWithReplacement
        again = make(numsamples=4, replacement=True)(sure, 3, 2)
        once = make(numsamples=3, replacement=False)(ms.Tensor([0.2, 0.3, 0.5]), 3, 2)
        result |= {"again": again.asnumpy(), "once": np.sort(once.asnumpy())}
    return result
