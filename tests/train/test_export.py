"""ONNX files: made by torch's exporter, run by onnxruntime."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

import msacc as ms
import msacc.nn as nn
from msacc import Parameter, Tensor, ops
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor_tree import leaves
from msacc.train.serialization.input_sizes import InputSizes


class Two(nn.Cell):
    """Two inputs, two outputs, and layers that the training mode changes."""

    def __init__(self) -> None:
        super().__init__()
        self.fc, self.drop, self.bn = nn.Dense(4, 3), nn.Dropout(p=0.5), nn.BatchNorm1d(3)

    def construct(self, image: Tensor, other: Tensor) -> Any:
        a = self.bn(self.fc(image))
        return a, {"sum": self.drop(a + other)}


class Chosen(nn.Cell):
    """Int32 places and ids, numbers that stand first, sorting, some arguments in a row."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(10, 4)
        self.order = Parameter(Tensor([3, 0, 2], ms.int32), requires_grad=False)

    def construct(self, ids: Tensor, *more: Tensor) -> Any:
        x = self.table(ids)
        y = 0.25 * x[..., self.order]
        y[0] = 2.0
        return [ops.sort(x, 1)[1], y + more[0], ops.floor_div(2.5, x * 100 + 0.3)]


# Layers that exporters have had trouble with, and the shape of an input.
LAYERS = [
    (nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten()), (1, 1, 6, 6)),
    (nn.LSTM(4, 5, 2, batch_first=True, bidirectional=True), (2, 3, 4)),
    (nn.GRU(4, 5), (3, 2, 4)),
    (nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), (2, 3, 8)),
    (nn.SequentialCell(nn.Conv2dTranspose(3, 4, 3, 2), nn.GroupNorm(2, 4)), (2, 3, 5, 5)),
    (nn.SequentialCell(nn.AvgPool2d(3, 2, pad_mode="same"), nn.BatchNorm2d(3)), (2, 3, 7, 7)),
    (nn.SequentialCell(nn.AdaptiveAvgPool2d(3), nn.MaxPool2d(2, 2)), (2, 3, 7, 7)),
    (nn.SequentialCell(nn.Conv1d(3, 4, 3), nn.GELU(), nn.LayerNorm((7,))), (2, 3, 7)),
]


def _session(path: Path) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def _same(path: Path, net: nn.Cell, *inputs: Tensor) -> None:
    """onnxruntime gives what `net` gives, types and shapes included."""
    session = _session(path)
    feed = {i.name: t.asnumpy() for i, t in zip(session.get_inputs(), inputs, strict=True)}
    expected = [t.asnumpy() for t in leaves(net.set_train(False)(*inputs))]
    for found, own in zip(session.run(None, feed), expected, strict=True):
        assert found.dtype == own.dtype
        np.testing.assert_allclose(found, own, rtol=1e-4, atol=1e-5)


def _random(*shape: int) -> Tensor:
    return Tensor(np.random.RandomState(0).randn(*shape), ms.float32)


def _export(net: nn.Cell, *inputs: Tensor, to: Path, **options: Any) -> Path:
    ms.export(net, *inputs, file_name=str(to / "net"), file_format="ONNX", **options)
    return to / "net.onnx"


def test_onnx_gives_the_networks_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = Two().set_train()
    net.bn.set_train(False)
    inputs = _random(2, 4), _random(2, 3)
    with monkeypatch.context() as graph:
        graph.setattr(settings, "mode", GRAPH_MODE)
        key = {"enc_key": b"k", "enc_mode": lambda content, key: content[::-1] + key}
        path = _export(net, *inputs, to=tmp_path / "made", **key)
        assert settings.mode == GRAPH_MODE
    assert (net.training, net.bn.training, net.drop.training) == (True, False, True)
    assert path.stat().st_mode & 0o777 == 0o400
    content = path.read_bytes()
    assert content[-1:] == b"k"
    plain = tmp_path / "plain.onnx"
    plain.write_bytes(content[-2::-1])
    session = _session(plain)
    assert [i.name for i in session.get_inputs()] == ["image", "other"]
    assert [o.name for o in session.get_outputs()] == ["output_0", "output_1"]
    assert {i.name for i in onnx.load(plain).graph.initializer} >= {"fc.weight", "fc.bias"}
    _same(plain, net, *inputs)


@pytest.mark.parametrize(
    "declared", ["by the inputs", pytest.param("by set_inputs", marks=pytest.mark.slow)]
)
def test_sizes_that_vary(tmp_path: Path, declared: str) -> None:
    net = Two()
    described = [Tensor(shape=[None, n], dtype=ms.float32) for n in (4, 3)]
    if declared == "by set_inputs":
        net.set_inputs(*described)
        path = _export(net, _random(1, 4), _random(1, 3), to=tmp_path)
    else:
        path = _export(net, *described, to=tmp_path)
    assert _session(path).get_inputs()[0].shape == ["image_0", 4]
    for batch in (5, 1):
        _same(path, net, _random(batch, 4), _random(batch, 3))


