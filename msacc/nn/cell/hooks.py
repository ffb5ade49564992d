"""Hooks around a Cell's construct."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import filled, leaves

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext
    from msacc.nn.cell.cell import Cell

_numbers = itertools.count()


class HookHandle:
    """What registering a hook returns; `remove()` takes the hook away."""

    def __init__(self, owner: Cell, table: dict[int, Any]):
        self._owner, self._table, self._key = owner, table, next(_numbers)

    def remove(self) -> None:
        """Take the hook away; a second call does nothing."""
        self._table.pop(self._key, None)
        self._owner._msacc_refresh()


@dataclass
class Hook:
    """One hook: the function, and how it wants to be called."""

    call: Callable[..., Any]
    with_kwargs: bool = False
    always: bool = False


def add_hook(
    cell: Cell,
    kind: str,
    hook: Any,
    prepend: bool = False,
    with_kwargs: bool = False,
    always: bool = False,
) -> HookHandle:
    """Hang a hook of a kind on a Cell."""
    if not callable(hook):
        raise TypeError(f"A hook should be a function, but got {hook!r}.")
    hooks = cell._msacc_hooks.setdefault(kind, {})
    handle = HookHandle(cell, hooks)
    rest = dict(hooks) if prepend else {}
    if prepend:
        hooks.clear()
    hooks[handle._key] = Hook(hook, with_kwargs, always)
    hooks.update(rest)
    cell._msacc_refresh()
    return handle


def pre_hooks(
    cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """Run the forward-pre hooks."""
    for hook in list(cell._msacc_hooks.get("pre", {}).values()):
        if hook.with_kwargs:
            hook_result = hook.call(cell, args, kwargs)
            args, kwargs = (args, kwargs) if hook_result is None else _inputs(hook_result)
        else:
            hook_result = hook.call(cell, args)
            args = args if hook_result is None else _as_tuple(hook_result, ())
    return args, kwargs


def _inputs(hook_result: Any) -> tuple[Any, dict[str, Any]]:
    if (
        not isinstance(hook_result, tuple)
        or len(hook_result) != 2
        or not isinstance(hook_result[1], dict)
    ):
        raise RuntimeError(
            "A forward pre hook with kwargs should return None or a tuple (inputs, kwargs), "
            f"but got {hook_result!r}."
        )
    return hook_result if isinstance(hook_result[0], tuple) else ((hook_result[0],), hook_result[1])


def post_hook(
    hook: Hook, cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any
) -> Any:
    """Run a forward hook on a result; returns what it makes of it."""
    hook_result = hook.call(cell, args, *((kwargs,) if hook.with_kwargs else ()), out)
    return out if hook_result is None else hook_result


def after_error(
    waiting: list[Hook], cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any
) -> None:
    """Run those forward hooks that asked for it, with the result so far or None."""
    for hook in waiting:
        if hook.always:
            _after_error(hook, cell, args, kwargs, out)


def _after_error(
    hook: Hook, cell: Cell, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any
) -> None:
    try:
        hook.call(cell, args, *((kwargs,) if hook.with_kwargs else ()), out)
    except Exception as error:
        warnings.warn(
            f"A forward hook of {cell.cls_name} failed after another error: {error!r}", stacklevel=2
        )


class _Boundary(torch.autograd.Function):
    """Identity on a Cell's inputs or outputs that lets hooks see and change the gradients."""

    @staticmethod
    def forward(
        ctx: AutogradContext, change: Callable[..., Any], *tensors: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        ctx.change = change
        return tuple(t.view_as(t) for t in tensors)

    @staticmethod
    def backward(ctx: AutogradContext, *grads: torch.Tensor) -> Any:
        return (None, *ctx.change(grads))


def _apply_boundary(change: Callable[..., Any], value: Any) -> Any:
    """Passes the Tensors of `value` through a boundary."""
    tensors = leaves(value)
    if not any(t._t.requires_grad for t in tensors):
        return value
    return filled(value, iter(_Boundary.apply(change, *[t._t for t in tensors])))


class GradientHooks:
    """The backward hooks of a Cell around one call: they see the gradients of what its forward hooks return."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.outgoing: list[tuple[Tensor, ...]] = []

    def at_inputs(self, args: Any) -> Any:
        """The inputs, whose gradients the hooks will see."""
        return _apply_boundary(self._change_input, args)

    def at_outputs(self, out: Any) -> Any:
        """The result, whose gradients they will see before."""
        return _apply_boundary(self._change_output, out)

    def _change_output(self, grads: Any) -> Any:
        shown = tuple(wrap(g) for g in grads)
        for hook in list(self.cell._msacc_hooks.get("backward_pre", {}).values()):
            shown = _as_tuple(hook.call(self.cell, shown), shown)
        self.outgoing.append(shown)
        return tuple(g._t for g in shown)

    def _change_input(self, grads: Any) -> Any:
        shown = tuple(wrap(g) for g in grads)
        for hook in list(self.cell._msacc_hooks.get("backward", {}).values()):
            shown = _as_tuple(hook.call(self.cell, shown, self.outgoing[-1]), shown)
        return tuple(g._t for g in shown)


def _as_tuple(hook_result: Any, before: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    if hook_result is None:
        return before
    return hook_result if isinstance(hook_result, tuple) else (hook_result,)
