"""Primitives that make, shape, join and take apart."""

from __future__ import annotations

import inspect

from msacc.common import dtype as mstype
from msacc.ops import legacy_containers, printing
from msacc.ops import parameter_assign as st
from msacc.ops.array import creation as cr
from msacc.ops.array import fill, index_math, joining, space_to_batch
from msacc.ops.array import shaping as sh
from msacc.ops.core.primitive import declared, primitive

_required = inspect.Parameter.empty

_PLAIN = {
    "Cast": sh.cast, "Reshape": sh.reshape, "Transpose": sh.transpose, "ExpandDims": sh.expand_dims,
    "Shape": sh.shape, "DType": sh.dtype, "Rank": sh.rank, "Size": sh.size, "TensorShape": sh.dyn_shape,
    "Flatten": sh.flatten_batch, "Tile": joining.tile, "Zeros": cr.zeros,
    "Ones": cr.ones, "ZerosLike": cr.zeros_like, "OnesLike": cr.ones_like, "Fill": cr.fill,
    "FillV2": cr.fill_with, "Fills": cr.fills, "Eye": cr.eye, "LinSpace": cr.linspace,
    "ScalarToTensor": cr.scalar_to_tensor, "ScalarToArray": cr.scalar_to_array,
    "TupleToArray": cr.tuple_to_array, "Assign": st.assign, "AssignAdd": st.assign_add,
    "AssignSub": st.assign_sub, "Depend": st.depend, "Identity": st.identity,
    "StopGradient": st.stop_gradient, "Print": printing.print_, "TransposeView": sh.transpose,
    "ScalarCast": legacy_containers.scalar_cast, "InvertPermutation": index_math.invert_permutation,
    "Expand": fill.expand, "Coalesce": fill.coalesce, "IdentityN": fill.identity_n,
    "ConjugateTranspose": fill.conjugate_transpose,
}  # fmt: skip
globals().update({name: primitive(name, fn) for name, fn in _PLAIN.items()})

DynamicShape = primitive("DynamicShape", sh.dyn_shape_as, dtype=9)

# -- making -----------------------------------------------------------------------------------
Meshgrid = primitive("Meshgrid", cr.meshgrid, indexing="xy")
OneHot = primitive("OneHot", cr.one_hot, axis=-1)
Range = primitive("Range", cr.range, maxlen=1000000)
TrilIndices = primitive(
    "TrilIndices", cr.tril_indices, row=_required, col=_required, offset=0, dtype=mstype.int32
)
TriuIndices = primitive(
    "TriuIndices", cr.triu_indices, row=_required, col=_required, offset=0, dtype=mstype.int32
)
LogSpace = primitive("LogSpace", cr.log_space, steps=10, base=10, dtype=mstype.float32)

# -- shapes -----------------------------------------------------------------------------------
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
DepthToSpace = primitive("DepthToSpace", sh.depth_to_space, block_size=_required)
SpaceToDepth = primitive("SpaceToDepth", sh.space_to_depth, block_size=_required)
Padding = primitive("Padding", fill.padding, pad_dim_size=8)
FillDiagonal = primitive("FillDiagonal", fill.fill_diagonal, fill_value=_required, wrap=False)

# -- blocks -----------------------------------------------------------------------------------
SpaceToBatchND = primitive(
    "SpaceToBatchND",
    space_to_batch.space_to_batch_nd,
    _to={"block_shape": "block_size"},
    block_shape=_required,
    paddings=_required,
)
SpaceToBatch = primitive(
    "SpaceToBatch", space_to_batch.space_to_batch, block_size=_required, paddings=_required
)
BatchToSpaceND = primitive(
    "BatchToSpaceND", space_to_batch.batch_to_space_nd, block_shape=_required, crops=_required
)
BatchToSpace = primitive(
    "BatchToSpace", space_to_batch.batch_to_space, block_size=_required, crops=_required
)

__all__ = declared(globals())
