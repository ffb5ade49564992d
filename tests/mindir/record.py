"""Record what real MindSpore exports as MindIR, and what it computes with it: run this with MindSpore's Python.

    python -m tests.mindir.record

In `data`, `nets` holds for each net the file, its inputs and the results of MindSpore's own GraphCell;
`functions` the files of `functions.py`; `training` whole steps with an optimizer; `files` one net in all forms of a
file.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import mindspore as ms
import numpy as np
from mindspore import nn, ops
from mindspore.train import serialization

from tests.mindir import functions
from tests.mindir.recorded import keep

KEY = bytes(range(16))
T = ms.Tensor


def _numbers(*shape: int) -> Any:
    return T(np.random.RandomState(len(shape)).standard_normal(shape).astype(np.float32))


class LeNet(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3, pad_mode="valid")
        self.norm = nn.BatchNorm2d(2)
        self.pool = nn.MaxPool2d(2, 2)
        self.flatten = nn.Flatten()
        self.fc = nn.Dense(18, 3, activation="relu")

    def construct(self, x):
        return self.fc(self.flatten(self.pool(ops.relu(self.norm(self.conv(x))))))


class Control(nn.Cell):
    """A choice by the data and a loop that the data ends."""

    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(_numbers(3, 3), name="w")

    def construct(self, x, y):
        z = x @ self.w if x.sum() > y.sum() else y - 1
        i = T(0)
        while i < 3:
            z = z * 2
            i = i + 1
        return z


class Recursion(nn.Cell):
    def construct(self, x):
        return self.count(x, T(4))

    def count(self, x, n):
        if n <= 0:
            return x
        return self.count(x, n - 1) + 1


class Nested(nn.Cell):
    """Results in tuples, lists and a dict."""

    def construct(self, x):
        return x, (x * 2, [x, 3]), {"a": x}, x + 1


class State(nn.Cell):
    """A parameter that a call changes."""

    def __init__(self):
        super().__init__()
        self.n = ms.Parameter(T(0, ms.float32), name="n")

    def construct(self, x):
        self.n += 1
        ops.assign(self.n, self.n * 2)
        return x * self.n


class Sizes(nn.Cell):
    """Shapes that only a call knows."""

    def construct(self, x):
        n, m = x.shape
        y, i = x, 0
        while i < x.shape[0]:
            y = y + i
            i = i + 1
        if n > 3 and m != 2:
            y = y + 1
        return (
            y.reshape(n * m // 2, -1),
            n + m,
            n - 1,
            n / m,
            n % 2,
            n**2,
            -n,
            float(n),
            y[: n - 1],
            (n, m)[1:],
        )


class Types(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = ms.Parameter(_numbers(3, 2).astype(ms.float16), name="a")
        self.b = ms.Parameter(_numbers(2, 2).astype(ms.bfloat16), name="b")
        self.k = ms.Parameter(T(np.arange(3)), name="k", requires_grad=False)
        self.draw = ops.Multinomial(seed=1, dtype=ms.int32)
        self.pad, self.stack = ops.Pad(((1, 1), (0, 2))), ops.Stack(1)

    def construct(self, x):
        h = ops.matmul(x.astype(ms.float16), self.a)
        drawn = self.draw(ops.abs(x), 2).shape
        return (
            h,
            (h.astype(ms.bfloat16) + self.b).float(),
            ops.cast(x, ms.int32) + self.k,
            drawn,
            self.pad(x),
            self.stack((x, x)),
        )


def _layers() -> dict[str, tuple[Any, tuple[Any, ...]]]:
    image, line, block = _numbers(1, 2, 7, 7), _numbers(1, 2, 8), _numbers(1, 2, 4, 4, 4)
    rows, steps = _numbers(2, 3), _numbers(5, 2, 3)
    return {
        "conv": (nn.Conv2d(2, 4, 3, pad_mode="pad", padding=(1, 2, 0, 1), dilation=2, has_bias=True), (image,)),
        "conv_same": (nn.Conv2d(2, 4, 3, stride=2, group=2), (image,)),
        "conv1d": (nn.Conv1d(2, 4, 3, has_bias=True), (line,)), "conv3d": (nn.Conv3d(2, 3, 2), (block,)),
        "deconv": (nn.Conv2dTranspose(2, 3, 3, stride=2, pad_mode="pad", padding=1, output_padding=1), (image,)),
        "deconv3d": (nn.Conv3dTranspose(2, 3, 2), (block,)),
        "max_pool": (nn.MaxPool2d(3, 2, pad_mode="pad", padding=1), (image,)),
        "avg_pool": (nn.AvgPool2d(3, 2, pad_mode="pad", padding=1), (image,)),
        "max_pool3d": (nn.MaxPool3d(2, 2), (block,)), "avg_pool1d": (nn.AvgPool1d(2, 2), (line,)),
        "adaptive": (nn.AdaptiveAvgPool2d((2, 3)), (image,)),
        "group_norm": (nn.GroupNorm(2, 4), (_numbers(2, 4, 3, 3),)),
        "lstm": (nn.LSTM(3, 4, 2, bidirectional=True), (steps,)), "gru": (nn.GRU(3, 4), (steps,)),
        "embedding": (nn.Embedding(4, 3), (T(np.array([[1, 0], [2, 1]], np.int32)),)),
        "prelu": (nn.PReLU(3), (rows,)), "dropout": (nn.Dropout(p=0.5), (rows,)),
        "upsample": (nn.Upsample(size=(5, 5), mode="bilinear", align_corners=True), (image,)),
        "encoder": (nn.TransformerEncoderLayer(4, 2, 8, dropout=0.1), (_numbers(3, 2, 4),)),
        "cross_entropy": (nn.CrossEntropyLoss(), (rows, T(np.array([1, 2], np.int32)))),
        "bce": (nn.BCEWithLogitsLoss(), (rows, ops.ones((2, 3), ms.float32))),
    }  # fmt: skip


def _nets() -> dict[str, tuple[Any, tuple[Any, ...]]]:
    rows = _numbers(2, 3)
    return {
        "lenet": (LeNet(), (_numbers(1, 1, 8, 8),)), "control": (Control(), (rows, rows * 2)),
        "recursion": (Recursion(), (rows,)), "nested": (Nested(), (rows,)), "state": (State(), (rows,)),
        "sizes": (Sizes(), (_numbers(4, 6),)), "types": (Types(), (rows,)), **_layers(),
    }  # fmt: skip


def flat(value: Any) -> list[Any]:
    """The leaves of nested results."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in flat(item)]
    return [value.asnumpy() if isinstance(value, T) else value]


