"""Training steps that the tests of this folder run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, amp, nn, ops

SCHEDULE = nn.warmup_lr(0.05, 8, 2, 2)


def network() -> nn.Cell:
    """A small net, the same each time."""
    ms.set_seed(1)
    layers = [nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Dense(128, 4)]
    return nn.WithLossCell(nn.SequentialCell(*layers), nn.CrossEntropyLoss()).set_train()


def batches(count: int = 6) -> list[tuple[Tensor, Tensor]]:
    """Images of 8 x 8 and labels."""
    draws = np.random.RandomState(0)
    return [
        (
            Tensor(draws.rand(4, 1, 8, 8).astype(np.float32)),
            Tensor(draws.randint(0, 4, 4).astype(np.int32)),
        )
        for _ in range(count)
    ]


def plain() -> Any:
    """A TrainOneStepCell."""
    net = network()
    return nn.TrainOneStepCell(net, nn.Momentum(net.trainable_params(), SCHEDULE, 0.9)).set_train()


def scaled() -> Any:
    """A step with a loss scale that changes."""
    net = network()
    optimizer = nn.Momentum(net.trainable_params(), SCHEDULE, 0.9)
    manager = nn.DynamicLossScaleUpdateCell(2.0**12, 2, 2)
    step = nn.TrainOneStepWithLossScaleCell(net, optimizer, manager).set_train()
    return lambda x, y: step(x, y)[0]


def accumulated() -> Any:
    """A step of two micro-batches."""
    net = network()
    net = ms.parallel.GradAccumulation(net, 2)
    return nn.TrainOneStepCell(net, nn.Adam(net.trainable_params(), SCHEDULE)).set_train()


def clipped() -> Callable[..., Tensor]:
    """A function that clips."""
    net = network()
    optimizer = nn.AdamWeightDecay(net.trainable_params(), SCHEDULE, weight_decay=0.01)
    scaler = amp.DynamicLossScaler(1024, 2, 50)
    grads_of = ms.value_and_grad(lambda x, y: scaler.scale(net(x, y)), None, optimizer.parameters)

    def step(x: Tensor, y: Tensor) -> Tensor:
        loss, grads = grads_of(x, y)
        grads = scaler.unscale(grads)
        scaler.adjust(amp.all_finite(grads))
        optimizer(ops.clip_by_global_norm(grads, 1.0))
        return scaler.unscale(loss)

    return step


STEPS = {"plain": plain, "scaled": scaled, "accumulated": accumulated, "clipped": clipped}
