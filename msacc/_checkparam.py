"""`mindspore._checkparam`: the argument checks that layers of research code import, with MindSpore's texts.

Libraries compare the texts in their tests; msacc's own checks are in `common.checks`. A check returns the value it was
given and raises TypeError for another type and ValueError for a value out of range. `Validator` (its name until
MindSpore 2.0) holds the same functions, `Rel` the relations.
"""

from __future__ import annotations

import enum
import functools
import inspect
import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

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
    Rel.EQ: ("=", operator.eq),
    Rel.NE: ("!=", operator.ne),
    Rel.LT: ("<", operator.lt),
    Rel.LE: ("<=", operator.le),
    Rel.GT: (">", operator.gt),
    Rel.GE: (">=", operator.ge),
    Rel.IN: ("in", lambda value, allowed: value in allowed),
    Rel.NOT_IN: ("not in", lambda value, allowed: value not in allowed),
}
# Brackets, and whether a value is out of the range: NaN is not, as in MindSpore.
_RANGES: dict[int, tuple[str, str, Callable[[Any, Any], bool], Callable[[Any, Any], bool]]] = {
    Rel.INC_NEITHER: ("(", ")", operator.le, operator.ge),
    Rel.INC_LEFT: ("[", ")", operator.lt, operator.ge),
    Rel.INC_RIGHT: ("(", "]", operator.le, operator.gt),
    Rel.INC_BOTH: ("[", "]", operator.lt, operator.gt),
}


def _subject(name: str | None, where: str | None, before: str = "") -> str:
    """The argument as MindSpore's texts name it, `before`: words before its name."""
    the = f"For '{where}', the " if where else "The "
    return f"{the}{before}" + (f"'{name}'" if name else "input value")


def _is_a(value: object, kind: type) -> bool:
    """Whether it is of that class; a bool is no number."""
    return isinstance(value, kind) and not (isinstance(value, bool) and kind in (int, float))


def _type_name(value: object) -> str:
    return type(value).__name__


def _related(
    value: object, kind: Any, bound: Any, rel: int, name: str | None, where: str | None
) -> Any:
    subject, (sign, holds) = _subject(name, where), _SIGNS[rel]
    if not isinstance(value, kind):
        raise TypeError(f"{subject} must be {kind.__name__}, but got '{_type_name(value)}'")
    if not math.isfinite(value):
        raise ValueError(f"{subject} must be a legal value, but got '{value}'.")
    if _is_a(value, kind) and holds(value, bound):
        return value
    raise (ValueError if _is_a(value, kind) else TypeError)(
        f"{subject} must be {kind.__name__} and must {sign} {bound}, but got '{value}' with type '{_type_name(value)}'."
    )


def check(
    arg_name: str,
    arg_value: object,
    value_name: str,
    value: object,
    rel: int = EQ,
    prim_name: str | None = None,
    excp_cls: type[Exception] = ValueError,
) -> Any:
    """`arg_value` must stand in `rel` to `value`; raises `excp_cls`."""
    sign, holds = _SIGNS[rel]
    if not holds(arg_value, value):
        raise excp_cls(
            f"{_subject(arg_name, prim_name)} should be {sign} {value_name}: {value}, but got {arg_value}."
        )
    return arg_value


