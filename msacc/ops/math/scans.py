"""Cumulative sums, products and extremes along an axis."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import torch
from torch import library

from msacc.common.without_values import is_recorded
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import torch_dtype
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, TensorMethod, bindings
from msacc.ops.core.op import exported_names, op, with_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.common.argument_types import AutogradContext, DTypeLike

_FEW = 256


def _scan_dtype(x: torch.Tensor, dtype: DTypeLike | None) -> torch.dtype:
    return torch_dtype(dtype, x.dtype)  # type: ignore[return-value]


@op
def cumsum(x: torch.Tensor, axis: int, dtype: DTypeLike | None = None) -> torch.Tensor:
    """Running sums along `axis`, in the dtype of `x` unless given; no Bool.

    The result has the shape of `x`, a Tensor of numbers.
    """
    if x.dtype is torch.bool and dtype is None:
        raise TypeError("For 'cumsum', 'x' should be numeric, but got Bool; cast it first.")
    return _cumsum(x, int(axis), _scan_dtype(x, dtype))


@op
@with_name("cumsum")
def cumsum_of_tensor(x: torch.Tensor, axis: int, dtype: DTypeLike | None = None) -> torch.Tensor:
    """`cumsum` as the method of Tensor: Bool and integers of fewer than 32 bits give Int32 unless `dtype` is given."""
    small = x.dtype in (torch.bool, torch.int8, torch.int16, torch.uint8)
    return _cumsum(x, int(axis), torch_dtype(dtype, torch.int32 if small else x.dtype))  # type: ignore[arg-type]


def _cumsum(x: torch.Tensor, axis: int, dtype: torch.dtype) -> torch.Tensor:
    """Running sums. Those of Float16 are rounded one by one, as on MindSpore's CPU and in numpy, where they are few."""
    stepwise = dtype is torch.float16 and x.device.type == "cpu" and x.ndim
    if not stepwise or not 0 < x.shape[axis] <= _FEW:
        return torch.cumsum(x, axis, dtype=dtype)
    stepped = _as_one_op if (torch.compiler.is_compiling() or is_recorded()) else _stepped
    return stepped(x.to(dtype), axis)  # type: ignore[no-any-return]


def _stepped(x: torch.Tensor, axis: int) -> torch.Tensor:
    return torch.stack(list(itertools.accumulate(x.unbind(axis), torch.add)), axis)


@library.custom_op("msacc::stepwise_sums", mutates_args=())
def _as_one_op(x: torch.Tensor, axis: int) -> torch.Tensor:
    """For graphs, whose generated code would round the last sum alone."""
    return _stepped(x, axis).contiguous()


def _shape_of_sums(x: torch.Tensor, _axis: int) -> torch.Tensor:
    return torch.empty(x.shape, dtype=x.dtype, device=x.device)


def _keep_axis(ctx: AutogradContext, inputs: Any, **_output: torch.Tensor) -> None:
    ctx.axis = inputs[1]


def _slope_of_sums(ctx: AutogradContext, grad: torch.Tensor) -> Any:
    return grad.flip(ctx.axis).cumsum(ctx.axis).flip(ctx.axis), None


_as_one_op.register_fake(_shape_of_sums)
_as_one_op.register_autograd(_slope_of_sums, setup_context=_keep_axis)


@bindings(MintFunction("cumsum"))
@op
@with_name("cumsum")
def cumsum_int64(input: torch.Tensor, dim: int, dtype: DTypeLike | None = None) -> torch.Tensor:
    """Running sums along `dim`; Bool and integers give Int64 unless `dtype` is given: mint's, as in torch.

    input: any shape. Raises ValueError for a dimension out of range.
    """
    return torch.cumsum(input, dim, dtype=torch_dtype(dtype))


@bindings(TensorMethod("cumprod"), MintFunction("cumprod"))
@op
def cumprod(input: torch.Tensor, dim: int, dtype: DTypeLike | None = None) -> torch.Tensor:
    """Running products along `dim`; integers give Int64 unless `dtype` is given.

    `input` is a Tensor of numbers; the result has its shape.
    """
    return torch.cumprod(input, int(dim), dtype=torch_dtype(dtype))


def _shifted_scan(
    scan: Callable[..., Any], x: torch.Tensor, axis: int, exclusive: bool, reverse: bool, first: int
) -> torch.Tensor:
    x = x.flip(axis) if reverse else x
    if exclusive:
        head = torch.full_like(x.narrow(axis, 0, 1), first)
        x = torch.cat((head, x.narrow(axis, 0, x.shape[axis] - 1)), axis)
    out = scan(x, axis, x.dtype)
    return out.flip(axis) if reverse else out


