"""Primitives of sparse tensors passed as component tensors, exported by `ops.operations.sparse_ops` alone."""

from __future__ import annotations

from msacc.ops.bindings.primitive_classes import primitive_classes
from msacc.ops.sparse import coo_parts, csr_batched, segments

CLASSES = primitive_classes((csr_batched, coo_parts, segments), "ops.operations.sparse_ops")
globals().update(CLASSES)

__all__ = list(CLASSES)
