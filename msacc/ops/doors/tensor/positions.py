"""Methods of Tensor that read and write by position, and those that change a tensor in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, wrap
from msacc.ops import random as rn
from msacc.ops.array import creation, picking, scattering
from msacc.ops.doors.tensor.operators import attach
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import clip
from msacc.ops.math import elementwise as el

# -- two spellings under one name: an int first means torch's (dim, index) ----------------------


def gather(self: Tensor, *args: Any, **names: Any) -> Tensor:
    """`gather(input_indices, axis, batch_dims=0)`: slices; `gather(dim, index)`: elements."""
    if "index" in names or (args and isinstance(args[0], int)):
        given = {**dict(zip(("dim", "index"), args)), **names}
        return picking.gather_d(self, given["dim"], given["index"])
    return picking.gather(self, *args, **names)


def select(self: Tensor, *args: Any, **names: Any) -> Tensor:
    """`select(condition, y)`: as `ops.select`; `select(dim, index)`: one slice, a view."""
    given = {**dict(zip(("dim", "index"), args)), **names}
    if args and not isinstance(args[0], int) or "condition" in names:
        condition = names["condition"] if "condition" in names else args[0]
        return picking.select(condition, self, names["y"] if "y" in names else args[-1])
    return wrap(self._t.select(given["axis"] if "axis" in given else given["dim"], given["index"]))


def where(self: Tensor, condition: Tensor, y: Any) -> Tensor:
    """The elements of self where `condition` holds, `y` elsewhere."""
    return picking.where(condition, self, y)


def take(self: Tensor, indices: Any, axis: int | None = None, mode: str = "clip") -> Tensor:
    """Elements of the flattened tensor, or slices along `axis`.

    `mode` says what becomes of positions beyond: 'clip', 'wrap' or 'raise'.
    """
    t = self._t.reshape(-1) if axis is None else self._t
    along = 0 if axis is None else axis
    index = indices._t if isinstance(indices, Tensor) else torch.as_tensor(indices, device=t.device)
    size = t.shape[along]
    if mode == "wrap":
        index = torch.remainder(index, size)
    elif mode == "clip":
        index = index.clamp(0, size - 1)
    elif mode != "raise":
        raise ValueError(
            f"For 'Tensor.take', 'mode' should be 'clip', 'wrap' or 'raise', but got {mode!r}."
        )
    return picking.gather(wrap(t), wrap(index), along)


def index_add(self: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
    """A copy with `alpha * source` added to slices along `dim`."""
    return wrap(torch.index_add(self._t, dim, index._t, source._t, alpha=alpha))


def scatter_add(self: Tensor, *args: Any, **names: Any) -> Tensor:
    """`scatter_add(indices, updates)`: at coordinates; `scatter_add(dim, index, src)`: along an axis."""
    if len(args) + len(names) == 2:
        return scattering.tensor_scatter_add(self, *args, **names)
    given = {**dict(zip(("dim", "index", "src"), args)), **names}
    return scattering.tensor_scatter_elements(
        self, given["index"], given["src"], given["dim"], "add"
    )


def choose(self: Tensor, choices: Any, mode: str = "clip") -> Tensor:
    """For each element, the one at its place in the Tensor of that number."""
    if mode not in ("clip", "wrap", "raise"):
        raise ValueError(
            f"For 'Tensor.choose', 'mode' should be 'clip', 'wrap' or 'raise', but got {mode!r}."
        )
    items = [c._t if isinstance(c, Tensor) else torch.as_tensor(c) for c in choices]
    index, *rest = torch.broadcast_tensors(self._t, *items)
    count = len(rest)
    index = torch.remainder(index, count) if mode == "wrap" else index.clamp(0, count - 1)
    return wrap(torch.gather(torch.stack(rest), 0, index.long().unsqueeze(0))[0])


def index_put(self: Tensor, indices: Any, values: Any, accumulate: bool = False) -> Tensor:
    """A copy with `values` put (or added) at positions given per dimension."""
    places = [i._t for i in indices]
    return wrap(torch.index_put(self._t, places, values._t, accumulate))


def itemset(self: Tensor, *args: Any) -> Tensor:
    """A copy with one element replaced: `itemset(value)` or `itemset(index, value)`."""
    out = self._t.clone()
    where, value = (args[0], args[1]) if len(args) == 2 else (0, args[0])
    if isinstance(where, int):
        out.view(-1)[where] = value
    else:
        out[tuple(where)] = value
    return wrap(out)


def bernoulli(self: Tensor, *, generator: Any = None) -> Tensor:
    """1 with each element's own probability, else 0."""
    return wrap(torch.bernoulli(self._t))


