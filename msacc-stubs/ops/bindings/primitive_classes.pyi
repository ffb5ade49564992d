# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc._typing import Operand
from msacc.common.dtype import Type
from msacc.common.tensor import Tensor
from typing import Any
class ACos(Primitive):
    """`ACos()(input)`:
    The inverse cosine of each element, in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.acos(Tensor([1.0, 0.5])))
        [0.        1.0471976]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Abs(Primitive):
    """`Abs()(input)`:
    The absolute value of each element; of complex numbers, their length, as complex numbers.

    `input` is a Tensor of any shape and dtype; the result has its shape and dtype. Bool stays as it
    is. No error is raised for values. As in MindSpore.

    Examples:
        >>> print(ops.Abs()(Tensor([-1.0, 2.0])))
        [1. 2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class AccumulateNV2(Primitive):
    """`AccumulateNV2()(x)`:
    The sum of a tuple or list of tensors of one dtype and shape, which the result has.

    `x`: that tuple or list; a Tensor is returned as it is. Raises TypeError for different dtypes, ValueError
    for none or different shapes.

    Examples:
        >>> print(ops.addn([Tensor([1, 2]), Tensor([3, 4]), Tensor([5, 6])]))
        [ 9 12]
        >>> print(ops.accumulate_n([Tensor([1, 2]), Tensor([3, 4])]))
        [4 6]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Any, /) -> Tensor: ...
class Acosh(Primitive):
    """`Acosh()(input)`:
    The inverse hyperbolic cosine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.acosh(Tensor([1.0, 2.0])))
        [0.       1.316958]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Adam(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class AdamNoUpdateParam(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class AdamWeightDecay(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class AdaptiveAvgPool2D(Primitive):
    """`AdaptiveAvgPool2D(output_size)(input)`:
    The mean over windows that are chosen to give `output_size`.

    `input` is a float Tensor of shape (N, C, H, W) or (C, H, W); `output_size` is an int or a pair,
    where None keeps a length. The result has these for H and W, and the dtype of `input`. Raises
    ValueError for another rank, another number of sizes, or a size below 1, TypeError for integers.
    Differs from MindSpore: a size of 0 gives an empty Tensor there.

    Examples:
        >>> print(ops.AdaptiveAvgPool2D(1)(Tensor([[[[1.0, 2.0], [3.0, 4.0]]]])))
        [[[[2.5]]]]
    """
    output_size: Any
    def __init__(self, output_size: Any) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class AdaptiveAvgPool3D(Primitive):
    """`AdaptiveAvgPool3D(output_size)(input)`:
    Mean over windows chosen to give `output_size` (int, or three; None keeps a dimension).

    `input` is a float Tensor (N, C, D, H, W) or (C, D, H, W); the result has its dtype.
    """
    output_size: Any
    def __init__(self, output_size: Any) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class AdaptiveMaxPool2D(Primitive):
    """`AdaptiveMaxPool2D(output_size)(input)`:
    (maximum, its flat position) over windows chosen to give `output_size`.

    `input`: a float Tensor (N, C, H, W) or (C, H, W), whose dtype the first has; the second is Int64.
    `output_size`: two ints, None for the input's.
    """
    output_size: Any
    def __init__(self, output_size: Any) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor]: ...
class AdaptiveMaxPool3D(Primitive):
    """`AdaptiveMaxPool3D()(x, output_size)`:
    (maximum, its flat position as Int32) over windows chosen to give `output_size`, a Tensor of three.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, output_size: Tensor, /) -> tuple[Tensor, Tensor]: ...
class Add(Primitive):
    """`Add()(input, other)`:
    The sum `input + other`, element by element; of two Bool operands, the logical or.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape and the promoted dtype. Differs from MindSpore: its CPU
    refuses two Bool operands.

    Examples:
        >>> print(ops.Add()(Tensor([1, 2]), Tensor([3, 4])))
        [4 6]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class AddLayerNormV2(Primitive):
    """`AddLayerNormV2()(x1, x2, gamma, beta, epsilon=1e-05, additionalOut=False)`:
    (layer norm of x1 + x2, mean, 1 / deviation, x1 + x2) over the dimensions of `gamma` and `beta`.

    Mean and deviation are float32, computed when they are read, and have no gradient; the sum has one with
    `additionalOut` alone. Raises ValueError for shapes that do not fit, TypeError for an `epsilon` that is no
    float.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor, gamma: Tensor, beta: Tensor, epsilon: float = 1e-05, additionalOut: bool = False) -> tuple[Tensor, Any, Any, Tensor]: ...
class AddN(Primitive):
    """`AddN()(x)`:
    The sum of a tuple or list of tensors of one dtype and shape, which the result has.

    `x`: that tuple or list; a Tensor is returned as it is. Raises TypeError for different dtypes, ValueError
    for none or different shapes.

    Examples:
        >>> print(ops.AddN()([Tensor([1.0]), Tensor([2.0])]))
        [3.]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Any, /) -> Tensor: ...
class AddRmsNorm(Primitive):
    """`AddRmsNorm()(x1, x2, gamma, epsilon=1e-06)`:
    (`rms_norm` of x1 + x2, 1 / rms, x1 + x2).

    `x1`, `x2`: Tensors of one shape (ValueError otherwise) and float dtype, which the first and third have;
    `gamma` and `epsilon`, and the other errors, are those of `rms_norm`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor, gamma: Tensor, epsilon: float = 1e-06) -> tuple[Tensor, Any, Tensor]: ...
class Addcdiv(Primitive):
    """`Addcdiv()(input, tensor1, tensor2, value=1)`:
    input + value * tensor1 / tensor2.

    All are Tensors of numbers whose shapes broadcast, or numbers; the result has the common shape
    and dtype.

    Examples:
        >>> print(ops.addcdiv(Tensor([1.0]), Tensor([6.0]), Tensor([3.0]), Tensor([0.5])))
        [2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, tensor1: Any, tensor2: Any, value: Any) -> Tensor: ...
class Addcmul(Primitive):
    """`Addcmul()(input, tensor1, tensor2, value=1)`:
    input + value * tensor1 * tensor2; `value` is cut to an integer where all others are integers.

    All are Tensors of numbers whose shapes broadcast, or numbers; the result has the common shape
    and dtype.

    Examples:
        >>> print(ops.addcmul(Tensor([1.0]), Tensor([2.0]), Tensor([3.0]), 0.5))
        [4.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, tensor1: Any, tensor2: Any, value: Any) -> Tensor: ...
class AdjustHue(Primitive):
    """`AdjustHue()(image, delta)`:
    Images (..., H, W, 3) with `delta`, a scalar, added to their hue, which goes round from 1 to 0.
    """
    def __init__(self) -> None: ...
    def __call__(self, image: Tensor, delta: Tensor, /) -> Tensor: ...
class AdjustSaturation(Primitive):
    """`AdjustSaturation()(image, scale)`:
    Images (..., H, W, 3) with their saturation times `scale`, a scalar, at most 1.
    """
    def __init__(self) -> None: ...
    def __call__(self, image: Tensor, scale: Tensor, /) -> Tensor: ...
class AffineGrid(Primitive):
    """`AffineGrid(align_corners=False)(theta, size)`:
    The sampling grid of an affine map `theta` (N, 2, 3) or (N, 3, 4), for `grid_sample`.

    `theta`: floats, whose dtype the result, (N, H, W, 2) or (N, D, H, W, 3), has; `size`: the image's, (N, C,
    H, W) or (N, C, D, H, W), ints or a Tensor of them; `align_corners`: -1 and 1 are the corners' centres, else
    the corners.
    """
    align_corners: bool
    def __init__(self, align_corners: bool = False) -> None: ...
    def __call__(self, theta: Tensor, size: Any, /) -> Tensor: ...
class AllGatherMatmul(Primitive):
    """`AllGatherMatmul()(input, x2, group, world_size, bias=None, gather_index=0, gather_output=True, comm_turn=0, trans_input=False, trans_x2=False)`:
    (every member's rows @ x2, every member's rows); the latter is empty without `gather_output`.

    input: (M, K); x2: (K, N), or turned with `trans_x2`: floats of one dtype, which the results have. group: a
    group's name; world_size: the number of its members. Raises RuntimeError for matrices and a `world_size`
    that do not fit, and for `bias`, `gather_index`, `comm_turn` and `trans_input`, which MindSpore reserves.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Any, x2: Any, group: str, world_size: int, bias: Any = None, gather_index: int = 0, gather_output: bool = True, comm_turn: int = 0, trans_input: bool = False, trans_x2: bool = False) -> Any: ...
class Angle(Primitive):
    """`Angle()(input)`:
    The angle of each complex number, in radians; of real ones 0 or pi.

    `input` is a Tensor of any shape and dtype; the result has its shape, and floats.

    Examples:
        >>> print(ops.angle(Tensor([1j, 1 + 0j])))
        [1.57079633 0.        ]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class ApplyAdaMax(Primitive):
    """`nn.AdaMax`'s rule; the power is beta1^t.

    Called with (var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
    """
    def __init__(self) -> None: ...
    def __call__(self, var: Tensor, m: Tensor, v: Tensor, beta1_power: float | Tensor, lr: float | Tensor, beta1: float | Tensor, beta2: float | Tensor, epsilon: float | Tensor, grad: Tensor, /) -> Any: ...
class ApplyAdadelta(Primitive):
    """One step of `nn.Adadelta`'s rule.

    Called with (var, accum, accum_update, lr, rho, epsilon, grad); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
    """
    def __init__(self) -> None: ...
    def __call__(self, var: Tensor, accum: Tensor, accum_update: Tensor, lr: float | Tensor, rho: float | Tensor, epsilon: float | Tensor, grad: Tensor, /) -> Any: ...
class ApplyAdagrad(Primitive):
    """accum += grad² (if `update_slots`); var -= lr * grad / sqrt(accum).

    Called with (var, accum, lr, grad); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
     `update_slots`: a bool, whether `accum` changes.
    """
    update_slots: bool
    def __init__(self, update_slots: bool = True) -> None: ...
    def __call__(self, var: Tensor, accum: Tensor, lr: float | Tensor, grad: Tensor, epsilon: float | None = None, /) -> Any: ...
class ApplyAdagradDA(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ApplyAdagradV2(Primitive):
    """accum += grad² (if `update_slots`); var -= lr * grad / (sqrt(accum) + epsilon).

    Called with (var, accum, lr, grad); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
     `epsilon`: a float that keeps divisors from 0. `update_slots`: a bool, whether `accum` changes.
    """
    epsilon: float | None
    update_slots: bool
    def __init__(self, epsilon: float | None, update_slots: bool = True) -> None: ...
    def __call__(self, var: Tensor, accum: Tensor, lr: float | Tensor, grad: Tensor, /) -> Any: ...
class ApplyAdamWithAmsgradV2(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ApplyAddSign(Primitive):
    """m averages grad; var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad.

    Called with (var, m, lr, alpha, sign_decay, beta, grad); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
    """
    def __init__(self) -> None: ...
    def __call__(self, var: Tensor, m: Tensor, lr: float | Tensor, alpha: float | Tensor, sign_decay: float | Tensor, beta: float | Tensor, grad: Tensor, /) -> Any: ...
class ApplyCenteredRMSProp(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ApplyFtrl(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ApplyGradientDescent(Primitive):
    """var -= alpha * delta.

    Called with (var, alpha, delta); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
    """
    def __init__(self) -> None: ...
    def __call__(self, var: Tensor, alpha: float | Tensor, delta: Tensor, /) -> Tensor: ...
class ApplyKerasMomentum(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ApplyMomentum(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ApplyPowerSign(Primitive):
    """m averages grad; var -= lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * grad.

    Called with (var, m, lr, logbase, sign_decay, beta, grad); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
    """
    def __init__(self) -> None: ...
    def __call__(self, var: Tensor, m: Tensor, lr: float | Tensor, logbase: float | Tensor, sign_decay: float | Tensor, beta: float | Tensor, grad: Tensor, /) -> Any: ...
class ApplyProximalAdagrad(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ApplyProximalGradientDescent(Primitive):
    """q = var - alpha * delta; var = sign(q) * max(|q| - alpha * l1, 0) / (1 + alpha * l2).

    Called with (var, alpha, l1, l2, delta); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
    """
    def __init__(self) -> None: ...
    def __call__(self, var: Tensor, alpha: float | Tensor, l1: float | Tensor, l2: float | Tensor, delta: Tensor, /) -> Tensor: ...
class ApplyRMSProp(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ApplyRotaryPosEmb(Primitive):
    """`ApplyRotaryPosEmb(cos_format=0)(query, key, cos, sin, position_ids)`:
    Query and key, (B, S, H), (T, H) or (B, S, N, D), turned by the angles of their positions.

    `cos` and `sin` have heads of D. With `cos_format` 0 and 1 they are (positions, D) and `position_ids` picks
    a row: for each batch where S is 1, for each of S, or for all B * S; with 2 and 3 they are (B * S, D) as
    they stand, and of four dimensions they are multiplied as they are. Formats 0 and 2 turn the two halves of a
    head, 1 and 3 neighbouring pairs. Raises ValueError for another format, positions that fit neither, and
    heads of another D. Differs from MindSpore: its kernels write into query and key as well. Query and key are
    float Tensors, whose dtypes the results have.
    """
    cos_format: int
    def __init__(self, cos_format: int = 0) -> None: ...
    def __call__(self, query: Tensor, key: Tensor, cos: Tensor, sin: Tensor, position_ids: Tensor) -> tuple[Tensor, Tensor]: ...
class ApproximateEqual(Primitive):
    """`ApproximateEqual(tolerance=1e-05)(x, y)`:
    x - y| < tolerance, of fewer than 8 dimensions: a Bool Tensor of their shape.

    `x`, `y`: Tensors of numbers of one shape; `tolerance`: a number. Raises RuntimeError for more dimensions
    and for two shapes.
    """
    tolerance: float
    def __init__(self, tolerance: float = 1e-05) -> None: ...
    def __call__(self, x: Tensor, y: Tensor, /) -> Tensor: ...
class ArgMaxWithValue(Primitive):
    """`ArgMaxWithValue(axis=0, keep_dims=False)(input)`:
    The positions of the largest values along `axis`, and these values.

    `input` is a Tensor of any shape and dtype, `axis` an int. The result is a pair: Int64
    positions, and values in the dtype of `input`. Both lack the dimension `axis`, or with
    `keep_dims` have it with length 1. Raises ValueError for an `axis` that `input` lacks. Differs
    from MindSpore: Bool is taken here and refused by its CPU.

    Examples:
        >>> print(ops.ArgMaxWithValue(axis=1)(Tensor([[1.0, 5.0], [4.0, 2.0]])))
        (Tensor(shape=[2], dtype=Int64, value= [1, 0]), Tensor(shape=[2], dtype=Float32, value= [ 5.00000000e+00,  4.00000000e+00]))
    """
    axis: int
    keep_dims: bool
    def __init__(self, axis: int = 0, keep_dims: bool = False) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
class ArgMinWithValue(Primitive):
    """`ArgMinWithValue(axis=0, keep_dims=False)(input)`:
    (Int64 positions, smallest values) along `axis`.

    `input` is a Tensor of numbers, any shape; the values have its dtype, both results its shape
    without `axis`, or with length 1 there for `keep_dims`.

    Examples:
        >>> print(ops.ArgMinWithValue(axis=1)(Tensor([[1.0, 5.0], [4.0, 2.0]])))
        (Tensor(shape=[2], dtype=Int64, value= [0, 1]), Tensor(shape=[2], dtype=Float32, value= [ 1.00000000e+00,  2.00000000e+00]))
    """
    axis: int
    keep_dims: bool
    def __init__(self, axis: int = 0, keep_dims: bool = False) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
class Argmax(Primitive):
    """`Argmax(axis=-1, output_type=mindspore.int32)(input_x)`:
    The position of the largest value along `axis`, the first of equal ones.

    `input_x` is a Tensor of any shape and number dtype, `axis` an int. The result is Int32, or Int64 if
    `output_type` says so, and lacks the dimension `axis`. Raises ValueError for an `axis` that `input_x`
    lacks and another `output_type`, RuntimeError for Bool. Differs from MindSpore: it raises
    TypeError for Bool.

    Examples:
        >>> print(ops.Argmax(axis=1)(Tensor([[1.0, 5.0], [4.0, 2.0]])))
        [1 0]
    """
    axis: int
    output_type: Any
    def __init__(self, axis: int = -1, output_type: Any = ...) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
class Argmin(Primitive):
    """`Argmin(axis=-1, output_type=mindspore.int32)(x)`:
    The position of the smallest value along `axis`, an int: Int32 unless `output_type` is Int64.

    `x`: a Tensor of numbers of any shape; the result lacks that dimension.

    Examples:
        >>> print(ops.Argmin(axis=1)(Tensor([[1.0, 5.0], [4.0, 2.0]])))
        [0 1]
    """
    axis: int
    output_type: Any
    def __init__(self, axis: int = -1, output_type: Any = ...) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Asin(Primitive):
    """`Asin()(input)`:
    The inverse sine of each element, in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.asin(Tensor([0.0, 1.0])))
        [0.        1.5707964]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Asinh(Primitive):
    """`Asinh()(input)`:
    The inverse hyperbolic sine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.asinh(Tensor([0.0, 1.0])))
        [0.        0.8813736]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Assign(Primitive):
    """`Assign()(variable, value)`:
    Copy `value` into `variable`.

    `variable` is a Parameter or Tensor, `value` a Tensor of its shape whose dtype promotes to that of
    `variable`, or a number of Python or NumPy, which takes its dtype, where it has no axes. The result
    holds the values, and later writes do not change it.
    Raises ValueError for another shape, TypeError for a dtype that `variable` cannot hold, such as
    Float64 for Float32, a float for integers, or what is neither Tensor nor number. As in MindSpore.

    Examples:
        >>> x = Parameter(Tensor([1.0]), name="x")
        >>> ops.Assign()(x, Tensor([5.0]))
        Tensor(shape=[1], dtype=Float32, value= [ 5.00000000e+00])
        >>> print(x.asnumpy())
        [5.]
    """
    def __init__(self) -> None: ...
    def __call__(self, variable: Any, value: Any) -> Tensor: ...
class AssignAdd(Primitive):
    """`AssignAdd()(variable, value)`:
    Add `value` to `variable` in place.

    `variable` is a Parameter or Tensor, `value` a Tensor or number of its shape (() and (1,) go together), whose dtype
    promotes to that of `variable`. The result is a Tensor that shares the variable's memory. Raises
    ValueError for another shape, TypeError for a dtype that `variable` cannot hold, or what is
    neither Tensor nor number. As in MindSpore.

    Examples:
        >>> x = Parameter(Tensor([1.0]), name="x")
        >>> ops.AssignAdd()(x, Tensor([5.0]))
        Tensor(shape=[1], dtype=Float32, value= [ 6.00000000e+00])
        >>> print(x.asnumpy())
        [6.]
    """
    def __init__(self) -> None: ...
    def __call__(self, variable: Any, value: Any) -> Tensor: ...
class AssignSub(Primitive):
    """`AssignSub()(variable, value)`:
    Subtract `value` from `variable` in place; returns a Tensor that shares its memory.

    `variable`: a Parameter of any shape and of numbers; `value`: a Tensor or number that broadcasts to it, in a
    dtype that its own can hold (TypeError otherwise).

    Examples:
        >>> x = Parameter(Tensor([1.0, 2.0]), name="x")
        >>> ops.assign_sub(x, Tensor([1.0, 1.0]))
        Tensor(shape=[2], dtype=Float32, value= [ 0.00000000e+00,  1.00000000e+00])
        >>> print(x.asnumpy())
        [0. 1.]
    """
    def __init__(self) -> None: ...
    def __call__(self, variable: Any, value: Any) -> Tensor: ...
class Atan(Primitive):
    """`Atan()(input)`:
    The inverse tangent of each element, in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.atan(Tensor([0.0, 1.0])))
        [0.        0.7853982]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Atan2(Primitive):
    """`Atan2()(input, other)`:
    The angle of the point (other, input), in radians.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.Atan2()(Tensor([1.0]), Tensor([1.0])))
        [0.7853982]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class Atanh(Primitive):
    """`Atanh()(input)`:
    The inverse hyperbolic tangent of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.atanh(Tensor([0.0, 0.5])))
        [0.         0.54930615]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class AvgPool3D(Primitive):
    """`AvgPool3D(kernel_size=1, strides=1, pad_mode='valid', pad=0, ceil_mode=False, count_include_pad=True, divisor_override=0, data_format='NCDHW')(x)`:
    Mean over windows of (N, C, D, H, W), with MindSpore's padding modes.

    `x` is a float Tensor; the result has its dtype and shape (N, C, D', H', W').

    Examples:
        >>> print(ops.AvgPool3D(kernel_size=2)(Tensor(np.arange(8.0).reshape(1, 1, 2, 2, 2), ms.float32)))
        [[[[[3.5]]]]]
    """
    kernel_size: Any
    strides: Any
    pad_mode: str
    pad: Any
    ceil_mode: bool
    count_include_pad: bool
    divisor_override: int
    data_format: str
    def __init__(self, kernel_size: Any = 1, strides: Any = 1, pad_mode: str = 'valid', pad: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int = 0, data_format: str = 'NCDHW') -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BCEWithLogitsLoss(Primitive):
    """`BCEWithLogitsLoss(reduction='mean')(input, target, weight=None, posWeight=None)`:
    Binary cross entropy of sigmoid(input); `posWeight` weighs the positive targets.

    As in MindSpore neither of the weights gets a gradient, and the result has the dtype of `target`.

    `input` and `target` are float Tensors of one shape; `weight` and `posWeight` broadcast to it;
    `reduction`: 'mean', 'sum' or 'none'. The result is a scalar, or of their shape for 'none'.

    Examples:
        >>> print(ops.BCEWithLogitsLoss()(Tensor([0.0]), Tensor([1.0]), Tensor([1.0]), Tensor([1.0])))
        0.6931472
    """
    reduction: str
    def __init__(self, reduction: str = 'mean') -> None: ...
    def __call__(self, input: Tensor, target: Tensor, weight: Tensor | None = None, posWeight: Tensor | None = None) -> Tensor: ...
class BartlettWindow(Primitive):
    """`BartlettWindow(periodic=True, dtype=mindspore.float32)(window_length)`:
    `bartlett_window` for a length that is a Tensor, as the Primitives take it.
    """
    periodic: bool
    dtype: Any
    def __init__(self, periodic: bool = True, dtype: Any = ...) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...
class BatchMatMul(Primitive):
    """`BatchMatMul(transpose_a=False, transpose_b=False)(x, y)`:
    The matrix products of two stacks of matrices, where each may be transposed first.

    `x` has shape (*, n, k) or, with `transpose_a`, (*, k, n); `y` has (*, k, m) or, with
    `transpose_b`, (*, m, k). Both have one number dtype. The result has shape (*, n, m) and that
    dtype. Raises ValueError for ranks below 2 or shapes that do not fit, TypeError for two dtypes.
    Differs from MindSpore: dimensions in front broadcast here; its CPU wants them equal.

    Examples:
        >>> print(ops.BatchMatMul()(Tensor([[[1.0, 2.0]]]), Tensor([[[3.0], [4.0]]])))
        [[[11.]]]
    """
    transpose_a: bool
    transpose_b: bool
    def __init__(self, transpose_a: bool = False, transpose_b: bool = False) -> None: ...
    def __call__(self, x: Tensor, y: Tensor) -> Tensor: ...
class BatchNorm(Primitive):
    """`BatchNorm(is_training=False, epsilon=1e-05, momentum=0.1, data_format='NCHW')(x, scale, bias, mean, variance)`:
    (output, mean, variance, mean, variance): those of the batch in training.

    `x`: a float Tensor (N, C, …), whose shape and dtype the output has; `scale`, `bias`, `mean`, `variance`:
    (C,). `is_training`: by the batch's statistics, which `mean` and `variance` follow with the weight
    `momentum`; `epsilon` is added to the variance; `data_format`: 'NCHW', or 'NHWC' with the channels last
    (ValueError for another).
    """
    is_training: bool
    epsilon: float
    momentum: float
    data_format: str
    def __init__(self, is_training: bool = False, epsilon: float = 1e-05, momentum: float = 0.1, data_format: str = 'NCHW') -> None: ...
    def __call__(self, x: Tensor, scale: Tensor, bias: Tensor, mean: Tensor, variance: Tensor, /) -> tuple[Tensor, ...]: ...
class BatchToSpace(Primitive):
    """`BatchToSpace(block_size, crops)(x)`:
    `batch_to_space_nd` of the last two dimensions of `x` (N, C, H, W), of any dtype, which the result has.

    `block_size`: an int; `crops`: ((top, bottom), (left, right)).
    """
    block_size: int
    crops: Any
    def __init__(self, block_size: int, crops: Any) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BatchToSpaceND(Primitive):
    """`BatchToSpaceND(block_shape, crops)(input_x)`:
    The reverse of `space_to_batch_nd`; `crops` (before, after) of each dimension are cut off afterwards.

    `input_x`: a Tensor (N, C, …) of any dtype, which the result has; `block_shape`: an int or one per spatial
    dimension. ValueError where the batch is no multiple of the blocks' size or the crops leave nothing.
    """
    block_shape: Any
    crops: Any
    def __init__(self, block_shape: Any, crops: Any) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class BatchToSpaceNDV2(Primitive):
    """`BatchToSpaceNDV2()(input_x, block_shape, crops)`:
    The reverse of `space_to_batch_nd`; `crops` (before, after) of each dimension are cut off afterwards.

    `input_x`: a Tensor (N, C, …) of any dtype, which the result has; `block_shape`: an int or one per spatial
    dimension. ValueError where the batch is no multiple of the blocks' size or the crops leave nothing.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, block_shape: Any, crops: Any, /) -> Tensor: ...
class Bernoulli(Primitive):
    """`Bernoulli(seed=-1, offset=0)(x, p)`:
    1 with probability `p`, else 0, in the shape of `x`: `bernoulli` as the Primitive calls it.

    `x` gives the shape and dtype, `p`: a number, or a Tensor of them. A `seed` of -1 draws from the global
    generator; another, with the `offset` added, draws the same in each call.
    """
    seed: int
    offset: int
    def __init__(self, seed: int = -1, offset: int = 0) -> None: ...
    def __call__(self, x: Any, p: Any, /) -> Any: ...
class BesselI0(Primitive):
    """`BesselI0()(x)`:
    The modified Bessel function I0.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselI0e(Primitive):
    """`BesselI0e()(x)`:
    The modified Bessel function I0, times exp(-|x|).

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselI1(Primitive):
    """`BesselI1()(x)`:
    The modified Bessel function I1.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselI1e(Primitive):
    """`BesselI1e()(x)`:
    The modified Bessel function I1, times exp(-|x|).

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselJ0(Primitive):
    """`BesselJ0()(x)`:
    The Bessel function J0.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselJ1(Primitive):
    """`BesselJ1()(x)`:
    The Bessel function J1.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselK0(Primitive):
    """`BesselK0()(x)`:
    The modified Bessel function K0.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselK0e(Primitive):
    """`BesselK0e()(x)`:
    The modified Bessel function K0, times exp(x).

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselK1(Primitive):
    """`BesselK1()(x)`:
    The modified Bessel function K1.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselK1e(Primitive):
    """`BesselK1e()(x)`:
    The modified Bessel function K1, times exp(x).

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselY0(Primitive):
    """`BesselY0()(x)`:
    The Bessel function Y0.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class BesselY1(Primitive):
    """`BesselY1()(x)`:
    The Bessel function Y1.

    `x` is a Tensor of floats, of any shape, which the result keeps. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class Betainc(Primitive):
    """`Betainc()(a, b, x)`:
    The share of the beta distribution of `a` and `b` below `x` in [0, 1]; all of one shape and float dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, a: Tensor, b: Tensor, x: Tensor) -> Tensor: ...
class BinaryCrossEntropy(Primitive):
    """`BinaryCrossEntropy(reduction='mean')(input, target, weight=None)`:
    -(y log p + (1 - y) log(1 - p)) for probabilities p; logarithms are taken of p + 1e-12.

    As in MindSpore `weight` gets no gradient.

    `input` (the probabilities) and `target` are float Tensors of one shape, `weight` one that
    broadcasts to it; `reduction`: 'mean', 'sum' or 'none'. The result has their dtype; it is a
    scalar, or of their shape for 'none'.

    Examples:
        >>> print(ops.BinaryCrossEntropy("none")(Tensor([0.5]), Tensor([1.0]), Tensor([1.0])).asnumpy().round(3))
        [0.693]
    """
    reduction: str
    def __init__(self, reduction: str = 'mean') -> None: ...
    def __call__(self, input: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor: ...
class Bincount(Primitive):
    """`Bincount()(array, size, weights)`:
    How often each of 0 … `size` - 1 occurs, or the sum of its weights, in their dtype; other numbers do not count.

    `array` is Int32; `size` is a Tensor without axes; `weights` has the shape of `array`, or no elements. Raises
    TypeError for a `size` that is no Tensor, ValueError for one with axes.
    """
    def __init__(self) -> None: ...
    def __call__(self, array: Tensor, size: Tensor, weights: Tensor, /) -> Tensor: ...
class BitwiseAnd(Primitive):
    """`BitwiseAnd()(input, other)`:
    input & other, integers or bool.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.bitwise_and(Tensor([6, 5]), Tensor([3, 3])))
        [2 1]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class BitwiseOr(Primitive):
    """`BitwiseOr()(input, other)`:
    input | other, integers or bool.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.bitwise_or(Tensor([6, 5]), Tensor([3, 3])))
        [7 7]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class BitwiseXor(Primitive):
    """`BitwiseXor()(input, other)`:
    input ^ other, integers or bool.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.bitwise_xor(Tensor([6, 5]), Tensor([3, 3])))
        [5 6]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class BlackmanWindow(Primitive):
    """`BlackmanWindow(periodic=True, dtype=mindspore.float32)(window_length)`:
    `blackman_window` for a length that is a Tensor, as the Primitives take it.
    """
    periodic: bool
    dtype: Any
    def __init__(self, periodic: bool = True, dtype: Any = ...) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...
class BoundingBoxDecode(Primitive):
    """`BoundingBoxDecode(max_shape, means=(0.0, 0.0, 0.0, 0.0), stds=(1.0, 1.0, 1.0, 1.0), wh_ratio_clip=0.016)(anchor_box, deltas)`:
    The boxes that lie at given offsets from anchors, cut to an image.

    `anchor_box` holds (x1, y1, x2, y2) and `deltas` (dx, dy, dw, dh), both floats of shape (N, 4).
    `deltas` are multiplied by `stds` and `means` are added, four floats each; `max_shape` is the
    image's (height, width), and `wh_ratio_clip` limits how much a side may shrink or grow. The
    result has shape (N, 4) and their dtype. Raises ValueError for shapes that do not fit. Differs
    from MindSpore: its constructor raises TypeError for settings that are no tuples, and its CPU
    refuses integers.

    Examples:
        >>> print(ops.BoundingBoxDecode(max_shape=(8, 8))(Tensor([[0.0, 0.0, 3.0, 3.0]]), Tensor([[0.0, 0.0, 0.0, 0.0]])))
        [[0. 0. 3. 3.]]
    """
    max_shape: Any
    means: Any
    stds: Any
    wh_ratio_clip: float
    def __init__(self, max_shape: Any, means: Any = ..., stds: Any = ..., wh_ratio_clip: float = 0.016) -> None: ...
    def __call__(self, anchor_box: Tensor, deltas: Tensor, /) -> Tensor: ...
class BoundingBoxEncode(Primitive):
    """`BoundingBoxEncode(means=(0.0, 0.0, 0.0, 0.0), stds=(1.0, 1.0, 1.0, 1.0))(anchor_box, groundtruth_box)`:
    The offsets (dx, dy, dw, dh) from anchors to boxes, less `means`, over `stds`.

    `anchor_box` and `groundtruth_box` hold (x1, y1, x2, y2), floats of shape (N, 4); `means` and
    `stds` are four floats each. The result has shape (N, 4) and their dtype. Raises ValueError for
    shapes that do not fit. Differs from MindSpore: it also raises ValueError where the last
    dimension is not 4, and TypeError for settings that are no tuples.

    Examples:
        >>> print(ops.BoundingBoxEncode((0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0))(Tensor([[0.0, 0.0, 1.0, 1.0]]), Tensor([[0.0, 0.0, 1.0, 1.0]])))
        [[0. 0. 0. 0.]]
    """
    means: Any
    stds: Any
    def __init__(self, means: Any = ..., stds: Any = ...) -> None: ...
    def __call__(self, anchor_box: Tensor, groundtruth_box: Tensor, /) -> Tensor: ...
class BroadcastTo(Primitive):
    """`BroadcastTo(shape)(input)`:
    The tensor `input` spread to the shape `shape`, without copying elements.

    `input` is a Tensor of any shape and dtype; `shape` is a tuple of int, at least as many as
    dimensions, where -1 keeps one. Dimensions of length 1 grow, new ones come first. The result has
    this shape and the dtype of `input`. Raises ValueError for lengths that do not fit, RuntimeError
    for too few or a -1 in front, TypeError for what is no int. Differs from MindSpore: it raises
    ValueError for these too.

    Examples:
        >>> print(ops.BroadcastTo((2, 2))(Tensor([1, 2])))
        [[1 2]
         [1 2]]
    """
    shape: Any
    def __init__(self, shape: Any) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Bucketize(Primitive):
    """`Bucketize(boundaries)(input)`:
    The number of the bucket of each element; a boundary itself is in the bucket behind it.

    `input`: a Tensor of numbers of any shape, which the result, Int32, has; `boundaries`: numbers in rising
    order.
    """
    boundaries: Any
    def __init__(self, boundaries: Any) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class CTCGreedyDecoder(Primitive):
    """`CTCGreedyDecoder(merge_repeated=True)(inputs, sequence_length)`:
    The best class of each step of scores, blanks left out.

    `inputs` (T, N, C) are scores, the last class blank; `sequence_length` (N,) Int32, at most T.
    `merge_repeated` takes a class that comes again at once as one. The result is (indices (n, 2), values (n,),
    shape (2,)) of a sparse matrix, Int64, and minus the sums of the best scores (N, 1). Raises ValueError for
    other ranks and RuntimeError for lengths above T. As in MindSpore. `inputs` are floats, whose dtype the sums
    have.
    """
    merge_repeated: bool
    def __init__(self, merge_repeated: bool = True) -> None: ...
    def __call__(self, inputs: Tensor, sequence_length: Tensor, /) -> Any: ...
class CTCLoss(Primitive):
    """`CTCLoss(preprocess_collapse_repeated=False, ctc_merge_repeated=True, ignore_longer_outputs_than_inputs=False)(x, labels_indices, labels_values, sequence_length)`:
    (loss (N,), its gradient by x) for scores x (T, N, C), blank C - 1, and labels given sparsely.

    `labels_indices` holds (sample, position) pairs in order, `labels_values` the classes there; a sample's labels
    end at its first blank. `preprocess_collapse_repeated`: a label that repeats the one before it is left out.
    `ctc_merge_repeated` False: a label's repetition in the output is another label. Raises RuntimeError for a label
    that follows a blank, outside a graph.

    `x` is a float Tensor, whose dtype the loss and its gradient have; indices are Int64, the others
    Int32.

    Examples:
        >>> scores = ops.log_softmax(ops.ones((2, 1, 3), ms.float32), axis=2)
        >>> loss, gradient = ops.CTCLoss()(scores, Tensor([[0, 0]], ms.int64), Tensor([0], ms.int32), Tensor([2], ms.int32))
        >>> print(loss.shape, gradient.shape)
        (1,) (2, 1, 3)
    """
    preprocess_collapse_repeated: bool
    ctc_merge_repeated: bool
    ignore_longer_outputs_than_inputs: bool
    def __init__(self, preprocess_collapse_repeated: bool = False, ctc_merge_repeated: bool = True, ignore_longer_outputs_than_inputs: bool = False) -> None: ...
    def __call__(self, x: Tensor, labels_indices: Tensor, labels_values: Tensor, sequence_length: Tensor, /) -> tuple[Tensor, Tensor]: ...
class CTCLossV2(Primitive):
    """`CTCLossV2(blank=0, reduction='none', zero_infinity=False)(log_probs, targets, input_lengths, target_lengths)`:
    `ctc_loss` of each sequence: losses (N,) and log_alpha; ValueError for a `reduction`, as in MindSpore.

    `log_probs` (T, N, C), floats, `targets`, `input_lengths`, `target_lengths`, `blank` and `zero_infinity`,
    and dtypes, are those of `ctc_loss`.
    """
    blank: int
    reduction: str
    zero_infinity: bool
    def __init__(self, blank: int = 0, reduction: str = 'none', zero_infinity: bool = False) -> None: ...
    def __call__(self, log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor, /) -> tuple[Tensor, Tensor]: ...
class Cast(Primitive):
    """`Cast()(input_x, dtype)`:
    The values of `input_x` in another dtype.

    `input_x` is a Tensor of any shape and dtype, or a number; `dtype` is a MindSpore dtype. The
    result has the shape of `input_x`, () for a number; floats become integers by rounding towards
    zero, and Bool says what is not zero. Raises TypeError for any other `input_x` or `dtype`: neither
    strings nor Python's types are taken. As in MindSpore.

    Examples:
        >>> print(ops.Cast()(Tensor([1.7, 2.0]), ms.int32))
        [1 2]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Any, dtype: Any) -> Tensor: ...
