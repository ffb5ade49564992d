"""Cells that quantize what goes into, or comes out of, a cell or an operator that knows nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msacc import Tensor, nn
from msacc.former.compression.constants import QuantDtype
from msacc.former.compression.quantizer import OptimizeOption


class _AddFakeQuantInput(nn.Cell):
    """A network of one input, which is fake-quantized first.

    `quant_delay`: the steps after which it is.
    """

    def __init__(self, network: nn.Cell, quant_delay: int = 0) -> None:
        super().__init__(auto_prefix=False)
        self.fake_quant_input = nn.FakeQuantWithMinMaxObserver(
            min_init=-6, max_init=6, quant_delay=quant_delay, ema=True
        )
        self.fake_quant_input.update_parameters_name("fake_quant_input.")
        self.network = network

    def construct(self, data: Tensor) -> Any:
        return self.network(self.fake_quant_input(data))


class _AddFakeQuantAfterSubCell(nn.Cell):
    """A cell or an operator, `subcell`, whose output is fake-quantized.

    The others are those of FakeQuantWithMinMaxObserver; `optimize_option` decides its mode and first range.
    """

    def __init__(
        self,
        subcell: Callable[..., Any],
        *,
        quant_dtype: QuantDtype = QuantDtype.INT8,
        quant_delay: int = 0,
        per_channel: bool = False,
        symmetric: bool = False,
        narrow_range: bool = False,
        optimize_option: Sequence[OptimizeOption] = (),
    ) -> None:
        super().__init__(auto_prefix=False)
        self.subcell = subcell
        learned = OptimizeOption.LEARNED_SCALE in (optimize_option or ())
        self.mode = "LEARNED_SCALE" if learned else "DEFAULT"
        self.max_init = 16 if learned else 6
        self.min_init = -self.max_init
        self.fake_quant_act = nn.FakeQuantWithMinMaxObserver(
            min_init=self.min_init, max_init=self.max_init, ema=True, quant_dtype=quant_dtype,
            quant_delay=quant_delay, per_channel=per_channel, symmetric=symmetric,
            narrow_range=narrow_range, mode=self.mode,
        )  # fmt: skip

    def construct(self, *data: Any) -> Any:
        return self.fake_quant_act(self.subcell(*data))
