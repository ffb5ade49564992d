"""Pipelines whose stages cut their operators, against one process: `pipelined_operators.py CASE... [graph]`.

Two stages; of the processes of a stage two cut the operators, the others share the batch. A case that is not equal
raises on every process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import torch.distributed as dist

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.common.remote_parameters import is_absent
from msacc.parallel import AutoParallel, GradAccumulation, full_value
from msacc.sharding import layouts
from tests.dist.programs.summed import Summed, one_batch

STAGES, STEPS, ROWS = 2, 20, 16
Batch = tuple[np.ndarray, np.ndarray]


def grid() -> tuple[int, int]:
    """(processes that share the batch, that cut operators) of a stage; (1, 1) in one process."""
    size = get_group_size() // STAGES
    return size // 2, 2


class Half(nn.Cell):
    """Two products: the first cut by its outputs, the second by what it sums over."""

    def __init__(self, sizes: tuple[int, int, int], cut: tuple[int, int] | None, seed: int):
        super().__init__()
        rng = np.random.default_rng(seed)
        make = lambda *shape: Parameter(  # noqa: E731
            (0.4 * rng.standard_normal(shape)).astype(np.float32)
        )
        self.up, self.bias, self.down = make(*sizes[:2]), make(sizes[1]), make(*sizes[1:])
        self.scale = Parameter(np.ones(sizes[2], np.float32))
        self.product, self.add, self.relu, self.back = (
            ops.MatMul(),
            ops.Add(),
            ops.ReLU(),
            ops.MatMul(),
        )
        if cut:
            dp, mp = cut
            self.product.shard(((dp, 1), (1, mp)))
            self.add.shard(((dp, mp), (mp,)))
            self.back.shard(((dp, mp), (mp, 1)))

    def construct(self, x: Any) -> Any:
        return (
            self.back(self.relu(self.add(self.product(x, self.up), self.bias)), self.down)
            * self.scale
        )


class Mlp(nn.Cell):
    def __init__(self, cut: tuple[int, int] | None, chunks: int = STAGES):
        super().__init__()
        ends = [(8, 16, 8)] * (chunks - 1) + [(8, 16, 4)]
        self.halves = nn.CellList([Half(sizes, cut, i) for i, sizes in enumerate(ends)])
        for i, half in enumerate(self.halves):
            half.pipeline_stage = i % STAGES

    def construct(self, x: Any) -> Any:
        for half in self.halves:
            x = ops.tanh(half(x))
        return x


def batches(count: int = STEPS, rows: int = ROWS) -> list[Batch]:
    rng = np.random.default_rng(7)
    return [
        (
            rng.standard_normal((rows, 8)).astype(np.float32),
            rng.integers(0, 4, rows).astype(np.int32),
        )
        for _ in range(count)
    ]


def tensors(batch: Batch) -> tuple[Tensor, Tensor]:
    return Tensor(batch[0].copy()), Tensor(batch[1].copy())


def part(batch: Batch) -> Batch:
    """This process's rows of a batch that the processes of a stage share."""
    size = get_group_size() // STAGES
    return tuple(np.split(a, size)[get_rank() % size] for a in batch)  # type: ignore[return-value]


def momentum(net: nn.Cell) -> Any:
    return nn.Momentum(net.trainable_params(), 0.1, 0.9, weight_decay=0.01)


def reference(
    make: Callable[[Any], nn.Cell],
    data: list[Batch],
    optimizer: Any = momentum,
    loss_fn: Any = nn.CrossEntropyLoss,
    around: Any = lambda loss: loss,
) -> tuple[list[np.ndarray], list[float]]:
    """(parameters, losses) of one process."""
    net = make(None)
    loss = around(nn.WithLossCell(net, loss_fn()))
    step = nn.TrainOneStepCell(loss, optimizer(net)).set_train()
    losses = [float(step(*tensors(batch))) for batch in data]
    return [p.asnumpy().copy() for p in net.get_parameters()], losses


def same(name: str, found: list[Any], wanted: list[Any], within: float = 1e-5) -> None:
    assert len(found) == len(wanted), f"{name}: {len(found)} instead of {len(wanted)}"
    apart = 0.0
    for f, w in zip(found, wanted):
        f, w = np.asarray(f), np.asarray(w)
        assert f.shape == w.shape, f"{name}: {f.shape} {w.shape}"
        apart = max(apart, float(np.abs(f - w).max() / max(np.abs(w).max(), 1e-3)))
    assert apart < within, f"{name}: rank {get_rank()} is {apart} apart"
    if get_rank() == 0:
        print(f"{name}: equal, {apart:.1e}", flush=True)


