# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from typing import Any
def ring_attention_update(prev_attn_out: Tensor, prev_softmax_max: Tensor, prev_softmax_sum: Tensor, cur_attn_out: Tensor, cur_softmax_max: Tensor, cur_softmax_sum: Tensor, actual_seq_qlen: Any = None, layout: str = 'SBH') -> tuple[Tensor, Tensor, Tensor]: ...