class Cauchy(Primitive):
    """`Cauchy(size, median=0.0, sigma=1.0)()`:
    Numbers of the Cauchy distribution of this `median` and scale `sigma`: Float32 of shape `size`.

    `size`: a list of ints; the others are floats.
    """
    size: Any
    median: float
    sigma: float
    def __init__(self, size: Any, median: float = 0.0, sigma: float = 1.0) -> None: ...
    def __call__(self) -> Tensor: ...
class Cdist(Primitive):
    """`Cdist(p=2.0)(x1, x2)`:
    The p-norm distances of all pairs of rows.

    `x1` is a float Tensor (…, N, D), `x2` (…, M, D); the result is (…, N, M). `p` is a number >= 0.

    Examples:
        >>> print(ops.cdist(Tensor([[0.0, 0.0]]), Tensor([[3.0, 4.0]])))
        [[5.]]
    """
    p: float
    def __init__(self, p: float = 2.0) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor) -> Tensor: ...
class CeLU(Primitive):
    """`CeLU(alpha=1.0)(x)`:
    max(0, x) + min(0, alpha * (exp(x / alpha) - 1)).

    `x` is a Tensor of any shape; the result has its shape and dtype.

    Examples:
        >>> print(ops.celu(Tensor([-1.0, 2.0]), 1.0))
        [-0.63212055  2.        ]
    """
    alpha: float
    def __init__(self, alpha: float = 1.0) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Ceil(Primitive):
    """`Ceil()(input)`:
    Each element rounded up to an integer.

    `input` is a Tensor of any shape and of integers or floats; the result has both.
    Raises TypeError for Bool and for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers, which stay as they are.

    Examples:
        >>> print(ops.ceil(Tensor([0.2, 1.0, -1.5])))
        [ 1.  1. -1.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class ChannelShuffle(Primitive):
    """`ChannelShuffle(group)(x)`:
    Interleave the channels of `group` groups, an int above 0.

    `x`: a Tensor (N, C, …) of any dtype, C a multiple of `group`, whose shape and dtype the result has.
    """
    group: int
    def __init__(self, group: int) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class CheckNumerics(Primitive):
    """`CheckNumerics()(x)`:
    `x` itself; RuntimeError if it holds NaN or infinity.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class CheckValid(Primitive):
    """`CheckValid()(bboxes, img_metas)`:
    Which boxes lie within an image.

    `bboxes` holds (x1, y1, x2, y2), a number Tensor of shape (N, 4); `img_metas` holds (height,
    width, ratio), shape (3,), and the image's sides are height * ratio and width * ratio. The
    result is Bool of shape (N,). Raises ValueError for other shapes. As in MindSpore.

    Examples:
        >>> print(ops.CheckValid()(Tensor([[0.0, 0.0, 2.0, 2.0]]), Tensor([8.0, 8.0, 1.0])))
        [ True]
    """
    def __init__(self) -> None: ...
    def __call__(self, bboxes: Tensor, img_metas: Tensor, /) -> Tensor: ...
class Cholesky(Primitive):
    """`Cholesky(upper=False)(input_x)`:
    The Cholesky factor, lower unless `upper`.

    `input_x` is a float Tensor (…, N, N); the result has its shape and dtype.

    Examples:
        >>> print(ops.cholesky(Tensor([[4.0, 2.0], [2.0, 5.0]])))
        [[2. 0.]
         [1. 2.]]
    """
    upper: bool
    def __init__(self, upper: bool = False) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
class CholeskyInverse(Primitive):
    """`CholeskyInverse(upper=False)(input_x)`:
    The inverse of a matrix given by its Cholesky factor.

    `input_x` is a float Tensor (…, N, N), the upper triangular factor for `upper`, else the lower; the result
    has its shape and dtype.
    """
    upper: bool
    def __init__(self, upper: bool = False) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
class CholeskySolve(Primitive):
    """`CholeskySolve(upper=False)(input, input2)`:
    x with A @ x = input, A given by its Cholesky factor `input2`.

    `input` is a float Tensor (…, N, K), `input2` (…, N, N), the upper triangular factor for `upper`, else the
    lower; the result has the shape and dtype of `input`.
    """
    upper: bool
    def __init__(self, upper: bool = False) -> None: ...
    def __call__(self, input: Tensor, input2: Tensor, /) -> Tensor: ...
class Coalesce(Primitive):
    """`Coalesce()(x_indices, x_values, x_shape)`:
    (indices, values, shape) of a sparse tensor with the values of one place summed, positions in order.

    `x_indices`: a Tensor (rank, n) of Int64, a column for each value; `x_values`: a Tensor (n,) of numbers;
    `x_shape`: a vector (rank,) of Int64. The results have their dtypes.
    """
    def __init__(self) -> None: ...
    def __call__(self, x_indices: Tensor, x_values: Tensor, x_shape: Tensor, /) -> tuple[Tensor, Tensor, Tensor]: ...
class Col2Im(Primitive):
    """`Col2Im(kernel_size, dilation=1, padding=0, stride=1)(input_x, output_size)`:
    Add (N, C, kh * kw, windows) up into (N, C, H, W).

    `input_x`: a float Tensor of such columns, whose dtype the result has; `output_size`: (H, W), ints or a
    Tensor of them; `kernel_size`: (kh, kw) or one int for both, and so are `dilation`, `padding` and
    `stride`.
    """
    kernel_size: Any
    dilation: Any
    padding: Any
    stride: Any
    def __init__(self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> None: ...
    def __call__(self, input_x: Tensor, output_size: Any, /) -> Tensor: ...
class CombinedNonMaxSuppression(Primitive):
    """`CombinedNonMaxSuppression(pad_per_class=False, clip_boxes=True)(boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold)`:
    (boxes (B, M, 4), scores (B, M), classes (B, M), counts (B,)) of what stays, class by class.

    `boxes` (B, N, Q, 4), Q being 1 or the number of classes, `scores` (B, N, classes). M is `max_total_size`, or
    with `pad_per_class` at most the classes times `max_output_size_per_class`; the rest is zero. `clip_boxes`
    keeps the corners in [0, 1].
    """
    pad_per_class: bool
    clip_boxes: bool
    def __init__(self, pad_per_class: bool = False, clip_boxes: bool = True) -> None: ...
    def __call__(self, boxes: Tensor, scores: Tensor, max_output_size_per_class: Any, max_total_size: Any, iou_threshold: Any, score_threshold: Any, /) -> Any: ...
class CompareAndBitpack(Primitive):
    """`CompareAndBitpack()(x, threshold)`:
    Eight answers to x > threshold along the last dimension in one UInt8, the first as its highest bit.

    Differs from MindSpore for bool, whose CPU kernel gives the opposite.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, threshold: Tensor, /) -> Tensor: ...
class Complex(Primitive):
    """`Complex()(real, imag)`:
    A complex number from its two parts.
    """
    def __init__(self) -> None: ...
    def __call__(self, real: Tensor, imag: Tensor) -> Tensor: ...
class ComplexAbs(Primitive):
    """`ComplexAbs()(x)`:
    The lengths of complex numbers, as floats. Raises TypeError for other dtypes.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class ComputeAccidentalHits(Primitive):
    """`ComputeAccidentalHits(num_true=1)(true_classes, sampled_candidates)`:
    (rows, positions among the samples, weights) of samples that are true classes of a row: vectors.

    `true_classes`: (N, num_true), `sampled_candidates`: (num_sampled,), Int64 both (TypeError otherwise). Rows
    are Int32, positions Int64; the weights are the least Float32, to be added to the samples' scores.
    """
    num_true: int
    def __init__(self, num_true: int = 1) -> None: ...
    def __call__(self, true_classes: Tensor, sampled_candidates: Tensor, /) -> Any: ...
class Concat(Primitive):
    """`Concat(axis=0)(tensors)`:
    Tensors joined along the existing dimension `axis`.

    `tensors` is a tuple or list of Tensors of one rank, whose shapes are equal but along `axis`, an
    int; their dtypes promote. The result has their shape with the lengths along `axis` added up.
    Raises TypeError for a single Tensor, ValueError for none, for different ranks or shapes and for
    an `axis` out of range. As in MindSpore.

    Examples:
        >>> print(ops.Concat(axis=1)((Tensor([[1, 2]]), Tensor([[3]]))))
        [[1 2 3]]
    """
    axis: int
    def __init__(self, axis: int = 0) -> None: ...
    def __call__(self, tensors: Sequence[Tensor]) -> Tensor: ...
class ConfusionMatrix(Primitive):
    """`ConfusionMatrix(num_classes, dtype='int32')(labels, predictions, weights=None)`:
    (num_classes, num_classes): how often, or with what weight, label (row) and prediction (column) meet.

    `labels`, `predictions`: vectors of integers below `num_classes`; `weights`: a Tensor of their shape;
    `dtype`: the name of the result's dtype, such as 'int32'.
    """
    num_classes: int
    dtype: str
    def __init__(self, num_classes: int, dtype: str = 'int32') -> None: ...
    def __call__(self, labels: Tensor, predictions: Tensor, weights: Tensor | None = None, /) -> Tensor: ...
class Conj(Primitive):
    """`Conj()(input)`:
    The complex conjugate of each element, a copy.

    `input` is a Tensor of any shape and dtype, both of which the result has.

    Examples:
        >>> print(ops.conj(Tensor([1 + 2j])))
        [1.-2.j]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class ConjugateTranspose(Primitive):
    """`ConjugateTranspose()(x, perm)`:
    The conjugate with its dimensions in the order `perm`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, perm: Any, /) -> Tensor: ...
class CopyWithSlice(Primitive):
    """`CopyWithSlice()(x, y)`:
    Write `y` into the Tensor `x`, in place; returns `x`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, y: Tensor, /) -> Tensor: ...
class Cos(Primitive):
    """`Cos()(input)`:
    The cosine of each element, an angle in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.Cos()(Tensor([0.0])))
        [1.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Cosh(Primitive):
    """`Cosh()(input)`:
    The hyperbolic cosine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.cosh(Tensor([0.0, 3.0])))
        [ 1.       10.067662]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class CountNonZero(Primitive):
    """`CountNonZero(dims=None)(x, keep_dims=False, dtype=mindspore.int32)`:
    How many elements are not zero, in `dtype`. Raises TypeError where that is None.

    `x` is a Tensor of any dtype, `dims` an int or a tuple of ints, () for all; the result has its
    shape without those, or with length 1 there for `keep_dims`.

    Examples:
        >>> print(ops.count_nonzero(Tensor([[0, 1], [2, 3]]), 1))
        [1 2]
    """
    dims: Any
    def __init__(self, dims: Any = None) -> None: ...
    def __call__(self, x: Tensor, keep_dims: bool = False, dtype: Any = ..., /) -> Tensor: ...
class CropAndResize(Primitive):
    """`CropAndResize(method='bilinear', extrapolation_value=0.0)(image, boxes, box_indices, crop_size)`:
    Cut boxes (y1, x1, y2, x2 in [0, 1]) out of (N, H, W, C) images and resize them.

    `image` is a Tensor of numbers of any dtype, `boxes` Float32 (B, 4), `box_indices` Int32 (B,), the image of
    each box; `crop_size`: (height, width). `method`: 'bilinear' or 'nearest', how pixels are interpolated;
    `extrapolation_value` stands outside the image. The result is Float32 (B, height, width, C). Raises
    ValueError for images of another rank, a `method` that is none or sizes below 1, NotImplementedError for
    'bilinear_v2'.

    Examples:
        >>> print(ops.CropAndResize()(ops.ones((1, 4, 4, 1), ms.float32), Tensor([[0.0, 0.0, 1.0, 1.0]]), Tensor([0], ms.int32), (2, 2)).shape)
        (1, 2, 2, 1)
    """
    method: str
    extrapolation_value: float
    def __init__(self, method: str = 'bilinear', extrapolation_value: float = 0.0) -> None: ...
    def __call__(self, image: Tensor, boxes: Tensor, box_indices: Tensor, crop_size: Any, /) -> Tensor: ...
class Cross(Primitive):
    """`Cross(dim=-65530)(input, other)`:
    The vector product along `dim`; its default means the first dimension of three.

    `input`, `other`: Tensors of numbers of one dtype, which the result has, whose shapes broadcast.
    """
    dim: int
    def __init__(self, dim: int = -65530) -> None: ...
    def __call__(self, input: Tensor, other: Tensor) -> Tensor: ...
class CumProd(Primitive):
    """`CumProd(exclusive=False, reverse=False)(x, axis)`:
    Running products, without the element itself if `exclusive`, from the end if `reverse`.

    `x` is a Tensor of numbers; the result has its shape and dtype. `axis` is an int.
    """
    exclusive: bool
    reverse: bool
    def __init__(self, exclusive: bool = False, reverse: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: Any) -> Tensor: ...
class CumSum(Primitive):
    """`CumSum(exclusive=False, reverse=False)(input, axis)`:
    Running sums, without the element itself if `exclusive`, from the end if `reverse`.

    `input` is a Tensor of numbers; the result has its shape and dtype. `axis` is an int.

    Examples:
        >>> print(ops.CumSum()(Tensor([1.0, 2.0, 3.0]), 0))
        [1. 3. 6.]
    """
    exclusive: bool
    reverse: bool
    def __init__(self, exclusive: bool = False, reverse: bool = False) -> None: ...
    def __call__(self, input: Tensor, axis: Any) -> Tensor: ...
class Cummax(Primitive):
    """`Cummax(axis)(input)`:
    (running maxima, their Int64 positions).

    `input` is a Tensor of numbers; both results have its shape, the values its dtype. `axis` is an
    int.

    Examples:
        >>> print(ops.cummax(Tensor([1.0, 3.0, 2.0]), 0))
        (Tensor(shape=[3], dtype=Float32, value= [ 1.00000000e+00,  3.00000000e+00,  3.00000000e+00]), Tensor(shape=[3], dtype=Int64, value= [0, 1, 1]))
    """
    axis: int
    def __init__(self, axis: int) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
class Cummin(Primitive):
    """`Cummin(axis)(input)`:
    (running minima, their Int32 positions).

    `input` is a Tensor of numbers; both results have its shape, the values its dtype. `axis` is an
    int.

    Examples:
        >>> print(ops.cummin(Tensor([3.0, 1.0, 2.0]), 0))
        (Tensor(shape=[3], dtype=Float32, value= [ 3.00000000e+00,  1.00000000e+00,  1.00000000e+00]), Tensor(shape=[3], dtype=Int32, value= [0, 1, 1]))
    """
    axis: int
    def __init__(self, axis: int) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
class CumulativeLogsumexp(Primitive):
    """`CumulativeLogsumexp(exclusive=False, reverse=False)(x, axis)`:
    The running log-sum-exp along `axis`: `exclusive` leaves out the element itself, `reverse` starts at the
    end.

    `x`: a float Tensor of any shape, whose shape and dtype the result has; `axis`: an int or a Tensor of one.
    """
    exclusive: bool
    reverse: bool
    def __init__(self, exclusive: bool = False, reverse: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: Any, /) -> Tensor: ...
class DType(Primitive):
    """`DType()(x)`:
    The element type of a Tensor.

    `x` is a Tensor of any shape, or a sparse one. The result is a MindSpore dtype such as `mindspore.float32`.
    Raises TypeError for anything but a Tensor. As in MindSpore.

    Examples:
        >>> print(ops.DType()(Tensor([1.0])))
        Float32
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Type: ...
class DataFormatDimMap(Primitive):
    """`DataFormatDimMap(src_format='NHWC', dst_format='NCHW')(input_x)`:
    For each dimension number, from -4 to 3, the place in `src_format` of the letter it has in `dst_format`.
    """
    src_format: str
    dst_format: str
    def __init__(self, src_format: str = 'NHWC', dst_format: str = 'NCHW') -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class DataFormatVecPermute(Primitive):
    """`DataFormatVecPermute(src_format='NHWC', dst_format='NCHW')(input_x)`:
    Four sizes (4,), or pairs (4, 2), one a letter of `src_format`, in the order of `dst_format`.

    `input_x`: a Tensor of such a shape (ValueError otherwise), whose shape and dtype the result has; both
    formats are 'NHWC' or 'NCHW'.
    """
    src_format: str
    dst_format: str
    def __init__(self, src_format: str = 'NHWC', dst_format: str = 'NCHW') -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class DeformableOffsets(Primitive):
    """`DeformableOffsets(strides, pads, ksize, dilations=(1, 1, 1, 1), data_format='NCHW', deformable_groups=1, modulated=True)(x, offsets)`:
    The input sampled at each tap of a deformable kernel, side by side: (N, C, kh * H_out, kw * W_out).

    A convolution of kernel and stride (kh, kw) over it is the deformable convolution. `x` (N, C, H, W) and
    `offsets`, laid out as for `deformable_conv2d`, are floats of one dtype, which the result has; `strides` and
    `dilations` are (1, 1, height, width), `pads` (top, bottom, left, right), `ksize` (kh, kw). Raises
    ValueError for a `data_format` other than 'NCHW'.
    """
    strides: tuple[int, ...]
    pads: tuple[int, ...]
    ksize: tuple[int, int]
    dilations: tuple[int, ...]
    data_format: str
    deformable_groups: int
    modulated: bool
    def __init__(self, strides: tuple[int, ...], pads: tuple[int, ...], ksize: tuple[int, int], dilations: tuple[int, ...] = (1, 1, 1, 1), data_format: str = 'NCHW', deformable_groups: int = 1, modulated: bool = True) -> None: ...
    def __call__(self, x: Tensor, offsets: Tensor, /) -> Tensor: ...
class Dense(Primitive):
    """`Dense()(input, weight, bias=None)`:
    `input @ weight.T + bias` for an (out, in) weight.

    `input` is a Tensor (…, in), `bias` (out,) or None, all of one dtype; the result is (…, out) of
    it.

    Examples:
        >>> print(ops.dense(Tensor([[1.0, 2.0]]), Tensor([[1.0, 1.0], [0.0, 3.0]]), Tensor([0.5, 0.5])))
        [[3.5 6.5]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor: ...
class Depend(Primitive):
    """`Depend()(value, expr)`:
    The `value`, once `expr` was computed: statements run in order here, so nothing is to be
    done.

    `value` may be a Tensor of any shape and dtype or anything else; the result is `value` itself.
    `expr` is what had to come first. No error is raised. As in MindSpore, where graph mode needs it
    to keep an order.

    Examples:
        >>> print(ops.depend(Tensor([1.0]), Tensor([2.0])))
        [1.]
    """
    def __init__(self) -> None: ...
    def __call__(self, value: Any, expr: Any) -> Any: ...
class DepthToSpace(Primitive):
    """`DepthToSpace(block_size)(x)`:
    Channels moved into blocks of pixels: (N, C b², H, W) to (N, C, H b, W b).

    `x` is a Tensor of any dtype, which the result has; `block_size` (b): an int of at least 2.

    Examples:
        >>> print(ops.DepthToSpace(2)(Tensor([[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]])))
        [[[[1. 2.]
           [3. 4.]]]]
    """
    block_size: int
    def __init__(self, block_size: int) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class DequantSwigluQuant(Primitive):
    """`DequantSwigluQuant()(x, weight_scale, activation_scale, bias=None, quant_scale=None, quant_offset=None, group_index=None, activate_left=False, quant_mode='static')`:
    (int8, scale of each row) of swiglu((x + bias) * weight_scale * activation_scale), each row by its largest.

    x: (M, 2H) of int32; weight_scale: (1, 2H); activation_scale: (M, 1); bias: (2H,); quant_scale: (1, H), by
    which the result is multiplied before it is rounded. `activate_left` says which half goes through silu. The
    results are (M, H) of int8 and (M,) of float32. Raises ValueError for another `quant_mode`,
    NotImplementedError for 'static', `quant_offset` and `group_index`, which MindSpore does not describe.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, weight_scale: Tensor, activation_scale: Tensor, bias: Tensor | None = None, quant_scale: Tensor | None = None, quant_offset: Tensor | None = None, group_index: Tensor | None = None, activate_left: bool = False, quant_mode: str = 'static') -> tuple[Tensor, Tensor]: ...
class Diag(Primitive):
    """`Diag()(input)`:
    A tensor of twice the rank with `input` on its diagonal.

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
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class DiagPart(Primitive):
    """`DiagPart()(input_x)`:
    The diagonal of a tensor whose shape repeats: the inverse of `diag`.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class Digamma(Primitive):
    """`Digamma()(input)`:
    The derivative of lgamma at each element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.digamma(Tensor([1.0])))
        [-0.5772159]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class Dilation2D(Primitive):
    """`Dilation2D(stride, dilation, pad_mode='SAME', data_format='NCHW')(x, filter)`:
    The largest of x + filter in each window: x (N, C, H, W), filter (C, h, w); 'SAME' pads by -inf.

    `x`, `filter`: floats of one dtype, which the result (N, C, H', W') has; `stride`, `dilation`: an int, two,
    or (1, 1, height, width); `pad_mode`: 'SAME' or 'VALID'; `data_format`: 'NCHW' (ValueError for another).
    """
    stride: Any
    dilation: Any
    pad_mode: str
    data_format: str
    def __init__(self, stride: Any, dilation: Any, pad_mode: str = 'SAME', data_format: str = 'NCHW') -> None: ...
    def __call__(self, x: Tensor, filter: Tensor, /) -> Tensor: ...
class Div(Primitive):
    """`Div()(input, other)`:
    The quotient `input / other`, element by element, in floats: integers and Bool give Float32.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape. A division by zero gives inf or NaN. As in MindSpore.

    Examples:
        >>> print(ops.Div()(Tensor([3.0, 4.0]), 2))
        [1.5 2. ]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class DivNoNan(Primitive):
    """`DivNoNan()(x1, x2)`:
    x1 / x2, and 0 where `x2` is 0.

    `x1` and `x2` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1: Operand, x2: Operand, /) -> Tensor: ...
class Dropout(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, x: Any) -> Any: ...
class Dropout2D(Primitive):
    """`Dropout2D(keep_prob=0.5)(x)`:
    (output, Bool mask) of the shape of `x`, with whole channels zeroed; always active.

    `x`: a Tensor of numbers (N, C, …); `keep_prob`: the share of channels that stays, in [0, 1] (ValueError
    otherwise); these are divided by it.
    """
    keep_prob: float
    def __init__(self, keep_prob: float = 0.5) -> None: ...
    def __call__(self, x: Tensor, /) -> tuple[Tensor, Tensor]: ...
class Dropout3D(Primitive):
    """`Dropout3D(keep_prob=0.5)(x)`:
    (output, Bool mask) of the shape of `x`, with whole channels zeroed; always active.

    `x`: a Tensor of numbers (N, C, …); `keep_prob`: the share of channels that stays, in [0, 1] (ValueError
    otherwise); these are divided by it.
    """
    keep_prob: float
    def __init__(self, keep_prob: float = 0.5) -> None: ...
    def __call__(self, x: Tensor, /) -> tuple[Tensor, Tensor]: ...
class DropoutDoMask(Primitive):
    """`DropoutDoMask()(input_x, mask, keep_prob)`:
    `input_x` where the mask holds, divided by `keep_prob`; zeros elsewhere.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, mask: Tensor, keep_prob: Any, /) -> Tensor: ...
class DropoutGenMask(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class DynamicQuantExt(Primitive):
    """`DynamicQuantExt()(x, smooth_scales=None)`:
    (round(x / scale) as int8, scale): each row by its largest size over 127, a float32 for each row.

    x: (…, n) floats; smooth_scales: (n,), by which x is multiplied before. Raises ValueError for a number.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, smooth_scales: Tensor | None = None) -> tuple[Tensor, Tensor]: ...
class DynamicShape(Primitive):
    """`DynamicShape(dtype=9)(input_x)`:
    The dimensions as a Tensor of `dtype`, Int64 or Int32; 9 is how MindSpore writes its default, Int64.
    """
    dtype: Any
    def __init__(self, dtype: Any = 9) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class EditDistance(Primitive):
    """`EditDistance(normalize=True)(hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices, truth_values, truth_shape)`:
    Levenshtein's distance between the last dimensions of two sparse tensors, over the truth's length.

    Float32, of the larger of both shapes without the last dimension; divided by the truth's length with
    `normalize`, infinite where that is 0 and the hypothesis is not. `hypothesis_indices` and `truth_indices`:
    Int64 Tensors (n, rank), a row for each of the values in `hypothesis_values` and `truth_values`, (n,) of one
    dtype, in order; `hypothesis_shape` and `truth_shape`: Int64 vectors (rank,).
    """
    normalize: bool
    def __init__(self, normalize: bool = True) -> None: ...
    def __call__(self, hypothesis_indices: Tensor, hypothesis_values: Tensor, hypothesis_shape: Tensor, truth_indices: Tensor, truth_values: Tensor, truth_shape: Tensor, /) -> Tensor: ...
class Eig(Primitive):
    """`Eig(compute_v=False)(x)`:
    (eigenvalues, eigenvectors), complex; without `compute_v` the latter are a lone 0.

    `x`: a Tensor (…, N, N) of floats or complex numbers. The results are (…, N) and (…, N, N).
    """
    compute_v: bool
    def __init__(self, compute_v: bool = False) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]: ...
class Elu(Primitive):
    """`Elu(alpha=1.0)(input_x)`:
    `input_x` above zero, alpha * (exp(`input_x`) - 1) below.

    `input_x` is a Tensor of any shape; the result has its shape and dtype.

    Examples:
        >>> print(ops.Elu()(Tensor([-1.0, 2.0])))
        [-0.63212055  2.        ]
    """
    alpha: float
    def __init__(self, alpha: float = 1.0) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
class EmbeddingLookup(Primitive):
    """`EmbeddingLookup()(input_params, input_indices, offset=0)`:
    Rows of `input_params` at `input_indices - offset`; zeros for indices outside.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_params: Tensor, input_indices: Tensor, offset: int = 0, /) -> Tensor: ...
class Eps(Primitive):
    """`Eps()(x)`:
    The distance from 1 to the next number of x's dtype, in its shape.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class Equal(Primitive):
    """`Equal()(input, other)`:
    Whether `input == other`, element by element.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result is Bool and has the broadcast shape. NaN equals nothing. As in MindSpore.

    Examples:
        >>> print(ops.Equal()(Tensor([1, 2]), Tensor([1, 3])))
        [ True False]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class EqualCount(Primitive):
    """`EqualCount()(x, y)`:
    How many elements of two Tensors of one shape and dtype are equal: (1,), of their dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, y: Tensor, /) -> Tensor: ...
class Erf(Primitive):
    """`Erf()(input)`:
    The error function of each element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.Erf()(Tensor([0.0])))
        [0.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Erfc(Primitive):
    """`Erfc()(input)`:
    `1 - erf(input)`, element by element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.erfc(Tensor([0.0, 1.0])))
        [1.        0.1572992]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Erfinv(Primitive):
    """`Erfinv()(input)`:
    The inverse error function of each element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.erfinv(Tensor([0.0, 0.5])))
        [0.         0.47693628]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class EuclideanNorm(Primitive):
    """`EuclideanNorm(keep_dims=False)(x, axes)`:
    The root of the sum of squares over `axes`, an int, ints or a Tensor of them; all for none.

    `x`: a Tensor of numbers, whose dtype the result has; `keep_dims`: keep these dimensions with size 1.
    """
    keep_dims: bool
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axes: Any, /) -> Tensor: ...
class Exp(Primitive):
    """`Exp()(input)`:
    e to the power of each element of `input`.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.Exp()(Tensor([0.0, 1.0])).asnumpy().round(3))
        [1.    2.718]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Expand(Primitive):
    """`Expand()(input_x, size)`:
    A copy of `input_x`, a Tensor of any shape and dtype, broadcast to the shape `size`.

    `size`: a tuple of ints, or a Tensor of them, in which -1 keeps a dimension.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, size: Any, /) -> Tensor: ...
class ExpandDims(Primitive):
    """`ExpandDims()(input_x, axis)`:
    A dimension of length 1 put in at `axis`.

    `input_x` is a Tensor of any shape and dtype; `axis` is an int from -(rank + 1) to rank, or a
    0-d Tensor of one. The result has the elements and dtype of `input_x`. Raises ValueError for an
    `axis` out of range, TypeError for an `input_x` that is no Tensor or an `axis` that is a tuple.
    Differs from MindSpore: a float `axis` is refused there and cut to an int here.

    Examples:
        >>> print(ops.ExpandDims()(Tensor([1, 2]), 0))
        [[1 2]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, axis: int) -> Tensor: ...
class Expm1(Primitive):
    """`Expm1()(input)`:
    `exp(input) - 1`, exact near 0, element by element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.expm1(Tensor([0.0, 2.0])))
        [0.       6.389056]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class ExtractGlimpse(Primitive):
    """`ExtractGlimpse(centered=True, normalized=True, uniform_noise=True, noise='uniform')(x, size, offsets)`:
    A window of `size` (height, width) of each image of `x` (N, H, W, C) at `offsets` (N, 2), (y, x).

    `normalized`: offsets are in parts of the image; `centered`: they count from the middle (with `normalized`,
    -1 to 1). What lies outside is drawn by `noise`: 'uniform', 'gaussian' or 'zero'. `x` is of floats, whose
    dtype the result (N, height, width, C) has. Raises ValueError for `uniform_noise` with another `noise`.
    """
    centered: bool
    normalized: bool
    uniform_noise: bool
    noise: str
    def __init__(self, centered: bool = True, normalized: bool = True, uniform_noise: bool = True, noise: str = 'uniform') -> None: ...
    def __call__(self, x: Tensor, size: Any, offsets: Tensor, /) -> Tensor: ...
