"""Pictures of a real run: which process holds what, and what each does in a step. Under msrun:

    msrun --worker_num=4 --local_worker_num=4 benchmarks/run_pictures.py [FOLDER]

A table of words, two layers and a head on 2 stages of a pipeline. Of 4 processes 2 share the products of a stage; of 8
also 2 the batch, over which `hsdp` spreads the optimizer's state. Writes layout.svg, step_timeline.svg and the chrome
trace of the timeline into FOLDER.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import msacc as ms
from msacc import nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, layout_picture
from msacc.profiler import timeline

WORDS, WIDTH, ROWS, MICRO, STAGES = 512, 384, 256, 4, 2


class Net(nn.Cell):
    """Products cut by outputs, then by what they sum over; `parts` processes share each."""

    def __init__(self, data: int, parts: int):
        super().__init__()
        self.table = nn.Embedding(WORDS, WIDTH)
        self.up, self.down = nn.Dense(WIDTH, 4 * WIDTH), nn.Dense(4 * WIDTH, WIDTH)
        self.head = nn.Dense(WIDTH, WORDS)
        for layer in (self.up, self.head):
            layer.matmul.shard(((data, 1), (parts, 1)))
            layer.bias_add.shard(((data, parts), (parts,)))
        self.down.matmul.shard(((data, parts), (1, parts)))
        for stage, layers in enumerate(((self.table, self.up), (self.down, self.head))):
            for layer in layers:
                layer.pipeline_stage = stage

    def construct(self, words: ms.Tensor, wanted: ms.Tensor) -> ms.Tensor:
        x = self.down(ops.relu(self.up(self.table(words))))
        return ops.cross_entropy(self.head(x), wanted)


def main() -> None:
    init()
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    parts = 2 if get_group_size() > STAGES else 1
    data = get_group_size() // STAGES // parts
    ms.set_seed(1)
    net = Net(data, parts)
    wrapped = AutoParallel(nn.PipelineCell(net, MICRO))
    wrapped.pipeline(STAGES)
    wrapped.hsdp()
    step = ms.Model(wrapped, optimizer=nn.Adam(net.trainable_params(), 1e-3)).train_network
    words = np.random.RandomState(0).randint(0, WORDS, (2, ROWS * MICRO)).astype(np.int32)
    for _ in range(3):
        step(*map(ms.Tensor, words))
    with timeline() as seen:
        step(*map(ms.Tensor, words))
    layout = layout_picture(net)
    if get_rank() == 0:
        print(layout, f"\n\n{seen}", flush=True)
        layout.svg(folder / "layout.svg")
        seen.svg(folder / "step_timeline.svg")
        seen.chrome_trace(folder / "step_timeline.json")


if __name__ == "__main__":
    main()
