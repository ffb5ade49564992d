"""Hooks around a Cell's construct, and bprop: a backward pass of the user's own."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.tree import leaves

_numbers = itertools.count()


class HookHandle:
    """What registering a hook returns; `remove()` takes the hook away."""

    def __init__(self, owner: Any, table: dict[int, Any]):
        self._owner, self._table, self._key = owner, table, next(_numbers)

    def remove(self) -> None:
        """Take the hook away; a second call does nothing."""
        self._table.pop(self._key, None)
        self._owner._refresh()


class HooksMixin:
    """Registering hooks; the Cell runs them in `_call_with_extras`."""

    def _add_hook(self, kind: str, hook: Any, prepend: bool = False) -> HookHandle:
        if not callable(hook):
            raise TypeError(f"A hook should be a function, but got {hook!r}.")
        hooks = self.__dict__["_hooks"].setdefault(kind, {})
        handle = HookHandle(self, hooks)
        rest = dict(hooks) if prepend else {}
        if prepend:
            hooks.clear()
        hooks[handle._key] = hook
        hooks.update(rest)
        self._refresh()  # type: ignore[attr-defined]
        return handle

    def register_forward_pre_hook(
        self, hook_fn: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> HookHandle:
        """`hook_fn(cell, inputs[, kwargs])` before construct; may return new inputs."""
        return self._add_hook("pre", (hook_fn, with_kwargs) if with_kwargs else hook_fn, prepend)  # type: ignore[arg-type]

    def register_forward_hook(
        self,
        hook_fn: Callable[..., Any],
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> HookHandle:
        """`hook_fn(cell, inputs, output)` after construct; may return a new output."""
        if always_call:
            raise NotImplementedError(
                "msacc's forward hooks do not run after an error (always_call=True)."
            )
        return self._add_hook("post", (hook_fn, with_kwargs) if with_kwargs else hook_fn, prepend)  # type: ignore[arg-type]

    def register_backward_hook(self, hook_fn: Callable[..., Any]) -> HookHandle:
        """`hook_fn(cell, grad_inputs, grad_outputs)` in the backward pass; may return new grad_inputs."""
        return self._add_hook("backward", hook_fn)

    def register_backward_pre_hook(self, hook_fn: Callable[..., Any]) -> HookHandle:
        """`hook_fn(cell, grad_outputs)` before the Cell's backward pass; may return new ones."""
        return self._add_hook("backward_pre", hook_fn)


def pre_hooks(
    cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """Run the forward-pre hooks."""
    for hook in list(cell._hooks.get("pre", {}).values()):
        with_kwargs = isinstance(hook, tuple)
        found = hook[0](cell, args, kwargs) if with_kwargs else hook(cell, args)
        if found is not None and with_kwargs:
            args, kwargs = found
        elif found is not None:
            args = found if isinstance(found, tuple) else (found,)
    return args, kwargs


def post_hooks(cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any) -> Any:
    """Run the forward hooks."""
    for hook in list(cell._hooks.get("post", {}).values()):
        found = (
            hook[0](cell, args, kwargs, out) if isinstance(hook, tuple) else hook(cell, args, out)
        )
        out = out if found is None else found
    return out


class _Boundary(torch.autograd.Function):
    """Identity on a Cell's inputs or outputs that lets hooks see and change the gradients."""

    @staticmethod
    def forward(ctx: Any, change: Any, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        ctx.change = change
        return tuple(t.view_as(t) for t in tensors)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        return (None, *ctx.change(grads))


def _through(change: Any, value: Any) -> Any:
    """Put the Tensors of `value` through a boundary."""
    tensors = leaves(value)
    if not any(t._t.requires_grad for t in tensors):
        return value
    passed = iter(_Boundary.apply(change, *[t._t for t in tensors]))

    def rebuild(item: Any) -> Any:
        if isinstance(item, Tensor):
            return wrap(next(passed))
        return type(item)([rebuild(i) for i in item]) if isinstance(item, (list, tuple)) else item

    return rebuild(value)


def with_backward_hooks(cell: Any, args: tuple[Any, ...], run: Callable[..., Any]) -> Any:
    """Call `run(*args)` so that the backward hooks of `cell` see its gradients."""
    outgoing: list[tuple[Tensor, ...]] = []

    def at_output(grads: Any) -> Any:
        shown = tuple(wrap(g) for g in grads)
        for hook in list(cell._hooks.get("backward_pre", {}).values()):
            shown = _as_tuple(hook(cell, shown), shown)
        outgoing.append(shown)
        return tuple(g._t for g in shown)

    def at_input(grads: Any) -> Any:
        shown = tuple(wrap(g) for g in grads)
        for hook in list(cell._hooks.get("backward", {}).values()):
            shown = _as_tuple(hook(cell, shown, outgoing[-1]), shown)
        return tuple(g._t for g in shown)

    return _through(at_output, run(*_through(at_input, args)))


def _as_tuple(found: Any, before: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    if found is None:
        return before
    return found if isinstance(found, tuple) else (found,)


class _Custom(torch.autograd.Function):
    """construct() forward, the Cell's own bprop() backward."""

    @staticmethod
    def forward(ctx: Any, cell: Any, rebuild: Any, *tensors: torch.Tensor) -> Any:
        args = rebuild([wrap(t) for t in tensors])
        out = cell.construct(*args)
        ctx.cell, ctx.args = cell, args
        ctx.several = isinstance(out, tuple)
        ctx.out = out
        raw = tuple(o._t for o in leaves(out))
        return raw if ctx.several else raw[0]

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        seeds = tuple(wrap(g) for g in grads)
        found = ctx.cell.bprop(*ctx.args, ctx.out, seeds if ctx.several else seeds[0])
        found = found if isinstance(found, tuple) else (found,)
        by_input = [g._t for g, a in zip(found, ctx.args) if isinstance(a, Tensor)]
        return (None, None, *by_input)


def with_bprop(cell: Any, args: tuple[Any, ...]) -> Any:
    """Run `cell.construct` so that its `bprop` gives the gradients of the inputs."""

    def rebuild(tensors: list[Tensor]) -> tuple[Any, ...]:
        given = iter(tensors)
        return tuple(next(given) if isinstance(a, Tensor) else a for a in args)

    out = _Custom.apply(cell, rebuild, *[a._t for a in args if isinstance(a, Tensor)])
    return tuple(wrap(o) for o in out) if isinstance(out, tuple) else wrap(out)
