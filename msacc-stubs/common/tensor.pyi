# Written by `python -m tests.stubs`.
import builtins
import numpy as _numpy
from collections.abc import Iterator
from msacc._typing import Operand
from msacc.common.dtype import Type
from msacc.common.sparse import COOTensor
from msacc.common.sparse import CSRTensor
from msacc.ops.array.raw_memory import UntypedStorage
from typing import Any
from typing import overload
class Tensor:
    def __init__(self, input_data: Any = None, dtype: Any = None, shape: Any = None, init: Any = None, const_arg: builtins.bool = False, device: str | None = None) -> None: ...
    @property
    def shape(self) -> tuple[builtins.int, ...]: ...
    @property
    def dtype(self) -> Type: ...
    @property
    def size(self) -> builtins.int: ...
    @property
    def ndim(self) -> builtins.int: ...
    @property
    def itemsize(self) -> builtins.int: ...
    @property
    def nbytes(self) -> builtins.int: ...
    @property
    def strides(self) -> tuple[builtins.int, ...]: ...
    @property
    def has_init(self) -> builtins.bool: ...
    @property
    def init(self) -> Any: ...
    @property
    def device(self) -> str: ...
    def asnumpy(self) -> _numpy.ndarray: ...
    def numpy(self) -> _numpy.ndarray:
        """The values as numpy; shares memory with a CPU tensor.

        Examples:
            >>> print(Tensor([1, 2]).asnumpy().tolist())
            [1, 2]
            >>> print(Tensor([1, 2]).numpy().tolist())
            [1, 2]
        """
    def to_torch(self) -> Tensor: ...
    @staticmethod
    def from_numpy(array: _numpy.ndarray) -> Tensor: ...
    def __array__(self, dtype: Any = None, copy: builtins.bool | None = None) -> _numpy.ndarray: ...
    def item(self, index: Any = None) -> builtins.int | builtins.float | builtins.bool | complex: ...
    def tolist(self) -> Any: ...
    def init_data(self, slice_index: Any = None, shape: Any = None, opt_shard_group: Any = None) -> Tensor: ...
    def __len__(self) -> builtins.int: ...
    def __iter__(self) -> Iterator[Tensor]: ...
    def __bool__(self) -> builtins.bool: ...
    def __int__(self) -> builtins.int: ...
    def __float__(self) -> builtins.float: ...
    def __complex__(self) -> complex: ...
    def __index__(self) -> builtins.int: ...
    def __format__(self, spec: str) -> str: ...
    @property
    def is_meta(self) -> builtins.bool: ...
    def __add__(self, other: Operand) -> Tensor: ...
    def __sub__(self, other: Operand) -> Tensor: ...
    def __mul__(self, other: Operand) -> Tensor: ...
    def __truediv__(self, other: Operand) -> Tensor: ...
    def __floordiv__(self, other: Operand) -> Tensor: ...
    def __mod__(self, other: Operand) -> Tensor: ...
    def __pow__(self, exponent: Operand) -> Tensor: ...
    def __matmul__(self, other: Tensor) -> Tensor: ...
    def __and__(self, other: Operand) -> Tensor: ...
    def __or__(self, other: Operand) -> Tensor: ...
    def __xor__(self, other: Operand) -> Tensor: ...
    def __radd__(self, other: Operand) -> Tensor: ...
    def __rsub__(self, other: Operand) -> Tensor: ...
    def __rmul__(self, other: Operand) -> Tensor: ...
    def __rtruediv__(self, other: Operand) -> Tensor: ...
    def __rfloordiv__(self, other: Operand) -> Tensor: ...
    def __rmod__(self, other: Operand) -> Tensor: ...
    def __rpow__(self, exponent: Operand) -> Tensor: ...
    def __rmatmul__(self, other: Tensor) -> Tensor: ...
    def __rand__(self, other: Operand) -> Tensor: ...
    def __ror__(self, other: Operand) -> Tensor: ...
    def __rxor__(self, other: Operand) -> Tensor: ...
    def __iadd__(self, other: Operand) -> Tensor: ...
    def __isub__(self, other: Operand) -> Tensor: ...
    def __imul__(self, other: Operand) -> Tensor: ...
    def __itruediv__(self, other: Operand) -> Tensor: ...
    def __ifloordiv__(self, other: Operand) -> Tensor: ...
    def __imod__(self, other: Operand) -> Tensor: ...
    def __ipow__(self, exponent: Operand) -> Tensor: ...
    def __imatmul__(self, other: Tensor) -> Tensor: ...
    def __iand__(self, other: Operand) -> Tensor: ...
    def __ior__(self, other: Operand) -> Tensor: ...
    def __ixor__(self, other: Operand) -> Tensor: ...
    def __eq__(self, other: Any) -> Tensor: ...
    def __ne__(self, other: Any) -> Tensor: ...
    def __lt__(self, other: Operand) -> Tensor: ...
    def __le__(self, other: Operand) -> Tensor: ...
    def __gt__(self, other: Operand) -> Tensor: ...
    def __ge__(self, other: Operand) -> Tensor: ...
    def __neg__(self) -> Tensor: ...
    def __pos__(self) -> Tensor: ...
    def __abs__(self) -> Tensor: ...
    def __invert__(self) -> Tensor: ...
    def __round__(self, ndigits: builtins.int | None = None) -> Tensor: ...
    def __contains__(self, item: Any) -> builtins.bool: ...
    def __getitem__(self, index: Any) -> Tensor: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    @property
    def T(self) -> Tensor:
        """The dimensions in reverse order, a view of this dtype."""
    @property
    def mT(self) -> Tensor:
        """The last two dimensions exchanged, a view."""
    @property
    def H(self) -> Tensor:
        """The last two dimensions exchanged, conjugated.

        `x` is a Tensor (…, N, M) of any dtype; the result is (…, M, N) of it.
        """
    @property
    def mH(self) -> Tensor:
        """The last two dimensions exchanged, conjugated.

        `x` is a Tensor (…, N, M) of any dtype; the result is (…, M, N) of it.
        """
    def to_dlpack(self) -> Any:
        """A DLPack capsule that shares the tensor's memory; it can be taken once.

        Raises TypeError when `tensor` is no Tensor.
        """
    @staticmethod
    def convert_bytes_to_tensor(bytes_data: bytes, shape: Any, dtype: Any) -> Tensor: ...
    @staticmethod
    def from_dlpack(dlpack: Any) -> Tensor: ...
    @property
    def data(self) -> Tensor: ...
    @data.setter
    def data(self, value: Tensor) -> None: ...
    def multinomial(self, num_samples: builtins.int, replacement: builtins.bool = True, seed: Any = None) -> Tensor:
        """Int32 classes drawn in proportion to `input`, for a vector or each row.

        `input` is a float Tensor (K,) or (N, K), not negative; the result is (num_samples,) or (N,
        num_samples). `replacement`: a class may come again; `seed`: an int.

        Examples:
            >>> print(ops.multinomial(Tensor([0.0, 1.0]), 3, replacement=True))
            [1 1 1]
        """
    def random_categorical(self, num_sample: builtins.int, seed: Any = 0, dtype: Any = ...) -> Tensor:
        """Classes drawn from the softmax of each row of `logits`: the same for the same seed, unless that is 0.

        `logits`: a Tensor (N, C) of numbers; `num_sample`: an int, how many of each row; the result is (N,
        num_sample) of `dtype`. Raises TypeError for a `seed` that is no int.
        """
    def mul(self, other: Operand) -> Tensor:
        """The product `input * other`, element by element; of two Bool operands, the logical and.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result has the broadcast shape and the promoted dtype, as in MindSpore.

        Examples:
            >>> print(mint.mul(Tensor([1, 2]), 3))
            [3 6]
            >>> print(ops.mul(Tensor([1, 2]), Tensor([3, 4])))
            [3 8]
        """
    @overload
    def multiply(self, other: Operand) -> Tensor:
        """The product `input * value`, element by element; of two Bool operands, the logical and.

        `input` and `value` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result has the broadcast shape and the promoted dtype, as in MindSpore.
        """
    @overload
    def multiply(self, value: Operand) -> Tensor: ...
    def mul_(self, other: Any) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        The product `input * other`, element by element; of two Bool operands, the logical and.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result has the broadcast shape and the promoted dtype, as in MindSpore.

        Examples:
            >>> print(Tensor([1, 2]).mul_(10))
            [10 20]
        """
    def maximum(self, other: Operand) -> Tensor:
        """The larger of each pair of elements of `input` and `other`; NaN wins.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result has the broadcast shape and the promoted dtype. Differs from MindSpore:
        `maximum(nan, 0)` is NaN here, as MindSpore documents; its CPU kernel gives 0.

        Examples:
            >>> print(ops.maximum(Tensor([1, 5]), Tensor([4, 2])))
            [4 5]
        """
    def minimum(self, other: Operand) -> Tensor:
        """The smaller of each pair of elements of `input` and `other`; NaN wins.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result has the broadcast shape and the promoted dtype. Differs from MindSpore: Bool operands
        are taken here and refused by its CPU.

        Examples:
            >>> print(ops.minimum(Tensor([1, 5]), Tensor([4, 2])))
            [1 2]
        """
    def fmax(self, other: Operand) -> Tensor:
        """The larger of each pair; a number wins over NaN, and `input` has the gradient of equal ones.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.fmax(Tensor([1.0, np.nan]), Tensor([0.0, 2.0])))
            [1. 2.]
        """
    def fmin(self, other: Operand) -> Tensor:
        """The smaller of each pair; a number wins over NaN, and `input` has the gradient of equal ones.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.
        """
    def fmod(self, other: Operand) -> Tensor:
        """The remainder with the sign of `input`.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.fmod(Tensor([7.0, -7.0]), 3.0))
            [ 1. -1.]
        """
    def atan2(self, other: Operand) -> Tensor:
        """The angle of the point (other, input), in radians.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.atan2(Tensor([0.0, 1.0]), Tensor([1.0, 1.0])))
            [0.        0.7853982]
        """
    def arctan2(self, other: Operand) -> Tensor:
        """The angle of the point (other, input), in radians.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.atan2(Tensor([0.0, 1.0]), Tensor([1.0, 1.0])))
            [0.        0.7853982]
        """
    def hypot(self, other: Operand) -> Tensor:
        """The hypotenuse sqrt(input² + other²).

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.hypot(Tensor([3.0, 5.0]), Tensor([4.0, 12.0])))
            [ 5. 13.]
        """
    def logaddexp(self, other: Operand) -> Tensor:
        """log(exp(input) + exp(other)), without overflow.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.logaddexp(Tensor([0.0]), Tensor([0.0])))
            [0.6931472]
        """
    def logaddexp2(self, other: Operand) -> Tensor:
        """log2(2**input + 2**other), without overflow.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.
        """
    def xlogy(self, other: Operand) -> Tensor:
        """input * log(other), and 0 where `input` is 0.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.xlogy(Tensor([2.0]), Tensor([1.0])))
            [0.]
        """
    def copysign(self, other: Any) -> Tensor:
        """`x` with the signs of `other`, in the dtype of `x`; integers give Float32.

        `x` is a Tensor of any shape, `other` a Tensor that broadcasts with it or a number. Raises TypeError for
        Bool in `x` or what is no Tensor.
        """
    def nextafter(self, other: Operand) -> Tensor:
        """The next float from `input` towards `other`.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.
        """
    def gcd(self, other: Operand) -> Tensor:
        """The greatest common divisor.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Both are Tensors of integers.

        Examples:
            >>> print(ops.gcd(Tensor([12, 18]), Tensor([8, 27])))
            [4 9]
        """
    def lcm(self, other: Operand) -> Tensor:
        """The least common multiple.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Both are Tensors of integers.

        Examples:
            >>> print(ops.lcm(Tensor([4, 6]), Tensor([6, 8])))
            [12 24]
        """
    def heaviside(self, values: Operand) -> Tensor:
        """0 below zero, 1 above, `values` at zero, which alone have a gradient.

        `input` and `values` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.heaviside(Tensor([-1.0, 0.0, 2.0]), Tensor([0.5])))
            [0.  0.5 1. ]
        """
    def bitwise_and(self, other: Operand) -> Tensor:
        """input & other, integers or bool.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.bitwise_and(Tensor([6, 5]), Tensor([3, 3])))
            [2 1]
        """
    def bitwise_or(self, other: Operand) -> Tensor:
        """input | other, integers or bool.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.bitwise_or(Tensor([6, 5]), Tensor([3, 3])))
            [7 7]
        """
    def bitwise_xor(self, other: Operand) -> Tensor:
        """input ^ other, integers or bool.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.bitwise_xor(Tensor([6, 5]), Tensor([3, 3])))
            [5 6]
        """
    def bitwise_left_shift(self, other: Operand) -> Tensor:
        """The bits of integers moved to the left: input << other.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.
        """
    def bitwise_right_shift(self, other: Operand) -> Tensor:
        """The bits of integers moved to the right: input >> other.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.
        """
    def true_divide(self, divisor: Operand) -> Tensor:
        """The quotient `dividend / divisor`, element by element, in floats: integers and Bool give Float32.

        `dividend` and `divisor` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result has the broadcast shape. A division by zero gives inf or NaN. As in MindSpore.

        Examples:
            >>> print(ops.true_divide(Tensor([1, 3]), 2))
            [0.5 1.5]
        """
    def div(self, other: Any, *, rounding_mode: str | None = None) -> Any:
        """input / other in floats; `rounding_mode` 'floor' or 'trunc' rounds and keeps the promoted dtype.

        `input` and `other` are Tensors, or one of them a number; the shape of the result is that to
        which theirs broadcast.

        Examples:
            >>> print(mint.div(Tensor([7.0, -7.0]), 2))
            [ 3.5 -3.5]
            >>> ops.div(Tensor([7.0, -7.0]), 2)
            Tensor(shape=[2], dtype=Float32, value= [ 3.50000000e+00, -3.50000000e+00])
            >>> print(ops.div(Tensor([7.0, -7.0]), 2, rounding_mode="floor"))
            [ 3. -4.]
        """
    def divide(self, other: Any, *, rounding_mode: str | None = None) -> Any:
        """input / other in floats; `rounding_mode` 'floor' or 'trunc' rounds and keeps the promoted dtype.

        `input` and `other` are Tensors, or one of them a number; the shape of the result is that to
        which theirs broadcast.

        Examples:
            >>> print(mint.div(Tensor([7.0, -7.0]), 2))
            [ 3.5 -3.5]
            >>> ops.div(Tensor([7.0, -7.0]), 2)
            Tensor(shape=[2], dtype=Float32, value= [ 3.50000000e+00, -3.50000000e+00])
            >>> print(ops.div(Tensor([7.0, -7.0]), 2, rounding_mode="floor"))
            [ 3. -4.]
        """
    def div_(self, other: Any, *, rounding_mode: str | None = None) -> Any:
        """In place: self, `input` below, takes the result and is returned.

        input / other in floats; `rounding_mode` 'floor' or 'trunc' rounds and keeps the promoted dtype.

        `input` and `other` are Tensors, or one of them a number; the shape of the result is that to
        which theirs broadcast.
        """
    def floor_divide(self, other: Operand) -> Tensor:
        """input / other rounded down, in the promoted dtype.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.floor_divide(Tensor([7, -7]), 2))
            [ 3 -4]
        """
    def floor_divide_(self, other: Any) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        input / other rounded down, in the promoted dtype.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.
        """
    @overload
    def remainder(self, other: Operand) -> Tensor:
        """The remainder with the sign of `divisor`.

        `input` and `divisor` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.
        """
    @overload
    def remainder(self, divisor: Operand) -> Tensor: ...
    def remainder_(self, other: Any) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        The remainder with the sign of `other`.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.
        """
    def pow(self, exponent: Operand) -> Tensor:
        """Each element of `input` to the power of `exponent`; integers stay integers.

        `input` and `exponent` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result has the broadcast shape and the promoted dtype; a negative exponent of an integer
        gives what is left after rounding towards zero, 0 or ±1 (of 0, a number without meaning). As in
        MindSpore.

        Examples:
            >>> print(ops.pow(Tensor([1.0, 2.0, 3.0]), 2))
            [1. 4. 9.]
        """
    @overload
    def float_power(self, exponent: Operand) -> Tensor:
        """input to the power of exponent in float64.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.
        """
    @overload
    def float_power(self, other: Operand) -> Tensor: ...
    def ldexp(self, other: Any) -> Tensor:
        """x * 2**other, of Tensors whose shapes broadcast or a Tensor and a number: a float.

        Powers of whole numbers are Float32, so that Float16 gives Float32 with a Tensor of them. Raises TypeError
        for other things.
        """
    def xdivy(self, y: Operand) -> Tensor:
        """x / y, and 0 where `x` is 0.

        `x` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.xdivy(Tensor([0.0, 6.0]), Tensor([0.0, 3.0])))
            [0. 2.]
        """
    def add(self, other: Any, *, alpha: Any = 1) -> Any:
        """input + alpha * other, in the dtype the two operands promote to.

        input, other: Tensors that broadcast, or one of them a number. alpha: a number. Raises TypeError for a float
        `alpha` with integers, ValueError for shapes that do not broadcast.

        Examples:
            >>> print(mint.add(Tensor([1, 2]), Tensor([3, 4]), alpha=2))
            [ 7 10]
        """
    def subtract(self, other: Any, *, alpha: Any = 1) -> Any:
        """input - alpha * other, in the dtype the two operands promote to; for Bool, whether they differ.

        input, other: Tensors that broadcast, or one of them a number. alpha: a number. Raises TypeError for a float
        `alpha` with integers, ValueError for shapes that do not broadcast.

        Examples:
            >>> print(mint.sub(Tensor([5, 6]), Tensor([1, 1]), alpha=2))
            [3 4]
        """
    @overload
    def sub(self, other: Any, *, alpha: Any = 1) -> Any:
        """input - alpha * other, in the dtype the two operands promote to; for Bool, whether they differ.

        input, y: Tensors that broadcast, or one of them a number. alpha: a number. Raises TypeError for a float
        `alpha` with integers, ValueError for shapes that do not broadcast.
        """
    @overload
    def sub(self, y: Any, *, alpha: Any = 1) -> Any: ...
    @overload
    def sub_(self, other: Any, *, alpha: Any = 1) -> Any:
        """In place: self, `input` below, takes the result and is returned.

        input - alpha * other, in the dtype the two operands promote to; for Bool, whether they differ.

        input, y: Tensors that broadcast, or one of them a number. alpha: a number. Raises TypeError for a float
        `alpha` with integers, ValueError for shapes that do not broadcast.

        Examples:
            >>> print(Tensor([1, 2]).sub_(1))
            [0 1]
        """
    @overload
    def sub_(self, y: Any, *, alpha: Any = 1) -> Any: ...
    def i0(self) -> Any:
        """The modified Bessel function of the first kind of order 0.

        `input`: a Tensor of numbers of any shape, which the result has with its float dtype, Float32 for integers.
        """
    def clamp(self, min: Any = None, max: Any = None) -> Tensor:
        """`input` limited to [min, max], numbers or Tensors; dtypes promote.

        Where it is a limit itself the gradient is 1; that of `clip_by_value` is a half there, both as in MindSpore.

        `input` is a Tensor of numbers of any shape; the result has its shape, broadcast with the
        limits'.

        Examples:
            >>> print(mint.clamp(Tensor([-1.0, 3.0]), min=0.0))
            [0. 3.]
            >>> print(ops.clamp(Tensor([-1.0, 0.5, 3.0]), 0.0, 1.0))
            [0.  0.5 1. ]
            >>> print(Tensor([-1.0, 3.0]).clamp(0.0, 1.0))
            [0. 1.]
            >>> print(Tensor([-1.0, 3.0]).clip(0.0, 1.0))
            [0. 1.]
        """
    def clip(self, min: Any = None, max: Any = None) -> Tensor:
        """`input` limited to [min, max], numbers or Tensors; dtypes promote.

        Where it is a limit itself the gradient is 1; that of `clip_by_value` is a half there, both as in MindSpore.

        `input` is a Tensor of numbers of any shape; the result has its shape, broadcast with the
        limits'.

        Examples:
            >>> print(mint.clamp(Tensor([-1.0, 3.0]), min=0.0))
            [0. 3.]
            >>> print(ops.clamp(Tensor([-1.0, 0.5, 3.0]), 0.0, 1.0))
            [0.  0.5 1. ]
            >>> print(Tensor([-1.0, 3.0]).clamp(0.0, 1.0))
            [0. 1.]
            >>> print(Tensor([-1.0, 3.0]).clip(0.0, 1.0))
            [0. 1.]
        """
    def clamp_(self, min: Any = None, max: Any = None) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        `input` limited to [min, max], numbers or Tensors; dtypes promote.

        Where it is a limit itself the gradient is 1; that of `clip_by_value` is a half there, both as in MindSpore.

        `input` is a Tensor of numbers of any shape; the result has its shape, broadcast with the
        limits'.
        """
    def equal(self, other: Operand) -> Tensor:
        """Whether `input == other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape. NaN equals nothing. As in MindSpore.

        Examples:
            >>> print(ops.equal(Tensor([1, 2]), Tensor([1, 3])))
            [ True False]
            >>> print(ops.eq(Tensor([1, 2]), 2))
            [False  True]
        """
    def eq(self, other: Operand) -> Tensor:
        """Whether `input == other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape. NaN equals nothing. As in MindSpore.

        Examples:
            >>> print(ops.equal(Tensor([1, 2]), Tensor([1, 3])))
            [ True False]
            >>> print(ops.eq(Tensor([1, 2]), 2))
            [False  True]
        """
    def not_equal(self, other: Operand) -> Tensor:
        """Whether `input != other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape. NaN differs from everything. As in MindSpore.

        Examples:
            >>> print(ops.not_equal(Tensor([1, 2]), Tensor([1, 3])))
            [False  True]
            >>> print(ops.ne(Tensor([1, 2]), 2))
            [ True False]
        """
    def ne(self, other: Operand) -> Tensor:
        """Whether `input != other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape. NaN differs from everything. As in MindSpore.

        Examples:
            >>> print(ops.not_equal(Tensor([1, 2]), Tensor([1, 3])))
            [False  True]
            >>> print(ops.ne(Tensor([1, 2]), 2))
            [ True False]
        """
    def less(self, other: Operand) -> Tensor:
        """Whether `input < other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

        Examples:
            >>> print(ops.less(Tensor([1, 2, 3]), 2))
            [ True False False]
            >>> print(ops.lt(Tensor([1, 2, 3]), 2))
            [ True False False]
        """
    def lt(self, other: Operand) -> Tensor:
        """Whether `input < other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

        Examples:
            >>> print(ops.less(Tensor([1, 2, 3]), 2))
            [ True False False]
            >>> print(ops.lt(Tensor([1, 2, 3]), 2))
            [ True False False]
        """
    def less_equal(self, other: Operand) -> Tensor:
        """Whether `input <= other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

        Examples:
            >>> print(ops.less_equal(Tensor([1, 2, 3]), 2))
            [ True  True False]
            >>> print(ops.le(Tensor([1, 2, 3]), 2))
            [ True  True False]
        """
    def le(self, other: Operand) -> Tensor:
        """Whether `input <= other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

        Examples:
            >>> print(ops.less_equal(Tensor([1, 2, 3]), 2))
            [ True  True False]
            >>> print(ops.le(Tensor([1, 2, 3]), 2))
            [ True  True False]
        """
    def greater(self, other: Operand) -> Tensor:
        """Whether `input > other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

        Examples:
            >>> print(ops.greater(Tensor([1, 2, 3]), 2))
            [False False  True]
            >>> print(ops.gt(Tensor([1, 2, 3]), 2))
            [False False  True]
        """
    def gt(self, other: Operand) -> Tensor:
        """Whether `input > other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

        Examples:
            >>> print(ops.greater(Tensor([1, 2, 3]), 2))
            [False False  True]
            >>> print(ops.gt(Tensor([1, 2, 3]), 2))
            [False False  True]
        """
    def greater_equal(self, other: Operand) -> Tensor:
        """Whether `input >= other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

        Examples:
            >>> print(ops.greater_equal(Tensor([1, 2, 3]), 2))
            [False  True  True]
            >>> print(ops.ge(Tensor([1, 2, 3]), 2))
            [False  True  True]
        """
    def ge(self, other: Operand) -> Tensor:
        """Whether `input >= other`, element by element.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

        Examples:
            >>> print(ops.greater_equal(Tensor([1, 2, 3]), 2))
            [False  True  True]
            >>> print(ops.ge(Tensor([1, 2, 3]), 2))
            [False  True  True]
        """
    @overload
    def logical_and(self, other: Operand) -> Tensor:
        """Whether `input` and `y` both are non-zero, element by element.

        `input` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape, whatever the dtypes. As in MindSpore.
        """
    @overload
    def logical_and(self, y: Operand) -> Tensor: ...
    @overload
    def logical_or(self, other: Operand) -> Tensor:
        """Whether at least one of `input` and `y` is non-zero, element by element.

        `input` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        The result is Bool and has the broadcast shape, whatever the dtypes. As in MindSpore.
        """
    @overload
    def logical_or(self, y: Operand) -> Tensor: ...
    def logical_xor(self, other: Operand) -> Tensor:
        """Whether just one is non-zero.

        `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
        promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
        Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
        for shapes that do not broadcast.

        Examples:
            >>> print(ops.logical_xor(Tensor([True, True]), Tensor([True, False])))
            [False  True]
        """
    def logical_not(self) -> Tensor:
        """Whether each element of `input` is zero.

        `input` is a Tensor of any shape and dtype; the result is Bool and has its shape. Raises
        TypeError for anything but a Tensor. As in MindSpore.

        Examples:
            >>> print(ops.logical_not(Tensor([True, False])))
            [False  True]
        """
    def isnan(self) -> Tensor:
        """Whether each element is NaN.

        `input` is a Tensor of any shape and dtype; the result is Bool of that shape.

        Examples:
            >>> print(ops.isnan(Tensor([1.0, np.nan])))
            [False  True]
            >>> print(Tensor([1.0, np.nan]).isnan())
            [False  True]
        """
    def isinf(self) -> Tensor:
        """Whether each element is infinite.

        `input` is a Tensor of any shape and dtype; the result is Bool of that shape.

        Examples:
            >>> print(ops.isinf(Tensor([1.0, -np.inf])))
            [False  True]
        """
    def isfinite(self) -> Tensor:
        """Whether each element is neither infinite nor NaN.

        `input` is a Tensor of any shape and dtype; the result is Bool of that shape.

        Examples:
            >>> print(ops.isfinite(Tensor([1.0, np.nan, np.inf])))
            [ True False False]
        """
    def isposinf(self) -> Tensor:
        """Whether each element is +inf.

        `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
        """
    def isneginf(self) -> Tensor:
        """Whether each element is -inf.

        `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
        """
    def isreal(self) -> Tensor:
        """Whether each element has no imaginary part.

        `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
        """
    def signbit(self) -> Tensor:
        """Whether the sign bit is set.

        `input` is a Tensor of any shape and dtype; the result is Bool of that shape.
        """
    @overload
    def isclose(self, other: Tensor, rtol: builtins.float = 1e-05, atol: builtins.float = 1e-08, equal_nan: builtins.bool = False) -> Tensor:
        """|input - other| <= atol + rtol * |other|, element by element.

        `input` and `x2` are Tensors of one dtype whose shapes broadcast; `rtol`, `atol`: numbers;
        `equal_nan`: two NaN are close. The result is Bool of the common shape.
        """
    @overload
    def isclose(self, x2: Tensor, rtol: builtins.float = 1e-05, atol: builtins.float = 1e-08, equal_nan: builtins.bool = False) -> Tensor: ...
    def allclose(self, other: Tensor, rtol: builtins.float = 1e-05, atol: builtins.float = 1e-08, equal_nan: builtins.bool = False) -> Tensor:
        """Whether `isclose` holds everywhere: a Bool Tensor of no dimension.

        `input`, `other`: Tensors whose shapes broadcast; `rtol`, `atol`: numbers, a difference up to atol + rtol *
        |other| is none; `equal_nan`: NaN is close to NaN.
        """
    @overload
    def approximate_equal(self, y: Tensor, tolerance: builtins.float = 1e-05) -> Tensor:
        """x - y| < tolerance, of fewer than 8 dimensions: a Bool Tensor of their shape.

        `x`, `other`: Tensors of numbers of one shape; `tolerance`: a number. Raises RuntimeError for more dimensions
        and for two shapes.
        """
    @overload
    def approximate_equal(self, other: Tensor, tolerance: builtins.float = 1e-05) -> Tensor: ...
    def is_floating_point(self) -> builtins.bool:
        """Whether the elements of `input`, a Tensor of any shape, are real floats.

        Examples:
            >>> print(ops.is_floating_point(Tensor([1.0])))
            True
            >>> print(Tensor([1.0]).is_floating_point())
            True
        """
    def is_complex(self) -> builtins.bool:
        """Whether the elements of `input`, a Tensor of any shape, are complex."""
    def exp(self) -> Tensor:
        """e to the power of each element of `input`.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.exp(Tensor([0.0, 1.0])).asnumpy().round(3))
            [1.    2.718]
        """
    def exp_(self) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        e to the power of each element of `input`.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.
        """
    def expm1(self) -> Tensor:
        """`exp(input) - 1`, exact near 0, element by element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.expm1(Tensor([0.0, 2.0])))
            [0.       6.389056]
        """
    def log(self) -> Tensor:
        """The natural logarithm of each element: -inf for 0, NaN below.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.log(Tensor([1.0, 2.0])))
            [0.        0.6931472]
        """
    def log_(self) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        The natural logarithm of each element: -inf for 0, NaN below.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.
        """
    def log2(self) -> Tensor:
        """The logarithm to base 2 of each element: -inf for 0, NaN below.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.log2(Tensor([1.0, 2.0, 8.0])))
            [0. 1. 3.]
        """
    def log10(self) -> Tensor:
        """The logarithm to base 10 of each element: -inf for 0, NaN below.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.log10(Tensor([1.0, 100.0])))
            [0. 2.]
        """
    def log1p(self) -> Tensor:
        """`log(1 + input)`, exact near 0, element by element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.log1p(Tensor([0.0, 1.0])))
            [0.        0.6931472]
        """
    def sqrt(self) -> Tensor:
        """The square root of each element, NaN for negative ones.

        `x` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor. As in MindSpore.

        Examples:
            >>> print(ops.sqrt(Tensor([1.0, 4.0, 9.0])))
            [1. 2. 3.]
        """
    def rsqrt(self) -> Tensor:
        """1 / sqrt(`input`), element by element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.

        Examples:
            >>> print(ops.rsqrt(Tensor([1.0, 4.0, 16.0])))
            [1.   0.5  0.25]
        """
    def neg(self) -> Tensor:
        """Each element with the other sign; unsigned numbers wrap around, as in MindSpore.

        `input` is a Tensor of any shape and of integers or floats; the result has both.
        Raises TypeError for Bool and for anything but a Tensor.

        Examples:
            >>> print(ops.neg(Tensor([1, -2])))
            [-1  2]
        """
    def negative(self) -> Tensor:
        """Each element with the other sign; unsigned numbers wrap around, as in MindSpore.

        `input` is a Tensor of any shape and of integers or floats; the result has both.
        Raises TypeError for Bool and for anything but a Tensor.

        Examples:
            >>> print(ops.neg(Tensor([1, -2])))
            [-1  2]
        """
    def ceil(self) -> Tensor:
        """Each element rounded up to an integer.

        `input` is a Tensor of any shape and of integers or floats; the result has both.
        Raises TypeError for Bool and for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers, which stay as they are.

        Examples:
            >>> print(ops.ceil(Tensor([0.2, 1.0, -1.5])))
            [ 1.  1. -1.]
        """
    def floor(self) -> Tensor:
        """Each element rounded down to an integer.

        `input` is a Tensor of any shape and of integers or floats; the result has both.
        Raises TypeError for Bool and for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers, which stay as they are.

        Examples:
            >>> print(ops.floor(Tensor([0.2, 1.0, -1.5])))
            [ 0.  1. -2.]
        """
    def floor_(self) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        Each element rounded down to an integer.

        `input` is a Tensor of any shape and of integers or floats; the result has both.
        Raises TypeError for Bool and for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers, which stay as they are.
        """
    def sign(self) -> Tensor:
        """-1, 0 or 1; of complex numbers, the one of length 1 in their direction.

        `input` is a Tensor of any shape and dtype, both of which the result has.

        Examples:
            >>> print(ops.sign(Tensor([-3.0, 0.0, 5.0])))
            [-1.  0.  1.]
        """
    def sign_(self) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        -1, 0 or 1; of complex numbers, the one of length 1 in their direction.

        `input` is a Tensor of any shape and dtype, both of which the result has.
        """
    def sgn(self) -> Tensor:
        """The sign of each element; `input` / |`input`| for complex numbers.

        `input` is a Tensor of any shape and dtype, both of which the result has.
        """
    def sin(self) -> Tensor:
        """The sine of each element, an angle in radians.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.sin(Tensor([0.0, 1.0])))
            [0.         0.84147096]
        """
    def cos(self) -> Tensor:
        """The cosine of each element, an angle in radians.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.cos(Tensor([0.0, 2.0])))
            [ 1.         -0.41614684]
        """
    def tan(self) -> Tensor:
        """The tangent of each element, an angle in radians.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.tan(Tensor([0.0, 1.0])))
            [0.        1.5574077]
        """
    def asin(self) -> Tensor:
        """The inverse sine of each element, in radians.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.asin(Tensor([0.0, 1.0])))
            [0.        1.5707964]
        """
    def arcsin(self) -> Tensor:
        """The inverse sine of each element, in radians.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.asin(Tensor([0.0, 1.0])))
            [0.        1.5707964]
        """
    def acos(self) -> Tensor:
        """The inverse cosine of each element, in radians.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.acos(Tensor([1.0, 0.5])))
            [0.        1.0471976]
        """
    def arccos(self) -> Tensor:
        """The inverse cosine of each element, in radians.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.acos(Tensor([1.0, 0.5])))
            [0.        1.0471976]
        """
    def atan(self) -> Tensor:
        """The inverse tangent of each element, in radians.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.atan(Tensor([0.0, 1.0])))
            [0.        0.7853982]
        """
    def arctan(self) -> Tensor:
        """The inverse tangent of each element, in radians.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.atan(Tensor([0.0, 1.0])))
            [0.        0.7853982]
        """
    def sinh(self) -> Tensor:
        """The hyperbolic sine of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.sinh(Tensor([0.0, 1.0])))
            [0.        1.1752012]
        """
    def cosh(self) -> Tensor:
        """The hyperbolic cosine of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.cosh(Tensor([0.0, 3.0])))
            [ 1.       10.067662]
        """
    def asinh(self) -> Tensor:
        """The inverse hyperbolic sine of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.asinh(Tensor([0.0, 1.0])))
            [0.        0.8813736]
        """
    def arcsinh(self) -> Tensor:
        """The inverse hyperbolic sine of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.asinh(Tensor([0.0, 1.0])))
            [0.        0.8813736]
        """
    def acosh(self) -> Tensor:
        """The inverse hyperbolic cosine of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.acosh(Tensor([1.0, 2.0])))
            [0.       1.316958]
        """
    def arccosh(self) -> Tensor:
        """The inverse hyperbolic cosine of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.acosh(Tensor([1.0, 2.0])))
            [0.       1.316958]
        """
    def atanh(self) -> Tensor:
        """The inverse hyperbolic tangent of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.atanh(Tensor([0.0, 0.5])))
            [0.         0.54930615]
        """
    def arctanh(self) -> Tensor:
        """The inverse hyperbolic tangent of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        Differs from MindSpore: its CPU refuses integers and Bool.

        Examples:
            >>> print(ops.atanh(Tensor([0.0, 0.5])))
            [0.         0.54930615]
        """
    def erf(self) -> Tensor:
        """The error function of each element.

        `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
        float dtype, Float32 for integers and Bool.

        Examples:
            >>> print(ops.erf(Tensor([0.0, 1.0])))
            [0.        0.8427008]
        """
    def erfc(self) -> Tensor:
        """`1 - erf(input)`, element by element.

        `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
        float dtype, Float32 for integers and Bool.

        Examples:
            >>> print(ops.erfc(Tensor([0.0, 1.0])))
            [1.        0.1572992]
        """
    def erfinv(self) -> Tensor:
        """The inverse error function of each element.

        `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
        float dtype, Float32 for integers and Bool.

        Examples:
            >>> print(ops.erfinv(Tensor([0.0, 0.5])))
            [0.         0.47693628]
        """
    def erfinv_(self) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        The inverse error function of each element.

        `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
        float dtype, Float32 for integers and Bool.
        """
    def digamma(self) -> Tensor:
        """The derivative of lgamma at each element.

        `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
        float dtype, Float32 for integers and Bool.

        Examples:
            >>> print(ops.digamma(Tensor([1.0])))
            [-0.5772159]
        """
    def lgamma(self) -> Tensor:
        """The logarithm of |gamma(`input`)|, element by element.

        `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
        float dtype, Float32 for integers and Bool.

        Examples:
            >>> print(ops.lgamma(Tensor([1.0, 4.0])))
            [0.        1.7917595]
        """
    def sinc(self) -> Tensor:
        """sin(pi * `input`) / (pi * `input`), 1 at 0.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
        Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
        """
    def angle(self) -> Tensor:
        """The angle of each complex number, in radians; of real ones 0 or pi.

        `input` is a Tensor of any shape and dtype; the result has its shape, and floats.

        Examples:
            >>> print(ops.angle(Tensor([1j, 1 + 0j])))
            [1.57079633 0.        ]
        """
    def conj(self) -> Tensor:
        """The complex conjugate of each element, a copy.

        `input` is a Tensor of any shape and dtype, both of which the result has.

        Examples:
            >>> print(ops.conj(Tensor([1 + 2j])))
            [1.-2.j]
        """
    def real(self) -> Tensor:
        """The real part of each element, a copy.

        `input` is a Tensor of any shape and dtype; the result has its shape, and floats for complex numbers.

        Examples:
            >>> print(ops.real(Tensor([1 + 2j])))
            [1.]
        """
    def rad2deg(self) -> Tensor:
        """Each element, an angle in radians, in degrees.

        `x` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
        float dtype, Float32 for integers and Bool.

        Examples:
            >>> print(ops.rad2deg(Tensor([0.0, 3.0])).asnumpy().round(3))
            [  0.    171.887]
        """
    def deg2rad(self) -> Tensor:
        """Each element, an angle in degrees, in radians.

        `x` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
        float dtype, Float32 for integers and Bool.

        Examples:
            >>> print(ops.deg2rad(Tensor([0.0, 180.0])))
            [0.        3.1415927]
        """
    def bitwise_not(self) -> Tensor:
        """Every bit of each element flipped; logical not for Bool.

        `input` is a Tensor of integers or Bool; the result has its shape and dtype.
        """
    def invert(self) -> Tensor:
        """Every bit of each element flipped; logical not for Bool.

        `input` is a Tensor of integers or Bool; the result has its shape and dtype.
        """
    def positive(self) -> Tensor:
        """`input` as it is.

        `input` is a Tensor of any shape and dtype, both of which the result has.
        """
    def abs(self) -> Tensor:
        """The absolute value of each element; of complex numbers, their length, as complex numbers.

        `input` is a Tensor of any shape and dtype; the result has its shape and dtype. Bool stays as it
        is. No error is raised for values. As in MindSpore.

        Examples:
            >>> print(ops.abs(Tensor([-2.0, 0.0, 3.0])))
            [2. 0. 3.]
        """
    def absolute(self) -> Tensor:
        """The absolute value of each element; of complex numbers, their length, as complex numbers.

        `input` is a Tensor of any shape and dtype; the result has its shape and dtype. Bool stays as it
        is. No error is raised for values. As in MindSpore.

        Examples:
            >>> print(ops.abs(Tensor([-2.0, 0.0, 3.0])))
            [2. 0. 3.]
        """
    def trunc(self) -> Tensor:
        """Each element of `input` rounded towards zero; Bool and integers stay as they are.

        `input`: a Tensor of any shape, whose shape and dtype the result has.

        Examples:
            >>> print(ops.trunc(Tensor([1.7, -1.7])))
            [ 1. -1.]
        """
    def frac(self) -> Tensor:
        """The fractional part: zeros for integers, of Int64 for Bool. Raises TypeError for complex numbers.

        `x` is a Tensor of any shape, which the result has.

        Examples:
            >>> print(ops.frac(Tensor([1.5, -2.25])))
            [ 0.5  -0.25]
        """
    def square(self) -> Tensor:
        """Each element of `input` times itself.

        `input` is a Tensor of any shape and dtype; the result has both. No error is raised for values:
        integers wrap around. Differs from MindSpore: Bool is taken here and refused by its CPU.

        Examples:
            >>> print(ops.square(Tensor([-2, 3])))
            [4 9]
        """
    def reciprocal(self) -> Tensor:
        """One divided by each element of `input`.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
        dtype, Float32 for integers and Bool. Zero gives inf. Raises TypeError for anything but a
        Tensor. As in MindSpore.

        Examples:
            >>> print(ops.reciprocal(Tensor([1.0, 4.0])))
            [1.   0.25]
        """
    def inv(self) -> Tensor:
        """One divided by each element of `input`.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
        dtype, Float32 for integers and Bool. Zero gives inf. Raises TypeError for anything but a
        Tensor. As in MindSpore.

        Examples:
            >>> print(ops.reciprocal(Tensor([1.0, 4.0])))
            [1.   0.25]
        """
    def imag(self) -> Tensor:
        """The imaginary part; zeros for real numbers.

        `input` is a Tensor of any shape and dtype; the result has its shape, and floats of the same
        precision in place of complex numbers where it is a part.

        Examples:
            >>> print(ops.imag(Tensor([1 + 2j])))
            [2.]
        """
    def round(self, *, decimals: builtins.int = 0) -> Tensor:
        """Each element of `input` rounded to the nearest whole number, halves to even.

        `input`: a Tensor of numbers of any shape, whose shape and dtype the result has; `decimals`: an int, how
        many digits behind the point stay.

        Examples:
            >>> print(ops.round(Tensor([0.4, 1.5, 2.5])))
            [0. 2. 2.]
            >>> print(Tensor([1.4, 2.5]).round())
            [1. 2.]
        """
    def logit(self, eps: builtins.float | None = None) -> Tensor:
        """log(`input` / (1 - `input`)), clamped to [eps, 1 - eps] where `eps` is given.

        `input` is a float Tensor of any shape; the result has its shape and dtype.

        Examples:
            >>> print(ops.logit(Tensor([0.5, 0.75])))
            [0.        1.0986123]
        """
    def nan_to_num(self, nan: builtins.float | None = None, posinf: builtins.float | None = None, neginf: builtins.float | None = None) -> Tensor:
        """NaN, +inf and -inf replaced by `nan`, `posinf` and `neginf`; by 0 and the dtype's limits unless given.

        `input` is a Tensor of any shape and dtype, which the result has; the others are numbers.

        Examples:
            >>> print(ops.nan_to_num(Tensor([np.nan, 1.0, np.inf]), nan=0.0, posinf=9.0))
            [0. 1. 9.]
        """
    def mvlgamma(self, p: builtins.int) -> Tensor:
        """The multivariate log-gamma of dimension `p`, an int above 0, else a ValueError.

        `input`: a Tensor of floats of any shape, which the result has with its dtype.
        """
    def lerp(self, end: Tensor, weight: Any) -> Tensor:
        """input + weight * (end - input).

        `input` and `end` are float Tensors of one dtype, `weight` one too or a number; the result has
        the shape to which they broadcast.

        Examples:
            >>> print(ops.lerp(Tensor([0.0, 10.0]), Tensor([10.0, 20.0]), 0.25))
            [ 2.5 12.5]
        """
    def addcdiv(self, tensor1: Any, tensor2: Any, value: Any = 1) -> Tensor:
        """input + value * tensor1 / tensor2.

        All are Tensors of numbers whose shapes broadcast, or numbers; the result has the common shape
        and dtype.

        Examples:
            >>> print(ops.addcdiv(Tensor([1.0]), Tensor([6.0]), Tensor([3.0]), Tensor([0.5])))
            [2.]
        """
    def addcmul(self, tensor1: Any, tensor2: Any, value: Any = 1) -> Tensor:
        """input + value * tensor1 * tensor2; `value` is cut to an integer where all others are integers.

        All are Tensors of numbers whose shapes broadcast, or numbers; the result has the common shape
        and dtype.

        Examples:
            >>> print(ops.addcmul(Tensor([1.0]), Tensor([2.0]), Tensor([3.0]), 0.5))
            [4.]
        """
    def igamma(self, other: Tensor) -> Tensor:
        """The regularized lower incomplete gamma function.

        `input` and `other` are float Tensors whose shapes broadcast; the result has the common shape
        and dtype.
        """
    def igammac(self, other: Tensor) -> Tensor:
        """The regularized upper incomplete gamma function.

        `input` and `other` are float Tensors whose shapes broadcast; the result has the common shape
        and dtype.
        """
    def prod(self, axis: Any = None, keep_dims: builtins.bool = False, dtype: Any = None, *, dim: Any = ..., keepdim: builtins.bool = ..., keepdims: builtins.bool = ...) -> Tensor:
        """The product; Bool and integers give Int64 unless `dtype` is given, UInt16, UInt32 and UInt64 their own.

        `input` is a Tensor of numbers or Bool, `dim` an int or a tuple of ints, None for all. The
        result has its shape without those, or with length 1 there for `keepdims`.

        Examples:
            >>> print(Tensor([1.0, 2.0, 3.0]).prod())
            6.0
        """
    @overload
    def logsumexp(self, dim: Any, keepdim: builtins.bool = False, *, keepdims: builtins.bool = ..., keep_dims: builtins.bool = ...) -> Tensor:
        """The logarithm of the sum of exp(`input`), without overflow.

        The sum goes over `axis` of `input`, a float Tensor: an int or a tuple of ints. The result has
        its dtype and its shape without them, or with length 1 there for `keep_dims`.
        """
    @overload
    def logsumexp(self, axis: Any, keepdim: builtins.bool = False, *, keepdims: builtins.bool = ..., keep_dims: builtins.bool = ...) -> Tensor: ...
    def all(self, axis: Any = None, keep_dims: builtins.bool = False, *, dim: Any = ..., keepdim: builtins.bool = ..., keepdims: builtins.bool = ...) -> Tensor:
        """Whether every element is non-zero.

        `input` is a Tensor of any dtype, `dim` an int or a tuple of ints, None for all; the result is
        Bool, of its shape without those, or with length 1 there for `keepdims`.

        Examples:
            >>> print(Tensor([True, False]).all())
            False
        """
    def any(self, axis: Any = None, keep_dims: builtins.bool = False, *, dim: Any = ..., keepdim: builtins.bool = ..., keepdims: builtins.bool = ...) -> Tensor:
        """Whether some element is non-zero.

        `input` is a Tensor of any dtype, `dim` an int or a tuple of ints, None for all; the result is
        Bool, of its shape without those, or with length 1 there for `keepdims`.

        Examples:
            >>> print(Tensor([True, False]).any())
            True
        """
    def amax(self, axis: Any = None, keepdims: builtins.bool = False, *, initial: Any = None, where: Any = None) -> Tensor:
        """The largest value; equal ones share the gradient.

        `input` is a Tensor of numbers, `axis` an int or a tuple of ints, None for all; the result has
        its dtype and its shape without those, or with length 1 there for `keepdims`. `initial` is a
        bound of the result, `where` a Bool Tensor: what counts.

        Examples:
            >>> print(ops.amax(Tensor([[1, 5], [4, 2]]), 1))
            [5 4]
        """
    def amin(self, axis: Any = None, keepdims: builtins.bool = False, *, initial: Any = None, where: Any = None) -> Tensor:
        """The smallest value; equal ones share the gradient.

        `input` is a Tensor of numbers, `axis` an int or a tuple of ints, None for all; the result has
        its dtype and its shape without those, or with length 1 there for `keepdims`. `initial` is a
        bound of the result, `where` a Bool Tensor: what counts.

        Examples:
            >>> print(ops.amin(Tensor([[1, 5], [4, 2]]), 1))
            [1 2]
        """
    def aminmax(self, *, axis: Any = 0, keepdims: builtins.bool = False) -> Any:
        """(smallest, largest) along `axis`, or of all for None.

        `input` is a Tensor of numbers; both results have its dtype and its shape without `axis`, an
        int, or with length 1 there for `keepdims`.

        Examples:
            >>> print(ops.aminmax(Tensor([3.0, 1.0, 2.0])))
            (Tensor(shape=[], dtype=Float32, value= 1), Tensor(shape=[], dtype=Float32, value= 3))
        """
    def argmin(self, axis: builtins.int | None = None, keepdims: builtins.bool = False, *, dim: builtins.int | None = ..., keepdim: builtins.bool = ...) -> Tensor:
        """The Int32 position of the smallest value; in the flattened tensor for None.

        `input` is a Tensor of numbers, `dim` an int or None. The result has its shape without `dim`,
        or with length 1 there for `keepdim`.

        Examples:
            >>> print(Tensor([1.0, 3.0, 2.0]).argmin())
            0
        """
    def nansum(self, axis: Any = None, keepdims: builtins.bool = False, *, dtype: Any = None, dim: Any = ..., keepdim: builtins.bool = ...) -> Tensor:
        """The sum, NaN counted as 0, in the dtype of `input` (Int64 for Bool), cast to `dtype` where one is given.

        `input` is a Tensor, `dim` an int or a tuple of ints, None for all; the result has its shape
        without those, or with length 1 there for `keepdim`.
        """
    def nanmean(self, axis: Any = None, keepdims: builtins.bool = False, *, dtype: Any = None) -> Tensor:
        """The mean of the non-NaN elements, cast to `dtype` where one is given; TypeError for what are no floats.

        `input` is a Tensor, `axis` an int or a tuple of ints, None for all; the result has its shape
        without those, or with length 1 there for `keepdims`.
        """
    def count_nonzero(self, axis: Any = (), keep_dims: builtins.bool = False, dtype: Any = ..., *, dim: Any = ...) -> Tensor:
        """How many elements are not zero, in `dtype`. Raises TypeError where that is None.

        `x` is a Tensor of any dtype, `dim` an int or a tuple of ints, () for all; the result has its
        shape without those, or with length 1 there for `keep_dims`.
        """
    def cumprod(self, dim: builtins.int, dtype: Any = None) -> Tensor:
        """Running products along `dim`; integers give Int64 unless `dtype` is given.

        `input` is a Tensor of numbers; the result has its shape.

        Examples:
            >>> print(ops.cumprod(Tensor([1.0, 2.0, 3.0]), 0))
            [1. 2. 6.]
        """
    def cummax(self, axis: builtins.int) -> Any:
        """(running maxima, their Int64 positions).

        `input` is a Tensor of numbers; both results have its shape, the values its dtype. `axis` is an
        int.

        Examples:
            >>> print(ops.cummax(Tensor([1.0, 3.0, 2.0]), 0))
            (Tensor(shape=[3], dtype=Float32, value= [ 1.00000000e+00,  3.00000000e+00,  3.00000000e+00]), Tensor(shape=[3], dtype=Int64, value= [0, 1, 1]))
        """
    def cummin(self, axis: builtins.int) -> Any:
        """(running minima, their Int32 positions).

        `input` is a Tensor of numbers; both results have its shape, the values its dtype. `axis` is an
        int.

        Examples:
            >>> print(ops.cummin(Tensor([3.0, 1.0, 2.0]), 0))
            (Tensor(shape=[3], dtype=Float32, value= [ 3.00000000e+00,  1.00000000e+00,  1.00000000e+00]), Tensor(shape=[3], dtype=Int32, value= [0, 1, 1]))
        """
    def logcumsumexp(self, axis: builtins.int) -> Tensor:
        """The running log(sum(exp(`input`))) along `axis`.

        `input` is a float Tensor, `axis` an int; the result has its shape and dtype.
        """
    def median(self, axis: builtins.int | None = -1, keepdims: builtins.bool = False, *, dim: builtins.int | None = ..., keepdim: builtins.bool = ...) -> Any:
        """(lower median, its Int64 position) along `dim`.

        `input` is a Tensor of numbers; the values have its dtype, both results its shape without
        `dim`, or with length 1 there for `keepdim`.
        """
    def nanmedian(self, axis: builtins.int = -1, keepdims: builtins.bool = False) -> Any:
        """(lower median of the non-NaN elements, its position).

        `input` is a Tensor of numbers; the values have its dtype, both results its shape without
        `axis`, or with length 1 there for `keepdims`.
        """
    def quantile(self, q: Any, axis: builtins.int | None = None, keepdims: builtins.bool = False) -> Tensor:
        """The `q`-quantiles, linearly interpolated.

        `input` is a float Tensor, `q` a number in [0, 1] or a vector of them, whose length leads the
        result; that has the dtype of `input` and its shape without `axis`, or with length 1 there for
        `keepdims`; all elements count for None.
        """
    def nanquantile(self, q: Any, axis: builtins.int | None = None, keepdims: builtins.bool = False) -> Tensor:
        """The `q`-quantiles of the non-NaN elements.

        `input` is a float Tensor, `q` a number in [0, 1] or a vector of them, whose length leads the
        result; that has the dtype of `input` and its shape without `axis`, or with length 1 there for
        `keepdims`; all elements count for None.
        """
    def astype(self, dtype: Any, copy: builtins.bool = True) -> Tensor:
        """The values as another dtype: MindSpore's, numpy's, Python's `int`, `float`, `bool`, or a name.

        `copy=False` gives the tensor itself where it has that dtype already. Raises TypeError for anything that
        is no dtype.

        The shape stays.

        Examples:
            >>> print(Tensor([1.7]).astype(ms.int32))
            [1]
        """
    def to(self, *args: Any, **kwargs: Any) -> Tensor:
        """`to(dtype)`, `to(device, dtype=None)` or `to(other)`: the values in a dtype, or in that of `other`.

        `non_blocking` and `copy` may follow; with `copy=True` the result has memory of its own. `device` is 'CPU',
        'Ascend' or 'npu'. Raises ValueError for another name of a device, RuntimeError for a device that is not
        here, TypeError for other arguments. Differs from MindSpore: all tensors stay on the process's one device.

        The shape stays.

        Examples:
            >>> print(Tensor([1]).to(ms.float32))
            [1.]
        """
    def type(self, dtype: Any = None) -> Any:
        """The dtype's name, a str, or the values as `dtype`, given as for `astype`, in this shape."""
    def set_dtype(self, dtype: Any) -> Any:
        """Change the element type in place, the shape stays; returns it. `dtype` is given as for `astype`."""
    def is_signed(self) -> builtins.bool:
        """Whether the dtype has negative numbers."""
    def fills(self, value: Any) -> Tensor:
        """`value` in the shape and dtype of `x`."""
    def fill_diagonal(self, fill_value: Any, wrap: builtins.bool = False) -> Tensor:
        """A copy of `input_x` with `fill_value`, a number, on the diagonal.

        `input_x`: a Tensor of numbers of two dimensions or more, all of one length if more, whose shape and dtype
        the result has. `wrap`: the diagonal starts anew below the last row of a block of a matrix with more rows
        than columns.
        """
    def fill_diagonal_(self, fill_value: Any, wrap: builtins.bool = False) -> Tensor:
        """In place: self, `input_x` below, takes the result and is returned.

        A copy of `input_x` with `fill_value`, a number, on the diagonal.

        `input_x`: a Tensor of numbers of two dimensions or more, all of one length if more, whose shape and dtype
        the result has. `wrap`: the diagonal starts anew below the last row of a block of a matrix with more rows
        than columns.
        """
    def chunk(self, chunks: builtins.int, axis: builtins.int = 0, *, dim: builtins.int = ...) -> Any:
        """At most `chunks` chunks of one size (the last may be smaller); ValueError unless `chunks` is above 0.

        `input` is a Tensor of any shape and dtype, cut along `dim`; the result is a tuple of Tensors
        of that dtype.

        Examples:
            >>> print(Tensor([1, 2, 3, 4]).chunk(2))
            (Tensor(shape=[2], dtype=Int64, value= [1, 2]), Tensor(shape=[2], dtype=Int64, value= [3, 4]))
        """
    def unbind(self, dim: builtins.int = 0) -> Any:
        """A tuple with each slice along `dim`.

        `input` is a Tensor of any shape and dtype; the Tensors have its dtype, and the shape without
        `dim`.

        Examples:
            >>> print(ops.unbind(Tensor([[1, 2], [3, 4]]), 1))
            (Tensor(shape=[2], dtype=Int64, value= [1, 3]), Tensor(shape=[2], dtype=Int64, value= [2, 4]))
            >>> print(Tensor([[1, 2], [3, 4]]).unbind(0))
            (Tensor(shape=[2], dtype=Int64, value= [1, 2]), Tensor(shape=[2], dtype=Int64, value= [3, 4]))
        """
    def tensor_split(self, indices_or_sections: Any, axis: builtins.int = 0) -> Any:
        """Pieces cut at indices, or so many of nearly one size.

        `input` is a Tensor of any dtype, `indices_or_sections` an int or a tuple or list of ints,
        `axis` an int; the result is a tuple of Tensors of its dtype.

        Examples:
            >>> print(ops.tensor_split(Tensor([1, 2, 3, 4]), 3))
            (Tensor(shape=[2], dtype=Int64, value= [1, 2]), Tensor(shape=[1], dtype=Int64, value= [3]), Tensor(shape=[1], dtype=Int64, value= [4]))
        """
    def hsplit(self, indices_or_sections: Any) -> Any:
        """`tensor_split` along the second dimension.

        `input` is a Tensor of any dtype, `indices_or_sections` an int or a tuple or list of ints; the
        result is a tuple of Tensors of its dtype.
        """
    def vsplit(self, indices_or_sections: Any) -> Any:
        """`tensor_split` along the first dimension.

        `input` is a Tensor of any dtype, `indices_or_sections` an int or a tuple or list of ints; the
        result is a tuple of Tensors of its dtype.
        """
    def dsplit(self, indices_or_sections: Any) -> Any:
        """`tensor_split` along the third dimension.

        `input` is a Tensor of any dtype, `indices_or_sections` an int or a tuple or list of ints; the
        result is a tuple of Tensors of its dtype.
        """
    @overload
    def tile(self, dims: Any) -> Tensor:
        """The whole tensor repeated `reps` times in each dimension.

        `input` is a Tensor of any shape and dtype, `reps` a tuple of int from 0, one for each
        dimension; the shorter of the two is filled up in front with ones. The result has the dtype of
        `input` and each length times its number. Raises TypeError for `reps` that are no int,
        RuntimeError for a negative one. Differs from MindSpore: it raises ValueError for a negative one
        and refuses a plain int.

        Examples:
            >>> print(Tensor([1, 2]).tile((2,)))
            [1 2 1 2]
        """
    @overload
    def tile(self, reps: Any) -> Tensor: ...
    def repeat_interleave(self, repeats: Any, dim: builtins.int | None = None, *, output_size: builtins.int | None = None, axis: builtins.int | None = ...) -> Tensor:
        """Each element, or slice along `axis`, repeated by one number or by one each; flattened for dim None.

        input: any shape. repeats: an int, or a list or vector of them. output_size: the size of `axis` in the result,
        which mint takes as torch does. RuntimeError where that is wrong, ValueError for a dimension out of range.
        """
    def get_bytes(self) -> bytes:
        """The elements in row order, as bytes."""
    def is_pinned(self) -> builtins.bool:
        """Whether the elements lie in pinned memory."""
    def is_shared(self) -> builtins.bool:
        """Whether the elements lie in memory that processes share."""
    def set_const_arg(self, const_arg: builtins.bool = True) -> Tensor:
        """Accepted; a graph takes every Tensor, of any shape, as a variable. Returns self.

        `const_arg`: a bool (TypeError otherwise), which has no effect; that is said once.
        """
    def offload(self, file_path: str) -> builtins.bool:
        """Move the elements, of any shape and dtype, into the file `file_path`, row by row; from then on they lie there.

        `file_path`: a str; TypeError otherwise. Returns True, and False for the empty str, for which nothing is done.
        Raises RuntimeError for a file that cannot be written, inside a gradient, and for a Tensor that processes share.
        What shared the memory before keeps the old one. The file stays when the Tensor is gone. On a GPU the Tensor is in
        the CPU's memory then, where `asnumpy` reads it; ops take it after `_load()`. Differs from MindSpore, which frees
        the memory and reads it on: `asnumpy` gives other values there, and an op ends the process.
        """
    def offload_file_path(self) -> str:
        """The file that holds the elements since `offload`; the empty str where memory does."""
    def storage(self) -> UntypedStorage:
        """The storage of the tensor, shared with its views."""
    def untyped_storage(self) -> UntypedStorage:
        """The storage of the tensor, shared with its views."""
    def set_(self, source: Any = None, storage_offset: builtins.int = 0, size: Any = None, stride: Any = None) -> Tensor:
        """Lie over the memory of a Tensor or of a storage from now on, an empty one for None; returns self.

        `source`: that Tensor, of any shape and dtype, which self takes over, or an UntypedStorage.
        `storage_offset`, an int, and `size` and `stride`, tuples of ints, say which elements of it are seen, all
        unless given. TypeError for another source.
        """
    def gather_elements(self, dim: builtins.int, index: Tensor) -> Tensor:
        """The element of `input` along `dim` at each position of `index`, which has the rank of `input`.

        `input` is a Tensor of any dtype, `index` Int32 or Int64; the result has the shape of `index`
        and the dtype of `input`.

        Examples:
            >>> print(ops.gather_elements(Tensor([[1, 2], [3, 4]]), 1, Tensor([[1, 1], [0, 1]])))
            [[2 2]
             [3 4]]
        """
    def gather_nd(self, indices: Tensor) -> Tensor:
        """The elements or slices of `input_x` at coordinates.

        `input_x` is a Tensor of any shape and dtype; `indices` is a Tensor of Int32 or Int64 whose last
        dimension holds coordinates in the first dimensions of `input_x`. The result has the dtype of
        `input_x` and shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`. Raises ValueError
        for a coordinate beyond the end, IndexError for more coordinates than dimensions. Differs from
        MindSpore: it raises RuntimeError for the first, negative coordinates included (which here count
        from the end), and ValueError for the second.

        Examples:
            >>> print(ops.gather_nd(Tensor([[1, 2], [3, 4]]), Tensor([[0, 1], [1, 0]])))
            [2 3]
        """
    @overload
    def index_select(self, axis: builtins.int, index: Tensor) -> Tensor:
        """Slices along `dim` at the positions of a vector.

        `input` is a Tensor of any dtype, which the result has; `index` is Int32 or Int64.

        Examples:
            >>> print(Tensor([[1, 2], [3, 4]]).index_select(0, Tensor([1])))
            [[3 4]]
        """
    @overload
    def index_select(self, dim: builtins.int, index: Tensor) -> Tensor: ...
    def masked_select(self, mask: Tensor) -> Tensor:
        """The elements where `mask` holds, in one dimension.

        `input` is a Tensor of any dtype, which the result has; `mask` is Bool of a shape that
        broadcasts with it.

        Examples:
            >>> print(mint.masked_select(Tensor([1, 2]), Tensor([False, True])))
            [2]
            >>> print(ops.masked_select(Tensor([1, 2, 3]), Tensor([True, False, True])))
            [1 3]
            >>> print(Tensor([1, 2]).masked_select(Tensor([False, True])))
            [2]
        """
    def masked_fill(self, mask: Tensor, value: Any) -> Tensor:
        """`masked_fill`, with a float cut to an integer where `input_x` holds integers, as MindSpore's method does.

        `mask` is Bool of a shape that broadcasts, `value` a number or a Tensor of one; the result has
        the dtype of `input_x`.

        Examples:
            >>> print(Tensor([1.0, 2.0]).masked_fill(Tensor([True, False]), 0.0))
            [0. 2.]
        """
    def masked_fill_(self, mask: Tensor, value: Any) -> Tensor:
        """In place: self, `input_x` below, takes the result and is returned.

        `masked_fill`, with a float cut to an integer where `input_x` holds integers, as MindSpore's method does.

        `mask` is Bool of a shape that broadcasts, `value` a number or a Tensor of one; the result has
        the dtype of `input_x`.
        """
    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor:
        """The next element of `source` wherever `mask` holds.

        Both Tensors have one dtype, that of the result, which has the shape of `input`; `mask` is Bool.
        """
    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        The next element of `source` wherever `mask` holds.

        Both Tensors have one dtype, that of the result, which has the shape of `input`; `mask` is Bool.
        """
    def tril(self, diagonal: builtins.int = 0) -> Tensor:
        """The lower triangle of the last two dimensions, zeros above the diagonal.

        `input`: a Tensor (…, M, N) of any dtype, whose shape and dtype the result has; `diagonal`: the highest one
        that stays, an int, 0 for the main one.

        Examples:
            >>> print(mint.tril(Tensor([[1, 2], [3, 4]])))
            [[1 0]
             [3 4]]
            >>> print(ops.tril(Tensor([[1, 2], [3, 4]])))
            [[1 0]
             [3 4]]
            >>> print(Tensor([[1, 2], [3, 4]]).tril())
            [[1 0]
             [3 4]]
        """
    def triu(self, diagonal: builtins.int = 0) -> Tensor:
        """The upper triangle of the last two dimensions, zeros below the diagonal.

        `input`: a Tensor (…, M, N) of any dtype, whose shape and dtype the result has; `diagonal`: the lowest one
        that stays, an int, 0 for the main one.

        Examples:
            >>> print(ops.triu(Tensor([[1, 2], [3, 4]])))
            [[1 2]
             [0 4]]
            >>> print(Tensor([[1, 2], [3, 4]]).triu())
            [[1 2]
             [0 4]]
        """
    def diag(self) -> Tensor:
        """A tensor of twice the rank with `input` on its diagonal.

        `input` is a Tensor of any shape and dtype; the result has its dtype and the shape `input.shape +
        input.shape`.

        Examples:
            >>> print(ops.diag(Tensor([1, 2])))
            [[1 0]
             [0 2]]
            >>> print(Tensor([1, 2]).diag())
            [[1 0]
             [0 2]]
        """
    def diagflat(self, offset: builtins.int = 0) -> Tensor:
        """A matrix with the flattened `input` on a diagonal.

        `input` is a Tensor of any shape and dtype, which the result has; `offset`: an int, above the main diagonal
        if positive, below if negative.
        """
    def reverse_sequence(self, seq_lengths: Any, seq_dim: builtins.int = 0, batch_dim: builtins.int = 0) -> Any:
        """A copy whose elements up to the length in `seq_lengths` run backwards along `seq_dim`.

        This Tensor is of any shape and dtype, both of which the result has. `seq_lengths`: a vector of integers,
        one for each place along `batch_dim`. `seq_dim` and `batch_dim` are ints, ValueError where both are the
        same.
        """
    def nonzero(self, *, as_tuple: builtins.bool = False) -> Any:
        """The positions of non-zero elements, one per row; or a tuple with one vector per dimension.

        `input` is a Tensor of any shape and dtype; the result is Int64 (count, rank), or with
        `as_tuple` a tuple of vectors (count,).

        Examples:
            >>> print(mint.nonzero(Tensor([0, 5, 7])))
            [[1]
             [2]]
            >>> print(ops.nonzero(Tensor([0, 5, 0, 7])))
            [[1]
             [3]]
            >>> print(Tensor([0, 5, 7]).nonzero())
            [[1]
             [2]]
        """
    def argwhere(self) -> Tensor:
        """The positions of non-zero elements, one per row.

        `input` is a Tensor of any shape and dtype; the result is Int64 (count, rank).

        Examples:
            >>> print(ops.argwhere(Tensor([[0, 1], [1, 0]])))
            [[0 1]
             [1 0]]
        """
    def scatter_sub(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of `input_x` with `updates` combined (sub) at coordinates.

        `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
        coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
        `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

        The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
        ValueError for shapes.
        """
    def scatter_mul(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of `input_x` with `updates` combined (mul) at coordinates.

        `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
        coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
        `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

        The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
        ValueError for shapes.
        """
    def scatter_div(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of `input_x` with `updates` combined (div) at coordinates.

        `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
        coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
        `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

        The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
        ValueError for shapes.
        """
    def scatter_max(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of `input_x` with `updates` combined (max) at coordinates.

        `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
        coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
        `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

        The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
        ValueError for shapes.
        """
    def scatter_min(self, indices: Tensor, updates: Tensor) -> Tensor:
        """A copy of `input_x` with `updates` combined (min) at coordinates.

        `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
        coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
        `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

        The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
        ValueError for shapes.
        """
    def index_add_(self, dim: builtins.int, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
        """In place: self, `x` below, takes the result and is returned.

        A copy of `x` with `alpha * source` added to slices along `dim`, an int.

        `x`: a Tensor of numbers; `index`: a vector of integers; `source`: of the dtype and shape of `x`, but with
        one slice along `dim` for each number of `index`; `alpha`: a number. Raises RuntimeError for a position out
        of range.
        """
    def index_put(self, indices: Any, values: Tensor, accumulate: builtins.bool = False) -> Tensor:
        """A copy of `x` with `values` put, or added if `accumulate`, at positions given per dimension.

        `x`: a Tensor of any shape and dtype, both of which the result has; `indices`: a tuple or list of Tensors of
        integers (or Bool), which broadcast to the positions; `values`: a Tensor of the dtype of `x` that broadcasts
        to them; `accumulate`: a bool (TypeError otherwise).
        """
    def index_put_(self, indices: Any, values: Tensor, accumulate: builtins.bool = False) -> Tensor:
        """In place: self, `x` below, takes the result and is returned.

        A copy of `x` with `values` put, or added if `accumulate`, at positions given per dimension.

        `x`: a Tensor of any shape and dtype, both of which the result has; `indices`: a tuple or list of Tensors of
        integers (or Bool), which broadcast to the positions; `values`: a Tensor of the dtype of `x` that broadcasts
        to them; `accumulate`: a bool (TypeError otherwise).
        """
    @overload
    def scatter(self, dim: builtins.int, index: Tensor, src: Any, reduce: str = 'none') -> Tensor:
        """A copy of `x` into which `value` is written at positions along `axis`, an int.

        `x`: a Tensor of numbers, whose shape and dtype the result has; `index`: a Tensor of integers of its rank,
        from the end where negative; `value`: a Tensor of the shape of `index`, or a number; `reduce`: whether it
        replaces ('none'), is added to ('add') or multiplies ('multiply') what is there. Raises ValueError for
        another `reduce`.

        Examples:
            >>> print(Tensor([0.0, 0.0]).scatter(0, Tensor([1]), Tensor([5.0])))
            [0. 5.]
        """
    @overload
    def scatter(self, dim: builtins.int, index: Tensor, value: Any, reduce: str = 'none') -> Tensor: ...
    @overload
    def scatter(self, axis: builtins.int, index: Tensor, src: Any, reduce: str = 'none') -> Tensor: ...
    @overload
    def scatter(self, axis: builtins.int, index: Tensor, value: Any, reduce: str = 'none') -> Tensor: ...
    @overload
    def scatter_(self, dim: builtins.int, index: Tensor, src: Any, reduce: str = 'none') -> Tensor:
        """In place: self, `x` below, takes the result and is returned.

        A copy of `x` into which `value` is written at positions along `dim`, an int.

        `x`: a Tensor of numbers, whose shape and dtype the result has; `index`: a Tensor of integers of its rank,
        from the end where negative; `value`: a Tensor of the shape of `index`, or a number; `reduce`: whether it
        replaces ('none'), is added to ('add') or multiplies ('multiply') what is there. Raises ValueError for
        another `reduce`.
        """
    @overload
    def scatter_(self, dim: builtins.int, index: Tensor, value: Any, reduce: str = 'none') -> Tensor: ...
    def scatter_add_(self, dim: builtins.int, index: Any, src: Any) -> Any:
        """In place: self, `self` below, takes the result and is returned.

        A copy of this Tensor with `src` added at positions along `dim`, an int.

        `index`: a Tensor of integers of its rank; `src`: a Tensor of the shape of `index`, or a number. The result
        has this Tensor's shape and dtype.
        """
    def index_fill(self, axis: Any, index: Tensor, value: Any) -> Tensor:
        """A copy of `x` with `value` in the slices along `axis`.

        `x` is a Tensor of any dtype, `index` an Int32 vector, `value` a number; the result has the
        shape and dtype of `x`.

        Examples:
            >>> print(ops.index_fill(Tensor([[1, 2], [3, 4]]), 1, Tensor([0], ms.int32), Tensor(9)))
            [[9 2]
             [9 4]]
        """
    @overload
    def index_fill_(self, axis: Any, index: Tensor, value: Any) -> Tensor:
        """In place: self, `x` below, takes the result and is returned.

        A copy of `x` with `value` in the slices along `dim`.

        `x` is a Tensor of any dtype, `index` an Int32 vector, `value` a number; the result has the
        shape and dtype of `x`.
        """
    @overload
    def index_fill_(self, dim: Any, index: Tensor, value: Any) -> Tensor: ...
    def select_scatter(self, src: Tensor, axis: builtins.int, index: builtins.int) -> Tensor:
        """A copy of `input` with the slice at `index` along `axis`, both ints, replaced.

        `input` is a Tensor of any dtype, `src` one of the shape of what it replaces; the result has the shape and
        dtype of `input`.
        """
    def slice_scatter(self, src: Tensor, axis: builtins.int = 0, start: Any = None, end: Any = None, step: builtins.int = 1) -> Tensor:
        """A copy of `input` with the slices from `start` to `end` by `step` along `axis` replaced.

        `input` is a Tensor of any dtype, `src` one of the shape of what it replaces; the result has the shape and
        dtype of `input`. `axis` and `step` are ints, `start` and `end` ints or None: the first, and behind the
        last.
        """
    def diagonal_scatter(self, src: Tensor, offset: builtins.int = 0, dim1: builtins.int = 0, dim2: builtins.int = 1) -> Tensor:
        """A copy of `input` with the diagonal `offset` of the dimensions `dim1` and `dim2`, all ints, replaced.

        `input` is a Tensor of any dtype, `src` one of the shape of what it replaces; the result has the shape and
        dtype of `input`.
        """
    def inplace_update(self, v: Tensor, indices: Any) -> Tensor:
        """A copy of `x` with the rows `indices` replaced by those of `v`.

        `x` is a Tensor of numbers, `v` (len(indices), …) of its dtype, `indices` an int or a tuple of
        ints; the result has the shape and dtype of `x`.
        """
    def unsorted_segment_prod(self, segment_ids: Tensor, num_segments: Any) -> Tensor:
        """Products of the rows of each segment; 1 where there is none.

        `x`: a Tensor of numbers; `segment_ids`: a Tensor of integers whose shape is the beginning of that of `x`:
        the segment of each row, none where negative; `num_segments`: an int. The result has the dtype of `x` and
        the shape (num_segments, *x.shape[segment_ids.ndim:]).
        """
    def unsorted_segment_max(self, segment_ids: Tensor, num_segments: Any) -> Tensor:
        """Maxima of the rows of each segment; the dtype's lowest number where there is none.

        `x`, `segment_ids`, `num_segments` and the shape of the result are those of `unsorted_segment_prod`.
        """
    def unsorted_segment_min(self, segment_ids: Tensor, num_segments: Any) -> Tensor:
        """Minima of the rows of each segment; the dtype's highest number where there is none.

        `x`, `segment_ids`, `num_segments` and the shape of the result are those of `unsorted_segment_prod`.
        """
    def numel(self) -> builtins.int:
        """The number of elements.

        `input` is a Tensor of any shape and dtype; the result is an int.

        Examples:
            >>> print(ops.numel(Tensor([[1, 2]])))
            2
            >>> print(Tensor([[1, 2]]).numel())
            2
        """
    def nelement(self) -> builtins.int:
        """The number of elements.

        `input` is a Tensor of any shape and dtype; the result is an int.

        Examples:
            >>> print(ops.numel(Tensor([[1, 2]])))
            2
            >>> print(Tensor([[1, 2]]).numel())
            2
        """
    def type_as(self, other: Tensor) -> Tensor:
        """`input` in the dtype of `other`.

        Both are Tensors; the result has the shape of `input`.

        Examples:
            >>> print(Tensor([1]).type_as(Tensor([1.0])))
            [1.]
        """
    def expand_dims(self, axis: builtins.int) -> Tensor:
        """A dimension of length 1 put in at `axis`.

        `input_x` is a Tensor of any shape and dtype; `axis` is an int from -(rank + 1) to rank, or a
        0-d Tensor of one. The result has the elements and dtype of `input_x`. Raises ValueError for an
        `axis` out of range, TypeError for an `input_x` that is no Tensor or an `axis` that is a tuple.
        Differs from MindSpore: a float `axis` is refused there and cut to an int here.

        Examples:
            >>> print(ops.expand_dims(Tensor([1, 2]), 0))
            [[1 2]]
        """
    @overload
    def unsqueeze(self, axis: builtins.int) -> Tensor:
        """A dimension of length 1 put in at `dim`.

        `input_x` is a Tensor of any shape and dtype; `dim` is an int from -(rank + 1) to rank, or a
        0-d Tensor of one. The result has the elements and dtype of `input_x`. Raises ValueError for an
        `dim` out of range, TypeError for an `input_x` that is no Tensor or an `dim` that is a tuple.
        Differs from MindSpore: a float `dim` is refused there and cut to an int here.

        Examples:
            >>> print(Tensor([1, 2]).unsqueeze(1))
            [[1]
             [2]]
        """
    @overload
    def unsqueeze(self, dim: builtins.int) -> Tensor: ...
    def squeeze(self, axis: Any = None, *, dim: Any = ...) -> Tensor:
        """The tensor without those of its dimensions that have length 1.

        `input` is a Tensor of any shape and dtype. `dim` is an int or a tuple or list of int: only
        these are taken out; None and () mean all. The result has the elements and dtype of `input`; a
        dimension of another length stays. Raises ValueError for an `dim` that `input` lacks. As in
        MindSpore.

        Examples:
            >>> print(Tensor([[1, 2]]).squeeze(0))
            [1 2]
        """
    def broadcast_to(self, shape: Any) -> Tensor:
        """The tensor `input` spread to the shape `shape`, without copying elements.

        `input` is a Tensor of any shape and dtype; `shape` is a tuple of int, at least as many as
        dimensions, where -1 keeps one. Dimensions of length 1 grow, new ones come first. The result has
        this shape and the dtype of `input`. Raises ValueError for lengths that do not fit, RuntimeError
        for too few or a -1 in front, TypeError for what is no int. Differs from MindSpore: it raises
        ValueError for these too.

        Examples:
            >>> print(mint.broadcast_to(Tensor([1, 2]), (2, 2)))
            [[1 2]
             [1 2]]
            >>> print(ops.broadcast_to(Tensor([1, 2]), (2, 2)))
            [[1 2]
             [1 2]]
        """
    @overload
    def expand_as(self, other: Tensor) -> Tensor:
        """A view of the shape of `x`.

        Both are Tensors; the result has the dtype of `input`.

        Examples:
            >>> print(Tensor([[1], [2]]).expand_as(Tensor([[0, 0], [0, 0]])))
            [[1 1]
             [2 2]]
        """
    @overload
    def expand_as(self, x: Tensor) -> Tensor: ...
    def swapaxes(self, axis0: builtins.int, axis1: builtins.int) -> Tensor:
        """`input` with two dimensions exchanged, `axis0` and `axis1`.

        They are ints, and `input` is a Tensor of any dtype. The result has its dtype,
        and is a view.

        Examples:
            >>> print(ops.swapaxes(Tensor([[1, 2], [3, 4]]), 0, 1))
            [[1 3]
             [2 4]]
            >>> print(Tensor(np.zeros((2, 3))).swapaxes(0, 1).shape)
            (3, 2)
        """
    @overload
    def swapdims(self, axis0: builtins.int, axis1: builtins.int) -> Tensor:
        """`input` with two dimensions exchanged, `dim0` and `dim1`.

        They are ints, and `input` is a Tensor of any dtype. The result has its dtype,
        and is a view.
        """
    @overload
    def swapdims(self, axis0: builtins.int, dim1: builtins.int) -> Tensor: ...
    @overload
    def swapdims(self, dim0: builtins.int, axis1: builtins.int) -> Tensor: ...
    @overload
    def swapdims(self, dim0: builtins.int, dim1: builtins.int) -> Tensor: ...
    def moveaxis(self, source: Any, destination: Any) -> Tensor:
        """The dimensions `source` of `x` moved to the positions `destination`.

        `x` is a Tensor of any shape and dtype, `source` and `destination` ints, or tuples or lists of as many; the
        result is a view of its dtype.

        Examples:
            >>> print(ops.movedim(Tensor(np.zeros((2, 3, 4))), 0, 2).shape)
            (3, 4, 2)
        """
    def movedim(self, source: Any, destination: Any) -> Tensor:
        """The dimensions `source` of `x` moved to the positions `destination`.

        `x` is a Tensor of any shape and dtype, `source` and `destination` ints, or tuples or lists of as many; the
        result is a view of its dtype.

        Examples:
            >>> print(ops.movedim(Tensor(np.zeros((2, 3, 4))), 0, 2).shape)
            (3, 4, 2)
        """
    def t(self) -> Tensor:
        """The transpose of a matrix; every other rank as it is.

        `input` is a Tensor of any dtype; the result is a view of it.

        Examples:
            >>> print(ops.t(Tensor([[1, 2], [3, 4]])))
            [[1 3]
             [2 4]]
        """
    def adjoint(self) -> Tensor:
        """The last two dimensions exchanged, conjugated.

        `x` is a Tensor (…, N, M) of any dtype; the result is (…, M, N) of it.
        """
    @overload
    def narrow(self, axis: builtins.int, start: builtins.int, length: builtins.int) -> Tensor:
        """Elements `start` to `start + length` along `dim`.

        `input` is a Tensor of any dtype, which the result has, with `length` along `dim`; all three
        are ints.
        """
    @overload
    def narrow(self, dim: builtins.int, start: builtins.int, length: builtins.int) -> Tensor: ...
    def view_as(self, other: Tensor) -> Tensor:
        """A view in the shape of `other`.

        Both are Tensors; the result has the dtype of `input`.

        Examples:
            >>> print(Tensor([1, 2]).view_as(Tensor([[0], [0]])))
            [[1]
             [2]]
        """
    def ravel(self) -> Tensor:
        """All elements in one dimension.

        `input` is a Tensor of any shape and dtype; the result is a vector of its dtype.

        Examples:
            >>> print(ops.ravel(Tensor([[1, 2], [3, 4]])))
            [1 2 3 4]
            >>> print(Tensor([[1, 2], [3, 4]]).ravel())
            [1 2 3 4]
        """
    def flip(self, dims: Any) -> Tensor:
        """The order of elements reversed along `dims`.

        `input` is a Tensor of any shape and dtype, which the result has; `dims`: a tuple or list of
        ints.

        Examples:
            >>> print(mint.flip(Tensor([1, 2, 3]), (0,)))
            [3 2 1]
            >>> print(ops.flip(Tensor([[1, 2], [3, 4]]), (1,)))
            [[2 1]
             [4 3]]
            >>> print(Tensor([1, 2, 3]).flip((0,)))
            [3 2 1]
        """
    def fliplr(self) -> Tensor:
        """Left and right exchanged.

        `input` is a Tensor of any dtype; the result has its shape and dtype.

        Examples:
            >>> print(ops.fliplr(Tensor([[1, 2], [3, 4]])))
            [[2 1]
             [4 3]]
        """
    def flipud(self) -> Tensor:
        """Up and down exchanged.

        `input` is a Tensor of any dtype; the result has its shape and dtype.

        Examples:
            >>> print(ops.flipud(Tensor([[1, 2], [3, 4]])))
            [[3 4]
             [1 2]]
        """
    def roll(self, shifts: Any, dims: Any = None) -> Tensor:
        """Elements shifted round; flattened meanwhile for dims None.

        `input` is a Tensor of any shape and dtype, which the result has; `shifts` and `dims`: ints, or
        tuples of as many.

        Examples:
            >>> print(ops.roll(Tensor([1.0, 2.0, 3.0]), 1))
            [3. 1. 2.]
        """
    def rot90(self, k: builtins.int, dims: Any) -> Tensor:
        """Turned by 90 degrees `k` times in the plane of two dimensions.

        `input` is a Tensor of any dtype, which the result has; `k` is an int, `dims` two dimensions.

        Examples:
            >>> print(ops.rot90(Tensor([[1, 2], [3, 4]]), 1, (0, 1)))
            [[2 4]
             [1 3]]
        """
    def reverse(self, axis: Any) -> Tensor:
        """The order of elements reversed along `axis`.

        `x` is a Tensor of any shape and dtype; `axis` is a tuple or list of int. The result has the
        shape and dtype of `x`. Raises ValueError for an axis that `x` lacks or that is given
        twice. Differs from MindSpore: it raises TypeError for an `axis` that is one int, which is taken
        here.
        """
    def sort(self, axis: builtins.int = -1, descending: builtins.bool = False, stable: builtins.bool = False, *, dim: builtins.int = ...) -> Any:
        """(values in order along `dim`, their positions), as `sort` gives them.

        This Tensor is of numbers of any shape. `dim`: an int; `descending`: a bool. Equal values keep their order,
        whether `stable`, a bool, asks for it or not. The values have this dtype, the positions are Int32.

        Examples:
            >>> print(Tensor([3.0, 1.0, 2.0]).sort()[0])
            [1. 2. 3.]
        """
    def argsort(self, axis: builtins.int = -1, descending: builtins.bool = False, stable: builtins.bool = False, *, dim: builtins.int = ...) -> Any:
        """The positions that would sort this Tensor along `dim`, as `argsort` gives them.

        It is of numbers of any shape, which the result, Int32, has. `dim`: an int;
        `descending`: a bool. Equal values keep their order, whether `stable`, a bool, asks for it or not.
        """
    def msort(self) -> Tensor:
        """Sorted along the first dimension.

        `input` is a Tensor of numbers; the result has its shape and dtype.

        Examples:
            >>> print(ops.msort(Tensor([3.0, 1.0, 2.0])))
            [1. 2. 3.]
        """
    def topk(self, k: builtins.int, dim: builtins.int | None = None, largest: builtins.bool = True, sorted: builtins.bool = True) -> Any:
        """(the `k` largest or smallest values, their Int32 positions) along `dim`, the last for None.

        `input` is a Tensor of numbers; both results have its shape with `k` along `dim`, the values its
        dtype. `sorted`: in order.

        Examples:
            >>> print(ops.topk(Tensor([1.0, 4.0, 2.0, 3.0]), 2))
            (Tensor(shape=[2], dtype=Float32, value= [ 4.00000000e+00,  3.00000000e+00]), Tensor(shape=[2], dtype=Int32, value= [1, 3]))
            >>> print(Tensor([1.0, 4.0, 2.0]).topk(2)[0])
            [4. 2.]
        """
    def top_k(self, k: builtins.int, sorted: builtins.bool = True) -> Any:
        """The `k` largest elements along the last dimension, and where they were.

        `input_x` is a Tensor of shape (…, n) and real dtype, `k` an int from 1 to n. The result is a
        pair of shape (…, k): values in the dtype of `input_x`, the largest first if `sorted` (else in
        any order), and Int32 positions. Raises ValueError for a `k` out of range, TypeError for one
        that is no int. As in MindSpore.
        """
    def unique(self) -> Any:
        """(distinct values in order of first appearance, position of each element's value among them).

        Positions have the shape of `input`: Int64 for Int64 input, else Int32.

        `input` is a Tensor of numbers, any shape; the values are a vector of its dtype, the result a
        pair.

        Examples:
            >>> print(ops.unique(Tensor([2, 5, 2])))
            (Tensor(shape=[2], dtype=Int64, value= [2, 5]), Tensor(shape=[3], dtype=Int64, value= [0, 1, 0]))
        """
    def unique_with_pad(self, pad_num: Any) -> Any:
        """(the distinct values of the vector `x`, filled up with `pad_num` to its length, where each element is).

        `x`: a Tensor (N,) of numbers, whose dtype the values have; `pad_num`: a number. Other ranks are a
        ValueError.
        """
    def unique_consecutive(self, return_inverse: builtins.bool = False, return_counts: builtins.bool = False, dim: builtins.int | None = None) -> Any:
        """Runs of equal values reduced to one; with the inverse indices and the run lengths if requested.

        `input` is a Tensor of numbers; the values have its dtype. `return_inverse` and `return_counts` ask for the
        two, Int64. `dim`: along which slices are compared, None for the flattened tensor.

        Examples:
            >>> print(ops.unique_consecutive(Tensor([1, 1, 2, 1])))
            [1 2 1]
        """
    def searchsorted(self, v: Any, side: str = 'left', sorter: Tensor | None = None) -> Tensor:
        """Where each value of `v` would go in `input`, which is sorted: an Int32 Tensor of the shape of `v`.

        `input`: a Tensor (…, N) of numbers; `v`: one (…, M), or a number for a vector. A value that is there goes
        before its first place, or with `side` 'right' behind its last; ValueError for a `side` other than these.
        `sorter`: a Tensor of integers, the places of `input` in rising order, where it is not sorted itself.
        """
    def bincount(self, weights: Any = None, minlength: builtins.int = 0) -> Tensor:
        """How often each non-negative integer occurs, or the sum of its weights: Float32.

        `input` is a vector of integers, `weights` one of its length, `minlength` an int: the least
        length of the result, a vector.

        Examples:
            >>> print(ops.bincount(Tensor([0, 1, 1, 3])))
            [1. 2. 0. 1.]
        """
    def histc(self, bins: builtins.int = 100, min: builtins.float = 0.0, max: builtins.float = 0.0) -> Tensor:
        """A histogram of `bins` equal bins from `min` to `max` (the data's own range if both are 0): (bins,).

        input: floats or Int32 of any shape, whose counts are Int32; those of Float16 are Float32. `bins`: an int
        above 0, `min` and `max`: numbers.

        Examples:
            >>> print(ops.histc(Tensor([1.0, 2.0, 2.0, 4.0]), bins=3, min=1.0, max=4.0))
            [1. 2. 1.]
        """
    def kthvalue(self, k: builtins.int, dim: builtins.int = -1, keepdim: builtins.bool = False) -> Any:
        """(the `k`-th smallest value, its position) along `dim`, counted from 1.

        `input`: a Tensor of numbers of any shape, whose dtype the values have; the positions are Int64. `k`, `dim`:
        ints; `keepdim`: keep `dim` with size 1.
        """
    def diff(self, n: builtins.int = 1, axis: builtins.int = -1, prepend: Any = None, append: Any = None) -> Tensor:
        """Differences of neighbours along `axis`, `n` times, with `prepend` and `append` before and behind.

        `x`: a Tensor of one dimension or more and of any dtype, which the result has; `prepend`, `append`: Tensors
        of that dtype and its shape but along `axis`. Raises ValueError where these are of another rank. MindSpore's
        CPU has `n` 1 alone.
        """
    def copy(self) -> Tensor:
        """A copy, through which gradients flow.

        The result has the tensor's shape and dtype.

        Examples:
            >>> x = Tensor([1])
            >>> print(x.copy() is x)
            False
            >>> print(Tensor([1, 2]).clone())
            [1 2]
        """
    def clone(self) -> Tensor:
        """A copy, through which gradients flow.

        The result has the tensor's shape and dtype.

        Examples:
            >>> x = Tensor([1])
            >>> print(x.copy() is x)
            False
            >>> print(Tensor([1, 2]).clone())
            [1 2]
        """
    def contiguous(self) -> Tensor:
        """The tensor with its elements in row order: itself where they are.

        Examples:
            >>> print(Tensor([[1, 2], [3, 4]]).T.contiguous())
            [[1 3]
             [2 4]]
        """
    def is_contiguous(self) -> builtins.bool:
        """Whether the elements lie in row order.

        Examples:
            >>> print(Tensor([1, 2]).is_contiguous())
            True
        """
    def storage_offset(self) -> builtins.int:
        """Where in its memory a view starts, in elements."""
    def data_ptr(self) -> builtins.int:
        """The address of the first element."""
    def stride(self, dim: builtins.int | None = None) -> Any:
        """Elements to step in each dimension, a list; or in `dim`, an int."""
    def move_to(self, to: str, blocking: builtins.bool = True) -> Tensor:
        """The tensor itself, whatever its shape: all tensors stay on the process's one device.

        Raises ValueError for a `to` other than 'CPU', 'GPU' and 'Ascend' and for a `blocking` that is no bool.
        """
    def register_hook(self, hook: Any) -> Any:
        """Call `hook(gradient)` on the way back; the Tensor it returns, if any, replaces the gradient.

        The gradient has this Tensor's shape and dtype, and so has what replaces it. Gives a handle whose `remove()`
        takes the hook away. Raises RuntimeError outside a gradient (grad, value_and_grad), TypeError for a hook
        that cannot be called.
        """
    def assign_value(self, value: Tensor) -> Tensor:
        """Take over the values (and shape and dtype) of `value`, a Tensor (TypeError otherwise); returns self."""
    def assign_value_cpp(self, value: Tensor) -> Tensor:
        """Take over the values (and shape and dtype) of `value`, a Tensor (TypeError otherwise); returns self."""
    def copy_(self, src: Tensor, non_blocking: builtins.bool = False) -> Tensor:
        """Copy the values of `src` into self, broadcast and cast as needed; returns self.

        `src`: a Tensor of any dtype whose shape broadcasts to this one. `non_blocking` is a hint, which copies
        within one device do not need; that is said once. Raises TypeError when `src` is no Tensor, ValueError when
        it cannot be broadcast.

        Examples:
            >>> x = Tensor([0, 0])
            >>> print(x.copy_(Tensor([1, 2])))
            [1 2]
        """
    def fill_(self, value: Any) -> Tensor:
        """Set every element to `value`, a number, or a Tensor of one of any dtype; shape and dtype stay. Returns self.

        Examples:
            >>> print(Tensor([1, 2]).fill_(7))
            [7 7]
        """
    def zero_(self) -> Tensor:
        """Set every element to 0; returns self.

        Self (`input` of the function): a Tensor of any shape and dtype.

        Examples:
            >>> print(Tensor([1, 2]).zero_())
            [0 0]
        """
    def index_copy_(self, dim: builtins.int, index: Tensor, tensor: Tensor) -> Tensor:
        """Write the slices of `tensor` to the positions `index` of `dim`; returns self.

        `dim` is an int, `index` a vector of integers, `tensor` of this dtype.
        """
    def put_(self, index: Tensor, source: Tensor, accumulate: builtins.bool = False) -> Tensor:
        """Write the elements of `source` at the flat positions `index`, or add them if `accumulate`; returns self.

        Self (`input` of the function): a Tensor of any shape. `index`: a Tensor of Int64; `source`: a Tensor of its
        dtype with as many elements as `index`, of any shape both. Raises TypeError for other classes and dtypes,
        ValueError where the two differ in size.
        """
    def geqrf(self) -> tuple[Tensor, Tensor]:
        """(R above Householder's vectors, their factors): the QR factorization as LAPACK keeps it.

        `input`: a Tensor (…, M, N) of floats or complex numbers; the results have its dtype and the shapes (…, M,
        N) and (…, min(M, N)).
        """
    def orgqr(self, input2: Tensor) -> Tensor:
        """The first columns of Q, from Householder's vectors `input` and their factors `input2`.

        `input`: a Tensor (…, M, N) of floats or complex numbers, M at least N, whose shape and dtype the result
        has; `input2`: (…, K), K at most N.
        """
    @overload
    def ormqr(self, tau: Tensor, other: Tensor, left: builtins.bool = True, transpose: builtins.bool = False) -> Tensor:
        """Q (or its adjoint, with `transpose`) times `input3`, or the other way round without `left`.

        `input`: Householder's vectors, a Tensor (…, M, K) of floats or complex numbers; `input2`: their factors, (…,
        K); `input3`: (…, M, N), or (…, N, M) without `left`, whose shape and dtype the result has.
        """
    @overload
    def ormqr(self, tau: Tensor, input3: Tensor, left: builtins.bool = True, transpose: builtins.bool = False) -> Tensor: ...
    @overload
    def ormqr(self, input2: Tensor, other: Tensor, left: builtins.bool = True, transpose: builtins.bool = False) -> Tensor: ...
    @overload
    def ormqr(self, input2: Tensor, input3: Tensor, left: builtins.bool = True, transpose: builtins.bool = False) -> Tensor: ...
    def lu_solve(self, LU_data: Tensor, LU_pivots: Tensor) -> Tensor:
        """The x of A x = `b`, from the LU factorization of A with Int32 pivots counted from 1.

        `b`: a Tensor (…, N, K) of floats or complex numbers, whose shape and dtype the result has; `LU_data`: (…,
        N, N), `LU_pivots`: (…, N).
        """
    def triangular_solve(self, A: Tensor, upper: builtins.bool = True, transpose: builtins.bool = False, unitriangular: builtins.bool = False) -> tuple[Tensor, Tensor]:
        """(the X with A X = b for a triangular A, a copy of A); only that triangle of `A` is read.

        `b`: a Tensor (…, N, K) of floats or complex numbers, whose dtype the results have; `A`: (…, N, N). `upper`:
        which triangle; `transpose`: A's transpose instead; `unitriangular`: its diagonal counts as 1. ValueError
        for fewer than two dimensions.
        """
    def norm(self, ord: Any = None, dim: Any = None, keepdim: builtins.bool = False, *, dtype: Any = None) -> Tensor:
        """The norm of a vector or matrix, or of all elements.

        `A` is a Tensor of any shape; integers count as Float32. `dim` is an int for vectors, a pair of
        int for matrices, None for all of `A`. `ord` None means the 2-norm of all elements; vectors take
        any number; matrices ±1, ±2, ±inf, 'fro' and 'nuc', where the floats ±1.0 and ±2.0 are 'fro', as in
        MindSpore. The result lacks the dimensions `dim`, or with `keepdim` has them with length 1; `dtype`
        casts first, integers then count as Float32. Raises ValueError for a `dim` that `A` lacks and for
        another `ord` of a matrix, TypeError for a string as `ord` of a vector and for Bool as `dtype`,
        RuntimeError for an `ord` without `dim` of more than two dimensions, where MindSpore returns None.

        Examples:
            >>> print(ops.norm(Tensor([[3.0, 4.0], [6.0, 8.0]]), dim=1))
            [ 5. 10.]
            >>> print(Tensor([3.0, 4.0]).norm())
            5.0
        """
    def renorm(self, p: builtins.float, axis: builtins.int, maxnorm: builtins.float) -> Tensor:
        """Slices along `axis` scaled to a p-norm of at most `maxnorm`; a `p` not above 0 is a ValueError.

        `input` is a Tensor of floats, `axis` an int; the result has its shape and dtype.
        """
    def cov(self, *, correction: builtins.int = 1, fweights: Any = None, aweights: Any = None) -> Tensor:
        """The covariance of rows.

        `input` is a matrix (variables, observations) of numbers or a vector; `correction`: what is taken from the
        divisor; `fweights` and `aweights`: Tensors (observations,), how often, integers, or how strongly, floats,
        each counts. The result is a Tensor (variables, variables), of the float dtype of `input`, Float32 for integers.
        """
    @overload
    def matmul(self, other: Tensor) -> Tensor:
        """The matrix product, with dimensions in front that broadcast.

        `input` has shape (…, n, k) or (k,), `tensor2` has (…, k, m) or (k,), and both one number dtype.
        The result has shape (…, n, m) and that dtype; a vector's dimension falls away, so that two
        vectors give a scalar. Raises RuntimeError for shapes that do not fit or an operand without
        dimensions, TypeError for two dtypes. As in MindSpore.
        """
    @overload
    def matmul(self, tensor2: Tensor) -> Tensor: ...
    def bmm(self, mat2: Tensor) -> Tensor:
        """The products of stacks of matrices.

        `input_x` (…, N, M) and `mat2` (…, M, P) are Tensors of one dtype; the result is (…, N, P) of
        it.

        Examples:
            >>> print(ops.bmm(Tensor([[[1.0, 2.0]]]), Tensor([[[3.0], [4.0]]])))
            [[[11.]]]
        """
    def mm(self, mat2: Tensor) -> Tensor:
        """The product of two matrices.

        `input` is (N, M), `mat2` (M, P), Tensors of one dtype; the result is (N, P) of it.

        Examples:
            >>> print(ops.mm(Tensor([[1.0, 2.0]]), Tensor([[3.0], [4.0]])))
            [[11.]]
            >>> print(Tensor([[1.0, 2.0]]).mm(Tensor([[3.0], [4.0]])))
            [[11.]]
        """
    def dot(self, other: Tensor) -> Tensor:
        """The sum over the last dimension of `input` and the last but one of `other`; ranks of at least 2.

        `input` and `other` are Tensors of one dtype; the result has the other dimensions of both, one
        after the other.

        Examples:
            >>> print(ops.dot(Tensor([[1.0, 2.0]]), Tensor([[3.0], [4.0]])))
            [[11.]]
        """
    def outer(self, vec2: Tensor) -> Tensor:
        """Every product of two vectors' elements.

        `input` and `vec2` are vectors of numbers, (N,) and (M,); the result is (N, M) of the dtype to which theirs
        promote.

        Examples:
            >>> print(ops.outer(Tensor([1, 2]), Tensor([3, 4])))
            [[3 4]
             [6 8]]
        """
    def ger(self, vec2: Tensor) -> Tensor:
        """Every product of two vectors' elements.

        `input` and `vec2` are vectors of numbers, (N,) and (M,); the result is (N, M) of the dtype to which theirs
        promote.

        Examples:
            >>> print(ops.outer(Tensor([1, 2]), Tensor([3, 4])))
            [[3 4]
             [6 8]]
        """
    def inner(self, other: Tensor) -> Tensor:
        """The sum over both last dimensions.

        `input` and `other` are Tensors of one dtype and last length; the result has the other
        dimensions of both, one after the other.

        Examples:
            >>> print(ops.inner(Tensor([1.0, 2.0]), Tensor([3.0, 4.0])))
            11.0
        """
    def cross(self, other: Tensor, dim: builtins.int | None = None) -> Tensor:
        """The vector product along `dim`, the first dimension of three for None.

        `input` and `other` are Tensors of numbers with length 3 along `dim`; the result has their
        common shape and dtype.

        Examples:
            >>> print(ops.cross(Tensor([1.0, 0.0, 0.0]), Tensor([0.0, 1.0, 0.0])))
            [0. 0. 1.]
        """
    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """beta * input + alpha * (mat1 @ mat2).

        `input` broadcasts to (N, P); `mat1` is (N, M), `mat2` (M, P), all Tensors of one dtype, that of
        the result (N, P). `beta` and `alpha` are numbers.

        Examples:
            >>> print(ops.addmm(Tensor([[1.0]]), Tensor([[1.0, 2.0]]), Tensor([[3.0], [4.0]])))
            [[12.]]
        """
    def addmm_(self, mat1: Tensor, mat2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        beta * input + alpha * (mat1 @ mat2).

        `input` broadcasts to (N, P); `mat1` is (N, M), `mat2` (M, P), all Tensors of one dtype, that of
        the result (N, P). `beta` and `alpha` are numbers.
        """
    def addmv(self, mat: Tensor, vec: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """beta * input + alpha * (mat @ vec).

        `input` broadcasts to (N,); `mat` is (N, M), `vec` (M,), all Tensors of one dtype, that of the
        result (N,). `beta` and `alpha` are numbers.
        """
    def addbmm(self, batch1: Tensor, batch2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """beta * input + alpha * the sum of the batch's matrix products; of two matrices, of their product's rows.

        `input` broadcasts to (N, P); `batch1` is (B, N, M), `batch2` (B, M, P), all Tensors of one
        dtype, that of the result (N, P). `beta` and `alpha` are numbers.
        """
    def baddbmm(self, batch1: Tensor, batch2: Tensor, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """beta * input + alpha * (batch1 @ batch2), batch by batch, or of two matrices.

        `input` broadcasts to (B, N, P); `batch1` is (B, N, M), `batch2` (B, M, P), all Tensors of one
        dtype, that of the result. `beta` and `alpha` are numbers.

        Examples:
            >>> print(ops.baddbmm(Tensor([[[1.0]]]), Tensor([[[1.0, 2.0]]]), Tensor([[[3.0], [4.0]]])))
            [[[12.]]]
        """
    def inverse(self) -> Tensor:
        """The inverse of a matrix or of a stack of them.

        `input` is a float Tensor (…, N, N); the result has its shape and dtype.

        Examples:
            >>> print(ops.inverse(Tensor([[2.0, 0.0], [0.0, 4.0]])))
            [[0.5  0.  ]
             [0.   0.25]]
        """
    def det(self) -> Tensor:
        """The determinant of square matrices.

        `input` is a float Tensor (…, N, N); the result is (…) of its dtype.

        Examples:
            >>> print(ops.det(Tensor([[2.0, 1.0], [0.0, 4.0]])))
            8.0
        """
    def matrix_determinant(self) -> Tensor:
        """The determinant of square matrices.

        `input` is a float Tensor (…, N, N); the result is (…) of its dtype.

        Examples:
            >>> print(ops.det(Tensor([[2.0, 1.0], [0.0, 4.0]])))
            8.0
        """
    def logdet(self) -> Tensor:
        """The logarithm of the determinant.

        `input` is a float Tensor (…, N, N); the result is (…) of its dtype.
        """
    def slogdet(self) -> Any:
        """(sign of the determinant, logarithm of its absolute value) of `input`, a Tensor (…, N, N).

        It is of floats or complex numbers; the results are (…), the second real.
        """
    def log_matrix_determinant(self) -> Any:
        """(sign of the determinant, logarithm of its absolute value) of `input`, a Tensor (…, N, N).

        It is of floats or complex numbers; the results are (…), the second real.
        """
    def matrix_power(self, n: builtins.int) -> Tensor:
        """A square matrix times itself, `n` times.

        `input` is a float Tensor (…, N, N); the result has its shape and dtype. A negative `n` inverts.
        """
    def cholesky(self, upper: builtins.bool = False) -> Tensor:
        """The Cholesky factor, lower unless `upper`.

        `input_x` is a float Tensor (…, N, N); the result has its shape and dtype.

        Examples:
            >>> print(ops.cholesky(Tensor([[4.0, 2.0], [2.0, 5.0]])))
            [[2. 0.]
             [1. 2.]]
        """
    def cholesky_inverse(self, upper: builtins.bool = False) -> Tensor:
        """The inverse of a matrix given by its Cholesky factor.

        `input_x` is a float Tensor (…, N, N), the upper triangular factor for `upper`, else the lower; the result
        has its shape and dtype.
        """
    def cholesky_solve(self, input2: Tensor, upper: builtins.bool = False) -> Tensor:
        """x with A @ x = input, A given by its Cholesky factor `input2`.

        `input` is a float Tensor (…, N, K), `input2` (…, N, N), the upper triangular factor for `upper`, else the
        lower; the result has the shape and dtype of `input`.
        """
    def svd(self, full_matrices: builtins.bool = False, compute_uv: builtins.bool = True) -> Any:
        """(singular values, U, V), or the singular values alone.

        `input` is a float Tensor (…, N, M); `full_matrices`: square U and V; `compute_uv`: whether
        there are any. The results have its dtype.
        """
    def eigvals(self) -> Tensor:
        """The eigenvalues of square matrices, complex.

        `A` is a float or complex Tensor (…, N, N); eigenvalues are (…, N).
        """
    def lstsq(self, A: Tensor) -> Tensor:
        """The least-squares solution x of input @ x = A.

        `input` is a float Tensor (M, N), `A` (M,) or (M, K); the result has its dtype.
        """
    def relu(self, inplace: builtins.bool = False) -> Tensor:
        """The larger of each element and 0.

        `input` is a Tensor of any shape and real dtype; the result has both. `inplace` writes it into
        `input` as well. Bool stays as it is. Raises TypeError for anything but a Tensor. As in MindSpore.

        Examples:
            >>> print(mint.nn.functional.relu(Tensor([-1.0, 2.0])))
            [0. 2.]
            >>> print(ops.relu(Tensor([-1.0, 0.0, 2.0])))
            [0. 0. 2.]
        """
    def sigmoid(self) -> Tensor:
        """The logistic function `1 / (1 + exp(-input))` of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
        dtype, Float32 for integers and Bool. Raises TypeError for anything but a Tensor. Differs from
        MindSpore: integers are refused by its CPU.

        Examples:
            >>> print(ops.sigmoid(Tensor([0.0, 4.0])))
            [0.5        0.98201376]
        """
    def sigmoid_(self) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        The logistic function `1 / (1 + exp(-input))` of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
        dtype, Float32 for integers and Bool. Raises TypeError for anything but a Tensor. Differs from
        MindSpore: integers are refused by its CPU.
        """
    def tanh(self) -> Tensor:
        """The hyperbolic tangent of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
        dtype, Float32 for integers and Bool. Raises TypeError for anything but a Tensor. Differs from
        MindSpore: integers are refused by its CPU.

        Examples:
            >>> print(ops.tanh(Tensor([0.0, 1.0])))
            [0.        0.7615942]
        """
    def tanh_(self) -> Tensor:
        """In place: self, `input` below, takes the result and is returned.

        The hyperbolic tangent of each element.

        `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
        dtype, Float32 for integers and Bool. Raises TypeError for anything but a Tensor. Differs from
        MindSpore: integers are refused by its CPU.
        """
    def hardshrink(self, lambd: builtins.float = 0.5) -> Tensor:
        """Zero within +-lambd, `input` outside.

        `input` is a float Tensor of any shape; the result has its shape and dtype.
        """
    def soft_shrink(self, lambd: builtins.float = 0.5) -> Tensor:
        """Zero within +-lambd, `input` moved towards zero by lambd outside.

        `input` is a float Tensor of any shape; the result has its shape and dtype.
        """
    def gelu(self, approximate: str = 'none') -> Tensor:
        """`input` times the normal distribution's Phi(`input`), exact or by tanh.

        `input` is a float Tensor of any shape; the result has its shape and dtype. `approximate`:
        'none' or 'tanh'.

        Examples:
            >>> print(ops.gelu(Tensor([0.0, 1.0])))
            [0.        0.8413447]
        """
    def log_softmax(self, axis: builtins.int = -1) -> Tensor:
        """The logarithm of the softmax along `axis`: elements whose exponentials add up to 1.

        `logits` is a Tensor of any shape but () and a float dtype, `axis` an int. The result has both.
        Raises ValueError for an `axis` that `logits` lacks, TypeError for integers. As in MindSpore,
        whose CPU is less exact (to about 1e-5).

        Examples:
            >>> print(ops.log_softmax(Tensor([0.0, 0.0])).asnumpy().round(3))
            [-0.693 -0.693]
        """
    def unfold(self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Tensor:
        """Sliding windows of (N, C, H, W) as columns: (N, C * kh * kw, windows).

        `input` is a float Tensor; the result has its dtype. `kernel_size`, `dilation`, `padding`,
        `stride`: ints or pairs.

        Examples:
            >>> print(ops.unfold(Tensor(np.arange(9.0).reshape(1, 1, 3, 3), ms.float32), 2).shape)
            (1, 4, 4)
        """
    def fold(self, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Tensor:
        """Add columns (N, C * kh * kw, windows) up into (N, C, H, W).

        `input`: a float Tensor of columns, whose dtype the result has; `output_size`: (H, W); `kernel_size`: (kh,
        kw) or one int for both, and so are `dilation`, `padding` and `stride`. Raises ValueError for a negative
        size or padding and for a kernel, dilation or stride not above 0.
        """
    def col2im(self, output_size: Any, kernel_size: Any, dilation: Any, padding_value: Any, stride: Any) -> Tensor:
        """Add (N, C, kh * kw, windows) up into (N, C, H, W).

        `input_x`: a float Tensor of such columns, whose dtype the result has; `output_size`: (H, W), ints or a
        Tensor of them; `kernel_size`: (kh, kw) or one int for both, and so are `dilation`, `padding_value` and
        `stride`.
        """
    def to_coo(self) -> COOTensor:
        """The elements that are not 0, as a COOTensor with Int32 indices; ValueError unless this is a matrix."""
    def to_csr(self) -> CSRTensor:
        """The elements that are not 0, as a CSRTensor with Int32 indices; ValueError unless this is a matrix."""
    def requires_grad_(self, requires_grad: builtins.bool = True) -> Tensor:
        """Set a Parameter's `requires_grad`, a bool; returns self, of any shape. NotImplementedError for another
        Tensor.

        Differs from MindSpore: gradients of plain Tensors are asked for by name, with `grad_position`.
        """
    def set_init_flag(self, init_flag: builtins.bool, /) -> None:
        """Mark the Tensor as initialised (`init_flag`, a bool) or not; ops ignore the mark, shape and dtype stay."""
    def is_init(self) -> builtins.bool:
        """Whether `set_init_flag` marked this Tensor."""
    def to_(self, device: str | None = None, non_blocking: builtins.bool = False) -> Tensor:
        """Self, which is on the process's one device; NotImplementedError for another, ValueError for no device.

        `device`: 'CPU', 'GPU', 'Ascend' or None. `non_blocking` is a hint about copies between devices, of which
        there are none. The shape and dtype stay.
        """
    def value(self) -> Tensor:
        """The tensor itself."""
    def pin_memory(self) -> Tensor:
        """The tensor itself: copies to the device are made by the dataset, which pins its own batches."""
    def flush_from_cache(self) -> None:
        """Nothing is to be done: no embedding cache holds rows back."""
    def data_sync(self, force: builtins.bool = True) -> None:
        """Nothing is to be done, for any shape: `asnumpy` waits for the values by itself.

        `force`: a bool, which has no effect.
        """
    def wait_pipeline(self) -> None:
        """Nothing is to be done: `asnumpy` waits for the values by itself."""
    def delete_(self, non_blocking: builtins.bool = False) -> Tensor:
        """Free the tensor's memory at once. Not here, nor on MindSpore's CPU: raises NotImplementedError.

        `non_blocking` is not looked at, nor are shape and dtype.
        """
    def qr(self, some: builtins.bool = True) -> Any:
        """(Q, R) of the QR factorization of this Tensor, floats (…, N, M); Q square where `some` is False.

        `some`: a bool. Q is (…, N, K) and R (…, K, M), with K the lesser of N and M, or N where `some` is False;
        both have this dtype.
        """
    def addr(self, vec1: Tensor, vec2: Tensor, beta: Any = 1, alpha: Any = 1) -> Tensor:
        """beta * self + alpha * (the outer product of vec1 and vec2).

        `vec1` is (N,), `vec2` (M,), and this Tensor broadcasts to the result (N, M). `beta` and `alpha` are
        numbers. The result has the dtype to which theirs promote.
        """
    def softmax(self, axis: builtins.int, dtype: Any = None) -> Tensor:
        """exp(self) over its sum along `axis`, computed in `dtype` if one is given.

        `axis` is an int. The result has this Tensor's shape, and its float dtype or `dtype`.

        Examples:
            >>> print(Tensor([0.0, 0.0]).softmax(-1))
            [0.5 0.5]
        """
    def uniform_(self, from_: Any = 0, to: Any = 1, *, generator: Any = None) -> Tensor:
        """Fill `input`, of any shape and of floats, with numbers uniform in [from_, to), two numbers; returns it.

        `generator` is the mindspore.Generator to draw from, by default the global one. Raises TypeError for another
        object or an integer dtype.
        """
    def normal_(self, mean: Any = 0, std: Any = 1, *, generator: Any = None) -> Tensor:
        """Fill `input`, of any shape and of floats, with normal numbers of mean `mean` and deviation `std`; returns
        it.

        Both are numbers or Tensors. `generator` is the mindspore.Generator to draw from, by default the global one.
        """
    def random_(self, from_: Any = 0, to: Any = None, *, generator: Any = None) -> Tensor:
        """Fill `input`, of any shape, with integers from `from_` to `to` - 1, drawn from `generator`; returns it.

        Without `to`, up to the largest number of which the dtype holds every smaller one.
        """
    def exponential_(self, lambd: Any = 1, *, generator: Any = None) -> Tensor:
        """Fill `input` with numbers of the exponential distribution of rate `lambd`, a number; returns it.

        `input` is of any shape and of floats. `generator` is the mindspore.Generator to draw from, by default the
        global one.
        """
    def bernoulli_(self, p: Any = 0.5, *, generator: Any = None) -> Tensor:
        """Fill `input`, of any shape and dtype, with 1 with probability `p`, else 0; returns it.

        `p` is a number, or a Tensor with a probability for each element. `generator` is the mindspore.Generator to
        draw from, by default the global one.
        """
    def add_(self, other: Any, *, alpha: Any = 1) -> Tensor:
        """Add `alpha * other` in place; returns self, whose shape and dtype stay.

        `other`: a Tensor that broadcasts to it, or a number; `alpha`: a number.

        Examples:
            >>> print(Tensor([1, 2]).add_(10))
            [11 12]
        """
    def gather(self, *args: Any, **names: Any) -> Tensor:
        """`gather(input_indices, axis, batch_dims=0)`: slices; `gather(dim, index)`: elements.

        `input_indices` is a Tensor of integers of any shape, `index` one of this rank; the others are ints. The
        result has this dtype.

        Examples:
            >>> print(Tensor([[1, 2], [3, 4]]).gather(1, Tensor([[1], [0]])))
            [[2]
             [3]]
        """
    def select(self, *args: Any, **names: Any) -> Tensor:
        """`select(condition, y)`: as `ops.select`; `select(dim, index)`: one slice, a view.

        `condition` is a Tensor of Bool that broadcasts to this shape, `y` a Tensor or number, the others are ints;
        the result has this dtype.
        """
    @overload
    def where(self, condition: Tensor, y: Any) -> Tensor:
        """The elements of self where `condition` holds, `other` elsewhere.

        `condition` is Bool, `other` a Tensor or a number; the result has the shape to which all broadcast,
        and the promoted dtype.

        Examples:
            >>> print(Tensor([1, 2]).where(Tensor([True, False]), Tensor([0, 0])))
            [1 0]
        """
    @overload
    def where(self, condition: Tensor, other: Any) -> Tensor: ...
    @overload
    def take(self, indices: Any, axis: builtins.int | None = None, mode: str = 'clip') -> Tensor:
        """Elements of the flattened tensor, or slices along `axis`, at the positions `index`.

        `index`: a Tensor of integers of any shape; the result has this dtype. `mode` says what becomes of
        positions beyond: 'clip', 'wrap' or 'raise'. Raises ValueError for another mode.

        Examples:
            >>> print(Tensor([10, 20, 30]).take(Tensor([2, 0])))
            [30 10]
        """
    @overload
    def take(self, index: Any, axis: builtins.int | None = None, mode: str = 'clip') -> Tensor: ...
    def choose(self, choices: Any, mode: str = 'clip') -> Tensor:
        """For each element, an integer, the one at its position in the Tensor of that number in `choices`.

        `choices`: a tuple or list of Tensors, or one Tensor of them, that broadcast with this shape. `mode` says
        what becomes of numbers beyond: 'clip', 'wrap' or 'raise' (ValueError).
        """
    def index(self, indices: Any) -> Tensor:
        """The elements at the positions of one index Tensor per leading dimension.

        `indices`: a list or tuple of Tensors of integers (or bools) whose shapes broadcast; the result has their
        shape, followed by the remaining dimensions, and this dtype.
        """
    def itemset(self, *args: Any) -> Tensor:
        """A copy with one element replaced: `itemset(value)` of one element, or `itemset(index, value)`.

        Raises IndexError for a value alone where there are several elements.
        """
    def index_add(self, *args: Any, **names: Any) -> Tensor:
        """`index_add(dim, index, source, *, alpha=1)`: a copy with `alpha * source` added to slices along `dim`.

        `index` is a vector of integers, `source` has this dtype and this shape, but along `dim` that of `index`.
        `index_add(indices, y, axis, use_lock=True, check_index_bound=True)` is the older spelling; the writes of
        one process need no lock, and positions are checked always.
        """
    def scatter_add(self, *args: Any, **names: Any) -> Tensor:
        """`scatter_add(indices, updates)`: at coordinates; `scatter_add(dim, index, src)`: along an axis.

        `indices` and `index` are Tensors of integers, `updates` and `src` of this dtype, in the shapes that
        `ops.tensor_scatter_add` and `ops.tensor_scatter_elements` describe.
        """
    def uniform(self, from_: Any = 0.0, to: Any = 1.0, generator: Any = None) -> Tensor:
        """Numbers uniform in [from_, to), two numbers, in this shape and float dtype.

        `generator` is the mindspore.Generator to draw from, by default the global one. Raises TypeError for another
        object or an integer dtype.
        """
    def bernoulli(self, *, generator: Any = None) -> Tensor:
        """1 with each element's own probability, else 0, in this shape and float dtype.

        `generator` is the mindspore.Generator to draw from, by default the global one.
        """
    def cauchy(self, median: builtins.float = 0.0, sigma: builtins.float = 1.0) -> Tensor:
        """Numbers of the Cauchy distribution of this `median` and scale `sigma`, in this shape and float dtype.

        Raises RuntimeError for a `sigma` that is not positive.
        """
    def log_normal(self, mean: builtins.float = 1.0, std: builtins.float = 2.0) -> Tensor:
        """Numbers whose logarithm is normal with mean `mean` and deviation `std`, in this shape and float dtype."""
    def sum(self, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False, initial: Any = None, **names: Any) -> Tensor:
        """`sum(axis=None, dtype=None, keepdims=False, initial=None)` or `sum(dim=None, keepdim=False, *, dtype=None)`.

        Bool and integers give Int64 unless `dtype` is given; `initial` is added.

        `axis` (or `dim`) is an int or a tuple of ints, None for all; `names` are the arguments of the
        second form. The result has the shape without them, or with length 1 there.

        Examples:
            >>> print(Tensor([[1.0, 2.0], [3.0, 4.0]]).sum(axis=1))
            [3. 7.]
        """
    def mean(self, axis: Any = None, keep_dims: builtins.bool = False, **names: Any) -> Tensor:
        """`mean(axis=None, keep_dims=False)` or `mean(dim=None, keepdim=False, *, dtype=None)`.

        `axis` (or `dim`) is an int or a tuple of ints, None for all; `names` are the arguments of the
        second form. The result has the tensor's dtype, and its shape without them, or with length 1
        there.

        Examples:
            >>> print(Tensor([[1.0, 2.0], [3.0, 4.0]]).mean(axis=0))
            [2. 3.]
        """
    def max(self, *args: Any, **names: Any) -> Any:
        """The largest: `max(dim, keepdim=False)` gives values and positions, `max(axis=None, keepdims=False, *, initial=None, where=True, return_indices=False)` the values, of all elements without an axis. As in MindSpore, `max(0)` without a name goes by dim in PyNative mode and by axis in a graph.

        `names`: the arguments of these forms. Values have this Tensor's dtype, positions Int64.

        Examples:
            >>> print(Tensor([1.0, 3.0, 2.0]).max())
            3.0
        """
    def min(self, *args: Any, **names: Any) -> Any:
        """The smallest: `min(dim, keepdim=False)` gives values and positions, `min(axis=None, keepdims=False, *, initial=None, where=True, return_indices=False)` the values, of all elements without an axis. As in MindSpore, `min(0)` without a name goes by dim in PyNative mode and by axis in a graph.

        `names`: the arguments of these forms. Values have this Tensor's dtype, positions Int64.

        Examples:
            >>> print(Tensor([1.0, 3.0, 2.0]).min())
            1.0
        """
    def std(self, *args: Any, **names: Any) -> Tensor:
        """`std(axis=None, ddof=0, keepdims=False)` or `std(dim=None, *, correction=1, keepdim=False)`.

        `axis` (or dim) is an int or a tuple of ints, None for all; the divisor is N less `ddof` or
        correction. The result has this Tensor's float dtype.

        Examples:
            >>> print(Tensor([1.0, 3.0]).std())
            1.0
        """
    def var(self, *args: Any, **names: Any) -> Tensor:
        """`var(axis=None, ddof=0, keepdims=False)` or `var(dim=None, *, correction=1, keepdim=False)`.

        `axis` (or dim) is an int or a tuple of ints, None for all; the divisor is N less `ddof` or
        correction. The result has this Tensor's float dtype.

        Examples:
            >>> print(Tensor([1.0, 3.0]).var())
            1.0
        """
    def cumsum(self, axis: builtins.int | None = None, dtype: Any = None, *, dim: builtins.int | None = ...) -> Tensor:
        """Running sums along `dim`; of the flattened tensor for None.

        `dim` (or dim) is an int. The result has this Tensor's shape, or is a vector, in `dtype`, or in
        its own.

        Examples:
            >>> print(Tensor([1, 2, 3]).cumsum(0))
            [1 3 6]
        """
    def argmax(self, axis: builtins.int | None = None, keepdims: builtins.bool = False, *, dim: builtins.int | None = ..., keepdim: builtins.bool = ...) -> Tensor:
        """The Int64 position of the largest value; in the flattened tensor for None.

        `dim` is an int or None, `keepdim` a bool. The result has the tensor's shape without `dim`, or
        with length 1 there; any dtype of numbers.

        Examples:
            >>> print(Tensor([1.0, 3.0, 2.0]).argmax())
            1
        """
    def trace(self, offset: builtins.int = 0, axis1: builtins.int = 0, axis2: builtins.int = 1, dtype: Any = None) -> Tensor:
        """The sum of a diagonal, a Tensor without these dimensions; of Bool whether any of its elements holds.

        `offset`: which diagonal, an int; `axis1` and `axis2`: the dimensions, ints; `dtype`: that of the result.
        """
    def ptp(self, axis: Any = None, keepdims: builtins.bool = False) -> Tensor:
        """The largest minus the smallest.

        `axis`: an int or a tuple of ints, None for all; `keepdims`: keep them with length 1. The result
        has this Tensor's dtype.
        """
    def argmax_with_value(self, axis: builtins.int | None = 0, keep_dims: builtins.bool = False) -> Any:
        """(largest values, their Int64 positions) along `axis`; the primitive ArgMaxWithValue has them the other way.

        `axis` is an int; results have the shape without it, or with length 1 there for `keep_dims`, the
        values this Tensor's dtype.
        """
    def argmin_with_value(self, axis: builtins.int | None = 0, keep_dims: builtins.bool = False) -> Any:
        """(smallest values, their Int64 positions) along `axis`; the primitive ArgMinWithValue has them the other way.

        `axis` is an int; results have the shape without it, or with length 1 there for `keep_dims`, the
        values this Tensor's dtype.
        """
    def reshape(self, *sizes: Any, shape: Any = None) -> Tensor:
        """The same elements in another shape: numbers, a tuple or a list; -1 is inferred.

        Raises TypeError for sizes that are no int, ValueError for a shape of another number of elements.

        The result has the tensor's dtype.

        Examples:
            >>> print(Tensor([1, 2, 3, 4]).reshape(2, 2))
            [[1 2]
             [3 4]]
        """
    def view(self, *sizes: Any, shape: Any = None, dtype: Any = None) -> Tensor:
        """Like `reshape`; `view(dtype)` reads the same memory as another dtype.

        `sizes` or `shape`: ints, or a tuple of them; -1 is inferred. The result shares memory where
        that can be.

        Examples:
            >>> print(Tensor([1, 2, 3, 4]).view(2, 2))
            [[1 2]
             [3 4]]
        """
    def transpose(self, *axes: Any, dim0: builtins.int | None = None, dim1: builtins.int | None = None) -> Tensor:
        """All dimensions in the given order, reversed for none; two numbers swap two dimensions.

        `axes`: ints, or a tuple of them; `dim0`, `dim1`: the two ints by name. The result is a view of
        the same dtype.

        Examples:
            >>> print(Tensor([[1, 2], [3, 4]]).transpose(1, 0))
            [[1 3]
             [2 4]]
        """
    def permute(self, *axis: Any, dims: Any = None) -> Tensor:
        """The dimensions in the given order: `permute(1, 0)`, `permute((1, 0))` or `permute(dims=(1, 0))`.

        `axis` or `dims`: each dimension once, ints. The result is a view of the tensor's dtype.

        Examples:
            >>> print(Tensor(np.zeros((2, 3, 4))).permute(2, 0, 1).shape)
            (4, 2, 3)
        """
    def expand(self, *size: Any) -> Tensor:
        """A view broadcast to the given sizes; -1 keeps one.

        `size`: ints, or a tuple of them, the shape of the result; new dimensions stand in front. The
        dtype stays.

        Examples:
            >>> print(Tensor([[1], [2]]).expand(2, 2))
            [[1 1]
             [2 2]]
        """
    def flatten(self, order: Any = 'C', start_dim: builtins.int = 0, end_dim: builtins.int = -1) -> Tensor:
        """One dimension, or `start_dim` to `end_dim` made one; `order` 'F' goes column first.

        `flatten(start_dim, end_dim)` is the same without an order.

        The result has the tensor's dtype.

        Examples:
            >>> print(Tensor([[1, 2], [3, 4]]).flatten())
            [1 2 3 4]
        """
    def resize(self, *new_shape: Any) -> Tensor:
        """The first elements in the shape `new_shape`, ints or a tuple of them, zeros added where they run out.

        The dtype stays.
        """
    @overload
    def split(self, split_size_or_sections: Any, axis: builtins.int = 0, *, dim: builtins.int = ...) -> Any:
        """Chunks of one size, or of these sizes.

        `split_size`: an int, or a tuple or list of the lengths along `dim`, an int. The result is a
        tuple of Tensors of this dtype.

        Examples:
            >>> print(Tensor([1, 2, 3]).split(2))
            (Tensor(shape=[2], dtype=Int64, value= [1, 2]), Tensor(shape=[1], dtype=Int64, value= [3]))
        """
    @overload
    def split(self, split_size: Any, axis: builtins.int = 0, *, dim: builtins.int = ...) -> Any: ...
    def dim(self) -> builtins.int:
        """The number of dimensions.

        Examples:
            >>> print(Tensor([[1, 2, 3]]).dim())
            2
        """
    def ndimension(self) -> builtins.int:
        """The number of dimensions.

        Examples:
            >>> print(Tensor([[1, 2, 3]]).dim())
            2
        """
    def repeat(self, *repeats: Any, axis: Any = None) -> Tensor:
        """The whole tensor repeated in each dimension, as MindSpore does since 2.5.

        With `axis=` given by name, each element repeated along it, as before. Raises RuntimeError for fewer numbers
        than dimensions.

        `repeats`: ints, or a tuple of them, at least as many as dimensions. The result has the tensor's
        dtype.

        Examples:
            >>> print(Tensor([1, 2]).repeat(2))
            [1 2 1 2]
        """
    def reshape_as(self, other: Tensor) -> Tensor:
        """The same elements in the shape of `other`.

        The result has this Tensor's dtype.

        Examples:
            >>> print(Tensor([1, 2]).reshape_as(Tensor([[3], [4]])))
            [[1]
             [2]]
        """
    def sum_to_size(self, *size: Any) -> Tensor:
        """Summed down to a shape it was broadcast from.

        `size`: ints, or a tuple of them. The result has this Tensor's dtype.
        """
    def diagonal(self, offset: builtins.int = 0, axis1: builtins.int = 0, axis2: builtins.int = 1) -> Tensor:
        """The diagonals of two dimensions.

        `offset`: which diagonal, an int; `axis1` and `axis2` leave, and the diagonal is the last
        dimension of the result, which has this Tensor's dtype.
        """
    def fill(self, value: Any) -> Tensor:
        """A tensor of this shape and dtype with `value` everywhere."""
    def new_zeros(self, size: Any, dtype: Any = None) -> Tensor:
        """Zeros of shape `size`, in this dtype unless another is given.

        `size`: an int, or a tuple or list of ints.

        Examples:
            >>> print(Tensor([1.0]).new_zeros((2,)))
            [0. 0.]
        """
    def new_ones(self, size: Any, dtype: Any = None) -> Tensor:
        """Ones of shape `size`, in this dtype unless another is given.

        `size`: an int, or a tuple or list of ints.

        Examples:
            >>> print(Tensor([1.0]).new_ones((2,)))
            [1. 1.]
        """
    def new_empty(self, size: Any, *, dtype: Any = None, device: str | None = None) -> Tensor:
        """A tensor of shape `size` to be filled, zeros so far, in this dtype unless another is given.

        Raises ValueError for an unknown device, RuntimeError for one that is not here.
        """
    def new_full(self, size: Any, fill_value: Any, *, dtype: Any = None) -> Tensor:
        """A tensor of shape `size` with `fill_value` everywhere, in this dtype unless another is given.

        `size`: an int, or a tuple or list of ints.

        Examples:
            >>> print(Tensor([1.0]).new_full((2,), 7))
            [7. 7.]
        """
    def half(self) -> Tensor:
        """The values as Float16: the result has this Tensor's shape and that dtype.

        Examples:
            >>> print(Tensor([1.0]).half().dtype)
            Float16
        """
    def float(self) -> Tensor:
        """The values as Float32: the result has this Tensor's shape and that dtype.

        Examples:
            >>> print(Tensor([1, 2]).float())
            [1. 2.]
        """
    def double(self) -> Tensor:
        """The values as Float64: the result has this Tensor's shape and that dtype."""
    def bfloat16(self) -> Tensor:
        """The values as BFloat16: the result has this Tensor's shape and that dtype."""
    def int(self) -> Tensor:
        """The values as Int32: the result has this Tensor's shape and that dtype.

        Examples:
            >>> print(Tensor([1.7]).int())
            [1]
        """
    def long(self) -> Tensor:
        """The values as Int64: the result has this Tensor's shape and that dtype.

        Examples:
            >>> print(Tensor([1.7]).long().dtype)
            Int64
        """
    def short(self) -> Tensor:
        """The values as Int16: the result has this Tensor's shape and that dtype."""
    def byte(self) -> Tensor:
        """The values as UInt8: the result has this Tensor's shape and that dtype."""
    def bool(self) -> Tensor:
        """The values as Bool: the result has this Tensor's shape and that dtype.

        Examples:
            >>> print(Tensor([0, 2]).bool())
            [False  True]
        """
def check_device(where: str, device: Any, other: str) -> bool: ...
def declared_dims(tensor: Tensor) -> tuple[Any, ...]: ...
def is_described(tensor: Tensor) -> bool: ...
def local_values(t: Any) -> Tensor: ...
def pickles_as_mindspore(tensor: Tensor) -> bool: ...
def to_torch_tensor(data: Any, dtype: Any = None) -> Tensor: ...
def whole_values(t: Any) -> Tensor: ...
def wrap(t: Tensor) -> Tensor: ...
