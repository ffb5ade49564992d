"""Steps over processes whose inputs are declared, with batches of several sizes: against one process.

`declared_inputs.py CASE... [graph]`: the parameters after the last batch are those of one process that has the whole batches, and all
sizes run by one graph of the network (and one of the update). A batch that does not fit is refused on every process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common.settings import settings
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation, GradAccumulator
from tests.dist.programs import operators as base

# The rows that each process has; those of the first batch are not the sizes of the network's.
SIZES = (10, 4, 18, 8)


class Net(nn.Cell):
    def __init__(self, cut: bool = False):
        super().__init__()
        rng = np.random.default_rng(1)
        self.first = ms.Parameter((0.3 * rng.standard_normal((3, 6))).astype(np.float32))
        self.second = ms.Parameter((0.3 * rng.standard_normal((6, 1))).astype(np.float32))
        self.column, self.row, self.relu = ops.MatMul(), ops.MatMul(), ops.ReLU()
        if cut:
            count = get_group_size()
            self.column.shard(((1, 1), (1, count)))
            self.relu.shard(((1, count),))
            self.row.shard(((1, count), (count, 1)))

    def construct(self, x: Any) -> Any:
        return self.row(self.relu(self.column(x, self.first)), self.second)


def varying(*shape: int | None) -> Tensor:
    return Tensor(shape=list(shape), dtype=ms.float32)


def batches() -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(5)
    rows = [size * get_group_size() for size in SIZES]
    return [(rng.standard_normal((n, 3)).astype("f4"), rng.standard_normal((n, 1)).astype("f4")) for n in rows]


def optimizer(net: nn.Cell) -> Any:
    return nn.Momentum(net.trainable_params(), 0.05, 0.9)


def by_model(around: Callable[[Any], Any], level: str = "O0") -> tuple[Any, Net]:
    net = Net()
    wrapped = around(nn.WithLossCell(net, nn.MSELoss()))
    wrapped.set_inputs(varying(None, 3), varying(None, 1))
    return ms.Model(wrapped, optimizer=optimizer(net), amp_level=level).train_network, net


def by_cell(around: Callable[[Any], Any]) -> tuple[Any, Net]:
    net = Net()
    step = nn.TrainOneStepCell(around(nn.WithLossCell(net, nn.MSELoss())), optimizer(net))
    step.set_inputs(varying(None, 3), varying(None, 1))
    return step.set_train(), net


def outside() -> tuple[Any, Net]:
    """AutoParallel around a finished train step."""
    net = Net()
    step = AutoParallel(nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer(net)))
    step.set_inputs(varying(None, 3), varying(None, 1))
    return step.set_train(), net


def accumulator() -> tuple[Any, Net]:
    net = Net()
    wrapped = AutoParallel(nn.WithLossCell(net, nn.MSELoss()))
    wrapped.set_inputs(varying(None, 3), varying(None, 1))
    block = GradAccumulator(wrapped, optimizer(net), window=1)
    return block, net


def cut() -> tuple[Any, Net]:
    """Operators cut over the processes."""
    net = Net(cut=True)
    step = AutoParallel(nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer(net)))
    step.set_inputs(varying(None, 3), varying(None, 1))
    return step.set_train(), net


def function() -> tuple[Any, Net]:
    """A script's own step."""
    net = Net()
    step = AutoParallel(ms.enable_dynamic(x=varying(None, 3), y=varying(None, 1))(ms.jit(_own(net))))
    return step, net


def cut_function() -> tuple[Any, Net]:
    net = Net(cut=True)
    step = AutoParallel(ms.enable_dynamic(x=varying(None, 3), y=varying(None, 1))(ms.jit(_own(net))))
    return step, net


def _own(net: Net) -> Callable[..., Any]:
    loss, update = nn.MSELoss(), optimizer(net)
    gradient = ms.value_and_grad(lambda x, y: loss(net(x), y), None, update.parameters)

    def step(x: Any, y: Any) -> Any:
        value, grads = gradient(x, y)
        update(grads)
        return value

    return step


def _hsdp(level: str, micro: int = 1) -> Callable[[Any], Any]:
    def around(cell: Any) -> Any:
        wrapped = AutoParallel(GradAccumulation(cell, micro) if micro > 1 else cell)
        wrapped.hsdp(threshold=0, optimizer_level=level)
        return wrapped

    return around


CASES: dict[str, Callable[[], tuple[Any, Net]]] = {
    "data_parallel": lambda: by_model(AutoParallel),
    "accumulation": lambda: by_model(lambda cell: AutoParallel(GradAccumulation(cell, 2))),
    "level1": lambda: by_model(_hsdp("level1")),
    "level2_2": lambda: by_model(_hsdp("level2", 2)),
    "level3_2": lambda: by_model(_hsdp("level3", 2)),
    "cell": lambda: by_cell(_hsdp("level1")),
    "half": lambda: by_model(_hsdp("level1", 2), "O3"),
    "outside": outside,
    "accumulator": accumulator,
    # A graph made before any operators are cut is made once more after that: it comes first.
    "function": function,
    "cut": cut,
    "cut_function": cut_function,
}


def reference(data: Any, level: str) -> list[np.ndarray]:
    net = Net()
    loss = nn.WithLossCell(net, nn.MSELoss())
    step = ms.Model(loss, optimizer=optimizer(net), amp_level=level).train_network
    for batch in data:
        step(*map(Tensor, batch))
    return [p.asnumpy() for p in net.trainable_params()]


def refused(step: Any) -> bool:
    try:
        step(*base.local((np.zeros((4 * get_group_size(), 2), "f4"), np.zeros((4 * get_group_size(), 1), "f4"))))
    except ValueError as error:
        return "expected: 3, and input: 2" in str(error)
    return False


def main(names: list[str]) -> None:
    init()
    settings.jit_level = "O0"
    data = batches()
    for name in names:
        ms.set_context(mode=ms.PYNATIVE_MODE)
        level = "O3" if name == "half" else "O0"
        wanted = reference(data, level)
        ms.set_context(mode=ms.GRAPH_MODE)
        before, recorded = dict(ms.graph.stats().by_name), dict(ms.graph.stats().recorded)
        step, net = CASES[name]()
        for batch in data:
            step(*base.local(batch))
        figures = ms.graph.stats()
        made = {k: n - before.get(k, 0) for k, n in figures.by_name.items() if n != before.get(k, 0)}
        runs = {k: n - recorded.get(k, 0) for k, n in figures.recorded.items() if n != recorded.get(k, 0)}
        held = step if hasattr(step, "whole_parameters") else getattr(step, "train_step", None)
        found = held.whole_parameters() if hasattr(held, "whole_parameters") else map(base.whole, net.trainable_params())
        base.check(name, [f.asnumpy() if isinstance(f, Tensor) else f for f in found], wanted, 2e-3 if name == "half" else 1e-5)
        # One for any size, and at most another where sizes of a window coincide. Where operators are cut a run is of one size.
        assert name.startswith("cut") or all(count <= 2 for count in runs.values()), (name, runs)
        assert (figures.not_recorded, figures.fallbacks) == ({}, []), figures
        assert refused(step), name
        if get_rank() == 0:
            print(f"{name}: equal {made}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