def everything(step: Any, net: nn.Cell) -> list[np.ndarray]:
    names = [p.name for p in step.optimizer.parameters]
    found = dict(zip(names, step.whole_parameters()))
    return [found[p.name].asnumpy() for p in net.get_parameters()]


def trained(
    name: str,
    make: Any,
    data: list[Batch],
    micro: int,
    scheduler: str,
    feed: Any = part,
    **options: Any,
) -> Any:
    """By TrainOneStepCell and AutoParallel."""
    wanted, expected = reference(make, data)
    net = make(grid())
    wrapped = AutoParallel(nn.PipelineCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), micro))
    wrapped.pipeline(STAGES, scheduler=scheduler, **options)
    if feed is whole:
        wrapped.dataset_strategy("full_batch")
    step = nn.TrainOneStepCell(wrapped, momentum(net)).set_train()
    losses = [float(step(*tensors(feed(batch)))) / micro for batch in data]
    same(f"{name} losses", losses, expected)
    same(name, everything(step._msacc_planned_step, net), wanted)
    return net


def whole(batch: Batch) -> Batch:
    return batch


def mlp() -> None:
    """Schedules; batches whole and in parts; each process holds its part of its stage."""
    for scheduler, micro, feed in (("1f1b", 8, whole), ("gpipe", 4, part), ("zero_bubble", 4, whole)):
        net = trained(f"mlp {scheduler} {micro}", Mlp, batches(), micro, scheduler, feed)
        stage = get_rank() * STAGES // get_group_size()
        held = {p.name: p.asnumpy().shape for p in net.halves[stage].get_parameters()}
        sizes = (8, 16, 4) if stage else (8, 16, 8)
        shapes = [(sizes[0], 8), (8,), (8, sizes[2]), (sizes[2],)]
        assert list(held.values()) == shapes, held


def semi_auto(**config: Any) -> None:
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", pipeline_stages=STAGES)
    if config:
        ms.set_auto_parallel_context(pipeline_config={"pipeline_interleave": True, **config})


def by_model() -> None:
    """Model.train under the context: groups of weight decay, then evaluation and a checkpoint for one process."""
    data = batches()

    def groups(net: Any) -> Any:
        plain = [p for p in net.trainable_params() if "bias" in p.name]
        rest = [p for p in net.trainable_params() if "bias" not in p.name]
        return nn.AdamWeightDecay([{"params": rest, "weight_decay": 0.1}, {"params": plain}], 0.02)

    wanted, expected = reference(Mlp, data, groups)
    semi_auto()
    net = Mlp(grid())
    seen: list[float] = []

    class Losses(ms.train.Callback):
        def on_train_step_end(self, run_context: Any) -> None:
            seen.append(float(run_context.original_args().net_outputs) / 8)

    loss = nn.CrossEntropyLoss()
    cell = nn.PipelineCell(nn.WithLossCell(net, loss), 2 if get_group_size() > 4 else 8)
    scale = 8 / cell.micro_size
    evaluated = nn.WithEvalCell(net, loss)
    model = ms.Model(cell, None, groups(net), {"acc", "loss"}, evaluated, [0, 1, 2])
    rows = [np.concatenate(c) for c in zip(*[part(batch) for batch in data])]
    size = len(part(data[0])[0])
    source = ms.dataset.NumpySlicesDataset(tuple(rows), ["x", "y"], shuffle=False).batch(size)
    model.train(1, source, callbacks=[Losses()])
    same("by_model losses", [s * scale for s in seen], expected)
    # A rule in one pass and one written op by op round differently; Adam divides by what is small at first.
    same("by_model", everything(model.train_network, net), wanted, within=3e-5)
    found = model.eval(source)["loss"]
    logits = net.set_train(False)(Tensor(rows[0])).asnumpy()
    ms.save_checkpoint(net, "net.ckpt")
    dist.barrier()
    ms.reset_auto_parallel_context()
    alone = Mlp(None)
    ms.load_param_into_net(alone, ms.load_checkpoint("net.ckpt"))
    same("by_model checkpoint", [p.asnumpy() for p in alone.get_parameters()], wanted, within=3e-5)
    same("by_model outputs", [logits], [alone(Tensor(rows[0])).asnumpy()])
    own = [float(nn.WithLossCell(alone, loss)(*tensors(part(batch)))) for batch in data]
    same("by_model evaluation", [found], [np.mean(own)])


