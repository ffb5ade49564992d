"""Scatter: writing elements by position, as new tensors or into parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.deferred_checks import in_range
from msacc.common.parameter_writes import write_values
from msacc.common.tensor import Tensor, wrap
from msacc.common.unsigned_integers import lacking, widened
from msacc.common.use_locking import check_locking
from msacc.common.warn_once import no_effects
from msacc.common.without_values import is_recorded
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims
from msacc.ops.core.declaration import (
    InPlaceMethod,
    MintFunction,
    PrimitiveClass,
    Setting,
    TensorMethod,
    bindings,
    with_bindings,
)
from msacc.ops.core.locking_primitives import LockedPrimitive
from msacc.ops.core.op import exported_names, op, unwrap, with_name
from msacc.ops.core.written_updates import with_gradient
from msacc.ops.parameter_assign import target

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from msacc.common.argument_types import Dims, Ints

# -- coordinates in the last dimension of `indices` ---------------------------------------------

_COORDINATES = """

`input_x` holds numbers of any shape.
`indices`: a Tensor of Int32 or Int64, whose last dimension holds coordinates in the first dimensions of `input_x`,
  negative ones from the end.
`updates`: a Tensor of the dtype of `input_x`, of the shape
  `indices.shape[:-1] + input_x.shape[indices.shape[-1]:]`."""
_ROWS = """

`input_x` is a Parameter of numbers of any shape.
`indices`: a Tensor of Int32 or Int64 of any shape, holds numbers of rows, negative ones from the end.
`updates` is a Tensor whose dtype that of `input_x` can hold, of the shape `indices.shape + input_x.shape[1:]`."""


def _must_hold(where: str, x: torch.Tensor, new: torch.Tensor) -> None:
    """Raises TypeError where the target's dtype cannot hold the updates."""
    if torch.promote_types(x.dtype, new.dtype) is x.dtype:
        return
    primitive = "".join(part.capitalize() for part in where.split("_"))
    input_dtype, update_dtype = mstype.from_torch(x.dtype), mstype.from_torch(new.dtype)
    raise TypeError(
        "Data type conversion is not supported for a 'Parameter', nor for the input tensor of an in-place operator, "
        f"the argument[{_WRITTEN.get(primitive, 'x')}]'s data type of primitive[{primitive}] is "
        f"{input_dtype}, which cannot be converted to data type {update_dtype} automatically. "
        f"Cast the updates to {input_dtype}."
    )


# How the primitives call what they write into, where that is not `x`.
_WRITTEN = dict.fromkeys(("ScatterSub", "ScatterNdSub", "ScatterNdUpdate", "IndexAdd"), "input_x")


def _flat_indices(shape: tuple[int, ...], indices: torch.Tensor) -> tuple[torch.Tensor, int]:
    """Coordinates as positions in the flattened leading dimensions, and how many those are."""
    depth = indices.shape[-1]
    sizes = [int(n) for n in shape[:depth]]
    flat_indices = torch.zeros(indices.shape[:-1], dtype=torch.long, device=indices.device)
    for i, size in enumerate(sizes):
        part = in_range("scatter", "indices", indices[..., i].long(), -size, size)
        flat_indices = flat_indices * size + torch.where(part < 0, part + size, part)
    count = 1
    for size in sizes:
        count *= size
    return flat_indices.reshape(-1), count


_REDUCE = {"add": "sum", "mul": "prod", "max": "amax", "min": "amin"}


def _combine(
    rows: torch.Tensor, indices: torch.Tensor, new: torch.Tensor, how: str
) -> torch.Tensor:
    """`rows` with each row of `new` put, added, … at its position; a new tensor."""
    if how == "update":
        new = new if rows.device.type == "cpu" else _last_ones(rows, indices, new)
        return torch.index_put(rows, (indices,), new)
    if how == "add":
        return torch.index_add(rows, 0, indices, new)
    if how == "sub":
        return torch.index_add(rows, 0, indices, -new)
    if how == "div":
        if not rows.dtype.is_floating_point:
            return _divide_in_turn(rows, indices, new)
        how, new = "mul", 1 / new
    wide = indices.reshape((-1,) + (1,) * (new.ndim - 1)).expand_as(new)
    return torch.scatter_reduce(rows, 0, wide, new, _REDUCE[how])


