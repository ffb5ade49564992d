"""Reductions, scans, products, norms, windows. The ops compute; this module binds names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor
from msacc.numpy._wrappers import array_function, array_like, exported_names, sequence
from msacc.ops.array.casting import any_dtype
from msacc.ops.linalg import numpy_products as pr
from msacc.ops.math import histograms as hi
from msacc.ops.math import numpy_nan as na
from msacc.ops.math import numpy_reduce as rd
from msacc.ops.math import numpy_scans as sc
from msacc.ops.math import windows as wi

if TYPE_CHECKING:
    from msacc.common.argument_types import TensorLike


def _mask(where: Any) -> Any:
    return where if where is True else array_like(where)


def _cumprod_input(a: TensorLike) -> Any:
    """MindSpore's `cumprod` alone makes a Tensor of a list, so that integers give Int64."""
    return Tensor(a)._t if isinstance(a, (list, tuple)) else array_like(a)


sum = array_function(rd.sum, "a")
mean = array_function(rd.mean, "a", dtype=any_dtype)
std = array_function(rd.std, "x")
var = array_function(rd.var, "x")
max = array_function(rd.max, "a", where=_mask)
min = array_function(rd.min, "a", where=_mask)
amax, amin = max, min
ptp = array_function(rd.ptp, "x")
argmax = array_function(rd.argmax, "a")
argmin = array_function(rd.argmin, "a")
sometrue = array_function(rd.sometrue, "a")
count_nonzero = array_function(rd.count_nonzero, "x")
average = array_function(rd.average, "x weights")
bincount = array_function(hi.bincount, "x weights")

# -- NaN left out ------------------------------------------------------------------------------
nansum = array_function(na.nansum, "a")
nanmean = array_function(na.nanmean, "a")
nanmax = array_function(na.nanmax, "a")
nanmin = array_function(na.nanmin, "a")
nanvar = array_function(na.nanvar, "a")
nanstd = array_function(na.nanstd, "a")
nancumsum = array_function(na.nancumsum, "a")

# -- scans -------------------------------------------------------------------------------------
cumsum = array_function(sc.cumsum, "a")
cumprod = array_function(sc.cumprod, a=_cumprod_input)
diff = array_function(sc.diff, "a prepend append")
ediff1d = array_function(sc.ediff1d, "ary to_end to_begin")
trapz = array_function(sc.trapz, "y x")
unwrap = array_function(sc.unwrap, "p")

# -- products ----------------------------------------------------------------------------------
matmul = array_function(pr.matmul, "x1 x2")
dot = array_function(pr.dot, "a b")
inner = array_function(pr.inner, "a b")
outer = array_function(pr.outer, "a b")
tensordot = array_function(pr.tensordot, "a b")
kron = array_function(pr.kron, "a b")
cross = array_function(pr.cross, "a b")
multi_dot = array_function(pr.multi_dot, arrays=sequence(array_like))
matrix_power = array_function(pr.matrix_power, "a")
norm = array_function(pr.norm, "x")
trace = array_function(pr.trace, "a")

# -- windows -----------------------------------------------------------------------------------
bartlett, blackman = array_function(wi.bartlett), array_function(wi.blackman)
hamming, hanning = array_function(wi.hamming), array_function(wi.hanning)

__all__ = exported_names(globals())
