"""What convolutions here share: checked sizes, the operator, and how one is made from a layer of floats."""

from __future__ import annotations

from typing import Any, Protocol

from msacc import Parameter, Tensor, nn, ops
from msacc._checkparam import (
    check_bool,
    check_non_negative_int,  # type: ignore[attr-defined]  # made there in a loop
    check_positive_int,  # type: ignore[attr-defined]
    twice,
)
from msacc.common.initializer import initializer

_PAD_MODES = ("valid", "same", "pad")


def parameter(init: Any, shape: int | list[int], name: str, trained: bool = True) -> Parameter:
    """A Parameter of this name, which checkpoints have."""
    return Parameter(initializer(init, shape), name=name, requires_grad=trained)


class QuantizedConvolution(nn.Cell):
    """A two-dimensional convolution whose weight is rounded in each call."""

    in_channels: int
    out_channels: int
    weight: Any  # a Parameter, whose operators type checkers do not see
    bias: Parameter | None

    def _msacc_convolution(
        self,
        channels: tuple[int, int],
        windows: tuple[Any, Any, Any],
        pad_mode: str,
        padding: Any,
        group: int,
    ) -> None:
        """`channels`: in and out. `windows`: kernel_size, stride and dilation."""
        for name, value in zip(
            ("in_channels", "out_channels", "group"), (*channels, group), strict=True
        ):
            setattr(self, name, check_positive_int(value, name, self.cls_name))
        for name, value in zip(("kernel_size", "stride", "dilation"), windows, strict=True):
            setattr(self, name, twice(value))
            for item in twice(value):
                check_positive_int(item, f"{name} item", self.cls_name)
        self.pad_mode, self.padding = pad_mode, padding
        self._msacc_check_padding()
        self.conv = ops.Conv2D(
            out_channel=self.out_channels,
            kernel_size=self.kernel_size,
            pad_mode=pad_mode,
            pad=padding,
            stride=self.stride,
            dilation=self.dilation,
            group=group,
        )
        self.bias_add = ops.BiasAdd()

    def _msacc_check_padding(self) -> None:
        if self.pad_mode not in _PAD_MODES:
            raise ValueError(
                f"For '{self.cls_name}', 'pad_mode' must be in {_PAD_MODES}, but got {self.pad_mode!r}."
            )
        if not isinstance(self.padding, (int, tuple)):
            raise TypeError(
                f"For '{self.cls_name}', 'padding' must be an int or a tuple of ints, but got {self.padding!r}."
            )
        for item in self.padding if isinstance(self.padding, tuple) else (self.padding,):
            check_non_negative_int(item, "padding item", self.cls_name)

    def _msacc_weight(self, init: Any) -> None:
        shape = [self.out_channels, self.in_channels // self.group, *self.kernel_size]
        self.weight = parameter(init, shape, "weight")

    def _msacc_bias(self, has_bias: bool, init: Any) -> None:
        self.has_bias = check_bool(has_bias, "has_bias", self.cls_name)
        self.bias = parameter(init, self.out_channels, "bias") if has_bias else None

    def _msacc_convolved(self, x: Tensor, weight: Tensor) -> Tensor:
        """With the bias, where there is one."""
        out = self.conv(x, weight)
        return out if self.bias is None else self.bias_add(out, self.bias)

    def _msacc_sizes(self) -> str:
        return (
            f"in_channels={self.in_channels}, out_channels={self.out_channels}, kernel_size={self.kernel_size}, "
            f"stride={self.stride}, pad_mode={self.pad_mode}, padding={self.padding}, dilation={self.dilation}, "
            f"group={self.group}"
        )


class FloatConvolution(Protocol):
    """nn.Conv2dBnAct."""

    conv: nn.Conv2d


_CONV = (
    *(
        "in_channels",
        "out_channels",
        "kernel_size",
        "stride",
        "pad_mode",
        "padding",
        "dilation",
        "group",
    ),
    *("has_bias", "weight_init", "bias_init"),
)


def arguments_of(conv: nn.Conv2d) -> dict[str, Any]:
    """The constructor's arguments of nn.Conv2d, not its values: the weight is drawn anew."""
    return {name: getattr(conv, name) for name in _CONV}


def normalized_arguments(convbn: FloatConvolution) -> dict[str, Any]:
    """Those of nn.Conv2dBnAct. As in MindSpore `momentum` is BatchNorm2d's attribute, 1 less its argument."""
    arguments, norm = arguments_of(convbn.conv), getattr(convbn, "batchnorm", None)
    if norm is None:
        return arguments
    inits = {"mean_init": norm.moving_mean_init, "var_init": norm.moving_var_init}
    factors = {"beta_init": norm.beta_init, "gamma_init": norm.gamma_init}
    return {**arguments, "eps": norm.eps, "momentum": norm.momentum, **factors, **inits}
