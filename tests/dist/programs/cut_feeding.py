"""dataset_strategy over operators that are cut: what each process feeds, with data of its own and through Model.

Every way of feeding one global batch gives the losses and weights of one process with it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.dataset import GeneratorDataset
from msacc.parallel import AutoParallel
from tests.dist.programs import operators as base

Batch = tuple[np.ndarray, ...]


def strategies() -> dict[str, tuple[Any, Any]]:
    """By name: the strategy, and for this process the slices of a batch (16, 12) and (16,)."""
    world, rank = get_group_size(), get_rank()
    half = world // 2

    def rows(count: int, place: int) -> slice:
        return slice(16 // count * place, 16 // count * (place + 1))

    def columns(count: int, place: int) -> slice:
        return slice(12 // count * place, 12 // count * (place + 1))

    layout = ms.Layout((2, half), ("dp", "mp"))
    found: dict[str, tuple[Any, Any]] = {
        "data_parallel": ("data_parallel", (rows(world, rank), rows(world, rank))),
        "full_batch": ("full_batch", (slice(None), slice(None))),
        "rows": (((world, 1), (world,)), (rows(world, rank), rows(world, rank))),
        # Fewer pieces than processes: they are dealt out again and again.
        "fewer": (((2, 1), (2,)), (rows(2, rank % 2), rows(2, rank % 2))),
        "both_axes": (
            ((2, half), (2,)),
            ((rows(2, rank // half), columns(half, rank % half)), rows(2, rank // half)),
        ),
        "layouts": (
            (layout("dp", "mp"), layout("dp")),
            ((rows(2, rank // half), columns(half, rank % half)), rows(2, rank // half)),
        ),
        "columns": (
            ((1, world), (1,)),
            ((slice(None), columns(world, rank)), slice(None)),
        ),
    }
    return found


def network(on: bool) -> base.Mlp:
    return base.Mlp(base.MLP, base.mlp_strategies(get_group_size()) if on else None)


def optimizer(net: Any) -> Any:
    return nn.Momentum(net.trainable_params(), 0.05, 0.9)


def plain(data: list[Batch]) -> list[np.ndarray]:
    net = network(False)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), optimizer(net))
    losses = [step(*map(Tensor, batch)).asnumpy() for batch in data]
    return [*losses, *map(base.whole, net.get_parameters())]


def fed() -> None:
    """TrainOneStepCell and a step of one's own, by AutoParallel and by the context."""
    data = base.mlp_data()
    wanted = plain(data)
    for name, (strategy, own) in strategies().items():
        net = network(True)
        around = AutoParallel(nn.WithLossCell(net, nn.CrossEntropyLoss()))
        around.dataset_strategy(strategy)
        step = nn.TrainOneStepCell(around, optimizer(net))
        feed = [tuple(Tensor(part[place]) for part, place in zip(b, own)) for b in data]
        losses = [step(*parts).asnumpy() for parts in feed]
        base.check(f"fed {name}", [*losses, *map(base.whole, net.get_parameters())], wanted)
        ms.set_auto_parallel_context(
            parallel_mode="semi_auto_parallel", dataset_strategy=strategy
        )
        net = network(True)
        mine = base.functional(net, nn.CrossEntropyLoss(), optimizer(net), lambda fn: fn)
        losses = [mine(*parts).asnumpy() for parts in feed]
        ms.reset_auto_parallel_context()
        base.check(f"fed by context {name}", [*losses, *map(base.whole, net.get_parameters())], wanted)


class Losses(ms.train.Callback):
    def __init__(self) -> None:
        self.found: list[np.ndarray] = []

    def on_train_step_end(self, run_context: Any) -> None:
        self.found.append(run_context.original_args().net_outputs.asnumpy())


def sunk() -> None:
    """Through a dataset and Model, with and without sink; the dataset gives what this process feeds."""
    data = base.mlp_data()
    wanted = plain(data)
    for name, (strategy, own) in strategies().items():
        for sink in (False, True):
            parts = [tuple(part[place] for part, place in zip(b, own)) for b in data]

            def rows(parts: list[Batch] = parts) -> Iterator[Batch]:
                yield from (row for batch in parts for row in zip(*batch, strict=True))

            ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", dataset_strategy=strategy)
            net = network(True)
            dataset = GeneratorDataset(rows, ["x", "y"], shuffle=False).batch(len(parts[0][0]))
            model, losses = ms.Model(net, nn.CrossEntropyLoss(), optimizer(net)), Losses()
            model.train(1, dataset, callbacks=[losses], dataset_sink_mode=sink)
            ms.reset_auto_parallel_context()
            found = [*losses.found, *map(base.whole, net.get_parameters())]
            base.check(f"sunk {name} {sink}", found, wanted)


def main(names: list[str]) -> None:
    init()
    for name in names:
        globals()[name]()
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
