"""The primitive of histograms with bins of equal width."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.ops.core.primitive import Primitive, primitive_names
from msacc.ops.math import statistics

if TYPE_CHECKING:
    from msacc.common.tensor import Tensor


class HistogramFixedWidth(Primitive):
    """`HistogramFixedWidth(nbins, dtype)(x, range)`: Int32 counts in equal bins, (nbins,); ValueError for
    another dtype.

    `x`: a Tensor of numbers of any shape.
    `range`: a Tensor (2,), where the bins begin and end.
    """

    def __init__(self, nbins: int, dtype: str = "int32"):
        super().__init__("HistogramFixedWidth")
        if dtype != "int32":
            raise ValueError(f"For '{self.name}', 'dtype' must be 'int32', but got {dtype!r}.")
        self.nbins = nbins

    def construct(self, x: Tensor, range: Tensor) -> Any:
        return statistics.histogram_fixed_width(x, range, self.nbins)


__all__ = primitive_names(globals())
