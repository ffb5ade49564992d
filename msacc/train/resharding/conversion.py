"""Conversion of checkpoints: source and target strategy, and the slices of each target rank."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import torch

from msacc.common.tensor import wrap
from msacc.train.resharding.rank_folders import list_files, make_folder, rank_folders
from msacc.train.resharding.slice_conversion import (
    Slices,
    convert_slices,
    is_on_other_stage,
    source_ranks,
    stage_layouts,
)
from msacc.train.resharding.strategy_files import build_searched_strategy
from msacc.train.resharding.strategy_layouts import Layouts, layouts_of, stage_count, stage_size
from msacc.train.serialization.load import read_values
from msacc.train.serialization.save import save_checkpoint

_STATE_PREFIXES = ("accu_grads", "adam_v", "adam_m")


class Conversion:
    """A source and a target strategy, and the conversion of each target rank's values."""

    def __init__(self, source: str | None, target: str | None):
        self._from, self._to = build_searched_strategy(source), build_searched_strategy(target)
        self.source, self.target = layouts_of(self._from), layouts_of(self._to)
        self.per_stage, self.target_per_stage = stage_size(self.source), stage_size(self.target)

    def is_part(self) -> bool:
        """Whether the source's parameters are some of the target's, neither of them in stages."""
        if not self.source or not self.target:
            return False
        one_stage = stage_count(self.source) == stage_count(self.target) == 1
        source_names, target_names = (
            {n for n in layouts if not n.startswith(_STATE_PREFIXES)}
            for layouts in (self.source, self.target)
        )
        return one_stage and source_names < target_names

    def read(self, files: Mapping[int, str]) -> dict[str, dict[int, torch.Tensor]]:
        """{name: {rank within its stage: slice}} of some files."""
        slices: dict[str, dict[int, torch.Tensor]] = defaultdict(dict)
        for rank, path in files.items():
            for name, value in read_values(path).items():
                if not isinstance(value, str):
                    slices[name][rank % self.per_stage] = value
        return slices

    def layouts(self, rank: int) -> tuple[Layouts | None, Layouts | None]:
        """Both layouts as rank `rank` of the target needs them."""
        return stage_layouts(rank, self.source, layouts_of(self._to, rank))

    def convert(self, rank: int, slices: Slices) -> dict[str, torch.Tensor]:
        """The values of rank `rank` of the target."""
        source, target = self.layouts(rank)
        stage_slices = {
            name: rank_slices
            for name, rank_slices in slices.items()
            if not (
                is_on_other_stage(name, self.source, source)
                and is_on_other_stage(name, self.target, target)
            )
        }
        return convert_slices(rank % self.target_per_stage, stage_slices, source, target)

    def groups(self, files: Mapping[int, str]) -> dict[tuple[int, ...], list[int]]:
        """{ranks of the source: the ranks of the target that are made of them}."""
        result: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for rank in range(self.target_per_stage * stage_count(self.target)):
            ranks = source_ranks(rank, self.source, layouts_of(self._to, rank))
            for source in ranks:
                if source not in files:
                    raise ValueError(
                        f"The checkpoint file of rank {source} is needed for that of rank {rank}, but it is missing."
                    )
            result[tuple(ranks)].append(rank)
        return result

    def convert_all(
        self, files: Mapping[int, str], folder: str, prefix: str, format: str, threads: int
    ) -> None:
        """Write the files of all ranks of the target."""

        def convert(group: tuple[tuple[int, ...], list[int]]) -> None:
            slices = self.read({rank: files[rank] for rank in group[0]})
            for rank in group[1]:
                write(self.convert(rank, slices), folder, rank, f"{prefix}{rank}", format)

        with ThreadPoolExecutor(max_workers=max(1, threads)) as pool:
            list(pool.map(convert, self.groups(files).items()))


def convert_stage(job: Conversion, stage: int, source: str, target: str, prefix: str) -> None:
    """Write the parameters of one stage of the source, for every rank of the target."""
    first = stage * job.per_stage
    folders = rank_folders(source)
    files = {
        rank: list_files(folders[rank], ".ckpt")[-1]
        for rank in range(first, first + job.per_stage)
        if rank in folders and list_files(folders[rank], ".ckpt")
    }
    assert job.source is not None
    assert job.target is not None
    layouts = {name: placement for name, placement in job.target.items() if name in job.source}
    slices = job.read(files)
    for rank in range(job.target_per_stage):
        values = convert_slices(rank, slices, job.source, layouts)
        write(values, target, rank, f"{prefix}{rank}_part{stage}", "ckpt")


def write(
    values: Mapping[str, torch.Tensor], folder: str, rank: int, name: str, format: str
) -> None:
    path = os.path.join(make_folder(os.path.join(folder, f"rank_{rank}"), "path"), name)
    save_checkpoint(checkpoint_list(values), f"{path}.{format}", format=format)


def checkpoint_list(values: Mapping[str, torch.Tensor]) -> list[dict[str, Any]]:
    return [{"name": name, "data": wrap(value)} for name, value in values.items()]