def _last_ones(rows: torch.Tensor, indices: torch.Tensor, new: torch.Tensor) -> torch.Tensor:
    """`new`, where updates of one position are all the last of them: a device writes them in no order."""
    turns = torch.arange(indices.shape[0], device=indices.device)
    last = turns.new_zeros(rows.shape[0]).scatter_reduce(0, indices, turns, "amax")
    return new[last[indices]]


def _divide_in_turn(rows: torch.Tensor, indices: torch.Tensor, new: torch.Tensor) -> torch.Tensor:
    rows = rows.clone()
    for index, divisor in zip(indices, new, strict=True):
        rows[index] = torch.div(rows[index], divisor, rounding_mode="trunc")
    return rows


def _at_coordinates(
    x: torch.Tensor, indices: torch.Tensor, updates: torch.Tensor, how: str
) -> torch.Tensor:
    depth = indices.shape[-1]
    want = tuple(indices.shape[:-1]) + tuple(x.shape[depth:])
    if tuple(updates.shape) != want:
        raise ValueError(
            f"'updates' should have the shape {want} (that of 'indices' without the last dimension, then "
            f"that of 'input_x' behind it), but got {tuple(updates.shape)}."
        )
    flat_indices, count = _flat_indices(x.shape, indices)
    tail = tuple(x.shape[depth:])
    rows = x.reshape((count, *tail))
    new = updates.reshape((flat_indices.shape[0], *tail)).to(x.dtype)
    return _combine(rows, flat_indices, new, how).reshape(x.shape)


def _numbers(
    name: str, x: torch.Tensor, indices: torch.Tensor, refused: Sequence[torch.dtype]
) -> None:
    """TypeError for a dtype that MindSpore does not combine, or positions that are no Int32 or Int64."""
    if x.dtype in refused:
        raise TypeError(
            f"For '{name}', 'input_x' should hold other numbers than {x.dtype}; cast it."
        )
    if indices.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"For '{name}', 'indices' should be Int32 or Int64, but got {indices.dtype}."
        )


_FLAGS = (torch.bool,)
_UNORDERED = (torch.bool, torch.complex64, torch.complex128)
_UNDIVIDED = (*_UNORDERED, torch.int8, torch.uint8)


def _tensor_scatter(how: str) -> Callable[..., Any]:
    refused = {"update": (), "div": _UNDIVIDED}.get(how, _UNORDERED)

    def body(input_x: torch.Tensor, indices: torch.Tensor, updates: torch.Tensor) -> torch.Tensor:
        _numbers(f"tensor_scatter_{how}", input_x, indices, refused)
        if updates.dtype is not input_x.dtype:
            raise TypeError(
                f"For 'tensor_scatter_{how}', 'updates' should be of the type of 'input_x', {input_x.dtype}, but got "
                f"{updates.dtype}; cast it."
            )
        return _at_coordinates(input_x, indices, updates, how)

    body.__name__ = body.__qualname__ = f"tensor_scatter_{how}"
    body.__doc__ = (
        f"A copy of `input_x` with `updates` combined ({how}) at coordinates.{_COORDINATES}\n\n"
        "The result has the shape and dtype of `input_x`. Raises TypeError for dtypes that are not as said,\n"
        "ValueError for shapes."
    )
    return op(body)