def uniform(self: Tensor, from_: float = 0.0, to: float = 1.0, generator: Any = None) -> Tensor:
    """A tensor of this shape, uniform in [from_, to)."""
    return wrap(torch.empty_like(self._t).uniform_(from_, to))


# -- in place ----------------------------------------------------------------------------------


def put_back(self: Tensor, new: torch.Tensor) -> Tensor:
    """Write `new` into `self`. Inside a gradient `self` takes it over, so that gradients flow."""
    t = self._t
    if isinstance(self, Parameter):
        with torch.no_grad():
            t.copy_(new)
    elif torch.is_grad_enabled() and (t.requires_grad or new.requires_grad) and not t._is_view():
        self._t = new.to(t.dtype).expand(t.shape)
    else:
        t.copy_(new)
    return self


def _in_place(fn: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def method(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        return put_back(self, fn(self, *args, **kwargs)._t)

    method.__name__ = f"{fn.__name__}_"
    method.__doc__ = f"`{fn.__name__}` in place; returns self."
    return method


def assign_value(self: Tensor, value: Tensor) -> Tensor:
    """Take over the values (and shape) of another tensor; returns self."""
    self._t = value._t.detach()
    return self


def copy_(self: Tensor, src: Tensor, non_blocking: bool = False) -> Tensor:
    """Copy values into self, broadcast and cast as needed; returns self."""
    return put_back(self, src._t.expand(self._t.shape))


def fill_(self: Tensor, value: Any) -> Tensor:
    """Set every element; returns self."""
    return put_back(self, creation.full_like(self, value)._t)


def zero_(self: Tensor) -> Tensor:
    """Set every element to 0; returns self."""
    return put_back(self, torch.zeros_like(self._t))


def _drawn(name: str, *defaults: Any) -> Callable[..., Tensor]:
    def method(self: Tensor, *args: Any, generator: Any = None, **named: Any) -> Tensor:
        values = torch.empty_like(self._t)
        limits = (*args, *defaults[len(args) :])
        limits = tuple(v for v in limits if v is not None)
        getattr(values, name)(*limits, **named)
        return put_back(self, values)

    method.__name__ = name
    method.__doc__ = f"Fill with random numbers ({name[:-1]}); returns self."
    return method


attach(
    {
        "gather": gather,
        "select": select,
        "where": where,
        "take": take,
        "index_add": index_add,
        "scatter_add": scatter_add,
        "choose": choose,
        "index_put": index_put,
        "itemset": itemset,
        "bernoulli": bernoulli,
        "multinomial": rn.multinomial,
        "uniform": uniform,
        "assign_value": assign_value,
        "copy_": copy_,
        "fill_": fill_,
        "zero_": zero_,
        "add_": _in_place(lambda self, other, *, alpha=1: self.add(other, alpha=alpha)),
        "sub_": _in_place(ar.subtract),
        "mul_": _in_place(ar.mul),
        "div_": _in_place(ar.div),
        "floor_divide_": _in_place(ar.floor_divide),
        "remainder_": _in_place(ar.remainder),
        "exp_": _in_place(el.exp),
        "log_": _in_place(el.log),
        "floor_": _in_place(el.floor),
        "sign_": _in_place(el.sign),
        "erfinv_": _in_place(el.erfinv),
        "clamp_": _in_place(clip.clamp),
        "masked_fill_": _in_place(picking.masked_fill),
        "masked_scatter_": _in_place(picking.masked_scatter),
        "scatter_": _in_place(scattering.scatter),
        "scatter_add_": _in_place(scatter_add),
        "index_add_": _in_place(index_add),
        "index_fill_": _in_place(scattering.index_fill),
        "index_put_": _in_place(index_put),
        "uniform_": _drawn("uniform_", 0.0, 1.0),
        "normal_": _drawn("normal_", 0.0, 1.0),
        "random_": _drawn("random_", 0, None),
        "exponential_": _drawn("exponential_", 1.0),
        "bernoulli_": _drawn("bernoulli_", 0.5),
    }
)
