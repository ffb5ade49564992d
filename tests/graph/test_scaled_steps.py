"""Training steps with a loss scale are recorded, whatever the optimizer, and an overflow changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.graph.stats import stats

OPTIMIZERS: dict[str, Callable[[Any], Any]] = {
    "Momentum": lambda params: nn.Momentum(params, 0.1, 0.9),
    "Nesterov": lambda params: nn.Momentum(params, 0.1, 0.9, use_nesterov=True),
    "SGD": lambda params: nn.SGD(params, 0.1, momentum=0.9, weight_decay=0.01),
    "Adam": lambda params: nn.Adam(params, 0.1),
    "AdamWeightDecay": lambda params: nn.AdamWeightDecay(params, 0.1),
    "RMSProp": lambda params: nn.RMSProp(params, 0.1, momentum=0.5),
    "Adagrad": lambda params: nn.Adagrad(params, learning_rate=0.1),
    "schedule": lambda params: nn.Momentum(params, nn.ExponentialDecayLR(0.1, 0.5, 2), 0.9),
}
SCALES: dict[str, Callable[[], Any]] = {
    "fixed": lambda: nn.FixedLossScaleUpdateCell(64.0),
    "dynamic": lambda: nn.DynamicLossScaleUpdateCell(64.0, 2, 2),
}


pytestmark = pytest.mark.usefixtures("recorded_at_once")


def trained(optimizer: str, scale: str, mode: int) -> list[np.ndarray]:
    """Parameters after each of four steps, the second of which overflows, and the scales used."""
    ms.set_context(mode=mode, jit_config={"jit_level": "O0"})
    ms.set_seed(1)
    net = nn.Dense(3, 2)
    loss = nn.WithLossCell(net, nn.MSELoss())
    made = OPTIMIZERS[optimizer](net.trainable_params())
    step = nn.TrainOneStepWithLossScaleCell(loss, made, SCALES[scale]()).set_train()
    rng, found = np.random.RandomState(0), []
    for number in range(4):
        x = rng.randn(4, 3).astype(np.float32)
        x[0, 0] = np.inf if number == 1 else x[0, 0]
        _, _, used = step(Tensor(x), Tensor(np.ones((4, 2), np.float32)))
        found += [net.weight.asnumpy().copy(), used.asnumpy()]
    return found


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_a_step_with_a_loss_scale(optimizer: str, scale: str) -> None:
    wanted = trained(optimizer, scale, ms.PYNATIVE_MODE)
    found = trained(optimizer, scale, ms.GRAPH_MODE)
    assert not stats().not_recorded
    assert stats().recorded["TrainOneStepWithLossScaleCell"] >= 1
    np.testing.assert_array_equal(found[0], found[2])  # the overflow
    assert (found[2] != found[4]).any()
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(a, b, rtol=2e-6, atol=1e-7)
