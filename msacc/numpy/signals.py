"""Convolution, gradients, interpolation, polynomials, covariance, histograms. The ops compute; this module
binds names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common.tensor import Tensor
from msacc.numpy._wrappers import array_function, array_like, exported_names
from msacc.ops.math import covariance as co
from msacc.ops.math import histograms as hi
from msacc.ops.math import polynomials as po
from msacc.ops.math import signals as si

if TYPE_CHECKING:
    from msacc.common.argument_types import TensorLike

convolve = array_function(si.convolve, "a v")
correlate = array_function(si.correlate, "a v")
gradient = array_function(si.gradient, "f varargs")
interp = array_function(si.interp, "x xp fp left right")

# -- polynomials -------------------------------------------------------------------------------
polyadd = array_function(po.polyadd, "a1 a2")
polysub = array_function(po.polysub, "a1 a2")
polymul = array_function(po.polymul, "a1 a2")
polyval = array_function(po.polyval, "p x")
polyder = array_function(po.polyder, "p")
polyint = array_function(po.polyint, "p k")


def _vector(x: TensorLike) -> Any:
    if not isinstance(x, (list, tuple, Tensor)):
        raise TypeError(
            f"For 'vander', 'x' must be list, tuple or Tensor, but got {type(x).__name__}."
        )
    return array_like(x)


vander = array_function(po.vander, x=_vector)

# -- data --------------------------------------------------------------------------------------
cov = array_function(co.cov, "m y fweights aweights")
corrcoef = array_function(co.corrcoef, "x y")
histogram = array_function(hi.histogram, "a weights")
histogram2d = array_function(hi.histogram2d, "x y weights")
histogramdd = array_function(hi.histogramdd, "weights")
histogram_bin_edges = array_function(hi.histogram_bin_edges, "a")
digitize = array_function(hi.digitize, "x bins")

__all__ = exported_names(globals())
