"""Primitives of tuples and lists, `mindspore.ops.operations._sequence_ops`."""

from __future__ import annotations

from msacc.common.tensor import Tensor
from msacc.ops import container_functions, container_primitives, legacy_containers
from msacc.ops.core.primitive import Primitive, declared, primitive

_ROWS = {
    "InSequence": container_primitives.contains, "SequenceAdd": container_primitives.joined,
    "SequenceCount": container_primitives.count,
    "SequenceIndex": container_primitives.index, "SequenceMax": container_primitives.largest,
    "SequenceMin": container_primitives.smallest,
    "SequenceMul": container_primitives.repeated, "SequenceSlice": container_primitives.cut,
    "SequenceSliceSetItem": container_primitives.replaced,
    "SequenceZerosLike": container_primitives.zeros_like, "SequenceAddN": container_primitives.summed,
    "ListAppend": container_primitives.appended,
    "ListInsert": container_primitives.inserted, "ListAppendAndInsertGrad": container_primitives.without,
    "sequence_len": container_primitives.length,
    "tuple_equal": container_functions.tuple_equal, "tuple_lt": container_primitives.less,
    "tuple_le": container_primitives.at_most,
    "tuple_greater_than": container_primitives.greater, "tuple_greater_equal": container_primitives.at_least,
    "list_equal": container_functions.list_equal, "list_lt": container_primitives.less,
    "list_le": container_primitives.at_most,
    "list_greater_than": container_primitives.greater, "list_greater_equal": container_primitives.at_least,
    "make_range": legacy_containers.make_range, "shape_mul": container_functions.shape_mul,
    "TensorToScalar": container_primitives.to_number,
    "TensorToList": container_primitives.to_list, "TensorToTuple": container_primitives.to_tuple,
    "TupleToTensor": Tensor,
    "ListToTensor": Tensor,
}  # fmt: skip
_made: dict[str, type[Primitive]] = {name: primitive(name, fn) for name, fn in _ROWS.items()}
globals().update(_made)
SequenceStack = primitive("SequenceStack", container_primitives.stacked, axis=0)
SequenceUnstack = primitive("SequenceUnstack", container_primitives.unstacked, axis=0, num=None)

__all__ = declared(globals())
