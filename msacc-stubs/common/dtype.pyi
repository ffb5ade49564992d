# Written by `python -m tests.stubs`.
import builtins
from msacc.common.dtype_kinds import Int as Int
from msacc.common.dtype_kinds import QuantDtype as QuantDtype
from msacc.common.dtype_kinds import TensorType as TensorType
from typing import Any
Number = Type
SIGNED: Any
class Type:
    name: str
    np: Any
    torch: Type | None
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @property
    def itemsize(self) -> builtins.int: ...
    @property
    def is_floating_point(self) -> builtins.bool: ...
    @property
    def is_complex(self) -> builtins.bool: ...
all_types: Any
bfloat16: Type
bool: Type
bool_: Type
byte: Type
cdouble: Type
cfloat: Type
complex128: Type
complex64: Type
complex_type: Any
coo_tensor: Type
csr_tensor: Type
double: Type
def dtype_to_nptype(type_: Type) -> Any: ...
def dtype_to_pytype(type_: Type) -> type: ...
float: Type
float16: Type
float32: Type
float64: Type
float8_e4m3fn: Type
float8_e5m2: Type
float8_type: Any
float_: Type
float_type: Any
def from_numpy(dtype: Any) -> Type: ...
def from_torch(dtype: Type) -> Type: ...
function: Type
def get_py_obj_dtype(obj: Any) -> Type: ...
half: Type
hifloat8: Type
def holding(kind: Type, *inner: Type) -> Type: ...
index_slices: Type
int: Type
int16: Type
int32: Type
int64: Type
int8: Type
int_: Type
int_type: Any
intc: Type
intp: Type
def issubclass_(type_: Type, dtype: Any) -> builtins.bool: ...
list_: Type
long: Type
def named(name: str) -> Type: ...
number: Type
number_type: Any
def pytype_to_dtype(obj: Any) -> Type: ...
qint4x2: Type
short: Type
signed_type: Any
single: Type
string: Type
tensor_type: Type
def to_torch(dtype: Any, argument: str = 'dtype') -> Type: ...
tuple_: Type
type_none: Type
def type_size_in_bytes(dtype: Type) -> builtins.int: ...
type_type: Type
ubyte: Type
uint: Type
uint16: Type
uint32: Type
uint64: Type
uint8: Type
uint_type: Any
uintc: Type
uintp: Type
ushort: Type
