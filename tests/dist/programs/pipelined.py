"""Pipelines against one process: `pipelined.py CASE... [graph]`; each CASE is a function of this file.

The reference is one process with the whole batch and no pipeline. A case that is not equal raises on every process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch.distributed as dist

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common.settings import settings
from msacc.communication import get_group_size, get_rank, init
from msacc.graph import automatic_level
from msacc.common.remote_parameters import is_absent
from msacc.parallel import AutoParallel, full_value
from msacc.parallel.pipeline_api import record
from tests.dist.programs.summed import Summed, one_batch

WIDTH, CLASSES, STEPS = 8, 5, 20
Batch = tuple[np.ndarray, np.ndarray]


class Net(nn.Cell):
    """Layers on stages one after the other; ops between the Cells belong to their inputs."""

    def __init__(self, stages: int, layers: int = 4):
        super().__init__()
        self.flatten = nn.Flatten()
        self.layers = nn.CellList(
            [nn.Dense(WIDTH, WIDTH, weight_init="xavier_uniform") for _ in range(layers)]
        )
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
        (
            rng.randn(size, 2, WIDTH // 2).astype(np.float32),
            rng.randint(0, CLASSES, size).astype(np.int32),
        )
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
    make: Callable[[], nn.Cell],
    data: list[Batch],
    optimizer: Any = momentum,
    sens: float | None = None,
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
    same(f"{scheduler} {stages} stages", everything(step._msacc_planned_step), wanted)
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
    held = [p.name for p in net.trainable_params() if p._msacc_init is None]
    assert 0 < len(held) < len(net.trainable_params()), held
    other = next(p for p in net.trainable_params() if p._msacc_init is not None)
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
    own = [(p.asnumpy(), w) for p, w in zip(net.get_parameters(), wanted) if p._msacc_init is None]
    assert 0 < len(own) < len(wanted)
    same("by_function", [a for a, _ in own], [w for _, w in own])
    ms.reset_auto_parallel_context()


def copies() -> None:
    """Two stages, each on half of the processes, which share the batch."""
    by_step("1f1b", stages=2)


class Tied(nn.Cell):
    """An embedding whose table is also the last stage's, and a value that skips the stages between."""

    def __init__(self, stages: int):
        super().__init__()
        self.embed = nn.Embedding(CLASSES, WIDTH, embedding_table="normal")
        self.layers = nn.CellList([nn.Dense(WIDTH, WIDTH) for _ in range(stages)])
        self.head = Head()
        self.embed.pipeline_stage = 0
        for i, layer in enumerate(self.layers):
            layer.pipeline_stage = i
        self.head.pipeline_stage = stages - 1

    def construct(self, x: Any) -> Any:
        first = h = self.embed(x)
        for layer in self.layers:
            h = ops.tanh(layer(h))
        return self.head(h + first, self.embed.embedding_table)


class Head(nn.Cell):
    """Scores against a table that another Cell owns."""

    def construct(self, state: Any, table: Any) -> Any:
        return ops.matmul(state, table.T).mean(axis=1)


def words(steps: int, size: int) -> list[Batch]:
    rng = np.random.RandomState(8)
    return [
        (
            rng.randint(0, CLASSES, (size, 3)).astype(np.int32),
            rng.randint(0, CLASSES, size).astype(np.int32),
        )
        for _ in range(steps)
    ]


