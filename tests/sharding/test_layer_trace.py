"""What a network does with its parameters, seen without values."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Parameter, Tensor, mint, nn, ops
from msacc.sharding.layer_trace import LayerTrace
from msacc.step.meta_run import fake_like, fake_parameters


def watched(net: nn.Cell, *inputs: Any) -> tuple[LayerTrace, list[str]]:
    held = list(net.get_parameters())
    recorder = LayerTrace([], [])
    with fake_parameters(held):
        recorder = LayerTrace([p._t for p in held], [p.requires_grad for p in held])
        given = [fake_like(i) for i in inputs]
        with recorder:
            net(*given)
    assert all(p._t is not None and p.asnumpy().size == p.size for p in held)
    return recorder, [p.name for p in held]


def make(*shape: int) -> Parameter:
    return Parameter(np.ones(shape, np.float32))


class Doors(nn.Cell):
    """One product by each door, weights either way round."""

    def __init__(self) -> None:
        super().__init__()
        self.dense, self.linear = nn.Dense(8, 8), mint.nn.Linear(8, 8)
        self.a, self.b, self.c = make(8, 8), make(8, 8), make(8, 8)
        self.turned = ops.MatMul(transpose_b=True)

    def construct(self, x: Any) -> Any:
        x = self.linear(self.dense(x))
        return self.turned(ops.matmul(x, self.a), self.b) @ self.c


def test_weights_and_their_axes() -> None:
    recorder, names = watched(Doors(), Tensor(np.ones((4, 8), np.float32)))
    found = {names[use.weight]: (use.inner, use.outer) for use in recorder.uses}
    by_columns, by_rows = (1, 0), (0, 1)
    wanted = {
        "dense.weight": by_columns,
        "linear.weight": by_columns,
        "a": by_rows,
        "b": by_columns,
        "c": by_rows,
    }
    assert found == wanted
    biases = {names[use.weight]: use.bias and names[use.bias] for use in recorder.uses}
    assert biases["dense.weight"] == "dense.bias"
    assert biases["linear.weight"] == "linear.bias"
    assert biases["a"] is None


class Chain(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.gate, self.up, self.down = make(8, 16), make(8, 16), make(16, 8)
        self.bias, self.norm, self.last = make(16), nn.LayerNorm((8,)), make(8, 4)

    def construct(self, x: Any) -> Any:
        inner = ops.silu(x @ self.gate + self.bias) * (x @ self.up)
        x = x + ops.matmul(inner.astype("float16").astype("float32"), self.down)
        return self.norm(x) @ self.last


def test_what_lies_between_layers() -> None:
    recorder, names = watched(Chain(), Tensor(np.ones((4, 8), np.float32)))
    gate, up, down, last = recorder.uses
    assert [names[use.weight] for use in recorder.uses] == ["gate", "up", "down", "last"]
    assert down.sources == {0, 1}
    assert gate.feeds == up.feeds == {2}
    assert names[gate.bias or 0] == "bias"
    assert down.feeds == {-1}
    assert not last.sources
    assert gate.first
    assert up.first
    assert not down.first
    assert not last.first
    assert (gate.x, gate.y) == (4 * 8 * 4, 4 * 16 * 4)


class Shared(nn.Cell):
    """A table that is looked up and multiplied, and one with a row of padding."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.other = make(16, 8), make(16, 8)
        self.padded = nn.Embedding(16, 8)

    def construct(self, ids: Any) -> Any:
        x = ops.gather(self.table, ids, 0) + ops.gather(self.other, ids, 0) + self.padded(ids)
        return ops.matmul(x, self.table.T)


def test_tables() -> None:
    recorder, names = watched(Shared(), Tensor(np.ones((4, 2), np.int32)))
    times = dict(zip(names, recorder.times, strict=True))
    assert times["table"] == 2
    assert times["other"] == 1
    other = next(use for use in recorder.uses if names[use.weight] == "other")
    assert other.looks_up
    assert other.first
    assert (other.inner, other.outer) == (0, 1)


def test_what_is_no_tensor_and_a_parameter_stay_as_they_are() -> None:
    parameter = make(2, 3)
    assert fake_like(3) == 3
    assert fake_like(parameter) is parameter
    assert fake_like(Tensor(np.ones((2, 3), np.float32)), (4, 3)).shape == (4, 3)
