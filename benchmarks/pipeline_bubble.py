"""A pipeline's idle share from real times beside the formula, and what each process holds: under msrun.

    msrun --worker_num=2 --local_worker_num=2 benchmarks/pipeline_bubble.py

Every layer takes as long, so that the formula (p - 1) / (v m + p - 1) holds but for messages and other programs on
the machine: p processes, m micro-batches, v chunks on each. Zero bubble schedules wait less than it says. The best of
several steps is printed.
"""

from __future__ import annotations

import sys

import numpy as np

import msacc as ms
from msacc import nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel
from msacc.parallel.pipeline_api import expected_bubble, record

WIDTH, ROWS, LAYERS, STEPS = 1024, 128, 8, 6


class Net(nn.Cell):
    """Equal layers, cut into `chunks` on each of `stages` processes; a layer is one matrix product.

    `folded`: the chunks lie on the stages 0, 1, 1, 0 in place of 0, 1, 0, 1.
    """

    def __init__(self, stages: int, chunks: int, folded: bool):
        super().__init__()
        self.layers = nn.CellList([nn.Dense(WIDTH, WIDTH, has_bias=False) for _ in range(LAYERS)])
        for i, layer in enumerate(self.layers):
            chunk = i * stages * chunks // LAYERS
            back = folded and chunk >= stages
            layer.pipeline_stage = 2 * stages - 1 - chunk if back else chunk % stages
            if folded:
                layer.pipeline_segment = int(back)

    def construct(self, x: ms.Tensor, y: ms.Tensor) -> ms.Tensor:
        for layer in self.layers:
            x = ops.relu(layer(x))
        return (x * y).mean()


def run(scheduler: str, micro: int, chunks: int) -> None:
    stages = get_group_size()
    ms.set_seed(1)
    net = Net(stages, chunks, scheduler in ("zero_bubble_v", "dual_pipe_v"))
    wrapped = AutoParallel(nn.PipelineCell(net, micro))
    wrapped.pipeline(stages, interleave=chunks > 1, scheduler=scheduler)
    step = ms.Model(wrapped, optimizer=nn.SGD(net.trainable_params(), 1e-3)).train_network
    rng = np.random.RandomState(0)
    batch = [ms.Tensor(rng.randn(ROWS * micro, WIDTH).astype(np.float32)) for _ in range(2)]
    step(*batch)
    best = None
    for _ in range(STEPS):
        with record() as seen:
            step(*batch)
        if best is None or seen.bubble() < best.bubble():
            best = seen
    held = sum(p.nbytes for p in net.get_parameters() if not p.has_init)
    whole = sum(p.nbytes for p in net.get_parameters())
    if get_rank() == 0:
        name = f"{scheduler} m={micro} chunks={chunks}"
        formula = expected_bubble(stages, micro, chunks)
        print(
            f"{name}: idle {best.bubble():.3f}, formula {formula:.3f}; holds {held / whole:.2f} of the parameters"
        )
        print(best.text(96, micro_batches=True), flush=True)
        best.svg(f"pipeline_{scheduler}_{micro}_{chunks}.svg")


def main() -> None:
    init()
    for scheduler, micro, chunks in (
        ("gpipe", 4, 1),
        ("1f1b", 4, 1),
        ("1f1b", 8, 1),
        ("1f1b", 8, 2),
        ("zero_bubble", 8, 1),
        ("zero_bubble_v", 8, 2),
        ("dual_pipe_v", 8, 2),
    ):
        run(scheduler, micro, chunks)


if __name__ == "__main__":
    sys.exit(main())