class ExtractImagePatches(Primitive):
    """`ExtractImagePatches(ksizes, strides, rates, padding='VALID')(input_x)`:
    Patches of images (N, C, H, W) as channels (N, h * w * C, ...), in the order h, w, C.

    `ksizes`, `strides` and `rates` are (1, 1, rows, columns). `input_x`: a Tensor of numbers, whose dtype the
    result has; `padding`: 'VALID' or 'SAME', with zeros.
    """
    ksizes: Any
    strides: Any
    rates: Any
    padding: str
    def __init__(self, ksizes: Any, strides: Any, rates: Any, padding: str = 'VALID') -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
class ExtractVolumePatches(Primitive):
    """`ExtractVolumePatches(kernel_size, strides, padding)(input_x)`:
    Patches of volumes (N, C, D, H, W) as channels (N, C * d * h * w, ...), in the order d, h, w, C.

    `kernel_size` and `strides` are an int, three, or five that begin with ones; `padding` 'valid' or 'same'.
    """
    kernel_size: Any
    strides: Any
    padding: str
    def __init__(self, kernel_size: Any, strides: Any, padding: str) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class Eye(Primitive):
    """`Eye()(n, m=None, dtype=None)`:
    Ones on the diagonal of a matrix, zeros elsewhere.

    `n` and `m` are the numbers of rows and columns, int from 0 (`m` None: as many as rows). The
    result has shape (n, m) and the `dtype` given, else Float32. Raises ValueError for a negative
    length, TypeError for one that is no int. As in MindSpore, whose Primitive `Eye` needs all three
    arguments.

    Examples:
        >>> print(ops.Eye()(2, 2, ms.int32))
        [[1 0]
         [0 1]]
    """
    def __init__(self) -> None: ...
    def __call__(self, n: int, m: int | None, dtype: Any) -> Tensor: ...
class FFNExt(Primitive):
    """`FFNExt(activation='fastgelu', inner_precise=0)(x, weight1, weight2, expertTokens=None, bias1=None, bias2=None, scale=None, offset=None, deqScale1=None, deqScale2=None, antiquant_scale1=None, antiquant_scale2=None, antiquant_offset1=None, antiquant_offset2=None)`:
    activation(x @ weight1 + bias1) @ weight2 + bias2.

    x: floats (…, K), whose dtype the result has; weights: (K, N) and (N, K), or with a first dimension of
    experts, whose rows of `x` (M, K) are told by the counts `expertTokens`; activation: fastgelu, gelu, relu,
    silu, or geglu, swiglu, reglu, which multiply by the second half. `inner_precise` has no effect, which is
    said once. Raises ValueError for another activation, TypeError for experts without counts,
    NotImplementedError for quantized weights: `scale`, `offset`, `deqScale1`, `deqScale2`, `antiquant_scale1`,
    `antiquant_scale2`, `antiquant_offset1` and `antiquant_offset2`.
    """
    activation: str
    inner_precise: int
    def __init__(self, activation: str = 'fastgelu', inner_precise: int = 0) -> None: ...
    def __call__(self, x: Tensor, weight1: Tensor, weight2: Tensor, expertTokens: Any = None, bias1: Tensor | None = None, bias2: Tensor | None = None, scale: Tensor | None = None, offset: Tensor | None = None, deqScale1: Tensor | None = None, deqScale2: Tensor | None = None, antiquant_scale1: Tensor | None = None, antiquant_scale2: Tensor | None = None, antiquant_offset1: Tensor | None = None, antiquant_offset2: Tensor | None = None) -> Tensor: ...
class FFTWithSize(Primitive):
    """`FFTWithSize(signal_ndim, inverse, real, norm='backward', onesided=True, signal_sizes=())(x)`:
    The Fourier transform over the last `signal_ndim` (1 to 3) dimensions.

    `real`: of or, with `inverse`, to real numbers, whose spectrum is halved where `onesided`; `signal_sizes`
    are those of the real result. `x`: a Tensor of floats or complex numbers; `norm`: 'backward', 'forward' or
    'ortho'.
    """
    signal_ndim: int
    inverse: bool
    real: bool
    norm: str
    onesided: bool
    signal_sizes: Any
    def __init__(self, signal_ndim: int, inverse: bool, real: bool, norm: str = 'backward', onesided: bool = True, signal_sizes: Any = ()) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class FastGeLU(Primitive):
    """`FastGeLU()(x)`:
    x * sigmoid(1.702 x).

    `x` is a Tensor of any shape; the result has its shape and dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Fill(Primitive):
    """`Fill()(dtype, dims, x)`:
    A Tensor with `x` everywhere.

    `dtype` is a MindSpore dtype, `dims` a tuple of int or an int, `x` a number, bool or 0-d
    Tensor. The result has this dtype and shape. Raises TypeError for another `dtype` or `x`,
    RuntimeError for a negative length. Differs from MindSpore: `dims` may be an int, and a
    negative length is ValueError there.

    Examples:
        >>> print(ops.Fill()(ms.int32, (2, 2), 5))
        [[5 5]
         [5 5]]
    """
    def __init__(self) -> None: ...
    def __call__(self, dtype: Any, dims: Any, x: Any) -> Tensor: ...
class FillDiagonal(Primitive):
    """`FillDiagonal(fill_value, wrap=False)(input_x)`:
    A copy of `input_x` with `fill_value`, a number, on the diagonal.

    `input_x`: a Tensor of numbers of two dimensions or more, all of one length if more, whose shape and dtype
    the result has. `wrap`: the diagonal starts anew below the last row of a block of a matrix with more rows
    than columns.
    """
    fill_value: Any
    wrap: bool
    def __init__(self, fill_value: Any, wrap: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class FillV2(Primitive):
    """`FillV2()(shape, value)`:
    The Tensor `value` everywhere, in its dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, shape: Any, value: Tensor, /) -> Tensor: ...
class Fills(Primitive):
    """`Fills()(x, value)`:
    `value` in the shape and dtype of `x`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, value: Any, /) -> Tensor: ...
class FlashAttentionScore(Primitive):
    """`FlashAttentionScore(head_num, keep_prob=1.0, scale_value=1.0, pre_tokens=2147483647, next_tokens=2147483647, inner_precise=0, input_layout='BSH', sparse_mode=0)(query, key, value, real_shift=None, drop_mask=None, padding_mask=None, attn_mask=None, prefix=None, actual_seq_qlen=None, actual_seq_kvlen=None)`:
    (softmax_max, softmax_sum, softmax_out, attention) of `flash_attention_score`.

    The first two are float32 of (B, N, S, 8), or (T, N, 8) of the layout TND: each query's largest score and the sum
    of exp(score - largest), eight times; they are computed when they are read, and have no gradient.
    `softmax_out` is reserved by MindSpore: one zero.
    """
    head_num: int
    keep_prob: float
    scale_value: float
    pre_tokens: int
    next_tokens: int
    inner_precise: int
    input_layout: str
    sparse_mode: int
    def __init__(self, head_num: int, keep_prob: float = 1.0, scale_value: float = 1.0, pre_tokens: int = 2147483647, next_tokens: int = 2147483647, inner_precise: int = 0, input_layout: str = 'BSH', sparse_mode: int = 0) -> None: ...
    def __call__(self, query: Tensor, key: Tensor, value: Tensor, real_shift: Tensor | None = None, drop_mask: Tensor | None = None, padding_mask: Tensor | None = None, attn_mask: Tensor | None = None, prefix: Any = None, actual_seq_qlen: Any = None, actual_seq_kvlen: Any = None) -> tuple[Any, Any, Tensor, Tensor]: ...
class FlashAttentionScoreGrad(Primitive):
    """`FlashAttentionScoreGrad(head_num, keep_prob=1.0, scale_value=1.0, pre_tokens=65536, next_tokens=65536, inner_precise=1, input_layout='BSH', sparse_mode=0)(query, key, value, dy, pse_shift=None, drop_mask=None, padding_mask=None, atten_mask=None, softmax_max=None, softmax_sum=None, softmax_in=None, attention_in=None, prefix=None, actual_seq_qlen=None, actual_seq_kvlen=None)`:
    The gradients of query, key, value and `pse_shift` (one zero without it), for `dy` of the attention.

    The attention is computed anew: `softmax_max`, `softmax_sum`, `softmax_in` and `attention_in`, which Ascend's
    kernel starts from, are not read. Raises ValueError for a `keep_prob` below 1 without `drop_mask`, as the weights
    that were dropped are not known; else as `flash_attention_score`.

    The Tensors have the shapes and dtypes of `flash_attention_score`, `dy` those of its result.
    """
    head_num: int
    keep_prob: float
    scale_value: float
    pre_tokens: int
    next_tokens: int
    inner_precise: int
    input_layout: str
    sparse_mode: int
    def __init__(self, head_num: int, keep_prob: float = 1.0, scale_value: float = 1.0, pre_tokens: int = 65536, next_tokens: int = 65536, inner_precise: int = 1, input_layout: str = 'BSH', sparse_mode: int = 0) -> None: ...
    def __call__(self, query: Tensor, key: Tensor, value: Tensor, dy: Tensor, pse_shift: Tensor | None = None, drop_mask: Tensor | None = None, padding_mask: Any = None, atten_mask: Tensor | None = None, softmax_max: Tensor | None = None, softmax_sum: Tensor | None = None, softmax_in: Tensor | None = None, attention_in: Tensor | None = None, prefix: Any = None, actual_seq_qlen: Any = None, actual_seq_kvlen: Any = None) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...
class Flatten(Primitive):
    """`Flatten()(input_x)`:
    All dimensions but the first made one, in a copy.

    `input_x` is a Tensor of shape (N, …) and any dtype. The result has shape (N, M), where M is the
    product of the other lengths, and the same dtype. Raises IndexError for a Tensor without
    dimensions. Differs from MindSpore: it raises RuntimeError for that.

    Examples:
        >>> print(ops.Flatten()(Tensor([[[1, 2], [3, 4]]])))
        [[1 2 3 4]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
class FloatStatus(Primitive):
    """`FloatStatus()(x)`:
    Whether some element of `x` is infinite or NaN, as a number.

    `x` is a Tensor of any shape and float dtype. The result has shape (1,) and the dtype of `x`: 1
    if so, else 0. Raises TypeError for anything but a Tensor. Differs from MindSpore: its CPU has
    no kernel for this.

    Examples:
        >>> print(ops.FloatStatus()(Tensor([1.0, np.inf])))
        [1.]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class Floor(Primitive):
    """`Floor()(input)`:
    Each element rounded down to an integer.

    `input` is a Tensor of any shape and of integers or floats; the result has both.
    Raises TypeError for Bool and for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers, which stay as they are.

    Examples:
        >>> print(ops.Floor()(Tensor([1.5, -1.5])))
        [ 1. -2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class FloorDiv(Primitive):
    """`FloorDiv()(input, other)`:
    input / other rounded down, in the promoted dtype.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.FloorDiv()(Tensor([7, -7]), 2))
        [ 3 -4]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class FloorMod(Primitive):
    """`FloorMod()(x, y)`:
    The remainder with the sign of `y`.

    `x` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.remainder(Tensor([7.0, -7.0]), 3.0))
        [1. 2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Operand, y: Operand) -> Tensor: ...
class Fmax(Primitive):
    """`Fmax()(input, other)`:
    The larger of each pair; a number wins over NaN, and `input` has the gradient of equal ones.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.fmax(Tensor([1.0, np.nan]), Tensor([0.0, 2.0])))
        [1. 2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class Fmin(Primitive):
    """`Fmin()(input, other)`:
    The smaller of each pair; a number wins over NaN, and `input` has the gradient of equal ones.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class FractionalAvgPool(Primitive):
    """`FractionalAvgPool(pooling_ratio, pseudo_random=False, overlapping=False, deterministic=False, seed=0, seed2=0)(x)`:
    `fractional_max_pool` with the mean of each window.

    `x` (N, H, W, C), of numbers, whose dtype the first result has, `pooling_ratio`, `pseudo_random`,
    `overlapping`, `deterministic`, `seed` and `seed2` are those of `fractional_max_pool`.
    """
    pooling_ratio: Any
    pseudo_random: bool
    overlapping: bool
    deterministic: bool
    seed: int
    seed2: int
    def __init__(self, pooling_ratio: Any, pseudo_random: bool = False, overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, x: Tensor, /) -> Any: ...
class FractionalMaxPool(Primitive):
    """`FractionalMaxPool(pooling_ratio, pseudo_random=False, overlapping=False, deterministic=False, seed=0, seed2=0)(x)`:
    (the largest of each window (N, h, w, C), row cuts, column cuts) of images `x` (N, H, W, C).

    `x`: a Tensor of numbers, whose dtype the first has; the cuts are Int64 vectors. `pooling_ratio` is [1,
    rows, columns, 1]; `pseudo_random`: lengths change as evenly as the ratio allows, instead of at random;
    `overlapping` lets a window reach into the next; `seed`, `seed2` and `deterministic` fix where the windows
    lie.
    """
    pooling_ratio: Any
    pseudo_random: bool
    overlapping: bool
    deterministic: bool
    seed: int
    seed2: int
    def __init__(self, pooling_ratio: Any, pseudo_random: bool = False, overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, x: Tensor, /) -> Any: ...
class FusedAddTopKDiv(Primitive):
    """`FusedAddTopKDiv()(x, add_num, group_num, group_topk, n, k, activate_type=0, is_norm=True, scale=2.5, mapping_num=None, mapping_table=None, enable_expert_mapping=False)`:
    (weights, experts) of the `k` best experts of the `group_topk` best groups, float32 and int32 of (T, k).

    x: floats (T, E), in `group_num` groups. Scores are sigmoid(x); groups and experts are chosen by scores +
    `add_num` (E,), a group by the sum of its `n` largest. The weights are the scores themselves, with `is_norm`
    over their sum, times `scale`. Raises ValueError for numbers that do not fit and another `activate_type`
    than 0, NotImplementedError for the mapping of experts (`mapping_num`, `mapping_table`,
    `enable_expert_mapping`), which MindSpore does not describe.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, add_num: Tensor, group_num: int, group_topk: int, n: int, k: int, activate_type: int = 0, is_norm: bool = True, scale: float = 2.5, mapping_num: Any = None, mapping_table: Any = None, enable_expert_mapping: bool = False) -> tuple[Tensor, Tensor]: ...
class FusedCastAdamWeightDecay(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class FusedInferAttentionScore(Primitive):
    """`FusedInferAttentionScore(num_heads=1, scale_value=1.0, pre_tokens=2147483647, next_tokens=2147483647, input_layout='BSH', num_key_value_heads=0, sparse_mode=0, inner_precise=1, block_size=0, antiquant_mode=0, softmax_lse_flag=False, key_antiquant_mode=0, value_antiquant_mode=0)(query, key, value, pse_shift=None, attn_mask=None, actual_seq_lengths=None, actual_seq_lengths_kv=None, dequant_scale1=None, quant_scale1=None, dequant_scale2=None, quant_scale2=None, quant_offset2=None, antiquant_scale=None, antiquant_offset=None, block_table=None, query_padding_size=None, kv_padding_size=None, key_antiquant_scale=None, key_antiquant_offset=None, value_antiquant_scale=None, value_antiquant_offset=None, key_shared_prefix=None, value_shared_prefix=None, actual_shared_prefix_len=None)`:
    (attention, softmax_lse): of one query `incre_flash_attention`, of more `prompt_flash_attention`.

    Layouts BSH, BNSD, BSND and BNSD_BSND, which takes the one and gives the other. `softmax_lse` is the log of
    the sum of exp(scores), (B, N, S, 1) in float32, or one zero without `softmax_lse_flag`. Of one query the
    scales of int8 keys and values may be given apart. Raises NotImplementedError for shared prefixes, which
    MindSpore reserves, and for int8 queries; RuntimeError for another layout and for heads that do not fit.
    `key`, `value`: as there; Tensors are floats of one dtype, which the result has. Of both kinds of query:
    `num_heads`, `num_key_value_heads` (as many for 0), `scale_value`, by which the scores are multiplied,
    `input_layout`, `pse_shift`, `attn_mask`, `actual_seq_lengths`, `actual_seq_lengths_kv`, `quant_scale2`,
    `quant_offset2`, `antiquant_scale`, `antiquant_offset` and `kv_padding_size`. Of one query alone:
    `block_table`, `block_size`, `key_antiquant_scale`, `key_antiquant_offset`, `value_antiquant_scale` and
    `value_antiquant_offset`. Of several alone: `sparse_mode`, `pre_tokens`, `next_tokens` and
    `query_padding_size`. `key_shared_prefix`, `value_shared_prefix` and `actual_shared_prefix_len` are the
    refused prefixes; `dequant_scale1`, `quant_scale1` and `dequant_scale2` belong to int8 queries.
    `inner_precise`, `antiquant_mode`, `key_antiquant_mode` and `value_antiquant_mode` have no effect, which is
    said once.
    """
    num_heads: int
    scale_value: float
    pre_tokens: int
    next_tokens: int
    input_layout: str
    num_key_value_heads: int
    sparse_mode: int
    inner_precise: int
    block_size: int
    antiquant_mode: int
    softmax_lse_flag: bool
    key_antiquant_mode: int
    value_antiquant_mode: int
    def __init__(self, num_heads: int = 1, scale_value: float = 1.0, pre_tokens: int = 2147483647, next_tokens: int = 2147483647, input_layout: str = 'BSH', num_key_value_heads: int = 0, sparse_mode: int = 0, inner_precise: int = 1, block_size: int = 0, antiquant_mode: int = 0, softmax_lse_flag: bool = False, key_antiquant_mode: int = 0, value_antiquant_mode: int = 0) -> None: ...
    def __call__(self, query: Any, key: Any, value: Any, pse_shift: Any = None, attn_mask: Any = None, actual_seq_lengths: Any = None, actual_seq_lengths_kv: Any = None, dequant_scale1: Any = None, quant_scale1: Any = None, dequant_scale2: Any = None, quant_scale2: Any = None, quant_offset2: Any = None, antiquant_scale: Any = None, antiquant_offset: Any = None, block_table: Any = None, query_padding_size: Any = None, kv_padding_size: Any = None, key_antiquant_scale: Any = None, key_antiquant_offset: Any = None, value_antiquant_scale: Any = None, value_antiquant_offset: Any = None, key_shared_prefix: Any = None, value_shared_prefix: Any = None, actual_shared_prefix_len: Any = None) -> Any: ...
class FusedSparseAdam(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class FusedSparseFtrl(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class FusedSparseLazyAdam(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class FusedSparseProximalAdagrad(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class FusedWeightScaleApplyMomentum(Primitive):
    """Momentum on loss_scale * grad + weight_decay * var.

    Called with (weight_decay, loss_scale, var, accum, lr, grad, momentum); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
    """
    def __init__(self) -> None: ...
    def __call__(self, weight_decay: float | Tensor, loss_scale: float | Tensor, var: Tensor, accum: Tensor, lr: float | Tensor, grad: Tensor, momentum: float | Tensor, /) -> Tensor: ...
class GLU(Primitive):
    """`GLU(axis=-1)(x)`:
    The first half along `axis` times the sigmoid of the second.

    `x` is a float Tensor of even length along the dimension; the result has its dtype, and half the
    length there.

    Examples:
        >>> print(ops.glu(Tensor([[1.0, 2.0, 0.0, 0.0]])))
        [[0.5 1. ]]
    """
    axis: int
    def __init__(self, axis: int = -1) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Gamma(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class Gather(Primitive):
    """`Gather(batch_dims=0)(input_params, input_indices, axis)`:
    Slices of `input_params` along `axis` at the positions `input_indices`.

    `input_params` is a Tensor of any shape and dtype; `input_indices` is a Tensor of Int32 or
    Int64, whose shape takes the place of the dimension `axis`, an int. A negative index counts from
    the end. The first `batch_dims` dimensions of both belong together. The result has the dtype of
    `input_params`. Raises RuntimeError for an index beyond the end. Differs from MindSpore: the
    gradient at a negative index goes where the element came from; its CPU loses it. MindSpore
    raises ValueError for an `axis` out of range, which here is taken modulo the rank.

    Examples:
        >>> print(ops.Gather()(Tensor([[1, 2], [3, 4]]), Tensor([1]), 0))
        [[3 4]]
    """
    batch_dims: int
    def __init__(self, batch_dims: int = 0) -> None: ...
    def __call__(self, input_params: Tensor, input_indices: Any, axis: Any) -> Tensor: ...
class GatherD(Primitive):
    """`GatherD()(x, dim, index)`:
    The element of `x` along `dim` at each position that `index` gives.

    `x` is a Tensor of any shape and dtype; `index` is a Tensor of Int32 or Int64 and of the rank of
    `x`, not longer than it but along `dim`, an int. The result has the shape of `index` and the
    dtype of `x`. A negative index counts from the end. Raises ValueError for another rank, a `dim`
    or an index out of range, TypeError for an index of another dtype, RuntimeError for one that is
    too long. Differs from MindSpore: its CPU raises RuntimeError for an index out of range,
    ValueError for one too long.

    Examples:
        >>> print(ops.GatherD()(Tensor([[1, 2], [3, 4]]), 1, Tensor([[1], [0]])))
        [[2]
         [3]]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, dim: Any, index: Tensor) -> Tensor: ...
class GatherNd(Primitive):
    """`GatherNd()(input_x, indices)`:
    The elements or slices of `input_x` at coordinates.

    `input_x` is a Tensor of any shape and dtype; `indices` is a Tensor of Int32 or Int64 whose last
    dimension holds coordinates in the first dimensions of `input_x`. The result has the dtype of
    `input_x` and shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`. Raises ValueError
    for a coordinate beyond the end, IndexError for more coordinates than dimensions. Differs from
    MindSpore: it raises RuntimeError for the first, negative coordinates included (which here count
    from the end), and ValueError for the second.

    Examples:
        >>> print(ops.GatherNd()(Tensor([[1, 2], [3, 4]]), Tensor([[1, 0]])))
        [3]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor) -> Tensor: ...
class GatherV2(Primitive):
    """`GatherV2()(input_params, input_indices, axis, batch_dims=0)`:
    Slices of `input_params` along `axis` at the positions `input_indices`.

    `input_params` is a Tensor of any shape and dtype; `input_indices` is a Tensor of Int32 or
    Int64, whose shape takes the place of the dimension `axis`, an int. A negative index counts from
    the end. The first `batch_dims` dimensions of both belong together. The result has the dtype of
    `input_params`. Raises RuntimeError for an index beyond the end. Differs from MindSpore: the
    gradient at a negative index goes where the element came from; its CPU loses it. MindSpore
    raises ValueError for an `axis` out of range, which here is taken modulo the rank.

    Examples:
        >>> print(ops.gather(Tensor([[1, 2], [3, 4], [5, 6]]), Tensor([2, 0]), 0))
        [[5 6]
         [1 2]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_params: Tensor, input_indices: Any, axis: Any, batch_dims: int = 0, /) -> Tensor: ...
class Gcd(Primitive):
    """`Gcd()(input, other)`:
    The greatest common divisor.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Both are Tensors of integers.

    Examples:
        >>> print(ops.gcd(Tensor([12, 18]), Tensor([8, 27])))
        [4 9]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class GeLU(Primitive):
    """`GeLU()(input)`:
    x * Phi(x), by tanh.

    Examples:
        >>> print(ops.GeLU()(Tensor([0.0, 1.0])))
        [0.       0.841192]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Geqrf(Primitive):
    """`Geqrf()(input)`:
    (R above Householder's vectors, their factors): the QR factorization as LAPACK keeps it.

    `input`: a Tensor (…, M, N) of floats or complex numbers; the results have its dtype and the shapes (…, M,
    N) and (…, min(M, N)).
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor]: ...
class Ger(Primitive):
    """`Ger()(input, vec2)`:
    Every product of two vectors' elements.

    `input` and `vec2` are vectors of numbers, (N,) and (M,); the result is (N, M) of the dtype to which theirs
    promote.

    Examples:
        >>> print(ops.outer(Tensor([1, 2]), Tensor([3, 4])))
        [[3 4]
         [6 8]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, vec2: Tensor, /) -> Tensor: ...
class Gmm(Primitive):
    """`Gmm()(x, weight, bias=None, group_list=None, group_type=0, group_list_type=0)`:
    `grouped_matmul` of one pair; `group_list_type` 1 for sizes instead of ends.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Sequence[Tensor], weight: Sequence[Tensor], bias: Any = None, group_list: Any = None, group_type: int = 0, group_list_type: int = 0) -> list[Tensor]: ...
class GmmV2(Primitive):
    """`GmmV2()(x, weight, bias=None, group_list=None, group_type=0, group_list_type=0)`:
    `grouped_matmul` of one pair; `group_list_type` 1 for sizes instead of ends.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Sequence[Tensor], weight: Sequence[Tensor], bias: Any = None, group_list: Any = None, group_type: int = 0, group_list_type: int = 0) -> list[Tensor]: ...
class Greater(Primitive):
    """`Greater()(input, other)`:
    Whether `input > other`, element by element.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

    Examples:
        >>> print(ops.Greater()(Tensor([1, 2]), 1))
        [False  True]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class GreaterEqual(Primitive):
    """`GreaterEqual()(input, other)`:
    Whether `input >= other`, element by element.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

    Examples:
        >>> print(ops.GreaterEqual()(Tensor([1, 2]), 2))
        [False  True]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class GridSampler2D(Primitive):
    """`GridSampler2D(interpolation_mode='bilinear', padding_mode='zeros', align_corners=False)(input_x, grid)`:
    Sample `input_x` at the coordinates of `grid`, in [-1, 1].

    `input_x` is a float Tensor (N, C, H, W) or (N, C, D, H, W), `grid` one of its dtype (N, H', W',
    2) or (N, D', H', W', 3), x before y; the result is (N, C, H', W') or (N, C, D', H', W').
    `interpolation_mode`: 'bilinear', 'nearest' or 'bicubic' (4-D alone); `padding_mode`: 'zeros', 'border' or
    'reflection'; `align_corners`: whether -1 and 1 are the middles of the corner pixels.

    Examples:
        >>> print(ops.grid_sample(Tensor([[[[1.0, 2.0], [3.0, 4.0]]]]), Tensor([[[[0.0, 0.0]]]]), align_corners=True))
        [[[[2.5]]]]
    """
    interpolation_mode: str
    padding_mode: str
    align_corners: bool | None
    def __init__(self, interpolation_mode: str = 'bilinear', padding_mode: str = 'zeros', align_corners: bool | None = False) -> None: ...
    def __call__(self, input_x: Tensor, grid: Tensor) -> Tensor: ...
class GridSampler3D(Primitive):
    """`GridSampler3D(interpolation_mode='bilinear', padding_mode='zeros', align_corners=False)(input_x, grid)`:
    Sample `input_x` at the coordinates of `grid`, in [-1, 1].

    `input_x` is a float Tensor (N, C, H, W) or (N, C, D, H, W), `grid` one of its dtype (N, H', W',
    2) or (N, D', H', W', 3), x before y; the result is (N, C, H', W') or (N, C, D', H', W').
    `interpolation_mode`: 'bilinear', 'nearest' or 'bicubic' (4-D alone); `padding_mode`: 'zeros', 'border' or
    'reflection'; `align_corners`: whether -1 and 1 are the middles of the corner pixels.

    Examples:
        >>> print(ops.grid_sample(Tensor([[[[1.0, 2.0], [3.0, 4.0]]]]), Tensor([[[[0.0, 0.0]]]]), align_corners=True))
        [[[[2.5]]]]
    """
    interpolation_mode: str
    padding_mode: str
    align_corners: bool | None
    def __init__(self, interpolation_mode: str = 'bilinear', padding_mode: str = 'zeros', align_corners: bool | None = False) -> None: ...
    def __call__(self, input_x: Tensor, grid: Tensor) -> Tensor: ...
class GroupTopk(Primitive):
    """`GroupTopk()(token, idx_arr, group_num, k, k_inner=1)`:
    Keep the `k` groups of experts with the largest sums of `k_inner` scores, in place: other scores become 0.

    token: floats (T, E), E a multiple of `group_num`. `idx_arr` serves Ascend's kernel and is not read. Raises
    ValueError for numbers that do not fit. Gives `token`, which MindSpore only changes.
    """
    def __init__(self) -> None: ...
    def __call__(self, token: Tensor, idx_arr: Tensor, group_num: int, k: int, k_inner: int = 1) -> Tensor: ...
class GroupedMatmul(Primitive):
    """`GroupedMatmul(split_item=0, group_type=-1, transpose_a=False, transpose_b=False)(x, weight, bias=None, scale=None, offset=None, antiquant_scale=None, antiquant_offset=None, group_list=None)`:
    Products of each pair of `x` and `weight`, or with `split_item` 3 of groups of the rows of one pair.

    x: a list of (…, K); weight: a list of (K, N), bias of (N,). With `split_item` 3 and `group_type` 0 a list
    of one (M, K) and of one (E, K, N), where `group_list` (E,) tells at which row each group ends (rows after
    the last are 0); with type 2 one (M, K) and (K, N), whose K is grouped: (E, M, N). int8 weights count as
    (weight + antiquant_offset) * antiquant_scale. Raises TypeError for what is no list and for a missing
    `group_list`, ValueError for other types and shapes and for `transpose_a` and `transpose_b`, which MindSpore
    refuses as well, NotImplementedError for `scale` and `offset`, which it reserves.
    """
    split_item: int
    group_type: int
    transpose_a: bool
    transpose_b: bool
    def __init__(self, split_item: int = 0, group_type: int = -1, transpose_a: bool = False, transpose_b: bool = False) -> None: ...
    def __call__(self, x: Sequence[Tensor], weight: Sequence[Tensor], bias: Any = None, scale: Any = None, offset: Any = None, antiquant_scale: Any = None, antiquant_offset: Any = None, group_list: Any = None) -> list[Tensor]: ...
class GroupedMatmulV2(Primitive):
    """`GroupedMatmulV2()(x, weight, bias=None, scale=None, offset=None, antiquant_scale=None, antiquant_offset=None, group_list=None, split_item=0, group_type=-1)`:
    `grouped_matmul` with `group_list` as a tuple or list of int (TypeError for a Tensor).

    `x`, `weight`, `bias`, `antiquant_scale`, `antiquant_offset`, `split_item` and `group_type` are its
    arguments, and so are `scale` and `offset`, which it refuses.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Sequence[Tensor], weight: Sequence[Tensor], bias: Any = None, scale: Any = None, offset: Any = None, antiquant_scale: Any = None, antiquant_offset: Any = None, group_list: Any = None, split_item: int = 0, group_type: int = -1) -> list[Tensor]: ...
class GroupedMatmulV4(Primitive):
    """`GroupedMatmulV4()(x, weight, bias=None, scale=None, offset=None, antiquant_scale=None, antiquant_offset=None, pre_token_scale=None, group_list=None, activation_input=None, activation_quant_scale=None, activation_quant_offset=None, split_item=0, group_type=-1, group_list_type=0, act_type=0, output_dtype=None)`:
    `grouped_matmul` where `group_list` may also hold sizes (`group_list_type` 1), and of int8 `x` and `weight`.

    int8 products are multiplied by `scale` (N,) or (E, N) and by `pre_token_scale` (M,) and come as
    `output_dtype`, bfloat16 without it; without `scale` they are int32. `bias`, `antiquant_scale`,
    `antiquant_offset`, `split_item` and `group_type` are those of `grouped_matmul`. Raises NotImplementedError
    for `offset`, activations (`activation_input`, `activation_quant_scale`, `activation_quant_offset`) and
    `act_type`, which MindSpore reserves; else as `grouped_matmul`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Sequence[Tensor], weight: Sequence[Tensor], bias: Any = None, scale: Any = None, offset: Any = None, antiquant_scale: Any = None, antiquant_offset: Any = None, pre_token_scale: Any = None, group_list: Any = None, activation_input: Any = None, activation_quant_scale: Any = None, activation_quant_offset: Any = None, split_item: int = 0, group_type: int = -1, group_list_type: int = 0, act_type: int = 0, output_dtype: Any = None) -> list[Tensor]: ...
class HSVToRGB(Primitive):
    """`HSVToRGB()(images)`:
    Red, green and blue of hue, saturation and value, all in [0, 1]; channels last.
    """
    def __init__(self) -> None: ...
    def __call__(self, images: Tensor, /) -> Tensor: ...
