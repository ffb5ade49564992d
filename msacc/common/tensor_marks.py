"""What is said of torch tensors beside their values: attributes of the tensors."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.torch_private import version

_HALVES = (torch.float16, torch.bfloat16)
# The attribute that `widened` sets; few tensors have it, and `hasattr` costs no call.
WIDENED_FROM = "_widened_from"


def mark_varying(t: torch.Tensor, axis: int) -> None:
    """Say that a tensor's size is another one in other calls: a graph is made for any, where its code allows it."""
    marked: Any = t
    marked._varying_axes = {*getattr(t, "_varying_axes", ()), axis}


def varying_axes(t: torch.Tensor) -> tuple[int, ...]:
    """The axes for which `mark_varying` was called."""
    return tuple(sorted(getattr(t, "_varying_axes", ())))


def keep_varying(source: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """`t`, cut from or joined of `source`, with the sizes that were said to vary there."""
    for axis in varying_axes(source):
        mark_varying(t, axis)
    return t


def with_static_address(t: torch.Tensor) -> torch.Tensor:
    """`t`, marked as having the same address in all calls: a CUDA graph takes it where it lies."""
    marked: Any = t
    marked._has_static_address = True
    return t


def has_static_address(t: torch.Tensor) -> bool:
    """Whether `with_static_address` was called on a tensor."""
    return bool(getattr(t, "_has_static_address", False))


def widened(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """`t` in a float type; a wider one remembers `t`, whose values it has."""
    cast: Any = t.to(dtype)
    # Versions are numbers that Dynamo does not know.
    if cast is not t and t.dtype in _HALVES and not torch.compiler.is_compiling():
        setattr(cast, WIDENED_FROM, (t, version(t), version(cast)))
    return cast  # type: ignore[no-any-return]


def widened_from(t: torch.Tensor) -> torch.Tensor | None:
    """What `widened` cast a tensor from, if neither was written to since."""
    narrow, *versions = getattr(t, WIDENED_FROM, (None,))
    return narrow if narrow is not None and versions == [version(narrow), version(t)] else None
