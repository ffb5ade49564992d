"""Print is part of a graph: once a call, in order."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import nn, ops
from msacc.graph import reset, stats
from msacc.step.pipeline_runtime.capture import capture


class Printing(nn.Cell):
    """Prints what it was given and what comes of it."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = ms.Parameter(ms.Tensor(2.0), name="weight")
        self.print = ops.Print()

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        self.print("given", x, 3)
        y = x * self.weight
        self.print(y)
        self.print("done")
        return y.sum()


@pytest.mark.slow
def test_a_graph_prints(capsys: pytest.CaptureFixture[str]) -> None:
    ms.set_context(mode=ms.GRAPH_MODE)
    net = Printing()
    reset()
    grad = ms.value_and_grad(net, None, net.trainable_params())
    for value in (1.0, 5.0):
        loss, _ = grad(ms.Tensor([value]))
        assert loss == 2 * value
    assert stats().not_recorded == {}
    assert [*stats().recorded.values()] == [1]
    expected = []
    for value in (1.0, 5.0):
        given, found = (repr(ms.Tensor(np.array([v], np.float32))) for v in (value, 2 * value))
        expected += [*f"given\n{given}\n3\n{found}\ndone".splitlines()]
    assert capsys.readouterr().out.splitlines() == expected


def test_a_network_that_prints_can_be_cut_into_stages() -> None:
    net = Printing()
    graph = capture(net, (ms.Tensor([1.0]),), net.trainable_params()).graph
    printed = [n for n in graph.graph.nodes if "printed" in str(n.target)]
    assert [str(n.args[0]) for n in printed] == ["given\0\1\0" + "3", "\1", "done"]


def test_in_pynative_mode_anything_prints(capsys: pytest.CaptureFixture[str]) -> None:
    ops.print_([1, 2], None, ms.Parameter(ms.Tensor(1.0), name="w"))
    ops.print_()
    assert capsys.readouterr().out == (
        "[1, 2]\nNone\nParameter (name=w, shape=(), dtype=Float32, requires_grad=True)\n"
    )