def test_sizes_to_try() -> None:
    class Takes(nn.Cell):
        """Images whose sides go by 32, and a batch of at most 4."""

        def construct(self, x: Tensor, *, y: Any = None) -> Tensor:
            return x.reshape(x.shape[0], x.shape[1] // 32, 32, 1)

    rule = ms.Symbol(max=4, min=2, divisor=2)
    (found,) = InputSizes(Takes(), (Tensor(shape=[rule, None], dtype=ms.float16),)).samples()
    assert (found.shape, found.dtype) == ((2, 32), ms.float16)
    net = Takes()
    net.set_inputs(x=Tensor(shape=[None, 64], dtype=ms.float32))
    assert InputSizes(net, (_random(1, 64),)).samples()[0].shape == (2, 64)
    assert InputSizes(net, (_random(0, 64),)).samples()[0].shape == (2, 64)
    assert InputSizes(net, (_random(3, 64),)).varying() == [(0, 0, None)]
    with pytest.raises(ValueError, match=r"shape \(3, 2\), but set_inputs declared \[None, 64\]"):
        InputSizes(net, (_random(3, 2),))


@pytest.mark.slow
def test_what_torchs_exporter_makes_wrong(tmp_path: Path) -> None:
    ids = Tensor(np.arange(8).reshape(2, 4), ms.int32)
    net = Chosen()
    path = _export(net, Tensor(shape=[None, None], dtype=ms.int32), _random(3), to=tmp_path)
    assert [i.name for i in _session(path).get_inputs()] == ["ids", "more_0"]
    assert _session(path).get_inputs()[0].type == "tensor(int32)"
    _same(path, net, ids, _random(3))
    _same(path, net, Tensor(np.arange(9).reshape(3, 3), ms.int32), _random(3))


@pytest.mark.slow
@pytest.mark.parametrize(("net", "shape"), LAYERS)
def test_layers(tmp_path: Path, net: nn.Cell, shape: tuple[int, ...]) -> None:
    _same(_export(net, _random(*shape), to=tmp_path), net, _random(*shape))


def test_arguments_that_are_no_good(tmp_path: Path) -> None:
    net, x = nn.Dense(2, 2), _random(1, 2)

    def export(*inputs: Any, **given: Any) -> None:
        name = {"file_name": str(tmp_path / "n"), "file_format": "ONNX"}
        ms.export(given.pop("net", net), *inputs, **{**name, **given})

    for error, words, inputs, given in (
        (TypeError, "file_name", [x], {"file_name": 3}),
        (ValueError, "illegal", [x], {"file_name": "a b"}),
        (ValueError, "illegal", [x], {"file_name": ""}),
        (TypeError, "must be a Tensor", [np.ones((1, 2))], {}),
        (TypeError, "must be a Tensor", [(x,)], {}),
        (ValueError, "enc_key", [x], {"enc_key": None}),
        (ValueError, "enc_mode", [x], {"enc_key": b"k"}),
        (ValueError, "custom_func", [x], {"custom_func": print}),
        (TypeError, "construct", [x, x], {}),
        (TypeError, "construct", [], {}),
        (ValueError, "needs the rank", [Tensor(dtype=ms.float32)], {}),
        (ValueError, r"none of the sizes", [Tensor(shape=[2, None, 3], dtype=ms.float32)], {}),
        (ValueError, "Tensors alone", [x], {"net": _Counts()}),
    ):
        with pytest.raises(error, match=words):
            export(*inputs, **given)
    assert list(tmp_path.iterdir()) == []


class _Counts(nn.Cell):
    def construct(self, x: Tensor) -> Any:
        return x, x.shape[0]


@pytest.mark.slow
def test_wrappers_of_the_step_and_stages_say_nothing(tmp_path: Path) -> None:
    net = nn.SequentialCell(nn.Dense(2, 3), nn.Dense(3, 1))
    net[1].pipeline_stage = 1
    path = _export(ms.parallel.auto_parallel.AutoParallel(net), _random(4, 2), to=tmp_path)
    _same(path, net, _random(4, 2))
    step = nn.TrainOneStepCell(
        nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1)
    )
    with pytest.raises(NotImplementedError, match="For 'export', 'optimizer'"):
        _export(step, _random(4, 2), _random(4, 1), to=tmp_path)


@pytest.mark.slow
def test_an_op_that_onnx_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no way to write.*lgamma"):
        _export(_Gamma(), _random(2), to=tmp_path)


class _Gamma(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        return ops.lgamma(x)


@pytest.mark.parametrize("package", ["onnx", "onnxscript"])
def test_without_the_packages_the_error_names_the_extra(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"'{package}': pip install 'msacc\[onnx\]'"):
        _export(nn.ReLU(), Tensor([1.0]), to=tmp_path)
