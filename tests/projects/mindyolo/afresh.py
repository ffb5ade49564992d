"""What each step of YOLOv5 and v7 lost, where a graph keeps what was added to its constants.

Their losses begin with constants of 0 and add to them by `+=`. MindSpore's graphs write into the constant, which the
next call begins with: what they print grows from step to step. The gradients are those of the step alone on both sides.
"""

from __future__ import annotations

from typing import Any

import numpy as np

PARTS = ("lbox", "lobj", "lcls")


def kept() -> bool:
    """Whether a compiled function's second call begins with what its first added to a constant."""
    import mindspore as ms
    from mindspore import Tensor, ops

    @ops.constexpr
    def zero(value: float) -> Tensor:
        return Tensor(value, ms.float32)

    @ms.jit
    def added(more: Tensor) -> Tensor:
        total = zero(0.0)
        total += more
        return total * 1.0

    one = Tensor(1.0, ms.float32)
    return [float(added(one).asnumpy()) for _ in range(2)] == [1.0, 2.0]


def afresh(losses: Any, settings: dict[str, float]) -> np.ndarray:
    """(4, steps): the whole loss, then its parts, each as its step alone gives it; `settings` weigh the parts."""
    told = np.transpose(losses)
    if "obj" not in settings or not kept():  # YOLOv8 adds to what it computed
        return told
    parts = [np.array(part) for part in told[1:]]
    for part, name in zip(parts, PARTS, strict=True):
        part[1:] -= settings[name.removeprefix("l")] * told[1 + PARTS.index(name), :-1]
    return np.stack([np.sum(parts, axis=0), *parts])