def tied(make: Any = Tied) -> None:
    """A shared table has one gradient: the sum of what its stages find; clipping counts it once."""
    stages = min(get_group_size(), 4)
    data = words(STEPS, 16)
    wanted, expected = reference(lambda: make(stages), data)
    semi_auto(stages)
    net, loss = build(lambda: make(stages))
    step = ms.Model(nn.PipelineCell(loss, 4), optimizer=momentum(net)).train_network
    losses = [float(step(*tensors(batch))) / 4 for batch in data]
    same("tied losses", losses, expected)
    same("tied", everything(step), wanted)
    assert net.embed.embedding_table._msacc_init is None or get_rank() in range(1, stages - 1)
    ms.reset_auto_parallel_context()
    semi_auto(stages)
    net, loss = build(lambda: make(stages))
    cell = nn.PipelineCell(loss, 4).set_train()
    optimizer = nn.Momentum(net.trainable_params(), 0.1 / 4, 0.9)
    taken = ops.value_and_grad(cell, None, optimizer.parameters)
    for batch in data:
        optimizer(taken(*tensors(batch))[1])
    own = [(p.asnumpy(), w) for p, w in zip(net.get_parameters(), wanted) if p._msacc_init is None]
    same("tied by_function", [a for a, _ in own], [w for _, w in own])
    ms.reset_auto_parallel_context()


class InParts(nn.Cell):
    """What an inference script puts around a network: it cuts the batch itself."""

    def __init__(self, network: nn.Cell, parts: int):
        super().__init__()
        self.network, self.parts = network, parts

    def construct(self, x: Any) -> Any:
        size = x.shape[0] // self.parts
        return ops.cat([self.network(x[i * size : (i + 1) * size]) for i in range(self.parts)])


def inference() -> None:
    """Forward passes over stages without training, in graph mode: every process gets the whole result."""
    stages, data = min(get_group_size(), 4), words(1, 16)[0][0]
    wanted = build(lambda: Tied(stages))[0](Tensor(data)).asnumpy()
    semi_auto(stages)
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    ms.set_seed(3)
    net = Tied(stages)
    whole = InParts(net, 4).set_train(False)
    whole.compile(Tensor(data))
    ms.sync_pipeline_shared_parameters(whole)
    same("inference", [whole(Tensor(data)).asnumpy()], [wanted])
    assert any(p._msacc_init is not None for p in net.get_parameters())
    ms.set_context(mode=before)
    ms.reset_auto_parallel_context()


def evaluation() -> None:
    """Model.eval and predict after training; a checkpoint holds everything and is read by one process."""
    stages, data = get_group_size(), batches(6, 16)
    wanted, _ = reference(lambda: Net(stages), data)
    semi_auto(stages)
    net, loss = build(lambda: Net(stages))
    rows = [np.concatenate(c) for c in zip(*data)]
    source = ms.dataset.NumpySlicesDataset(tuple(rows), ["x", "y"], shuffle=False).batch(16)
    seen = nn.WithEvalCell(net, nn.CrossEntropyLoss())
    piped = nn.PipelineCell(loss, 4)
    model = ms.Model(piped, None, momentum(net), {"acc", "loss"}, seen, [0, 1, 2])
    model.train(1, source)
    found = model.eval(source)
    summed = piped.set_train(False)(*map(Tensor, rows)).asnumpy()
    logits = net.set_train(False)(Tensor(rows[0])).asnumpy()
    ms.save_checkpoint(net, "net.ckpt")
    ms.save_checkpoint(model.train_network, f"part{get_rank()}.ckpt", integrated_save=False)
    own = ms.load_checkpoint(f"part{get_rank()}.ckpt")
    assert not ms.load_param_into_net(model.train_network, own)[0]  # moments have their shapes: nothing cuts them
    dist.barrier()
    ms.reset_auto_parallel_context()
    alone, loss = build(lambda: Net(stages))
    ms.load_param_into_net(alone, ms.load_checkpoint("net.ckpt"))
    same("evaluation checkpoint", [p.asnumpy() for p in alone.get_parameters()], wanted)
    same("evaluation outputs", [logits], [alone(Tensor(rows[0])).asnumpy()])
    same("evaluation loss", [summed / 4], [loss.set_train(False)(*map(Tensor, rows)).asnumpy()])
    plain = ms.Model(alone, nn.CrossEntropyLoss(), metrics={"acc", "loss"}).eval(source)
    same("evaluation metrics", [found["acc"], found["loss"]], [plain["acc"], plain["loss"]])
    files = [f"part{rank}.ckpt" for rank in range(get_group_size())]
    again, _ = build(lambda: Net(stages))
    opt = momentum(again)
    ms.load_distributed_checkpoint(nn.CellList([again, opt], auto_prefix=False), files)
    same("evaluation slices", [p.asnumpy() for p in again.get_parameters()], wanted)


