# Written by `python -m tests.stubs`.
import numpy as _numpy
from collections.abc import Sequence
from msacc.nn.metrics.metric import Metric
from typing import Any
class OcclusionSensitivity(Metric):
    pad_val: Any
    margin: Any
    n_batch: Any
    b_box: Any
    def __init__(self, pad_val: float = 0.0, margin: int = 2, n_batch: int = 128, b_box: Sequence[int] | None = None) -> None: ...
    def clear(self) -> None: ...
    def update(self, *inputs: Any) -> None: ...
    def eval(self) -> _numpy.ndarray: ...
