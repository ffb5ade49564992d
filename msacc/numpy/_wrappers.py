"""Builds functions of mindspore.numpy from functions of torch tensors: array-likes in, Tensors out.

Nothing is computed here. `array_function` wraps a function of a chapter of ops; which of its arguments are
array-likes, sequences of them, shapes or functions is said by name. `unary_ufunc` and `binary_ufunc` wrap
elementwise functions.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.common.unsigned_integers import lacking, widened
from msacc.ops.array.casting import numpy_dtype
from msacc.ops.core.array_likes import array_like, cast, promote_all
from msacc.ops.core.docstrings import rename_arguments, summary
from msacc.ops.core.op import translate, unwrap, with_argument_names

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike, Ints, TensorLike

Fn = Callable[..., Any]
Converter = Callable[[Any], Any]


# -- arguments ---------------------------------------------------------------------------------


def shape_of(shape: Ints | Tensor) -> tuple[int, ...]:
    """A shape given as int, tuple, list or Tensor; TypeError for anything else."""
    if isinstance(shape, Tensor):
        return tuple(shape.asnumpy().reshape(-1).tolist())
    if isinstance(shape, int):
        return (shape,)
    if isinstance(shape, (tuple, list)):
        return tuple(int(n) for n in shape)
    raise TypeError(
        f"only int, tuple, list and tensor are allowed for shape, but got {type(shape)}."
    )


def operand(value: Any) -> Any:
    """A Python number unchanged, because its dtype depends on the other operand; else an array-like."""
    return value if isinstance(value, (int, float)) else array_like(value)


def limit(value: Any) -> Any:
    """An `operand`, or None where there is no limit."""
    return None if value is None else operand(value)


def function(value: Any) -> Any:
    """A user's function of Tensors as one of torch tensors; what is no function as an array-like."""
    if not callable(value):
        return array_like(value)

    def call(*args: object, **kwargs: object) -> Any:
        kwargs = {key: wrap_result(v) for key, v in kwargs.items()}
        return unwrap(value(*(wrap_result(a) for a in args), **kwargs))

    return call


def sequence(converter: Converter) -> Converter:
    """For a tuple, list or Tensor of what `converter` takes; TypeError for anything else."""

    def each(values: Any) -> list[Any]:
        if not isinstance(values, (tuple, list, Tensor)):
            raise TypeError(f"A list or tuple of arrays is expected, but got {values!r}.")
        return [converter(value) for value in values]

    return each


def wrap_result(value: Any) -> Any:
    """A Tensor around each torch tensor of a result; lists stay lists."""
    if isinstance(value, torch.Tensor):
        return wrap(value)
    if isinstance(value, (list, tuple)):
        return type(value)([wrap_result(item) for item in value])
    return value


# -- functions ---------------------------------------------------------------------------------


def _converters(
    fn: Fn, converters: Mapping[str, Converter]
) -> tuple[list[Converter], Converter, dict[str, Converter]]:
    """The converters of the arguments passed by position, of those beyond these, and of each by name."""
    by_name: dict[str, Converter] = {}
    order: list[Converter] = []
    rest: Converter = unwrap
    for key, parameter in inspect.signature(fn).parameters.items():
        converter = converters.get(key, unwrap)
        if parameter.kind is parameter.VAR_POSITIONAL:
            rest = converter
            continue
        if key in converters and parameter.default is None or key == "dtype":
            converter = _optional(converter, parameter.default)
        by_name[key] = converter
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            order.append(converter)
    return order, rest, by_name


def _optional(converter: Converter, default: torch.dtype | None) -> Converter:
    return lambda value: default if value is None else converter(value)


def array_function(fn: Fn, arrays: str = "", /, **converters: Converter) -> Any:
    """`fn` over array-likes, with its name, docstring and argument names.

    `arrays` names the arguments that are array-likes; `converters` maps others to what converts them. A `dtype` may be
    MindSpore's, numpy's or a name. Tensors elsewhere come as torch tensors.
    """
    converters = {"dtype": numpy_dtype, **dict.fromkeys(arrays.split(), array_like), **converters}
    order, rest, by_name = _converters(fn, converters)
    count, name = len(order), fn.__name__

    @functools.wraps(fn)
    def call(*args: object, **kwargs: object) -> Any:
        values = [converter(value) for converter, value in zip(order, args, strict=False)]
        values += [rest(value) for value in args[count:]]
        kwargs = {key: by_name.get(key, unwrap)(value) for key, value in kwargs.items()}
        return wrap_result(_applied(name, fn, values, kwargs))

    call.__signature__ = _signature(fn)  # type: ignore[attr-defined]
    return _set_name(call, name, fn.__doc__)


