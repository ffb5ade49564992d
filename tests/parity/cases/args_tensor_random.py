"""Arguments of Tensor's random methods: what holds of many numbers, generators and seeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case
from tests.parity.random_cases import random_case

Row = tuple[Callable[[Any, Any, Any], Any], Callable[[np.ndarray], Any]]

# Name -> (what is drawn over 500 x 2 times 0.7, what holds of the numbers).
ROWS: dict[str, Row] = {
    "uniform": (
        lambda ms, x, g: x.uniform(from_=2.0, to=5.0, generator=g),
        lambda a: 2 <= a.min() < 2.1 and 4.9 < a.max() < 5,
    ),
    "uniform_in_place": (
        lambda ms, x, g: x.uniform_(from_=2.0, to=5.0, generator=g),
        lambda a: 2 <= a.min() < 2.1 and 4.9 < a.max() < 5,
    ),
    "uniform_between_tensors": (
        lambda ms, x, g: x.uniform_(ms.Tensor(2.0), ms.Tensor([5.0]), generator=g),
        lambda a: 2 <= a.min() < 2.1 and 4.9 < a.max() < 5,
    ),
    "normal": (
        lambda ms, x, g: x.normal_(mean=2.0, std=5.0, generator=g),
        lambda a: abs(a.mean() - 2) < 0.8 and 4.5 < a.std() < 5.5,
    ),
    "random": (
        lambda ms, x, g: x.random_(from_=2, to=5, generator=g),
        lambda a: set(a.ravel().tolist()) == {2, 3, 4},
    ),
    "random_without_end": (
        lambda ms, x, g: x.random_(from_=2**23, generator=g),
        lambda a: a.min() >= 2**23 and 1.9 * 2**23 < a.max() <= 2**24,
    ),
    "exponential": (
        lambda ms, x, g: x.exponential_(lambd=4.0, generator=g),
        lambda a: a.min() >= 0 and abs(a.mean() - 0.25) < 0.05,
    ),
    "bernoulli_in_place": (
        lambda ms, x, g: x.bernoulli_(p=0.2, generator=g),
        lambda a: set(a.ravel().tolist()) == {0, 1} and abs(a.mean() - 0.2) < 0.05,
    ),
    "bernoulli_by_element": (
        lambda ms, x, g: x.bernoulli_(ms.Tensor([[0.0, 0.5]] * 500), generator=g),
        lambda a: (a[:, 0] == 0).all() and abs(a[:, 1].mean() - 0.5) < 0.1,
    ),
    "bernoulli": (
        lambda ms, x, g: x.bernoulli(generator=g),
        lambda a: set(a.ravel().tolist()) == {0, 1} and abs(a.mean() - 0.7) < 0.05,
    ),
}

for _name, (_draw, _holds) in ROWS.items():
    random_case(
        __name__,
        _name,
        lambda ms, g, draw=_draw: draw(ms, ms.Tensor(np.full((500, 2), 0.7, np.float32)), g),
        "(500, 2) Float32",
        _holds,
    )


@case(jit=False)
def classes(ms: Any, run: Any) -> Arrays:
    """Streams are each side's own; what has one outcome, or holds of many, is compared."""
    rare, rows = ms.Tensor([0.1, 0.0, 0.9]), ms.Tensor([[0.0, -50.0, 2.0]])
    both = rare.multinomial(num_samples=2, replacement=False, seed=3)
    many = [rows.random_categorical(num_sample=300, seed=3, dtype=ms.int16) for _ in range(2)]
    first, again = (t.asnumpy() for t in many)
    return {
        "both": np.sort(both.asnumpy()),
        "kind": np.array(f"{many[0].shape} {many[0].dtype}"),
        "holds": np.array(
            [(first == again).all(), set(first.ravel().tolist()) == {0, 2}, first.mean() > 1.5]
        ),
    }
