"""GPT-2, ResNet-50 and ViT-B/16 over a `kit` of layers (both_ways.py): torch's or msacc's.

Attention is written out, as scripts have it; a kit that is `fused` gives torch's scaled_dot_product_attention.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

CLASSES = 1000


def attention_of(k: Any, width: int, heads: int, length: int, causal: bool) -> Any:
    """A layer of attention over the input itself."""
    each = width // heads

    class Attention(k.base):  # type: ignore[misc, name-defined]
        """Queries, keys and values by one dense layer."""

        def __init__(self) -> None:
            super().__init__()
            self.qkv, self.merge = k.dense(width, 3 * width), k.dense(width, width)
            self.mask = k.constant(np.triu(np.ones((length, length), np.bool_), 1))

        def weighted(self, query: Any, key: Any, value: Any) -> Any:
            if k.fused is not None:
                return k.fused(query, key, value, causal)
            scores = query @ key.swapaxes(-1, -2) * each**-0.5
            if causal:
                scores = scores.masked_fill(self.mask, -1e4)
            return k.softmax(scores).to(value.dtype) @ value

        def forward(self, x: Any) -> Any:
            parts = self.qkv(x).reshape(-1, length, 3, heads, each).permute(2, 0, 3, 1, 4)
            mixed = self.weighted(parts[0], parts[1], parts[2]).swapaxes(1, 2)
            return self.merge(mixed.reshape(-1, length, width))

        construct = forward

    return Attention()


def block(k: Any, width: int, heads: int, length: int, causal: bool) -> Any:
    """Attention and two dense layers, each behind a norm."""

    class Block(k.base):  # type: ignore[misc, name-defined]
        """One layer of a transformer."""

        def __init__(self) -> None:
            super().__init__()
            self.norm1, self.norm2 = k.norm(width), k.norm(width)
            self.attention = attention_of(k, width, heads, length, causal)
            self.up, self.down = k.dense(width, 4 * width), k.dense(4 * width, width)
            self.gelu = k.gelu_tanh()

        def forward(self, x: Any) -> Any:
            x = x + self.attention(self.norm1(x))
            return x + self.down(self.gelu(self.up(self.norm2(x))))

        construct = forward

    return Block()


def gpt2_sizes(quick: bool) -> tuple[int, int, int, int, int]:
    """Width, heads, layers, length of a text, words."""
    return (32, 2, 1, 16, 128) if quick else (768, 12, 12, 1024, 50304)


def gpt2(k: Any, quick: bool) -> Any:
    """GPT-2 of 124 million parameters, and 39 million more: its head has weights of its own."""
    width, heads, layers, length, words = gpt2_sizes(quick)

    class Gpt2(k.base):  # type: ignore[misc, name-defined]
        """Words to logits."""

        def __init__(self) -> None:
            super().__init__()
            self.table = k.embedding(words, width)
            self.places = k.weight(np.zeros((length, width), np.float32))
            self.blocks = k.seq(*[block(k, width, heads, length, True) for _ in range(layers)])
            self.norm, self.head = k.norm(width), k.dense(width, words)

        def forward(self, text: Any) -> Any:
            x = self.blocks(self.table(text) + self.places)
            return self.head(self.norm(x)).reshape(-1, words)

        construct = forward

    return Gpt2()


def vit_b(k: Any, quick: bool) -> Any:
    """ViT-B/16: 86 million parameters, patches of 16 x 16."""
    width, heads, layers, side = (32, 2, 1, 2) if quick else (768, 12, 12, 14)
    length = side * side + 1

    class Vit(k.base):  # type: ignore[misc, name-defined]
        """Pictures to logits."""

        def __init__(self) -> None:
            super().__init__()
            self.patches = k.conv(3, width, 16, 16)
            self.token = k.weight(np.zeros((1, 1, width), np.float32), "token")
            self.places = k.weight(np.zeros((length, width), np.float32))
            self.blocks = k.seq(*[block(k, width, heads, length, False) for _ in range(layers)])
            self.norm, self.head = k.norm(width), k.dense(width, CLASSES)

        def forward(self, x: Any) -> Any:
            x = self.patches(x).reshape(-1, width, length - 1).swapaxes(1, 2)
            token = self.token.to(x.dtype).broadcast_to((x.shape[0], 1, width))
            x = self.blocks(k.cat((token, x), 1) + self.places)
            return self.head(self.norm(x)[:, 0])

        construct = forward

    return Vit()


def residual(k: Any, body: Any, around: Any) -> Any:
    """A block with a way around it."""

    class Residual(k.base):  # type: ignore[misc, name-defined]
        """The sum of both ways, without what is below zero."""

        def __init__(self) -> None:
            super().__init__()
            self.body, self.around, self.relu = body, around, k.relu()

        def forward(self, x: Any) -> Any:
            return self.relu(self.body(x) + self.around(x))

        construct = forward

    return Residual()


def image_mean(k: Any) -> Any:
    """A layer that takes the mean over each image."""

    class Mean(k.base):  # type: ignore[misc, name-defined]
        """Over height and width."""

        def forward(self, x: Any) -> Any:
            return x.mean((2, 3))

        construct = forward

    return Mean()


def resnet50(k: Any, quick: bool) -> Any:
    """ResNet-50: 25.6 million parameters in sixteen blocks of three convolutions."""

    def conv(i: int, o: int, size: int, stride: int = 1) -> list[Any]:
        return [k.conv(i, o, size, stride, size // 2), k.norm2d(o)]

    def bottleneck(i: int, inner: int, stride: int) -> Any:
        first = [*conv(i, inner, 1), k.relu(), *conv(inner, inner, 3, stride), k.relu()]
        body = k.seq(*first, *conv(inner, 4 * inner, 1))
        same = i == 4 * inner and stride == 1
        return residual(k, body, k.identity() if same else k.seq(*conv(i, 4 * inner, 1, stride)))

    width, depths = (4, (1, 1)) if quick else (64, (3, 4, 6, 3))
    blocks, i = [], width
    for stage, depth in enumerate(depths):
        inner = width << stage
        for number in range(depth):
            blocks.append(bottleneck(i, inner, 2 if stage and not number else 1))
            i = 4 * inner
    start = [k.conv(3, width, 7, 2, 3), k.norm2d(width), k.relu(), k.pool3()]
    return k.seq(*start, *blocks, image_mean(k), k.dense(i, CLASSES))


LARGE: dict[str, Callable[[Any, bool], Any]] = {"gpt2": gpt2, "resnet50": resnet50, "vit": vit_b}
# Those with attention, which by hand is also taken fused.
WITH_ATTENTION = ("gpt2", "vit")


def large_batch(name: str, quick: bool) -> tuple[np.ndarray, np.ndarray]:
    """One batch: what goes in, and what is to come out."""
    draws = np.random.RandomState(0)
    if name == "gpt2":
        *_, length, words = gpt2_sizes(quick)
        text = draws.randint(0, words, (2 if quick else 8, length + 1)).astype(np.int32)
        return np.ascontiguousarray(text[:, :-1]), text[:, 1:].reshape(-1)
    rows, edge = (2, 32) if quick else ({"resnet50": 64, "vit": 32}[name], 224)
    labels = draws.randint(0, CLASSES, rows).astype(np.int32)
    return draws.rand(rows, 3, edge, edge).astype(np.float32), labels
