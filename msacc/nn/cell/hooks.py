"""Hooks around a Cell's construct."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import filled, leaves
from msacc.common.unsupported_names import unsupported
from msacc.graph.execution_state import differentiable_once

_numbers = itertools.count()


class HookHandle:
    """What registering a hook returns; `remove()` takes the hook away."""

    def __init__(self, owner: Any, table: dict[int, Any]):
        self._owner, self._table, self._key = owner, table, next(_numbers)

    def remove(self) -> None:
        """Take the hook away; a second call does nothing."""
        self._table.pop(self._key, None)
        self._owner._refresh()


@dataclass
class Hook:
    """One hook: the function, and how it wants to be called."""

    call: Callable[..., Any]
    with_kwargs: bool = False
    always: bool = False


class HooksMixin:
    """Registering hooks; the Cell runs them in `_call_with_extras`."""

    def _add_hook(
        self,
        kind: str,
        hook: Any,
        prepend: bool = False,
        with_kwargs: bool = False,
        always: bool = False,
    ) -> HookHandle:
        if not callable(hook):
            raise TypeError(f"A hook should be a function, but got {hook!r}.")
        hooks = self.__dict__["_hooks"].setdefault(kind, {})
        handle = HookHandle(self, hooks)
        rest = dict(hooks) if prepend else {}
        if prepend:
            hooks.clear()
        hooks[handle._key] = Hook(hook, with_kwargs, always)
        hooks.update(rest)
        self._refresh()  # type: ignore[attr-defined]
        return handle

    def register_forward_pre_hook(
        self, hook_fn: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> HookHandle:
        """Have `hook_fn(cell, inputs)` called before construct; it may return new positional inputs.

        `prepend`: before the other hooks. `with_kwargs`: `hook_fn(cell, inputs, kwargs)`, which may return new
        (inputs, kwargs). The handle returned has `remove()`. Raises TypeError for what is no function.
        """
        return self._add_hook("pre", hook_fn, prepend, with_kwargs)

    def register_forward_hook(
        self,
        hook_fn: Callable[..., Any],
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> HookHandle:
        """Have `hook_fn(cell, inputs, output)` called after construct; it may return a new output.

        `prepend`: before the other hooks. `with_kwargs`: `hook_fn(cell, inputs, kwargs, output)`.
        `always_call`: also after an error, with the output so far or None, before the error goes on. The handle
        returned has `remove()`. Raises TypeError for what is no function.
        """
        return self._add_hook("post", hook_fn, prepend, with_kwargs, always_call)

    def register_backward_hook(self, hook_fn: Callable[..., Any]) -> HookHandle:
        """`hook_fn(cell, grad_inputs, grad_outputs)` in the backward pass; may return new grad_inputs."""
        return self._add_hook("backward", hook_fn)

    def register_backward_pre_hook(self, hook_fn: Callable[..., Any]) -> HookHandle:
        """`hook_fn(cell, grad_outputs)` before the Cell's backward pass; may return new ones."""
        return self._add_hook("backward_pre", hook_fn)

    @unsupported(
        "a graph chooses itself what it keeps; use mindspore.saved_tensors_hooks outside ms.jit"
    )
    def register_saved_tensors_hooks(
        self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]
    ) -> None:
        """How a graph packs what it keeps for the backward pass. Not here: raises NotImplementedError.

        Neither `pack_hook` nor `unpack_hook` is called.
        """
        raise NotImplementedError

    @unsupported(
        "a graph reads its parameters when it needs them; register_forward_hook sees a Cell's results"
    )
    def register_parameter_forward_hook(
        self, hook: Callable[..., Any] | list[dict[str, Any]]
    ) -> None:
        """Change parameters by `hook` where a graph reads them. Not here: raises NotImplementedError."""
        raise NotImplementedError


def pre_hooks(
    cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """Run the forward-pre hooks."""
    for hook in list(cell._hooks.get("pre", {}).values()):
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


def with_post_hooks(
    cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any], run: Callable[..., Any]
) -> Any:
    """Call `run(args, kwargs)`, then the forward hooks; those that asked for it also after an error.

    Backward hooks see the gradients of what the forward hooks return.
    """
    waiting, out = list(cell._hooks["post"].values()), None

    def run_and_change(*args: Any) -> Any:
        nonlocal out
        out = run(args, kwargs)
        while waiting:
            hook = waiting.pop(0)
            hook_result = hook.call(cell, args, *((kwargs,) if hook.with_kwargs else ()), out)
            out = out if hook_result is None else hook_result
        return out

    try:
        if cell._hooks.get("pre"):
            args, kwargs = pre_hooks(cell, args, kwargs)
        return with_backward_hooks(cell, args, run_and_change)
    except Exception:
        for hook in waiting:
            if hook.always:
                _after_error(hook, cell, args, kwargs, out)
        raise


def _after_error(
    hook: Hook, cell: Any, args: tuple[Any, ...], kwargs: dict[str, Any], out: Any
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
    def forward(ctx: Any, change: Any, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        ctx.change = change
        return tuple(t.view_as(t) for t in tensors)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        return (None, *ctx.change(grads))


def _apply_boundary(change: Any, value: Any) -> Any:
    """Passes the Tensors of `value` through a boundary."""
    tensors = leaves(value)
    if not any(t._t.requires_grad for t in tensors):
        return value
    differentiable_once("a Cell with backward hooks")
    return filled(value, iter(_Boundary.apply(change, *[t._t for t in tensors])))


def with_backward_hooks(cell: Any, args: tuple[Any, ...], run: Callable[..., Any]) -> Any:
    """Call `run(*args)` so that the backward hooks of `cell`, if there are any, see its gradients."""
    if not (cell._hooks.get("backward") or cell._hooks.get("backward_pre")):
        return run(*args)
    outgoing: list[tuple[Tensor, ...]] = []

    def at_output(grads: Any) -> Any:
        shown = tuple(wrap(g) for g in grads)
        for hook in list(cell._hooks.get("backward_pre", {}).values()):
            shown = _as_tuple(hook.call(cell, shown), shown)
        outgoing.append(shown)
        return tuple(g._t for g in shown)

    def at_input(grads: Any) -> Any:
        shown = tuple(wrap(g) for g in grads)
        for hook in list(cell._hooks.get("backward", {}).values()):
            shown = _as_tuple(hook.call(cell, shown, outgoing[-1]), shown)
        return tuple(g._t for g in shown)

    return _apply_boundary(at_output, run(*_apply_boundary(at_input, args)))


def _as_tuple(hook_result: Any, before: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    if hook_result is None:
        return before
    return hook_result if isinstance(hook_result, tuple) else (hook_result,)
