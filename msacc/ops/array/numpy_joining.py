"""Joining and splitting with mindspore.numpy's rules: dtypes promote; the stack functions of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.array import joining
from msacc.ops.core.array_likes import in_axes, promote_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints

Arrays = list[torch.Tensor]


def concatenate(arrays: Arrays, axis: int | None = 0) -> torch.Tensor:
    """The array-likes joined along `axis`, or flattened first if it is None.

    `arrays` is a tuple or list of Tensors, numbers in lists or tuples, of one rank, whose shapes
    are equal but along `axis`. The result has the dtype to which theirs promote. Raises IndexError
    for none at all, ValueError for shapes that do not fit or an `axis` out of bounds, RuntimeError
    for different ranks, TypeError for what is no array-like. Differs from MindSpore: it refuses
    lists of numbers, and raises ValueError for different ranks.
    """
    if not arrays:
        raise IndexError("For 'concatenate', there should be at least one array.")
    if axis is None:
        return torch.cat([a.reshape(-1) for a in promote_all(arrays)])
    return torch.cat(promote_all(arrays), axis)


def append(arr: torch.Tensor, values: torch.Tensor, axis: int | None = None) -> torch.Tensor:
    """`values` behind `arr` along `axis`; both are flattened for None. ValueError for shapes that do not fit.

    Both are array-likes; the result has the dtype to which theirs promote.
    """
    return concatenate([arr, values], axis)


def stack(arrays: Arrays, axis: int = 0) -> torch.Tensor:
    """The array-likes of one shape joined along a new dimension `axis`, in the dtype to which theirs promote.

    `arrays`: a tuple or list of them, or one array-like. Returns a Tensor.
    """
    return joining.stack.raw(promote_all(arrays), axis)


def hstack(tup: Arrays) -> torch.Tensor:
    """The array-likes of `tup` side by side: along the second dimension, vectors along the first.

    `tup`: a tuple or list of them; the result has the dtype to which theirs promote. ValueError for shapes that
    do not fit. A Tensor in place of the sequence comes back as it is, as in MindSpore.
    """
    return joining.hstack.raw(promote_all(tup))


def vstack(tup: Arrays) -> torch.Tensor:
    """The array-likes of `tup` one below the other, vectors as rows.

    `tup`: a tuple or list of them; the result has the dtype to which theirs promote. ValueError for shapes that
    do not fit. A Tensor in place of the sequence comes back as it is, as in MindSpore.
    """
    return joining.vstack.raw(promote_all(tup))


def dstack(tup: Arrays) -> torch.Tensor:
    """The array-likes of `tup` concatenated, along the third dimension.

    `tup`: a tuple or list of them; the result has the dtype to which theirs promote. ValueError for shapes that
    do not fit. A Tensor in place of the sequence comes back as it is, as in MindSpore.
    """
    return joining.dstack.raw(promote_all(tup))


def column_stack(tup: Arrays) -> torch.Tensor:
    """Vectors of `tup` as the columns of a matrix; matrices keep theirs.

    `tup`: a tuple or list of array-likes; the result has the dtype to which theirs promote. ValueError for
    shapes that do not fit. A Tensor in place of the sequence comes back as it is, as in MindSpore.
    """
    return joining.column_stack.raw(promote_all(tup))


def split(x: torch.Tensor, indices_or_sections: Ints, axis: int = 0) -> Any:
    """So many equal chunks of `x` along `axis`, or the chunks cut at the given indices.

    ValueError if the length does not divide, for a number below 1, or an `axis` out of bounds.

    `indices_or_sections`: an int, or a tuple or list of ints. Returns Tensors.
    """
    return _split("split", x, indices_or_sections, axis)


def _split(where: str, x: torch.Tensor, sections: int | Sequence[int], axis: int) -> Any:
    dim = in_axes(where, axis, x.ndim)
    if isinstance(sections, int):
        if sections < 1:
            raise ValueError(
                f"For '{where}', the number of pieces must be above 0, but got {sections}."
            )
        if x.shape[dim] % sections:
            raise ValueError(f"For '{where}', {x.shape[dim]} is not divisible by {sections}.")
    return torch.tensor_split(x, _check_sections(where, sections), dim)


def _check_sections(where: str, sections: int | Sequence[int]) -> Any:
    if isinstance(sections, (tuple, list)) and all(isinstance(c, int) for c in sections):
        return tuple(sections)
    if not isinstance(sections, int):
        raise TypeError(
            f"For '{where}', 'indices_or_sections' must be an int or a tuple or list of them, but got {sections!r}."
        )
    return sections


def array_split(x: torch.Tensor, indices_or_sections: Ints, axis: int = 0) -> Any:
    """So many nearly equal chunks of `x` along `axis`, or the chunks cut at the given indices.

    `indices_or_sections`: an int, or a tuple or list of ints.

    Returns Tensors.

    Raises ZeroDivisionError for 0 pieces, ValueError for a negative number or an `axis` out of bounds.
    """
    sections, dim = (
        _check_sections("array_split", indices_or_sections),
        in_axes("array_split", axis, x.ndim),
    )
    if sections == 0:
        raise ZeroDivisionError("For 'array_split', 'indices_or_sections' must not be 0.")
    if isinstance(sections, int) and sections < 0:
        raise ValueError(f"For 'array_split', there are no {sections} pieces.")
    return torch.tensor_split(x, sections, dim)


def hsplit(x: torch.Tensor, indices_or_sections: Ints) -> Any:
    """`split` along the second dimension of the array-like `x`, of any dtype. ValueError if there is none.

    `indices_or_sections`: how many equal pieces, an int, or where to cut, ints.
    """
    return _split("hsplit", x, indices_or_sections, 1)


def vsplit(x: torch.Tensor, indices_or_sections: Ints) -> Any:
    """`split` along the first dimension of the array-like `x`, of any dtype. ValueError if there is none.

    `indices_or_sections`: how many equal pieces, an int, or where to cut, ints.
    """
    return _split("vsplit", x, indices_or_sections, 0)


def dsplit(x: torch.Tensor, indices_or_sections: Ints) -> Any:
    """`split` along the third dimension of the array-like `x`, of any dtype. ValueError if there is none.

    `indices_or_sections`: how many equal pieces, an int, or where to cut, ints.
    """
    return _split("dsplit", x, indices_or_sections, 2)