class HShrink(Primitive):
    """`HShrink(lambd=0.5)(input)`:
    Zero within +-lambd, `input` outside.

    `input` is a float Tensor of any shape; the result has its shape and dtype.
    """
    lambd: float
    def __init__(self, lambd: float = 0.5) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class HSigmoid(Primitive):
    """`HSigmoid()(input)`:
    relu6(`input` + 3) / 6; rounded towards zero for integers with a sign.

    `input` is a Tensor of any shape; the result has its shape and dtype.

    Examples:
        >>> print(ops.HSigmoid()(Tensor([-4.0, 0.0])))
        [0.  0.5]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class HSwish(Primitive):
    """`HSwish()(input)`:
    `input` * relu6(`input` + 3) / 6; rounded towards zero for integers with a sign.

    `input` is a Tensor of any shape; the result has its shape and dtype.

    Examples:
        >>> print(ops.HSwish()(Tensor([1.5, 3.0])))
        [1.125 3.   ]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class HammingWindow(Primitive):
    """`HammingWindow(periodic=True, alpha=0.54, beta=0.46, dtype=mindspore.float32)(window_length)`:
    `hamming_window` for a length that is a Tensor, as the Primitives take it.
    """
    periodic: bool
    alpha: Any
    beta: Any
    dtype: Any
    def __init__(self, periodic: bool = True, alpha: Any = 0.54, beta: Any = 0.46, dtype: Any = ...) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...
class Heaviside(Primitive):
    """`Heaviside()(input, values)`:
    0 below zero, 1 above, `values` at zero, which alone have a gradient.

    `input` and `values` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.heaviside(Tensor([-1.0, 0.0, 2.0]), Tensor([0.5])))
        [0.  0.5 1. ]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, values: Operand, /) -> Tensor: ...
class Histogram(Primitive):
    """`Histogram(bins=100, min=0.0, max=0.0)(input)`:
    A histogram of `bins` equal bins from `min` to `max` (the data's own range if both are 0): (bins,).

    input: floats or Int32 of any shape, whose counts are Int32; those of Float16 are Float32. `bins`: an int
    above 0, `min` and `max`: numbers.

    Examples:
        >>> print(ops.histc(Tensor([1.0, 2.0, 2.0, 4.0]), bins=3, min=1.0, max=4.0))
        [1. 2. 1.]
    """
    bins: int
    min: float
    max: float
    def __init__(self, bins: int = 100, min: float = 0.0, max: float = 0.0) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class Hypot(Primitive):
    """`Hypot()(input, other)`:
    The hypotenuse sqrt(input² + other²).

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.hypot(Tensor([3.0, 5.0]), Tensor([4.0, 12.0])))
        [ 5. 13.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class IOU(Primitive):
    """`IOU(mode='iou')(anchor_boxes, gt_boxes)`:
    The overlap of every ground-truth box with every anchor; the end points belong to a box.

    `anchor_boxes` (N, 4) and `gt_boxes` (M, 4) hold (x1, y1, x2, y2) as floats. The result has
    shape (M, N) and their dtype: the common area over that of the union for `mode` 'iou', over that
    of the ground-truth box for 'iof'. Raises KeyError for another `mode`. Differs from MindSpore:
    it refuses integers, two dtypes and another last dimension.

    Examples:
        >>> print(ops.IOU()(Tensor([[0.0, 0.0, 2.0, 2.0]]), Tensor([[0.0, 0.0, 2.0, 4.0]])))
        [[0.6]]
    """
    mode: str
    def __init__(self, mode: str = 'iou') -> None: ...
    def __call__(self, anchor_boxes: Tensor, gt_boxes: Tensor, /) -> Tensor: ...
class Identity(Primitive):
    """`Identity()(input_x)`:
    A copy of the Tensor `input_x`, through which gradients flow.

    `input_x` is a Tensor of any shape and dtype; the result may be written into without changing `input_x`. Anything
    else comes back itself. No error is raised. Differs from MindSpore: its Primitive `Identity` refuses
    what is no Tensor.

    Examples:
        >>> print(ops.Identity()(Tensor([1, 2])))
        [1 2]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Any) -> Any: ...
class IdentityN(Primitive):
    """`IdentityN()(x)`:
    The Tensors of a tuple, as they are.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Any, /) -> Any: ...
class Igamma(Primitive):
    """`Igamma()(input, other)`:
    The regularized lower incomplete gamma function.

    `input` and `other` are float Tensors whose shapes broadcast; the result has the common shape
    and dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, other: Tensor, /) -> Tensor: ...
class Igammac(Primitive):
    """`Igammac()(input, other)`:
    The regularized upper incomplete gamma function.

    `input` and `other` are float Tensors whose shapes broadcast; the result has the common shape
    and dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, other: Tensor, /) -> Tensor: ...
class Im2Col(Primitive):
    """`Im2Col(ksizes, strides=1, dilations=1, pads=0)(x)`:
    Sliding windows as (N, C, kh * kw, windows).

    `x`: a Tensor (N, C, H, W) of numbers, whose dtype the result has; `ksizes`, `strides`, `dilations`, `pads`:
    an int or two, of height and width.
    """
    ksizes: Any
    strides: Any
    dilations: Any
    pads: Any
    def __init__(self, ksizes: Any, strides: Any = 1, dilations: Any = 1, pads: Any = 0) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class Imag(Primitive):
    """`Imag()(input)`:
    The imaginary part; zeros for real numbers.

    `input` is a Tensor of any shape and dtype; the result has its shape, and floats of the same
    precision in place of complex numbers where it is a part.

    Examples:
        >>> print(ops.imag(Tensor([1 + 2j])))
        [2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class InTopK(Primitive):
    """`InTopK(k)(x1, x2)`:
    Whether the class `x2[i]` is among the `k` largest of the row `x1[i]`: a Bool Tensor (N,).

    `x1`: a float Tensor (N, C); `x2`: a vector (N,) of integers; `k`: an int.

    Examples:
        >>> print(ops.InTopK(1)(Tensor([[0.1, 0.9]]), Tensor([1], ms.int32)))
        [ True]
    """
    k: int
    def __init__(self, k: int) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor, /) -> Tensor: ...
class IncreFlashAttention(Primitive):
    """`IncreFlashAttention(num_heads=1, input_layout='BSH', scale_value=1.0, num_key_value_heads=0, block_size=0, inner_precise=1)(query, key, value, attn_mask=None, actual_seq_lengths=None, pse_shift=None, dequant_scale1=None, quant_scale1=None, dequant_scale2=None, quant_scale2=None, quant_offset2=None, antiquant_scale=None, antiquant_offset=None, block_table=None, kv_padding_size=None)`:
    Attention of one new token, (B, 1, H) or (B, N, 1, D), over a cache of keys and values.

    key, value: a list or tuple of one Tensor, or of one for each sequence. `actual_seq_lengths` (B,) says how
    many keys are real, `kv_padding_size` how many others lie behind them. With a `block_table` (B, blocks) the
    keys lie in blocks of `block_size`. int8 keys count as (value + antiquant_offset) * antiquant_scale, of (2,
    H) or (2, N, 1, D). `attn_mask`, non-zero = not seen; `pse_shift` is added to the scores; with
    `quant_scale2` the result is int8. Raises TypeError for keys that are no list, RuntimeError for more than
    one query and for heads that do not fit, ValueError for another layout, NotImplementedError for int8
    queries. `input_layout`: BSH or BNSD; `num_heads` heads, of which keys and values have
    `num_key_value_heads`, as many for 0; `scale_value`: what the scores are multiplied by; `quant_offset2` is
    added behind `quant_scale2`. `dequant_scale1`, `quant_scale1` and `dequant_scale2` belong to int8 queries
    and are refused with them; `inner_precise` has no effect, which is said once. Floats are of one dtype, which
    the result has.
    """
    num_heads: int
    input_layout: str
    scale_value: float
    num_key_value_heads: int
    block_size: int
    inner_precise: int
    def __init__(self, num_heads: int = 1, input_layout: str = 'BSH', scale_value: float = 1.0, num_key_value_heads: int = 0, block_size: int = 0, inner_precise: int = 1) -> None: ...
    def __call__(self, query: Any, key: Any, value: Any, attn_mask: Any = None, actual_seq_lengths: Any = None, pse_shift: Any = None, dequant_scale1: Any = None, quant_scale1: Any = None, dequant_scale2: Any = None, quant_scale2: Any = None, quant_offset2: Any = None, antiquant_scale: Any = None, antiquant_offset: Any = None, block_table: Any = None, kv_padding_size: Any = None) -> Any: ...
class IndexAdd(Primitive):
    """`IndexAdd(axis, use_lock=True, check_index_bound=True)(x, indices, y)`:
    Add slices of `y` to the parameter `x` along `axis`, in place; returns it.

    `indices`: positions of `x` along `axis`, RuntimeError for one that is none. `use_lock` and `check_index_bound`
    say once that they have no effect: updates run one after the other, and positions are always checked.

    `x` is a Parameter of numbers, `indices` an Int32 vector, `y` of the dtype of `x` and its shape
    but along `axis`, where it has the length of `indices`.

    Examples:
        >>> x = Parameter(Tensor([1.0, 2.0, 3.0]), name="x")
        >>> print(ops.IndexAdd(axis=0)(x, Tensor([2], ms.int32), Tensor([10.0])))
        [ 1.  2. 13.]
    """
    axis: int
    use_lock: bool
    check_index_bound: bool
    def __init__(self, axis: int, use_lock: bool = True, check_index_bound: bool = True) -> None: ...
    def __call__(self, x: Tensor, indices: Any, y: Any, /) -> Tensor: ...
class IndexFill(Primitive):
    """`IndexFill()(x, axis, index, value)`:
    A copy of `x` with `value` in the slices along `axis`.

    `x` is a Tensor of any dtype, `index` an Int32 vector, `value` a number; the result has the
    shape and dtype of `x`.

    Examples:
        >>> print(ops.index_fill(Tensor([[1, 2], [3, 4]]), 1, Tensor([0], ms.int32), Tensor(9)))
        [[9 2]
         [9 4]]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, axis: Any, index: Tensor, value: Any, /) -> Tensor: ...
class IndexPut(Primitive):
    """`IndexPut(accumulate=0)(x1, x2, indices)`:
    A copy of `x1` with `x2` put, or with `accumulate` 1 added, at positions given per dimension.

    `x1`: a Tensor of any shape and dtype, both of which the result has; `x2`: a Tensor of its dtype that
    broadcasts to the positions; `indices`: a tuple or list of Tensors of integers; `accumulate`: 0 or 1.
    """
    accumulate: int
    def __init__(self, accumulate: int = 0) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor, indices: Any, /) -> Tensor: ...
class InnerMoeTokenUnpermute(Primitive):
    """`InnerMoeTokenUnpermute()(permuted_tokens, sorted_indices, probs=None, padded_mode=False, restore_shape=None)`:
    Tokens back in their first order, those of one token added up by `probs`.

    permuted_tokens: (T * k, H), or fewer rows where tokens were dropped, which then count as 0; sorted_indices:
    (T * k,) of int32, as `moe_token_permute` gives them; probs: (T, k), without it k is 1. The result is (T,
    H). Raises ValueError for `padded_mode` and `restore_shape`, which is of it, TypeError for other indices. It
    has the dtype of `permuted_tokens`, floats.
    """
    def __init__(self) -> None: ...
    def __call__(self, permuted_tokens: Tensor, sorted_indices: Tensor, probs: Tensor | None = None, padded_mode: bool = False, restore_shape: Any = None) -> Tensor: ...
class InplaceGroupedMatmulAdd(Primitive):
    """`InplaceGroupedMatmulAdd()(x, weight, group_list, out)`:
    Add x^T @ weight of each group of rows to `out`, in place; gives `out`.

    x: (M, K); weight: (M, N); group_list: (E,), where the groups end; out: (E, K, N), float32.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, weight: Tensor, group_list: Any, out: Tensor) -> Tensor: ...
class InplaceIndexAdd(Primitive):
    """`InplaceIndexAdd(axis)(x, indices, y, use_lock=True, check_index_bound=True)`:
    Add slices of `y` to the parameter `x` along `axis`, in place; returns it.

    `indices`: positions of `x` along `axis`, RuntimeError for one that is none. `use_lock` and `check_index_bound`
    say once that they have no effect: updates run one after the other, and positions are always checked.

    `x` is a Parameter of numbers, `indices` an Int32 vector, `y` of the dtype of `x` and its shape
    but along `axis`, where it has the length of `indices`.

    Examples:
        >>> x = Parameter(Tensor([[1.0, 2.0], [3.0, 4.0]]), name="x")
        >>> print(ops.index_add(x, Tensor([1], ms.int32), Tensor([[10.0, 10.0]]), 0))
        [[ 1.  2.]
         [13. 14.]]
    """
    axis: int
    def __init__(self, axis: int) -> None: ...
    def __call__(self, x: Tensor, indices: Any, y: Any, use_lock: bool = True, check_index_bound: bool = True, /) -> Tensor: ...
class InplaceMatmulAdd(Primitive):
    """`InplaceMatmulAdd()(x, weight, C)`:
    Add x^T @ weight to `C`, in place; gives `C`. x: (M, K); weight: (M, N); C: (K, N), float32.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, weight: Tensor, C: Tensor) -> Tensor: ...
class InplaceUpdateV2(Primitive):
    """`InplaceUpdateV2()(x, indices, v)`:
    A copy of `x` with the rows `indices` replaced by those of `v`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, indices: Any, v: Tensor) -> Tensor: ...
class Inv(Primitive):
    """`Inv()(x)`:
    One divided by each element, in the shape and dtype of `x`: integers are rounded towards zero.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class Invert(Primitive):
    """`Invert()(x)`:
    Every bit of each element flipped; logical not for Bool.

    `x` is a Tensor of integers or Bool; the result has its shape and dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class InvertPermutation(Primitive):
    """`InvertPermutation()(input_x)`:
    The permutation that undoes the tuple `input_x`; ValueError when that is none.

    Examples:
        >>> print(ops.InvertPermutation()((2, 0, 1)))
        (1, 2, 0)
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Any, /) -> tuple[int, ...]: ...
class IsClose(Primitive):
    """`IsClose(rtol=1e-05, atol=1e-08, equal_nan=False)(input, other)`:
    |input - other| <= atol + rtol * |other|, element by element.

    `input` and `other` are Tensors of one dtype whose shapes broadcast; `rtol`, `atol`: numbers;
    `equal_nan`: two NaN are close. The result is Bool of the common shape.

    Examples:
        >>> print(mint.isclose(Tensor([1.0]), Tensor([1.0])))
        [ True]
        >>> print(ops.isclose(Tensor([1.0, 2.0]), Tensor([1.0, 2.1])))
        [ True False]
    """
    rtol: float
    atol: float
    equal_nan: bool
    def __init__(self, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> None: ...
    def __call__(self, input: Tensor, other: Tensor) -> Tensor: ...
class IsFinite(Primitive):
    """`IsFinite()(input)`:
    Whether each element is neither infinite nor NaN.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.

    Examples:
        >>> print(ops.isfinite(Tensor([1.0, np.nan, np.inf])))
        [ True False False]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class IsInf(Primitive):
    """`IsInf()(input)`:
    Whether each element is infinite.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.

    Examples:
        >>> print(ops.isinf(Tensor([1.0, -np.inf])))
        [False  True]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class IsNan(Primitive):
    """`IsNan()(input)`:
    Whether each element is NaN.

    `input` is a Tensor of any shape and dtype; the result is Bool of that shape.

    Examples:
        >>> print(ops.IsNan()(Tensor([1.0, np.nan])))
        [False  True]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class KLDivLoss(Primitive):
    """`KLDivLoss(reduction='mean')(logits, labels)`:
    labels * (log(labels) - logits), zero where a label is not positive.

    'batchmean' divides the sum by the first dimension. As in MindSpore no gradient goes to `labels`.

    `logits` and `labels` are float Tensors of one shape; `reduction`: 'mean', 'sum', 'batchmean' or
    'none'. The result has their dtype; it is a scalar, or of their shape for 'none'.

    Examples:
        >>> print(ops.KLDivLoss("sum")(Tensor([-1.0, -2.0]), Tensor([0.0, 1.0])))
        2.0
    """
    reduction: str
    def __init__(self, reduction: str = 'mean') -> None: ...
    def __call__(self, logits: Tensor, labels: Tensor, /) -> Tensor: ...
class KVCacheScatterUpdate(Primitive):
    """`KVCacheScatterUpdate()(var, indices, updates, axis, reduce='none')`:
    Write `updates` into `var` of (B, N, S, D) in place, from place `indices[b]` along `axis`; gives `var`.

    axis: -2, or -1 where the sequence comes last; indices: integers (B,); updates: as `var`, of its dtype and
    of any length along the axis. reduce: 'none' or 'update', which both overwrite. Raises ValueError for
    another axis, `reduce` or shape.
    """
    def __init__(self) -> None: ...
    def __call__(self, var: Tensor, indices: Tensor, updates: Tensor, axis: int, reduce: str = 'none') -> Tensor: ...
class L2Loss(Primitive):
    """`L2Loss()(input_x)`:
    Half the sum of squares.

    `input_x` is a float Tensor of any shape; the result is a scalar of its dtype.

    Examples:
        >>> print(ops.L2Loss()(Tensor([3.0, 4.0])))
        12.5
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class L2Normalize(Primitive):
    """`L2Normalize(axis=0, epsilon=0.0001)(x)`:
    Each element over the 2-norm along `axis`: `x / sqrt(max(sum(x * x), epsilon))`.

    `x` is a Tensor of any shape and float dtype, `axis` an int or a tuple or list of int, `epsilon`
    a float that keeps zeros from dividing. The result has the shape and dtype of `x`. Raises
    ValueError for an axis that `x` lacks. Differs from MindSpore: it takes no more than one axis,
    and refuses integers.

    Examples:
        >>> print(ops.L2Normalize(axis=1)(Tensor([[3.0, 4.0]])))
        [[0.6 0.8]]
    """
    axis: Any
    epsilon: float
    def __init__(self, axis: Any = 0, epsilon: float = 0.0001) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class LARSUpdate(Primitive):
    """Returns the gradient as LARS scales it; the norms come squared.

    Called with (weight, gradient, norm_weight, norm_gradient, weight_decay, learning_rate); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
     `epsilon`: a float that keeps divisors from 0. `hyperpara`: the trust coefficient, a float. `use_clip`: whether the ratio over the rate is at most 1, a bool.
    """
    epsilon: float
    hyperpara: float
    use_clip: bool
    def __init__(self, epsilon: float = 1e-05, hyperpara: float = 0.001, use_clip: bool = False) -> None: ...
    def __call__(self, weight: Tensor, gradient: Tensor, norm_weight: Tensor, norm_gradient: Tensor, weight_decay: float | Tensor, learning_rate: float | Tensor, /) -> Any: ...
class LRN(Primitive):
    """`LRN(depth_radius=5, bias=1.0, alpha=1.0, beta=0.5, norm_region='ACROSS_CHANNELS')(x)`:
    Local response normalisation over 2 * depth_radius + 1 neighbouring channels.

    `x` is a float Tensor (N, C, H, W); the result has its shape and dtype. `bias`, `alpha`, `beta`: floats in x
    / (bias + alpha * sum of squares)^beta. `norm_region`: 'ACROSS_CHANNELS', the only one.

    Examples:
        >>> print(ops.LRN(norm_region="ACROSS_CHANNELS")(ops.ones((1, 1, 1, 2), ms.float32)).shape)
        (1, 1, 1, 2)
    """
    depth_radius: int
    bias: float
    alpha: float
    beta: float
    norm_region: str
    def __init__(self, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, norm_region: str = 'ACROSS_CHANNELS') -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class LayerNorm(Primitive):
    """`LayerNorm(begin_norm_axis=1, begin_params_axis=1, epsilon=1e-07)(input_x, gamma, beta)`:
    (output, mean, variance), the latter two with sizes of one where normalised.

    `input_x`: a float Tensor, whose shape and dtype the output has; `gamma`, `beta`: of its shape from
    `begin_params_axis` on; it is normalised from the dimension `begin_norm_axis` on. `epsilon`: a number added
    to the variance. The statistics are Float32 and have no gradient.
    """
    begin_norm_axis: int
    begin_params_axis: int
    epsilon: float
    def __init__(self, begin_norm_axis: int = 1, begin_params_axis: int = 1, epsilon: float = 1e-07) -> None: ...
    def __call__(self, input_x: Tensor, gamma: Tensor, beta: Tensor) -> tuple[Tensor, Tensor, Tensor]: ...
class Lcm(Primitive):
    """`Lcm()(input, other)`:
    The least common multiple.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Both are Tensors of integers.

    Examples:
        >>> print(ops.lcm(Tensor([4, 6]), Tensor([6, 8])))
        [12 24]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class LeftShift(Primitive):
    """`LeftShift()(x1, x2)`:
    The bits of integers moved to the left: input << other.

    `x1` and `x2` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1: Operand, x2: Operand) -> Tensor: ...
class Lerp(Primitive):
    """`Lerp()(input, end, weight)`:
    input + weight * (end - input).

    `input` and `end` are float Tensors of one dtype, `weight` one too or a number; the result has
    the shape to which they broadcast.

    Examples:
        >>> print(ops.Lerp()(Tensor([0.0]), Tensor([10.0]), Tensor([0.5])))
        [5.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, end: Tensor, weight: Any) -> Tensor: ...
class LerpScalar(Primitive):
    """`LerpScalar()(input, end, weight)`:
    input + weight * (end - input).

    `input` and `end` are float Tensors of one dtype, `weight` one too or a number; the result has
    the shape to which they broadcast.

    Examples:
        >>> print(ops.lerp(Tensor([0.0, 10.0]), Tensor([10.0, 20.0]), 0.25))
        [ 2.5 12.5]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, end: Tensor, weight: Any) -> Tensor: ...
class Less(Primitive):
    """`Less()(input, other)`:
    Whether `input < other`, element by element.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

    Examples:
        >>> print(ops.Less()(Tensor([1, 2]), 2))
        [ True False]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class LessEqual(Primitive):
    """`LessEqual()(input, other)`:
    Whether `input <= other`, element by element.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result is Bool and has the broadcast shape; False where one is NaN. As in MindSpore.

    Examples:
        >>> print(ops.LessEqual()(Tensor([1, 2]), 1))
        [ True False]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class Lgamma(Primitive):
    """`Lgamma()(input)`:
    The logarithm of |gamma(`input`)|, element by element.

    `input` is a Tensor of any shape and of floats, integers or Bool; the result has its shape and its
    float dtype, Float32 for integers and Bool.

    Examples:
        >>> print(ops.lgamma(Tensor([1.0, 4.0])))
        [0.        1.7917595]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class LinSpace(Primitive):
    """`LinSpace()(start, stop, num)`:
    `num` numbers from `start` to `stop`, both included, Float32 or the Tensors' dtype.

    ValueError unless `num` is above 0.

    `start` and `stop` are numbers or scalars; the result is a vector.

    Examples:
        >>> print(ops.LinSpace()(Tensor(0.0), Tensor(1.0), 3))
        [0.  0.5 1. ]
    """
    def __init__(self) -> None: ...
    def __call__(self, start: Any, stop: Any, num: Any) -> Tensor: ...
class ListDiff(Primitive):
    """`ListDiff(out_idx=mindspore.int32)(x, y)`:
    (the elements of the vector `x` that the vector `y` does not hold, their positions).

    Both are of one dtype of numbers, which the first result has; the second has `out_idx`, Int32 or Int64.
    """
    out_idx: Any
    def __init__(self, out_idx: Any = ...) -> None: ...
    def __call__(self, x: Tensor, y: Tensor, /) -> Any: ...
class Log(Primitive):
    """`Log()(input)`:
    The natural logarithm of each element: -inf for 0, NaN below.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.Log()(Tensor([1.0, 2.0])))
        [0.        0.6931472]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Log1p(Primitive):
    """`Log1p()(input)`:
    `log(1 + input)`, exact near 0, element by element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.log1p(Tensor([0.0, 1.0])))
        [0.        0.6931472]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class LogMatrixDeterminant(Primitive):
    """`LogMatrixDeterminant()(input)`:
    (sign of the determinant, logarithm of its absolute value) of `input`, a Tensor (…, N, N).

    It is of floats or complex numbers; the results are (…), the second real.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
class LogNormalReverse(Primitive):
    """`LogNormalReverse(mean=1.0, std=2.0)(input)`:
    exp of normal numbers, in the shape and dtype of `input`.
    """
    mean: float
    std: float
    def __init__(self, mean: float = 1.0, std: float = 2.0) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class LogSoftmax(Primitive):
    """`LogSoftmax(axis=-1)(logits)`:
    The logarithm of the softmax along `axis`: elements whose exponentials add up to 1.

    `logits` is a Tensor of any shape but () and a float dtype, `axis` an int. The result has both.
    Raises ValueError for an `axis` that `logits` lacks, TypeError for integers. As in MindSpore,
    whose CPU is less exact (to about 1e-5).

    Examples:
        >>> print(ops.LogSoftmax()(Tensor([[0.0, 0.0]])).asnumpy().round(3))
        [[-0.693 -0.693]]
    """
    axis: int
    def __init__(self, axis: int = -1) -> None: ...
    def __call__(self, logits: Tensor) -> Tensor: ...
class LogSoftmaxExt(Primitive):
    """`LogSoftmaxExt()(input, dim=None, dtype=None)`:
    `log_softmax_by_rank` with all arguments by position.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, dim: int | None = None, dtype: Any = None) -> Tensor: ...
class LogSpace(Primitive):
    """`LogSpace(steps=10, base=10, dtype=mindspore.float32)(start, end)`:
    `base` to the power of numbers evenly from `start` to `end`: `logspace` whose ends are Tensors.

    `start`, `end`: Tensors of one number, or numbers; `steps`: an int from 0; `base`: an int. The result has
    the shape (steps,) and `dtype`, a float dtype.
    """
    steps: int
    base: int
    dtype: Any
    def __init__(self, steps: int = 10, base: int = 10, dtype: Any = ...) -> None: ...
    def __call__(self, start: Any, end: Any, /) -> Tensor: ...
class LogUniformCandidateSampler(Primitive):
    """`LogUniformCandidateSampler(num_true=1, num_sampled=5, unique=True, range_max=5, seed=0)(true_classes)`:
    Classes drawn with shares that fall as of words by rank, and how often each is expected.

    `true_classes` (N, num_true) Int64. `num_sampled` classes c are drawn from [0, range_max) with the shares
    log((c + 2) / (c + 1)) / log(range_max + 1), each once if `unique`. The result is (classes (num_sampled,),
    expectations of the true classes (N, num_true), expectations of those drawn), Float32. Raises ValueError for
    sizes that do not fit. Other numbers are drawn than MindSpore's. The classes are Int64. `seed`: an int, 0
    for none.
    """
    num_true: int
    num_sampled: int
    unique: bool
    range_max: int
    seed: Any
    def __init__(self, num_true: int = 1, num_sampled: int = 5, unique: bool = True, range_max: int = 5, seed: Any = 0) -> None: ...
    def __call__(self, true_classes: Tensor, /) -> Any: ...
class LogicalAnd(Primitive):
    """`LogicalAnd()(x, y)`:
    Whether `x` and `y` both are non-zero, element by element.

    `x` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result is Bool and has the broadcast shape, whatever the dtypes. As in MindSpore.

    Examples:
        >>> print(ops.LogicalAnd()(Tensor([True, True]), Tensor([True, False])))
        [ True False]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Operand, y: Operand) -> Tensor: ...
class LogicalNot(Primitive):
    """`LogicalNot()(input)`:
    Whether each element of `input` is zero.

    `input` is a Tensor of any shape and dtype; the result is Bool and has its shape. Raises
    TypeError for anything but a Tensor. As in MindSpore.

    Examples:
        >>> print(ops.LogicalNot()(Tensor([True, False])))
        [False  True]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class LogicalOr(Primitive):
    """`LogicalOr()(x, y)`:
    Whether at least one of `x` and `y` is non-zero, element by element.

    `x` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result is Bool and has the broadcast shape, whatever the dtypes. As in MindSpore.

    Examples:
        >>> print(ops.LogicalOr()(Tensor([False, True]), Tensor([False, False])))
        [False  True]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Operand, y: Operand) -> Tensor: ...
class LogicalXor(Primitive):
    """`LogicalXor()(input, other)`:
    Whether just one is non-zero.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.logical_xor(Tensor([True, True]), Tensor([True, False])))
        [False  True]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class Logit(Primitive):
    """`Logit(eps=-1.0)(input)`:
    `logit`, where a negative `eps` means none.

    `input`: a float Tensor of any shape, whose shape and dtype the result has; it is first limited to [eps, 1 -
    eps].
    """
    eps: float
    def __init__(self, eps: float = -1.0) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class LowerBound(Primitive):
    """`LowerBound(out_type=mindspore.int32)(sorted_x, values)`:
    How many elements of each sorted row are below each value.

    `sorted_x`: a Tensor (…, N) of numbers, each row in rising order; `values`: one (…, M) of its dtype,
    whose shape the result has; `out_type`: the result's dtype, Int32 or Int64 (TypeError otherwise).
    """
    out_type: Any
    def __init__(self, out_type: Any = ...) -> None: ...
    def __call__(self, sorted_x: Tensor, values: Tensor, /) -> Tensor: ...
class LpNorm(Primitive):
    """`LpNorm(axis, p=2, keep_dims=False, epsilon=1e-12)(x)`:
    (sum of |x|^p along `axis`)^(1/p), at least `epsilon`.

    `x` is a float Tensor, `axis` an int or a tuple of ints; the result has its dtype and its shape
    without them, or with length 1 there for `keep_dims`.

    Examples:
        >>> print(ops.LpNorm(axis=1)(Tensor([[3.0, 4.0]])))
        [5.]
    """
    axis: Any
    p: int
    keep_dims: bool
    epsilon: float
    def __init__(self, axis: Any, p: int = 2, keep_dims: bool = False, epsilon: float = 1e-12) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class LuSolve(Primitive):
    """`LuSolve()(b, LU_data, LU_pivots)`:
    The x of A x = `b`, from the LU factorization of A with Int32 pivots counted from 1.

    `b`: a Tensor (…, N, K) of floats or complex numbers, whose shape and dtype the result has; `LU_data`: (…,
    N, N), `LU_pivots`: (…, N).
    """
    def __init__(self) -> None: ...
    def __call__(self, b: Tensor, LU_data: Tensor, LU_pivots: Tensor, /) -> Tensor: ...
class LuUnpack(Primitive):
    """`LuUnpack(unpack_data=True, unpack_pivots=True)(LU_data, LU_pivots)`:
    (permutation, L, U) of an LU factorization with Int32 pivots counted from 1; parts not unpacked are 0.

    `LU_data`: a Tensor (…, M, N) of floats, whose dtype the results have; `LU_pivots`: (…, min(M, N));
    `unpack_data`, `unpack_pivots`: whether L and U, and whether the permutation, are asked for.
    """
    unpack_data: bool
    unpack_pivots: bool
    def __init__(self, unpack_data: bool = True, unpack_pivots: bool = True) -> None: ...
    def __call__(self, LU_data: Tensor, LU_pivots: Tensor, /) -> tuple[Tensor, ...]: ...
class MapUniform(Primitive):
    """`MapUniform()(input, per_group_size, group_num)`:
    Integers distributed over `group_num` groups of `per_group_size`.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, per_group_size: Any, group_num: Any, /) -> Tensor: ...
class MaskedFill(Primitive):
    """`MaskedFill()(input_x, mask, value)`:
    `value` where `mask` holds, `input_x` elsewhere.

    `input_x` is a Tensor of numbers or Bool, `mask` Bool of a shape that broadcasts with it,
    `value` a number or a Tensor of one; the result has the dtype of `input_x`.

    Examples:
        >>> print(ops.MaskedFill()(Tensor([1.0, 2.0]), Tensor([True, False]), 0.0))
        [0. 2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, mask: Tensor, value: Any) -> Tensor: ...
class MaskedScatter(Primitive):
    """`MaskedScatter()(input, mask, source)`:
    The next element of `source` wherever `mask` holds.

    Both Tensors have one dtype, that of the result, which has the shape of `input`; `mask` is Bool.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, mask: Tensor, source: Tensor) -> Tensor: ...
class MaskedSelect(Primitive):
    """`MaskedSelect()(input, mask)`:
    The elements where `mask` holds, in one dimension.

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
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, mask: Tensor) -> Tensor: ...
class MatMul(Primitive):
    """`MatMul(transpose_a=False, transpose_b=False)(input, mat2)`:
    The product of two matrices, where each may be transposed first.

    `input` has shape (n, k) or, with `transpose_a`, (k, n); `mat2` has (k, m) or, with
    `transpose_b`, (m, k). Both have one number dtype. The result has shape (n, m) and that dtype.
    Raises ValueError for other ranks or lengths that do not fit, TypeError for two dtypes. As in
    MindSpore.

    Examples:
        >>> print(ops.MatMul(transpose_b=True)(Tensor([[1.0, 2.0]]), Tensor([[3.0, 4.0]])))
        [[11.]]
    """
    transpose_a: bool
    transpose_b: bool
    def __init__(self, transpose_a: bool = False, transpose_b: bool = False) -> None: ...
    def __call__(self, input: Tensor, mat2: Tensor) -> Tensor: ...
class MatmulAllReduceAddRmsNorm(Primitive):
    """`MatmulAllReduceAddRmsNorm()(x1, x2, bias, residual, gamma, epsilon, group, reduce_op='sum', comm_turn=0, stream_mode=1)`:
    (sum, its `rms_norm`) of the members' x1 @ x2 + bias, and `residual`.

    Raises RuntimeError for a `reduce_op` other than 'sum'.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor, bias: Tensor | None, residual: Tensor, gamma: Tensor, epsilon: float, group: str, reduce_op: str = 'sum', comm_turn: int = 0, stream_mode: int = 1) -> tuple[Tensor, Tensor]: ...
