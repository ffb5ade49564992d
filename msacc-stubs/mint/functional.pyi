# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor as Tensor
from msacc.mint import conv2d as conv2d
from msacc.mint import flatten as flatten
from msacc.mint.nn.functional import binary_cross_entropy_with_logits as binary_cross_entropy_with_logits
from msacc.mint.nn.functional import gelu as gelu
from msacc.mint.nn.functional import max_pool2d as max_pool2d
from msacc.mint.nn.functional import nll_loss as nll_loss
from msacc.mint.nn.functional import smooth_l1_loss as smooth_l1_loss
from msacc.mint.nn.functional import upsample as upsample
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
FUNCTIONS: Any
TYPE_CHECKING: bool
_inner: Any
def avg_pool1d(input: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True) -> Tensor:
    """Mean over windows of (N, C, L) or (C, L); the stride is the window unless given.

    input: a Tensor of floats, whose dtype the result has. kernel_size, stride, padding: ints. ceil_mode: a last
    window may reach over the end. count_include_pad: zeros of the padding count. Raises ValueError for another
    rank and for sizes below 1.
    """
def avg_pool2d(input: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None) -> Tensor:
    """Mean over windows of (N, C, H, W) or (C, H, W); the stride is the window unless given.

    input: a Tensor of floats, whose dtype the result has. kernel_size, stride, padding: an int or a pair.
    ceil_mode: a last window may reach over the end. count_include_pad: zeros of the padding count.
    divisor_override: what to divide by in place of the window's size. Raises ValueError for another rank, sizes
    below 1 and a divisor of 0.

    Examples:
        >>> print(mint.nn.functional.avg_pool2d(Tensor([[[[1.0, 2.0], [3.0, 4.0]]]]), 2))
        [[[[2.5]]]]
    """
def avg_pool3d(input: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None) -> Tensor:
    """Mean over windows of (N, C, D, H, W) or (C, D, H, W); the stride is the window unless given.

    input: a Tensor of floats, whose dtype the result has. kernel_size, stride, padding: an int or three.
    ceil_mode: a last window may reach over the end. count_include_pad: zeros of the padding count.
    divisor_override: what to divide by in place of the window's size. Raises ValueError for another rank, sizes
    below 1 and a divisor of 0.
    """
def batch_norm(input: Tensor, running_mean: Tensor | None, running_var: Tensor | None, weight: Tensor | None = None, bias: Tensor | None = None, training: bool = False, momentum: float = 0.1, eps: float = 1e-05) -> Tensor:
    """Normalise each channel of (N, C, …): mint's, where weight, bias and running statistics may be missing.

    input: a float Tensor, whose shape and dtype the result has. running_mean, running_var, weight and bias:
    (C,), or None. momentum: the weight of the new batch in the running statistics, which follow in training.
    eps: added to the variance. Raises ValueError for shapes that do not fit, and for missing statistics outside
    training.
    """
def binary_cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, reduction: str = 'mean') -> Tensor:
    """-(y log p + (1 - y) log(1 - p)) for probabilities p; logarithms are taken of p + 1e-12.

    As in MindSpore `weight` gets no gradient.

    `input` (the probabilities) and `target` are float Tensors of one shape, `weight` one that
    broadcasts to it; `reduction`: 'mean', 'sum' or 'none'. The result has their dtype; it is a
    scalar, or of their shape for 'none'.
    """
def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1) -> Tensor:
    """1-d convolution of (N, C, L) or (C, L) with a weight (out, C / groups, k) and a bias (out,).

    input, weight, bias: float Tensors of one dtype, which the result has. stride, dilation: ints. padding: an
    int, or 'same' or 'valid'. Raises ValueError for sizes that do not fit, for another mode, and for 'same'
    with a stride. MindSpore has it on Ascend alone.
    """
def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1) -> Tensor:
    """3-d convolution of (N, C, D, H, W) or (C, D, H, W) with a weight (out, C / groups, kd, kh, kw), a bias
    (out,).

    input, weight, bias: float Tensors of one dtype, which the result has. stride, dilation: an int or three.
    padding: an int or three, or 'same' or 'valid'. Raises ValueError for sizes that do not fit, for another
    mode, and for 'same' with a stride. MindSpore has it on Ascend alone.
    """
def glu(input: Tensor, dim: int = -1) -> Tensor:
    """The first half along `dim` times the sigmoid of the second: mint's, whose errors differ from those of `ops.glu`.

    input: floats. Raises RuntimeError for an odd size, IndexError for a dimension out of range.
    """
