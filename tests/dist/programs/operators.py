"""Operators cut over processes: CASES are functions of this file; rank 0 compares with one process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation, plan
from msacc.sharding import layouts

RNG = np.random.default_rng(3)
STEPS = 20


def rand(*shape: int) -> np.ndarray:
    return (0.3 * RNG.standard_normal(shape)).astype(np.float32)


class Mlp(nn.Cell):
    """Three products; strategies by name of the primitive."""

    def __init__(self, values: dict[str, np.ndarray], strategies: dict[str, Any] | None = None):
        super().__init__()
        for name, value in values.items():
            setattr(self, name, Parameter(value, name=name))
        self.matmul1, self.relu, self.matmul2 = ops.MatMul(), ops.ReLU(), ops.MatMul()
        self.add, self.matmul3 = ops.BiasAdd(), ops.MatMul()
        for name, strategy in (strategies or {}).items():
            getattr(self, name).shard(*strategy)

    def construct(self, x: Any) -> Any:
        x = self.relu(self.add(self.matmul1(x, self.w1), self.b1))
        return self.matmul3(self.relu(self.matmul2(x, self.w2)), self.w3)


MLP = {"w1": rand(12, 16), "b1": rand(16), "w2": rand(16, 8), "w3": rand(8, 4)}


def mlp_strategies(world: int) -> dict[str, Any]:
    half = world // 2
    return {
        "matmul1": (((2, 1), (1, half)),),
        "add": (((2, half), (half,)),),
        "matmul2": (((2, half), (half, 1)),),
        "relu": (((2, 1),),),
    }


def local(batch: tuple[np.ndarray, ...]) -> tuple[Tensor, ...]:
    """This process's rows."""
    size = len(batch[0]) // get_group_size()
    mine = slice(get_rank() * size, (get_rank() + 1) * size)
    return tuple(Tensor(part[mine]) for part in batch)


def batches(count: int, *makers: Callable[[], np.ndarray]) -> list[tuple[np.ndarray, ...]]:
    return [tuple(make() for make in makers) for _ in range(count)]


def functional(net: nn.Cell, loss_fn: Any, optimizer: Any, wrap: Any) -> Callable[..., Any]:
    """A script's own step."""

    def forward(x: Any, y: Any) -> Any:
        logits = net(x)
        return loss_fn(logits, y), logits

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)

    def step(x: Any, y: Any) -> Any:
        (loss, _), grads = grad_fn(x, y)
        optimizer(grads)
        return loss

    return wrap(step)


def whole(parameter: Any) -> np.ndarray:
    t = parameter._t
    return (t.full_tensor() if hasattr(t, "full_tensor") else t).detach().numpy()


def check(name: str, found: list[Any], wanted: list[Any], tolerance: float = 1e-5) -> None:
    for i, (a, b) in enumerate(zip(found, wanted, strict=True)):
        a, b = np.asarray(a), np.asarray(b)
        assert a.shape == b.shape, f"{name} {i}: {a.shape} {b.shape}"
        worst = np.abs(a - b).max() / max(np.abs(b).max(), 1e-3)
        assert worst < tolerance, f"{name} {i}: differs by {worst}"


def compare(
    name: str,
    make: Callable[[bool], nn.Cell],
    data: list[tuple[np.ndarray, ...]],
    loss_fn: Any,
    optimizer: Callable[[Any], Any] = lambda p: nn.Momentum(p, 0.05, 0.9, weight_decay=0.01),
    feed: Callable[..., Any] = local,
    wrap: Any = AutoParallel,
) -> nn.Cell:
    """Train both ways; losses and every parameter after the last step agree."""
    net = make(True)
    step = functional(net, loss_fn, optimizer(net.trainable_params()), wrap)
    found = [float(step(*feed(batch)).asnumpy()) for batch in data]
    plain = make(False)
    step = functional(plain, loss_fn, optimizer(plain.trainable_params()), lambda fn: fn)
    wanted = [float(step(*map(Tensor, batch)).asnumpy()) for batch in data]
    check(f"{name} losses", found, wanted)
    after = [whole(p) for p in net.get_parameters()]
    check(f"{name} parameters", after, [p.asnumpy() for p in plain.get_parameters()])
    return net