def by_function() -> None:
    """value_and_grad of the PipelineCell, the reducer, the optimizer."""
    data = batches()
    wanted, expected = reference(Mlp, data)
    semi_auto()
    net = Mlp(grid())
    cell = nn.PipelineCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), 4).set_train()
    optimizer = nn.Momentum(net.trainable_params(), 0.1 / 4, 0.9, weight_decay=0.04)
    reducer = nn.PipelineGradReducer(optimizer.parameters)

    def forward(x: Any, y: Any) -> Any:
        return cell(x, y)

    taken = ops.value_and_grad(forward, None, optimizer.parameters)

    @ms.jit
    def step(x: Any, y: Any) -> Any:
        value, grads = taken(x, y)
        optimizer(reducer(grads))
        return value

    losses = [float(step(*tensors(part(batch)))) / 4 for batch in data]
    same("by_function losses", losses, expected)
    own = [(whole_of(p), w) for p, w in zip(net.get_parameters(), wanted) if p._msacc_init is None]
    assert 0 < len(own) < len(wanted)
    same("by_function", [a for a, _ in own], [w for _, w in own])
    ms.reset_auto_parallel_context()


def summed() -> None:
    """A step that reads sums of gradients, which lie in pieces as their parameters do."""
    data, bound = batches(6), 0.05
    net = Mlp(None)
    expected = one_batch(nn.WithLossCell(net, nn.CrossEntropyLoss()), momentum(net), data, bound)
    wanted = [p.asnumpy().copy() for p in net.get_parameters()]
    semi_auto()
    net = Mlp(grid())
    cell = nn.PipelineCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), 4)
    step = Summed(cell, momentum(net), 4, bound).set_train()
    losses = [float(step(*tensors(part(batch)))) / 4 for batch in data]
    same("summed losses", losses, expected)
    same("summed", [full_value(p).asnumpy() for p in net.get_parameters()], wanted)
    assert any(p.layout.slice_shape != tuple(p.shape) for p in net.get_parameters())
    absent = [is_absent(p) for p in net.get_parameters()]
    assert any(absent) and absent == [is_absent(moment) for moment in step.optimizer.moments]
    ms.reset_auto_parallel_context()


def whole_of(parameter: Any) -> np.ndarray:
    return parameter._t.full_tensor().detach().numpy()  # type: ignore[no-any-return]


def interleaved() -> None:
    """Two chunks on each process."""
    data = batches()
    wanted, expected = reference(lambda cut: Mlp(cut, 2 * STAGES), data)
    semi_auto(pipeline_scheduler="1f1b")
    net = Mlp(grid(), 2 * STAGES)
    cell = nn.PipelineCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), 4)
    step = ms.Model(cell, optimizer=momentum(net)).train_network
    losses = [float(step(*tensors(part(batch)))) / 4 for batch in data]
    same("interleaved losses", losses, expected)
    same("interleaved", everything(step, net), wanted)
    ms.reset_auto_parallel_context()


class Blocks(nn.Cell):
    """An embedding cut by rows, two transformer blocks, one on each stage, and logits cut by words."""

    def __init__(self, cut: tuple[int, int] | None, size: int = 8, words: int = 16):
        super().__init__()
        rng = np.random.default_rng(5)
        self.table = Parameter((0.5 * rng.standard_normal((words, size))).astype(np.float32))
        self.gather = ops.Gather()
        self.blocks = nn.CellList([Block(cut, size, i) for i in range(STAGES)])
        self.head = Scores()
        if cut:
            self.gather.shard(((cut[1], 1), (cut[0], 1)))
            self.head.logits.shard(((cut[0], 1), (cut[1], 1)))
        for i, block in enumerate(self.blocks):
            block.pipeline_stage = i
        self.head.pipeline_stage = STAGES - 1

    def construct(self, words: Any) -> Any:
        x = self.gather(self.table, words, 0)
        for block in self.blocks:
            x = block(x)
        return self.head(x, self.table)


class Scores(nn.Cell):
    """Scores against the table of the first stage."""

    def __init__(self) -> None:
        super().__init__()
        self.logits = ops.MatMul(transpose_b=True)

    def construct(self, x: Any, table: Any) -> Any:
        return self.logits(x.reshape(-1, x.shape[-1]), table)


