# Written by `python -m tests.stubs`.
from msacc.internals.refused_names import str_to_enum as str_to_enum
from msacc.ops.backward.elementwise import swiglu_grad as swiglu_grad
from msacc.ops.bindings.primitives.ascend import format_cast as format_cast
from msacc.ops.nn.attention.paged import kv_cache_scatter_update as kv_cache_scatter_update
from msacc.ops.nn.attention.paged import reshape_and_cache as reshape_and_cache
from msacc.ops.nn.attention.rotary import apply_rotary_pos_emb_ as apply_rotary_pos_emb_
from msacc.ops.nn.fused_matmul import ffn_ext as ffn_ext
from msacc.ops.nn.fused_norm import add_layer_norm as _add_layer_norm
from msacc.ops.nn.moe.gating import fused_add_topk_div as fused_add_topk_div
from msacc.ops.nn.moe.gating import group_topk as group_topk
from msacc.ops.nn.moe.gating import topkrouter as topkrouter
from msacc.ops.nn.moe.gating import topprouter as topprouter
from msacc.ops.nn.moe.grouped import grouped_matmul as grouped_matmul
from msacc.ops.nn.moe.grouped import grouped_matmul_add_ as grouped_matmul_add_
from msacc.ops.nn.moe.grouped import grouped_matmul_v2 as grouped_matmul_v2
from msacc.ops.nn.moe.grouped import grouped_matmul_v4 as grouped_matmul_v4
from msacc.ops.nn.moe.grouped import matmul_add_ as matmul_add_
from msacc.ops.nn.moe.routing import moe_compute_expert_tokens as moe_compute_expert_tokens
from msacc.ops.nn.moe.routing import moe_finalize_routing as moe_finalize_routing
from msacc.ops.nn.moe.routing import moe_init_routing as moe_init_routing
from msacc.ops.nn.moe.routing import moe_token_unpermute as _moe_token_unpermute
from msacc.ops.nn.quant.products import dequant_swiglu_quant as dequant_swiglu_quant
from msacc.ops.nn.quant.products import quant_batch_matmul as quant_batch_matmul
from msacc.ops.nn.quant.products import quant_matmul as quant_matmul
from msacc.ops.nn.quant.products import weight_quant_batch_matmul as weight_quant_batch_matmul
from typing import Any
add_layernorm_v2 = _add_layer_norm
inner_moe_token_unpermute = _moe_token_unpermute
def __getattr__(name: str) -> Any: ...
