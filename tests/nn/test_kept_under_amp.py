"""Norms that stay in float32 under amp keep their input as it was before it was widened, and give the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.common import tensor_marks

NORMS: dict[str, Callable[[], Any]] = {
    "BatchNorm2d": lambda: nn.BatchNorm2d(4),
    "LayerNorm": lambda: nn.LayerNorm((4, 6, 6), 1, 1),
    "GroupNorm": lambda: nn.GroupNorm(2, 4),
    "mint.BatchNorm2d": lambda: ms.mint.nn.BatchNorm2d(4),
    "mint.LayerNorm": lambda: ms.mint.nn.LayerNorm((4, 6, 6)),
    "mint.GroupNorm": lambda: ms.mint.nn.GroupNorm(2, 4),
}
X = np.random.RandomState(0).randn(2, 3, 6, 6).astype(np.float32)


class Net(nn.Cell):
    """A convolution in half precision, a norm in float32, another convolution."""

    def __init__(self, norm: str):
        super().__init__()
        self.first = nn.Conv2d(3, 4, 3).to_float(ms.bfloat16)
        self.norm = NORMS[norm]().to_float(ms.float32)
        self.last = nn.Conv2d(4, 5, 3).to_float(ms.bfloat16)

    def construct(self, x: Tensor) -> Tensor:
        return ops.sum(self.last(self.norm(self.first(x))).astype(ms.float32) ** 2)


def gradients(norm: str, mode: int = ms.PYNATIVE_MODE) -> tuple[list[np.ndarray], list[Any]]:
    """The loss and all gradients, and what autograd kept of the norm's input's shape: its types."""
    ms.set_context(mode=mode, jit_config={"jit_level": "O0"})
    ms.set_seed(1)
    net = Net(norm).set_train()
    kept: dict[int, torch.Tensor] = {}

    def pack(t: torch.Tensor) -> torch.Tensor:
        kept[id(t)] = t
        return t

    step = ms.value_and_grad(net, 0, net.trainable_params())
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        loss, (dx, grads) = step(Tensor(X))
    shape = (2, 4, 6, 6)
    kinds = [t.dtype for t in kept.values() if t.shape == shape]
    return [value.asnumpy() for value in (loss, dx, *grads)], kinds


@pytest.mark.parametrize("norm", NORMS)
def test_the_input_is_kept_in_half_precision(norm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found, kinds = gradients(norm)
    assert torch.float32 not in kinds
    monkeypatch.setattr(tensor_marks, "_HALVES", ())
    wanted, before = gradients(norm)
    assert torch.float32 in before
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_recomputed_norm_gives_the_same_gradients() -> None:
    def losses(recompute: bool) -> list[np.ndarray]:
        ms.set_context(mode=ms.PYNATIVE_MODE)
        ms.set_seed(1)
        net = Net("BatchNorm2d").set_train()
        if recompute:
            net.norm.recompute()
        loss, grads = ms.value_and_grad(net, None, net.trainable_params())(Tensor(X))
        return [value.asnumpy() for value in (loss, *grads)]

    for a, b in zip(losses(True), losses(False), strict=True):
        np.testing.assert_array_equal(a, b)


def test_auto_keeps_it_so_too() -> None:
    net = ms.amp.auto_mixed_precision(
        nn.SequentialCell(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)).set_train(), "auto", ms.bfloat16
    )
    kept: list[torch.Tensor] = []

    def pack(t: torch.Tensor) -> torch.Tensor:
        kept.append(t)
        return t

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        ms.value_and_grad(lambda x: net(x).sum(), None, net.trainable_params())(Tensor(X))
    assert [t.dtype for t in kept if t.shape == (2, 4, 6, 6)] == [torch.bfloat16]


def test_what_is_written_to_after_the_norm_is_refused() -> None:
    norm = nn.LayerNorm((4,)).to_float(ms.float32)

    def fn(x: Tensor) -> Tensor:
        low = (x * 2).astype(ms.bfloat16)
        out = norm(low)
        low._t.add_(1)
        return out.sum()

    with pytest.raises(
        RuntimeError, match="modified by an inplace operation: an input in half precision"
    ):
        ms.grad(fn)(Tensor(np.ones((2, 4), np.float32)))
