"""Operators and methods of Tensor: doors to the functions of the chapters.

`attach` puts a table of functions on the class; other chapters add their rows the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msacc.common.tensor import Tensor
from msacc.ops import random as rn
from msacc.ops.array import creation as cr
from msacc.ops.array import indexing, joining
from msacc.ops.array import picking as pk
from msacc.ops.array import scattering as sc
from msacc.ops.array import shaping as sh
from msacc.ops.array import sorting as so
from msacc.ops.core.op import reflected, spelled
from msacc.ops.linalg import norms, solving
from msacc.ops.linalg import products as la
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import clip, scans, statistics
from msacc.ops.math import compare as cmp
from msacc.ops.math import elementwise as el
from msacc.ops.math import reduce as rd

Fn = Callable[..., Any]


def attach(table: Mapping[str, Fn]) -> None:
    """Make each function a method of Tensor under its key; self is the first argument."""
    for name, fn in table.items():
        setattr(Tensor, name, fn)


def _eq(self: Tensor, other: Any) -> Any:
    # MindSpore answers False, not a Tensor, for what is neither Tensor nor number.
    if isinstance(other, (Tensor, int, float, complex)):
        return cmp.equal(self, other)
    return cmp.equal(self, other) if hasattr(other, "__array__") else False


def _ne(self: Tensor, other: Any) -> Any:
    if isinstance(other, (Tensor, int, float, complex)):
        return cmp.not_equal(self, other)
    return cmp.not_equal(self, other) if hasattr(other, "__array__") else True


def _contains(self: Tensor, item: Any) -> bool:
    return bool((_eq(self, item)).to_torch().any())


def _round(self: Tensor, ndigits: int | None = None) -> Tensor:
    return el.round(self, decimals=ndigits or 0)


_OPERATORS: dict[str, Fn] = {
    "add": ar.add,
    "sub": ar.sub,
    "mul": ar.mul,
    "truediv": ar.quotient,
    "floordiv": ar.floor_divide,
    "mod": ar.remainder,
    "pow": ar.pow,
    "matmul": la.matmul,
    "and": ar.bitwise_and,
    "or": ar.bitwise_or,
    "xor": ar.bitwise_xor,
}

attach({f"__{name}__": fn for name, fn in _OPERATORS.items()})
attach({f"__r{name}__": reflected(fn) for name, fn in _OPERATORS.items()})
attach(
    {
        "__eq__": _eq,
        "__ne__": _ne,
        "__lt__": cmp.less,
        "__le__": cmp.less_equal,
        "__gt__": cmp.greater,
        "__ge__": cmp.greater_equal,
        "__neg__": el.neg,
        "__pos__": el.positive,
        "__abs__": el.abs,
        "__invert__": cmp.logical_not,
        "__round__": _round,
        "__contains__": _contains,
        "__getitem__": indexing.getitem,
        "__setitem__": indexing.setitem,
    }
)
# Setting __eq__ takes the hash away.
Tensor.__hash__ = object.__hash__  # type: ignore[method-assign,assignment]

_PROPERTIES: dict[str, Fn] = {
    "T": lambda self: sh.transpose(self, tuple(range(self.ndim))[::-1]),
    "mT": lambda self: sh.swapaxes(self, -2, -1),
    "H": sh.adjoint,
    "mH": sh.adjoint,
}
for _name, _getter in _PROPERTIES.items():
    setattr(Tensor, _name, property(_getter))


# -- methods under the function's own name; self is its first argument -------------------------
_ELEMENTWISE: tuple[Fn, ...] = (
    *(el.abs, el.acos, el.acosh, el.addcdiv, el.addcmul, el.angle, el.asin, el.asinh, el.atan),
    *(el.atanh, el.bitwise_not, el.ceil, el.conj, el.cos, el.cosh, el.deg2rad, el.digamma, el.erf),
    *(el.erfc, el.erfinv, el.exp, el.expm1, el.floor, el.frac, el.igamma, el.igammac, el.imag),
    *(el.lerp, el.lgamma, el.log, el.log10, el.log1p, el.log2, el.logit, el.mvlgamma),
    *(el.nan_to_num, el.neg, el.positive, el.rad2deg, el.real, el.reciprocal, el.round, el.rsqrt),
    *(el.sgn, el.sign, el.sin, el.sinc, el.sinh, el.sqrt, el.square, el.tan, el.trunc),
)
_ARITHMETIC: tuple[Fn, ...] = (
    *(ar.atan2, ar.bitwise_and, ar.bitwise_left_shift, ar.bitwise_or, ar.bitwise_right_shift),
    *(ar.bitwise_xor, ar.copysign, ar.div, ar.float_power, ar.fmax, ar.fmin, ar.fmod, ar.gcd),
    *(ar.heaviside, ar.hypot, ar.lcm, ar.ldexp, ar.logaddexp, ar.logaddexp2, ar.maximum),
    *(ar.minimum, ar.mul, ar.nextafter, ar.pow, ar.remainder, ar.subtract, ar.true_divide),
    *(ar.xdivy, ar.xlogy),
)
_COMPARISON: tuple[Fn, ...] = (
    *(cmp.allclose, cmp.approximate_equal, cmp.equal, cmp.greater, cmp.greater_equal, cmp.isclose),
    *(cmp.is_complex, cmp.is_floating_point, cmp.isfinite, cmp.isinf, cmp.isnan, cmp.isneginf),
    *(cmp.isposinf, cmp.isreal, cmp.less, cmp.less_equal, cmp.logical_and, cmp.logical_not),
    *(cmp.logical_or, cmp.logical_xor, cmp.not_equal, cmp.signbit),
)
_MATRICES: tuple[Fn, ...] = (
    *(
        la.addbmm,
        la.addmm,
        la.addmv,
        la.addr,
        la.baddbmm,
        la.bmm,
        solving.cholesky,
        solving.cholesky_inverse,
    ),
    *(
        solving.cholesky_solve,
        norms.cov,
        la.cross,
        solving.det,
        la.dot,
        solving.eigvals,
        la.inner,
        solving.inverse,
    ),
    *(
        solving.logdet,
        solving.lstsq,
        la.matmul,
        solving.matrix_power,
        la.mm,
        norms.norm,
        la.outer,
        norms.renorm,
    ),
    *(solving.slogdet, solving.svd, la.trace),
)
_SHAPES: tuple[Fn, ...] = (
    *(
        sh.adjoint,
        sh.broadcast_to,
        joining.chunk,
        sh.diagonal,
        joining.dsplit,
        sh.expand_as,
        sh.expand_dims,
    ),
    *(sh.flip, sh.fliplr, sh.flipud, joining.hsplit, sh.moveaxis, sh.narrow, sh.numel, sh.ravel),
    *(
        sh.reverse,
        sh.roll,
        sh.rot90,
        sh.swapaxes,
        sh.t,
        joining.tensor_split,
        sh.type_as,
        joining.unbind,
    ),
    *(sh.view_as, joining.vsplit),
)
_REDUCTIONS: tuple[Fn, ...] = (
    *(rd.amax, rd.amin, rd.aminmax, rd.argmax_with_value, rd.argmin_with_value, rd.count_nonzero),
    *(
        scans.cummax,
        scans.cummin,
        scans.cumprod,
        scans.logcumsumexp,
        rd.nanmean,
        statistics.nanmedian,
        statistics.nanquantile,
    ),
    *(rd.nansum, statistics.quantile),
)
_PICKING: tuple[Fn, ...] = (
    *(pk.argwhere, pk.diag, pk.diagflat, pk.gather_elements, pk.gather_nd, pk.index_select),
    *(pk.masked_fill, pk.masked_scatter, pk.masked_select, pk.nonzero, pk.reverse_sequence),
    *(pk.tril, pk.triu, so.bincount, so.diff, so.histc, so.kthvalue, so.msort, so.top_k),
    *(
        so.unique_consecutive,
        so.unique_with_pad,
        sc.diagonal_scatter,
        sc.index_fill,
        sc.inplace_update,
    ),
    *(sc.scatter, sc.select_scatter, sc.slice_scatter, sc.unsorted_segment_max),
    *(
        sc.unsorted_segment_min,
        sc.unsorted_segment_prod,
        clip.clamp,
        cr.fills,
        rn.random_categorical,
    ),
)
for _functions in (
    _ELEMENTWISE,
    _ARITHMETIC,
    _COMPARISON,
    _MATRICES,
    _SHAPES,
    _REDUCTIONS,
    _PICKING,
):
    attach({fn.__name__: fn for fn in _functions})

# -- methods under another name ----------------------------------------------------------------
attach(
    {
        **{"absolute": el.abs, "arccos": el.acos, "arccosh": el.acosh, "arcsin": el.asin},
        **{"arcsinh": el.asinh, "arctan": el.atan, "arctanh": el.atanh, "arctan2": ar.atan2},
        **{"negative": el.neg, "inv": el.reciprocal, "invert": el.bitwise_not, "divide": ar.div},
        **{
            "multiply": ar.mul,
            "floor_divide": ar.floor_divide,
            "eq": cmp.equal,
            "ne": cmp.not_equal,
        },
        **{"lt": cmp.less, "le": cmp.less_equal, "gt": cmp.greater, "ge": cmp.greater_equal},
        **{
            "ger": la.outer,
            "matrix_determinant": solving.det,
            "log_matrix_determinant": solving.slogdet,
        },
        **{
            "swapdims": sh.swapaxes,
            "movedim": sh.moveaxis,
            "unsqueeze": spelled(sh.expand_dims, dim="axis"),
        },
        **{
            "clip": clip.clamp,
            "scatter_sub": sc.tensor_scatter_sub,
            "scatter_mul": sc.tensor_scatter_mul,
        },
        **{"scatter_div": sc.tensor_scatter_div, "scatter_max": sc.tensor_scatter_max},
        **{"scatter_min": sc.tensor_scatter_min, "tile": spelled(joining.tile, reps="dims")},
    }
)
