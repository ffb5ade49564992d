"""`mindspore.dataset.transforms.validators`: decorators of `__init__` methods that take a list of transforms."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any


def check_random_transform_ops(method: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse a `transforms` that is no list (TypeError), empty, or has a class in it (ValueError), or no callable."""
    signature = inspect.signature(method)

    @functools.wraps(method)
    def checked(self: Any, *args: object, **kwargs: object) -> Any:
        _check(signature.bind(self, *args, **kwargs).arguments["transforms"])
        return method(self, *args, **kwargs)

    return checked


def _check(transforms: Any) -> None:
    if not isinstance(transforms, list):
        raise TypeError(
            f"Argument transforms list with value {transforms!r} is not of type [<class 'list'>], but got "
            f"{type(transforms)}."
        )
    if not transforms:
        raise ValueError("transforms list can not be empty.")
    for i, transform in enumerate(transforms):
        if isinstance(transform, type):
            raise ValueError(
                f"op_list[{i}] should be a dataset processing operation instance, but got: {transform}. It may be "
                "missing parentheses for instantiation."
            )
        if not callable(transform):
            raise TypeError(
                f"transforms[{i}] is neither a transforms op (TensorOperation) nor a callable pyfunc."
            )
