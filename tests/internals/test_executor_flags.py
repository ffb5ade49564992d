"""`_pynative_executor`: what MindSpore 2.10's answers, inside a gradient and outside."""

from __future__ import annotations

from msacc.common.api import _no_grad, _pynative_executor

import msacc as ms
from msacc import Tensor, nn


class Asking(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        found = (
            _pynative_executor.grad_flag(),
            _pynative_executor.enable_grad(),
            _pynative_executor.requires_grad(),
        )
        self.found = found
        return ms.ops.mul(x, x)


def test_it_tells_whether_gradients_are_recorded() -> None:
    net = Asking()
    net(Tensor(1.0))
    assert net.found == (False, True, False)
    ms.grad(net)(Tensor(1.0))
    assert net.found == (True, True, True)
    with _no_grad():
        assert not _pynative_executor.enable_grad()


def test_recording_is_switched_off_and_on() -> None:
    before = _pynative_executor.enable_grad()
    _pynative_executor.set_enable_grad(False)
    assert not _pynative_executor.enable_grad()
    _pynative_executor.set_enable_grad(before)
    assert _pynative_executor.enable_grad()


def test_what_there_is_nothing_of_is_taken() -> None:
    _pynative_executor.set_async_for_graph(True)
    _pynative_executor.set_grad_flag(True)
    _pynative_executor.sync()
    _pynative_executor.clear_res()
    assert not _pynative_executor.grad_flag()
