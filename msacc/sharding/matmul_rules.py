"""Products of matrices on tensors of the grid: each process multiplies its pieces.

DTensor knows products of at most three axes, weighs every way there is before it takes one, and folds stacks of
matrices into pieces that few rules know. Here a letter tells, as in an einsum: an axis of the grid cuts rows ("i"),
columns ("j"), what is summed over ("k"), or one of the axes in front.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch.distributed.tensor import Partial, Replicate, Shard

from msacc.sharding.dtensor_dispatch import from_local, laid, summed, to
from msacc.sharding.strategy_state import sharding

Letter = int | str | None


def product(func: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """`matmul`, `mm` and `bmm`."""
    x, y = args[:2] if len(args) == 2 else (*args, *kwargs.values())
    if min(x.ndim, y.ndim) < 2:
        return func(*args, **kwargs)
    x, y = summed(laid(x)), summed(laid(y))
    front = max(x.ndim, y.ndim) - 2
    of_x, of_y = _letters(x, front, "i", "k"), _letters(y, front, "k", "j")
    chosen = _chosen(x, y, of_x, of_y)
    outs = [_out(letter, front) for letter in chosen]
    return from_local(torch.matmul(_own(x, of_x, chosen), _own(y, of_y, chosen)), tuple(outs))


def linear(func: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """`linear`: the product with the transposed weight, and the bias added to it."""
    given = dict(zip(("input", "weight", "bias"), args, strict=False)) | kwargs
    if given["input"].ndim < 2 or given["weight"].ndim < 2:
        return func(*args, **kwargs)
    out = product(torch.matmul, (given["input"], laid(given["weight"]).mT), {})
    bias = given.get("bias")
    return out if bias is None else summed(out) + laid(bias)


def _letters(t: Any, front: int, *last: str) -> dict[Letter, int]:
    """The axis of `t` that has each letter; axes of one element in front fit to any and have none."""
    own = t.ndim - 2
    found: dict[Letter, int] = {front - own + i: i for i in range(own) if t.shape[i] != 1}
    return {**found, last[0]: own, last[1]: own + 1}


def _chosen(x: Any, y: Any, of_x: dict[Letter, int], of_y: dict[Letter, int]) -> list[Letter]:
    """For each axis of the grid what it cuts: where the inputs differ, what it cuts of the larger one."""
    pairs = zip(_cut_by(x, of_x), _cut_by(y, of_y), strict=True)
    larger = x.numel() >= y.numel()
    found = [(a if larger else b) if a is not None and b is not None else (b if a is None else a)
             for a, b in pairs]  # fmt: skip
    for letter in {letter for letter in found if letter is not None}:
        pieces = 1
        for n, own in zip(sharding.grid, found, strict=True):
            pieces *= n if own == letter else 1
        size = x.shape[of_x[letter]] if letter in of_x else y.shape[of_y[letter]]
        if size % pieces:
            found = [None if own == letter else own for own in found]
    return found


def _cut_by(t: Any, letters: dict[Letter, int]) -> list[Letter]:
    names = {axis: letter for letter, axis in letters.items()}
    return [names.get(p.dim) if p.is_shard() else None for p in t.placements]


def _own(t: Any, letters: dict[Letter, int], chosen: list[Letter]) -> torch.Tensor:
    """This process's piece. What lacks a letter is whole there, and its gradient a sum over the processes."""
    where = tuple(Shard(letters[own]) if own in letters else Replicate() for own in chosen)
    missing = [own is not None and own not in letters for own in chosen]
    grads = tuple(Partial() if lacks else p for p, lacks in zip(where, missing, strict=True))
    found: torch.Tensor = to(t, where).to_local(grad_placements=grads)
    return found


def _out(letter: Letter, front: int) -> Any:
    if letter is None:
        return Replicate()
    if letter == "k":
        return Partial()
    return Shard(letter if isinstance(letter, int) else front + "ij".index(letter))


RULES: dict[Any, Any] = {
    **dict.fromkeys((torch.matmul, torch.mm, torch.bmm, torch.Tensor.matmul), product),
    **dict.fromkeys((torch.Tensor.mm, torch.Tensor.bmm, torch.Tensor.__matmul__), product),
    F.linear: linear,
}
