"""Fully connected layers whose weights are distributions."""

from __future__ import annotations

from typing import Any

from msacc import Tensor, nn, ops
from msacc._checkparam import check_bool, check_positive_int
from msacc.former.probability.layer_distribution import NormalPrior, normal_post_fn
from msacc.former.probability.variational_layer import Posterior, Prior, VariationalLayer
from msacc.nn.probability.distribution import Normal


class _DenseVariational(VariationalLayer):
    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        activation: str | nn.Cell | None = None,
        has_bias: bool = True,
        weight_prior_fn: Prior = NormalPrior,
        weight_posterior_fn: Posterior = normal_post_fn,
        bias_prior_fn: Prior = NormalPrior,
        bias_posterior_fn: Posterior = normal_post_fn,
    ) -> None:
        super().__init__()
        self.in_channels = check_positive_int(in_channels, "in_channels", self.cls_name)
        self.out_channels = check_positive_int(out_channels, "out_channels", self.cls_name)
        self.has_bias = check_bool(has_bias, "has_bias", self.cls_name)
        self._msacc_hold_distributions(
            ([out_channels, in_channels], weight_prior_fn, weight_posterior_fn),
            ([out_channels], bias_prior_fn, bias_posterior_fn),
        )
        self.activation_flag = bool(activation)
        named = isinstance(activation, str)
        self.activation: Any = nn.get_activation(activation) if named else activation
        if self.activation_flag and not isinstance(self.activation, nn.Cell):
            raise ValueError(
                f"For '{self.cls_name}', 'activation' must be a str, a Cell or None, but got {activation!r}."
            )
        self.matmul = ops.MatMul(transpose_b=True)

    def construct(self, x: Tensor) -> Tensor:
        outputs = self.apply_variational_weight(x)
        if self.has_bias:
            outputs = self.apply_variational_bias(outputs)
        return self.activation(outputs) if self.activation_flag else outputs

    def extend_repr(self) -> str:
        """What stands between the brackets of repr()."""
        text = (
            f"in_channels={self.in_channels}, out_channels={self.out_channels}, has_bias={self.has_bias}, "
            f"{self._msacc_distributions_text()}"
        )
        return f"{text}, activation={self.activation}" if self.activation_flag else text


class DenseReparam(_DenseVariational):
    """A fully connected layer that draws its weight and its bias from distributions at each call.

    `y = activation(x @ weight.T + bias)`, with `weight = mean + std * epsilon`, `epsilon` from the standard normal
    distribution, and `bias` likewise (Kingma and Welling, Auto-Encoding Variational Bayes).

    `in_channels`, `out_channels`: ints > 0.
    `activation`: None, a name such as 'relu', or a Cell.
    `has_bias`: a bool.
    `weight_prior_fn`, `bias_prior_fn`: a Cell like `NormalPrior`, or what makes one without arguments.
    `weight_posterior_fn`, `bias_posterior_fn`: a function of `name` and `shape` that makes a `NormalPosterior`.

    Called with a float Tensor (N, in_channels); the result is (N, out_channels). `compute_kl_loss()` gives what
    `WithBNNLossCell` adds to the loss.

    Raises TypeError for values of other types and other distributions, ValueError for sizes below 1 and what is no
    activation.
    """

    def _apply_variational_weight(self, inputs: Tensor) -> Tensor:
        return self.matmul(inputs, self.weight_posterior("sample"))


class DenseLocalReparam(_DenseVariational):
    """A fully connected layer that draws its outputs, instead of its weight, at each call.

    `y = activation(x @ mean.T + sqrt(x^2 @ (std^2).T) * epsilon + bias)`: of the same distribution as `DenseReparam`'s
    for each row of `x`, with draws of its own for each row (Kingma, Salimans and Welling, Variational Dropout and the
    Local Reparameterization Trick).

    `in_channels`, `out_channels`, `activation`, `has_bias`, `weight_prior_fn`, `weight_posterior_fn`,
      `bias_prior_fn`, `bias_posterior_fn`: as in `DenseReparam`.

    Called with a float Tensor (N, in_channels); the result is (N, out_channels).

    Raises what `DenseReparam` raises.
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        activation: str | nn.Cell | None = None,
        has_bias: bool = True,
        weight_prior_fn: Prior = NormalPrior,
        weight_posterior_fn: Posterior = normal_post_fn,
        bias_prior_fn: Prior = NormalPrior,
        bias_posterior_fn: Posterior = normal_post_fn,
    ) -> None:
        super().__init__(
            in_channels, out_channels, activation, has_bias,
            weight_prior_fn, weight_posterior_fn, bias_prior_fn, bias_posterior_fn,
        )  # fmt: skip
        self.sqrt, self.square = ops.Sqrt(), ops.Square()
        self.normal = Normal()

    def _apply_variational_weight(self, inputs: Tensor) -> Tensor:
        mean = self.matmul(inputs, self.weight_posterior("mean"))
        variance = self.matmul(self.square(inputs), self.square(self.weight_posterior("sd")))
        return self.normal("sample", mean=mean, sd=self.sqrt(variance))
