"""The drawn digits are worth training on: learnable, and not by a linear model."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional as F

from msacc.datafiles import mnist, synthetic_digits, synthetic_images

Data = tuple[torch.Tensor, torch.Tensor]


def _drawn(count: int, rng: np.random.Generator) -> Data:
    labels = rng.permutation(np.arange(count, dtype=np.uint8) % 10)
    images = torch.from_numpy(synthetic_digits.draw(labels, rng))[:, None].float() / 255
    return (images - 0.13) / 0.31, torch.from_numpy(labels).long()


@pytest.fixture(scope="module")
def drawn() -> tuple[Data, Data]:
    """The 8,000 and 2,000 digits of `mnist_folder()`."""
    rng = np.random.default_rng(mnist.SEED)
    return _drawn(8000, rng), _drawn(2000, rng)


def _lenet() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10),
    )  # fmt: skip


def _accuracy(model: nn.Module, data: tuple[Data, Data], epochs: int, lr: float) -> float:
    (images, labels), (test_images, test_labels) = data
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    for _ in range(epochs):
        for part in torch.randperm(len(images)).split(128):
            optimizer.zero_grad()
            F.cross_entropy(model(images[part]), labels[part]).backward()
            optimizer.step()
    with torch.no_grad():
        return (model(test_images).argmax(1) == test_labels).float().mean().item()


@pytest.mark.slow
def test_lenet_learns_the_digits_in_three_epochs(drawn: tuple[Data, Data]) -> None:
    torch.manual_seed(1)
    assert 0.95 < _accuracy(_lenet(), drawn, 3, 0.04) < 1.0


def test_a_linear_classifier_does_not(drawn: tuple[Data, Data]) -> None:
    torch.manual_seed(1)
    linear = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))
    assert 0.7 < _accuracy(linear, drawn, 10, 0.01) < 0.93


def test_pictures_of_a_class_differ_in_colour_and_place() -> None:
    images = synthetic_images.draw(np.full(64, 4, np.uint8), np.random.default_rng(0))
    assert images.shape == (64, 3, 32, 32)
    assert images.astype(float).std(0).mean() > 40
