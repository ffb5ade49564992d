"""What Bayesian layers share: distributions of their weights, and how far training moved these from the prior."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc import Tensor, nn, ops

# A Cell, or what makes one, that answers for a distribution.
Prior = nn.Cell | Callable[[], nn.Cell]
Posterior = Callable[..., nn.Cell]


def check_prior(prior_fn: Prior, arg_name: str) -> nn.Cell:
    """The prior that `prior_fn` is or makes; TypeError for another than a normal one whose numbers are known.

    `arg_name`: what the error calls it, a str.
    """
    prior = prior_fn if isinstance(prior_fn, nn.Cell) else prior_fn()
    for name, cell in prior.name_cells().items():
        _check_normal(name, arg_name)
        if getattr(cell, "batch_shape", None) is None:
            raise TypeError(
                f"'{arg_name}' must hold a Normal with its 'mean' and 'sd', but got {cell!r}."
            )
    return prior


def check_posterior(
    posterior_fn: Posterior, shape: list[int], param_name: str, arg_name: str
) -> nn.Cell:
    """`posterior_fn(shape=shape, name=param_name)`; TypeError for what takes other arguments or is not normal.

    `arg_name`: what the error calls it, a str.
    """
    try:
        posterior = posterior_fn(shape=shape, name=param_name)
    except TypeError as error:
        raise TypeError(
            f"'{arg_name}' must make a NormalPosterior of 'shape' and 'name', but got {posterior_fn!r}: {error}"
        ) from error
    for name in posterior.name_cells():
        _check_normal(name, arg_name)
    return posterior


def _check_normal(name: str, arg_name: str) -> None:
    if name != "normal":
        raise TypeError(
            f"'{arg_name}' must hold its distribution as 'normal' and nothing else, but has {name!r}."
        )


class VariationalLayer(nn.Cell):
    """Base of Bayesian layers, which draw their weights anew at each call.

    A layer sets `has_bias`, calls `_msacc_hold_distributions` and defines `_apply_variational_weight(inputs)`; scripts
    of MindSpore 1.3 and before define `apply_variational_weight`.
    """

    has_bias: bool

    def _msacc_hold_distributions(
        self, weight: tuple[list[int], Prior, Posterior], bias: tuple[list[int], Prior, Posterior]
    ) -> None:
        """For the weight and the bias: shape, prior, posterior."""
        for name, (shape, prior, posterior) in {"weight": weight, "bias": bias}.items():
            if name == "bias" and not self.has_bias:
                continue
            setattr(self, f"{name}_prior", check_prior(prior, f"{name}_prior_fn"))
            held = check_posterior(posterior, shape, f"bnn_{name}", f"{name}_posterior_fn")
            setattr(self, f"{name}_posterior", held)
        self.bias_add = ops.BiasAdd()
        self.sum = ops.ReduceSum()

    def _apply_variational_weight(self, inputs: Tensor) -> Tensor:
        raise NotImplementedError(
            f"{self.cls_name} needs '_apply_variational_weight(inputs)': its product with a drawn weight."
        )

    def apply_variational_weight(self, inputs: Tensor) -> Tensor:
        """The product of `inputs`, a float Tensor, with a weight drawn from the posterior."""
        return self._apply_variational_weight(inputs)

    def apply_variational_bias(self, inputs: Tensor) -> Tensor:
        """`inputs`, a float Tensor, plus a bias drawn from the posterior."""
        return self.bias_add(inputs, self.bias_posterior("sample"))

    def compute_kl_loss(self) -> Any:
        """The divergence of the posteriors from the priors, in nats, a float Tensor ()."""
        loss = self._msacc_divergence(self.weight_prior, self.weight_posterior)
        if self.has_bias:
            loss = loss + self._msacc_divergence(self.bias_prior, self.bias_posterior)
        return loss

    def _msacc_divergence(self, prior: nn.Cell, posterior: nn.Cell) -> Any:
        kind, parameters = posterior("get_dist_type"), posterior("get_dist_args")
        return self.sum(prior("kl_loss", kind, *parameters))

    def _msacc_distributions_text(self) -> str:
        names = ("weight", "bias") if self.has_bias else ("weight",)
        held = {name: getattr(self, f"{name}_posterior") for name in names}
        return ", ".join(
            f"{name}_mean={one.mean}, {name}_std={one.untransformed_std}"
            for name, one in held.items()
        )
