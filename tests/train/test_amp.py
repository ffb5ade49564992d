"""Mixed precision: what computes in which type, and that it still trains."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import amp, nn
from tests.train.nets import Net, dataset, loss


class Seeing(nn.Cell):
    """Notes the type of what passes."""

    def __init__(self) -> None:
        super().__init__()
        self.__dict__["seen"] = []

    def construct(self, x: Any) -> Any:
        self.seen.append(x.dtype)
        return x


class Normalised(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(4, 4)
        self.before, self.after = Seeing(), Seeing()
        self.norm = nn.LayerNorm((4,))
        self.relu = ms.ops.ReLU()

    def construct(self, x: Any) -> Any:
        return self.after(self.norm(self.before(self.dense(x))))


def types(level: str, dtype: Any = ms.float16) -> tuple[Any, Any, Any]:
    net = Normalised()
    names = [p.name for p in net.get_parameters()]
    made = amp.auto_mixed_precision(net, level, dtype)
    assert [p.name for p in made.get_parameters()] == names
    assert all(p.dtype == ms.float32 for p in made.get_parameters())
    out = made(ms.Tensor(np.ones((2, 4), np.float32)))
    before, after = (list(c.seen) for _, c in made.cells_and_names() if isinstance(c, Seeing))
    return before[0], after[0], out.dtype


def test_levels() -> None:
    assert types("O0") == (ms.float32, ms.float32, ms.float32)
    # O1: the white list gives float32 back.
    assert types("O1") == (ms.float32, ms.float32, ms.float32)
    assert types("O2") == (ms.float16, ms.float16, ms.float32)
    assert types("O3") == (ms.float16, ms.float16, ms.float32)
    assert types("O2", ms.bfloat16) == (ms.bfloat16, ms.bfloat16, ms.float32)


def test_o1_computes_the_white_list_in_low_precision() -> None:
    net = nn.SequentialCell(nn.Dense(4, 4), nn.Tanh())
    x = ms.Tensor(np.full((2, 4), 1.0001, np.float32))
    exact, low = net(x).asnumpy(), amp.auto_mixed_precision(net, "O1")(x).asnumpy()
    assert low.dtype == np.float32
    assert 0 < np.abs(exact - low).max() < 1e-2


def test_own_lists() -> None:
    white = amp.custom_mixed_precision(Normalised(), white_list=[nn.LayerNorm])
    out = white(ms.Tensor(np.ones((2, 4), np.float32)))
    assert out.dtype == ms.float32
    black = amp.custom_mixed_precision(Normalised(), black_list=[nn.Dense])
    assert black(ms.Tensor(np.ones((2, 4), np.float32))).dtype == ms.float32
    assert nn.Dense in amp.get_white_list()
    assert nn.LayerNorm in amp.get_black_list()


def test_auto_takes_functions_too() -> None:
    x = ms.Tensor(np.ones((2, 4), np.float32))
    product = amp.auto_mixed_precision(lambda a: ms.ops.matmul(a, a.T), "auto", ms.bfloat16)
    assert product(x).dtype == ms.bfloat16


@pytest.mark.parametrize("low", [ms.float16, ms.bfloat16])
def test_auto_takes_operands_of_several_types(low: Any) -> None:
    """Weights of attention in float32 times values in the low type; embeddings of positions in float16 side by side."""

    def attended(x: ms.Tensor) -> Any:
        values = ms.ops.matmul(x, x)
        return ms.ops.BatchMatMul()(ms.ops.softmax(values), values)

    def joined(x: ms.Tensor) -> Any:
        half = x.astype(ms.float16)
        return ms.ops.cat((half, half)), ms.ops.cat((half, x))

    x = ms.Tensor(np.ones((2, 4, 4), np.float32))
    assert amp.auto_mixed_precision(attended, "auto", low)(x).dtype == low
    found = amp.auto_mixed_precision(joined, "auto", low)(x)
    assert [t.dtype for t in found] == [ms.float16, ms.float32]


@pytest.mark.parametrize("level", ["O0", "O1", "O2", "O3"])
def test_every_level_trains(level: str) -> None:
    net = Net()
    opt = nn.Momentum(net.trainable_params(), 0.05, 0.9)
    manager = ms.FixedLossScaleManager(8.0, False)
    opt.__init__(net.trainable_params(), 0.05, 0.9, loss_scale=8.0)
    model = ms.Model(
        net, loss(), opt, {"l": ms.train.Loss()}, amp_level=level, loss_scale_manager=manager
    )
    data = dataset(32, 8)
    before = model.eval(data)["l"]
    model.train(10, data)
    assert model.eval(data)["l"] < 0.8 * before
