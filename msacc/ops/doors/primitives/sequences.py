"""Primitives of tuples and lists, `mindspore.ops.operations._sequence_ops`."""

from __future__ import annotations

from msacc.common.tensor import Tensor
from msacc.ops import lists, scalars, sequences
from msacc.ops.core.declaration import PrimitiveClass
from msacc.ops.doors.primitive_classes import primitive_classes

CLASSES = primitive_classes((lists, scalars, sequences), "ops.operations._sequence_ops")
# Tensor is no op, so nothing stands beside it.
CLASSES |= {name: PrimitiveClass(name).build(Tensor) for name in ("TupleToTensor", "ListToTensor")}
globals().update(CLASSES)

__all__ = list(CLASSES)
