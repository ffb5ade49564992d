"""Pipelines whose backward pass is split into gradients of inputs and of weights: `split_backward.py CASE... [graph]`.

The reference is one process with the whole batch and no pipeline. A case that is not equal raises on every process.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import torch
import torch.distributed as dist
from torch.utils._python_dispatch import TorchDispatchMode

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel
from msacc.parallel.pipeline_api import record
from tests.dist.programs.pipelined import (
    CLASSES,
    WIDTH,
    Batch,
    batches,
    build,
    everything,
    momentum,
    reference,
    same,
    semi_auto,
    tensors,
)

SCHEDULES = ("zero_bubble", "zero_bubble_v", "dual_pipe_v")
MICRO = 8
_PASS = re.compile(r"micro-batch (?P<micro>\d+) chunk (?P<chunk>\d+)(?P<later>, weights)?")


class Lane(nn.Cell):
    """A layer for each stage in `order`; with `segments` the Cells say which of their stage's chunks they are in."""

    def __init__(self, order: list[int], segments: bool = False):
        super().__init__()
        self.flatten = nn.Flatten()
        self.layers = nn.CellList([nn.Dense(WIDTH, WIDTH, weight_init="xavier_uniform") for _ in order])
        self.last = nn.Dense(WIDTH, CLASSES, weight_init="xavier_uniform")
        for i, (layer, stage) in enumerate(zip(self.layers, order)):
            layer.pipeline_stage = stage
            if segments:
                layer.pipeline_segment = int(i >= len(order) // 2)

    def construct(self, x: Any) -> Any:
        x = first = self.layers[0](self.flatten(x))
        for layer in self.layers[1:]:
            # The transposes make what is sent a view, and its gradients not contiguous.
            x = (ops.tanh(layer(x)) + 0.1).T.contiguous().T
        # Sent along by all stages between.
        return self.last(x + first)


def order_of(scheduler: str) -> list[int]:
    """The stages that a batch comes to: 0 1 0 1, or folded 0 1 1 0."""
    there = list(range(get_group_size()))
    return there * 2 if scheduler == "zero_bubble" else [*there, *reversed(there)]


def whole_step(scheduler: str) -> Any:
    """(the network, the step of a Model over the stages)."""
    net, loss = build(lambda: Lane(order_of(scheduler), segments=scheduler == "dual_pipe_v"))
    wrapped = AutoParallel(nn.PipelineCell(loss, MICRO))
    wrapped.pipeline(get_group_size(), scheduler=scheduler)
    return net, ms.Model(wrapped, optimizer=momentum(net)).train_network


def equal() -> None:
    """Losses and parameters of 20 steps, and the outputs of the trained network."""
    data: list[Batch] = batches(20, 16)
    for scheduler in SCHEDULES:
        wanted, expected = reference(lambda: Lane(order_of(scheduler)), data)
        net, step = whole_step(scheduler)
        losses = [float(step(*tensors(batch))) / MICRO for batch in data]
        same(f"{scheduler} losses", losses, expected)
        found = everything(step)
        same(scheduler, found, wanted)
        logits = net.set_train(False)(Tensor(data[0][0])).asnumpy()
        ms.reset_auto_parallel_context()
        alone, _ = build(lambda: Lane(order_of(scheduler)))
        for parameter, value in zip(alone.get_parameters(), found):
            parameter.set_data(Tensor(value))
        same(f"{scheduler} outputs", [logits], [alone(Tensor(data[0][0])).asnumpy()])


def by_function() -> None:
    """A step of functions under the context."""
    stages, data = get_group_size(), batches(20, 16)
    wanted, expected = reference(lambda: Lane(order_of("zero_bubble_v")), data)
    semi_auto(stages, pipeline_scheduler="zero_bubble_v")
    net, loss = build(lambda: Lane(order_of("zero_bubble_v")))
    cell = nn.PipelineCell(loss, MICRO).set_train()
    optimizer = nn.Momentum(net.trainable_params(), 0.1 / MICRO, 0.9)
    taken = ops.value_and_grad(cell, None, optimizer.parameters)
    losses = []
    for batch in data:
        value, grads = taken(*tensors(batch))
        optimizer(grads)
        losses.append(float(value) / MICRO)
    same("by_function losses", losses, expected)
    own = [(p.asnumpy(), w) for p, w in zip(net.get_parameters(), wanted) if p._msacc_init is None]
    assert 0 < len(own) < len(wanted)
    same("by_function", [a for a, _ in own], [w for _, w in own])
    ms.reset_auto_parallel_context()


class Products(TorchDispatchMode):
    """Counts matrix products."""

    count = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.count += func.overloadpacket in (torch.ops.aten.mm, torch.ops.aten.addmm)
        return func(*args, **(kwargs or {}))


def counted() -> None:
    """No product is computed twice: as many in all processes together as in one, for each micro-batch."""
    layers = 2 * get_group_size() + 1
    for scheduler in SCHEDULES:
        _, step = whole_step(scheduler)
        batch = tensors(batches(1, 16)[0])
        step(*batch)
        with Products() as products:
            step(*batch)
        total = torch.tensor([products.count])
        dist.all_reduce(total)
        # Forward, gradients of weights, and gradients of inputs but for the network's own.
        assert int(total) == MICRO * (3 * layers - 1), (scheduler, int(total), layers)
        ms.reset_auto_parallel_context()
    if get_rank() == 0:
        print("counted: equal", flush=True)


def pictured() -> None:
    """Every pass is noted; gradients of weights come after those of inputs."""
    stages = get_group_size()
    _, step = whole_step("zero_bubble_v")
    batch = tensors(batches(1, 16)[0])
    step(*batch)
    with record() as seen:
        step(*batch)
    for rank, lane in seen.lanes.items():
        passes = [(_PASS.fullmatch(e.name), e) for e in lane.events]
        starts = {
            ("weights" if p["later"] else e.kind, int(p["chunk"]), int(p["micro"])): e.start
            for p, e in passes
            if p is not None
        }
        assert {chunk for _, chunk, _ in starts} == {rank, 2 * stages - 1 - rank}
        assert len(starts) == 2 * 3 * MICRO
        assert all(
            starts["weights", chunk, micro] > starts["backward", chunk, micro]
            for chunk in (rank, 2 * stages - 1 - rank)
            for micro in range(MICRO)
        )
    assert set("ABCDEFGH"[:MICRO]) <= set(seen.text(4000, micro_batches=True))
    ms.reset_auto_parallel_context()
    if get_rank() == 0:
        print("pictured: equal", flush=True)


def refused() -> None:
    """Chunks without work, Cells out of order and too few micro-batches are errors that say which."""
    stages = get_group_size()

    def wrong(order: list[int], micro: int, scheduler: str, *texts: str) -> None:
        net, loss = build(lambda: Lane(order))
        wrapped = AutoParallel(nn.PipelineCell(loss, micro))
        wrapped.pipeline(stages, scheduler=scheduler)
        step = nn.TrainOneStepCell(wrapped, momentum(net)).set_train()
        try:
            step(*tensors(batches(1, 16)[0]))
        except (RuntimeError, ValueError) as error:
            assert all(text in str(error) for text in texts), str(error)
        else:
            raise AssertionError("it should have been refused")
        ms.reset_auto_parallel_context()

    there = list(range(stages))
    wrong(there, MICRO, "zero_bubble_v", "works twice", f"stage {stages - 1} has")
    wrong(order_of("dual_pipe_v"), 2, "dual_pipe_v", f"({2 * stages})", "zero_bubble_v")
    if get_rank() == 0:
        print("refused: equal", flush=True)


def main(names: list[str]) -> None:
    init()
    if "graph" in names:
        ms.set_context(mode=ms.GRAPH_MODE)
    for name in names:
        if name != "graph":
            globals()[name]()
            dist.barrier()
    print(f"rank {get_rank()} compiled {ms.graph.stats().by_name}")


if __name__ == "__main__":
    main(sys.argv[1:])
