"""Primitives that replace rows of a copy; the indices are a setting of the constructor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.ops.array import scattering as sc
from msacc.ops.core.primitive import Primitive, primitive_names

if TYPE_CHECKING:
    from msacc.common.tensor import Tensor


class _InPlaceRows(Primitive):
    """`Inplace…(indices)(x, v)`."""

    _msacc_rows: Any = None

    def __init__(self, indices: Any):
        super().__init__(type(self).__name__)
        self.indices = indices

    def construct(self, x: Tensor, v: Tensor) -> Any:
        return type(self)._msacc_rows(x, v, self.indices)


class InplaceUpdate(_InPlaceRows):
    """A copy of `x` with the rows `indices` replaced by those of `v`.

    `x`: a Tensor of numbers, whose shape and dtype the result has; `v`: (len(indices), …) of its dtype;
    `indices`: an int or a tuple of ints.
    """

    _msacc_rows = staticmethod(sc.inplace_update)


class InplaceAdd(_InPlaceRows):
    """A copy of `x` with the rows of `v` added to the rows `indices`; shapes and dtypes as in `InplaceUpdate`."""

    _msacc_rows = staticmethod(sc.inplace_add)


class InplaceSub(_InPlaceRows):
    """A copy of `x` with the rows of `v` subtracted from the rows `indices`; shapes and dtypes as in
    `InplaceUpdate`.
    """

    _msacc_rows = staticmethod(sc.inplace_sub)


__all__ = primitive_names(globals())
