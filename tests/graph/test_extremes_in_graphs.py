"""`x.max(0)` without a name: values and positions in PyNative mode, the values alone in a graph."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor

X = np.array([[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]], np.float32)

# Recorded from MindSpore 2.10: what a call gives in PyNative mode, and in a graph.
CALLS = {
    "max(0)": (lambda x: x.max(0), 2, [4.0, 5.0, 6.0]),
    "max(1, True)": (lambda x: x.max(1, True), 2, [[5.0], [6.0]]),
    "min(-2)": (lambda x: x.min(-2), 2, [1.0, 2.0, 3.0]),
    "max(dim=0)": (lambda x: x.max(dim=0), 2, None),
    "max(0, keepdim=True)": (lambda x: x.max(0, keepdim=True), 2, None),
    "min(axis=0)": (lambda x: x.min(axis=0), 1, [1.0, 2.0, 3.0]),
}


@pytest.mark.parametrize("name", CALLS)
def test_an_axis_without_a_name(name: str) -> None:
    call, eagerly, in_graph = CALLS[name]
    given: Any = call(Tensor(X))
    assert (len(given) if isinstance(given, tuple) else 1) == eagerly
    given = ms.jit(call, jit_level="O0")(Tensor(X))
    if in_graph is None:
        assert len(given) == 2
    else:
        assert given.asnumpy().tolist() == in_graph


def test_a_primitive_made_in_a_graph_with_a_checked_setting() -> None:
    """What checks a setting is part of the graph."""

    def call(x: Tensor) -> Any:
        return ms.ops.Softmax(axis=-1)(x).sum(), ms.ops.ResizeNearestNeighbor((4, 4))(x[None, None])

    total, wide = ms.jit(call, jit_level="O0", fullgraph=True)(Tensor(X))
    assert float(total) == pytest.approx(2.0)
    assert wide.shape == (1, 1, 4, 4)
