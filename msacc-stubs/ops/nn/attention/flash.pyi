# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def flash_attention_score(query: Tensor, key: Tensor, value: Tensor, head_num: int, real_shift: Tensor | None = None, drop_mask: Tensor | None = None, padding_mask: Tensor | None = None, attn_mask: Tensor | None = None, prefix: Any = None, actual_seq_qlen: Any = None, actual_seq_kvlen: Any = None, keep_prob: float = 1.0, scalar_value: float = 1.0, pre_tokens: int = 2147483647, next_tokens: int = 2147483647, inner_precise: int = 0, input_layout: str = 'BSH', sparse_mode: int = 0) -> Tensor: ...
