# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.nn.cell.cell import Cell
from msacc.nn.layer.layer_primitives import Layer
from msacc.ops.bindings.primitive_classes import Primitive
from typing import Any
class DiGamma(Layer):
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    abs: Primitive
    cos: Primitive
    dtype: Primitive
    equal: Primitive
    floor: Primitive
    less: Primitive
    log1p: Primitive
    logicaland: Primitive
    select: Primitive
    shape: Primitive
    sin: Primitive
    nan: float
    pi: float
class IGamma(Layer):
    lgamma: Any
    def __init__(self) -> None: ...
    def __call__(self, a: Tensor, x: Tensor) -> Tensor: ...
    cast: Primitive
    dtype: Primitive
    equal: Primitive
    exp: Primitive
    greater: Primitive
    less: Primitive
    log: Primitive
    logicaland: Primitive
    logicalnot: Primitive
    logicalor: Primitive
    neg: Primitive
    select: Primitive
    shape: Primitive
    zeroslike: Primitive
class LBeta(Layer):
    lgamma: Any
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, y: Tensor) -> Tensor: ...
    dtype: Primitive
    less: Primitive
    log: Primitive
    log1p: Primitive
    select: Primitive
    shape: Primitive
    const: Primitive
    log_2pi: float
class LGamma(Layer):
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    abs: Primitive
    dtype: Primitive
    equal: Primitive
    floor: Primitive
    greater: Primitive
    isfinite: Primitive
    less: Primitive
    lessequal: Primitive
    log: Primitive
    log1p: Primitive
    ones_like: Primitive
    select: Primitive
    shape: Primitive
    sin: Primitive
    inf: float
    pi: float
    one: int
    two: int
    one_half: float
    log_2: float
    log_pi: float
    log_sqrt_two_pi: float
class MatDet(Layer):
    def __init__(self) -> None: ...
    def __call__(self, a: Tensor) -> Tensor: ...
    dtype: Primitive
    square: Primitive
    cholesky: Primitive
class MatInverse(Layer):
    matmul: Any
    def __init__(self) -> None: ...
    def __call__(self, a: Tensor) -> Tensor: ...
    dtype: Primitive
class MatMul(Layer):
    transpose_x1: bool
    transpose_x2: bool
    def __init__(self, transpose_x1: bool = False, transpose_x2: bool = False) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor) -> Tensor: ...
    shape_op: Primitive
    expand_op: Primitive
    reduce_sum_op: Primitive
    squeeze_left_op: Primitive
    squeeze_right_op: Primitive
class Moments(Layer):
    axis: Any
    keep_dims: Any
    squeeze: Primitive
    def __init__(self, axis: Any = None, keep_dims: bool | None = None) -> None: ...
    def __call__(self, x: Tensor) -> Any: ...
    cast: Primitive
    reduce_mean: Primitive
    square_diff: Primitive
class Range(Cell):
    delta: float
    dtype: Any
    ms_dtype: Any
    def __init__(self, start: float, limit: float | None = None, delta: float = 1) -> None: ...
    @property
    def result_tensor(self) -> Tensor: ...
    def __call__(self) -> Tensor: ...
class ReduceLogSumExp(Layer):
    axis: Any
    keep_dims: bool
    max: Primitive
    sum: Primitive
    def __init__(self, axis: Any, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
    exp: Primitive
    log: Primitive
