"""Explanations and measures give in graph mode what they give in PyNative mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.former import explainer as t
from tests.former.explainer.cases import numbers

IMAGE: Any = Tensor(numbers("image", 1, 1, 5, 5))


def _network() -> nn.Cell:
    net = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Dense(50, 3))
    for name, parameter in net.parameters_and_names():
        parameter.set_data(Tensor(numbers(name, *parameter.shape)))
    return net


def _rise(net: nn.Cell) -> t.RISE:
    explainer = t.RISE(net, nn.Softmax(), perturbation_per_eval=8)
    explainer._num_masks = 24
    return explainer


EXPLAINERS: dict[str, Callable[[nn.Cell], Any]] = {
    "Gradient": t.Gradient,
    "GuidedBackprop": t.GuidedBackprop,
    "GradCAM": lambda net: t.GradCAM(net, "0"),
    "RISE": _rise,
}


def _maps(name: str, mode: int, level: str) -> list[np.ndarray]:
    """Of two images: that of a later call, too."""
    ms.set_context(mode=mode, jit_config={"jit_level": level})
    explainer = EXPLAINERS[name](_network())
    np.random.seed(2)
    return [explainer(image, label).asnumpy() for image, label in ((IMAGE, 1), (IMAGE * 2 - 1, 2))]


def _same(name: str, level: str) -> None:
    eager, graphs = _maps(name, ms.PYNATIVE_MODE, level), _maps(name, ms.GRAPH_MODE, level)
    assert np.abs(eager[0] - eager[1]).max() > 1e-3
    np.testing.assert_allclose(graphs, eager, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", EXPLAINERS)
def test_explanations(name: str) -> None:
    _same(name, "O0")


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPLAINERS)
def test_compiled_explanations(name: str) -> None:
    _same(name, "O1")


def test_a_measure() -> None:
    found = []
    for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
        ms.set_context(mode=mode, jit_config={"jit_level": "O0"})
        measure = t.Faithfulness(3, nn.Softmax(), "DeletionAUC")
        shown = Tensor(np.abs(numbers("shown", 1, 1, 5, 5)))
        found.append(measure.evaluate(t.Gradient(_network()), IMAGE, 1, shown))
    np.testing.assert_allclose(found[1], found[0], rtol=1e-6)
