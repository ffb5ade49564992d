"""Losses.

A loss holds settings and calls a chapter of `ops.nn.loss`.

Imports: common, module_aliases, nn.cell, nn.layer, ops, ops.core, ops.math, ops.nn.
"""

from msacc.module_aliases import refuse as _refuse
from msacc.nn.loss import loss as loss
from msacc.nn.loss import sampled as sampled
from msacc.nn.loss import special as special
from msacc.nn.loss.loss import *  # noqa: F403
from msacc.nn.loss.sampled import *  # noqa: F403
from msacc.nn.loss.special import *  # noqa: F403

__all__ = [*loss.__all__, *sampled.__all__, *special.__all__]

__getattr__ = _refuse("mindspore.nn.loss")
