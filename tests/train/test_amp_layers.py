"""Every kind of layer and loss runs forward and backward at each amp level in both half types, on a CPU.

What torch has no kernel of half precision for computes in float32 and rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, amp, nn, ops

DRAWS = np.random.RandomState(0)
CLASSES = np.array([0, 2], np.int32)


def image(*shape: int) -> np.ndarray:
    return DRAWS.rand(*shape).astype(np.float32)


LINE, PLANE, BLOCK = image(2, 4, 8), image(2, 4, 8, 8), image(2, 4, 4, 4, 4)
ROWS, STEPS = image(2, 4), image(5, 2, 4)
SIGNS = np.array([[1, -1, 1], [-1, 1, 1]], np.float32)

# Each makes the layer; then its inputs.
LAYERS: dict[str, tuple[Callable[[], Any], tuple[Any, ...]]] = {
    "Dense": (lambda: nn.Dense(4, 3), (ROWS,)),
    "BiDense": (lambda: nn.BiDense(4, 3, 2), (ROWS, image(2, 3))),
    "Conv1d": (lambda: nn.Conv1d(4, 3, 3), (LINE,)),
    "Conv2d": (lambda: nn.Conv2d(4, 3, 3), (PLANE,)),
    "Conv2d, groups": (lambda: nn.Conv2d(4, 4, 3, group=2), (PLANE,)),
    "Conv3d": (lambda: nn.Conv3d(4, 3, 3), (BLOCK,)),
    "Conv1dTranspose": (lambda: nn.Conv1dTranspose(4, 3, 3), (LINE,)),
    "Conv2dTranspose": (lambda: nn.Conv2dTranspose(4, 3, 3), (PLANE,)),
    "Conv3dTranspose": (lambda: nn.Conv3dTranspose(4, 3, 3), (BLOCK,)),
    "BatchNorm1d": (lambda: nn.BatchNorm1d(4), (ROWS,)),
    "BatchNorm2d": (lambda: nn.BatchNorm2d(4), (PLANE,)),
    "BatchNorm3d": (lambda: nn.BatchNorm3d(4), (BLOCK,)),
    "LayerNorm": (lambda: nn.LayerNorm([4]), (ROWS,)),
    "GroupNorm": (lambda: nn.GroupNorm(2, 4), (PLANE,)),
    "InstanceNorm2d": (lambda: nn.InstanceNorm2d(4), (PLANE,)),
    "LRN": (lambda: nn.LRN(), (PLANE,)),
    "MaxPool1d": (lambda: nn.MaxPool1d(2, 2), (LINE,)),
    "MaxPool2d": (lambda: nn.MaxPool2d(2, 2), (PLANE,)),
    "MaxPool3d": (lambda: nn.MaxPool3d(2, 2), (BLOCK,)),
    "AvgPool1d": (lambda: nn.AvgPool1d(2, 2), (LINE,)),
    "AvgPool2d": (lambda: nn.AvgPool2d(2, 2), (PLANE,)),
    "AvgPool3d": (lambda: nn.AvgPool3d(2, 2), (BLOCK,)),
    "AdaptiveAvgPool1d": (lambda: nn.AdaptiveAvgPool1d(2), (LINE,)),
    "AdaptiveAvgPool2d": (lambda: nn.AdaptiveAvgPool2d(2), (PLANE,)),
    "AdaptiveAvgPool3d": (lambda: nn.AdaptiveAvgPool3d(2), (BLOCK,)),
    "AdaptiveMaxPool1d": (lambda: nn.AdaptiveMaxPool1d(2), (LINE,)),
    "AdaptiveMaxPool2d": (lambda: nn.AdaptiveMaxPool2d(2), (PLANE,)),
    "AdaptiveMaxPool3d": (lambda: nn.AdaptiveMaxPool3d(2), (BLOCK,)),
    "LPPool2d": (lambda: nn.LPPool2d(2.0, 2), (PLANE,)),
    "LSTM": (lambda: nn.LSTM(4, 3, 2, bidirectional=True), (STEPS,)),
    "GRU": (lambda: nn.GRU(4, 3, 2), (STEPS,)),
    "RNN": (lambda: nn.RNN(4, 3, 2), (STEPS,)),
    "LSTMCell": (lambda: nn.LSTMCell(4, 3), (ROWS, (image(2, 3), image(2, 3)))),
    "GRUCell": (lambda: nn.GRUCell(4, 3), (ROWS, image(2, 3))),
    "RNNCell": (lambda: nn.RNNCell(4, 3), (ROWS, image(2, 3))),
    "MultiheadAttention": (lambda: nn.MultiheadAttention(4, 2), (STEPS, STEPS, STEPS)),
    "TransformerEncoderLayer": (lambda: nn.TransformerEncoderLayer(4, 2, 8, 0.0), (STEPS,)),
    "TransformerDecoderLayer": (lambda: nn.TransformerDecoderLayer(4, 2, 8, 0.0), (STEPS, STEPS)),
    "Embedding": (lambda: Around(nn.Embedding(5, 3)), (CLASSES,)),
    "EmbeddingLookup": (lambda: Around(nn.EmbeddingLookup(5, 3)), (CLASSES,)),
    "PReLU": (lambda: nn.PReLU(4), (PLANE,)),
    "Dropout": (lambda: nn.Dropout(p=0.0), (ROWS,)),
    "PixelShuffle": (lambda: nn.PixelShuffle(2), (PLANE,)),
    "ReflectionPad2d": (lambda: nn.ReflectionPad2d(1), (PLANE,)),
    "ReplicationPad2d": (lambda: nn.ReplicationPad2d(1), (PLANE,)),
    "Threshold": (lambda: nn.Threshold(0.1, 0.2), (ROWS,)),
    "RReLU": (lambda: nn.RReLU(0.2, 0.2), (ROWS,)),
    "GLU": (lambda: nn.GLU(), (ROWS,)),
}
ACTIVATIONS = (
    "ReLU ReLU6 LeakyReLU ELU SeLU CELU GELU FastGelu SiLU Sigmoid HSigmoid HSwish Tanh Hardtanh Softsign"
    " Softmax Softmin LogSoftmax LogSigmoid Mish HShrink SoftShrink Tanhshrink"
)
LOSSES: dict[str, tuple[np.ndarray, ...]] = {
    **{name: (image(2, 3),) for name in ["L1Loss", "MSELoss", "SmoothL1Loss", "HuberLoss"]},
    **{name: (image(2, 3),) for name in ["RMSELoss", "MAELoss", "DiceLoss", "BCEWithLogitsLoss"]},
    **{name: (image(2, 3),) for name in ["KLDivLoss", "MultiLabelSoftMarginLoss"]},
    **{name: (image(2, 3),) for name in ["PoissonNLLLoss", "SoftmaxCrossEntropyWithLogits"]},
    **dict.fromkeys(["CrossEntropyLoss", "NLLLoss", "MultiMarginLoss"], (CLASSES,)),
    **dict.fromkeys(["SoftMarginLoss", "HingeEmbeddingLoss"], (SIGNS,)),
    "FocalLoss": (CLASSES[:, None],),
    "GaussianNLLLoss": (image(2, 3), image(2, 3) + 1),
    "MultilabelMarginLoss": (np.array([[0, -1, -1], [1, -1, -1]], np.int32),),
    "CosineEmbeddingLoss": (image(2, 3), SIGNS[:, 0].copy()),
    "MarginRankingLoss": (image(2, 3), SIGNS),
    "TripletMarginLoss": (image(2, 3), image(2, 3)),
}


class Around(nn.Cell):
    """A layer with a product behind it, or a loss with one before."""

    def __init__(self, inner: nn.Cell, first: bool = False):
        super().__init__()
        self.inner, self.product, self.first = inner, nn.Dense(3, 3), first

    def construct(self, x: Tensor, *rest: Tensor) -> Any:
        return self.inner(self.product(x), *rest) if self.first else self.product(self.inner(x))


TABLE = {
    **LAYERS,
    **{name: (getattr(nn, name), (LINE,)) for name in ACTIVATIONS.split()},
    **{
        name: (lambda name=name: Around(getattr(nn, name)(), first=True), (image(2, 3), *rest))
        for name, rest in LOSSES.items()
    },
}


def tensors(values: Any) -> Any:
    return tuple(map(tensors, values)) if isinstance(values, tuple) else Tensor(values)


def total(outputs: Any) -> Any:
    """The sum of all float outputs, in float32."""
    if isinstance(outputs, (tuple, list)):
        return sum(map(total, outputs))
    return ops.sin(outputs.astype(ms.float32)).sum() if outputs.is_floating_point() else 0


def run(name: str, level: str, dtype: Any) -> tuple[float, list[np.ndarray]]:
    """The loss and its gradients."""
    make, inputs = TABLE[name]
    ms.set_seed(1)
    net = make().set_train()
    if level:
        net = amp.auto_mixed_precision(net, level, dtype)
    weights = net.trainable_params()
    position = 0 if inputs[0].dtype.kind == "f" else None
    grad = ms.value_and_grad(lambda *given: total(net(*given)), position, weights or None)
    loss, grads = grad(*tensors(inputs))
    return float(loss), [g.asnumpy() for g in flat(grads)]


def flat(value: Any) -> list[Any]:
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in flat(item)]
    return [value]


@pytest.mark.parametrize("dtype", [ms.float16, ms.bfloat16], ids=str)
@pytest.mark.parametrize("level", ["O2", "O3", "auto"])
@pytest.mark.parametrize("name", TABLE)
def test_layers_run_forward_and_backward(name: str, level: str, dtype: Any) -> None:
    loss, grads = run(name, level, dtype)
    expected, right = run(name, "", dtype)
    slack = 0.03 if dtype == ms.float16 else 0.2
    np.testing.assert_allclose(loss, expected, slack, slack)
    for found, want in zip(grads, right, strict=True):
        size = np.abs(want).max(initial=0.1)
        assert np.isfinite(found.astype(np.float32)).all()
        assert np.abs(found.astype(np.float32) - want).max(initial=0) < 4 * slack * size


@pytest.mark.parametrize("dtype", [ms.float16, ms.bfloat16], ids=str)
def test_an_lstm_in_a_graph(dtype: Any) -> None:
    ms.set_context(mode=ms.GRAPH_MODE, jit_level="O1")
    test_layers_run_forward_and_backward("LSTM", "auto", dtype)


def test_a_table_of_all() -> None:
    assert len(TABLE) > 90
