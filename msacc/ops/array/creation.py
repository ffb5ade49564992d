"""Tensors from a shape and a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.settings import settings
from msacc.common.warn_once import no_effect
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims, mindspore_dtype, torch_dtype
from msacc.ops.core.declaration import (
    REQUIRED,
    Input,
    MintFunction,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
)
from msacc.ops.core.op import exported_names, op, with_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from msacc.common.argument_types import Dims, DTypeLike, Ints


def _sizes(name: str, shape: tuple[int, ...]) -> tuple[int, ...]:
    if any(n < 0 for n in shape):
        raise ValueError(f"For '{name}', dimensions should not be negative, but got {shape}.")
    return shape


def _full_of_shape(name: str, shape: Dims, dtype: DTypeLike | None, value: int) -> torch.Tensor:
    target_dtype = torch.float32 if dtype is None else mindspore_dtype(name, dtype)
    return torch.full(_sizes(name, dims(shape)), value, dtype=target_dtype, device=settings.device)


@bindings(PrimitiveClass("Zeros", inputs=("size", "dtype")))
@op
def zeros(size: Dims, dtype: DTypeLike | None = None) -> torch.Tensor:
    """A Tensor of zeros.

    `size` is an int, a tuple or list of int, or a Tensor of ints. The result has this shape and the
    `dtype` given (a MindSpore dtype), else Float32. Raises ValueError for a negative length,
    TypeError for a length that is no int or another `dtype`. As in MindSpore.
    """
    return _full_of_shape("zeros", size, dtype, 0)


@bindings(PrimitiveClass("Ones", inputs=("shape", "dtype")))
@op
def ones(shape: Dims, dtype: DTypeLike | None = None) -> torch.Tensor:
    """A Tensor of ones.

    `shape` is an int, a tuple or list of int, or a Tensor of ints. The result has this shape and
    the `dtype` given (a MindSpore dtype), else Float32. Raises ValueError for a negative length,
    TypeError for a length that is no int or another `dtype`. As in MindSpore.
    """
    return _full_of_shape("ones", shape, dtype, 1)


@bindings(PrimitiveClass("ZerosLike", inputs=("x",)), MintFunction("zeros_like"))
@op
def zeros_like(input: torch.Tensor, *, dtype: DTypeLike | None = None) -> torch.Tensor:
    """Zeros in the shape of `input`.

    `input` is a Tensor of any shape and dtype; the result has both, or the `dtype` given by name (a
    MindSpore dtype). Raises TypeError for anything but a Tensor and for another `dtype`. As in
    MindSpore, which raises AttributeError for some that are no Tensors.
    """
    return torch.zeros_like(input, dtype=torch_dtype(dtype))


@bindings(PrimitiveClass("OnesLike", inputs=("x",)), MintFunction("ones_like"))
@op
def ones_like(input: torch.Tensor, *, dtype: DTypeLike | None = None) -> torch.Tensor:
    """Ones in the shape of `input`.

    `input` is a Tensor of any shape and dtype; the result has both, or the `dtype` given by name (a
    MindSpore dtype). Raises TypeError for anything but a Tensor and for another `dtype`. Differs
    from MindSpore: there the function of `ops.composite` also gives 1 for a number.
    """
    return torch.ones_like(input, dtype=torch_dtype(dtype))


def _full(shape: Dims, value: Any, dtype: torch.dtype) -> torch.Tensor:
    if isinstance(value, torch.Tensor):
        return value.to(dtype).expand(dims(shape)).clone()
    return torch.full(dims(shape), value, dtype=dtype, device=settings.device)


@op
def full(
    size: Dims, fill_value: torch.Tensor | complex | np.number, *, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """`fill_value` everywhere; Int64 unless `dtype` is given, as in MindSpore even for floats.

    `size`: an int, or a tuple or list of ints, the shape of the result.
    """
    return _full(size, fill_value, torch_dtype(dtype, torch.int64))  # type: ignore[arg-type]


@bindings(MintFunction("full"))
@op
@with_name("full")
def full_of_its_kind(
    size: Dims, fill_value: torch.Tensor | complex | np.number, *, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """`fill_value` everywhere: Int64, Float32 or Bool like the number unless `dtype` is given. mint's, as in
    torch.

    size: a tuple or list of int.
    fill_value: a number, or a Tensor with one element.

    Raises TypeError for another `size` or `fill_value`, ValueError for a negative dimension.
    """
    if not isinstance(size, (tuple, list)):
        raise TypeError(f"For 'full', 'size' should be a tuple or list of int, but got {size!r}.")
    value = _number(fill_value)
    return torch.full(
        _sizes("full", dims(size)), value, dtype=torch_dtype(dtype), device=settings.device
    )


@bindings(MintFunction("empty"))
@op
def empty(*size: Ints, dtype: DTypeLike | None = None, device: str | None = None) -> torch.Tensor:
    """A Tensor whose values mean nothing; zeros here, unlike MindSpore's.

    size: ints, or one tuple or list of them.
    dtype: Float32 unless given.
    device: "CPU", "npu" or "Ascend"; tensors are made on the process's device.

    Raises ValueError for another name and for a negative dimension.
    """
    check_creation_device("empty", device)
    shape = _sizes("empty", dims(size[0]) if len(size) == 1 else dims(size))
    return torch.zeros(shape, dtype=torch_dtype(dtype, torch.float32), device=settings.device)


@bindings(MintFunction("empty_like"))
@op
def empty_like(
    input: torch.Tensor, *, dtype: DTypeLike | None = None, device: str | None = None
) -> torch.Tensor:
    """A Tensor in the shape of `input` whose values mean nothing; zeros here, unlike MindSpore's.

    dtype: that of `input` unless given.
    device: as for `empty`, whose ValueError it raises.
    """
    check_creation_device("empty_like", device)
    return torch.zeros_like(input, dtype=torch_dtype(dtype))


def check_creation_device(name: str, device: str | None) -> None:
    """Check a `device` argument. A name other than the process's device is said once to have no effect."""
    if device is None:
        return
    check.instance(name, "device", device, str)
    check.choice(name, "device", device, ["CPU", "cpu", "npu", "Ascend"])
    if (device.lower() == "cpu") != (settings.device.type == "cpu"):
        no_effect(name, "device", device, "tensors are made on the process's device")


