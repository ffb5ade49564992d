"""Shapes, joining, splitting, repeating, picking."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.numpy._skin import array_like, arrays, several, shape_of
from msacc.ops.array import sorting
from msacc.ops.core.args import axes
from msacc.ops.core.op import exported


@arrays()
def reshape(x: torch.Tensor, new_shape: Any) -> torch.Tensor:
    """The same elements in another shape."""
    return torch.reshape(x, shape_of(new_shape))


@arrays()
def ravel(x: torch.Tensor) -> torch.Tensor:
    """One dimension."""
    return x.reshape(-1)


@arrays()
def transpose(a: torch.Tensor, axes: Any = None) -> torch.Tensor:
    """Dimensions in the order `axes`, reversed for None."""
    return torch.permute(a, tuple(range(a.ndim))[::-1] if axes is None else tuple(axes))


@arrays()
def swapaxes(x: torch.Tensor, axis1: int, axis2: int) -> torch.Tensor:
    """Two dimensions exchanged."""
    return torch.transpose(x, axis1, axis2)


@arrays()
def moveaxis(a: torch.Tensor, source: Any, destination: Any) -> torch.Tensor:
    """Dimensions moved."""
    return torch.movedim(a, source, destination)


@arrays()
def rollaxis(x: torch.Tensor, axis: int, start: int = 0) -> torch.Tensor:
    """A dimension moved to before `start`."""
    axis, start = axis % x.ndim, start % (x.ndim + 1)
    return torch.movedim(x, axis, start - 1 if axis < start else start)


@arrays()
def expand_dims(a: torch.Tensor, axis: Any) -> torch.Tensor:
    """Dimensions of one put in."""
    places = (axis,) if isinstance(axis, int) else tuple(axis)
    rank = a.ndim + len(places)
    for place in sorted(p % rank for p in places):
        a = a.unsqueeze(place)
    return a


@arrays()
def squeeze(a: torch.Tensor, axis: Any = None) -> torch.Tensor:
    """Dimensions of one taken out."""
    where = axes(axis)
    return torch.squeeze(a) if where is None else torch.squeeze(a, where)


@arrays()
def broadcast_to(array: torch.Tensor, shape: Any) -> torch.Tensor:
    """A view of another shape."""
    return array.expand(shape_of(shape))


def broadcast_arrays(*args: Any) -> list[Tensor]:
    """Arrays brought to one shape."""
    return [wrap(t) for t in torch.broadcast_tensors(*[array_like(a) for a in args])]


def _at_least(rank: int) -> Any:
    fn = {1: torch.atleast_1d, 2: torch.atleast_2d, 3: torch.atleast_3d}[rank]

    def body(*arys: Any) -> Any:
        found = [wrap(fn(array_like(a))) for a in arys]
        return found[0] if len(found) == 1 else found

    body.__name__ = body.__qualname__ = f"atleast_{rank}d"
    body.__doc__ = f"At least {rank} dimensions."
    return body


atleast_1d, atleast_2d, atleast_3d = _at_least(1), _at_least(2), _at_least(3)


# -- joining and splitting ---------------------------------------------------------------------


@several
def concatenate(arrays: list[torch.Tensor], axis: int | None = 0) -> torch.Tensor:
    """Arrays joined along `axis`; flattened for None."""
    if not arrays:
        raise IndexError("For 'concatenate', there should be at least one array.")
    if axis is None:
        return torch.cat([a.reshape(-1) for a in arrays])
    return torch.cat(arrays, axis)


@several
def stack(arrays: list[torch.Tensor], axis: int = 0) -> torch.Tensor:
    """Arrays joined along a new dimension."""
    return torch.stack(arrays, axis)


@several
def hstack(tup: list[torch.Tensor]) -> torch.Tensor:
    """Side by side."""
    return torch.hstack(tup)


@several
def vstack(tup: list[torch.Tensor]) -> torch.Tensor:
    """One below the other."""
    return torch.vstack(tup)


@several
def dstack(tup: list[torch.Tensor]) -> torch.Tensor:
    """One behind the other."""
    return torch.dstack(tup)


@several
def column_stack(tup: list[torch.Tensor]) -> torch.Tensor:
    """Vectors as columns."""
    return torch.column_stack(tup)


def append(arr: Any, values: Any, axis: int | None = None) -> Tensor:
    """`values` behind `arr`; both flattened for None."""
    return concatenate((arr, values), axis)


@arrays()
def split(x: torch.Tensor, indices_or_sections: Any, axis: int = 0) -> Any:
    """So many equal pieces, or pieces cut at indices."""
    if isinstance(indices_or_sections, int) and x.shape[axis] % indices_or_sections:
        raise ValueError(f"For 'split', {x.shape[axis]} is not divisible by {indices_or_sections}.")
    return torch.tensor_split(x, indices_or_sections, axis)


@arrays()
def array_split(x: torch.Tensor, indices_or_sections: Any, axis: int = 0) -> Any:
    """So many nearly equal pieces, or pieces cut at indices."""
    return torch.tensor_split(x, indices_or_sections, axis)


def hsplit(x: Any, indices_or_sections: Any) -> Any:
    """`split` along the second dimension."""
    return split(x, indices_or_sections, 1)


def vsplit(x: Any, indices_or_sections: Any) -> Any:
    """`split` along the first dimension."""
    return split(x, indices_or_sections, 0)


def dsplit(x: Any, indices_or_sections: Any) -> Any:
    """`split` along the third dimension."""
    return split(x, indices_or_sections, 2)


# -- repeating and turning ---------------------------------------------------------------------


@arrays()
def tile(a: torch.Tensor, reps: Any) -> torch.Tensor:
    """The whole array repeated."""
    return torch.tile(a, shape_of(reps))


@arrays()
def repeat(a: torch.Tensor, repeats: Any, axis: int | None = None) -> torch.Tensor:
    """Each element repeated; flattened for axis None."""
    if isinstance(repeats, (list, tuple)):
        repeats = torch.tensor(repeats, device=a.device)
    return torch.repeat_interleave(a, repeats, axis)


@arrays()
def flip(m: torch.Tensor, axis: Any = None) -> torch.Tensor:
    """The order reversed along `axis`, or all of them."""
    where = axes(axis)
    return torch.flip(
        m, tuple(range(m.ndim)) if where is None else (where,) if isinstance(where, int) else where
    )


@arrays()
def fliplr(m: torch.Tensor) -> torch.Tensor:
    """Left and right exchanged."""
    return torch.fliplr(m)


@arrays()
def flipud(m: torch.Tensor) -> torch.Tensor:
    """Up and down exchanged."""
    return torch.flipud(m)


@arrays()
def rot90(a: torch.Tensor, k: int = 1, axes: Any = (0, 1)) -> torch.Tensor:
    """Turned by 90 degrees, `k` times."""
    return torch.rot90(a, k, tuple(axes))


@arrays()
def roll(a: torch.Tensor, shift: Any, axis: Any = None) -> torch.Tensor:
    """Elements shifted round."""
    return torch.roll(a, shift, axis)


_MODES = {"reflect": "reflect", "edge": "replicate", "wrap": "circular"}


@arrays()
def pad(
    arr: torch.Tensor,
    pad_width: Any,
    mode: str = "constant",
    stat_length: Any = None,
    constant_values: Any = 0,
    end_values: Any = 0,
    reflect_type: str = "even",
) -> torch.Tensor:
    """Values put around: `mode` 'constant', 'reflect', 'edge' or 'wrap'; other modes are refused."""
    widths = _pairs(pad_width, arr.ndim)
    if mode == "constant" and isinstance(constant_values, (int, float)):
        return F.pad(arr, [w for pair in reversed(widths) for w in pair], value=constant_values)
    if mode not in _MODES or reflect_type != "even":
        raise NotImplementedError(
            f"msacc.numpy.pad has no mode={mode!r} with reflect_type={reflect_type!r}."
        )
    out = arr
    for i, pair in enumerate(widths):
        if pair != (0, 0):
            out = torch.index_select(
                out, i, _padded_places(out.shape[i], pair, mode).to(arr.device)
            )
    return out


def _pairs(width: Any, ndim: int) -> list[tuple[int, int]]:
    if isinstance(width, int):
        return [(width, width)] * ndim
    rows = [(w, w) if isinstance(w, int) else tuple(w) for w in width]
    if len(rows) == 2 and all(isinstance(w, int) for w in width):
        return [(width[0], width[1])] * ndim
    return [(r[0], r[-1]) for r in (rows * ndim if len(rows) == 1 else rows)]


def _padded_places(size: int, pair: tuple[int, int], mode: str) -> torch.Tensor:
    places = torch.arange(-pair[0], size + pair[1])
    if mode == "edge":
        return places.clamp(0, size - 1)
    if mode == "wrap":
        return torch.remainder(places, size)
    period = max(2 * (size - 1), 1)
    places = torch.remainder(places, period)
    return torch.where(places < size, places, period - places)


# -- picking -----------------------------------------------------------------------------------


@arrays(2)
def take(
    a: torch.Tensor, indices: torch.Tensor, axis: int | None = None, mode: str = "clip"
) -> torch.Tensor:
    """Slices along `axis`, or elements of the flattened array; `mode` 'clip' or 'wrap' for those beyond."""
    source, along = (a.reshape(-1), 0) if axis is None else (a, axis % a.ndim)
    size = source.shape[along]
    index = torch.remainder(indices, size) if mode == "wrap" else indices.clamp(-size, size - 1)
    index = torch.where(index < 0, index + size, index)
    out = torch.index_select(source, along, index.reshape(-1).long())
    return out.reshape(source.shape[:along] + index.shape + source.shape[along + 1 :])


@arrays(2)
def take_along_axis(arr: torch.Tensor, indices: torch.Tensor, axis: int | None) -> torch.Tensor:
    """The element at each position of `indices` along `axis`."""
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    return torch.take_along_dim(arr, indices.long(), axis)


@arrays()
def unique(x: torch.Tensor, return_inverse: bool = False) -> Any:
    """The distinct values in order of first appearance; with each element's place among them."""
    values, places = sorting.unique.raw(x.reshape(-1))
    return (values, places) if return_inverse else values


