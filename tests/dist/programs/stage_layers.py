"""level3 in a pipeline, against one process with the whole batch: `stage_layers.py CASE... [graph]`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.distributed as dist

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation, full_value
from msacc.step.pipeline_runtime import stage_layers
from tests.dist.programs import pipelined
from tests.dist.programs.pipelined import Looped, Net, Tied, batches, build, everything, momentum, part, same, tensors

STEPS = 20


def adam(net: nn.Cell) -> Any:
    return nn.AdamWeightDecay(net.trainable_params(), 0.02, weight_decay=0.1)


def begun(make: Callable[[], nn.Cell], optimizer: Any, schedule: str, micro: int, **hsdp: Any) -> tuple[nn.Cell, Any]:
    """A network on two stages, and the step that trains it at level3."""
    net, loss = build(make)
    wrapped = AutoParallel(nn.PipelineCell(loss, micro, clip_norm=hsdp.pop("clip_norm", None)))
    wrapped.pipeline(2, interleave=schedule == "interleaved", scheduler="1f1b" if schedule == "interleaved" else schedule)
    wrapped.hsdp(**{"threshold": 0, "optimizer_level": "level3", **hsdp})
    return net, ms.Model(wrapped, optimizer=optimizer(net)).train_network


def trained(name: str, make: Callable[[], nn.Cell], schedule: str, optimizer: Any = momentum, **hsdp: Any) -> Any:
    """Train at level3, compare, and return (network, step, wanted parameters)."""
    share = get_group_size() // 2
    data = pipelined.words(STEPS, 32) if make().cls_name == "Tied" else batches(STEPS, 32)
    wanted, expected = pipelined.reference(make, data, optimizer)
    net, step = begun(make, optimizer, schedule, 4, **hsdp)
    losses = [float(step(*tensors(part(batch, share)))) / 4 for batch in data]
    same(f"{name} {schedule} losses", losses, expected)
    same(f"{name} {schedule}", everything(step), wanted)
    return net, step, wanted


def schedules() -> None:
    """Every schedule; no parameter lies whole on a process between two steps."""
    for schedule in ("1f1b", "gpipe", "zero_bubble"):
        _, step, _ = trained("schedules", lambda: Net(2), schedule)
        assert all(b.num_shards > 1 and b.full is None for b in step.step_runtime().store.buckets)
    trained("schedules", lambda: Looped(2, 2), "interleaved")
    trained("schedules", lambda: Folded(), "zero_bubble_v")


class Folded(Looped):
    """A batch runs through the stages and back."""

    def __init__(self) -> None:
        super().__init__(2, 2)
        for i, layer in enumerate(self.layers):
            layer.pipeline_stage = (0, 1, 1, 0)[i]
        self.last.pipeline_stage = 0


def shared() -> None:
    """A table that both stages read, with Adam; the bound on the norm counts each element once."""
    trained("shared", lambda: Tied(2), "1f1b", adam)
    bound, share, data = 0.05, get_group_size() // 2, pipelined.words(STEPS, 32)
    net, loss = build(lambda: Tied(2))
    alone = nn.TrainOneStepCell(GradAccumulation(loss, 1, clip_norm=bound), momentum(net)).set_train()
    expected = [float(alone(*tensors(batch))) for batch in data]
    _, step = begun(lambda: Tied(2), momentum, "1f1b", 4, clip_norm=bound)
    losses = [float(step(*tensors(part(batch, share)))) / 4 for batch in data]
    same("bounded losses", losses, expected)
    same("bounded", everything(step), [p.asnumpy() for p in net.get_parameters()])


class Wide(Net):
    """Weights of 2 KB, biases that are small."""

    def __init__(self) -> None:
        super().__init__(2)
        for i in (1, 2):
            self.layers[i] = nn.SequentialCell(nn.Dense(8, 64), nn.ReLU(), nn.Dense(64, 8))
            self.layers[i].pipeline_stage = i - 1


def small() -> None:
    """Parameters below the threshold stay whole, and are reduced once a step."""
    _, step, _ = trained("small", Wide, "gpipe", threshold=1)
    shards = [b.num_shards for b in step.step_runtime().store.buckets]
    assert shards.count(1) == 1 and len(shards) == 3, shards


def replicas() -> None:
    """Shards over a part of a stage's processes, replicas over the others."""
    _, step, _ = trained("replicas", lambda: Net(2), "1f1b", shard_size=2)
    assert step.step_runtime().mesh.replicas == 2


