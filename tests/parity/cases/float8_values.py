"""Values of Tensors of float8 types, as they print."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

VALUES = [448.0, 463.9, 464.0, 464.1, 512.0, 1e6, math.inf, -464.1, -math.inf, math.nan,
          2**-9, 2**-10, 3 * 2**-10, 17.0, 19.0, 0.3, 57344.0, 61440.0, 65536.0]  # fmt: skip


@case(jit=False)
def printed(ms: Any, run: Any) -> Arrays:
    found: Arrays = {}
    for dtype in (ms.float8_e4m3fn, ms.float8_e5m2):
        for kind in ("number", "array", "list"):
            made = {
                "number": lambda v: v,
                "array": lambda v: np.array(v, np.float32),
                "list": lambda v: [v],
            }[kind]
            texts = [repr(ms.Tensor(made(value), dtype)).split("value=")[1] for value in VALUES]
            found[f"{dtype}_{kind}"] = np.array([float(text.strip("[ ])")) for text in texts])
    return found
