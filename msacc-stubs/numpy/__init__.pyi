# Written by `python -m tests.stubs`.
from collections.abc import Callable
from collections.abc import Sequence
from msacc._typing import ArrayLike
from msacc.common.dtype import Type
from msacc.common.tensor import Tensor
from msacc.numpy import fft as fft
from msacc.numpy.creation import _Grid
from msacc.numpy.creation import asarray as asarray
from msacc.numpy.shaping import array_str as array_str
from msacc.numpy.shaping import isscalar as isscalar
from msacc.numpy.shaping import promote_types as promote_types
from msacc.numpy.shaping import result_type as result_type
from msacc.numpy.shaping import where as where
from msacc.numpy.ufuncs import divmod as divmod
from typing import Any
NINF: float
PINF: float
def abs(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The absolute value of each element; of complex numbers, their length, as complex numbers.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def absolute(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The absolute value of each element; of complex numbers, their length, as complex numbers.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.absolute(mnp.array([-1.0, 2.0])))
        [1. 2.]
    """
def add(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The sum `x1 + x2`, element by element; of two Bool operands, the logical or.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.add(mnp.array([1, 2]), 1))
        [2 3]
    """
amax = max
amin = min
def append(arr: ArrayLike, values: ArrayLike, axis: int | None = None) -> Tensor:
    """`values` behind `arr` along `axis`; both are flattened for None. ValueError for shapes that do not fit.

    Both are array-likes; the result has the dtype to which theirs promote.
    """
def apply_along_axis(func1d: Callable[..., Any], axis: int, arr: ArrayLike, *args: Any, **kwargs: Any) -> Tensor:
    """`func1d(vector, args, kwargs)` of each vector of the Tensor `arr` along `axis`, its results in place of `axis`.

    Raises TypeError if `arr` or what `func1d` returns is no Tensor or `axis` no int, ValueError out of bounds.
    """
def apply_over_axes(func: Callable[..., Any], a: ArrayLike, axes: Any) -> Tensor:
    """`func(a, axis)` for each of `axes` in turn; a dimension that it drops is put back with length 1.

    Raises ValueError if `func` changes the number of dimensions otherwise.
    """
def arange(start: Any, stop: Any = None, step: Any = None, dtype: Any = None) -> Tensor:
    """Numbers from `start` (0 if only one limit is given) up to `stop`, exclusive, `step` apart.

    The limits are numbers or 0-d Tensors. The result is a vector: Int32 if all are Python ints,
    else Float32, unless `dtype` is given. Raises TypeError for what is no number, ValueError if no
    number is in between, ZeroDivisionError for a step of 0. Differs from MindSpore: `arange(0)` is
    an empty Tensor here and an error there.

    Examples:
        >>> print(mnp.arange(0, 6, 2))
        [0 2 4]
    """
def arccos(input: Any, dtype: Any = None) -> Tensor:
    """acos(input: Tensor, *, out: Optional[Tensor]) -> Tensor

    `input` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def arccosh(x: ArrayLike, dtype: Any = None) -> Tensor:
    """acosh(input: Tensor, *, out: Optional[Tensor]) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def arcsin(x: ArrayLike, dtype: Any = None) -> Tensor:
    """asin(input: Tensor, *, out: Optional[Tensor]) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def arcsinh(x: ArrayLike, dtype: Any = None) -> Tensor:
    """asinh(input: Tensor, *, out: Optional[Tensor]) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def arctan(x: ArrayLike, dtype: Any = None) -> Tensor:
    """atan(input: Tensor, *, out: Optional[Tensor]) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def arctan2(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The angle of the point (x2, x1), in (-pi, pi]; integers of 8 bits count as Float16, others as Float32.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def arctanh(x: ArrayLike, dtype: Any = None) -> Tensor:
    """atanh(input: Tensor, *, out: Optional[Tensor]) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def argmax(a: ArrayLike, axis: int | None = None) -> Tensor:
    """The Int64 position of the largest element along `axis`, in the flattened array for None.

    `a`: an array-like of any dtype. The result is a Tensor without `axis`.

    Examples:
        >>> print(mnp.argmax(mnp.array([1.0, 3.0])))
        1
    """
def argmin(a: ArrayLike, axis: int | None = None) -> Tensor:
    """The Int32 position of the smallest element along `axis`, in the flattened array for None (ops: Int64).

    `a`: an array-like of any dtype.

    Examples:
        >>> print(mnp.argmin(mnp.array([1.0, 3.0])))
        0
    """
def argwhere(a: ArrayLike) -> Tensor:
    """The positions of non-zero elements of the array-like `a`, one in a row.

    `a`: numbers or bools of any shape; the result has the dtype Int64 and the shape (count, rank).
    """
def around(a: ArrayLike, decimals: int = 0) -> Tensor:
    """`a` rounded to `decimals` decimal places, halves to even, in its dtype; integers stay as they are.

    Raises TypeError if `decimals` is no int, ValueError if it is negative.
    """
def array(obj: ArrayLike, dtype: Any = None, copy: bool = True, ndmin: int = 0) -> Tensor:
    """A Tensor made of a Tensor, number, list or tuple.

    `obj` is that, `ndmin` the least number of dimensions (new ones come first). The result has the
    shape of `obj`; `dtype` None keeps a Tensor's dtype and gives Int32, Float32 or Bool for
    Python's values. `copy=False` shares the memory of a Tensor that has the dtype already. Raises
    TypeError for a numpy array (make a Tensor of it first) or a str, ValueError for rows of
    different lengths. As in MindSpore.

    Examples:
        >>> print(mnp.array([1, 2]))
        [1 2]
    """
def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool = False) -> Tensor:
    """Whether the array-likes `a1` and `a2` have one shape and equal elements: one Bool.

    NaN is equal to NaN for `equal_nan`. Raises TypeError if that is no bool.
    """
def array_equiv(a1: ArrayLike, a2: ArrayLike) -> Tensor:
    """Whether the array-likes `a1` and `a2` broadcast to one shape and agree everywhere: one Bool."""
def array_split(x: ArrayLike, indices_or_sections: Any, axis: int = 0) -> Any:
    """So many nearly equal chunks of `x` along `axis`, or the chunks cut at the given indices.

    Raises ZeroDivisionError for 0 pieces, ValueError for a negative number or an `axis` out of bounds.

    `indices_or_sections`: an int, or a tuple or list of ints. Returns Tensors.

    Examples:
        >>> print(mnp.array_split(mnp.array([1, 2, 3]), 2))
        (Tensor(shape=[2], dtype=Int32, value= [1, 2]), Tensor(shape=[1], dtype=Int32, value= [3]))
    """
def asfarray(a: ArrayLike, dtype: Any = ...) -> Tensor:
    """The array-like `a`, of any shape, as floats: `dtype`, or Float32 where that is None or holds no floats."""
def atleast_1d(*arys: ArrayLike) -> Any:
    """The array-like with at least one dimension; a list of them if several `arys` are given. Dtypes stay."""
def atleast_2d(*arys: ArrayLike) -> Any:
    """The array-like with at least two dimensions, new ones first; a list of them if several `arys` are given.

    Dtypes stay.
    """
def atleast_3d(*arys: ArrayLike) -> Any:
    """The array-like with at least three dimensions; a vector stands in the middle one, a matrix in the first two.

    A list of them if several `arys` are given. Dtypes stay.
    """
def average(x: ArrayLike, axis: int | Sequence[int] | None = None, weights: ArrayLike | None = None, returned: bool = False) -> Any:
    """The mean of `x` over `axis` (all dimensions for None), weighted by `weights` if given.

    `weights` has the shape of `x`, or is a vector along the one `axis`. Of integers the result is an integer, without
    what stands behind the point, as in MindSpore; two dtypes promote. With `returned` also the sum of weights, in
    their dtype. Raises TypeError for weights of another shape without one axis, ValueError if they do not fit it.
    """
def bartlett(M: int) -> Tensor:
    """The Bartlett (triangular) window of `M` points: a Float32 vector, empty below 1. TypeError if `M` is no int."""