def interpolate(input: Tensor, size: Any = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: bool | None = None, recompute_scale_factor: bool | None = None) -> Tensor:
    """Resize (N, C, …) to `size`, or by `scale_factor`: mint's, whose cubic curve is torch's (a = -0.75).

    input: a float Tensor, whose dtype the result has. mode: 'nearest', 'linear' (N, C, L), 'bilinear' and
    'bicubic' (N, C, H, W), 'trilinear' (N, C, D, H, W). align_corners: whether the corners' centres stay, for
    all modes but 'nearest'. recompute_scale_factor: take the factor from the sizes, which are whole. Raises
    ValueError for another mode or rank, and unless one of `size` and `scale_factor` is given.

    Examples:
        >>> print(mint.nn.functional.interpolate(Tensor([[[[1.0, 2.0]]]]), size=(2, 4)))
        [[[[1. 1. 2. 2.]
           [1. 1. 2. 2.]]]]
    """
def kl_div(input: Tensor, target: Tensor, reduction: str = 'mean', log_target: bool = False) -> Tensor:
    """target * (log(target) - input), exp(target) * (target - input) with `log_target`: mint's, as in torch.

    input: log-probabilities, a float Tensor; target: floats of a shape that broadcasts with it. 'mean' divides
    by all elements, 'batchmean' by the first dimension. The result is a scalar, of the common shape for 'none'.
    Unlike `ops.kl_div`, negative targets give NaN. Raises ValueError for another `reduction`.
    """
def leaky_relu(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """`input` above zero, negative_slope * `input` below: mint's, for floats alone; `ops.leaky_relu` has 0.2.

    input: floats of any shape. Raises TypeError for integers and for a slope that is no number.
    """
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """`input @ weight.T + bias` for an (out, in) weight.

    `input` is a Tensor (…, in), `bias` (out,) or None, all of one dtype; the result is (…, out) of
    it.

    Examples:
        >>> print(mint.nn.functional.linear(Tensor([[1.0, 2.0]]), Tensor([[1.0, 1.0]])))
        [[3.]]
    """
def log_softmax(input: Tensor, dim: int | None = None, *, dtype: Any = None) -> Tensor:
    """Logarithm of the softmax along `dim`: mint's, which without `dim` takes 0 for ranks 0, 1 and 3, else 1.

    input: floats, or any numbers with a float `dtype` to cast to first. Raises TypeError for other dtypes,
    ValueError for a dimension out of range.
    """
def logsigmoid(input: Tensor) -> Tensor:
    """log(sigmoid(x)); finite where MindSpore's CPU kernel overflows to -inf (x < -88).

    `input` is a Tensor of any shape; the result has its shape and dtype.
    """
def max_unpool2d(input: Tensor, indices: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0, output_size: Any = None) -> Tensor:
    """Put pooled maxima back to where they came from, zeros elsewhere.

    `input` is a Tensor (N, C, …) of numbers, `indices` Int32 or Int64 of its shape; `kernel_size`, `stride`,
    `padding`: what the pooling had; `output_size`: a shape, where several fit. The result has the dtype of `input`.
    Positions are those within a plane.
    """
def mish(input: Tensor) -> Tensor:
    """The activation x * tanh(softplus(x)).

    `input` is a Tensor of any shape; the result has its shape and dtype.
    """
def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """Ones at the given classes along a new last dimension: Int64, mint's, as in torch.

    tensor: integers of any shape. num_classes: the new dimension's size; -1 takes the largest class plus 1.
    Raises TypeError for floats, ValueError for a number below -1, RuntimeError for a class beyond.

    Examples:
        >>> print(mint.nn.functional.one_hot(Tensor([0, 2]), 3))
        [[1 0 0]
         [0 0 1]]
    """
def pad(input: Tensor, pad: Any, mode: str = 'constant', value: float | None = None) -> Tensor:
    """Pad the last dimensions: (left, right, top, bottom, …), the last dimension first.

    `mode`: 'constant' (negative numbers cut off), 'reflect', 'replicate' or 'circular'.

    `input` is a Tensor of any dtype, which the result has; `pad`: a tuple or list of ints, or
    a Tensor, two numbers a dimension; `value`: the number that 'constant' fills in, 0 by default.

    Examples:
        >>> print(mint.nn.functional.pad(Tensor([[1.0, 2.0]]), (1, 0)))
        [[0. 1. 2.]]
    """
def selu(input: Tensor) -> Tensor:
    """The self-normalising ELU; of Int8 and Int32, whose factors are integers, the larger of `input` and 0.

    `input` is a Tensor of any shape; the result has its shape and dtype.
    """
def softmax(input: Tensor, dim: int | None = None, dtype: Any = None) -> Tensor:
    """exp(`input`) over its sum along `dim`: mint's, which without `dim` takes 0 for ranks 0, 1 and 3, else 1.

    input: floats, or any numbers with a float `dtype` to cast to first. Raises TypeError for other dtypes,
    ValueError for a dimension out of range.

    Examples:
        >>> print(mint.nn.functional.softmax(Tensor([0.0, 0.0]), dim=0))
        [0.5 0.5]
    """
