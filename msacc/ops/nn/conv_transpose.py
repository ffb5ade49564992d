"""Transposed convolution: the input gradient of a convolution, as an op."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common.autocast import under_autocast
from msacc.ops.core.declaration import MintFunction, bindings
from msacc.ops.core.float16_products import call_convolution
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.conv import add_promoted_bias
from msacc.ops.nn.sliding_windows import same_pads, split_padding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints

_DECONV: dict[int, Any] = {
    1: functools.partial(call_convolution, F.conv_transpose1d),
    2: functools.partial(call_convolution, F.conv_transpose2d),
    3: functools.partial(call_convolution, F.conv_transpose3d),
}


class DeconvSpec:
    """The settings of a transposed convolution, checked once."""

    def __init__(
        self,
        where: str,
        n: int,
        stride: Any,
        pad_mode: str,
        padding: Any,
        dilation: Any,
        groups: int,
        output_padding: Any = 0,
    ):
        self.where, self.n = where, n
        self.stride = check.positive_ints(where, "stride", stride, n)
        self.dilation = check.positive_ints(where, "dilation", dilation, n)
        self.groups = check.positive_int(where, "group", groups)
        self.pad_mode = check.choice(where, "pad_mode", pad_mode, ["valid", "same", "pad"])
        self.before, self.after = split_padding(where, padding, n)
        if pad_mode != "pad" and any(self.before + self.after):
            raise ValueError(
                f"For '{where}', the 'padding' must be zero when 'pad_mode' is not 'pad', "
                f"but got 'padding': {padding} and 'pad_mode': {pad_mode}."
            )
        self.output_padding = check.ints(where, "output_padding", output_padding, n)

    def ends(self, kernel: Sequence[int]) -> list[tuple[int, int, int]]:
        """Per dimension: how much to cut off before and after, and how much to add after."""
        widths = []
        for i in range(self.n):
            reach = (kernel[i] - 1) * self.dilation[i] + 1
            extra = max(0, self.stride[i] - reach)
            if self.pad_mode == "same":
                excess = max(0, reach - self.stride[i])
                widths.append((excess // 2, excess - excess // 2, extra))
            elif self.pad_mode == "valid":
                widths.append((0, 0, extra))
            else:
                widths.append((self.before[i], self.after[i], self.output_padding[i]))
        return widths


def deconvolve(
    x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, spec: DeconvSpec
) -> torch.Tensor:
    """The transposed convolution itself; (in, out / group, …) weights."""
    if bias is not None and under_autocast(x):
        return add_promoted_bias(deconvolve(x, weight, None, spec), bias, 1)
    n = spec.n
    if weight.ndim == n + 3:  # a 1-d layer keeps the 2-d weight of MindSpore's checkpoints
        weight = weight.squeeze(2)
    check.rank(spec.where, x, n + 2)
    if x.shape[1] != weight.shape[0]:
        raise ValueError(
            f"For '{spec.where}', the input must have {weight.shape[0]} channels, but got {x.shape[1]} "
            f"(input {tuple(x.shape)})."
        )
    ends = spec.ends(weight.shape[2:])
    before = [b for b, _, _ in ends]
    extra = [e for _, _, e in ends]
    if all(b == a for b, a, _ in ends):
        return _DECONV[n](x, weight, bias, spec.stride, before, extra, spec.groups, spec.dilation)
    full_output = _DECONV[n](x, weight, bias, spec.stride, 0, extra, spec.groups, spec.dilation)
    for i, (first, last, _) in enumerate(ends):
        full_output = full_output.narrow(i + 2, first, full_output.shape[i + 2] - first - last)
    return full_output


run_deconv = op(deconvolve)


@op
def pad_end(x: torch.Tensor, sizes: Sequence[int]) -> torch.Tensor:
    """Zeros after the last two dimensions: what MindSpore's Conv2dTranspose calls output padding."""
    return F.pad(x, (0, sizes[1], 0, sizes[0]))


@bindings(MintFunction("nn.functional.conv_transpose2d"))
@op
def conv_transpose2d(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: Ints = 1,
    padding: Ints = 0,
    output_padding: Ints = 0,
    groups: int = 1,
    dilation: Ints = 1,
) -> torch.Tensor:
    """2-d transposed convolution with an (in, out / groups, kh, kw) weight.

    `input`: a Tensor (N, in, H, W) or (in, H, W), `weight` and `bias` (out,): floats of one dtype, which the
      result has.
    `stride`, `padding`, `output_padding`, `dilation`: an int or a pair.
    `groups`: an int.
    """
    return _DECONV[2](input, weight, bias, stride, padding, output_padding, groups, dilation)


def output_padding_for(
    where: str, shape: Any, output_size: Any, kernel: Any, stride: Any, padding: Any, dilation: Any
) -> tuple[int, ...]:
    """The output padding that gives `output_size`, the last sizes or the whole shape; ValueError where none does."""
    n = len(kernel)
    target_size = tuple(output_size)[-n:]
    least = [
        (size - 1) * s - 2 * p + d * (k - 1) + 1
        for size, s, p, d, k in zip(
            tuple(shape)[-n:], stride, padding, dilation, kernel, strict=False
        )
    ]
    if len(target_size) != n or any(
        not 0 <= w - low < s for w, low, s in zip(target_size, least, stride, strict=False)
    ):
        most = [low + s - 1 for low, s in zip(least, stride, strict=False)]
        raise ValueError(
            f"For '{where}', 'output_size' must lie between {least} and {most}, but got {output_size}."
        )
    return tuple([w - low for w, low in zip(target_size, least, strict=False)])


@op
def conv3d_transpose(
    inputs: torch.Tensor,
    weight: torch.Tensor,
    pad_mode: str = "valid",
    padding: Ints = 0,
    stride: Ints = 1,
    dilation: Ints = 1,
    group: int = 1,
    output_padding: Ints = 0,
) -> torch.Tensor:
    """3-d transposed convolution with an (in, out / group, kd, kh, kw) weight.

    `inputs`: a Tensor (N, in, D, H, W), `weight`: floats of one dtype, which the result has.
    `pad_mode`: 'valid', 'same' or 'pad', with `padding` zeros.
    `stride`, `dilation`, `output_padding`: an int or three.
    `group`: an int.
    """
    spec = DeconvSpec(
        "conv3d_transpose", 3, stride, pad_mode, padding, dilation, group, output_padding
    )
    return deconvolve(inputs, weight, None, spec)


@op
def input_gradient(
    dout: torch.Tensor, weight: torch.Tensor, size: tuple[int, ...], spec: DeconvSpec
) -> torch.Tensor:
    """The input gradient of a convolution with these settings and an input of `size`."""
    full_output = _DECONV[2](dout, weight, None, spec.stride, 0, 0, spec.groups, spec.dilation)
    for i, want in enumerate(size[2:]):
        first = spec.before[i]
        if spec.pad_mode == "same":
            first, _ = same_pads(want, weight.shape[i + 2], spec.stride[i], spec.dilation[i])
        missing = max(0, first + want - full_output.shape[i + 2])
        if missing:  # the end of the input that the convolution never read
            full_output = F.pad(full_output, (0, missing) if i else (0, 0, 0, missing))
        full_output = full_output.narrow(i + 2, first, want)
    return full_output


__all__ = exported_ops(globals(), "run_deconv", "pad_end", "input_gradient")
