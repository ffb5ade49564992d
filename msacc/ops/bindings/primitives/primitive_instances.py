"""Primitives that MindSpore has ready-made, under names in small letters."""

from __future__ import annotations

from msacc.ops.bindings.primitives import array, gather_select, math

floordiv, floormod = vars(math)["FloorDiv"](), vars(math)["FloorMod"]()
tensor_range, tensor_slice = array.Range(), vars(gather_select)["Slice"]()

__all__ = ["floordiv", "floormod", "tensor_range", "tensor_slice"]
