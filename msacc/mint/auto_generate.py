"""`mindspore.ops.auto_generate`: primitives and functions that MindSpore generates; `generated_names` holds the rows.

A name of `ops` or `ops.operations` is that one. `<name>_op` is an instance of its primitive, `<name>_impl` a function
that takes the arguments of a call. Anything else raises an error that names it.
"""

from __future__ import annotations

import functools
import importlib
import inspect
from typing import Any

from msacc import mint, ops
from msacc.mint.generated_names import CALLS, INNER, LATE_CALLS, LATE_INNER, METHODS, SETTINGS, Fn
from msacc.module_aliases import refuse
from msacc.ops import operations
from msacc.ops.bindings.primitives import ascend, backward
from msacc.ops.core.primitive import Primitive

# Instances whose names are not those of their classes.
_INSTANCES = {
    "bmm_ext": "BatchMatMulExt",
    "mm_ext": "Mm",
    "inplace_index_add": "InplaceIndexAddExt",
    "randint": "RandInt",
}

# Functions whose results share memory with their inputs, by the inner names.
_VIEWS = {
    "broadcast_to_view": mint.broadcast_to,
    "expand_dims_view": ops.expand_dims,
    "narrow_view": mint.narrow,
    "select_ext_view": mint.select,
    "transpose_ext_view": mint.transpose,
    "transpose_view": ops.transpose,
}


_KNOWN = {
    name.lower(): name for name in (*CALLS, *LATE_CALLS, *METHODS, *SETTINGS, *ascend.PRIMITIVES)
}


@functools.cache
def primitive(name: str) -> type[Primitive] | None:
    """The class of that name, or None."""
    for module in (operations, backward):
        kind = getattr(module, name, None)
        if isinstance(kind, type) and issubclass(kind, Primitive):
            return kind
    if name in ascend.PRIMITIVES:
        return ascend.PRIMITIVES[name]
    if name in SETTINGS:
        return _primitive_class(name, *SETTINGS[name])
    function = CALLS.get(name) or METHODS.get(name) or _late(LATE_CALLS, name)
    return None if function is None else _primitive_class(name, function, ())


def _late(table: dict[str, tuple[str, str]], name: str) -> Fn | None:
    """The function of a module that is imported now, or None."""
    if name not in table:
        return None
    module, function = table[name]
    late: Fn = getattr(importlib.import_module(module), function)
    return late


def _primitive_class(name: str, function: Fn, settings: tuple[str, ...]) -> type[Primitive]:
    def __init__(self: Primitive, *args: Any, **kwargs: Any) -> None:
        Primitive.__init__(self, name)
        arguments = dict(zip(settings, args, strict=False)) | kwargs
        if len(args) > len(settings) or not set(arguments) <= set(settings):
            raise TypeError(
                f"{name}() takes the arguments {settings}, but got {args} and {kwargs}."
            )
        self._msacc_init_arguments = arguments

    by_name = _by_name_alone(function)

    def construct(self: Primitive, *args: Any, **kwargs: Any) -> Any:
        rest = dict(zip(by_name[1], args[by_name[0] :], strict=False)) if by_name[1] else {}
        return function(
            *args[: len(args) - len(rest)], **rest, **kwargs, **self._msacc_init_arguments
        )

    def __call__(self: Primitive, *args: Any, **kwargs: Any) -> Any:
        return Primitive.__call__(self, *_in_order(name, function, args, kwargs))

    methods = {"__init__": __init__, "construct": construct, "__call__": __call__}
    space = {**methods, "__module__": __name__}
    return type(name, (Primitive,), {**space, "__doc__": f"`{function.__name__}` as a primitive."})


def _in_order(
    name: str, function: Fn, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, ...]:
    """The arguments of a call by position, as strategies count them; those left out are their defaults."""
    if not kwargs:
        return args
    found, rest = list(args), dict(kwargs)
    for parameter in list(inspect.signature(function).parameters.values())[len(args) :]:
        if not rest:
            break
        if parameter.name not in rest and parameter.default is parameter.empty:
            raise TypeError(f"{name}() needs the argument '{parameter.name}'.")
        found.append(rest.pop(parameter.name, parameter.default))
    if rest:
        raise TypeError(
            f"{name}() does not take {sorted(rest)} beside {len(args)} arguments by position."
        )
    return tuple(found)


def _by_name_alone(function: Fn) -> tuple[int, list[str]]:
    """How many arguments may come by position, and the names of the others, which a primitive takes so too."""
    parameters = inspect.signature(function).parameters.values()
    keyword_names = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
    return len(parameters) - len(keyword_names), keyword_names


@functools.cache
def _instance(name: str) -> Primitive | None:
    """`abs` -> Abs(), where the class needs no settings."""
    plain = name.replace("_", "")
    kind = _INSTANCES.get(name) or _KNOWN.get(plain) or _classes().get(plain)
    instance = primitive(kind) if kind else None
    try:
        return None if instance is None else instance()
    except TypeError:
        return None


@functools.cache
def _classes() -> dict[str, str]:
    """The primitives that `ops.operations` shows, by their names in small letters."""
    return {n.lower(): n for n, v in vars(operations).items() if isinstance(v, type)}


_missing = refuse("mindspore.ops.auto_generate")


def __getattr__(name: str) -> Any:
    value: Any = None
    if name.endswith("_op"):
        value = _instance(name.removesuffix("_op"))
    elif name.endswith("_impl"):
        inner = name.removesuffix("_impl")
        value = INNER.get(inner) or _late(LATE_INNER, inner)
    if value is None and not name.startswith("_"):
        value = (
            _VIEWS.get(name)
            or primitive(name)
            or getattr(_ext, name, None)
            or getattr(ops, name, None)
        )
    return _missing(name) if value is None else value


# The functions by MindSpore's inner names, with `_ext` at their end.
_ext = importlib.import_module("msacc.ops.function.math_func")
__all__: list[str] = []
