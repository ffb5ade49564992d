"""A graph rounds float16 and bfloat16 after every op, as PyNative mode and MindSpore do, however it is fused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torch._inductor.config

import msacc as ms
from msacc import Tensor, ops
from msacc.graph import backend


def _in(dtype: ms.dtype.Type, x: Tensor, weights: Tensor) -> tuple[Tensor, ...]:
    cast = x.astype(dtype)
    products = ops.matmul(ops.softmax(x, -1).astype(dtype), weights.astype(dtype))
    return cast.astype(ms.float32) * 3, (cast * cast + cast).astype(ms.float32), products * 2


def _both(x: Tensor, weights: Tensor) -> tuple[Tensor, ...]:
    return _in(ms.float16, x, weights) + _in(ms.bfloat16, x, weights)


@pytest.mark.skipif(
    tuple(map(int, torch.__version__.split(".")[:2])) < (2, 14),
    reason="inductor of torch 2.11 keeps what it fuses in float32 on CPUs, whatever it is told",
)
def test_rounding_is_that_of_single_ops() -> None:
    x = Tensor(np.random.RandomState(0).rand(8, 16).astype(np.float32))
    weights = Tensor(np.arange(16))
    for graph, plain in zip(ms.jit(_both)(x, weights), _both(x, weights), strict=True):
        assert graph.dtype == plain.dtype
        np.testing.assert_array_equal(
            graph.astype(ms.float32).asnumpy(), plain.astype(ms.float32).asnumpy()
        )


@pytest.mark.parametrize("level", ["O1", "O2"])
def test_a_cpu_times_no_kernels(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inductor is not asked to choose kernels by their times, at either level."""
    options: list[dict[str, Any]] = []

    def record(graph: Any, inputs: Any, patches: dict[str, Any], *_: Any) -> Any:
        options.append(patches)
        return graph.forward

    monkeypatch.setattr(backend, "inductor", record)
    ms.jit(lambda x: ops.matmul(x, x), jit_level=level)(Tensor(np.eye(3, dtype=np.float32)))
    assert len(options) == 1
    assert options[0]["emulate_precision_casts"]
    with torch._inductor.config.patch(options[0]):
        assert not torch._inductor.config.max_autotune
        assert not torch._inductor.config.max_autotune_gemm
