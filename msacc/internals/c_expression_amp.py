"""`mindspore._c_expression.amp`: levels of mixed precision by primitives' names."""

from __future__ import annotations

import enum
from typing import Any

from msacc.common.unsupported_names import unsupported

_WHY = "it casts inside MindSpore's own kernels; use amp.auto_mixed_precision(network, level)"


class AmpLevel(enum.IntEnum):
    """The levels."""

    AmpO0 = 0
    AmpO1 = 1
    AmpO2 = 2
    AmpO3 = 3
    AmpAuto = 4


@unsupported(_WHY)
def create_amp_strategy(
    level: AmpLevel, dtype: object, white_list: object, black_list: object
) -> Any:
    """A strategy for `cell.amp_strategy`. Not here: raises NotImplementedError."""


@unsupported(_WHY)
def push_amp_strategy(
    level: AmpLevel, dtype: object, white_list: object, black_list: object
) -> None:
    """Begin to compute by a strategy. Not here: raises NotImplementedError."""


@unsupported(_WHY)
def pop_amp_strategy() -> None:
    """End what `push_amp_strategy` began. Not here: raises NotImplementedError."""
