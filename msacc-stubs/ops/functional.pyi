# Written by `python -m tests.stubs`.
from msacc.ops.composite import *
from msacc.mint import diff as _diff
from msacc.mint import isnan as _isnan
from msacc.mint._variants import baddbmm as _baddbmm
from msacc.ops.generator_random import bernoulli as _bernoulli
from msacc.ops.linalg.products import einsum as _einsum
from msacc.ops.math.arithmetic import float_power as _float_power
from msacc.ops.nn.adaptive_pool import adaptive_avg_pool2d as _adaptive_avg_pool2d
from msacc.ops.nn.loss.elementwise import mse_loss as _mse_loss
adaptive_avg_pool2d_ext = _adaptive_avg_pool2d
baddbmm_ext = _baddbmm
bernoulli_ext = _bernoulli
diff_ext = _diff
einsum_ext = _einsum
float_power_ext = _float_power
isnan_ext = _isnan
mse_loss_ext = _mse_loss
