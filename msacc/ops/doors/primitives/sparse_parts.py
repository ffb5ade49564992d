"""Primitives of sparse tensors in parts, which MindSpore keeps in `ops.operations.sparse_ops` alone."""

from __future__ import annotations

from msacc.ops.doors.primitive_classes import primitive_classes
from msacc.ops.sparse import batched, coordinates, segments

CLASSES = primitive_classes((batched, coordinates, segments), "ops.operations.sparse_ops")
globals().update(CLASSES)

__all__ = list(CLASSES)
