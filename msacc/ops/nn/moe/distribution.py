"""Rows sent to the processes that hold their experts, and back."""

from __future__ import annotations

import torch

from msacc.common import checks as check
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.moe.expert_slots import ExpertSlots, expert_slots

_FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


@bindings(
    PrimitiveClass(
        "MoeDistributeDispatch",
        inputs=(
            "x", "expert_ids", "ep_world_size", "ep_rank_id", "moe_expert_num", "expert_scales", "scales",
            "x_active_mask", "group_ep", "group_tp", "tp_world_size", "tp_rank_id", "expert_shard_type",
            "shared_expert_num", "shared_expert_rank_num", "quant_mode", "global_bs", "expert_token_nums_type",
        ),
    )
)  # fmt: skip
@op
def moe_distribute_dispatch(
    x: torch.Tensor,
    expert_ids: torch.Tensor,
    ep_world_size: int,
    ep_rank_id: int,
    moe_expert_num: int,
    expert_scales: torch.Tensor | None = None,
    scales: torch.Tensor | None = None,
    x_active_mask: torch.Tensor | None = None,
    group_ep: str | None = None,
    group_tp: str | None = None,
    tp_world_size: int = 0,
    tp_rank_id: int = 0,
    expert_shard_type: int = 0,
    shared_expert_num: int = 0,
    shared_expert_rank_num: int = 0,
    quant_mode: int = 0,
    global_bs: int = 0,
    expert_token_nums_type: int = 0,
) -> tuple[torch.Tensor, ...]:
    """Each token's row, sent to the processes of `group_ep` with its experts; `moe_distribute_combine` is the
    way back.

    x: (T, H) floats.
    expert_ids: (T, k) of int32 below `moe_expert_num`.
    expert_scales: (T, k) of float32. Each process holds `moe_expert_num` / (`ep_world_size` -
      `shared_expert_rank_num`) experts, in order; the first `shared_expert_rank_num` hold a copy of the
      shared expert instead, and each token goes to one of them as well.
    `ep_rank_id` is the rank in the group, which may be None for one process alone. T may differ between
      processes.
    `global_bs` is then their largest T times `ep_world_size`, on all.

    All processes of the group must call it, and its gradients, alike.

    Gives seven Tensors: the rows by expert, within an expert by process, and zeros after them: (A, H), where
    A is `ep_world_size` * T * min(experts here, k), for a copy of the shared expert `ep_world_size` * T /
    copies, with `global_bs` in the place of `ep_world_size` * T, and more where more come; scales of a
    quantization (A,), zeros; places among the rows of an expert (T * k,) of int32; where each expert's rows
    end, with `expert_token_nums_type` 1 how many there are, of int64; rows by expert and process of int32;
    int32 zeros (1,) for tensor parallelism; the weight of each row (A,) of float32, zeros without
    `expert_scales`.

    Raises TypeError for other dtypes, ValueError for numbers and shapes that do not fit, NotImplementedError
    for tensor parallelism (`group_tp`, `tp_world_size`, `tp_rank_id`), quantization (`quant_mode`, `scales`)
    and what MindSpore reserves (`x_active_mask`, `expert_shard_type`; `shared_expert_num` is 0 or 1).

    Differs from MindSpore: it has a gradient, any number of processes and any H, and takes float32 and
    float64.
    """
    where = "MoeDistributeDispatch"
    _refuse_tensor_parallel(where, group_tp, tp_world_size, tp_rank_id)
    _refuse(where, "quantizes rows on Ascend", quant_mode=quant_mode, scales=scales)
    _refuse(where, _RESERVED, x_active_mask=x_active_mask, expert_shard_type=expert_shard_type)
    slots = expert_slots(
        where, group_ep, ep_world_size, ep_rank_id, moe_expert_num, shared_expert_num, shared_expert_rank_num,
        "shared_expert_rank_num",
    )  # fmt: skip
    _check_tokens(where, x, expert_ids, expert_scales, moe_expert_num)
    check.choice(where, "expert_token_nums_type", expert_token_nums_type, [0, 1])
    tokens, each = expert_ids.shape
    most = _most_tokens(where, global_bs, tokens, ep_world_size)
    targets = slots.of(expert_ids)
    counts = slots.counts(targets)
    order = torch.argsort(targets, stable=True)
    entries = torch.arange(targets.shape[0], device=x.device)
    sources = torch.where(entries < tokens * each, entries // each, entries - tokens * each)
    received = _receive_counts(slots, counts)
    by_process = received.sum(1).tolist()
    sort = _by_expert(received)
    room = most // slots.shared if slots.group.rank < slots.shared else most * min(slots.mine, each)
    sent = slots.sizes(counts)
    rows = _filled(slots.swap(x[sources[order]], sent, by_process)[sort], room)
    weights = x.new_zeros(rows.shape[0], dtype=torch.float32)
    if expert_scales is not None:
        every = _with_shared(expert_scales.reshape(-1), targets.shape[0])
        weights = _filled(slots.swap(every[order], sent, by_process)[sort], room)
    starts = counts.cumsum(0) - counts
    places = torch.empty_like(order).scatter_(0, order, entries) - starts[targets]
    totals = received.sum(0)
    return (
        rows,
        x.new_zeros(rows.shape[0], dtype=torch.float32),
        places[: tokens * each].int(),
        totals if expert_token_nums_type else totals.cumsum(0),
        received.t().reshape(-1).int(),
        torch.zeros(1, dtype=torch.int32, device=x.device),
        weights,
    )


@bindings(
    PrimitiveClass(
        "MoeDistributeCombine",
        inputs=(
            "expand_x", "expert_ids", "expand_idx", "ep_send_counts", "expert_scales", "ep_world_size", "ep_rank_id",
            "moe_expert_num", "tp_send_counts", "x_active_mask", "activate_scale", "weight_scale", "group_list",
            "expand_scales", "group_ep", "group_tp", "tp_world_size", "tp_rank_id", "expert_shard_type",
            "shared_expert_num", "shared_export_rank_num", "global_bs", "out_dtype", "common_quant_mode",
            "group_list_type",
        ),
    )
)  # fmt: skip
@op
def moe_distribute_combine(
    expand_x: torch.Tensor,
    expert_ids: torch.Tensor,
    expand_idx: torch.Tensor,
    ep_send_counts: torch.Tensor,
    expert_scales: torch.Tensor,
    ep_world_size: int,
    ep_rank_id: int,
    moe_expert_num: int,
    tp_send_counts: torch.Tensor | None = None,
    x_active_mask: torch.Tensor | None = None,
    activate_scale: torch.Tensor | None = None,
    weight_scale: torch.Tensor | None = None,
    group_list: torch.Tensor | None = None,
    expand_scales: torch.Tensor | None = None,
    group_ep: str | None = None,
    group_tp: str | None = None,
    tp_world_size: int = 0,
    tp_rank_id: int = 0,
    expert_shard_type: int = 0,
    shared_expert_num: int = 0,
    shared_export_rank_num: int = 0,
    global_bs: int = 0,
    out_dtype: int = 0,
    common_quant_mode: int = 0,
    group_list_type: int = 0,
) -> torch.Tensor:
    """The sum over a token's k experts of expert_scales * what the expert made of it, and its shared expert's:
    (T, H).

    expand_x: (A, H), what the experts here made of the rows that `moe_distribute_dispatch` gave.
    expert_ids: (T, k) of int32, as given to it.
    expand_idx, ep_send_counts: its third and fifth results.
    expert_scales: (T, k) of float32; `ep_world_size`, `ep_rank_id`, `moe_expert_num`, `shared_expert_num`,
      `shared_export_rank_num`, `global_bs` and `group_ep` as there. Of `tp_send_counts` and `expand_scales`,
      its last two results, the shapes are checked; the weights are those of `expert_scales`.

    Sums are made in float32, or float64 for that dtype.

    All processes of the group must call it, and its gradients, alike.

    Raises TypeError for other dtypes, ValueError for numbers and shapes that do not fit, NotImplementedError
    for tensor parallelism (`group_tp`, `tp_world_size`, `tp_rank_id`) and what MindSpore reserves
    (`x_active_mask`, `activate_scale`, `weight_scale`, `group_list`, `expert_shard_type`, `out_dtype`,
    `common_quant_mode`, `group_list_type`).

    Differs from MindSpore: it has a gradient, any number of processes and any H, and takes float32 and
    float64.
    """
    where = "MoeDistributeCombine"
    _refuse_tensor_parallel(where, group_tp, tp_world_size, tp_rank_id)
    _refuse(
        where, _RESERVED, x_active_mask=x_active_mask, activate_scale=activate_scale, weight_scale=weight_scale,
        group_list=group_list, expert_shard_type=expert_shard_type, out_dtype=out_dtype,
        common_quant_mode=common_quant_mode, group_list_type=group_list_type,
    )  # fmt: skip
    slots = expert_slots(
        where, group_ep, ep_world_size, ep_rank_id, moe_expert_num, shared_expert_num, shared_export_rank_num,
        "shared_export_rank_num",
    )  # fmt: skip
    _check_ids(where, expert_ids, expert_scales, moe_expert_num)
    tokens, each = expert_ids.shape
    _most_tokens(where, global_bs, tokens, ep_world_size)
    _check_dispatched(where, slots, expand_x, expand_idx, ep_send_counts, tokens * each)
    _check_length(where, "tp_send_counts", tp_send_counts, 1)
    _check_length(where, "expand_scales", expand_scales, expand_x.shape[0])
    received = ep_send_counts.reshape(slots.mine, -1).t().long()
    sort = _by_expert(received)
    rows = torch.zeros_like(expand_x[: sort.shape[0]]).index_copy(
        0, sort, expand_x[: sort.shape[0]]
    )
    targets = slots.of(expert_ids)
    counts = slots.counts(targets)
    back = slots.swap(rows, received.sum(1).tolist(), slots.sizes(counts))
    wide = back.to(torch.promote_types(back.dtype, torch.float32))
    starts = counts.cumsum(0) - counts
    at = starts[targets[: tokens * each]] + expand_idx.long()
    out = (wide[at].reshape(tokens, each, -1) * expert_scales[..., None]).sum(1)
    if slots.shared:
        # This process's rows for the shared expert all went to one copy, in order.
        first = starts[slots.group.rank % slots.shared]
        out = out + wide[first + torch.arange(tokens, device=wide.device)]
    return out.to(expand_x.dtype)


def _receive_counts(slots: ExpertSlots, counts: torch.Tensor) -> torch.Tensor:
    """How many rows come from each process for each expert here: (processes, experts here)."""
    size = slots.group.size
    return slots.swap(counts, slots.by_process, [slots.mine] * size).reshape(size, slots.mine)


def _by_expert(received: torch.Tensor) -> torch.Tensor:
    """The order by expert, then process, of rows that come by process, then expert."""
    experts = torch.arange(received.shape[1], device=received.device).repeat(received.shape[0])
    return experts.repeat_interleave(received.reshape(-1)).argsort(stable=True)


def _filled(rows: torch.Tensor, room: int) -> torch.Tensor:
    """The rows, and zeros after them up to `room`."""
    spare = max(room - rows.shape[0], 0)
    return torch.cat([rows, rows.new_zeros(spare, *rows.shape[1:])])


def _with_shared(weights: torch.Tensor, length: int) -> torch.Tensor:
    """A shared expert's rows count once."""
    return torch.cat([weights, weights.new_ones(length - weights.shape[0])])


def _most_tokens(where: str, global_bs: int, tokens: int, size: int) -> int:
    check.non_negative_int(where, "global_bs", global_bs)
    if global_bs and (global_bs % size or global_bs < tokens * size):
        raise ValueError(
            f"For '{where}', 'global_bs' should be 0 or the largest number of tokens of a process, here {tokens}, "
            f"times 'ep_world_size' {size}, but got {global_bs}."
        )
    return global_bs or tokens * size


def _check_tokens(
    where: str, x: torch.Tensor, expert_ids: torch.Tensor, weights: torch.Tensor | None, experts: int
) -> None:  # fmt: skip
    if x.dtype not in _FLOATS:
        raise TypeError(f"For '{where}', 'x' should be a Tensor of floats, but got {x.dtype}.")
    _check_ids(where, expert_ids, weights, experts)
    if x.ndim != 2 or x.shape[0] != expert_ids.shape[0]:
        raise ValueError(
            f"For '{where}', 'x' should be (T, H) with as many rows as 'expert_ids' has, {expert_ids.shape[0]}, but "
            f"got the shape {tuple(x.shape)}."
        )


def _check_ids(
    where: str, expert_ids: torch.Tensor, weights: torch.Tensor | None, experts: int
) -> None:
    if expert_ids.dtype is not torch.int32:
        raise TypeError(f"For '{where}', 'expert_ids' should be int32, but got {expert_ids.dtype}.")
    if expert_ids.ndim != 2 or not 0 < expert_ids.shape[1] <= experts:
        raise ValueError(
            f"For '{where}', 'expert_ids' should be (T, k) with k from 1 to 'moe_expert_num' {experts}, but got the "
            f"shape {tuple(expert_ids.shape)}."
        )
    if expert_ids.numel() and not 0 <= int(expert_ids.min()) <= int(expert_ids.max()) < experts:
        raise ValueError(
            f"For '{where}', 'expert_ids' should be at least 0 and below 'moe_expert_num' {experts}, but got values "
            f"from {int(expert_ids.min())} to {int(expert_ids.max())}."
        )
    if weights is None:
        return
    if weights.dtype is not torch.float32:
        raise TypeError(
            f"For '{where}', 'expert_scales' should be float32, but got {weights.dtype}."
        )
    if weights.shape != expert_ids.shape:
        raise ValueError(
            f"For '{where}', 'expert_scales' should have the shape of 'expert_ids', {tuple(expert_ids.shape)}, but "
            f"got {tuple(weights.shape)}."
        )


def _check_dispatched(
    where: str, slots: ExpertSlots, rows: torch.Tensor, places: torch.Tensor, counts: torch.Tensor, entries: int
) -> None:  # fmt: skip
    if rows.dtype not in _FLOATS:
        raise TypeError(
            f"For '{where}', 'expand_x' should be a Tensor of floats, but got {rows.dtype}."
        )
    for name, tensor, length in (
        ("expand_idx", places, entries),
        ("ep_send_counts", counts, slots.mine * slots.group.size),
    ):
        if tensor.dtype is not torch.int32:
            raise TypeError(f"For '{where}', '{name}' should be int32, but got {tensor.dtype}.")
        _check_length(where, name, tensor, length)
    if rows.ndim != 2 or rows.shape[0] < int(counts.sum()):
        raise ValueError(
            f"For '{where}', 'expand_x' should be (A, H) with A at least {int(counts.sum())}, the sum of "
            f"'ep_send_counts', but got the shape {tuple(rows.shape)}."
        )


def _check_length(where: str, name: str, tensor: torch.Tensor | None, length: int) -> None:
    if tensor is not None and tuple(tensor.shape) != (length,):
        raise ValueError(
            f"For '{where}', '{name}' should have the shape ({length},) that dispatch gave it, but got "
            f"{tuple(tensor.shape)}."
        )


_RESERVED = "is reserved by MindSpore and has no meaning yet"


def _refuse(where: str, why: str, **options: object) -> None:
    for name, value in options.items():
        if value is not None and not (isinstance(value, int) and value == 0):
            raise NotImplementedError(f"For '{where}', '{name}' {why}; leave it out.")


def _refuse_tensor_parallel(where: str, group: str | None, size: int, rank: int) -> None:
    if group or size not in (0, 1) or rank != 0:
        raise NotImplementedError(
            f"For '{where}', tensor parallelism within experts is not implemented: leave out 'group_tp', "
            f"'tp_world_size' and 'tp_rank_id', but got {group!r}, {size} and {rank}."
        )


__all__ = exported_ops(globals())
