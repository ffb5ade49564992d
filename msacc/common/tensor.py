"""Tensor: a thin holder of one torch.Tensor with MindSpore's meaning of every name.

Arithmetic and methods are attached by `msacc.ops.bindings`; this module knows storage only.
"""

from __future__ import annotations

import copy
import copyreg
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.deferred_checks import raise_found
from msacc.common.keyword_hints import hints_keywords
from msacc.common.lazy_values import pending
from msacc.common.settings import settings
from msacc.common.tensor_text import value_text
from msacc.common.torch_names import TENSOR, no_attribute
from msacc.common.warn_once import no_effect
from msacc.common.without_values import (
    decided,
    known_sizes,
    no_symbol,
    values_of,
)

if TYPE_CHECKING:
    from typing import SupportsIndex

    from msacc.common.argument_types import DTypeLike, Initial, TensorLike

# The types of lists and numbers that keep not that which NumPy gives them; what they hold may be arrays.
_TYPES_OF_LISTS = {np.dtype(np.float64): np.float32, np.dtype(np.int32): np.int64}
_ACCEPTED = (np.ndarray, np.generic, list, tuple, float, int, bool, complex, bytes)
# What rounds to the greatest Float8E4M3FN, 448.
_FLOAT8_RANGE = 464.0


class Tensor:
    """An n-dimensional array with MindSpore's interface.

    `input_data`: a Tensor, numpy array, number, list or tuple, copied; without a `dtype` int becomes Int64,
      float Float32, and arrays keep their type. Or no data but `shape` (an int or tuple) and `dtype`: zeros,
      or what the Initializer `init` fills in when the values are first read.
    `device`: 'CPU', or 'meta' for a Tensor with a shape and no values; where the process has a GPU all others
      lie there and 'CPU' is said once to have no effect, as `const_arg` is.

    Raises TypeError for data or a dtype that cannot be held and a `const_arg` that is no bool, ValueError for
    another `device` and for lists that are ragged.

    Differs from MindSpore: `Tensor(torch_tensor)` wraps without a copy and `to_torch()` gives the same tensor
    back; a bfloat16 tensor becomes float32 in numpy; a str is no data.
    """

    # `_t` holds the torch tensor; while it is unset, `_msacc_init` tells how to make it. The dict of attributes that
    # scripts add is made with the first one.
    __slots__ = ("__dict__", "__weakref__", "_msacc_init", "_t")
    _t: torch.Tensor
    _msacc_init: Any

    @hints_keywords
    def __init__(
        self,
        input_data: TensorLike | bytes | None = None,
        dtype: DTypeLike | None = None,
        shape: int | list[Any] | tuple[Any, ...] | None = None,
        init: Initial | None = None,
        const_arg: bool = False,
        device: str | None = None,
    ):
        self._msacc_init = None
        if const_arg is not False and check.boolean("Tensor", "const_arg", const_arg):
            no_effect("Tensor", "const_arg", const_arg, "a Tensor is never folded into a graph")
        if type(input_data) is torch.Tensor and dtype is None:
            self._t = input_data
        elif input_data is None and (shape is not None or dtype is not None):
            self._msacc_from_shape(shape, dtype, init)
        else:
            self._t = to_torch_tensor(input_data, dtype)
        if device is not None and check_device("Tensor", device, "meta"):
            dims, torch_dtype = self.shape, mstype.to_torch(self.dtype)
            self._t, self._msacc_init = torch.empty(dims, dtype=torch_dtype, device="meta"), None

    def _msacc_from_shape(self, shape: Any, dtype: DTypeLike | None, init: Initial | None) -> None:
        if dtype is None:
            raise TypeError("For 'Tensor', 'dtype' must be given together with 'shape'.")
        # Of unknown rank, where no shape is given.
        dims = (-2,) if shape is None else (shape,) if isinstance(shape, int) else tuple(shape)
        if not all(isinstance(d, (int, np.integer)) and d >= 0 for d in dims):
            if init is not None:
                raise ValueError(
                    f"For 'Tensor', a shape with unknown dimensions, {shape}, goes without 'init', but "
                    f"got {init!r}."
                )
            self._msacc_init = _Described(dims, dtype)
        elif init is None:
            self._t = torch.zeros(dims, dtype=mstype.to_torch(dtype), device=settings.device)
        else:
            self._msacc_init = pending(init, dims, dtype)

    def __getattr__(self, name: str) -> Any:
        if name == "_t":
            return self._msacc_materialize()
        if name == "_msacc_init":
            return None
        raise AttributeError(no_attribute(type(self).__name__, name, TENSOR))

    def __getstate__(self) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        # What only tells shape and type has no values to copy.
        if not is_described(self):
            return getattr(self, "__dict__", None), {"_t": self._t, "_msacc_init": None}
        return getattr(self, "__dict__", None), {"_msacc_init": self._msacc_init}

    def __setstate__(self, state: Any) -> None:
        if isinstance(state, dict):  # as MindSpore pickles it
            self._t, self._msacc_init = to_torch_tensor(state["value"][0], None), None
            self.__dict__.update({k: v for k, v in state.items() if k != "value"})
            return
        attributes, slots = state
        if attributes:
            self.__dict__.update(attributes)
        for name, value in slots.items():
            object.__setattr__(self, name, value)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        if type(self) is Tensor and pickles_as_mindspore(self):
            state = {**self.__dict__, "value": (self.asnumpy(),)}
            return copyreg.__newobj__, (Tensor,), state  # type: ignore[attr-defined]
        return super().__reduce_ex__(protocol)

    def __copy__(self) -> Tensor:
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        memo[id(self)] = other = type(self).__new__(type(self))
        attributes, slots = self.__getstate__()
        # As in MindSpore a Tensor leaves behind what scripts added, which copies and pickles have.
        if type(self) is Tensor:
            attributes = None
        other.__setstate__(copy.deepcopy((attributes, slots), memo))
        return other

    def _msacc_materialize(self) -> torch.Tensor:
        pending = self._msacc_init
        if pending is None:
            raise RuntimeError(
                f"This {type(self).__name__} holds no data: __init__ was not called."
            )
        self._t = pending.fill()
        self._msacc_init = None
        return self._t

    # -- facts ---------------------------------------------------------------------------------
    @property
    def shape(self) -> tuple[int, ...]:
        """The dimensions, a tuple of int."""
        if self._msacc_init is not None:
            return self._msacc_init.shape  # type: ignore[no-any-return]
        t = self._t
        return tuple(t.shape) if type(t) is torch.Tensor else known_sizes(t)

    @property
    def dtype(self) -> mstype.Type:
        """The element type, such as `msacc.float32`."""
        return (
            mstype._FROM_TORCH[self._t.dtype]
            if self._msacc_init is None
            else self._msacc_init.dtype
        )

    @property
    def size(self) -> int:
        """The number of elements."""
        plain = self._msacc_init is None and type(self._t) is torch.Tensor
        return self._t.numel() if plain else math.prod(self.shape)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def itemsize(self) -> int:
        """Bytes per element."""
        return mstype.type_size_in_bytes(self.dtype)

    @property
    def nbytes(self) -> int:
        """Bytes in all."""
        return self.size * self.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes to step in each dimension."""
        return tuple(s * self.itemsize for s in self._t.stride())

    @property
    def has_init(self) -> bool:
        """Whether an initializer has yet to fill this tensor."""
        return self._msacc_init is not None

    @property
    def init(self) -> Any:
        """The initializer that will fill this tensor, or None once it has; setting None leaves it zeros."""
        return None if self._msacc_init is None else self._msacc_init.initializer

    @init.setter
    def init(self, value: None) -> None:
        if value is not None:
            raise TypeError(
                f"For '{type(self).__name__}', 'init' can be set to None alone, but got {value!r}; make another by "
                "initializer(...) and give it to set_data."
            )
        if self.init is not None:
            self._t = torch.zeros(
                self.shape, dtype=mstype.to_torch(self.dtype), device=settings.device
            )
            self._msacc_init = None

    @property
    def device(self) -> str:
        """Where the data lies: 'CPU', 'GPU:<index>', or 'meta' for a Tensor without values."""
        where = self._t.device
        if where.type == "cuda":
            return f"GPU:{where.index or 0}"
        return "CPU" if where.type == "cpu" else where.type

    # -- ways out ------------------------------------------------------------------------------
    def asnumpy(self) -> np.ndarray:
        """The values as numpy; shares memory with a CPU tensor."""
        if self._msacc_init is not None:
            self.init_data()
        t = local_values(self._t.detach())
        if t.device.type == "meta":
            raise RuntimeError(
                f"A Tensor on the device 'meta' holds no values, but a shape: {self}."
            )
        if t.dtype in (torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2):
            t = t.float()
        with values_of(t, "asnumpy()"):
            array: np.ndarray = t.numpy(force=True)  # of lazy zeros, conjugates and negatives too
        raise_found()
        return array

    numpy = asnumpy

    def to_torch(self) -> torch.Tensor:
        """The torch tensor inside, not a copy."""
        return self._t

    @staticmethod
    def from_numpy(array: np.ndarray) -> Tensor:
        """A Tensor over the memory of a numpy array, without a copy where there need be none.

        `array` of any shape and numeric or bool dtype gives a Tensor of the same. On the CPU a
        change of one shows in the other, as in MindSpore; an array that is not contiguous is
        copied, and on a GPU all are.

        Raises TypeError for anything but an array, and for arrays of strings, which MindSpore
        takes.
        """
        if not isinstance(array, np.ndarray):
            raise TypeError(
                f"For 'from_numpy', 'array' should be a numpy.ndarray, but got {array!r}."
            )
        return wrap(torch.from_numpy(np.asarray(array, order="C")).to(settings.device))

    def __array__(
        self, dtype: np.dtype | type[np.generic] | None = None, copy: bool | None = None
    ) -> np.ndarray:
        values = self.asnumpy()
        if dtype is not None and values.dtype != dtype:
            return values.astype(dtype)
        return values.copy() if copy else values

    def item(self, index: int | tuple[int, ...] | None = None) -> int | float | bool | complex:
        """The one element (or the element at `index`) as a Python number; ValueError otherwise."""
        if index is not None:
            return self.asnumpy().item(index)
        if self._t.numel() != 1:
            raise ValueError(
                f"The tensor should have only one element, but got {self._t.numel()}, "
                "more than one element is ambiguous."
            )
        with values_of(self._t, "item()"):
            found: Any = no_symbol(whole_values(self._t).item())
        raise_found()
        return found  # type: ignore[no-any-return]

    def tolist(self) -> Any:
        """The values as nested Python lists."""
        with values_of(self._t, "tolist()"):
            found = no_symbol(local_values(self._t).tolist())
        raise_found()
        return found

    def init_data(
        self, slice_index: Any = None, shape: Any = None, opt_shard_group: str | None = None
    ) -> Tensor:
        """Fill a tensor that still waits for its initializer; returns self.

        `shape`: of the slice that it becomes.
        `slice_index`: its number, so that equal slices are equal on all processes under one seed.
        `opt_shard_group` has no effect, which is said once.
        """
        if opt_shard_group is not None:
            why = "'slice_index' and 'shape' alone say which slice it is, in MindSpore too"
            no_effect("init_data", "opt_shard_group", opt_shard_group, why)
        if self._msacc_init is None:
            return self
        if slice_index is None and shape is None:
            Tensor._msacc_materialize(self)
        else:
            self._t = self._msacc_init.fill_slice(
                slice_index, None if shape is None else tuple(shape)
            )
            self._msacc_init = None
        return self

    def to_tensor(
        self, slice_index: Any = None, shape: Any = None, opt_shard_group: str | None = None
    ) -> Tensor:
        """`init_data` by the name that it had until MindSpore 1.10: `initializer(…).to_tensor()`."""
        return self.init_data(slice_index, shape, opt_shard_group)

    # -- Python's protocols --------------------------------------------------------------------
    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("Not support len of a 0-D tensor")
        return self.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if not self.shape:
            raise TypeError("iteration over a 0-D tensor: it has no first dimension.")
        return iter([wrap(row) for row in self._t.unbind(0)])

    def __bool__(self) -> bool:
        if self._t.numel() == 1 and (outcome := decided(self._t)) is not None:
            return outcome
        return bool(self.item())

    def __int__(self) -> int:
        return int(self._msacc_single_element())

    def __float__(self) -> float:
        return float(self._msacc_single_element())

    def __complex__(self) -> complex:
        return complex(self._msacc_single_element())

    def _msacc_single_element(self) -> Any:
        if self._t.numel() != 1:
            raise ValueError(
                f"Only one element tensors can be converted to Python scalars, but got shape {self.shape}."
            )
        return self.item()

    def __index__(self) -> int:
        if self._t.numel() != 1 or self._t.is_floating_point() or self._t.is_complex():
            raise ValueError(
                "Only integer tensors of a single element can be converted to an index, but got "
                f"{self.dtype} of shape {self.shape}."
            )
        return int(self.item())  # type: ignore[arg-type]

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec else str(self)

    def __str__(self) -> str:
        if self._msacc_init is not None or self._t.device.type == "meta":
            return repr(self)
        if self._t.dtype is torch.bfloat16:
            return np.array2string(self.asnumpy(), formatter={"float": lambda v: f"{v:f}"})
        return str(self.asnumpy())

    def __repr__(self) -> str:
        head = f"Tensor(shape={list(self.shape)}, dtype={self.dtype}, value="
        if -1 in self.shape:  # a declared input has no values
            return f"{head}\n)"
        if self._msacc_init is not None and not getattr(self._msacc_init, "is_result", False):
            line_break = "\n" if len(self.shape) > 1 else ""
            return f"{head}{line_break}<uninitialized>)"
        if self._t.device.type == "meta":
            return f"{head} <meta>)"
        bfloat16 = self._t.dtype is torch.bfloat16
        return f"{head}{value_text(self.asnumpy(), bfloat16=bfloat16)})"

    @property
    def is_meta(self) -> bool:
        """Whether there is a shape and a dtype alone, without memory."""
        return self._t.device.type == "meta"

    __hash__ = object.__hash__


def local_values(t: Any) -> torch.Tensor:
    """Of a tensor that is cut over processes this one's part, as MindSpore shows it; sums are taken first."""
    if hasattr(t, "to_local"):
        t = t.full_tensor() if any(p.is_partial() for p in t.placements) else t.to_local()
    return t  # type: ignore[no-any-return]