def one_layer_at_a_time() -> None:
    """Each micro-batch gathers a layer twice, and no more than two layers are whole at any time."""
    alive, gathered, widest = set(), [0], [0]
    plain = stage_layers.StageLayer.gather

    def whole() -> int:
        return sum(not ref.expired() for ref in alive)

    def counted(layer: Any, piece: torch.Tensor) -> torch.Tensor:
        gathered[0] += 1
        full = plain(layer, piece)
        key = full.untyped_storage()
        alive.add(torch.multiprocessing.reductions.StorageWeakRef(key))
        # A thread of gloo's may hold the buffer of a message a moment longer than who waited for it.
        until = time.monotonic() + 5
        while whole() > 2 and time.monotonic() < until:
            time.sleep(0.01)
        widest[0] = max(widest[0], whole())
        return full

    net, step = begun(lambda: Net(2), momentum, "1f1b", 4)
    share, data = get_group_size() // 2, batches(2, 32)
    step(*tensors(part(data[0], share)))
    stage_layers.StageLayer.gather = counted
    try:
        step(*tensors(part(data[1], share)))
    finally:
        stage_layers.StageLayer.gather = plain
    # Stage 0 has two layers, stage 1 three; the network's first one has no gradient of its input to compute.
    assert gathered[0] == 4 * (2 + 1, 3 + 3)[step.step_runtime().mesh.stage], gathered
    assert widest[0] <= 2, widest
    same("one_layer_at_a_time", [0.0], [0.0])


def read() -> None:
    """full_value, evaluation, a checkpoint of all and one of each process, and a parameter read without remedy."""
    net, step, wanted = trained("read", lambda: Net(2), "1f1b")
    same("read full_value", [full_value(p).asnumpy() for p in net.trainable_params()], wanted)
    ms.save_checkpoint(step, "whole.ckpt")
    dist.barrier()
    found = ms.load_checkpoint("whole.ckpt")
    own = [p.name for p in step.optimizer.parameters]
    same("read checkpoint", [found[n].asnumpy() for n in own], wanted)
    assert sum(name.startswith("moments.") for name in found) == len(own)
    rows = batches(1, 8)[0][0]
    logits = net.set_train(False)(Tensor(rows)).asnumpy()
    alone, _ = build(lambda: Net(2))
    for parameter, value in zip(alone.get_parameters(), wanted):
        parameter.set_data(Tensor(value))
    same("read outputs", [logits], [alone(Tensor(rows)).asnumpy()])
    try:
        net.layers[0].weight.asnumpy(), net.last.weight.asnumpy()
    except RuntimeError as error:
        assert "full_value" in str(error), error
    else:
        raise AssertionError("a process gave what it does not hold")


def resumed() -> None:
    """A step that starts from a checkpoint, in a window of two calls."""
    share, data = get_group_size() // 2, batches(4, 32)
    wanted, _ = pipelined.reference(lambda: Net(2), data)
    net, step = begun(lambda: Net(2), momentum, "1f1b", 4)
    for batch in data[:2]:
        step(*tensors(part(batch, share)))
    ms.save_checkpoint(step, "half.ckpt")
    dist.barrier()
    net, again = begun(lambda: Net(2), momentum, "1f1b", 4)
    ms.load_param_into_net(again, ms.load_checkpoint("half.ckpt"))
    for batch in data[2:]:
        again(*tensors(part(batch, share)))
    same("resumed", everything(again), wanted)


def main(names: list[str]) -> None:
    init()
    if "graph" in names:
        ms.set_context(mode=ms.GRAPH_MODE)
    for name in names:
        if name != "graph":
            globals()[name]()
            dist.barrier()
            ms.reset_auto_parallel_context()


if __name__ == "__main__":
    main(sys.argv[1:])
