"""initializer: a tensor that a rule fills when it is first read; the rules by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from msacc.common import dtype as mstype
from msacc.common.initializer_parts import _assignment as _assignment
from msacc.common.initializer_parts import _calculate_correct_fan as _calculate_correct_fan
from msacc.common.initializer_parts import (
    _calculate_fan_in_and_fan_out as _calculate_fan_in_and_fan_out,
)
from msacc.common.initializer_parts import _calculate_gain as _calculate_gain
from msacc.common.initializer_parts import _calculate_in_and_out as _calculate_in_and_out
from msacc.common.initializer_parts import _init_random_normal as _init_random_normal
from msacc.common.initializer_parts import _init_random_uniform as _init_random_uniform
from msacc.common.initializer_parts import _init_truncated_normal as _init_truncated_normal
from msacc.common.initializer_rules import Constant as Constant
from msacc.common.initializer_rules import Dirac as Dirac
from msacc.common.initializer_rules import HeNormal as HeNormal
from msacc.common.initializer_rules import HeUniform as HeUniform
from msacc.common.initializer_rules import Identity as Identity
from msacc.common.initializer_rules import Initializer as Initializer
from msacc.common.initializer_rules import Normal as Normal
from msacc.common.initializer_rules import NumpyUniform as NumpyUniform
from msacc.common.initializer_rules import One as One
from msacc.common.initializer_rules import Orthogonal as Orthogonal
from msacc.common.initializer_rules import Sparse as Sparse
from msacc.common.initializer_rules import TruncatedNormal as TruncatedNormal
from msacc.common.initializer_rules import Uniform as Uniform
from msacc.common.initializer_rules import VarianceScaling as VarianceScaling
from msacc.common.initializer_rules import XavierNormal as XavierNormal
from msacc.common.initializer_rules import XavierUniform as XavierUniform
from msacc.common.initializer_rules import Zero as Zero
from msacc.common.initializer_rules import _register as _register
from msacc.common.lazy_values import Pending as Pending
from msacc.common.lazy_values import pending
from msacc.common.tensor import Tensor

if TYPE_CHECKING:
    from msacc.common.argument_types import Dims, DTypeLike, Initial


def initializer(
    init: Initial | np.number, shape: Dims | None = None, dtype: DTypeLike = mstype.float32
) -> Tensor:
    """A Tensor of `shape` and `dtype` that `init` fills when it is first read.

    `init`: a Tensor (returned as it is), a name such as 'normal', a number, or an Initializer.
    `shape`: an int or ints above 0.
    `dtype`: a MindSpore type, float32 by default.

    A seed gives MindSpore's values, bit for bit.

    Raises ValueError for an unknown name, for a shape with a 0 or one that is not `init`'s, TypeError for
    other input.

    Differs from MindSpore: without a shape the Tensor is a scalar; MindSpore then fails when it is filled.
    """
    dims = _check_shape(init, shape)
    if isinstance(init, Tensor):
        return init
    lazy = object.__new__(Tensor)
    lazy._msacc_init = pending(init, dims, dtype)
    return lazy


def _check_shape(init: Initial | np.number, shape: Dims | None) -> tuple[int, ...]:
    if isinstance(shape, Tensor):
        shape = shape.tolist()
    dims = (shape,) if isinstance(shape, int) else tuple(shape if shape is not None else ())
    if isinstance(init, Tensor) and shape is not None and tuple(init.shape) != dims:
        raise ValueError(
            "For 'initializer', the shape of the 'init' argument should be same as the argument "
            f"'shape', but got the 'init' shape {list(init.shape)} and the 'shape' {list(dims)}."
        )
    for value in dims:
        if not isinstance(value, (int, np.integer)) or value <= 0:
            raise ValueError(
                "For 'initializer', the argument 'shape' is invalid, the value of 'shape' must be "
                f"positive integer, but got {dims}"
            )
    return dims


__all__ = [
    "Constant",
    "Dirac",
    "HeNormal",
    "HeUniform",
    "Identity",
    "Initializer",
    "Normal",
    "One",
    "Orthogonal",
    "Sparse",
    "TruncatedNormal",
    "Uniform",
    "VarianceScaling",
    "XavierNormal",
    "XavierUniform",
    "Zero",
    "initializer",
]
