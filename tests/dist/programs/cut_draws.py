"""Random numbers where operators are cut: those of one process, whatever way a tensor lies."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel
from tests.dist.programs import operators as base


class Net(nn.Cell):
    """Dropout of a tensor in pieces, of one cut by samples alone, and of a parameter that all hold."""

    def __init__(self, on: bool):
        super().__init__()
        ms.set_seed(11)
        self.w1, self.w2 = Parameter(base.MLP["w1"]), Parameter(base.MLP["w2"])
        self.w3, self.scale = Parameter(base.MLP["w3"]), Parameter(np.ones(4, np.float32))
        self.matmul1, self.matmul2 = ops.MatMul(), ops.MatMul()
        self.inner, self.outer = nn.Dropout(p=0.4), ops.Dropout(keep_prob=0.7)
        self.seeded = ops.Dropout(keep_prob=0.8, Seed0=3)
        if on:
            half = get_group_size() // 2
            self.matmul1.shard(((2, 1), (1, half)))
            self.inner.dropout.shard(((2, half),))
            self.matmul2.shard(((2, half), (half, 1)))
            self.outer.shard(((2 * half, 1),))
        self.set_train()

    def construct(self, x: Any) -> Any:
        x = self.inner(ops.relu(self.matmul1(x, self.w1)))
        x = self.outer(self.matmul2(x, self.w2))[0]
        x = ops.matmul(self.seeded(x)[0], self.w3)
        noise = ops.uniform(x.shape, Tensor(0.9), Tensor(1.1)) + 0.1 * ops.randn_like(x)
        return x * noise * ops.dropout(self.scale, p=0.3) * ops.normal((4,), 1.0, 0.1, seed=5)


def own_step(on: bool) -> tuple[nn.Cell, Any]:
    net = Net(on)
    around = AutoParallel if on else (lambda fn: fn)
    return net, base.functional(net, nn.CrossEntropyLoss(), nn.Momentum(net.get_parameters(), 0.05, 0.9), around)


def train_cell(on: bool) -> tuple[nn.Cell, Any]:
    net = Net(on)
    with_loss = nn.WithLossCell(net, nn.CrossEntropyLoss())
    optimizer = nn.Adam(net.get_parameters(), 0.01)
    return net, nn.TrainOneStepCell(AutoParallel(with_loss) if on else with_loss, optimizer).set_train()


def recomputed(on: bool) -> tuple[nn.Cell, Any]:
    """Its second run is in the backward pass, which torch's function modes do not reach."""
    net, step = train_cell(on)
    net.recompute(on)
    return net, step


def trained() -> None:
    """Losses and weights are those of one process with the same seed, to the last mask."""
    found, data = {}, base.mlp_data()
    for on in (False, True):  # one process first: data parallel networks draw apart
        for make in (own_step, train_cell, recomputed):
            net, step = make(on)
            feed = base.local if on else (lambda batch: tuple(map(Tensor, batch)))
            losses = [float(step(*feed(batch)).asnumpy()) for batch in data]
            found[on, make] = [np.array(losses), *map(base.whole, net.get_parameters())]
    for make in (own_step, train_cell, recomputed):
        base.check(make.__name__, found[True, make], found[False, make])


class Drawn(nn.Cell):
    """What random functions make of a tensor cut in both axes, and of one that all hold."""

    def __init__(self, on: bool):
        super().__init__()
        self.cut = ops.ReLU()
        if on:
            self.cut.shard(((2, get_group_size() // 2),))

    def construct(self, x: Any) -> Any:
        x = self.cut(x)
        return (
            ops.dropout(x, p=0.5), ops.dropout2d(x.reshape(8, 4, 2, 2), p=0.5), ops.rand_like(x),
            x.bernoulli(), ops.bernoulli(x, p=0.5), ops.rrelu(x - 0.5), x.uniform(0.0, 1.0),
            ops.dropout(ops.ones((3, 5)), p=0.5), ops.standard_normal((3, 5)), ops.multinomial(x, 3),
        )  # fmt: skip


def functions() -> None:
    """One by one, bit for bit; pieces and copies put together by hand."""
    x = np.abs(base.rand(8, 16)) % 1.0
    ms.set_seed(5)
    net = AutoParallel(Drawn(True))
    net.dataset_strategy("full_batch")
    for _ in range(2):
        found = [base.whole(Tensor(t)) for t in net(Tensor(x))]
    ms.set_seed(5)
    for _ in range(2):
        wanted = [t.asnumpy() for t in Drawn(False)(Tensor(x))]
    for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
        assert np.array_equal(a, b), (i, a, b)
    mask = found[0] != 0
    pieces = [piece for rows in np.split(mask, 2) for piece in np.split(rows, get_group_size() // 2, 1)]
    assert len({piece.tobytes() for piece in pieces}) == len(pieces)


def after_others() -> None:
    """A data parallel network before it drew otherwise on each process; no mask comes twice."""
    net = nn.SequentialCell(nn.Dense(12, 8), nn.Dropout(p=0.5))
    net.set_train()
    apart, together = AutoParallel(net), AutoParallel(Drawn(True))
    together.dataset_strategy("full_batch")
    seen, gather = [], ops.AllGather()
    for _ in range(2):
        own = gather((apart(Tensor(np.ones((2, 12), np.float32))) != 0).astype(ms.float32)).asnumpy()
        assert len({part.tobytes() for part in np.split(own, get_group_size())}) > 1
        mask = gather(ops.expand_dims(together(Tensor(np.ones((8, 16), np.float32)))[7], 0)).asnumpy()
        assert (mask == mask[0]).all()
        seen.append(mask[0].tobytes())
    assert len(set(seen)) == 2


def main(names: list[str]) -> None:
    init()
    for name in names:
        globals()[name]()
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
