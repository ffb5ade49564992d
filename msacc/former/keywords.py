"""Calls in the words of earlier releases: keywords that have another name now, and functions that took others.

`keywords.txt` has the names; the functions here have the arguments and results of MindSpore 1.x. They are asked for
only where a call does not fit the function of today.
"""

from __future__ import annotations

import functools
import inspect
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msacc import COOTensor, Parameter, RowTensor, Tensor, ops
from msacc import dataset as ds
from msacc.common import dtype as mstype
from msacc.common.keyword_hints import misfits
from msacc.common.warn_once import once

Fn = Callable[..., Any]
_HOLDERS: dict[str, Any] = {
    "ops": ops,
    "Tensor": Tensor,
    "Parameter": Parameter,
    "Dataset": ds.Dataset,
    "COOTensor": COOTensor,
    "RowTensor": RowTensor,
    "Primitive": ops.Primitive,
}
_TABLE = Path(__file__).with_suffix(".txt")


def answer(fn: Fn, args: Sequence[Any], kwargs: dict[str, Any]) -> Fn | None:
    """A function without arguments that does what the call meant in an earlier release; None where it meant nothing."""
    taken = inspect.signature(fn).parameters
    places = [p for p in taken.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    if kwargs.keys() <= taken.keys() and len(args) <= len(places):
        return None  # something is missing, or given twice
    for form in _forms().get(inspect.unwrap(fn), ()):
        if not misfits(form, args, kwargs):
            return functools.partial(_as_it_was, fn, form, args, kwargs)
    names = _renamed(fn, args, kwargs)
    if names == kwargs or misfits(fn, args, names):
        return None
    return functools.partial(fn, *args, **names)


def _as_it_was(fn: Fn, form: Fn, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """The result of a function as it was, which is said once: it may be another than today's."""
    keywords = [key for key in kwargs if key not in inspect.signature(fn).parameters]
    by = f"its arguments {', '.join(map(repr, keywords))}" if keywords else "so many arguments"
    once(
        f"former:{fn.__name__}",
        f"{fn.__name__}() with {by} is that of MindSpore 1.x, and gives what it gave (docs/porting.md).",
    )
    return form(*args, **kwargs)


def _renamed(fn: Fn, args: Sequence[Any], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a call under the names that they have now."""
    rows = _names().get(inspect.unwrap(fn), {})
    free = [
        name for name in list(inspect.signature(fn).parameters)[len(args) :] if name not in kwargs
    ]
    names = dict(kwargs)
    for former in kwargs:
        present = next((name for name in rows.get(former, ()) if name in free), None)
        if present is not None:
            free.remove(present)
            names[present] = names.pop(former)
    return names


@functools.cache
def _names() -> dict[Fn, dict[str, list[str]]]:
    """By function its former names: the present ones, of which a door to the function has one."""
    table: dict[Fn, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        pairs, _, functions = line.partition(" | ")
        for function in () if line.startswith("#") else functions.split():
            for old, _, new in (pair.partition("=") for pair in pairs.split()):
                table[_written(function)][old].append(new)
    return table


@functools.cache
def _forms() -> dict[Fn, list[Fn]]:
    """By function those with its former arguments."""
    table: dict[Fn, list[Fn]] = defaultdict(list)
    for function, form in _FORMS.items():
        table[_written(function)].append(form)
    return table


def _written(function: str) -> Fn:
    """The function behind a public name: one for all its doors."""
    holder, _, name = function.partition(".")
    found: Fn = inspect.unwrap(getattr(_HOLDERS[holder], name))
    return found


def _split(input_x: Tensor, axis: int = 0, output_num: int = 1) -> Any:
    return ops.Split(axis, output_num)(input_x)


def _norm(
    input_x: Tensor,
    axis: Any,
    p: int = 2,
    keep_dims: bool = False,
    epsilon: float = 1e-12,
) -> Tensor:
    return ops.LpNorm(axis, p, keep_dims, epsilon)(input_x)


def _max(x: Tensor, axis: int = 0, keep_dims: bool = False) -> Any:
    """Indices come first."""
    return ops.ArgMaxWithValue(axis, keep_dims)(x)


def _min(x: Tensor, axis: int = 0, keep_dims: bool = False) -> Any:
    return ops.ArgMinWithValue(axis, keep_dims)(x)


def _argmax(x: Tensor, axis: int = -1, output_type: Any = mstype.int32) -> Tensor:
    return ops.Argmax(axis, output_type)(x)


def _median(x: Tensor, global_median: bool = False, axis: int = 0, keep_dims: bool = False) -> Any:
    return ops.Median(global_median, axis, keep_dims)(x)


def _dropout(x: Tensor, p: float = 0.5, seed0: int = 0, seed1: int = 0) -> Any:
    """The output and its mask."""
    return ops.Dropout(1 - p, seed0, seed1)(x)


def _dropout2d(x: Tensor, p: float = 0.5) -> Any:
    return ops.Dropout2D(1 - p)(x)


def _dropout3d(x: Tensor, p: float = 0.5) -> Any:
    return ops.Dropout3D(1 - p)(x)


def _conv2d(
    inputs: Tensor,
    weight: Tensor,
    pad_mode: str = "valid",
    padding: Any = 0,
    stride: Any = 1,
    dilation: Any = 1,
    group: int = 1,
) -> Tensor:
    out_channels, kernel_size = weight.shape[0], weight.shape[2:4]
    settings = (pad_mode, padding, stride, dilation, group)
    return ops.Conv2D(out_channels, kernel_size, 1, *settings)(inputs, weight)


def _avg_pool2d(
    x: Tensor,
    kernel_size: Any = 1,
    strides: Any = 1,
    pad_mode: str = "valid",
    data_format: str = "NCHW",
) -> Tensor:
    return ops.AvgPool(kernel_size, strides, pad_mode, data_format)(x)


def _matmul(x1: Tensor, x2: Tensor, dtype: Any = None) -> Tensor:
    product = ops.matmul(x1, x2)
    return product if dtype is None else product.astype(dtype)


def _clip(x: Tensor, xmin: Any, xmax: Any, dtype: Any = None) -> Tensor:
    clipped = ops.clamp(x, xmin, xmax)
    return clipped if dtype is None else clipped.astype(dtype)


def _swapaxes(x: Tensor, axis1: int, axis2: int) -> Tensor:
    return ops.swapaxes(x, axis1, axis2)


def _bernoulli(x: Tensor, p: Any = 0.5, seed: int = -1) -> Tensor:
    return ops.bernoulli(x, p, seed)


def _standard_normal(shape: Any, seed: int = 0, seed2: int = 0) -> Tensor:
    return ops.StandardNormal(seed, seed2)(shape)


def _standard_laplace(shape: Any, seed: int = 0, seed2: int = 0) -> Tensor:
    return ops.StandardLaplace(seed, seed2)(shape)


def _clone(parameter: Parameter, prefix: str, init: Any = "same") -> Parameter:
    other = parameter.clone(init)
    other.name = f"{prefix}.{parameter.name}"
    return other


def _batch(
    dataset: ds.Dataset,
    batch_size: Any,
    drop_remainder: bool = False,
    num_parallel_workers: int | None = None,
    per_batch_map: Fn | None = None,
    input_columns: Any = None,
    output_columns: Any = None,
    column_order: Any = None,
    pad_info: dict[str, Any] | None = None,
    python_multiprocessing: bool = False,
    max_rowsize: Any = None,
) -> ds.Dataset:
    """With what `padded_batch` and `project` do since."""
    if pad_info is not None:
        if per_batch_map is not None:
            raise ValueError(
                "pad_info and per_batch_map can't both be set: let per_batch_map pad, and leave pad_info out."
            )
        if input_columns is not None:
            raise ValueError(
                f"input_columns can be specified only when per_batch_map is set, but got {input_columns!r}."
            )
        batched = dataset.padded_batch(batch_size, drop_remainder, num_parallel_workers, pad_info)
    else:
        batched = dataset.batch(
            batch_size,
            drop_remainder,
            num_parallel_workers,
            per_batch_map=per_batch_map,
            input_columns=input_columns,
            output_columns=output_columns,
            python_multiprocessing=python_multiprocessing,
            max_rowsize=max_rowsize,
        )
    return batched.project(column_order) if column_order else batched


_FORMS: dict[str, Fn] = {
    "ops.split": _split,
    "Tensor.split": _split,
    "ops.norm": _norm,
    "ops.max": _max,
    "ops.min": _min,
    "ops.argmax": _argmax,
    "ops.median": _median,
    "Tensor.median": _median,
    "ops.dropout": _dropout,
    "ops.dropout2d": _dropout2d,
    "ops.dropout3d": _dropout3d,
    "ops.conv2d": _conv2d,
    "ops.avg_pool2d": _avg_pool2d,
    "ops.matmul": _matmul,
    "Tensor.clip": _clip,
    "Tensor.swapaxes": _swapaxes,
    "Tensor.bernoulli": _bernoulli,
    "ops.standard_normal": _standard_normal,
    "ops.standard_laplace": _standard_laplace,
    "Parameter.clone": _clone,
    "Dataset.batch": _batch,
}
