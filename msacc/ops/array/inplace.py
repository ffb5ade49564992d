"""In-place variants: how a Tensor method whose name ends in an underscore writes its result."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common.parameter import Parameter
from msacc.common.parameter_writes import write_values
from msacc.common.tensor import Tensor
from msacc.common.torch_private import is_view
from msacc.common.warn_once import no_effects
from msacc.graph.execution_state import REBINDS, execution
from msacc.ops.array import creation
from msacc.ops.core.declaration import TensorMethod, bindings

if TYPE_CHECKING:
    import numpy as np


def put_back(self: Tensor, new: torch.Tensor) -> Tensor:
    """Write `new` into `self`. Inside a gradient `self` takes it over, so that gradients flow.

    In a gradient of a graph a view does too, as in MindSpore, without a word to what it is a view of.
    """
    t = self._t
    if isinstance(self, Parameter):
        write_values(self, new)
    elif (
        torch.is_grad_enabled()
        and (t.requires_grad or new.requires_grad)
        and (execution.now.graph & REBINDS or not is_view(t))
    ):
        self._t = new.to(t.dtype).expand(t.shape)
    else:
        t.copy_(new)
    return self


def in_place(fn: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """The method that writes `fn(self, …)` into self and returns self; its arguments are `fn`'s.

    As a function it takes self under the name of `fn`'s first argument, too.
    """

    signature = inspect.signature(fn)
    first = next(iter(signature.parameters))

    def method(*args: Any, **kwargs: Any) -> Tensor:
        result = fn(*args, **kwargs)
        return put_back(args[0] if args else kwargs[first], result._t)

    method.__name__ = method.__qualname__ = f"{fn.__name__}_"
    text = inspect.cleandoc(fn.__doc__ or "")
    method.__doc__ = f"In place: self, `{first}` below, takes the result and is returned.\n\n{text}"
    method.__signature__ = signature  # type: ignore[attr-defined]
    return method


@bindings(TensorMethod("copy_"))
def copy_(self: Tensor, src: Tensor, non_blocking: bool = False) -> Tensor:
    """Copy the values of `src` into self, broadcast and cast as needed; returns self.

    `src`: a Tensor of any dtype whose shape broadcasts to this one.
    `non_blocking` is a hint, which copies within one device do not need; that is said once.

    Raises TypeError when `src` is no Tensor, ValueError when it cannot be broadcast.
    """
    check.instance("copy_", "src", src, Tensor)
    check.boolean("copy_", "non_blocking", non_blocking)
    no_effects("copy_", "there is one device", non_blocking=(non_blocking, False))
    try:
        return put_back(self, src._t.expand(self._t.shape))
    except RuntimeError as error:
        raise ValueError(
            f"For 'copy_', 'src' of shape {src.shape} cannot be broadcast to {self.shape}."
        ) from error


@bindings(TensorMethod("fill_"))
def fill_(self: Tensor, value: Tensor | complex | np.number) -> Tensor:
    """Set every element to `value`, a number, or a Tensor of one of any dtype; shape and dtype stay. Returns self."""
    return put_back(self, creation.full_like(self, value)._t)


@bindings(TensorMethod("zero_"))
def zero_(self: Tensor) -> Tensor:
    """Set every element to 0; returns self.

    Self (`input` of the function): a Tensor of any shape and dtype.
    """
    return put_back(self, torch.zeros_like(self._t))


@bindings(TensorMethod("index_copy_"))
def index_copy_(self: Tensor, dim: int, index: Tensor, tensor: Tensor) -> Tensor:
    """Write the slices of `tensor` to the positions `index` of `dim`; returns self.

    `dim` is an int, `index` a vector of integers, `tensor` of this dtype.
    """
    return put_back(self, self._t.index_copy(dim, index._t.long(), tensor._t))


@bindings(TensorMethod("put_"))
def put_(self: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """Write the elements of `source` at the flat positions `index`, or add them if `accumulate`; returns self.

    Self (`input` of the function): a Tensor of any shape.

    `index`: a Tensor of Int64.
    `source`: a Tensor of its dtype with as many elements as `index`, of any shape both.

    Raises TypeError for other classes and dtypes, ValueError where the two differ in size.
    """
    check.boolean("put_", "accumulate", accumulate)
    check.instance("put_", "index", index, Tensor)
    check.instance("put_", "source", source, Tensor)
    positions, new = index._t, source._t
    if positions.dtype != torch.int64 or new.dtype != self._t.dtype:
        raise TypeError(
            f"For 'put_', 'index' must be int64 and 'source' {self._t.dtype}, but got {positions.dtype}, {new.dtype}."
        )
    if positions.numel() != new.numel():
        raise ValueError(
            f"For 'put_', 'index' and 'source' need one size, but got {positions.numel()} and {new.numel()}."
        )
    return put_back(self, self._t.put(positions, new, accumulate))