def _export(net: Any, inputs: tuple[Any, ...], path: Path, **options: Any) -> np.ndarray:
    ms.export(net, *inputs, file_name=str(path), file_format="MINDIR", **options)
    return np.frombuffer(path.read_bytes(), np.uint8) if path.exists() else np.zeros(0, np.uint8)


def _record_nets(folder: Path) -> None:
    kept: dict[str, Any] = {}
    for name, (net, inputs) in _nets().items():
        net.set_train(False)
        path = folder / f"{name}.mindir"
        described = (T(shape=[None, None], dtype=ms.float32),) if name == "sizes" else inputs
        kept[f"{name}.mindir"] = _export(net, described, path)
        found = flat(nn.GraphCell(ms.load(str(path)))(*inputs))
        for i, value in enumerate(inputs):
            kept[f"{name}.in{i}"] = value.asnumpy()
        for i, value in enumerate(found):
            kept[f"{name}.out{i}"] = np.array("None") if value is None else np.asarray(value)
    keep("nets", kept)


class _Call(nn.Cell):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def construct(self, *inputs):
        return self.function(*inputs)


def _record_functions(folder: Path) -> None:
    kept = {}
    for function, inputs in functions.CASES.items():
        path = folder / f"{function.__name__}.mindir"
        kept[function.__name__] = _export(_Call(function), tuple(map(T, inputs)), path)
    keep("functions", kept)


def _record_training(folder: Path) -> None:
    """Whole steps of training, with their optimizers, and the losses of four calls."""
    rows, kept = np.random.RandomState(0), {}
    x, y = T(rows.standard_normal((2, 1, 8, 8)).astype(np.float32)), T(np.array([1, 2], np.int32))
    net = nn.SequentialCell(
        nn.Conv2d(1, 2, 3, pad_mode="valid"), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2, 2), nn.Flatten(),
        nn.Dense(18, 3),
    )  # fmt: skip
    loss = nn.WithLossCell(net, nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean"))
    weights = net.trainable_params()
    for optimizer in (nn.Momentum(weights, 0.1, 0.9), nn.Adam(weights, 0.1)):
        name = type(optimizer).__name__
        path = folder / f"{name}.mindir"
        step = nn.TrainOneStepCell(loss, optimizer).set_train()
        kept[name] = _export(step, (x, y), path)
        graph = nn.GraphCell(ms.load(str(path)))
        kept[f"{name}.losses"] = np.array([float(graph(x, y).asnumpy()) for _ in range(4)])
    keep("training", {"x": x.asnumpy(), "y": y.asnumpy(), **kept})


def _record_files(folder: Path) -> None:
    """One net, plain, encrypted in each mode, and split as MindSpore splits networks over 1 GB."""
    net, x = nn.Dense(2, 3), _numbers(2, 2)
    plain = folder / "plain.mindir"
    kept = {"plain.mindir": _export(net, (x,), plain), "in": x.asnumpy()}
    kept["out"] = nn.GraphCell(ms.load(str(plain)))(x).asnumpy()
    for mode in ("AES-GCM", "AES-CBC", "SM4-CBC"):
        name = f"{mode}.mindir"
        kept[name] = _export(net, (x,), folder / name, enc_key=KEY, enc_mode=mode)
    limit, serialization.TOTAL_SAVE = serialization.TOTAL_SAVE, 0
    try:
        _export(net, (x,), folder / "big.mindir")
        _export(net, (x,), folder / "hidden.mindir", enc_key=KEY, enc_mode="AES-GCM")
    finally:
        serialization.TOTAL_SAVE = limit
    for name in ("big", "hidden"):
        for part in (f"{name}_graph.mindir", f"{name}_variables/data_0"):
            kept[part] = np.frombuffer((folder / part).read_bytes(), np.uint8)
    again = nn.GraphCell(ms.load(str(folder / "big_graph.mindir")))(x).asnumpy()
    assert np.array_equal(again, kept["out"])
    keep("files", kept)


def record() -> None:
    """Write the files of `data`."""
    ms.set_context(mode=ms.GRAPH_MODE)
    ms.set_seed(0)
    folder = Path(tempfile.mkdtemp())
    try:
        _record_nets(folder)
        _record_functions(folder)
        _record_training(folder)
        _record_files(folder)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    record()
