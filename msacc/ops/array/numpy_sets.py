"""Set functions with mindspore.numpy's rules: two dtypes promote, Bool counts as 0 and 1."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import checks as check
from msacc.ops.core.array_likes import promote_all


def _pair(a: torch.Tensor, b: torch.Tensor) -> list[torch.Tensor]:
    a, b = promote_all([a, b])
    return [a.to(torch.uint8), b.to(torch.uint8)] if a.dtype is torch.bool else [a, b]


def isin(element: torch.Tensor, test_elements: torch.Tensor, invert: bool = False) -> torch.Tensor:
    """Whether each element of the array-like `element` occurs in `test_elements` (does not, for `invert`): Bool.

    `test_elements` is an array-like of any.

    The result has the shape of `element`.
    """
    return torch.isin(*_pair(element, test_elements), invert=bool(invert))


def in1d(ar1: torch.Tensor, ar2: torch.Tensor, invert: bool = False) -> torch.Tensor:
    """Whether each element of the flattened `ar1` occurs in `ar2` (does not, for `invert`): a Bool vector."""
    return isin(ar1.reshape(-1), ar2, invert)


def intersect1d(
    ar1: torch.Tensor, ar2: torch.Tensor, assume_unique: bool = False, return_indices: bool = False
) -> Any:
    """The sorted values that occur in both array-likes `ar1` and `ar2`, flattened: a vector.

    Its dtype is that to which theirs promote. With `return_indices` also the Int32 place of the first of each
    in both, flattened. Values are found distinct whether or not `assume_unique` promises it. Raises TypeError
    for flags that are no bool.
    """
    check.boolean("intersect1d", "assume_unique", assume_unique)
    check.boolean("intersect1d", "return_indices", return_indices)
    dtype = promote_all([ar1, ar2])[0].dtype
    a, b = _pair(ar1.reshape(-1), ar2.reshape(-1))
    common = torch.unique(a)
    common = common[torch.isin(common, b)]
    out = common.to(dtype)
    return (out, _first(a, common), _first(b, common)) if return_indices else out


def _first(a: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Where each of `values` stands first in `a`, which holds them all."""
    ordered, order = torch.sort(a, stable=True)
    return order[torch.searchsorted(ordered, values)].to(torch.int32)


def setdiff1d(ar1: torch.Tensor, ar2: torch.Tensor, assume_unique: bool = False) -> torch.Tensor:
    """The values of the array-like `ar1` that do not occur in `ar2`, flattened: a vector of the dtype of `ar1`.

    Sorted and distinct, unless `assume_unique` says they are distinct. Raises TypeError if it is no bool.
    """
    check.boolean("setdiff1d", "assume_unique", assume_unique)
    flat = ar1.reshape(-1)
    flat = flat if assume_unique else torch.unique(flat)
    a, b = _pair(flat, ar2.reshape(-1))
    return flat[~torch.isin(a, b)]


def array_equal(a1: torch.Tensor, a2: torch.Tensor, equal_nan: bool = False) -> torch.Tensor:
    """Whether the array-likes `a1` and `a2` have one shape and equal elements: one Bool.

    NaN is equal to NaN for `equal_nan`. Raises TypeError if that is no bool.
    """
    check.boolean("array_equal", "equal_nan", equal_nan)
    if a1.shape != a2.shape:
        return torch.zeros((), dtype=torch.bool, device=a1.device)
    same = a1 == a2
    return (same | ((a1 != a1) & (a2 != a2)) if equal_nan else same).all()


def array_equiv(a1: torch.Tensor, a2: torch.Tensor) -> torch.Tensor:
    """Whether the array-likes `a1` and `a2` broadcast to one shape and agree everywhere: one Bool."""
    sizes = zip(reversed(a1.shape), reversed(a2.shape), strict=False)
    if not all(1 in (n, m) or n == m for n, m in sizes):
        return torch.zeros((), dtype=torch.bool, device=a1.device)
    return (a1 == a2).all()
