# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def speed_fusion_attention(query: Tensor, key: Tensor, value: Tensor, head_num: int, input_layout: str, *, pse: Tensor | None = None, padding_mask: Any = None, atten_mask: Tensor | None = None, scale: float = 1.0, keep_prob: float = 1.0, pre_tokens: int = 2147483647, next_tokens: int = 2147483647, inner_precise: int = 0, prefix: Any = None, actual_seq_qlen: Any = None, actual_seq_kvlen: Any = None, sparse_mode: int = 0, gen_mask_parallel: bool = True, sync: bool = False, pse_type: int = 1, q_start_idx: Any = None, kv_start_idx: Any = None) -> tuple[Any, ...]: ...
