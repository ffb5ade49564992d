"""Every way to spread a step over processes against one process with the whole batch.

Rank 0 trains the reference with MindSpore's TrainOneStepCell on the global batch; the job trains on its
parts. After STEPS steps all parameters must agree to 1e-6. Arguments: names of configurations.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.nn.utils import no_init_parameters
from msacc.parallel import AutoParallel, GradAccumulation
from msacc.train import FixedLossScaleManager

STEPS = 20
PER_RANK = 28  # 1, 4 and 7 divide it


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Dense(12, 48, weight_init="xavier_uniform")
        self.second = nn.Dense(48, 48, weight_init="xavier_uniform")
        self.third = nn.Dense(48, 5, weight_init="xavier_uniform")
        self.relu = nn.ReLU()

    def construct(self, x: Tensor) -> Tensor:
        return self.third(self.relu(self.second(self.relu(self.first(x)))))


def momentum(params: Any, **more: Any) -> Any:
    return nn.Momentum(params, more.pop("lr", 0.05), 0.9, weight_decay=0.01, **more)


def adam(params: Any, **more: Any) -> Any:
    # Large eps: with a tiny one Adam blows rounding differences of near-zero gradients up.
    return nn.AdamWeightDecay(params, more.pop("lr", 1e-3), eps=1e-3, weight_decay=0.1)


def config(optimizer: Callable[..., Any] = momentum, micro: int = 1, **more: Any) -> dict[str, Any]:
    return {"optimizer": optimizer, "micro": micro, **more}


CONFIGS = {
    "data_parallel": config(hsdp=None),
    "data_parallel_4": config(adam, micro=4, hsdp=None),
    "context": config(hsdp=None, context=True),
    "context_4": config(adam, micro=4, hsdp=None, context=True),
    "level1": config(hsdp={}),
    "level1_4": config(micro=4, hsdp={}),
    "level1_7_adam": config(adam, micro=7, hsdp={}),
    "level2_4": config(micro=4, hsdp={"optimizer_level": "level2"}),
    "level2_7_adam": config(adam, micro=7, hsdp={"optimizer_level": "level2"}),
    "level3": config(hsdp={"optimizer_level": "level3"}),
    "level3_4_adam": config(adam, micro=4, hsdp={"optimizer_level": "level3"}),
    "half_4": config(micro=4, hsdp={"shard_size": 2}),
    "half_level3": config(adam, micro=4, hsdp={"shard_size": 2, "optimizer_level": "level3"}),
    "quarter_level2": config(micro=4, hsdp={"shard_size": 4, "optimizer_level": "level2"}),
    "threshold": config(micro=4, hsdp={"threshold": 5}),
    "clip": config(micro=4, hsdp={}, clip=0.05),
    "clip_level3": config(micro=4, hsdp={"optimizer_level": "level3"}, clip=0.05),
    "scaled": config(micro=4, hsdp={}, scale=1024.0),
    "schedule": config(micro=4, hsdp={}, lr=lambda: nn.CosineDecayLR(0.001, 0.1, STEPS)),
    "listed_rates": config(
        adam, micro=4, hsdp={}, lr=lambda: list(np.linspace(0.002, 0.0002, STEPS))
    ),
}


def batches(world: int) -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.RandomState(7)
    size = PER_RANK * world
    return [
        (rng.randn(size, 12).astype(np.float32), rng.randint(0, 5, size).astype(np.int32))
        for _ in range(STEPS)
    ]


def build(chosen: dict[str, Any], **more: Any) -> tuple[Any, Any]:
    ms.set_seed(3)
    with no_init_parameters():
        net = Net()
        if chosen.get("lr"):
            more["lr"] = chosen["lr"]()
        optimizer = chosen["optimizer"](net.trainable_params(), **more)
    return nn.WithLossCell(net, nn.CrossEntropyLoss()), optimizer


class ClippedStep(nn.TrainOneStepCell):
    """The reference for clipping: the norm of the whole batch's gradient."""

    def construct(self, bound: Any, *inputs: Any) -> Any:
        loss = self.network(*inputs)
        grads = self.grad(self.network, self.weights)(*inputs, ms.ops.ones_like(loss))
        self.optimizer(ms.ops.clip_by_global_norm(grads, bound))
        return loss


def reference(chosen: dict[str, Any], world: int) -> tuple[list[np.ndarray], list[float]]:
    net, optimizer = build(chosen)
    if chosen.get("clip"):
        cell = ClippedStep(net, optimizer).set_train()
        losses = [float(cell(chosen["clip"], Tensor(x), Tensor(y))) for x, y in batches(world)]
    else:
        cell = nn.TrainOneStepCell(net, optimizer).set_train()
        losses = [float(cell(Tensor(x), Tensor(y))) for x, y in batches(world)]
    return [p.asnumpy().copy() for p in net.trainable_params()], losses


def spread(chosen: dict[str, Any], world: int, rank: int) -> tuple[Any, list[float]]:
    scale = chosen.get("scale")
    net, optimizer = build(chosen, **({"loss_scale": scale} if scale else {}))
    wrapped: nn.Cell = GradAccumulation(net, chosen["micro"], clip_norm=chosen.get("clip"))
    if chosen.get("context"):
        ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
        wrapped = net if chosen["micro"] == 1 else wrapped
    else:
        wrapped = AutoParallel(wrapped)
    if chosen["hsdp"] is not None:
        wrapped.hsdp(**{"threshold": 0, **chosen["hsdp"]})
    manager = FixedLossScaleManager(scale, drop_overflow_update=False) if scale else None
    step = ms.Model(wrapped, optimizer=optimizer, loss_scale_manager=manager).train_network
    mine = slice(rank * PER_RANK, (rank + 1) * PER_RANK)
    losses = [
        float(step(Tensor(x[mine].copy()), Tensor(y[mine].copy()))) for x, y in batches(world)
    ]
    # The reference that follows trains alone, whatever the context was.
    ms.reset_auto_parallel_context()
    if hasattr(step, "whole_parameters"):
        return step.whole_parameters(), losses
    return net.trainable_params(), losses


def main(names: list[str]) -> None:
    init()
    ms.set_context(mode=int(os.environ.get("MODE", "1")))
    world, rank = get_group_size(), get_rank()
    for name in names:
        chosen = CONFIGS[name]
        found, losses = spread(chosen, world, rank)
        if rank == 0:
            wanted, expected = reference(chosen, world)
            if chosen.get(
                "context"
            ):  # without AutoParallel each process reports its own part's loss
                losses = [loss * chosen["micro"] for loss in expected]
            apart = max(np.abs(a.asnumpy() - b).max() for a, b in zip(found, wanted))
            np.testing.assert_allclose(
                np.array(losses) / chosen["micro"], expected, rtol=1e-5, atol=1e-6
            )
            assert apart < 1e-6, f"{name} on {world}: parameters differ by {apart}"
            print(f"{name}: equal, {apart:.1e}")
    if ms.get_context("mode") == ms.GRAPH_MODE:
        figures = ms.graph.stats()
        print(
            f"compiled {dict(figures.by_name)} not recorded {figures.not_recorded} fallbacks {figures.fallbacks}"
        )


if __name__ == "__main__":
    main(sys.argv[1:] or list(CONFIGS))
