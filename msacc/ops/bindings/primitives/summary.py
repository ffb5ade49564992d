"""Summary primitives: named values that SummaryRecord writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.ops import summary
from msacc.ops.core.primitive import Primitive, primitive_names

if TYPE_CHECKING:
    from msacc.common.tensor import Tensor


class _Summary(Primitive):
    _msacc_plugin = ""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, name: str, value: Tensor) -> None:
        summary.record(self.name, self._msacc_plugin, name, value)


class ScalarSummary(_Summary):
    """`(name, value)`: record a number (shape () or (1,)) for SummaryRecord."""

    _msacc_plugin = "scalar"


class ImageSummary(_Summary):
    """`(name, value)`: record images (N, C, H, W) with C 1 or 3 for SummaryRecord."""

    _msacc_plugin = "image"


class TensorSummary(_Summary):
    """`(name, value)`: record a tensor of one dimension or more for SummaryRecord."""

    _msacc_plugin = "tensor"


class HistogramSummary(_Summary):
    """`(name, value)`: record the distribution of a tensor's values for SummaryRecord."""

    _msacc_plugin = "histogram"


__all__ = primitive_names(globals())
