"""Methods of Tensor that change it in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common.tensor import Tensor, wrap
from msacc.ops import random as rn
from msacc.ops.array import inplace, scattering
from msacc.ops.array.inplace import in_place, put_back
from msacc.ops.core.declaration import TensorMethod, bindings
from msacc.ops.core.op import with_argument_names
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import clip
from msacc.ops.math import elementwise as el
from msacc.ops.nn import activation as act

if TYPE_CHECKING:
    import numpy as np

    from msacc.common.generator import Generator


@bindings(TensorMethod("uniform_"))
def uniform_(
    input: Tensor,
    from_: Tensor | float | np.number = 0,
    to: Tensor | float | np.number = 1,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fill `input`, of any shape and of floats, with numbers uniform in [from_, to), two numbers; returns it.

    `generator` is the mindspore.Generator to draw from, by default the global one. Raises TypeError for another
    object or an integer dtype.
    """
    return put_back(input, rn.uniform_as(input, from_, to, generator=generator)._t)


@bindings(TensorMethod("normal_"))
def normal_(
    input: Tensor,
    mean: Tensor | float | np.number = 0,
    std: Tensor | float | np.number = 1,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fill `input`, of any shape and of floats, with normal numbers of mean `mean` and deviation `std`; returns
    it.

    Both are numbers or Tensors. `generator` is the mindspore.Generator to draw from, by default the global one.
    """
    return put_back(input, rn.normal_as(input, mean, std, generator=generator)._t)


@bindings(TensorMethod("random_"))
def random_(
    input: Tensor,
    from_: Tensor | float | np.number = 0,
    to: Tensor | float | np.number | None = None,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fill `input`, of any shape, with integers from `from_` to `to` - 1, drawn from `generator`; returns it.

    Without `to`, up to the largest number of which the dtype holds every smaller one.
    """
    return put_back(input, rn.random_as(input, from_, to, generator=generator)._t)


@bindings(TensorMethod("exponential_"))
def exponential_(
    input: Tensor, lambd: float | np.number = 1, *, generator: Generator | None = None
) -> Tensor:
    """Fill `input` with numbers of the exponential distribution of rate `lambd`, a number; returns it.

    `input` is of any shape and of floats.
    `generator` is the mindspore.Generator to draw from, by default the global one.
    """
    return put_back(input, rn.exponential_as(input, lambd, generator=generator)._t)


@bindings(TensorMethod("bernoulli_"))
def bernoulli_(
    input: Tensor, p: Tensor | float | np.number = 0.5, *, generator: Generator | None = None
) -> Tensor:
    """Fill `input`, of any shape and dtype, with 1 with probability `p`, else 0; returns it.

    `p` is a number, or a Tensor with a probability for each element.
    `generator` is the mindspore.Generator to draw from, by default the global one.
    """
    return put_back(input, rn.bernoulli_as(input, p, generator=generator)._t)


@bindings(TensorMethod("add_"))
def add_(
    self: Tensor, other: Tensor | complex | np.number, *, alpha: float | np.number = 1
) -> Tensor:
    """Add `alpha * other` in place; returns self, whose shape and dtype stay.

    `other`: a Tensor that broadcasts to it, or a number.
    `alpha`: a number.
    """
    return put_back(self, ar.add(self, other if alpha == 1 else ar.mul(other, alpha))._t)


tanh_ = in_place(act.tanh)
inplace_sigmoid = in_place(act.sigmoid)
clamp_ = in_place(clip.clamp)
erfinv_ = in_place(el.erfinv)


def inplace_index_add(var: Tensor, indices: Tensor, updates: Tensor, axis: int) -> Tensor:
    """Add slices of `updates` to `var` along `axis`, at `indices`, in place; returns its values.

    `var`: a Tensor of numbers.
    `indices`: a vector of integers.
    `updates`: of the dtype of `var`.
    `axis`: an int.

    Raises as `ops.index_add` does.
    """
    return wrap(put_back(var, scattering.index_add_copy(var, axis, indices, updates)._t)._t)


# The same as functions, whose Tensor is called `input`.
put_, zero_ = (
    with_argument_names(inplace.put_, input="self"),
    with_argument_names(inplace.zero_, input="self"),
)

__all__ = [
    "bernoulli_", "clamp_", "erfinv_", "exponential_", "inplace_index_add",
    "inplace_sigmoid", "normal_", "put_", "random_", "tanh_",
    "uniform_", "zero_",
]  # fmt: skip
