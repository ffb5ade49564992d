"""Add up the ranks, or train some steps data-parallel: `several_hosts.py FOLDER STEPS`.

Each process writes what it knows of itself, its losses and the sum of its parameters.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import numpy as np

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_group_size, get_local_rank, get_rank, init
from msacc.parallel import AutoParallel

BATCH = 32


def main(folder: Path, steps: int) -> None:
    init()
    rank, size = get_rank(), get_group_size()
    losses, total = train(rank, size, steps) if steps else ([], _sum_of_ranks(rank))
    facts = {
        "size": size,
        "local": get_local_rank(),
        "given": int(os.environ["LOCAL_RANK"]),
        "losses": losses,
        "sum": total,
    }
    (folder / f"facts_{size}_{rank}.json").write_text(json.dumps(facts))


def _sum_of_ranks(rank: int) -> float:
    return float(ms.ops.AllReduce()(Tensor([float(rank)])).asnumpy()[0])


def train(rank: int, size: int, steps: int) -> tuple[list[float], float]:
    """The losses, and the sum of the parameters in the end."""
    ms.set_seed(3)
    net = nn.SequentialCell(nn.Dense(6, 12), nn.ReLU(), nn.Dense(12, 2))
    step = ms.Model(
        AutoParallel(nn.WithLossCell(net, nn.MSELoss())),
        optimizer=nn.Momentum(net.trainable_params(), 0.05, 0.9),
    ).train_network
    draw = np.random.RandomState(4)
    losses = []
    for _ in range(steps):
        x = draw.randn(BATCH, 6).astype(np.float32)
        own = slice(rank * BATCH // size, (rank + 1) * BATCH // size)
        losses.append(float(step(Tensor(x[own].copy()), Tensor(x[own, :2].copy()))))
    return losses, float(sum(p.asnumpy().astype(np.float64).sum() for p in net.get_parameters()))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
