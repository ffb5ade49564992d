"""Training steps on a device: the losses of PyNative mode in every graph level, whole CUDA graphs, no waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc.common.torch_private import cuda_graph_skips
from msacc.graph.stats import reset, stats
from tests.gpu.steps import STEPS, batches


def _losses(name: str, level: str | None) -> list[float]:
    """The losses of some steps, kept as Tensors until the last is done."""
    ms.set_context(mode=ms.PYNATIVE_MODE if level is None else ms.GRAPH_MODE)
    step = STEPS[name]()
    if level is not None:
        ms.set_context(jit_level=level)
        step = ms.jit(step, jit_level=level) if name == "clipped" else step
    kept = [step(*batch) for batch in batches()]
    return [float(loss) for loss in kept]


@pytest.mark.parametrize("level", ["O1", "O2"])
@pytest.mark.parametrize("name", STEPS)
def test_graphs_train_as_pynative_mode_does(name: str, level: str, device: torch.device) -> None:
    torch.backends.cudnn.allow_tf32 = False
    expected = _losses(name, None)
    reset()
    before = cuda_graph_skips()
    np.testing.assert_allclose(_losses(name, level), expected, rtol=1e-4)
    assert len({round(loss, 6) for loss in expected}) == len(expected)
    if device.type == "cuda" and level == "O2":
        assert stats().cuda_graphs
        assert not any(stats().cuda_graphs.values())
        assert cuda_graph_skips() == before


@contextmanager
def _waiting_is_an_error(device: torch.device) -> Iterator[None]:
    if device.type != "cuda":
        yield
        return
    torch.cuda.synchronize()
    torch.cuda.set_sync_debug_mode("error")
    try:
        yield
    finally:
        torch.cuda.set_sync_debug_mode("default")


# In PyNative mode a step with a loss scale asks whether to update; accumulation looks at its figures in steps 1, 2, 4,
# 8.
@pytest.mark.parametrize(
    ("name", "level"),
    [
        (name, level)
        for name in STEPS
        for level in (None, "O1", "O2")
        if (name, level) != ("scaled", None)
    ],
)
def test_no_step_waits_for_the_device(name: str, level: str | None, device: torch.device) -> None:
    ms.set_context(mode=ms.PYNATIVE_MODE if level is None else ms.GRAPH_MODE)
    ms.set_context(jit_level=level or "O1")
    step: Any = STEPS[name]()
    if level is not None and name == "clipped":
        step = ms.jit(step, jit_level=level)
    given = batches()
    for batch in given[:4]:
        step(*batch)
    with _waiting_is_an_error(device):
        for batch in given[4:]:
            step(*batch)


def test_a_wait_is_an_error(device: torch.device) -> None:
    if device.type != "cuda":
        pytest.skip("nothing waits on the CPU")
    with pytest.raises(RuntimeError), _waiting_is_an_error(device):
        float(ms.Tensor([1.0]).sum())


def test_sizes_that_vary_give_the_same_numbers() -> None:
    ms.set_context(mode=ms.GRAPH_MODE, jit_level="O2")
    net = ms.nn.Dense(3, 2).set_train(False)
    rows = [np.random.RandomState(n).rand(n, 3).astype(np.float32) for n in (4, 5, 7, 4, 5)]
    found = [net(ms.Tensor(r)) for r in rows]
    ms.set_context(mode=ms.PYNATIVE_MODE)
    for one, r in zip(found, rows, strict=True):
        np.testing.assert_allclose(one.asnumpy(), net(ms.Tensor(r)).asnumpy(), rtol=1e-4)
