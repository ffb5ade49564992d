"""Declared inputs of a graph: marks the sizes that vary and refuses inputs that do not fit.

A size declared to vary is marked on the tensor, so that one graph holds all of them from the first call on. Sizes 0
and 1 make graphs of their own: torch decides by them how tensors are broadcast.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from msacc.common import tensor_marks
from msacc.common.mutable_ import Symbol, is_mutable, mutable
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, declared_dims

UNKNOWN_RANK = (-2,)


class DeclaredInputs:
    """The declared inputs of one function, in the order of its call or by name.

    A name may be a number: the position of an input in the call.
    """

    def __init__(self, where: str, inputs: Sequence[Any], named: dict[Any, Any]):
        self.where, self.positional, self.named = where, tuple(inputs), named

    @property
    def any_rank(self) -> bool:
        """Whether not even the rank of an input is known: its graph is made for any sizes at once."""
        return any(
            dims == UNKNOWN_RANK
            for item in (*self.positional, *self.named.values())
            for dims in _dims_of(item)
        )

    def take(self, fn: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> None:
        """Checks the inputs of a call against the declaration and marks the dynamic sizes.

        Raises ValueError for another number of inputs, rank, size or value, TypeError for another type.
        """
        if self.named:
            self._check_named(fn, args, kwargs)
            return
        check_count(fn, len(self.positional))
        inputs = (*args, *kwargs.values()) if kwargs else args
        if len(inputs) != len(self.positional):
            raise ValueError(
                f"For {self.where}, the length of input must be equal to expected one, but got expected: "
                f"{len(self.positional)} and input: {len(inputs)}."
            )
        seen: dict[int, int] = {}
        for number, (declared, value) in enumerate(zip(self.positional, inputs, strict=True), 1):
            self._check(f"input {number}", declared, value, seen)

    def _check_named(
        self, fn: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
    ) -> None:
        inputs: dict[int | str, Any] = dict(enumerate(args))
        inputs.update(zip(argument_names(fn), args, strict=False))
        inputs.update(kwargs)
        seen: dict[int, int] = {}
        for name, declared in self.named.items():
            if name in inputs:
                what = f"input {name + 1}" if isinstance(name, int) else f"input '{name}'"
                self._check(what, declared, inputs[name], seen)

    def _check(self, what: str, declared: Any, value: Any, seen: dict[int, int]) -> None:
        if isinstance(declared, Tensor):
            self._check_tensor(what, declared, value, seen)
        elif isinstance(declared, (tuple, list)) and is_mutable(declared):
            self._check_items(what, declared, value, seen)
        else:
            self._check_constant(what, declared, value)

    def _check_tensor(self, what: str, declared: Tensor, value: Any, seen: dict[int, int]) -> None:
        if not isinstance(value, Tensor):
            raise TypeError(
                f"For {self.where}, {what} should be a Tensor, which varies, but got {value!r}."
            )
        if isinstance(declared, Parameter) != isinstance(value, Parameter):
            raise TypeError(
                f"For {self.where}, {what} should be a {type(declared).__name__} as declared, but got a "
                f"{type(value).__name__}."
            )
        if declared.dtype != value.dtype:
            raise TypeError(
                f"For {self.where}, {what} should be Tensor[{declared.dtype}], but got Tensor[{value.dtype}]."
            )
        self._check_shape(what, declared_dims(declared), value, seen)

    def _check_shape(self, what: str, dims: Any, value: Tensor, seen: dict[int, int]) -> None:
        if dims == UNKNOWN_RANK:
            return
        if len(dims) != value.ndim:
            raise ValueError(
                f"For {self.where}, the rank of {what} must be {len(dims)}, but got {value.ndim}: shape {value.shape}."
            )
        for axis, (dim, size) in enumerate(zip(dims, value.shape, strict=True)):
            if isinstance(dim, Symbol):
                self._check_symbol(f"size {axis} of {what}", dim, size, seen)
            elif dim is not None and dim >= 0 and dim != size:
                raise ValueError(
                    f"For {self.where}, the shape of {what} must be the declared one, but got expected: {dim}, and "
                    f"input: {size} (size {axis} of {value.shape}); declare None for a size that varies."
                )
            if dim is None or isinstance(dim, Symbol) or dim < 0:
                tensor_marks.mark_varying(value._t, axis)

    def _check_symbol(self, what: str, rule: Symbol, size: int, seen: dict[int, int]) -> None:
        wrong = (
            f"at least {rule.min}"
            if size < rule.min
            else f"at most {rule.max}"
            if 0 < rule.max < size
            else f"{rule.divisor} * N + {rule.remainder}"
            if size % rule.divisor != rule.remainder
            else f"{seen[id(rule)]}, as elsewhere"
            if rule.unique and seen.setdefault(id(rule), size) != size
            else ""
        )
        if wrong:
            raise ValueError(
                f"For {self.where}, {what} must be {wrong}, as its Symbol says, but got {size}."
            )

    def _check_items(self, what: str, declared: Any, value: Any, seen: dict[int, int]) -> None:
        if isinstance(value, Tensor):
            raise ValueError(
                f"For {self.where}, {what} should be a tuple or list as declared, but got {value!r}."
            )
        if not isinstance(value, (tuple, list)) or not is_mutable(value):
            kind = ValueError if self.where == "enable_dynamic" else TypeError
            raise kind(
                f"For {self.where}, {what} is declared as mutable, but got {value!r}; give mutable(...) of it."
            )
        items: Sequence[Any] = declared
        if declared.dynamic_len:
            items = [declared[0]] * len(value) if declared else []
        elif len(declared) != len(value):
            raise ValueError(
                f"For {self.where}, the length of {what} must be {len(declared)}, but got {len(value)}; "
                "mutable(..., dynamic_len=True) declares one that varies."
            )
        for number, (one, other) in enumerate(zip(items, value, strict=True)):
            # What a mutable tuple holds is mutable.
            self._check(f"{what}, element {number}", mutable(one), mutable(other), seen)

    def _check_constant(self, what: str, declared: Any, value: Any) -> None:
        if is_mutable(declared) != is_mutable(value):
            raise TypeError(
                f"For {self.where}, {what} should be {'a mutable' if is_mutable(declared) else 'the static'} "
                f"{declared!r}, but got {value!r}."
            )
        if is_mutable(declared):
            wrong = type(declared) is not type(value)
        else:
            wrong = (
                type(declared) is not type(value) or _holds_tensors(declared) or declared != value
            )
        if wrong:
            raise ValueError(
                f"For {self.where}, {what} should be {declared!r} as declared, but got {value!r}; declare "
                "mutable(...) for what varies."
            )


def _dims_of(item: Any) -> list[Any]:
    if isinstance(item, Tensor):
        return [declared_dims(item)]
    if isinstance(item, (tuple, list)):
        return [dims for one in item for dims in _dims_of(one)]
    return []


def _holds_tensors(value: object) -> bool:
    if isinstance(value, dict):
        value = tuple(value.values())
    return isinstance(value, Tensor) or (
        isinstance(value, (tuple, list)) and any(map(_holds_tensors, value))
    )


def argument_names(fn: Callable[..., Any]) -> list[str]:
    """The names of the arguments that a function, or a Cell's construct, takes by position."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(getattr(fn, "construct", fn)).parameters.values()
    return [p.name for p in parameters if p.kind in kinds]


def check_count(fn: Callable[..., Any], count: int) -> None:
    """Raises TypeError if `fn` cannot take that number of inputs."""
    parameters = inspect.signature(getattr(fn, "construct", fn)).parameters.values()
    if any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters):
        return
    names = argument_names(fn)
    needed = sum(p.default is inspect.Parameter.empty and p.name in names for p in parameters)
    if not needed <= count <= max(len(names), needed):
        raise TypeError(
            f"The function construct requires {needed} positional arguments and has {len(names) - needed} with a "
            f"default, but inputs were declared for {count}."
        )