def judged() -> None:
    """An overflow on one stage skips the update on all; the loss scale is one; clipping sees all stages."""
    stages, data = get_group_size(), batches(6, 16)
    bad = [(x.copy(), y) for x, y in data]
    bad[2][0][7] = np.inf
    wanted, _ = reference(lambda: Net(stages), [d for i, d in enumerate(data) if i != 2])
    semi_auto(stages)
    net, loss = build(lambda: Net(stages))
    manager = ms.train.DynamicLossScaleManager(1024.0, scale_factor=2, scale_window=100)
    step = ms.Model(
        nn.PipelineCell(loss, 4), optimizer=momentum(net), loss_scale_manager=manager
    ).train_network
    outs = [step(*tensors(batch)) for batch in bad]
    assert [bool(out[1]) for out in outs] == [i == 2 for i in range(6)]
    assert [float(out[2]) for out in outs][-1] == 512.0
    same("judged overflow", everything(step), wanted)
    ms.reset_auto_parallel_context()


def clipped() -> None:
    """The norm is over all stages, a shared table counted once; groups, and optimizers that need whole parameters."""
    stages = min(get_group_size(), 4)
    data = words(8, 16)

    def adam(net: Any) -> Any:
        tables = [p for p in net.trainable_params() if "embed" in p.name]
        others = [p for p in net.trainable_params() if "embed" not in p.name]
        return nn.AdamWeightDecay(
            [{"params": others, "lr": 0.05, "weight_decay": 0.1}, {"params": tables}], 0.02
        )

    def lamb(net: Any) -> Any:
        return nn.Lamb(net.trainable_params(), 0.05, weight_decay=0.01)

    bound = 0.05
    for make in (momentum, adam, lamb):
        ms.reset_auto_parallel_context()
        net, loss = build(lambda: Tied(stages))
        optimizer = make(net)
        taken = ms.value_and_grad(loss.set_train(), None, optimizer.parameters)
        norms = []
        for batch in data:
            grads = taken(*tensors(batch))[1]
            norm = np.sqrt(sum(float((g * g).sum()) for g in grads))
            norms.append(norm)
            optimizer(tuple(g * min(1.0, bound / norm) for g in grads))
        assert min(norms) > bound, norms
        wanted = [p.asnumpy().copy() for p in optimizer.parameters]
        semi_auto(stages)
        net, loss = build(lambda: Tied(stages))
        cell = nn.PipelineCell(loss, 4, clip_norm=bound)
        step = ms.Model(cell, optimizer=make(net)).train_network
        for batch in data:
            step(*tensors(batch))
        same(f"clipped {make.__name__}", everything(step), wanted)
    ms.reset_auto_parallel_context()


def summed() -> None:
    """A step that reads sums of gradients has all of them on every process; a loss of shape (1,)."""
    stages = min(get_group_size(), 4)
    data, bound = words(8, 16), 0.05
    ms.reset_auto_parallel_context()
    net, loss = build(lambda: Tied(stages))
    expected = one_batch(loss, momentum(net), data, bound)
    wanted = [p.asnumpy().copy() for p in net.get_parameters()]
    semi_auto(stages)
    net, loss = build(lambda: Tied(stages))
    cell = nn.PipelineCell(OneNumber(loss), 4)
    step = Summed(cell, momentum(net), 4, bound).set_train()
    losses = [float(step(*tensors(batch))) / 4 for batch in data]
    same("summed losses", losses, expected)
    same("summed", [full_value(p).asnumpy() for p in net.get_parameters()], wanted)
    for parameter, moment in zip(step.weights, step.optimizer.moments):
        tied = "embed" in parameter.name
        here = [0, stages - 1] if tied else [int(parameter.name.split(".")[1])]
        assert is_absent(parameter) == is_absent(moment) == (get_rank() not in here), parameter.name
    same(
        "summed sums",
        [p.asnumpy() for p in step.accu_grads],
        [np.zeros(p.shape) for p in step.accu_grads],
    )
    ms.reset_auto_parallel_context()