class MatmulReduceScatter(Primitive):
    """`MatmulReduceScatter()(input, x2, group, world_size, reduce_op='sum', bias=None, comm_turn=0, trans_input=False, trans_x2=False)`:
    This member's rows of the sum of all members' input @ x2.

    input: (M, K), M a multiple of `world_size`; x2: (K, N), or turned with `trans_x2`: floats of one dtype,
    which the result has. group: a group's name; world_size: the number of its members. Raises RuntimeError for
    matrices and a `world_size` that do not fit, for a `reduce_op` other than 'sum', and for `bias`, `comm_turn`
    and `trans_input`, which MindSpore reserves.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Any, x2: Any, group: str, world_size: int, reduce_op: str = 'sum', bias: Any = None, comm_turn: int = 0, trans_input: bool = False, trans_x2: bool = False) -> Any: ...
class MatrixBandPart(Primitive):
    """`MatrixBandPart()(x, lower, upper)`:
    A band of the matrices `x`: `lower` diagonals below the main one and `upper` above, zeros elsewhere.

    `x`: a Tensor (…, M, N) of any dtype, whose shape and dtype the result has; `lower`, `upper`: ints, or
    Tensors of one; a negative one keeps all.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, lower: Any, upper: Any, /) -> Tensor: ...
class MatrixDeterminant(Primitive):
    """`MatrixDeterminant()(input)`:
    The determinant of square matrices.

    `input` is a float Tensor (…, N, N); the result is (…) of its dtype.

    Examples:
        >>> print(ops.det(Tensor([[2.0, 1.0], [0.0, 4.0]])))
        8.0
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class MatrixDiagPartV3(Primitive):
    """`MatrixDiagPartV3(align='RIGHT_LEFT')(x, k, padding_value)`:
    The diagonals `k` of matrices: (…, length), or (…, diagonals, length) from the highest down.

    `x`: a Tensor (…, M, N) of any dtype, which the result has; `k`: an int, or two, the lowest and the highest.
    Shorter ones are filled up with `padding_value`, a number, on the side opposite to that of `align`.
    """
    align: str
    def __init__(self, align: str = 'RIGHT_LEFT') -> None: ...
    def __call__(self, x: Tensor, k: Any, padding_value: Any, /) -> Tensor: ...
class MatrixDiagV3(Primitive):
    """`MatrixDiagV3(align='RIGHT_LEFT')(x, k=0, num_rows=-1, num_cols=-1, padding_value=0)`:
    Matrices with the diagonals `k` (one, or from low to high) of `x`, and `padding_value` elsewhere.

    `x`: a Tensor (…, length), or (…, diagonals, length) with the highest first, of any dtype, which the result
    (…, rows, columns) has; shorter diagonals lie on the side `align` names, for those above and those below the
    main one. `num_rows`, `num_cols`: ints, -1 for as many as are needed; `padding_value`: a number. `k`, both
    sizes and `padding_value` may be Tensors too. ValueError for another `align` or `k`.
    """
    align: str
    def __init__(self, align: str = 'RIGHT_LEFT') -> None: ...
    def __call__(self, x: Tensor, k: Any = 0, num_rows: Any = -1, num_cols: Any = -1, padding_value: Any = 0, /) -> Tensor: ...
class MatrixExp(Primitive):
    """`MatrixExp()(input)`:
    The matrix exponential of square matrices.

    `input` is a float Tensor (…, N, N); the result has its shape and dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class MatrixInverse(Primitive):
    """`MatrixInverse(adjoint=False)(x)`:
    The inverse of `x`, a Tensor (…, N, N) of floats or complex numbers, or that of its adjoint for `adjoint`.

    The result has the shape and dtype of `x`.
    """
    adjoint: bool
    def __init__(self, adjoint: bool = False) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class MatrixLogarithm(Primitive):
    """`MatrixLogarithm()(x)`:
    The principal logarithm of complex matrices (..., N, N).
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class MatrixPower(Primitive):
    """`MatrixPower(n)(input)`:
    A square matrix times itself, `n` times.

    `input` is a float Tensor (…, N, N); the result has its shape and dtype. A negative `n` inverts.
    """
    n: int
    def __init__(self, n: int) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class MatrixSetDiagV3(Primitive):
    """`MatrixSetDiagV3(align='RIGHT_LEFT')(x, diagonal, k=0)`:
    A copy of `x` whose diagonals `k` are those of `diagonal`, laid out as `matrix_diag_part` gives them.

    `x`: a Tensor (…, M, N) of any dtype, whose shape and dtype the result has; `diagonal`: one of that dtype;
    `k`: an int, or two, the lowest and the highest; `align`: the sides on which shorter diagonals lie,
    'RIGHT_LEFT', 'LEFT_RIGHT', 'LEFT_LEFT' or 'RIGHT_RIGHT'.
    """
    align: str
    def __init__(self, align: str = 'RIGHT_LEFT') -> None: ...
    def __call__(self, x: Tensor, diagonal: Tensor, k: Any = 0, /) -> Tensor: ...
class MatrixSolve(Primitive):
    """`MatrixSolve(adjoint=False)(matrix, rhs)`:
    x with matrix @ x = rhs.

    `matrix` is a float Tensor (…, N, N), `rhs` (…, N, K); the result has the shape and dtype of
    `rhs`. `adjoint`: take the adjoint of `matrix`.
    """
    adjoint: bool
    def __init__(self, adjoint: bool = False) -> None: ...
    def __call__(self, matrix: Tensor, rhs: Tensor, /) -> Tensor: ...
class MatrixSolveLs(Primitive):
    """`MatrixSolveLs(fast=True)(matrix, rhs, l2_regularizer)`:
    X that makes |matrix @ X - rhs|² + l2_regularizer * |X|² smallest; matrices (..., M, N) and (..., M, K).

    `fast` solves the normal equations; without it the regularizer is left out, and of several X the smallest is
    found by singular values. `matrix` and `rhs` are Tensors of one float or complex dtype, which the result
    (..., N, K) has; `l2_regularizer`: a number. ValueError for numbers of rows that differ.
    """
    fast: bool
    def __init__(self, fast: bool = True) -> None: ...
    def __call__(self, matrix: Tensor, rhs: Tensor, l2_regularizer: Any, /) -> Tensor: ...
class MatrixTriangularSolve(Primitive):
    """`MatrixTriangularSolve(lower=True, adjoint=False)(matrix, rhs)`:
    The x of A x = rhs for a triangular A (its adjoint with `adjoint`).

    `matrix` (A): a Tensor (…, N, N) of floats or complex numbers, of which the triangle that `lower` names is
    read; `rhs`: (…, N, K) of its dtype, whose shape and dtype the result has.
    """
    lower: bool
    adjoint: bool
    def __init__(self, lower: bool = True, adjoint: bool = False) -> None: ...
    def __call__(self, matrix: Tensor, rhs: Tensor, /) -> Tensor: ...
class MaxPool3DWithArgmax(Primitive):
    """`MaxPool3DWithArgmax(ksize, strides, pads, dilation=(1, 1, 1), ceil_mode=False, data_format='NCDHW', argmax_type=mindspore.int64)(x)`:
    (maximum, its flat position within the volume, of `argmax_type`) over windows.

    `x`: a Tensor (N, C, D, H, W) of floats, whose dtype the first has; `ksize`, `strides`, `pads`, `dilation`:
    an int or three; `ceil_mode`: a last window may reach over the end; `data_format`: 'NCDHW'; `argmax_type`:
    Int32 or Int64.
    """
    ksize: Any
    strides: Any
    pads: Any
    dilation: Any
    ceil_mode: bool
    data_format: str
    argmax_type: Any
    def __init__(self, ksize: Any, strides: Any, pads: Any, dilation: Any = (1, 1, 1), ceil_mode: bool = False, data_format: str = 'NCDHW', argmax_type: Any = ...) -> None: ...
    def __call__(self, x: Tensor, /) -> tuple[Tensor, Tensor]: ...
class MaxPoolWithArgmaxV2(Primitive):
    """`MaxPoolWithArgmaxV2(kernel_size, strides=None, pads=0, dilation=(1, 1), ceil_mode=False, argmax_type=mindspore.int64)(x)`:
    (maximum, its flat position within the plane, Int64 or Int32 as `argmax_type` says) over windows.

    `x`: a Tensor (N, C, H, W) of floats, whose dtype the first has; `kernel_size`, `strides` (the window for
    None), `pads`, `dilation`: an int or a pair; `ceil_mode`: a last window may reach over the end.
    """
    kernel_size: Any
    strides: Any
    pads: Any
    dilation: Any
    ceil_mode: bool
    argmax_type: Any
    def __init__(self, kernel_size: Any, strides: Any = None, pads: Any = 0, dilation: Any = (1, 1), ceil_mode: bool = False, argmax_type: Any = ...) -> None: ...
    def __call__(self, x: Tensor, /) -> tuple[Tensor, Tensor]: ...
class Maximum(Primitive):
    """`Maximum()(input, other)`:
    The larger of each pair of elements of `input` and `other`; NaN wins.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape and the promoted dtype. Differs from MindSpore:
    `maximum(nan, 0)` is NaN here, as MindSpore documents; its CPU kernel gives 0.

    Examples:
        >>> print(ops.Maximum()(Tensor([1, 5]), Tensor([4, 2])))
        [4 5]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class Median(Primitive):
    """`Median(global_median=False, axis=0, keep_dims=False, ignore_nan=False)(x)`:
    (the lower median along `axis`, its position), or of all elements with the position 0 for `global_median`.

    `x`: a Tensor of numbers, whose dtype the first has; the positions are Int64. `keep_dims`: keep `axis` with
    size 1; `ignore_nan`: leave NaN out.
    """
    global_median: bool
    axis: int
    keep_dims: bool
    ignore_nan: bool
    def __init__(self, global_median: bool = False, axis: int = 0, keep_dims: bool = False, ignore_nan: bool = False) -> None: ...
    def __call__(self, x: Tensor, /) -> tuple[Tensor, Tensor]: ...
class Meshgrid(Primitive):
    """`Meshgrid(indexing='xy')(*inputs)`:
    Coordinate grids of vectors; 'xy' has the second vector's direction first.

    `inputs`: vectors of one dtype; `indexing`: 'xy' or 'ij'. The result is a tuple of Tensors of
    that dtype, as many as vectors.

    Examples:
        >>> print(ops.Meshgrid()((Tensor([1, 2]), Tensor([3, 4])))[1])
        [[3 3]
         [4 4]]
    """
    indexing: str
    def __init__(self, indexing: str = 'xy') -> None: ...
    def __call__(self, inputs: Any) -> Any: ...
class Minimum(Primitive):
    """`Minimum()(input, other)`:
    The smaller of each pair of elements of `input` and `other`; NaN wins.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape and the promoted dtype. Differs from MindSpore: Bool operands
    are taken here and refused by its CPU.

    Examples:
        >>> print(ops.Minimum()(Tensor([1, 5]), Tensor([4, 2])))
        [1 2]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class MirrorPad(Primitive):
    """`MirrorPad(mode='REFLECT')(input_x, paddings)`:
    Mirror every dimension at its ends; 'SYMMETRIC' repeats the edge itself, 'REFLECT' does not.

    `input_x`: a Tensor of any shape and dtype, which the result has; `paddings`: a pair (before, after) for
    each dimension, ints or a Tensor of them; `mode`: one of both. Raises ValueError for others.
    """
    mode: str
    def __init__(self, mode: str = 'REFLECT') -> None: ...
    def __call__(self, input_x: Tensor, paddings: Any, /) -> Tensor: ...
class Mish(Primitive):
    """`Mish()(x)`:
    The activation x * tanh(softplus(x)).

    `x` is a Tensor of any shape; the result has its shape and dtype.

    Examples:
        >>> print(ops.mish(Tensor([0.0, 4.0])))
        [0.       3.997413]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class Mod(Primitive):
    """`Mod()(input, other)`:
    The remainder with the sign of `input`.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.Mod()(Tensor([7, -7]), 3))
        [ 1 -1]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class MoeComputeExpertTokens(Primitive):
    """`MoeComputeExpertTokens()(sorted_experts, num_expert)`:
    Where the tokens of each of `num_expert` experts end in the ordered (T,) int32 `sorted_experts`.

    Raises TypeError for another dtype, ValueError for another rank and a number below 0.
    """
    def __init__(self) -> None: ...
    def __call__(self, sorted_experts: Tensor, num_expert: int) -> Tensor: ...
class MoeDistributeCombine(Primitive):
    """`MoeDistributeCombine()(expand_x, expert_ids, expand_idx, ep_send_counts, expert_scales, ep_world_size, ep_rank_id, moe_expert_num, tp_send_counts=None, x_active_mask=None, activate_scale=None, weight_scale=None, group_list=None, expand_scales=None, group_ep=None, group_tp=None, tp_world_size=0, tp_rank_id=0, expert_shard_type=0, shared_expert_num=0, shared_export_rank_num=0, global_bs=0, out_dtype=0, common_quant_mode=0, group_list_type=0)`:
    The sum over a token's k experts of expert_scales * what the expert made of it, and its shared expert's: (T, H).

    expand_x: (A, H), what the experts here made of the rows that `moe_distribute_dispatch` gave; expert_ids: (T, k) of
    int32, as given to it; expand_idx, ep_send_counts: its third and fifth results; expert_scales: (T, k) of float32;
    `ep_world_size`, `ep_rank_id`, `moe_expert_num`, `shared_expert_num`, `shared_export_rank_num`, `global_bs` and
    `group_ep` as there. Of `tp_send_counts` and `expand_scales`, its last two results, the shapes are
    checked; the weights are those of `expert_scales`. Sums are made in float32, or float64 for that dtype.

    All processes of the group must call it, and its gradients, alike. Raises TypeError for other dtypes, ValueError for
    numbers and shapes that do not fit, NotImplementedError for tensor parallelism (`group_tp`, `tp_world_size`,
    `tp_rank_id`) and what MindSpore reserves (`x_active_mask`, `activate_scale`, `weight_scale`, `group_list`,
    `expert_shard_type`, `out_dtype`, `common_quant_mode`, `group_list_type`). Differs from MindSpore: it has a
    gradient, any number of processes and any H, and takes float32 and float64.
    """
    def __init__(self) -> None: ...
    def __call__(self, expand_x: Tensor, expert_ids: Tensor, expand_idx: Tensor, ep_send_counts: Tensor, expert_scales: Tensor, ep_world_size: int, ep_rank_id: int, moe_expert_num: int, tp_send_counts: Tensor | None = None, x_active_mask: Tensor | None = None, activate_scale: Tensor | None = None, weight_scale: Tensor | None = None, group_list: Tensor | None = None, expand_scales: Tensor | None = None, group_ep: str | None = None, group_tp: str | None = None, tp_world_size: int = 0, tp_rank_id: int = 0, expert_shard_type: int = 0, shared_expert_num: int = 0, shared_export_rank_num: int = 0, global_bs: int = 0, out_dtype: int = 0, common_quant_mode: int = 0, group_list_type: int = 0) -> Tensor: ...
class MoeDistributeDispatch(Primitive):
    """`MoeDistributeDispatch()(x, expert_ids, ep_world_size, ep_rank_id, moe_expert_num, expert_scales=None, scales=None, x_active_mask=None, group_ep=None, group_tp=None, tp_world_size=0, tp_rank_id=0, expert_shard_type=0, shared_expert_num=0, shared_expert_rank_num=0, quant_mode=0, global_bs=0, expert_token_nums_type=0)`:
    Each token's row, sent to the processes of `group_ep` with its experts; `moe_distribute_combine` is the way back.

    x: (T, H) floats; expert_ids: (T, k) of int32 below `moe_expert_num`; expert_scales: (T, k) of float32. Each process
    holds `moe_expert_num` / (`ep_world_size` - `shared_expert_rank_num`) experts, in order; the first
    `shared_expert_rank_num` hold a copy of the shared expert instead, and each token goes to one of them as well.
    `ep_rank_id` is the rank in the group, which may be None for one process alone. T may differ between processes;
    `global_bs` is then their largest T times `ep_world_size`, on all.

    Gives seven Tensors: the rows by expert, within an expert by process, and zeros after them: (A, H), where A is
    `ep_world_size` * T * min(experts here, k), for a copy of the shared expert `ep_world_size` * T / copies, with
    `global_bs` in the place of `ep_world_size` * T, and more where more come; scales of a quantization (A,), zeros;
    places among the rows of an expert (T * k,) of int32; where each expert's rows end, with `expert_token_nums_type` 1
    how many there are, of int64; rows by expert and process of int32; int32 zeros (1,) for tensor parallelism; the
    weight of each row (A,) of float32, zeros without `expert_scales`.

    All processes of the group must call it, and its gradients, alike. Raises TypeError for other dtypes, ValueError for
    numbers and shapes that do not fit, NotImplementedError for tensor parallelism (`group_tp`, `tp_world_size`,
    `tp_rank_id`), quantization (`quant_mode`, `scales`) and what MindSpore reserves (`x_active_mask`,
    `expert_shard_type`; `shared_expert_num` is 0 or 1). Differs from MindSpore: it has a gradient, any number of
    processes and any H, and takes float32 and float64.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, expert_ids: Tensor, ep_world_size: int, ep_rank_id: int, moe_expert_num: int, expert_scales: Tensor | None = None, scales: Tensor | None = None, x_active_mask: Tensor | None = None, group_ep: str | None = None, group_tp: str | None = None, tp_world_size: int = 0, tp_rank_id: int = 0, expert_shard_type: int = 0, shared_expert_num: int = 0, shared_expert_rank_num: int = 0, quant_mode: int = 0, global_bs: int = 0, expert_token_nums_type: int = 0) -> tuple[Tensor, ...]: ...
class MoeFinalizeRouting(Primitive):
    """`MoeFinalizeRouting()(expanded_x, x1, x2=None, bias=None, scales=None, expanded_row_idx=None, expanded_expert_idx=None)`:
    x1 + x2 + the sum over a token's k experts of scales * (its row of `expanded_x` + the expert's bias).

    expanded_x: floats (k * T, H); x1, x2: (T, H), whose shape the result has; bias: (E, H); scales,
    expanded_expert_idx: (T, k); expanded_row_idx: integers (k * T,), of the k-th expert of token t at t + k *
    T, negative where it was dropped. Raises TypeError where one but `x2` is missing.
    """
    def __init__(self) -> None: ...
    def __call__(self, expanded_x: Tensor, x1: Tensor, x2: Tensor | None = None, bias: Tensor | None = None, scales: Tensor | None = None, expanded_row_idx: Tensor | None = None, expanded_expert_idx: Tensor | None = None) -> Tensor: ...
class MoeGatingTopKSoftmax(Primitive):
    """`MoeGatingTopKSoftmax()(x, finished=None, k=1)`:
    (the k largest of softmax(x), their experts, the number of each entry counted column by column).

    x: (T, E) or (B, T, E) floats; finished: bool of (T,) or (B, T), whose tokens get the expert E. The latter two
    are int32. Raises RuntimeError for another rank, ValueError for a `k` beyond E and another shape of `finished`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, finished: Tensor | None = None, k: int = 1) -> tuple[Tensor, Tensor, Tensor]: ...
class MoeInitRouting(Primitive):
    """`MoeInitRouting()(x, row_idx, expert_idx, active_num)`:
    (rows in the order of experts, the place of each, the experts in order).

    x: (T, H); row_idx, expert_idx: (T, k) of int32, of which the former numbers the entries column by column;
    of the first min(T, active_num) * k places the rows are given. Raises TypeError for other indices, ValueError for
    a negative `active_num`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, row_idx: Tensor, expert_idx: Tensor, active_num: int) -> tuple[Tensor, Tensor, Tensor]: ...
class MoeInitRoutingV2(Primitive):
    """`MoeInitRoutingV2()(x, expert_idx, active_num, expert_capacity, expert_num, drop_pad_mode, expert_tokens_count_or_cumsum_flag, expert_tokens_before_capacity_flag)`:
    The four results of `moe_init_routing_v2`; those not requested are zeros.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, expert_idx: Tensor, active_num: int, expert_capacity: int, expert_num: int, drop_pad_mode: int, expert_tokens_count_or_cumsum_flag: int, expert_tokens_before_capacity_flag: bool) -> tuple[Tensor, ...]: ...
class MoeTokenPermute(Primitive):
    """`MoeTokenPermute()(tokens, indices, num_out_tokens=None, padded_mode=False)`:
    (tokens in the order of their experts, the place of each entry of `indices` among them).

    tokens: (T, H) floats; indices: the experts, (T,) or (T, k) of int32 or int64, k up to 512. The first
    `num_out_tokens` are given, all for None and 0; the places are int32. Raises ValueError for other ranks, a
    negative number and `padded_mode`, which MindSpore refuses as well, TypeError for other indices, RuntimeError
    where the rows differ.
    """
    def __init__(self) -> None: ...
    def __call__(self, tokens: Tensor, indices: Tensor, num_out_tokens: int | None = None, padded_mode: bool = False) -> tuple[Tensor, Tensor]: ...
class MoeTokenUnpermute(Primitive):
    """`MoeTokenUnpermute()(permuted_tokens, sorted_indices, probs=None, padded_mode=False, restore_shape=None)`:
    Tokens back in their first order, those of one token added up by `probs`.

    permuted_tokens: (T * k, H), or fewer rows where tokens were dropped, which then count as 0; sorted_indices:
    (T * k,) of int32, as `moe_token_permute` gives them; probs: (T, k), without it k is 1. The result is (T,
    H). Raises ValueError for `padded_mode` and `restore_shape`, which is of it, TypeError for other indices. It
    has the dtype of `permuted_tokens`, floats.
    """
    def __init__(self) -> None: ...
    def __call__(self, permuted_tokens: Tensor, sorted_indices: Tensor, probs: Tensor | None = None, padded_mode: bool = False, restore_shape: Any = None) -> Tensor: ...
class Mul(Primitive):
    """`Mul()(input, other)`:
    The product `input * other`, element by element; of two Bool operands, the logical and.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape and the promoted dtype, as in MindSpore.

    Examples:
        >>> print(ops.Mul()(Tensor([3, 4]), 2))
        [6 8]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class MulNoNan(Primitive):
    """`MulNoNan()(x, y)`:
    x * y, and 0 where `y` is 0, whatever `x` holds.

    `x` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Operand, y: Operand, /) -> Tensor: ...
class MultiMarginLoss(Primitive):
    """`MultiMarginLoss(p=1, margin=1.0, reduction='mean')(x, target, weight=None)`:
    `multi_margin_loss` with the Primitive's order of arguments.

    `x`: scores, floats (N, C); `target`: classes, ints (N,); `weight`: floats (C,), or None for ones, to which
    no gradient goes. `p`: the exponent, 1 or 2; `margin`: a float; `reduction`: 'mean', 'sum' or 'none'. The
    result has the dtype of `x`; it is a scalar, of shape (N,) for 'none'. Raises ValueError for another
    `reduction`.
    """
    p: int
    margin: float
    reduction: str
    def __init__(self, p: int = 1, margin: float = 1.0, reduction: str = 'mean') -> None: ...
    def __call__(self, x: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor: ...
class MultiScaleDeformableAttn(Primitive):
    """`MultiScaleDeformableAttn()(value, shape, offset, locations, weight)`:
    The weighted sum of bilinear samples of each feature map; (B, Q, N * D).

    value: (B, keys, N, D), all maps one after another; shape: (L, 2), height and width of each; offset: (L,), where
    each begins; locations: (B, Q, N, L, P, 2), x and y with a map from 0 to 1; weight: (B, Q, N, L, P). Outside the
    maps are zeros. Raises RuntimeError for dtypes other than floats and, for `shape` and `offset`, int32 and int64.
    """
    def __init__(self) -> None: ...
    def __call__(self, value: Tensor, shape: Tensor, offset: Tensor, locations: Tensor, weight: Tensor) -> Tensor: ...
class MultilabelMarginLoss(Primitive):
    """`MultilabelMarginLoss(reduction='mean')(x, target)`:
    (`multilabel_margin_loss`, 1 for the classes that `target` names and 0 for others, of its shape and dtype).

    `x`, `target` and `reduction` are those of `multilabel_margin_loss`.
    """
    reduction: str
    def __init__(self, reduction: str = 'mean') -> None: ...
    def __call__(self, x: Tensor, target: Tensor, /) -> Any: ...
class Multinomial(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class MultinomialWithReplacement(Primitive):
    """`MultinomialWithReplacement(numsamples, replacement=False)(x, seed, offset)`:
    Int64 classes drawn in proportion to `x`; calls with the same `seed` and `offset` draw the same.

    `x`: a float Tensor (C,) or (N, C); `seed`, `offset`: ints or Tensors of one; `numsamples`: how many, the
    last dimension of the result; `replacement`: a class may come again. Raises ValueError for more samples than
    classes without it.
    """
    numsamples: int
    replacement: bool
    def __init__(self, numsamples: int, replacement: bool = False) -> None: ...
    def __call__(self, x: Tensor, seed: Any, offset: Any, /) -> Tensor: ...
class Mvlgamma(Primitive):
    """`Mvlgamma(p)(input)`:
    The multivariate log-gamma of dimension `p`, an int above 0, else a ValueError.

    `input`: a Tensor of floats of any shape, which the result has with its dtype.
    """
    p: int
    def __init__(self, p: int) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class NLLLoss(Primitive):
    """`NLLLoss(reduction='mean', ignore_index=-100)(logits, labels, weight)`:
    (loss, sum of the weights that counted).

    `logits` are float log-probabilities (N, C), `labels` Int32 or Int64 (N,), `weight` (C,) of the
    logits' dtype; the loss is a scalar, or (N,) for `reduction` 'none', of that dtype.

    Examples:
        >>> print(ops.NLLLoss("mean")(Tensor([[-1.0, -2.0]]), Tensor([1], ms.int32), Tensor([1.0, 1.0])))
        (Tensor(shape=[], dtype=Float32, value= 2), Tensor(shape=[], dtype=Float32, value= 1))
    """
    reduction: str
    ignore_index: int
    def __init__(self, reduction: str = 'mean', ignore_index: int = -100) -> None: ...
    def __call__(self, logits: Tensor, labels: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]: ...
class NMSWithMask(Primitive):
    """`NMSWithMask(iou_threshold=0.5)(bboxes)`:
    Boxes sorted by score, and which of them overlap none with a higher score too much.

    `bboxes` holds (x1, y1, x2, y2, score), floats of shape (N, 5); `iou_threshold` is the overlap
    beyond which the lower score is left out. The result is a triple: the sorted boxes (N, 5) in the
    dtype of `bboxes`, Int32 positions 0 … N - 1, and a Bool mask (N,) of those kept. Raises
    ValueError for another shape. Differs from MindSpore: it refuses Float64.

    Examples:
        >>> print(ops.NMSWithMask(0.5)(Tensor([[0.0, 0.0, 4.0, 4.0, 0.9], [0.0, 0.0, 4.0, 4.0, 0.8]]))[2])
        [ True False]
    """
    iou_threshold: float
    def __init__(self, iou_threshold: float = 0.5) -> None: ...
    def __call__(self, bboxes: Tensor, /) -> tuple[Tensor, Tensor, Tensor]: ...
class NanToNum(Primitive):
    """`NanToNum(nan=None, posinf=None, neginf=None)(input)`:
    NaN, +inf and -inf replaced by `nan`, `posinf` and `neginf`; by 0 and the dtype's limits unless given.

    `input` is a Tensor of any shape and dtype, which the result has; the others are numbers.

    Examples:
        >>> print(ops.nan_to_num(Tensor([np.nan, 1.0, np.inf]), nan=0.0, posinf=9.0))
        [0. 1. 9.]
    """
    nan: float | None
    posinf: float | None
    neginf: float | None
    def __init__(self, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Neg(Primitive):
    """`Neg()(input)`:
    Each element with the other sign; unsigned numbers wrap around, as in MindSpore.

    `input` is a Tensor of any shape and of integers or floats; the result has both.
    Raises TypeError for Bool and for anything but a Tensor.

    Examples:
        >>> print(ops.Neg()(Tensor([1.0, -2.0])))
        [-1.  2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class NextAfter(Primitive):
    """`NextAfter()(input, other)`:
    The next float from `input` towards `other`.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class NoRepeatNGram(Primitive):
    """`NoRepeatNGram(ngram_size=1)(state_seq, log_probs)`:
    `log_probs` (N, B, V) with the least number at words that would repeat a run of `state_seq` (N, B, M).
    """
    ngram_size: int
    def __init__(self, ngram_size: int = 1) -> None: ...
    def __call__(self, state_seq: Tensor, log_probs: Tensor, /) -> Tensor: ...
class NonDeterministicInts(Primitive):
    """`NonDeterministicInts(dtype=mindspore.int64)(shape)`:
    Integers from all that the dtype holds, of a shape of two dimensions or more.
    """
    dtype: Any
    def __init__(self, dtype: Any = ...) -> None: ...
    def __call__(self, shape: Any, /) -> Tensor: ...
class NonMaxSuppressionV3(Primitive):
    """`NonMaxSuppressionV3()(boxes, scores, max_output_size, iou_threshold, score_threshold)`:
    Indices of the selected boxes (N, 4), best first, at most `max_output_size`; of its dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, boxes: Tensor, scores: Tensor, max_output_size: Any, iou_threshold: Any, score_threshold: Any, /) -> Tensor: ...
class NonMaxSuppressionWithOverlaps(Primitive):
    """`NonMaxSuppressionWithOverlaps()(overlaps, scores, max_output_size, overlap_threshold, score_threshold)`:
    `non_max_suppression` by given `overlaps` (N, N): row i, how far box i meets the others. Int32.
    """
    def __init__(self) -> None: ...
    def __call__(self, overlaps: Tensor, scores: Tensor, max_output_size: Any, overlap_threshold: Any, score_threshold: Any, /) -> Tensor: ...
