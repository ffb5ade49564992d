"""Functions of `ops.auto_generate` that have no public function with the same result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.tensor import Tensor
from msacc.ops.bindings.primitive_classes import CLASSES
from msacc.ops.core.op import op
from msacc.ops.update.adam import adam
from msacc.ops.update.step_counters import bias

if TYPE_CHECKING:
    from collections.abc import Sequence


@op
def slice_ext(x: torch.Tensor, dim: int, start: int, end: int, step: int) -> torch.Tensor:
    """x[start:end:step] along one axis, as a Python slice reads its numbers."""
    return x[(slice(None),) * (dim % x.ndim) + (slice(start, end, step),)]


@op
def nllloss(
    logits: torch.Tensor,
    labels: torch.Tensor,
    weight: torch.Tensor | None,
    reduction: str,
    ignore_index: int,
) -> Any:
    """(loss, sum of the weights of the labels).

    `logits`: logarithms of probabilities, floats (n, classes); `labels`: integers (n,); `weight`: floats
    (classes,), or None for ones; `ignore_index`: the label that does not count. `reduction`: 'mean', 'sum' or
    'none'; the loss has the dtype of `logits` and is a scalar, (n,) for 'none'.
    """
    labels = labels.long()
    loss = torch.nn.functional.nll_loss(logits, labels, weight, None, ignore_index, None, reduction)
    counted = labels != ignore_index
    every = logits.new_ones(logits.shape[-1]) if weight is None else weight
    return loss, (every[labels.clamp(0)] * counted).sum()


def adamw(
    var: Tensor,
    m: Tensor,
    v: Tensor,
    max_v: Tensor | None,
    gradient: Tensor,
    step: Tensor | float,
    lr: float,
    beta1: float,
    beta2: float,
    decay: float,
    eps: float,
    amsgrad: bool,
    maximize: bool,
) -> tuple[Tensor, Tensor, Tensor]:
    """One step of AdamW on one parameter, in place; gives var, m and v. `step` counts from 1.

    As experimental.optim.AdamW: var -= lr * decay * var, then lr times m over the root of v, both corrected.
    """
    grad = -gradient._t if maximize else gradient._t
    on: dict[str, Any] = {"dtype": torch.float32, "device": var._t.device}
    count = torch.as_tensor(step._t if isinstance(step, Tensor) else step, **on).reshape(())
    rate = torch.as_tensor(float(lr), **on)
    adam(
        *([var._t], [grad], [m._t], [v._t], rate, beta1, beta2, eps),
        *(bias(beta1, count), bias(beta2, count)),
        largest=[max_v._t] if amsgrad and max_v is not None else None,
        decay=decay,
    )
    return var, m, v


def flash_attention_score(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    real_shift: Tensor | None,
    drop_mask: Tensor | None,
    padding_mask: Tensor | None,
    attn_mask: Tensor | None,
    prefix: Tensor | Sequence[int] | None,
    actual_seq_qlen: Tensor | Sequence[int] | None,
    actual_seq_kvlen: Tensor | Sequence[int] | None,
    head_num: int,
    *settings: object,
) -> Any:
    """`FlashAttentionScore(head_num, *settings)` of the Tensors before them.

    `query`, `key` and `value`: float Tensors of one dtype; `real_shift`, `drop_mask`, `padding_mask`,
    `attn_mask`, `prefix`, `actual_seq_qlen` and `actual_seq_kvlen`: Tensors or None, as that Primitive takes
    them, whose result and errors these are; `head_num`: an int.
    """
    tensors = (query, key, value, real_shift, drop_mask, padding_mask, attn_mask, prefix)
    fused: Any = CLASSES["FlashAttentionScore"]
    return fused(head_num, *settings)(*tensors, actual_seq_qlen, actual_seq_kvlen)
