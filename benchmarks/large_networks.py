"""Networks of the sizes that users train, for total_time.py: under whatever `import mindspore` gives.

That may be plain_torch.py. A GPT of 24 layers, an encoder-decoder of nn's Transformer layers and a small UNet of
Stable Diffusion's plan are written here; the ViT, ResNet-50 and ConvNeXt are mindcv's classes (torch's side takes
torchvision's of the same sizes), and LeNet and the MLP those of steps.py.
"""

from __future__ import annotations

from typing import Any

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops
from step_networks import batch, for_mindspore, for_torch

WORDS, WIDTH, HEADS, LENGTH = 512, 64, 4, 32


def rand(*shape: int, seed: int = 0) -> Tensor:
    """Normal numbers."""
    return Tensor(np.random.RandomState(seed).randn(*shape).astype(np.float32))


def integers(*shape: int, below: int, seed: int = 1) -> Tensor:
    """Whole numbers from 0 on."""
    return Tensor(np.random.RandomState(seed).randint(0, below, shape).astype(np.int32))


class Classified(nn.Cell):
    """A network with its loss."""

    def __init__(self, net: Any):
        super().__init__(auto_prefix=False)
        self.net, self.loss = net, nn.CrossEntropyLoss()

    def construct(self, x: Any, y: Any) -> Any:
        return self.loss(self.net(x), y)


