"""Primitives of tuples and lists, `mindspore.ops.operations._sequence_ops`."""

from __future__ import annotations

from msacc.common.tensor import Tensor
from msacc.ops import container_functions, container_primitives, legacy_containers
from msacc.ops.bindings.primitive_classes import primitive_classes
from msacc.ops.core.declaration import PrimitiveClass

CLASSES = primitive_classes(
    (container_primitives, legacy_containers, container_functions), "ops.operations._sequence_ops"
)
# Tensor is a class and no op, so it has no declaration of its own.
CLASSES |= {name: PrimitiveClass(name).build(Tensor) for name in ("TupleToTensor", "ListToTensor")}
globals().update(CLASSES)

__all__ = list(CLASSES)
