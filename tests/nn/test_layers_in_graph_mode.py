"""Layers in graph mode: one graph without a break, the same numbers, running statistics moved once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn


def tensor(*shape: int) -> ms.Tensor:
    return ms.Tensor(np.random.RandomState(0).uniform(-1, 1, shape).astype(np.float32))


def image_net() -> nn.Cell:
    return nn.SequentialCell(
        nn.Conv2d(3, 4, 3, 2, has_bias=True), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(3, 2, "same"),
        nn.Conv2dTranspose(4, 2, 3, 2), nn.GroupNorm(1, 2), nn.GELU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(),
        nn.Dense(8, 5, activation="relu"), nn.LayerNorm((5,)), nn.Softmax(),
    )  # fmt: skip


NETS: dict[str, tuple[Callable[[], Any], tuple[int, ...]]] = {
    "image": (image_net, (2, 3, 9, 9)),
    "lstm": (lambda: nn.LSTM(3, 2, 2, bidirectional=True), (4, 2, 3)),
    "gru": (lambda: nn.GRU(3, 2), (4, 2, 3)),
    "encoder": (lambda: nn.TransformerEncoderLayer(4, 2, 6, 0.0), (3, 2, 4)),
    "conv1d": (
        lambda: nn.SequentialCell(nn.Conv1d(3, 2, 3), nn.BatchNorm1d(2), nn.PReLU(2)),
        (2, 3, 5),
    ),
    "conv3d": (
        lambda: nn.SequentialCell(nn.Conv3d(2, 2, 3), nn.BatchNorm3d(2), nn.AvgPool3d(2)),
        (1, 2, 3, 3, 3),
    ),
}


def flat(out: Any) -> list[np.ndarray]:
    return (
        [a for item in out for a in flat(item)]
        if isinstance(out, tuple)
        else [out.asnumpy().copy()]
    )


@pytest.mark.parametrize("name", NETS)
def test_one_graph(name: str) -> None:
    make, shape = NETS[name]
    net = make().set_train()
    x = tensor(*shape)
    before = {p.name: p.asnumpy().copy() for p in net.get_parameters()}
    expected = flat(net(x))
    moved = {p.name: p.asnumpy().copy() for p in net.get_parameters()}
    for parameter in net.get_parameters():
        parameter.set_data(ms.Tensor(before[parameter.name]))
    captured = ms.jit(lambda x: net(x), jit_level="O0", fullgraph=True)
    for got, want in zip(flat(captured(x)), expected, strict=True):
        np.testing.assert_allclose(got, want, 1e-5, 1e-6)
    for parameter in net.get_parameters():
        np.testing.assert_allclose(parameter.asnumpy(), moved[parameter.name], 1e-5, 1e-6)


def test_losses_in_one_graph() -> None:
    logits, labels = tensor(4, 5), ms.Tensor(np.array([0, 1, 4, 2], np.int32))
    losses = [nn.CrossEntropyLoss(), nn.SoftmaxCrossEntropyWithLogits(True), nn.NLLLoss()]
    pairs = [
        nn.MSELoss(),
        nn.L1Loss("sum"),
        nn.SmoothL1Loss(),
        nn.HuberLoss(),
        nn.BCEWithLogitsLoss(),
    ]

    def all_of_them(x: ms.Tensor, y: ms.Tensor) -> Any:
        return tuple([loss(x, y) for loss in losses] + [loss(x, x * 0.5) for loss in pairs])

    captured = ms.jit(all_of_them, jit_level="O0", fullgraph=True)
    for got, want in zip(captured(logits, labels), all_of_them(logits, labels), strict=True):
        np.testing.assert_allclose(got.asnumpy(), want.asnumpy(), 1e-5, 1e-6)
