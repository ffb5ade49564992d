"""What accumulation is measured against: one big batch in one process, in float64, in plain torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

import msacc as ms
from msacc import nn

FEATURES, HIDDEN, CLASSES, IGNORED = 6, 16, 4, -100
Batch = tuple[np.ndarray, np.ndarray]


class Net(nn.Cell):
    """Two layers, with a BatchNorm in front or dropout between if asked for."""

    def __init__(self, batch_norm: bool = False, dropout: float = 0.0):
        super().__init__()
        self.norm = nn.BatchNorm1d(FEATURES) if batch_norm else None
        self.first = nn.Dense(FEATURES, HIDDEN, weight_init="xavier_uniform")
        self.relu = nn.ReLU()
        self.drop = nn.Dropout(p=dropout) if dropout else None
        self.second = nn.Dense(HIDDEN, CLASSES, weight_init="xavier_uniform")

    def construct(self, x: Any) -> Any:
        x = x if self.norm is None else self.norm(x)
        x = self.relu(self.first(x))
        return self.second(x if self.drop is None else self.drop(x))


def build(seed: int = 3, **options: Any) -> tuple[Net, nn.Cell]:
    """A net, and the same with its loss."""
    ms.set_seed(seed)
    net = Net(**options)
    return net, nn.WithLossCell(net, nn.CrossEntropyLoss(ignore_index=IGNORED))


def optimizer(net: nn.Cell, lr: Any = 0.1, **more: Any) -> Any:
    return nn.Momentum(net.trainable_params(), lr, 0.9, **more)


def batches(steps: int, size: int, seed: int = 7) -> list[Batch]:
    rng = np.random.RandomState(seed)
    return [
        (
            rng.randn(size, FEATURES).astype(np.float32),
            rng.randint(0, CLASSES, size).astype(np.int32),
        )
        for _ in range(steps)
    ]


def ignore(batch: Batch, *rows: int) -> Batch:
    """The batch with some targets ignored."""
    x, y = batch
    y = y.copy()
    y[list(rows)] = IGNORED
    return x, y


def tensors(batch: Batch) -> tuple[ms.Tensor, ms.Tensor]:
    return ms.Tensor(batch[0].copy()), ms.Tensor(batch[1].copy())


def valid(x: Any, y: Any) -> Any:
    """The number of targets that count."""
    return (y != IGNORED).astype(ms.float32).sum()


def values(net: nn.Cell) -> list[np.ndarray]:
    return [p.asnumpy().astype(np.float64) for p in net.trainable_params()]


def mean_loss(parameters: Sequence[torch.Tensor], batch: Batch) -> torch.Tensor:
    """The mean over the batch's valid targets."""
    first, bias1, second, bias2 = parameters
    x, y = torch.from_numpy(batch[0]).double(), torch.from_numpy(batch[1]).long()
    return F.cross_entropy(
        torch.relu(x @ first.T + bias1) @ second.T + bias2, y, ignore_index=IGNORED
    )


def mean_of_means(
    parts: int,
) -> Callable[[Sequence[torch.Tensor], Batch], torch.Tensor]:
    """What equal weights give: the mean over `parts` micro-batches of their means."""

    def loss(parameters: Sequence[torch.Tensor], batch: Batch) -> torch.Tensor:
        cut = zip(np.split(batch[0], parts), np.split(batch[1], parts), strict=True)
        return torch.stack([mean_loss(parameters, part) for part in cut]).mean()

    return loss


def reference(
    start: Sequence[np.ndarray],
    data: Sequence[Batch],
    rates: Any = 0.1,
    clip: float | None = None,
    loss: Callable[..., torch.Tensor] = mean_loss,
) -> tuple[list[np.ndarray], list[float]]:
    """(parameters, loss of each step) after one update with each whole batch."""
    parameters = [torch.from_numpy(p.copy()).requires_grad_() for p in start]
    velocity = [torch.zeros_like(p) for p in parameters]
    losses = []
    for k, batch in enumerate(data):
        value = loss(parameters, batch)
        grads = list(torch.autograd.grad(value, parameters))
        if clip is not None:
            norm = torch.stack([g.square().sum() for g in grads]).sum().sqrt()
            grads = [g * min(1.0, clip / float(norm)) for g in grads]
        losses.append(float(value.detach()))
        with torch.no_grad():
            for p, v, g in zip(parameters, velocity, grads, strict=True):
                v.mul_(0.9).add_(g)
                p.sub_((rates[k] if isinstance(rates, list) else rates) * v)
    return [p.detach().numpy() for p in parameters], losses


def assert_equal(net: nn.Cell, wanted: Sequence[np.ndarray], atol: float = 2e-6) -> None:
    for got, want in zip(values(net), wanted, strict=True):
        np.testing.assert_allclose(got, want, rtol=0, atol=atol)
