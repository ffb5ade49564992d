"""expert_load: how many tokens each expert, and each process with experts, is given."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.common.text_tables import html_table, table
from msacc.communication._groups import HCCL_WORLD_COMM_GROUP, find
from msacc.ops.comm.collectives import all_gather

_COLUMNS = ("process", "experts", "tokens", "of the mean", "tokens by expert")


@dataclass(frozen=True)
class ExpertLoad:
    """`counts`: int64 (processes, experts), how many tokens each process gives to each expert.

    The experts lie in order on the processes, as many on each. Printed it is a table, and in a notebook.
    """

    counts: np.ndarray

    @property
    def by_expert(self) -> np.ndarray:
        """Tokens that each expert is given, (experts,)."""
        return self.counts.sum(0)  # type: ignore[no-any-return]

    @property
    def by_process(self) -> np.ndarray:
        """Tokens that the experts of each process are given, (processes,)."""
        return self.by_expert.reshape(len(self.counts), -1).sum(1)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return table(*self._table(), right=_COLUMNS[2:4])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_table(*self._table(), right=_COLUMNS[2:4])

    def _table(self) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
        totals, local = self.by_process, self.counts.shape[1] // len(self.counts)
        lines: list[tuple[str, ...]] = []
        for process, total in enumerate(totals):
            first = process * local
            each = " ".join(map(str, self.by_expert[first : first + local]))
            span = f"{first} to {first + local - 1}" if local > 1 else str(first)
            lines.append(
                (str(process), span, f"{total:,}", f"{total / (totals.mean() or 1.0):.2f}", each)
            )
        return f"{totals.sum():,} tokens to experts", _COLUMNS, lines


def expert_load(
    expert_ids: Tensor, moe_expert_num: int, group: str = HCCL_WORLD_COMM_GROUP
) -> ExpertLoad:
    """How the tokens of all processes spread over experts: an ExpertLoad, whose numbers are alike on all.

    `expert_ids`: this process's choices, a Tensor of any shape of int32 or int64 below `moe_expert_num`, the number of
    experts of all processes of `group`, which divides it. A token that chooses two experts counts as two. All
    processes of the group must call it together: it sends `moe_expert_num` numbers.

    Raises TypeError for another `expert_ids`, ValueError for values and numbers that do not fit. MindSpore has no such
    function.
    """
    where = "expert_load"
    if not isinstance(expert_ids, Tensor) or expert_ids._t.dtype not in (torch.int32, torch.int64):
        raise TypeError(
            f"For '{where}', 'expert_ids' should be a Tensor of int32 or int64, but got {expert_ids!r}."
        )
    check.positive_int(where, "moe_expert_num", moe_expert_num)
    size = find(group, where).size
    if moe_expert_num % size:
        raise ValueError(
            f"For '{where}', 'moe_expert_num' should be divisible by the {size} processes of 'group', but got "
            f"{moe_expert_num}."
        )
    ids = expert_ids._t.reshape(-1)
    if ids.numel() and not 0 <= int(ids.min()) <= int(ids.max()) < moe_expert_num:
        raise ValueError(
            f"For '{where}', 'expert_ids' should be at least 0 and below 'moe_expert_num' {moe_expert_num}, but got "
            f"values from {int(ids.min())} to {int(ids.max())}."
        )
    mine = torch.bincount(ids, minlength=moe_expert_num)
    counts = all_gather.raw(mine, group).reshape(size, moe_expert_num)
    return ExpertLoad(counts.cpu().numpy())
