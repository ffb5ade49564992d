"""Losses."""

from msacc.nn.loss import loss as loss
from msacc.nn.loss.loss import *  # noqa: F403

__all__ = loss.__all__
