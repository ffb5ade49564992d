"""Networks that gpu.py and precision.py train, each in torch by hand and with MindSpore's names.

A network is written once over a `kit` of layers, torch's or msacc's; both start from the same weights. Those of users'
sizes are in gpu_networks.py, steps in both_ways_steps.py.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from gpu_networks import LARGE, image_mean, large_batch, residual

import msacc as ms
from msacc import nn
from msacc.common.settings import settings


def fused_attention(query: Any, key: Any, value: Any, causal: bool) -> Any:
    """Torch's own, in one kernel."""
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=causal)


def by_hand(fused: bool = False) -> SimpleNamespace:
    """Torch's layers; `fused`: with its attention."""
    t = torch.nn
    return SimpleNamespace(
        base=t.Module,
        seq=t.Sequential,
        dense=t.Linear,
        conv=lambda i, o, k, s=1, p=0: t.Conv2d(i, o, k, s, p, bias=False),
        norm2d=t.BatchNorm2d,
        norm=lambda size: t.LayerNorm(size),
        pool=lambda: t.MaxPool2d(2, 2),
        pool3=lambda: t.MaxPool2d(3, 2, 1),
        embedding=t.Embedding,
        lstm=lambda i, h: t.LSTM(i, h, batch_first=True),
        flatten=t.Flatten,
        relu=t.ReLU,
        gelu=t.GELU,
        gelu_tanh=lambda: t.GELU(approximate="tanh"),
        identity=t.Identity,
        softmax=lambda x: torch.softmax(x, -1),
        cat=torch.cat,
        fused=fused_attention if fused else None,
        constant=lambda array: torch.from_numpy(array).to(settings.device),
        weight=lambda array, name="places": t.Parameter(torch.from_numpy(array)),
    )


def by_name() -> SimpleNamespace:
    """MindSpore's layers, from msacc."""
    return SimpleNamespace(
        base=nn.Cell,
        seq=nn.SequentialCell,
        dense=nn.Dense,
        conv=lambda i, o, k, s=1, p=0: nn.Conv2d(i, o, k, s, "pad", p),
        norm2d=lambda size: nn.BatchNorm2d(size, momentum=0.9),
        norm=lambda size: nn.LayerNorm((size,), epsilon=1e-5),
        pool=lambda: nn.MaxPool2d(2, 2),
        pool3=lambda: nn.MaxPool2d(3, 2, "pad", 1),
        embedding=nn.Embedding,
        lstm=lambda i, h: nn.LSTM(i, h, batch_first=True),
        flatten=nn.Flatten,
        relu=nn.ReLU,
        gelu=lambda: nn.GELU(approximate=False),
        gelu_tanh=nn.GELU,
        identity=nn.Identity,
        softmax=lambda x: ms.ops.softmax(x, -1),
        cat=ms.ops.cat,
        fused=None,
        constant=ms.Tensor,
        weight=lambda array, name="places": ms.Parameter(ms.Tensor(array), name=name),
    )


# -- networks ----------------------------------------------------------------------------------
def lenet(k: Any, quick: bool) -> Any:
    """LeNet-5, 62,000 parameters."""
    first = [k.conv(1, 6, 5), k.relu(), k.pool(), k.conv(6, 16, 5), k.relu(), k.pool()]
    last = [k.dense(400, 120), k.relu(), k.dense(120, 84), k.relu(), k.dense(84, 10)]
    return k.seq(*first, k.flatten(), *last)


def mlp(k: Any, quick: bool) -> Any:
    """Four wide layers."""
    width = 64 if quick else 1024
    inner = [layer for _ in range(3) for layer in (k.dense(width, width), k.relu())]
    return k.seq(k.dense(784, width), k.relu(), *inner, k.dense(width, 10))


