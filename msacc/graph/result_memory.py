"""Results of a graph have memory of their own: a later write to an argument does not change them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from msacc.common.parameter import Parameter
from msacc.common.tensor_tree import filled, leaves
from msacc.common.torch_private import storage_key


def with_own_memory(result: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """The result, in which Tensors that look into the memory of an argument are copies.

    `arguments`, `named`: torch tensors, nested. A Parameter is no value, and stays what it is.
    """
    tensors = [] if isinstance(result, Parameter) else leaves(result)
    if not tensors:
        return result
    given = {_memory(t) for t in _tensors((arguments, named))} - {None}
    if not any(_memory(t._t) in given for t in tensors):
        return result
    own = (t._t.clone() if _memory(t._t) in given else t._t for t in tensors)
    return filled(result, own)


def _tensors(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors(item)
    elif isinstance(value, dict):
        yield from _tensors(list(value.values()))


def _memory(t: torch.Tensor) -> Any:
    """What tells the memory of a tensor from that of others; None where it has none to share."""
    if type(t) is not torch.Tensor:
        return None
    try:
        return storage_key(t.untyped_storage())
    except NotImplementedError:  # a tensor inside torch.func's transforms
        return None
