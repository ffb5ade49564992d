"""Doors to one step on several processes: CASES are functions of this file; rank 0 compares with one big batch."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import torch.distributed as dist

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.nn.utils import no_init_parameters
from msacc.parallel import AutoParallel, GradAccumulation, GradAccumulator
from tests.dist.programs.accumulated import check, own, whole
from tests.parallel.oracle import Net, batches, build, optimizer, reference, tensors, values


def hsdp(network: Any, level: str = "level1", threshold: int = 0) -> AutoParallel:
    wrapped = AutoParallel(network)
    wrapped.hsdp(threshold=threshold, optimizer_level=level)
    return wrapped


def same(name: str, value: Any, wanted: bool = True) -> None:
    """Whether a value is the same on all processes."""
    everyone: list[Any] = [None] * get_group_size()
    dist.all_gather_object(everyone, np.asarray(value).tolist())
    assert all(v == everyone[0] for v in everyone) == wanted, f"{name}: {everyone}"


def two_models() -> None:
    """A second Model and a GradAccumulator with the same optimizer go on with its values and state."""
    data = batches(4 * get_group_size(), 12)
    for level in ("level1", "level2", "level3"):
        net, loss = build()
        start, opt = values(net), optimizer(net)
        first = ms.Model(hsdp(GradAccumulation(loss, 3), level), optimizer=opt).train_network
        second = ms.Model(hsdp(GradAccumulation(loss, 2), level), optimizer=opt).train_network
        block = GradAccumulator(hsdp(loss, level), opt, window=1)
        for call, batch in zip((first, second, block, first), own(data)):
            call(*tensors(batch))
        check(f"two_models {level}", first.whole_parameters(), reference(start, whole(data))[0])


def taken_over() -> None:
    """Another optimizer takes the parameters over as they are; the step of the first one says so."""
    data = batches(2 * get_group_size(), 12)
    for level in ("level1", "level3"):
        net, loss = build()
        start = values(net)
        first = ms.Model(hsdp(GradAccumulation(loss, 3), level), optimizer=optimizer(net))
        first.train_network(*tensors(own(data)[0]))
        second = ms.Model(hsdp(GradAccumulation(loss, 3), level), optimizer=optimizer(net))
        second.train_network(*tensors(own(data)[1]))
        steps = whole(data)
        wanted, _ = reference(reference(start, steps[:1])[0], steps[1:])
        check(f"taken_over {level}", second.train_network.whole_parameters(), wanted)
        try:
            first.train_network(*tensors(own(data)[1]))
        except RuntimeError as error:
            assert "taken over" in str(error)
        else:
            raise AssertionError("a step went on with parameters that are another's")


def fed_whole() -> None:
    """dataset_strategy("full_batch"): every process is fed everything and computes its part; micro_size="auto" too."""
    data = batches(3, 12)
    for micro, memory in ((3, None), ("auto", "1MB")):
        net, loss = build()
        start = values(net)
        wrapped = hsdp(GradAccumulation(loss, micro, memory=memory))
        wrapped.dataset_strategy("full_batch")
        step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
        seen: list[int] = []
        net.register_forward_pre_hook(lambda cell, args, seen=seen: seen.append(args[0].shape[0]))
        for batch in data:
            step(*tensors(batch))
        assert max(seen) <= 12 // get_group_size(), seen
        check(f"fed_whole {micro}", step.whole_parameters(), reference(start, data)[0])


def sharded_by_context() -> None:
    """DATA_PARALLEL with enable_parallel_optimizer shards the optimizer."""
    data = batches(3 * get_group_size(), 12)
    ms.set_auto_parallel_context(
        parallel_mode="data_parallel",
        gradients_mean=True,
        enable_parallel_optimizer=True,
        parallel_optimizer_config={"parallel_optimizer_threshold": 0},
    )
    net, loss = build()
    start = values(net)
    cell = nn.TrainOneStepCell(loss, optimizer(net)).set_train()
    for batch in own(data):
        cell(*tensors(batch))
    assert cell._planned_step.live().store.buckets[0].pieces == get_group_size()
    wanted = reference(start, whole(data))[0]
    check("sharded_by_context", cell._planned_step.whole_parameters(), wanted)
    ms.reset_auto_parallel_context()


class Drops(nn.Cell):
    """Keeps its last mask."""

    def __init__(self) -> None:
        super().__init__()
        self.dense, self.drop = nn.Dense(6, 4), nn.Dropout(p=0.5)
        self.__dict__["mask"] = None

    def construct(self, x: Any, y: Any) -> Any:
        self.__dict__["mask"] = self.drop(ops.ones_like(x))
        return ops.square(self.dense(x * self.mask)).mean() + y.mean() * 0.0


def random_numbers() -> None:
    """Seeds that differ by rank: initial values agree all the same. Seeds that agree: masks differ."""
    ms.set_seed(11 + get_rank())
    with no_init_parameters():
        net = Drops()
        opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    # Above the size of every parameter: all stay whole.
    step = ms.Model(hsdp(GradAccumulation(net, 2), threshold=64), optimizer=opt).train_network
    x = Tensor(np.ones((4, 6), np.float32)), Tensor(np.ones(4, np.float32))
    step.set_train()
    step(*x)
    same("weights", net.dense.weight.asnumpy())
    ms.set_seed(5)
    step(*x)
    same("mask", net.mask.asnumpy(), wanted=False)
    ms.set_seed(5)
    same("values drawn by initializers", Net().first.weight.asnumpy())
    if get_rank() == 0:
        print("random_numbers: equal")


def main(names: list[str]) -> None:
    init()
    for name in names:
        globals()[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
