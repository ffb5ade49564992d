"""Errors of pipelines, in MindSpore's exception classes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def pipeline_error(text: str) -> RuntimeError:
    """Returns the RuntimeError that MindSpore raises while a pipeline runs."""
    return RuntimeError(f"Exception thrown from dataset pipeline. {text}")


# Exceptions of Python, NumPy and others for files with invalid content.
_READ_ERRORS = (
    OSError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, EOFError,
    struct.error,
)  # fmt: skip


@contextmanager
def read_errors(what: str) -> Iterator[None]:
    """Converts the errors of a reader into RuntimeErrors that name `what`, a file or a folder."""
    try:
        yield
    except _READ_ERRORS as error:
        kind = type(error).__name__
        raise pipeline_error(
            f"Invalid data, {what} cannot be read: {error} ({kind}). It may be damaged, cut short or of "
            "another format; "
            "get it again."
        ) from error


_MAP_FAILED = "map operation: [PyFunc] failed. "


def user_error(
    function: Callable[..., Any] | object, cause: Exception, in_map: bool = False
) -> RuntimeError:
    """Returns the RuntimeError that MindSpore raises when a user's function fails; chain it from `cause`."""
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return RuntimeError(
        f"Exception thrown from user defined Python function in dataset. {_MAP_FAILED if in_map else ''}"
        f"{name} raised {type(cause).__name__}: {cause}"
    )


def with_origin(error: RuntimeError, origins: Any, row: int) -> RuntimeError:
    """Returns a map's error with the file that row `row` came from, where it is known."""
    text = str(error)
    if origins is None or "] failed. " not in text:
        return error
    prefix = f"] failed. The corresponding data file is: {origins[row]}. "
    return RuntimeError(text.replace("] failed. ", prefix, 1))
