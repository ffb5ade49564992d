"""Tensors made of numpy arrays inside a graph: one graph, the arrays' types."""

from __future__ import annotations

import numpy as np

import msacc as ms
from msacc import Tensor, nn


class Making(nn.Cell):
    def construct(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        rows = x.shape[0]
        held = np.ones((rows, 3))
        ones, lower = Tensor(held, ms.float32), Tensor(np.tril(np.ones((rows, rows))))
        held[0, 0] = 7  # a Tensor copies
        return ms.ops.add(x, ones), Tensor(np.arange(rows)), lower


def test_one_graph_holds_tensors_made_of_arrays() -> None:
    ms.set_context(mode=ms.GRAPH_MODE)
    ms.graph.reset()
    making = ms.jit(Making(), jit_level="O0")
    added, counted, lower = making(Tensor(np.zeros((2, 3), np.float32)))
    assert ms.graph.stats().not_recorded == {}
    assert [*ms.graph.stats().recorded.values()] == [1]
    assert (added.dtype, counted.dtype, lower.dtype) == (ms.float32, ms.int64, ms.float64)
    assert added.asnumpy().tolist() == [[1, 1, 1], [1, 1, 1]]
    assert counted.asnumpy().tolist() == [0, 1]
    assert lower.asnumpy().tolist() == [[1, 0], [1, 1]]
