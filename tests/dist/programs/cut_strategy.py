"""A network whose operators are cut: `cut_strategy.py save|whole|slices FOLDER DATAxMODEL SHARDS`.

`save` trains, saves slices with a strategy file and trains on; `whole` loads all ranks' files by that strategy and
trains on; `slices` trains a step, loads this rank's file of the converted checkpoint and trains on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel

BATCH = 16


class Net(nn.Cell):
    """Two products: the first cut by columns, the second by rows."""

    def __init__(self, data: int, model: int):
        super().__init__()
        draw = np.random.RandomState(ms.get_seed())
        for name, shape in {"w1": (8, 16), "b1": (16,), "w2": (16, 6), "w3": (6, 4)}.items():
            value = (0.3 * draw.randn(*shape)).astype(np.float32)
            setattr(self, name, Parameter(value, name=name))
        self.first, self.add, self.second = ops.MatMul(), ops.BiasAdd(), ops.MatMul()
        self.third, self.relu = ops.MatMul(), ops.ReLU()
        if data * model > 1:
            self.first.shard(((data, 1), (1, model)))
            self.add.shard(((data, model), (model,)))
            self.second.shard(((data, model), (model, 1)))

    def construct(self, x: Any) -> Any:
        x = self.relu(self.add(self.first(x, self.w1), self.b1))
        return self.third(self.relu(self.second(x, self.w2)), self.w3)


def batches(count: int) -> list[tuple[Tensor, Tensor]]:
    """This process's rows."""
    draw, size = np.random.RandomState(5), BATCH // get_group_size()
    mine = slice(get_rank() * size, (get_rank() + 1) * size)
    rows = [(draw.randn(BATCH, 8), draw.randint(0, 4, BATCH)) for _ in range(count)]
    return [
        (Tensor(x[mine].astype(np.float32)), Tensor(y[mine].astype(np.int32))) for x, y in rows
    ]


def main(task: str, folder: Path, grid: str, shards: int) -> None:
    init()
    rank = get_rank()
    ms.set_seed(1 if task == "save" else 2)
    net = Net(*map(int, grid.split("x")))
    optimizer = nn.AdamWeightDecay(net.trainable_params(), 0.01, eps=1e-3, weight_decay=0.1)
    wrapped = AutoParallel(nn.WithLossCell(net, nn.CrossEntropyLoss()))
    if shards > 1:
        wrapped.hsdp(shard_size=shards, threshold=0, optimizer_level="level1")
    wrapped.save_param_strategy_file(str(folder / f"strategy_{grid}.ckpt"))
    step = ms.Model(wrapped, optimizer=optimizer).train_network
    data = batches(7)
    if task == "save":
        for x, y in data[:4]:
            step(x, y)
        (folder / f"in/rank_{rank}").mkdir(parents=True)
        ms.save_checkpoint(step, str(folder / f"in/rank_{rank}/net.ckpt"), integrated_save=False)
        ms.save_checkpoint(step, str(folder / "whole.ckpt"))
    elif task == "whole":
        files = sorted(str(f) for f in (folder / "in").glob("rank_*/net.ckpt"))
        ms.load_distributed_checkpoint(step, files, None, str(folder / "strategy_2x2.ckpt"))
        first = ms.load_checkpoint(files[0])
        ms.load_param_into_net(step, {n: first[n] for n in ("global_step", "learning_rate")})
    else:
        step(*data[0])
        path = str(folder / f"{grid}/rank_{rank}/net{rank}.ckpt")
        assert ms.load_param_into_net(step, ms.load_checkpoint(path)) == ([], [])
    losses = [float(step(x, y)) for x, y in data[4:]]
    ms.save_checkpoint(step, str(folder / f"{task}_{grid}.ckpt"))
    if rank == 0:
        (folder / f"{task}_{grid}.json").write_text(json.dumps(losses))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