class NonZero(Primitive):
    """`NonZero()(input)`:
    The positions of non-zero elements, one per row; or a tuple with one vector per dimension.

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
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
class NotEqual(Primitive):
    """`NotEqual()(input, other)`:
    Whether `input != other`, element by element.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result is Bool and has the broadcast shape. NaN differs from everything. As in MindSpore.

    Examples:
        >>> print(ops.NotEqual()(Tensor([1, 2]), Tensor([1, 3])))
        [False  True]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class NsaCompress(Primitive):
    """`NsaCompress()(input, weight, compress_block_size, compress_stride, actual_seq_len)`:
    (windows, N, D): the rows of each window of `compress_block_size` summed by `weight`, every `compress_stride`.

    input: (T, N, D); weight: (block, N); actual_seq_len: where each sequence ends, ints; no window spans two. Raises
    TypeError for two dtypes, RuntimeError for shapes and sizes that do not fit.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Any, weight: Any, compress_block_size: int, compress_stride: int, actual_seq_len: Any) -> Any: ...
class NsaCompressAttention(Primitive):
    """`NsaCompressAttention()(query, key, value, scale_value, head_num, compress_block_size, compress_stride, select_block_size, select_block_count, topk_mask=None, atten_mask=None, actual_seq_qlen=None, actual_cmp_seq_kvlen=None, actual_sel_seq_kvlen=None)`:
    (attention over compressed keys, the blocks of most weight, softmax_max, softmax_sum).

    query: (T1, N1, D1), N1 being `head_num`; key: (T2, N2, D1); value: (T2, N2, D2), as `nsa_compress` makes
    them of blocks of `compress_block_size` every `compress_stride`; atten_mask: bool of (S1, S2), True = not
    seen. scale_value: what the scores are multiplied by. A block of `select_block_size` keys weighs as much as
    the windows in it, over the heads that share keys; the `select_block_count` best come as (T1, N2, count)
    int32. actual_seq_qlen, actual_cmp_seq_kvlen, actual_sel_seq_kvlen: ints, where each sequence of queries, of
    compressed keys and of blocks ends. Raises RuntimeError for shapes and sizes that do not fit,
    NotImplementedError for `topk_mask`, whose values MindSpore does not describe.
    """
    def __init__(self) -> None: ...
    def __call__(self, query: Any, key: Any, value: Any, scale_value: float, head_num: int, compress_block_size: int, compress_stride: int, select_block_size: int, select_block_count: int, topk_mask: Any = None, atten_mask: Any = None, actual_seq_qlen: Any = None, actual_cmp_seq_kvlen: Any = None, actual_sel_seq_kvlen: Any = None) -> Any: ...
class NsaSelectAttention(Primitive):
    """`NsaSelectAttention()(query, key, value, topk_indices, scale_value, head_num, select_block_size, select_block_count, atten_mask=None, actual_seq_qlen=None, actual_seq_kvlen=None)`:
    (attention, softmax_max, softmax_sum) of each query over the blocks of keys chosen for it.

    query: (T1, N1, D1), N1 being `head_num`; key: (T2, N2, D1); value: (T2, N2, D2); topk_indices: (T1, N2,
    count) of int32, count being `select_block_count`, the blocks of `select_block_size` keys counted within the
    query's sequence. scale_value: what the scores are multiplied by. actual_seq_qlen, actual_seq_kvlen: ints,
    where each sequence of queries and of keys ends. The statistics are (T1, N1, 8) in float32 and have no
    gradient. Raises RuntimeError for heads and shapes that do not fit, NotImplementedError for `atten_mask`,
    which MindSpore reserves.
    """
    def __init__(self) -> None: ...
    def __call__(self, query: Any, key: Any, value: Any, topk_indices: Any, scale_value: float, head_num: int, select_block_size: int, select_block_count: int, atten_mask: Any = None, actual_seq_qlen: Any = None, actual_seq_kvlen: Any = None) -> Any: ...
class NthElement(Primitive):
    """`NthElement(reverse=False)(input, n)`:
    The n-th smallest (with `reverse` largest) element of each last dimension, counted from 0.

    `input`: a Tensor (…, N) of numbers, whose dtype the result (…) has; `n`: an int or a Tensor of one.
    """
    reverse: bool
    def __init__(self, reverse: bool = False) -> None: ...
    def __call__(self, input: Tensor, n: Any, /) -> Tensor: ...
class NuclearNorm(Primitive):
    """`NuclearNorm(dim=None, keepdim=False)(x)`:
    The sum of the singular values over the two dimensions `dim` (of a matrix for None).

    `x`: a Tensor of floats of two dimensions or more, whose dtype the result has; `keepdim`: keep both with
    size 1.
    """
    dim: Any
    keepdim: bool
    def __init__(self, dim: Any = None, keepdim: bool = False) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class OneHot(Primitive):
    """`OneHot(axis=-1)(indices, depth, on_value=1, off_value=0)`:
    Rows that hold `on_value` at the position of each index and `off_value` elsewhere.

    `indices` is a Tensor of Int32, Int64 or UInt8 and any shape, `depth` an int (or 0-d Tensor):
    the length of the new dimension, which stands at `axis` (-1: last). The dtype of the result is
    that of Tensors `on_value` and `off_value`, Int64 for ints, Float32 for floats. An index outside
    0 … depth - 1 gives a row of `off_value`. Raises TypeError for indices of another dtype,
    ValueError for an `axis` out of range, RuntimeError for a negative `depth`. Differs from
    MindSpore: it wants one dtype for both values, refuses UInt8 indices, and raises ValueError for
    the depth.

    Examples:
        >>> print(ops.OneHot()(Tensor([0, 2]), 3, Tensor(1.0), Tensor(0.0)))
        [[1. 0. 0.]
         [0. 0. 1.]]
    """
    axis: int
    def __init__(self, axis: int = -1) -> None: ...
    def __call__(self, indices: Tensor, depth: Any, on_value: Any, off_value: Any) -> Tensor: ...
class Ones(Primitive):
    """`Ones()(shape, dtype=None)`:
    A Tensor of ones.

    `shape` is an int, a tuple or list of int, or a Tensor of ints. The result has this shape and
    the `dtype` given (a MindSpore dtype), else Float32. Raises ValueError for a negative length,
    TypeError for a length that is no int or another `dtype`. As in MindSpore.

    Examples:
        >>> print(ops.Ones()((2, 2), ms.int32))
        [[1 1]
         [1 1]]
    """
    def __init__(self) -> None: ...
    def __call__(self, shape: Any, dtype: Any = None) -> Tensor: ...
class OnesLike(Primitive):
    """`OnesLike()(x)`:
    Ones in the shape of `x`.

    `x` is a Tensor of any shape and dtype; the result has both, or the `dtype` given by name (a
    MindSpore dtype). Raises TypeError for anything but a Tensor and for another `dtype`. Differs
    from MindSpore: there the function of `ops.composite` also gives 1 for a number.

    Examples:
        >>> print(ops.OnesLike()(Tensor([1, 2])))
        [1 1]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Orgqr(Primitive):
    """`Orgqr()(input, input2)`:
    The first columns of Q, from Householder's vectors `input` and their factors `input2`.

    `input`: a Tensor (…, M, N) of floats or complex numbers, M at least N, whose shape and dtype the result
    has; `input2`: (…, K), K at most N.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, input2: Tensor, /) -> Tensor: ...
class Ormqr(Primitive):
    """`Ormqr(left=True, transpose=False)(input, tau, other)`:
    Q (or its adjoint, with `transpose`) times `other`, or the other way round without `left`.

    `input`: Householder's vectors, a Tensor (…, M, K) of floats or complex numbers; `tau`: their factors, (…,
    K); `other`: (…, M, N), or (…, N, M) without `left`, whose shape and dtype the result has.
    """
    left: bool
    transpose: bool
    def __init__(self, left: bool = True, transpose: bool = False) -> None: ...
    def __call__(self, input: Tensor, tau: Tensor, other: Tensor, /) -> Tensor: ...
class PReLU(Primitive):
    """`PReLU()(input, weight)`:
    `input` above zero, weight * `input` below; one weight, or one per channel (dimension 1).

    `input` is a float Tensor of any shape, which the result has with its dtype; `weight` is (1,) or
    (C,).

    Examples:
        >>> print(ops.prelu(Tensor([[-4.0, 4.0]]), Tensor([0.25, 0.25])))
        [[-1.  4.]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, weight: Tensor) -> Tensor: ...
class Pack(Primitive):
    """`Pack(axis=0)(tensors)`:
    Tensors joined along a new dimension `axis`.

    `tensors` is a tuple or list of Tensors of one shape and dtype, `axis` an int from -(rank + 1)
    to rank. The result has that dtype and one dimension more, as long as there are Tensors. Raises
    TypeError for two dtypes or a single Tensor, ValueError for two shapes, for none at all and for
    an `axis` out of range. Differs from MindSpore: the function there takes a single Tensor for a
    list of one.

    Examples:
        >>> print(ops.stack((Tensor([1, 2]), Tensor([3, 4])), axis=1))
        [[1 3]
         [2 4]]
    """
    axis: int
    def __init__(self, axis: int = 0) -> None: ...
    def __call__(self, tensors: Sequence[Tensor], /) -> Tensor: ...
class Pad(Primitive):
    """`Pad(paddings)(x)`:
    The tensor with zeros around every dimension.

    `x` is a Tensor of any shape and dtype; `paddings` is a tuple of pairs (before, after) of int
    from 0, the first dimension first. The result has the dtype of `x`, longer by these. Raises
    ValueError for another number of pairs or a negative one. As in MindSpore, which raises
    TypeError at once for `paddings` that are no tuple.

    Examples:
        >>> print(ops.Pad(((1, 1), (0, 0)))(Tensor([[1, 2]])))
        [[0 0]
         [1 2]
         [0 0]]
    """
    paddings: Any
    def __init__(self, paddings: Any) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class PadAndShift(Primitive):
    """`PadAndShift()(input_x, cum_sum_arr, shift_idx)`:
    -1 in `cum_sum_arr[-1]` places, and the first of `input_x` from the sum at `shift_idx` to the next one.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, cum_sum_arr: Tensor, shift_idx: int, /) -> Tensor: ...
class PadV3(Primitive):
    """`PadV3(mode='constant', paddings_contiguous=True)(x, paddings, constant_value=None)`:
    `pad` with the Primitive's order; not contiguous: all the befores, then all the afters.

    `x`: a Tensor of numbers, whose dtype the result has; `paddings`: ints or a Tensor of them, (before, after)
    from the last dimension on; `constant_value`: a number; `mode`: 'constant', 'reflect', 'edge' or 'circular';
    `paddings_contiguous`: a bool.
    """
    mode: str
    paddings_contiguous: bool
    def __init__(self, mode: str = 'constant', paddings_contiguous: bool = True) -> None: ...
    def __call__(self, x: Tensor, paddings: Any, constant_value: Any = None, /) -> Tensor: ...
class Padding(Primitive):
    """`Padding(pad_dim_size=8)(x)`:
    The last dimension of `x`, of size 1, filled up with zeros to `pad_dim_size`, an int above 0.

    `x`: a Tensor of any dtype and of shape (…, 1); ValueError for another. The result is (…, pad_dim_size) of
    its dtype.
    """
    pad_dim_size: int
    def __init__(self, pad_dim_size: int = 8) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class PagedAttention(Primitive):
    """`PagedAttention(head_num, scale_value, kv_head_num, kv_cache_quant_mode='DEFAULT', mask_mode='MASK_DEFAULT', mla_v_dim=0)(query, key_cache, value_cache=None, block_tables=None, context_lens=None, antiquant_scale=None, antiquant_offset=None, attn_mask=None, q_seq_lens=None, alibi_mask=None)`:
    Attention of new tokens over keys and values in blocks; the result has the shape of the query.

    query: (B, S, H) or (T, H), where `q_seq_lens` says how many of the T are of each sequence (one each without
    it). Caches: (blocks, block size, N, D), of which `block_tables` (B, blocks of a sequence) names those of
    each sequence and `context_lens` (B,) how many keys are seen. Without `value_cache`, `mla_v_dim` numbers of
    each key are its value. int8 caches count as (value + offset) * scale, with scales of (2, N * D), or (2, B,
    S) in the mode PERTOKEN. `attn_mask` and `alibi_mask` are added to the scores; the `mask_mode` TRAPEZOIDAL
    hides later keys of the last S. Raises ValueError for another mode, RuntimeError for heads that do not fit.
    Floats are of one dtype, which the result has; `head_num` heads, `kv_head_num` of keys; `scale_value`: what
    the scores are multiplied by.
    """
    head_num: int
    scale_value: float
    kv_head_num: int
    kv_cache_quant_mode: str
    mask_mode: str
    mla_v_dim: int
    def __init__(self, head_num: int, scale_value: float, kv_head_num: int, kv_cache_quant_mode: str = 'DEFAULT', mask_mode: str = 'MASK_DEFAULT', mla_v_dim: int = 0) -> None: ...
    def __call__(self, query: Tensor, key_cache: Tensor, value_cache: Tensor | None = None, block_tables: Tensor | None = None, context_lens: Tensor | None = None, antiquant_scale: Tensor | None = None, antiquant_offset: Tensor | None = None, attn_mask: Tensor | None = None, q_seq_lens: Tensor | None = None, alibi_mask: Tensor | None = None) -> Tensor: ...
class PagedAttentionMask(Primitive):
    """`PagedAttentionMask(head_num, scale_value, kv_head_num, kv_cache_quant_mode='DEFAULT')(query, key_cache, value_cache, block_tables, context_lens, antiquant_scale=None, antiquant_offset=None, alibi_mask=None)`:
    `paged_attention` with `alibi_mask` (B, N, S, keys) added to the scores; dtypes and the other arguments are
    its.
    """
    head_num: int
    scale_value: float
    kv_head_num: int
    kv_cache_quant_mode: str
    def __init__(self, head_num: int, scale_value: float, kv_head_num: int, kv_cache_quant_mode: str = 'DEFAULT') -> None: ...
    def __call__(self, query: Tensor, key_cache: Tensor, value_cache: Tensor, block_tables: Tensor, context_lens: Tensor, antiquant_scale: Tensor | None = None, antiquant_offset: Tensor | None = None, alibi_mask: Tensor | None = None) -> Tensor: ...
class ParallelConcat(Primitive):
    """`ParallelConcat()(values)`:
    Tensors of shape (1, ...) one after another along the first dimension.
    """
    def __init__(self) -> None: ...
    def __call__(self, values: Any, /) -> Tensor: ...
class ParameterizedTruncatedNormal(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class Pdist(Primitive):
    """`Pdist(p=2.0)(input)`:
    The p-norm distances of all pairs of rows of one matrix; a negative `p` is a ValueError.

    `input`: a float Tensor (N, M), whose dtype the result, a vector of N * (N - 1) / 2, has; `p`: a number.
    """
    p: float
    def __init__(self, p: float = 2.0) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class Poisson(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class Polar(Primitive):
    """`Polar()(abs, angle)`:
    A complex number from its length and angle: floats of one dtype, else a TypeError.

    `abs` and `angle` broadcast; the result is complex.
    """
    def __init__(self) -> None: ...
    def __call__(self, abs: Tensor, angle: Tensor) -> Tensor: ...
class Polygamma(Primitive):
    """`Polygamma()(n, input)`:
    The `n`-th derivative of digamma, `n` an int or a Tensor of one.

    `input`: a Tensor of numbers of any shape, which the result has with its float dtype, Float32 for
    integers.
    """
    def __init__(self) -> None: ...
    def __call__(self, n: Any, input: Tensor, /) -> Tensor: ...
class PopulationCount(Primitive):
    """`PopulationCount()(input_x)`:
    How many bits are set in each integer of `input_x`, of any shape, which the result has: UInt8.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class Pow(Primitive):
    """`Pow()(input, exponent)`:
    Each element of `input` to the power of `exponent`; integers stay integers.

    `input` and `exponent` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape and the promoted dtype; a negative exponent of an integer
    gives what is left after rounding towards zero, 0 or ±1 (of 0, a number without meaning). As in
    MindSpore.

    Examples:
        >>> print(ops.Pow()(Tensor([2.0, 3.0]), 2))
        [4. 9.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, exponent: Operand) -> Tensor: ...
class Primitive:
    name: Any
    attrs: dict[str, Any]
    def __init__(self, name: str | None = None) -> None: ...
    @property
    def init_attrs(self) -> dict[str, Any]: ...
    def add_prim_attr(self, name: str, value: Any) -> Primitive: ...
    def set_prim_attr(self, name: str, value: Any) -> Primitive:
        """Set the attribute `name`, which may be a setting, to `value`; returns self.

        Raises TypeError for a `name` that is no str, RuntimeError for a 'primitive_target' that is no device.
        """
    def del_prim_attr(self, name: str) -> Primitive: ...
    def set_stage(self, stage: int) -> Primitive: ...
    def set_device(self, device_target: str) -> Primitive: ...
    def shard(self, in_strategy: Any = None, out_strategy: Any = None) -> Primitive: ...
    def place(self, role: str, rank_id: int) -> None: ...
    def recompute(self, mode: bool = True) -> Primitive: ...
    def init_prim_io_names(self, inputs: Sequence[str], outputs: Sequence[str]) -> None: ...
    def set_prim_instance_name(self, instance_name: str) -> Primitive: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class Print(Primitive):
    """`Print()(*input_x)`:
    Print Tensors, strings and numbers, each on its own line.

    `input_x` are Tensors of any shape and dtype, or anything else Python can print. The result is
    None, and no error is raised. As in MindSpore; where operators are cut over processes, each prints its part.

    Examples:
        >>> print(ops.Print()("loss", Tensor([1.0])))
        loss
        Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+00])
        None
    """
    def __init__(self) -> None: ...
    def __call__(self, *input_x: Any) -> None: ...
class PromptFlashAttention(Primitive):
    """`PromptFlashAttention(num_heads=1, scale_value=1.0, pre_tokens=2147483647, next_tokens=0, input_layout='BSH', num_key_value_heads=0, sparse_mode=0, inner_precise=1)(query, key, value, attn_mask=None, actual_seq_lengths=None, actual_seq_lengths_kv=None, pse_shift=None, deq_scale1=None, quant_scale1=None, deq_scale2=None, quant_scale2=None, quant_offset2=None)`:
    Attention of whole prompts, (B, S, H) or (B, N, S, D), in the shape of the query.

    `query`, `key`, `value`: floats of one dtype, which the result has, in the `input_layout` BSH or BNSD;
    `num_heads` heads, of which keys and values have `num_key_value_heads`, as many for 0; `scale_value`: what
    the scores are multiplied by. `actual_seq_lengths` and `actual_seq_lengths_kv` (B,) say how much of each
    sequence is real: other keys are not seen, other queries give 0. `attn_mask`, `sparse_mode` 0 to 4,
    `pre_tokens` and `next_tokens` are those of `flash_attention_score`, the modes 3 and 4 counting from each
    sequence's real end; `pse_shift` is added to the scores. With `quant_scale2` the result is int8:
    round(attention * scale + `quant_offset2`). `deq_scale1`, `quant_scale1` and `deq_scale2` belong to int8
    queries; `inner_precise` has no effect, which is said once. Raises RuntimeError for heads that do not fit,
    ValueError for another layout, NotImplementedError for int8 queries.
    """
    num_heads: int
    scale_value: float
    pre_tokens: int
    next_tokens: int
    input_layout: str
    num_key_value_heads: int
    sparse_mode: int
    inner_precise: int
    def __init__(self, num_heads: int = 1, scale_value: float = 1.0, pre_tokens: int = 2147483647, next_tokens: int = 0, input_layout: str = 'BSH', num_key_value_heads: int = 0, sparse_mode: int = 0, inner_precise: int = 1) -> None: ...
    def __call__(self, query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, actual_seq_lengths: Any = None, actual_seq_lengths_kv: Any = None, pse_shift: Tensor | None = None, deq_scale1: Tensor | None = None, quant_scale1: Tensor | None = None, deq_scale2: Tensor | None = None, quant_scale2: Tensor | None = None, quant_offset2: Tensor | None = None) -> Tensor: ...
class Qr(Primitive):
    """`Qr(full_matrices=False)(x)`:
    (Q, R) of `x`, a Tensor (…, M, N) of floats or complex numbers; Q is square with `full_matrices`.
    """
    full_matrices: bool
    def __init__(self, full_matrices: bool = False) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]: ...
class QuantBatchMatmul(Primitive):
    """`QuantBatchMatmul(transpose_x1=False, transpose_x2=False, dtype=mindspore.float16)(x1, x2, scale, offset=None, bias=None, pertokenScaleOptional=None)`:
    (x1 @ x2 + bias) * scale of int8 matrices, as `dtype`: float16, bfloat16, or int8 with `offset` added.

    x1: (…, M, K); x2: (…, K, N), or with the last two dimensions swapped for `transpose_x1` and `transpose_x2`;
    bias: (N,) of int32; scale: (N,) or (1,), floats or int64 that hold a float32's bits; pertokenScaleOptional:
    (M,). Raises TypeError for other matrices, ValueError for a depth or `dtype` that does not fit.
    """
    transpose_x1: bool
    transpose_x2: bool
    dtype: Any
    def __init__(self, transpose_x1: bool = False, transpose_x2: bool = False, dtype: Any = ...) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor, scale: Tensor, offset: Tensor | None = None, bias: Tensor | None = None, pertokenScaleOptional: Tensor | None = None) -> Tensor: ...
class QuantMatmul(Primitive):
    """`QuantMatmul()(x1, x2, scale, offset=None, pertoken_scale=None, bias=None, output_dtype=None, x1_dtype=None, x2_dtype=None, pertoken_scale_dtype=None, scale_dtype=None, group_sizes=None)`:
    x1 @ x2 * scale * pertoken_scale + bias of float8 matrices, as `output_dtype` (float16 without one).

    x1: (…, M, K); x2: (…, K, N); scale: (N,) or (1,); pertoken_scale: (M,), needed; bias: (N,). Raises
    ValueError for int8 (use QuantBatchMatmul) and without `pertoken_scale`, NotImplementedError for `offset`,
    `group_sizes` and the dtypes that reinterpret the inputs, `x1_dtype`, `x2_dtype`, `scale_dtype` and
    `pertoken_scale_dtype`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor, scale: Tensor, offset: Tensor | None = None, pertoken_scale: Tensor | None = None, bias: Tensor | None = None, output_dtype: Any = None, x1_dtype: Any = None, x2_dtype: Any = None, pertoken_scale_dtype: Any = None, scale_dtype: Any = None, group_sizes: Any = None) -> Tensor: ...
class QuantV2(Primitive):
    """`QuantV2()(x, scale, offset, sqrt_mode=False, rounding_mode='ROUND', dst_type=mindspore.int8)`:
    round(x * scale + offset) as int8, within -128 and 127; `sqrt_mode` multiplies by the scale twice.

    x: floats; scale, offset: of the size of its last dimension. rounding_mode: ROUND (to even), FLOOR, CEIL or
    TRUNC. Raises ValueError for another one, for shapes that do not fit and for a `dst_type` other than int8.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, scale: Tensor, offset: Tensor, sqrt_mode: bool = False, rounding_mode: str = 'ROUND', dst_type: Any = ...) -> Tensor: ...
class Quantile(Primitive):
    """`Quantile(dim=None, keep_dims=False, ignore_nan=False)(x, q)`:
    The quantiles `q` along `dim`, or of all elements; NaN left out with `ignore_nan`.

    `x`: a float Tensor, whose dtype the result has; `q`: a number in [0, 1], or a Tensor (n,) of them, which is
    then the result's first dimension; `keep_dims`: keep `dim` with size 1.
    """
    dim: Any
    keep_dims: bool
    ignore_nan: bool
    def __init__(self, dim: Any = None, keep_dims: bool = False, ignore_nan: bool = False) -> None: ...
    def __call__(self, x: Tensor, q: Any, /) -> Tensor: ...
class RGBToHSV(Primitive):
    """`RGBToHSV()(images)`:
    Hue, saturation and value in [0, 1] of red, green and blue in [0, 1]; channels last.
    """
    def __init__(self) -> None: ...
    def __call__(self, images: Tensor, /) -> Tensor: ...
class ROIAlign(Primitive):
    """`ROIAlign(pooled_height, pooled_width, spatial_scale, sample_num=2, roi_end_mode=1)(features, rois)`:
    Bilinear samples of each region of a feature map, averaged in a fixed grid of bins.

    `features` has shape (N, C, H, W) and a float dtype; `rois` (R, 5) holds (index in the batch,
    x1, y1, x2, y2), which `spatial_scale` takes to the feature map. Each bin has `sample_num`
    samples a side (0: as many as fit); `roi_end_mode` 1 adds 1 to the right and lower ends. The
    result has shape (R, C, pooled_height, pooled_width) and the dtype of `features`. Raises
    ValueError for other shapes or `roi_end_mode`. Differs from MindSpore: it checks the types of
    `pooled_height`, `pooled_width` and `spatial_scale`.

    Examples:
        >>> print(ops.ROIAlign(1, 1, 1.0, 2)(ops.ones((1, 1, 4, 4), ms.float32), Tensor([[0.0, 0.0, 0.0, 2.0, 2.0]])))
        [[[[1.]]]]
    """
    pooled_height: int
    pooled_width: int
    spatial_scale: float
    sample_num: int
    roi_end_mode: int
    def __init__(self, pooled_height: int, pooled_width: int, spatial_scale: float, sample_num: int = 2, roi_end_mode: int = 1) -> None: ...
    def __call__(self, features: Tensor, rois: Tensor, /) -> Tensor: ...
class RaggedRange(Primitive):
    """`RaggedRange(Tsplits)(starts, limits, deltas)`:
    (where each range begins and the last ends, all elements of the ranges).

    `starts`, `limits`, `deltas`: Tensors of one dtype, vectors (N,) of one length or scalars. The first result
    is (N + 1,) of `Tsplits`, Int32 or Int64, the second a vector of their dtype. Raises ValueError for a delta
    of 0.
    """
    Tsplits: Any
    def __init__(self, Tsplits: Any) -> None: ...
    def __call__(self, starts: Tensor, limits: Tensor, deltas: Tensor, /) -> Any: ...
class RandomChoiceWithMask(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class RandomGamma(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class RandomPoisson(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class RandomShuffle(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class Randperm(Primitive):
    """`Randperm(max_length=1, pad=-1, dtype=mindspore.int32)(n)`:
    0 … n - 1 in random order, filled up with `pad` to `max_length`.

    `n` is a Tensor of one integer; returns a vector of `dtype`.

    Examples:
        >>> print(ops.sort(ops.Randperm(max_length=4)(Tensor([4], ms.int32)))[0])
        [0 1 2 3]
    """
    max_length: int
    pad: int
    dtype: Any
    def __init__(self, max_length: int = 1, pad: int = -1, dtype: Any = ...) -> None: ...
    def __call__(self, n: Any, /) -> Tensor: ...
class RandpermV2(Primitive):
    """`RandpermV2(seed=0, offset=0, dtype=mindspore.int64)(n)`:
    0 … n - 1 in random order: a vector (n,) of `dtype`.

    `n`: an int or a Tensor of one. Calls with the same `seed` and `offset` give the same order, as in
    MindSpore; an `offset` other than 0 counts in place of the seed. With the seed -1 every call draws anew.
    Raises ValueError for an `n` below 1 or a negative offset, TypeError for a seed or offset that is no int.

    Examples:
        >>> print(ops.sort(ops.randperm(4, dtype=ms.int32))[0])
        [0 1 2 3]
    """
    seed: Any
    offset: Any
    dtype: Any
    def __init__(self, seed: Any = 0, offset: Any = 0, dtype: Any = ...) -> None: ...
    def __call__(self, n: Any) -> Tensor: ...
class Range(Primitive):
    """`Range(maxlen=1000000)(start, end, step)`:
    The numbers from `start` up to `end`, exclusive, `step` apart.

    Each is an int, a float or a 0-d Tensor. The result is a vector: Int64 for integers, else Float32. Raises
    ValueError for more than `maxlen` numbers, RuntimeError for a `step` that leads away from `end`, ZeroDivisionError
    for 0, TypeError for what is no number. Differs from MindSpore: it raises ValueError for both bad steps, and its CPU
    does not look at `maxlen`.

    Examples:
        >>> print(ops.Range()(Tensor(0), Tensor(6), Tensor(2)))
        [0 2 4]
    """
    maxlen: int
    def __init__(self, maxlen: int = 1000000) -> None: ...
    def __call__(self, start: Any, end: Any, step: Any) -> Tensor: ...
class Rank(Primitive):
    """`Rank()(x)`:
    The number of dimensions.

    `x` is a Tensor of any shape and dtype; the result is an int.

    Examples:
        >>> print(ops.Rank()(Tensor([[1, 2]])))
        2
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> int: ...
class ReLU(Primitive):
    """`ReLU()(input)`:
    The larger of each element and 0.

    `input` is a Tensor of any shape and real dtype; the result has both. `inplace` writes it into
    `input` as well. Bool stays as it is. Raises TypeError for anything but a Tensor. As in MindSpore.

    Examples:
        >>> print(ops.ReLU()(Tensor([-1.0, 2.0])))
        [0. 2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class ReLU6(Primitive):
    """`ReLU6()(x)`:
    The activation min(max(x, 0), 6).

    `x` is a Tensor of any shape; the result has its shape and dtype.

    Examples:
        >>> print(ops.ReLU6()(Tensor([-1.0, 8.0])))
        [0. 6.]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Real(Primitive):
    """`Real()(input)`:
    The real part of each element, a copy.

    `input` is a Tensor of any shape and dtype; the result has its shape, and floats for complex numbers.

    Examples:
        >>> print(ops.real(Tensor([1 + 2j])))
        [1.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class RealDiv(Primitive):
    """`RealDiv()(x, y)`:
    The quotient `x / y` in the promoted dtype: integers give an integer, rounded towards zero,
    unlike `div`.

    `x` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape. Differs from MindSpore: dividing an integer by zero raises
    RuntimeError here and gives a number without meaning on its CPU.

    Examples:
        >>> print(ops.RealDiv()(Tensor([3.0, 4.0]), Tensor([2.0, 2.0])))
        [1.5 2. ]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Operand, y: Operand) -> Tensor: ...
class Reciprocal(Primitive):
    """`Reciprocal()(input)`:
    One divided by each element of `input`.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
    dtype, Float32 for integers and Bool. Zero gives inf. Raises TypeError for anything but a
    Tensor. As in MindSpore.

    Examples:
        >>> print(ops.Reciprocal()(Tensor([2.0, 4.0])))
        [0.5  0.25]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class ReduceAll(Primitive):
    """`ReduceAll(keep_dims=False)(input, axis=None)`:
    Whether every element is non-zero.

    `input` is a Tensor of any dtype, `axis` an int or a tuple of ints, None for all; the result is
    Bool, of its shape without those, or with length 1 there for `keep_dims`.

    Examples:
        >>> print(ops.ReduceAll()(Tensor([[True, False], [True, True]]), 1))
        [False  True]
    """
    keep_dims: bool
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, input: Tensor, axis: Any = None) -> Tensor: ...
class ReduceAny(Primitive):
    """`ReduceAny(keep_dims=False)(x, axis=None)`:
    Whether some element is non-zero.

    `x` is a Tensor of any dtype, `axis` an int or a tuple of ints, None for all; the result is
    Bool, of its shape without those, or with length 1 there for `keep_dims`.

    Examples:
        >>> print(ops.ReduceAny()(Tensor([[True, False], [False, False]]), 1))
        [ True False]
    """
    keep_dims: bool
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor: ...
class ReduceMax(Primitive):
    """`ReduceMax(keep_dims=False)(x, axis=())`:
    The largest value over `axis`, in the dtype of `x`.

    `x` is a Tensor of any shape and real dtype. `axis` is an int, a tuple or list of int or, for
    all dimensions, (). The result lacks these dimensions, or with `keep_dims` has them with length
    1. Raises ValueError for an axis that `x` lacks, IndexError for a dimension without elements.
    Differs from MindSpore: its CPU refuses Bool, and gives numbers without meaning for a dimension
    without elements.

    Examples:
        >>> print(ops.ReduceMax()(Tensor([[1.0, 2.0], [3.0, 4.0]]), 0))
        [3. 4.]
    """
    keep_dims: bool
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor: ...
class ReduceMean(Primitive):
    """`ReduceMean(keep_dims=False)(x, axis=None)`:
    The mean over `axis` in the dtype of `x`; that of integers is rounded towards zero.

    `x` is a Tensor of any shape and of integers, floats or complex numbers. `axis` is an int, a
    tuple or list of int or, for all dimensions, None or (). The result lacks these dimensions, or
    with `keep_dims` has them with length 1. Raises ValueError for an axis that `x` lacks,
    RuntimeError for Bool or an axis given twice. As in MindSpore.

    Examples:
        >>> print(ops.ReduceMean()(Tensor([[1.0, 2.0], [3.0, 4.0]]), 0))
        [2. 3.]
    """
    keep_dims: bool
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor: ...
class ReduceMin(Primitive):
    """`ReduceMin(keep_dims=False)(x, axis=())`:
    The smallest value along `axis`.

    `x` is a Tensor of numbers, `axis` an int or a tuple of ints, () for all; the result has its
    dtype and its shape without those axes, or with length 1 there for `keep_dims`.

    Examples:
        >>> print(ops.ReduceMin()(Tensor([[1.0, 2.0], [3.0, 4.0]]), 0))
        [1. 2.]
    """
    keep_dims: bool
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor: ...
class ReduceProd(Primitive):
    """`ReduceProd(keep_dims=False)(x, axis=())`:
    The product in the dtype of `x`.

    Examples:
        >>> print(ops.ReduceProd()(Tensor([[1.0, 2.0], [3.0, 4.0]]), 1))
        [ 2. 12.]
    """
    keep_dims: bool
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor: ...
class ReduceStd(Primitive):
    """`ReduceStd(axis=[], unbiased=True, keep_dims=False)(x)`:
    (standard deviation, mean) over `axis`, ints, all dimensions for none; the divisor is N - 1 if `unbiased`.

    `x`: a float Tensor, whose dtype both have; `keep_dims`: keep these dimensions with size 1.
    """
    axis: Any
    unbiased: bool
    keep_dims: bool
    def __init__(self, axis: Any = ..., unbiased: bool = True, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor) -> Any: ...
class ReduceSum(Primitive):
    """`ReduceSum(keep_dims=False, skip_mode=False)(x, axis=())`:
    The sum over `axis` in the dtype of `x`, where `sum` widens integers.

    `x` is a Tensor of any shape and dtype. `axis` is an int, a tuple, list or Tensor of ints or,
    for all dimensions, (). The result lacks these dimensions, or with `keep_dims` has them with
    length 1. `skip_mode` gives `x` itself for an empty `axis`. Raises ValueError for an axis that
    `x` lacks, TypeError for one that is no integer, RuntimeError for one given twice. Differs from
    MindSpore: with `skip_mode` its CPU fills the shape of `x` with the sum.

    Examples:
        >>> ops.ReduceSum()(Tensor([[1.0, 2.0], [3.0, 4.0]]), 1)
        Tensor(shape=[2], dtype=Float32, value= [ 3.00000000e+00,  7.00000000e+00])
        >>> print(ops.ReduceSum(keep_dims=True)(Tensor([[1.0, 2.0]]), 1))
        [[3.]]
    """
    keep_dims: bool
    skip_mode: bool
    def __init__(self, keep_dims: bool = False, skip_mode: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: Any = ()) -> Tensor: ...
class Renorm(Primitive):
    """`Renorm(p, dim, maxnorm)(input)`:
    Slices along `dim` scaled to a p-norm of at most `maxnorm`; a `p` not above 0 is a ValueError.

    `input` is a Tensor of floats, `dim` an int; the result has its shape and dtype.
    """
    p: float
    dim: int
    maxnorm: float
    def __init__(self, p: float, dim: int, maxnorm: float) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class Reshape(Primitive):
    """`Reshape()(input, shape)`:
    The same elements in another shape.

    `input` is a Tensor of any shape and dtype; `shape` is a tuple, list or Tensor of ints, of which
    one may be -1 and takes what is left. The result has this shape and the dtype of `input`, and
    shares its memory where it can. Raises ValueError if the elements do not fit or two lengths are
    -1, TypeError for an int or for lengths that are no int, RuntimeError for a length below -1.
    Differs from MindSpore: it raises ValueError for that.

    Examples:
        >>> print(ops.Reshape()(Tensor([1, 2, 3, 4]), (2, 2)))
        [[1 2]
         [3 4]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, shape: Any) -> Tensor: ...
