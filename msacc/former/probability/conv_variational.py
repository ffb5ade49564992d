"""A convolution whose weight is a distribution."""

from __future__ import annotations

from msacc import Tensor, nn, ops
from msacc.former.probability.layer_distribution import NormalPrior, normal_post_fn
from msacc.former.probability.variational_layer import Posterior, Prior, VariationalLayer


class _ConvVariational(VariationalLayer):
    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int | tuple[int, int],
        stride: int | tuple[int, int] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, int, int, int] = 0,
        dilation: int | tuple[int, int] = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_prior_fn: Prior = NormalPrior,
        weight_posterior_fn: Posterior = normal_post_fn,
        bias_prior_fn: Prior = NormalPrior,
        bias_posterior_fn: Posterior = normal_post_fn,
    ) -> None:
        super().__init__()
        self._msacc_take(
            nn.Conv2d(
                in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group, has_bias,
                weight_init="normal", bias_init="zeros",
            )
        )  # fmt: skip
        self.shape = [out_channels, in_channels // group, *self.kernel_size]
        self._msacc_hold_distributions(
            (self.shape, weight_prior_fn, weight_posterior_fn),
            ([out_channels], bias_prior_fn, bias_posterior_fn),
        )

    def _msacc_take(self, conv: nn.Conv2d) -> None:
        """Settings that a convolution has checked, and its Parameters, which only checkpoints want."""
        self.in_channels, self.out_channels = conv.in_channels, conv.out_channels
        self.kernel_size, self.stride, self.dilation = conv.kernel_size, conv.stride, conv.dilation
        self.pad_mode, self.padding = conv.pad_mode, conv.padding
        self.group, self.has_bias = conv.group, conv.has_bias
        self.weight = conv.weight
        self.weight.requires_grad = False
        if conv.bias is not None:
            self.bias = conv.bias
            self.bias.requires_grad = False
        self.conv2d = ops.Conv2D(
            self.out_channels, self.kernel_size, pad_mode=self.pad_mode, pad=self.padding,
            stride=self.stride, dilation=self.dilation, group=self.group,
        )  # fmt: skip

    def construct(self, inputs: Tensor) -> Tensor:
        outputs = self.apply_variational_weight(inputs)
        return self.apply_variational_bias(outputs) if self.has_bias else outputs

    def extend_repr(self) -> str:
        """What stands between the brackets of repr()."""
        return (
            f"in_channels={self.in_channels}, out_channels={self.out_channels}, kernel_size={self.kernel_size}, "
            f"stride={self.stride}, pad_mode={self.pad_mode}, padding={self.padding}, dilation={self.dilation}, "
            f"group={self.group}, has_bias={self.has_bias}, {self._msacc_distributions_text()}"
        )


class ConvReparam(_ConvVariational):
    """A convolution over images that draws its weight and its bias from distributions at each call.

    `weight = mean + std * epsilon`, `epsilon` from the standard normal distribution, and `bias` likewise.

    `in_channels`, `out_channels`, `kernel_size`, `stride`, `pad_mode`, `padding`, `dilation`, `group`, `has_bias`: as
      in `nn.Conv2d`; `pad_mode` is 'same' and `has_bias` False by default.
    `weight_prior_fn`, `bias_prior_fn`: a Cell like `NormalPrior`, or what makes one without arguments.
    `weight_posterior_fn`, `bias_posterior_fn`: a function of `name` and `shape` that makes a `NormalPosterior`.

    Called with a float Tensor (N, in_channels, H, W); the result is (N, out_channels, H', W'). `compute_kl_loss()`
    gives what `WithBNNLossCell` adds to the loss. The Parameters `weight` and `bias` are there for checkpoints, as in
    MindSpore; nothing reads or trains them.

    Raises what `nn.Conv2d` raises, TypeError for other distributions.
    """

    def _apply_variational_weight(self, inputs: Tensor) -> Tensor:
        return self.conv2d(inputs, self.weight_posterior("sample"))