class Attention(nn.Cell):
    """Attention over `context`, or over the input itself."""

    def __init__(self, width: int, context: int, heads: int = HEADS):
        super().__init__()
        self.heads = heads
        self.q, self.k = nn.Dense(width, width), nn.Dense(context, width)
        self.v, self.out = nn.Dense(context, width), nn.Dense(width, width)

    def split(self, t: Any) -> Any:
        b, n, c = t.shape
        return ops.transpose(t.reshape(b, n, self.heads, c // self.heads), (0, 2, 1, 3))

    def construct(self, x: Any, context: Any = None, mask: Any = None) -> Any:
        context = x if context is None else context
        b, n, c = x.shape
        q, k, v = self.split(self.q(x)), self.split(self.k(context)), self.split(self.v(context))
        scores = ops.matmul(q, ops.transpose(k, (0, 1, 3, 2))) * (c // self.heads) ** -0.5
        if mask is not None:
            scores = scores.masked_fill(mask, -1e9)
        weighted = ops.matmul(ops.softmax(scores, -1), v)
        return self.out(ops.transpose(weighted, (0, 2, 1, 3)).reshape(b, n, c))


class Block(nn.Cell):
    """A layer of the GPT."""

    def __init__(self) -> None:
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm((WIDTH,)), nn.LayerNorm((WIDTH,))
        self.attention = Attention(WIDTH, WIDTH)
        self.up, self.down = nn.Dense(WIDTH, 4 * WIDTH), nn.Dense(4 * WIDTH, WIDTH)

    def construct(self, x: Any, mask: Any) -> Any:
        x = x + self.attention(self.n1(x), None, mask)
        return x + self.down(ops.gelu(self.up(self.n2(x))))


class GPT(nn.Cell):
    """A language model with its loss."""

    def __init__(self, layers: int = 24):
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(LENGTH, WIDTH)
        self.blocks = nn.CellList([Block() for _ in range(layers)])
        self.norm, self.head = nn.LayerNorm((WIDTH,)), nn.Dense(WIDTH, WORDS)
        self.at = Tensor(np.arange(LENGTH).astype(np.int32))
        self.mask = Tensor(np.triu(np.ones((LENGTH, LENGTH), bool), 1))

    def construct(self, ids: Any, y: Any) -> Any:
        x = self.words(ids) + self.places(self.at)
        for block in self.blocks:
            x = block(x, self.mask)
        return ops.cross_entropy(self.head(self.norm(x)).reshape(-1, WORDS), y.reshape(-1))


class Translator(nn.Cell):
    """An encoder-decoder with dropout, with its loss."""

    def __init__(self, layers: int = 6):
        super().__init__()
        self.source, self.target = nn.Embedding(100, WIDTH), nn.Embedding(100, WIDTH)
        self.body = nn.Transformer(
            WIDTH, HEADS, layers, layers, 2 * WIDTH, dropout=0.1, batch_first=True
        )
        self.head = nn.Dense(WIDTH, 100)
        self.mask = Tensor(np.triu(np.ones((12, 12), bool), 1))

    def construct(self, source: Any, target: Any, y: Any) -> Any:
        out = self.body(self.source(source), self.target(target), tgt_mask=self.mask)
        return ops.cross_entropy(self.head(out).reshape(-1, 100), y.reshape(-1))


class ResBlock(nn.Cell):
    """A block of the UNet's, told the time step."""

    def __init__(self, inside: int, outside: int, time: int):
        super().__init__()
        self.n1, self.n2 = nn.GroupNorm(8, inside), nn.GroupNorm(8, outside)
        self.c1 = nn.Conv2d(inside, outside, 3, has_bias=True)
        self.c2 = nn.Conv2d(outside, outside, 3, has_bias=True)
        self.time, self.act = nn.Dense(time, outside), nn.SiLU()
        self.skip = nn.Conv2d(inside, outside, 1, has_bias=True) if inside != outside else None

    def construct(self, x: Any, time: Any) -> Any:
        h = self.c1(self.act(self.n1(x)))
        h = h + self.time(self.act(time)).reshape(time.shape[0], -1, 1, 1)
        h = self.c2(self.act(self.n2(h)))
        return h + (x if self.skip is None else self.skip(x))


class SpatialTransformer(nn.Cell):
    """Attention over the places of a picture, and from them to a text."""

    def __init__(self, width: int, context: int):
        super().__init__()
        self.norm = nn.GroupNorm(8, width)
        self.enter, self.leave = nn.Conv2d(width, width, 1), nn.Conv2d(width, width, 1)
        self.n1, self.n2, self.n3 = (nn.LayerNorm((width,)) for _ in range(3))
        self.inner, self.cross = Attention(width, width), Attention(width, context)
        self.up, self.down = nn.Dense(width, 4 * width), nn.Dense(4 * width, width)

    def construct(self, x: Any, context: Any) -> Any:
        b, c, h, w = x.shape
        t = ops.transpose(self.enter(self.norm(x)).reshape(b, c, h * w), (0, 2, 1))
        t = t + self.inner(self.n1(t))
        t = t + self.cross(self.n2(t), context)
        t = t + self.down(ops.gelu(self.up(self.n3(t))))
        return x + self.leave(ops.transpose(t, (0, 2, 1)).reshape(b, c, h, w))


class UNet(nn.Cell):
    """Four levels of two blocks (three on the way up), attention on all but the last; with its loss."""

    def __init__(self, widths: tuple[int, ...] = (32, 64, 128, 128), context: int = 64):
        super().__init__()
        self.widths, self.time1, self.time2 = widths, nn.Dense(32, 128), nn.Dense(128, 128)
        self.freq = Tensor(np.exp(-np.log(10000.0) * np.arange(16) / 16).astype(np.float32))
        self.first = nn.Conv2d(4, widths[0], 3, has_bias=True)
        down, shrink, up, grow, attend_down, attend_up = ([] for _ in range(6))
        skips, c = [widths[0]], widths[0]
        for level, width in enumerate(widths):
            for _ in range(2):
                down.append(ResBlock(c, width, 128))
                attend_down.append(self._attention(level, context))
                c = width
                skips.append(c)
            if level < len(widths) - 1:
                shrink.append(nn.Conv2d(c, c, 3, stride=2, has_bias=True))
                skips.append(c)
        self.mid1, self.mid2 = ResBlock(c, c, 128), ResBlock(c, c, 128)
        self.attend = SpatialTransformer(c, context)
        for level in reversed(range(len(widths))):
            for _ in range(3):
                up.append(ResBlock(c + skips.pop(), widths[level], 128))
                attend_up.append(self._attention(level, context))
                c = widths[level]
            if level:
                grow.append(nn.Conv2d(c, c, 3, has_bias=True))
        self.down, self.up = nn.CellList(down), nn.CellList(up)
        self.shrink, self.grow = nn.CellList(shrink), nn.CellList(grow)
        self.attend_down = nn.CellList(attend_down)
        self.attend_up = nn.CellList(attend_up)
        self.norm, self.act = nn.GroupNorm(8, c), nn.SiLU()
        self.last = nn.Conv2d(c, 4, 3, has_bias=True)

    def _attention(self, level: int, context: int) -> Any:
        attended = level < len(self.widths) - 1
        return SpatialTransformer(self.widths[level], context) if attended else nn.Identity()

    def construct(self, x: Any, t: Any, context: Any, noise: Any) -> Any:
        angles = ops.cast(t.reshape(-1, 1), ms.float32) * self.freq.reshape(1, -1)
        time = ops.concat((ops.sin(angles), ops.cos(angles)), 1)
        time, levels = self.time2(self.act(self.time1(time))), len(self.widths)
        h = self.first(x)
        skips = [h]
        for i in range(2 * levels):
            h = self.down[i](h, time)
            if i // 2 < levels - 1:
                h = self.attend_down[i](h, context)
            skips.append(h)
            if i % 2 and i // 2 < levels - 1:
                h = self.shrink[i // 2](h)
                skips.append(h)
        h = self.mid2(self.attend(self.mid1(h, time), context), time)
        for i in range(3 * levels):
            h = self.up[i](ops.concat((h, skips[-1 - i]), 1), time)
            if i // 3 > 0:
                h = self.attend_up[i](h, context)
            if i % 3 == 2 and i // 3 < levels - 1:
                b, c, y, z = h.shape
                h = ops.broadcast_to(h.reshape(b, c, y, 1, z, 1), (b, c, y, 2, z, 2))
                h = self.grow[i // 3](h.reshape(b, c, 2 * y, 2 * z))
        return ((self.last(self.act(self.norm(h))) - noise) ** 2).mean()


def network(name: str) -> tuple[Any, tuple[Any, ...]]:
    """A network that ends in its loss, and a batch."""
    if name in ("lenet", "mlp"):
        net = for_torch(name) if ms.__name__ == "plain_torch" else for_mindspore(name, ms)
        return Classified(net), tuple(map(Tensor, batch(name)))
    if name == "gpt":
        return GPT(), (integers(4, LENGTH, below=WORDS), integers(4, LENGTH, below=WORDS, seed=2))
    if name == "encoder-decoder":
        return Translator(), tuple(integers(2, 12, below=100, seed=n) for n in range(3))
    if name == "unet":
        steps = Tensor(np.array([17, 540], np.int32))
        return UNet(), (rand(2, 4, 16, 16), steps, rand(2, 7, 64, seed=2), rand(2, 4, 16, 16))
    build = _from_torchvision if ms.__name__ == "plain_torch" else _from_mindcv
    return Classified(build(name)), (rand(2, 3, 64, 64), integers(2, below=10))


def _from_mindcv(name: str) -> Any:
    from mindcv import models

    if name == "vit":
        return models.vit.VisionTransformer(
            image_size=64, patch_size=16, embed_dim=128, depth=12, num_heads=4, num_classes=10
        )
    if name == "resnet50":
        return models.resnet50(num_classes=10)
    return models.convnext.ConvNeXt(
        3, 10, depths=[3, 3, 9, 3], dims=[32, 64, 128, 256], layer_scale_init_value=0.1
    )


def _from_torchvision(name: str) -> Any:
    from torchvision import models

    if name == "vit":
        return models.VisionTransformer(64, 16, 12, 4, 128, 512, num_classes=10)
    if name == "resnet50":
        return models.resnet50(num_classes=10)
    plan = zip((32, 64, 128, 256), (64, 128, 256, None), (3, 3, 9, 3), strict=True)
    blocks = [models.convnext.CNBlockConfig(*stage) for stage in plan]
    return models.ConvNeXt(blocks, layer_scale=0.1, num_classes=10)