class ReshapeAndCache(Primitive):
    """`ReshapeAndCache()(key, value=None, key_cache=None, value_cache=None, slot_mapping=None)`:
    Write keys and values into their caches, in place; the result is `key`.

    key, value: floats (tokens, N, D), or (…, H); key_cache, value_cache: (blocks, block size, N, D), in whose
    dtype they are written; slot_mapping: integers (tokens,), the place of each token among all of all blocks,
    negative to leave it out. Raises TypeError where a cache or the slots are missing, ValueError where tokens
    and slots differ in number.
    """
    def __init__(self) -> None: ...
    def __call__(self, key: Tensor, value: Tensor | None = None, key_cache: Tensor | None = None, value_cache: Tensor | None = None, slot_mapping: Tensor | None = None) -> Tensor: ...
class ResizeArea(Primitive):
    """`ResizeArea(align_corners=False)(images, size)`:
    Images (N, H, W, C) in another size, each pixel the mean of the area it covers; the result is Float32.

    `images`: a Tensor of numbers; `size`: (height, width), ints or a Tensor of them; `align_corners`: the
    corners' centres stay.
    """
    align_corners: bool
    def __init__(self, align_corners: bool = False) -> None: ...
    def __call__(self, images: Tensor, size: Any, /) -> Tensor: ...
class ResizeBicubic(Primitive):
    """`ResizeBicubic(align_corners=False, half_pixel_centers=False)(image, size)`:
    Bicubic resize of (N, C, H, W) from the pixels' upper left corners, or by a flag otherwise.

    `image`: a Tensor of floats (TypeError otherwise), whose dtype the result has; `size`: (height, width).
    `align_corners`: corner to corner; `half_pixel_centers`: from the pixels' centers. Raises ValueError for
    both flags.
    """
    align_corners: bool
    half_pixel_centers: bool
    def __init__(self, align_corners: bool = False, half_pixel_centers: bool = False) -> None: ...
    def __call__(self, image: Tensor, size: Any) -> Tensor: ...
class ResizeBilinear(Primitive):
    """`ResizeBilinear(size, align_corners=False, half_pixel_centers=False)(x)`:
    Resize images bilinearly; sample i lies at i * in / out unless a flag says otherwise.

    `x` is a Tensor of shape (N, C, H, W) and a float dtype; `size` is the new (height, width), two
    positive int. `align_corners` keeps the corner pixels in place, `half_pixel_centers` takes
    pixels for squares; not both. The result has the new lengths and the dtype of `x`. Raises
    ValueError for another rank, a bad `size` or both flags. As in MindSpore, where 2.10 has
    `ResizeBilinearV2` (with `size` in the call) and no longer `ResizeBilinear`.

    Examples:
        >>> print(ops.ResizeBilinear((2, 2))(Tensor([[[[1.0, 3.0]]]])))
        [[[[1. 3.]
           [1. 3.]]]]
    """
    size: Any
    align_corners: bool
    half_pixel_centers: bool
    def __init__(self, size: Any, align_corners: bool = False, half_pixel_centers: bool = False) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class ResizeBilinearV2(Primitive):
    """`ResizeBilinearV2(align_corners=False, half_pixel_centers=False)(image, size)`:
    Resize images bilinearly; sample i lies at i * in / out unless a flag says otherwise.

    `image` is a Tensor of shape (N, C, H, W) and a float dtype; `size` is the new (height, width), two
    positive int. `align_corners` keeps the corner pixels in place, `half_pixel_centers` takes
    pixels for squares; not both. The result has the new lengths and the dtype of `image`. Raises
    ValueError for another rank, a bad `size` or both flags. As in MindSpore, where 2.10 has
    `ResizeBilinearV2` (with `size` in the call) and no longer `ResizeBilinear`.

    Examples:
        >>> print(ops.ResizeBilinearV2()(Tensor([[[[1.0, 3.0]]]]), (2, 2)))
        [[[[1. 3.]
           [1. 3.]]]]
    """
    align_corners: bool
    half_pixel_centers: bool
    def __init__(self, align_corners: bool = False, half_pixel_centers: bool = False) -> None: ...
    def __call__(self, image: Tensor, size: Any) -> Tensor: ...
class ResizeLinear1D(Primitive):
    """`ResizeLinear1D(coordinate_transformation_mode='align_corners')(x, size)`:
    Lines (N, C, W) in the length `size`, linear between elements.

    `x`: a float Tensor of three dimensions (ValueError otherwise), whose dtype the result has; `size`: an int
    or a Tensor of one; `coordinate_transformation_mode`: 'align_corners' or 'half_pixel'.
    """
    coordinate_transformation_mode: str
    def __init__(self, coordinate_transformation_mode: str = 'align_corners') -> None: ...
    def __call__(self, x: Tensor, size: Any) -> Tensor: ...
class ResizeNearestNeighbor(Primitive):
    """`ResizeNearestNeighbor(size, align_corners=False, half_pixel_centers=False)(input_x)`:
    Resize images by taking the nearest pixel.

    `input_x` is a Tensor of shape (N, C, H, W) and a float dtype or UInt8; `size` is the new (height,
    width), two positive int. `align_corners` keeps the corner pixels in place, `half_pixel_centers`
    takes pixels for squares. The result has the new lengths and the dtype of `input_x`. Raises ValueError
    for another rank, a bad `size` or both flags, TypeError for wider integers. Differs from MindSpore: it takes
    those, and refuses a `size` that is one int.

    Examples:
        >>> print(ops.ResizeNearestNeighbor((2, 4))(Tensor([[[[1.0, 2.0]]]])))
        [[[[1. 1. 2. 2.]
           [1. 1. 2. 2.]]]]
    """
    size: Any
    align_corners: bool
    half_pixel_centers: bool
    def __init__(self, size: Any, align_corners: bool = False, half_pixel_centers: bool = False) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
class ResizeNearestNeighborV2(Primitive):
    """`ResizeNearestNeighborV2(align_corners=False, half_pixel_centers=False)(image, size)`:
    Resize images by taking the nearest pixel.

    `image` is a Tensor of shape (N, C, H, W) and a float dtype or UInt8; `size` is the new (height,
    width), two positive int. `align_corners` keeps the corner pixels in place, `half_pixel_centers`
    takes pixels for squares. The result has the new lengths and the dtype of `image`. Raises ValueError
    for another rank, a bad `size` or both flags, TypeError for wider integers. Differs from MindSpore: it takes
    those, and refuses a `size` that is one int.
    """
    align_corners: bool
    half_pixel_centers: bool
    def __init__(self, align_corners: bool = False, half_pixel_centers: bool = False) -> None: ...
    def __call__(self, image: Tensor, size: Any) -> Tensor: ...
class ReverseSequence(Primitive):
    """`ReverseSequence(seq_dim, batch_dim=0)(x, seq_lengths)`:
    The first `seq_lengths[b]` elements of each row along `seq_dim` reversed.

    `x` is a Tensor of any dtype, `seq_lengths` an Int32 or Int64 vector as long as `x` along
    `batch_dim`; the result has the shape and dtype of `x`.

    Examples:
        >>> print(ops.ReverseSequence(seq_dim=1)(Tensor([[1, 2, 3]]), Tensor([2])))
        [[2 1 3]]
    """
    seq_dim: int
    batch_dim: int
    def __init__(self, seq_dim: int, batch_dim: int = 0) -> None: ...
    def __call__(self, x: Tensor, seq_lengths: Tensor, /) -> Tensor: ...
class ReverseV2(Primitive):
    """`ReverseV2(axis)(input)`:
    The order of elements reversed along `axis`.

    `input` is a Tensor of any shape and dtype; `axis` is a tuple or list of int. The result has the
    shape and dtype of `input`. Raises ValueError for an axis that `input` lacks or that is given
    twice. Differs from MindSpore: it raises TypeError for an `axis` that is one int, which is taken
    here.

    Examples:
        >>> print(ops.ReverseV2(axis=[0])(Tensor([1, 2, 3])))
        [3 2 1]
    """
    axis: Any
    def __init__(self, axis: Any) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class RightShift(Primitive):
    """`RightShift()(input_x, input_y)`:
    The bits of integers moved to the right: input >> other.

    `input_x` and `input_y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Operand, input_y: Operand) -> Tensor: ...
class RingAttentionUpdate(Primitive):
    """`RingAttentionUpdate()(prev_attn_out, prev_softmax_max, prev_softmax_sum, cur_attn_out, cur_softmax_max, cur_softmax_sum, actual_seq_qlen=None, layout='SBH')`:
    (attention, softmax_max, softmax_sum) over all keys, from those over two parts of them.

    `prev_attn_out`, `prev_softmax_max` and `prev_softmax_sum` are those over one part, `cur_attn_out`,
    `cur_softmax_max` and `cur_softmax_sum` those over the other. The attention is (S, B, H) with statistics of
    (B, N, S, 8), or (T, N, D) with (T, N, 8) in the `layout` TND, which needs `actual_seq_qlen`, though each
    position is updated by itself. It has the dtype of `prev_attn_out`. Raises ValueError for another layout,
    RuntimeError for TND without `actual_seq_qlen`.
    """
    def __init__(self) -> None: ...
    def __call__(self, prev_attn_out: Tensor, prev_softmax_max: Tensor, prev_softmax_sum: Tensor, cur_attn_out: Tensor, cur_softmax_max: Tensor, cur_softmax_sum: Tensor, actual_seq_qlen: Any = None, layout: str = 'SBH') -> tuple[Tensor, Tensor, Tensor]: ...
class Rint(Primitive):
    """`Rint()(input)`:
    Each element of `input` rounded to the nearest whole number, halves to even.

    `input`: a Tensor of numbers of any shape, whose shape and dtype the result has; `decimals`: an int, how
    many digits behind the point stay.

    Examples:
        >>> print(ops.round(Tensor([0.4, 1.5, 2.5])))
        [0. 2. 2.]
        >>> print(Tensor([1.4, 2.5]).round())
        [1. 2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class RmsNorm(Primitive):
    """`RmsNorm(epsilon=1e-06)(x, gamma)`:
    (x / rms(x) * gamma over the dimensions of `gamma`, 1 / rms(x)).

    The first has the dtype of `x`; the second is float32, computed when it is read, and has no gradient. Raises
    ValueError for an `epsilon` outside (0, 1], RuntimeError for a `gamma` of other dimensions, TypeError for integers.

    Examples:
        >>> print(ops.rms_norm(Tensor([[3.0, 3.0]]), Tensor([1.0, 2.0])))
        (Tensor(shape=[1, 2], dtype=Float32, value=
        [[ 9.99999940e-01,  1.99999988e+00]]), Tensor(shape=[1, 1], dtype=Float32, value=
        [[ 3.33333313e-01]]))
    """
    epsilon: float
    def __init__(self, epsilon: float = 1e-06) -> None: ...
    def __call__(self, x: Tensor, gamma: Tensor) -> tuple[Tensor, Any]: ...
class Roll(Primitive):
    """`Roll(shifts, dims=None)(input)`:
    Elements shifted round; flattened meanwhile for dims None.

    `input` is a Tensor of any shape and dtype, which the result has; `shifts` and `dims`: ints, or
    tuples of as many.

    Examples:
        >>> print(ops.roll(Tensor([1.0, 2.0, 3.0]), 1))
        [3. 1. 2.]
    """
    shifts: Any
    dims: Any
    def __init__(self, shifts: Any, dims: Any = None) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class RotaryPositionEmbedding(Primitive):
    """`RotaryPositionEmbedding()(x, cos, sin, mode=0)`:
    x * cos + rotated(x) * sin; mode 0 rotates the two halves, mode 1 neighbouring pairs of the last dimension.

    `x`, `cos`, `sin`: float Tensors whose shapes broadcast; the result has the dtype to which theirs promote.
    Raises ValueError for another `mode`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, cos: Tensor, sin: Tensor, mode: int = 0) -> Tensor: ...
class Round(Primitive):
    """`Round()(input, decimals=0)`:
    `round` with positional decimals.

    Examples:
        >>> print(ops.Round()(Tensor([1.4, 2.5])))
        [1. 2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, decimals: int = 0) -> Tensor: ...
class Rsqrt(Primitive):
    """`Rsqrt()(input)`:
    1 / sqrt(`input`), element by element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.

    Examples:
        >>> print(ops.Rsqrt()(Tensor([4.0, 16.0])))
        [0.5  0.25]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class SGD(Primitive):
    """`nn.SGD`'s rule; `stat` is 1 until the first step, then 0.

    Called with (var, grad, lr, accum, momentum, stat); changes the state given in place and returns it.
    State and gradient are float Tensors of one shape (with `indices`, a vector of integers, the gradient has
    one row for each); rates, coefficients and norms are numbers or Tensors of one value.
     `dampening`: the share by which the gradient counts less in `accum`, a number. `weight_decay`: a number; so many times `var` is added to the gradient. `nesterov`: Nesterov's momentum, a bool.
    """
    dampening: float
    weight_decay: float
    nesterov: bool
    def __init__(self, dampening: float = 0.0, weight_decay: float = 0.0, nesterov: bool = False) -> None: ...
    def __call__(self, var: Tensor, grad: Tensor, lr: float | Tensor, accum: Tensor, momentum: float | Tensor, stat: Tensor, /) -> Tensor: ...
class STFT(Primitive):
    """`STFT(n_fft, hop_length, win_length, normalized, onesided, return_complex)(x, window)`:
    The spectrum of every window of `x`, without padding.

    `x`: a float Tensor (time,) or (batch, time); `window`: (win_length,). `n_fft`: the length of a transform,
    `hop_length`: from window to window, `win_length`: of a window, ints; `normalized`, `onesided` and
    `return_complex`, bools, and the shape and dtype of the result, are those of `ops.stft`.
    """
    n_fft: int
    hop_length: int
    win_length: int
    normalized: bool
    onesided: bool
    return_complex: bool
    def __init__(self, n_fft: int, hop_length: int, win_length: int, normalized: bool, onesided: bool, return_complex: bool) -> None: ...
    def __call__(self, x: Tensor, window: Tensor, /) -> Tensor: ...
class SampleDistortedBoundingBoxV2(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class ScalarCast(Primitive):
    """`ScalarCast()(input_x, input_y)`:
    `input_x`, an int, float or bool, as the Python type of the dtype `input_y`: int64, float64 or bool.

    Raises TypeError for what is no number, ValueError for another dtype.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Any, input_y: Any) -> Any: ...
class ScalarToArray(Primitive):
    """`ScalarToArray()(input_x)`:
    The number `input_x` as a Tensor without dimensions: Float32, Int64, or Bool for a bool.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Any, /) -> Tensor: ...
class ScalarToTensor(Primitive):
    """`ScalarToTensor()(x, dtype=mindspore.float32)`:
    A number as a Tensor without dimensions.

    `x` is an int, float or bool. The result has shape () and the `dtype` given, Float32
    unless another; a float becomes an integer by rounding towards zero. Raises TypeError for
    anything but a number. As in MindSpore.

    Examples:
        >>> print(ops.scalar_to_tensor(2, ms.float32))
        2.0
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Any, dtype: Any = ...) -> Tensor: ...
class ScaleAndTranslate(Primitive):
    """`ScaleAndTranslate(kernel_type='lanczos3', antialias=True)(images, size, scale, translation)`:
    Images (N, H, W, C) scaled by `scale` (2,) and then moved by `translation` (2,), of `size` (2,); Float32.

    `images`: numbers of any dtype; scale and translation: floats for height and width. `kernel_type`: the
    weights, 'lanczos1', 'lanczos3', 'lanczos5', 'gaussian', 'box', 'triangle', 'keyscubic' or 'mitchellcubic';
    `antialias`: wider ones where the image gets smaller. Raises ValueError for other lengths and a scale that
    is not positive.
    """
    kernel_type: str
    antialias: bool
    def __init__(self, kernel_type: str = 'lanczos3', antialias: bool = True) -> None: ...
    def __call__(self, images: Tensor, size: Any, scale: Tensor, translation: Tensor, /) -> Tensor: ...
class ScatterAdd(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterAddWithAxis(Primitive):
    """`ScatterAddWithAxis(axis=0)(input_x, indices, updates)`:
    A copy of `input_x` with `updates` added at `indices` along `axis`, place by place.

    `input_x`: a Tensor of numbers, whose shape and dtype the result has; `indices`: a Tensor of integers of its
    rank; `updates`: of the dtype of `input_x` and the shape of `indices`; `axis`: an int.
    """
    axis: int
    def __init__(self, axis: int = 0) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor, /) -> Tensor: ...
