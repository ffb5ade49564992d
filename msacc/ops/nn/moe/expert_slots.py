"""Where the experts of a group of processes are, and the exchange of rows between them."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from msacc.common import checks as check
from msacc.communication._groups import Group, find
from msacc.ops.comm.autograd import AllToAll


@dataclass(frozen=True)
class ExpertSlots:
    """Places of experts in the order of processes: `shared` processes with one each, then those with `local` each."""

    group: Group
    experts: int
    shared: int

    @property
    def local(self) -> int:
        """Experts on each process that does not hold a copy of the shared one."""
        return self.experts // (self.group.size - self.shared)

    @property
    def by_process(self) -> list[int]:
        """How many slots each process has."""
        return [1] * self.shared + [self.local] * (self.group.size - self.shared)

    @property
    def mine(self) -> int:
        """How many slots this process has."""
        return self.by_process[self.group.rank]

    def of(self, expert_ids: torch.Tensor) -> torch.Tensor:
        """The slots of (T, k) experts as (T * k,), then, where there is one, T times that of the shared expert."""
        slots = expert_ids.reshape(-1).long() + self.shared
        if not self.shared:
            return slots
        copy = self.group.rank % self.shared
        return torch.cat([slots, slots.new_full((expert_ids.shape[0],), copy)])

    def counts(self, slots: torch.Tensor) -> torch.Tensor:
        """How many rows go to each slot."""
        return torch.bincount(slots, minlength=self.shared + self.experts)

    def sizes(self, counts: torch.Tensor) -> list[int]:
        """How many rows go to each process."""
        return [int(part.sum()) for part in counts.split(self.by_process)]

    def swap(self, rows: torch.Tensor, sent: list[int], received: list[int]) -> torch.Tensor:
        """`sent[i]` rows to process i for `received[i]` of its; the gradient goes the way back."""
        if self.group.size == 1:
            return rows
        out: torch.Tensor = AllToAll.apply(
            rows, received, sent, self.group.size, self.group.torch_name
        )
        return out


def expert_slots(
    where: str, group: str | None, size: int, rank: int, experts: int, shared: int, copies: int, spelled: str
) -> ExpertSlots:  # fmt: skip
    """Raises ValueError where the numbers do not fit each other or the group.

    `shared` is the number of shared experts, `copies` that of the processes with one, an argument `spelled` so.
    """
    check.positive_int(where, "ep_world_size", size)
    check.positive_int(where, "moe_expert_num", experts)
    members = _members(where, group, size)
    if rank != members.rank:
        raise ValueError(
            f"For '{where}', 'ep_rank_id' should be {members.rank}, this process's rank in 'group_ep', but got {rank}."
        )
    check.choice(where, "shared_expert_num", shared, [0, 1])
    check.non_negative_int(where, spelled, copies)
    if copies and (copies >= size or size % copies or not shared):
        raise ValueError(
            f"For '{where}', '{spelled}' should be 0, or with 'shared_expert_num' 1 a divisor of "
            f"'ep_world_size' {size} below it, but got {copies} with 'shared_expert_num' {shared}."
        )
    if experts % (size - copies):
        raise ValueError(
            f"For '{where}', 'moe_expert_num' should be divisible by the {size - copies} processes with experts, "
            f"'ep_world_size' less '{spelled}', but got {experts}."
        )
    return ExpertSlots(members, experts, copies)


def _members(where: str, group: str | None, size: int) -> Group:
    if group is None and size > 1:
        raise ValueError(
            f"For '{where}', 'group_ep' should name the group of 'ep_world_size' {size} processes, but got None."
        )
    members = find(group, where) if group is not None else Group("alone", [0], 0)
    if members.size != size:
        raise ValueError(
            f"For '{where}', 'ep_world_size' should be {members.size}, the number of processes in 'group_ep' "
            f"{group!r}, but got {size}."
        )
    return members
