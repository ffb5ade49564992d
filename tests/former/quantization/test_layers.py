"""What the layers do besides the recorded numbers: refusals, checkpoints, names, blocks that stand for layers."""

from __future__ import annotations

import copy
import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common import warn_once
from msacc.nn.layer import quant as q
from tests.former.quantization.cases import filled, numbers

LEARNED: Any = {"mode": "LEARNED_SCALE", "symmetric": True}


def test_names_are_where_each_release_had_them() -> None:
    program = """
import sys
import msacc as ms
def loaded():
    return any(name.startswith("msacc.former.") for name in sys.modules)
assert not loaded()
from msacc.nn import Conv2dQuant, FakeQuantWithMinMax
assert loaded()
from msacc.nn.layer.quant import *
assert Conv2dQuant is ms.nn.Conv2dQuant is ms.nn.layer.quant.Conv2dQuant
assert ActQuant(ms.nn.ReLU()).get_origin().cls_name == "ReLU"
from msacc.nn.layer.quant import QuantBlock, QuantConfig, _Observer, _partial_init, _QuantActivation
from msacc.ops.operations import _quant_ops as Q
assert Q.FakeQuantPerLayer is ms.ops.operations.FakeQuantPerLayer
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def _window(layer: str, **settings: Any) -> Callable[[], Any]:
    return lambda: getattr(nn, layer)(
        **{"in_channels": 2, "out_channels": 2, "kernel_size": 3, **settings}
    )


@pytest.mark.parametrize(
    "layer",
    ["Conv2dQuant", "Conv2dBnFoldQuant", "Conv2dBnFoldQuantOneConv", "Conv2dBnWithoutFoldQuant"],
)
@pytest.mark.parametrize(
    ("settings", "error", "text"),
    [
        ({"in_channels": 0}, ValueError, "in_channels"),
        ({"out_channels": 1.5}, TypeError, "out_channels"),
        ({"kernel_size": (3, 0)}, ValueError, "kernel_size"),
        ({"stride": "1"}, TypeError, "expanding"),
        ({"dilation": 0}, ValueError, "dilation"),
        ({"group": 0}, ValueError, "group"),
        ({"pad_mode": "full"}, ValueError, "'pad_mode' must be in .*'full'"),
        ({"padding": -1}, ValueError, "padding"),
        ({"padding": 1.0}, TypeError, "'padding' must be an int or a tuple"),
        ({"has_bias": 1}, TypeError, "has_bias"),
        ({"bits": 8}, TypeError, "'bits'"),
        ({"num_bits": 5}, ValueError, r"'num_bits' must be in \(4, 7, 8\), but got 5"),
        ({"num_bits": 4, "quant_config": q.QuantConfig(1, 2)}, ValueError, "not both"),
    ],
)
def test_convolutions_refuse(layer: str, settings: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        _window(layer, **settings)()


_OBSERVER = nn.FakeQuantWithMinMaxObserver
_REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: _OBSERVER(min_init="0"), TypeError, "min_init"),
    (lambda: _OBSERVER(6, 6), ValueError, "'max_init' must be greater than 'min_init'"),
    (lambda: _OBSERVER([0.0, 1.0]), ValueError, "must have 1 numbers"),
    (lambda: _OBSERVER([0.0], per_channel=True, num_channels=2), ValueError, "num_channels"),
    (lambda: _OBSERVER(quant_delay=-1), ValueError, "quant_delay"),
    (lambda: _OBSERVER(quant_delay=1.0), TypeError, "quant_delay"),
    (lambda: _OBSERVER(mode="FAST"), ValueError, "'mode' must be 'DEFAULT' or 'LEARNED_SCALE'"),
    (lambda: _OBSERVER(mode="LEARNED_SCALE"), ValueError, "'symmetric' must be True"),
    (lambda: _OBSERVER(**LEARNED), ValueError, "one of 'narrow_range' and 'neg_trunc'"),
    (lambda: _OBSERVER(**LEARNED, narrow_range=True, neg_trunc=True), ValueError, "one of"),
    (lambda: _OBSERVER(quant_dtype=q.QuantDtype.INT2), ValueError, "num_bits"),
    (lambda: _OBSERVER(ema=True, ema_decay=0.0), ValueError, "ema_decay"),
    (lambda: _OBSERVER(ema_decay=1.5), ValueError, "ema_decay"),
    (lambda: _OBSERVER(ema=1), TypeError, "ema"),
    (lambda: _OBSERVER(symmetric=1), TypeError, "symmetric"),
    (lambda: _OBSERVER().reset(), ValueError, r"reset\(\) is for mode='LEARNED_SCALE'"),
    (lambda: _OBSERVER()(Tensor([1, 2], ms.int32)), TypeError, "Int32"),
    (lambda: nn.FakeQuantWithMinMax([1.0]), TypeError, "min_init"),
    (lambda: nn.FakeQuantWithMinMax(3, 2), ValueError, "max_init"),
    (lambda: nn.DenseQuant(0, 2), ValueError, "in_channels"),
    (lambda: nn.DenseQuant(3, 2, has_bias=1), TypeError, "has_bias"),
    (lambda: nn.DenseQuant(3, 2, activation=3), TypeError, "activation"),
    (
        lambda: nn.DenseQuant(3, 2, weight_init=Tensor(numbers("w", 3, 2))),
        ValueError,
        "weight_init",
    ),
    (lambda: nn.DenseQuant(3, 2, bias_init=Tensor(numbers("b", 3))), ValueError, "bias_init"),
    (lambda: nn.ActQuant(ops.ReLU()), ValueError, "activation"),
    (lambda: nn.ActQuant(nn.ReLU(), fake_before=1), TypeError, "fake_before"),
    (lambda: nn.HSwishQuant(nn.ReLU()), ValueError, "'activation' must be a nn.HSwish"),
    (lambda: nn.TensorAddQuant(ema_decay=1), TypeError, "ema_decay"),
    (lambda: q._QuantActivation().get_origin(), NotImplementedError, "get_origin"),
    (lambda: nn.Conv2dBnFoldQuant(2, 2, 3, fake=1), TypeError, "fake"),
    (lambda: q.QuantMindirBlock(ops.ReLU(), None), TypeError, "param_dict"),
]


@pytest.mark.parametrize(("call", "error", "text"), _REFUSED)
def test_what_is_refused(call: Callable[[], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_checkpoints_load_by_name(tmp_path: Path) -> None:
    net, other = filled(ms, nn.Conv2dBnFoldQuant(2, 2, 3)), nn.Conv2dBnFoldQuant(2, 2, 3)
    x = Tensor(numbers("x", 2, 2, 4, 4))
    net.set_train()(x)
    ms.save_checkpoint(net, str(tmp_path / "net.ckpt"))
    values = ms.load_checkpoint(str(tmp_path / "net.ckpt"))
    assert {"step", "gamma", "moving_mean", "fake_quant_weight.minq"} <= set(values)
    assert ms.load_param_into_net(other, values) == ([], [])
    net.set_train(False)
    assert np.array_equal(net(x).asnumpy(), other(x).asnumpy())


def test_a_copy_counts_its_own_calls() -> None:
    net = nn.FakeQuantWithMinMaxObserver(quant_delay=1).set_train()
    other, x = copy.deepcopy(net), Tensor(numbers("x", 3))
    first, second = (net(x).asnumpy() for _ in range(2))
    assert np.array_equal(first, x.asnumpy())
    assert not np.array_equal(second, first)
    assert np.array_equal(other(x).asnumpy(), first)


def test_float16_stays() -> None:
    x = Tensor(numbers("x", 4, 3), ms.float16)
    learned = nn.FakeQuantWithMinMaxObserver(**LEARNED, narrow_range=True)
    for net in (nn.FakeQuantWithMinMaxObserver(), learned):
        result = net.set_train()(x)
        assert result.dtype == ms.float16
        np.testing.assert_allclose(result.asnumpy(), x.asnumpy(), atol=0.03)


def test_infinities_are_the_ends() -> None:
    net = nn.FakeQuantWithMinMaxObserver(-2, 2)
    x = Tensor([np.inf, -np.inf, 0.0], ms.float32)
    gradient = ms.grad(lambda v: net(v).sum())(x)
    assert gradient.asnumpy().tolist() == [0, 0, 1]
    np.testing.assert_allclose(net(x).asnumpy(), [2, -2, 0], atol=0.02)


def test_a_range_of_zeros_gives_zeros() -> None:
    net = nn.FakeQuantWithMinMaxObserver().set_train()
    assert net(Tensor(np.zeros(3, np.float32))).asnumpy().tolist() == [0, 0, 0]


def test_what_no_layer_reads_is_said(caplog: pytest.LogCaptureFixture) -> None:
    warn_once.forget()
    logger = logging.getLogger("msacc")
    logger.propagate = True
    try:
        nn.DenseQuant(3, 2, quant_dtype=q.QuantDtype.INT4)
    finally:
        logger.propagate = False
    assert "DenseQuant: quant_dtype=<QuantDtype.INT4: 'INT4'> has no effect" in caplog.text


class _Core(ops.Primitive):
    def construct(self, x: Tensor, weight: Tensor, bias: Any = None) -> Tensor:
        return x * weight if bias is None else x * weight + bias


class _Scaled(ops.Primitive):
    def construct(self, x: Tensor, scale: Tensor) -> Tensor:
        return x * scale


def test_blocks_stand_for_layers() -> None:
    two, half = Tensor([2.0]), Tensor([0.5])
    dequant = _Scaled()
    block = q.QuantBlock(_Core(), two, ops.Round(), dequant, half, activation=nn.ReLU())
    assert block(Tensor([1.4, -2.6])).asnumpy().tolist() == [1, -3]
    assert dequant.attrs["relu_flag"]
    block = q.QuantBlock(_Core(), two, ops.Round(), _Scaled(), half, two, nn.Sigmoid())
    expected = 0.5 / (1 + np.exp(-np.array([4.0, -4.0])))
    np.testing.assert_allclose(block(Tensor([1.4, -2.6])).asnumpy(), expected, rtol=1e-6)
    assert "bias=shape[(1,)], activation=Sigmoid" in repr(block)


def test_blocks_tell_how_layers_were_quantized() -> None:
    ranges = dict.fromkeys(
        ("filter_maxq", "filter_minq", "output_maxq", "output_minq", "symmetric"), 1.0
    )
    for more, names in (
        ({"input_maxq": 3.0, "input_minq": 0.0}, ("input_maxq", "input_minq")),
        ({"input_maxq": None, "mean": 2.0, "std_dev": 0.5}, ("mean", "std_dev")),
    ):
        core = _Core()
        block = q.QuantMindirBlock(core, Tensor([2.0]), None, nn.ReLU(), {**ranges, **more})
        assert block(Tensor([1.5])).asnumpy().tolist() == [3]
        known = {"activation_name", "num_bits", "narrow_range", *ranges, *names}
        assert set(core.attrs) == known
        assert float(core.attrs[names[0]]) == more[names[0]]
