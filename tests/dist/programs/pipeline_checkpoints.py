"""Every way to save and load in a job of stages, against one process: `pipeline_checkpoints.py FOLDER LAYOUT`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch.distributed as dist

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_rank, init
from msacc.train import CheckpointConfig, ModelCheckpoint
from msacc.train.serialization import wait_for_async_saves
from tests.dist.programs.any_layout import OPTIMIZERS, Job, Net, rows

Values = dict[str, np.ndarray]
SHARED = "head.table"


def reference(steps: int) -> Values:
    """All values of one process after some steps."""
    ms.set_seed(1)
    net = Net(1, 1, 1)
    optimizer = OPTIMIZERS["adam"](net.trainable_params())
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), optimizer).set_train()
    for x, y in zip(*rows(steps)):
        step(Tensor(x), Tensor(y))
    return {p.name: p.asnumpy() for p in step.get_parameters()}


def read(path: Path, wanted: Values, form: str = "ckpt") -> Values:
    """What a file holds, which is what one process has."""
    found = {n: p.asnumpy() for n, p in ms.load_checkpoint(str(path), format=form).items() if n in wanted}
    for name, value in found.items():
        np.testing.assert_allclose(value, wanted[name], atol=1e-5, err_msg=f"{path} {name}")
    return found


def own_names(job: Job, cell: nn.Cell) -> set[str]:
    """What this process's stage holds of a Cell."""
    return {p.name for p in cell.get_parameters() if not getattr(p._msacc_init, "stages", ())}


def by_hand(job: Job, wanted: Values) -> None:
    """save_checkpoint of the network, the optimizer and the step; integrated and not."""
    own = job.folder / f"own_{job.rank}"
    own.mkdir()
    for kind, cell in {"net": job.net, "opt": job.optimizer, "step": job.step}.items():
        every = {p.name for p in cell.get_parameters()}
        ms.save_checkpoint(cell, str(job.folder / f"{kind}.ckpt"))
        ms.save_checkpoint(cell, str(own / f"{kind}.ckpt"), integrated_save=False)
        dist.barrier()
        assert set(read(job.folder / f"{kind}.ckpt", wanted)) == every
        held = read(own / f"{kind}.ckpt", wanted)
        assert set(held) == own_names(job, cell) < every, kind
        assert SHARED in held


def options(job: Job, wanted: Values) -> None:
    """In the background, with more values, in the other format, of chosen parameters."""
    folder, every = job.folder, set(wanted)
    for how in ("thread", "process"):
        ms.save_checkpoint(job.step, str(folder / f"{how}.ckpt"), async_save=how, append_dict={"epoch": 3})
    ms.save_checkpoint(job.step, str(folder / "safe"), format="safetensors")
    part = str(folder / f"chosen_{job.rank}.ckpt")
    ms.save_checkpoint(job.step, part, integrated_save=False, choice_func=lambda name: "w1" in name)
    wait_for_async_saves()
    dist.barrier()
    for how in ("thread", "process"):
        assert set(read(folder / f"{how}.ckpt", wanted)) == every
        assert int(ms.load_checkpoint(str(folder / f"{how}.ckpt"))["epoch"].asnumpy()) == 3
    assert set(read(folder / "safe.safetensors", wanted, "safetensors")) == every
    assert all("w1" in name for name in read(Path(part), wanted))


def by_callback(job: Job, wanted: Values) -> None:
    """ModelCheckpoint of one more step: whole, each process's own, each value once."""
    kinds: dict[str, dict[str, Any]] = {
        "whole": {},
        "own": {"integrated_save": False, "append_info": ["epoch_num", {"x": 1}]},
        "async": {"async_save": True, "saved_network": job.net},
        "once": {"remove_redundancy": True, "format": "safetensors"},
    }
    mine = job.folder / f"by_{job.rank}"
    savers = [
        ModelCheckpoint(kind, str(mine), CheckpointConfig(**config)) for kind, config in kinds.items()
    ]
    job.model.train(1, job.dataset().skip(2).take(1), callbacks=savers)
    names = {p.name for p in job.step.get_parameters()}
    if job.rank == 0:
        assert set(read(mine / "whole-1_1.ckpt", wanted)) == names
        assert set(read(mine / "async-1_1.ckpt", wanted)) == {p.name for p in job.net.get_parameters()}
    else:
        assert not (mine / "whole-1_1.ckpt").exists()
    assert set(read(mine / "own-1_1.ckpt", wanted)) == own_names(job, job.step)
    assert int(ms.load_checkpoint(str(mine / "own-1_1.ckpt"))["x"].asnumpy()) == 1
    held = read(mine / "once-1_1.safetensors", wanted, "safetensors")
    told: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(told, sorted(held))
    every = [name for found in told for name in found if name not in ("global_step", "learning_rate")]
    assert sorted(every) == sorted(names - {"global_step", "learning_rate"}), "each value once"
    put_together(job, mine / "once-1_1.safetensors", wanted)


