"""`self.step = 0` in a construct: a graph puts the number into the Parameter; op by op it is
refused, as in MindSpore.
"""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import Parameter, Tensor, nn
from msacc.common.settings import settings


class Counts(nn.Cell):
    def __init__(self, start: object, value: float):
        super().__init__()
        self.step = Parameter(Tensor(start), "step", requires_grad=False)
        self.value = value

    def construct(self, x: Tensor) -> Tensor:
        self.step += 1
        self.step = self.value
        self.step += 1
        return x * self.step


def _called(start: object, value: float, monkeypatch: pytest.MonkeyPatch) -> Parameter:
    monkeypatch.setattr(settings, "jit_level", "O0")
    ms.set_context(mode=ms.GRAPH_MODE)
    net = Counts(start, value)
    net(Tensor(np.ones(3, np.float32)))
    return net.step


@pytest.mark.parametrize("start", [np.int32(2), np.float32(2)])
@pytest.mark.parametrize("value", [5, True])
def test_a_graph_takes_it(start: object, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    step = _called(start, value, monkeypatch)
    assert step.asnumpy() == value + 1
    assert step.asnumpy().dtype == np.asarray(start).dtype


def test_a_graph_refuses_what_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="takes no float"):
        _called(np.int32(2), 2.5, monkeypatch)
    with pytest.raises(ValueError, match="takes no number"):
        _called(np.ones(3, np.float32), 7, monkeypatch)


def test_op_by_op_it_is_refused() -> None:
    with pytest.raises(TypeError, match="already exists"):
        Counts(np.int32(2), 0)(Tensor(np.ones(3, np.float32)))
