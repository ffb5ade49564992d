"""Methods of Tensor that change it in place."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.ops import random as rn
from msacc.ops.array import fill, gather_select, inplace, scattering, storage
from msacc.ops.array.inplace import in_place, put_back
from msacc.ops.bindings.tensor.operators import attach
from msacc.ops.core.op import renamed, spelled
from msacc.ops.linalg import products
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import clip
from msacc.ops.math import elementwise as el
from msacc.ops.nn import activation as act


def uniform_(self: Tensor, from_: Any = 0, to: Any = 1, *, generator: Any = None) -> Tensor:
    """Fill with numbers uniform in [from_, to); returns self.

    `generator` is the mindspore.Generator to draw from, by default the global one. Raises TypeError for another
    object or an integer dtype.
    """
    return put_back(self, rn.uniform_as(self, from_, to, generator=generator)._t)


def normal_(self: Tensor, mean: Any = 0, std: Any = 1, *, generator: Any = None) -> Tensor:
    """Fill with normal numbers of this mean and deviation, drawn from `generator`; returns self."""
    return put_back(self, rn.normal_as(self, mean, std, generator=generator)._t)


def random_(self: Tensor, from_: Any = 0, to: Any = None, *, generator: Any = None) -> Tensor:
    """Fill with integers from `from_` to `to` - 1, drawn from `generator`; returns self.

    Without `to`, up to the largest number of which the dtype holds every smaller one.
    """
    return put_back(self, rn.random_as(self, from_, to, generator=generator)._t)


def exponential_(self: Tensor, lambd: Any = 1, *, generator: Any = None) -> Tensor:
    """Fill with numbers of the exponential distribution of rate `lambd`, drawn from `generator`; returns self."""
    return put_back(self, rn.exponential_as(self, lambd, generator=generator)._t)


def bernoulli_(self: Tensor, p: Any = 0.5, *, generator: Any = None) -> Tensor:
    """Fill with 1 with probability `p`, else 0, drawn from `generator`; returns self.

    `p` is a number, or a Tensor with a probability for each element.
    """
    return put_back(self, rn.bernoulli_as(self, p, generator=generator)._t)


def add_(self: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """Add `alpha * other` in place; returns self."""
    return put_back(self, ar.add(self, other if alpha == 1 else ar.mul(other, alpha))._t)


tanh_ = in_place(act.tanh)
inplace_sigmoid = in_place(act.sigmoid)
clamp_ = in_place(clip.clamp)
erfinv_ = in_place(el.erfinv)

attach(
    {
        **{"uniform_": uniform_, "normal_": normal_, "random_": random_, "add_": add_},
        **{"exponential_": exponential_, "bernoulli_": bernoulli_, "tanh_": tanh_},
        "sigmoid_": inplace_sigmoid,
        "assign_value": storage.assign_value,
        "addmm_": in_place(products.addmm),
        "put_": inplace.put_,
        "copy_": inplace.copy_,
        "fill_": inplace.fill_,
        "zero_": inplace.zero_,
        "index_copy_": inplace.index_copy_,
        "sub_": spelled(in_place(ar.subtract), y="other"),
        "mul_": in_place(ar.mul),
        "div_": in_place(ar.div),
        "floor_divide_": in_place(ar.floor_divide),
        "remainder_": in_place(ar.remainder),
        "exp_": in_place(el.exp),
        "log_": in_place(el.log),
        "floor_": in_place(el.floor),
        "sign_": in_place(el.sign),
        "erfinv_": erfinv_,
        "clamp_": clamp_,
        "masked_fill_": in_place(gather_select.masked_fill),
        "masked_scatter_": in_place(gather_select.masked_scatter),
        "scatter_": spelled(in_place(scattering.scatter_reduced), value="src"),
        "scatter_add_": in_place(scattering.scatter_added),
        "index_add_": in_place(scattering.index_added),
        "index_fill_": spelled(in_place(scattering.index_fill), dim="axis"),
        "index_put_": in_place(scattering.index_put),
        "fill_diagonal_": in_place(fill.fill_diagonal),
    }
)


def inplace_index_add(var: Tensor, indices: Any, updates: Any, axis: int) -> Tensor:
    """Add slices of `updates` to `var` along `axis`, at `indices`, in place; returns `var`.

    Raises as `ops.index_add` does.
    """
    return put_back(var, scattering.index_add_copy(var, axis, indices, updates)._t)


# The same as functions, whose Tensor is called `input`.
put_, zero_ = renamed(inplace.put_, input="self"), renamed(inplace.zero_, input="self")
uniform_, normal_ = renamed(uniform_, input="self"), renamed(normal_, input="self")
random_, exponential_ = renamed(random_, input="self"), renamed(exponential_, input="self")
bernoulli_ = renamed(bernoulli_, input="self")

__all__ = [
    "bernoulli_", "clamp_", "erfinv_", "exponential_", "inplace_index_add",
    "inplace_sigmoid", "normal_", "put_", "random_", "tanh_",
    "uniform_", "zero_",
]  # fmt: skip
