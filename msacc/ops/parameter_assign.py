"""Assignment to parameters, and ops that order execution."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.parameter_writes import write_values
from msacc.common.tensor import Tensor, wrap
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, bindings
from msacc.ops.core.op import exported_names, op


def target(name: str, variable: Any) -> torch.Tensor:
    """The torch tensor that an in-place op writes."""
    if not isinstance(variable, Tensor):
        raise TypeError(
            f"For '{name}', 'variable' should be a Parameter or Tensor, but got {variable!r}."
        )
    return variable._t


_ONE = ((), (1,))


def _term(name: str, variable: torch.Tensor, value: Any) -> torch.Tensor:
    """`value` checked as `_fitting` does; one value fits the shapes () and (1,) alike."""
    if tuple(variable.shape) in _ONE:
        if isinstance(value, Tensor) and tuple(value._t.shape) in _ONE:
            value = wrap(value._t.reshape(variable.shape))
        elif isinstance(value, (int, float, bool)):
            value = wrap(torch.full(variable.shape, value, device=variable.device))
    return _fitting(name, variable, value)


def _fitting(name: str, variable: torch.Tensor, value: Any) -> torch.Tensor:
    """`value` checked as MindSpore does: same shape, a dtype that the variable can hold."""
    if isinstance(value, Tensor):
        value = value._t
    elif isinstance(value, (int, float, bool)):
        value = torch.full((), value, device=variable.device)
    else:
        raise TypeError(f"For '{name}', 'value' should be a Tensor or a number, but got {value!r}.")
    if value.shape != variable.shape:
        raise ValueError(
            f"For '{name}', 'value' must have the same shape as 'variable'. But got 'value' shape: "
            f"{tuple(value.shape)}, 'variable' shape: {tuple(variable.shape)}."
        )
    if torch.promote_types(value.dtype, variable.dtype) is not variable.dtype:
        raise TypeError(
            f"For '{name}', the variable's {mstype.from_torch(variable.dtype)} cannot hold "
            f"{mstype.from_torch(value.dtype)}; cast the value first."
        )
    return value


@bindings(PrimitiveClass("Assign", inputs=("variable", "value")))
def assign(variable: Any, value: Any) -> Tensor:
    """Copy `value` into `variable`.

    `variable` is a Parameter or Tensor, `value` a Tensor or number of its shape, whose dtype
    promotes to that of `variable`. The result holds the values, and later writes do not change it.
    Raises ValueError for another shape, TypeError for a dtype that `variable` cannot hold, such as
    Float64 for Float32, or what is neither Tensor nor number. As in MindSpore.
    """
    t = target("Assign", variable)
    new = _fitting("Assign", t, value)
    write_values(variable, new)
    return wrap(new if new.dtype is t.dtype else t.clone())


def _added(variable: Tensor, term: torch.Tensor, sign: int = 1) -> Tensor:
    write_values(variable, torch.add(variable._t.detach(), term.detach(), alpha=sign))
    return wrap(variable._t)


@bindings(PrimitiveClass("AssignAdd", inputs=("variable", "value")))
def assign_add(variable: Any, value: Any) -> Tensor:
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
def assign_sub(variable: Any, value: Any) -> Tensor:
    """Subtract `value` from `variable` in place; returns a Tensor that shares its memory."""
    t = target("AssignSub", variable)
    new = _term("AssignSub", t, value)
    return _added(variable, new, -1)


@bindings(PrimitiveClass("Depend", inputs=("value", "expr")))
def depend(value: Any, expr: Any) -> Any:
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
    """Cut `input` itself off from the gradient; returns it."""
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
    """A copy."""
    return input_x.clone()


@bindings(MintFunction("clone", input="x"))
@op
def copy(x: torch.Tensor) -> torch.Tensor:
    """A copy, through which gradients flow."""
    return x.clone()


__all__ = [name for name in exported_names(globals()) if name not in ("target", "copy")]
