"""Methods of Tensor whose signature differs from that of the function they open."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.ops.array import creation, joining, shaping, sorting
from msacc.ops.core.args import axes, dims, spread, torch_dtype
from msacc.ops.core.op import op, spelled
from msacc.ops.doors.tensor.operators import attach
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import reduce, scans, statistics
from msacc.ops.nn import activation as act

_DTYPE_NAMES: dict[str, Any] = {t.name.lower(): t.torch for t in mstype.all_types} | {
    name: getattr(mstype, name).torch
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
        return found
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
    dtype = kind.torch

    def cast_to(self: Tensor) -> Tensor:
        return wrap(self._t.to(dtype))

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
    if type(shape[0]) is not int:
        shape = _sizes("reshape", shape)
    return shaping.reshape(self, shape)


def view(self: Tensor, *shape: Any) -> Tensor:
    """Like `reshape`."""
    return shaping.reshape(
        self, shape if shape and type(shape[0]) is int else _sizes("view", shape)
    )


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
    return joining.split(self, split_size_or_sections, axis)


def dim(self: Tensor) -> int:
    """The number of dimensions."""
    return self.ndim


def stride(self: Tensor, dim: int | None = None) -> Any:
    """Elements to step in each dimension, or in `dim`."""
    return list(self._t.stride()) if dim is None else self._t.stride(dim)


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


def std(self: Tensor, *args: Any, **names: Any) -> Tensor:
    """`std(axis=None, ddof=0, keepdims=False)` or `std(dim=None, *, correction=1, keepdim=False)`."""
    return _spread(statistics.std, self, args, names)


def var(self: Tensor, *args: Any, **names: Any) -> Tensor:
    """`var(axis=None, ddof=0, keepdims=False)` or `var(dim=None, *, correction=1, keepdim=False)`."""
    return _spread(statistics.var, self, args, names)


def _spread(fn: Any, self: Tensor, args: tuple[Any, ...], names: dict[str, Any]) -> Tensor:
    given = {**dict(zip(("axis", "ddof", "keepdims"), args)), **names}
    if isinstance(given.get("ddof"), bool):
        raise TypeError(f"For '{fn.__name__}', 'ddof' should be an int, but got {given['ddof']!r}.")
    if "dim" in given or "correction" in given or "keepdim" in given:
        given["ddof"] = given.pop("correction", 1)
        given["axis"] = given.pop("dim", given.get("axis"))
        given["keepdims"] = given.pop("keepdim", given.get("keepdims", False))
    x = self if self._t.dtype.is_floating_point else wrap(self._t.float())
    return fn(x, **given)


def cumsum(self: Tensor, axis: int | None = None, dtype: Any = None) -> Tensor:
    """Running sums along `axis`; of the flattened tensor for None."""
    if axis is None:
        return scans.cumsum(shaping.ravel(self), 0, dtype)
    return scans.cumsum(self, axis, dtype)


def argmax(self: Tensor, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """The Int64 position of the largest value; in the flattened tensor for None."""
    return reduce.argmax(self, axis, keepdims)


def add(self: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """self + alpha * other."""
    return ar.add(self, other if alpha == 1 else ar.mul(other, alpha))


def repeat(self: Tensor, *repeats: Any, axis: Any = None) -> Tensor:
    """The whole tensor repeated in each dimension, as MindSpore does since 2.5.

    With `axis=` given by name, each element repeated along it, as before.
    """
    if axis is not None:
        count = repeats[0] if len(repeats) == 1 else repeats
        return joining.repeat_interleave(self, count, axis)
    counts = dims(spread(repeats))
    if len(counts) < self.ndim:
        raise RuntimeError(
            f"For 'repeat', there should be a number for each of the {self.ndim} dimensions, but got {counts}; "
            "repeat_interleave(repeats, dim) repeats elements."
        )
    return wrap(self._t.repeat(counts))


def trace(
    self: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None
) -> Tensor:
    """The sum of a diagonal."""
    along = shaping.diagonal(self, offset, axis1, axis2)
    return sum_(along, -1, dtype)


def diagonal(self: Tensor, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The diagonals of two dimensions."""
    return shaping.diagonal(self, offset, axis1, axis2)


