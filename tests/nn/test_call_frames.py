"""How deep the stack is below a user's line: what a debugger steps through."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch.overrides import TorchFunctionMode

import msacc as ms
from msacc import amp, nn
from msacc.common.settings import settings


class Frames(TorchFunctionMode):
    """The functions between a caller and the torch function that is called first, from the inside out."""

    def __init__(self, func: Any, caller: str) -> None:
        super().__init__()
        self.func, self.caller, self.found = func, caller, []

    def __torch_function__(
        self,
        func: Any,
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        if func is self.func and not self.found:
            frame = sys._getframe(1)
            while frame.f_code.co_name != self.caller:
                self.found.append(
                    f"{frame.f_code.co_filename.split('/')[-1]}:{frame.f_code.co_name}"
                )
                frame = frame.f_back  # type: ignore[assignment]
        return func(*args, **(kwargs or {}))


def users_line(call: Callable[..., Any], *args: Any) -> list[str]:
    with Frames(torch.nn.functional.linear, "users_line") as frames:
        call(*args)
    return frames.found


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(3, 2)

    def construct(self, x: Any) -> Any:
        return self.dense(x)


X = ms.Tensor(np.ones((4, 3), np.float32))
Y = ms.Tensor(np.ones((4, 2), np.float32))


def with_hooks(net: nn.Cell) -> nn.Cell:
    net.dense.register_forward_pre_hook(lambda cell, args: None)
    net.dense.register_forward_hook(lambda cell, args, out: None)
    net.dense.register_backward_hook(lambda cell, grads, out: None)
    return net


@pytest.mark.parametrize(
    ("change", "most"),
    [
        (lambda net: net, 1),
        (lambda net: net.to_float(ms.float16), 2),
        (with_hooks, 2),
    ],
    ids=["plain", "to_float", "hooks"],
)
def test_frames_of_a_cell(change: Callable[[nn.Cell], nn.Cell], most: int) -> None:
    net = change(Net())
    net(X)
    found = users_line(net, X)
    at = found.index("dense.py:construct")
    between = found[at + 1 : found.index("test_call_frames.py:construct")]
    assert len(between) == most, between


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_frames_of_a_train_step_under_amp(mode: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "mode", mode)
    monkeypatch.setattr(settings, "jit_level", "O0")  # op by op
    monkeypatch.setattr(settings, "o0_captures", False)
    net = amp.auto_mixed_precision(Net(), "O2", ms.float16)
    loss_net = nn.WithLossCell(net, nn.MSELoss())
    step = nn.TrainOneStepCell(loss_net, nn.SGD(net.trainable_params(), 0.1)).set_train()
    step(X, Y)
    found = users_line(step, X, Y)
    assert "test_call_frames.py:construct" in found
    assert len(found) <= 26, found
