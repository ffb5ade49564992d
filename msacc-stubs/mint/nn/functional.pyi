# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.mint import conv2d as conv2d
from msacc.mint import flatten as flatten
from msacc.mint.functional import avg_pool1d as avg_pool1d
from msacc.mint.functional import avg_pool2d as avg_pool2d
from msacc.mint.functional import avg_pool3d as avg_pool3d
from msacc.mint.functional import batch_norm as batch_norm
from msacc.mint.functional import binary_cross_entropy as binary_cross_entropy
from msacc.mint.functional import conv1d as conv1d
from msacc.mint.functional import conv3d as conv3d
from msacc.mint.functional import glu as glu
from msacc.mint.functional import interpolate as interpolate
from msacc.mint.functional import kl_div as kl_div
from msacc.mint.functional import leaky_relu as leaky_relu
from msacc.mint.functional import linear as linear
from msacc.mint.functional import log_softmax as log_softmax
from msacc.mint.functional import logsigmoid as logsigmoid
from msacc.mint.functional import max_unpool2d as max_unpool2d
from msacc.mint.functional import mish as mish
from msacc.mint.functional import one_hot as one_hot
from msacc.mint.functional import pad as pad
from msacc.mint.functional import selu as selu
from msacc.mint.functional import softmax as softmax
from msacc.ops.nn.activation import hardshrink as hardshrink
from msacc.ops.nn.activation import hardsigmoid as hardsigmoid
from msacc.ops.nn.activation import hardswish as hardswish
from msacc.ops.nn.activation import prelu as prelu
from msacc.ops.nn.activation import relu as relu
from msacc.ops.nn.activation import sigmoid as sigmoid
from msacc.ops.nn.activation import softplus as softplus
from msacc.ops.nn.activation import softshrink as softshrink
from msacc.ops.nn.activation import tanh as tanh
from msacc.ops.nn.adaptive_pool import adaptive_avg_pool1d as adaptive_avg_pool1d
from msacc.ops.nn.adaptive_pool import adaptive_avg_pool2d as adaptive_avg_pool2d
from msacc.ops.nn.adaptive_pool import adaptive_avg_pool3d as adaptive_avg_pool3d
from msacc.ops.nn.adaptive_pool import adaptive_max_pool1d as adaptive_max_pool1d
from msacc.ops.nn.adaptive_pool import adaptive_max_pool2d as adaptive_max_pool2d
from msacc.ops.nn.conv_transpose import conv_transpose2d as conv_transpose2d
from msacc.ops.nn.embedding import embedding as embedding
from msacc.ops.nn.image import fold as fold
from msacc.ops.nn.image import pixel_shuffle as pixel_shuffle
from msacc.ops.nn.image import unfold as unfold
from msacc.ops.nn.inplace_activations import dropout as dropout
from msacc.ops.nn.inplace_activations import dropout2d as dropout2d
from msacc.ops.nn.inplace_activations import elu as elu
from msacc.ops.nn.inplace_activations import elu_ as elu_
from msacc.ops.nn.inplace_activations import hardtanh as hardtanh
from msacc.ops.nn.inplace_activations import hardtanh_ as hardtanh_
from msacc.ops.nn.inplace_activations import relu6 as relu6
from msacc.ops.nn.inplace_activations import relu_ as relu_
from msacc.ops.nn.inplace_activations import sigmoid_ as sigmoid_
from msacc.ops.nn.inplace_activations import silu as silu
from msacc.ops.nn.inplace_activations import threshold as threshold
from msacc.ops.nn.inplace_activations import threshold_ as threshold_
from msacc.ops.nn.loss.classes import cross_entropy as cross_entropy
from msacc.ops.nn.loss.elementwise import l1_loss as l1_loss
from msacc.ops.nn.loss.elementwise import mse_loss as mse_loss
from msacc.ops.nn.loss.margin import cosine_embedding_loss as cosine_embedding_loss
from msacc.ops.nn.loss.margin import soft_margin_loss as soft_margin_loss
from msacc.ops.nn.norm import group_norm as group_norm
from msacc.ops.nn.norm import layer_norm as layer_norm
from msacc.ops.nn.norm import normalize as normalize
from msacc.ops.nn.resize import grid_sample as grid_sample
from typing import Any
def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor | None = None, reduction: str = 'mean', pos_weight: Tensor | None = None) -> Tensor: ...
def gelu(input: Tensor, *, approximate: str = 'none') -> Tensor: ...
def max_pool2d(input: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False, return_indices: bool = False) -> Any: ...
def nll_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = 'mean') -> Tensor: ...
def smooth_l1_loss(input: Tensor, target: Tensor, reduction: str = 'mean', beta: float = 1.0) -> Tensor: ...
def upsample(input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: bool | None = None) -> Tensor: ...
