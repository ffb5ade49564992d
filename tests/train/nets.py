"""A small network, its data and its loss, shared by the tests of training."""

from __future__ import annotations

from typing import Any

import numpy as np

import msacc as ms
from msacc import nn

CLASSES = 3


def dataset(samples: int = 8, batch: int = 4) -> Any:
    rng = np.random.RandomState(1)
    data = rng.randn(samples, 4).astype(np.float32)
    labels = rng.randint(0, CLASSES, samples).astype(np.int32)
    columns = (data, labels)
    return ms.dataset.NumpySlicesDataset(columns, column_names=["a", "b"], shuffle=False).batch(
        batch
    )


class Net(nn.Cell):
    """Two layers with batch-free operations, so that slices of a batch add up exactly."""

    def __init__(self) -> None:
        super().__init__()
        rng = np.random.RandomState(0)
        self.first = nn.Dense(
            4, 5, weight_init=ms.Tensor(rng.randn(5, 4).astype(np.float32)), bias_init="zeros"
        )
        self.second = nn.Dense(
            5,
            CLASSES,
            weight_init=ms.Tensor(rng.randn(CLASSES, 5).astype(np.float32)),
            bias_init="zeros",
        )
        self.relu = nn.ReLU()

    def construct(self, x: Any) -> Any:
        return self.second(self.relu(self.first(x)))


def loss() -> Any:
    return nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")


def weights(net: nn.Cell) -> list[np.ndarray]:
    return [p.asnumpy().copy() for p in net.get_parameters()]
