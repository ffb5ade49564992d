"""Continuous distributions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch
import torch.distributions as td
import torch.nn.functional as F

from msacc.common import dtype as mstype
from msacc.nn.probability.distribution.distribution import Distribution, Parts

if TYPE_CHECKING:
    from msacc.common.argument_types import TensorLike

_ONLY_DENSITY = (
    *("cdf", "mean", "mode", "var", "sd", "entropy", "kl_loss", "cross_entropy", "sample"),
)


class Normal(Distribution):
    """Normal distribution of `mean` and standard deviation `sd` (> 0; ValueError otherwise).

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `mean` and `sd` are numbers or float Tensors that broadcast, or are given to each method.
    """

    _msacc_torch = td.Normal
    _msacc_sample_has_gradient = True
    _msacc_names = ("mean", "sd")
    _msacc_rules = {"sd": "positive"}

    def __init__(
        self,
        mean: TensorLike | None = None,
        sd: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Normal",
    ):
        super().__init__(seed, dtype, name, {"mean": mean, "sd": sd})


class HalfNormal(Distribution):
    """The upper half of a normal distribution around `mean`: its density alone, as in MindSpore.

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `mean` and `sd` (> 0; ValueError otherwise) are numbers or float Tensors that broadcast, or are given to
      each method.
    """

    _msacc_names = ("mean", "sd")
    _msacc_rules = {"sd": "positive"}
    _msacc_unanswered = _ONLY_DENSITY

    def __init__(
        self,
        mean: TensorLike | None = None,
        sd: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "HalfNormal",
    ):
        super().__init__(seed, dtype, name, {"mean": mean, "sd": sd})

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        mean, sd = parts
        inside = td.Normal(mean, sd, validate_args=False).log_prob(value) + math.log(2)
        return torch.where(value < mean, -math.inf, inside)


class Laplace(Distribution):
    """Laplace distribution of location `mean` and scale `sd`: its density alone, as in MindSpore.

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `mean` and `sd` (> 0; ValueError otherwise) are numbers or float Tensors that broadcast, or are given to
      each method.
    """

    _msacc_torch = td.Laplace
    _msacc_names = ("mean", "sd")
    _msacc_rules = {"sd": "positive"}
    _msacc_unanswered = _ONLY_DENSITY

    def __init__(
        self,
        mean: TensorLike | None = None,
        sd: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Laplace",
    ):
        super().__init__(seed, dtype, name, {"mean": mean, "sd": sd})


class StudentT(Distribution):
    """Student's distribution of `df` degrees of freedom, moved by `mean`, spread by `sd`: its density alone.

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `df`, `mean` and `sd` are numbers or float Tensors that broadcast, or are given to each method.
    """

    _msacc_torch = td.StudentT
    _msacc_names = ("df", "mean", "sd")
    _msacc_rules = {"df": "positive", "sd": "positive"}
    _msacc_unanswered = _ONLY_DENSITY

    def __init__(
        self,
        df: TensorLike | None = None,
        mean: TensorLike | None = None,
        sd: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "StudentT",
    ):
        super().__init__(seed, dtype, name, {"df": df, "mean": mean, "sd": sd})


class Uniform(Distribution):
    """Uniform distribution between `low` and `high` (> low; ValueError otherwise).

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `low` and `high` are numbers or float Tensors that broadcast, or are given to each method.
    """

    _msacc_torch = td.Uniform
    _msacc_sample_has_gradient = True
    _msacc_names = ("low", "high")
    _msacc_unanswered = ("mode",)

    def __init__(
        self,
        low: TensorLike | None = None,
        high: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Uniform",
    ):
        super().__init__(seed, dtype, name, {"low": low, "high": high})
        low, high = self._msacc_parameter_values.values()
        if low is not None and high is not None and not bool((low < high).all()):
            raise ValueError(
                f"low must be less than high, but got {low.tolist()}, {high.tolist()}."
            )

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        low, high = parts
        return torch.where((value < low) | (value > high), -math.inf, -(high - low).log())


class Exponential(Distribution):
    """Exponential distribution of `rate` (> 0; ValueError otherwise).

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `rate` is a number or a float Tensor, or is given to each method.
    """

    _msacc_torch = td.Exponential
    _msacc_sample_has_gradient = True
    _msacc_names = ("rate",)
    _msacc_rules = {"rate": "positive"}

    def __init__(
        self,
        rate: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Exponential",
    ):
        super().__init__(seed, dtype, name, {"rate": rate})

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return torch.where(value < 0, -math.inf, super()._log_prob(value, *parts))

    def _cdf(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return -torch.expm1(-parts[0] * value.clamp(min=0))


class Gamma(Distribution):
    """Gamma distribution of `concentration` and `rate` (both > 0; ValueError otherwise).

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `concentration` and `rate` are numbers or float Tensors that broadcast, or are given to each method.
    """

    _msacc_torch = td.Gamma
    _msacc_names = ("concentration", "rate")
    _msacc_rules = {"concentration": "positive", "rate": "positive"}

    def __init__(
        self,
        concentration: TensorLike | None = None,
        rate: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Gamma",
    ):
        super().__init__(seed, dtype, name, {"concentration": concentration, "rate": rate})

    def _mode(self, *parts: torch.Tensor) -> torch.Tensor:
        form, rate = parts
        return torch.where(form > 1, (form - 1) / rate, math.nan)


class Beta(Distribution):
    """Beta distribution of `concentration1` and `concentration0` (both > 0; ValueError otherwise).

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `concentration1` and `concentration0` are numbers or float Tensors that broadcast, or are given to each
      method.
    """

    _msacc_torch = td.Beta
    _msacc_names = ("concentration1", "concentration0")
    _msacc_rules = {"concentration1": "positive", "concentration0": "positive"}
    _msacc_unanswered = ("cdf",)

    def __init__(
        self,
        concentration1: TensorLike | None = None,
        concentration0: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str = "Beta",
    ):
        parameters = {"concentration1": concentration1, "concentration0": concentration0}
        super().__init__(seed, dtype, name, parameters)

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        one, zero = parts
        norm = one.lgamma() + zero.lgamma() - (one + zero).lgamma()
        return (one - 1) * value.log() + (zero - 1) * torch.log1p(-value) - norm

    def _mode(self, *parts: torch.Tensor) -> torch.Tensor:
        one, zero = parts
        peak = (one - 1) / (one + zero - 2)
        return torch.where((one > 1) & (zero > 1), peak, math.nan)


class _Located(Distribution):
    """A distribution of location `loc` and `scale` (> 0; ValueError otherwise)."""

    _msacc_names = ("loc", "scale")
    _msacc_rules = {"scale": "positive"}

    def __init__(
        self,
        loc: TensorLike | None = None,
        scale: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str | None = None,
    ):
        kind = type(self).__name__
        super().__init__(seed, dtype, kind if name is None else name, {"loc": loc, "scale": scale})


class Cauchy(_Located):
    """Cauchy distribution; its mean, variance and deviation do not exist (ValueError).

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `loc` and `scale` (> 0; ValueError otherwise) are numbers or float Tensors that broadcast, or are given to
      each method.
    """

    _msacc_torch = td.Cauchy
    _msacc_sample_has_gradient = True

    def __init__(
        self,
        loc: TensorLike | None = None,
        scale: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str | None = "Cauchy",
    ):
        super().__init__(loc, scale, seed, dtype, name)

    def _mean(self, *parts: torch.Tensor) -> torch.Tensor:
        raise ValueError(f"mean is undefined for {self.name} distribution.")

    def _var(self, *parts: torch.Tensor) -> torch.Tensor:
        raise ValueError(f"variance is undefined for {self.name} distribution.")

    def _msacc_kl(self, own: Parts, other: Parts) -> torch.Tensor:
        (a, s), (b, t) = own, other
        return ((s + t) ** 2 + (a - b) ** 2).log() - (4 * s * t).log()


class LogNormal(_Located):
    """The exponential of a normal distribution of mean `loc` and deviation `scale`.

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `loc` and `scale` (> 0; ValueError otherwise) are numbers or float Tensors that broadcast, or are given to
      each method.
    """

    _msacc_torch = td.LogNormal
    _msacc_sample_has_gradient = True

    def __init__(
        self,
        loc: TensorLike | None = None,
        scale: TensorLike | None = None,
        seed: int | None = 0,
        dtype: mstype.Type = mstype.float32,
        name: str | None = "LogNormal",
    ):
        super().__init__(loc, scale, seed, dtype, name)


class Gumbel(_Located):
    """The Gumbel distribution with location `loc` and `scale`.

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `loc` and `scale` (> 0; ValueError otherwise) are numbers or float Tensors that broadcast.
    """

    _msacc_torch = td.Gumbel
    _msacc_sample_has_gradient = True

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        seed: int | None = 0,
        dtype: mstype.Type = mstype.float32,
        name: str | None = "Gumbel",
    ):
        super().__init__(loc, scale, seed, dtype, name)

    def _cdf(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return torch.exp(-torch.exp((parts[0] - value) / parts[1]))


class Logistic(_Located):
    """The logistic distribution with location `loc` and `scale`.

    `seed`: an int for what `sample` draws.
    `dtype`: a float dtype.
    `name`: a str.
    `loc` and `scale` (> 0; ValueError otherwise) are numbers or float Tensors that broadcast, or are given to
      each method.
    """

    _msacc_unanswered = ("kl_loss", "cross_entropy")

    def __init__(
        self,
        loc: TensorLike | None = None,
        scale: TensorLike | None = None,
        seed: int | None = None,
        dtype: mstype.Type = mstype.float32,
        name: str | None = "Logistic",
    ):
        super().__init__(loc, scale, seed, dtype, name)

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        loc, scale = parts
        z = (value - loc) / scale
        return -z - 2 * F.softplus(-z) - scale.log()

    def _cdf(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid((value - parts[0]) / parts[1])

    def _mean(self, *parts: torch.Tensor) -> torch.Tensor:
        return parts[0]

    _mode = _mean

    def _var(self, *parts: torch.Tensor) -> torch.Tensor:
        return parts[1] ** 2 * (math.pi**2 / 3)

    def _entropy(self, *parts: torch.Tensor) -> torch.Tensor:
        return parts[1].log() + 2

    def _sample(self, shape: tuple[int, ...], parts: Parts) -> torch.Tensor:
        loc, scale = parts
        tiny = torch.finfo(loc.dtype).tiny
        uniform = torch.rand((*shape, *loc.shape), dtype=loc.dtype, device=loc.device).clamp(
            min=tiny
        )
        return loc + scale * torch.logit(uniform)
