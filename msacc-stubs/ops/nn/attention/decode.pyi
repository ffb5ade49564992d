# Written by `python -m tests.stubs`.
from collections.abc import Sequence
from msacc.common.tensor import Tensor
from typing import Any
def incre_flash_attention(query: Tensor, key: Sequence[Tensor], value: Sequence[Tensor], attn_mask: Tensor | None = None, actual_seq_lengths: Any = None, pse_shift: Tensor | None = None, dequant_scale1: Tensor | None = None, quant_scale1: Tensor | None = None, dequant_scale2: Tensor | None = None, quant_scale2: Tensor | None = None, quant_offset2: Tensor | None = None, antiquant_scale: Tensor | None = None, antiquant_offset: Tensor | None = None, block_table: Tensor | None = None, num_heads: int = 1, input_layout: str = 'BSH', scale_value: float = 1.0, num_key_value_heads: int = 0, block_size: int = 0, inner_precise: int = 1, kv_padding_size: Any = None) -> Tensor: ...
