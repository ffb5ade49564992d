"""Networks that the tests of rewriting take apart."""

from __future__ import annotations

from typing import Any

from msacc import nn, ops

SCALE = 3


def scaled(x: Any) -> Any:
    x = ops.abs(x)
    return x * SCALE


def tanh(x: Any) -> Any:
    return ops.tanh(x)


class Half(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(4, 4)
        self.__hidden = nn.ReLU()

    def construct(self, x: Any) -> Any:
        x = self.dense(x)
        x = self.__hidden(x)
        return scaled(x)


class Base(nn.Cell):
    def construct(self, x: Any) -> Any:
        return x + 1


class Net(Base):
    def __init__(self) -> None:
        super().__init__()
        self.half = Half()
        self.relu = nn.ReLU()
        self.seq = nn.SequentialCell(nn.Dense(4, 4), Half(), nn.ReLU())

    def construct(self, x: Any) -> Any:
        x = super().construct(x)
        x = self.half(x)
        x = self.half(x)
        x = self.own(x)
        x = self.own(x)
        x = self.seq(x)
        for _ in range(2):
            x = x * 0.5
        return x

    def own(self, x: Any) -> Any:
        x = self.relu(x)
        return x - 1


class Wrapped:
    class Inner(nn.Cell):
        def construct(self, x: Any) -> Any:
            return x * 2
