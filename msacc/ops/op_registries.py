"""Registries of Python bodies of primitives and of the ops behind Tensor's methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor
from msacc.ops.core.op import exported_names
from msacc.ops.core.primitive import record_init_arguments

if TYPE_CHECKING:
    from msacc.ops.core.primitive import Primitive


class VmImplRegistry(dict[Any, Any]):
    """Python bodies by primitive class and by its name: `vm_impl_registry.register(prim)(function)`.

    They are kept and found; no op of msacc runs one.
    """

    def register(self, prim: type | str) -> Callable[[Any], Any]:
        """A decorator that keeps a body for a primitive class, or for the name of one."""

        def deco(fn: Callable[..., Any]) -> Any:
            self[prim] = fn
            if isinstance(prim, type):
                self[prim.__name__] = fn
            return fn

        return deco


vm_impl_registry = VmImplRegistry()


def get_vm_impl_fn(prim: Primitive | str) -> Any:
    """The result of the body registered for `prim`, a primitive or its name; None without one."""
    keys = (prim, getattr(prim, "name", None), getattr(prim, "__name__", None))
    implementation = next((vm_impl_registry[key] for key in keys if key in vm_impl_registry), None)
    return None if implementation is None else implementation(prim)


class Registry:
    """Functions by the names of Tensor's methods: `get(name)`, and `register(name, function)`."""

    def __init__(self) -> None:
        self._functions: dict[str, Any] = {}

    def register(self, op_name: str, operator: Primitive) -> None:
        """Keep a function under a name."""
        self._functions[op_name] = operator

    def get(self, op_name: str) -> Any:
        """The function kept under the name, else Tensor's method of that name. Raises AttributeError for neither."""
        return self._functions[op_name] if op_name in self._functions else getattr(Tensor, op_name)


tensor_operator_registry = Registry()


def prim_arg_register(fn: Callable[..., None]) -> Callable[..., None]:
    """Decorates `fn`, the `__init__` of a user's Primitive: its arguments are `init_attrs`, and are no attributes."""
    return record_init_arguments(fn, attributes=False)


__all__ = [*exported_names(globals()), "tensor_operator_registry", "vm_impl_registry"]