def whole_values(t: torch.Tensor) -> torch.Tensor:
    """All of a tensor that is cut over processes: DTensor's own `item` is that of this process's part."""
    return t.full_tensor() if hasattr(t, "full_tensor") else t  # type: ignore[no-any-return]


def wrap(t: torch.Tensor) -> Tensor:
    """The fast way from a torch tensor to a Tensor, used after every op."""
    tensor = Tensor.__new__(Tensor)
    # Dynamo cannot trace __getattr__ for a slot left unset on an object made inside the graph.
    tensor._msacc_init = None
    tensor._t = t
    return tensor


def check_device(where: str, device: str, other: str) -> bool:
    """Whether a `device` is the `other` one of its two names; ValueError where it is neither.

    The first is 'CPU', or the name that the process's own device has.
    """
    if device == other:
        return True
    on_cpu = settings.device.type == "cpu"
    if device != "CPU" and (on_cpu or device not in ("GPU", f"GPU:{settings.device.index or 0}")):
        raise ValueError(
            f"For '{where}', 'device' should be 'CPU' or '{other}', but got {device!r}; which "
            "device a process uses is set by mindspore.set_device."
        )
    if device == "CPU" and not on_cpu:
        no_effect(where, "device", device, "all tensors are on the process's one device")
    return False


