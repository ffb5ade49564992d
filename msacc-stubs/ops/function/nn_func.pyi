# Written by `python -m tests.stubs`.
from msacc.ops.function.math_func import *
from msacc.internals.function_helpers import _check_attn_mask_shape as _check_attn_mask_shape
from msacc.internals.function_helpers import _check_kpm_shape as _check_kpm_shape
from msacc.internals.function_helpers import _check_qkv_shape as _check_qkv_shape
from msacc.internals.function_helpers import _in_projection as _in_projection
from msacc.internals.function_helpers import _in_projection_packed as _in_projection_packed
from msacc.internals.function_helpers import _inner_dropout as _inner_dropout
from msacc.internals.function_helpers import _inner_pad as _inner_pad
from msacc.internals.function_helpers import _innner_log_softmax as _innner_log_softmax
from msacc.internals.function_helpers import _interploate_ext_make_tuple as _interploate_ext_make_tuple
from msacc.internals.function_helpers import _interpolate_ext_scale_factor_convert_size as _interpolate_ext_scale_factor_convert_size
from msacc.internals.function_helpers import _scaled_dot_product_attention as _scaled_dot_product_attention
from msacc.internals.function_helpers import linear as linear
from msacc.ops.core.primitive import _get_cache_prim as _get_cache_prim
