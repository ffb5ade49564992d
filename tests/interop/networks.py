"""Networks that are made torch modules."""

from __future__ import annotations

from typing import Any

import numpy as np

import msacc as ms
import msacc.nn as nn
from msacc import Parameter, ParameterTuple, Tensor, ops


class LeNet(nn.Cell):
    """Convolutions, pooling, dense layers."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5, pad_mode="valid")
        self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.pool = nn.MaxPool2d(2, 2)
        self.fc1, self.fc2 = nn.Dense(256, 32), nn.Dense(32, 10)

    def construct(self, x: Tensor) -> Tensor:
        x = self.pool(ops.relu(self.conv1(x)))
        x = self.pool(ops.relu(self.conv2(x)))
        return self.fc2(ops.relu(self.fc1(ops.flatten(x))))


class Residual(nn.Cell):
    """Batch normalisation, a CellList of SequentialCells, dropout."""

    def __init__(self) -> None:
        super().__init__()
        self.stem, self.bn = nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8)
        self.blocks = nn.CellList(
            [nn.SequentialCell(nn.Conv2d(8, 8, 3), nn.BatchNorm2d(8), nn.ReLU()) for _ in range(2)]
        )
        self.drop, self.head = nn.Dropout(p=0.25), nn.Dense(8, 5)

    def construct(self, x: Tensor) -> Tensor:
        x = ops.relu(self.bn(self.stem(x)))
        for block in self.blocks:
            x = x + block(x)
        return self.head(self.drop(x.mean((2, 3))))


class Words(nn.Cell):
    """Integers, an embedding that the last layer shares, attention, a recurrent layer; nested results."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(11, 8)
        self.layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
        self.lstm = nn.LSTM(8, 8, batch_first=True, bidirectional=False)
        self.out = nn.Dense(8, 11, has_bias=False)
        self.out.weight = self.table.embedding_table

    def construct(
        self, ids: Tensor, scale: float = 1.0, extra: Any = None, *, name: str = "logits"
    ) -> Any:
        x = self.layer(self.table(ids))
        y, state = self.lstm(x)
        return {name: self.out(y) * scale, "state": [state, None, 3], "extra": extra}


class Odd(nn.Cell):
    """Parameters in tuples, under names with dots and without; state that construct writes; buffers."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Dense(3, 3)
        self.known = ParameterTuple(self.inner.trainable_params())
        ones = np.ones(3, np.float32)
        self.fast = ParameterTuple([Parameter(Tensor(ones), name="a.b"), Parameter(Tensor(ones))])
        self.steps = Parameter(Tensor(0, ms.int32), name="steps")
        self.average = Parameter(Tensor(0 * ones), requires_grad=False)
        self.register_buffer("sum", Tensor(0 * ones))
        self.register_buffer("scratch", Tensor(0 * ones), persistent=False)

    def construct(self, x: Tensor) -> Tensor:
        ops.assign_add(self.steps, Tensor(1, ms.int32))
        ops.assign(self.average, self.average * 0.5 + 1.0)
        self.sum = self.sum + 1
        return ops.matmul(x, self.known[0]) * self.fast[0] + self.fast[1] + self.sum


def same_bits(first: Any, second: Tensor) -> bool:
    """Whether a torch tensor and a Tensor hold the very same values."""
    return bool(np.array_equal(first.detach().numpy(), second.asnumpy()))
