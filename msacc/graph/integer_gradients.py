"""Gradients of functions that compute in integers, which MindSpore has and torch does not.

Where all that a function gives are integers, it runs a second time over float64 in their place, and the gradients
become integers again. The second run leaves no trace; what has no meaning over float64 (an index, a loop's bound) has
none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.cell_tree import is_cell
from msacc.common.parameter import Parameter
from msacc.graph.dry_run import unchanged
from msacc.graph.execution_state import floats_entered, runs_over_floats
from msacc.graph.reachability import parameters_of

if TYPE_CHECKING:
    from collections.abc import Callable


def is_integer(t: torch.Tensor) -> bool:
    """Whether a tensor holds integers; Bool has no gradient in MindSpore either."""
    return not (t.is_floating_point() or t.is_complex() or t.dtype is torch.bool)


def needs_float_run(outs: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor]) -> bool:
    """Whether the gradient of `outs` needs a second run over floats."""
    # No `bool` of a list, which Dynamo of torch 2.11 does not follow.
    if runs_over_floats() or len(inputs) == 0 or len(outs) == 0:
        return False
    return all(map(is_integer, outs))


def to_float64(t: torch.Tensor) -> torch.Tensor:
    """Integer tensors as float64; others unchanged."""
    return t.to(torch.float64) if is_integer(t) else t


@contextmanager
def over_floats(fn: Callable[..., Any], weights: Sequence[Parameter]) -> Iterator[None]:
    """A run over float64: `weights` hold it, casts to integers pass gradients on, what is written is put back."""
    original_tensors = [weight._t for weight in weights]
    for weight, t in zip(weights, original_tensors, strict=True):
        weight._t = to_float64(t)
    try:
        with floats_entered(), _without_trace(fn, weights):
            yield
    finally:
        for weight, t in zip(weights, original_tensors, strict=True):
            weight._t = t


@contextmanager
def _without_trace(fn: Any, weights: Sequence[Parameter]) -> Iterator[None]:
    own = {id(weight) for weight in weights}
    if not torch.compiler.is_compiling():
        with unchanged([p for p in parameters_of(fn) if id(p) not in own]):
            yield
        return
    parameters = list(fn.get_parameters()) if is_cell(fn) else []
    saved_values = [(p._t, p._t.clone()) for p in parameters if id(p) not in own]
    try:
        yield
    finally:
        for t, before in saved_values:
            t.data.copy_(before)