def to_torch_tensor(data: Any, dtype: DTypeLike | None = None) -> torch.Tensor:
    """Copy Python or numpy data into a torch tensor under MindSpore's dtype rules."""
    want = None if dtype is None else mstype.to_torch(dtype)
    if want is torch.float8_e4m3fn:
        return _to_float8(to_torch_tensor(data))
    if isinstance(data, Tensor):
        source = data._t
        # As in MindSpore, a Tensor made of a Tensor shares its memory unless the dtype changes.
        return source.to(want) if want not in (None, source.dtype) else source.view_as(source)
    if isinstance(data, torch.Tensor):
        return data.to(want) if want is not None else data
    if not isinstance(data, _ACCEPTED):
        raise TypeError(
            "For 'Tensor', 'input_data' should be a Tensor, a numpy array, a list, a tuple or a "
            f"number, but got {data!r} of type '{type(data).__name__}'."
        )
    return _from_python(data, want)


def _to_float8(t: torch.Tensor) -> torch.Tensor:
    """Float8E4M3FN, which has no infinity: NaN beyond its range, where torch may give its greatest value."""
    if t.dtype is torch.float8_e4m3fn:
        return t
    t = t.to(torch.float32)
    return t.masked_fill(t.abs() > _FLOAT8_RANGE, torch.nan).to(torch.float8_e4m3fn)


