"""MultitypeFuncGraph, HyperMap and Map: dispatch by argument type, mapped over nested sequences."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.common.warn_once import no_effects
from msacc.ops.core.op import exported_names

if TYPE_CHECKING:
    from collections.abc import Sequence

# What a registered type name admits. Dtype-like names stand for Python numbers, as in MindSpore.
_CLASSES: dict[str, tuple[type, ...]] = {
    "Tensor": (Tensor,),
    "Number": (bool, int, float),
    "Bool": (bool,),
    "Int": (int,),
    "Int64": (int,),
    "Float": (float,),
    "Float64": (float,),
    "Float32": (float,),
    "String": (str,),
    "Tuple": (tuple,),
    "List": (list,),
    "NoneType": (type(None),),
    "TypeNone": (type(None),),
    "None": (type(None),),
    "Type": (mstype.Type,),
    "TypeType": (mstype.Type,),
    "Ref": (Tensor,),
    "Slice": (slice,),
    "Ellipsis": (type(...),),
}
_CALLABLE = ("Function", "Func")
# Names that MindSpore knows and that no value here has.
_NEVER = (
    *("RowTensor", "COOTensor", "CSRTensor", "MapTensor", "UndeterminedType", "Problem"),
    *(
        "Int8",
        "Int16",
        "Int32",
        "UInt8",
        "UInt16",
        "UInt32",
        "UInt64",
        "UInt",
        "Float16",
        "BFloat16",
    ),
    *(
        "Complex64",
        "Complex128",
        "Bprop",
        "Env",
        "EnvType",
        "Class",
        "Object",
        "Dictionary",
        "Keyword",
    ),
)

# MindSpore writes types of numbers in lower case as well.
_NUMBERS = ("Bool", "Int", "UInt", "Float", "BFloat", "Complex")
_LOWER = {
    name.lower(): name for name in (*_CLASSES, *_NEVER) if name.rstrip("0123456789") in _NUMBERS
}


def _admits(name: str, value: Any) -> bool:
    if name in _CALLABLE:
        return callable(value) and not isinstance(value, Tensor)
    classes = _CLASSES.get(name, ())
    if isinstance(value, bool) and name not in ("Bool", "Number"):
        return False
    return isinstance(value, classes)


def _type_name(entry: Any) -> str:
    if isinstance(entry, mstype.Type):
        return entry.name
    if not isinstance(entry, str):
        raise TypeError(
            f"For 'MultitypeFuncGraph', register only support str or {mstype.Type}, but got {entry!r}."
        )
    name = _LOWER.get(entry, entry)
    if name not in _CLASSES and name not in _NEVER and name not in _CALLABLE:
        raise RuntimeError(f"Unsupported type name: {entry}!")
    return name


class MultitypeFuncGraph:
    """A function with one body per combination of argument types.

    `@graph.register("Tensor", "Number")` adds a body; calling the graph runs the first one
    registered that fits, and gives its result. `name` is a str that errors show. `read_value` says once
    that it has no effect: a parameter is its value wherever one is read. Raises TypeError for a
    `name` that is no str, ValueError when no body fits, RuntimeError for an unknown type name.
    Differs from MindSpore: its `register` lets an unknown type name pass.
    """

    def __init__(self, name: str, read_value: bool = False):
        if not isinstance(name, str):
            raise TypeError(f"For 'MultitypeFuncGraph', 'name' should be a str, but got {name!r}.")
        why = "a parameter is its value wherever one is read"
        no_effects("MultitypeFuncGraph", why, read_value=(read_value, False))
        self.name, self.doc_url = name, ""
        self.entries: list[tuple[tuple[str, ...], Callable[..., Any]]] = []
        self.__name__ = name

    def register(self, *type_names: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A decorator that adds a body for arguments of the types `type_names`, a str or type each."""
        names = tuple([_type_name(entry) for entry in type_names])

        def keep(fn: Callable[..., Any]) -> Callable[..., Any]:
            if not callable(fn):
                raise TypeError(
                    f"For 'MultitypeFuncGraph', a function is registered, but got {fn!r}."
                )
            self.entries.append((names, fn))
            return fn

        return keep

    def set_doc_url(self, doc_url: str) -> None:
        """Where the error sends whoever gives arguments that no body fits."""
        self.doc_url = doc_url

    def _find(self, args: tuple[Any, ...]) -> Callable[..., Any]:
        for names, fn in self.entries:
            if len(names) == len(args):
                fits = True
                for name, value in zip(names, args, strict=True):
                    fits = fits and _admits(name, value)
                if fits:
                    return fn
        see = f" See {self.doc_url}." if self.doc_url else ""
        raise ValueError(
            f"For 'MultitypeFuncGraph', cannot find fn match given args. Registered for '{self.name}': "
            f"{[names for names, _ in self.entries]}, got {[type(a).__name__ for a in args]}.{see}"
        )

    def __call__(self, *args: Any) -> Any:
        return self._find(args)(*args)


