"""How many Python functions a call runs: what it costs, whatever else the machine does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest

from msacc import Tensor, mint, nn, ops

X, Y = Tensor(np.ones((4, 4), np.float32)), Tensor(np.ones((4, 4), np.float32))
IMAGE = Tensor(np.ones((1, 2, 6, 6), np.float32))
WEIGHT = Tensor(np.ones((2, 2, 3, 3), np.float32))

concat, softmax, relu = ops.Concat(0), ops.Softmax(-1), ops.ReLU()
same, valid = nn.Conv2d(2, 2, 3), nn.Conv2d(2, 2, 3, pad_mode="valid", has_bias=True)
dense, norm = nn.Dense(4, 4), nn.LayerNorm((4,))

# The wrapper and the body are one each; a Cell and its construct, a primitive, and a list or settings among the
# arguments, which are looked into, are one more each.
CALLS: dict[str, tuple[Callable[[], Any], int]] = {
    "add": (lambda: X + Y, 2),
    "exp": (lambda: ops.exp(X), 2),
    "dense": (lambda: ops.dense(X, Y), 2),
    "concat": (lambda: ops.concat((X, Y)), 4),
    "Concat": (lambda: concat((X, Y)), 5),
    "Softmax": (lambda: softmax(X), 3),
    "ReLU": (lambda: relu(X), 3),
    "conv2d": (lambda: ops.conv2d(IMAGE, WEIGHT), 3),
    "conv2d padded": (lambda: ops.conv2d(IMAGE, WEIGHT, None, 2, "pad", 1), 3),
    "mint conv2d": (lambda: mint.nn.functional.conv2d(IMAGE, WEIGHT, padding=1), 5),
    "mint layer_norm": (lambda: mint.nn.functional.layer_norm(X, (4,)), 3),
    "nn.Conv2d same": (lambda: same(IMAGE), 5),
    "nn.Conv2d valid": (lambda: valid(IMAGE), 5),
    "nn.Dense": (lambda: dense(X), 4),
    "nn.LayerNorm": (lambda: norm(X), 4),
}


def _frames(call: Callable[[], Any]) -> list[str]:
    """The functions of ours that a call runs; torch's own do not count."""
    seen: list[str] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and "/torch/" not in frame.f_code.co_filename:
            seen.append(frame.f_code.co_name)

    call()
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return seen[1:]  # but the lambda


@pytest.mark.parametrize("name", CALLS)
def test_a_call_runs_few_functions(name: str) -> None:
    call, most = CALLS[name]
    result = _frames(call)
    assert 0 < len(result) <= most, result