class OneNumber(nn.Cell):
    """A loss of shape (1,)."""

    def __init__(self, loss: nn.Cell):
        super().__init__(auto_prefix=False)
        self.loss = loss

    def construct(self, *inputs: Any) -> Any:
        return self.loss(*inputs).reshape((1,))


def sharded() -> None:
    """hsdp over the processes of each of two stages, at both levels."""
    share, data = get_group_size() // 2, batches(STEPS, 16)
    wanted, expected = reference(lambda: Net(2), data)
    for level in ("level1", "level2"):
        net, loss = build(lambda: Net(2))
        wrapped = AutoParallel(nn.PipelineCell(loss, 4))
        wrapped.pipeline(2)
        wrapped.hsdp(threshold=0, optimizer_level=level)
        step = ms.Model(wrapped, optimizer=momentum(net)).train_network
        losses = [float(step(*tensors(part(batch, share)))) / 4 for batch in data]
        assert all(b.num_shards == share for b in step.step_runtime().store.buckets)
        same(f"sharded {level} losses", losses, expected)
        same(f"sharded {level}", everything(step), wanted)
        ms.save_checkpoint(step, "sharded.ckpt")
        dist.barrier()
        found = ms.load_checkpoint("sharded.ckpt")
        own = [p.name for p in step.optimizer.parameters]
        same(f"sharded {level} checkpoint", [found[n].asnumpy() for n in own], wanted)
        assert sum(name.startswith("moments.") for name in found) == len(own)
    ms.reset_auto_parallel_context()


def owned() -> None:
    """hsdp of rules for whole parameters in each of two stages, which share a table; a bounded norm; their checkpoints."""

    def lamb(net: Any) -> Any:
        return nn.Lamb(net.trainable_params(), 0.05, weight_decay=0.01)

    def lars(net: Any) -> Any:
        return nn.LARS(momentum(net), epsilon=1e-2)

    _owned(lamb, lambda optimizer: optimizer.moments2)
    _owned(lars, lambda optimizer: optimizer.opt.moments)  # of the optimizer that it is around


def _owned(rule: Callable[[Any], Any], states: Callable[[Any], Any]) -> None:
    share, data, bound = get_group_size() // 2, words(8, 16), 0.05
    net, loss = build(lambda: Tied(2))
    optimizer = rule(net)
    expected = one_batch(loss, optimizer, data, bound)
    wanted = [p.asnumpy().copy() for p in (*optimizer.parameters, *states(optimizer))]
    net, loss = build(lambda: Tied(2))
    wrapped = AutoParallel(nn.PipelineCell(loss, 4, clip_norm=bound))
    wrapped.pipeline(2)
    wrapped.hsdp(threshold=0)
    step = ms.Model(wrapped, optimizer=rule(net)).train_network
    losses = [float(step(*tensors(part(batch, share)))) / 4 for batch in data]
    same("owned losses", losses, expected)
    values = [*step.optimizer.parameters, *states(step.optimizer)]
    same("owned", [full_value(p).asnumpy() for p in values], wanted)
    table = next(p for p in net.get_parameters() if "embed" in p.name)
    update = step.step_runtime().store.owned
    assert any(step.optimizer.parameters[i] is table for i in update.at)  # on every process of both stages
    assert len(update.at) < len(update.owners) + 1
    ms.save_checkpoint(step, "owned.ckpt")
    dist.barrier()
    found = ms.load_checkpoint("owned.ckpt")
    same("owned checkpoint", [found[p.name].asnumpy() for p in values], wanted)
    dist.barrier()
    ms.reset_auto_parallel_context()