@arrays()
def argwhere(a: torch.Tensor) -> torch.Tensor:
    """Positions of non-zero elements."""
    return torch.argwhere(a)


@arrays(2)
def searchsorted(
    a: torch.Tensor, v: torch.Tensor, side: str = "left", sorter: Any = None
) -> torch.Tensor:
    """Where values would go in a sorted vector: Int32."""
    return torch.searchsorted(
        a, v.to(a.dtype) if v.dtype == a.dtype else v, side=side, sorter=sorter
    ).to(torch.int32)


def select(condlist: Any, choicelist: Any, default: Any = 0) -> Tensor:
    """For each element the choice of the first condition that holds, else `default`."""
    conditions = [array_like(c).to(torch.bool) for c in condlist]
    choices = [array_like(c) for c in choicelist]
    out = torch.as_tensor(default, device=choices[0].device).to(choices[0].dtype)
    for condition, choice in zip(reversed(conditions), reversed(choices)):
        out = torch.where(condition, choice, out)
    return wrap(out)


@arrays()
def unravel_index(indices: torch.Tensor, shape: Any, order: str = "C") -> Any:
    """Coordinates of positions in the flattened array."""
    size = shape_of(shape)
    found = torch.unravel_index(indices.long(), size if order == "C" else size[::-1])
    return tuple(f.to(torch.int32) for f in (found if order == "C" else found[::-1]))


@arrays(2)
def isin(element: torch.Tensor, test_elements: torch.Tensor, invert: bool = False) -> torch.Tensor:
    """Whether each element occurs in `test_elements`."""
    return torch.isin(element, test_elements, invert=invert)


in1d = isin


def size(a: Any, axis: int | None = None) -> int:
    """The number of elements, or the length of `axis`."""
    t = array_like(a)
    return t.numel() if axis is None else t.shape[axis]


def result_type(*arrays_and_dtypes: Any) -> mstype.Type:
    """The dtype that arrays and dtypes promote to."""
    found = [
        t if isinstance(t, mstype.Type) else mstype.from_torch(array_like(t).dtype)
        for t in arrays_and_dtypes
    ]
    out = found[0]
    for one in found[1:]:
        out = promote_types(out, one)
    return out


def promote_types(type1: Any, type2: Any) -> mstype.Type:
    """The dtype that two dtypes promote to."""
    return mstype.from_torch(torch.promote_types(mstype.to_torch(type1), mstype.to_torch(type2)))


__all__ = exported(globals())
