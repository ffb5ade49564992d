"""A start moved by one rounding: how far MindSpore gets from itself by what no program can promise to keep.

Every float32 parameter goes to one of its two neighbours when an optimizer takes it; what a case tells is then apart
from the unmoved run by what its steps make of rounding.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np


def start(seed: int) -> None:
    """From now on optimizers move what they are given."""
    from mindspore import nn

    draws = np.random.RandomState(seed)
    taken = nn.Optimizer.__init__

    @functools.wraps(taken)
    def takes(self: Any, learning_rate: Any, parameters: Any, *args: Any, **named: Any) -> None:
        groups = list(parameters)
        for group in groups:
            if isinstance(group, dict):
                if "params" in group:  # order_params alone names them all once more
                    group["params"] = list(group["params"])
                    _move(group["params"], draws)
            else:
                _move([group], draws)
        taken(self, learning_rate, groups, *args, **named)

    nn.Optimizer.__init__ = takes


def _move(parameters: list[Any], draws: np.random.RandomState) -> None:
    from mindspore import Tensor

    for parameter in parameters:
        values = parameter.asnumpy()
        if values.dtype == np.float32:
            towards = np.where(draws.rand(*values.shape) < 0.5, -np.inf, np.inf)
            parameter.set_data(Tensor(np.nextafter(values, towards.astype(np.float32))))