def ptp(self: Tensor, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The largest minus the smallest."""
    return ar.sub(reduce.amax(self, axis, keepdims), reduce.amin(self, axis, keepdims))


def reshape_as(self: Tensor, other: Tensor) -> Tensor:
    """The same elements in the shape of `other`."""
    return shaping.reshape(self, other.shape)


def sum_to_size(self: Tensor, *size: Any) -> Tensor:
    """Summed down to a shape it was broadcast from."""
    return wrap(self._t.sum_to_size(dims(spread(size))))


# -- facts and trivial ones --------------------------------------------------------------------


def itself(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """The tensor itself."""
    return self


def contiguous(self: Tensor) -> Tensor:
    """The tensor with its elements in row order."""
    return self if self._t.is_contiguous() else wrap(self._t.contiguous())


def is_contiguous(self: Tensor) -> bool:
    """Whether the elements lie in row order."""
    return self._t.is_contiguous()


def storage_offset(self: Tensor) -> int:
    """Where in its memory a view starts, in elements."""
    return int(self._t.storage_offset())


def data_ptr(self: Tensor) -> int:
    """The address of the first element."""
    return self._t.data_ptr()


def nothing(self: Tensor, *args: Any, **kwargs: Any) -> None:
    """Nothing is to be done here."""


def set_dtype(self: Tensor, dtype: Any) -> Tensor:
    """Change the element type in place; returns self."""
    self._t = self._t.to(any_dtype(dtype))
    return self


def is_signed(self: Tensor) -> bool:
    """Whether the dtype has negative numbers."""
    return self._t.dtype.is_signed


def register_hook(self: Tensor, hook: Any) -> Any:
    """Call `hook(gradient)` on the way back; what it returns replaces the gradient."""

    def on_gradient(gradient: torch.Tensor) -> torch.Tensor | None:
        found = hook(wrap(gradient))
        return found._t if isinstance(found, Tensor) else None

    if not self._t.requires_grad:
        raise RuntimeError("register_hook needs a tensor inside a gradient (grad, value_and_grad).")
    return self._t.register_hook(on_gradient)


def _new(value: int) -> Any:
    def make(self: Tensor, size: Any, dtype: Any = None, **unused: Any) -> Tensor:
        to = torch_dtype(dtype, self._t.dtype)
        return wrap(torch.full(dims(size), value, dtype=to, device=self._t.device))

    make.__doc__ = f"A tensor of {value}s of shape `size` in this dtype."
    return make


def new_full(self: Tensor, size: Any, fill_value: Any, *, dtype: Any = None) -> Tensor:
    """A tensor of shape `size` with `fill_value` everywhere, in this dtype."""
    to = torch_dtype(dtype, self._t.dtype)
    return wrap(torch.full(dims(size), fill_value, dtype=to, device=self._t.device))


_ACTIVATIONS = (
    act.gelu,
    act.hardshrink,
    act.log_softmax,
    act.relu,
    act.sigmoid,
    act.softmax,
    act.tanh,
)

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
        "squeeze": spelled(squeeze, dim="axis"),
        "split": spelled(split, dim="axis", split_size="split_size_or_sections"),
        "dim": dim,
        "stride": stride,
        "sum": sum_,
        "mean": mean,
        "max": max_,
        **{fn.__name__: fn for fn in _ACTIVATIONS},
        "min": min_,
        "copy": copy,
        "clone": copy,
        "fill": fill,
        "repeat": repeat,
        "trace": trace,
        "diagonal": diagonal,
        "ptp": ptp,
        "reshape_as": reshape_as,
        "sum_to_size": sum_to_size,
        "add": add,
        "sub": ar.subtract,
        "std": std,
        "var": var,
        "cumsum": spelled(cumsum, dim="axis"),
        "argmax": spelled(argmax, dim="axis", keepdim="keepdims"),
        "argmin": spelled(reduce.argmin, dim="axis", keepdim="keepdims"),
        "prod": spelled(reduce.prod, dim="axis", keepdim="keep_dims", keepdims="keep_dims"),
        "all": spelled(reduce.all, dim="axis", keepdim="keep_dims", keepdims="keep_dims"),
        "any": spelled(reduce.any, dim="axis", keepdim="keep_dims", keepdims="keep_dims"),
        "logsumexp": spelled(reduce.logsumexp, axis="dim", keepdims="keepdim", keep_dims="keepdim"),
        "median": spelled(statistics.median, dim="axis", keepdim="keepdims"),
        "sort": spelled(sorting.sort, dim="axis"),
        "argsort": spelled(sorting.argsort, dim="axis"),
        "topk": sorting.topk,
        "unique": sorting.unique,
        "searchsorted": sorting.searchsorted,
        "repeat_interleave": spelled(joining.repeat_interleave, dim="axis"),
        "new_zeros": _new(0),
        "new_ones": _new(1),
        "new_empty": _new(0),
        "new_full": new_full,
        "value": itself,
        "contiguous": contiguous,
        "is_contiguous": is_contiguous,
        "storage_offset": storage_offset,
        "data_ptr": data_ptr,
        "ndimension": dim,
        "nelement": shaping.numel,
        "is_signed": is_signed,
        "set_dtype": set_dtype,
        "register_hook": register_hook,
        "flush_from_cache": nothing,
        "data_sync": nothing,
        "wait_pipeline": nothing,
        "pin_memory": itself,
        "move_to": itself,
    }
)


def _get_data(self: Tensor) -> Tensor:
    return wrap(self._t.detach())


def _set_data(self: Tensor, value: Tensor) -> None:
    self._t = value._t.detach()


Tensor.data = property(_get_data, _set_data, doc="The values, without gradient; can be set.")  # type: ignore[attr-defined]
