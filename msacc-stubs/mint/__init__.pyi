# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc._typing import Operand
from msacc.common.tensor import Tensor
from msacc.mint import distributed as distributed
from msacc.mint import linalg as linalg
from msacc.mint import nn as nn
from msacc.mint import optim as optim
from msacc.mint import special as special
from msacc.mint._variants import amax as amax
from msacc.mint._variants import amin as amin
from msacc.mint._variants import baddbmm as baddbmm
from msacc.mint._variants import cdist as cdist
from msacc.mint._variants import count_nonzero as count_nonzero
from msacc.mint._variants import histc as histc
from msacc.mint._variants import meshgrid as meshgrid
from msacc.mint._variants import ones as ones
from msacc.mint._variants import softmax as softmax
from msacc.mint._variants import std as std
from msacc.mint._variants import std_mean as std_mean
from msacc.mint._variants import var as var
from msacc.mint._variants import var_mean as var_mean
from msacc.mint._variants import zeros as zeros
from msacc.ops.array.creation import arange as arange
from msacc.ops.array.creation import empty as empty
from msacc.ops.array.creation import empty_like as empty_like
from msacc.ops.array.creation import eye as eye
from msacc.ops.array.creation import full_like as full_like
from msacc.ops.array.creation import ones_like as ones_like
from msacc.ops.array.creation import zeros_like as zeros_like
from msacc.ops.array.gather_select import masked_select as masked_select
from msacc.ops.array.gather_select import nonzero as nonzero
from msacc.ops.array.gather_select import take as take
from msacc.ops.array.gather_select import tril as tril
from msacc.ops.array.gather_select import triu as triu
from msacc.ops.array.gather_select import where as where
from msacc.ops.array.joining import dstack as dstack
from msacc.ops.array.joining import hstack as hstack
from msacc.ops.array.joining import tile as tile
from msacc.ops.array.shaping import broadcast_to as broadcast_to
from msacc.ops.array.shaping import flip as flip
from msacc.ops.array.shaping import item as item
from msacc.ops.array.shaping import ravel as ravel
from msacc.ops.array.shaping import reshape as reshape
from msacc.ops.array.shaping import roll as roll
from msacc.ops.array.shaping import swapaxes as swapaxes
from msacc.ops.array.shaping import t as t
from msacc.ops.array.sorting import kthvalue as kthvalue
from msacc.ops.array.sorting import searchsorted as searchsorted
from msacc.ops.array.sorting import unique_consecutive as unique_consecutive
from msacc.ops.generator_random import bernoulli as bernoulli
from msacc.ops.generator_random import multinomial as multinomial
from msacc.ops.generator_random import normal as normal
from msacc.ops.generator_random import rand as rand
from msacc.ops.generator_random import rand_like as rand_like
from msacc.ops.generator_random import randint as randint
from msacc.ops.generator_random import randint_like as randint_like
from msacc.ops.generator_random import randn as randn
from msacc.ops.generator_random import randn_like as randn_like
from msacc.ops.generator_random import randperm as randperm
from msacc.ops.linalg.factorizations import triangular_solve as triangular_solve
from msacc.ops.linalg.products import addbmm as addbmm
from msacc.ops.linalg.products import addmm as addmm
from msacc.ops.linalg.products import addmv as addmv
from msacc.ops.linalg.products import cross as cross
from msacc.ops.linalg.products import einsum as einsum
from msacc.ops.linalg.products import matmul as matmul
from msacc.ops.linalg.products import mm as mm
from msacc.ops.linalg.products import outer as outer
from msacc.ops.linalg.products import trace as trace
from msacc.ops.linalg.solving import inverse as inverse
from msacc.ops.math.arithmetic import atan2 as _atan2
from msacc.ops.math.arithmetic import atan2 as atan2
from msacc.ops.math.arithmetic import bitwise_and as bitwise_and
from msacc.ops.math.arithmetic import bitwise_or as bitwise_or
from msacc.ops.math.arithmetic import bitwise_xor as bitwise_xor
from msacc.ops.math.arithmetic import div as _div
from msacc.ops.math.arithmetic import div as div
from msacc.ops.math.arithmetic import float_power as float_power
from msacc.ops.math.arithmetic import floor_divide as floor_divide
from msacc.ops.math.arithmetic import fmod as fmod
from msacc.ops.math.arithmetic import gcd as gcd
from msacc.ops.math.arithmetic import logaddexp as logaddexp
from msacc.ops.math.arithmetic import logaddexp2 as logaddexp2
from msacc.ops.math.arithmetic import maximum as maximum
from msacc.ops.math.arithmetic import minimum as minimum
from msacc.ops.math.arithmetic import mul as mul
from msacc.ops.math.arithmetic import remainder as remainder
from msacc.ops.math.arithmetic import xlogy as xlogy
from msacc.ops.math.clip import clamp as _clamp
from msacc.ops.math.clip import clamp as clamp
from msacc.ops.math.compare import equal as _equal
from msacc.ops.math.compare import greater as _greater
from msacc.ops.math.compare import greater as greater
from msacc.ops.math.compare import greater_equal as _greater_equal
from msacc.ops.math.compare import greater_equal as greater_equal
from msacc.ops.math.compare import isclose as isclose
from msacc.ops.math.compare import isfinite as isfinite
from msacc.ops.math.compare import isinf as isinf
from msacc.ops.math.compare import isneginf as isneginf
from msacc.ops.math.compare import less as _less
from msacc.ops.math.compare import less as less
from msacc.ops.math.compare import less_equal as _less_equal
from msacc.ops.math.compare import less_equal as less_equal
from msacc.ops.math.compare import logical_and as logical_and
from msacc.ops.math.compare import logical_not as logical_not
from msacc.ops.math.compare import logical_or as logical_or
from msacc.ops.math.compare import logical_xor as logical_xor
from msacc.ops.math.compare import not_equal as _not_equal
from msacc.ops.math.compare import not_equal as not_equal
from msacc.ops.math.elementwise import abs as abs
from msacc.ops.math.elementwise import acos as _acos
from msacc.ops.math.elementwise import acos as acos
from msacc.ops.math.elementwise import acosh as _acosh
from msacc.ops.math.elementwise import acosh as acosh
from msacc.ops.math.elementwise import addcdiv as addcdiv
from msacc.ops.math.elementwise import addcmul as addcmul
from msacc.ops.math.elementwise import asin as asin
from msacc.ops.math.elementwise import asinh as _asinh
from msacc.ops.math.elementwise import asinh as asinh
from msacc.ops.math.elementwise import atan as _atan
from msacc.ops.math.elementwise import atan as atan
from msacc.ops.math.elementwise import atanh as _atanh
from msacc.ops.math.elementwise import atanh as atanh
from msacc.ops.math.elementwise import bitwise_not as bitwise_not
from msacc.ops.math.elementwise import ceil as ceil
from msacc.ops.math.elementwise import cos as cos
from msacc.ops.math.elementwise import cosh as cosh
from msacc.ops.math.elementwise import erf as erf
from msacc.ops.math.elementwise import erfc as erfc
from msacc.ops.math.elementwise import erfinv as erfinv
from msacc.ops.math.elementwise import exp as exp
from msacc.ops.math.elementwise import exp2 as exp2
from msacc.ops.math.elementwise import expm1 as expm1
from msacc.ops.math.elementwise import floor as floor
from msacc.ops.math.elementwise import imag as imag
from msacc.ops.math.elementwise import lerp as lerp
from msacc.ops.math.elementwise import log as log
from msacc.ops.math.elementwise import log10 as log10
from msacc.ops.math.elementwise import log1p as log1p
from msacc.ops.math.elementwise import log2 as log2
from msacc.ops.math.elementwise import nan_to_num as nan_to_num
from msacc.ops.math.elementwise import neg as _neg
from msacc.ops.math.elementwise import neg as neg
from msacc.ops.math.elementwise import polar as polar
from msacc.ops.math.elementwise import real as real
from msacc.ops.math.elementwise import reciprocal as reciprocal
from msacc.ops.math.elementwise import round as round
from msacc.ops.math.elementwise import rsqrt as rsqrt
from msacc.ops.math.elementwise import sign as sign
from msacc.ops.math.elementwise import sin as sin
from msacc.ops.math.elementwise import sinc as sinc
from msacc.ops.math.elementwise import sinh as sinh
from msacc.ops.math.elementwise import square as square
from msacc.ops.math.elementwise import tan as tan
from msacc.ops.math.elementwise import trunc as trunc
from msacc.ops.math.reduce import argmax as argmax
from msacc.ops.math.reduce import logsumexp as logsumexp
from msacc.ops.math.reduce import sum as sum
from msacc.ops.math.scans import cumprod as cumprod
from msacc.ops.nn.activation import sigmoid as sigmoid
from msacc.ops.nn.activation import tanh as tanh
from typing import Any
def add(input: Any, other: Any, *, alpha: Any = 1) -> Any:
    """input + alpha * other, in the dtype the two operands promote to.

    input, other: Tensors that broadcast, or one of them a number. alpha: a number. Raises TypeError for a float
    `alpha` with integers, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mint.add(Tensor([1, 2]), Tensor([3, 4]), alpha=2))
        [ 7 10]
    """
