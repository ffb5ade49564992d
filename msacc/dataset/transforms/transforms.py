"""Transforms of any array: type casts, one-hot, padding, slices, and combinations of transforms."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.unsupported_names import refusal_reason
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.batch import pad_end
from msacc.dataset.pipeline.columns import to_array
from msacc.dataset.pipeline.operation import Function, Operation, Transform, is_image, operation
from msacc.dataset.transform_random import Draws, Streams, WorkerSchedule, draws_of


class Implementation(IntEnum):
    """Whether MindSpore implements a transform in C++ or in Python."""

    C = 0
    PY = 1


class TensorOperation(Transform):
    """Base of the built-in transforms, and of user-defined ones.

    A user's class implements `_execute_py(*arrays)` and sets `implementation` to Implementation.PY, or implements
    `parse()`, which returns the transform to run.
    """

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        execute = getattr(self, "_execute_py", None)
        if execute is None or self.implementation != Implementation.PY:
            return super().row(items)
        result = execute(*items)
        return result if isinstance(result, tuple) else (result,)

    def sample(self, x: np.ndarray) -> Any:
        parse = getattr(self, "parse", None)
        if parse is None:
            return super().sample(x)
        return parse().sample(x)


class PyTensorOperation(TensorOperation):
    """Base of the built-in transforms that MindSpore has in Python, and of user classes with `_execute_py(image)`."""

    implementation = Implementation.PY


class Relational(IntEnum):
    """Comparisons for `Mask`: equal (EQ), not equal (NE), greater (GT), greater or equal (GE), less (LT), less or
    equal (LE).
    """

    EQ = 0
    NE = 1
    GT = 2
    GE = 3
    LT = 4
    LE = 5


def numpy_type(
    data_type: mstype.Type | type | np.dtype | str | None, name: str = "data_type"
) -> np.dtype:
    """Returns a numpy dtype from a MindSpore type, a numpy type or its name."""
    if isinstance(data_type, mstype.Type):
        return np.dtype(mstype.dtype_to_nptype(data_type))
    try:
        if data_type is not None:
            return np.dtype(data_type)
    except (TypeError, ValueError):
        pass
    raise TypeError(
        f"Argument {name} with value {data_type} is not of type [mindspore.dtype, numpy.dtype], "
        f"but got {type(data_type).__name__}."
    )


def cast(x: np.ndarray, kind: np.dtype) -> np.ndarray:
    """`astype` that wraps floats beyond an integer type's range as MindSpore does."""
    with np.errstate(over="ignore", invalid="ignore"):
        if x.dtype.kind == "f" and kind.kind in "iu" and kind.itemsize < 8:
            x = x.astype(np.int64)
        return x.astype(kind)


class TypeCast(TensorOperation):
    """Cast arrays of any shape to another dtype.

    `data_type`: a MindSpore type, a numpy type or its name. Floats beyond an integer type's range
    wrap around, as in MindSpore.

    Raises TypeError for other arguments, RuntimeError for strings as input or output.
    """

    deterministic = True

    def __init__(self, data_type: mstype.Type | type | np.dtype | str) -> None:
        self.data_type = numpy_type(data_type)

    def block(self, xs: np.ndarray) -> np.ndarray:
        if self.data_type.kind in "US" or xs.dtype.kind in "US":
            raise RuntimeError(f"TypeCast: cannot cast {xs.dtype} to {self.data_type}.")
        return cast(xs, self.data_type)

    def sample(self, x: np.ndarray) -> np.ndarray:
        return self.block(to_array(x))


