"""Print as an opaque torch op with an ordered effect, which graphs keep."""

from __future__ import annotations

from typing import Any

import torch
from torch import library

from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor, local_values, wrap
from msacc.common.without_values import is_recorded
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_names

# What a graph can carry as text; the rest of Python's values is printed between two graphs.
_PLAIN = (str, int, float, bool, type(None))
# Ops take no lists of strings: what stands for a Tensor in one string, and between two items.
_TENSOR, _BETWEEN = "\1", "\0"


@bindings(PrimitiveClass("Print"))
def print_(*input_x: object) -> None:
    """Print Tensors, strings and numbers, each on its own line.

    `input_x` are Tensors of any shape and dtype, or anything else Python can print. The result is
    None, and no error is raised. As in MindSpore; where operators are cut over processes, each prints its part.
    """
    if input_x and (torch.compiler.is_compiling() or is_recorded()) and _is_traceable(input_x):
        texts = [_TENSOR if isinstance(item, Tensor) else str(item) for item in input_x]
        values = [local_values(item._t.detach()) for item in input_x if isinstance(item, Tensor)]
        torch.ops.msacc.printed(_BETWEEN.join(texts), values)
        return
    for item in input_x:
        print(repr(item) if isinstance(item, Tensor) and not isinstance(item, Parameter) else item)


def _is_traceable(items: tuple[Any, ...]) -> bool:
    """Whether a graph can print these; a Parameter prints as a name, which it may get later."""
    plain = [item for item in items if not isinstance(item, Tensor)]
    return not any(isinstance(item, Parameter) for item in items) and all(
        isinstance(item, _PLAIN) for item in plain
    )


@library.custom_op("msacc::printed", mutates_args=())
def _printed(texts: str, values: list[torch.Tensor]) -> None:
    tensors = iter(values)
    for text in texts.split(_BETWEEN):
        print(repr(wrap(next(tensors))) if text == _TENSOR else text)


@_printed.register_fake
def _(texts: str, values: list[torch.Tensor]) -> None:
    return None


__all__ = exported_names(globals())
