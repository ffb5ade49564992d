"""Resident memory per process: data parallel, the three levels of hsdp, and layers cut by columns and by rows in turn.

    msrun --worker_num=4 --local_worker_num=4 --join=True benchmarks/sharding_memory.py

A 50-million-parameter MLP (200 MB in float32) with Adam. Private memory of rank 0 over what it had before the
network, after init (the pieces) and at the peak of three steps, sampled every 5 ms. Run once per mode, each in
processes of its own: `MODE=level1 msrun …`; without MODE the script starts one job per mode and prints a table.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time

import numpy as np

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_rank, init
from msacc.nn.utils import no_init_parameters
from msacc.parallel import AutoParallel

MODES = ("data_parallel", "level1", "level2", "level3", "operators")
WIDTH, DEPTH, BATCH = 2900, 6, 8


def private_mb() -> float:
    """Memory this process shares with no other, in MB."""
    with open("/proc/self/smaps_rollup", encoding="ascii") as file:
        found = re.findall(r"Private_(?:Clean|Dirty):\s+(\d+) kB", file.read())
    return sum(map(int, found)) / 1024


class Peak:
    """The highest `private_mb` while it runs."""

    def __init__(self) -> None:
        self.value, self._on = 0.0, True
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while self._on:
            self.value = max(self.value, private_mb())
            time.sleep(0.005)

    def stop(self) -> float:
        self._on = False
        self._thread.join()
        return self.value


def measure(mode: str) -> None:
    init()
    ms.set_seed(1)
    before = private_mb()
    with no_init_parameters():
        net = nn.SequentialCell(*[nn.Dense(WIDTH, WIDTH) for _ in range(DEPTH)])
        optimizer = nn.Adam(net.trainable_params(), 1e-4)
    wrapped = AutoParallel(nn.WithLossCell(net, nn.MSELoss()))
    if mode == "operators":
        wrapped.dataset_strategy("full_batch")
        for i, layer in enumerate(net):
            # A Dense's weight is (out, in): cut by results, then by what is summed.
            cut = ((1, 1), (4, 1)) if i % 2 == 0 else ((1, 4), (1, 4))
            layer.matmul.shard(cut)
            if i % 2 == 0:
                layer.bias_add.shard(((1, 4), (4,)))
    elif mode != "data_parallel":
        wrapped.hsdp(threshold=0, optimizer_level=mode)
    step = ms.Model(wrapped, optimizer=optimizer).train_network
    x = Tensor(np.ones((BATCH, WIDTH), np.float32))
    # Where operators are cut, a batch shows how.
    step.reread_changes((x, x))
    after_init = private_mb() - before
    peak = Peak()
    for _ in range(3):
        step(x, x)
    highest = peak.stop() - before
    if get_rank() == 0:
        size = sum(int(np.prod(p.shape)) for p in optimizer.parameters) * 4 / 2**20
        print(f"row {mode} {size:.0f} {after_init:.0f} {highest:.0f}")


def main() -> None:
    print(f"{'mode':<15}{'parameters':>12}{'after init':>12}{'peak':>8}   MB, rank 0 of 4")
    for mode in MODES:
        words = [
            "--worker_num=4",
            "--local_worker_num=4",
            "--join=True",
            "--log_dir=log_output",
            __file__,
        ]
        out = subprocess.run(
            [sys.executable, "-m", "msacc.launch", *words],
            env={**os.environ, "MODE": mode},
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        found = re.search(r"row (\w+) (\d+) (\d+) (\d+)", out)
        if not found:
            sys.exit(f"{mode} failed:\n{out}")
        print(f"{found[1]:<15}{found[2]:>12}{found[3]:>12}{found[4]:>8}", flush=True)


if __name__ == "__main__":
    measure(os.environ["MODE"]) if "MODE" in os.environ else main()
