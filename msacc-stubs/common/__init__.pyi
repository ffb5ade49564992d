# Written by `python -m tests.stubs`.
from msacc.common import dtype as dtype
from msacc.common import file_system as file_system
from msacc.common import generator as generator
from msacc.common import initializer as initializer
from msacc.common import np_dtype as np_dtype
from msacc.common import parameter as parameter
from msacc.common.dtype import Type as Type
from msacc.common.dtype import dtype_to_nptype as dtype_to_nptype
from msacc.common.dtype import dtype_to_pytype as dtype_to_pytype
from msacc.common.dtype import get_py_obj_dtype as get_py_obj_dtype
from msacc.common.dtype import pytype_to_dtype as pytype_to_dtype
from msacc.common.generator import Generator as Generator
from msacc.common.generator import get_rng_state as get_rng_state
from msacc.common.generator import initial_seed as initial_seed
from msacc.common.generator import manual_seed as manual_seed
from msacc.common.generator import seed as seed
from msacc.common.generator import set_rng_state as set_rng_state
from msacc.common.parameter import Parameter as Parameter
from msacc.common.parameter import ParameterTuple as ParameterTuple
from msacc.common.seed import get_seed as get_seed
from msacc.common.seed import set_seed as set_seed
from msacc.common.sparse import COOTensor as COOTensor
from msacc.common.sparse import COOTensor as _COOTensor
from msacc.common.sparse import CSRTensor as CSRTensor
from msacc.common.sparse import RowTensor as RowTensor
from msacc.common.tensor import Tensor as Tensor
from msacc.common.tensor_functions import from_numpy as from_numpy
from msacc.common.tensor_functions import is_tensor as is_tensor
from msacc.common.tensor_functions import swap_tensors as swap_tensors
from msacc.common.tensor_functions import tensor as tensor
SparseTensor = _COOTensor
bfloat16: Type
bool: Type
bool_: Type
byte: Type
cdouble: Type
cfloat: Type
complex128: Type
complex64: Type
default_generator: Generator
double: Type
float: Type
float16: Type
float32: Type
float64: Type
float8_e4m3fn: Type
float8_e5m2: Type
float_: Type
half: Type
int: Type
int16: Type
int32: Type
int64: Type
int8: Type
int_: Type
intc: Type
intp: Type
list_: Type
long: Type
number: Type
short: Type
single: Type
string: Type
tensor_type: Type
tuple_: Type
type_none: Type
ubyte: Type
uint: Type
uint16: Type
uint32: Type
uint64: Type
uint8: Type
uintc: Type
uintp: Type
ushort: Type
