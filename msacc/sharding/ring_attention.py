"""Ring attention: keys and values go round the processes that share a sequence, each of which has its own queries.

Each process adds up its queries' results over the keys that pass; sums of exponentials are kept by their logarithm.
The backward pass sends keys and values round once more, and their gradients with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from msacc.sharding.exchange import finish, start_all_to_all
from msacc.sharding.strategy_state import GridGroup

if TYPE_CHECKING:
    from msacc.common.argument_types import AutogradContext

# So many queries are compared with a process's keys at once: (B, N, ROWS, keys) scores exist at a time.
ROWS = 1024


class Block(NamedTuple):
    """The queries and keys of one pass: slices of this process's queries, of the keys that are here, and the mask.

    `causal`: query i sees the keys up to i.
    """

    queries: slice
    keys: slice
    causal: bool = False
    mask: torch.Tensor | None = None


def block_of(
    step: int, length: int, keys: int, mask: torch.Tensor | None, causal: bool, group: GridGroup
) -> Block:
    """What this process computes when it has the keys of the process `step` places before it.

    Causal sequences are in zig-zag order. Of an earlier process's keys the first half is seen, by all queries; of a
    later one's all are, by the second half of the queries.
    """
    source = (group.rank - step) % group.size
    if mask is not None:
        columns = slice(source * keys, (source + 1) * keys) if mask.shape[-1] > 1 else slice(None)
        return Block(slice(None), slice(None), False, mask[..., columns])
    if not causal or step == 0:
        return Block(slice(None), slice(None), causal)
    if source < group.rank:
        return Block(slice(None), slice(0, keys // 2))
    return Block(slice(length // 2, None), slice(None))


class RingAttention(torch.autograd.Function):
    """Attention of this process's queries over all keys, (B, N, S / n, D) each; of float32 or double inside.

    `mask`: rows of this process's queries, (..., S / n, keys of all): True where a key is seen, or what is added to
    the scores. It has no gradient. `place`: the fields of a GridGroup, which a graph does not take whole.
    """

    @staticmethod
    def forward(
        ctx: AutogradContext,
        q: torch.Tensor,
        k: torch.Tensor,
        v: torch.Tensor,
        mask: torch.Tensor | None,
        causal: bool,
        scale: float,
        *place: Any,
    ) -> torch.Tensor:
        group, wide = GridGroup(*place), _wide(q.dtype)
        out = q.new_zeros((*q.shape[:3], v.shape[3]), dtype=wide)
        lse = q.new_full(q.shape[:3], float("-inf"), dtype=wide)
        passing = [k, v]
        for step in range(group.size):
            coming = _send(passing, group) if step < group.size - 1 else None
            block = block_of(step, q.shape[2], k.shape[2], mask, causal, group)
            _add(out, lse, block, q, passing, scale)
            passing = passing if coming is None else _receive(coming, passing)
        out = out.to(q.dtype)
        ctx.save_for_backward(q, k, v, mask, out, lse)
        ctx.settings = causal, scale, place
        return out

    @staticmethod
    def backward(ctx: AutogradContext, dout: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        q, k, v, mask, out, lse = ctx.saved_tensors
        causal, scale, place = ctx.settings
        group, wide = GridGroup(*place), _wide(q.dtype)
        dout = dout.to(wide)
        dots = (dout * out.to(wide)).sum(-1, keepdim=True)
        dq = torch.zeros_like(q, dtype=wide)
        passing = [k, v]
        sums = [torch.zeros_like(t, dtype=wide) for t in passing]
        returning = None
        for step in range(group.size):
            coming = _send(passing, group) if step < group.size - 1 else None
            block = block_of(step, q.shape[2], k.shape[2], mask, causal, group)
            parts = _gradients(dq, block, q, passing, dout, lse, dots, scale)
            # The sums for the keys that are here now; they came behind them.
            sums = sums if returning is None else _receive(returning, sums)
            for total, part in zip(sums, parts, strict=True):
                total[:, :, block.keys] += part
            returning = _send(sums, group)
            passing = passing if coming is None else _receive(coming, passing)
        sums = _receive(returning, sums) if returning is not None else sums
        grads = (dq.to(q.dtype), sums[0].to(k.dtype), sums[1].to(v.dtype))
        return *grads, None, None, None, None, None, None


# -- messages ----------------------------------------------------------------------------------
def _send(tensors: list[torch.Tensor], group: GridGroup) -> torch.Tensor:
    """Begins to send tensors to the next process, in one message, and to receive those of the one before."""
    flat = torch.cat([t.reshape(-1) for t in tensors])
    following, before = (group.rank + 1) % group.size, (group.rank - 1) % group.size
    sent = [flat.numel() if i == following else 0 for i in range(group.size)]
    received = [flat.numel() if i == before else 0 for i in range(group.size)]
    return start_all_to_all(flat, received, sent, group.name)


def _receive(pending: torch.Tensor, like: list[torch.Tensor]) -> list[torch.Tensor]:
    parts = finish(pending).split([t.numel() for t in like])
    return [part.reshape(t.shape) for part, t in zip(parts, like, strict=True)]


# -- one block ---------------------------------------------------------------------------------
def _add(
    out: torch.Tensor,
    lse: torch.Tensor,
    block: Block,
    q: torch.Tensor,
    keys_values: list[torch.Tensor],
    scale: float,
) -> None:
    """Adds a block's result to the attention `out` and to `lse`, the logarithm of the sums of exponentials."""
    k, v = (_for_each_head(t[:, :, block.keys], q) for t in keys_values)
    for rows, keys, logits in _scores(block, q, k, scale):
        own = torch.logsumexp(logits, -1)
        total = torch.logaddexp(lse[:, :, rows], own)
        shift = _finite(total)
        kept = (lse[:, :, rows] - shift).exp()[..., None]
        weights = (logits - shift[..., None]).exp()
        out[:, :, rows] = out[:, :, rows] * kept + weights @ v[:, :, keys]
        lse[:, :, rows] = total