tensor_scatter_update = with_bindings(
    _tensor_scatter("update"), PrimitiveClass("TensorScatterUpdate")
)
tensor_scatter_add = with_bindings(
    _tensor_scatter("add"),
    PrimitiveClass("TensorScatterAdd", inputs=("input_x", "indices", "updates")),
)
tensor_scatter_sub = with_bindings(
    _tensor_scatter("sub"), PrimitiveClass("TensorScatterSub"), TensorMethod("scatter_sub")
)
tensor_scatter_mul = with_bindings(
    _tensor_scatter("mul"), PrimitiveClass("TensorScatterMul"), TensorMethod("scatter_mul")
)
tensor_scatter_div = with_bindings(
    _tensor_scatter("div"), PrimitiveClass("TensorScatterDiv"), TensorMethod("scatter_div")
)
tensor_scatter_max = with_bindings(
    _tensor_scatter("max"), PrimitiveClass("TensorScatterMax"), TensorMethod("scatter_max")
)
tensor_scatter_min = with_bindings(
    _tensor_scatter("min"), PrimitiveClass("TensorScatterMin"), TensorMethod("scatter_min")
)


@bindings(PrimitiveClass("ScatterNd", inputs=("indices", "updates", "shape")))
@op
def scatter_nd(indices: torch.Tensor, updates: torch.Tensor, shape: Dims) -> torch.Tensor:
    """Zeros of shape `shape`, to which `updates` are added at coordinates.

    `indices` is a Tensor of Int32 or Int64 whose last dimension holds coordinates in the first dimensions of
      the result.
    `updates` is a Tensor of any dtype and shape `indices.shape[:-1] + shape[indices.shape[-1]:]`.
    `shape` is a tuple of int.

    The result has the dtype of `updates`, and equal coordinates add up.

    Raises ValueError for other shapes, IndexError for a coordinate beyond the end.

    Differs from MindSpore: it raises RuntimeError for that, negative coordinates included, which here count
    from the end.
    """
    base = torch.zeros(dims(shape), dtype=updates.dtype, device=updates.device)
    return _at_coordinates(base, indices, updates, "add")


# -- into parameters ---------------------------------------------------------------------------


def _store(name: str, variable: Any, compute: Callable[[torch.Tensor], torch.Tensor]) -> Tensor:
    t = target(name, variable)
    with torch.no_grad():
        try:
            new = compute(t)
        except RuntimeError as error:
            if not lacking(error):
                raise
            new = widened(compute, t)
    write_values(variable, new)
    return wrap(variable._t)


def _with_gradient(result: Tensor, indices: torch.Tensor, updates: torch.Tensor) -> Tensor:
    """What was written into at coordinates, from which the gradient reaches the updates."""
    positions, count = _flat_indices(result.shape, indices)
    rows = (count, *result.shape[indices.shape[-1] :])
    return wrap(with_gradient(result._t, updates, rows, 0, positions))


def _scatter_nd(how: str) -> Callable[..., Any]:
    locks = how == "update"

    def body(
        input_x: Tensor, indices: Tensor, updates: Tensor, use_locking: bool = locks
    ) -> Tensor:
        check_locking(body.__name__, use_locking, locks)
        positions, new = unwrap(indices), unwrap(updates)

        def compute(t: torch.Tensor) -> torch.Tensor:
            if positions.ndim < 2:
                raise ValueError(
                    f"For '{body.__name__}', the dimension of 'indices' must be greater than or equal to 2, "
                    f"but got {positions.ndim}."
                )
            _numbers(body.__name__, t, positions, _FLAGS if how == "update" else _UNORDERED)
            _must_hold(body.__name__, t, new)
            return _at_coordinates(t, positions, new, how)

        updated = _store(body.__name__, input_x, compute)
        if how == "update":
            updated = _with_gradient(updated, positions, new)
        return wrap(updated._t.clone())

    body.__name__ = body.__qualname__ = f"scatter_nd_{how}"
    body.__doc__ = (
        f"Combine ({how}) `updates` into the parameter `input_x` at coordinates; returns a copy.{_COORDINATES}\n"
        "`use_locking` (bool, TypeError otherwise) has no effect, and says so once if it is not the default.\n\n"
        "Raises TypeError for dtypes that are not as said, ValueError for shapes."
    )
    return body


