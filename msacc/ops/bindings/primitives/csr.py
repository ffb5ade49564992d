"""Primitives of matrices in compressed rows, which MindSpore keeps in a module of their own."""

from __future__ import annotations

from msacc.ops.bindings.primitive_classes import primitive_classes
from msacc.ops.sparse import csr, sparse_indices

CLASSES = primitive_classes((csr, sparse_indices), "ops.operations._csr_ops")
globals().update(CLASSES)

__all__ = list(CLASSES)