class HyperMap:
    """Apply a function to each leaf of nested tuples or lists, in step: `HyperMap(ops)(*nests)`.

    `ops` is the function, any callable, a MultitypeFuncGraph for instance; without one the call's first
      argument is it. The nests hold Tensors, numbers or anything else and have one structure; the result has
      it too, with tuples for lists.
    `reverse` visits (and for side effects, runs) the elements from the last to the first.

    Raises TypeError for `ops` that cannot be called, NotImplementedError for a dict in a nest.

    Differs from MindSpore: outside graph mode its constructor takes a MultitypeFuncGraph only, and plain
    functions go into the call.
    """

    def __init__(self, ops: Callable[..., Any] | None = None, reverse: bool = False):
        if ops is not None and not callable(ops):
            raise TypeError(
                f"For '{type(self).__name__}', 'ops' should be callable, but got {ops!r}."
            )
        self.ops = ops
        self.reverse = reverse

    def __call__(self, *args: Any) -> Any:
        if self.ops is None:
            return self._map(args[0], args[1:])
        return self._map(self.ops, args)

    def _map(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        return _over(fn, args, True, self.reverse)


class Map(HyperMap):
    """Like `HyperMap` on the outermost level only.

    `ops`: the function, which otherwise is the first argument of a call; `reverse`: from the last items to the
    first.
    """

    def _map(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        return _over(fn, args, False, self.reverse)


def _over(fn: Callable[..., Any], args: tuple[Any, ...], deep: bool, reverse: bool) -> Any:
    if not isinstance(args[0], (tuple, list)):
        if isinstance(args[0], dict):
            raise NotImplementedError("A dict cannot be mapped; map over its values as a tuple.")
        return fn(*args)
    rows = list(zip(*args, strict=False))
    if reverse:
        rows.reverse()
    out = []
    for row in rows:
        out.append(_over(fn, row, True, reverse) if deep else fn(*row))
    if reverse:
        out.reverse()
    return tuple(out)


partial = functools.partial


def add_flags(fn: Callable[..., Any] | None = None, **flags: object) -> Any:
    """Keep the compiler flags `flags` on a function or Cell; they steer MindSpore's compiler only.

    `fn`: a function or Cell; without it a decorator is returned.
    """

    def mark(body: Any) -> Any:
        body._func_graph_flags = {**getattr(body, "_func_graph_flags", {}), **flags}
        return body

    return mark if fn is None else mark(fn)


def mixed_precision_cast(dst_dtype: mstype.Type, x: Tensor | Sequence[Tensor]) -> Any:
    """Float Tensors in `x`, of any shape (also in tuples and lists), as `dst_dtype`; the rest, dicts too, as it
    is.

    A list comes back as a tuple, as in MindSpore.
    """
    if isinstance(x, Tensor):
        floats = x._t.dtype.is_floating_point
        return wrap(x._t.to(mstype.to_torch(dst_dtype))) if floats else x
    if isinstance(x, (tuple, list)):
        return tuple([mixed_precision_cast(dst_dtype, item) for item in x])
    return x


def switch(cond: Any, true_branch: Any, false_branch: Any) -> Any:
    """`true_branch` or `false_branch`, any two values, by `cond`, a bool or a Tensor of one element.

    Raises ValueError for a Tensor of several.
    """
    if isinstance(cond, Tensor) and cond._t.numel() != 1:
        raise ValueError(
            "The truth value of an array with more than one element is ambiguous. For 'switch', got a condition of "
            f"shape {cond.shape}."
        )
    return true_branch if bool(cond) else false_branch


def core(fn: Callable[..., Any] | None = None, **flags: object) -> Any:
    """Mark a function as part of the core; nothing follows from it here."""
    return add_flags(fn, core=True, **flags)


__all__ = [*exported_names(globals()), "partial"]
