"""MindSpore's data types, each tied to its torch and numpy counterpart."""

from __future__ import annotations

import builtins
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from msacc.module_aliases import refuse

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike


class Type:
    """One MindSpore type object, such as ``msacc.float32``.

    Types are singletons: compare them with ``==`` or ``is``. There are no further ones: TypeError
    when it is called, as in MindSpore.
    """

    __slots__ = ("name", "np", "torch")

    name: str
    np: Any
    torch: torch.dtype | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise TypeError(
            "mindspore.Type: no constructor defined; use mindspore.float32 and the others."
        )

    def __repr__(self) -> str:
        return f"mindspore.{self.name.lower()}"

    def __str__(self) -> str:
        return self.name

    @property
    def itemsize(self) -> builtins.int:
        """Bytes of an element. AttributeError for a type that has none."""
        if self.torch is None:
            raise AttributeError(f"The type {self} has no attribute 'itemsize'.")
        return self.torch.itemsize

    @property
    def is_floating_point(self) -> builtins.bool:
        """Whether it is a float type."""
        return self.torch is not None and self.torch.is_floating_point

    @property
    def is_complex(self) -> builtins.bool:
        """Whether it is a complex type."""
        return self.torch is not None and self.torch.is_complex

    def __reduce__(self) -> Any:
        # By its name in the module that this class is said to be of: under the alias MindSpore reads it too.
        module = vars(sys.modules[Type.__module__])
        for name, value in globals().items():
            if value is self and module.get(name) is self:
                return name
        return _by_name, (self.name,)

    def __deepcopy__(self, memo: dict[Any, Any]) -> Type:
        return self

    def __copy__(self) -> Type:
        return self


Number = Type
_ALL: dict[str, Type] = {}


def _by_name(name: str) -> Type:
    return _define(name)


def _define(name: str, torch_dtype: torch.dtype | None = None, np_type: Any = None) -> Type:
    new_type = Type.__new__(Type)
    new_type.name, new_type.torch, new_type.np = name, torch_dtype, np_type
    return _ALL.setdefault(name, new_type)


bool_ = _define("Bool", torch.bool, np.bool_)
int8 = _define("Int8", torch.int8, np.int8)
int16 = _define("Int16", torch.int16, np.int16)
int32 = _define("Int32", torch.int32, np.int32)
int64 = _define("Int64", torch.int64, np.int64)
uint8 = _define("UInt8", torch.uint8, np.uint8)
uint16 = _define("UInt16", torch.uint16, np.uint16)
uint32 = _define("UInt32", torch.uint32, np.uint32)
uint64 = _define("UInt64", torch.uint64, np.uint64)
float16 = _define("Float16", torch.float16, np.float16)
float32 = _define("Float32", torch.float32, np.float32)
float64 = _define("Float64", torch.float64, np.float64)
# NumPy has no bfloat16 of its own: such tensors leave through asnumpy() as float32.
bfloat16 = _define("BFloat16", torch.bfloat16, np.float32)
complex64 = _define("Complex64", torch.complex64, np.complex64)
complex128 = _define("Complex128", torch.complex128, np.complex128)
float8_e4m3fn = _define("Float8E4M3FN", torch.float8_e4m3fn, np.float32)
float8_e5m2 = _define("Float8E5M2", torch.float8_e5m2, np.float32)

half, single, double = float16, float32, float64
byte, short, intc, intp, long = int8, int16, int32, int64, int64
ubyte, ushort, uintc, uintp = uint8, uint16, uint32, uint64
cfloat, cdouble = complex64, complex128
float_, int_, uint = float32, int64, uint64

# Types of Ascend's weights, of which torch has no elements: names alone.
qint4x2, hifloat8 = _define("Int4"), _define("HiFloat8")
string = _define("String", None, np.str_)
tensor_type = _define("Tensor")
number = _define("Number")
tuple_ = _define("Tuple")
list_ = _define("List")
function = _define("Func")
type_none = _define("None")
type_type = _define("TypeType")
index_slices = _define("RowTensor")
coo_tensor = _define("COOTensor")
csr_tensor = _define("CSRTensor")


def holding(kind: Type, *inner: Type) -> Type:
    """The type of a `kind` that holds these types: Tensor[Float32], Tuple[Int64,String]."""
    return _define(f"{kind}[{','.join(map(str, inner))}]")


def named(name: str) -> Type:
    """The type of a name such as Tuple[Float32*2]."""
    return _define(name)


int_type = (int8, int16, int32, int64)
uint_type = (uint8, uint16, uint32, uint64)
float8_type = (float8_e4m3fn, float8_e5m2)
float_type = (float16, float32, float64, bfloat16, *float8_type)
complex_type = (complex64, complex128)
signed_type = (*int_type, *float_type[:4], *complex_type, *float8_type)
number_type = (*int_type, *uint_type, *float_type[:4], *complex_type, *float8_type)
all_types = (bool_, *number_type)

_FROM_TORCH: dict[torch.dtype, Type] = {t.torch: t for t in _ALL.values() if t.torch is not None}
_FROM_NUMPY: dict[np.dtype, Type] = {
    np.dtype(t.np): t for t in _ALL.values() if t.torch is not None and t.name[0] not in "BF"
}
_FROM_NUMPY.update({np.dtype(t.np): t for t in (bool_, float16, float32, float64)})
_FROM_PYTHON: dict[type, Type] = {
    builtins.bool: bool_,
    builtins.int: int64,
    builtins.float: float64,
    complex: complex128,
    str: string,
    tuple: tuple_,
    list: list_,
}


