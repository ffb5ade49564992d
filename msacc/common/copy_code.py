"""Copies a function so that it has a code object of its own.

Dynamo keeps what it compiled by code object, counts that against a limit, and looks through all of it at each call.
A function that is handed to it anew for each Cell therefore needs code of its own: one shared by all would reach the
limit with the ninth kind of Cell.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F")


def copy_function(fn: Callable[..., Any], name: str, code_name: str | None = None) -> FunctionType:
    """A copy of a module's function with this name and a code object of its own, named `code_name` or the same."""
    original: Any = fn
    code = original.__code__.replace(co_name=code_name or name)
    return FunctionType(code, original.__globals__, name)


def copy_code(fn: F) -> F:
    """Decorates a function inside a factory: each one made gets a copy of the code."""
    function: Any = fn
    function.__code__ = function.__code__.replace()
    return fn
