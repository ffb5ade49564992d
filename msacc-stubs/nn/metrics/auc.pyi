# Written by `python -m tests.stubs`.
import numpy as _numpy
from typing import Any
def auc(x: _numpy.ndarray, y: _numpy.ndarray, reorder: bool = False) -> Any: ...
