"""A code object of its own for each function a factory makes.

Dynamo keeps compiled code by code object, up to a limit, and looks through all of it at each call.
"""

from __future__ import annotations

from typing import Any, TypeVar

F = TypeVar("F")


def own_code(fn: F) -> F:
    """Decorates a function inside a factory: each one made gets a copy of the code."""
    function: Any = fn
    function.__code__ = function.__code__.replace()
    return fn
