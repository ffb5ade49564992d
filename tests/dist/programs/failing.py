"""One process raises: `failing.py FOLDER LEVEL WHERE`.

Where: while it trains in the network, a callback, the dataset or a save; while it evaluates in a metric (evaluation); in a
prediction; or nowhere.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
from msacc import dataset, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel

FOLDER, LEVEL, WHERE = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
init()
RANK = get_rank()
(FOLDER / f"pid_{RANK}").write_text(str(os.getpid()))
CULPRIT = RANK == get_group_size() - 1
# Where parameters are spread the first process alone writes.
WRITER = CULPRIT if LEVEL == "data_parallel" else RANK == 0


def broken(where: str) -> None:
    """Raise here if it is this process's turn."""
    if where == WHERE and (WRITER if where == "save" else CULPRIT):
        (FOLDER / "when").write_text(str(time.time()))
        raise ValueError("this is the culprit")


class Rows:
    """The third batch cannot be read."""

    def __len__(self) -> int:
        return 24

    def __getitem__(self, i: int) -> Any:
        if i == 9:
            broken("dataset")
        rng = np.random.RandomState(i)
        return rng.randn(4).astype(np.float32), rng.randn(2).astype(np.float32)


class Net(nn.Cell):
    """Fails in its third step, or in a prediction."""

    predicts = False

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second, self.runs = nn.Dense(4, 512), nn.Dense(512, 2), 0

    def construct(self, x: Any) -> Any:
        self.runs += 1
        if self.runs == 3:
            broken("network")
        if self.predicts:
            broken("prediction")
        return self.second(ms.ops.relu(self.first(x)))


class Fails(ms.train.Callback):
    """Fails after the second step."""

    def on_train_step_end(self, run_context: Any) -> None:
        if run_context.original_args().cur_step_num == 2:
            broken("callback")


class Fragile(ms.train.Metric):
    """Fails at the second batch."""

    def clear(self) -> None:
        self.batches = 0

    def update(self, *inputs: Any) -> None:
        self.batches += 1
        if self.batches == 2:
            broken("evaluation")

    def eval(self) -> int:
        return self.batches


def _fill_the_disk() -> None:
    save: Any = importlib.import_module("msacc.train.serialization.save")
    real = save.write

    def full(*args: Any) -> None:
        broken("save")
        real(*args)

    save.write = full


def main() -> None:
    ms.set_seed(1)
    ms.set_context(mode=ms.PYNATIVE_MODE)
    net = Net()
    optimizer = nn.Adam(net.trainable_params(), 0.1)
    loss: Any = nn.WithLossCell(net, nn.MSELoss())
    if LEVEL == "data_parallel":
        ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
    else:
        loss = AutoParallel(loss)
        loss.hsdp(threshold=1, optimizer_level=LEVEL)
    config = ms.train.CheckpointConfig(2, exception_save=True, append_info=["step_num"])
    folder = FOLDER / f"rank_{RANK}"
    saving = ms.train.ModelCheckpoint("net", str(folder), config)
    if WHERE == "save":
        _fill_the_disk()
    rows = dataset.GeneratorDataset(Rows(), ["x", "y"], shuffle=False).batch(4)
    evaluated = nn.WithEvalCell(net, nn.MSELoss())
    metrics = {"batches": Fragile()}
    model = ms.Model(loss, optimizer=optimizer, metrics=metrics, eval_network=evaluated)
    model.train(1, rows, [Fails(), saving])
    assert model.eval(rows)["batches"] == 6
    net.predicts = True
    ms.Model(net).predict(ms.Tensor(np.ones((4, 4), np.float32)))


main()
