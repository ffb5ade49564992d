"""Convolutions. Padding follows MindSpore: 'same' (may be one more at the end), 'valid' or 'pad'."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F
from torch.compiler import is_compiling

from msacc.common import checks as check
from msacc.common.autocast import DEVICES, under_autocast
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, bindings
from msacc.ops.core.float16_products import are_halves, call_convolution, in_float32
from msacc.ops.core.op import exported_ops, op, with_name
from msacc.ops.nn.sliding_windows import by_hand, same_pads, split_padding

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints

_TORCHS: dict[int, Any] = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}
# Of halves too: a function between, which costs every call.
_CONV: dict[int, Any] = {n: functools.partial(call_convolution, fn) for n, fn in _TORCHS.items()}
_DEFAULTS = (1, 0, 1, 1)  # torch's stride, padding, dilation and groups
_PAD_MODES = ("valid", "same", "pad")


class ConvSpec:
    """The settings of a convolution, checked once: `n` spatial dimensions, one tuple each.

    `kernel`: the weight's, where that is known.
    """

    def __init__(
        self,
        where: str,
        n: int,
        stride: Ints,
        pad_mode: str,
        padding: Any,
        dilation: Ints,
        groups: int,
        channels_last: bool = False,
        kernel: Sequence[int] | None = None,
    ):
        self.where, self.n, self.channels_last = where, n, channels_last
        self.stride = check.positive_ints(where, "stride", stride, n)
        self.dilation = check.positive_ints(where, "dilation", dilation, n)
        self.groups = check.positive_int(where, "group", groups)
        self.same = check.choice(where, "pad_mode", pad_mode, _PAD_MODES) == "same"
        before, after = split_padding(where, padding, n)
        if pad_mode != "pad" and any(before + after):
            raise ValueError(
                f"For '{where}', the 'padding' must be zero when 'pad_mode' is not 'pad', "
                f"but got 'padding': {padding} and 'pad_mode': {pad_mode}."
            )
        self.before, self.after = before, after
        self.rank, self.conv, self.direct = n + 2, _CONV[n], _TORCHS[n]
        # In one dimension the weight may be a layer's, which has two.
        padding = None if channels_last or n == 1 else self._padding(kernel)
        self.straight = None if padding is None else self._straight(padding)

    def _padding(self, kernel: Sequence[int] | None) -> Any:
        """The padding torch applies itself, for any input size; None where it cannot."""
        if not self.same:
            return self.before if self.before == self.after else None
        even = kernel is not None and not any(
            (k - 1) * d % 2 for k, d in zip(kernel, self.dilation, strict=True)
        )
        return "same" if even and max(self.stride) == 1 else None

    def _straight(self, padding: Ints | str) -> tuple[Any, ...]:
        """What torch gets after the bias: one int for several of one kind, and no defaults, as reading those takes
        time.
        """
        pads = [
            value[0] if type(value) is tuple and len(set(value)) == 1 else value
            for value in (self.stride, padding, self.dilation, self.groups)
        ]
        while pads and pads[-1] == _DEFAULTS[len(pads) - 1]:
            pads.pop()
        return tuple(pads)

    def pads(
        self, x: torch.Tensor, kernel: Sequence[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Zeros before and after each spatial dimension of `x`."""
        if not self.same:
            return self.before, self.after
        widths = [
            same_pads(*each)
            for each in zip(x.shape[-self.n :], kernel, self.stride, self.dilation, strict=True)
        ]
        return tuple([b for b, _ in widths]), tuple([a for _, a in widths])


