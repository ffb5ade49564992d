"""Graph mode on the sample: how often it compiles, and that it gives PyNative's numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from tests.tutorial import steps

pytestmark = pytest.mark.slow

RECORDED = {"TrainForwardBackward": 1, "TrainOptim": 1, "TrainClear": 1}


def trainer_from_start() -> Any:
    net, trainer = steps.build(ms)
    ms.load_param_into_net(net, ms.load_checkpoint(str(steps.START)))
    return trainer


@pytest.fixture(scope="module")
def graph_run() -> tuple[Any, np.ndarray]:
    """A trainer after 50 mini-batches in graph mode, and their losses."""
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    ms.graph.reset()
    trainer = trainer_from_start()
    losses = steps.run(ms, trainer, 50)
    ms.set_context(mode=before)
    return trainer, losses


def test_three_recordings_and_none_in_a_second_epoch(graph_run: tuple[Any, np.ndarray]) -> None:
    stats = ms.graph.stats()
    assert stats.recorded == RECORDED
    ms.set_context(mode=ms.GRAPH_MODE)
    steps.run(ms, graph_run[0], 8)
    assert (stats.recorded, stats.not_recorded, stats.fallbacks) == (RECORDED, {}, [])


def test_graph_and_pynative_agree(graph_run: tuple[Any, np.ndarray]) -> None:
    ms.set_context(mode=ms.PYNATIVE_MODE)
    np.testing.assert_allclose(
        graph_run[1], steps.run(ms, trainer_from_start(), 50), rtol=1e-5, atol=0
    )


@pytest.mark.slow
def test_a_smaller_last_batch_stays_compiled(graph_run: tuple[Any, np.ndarray]) -> None:
    stats, trainer = ms.graph.stats(), graph_run[0]
    eager = trainer_from_start()
    ms.load_param_into_net(eager.forward_backward, trainer.forward_backward.parameters_dict())
    found = {}
    for mode, one in ((ms.PYNATIVE_MODE, eager), (ms.GRAPH_MODE, trainer)):
        ms.set_context(mode=mode)
        found[mode] = steps.run(ms, one, 4, last=13)
    np.testing.assert_allclose(found[ms.GRAPH_MODE], found[ms.PYNATIVE_MODE], rtol=1e-5, atol=0)
    assert stats.recorded == {**RECORDED, "TrainForwardBackward": 2}
    assert (stats.not_recorded, stats.fallbacks) == ({}, [])