def bincount(x: ArrayLike, weights: ArrayLike | None = None, minlength: int = 0, length: int | None = None) -> Tensor:
    """How often each integer from 0 on occurs in the vector `x`, or how much of `weights` falls to it: Float32.

    At least `minlength` numbers; with `length` exactly so many, filled with 0 or cut. Raises ValueError for an `x`
    that is no vector and for weights of another length, TypeError for an `x` that holds no integers, RuntimeError
    for negative integers, which MindSpore counts as 0.
    """
def bitwise_and(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """input & other, integers or bool.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def bitwise_not(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Every bit of each element flipped; logical not for Bool.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def bitwise_or(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """input | other, integers or bool.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def bitwise_xor(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """input ^ other, integers or bool.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def blackman(M: int) -> Tensor:
    """The Blackman window of `M` points: a Float32 vector, empty below 1. TypeError if `M` is no int."""
bool_: Type
def broadcast_arrays(*args: ArrayLike) -> list[Tensor]:
    """The array-likes broadcast to one shape, copies in a list. ValueError if their shapes do not allow it."""
def broadcast_to(array: ArrayLike, shape: int | Sequence[int]) -> Tensor:
    """A copy of the array-like `array`, of any dtype, in a wider `shape`, ints. ValueError if it does not
    broadcast to it.

    Examples:
        >>> print(mnp.broadcast_to(mnp.array([1, 2]), (2, 2)))
        [[1 2]
         [1 2]]
    """
def cbrt(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The cube root: Float64 of Float64, else Float32. MindSpore gives NaN for 0, where here it is 0.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def ceil(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The smallest whole number not below `x`, always Float32 (ops: the dtype of `x`).

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def choose(a: ArrayLike, choices: Any, mode: str = 'clip') -> Tensor:
    """For each integer of `a` the value of the choice with that number; all broadcast, and the choices promote.

    `mode` 'clip' or 'wrap' is for numbers outside. Raises ValueError for an `a` that is a number or no integers, for
    another mode, or shapes that do not broadcast; NotImplementedError for 'raise', as in MindSpore.
    """
def clip(x: ArrayLike, xmin: Any, xmax: Any, dtype: Any = None) -> Tensor:
    """The array-like `x`, of any shape, limited to [xmin, xmax], either of which may be None, in `dtype` if given.

    The limits are array-likes that broadcast and promote; a bare number takes the dtype of `x`. Raises
    ValueError if both are None. MindSpore drops `dtype`, against its documentation.

    Examples:
        >>> print(mnp.clip(mnp.array([-1.0, 3.0]), 0, 1))
        [0. 1.]
    """
def column_stack(tup: Sequence[Tensor]) -> Tensor:
    """Vectors of `tup` as the columns of a matrix; matrices keep theirs.

    `tup`: a tuple or list of array-likes; the result has the dtype to which theirs promote. ValueError for
    shapes that do not fit. A Tensor in place of the sequence comes back as it is, as in MindSpore.
    """
def concatenate(arrays: Sequence[Tensor], axis: int | None = 0) -> Tensor:
    """The array-likes joined along `axis`, or flattened first if it is None.

    `arrays` is a tuple or list of Tensors, numbers in lists or tuples, of one rank, whose shapes
    are equal but along `axis`. The result has the dtype to which theirs promote. Raises IndexError
    for none at all, ValueError for shapes that do not fit or an `axis` out of bounds, RuntimeError
    for different ranks, TypeError for what is no array-like. Differs from MindSpore: it refuses
    lists of numbers, and raises ValueError for different ranks.

    Examples:
        >>> print(mnp.concatenate((mnp.array([1, 2]), mnp.array([3]))))
        [1 2 3]
    """
def convolve(a: ArrayLike, v: ArrayLike, mode: str = 'full') -> Tensor:
    """The convolution of two vectors or numbers `a` and `v`, in the dtype to which theirs promote.

    `mode` 'full' gives all of it, 'same' as many numbers as the longer has, 'valid' those where both overlap.
    Raises ValueError for another mode, an empty array or one of more dimensions.
    """
def copy(a: ArrayLike) -> Tensor:
    """A copy of the array-like `a`."""
def copysign(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The magnitude of x1 with the sign of x2, in the dtype of x1 (ops: a float). A zero has no sign.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def corrcoef(x: ArrayLike, y: ArrayLike | None = None, rowvar: bool = True, dtype: Any = None) -> Tensor:
    """The correlation coefficients of variables in rows (columns for `rowvar=False`), `y` below `x`.

    Float32 or `dtype`. ValueError for more than two dimensions.
    """
def correlate(a: ArrayLike, v: ArrayLike, mode: str = 'valid') -> Tensor:
    """The correlation of two vectors `a` and `v` of one dtype; integers are counted in Float32, Int64 in Float64.

    `mode` is that of `convolve`. Raises TypeError for two dtypes, Bool, or a `mode` that is no str, ValueError
    for another mode, an empty array or one of more dimensions.
    """
def cos(x: ArrayLike, dtype: Any = None) -> Tensor:
    """cos(input, *, out=None) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def cosh(x: ArrayLike, dtype: Any = None) -> Tensor:
    """cosh(input, *, out=None) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def count_nonzero(x: ArrayLike, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> Tensor:
    """How many elements over `axis` (all dimensions for None) are not zero: Int32 (ops: Int64).

    `x`: an array-like of any dtype; `keepdims`: keep these dimensions with size 1.
    """
def cov(m: ArrayLike, y: ArrayLike | None = None, rowvar: bool = True, bias: bool = False, ddof: float | None = None, fweights: ArrayLike | None = None, aweights: ArrayLike | None = None, dtype: Any = None) -> Tensor:
    """The covariance matrix of variables in rows (columns for `rowvar=False`), `y` below `m`; Float32 or `dtype`.

    `fweights` says how often each observation counts, in integers; `aweights` weighs it, and here may be a
    float, which MindSpore refuses. The divisor is N - ddof; ddof is 1, or 0 for `bias`.
    Raises ValueError for more than two dimensions, TypeError and RuntimeError for weights that do not fit.
    """
def cross(a: ArrayLike, b: ArrayLike, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Tensor:
    """The vector product of vectors of three or two numbers, along `axisa` of `a` and `axisb` of `b`.

    The result stands along `axisc`; `axis` gives all three at once. The third of two numbers is 0, and of two such
    vectors only the third number of the product is given. Other dimensions broadcast, dtypes promote. ValueError for
    vectors of another length or an axis out of bounds.
    """
def cumprod(a: ArrayLike, axis: int | None = None, dtype: Any = None) -> Tensor:
    """Running products of `a` along `axis`, of the flattened array for None.

    Bool, Int8 and Int16 give Int32, UInt8 UInt32, other dtypes stay; `dtype` is that of the result alone. ValueError
    for an axis that `a` lacks.
    """
def cumsum(a: ArrayLike, axis: int | None = None, dtype: Any = None) -> Tensor:
    """Running sums of `a` along `axis`, of the flattened array for None.

    Bool and integers below 32 bits give Int32 (ops: Int64); `dtype` is that of the result alone. ValueError for an
    axis that `a` lacks.

    Examples:
        >>> print(mnp.cumsum(mnp.array([1, 2, 3])))
        [1 3 6]
    """
def deg2rad(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Each element, an angle in degrees, in radians.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def diag(v: ArrayLike, k: int = 0) -> Tensor:
    """A matrix with the vector `v` on its k-th diagonal, or the k-th diagonal of the matrix `v`.

    ValueError for another number of dimensions.
    """
def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """The Int32 indices, one vector per dimension, of the main diagonal of an array of `ndim` lengths `n`.

    Raises TypeError if one is no int, ValueError if `n` is not above 0.
    """
def diagflat(v: ArrayLike, k: int = 0) -> Tensor:
    """A square matrix with the flattened array-like `v` on its k-th diagonal, an int, of the dtype of `v`."""
def diagonal(a: ArrayLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The diagonals `offset` off the main one over the dimensions `axis1` and `axis2`, as the last dimension.

    `a` is an array-like of two dimensions or more, whose dtype the result has; the others are ints. ValueError
    for dimensions that `a` lacks or that are one.
    """
def diff(a: ArrayLike, n: int = 1, axis: int = -1, prepend: ArrayLike | None = None, append: ArrayLike | None = None) -> Tensor:
    """Differences of neighbours of `a` along `axis`, taken `n` times; `n` 0 gives `a` itself.

    `prepend` and `append` are values put before and behind `a` first: a number, or an array-like of its other lengths;
    dtypes promote. Raises ValueError for a negative `n`, one not below the length, or an axis that `a` lacks.
    """
def digitize(x: ArrayLike, bins: ArrayLike, right: bool = False) -> Tensor:
    """The Int32 number of the bin of each element of the array-like `x`, in its shape.

    `bins`, a vector, rise or fall, closed on the left unless `right`. ValueError if `bins` is no vector.
    """
def divide(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The quotient x1 / x2 of array-likes that broadcast.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.divide(mnp.array([1, 3]), 2))
        [0.5 1.5]
    """
def dot(a: ArrayLike, b: ArrayLike) -> Tensor:
    """The sum of products over the last dimension of `a` and the last but one of `b`; a number multiplies.

    Raises TypeError for two dtypes, ValueError for lengths that do not fit.

    Examples:
        >>> print(mnp.dot(mnp.array([1.0, 2.0]), mnp.array([3.0, 4.0])))
        11.0
    """
def dsplit(x: ArrayLike, indices_or_sections: Any) -> Any:
    """`split` along the third dimension of the array-like `x`, of any dtype. ValueError if there is none.

    `indices_or_sections`: how many equal pieces, an int, or where to cut, ints.
    """
def dstack(tup: Sequence[Tensor]) -> Tensor:
    """The array-likes of `tup` concatenated, along the third dimension.

    `tup`: a tuple or list of them; the result has the dtype to which theirs promote. ValueError for shapes that
    do not fit. A Tensor in place of the sequence comes back as it is, as in MindSpore.
    """
def ediff1d(ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None) -> Tensor:
    """Differences of neighbours in the flattened `ary`, `to_begin` before and `to_end` behind them, in its dtype.

    All are array-likes, the last two flattened as well; the result is a vector.
    """
def empty(shape: int | Sequence[int], dtype: Any = ...) -> Tensor:
    """An array of `shape` and `dtype` whose values mean nothing; they are zeros here.

    ValueError for a negative length.

    `shape`: an int, a tuple or a list. Returns a Tensor.

    Examples:
        >>> print(mnp.empty((2, 3)).shape)
        (2, 3)
    """
def empty_like(prototype: ArrayLike, dtype: Any = None, shape: int | Sequence[int] | None = None) -> Tensor:
    """Values without meaning (zeros here) in the shape and dtype of `prototype`, unless given otherwise."""
def equal(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether `x1 == x2`, element by element.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def exp(x: ArrayLike, dtype: Any = None) -> Tensor:
    """e to the power of each element of `x`.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.exp(mnp.array([0.0, 1.0])).asnumpy().round(3))
        [1.    2.718]
    """
def exp2(x: ArrayLike, dtype: Any = None) -> Tensor:
    """2 to the power of `x` in the dtype of `x`, Int64 for Bool (ops: a float). Negative integers give 0.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def expand_dims(a: ArrayLike, axis: Any) -> Tensor:
    """The array-like `a` with dimensions of length 1 at the positions `axis` of the result.

    `a` is a Tensor, list or tuple of any shape and dtype, `axis` an int or a tuple or list of int.
    The result has the elements and dtype of `a`. Raises ValueError for a place out of bounds or
    given twice, TypeError for one that is no int. Differs from MindSpore: `a` may be a list or
    tuple here.

    Examples:
        >>> print(mnp.expand_dims(mnp.array([1, 2]), 0))
        [[1 2]]
    """
def expm1(x: ArrayLike, dtype: Any = None) -> Tensor:
    """`exp(x) - 1`, exact near 0, element by element.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def eye(N: int, M: int | None = None, k: int = 0, dtype: Any = ...) -> Tensor:
    """An (N, M) matrix of `dtype` with ones on its k-th diagonal; M is N if None.

    `N`, `M`, `k`: ints. TypeError or ValueError for other sizes.

    Examples:
        >>> print(mnp.eye(2))
        [[1. 0.]
         [0. 1.]]
    """
def fabs(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The absolute value of each element; of complex numbers, their length, as complex numbers.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def fix(x: ArrayLike) -> Tensor:
    """`x` truncated toward zero: Float16 of Float16, else Float32 (ops: the dtype of `x`).

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def flip(m: ArrayLike, axis: Any = None) -> Tensor:
    """`m` with the order of elements reversed along `axis` (int, tuple or list), or along all dimensions for None.

    `m`: an array-like. Returns a Tensor.

    Examples:
        >>> print(mnp.flip(mnp.array([1, 2, 3])))
        [3 2 1]
    """
def fliplr(m: ArrayLike) -> Tensor:
    """The array-like `m`, of any dtype, reversed along its second dimension. ValueError if it has none."""
def flipud(m: ArrayLike) -> Tensor:
    """The array-like `m`, of any dtype, reversed along its first dimension. ValueError if it has none."""
float16: Type
float32: Type
float64: Type
float_: Type
def float_power(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """x1 to the power of x2, always worked on in Float32 (ops: Float64).

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def floor(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Each element rounded down to an integer.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def floor_divide(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """input / other rounded down, in the promoted dtype.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def fmod(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The remainder with the sign of `x1`.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def full(shape: int | Sequence[int], fill_value: ArrayLike, dtype: Any = None) -> Tensor:
    """The number or array-like `fill_value` broadcast to `shape`, in `dtype` or its own.

    ValueError where it does not broadcast. MindSpore drops `dtype` for an array, against its documentation.

    `shape`: an int, a tuple or a list. Returns a Tensor.

    Examples:
        >>> print(mnp.full((2,), 7))
        [7 7]
    """
def full_like(a: ArrayLike, fill_value: Any, dtype: Any = None, shape: int | Sequence[int] | None = None) -> Tensor:
    """`fill_value` in the shape of the array-like `a`, or in `shape`; ValueError where it does not broadcast.

    A number takes `dtype` or the dtype of `a`; an array-like keeps its own unless `dtype` is given, which
    MindSpore drops then.

    Returns a Tensor.

    Examples:
        >>> print(mnp.full_like(mnp.array([1, 2]), 7))
        [7 7]
    """
def gcd(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The greatest common divisor of x1 and x2, which broadcast and promote; also of floats (ops refuses them).

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def geomspace(start: ArrayLike, stop: ArrayLike, num: int = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0) -> Tensor:
    """`num` numbers from `start` to `stop` with a constant ratio; Float32 unless `dtype` is given.

    `start` and `stop` are array-likes of one sign that broadcast; `endpoint`: whether `stop` is the last
    number; `axis`: the new dimension of the result's shape along which they lie. Int32 Tensors are worked on in
    Float32 too, where MindSpore divides them as integers. Raises what `linspace` raises.
    """
def gradient(f: ArrayLike, *varargs: ArrayLike, axis: Any = None, edge_order: int = 1) -> Any:
    """Central differences of `f`, one-sided at the edges: a Tensor for one axis, a list for several, all for None.

    `varargs` are the distances of samples, one number for all or one per axis. Integers and Float16 give Float32.
    Raises NotImplementedError for vectors of distances and another `edge_order`, as MindSpore does, TypeError for a
    wrong number of distances or an `axis` that is no int, ValueError for one out of bounds, given twice, or shorter
    than two elements.
    """
def greater(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether `x1 > x2`, element by element.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def greater_equal(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether `x1 >= x2`, element by element.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def hamming(M: int) -> Tensor:
    """The Hamming window of `M` points: a Float32 vector, empty below 1. TypeError if `M` is no int."""
def hanning(M: int) -> Tensor:
    """The Hann window of `M` points: a Float32 vector, empty below 1. TypeError if `M` is no int."""
def heaviside(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """0 below zero, 1 above, `x2` at zero, which alone have a gradient.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def histogram(a: ArrayLike, bins: Any = 10, range: Any = None, weights: ArrayLike | None = None, density: bool = False) -> tuple[Tensor, Tensor]:
    """(how many data or how much weight fell into each bin, the edges), vectors; the last bin holds its right
    edge.

    `a`: an array-like of any shape; `weights`: one of that shape. `bins` is a number or the edges, which must
    rise, `range` (start, end). Counts are Float32; `density` divides by their sum and the width. Raises
    TypeError and ValueError for bins, a range or weights that do not fit.
    """
def histogram2d(x: ArrayLike, y: ArrayLike, bins: Any = 10, range: Any = None, weights: ArrayLike | None = None, density: bool = False) -> tuple[Tensor, Tensor, Tensor]:
    """(counts, edges of `x`, edges of `y`) of points given as two vectors, Float32.

    `x`, `y`: arrays of numbers of shape (N,) both (ValueError otherwise); the counts have the shape (bins of
    `x`, bins of `y`). `bins`, `range`, `weights` and `density`, and other errors, are those of `histogramdd`.
    """
def histogram_bin_edges(a: ArrayLike, bins: Any = 10, range: Any = None, weights: Any = None) -> Tensor:
    """The edges of `bins` equal bins over the data or `range`, Float32; `bins` itself if it is a sequence.

    `a`: an array-like of numbers of any shape; the result is a vector of dtype Float32. `weights` has no
    effect, as in MindSpore. Raises TypeError and ValueError for bins or a range that are none.
    """
def histogramdd(sample: Any, bins: Any = 10, range: Any = None, weights: ArrayLike | None = None, density: bool = False) -> tuple[Tensor, list[Tensor]]:
    """(counts over all dimensions of `sample`, the list of edges), Float32.

    `sample` is a Tensor of points in rows, or a sequence of one array per dimension; `bins` a number, or one
    number or sequence of edges per dimension; `range` one pair or None per dimension; `weights`: a vector, a
    number for each point; `density` divides by the sum and the volume. Raises TypeError and ValueError for
    those that do not fit.
    """
def hsplit(x: ArrayLike, indices_or_sections: Any) -> Any:
    """`split` along the second dimension of the array-like `x`, of any dtype. ValueError if there is none.

    `indices_or_sections`: how many equal pieces, an int, or where to cut, ints.
    """
def hstack(tup: Sequence[Tensor]) -> Tensor:
    """The array-likes of `tup` side by side: along the second dimension, vectors along the first.

    `tup`: a tuple or list of them; the result has the dtype to which theirs promote. ValueError for shapes that
    do not fit. A Tensor in place of the sequence comes back as it is, as in MindSpore.

    Examples:
        >>> print(mnp.hstack((mnp.array([1]), mnp.array([2]))))
        [1 2]
    """
def hypot(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The length of the hypotenuse over x1 and x2; integers give Float32 (ops refuses them).

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def identity(n: int, dtype: Any = ...) -> Tensor:
    """The (n, n) identity matrix of `dtype`. TypeError or ValueError for an `n` that is no size, an int from 0.

    Examples:
        >>> print(mnp.identity(2))
        [[1. 0.]
         [0. 1.]]
    """
def in1d(ar1: ArrayLike, ar2: ArrayLike, invert: bool = False) -> Tensor:
    """Whether each element of the flattened `ar1` occurs in `ar2` (does not, for `invert`): a Bool vector."""
def indices(dimensions: Any, dtype: Any = ..., sparse: bool = False) -> Any:
    """A grid of each index of an array of the lengths `dimensions`, as a list of arrays of `dtype`.

    `sparse` keeps only the dimension along which an index changes. Raises TypeError if `dimensions` is no tuple
    or list of ints, ValueError if one is not above 0.
    """
inf: float
def inner(a: ArrayLike, b: ArrayLike) -> Tensor:
    """The sum of products over the last dimensions of `a` and `b`; a number multiplies.

    Raises TypeError for two dtypes, ValueError for lengths that do not fit.
    """
int16: Type
int32: Type
int64: Type
int8: Type
int_: Type
def interp(x: ArrayLike, xp: ArrayLike, fp: ArrayLike, left: ArrayLike | None = None, right: ArrayLike | None = None) -> Tensor:
    """The broken line through the points (xp, fp) at `x`; `left` and `right` beyond it, fp[0] and fp[-1] for None.

    `xp` and `fp` are vectors, `xp` rises. Float64 if `x` is, else Float32. Raises ValueError for arrays of more
    dimensions, two lengths or none. `x`, `left` and `right` are array-likes, the latter numbers; the result has
    the shape of `x` and that dtype.
    """
def intersect1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False, return_indices: bool = False) -> Any:
    """The sorted values that occur in both array-likes `ar1` and `ar2`, flattened: a vector.

    Its dtype is that to which theirs promote. With `return_indices` also the Int32 place of the first of each
    in both, flattened. Values are found distinct whether or not `assume_unique` promises it. Raises TypeError
    for flags that are no bool.
    """
def invert(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Every bit of each element flipped; logical not for Bool.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def isclose(a: ArrayLike, b: ArrayLike, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> Tensor:
    """Whether |a - b| <= atol + rtol * |b|, element by element: Bool.

    `a` and `b` are array-likes of one dtype whose shapes broadcast; NaN is close to NaN for `equal_nan`. Raises
    TypeError for two dtypes (also of Python numbers: 1 is Int32, 1.0 Float32) and for limits that are no
    numbers.
    """
def isfinite(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether each element is neither infinite nor NaN.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def isin(element: ArrayLike, test_elements: ArrayLike, invert: bool = False) -> Tensor:
    """Whether each element of the array-like `element` occurs in `test_elements` (does not, for `invert`): Bool.

    The result has the shape of `element`; `test_elements` is an array-like of any.
    """
def isinf(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether each element is infinite.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def isnan(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether each element is NaN.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def isneginf(x: ArrayLike) -> Tensor:
    """Whether each element is -inf.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def isposinf(x: ArrayLike) -> Tensor:
    """Whether each element is +inf.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def ix_(*args: ArrayLike) -> tuple[Tensor, ...]:
    """Vectors turned so that together they index an open mesh: the i-th runs along dimension i.

    Raises TypeError for what is no Tensor, ValueError for one that is no vector.
    """
def kron(a: ArrayLike, b: ArrayLike) -> Tensor:
    """The Kronecker product of two array-likes `a` and `b`, whose dtypes promote; their shapes multiply."""
def lcm(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The least common multiple of x1 and x2, which broadcast and promote; also of floats (ops refuses them).

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def less(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether `x1 < x2`, element by element.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def less_equal(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether `x1 <= x2`, element by element.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def linspace(start: ArrayLike, stop: ArrayLike, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None, axis: int = 0) -> Any:
    """`num` numbers from `start` to `stop`, the last one included if `endpoint`; Float32 unless `dtype` is given.

    `start` and `stop` are array-likes that broadcast; the numbers run along the new dimension `axis`. With `retstep`
    also the distance, the number NaN where there is none. Raises TypeError for a `num` or flag of another type,
    ValueError for a negative `num` or an `axis` out of bounds.

    Examples:
        >>> print(mnp.linspace(0, 1, 3))
        [0.  0.5 1. ]
    """
def log(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The natural logarithm of each element: -inf for 0, NaN below.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.log(mnp.array([1.0, 2.0])))
        [0.        0.6931472]
    """
def log10(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The logarithm to base 10 of each element: -inf for 0, NaN below.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def log1p(x: ArrayLike, dtype: Any = None) -> Tensor:
    """`log(1 + x)`, exact near 0, element by element.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def log2(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The logarithm to base 2 of each element: -inf for 0, NaN below.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def logaddexp(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """log(exp(input) + exp(other)), without overflow.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def logaddexp2(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """log2(2**input + 2**other), without overflow.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def logical_and(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether `x1` and `x2` both are non-zero, element by element.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.logical_and(mnp.array([True, True]), mnp.array([True, False])))
        [ True False]
    """
def logical_not(a: Any, dtype: Any = None) -> Tensor:
    """Whether each element of `a` is zero.

    `a` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def logical_or(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether at least one of `x1` and `x2` is non-zero, element by element.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def logical_xor(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether just one is non-zero.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def logspace(start: ArrayLike, stop: ArrayLike, num: int = 50, endpoint: bool = True, base: Any = 10.0, dtype: Any = None, axis: int = 0) -> Tensor:
    """`base` to the power of the numbers that `linspace` gives; Float32 unless `dtype` is given.

    `start`, `stop` (array-likes that broadcast), `num`, `endpoint` and `axis`, and the shape of the result, are
    those of `linspace`. Raises TypeError if `base` is no number, and what `linspace` raises.
    """
def matmul(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The matrix product of two array-likes `x1` and `x2` of one dtype; leading dimensions broadcast.

    `dtype` casts the result. Raises TypeError for two dtypes or a number, RuntimeError for shapes that do not
    fit.

    Examples:
        >>> print(mnp.matmul(mnp.array([[1.0, 2.0]]), mnp.array([[3.0], [4.0]])))
        [[11.]]
    """
def matrix_power(a: ArrayLike, n: int) -> Tensor:
    """The product of `n` square matrices `a`, the identity for 0; leading dimensions are kept.

    Raises TypeError if `n` is no int, ValueError for a negative one or matrices that are not square.
    """
def max(a: ArrayLike, axis: int | Sequence[int] | None = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Tensor:
    """The largest element of `a` over `axis` (all dimensions for None), at least `initial`, in the dtype of `a`.

    `where` (Bool array-like that broadcasts) says which elements count, and needs `initial`. Raises ValueError
    without it or for an axis that `a` lacks.

    `keepdims`: a bool, keep what is reduced as dimensions of length 1. Returns a Tensor.

    Examples:
        >>> print(mnp.amax(mnp.array([1.0, 3.0])))
        3.0
    """
def maximum(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The larger of x1 and x2, NaN where one is; a bare number takes the dtype of the array beside it.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.maximum(mnp.array([1, 5]), mnp.array([4, 2])))
        [4 5]
    """
def mean(a: ArrayLike, axis: int | Sequence[int] | None = None, keepdims: bool = False, dtype: Any = None) -> Tensor:
    """The mean of the array-like `a` over `axis` (all dimensions for None), in its dtype or in `dtype`.

    A mean of integers loses what stands behind the point, as in MindSpore. RuntimeError for Bool.

    `keepdims`: a bool, keep what is reduced as dimensions of length 1. Returns a Tensor.

    Examples:
        >>> print(mnp.mean(mnp.array([1.0, 3.0])))
        2.0
    """
def meshgrid(*xi: ArrayLike, sparse: bool = False, indexing: str = 'xy') -> tuple[Tensor, ...]:
    """Coordinate grids of vectors, each in its own dtype; other array-likes are flattened.

    `indexing` 'xy' lets the first vector run along the second dimension, 'ij' along the first; `sparse` keeps
    length 1 in the dimensions along which a grid is constant. Raises TypeError for another `indexing` or `sparse`.

    `xi`: array-likes. Returns Tensors, as many as `xi`.

    Examples:
        >>> print(mnp.meshgrid(mnp.array([1, 2]), mnp.array([3, 4]))[0])
        [[1 2]
         [1 2]]
    """
mgrid: _Grid
def min(a: ArrayLike, axis: int | Sequence[int] | None = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Tensor:
    """The smallest element of `a` over `axis` (all dimensions for None), at most `initial`, in the dtype of `a`.

    `where` (Bool array-like that broadcasts) says which elements count, and needs `initial`. Raises ValueError
    without it or for an axis that `a` lacks.

    `keepdims`: a bool, keep what is reduced as dimensions of length 1. Returns a Tensor.

    Examples:
        >>> print(mnp.amin(mnp.array([1.0, 3.0])))
        1.0
    """
def minimum(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The smaller of x1 and x2, NaN where one is; a bare number takes the dtype of the array beside it.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.minimum(mnp.array([1, 5]), mnp.array([4, 2])))
        [1 2]
    """
def mod(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The remainder with the sign of `x2`.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def moveaxis(a: ArrayLike, source: Any, destination: Any) -> Tensor:
    """The dimensions `source` of `a` (int, tuple or list) moved to the positions `destination`.

    ValueError for dimensions that `a` lacks, given twice, or of two counts.
    """
def multi_dot(arrays: Any) -> Tensor:
    """The product of two or more matrices of one dtype, `arrays`; the first and the last may be vectors.

    `arrays`: a list of array-likes, (n, m), (m, k) and so on. The result has their dtype, the rows of the first
    and the columns of the last. Raises ValueError for fewer than two, TypeError for two dtypes.
    """
def multiply(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The product `x1 * x2`, element by element; of two Bool operands, the logical and.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.multiply(mnp.array([1, 2]), mnp.array([2, 3])))
        [2 6]
    """
nan: float
def nancumsum(a: ArrayLike, axis: int | None = None, dtype: Any = None) -> Tensor:
    """Running sums of the array-like `a` along `axis`, of the flattened array for None, with NaN counted as 0.

    Bool and integers below Int64 give Int32 unless `dtype` is given.
    """
def nanmax(a: ArrayLike, axis: int | Sequence[int] | None = None, dtype: Any = None, keepdims: bool = False) -> Tensor:
    """The largest element over `axis` (all dimensions for None) that is not NaN, in the dtype of `a` or `dtype`.

    -inf where all are NaN; MindSpore gives its smallest integer there. `keepdims`: keep these dimensions with
    size 1.
    """
def nanmean(a: ArrayLike, axis: int | Sequence[int] | None = None, dtype: Any = None, keepdims: bool = False) -> Tensor:
    """The mean of the non-NaN elements over `axis` (all for None): Float64 of Float64, else Float32, or `dtype`.

    `a`: an array-like; `keepdims`: keep these dimensions with size 1. MindSpore drops `dtype`, against its
    documentation.
    """
def nanmin(a: ArrayLike, axis: int | Sequence[int] | None = None, dtype: Any = None, keepdims: bool = False) -> Tensor:
    """The smallest element over `axis` (all dimensions for None) that is not NaN, in the dtype of `a` or `dtype`.

    inf where all are NaN; MindSpore gives its largest integer there. `keepdims`: keep these dimensions with
    size 1.
    """
def nanstd(a: ArrayLike, axis: int | Sequence[int] | None = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
    """The standard deviation over `axis` (all dimensions for None) of the non-NaN elements, with divisor N -
    `ddof`.

    `a`: an array-like; `keepdims`: keep these dimensions with size 1. Float32 or `dtype`. Raises TypeError if
    `ddof` is no number.
    """
def nansum(a: ArrayLike, axis: int | Sequence[int] | None = None, dtype: Any = None, keepdims: bool = False) -> Tensor:
    """The sum over `axis` (all dimensions for None) with NaN counted as 0, in the dtype of `a` (ops: Int64) or `dtype`.

    In Bool a sum is whether there is anything at all, as in MindSpore. `keepdims`: keep these dimensions with
    size 1.
    """
def nanvar(a: ArrayLike, axis: int | Sequence[int] | None = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
    """The variance over `axis` (all dimensions for None) of the non-NaN elements, with divisor N - `ddof`.

    `a`: an array-like; `keepdims`: keep these dimensions with size 1. Float32 or `dtype`. Raises TypeError if
    `ddof` is no number.
    """
def negative(a: Any, dtype: Any = None) -> Tensor:
    """Each element with the other sign; unsigned numbers wrap around, as in MindSpore.

    `a` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def norm(x: ArrayLike, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The norm of vectors along one `axis`, of matrices over two, of all of `x` for None: Float64 of Float64, else
    Float32.

    `ord` None is the root of the sum of squares; for vectors a number, inf or -inf; for matrices 1, -1, 2, -2, inf,
    -inf, 'fro' or 'nuc', of which MindSpore lacks 2, -2 and 'nuc'. ValueError for another.

    `keepdims`: a bool, keep what is reduced as dimensions of length 1. Returns a Tensor.

    Examples:
        >>> print(mnp.norm(mnp.array([3.0, 4.0])))
        5.0
    """
def not_equal(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether `x1 != x2`, element by element.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
ogrid: _Grid
def ones(shape: int | Sequence[int], dtype: Any = ...) -> Tensor:
    """A Tensor of ones.

    `shape` is an int, a tuple or list of int, or a Tensor of ints; `dtype` is MindSpore's, numpy's
    or a name. The result has this shape and dtype. Raises ValueError for a negative length,
    TypeError for a length that is no int or another `dtype`. As in MindSpore.

    Examples:
        >>> print(mnp.ones((2, 2)))
        [[1. 1.]
         [1. 1.]]
    """
def ones_like(a: ArrayLike, dtype: Any = None, shape: int | Sequence[int] | None = None) -> Tensor:
    """Ones in the shape and dtype of the array-like `a`, unless `shape` or `dtype` say otherwise.

    Returns a Tensor.

    Examples:
        >>> print(mnp.ones_like(mnp.array([1, 2])))
        [1 1]
    """
def outer(a: ArrayLike, b: ArrayLike) -> Tensor:
    """The product of each element of the flattened array-like `a` (rows) with each of `b` (columns): a matrix.

    TypeError for two dtypes.

    Examples:
        >>> print(mnp.outer(mnp.array([1, 2]), mnp.array([3, 4])))
        [[3 4]
         [6 8]]
    """
def pad(arr: ArrayLike, pad_width: Any, mode: Any = 'constant', stat_length: Any = None, constant_values: Any = 0, end_values: Any = 0, reflect_type: str = 'even', **kwargs: Any) -> Tensor:
    """`arr` with values put around it: `pad_width` of them before and after each dimension.

    `pad_width`, `stat_length`, `constant_values` and `end_values` are each one number, one (before, after) for all
    dimensions, or one such pair per dimension. `mode` says what is put there: 'constant' (`constant_values`),
    'empty' (zeros), 'edge', 'wrap', 'reflect' and 'symmetric' (mirrored, turned over at the edge too for
    `reflect_type` 'odd'), 'linear_ramp' (to `end_values`), 'mean', 'maximum', 'minimum' (of the `stat_length` elements
    nearest to the edge, of all for None), or a function of (vector, its pair of widths, its dimension, `kwargs`) that
    returns the padded vector. Raises ValueError for another mode, a negative width or numbers that do not fit,
    TypeError for widths that are no ints, NotImplementedError for 'median', as in MindSpore.

    Examples:
        >>> print(mnp.pad(mnp.array([1.0, 2.0]), 1))
        [0. 1. 2. 0.]
    """
pi: float
def piecewise(x: ArrayLike, condlist: Any, funclist: Sequence[Any], *args: Any, **kw: Any) -> Tensor:
    """Where a condition holds, its entry of `funclist`: an array-like or a function of all of `x`, `args` and
    `kw`.

    `condlist`: conditions, array-likes that broadcast to the shape of the array-like `x`. The first condition
    that holds wins; an entry more than conditions serves where none does, 0 otherwise. The dtype is that to
    which the entries promote. Raises ValueError for another number of entries. Numbers beside functions work
    here, where MindSpore raises TypeError.
    """
def polyadd(a1: ArrayLike, a2: ArrayLike) -> Tensor:
    """The sum of two polynomials, in the dtype to which theirs promote. ValueError for more than one dimension.

    `a1`, `a2`: array-likes of coefficients, the highest power first.
    """
def polyder(p: ArrayLike, m: int = 1) -> Tensor:
    """The m-th derivative of a polynomial; no coefficient at all, Float32, where nothing is left.

    `p`: a vector of coefficients, the highest power first, and so is the result. Bool and integers below 32
    bits give Int32. Raises TypeError if `m` is no int, ValueError if it is negative.
    """
def polyint(p: ArrayLike, m: int = 1, k: ArrayLike | None = None) -> Tensor:
    """The m-th antiderivative of a polynomial, `k` (one number or m of them) its constants, 0 for None.

    `p`: a vector of coefficients, the highest power first, and so is the result. Integers give Float32; beside
    `k` Float64 counts as Float32, and that and the dtype of `k` promote, as in MindSpore. Raises TypeError if
    `m` is no int, ValueError if it is negative, IndexError for too few constants.
    """
def polymul(a1: ArrayLike, a2: ArrayLike) -> Tensor:
    """The product of two polynomials, in the dtype to which theirs promote. ValueError for more than one
    dimension.

    `a1`, `a2`: array-likes of coefficients, the highest power first.
    """
def polysub(a1: ArrayLike, a2: ArrayLike) -> Tensor:
    """The difference of two polynomials, in the dtype to which theirs promote. ValueError for more than one
    dimension.

    `a1`, `a2`: array-likes of coefficients, the highest power first.
    """
def polyval(p: ArrayLike, x: ArrayLike) -> Tensor:
    """The values of the polynomial `p` at the array-like `x`, in its shape: dtype Float64 if one of them is, else
    Float32.

    `p`: an array-like of coefficients, the highest power first. ValueError for one without coefficients or of
    more than one dimension.
    """
def positive(a: Any, dtype: Any = None) -> Tensor:
    """`a` as it is.

    `a` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def power(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """Each element of `x1` to the power of `x2`; integers stay integers.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.power(mnp.array([1.0, 2.0]), 2))
        [1. 4.]
    """
def ptp(x: ArrayLike, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> Tensor:
    """The largest minus the smallest element over `axis` (all dimensions for None), in the dtype of `x`.

    `keepdims`: keep these dimensions with size 1.
    """
def rad2deg(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Each element, an angle in radians, in degrees.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def radians(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Each element, an angle in degrees, in radians.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def rand(*shape: int | Sequence[int], dtype: Any = ...) -> Tensor:
    """Uniform numbers in [0, 1) of `shape` (ints or one tuple; one number if none). ValueError if
    `dtype` is no float.
    """
def randint(minval: int, maxval: int | None = None, shape: int | Sequence[int] | None = None, dtype: Any = ...) -> Tensor:
    """Integers of `shape` (one number if None), uniform in [minval, maxval), or [0, minval) for one limit.

    Raises ValueError if no integer is in between or `dtype` is none of Int8 to Int64.
    """
def randn(*shape: int | Sequence[int], dtype: Any = ...) -> Tensor:
    """Normal numbers of mean 0 and deviation 1 of `shape` (ints or one tuple). ValueError if `dtype` is no float."""
def ravel(x: ArrayLike) -> Tensor:
    """The elements of the array-like `x`, of any dtype, in one dimension.

    Examples:
        >>> print(mnp.ravel(mnp.array([[1, 2], [3, 4]])))
        [1 2 3 4]
    """
def ravel_multi_index(multi_index: ArrayLike, dims: int | Sequence[int], mode: str = 'clip', order: str = 'C') -> Tensor:
    """Positions in the flattened array of integer coordinates, one row per dimension: Float32, as in MindSpore.

    `multi_index`: an array-like (len(dims), …) of integers; `dims`: a tuple of ints, the shape of the array.
    `mode` 'clip' or 'wrap' for coordinates outside; 'raise' is not implemented, there neither. `order` 'C'
    counts the last dimension fastest, 'F' the first. Raises ValueError for other words or a wrong number of
    rows, TypeError for coordinates that are no integers.
    """
def reciprocal(x: ArrayLike, dtype: Any = None) -> Tensor:
    """1 / x in the dtype of `x`: integers are divided as such, so that all above 1 give 0 (ops: Float32).

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def remainder(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The remainder with the sign of `x2`.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def repeat(a: ArrayLike, repeats: Any, axis: int | None = None) -> Tensor:
    """Each element of `a` repeated `repeats` times (an int, or one per element) along `axis`, flattened for None.

    ValueError for a negative or wrong number of repeats, TypeError for no ints.

    Returns a Tensor.

    Examples:
        >>> print(mnp.repeat(mnp.array([1, 2]), 2))
        [1 1 2 2]
    """
def reshape(x: ArrayLike, new_shape: int | Sequence[int]) -> Tensor:
    """The same elements in another shape.

    `x` is a Tensor, list or tuple of any dtype; `new_shape` is an int or a tuple or list of int, of
    which one may be -1 and takes what is left. The result has this shape and the dtype of `x`.
    Raises ValueError if the elements do not fit, TypeError for lengths that are no int. Differs
    from MindSpore: `x` may be a list or tuple here.

    Examples:
        >>> print(mnp.reshape(mnp.array([1, 2, 3, 4]), (2, 2)))
        [[1 2]
         [3 4]]
    """
def rint(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Each element of `x` rounded to the nearest whole number, halves to even.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def roll(a: ArrayLike, shift: Any, axis: Any = None) -> Tensor:
    """The elements of the array-like `a` shifted round by `shift` along `axis`, over the flattened array for None.

    Shape and dtype stay. Both are ints, tuples or lists; one number serves all of the other. TypeError for no
    ints, ValueError for lengths that do not fit.

    Examples:
        >>> print(mnp.roll(mnp.array([1, 2, 3]), 1))
        [3 1 2]
    """
def rollaxis(x: ArrayLike, axis: int, start: int = 0) -> Tensor:
    """The dimension `axis` of the array-like `x` moved to before `start`.

    The result has the dtype of `x`. A negative `start` counts from the number of dimensions. TypeError if one
    is no int, ValueError out of bounds.
    """
def rot90(a: ArrayLike, k: int = 1, axes: Any = (0, 1)) -> Tensor:
    """`a` turned by 90 degrees `k` times, from the first towards the second of two `axes`.

    `a` is an array-like of two dimensions or more, whose dtype the result has; `k` and `axes` are ints.
    ValueError if the axes are one, not two, or out of bounds.
    """
round = around
def searchsorted(a: ArrayLike, v: ArrayLike, side: str = 'left', sorter: ArrayLike | None = None) -> Tensor:
    """The Int32 positions at which the values `v` would be inserted into the sorted vector `a`.

    Equal elements stand behind the place for `side` 'left', before it for 'right'. `sorter` holds the places
    that sort `a`. Raises ValueError for another `side`, an `a` that is no vector, or a `sorter` of another
    length. The dtypes of `a` and `v` promote; the result has the shape of `v`.
    """
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Tensor:
    """For each element the choice of the first condition that holds, else `default`, in the dtype of the choices.

    `condlist` and `choicelist` hold conditions and choices, array-likes that broadcast; the dtype is the one to
    which numpy promotes the choices, at most 32 bits wide, as in MindSpore. `default` is a number. Raises
    ValueError for two lengths or none.
    """
def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool = False) -> Tensor:
    """The values of the array-like `ar1` that do not occur in `ar2`, flattened: a vector of the dtype of `ar1`.

    Sorted and distinct, unless `assume_unique` says they are distinct. Raises TypeError if it is no bool.
    """
def sign(x: ArrayLike, dtype: Any = None) -> Tensor:
    """-1, 0 or 1 by the sign of `x`; integers give Float32 (ops: the dtype of `x`).

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def signbit(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Whether the sign bit of each number of the array-like `x` is set: Bool, in its shape.

    Raises TypeError for another `dtype`.
    """
def sin(x: ArrayLike, dtype: Any = None) -> Tensor:
    """sin(input, *, out=None) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def sinh(x: ArrayLike, dtype: Any = None) -> Tensor:
    """sinh(input, *, out=None) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def size(a: ArrayLike, axis: int | None = None) -> int:
    """The number of elements of the array-like `a`, or the length of its dimension `axis`.

    TypeError if `axis` is no int, ValueError out of bounds.
    """
def sometrue(a: ArrayLike, axis: int | Sequence[int] | None = None, keepdims: bool | int = False) -> Tensor:
    """Whether some element over `axis` (all dimensions for None) is not zero: Bool. `keepdims` may be a number."""
def split(x: ArrayLike, indices_or_sections: Any, axis: int = 0) -> Any:
    """So many equal chunks of `x` along `axis`, or the chunks cut at the given indices.

    ValueError if the length does not divide, for a number below 1, or an `axis` out of bounds.

    `indices_or_sections`: an int, or a tuple or list of ints. Returns Tensors.

    Examples:
        >>> print(mnp.split(mnp.array([1, 2, 3, 4]), 2))
        (Tensor(shape=[2], dtype=Int32, value= [1, 2]), Tensor(shape=[2], dtype=Int32, value= [3, 4]))
    """
def sqrt(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The square root of each element, NaN for negative ones.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.sqrt(mnp.array([4.0, 9.0])))
        [2. 3.]
    """
def square(x: ArrayLike, dtype: Any = None) -> Tensor:
    """Each element of `x` times itself.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.square(mnp.array([2.0, 3.0])))
        [4. 9.]
    """
def squeeze(a: ArrayLike, axis: Any = None) -> Tensor:
    """`a` without the dimensions `axis` (int, tuple or list) of length 1, or without all of them for None.

    `a`: an array-like. Returns a Tensor.

    Examples:
        >>> print(mnp.squeeze(mnp.array([[1, 2]])))
        [1 2]
    """
def stack(arrays: Sequence[Tensor], axis: int = 0) -> Tensor:
    """The array-likes of one shape joined along a new dimension `axis`, in the dtype to which theirs promote.

    `arrays`: a tuple or list of them, or one array-like. Returns a Tensor.

    Examples:
        >>> print(mnp.stack((mnp.array([1, 2]), mnp.array([3, 4])), axis=1))
        [[1 3]
         [2 4]]
    """
def std(x: ArrayLike, axis: int | Sequence[int] | None = None, ddof: float = 0, keepdims: bool = False) -> Tensor:
    """The standard deviation of the array-like `x` over `axis` (all for None): the root of `var`, with its errors.

    The divisor is N - `ddof`; `keepdims`: keep these dimensions with size 1. Integers give Float32.

    Examples:
        >>> print(mnp.std(mnp.array([1.0, 3.0])))
        1.0
    """
def subtract(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The difference `x1 - x2`, element by element; of two Bool operands, whether they
    differ.

        `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
        Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
        a dtype the function does not take, ValueError for shapes that do not broadcast.

    Examples:
        >>> print(mnp.subtract(mnp.array([1, 2]), 1))
        [0 1]
    """
def sum(a: ArrayLike, axis: int | Sequence[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: Any = None) -> Tensor:
    """The sum of the array-like `a` over `axis`, on top of `initial`.

    `a` is a Tensor, number, list or tuple. `axis` is an int, a tuple of int, or None for all
    dimensions; the result lacks these, or with `keepdims` has them with length 1. Bool and integers
    give Int64, floats their own dtype, unless `dtype` is given. Raises ValueError for an axis that
    `a` lacks, TypeError for an axis that is no int or an `a` that is no array-like. As in
    MindSpore.

    Examples:
        >>> print(mnp.sum(mnp.array([[1, 2], [3, 4]]), axis=1))
        [3 7]
    """
def swapaxes(x: ArrayLike, axis1: int, axis2: int) -> Tensor:
    """The array-like `x` with the dimensions `axis1` and `axis2`, ints, exchanged.

    The result has its dtype. TypeError for no ints, ValueError for ones it lacks.

    Examples:
        >>> print(mnp.swapaxes(mnp.array([[1, 2], [3, 4]]), 0, 1))
        [[1 3]
         [2 4]]
    """
def take(a: ArrayLike, indices: ArrayLike, axis: int | None = None, mode: str = 'clip') -> Tensor:
    """Slices of `a` at integer `indices` along `axis`, or elements of the flattened array for None.

    Places outside are the nearest end for `mode` 'clip' (negative ones count from the end first), wrapped round for
    'wrap'. Raises TypeError for indices that are no integers, ValueError for another mode or `axis`,
    NotImplementedError for 'raise', as in MindSpore.

    Examples:
        >>> print(mnp.take(mnp.array([10, 20, 30]), mnp.array([2, 0])))
        [30 10]
    """
def take_along_axis(arr: ArrayLike, indices: ArrayLike, axis: int | None) -> Tensor:
    """The element of `arr` at each integer of `indices` along `axis`, of the flattened array for None.

    The other lengths broadcast; negative places count from the end. Raises TypeError for indices that are no
    integers, ValueError for lengths that do not fit or an `axis` out of bounds, RuntimeError for a place outside.
    """
def tan(x: ArrayLike, dtype: Any = None) -> Tensor:
    """tan(input, *, out=None) -> Tensor

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def tanh(x: ArrayLike, dtype: Any = None) -> Tensor:
    """The hyperbolic tangent of each element.

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def tensordot(a: ArrayLike, b: ArrayLike, axes: Any = 2) -> Tensor:
    """The sum of products over pairs of `axes`: the last and first so many, or (those of `a`, those of `b`).

    Raises TypeError for two dtypes, ValueError for lengths that do not fit.

    Returns a Tensor.

    Examples:
        >>> print(mnp.tensordot(mnp.array([[1.0, 2.0]]), mnp.array([[3.0], [4.0]]), 1))
        [[11.]]
    """
def tile(a: ArrayLike, reps: int | Sequence[int]) -> Tensor:
    """The whole array-like `a` repeated `reps` times along its last dimensions.

    `a` is a Tensor, list or tuple of any shape and dtype; `reps` is an int or a tuple or list of
    int from 0. The result has the dtype of `a`. Raises TypeError for `reps` that are no int,
    RuntimeError for a negative one. Differs from MindSpore: it raises ValueError for a negative
    one, and refuses lists for `a`.

    Examples:
        >>> print(mnp.tile(mnp.array([1, 2]), 2))
        [1 2 1 2]
    """
def trace(a: ArrayLike, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Tensor:
    """The sum of the diagonal `offset` off the main one over the dimensions `axis1` and `axis2`.

    Integers give Int64, floats and Bool stay, unless `dtype` is given, to which the elements are cast first.
    ValueError for dimensions that `a` lacks.
    """
def transpose(a: ArrayLike, axes: Any = None) -> Tensor:
    """The dimensions of `a` in the order `axes`, reversed for None. ValueError if `axes` is no permutation of them.

    `a`: an array-like; the result is a Tensor of its dtype.

    Examples:
        >>> print(mnp.transpose(mnp.array([[1, 2], [3, 4]])))
        [[1 3]
         [2 4]]
    """
def trapz(y: ArrayLike, x: ArrayLike | None = None, dx: Any = 1.0, axis: int = -1) -> Tensor:
    """The integral of the array-like `y` along `axis` by the trapezoidal rule: dtype Float16 if `y` is, else
    Float32.

    `x` holds the places of the samples, a vector or an array-like that broadcasts; without it they are `dx`
    apart. Raises ValueError for an axis that `y` lacks or places that do not fit.
    """
def tri(N: int, M: int | None = None, k: int = 0, dtype: Any = ...) -> Tensor:
    """An (N, M) matrix of `dtype` with ones at and below its k-th diagonal; M is N if None.

    `N`, `M`, `k`: ints. TypeError or ValueError for other sizes.
    """
def tril(m: ArrayLike, k: int = 0) -> Tensor:
    """The array-like `m` with zeros above its k-th diagonal; a vector is repeated as the rows of a matrix first.

    `m` is of any dtype, which the result has; `k` is an int, 0 for the main diagonal.

    Examples:
        >>> print(mnp.tril(mnp.ones((2, 2))))
        [[1. 0.]
         [1. 1.]]
    """
def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, ...]:
    """(rows, columns) of the lower triangle of an (n, m) matrix up to its k-th diagonal, Int32; m is n if None.

    `n`, `k` and `m` are ints; the results are vectors.
    """
def tril_indices_from(arr: ArrayLike, k: int = 0) -> tuple[Tensor, ...]:
    """(rows, columns) of the lower triangle of the matrix `arr`, of any dtype, up to its `k`-th diagonal: Int32.

    ValueError if `arr` is no matrix. `k` is an int, 0 for the main diagonal.
    """
def triu(m: ArrayLike, k: int = 0) -> Tensor:
    """The array-like `m` with zeros below its k-th diagonal; a vector is repeated as the rows of a matrix first.

    `m` is of any dtype, which the result has; `k` is an int, 0 for the main diagonal.
    """
def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[Tensor, ...]:
    """(rows, columns) of the upper triangle of an (n, m) matrix from its k-th diagonal, Int32; m is n if None.

    `n`, `k` and `m` are ints; the results are vectors.
    """
def triu_indices_from(arr: ArrayLike, k: int = 0) -> tuple[Tensor, ...]:
    """(rows, columns) of the upper triangle of the matrix `arr`, of any dtype, from its `k`-th diagonal: Int32.

    ValueError if `arr` is no matrix. `k` is an int, 0 for the main diagonal.
    """
def true_divide(x1: ArrayLike, x2: ArrayLike, dtype: Any = None) -> Tensor:
    """The quotient x1 / x2 of array-likes that broadcast.

    `x1` and `x2` are array-likes that broadcast: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
def trunc(x: ArrayLike, dtype: Any = None) -> Tensor:
    """`x` truncated toward zero: Float16 of Float16, else Float32 (ops: the dtype of `x`).

    `x` is an array-like: Tensors, numbers, lists or tuples; a Python number counts as Int32 or
    Float32 and dtypes promote. `dtype` casts the result. Raises TypeError for what is no array-like or
    a dtype the function does not take, ValueError for shapes that do not broadcast.
    """
uint: Type
uint16: Type
uint32: Type
uint64: Type
uint8: Type
def unique(x: ArrayLike, return_inverse: bool = False) -> Any:
    """The distinct values of the array-like `x`, in order of first appearance: a vector of its dtype.

    With `return_inverse` also the place among them of each element of the flattened `x`, Int32.

    Examples:
        >>> print(mnp.unique(mnp.array([2, 5, 2])))
        [2 5]
    """
def unravel_index(indices: ArrayLike, shape: int | Sequence[int], order: str = 'C') -> tuple[Tensor, ...]:
    """Coordinates of positions in the flattened array of `shape`, in the integer dtype of `indices`.

    Positions beyond the ends are taken as the nearest end; negative ones count from the last. `order` 'C' counts the
    last dimension fastest, 'F' the first; ValueError for another.
    """
def unwrap(p: ArrayLike, discont: float = 3.141592653589793, axis: int = -1) -> Tensor:
    """Angles in radians with jumps above `discont` along `axis` taken back by whole turns: Float64 of Float64, else
    Float32.

    Raises TypeError if `discont` is no number or `axis` no int, ValueError for an axis that `p` lacks.
    """
def vander(x: ArrayLike, N: int | None = None, increasing: bool = False) -> Tensor:
    """Powers of the vector `x` as columns, the highest first unless `increasing`; N of them, or as many as rows.

    In the dtype of `x`. Raises TypeError for Bool or an `N` that is no int, ValueError for an `N` not above 0 or more
    dimensions.
    """
def var(x: ArrayLike, axis: int | Sequence[int] | None = None, ddof: float = 0, keepdims: bool = False) -> Tensor:
    """The variance of the array-like `x` over `axis` (all dimensions for None), with divisor N - `ddof`.

    Integers give Float32, around their mean without what stands behind the point, as in MindSpore. Raises
    TypeError if `ddof` is no number, ValueError for an axis that `x` lacks. `keepdims`: keep these dimensions
    with size 1.

    Examples:
        >>> print(mnp.var(mnp.array([1.0, 3.0])))
        1.0
    """
def vsplit(x: ArrayLike, indices_or_sections: Any) -> Any:
    """`split` along the first dimension of the array-like `x`, of any dtype. ValueError if there is none.

    `indices_or_sections`: how many equal pieces, an int, or where to cut, ints.
    """
def vstack(tup: Sequence[Tensor]) -> Tensor:
    """The array-likes of `tup` one below the other, vectors as rows.

    `tup`: a tuple or list of them; the result has the dtype to which theirs promote. ValueError for shapes that
    do not fit. A Tensor in place of the sequence comes back as it is, as in MindSpore.

    Examples:
        >>> print(mnp.vstack((mnp.array([1]), mnp.array([2]))))
        [[1]
         [2]]
    """
def zeros(shape: int | Sequence[int], dtype: Any = ...) -> Tensor:
    """A Tensor of zeros.

    `shape` is an int, a tuple or list of int, or a Tensor of ints; `dtype` is MindSpore's, numpy's
    or a name. The result has this shape and dtype. Raises ValueError for a negative length,
    TypeError for a length that is no int or another `dtype`. As in MindSpore.

    Examples:
        >>> print(mnp.zeros((2, 2)))
        [[0. 0.]
         [0. 0.]]
    """
def zeros_like(a: ArrayLike, dtype: Any = None, shape: int | Sequence[int] | None = None) -> Tensor:
    """Zeros in the shape and dtype of the array-like `a`, unless `shape` or `dtype` say otherwise.

    Returns a Tensor.

    Examples:
        >>> print(mnp.zeros_like(mnp.array([1, 2])))
        [0 0]
    """
