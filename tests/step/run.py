"""Run one row: train as it says, and compare with one big batch in one process, gradients in float64 by hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

import msacc as ms
from msacc import Tensor, nn
from msacc.common.settings import settings
from msacc.graph import automatic_level
from msacc.parallel import AutoParallel, GradAccumulation, GradAccumulator
from msacc.train import DynamicLossScaleManager, FixedLossScaleManager
from msacc.train.amp import auto_mixed_precision
from tests.step.networks import CLASSES, FEATURES, NETWORKS, Network, fresh, twin_loss
from tests.step.optimizers import OPTIMIZERS, WITH_GROUPS
from tests.step.rows import Row

STEPS, SCALE = 3, 128.0
LOW = ("O1", "O2", "O3", "auto")
Batch = tuple[np.ndarray, np.ndarray]


class Own(nn.Cell):
    """A Cell of the user's around the network."""

    def __init__(self, network: Any):
        super().__init__(auto_prefix=False)
        self.network = network

    def construct(self, *inputs: Any) -> Any:
        return self.network(*inputs) * 1.0


def batches(row: Row) -> list[list[Batch]]:
    """Of each step, each rank's part."""
    size = 23 if row.micro == "4, short" else 16
    rng = np.random.RandomState(7)
    return [
        [
            (
                rng.randn(size, FEATURES).astype(np.float32),
                rng.randint(0, CLASSES, size).astype(np.int32),
            )
            for _ in range(row.ranks)
        ]
        for _ in range(STEPS)
    ]