def mlp() -> None:
    """A script's own step, op by op; each process holds its part of the weights."""
    world = get_group_size()
    data = batches(STEPS, lambda: rand(16, 12), lambda: RNG.integers(0, 4, 16).astype(np.int32))
    net = compare(
        "mlp", lambda cut: Mlp(MLP, mlp_strategies(world) if cut else None), data, nn.CrossEntropyLoss()
    )
    held = {name: layout.slice_shape for name, layout in layouts(net).items()}
    half = world // 2
    assert held == {"w1": (12, 16 // half), "b1": (16 // half,), "w2": (16 // half, 8), "w3": (8, 4)}, held
    assert net.w1.asnumpy().shape == held["w1"]


def trained(
    name: str,
    make: Callable[[bool], nn.Cell],
    data: list[tuple[np.ndarray, ...]],
    loss_fn: Any,
    optimizer: Callable[[Any], Any] = lambda p: nn.Momentum(p, 0.05, 0.9, weight_decay=0.01),
    feed: Callable[..., Any] = local,
    around: Any = AutoParallel,
    plain_around: Any = lambda net: net,
) -> nn.Cell:
    """As `compare`, by TrainOneStepCell."""
    net = make(True)
    step = nn.TrainOneStepCell(around(nn.WithLossCell(net, loss_fn)), optimizer(net.trainable_params()))
    step.set_train()
    found = [float(step(*feed(batch)).asnumpy()) for batch in data]
    plain = make(False)
    single = nn.WithLossCell(plain, loss_fn)
    step = nn.TrainOneStepCell(plain_around(single), optimizer(plain.trainable_params()))
    step.set_train()
    wanted = [float(step(*map(Tensor, batch)).asnumpy()) for batch in data]
    check(f"{name} losses", found, wanted)
    after = [whole(p) for p in net.get_parameters()]
    check(f"{name} parameters", after, [p.asnumpy() for p in plain.get_parameters()])
    return net


def mlp_data(count: int = STEPS) -> list[tuple[np.ndarray, ...]]:
    return batches(count, lambda: rand(16, 12), lambda: RNG.integers(0, 4, 16).astype(np.int32))


def mlp_trained() -> None:
    """TrainOneStepCell: local parts lie in the step's buckets."""
    strategies = mlp_strategies(get_group_size())
    make = lambda cut: Mlp(MLP, strategies if cut else None)  # noqa: E731
    for optimizer in (
        lambda p: nn.Momentum(p, 0.05, 0.9, weight_decay=0.01),
        lambda p: nn.Adam(p, 0.01),
        lambda p: nn.Lamb(p, 0.01),
        lambda p: nn.AdaFactor(p, 0.01, scale_parameter=False, relative_step=False, beta1=0.9),
        lambda p: nn.SGD(p, 0.05, momentum=0.9, nesterov=True),
    ):
        name = type(optimizer([Parameter(rand(2), name="p")])).__name__
        trained(f"mlp_trained {name}", make, mlp_data(), nn.CrossEntropyLoss(), optimizer)


class Block(nn.Cell):
    """A transformer block of one's own primitives, with the strategies of Megatron's: (dp, mp)."""

    def __init__(self, cut: tuple[int, int] | None, size: int = 16, heads: int = 4, words: int = 32):
        super().__init__()
        rng = np.random.default_rng(5)
        make = lambda *shape: Parameter(  # noqa: E731
            (0.2 * rng.standard_normal(shape)).astype(np.float32)
        )
        self.table, self.out = make(words, size), make(size, words)
        self.q, self.k, self.v, self.o = (make(size, size) for _ in range(4))
        self.up, self.up_bias, self.down, self.down_bias = make(size, 4 * size), make(4 * size), make(4 * size, size), make(size)
        self.gamma, self.beta = make(size), make(size)
        self.heads, self.size = heads, size
        self.gather = ops.Gather()
        self.norm = ops.LayerNorm(begin_norm_axis=-1, begin_params_axis=-1)
        self.project, self.merge = ops.MatMul(), ops.MatMul()
        self.score, self.weigh = ops.BatchMatMul(transpose_b=True), ops.BatchMatMul()
        self.softmax, self.add = ops.Softmax(-1), ops.Add()
        self.mul_up, self.mul_down, self.gelu = ops.MatMul(), ops.MatMul(), ops.GeLU()
        self.bias_up, self.bias_down = ops.Add(), ops.Add()
        self.logits = ops.MatMul()
        if cut:
            dp, mp = cut
            self.gather.shard(((mp, 1), (dp, 1)))
            self.norm.shard(((dp, 1, 1), (1,), (1,)))
            self.project.shard(((dp, 1), (1, mp)))
            self.score.shard(((dp, mp, 1, 1), (dp, mp, 1, 1)))
            self.weigh.shard(((dp, mp, 1, 1), (dp, mp, 1, 1)))
            self.softmax.shard(((dp, mp, 1, 1),))
            self.merge.shard(((dp, mp), (mp, 1)))
            self.mul_up.shard(((dp, 1), (1, mp)))
            self.bias_up.shard(((dp, mp), (mp,)))
            self.gelu.shard(((dp, mp),))
            self.mul_down.shard(((dp, mp), (mp, 1)))
            self.bias_down.shard(((dp, 1), (1,)))
            self.logits.shard(((dp, 1), (1, mp)))

    def split(self, x: Any, weight: Any, batch: int) -> Any:
        x = self.project(x, weight).reshape(batch, -1, self.heads, self.size // self.heads)
        return x.transpose(0, 2, 1, 3)

    def construct(self, words: Any) -> Any:
        batch, length = words.shape
        x = self.gather(self.table, words, 0)
        normed = self.norm(x, self.gamma, self.beta)[0].reshape(-1, self.size)
        q, k, v = (self.split(normed, w, batch) for w in (self.q, self.k, self.v))
        weights = self.softmax(self.score(q, k) * 0.5)
        mixed = self.weigh(weights, v).transpose(0, 2, 1, 3).reshape(-1, self.size)
        x = self.add(x, self.merge(mixed, self.o).reshape(batch, length, self.size))
        normed = self.norm(x, self.gamma, self.beta)[0].reshape(-1, self.size)
        up = self.gelu(self.bias_up(self.mul_up(normed, self.up), self.up_bias))
        down = self.bias_down(self.mul_down(up, self.down), self.down_bias)
        x = self.add(x, down.reshape(batch, length, self.size))
        return self.logits(x.reshape(-1, self.size), self.out)


class WordLoss(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.loss = nn.CrossEntropyLoss()

    def construct(self, logits: Any, labels: Any) -> Any:
        return self.loss(logits, labels.reshape(-1))


def words(count: int = STEPS, rows: int = 8, length: int = 6) -> list[tuple[np.ndarray, ...]]:
    make = lambda: RNG.integers(0, 32, (rows, length)).astype(np.int32)  # noqa: E731
    return batches(count, make, make)


def megatron(world: int) -> tuple[int, int]:
    return (2, world // 2) if world > 2 else (1, 2)


def transformer() -> None:
    """Heads and hidden units are cut, and the vocabulary."""
    cut = megatron(get_group_size())
    net = compare("transformer", lambda on: Block(cut if on else None), words(), WordLoss())
    held = {name: layout.cuts() for name, layout in layouts(net).items()}
    assert held["up"] == (1, cut[1]) and held["table"] == (cut[1], 1) and held["gamma"] == (1,), held
    trained("transformer", lambda on: Block(cut if on else None), words(), WordLoss())


class Conv(nn.Cell):
    def __init__(self, cut: tuple[int, int] | None):
        super().__init__()
        rng = np.random.default_rng(5)
        make = lambda *shape: Parameter(  # noqa: E731
            (0.3 * rng.standard_normal(shape)).astype(np.float32)
        )
        self.w1, self.w2, self.w3 = make(8, 2, 3, 3), make(8, 8, 3, 3), make(8 * 9, 4)
        self.gamma, self.beta = make(8), make(8)
        self.mean = Parameter(np.zeros(8, np.float32), requires_grad=False)
        self.variance = Parameter(np.ones(8, np.float32), requires_grad=False)
        self.conv1, self.conv2 = ops.Conv2D(8, 3, pad_mode="same"), ops.Conv2D(8, 3, pad_mode="same")
        self.norm = ops.BatchNorm(is_training=True)
        self.relu, self.pool, self.matmul = ops.ReLU(), ops.MaxPool(2, 2), ops.MatMul()
        if cut:
            dp, mp = cut
            self.conv1.shard(((dp, 1, 1, 1), (mp, 1, 1, 1)))
            self.conv2.shard(((dp, mp, 1, 1), (1, mp, 1, 1)))
            self.relu.shard(((dp, 1, 1, 1),))
            self.pool.shard(((dp, 1, 1, 1),))
            self.norm.shard(((dp, 1, 1, 1), (1,), (1,), (1,), (1,)))
            self.matmul.shard(((dp, mp), (mp, 1)))

    def construct(self, x: Any) -> Any:
        x = self.relu(self.conv1(x, self.w1))
        x = self.norm(self.conv2(x, self.w2), self.gamma, self.beta, self.mean, self.variance)[0]
        x = self.pool(self.relu(x))
        return self.matmul(x.reshape(x.shape[0], -1), self.w3)


def conv() -> None:
    cut = megatron(get_group_size())
    data = batches(STEPS, lambda: rand(16, 2, 6, 6), lambda: RNG.integers(0, 4, 16).astype(np.int32))
    compare("conv", lambda on: Conv(cut if on else None), data, nn.CrossEntropyLoss())


class Layers(nn.Cell):
    """Layers of msacc's own; strategies of the primitives that they hold."""

    def __init__(self, cut: tuple[int, int] | None):
        super().__init__()
        ms.set_seed(3)
        self.first, self.relu = nn.Dense(12, 16), nn.ReLU()
        self.second, self.third = nn.Dense(16, 8, activation="relu"), nn.Dense(8, 4)
        if cut:
            dp, mp = cut
            self.first.matmul.shard(((dp, 1), (mp, 1)))
            self.first.bias_add.shard(((dp, mp), (mp,)))
            self.second.matmul.shard(((dp, mp), (1, mp)))

    def construct(self, x: Any) -> Any:
        return self.third(self.second(self.relu(self.first(x))))


def layers() -> None:
    cut = megatron(get_group_size())
    make = lambda on: Layers(cut if on else None)  # noqa: E731
    net = compare("layers", make, mlp_data(), nn.CrossEntropyLoss())
    found = {name: layout.cuts() for name, layout in layouts(net).items()}
    assert found["first.weight"] == (cut[1], 1), found
    assert found["first.bias"] == (cut[1],), found
    assert found["second.weight"] == (1, cut[1]), found
    assert found["third.weight"] == (1, 1), found


class Sharded(nn.Cell):
    """`Cell.shard` and `shard` of functions, with layouts and a plan for a parameter."""

    def __init__(self, on: bool):
        super().__init__()
        ms.set_seed(3)
        self.first, self.second, self.third = nn.Dense(12, 16), nn.Dense(16, 8), nn.Dense(8, 4)
        world = get_group_size()
        layout = ms.Layout((world // 2, 2), ("dp", "mp"))
        self.block, self.relu, self.gelu = lambda x: self.second(x), ops.relu, ops.gelu
        if on:
            self.block = self.second.shard(
                in_strategy=((1, world),), out_strategy=((2, 1),), parameter_plan={"self.second.weight": (1, world)}
            )
            self.relu = ms.shard(ops.relu, in_strategy=(layout(("dp", "mp"), "None"),))
            self.gelu = ms.parallel.shard(ops.gelu, (layout("dp", "None"),), (layout("None", "mp"),))

    def construct(self, x: Any) -> Any:
        return self.third(self.gelu(self.block(self.relu(self.first(x)))))


def functions() -> None:
    net = compare("functions", Sharded, mlp_data(), nn.CrossEntropyLoss())
    assert layouts(net)["second.weight"].cuts() == (1, get_group_size())


def sharded_twice() -> None:
    """hsdp on top, accumulation, a loss scale, clipping and groups of weight decay."""
    strategies = mlp_strategies(get_group_size())
    make = lambda on: Mlp(MLP, strategies if on else None)  # noqa: E731

    def groups(parameters: Any) -> Any:
        decayed = [p for p in parameters if p.name != "b1"]
        kept = [p for p in parameters if p.name == "b1"]
        return nn.Momentum(
            [{"params": decayed, "weight_decay": 0.1}, {"params": kept}], 0.05, 0.9
        )

    for level in ("level1", "level2"):
        for micro in (1, 2):

            def around(net: Any, level: str = level, micro: int = micro) -> Any:
                if micro > 1:
                    net = GradAccumulation(net, micro, clip_norm=0.3)
                wrapped = AutoParallel(net)
                wrapped.hsdp(threshold=0, optimizer_level=level)
                return wrapped

            trained(f"sharded_twice {level} {micro}", make, mlp_data(), nn.CrossEntropyLoss(), groups, around=around,
                    plain_around=lambda net, m=micro: GradAccumulation(net, 2, clip_norm=0.3) if m > 1 else net)  # fmt: skip


def by_context() -> None:
    """In the context's modes, with Model; the whole batch on every process."""
    for mode in ("semi_auto_parallel", "auto_parallel"):
        for whole_batch in (False, True):
            ms.set_auto_parallel_context(parallel_mode=mode, full_batch=whole_batch)
            feed = (lambda batch: tuple(map(Tensor, batch))) if whole_batch else local
            strategies = mlp_strategies(get_group_size())
            net, loss = Mlp(MLP, strategies), nn.CrossEntropyLoss()
            model = ms.Model(net, loss, nn.Momentum(net.trainable_params(), 0.05, 0.9))
            data = mlp_data()
            found = [float(model.train_network(*feed(b)).asnumpy()) for b in data]
            own = Mlp(MLP, strategies)
            step = functional(own, loss, nn.Momentum(own.trainable_params(), 0.05, 0.9), lambda fn: fn)
            functional_found = [float(step(*feed(b)).asnumpy()) for b in data]
            rows = local((data[0][0],))[0].shape[0] if not whole_batch else 16
            assert own(*feed(data[0][:1])).shape == (rows, 4)
            ms.reset_auto_parallel_context()
            plain = Mlp(MLP)
            step = functional(plain, loss, nn.Momentum(plain.trainable_params(), 0.05, 0.9), lambda fn: fn)
            wanted = [float(step(*map(Tensor, b)).asnumpy()) for b in data]
            check(f"by_context {mode}", found, wanted)
            check(f"by_context {mode} functional", functional_found, wanted)
            for cut in (net, own):
                check(f"by_context {mode} parameters", [whole(p) for p in cut.trainable_params()],
                      [p.asnumpy() for p in plain.trainable_params()])  # fmt: skip


def plans() -> None:
    """What is held and sent."""
    world = get_group_size()
    net, loss = Mlp(MLP, mlp_strategies(world)), nn.CrossEntropyLoss()
    step = functional(net, loss, nn.Momentum(net.trainable_params(), 0.05, 0.9), AutoParallel)
    before = plan(net)
    assert before.nbytes == 4 * (12 * 16 + 16 + 16 * 8 + 8 * 4), before
    batch = local(mlp_data(1)[0])
    step(*batch)
    found = plan(net, step, *batch)
    half = world // 2
    assert found.nbytes == 4 * ((12 * 16 + 16 + 16 * 8) // half + 8 * 4), found
    assert found.messages["all_reduce"][0] >= 1, found
    if get_rank() == 0:
        print(found)


def errors() -> None:
    """What does not fit is named."""
    world = get_group_size()
    for strategy, text in (
        (((1, 5 * world // world), (5, 1)), "processes"),
        (((1, 1), (1, world)), "axis 1 of the input 1"),
        (((1, 2), (1, 2)), "summed over"),
        (((1,), (1, 1)), "2 axes"),
        (((0, 1), (1, 1)), "pieces from 1"),
    ):
        net = Mlp({**MLP, "w1": rand(12, 17), "b1": rand(17), "w2": rand(17, 8)})
        if "axes" in text:
            strategy, text = ((1, 1, 1), (1, 1)), "has 3 axes"
        net.matmul1.shard(strategy)
        try:
            AutoParallel(net)(Tensor(rand(4, 12)))
        except ValueError as error:
            assert "MatMul" in str(error) and text in str(error), error
        else:
            raise AssertionError(strategy)
        del net


def main(names: list[str]) -> None:
    """`graph` among the names: those after it as graphs."""
    init()
    for name in names:
        if name == "graph":
            ms.set_context(mode=ms.GRAPH_MODE, jit_level="O0")
            continue
        globals()[name]()
        stats = ms.graph.stats()
        assert not stats.not_recorded, stats.not_recorded
        assert not stats.fallbacks, stats.fallbacks
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