def _signature(fn: Fn) -> inspect.Signature:
    """The signature of `fn` with MindSpore's dtypes for torch's."""
    signature = inspect.signature(fn)
    return signature.replace(
        parameters=[
            p.replace(default=mstype.from_torch(p.default))
            if isinstance(p.default, torch.dtype)
            else p
            for p in signature.parameters.values()
        ]
    )


def _translate_error(name: str, error: Exception) -> Exception:
    if isinstance(error, NotImplementedError) and str(error).startswith("msacc"):
        return error
    if "appears multiple times" in str(error) and name not in ("sum", "count_nonzero"):
        return ValueError(f"For '{name}', 'axis' should not name a dimension twice: {error}")
    return translate(name, error)


def _set_name(call: Fn, name: str, doc: str | None) -> Fn:
    call.__name__ = call.__qualname__ = name
    call.__doc__ = doc
    call.__module__ = "msacc.numpy"
    return call


def exported_names(namespace: dict[str, Any]) -> list[str]:
    """A module's `__all__`: the functions wrapped in it, and the functions and classes defined in it."""
    modules = ("msacc.numpy", namespace["__name__"])
    return [
        name
        for name, value in namespace.items()
        if not name.startswith("_") and getattr(value, "__module__", None) in modules
    ]


def unary_ufunc(name: str, fn: Fn, argument: str = "x", dtype: bool = True) -> Any:
    """An elementwise function of one array-like, an op or a function over torch tensors.

    MindSpore calls its `argument` so, and it has a `dtype` or not.
    """
    body = getattr(fn, "raw", fn)

    def call(x: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
        return _cast(_applied(name, body, (array_like(x),)), dtype)

    text = _documentation(fn, (argument,), f"`{argument}` is an array-like")
    if argument != "x":
        return _set_name(with_argument_names(call, **{argument: "x"}), name, text)
    return _set_name(call if dtype else _without_dtype(call), name, text)


def _without_dtype(fn: Fn) -> Fn:
    def call(x: TensorLike) -> Tensor:
        return fn(x)

    return call


def binary_ufunc(name: str, fn: Fn, converter: Converter = array_like) -> Any:
    """An elementwise function of two array-likes with `dtype`; of an op the operands promote first."""
    raw = getattr(fn, "raw", None)

    def call(x1: TensorLike, x2: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
        pair = (converter(x1), converter(x2))
        out = (
            _applied(name, fn, pair)
            if raw is None
            else _applied(name, raw, promote_all(list(pair)))
        )
        return _cast(out, dtype)

    text = _documentation(fn, ("x1", "x2"), "`x1` and `x2` are array-likes that broadcast")
    return _set_name(call, name, text)


def _applied(name: str, fn: Fn, arguments: Any, keywords: Any = MappingProxyType({})) -> Any:
    try:
        return fn(*arguments, **keywords)
    except (RuntimeError, IndexError) as error:
        if lacking(error):
            return _widened(name, fn, arguments, keywords)
        raise _translate_error(name, error) from error


def _widened(name: str, fn: Fn, arguments: Any, keywords: Any) -> Any:
    try:
        return widened(fn, *arguments, **keywords)
    except (RuntimeError, IndexError) as error:
        raise _translate_error(name, error) from error


def _cast(out: torch.Tensor, dtype: DTypeLike | None) -> Tensor:
    return wrap(cast(out, None if dtype is None else numpy_dtype(dtype)))


def _documentation(fn: Fn, names: tuple[str, ...], operands: str) -> str:
    """The op's summary and the paragraph shared by all elementwise functions of numpy."""
    own_names = inspect.signature(fn).parameters if inspect.isfunction(fn) else ()
    text = rename_arguments(summary(fn), dict(zip(own_names, names, strict=False)))
    return (
        f"{text}\n\n    {operands}: Tensors, numbers, lists or tuples; a Python number counts as Int32 or\n"
        "    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or\n"
        "    a dtype the function does not take, ValueError for shapes that do not broadcast.\n    "
    )