def resnet18(k: Any, quick: bool) -> Any:
    """ResNet-18 for images of 32 x 32."""

    def block(i: int, o: int, s: int) -> Any:
        first = [k.conv(i, o, 3, s, 1), k.norm2d(o), k.relu()]
        body = k.seq(*first, k.conv(o, o, 3, 1, 1), k.norm2d(o))
        same = i == o and s == 1
        return residual(k, body, k.identity() if same else k.seq(k.conv(i, o, 1, s), k.norm2d(o)))

    width = 8 if quick else 64
    sizes = [(width, width, 1), (width, 2 * width, 2)] + (
        [] if quick else [(128, 256, 2), (256, 512, 2)]
    )
    blocks = [block(*sizes[j // 2]) if j % 2 == 0 else None for j in range(2 * len(sizes))]
    blocks = [b or block(sizes[j // 2][1], sizes[j // 2][1], 1) for j, b in enumerate(blocks)]
    start = [k.conv(3, width, 3, 1, 1), k.norm2d(width), k.relu()]
    return k.seq(*start, *blocks, image_mean(k), k.dense(sizes[-1][1], 10))


def gpt(k: Any, quick: bool, blocks: int = 6) -> Any:
    """A GPT of 10 million parameters over 128 characters, its attention written out."""
    size, heads, length, blocks = (32, 2, 16, 1) if quick else (384, 6, 128, blocks)

    class Block(k.base):  # type: ignore[misc, name-defined]
        """Attention and two dense layers."""

        def __init__(self) -> None:
            super().__init__()
            self.norm1, self.norm2 = k.norm(size), k.norm(size)
            self.query, self.key, self.value = (k.dense(size, size) for _ in range(3))
            self.merge, self.up, self.down = (
                k.dense(size, size),
                k.dense(size, 4 * size),
                k.dense(4 * size, size),
            )
            self.gelu = k.gelu()
            self.mask = k.constant(np.triu(np.full((length, length), -1e4, np.float32), 1))

        def heads_of(self, x: Any) -> Any:
            return x.reshape(-1, length, heads, size // heads).swapaxes(1, 2)

        def attention(self, x: Any) -> Any:
            query, key = self.heads_of(self.query(x)), self.heads_of(self.key(x))
            scores = query @ key.swapaxes(-1, -2) * (size // heads) ** -0.5
            mixed = k.softmax(scores + self.mask.to(scores.dtype)).to(scores.dtype)
            mixed = (mixed @ self.heads_of(self.value(x))).swapaxes(1, 2)
            return self.merge(mixed.reshape(-1, length, size))

        def forward(self, x: Any) -> Any:
            x = x + self.attention(self.norm1(x))
            return x + self.down(self.gelu(self.up(self.norm2(x))))

        construct = forward

    class Gpt(k.base):  # type: ignore[misc, name-defined]
        """Characters to logits."""

        def __init__(self) -> None:
            super().__init__()
            self.table = k.embedding(128, size)
            self.places = k.weight(np.zeros((length, size), np.float32))
            self.blocks = k.seq(*[Block() for _ in range(blocks)])
            self.norm, self.logits = k.norm(size), k.dense(size, 128)

        def forward(self, text: Any) -> Any:
            x = self.blocks(self.table(text) + self.places)
            return self.logits(self.norm(x)).reshape(-1, 128)

        construct = forward

    return Gpt()


def lstm(k: Any, quick: bool) -> Any:
    """An LSTM that classifies sequences of 64 words."""
    size = 16 if quick else 256

    class Classifier(k.base):  # type: ignore[misc, name-defined]
        """The last state decides."""

        def __init__(self) -> None:
            super().__init__()
            self.table, self.lstm, self.dense = (
                k.embedding(1000, size),
                k.lstm(size, size),
                k.dense(size, 10),
            )

        def forward(self, text: Any) -> Any:
            return self.dense(self.lstm(self.table(text))[0][:, -1])

        construct = forward

    return Classifier()


NETWORKS: dict[str, Callable[[Any, bool], Any]] = {
    "lenet": lenet,
    "mlp": mlp,
    "resnet18": resnet18,
    "gpt": gpt,
    "lstm": lstm,
}
# Two of its blocks, and two texts.
NETWORKS["short gpt"] = functools.partial(gpt, blocks=2)
NETWORKS.update(LARGE)


def data(name: str, quick: bool) -> tuple[np.ndarray, np.ndarray]:
    """One batch: what goes in, and what is to come out."""
    if name in LARGE:
        return large_batch(name, quick)
    draws = np.random.RandomState(0)
    sizes = {"lenet": 32, "mlp": 64, "resnet18": 64, "gpt": 8, "short gpt": 2, "lstm": 32}
    rows = 4 if quick else sizes[name]
    if name.endswith("gpt"):
        text = draws.randint(0, 128, (rows, 17 if quick else 129)).astype(np.int32)
        return text[:, :-1], text[:, 1:].reshape(-1)
    labels = draws.randint(0, 10, rows).astype(np.int32)
    if name == "lstm":
        return draws.randint(0, 1000, (rows, 8 if quick else 64)).astype(np.int32), labels
    shape = {"lenet": (1, 32, 32), "mlp": (784,), "resnet18": (3, 32, 32)}[name]
    return draws.rand(rows, *shape).astype(np.float32), labels