def convolve(
    x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, spec: ConvSpec
) -> torch.Tensor:
    """The convolution itself; pads by hand only where the two ends differ."""
    device = x.device.type
    # `under_autocast` written out: every training step calls this for each layer.
    if bias is not None and device in DEVICES and torch.is_autocast_enabled(device):
        return add_promoted_bias(
            convolve(x, weight, None, spec), bias, -1 if spec.channels_last else 1
        )
    straight = spec.straight
    if straight is not None and x.ndim == spec.rank and x.dtype is not torch.float16:
        try:
            # Torch's reading of each argument takes time, even of None.
            if bias is None and not straight:
                return spec.direct(x, weight)
            return spec.direct(x, weight, bias, *straight)
        except RuntimeError:
            pass  # what does not fit is said below
    if spec.channels_last:
        x, weight = x.movedim(-1, 1), weight.movedim(-1, 1)
    if weight.ndim == spec.n + 3:  # a 1-d layer keeps the 2-d weight of MindSpore's checkpoints
        weight = weight.squeeze(2)
    if x.ndim != spec.n + 2 or x.shape[1] != weight.shape[1] * spec.groups:
        _refuse(x, weight, spec)
    before, after = spec.pads(x, weight.shape[2:]) if spec.same else (spec.before, spec.after)
    if before != after:
        x = F.pad(x, by_hand(before, after))
        before = (0,) * spec.n
    out = spec.conv(x, weight, bias, spec.stride, before, spec.dilation, spec.groups)
    return out.movedim(1, -1) if spec.channels_last else out


def _refuse(x: torch.Tensor, weight: torch.Tensor, spec: ConvSpec) -> None:
    check.rank(spec.where, x, spec.n + 2)
    raise RuntimeError(
        f"For '{spec.where}', the input must have {weight.shape[1] * spec.groups} channels "
        f"(weight {tuple(weight.shape)}, group {spec.groups}), but got {x.shape[1]} "
        f"(input {tuple(x.shape)})."
    )


def add_promoted_bias(x: torch.Tensor, bias: torch.Tensor, dim: int = -1) -> torch.Tensor:
    """`x + bias` in the wider of the two types, as MindSpore's BiasAdd computes under `auto` mixed precision."""
    return x + (bias if dim == -1 else bias.reshape(-1, *[1] * (x.ndim - 2)))


run_conv = op(convolve)


def _conv(
    n: int,
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    stride: Ints,
    pad_mode: str,
    padding: Ints,
    dilation: Ints,
    groups: int,
) -> torch.Tensor:
    convs = _CONV if input.dtype is torch.float16 else _TORCHS
    plain = type(stride) is type(padding) is type(dilation) is type(groups) is int
    if bias is not None and under_autocast(input):
        plain = False
    if plain and (pad_mode == "valid" and not padding or pad_mode == "pad") and input.ndim == n + 2:
        try:
            return convs[n](input, weight, bias, stride, padding, dilation, groups)
        except (RuntimeError, TypeError):
            pass  # what does not fit is said below
    where = f"conv{n}d"
    check.tensor(where, "weight", weight)
    check.rank(where, weight, n + 2)
    if bias is not None:
        check.tensor(where, "bias", bias)
        if bias.shape[0] != weight.shape[0]:
            raise ValueError(
                f"For '{where}', the weight {tuple(weight.shape)} needs a bias with {weight.shape[0]} "
                f"elements, but got {bias.shape[0]}."
            )
    if input.shape[1] % groups or weight.shape[0] % groups:
        raise ValueError(
            f"For '{where}', 'groups' should divide the input channels {input.shape[1]} and the output "
            f"channels {weight.shape[0]}, but got {groups}."
        )
    spec = _spec(where, n, stride, pad_mode, padding, dilation, groups)
    return convolve(input, weight, bias, spec)


def _spec(
    where: str, n: int, stride: Any, pad_mode: Any, padding: Any, dilation: Any, groups: Any
) -> ConvSpec:
    """The settings of a call; those of plain numbers are kept, as checking them costs half a small convolution."""
    plain = type(pad_mode) is str and type(groups) is int
    plain = plain and _plain(stride) and _plain(padding) and _plain(dilation)
    make = _cached_spec if plain and not is_compiling() else ConvSpec
    return make(where, n, stride, pad_mode, padding, dilation, groups)


def _plain(value: Ints) -> bool:
    if type(value) is tuple:
        return all(type(item) is int for item in value)
    return type(value) is int


# Numbers of one type alone: 1, 1.0 and True are one key, and not all of them pass the checks.
_cached_spec = functools.lru_cache(maxsize=256)(ConvSpec)


