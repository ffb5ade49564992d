"""A Cell's own `bprop`: the user's backward pass in place of autograd's."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import emptied, filled, leaves, like
from msacc.graph.execution_state import execution

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext

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
    named = [i for i in cell._msacc_construct_inputs if i[1] in _POSITIONAL][len(args) :]
    named += [i for i in cell._msacc_construct_inputs if i[1] is inspect.Parameter.KEYWORD_ONLY]
    for name, kind, default in named:
        if name not in rest and default is inspect.Parameter.empty:
            raise TypeError(f"{cell.cls_name}.construct() needs the argument '{name}'.")
        values.append(rest.pop(name, default))
        names.append(None if kind in _POSITIONAL else name)
    if rest and not any(
        i[1] is inspect.Parameter.VAR_KEYWORD for i in cell._msacc_construct_inputs
    ):
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


class _Call:
    """One call of a Cell with its own bprop: the inputs but for their Tensors, and what its result looks like."""

    def __init__(self, cell: Any, values: Any, names: Any) -> None:
        self.cell, self.values, self.names = cell, values, names
        self.in_graph = execution.now.graph or settings.mode == GRAPH_MODE
        self.result: Any = None

    def construct(self, tensors: Sequence[torch.Tensor]) -> Any:
        """The result for these tensors of the inputs."""
        named: dict[str, Any] = {}
        positional = []
        for value, name in zip(filled(self.values, iter(tensors)), self.names, strict=True):
            if name is None:
                positional.append(value)
            else:
                named[name] = value
        return self.cell.construct(*positional, **named)

    def out(self, tensors: Sequence[torch.Tensor]) -> Any:
        """The result as bprop is given it: its outermost list is a tuple, in a graph each dict one of its values."""
        out = filled(self.result, iter(tensors))
        if self.in_graph:
            return _without_dicts(out)
        return tuple(out) if type(out) is list else out

    def dout(self, grads: Sequence[torch.Tensor]) -> Any:
        """The gradients as bprop is given them: in a graph in the place of the Tensors, with 0 for numbers; else one
        after the other, and the only one alone.
        """
        if self.in_graph:
            return _without_dicts(filled(_zeros(self.result), iter(grads)))
        by_tensor = tuple(wrap(g) for g in grads)
        return by_tensor[0] if len(by_tensor) == 1 else by_tensor


def _without_dicts(value: Any) -> Any:
    if isinstance(value, dict):
        value = tuple(value.values())
    return like(value, map(_without_dicts, value)) if isinstance(value, (list, tuple)) else value


def _zeros(value: Any) -> Any:
    """The same structure with 0 in the place of each number."""
    if isinstance(value, (list, tuple)):
        return like(value, map(_zeros, value))
    if isinstance(value, dict):
        return {key: _zeros(item) for key, item in value.items()}
    return type(value)() if isinstance(value, (int, float)) else value


class _Custom(torch.autograd.Function):
    """construct() forward, the Cell's own bprop() backward."""

    @staticmethod
    def forward(
        ctx: AutogradContext, call: _Call, *tensors: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        out = call.construct(tensors)
        call.result = emptied(out)
        raw = tuple(o._t for o in leaves(out))
        ctx.call, ctx.count = call, len(tensors)
        ctx.save_for_backward(*tensors, *raw)
        return raw

    @staticmethod
    def backward(ctx: AutogradContext, *grads: torch.Tensor) -> Any:
        call, saved = ctx.call, ctx.saved_tensors
        values = filled(call.values, iter(saved[: ctx.count]))
        gradients = call.cell.bprop(*values, call.out(saved[ctx.count :]), call.dout(grads))
        gradients = gradients if isinstance(gradients, (tuple, list)) else (gradients,)
        name = call.cell.cls_name
        if len(gradients) < len(values):
            raise RuntimeError(
                f"For '{name}', bprop() should return a gradient for each of the {len(values)} "
                f"inputs of construct(), those with defaults included, but got {len(gradients)}."
            )
        pairs = zip(values, gradients, strict=True)
        return (None, *[g for v, f in pairs for g in _gradients(name, v, f)])


def with_bprop(cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run `cell.construct` so that its `bprop` gives the gradients of the inputs."""
    values, names = bound(cell, args, kwargs)
    if execution.now.gradient:
        _check_arguments(cell.bprop, len(values))
    elif not any(leaf._t.requires_grad for leaf in leaves(values)):
        return cell.construct(*args, **kwargs)  # nobody asks; a graph takes no such function there
    call = _Call(cell, emptied(values), names)
    out = _Custom.apply(call, *[t._t for t in leaves(values)])
    return filled(call.result, iter(out))


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
