"""Expert selection for each token."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common import checks as check
from msacc.ops.core.declaration import PrimitiveClass, bindings
from msacc.ops.core.op import op


@bindings(PrimitiveClass("MoeGatingTopKSoftmax", inputs=("x", "finished", "k")))
@op
def moe_gating_top_k_softmax(
    x: torch.Tensor, finished: torch.Tensor | None = None, k: int = 1
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(the k largest of softmax(x), their experts, the number of each entry counted column by column).

    x: (T, E) or (B, T, E) floats; finished: bool of (T,) or (B, T), whose tokens get the expert E. The latter two
    are int32. Raises RuntimeError for another rank, ValueError for a `k` beyond E and another shape of `finished`.
    """
    where = "MoeGatingTopKSoftmax"
    if x.ndim not in (2, 3):
        raise RuntimeError(f"For '{where}', 'x' should have 2 or 3 dimensions, but got {x.ndim}.")
    check.integer(where, "k", k, 0, x.shape[-1])
    # Of equal ones the first comes first.
    weights, experts = torch.softmax(x.float(), -1).sort(dim=-1, descending=True, stable=True)
    y, top_experts = weights[..., :k].to(x.dtype), experts[..., :k].int()
    if finished is not None:
        if finished.shape != x.shape[:-1]:
            raise ValueError(
                f"For '{where}', 'finished' should be {tuple(x.shape[:-1])}, but got {tuple(finished.shape)}."
            )
        top_experts = top_experts.masked_fill(finished[..., None], x.shape[-1])
    tokens = x.shape[:-1].numel()
    rows = torch.arange(tokens * k, device=x.device, dtype=torch.int32).reshape(k, tokens)
    return y, top_experts, rows.T.reshape(top_experts.shape)


@bindings(PrimitiveClass("GroupTopk", inputs=("token", "idx_arr", "group_num", "k", "k_inner")))
@op
def group_topk(
    token: torch.Tensor, idx_arr: torch.Tensor, group_num: int, k: int, k_inner: int = 1
) -> torch.Tensor:
    """Keep the `k` groups of experts with the largest sums of `k_inner` scores, in place: other scores become 0.

    `token`: floats (T, E), E a multiple of `group_num`.
    `idx_arr` serves Ascend's kernel and is not read.

    Gives `token`, which MindSpore only changes.

    Raises ValueError for numbers that do not fit.
    """
    where = "GroupTopk"
    check.instance(where, "idx_arr", idx_arr, torch.Tensor)
    group_mask = best_groups(where, token, group_num, k, k_inner)
    with torch.no_grad():
        return token.masked_fill_(~group_mask, 0)


