"""Quantizer, the base of classes that quantize networks, and the options of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum

from msacc import nn
from msacc._checkparam import check_isinstance


class OptimizeOption(Enum):
    """How the range of values is found: QAT by what was seen, LEARNED_SCALE by training it with the weights."""

    QAT = "QAT"
    LEARNED_SCALE = "LEARNED_SCALE"

    def __str__(self) -> str:
        return self.value


class Quantizer(ABC):
    """The base of quantizers, which give `quantize`.

    `optimize_option`: an OptimizeOption or a list or tuple of them, kept as a list in the attribute of that name.

    Raises ValueError for another option.
    """

    def __init__(
        self, optimize_option: OptimizeOption | Sequence[OptimizeOption] = OptimizeOption.QAT
    ) -> None:
        several = isinstance(optimize_option, (list, tuple))
        self.optimize_option: Sequence[OptimizeOption] = (
            optimize_option if several else [optimize_option]  # type: ignore[assignment,list-item]
        )
        for option in self.optimize_option:
            check_isinstance("optimize_option", option, OptimizeOption)

    @abstractmethod
    def quantize(self, network: nn.Cell) -> nn.Cell:
        """The network, quantized."""


__all__ = ["OptimizeOption"]
