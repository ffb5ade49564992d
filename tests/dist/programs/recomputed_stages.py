"""Cells told `recompute()` in two pipeline stages: `recomputed_stages.py SCHEDULE...`, on two processes."""

from __future__ import annotations

import sys

import numpy as np
import torch

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_rank, init
from msacc.parallel import AutoParallel

MICRO, BLOCKS, STEPS = 4, 4, 3


class Block(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.up, self.down = nn.Dense(16, 16), nn.Dense(16, 16)
        self.drop = nn.Dropout(p=0.3)

    def construct(self, x: Tensor) -> Tensor:
        return self.down(self.drop(ops.relu(self.up(x))))


class Net(nn.Cell):
    def __init__(self, recomputes: bool, folded: bool) -> None:
        super().__init__()
        self.layers = nn.CellList([Block() for _ in range(BLOCKS)])
        for i, layer in enumerate(self.layers):
            layer.pipeline_stage = (0, 1, 1, 0)[i] if folded else i // 2
            layer.pipeline_segment = i // 2 if folded else 0
            if recomputes:
                layer.recompute()

    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        return ((x - y) ** 2).mean()


def trained(schedule: str, recomputes: bool) -> tuple[list[float], int]:
    """The losses, and the matrix products of the last step on this process."""
    ms.set_seed(1)
    net = Net(recomputes, schedule == "zero_bubble_v")
    wrapped = AutoParallel(nn.PipelineCell(net, MICRO))
    wrapped.pipeline(2, scheduler=schedule)
    step = ms.Model(wrapped, optimizer=nn.SGD(net.trainable_params(), 0.1)).train_network.set_train()
    rng = np.random.RandomState(0)
    batch = [Tensor(rng.randn(16, 16).astype(np.float32)) for _ in range(2)]
    losses = [float(step(*batch)) for _ in range(STEPS - 1)]
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as seen:
        losses.append(float(step(*batch)))
    ms.reset_auto_parallel_context()
    return losses, sum(e.count for e in seen.key_averages() if e.key in ("aten::mm", "aten::addmm"))


def main(schedules: list[str]) -> None:
    init()
    for schedule in schedules:
        plain, products = trained(schedule, False)
        losses, more = trained(schedule, True)
        # The random numbers of a Dropout are those of the first run, or gradients would differ.
        assert losses == plain, (schedule, losses, plain)
        again = 2 * MICRO * BLOCKS // 2
        if schedule == "1f1b":
            assert more == products + again, (schedule, products, more)
        else:  # each half of a split backward pass needs the results
            assert more >= products + again, (schedule, products, more)
        ms.set_context(mode=ms.GRAPH_MODE)
        assert trained(schedule, True)[0] == plain, schedule
        ms.set_context(mode=ms.PYNATIVE_MODE)
        if get_rank() == 0:
            print(f"{schedule}: recomputed", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
