"""A network that is trained, saved and resumed on any layout: `any_layout.py TASK FOLDER LAYOUT OPTIMIZER [SHARDS]`.

LAYOUT is DATAxSTAGESxOPERATORS. `save` trains, saves slices, shares and a whole file and trains on; the others load what
`save` has left (or what was converted from it) in one of the ways of `LOADS`, and train on.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_rank, init
from msacc.dataset import NumpySlicesDataset
from msacc.parallel import AutoParallel

BATCH, MICRO, STEPS, WIDTH, WORDS = 16, 2, 7, 8, 12


def drawn(name: str, *shape: int) -> Parameter:
    draw = np.random.RandomState(sum(map(ord, name)) + 97 * (ms.get_seed() or 0))
    return Parameter((0.4 * draw.randn(*shape)).astype(np.float32), name=name)


class Block(nn.Cell):
    """Two products, the first cut by columns, the second by rows."""

    def __init__(self, name: str, data: int, cut: int):
        super().__init__()
        self.w1, self.b1 = drawn(f"{name}.w1", WIDTH, 16), drawn(f"{name}.b1", 16)
        self.w2, self.b2 = drawn(f"{name}.w2", 16, WIDTH), drawn(f"{name}.b2", WIDTH)
        self.first, self.add, self.second = ops.MatMul(), ops.BiasAdd(), ops.MatMul()
        self.tanh = ops.Tanh()
        if cut > 1:
            self.first.shard(((data, 1), (1, cut)))
            self.add.shard(((data, cut), (cut,)))
            self.second.shard(((data, cut), (cut, 1)))

    def construct(self, x: Any) -> Any:
        return self.second(self.tanh(self.add(self.first(x, self.w1), self.b1)), self.w2) + self.b2


class Net(nn.Cell):
    """Words to words; with stages the table is on the first and the last of them."""

    def __init__(self, data: int, stages: int, cut: int):
        super().__init__()
        self.embed = nn.Embedding(WORDS, WIDTH)
        self.embed.embedding_table = drawn("table", WORDS, WIDTH)
        self.blocks = nn.CellList([Block(f"block{i}", data, cut) for i in range(2)])
        self.head = Head(self.embed.embedding_table)
        if stages > 1:
            self.embed.pipeline_stage = self.blocks[0].pipeline_stage = 0
            self.blocks[1].pipeline_stage = self.head.pipeline_stage = 1

    def construct(self, x: Any) -> Any:
        x = self.embed(x)
        for block in self.blocks:
            x = x + block(x)
        return self.head(x)


class Head(nn.Cell):
    """The transposed table."""

    def __init__(self, table: Parameter):
        super().__init__()
        self.table, self.matmul = table, ops.MatMul(transpose_b=True)

    def construct(self, x: Any) -> Any:
        return self.matmul(x, self.table)


def rows(steps: int) -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.RandomState(5)
    x = draw.randint(0, WORDS, (steps, BATCH)).astype(np.int32)
    return x, ((3 * x + 1) % WORDS).astype(np.int32)


OPTIMIZERS: dict[str, Callable[[Any], Any]] = {
    "adam": lambda p: nn.AdamWeightDecay(p, 0.01, eps=1e-3, weight_decay=0.1),
    "momentum": lambda p: nn.Momentum(p, nn.cosine_decay_lr(0.0, 0.05, 20, 1, 20), 0.9),
}


class Job:
    """The network, its training step and this process's part of the data."""

    def __init__(
        self, folder: Path, task: str, layout: str, optimizer: str, shards: int, strategy: str = ""
    ):
        self.folder, self.layout, self.rank = folder, layout, get_rank()
        self.data, self.stages, cut = map(int, layout.split("x"))
        ms.set_seed(1 if task == "save" else 2)
        self.net = Net(self.data, self.stages, cut)
        cell = nn.WithLossCell(self.net, nn.CrossEntropyLoss())
        wrapped = AutoParallel(nn.PipelineCell(cell, MICRO) if self.stages > 1 else cell)
        self.micro = MICRO if self.stages > 1 else 1
        if self.stages > 1:
            wrapped.pipeline(self.stages)
        if shards > 1:
            wrapped.hsdp(shard_size=shards, threshold=0, optimizer_level="level1")
        self.optimizer = OPTIMIZERS[optimizer](self.net.trainable_params())
        path = strategy or f"strategy_{layout}/rank_{self.rank}.ckpt"
        wrapped.save_param_strategy_file(str(folder / path))
        self.model = ms.Model(wrapped, optimizer=self.optimizer)
        self.step = self.model.train_network
        per_stage = self.data * cut
        index = self.rank % per_stage
        size = BATCH // per_stage
        self.mine = slice(index * size, (index + 1) * size)
        self.x, self.y = rows(STEPS)

    def train(self, first: int, last: int) -> list[float]:
        batches = [(Tensor(self.x[i][self.mine]), Tensor(self.y[i][self.mine])) for i in range(first, last)]
        return [float(self.step(*batch)) / self.micro for batch in batches]

    def dataset(self) -> Any:
        size = self.mine.stop - self.mine.start
        columns = (self.x[:, self.mine].ravel(), self.y[:, self.mine].ravel())
        return NumpySlicesDataset(columns, ["x", "y"], shuffle=False).batch(size)

    def own_file(self) -> dict[str, Any]:
        """What was converted for this rank and layout."""
        path = self.folder / f"to_{self.layout}" / f"rank_{self.rank}" / f"net{self.rank}.ckpt"
        return ms.load_checkpoint(str(path))

    def rest(self) -> dict[str, Any]:
        """What no strategy file names."""
        found = ms.load_checkpoint(str(self.folder / "in/rank_0/net.ckpt"))
        return {n: p for n, p in found.items() if n in ("global_step", "learning_rate")}