@op
def conv1d(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: Ints = 1,
    pad_mode: str = "valid",
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> torch.Tensor:
    """1-d convolution of (N, C, L) with a (out, C / groups, k) weight.

    `input`, `weight` and the result are float Tensors of one dtype.
    `bias` is (out,) or None.
    `stride`, `dilation`: ints, or one a dimension.
    `pad_mode`: 'valid' adds nothing, 'same' keeps ceil(size / stride), 'pad' adds `padding` zeros.
    `groups`: an int that divides the channels.
    """
    return _conv(1, input, weight, bias, stride, pad_mode, padding, dilation, groups)


@op
def conv2d(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: Ints = 1,
    pad_mode: str = "valid",
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> torch.Tensor:
    """2-d convolution of (N, C, H, W) with a (out, C / groups, kh, kw) weight.

    `input` and `weight` are float Tensors of one dtype, which the result (N, out, H', W') has; `bias` (out,)
      or None.
    `stride`, `dilation`: ints or pairs.
    `pad_mode`: 'valid' adds nothing, 'same' keeps ceil(size / stride), 'pad' adds `padding` zeros, an int or
      a tuple.
    `groups`: an int that divides the channels.
    """
    return _conv(2, input, weight, bias, stride, pad_mode, padding, dilation, groups)


@op
def conv3d(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: Ints = 1,
    pad_mode: str = "valid",
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> torch.Tensor:
    """3-d convolution of (N, C, D, H, W) with a (out, C / groups, kd, kh, kw) weight.

    `input`, `weight` and the result are float Tensors of one dtype.
    `bias` is (out,) or None.
    `stride`, `dilation`: ints, or one a dimension.
    `pad_mode`: 'valid' adds nothing, 'same' keeps ceil(size / stride), 'pad' adds `padding` zeros.
    `groups`: an int that divides the channels.
    """
    return _conv(3, input, weight, bias, stride, pad_mode, padding, dilation, groups)


# mint's, as in torch: `padding` is numbers or a mode, and there may be no batch.


def _conv_padded(
    n: int,
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    stride: Ints,
    padding: Ints | str,
    dilation: Ints,
    groups: int,
) -> torch.Tensor:
    convs = _CONV if input.dtype is torch.float16 else _TORCHS
    if type(stride) is int and (type(padding) is int or padding == "valid"):
        try:
            return convs[n](input, weight, bias, stride, padding, dilation, groups)
        except (RuntimeError, TypeError):
            pass  # what does not fit is said below
    where = f"conv{n}d"
    stride = check.positive_ints(where, "stride", stride, n)
    if not isinstance(padding, str):
        for item in (padding,) if isinstance(padding, int) else padding:
            check.non_negative_int(where, "padding", item)
    else:
        same = check.choice(where, "padding", padding, ["same", "valid"]) == "same"
        if same and max(stride) > 1:
            raise ValueError(f"For '{where}', padding 'same' needs stride 1, but got {stride}.")
    return convs[n](input, weight, bias, stride, padding, dilation, groups)


@bindings(MintFunction("nn.functional.conv1d"))
@op
@with_name("conv1d")
def conv1d_padded(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> torch.Tensor:
    """1-d convolution of (N, C, L) or (C, L) with a weight (out, C / groups, k) and a bias (out,).

    input, weight, bias: float Tensors of one dtype, which the result has.
    stride, dilation: ints.
    padding: an int, or 'same' or 'valid'.

    Raises ValueError for sizes that do not fit, for another mode, and for 'same' with a stride.

    MindSpore has it on Ascend alone.
    """
    return _conv_padded(1, input, weight, bias, stride, padding, dilation, groups)


@bindings(MintFunction("nn.functional.conv2d"))
@op
@with_name("conv2d")
def conv2d_padded(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: Ints = 1,
    padding: Ints | str = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> torch.Tensor:
    """2-d convolution of (N, C, H, W) or (C, H, W) with a weight (out, C / groups, kh, kw) and a bias (out,).

    input, weight, bias: float Tensors of one dtype, which the result has.
    stride, dilation: an int or a pair.
    padding: an int or a pair, or 'same' or 'valid'.

    Raises ValueError for sizes that do not fit, for another mode, and for 'same' with a stride.

    MindSpore has it on Ascend alone.
    """
    return _conv_padded(2, input, weight, bias, stride, padding, dilation, groups)


@bindings(MintFunction("nn.functional.conv3d"))
@op
@with_name("conv3d")
def conv3d_padded(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    stride: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> torch.Tensor:
    """3-d convolution of (N, C, D, H, W) or (C, D, H, W) with a weight (out, C / groups, kd, kh, kw), a bias
    (out,).

    input, weight, bias: float Tensors of one dtype, which the result has.
    stride, dilation: an int or three.
    padding: an int or three, or 'same' or 'valid'.

    Raises ValueError for sizes that do not fit, for another mode, and for 'same' with a stride.

    MindSpore has it on Ascend alone.
    """
    return _conv_padded(3, input, weight, bias, stride, padding, dilation, groups)


@op
def bias_add(input_x: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """Add a (C,) bias to the second dimension of `input_x` (the last of a 2-d one).

    Raises ValueError for a bias of another shape, TypeError for one of another dtype.
    """
    return _add_bias("bias_add", input_x, bias, 1)


@op
def bias_add_along(x: torch.Tensor, bias: torch.Tensor, dim: int) -> torch.Tensor:
    """`bias_add` to dimension 1 or, for channels last, -1."""
    return _add_bias("BiasAdd", x, bias, dim)


def _add_bias(where: str, x: torch.Tensor, bias: torch.Tensor, dim: int) -> torch.Tensor:
    if bias.ndim != 1 or x.ndim < 2 or bias.shape[0] != x.shape[dim]:
        raise ValueError(
            f"For '{where}', 'bias' should have one element per channel, but got shape "
            f"{tuple(bias.shape)} for an input of {tuple(x.shape)}."
        )
    if bias.dtype is not x.dtype and not under_autocast(x):
        raise TypeError(f"For '{where}', both dtypes must match: {x.dtype} and {bias.dtype}.")
    return add_promoted_bias(x, bias, dim)


@op
def depthwise_weight(weight: torch.Tensor, channels: int, times: int) -> torch.Tensor:
    """A weight (times, C, kh, kw) as that of a convolution in C groups: (C * times, 1, kh, kw)."""
    return weight.transpose(0, 1).reshape(channels * times, 1, *weight.shape[2:])


@bindings(
    PrimitiveClass("Dense", inputs=("input", "weight", "bias")),
    MintFunction("nn.functional.linear", own_name=True),
)
@op
def dense(
    input: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None
) -> torch.Tensor:
    """`input @ weight.T + bias` for an (out, in) weight.

    `input` is a Tensor (…, in), `bias` (out,) or None, all of one dtype; the result is (…, out) of
    it.
    """
    if input.dtype is torch.float16 and are_halves(input, weight, bias):
        return in_float32(F.linear, input, weight, bias)
    return F.linear(input, weight, bias)


@op
def dense_then_bias(
    input: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None = None
) -> torch.Tensor:
    """`dense` of the layer: under autocast the bias is added behind the product, in the wider type."""
    device = input.device.type
    # `under_autocast` and `dense` written out: every training step calls this for each layer.
    if bias is not None and device in DEVICES and torch.is_autocast_enabled(device):
        return add_promoted_bias(F.linear(input, weight), bias)
    if input.dtype is torch.float16 and are_halves(input, weight, bias):
        return in_float32(F.linear, input, weight, bias)
    return F.linear(input, weight, bias)


@op
def bidense(
    input1: torch.Tensor,
    input2: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
) -> torch.Tensor:
    """input1 @ weight[o] @ input2 for every output o of an (out, in1, in2) weight.

    `input1` is (…, in1), `input2` (…, in2), `bias` (out,), all float Tensors; the result is (…,
    out).
    """
    return F.bilinear(input1, input2, weight, bias)


__all__ = exported_ops(
    globals(),
    "run_conv",
    "conv1d_padded",
    "conv2d_padded",
    "conv3d_padded",
    "bias_add_along",
    "depthwise_weight",
    "dense_then_bias",
)