class ScatterDiv(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterMax(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterMin(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterMul(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterNd(Primitive):
    """`ScatterNd()(indices, updates, shape)`:
    Zeros of shape `shape`, to which `updates` are added at coordinates.

    `indices` is a Tensor of Int32 or Int64 whose last dimension holds coordinates in the first
    dimensions of the result; `updates` is a Tensor of any dtype and shape
    `indices.shape[:-1] + shape[indices.shape[-1]:]`; `shape` is a tuple of int. The result has the
    dtype of `updates`, and equal coordinates add up. Raises ValueError for other shapes, IndexError
    for a coordinate beyond the end. Differs from MindSpore: it raises RuntimeError for that,
    negative coordinates included, which here count from the end.

    Examples:
        >>> print(ops.ScatterNd()(Tensor([[1]]), Tensor([7]), (3,)))
        [0 7 0]
    """
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, updates: Tensor, shape: Any) -> Tensor: ...
class ScatterNdAdd(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterNdDiv(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterNdMax(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterNdMin(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterNdMul(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterNdSub(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterNdUpdate(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterNonAliasingAdd(Primitive):
    """`ScatterNonAliasingAdd()(input_x, indices, updates, use_locking=False)`:
    Combine (add) `updates` into the parameter `input_x` at coordinates; returns a copy.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    `use_locking` has no effect, and says so once if it is not the default. Raises TypeError for dtypes
    that are not as said, ValueError for shapes.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Any, updates: Any, use_locking: bool = False, /) -> Tensor: ...
class ScatterSub(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class ScatterUpdate(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class SeLU(Primitive):
    """`SeLU()(input_x)`:
    The self-normalising ELU; of Int8 and Int32, whose factors are integers, the larger of `input_x` and 0.

    `input_x` is a Tensor of any shape; the result has its shape and dtype.

    Examples:
        >>> print(ops.selu(Tensor([0.0, 1.0])))
        [0.       1.050701]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class SearchSorted(Primitive):
    """`SearchSorted(dtype=mindspore.int64, right=False)(sorted_sequence, values, sorter=None)`:
    Where each value would go in the sorted sequence, as `dtype` Int64 or Int32.

    `sorted_sequence`: a Tensor (…, N) of numbers in rising order; `values`: a Tensor (…, M) of its dtype, whose
    shape the result has; `sorter`: a Tensor of integers, the places of `sorted_sequence` in rising order, where
    it is not sorted itself; `right`: behind equal elements, a bool.
    """
    dtype: Any
    right: bool
    def __init__(self, dtype: Any = ..., right: bool = False) -> None: ...
    def __call__(self, sorted_sequence: Tensor, values: Tensor, sorter: Any = None) -> Tensor: ...
class SegmentMax(Primitive):
    """`SegmentMax()(input_x, segment_ids)`:
    The amax of the rows of each segment; `segment_ids` ascends, absent ones give 0.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor, /) -> Tensor: ...
class SegmentMean(Primitive):
    """`SegmentMean()(input_x, segment_ids)`:
    The mean of the rows of each segment; `segment_ids` ascends, absent ones give 0.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor, /) -> Tensor: ...
class SegmentMin(Primitive):
    """`SegmentMin()(input_x, segment_ids)`:
    The amin of the rows of each segment; `segment_ids` ascends, absent ones give 0.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor, /) -> Tensor: ...
class SegmentProd(Primitive):
    """`SegmentProd()(input_x, segment_ids)`:
    The prod of the rows of each segment; `segment_ids` ascends, absent ones give 1.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor, /) -> Tensor: ...
class SegmentSum(Primitive):
    """`SegmentSum()(input_x, segment_ids)`:
    The sum of the rows of each segment; `segment_ids` ascends, absent ones give 0.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor, /) -> Tensor: ...
class Select(Primitive):
    """`Select()(condition, input, other)`:
    The elements of `input` where `condition` holds, those of `other` elsewhere.

    `condition` is a Bool Tensor; `input` and `other` are Tensors or numbers. All shapes broadcast
    and the two dtypes promote; the result has what comes of it. Raises TypeError for a condition of
    another dtype or a value that is neither, ValueError for shapes that do not broadcast. As in
    MindSpore.

    Examples:
        >>> print(ops.Select()(Tensor([True, False]), Tensor([1, 2]), Tensor([3, 4])))
        [1 4]
    """
    def __init__(self) -> None: ...
    def __call__(self, condition: Tensor, input: Any, other: Any) -> Tensor: ...
class SelectView(Primitive):
    """`SelectView()(input_tensor, input_indices, axis)`:
    The slice number `input_indices` along `axis`.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_tensor: Tensor, input_indices: int, axis: int, /) -> Tensor: ...
class Shape(Primitive):
    """`Shape()(x)`:
    The lengths of the dimensions of a Tensor.

    `x` is a Tensor of any dtype. The result is a tuple of int, () for a scalar. Raises
    TypeError for anything but a Tensor. As in MindSpore.

    Examples:
        >>> print(ops.Shape()(Tensor([[1, 2, 3]])))
        (1, 3)
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> tuple[int, ...]: ...
class Sigmoid(Primitive):
    """`Sigmoid()(input)`:
    The logistic function `1 / (1 + exp(-input))` of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
    dtype, Float32 for integers and Bool. Raises TypeError for anything but a Tensor. Differs from
    MindSpore: integers are refused by its CPU.

    Examples:
        >>> print(ops.Sigmoid()(Tensor([0.0, 4.0])))
        [0.5        0.98201376]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class SigmoidCrossEntropyWithLogits(Primitive):
    """`SigmoidCrossEntropyWithLogits()(logits, label)`:
    The binary cross entropy between `sigmoid(logits)` and `label`, element by element.

    `logits` and `label` are Tensors of one shape and float dtype, labels from 0 to 1. The result
    has both: nothing is reduced. Raises ValueError for two shapes, TypeError for two dtypes or
    integers, and gives no gradient to `label`. As in MindSpore.

    Examples:
        >>> print(ops.SigmoidCrossEntropyWithLogits()(Tensor([[0.0]]), Tensor([[1.0]])))
        [[0.6931472]]
    """
    def __init__(self) -> None: ...
    def __call__(self, logits: Tensor, label: Tensor, /) -> Tensor: ...
class Sign(Primitive):
    """`Sign()(input)`:
    -1, 0 or 1; of complex numbers, the one of length 1 in their direction.

    `input` is a Tensor of any shape and dtype, both of which the result has.

    Examples:
        >>> print(ops.Sign()(Tensor([-3.0, 2.0])))
        [-1.  1.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Sin(Primitive):
    """`Sin()(input)`:
    The sine of each element, an angle in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.Sin()(Tensor([0.0])))
        [0.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Sinc(Primitive):
    """`Sinc()(input)`:
    sin(pi * `input`) / (pi * `input`), 1 at 0.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Sinh(Primitive):
    """`Sinh()(input)`:
    The hyperbolic sine of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.sinh(Tensor([0.0, 1.0])))
        [0.        1.1752012]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Size(Primitive):
    """`Size()(input_x)`:
    The number of elements of `input_x`, a Tensor of any shape; 1 for a number.

    Examples:
        >>> print(ops.Size()(Tensor([[1, 2]])))
        2
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Any, /) -> int: ...
class Slice(Primitive):
    """`Slice()(input, begin, size)`:
    The block of shape `size` that starts at `begin`.

    `input` is a Tensor of any shape and dtype; `begin` and `size` are tuples of int, one for each
    dimension, where a `size` of -1 takes the rest. The result has the dtype of `input`. Raises
    ValueError for a block that reaches beyond the end or tuples of two lengths, TypeError for what
    is no int. Differs from MindSpore: shorter tuples, which leave the last dimensions whole, and
    negative places are refused there.

    Examples:
        >>> print(ops.Slice()(Tensor([[1, 2, 3], [4, 5, 6]]), (0, 1), (2, 1)))
        [[2]
         [5]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, begin: Any, size: Any) -> Tensor: ...
class SmoothL1Loss(Primitive):
    """`SmoothL1Loss(beta=1.0, reduction='none')(prediction, target)`:
    A loss that is quadratic where `prediction` and `target` differ by less than `beta`, linear
    beyond.

    With d = |input - target| it is `0.5 * d * d / beta` below `beta`, `d - 0.5 * beta` elsewhere.
    Both are Tensors of one shape and float dtype. `reduction` 'none' gives a result of their shape,
    'mean' and 'sum' a scalar. Raises ValueError for two shapes or another `reduction`, TypeError
    for two dtypes or integers, RuntimeError for a negative `beta`. Differs from MindSpore: it
    promotes two float dtypes.

    Examples:
        >>> print(ops.SmoothL1Loss()(Tensor([1.0, 2.0]), Tensor([3.0, 2.5])))
        [1.5   0.125]
    """
    beta: float
    reduction: str
    def __init__(self, beta: float = 1.0, reduction: str = 'none') -> None: ...
    def __call__(self, prediction: Tensor, target: Tensor) -> Tensor: ...
class SoftMarginLoss(Primitive):
    """`SoftMarginLoss(reduction='mean')(input, target)`:
    log(1 + exp(-target * input)); both have gradients, where torch's own gives `input` alone one.

    `input`, `target`: float Tensors of one shape and dtype, targets 1 or -1. `reduction`: 'mean', 'sum' or
    'none'; the result is a scalar, or of that shape for 'none'. Raises ValueError for another `reduction` and
    two shapes.
    """
    reduction: str
    def __init__(self, reduction: str = 'mean') -> None: ...
    def __call__(self, input: Tensor, target: Tensor) -> Tensor: ...
class SoftShrink(Primitive):
    """`SoftShrink(lambd=0.5)(input)`:
    Zero within +-lambd, `input` moved towards zero by lambd outside.

    `input` is a float Tensor of any shape; the result has its shape and dtype.
    """
    lambd: float
    def __init__(self, lambd: float = 0.5) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Softmax(Primitive):
    """`Softmax(axis=-1)(input)`:
    The softmax, which makes elements positive with a sum of 1, along one axis or several at
    once.

    `input` is a Tensor of any shape and float dtype, `axis` an int or a tuple of int. The result
    has the shape and dtype of `input`. Raises ValueError for an `axis` that `input` lacks,
    TypeError for integers. Differs from MindSpore: several axes are refused by its CPU.

    Examples:
        >>> print(ops.Softmax(axis=-1)(Tensor([0.0, 0.0])))
        [0.5 0.5]
    """
    axis: Any
    def __init__(self, axis: Any = -1) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class SoftmaxCrossEntropyWithLogits(Primitive):
    """`SoftmaxCrossEntropyWithLogits()(logits, labels)`:
    The cross entropy between `softmax(logits)` and the rows of `labels`, with its gradient.

    `logits` and `labels` are Tensors of one shape (N, C) and float dtype; a row of labels is a
    distribution over the C classes, such as one-hot. The result is a pair in that dtype: the loss
    of each row (N,), and the gradient by the logits (N, C). Raises ValueError for other shapes,
    TypeError for two dtypes. As in MindSpore.

    Examples:
        >>> print(ops.SoftmaxCrossEntropyWithLogits()(Tensor([[0.0, 0.0]]), Tensor([[0.0, 1.0]]))[0])
        [0.6931472]
    """
    def __init__(self) -> None: ...
    def __call__(self, logits: Tensor, labels: Tensor, /) -> tuple[Tensor, Tensor]: ...
class Softplus(Primitive):
    """`Softplus()(input, beta=1, threshold=20)`:
    log(1 + exp(beta * `input`)) / beta; `input` itself where beta * `input` exceeds `threshold`.

    `input`: a float Tensor of any shape, whose shape and dtype the result has; `beta` and `threshold`: numbers.

    Examples:
        >>> print(ops.Softplus()(Tensor([0.0])))
        [0.6931472]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, beta: float = 1, threshold: float = 20, /) -> Tensor: ...
class Softsign(Primitive):
    """`Softsign()(x)`:
    x / (1 + |x|) of each element of `x`, a float Tensor of any shape, whose shape and dtype the result has.

    Examples:
        >>> print(ops.softsign(Tensor([-1.0, 3.0])))
        [-0.5   0.75]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class Sort(Primitive):
    """`Sort(axis=-1, descending=False)(input_x)`:
    The elements sorted along `axis`, and where they were.

    `input_x` is a Tensor of any shape and real dtype, `axis` an int; `descending` (bool) puts the
    largest first. The result is a pair in the shape of `input_x`: values in its dtype, and Int32
    positions. Equal values keep their order. Raises ValueError for an `axis` that `input_x` lacks.
    Differs from MindSpore: Bool is taken here and refused by its CPU.

    Examples:
        >>> print(ops.Sort()(Tensor([3.0, 1.0, 2.0])))
        (Tensor(shape=[3], dtype=Float32, value= [ 1.00000000e+00,  2.00000000e+00,  3.00000000e+00]), Tensor(shape=[3], dtype=Int32, value= [1, 2, 0]))
    """
    axis: int
    descending: bool
    def __init__(self, axis: int = -1, descending: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Any: ...
class SpaceToBatch(Primitive):
    """`SpaceToBatch(block_size, paddings)(x)`:
    `space_to_batch_nd` of the last two dimensions of `x` (N, C, H, W), of any dtype, which the result has.

    `block_size`: an int; `paddings`: ((top, bottom), (left, right)).
    """
    block_size: int
    paddings: Any
    def __init__(self, block_size: int, paddings: Any) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class SpaceToBatchND(Primitive):
    """`SpaceToBatchND(block_shape, paddings)(input_x)`:
    Blocks of the last dimensions of (N, C, …), padded, moved into the batch.

    `input_x`: a Tensor of numbers, whose dtype the result has; `block_shape` an int or one per spatial
    dimension, `paddings` (before, after) of each. ValueError where a padded dimension is no multiple of its
    block.
    """
    block_shape: Any
    paddings: Any
    def __init__(self, block_shape: Any, paddings: Any) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Tensor: ...
class SpaceToDepth(Primitive):
    """`SpaceToDepth(block_size)(x)`:
    Blocks of pixels moved into channels, the inverse of `depth_to_space`.

    `x`: a Tensor (N, C, H, W) of any dtype, which the result (N, C * b², H / b, W / b) has; `block_size` (b):
    an int above 1.

    Examples:
        >>> print(ops.SpaceToDepth(2)(Tensor([[[[1.0, 2.0], [3.0, 4.0]]]])).shape)
        (1, 4, 1, 1)
    """
    block_size: int
    def __init__(self, block_size: int) -> None: ...
    def __call__(self, x: Tensor, /) -> Tensor: ...
class SparseApplyAdadelta(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class SparseApplyAdagrad(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class SparseApplyAdagradV2(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class SparseApplyFtrl(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class SparseApplyFtrlV2(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class SparseApplyProximalAdagrad(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class SparseApplyRMSProp(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
class SparseGatherV2(Primitive):
    """`SparseGatherV2()(input_params, input_indices, axis, batch_dims=0)`:
    Slices of `input_params` along `axis` at the positions `input_indices`.

    `input_params` is a Tensor of any shape and dtype; `input_indices` is a Tensor of Int32 or
    Int64, whose shape takes the place of the dimension `axis`, an int. A negative index counts from
    the end. The first `batch_dims` dimensions of both belong together. The result has the dtype of
    `input_params`. Raises RuntimeError for an index beyond the end. Differs from MindSpore: the
    gradient at a negative index goes where the element came from; its CPU loses it. MindSpore
    raises ValueError for an `axis` out of range, which here is taken modulo the rank.

    Examples:
        >>> print(ops.gather(Tensor([[1, 2], [3, 4], [5, 6]]), Tensor([2, 0]), 0))
        [[5 6]
         [1 2]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_params: Tensor, input_indices: Any, axis: Any, batch_dims: int = 0, /) -> Tensor: ...
class SparseSlice(Primitive):
    """`SparseSlice()(indices, values, shape, start, size)`:
    (indices, values, shape) of the part from `start`, at most `size` long, as far as `shape` goes.
    """
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, values: Tensor, shape: Any, start: Any, size: Any, /) -> Any: ...
class SparseSoftmaxCrossEntropyWithLogits(Primitive):
    """`SparseSoftmaxCrossEntropyWithLogits(is_grad=False)(logits, labels)`:
    The mean loss or, with `is_grad`, its gradient by the logits.

    `logits`: a float Tensor (N, C), whose dtype the result, a scalar or (N, C), has; `labels`: integers (N,),
    the classes.
    """
    is_grad: bool
    def __init__(self, is_grad: bool = False) -> None: ...
    def __call__(self, logits: Tensor, labels: Tensor, /) -> Tensor: ...
class SparseTensorDenseAdd(Primitive):
    """`SparseTensorDenseAdd()(x1_indices, x1_values, x1_shape, x2)`:
    `x2` with `x1_values` (N,) added at `x1_indices` (N, ndims); ValueError unless the shapes are one.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1_indices: Tensor, x1_values: Tensor, x1_shape: Any, x2: Tensor, /) -> Tensor: ...
class SparseTensorDenseMatmul(Primitive):
    """`SparseTensorDenseMatmul(adjoint_st=False, adjoint_dt=False)(indices, values, sparse_shape, dense)`:
    A matrix of (row, column) `indices` (N, 2) and `values` (N,) times `dense`, either transposed on request.

    `indices`: Int32 or Int64 (TypeError otherwise); `sparse_shape`: the two sizes of the matrix; `dense`:
    (columns, K), of the dtype of `values`. `adjoint_st` transposes the sparse matrix first, `adjoint_dt` the
    dense one. The result is (rows, K) of that dtype. Raises ValueError for shapes that do not fit.
    """
    adjoint_st: bool
    adjoint_dt: bool
    def __init__(self, adjoint_st: bool = False, adjoint_dt: bool = False) -> None: ...
    def __call__(self, indices: Tensor, values: Tensor, sparse_shape: Any, dense: Tensor, /) -> Tensor: ...
class SparseToDense(Primitive):
    """`SparseToDense()(indices, values, sparse_shape)`:
    Zeros of `sparse_shape` with `values` (N,) put at `indices` (N, ndims); the last of a place stays.
    """
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, values: Tensor, sparse_shape: Any, /) -> Tensor: ...
class Split(Primitive):
    """`Split(axis=0, output_num=1)(input_x)`:
    Split `input_x` along `axis` into `output_num` chunks of one size.

    `input_x` is a Tensor of any shape and dtype; `axis` and `output_num` are int. The result is a
    tuple of Tensors of that dtype. Raises ValueError for an `axis` that `input_x` lacks or a length
    that `output_num` does not divide. As in MindSpore.

    Examples:
        >>> print(ops.Split(axis=0, output_num=2)(Tensor([1, 2, 3, 4])))
        (Tensor(shape=[2], dtype=Int64, value= [1, 2]), Tensor(shape=[2], dtype=Int64, value= [3, 4]))
    """
    axis: int
    output_num: int
    def __init__(self, axis: int = 0, output_num: int = 1) -> None: ...
    def __call__(self, input_x: Tensor) -> Any: ...
class SplitV(Primitive):
    """`SplitV(size_splits, split_dim, num_split)(input_x)`:
    Pieces of the sizes `size_splits` along `split_dim`; one -1 takes what is left.

    `input_x`: a Tensor of any shape and dtype, which the pieces, a tuple of views, have; `size_splits`: ints;
    `split_dim`: an int; `num_split`: how many there are (ValueError otherwise).
    """
    size_splits: Any
    split_dim: int
    num_split: int
    def __init__(self, size_splits: Any, split_dim: int, num_split: int) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Any: ...
class Sqrt(Primitive):
    """`Sqrt()(x)`:
    The square root of each element, NaN for negative ones.

    `x` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor. As in MindSpore.

    Examples:
        >>> print(ops.Sqrt()(Tensor([4.0, 9.0])))
        [2. 3.]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Square(Primitive):
    """`Square()(input)`:
    Each element of `input` times itself.

    `input` is a Tensor of any shape and dtype; the result has both. No error is raised for values:
    integers wrap around. Differs from MindSpore: Bool is taken here and refused by its CPU.

    Examples:
        >>> print(ops.Square()(Tensor([2.0, -3.0])))
        [4. 9.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class SquareSumAll(Primitive):
    """`SquareSumAll()(x, y)`:
    (sum of x², sum of y²) of two Tensors of one shape, both Float16 or Float32.

    Raises TypeError for other or different dtypes, ValueError for different shapes.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, y: Tensor, /) -> Any: ...
class SquaredDifference(Primitive):
    """`SquaredDifference()(x, y)`:
    (x - y)².

    `x` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Operand, y: Operand, /) -> Tensor: ...
class Squeeze(Primitive):
    """`Squeeze(axis=())(input)`:
    The tensor without those of its dimensions that have length 1.

    `input` is a Tensor of any shape and dtype. `axis` is an int or a tuple or list of int: only
    these are taken out; None and () mean all. The result has the elements and dtype of `input`; a
    dimension of another length stays. Raises ValueError for an `axis` that `input` lacks. As in
    MindSpore.

    Examples:
        >>> print(ops.Squeeze(1)(Tensor([[1], [2]])))
        [1 2]
    """
    axis: Any
    def __init__(self, axis: Any = ()) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Stack(Primitive):
    """`Stack(axis=0)(tensors)`:
    Tensors joined along a new dimension `axis`.

    `tensors` is a tuple or list of Tensors of one shape and dtype, `axis` an int from -(rank + 1)
    to rank. The result has that dtype and one dimension more, as long as there are Tensors. Raises
    TypeError for two dtypes or a single Tensor, ValueError for two shapes, for none at all and for
    an `axis` out of range. Differs from MindSpore: the function there takes a single Tensor for a
    list of one.

    Examples:
        >>> print(ops.Stack(axis=0)([Tensor([1, 2]), Tensor([3, 4])]))
        [[1 2]
         [3 4]]
    """
    axis: int
    def __init__(self, axis: int = 0) -> None: ...
    def __call__(self, tensors: Sequence[Tensor], /) -> Tensor: ...
class StandardLaplace(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class StandardNormal(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class StopGradient(Primitive):
    """`StopGradient()(value)`:
    The `value`, through which no gradient flows.

    `value` is a Tensor of any shape and dtype, or a tuple or list of them, taken element by
    element; anything else comes back as it is. The result has the same values and shares their
    memory. No error is raised. As in MindSpore.

    Examples:
        >>> def half(x):
        ...     return (x * ops.stop_gradient(x)).sum()
        >>> print(ms.grad(half)(Tensor([3.0])))
        [3.]
    """
    def __init__(self) -> None: ...
    def __call__(self, value: Any, /) -> Any: ...
class StridedSlice(Primitive):
    """`StridedSlice(begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0, shrink_axis_mask=0)(input_x, begin, end, strides)`:
    The elements `input_x[begin:end:strides]`, where bit i of a mask changes what entry i means.

    `input_x` is a Tensor of any shape and dtype; `begin`, `end` and `strides` are tuples of int of
    one length. The masks are int. `begin_mask`, `end_mask`: from the start, to the end;
    `ellipsis_mask`: as many dimensions as fit; `new_axis_mask`: a new dimension;
    `shrink_axis_mask`: the single element at `begin`. The result has the dtype of `input_x`; limits
    beyond the end are cut. Raises ValueError for a stride of 0, IndexError for tuples of different
    lengths or longer than the rank. Differs from MindSpore: it raises ValueError for those; and
    here new-axis and ellipsis masks, and the gradient with a shrunk dimension, follow its
    documentation, which its CPU contradicts.

    Examples:
        >>> print(ops.StridedSlice()(Tensor([1, 2, 3, 4]), (0,), (4,), (2,)))
        [1 3]
    """
    begin_mask: int
    end_mask: int
    ellipsis_mask: int
    new_axis_mask: int
    shrink_axis_mask: int
    def __init__(self, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0) -> None: ...
    def __call__(self, input_x: Tensor, begin: Any, end: Any, strides: Any) -> Tensor: ...
class Sub(Primitive):
    """`Sub()(input, other)`:
    The difference `input - other`, element by element; of two Bool operands, whether they
    differ.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape and the promoted dtype; Bool beside a number gives Int64.
    Differs from MindSpore: its CPU refuses two Bool operands.

    Examples:
        >>> print(ops.Sub()(Tensor([3, 4]), Tensor([1, 1])))
        [2 3]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class SubAndFilter(Primitive):
    """`SubAndFilter()(input_x, max_num, offset)`:
    (`input_x` - offset for those of a vector in [offset, offset + max_num), their positions).
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, max_num: Any, offset: Any, /) -> Any: ...
class Svd(Primitive):
    """`Svd(full_matrices=False, compute_uv=True)(input)`:
    `svd`, always of three: U and V are one zero each where they are not computed.

    `input`: a Tensor (…, M, N) of floats or complex numbers. `full_matrices`: U and V are square; `compute_uv`:
    whether they are computed.
    """
    full_matrices: bool
    compute_uv: bool
    def __init__(self, full_matrices: bool = False, compute_uv: bool = True) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
class Swiglu(Primitive):
    """`Swiglu()(input, dim=-1)`:
    silu of the first half along `dim` times the second; an odd length is a ValueError.

    `input` is a float Tensor of even length along the dimension; the result has its dtype, and half
    the length there.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, dim: int = -1) -> Tensor: ...
class Tan(Primitive):
    """`Tan()(input)`:
    The tangent of each element, an angle in radians.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex dtype,
    Float32 for integers and Bool. Raises TypeError for anything but a Tensor.
    Differs from MindSpore: its CPU refuses integers and Bool.

    Examples:
        >>> print(ops.tan(Tensor([0.0, 1.0])))
        [0.        1.5574077]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class Tanh(Primitive):
    """`Tanh()(input)`:
    The hyperbolic tangent of each element.

    `input` is a Tensor of any shape and dtype; the result has its shape and its float or complex
    dtype, Float32 for integers and Bool. Raises TypeError for anything but a Tensor. Differs from
    MindSpore: integers are refused by its CPU.

    Examples:
        >>> print(ops.Tanh()(Tensor([0.0, 1.0])))
        [0.        0.7615942]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class TensorAdd(Primitive):
    """`TensorAdd()(input, other)`:
    The sum `input + other`, element by element; of two Bool operands, the logical or.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    The result has the broadcast shape and the promoted dtype. Differs from MindSpore: its CPU
    refuses two Bool operands.

    Examples:
        >>> ops.add(Tensor([1, 2]), Tensor([10, 20]))
        Tensor(shape=[2], dtype=Int64, value= [11, 22])
        >>> print(ops.add(Tensor([1, 2]), 0.5))
        [1.5 2.5]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class TensorScatterAdd(Primitive):
    """`TensorScatterAdd()(input_x, indices, updates)`:
    A copy of `input_x` with `updates` combined (add) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.

    Examples:
        >>> print(ops.tensor_scatter_add(Tensor([1.0, 2.0]), Tensor([[1], [1]]), Tensor([10.0, 10.0])))
        [ 1. 22.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...
class TensorScatterDiv(Primitive):
    """`TensorScatterDiv()(input_x, indices, updates)`:
    A copy of `input_x` with `updates` combined (div) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor, /) -> Tensor: ...
class TensorScatterElements(Primitive):
    """`TensorScatterElements(axis=0, reduction='none')(data, indices, updates)`:
    A copy of `data` with `updates` put (or added) at positions along `axis`.

    `data` is a Tensor of any dtype, `indices` Int32 or Int64 and `updates` of the dtype of
    `data`, both of one shape and its rank; `reduction`: 'none' or 'add'. The result has the
    shape and dtype of `data`.

    Examples:
        >>> print(ops.tensor_scatter_elements(Tensor([1, 2, 3]), Tensor([2, 0]), Tensor([7, 8]), 0))
        [8 2 7]
    """
    axis: int
    reduction: str
    def __init__(self, axis: int = 0, reduction: str = 'none') -> None: ...
    def __call__(self, data: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...
class TensorScatterMax(Primitive):
    """`TensorScatterMax()(input_x, indices, updates)`:
    A copy of `input_x` with `updates` combined (max) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor, /) -> Tensor: ...
class TensorScatterMin(Primitive):
    """`TensorScatterMin()(input_x, indices, updates)`:
    A copy of `input_x` with `updates` combined (min) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor, /) -> Tensor: ...
class TensorScatterMul(Primitive):
    """`TensorScatterMul()(input_x, indices, updates)`:
    A copy of `input_x` with `updates` combined (mul) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor, /) -> Tensor: ...
class TensorScatterSub(Primitive):
    """`TensorScatterSub()(input_x, indices, updates)`:
    A copy of `input_x` with `updates` combined (sub) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor, /) -> Tensor: ...
class TensorScatterUpdate(Primitive):
    """`TensorScatterUpdate()(input_x, indices, updates)`:
    A copy of `input_x` with `updates` combined (update) at coordinates.

    `input_x` holds numbers of any shape; the last dimension of `indices`, a Tensor of Int32 or Int64, holds
    coordinates in its first dimensions, negative ones from the end; `updates` is a Tensor of the dtype of
    `input_x` and of the shape `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`.

    The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,
    ValueError for shapes.

    Examples:
        >>> print(ops.TensorScatterUpdate()(Tensor([1, 2, 3]), Tensor([[1]]), Tensor([9])))
        [1 9 3]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor, /) -> Tensor: ...
class TensorShape(Primitive):
    """`TensorShape()(input_x)`:
    The dimensions of `input_x`, of any dtype and shape, as an Int64 Tensor (rank,).
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...
class TensorToTuple(Primitive):
    """`TensorToTuple()(x)`:
    The elements of a vector as Python numbers.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Any, ...]: ...
class Tile(Primitive):
    """`Tile()(input, dims)`:
    The whole tensor repeated `dims` times in each dimension.

    `input` is a Tensor of any shape and dtype, `dims` a tuple of int from 0, one for each
    dimension; the shorter of the two is filled up in front with ones. The result has the dtype of
    `input` and each length times its number. Raises TypeError for `dims` that are no int,
    RuntimeError for a negative one. Differs from MindSpore: it raises ValueError for a negative one
    and refuses a plain int.

    Examples:
        >>> print(ops.Tile()(Tensor([1, 2]), (2,)))
        [1 2 1 2]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, dims: Any) -> Tensor: ...
class TopK(Primitive):
    """`TopK(sorted=True)(input_x, k)`:
    The `k` largest elements along the last dimension, and where they were.

    `input_x` is a Tensor of shape (…, n) and real dtype, `k` an int from 1 to n. The result is a
    pair of shape (…, k): values in the dtype of `input_x`, the largest first if `sorted` (else in
    any order), and Int32 positions. Raises ValueError for a `k` out of range, TypeError for one
    that is no int. As in MindSpore.

    Examples:
        >>> print(ops.TopK()(Tensor([1.0, 4.0, 2.0]), 2))
        (Tensor(shape=[2], dtype=Float32, value= [ 4.00000000e+00,  2.00000000e+00]), Tensor(shape=[2], dtype=Int32, value= [1, 2]))
    """
    sorted: bool
    def __init__(self, sorted: bool = True) -> None: ...
    def __call__(self, input_x: Tensor, k: int, /) -> Any: ...
class TopKRouter(Primitive):
    """`TopKRouter()(input, capacity, expert_num, drop_type=0)`:
    (dispatch, combine): the tokens of each expert, and the place of each choice.

    input: (B, T, k) of int32 or int64, the experts of each token, which the results' dtype is; `expert_num`: E,
    how many there are; `capacity`: the tokens that one takes. dispatch: (B, E, capacity), tokens counted from
    1, 0 where none is; combine: (B, T, k), expert * (capacity + 1) + place counted from 1, place 0 for what did
    not fit. `drop_type` 0 seats token by token, 1 first choices first. Raises ValueError for another
    `drop_type` or rank.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, capacity: int, expert_num: int, drop_type: int = 0) -> tuple[Tensor, Tensor]: ...
class TopPRouter(Primitive):
    """`TopPRouter()(input, capacity, expert_num, drop_type=0, threshold=0.0, router_prob=0.0)`:
    `topkrouter` of the choices before the sum of their probabilities reaches `threshold`.

    router_prob: floats (B, T, k); without a Tensor all choices count. `input`, `capacity`, `expert_num` and
    `drop_type`, the results and errors are those of `topkrouter`.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, capacity: int, expert_num: int, drop_type: int = 0, threshold: float = 0.0, router_prob: Any = 0.0) -> tuple[Tensor, Tensor]: ...
class Trace(Primitive):
    """`Trace()(input)`:
    The sum of the diagonal of `input`, a matrix (M, N), in its dtype: a scalar Tensor.

    Examples:
        >>> print(ops.trace(Tensor([[1.0, 2.0], [3.0, 4.0]])))
        5.0
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class Transpose(Primitive):
    """`Transpose()(input, dims)`:
    The dimensions of `input` in the order `dims`.

    `input` is a Tensor of any shape and dtype; `dims` is a tuple or list of int that names each
    dimension once, from the end if negative. The result has the dtype of `input` and shares its
    memory. Raises ValueError if a dimension is missing, given twice or out of range, TypeError for
    what is no int. As in MindSpore.

    Examples:
        >>> print(ops.Transpose()(Tensor([[1, 2], [3, 4]]), (1, 0)))
        [[1 3]
         [2 4]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, dims: Any) -> Tensor: ...
class TransposeBatchMatmulTranspose(Primitive):
    """`TransposeBatchMatmulTranspose()(input, weight, perm_in, perm_out, transpose_a=False, transpose_b=False)`:
    (input by `perm_in` @ weight) by `perm_out`; `transpose_a` and `transpose_b` swap the last two before.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, weight: Tensor, perm_in: Any, perm_out: Any, transpose_a: bool = False, transpose_b: bool = False) -> Tensor: ...
class TransposeExtView(Primitive):
    """`TransposeExtView()(input, dim0, dim1)`:
    `input` with two dimensions exchanged, `dim0` and `dim1`.

    They are ints, and `input` is a Tensor of any dtype. The result has its dtype,
    and is a view.

    Examples:
        >>> print(ops.swapaxes(Tensor([[1, 2], [3, 4]]), 0, 1))
        [[1 3]
         [2 4]]
        >>> print(Tensor(np.zeros((2, 3))).swapaxes(0, 1).shape)
        (3, 2)
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, dim0: int, dim1: int) -> Tensor: ...
class TransposeView(Primitive):
    """`TransposeView()(input, input_perm)`:
    The dimensions of `input` in the order `input_perm`.

    `input` is a Tensor of any shape and dtype; `input_perm` is a tuple or list of int that names each
    dimension once, from the end if negative. The result has the dtype of `input` and shares its
    memory. Raises ValueError if a dimension is missing, given twice or out of range, TypeError for
    what is no int. As in MindSpore.

    Examples:
        >>> print(ops.transpose(Tensor([[1, 2], [3, 4]]), (1, 0)))
        [[1 3]
         [2 4]]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, input_perm: Any) -> Tensor: ...
class TridiagonalMatMul(Primitive):
    """`TridiagonalMatMul()(superdiag, maindiag, subdiag, rhs)`:
    A matrix of three diagonals, each (..., 1, M), times `rhs` (..., M, N).

    The last element of `superdiag` and the first of `subdiag` lie outside and do not count.
    """
    def __init__(self) -> None: ...
    def __call__(self, superdiag: Tensor, maindiag: Tensor, subdiag: Tensor, rhs: Tensor, /) -> Tensor: ...
class Tril(Primitive):
    """`Tril(diagonal=0)(input)`:
    The lower triangle of the last two dimensions, zeros above the diagonal.

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
    diagonal: int
    def __init__(self, diagonal: int = 0) -> None: ...
    def __call__(self, input: Tensor, /) -> Tensor: ...
class TrilIndices(Primitive):
    """`TrilIndices(row, col, offset=0, dtype=mindspore.int32)()`:
    The positions of the lower triangle of a (row, col) matrix: a Tensor (2, N) of `dtype`.

    `row`, `col`: ints from 0 (ValueError for negative ones); `offset`: the highest diagonal that counts, an
    int, 0 for the main one; `dtype`: Int32 or Int64.
    """
    row: int
    col: int
    offset: int
    dtype: Any
    def __init__(self, row: int, col: int, offset: int = 0, dtype: Any = ...) -> None: ...
    def __call__(self) -> Tensor: ...
class TripletMarginLoss(Primitive):
    """`TripletMarginLoss(p=2, swap=False, eps=1e-06, reduction='mean')(anchor, positive, negative, margin=1.0)`:
    max(d(anchor, positive) - d(anchor, negative) + margin, 0) with the p-norm as distance.

    `anchor`, `positive`, `negative`: float Tensors (N, D) of one dtype, which the result, a scalar, or (N,) for
    `reduction` 'none', has. `margin`: a number; `p`: the order of the norm; `eps`: added to differences;
    `swap`: take the distance of positive and negative where it is smaller; `reduction`: 'mean', 'sum' or
    'none', ValueError for another.

    Examples:
        >>> print(ops.triplet_margin_loss(Tensor([[0.0]]), Tensor([[1.0]]), Tensor([[3.0]]), margin=Tensor(4.0)))
        2.0
    """
    p: int
    swap: bool
    eps: float
    reduction: str
    def __init__(self, p: int = 2, swap: bool = False, eps: float = 1e-06, reduction: str = 'mean') -> None: ...
    def __call__(self, anchor: Tensor, positive: Tensor, negative: Tensor, margin: Any = 1.0, /) -> Tensor: ...
class Triu(Primitive):
    """`Triu(diagonal=0)(input)`:
    The upper triangle of the last two dimensions, zeros below the diagonal.

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
    diagonal: int
    def __init__(self, diagonal: int = 0) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class TriuIndices(Primitive):
    """`TriuIndices(row, col, offset=0, dtype=mindspore.int32)()`:
    The positions of the upper triangle of a (row, col) matrix: a Tensor (2, N) of `dtype`.

    `row`, `col`: ints from 0 (ValueError for negative ones); `offset`: the lowest diagonal that counts, an int,
    0 for the main one; `dtype`: Int32 or Int64.
    """
    row: int
    col: int
    offset: int
    dtype: Any
    def __init__(self, row: int, col: int, offset: int = 0, dtype: Any = ...) -> None: ...
    def __call__(self) -> Tensor: ...
class Trunc(Primitive):
    """`Trunc()(input)`:
    Each element of `input` rounded towards zero; Bool and integers stay as they are.

    `input`: a Tensor of any shape, whose shape and dtype the result has.

    Examples:
        >>> print(ops.trunc(Tensor([1.7, -1.7])))
        [ 1. -1.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...
class TruncateDiv(Primitive):
    """`TruncateDiv()(x, y)`:
    `x / y` rounded towards zero, in the promoted dtype: Tensors whose shapes broadcast, or a Tensor and a
    number.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Any, y: Any, /) -> Any: ...
class TruncateMod(Primitive):
    """`TruncateMod()(input, other)`:
    The remainder with the sign of `input`.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.fmod(Tensor([7.0, -7.0]), 3.0))
        [ 1. -1.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand, /) -> Tensor: ...
class TruncatedNormal(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class TupleToArray(Primitive):
    """`TupleToArray()(input_x)`:
    A tuple of numbers as a vector.

    `input_x` is a tuple or list of int or float. The result has one dimension: Int32 if all are
    int, Float32 if one is float. Raises TypeError for what cannot be iterated, ValueError for
    elements that are no numbers. Differs from MindSpore: it raises TypeError for such elements and
    IndexError for an empty tuple, which here gives an empty Tensor.

    Examples:
        >>> print(ops.tuple_to_array((1, 2, 3)))
        [1 2 3]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Any, /) -> Tensor: ...
class UniformCandidateSampler(Primitive):
    """`UniformCandidateSampler(num_true, num_sampled, unique, range_max, seed=0, remove_accidental_hits=False)(true_classes)`:
    Classes drawn with equal shares, and how often each is expected.

    `true_classes` (N, num_true) Int32 or Int64. `num_sampled` classes are drawn from [0, range_max), each once
    if `unique`; `remove_accidental_hits` leaves the true classes out. The result is (classes (num_sampled,),
    expectations of the true classes (N, num_true), expectations of those drawn), Float32. Raises ValueError for
    sizes that do not fit. Other numbers are drawn than MindSpore's. The classes have the dtype of
    `true_classes`. `seed`: an int, 0 for none.
    """
    num_true: int
    num_sampled: int
    unique: bool
    range_max: int
    seed: Any
    remove_accidental_hits: bool
    def __init__(self, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: Any = 0, remove_accidental_hits: bool = False) -> None: ...
    def __call__(self, true_classes: Tensor, /) -> Any: ...
class UniformInt(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class UniformReal(Any):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def construct(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
class Unique(Primitive):
    """`Unique()(input)`:
    (distinct values in order of first appearance, position of each element's value among them).

    Positions have the shape of `input`: Int64 for Int64 input, else Int32.

    `input` is a Tensor of numbers, any shape; the values are a vector of its dtype, the result a
    pair.

    Examples:
        >>> print(ops.Unique()(Tensor([2, 5, 2])))
        (Tensor(shape=[2], dtype=Int64, value= [2, 5]), Tensor(shape=[3], dtype=Int64, value= [0, 1, 0]))
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, /) -> Any: ...
class UniqueConsecutive(Primitive):
    """`UniqueConsecutive(return_inverse=False, return_counts=False, dim=None)(input)`:
    `unique_consecutive` that always returns three tensors; one not requested is a 0-d zero of Int64.

    `input` is a Tensor of numbers; the values have its dtype. `return_inverse` and `return_counts`, bools, ask
    for the positions and the run lengths, Int64. `dim`: along which slices are compared, None for the flattened
    tensor.
    """
    return_inverse: bool
    return_counts: bool
    dim: int | None
    def __init__(self, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> None: ...
    def __call__(self, input: Tensor) -> Any: ...
class UniqueWithPad(Primitive):
    """`UniqueWithPad()(x, pad_num)`:
    (the distinct values of the vector `x`, filled up with `pad_num` to its length, where each element is).

    `x`: a Tensor (N,) of numbers, whose dtype the values have; `pad_num`: a number. Other ranks are a
    ValueError.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, pad_num: Any, /) -> Any: ...
class Unpack(Primitive):
    """`Unpack(axis=0)(input_x)`:
    A tuple with each slice of `input_x` along `axis`.

    `input_x` is a Tensor of any shape and dtype; the result's Tensors have its dtype, and one dimension less.

    Examples:
        >>> print(ops.unstack(Tensor([[1, 2], [3, 4]])))
        (Tensor(shape=[2], dtype=Int64, value= [1, 2]), Tensor(shape=[2], dtype=Int64, value= [3, 4]))
    """
    axis: int
    def __init__(self, axis: int = 0) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Any: ...
class UnravelIndex(Primitive):
    """`UnravelIndex()(indices, dims)`:
    The coordinates of flat positions in an array of the shape `dims`: (rank, number of positions).
    """
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, dims: Tensor, /) -> Tensor: ...
class UnsortedSegmentMax(Primitive):
    """`UnsortedSegmentMax()(x, segment_ids, num_segments)`:
    Maxima of the rows of each segment; the dtype's lowest number where there is none.

    `x`, `segment_ids`, `num_segments` and the shape of the result are those of `unsorted_segment_prod`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, segment_ids: Tensor, num_segments: Any, /) -> Tensor: ...
class UnsortedSegmentMin(Primitive):
    """`UnsortedSegmentMin()(x, segment_ids, num_segments)`:
    Minima of the rows of each segment; the dtype's highest number where there is none.

    `x`, `segment_ids`, `num_segments` and the shape of the result are those of `unsorted_segment_prod`.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, segment_ids: Tensor, num_segments: Any, /) -> Tensor: ...
class UnsortedSegmentProd(Primitive):
    """`UnsortedSegmentProd()(x, segment_ids, num_segments)`:
    Products of the rows of each segment; 1 where there is none.

    `x`: a Tensor of numbers; `segment_ids`: a Tensor of integers whose shape is the beginning of that of `x`:
    the segment of each row, none where negative; `num_segments`: an int. The result has the dtype of `x` and
    the shape (num_segments, *x.shape[segment_ids.ndim:]).
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, segment_ids: Tensor, num_segments: Any, /) -> Tensor: ...
class UnsortedSegmentSum(Primitive):
    """`UnsortedSegmentSum()(input_x, segment_ids, num_segments)`:
    Sums of the rows of each segment; 0 where there is none.

    `input_x`: a Tensor of numbers; `segment_ids`: a Tensor of integers whose shape is the beginning of that of
    `input_x`: the segment of each row, none where negative; `num_segments`: an int. The result has the dtype of
    `input_x` and the shape (num_segments, *input_x.shape[segment_ids.ndim:]).

    Examples:
        >>> print(ops.UnsortedSegmentSum()(Tensor([1.0, 2.0, 3.0]), Tensor([0, 1, 0]), 2))
        [4. 2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor, num_segments: Any) -> Tensor: ...
class Unstack(Primitive):
    """`Unstack(axis=0, num=None)(input_x)`:
    `unstack`; ValueError if there are not `num` slices.

    `input_x` is a Tensor of any dtype; the result is a tuple of Tensors of that dtype, without
    `axis`.

    Examples:
        >>> print(ops.Unstack(axis=1)(Tensor([[1, 2], [3, 4]])))
        (Tensor(shape=[2], dtype=Int64, value= [1, 3]), Tensor(shape=[2], dtype=Int64, value= [2, 4]))
    """
    axis: int
    num: int | None
    def __init__(self, axis: int = 0, num: int | None = None) -> None: ...
    def __call__(self, input_x: Tensor, /) -> Any: ...
class UpperBound(Primitive):
    """`UpperBound(out_type=mindspore.int32)(sorted_x, values)`:
    How many elements of each sorted row are below or equal to each value.

    `sorted_x`: a Tensor (…, N) of numbers, each row in rising order; `values`: one (…, M) of its dtype,
    whose shape the result has; `out_type`: the result's dtype, Int32 or Int64 (TypeError otherwise).
    """
    out_type: Any
    def __init__(self, out_type: Any = ...) -> None: ...
    def __call__(self, sorted_x: Tensor, values: Tensor, /) -> Tensor: ...
class UpsampleNearest3D(Primitive):
    """`UpsampleNearest3D()(x, output_size=None, scales=None)`:
    Volumes (N, C, D, H, W) of `output_size`, or `scales` times as large, each element the nearest one.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, output_size: Any = None, scales: Any = None) -> Tensor: ...
class UpsampleTrilinear3D(Primitive):
    """`UpsampleTrilinear3D(align_corners=False)(x, output_size=None, scales=None)`:
    Volumes (N, C, D, H, W) of `output_size`, or `scales` times as large, linear between elements.

    `x`: a float Tensor, whose dtype the result has; `output_size`: three ints, or `scales`: three numbers;
    `align_corners`: the corners' centres stay.
    """
    align_corners: bool
    def __init__(self, align_corners: bool = False) -> None: ...
    def __call__(self, x: Tensor, output_size: Any = None, scales: Any = None) -> Tensor: ...
class WeightQuantBatchMatmul(Primitive):
    """`WeightQuantBatchMatmul(transpose_x=False, transpose_weight=False, antiquant_group_size=0)(x, weight, antiquant_scale, antiquant_offset=None, quant_scale=None, quant_offset=None, bias=None)`:
    x @ ((weight + antiquant_offset) * antiquant_scale) + bias; with `quant_scale` rounded to int8.

    x: (M, K) of float16 or bfloat16, whose dtype the result (M, N) otherwise has; weight: (K, N) of int8;
    either with its dimensions swapped for `transpose_x` and `transpose_weight`. Scales and offsets: (N,), or
    one row for each `antiquant_group_size` of K; `quant_offset` is added before rounding. Raises TypeError for
    another weight, ValueError for a depth or group size that does not fit.
    """
    transpose_x: bool
    transpose_weight: bool
    antiquant_group_size: int
    def __init__(self, transpose_x: bool = False, transpose_weight: bool = False, antiquant_group_size: int = 0) -> None: ...
    def __call__(self, x: Tensor, weight: Tensor, antiquant_scale: Tensor, antiquant_offset: Tensor | None = None, quant_scale: Tensor | None = None, quant_offset: Tensor | None = None, bias: Tensor | None = None) -> Tensor: ...
class Xdivy(Primitive):
    """`Xdivy()(x, y)`:
    x / y, and 0 where `x` is 0.

    `x` and `y` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.xdivy(Tensor([0.0, 6.0]), Tensor([0.0, 3.0])))
        [0. 2.]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Operand, y: Operand, /) -> Tensor: ...
class Xlogy(Primitive):
    """`Xlogy()(input, other)`:
    input * log(other), and 0 where `input` is 0.

    `input` and `other` are Tensors, or one of them a number; their shapes broadcast and their dtypes
    promote, where a number takes the Tensor's dtype (Float32 if it is a float beside integers).
    Raises TypeError for an operand that is neither or a dtype the function does not take, ValueError
    for shapes that do not broadcast.

    Examples:
        >>> print(ops.Xlogy()(Tensor([2.0]), Tensor([1.0])))
        [0.]
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Operand, other: Operand) -> Tensor: ...
class Zeros(Primitive):
    """`Zeros()(size, dtype=None)`:
    A Tensor of zeros.

    `size` is an int, a tuple or list of int, or a Tensor of ints. The result has this shape and the
    `dtype` given (a MindSpore dtype), else Float32. Raises ValueError for a negative length,
    TypeError for a length that is no int or another `dtype`. As in MindSpore.

    Examples:
        >>> print(ops.Zeros()((2, 2), ms.int32))
        [[0 0]
         [0 0]]
    """
    def __init__(self) -> None: ...
    def __call__(self, size: Any, dtype: Any = None) -> Tensor: ...
class ZerosLike(Primitive):
    """`ZerosLike()(x)`:
    Zeros in the shape of `x`.

    `x` is a Tensor of any shape and dtype; the result has both, or the `dtype` given by name (a
    MindSpore dtype). Raises TypeError for anything but a Tensor and for another `dtype`. As in
    MindSpore, which raises AttributeError for some that are no Tensors.

    Examples:
        >>> print(ops.ZerosLike()(Tensor([1, 2])))
        [0 0]
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...
class Zeta(Primitive):
    """`Zeta()(input, other)`:
    The Hurwitz zeta function of `input` and `other`.

    Both are Tensors of floats whose shapes broadcast; the result has the dtype to which theirs promote.
    """
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, other: Tensor, /) -> Tensor: ...