def all(input: Tensor, dim: Any = None, keepdim: bool = False) -> Tensor:
    """Whether every element is non-zero.

    `input` is a Tensor of any dtype, `dim` an int or a tuple of ints, None for all; the result is
    Bool, of its shape without those, or with length 1 there for `keepdim`.
    """
def allclose(input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """Whether |input - other| <= atol + rtol * |other| everywhere: a Python bool, mint's, as in torch.

    input, other: Tensors of one dtype that broadcast. equal_nan: NaN is close to NaN. Raises TypeError for two
    dtypes, ValueError for shapes that do not broadcast.
    """
def any(input: Tensor, dim: Any = None, keepdim: bool = False) -> Tensor:
    """Whether some element is non-zero.

    `input` is a Tensor of any dtype, `dim` an int or a tuple of ints, None for all; the result is
    Bool, of its shape without those, or with length 1 there for `keepdim`.
    """
arccos = _acos
arccosh = _acosh
def arcsin(x: Tensor) -> Tensor:
    """The inverse sine of each element, in radians.

    `x` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.
    """
arcsinh = _asinh
arctan = _atan
arctan2 = _atan2
arctanh = _atanh
def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """The position of the smallest value along `dim`, or in the flattened tensor for None.

    The dtype is Int64: mint's, as in torch. input: a Tensor of numbers. keepdim: keep `dim` with size 1;
    without `dim` it changes nothing. Raises ValueError for a dimension out of range.
    """
def argsort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """The positions that would sort along `dim`: Int64, mint's, as in torch.

    input: a Tensor of numbers of any shape, which the result has; its dtype is Int64. descending: the largest
    first. stable: equal values keep their order. Raises ValueError for a dimension out of range.

    Examples:
        >>> print(mint.argsort(Tensor([3.0, 1.0, 2.0])))
        [1 2 0]
    """
def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each integer from 0 up occurs: Int64, or sums of `weights` as floats. mint's, as in torch.

    input: a vector of non-negative integers. weights: one number for each of them. minlength: the least length of
    the result. Raises TypeError for a float `input`, RuntimeError for other shapes or negative numbers.
    """
def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """The products of stacks of matrices.

    `input` (…, N, M) and `mat2` (…, M, P) are Tensors of one dtype; the result is (…, N, P) of
    it.

    Examples:
        >>> print(mint.bmm(Tensor([[[1.0, 2.0]]]), Tensor([[[3.0], [4.0]]])))
        [[[11.]]]
    """
def cat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Tensors joined along the existing dimension `dim`.

    `tensors` is a tuple or list of Tensors of one rank, whose shapes are equal but along `dim`, an
    int; their dtypes promote. The result has their shape with the lengths along `dim` added up.
    Raises TypeError for a single Tensor, ValueError for none, for different ranks or shapes and for
    an `dim` out of range. As in MindSpore.

    Examples:
        >>> print(mint.cat((Tensor([[1, 2]]), Tensor([[3, 4]])), dim=0))
        [[1 2]
         [3 4]]
    """
def chunk(input: Tensor, chunks: int, dim: int = 0) -> Any:
    """At most `chunks` chunks of one size (the last may be smaller); ValueError unless `chunks` is above 0.

    `input` is a Tensor of any shape and dtype, cut along `dim`; the result is a tuple of Tensors
    of that dtype.

    Examples:
        >>> print(mint.chunk(Tensor([1, 2, 3, 4]), 2))
        (Tensor(shape=[2], dtype=Int64, value= [1, 2]), Tensor(shape=[2], dtype=Int64, value= [3, 4]))
    """
clip = _clamp
def clone(input: Tensor) -> Tensor:
    """A copy of `input`, a Tensor of any shape and dtype, through which gradients flow."""
def concat(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Tensors joined along the existing dimension `dim`.

    `tensors` is a tuple or list of Tensors of one rank, whose shapes are equal but along `dim`, an
    int; their dtypes promote. The result has their shape with the lengths along `dim` added up.
    Raises TypeError for a single Tensor, ValueError for none, for different ranks or shapes and for
    an `dim` out of range. As in MindSpore.
    """
def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1) -> Tensor:
    """2-d convolution of (N, C, H, W) or (C, H, W) with a weight (out, C / groups, kh, kw) and a bias (out,).

    input, weight, bias: float Tensors of one dtype, which the result has. stride, dilation: an int or a pair.
    padding: an int or a pair, or 'same' or 'valid'. Raises ValueError for sizes that do not fit, for another
    mode, and for 'same' with a stride. MindSpore has it on Ascend alone.

    Examples:
        >>> print(mint.nn.functional.conv2d(ops.ones((1, 1, 3, 3), ms.float32), ops.ones((1, 1, 2, 2), ms.float32)))
        [[[[4. 4.]
           [4. 4.]]]]
    """
def cummax(input: Tensor, dim: int) -> Any:
    """(running maxima, their Int64 positions).

    `input` is a Tensor of numbers; both results have its shape, the values its dtype. `dim` is an
    int.
    """
def cummin(input: Tensor, dim: int) -> Any:
    """(running minima along `dim`, their positions): Int64 positions are mint's, as in torch.

    input: a Tensor of numbers of any shape, which both results have; the minima have its dtype. Raises
    ValueError for a dimension out of range.
    """
def cumsum(input: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """Running sums along `dim`; Bool and integers give Int64 unless `dtype` is given: mint's, as in torch.

    input: any shape. Raises ValueError for a dimension out of range.

    Examples:
        >>> print(mint.cumsum(Tensor([1, 2, 3]), dim=0))
        [1 3 6]
    """
def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """A matrix with a vector on a diagonal, or a diagonal of a matrix: mint's, as in torch.

    input: a Tensor of one or two dimensions and any dtype, which the result has. diagonal: an int, above the
    main one if positive, below if negative. Raises RuntimeError for other ranks.
    """
def diff(input: Tensor, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None) -> Tensor:
    """Differences of neighbours along `dim`, `n` times, with `prepend` and `append` before and behind.

    `input`: a Tensor of one dimension or more and of any dtype, which the result has; `prepend`, `append`: Tensors
    of that dtype and its shape but along `dim`. Raises ValueError where these are of another rank. MindSpore's
    CPU has `n` 1 alone.
    """
divide = _div
def dot(input: Tensor, other: Tensor) -> Tensor:
    """The sum of the products of two vectors: mint's, as in torch.

    input, other: 1-D Tensors of one length and dtype. Raises RuntimeError for other ranks and lengths.
    """
eq = _equal
def equal(input: Tensor, other: Tensor) -> bool:
    """Whether shapes and all elements agree: a Python bool, mint's, as in torch.

    Raises TypeError for anything but Tensors.
    """
def fix(input: Tensor) -> Tensor:
    """Each element of `input` rounded towards zero; Bool and integers stay as they are.

    `input`: a Tensor of any shape, whose shape and dtype the result has.
    """
def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Dimensions `start_dim` to `end_dim` made one; all by default: mint's, as in torch.

    input: a Tensor of any shape and dtype, which the result has. Raises ValueError for dimensions out of range
    or in the wrong order.

    Examples:
        >>> print(mint.flatten(Tensor([[1, 2], [3, 4]])))
        [1 2 3 4]
    """
def frac(input: Tensor) -> Tensor:
    """The fractional part: zeros for integers, of Int64 for Bool. Raises TypeError for complex numbers.

    `input` is a Tensor of any shape, which the result has.
    """
def full(size: Any, fill_value: Any, *, dtype: Any = None) -> Tensor:
    """`fill_value` everywhere: Int64, Float32 or Bool like the number unless `dtype` is given. mint's, as in torch.

    size: a tuple or list of int. fill_value: a number, or a Tensor with one element. Raises TypeError for another
    `size` or `fill_value`, ValueError for a negative dimension.

    Examples:
        >>> print(mint.full((2,), 7))
        [7 7]
    """
def gather(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """The element of `input` along `dim` at each position of `index`: mint's, `ops.gather_elements` by its name.

    input: any shape. index: Int32 or Int64, of the rank of `input`; negative positions count from the end.
    Returns the shape of `index`. Raises TypeError for another dtype, ValueError for a dimension out of range.

    Examples:
        >>> print(mint.gather(Tensor([[1, 2], [3, 4]]), 1, Tensor([[1], [0]])))
        [[2]
         [3]]
    """
ge = _greater_equal
gt = _greater
def index_add(input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
    """A copy of `input` with `alpha * source` added to the slices `index` along `dim`: mint's, as in torch.

    index: a vector of integers, one for each slice of `source`. Unlike `ops.index_add`, which adds to a
    Parameter. Raises TypeError for two dtypes, ValueError for shapes that do not fit, RuntimeError for
    a position out of range.
    """
def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """Slices along `dim` at the positions of a vector.

    `input` is a Tensor of any dtype, which the result has; `index` is Int32 or Int64.

    Examples:
        >>> print(mint.index_select(Tensor([[1, 2], [3, 4]]), 0, Tensor([1])))
        [[3 4]]
    """
def isnan(tensor: Tensor) -> Tensor:
    """Whether each element is NaN.

    `tensor` is a Tensor of any shape and dtype; the result is Bool of that shape.
    """
le = _less_equal
def linspace(start: Any, end: Any, steps: int, *, dtype: Any = None) -> Tensor:
    """`steps` numbers from `start` to `end`, both included: Float32 unless `dtype` is given. mint's, as in torch.

    start, end: numbers, or Tensors of one element. Raises ValueError unless `steps` is above 0.

    Examples:
        >>> print(mint.linspace(0, 1, 3))
        [0.  0.5 1. ]
    """
lt = _less
def max(input: Tensor, *args: Any, **kwargs: Any) -> Any:
    """`max(input)`: one value; `max(input, dim, keepdim=False)`: values and Int64 positions;
    `max(input, other)`: the one of each pair, for `other` a Tensor or a float.

    input: a Tensor of numbers or Bool. Raises TypeError for other arguments, ValueError for a dimension out of
    range and for shapes that do not broadcast.

    Examples:
        >>> values, places = mint.max(Tensor([[1.0, 5.0], [4.0, 2.0]]), dim=1)
        >>> print(values)
        [5. 4.]
        >>> print(places)
        [1 0]
    """
def mean(input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The mean over `dim`, computed in `dtype` where that is given: mint's, with torch's argument.

    input: floats; integers are rounded towards zero. dim: an int, several, or None for all. keepdim: keep `dim`
    with size 1. Raises RuntimeError for Bool, ValueError for a dimension out of range.

    Examples:
        >>> print(mint.mean(Tensor([[1.0, 2.0], [3.0, 4.0]]), dim=1, keepdim=True))
        [[1.5]
         [3.5]]
    """
def median(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The lower median of all elements or, along `dim`, (the medians, their Int64 positions): mint's.

    input: a Tensor of numbers of any shape, whose dtype the medians have. keepdim: keep `dim` with size 1.
    Raises ValueError for a dimension out of range.
    """
def min(input: Tensor, *args: Any, **kwargs: Any) -> Any:
    """`min(input)`: one value; `min(input, dim, keepdim=False)`: values and Int64 positions;
    `min(input, other)`: the one of each pair, for `other` a Tensor or a float.

    input: a Tensor of numbers or Bool. Raises TypeError for other arguments, ValueError for a dimension out of
    range and for shapes that do not broadcast.

    Examples:
        >>> print(mint.min(Tensor([3.0, 1.0])))
        1.0
    """
def mv(input: Tensor, vec: Tensor) -> Tensor:
    """A matrix times a vector.

    `input` is a Tensor (N, M), `vec` (M,) of its dtype; the result is (N,) of it.
    """
def nansum(input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The sum, NaN counted as 0, in the dtype of `input` (Int64 for Bool), cast to `dtype` where one is given.

    `input` is a Tensor, `dim` an int or a tuple of ints, None for all; the result has its shape
    without those, or with length 1 there for `keepdim`.
    """
def narrow(input: Tensor, dim: int, start: int, length: int) -> Tensor:
    """Elements `start` to `start + length` along `dim`.

    `input` is a Tensor of any dtype, which the result has, with `length` along `dim`; all three
    are ints.
    """
ne = _not_equal
negative = _neg
def norm(input: Tensor, p: Any = 'fro', dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The vector norm of order `p` over `dim`, of all elements for None: mint's, as torch's oldest norm.

    input: floats. p: a number, an infinity, 'fro' (2) or 'nuc', which is of matrices: of the two dimensions of
    `dim`, or of a rank-2 `input`. keepdim: keep `dim` with size 1. dtype: cast to first. Raises ValueError for
    another `p`.

    Examples:
        >>> print(mint.norm(Tensor([3.0, 4.0])))
        5.0
    """
def permute(input: Tensor, dims: Any) -> Tensor:
    """The dimensions in the order `dims`.

    `input` is a Tensor of any dtype, `dims` a tuple or list with each dimension once; the result
    has its dtype, and is a view.

    Examples:
        >>> print(mint.permute(Tensor(np.zeros((2, 3, 4))), (2, 0, 1)).shape)
        (4, 2, 3)
    """
def pow(input: Operand, exponent: Operand) -> Tensor:
    """Each element of `input` to the power of `exponent`; integers stay integers.

    `input` and `exponent` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape and the promoted dtype. Raises RuntimeError for integers and a
    negative integer number as the exponent.
    """
def prod(input: Tensor, dim: int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The product along one dimension, or of all elements for None; mint's takes no tuple.

    input: any shape; Bool and integers give Int64 unless `dtype` is given. keepdim: keep `dim` with size 1.
    Raises TypeError for another `dim`, ValueError for one out of range.

    Examples:
        >>> print(mint.prod(Tensor([[1.0, 2.0], [3.0, 4.0]]), dim=0))
        [3. 8.]
    """
def repeat_interleave(input: Tensor, repeats: Any, dim: int | None = None, *, output_size: int | None = None) -> Tensor:
    """Each element, or slice along `dim`, repeated by one number or by one each; flattened for dim None.

    input: any shape. repeats: an int, or a list or vector of them. output_size: the size of `dim` in the result,
    which mint takes as torch does. RuntimeError where that is wrong, ValueError for a dimension out of range.

    Examples:
        >>> print(mint.repeat_interleave(Tensor([1, 2]), 2))
        [1 1 2 2]
    """
def scatter(input: Tensor, dim: int, index: Tensor, src: Any) -> Tensor:
    """A copy of `input` with `src` (Tensor or number) put at positions along `dim`.

    `input` is a Tensor of any dtype, `index` Int32 or Int64 of its rank, `src` of the shape of
    `index`; the result has the shape and dtype of `input`.
    """
def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """A copy of `input` with the elements of `src` added at positions along `dim`: mint's, as in torch.

    index: integers, of the rank of `input`. src: of the dtype of `input`, no smaller than `index`. Unlike
    `ops.scatter_add`, which adds rows to a Parameter. Raises TypeError for two dtypes, ValueError for positions
    or shapes that do not fit.
    """
def select(input: Tensor, dim: int, index: int) -> Tensor:
    """The slice of `input` at `index` along `dim`, a view without that dimension: mint's, as in torch.

    Raises ValueError for a dimension or a position out of range.

    `input`: a Tensor of any shape and dtype, which the result has; `dim`, `index`: ints, from the end where
    negative.
    """
def sort(input: Tensor, *, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    """(values in order along `dim`, their positions): Int64 positions are mint's, as in torch.

    input: a Tensor of numbers of any shape, whose dtype the values have. descending: the largest first. stable:
    equal values keep their order, which they otherwise may lose. Raises ValueError for a dimension out of
    range.

    Examples:
        >>> print(mint.sort(Tensor([3.0, 1.0, 2.0]), descending=True)[0])
        [3. 2. 1.]
    """
def split(tensor: Tensor, split_size_or_sections: Any, dim: int = 0) -> Any:
    """A tuple of chunks: of one size (the last may be smaller), or of the sizes in a tuple or list.

    `tensor` is a Tensor of any shape and dtype; the result's chunks have its dtype.
    `split_size_or_sections`: an int, or the lengths along `dim`, an int.

    Examples:
        >>> print(mint.split(Tensor([1, 2, 3]), 2))
        (Tensor(shape=[2], dtype=Int64, value= [1, 2]), Tensor(shape=[1], dtype=Int64, value= [3]))
    """
def sqrt(input: Tensor) -> Tensor:
    """The square root of each element, NaN for negative ones.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor. As in MindSpore.
    """
def squeeze(input: Tensor, dim: Any = None) -> Tensor:
    """The tensor without those of its dimensions that have length 1.

    `input` is a Tensor of any shape and dtype. `dim` is an int or a tuple or list of int: only
    these are taken out; None and () mean all. The result has the elements and dtype of `input`; a
    dimension of another length stays. Raises ValueError for an `dim` that `input` lacks. As in
    MindSpore.

    Examples:
        >>> print(mint.squeeze(Tensor([[1, 2]]), 0))
        [1 2]
    """
def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Tensors joined along a new dimension `dim`.

    `tensors` is a tuple or list of Tensors of one shape and dtype, `dim` an int from -(rank + 1)
    to rank. The result has that dtype and one dimension more, as long as there are Tensors. Raises
    TypeError for two dtypes or a single Tensor, ValueError for two shapes, for none at all and for
    an `dim` out of range. Differs from MindSpore: the function there takes a single Tensor for a
    list of one.

    Examples:
        >>> print(mint.stack((Tensor([1, 2]), Tensor([3, 4])), dim=1))
        [[1 3]
         [2 4]]
    """
def sub(input: Any, other: Any, *, alpha: Any = 1) -> Any:
    """input - alpha * other, in the dtype the two operands promote to; for Bool, whether they differ.

    input, other: Tensors that broadcast, or one of them a number. alpha: a number. Raises TypeError for a float
    `alpha` with integers, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mint.sub(Tensor([5, 6]), Tensor([1, 1]), alpha=2))
        [3 4]
    """
def topk(input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """(the `k` largest or smallest values along `dim`, their positions): Int64, mint's, as in torch.

    input: any shape, of numbers. sorted: in order; otherwise the order is unspecified. Raises ValueError for `k`
    out of [0, size of `dim`] and for a dimension out of range, TypeError for `k` that is no int.

    Examples:
        >>> print(mint.topk(Tensor([1.0, 4.0, 2.0]), 2)[0])
        [4. 2.]
    """
def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """`input` with two dimensions exchanged, `dim0` and `dim1`.

    They are ints, and `input` is a Tensor of any dtype. The result has its dtype,
    and is a view.

    Examples:
        >>> print(mint.transpose(Tensor([[1, 2], [3, 4]]), 0, 1))
        [[1 3]
         [2 4]]
    """
def unbind(input: Tensor, dim: int = 0) -> Any:
    """A tuple with each slice along `dim`.

    `input` is a Tensor of any shape and dtype; the Tensors have its dtype, and the shape without
    `dim`.

    Examples:
        >>> print(mint.unbind(Tensor([[1, 2], [3, 4]])))
        (Tensor(shape=[2], dtype=Int64, value= [1, 2]), Tensor(shape=[2], dtype=Int64, value= [3, 4]))
    """
def unique(input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any:
    """The distinct values in ascending order: mint's, as in torch.

    input: any shape, of numbers; along `dim` whole slices are compared. With `return_inverse` also each
    element's position among them, with `return_counts` how often each occurs: Int64. `sorted=False` may give
    another order in MindSpore. Raises ValueError for a dimension out of range.
    """
def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """A dimension of length 1 put in at `dim`.

    `input` is a Tensor of any shape and dtype; `dim` is an int from -(rank + 1) to rank, or a
    0-d Tensor of one. The result has the elements and dtype of `input`. Raises ValueError for an
    `dim` out of range, TypeError for an `input` that is no Tensor or an `dim` that is a tuple.
    Differs from MindSpore: a float `dim` is refused there and cut to an int here.

    Examples:
        >>> print(mint.unsqueeze(Tensor([1, 2]), 0))
        [[1 2]]
        >>> print(ops.unsqueeze(Tensor([1, 2]), 1))
        [[1]
         [2]]
    """
def vdot(input: Tensor, other: Tensor) -> Tensor:
    """The sum of the products of two vectors, the first one conjugated: mint's, as in torch.

    input, other: 1-D Tensors of one length and dtype. Raises RuntimeError for other ranks and lengths.
    """
