"""Arguments of mint's random functions: kinds as documented, what holds of many numbers, generators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.random_cases import random_case

Row = tuple[Callable[[Any, Any], Any], str, Callable[[np.ndarray], Any]]


def even(a: np.ndarray) -> Any:
    return a.min() >= 0 and a.max() <= 1 and abs(a.mean() - 0.5) < 0.05


def bell(a: np.ndarray) -> Any:
    return abs(a.mean()) < 0.15 and 0.9 < a.std() < 1.1


def among(*values: int) -> Callable[[np.ndarray], Any]:
    return lambda a: set(a.ravel().tolist()) == set(values)


def wide(ms: Any) -> Any:
    return ms.Tensor(np.full((500, 2), 0.7, np.float32))


# Name -> (what is drawn, its shape and dtype, what holds of the numbers).
ROWS: dict[str, Row] = {
    "rand": (
        lambda ms, g: ms.mint.rand(500, 2, generator=g, dtype=ms.float64, device="cpu"),
        "(500, 2) Float64",
        even,
    ),
    "randn": (
        lambda ms, g: ms.mint.randn((500, 2), generator=g, dtype=ms.float16, device="cpu"),
        "(500, 2) Float16",
        bell,
    ),
    "randint": (
        lambda ms, g: ms.mint.randint(2, 5, (500, 2), generator=g, dtype=ms.int32, device="cpu"),
        "(500, 2) Int32",
        among(2, 3, 4),
    ),
    "randperm": (
        lambda ms, g: ms.mint.randperm(n=50, generator=g, dtype=ms.int32),
        "(50,) Int32",
        lambda a: (np.sort(a) == np.arange(50)).all(),
    ),
    "bernoulli": (
        lambda ms, g: ms.mint.bernoulli(input=wide(ms), generator=g),
        "(500, 2) Float32",
        lambda a: set(a.ravel().tolist()) == {0, 1} and abs(a.mean() - 0.7) < 0.05,
    ),
    "multinomial": (
        lambda ms, g: ms.mint.multinomial(
            input=ms.Tensor([[1.0, 0.0, 3.0]]), num_samples=300, replacement=True, generator=g
        ),
        "(1, 300) Int64",
        among(0, 2),
    ),
    "normal": (
        lambda ms, g: ms.mint.normal(mean=2.0, std=5.0, size=(500, 2), generator=g),
        "(500, 2) Float32",
        lambda a: abs(a.mean() - 2) < 0.8 and 4.5 < a.std() < 5.5,
    ),
    "normal_of_tensors": (
        lambda ms, g: ms.mint.normal(mean=wide(ms) * 10, std=wide(ms), generator=g),
        "(500, 2) Float32",
        lambda a: abs(a.mean() - 7) < 0.1 and 0.6 < a.std() < 0.8,
    ),
}

for _name, _row in ROWS.items():
    random_case(__name__, _name, *_row)


def seeded(draw: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    """What has no generator of its own follows `set_seed`."""

    def call(ms: Any, generator: Any) -> Any:
        ms.set_seed(generator.initial_seed())
        return draw(ms)

    return call


random_case(
    __name__,
    "rand_like",
    seeded(lambda ms: ms.mint.rand_like(input=wide(ms), dtype=ms.float64, device="cpu")),
    "(500, 2) Float64",
    even,
)
random_case(
    __name__,
    "randn_like",
    seeded(lambda ms: ms.mint.randn_like(input=wide(ms), dtype=ms.float64, device="cpu")),
    "(500, 2) Float64",
    bell,
)
random_case(
    __name__,
    "randint_like",
    seeded(lambda ms: ms.mint.randint_like(wide(ms), 2, 5, dtype=ms.int32, device="cpu")),
    "(500, 2) Int32",
    among(2, 3, 4),
)
