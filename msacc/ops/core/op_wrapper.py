"""The wrapper around an op's body: takes torch tensors out of Tensors, calls the body, and returns a Tensor.

Both are plain closures, so a debugger steps through this file into the body. Dynamo inlines them. What a
graph cannot hold it compiles function by function, but only those that name a torch module or are passed torch
tensors or arrays: so it does not compile these, which share one code object and with it one recompile limit.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from torch import Tensor as TorchTensor

from msacc.common.keyword_hints import answer, misfits
from msacc.common.sparse import Sparse
from msacc.common.tensor import Tensor
from msacc.ops.core.errors import is_torchs, recover, with_cell
from msacc.ops.core.tensor_conversion import (
    PLAIN,
    operands,
    promote,
    rewrap,
    unwrap,
    without_halves,
)

Fn = Callable[..., Any]

# What torch raises for arguments that do not fit.
_TORCH_ERRORS = (RuntimeError, IndexError, AttributeError)
# What a body's own checks raise.
_OWN_ERRORS = (ValueError, TypeError)


def wrap_op(body: Fn, declaration: Fn) -> Any:
    """A function of Tensors that calls `body`, which is one of torch tensors.

    Name, signature and docstring are those of `declaration`: `body` itself, unless torch's function is the body. Then
    it is called to refuse keywords, and nothing else.
    """

    @functools.wraps(declaration)
    def wrapper(*args: object, **kwargs: object) -> Any:
        values = []  # not by a comprehension, which is a call of its own before Python 3.12
        for a in args:
            values.append(a._t if isinstance(a, Tensor) else a if type(a) in PLAIN else unwrap(a))
        named = kwargs
        if kwargs:
            named = {key: unwrap(value) for key, value in kwargs.items()}
        try:
            if kwargs and body is not declaration:  # torch's functions take more, as `out`
                declaration(*values, **named)
            result = body(*values, **named)
        except _TORCH_ERRORS as error:
            result = recover(body, declaration, error, values, named)
        except _OWN_ERRORS as error:
            if misfits(declaration, args, kwargs):
                return answer(wrapper, error, args, kwargs)
            if is_torchs(error):
                recover(body, declaration, error, values, named)
            meaning = with_cell(error)
            if meaning is error:
                raise
            raise meaning from None
        if type(result) is not TorchTensor:
            return rewrap(result)
        # `wrap`, written out: Dynamo would compile that function on its own for each shape.
        tensor = Tensor.__new__(Tensor)
        tensor._msacc_init = None
        tensor._t = result
        return tensor

    return wrapper


def wrap_binary_op(body: Fn) -> Any:
    """The same for two operands, whose dtypes are promoted as MindSpore does; one of them may be a number."""
    names = tuple(inspect.signature(body).parameters)
    promotes = not getattr(body, "scalars_follow", False)

    @functools.wraps(body)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if kwargs:
            args, kwargs = by_position(names, args, kwargs)
        if kwargs or len(args) != 2:
            try:
                return body(
                    *args, **kwargs
                )  # raises Python's TypeError for arguments that do not fit
            except TypeError as error:
                return answer(wrapper, error, args, kwargs)
        a, b = args
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            a, b = a._t, b._t
            if a.dtype is not b.dtype:
                if promotes:
                    a, b = promote(a, b)
                elif a.is_complex() or b.is_complex():
                    a, b = without_halves(a), without_halves(b)
        elif isinstance(b, Sparse):
            return b._under(body.__name__, a)
        else:
            a, b = operands(body, a, b)
        try:
            result = body(a, b)
        except _TORCH_ERRORS as error:
            result = recover(body, body, error, (a, b), {})
        except _OWN_ERRORS as error:
            if (meaning := with_cell(error)) is error:
                raise
            raise meaning from None
        tensor = Tensor.__new__(Tensor)
        tensor._msacc_init = None
        tensor._t = result
        return tensor

    return wrapper


def by_position(
    names: tuple[str, ...], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """`args` and `kwargs` with all arguments passed by position; as they are where the names do not fit."""
    rest = names[len(args) :]
    if len(rest) != len(kwargs) or any(name not in kwargs for name in rest):
        return args, kwargs
    return (*args, *[kwargs[name] for name in rest]), {}
