"""A training step asks for no value: on a device each question would wait for everything before it.

Counted are torch's ops that bring a value, or a shape that follows from values, to the host.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from torch.utils._python_dispatch import TorchDispatchMode

import msacc as ms
from msacc import Tensor, nn, ops

_ASKING = [
    "_local_scalar_dense",
    "item",
    "is_nonzero",
    "equal",
    "nonzero",
    "masked_select",
    "_unique2",
    "unique_consecutive",
    "unique_dim",
    "bincount",
    "repeat_interleave",
]


class Asked(TorchDispatchMode):
    """Counts the ops that ask for values."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        name = func._schema.name.partition("::")[2]
        if name in _ASKING:
            self.found[name] += 1
        return func(*args, **(kwargs or {}))


def _network() -> nn.Cell:
    ms.set_seed(1)
    return nn.SequentialCell(
        nn.Conv2d(1, 2, 3),
        nn.BatchNorm2d(2),
        nn.ReLU(),
        nn.Flatten(),
        nn.Dropout(p=0.1),
        nn.Dense(128, 4),
    )


def _batch() -> tuple[Tensor, Tensor]:
    draws = np.random.RandomState(0)
    images = draws.rand(4, 1, 8, 8).astype(np.float32)
    return Tensor(images), Tensor(draws.randint(0, 4, 4).astype(np.int32))


def _asked(step: Callable[..., Any]) -> dict[str, int]:
    """What the third and fourth step ask for."""
    batch = _batch()
    step(*batch)
    step(*batch)
    with Asked() as asked:
        step(*batch)
        step(*batch)
    return dict(asked.found)


SCHEDULE = nn.warmup_lr(0.1, 8, 2, 2)
OPTIMIZERS = {
    "SGD": lambda p: nn.SGD(p, 0.1, momentum=0.9),
    "Momentum": lambda p: nn.Momentum(p, SCHEDULE, 0.9),
    "Adam": lambda p: nn.Adam(p, nn.CosineDecayLR(0.01, 0.1, 10)),
    "AdamWeightDecay": lambda p: nn.AdamWeightDecay(p, 0.1, weight_decay=0.01),
    "Lamb": lambda p: nn.Lamb(p, 0.1),
    "LARS": lambda p: nn.LARS(nn.Momentum(p, 0.1, 0.9)),
    "RMSProp": lambda p: nn.RMSProp(p, 0.1),
    "groups": lambda p: nn.Adam(
        [{"params": p[:2], "lr": 0.1}, {"params": p[2:], "weight_decay": 0.1}]
    ),
    "experimental": lambda p: ms.experimental.optim.AdamW(p, 0.1),
    "mint": lambda p: ms.mint.optim.AdamW(p, 0.1),
}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_steps_of_optimizers(name: str) -> None:
    net = _network()
    optimizer = OPTIMIZERS[name](net.trainable_params())
    loss_fn = nn.CrossEntropyLoss()
    grads_of = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, net.trainable_params())

    def step(x: Tensor, y: Tensor) -> Tensor:
        loss, grads = grads_of(x, y)
        optimizer(grads)
        return loss

    assert _asked(step) == {}


@pytest.mark.parametrize("scale", ["fixed", "dynamic", "clipped", "accumulated", "short"])
def test_cells_that_train(scale: str) -> None:
    net = nn.WithLossCell(_network(), nn.CrossEntropyLoss())
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    if scale == "dynamic":
        manager = nn.DynamicLossScaleUpdateCell(2.0**12, 2, 2)
        step: Any = nn.TrainOneStepWithLossScaleCell(net, optimizer, manager)
    elif scale == "fixed":
        step = nn.TrainOneStepWithLossScaleCell(net, optimizer, Tensor(1024.0, ms.float32))
    elif scale == "accumulated":
        step = nn.TrainOneStepCell(ms.parallel.GradAccumulation(net, 2), optimizer)
    elif scale == "short":
        accumulating = ms.parallel.GradAccumulation(net, 3, remainder="short")
        step = nn.TrainOneStepCell(accumulating, optimizer)
    else:
        step = _clipped(net, optimizer)
    # Whether to update is asked once a step in PyNative mode; a graph chooses on the device.
    scaled = scale in ("fixed", "dynamic")
    assert _asked(step) == ({"_local_scalar_dense": 2} if scaled else {})


def _clipped(net: nn.Cell, optimizer: Any) -> Callable[..., Tensor]:
    grads_of = ms.value_and_grad(net, None, optimizer.parameters)

    def step(x: Tensor, y: Tensor) -> Tensor:
        loss, grads = grads_of(x, y)
        optimizer(ops.clip_by_global_norm(grads, 1.0))
        return loss

    return step


def test_a_question_is_counted() -> None:
    assert _asked(lambda x, y: float(x.sum())) == {"_local_scalar_dense": 2}
