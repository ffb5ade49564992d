"""Arguments of the random functions of mindspore.ops, l to z.

The streams are each side's own. Compared are shape, dtype, whether the draws follow the parameters,
and whether a seed fixes them: the same seed after the same `set_seed` draws the same, another seed others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore

ODDS = np.array([0.1, 0.0, 0.6, 0.3], np.float32)
BASE = np.zeros((40, 50), np.float32)


def point(ms: Any, value: Any) -> Any:
    return ms.Tensor(value, ms.float32)


# Name -> (the draw with a seed, the mean that it should have, how far from it is fair).
DRAWS: dict[str, tuple[Callable[[Any, int], Any], float, float]] = {
    "laplace": (
        lambda ms, s: ms.ops.laplace((2000,), point(ms, 3.0), point(ms, 0.5), seed=s),
        3.0,
        0.1,
    ),
    "standard_laplace": (lambda ms, s: ms.ops.standard_laplace(shape=(50, 40), seed=s), 0.0, 0.2),
    "standard_normal": (lambda ms, s: ms.ops.standard_normal((50, 40), seed=s), 0.0, 0.15),
    "randn": (lambda ms, s: ms.ops.randn(50, 40, seed=s), 0.0, 0.15),
    "randn_like": (
        lambda ms, s: ms.ops.randn_like(ms.Tensor(BASE), seed=s, dtype=ms.float64),
        0.0,
        0.15,
    ),
    "rand_like": (
        lambda ms, s: ms.ops.rand_like(ms.Tensor(BASE), seed=s, dtype=ms.float64),
        0.5,
        0.05,
    ),
    "randint": (lambda ms, s: ms.ops.randint(3, 8, (50, 40), seed=s, dtype=ms.int32), 5.0, 0.2),
    "randint_like": (
        lambda ms, s: ms.ops.randint_like(
            input=ms.Tensor(BASE), low=-4, high=1, seed=s, dtype=ms.int32
        ),
        -2.0,
        0.2,
    ),
    "uniform": (
        lambda ms, s: ms.ops.uniform((50, 40), point(ms, 2.0), point(ms, 4.0), seed=s),
        3.0,
        0.1,
    ),
    "random_gamma": (
        lambda ms, s: ms.ops.random_gamma(
            shape=ms.Tensor([1000], ms.int32), alpha=ms.Tensor([2.0, 2.0], ms.float32), seed=s
        ),
        2.0,
        0.2,
    ),
    "random_poisson": (
        lambda ms, s: ms.ops.random_poisson(
            shape=ms.Tensor([1000], ms.int32),
            rate=ms.Tensor([5.0, 3.0], ms.float32),
            seed=s,
            dtype=ms.float64,
        ),
        4.0,
        0.25,
    ),
    "poisson": (
        lambda ms, s: ms.ops.poisson(shape=(1000, 2), mean=ms.Tensor([5.0, 3.0]), seed=s),
        4.0,
        0.25,
    ),
    "multinomial": (lambda ms, s: ms.ops.multinomial(ms.Tensor(ODDS), 2000, seed=s), 2.1, 0.1),
    "multinomial_with_replacement": (
        lambda ms, s: ms.ops.multinomial_with_replacement(
            x=ms.Tensor(ODDS), seed=s, offset=3, numsamples=2000, replacement=True
        ),
        2.1,
        0.1,
    ),
    "random_categorical": (
        lambda ms, s: ms.ops.random_categorical(
            ms.Tensor(np.log(ODDS + 1e-9)[None]), 2000, seed=s, dtype=ms.int16
        ),
        2.1,
        0.1,
    ),
    "shuffle": (lambda ms, s: ms.ops.shuffle(ms.Tensor(np.arange(30.0)), seed=s), 14.5, 1e-6),
    "randperm": (lambda ms, s: ms.ops.randperm(30, seed=s, dtype=ms.int32), 14.5, 1e-6),
}

# What the documentation of Poisson says, which has no kernel on MindSpore's CPU.
NO_KERNEL = {
    "kind": np.array("(1000, 2) Int32"),
    "again": np.array(True),
    "other": np.array(False),
    "mean": np.array(True),
    "values": np.array(True),
}


def drawn(name: str) -> Callable[[Any, Any], Arrays]:
    draw, mean, slack = DRAWS[name]

    def body(ms: Any, run: Any) -> Arrays:
        if name == "poisson" and is_mindspore(ms):
            return NO_KERNEL
        result = []
        for seed in (5, 5, 6):
            ms.set_seed(1)
            result.append(draw(ms, seed))
        first, again, other = (t.asnumpy() for t in result)
        return {
            "kind": np.array(f"{result[0].shape} {result[0].dtype}"),
            "again": np.array((first == again).all()),
            "other": np.array((first == other).all()),
            "mean": np.array(abs(first.mean() - mean) < slack),
            "values": np.array(len(np.unique(first)) > 2),
        }

    body.__module__ = __name__
    return body


for _name in DRAWS:
    case(name=_name, jit=False)(drawn(_name))


@case(jit=False)
def offset(ms: Any, run: Any) -> Arrays:
    """The offset counts as the seed does; without replacement no class comes twice."""

    def draw(offset: int) -> np.ndarray:
        call = ms.ops.multinomial_with_replacement
        return call(ms.Tensor(ODDS), 5, offset, 200, replacement=True).asnumpy()

    few = ms.ops.multinomial_with_replacement(ms.Tensor(ODDS), 5, 3, 3, replacement=False)
    return {
        "again": np.array((draw(3) == draw(3)).all()),
        "other": np.array((draw(3) == draw(4)).all()),
        "few": np.sort(few.asnumpy()),
    }