def check_int(
    arg_value: object,
    value: object,
    rel: int,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> int:
    """An int that stands in `rel` to `value`."""
    return _related(arg_value, int, value, rel, arg_name, prim_name)  # type: ignore[no-any-return]


def check_float(
    arg_value: object,
    value: object,
    rel: int,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> float:
    """A float (no int) that stands in `rel` to `value`."""
    return _related(arg_value, float, value, rel, arg_name, prim_name)  # type: ignore[no-any-return]


def check_is_number(
    arg_value: Any, arg_type: type, arg_name: str | None = None, prim_name: str | None = None
) -> Any:
    """A value of `arg_type`, which is int or float; no bool, and no NaN."""
    if not _is_a(arg_value, arg_type):
        raise TypeError(
            f"{_subject(arg_name, prim_name, 'type of ')} must be '{arg_type.__name__}', but got "
            f"'{_type_name(arg_value)}'."
        )
    if not math.isfinite(arg_value):
        raise ValueError(
            f"{_subject(arg_name, prim_name)} must be a legal float, but got '{arg_value}'."
        )
    return arg_value


def check_number(arg_name: str, arg_value: object, value: object, rel: int, prim_name: str) -> Any:
    """A value that stands in `rel` to `value`, of any type that compares with it."""
    sign, holds = _SIGNS[rel]
    if not holds(arg_value, value):
        raise ValueError(
            f"For '{prim_name}', the argument '{arg_name}' must {sign} {value}, but got {arg_value}."
        )
    return arg_value


def check_number_range(
    arg_value: object,
    lower_limit: object,
    upper_limit: object,
    rel: int,
    value_type: type,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> Any:
    """A `value_type` between the limits; `rel` says which ends count."""
    subject = _subject(arg_name, prim_name)
    if not _is_a(arg_value, value_type):
        raise TypeError(
            f"{subject} must be '{value_type.__name__}',  but got '{_type_name(arg_value)}'."
        )
    if rel not in _RANGES:
        raise ValueError(f"'rel' must be one of {[Rel(r).name for r in _RANGES]}, but got {rel!r}.")
    left, right, below, above = _RANGES[rel]
    if below(arg_value, lower_limit) or above(arg_value, upper_limit):
        raise ValueError(
            f"{subject} must be in range of {left}{lower_limit}, {upper_limit}{right}, but got {arg_value} with type "
            f"'{_type_name(arg_value)}'."
        )
    return arg_value


def check_int_range(
    arg_value: object,
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
    arg_value: object,
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


def check_is_int(
    arg_value: object, arg_name: str | None = None, prim_name: str | None = None
) -> int:
    """An int; no bool."""
    return check_is_number(arg_value, int, arg_name, prim_name)  # type: ignore[no-any-return]


def check_is_float(
    arg_value: object, arg_name: str | None = None, prim_name: str | None = None
) -> float:
    """A float; no int."""
    return check_is_number(arg_value, float, arg_name, prim_name)  # type: ignore[no-any-return]


def check_equal_int(
    arg_value: object, value: int, arg_name: str | None = None, prim_name: str | None = None
) -> int:
    """The int `value`."""
    return check_int(arg_value, value, EQ, arg_name, prim_name)


def check_bool(
    arg_value: object, arg_name: str | None = None, prim_name: str | None = None
) -> bool:
    """True or False."""
    if not isinstance(arg_value, bool):
        raise TypeError(
            f"{_subject(arg_name, prim_name)} must be a bool, but got {_type_name(arg_value)}."
        )
    return arg_value


def check_string(
    arg_value: object,
    valid_values: Sequence[str],
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> str:
    """One of `valid_values`; anything else is a ValueError."""
    if not isinstance(arg_value, str) or arg_value not in valid_values:
        raise ValueError(
            f"{_subject(arg_name or 'parameter', prim_name)} must be str and must be in '{valid_values}', but got "
            f"'{arg_value}'."
        )
    return arg_value


def check_str_by_regular(
    target: str, reg: str | None = None, flag: int = re.ASCII, prim_name: str | None = None
) -> bool:
    """True for a str that matches the pattern, by default letters, digits, '_' and '.'; else a ValueError."""
    pattern = r"^\w+[0-9a-zA-Z\_\.]*$" if reg is None else reg
    if re.match(pattern, target, flag) is None:
        raise ValueError(
            f"{_subject(target, prim_name)} is illegal, it must be match regular'{pattern}' by flags'{flag}.'"
        )
    return True


def check_value_type(
    arg_name: str, arg_value: object, valid_types: Any, prim_name: str | None = None
) -> Any:
    """An instance of one of `valid_types`; a bool only where bool is named."""
    kinds = list(valid_types) if isinstance(valid_types, (list, tuple)) else [valid_types]
    if isinstance(arg_value, tuple(kinds)) and (not isinstance(arg_value, bool) or bool in kinds):
        return arg_value
    names = [kind.__name__ for kind in kinds]
    allowed = f"one of '{names}'" if len(names) > 1 else f"'{names[0]}'"
    raise TypeError(
        f"{_subject(arg_name, prim_name, 'type of ')} should be {allowed}, but got type '{_type_name(arg_value)}'."
    )


def check_element_type_of_iterable(
    arg_name: str, arg_value: Any, valid_types: Any, prim_name: str | None = None
) -> Any:
    """A list or tuple of instances of `valid_types`."""
    check_value_type(arg_name, arg_value, [list, tuple], prim_name)
    for element in arg_value:
        _check_element(arg_name, element, valid_types, prim_name)
    return arg_value


def check_element_type_of_dict(
    arg_name: str, arg_value: Any, key_types: Any, value_types: Any, prim_name: str | None = None
) -> Any:
    """A dict with keys of `key_types` and values of `value_types`."""
    check_value_type(arg_name, arg_value, [dict], prim_name)
    for key, value in arg_value.items():
        _check_element(arg_name, key, key_types, prim_name)
        _check_element(arg_name, value, value_types, prim_name)
    return arg_value


def _check_element(name: str, element: object, kinds: Any, where: str | None) -> None:
    try:
        check_value_type(name, element, kinds, where)
    except TypeError:
        names = [kind.__name__ for kind in kinds]
        allowed = f"one of {names}" if len(names) > 1 else names[0]
        raise TypeError(
            f"{_subject(name, where, 'type of ')} should be {allowed}, but got '{element}' with type "
            f"'{_type_name(element)}'."
        ) from None


def check_isinstance(arg_name: str, arg_value: object, classes: Any) -> Any:
    """An instance of `classes`; anything else is a ValueError."""
    if not isinstance(arg_value, classes):
        raise ValueError(
            f"The parameter '{arg_name}' must be isinstance of {classes}, but got {arg_value}."
        )
    return arg_value


def _dtypes(kinds: object) -> tuple[Any, ...]:
    return tuple(kinds) if isinstance(kinds, (list, tuple, set)) else (kinds,)


def _shown(kind: object) -> Any:
    return kind.__name__ if isinstance(kind, type) and not isinstance(kind, Type) else kind


def check_type_name(
    arg_name: str, arg_type: object, valid_types: object, prim_name: str | None
) -> Any:
    """One of the dtypes (or classes) `valid_types`."""
    kinds = _dtypes(valid_types)
    if arg_type in kinds:
        return arg_type
    allowed = f"one of {[_shown(kind) for kind in kinds]}" if len(kinds) > 1 else _shown(kinds[0])
    raise TypeError(
        f"{_subject(arg_name, prim_name)} should be {allowed}, but got '{_shown(arg_type)!r}'.".replace(
            "''", "'"
        )
    )


_HARDWARE = (
    "The supported data types depend on the hardware that executes the operator, for more details, please refer to "
    "the MindSpore official website to get more information about the data type."
)


def _check_dtype(name: str, given: Any, kinds: Sequence[Any], where: str | None, form: str) -> None:
    for kind in kinds:
        both = isinstance(given, type) and isinstance(kind, type) and not isinstance(given, Type)
        if issubclass(given, kind) if both else issubclass_(given, kind):
            return
    allowed = ", ".join(form.format(kind) for kind in kinds)
    raise TypeError(
        f"For '{where}', the element of '{name}' must be {'one of ' * (len(kinds) > 1)}{allowed}, but got {given}."
        + _HARDWARE
    )


def check_subclass(
    arg_name: str, type_: object, template_types: object, prim_name: str | None
) -> None:
    """A dtype of the kinds `template_types` (`mindspore.number`, say), or a subclass of one."""
    _check_dtype(arg_name, type_, _dtypes(template_types), prim_name, "{}")


def check_tensor_dtype_valid(
    arg_name: str, arg_type: object, valid_dtypes: object, prim_name: str | None
) -> Any:
    """A tensor's dtype that is one of `valid_dtypes`."""
    _check_dtype(arg_name, arg_type, _dtypes(valid_dtypes), prim_name, "Tensor[{}]")
    return arg_type


def check_types_same_and_valid(
    args: Mapping[str, Any], valid_values: object, prim_name: str | None
) -> None:
    """Types of `args` (name -> type) that are of `valid_values`, and all the same."""
    first = next(iter(args.items()), None)
    for name, given in args.items():
        _check_dtype(name, given, _dtypes(valid_values), prim_name, "{}")
        if first is not None and given != first[1]:
            raise TypeError(
                f"For '{prim_name}', the type of '{name}' should be same as '{first[0]}', but got '{first[0]}' with "
                f"type {first[1]} and '{name}' with type {given}."
            )


_CHECKS = {"int": check_int, "float": check_float}
_BOUNDS = {"positive": GT, "negative": LT, "non_positive": LE, "non_negative": GE}


def _against_zero(kind: str, rel: int, name: str) -> Callable[..., Any]:
    def check_it(
        arg_value: object, arg_name: str | None = None, prim_name: str | None = None
    ) -> Any:
        return _CHECKS[kind](arg_value, 0, rel, arg_name, prim_name)

    check_it.__name__ = check_it.__qualname__ = name
    check_it.__doc__ = f"A value of type {kind} that is {_SIGNS[rel][0]} 0."
    return check_it


for _kind in _CHECKS:
    for _sign, _rel in _BOUNDS.items():
        _name = f"check_{_sign}_{_kind}"
        globals()[_name] = _against_zero(_kind, _rel, _name)


def _for_each(one: Callable[..., Any]) -> Callable[..., Any]:
    def check_each(sequence: Any, arg_name: str | None = None, prim_name: str | None = None) -> Any:
        """The same check for each value of a sequence, which comes back."""
        for i, value in enumerate(sequence):
            one(value, f"{arg_name or 'arg_name'}[{i}]", prim_name)
        return sequence

    return check_each


for _name in ("check_positive_int", "check_non_negative_int", "check_positive_float"):
    globals()[f"{_name}_sequence"] = _each = _for_each(globals()[_name])
    _each.__name__ = _each.__qualname__ = f"{_name}_sequence"


def _repeated(count: int) -> Callable[[Any], tuple[Any, ...]]:
    def expand(m: object) -> tuple[Any, ...]:
        """An int several times over; a tuple of so many as it is."""
        if isinstance(m, tuple) and len(m) == count:
            return m
        if isinstance(m, int):
            return (m,) * count
        expanding = "When expanding an int number to tuple, input"
        if isinstance(m, tuple):
            raise TypeError(f"{expanding} tuple dimension must be {count}, but got {m}")
        raise TypeError(f"{expanding} type must be integer or tuple[int], but got {type(m)}")

    return expand


once, twice, triple = (_repeated(count) for count in (1, 2, 3))


class Validator:
    """The same checks as functions of a class: `Validator.check_positive_int(3)`."""

    # Of MindSpore 1.0 to 1.2, which give the argument's name first.

    @staticmethod
    def check_integer(
        arg_name: str, arg_value: object, value: object, rel: int, prim_name: str | None = None
    ) -> int:
        """An int that stands in `rel` to `value`."""
        return check_int(arg_value, value, rel, arg_name, prim_name)

    @staticmethod
    def check_float_positive(
        arg_name: str, arg_value: object, prim_name: str | None = None
    ) -> float:
        """A float above 0."""
        return check_float(arg_value, 0, GT, arg_name, prim_name)

    @staticmethod
    def check_float_legal_value(
        arg_name: str, arg_value: object, prim_name: str | None = None
    ) -> float:
        """A float; no infinity, no NaN."""
        return check_is_float(arg_value, arg_name, prim_name)


for _name in [name for name in globals() if name.startswith("check")]:
    setattr(Validator, _name, staticmethod(globals()[_name]))


def args_type_check(
    *type_args: object, **type_kwargs: object
) -> Callable[[Callable[..., Any]], Any]:
    """Decorate a function whose arguments must be of these types, given by position or by name; None always may be.

    The function then raises TypeError for an argument of another type, and `args_type_check` for a name it has not.
    """

    def decorate(fn: Callable[..., Any]) -> Any:
        signature = inspect.signature(fn)
        kinds = signature.bind_partial(*type_args, **type_kwargs).arguments

        @functools.wraps(fn)
        def checked(*args: object, **kwargs: object) -> Any:
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


def check_and_canonicalize_axes(axes: object, ndim: int) -> tuple[int, ...]:
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
