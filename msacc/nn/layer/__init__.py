"""Layers by family."""

from msacc.nn.layer import activation as activation
from msacc.nn.layer import basic as basic
from msacc.nn.layer import container as container
from msacc.nn.layer import conv as conv
from msacc.nn.layer import normalization as normalization
from msacc.nn.layer import pooling as pooling
from msacc.nn.layer.activation import *  # noqa: F403
from msacc.nn.layer.basic import *  # noqa: F403
from msacc.nn.layer.container import *  # noqa: F403
from msacc.nn.layer.conv import *  # noqa: F403
from msacc.nn.layer.normalization import *  # noqa: F403
from msacc.nn.layer.pooling import *  # noqa: F403

__all__ = [
    *activation.__all__,
    *basic.__all__,
    *container.__all__,
    *conv.__all__,
    *normalization.__all__,
    *pooling.__all__,
]
