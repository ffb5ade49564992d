"""Padding layers: MindSpore's own, and zeros in one and three dimensions."""

from __future__ import annotations

from typing import Any

from msacc.nn.layer import padding as nn_padding
from msacc.nn.layer.padding import *  # noqa: F403
from msacc.nn.layer.padding import ConstantPad1d, ConstantPad3d


class ZeroPad1d(ConstantPad1d):
    """Zeros around the last dimension."""

    def __init__(self, padding: Any):
        super().__init__(padding, 0)


class ZeroPad3d(ConstantPad3d):
    """Zeros around the last three dimensions."""

    def __init__(self, padding: Any):
        super().__init__(padding, 0)


__all__ = [*nn_padding.__all__, "ZeroPad1d", "ZeroPad3d"]
