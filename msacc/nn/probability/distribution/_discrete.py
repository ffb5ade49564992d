"""Discrete distributions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch
import torch.distributions as td

from msacc.common import dtype as mstype
from msacc.nn.probability.distribution.distribution import Distribution, Parts

if TYPE_CHECKING:
    from msacc.common.argument_types import TensorLike


class Bernoulli(Distribution):
    """1 with probability `probs` (in (0, 1); ValueError otherwise), else 0.

    `seed`: an int for what `sample` draws.
    `dtype`: that of samples.
    `name`: a str.
    `probs` is a number or a float Tensor, or is given to each method.
    """

    _msacc_torch = td.Bernoulli
    _msacc_names = ("probs",)
    _msacc_rules = {"probs": "probability"}
    _msacc_discrete = True

    def __init__(
        self,
        probs: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.int32,
        name: str = "Bernoulli",
    ):
        super().__init__(seed, dtype, name, {"probs": probs})

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        p = parts[0]
        return value * p.log() + (1 - value) * torch.log1p(-p)

    def _mode(self, *parts: torch.Tensor) -> torch.Tensor:
        return (parts[0] > 0.5).to(mstype.to_torch(self.dtype))

    def _cdf(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        below = torch.where(value < 0, 0.0, 1 - parts[0])
        return torch.where(value >= 1, 1.0, below)


class Geometric(Distribution):
    """Failures before the first success, each try succeeding with probability `probs` (in (0, 1)).

    `seed`: an int for what `sample` draws.
    `dtype`: that of samples.
    `name`: a str.
    `probs` is a number or a float Tensor, or is given to each method.
    """

    _msacc_torch = td.Geometric
    _msacc_names = ("probs",)
    _msacc_rules = {"probs": "probability"}
    _msacc_discrete = True

    def __init__(
        self,
        probs: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.int32,
        name: str = "Geometric",
    ):
        super().__init__(seed, dtype, name, {"probs": probs})

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        p = parts[0]
        inside = p.log() + value.floor() * torch.log1p(-p)
        return torch.where(value < 0, -math.inf, inside)

    def _mode(self, *parts: torch.Tensor) -> torch.Tensor:
        return torch.zeros_like(parts[0], dtype=mstype.to_torch(self.dtype))

    def _cdf(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        inside = 1 - (1 - parts[0]) ** (value.floor() + 1)
        return torch.where(value < 0, 0.0, inside)


class Poisson(Distribution):
    """Poisson distribution of `rate` (> 0; ValueError otherwise).

    `seed`: an int for what `sample` draws.
    `dtype`: that of samples.
    `name`: a str.
    `rate` is a number or a float Tensor, or is given to each method.
    """

    _msacc_torch = td.Poisson
    _msacc_names = ("rate",)
    _msacc_rules = {"rate": "positive"}
    _msacc_unanswered = ("entropy", "kl_loss", "cross_entropy")
    _msacc_discrete = True

    def __init__(
        self,
        rate: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Poisson",
    ):
        super().__init__(seed, dtype, name, {"rate": rate})

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        rate = parts[0]
        inside = value * rate.log() - rate - (value + 1).lgamma()
        return torch.where(value < 0, -math.inf, inside)

    def _mode(self, *parts: torch.Tensor) -> torch.Tensor:
        return parts[0].floor()

    def _cdf(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        # Between two counts MindSpore interpolates with the gamma function.
        inside = torch.special.gammaincc(value.clamp(min=0) + 1, parts[0])
        return torch.where(value < 0, 0.0, inside)


class Categorical(Distribution):
    """The classes 0 … n - 1 with the probabilities along the last dimension of `probs`.

    `seed`: an int for what `sample` draws.
    `dtype`: that of samples.
    `name`: a str.
    `probs` is a float Tensor (…, n), or is given to each method.

    Raises ValueError unless they are positive and sum to 1. The mean and variance are those of the class's
    number.
    """

    _msacc_torch = td.Categorical
    _msacc_names = ("probs",)
    _msacc_rules = {"probs": "probability"}
    _msacc_discrete = True

    def __init__(
        self,
        probs: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.int32,
        name: str = "Categorical",
    ):
        super().__init__(seed, dtype, name, {"probs": probs})
        probs_value = self._msacc_parameter_values["probs"]
        if probs_value is not None and not torch.allclose(
            probs_value.sum(-1), probs_value.new_ones(()), atol=1e-4
        ):
            raise ValueError(
                "Probabilities for each category should sum to one for Categorical distribution, but "
                f"got sums {probs_value.sum(-1).tolist()}."
            )

    def _msacc_numbers(self, p: torch.Tensor) -> torch.Tensor:
        return torch.arange(p.shape[-1], dtype=p.dtype, device=p.device)

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return self._msacc_select_probability(value, parts[0].log(), math.nan, math.nan)

    def _cdf(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return self._msacc_select_probability(value, parts[0].cumsum(-1), 0.0, 1.0)

    @staticmethod
    def _msacc_select_probability(
        value: torch.Tensor, table: torch.Tensor, below: float, above: float
    ) -> torch.Tensor:
        """The entry of each class, `below` the first and `above` the last one the numbers given."""
        classes = table.shape[-1]
        value, batch = torch.broadcast_tensors(value.floor(), table[..., 0])
        wide = table.expand(*batch.shape, classes)
        inside = wide.gather(-1, value.clamp(0, classes - 1).long()[..., None])[..., 0]
        return torch.where(value < 0, below, torch.where(value > classes - 1, above, inside))

    def _mean(self, *parts: torch.Tensor) -> torch.Tensor:
        return (parts[0] * self._msacc_numbers(parts[0])).sum(-1, keepdim=True)

    def _var(self, *parts: torch.Tensor) -> torch.Tensor:
        p = parts[0]
        return (p * (self._msacc_numbers(p) - self._mean(p)) ** 2).sum(-1, keepdim=True)

    def _mode(self, *parts: torch.Tensor) -> torch.Tensor:
        return parts[0].argmax(-1).to(mstype.to_torch(self.dtype))

    def _msacc_kl(self, own: Parts, other: Parts) -> torch.Tensor:
        p, q = own[0], other[0]
        return (p * (p.log() - q.log())).sum(-1)
