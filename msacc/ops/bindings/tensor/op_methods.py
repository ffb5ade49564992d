"""Methods of Tensor that are a function of a chapter, under its own name or a second one; self is
its first argument.
"""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.ops.array import creation as cr
from msacc.ops.array import fill, joining
from msacc.ops.array import gather_select as pk
from msacc.ops.array import scattering as sc
from msacc.ops.array import shaping as sh
from msacc.ops.array import sorting as so
from msacc.ops.bindings.tensor.operators import attach
from msacc.ops.core.op import spelled
from msacc.ops.linalg import factorizations as fa
from msacc.ops.linalg import norms, solving
from msacc.ops.linalg import products as la
from msacc.ops.math import arithmetic as ar
from msacc.ops.math import bessel as bs
from msacc.ops.math import clip, scans, statistics
from msacc.ops.math import compare as cmp
from msacc.ops.math import elementwise as el
from msacc.ops.math import reduce as rd
from msacc.ops.nn import activation as act
from msacc.ops.nn import image


def add(self: Tensor, other: Any, *, alpha: Any = 1) -> Tensor:
    """self + alpha * other."""
    return ar.add(self, other if alpha == 1 else ar.mul(other, alpha))


def qr(self: Tensor, some: bool = True) -> Any:
    """(Q, R) of the QR factorization; Q square where `some` is False."""
    return solving.qr(self, "reduced" if some else "complete")


def addr(self: Tensor, vec1: Tensor, vec2: Tensor, beta: Any = 1, alpha: Any = 1) -> Tensor:
    """beta * self + alpha * (the outer product of vec1 and vec2)."""
    return la.addr(self, vec1, vec2, beta=beta, alpha=alpha)


def softmax(self: Tensor, axis: int, dtype: Any = None) -> Tensor:
    """exp(self) over its sum along `axis`, computed in `dtype` if one is given."""
    return act.softmax(self, axis, dtype=dtype)


