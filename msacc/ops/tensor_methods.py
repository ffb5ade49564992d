"""Methods of Tensor whose signature differs from that of the function they open."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.ops import arithmetic as ar
from msacc.ops import creation, reduce, shaping
from msacc.ops._args import axes, dims, spread, torch_dtype
from msacc.ops._op import op
from msacc.ops.tensor_doors import attach

_DTYPE_NAMES = {t.name.lower(): t for t in mstype.all_types} | {
    name: getattr(mstype, name)
    for name in (
        *("bool_", "byte", "short", "intc", "long", "intp", "ubyte", "ushort", "uintc", "uintp"),
        *("half", "single", "double", "float_", "int_", "uint"),
    )
}


def any_dtype(dtype: Any) -> torch.dtype:
    """A dtype given as MindSpore's, numpy's, Python's or by name."""
    if isinstance(dtype, str):
        found = _DTYPE_NAMES.get(dtype.lower())
        if found is None:
            raise TypeError(
                f"For Tensor.astype, the string input type must be one of {sorted(_DTYPE_NAMES)}, "
                f"but got '{dtype}'."
            )
        return found.torch  # type: ignore[return-value]
    if isinstance(dtype, (mstype.Type, torch.dtype)) or dtype in (bool, int, float, complex):
        if dtype is float:
            return torch.float64
        return mstype.to_torch(dtype)
    try:
        return mstype.from_numpy(np.dtype(dtype)).torch  # type: ignore[return-value]
    except TypeError:
        raise TypeError(f"For Tensor.astype, 'dtype' is no data type: {dtype!r}.") from None


# -- dtype -------------------------------------------------------------------------------------


def astype(self: Tensor, dtype: Any, copy: bool = True) -> Tensor:
    """The values as another dtype."""
    to = dtype.torch if type(dtype) is mstype.Type else None
    return wrap(self._t.to(to if to is not None else any_dtype(dtype)))