class OneHot(TensorOperation):
    """Integer labels to one-hot rows of `num_classes`.

    A scalar gives shape (num_classes,), a vector (n, num_classes), in the labels' dtype. With a
    `smoothing_rate` r in [0, 1] the ones become 1 - r + r / num_classes and the zeros r /
    num_classes, in float64.

    Raises TypeError or ValueError for other arguments, RuntimeError for labels that are no integers
    or not below `num_classes`. Differs from MindSpore: a negative label is an error; MindSpore
    gives zeros.
    """

    deterministic = True

    def __init__(self, num_classes: int, smoothing_rate: float = 0.0) -> None:
        check.instance(None, "num_classes", num_classes, int)
        if num_classes <= 0:
            raise ValueError(f"Input num_classes must be greater than 0. Got {num_classes}.")
        check.number(None, "smoothing_rate", smoothing_rate, 0.0, 1.0)
        self.num_classes, self.smoothing_rate = num_classes, float(smoothing_rate)

    def supports_block(self, xs: np.ndarray) -> bool:
        return xs.ndim <= 2

    def block(self, xs: np.ndarray) -> np.ndarray:
        if xs.dtype.kind not in "iu":
            raise RuntimeError(f"OneHot: labels should be integers, but got {xs.dtype}.")
        wrong = (xs >= self.num_classes) | (xs < 0)
        if wrong.any():
            raise RuntimeError(
                f"OneHot: a label should be in [0, {self.num_classes}), but got {xs[wrong].flat[0]}."
            )
        hot = np.zeros((*xs.shape, self.num_classes), xs.dtype)
        np.put_along_axis(hot, xs[..., None].astype(np.int64), 1, axis=-1)
        if not self.smoothing_rate:
            return hot
        off = self.smoothing_rate / self.num_classes
        return np.where(hot == 1, (1.0 - self.smoothing_rate) + off, off)

    def sample(self, x: np.ndarray) -> np.ndarray:
        return self.block(x.reshape(-1) if x.ndim > 1 else x)


class Fill(TensorOperation):
    """Every element becomes `fill_value`."""

    deterministic = True

    def __init__(self, fill_value: float | str | bytes) -> None:
        check.instance(None, "fill_value", fill_value, (str, float, bool, int, bytes))
        self.fill_value = fill_value

    def sample(self, x: np.ndarray) -> np.ndarray:
        text = x.dtype.kind in "US"
        if text != isinstance(self.fill_value, (str, bytes)):
            raise RuntimeError(f"Fill: {self.fill_value!r} cannot fill an array of {x.dtype}.")
        if text:
            return np.full(x.shape, self.fill_value)
        return cast(np.full(x.shape, self.fill_value), x.dtype)


class PadEnd(TensorOperation):
    """Fill the end of each axis up to `pad_shape` (None keeps an axis); a single value stays as it is.

    Takes an array and returns one of its dtype.

    `pad_shape`: a list of ints or None, one an axis.
    `pad_value`: a number, or a str or bytes for text, 0 or '' by default.
    """

    deterministic = True

    def __init__(
        self, pad_shape: Sequence[int | None], pad_value: float | str | bytes | None = None
    ) -> None:
        check.instance(None, "pad_shape", pad_shape, (list, tuple))
        for i, size in enumerate(pad_shape):
            if size is not None:
                check.integer(None, f"pad_shape[{i}]", size, 1, check.INT32_MAX)
        if pad_value is not None:
            check.instance(None, "pad_value", pad_value, (str, float, bool, int, bytes))
        self.pad_shape, self.pad_value = list(pad_shape), pad_value

    def sample(self, x: np.ndarray) -> np.ndarray:
        if not x.ndim:
            return x
        if x.ndim != len(self.pad_shape):
            raise RuntimeError(
                f"PadEnd: pad_shape {self.pad_shape} for an array of shape {x.shape}."
            )
        shape = [
            size if target is None else target
            for size, target in zip(x.shape, self.pad_shape, strict=False)
        ]
        return pad_end(x, shape, self.pad_value)


