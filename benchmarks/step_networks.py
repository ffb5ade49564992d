"""The networks of steps.py, each for MindSpore's API and by hand in torch: same parameters in the same order.

A function of `nn` and `ops` gives MindSpore's side, whatever package they come from; batches are NumPy arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

WORDS, WIDTH, HEADS, LAYERS, LENGTH = 4096, 320, 5, 6, 128


def batch(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Inputs and labels of one step."""
    draw = np.random.RandomState(0)
    if name == "gpt":
        words = draw.randint(0, WORDS, (2, LENGTH + 1)).astype(np.int32)
        return words[:, :-1], words[:, 1:].reshape(-1)
    rows = {"lenet": 32, "mlp": 32, "resnet18": 8, "lstm": 16}[name]
    labels = draw.randint(0, 10, rows).astype(np.int32)
    if name == "lstm":
        return draw.randint(0, WORDS, (rows, 64)).astype(np.int32), labels
    shape = {"lenet": (1, 32, 32), "mlp": (784,), "resnet18": (3, 32, 32)}[name]
    return draw.randn(rows, *shape).astype(np.float32), labels


def value(number: int, shape: tuple[int, ...]) -> np.ndarray:
    """What a parameter begins with: near one for vectors that scale, small for the rest."""
    draw = np.random.RandomState(number)
    fan = int(np.prod(shape[1:])) if len(shape) > 1 else 100
    return (draw.randn(*shape) / np.sqrt(fan)).astype(np.float32)


# -- MindSpore's API -------------------------------------------------------------------------------
def for_mindspore(name: str, ms: Any) -> Any:
    """A network under `ms`, MindSpore or msacc."""
    nn, ops = ms.nn, ms.ops
    if name == "lenet":
        first = [nn.Conv2d(1, 6, 5, pad_mode="valid"), nn.ReLU(), nn.MaxPool2d(2, 2)]
        second = [nn.Conv2d(6, 16, 5, pad_mode="valid"), nn.ReLU(), nn.MaxPool2d(2, 2)]
        dense = [nn.Dense(400, 120), nn.ReLU(), nn.Dense(120, 84), nn.ReLU(), nn.Dense(84, 10)]
        return nn.SequentialCell(*first, *second, nn.Flatten(), *dense)
    if name == "mlp":
        hidden = [nn.Dense(784, 512), nn.ReLU(), nn.Dense(512, 512), nn.ReLU()]
        return nn.SequentialCell(*hidden, nn.Dense(512, 10))
    return {"resnet18": _resnet, "gpt": _gpt, "lstm": _lstm}[name](nn, ops)


