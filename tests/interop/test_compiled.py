"""torch.compile of modules whose Cells do more than construct: one graph, or parts with the same values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

import msacc as ms
import msacc.nn as nn
from msacc import Tensor, to_torch_module
from tests.interop.networks import Residual

pytestmark = pytest.mark.slow


def _recomputed() -> nn.Cell:
    cell = Residual()
    cell.stem.recompute()
    return cell


def _with_hooks() -> nn.Cell:
    cell = Residual()
    cell.stem.register_forward_hook(lambda c, i, o: o * 2)
    cell.head.register_backward_hook(lambda c, gi, go: tuple(g * 3 for g in gi))
    return cell


def _with_weight_hook() -> nn.Cell:
    cell = Residual()
    cell.head.weight.register_hook(lambda g: g * 3)
    return cell


class Own(Residual):
    """Its own backward pass, and a jit mark."""

    class Twice(nn.Cell):
        def construct(self, x: Tensor) -> Tensor:
            return x * 2

        def bprop(self, x: Tensor, out: Tensor, dout: Tensor) -> Any:
            return (dout * 7,)

    def __init__(self) -> None:
        super().__init__()
        self.twice = self.Twice()

    @ms.jit
    def construct(self, x: Tensor) -> Tensor:
        return self.head(self.twice(self.bn(self.stem(x)).mean((2, 3))))


def _mixed() -> nn.Cell:
    return ms.amp.auto_mixed_precision(Residual(), "O2")


@pytest.mark.parametrize(
    ("make", "whole"),
    [(Own, True), (_mixed, True), (_with_weight_hook, True), (_with_hooks, False), (_recomputed, False)],
)  # fmt: skip
def test_values_and_gradients(make: Callable[[], nn.Cell], whole: bool) -> None:
    module = to_torch_module(make()).train()
    module.get_submodule("drop").eval()
    x = torch.randn(2, 3, 4, 4)

    def run(call: Callable[..., Any]) -> list[torch.Tensor | None]:
        module.zero_grad()
        for name, t in module.named_buffers():
            torch.nn.init.constant_(t, 1.0 if name.endswith("variance") else 0.0)
        out = call(x).float()
        out.square().sum().backward()
        return [out.detach(), *(p.grad for p in module.parameters())]

    expected = run(module)
    torch._dynamo.reset()
    found = run(torch.compile(module, backend="aot_eager", fullgraph=whole))
    for own, theirs in zip(found, expected, strict=True):
        assert (own is None) == (theirs is None)
        if own is not None:
            close = 1e-2 if make is _mixed else 1e-5  # float16 rounds
            torch.testing.assert_close(own, theirs, rtol=close, atol=close)
