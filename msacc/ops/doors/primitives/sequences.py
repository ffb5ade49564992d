"""Primitives of tuples and lists, `mindspore.ops.operations._sequence_ops`."""

from __future__ import annotations

from msacc.common.tensor import Tensor
from msacc.ops import lists, scalars, sequences
from msacc.ops.core.primitive import Primitive, declared, primitive

_ROWS = {
    "InSequence": lists.contains, "SequenceAdd": lists.joined, "SequenceCount": lists.count,
    "SequenceIndex": lists.index, "SequenceMax": lists.largest, "SequenceMin": lists.smallest,
    "SequenceMul": lists.repeated, "SequenceSlice": lists.cut, "SequenceSliceSetItem": lists.replaced,
    "SequenceZerosLike": lists.zeros_like, "SequenceAddN": lists.summed, "ListAppend": lists.appended,
    "ListInsert": lists.inserted, "ListAppendAndInsertGrad": lists.without, "sequence_len": lists.length,
    "tuple_equal": sequences.tuple_equal, "tuple_lt": lists.less, "tuple_le": lists.at_most,
    "tuple_greater_than": lists.greater, "tuple_greater_equal": lists.at_least,
    "list_equal": sequences.list_equal, "list_lt": lists.less, "list_le": lists.at_most,
    "list_greater_than": lists.greater, "list_greater_equal": lists.at_least,
    "make_range": scalars.make_range, "shape_mul": sequences.shape_mul, "TensorToScalar": lists.to_number,
    "TensorToList": lists.to_list, "TensorToTuple": lists.to_tuple, "TupleToTensor": Tensor,
    "ListToTensor": Tensor,
}  # fmt: skip
_made: dict[str, type[Primitive]] = {name: primitive(name, fn) for name, fn in _ROWS.items()}
globals().update(_made)
SequenceStack = primitive("SequenceStack", lists.stacked, axis=0)
SequenceUnstack = primitive("SequenceUnstack", lists.unstacked, axis=0, num=None)

__all__ = declared(globals())