def best_groups(where: str, scores: torch.Tensor, groups: int, k: int, inner: int) -> torch.Tensor:
    """(T, E): True in the `k` groups whose `inner` largest scores sum up to most; of equal ones the first."""
    experts = scores.shape[-1]
    if groups <= 0 or experts % groups or not 0 < k <= groups or not 0 < inner <= experts // groups:
        raise ValueError(
            f"For '{where}', the groups, those to keep and the scores to sum should fit {experts} experts, but got "
            f"{groups}, {k} and {inner}."
        )
    each = scores.float().reshape(-1, groups, experts // groups)
    sums = each.topk(inner, -1).values.sum(-1)
    best = sums.sort(dim=-1, descending=True, stable=True).indices[:, :k]
    mask = torch.zeros_like(sums, dtype=torch.bool).scatter_(1, best, True)
    return mask[..., None].expand(each.shape).reshape(scores.shape)


@bindings(
    PrimitiveClass(
        "FusedAddTopKDiv",
        inputs=(
            "x",
            "add_num",
            "group_num",
            "group_topk",
            "n",
            "k",
            "activate_type",
            "is_norm",
            "scale",
            "mapping_num",
            "mapping_table",
            "enable_expert_mapping",
        ),
    )
)
@op
def fused_add_topk_div(
    x: torch.Tensor,
    add_num: torch.Tensor,
    group_num: int,
    group_topk: int,
    n: int,
    k: int,
    activate_type: int = 0,
    is_norm: bool = True,
    scale: float = 2.5,
    mapping_num: torch.Tensor | None = None,
    mapping_table: torch.Tensor | None = None,
    enable_expert_mapping: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(weights, experts) of the `k` best experts of the `group_topk` best groups, float32 and int32 of (T, k).

    x: floats (T, E), in `group_num` groups. Scores are sigmoid(x); groups and experts are chosen by scores +
    `add_num` (E,), a group by the sum of its `n` largest. The weights are the scores themselves, with `is_norm`
    over their sum, times `scale`. Raises ValueError for numbers that do not fit and another `activate_type`
    than 0, NotImplementedError for the mapping of experts (`mapping_num`, `mapping_table`,
    `enable_expert_mapping`), which MindSpore does not describe.
    """
    where = "FusedAddTopKDiv"
    settings = {
        "mapping_num": mapping_num,
        "mapping_table": mapping_table,
        "enable_expert_mapping": enable_expert_mapping or None,
    }
    for name, value in settings.items():
        if value is not None:
            raise NotImplementedError(
                f"For '{where}', '{name}' is of the mapping of experts, which msacc "
                "lacks; map the result."
            )
    check.choice(where, "activate_type", activate_type, [0])
    scores = torch.sigmoid(x.float())
    choice = scores + add_num.float()
    group_mask = best_groups(where, choice, group_num, group_topk, n)
    experts = choice.masked_fill(~group_mask, float("-inf")).topk(k, -1).indices
    weights = scores.gather(-1, experts)
    weights = weights / weights.sum(-1, keepdim=True) if is_norm else weights
    return weights * scale, experts.int()


@bindings(PrimitiveClass("TopKRouter", inputs=("input", "capacity", "expert_num", "drop_type")))
@op
def topkrouter(
    input: torch.Tensor, capacity: int, expert_num: int, drop_type: int = 0
) -> tuple[torch.Tensor, torch.Tensor]:
    """(dispatch, combine): the tokens of each expert, and the place of each choice.

    input: (B, T, k) of int32 or int64, the experts of each token, which the results' dtype is; `expert_num`: E,
    how many there are; `capacity`: the tokens that one takes. dispatch: (B, E, capacity), tokens counted from
    1, 0 where none is; combine: (B, T, k), expert * (capacity + 1) + place counted from 1, place 0 for what did
    not fit. `drop_type` 0 seats token by token, 1 first choices first. Raises ValueError for another
    `drop_type` or rank.
    """
    return _routed("TopKRouter", input, capacity, expert_num, drop_type, None)


@bindings(
    PrimitiveClass(
        "TopPRouter",
        inputs=("input", "capacity", "expert_num", "drop_type", "threshold", "router_prob"),
    )
)
@op
def topprouter(
    input: torch.Tensor,
    capacity: int,
    expert_num: int,
    drop_type: int = 0,
    threshold: float = 0.0,
    router_prob: Any = 0.0,
) -> tuple[torch.Tensor, torch.Tensor]:
    """`topkrouter` of the choices before the sum of their probabilities reaches `threshold`.

    router_prob: floats (B, T, k); without a Tensor all choices count. `input`, `capacity`, `expert_num` and
    `drop_type`, the results and errors are those of `topkrouter`.
    """
    allowed = None
    if isinstance(router_prob, torch.Tensor):
        allowed = router_prob.float().cumsum(-1).reshape(input.shape) < threshold
    return _routed("TopPRouter", input, capacity, expert_num, drop_type, allowed)


def _routed(
    where: str,
    experts: torch.Tensor,
    capacity: int,
    count: int,
    drop_type: int,
    allowed: torch.Tensor | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    if experts.ndim != 3:
        raise ValueError(f"For '{where}', 'input' should have 3 dimensions, but got {experts.ndim}.")  # fmt: skip
    check.positive_int(where, "capacity", capacity)
    by_choice = check.choice(where, "drop_type", drop_type, [0, 1]) == 1
    batch, tokens, k = experts.shape
    ordered = experts.transpose(1, 2) if by_choice else experts
    flat = ordered.reshape(batch, -1).long()
    one_hot = flat[..., None] == torch.arange(count, device=experts.device)
    if allowed is not None:
        order = allowed.transpose(1, 2) if by_choice else allowed
        one_hot = one_hot & order.reshape(batch, -1, 1)
    position = (one_hot.cumsum(1) * one_hot).sum(-1)
    position = torch.where(position <= capacity, position, 0)
    combine = flat * (capacity + 1) + position
    number = torch.arange(tokens * k, device=experts.device)
    token = (number % tokens if by_choice else number // k) + 1
    # Slot 0 of each expert receives the tokens beyond its capacity.
    seats = torch.zeros(batch, count * (capacity + 1), dtype=torch.long, device=experts.device)
    seats = seats.scatter(1, combine, token.expand(batch, -1))
    dispatch = seats.reshape(batch, count, capacity + 1)[..., 1:]
    shape = (batch, k, tokens) if by_choice else (batch, tokens, k)
    combine = combine.reshape(shape)
    combine = combine.transpose(1, 2) if by_choice else combine
    return dispatch.to(experts.dtype), combine.to(experts.dtype)


__all__: list[str] = []