def micro_batches(row: Row, batch: Batch) -> list[Batch]:
    """How the row cuts one rank's batch."""
    if row.micro == "1":
        return [batch]
    each = -(-len(batch[0]) // 4)
    return [(batch[0][i : i + each], batch[1][i : i + each]) for i in range(0, len(batch[0]), each)]


# -- what is expected --------------------------------------------------------------------------
def reference(row: Row) -> dict[str, np.ndarray]:
    """The parameters after the steps: the optimizer itself in one process, fed by hand."""
    network = NETWORKS[row.network]
    net, _ = fresh(network)
    optimizer = OPTIMIZERS[row.optimizer](net.trainable_params())
    times = np.float32(scaled(row, optimizer))
    for parts in batches(row):
        grads = _gradients(row, network, net, optimizer, parts)
        optimizer(tuple(Tensor(g * times) for g in grads))
    return values(net)


def scaled(row: Row, optimizer: Any) -> float:
    """What a fixed scale multiplies the loss by; MindSpore leaves the division to the optimizer, set up for it here."""
    if row.amp != "fixed scale" or row.optimizer in WITH_GROUPS:
        return 1.0
    optimizer.loss_scale, optimizer.need_scale = SCALE, True
    optimizer.reciprocal_scale = Tensor(1.0 / SCALE, ms.float32)
    return SCALE


def _gradients(
    row: Row, network: Network, net: Any, optimizer: Any, parts: list[Batch]
) -> list[np.ndarray]:
    held = {p.name: torch.from_numpy(p.asnumpy()).double() for p in net.get_parameters()}
    wanted = [p.name for p in optimizer.parameters]
    for name in wanted:
        held[name].requires_grad_()
    cut = [micro for part in parts for micro in micro_batches(row, part)]
    weights = np.array([len(x) for x, _ in cut], np.float64)
    total = sum(
        twin_loss(network, x, y, held) * w
        for (x, y), w in zip(cut, weights / weights.sum(), strict=True)
    )
    grads = torch.autograd.grad(total, [held[name] for name in wanted], allow_unused=True)
    return [
        np.zeros(tuple(held[n].shape), np.float32) if g is None else g.float().numpy()
        for n, g in zip(wanted, grads, strict=True)
    ]


def values(net: Any) -> dict[str, np.ndarray]:
    return {p.name: p.asnumpy().copy() for p in net.trainable_params()}


# -- what is found -----------------------------------------------------------------------------
def trained(row: Row, rank: int) -> dict[str, np.ndarray]:
    """The parameters after the steps of this job, as the row says."""
    network = NETWORKS[row.network]
    net, loss = fresh(network)
    params = net.trainable_params()
    optimizer = OPTIMIZERS[row.optimizer](params)
    scaled(row, optimizer)
    with mode(row):
        call, step = _BUILD[row.order](row, network, loss, optimizer)
        for parts in batches(row):
            call(parts[rank])
        # The optimizer's, in its order, gathered from everywhere.
        found = step().whole_parameters()
    return {p.name: v.asnumpy().copy() for p, v in zip(optimizer.parameters, found, strict=True)}


@contextmanager
def mode(row: Row) -> Iterator[None]:
    before = settings.mode, settings.jit_level, automatic_level.first_compiled_call
    graphs = os.environ.get("MSACC_STEP_GRAPHS", "O0")
    if row.mode == "graph":
        settings.mode, settings.jit_level = 0, "" if graphs == "switch" else graphs
        if graphs == "switch":
            automatic_level.first_compiled_call = lambda counts, seconds: 2
    try:
        yield
    finally:
        settings.mode, settings.jit_level, automatic_level.first_compiled_call = before
        ms.reset_auto_parallel_context()


def tensors(batch: Batch) -> tuple[Tensor, Tensor]:
    return Tensor(batch[0].copy()), Tensor(batch[1].copy())


def accumulated(row: Row, network: Any) -> Any:
    if row.micro == "1":
        return GradAccumulation(network, 1)
    short = row.micro == "4, short"
    return GradAccumulation(network, 4, remainder="short" if short else "error")


def parallel(row: Row, network: Network, cell: Any) -> Any:
    wrapped = AutoParallel(cell)
    if row.level != "none":
        wrapped.hsdp(threshold=network.threshold, optimizer_level=row.level)
    return wrapped


def manager(row: Row) -> Any:
    return {
        "fixed scale": lambda: FixedLossScaleManager(SCALE, drop_overflow_update=False),
        "fixed scale, drop": lambda: FixedLossScaleManager(SCALE),
        "dynamic scale": lambda: DynamicLossScaleManager(SCALE, 2, 100),
    }.get(row.amp, lambda: None)()


def level(row: Row) -> str:
    return row.amp if row.amp in LOW else "O0"


Built = tuple[Callable[[Batch], Any], Callable[[], Any]]


def _model(row: Row, optimizer: Any, cell: Any) -> Built:
    # None, too: level O2 comes with a scale of 2**24 else, whose first steps overflow.
    scale = manager(row)
    model = ms.Model(cell, optimizer=optimizer, amp_level=level(row), loss_scale_manager=scale)
    step = model.train_network.set_train()
    return lambda batch: step(*tensors(batch)), lambda: step


def _precise(row: Row, cell: Any) -> Any:
    return auto_mixed_precision(cell, level(row))


def _one_step(row: Row, optimizer: Any, cell: Any) -> Any:
    if row.amp in ("fixed scale, drop", "dynamic scale"):
        update = manager(row).get_update_cell()
        return nn.TrainOneStepWithLossScaleCell(cell, optimizer, update).set_train()
    # `sens` multiplies the gradients; who has no loss_scale does not divide them.
    sens = scaled(row, optimizer)
    return nn.TrainOneStepCell(cell, optimizer, None if sens == 1.0 else sens).set_train()


def _outside(row: Row, network: Network, loss: Any, optimizer: Any) -> Built:
    return _model(row, optimizer, parallel(row, network, accumulated(row, loss)))


def _inside(row: Row, network: Network, loss: Any, optimizer: Any) -> Built:
    return _model(row, optimizer, accumulated(row, parallel(row, network, loss)))


def _own_between(row: Row, network: Network, loss: Any, optimizer: Any) -> Built:
    return _model(row, optimizer, parallel(row, network, Own(accumulated(row, loss))))


def _own_around(row: Row, network: Network, loss: Any, optimizer: Any) -> Built:
    return _model(row, optimizer, Own(parallel(row, network, accumulated(row, loss))))


def _context(row: Row, network: Network, loss: Any, optimizer: Any) -> Built:
    options: dict[str, Any] = {"parallel_mode": "semi_auto_parallel"}
    if row.level != "none":
        config = {
            "parallel_optimizer_threshold": network.threshold,
            "gradient_accumulation_shard": row.level != "level1",
        }
        options |= {"enable_parallel_optimizer": True, "parallel_optimizer_config": config}
    ms.set_auto_parallel_context(**options)
    return _model(row, optimizer, accumulated(row, loss))


def _cell(row: Row, network: Network, loss: Any, optimizer: Any) -> Built:
    loss = _precise(row, parallel(row, network, accumulated(row, loss)))
    cell = _one_step(row, optimizer, loss)
    return lambda batch: cell(*tensors(batch)), lambda: cell._msacc_planned_step


def _around_cell(row: Row, network: Network, loss: Any, optimizer: Any) -> Built:
    cell = _one_step(row, optimizer, _precise(row, accumulated(row, loss)))
    wrapped = parallel(row, network, cell)
    return lambda batch: wrapped(*tensors(batch)), lambda: wrapped._msacc_distributed_step


def _accumulator(row: Row, network: Network, loss: Any, optimizer: Any) -> Built:
    cell = _precise(row, parallel(row, network, loss))
    weighs = (lambda x, y: float(x.shape[0])) if row.micro == "4, short" else None
    block = GradAccumulator(cell, optimizer, count=weighs, loss_scale_manager=manager(row))

    def call(batch: Batch) -> None:
        for micro in micro_batches(row, batch):
            block.accumulate(*tensors(micro))
        block.step()

    return call, lambda: block.train_step


_BUILD = {
    "Model(AutoParallel(GradAccumulation))": _outside,
    "Model(GradAccumulation(AutoParallel))": _inside,
    "Model(AutoParallel(Own(GradAccumulation)))": _own_between,
    "Model(Own(AutoParallel(GradAccumulation)))": _own_around,
    "Model(AutoParallel(GradAccumulation), context)": _context,
    "TrainOneStepCell(AutoParallel(GradAccumulation))": _cell,
    "AutoParallel(TrainOneStepCell(GradAccumulation))": _around_cell,
    "GradAccumulator(AutoParallel)": _accumulator,
}


# -- the difference ----------------------------------------------------------------------------
def difference(row: Row, rank: int) -> tuple[float, float]:
    """(largest difference of a parameter, largest update), of one row. All processes call it."""
    found = trained(row, rank)
    settings_before = settings.mode
    settings.mode = 1
    try:
        wanted = reference(row)
        net, _ = fresh(NETWORKS[row.network])
        start = values(net)
    finally:
        settings.mode = settings_before
    apart = max(float(np.abs(found[n].astype(np.float64) - wanted[n]).max()) for n in found)
    moved = max(float(np.abs(wanted[n].astype(np.float64) - start[n]).max()) for n in found)
    return apart, moved


def limit(row: Row, moved: float) -> float:
    """Float32 against float64: rounding. In a low type: a part of the update that no lost factor stays below.

    Rprop goes by the signs of gradients alone, and where rounding turns one its next step is half as long.
    """
    if row.amp in LOW:
        return (0.5 if row.optimizer == "Rprop" else 0.2) * moved
    return 2e-6 + 5e-5 * moved