def sliced() -> None:
    """A dataset strategy that cuts columns: the processes of each stage put their slices together."""
    share, data = get_group_size() // 2, batches(STEPS, 16)
    wanted, expected = reference(lambda: Net(2), data)
    for by_context in (False, True):
        net, loss = build(lambda: Net(2))
        strategy = ((1, 1, share), (1,))
        if by_context:
            semi_auto(2)
            ms.set_auto_parallel_context(dataset_strategy=strategy)
            wrapped: Any = nn.PipelineCell(loss, 4)
        else:
            wrapped = AutoParallel(nn.PipelineCell(loss, 4))
            wrapped.pipeline(2)
            wrapped.dataset_strategy(strategy)
        step = ms.Model(wrapped, optimizer=momentum(net)).train_network
        columns = [(np.split(x, share, 2)[get_rank() % share], y) for x, y in data]
        losses = [float(step(*tensors(batch))) / 4 for batch in columns]
        same("sliced losses", losses, expected)
        same("sliced", everything(step), wanted)
        ms.reset_auto_parallel_context()


def placed() -> None:
    """Cell.place: parts on processes in any order, one process with none; Model trains and evaluates."""
    world, data = get_group_size(), batches(STEPS, 16)

    def make() -> Any:
        net = Net(1)
        for cell in (*net.layers, net.last):
            cell.__dict__.pop("_pipeline_stage")
        return net

    wanted, expected = reference(make, data)
    ranks = [1, 0] if world < 4 else [2, 0, 3]
    net, _ = build(make)
    for i, layer in enumerate(net.layers):
        layer.place("MS_WORKER", ranks[i * len(ranks) // 4])
    net.last.place("MS_WORKER", ranks[-1])
    model = ms.Model(net, nn.CrossEntropyLoss(), momentum(net), {"loss"})
    losses = [float(model.train_network(*tensors(batch))) for batch in data]
    same("placed losses", losses, expected)
    same("placed", everything(model.train_network), wanted)
    held = [p for p in net.get_parameters() if p._msacc_init is None]
    assert bool(held) == (get_rank() in ranks)
    rows = [np.concatenate(c) for c in zip(*data)]
    source = ms.dataset.NumpySlicesDataset(tuple(rows), ["x", "y"], shuffle=False).batch(16)
    found = model.eval(source)
    alone, _ = build(make)
    for parameter, value in zip(alone.get_parameters(), wanted):
        parameter.set_data(Tensor(value))
    plain = ms.Model(alone, nn.CrossEntropyLoss(), metrics={"loss"}).eval(source)
    same("placed metrics", [found["loss"]], [plain["loss"]])
    net, _ = build(make)
    for layer, rank in zip(net.layers, (0, 1, 0, 1)):
        layer.place("MS_WORKER", rank)
    step = ms.Model(net, nn.CrossEntropyLoss(), momentum(net)).train_network
    try:
        step(*tensors(data[0]))
    except RuntimeError as error:
        assert "layers.2" in str(error) and "layers.1" in str(error), error
    else:
        raise AssertionError("a batch came to a process twice")


class Looped(nn.Cell):
    """Each stage comes `chunks` times."""

    def __init__(self, stages: int, chunks: int):
        super().__init__()
        self.flatten = nn.Flatten()
        self.layers = nn.CellList([nn.Dense(WIDTH, WIDTH) for _ in range(stages * chunks)])
        for i, layer in enumerate(self.layers):
            layer.pipeline_stage = i % stages
        self.last = nn.Dense(WIDTH, CLASSES)

    def construct(self, x: Any) -> Any:
        x = self.flatten(x)
        for layer in self.layers:
            x = x + ops.tanh(layer(x))
        return self.last(x)


def interleaved() -> None:
    """Several chunks on each process, under both schedules."""
    stages, data = get_group_size(), batches(STEPS, 16)
    for scheduler in ("1f1b", "gpipe"):
        wanted, expected = reference(lambda: Looped(stages, 2), data)
        semi_auto(stages, pipeline_scheduler=scheduler)
        net, loss = build(lambda: Looped(stages, 2))
        step = ms.Model(nn.PipelineCell(loss, 8), optimizer=momentum(net)).train_network
        losses = [float(step(*tensors(batch))) / 8 for batch in data]
        same(f"interleaved {scheduler} losses", losses, expected)
        same(f"interleaved {scheduler}", everything(step), wanted)
        ms.reset_auto_parallel_context()


def orders() -> None:
    """Stages that run backwards, are not there or have nothing to do are errors that name the Cells."""
    stages = get_group_size()
    semi_auto(stages)

    def wrong(change: Any, *texts: str) -> None:
        net, loss = build(lambda: Net(stages))
        change(net)
        step = ms.Model(nn.PipelineCell(loss, 4), optimizer=momentum(net)).train_network
        try:
            step(*tensors(batches(1, 16)[0]))
        except RuntimeError as error:
            assert all(text in str(error) for text in texts), str(error)
        else:
            raise AssertionError("it should have been refused")

    def backwards(net: Any) -> None:
        net.layers[0].pipeline_stage, net.last.pipeline_stage = 1, 0

    def beyond(net: Any) -> None:
        net.last.pipeline_stage = stages

    def idle(net: Any) -> None:
        for _, cell in net.cells_and_names():
            cell.pipeline_stage = 0

    wrong(backwards, "layers.1", "stage 0", "layers.0", "forwards")
    wrong(beyond, "last", f"is {stages}", f"{stages} stages")
    wrong(idle, "no Cell runs on stage 1")
    ms.reset_auto_parallel_context()
    if get_rank() == 0:
        print("orders: equal")


def pictured() -> None:
    """Every pass of every stage is noted once, in an order that the schedule allows."""
    stages, micro = get_group_size(), 4
    semi_auto(stages)
    net, loss = build(lambda: Net(stages))
    step = ms.Model(nn.PipelineCell(loss, micro), optimizer=momentum(net)).train_network
    step(*tensors(batches(1, 16)[0]))
    with record() as seen:
        step(*tensors(batches(1, 16)[0]))
    assert sorted(seen.lanes) == list(range(stages))
    for rank, lane in seen.lanes.items():
        passes = [e for e in lane.events if "micro-batch" in e.name]
        kinds = [(e.kind, int(e.name.split()[1])) for e in passes]
        wanted = [(kind, i) for kind in ("backward", "forward") for i in range(micro)]
        assert sorted(kinds) == wanted and {int(e.name.split()[3]) for e in passes} == {rank}
        # 1f1b: a stage runs ahead by the number of stages after it.
        first = kinds.index(("backward", 0))
        assert first == min(micro, stages - rank), kinds
    ends = {e.name: e.stop for e in seen.lanes[0].events if e.kind == "forward"}
    last = [e for e in seen.lanes[stages - 1].events if e.kind == "forward"]
    assert all(e.start >= ends[e.name.replace(f"chunk {stages - 1}", "chunk 0")] for e in last)
    assert 0 < seen.bubble() < 1
    rows = seen.text(40, micro_batches=True).splitlines()
    assert len(rows) == 2 * stages and all(set("0123abcd") & set(row) for row in rows[::2])
    if get_rank() == 0:
        seen.svg("lanes.svg")
        drawn = Path("lanes.svg").read_text()
        assert all(drawn.count(f"{kind} micro-batch ") == stages * micro for kind in ("forward", "backward"))
        print("pictured: equal", flush=True)
    ms.reset_auto_parallel_context()


def main(names: list[str]) -> None:
    init()
    if "graph" in names:
        ms.set_context(mode=ms.GRAPH_MODE)
    if "automatic" in names:
        # Compiled between two micro-batches of a step.
        settings.jit_level = ""
        automatic_level.first_compiled_call = lambda counts, seconds: 7
    for name in names:
        if name not in ("graph", "automatic"):
            globals()[name]()
            dist.barrier()
    figures = ms.graph.stats()
    print(
        f"rank {get_rank()} compiled {figures.by_name} not recorded {figures.not_recorded} fallbacks {figures.fallbacks}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
