"""Optimizers inside compiled steps: one graph, no recompile when rates move, the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings

STEPS = 4


@pytest.fixture(autouse=True)
def capture_only() -> Iterator[None]:
    """Graphs are captured in full, but no code is generated for them."""
    before = settings.mode, settings.jit_level
    settings.jit_level = "O0"
    ms.graph.reset()
    yield
    settings.mode, settings.jit_level = before


def two_groups(params: list[Any], **first: Any) -> list[dict[str, Any]]:
    return [{"params": params[:1], **first}, {"params": params[1:]}]


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "momentum": lambda p: nn.Momentum(p, 0.1, 0.9, weight_decay=0.1, loss_scale=2.0),
    "rate_list": lambda p: nn.Momentum(p, [0.1, 0.2, 0.3, 0.4], 0.9),
    "schedule": lambda p: nn.SGD(p, nn.CosineDecayLR(0.01, 0.3, 3), momentum=0.9, dampening=0.1),
    "group_schedules": lambda p: nn.Adam(two_groups(p, lr=nn.ExponentialDecayLR(0.3, 0.5, 2)), 0.1),
    "adam": lambda p: nn.Adam(p, 0.1, use_amsgrad=True),
    "adam_weight_decay": lambda p: nn.AdamWeightDecay(
        two_groups(p, lr=0.02, weight_decay=0.1), 0.1
    ),
    "lamb": lambda p: nn.Lamb(p, 0.1, weight_decay=0.1),
    "lars": lambda p: nn.LARS(nn.Momentum(p, 0.1, 0.9, weight_decay=0.1)),
    "ftrl": lambda p: nn.FTRL(p, learning_rate=0.1, l1=0.01),
    "rprop": lambda p: nn.Rprop(p, 0.1),
    "asgd": lambda p: nn.ASGD(p, 0.1, t0=1.0),
    "adafactor": lambda p: nn.AdaFactor(p),
    "rmsprop": lambda p: nn.RMSProp(p, 0.1, centered=True),
    "mint_adamw": lambda p: ms.mint.optim.AdamW(two_groups(p, lr=0.3), 0.1),
    "mint_sgd": lambda p: ms.mint.optim.SGD(p, 0.1, 0.9),
    "adagrad": lambda p: nn.Adagrad(p, learning_rate=0.1),
    "adadelta": lambda p: nn.Adadelta(p, 0.5),
    "adamax": lambda p: nn.AdaMax(p, 0.1),
    "proximal_adagrad": lambda p: nn.ProximalAdagrad(p, learning_rate=0.1, l1=0.01, l2=0.1),
    "experimental_adam": lambda p: ms.experimental.optim.Adam(p, 0.1, amsgrad=True),
    "experimental_adagrad": lambda p: ms.experimental.optim.Adagrad(p, 0.1, lr_decay=0.1),
    "experimental_asgd": lambda p: ms.experimental.optim.ASGD(p, 0.1, t0=1.0),
    "experimental_rmsprop": lambda p: ms.experimental.optim.RMSprop(p, 0.1, centered=True),
    "experimental_rprop": lambda p: ms.experimental.optim.Rprop(p, 0.1),
    "experimental_radam": lambda p: ms.experimental.optim.RAdam(p, 0.1),
    "experimental_nadam": lambda p: ms.experimental.optim.NAdam(p, 0.1),
}


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        rng = np.random.RandomState(0)
        self.w = ms.Parameter(ms.Tensor(rng.randn(4, 3).astype(np.float32)))
        self.b = ms.Parameter(ms.Tensor(rng.randn(3).astype(np.float32)))

    def construct(self, x: Any) -> Any:
        return ((ms.ops.matmul(x, self.w) + self.b) ** 2).mean()


def trained(build: Callable[[list[Any]], Any], mode: int) -> list[np.ndarray]:
    settings.mode = mode
    net = Net()
    step = nn.TrainOneStepCell(net, build(net.trainable_params())).set_train()
    for i in range(STEPS):
        step(ms.Tensor(np.random.RandomState(i).randn(5, 4).astype(np.float32)))
    return [p.asnumpy() for p in step.get_parameters()]


@pytest.mark.parametrize("rule", BUILDERS)
def test_one_graph_and_the_same_numbers(rule: str) -> None:
    eager = trained(BUILDERS[rule], PYNATIVE_MODE)
    graph = trained(BUILDERS[rule], GRAPH_MODE)
    for got, want in zip(graph, eager, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)
    stats = ms.graph.stats()
    assert stats.by_name == {"TrainOneStepCell": 1}
    assert not stats.not_recorded
    assert not stats.fallbacks


def test_a_changed_rate_does_not_recompile() -> None:
    settings.mode = GRAPH_MODE
    net = Net()
    optimizer = ms.experimental.optim.SGD(net.trainable_params(), 0.1)
    scheduler = ms.experimental.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
    step = nn.TrainOneStepCell(net, optimizer).set_train()
    for i in range(3):
        step(ms.Tensor(np.full((5, 4), i, np.float32)))
        scheduler.step()
    assert ms.graph.stats().by_name == {"TrainOneStepCell": 1}


def test_code_is_generated_for_a_whole_step() -> None:
    settings.jit_level = "O1"
    eager = trained(BUILDERS["group_schedules"], PYNATIVE_MODE)
    graph = trained(BUILDERS["group_schedules"], GRAPH_MODE)
    for got, want in zip(graph, eager, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)