def put_together(job: Job, path: Path, wanted: Values) -> None:
    """Values that were saved once, into the step that runs and into a new network."""
    for parameter in job.step.get_parameters():
        if parameter.ndim and parameter.name != "global_step":
            parameter.set_data(ops.zeros(parameter.shape))
    missing, _ = ms.load_param_into_net(
        job.step, ms.load_checkpoint(str(path), format="safetensors"), remove_redundancy=True
    )
    assert not missing
    ms.save_checkpoint(job.step, str(job.folder / "again.ckpt"))
    dist.barrier()
    assert set(read(job.folder / "again.ckpt", wanted)) == set(wanted)
    new = Net(1, 1, 1)
    ms.load_checkpoint(str(path), new, format="safetensors", remove_redundancy=True)
    for parameter in new.get_parameters():
        np.testing.assert_allclose(parameter.asnumpy(), wanted[parameter.name], atol=1e-5)


def shared(job: Job, wanted: Values) -> None:
    """A value that was set on the first stage alone is the value on all, after a sync or a save."""
    table = next(p for p in job.net.get_parameters() if p.name == SHARED)
    per_stage = dist.get_world_size() // 2
    before = table.asnumpy().copy()
    for round, sync in enumerate((lambda: ms.sync_pipeline_shared_parameters(job.net), lambda: None)):
        value = before + round + 1
        if job.rank < per_stage:
            table.set_data(Tensor(value))
        sync()
        path = job.folder / f"shared_{round}_{job.rank}.ckpt"
        ms.save_checkpoint(job.net, str(path), integrated_save=False)
        ms.save_checkpoint(job.net, str(job.folder / f"shared_{round}.ckpt"))
        dist.barrier()
        for file in (path, job.folder / f"shared_{round}.ckpt"):
            np.testing.assert_array_equal(ms.load_checkpoint(str(file))[SHARED].asnumpy(), value)
        np.testing.assert_array_equal(table.asnumpy(), value)
        dist.barrier()
    assert SHARED in wanted


def own_step(folder: Path) -> None:
    """A step that a script writes: saved after its first call, when all parameters are still here, and later."""
    rank, per_stage = get_rank(), dist.get_world_size() // 2
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", pipeline_stages=2)
    ms.set_seed(1)
    net = Net(1, 2, 1)
    cell = nn.PipelineCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), 2).set_train()
    # The loss is the sum of two micro-batches, whose gradients the wanted values are the mean of.
    optimizer = nn.Momentum(net.trainable_params(), 0.05 / 2, 0.9)
    taken = ops.value_and_grad(cell, None, optimizer.parameters)
    x, y = rows(3)
    mine = slice(16 // per_stage * (rank % per_stage), 16 // per_stage * (rank % per_stage + 1))
    both = nn.CellList([net, optimizer], auto_prefix=False)
    for step in range(3):
        optimizer(taken(Tensor(x[step][mine]), Tensor(y[step][mine]))[1])
        wanted = by_hand_momentum(step + 1)
        names = {p.name for p in both.get_parameters()}
        ms.save_checkpoint(both, str(folder / f"script_{step}.ckpt"))
        ms.save_checkpoint(both, str(folder / f"script_{step}_{rank}.ckpt"), integrated_save=False)
        dist.barrier()
        found = read(folder / f"script_{step}.ckpt", wanted)
        assert set(found) == set(wanted)
        assert set(wanted) <= names
        own = read(folder / f"script_{step}_{rank}.ckpt", wanted)
        assert {n for n in own if "blocks" in n} == {n for n in wanted if f"blocks.{rank // per_stage}" in n}
    ms.reset_auto_parallel_context()


def by_hand_momentum(steps: int) -> Values:
    """Parameters and moments of one process, these as the sum of two micro-batches has them."""
    ms.reset_auto_parallel_context()
    ms.set_seed(1)
    net = Net(1, 1, 1)
    loss = nn.WithLossCell(net, nn.CrossEntropyLoss())
    optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
    step = nn.TrainOneStepCell(loss, optimizer).set_train()
    for x, y in zip(*rows(steps)):
        step(Tensor(x), Tensor(y))
    found = {p.name: p.asnumpy() for p in net.get_parameters()}
    found |= {p.name: 2 * p.asnumpy() for p in optimizer.moments}
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", pipeline_stages=2)
    return found


def main(folder: Path, layout: str) -> None:
    init()
    own_step(folder)
    wanted, more = reference(2), reference(3)
    job = Job(folder, "save", layout, "adam", 1)
    job.train(0, 2)
    by_hand(job, wanted)
    options(job, wanted)
    by_callback(job, more)
    shared(job, more)
    print(f"rank {get_rank()} done", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