def _from_python(data: Any, want: torch.dtype | None) -> torch.Tensor:
    if isinstance(data, (list, tuple)) and _has_tensor(data):
        stacked = torch.stack([to_torch_tensor(item) for item in data])
        return stacked if want is None else stacked.to(want)
    if _holds_numbers(data):
        # Without numpy, so that a graph can hold a Tensor made inside it.
        if want is not None and want.is_floating_point:
            return torch.tensor(data, dtype=want, device=settings.device)
        tensor = torch.tensor(data, device=settings.device)
        return tensor if want is None else tensor.to(want)
    if isinstance(data, np.ndarray) and torch.compiler.is_compiling():
        # An array made inside a graph: Dynamo knows it as a tensor, without the kind of its type and its owner.
        return torch.from_numpy(data).clone().to(device=settings.device, dtype=want)
    array = np.array(data)
    if array.dtype.kind not in "biufc":
        raise TypeError(f"For 'Tensor', the 'input_data' {data!r} contains unsupported elements.")
    if want is None and not isinstance(data, (np.ndarray, np.generic)):
        array = array.astype(_TYPES_OF_LISTS.get(array.dtype, array.dtype), copy=False)
    return torch.from_numpy(array.copy() if array.base is not None else array).to(
        device=settings.device, dtype=want
    )