def load(job: Job, values: dict[str, Any], begun: bool = True) -> None:
    """Into the training step; other stages' parameters are known as such once it has begun."""
    missing, unused = ms.load_param_into_net(job.step, values)
    assert not (missing and begun), missing
    # A step of one process has its sums in its checkpoint.
    assert all(name.startswith("accu_grads") for name in unused), unused


def whole(job: Job) -> None:
    """One file that holds everything."""
    load(job, ms.load_checkpoint(str(job.folder / "whole.ckpt")))


def early(job: Job) -> None:
    """Each process its own file, before the step has begun."""
    load(job, job.own_file(), begun=False)


def inferred(job: Job) -> None:
    """Each process its own file, after the step was laid out without running."""
    layouts = job.model.infer_train_layout(job.dataset())
    held = {p.name: p.asnumpy().shape for p in job.net.get_parameters() if p._msacc_init is None}
    assert held == {n: tuple(layouts[n][2]) for n in held}
    assert all(f"adam_m.{n}" in layouts or f"moments.{n}" in layouts for n in held), layouts
    load(job, job.own_file())


def late(job: Job) -> None:
    """Each process its own file, after a step."""
    job.train(0, 1)
    load(job, job.own_file())


def joined(job: Job) -> None:
    """The files of all processes of the run before."""
    files = sorted(str(f) for f in (job.folder / "in").glob("rank_*/net.ckpt"))
    assert ms.load_distributed_checkpoint(job.step, files, None, str(job.folder / "merged.ckpt"))
    ms.load_param_into_net(job.step, job.rest())


def predicted(job: Job) -> None:
    """The same, cut by the layouts that the step was laid out with."""
    job.model.build(job.dataset())
    layouts = job.model.infer_train_layout(job.dataset())
    files = sorted(str(f) for f in (job.folder / "in").glob("rank_*/net.ckpt"))
    strategy = str(job.folder / "merged.ckpt")
    ms.load_distributed_checkpoint(job.step, files, layouts, strategy)
    ms.load_param_into_net(job.step, job.rest())


LOADS = {f.__name__: f for f in (whole, early, inferred, late, joined, predicted)}


def save(job: Job) -> None:
    """Slices, and a whole file."""
    (job.folder / f"in/rank_{job.rank}").mkdir(parents=True, exist_ok=True)
    ms.save_checkpoint(job.step, str(job.folder / f"in/rank_{job.rank}/net.ckpt"), integrated_save=False)
    ms.save_checkpoint(job.step, str(job.folder / "whole.ckpt"))


def main(tasks: str, folder: Path, layout: str, optimizer: str, shards: int) -> None:
    init()
    for task in tasks.split(","):
        job = Job(folder, task, layout, optimizer, shards)
        if task == "save":
            found = job.train(0, 4)
            save(job)
            found += job.train(4, STEPS)
        else:
            LOADS[task](job)
            found = job.train(4, STEPS)
        if job.rank == 0:
            (folder / f"{task}_{layout}.json").write_text(json.dumps(found))
        ms.reset_auto_parallel_context()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:5], int(sys.argv[5]) if len(sys.argv) > 5 else 1)
