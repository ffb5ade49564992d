# Written by `python -m tests.stubs`.
from msacc.ops.function.nn_func import *
from msacc.ops.function.nn_func import _check_attn_mask_shape as _check_attn_mask_shape
from msacc.ops.function.nn_func import _check_kpm_shape as _check_kpm_shape
from msacc.ops.function.nn_func import _check_qkv_shape as _check_qkv_shape
from msacc.ops.function.nn_func import _get_cache_prim as _get_cache_prim
from msacc.ops.function.nn_func import _in_projection as _in_projection
from msacc.ops.function.nn_func import _in_projection_packed as _in_projection_packed
from msacc.ops.function.nn_func import _inner_dropout as _inner_dropout
from msacc.ops.function.nn_func import _inner_pad as _inner_pad
from msacc.ops.function.nn_func import _innner_log_softmax as _innner_log_softmax
from msacc.ops.function.nn_func import _interploate_ext_make_tuple as _interploate_ext_make_tuple
from msacc.ops.function.nn_func import _interpolate_ext_scale_factor_convert_size as _interpolate_ext_scale_factor_convert_size
from msacc.ops.function.nn_func import _scaled_dot_product_attention as _scaled_dot_product_attention