class Block(nn.Cell):
    """Heads and hidden units are cut, and nothing else."""

    def __init__(self, cut: tuple[int, int] | None, size: int, seed: int, heads: int = 2):
        super().__init__()
        rng = np.random.default_rng(seed)
        make = lambda *shape: Parameter(  # noqa: E731
            (0.3 * rng.standard_normal(shape)).astype(np.float32)
        )
        self.q, self.k, self.v, self.o = (make(size, size) for _ in range(4))
        self.up, self.up_bias, self.down = (
            make(size, 2 * size),
            make(2 * size),
            make(2 * size, size),
        )
        self.gamma, self.beta = make(size), make(size)
        self.heads, self.size = heads, size
        self.norm = ops.LayerNorm(begin_norm_axis=-1, begin_params_axis=-1)
        self.project, self.merge = ops.MatMul(), ops.MatMul()
        self.score, self.weigh = ops.BatchMatMul(transpose_b=True), ops.BatchMatMul()
        self.softmax, self.gelu, self.bias = ops.Softmax(-1), ops.GeLU(), ops.Add()
        self.mul_up, self.mul_down = ops.MatMul(), ops.MatMul()
        if cut:
            dp, mp = cut
            self.norm.shard(((dp, 1, 1), (1,), (1,)))
            self.project.shard(((dp, 1), (1, mp)))
            self.score.shard(((dp, mp, 1, 1), (dp, mp, 1, 1)))
            self.weigh.shard(((dp, mp, 1, 1), (dp, mp, 1, 1)))
            self.merge.shard(((dp, mp), (mp, 1)))
            self.mul_up.shard(((dp, 1), (1, mp)))
            self.bias.shard(((dp, mp), (mp,)))
            self.mul_down.shard(((dp, mp), (mp, 1)))

    def split(self, x: Any, weight: Any, batch: int) -> Any:
        x = self.project(x, weight).reshape(batch, -1, self.heads, self.size // self.heads)
        return x.transpose(0, 2, 1, 3)

    def construct(self, x: Any) -> Any:
        batch, length = x.shape[:2]
        normed = self.norm(x, self.gamma, self.beta)[0].reshape(-1, self.size)
        q, k, v = (self.split(normed, w, batch) for w in (self.q, self.k, self.v))
        mixed = self.weigh(self.softmax(self.score(q, k) * 0.5), v)
        mixed = mixed.transpose(0, 2, 1, 3).reshape(-1, self.size)
        x = x + self.merge(mixed, self.o).reshape(batch, length, self.size)
        normed = self.norm(x, self.gamma, self.beta)[0].reshape(-1, self.size)
        up = self.gelu(self.bias(self.mul_up(normed, self.up), self.up_bias))
        return x + self.mul_down(up, self.down).reshape(batch, length, self.size)


class WordLoss(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.loss = nn.CrossEntropyLoss()

    def construct(self, logits: Any, labels: Any) -> Any:
        return self.loss(logits, labels.reshape(-1))


def words() -> list[Batch]:
    rng = np.random.default_rng(9)
    make = lambda: rng.integers(0, 16, (ROWS, 6)).astype(np.int32)  # noqa: E731
    return [(make(), make()) for _ in range(STEPS)]


def transformer() -> None:
    """Heads, hidden units and the vocabulary are cut; the table is that of both stages; the norm is bounded."""
    data, bound = words(), 0.5
    net = Blocks(None)
    loss = nn.WithLossCell(net, WordLoss())
    first = ms.grad(loss, None, tuple(net.trainable_params()))(*tensors(data[0]))
    norm = float(np.sqrt(sum((g.asnumpy() ** 2).sum() for g in first)))
    assert norm > 2 * bound, norm
    plain = GradAccumulation(loss, 1, clip_norm=bound)
    step = nn.TrainOneStepCell(plain, nn.Adam(net.trainable_params(), 0.01)).set_train()
    expected = [float(step(*tensors(batch))) for batch in data]
    wanted = [p.asnumpy().copy() for p in net.get_parameters()]
    net = Blocks(grid())
    cell = nn.PipelineCell(nn.WithLossCell(net, WordLoss()), 4, clip_norm=bound)
    wrapped = AutoParallel(cell)
    wrapped.pipeline(STAGES)
    wrapped.dataset_strategy(((2, 1), (2, 1)))
    step = nn.TrainOneStepCell(wrapped, nn.Adam(net.trainable_params(), 0.01)).set_train()
    halves = [tuple(np.split(a, 2)[get_rank() % 2] for a in batch) for batch in data]
    losses = [float(step(*tensors(half))) / 4 for half in halves]
    same("transformer losses", losses, expected)
    same("transformer", everything(step._msacc_planned_step, net), wanted)
    cuts = {name: layout.cuts() for name, layout in layouts(net).items()}
    assert cuts["table"] == (2, 1), cuts
    assert cuts["blocks.1.up"] == (1, 2), cuts


def sharded() -> None:
    """hsdp over the processes of a stage that share the batch; a loss scale that an overflow halves."""
    data = batches()
    bad = [(x.copy(), y) for x, y in data]
    bad[2][0][7] = np.inf
    wanted, _ = reference(Mlp, [d for i, d in enumerate(data) if i != 2])
    for level in ("level1", "level2"):
        net = Mlp(grid())
        wrapped = AutoParallel(nn.PipelineCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), 4))
        wrapped.pipeline(STAGES)
        wrapped.hsdp(threshold=0, optimizer_level=level)
        manager = ms.train.DynamicLossScaleManager(1024.0, scale_factor=2, scale_window=100)
        step = ms.Model(wrapped, optimizer=momentum(net), loss_scale_manager=manager).train_network
        outs = [step(*tensors(part(batch))) for batch in bad]
        assert [bool(out[1]) for out in outs] == [i == 2 for i in range(STEPS)]
        assert float(outs[-1][2]) == 512.0
        same(f"sharded {level}", everything(step, net), wanted)
        pieces = {b.num_shards for b in step.step_runtime().store.buckets}
        assert pieces == {grid()[0]}, pieces


