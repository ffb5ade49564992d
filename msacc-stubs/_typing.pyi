# Written by `python -m tests.stubs`.
"""Types that several stubs name."""

from typing import Any

import numpy

from msacc.common.tensor import Tensor

# Either side of an op of two operands; complex is any number.
Operand = Tensor | complex | numpy.generic | numpy.ndarray | list[Any] | tuple[Any, ...]
# What a function of msacc.numpy takes for an array.
ArrayLike = Tensor | complex | numpy.generic | numpy.ndarray | list[Any] | tuple[Any, ...]
