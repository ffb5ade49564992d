"""Layers with parameters, under mint's (torch's) names and defaults."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.initializer import HeUniform, Normal, Uniform, initializer
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.mint.nn import functional as F
from msacc.nn.cell import Cell
from msacc.nn.cell.input_sizes import wrong_dtype, wrong_ids, wrong_size
from msacc.ops.nn.conv_transpose import output_padding_for
from msacc.ops.nn.embedding import without_row

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


def _float(dtype: mstype.Type | None) -> mstype.Type:
    return mstype.float32 if dtype is None else dtype


class _ConvNd(Cell):
    _msacc_n = 2

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        padding: Any = 0,
        dilation: Ints = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        dtype: mstype.Type | None = None,
    ):
        super().__init__()
        self._msacc_keep(
            in_channels, out_channels, kernel_size, stride, dilation, groups, padding_mode
        )
        has_mode = isinstance(padding, str)
        self.padding = (
            padding if has_mode else check.ints(self.cls_name, "padding", padding, self._msacc_n)
        )
        if has_mode:
            check.choice(self.cls_name, "padding", padding, ["same", "valid"])
        self._msacc_make((out_channels, in_channels // groups, *self.kernel_size), bias, dtype)

    def _msacc_keep(
        self, in_channels: int, out_channels: int, kernel: Ints, stride: Ints, dilation: Ints, groups: int,
        padding_mode: str,
    ) -> None:  # fmt: skip
        where = self.cls_name
        self.in_channels = check.positive_int(where, "in_channels", in_channels)
        self.out_channels = check.positive_int(where, "out_channels", out_channels)
        self.groups = check.positive_int(where, "groups", groups)
        self.kernel_size = check.positive_ints(where, "kernel_size", kernel, self._msacc_n)
        self.stride = check.positive_ints(where, "stride", stride, self._msacc_n)
        self.dilation = check.positive_ints(where, "dilation", dilation, self._msacc_n)
        modes = ["zeros", "reflect", "replicate", "circular"]
        self.padding_mode = check.choice(where, "padding_mode", padding_mode, modes)
        if in_channels % groups or out_channels % groups:
            raise ValueError(
                f"For '{where}', 'groups' {groups} must divide 'in_channels' {in_channels} and "
                f"'out_channels' {out_channels}."
            )

    def _msacc_make(self, shape: tuple[int, ...], bias: bool, dtype: mstype.Type | None) -> None:
        self.has_bias = check.boolean(self.cls_name, "bias", bias)
        weight = initializer(HeUniform(math.sqrt(5)), shape, _float(dtype))
        self.weight = Parameter(weight, name="weight")
        bound = Uniform(1 / math.sqrt(math.prod(shape[1:])))
        tensor = initializer(bound, (self.out_channels,), _float(dtype))
        self.bias = Parameter(tensor, name="bias") if bias else None

    def construct(self, input: Tensor) -> Tensor:
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = F.pad(input, self._msacc_ends(), self.padding_mode), 0
        conv = (F.conv1d, F.conv2d, F.conv3d)[self._msacc_n - 1]
        return conv(input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)

    def _msacc_explain_refusal(
        self, input: object, output_size: Ints | None = None
    ) -> Exception | None:
        n = self._msacc_n
        size = wrong_size("in_channels", self.in_channels, input, -1 - n, (n + 1, n + 2))
        return size or wrong_dtype(input, self.weight)

    def _msacc_ends(self) -> list[int]:
        """The padding at both ends of each dimension, the last one first."""
        if not isinstance(self.padding, str):
            pairs = [(size, size) for size in self.padding]
        else:
            same = self.padding == "same"
            sizes = [
                same * d * (k - 1) for d, k in zip(self.dilation, self.kernel_size, strict=True)
            ]
            pairs = [(size // 2, size - size // 2) for size in sizes]
        return [size for pair in reversed(pairs) for size in pair]

    def extend_repr(self) -> str:
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, groups={self.groups}, bias={self.has_bias}"
        )


class Conv1d(_ConvNd):
    """1-d convolution with an (out, in / groups, k) weight.

    `in_channels`, `out_channels`: ints, divisible by `groups`; `kernel_size`, `stride`, `dilation`: ints;
    `padding`: these, 'same' or 'valid'; `bias`: whether there is one; `padding_mode`: 'zeros', 'reflect',
    'replicate' or 'circular'; `dtype`: that of the Parameters `weight` and `bias` (out,), Float32 for None.
    Called with a float Tensor (N, C, L) or (C, L); returns (N, out, L'). Raises TypeError or ValueError for
    others.
    """

    _msacc_n = 1


class Conv2d(_ConvNd):
    """2-d convolution; `padding` is an int, a pair, 'same' or 'valid'.

    `in_channels`, `out_channels`: ints, divisible by `groups`; `kernel_size`, `stride`, `dilation`:
    ints or pairs; `bias`: whether there is one; `padding_mode`: 'zeros', 'reflect', 'replicate' or
    'circular'; `dtype`: that of the Parameters `weight` (out, in / groups, kh, kw) and `bias`
    (out,). Called with a float Tensor (N, C, H, W) or (C, H, W); returns (N, out, H', W').
    """


class Conv3d(_ConvNd):
    """3-d convolution with an (out, in / groups, kd, kh, kw) weight.

    `in_channels`, `out_channels`: ints, divisible by `groups`; `kernel_size`, `stride`, `dilation`: ints or
    three; `padding`: these, 'same' or 'valid'; `bias`: whether there is one; `padding_mode`: 'zeros',
    'reflect', 'replicate' or 'circular'; `dtype`: that of the Parameters `weight` and `bias` (out,), Float32
    for None. Called with a float Tensor (N, C, D, H, W) or (C, D, H, W); returns (N, out, D', H', W'). Raises
    TypeError or ValueError for others.
    """

    _msacc_n = 3


class ConvTranspose2d(_ConvNd):
    """2-d transposed convolution of (N, in, H, W) with an (in, out / groups, kh, kw) weight.

    `in_channels`, `out_channels`: ints, divisible by `groups`.
    `kernel_size`, `stride`, `padding`, `output_padding`, `dilation`: ints or pairs.
    `bias`: whether there is one.
    `padding_mode`: 'zeros', the only one.
    `dtype`: that of the Parameters `weight` and `bias` (out,), Float32 for None.

    Called with `output_size`, the height and width wanted, it chooses the output padding itself.

    Raises ValueError for sizes that cannot be had.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        padding: Ints = 0,
        output_padding: Ints = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Ints = 1,
        padding_mode: str = "zeros",
        dtype: mstype.Type | None = None,
    ):
        Cell.__init__(self)
        check.choice(self.cls_name, "padding_mode", padding_mode, ["zeros"])
        self._msacc_keep(
            in_channels, out_channels, kernel_size, stride, dilation, groups, padding_mode
        )
        self.padding = check.ints(self.cls_name, "padding", padding, 2)
        self.output_padding = check.ints(self.cls_name, "output_padding", output_padding, 2)
        self._msacc_make((in_channels, out_channels // groups, *self.kernel_size), bias, dtype)

    def construct(self, input: Tensor, output_size: Ints | None = None) -> Tensor:
        ends = self.output_padding
        if output_size is not None:
            ends = output_padding_for(
                self.cls_name, input.shape, output_size, self.kernel_size, self.stride, self.padding,
                self.dilation,
            )  # fmt: skip
        return F.conv_transpose2d(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            ends,
            self.groups,
            self.dilation,
        )


class Embedding(Cell):
    """Rows of `weight` (num_embeddings, embedding_dim); normal values by default.

    `num_embeddings`, `embedding_dim`: ints.
    `padding_idx`: a row of zeros that gets no gradient.
    `max_norm`: longer rows, by the norm of order `norm_type`, are scaled down to it.
    `scale_grad_by_freq`: divide a row's gradient by how often it was taken.
    `sparse`: False (ValueError for True).
    `dtype`: that of the weight, Float32 for None.

    Called with a Tensor of integers of any shape; the result has one dimension more.
    """

    _msacc_keeps_parameter_dtype = True

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Tensor | None = None,
        _freeze: bool = False,
        dtype: mstype.Type | None = None,
    ):
        super().__init__()
        check.boolean(self.cls_name, "sparse", sparse)
        if sparse:
            raise ValueError("For 'Embedding', sparse=True is not supported.")
        check.instance(self.cls_name, "num_embeddings", num_embeddings, int)
        check.instance(self.cls_name, "embedding_dim", embedding_dim, int)
        check.instance(self.cls_name, "max_norm", max_norm, (float, type(None)))
        check.instance(self.cls_name, "norm_type", norm_type, (float, type(None)))
        check.instance(self.cls_name, "scale_grad_by_freq", scale_grad_by_freq, (bool, type(None)))
        shape = (num_embeddings, embedding_dim)
        if _weight is not None and tuple(_weight.shape) != shape:
            raise ValueError(
                f"For 'Embedding', '_weight' should have shape {shape}, but got {_weight.shape}."
            )
        self.num_embeddings, self.embedding_dim = shape
        self.padding_idx, self.max_norm, self.norm_type = padding_idx, max_norm, norm_type
        self.scale_grad_by_freq, self.dtype = scale_grad_by_freq, _float(dtype)
        table = initializer(Normal(1.0, 0.0), shape, self.dtype) if _weight is None else _weight
        if padding_idx is not None and _weight is None:
            if not -num_embeddings <= padding_idx < num_embeddings:
                raise ValueError(f"For 'Embedding', 'padding_idx' {padding_idx} is out of range.")
            table = without_row(table.init_data(), padding_idx)
        self.weight = Parameter(table, "weight", not _freeze)

    def construct(self, input: Tensor) -> Tensor:
        return F.embedding(
            input,
            self.weight,
            self.padding_idx,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
        )

    def _msacc_explain_refusal(self, input: object) -> Exception | None:
        return wrong_ids("num_embeddings", self.num_embeddings, input, kind=IndexError)

    def extend_repr(self) -> str:
        return (
            f"num_embeddings={self.num_embeddings}, embedding_dim={self.embedding_dim}, "
            f"padding_idx={self.padding_idx}, max_norm={self.max_norm}, norm_type={self.norm_type}, "
            f"scale_grad_by_freq={self.scale_grad_by_freq}, dtype={self.dtype}"
        )


class PReLU(Cell):
    """x above zero, weight * x below.

    `num_parameters`: 1, or the number of channels.
    `init`: the first value of the Parameter `weight` (num_parameters,), of `dtype`, Float32 for None.

    Called with a float Tensor (N, C, …), whose shape and dtype the result has.
    """

    def __init__(
        self, num_parameters: int = 1, init: float = 0.25, dtype: mstype.Type | None = None
    ):
        super().__init__()
        self.weight = Parameter(initializer(init, (num_parameters,), _float(dtype)), name="weight")

    def construct(self, input: Tensor) -> Tensor:
        return F.prelu(input, self.weight)

    def _msacc_explain_refusal(self, input: object) -> Exception | None:
        return wrong_size("num_parameters", self.weight.shape[0], input, 1)


__all__ = ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d", "Embedding", "PReLU"]
