"""Strategies that nobody gave: CASES are functions of this file; rank 0 compares with one process."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, mint, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, plan
from msacc.sharding import layouts
from tests.dist.programs.operators import RNG, batches, check, functional, local, rand, whole

STEPS = 5


class Fat(nn.Cell):
    """Two wide layers, then a slim one."""

    def __init__(self, wide: int = 4096):
        super().__init__()
        ms.set_seed(3)
        self.up, self.relu, self.down = nn.Dense(64, wide), nn.ReLU(), nn.Dense(wide, 64)
        self.head = nn.Dense(64, 4)

    def construct(self, x: Any) -> Any:
        return self.head(self.down(self.relu(self.up(x))))


def data(count: int = STEPS, rows: int = 16, width: int = 64) -> list[tuple[np.ndarray, ...]]:
    return batches(count, lambda: rand(rows, width), lambda: RNG.integers(0, 4, rows).astype(np.int32))


def searching(fn: Any) -> Any:
    return AutoParallel(fn, parallel_mode="recursive_programming")


def momentum(parameters: Any) -> Any:
    return nn.Momentum(parameters, 0.05, 0.9, weight_decay=0.01)


def by_function(net: nn.Cell, wrap: Any) -> Any:
    loss = nn.CrossEntropyLoss()
    return functional(net, loss, momentum(net.trainable_params()), wrap)


def by_cell(net: nn.Cell, wrap: Any) -> Any:
    inner = nn.WithLossCell(net, nn.CrossEntropyLoss())
    step = nn.TrainOneStepCell(wrap(inner), momentum(net.trainable_params()))
    return step.set_train()


def equal(name: str, make: Any, given: Any, door: Any = by_function, wrap: Any = searching, feed: Any = local) -> nn.Cell:
    """Losses and parameters agree with those of one process."""
    net = make()
    step = door(net, wrap)
    found = [float(step(*feed(batch)).asnumpy()) for batch in given]
    with_plan = plan(net, step, *feed(given[-1]))
    if get_rank() == 0:
        print(with_plan)
    plain = make()
    step = by_function(plain, lambda fn: fn)
    wanted = [float(step(*map(Tensor, batch)).asnumpy()) for batch in given]
    step(*map(Tensor, given[-1]))
    check(f"{name} losses", found, wanted)
    after = [whole(p) for p in net.get_parameters()]
    check(f"{name} parameters", after, [p.asnumpy() for p in plain.get_parameters()])
    return net


def cuts(net: nn.Cell) -> dict[str, tuple[int, ...]]:
    return {name: layout.cuts() for name, layout in layouts(net).items()}


def fat() -> None:
    world = get_group_size()
    for door in (by_function, by_cell):
        found = cuts(equal("fat", Fat, data(), door))
        assert found["up.weight"] == (world, 1) and found["up.bias"] == (world,), found
        assert found["down.weight"] == (1, world) and found["down.bias"] == (1,), found
        assert found["head.weight"] == (1, 1), found


def slim() -> None:
    found = cuts(equal("slim", lambda: Fat(256), data()))
    assert not found, found


def main(names: list[str]) -> None:
    init()
    for name in names:
        if name == "graph":
            ms.set_context(mode=ms.GRAPH_MODE, jit_level="O0")
            continue
        globals()[name]()
        stats = ms.graph.stats()
        assert not stats.breaks, stats.breaks
        assert not stats.fallbacks, stats.fallbacks
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
