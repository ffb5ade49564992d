"""Networks of other kinds than test_compare's, each with places where a fault can be planted."""

from __future__ import annotations

from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn, ops


def drawn(net: nn.Cell, scale: float = 0.2) -> Any:
    """The network in training mode, with weights that let every layer matter."""
    draw = np.random.RandomState(3)
    for p in sorted(net.get_parameters(), key=lambda p: p.name):
        if "moving" not in p.name:
            center = 1.0 if p.name.endswith("gamma") else 0.0
            p.set_data(Tensor((center + scale * draw.randn(*p.shape)).astype(np.float32)))
    return net.set_train()


def floats(*shape: int) -> Tensor:
    return Tensor(np.random.RandomState(0).randn(*shape).astype(np.float32))


class Attention(nn.Cell):
    """Four heads; `scale` of the products, `interleaved`: heads are the fast axis of the channels."""

    def __init__(
        self, width: int, scale: float = 0.5, interleaved: bool = False, fused: bool = False
    ):
        super().__init__()
        self.qkv, self.proj = nn.Dense(width, 3 * width), nn.Dense(width, width)
        self.softmax = nn.Softmax(-1)
        self.scale, self.interleaved, self.fused = scale, interleaved, fused

    def construct(self, x: Tensor) -> Tensor:
        b, n, c = x.shape
        sizes = (b, n, 3, c // 4, 4) if self.interleaved else (b, n, 3, 4, c // 4)
        axes = (2, 0, 4, 1, 3) if self.interleaved else (2, 0, 3, 1, 4)
        q, k, v = self.qkv(x).reshape(sizes).transpose(axes)
        if self.fused:
            weights = self.softmax(ops.matmul(q, (k * self.scale).swapaxes(-1, -2)))
        else:
            weights = self.softmax(ops.matmul(q * self.scale, k.swapaxes(-1, -2)))
        return self.proj(ops.matmul(weights, v).swapaxes(1, 2).reshape((b, n, c)))


class Block(nn.Cell):
    """A block of a transformer; `post`: norms behind the additions."""

    def __init__(
        self, width: int, post: bool = False, act: nn.Cell | None = None, **attention: Any
    ):
        super().__init__()
        self.norm1, self.attn = nn.LayerNorm((width,)), Attention(width, **attention)
        self.norm2 = nn.LayerNorm((width,))
        self.mlp = nn.SequentialCell(
            nn.Dense(width, 2 * width),
            act or nn.GELU(approximate=False),
            nn.Dense(2 * width, width),
        )
        self.post = post

    def construct(self, x: Tensor) -> Tensor:
        if self.post:
            x = self.norm1(x + self.attn(x))
            return self.norm2(x + self.mlp(x))
        x = x + self.attn(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class Transformer(nn.Cell):
    """Patches, blocks, the mean, a head; `second`: options of the second block."""

    def __init__(self, depth: int = 3, width: int = 16, **second: Any):
        super().__init__()
        self.patches = nn.Conv2d(3, width, 4, 4, pad_mode="valid", has_bias=True)
        blocks = [Block(width, **(second if i == 1 else {})) for i in range(depth)]
        self.blocks = nn.CellList(blocks)
        self.norm, self.head = nn.LayerNorm((width,)), nn.Dense(width, 5)

    def construct(self, x: Tensor) -> Tensor:
        x = self.patches(x).flatten(start_dim=2).swapaxes(1, 2)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x).mean(1))


class Residual(nn.Cell):
    """Convolutions, batch norms and a shortcut; `early`: the activation comes before the addition."""

    def __init__(
        self, channels: int, early: bool = False, norm: Any = nn.BatchNorm2d, group: int = 1
    ):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, pad_mode="pad", padding=1, group=group)
        self.bn1, self.conv2 = nn.BatchNorm2d(channels), nn.Conv2d(channels, channels, 1)
        self.bn2, self.relu, self.early = norm(channels), nn.ReLU(), early

    def construct(self, x: Tensor) -> Tensor:
        y = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        return x + self.relu(y) if self.early else self.relu(x + y)


def residuals(**second: Any) -> nn.Cell:
    """A stem and three blocks; `second`: options of the second."""
    stem = [nn.Conv2d(3, 8, 3, 2, pad_mode="pad", padding=1), nn.BatchNorm2d(8), nn.ReLU()]
    return drawn(nn.SequentialCell(*stem, Residual(8), Residual(8, **second), Residual(8)))


class Words(nn.Cell):
    """An embedding, positions, an LSTM, a head; `first`: the number of the first position."""

    def __init__(self, first: int = 0, layers: int = 2, scaled: float = 1.0, swapped: bool = False):
        super().__init__()
        self.table, self.places = nn.Embedding(20, 8), nn.Embedding(16, 8)
        self.lstm = nn.LSTM(8, 6, layers, batch_first=True, bidirectional=True)
        self.head = nn.Dense(12, 20)
        self.first, self.scaled, self.swapped = first, scaled, swapped

    def construct(self, ids: Tensor) -> Tensor:
        places = ops.arange(self.first, self.first + ids.shape[1]).astype(ms.int32)
        x = self.table(ids) * self.scaled + self.places(places)
        y, _ = self.lstm(x)
        if self.swapped:
            y = ops.concat((y[..., 6:], y[..., :6]), -1)
        return self.head(y)


def ids() -> Tensor:
    return Tensor(np.random.RandomState(0).randint(0, 20, (4, 7)), ms.int32)


class Decode(nn.Cell):
    """Boxes from offsets, sizes at most exp(`most`)."""

    def __init__(self, most: float = 4.0):
        super().__init__()
        self.most = most

    def construct(self, offsets: Tensor) -> Tensor:
        center, size = ops.split(offsets, 2, axis=-1)
        size = ops.exp(ops.minimum(size, Tensor(self.most, ms.float32)))
        return ops.concat((ops.sigmoid(center) - size / 2, ops.sigmoid(center) + size / 2), -1)


class Detector(nn.Cell):
    """Two levels of features with shared towers, boxes and scores; `swapped`: levels in another order."""

    def __init__(self, most: float = 4.0, swapped: bool = False, act: nn.Cell | None = None):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, 2, pad_mode="pad", padding=1, has_bias=True)
        self.down = nn.Conv2d(8, 8, 3, 2, pad_mode="pad", padding=1, has_bias=True)
        self.tower = nn.SequentialCell(
            nn.Conv2d(8, 8, 3, pad_mode="pad", padding=1, has_bias=True),
            nn.GroupNorm(2, 8),
            act or nn.SiLU(),
        )
        self.boxes, self.scores = (
            nn.Conv2d(8, 4, 1, has_bias=True),
            nn.Conv2d(8, 3, 1, has_bias=True),
        )
        self.decode, self.swapped = Decode(most), swapped

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        fine = self.stem(x)
        levels = [fine, self.down(fine)]
        boxes, scores = [], []
        for level in reversed(levels) if self.swapped else levels:
            y = self.tower(level)
            b = y.shape[0]
            boxes.append(self.decode(4 * self.boxes(y).reshape(b, 4, -1).swapaxes(1, 2)))
            scores.append(self.scores(y).reshape(b, 3, -1).swapaxes(1, 2))
        return ops.concat(boxes, 1), ops.concat(scores, 1)
