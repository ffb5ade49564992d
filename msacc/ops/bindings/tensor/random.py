"""Methods of Tensor that draw random numbers of its shape and dtype."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common.keyword_hints import hints_keywords
from msacc.common.tensor import Tensor
from msacc.ops import random as rn
from msacc.ops.core.declaration import TensorMethod, bindings

if TYPE_CHECKING:
    import numpy as np

    from msacc.common.generator import Generator


@bindings(TensorMethod("uniform"))
def uniform(
    self: Tensor,
    from_: Tensor | float | np.number = 0.0,
    to: Tensor | float | np.number = 1.0,
    generator: Generator | None = None,
) -> Tensor:
    """Numbers uniform in [from_, to), two numbers, in this shape and float dtype.

    `generator` is the mindspore.Generator to draw from, by default the global one. Raises TypeError for another
    object or an integer dtype.
    """
    return rn.uniform_as(self, from_, to, generator=generator)


@bindings(TensorMethod("bernoulli"))
@hints_keywords
def bernoulli(self: Tensor, *, generator: Generator | None = None) -> Tensor:
    """1 with each element's own probability, else 0, in this shape and float dtype.

    `generator` is the mindspore.Generator to draw from, by default the global one.
    """
    return rn.bernoulli_by(self, generator)


@bindings(TensorMethod("cauchy"))
def cauchy(self: Tensor, median: float = 0.0, sigma: float = 1.0) -> Tensor:
    """Numbers of the Cauchy distribution of this `median` and scale `sigma`, in this shape and float dtype.

    Raises RuntimeError for a `sigma` that is not positive.
    """
    return rn.cauchy_as(self, median, sigma)


@bindings(TensorMethod("log_normal"))
def log_normal(self: Tensor, mean: float = 1.0, std: float = 2.0) -> Tensor:
    """Numbers whose logarithm is normal with mean `mean` and deviation `std`, in this shape and float dtype."""
    return rn.log_normal_as(self, mean, std)