scatter_nd_update = with_bindings(
    _scatter_nd("update"),
    LockedPrimitive("ScatterNdUpdate", settings={"use_locking": Setting(True)}),
)
scatter_nd_add = with_bindings(
    _scatter_nd("add"),
    PrimitiveClass("ScatterNonAliasingAdd"),
    LockedPrimitive("ScatterNdAdd", settings={"use_locking": Setting(False)}),
)
scatter_nd_sub = with_bindings(
    _scatter_nd("sub"), LockedPrimitive("ScatterNdSub", settings={"use_locking": Setting(False)})
)
scatter_nd_mul = with_bindings(
    _scatter_nd("mul"), LockedPrimitive("ScatterNdMul", settings={"use_locking": Setting(False)})
)
scatter_nd_div = with_bindings(
    _scatter_nd("div"), LockedPrimitive("ScatterNdDiv", settings={"use_locking": Setting(False)})
)
scatter_nd_max = with_bindings(
    _scatter_nd("max"), LockedPrimitive("ScatterNdMax", settings={"use_locking": Setting(False)})
)
scatter_nd_min = with_bindings(
    _scatter_nd("min"), LockedPrimitive("ScatterNdMin", settings={"use_locking": Setting(False)})
)


def _scatter_rows(how: str) -> Callable[..., Any]:
    def body(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        index, new = unwrap(indices), unwrap(updates)

        def compute(t: torch.Tensor) -> torch.Tensor:
            _numbers(body.__name__, t, index, _UNORDERED)
            _must_hold(body.__name__, t, new)
            return _at_coordinates(t, index.unsqueeze(-1), new, how)

        updated = _store(body.__name__, input_x, compute)
        if how in ("update", "max", "min"):  # as in MindSpore, whose others have no gradient
            return _with_gradient(updated, index.unsqueeze(-1), new)
        return updated

    body.__name__ = body.__qualname__ = f"scatter_{how}"
    body.__doc__ = (
        f"Combine ({how}) `updates` into rows of the parameter `input_x`; returns it.{_ROWS}\n\n"
        "Raises TypeError for dtypes that are not as said, ValueError for shapes."
    )
    return body


scatter_update = with_bindings(
    _scatter_rows("update"),
    LockedPrimitive("ScatterUpdate", settings={"use_locking": Setting(True)}),
)
scatter_add = with_bindings(
    _scatter_rows("add"), LockedPrimitive("ScatterAdd", settings={"use_locking": Setting(False)})
)
scatter_sub = with_bindings(
    _scatter_rows("sub"), LockedPrimitive("ScatterSub", settings={"use_locking": Setting(False)})
)
scatter_mul = with_bindings(
    _scatter_rows("mul"), LockedPrimitive("ScatterMul", settings={"use_locking": Setting(False)})
)
scatter_div = with_bindings(
    _scatter_rows("div"), LockedPrimitive("ScatterDiv", settings={"use_locking": Setting(False)})
)
scatter_max = with_bindings(
    _scatter_rows("max"), LockedPrimitive("ScatterMax", settings={"use_locking": Setting(False)})
)
scatter_min = with_bindings(
    _scatter_rows("min"), LockedPrimitive("ScatterMin", settings={"use_locking": Setting(False)})
)


@bindings(
    PrimitiveClass(
        "IndexAdd",
        settings={
            "axis": Setting(check=checks.integer),
            "use_lock": Setting(True),
            "check_index_bound": Setting(True),
        },
    ),
    PrimitiveClass("InplaceIndexAdd", settings={"axis": Setting(check=checks.instance(int))}),
)
def index_add(
    x: Tensor,
    indices: Tensor,
    y: Tensor,
    axis: int,
    use_lock: bool = True,
    check_index_bound: bool = True,
) -> Tensor:
    """Add slices of `y` to the parameter `x` along `axis`, in place; returns it.

    `indices`: positions of `x` along `axis`, RuntimeError for one that is none.
    `use_lock` and `check_index_bound` say once that they have no effect: updates run one after the other, and
      positions are always checked.
    `x` is a Parameter of numbers, `indices` an Int32 vector, `y` of the dtype of `x` and its shape but along
      `axis`, where it has the length of `indices`.
    """
    no_effects("index_add", "updates run one after the other", use_lock=(use_lock, True))
    bound = (check_index_bound, True)
    no_effects("index_add", "positions are always checked", check_index_bound=bound)
    index, new = unwrap(indices), unwrap(y)

    def compute(t: torch.Tensor) -> torch.Tensor:
        _must_hold("index_add", t, new)
        return _add_slices("index_add", t, axis, index, new)

    written = _store("index_add", x, compute)._t
    return wrap(with_gradient(written, new, axis=axis, positions=index))


def _add_slices(
    where: str,
    x: torch.Tensor,
    dim: int,
    index: torch.Tensor,
    source: torch.Tensor,
    alpha: float = 1,
) -> torch.Tensor:
    """torch's index_add, but RuntimeError, as in MindSpore, for a position that `x` does not have."""
    if (torch.compiler.is_compiling() or is_recorded()) or not -x.ndim <= dim < x.ndim:
        return torch.index_add(x, dim, index, source, alpha=alpha)
    try:
        return torch.index_add(x, dim, index, source, alpha=alpha)
    except IndexError as error:
        raise RuntimeError(
            f"For '{where}', positions should be from 0 to {x.shape[dim] - 1}, but got {index.tolist()}."
        ) from error


@bindings(InPlaceMethod("index_add_"))
@op
def index_added(
    x: torch.Tensor, dim: int, index: torch.Tensor, source: torch.Tensor, *, alpha: Any = 1
) -> torch.Tensor:
    """A copy of `x` with `alpha * source` added to slices along `dim`, an int.

    `x`: a Tensor of numbers; `index`: a vector of integers; `source`: of the dtype and shape of `x`, but with
    one slice along `dim` for each number of `index`; `alpha`: a number. Raises RuntimeError for a position out
    of range.
    """
    return _add_slices("index_add", x, dim, index, source, alpha)


@bindings(TensorMethod("index_put"), InPlaceMethod("index_put_"))
@op
def index_put(
    x: torch.Tensor, indices: Sequence[torch.Tensor], values: torch.Tensor, accumulate: bool = False
) -> torch.Tensor:
    """A copy of `x` with `values` put, or added if `accumulate`, at positions given per dimension.

    `x`: a Tensor of any shape and dtype, both of which the result has.
    `indices`: a tuple or list of Tensors of integers (or Bool), which broadcast to the positions.
    `values`: a Tensor of the dtype of `x` that broadcasts to them.
    `accumulate`: a bool (TypeError otherwise).
    """
    check.boolean("Tensor.index_put", "accumulate", accumulate)
    return torch.index_put(x, tuple(indices), values, accumulate)


@bindings(TensorMethod("scatter", axis="dim", value="src"), InPlaceMethod("scatter_", value="src"))
@op
def scatter_reduced(
    x: torch.Tensor, dim: int, index: torch.Tensor, src: Any, reduce: str = "none"
) -> torch.Tensor:
    """A copy of `x` into which `src` is written at positions along `dim`, an int.

    `x`: a Tensor of numbers, whose shape and dtype the result has.
    `index`: a Tensor of integers of its rank, from the end where negative.
    `src`: a Tensor of the shape of `index`, or a number.
    `reduce`: whether it replaces ('none'), is added to ('add') or multiplies ('multiply') what is there.

    Raises ValueError for another `reduce`.
    """
    check.choice("Tensor.scatter", "reduce", reduce, ["none", "add", "multiply"])
    if not isinstance(src, torch.Tensor):
        src = torch.full(index.shape, src, dtype=x.dtype, device=x.device)
    if reduce == "multiply":
        return torch.scatter_reduce(x, dim, index.long(), src.to(x.dtype), "prod")
    return _along(x, dim, index, src, reduce)


@bindings(InPlaceMethod("scatter_add_"))
def scatter_added(self: Tensor, dim: int, index: Tensor, src: Tensor | float | np.number) -> Any:
    """A copy of this Tensor with `src` added at positions along `dim`, an int.

    `index`: a Tensor of integers of its rank; `src`: a Tensor of the shape of `index`, or a number. The result
    has this Tensor's shape and dtype.
    """
    return scatter_reduced(self, dim, index, src, "add")


# -- positions along one axis ------------------------------------------------------------------


def _along(
    x: torch.Tensor, axis: int, index: torch.Tensor, src: torch.Tensor, how: str
) -> torch.Tensor:
    size = x.shape[axis]
    index = torch.where(index < 0, index + size, index).long()
    src = src.to(x.dtype)
    if how == "none":
        return torch.scatter(x, axis, index, src)
    return torch.scatter_add(x, axis, index, src)


@bindings(
    PrimitiveClass(
        "TensorScatterElements",
        inputs=("data", "indices", "updates"),
        settings={
            "axis": Setting(0, checks.none_or(int, bool)),
            "reduction": Setting("none", checks.word_any_case_or_none("none", "add", "update")),
        },
    )
)
@op
def tensor_scatter_elements(
    input_x: torch.Tensor,
    indices: torch.Tensor,
    updates: torch.Tensor,
    axis: int = 0,
    reduction: str = "none",
) -> torch.Tensor:
    """A copy of `input_x` with `updates` put (or added) at positions along `axis`.

    `input_x` is a Tensor of any dtype, `indices` Int32 or Int64 and `updates` of the dtype of
    `input_x`, both of one shape and its rank; `reduction`: 'none' or 'add'. The result has the
    shape and dtype of `input_x`.
    """
    if reduction not in ("none", "add"):
        raise ValueError(
            f"For 'tensor_scatter_elements', 'reduction' is 'none' or 'add', but got {reduction!r}."
        )
    return _along(input_x, axis, indices, updates, reduction)


@bindings(MintFunction("scatter", dim="axis"))
@op
def scatter(input: torch.Tensor, axis: int, index: torch.Tensor, src: Any) -> torch.Tensor:
    """A copy of `input` with `src` (Tensor or number) put at positions along `axis`.

    `input` is a Tensor of any dtype, `index` Int32 or Int64 of its rank, `src` of the shape of
    `index`; the result has the shape and dtype of `input`.
    """
    if not isinstance(src, torch.Tensor):
        src = torch.full(index.shape, src, dtype=input.dtype, device=input.device)
    return _along(input, axis, index, src, "none")


@bindings(MintFunction("scatter_add"))
@op
@with_name("scatter_add")
def scatter_add_along(
    input: torch.Tensor, dim: int, index: torch.Tensor, src: torch.Tensor
) -> torch.Tensor:
    """A copy of `input` with the elements of `src` added at positions along `dim`: mint's, as in torch.

    index: integers, of the rank of `input`.
    src: of the dtype of `input`, no smaller than `index`.

    Unlike `ops.scatter_add`, which adds rows to a Parameter.

    Raises TypeError for two dtypes, ValueError for positions or shapes that do not fit.
    """
    _one_dtype("scatter_add", "src", input, src)
    return torch.scatter_add(input, dim, index.long(), src)


def _one_dtype(name: str, argument: str, input: torch.Tensor, other: torch.Tensor) -> None:
    if input.dtype is not other.dtype:
        raise TypeError(
            f"For '{name}', '{argument}' should have the dtype of 'input', {input.dtype}, "
            f"but got {other.dtype}."
        )


@bindings(MintFunction("index_add"))
@op
@with_name("index_add")
def index_add_copy(
    input: torch.Tensor, dim: int, index: torch.Tensor, source: torch.Tensor, *, alpha: Any = 1
) -> torch.Tensor:
    """A copy of `input` with `alpha * source` added to the slices `index` along `dim`: mint's, as in torch.

    index: a vector of integers, one for each slice of `source`. Unlike `ops.index_add`, which adds to a
    Parameter. Raises TypeError for two dtypes, ValueError for shapes that do not fit, RuntimeError for
    a position out of range.
    """
    _one_dtype("index_add", "source", input, source)
    return _add_slices("index_add", input, dim, index, source, alpha)


@bindings(
    PrimitiveClass("IndexFill"),
    TensorMethod("index_fill"),
    InPlaceMethod("index_fill_", dim="axis"),
)
@op
def index_fill(
    x: torch.Tensor, axis: int | torch.Tensor, index: torch.Tensor, value: Any
) -> torch.Tensor:
    """A copy of `x` with `value` in the slices along `axis`.

    `x` is a Tensor of any dtype, `index` an Int32 vector, `value` a number; the result has the
    shape and dtype of `x`.
    """
    return torch.index_fill(x, int(axis), index.long().reshape(-1), value)


@bindings(TensorMethod("select_scatter"))
@op
def select_scatter(input: torch.Tensor, src: torch.Tensor, axis: int, index: int) -> torch.Tensor:
    """A copy of `input` with the slice at `index` along `axis`, both ints, replaced.

    `input` is a Tensor of any dtype, `src` one of the shape of what it replaces; the result has the shape and
    dtype of `input`.
    """
    return torch.select_scatter(input, src, axis, index)


@bindings(TensorMethod("slice_scatter"))
@op
def slice_scatter(
    input: torch.Tensor,
    src: torch.Tensor,
    axis: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> torch.Tensor:
    """A copy of `input` with the slices from `start` to `end` by `step` along `axis` replaced.

    `input` is a Tensor of any dtype, `src` one of the shape of what it replaces; the result has the shape and
      dtype of `input`.
    `axis` and `step` are ints, `start` and `end` ints or None: the first, and behind the last.
    """
    return torch.slice_scatter(input, src, axis, start, end, step)


@bindings(TensorMethod("diagonal_scatter"))
@op
def diagonal_scatter(
    input: torch.Tensor, src: torch.Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> torch.Tensor:
    """A copy of `input` with the diagonal `offset` of the dimensions `dim1` and `dim2`, all ints, replaced.

    `input` is a Tensor of any dtype, `src` one of the shape of what it replaces; the result has the shape and
    dtype of `input`.
    """
    return torch.diagonal_scatter(input, src, offset, dim1, dim2)


def _rows_of(indices: Ints | torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    check.instance("Inplace", "indices", indices, (int, tuple, list, torch.Tensor))
    items = (indices,) if isinstance(indices, int) else indices
    return torch.as_tensor(items, device=like.device).long()


@bindings(TensorMethod("inplace_update"))
@op
def inplace_update(x: torch.Tensor, v: torch.Tensor, indices: Ints | torch.Tensor) -> torch.Tensor:
    """A copy of `x` with the rows `indices` replaced by those of `v`.

    `x` is a Tensor of numbers, `v` (len(indices), …) of its dtype, `indices` an int or a tuple of
    ints; the result has the shape and dtype of `x`.
    """
    return torch.index_put(x, (_rows_of(indices, x),), v)


@op
def inplace_add(x: torch.Tensor, v: torch.Tensor, indices: Ints) -> torch.Tensor:
    """A copy of `x` with the rows of `v` added to the rows `indices`.

    `x` is a Tensor of numbers, `v` (len(indices), …) of its dtype, `indices` an int or a tuple of
    ints; the result has the shape and dtype of `x`.
    """
    return torch.index_add(x, 0, _rows_of(indices, x), v)


@op
def inplace_sub(x: torch.Tensor, v: torch.Tensor, indices: Ints) -> torch.Tensor:
    """A copy of `x` with the rows of `v` subtracted from the rows `indices`.

    `x` is a Tensor of numbers, `v` (len(indices), …) of its dtype, `indices` an int or a tuple of
    ints; the result has the shape and dtype of `x`.
    """
    return torch.index_add(x, 0, _rows_of(indices, x), -v)


# -- segments ----------------------------------------------------------------------------------


def _segments(
    x: torch.Tensor, segment_ids: torch.Tensor, count: Any, how: str, empty: float
) -> torch.Tensor:
    """Rows of `x` combined by segment; negative ids are dropped, empty segments hold `empty`."""
    depth = segment_ids.ndim
    tail = tuple(x.shape[depth:])
    rows, ids = x.reshape((-1, *tail)), segment_ids.reshape(-1).long()
    count = int(count)
    base = torch.full((count + 1, *tail), empty, dtype=x.dtype, device=x.device)
    ids = torch.where(ids < 0, count, ids)
    return _combine(base, ids, rows, how)[:count]


def _limit(x: torch.Tensor, largest: bool) -> Any:
    info = torch.finfo(x.dtype) if x.dtype.is_floating_point else torch.iinfo(x.dtype)
    return info.max if largest else info.min


@bindings(PrimitiveClass("UnsortedSegmentSum", inputs=("input_x", "segment_ids", "num_segments")))
@op
def unsorted_segment_sum(
    input_x: torch.Tensor, segment_ids: torch.Tensor, num_segments: int | torch.Tensor
) -> torch.Tensor:
    """Sums of the rows of each segment; 0 where there is none.

    `input_x`: a Tensor of numbers; `segment_ids`: a Tensor of integers whose shape is the beginning of that of
    `input_x`: the segment of each row, none where negative; `num_segments`: an int. The result has the dtype of
    `input_x` and the shape (num_segments, *input_x.shape[segment_ids.ndim:]).
    """
    return _segments(input_x, segment_ids, num_segments, "add", 0)


@bindings(PrimitiveClass("UnsortedSegmentProd"), TensorMethod("unsorted_segment_prod"))
@op
def unsorted_segment_prod(
    x: torch.Tensor, segment_ids: torch.Tensor, num_segments: int | torch.Tensor
) -> torch.Tensor:
    """Products of the rows of each segment; 1 where there is none.

    `x`: a Tensor of numbers.
    `segment_ids`: a Tensor of integers whose shape is the beginning of that of `x`: the segment of each row,
      none where negative.
    `num_segments`: an int.

    The result has the dtype of `x` and the shape (num_segments, *x.shape[segment_ids.ndim:]).
    """
    return _segments(x, segment_ids, num_segments, "mul", 1)


@bindings(PrimitiveClass("UnsortedSegmentMax"), TensorMethod("unsorted_segment_max"))
@op
def unsorted_segment_max(
    x: torch.Tensor, segment_ids: torch.Tensor, num_segments: int | torch.Tensor
) -> torch.Tensor:
    """Maxima of the rows of each segment; the dtype's lowest number where there is none.

    `x`, `segment_ids`, `num_segments` and the shape of the result are those of `unsorted_segment_prod`.
    """
    return _segments(x, segment_ids, num_segments, "max", _limit(x, False))


@bindings(PrimitiveClass("UnsortedSegmentMin"), TensorMethod("unsorted_segment_min"))
@op
def unsorted_segment_min(
    x: torch.Tensor, segment_ids: torch.Tensor, num_segments: int | torch.Tensor
) -> torch.Tensor:
    """Minima of the rows of each segment; the dtype's highest number where there is none.

    `x`, `segment_ids`, `num_segments` and the shape of the result are those of `unsorted_segment_prod`.
    """
    return _segments(x, segment_ids, num_segments, "min", _limit(x, True))


__all__ = exported_names(
    globals(),
    "index_add_copy",
    "index_added",
    "index_put",
    "scatter_add_along",
    "scatter_added",
    "scatter_reduced",
)
