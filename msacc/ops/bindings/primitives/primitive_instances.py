"""Primitive instances that MindSpore exports under lower-case names."""

from __future__ import annotations

from msacc.ops.bindings.primitive_classes import CLASSES

floordiv, floormod = CLASSES["FloorDiv"](), CLASSES["FloorMod"]()
tensor_range, tensor_slice = CLASSES["Range"](), CLASSES["Slice"]()

__all__ = ["floordiv", "floormod", "tensor_range", "tensor_slice"]
