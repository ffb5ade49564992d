"""A Cell's own `bprop`: the user's backward pass in place of autograd's."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import emptied, filled, leaves
from msacc.graph.execution_state import differentiable_once, execution

_Inputs = tuple[tuple[str, Any, Any], ...]
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def inputs_of(construct: Callable[..., Any]) -> _Inputs:
    """(name, kind, default) of each input of a construct, without self."""
    parameters = list(inspect.signature(construct).parameters.values())[1:]
    return tuple((p.name, p.kind, p.default) for p in parameters)


def bound(cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """All inputs of construct in its order, defaults included, as bprop takes them, and their names.

    The name is None for one that construct takes by position.
    """
    values, names, rest = list(args), [None] * len(args), dict(kwargs)
    named = [i for i in cell._construct_inputs if i[1] in _POSITIONAL][len(args) :]
    named += [i for i in cell._construct_inputs if i[1] is inspect.Parameter.KEYWORD_ONLY]
    for name, kind, default in named:
        if name not in rest and default is inspect.Parameter.empty:
            raise TypeError(f"{cell.cls_name}.construct() needs the argument '{name}'.")
        values.append(rest.pop(name, default))
        names.append(None if kind in _POSITIONAL else name)
    if rest and not any(i[1] is inspect.Parameter.VAR_KEYWORD for i in cell._construct_inputs):
        raise TypeError(f"{cell.cls_name}.construct() has no arguments {sorted(rest)}.")
    return values + list(rest.values()), names + list(rest)


def _gradients(where: str, value: Any, grad: Any) -> list[torch.Tensor | None]:
    """One gradient for each Tensor in `value`; None stands for zeros."""
    if isinstance(value, Tensor):
        if grad is not None and (not isinstance(grad, Tensor) or grad.shape != value.shape):
            raise RuntimeError(
                f"For '{where}', bprop() should return a gradient of shape {value.shape}, but got {grad!r}."
            )
        return [grad if grad is None else grad._t]
    if isinstance(value, dict):
        value = list(value.values())
        grad = list(grad.values()) if isinstance(grad, dict) else grad
    if not isinstance(value, (list, tuple)):
        return []
    parts = (
        grad if isinstance(grad, (list, tuple)) and len(grad) == len(value) else [None] * len(value)
    )
    return [
        t for item, part in zip(value, parts, strict=True) for t in _gradients(where, item, part)
    ]


class _Custom(torch.autograd.Function):
    """construct() forward, the Cell's own bprop() backward."""

    @staticmethod
    def forward(ctx: Any, cell: Any, values: Any, names: Any, *tensors: torch.Tensor) -> Any:
        placed = filled(values, iter(tensors))
        positional = [value for value, name in zip(placed, names, strict=False) if name is None]
        named = {
            name: value for value, name in zip(placed, names, strict=False) if name is not None
        }
        out = cell.construct(*positional, **named)
        ctx.cell, ctx.values, ctx.several = cell, values, isinstance(out, tuple)
        raw = tuple(o._t for o in leaves(out))
        ctx.count = len(tensors)
        ctx.save_for_backward(*tensors, *raw)
        return raw if ctx.several else raw[0]

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        saved = ctx.saved_tensors
        values = filled(ctx.values, iter(saved[: ctx.count]))
        outs = tuple(wrap(t) for t in saved[ctx.count :])
        seeds = tuple(wrap(g) for g in grads)
        several = ctx.several
        gradients = ctx.cell.bprop(
            *values, outs if several else outs[0], seeds if several else seeds[0]
        )
        gradients = gradients if isinstance(gradients, (tuple, list)) else (gradients,)
        if len(gradients) < len(values):
            raise RuntimeError(
                f"For '{ctx.cell.cls_name}', bprop() should return a gradient for each of the {len(values)} "
                f"inputs of construct(), those with defaults included, but got {len(gradients)}."
            )
        pairs = zip(values, gradients, strict=True)
        by_tensor = [g for v, f in pairs for g in _gradients(ctx.cell.cls_name, v, f)]
        return (None, None, None, *by_tensor)


def with_bprop(cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run `cell.construct` so that its `bprop` gives the gradients of the inputs."""
    differentiable_once("a Cell's own bprop")
    values, names = bound(cell, args, kwargs)
    if execution.differentiating:
        _check_arguments(cell.bprop, len(values))
    elif not any(leaf._t.requires_grad for leaf in leaves(values)):
        return cell.construct(*args, **kwargs)  # nobody asks; a graph takes no such function there
    out = _Custom.apply(cell, emptied(values), names, *[t._t for t in leaves(values)])
    return tuple(wrap(o) for o in out) if isinstance(out, tuple) else wrap(out)


def _check_arguments(bprop: Callable[..., Any], count: int) -> None:
    """TypeError where bprop does not take the inputs, the output and its gradient."""
    parameters = inspect.signature(bprop).parameters.values()
    if any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters):
        return
    positional_count = sum(p.kind in _POSITIONAL for p in parameters)
    if positional_count < 2:
        raise TypeError(
            "The function 'bprop' of Primitive or Cell requires at least 2 params 'out' and 'dout', but got only "
            f"{positional_count}."
        )
    if positional_count < count + 2:
        raise TypeError(
            "The params of function 'bprop' of Primitive or Cell requires the forward inputs as well as the 'out' and "
            f"'dout'. It should take {count + 2}, but takes {positional_count}."
        )