class Concatenate(TensorOperation):
    """Concatenates vector columns to one, between `prepend` and `append`.

    Raises ValueError for an `axis` other than 0 and -1 and for arrays other than vectors, RuntimeError for mixed types.
    """

    def __init__(
        self, axis: int = 0, prepend: np.ndarray | None = None, append: np.ndarray | None = None
    ) -> None:
        check.instance(None, "axis", axis, int)
        if axis not in (0, -1):
            raise ValueError(f"only 1D concatenation supported. 'axis' is 0 or -1, not {axis}.")
        self.axis = axis
        self.prepend, self.append = _vector("prepend", prepend), _vector("append", append)

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        try:
            return (self._msacc_concatenate(items),)
        except RuntimeError as error:
            raise pipeline_error(f"map operation: [Concatenate] failed. {error}") from error

    def columns(self, columns: list[Any], size: int) -> list[Any]:
        raise NotImplementedError("works row by row")

    def _msacc_concatenate(self, items: Sequence[Any]) -> np.ndarray:
        arrays = [to_array(item) for item in items]
        for x in arrays:
            if x.ndim != 1:
                raise RuntimeError(
                    f"Concatenate: only 1D input supported, got rank of input: {x.ndim}"
                )
        kinds = [_kind(x) for x in arrays]
        if len(set(kinds)) > 1:
            raise RuntimeError(f"Concatenate: inconsistent datatype of input: {kinds}.")
        for name, part in (("prepend", self.prepend), ("append", self.append)):
            if part is not None and _kind(part) != kinds[0]:
                raise RuntimeError(
                    f"Concatenate: input datatype does not match the {name} datatype, got input "
                    f"datatype: {kinds[0]}, {name} datatype:{_kind(part)}"
                )
        ends = [p for p in (self.prepend, *arrays, self.append) if p is not None]
        return np.concatenate(ends)


def _vector(name: str, value: Any) -> np.ndarray | None:
    if value is None:
        return None
    array = to_array(value)
    if array.ndim != 1:
        raise ValueError(f"can only {name} 1D arrays. This one has {array.ndim} dimensions.")
    return array


def _kind(x: np.ndarray) -> str:
    return {"U": "string", "S": "bytes"}.get(x.dtype.kind, str(x.dtype))


