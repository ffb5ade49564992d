"""The networks of sharded.py, each once in MindSpore's API and once in torch, with the same parameters in the same
order.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

WIDTH, HEADS, LAYERS, LENGTH, VOCABULARY = 352, 11, 6, 128, 2048
MLP_WIDTH, MLP_LAYERS, CLASSES = 512, 6, 10
BATCH = {"mlp": 64, "gpt": 2}
MODELS = ("mlp", "gpt")


def batch(model: str, rank: int) -> tuple[np.ndarray, np.ndarray]:
    """One process's part of the data: the same on both sides."""
    rng, size = np.random.RandomState(rank), BATCH[model]
    if model == "mlp":
        return rng.randn(size, MLP_WIDTH).astype(np.float32), rng.randint(0, CLASSES, size)
    tokens = rng.randint(0, VOCABULARY, (size, LENGTH + 1))
    return tokens[:, :-1], tokens[:, 1:].reshape(-1)


def values(shapes: list[tuple[int, ...]]) -> list[np.ndarray]:
    """What parameters begin with, on both sides."""
    rng = np.random.RandomState(1)
    return [(rng.randn(*s) * (0.5 / math.sqrt(s[-1]))).astype(np.float32) for s in shapes]


def msacc_network(model: str) -> Any:
    """The network with its loss, as a MindSpore script writes it."""
    from msacc import Parameter, Tensor, nn, ops

    if model == "mlp":
        layers = [
            layer
            for _ in range(MLP_LAYERS)
            for layer in (nn.Dense(MLP_WIDTH, MLP_WIDTH), nn.ReLU())
        ]
        net = nn.SequentialCell(*layers, nn.Dense(MLP_WIDTH, CLASSES))
        return nn.WithLossCell(net, nn.CrossEntropyLoss())

    class Block(nn.Cell):
        """Attention and a feed-forward network, normalised before."""

        def __init__(self) -> None:
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm((WIDTH,)), nn.LayerNorm((WIDTH,))
            self.qkv, self.out = nn.Dense(WIDTH, 3 * WIDTH), nn.Dense(WIDTH, WIDTH)
            self.up, self.down = nn.Dense(WIDTH, 4 * WIDTH), nn.Dense(4 * WIDTH, WIDTH)
            hidden = np.triu(np.full((LENGTH, LENGTH), -1e9, np.float32), 1)
            self.mask = Tensor(hidden)

        def construct(self, x: Any) -> Any:
            shape = (x.shape[0], LENGTH, 3, HEADS, WIDTH // HEADS)
            q, k, v = self.qkv(self.norm1(x)).reshape(shape).transpose(2, 0, 3, 1, 4).unbind(0)
            scores = ops.matmul(q, k.swapaxes(-1, -2)) * (WIDTH // HEADS) ** -0.5
            found = ops.matmul(ops.softmax(scores + self.mask, -1), v)
            x = x + self.out(found.transpose(0, 2, 1, 3).reshape(x.shape))
            return x + self.down(ops.gelu(self.up(self.norm2(x)), approximate="tanh"))

    class GPT(nn.Cell):
        """Tokens to the logits of the next ones."""

        def __init__(self) -> None:
            super().__init__()
            self.places = Parameter(Tensor(np.zeros((LENGTH, WIDTH), np.float32)), name="places")
            self.tokens = nn.Embedding(VOCABULARY, WIDTH)
            self.blocks = nn.CellList([Block() for _ in range(LAYERS)])
            self.norm = nn.LayerNorm((WIDTH,))
            self.head = nn.Dense(WIDTH, VOCABULARY, has_bias=False)

        def construct(self, x: Any) -> Any:
            x = self.tokens(x) + self.places
            for block in self.blocks:
                x = block(x)
            return self.head(self.norm(x)).reshape((-1, VOCABULARY))

    return nn.WithLossCell(GPT(), nn.CrossEntropyLoss())


def torch_network(model: str) -> tuple[Any, list[Any]]:
    """The network by hand, and the parts of it that FSDP2 gathers one by one."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    if model == "mlp":
        layers = [
            layer
            for _ in range(MLP_LAYERS)
            for layer in (nn.Linear(MLP_WIDTH, MLP_WIDTH), nn.ReLU())
        ]
        mlp = nn.Sequential(*layers, nn.Linear(MLP_WIDTH, CLASSES))
        return mlp, [m for m in mlp if isinstance(m, nn.Linear)]

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
            self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
            self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
            hidden = torch.full((LENGTH, LENGTH), -1e9).triu(1)
            self.register_buffer("mask", hidden)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            shape = (x.shape[0], LENGTH, 3, HEADS, WIDTH // HEADS)
            q, k, v = self.qkv(self.norm1(x)).reshape(shape).permute(2, 0, 3, 1, 4).unbind(0)
            scores = torch.matmul(q, k.transpose(-1, -2)) * (WIDTH // HEADS) ** -0.5
            found = torch.matmul(torch.softmax(scores + self.mask, -1), v)
            x = x + self.out(found.transpose(1, 2).reshape(x.shape))
            return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))

    class GPT(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.places = nn.Parameter(torch.zeros(LENGTH, WIDTH))
            self.tokens = nn.Embedding(VOCABULARY, WIDTH)
            self.blocks = nn.ModuleList([Block() for _ in range(LAYERS)])
            self.norm = nn.LayerNorm(WIDTH)
            self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x = self.tokens(x) + self.places
            for block in self.blocks:
                x = block(x)
            return self.head(self.norm(x)).reshape(-1, VOCABULARY)

    net = GPT()
    return net, list(net.blocks)