@bindings(MintFunction("full_like"))
@op
def full_like(
    input: torch.Tensor, fill_value: Any, *, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """`fill_value` in the shape of `input`, and its dtype unless given.

    `input` is a Tensor of any shape and dtype, `fill_value` a number.
    """
    return torch.full_like(input, fill_value, dtype=torch_dtype(dtype))


@op
def filled_as(
    input: torch.Tensor, size: Dims, value: complex, dtype: DTypeLike | None = None
) -> torch.Tensor:
    """A tensor of shape `size` with `value` everywhere, in the dtype of `input` or the one given."""
    target_dtype = torch_dtype(dtype, input.dtype)
    return torch.full(dims(size), value, dtype=target_dtype, device=input.device)


@bindings(PrimitiveClass("Fill", inputs=("dtype", "dims", "x")))
@op
def fill(type: DTypeLike, shape: Dims, value: torch.Tensor | complex | np.number) -> torch.Tensor:
    """A Tensor with `value` everywhere.

    `type` is a MindSpore dtype, `shape` a tuple of int or an int, `value` a number, bool or 0-d
    Tensor. The result has this dtype and shape. Raises TypeError for another `type` or `value`,
    RuntimeError for a negative length. Differs from MindSpore: `shape` may be an int, and a
    negative length is ValueError there.
    """
    return _full(shape, value, mindspore_dtype("fill", type))


@bindings(PrimitiveClass("FillV2"))
@op
def fill_with(shape: Dims, value: torch.Tensor) -> torch.Tensor:
    """The Tensor `value` everywhere, in its dtype."""
    return value.expand(dims(shape)).clone()


@bindings(PrimitiveClass("Fills"), TensorMethod("fills"))
@op
def fills(x: torch.Tensor, value: torch.Tensor | complex | np.number) -> torch.Tensor:
    """`value` in the shape and dtype of `x`."""
    return _full(x.shape, value, x.dtype)


def _number(value: torch.Tensor | complex | np.number) -> Any:
    if not isinstance(value, torch.Tensor):
        return value
    if value.numel() != 1:
        raise ValueError(f"a number or a Tensor of one element is needed, but got {value.numel()}.")
    return value.item()


@bindings(MintFunction("arange"))
@op
def arange(
    start: torch.Tensor | float | np.number = 0,
    end: torch.Tensor | float | np.number | None = None,
    step: torch.Tensor | float | np.number = 1,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """From `start` (0) up to `end`, exclusive: Int64 for integers, Float32 for floats.

    `start`, `end`, `step`: numbers.
    `dtype`: that of the result, a vector.
    """
    if end is None:
        start, end = 0, start
    if _number(step) == 0:
        raise ValueError("For 'arange', 'step' should not be 0.")
    values = [_number(v) for v in (start, end, step)]
    target_dtype = torch_dtype(dtype)
    if target_dtype is not None and (
        target_dtype.is_complex or target_dtype is torch.bool
    ):  # torch counts in neither
        return torch.arange(*values, device=settings.device).to(target_dtype)
    return torch.arange(*values, dtype=target_dtype, device=settings.device)


@bindings(
    PrimitiveClass("Range", inputs=("start", "end", "step"), settings={"maxlen": Setting(1000000)})
)
@op
def range(
    start: torch.Tensor | float | np.number,
    end: torch.Tensor | float | np.number,
    step: torch.Tensor | float | np.number,
    maxlen: int = 1000000,
) -> torch.Tensor:
    """The numbers from `start` up to `end`, exclusive, `step` apart.

    Each is an int, a float or a 0-d Tensor. The result is a vector: Int64 for integers, else Float32. Raises
    ValueError for more than `maxlen` numbers, RuntimeError for a `step` that leads away from `end`, ZeroDivisionError
    for 0, TypeError for what is no number. Differs from MindSpore: it raises ValueError for both bad steps, and its CPU
    does not look at `maxlen`.
    """
    values = [_number(v) for v in (start, end, step)]
    target_dtype = torch.float32 if [v for v in values if isinstance(v, float)] else None
    if (values[1] - values[0]) / values[2] > maxlen:
        raise ValueError(f"For 'range', there would be more than maxlen = {maxlen} numbers.")
    return torch.arange(*values, dtype=target_dtype, device=settings.device)


@bindings(PrimitiveClass("LinSpace", inputs=("start", "stop", "num")))
@op
def linspace(
    start: torch.Tensor | float | np.number,
    end: torch.Tensor | float | np.number,
    steps: int | torch.Tensor,
) -> torch.Tensor:
    """`steps` numbers from `start` to `end`, both included, Float32 or the Tensors' dtype.

    ValueError unless `steps` is above 0.

    `start` and `end` are numbers or scalars; the result is a vector.
    """
    return torch.linspace(
        _number(start),
        _number(end),
        _steps(steps),
        dtype=_span_dtype(start),
        device=settings.device,
    )


@bindings(MintFunction("linspace"))
@op
@with_name("linspace")
def linspace_as(
    start: torch.Tensor | float | np.number,
    end: torch.Tensor | float | np.number,
    steps: int,
    *,
    dtype: DTypeLike | None = None,
) -> torch.Tensor:
    """`steps` numbers from `start` to `end`, both included: Float32 unless `dtype` is given. mint's, as in torch.

    start, end: numbers, or Tensors of one element. Raises ValueError unless `steps` is above 0.
    """
    target_dtype = torch_dtype(dtype, torch.float32)
    return torch.linspace(
        _number(start), _number(end), _steps(steps), dtype=target_dtype, device=settings.device
    )


def _steps(steps: int | torch.Tensor) -> int:
    count = _number(steps)
    if count <= 0:
        raise ValueError(f"For 'linspace', 'steps' should be greater than 0, but got {count}.")
    return count


@op
def logspace(
    start: torch.Tensor | float | np.number,
    end: torch.Tensor | float | np.number,
    steps: int,
    base: int = 10,
    *,
    dtype: DTypeLike | None = mstype.float32,
) -> torch.Tensor:
    """`steps` numbers from base**start to base**end.

    `start`, `end`: numbers.
    `steps` and `base`: ints.

    The result is a vector.

    Raises TypeError for a `dtype` of None.
    """
    if dtype is None:
        raise TypeError("For 'logspace', 'dtype' should be a dtype, but got None.")
    check.non_negative_int("logspace", "steps", steps)
    target_dtype = torch_dtype(dtype)
    return torch.logspace(
        _number(start), _number(end), steps, base, dtype=target_dtype, device=settings.device
    )


@bindings(
    PrimitiveClass(
        "LogSpace",
        settings={
            "steps": Setting(10, checks.non_negative_int),
            "base": Setting(10, checks.non_negative_int),
            "dtype": Setting(mstype.float32, checks.dtype(*checks.FLOAT_DTYPES)),
        },
    )
)
@op
def log_space(
    start: torch.Tensor | float | np.number,
    end: torch.Tensor | float | np.number,
    steps: int,
    base: int,
    dtype: DTypeLike,
) -> torch.Tensor:
    """`base` to the power of numbers evenly from `start` to `end`: `logspace` whose ends are Tensors.

    `start`, `end`: Tensors of one number, or numbers; `steps`: an int from 0; `base`: an int. The result has
    the shape (steps,) and `dtype`, a float dtype.
    """
    return logspace.raw(float(start), float(end), steps, base, dtype=dtype)


def _span_dtype(start: torch.Tensor | float | np.number) -> torch.dtype:
    if isinstance(start, torch.Tensor) and start.dtype.is_floating_point:
        return start.dtype
    return torch.float32


@bindings(
    PrimitiveClass("Eye", inputs=("n", Input("m", REQUIRED), Input("dtype", REQUIRED))),
    MintFunction("eye"),
)
@op
def eye(n: int, m: int | None = None, dtype: DTypeLike | None = None) -> torch.Tensor:
    """Ones on the diagonal of a matrix, zeros elsewhere.

    `n` and `m` are the numbers of rows and columns, int from 0 (`m` None: as many as rows). The
    result has shape (n, m) and the `dtype` given, else Float32. Raises ValueError for a negative
    length, TypeError for one that is no int. As in MindSpore, whose Primitive `Eye` needs all three
    arguments.
    """
    target_dtype = torch_dtype(dtype, torch.float32)
    return torch.eye(n, n if m is None else m, dtype=target_dtype, device=settings.device)


@bindings(
    PrimitiveClass(
        "OneHot",
        inputs=("indices", "depth", Input("on_value", REQUIRED), Input("off_value", REQUIRED)),
        settings={"axis": Setting(-1)},
    )
)
@op
def one_hot(
    indices: torch.Tensor,
    depth: int | torch.Tensor,
    on_value: torch.Tensor | float | np.number = 1,
    off_value: torch.Tensor | float | np.number = 0,
    axis: int = -1,
) -> torch.Tensor:
    """Rows that hold `on_value` at the position of each index and `off_value` elsewhere.

    `indices` is a Tensor of Int32, Int64 or UInt8 and any shape, `depth` an int (or 0-d Tensor):
    the length of the new dimension, which stands at `axis` (-1: last). The dtype of the result is
    that of Tensors `on_value` and `off_value`, Int64 for ints, Float32 for floats. An index outside
    0 … depth - 1 gives a row of `off_value`. Raises TypeError for indices of another dtype,
    ValueError for an `axis` out of range, RuntimeError for a negative `depth`. Differs from
    MindSpore: it wants one dtype for both values, refuses UInt8 indices, and raises ValueError for
    the depth.
    """
    if indices.dtype not in (torch.int32, torch.int64, torch.uint8):
        raise TypeError(
            f"For 'one_hot', 'indices' should be Int32 or Int64, but got {indices.dtype}."
        )
    classes = torch.arange(_number(depth), device=indices.device, dtype=indices.dtype)
    hit = indices.unsqueeze(-1) == classes
    on, off = (_one_hot_value(v, indices.device) for v in (on_value, off_value))
    out = torch.where(hit, on, off)
    return out if axis in (-1, indices.ndim) else torch.movedim(out, -1, axis)


@bindings(MintFunction("nn.functional.one_hot"))
@op
@with_name("one_hot")
def one_hot_int64(tensor: torch.Tensor, num_classes: int = -1) -> torch.Tensor:
    """Ones at the given classes along a new last dimension: Int64, mint's, as in torch.

    tensor: integers of any shape.
    num_classes: the new dimension's size; -1 takes the largest class plus 1.

    Raises TypeError for floats, ValueError for a number below -1, RuntimeError for a class beyond.
    """
    if tensor.is_floating_point():
        raise TypeError(f"For 'one_hot', 'tensor' should hold integers, but got {tensor.dtype}.")
    if num_classes < -1:
        raise ValueError(f"For 'one_hot', 'num_classes' must be -1 or more, but got {num_classes}.")
    return F.one_hot(tensor.long(), num_classes)


def _one_hot_value(value: Any, device: torch.device) -> torch.Tensor:
    return value if isinstance(value, torch.Tensor) else torch.full((), value, device=device)


@bindings(
    PrimitiveClass(
        "Meshgrid",
        inputs=("inputs",),
        settings={"indexing": Setting("xy", checks.word_any_case_or_none("xy", "ij"))},
    )
)
@op
def meshgrid(*inputs: object, indexing: str = "xy") -> Any:
    """Coordinate grids of vectors; 'xy' has the second vector's direction first.

    `inputs`: vectors of one dtype.
    `indexing`: 'xy' or 'ij'.

    The result is a tuple of Tensors of that dtype, as many as vectors.
    """
    check.choice("meshgrid", "indexing", indexing, ["xy", "ij"])
    vectors = inputs[0] if len(inputs) == 1 and isinstance(inputs[0], (tuple, list)) else inputs
    return torch.meshgrid(*vectors, indexing=indexing)


@bindings(
    PrimitiveClass(
        "TrilIndices",
        settings={
            "row": Setting(check=checks.non_negative_int),
            "col": Setting(check=checks.non_negative_int),
            "offset": Setting(0, checks.integer),
            "dtype": Setting(mstype.int32, checks.dtype(*checks.INDEX_DTYPES)),
        },
    )
)
@op
def tril_indices(
    row: int, col: int, offset: int = 0, *, dtype: DTypeLike = mstype.int64
) -> torch.Tensor:
    """The positions of the lower triangle of a (row, col) matrix: a Tensor (2, N) of `dtype`.

    `row`, `col`: ints from 0 (ValueError for negative ones).
    `offset`: the highest diagonal that counts, an int, 0 for the main one.
    `dtype`: Int32 or Int64.
    """
    check.non_negative_int("tril_indices", "row", row)
    check.non_negative_int("tril_indices", "col", col)
    return torch.tril_indices(row, col, offset, dtype=torch_dtype(dtype), device=settings.device)  # type: ignore[arg-type]


@bindings(
    PrimitiveClass(
        "TriuIndices",
        settings={
            "row": Setting(check=checks.non_negative_int),
            "col": Setting(check=checks.non_negative_int),
            "offset": Setting(0, checks.integer),
            "dtype": Setting(mstype.int32, checks.dtype(*checks.INDEX_DTYPES)),
        },
    )
)
@op
def triu_indices(
    row: int, col: int, offset: int = 0, *, dtype: DTypeLike = mstype.int64
) -> torch.Tensor:
    """The positions of the upper triangle of a (row, col) matrix: a Tensor (2, N) of `dtype`.

    `row`, `col`: ints from 0 (ValueError for negative ones).
    `offset`: the lowest diagonal that counts, an int, 0 for the main one.
    `dtype`: Int32 or Int64.
    """
    check.non_negative_int("triu_indices", "row", row)
    check.non_negative_int("triu_indices", "col", col)
    return torch.triu_indices(row, col, offset, dtype=torch_dtype(dtype), device=settings.device)  # type: ignore[arg-type]


@bindings(PrimitiveClass("ScalarToTensor", inputs=("x", "dtype")))
@op
def scalar_to_tensor(
    input_x: complex | np.number, dtype: DTypeLike = mstype.float32
) -> torch.Tensor:
    """A number as a Tensor without dimensions.

    `input_x` is an int, float or bool. The result has shape () and the `dtype` given, Float32
    unless another; a float becomes an integer by rounding towards zero. Raises TypeError for
    anything but a number. As in MindSpore.
    """
    if not isinstance(input_x, (int, float)):
        raise TypeError(
            f"For 'scalar_to_tensor', 'input_x' should be a number, but got {input_x!r}."
        )
    return torch.full((), input_x, dtype=torch_dtype(dtype), device=settings.device)


@bindings(PrimitiveClass("ScalarToArray"))
@op
def scalar_to_array(input_x: Any) -> torch.Tensor:
    """The number `input_x` as a Tensor without dimensions: Float32, Int64, or Bool for a bool."""
    return torch.full((), input_x, device=settings.device)


@bindings(PrimitiveClass("TupleToArray"))
@op
def tuple_to_array(input_x: Sequence[float]) -> torch.Tensor:
    """A tuple of numbers as a vector.

    `input_x` is a tuple or list of int or float. The result has one dimension: Int32 if all are
    int, Float32 if one is float. Raises TypeError for what cannot be iterated, ValueError for
    elements that are no numbers. Differs from MindSpore: it raises TypeError for such elements and
    IndexError for an empty tuple, which here gives an empty Tensor.
    """
    all_int = all(type(v) is int for v in input_x)
    dtype = torch.int32 if all_int else None
    return torch.tensor(tuple(input_x), dtype=dtype, device=settings.device)


@op
def vander(x: torch.Tensor, N: int | None = None) -> torch.Tensor:
    """The Vandermonde matrix of a vector: `N` powers (its length by default), falling from left to right.

    `x`: a Tensor (M,) of numbers, whose dtype the result (M, N) has.
    `N`: an int.

    Raises ValueError for another rank or an `N` below 1.
    """
    check.rank("vander", x, 1)
    if N is not None:
        check.positive_int("vander", "N", N)
    if x.requires_grad:  # torch multiplies in place, which a gradient does not survive
        columns = len(x) if N is None else N
        return x[:, None] ** torch.arange(columns - 1, -1, -1, device=x.device)
    return torch.vander(x, N)


__all__ = exported_names(
    globals(),
    "empty",
    "empty_like",
    "filled_as",
    "full_of_its_kind",
    "linspace_as",
    "log_space",
    "one_hot_int64",
    "check_creation_device",
)