def to(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """The values as another dtype (a device name changes nothing: there is one device)."""
    kinds = (mstype.Type, torch.dtype)
    for one in (*args, *kwargs.values()):
        if isinstance(one, kinds) or one in (bool, int, float):
            return astype(self, one)
        if isinstance(one, Tensor):
            return astype(self, one.dtype)
    return self


def _caster(kind: Any) -> Any:
    def cast_to(self: Tensor) -> Tensor:
        return wrap(self._t.to(kind.torch))

    cast_to.__doc__ = f"The values as {kind.name}."
    return cast_to


def type_(self: Tensor, dtype: Any = None) -> Any:
    """The dtype's name, or the values as `dtype`."""
    return str(self.dtype) if dtype is None else astype(self, dtype)


# -- shape -------------------------------------------------------------------------------------


def reshape(self: Tensor, *shape: Any) -> Tensor:
    """The same elements in another shape, given as numbers, a tuple or a list."""
    if not shape:
        raise TypeError("reshape() missing 1 required positional argument: shape.")
    return shaping.reshape(self, _sizes("reshape", shape))


def view(self: Tensor, *shape: Any) -> Tensor:
    """Like `reshape`."""
    return shaping.reshape(self, _sizes("view", shape))


def _sizes(name: str, given: tuple[Any, ...]) -> tuple[int, ...]:
    one = given[0] if len(given) == 1 else given
    if isinstance(one, float):
        raise TypeError(f"{name}(): argument 'shape' must be tuple of int but found {one!r}.")
    return dims(one._t if isinstance(one, Tensor) else one)


def transpose(self: Tensor, *axes_: Any) -> Tensor:
    """All dimensions in the given order, reversed for none; two numbers swap two dimensions."""
    if not axes_:
        return shaping.transpose(self, tuple(range(self.ndim))[::-1])
    if len(axes_) == 2 and self.ndim != 2:
        return shaping.swapaxes(self, *axes_)
    return shaping.transpose(self, spread(axes_))


def permute(self: Tensor, *axis: Any) -> Tensor:
    """The dimensions in the given order."""
    return shaping.transpose(self, spread(axis))


def expand(self: Tensor, *size: Any) -> Tensor:
    """A view broadcast to the given sizes; -1 keeps one."""
    return shaping.broadcast_to(self, spread(size))


def flatten(self: Tensor, order: str = "C", *, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """One dimension, or `start_dim` to `end_dim` made one; `order` 'F' goes column first."""
    if isinstance(order, int):
        order, start_dim = "C", order
    return shaping.flatten(self, order, start_dim=start_dim, end_dim=end_dim)


def resize(self: Tensor, *new_shape: Any) -> Tensor:
    """The first elements in another shape, zeros added where they run out."""
    shape = _sizes("resize", new_shape)
    count = int(np.prod(shape))
    flat = self._t.reshape(-1)
    if count > flat.numel():
        flat = torch.cat((flat, flat.new_zeros(count - flat.numel())))
    return wrap(flat[:count].reshape(shape))


def squeeze(self: Tensor, axis: Any = None) -> Tensor:
    """Dimensions of one taken out."""
    return shaping.squeeze(self, axis)


def split(self: Tensor, split_size_or_sections: Any, axis: int = 0) -> Any:
    """Pieces of one size, or of the sizes given."""
    return shaping.split(self, split_size_or_sections, axis)


def dim(self: Tensor) -> int:
    """The number of dimensions."""
    return self.ndim


def stride(self: Tensor, dim: int | None = None) -> Any:
    """Elements to step in each dimension, or in `dim`."""
    return self._t.stride() if dim is None else self._t.stride(dim)


# -- reductions --------------------------------------------------------------------------------


@op
def _sum(input: torch.Tensor, where: Any, keepdims: bool, dtype: Any, initial: Any) -> torch.Tensor:
    out = torch.sum(input, axes(where), keepdims, dtype=torch_dtype(dtype))
    return out if initial is None else out + initial


def sum_(
    self: Tensor,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    **names: Any,
) -> Tensor:
    """The sum; Bool and integers give Int64 unless `dtype` is given."""
    if isinstance(dtype, bool):  # sum(dim, keepdim)
        dtype, keepdims = None, dtype
    axis = names.pop("dim", axis)
    keepdims = names.pop("keepdim", keepdims)
    _no_more("sum", names)
    return _sum(self, axis, keepdims, dtype, initial)


def _no_more(name: str, names: dict[str, Any]) -> None:
    if names:
        raise TypeError(f"{name}() got unexpected keyword arguments {sorted(names)}.")


def mean(self: Tensor, axis: Any = None, keep_dims: bool = False, **names: Any) -> Tensor:
    """The mean."""
    dtype = names.pop("dtype", None)
    axis = names.pop("dim", axis)
    keep_dims = names.pop("keepdim", names.pop("keepdims", keep_dims))
    _no_more("mean", names)
    return reduce.mean(self if dtype is None else astype(self, dtype), axis, keep_dims)


def _extreme(both: Any, values: Any) -> Any:
    def method(self: Tensor, *args: Any, **names: Any) -> Any:
        if args and isinstance(args[0], int) or "dim" in names:
            place = ("dim", "keepdim")
            given = {**dict(zip(place, args)), **names}
            return both(self, given["dim"], given.get("keepdim", False))
        given = {**dict(zip(("axis", "keepdims"), args)), **names}
        axis, keepdims = given.pop("axis", None), given.pop("keepdims", False)
        if given.pop("return_indices", False) and axis is not None:
            return both(self, axis, keepdims)
        return values(self, axis, keepdims, **given)

    return method


max_ = _extreme(reduce.max, reduce.amax)
max_.__doc__ = "The largest: of all, along `axis=` (values), or `max(dim)` (values and positions)."
min_ = _extreme(reduce.min, reduce.amin)
min_.__doc__ = "The smallest: of all, along `axis=` (values), or `min(dim)` (values and positions)."


def copy(self: Tensor) -> Tensor:
    """A copy, through which gradients flow."""
    return wrap(self._t.clone())


def fill(self: Tensor, value: Any) -> Tensor:
    """A tensor of this shape and dtype with `value` everywhere."""
    return creation.full_like(self, value)


def mul_(self: Tensor, other: Any) -> Tensor:
    """Multiply in place."""
    return in_place(self, ar.mul(self, other))


def in_place(self: Tensor, new: Tensor) -> Tensor:
    """Write `new` into `self`; inside a gradient, `self` takes the place of `new` instead."""
    if self._t.requires_grad or new._t.requires_grad:
        self._t = new._t.to(self._t.dtype)
    else:
        self._t.copy_(new._t)
    return self


attach(
    {
        "astype": astype,
        "to": to,
        "type": type_,
        "half": _caster(mstype.float16),
        "float": _caster(mstype.float32),
        "double": _caster(mstype.float64),
        "bfloat16": _caster(mstype.bfloat16),
        "int": _caster(mstype.int32),
        "long": _caster(mstype.int64),
        "short": _caster(mstype.int16),
        "byte": _caster(mstype.uint8),
        "bool": _caster(mstype.bool_),
        "reshape": reshape,
        "view": view,
        "transpose": transpose,
        "permute": permute,
        "expand": expand,
        "flatten": flatten,
        "resize": resize,
        "squeeze": squeeze,
        "split": split,
        "dim": dim,
        "stride": stride,
        "sum": sum_,
        "mean": mean,
        "max": max_,
        "min": min_,
        "copy": copy,
        "clone": copy,
        "fill": fill,
        "mul_": mul_,
    }
)