def from_torch(dtype: torch.dtype) -> Type:
    """The MindSpore type of a torch dtype; TypeError where there is none."""
    ms_type = _FROM_TORCH.get(dtype)
    if ms_type is None:
        raise TypeError(f"msacc has no MindSpore dtype for {dtype}.")
    return ms_type


def from_numpy(dtype: Any) -> Type:
    """The MindSpore type of a numpy dtype; TypeError where there is none."""
    ms_type = _FROM_NUMPY.get(np.dtype(dtype))
    if ms_type is None:
        raise TypeError(f"numpy dtype {np.dtype(dtype)} has no MindSpore counterpart.")
    return ms_type


def to_torch(dtype: DTypeLike, argument: str = "dtype") -> torch.dtype:
    """The torch dtype behind a MindSpore type (or a Python scalar type)."""
    if isinstance(dtype, Type) and dtype.torch is not None:
        return dtype.torch
    if isinstance(dtype, torch.dtype):
        return dtype
    if dtype in (builtins.bool, builtins.int, builtins.float, complex):
        return _FROM_PYTHON[dtype].torch  # type: ignore[return-value]
    names = ", ".join(repr(t) for t in all_types)
    raise TypeError(
        f"For 'Tensor', the '{argument}' should be one of [{names}], but got {dtype!r}."
    )


def dtype_to_nptype(type_: Type) -> Any:
    """The numpy scalar class of a MindSpore type.

    `type_`: such as `mindspore.int32`, which gives `numpy.int32`. bfloat16 gives float32: numpy has
    no such type of its own, where MindSpore registers one.

    Raises TypeError for types that numpy lacks (tensor, function), where MindSpore has KeyError;
    string gives `numpy.str_`, which MindSpore refuses too.
    """
    if type_.np is None:
        raise TypeError(f"{type_!r} has no numpy counterpart.")
    return type_.np


def dtype_to_pytype(type_: Type) -> type:
    """The Python class (bool, int, float, complex, str, list, tuple) of the MindSpore type `type_`.

    Raises TypeError for one without.
    """
    by_group: dict[Type, type] = {bool_: builtins.bool, string: str, tuple_: tuple, list_: list}
    if type_ in by_group:
        return by_group[type_]
    for group, python in (
        (int_type + uint_type, builtins.int),
        (float_type, builtins.float),
        (complex_type, complex),
    ):
        if type_ in group:
            return python
    raise TypeError(f"{type_!r} has no Python counterpart.")


def pytype_to_dtype(obj: Type | type) -> Type:
    """The MindSpore type of `obj`: a Python or numpy class, or one of MindSpore's own types.

    Raises NotImplementedError for others.
    """
    if isinstance(obj, Type):
        return obj
    if isinstance(obj, type) and obj in _FROM_PYTHON:
        return _FROM_PYTHON[obj]
    if isinstance(obj, type) and issubclass(obj, np.generic):
        return from_numpy(obj)
    raise NotImplementedError(
        f"Unsupported python type {obj!r}; expected bool, int, float or numpy."
    )


def get_py_obj_dtype(obj: object) -> Type:
    """The MindSpore type of `obj`, a Python object or class.

    A Tensor's comes with that of its elements, as Tensor[Float32]; that of a MindSpore type is `type_type`.
    Raises NotImplementedError for what has none.
    """
    if isinstance(obj, Type):
        return type_type
    if isinstance(obj, type):
        return pytype_to_dtype(obj)
    if obj is None:
        return type_none
    if hasattr(obj, "dtype") and isinstance(obj.dtype, Type):
        return holding(tensor_type, obj.dtype)
    return pytype_to_dtype(type(obj))


def type_size_in_bytes(dtype: Type) -> builtins.int:
    """Bytes per element of a numeric type."""
    return to_torch(dtype).itemsize


def issubclass_(type_: Type, dtype: DTypeLike | tuple[DTypeLike, ...]) -> builtins.bool:
    """Whether `type_` is `dtype` or belongs to it (`number` holds every numeric type)."""
    if dtype is number:
        return type_ in all_types
    return type_ in dtype if isinstance(dtype, tuple) else type_ is dtype


# MindSpore exports these two under names that hide Python's; they must come last in the module.
bool = bool_
float = float_
int = int_

# What `from mindspore.common.dtype import *` gives; the groups and tables are asked for by name.
__all__ = [
    "Type",
    "bfloat16",
    "bool",
    "bool_",
    "byte",
    "cdouble",
    "cfloat",
    "complex128",
    "complex64",
    "double",
    "dtype_to_nptype",
    "dtype_to_pytype",
    "float",
    "float16",
    "float32",
    "float64",
    "float8_e4m3fn",
    "float8_e5m2",
    "float_",
    "get_py_obj_dtype",
    "half",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "intc",
    "intp",
    "list_",
    "long",
    "number",
    "pytype_to_dtype",
    "short",
    "single",
    "string",
    "tensor_type",
    "tuple_",
    "type_none",
    "ubyte",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintc",
    "uintp",
    "ushort",
]

# Unsigned numbers that torch has few kernels for, and signed ones of the same bits.
SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}


__getattr__ = refuse("mindspore.common.dtype")
