"""The `@op` decorator: an op is a typed function over torch tensors and Python numbers, its body.

`@op` wraps the body: it takes torch tensors out of Tensors (also inside lists and tuples), calls the body and returns
Tensors. `@binary` does the same for the two-operand ops, with MindSpore's type promotion. `with_argument_names` and
`with_argument_aliases` give an op other argument names.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from msacc.ops.core.argument_names import with_argument_aliases as with_argument_aliases
from msacc.ops.core.argument_names import with_argument_names as with_argument_names
from msacc.ops.core.argument_names import with_swapped_operands as with_swapped_operands
from msacc.ops.core.docstrings import with_operands
from msacc.ops.core.errors import translate as translate
from msacc.ops.core.op_wrapper import wrap_binary_op, wrap_op
from msacc.ops.core.tensor_conversion import rewrap as rewrap
from msacc.ops.core.tensor_conversion import unwrap as unwrap


def op(body: Callable[..., Any], declaration: Callable[..., Any] | None = None) -> Any:
    """The op with this body; the body stays at `.raw`.

    Where one of torch's own functions is the body, `declaration` is a function with the op's name, arguments and
    docstring and an empty body. Typed Any: what comes out takes and returns Tensors, which no annotation can
    derive from the body's.
    """
    wrapper = wrap_op(body, declaration or body)
    wrapper.raw = body
    return wrapper


def binary(body: Callable[..., Any]) -> Any:
    """The two-operand op `body(input, other)`; at least one side must be a Tensor."""
    body.two_sided = True  # type: ignore[attr-defined]
    wrapper = wrap_binary_op(body)
    wrapper.raw = body
    wrapper.__doc__ = with_operands(body)
    return wrapper


def scalars_follow(body: Callable[..., Any]) -> Callable[..., Any]:
    """Marks the body of a two-operand op in which a 0-d Tensor takes part in the dtype as a number does."""
    body.scalars_follow = True  # type: ignore[attr-defined]
    return body


def operator_form(op: Any, *positions: int, in_graphs_alone: bool = False) -> Any:
    """A two-operand op as Python's operator calls it: at these positions (0, 1) it takes lists and tuples as well."""
    raw = op.raw
    body = FunctionType(
        raw.__code__, raw.__globals__, raw.__name__, raw.__defaults__, raw.__closure__
    )
    functools.update_wrapper(body, raw)
    body.takes_sequences = positions, in_graphs_alone  # type: ignore[attr-defined]
    return binary(body)


def with_name(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Names a variant after the op it is a variant of: `@op` over `@with_name("sort")` over `def sort_int64`.

    Errors, signatures and documentation then speak of the name a user wrote.
    """

    def mark(fn: Callable[..., Any]) -> Callable[..., Any]:
        fn.__name__ = fn.__qualname__ = name
        return fn

    return mark


def exported_names(namespace: dict[str, Any], *inner: str) -> list[str]:
    """A chapter's `__all__`: the functions and classes defined in it, but those named in `inner`."""
    module = namespace["__name__"]
    return [
        name
        for name, value in namespace.items()
        if not name.startswith("_")
        and name not in inner
        and callable(value)
        and getattr(value, "__module__", None) == module
    ]


def exported_ops(namespace: dict[str, Any], *inner: str) -> list[str]:
    """A chapter's `__all__`: the ops defined in it, but those named in `inner`, variants that `ops` does not show."""
    exported = exported_names(namespace, *inner)
    return [name for name in exported if hasattr(namespace[name], "raw")]
