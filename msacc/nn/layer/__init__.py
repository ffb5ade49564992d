"""Layers by family.

A layer holds parameters and settings, checks its arguments and calls a chapter of `ops`; nothing is computed here.

Imports: common, graph, module_aliases, nn.cell, ops, ops.array, ops.core, ops.linalg, ops.math,
ops.nn.
"""

from msacc.module_aliases import refuse as _refuse
from msacc.nn.layer import activation as activation
from msacc.nn.layer import array_layers as array_layers
from msacc.nn.layer import basic as basic
from msacc.nn.layer import channel_shuffle as channel_shuffle
from msacc.nn.layer import combined as combined
from msacc.nn.layer import container as container
from msacc.nn.layer import conv as conv
from msacc.nn.layer import dense as dense
from msacc.nn.layer import dropout as dropout
from msacc.nn.layer import embedding as embedding
from msacc.nn.layer import image as image
from msacc.nn.layer import math as math
from msacc.nn.layer import matrix_layers as matrix_layers
from msacc.nn.layer import normalization as normalization
from msacc.nn.layer import padding as padding
from msacc.nn.layer import pooling as pooling
from msacc.nn.layer import reshaping as reshaping
from msacc.nn.layer import rnn_cells as rnn_cells
from msacc.nn.layer import rnns as rnns
from msacc.nn.layer import timedistributed as timedistributed
from msacc.nn.layer import transformer as transformer
from msacc.nn.layer.activation import *  # noqa: F403
from msacc.nn.layer.array_layers import *  # noqa: F403
from msacc.nn.layer.channel_shuffle import *  # noqa: F403
from msacc.nn.layer.combined import *  # noqa: F403
from msacc.nn.layer.container import *  # noqa: F403
from msacc.nn.layer.conv import *  # noqa: F403
from msacc.nn.layer.dense import *  # noqa: F403
from msacc.nn.layer.dropout import *  # noqa: F403
from msacc.nn.layer.embedding import *  # noqa: F403
from msacc.nn.layer.image import *  # noqa: F403
from msacc.nn.layer.math import *  # noqa: F403
from msacc.nn.layer.matrix_layers import *  # noqa: F403
from msacc.nn.layer.normalization import *  # noqa: F403
from msacc.nn.layer.padding import *  # noqa: F403
from msacc.nn.layer.pooling import *  # noqa: F403
from msacc.nn.layer.reshaping import *  # noqa: F403
from msacc.nn.layer.rnn_cells import *  # noqa: F403
from msacc.nn.layer.rnns import *  # noqa: F403
from msacc.nn.layer.timedistributed import *  # noqa: F403
from msacc.nn.layer.transformer import *  # noqa: F403

__all__ = [
    *activation.__all__,
    *array_layers.__all__,
    *channel_shuffle.__all__,
    *combined.__all__,
    *container.__all__,
    *conv.__all__,
    *dense.__all__,
    *dropout.__all__,
    *reshaping.__all__,
    *embedding.__all__,
    *image.__all__,
    *math.__all__,
    *matrix_layers.__all__,
    *normalization.__all__,
    *padding.__all__,
    *pooling.__all__,
    *rnn_cells.__all__,
    *rnns.__all__,
    *timedistributed.__all__,
    *transformer.__all__,
]
from msacc.nn.layer.thor import Conv2dThor as Conv2dThor
from msacc.nn.layer.thor import DenseThor as DenseThor
from msacc.nn.layer.thor_tables import EmbeddingLookupThor as EmbeddingLookupThor
from msacc.nn.layer.thor_tables import EmbeddingThor as EmbeddingThor

__getattr__ = _refuse("mindspore.nn.layer")
