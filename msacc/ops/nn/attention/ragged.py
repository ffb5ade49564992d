"""Variable-length attention over packed sequences: layouts TND and TH."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.ops.nn.attention.layouts import check_groups
from msacc.ops.nn.attention.masks import (
    Window,
    hidden_keys,
    positions,
    prefix_keys,
    rows_cut_as,
)
from msacc.ops.nn.attention.scores import attend, statistics, unpack_bits
from msacc.sharding.strategy_state import sharding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.ops.nn.attention.flash import Call


def ends(
    where: str, name: str, lengths: torch.Tensor | Sequence[int], total: int
) -> list[int] | torch.Tensor:
    """The end of each sequence; computed from single lengths where the last is not the total.

    A list for ints, so that the sequences can be cut apart; a Tensor stays one, and nothing waits for its values.
    """
    if isinstance(lengths, torch.Tensor):
        counts = lengths.reshape(-1).long()
        one_by_one = (counts[-1:] != total) & (counts.sum() <= total)
        return torch.where(one_by_one, counts.cumsum(0), counts)
    stops = [int(n) for n in lengths]
    if stops and stops[-1] != total and sum(stops) <= total:
        stops = [sum(stops[: i + 1]) for i in range(len(stops))]
    if not stops or stops[-1] > total or any(a > b for a, b in zip(stops, stops[1:], strict=False)):
        raise ValueError(
            f"For '{where}', '{name}' should not decrease and end at {total} or before, but got {lengths!r}."
        )
    return stops


def ragged_attention(
    call: Call, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> torch.Tensor:
    """Each sequence by itself where the ends are ints, else all at once under a mask."""
    q, k, v, q_ends, k_ends = _prepare(call, query, key, value)
    if isinstance(q_ends, list) and isinstance(k_ends, list) and not _is_cut(q):
        out = _one_by_one(call, q, k, v, q_ends, k_ends)
    else:
        if call.drop_mask is not None:
            raise ValueError(
                f"For '{call.where}', 'drop_mask' needs 'actual_seq_qlen' and 'actual_seq_kvlen' as ints."
            )
        hidden, shift = _block_mask(call, q, k, q_ends, k_ends)
        q, k, v = _one_batch(q, k, v)
        out = _flat(attend(q, k, v, hidden, shift, call.scale, 1.0 - call.keep_prob))
    return out.flatten(1) if call.layout == "TH" else out


def ragged_statistics(
    call: Call, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Of each query and head, (T, N)."""
    q, k, v, q_ends, k_ends = _prepare(call, query, key, value)
    hidden, shift = _block_mask(call, q, k, q_ends, k_ends)
    q, k = _one_batch(q, k)
    logits = statistics(q, k, hidden, shift, call.scale)
    return logits[0][0].T, logits[1][0].T


def _is_cut(q: torch.Tensor) -> bool:
    """Whether the positions are cut over processes: no sequence can be taken out of them by itself."""
    return sharding.active and sharding.engine.is_cut(q, 0)


