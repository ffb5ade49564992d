"""What is told `recompute()` or `offload()` in two pipeline stages: `recomputed_stages.py SCHEDULE...`, on two processes."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import numpy as np
import torch
from torch.autograd.graph import saved_tensors_hooks

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_rank, init
from msacc.graph import activations_on_cpu
from msacc.parallel import AutoParallel
from msacc.step.memory import MemoryWatch

MICRO, BLOCKS, STEPS = 4, 4, 3


class Block(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.up, self.down = nn.Dense(16, 16), nn.Dense(16, 16)
        self.exp, self.tanh = ops.Exp(), ops.Tanh()
        self.drop = nn.Dropout(p=0.3)

    def construct(self, x: Tensor) -> Tensor:
        return self.down(self.drop(self.tanh(self.exp(self.up(x)))))


class Watched(saved_tensors_hooks):
    """In the place of torch's `save_on_cpu`, without a device: counts what is saved."""

    saved = 0

    def __init__(self, pin_memory: bool) -> None:
        def pack(t: torch.Tensor) -> Any:
            Watched.saved += 1
            return (t,)

        super().__init__(pack, lambda packed: packed[0])


def tell(layer: Block, what: str) -> None:
    if what in ("cells", "nested"):
        layer.recompute()
    if what == "nested":
        layer.drop.recompute()
    if what in ("primitives", "nested"):
        layer.exp.recompute()
        layer.tanh.recompute()
    if what == "offload":  # which does nothing on a CPU
        layer.__dict__["_msacc_offload"] = True
        layer._msacc_refresh()


class Net(nn.Cell):
    def __init__(self, what: str, folded: bool) -> None:
        super().__init__()
        self.layers = nn.CellList([Block() for _ in range(BLOCKS)])
        for i, layer in enumerate(self.layers):
            layer.pipeline_stage = (0, 1, 1, 0)[i] if folded else i // 2
            layer.pipeline_segment = i // 2 if folded else 0
            tell(layer, what)

    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        return ((x - y) ** 2).mean()


def trained(schedule: str, what: str = "") -> tuple[list[float], Counter[str], int]:
    """The losses; how often each op ran in a step on this process, and the most bytes that one had."""
    ms.set_seed(1)
    net = Net(what, schedule == "zero_bubble_v")
    wrapped = AutoParallel(nn.PipelineCell(net, MICRO))
    wrapped.pipeline(2, scheduler=schedule)
    step = ms.Model(
        wrapped, optimizer=nn.SGD(net.trainable_params(), 0.1)
    ).train_network.set_train()
    rng = np.random.RandomState(0)
    batch = [Tensor(rng.randn(64, 16).astype(np.float32)) for _ in range(2)]
    losses = [float(step(*batch)) for _ in range(STEPS - 2)]
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as seen:
        losses.append(float(step(*batch)))
    with MemoryWatch() as memory:
        losses.append(float(step(*batch)))
    ms.reset_auto_parallel_context()
    ran = Counter({e.key: e.count for e in seen.key_averages()})
    return losses, ran, memory.peak


def products(ran: Counter[str]) -> int:
    return ran["aten::mm"] + ran["aten::addmm"]


def main(schedules: list[str]) -> None:
    init()
    activations_on_cpu.save_on_cpu = Watched
    for schedule in schedules:
        plain, once, most = trained(schedule)
        found = {
            what: trained(schedule, what) for what in ("cells", "nested", "primitives", "offload")
        }
        # The random numbers of a Dropout are those of the first run, or gradients would differ.
        assert all(losses == plain for losses, _, _ in found.values()), schedule
        of_stage, again = MICRO * BLOCKS // 2, 2 * MICRO * BLOCKS // 2
        if schedule == "1f1b":
            assert products(found["cells"][1]) == products(once) + again, schedule
            assert found["primitives"][1]["aten::tanh"] == once["aten::tanh"] + of_stage, schedule
            assert found["primitives"][2] < most, (
                found["primitives"][2],
                most,
            )  # neither's results are kept
            assert found["nested"][1]["aten::exp"] == once["aten::exp"] + of_stage, schedule
        else:  # each half of a split backward pass needs the results
            assert products(found["cells"][1]) >= products(once) + again, schedule
        ms.set_context(mode=ms.GRAPH_MODE)
        assert trained(schedule, "primitives")[0] == plain, schedule
        assert trained(schedule, "cells")[0] == plain, schedule
        ms.set_context(mode=ms.PYNATIVE_MODE)
        assert Watched.saved > 0
        if get_rank() == 0:
            print(f"{schedule}: recomputed", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
