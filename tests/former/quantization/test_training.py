"""Training steps of quantized networks are those of the formulas in float64 (training.py), also in a graph."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msacc.nn.layer.quant import FakeQuantWithMinMaxObserver, QuantConfig, quant_config_default

import msacc as ms
from msacc import Tensor, nn
from tests.former.quantization import training
from tests.former.quantization.cases import filled, numbers

MODES = [ms.PYNATIVE_MODE, ms.GRAPH_MODE]


class Folded(nn.Cell):
    def __init__(self, freeze_bn: int) -> None:
        super().__init__()
        sizes: Any = {"pad_mode": "valid", "momentum": 0.8, "freeze_bn": freeze_bn}
        self.conv = nn.Conv2dBnFoldQuant(2, 3, 3, **sizes)
        self.act = nn.ActQuant(nn.ReLU(), ema=True, ema_decay=0.5)
        self.flat = nn.Flatten()
        self.dense = nn.DenseQuant(12, 2)

    def construct(self, x: Tensor) -> Tensor:
        return self.dense(self.flat(self.act(self.conv(x))))  # type: ignore[no-any-return]


class Learned(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        made = FakeQuantWithMinMaxObserver.partial_init
        learned: Any = {"mode": "LEARNED_SCALE", "symmetric": True, "narrow_range": True}
        weight = made(**learned, min_init=-0.4, max_init=0.4)
        config = QuantConfig(weight, made(**learned))
        self.first = nn.DenseQuant(3, 5, quant_config=config)
        self.act = nn.ActQuant(nn.ReLU(), quant_config=config)
        channels = made(per_channel=True, quant_dtype=weight().quant_dtype.INT4, narrow_range=True)
        self.second = nn.DenseQuant(
            5, 2, quant_config=QuantConfig(channels, quant_config_default.activation)
        )
        self.act.fake_quant_act.maxq.set_data(Tensor([0.5], ms.float32))

    def construct(self, x: Tensor) -> Tensor:
        return self.second(self.act(self.first(x)))  # type: ignore[no-any-return]


def _set(mode: int) -> None:
    """Graphs are recorded, and not compiled, which takes a minute."""
    ms.set_context(mode=mode, jit_config={"jit_level": "O0"})


def _state(net: nn.Cell) -> dict[str, Any]:
    return {p.name: p.asnumpy() for p in net.get_parameters()}


def _compare(net: nn.Cell, reference: Any, rate: float, mode: int, *size: int) -> None:
    _set(mode)
    recorded = ms.graph.stats().recorded.get("TrainOneStepCell", 0)
    optimizer = nn.SGD(net.trainable_params(), rate)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer).set_train()
    for i in range(4):
        x, y = numbers(f"x{i}", 6, *size), numbers(f"y{i}", 6, 2)
        np.testing.assert_allclose(
            float(step(Tensor(x), Tensor(y))), reference.step(x, y), rtol=1e-5
        )
    if mode == ms.GRAPH_MODE:
        assert ms.graph.stats().recorded["TrainOneStepCell"] == recorded + 1
    found = _state(net)
    for name, expected in reference.state.items():
        np.testing.assert_allclose(found[name], expected, rtol=1e-5, atol=2e-6, err_msg=name)


@pytest.mark.parametrize(("mode", "freeze_bn"), [(MODES[0], 100), (MODES[1], 2)])
def test_a_folded_convolution(mode: int, freeze_bn: int) -> None:
    net = filled(ms, Folded(freeze_bn))
    reference = training.Folded(_state(net), freeze_bn)
    _compare(net, reference, reference.rate, mode, 2, 4, 4)
    assert net.conv.step.asnumpy().tolist() == [4]


@pytest.mark.parametrize("mode", MODES)
def test_learned_scales(mode: int) -> None:
    net = filled(ms, Learned())
    reference = training.Learned(_state(net))
    before = {name: value.copy() for name, value in reference.state.items()}
    _compare(net, reference, reference.rate, mode, 3)
    for name in ("first.fake_quant_weight.maxq", "act.fake_quant_act.maxq"):
        assert np.abs(reference.state[name] - before[name]).max() > 3e-4


def test_a_graph_waits_as_long_as_each_call_does() -> None:
    x, found = Tensor(numbers("x", 3, 4)), []
    for mode in MODES:
        _set(mode)
        net = nn.FakeQuantWithMinMaxObserver(quant_delay=2, ema=True, ema_decay=1.0).set_train()
        found.append([net(x).asnumpy() for _ in range(4)])
        assert np.array_equal(found[-1][1], x.asnumpy())
        assert not np.array_equal(found[-1][2], x.asnumpy())
        assert np.array_equal(found[-1][2], net.set_train(False)(x).asnumpy())
    np.testing.assert_array_equal(*found)
