"""A run that goes on with another number of processes: `resized_job.py FOLDER KIND LAST GLOBAL_BATCH`.

After step LAST its first process is killed; at 0 none is. The first process writes down what was trained.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
from msacc import dataset, nn, train
from msacc.communication import get_group_size, get_rank, init
from msacc.mindrecord import FileWriter
from msacc.parallel import AutoParallel
from msacc.parallel.nn import GradAccumulation

ROWS, EPOCHS = 96, 2


class Losses(train.Callback):
    """The losses of all steps; ends the process after step `last`."""

    resume_attributes = ("losses",)

    def __init__(self, last: int):
        super().__init__()
        self.last = last
        self.losses: list[float] = []

    def on_train_step_end(self, run_context: Any) -> None:
        params = run_context.original_args()
        self.losses.append(float(params.net_outputs.asnumpy()))
        if params.cur_step_num == self.last and get_rank() == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def data(kind: str, batch: int) -> Any:
    everywhere = kind in ("operators", "stages")
    parts = 1 if everywhere else get_group_size()
    rng = np.random.RandomState(3)
    held = tuple(rng.randn(ROWS, width).astype(np.float32) for width in (4, 2))
    shard: dict[str, Any] = {"shuffle": True, "num_shards": parts, "shard_id": get_rank() % parts}
    if kind == "records":
        path = f"rows_{get_group_size()}_{get_rank()}.mindrecord"
        if not Path(path).exists():
            writer = FileWriter(path)
            writer.add_schema({"x": {"type": "float32", "shape": [4]}, "y": {"type": "float32", "shape": [2]}}, "rows")
            writer.write_raw_data([{"x": x, "y": y} for x, y in zip(*held)])
            writer.commit()
        source: Any = dataset.MindDataset(path, ["x", "y"], **shard)
    else:
        source = dataset.NumpySlicesDataset(held, ["x", "y"], **shard)
    return source.map(lambda x: x + np.float32(1), ["x"]).batch(batch // parts)


def model(kind: str) -> Any:
    ms.set_seed(1)
    first, last = nn.Dense(4, 64), nn.Dense(64, 2)
    net = nn.SequentialCell(first, nn.ReLU(), last)
    rate = nn.exponential_decay_lr(0.01, 0.9, 200, 1, 1)
    optimizer = (nn.Lamb if kind.endswith("lamb") else nn.Adam)(net.trainable_params(), rate)
    loss: Any = nn.WithLossCell(net, nn.MSELoss())
    if kind == "stages":
        first.pipeline_stage, last.pipeline_stage = 0, 1
        wrapped = AutoParallel(nn.PipelineCell(loss, 2))
        wrapped.pipeline(2)
        wrapped.dataset_strategy("full_batch")
    elif kind == "operators":
        wrapped = AutoParallel(GradAccumulation(loss, 2))
        wrapped.dataset_strategy("full_batch")
        first.matmul.shard(((1, 1), (get_group_size(), 1)))
    else:
        wrapped = AutoParallel(GradAccumulation(loss, 2))
        if kind.startswith("level"):
            wrapped.hsdp(threshold=0 if kind.endswith("lamb") else 1, optimizer_level=kind[:6])
    return ms.Model(wrapped, optimizer=optimizer)


def main() -> None:
    folder, kind = Path(sys.argv[1]), sys.argv[2]
    last, batch = map(int, sys.argv[3:])
    init()
    losses, trained = Losses(last if os.environ["TORCHELASTIC_RESTART_COUNT"] == "0" else 0), model(kind)
    trained.train(EPOCHS, data(kind, batch), callbacks=[losses], resume=train.Resume(str(folder / "kept"), steps=2))
    found = {v["name"]: v["data"].asnumpy() for v in ms.train.serialization.save.values_here(trained.train_network, "each")}
    if get_rank() == 0:
        np.savez(folder / f"of_{get_group_size()}.npz", losses=losses.losses, **found)


if __name__ == "__main__":
    main()
