"""Doors: reductions, scans, products, norms, windows. Nothing is computed here."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.numpy._skin import array_like, doors, opened, sequence
from msacc.ops.array.casting import any_dtype
from msacc.ops.linalg import numpy_products as pr
from msacc.ops.math import histograms as hi
from msacc.ops.math import numpy_nan as na
from msacc.ops.math import numpy_reduce as rd
from msacc.ops.math import numpy_scans as sc
from msacc.ops.math import windows as wi


def _mask(where: Any) -> Any:
    return where if where is True else array_like(where)


def _own_tensor(a: Any) -> Any:
    """MindSpore's `cumprod` alone makes a Tensor of a list, so that whole numbers give Int64."""
    return Tensor(a)._t if isinstance(a, (list, tuple)) else array_like(a)


sum = opened(rd.sum, "a")
mean = opened(rd.mean, "a", dtype=any_dtype)
std = opened(rd.std, "x")
var = opened(rd.var, "x")
max = opened(rd.max, "a", where=_mask)
min = opened(rd.min, "a", where=_mask)
amax, amin = max, min
ptp = opened(rd.ptp, "x")
argmax = opened(rd.argmax, "a")
argmin = opened(rd.argmin, "a")
sometrue = opened(rd.sometrue, "a")
count_nonzero = opened(rd.count_nonzero, "x")
average = opened(rd.average, "x weights")
bincount = opened(hi.bincount, "x weights")

# -- NaN left out ------------------------------------------------------------------------------
nansum = opened(na.nansum, "a")
nanmean = opened(na.nanmean, "a")
nanmax = opened(na.nanmax, "a")
nanmin = opened(na.nanmin, "a")
nanvar = opened(na.nanvar, "a")
nanstd = opened(na.nanstd, "a")
nancumsum = opened(na.nancumsum, "a")

# -- scans -------------------------------------------------------------------------------------
cumsum = opened(sc.cumsum, "a")
cumprod = opened(sc.cumprod, a=_own_tensor)
diff = opened(sc.diff, "a prepend append")
ediff1d = opened(sc.ediff1d, "ary to_end to_begin")
trapz = opened(sc.trapz, "y x")
unwrap = opened(sc.unwrap, "p")

# -- products ----------------------------------------------------------------------------------
matmul = opened(pr.matmul, "x1 x2")
dot = opened(pr.dot, "a b")
inner = opened(pr.inner, "a b")
outer = opened(pr.outer, "a b")
tensordot = opened(pr.tensordot, "a b")
kron = opened(pr.kron, "a b")
cross = opened(pr.cross, "a b")
multi_dot = opened(pr.multi_dot, arrays=sequence(array_like))
matrix_power = opened(pr.matrix_power, "a")
norm = opened(pr.norm, "x")
trace = opened(pr.trace, "a")

# -- windows -----------------------------------------------------------------------------------
bartlett, blackman = opened(wi.bartlett), opened(wi.blackman)
hamming, hanning = opened(wi.hamming), opened(wi.hanning)

__all__ = doors(globals())
