"""Ways of training, two and three at a time, over operators that are cut: against one process with the whole batch.

Each case gives a step; it runs on one process, then with strategies over the job. Arguments: names of cases.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.amp import DynamicLossScaler, all_finite
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation, GradAccumulator
from msacc.train import DynamicLossScaleManager, FixedLossScaleManager, Model
from tests.dist.programs import operators as base

Step = Callable[..., Any]
LOSS, STEPS = nn.CrossEntropyLoss, base.STEPS


def around(net: Any, on: bool, hsdp: dict[str, Any] | None = None) -> Any:
    """The network as the job has it."""
    if not on:
        return net
    found = AutoParallel(net)
    if hsdp is not None:
        found.hsdp(**{"threshold": 0, **hsdp})
    return found


def micro(net: Any, on: bool, size: int, hsdp: Any = None, **more: Any) -> Any:
    return around(GradAccumulation(net, size, **more) if size > 1 else net, on, hsdp)


def grouped(net: Any, kind: Any = nn.Momentum, **more: Any) -> Any:
    """Weight decay for the weights, another for the last, none for the bias."""
    decays, found = {"b1": 0.0, "w3": 0.02, "w1": 0.1, "w2": 0.1}, []
    for decay in (0.0, 0.02, 0.1):
        own = [p for p in net.trainable_params() if decays[p.name] == decay]
        found.append({"params": own, "weight_decay": decay})
    return kind(found, *((0.05, 0.9) if kind is nn.Momentum else (0.01,)), **more)


# -- steps -------------------------------------------------------------------------------------
def clipped(net: Any, on: bool, *, size: int, hsdp: Any, kind: Any = nn.Momentum) -> Step:
    """Clipped by the norm of all gradients, in micro-batches, sharded."""
    loss = micro(nn.WithLossCell(net, LOSS()), on, size, hsdp, clip_norm=0.3)
    if not on and size == 1:
        loss = GradAccumulation(nn.WithLossCell(net, LOSS()), 1, clip_norm=0.3)
    if on and size == 1:
        loss = around(GradAccumulation(nn.WithLossCell(net, LOSS()), 1, clip_norm=0.3), on, hsdp)
    return nn.TrainOneStepCell(loss, grouped(net, kind)).set_train()


def by_model(net: Any, on: bool, *, manager: Any, size: int = 1, hsdp: Any = None,
             **more: Any) -> Step:  # fmt: skip
    """Model, with a loss scale of its manager's."""
    scale = manager()
    divides = not scale.get_drop_overflow_update() if hasattr(scale, "get_drop_overflow_update") else False
    optimizer = grouped(net, loss_scale=scale.get_loss_scale() if divides else 1.0)
    loss = micro(nn.WithLossCell(net, LOSS()), on, size, hsdp)
    model = Model(loss, None, optimizer, loss_scale_manager=scale, **more)
    model.train_network.set_train()
    return lambda *batch: first(model.train_network(*batch))


def scaled_cell(net: Any, on: bool, *, size: int) -> Step:
    """TrainOneStepWithLossScaleCell; steps whose gradients overflow are left out."""
    loss = micro(nn.WithLossCell(net, LOSS()), on, size, {})
    update = nn.DynamicLossScaleUpdateCell(2.0**40, 2.0**4, 3)
    step = nn.TrainOneStepWithLossScaleCell(loss, grouped(net), update).set_train()
    return lambda *batch: first(step(*batch))


def accumulator(net: Any, on: bool, *, level: str) -> Step:
    """A loop of one's own, two calls a window."""
    loss = around(nn.WithLossCell(net, LOSS()), on, {"optimizer_level": level})
    manager = FixedLossScaleManager(128.0, drop_overflow_update=True)
    found = GradAccumulator(
        loss, grouped(net), window=2, clip_norm=0.3, loss_scale_manager=manager
    ).set_train()
    return lambda *batch: first(found(*batch))


def own_step(net: Any, on: bool, *, clip: bool) -> Step:
    """A function: scaled, unscaled, checked and clipped by the script itself."""
    optimizer, scaler = grouped(net), DynamicLossScaler(2.0**40, 2**4, 3)
    loss_fn = LOSS()
    grad_fn = ms.value_and_grad(
        lambda x, y: scaler.scale(loss_fn(net(x), y)), None, optimizer.parameters
    )

    def step(x: Any, y: Any) -> Any:
        loss, grads = grad_fn(x, y)
        finite = all_finite(grads)
        grads, loss = scaler.unscale(grads), scaler.unscale(loss)
        if clip:
            grads = ops.clip_by_global_norm(grads, 0.3)
        if finite:
            optimizer(grads)
        scaler.adjust(finite)
        return loss

    return around(step, on)


