"""Bijectors and transformed distributions."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.mindspore_homes import defined_in
from msacc.nn.cell import Cell
from msacc.nn.probability.distribution.distribution import (
    Distribution,
    Parts,
    _tensor,
    parameters_as_tensors,
)

_MAPS = ("forward", "inverse", "forward_log_jacobian", "inverse_log_jacobian")


class Bijector(Cell):
    """Base class of invertible maps y = g(x), element by element.

    Values are float Tensors (TypeError otherwise). Calling a bijector with a Distribution gives the
    transformed one; with a method's name, the method's value.

    `is_constant_jacobian`, `is_injective`: what is true of g, bools.
    `name`: a str.
    `dtype`: kept.
    `param`: a dict of the parameters by name.
    """

    def __init__(
        self,
        is_constant_jacobian: bool = False,
        is_injective: bool = True,
        name: str | None = None,
        dtype: mstype.Type | None = None,
        param: dict[str, Any] | None = None,
    ):
        super().__init__()
        # A class of the user's own may have none; MindSpore's classes all have one.
        if name is not None or defined_in(type(self)).startswith("msacc."):
            check.instance(self.cls_name, "name", name, str)
        self.is_constant_jacobian, self.is_injective = is_constant_jacobian, is_injective
        self.name, self.dtype, self.parameters = name, dtype, parameters_as_tensors(param or {})
        self.parameters.pop("param", None)
        self._msacc_parameter_values = {
            key: (value if isinstance(value, Tensor) else Tensor(value))._t.float()
            for key, value in self.parameters.get("param_dict", self.parameters).items()
        }

    def __getattr__(self, name: str) -> Any:
        parameters = self.__dict__.get("_msacc_parameter_values", {})
        return wrap(parameters[name]) if name in parameters else super().__getattr__(name)  # type: ignore[misc]

    def extend_repr(self) -> str:
        """What stands between the brackets of repr()."""
        return ", ".join(
            f"{key} = {value.tolist()}" for key, value in self._msacc_parameter_values.items()
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if args and isinstance(args[0], Distribution):
            return TransformedDistribution(self, args[0])
        return super().__call__(*args, **kwargs)

    def construct(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """The method called `name`, called."""
        if name not in _MAPS:
            raise ValueError(f"A bijector has {_MAPS}, but was asked for {name!r}.")
        return getattr(self, name)(*args, **kwargs)

    def cast_param_by_value(self, value: Tensor, para: Tensor) -> Tensor:
        """`para` in the dtype of `value`."""
        return para.astype(value.dtype)  # type: ignore[attr-defined]

    def forward(self, value: Tensor) -> Tensor:
        """y = g(x) of x. `value`: a float Tensor (TypeError otherwise), whose shape and dtype the result has."""
        return self._msacc_map("forward", value)

    def inverse(self, value: Tensor) -> Tensor:
        """x = g⁻¹(y) of y. `value`: a float Tensor (TypeError otherwise), whose shape and dtype the result has."""
        return self._msacc_map("inverse", value)

    def forward_log_jacobian(self, value: Tensor) -> Tensor:
        """log |dy / dx| at x. `value`: a float Tensor (TypeError otherwise), whose shape and dtype the result has."""
        return self._msacc_map("forward_log_jacobian", value)

    def inverse_log_jacobian(self, value: Tensor) -> Tensor:
        """log |dx / dy| at y. `value`: a float Tensor (TypeError otherwise), whose shape and dtype the result has."""
        return self._msacc_map("inverse_log_jacobian", value)

    def _msacc_map(self, name: str, value: Tensor) -> Tensor:
        t = _tensor("input value of bijector", value)
        if not t.dtype.is_floating_point:
            raise TypeError(
                f"For input value of bijector, the type must be Float, but got {value.dtype}."
            )
        parameters = [part.to(t.dtype) for part in self._msacc_parameter_values.values()]
        return wrap(getattr(self, f"_{name}")(t, *parameters))

    def _inverse_log_jacobian(self, y: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return -self._forward_log_jacobian(self._inverse(y, *parts), *parts)

    def _forward(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError(f"{type(self).__name__} has no forward map.")

    def _inverse(self, y: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError(f"{type(self).__name__} has no inverse map.")

    def _forward_log_jacobian(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError(f"{type(self).__name__} has no forward_log_jacobian.")


class TransformedDistribution(Distribution):
    """The distribution of g(x) for an x of `distribution`, g an increasing `bijector`.

    Answers prob, log_prob, the four of cdf, sample and, for a bijector of constant slope, mean (ValueError
    for another); TypeError for other arguments, NotImplementedError for other questions.

    `seed`: an int for what `sample` draws.
    `name`: a str.
    """

    _msacc_unanswered = ("sd", "var", "mode", "entropy", "kl_loss", "cross_entropy")

    def __init__(
        self,
        bijector: Bijector,
        distribution: Distribution,
        seed: int | None = None,
        name: str = "transformed_distribution",
    ):
        for key, value, kind in (
            ("bijector", bijector, Bijector),
            ("distribution", distribution, Distribution),
        ):
            if not isinstance(value, kind):
                raise TypeError(
                    f"For 'TransformedDistribution', the type of '{key}' should be '{kind.__name__}', but got "
                    f"{value!r}."
                )
        super().__init__(seed, distribution.parameter_type, name, {})
        self._dtype = distribution.dtype
        self._msacc_names = distribution._msacc_names  # type: ignore[misc]
        self._msacc_given = distribution._msacc_given
        self.bijector, self.distribution = bijector, distribution
        self.is_linear_transformation = bijector.is_constant_jacobian

    def _log_prob(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        x = self.bijector.inverse(wrap(value))
        slope = self.bijector.inverse_log_jacobian(wrap(value))
        return self.distribution._log_prob(x._t, *parts) + slope._t

    def _cdf(self, value: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return self.distribution._cdf(self.bijector.inverse(wrap(value))._t, *parts)

    def _mean(self, *parts: torch.Tensor) -> torch.Tensor:
        if not self.is_linear_transformation:
            raise ValueError("mean function must be implemented for non-linear transformation")
        return self.bijector.forward(wrap(self.distribution._mean(*parts)))._t

    def _sample(self, shape: tuple[int, ...], parts: Parts) -> torch.Tensor:
        samples = self.distribution._sample(shape, parts)
        return self.bijector.forward(wrap(samples.to(mstype.to_torch(self.parameter_type))))._t
