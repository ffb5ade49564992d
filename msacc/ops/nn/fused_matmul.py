"""Matrix products fused with neighbouring operations: feed-forward layers, collectives, transposes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common.warn_once import no_effects
from msacc.communication._groups import find
from msacc.ops.comm.collectives import all_gather, all_reduce, reduce_scatter
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.nn.activation import fast_gelu
from msacc.ops.nn.fused_norm import rms_norm
from msacc.ops.nn.moe.grouped_products import rows_product

if TYPE_CHECKING:
    from collections.abc import Sequence


def _is_gated(act: Any) -> Any:
    def activation(x: torch.Tensor) -> torch.Tensor:
        first, second = x.chunk(2, -1)
        return act(first) * second

    return activation


_ACTIVATIONS: dict[str, Any] = {
    "fastgelu": fast_gelu.raw, "gelu": F.gelu, "relu": F.relu, "silu": F.silu,
    "geglu": _is_gated(F.gelu), "swiglu": _is_gated(F.silu), "reglu": _is_gated(F.relu),
}  # fmt: skip


@bindings(
    PrimitiveClass(
        "FFNExt",
        inputs=(
            "x",
            "weight1",
            "weight2",
            "expertTokens",
            "bias1",
            "bias2",
            "scale",
            "offset",
            "deqScale1",
            "deqScale2",
            "antiquant_scale1",
            "antiquant_scale2",
            "antiquant_offset1",
            "antiquant_offset2",
        ),
        settings={"activation": Setting("fastgelu"), "inner_precise": Setting(0)},
    )
)
@op
def ffn_ext(
    x: torch.Tensor,
    weight1: torch.Tensor,
    weight2: torch.Tensor,
    expertTokens: torch.Tensor | None = None,
    bias1: torch.Tensor | None = None,
    bias2: torch.Tensor | None = None,
    scale: torch.Tensor | None = None,
    offset: torch.Tensor | None = None,
    deqScale1: torch.Tensor | None = None,
    deqScale2: torch.Tensor | None = None,
    antiquant_scale1: torch.Tensor | None = None,
    antiquant_scale2: torch.Tensor | None = None,
    antiquant_offset1: torch.Tensor | None = None,
    antiquant_offset2: torch.Tensor | None = None,
    activation: str = "fastgelu",
    inner_precise: int = 0,
) -> torch.Tensor:
    """activation(x @ weight1 + bias1) @ weight2 + bias2.

    x: floats (…, K), whose dtype the result has; weights: (K, N) and (N, K), or with a first dimension of
    experts, whose rows of `x` (M, K) are told by the counts `expertTokens`; activation: fastgelu, gelu, relu,
    silu, or geglu, swiglu, reglu, which multiply by the second half. `inner_precise` has no effect, which is
    said once. Raises ValueError for another activation, TypeError for experts without counts,
    NotImplementedError for quantized weights: `scale`, `offset`, `deqScale1`, `deqScale2`, `antiquant_scale1`,
    `antiquant_scale2`, `antiquant_offset1` and `antiquant_offset2`.
    """
    where = "FFNExt"
    act = _ACTIVATIONS[check.choice(where, "activation", activation, list(_ACTIVATIONS))]
    no_effects(
        where, "torch's kernels choose their own precision", inner_precise=(inner_precise, 0)
    )
    quant = {"scale": scale, "offset": offset, "deqScale1": deqScale1, "deqScale2": deqScale2,
             "antiquant_scale1": antiquant_scale1, "antiquant_scale2": antiquant_scale2,
             "antiquant_offset1": antiquant_offset1, "antiquant_offset2": antiquant_offset2}  # fmt: skip
    for name, value in quant.items():
        if value is not None:
            raise NotImplementedError(
                f"For '{where}', msacc lacks quantised weights ('{name}'); use GroupedMatmulV4 and QuantBatchMatmul."
            )
    if weight1.ndim == 2:
        hidden = torch.matmul(x, weight1)
        hidden = act(hidden if bias1 is None else hidden + bias1.to(x.dtype))
        out = torch.matmul(hidden, weight2)
        return out if bias2 is None else out + bias2.to(x.dtype)
    if expertTokens is None:
        raise TypeError(f"For '{where}', weights of experts need 'expertTokens', but got None.")
    ends = torch.as_tensor(expertTokens, device=x.device).reshape(-1).long().cumsum(0)
    rows = torch.arange(x.shape[0], device=x.device)
    expert = torch.searchsorted(ends, rows, right=True).clamp(max=len(ends) - 1)
    hidden = rows_product(x, weight1, ends)
    hidden = act(hidden if bias1 is None else hidden + bias1.to(x.dtype)[expert])
    out = rows_product(hidden, weight2, ends)
    return out if bias2 is None else out + bias2.to(x.dtype)[expert]


def _check_job(where: str, group: str, world_size: int, **reserved: object) -> None:
    process_group = find(group, where)
    if world_size != process_group.size:
        raise RuntimeError(
            f"For '{where}', 'world_size' should be the {process_group.size} processes of the group {group!r}, but got "
            f"{world_size}."
        )
    for name, value in reserved.items():
        if value:
            raise RuntimeError(
                f"For '{where}', MindSpore reserves '{name}', but got {value!r}; leave it out."
            )


def _check_matrices(where: str, a: torch.Tensor, b: torch.Tensor) -> None:
    if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0] or a.dtype is not b.dtype:
        raise RuntimeError(
            f"For '{where}', 'input' and 'x2' should be matrices of one depth and dtype, but got {tuple(a.shape)} "
            f"and {tuple(b.shape)} of {a.dtype} and {b.dtype}."
        )


@bindings(
    PrimitiveClass(
        "AllGatherMatmul",
        inputs=(
            "input",
            "x2",
            "group",
            "world_size",
            "bias",
            "gather_index",
            "gather_output",
            "comm_turn",
            "trans_input",
            "trans_x2",
        ),
        keyword_inputs=True,
    )
)
@op
def all_gather_matmul(
    input: torch.Tensor,
    x2: torch.Tensor,
    group: str,
    world_size: int,
    *,
    bias: torch.Tensor | None = None,
    gather_index: int = 0,
    gather_output: bool = True,
    comm_turn: int = 0,
    trans_input: bool = False,
    trans_x2: bool = False,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(every member's rows @ x2, every member's rows); the latter is empty without `gather_output`.

    input: (M, K).
    x2: (K, N), or turned with `trans_x2`: floats of one dtype, which the results have.
    group: a group's name.
    world_size: the number of its members.

    Raises RuntimeError for matrices and a `world_size` that do not fit, and for `bias`, `gather_index`,
    `comm_turn` and `trans_input`, which MindSpore reserves.
    """
    where = "all_gather_matmul"
    _check_job(
        where,
        group,
        world_size,
        bias=bias is not None,
        gather_index=gather_index,
        comm_turn=comm_turn,
        trans_input=trans_input,
    )
    right = x2.transpose(0, 1) if trans_x2 else x2
    _check_matrices(where, input, right)
    rows = all_gather.raw(input, group)
    return torch.matmul(rows, right), rows if gather_output else rows.new_empty(0)


