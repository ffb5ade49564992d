# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def prompt_flash_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, actual_seq_lengths: Any = None, actual_seq_lengths_kv: Any = None, pse_shift: Tensor | None = None, deq_scale1: Tensor | None = None, quant_scale1: Tensor | None = None, deq_scale2: Tensor | None = None, quant_scale2: Tensor | None = None, quant_offset2: Tensor | None = None, num_heads: int = 1, scale_value: float = 1.0, pre_tokens: int = 2147483647, next_tokens: int = 0, input_layout: str = 'BSH', num_key_value_heads: int = 0, sparse_mode: int = 0, inner_precise: int = 1) -> Tensor: ...
