"""Train, save, train on; or load the file and train on: `resume.py save|load FOLDER LEVEL`."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel
from tests.dist.programs.sharded import Net, adam

BATCH = 24


def batches(count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.RandomState(5)
    return [
        (rng.randn(BATCH, 12).astype(np.float32), rng.randint(0, 5, BATCH).astype(np.int32))
        for _ in range(count)
    ]


def main(task: str, folder: Path, level: str) -> None:
    init()
    world, rank = get_group_size(), get_rank()
    ms.set_seed(1)
    net = Net()
    optimizer = adam(net.trainable_params())
    wrapped = AutoParallel(nn.WithLossCell(net, nn.CrossEntropyLoss()))
    wrapped.hsdp(threshold=1, optimizer_level=level)
    step = ms.Model(wrapped, optimizer=optimizer).train_network
    each = BATCH // world
    mine = slice(rank * each, (rank + 1) * each)
    data = [(Tensor(x[mine].copy()), Tensor(y[mine].copy())) for x, y in batches(7)]
    if task == "save":
        for x, y in data[:4]:
            step(x, y)
        ms.save_checkpoint(step, str(folder / "whole.ckpt"))
        ms.save_checkpoint(step, str(folder / f"slice_{rank}.ckpt"), integrated_save=False)
    elif task == "load":
        assert ms.load_param_into_net(step, ms.load_checkpoint(str(folder / "whole.ckpt"))) == (
            [],
            [],
        )
    else:
        files = [str(f) for f in sorted(folder.glob("slice_*.ckpt"))]
        assert ms.load_distributed_checkpoint(step, files) == ([], [])
    for x, y in data[4:]:
        step(x, y)
    found = [p.asnumpy() for p in step.whole_parameters()]
    found += [p.asnumpy() for state in step.whole_states().values() for p in state]
    if rank == 0:
        np.savez(folder / f"{task}_{world}.npz", *found)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