def _prepare(call: Call, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> Any:
    """(T, N, D) of each, and the ends of the sequences."""
    q_ends = ends(call.where, "actual_seq_qlen", call.query_ends, query.shape[0])
    k_ends = ends(call.where, "actual_seq_kvlen", call.key_ends, key.shape[0])
    if len(q_ends) != len(k_ends):
        raise ValueError(
            f"For '{call.where}', 'actual_seq_qlen' and 'actual_seq_kvlen' should tell of as many sequences, but "
            f"got {len(q_ends)} and {len(k_ends)}."
        )
    if call.layout == "TH":
        width = query.shape[-1] // call.heads
        query, key, value = (t.reshape(t.shape[0], -1, width) for t in (query, key, value))
    check_groups(call.where, query.shape[1], key.shape[1])
    return query, key, value, q_ends, k_ends


def _window(call: Call) -> Window:
    """In the layout TH a two-dimensional mask means the causal mask."""
    if call.layout == "TH" and call.mask is not None and call.window.mode == 0:
        return Window(3)
    return call.window  # type: ignore[no-any-return]


def _one_batch(*tensors: torch.Tensor) -> Any:
    """(1, N, T, D) of each."""
    return [t.transpose(0, 1)[None] for t in tensors]


def _flat(out: torch.Tensor) -> torch.Tensor:
    return out[0].transpose(0, 1)


def _one_by_one(
    call: Call,
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    q_ends: list[int],
    k_ends: list[int],
) -> torch.Tensor:
    q_sizes, k_sizes = (
        [b - a for a, b in zip([0, *stops], stops, strict=False)] for stops in (q_ends, k_ends)
    )
    parts, bits = [], 0
    groups = zip(
        q[: q_ends[-1]].split(q_sizes),
        k[: k_ends[-1]].split(k_sizes),
        v[: k_ends[-1]].split(k_sizes),
        strict=False,
    )
    for i, (one_q, one_k, one_v) in enumerate(groups):
        queries, keys = one_q.shape[0], one_k.shape[0]
        keep_mask = None
        if call.drop_mask is not None:
            size = q.shape[1] * queries * keys // 8
            keep_mask = unpack_bits(
                call.drop_mask[bits : bits + size], (1, q.shape[1], queries, keys)
            )
            bits += size
        parts.append(_sequence(call, one_q, one_k, one_v, i, keep_mask))
    if q_ends[-1] < q.shape[0]:
        parts.append(q.new_zeros(q.shape[0] - q_ends[-1], q.shape[1], v.shape[2]))
    return torch.cat(parts)


def _sequence(
    call: Call,
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    index: int,
    keep_mask: torch.Tensor | None,
) -> torch.Tensor:
    queries, keys, window = q.shape[0], k.shape[0], _window(call)
    ahead = positions(queries, keys, q.device)
    shift = (
        None if call.shift is None else _shift_of(call.shift, index)[..., _far(call.shift, ahead)]
    )
    causal = window.mode == 2 or (window.mode == 3 and queries == keys)
    hidden = None
    if not causal or shift is not None or keep_mask is not None:
        mask, causal = call.mask, False
        if window.mode in (0, 1, 5) and mask is not None:
            mask = mask[..., :queries, :keys]
        prefix = None
        if window.mode == 5:
            prefix = prefix_keys(call.where, call.prefix[index : index + 1], 1, keys, q.device)
        hidden = hidden_keys(call.where, ahead, keys - queries, mask, window, prefix)
    rate = 1.0 - call.keep_prob
    q, k, v = _one_batch(q, k, v)
    return _flat(attend(q, k, v, hidden, shift, call.scale, rate, keep_mask, causal))


def _shift_of(shift: torch.Tensor, index: int) -> torch.Tensor:
    """The last row of a sequence's shift, (1, N, keys): for ALiBi it determines the others."""
    return shift[min(index, shift.shape[0] - 1)][None, :, -1]


def _far(shift: torch.Tensor, ahead: torch.Tensor) -> torch.Tensor:
    """The index in that row for a key at this offset; the last entry belongs to the query's own position."""
    return (ahead + shift.shape[-1] - 1).clamp(0, shift.shape[-1] - 1)


def _block_mask(
    call: Any,
    q: torch.Tensor,
    k: torch.Tensor,
    q_ends: torch.Tensor | Sequence[int],
    k_ends: torch.Tensor | Sequence[int],
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """(T1, T2): True between sequences and where a key is hidden within one; and the shift of the scores."""
    q_of, q_place, q_size = _token_positions(q_ends, q)
    k_of, k_place, k_size = _token_positions(k_ends, k)
    beyond = (k_size - q_size)[q_of.clamp(max=len(q_size) - 1)][:, None]
    window, mask = _window(call), call.mask
    if window.mode in (0, 1, 5) and mask is not None:
        rows, columns = (s - 1 for s in mask.shape[-2:])
        mask = mask[..., q_place.clamp(max=rows)[:, None], k_place.clamp(max=columns)]
    prefix = None
    if window.mode == 5:
        counts = torch.as_tensor(call.prefix, device=q.device).reshape(-1)
        prefix = k_place < counts[q_of.clamp(max=len(counts) - 1)][:, None]
    if call.shift is None:
        q_of, beyond, q_place = (rows_cut_as(t, q, 0) for t in (q_of, beyond, q_place))
    ahead = k_place - q_place[:, None]
    within = hidden_keys(call.where, ahead, beyond, mask, window, prefix)
    hidden = (q_of[:, None] != k_of) | (q_of == len(q_size))[:, None]
    hidden = hidden if within is None else hidden | within
    if call.shift is None:
        return hidden, None
    rows = call.shift[:, :, -1][q_of.clamp(max=call.shift.shape[0] - 1)]  # (T1, N, keys)
    far = _far(call.shift, ahead)[:, None].expand(-1, rows.shape[1], -1)
    return hidden, rows.gather(2, far).transpose(0, 1)[None]


def _token_positions(
    stops: torch.Tensor | Sequence[int], t: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Of each of T positions its sequence and its place in it; and the sequences' sizes."""
    edges = torch.as_tensor(stops, device=t.device)
    positions = torch.arange(t.shape[0], device=t.device)
    sequence = torch.searchsorted(edges, positions, right=True)
    starts = torch.cat([edges.new_zeros(1), edges])
    return sequence, positions - starts[sequence], edges - starts[:-1]
