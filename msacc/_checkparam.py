"""`mindspore._checkparam`: the argument checks that layers of research code import, a facade over `common.checks`.

A check returns the value it was given and raises TypeError for another type and ValueError for a value out of
range. `Validator` (its name until MindSpore 2.0) holds the same functions, `Rel` the relations.
"""

from __future__ import annotations

import enum
import functools
import inspect
import operator
import re
from collections.abc import Callable, Sequence
from typing import Any

from msacc.common import checks
from msacc.common.dtype import Type, issubclass_
from msacc.module_aliases import refuse


class Rel(enum.IntEnum):
    """How a value must stand to a bound, or to a range (`INC_LEFT`: the left end is included)."""

    EQ = 1
    NE = 2
    LT = 3
    LE = 4
    GT = 5
    GE = 6
    INC_NEITHER = 7
    INC_LEFT = 8
    INC_RIGHT = 9
    INC_BOTH = 10
    IN = 11
    NOT_IN = 12


EQ, NE, LT, LE, GT, GE, INC_NEITHER, INC_LEFT, INC_RIGHT, INC_BOTH, IN, NOT_IN = Rel

_SIGNS: dict[int, tuple[str, Callable[[Any, Any], bool]]] = {
    Rel.EQ: ("be equal to", operator.eq),
    Rel.NE: ("not be equal to", operator.ne),
    Rel.LT: ("be less than", operator.lt),
    Rel.LE: ("be at most", operator.le),
    Rel.GT: ("be greater than", operator.gt),
    Rel.GE: ("be at least", operator.ge),
    Rel.IN: ("be in", lambda value, allowed: value in allowed),
    Rel.NOT_IN: ("not be in", lambda value, allowed: value not in allowed),
}
_RANGES: dict[int, tuple[str, str]] = {
    Rel.INC_NEITHER: ("(", ")"),
    Rel.INC_LEFT: ("[", ")"),
    Rel.INC_RIGHT: ("(", "]"),
    Rel.INC_BOTH: ("[", "]"),
}


def _subject(name: str | None, where: str | None) -> str:
    return checks.subject(where or "", name or "input value")


def _typed(value: Any, kind: type, name: str | None, where: str | None) -> Any:
    return checks.instance(where or "", name or "input value", value, kind)


def _related(value: Any, bound: Any, rel: int, name: str | None, where: str | None) -> Any:
    words, holds = _SIGNS[rel]
    if not holds(value, bound):
        raise ValueError(f"{_subject(name, where)} must {words} {bound}, but got {value!r}.")
    return value


def check(
    arg_name: str,
    arg_value: Any,
    value_name: str,
    value: Any,
    rel: int = EQ,
    prim_name: str | None = None,
    excp_cls: type[Exception] = ValueError,
) -> Any:
    """`arg_value` must stand in `rel` to `value`; raises `excp_cls`."""
    words, holds = _SIGNS[rel]
    if not holds(arg_value, value):
        bound = f"{value_name} ({value})" if value_name else f"{value}"
        raise excp_cls(
            f"{_subject(arg_name, prim_name)} should {words} {bound}, but got {arg_value!r}."
        )
    return arg_value


def check_int(
    arg_value: Any, value: Any, rel: int, arg_name: str | None = None, prim_name: str | None = None
) -> int:
    """An int that stands in `rel` to `value`."""
    return _related(_typed(arg_value, int, arg_name, prim_name), value, rel, arg_name, prim_name)  # type: ignore[no-any-return]


def check_float(
    arg_value: Any, value: Any, rel: int, arg_name: str | None = None, prim_name: str | None = None
) -> float:
    """A float (no int) that stands in `rel` to `value`."""
    return _related(_typed(arg_value, float, arg_name, prim_name), value, rel, arg_name, prim_name)  # type: ignore[no-any-return]


def check_is_number(
    arg_value: Any, arg_type: type, arg_name: str | None = None, prim_name: str | None = None
) -> Any:
    """A value of `arg_type`, which is int or float; no bool."""
    return _typed(arg_value, arg_type, arg_name, prim_name)


def check_number(arg_name: str, arg_value: Any, value: Any, rel: int, prim_name: str) -> Any:
    """A value that stands in `rel` to `value`, of any type that compares with it."""
    return _related(arg_value, value, rel, arg_name, prim_name)


