"""Doors: convolution, slopes, interpolation, polynomials, covariance, histograms. Nothing is computed here."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.numpy._skin import array_like, doors, opened
from msacc.ops.math import covariance as co
from msacc.ops.math import histograms as hi
from msacc.ops.math import polynomials as po
from msacc.ops.math import signals as si

convolve = opened(si.convolve, "a v")
correlate = opened(si.correlate, "a v")
gradient = opened(si.gradient, "f varargs")
interp = opened(si.interp, "x xp fp left right")

# -- polynomials -------------------------------------------------------------------------------
polyadd = opened(po.polyadd, "a1 a2")
polysub = opened(po.polysub, "a1 a2")
polymul = opened(po.polymul, "a1 a2")
polyval = opened(po.polyval, "p x")
polyder = opened(po.polyder, "p")
polyint = opened(po.polyint, "p k")


def _vector(x: Any) -> Any:
    if not isinstance(x, (list, tuple, Tensor)):
        raise TypeError(
            f"For 'vander', 'x' must be list, tuple or Tensor, but got {type(x).__name__}."
        )
    return array_like(x)


vander = opened(po.vander, x=_vector)

# -- data --------------------------------------------------------------------------------------
cov = opened(co.cov, "m y fweights aweights")
corrcoef = opened(co.corrcoef, "x y")
histogram = opened(hi.histogram, "a weights")
histogram2d = opened(hi.histogram2d, "x y weights")
histogramdd = opened(hi.histogramdd, "weights")
histogram_bin_edges = opened(hi.histogram_bin_edges, "a")
digitize = opened(hi.digitize, "x bins")

__all__ = doors(globals())
