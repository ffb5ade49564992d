"""What goes wrong inside a pipeline, in MindSpore's exception classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def pipeline_error(text: str) -> RuntimeError:
    """The RuntimeError MindSpore raises while a pipeline runs."""
    return RuntimeError(f"Exception thrown from dataset pipeline. {text}")


def user_error(function: Callable[..., Any] | object, cause: Exception) -> RuntimeError:
    """The RuntimeError MindSpore raises when a user's function fails; chain it from `cause`."""
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return RuntimeError(
        "Exception thrown from user defined Python function in dataset. "
        f"{name} raised {type(cause).__name__}: {cause}"
    )
