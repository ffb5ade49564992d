"""Slices that are loaded before a step begins, and layouts of networks that only predict: `pending_slices.py FOLDER`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch.distributed as dist

import msacc as ms
from msacc import Parameter, Tensor, nn
from msacc.communication import get_rank, init
from msacc.parallel import AutoParallel
from tests.dist.programs.any_layout import BATCH, Job, Net, rows

RANK = 0


def refused(text: str, call: Callable[[], Any]) -> None:
    try:
        call()
    except RuntimeError as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"not refused: {text}")


class Model:
    """One product whose weight two processes hold halves of."""

    def __init__(self) -> None:
        ms.set_seed(1)
        self.net = nn.Dense(4, 6, has_bias=False)
        self.net.matmul.shard(((1, 1), (2, 1)))
        loss = AutoParallel(nn.WithLossCell(self.net, nn.CrossEntropyLoss()))
        loss.dataset_strategy("full_batch")
        optimizer = nn.Momentum(self.net.trainable_params(), 0.1, 0.9)
        self.step = ms.Model(loss, optimizer=optimizer).train_network
        self.x, self.y = Tensor(np.ones((4, 4), np.float32)), Tensor(np.zeros(4, np.int32))

    def load(self, name: str, shape: tuple[int, ...]) -> None:
        value = Parameter(np.full(shape, RANK + 2, np.float32), name=name)
        ms.load_param_into_net(self.step, {name: value})

    def run(self) -> None:
        self.step(self.x, self.y)


def kept() -> None:
    """A slice cannot be read before the step has begun, and is what the step begins with."""
    model = Model()
    model.load("weight", (3, 4))
    refused("slice of shape (3, 4)", lambda: model.net.weight.asnumpy())
    refused("slice of shape (3, 4)", lambda: model.net(model.x))
    model.load("moments.weight", (3, 4))
    model.run()
    w, every = RANK + 2, np.repeat([2.0, 3.0], 3)
    grad = np.exp(4 * every) / np.exp(4 * every).sum() - (np.arange(6) == 0)
    expected = w - 0.1 * (0.9 * w + grad[3 * RANK : 3 * RANK + 3])
    found = model.net.weight.asnumpy()
    np.testing.assert_allclose(found, np.repeat(expected[:, None], 4, 1), rtol=1e-5)
    model.load("weight", (6, 4))
    np.testing.assert_array_equal(model.net.weight.asnumpy(), np.full((3, 4), w))


def misfits() -> None:
    """Slices of another shape, on some processes alone, or of a parameter that fits no slice."""
    for shape in ((6, 2), (2, 4)):
        model = Model()
        model.load("weight", shape)
        refused(f"slice of shape {shape} of 'weight', but the step lays slices of shape (3, 4)", model.run)
    model = Model()
    if RANK == 1:
        model.load("weight", (3, 4))
    refused("not on the ranks [0]", model.run)
    model = Model()
    refused("(5, 4)", lambda: model.load("weight", (5, 4)))
    model.run()
    refused("(2, 4)", lambda: model.load("weight", (2, 4)))


def replaced() -> None:
    """A whole value takes the place of a slice that waits."""
    model = Model()
    model.load("weight", (3, 4))
    model.load("weight", (6, 4))
    assert model.net.weight.asnumpy().shape == (6, 4)
    model.run()


def loaded_by_one() -> None:
    """A value that one process alone has loaded goes before what others have drawn."""
    model = Model()
    if RANK == 1:
        model.load("weight", (6, 4))
    model.run()
    # One step away from rank 1's 3.
    np.testing.assert_allclose(model.net.weight.asnumpy(), np.full((3, 4), 3.0), atol=0.1)


def predicting(folder: Path, layout: str) -> None:
    """A network that only predicts: laid out, then loaded from slices."""
    data, stages, cut = map(int, layout.split("x"))
    ms.set_seed(2)
    net = Net(data, stages, cut)
    wrapped = AutoParallel(net)
    if stages > 1:
        wrapped.pipeline(stages)
    wrapped.dataset_strategy("full_batch")
    model, x = ms.Model(wrapped), Tensor(rows(1)[0][0])
    layouts = model.infer_predict_layout(x, skip_backend_compile=True)
    held = {p.name: p.asnumpy().shape for p in net.get_parameters() if p._msacc_init is None}
    assert held == {n: tuple(found[2]) for n, found in layouts.items()}
    files = sorted(str(f) for f in (folder / "in").glob("rank_*/net.ckpt"))
    strategy = str(folder / "strategy.ckpt")
    ms.load_distributed_checkpoint(net, files, layouts, strategy)
    plain = Net(1, 1, 1)
    ms.load_checkpoint(str(folder / "whole.ckpt"), plain)
    wanted = plain.set_train(False)(Tensor(rows(1)[0][0])).asnumpy()
    np.testing.assert_allclose(model.predict(x).asnumpy(), wanted, atol=1e-5)
    assert wanted.shape == (BATCH, 12)


def one_path(folder: Path) -> None:
    """Stages that name one strategy file write all of it."""
    job = Job(folder, "save", "1x2x1", "adam", 1, "strategy.ckpt")
    job.train(0, 1)
    (folder / f"in/rank_{RANK}").mkdir(parents=True)
    ms.save_checkpoint(job.step, str(folder / f"in/rank_{RANK}/net.ckpt"), integrated_save=False)
    ms.save_checkpoint(job.step, str(folder / "whole.ckpt"))
    dist.barrier()
    names = list(ms.build_searched_strategy(str(folder / "strategy.ckpt")))
    assert [n for n in names if n.endswith("-head.table")] == ["0-head.table", "1-head.table"], names
    if RANK == 0:
        ms.transform_checkpoints(str(folder / "in"), str(folder / "one"), "n", str(folder / "strategy.ckpt"))
        whole, joined = (ms.load_checkpoint(str(folder / f)) for f in ("whole.ckpt", "one/rank_0/n0.ckpt"))
        assert set(whole) == set(joined)
        for name, value in whole.items():
            np.testing.assert_array_equal(value.asnumpy(), joined[name].asnumpy())
    dist.barrier()
    ms.reset_auto_parallel_context()


def placed(folder: Path) -> None:
    """Cell.place: each process writes what was placed on it."""
    net = nn.SequentialCell(nn.Dense(4, 4), nn.Dense(4, 4))
    net[0].place("MS_WORKER", 0)
    net[1].place("MS_WORKER", 1)
    step = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1)).train_network
    x = Tensor(np.ones((4, 4), np.float32))
    step(x, x)
    ms.save_checkpoint(step, str(folder / f"placed_{RANK}.ckpt"), integrated_save=False)
    found = ms.load_checkpoint(str(folder / f"placed_{RANK}.ckpt"))
    assert [n for n in found if n in ("0.weight", "1.weight")] == [f"{RANK}.weight"]


def main(folder: Path) -> None:
    init()
    globals()["RANK"] = get_rank()
    kept()
    misfits()
    replaced()
    loaded_by_one()
    one_path(folder)
    predicting(folder, "1x2x1")
    predicting(folder, "1x1x2")
    placed(folder)
    print(f"rank {RANK} done", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
