"""A job some of whose processes meet a fate: `restarted_job.py FOLDER KIND MODE FAULTS SEED EPOCHS`.

In start i < FAULTS one process does, after a number of steps that depends on SEED and i; the last start ends well and
prints losses and a digest of the parameters.
"""

from __future__ import annotations

import hashlib
import os
import random
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
from msacc import dataset, nn, train
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel
from msacc.parallel.nn import GradAccumulation

FATES = ("killed", "stopped", "raises", "memory", "port")
STEPS = 8


class Fated(train.Callback):
    """Meets its fate after so many steps in this process, and writes down the losses."""

    resume_attributes = ("losses",)

    def __init__(self, steps: int, fate: str):
        super().__init__()
        self.steps, self.fate = steps, fate
        self.losses: list[float] = []

    def on_train_step_end(self, run_context: Any) -> None:
        params = run_context.original_args()
        self.losses.append(float(params.net_outputs.asnumpy()))
        self.steps -= 1
        if self.steps == 0:
            print("now", self.fate, flush=True)
            meet(self.fate)


def meet(fate: str) -> None:
    """End this process."""
    if fate == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if fate == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)
    if fate == "memory":
        resource.setrlimit(resource.RLIMIT_AS, (1 << 33, 1 << 33))
        b"x" * (1 << 34)
    if fate == "port":
        hold = "import socket, sys, time; time.sleep(0.6); s = socket.create_server(('127.0.0.1', int(sys.argv[1])));"
        command = [sys.executable, "-c", f"{hold} time.sleep(2)", os.environ["MS_SCHED_PORT"]]
        subprocess.Popen(command, start_new_session=True)
        sys.exit(3)
    raise ValueError("the culprit")


def data(kind: str) -> Any:
    parts = 1 if kind in ("stages", "operators") else get_group_size()
    rng = np.random.RandomState(3)
    held = tuple(rng.randn(STEPS * 4 * parts, width).astype(np.float32) for width in (4, 2))
    shares = {"num_shards": parts, "shard_id": get_rank()} if parts > 1 else {}
    source = dataset.NumpySlicesDataset(held, ["x", "y"], shuffle=True, **shares)
    return source.map(lambda x: x + np.float32(np.random.rand()), ["x"]).shuffle(5).batch(4)


def model(kind: str) -> Any:
    ms.set_seed(1)
    first, last = nn.Dense(4, 64), nn.Dense(64, 2)
    net = nn.SequentialCell(first, nn.ReLU(), nn.Dropout(p=0.2), last)
    rate = nn.exponential_decay_lr(0.1, 0.9, 200, 1, 1)
    optimizer = nn.Adam(net.trainable_params(), rate)
    loss: Any = nn.WithLossCell(net, nn.MSELoss())
    if kind == "data_parallel":
        ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
        return ms.Model(loss, optimizer=optimizer)
    if kind == "stages":
        first.pipeline_stage, last.pipeline_stage = 0, 1
        wrapped = AutoParallel(nn.PipelineCell(loss, 2))
        wrapped.pipeline(2)
        return ms.Model(wrapped, optimizer=optimizer)
    if kind == "operators":
        ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", dataset_strategy="full_batch")
        first.matmul.shard(((1, 1), (get_group_size(), 1)))
        return ms.Model(loss, optimizer=optimizer)
    wrapped = AutoParallel(GradAccumulation(loss, 2))
    wrapped.hsdp(threshold=1, optimizer_level=kind)
    return ms.Model(wrapped, optimizer=optimizer)


def main() -> None:
    folder, kind = sys.argv[1:3]
    mode, faults, seed, epochs = map(int, sys.argv[3:])
    ms.set_context(mode=mode)
    init()
    start = int(os.environ["TORCHELASTIC_RESTART_COUNT"])
    fates = random.Random(1000 * seed + start)
    steps, rank = fates.randint(2, 7), fates.randrange(get_group_size())
    # Every fate in turn, so that five starts have met all.
    fate = FATES[(seed + start) % len(FATES)]
    fated = Fated(steps if start < faults and get_rank() == rank else 0, fate)
    trained = model(kind)
    resume = train.Resume(str(Path(folder) / "kept"), steps=3)
    trained.train(epochs, data(kind), callbacks=[fated], resume=resume)
    digest = hashlib.sha256()
    for value in ms.train.serialization.save.values_here(trained.train_network, "each"):
        digest.update(value["data"].asnumpy().tobytes())
    print("through", fated.losses, digest.hexdigest(), flush=True)


if __name__ == "__main__":
    main()