class Duplicate(TensorOperation):
    """One column becomes two."""

    def sample(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return x, x.copy()


class Mask(TensorOperation):
    """Compare with a `constant`; the result in `dtype` (bool by default), in the array's shape.

    `operator`: a Relational.
    `constant`: a number, bool, str or bytes.

    Raises TypeError for others.
    """

    deterministic = True

    _msacc_COMPARE = (np.equal, np.not_equal, np.greater, np.greater_equal, np.less, np.less_equal)

    def __init__(
        self,
        operator: Relational,
        constant: float | str | bytes,
        dtype: mstype.Type | type | np.dtype | str = mstype.bool_,
    ) -> None:
        check.instance(None, "operator", operator, Relational)
        check.instance(None, "constant", constant, (str, float, bool, int, bytes))
        self.operator, self.constant = operator, constant
        self.dtype = numpy_type(dtype, "dtype")

    def sample(self, x: np.ndarray) -> np.ndarray:
        constant: Any = self.constant
        if x.dtype.kind not in "US":
            constant = cast(np.asarray(constant), x.dtype)
        return self._msacc_COMPARE[self.operator](x, constant).astype(self.dtype)


class Slice(TensorOperation):
    """Slice axis by axis; no axis is lost.

    `slices`: for each an int, a list of ints, a slice, None or ... (all). Raises TypeError for others,
    RuntimeError for positions or axes that the array lacks.
    """

    deterministic = True

    def __init__(self, *slices: Any) -> None:
        for part in slices:
            if not isinstance(part, (int, list, slice, type(None), type(...))):
                raise TypeError(f"Slice: expected int, list, slice, None or ..., got {part!r}.")
        self.slices = slices

    def sample(self, x: np.ndarray) -> np.ndarray:
        if len(self.slices) > x.ndim:
            raise RuntimeError(f"Slice: {len(self.slices)} slices for an array of shape {x.shape}.")
        for axis, part in enumerate(self.slices):
            if part is None or part is ... or part is True:
                continue
            if isinstance(part, slice):
                x = x[(slice(None),) * axis + (part,)]
                continue
            indices = [part] if isinstance(part, int) else part
            if any(not -x.shape[axis] <= index < x.shape[axis] for index in indices):
                raise RuntimeError(f"Slice: {part!r} is out of range for axis {axis} of {x.shape}.")
            x = np.take(x, indices, axis=axis)
        return x


class Unique(TensorOperation):
    """The unique elements in order of appearance, each element's index in them, and counts."""

    def sample(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        values, first, inverse, counts = np.unique(
            x.ravel(), return_index=True, return_inverse=True, return_counts=True
        )
        order = np.argsort(first, kind="stable")
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        indices = rank[inverse.ravel()].astype(np.int32)
        return values[order], indices, counts[order].astype(np.int32)


class _CombinedTransform(PyTensorOperation):
    """Base of transforms that combine transforms or callables."""

    def __init__(self, transforms: list[Any]) -> None:
        check.instance(None, "transforms list", transforms, list)
        if not transforms:
            raise ValueError("transforms list can not be empty.")
        for i, step in enumerate(transforms):
            if isinstance(step, type):
                raise ValueError(
                    f"op_list[{i}] should be a dataset processing operation instance, but got: {step}. It "
                    "may be missing parentheses for instantiation."
                )
            if not callable(step):
                raise TypeError(
                    f"transforms[{i}] is neither a transforms op (TensorOperation) nor a callable "
                    f"pyfunc. Got {step!r}."
                )
        self.transforms = transforms
        self._msacc_steps = [operation(step) for step in transforms]
        self.streams: Streams | None = None

    def seeded(self, schedule: WorkerSchedule, inner: bool = False) -> Operation:
        fresh = copy.copy(self)
        fresh.streams = Streams(schedule, inner)
        fresh._msacc_steps = [step.seeded(schedule, True) for step in self._msacc_steps]
        return fresh

    def draws(self) -> Draws:
        """Returns the generator for the current row."""
        return draws_of(self.streams)

    def in_python(self, items: Sequence[Any]) -> bool:
        """Whether MindSpore runs it in Python: for PIL images, and where one step is a function."""
        return is_image(items[0]) or any(isinstance(step, Function) for step in self._msacc_steps)

    def select_steps(self, in_python: bool) -> list[Operation]:
        """Selects the steps for the next row; in Python by `random`."""
        raise NotImplementedError

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        for step in self.select_steps(self.in_python(items)):
            items = step.row(items)
        return items

    def columns(self, columns: list[Any], size: int) -> list[Any]:
        raise NotImplementedError("made of callables: works row by row")


class Compose(_CombinedTransform):
    """Several transforms, one after the other, as one.

    `transforms`: a list of transforms and Python functions, each called with the values that the
    one before returned.

    Raises TypeError for what is no list and for elements that cannot be called, ValueError for an
    empty list. An error in one of them is a RuntimeError when it runs, as in MindSpore.
    """

    def select_steps(self, in_python: bool) -> list[Operation]:
        return self._msacc_steps

    def flat(self) -> list[Operation]:
        return [part for step in self._msacc_steps for part in step.flat()]


class RandomApply(_CombinedTransform):
    """All transforms with probability `prob`, or none."""

    def __init__(self, transforms: list[Any], prob: float = 0.5) -> None:
        super().__init__(transforms)
        check.number(None, "prob", prob, 0, 1)
        self.prob = prob

    def select_steps(self, in_python: bool) -> list[Operation]:
        value = random.random() if in_python else self.draws().double()
        return self._msacc_steps if value <= self.prob else []


class RandomChoice(_CombinedTransform):
    """One of the transforms."""

    def select_steps(self, in_python: bool) -> list[Operation]:
        count = len(self._msacc_steps)
        return [
            random.choice(self._msacc_steps)
            if in_python
            else self._msacc_steps[self.draws().below(count)]
        ]


class RandomOrder(_CombinedTransform):
    """All transforms in random order; each row reshuffles the previous order, as in MindSpore."""

    def select_steps(self, in_python: bool) -> list[Operation]:
        random.shuffle(self._msacc_steps)
        return list(self._msacc_steps)


@refusal_reason(
    "it runs a library (.so) that was built against MindSpore's C++ classes; write a Python function"
)
class Plugin(TensorOperation):
    """Refused: NotImplementedError, after TypeError for arguments that are no str: `lib_path`, `func_name`,
    `user_args`.
    """

    def __init__(self, lib_path: str, func_name: str, user_args: str | None = None) -> None:
        for name, value in (("lib_path", lib_path), ("func_name", func_name)):
            check.instance(None, name, value, str)
        if user_args is not None:
            check.instance(None, "user_args", user_args, str)
        raise NotImplementedError(
            f"transforms.Plugin: {lib_path!r} would be a library built against MindSpore's C++ classes, "
            "which msacc does not have; write a Python function and map it."
        )


def not_random(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as deterministic (a note for readers; nothing depends on it)."""
    function.random = False  # type: ignore[attr-defined]
    return function
