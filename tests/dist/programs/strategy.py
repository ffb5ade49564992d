"""Train, save slices with a strategy file, train on; or load and train on: `strategy.py save|load FOLDER LEVEL SHARDS`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel
from tests.dist.programs.resume import BATCH, batches
from tests.dist.programs.sharded import Net, adam


def main(task: str, folder: Path, level: str, shards: int) -> None:
    init()
    world, rank = get_group_size(), get_rank()
    ms.set_seed(1 if task == "save" else 2)
    net = Net()
    optimizer = adam(net.trainable_params())
    wrapped = AutoParallel(nn.WithLossCell(net, nn.CrossEntropyLoss()))
    wrapped.hsdp(shard_size=min(shards, world), threshold=1, optimizer_level=level)
    wrapped.save_param_strategy_file(str(folder / f"strategy_{task}_{world}.ckpt"))
    step = ms.Model(wrapped, optimizer=optimizer).train_network
    each = BATCH // world
    mine = slice(rank * each, (rank + 1) * each)
    data = [(Tensor(x[mine].copy()), Tensor(y[mine].copy())) for x, y in batches(7)]
    if task == "save":
        for x, y in data[:4]:
            step(x, y)
        (folder / f"in/rank_{rank}").mkdir(parents=True)
        ms.save_checkpoint(step, str(folder / f"in/rank_{rank}/net.ckpt"), integrated_save=False)
        ms.save_checkpoint(step, str(folder / "whole.ckpt"))
    else:
        files = [str(folder / f"in/rank_{r}/net.ckpt") for r in range(4)]
        strategy = str(folder / "strategy_save_4.ckpt")
        assert ms.load_distributed_checkpoint(step, files, None, strategy) is True
        assert ms.load_param_into_net(step, scalars(files[0])) is not None
    losses = [float(step(x, y)) for x, y in data[4:]]
    whole = [p.asnumpy().tolist() for p in step.whole_parameters()]
    if rank == 0:
        found = {"losses": losses, "parameters": whole}
        (folder / f"{task}_{world}.json").write_text(json.dumps(found))


def scalars(path: str) -> dict[str, ms.Parameter]:
    """What every process holds alike and the strategy file does not name."""
    return {n: p for n, p in ms.load_checkpoint(path).items() if n in ("global_step", "learning_rate")}


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
