"""Replica groups: the processes that hold the same slices, and which of them saves each."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

import torch.distributed as dist

from msacc.train.resharding.parameter_slicing import Box, SliceLayout
from msacc.train.resharding.strategy_layouts import layouts_of

Groups = tuple[tuple[int, ...], ...]


def replica_groups(cut: SliceLayout, first_rank: int = 0) -> Groups:
    """The ranks that hold the same slice, group by group in the order of the slices."""
    resolved = cut.resolved()
    shape = resolved.slice_counts()
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for rank in range(resolved.processes):
        groups[_corner(resolved.box(rank, shape))].append(first_rank + rank)
    return tuple(tuple(ranks) for _, ranks in sorted(groups.items()))


def _corner(box: Box) -> tuple[int, ...]:
    return tuple(s.start for s in box)


def save_assignment(groups: Mapping[str, Groups], copies: int = 1) -> dict[int, set[str]]:
    """{rank: the names it saves}: the members of a group take turns, name by name in their order.

    With `copies` above 1 each name is saved by that many members, or by all.
    """
    turns: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for name in sorted(groups):
        for ranks in groups[name]:
            turns[ranks].append(name)
    names_by_rank: dict[int, set[str]] = defaultdict(set)
    for ranks, names in turns.items():
        for index, name in enumerate(names):
            for copy in range(min(copies, len(ranks))):
                names_by_rank[ranks[(index + copy) % len(ranks)]].add(name)
    return dict(names_by_rank)


def get_ckpt_path_with_strategy(cur_ckpt_path: str, cur_strategy_path: str) -> str | None:
    """A checkpoint that holds what this rank needs: its own, or that of a rank that holds the same.

    `cur_ckpt_path` has `rank_<n>` in it.
    `cur_strategy_path`: the job's strategy file. None when there is none.
    """
    rank = dist.get_rank() if dist.is_available() and dist.is_initialized() else 0
    if f"rank_{rank}" in cur_ckpt_path and os.path.isfile(cur_ckpt_path):
        return cur_ckpt_path
    for other in _ranks_with_same_slices(cur_strategy_path, rank):
        path = re.sub(r"rank_\d+", f"rank_{other}", cur_ckpt_path)
        if os.path.isfile(path):
            return path
    return None


def _ranks_with_same_slices(strategy: str, rank: int) -> Iterable[int]:
    """The ranks that hold every parameter as `rank` does."""
    layouts = layouts_of(strategy) or {}
    common: set[int] | None = None
    for name, placement in layouts.items():
        if name.startswith(("accu_grads", "inputs")):
            continue
        first = rank // placement.cut.processes * placement.cut.processes
        group = next(set(g) for g in replica_groups(placement.cut, first) if rank in g)
        common = group if common is None else common & group
    return sorted(common or {rank})