def _has_tensor(items: Any) -> bool:
    return any(
        isinstance(item, (Tensor, torch.Tensor))
        or (isinstance(item, (list, tuple)) and _has_tensor(item))
        for item in items
    )


def _holds_numbers(data: Any) -> bool:
    """Whether `data` is a Python number, or nested lists of them, none empty."""
    if isinstance(data, (list, tuple)):
        for item in data:
            if not _holds_numbers(item):
                return False
        return len(data) > 0
    return type(data) in (bool, int, float)


def pickles_as_mindspore(tensor: Tensor) -> bool:
    """Whether a pickle of a Tensor is to be one that MindSpore reads: under the alias, of what NumPy has a type for."""
    if not Tensor.__module__.startswith("mindspore") or is_described(tensor):
        return False
    values = tensor._t
    has_values = type(values) is torch.Tensor and values.device.type != "meta"
    return has_values and mstype.from_numpy(tensor.dtype.np) is tensor.dtype


def is_described(tensor: Tensor) -> bool:
    """Whether a Tensor only tells shape and type: an input to come."""
    return isinstance(tensor._msacc_init, _Described)


def declared_dims(tensor: Tensor) -> tuple[Any, ...]:
    """The sizes of a Tensor that may describe an input: None or a Symbol stands for one that varies."""
    return tensor._msacc_init.dims if isinstance(tensor._msacc_init, _Described) else tensor.shape


class _Described:
    """Stands for the data of a Tensor whose shape is not known: it describes an input (set_inputs)."""

    initializer = None

    def __init__(self, dims: tuple[Any, ...], dtype: DTypeLike):
        self.dims = dims
        # A None or a Symbol is a dimension of any size.
        self.shape = tuple(d if isinstance(d, (int, np.integer)) else -1 for d in dims)
        self.dtype = mstype.from_torch(mstype.to_torch(dtype))

    def fill(self) -> torch.Tensor:
        raise ValueError(
            f"a Tensor of shape {list(self.shape)} holds no data: it describes an input for "
            "Cell.set_inputs."
        )


# Tensor's metaclass has a name in MindSpore; here it is Python's own.
_TensorMeta = type(Tensor)
