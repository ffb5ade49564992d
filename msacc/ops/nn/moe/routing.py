"""Permutation of tokens to experts and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_ops, op

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


def _sorted_positions(experts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """(which entry stands at each place in the order of experts, at which place each entry stands)."""
    order = torch.argsort(experts.reshape(-1), stable=True)
    positions = torch.empty_like(order).scatter_(
        0, order, torch.arange(order.shape[0], device=order.device)
    )
    return order, positions


@bindings(
    PrimitiveClass("MoeTokenPermute", inputs=("tokens", "indices", "num_out_tokens", "padded_mode"))
)
@op
def moe_token_permute(
    tokens: torch.Tensor,
    indices: torch.Tensor,
    num_out_tokens: int | None = None,
    padded_mode: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(tokens in the order of their experts, the place of each entry of `indices` among them).

    tokens: (T, H) floats.
    indices: the experts, (T,) or (T, k) of int32 or int64, k up to 512.

    The first `num_out_tokens` are given, all for None and 0; the places are int32.

    Raises ValueError for other ranks, a negative number and `padded_mode`, which MindSpore refuses as well,
    TypeError for other indices, RuntimeError where the rows differ.
    """
    where = "MoeTokenPermute"
    _refuse_padded(where, padded_mode)
    if tokens.ndim != 2 or indices.ndim not in (1, 2):
        raise ValueError(
            f"For '{where}', 'tokens' should have 2 dimensions and 'indices' 1 or 2, but got {tokens.ndim} and "
            f"{indices.ndim}."
        )
    if indices.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"For '{where}', 'indices' should be int32 or int64, but got {indices.dtype}."
        )
    if tokens.shape[0] != indices.shape[0]:
        raise RuntimeError(
            f"For '{where}', 'tokens' and 'indices' should have as many rows, but got {tokens.shape[0]} and "
            f"{indices.shape[0]}."
        )
    each = indices.shape[1] if indices.ndim == 2 else 1
    if each > 512:
        raise ValueError(
            f"For '{where}', 'indices' should have at most 512 columns, but got {each}."
        )
    count = (
        0
        if num_out_tokens is None
        else check.non_negative_int(where, "num_out_tokens", num_out_tokens)
    )
    order, positions = _sorted_positions(indices)
    selection = order[:count] if count else order
    return tokens[selection // each], positions.int()


def _refuse_padded(where: str, padded_mode: bool) -> None:
    if check.boolean(where, "padded_mode", padded_mode):
        raise ValueError(f"For '{where}', 'padded_mode' should be False, but got True.")


@bindings(
    PrimitiveClass(
        "MoeTokenUnpermute",
        inputs=("permuted_tokens", "sorted_indices", "probs", "padded_mode", "restore_shape"),
    ),
    PrimitiveClass(
        "InnerMoeTokenUnpermute",
        inputs=("permuted_tokens", "sorted_indices", "probs", "padded_mode", "restore_shape"),
    ),
)
@op
def moe_token_unpermute(
    permuted_tokens: torch.Tensor,
    sorted_indices: torch.Tensor,
    probs: torch.Tensor | None = None,
    padded_mode: bool = False,
    restore_shape: Ints | None = None,
) -> torch.Tensor:
    """Tokens back in their first order, those of one token added up by `probs`.

    permuted_tokens: (T * k, H), or fewer rows where tokens were dropped, which then count as 0.
    sorted_indices: (T * k,) of int32, as `moe_token_permute` gives them.
    probs: (T, k), without it k is 1.

    The result is (T, H).

    Raises ValueError for `padded_mode` and `restore_shape`, which is of it, TypeError for other indices. It
    has the dtype of `permuted_tokens`, floats.
    """
    where = "MoeTokenUnpermute"
    _refuse_padded(where, padded_mode)
    if restore_shape is not None:
        raise ValueError(
            f"For '{where}', 'restore_shape' is of 'padded_mode', but got {restore_shape!r}."
        )
    if sorted_indices.dtype is not torch.int32:
        raise TypeError(
            f"For '{where}', 'sorted_indices' should be int32, but got {sorted_indices.dtype}."
        )
    rows = _gather_rows(permuted_tokens, sorted_indices.reshape(-1).long())
    if probs is None:
        return rows
    grouped = rows.reshape(*probs.shape, -1).float()
    return (grouped * probs.float()[..., None]).sum(1).to(permuted_tokens.dtype)


def _gather_rows(rows: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    """Gathers rows by position; zeros for positions out of range."""
    if not rows.shape[0]:
        return rows.new_zeros(positions.shape[0], rows.shape[1])
    there = (positions >= 0) & (positions < rows.shape[0])
    values = rows[torch.where(there, positions, 0)]
    return values.masked_fill(~there[:, None], 0.0)


@bindings(PrimitiveClass("MoeInitRouting", inputs=("x", "row_idx", "expert_idx", "active_num")))
@op
def moe_init_routing(
    x: torch.Tensor, row_idx: torch.Tensor, expert_idx: torch.Tensor, active_num: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(rows in the order of experts, the place of each, the experts in order).

    x: (T, H); row_idx, expert_idx: (T, k) of int32, of which the former numbers the entries column by column;
    of the first min(T, active_num) * k places the rows are given. Raises TypeError for other indices, ValueError for
    a negative `active_num`.
    """
    where = "MoeInitRouting"
    check.non_negative_int(where, "active_num", active_num)
    for name, t in (("row_idx", row_idx), ("expert_idx", expert_idx)):
        if t.dtype is not torch.int32:
            raise TypeError(f"For '{where}', '{name}' should be int32, but got {t.dtype}.")
    tokens, each = expert_idx.shape
    order, _ = _sorted_positions(expert_idx)
    sources = row_idx.reshape(-1).long()[order]
    positions = torch.zeros_like(sources).scatter_(
        0, sources, torch.arange(len(sources), device=x.device)
    )
    selection = sources[: min(tokens, active_num) * each] % tokens
    return x[selection], positions.int(), expert_idx.reshape(-1)[order]


@bindings(
    PrimitiveClass(
        "MoeInitRoutingV2",
        inputs=(
            "x",
            "expert_idx",
            "active_num",
            "expert_capacity",
            "expert_num",
            "drop_pad_mode",
            "expert_tokens_count_or_cumsum_flag",
            "expert_tokens_before_capacity_flag",
        ),
    )
)
@op
def moe_init_routing_all(
    x: torch.Tensor,
    expert_idx: torch.Tensor,
    active_num: int,
    expert_capacity: int,
    expert_num: int,
    drop_pad_mode: int,
    expert_tokens_count_or_cumsum_flag: int,
    expert_tokens_before_capacity_flag: bool,
) -> tuple[torch.Tensor, ...]:
    """The four results of `moe_init_routing_v2`; those not requested are zeros."""
    where = "MoeInitRoutingV2"
    check.choice(where, "drop_pad_mode", drop_pad_mode, [0, 1])
    flag = check.choice(
        where, "expert_tokens_count_or_cumsum_flag", expert_tokens_count_or_cumsum_flag, [0, 1, 2]
    )
    check.non_negative_int(where, "active_num", active_num)
    check.non_negative_int(where, "expert_num", expert_num)
    if x.shape[0] != expert_idx.shape[0]:
        raise RuntimeError(
            f"For '{where}', 'x' and 'expert_idx' should have as many rows, but got {x.shape[0]} and "
            f"{expert_idx.shape[0]}."
        )
    order, positions = _sorted_positions(expert_idx)
    each = expert_idx.shape[1]
    ordered = expert_idx.reshape(-1)[order].contiguous()
    numbers = torch.arange(expert_num, device=x.device, dtype=ordered.dtype)
    ends = torch.searchsorted(ordered, numbers, right=True)
    counts = torch.diff(ends, prepend=ends.new_zeros(1))
    nothing = torch.zeros(expert_num, dtype=torch.int32, device=x.device)
    if drop_pad_mode == 0:
        selection = order[: active_num or len(order)]
        tokens = {0: nothing, 1: ends.int(), 2: counts.int()}[flag]
        return x[selection // each], positions.int(), tokens, nothing
    check.positive_int(where, "expert_num", expert_num)
    check.integer(where, "expert_capacity", expert_capacity, 1, x.shape[0])
    before = counts.int() if expert_tokens_before_capacity_flag else nothing
    slots = _slots(ordered.long(), ends - counts, expert_capacity)
    spare = expert_num * expert_capacity
    source = torch.full((spare + 1,), -1, device=x.device).scatter_(
        0, slots.clamp(min=-1) % (spare + 1), order
    )
    rows = _gather_rows(x, torch.div(source[:spare], each, rounding_mode="floor"))
    row_indices = slots[positions].int()
    return rows.reshape(expert_num, expert_capacity, -1), row_indices, nothing, before


def _slots(experts: torch.Tensor, starts: torch.Tensor, capacity: int) -> torch.Tensor:
    """Of each place in the order of experts its slot among (expert, capacity), -1 beyond the capacity."""
    within = torch.arange(len(experts), device=experts.device) - starts[experts]
    return torch.where(within < capacity, experts * capacity + within, -1)


@op
def moe_init_routing_v2(
    x: torch.Tensor,
    expert_idx: torch.Tensor,
    active_num: int,
    expert_capacity: int,
    expert_num: int,
    drop_pad_mode: int,
    expert_tokens_count_or_cumsum_flag: int,
    expert_tokens_before_capacity_flag: bool,
) -> tuple[torch.Tensor, ...]:
    """(rows in the order of experts, the place of each entry), and the experts' counts where a flag asks for
    them.

    x: (T, H), whose dtype the rows have.
    expert_idx: (T, k) of int32.
    `drop_pad_mode` 0 gives the rows of the first `active_num` places, of all for 0;
      `expert_tokens_count_or_cumsum_flag` 1 adds where each expert's end, 2 how many each has.

    Mode 1 gives (expert_num, expert_capacity, H), filled with 0, and -1 as the place of what did not fit;
    `expert_tokens_before_capacity_flag` adds how many each expert had before.

    Raises ValueError for other modes, flags and numbers, RuntimeError where rows differ.
    """
    result = moe_init_routing_all.raw(
        x,
        expert_idx,
        active_num,
        expert_capacity,
        expert_num,
        drop_pad_mode,
        expert_tokens_count_or_cumsum_flag,
        expert_tokens_before_capacity_flag,
    )
    if drop_pad_mode == 0 and expert_tokens_count_or_cumsum_flag > 0:
        return result[:3]  # type: ignore[no-any-return]
    if drop_pad_mode == 1 and expert_tokens_before_capacity_flag:
        return (*result[:2], result[3])
    return result[:2]  # type: ignore[no-any-return]


@bindings(
    PrimitiveClass(
        "MoeFinalizeRouting",
        inputs=(
            "expanded_x",
            "x1",
            "x2",
            "bias",
            "scales",
            "expanded_row_idx",
            "expanded_expert_idx",
        ),
    )
)
@op
def moe_finalize_routing(
    expanded_x: torch.Tensor,
    x1: torch.Tensor,
    x2: torch.Tensor | None = None,
    bias: torch.Tensor | None = None,
    scales: torch.Tensor | None = None,
    expanded_row_idx: torch.Tensor | None = None,
    expanded_expert_idx: torch.Tensor | None = None,
) -> torch.Tensor:
    """x1 + x2 + the sum over a token's k experts of scales * (its row of `expanded_x` + the expert's bias).

    expanded_x: floats (k * T, H); x1, x2: (T, H), whose shape the result has; bias: (E, H); scales,
    expanded_expert_idx: (T, k); expanded_row_idx: integers (k * T,), of the k-th expert of token t at t + k *
    T, negative where it was dropped. Raises TypeError where one but `x2` is missing.
    """
    where = "MoeFinalizeRouting"
    if bias is None or scales is None or expanded_row_idx is None or expanded_expert_idx is None:
        arguments = (bias, scales, expanded_row_idx, expanded_expert_idx)
        names = ("bias", "scales", "expanded_row_idx", "expanded_expert_idx")
        missing = next(name for name, t in zip(names, arguments, strict=True) if t is None)
        raise TypeError(f"For '{where}', '{missing}' should be a Tensor, but got None.")
    tokens, each = x1.shape[0], scales.shape[1]
    rows = _gather_rows(expanded_x, expanded_row_idx.reshape(-1).long()).reshape(each, tokens, -1)
    terms = rows.transpose(0, 1).float() + bias.float()[expanded_expert_idx.long()]
    total = x1.float() + (terms * scales.float()[..., None]).sum(1)
    return (total if x2 is None else total + x2.float()).to(expanded_x.dtype)


@bindings(PrimitiveClass("MoeComputeExpertTokens", inputs=("sorted_experts", "num_expert")))
@op
def moe_compute_expert_tokens(sorted_experts: torch.Tensor, num_expert: int) -> torch.Tensor:
    """Where the tokens of each of `num_expert` experts end in the ordered (T,) int32 `sorted_experts`.

    Raises TypeError for another dtype, ValueError for another rank and a number below 0.
    """
    where = "MoeComputeExpertTokens"
    if sorted_experts.dtype is not torch.int32:
        raise TypeError(
            f"For '{where}', 'sorted_experts' should be int32, but got {sorted_experts.dtype}."
        )
    if sorted_experts.ndim != 1:
        raise ValueError(
            f"For '{where}', 'sorted_experts' should have one dimension, but got "
            f"{sorted_experts.ndim}."
        )
    check.non_negative_int(where, "num_expert", num_expert)
    experts = torch.arange(num_expert, device=sorted_experts.device, dtype=torch.int32)
    return torch.searchsorted(sorted_experts, experts, right=True).int()


__all__ = exported_ops(
    globals(),
    "moe_init_routing",
    "moe_init_routing_all",
    "moe_finalize_routing",
    "moe_compute_expert_tokens",
)