# -- under the function's own name ---------------------------------------------------------------
_ELEMENTWISE = (
    *(el.abs, el.acos, el.acosh, el.addcdiv, el.addcmul, el.angle, el.asin, el.asinh, el.atan),
    *(el.atanh, el.bitwise_not, el.ceil, el.conj, el.cos, el.cosh, el.deg2rad, el.digamma, el.erf),
    *(
        el.erfc,
        el.erfinv,
        el.exp,
        el.expm1,
        el.floor,
        el.frac,
        bs.i0,
        el.igamma,
        el.igammac,
        el.imag,
    ),
    *(el.lerp, el.lgamma, el.log, el.log10, el.log1p, el.log2, el.logit, el.mvlgamma),
    *(el.nan_to_num, el.neg, el.positive, el.rad2deg, el.real, el.reciprocal, el.round, el.rsqrt),
    *(el.sgn, el.sign, el.sin, el.sinc, el.sinh, el.sqrt, el.square, el.tan, el.trunc),
    *(act.gelu, act.hardshrink, act.log_softmax, act.relu, act.sigmoid, act.tanh, clip.clamp),
)
_ARITHMETIC = (
    *(ar.atan2, ar.bitwise_and, ar.bitwise_left_shift, ar.bitwise_or, ar.bitwise_right_shift),
    *(ar.bitwise_xor, ar.copysign, ar.div, ar.fmax, ar.fmin, ar.fmod, ar.gcd, ar.heaviside),
    *(ar.hypot, ar.lcm, ar.ldexp, ar.logaddexp, ar.logaddexp2, ar.maximum, ar.minimum, ar.mul),
    *(ar.nextafter, ar.pow, ar.subtract, ar.true_divide, ar.xdivy, ar.xlogy),
)
_COMPARISON = (
    *(cmp.allclose, cmp.equal, cmp.greater, cmp.greater_equal, cmp.is_complex, cmp.isfinite),
    *(
        cmp.is_floating_point,
        cmp.isinf,
        cmp.isnan,
        cmp.isneginf,
        cmp.isposinf,
        cmp.isreal,
        cmp.less,
    ),
    *(cmp.less_equal, cmp.logical_not, cmp.logical_xor, cmp.not_equal, cmp.signbit),
)
_MATRICES = (
    *(
        la.addbmm,
        la.addmm,
        la.addmv,
        la.baddbmm,
        la.bmm,
        la.cross,
        la.dot,
        la.inner,
        la.mm,
        la.outer,
    ),
    *(norms.cov, norms.norm, norms.renorm, fa.geqrf, fa.orgqr, fa.triangular_solve, solving.svd),
    *(solving.cholesky, solving.cholesky_inverse, solving.cholesky_solve, solving.det),
    *(solving.eigvals, solving.inverse, solving.logdet, solving.lstsq, solving.matrix_power),
    *(solving.slogdet, fa.lu_solve),
)
_SHAPES = (
    *(sh.adjoint, sh.broadcast_to, sh.expand_dims, sh.flip, sh.fliplr, sh.flipud, sh.moveaxis),
    *(sh.numel, sh.ravel, sh.reverse, sh.roll, sh.rot90, sh.swapaxes, sh.t, sh.type_as, sh.view_as),
    *(joining.dsplit, joining.hsplit, joining.tensor_split, joining.unbind, joining.vsplit),
    *(cr.fills, fill.fill_diagonal, image.col2im, image.fold, image.unfold),
)
_REDUCTIONS = (
    *(rd.amax, rd.amin, rd.aminmax, rd.nanmean),
    *(scans.cummax, scans.cummin, scans.cumprod, scans.logcumsumexp, statistics.nanmedian),
    *(statistics.nanquantile, statistics.quantile),
)
_POSITIONS = (
    *(pk.argwhere, pk.diag, pk.diagflat, pk.gather_elements, pk.gather_nd, pk.masked_fill, pk.tril),
    *(pk.masked_scatter, pk.masked_select, pk.nonzero, pk.triu, so.bincount, so.diff, so.histc),
    *(so.kthvalue, so.msort, so.top_k, so.unique_consecutive, so.unique_with_pad),
    *(sc.diagonal_scatter, sc.index_fill, sc.inplace_update, sc.select_scatter, sc.slice_scatter),
    *(sc.unsorted_segment_max, sc.unsorted_segment_min, sc.unsorted_segment_prod),
)
for _functions in (
    *(_ELEMENTWISE, _ARITHMETIC, _COMPARISON, _MATRICES, _SHAPES, _REDUCTIONS, _POSITIONS),
):
    attach({fn.__name__: fn for fn in _functions})

# -- under another name, or with other names of arguments ------------------------------------------
attach(
    {
        **{"add": add, "qr": qr, "addr": addr, "softmax": softmax},
        **{"absolute": el.abs, "arccos": el.acos, "arccosh": el.acosh, "arcsin": el.asin},
        **{"arcsinh": el.asinh, "arctan": el.atan, "arctanh": el.atanh, "arctan2": ar.atan2},
        **{"negative": el.neg, "inv": el.reciprocal, "invert": el.bitwise_not, "divide": ar.div},
        **{"floor_divide": ar.floor_divide, "eq": cmp.equal, "ne": cmp.not_equal},
        **{"lt": cmp.less, "le": cmp.less_equal, "gt": cmp.greater, "ge": cmp.greater_equal},
        **{"ger": la.outer, "matrix_determinant": solving.det},
        **{"log_matrix_determinant": solving.slogdet, "clip": clip.clamp},
        **{"scatter_sub": sc.tensor_scatter_sub, "scatter_mul": sc.tensor_scatter_mul},
        **{"scatter_div": sc.tensor_scatter_div, "scatter_max": sc.tensor_scatter_max},
        **{"scatter_min": sc.tensor_scatter_min, "soft_shrink": act.softshrink},
        "sub": spelled(ar.subtract, y="other"),
        "multiply": spelled(ar.mul, value="other"),
        "float_power": spelled(ar.float_power, other="exponent"),
        "remainder": spelled(ar.remainder, divisor="other"),
        "matmul": spelled(la.matmul, tensor2="other"),
        "approximate_equal": spelled(cmp.approximate_equal, other="y"),
        "isclose": spelled(cmp.isclose, x2="other"),
        "logical_and": spelled(cmp.logical_and, y="other"),
        "logical_or": spelled(cmp.logical_or, y="other"),
        "ormqr": spelled(fa.ormqr, input2="tau", input3="other"),
    }
)