def _gradients(
    dq: torch.Tensor,
    block: Block,
    q: torch.Tensor,
    keys_values: list[torch.Tensor],
    dout: torch.Tensor,
    lse: torch.Tensor,
    dots: torch.Tensor,
    scale: float,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Adds to `dq`; the gradients of the block's keys and values. `dots`: each query's sum of dout * out."""
    groups = keys_values[0].shape[1]
    k, v = (_for_each_head(t[:, :, block.keys], q) for t in keys_values)
    dk, dv = torch.zeros_like(k), torch.zeros_like(v)
    for rows, keys, logits in _scores(block, q, k, scale):
        weights = (logits - _finite(lse[:, :, rows])[..., None]).exp()
        dweights = dout[:, :, rows] @ v[:, :, keys].mT
        dlogits = weights * (dweights - dots[:, :, rows]) * scale
        dv[:, :, keys] += weights.mT @ dout[:, :, rows]
        dk[:, :, keys] += dlogits.mT @ q[:, :, rows].to(dq.dtype)
        dq[:, :, rows] += dlogits @ k[:, :, keys]
    return tuple(t.unflatten(1, (groups, -1)).sum(2) for t in (dk, dv))  # type: ignore[return-value]


def _scores(
    block: Block, q: torch.Tensor, k: torch.Tensor, scale: float
) -> Iterator[tuple[slice, slice, torch.Tensor]]:
    """(rows of the queries, keys that they may see, scores), ROWS queries at a time; -inf where a key is not seen."""
    first, end, _ = block.queries.indices(q.shape[2])
    for start in range(first, end, ROWS):
        rows = slice(start, min(start + ROWS, end))
        keys = slice(0, rows.stop if block.causal else k.shape[2])
        logits = (q[:, :, rows].to(k.dtype) @ k[:, :, keys].mT) * scale
        if block.causal:
            later = torch.ones(logits.shape[-2:], dtype=torch.bool, device=q.device).triu(start + 1)
            logits = logits.masked_fill(later, float("-inf"))
        if block.mask is not None:
            mask = block.mask if block.mask.shape[-2] == 1 else block.mask[..., rows, :]
            logits = (
                logits.masked_fill(~mask, float("-inf"))
                if mask.dtype is torch.bool
                else logits + mask
            )
        yield rows, keys, logits


def _for_each_head(t: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    """Keys or values of each head of the queries, in the dtype that is computed in."""
    return t.to(_wide(q.dtype)).repeat_interleave(q.shape[1] // t.shape[1], 1)


def _finite(lse: torch.Tensor) -> torch.Tensor:
    """0 for queries that have seen no key, whose weights then come out as 0."""
    return lse.masked_fill(lse == float("-inf"), 0.0)


def _wide(dtype: torch.dtype) -> torch.dtype:
    return torch.promote_types(dtype, torch.float32)
