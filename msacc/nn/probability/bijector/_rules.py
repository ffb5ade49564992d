"""The bijectors MindSpore has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F

from msacc.common.tensor import Tensor, wrap
from msacc.nn.probability._transformed import Bijector

if TYPE_CHECKING:
    from msacc.common.argument_types import TensorLike


class PowerTransform(Bijector):
    """y = (1 + power · x) ** (1 / power), and exp(x) for the power 0; ValueError for a negative one.

    `power`: a number or a float Tensor.
    `name`: a str.
    """

    def __init__(self, power: TensorLike = 0.0, name: str = "PowerTransform"):
        super().__init__(name=name, param={"power": power})
        if bool((self._msacc_parameter_values["power"] < 0).any()):
            raise ValueError(f"Power must be greater than or equal to zero, but got {power}.")

    @property
    def power(self) -> Tensor:
        """The power."""
        return wrap(self._msacc_parameter_values["power"])

    def _forward(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return self._msacc_log(x, parts[0]).exp()

    def _inverse(self, y: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        power = parts[0]
        safe = torch.where(power == 0, 1, power)
        return torch.where(power == 0, y.log(), torch.expm1(y.log() * power) / safe)

    def _forward_log_jacobian(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        power = parts[0]
        return torch.where(power == 0, x, (1 - power) * self._msacc_log(x, power))

    @staticmethod
    def _msacc_log(x: torch.Tensor, power: torch.Tensor) -> torch.Tensor:
        safe = torch.where(power == 0, 1, power)
        return torch.where(power == 0, x, torch.log1p(x * power) / safe)


class Exp(PowerTransform):
    """y = exp(x). `name`: a str."""

    def __init__(self, name: str = "Exp"):
        super().__init__(0.0, name)


class ScalarAffine(Bijector):
    """y = scale · x + shift.

    `scale`, `shift`: numbers or float Tensors.
    `name`: a str.
    """

    def __init__(
        self, scale: TensorLike = 1.0, shift: TensorLike = 0.0, name: str = "ScalarAffine"
    ):
        super().__init__(True, name=name, param={"scale": scale, "shift": shift})

    def _forward(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return parts[0] * x + parts[1]

    def _inverse(self, y: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return (y - parts[1]) / parts[0]

    def _forward_log_jacobian(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return parts[0].abs().log()


class Softplus(Bijector):
    """y = log(1 + exp(sharpness · x)) / sharpness.

    `sharpness`: a number or a float Tensor.
    `name`: a str.
    """

    def __init__(self, sharpness: TensorLike = 1.0, name: str = "Softplus"):
        super().__init__(name=name, param={"sharpness": sharpness})

    def _forward(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return F.softplus(x * parts[0]) / parts[0]

    def _inverse(self, y: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return y + torch.log(-torch.expm1(-y * parts[0])) / parts[0]

    def _forward_log_jacobian(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return F.logsigmoid(x * parts[0])


class GumbelCDF(Bijector):
    """y = exp(-exp(-(x - loc) / scale)), which takes a Gumbel distribution to the uniform one.

    `loc`, `scale`: numbers or float Tensors.
    `name`: a str.
    """

    def __init__(self, loc: TensorLike = 0.0, scale: TensorLike = 1.0, name: str = "GumbelCDF"):
        super().__init__(name=name, param={"loc": loc, "scale": scale})

    def _forward(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return torch.exp(-torch.exp((parts[0] - x) / parts[1]))

    def _inverse(self, y: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return parts[0] - parts[1] * torch.log(-torch.log(y))

    def _forward_log_jacobian(self, x: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        z = (x - parts[0]) / parts[1]
        return -z - torch.exp(-z) - parts[1].log()

    def _inverse_log_jacobian(self, y: torch.Tensor, *parts: torch.Tensor) -> torch.Tensor:
        return torch.log(parts[1] / (-y * torch.log(y)))


class Invert(Bijector):
    """The other direction of `bijector`. `name`: a str."""

    def __init__(self, bijector: Bijector, name: str = ""):
        if not isinstance(bijector, Bijector):
            raise TypeError(f"For 'Invert', 'bijector' should be a Bijector, but got {bijector!r}.")
        own = name or f"Invert{bijector.name}"
        super().__init__(bijector.is_constant_jacobian, bijector.is_injective, own, bijector.dtype)
        self.bijector = bijector

    def forward(self, x: Tensor) -> Tensor:
        """The bijector's inverse at `x`, a float Tensor."""
        return self.bijector.inverse(x)

    def inverse(self, y: Tensor) -> Tensor:
        """The bijector itself at `y`, a float Tensor."""
        return self.bijector.forward(y)

    def forward_log_jacobian(self, x: Tensor) -> Tensor:
        """The bijector's inverse_log_jacobian at `x`, a float Tensor."""
        return self.bijector.inverse_log_jacobian(x)

    def inverse_log_jacobian(self, y: Tensor) -> Tensor:
        """The bijector's forward_log_jacobian at `y`, a float Tensor."""
        return self.bijector.forward_log_jacobian(y)