@bindings(
    PrimitiveClass(
        "CumSum",
        inputs=("input", "axis"),
        settings={"exclusive": Setting(False), "reverse": Setting(False)},
    )
)
@op
def exclusive_cumsum(
    x: torch.Tensor, axis: int, exclusive: bool = False, reverse: bool = False
) -> torch.Tensor:
    """Running sums, without the element itself if `exclusive`, from the end if `reverse`.

    `x` is a Tensor of numbers; the result has its shape and dtype. `axis` is an int.
    """
    return _shifted_scan(_cumsum, x, int(axis), exclusive, reverse, 0)


@bindings(
    PrimitiveClass(
        "CumProd",
        inputs=("x", "axis"),
        settings={"exclusive": Setting(False), "reverse": Setting(False)},
    )
)
@op
def exclusive_cumprod(
    x: torch.Tensor, axis: int, exclusive: bool = False, reverse: bool = False
) -> torch.Tensor:
    """Running products, without the element itself if `exclusive`, from the end if `reverse`.

    `x` is a Tensor of numbers; the result has its shape and dtype. `axis` is an int.
    """
    return _shifted_scan(_cumprod, x, int(axis), exclusive, reverse, 1)


def _cumprod(x: torch.Tensor, axis: int, dtype: torch.dtype) -> torch.Tensor:
    return torch.cumprod(x, axis, dtype=dtype)


@bindings(
    PrimitiveClass("Cummax", inputs=("input",), settings={"axis": Setting()}),
    TensorMethod("cummax"),
    MintFunction("cummax", dim="axis"),
)
@op
def cummax(input: torch.Tensor, axis: int) -> Any:
    """(running maxima, their Int64 positions).

    `input` is a Tensor of numbers; both results have its shape, the values its dtype.
    `axis` is an int.
    """
    return tuple(torch.cummax(input, axis))


@bindings(
    PrimitiveClass("Cummin", inputs=("input",), settings={"axis": Setting()}),
    TensorMethod("cummin"),
)
@op
def cummin(input: torch.Tensor, axis: int) -> Any:
    """(running minima, their Int32 positions).

    `input` is a Tensor of numbers; both results have its shape, the values its dtype.
    `axis` is an int.
    """
    values, positions = torch.cummin(input, axis)
    return values, positions.to(torch.int32)


@bindings(MintFunction("cummin"))
@op
@with_name("cummin")
def cummin_int64(input: torch.Tensor, dim: int) -> Any:
    """(running minima along `dim`, their positions): Int64 positions are mint's, as in torch.

    input: a Tensor of numbers of any shape, which both results have; the minima have its dtype. Raises
    ValueError for a dimension out of range.
    """
    return tuple(torch.cummin(input, dim))


@bindings(TensorMethod("logcumsumexp"))
@op
def logcumsumexp(input: torch.Tensor, axis: int) -> torch.Tensor:
    """The running log(sum(exp(`input`))) along `axis`.

    `input` is a float Tensor, `axis` an int; the result has its shape and dtype.
    """
    return torch.logcumsumexp(input, axis)


@bindings(
    PrimitiveClass(
        "CumulativeLogsumexp",
        settings={
            "exclusive": Setting(False, checks.boolean),
            "reverse": Setting(False, checks.boolean),
        },
    )
)
@op
def cumulative_logsumexp(
    x: torch.Tensor, axis: int | torch.Tensor, exclusive: bool = False, reverse: bool = False
) -> torch.Tensor:
    """The running log-sum-exp along `axis`: `exclusive` leaves out the element itself, `reverse` starts at the
    end.

    `x`: a float Tensor of any shape, whose shape and dtype the result has; `axis`: an int or a Tensor of one.
    """
    dim = int(axis)
    ordered = x.flip(dim) if reverse else x
    sums = torch.logcumsumexp(ordered, dim)
    if exclusive:
        first = torch.full_like(sums.narrow(dim, 0, 1), torch.finfo(x.dtype).min)
        sums = torch.cat((first, sums.narrow(dim, 0, sums.shape[dim] - 1)), dim)
    return sums.flip(dim) if reverse else sums


__all__ = exported_names(
    globals(), "cumulative_logsumexp", "cumsum_int64", "cumsum_of_tensor", "cummin_int64"
)
