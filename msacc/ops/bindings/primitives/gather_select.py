"""Primitives that pick elements and place them."""

from __future__ import annotations

import inspect
from typing import Any

from msacc.ops.array import gather_select as pk
from msacc.ops.array import scattering as sc
from msacc.ops.array import space_to_batch
from msacc.ops.core.locking_primitives import locked
from msacc.ops.core.primitive import Primitive, declared, primitive

_required = inspect.Parameter.empty

_PLAIN = {
    "GatherD": pk.gather_d, "GatherNd": pk.gather_nd, "MaskedSelect": pk.masked_select,
    "MaskedFill": pk.masked_fill, "MaskedScatter": pk.masked_scatter, "Select": pk.select,
    "Slice": pk.slice, "Diag": pk.diag, "DiagPart": pk.diag_part, "NonZero": pk.nonzero,
    "MatrixBandPart": pk.matrix_band_part, "ScatterNd": sc.scatter_nd,
    "TensorScatterUpdate": sc.tensor_scatter_update, "TensorScatterAdd": sc.tensor_scatter_add,
    "TensorScatterSub": sc.tensor_scatter_sub, "TensorScatterMul": sc.tensor_scatter_mul,
    "TensorScatterDiv": sc.tensor_scatter_div, "TensorScatterMax": sc.tensor_scatter_max,
    "TensorScatterMin": sc.tensor_scatter_min, "UnsortedSegmentSum": sc.unsorted_segment_sum,
    "UnsortedSegmentProd": sc.unsorted_segment_prod, "UnsortedSegmentMax": sc.unsorted_segment_max,
    "UnsortedSegmentMin": sc.unsorted_segment_min, "IndexFill": sc.index_fill,
    "SegmentSum": space_to_batch.segment_sum, "SegmentProd": space_to_batch.segment_prod,
    "SegmentMean": space_to_batch.segment_mean, "SegmentMax": space_to_batch.segment_max,
    "SegmentMin": space_to_batch.segment_min,
}  # fmt: skip
globals().update({name: primitive(name, fn) for name, fn in _PLAIN.items()})

# -- picking ----------------------------------------------------------------------------------
Gather = primitive("Gather", pk.gather, batch_dims=0)
GatherV2 = primitive("GatherV2", pk.gather)
StridedSlice = primitive(
    "StridedSlice",
    pk.strided_slice,
    begin_mask=0,
    end_mask=0,
    ellipsis_mask=0,
    new_axis_mask=0,
    shrink_axis_mask=0,
)
Tril = primitive("Tril", pk.tril, diagonal=0)
Triu = primitive("Triu", pk.triu, diagonal=0)
ReverseSequence = primitive("ReverseSequence", pk.reverse_sequence, seq_dim=_required, batch_dim=0)

# -- placing ----------------------------------------------------------------------------------
_ROWS = {
    "ScatterUpdate": sc.scatter_update, "ScatterAdd": sc.scatter_add, "ScatterSub": sc.scatter_sub,
    "ScatterMul": sc.scatter_mul, "ScatterDiv": sc.scatter_div, "ScatterMax": sc.scatter_max,
    "ScatterMin": sc.scatter_min, "ScatterNdUpdate": sc.scatter_nd_update,
    "ScatterNdAdd": sc.scatter_nd_add, "ScatterNdSub": sc.scatter_nd_sub,
    "ScatterNdMul": sc.scatter_nd_mul, "ScatterNdDiv": sc.scatter_nd_div,
    "ScatterNdMax": sc.scatter_nd_max, "ScatterNdMin": sc.scatter_nd_min,
}  # fmt: skip
globals().update(
    {name: locked(name, fn, use_locking="Update" in name) for name, fn in _ROWS.items()}
)
IndexAdd = primitive(
    "IndexAdd", sc.index_add, axis=_required, use_lock=True, check_index_bound=True
)
TensorScatterElements = primitive(
    "TensorScatterElements", sc.tensor_scatter_elements, axis=0, reduction="none"
)


class _InPlaceRows(Primitive):
    """`Inplace…(indices)(x, v)`."""

    _rows: Any = None

    def __init__(self, indices: Any):
        super().__init__(type(self).__name__)
        self.indices = indices

    def construct(self, x: Any, v: Any) -> Any:
        return type(self)._rows(x, v, self.indices)


class InplaceUpdate(_InPlaceRows):
    """A copy of `x` with the rows `indices` replaced by those of `v`."""

    _rows = staticmethod(sc.inplace_update)


class InplaceAdd(_InPlaceRows):
    """A copy of `x` with the rows of `v` added to the rows `indices`."""

    _rows = staticmethod(sc.inplace_add)


class InplaceSub(_InPlaceRows):
    """A copy of `x` with the rows of `v` subtracted from the rows `indices`."""

    _rows = staticmethod(sc.inplace_sub)


__all__ = declared(globals())