def _resnet(nn: Any, ops: Any) -> Any:
    def conv(i: int, o: int, size: int, stride: int) -> list[Any]:
        pad = size // 2
        made = nn.Conv2d(i, o, size, stride, pad_mode="pad", padding=pad)
        return [made, nn.BatchNorm2d(o)]

    class Block(nn.Cell):
        def __init__(self, i: int, o: int, stride: int):
            super().__init__()
            self.body = nn.SequentialCell(*conv(i, o, 3, stride), nn.ReLU(), *conv(o, o, 3, 1))
            self.same = stride == 1 and i == o
            self.side = None if self.same else nn.SequentialCell(*conv(i, o, 1, stride))

        def construct(self, x: Any) -> Any:
            return ops.relu(self.body(x) + (x if self.same else self.side(x)))

    class Head(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.dense = nn.Dense(512, 10)

        def construct(self, x: Any) -> Any:
            return self.dense(x.mean((2, 3)))

    blocks, i = [], 64
    for o, stride in ((64, 1), (128, 2), (256, 2), (512, 2)):
        blocks += [Block(i, o, stride), Block(o, o, 1)]
        i = o
    return nn.SequentialCell(*conv(3, 64, 3, 1), nn.ReLU(), *blocks, Head())


def _gpt(nn: Any, ops: Any) -> Any:
    mask = _import(nn).Tensor(np.triu(np.full((LENGTH, LENGTH), -1e9, np.float32), 1))
    places = _import(nn).Tensor(np.arange(LENGTH, dtype=np.int32))

    class Layer(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm((WIDTH,)), nn.LayerNorm((WIDTH,))
            self.qkv, self.out = nn.Dense(WIDTH, 3 * WIDTH), nn.Dense(WIDTH, WIDTH)
            self.up, self.down = nn.Dense(WIDTH, 4 * WIDTH), nn.Dense(4 * WIDTH, WIDTH)

        def construct(self, x: Any) -> Any:
            b, t, c = x.shape
            parts = self.qkv(self.norm1(x)).reshape(b, t, 3, HEADS, c // HEADS)
            q, k, v = parts.transpose(2, 0, 3, 1, 4)
            scores = ops.matmul(q, k.transpose(0, 1, 3, 2)) * (c // HEADS) ** -0.5 + mask
            mixed = ops.matmul(ops.softmax(scores, -1), v)
            x = x + self.out(mixed.transpose(0, 2, 1, 3).reshape(b, t, c))
            return x + self.down(ops.relu(self.up(self.norm2(x))))

    class Gpt(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.words = nn.Embedding(WORDS, WIDTH)
            self.places = nn.Embedding(LENGTH, WIDTH)
            self.layers = nn.SequentialCell(*[Layer() for _ in range(LAYERS)])
            self.norm, self.head = nn.LayerNorm((WIDTH,)), nn.Dense(WIDTH, WORDS, has_bias=False)

        def construct(self, words: Any) -> Any:
            x = self.words(words) + self.places(places)
            return self.head(self.norm(self.layers(x))).reshape(-1, WORDS)

    return Gpt()


def _lstm(nn: Any, ops: Any) -> Any:
    class Classifier(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.words = nn.Embedding(WORDS, 64)
            self.lstm = nn.LSTM(64, 128, batch_first=True)
            self.head = nn.Dense(128, 10)

        def construct(self, words: Any) -> Any:
            out, _ = self.lstm(self.words(words))
            return self.head(out[:, -1])

    return Classifier()


def _import(nn: Any) -> Any:
    return __import__(nn.__name__.partition(".")[0])


# -- by hand ---------------------------------------------------------------------------------------
def for_torch(name: str) -> Any:
    """The same in torch."""
    from torch import nn

    if name == "lenet":
        first = [nn.Conv2d(1, 6, 5, bias=False), nn.ReLU(), nn.MaxPool2d(2)]
        second = [nn.Conv2d(6, 16, 5, bias=False), nn.ReLU(), nn.MaxPool2d(2)]
        dense = [nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10)]
        return nn.Sequential(*first, *second, nn.Flatten(), *dense)
    if name == "mlp":
        hidden = [nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU()]
        return nn.Sequential(*hidden, nn.Linear(512, 10))
    return {"resnet18": _torch_resnet, "gpt": _torch_gpt, "lstm": _torch_lstm}[name]()


def _torch_resnet() -> Any:
    import torch
    from torch import nn

    def conv(i: int, o: int, size: int, stride: int) -> list[Any]:
        made = nn.Conv2d(i, o, size, stride, size // 2, bias=False)
        return [made, nn.BatchNorm2d(o)]

    class Block(nn.Module):
        def __init__(self, i: int, o: int, stride: int):
            super().__init__()
            self.body = nn.Sequential(*conv(i, o, 3, stride), nn.ReLU(), *conv(o, o, 3, 1))
            same = stride == 1 and i == o
            self.side = None if same else nn.Sequential(*conv(i, o, 1, stride))

        def forward(self, x: Any) -> Any:
            return torch.relu(self.body(x) + (x if self.side is None else self.side(x)))

    blocks, i = [], 64
    for o, stride in ((64, 1), (128, 2), (256, 2), (512, 2)):
        blocks += [Block(i, o, stride), Block(o, o, 1)]
        i = o
    head = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10)]
    return nn.Sequential(*conv(3, 64, 3, 1), nn.ReLU(), *blocks, *head)


def _torch_gpt() -> Any:
    import torch
    from torch import nn

    class Layer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
            self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
            self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

        def forward(self, x: Any, mask: Any) -> Any:
            b, t, c = x.shape
            parts = self.qkv(self.norm1(x)).reshape(b, t, 3, HEADS, c // HEADS)
            q, k, v = parts.permute(2, 0, 3, 1, 4)
            scores = q @ k.transpose(-1, -2) * (c // HEADS) ** -0.5 + mask
            x = x + self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, t, c))
            return x + self.down(torch.relu(self.up(self.norm2(x))))

    class Gpt(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(LENGTH, WIDTH)
            self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
            self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WORDS, bias=False)
            self.register_buffer("mask", torch.full((LENGTH, LENGTH), -1e9).triu(1))
            self.register_buffer("at", torch.arange(LENGTH))

        def forward(self, words: Any) -> Any:
            x = self.words(words) + self.places(self.at)
            for layer in self.layers:
                x = layer(x, self.mask)
            return self.head(self.norm(x)).reshape(-1, WORDS)

    return Gpt()


def _torch_lstm() -> Any:
    from torch import nn

    class Classifier(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words = nn.Embedding(WORDS, 64)
            self.lstm = nn.LSTM(64, 128, batch_first=True)
            self.head = nn.Linear(128, 10)

        def forward(self, words: Any) -> Any:
            out, _ = self.lstm(self.words(words))
            return self.head(out[:, -1])

    return Classifier()
