"""Strategies that nobody gave: CASES are functions of this file; rank 0 compares with one process."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, mint, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation
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


def equal(name: str, make: Any, given: Any, door: Any = by_function, wrap: Any = searching, feed: Any = local,
          micro: int = 1) -> nn.Cell:  # fmt: skip
    """Losses and parameters agree with those of one process; a step returns the sum of its micro-batches' losses."""
    net = make()
    step = door(net, wrap)
    found = [float(step(*feed(batch)).asnumpy()) / micro for batch in given]
    plain = make()
    step = by_function(plain, lambda fn: fn)
    wanted = [float(step(*map(Tensor, batch)).asnumpy()) for batch in given]
    check(f"{name} losses", found, wanted)
    if "level3" in name:
        return net  # spread over the processes: the losses of later steps tell
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


class Gated(nn.Cell):
    """Tables of words in, products by several doors, words out."""

    def __init__(self, words: int = 4096, size: int = 32, wide: int = 2048):
        super().__init__()
        ms.set_seed(3)
        make = lambda *shape: Parameter(rand(*shape))  # noqa: E731
        rng_state = RNG.bit_generator.state
        self.words, self.more = nn.Embedding(words, size), make(words, size)
        self.gather = ops.Gather()
        self.norm = nn.LayerNorm((size,))
        self.gate, self.up = mint.nn.Linear(size, wide, bias=False), make(size, wide)
        self.down = make(wide, size)
        self.out = make(size, words)
        self.bias = make(words)
        RNG.bit_generator.state = rng_state

    def construct(self, ids: Any) -> Any:
        x = self.words(ids) + self.gather(self.more, ids, 0)
        inner = ops.silu(self.gate(self.norm(x))) * ops.matmul(x, self.up)
        x = (x + inner @ self.down).mean(1)
        return mint.matmul(x, self.out) + self.bias


def words(rows: int = 16) -> list[tuple[np.ndarray, ...]]:
    make = lambda *shape: RNG.integers(0, 4096, shape).astype(np.int32)  # noqa: E731
    return batches(STEPS, lambda: make(rows, 4), lambda: make(rows))


def gated() -> None:
    """Tables, gated products and a wide end."""
    world = get_group_size()
    found = cuts(equal("gated", Gated, words()))
    assert max(found["words.embedding_table"]) == world, found
    assert max(found["more"]) == world and max(found["out"]) == world, found
    assert found["gate.weight"] == (world, 1) and found["up"] == (1, world), found
    assert found["down"] == (world, 1), found


class Rows(nn.Cell):
    """A table whose columns no number of processes divides."""

    def __init__(self) -> None:
        super().__init__()
        ms.set_seed(3)
        self.table, self.head = nn.Embedding(8192, 33), nn.Dense(33, 4)

    def construct(self, ids: Any) -> Any:
        return self.head(self.table(ids).mean(1))


def rows() -> None:
    """Each process has some rows of a table; of the others it gives zeros."""
    make = lambda: RNG.integers(0, 8192, (16, 4)).astype(np.int32)  # noqa: E731
    given = batches(STEPS, make, lambda: RNG.integers(0, 4, 16).astype(np.int32))
    found = cuts(equal("rows", Rows, given))
    assert found["table.embedding_table"] == (get_group_size(), 1), found


def both() -> None:
    """Rows of the batch and weights: a batch large enough to be cut as well."""
    given = batches(2, lambda: rand(2048, 256), lambda: RNG.integers(0, 4, 2048).astype(np.int32))

    def make() -> nn.Cell:
        ms.set_seed(3)
        layers = [nn.Dense(256, 1024), nn.ReLU(), nn.Dense(1024, 256), nn.Dense(256, 4)]
        return nn.SequentialCell(layers)

    for door in (by_function, by_cell):
        found = cuts(equal("both", make, given, door))
        assert found["0.weight"] == (2, 1) and found["2.weight"] == (1, 2), found