@bindings(
    PrimitiveClass(
        "MatmulReduceScatter",
        inputs=(
            "input",
            "x2",
            "group",
            "world_size",
            "reduce_op",
            "bias",
            "comm_turn",
            "trans_input",
            "trans_x2",
        ),
        keyword_inputs=True,
    )
)
@op
def matmul_reduce_scatter(
    input: torch.Tensor,
    x2: torch.Tensor,
    group: str,
    world_size: int,
    *,
    reduce_op: str = "sum",
    bias: torch.Tensor | None = None,
    comm_turn: int = 0,
    trans_input: bool = False,
    trans_x2: bool = False,
) -> torch.Tensor:
    """This member's rows of the sum of all members' input @ x2.

    input: (M, K), M a multiple of `world_size`.
    x2: (K, N), or turned with `trans_x2`: floats of one dtype, which the result has.
    group: a group's name.
    world_size: the number of its members.

    Raises RuntimeError for matrices and a `world_size` that do not fit, for a `reduce_op` other than 'sum',
    and for `bias`, `comm_turn` and `trans_input`, which MindSpore reserves.
    """
    where = "matmul_reduce_scatter"
    _check_job(
        where,
        group,
        world_size,
        bias=bias is not None,
        comm_turn=comm_turn,
        trans_input=trans_input,
        reduce_op=None if reduce_op == "sum" else reduce_op,
    )
    right = x2.transpose(0, 1) if trans_x2 else x2
    _check_matrices(where, input, right)
    return reduce_scatter.raw(torch.matmul(input, right), reduce_op, group)  # type: ignore[no-any-return]


@bindings(
    PrimitiveClass(
        "MatmulAllReduceAddRmsNorm",
        inputs=(
            "x1",
            "x2",
            "bias",
            "residual",
            "gamma",
            "epsilon",
            "group",
            "reduce_op",
            "comm_turn",
            "stream_mode",
        ),
    )
)
@op
def matmul_all_reduce_add_rms_norm(
    x1: torch.Tensor,
    x2: torch.Tensor,
    bias: torch.Tensor | None,
    residual: torch.Tensor,
    gamma: torch.Tensor,
    epsilon: float,
    group: str,
    reduce_op: str = "sum",
    comm_turn: int = 0,
    stream_mode: int = 1,
) -> tuple[torch.Tensor, torch.Tensor]:
    """(sum, its `rms_norm`) of the members' x1 @ x2 + bias, and `residual`.

    Raises RuntimeError for a `reduce_op` other than 'sum'.
    """
    where = "MatmulAllReduceAddRmsNorm"
    if reduce_op != "sum":
        raise RuntimeError(f"For '{where}', 'reduce_op' should be 'sum', but got {reduce_op!r}.")
    no_effects(
        where,
        "torch plans its own transfers",
        comm_turn=(comm_turn, 0),
        stream_mode=(stream_mode, 1),
    )
    product = torch.matmul(x1, x2)
    product = product if bias is None else product + bias
    total = all_reduce.raw(product, "sum", group).reshape(residual.shape) + residual
    return total, rms_norm.raw(total, gamma, epsilon)[0]


@bindings(
    PrimitiveClass(
        "TransposeBatchMatmulTranspose",
        inputs=("input", "weight", "perm_in", "perm_out", "transpose_a", "transpose_b"),
    )
)
@op
def transpose_batch_matmul_transpose(
    input: torch.Tensor,
    weight: torch.Tensor,
    perm_in: Sequence[int],
    perm_out: Sequence[int],
    transpose_a: bool = False,
    transpose_b: bool = False,
) -> torch.Tensor:
    """(input by `perm_in` @ weight) by `perm_out`; `transpose_a` and `transpose_b` swap the last two before."""
    left = input.permute(*perm_in)
    left = left.transpose(-1, -2) if transpose_a else left
    right = weight.transpose(-1, -2) if transpose_b else weight
    return torch.matmul(left, right).permute(*perm_out)


__all__ = exported_ops(
    globals(), "ffn_ext", "matmul_all_reduce_add_rms_norm", "transpose_batch_matmul_transpose"
)
