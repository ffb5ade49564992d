"""Primitives that make, shape, pick and place elements."""

from __future__ import annotations

import inspect
from typing import Any

from msacc.common import dtype as mstype
from msacc.ops import state as st
from msacc.ops.array import creation as cr
from msacc.ops.array import joining
from msacc.ops.array import picking as pk
from msacc.ops.array import scattering as sc
from msacc.ops.array import shaping as sh
from msacc.ops.core.primitive import Primitive, primitive

_required = inspect.Parameter.empty

_PLAIN = {
    "Cast": sh.cast, "Reshape": sh.reshape, "Transpose": sh.transpose, "ExpandDims": sh.expand_dims,
    "Shape": sh.shape, "DType": sh.dtype, "Rank": sh.rank, "Size": sh.size, "TensorShape": sh.dyn_shape,
    "DynamicShape": sh.dyn_shape, "Flatten": sh.flatten_batch, "Tile": joining.tile, "Zeros": cr.zeros,
    "Ones": cr.ones, "ZerosLike": cr.zeros_like, "OnesLike": cr.ones_like, "Fill": cr.fill,
    "FillV2": cr.fill_with, "Fills": cr.fills, "Eye": cr.eye, "LinSpace": cr.linspace,
    "ScalarToTensor": cr.scalar_to_tensor, "ScalarToArray": cr.scalar_to_array,
    "TupleToArray": cr.tuple_to_array, "GatherD": pk.gather_d, "GatherNd": pk.gather_nd,
    "MaskedSelect": pk.masked_select, "MaskedFill": pk.masked_fill, "MaskedScatter": pk.masked_scatter,
    "Select": pk.select, "Slice": pk.slice, "Diag": pk.diag, "DiagPart": pk.diag_part,
    "NonZero": pk.nonzero, "MatrixBandPart": pk.matrix_band_part, "ScatterNd": sc.scatter_nd,
    "TensorScatterUpdate": sc.tensor_scatter_update, "TensorScatterAdd": sc.tensor_scatter_add,
    "TensorScatterSub": sc.tensor_scatter_sub, "TensorScatterMul": sc.tensor_scatter_mul,
    "TensorScatterDiv": sc.tensor_scatter_div, "TensorScatterMax": sc.tensor_scatter_max,
    "TensorScatterMin": sc.tensor_scatter_min, "UnsortedSegmentSum": sc.unsorted_segment_sum,
    "UnsortedSegmentProd": sc.unsorted_segment_prod, "UnsortedSegmentMax": sc.unsorted_segment_max,
    "UnsortedSegmentMin": sc.unsorted_segment_min, "IndexFill": sc.index_fill, "Assign": st.assign,
    "AssignAdd": st.assign_add, "AssignSub": st.assign_sub, "Depend": st.depend, "Identity": st.identity,
    "StopGradient": st.stop_gradient, "Print": st.print_,
    "TransposeView": sh.transpose,
}  # fmt: skip
globals().update({name: primitive(name, fn) for name, fn in _PLAIN.items()})

# -- shapes ------------------------------------------------------------------------------------
Squeeze = primitive("Squeeze", sh.squeeze, axis=())
BroadcastTo = primitive("BroadcastTo", sh.broadcast_to, shape=_required)
Concat = primitive("Concat", joining.cat, axis=0)
Stack = primitive("Stack", joining.stack, axis=0)
Pack = primitive("Pack", joining.stack, axis=0)
Unstack = primitive("Unstack", joining.unstack_of, axis=0, num=None)
Unpack = primitive("Unpack", joining.unstack, axis=0)
Split = primitive("Split", joining.split_equal, axis=0, output_num=1)
SplitV = primitive(
    "SplitV", joining.split_sizes, size_splits=_required, split_dim=_required, num_split=_required
)
ReverseV2 = primitive("ReverseV2", sh.reverse, axis=_required)
Roll = primitive("Roll", sh.roll, shifts=_required, dims=None)
Meshgrid = primitive("Meshgrid", cr.meshgrid, indexing="xy")
OneHot = primitive("OneHot", cr.one_hot, axis=-1)
Range = primitive("Range", cr.range, maxlen=1000000)
TrilIndices = primitive(
    "TrilIndices", cr.tril_indices, row=_required, col=_required, offset=0, dtype=mstype.int32
)
TriuIndices = primitive(
    "TriuIndices", cr.triu_indices, row=_required, col=_required, offset=0, dtype=mstype.int32
)

DepthToSpace = primitive("DepthToSpace", sh.depth_to_space, block_size=_required)
SpaceToDepth = primitive("SpaceToDepth", sh.space_to_depth, block_size=_required)

# -- picking -----------------------------------------------------------------------------------
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

# -- placing -----------------------------------------------------------------------------------
_ROWS = {
    "ScatterUpdate": sc.scatter_update, "ScatterAdd": sc.scatter_add, "ScatterSub": sc.scatter_sub,
    "ScatterMul": sc.scatter_mul, "ScatterDiv": sc.scatter_div, "ScatterMax": sc.scatter_max,
    "ScatterMin": sc.scatter_min, "ScatterNdUpdate": sc.scatter_nd_update,
    "ScatterNdAdd": sc.scatter_nd_add, "ScatterNdSub": sc.scatter_nd_sub,
    "ScatterNdMul": sc.scatter_nd_mul, "ScatterNdDiv": sc.scatter_nd_div,
    "ScatterNdMax": sc.scatter_nd_max, "ScatterNdMin": sc.scatter_nd_min,
}  # fmt: skip
globals().update(
    {name: primitive(name, fn, use_locking="Update" in name) for name, fn in _ROWS.items()}
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


__all__ = [
    name
    for name, value in list(globals().items())
    if isinstance(value, type) and value is not Primitive and not name.startswith("_")
]
