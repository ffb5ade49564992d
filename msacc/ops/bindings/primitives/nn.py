"""Primitives of activations, normalisation, embedding and padding."""

from __future__ import annotations

import inspect
from typing import Any

from msacc.ops.core.primitive import declared, primitive
from msacc.ops.nn import activation as act
from msacc.ops.nn import conv, embedding, norm, pad

_required = inspect.Parameter.empty

# -- activations ------------------------------------------------------------------------------
ReLU = primitive("ReLU", act.relu)
ReLU6 = primitive("ReLU6", act.relu6)
Sigmoid = primitive("Sigmoid", act.sigmoid)
Tanh = primitive("Tanh", act.tanh)
GeLU = primitive("GeLU", act.gelu_by_tanh)
FastGeLU = primitive("FastGeLU", act.fast_gelu)
Elu = primitive("Elu", act.elu, alpha=1.0)
SeLU = primitive("SeLU", act.selu)
CeLU = primitive("CeLU", act.celu, alpha=1.0)
HSigmoid = primitive("HSigmoid", act.hardsigmoid)
HSwish = primitive("HSwish", act.hardswish)
HShrink = primitive("HShrink", act.hardshrink, lambd=0.5)
SoftShrink = primitive("SoftShrink", act.softshrink, lambd=0.5)
Softmax = primitive("Softmax", act.softmax_over, axis=-1)
LogSoftmax = primitive("LogSoftmax", act.log_softmax, axis=-1)
Softplus = primitive("Softplus", act.softplus)
Softsign = primitive("Softsign", act.softsign)
Mish = primitive("Mish", act.mish)
PReLU = primitive("PReLU", act.prelu)
GLU = primitive("GLU", act.glu, axis=-1)
Gelu = GeLU
FastGelu = FastGeLU

# -- normalisation ----------------------------------------------------------------
BatchNorm = primitive(
    "BatchNorm",
    norm.batch_norm_all,
    is_training=False,
    epsilon=1e-5,
    momentum=0.1,
    data_format="NCHW",
)
LayerNorm = primitive(
    "LayerNorm", norm.layer_norm_all, begin_norm_axis=1, begin_params_axis=1, epsilon=1e-7
)
_LRN = primitive(
    "LRN", norm.lrn, depth_radius=5, bias=1.0, alpha=1.0, beta=0.5, norm_region="ACROSS_CHANNELS"
)


class LRN(_LRN):  # type: ignore[misc, valid-type]
    """`ops.lrn` as an object; the arguments are checked when it is made."""

    __signature__ = inspect.signature(_LRN)

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        norm.check_lrn(self.depth_radius, self.norm_region)


L2Normalize = primitive("L2Normalize", norm.l2_normalize, axis=0, epsilon=1e-4)
LpNorm = primitive("LpNorm", norm.lp_norm, axis=_required, p=2, keep_dims=False, epsilon=1e-12)

# -- linear, embedding, padding ----------------------------------------------------
Dense = primitive("Dense", conv.dense)
EmbeddingLookup = primitive("EmbeddingLookup", embedding.embedding_lookup)
Pad = primitive("Pad", pad.zero_pad, paddings=_required)
MirrorPad = primitive("MirrorPad", pad.mirror_pad, mode="REFLECT")
PadV3 = primitive("PadV3", pad.pad_v3, mode="constant", paddings_contiguous=True)

__all__ = declared(globals())
