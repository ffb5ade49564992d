"""Assignment to parameters, and ops that order execution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.common.parameter_writes import write_values
from msacc.common.tensor import Tensor, wrap
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, bindings
from msacc.ops.core.op import exported_names, op
from msacc.ops.core.written_updates import with_gradient

if TYPE_CHECKING:
    from msacc.common.argument_types import TensorLike


def target(name: str, variable: Tensor) -> torch.Tensor:
    """The torch tensor that an in-place op writes."""
    if not isinstance(variable, Tensor):
        raise TypeError(
            f"For '{name}', 'variable' should be a Parameter or Tensor, but got {variable!r}."
        )
    return variable._t


_ONE = ((), (1,))


def _term(name: str, variable: torch.Tensor, value: Any) -> torch.Tensor:
    """`value` checked as `_fitting` does; one value fits the shapes () and (1,) alike. Refuses a Bool variable."""
    if variable.dtype is torch.bool:
        raise TypeError(f"For '{name}', 'variable' must be of numbers, but got Bool.")
    if tuple(variable.shape) in _ONE:
        if not isinstance(value, Tensor):
            return _number(name, variable, value).expand(variable.shape)
        if tuple(value._t.shape) in _ONE:
            value = wrap(value._t.reshape(variable.shape))
    return _fitting(name, variable, value)


def _fitting(name: str, variable: torch.Tensor, value: Any) -> torch.Tensor:
    """`value` checked as MindSpore does: same shape, a dtype that the variable can hold."""
    new = value._t if isinstance(value, Tensor) else _number(name, variable, value)
    if torch.promote_types(new.dtype, variable.dtype) is not variable.dtype:
        raise _cannot_hold(name, variable, mstype.from_torch(new.dtype))
    if new.shape != variable.shape:
        one_element = {tuple(new.shape), tuple(variable.shape)} == {(), (1,)}
        raise (RuntimeError if one_element else ValueError)(
            f"For '{name}', 'value' must have the same shape as 'variable'. But got 'value' shape: "
            f"{tuple(new.shape)}, 'variable' shape: {tuple(variable.shape)}."
        )
    return new


def _number(name: str, variable: torch.Tensor, value: Any) -> torch.Tensor:
    """A number of Python or NumPy in the variable's dtype, which must be of its kind or of a wider one."""
    value = value.item() if isinstance(value, np.generic) else value
    if not isinstance(value, (int, float)):
        raise TypeError(f"For '{name}', 'value' should be a Tensor or a number, but got {value!r}.")
    if not torch.can_cast(torch.result_type(value, value), variable.dtype):
        raise _cannot_hold(name, variable, repr(value))
    return torch.full((), value, dtype=variable.dtype, device=variable.device)


def _cannot_hold(name: str, variable: torch.Tensor, what: object) -> TypeError:
    dtype = mstype.from_torch(variable.dtype)
    return TypeError(
        f"For '{name}', the variable's {dtype} cannot hold {what}; cast the value first."
    )


@bindings(PrimitiveClass("Assign", inputs=("variable", "value")))
def assign(variable: Tensor, value: TensorLike) -> Tensor:
    """Copy `value` into `variable`.

    `variable` is a Parameter or Tensor, `value` a Tensor of its shape whose dtype promotes to that of
    `variable`, or a number of Python or NumPy, which takes its dtype, where it has no axes. The result
    holds the values, and later writes do not change it.
    Raises ValueError for another shape, TypeError for a dtype that `variable` cannot hold, such as
    Float64 for Float32, a float for integers, or what is neither Tensor nor number. As in MindSpore.
    """
    t = target("Assign", variable)
    new = _fitting("Assign", t, value)
    write_values(variable, new)
    return wrap(new if new.dtype is t.dtype else t.clone())


def _added(variable: Tensor, term: torch.Tensor, sign: int = 1) -> Tensor:
    write_values(variable, torch.add(variable._t.detach(), term.detach(), alpha=sign))
    return wrap(with_gradient(variable._t, term if sign > 0 else -term))


@bindings(PrimitiveClass("AssignAdd", inputs=("variable", "value")))
def assign_add(variable: Tensor, value: TensorLike) -> Tensor:
    """Add `value` to `variable` in place.

    `variable` is a Parameter or Tensor, `value` a Tensor or number of its shape (() and (1,) go together), whose dtype
    promotes to that of `variable`. The result is a Tensor that shares the variable's memory. Raises
    ValueError for another shape, TypeError for a dtype that `variable` cannot hold, or what is
    neither Tensor nor number. As in MindSpore.
    """
    t = target("AssignAdd", variable)
    new = _term("AssignAdd", t, value)
    return _added(variable, new)


@bindings(PrimitiveClass("AssignSub", inputs=("variable", "value")))
def assign_sub(variable: Tensor, value: TensorLike) -> Tensor:
    """Subtract `value` from `variable` in place; returns a Tensor that shares its memory.

    `variable`: a Parameter of any shape and of numbers.
    `value`: a Tensor or number that broadcasts to it, in a dtype that its own can hold (TypeError otherwise).
    """
    t = target("AssignSub", variable)
    new = _term("AssignSub", t, value)
    return _added(variable, new, -1)


@bindings(PrimitiveClass("Depend", inputs=("value", "expr")))
def depend(value: Any, expr: object) -> Any:
    """The `value`, once `expr` was computed: statements run in order here, so nothing is to be
    done.

    `value` may be a Tensor of any shape and dtype or anything else; the result is `value` itself.
    `expr` is what had to come first. No error is raised. As in MindSpore, where graph mode needs it
    to keep an order.
    """
    return value


@bindings(PrimitiveClass("StopGradient"))
def stop_gradient(value: Any) -> Any:
    """The `value`, through which no gradient flows.

    `value` is a Tensor of any shape and dtype, or a tuple or list of them, taken element by
    element; anything else comes back as it is. The result has the same values and shares their
    memory. No error is raised. As in MindSpore.
    """
    if isinstance(value, Tensor):
        return wrap(value._t.detach())
    if isinstance(value, (tuple, list)):
        return type(value)([stop_gradient(item) for item in value])
    return value


def stop_gradient_(input: Tensor) -> Tensor:
    """Cut `input` itself, a Tensor of any shape and dtype, off from the gradient; returns it."""
    input._t = input._t.detach()
    return input


@bindings(PrimitiveClass("Identity", inputs=("input_x",)))
def identity(x: Any) -> Any:
    """A copy of the Tensor `x`, through which gradients flow.

    `x` is a Tensor of any shape and dtype; the result may be written into without changing `x`. Anything
    else comes back itself. No error is raised. Differs from MindSpore: its Primitive `Identity` refuses
    what is no Tensor.
    """
    return wrap(x._t.clone()) if isinstance(x, Tensor) else x


@op
def deepcopy(input_x: torch.Tensor) -> torch.Tensor:
    """A copy of `input_x`, a Tensor of any shape and dtype."""
    return input_x.clone()


@bindings(MintFunction("clone", input="x"))
@op
def copy(x: torch.Tensor) -> torch.Tensor:
    """A copy of `x`, a Tensor of any shape and dtype, through which gradients flow."""
    return x.clone()


__all__ = [name for name in exported_names(globals()) if name not in ("target", "copy")]
