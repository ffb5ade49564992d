"""Primitives of CSR matrices, in the module of their own that MindSpore has for them."""

from __future__ import annotations

from msacc.ops.bindings.primitive_classes import primitive_classes
from msacc.ops.sparse import csr, sparse_indices

CLASSES = primitive_classes((csr, sparse_indices), "ops.operations._csr_ops")
globals().update(CLASSES)

__all__ = list(CLASSES)
