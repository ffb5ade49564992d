"""The phase of a Cell, by both of its names: set_train sets it for that Cell, not for those below it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case


@case()
def phases(ms: Any, run: Any) -> Any:
    class Branches(ms.nn.Cell):
        def construct(self, x: Any) -> Any:
            if self._phase == "train":
                return x + 1
            return x

    class Outer(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.inner = Branches()

        def construct(self, x: Any) -> Any:
            return self.inner(x) * 10

    def after(set_phase: Any) -> Any:
        net = Outer()
        set_phase(net)
        return lambda x: (net(x), net.phase == "train", net.inner.phase == "train")

    x = np.array([1.0, 2.0], np.float32)
    return {
        f"{name}.{key}": value
        for name, set_phase in {
            "at first": lambda net: None,
            "whole": lambda net: net.set_train(False),
            "inner": lambda net: net.inner.set_train(False),
            "inner, then whole": lambda net: net.inner.set_train(False) and net.set_train(),
        }.items()
        for key, value in run(after(set_phase), x, grad=False).items()
    }
