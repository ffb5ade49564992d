"""Primitives of matrices in compressed rows, which MindSpore keeps in a module of their own."""

from __future__ import annotations

from msacc.ops.doors.primitive_classes import primitive_classes
from msacc.ops.sparse import csr, places

CLASSES = primitive_classes((csr, places), "ops.operations._csr_ops")
globals().update(CLASSES)

__all__ = list(CLASSES)
