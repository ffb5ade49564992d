"""Array-likes in, Tensors out: numbers, lists and tuples become Tensors (Int32, Float32, Bool)."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from msacc.common.settings import settings
from msacc.common.tensor import Tensor, to_torch_tensor, wrap
from msacc.ops.core.op import rewrap, translate, unwrap
from msacc.ops.array.casting import any_dtype

Fn = Callable[..., Any]


def array_like(value: Any) -> torch.Tensor:
    """A torch tensor of a Tensor, number, list or tuple; TypeError for anything else."""
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, torch.Tensor):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return to_torch_tensor(value)
    if isinstance(value, (bool, int, float)):
        whole = type(value) is int
        return torch.full((), value, dtype=torch.int32 if whole else None, device=settings.device)
    if isinstance(value, (list, tuple)):
        return _stacked(list(value))
    raise TypeError(
        f"Expect input to be array like, but got {value!r} of type {type(value).__name__}."
    )


def _stacked(items: list[Any]) -> torch.Tensor:
    if not items or not _has_tensor(items):
        t = torch.tensor(items, device=settings.device)
        return t.to(torch.int32) if t.dtype is torch.int64 else t
    parts = [array_like(item) for item in items]
    common = functools.reduce(torch.promote_types, [part.dtype for part in parts])
    return torch.stack([part.to(common) for part in parts])


def _has_tensor(items: Any) -> bool:
    for item in items:
        if isinstance(item, (Tensor, np.ndarray, np.generic)):
            return True
        if isinstance(item, (list, tuple)) and _has_tensor(item):
            return True
    return False


def dtype_of(dtype: Any, default: torch.dtype | None = None) -> torch.dtype | None:
    """The torch dtype behind a MindSpore dtype, a numpy one or a name."""
    return default if dtype is None else any_dtype(dtype)


def shape_of(shape: Any) -> tuple[int, ...]:
    """A shape given as int, tuple, list or Tensor."""
    if isinstance(shape, Tensor):
        return tuple(shape.asnumpy().reshape(-1).tolist())
    if isinstance(shape, int):
        return (shape,)
    if isinstance(shape, (tuple, list)):
        return tuple(int(n) for n in shape)
    raise TypeError(
        f"only int, tuple, list and tensor are allowed for shape, but got {type(shape)}."
    )


def arrays(count: int = 1) -> Callable[[Fn], Fn]:
    """Decorates a function over torch tensors whose first `count` arguments are array-like."""

    def decorate(fn: Fn) -> Fn:
        names = list(inspect.signature(fn).parameters)[:count]

        @functools.wraps(fn)
        def call(*args: Any, **kwargs: Any) -> Any:
            plain = [array_like(a) if i < count else unwrap(a) for i, a in enumerate(args)]
            named = {k: array_like(v) if k in names else unwrap(v) for k, v in kwargs.items()}
            try:
                return rewrap(fn(*plain, **named))
            except (RuntimeError, IndexError) as error:
                raise translate(fn.__name__, error) from error

        return call

    return decorate


def several(fn: Fn) -> Fn:
    """Decorates a function whose first argument is a sequence of array-likes."""

    @functools.wraps(fn)
    def call(items: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(items, Tensor):
            items = list(items)
        if not isinstance(items, (tuple, list)):
            raise TypeError(
                f"For '{fn.__name__}', a list or tuple of arrays is expected, but got {items!r}."
            )
        try:
            return rewrap(fn([array_like(item) for item in items], *args, **kwargs))
        except (RuntimeError, IndexError) as error:
            raise translate(fn.__name__, error) from error

    return call


def one(name: str, fn: Fn) -> Fn:
    """A numpy function of one array with `dtype`, from an op."""

    def body(x: Any, dtype: Any = None) -> Tensor:
        out = fn(x if isinstance(x, Tensor) else wrap(array_like(x)))
        return out if dtype is None else wrap(out._t.to(any_dtype(dtype)))

    return _labelled(body, name, fn)


def two(name: str, fn: Fn) -> Fn:
    """A numpy function of two arrays with `dtype`, from an op."""

    def body(x1: Any, x2: Any, dtype: Any = None) -> Tensor:
        out = fn(*_operands(x1, x2))
        return out if dtype is None else wrap(out._t.to(any_dtype(dtype)))

    return _labelled(body, name, fn)


def _operands(a: Any, b: Any) -> tuple[Any, Any]:
    """Both as Tensors, except for a bare number beside a Tensor, which takes its dtype if it can."""
    if isinstance(a, Tensor) and (isinstance(b, Tensor) or type(b) in (int, float)):
        return a, b
    if isinstance(b, Tensor) and type(a) in (int, float):
        return a, b
    return tuple(v if isinstance(v, Tensor) else wrap(array_like(v)) for v in (a, b))  # type: ignore[return-value]


def _labelled(body: Fn, name: str, fn: Fn) -> Fn:
    body.__name__ = body.__qualname__ = name
    body.__doc__ = fn.__doc__
    body.__module__ = "msacc.numpy.ufuncs"
    return body


def device() -> torch.device:
    """Where new arrays go."""
    return settings.device
