"""Primitives that sort, search, count and compare sets."""

from __future__ import annotations

import inspect
from typing import Any

from msacc.common import dtype as mstype
from msacc.ops.array import index_math, sets
from msacc.ops.array import sorting as so
from msacc.ops.core.primitive import Primitive, declared, primitive
from msacc.ops.math import statistics

_required = inspect.Parameter.empty

Sort = primitive("Sort", so.sort, axis=-1, descending=False)
TopK = primitive("TopK", so.top_k, sorted=True)
InTopK = primitive("InTopK", so.intopk, k=_required)
Unique = primitive("Unique", so.unique)
UniqueWithPad = primitive("UniqueWithPad", so.unique_with_pad)
UniqueConsecutive = primitive(
    "UniqueConsecutive",
    so.unique_consecutive_all,
    return_inverse=False,
    return_counts=False,
    dim=None,
)
Bucketize = primitive("Bucketize", so.bucketize, boundaries=_required)
Bincount = primitive("Bincount", so.bincount)
UnravelIndex = primitive("UnravelIndex", index_math.unravel_index)
ListDiff = primitive("ListDiff", sets.list_diff, out_idx=mstype.int32)
LowerBound = primitive("LowerBound", index_math.lower_bound, out_type=mstype.int32)
UpperBound = primitive("UpperBound", index_math.upper_bound, out_type=mstype.int32)
SearchSorted = primitive("SearchSorted", index_math.search_sorted, dtype=mstype.int64, right=False)
Histogram = primitive("Histogram", so.histc, bins=100, min=0.0, max=0.0)
NthElement = primitive("NthElement", statistics.nth_element, reverse=False)
EditDistance = primitive("EditDistance", sets.edit_distance, normalize=True)
Median = primitive(
    "Median", statistics.median_of, global_median=False, axis=0, keep_dims=False, ignore_nan=False
)
Quantile = primitive(
    "Quantile", statistics.quantile_of, dim=None, keep_dims=False, ignore_nan=False
)


class HistogramFixedWidth(Primitive):
    """`HistogramFixedWidth(nbins, dtype)(x, range)`: Int32 counts in equal bins; ValueError for another dtype."""

    def __init__(self, nbins: int, dtype: str = "int32"):
        super().__init__("HistogramFixedWidth")
        if dtype != "int32":
            raise ValueError(f"For '{self.name}', 'dtype' must be 'int32', but got {dtype!r}.")
        self.nbins = nbins

    def construct(self, x: Any, range: Any) -> Any:
        return statistics.histogram_fixed_width(x, range, self.nbins)


__all__ = declared(globals())
