"""The choice between two values. MindSpore's runs on plain conditions alone outside of a graph."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case


@case(jit=False)
def switch(ms: Any, run: Any) -> Arrays:
    chosen = [ms.ops.switch(condition, "first", "second") for condition in (True, False, 1, 0)]
    several = ms.Tensor([True, False])
    return {"chosen": np.array(chosen), **run.raises(lambda: ms.ops.switch(several, 1, 2))}
