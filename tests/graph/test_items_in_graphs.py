"""`y[i] = value` in a graph gives y a value of its own, as in MindSpore 2.10; op by op a view writes through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn
from msacc.common.settings import settings


class Writes(nn.Cell):
    """Writes to what `look` gives of x; gives x as it is afterwards, and what was written to."""

    def __init__(self, look: Callable[[Tensor], Tensor], asks: bool = False):
        super().__init__()
        self.look, self.asks = look, asks

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        y = self.look(x)
        y[0] = 99.0
        if self.asks and float(x.sum()) > 0:  # which no recorded run knows
            x = x * 1
        return x * 1, y * 1


LOOKS = {
    "view": lambda x: x.view(-1),
    "row": lambda x: x[0],
    "stop_gradient": lambda x: ms.ops.stop_gradient(x),
}
OLD = [1.0, 2.0, 3.0, 4.0]


def _x() -> Tensor:
    return Tensor(np.array([[1.0, 2.0], [3.0, 4.0]], np.float32))


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("look", LOOKS)
def test_what_is_looked_at_stays(look: str, asks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "jit_level", "O0")
    ms.set_context(mode=ms.GRAPH_MODE)
    x = _x()
    seen, written = Writes(LOOKS[look], asks)(x)
    assert x.asnumpy().ravel().tolist() == OLD
    assert seen.asnumpy().ravel().tolist() == OLD
    assert written.asnumpy().ravel()[0] == 99


@pytest.mark.parametrize("look", LOOKS)
def test_op_by_op_a_view_writes_through(look: str) -> None:
    x = _x()
    Writes(LOOKS[look])(x)
    assert x.asnumpy().ravel()[0] == 99


def test_the_callers_tensor_stays_and_a_parameter_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "jit_level", "O0")

    class Both(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.kept = Parameter(_x(), name="kept")

        def construct(self, x: Tensor) -> Tensor:
            x[:, 1] = 7.0
            self.kept[0] = 5.0
            return x * 1

    ms.set_context(mode=ms.GRAPH_MODE)
    net, x = Both(), _x()
    assert net(x).asnumpy().tolist() == [[1, 7], [3, 7]]
    assert x.asnumpy().ravel().tolist() == OLD
    assert net.kept.asnumpy().tolist() == [[5, 5], [3, 4]]


def _set(x: Tensor) -> Tensor:
    y = ms.ops.zeros(3, ms.float32)
    y[1] = x.sum()
    y[0], y[2] = x[0, 0] * 1, x[1, 1] * 2
    y[0] *= 3
    return (y * y).sum()


def _added(x: Tensor) -> Tensor:
    y = x * 2
    y.add_(x)
    return (y * y).sum()


def _row_added(x: Tensor) -> Tensor:
    y = x * 2
    row = y[0]
    row.add_(1.0)
    return (y * y).sum() + row.sum()


@pytest.mark.parametrize(
    ("written", "value", "grad"),
    [
        (_set, 173.0, [38.0, 20.0, 20.0, 52.0]),
        (_added, 270.0, [18.0, 36.0, 54.0, 72.0]),
        (_row_added, 128.0, [10.0, 18.0, 24.0, 32.0]),
    ],
)
def test_what_is_written_within_a_gradient_is_one_graph(
    written: Callable[[Tensor], Tensor],
    value: float,
    grad: list[float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "jit_level", "O0")
    both = ms.ops.value_and_grad(written)
    got, slope = ms.jit(lambda x: both(x), fullgraph=True)(_x())
    assert float(got) == value
    assert slope.asnumpy().ravel().tolist() == grad