def first(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) else value


# -- pairs -------------------------------------------------------------------------------------
def dynamic() -> Any:
    return DynamicLossScaleManager(2**40, 2**4, 3)


def fixed(drop: bool) -> Any:
    return FixedLossScaleManager(256.0, drop_overflow_update=drop)


CASES: dict[str, Any] = {
    **{f"clip_{level}_{size}": partial(clipped, size=size, hsdp={"optimizer_level": level})
       for level in ("level1", "level2", "level3") for size in (1, 2)},
    "clip_adam": partial(clipped, size=2, hsdp={}, kind=nn.AdamWeightDecay),
    "clip_lamb": partial(clipped, size=2, hsdp={}, kind=nn.Lamb),
    "clip_half": partial(clipped, size=1, hsdp={"shard_size": 1}),
    "fixed": partial(by_model, manager=partial(fixed, False), size=2),
    "fixed_drop": partial(by_model, manager=partial(fixed, True), size=2, hsdp={}),
    "dynamic": partial(by_model, manager=dynamic),
    "dynamic_2": partial(by_model, manager=dynamic, size=2, hsdp={"optimizer_level": "level2"}),
    "scaled_cell": partial(scaled_cell, size=1),
    "scaled_cell_2": partial(scaled_cell, size=2),
    "accumulator_1": partial(accumulator, level="level1"),
    "accumulator_2": partial(accumulator, level="level2"),
    "own_step": partial(own_step, clip=False),
    "own_step_clip": partial(own_step, clip=True),
    "O2": partial(by_model, manager=partial(fixed, True), amp_level="O2"),
    "auto": partial(by_model, manager=dynamic, size=2, amp_level="auto"),
}  # fmt: skip


def train(case: Any, on: bool, data: Any) -> list[np.ndarray]:
    net = base.Mlp(base.MLP, base.mlp_strategies(get_group_size()) if on else None)
    step = case(net, on)
    feed = base.local if on else (lambda batch: tuple(map(Tensor, batch)))
    # Scaled losses may be infinite: on both sides.
    losses = [np.nan_to_num(first(step(*feed(batch))).asnumpy()) for batch in data]
    assert not on or net.w1.layout.cuts() == (1, get_group_size() // 2)
    return [*losses, *map(base.whole, net.get_parameters())]


def by_context() -> None:
    """A sharded optimizer asked for by the context: over strategies, and data parallel."""
    data = base.mlp_data()
    case = partial(clipped, size=2, hsdp=None)
    for mode in ("semi_auto_parallel", "data_parallel"):
        for shard in (False, True):
            ms.set_auto_parallel_context(
                parallel_mode=mode, gradients_mean=True, enable_parallel_optimizer=True,
                parallel_optimizer_config={"parallel_optimizer_threshold": 0, "gradient_accumulation_shard": shard},
            )  # fmt: skip
            net = base.Mlp(
                base.MLP, base.mlp_strategies(get_group_size()) if mode[0] == "s" else None
            )
            step = case(net, False)
            losses = [np.array(float(step(*base.local(batch)).asnumpy())) for batch in data]
            found = [*losses, *map(base.whole, net.get_parameters())]
            ms.reset_auto_parallel_context()
            base.check(f"by_context {mode} {shard}", found, train(case, False, data))


def main(names: list[str]) -> None:
    init()
    for name in names or [*CASES, "by_context"]:
        if name == "by_context":
            by_context()
        else:
            data = base.mlp_data()
            if name.startswith(("dynamic", "scaled_cell", "own_step")):
                for batch in (data[2], data[9]):
                    batch[0][0] *= 1e30  # in the rows of the first process alone
            wanted = train(CASES[name], False, data)
            found = train(CASES[name], True, data)
            base.check(name, found, wanted, 5e-3 if name in ("O2", "auto") else 1e-5)
            moved = max(np.abs(a - b).max() for a, b in zip(found[STEPS:], base.MLP.values()))
            assert 1e-2 < moved < 10, f"{name}: the weights moved by {moved}"
        if get_rank() == 0:
            print(f"{name}: equal", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
