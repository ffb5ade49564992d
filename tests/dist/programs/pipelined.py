"""Pipelines against one process: `pipelined.py CASE... [graph]`; each CASE is a function of this file.

The reference is one process with the whole batch and no pipeline. A case that is not equal raises on every process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import torch.distributed as dist

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel

WIDTH, CLASSES, STEPS = 8, 5, 20
Batch = tuple[np.ndarray, np.ndarray]


class Net(nn.Cell):
    """Layers on stages one after the other; ops between the Cells belong to their inputs."""

    def __init__(self, stages: int, layers: int = 4):
        super().__init__()
        self.flatten = nn.Flatten()
        self.layers = nn.CellList([nn.Dense(WIDTH, WIDTH, weight_init="xavier_uniform") for _ in range(layers)])
        self.last = nn.Dense(WIDTH, CLASSES, weight_init="xavier_uniform")
        for i, layer in enumerate(self.layers):
            layer.pipeline_stage = i * stages // layers
        self.last.pipeline_stage = stages - 1

    def construct(self, x: Any) -> Any:
        x = self.flatten(x)
        for layer in self.layers:
            x = ops.tanh(layer(x)) + 0.1
        return self.last(x)


def batches(steps: int, size: int, seed: int = 5) -> list[Batch]:
    rng = np.random.RandomState(seed)
    return [
        (rng.randn(size, 2, WIDTH // 2).astype(np.float32), rng.randint(0, CLASSES, size).astype(np.int32))
        for _ in range(steps)
    ]


def tensors(batch: Batch) -> tuple[Tensor, Tensor]:
    return Tensor(batch[0].copy()), Tensor(batch[1].copy())


def build(make: Callable[[], nn.Cell]) -> tuple[nn.Cell, nn.Cell]:
    ms.set_seed(3)
    net = make()
    return net, nn.WithLossCell(net, nn.CrossEntropyLoss())


def momentum(net: nn.Cell) -> Any:
    return nn.Momentum(net.trainable_params(), 0.1, 0.9)


def reference(
    make: Callable[[], nn.Cell], data: list[Batch], optimizer: Any = momentum, sens: float | None = None
) -> tuple[list[np.ndarray], list[float]]:
    """(parameters, losses) of one process."""
    net, loss = build(make)
    step = nn.TrainOneStepCell(loss, optimizer(net), sens).set_train()
    losses = [float(step(*tensors(batch))) for batch in data]
    return [p.asnumpy().copy() for p in net.get_parameters()], losses


def same(name: str, found: list[Any], wanted: list[Any]) -> None:
    apart = max(float(np.abs(np.asarray(f) - np.asarray(w)).max()) for f, w in zip(found, wanted))
    assert len(found) == len(wanted) and apart < 1e-5, f"{name}: rank {get_rank()} is {apart} apart"
    if get_rank() == 0:
        print(f"{name}: equal, {apart:.1e}", flush=True)


def everything(step: Any) -> list[np.ndarray]:
    return [v.asnumpy() for v in step.whole_parameters()]


def semi_auto(stages: int, **config: Any) -> None:
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", pipeline_stages=stages)
    if config:
        ms.set_auto_parallel_context(
            pipeline_config={"pipeline_interleave": True, "pipeline_scheduler": "1f1b", **config}
        )


def part(batch: Batch, copies: int) -> Batch:
    """This process's part of a batch that `copies` of each stage share."""
    index = get_rank() % copies
    return tuple(np.split(a, copies)[index] for a in batch)  # type: ignore[return-value]


def by_step(scheduler: str = "gpipe", stages: int = 0, micro: int = 4) -> None:
    """TrainOneStepCell, AutoParallel around the PipelineCell."""
    stages = stages or get_group_size()
    copies, data = get_group_size() // stages, batches(STEPS, 16)
    wanted, expected = reference(lambda: Net(stages), data)
    net, loss = build(lambda: Net(stages))
    wrapped = AutoParallel(nn.PipelineCell(loss, micro))
    wrapped.pipeline(stages, scheduler=scheduler)
    step = nn.TrainOneStepCell(wrapped, momentum(net)).set_train()
    losses = [float(step(*tensors(part(batch, copies)))) / micro for batch in data]
    same(f"{scheduler} {stages} stages losses", losses, expected)
    same(f"{scheduler} {stages} stages", everything(step._planned_step), wanted)
    ms.reset_auto_parallel_context()


def one_forward_one_backward() -> None:
    """1f1b with 8 micro-batches."""
    by_step("1f1b", micro=8)


def by_model() -> None:
    """Model.train under the context; each process holds its own stage only."""
    stages, data = get_group_size(), batches(STEPS, 16)
    wanted, expected = reference(lambda: Net(stages), data)
    semi_auto(stages)
    net, loss = build(lambda: Net(stages))
    model = ms.Model(nn.PipelineCell(loss, 4), optimizer=momentum(net))
    history = ms.train.History()
    seen: list[float] = []

    class Losses(ms.train.Callback):
        def on_train_step_end(self, run_context: Any) -> None:
            seen.append(float(run_context.original_args().net_outputs) / 4)

    rows = [np.concatenate(c) for c in zip(*data)]
    source = ms.dataset.NumpySlicesDataset(tuple(rows), ["x", "y"], shuffle=False).batch(16)
    model.train(1, source, callbacks=[Losses(), history])
    same("by_model losses", seen, expected)
    same("by_model", everything(model.train_network), wanted)
    held = [p.name for p in net.trainable_params() if p._init is None]
    assert 0 < len(held) < len(net.trainable_params()), held
    other = next(p for p in net.trainable_params() if p._init is not None)
    try:
        other.asnumpy()
    except RuntimeError as error:
        assert "belongs to stage" in str(error)
    else:
        raise AssertionError("a parameter of another stage was read")
    ms.reset_auto_parallel_context()


def by_function() -> None:
    """A step of functions: value_and_grad of the PipelineCell, the reducer, the optimizer."""
    stages, data = get_group_size(), batches(STEPS, 16)
    wanted, expected = reference(lambda: Net(stages), data)
    semi_auto(stages)
    net, loss = build(lambda: Net(stages))
    cell = nn.PipelineCell(loss, 4).set_train()
    optimizer = nn.Momentum(net.trainable_params(), 0.1 / 4, 0.9)
    reducer = nn.PipelineGradReducer(optimizer.parameters)

    def forward(x: Any, y: Any) -> Any:
        return cell(x, y)

    taken = ops.value_and_grad(forward, None, optimizer.parameters)

    @ms.jit
    def step(x: Any, y: Any) -> Any:
        value, grads = taken(x, y)
        optimizer(reducer(grads))
        return value

    losses = [float(step(*tensors(batch))) / 4 for batch in data]
    same("by_function losses", losses, expected)
    own = [(p.asnumpy(), w) for p, w in zip(net.get_parameters(), wanted) if p._init is None]
    assert 0 < len(own) < len(wanted)
    same("by_function", [a for a, _ in own], [w for _, w in own])
    ms.reset_auto_parallel_context()


def copies() -> None:
    """Two stages, each on half of the processes, which share the batch."""
    by_step("1f1b", stages=2)


def main(names: list[str]) -> None:
    init()
    if "graph" in names:
        ms.set_context(mode=ms.GRAPH_MODE)
    for name in names:
        if name != "graph":
            globals()[name]()
            dist.barrier()
    figures = ms.graph.stats()
    print(f"rank {get_rank()} compiled {figures.by_name} breaks {len(figures.breaks)} fallbacks {figures.fallbacks}")


if __name__ == "__main__":
    main(sys.argv[1:])