def frozen() -> None:
    """A first stage that trains nothing, with strategies and without."""
    data = batches()

    def make(cut: Any) -> Any:
        net = Mlp(cut)
        for parameter in net.halves[0].get_parameters():
            parameter.requires_grad = False
        return net

    wanted, expected = reference(make, data)
    for cut in (grid(), None):
        net = make(cut)
        wrapped = AutoParallel(nn.PipelineCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), 4))
        wrapped.pipeline(STAGES)
        step = nn.TrainOneStepCell(wrapped, momentum(net)).set_train()
        losses = [float(step(*tensors(part(batch)))) / 4 for batch in data]
        same(f"frozen {cut} losses", losses, expected)
        count = len(net.trainable_params())
        found = [v.asnumpy() for v in step._msacc_planned_step.whole_parameters()]
        same(f"frozen {cut}", found, wanted[-count:])


def once() -> None:
    """One training, for graphs: each process compiles its stage."""
    trained("once", Mlp, batches(), 4, "1f1b")


def refused() -> None:
    """What does not go together is named."""
    batch = tensors(part(batches(1)[0]))
    semi_auto()
    net = Mlp(grid())
    plain = nn.WithLossCell(net, nn.CrossEntropyLoss())
    taken = ops.value_and_grad(plain, None, tuple(net.trainable_params()))
    wrong(lambda: taken(*batch), NotImplementedError, "'product' of Half", "PipelineCell")
    cells = [nn.PipelineCell(plain, 2), nn.PipelineCell(plain, 4)]
    both = ops.value_and_grad(
        lambda x, y: cells[0](x, y) + cells[1](x, y), None, tuple(net.trainable_params())
    )
    wrong(lambda: both(*batch), NotImplementedError, "2 PipelineCells")
    step = ms.Model(cells[0], optimizer=momentum(net)).train_network
    step(*batch)
    ms.reset_auto_parallel_context()
    other = Mlp(grid())
    lonely = AutoParallel(nn.WithLossCell(other, nn.CrossEntropyLoss()))
    single = nn.TrainOneStepCell(lonely, momentum(other)).set_train()
    wrong(lambda: single(*batch), RuntimeError, "another number of pipeline stages")


def wrong(call: Any, kind: type[Exception], *texts: str) -> None:
    try:
        call()
    except kind as error:
        assert all(text in str(error) for text in texts), str(error)
    else:
        raise AssertionError(f"it should have been refused: {texts}")


def main(names: list[str]) -> None:
    init()
    if "graph" in names:
        ms.set_context(mode=ms.GRAPH_MODE)
    for name in names:
        if name != "graph":
            globals()[name]()
            dist.barrier()
            if get_rank() == 0:
                print(f"case {name}: done", flush=True)
    figures = ms.graph.stats()
    print(
        f"rank {get_rank()} compiled {figures.by_name} not recorded {figures.not_recorded} fallbacks {figures.fallbacks}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
