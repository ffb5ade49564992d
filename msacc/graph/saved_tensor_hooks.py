"""Hooks that pack and unpack the tensors that autograd saves for the backward pass; `_no_grad`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common.tensor import Tensor, wrap
from msacc.common.unsupported_names import unsupported
from msacc.common.without_values import is_recorded


class saved_tensors_hooks:
    """`with saved_tensors_hooks(pack_hook, unpack_hook):` keep tensors for the backward pass as `pack_hook` gives them.

    `pack_hook(tensor)` gives any object, of which `unpack_hook(object)` makes the tensor again when a gradient needs
    it. Which tensors are kept is torch's choice, of torch's ops. Raises RuntimeError in a compiled graph, and TypeError
    where `unpack_hook` gives no Tensor.
    """

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook
        self._inner: Any = None

    def __enter__(self) -> None:
        if torch.compiler.is_compiling() or is_recorded():
            raise RuntimeError(
                "saved_tensors_hooks works outside ms.jit: a graph chooses itself what it keeps."
            )
        self._inner = torch.autograd.graph.saved_tensors_hooks(self._pack, self._unpack)
        self._inner.__enter__()

    def __exit__(self, *error: object) -> None:
        self._inner.__exit__(*error)

    def _pack(self, t: torch.Tensor) -> Any:
        return self.pack_hook(wrap(t.detach()))

    def _unpack(self, packed: Any) -> torch.Tensor:
        tensor: Tensor = check.instance(
            "saved_tensors_hooks", "the result of unpack_hook", self.unpack_hook(packed), Tensor
        )
        return tensor._t


@unsupported("a graph chooses itself what it keeps; use saved_tensors_hooks outside ms.jit")
def register_saved_tensors_hooks(
    pack_hook: Callable[..., Any], unpack_hook: Callable[..., Any]
) -> Any:
    """`saved_tensors_hooks` for a compiled function. Not here: raises NotImplementedError.

    Neither `pack_hook` nor `unpack_hook` is called.
    """
    raise NotImplementedError


class _no_grad(contextlib.ContextDecorator):
    """`with _no_grad():`, or above a function: what is computed there has no gradient."""

    def __init__(self) -> None:
        self._inner: Any = None

    def __enter__(self) -> None:
        self._inner = torch.no_grad()
        self._inner.__enter__()

    def __exit__(self, *error: object) -> None:
        self._inner.__exit__(*error)

    def _recreate_cm(self) -> _no_grad:
        """A fresh one for each call of a function below it."""
        return _no_grad()