class Pictures(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        ms.set_seed(3)
        self.first = nn.Conv2d(3, 256, 3, has_bias=True)
        self.second = nn.Conv2d(256, 256, 3, has_bias=True)
        self.third = nn.Conv2dTranspose(256, 128, 3, has_bias=True)
        self.relu, self.head = nn.ReLU(), nn.Dense(128, 4)

    def construct(self, x: Any) -> Any:
        x = self.relu(self.second(self.relu(self.first(x))))
        return self.head(self.third(x).mean((2, 3)))


def pictures() -> None:
    given = batches(3, lambda: rand(8, 3, 4, 4), lambda: RNG.integers(0, 4, 8).astype(np.int32))
    found = cuts(equal("pictures", Pictures, given))
    assert max(found["second.weight"]) == max(found["third.weight"]) == get_group_size(), found


class Encoder(nn.Cell):
    """A layer of a transformer, whose attention torch computes, and a recurrent one."""

    def __init__(self) -> None:
        super().__init__()
        ms.set_seed(3)
        self.layer = nn.TransformerEncoderLayer(64, 4, dim_feedforward=4096, dropout=0.0, batch_first=True)
        self.lstm, self.head = nn.LSTM(64, 16, batch_first=True), nn.Dense(16, 4)

    def construct(self, x: Any) -> Any:
        return self.head(self.lstm(self.layer(x))[0].mean(1))


def encoder() -> None:
    given = batches(3, lambda: rand(8, 6, 64), lambda: RNG.integers(0, 4, 8).astype(np.int32))
    found = cuts(equal("encoder", Encoder, given))
    assert found["layer.dense1.weight"] == (get_group_size(), 1), found


def as_given(batch: tuple[np.ndarray, ...]) -> tuple[Tensor, ...]:
    return tuple(map(Tensor, batch))


def context() -> None:
    """In the context's mode, which searches if nothing else is said."""
    world = get_group_size()
    for search in (None, "recursive_programming", "dynamic_programming", "sharding_propagation"):
        for whole_batch in (False, True):
            chosen = {} if search is None else {"search_mode": search}
            ms.set_auto_parallel_context(parallel_mode="auto_parallel", full_batch=whole_batch, **chosen)
            feed = as_given if whole_batch else local
            given = data()
            nets = [Fat(), Fat()]
            model = ms.Model(nets[0], nn.CrossEntropyLoss(), momentum(nets[0].trainable_params()))
            found = [[float(model.train_network(*feed(b)).asnumpy()) for b in given]]
            step = by_function(nets[1], lambda fn: fn)
            found.append([float(step(*feed(b)).asnumpy()) for b in given])
            ms.reset_auto_parallel_context()
            plain = Fat()
            step = by_function(plain, lambda fn: fn)
            wanted = [float(step(*map(Tensor, b)).asnumpy()) for b in given]
            for net, losses in zip(nets, found):
                check(f"context {search}", losses, wanted)
                check(f"context {search} parameters", [whole(p) for p in net.trainable_params()],
                      [p.asnumpy() for p in plain.trainable_params()])  # fmt: skip
                expected = 1 if search == "sharding_propagation" else world
                assert cuts(net).get("up.weight", (1, 1))[0] == expected, (search, cuts(net))


def around() -> None:
    """Beside hsdp, accumulation and its likes; those that cut operators do not go with stay data parallel."""
    for level, kwargs in (("level1", {}), ("level2", {}), ("level3", {}), ("level1", {"remainder": "short"})):

        def wrap(net: Any, level: str = level, kwargs: Any = kwargs) -> Any:
            wrapped = searching(GradAccumulation(net, 2, **kwargs))
            wrapped.hsdp(threshold=0, optimizer_level=level)
            return wrapped

        found = cuts(equal(f"around {level}", Fat, data(), by_cell, wrap, micro=2))
        cut = level != "level3" and not kwargs
        assert (found.get("up.weight", (1, 1))[0] > 1) == cut, (level, kwargs, found)


class Told(nn.Cell):
    """The first product is told; the rest follows."""

    def __init__(self, strategy: Any = None):
        super().__init__()
        ms.set_seed(3)
        self.up, self.relu, self.down = nn.Dense(64, 96), nn.ReLU(), nn.Dense(96, 64)
        self.norm, self.head = nn.LayerNorm((64,)), nn.Dense(64, 4)
        if strategy:
            self.up.matmul.shard(strategy)

    def construct(self, x: Any) -> Any:
        return self.head(self.norm(self.down(self.relu(self.up(x)))))


def propagated() -> None:
    """A few operators are told, or none, in each mode and by each door."""
    world = get_group_size()
    strategies = (((1, 1), (world, 1)), ((world // 2, 2), (1, 2)), ((world, 1), (1, 1)), None)
    for strategy in strategies:
        for mode, door in (
            ("sharding_propagation", by_function),
            ("sharding_propagation", by_cell),
            ("recursive_programming", by_function),
        ):
            wrap = lambda fn, mode=mode: AutoParallel(fn, parallel_mode=mode)  # noqa: E731
            own = iter([strategy, None])
            net = equal(f"propagated {mode}", lambda own=own: Told(next(own)), data(3), door, wrap)
            if strategy:
                assert cuts(net)["up.weight"] == strategy[1], cuts(net)
            del net


def main(names: list[str]) -> None:
    init()
    for name in names:
        if name == "graph":
            ms.set_context(mode=ms.GRAPH_MODE, jit_level="O0")
            continue
        globals()[name]()
        stats = ms.graph.stats()
        assert not stats.not_recorded, stats.not_recorded
        assert not stats.fallbacks, stats.fallbacks
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
