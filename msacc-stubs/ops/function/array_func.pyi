# Written by `python -m tests.stubs`.
from msacc.ops._shared import *
from msacc.graph.transforms import grad as grad
from msacc.mint import add as _add
from msacc.mint import arcsin as _arcsin
from msacc.mint import argmin as _argmin
from msacc.mint import argsort as _argsort
from msacc.mint import bincount as _bincount
from msacc.mint import bmm as _bmm
from msacc.mint import chunk as _chunk
from msacc.mint import clone as clone
from msacc.mint import conv2d as _conv2d
from msacc.mint import cummin as _cummin
from msacc.mint import cumsum as _cumsum
from msacc.mint import diag as _diag
from msacc.mint import diff as _diff
from msacc.mint import flatten as _flatten
from msacc.mint import frac as _frac
from msacc.mint import full as _full
from msacc.mint import gather as _gather
from msacc.mint import index_select as _index_select
from msacc.mint import isnan as _isnan
from msacc.mint import linspace as _linspace
from msacc.mint import max as _max
from msacc.mint import mean as _mean
from msacc.mint import median as _median
from msacc.mint import min as _min
from msacc.mint import norm as _norm
from msacc.mint import pow as _pow
from msacc.mint import prod as _prod
from msacc.mint import repeat_interleave as _repeat_interleave
from msacc.mint import scatter_add as _scatter_add
from msacc.mint import sort as _sort
from msacc.mint import split as _split
from msacc.mint import stack as _stack
from msacc.mint import sub as _sub
from msacc.mint import topk as _topk
from msacc.mint import unbind as _unbind
from msacc.mint import unique as _unique
from msacc.mint import unsqueeze as _unsqueeze
from msacc.mint import vdot as vdot
from msacc.mint._variants import amax as _amax
from msacc.mint._variants import amin as _amin
from msacc.mint._variants import baddbmm as _baddbmm
from msacc.mint._variants import histc as _histc
from msacc.mint._variants import meshgrid as _meshgrid
from msacc.mint._variants import std as _std
from msacc.mint._variants import std_mean as _std_mean
from msacc.mint._variants import var as _var
from msacc.mint._variants import var_mean as _var_mean
from msacc.mint.functional import avg_pool1d as _avg_pool1d
from msacc.mint.functional import avg_pool2d as _avg_pool2d
from msacc.mint.functional import avg_pool3d as _avg_pool3d
from msacc.mint.functional import batch_norm as _batch_norm
from msacc.mint.functional import glu as _glu
from msacc.mint.functional import interpolate as _interpolate
from msacc.mint.functional import kl_div as _kl_div
from msacc.mint.functional import leaky_relu as _leaky_relu
from msacc.mint.functional import log_softmax as _log_softmax
from msacc.mint.functional import logsigmoid as _logsigmoid
from msacc.mint.functional import max_unpool2d as _max_unpool2d
from msacc.mint.functional import mish as _mish
from msacc.mint.functional import one_hot as _one_hot
from msacc.mint.functional import pad as _pad
from msacc.mint.functional import selu as _selu
from msacc.mint.functional import softmax as _softmax
from msacc.mint.nn.functional import max_pool2d as _max_pool2d
from msacc.mint.nn.functional import nll_loss as _nll_loss
from msacc.ops.array.creation import arange as _arange
from msacc.ops.array.creation import full_like as _full_like
from msacc.ops.array.creation import ones_like as _ones_like
from msacc.ops.array.creation import zeros_like as _zeros_like
from msacc.ops.array.gather_select import tril as _tril
from msacc.ops.array.shaping import t as _t
from msacc.ops.generator_random import bernoulli as _bernoulli
from msacc.ops.generator_random import multinomial as _multinomial
from msacc.ops.generator_random import normal as _normal
from msacc.ops.generator_random import rand as _rand
from msacc.ops.generator_random import rand_like as _rand_like
from msacc.ops.generator_random import randint as _randint
from msacc.ops.generator_random import randint_like as _randint_like
from msacc.ops.generator_random import randn as _randn
from msacc.ops.generator_random import randn_like as _randn_like
from msacc.ops.generator_random import randperm as _randperm
from msacc.ops.linalg.factorizations import triangular_solve as triangular_solve
from msacc.ops.linalg.products import addbmm as _addbmm
from msacc.ops.linalg.products import addmm as _addmm
from msacc.ops.linalg.products import addmv as _addmv
from msacc.ops.linalg.products import einsum as _einsum
from msacc.ops.linalg.products import matmul as _matmul
from msacc.ops.linalg.products import mm as _mm
from msacc.ops.linalg.products import outer as _outer
from msacc.ops.linalg.products import trace as _trace
from msacc.ops.linalg.solving import inverse as _inverse
from msacc.ops.math.arithmetic import atan2 as _atan2
from msacc.ops.math.arithmetic import bitwise_and as _bitwise_and
from msacc.ops.math.arithmetic import bitwise_or as _bitwise_or
from msacc.ops.math.arithmetic import bitwise_xor as _bitwise_xor
from msacc.ops.math.arithmetic import float_power as _float_power
from msacc.ops.math.arithmetic import logaddexp as _logaddexp
from msacc.ops.math.arithmetic import mul as _mul
from msacc.ops.math.arithmetic import remainder as _remainder
from msacc.ops.math.compare import isneginf as _isneginf
from msacc.ops.math.elementwise import acos as _acos
from msacc.ops.math.elementwise import acosh as _acosh
from msacc.ops.math.elementwise import addcmul as _addcmul
from msacc.ops.math.elementwise import asin as _asin
from msacc.ops.math.elementwise import asinh as _asinh
from msacc.ops.math.elementwise import atan as _atan
from msacc.ops.math.elementwise import log10 as _log10
from msacc.ops.math.elementwise import log2 as _log2
from msacc.ops.math.reduce import argmax as _argmax
from msacc.ops.math.reduce import logsumexp as _logsumexp
from msacc.ops.math.reduce import sum as _sum
from msacc.ops.nn.activation import softplus as _softplus
from msacc.ops.nn.adaptive_pool import adaptive_avg_pool2d as _adaptive_avg_pool2d
from msacc.ops.nn.adaptive_pool import adaptive_avg_pool3d as _adaptive_avg_pool3d
from msacc.ops.nn.image import fold as _fold
from msacc.ops.nn.image import unfold as _unfold
from msacc.ops.nn.inplace_activations import dropout as _dropout
from msacc.ops.nn.inplace_activations import dropout2d as _dropout2d
from msacc.ops.nn.inplace_activations import elu as _elu
from msacc.ops.nn.loss.classes import cross_entropy as _cross_entropy
from msacc.ops.nn.loss.elementwise import l1_loss as _l1_loss
from msacc.ops.nn.loss.elementwise import mse_loss as _mse_loss
from msacc.ops.parameter_assign import identity as identity
acos_ext = _acos
acosh_ext = _acosh
adaptive_avg_pool2d_ext = _adaptive_avg_pool2d
adaptive_avg_pool3d_ext = _adaptive_avg_pool3d
add_ext = _add
addbmm_ext = _addbmm
addcmul_ext = _addcmul
addmm_ext = _addmm
addmv_ext = _addmv
amax_ext = _amax
amin_ext = _amin
arange_ext = _arange
arccos_ext = _acos
arccosh_ext = _acosh
arcsin_ext = _arcsin
arcsinh_ext = _asinh
arctan2_ext = _atan2
arctan_ext = _atan
argmax_ext = _argmax
argmin_ext = _argmin
argsort_ext = _argsort
asin_ext = _asin
asinh_ext = _asinh
atan2_ext = _atan2
atan_ext = _atan
avg_pool1d_ext = _avg_pool1d
avg_pool2d_ext = _avg_pool2d
avg_pool3d_ext = _avg_pool3d
baddbmm_ext = _baddbmm
batch_norm_ext = _batch_norm
bernoulli_ext = _bernoulli
bincount_ext = _bincount
bitwise_and_ext = _bitwise_and
bitwise_or_ext = _bitwise_or
bitwise_xor_ext = _bitwise_xor
bmm_ext = _bmm
chunk_ext = _chunk
chunk_view = _chunk
conv2d_ext = _conv2d
cross_entropy_ext = _cross_entropy
cummin_ext = _cummin
cumsum_ext = _cumsum
diag_ext = _diag
diff_ext = _diff
dropout2d_ext = _dropout2d
dropout_ext = _dropout
einsum_ext = _einsum
elu_ext = _elu
flatten_ext = _flatten
float_power_ext = _float_power
fold_ext = _fold
frac_ext = _frac
full_ext = _full
full_like_ext = _full_like
gather_ext = _gather
glu_ext = _glu
histc_ext = _histc
index_select_ext = _index_select
interpolate_ext = _interpolate
inverse_ext = _inverse
isnan_ext = _isnan
isneginf_ext = _isneginf
kl_div_ext = _kl_div
l1_loss_ext = _l1_loss
leaky_relu_ext = _leaky_relu
linspace_ext = _linspace
log10_ext = _log10
log2_ext = _log2
log_softmax_ext = _log_softmax
logaddexp_ext = _logaddexp
logsigmoid_ext = _logsigmoid
logsumexp_ext = _logsumexp
matmul_ext = _matmul
max_ext = _max
max_pool2d_ext = _max_pool2d
max_unpool2d_ext = _max_unpool2d
mean_ext = _mean
median_ext = _median
meshgrid_ext = _meshgrid
min_ext = _min
mish_ext = _mish
mm_ext = _mm
mse_loss_ext = _mse_loss
mul_ext = _mul
multinomial_ext = _multinomial
nll_loss_ext = _nll_loss
norm_ext = _norm
normal_ext = _normal
one_hot_ext = _one_hot
ones_like_ext = _ones_like
outer_ext = _outer
pad_ext = _pad
pow_ext = _pow
prod_ext = _prod
rand_ext = _rand
rand_like_ext = _rand_like
randint_ext = _randint
randint_like_ext = _randint_like
randn_ext = _randn
randn_like_ext = _randn_like
randperm_ext = _randperm
remainder_ext = _remainder
repeat_interleave_ext = _repeat_interleave
scatter_add_ext = _scatter_add
selu_ext = _selu
softmax_ext = _softmax
softplus_ext = _softplus
sort_ext = _sort
split_ext = _split
split_view = _split
stack_ext = _stack
std_ext = _std
std_mean_ext = _std_mean
sub_ext = _sub
sum_ext = _sum
t_ext = _t
topk_ext = _topk
trace_ext = _trace
tril_ext = _tril
unbind_ext = _unbind
unfold_ext = _unfold
unique_ext = _unique
unsqueeze_view = _unsqueeze
var_ext = _var
var_mean_ext = _var_mean
zeros_like_ext = _zeros_like
