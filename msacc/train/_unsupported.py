"""THOR's converters: refused by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from msacc.common.unsupported_names import refusal_reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.nn.cell.cell import Cell
    from msacc.nn.optim.optimizer import Optimizer
    from msacc.train._model import Model

_WHY = "there is no second-order optimizer: train with nn.Momentum or nn.Lamb"


@refusal_reason(_WHY)
class ConvertNetUtils:
    """Refused: it rewrites layers for the second-order optimizer."""

    def __init__(self) -> None:
        _refuse("ConvertNetUtils")

    @staticmethod
    def convert_to_thor_net(net: Cell) -> NoReturn:
        """Refused, whatever `net` is: raises NotImplementedError."""
        _refuse("ConvertNetUtils.convert_to_thor_net")


@refusal_reason(_WHY)
class ConvertModelUtils:
    """Refused: it rewrites a Model for the second-order optimizer."""

    @staticmethod
    def convert_to_thor_model(
        model: Model,
        network: Cell,
        loss_fn: Callable[..., Any] | None = None,
        optimizer: Optimizer | None = None,
        metrics: object = None,
        amp_level: str = "O0",
        loss_scale_manager: object = None,
        keep_batchnorm_fp32: bool = False,
    ) -> NoReturn:
        """Refused: raises NotImplementedError.

        None of `model`, `network`, `loss_fn`, `optimizer`, `metrics`, `amp_level`, `loss_scale_manager` and
        `keep_batchnorm_fp32` is looked at.
        """
        _refuse("ConvertModelUtils.convert_to_thor_model")


def _refuse(name: str) -> NoReturn:
    raise NotImplementedError(
        f"msacc has no second-order optimizer ({name}): train the network with nn.Momentum or nn.Lamb."
    )
