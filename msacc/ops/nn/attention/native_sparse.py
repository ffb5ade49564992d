"""Native sparse attention over selected key blocks, on packed sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.attention.layouts import check_groups
from msacc.ops.nn.attention.scores import COPIES

if TYPE_CHECKING:
    from collections.abc import Sequence


def _ends(
    where: str, name: str, value: Sequence[int] | torch.Tensor | None, total: int | None = None
) -> list[int]:
    if value is None:
        raise ValueError(f"For '{where}', '{name}' must not be None.")
    if isinstance(value, torch.Tensor) or not all(check.is_int(n) for n in value):
        raise TypeError(
            f"For '{where}', '{name}' should be a tuple or list of int, but got {value!r}."
        )
    ends = [int(n) for n in value]
    falls = any(a > b for a, b in zip([1, *ends], ends, strict=False))
    if not ends or falls or (total is not None and ends[-1] != total):
        raise RuntimeError(
            f"For '{where}', '{name}' should be positive, not decrease and end at {total}, but got {value!r}."
        )
    return ends


def _check_sizes(where: str, block: int, stride: int) -> None:
    for name, size, top in (
        ("compress_block_size", block, 128),
        ("compress_stride", stride, block),
    ):
        check.integer(where, name, size)
        if size % 16 or not 16 <= size <= top:
            raise RuntimeError(
                f"For '{where}', '{name}' should be a multiple of 16 from 16 to {top}, but got {size}."
            )


@bindings(
    PrimitiveClass(
        "NsaCompress",
        inputs=("input", "weight", "compress_block_size", "compress_stride", "actual_seq_len"),
        keyword_inputs=True,
    )
)
@op
def nsa_compress(
    input: torch.Tensor,
    weight: torch.Tensor,
    compress_block_size: int,
    compress_stride: int,
    *,
    actual_seq_len: torch.Tensor | Sequence[int],
) -> torch.Tensor:
    """(windows, N, D): the rows of each window of `compress_block_size` summed by `weight`, every
    `compress_stride`.

    input: (T, N, D).
    weight: (block, N).
    actual_seq_len: where each sequence ends, ints; no window spans two.

    Raises TypeError for two dtypes, RuntimeError for shapes and sizes that do not fit.
    """
    where = "NsaCompress"
    stops = _ends(where, "actual_seq_len", actual_seq_len, input.shape[0])
    _check_sizes(where, compress_block_size, compress_stride)
    if input.dtype is not weight.dtype:
        raise TypeError(
            f"For '{where}', 'input' and 'weight' should have one dtype, but got {input.dtype} "
            f"and {weight.dtype}."
        )
    if input.ndim != 3 or tuple(weight.shape) != (compress_block_size, input.shape[1]):
        raise RuntimeError(
            f"For '{where}', 'input' should be (T, N, D) and 'weight' (compress_block_size, N), but got "
            f"{tuple(input.shape)} and {tuple(weight.shape)}."
        )
    starts = [
        begin
        for first, stop in zip([0, *stops], stops, strict=False)
        for begin in range(first, stop - compress_block_size + 1, compress_stride)
    ]
    rows = torch.tensor(starts, dtype=torch.long, device=input.device)[:, None]
    rows = rows + torch.arange(compress_block_size, device=input.device)
    return (input[rows].float() * weight.float()[..., None]).sum(1).to(input.dtype)


@bindings(
    PrimitiveClass(
        "NsaSelectAttention",
        inputs=(
            "query",
            "key",
            "value",
            "topk_indices",
            "scale_value",
            "head_num",
            "select_block_size",
            "select_block_count",
            "atten_mask",
            "actual_seq_qlen",
            "actual_seq_kvlen",
        ),
        keyword_inputs=True,
    )
)
@op
def nsa_select_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    topk_indices: torch.Tensor,
    scale_value: float,
    head_num: int,
    select_block_size: int,
    select_block_count: int,
    *,
    atten_mask: torch.Tensor | None = None,
    actual_seq_qlen: torch.Tensor | Sequence[int],
    actual_seq_kvlen: torch.Tensor | Sequence[int],
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(attention, softmax_max, softmax_sum) of each query over the blocks of keys chosen for it.

    query: (T1, N1, D1), N1 being `head_num`.
    key: (T2, N2, D1).
    value: (T2, N2, D2).
    topk_indices: (T1, N2, count) of int32, count being `select_block_count`, the blocks of
      `select_block_size` keys counted within the query's sequence.
    scale_value: what the scores are multiplied by.
    actual_seq_qlen, actual_seq_kvlen: ints, where each sequence of queries and of keys ends.

    The statistics are (T1, N1, 8) in float32 and have no gradient.

    Raises RuntimeError for heads and shapes that do not fit, NotImplementedError for `atten_mask`, which
    MindSpore reserves.
    """
    where = "nsa_select_attention"
    if atten_mask is not None:
        raise NotImplementedError(
            f"For '{where}', 'atten_mask' is reserved by MindSpore; choose other blocks."
        )
    _check_heads(where, query, key, head_num)
    if tuple(topk_indices.shape) != (query.shape[0], key.shape[1], select_block_count):
        raise RuntimeError(
            f"For '{where}', 'topk_indices' should be {(query.shape[0], key.shape[1], select_block_count)}, but got "
            f"{tuple(topk_indices.shape)}."
        )
    q_ends = _ends(where, "actual_seq_qlen", actual_seq_qlen, query.shape[0])
    k_ends = _ends(where, "actual_seq_kvlen", actual_seq_kvlen, key.shape[0])
    start, stop = _bounds(q_ends, k_ends, query)
    within = torch.arange(select_block_size, device=query.device)
    positions = (topk_indices.long()[..., None] * select_block_size + within).flatten(2)
    positions = positions + start[:, None, None]
    hidden = positions >= stop[:, None, None]
    positions = torch.where(hidden, 0, positions)
    heads = torch.arange(key.shape[1], device=query.device)[None, :, None]
    k, v = key[positions, heads].float(), value[positions, heads].float()  # (T1, N2, chosen, D)
    grouped = query.float().unflatten(1, (key.shape[1], -1))  # (T1, N2, N1 / N2, D1)
    scores = grouped @ k.transpose(-1, -2) * scale_value
    scores = scores.masked_fill(hidden[:, :, None], torch.finfo(scores.dtype).min)
    out = torch.softmax(scores, -1).masked_fill(hidden[:, :, None], 0.0) @ v
    largest, total = _statistics(scores.detach().flatten(1, 2))
    return out.flatten(1, 2).to(query.dtype), largest, total


