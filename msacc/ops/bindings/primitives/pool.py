"""Pooling as Primitives: settings are checked at construction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.ops.core.primitive import Primitive, primitive_names
from msacc.ops.core.primitive_inputs import Input, to_construct
from msacc.ops.nn import adaptive_pool as adaptive
from msacc.ops.nn import pool

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


def _last(value: Ints, n: int) -> Any:
    """The spatial part of a stride or dilation, which MindSpore also takes with N and C in front."""
    return value[-n:] if isinstance(value, tuple) and len(value) == n + 2 else value


class _Pool(Primitive):
    _msacc_n = 2
    _msacc_order = ("kernel_size", "strides", "pad_mode", "data_format")

    def __init__(
        self,
        kernel_size: Ints = 1,
        strides: Ints = 1,
        pad_mode: str = "valid",
        data_format: str = "NCHW",
    ):
        super().__init__()
        check.instance(self.name, "pad_mode", pad_mode, str)
        self.pad_mode, self.kernel_size, self.strides = pad_mode.upper(), kernel_size, strides
        self.format = self.data_format = data_format
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        name, n = self.name, self._msacc_n
        mode = check.choice(name, "pad_mode", self.pad_mode.upper(), ["VALID", "SAME"])
        form = check.choice(name, "data_format", self.data_format, ["NCHW", "NHWC"])
        kernel, strides = _last(self.kernel_size, n), _last(self.strides, n)
        self._msacc_spec = pool.PoolSpec(name, n, kernel, strides, mode == "SAME", form == "NHWC")
        self._msacc_initialized = True


class MaxPool(_Pool):
    """`MaxPool(kernel_size=1, strides=1, …)(x)`: the maximum over windows.

    `x` is a Tensor of shape (N, C, H, W), or (N, H, W, C) if `data_format` is 'NHWC', and a real
    dtype. `kernel_size` and `strides` are an int or a pair. `pad_mode` 'valid' leaves out windows
    that reach over the edge, 'same' pads so that there is one for each stride. The result has the
    new lengths and the dtype of `x`. Raises ValueError for bad settings or a window larger than the
    image, TypeError for settings of other types. Differs from MindSpore: an input (C, H, W) and
    integers are taken here.
    """

    def construct(self, x: Tensor) -> Tensor:
        return pool.run_pool_max(x, self._msacc_spec)


class AvgPool(_Pool):
    """`AvgPool(kernel_size=1, strides=1, …)(x)`: the mean over windows; padding does not count.

    `x` is a float Tensor of shape (N, C, H, W), or (N, H, W, C) if `data_format` is 'NHWC'.
    `kernel_size` and `strides` are an int or a pair.
    `pad_mode` 'valid' leaves out windows that reach over the edge, 'same' pads so that there is one for each
      stride.

    The result has the new lengths and the dtype of `x`.

    Raises ValueError for bad settings or a window larger than the image, TypeError for integers.

    Differs from MindSpore: an input (C, H, W) is taken here, and a kernel of 0 refused.
    """

    def __init__(
        self,
        kernel_size: Ints = 1,
        strides: Ints = 1,
        pad_mode: str = "VALID",
        data_format: str = "NCHW",
    ):
        super().__init__(kernel_size, strides, pad_mode, data_format)

    def construct(self, x: Tensor) -> Tensor:
        return pool.run_pool_avg(x, self._msacc_spec)

    __call__ = to_construct("AvgPool", construct, (Input("x"),))


class MaxPoolWithArgmax(_Pool):
    """(maximum, its flat position within the sample, laid out as `data_format` says, Int32) over windows.

    `kernel_size`, `strides`: ints or pairs; `pad_mode`: 'valid' or 'same'. Called with a float
    Tensor (N, C, H, W), or (N, H, W, C) for 'NHWC'; both results have its layout, the maximum its
    dtype.
    """

    def construct(self, x: Tensor) -> Any:
        return pool.max_with_argmax(x, self._msacc_spec)


class MaxPool3D(Primitive):
    """`MaxPool3D(kernel_size=1, strides=1, …)(x)`: the maximum over windows of volumes.

    `x` is a Tensor of shape (N, C, D, H, W) and a float dtype.
    `data_format` is 'NCDHW'.
    `kernel_size` and `strides` are an int or three.
    `pad_mode` is 'VALID', 'SAME' or 'PAD', where `pad_list` (an int or six) goes with the last alone, and so
      does `ceil_mode`, which keeps windows that reach over the end.

    The result has the new lengths and the dtype of `x`.

    Raises ValueError for bad settings.

    Differs from MindSpore: it refuses a `pad_list` with another mode, which here has no effect, an input (C,
    D, H, W) and integers.
    """

    _msacc_order = ("kernel_size", "strides", "pad_mode", "pad_list", "ceil_mode", "data_format")

    def __init__(
        self,
        kernel_size: Ints = 1,
        strides: Ints = 1,
        pad_mode: str = "VALID",
        pad_list: Ints = 0,
        ceil_mode: bool | None = None,
        data_format: str = "NCDHW",
    ):
        super().__init__()
        self.kernel_size, self.strides, self.pad_mode = kernel_size, strides, pad_mode
        self.pad_list, self.ceil_mode, self.data_format = pad_list, ceil_mode, data_format
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        mode = check.choice(self.name, "pad_mode", self.pad_mode.upper(), ["VALID", "SAME", "PAD"])
        check.choice(self.name, "data_format", self.data_format, ["NCDHW"])
        self._msacc_pad, self._msacc_ceil = (
            (self.pad_list if mode == "PAD" else None),
            bool(self.ceil_mode),
        )
        kernel, strides = _last(self.kernel_size, 3), _last(self.strides, 3)
        self._msacc_spec = pool.PoolSpec(self.name, 3, kernel, strides, mode == "SAME")
        self._msacc_initialized = True

    def construct(self, x: Tensor) -> Tensor:
        if self._msacc_pad is None:
            return pool.run_pool_max(x, self._msacc_spec)
        return pool.run_padded_max(x, self._msacc_spec, self._msacc_pad, 1, self._msacc_ceil, False)


def _spatial(name: str, argument: str, value: Ints, n: int) -> Any:
    """The n spatial numbers of an int, of n numbers, or of n + 2 whose first two are 1."""
    if isinstance(value, int):
        return value
    if len(value) == n + 2 and tuple(value[:2]) == (1, 1):
        return tuple(value[2:])
    if len(value) != n:
        raise ValueError(f"For '{name}', '{argument}' should have {n} numbers, but got {value}.")
    return tuple(value)


class _Fractional(Primitive):
    _msacc_n, _msacc_format, _msacc_fn = (
        2,
        "NCHW",
        staticmethod(adaptive.fractional_max_pool2d_sampled),
    )
    _msacc_order = ("ksize", "output_shape", "data_format")

    def __init__(self, ksize: Any, output_shape: tuple[int, ...], data_format: str = "NCHW"):
        super().__init__(type(self).__name__)
        self.ksize, self.output_shape, self.data_format = ksize, output_shape, data_format
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        check.choice(self.name, "data_format", self.data_format, [self._msacc_format])
        self._msacc_kernel = _spatial(self.name, "ksize", self.ksize, self._msacc_n)
        self._msacc_size = _spatial(self.name, "output_shape", self.output_shape, self._msacc_n)
        self._msacc_initialized = True

    def construct(self, x: Tensor, random_samples: Tensor) -> Any:
        return type(self)._msacc_fn(x, random_samples, self._msacc_kernel, self._msacc_size)


class FractionalMaxPoolWithFixedKsize(_Fractional):
    """`FractionalMaxPoolWithFixedKsize(ksize, output_shape)(x, random_samples)`: (maxima, flat positions).

    x (N, C, H, W); `random_samples` (N, C, 2) in [0, 1) place the windows of `ksize` that give `output_shape`.
    Raises ValueError for sizes that are not two numbers and for a `data_format` other than 'NCHW'. x is of
    floats, whose dtype the maxima have; positions are Int64.
    """


class FractionalMaxPool3DWithFixedKsize(_Fractional):
    """`FractionalMaxPool3DWithFixedKsize(ksize, output_shape)(x, random_samples)`: (maxima, flat positions).

    x (N, C, D, H, W); `random_samples` (N, C, 3) in [0, 1) place the windows of `ksize` that give
    `output_shape`. Raises ValueError for sizes that are not three numbers and for a `data_format` other than
    'NCDHW'. x is of floats, whose dtype the maxima have; positions are Int64.
    """

    _msacc_n, _msacc_format, _msacc_fn = (
        3,
        "NCDHW",
        staticmethod(adaptive.fractional_max_pool3d_sampled),
    )

    def __init__(
        self, ksize: tuple[int, ...], output_shape: tuple[int, ...], data_format: str = "NCDHW"
    ):
        super().__init__(ksize, output_shape, data_format)


class _Unpool(Primitive):
    _msacc_n, _msacc_format, _msacc_fn = 2, "NCHW", staticmethod(adaptive.max_unpool2d)
    _msacc_order = ("ksize", "strides", "pads", "output_shape", "data_format")

    def __init__(
        self,
        ksize: Any,
        strides: Any = 0,
        pads: Any = 0,
        output_shape: tuple[int, ...] = (),
        data_format: str = "NCHW",
    ):
        super().__init__(type(self).__name__)
        self.ksize, self.strides, self.pads = ksize, strides, pads
        self.output_shape, self.data_format = output_shape, data_format
        self._msacc_apply_settings()

    def _msacc_apply_settings(self) -> None:
        if self.data_format != self._msacc_format:
            raise NotImplementedError(
                f"For '{self.name}', msacc has data_format={self._msacc_format!r} only, but got {self.data_format!r}."
            )
        self._msacc_kernel = _spatial(self.name, "ksize", self.ksize, self._msacc_n)
        self._msacc_stride = _spatial(self.name, "strides", self.strides, self._msacc_n) or None
        covers_all_dims = not isinstance(self.pads, int) and len(self.pads) == self._msacc_n + 2
        self._msacc_pads = tuple(self.pads[2:]) if covers_all_dims else self.pads
        self._msacc_shape = tuple(self.output_shape) or None
        self._msacc_initialized = True

    def construct(self, x: Tensor, argmax: Tensor) -> Any:
        return type(self)._msacc_fn(
            x, argmax, self._msacc_kernel, self._msacc_stride, self._msacc_pads, self._msacc_shape
        )


class MaxUnpool2D(_Unpool):
    """`MaxUnpool2D(ksize, strides, pads, output_shape)(x, argmax)`: maxima back where they came from, else zeros.

    x and argmax (N, C, H, W), as MaxPoolWithArgmaxV2 gives them. Raises ValueError for sizes that are not two
    numbers. Differs from MindSpore: `data_format` 'NHWC' raises NotImplementedError. x is of numbers, whose
    dtype the result has, argmax Int32 or Int64.
    """


class MaxUnpool3D(_Unpool):
    """`MaxUnpool3D(ksize, strides, pads, output_shape)(x, argmax)`: maxima back where they came from, else zeros.

    x and argmax (N, C, D, H, W), as MaxPool3DWithArgmax gives them. Raises ValueError for sizes that are not
    three numbers. Differs from MindSpore: `data_format` 'NDHWC' raises NotImplementedError. x is of numbers,
    whose dtype the result has, argmax Int32 or Int64.
    """

    _msacc_n, _msacc_format, _msacc_fn = 3, "NCDHW", staticmethod(adaptive.max_unpool3d)

    def __init__(
        self,
        ksize: Any,
        strides: Any = 0,
        pads: Any = 0,
        output_shape: tuple[int, ...] = (),
        data_format: str = "NCDHW",
    ):
        super().__init__(ksize, strides, pads, output_shape, data_format)


__all__ = primitive_names(globals())
