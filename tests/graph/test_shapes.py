"""Which graphs are made for which shapes: a Cell's second size makes a graph for all, another Cell does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn
from msacc.graph import backend


@pytest.fixture
def captured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The shapes of the inputs that each graph was made for."""
    shapes: list[tuple[Any, ...]] = []

    def make(name: str, level: str, patches: Any = None, **options: Any) -> Any:
        def build(graph: torch.fx.GraphModule, inputs: Any) -> Any:
            tensors = [i for i in inputs if isinstance(i, torch.Tensor)]
            sizes = tensors[-1].shape
            shapes.append(tuple(n if isinstance(n, int) else "any" for n in sizes))
            return graph.forward

        return build

    monkeypatch.setattr(backend, "make", make)
    return shapes


class Scaled(nn.Cell):
    def __init__(self, k: float) -> None:
        super().__init__()
        self.k = k

    def construct(self, x: Tensor) -> Tensor:
        return x * self.k


def ones(*shape: int) -> Tensor:
    return Tensor(np.ones(shape, np.float32))


def test_a_second_size_makes_one_graph_for_all(captured: list[Any]) -> None:
    net = ms.jit(Scaled(2.0))
    for n in range(2, 8):
        assert net(ones(n)).shape == (n,)
    assert captured == [(2,), ("any",)]


def test_another_cell_of_the_class_starts_afresh(captured: list[Any]) -> None:
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        for n in range(2, 5):
            assert Scaled(float(n))(ones(n, n)).shape == (n, n)
    finally:
        ms.set_context(mode=before)
    assert captured == [(2, 2), (3, 3), (4, 4)]
