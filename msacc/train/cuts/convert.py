"""Checkpoints of one layout converted to another, rank by rank or a whole folder."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import torch

from msacc.common.tensor import wrap
from msacc.train.cuts.folders import listed, make_folder, rank_files, rank_folders
from msacc.train.cuts.joining import Slices, converted, held_elsewhere, of_stage, ranks_needed
from msacc.train.cuts.strategy_files import (
    Layouts,
    Strategy,
    build_searched_strategy,
    layouts_of,
    stage_count,
    stage_of,
    stage_size,
)
from msacc.train.serialization.load import read_values
from msacc.train.serialization.save import save_checkpoint

_STATES = ("accu_grads", "adam_v", "adam_m")


def rank_list_for_transform(
    rank_id: int,
    src_strategy_file: str | Strategy | None = None,
    dst_strategy_file: str | Strategy | None = None,
) -> list[int]:
    """The source's ranks whose checkpoints rank `rank_id` of the target is made of, highest first.

    A strategy is a file (see build_searched_strategy), or None where nothing is cut.
    Raises TypeError for a `rank_id` that is no int, ValueError and TypeError for strategy files that are wrong.
    """
    if not isinstance(rank_id, int):
        raise TypeError(f"The rank_id should be an int, but got {rank_id!r}.")
    if src_strategy_file is None:
        return [0]
    return ranks_needed(
        rank_id, layouts_of(src_strategy_file), layouts_of(dst_strategy_file, rank_id)
    )


def transform_checkpoint_by_rank(
    rank_id: int,
    checkpoint_files_map: Mapping[int, str],
    save_checkpoint_file_name: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
) -> None:
    """Write the checkpoint of rank `rank_id` of the target from those of the source.

    `checkpoint_files_map`: {rank: file} for the ranks that rank_list_for_transform names;
    `save_checkpoint_file_name` ends with `.ckpt`; strategies as there.

    Raises TypeError for other types, ValueError for other ends, files that are missing or do not fit.
    """
    if not isinstance(checkpoint_files_map, dict):
        raise TypeError(
            f"The checkpoint_files_map should be a dict, but got {checkpoint_files_map!r}."
        )
    if not isinstance(rank_id, int):
        raise TypeError(f"The rank_id should be an int, but got {rank_id!r}.")
    if not isinstance(save_checkpoint_file_name, str):
        raise TypeError(
            f"The save_checkpoint_file_name should be a str, but got {save_checkpoint_file_name!r}."
        )
    if not save_checkpoint_file_name.endswith(".ckpt"):
        raise ValueError(
            f"The save_checkpoint_file_name {save_checkpoint_file_name!r} should end with .ckpt"
        )
    _check_folder_of("dst_strategy_file", dst_strategy_file)
    for rank, path in checkpoint_files_map.items():
        if not os.path.exists(path):
            raise ValueError(f"The checkpoint file {path} of rank {rank} does not exist.")
    job = _Job(src_strategy_file, dst_strategy_file)
    values = job.convert(rank_id, job.read(checkpoint_files_map))
    save_checkpoint(_parameters(values), save_checkpoint_file_name)


def transform_checkpoints(
    src_checkpoints_dir: str,
    dst_checkpoints_dir: str,
    ckpt_prefix: str,
    src_strategy_file: str | None = None,
    dst_strategy_file: str | None = None,
    process_num: int = 1,
    output_format: str = "ckpt",
) -> None:
    """Convert the checkpoints of all ranks from one layout to another.

    `src_checkpoints_dir` holds a folder `rank_<n>` per rank, with `.ckpt` or `.safetensors` files in all of them;
    of several files that with the last epoch and step is taken (of `.ckpt` files the last by name). Rank n of
    the target is `dst_checkpoints_dir`/rank_<n>/<`ckpt_prefix`><n>.`output_format`. Strategies are files (see
    build_searched_strategy; merge_pipeline_strategys first where there are stages), None where nothing is cut. Where
    the source's file is of one stage of the target's parameters, its parts of each file end with `_part<stage>`;
    load_segmented_checkpoints reads them together. `process_num`: how many threads (MindSpore: processes) convert.

    Raises ValueError for folders without checkpoints or of both formats, for files that are missing or do not fit,
    NotADirectoryError for a file in place of a folder, TypeError for other types.
    """
    safe = rank_files(src_checkpoints_dir, "safetensors")
    plain = rank_files(src_checkpoints_dir, "ckpt")
    where = "For 'transform_checkpoints', 'src_checkpoints_dir'"
    if safe and plain:
        raise ValueError(f"{where} {src_checkpoints_dir!r} holds both ckpt and safetensors files.")
    if not safe and not plain:
        raise ValueError(
            f"{where} {src_checkpoints_dir!r} holds no checkpoints in rank_<n> folders."
        )
    if plain and output_format == "safetensors":
        raise ValueError(
            f"{where} {src_checkpoints_dir!r} holds ckpt files, which 'output_format' 'safetensors' does not go with; "
            "use ckpt_to_safetensors afterwards."
        )
    _check_options(dst_checkpoints_dir, ckpt_prefix, src_strategy_file, dst_strategy_file)
    if output_format not in ("ckpt", "safetensors"):
        raise ValueError(
            f"The output_format must be 'safetensors' or 'ckpt', but got {output_format!r}."
        )
    job = _Job(src_strategy_file, dst_strategy_file)
    if plain and job.is_part():
        assert src_strategy_file is not None
        _convert_part(
            job, stage_of(src_strategy_file), src_checkpoints_dir, dst_checkpoints_dir, ckpt_prefix
        )
        return
    files = safe or {
        r: listed(p, ".ckpt")[-1] for r, p in rank_folders(src_checkpoints_dir).items()
    }
    job.convert_all(files, dst_checkpoints_dir, ckpt_prefix, output_format, process_num)


def _check_options(folder: Any, prefix: Any, source: Any, target: Any) -> None:
    make_folder(folder, "path")
    if not isinstance(prefix, str):
        raise TypeError(f"The ckpt_prefix should be a str, but got {prefix!r}.")
    if ".." in prefix:
        raise ValueError(f"The ckpt_prefix {prefix!r} should not lead out of the folder.")
    _check_folder_of("src_strategy_file", source)
    _check_folder_of("dst_strategy_file", target)


def _check_folder_of(name: str, path: Any) -> None:
    folder = os.path.dirname(path) if path else ""
    if folder and not os.path.exists(folder):
        raise ValueError(f"The folder of {name} {path!r} does not exist.")


class _Job:
    """Two strategies, and what follows from them for each rank of the target."""

    def __init__(self, source: str | None, target: str | None):
        self._from, self._to = build_searched_strategy(source), build_searched_strategy(target)
        self.source, self.target = layouts_of(self._from), layouts_of(self._to)
        self.per_stage, self.target_per_stage = stage_size(self.source), stage_size(self.target)

    def is_part(self) -> bool:
        """Whether the source's parameters are some of the target's, neither of them in stages."""
        if not self.source or not self.target:
            return False
        one_stage = stage_count(self.source) == stage_count(self.target) == 1
        mine, theirs = (
            {n for n in layouts if not n.startswith(_STATES)}
            for layouts in (self.source, self.target)
        )
        return one_stage and mine < theirs

    def read(self, files: Mapping[int, str]) -> dict[str, dict[int, torch.Tensor]]:
        """{name: {rank within its stage: slice}} of some files."""
        found: dict[str, dict[int, torch.Tensor]] = defaultdict(dict)
        for rank, path in files.items():
            for name, value in read_values(path).items():
                if not isinstance(value, str):
                    found[name][rank % self.per_stage] = value
        return found

    def layouts(self, rank: int) -> tuple[Layouts | None, Layouts | None]:
        """Both layouts as rank `rank` of the target needs them."""
        return of_stage(rank, self.source, layouts_of(self._to, rank))

    def convert(self, rank: int, slices: Slices) -> dict[str, torch.Tensor]:
        """The values of rank `rank` of the target."""
        source, target = self.layouts(rank)
        here = {
            name: found
            for name, found in slices.items()
            if not (
                held_elsewhere(name, self.source, source)
                and held_elsewhere(name, self.target, target)
            )
        }
        return converted(rank % self.target_per_stage, here, source, target)

    def groups(self, files: Mapping[int, str]) -> dict[tuple[int, ...], list[int]]:
        """{ranks of the source: the ranks of the target that are made of them}."""
        result: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for rank in range(self.target_per_stage * stage_count(self.target)):
            needed = rank_list_for_transform(rank, self._from, self._to)
            for source in needed:
                if source not in files:
                    raise ValueError(
                        f"The checkpoint file of rank {source} is needed for that of rank {rank}, but it is missing."
                    )
            result[tuple(needed)].append(rank)
        return result

    def convert_all(
        self, files: Mapping[int, str], folder: str, prefix: str, format: str, threads: int
    ) -> None:
        """Write the files of all ranks of the target."""

        def convert(group: tuple[tuple[int, ...], list[int]]) -> None:
            slices = self.read({rank: files[rank] for rank in group[0]})
            for rank in group[1]:
                _write(self.convert(rank, slices), folder, rank, f"{prefix}{rank}", format)

        with ThreadPoolExecutor(max_workers=max(1, threads)) as pool:
            list(pool.map(convert, self.groups(files).items()))


def _convert_part(job: _Job, stage: int, source: str, target: str, prefix: str) -> None:
    """The parameters of one stage of the source, for every rank of the target."""
    first = stage * job.per_stage
    folders = rank_folders(source)
    files = {
        rank: listed(folders[rank], ".ckpt")[-1]
        for rank in range(first, first + job.per_stage)
        if rank in folders and listed(folders[rank], ".ckpt")
    }
    assert job.source is not None
    assert job.target is not None
    goal = {name: placed for name, placed in job.target.items() if name in job.source}
    slices = job.read(files)
    for rank in range(job.target_per_stage):
        values = converted(rank, slices, job.source, goal)
        _write(values, target, rank, f"{prefix}{rank}_part{stage}", "ckpt")


def _write(
    values: Mapping[str, torch.Tensor], folder: str, rank: int, name: str, format: str
) -> None:
    path = os.path.join(make_folder(os.path.join(folder, f"rank_{rank}"), "path"), name)
    save_checkpoint(_parameters(values), f"{path}.{format}", format=format)


def _parameters(values: Mapping[str, torch.Tensor]) -> list[dict[str, Any]]:
    return [{"name": name, "data": wrap(value)} for name, value in values.items()]
