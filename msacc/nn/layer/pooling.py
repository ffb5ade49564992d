"""Pooling layers."""

from __future__ import annotations

from typing import Any

from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.ops import nn_check as check
from msacc.ops.nn_pool import PoolSpec, avg_pool2d, max_pool2d, run_pool_avg, run_pool_max


class _PoolNd(Cell):
    """Checks that all windowed pools share."""

    def __init__(self, kernel_size: Any, stride: Any, pad_mode: str, data_format: str = "NCHW"):
        super().__init__()
        check.instance(self.cls_name, "pad_mode", pad_mode, str)
        self.pad_mode = check.choice(
            self.cls_name, "pad_mode", pad_mode.upper(), ["VALID", "SAME", "PAD"]
        )
        self.format = check.choice(self.cls_name, "format", data_format, ["NCHW", "NHWC"])
        self.kernel_size = self._window("kernel_size", kernel_size)
        self.stride = self._window("stride", stride)

    def _window(self, argument: str, value: Any) -> Any:
        check.instance(self.cls_name, argument, value, (int, tuple))
        items = value if isinstance(value, tuple) else (value,)
        if not all(isinstance(item, int) and item > 0 for item in items):
            raise ValueError(
                f"For '{self.cls_name}', the '{argument}' must be an positive int number or a tuple, "
                f"but got {value}"
            )
        return items[0] if len(items) == 1 else value

    def _spec_for(self, n: int) -> PoolSpec:
        return PoolSpec(
            self.cls_name,
            n,
            self.kernel_size,
            self.stride,
            self.pad_mode == "SAME",
            self.format == "NHWC",
        )

    def _only_under_pad(self, **given: tuple[Any, Any]) -> bool:
        """Whether pad_mode is 'pad'; ValueError for arguments that count only then."""
        if self.pad_mode == "PAD":
            return True
        wrong = {name: value for name, (value, default) in given.items() if value != default}
        if wrong:
            raise ValueError(
                f"For '{self.cls_name}', {wrong} can be set only when 'pad_mode' is 'pad', "
                f"but got 'pad_mode': {self.pad_mode}."
            )
        return False

    def extend_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}"


class MaxPool2d(_PoolNd):
    """Maximum over windows of (N, C, H, W) or (C, H, W).

    The default stride is 1. `padding`, `dilation`, `return_indices` and `ceil_mode` need
    pad_mode 'pad'; ValueError otherwise.
    """

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        dilation: Any = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCHW",
    ):
        super().__init__(kernel_size, stride, pad_mode, data_format)
        self.use_pad = self._only_under_pad(
            padding=(padding, 0),
            dilation=(dilation, 1),
            return_indices=(return_indices, False),
            ceil_mode=(ceil_mode, False),
        )
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode
        self._spec = self._spec_for(2)

    def construct(self, x: Tensor) -> Any:
        if not self.use_pad:
            return run_pool_max(x, self._spec)
        spec = self._spec
        return max_pool2d(
            x,
            spec.kernel,
            spec.stride,
            self.padding,
            self.dilation,
            self.return_indices,
            self.ceil_mode,
        )


class AvgPool2d(_PoolNd):
    """Mean over windows of (N, C, H, W) or (C, H, W); the default stride is 1."""

    def __init__(
        self,
        kernel_size: Any = 1,
        stride: Any = 1,
        pad_mode: str = "valid",
        padding: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
        data_format: str = "NCHW",
    ):
        super().__init__(kernel_size, stride, pad_mode, data_format)
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override
        if divisor_override is not None and divisor_override <= 0:
            raise ValueError(
                f"For '{self.cls_name}', the 'divisor_override' must be > 0, but got {divisor_override}."
            )
        self._spec = self._spec_for(2)
        self.is_expand = self.pad_mode == "PAD"

    def construct(self, x: Tensor) -> Tensor:
        if not self.is_expand:
            return run_pool_avg(x, self._spec)
        spec = self._spec
        return avg_pool2d(
            x, spec.kernel, spec.stride, self.padding, self.ceil_mode, self.count_include_pad,
            self.divisor_override or 0,
        )  # fmt: skip


__all__ = ["AvgPool2d", "MaxPool2d"]