def _check_heads(where: str, query: torch.Tensor, key: torch.Tensor, heads: int) -> None:
    if (
        query.ndim != 3
        or key.ndim != 3
        or query.shape[2] != key.shape[2]
        or heads != query.shape[1]
    ):
        raise RuntimeError(
            f"For '{where}', query and key should be (T, N, D) of one D and 'head_num' the query's N, but got "
            f"{tuple(query.shape)}, {tuple(key.shape)} and {heads}."
        )
    check_groups(where, query.shape[1], key.shape[1])


def _bounds(
    q_ends: list[int], k_ends: list[int], query: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """For each query where the keys of its sequence begin and end."""
    sizes = torch.tensor(
        [b - a for a, b in zip([0, *q_ends], q_ends, strict=False)], device=query.device
    )
    starts, stops = (torch.tensor(t, device=query.device) for t in ([0, *k_ends[:-1]], k_ends))
    count = query.shape[0]
    return tuple(t.repeat_interleave(sizes, output_size=count) for t in (starts, stops))  # type: ignore[return-value]


def _statistics(scores: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    largest = scores.amax(-1, keepdim=True)
    total = (scores - largest).exp().sum(-1, keepdim=True)
    return largest.repeat(1, 1, COPIES), total.repeat(1, 1, COPIES)


@bindings(
    PrimitiveClass(
        "NsaCompressAttention",
        inputs=(
            "query",
            "key",
            "value",
            "scale_value",
            "head_num",
            "compress_block_size",
            "compress_stride",
            "select_block_size",
            "select_block_count",
            "topk_mask",
            "atten_mask",
            "actual_seq_qlen",
            "actual_cmp_seq_kvlen",
            "actual_sel_seq_kvlen",
        ),
        keyword_inputs=True,
    )
)
@op
def nsa_compress_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    scale_value: float,
    head_num: int,
    compress_block_size: int,
    compress_stride: int,
    select_block_size: int,
    select_block_count: int,
    *,
    topk_mask: torch.Tensor | None = None,
    atten_mask: torch.Tensor | None = None,
    actual_seq_qlen: torch.Tensor | Sequence[int],
    actual_cmp_seq_kvlen: torch.Tensor | Sequence[int],
    actual_sel_seq_kvlen: torch.Tensor | Sequence[int],
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """(attention over compressed keys, the blocks of most weight, softmax_max, softmax_sum).

    query: (T1, N1, D1), N1 being `head_num`.
    key: (T2, N2, D1).
    value: (T2, N2, D2), as `nsa_compress` makes them of blocks of `compress_block_size` every
      `compress_stride`.
    atten_mask: bool of (S1, S2), True = not seen.
    scale_value: what the scores are multiplied by. A block of `select_block_size` keys weighs as much as the
      windows in it, over the heads that share keys; the `select_block_count` best come as (T1, N2, count)
      int32.
    actual_seq_qlen, actual_cmp_seq_kvlen, actual_sel_seq_kvlen: ints, where each sequence of queries, of
      compressed keys and of blocks ends.

    Raises RuntimeError for shapes and sizes that do not fit, NotImplementedError for `topk_mask`, whose
    values MindSpore does not describe.
    """
    where = "nsa_compress_attention"
    if topk_mask is not None:
        raise NotImplementedError(
            f"For '{where}', msacc lacks 'topk_mask', whose values MindSpore does not describe."
        )
    _check_sizes(where, compress_block_size, compress_stride)
    _check_heads(where, query, key, head_num)
    if select_block_size % compress_stride or select_block_size < compress_block_size:
        raise RuntimeError(
            f"For '{where}', 'select_block_size' should be a multiple of 'compress_stride' and hold a compressed "
            f"block, but got {select_block_size} with {compress_stride} and {compress_block_size}."
        )
    q_ends = _ends(where, "actual_seq_qlen", actual_seq_qlen, query.shape[0])
    k_ends = _ends(where, "actual_cmp_seq_kvlen", actual_cmp_seq_kvlen, key.shape[0])
    s_ends = _ends(where, "actual_sel_seq_kvlen", actual_sel_seq_kvlen)
    blocks = [b - a for a, b in zip([0, *s_ends], s_ends, strict=False)]
    if min(blocks) < select_block_count:
        raise RuntimeError(
            f"For '{where}', each sequence should have 'select_block_count' {select_block_count} blocks, but got "
            f"{blocks}."
        )
    reach = select_block_size // compress_stride, compress_block_size // compress_stride
    parts = []
    for q0, q1, k0, k1, count in zip(
        [0, *q_ends], q_ends, [0, *k_ends], k_ends, blocks, strict=False
    ):
        mask = None if atten_mask is None else atten_mask[: q1 - q0, : k1 - k0].bool()
        one = query[q0:q1], key[k0:k1], value[k0:k1]
        parts.append(
            _compressed_attention(*one, mask, scale_value, reach, count, select_block_count)
        )
    return tuple(torch.cat(part) for part in zip(*parts, strict=True))  # type: ignore[return-value]


def _compressed_attention(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    mask: torch.Tensor | None,
    scale: float,
    reach: tuple[int, int],
    blocks: int,
    count: int,
) -> tuple[torch.Tensor, ...]:
    """One sequence."""
    groups = q.float().unflatten(1, (k.shape[1], -1)).permute(1, 2, 0, 3)  # (N2, G, S1, D1)
    scores = groups @ k.float().permute(1, 2, 0)[:, None] * scale
    if mask is not None:
        scores = scores.masked_fill(mask, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, -1)
    weights = weights if mask is None else weights.masked_fill(mask, 0.0)
    out = (weights @ v.float().transpose(0, 1)[:, None]).permute(2, 0, 1, 3).flatten(1, 2)
    shared = weights.detach().sum(1)  # (N2, S1, S2)
    best = _block_weights(shared, reach, blocks).topk(count, -1).indices
    flat = scores.detach().permute(2, 0, 1, 3).flatten(1, 2)
    return out.to(q.dtype), best.permute(1, 0, 2).int(), *_statistics(flat)


def _block_weights(weights: torch.Tensor, reach: tuple[int, int], blocks: int) -> torch.Tensor:
    """Of block j the sum over m and n of weights[reach[0] * j - m - n], where there are such."""
    steps = torch.arange(blocks, device=weights.device) * reach[0]
    total = weights.new_zeros(*weights.shape[:-1], blocks)
    for m in range(reach[0]):
        for n in range(reach[1]):
            offset = steps - m - n
            there = (offset >= 0) & (offset < weights.shape[-1])
            total = total + weights[..., torch.where(there, offset, 0)] * there
    return total


__all__ = exported_ops(globals())