def check_number_range(
    arg_value: Any,
    lower_limit: Any,
    upper_limit: Any,
    rel: int,
    value_type: type,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> Any:
    """A `value_type` between the limits; `rel` says which ends count."""
    _typed(arg_value, value_type, arg_name, prim_name)
    if rel not in _RANGES:
        raise ValueError(f"'rel' must be one of {[Rel(r).name for r in _RANGES]}, but got {rel!r}.")
    left, right = _RANGES[rel]
    closed = ("l" if left == "[" else "") + ("r" if right == "]" else "")
    return checks.between(
        prim_name or "", arg_name or "input value", arg_value, lower_limit, upper_limit, closed
    )


def check_int_range(
    arg_value: Any,
    lower_limit: int,
    upper_limit: int,
    rel: int,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> int:
    """An int between the limits."""
    return check_number_range(  # type: ignore[no-any-return]
        arg_value, lower_limit, upper_limit, rel, int, arg_name, prim_name
    )


def check_float_range(
    arg_value: Any,
    lower_limit: float,
    upper_limit: float,
    rel: int,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> float:
    """A float between the limits."""
    return check_number_range(  # type: ignore[no-any-return]
        arg_value, lower_limit, upper_limit, rel, float, arg_name, prim_name
    )


def check_is_int(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> int:
    """An int; no bool."""
    return _typed(arg_value, int, arg_name, prim_name)  # type: ignore[no-any-return]


def check_is_float(
    arg_value: Any, arg_name: str | None = None, prim_name: str | None = None
) -> float:
    """A float; no int."""
    return _typed(arg_value, float, arg_name, prim_name)  # type: ignore[no-any-return]


def check_equal_int(
    arg_value: Any, value: int, arg_name: str | None = None, prim_name: str | None = None
) -> int:
    """The int `value`."""
    return check_int(arg_value, value, EQ, arg_name, prim_name)


def check_bool(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> bool:
    """True or False."""
    return _typed(arg_value, bool, arg_name, prim_name)  # type: ignore[no-any-return]


def check_string(
    arg_value: Any,
    valid_values: Sequence[str],
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> str:
    """One of `valid_values`; anything else is a ValueError."""
    return checks.choice(prim_name or "", arg_name or "input value", arg_value, tuple(valid_values))  # type: ignore[no-any-return]


def check_str_by_regular(
    target: str, reg: str | None = None, flag: int = re.ASCII, prim_name: str | None = None
) -> bool:
    """True for a str that matches the pattern, by default letters, digits, '_' and '.'; else a ValueError."""
    pattern = r"^\w+[0-9a-zA-Z\_\.]*$" if reg is None else reg
    if re.match(pattern, target, flag) is None:
        where = f"For '{prim_name}', " if prim_name else ""
        raise ValueError(f"{where}{target!r} is illegal, it should match the pattern {pattern!r}.")
    return True


def check_value_type(
    arg_name: str, arg_value: Any, valid_types: Any, prim_name: str | None = None
) -> Any:
    """An instance of one of `valid_types`; a bool only where bool is named."""
    kinds = tuple(valid_types) if isinstance(valid_types, (list, tuple)) else valid_types
    return checks.instance(prim_name or "", arg_name, arg_value, kinds)


def check_isinstance(arg_name: str, arg_value: Any, classes: Any) -> Any:
    """An instance of `classes`; anything else is a ValueError."""
    if not isinstance(arg_value, classes):
        raise ValueError(
            f"The '{arg_name}' must be an instance of {classes}, but got {arg_value!r}."
        )
    return arg_value


def _dtypes(kinds: Any) -> tuple[Any, ...]:
    return tuple(kinds) if isinstance(kinds, (list, tuple, set)) else (kinds,)


def check_type_name(arg_name: str, arg_type: Any, valid_types: Any, prim_name: str | None) -> Any:
    """One of the dtypes (or classes) `valid_types`."""
    if arg_type not in _dtypes(valid_types):
        raise TypeError(
            f"{_subject(arg_name, prim_name)} should be one of {[str(t) for t in _dtypes(valid_types)]}, "
            f"but got '{arg_type}'."
        )
    return arg_type


def check_subclass(arg_name: str, type_: Any, template_types: Any, prim_name: str | None) -> None:
    """A dtype of the kinds `template_types` (`mindspore.number`, say), or a subclass of one."""
    for kind in _dtypes(template_types):
        both = isinstance(type_, type) and isinstance(kind, type) and not isinstance(type_, Type)
        if issubclass(type_, kind) if both else issubclass_(type_, kind):
            return
    raise TypeError(
        f"{_subject(arg_name, prim_name)} must be one of {[str(t) for t in _dtypes(template_types)]}, "
        f"but got {type_}."
    )


def check_tensor_dtype_valid(
    arg_name: str, arg_type: Any, valid_dtypes: Any, prim_name: str | None
) -> Any:
    """A tensor's dtype that is one of `valid_dtypes`."""
    return check_type_name(arg_name, arg_type, valid_dtypes, prim_name)


_CHECKS = {"int": check_int, "float": check_float}
_BOUNDS = {"positive": GT, "negative": LT, "non_positive": LE, "non_negative": GE}


def _against_zero(kind: str, rel: int, name: str) -> Callable[..., Any]:
    def check_it(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> Any:
        return _CHECKS[kind](arg_value, 0, rel, arg_name, prim_name)

    words = _SIGNS[rel][0]
    check_it.__name__ = check_it.__qualname__ = name
    check_it.__doc__ = f"A value of type {kind} that must {words} 0."
    return check_it


for _kind in _CHECKS:
    for _sign, _rel in _BOUNDS.items():
        _name = f"check_{_sign}_{_kind}"
        globals()[_name] = _against_zero(_kind, _rel, _name)


def _for_each(one: Callable[..., Any]) -> Callable[..., Any]:
    def check_each(sequence: Any, arg_name: str | None = None, prim_name: str | None = None) -> Any:
        """The same check for each value of a sequence, which comes back."""
        for i, value in enumerate(sequence):
            one(value, f"{arg_name or 'input value'}[{i}]", prim_name)
        return sequence

    return check_each


for _name in ("check_positive_int", "check_non_negative_int", "check_positive_float"):
    globals()[f"{_name}_sequence"] = _for_each(globals()[_name])


def _repeated(count: int) -> Callable[[Any], tuple[Any, ...]]:
    def expand(m: Any) -> tuple[Any, ...]:
        """An int several times over; a tuple of so many as it is."""
        if isinstance(m, tuple) and len(m) == count:
            return m
        if isinstance(m, int):
            return (m,) * count
        raise TypeError(f"an int or a tuple of {count} is needed, but got {m!r}.")

    return expand


once, twice, triple = (_repeated(count) for count in (1, 2, 3))


class Validator:
    """The same checks as functions of a class: `Validator.check_positive_int(3)`."""


for _name in [name for name in globals() if name.startswith("check") and name != "checks"]:
    setattr(Validator, _name, staticmethod(globals()[_name]))


def args_type_check(*type_args: Any, **type_kwargs: Any) -> Callable[[Callable[..., Any]], Any]:
    """Decorate a function whose arguments must be of these types, given by position or by name; None always may be.

    The function then raises TypeError for an argument of another type, and `args_type_check` for a name it has not.
    """

    def decorate(fn: Callable[..., Any]) -> Any:
        signature = inspect.signature(fn)
        kinds = signature.bind_partial(*type_args, **type_kwargs).arguments

        @functools.wraps(fn)
        def checked(*args: Any, **kwargs: Any) -> Any:
            arguments = signature.bind(*args, **kwargs).arguments
            for name, value in {**arguments, **arguments.get("kwargs", {})}.items():
                kind = {**kinds, **kinds.get("kwargs", {})}.get(name)
                if name != "kwargs" and kind and value is not None and not isinstance(value, kind):
                    raise TypeError(
                        f"The parameter '{name}' must be {kind}, but got {type(value)}."
                    )
            return fn(*args, **kwargs)

        return checked

    return decorate


def check_and_canonicalize_axes(axes: Any, ndim: int) -> tuple[int, ...]:
    """The axes, an int or a tuple, counted from 0. TypeError for no int, ValueError out of range or double."""
    positions = []
    for axis in axes if isinstance(axes, tuple) else (axes,):
        if not isinstance(axis, int):
            raise TypeError(f"Each axis should be integer, but got {type(axis)} in {axes}.")
        if not -ndim <= axis < ndim:
            raise ValueError(
                f"The 'axis' must be in the range of [-{ndim}, {ndim}), but got {axis}."
            )
        positions.append(axis % ndim)
    if len(set(positions)) != len(positions):
        raise ValueError(
            f"The elements of 'axis' can not be duplicate, but got {tuple(positions)}."
        )
    return tuple(positions)


__getattr__ = refuse("mindspore._checkparam")
