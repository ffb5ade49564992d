"""Operators cut over processes: CASES are functions of this file; rank 0 compares with one process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.common.notice import logger
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel
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
    after = [whole(p) for p in net.trainable_params()]
    check(f"{name} parameters", after, [p.asnumpy() for p in plain.trainable_params()])
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


def mlp_graph() -> None:
    """The same as one graph."""
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        mlp()
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)
    stats = ms.graph.stats()
    assert not stats.breaks, stats.breaks
    assert not stats.fallbacks, stats.fallbacks


def main(names: list[str]) -> None:
    init()
    for name in names:
        globals()[name]()
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)
    assert logger is not None


if __name__ == "__main__":
    main(sys.argv[1:])
