"""Contexts of a recomputation, ops told to recompute, the argument of Cell.offload."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

X = np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3)


@case(jit=False)
def contexts(ms: Any, run: Any) -> Arrays:
    """Entered once outside of a gradient, twice within; by the function and by a Cell."""
    seen: list[str] = []

    @contextmanager
    def noted(name: str) -> Iterator[None]:
        seen.append(name)
        yield

    def pair() -> Any:
        return noted("first"), noted("second")

    net = ms.nn.SequentialCell(ms.nn.Dense(3, 4, weight_init="ones"), ms.nn.Tanh())
    net[0].bias.set_data(ms.Tensor(np.zeros(4, np.float32)))
    x = ms.Tensor(X)

    def again(v: Any) -> Any:
        return ms.recompute(net, v, use_reentrant=False, context_fn=pair).sum()

    again(x)
    found = {"alone": np.array(" ".join(seen))}
    found["gradient"] = ms.grad(again)(x).asnumpy()
    net.recompute(use_reentrant=False, context_fn=pair)
    found["of_a_cell"] = ms.grad(lambda v: net(v).sum())(x).asnumpy()
    return found | {"all": np.array(" ".join(seen))}


@case(jit=False)
def no_contexts(ms: Any, run: Any) -> Arrays:
    def with_contexts(made: Any) -> Any:
        def again(v: Any) -> Any:
            return ms.recompute(ms.nn.ReLU(), v, use_reentrant=False, context_fn=made).sum()

        return lambda: ms.grad(again)(ms.Tensor(X))

    wrong = {
        "number": 3,
        "one": lambda: 1,
        "numbers": lambda: (1, 2),
        "single": lambda: ([],),
        "none": lambda: None,
    }
    found = {name: run.raises(with_contexts(made)) for name, made in wrong.items()}
    found["reentrant"] = run.raises(lambda: ms.nn.ReLU().recompute(context_fn=lambda: (1, 2)))
    for name, value in {"word": "x", "below": -1, "float": 1.5, "none": None, "bool": True}.items():
        found[f"offload_{name}"] = run.raises(lambda v=value: ms.nn.ReLU().offload(v))
    return {f"{name}_{key}": value for name, each in found.items() for key, value in each.items()}
