"""Distributions of weights: what is assumed of them before training, and what training makes of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Parameter, Tensor, dtype, float32, nn, ops
from msacc.nn.probability.distribution import Normal


class NormalPrior(nn.Cell):
    """The normal distribution that weights are assumed to have: not trained.

    `dtype`: that of samples, a float dtype.
    `mean`, `std`: numbers; `std` > 0 (ValueError otherwise).

    Called as `nn.probability.distribution.Normal` is, with the name of a method and its arguments. `std` is 0.1 where
    none is given, as in MindSpore.
    """

    def __init__(self, dtype: dtype.Type = float32, mean: float = 0, std: float = 0.1) -> None:
        super().__init__()
        self.normal = Normal(mean, std, dtype=dtype)

    def construct(self, *inputs: Any) -> Any:
        return self.normal(*inputs)


class NormalPosterior(nn.Cell):
    """A normal distribution for each weight, with trained means and deviations.

    `name`: what the Parameters' names begin with, a str.
    `shape`: the weights' shape, a list or tuple.
    `dtype`: that of the Parameters.
    `loc_mean`, `loc_std`: the Parameter `mean` starts with numbers drawn around `loc_mean` with deviation `loc_std`.
    `untransformed_scale_mean`, `untransformed_scale_std`: so does `untransformed_std`, of which the deviations
      are `log(exp(untransformed_std) + 1) + 1e-6`.

    Called as `nn.probability.distribution.Normal` is, with the name of a method and its arguments, but for the mean and
    the deviation. The first numbers come from numpy's generator.

    Raises TypeError for values of other types and a negative deviation.
    """

    def __init__(
        self,
        name: str,
        shape: list[int] | tuple[int, ...],
        dtype: dtype.Type = float32,
        loc_mean: float = 0,
        loc_std: float = 0.1,
        untransformed_scale_mean: float = -5,
        untransformed_scale_std: float = 0.1,
    ) -> None:
        super().__init__()
        _check_type("name", name, str)
        _check_type("shape", shape, tuple, list)
        _check_number("loc_mean", loc_mean)
        _check_number("untransformed_scale_mean", untransformed_scale_mean)
        _check_deviation("loc_std", loc_std)
        _check_deviation("untransformed_scale_std", untransformed_scale_std)
        means = np.random.normal(loc_mean, loc_std, shape)
        scales = np.random.normal(untransformed_scale_mean, untransformed_scale_std, shape)
        self.mean = Parameter(Tensor(means, dtype), name=f"{name}_mean")
        self.untransformed_std = Parameter(Tensor(scales, dtype), name=f"{name}_untransformed_std")
        self.normal = Normal()

    def _std_trans(self, std_pre: Tensor) -> Tensor:
        return ops.log(ops.exp(std_pre) + 1) + 1e-6

    def std_trans(self, std_pre: Tensor) -> Tensor:
        """The deviations, > 0, that a float Tensor `std_pre` stands for: the name until MindSpore 1.3."""
        return self._std_trans(std_pre)

    def construct(self, *inputs: Any) -> Any:
        return self.normal(*inputs, mean=self.mean, sd=self.std_trans(self.untransformed_std))


def normal_post_fn(name: str, shape: list[int] | tuple[int, ...]) -> NormalPosterior:
    """`NormalPosterior(name, shape)`: what Bayesian layers make of their weights by default.

    `name`: a str.
    `shape`: a list or tuple of ints.
    """
    return NormalPosterior(name=name, shape=shape)


def _check_type(name: str, value: object, *kinds: type) -> None:
    if not isinstance(value, kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(
            f"For 'NormalPosterior', the type of '{name}' must be {wanted}, but got {value!r}."
        )


def _check_number(name: str, value: object) -> None:
    if isinstance(value, bool):
        raise TypeError(f"For 'NormalPosterior', '{name}' must be a number, but got {value}.")
    _check_type(name, value, int, float)


def _check_deviation(name: str, value: float) -> None:
    _check_number(name, value)
    if value < 0:
        # MindSpore's type for it.
        raise TypeError(f"For 'NormalPosterior', '{name}' must be >= 0, but got {value}.")
