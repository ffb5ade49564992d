"""Float16 products on processors without instructions for them keep float16 for the backward pass, not their copies."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.ops.core import float16_products

X = np.random.RandomState(0).randn(2, 3, 8, 8).astype(np.float32)
NETS: dict[str, Callable[[], Any]] = {
    "conv": lambda: nn.Conv2d(3, 4, 3),
    "grouped": lambda: nn.Conv2d(3, 6, 3, group=3),
    "transposed": lambda: nn.Conv2dTranspose(3, 4, 3),
    "dense": lambda: nn.Dense(8, 5),
    "flat": lambda: nn.SequentialCell(nn.Flatten(), nn.Dense(192, 5)),
    "attention": lambda: Products(),
}


class Products(nn.Cell):
    """Products of what is transposed and reshaped."""

    def construct(self, x: Tensor) -> Tensor:
        weights = ops.softmax(ops.matmul(x, x.swapaxes(-1, -2)), -1)
        return ops.matmul(weights, x).reshape(6, 8, 8) @ x.reshape(6, 8, 8)


@pytest.fixture(autouse=True)
def without_instructions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor without them, whatever this one has."""
    monkeypatch.setattr(float16_products, "BY_FLOAT32", True)
    ms.set_context(mode=ms.PYNATIVE_MODE)


def gradients(name: str, recomputed: bool = False) -> tuple[list[np.ndarray], set[torch.dtype]]:
    """The loss and all gradients, and the types of what autograd kept of more than one number."""
    ms.set_seed(1)
    net = NETS[name]().to_float(ms.float16).set_train()
    if recomputed:
        net.recompute()
    kinds: set[torch.dtype] = set()

    def pack(t: torch.Tensor) -> torch.Tensor:
        if t.numel() > 1:
            kinds.add(t.dtype)
        return t

    def loss(x: Tensor) -> Tensor:
        return net(x).sum(dtype=ms.float32)

    step = ms.value_and_grad(loss, 0, net.trainable_params())
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        value, (dx, grads) = step(Tensor(X))
    return [each.asnumpy() for each in (value, dx, *grads)], kinds


@pytest.mark.parametrize("name", NETS)
def test_halves_are_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found, kinds = gradients(name)
    assert kinds <= {torch.float16}
    monkeypatch.setattr(float16_products, "_keeping_halves", lambda wide, args: nullcontext())
    wanted, before = gradients(name)
    assert torch.float32 in before
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(a, b)


def test_where_a_cell_is_recomputed() -> None:
    for a, b in zip(gradients("dense", True)[0], gradients("dense")[0], strict=True):
        np.testing.assert_array_equal(a, b)


def test_what_was_written_to_since_is_refused() -> None:
    x = torch.ones(2, 3, dtype=torch.float16)
    weight = torch.ones(4, 3, dtype=torch.float16, requires_grad=True)
    out = float16_products.in_float32(torch.nn.functional.linear, x, weight)
    x.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.sum().backward()
