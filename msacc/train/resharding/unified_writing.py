"""The safetensors files of all ranks merged into whole parameters, spread over few files."""

from __future__ import annotations

import json
import math
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import torch

from msacc.common.atomic_files import atomic_replace
from msacc.common.warn_once import logger
from msacc.train.resharding.parameter_slicing import SliceLayout
from msacc.train.resharding.rank_folders import make_folder, rank_files
from msacc.train.resharding.slice_conversion import convert_slice
from msacc.train.resharding.source_ranks import ranks_of_slice
from msacc.train.resharding.strategy_layouts import (
    Layouts,
    ParameterPlacement,
    layouts_of,
    stage_size,
)
from msacc.train.serialization.safetensors_files import open_file, read_errors, save_file

if TYPE_CHECKING:
    from collections.abc import Sequence

HYPER, NAME_MAP = "hyper_param.safetensors", "param_name_map.json"
_PART_BYTES = 3 * 1024**3
_WHERE = "For 'unified_safetensors'"
_SIZES = {"F64": 8, "I64": 8, "U64": 8, "C64": 8, "F32": 4, "I32": 4, "U32": 4}
_SIZES |= {"F16": 2, "BF16": 2, "I16": 2, "U16": 2, "I8": 1, "U8": 1, "BOOL": 1}
Choice = Callable[[str], "bool | str"]


def unified_safetensors(
    src_dir: str,
    src_strategy_file: str,
    dst_dir: str,
    merge_with_redundancy: bool = True,
    file_suffix: str | None = None,
    max_process_num: int = 64,
    choice_func: Choice | None = None,
    split_dst_file: tuple[int, int] | tuple[()] = (),
) -> None:
    """Write whole parameters from the safetensors files of all ranks.

    `src_dir` holds folders `rank_<n>`; `file_suffix` tells which file in each.
    `dst_dir` gets files `part<i>.safetensors` of up to 3 GiB, `param_name_map.json` that says which holds
      what, and in `hyper_param.safetensors` what the strategy does not name.
    `merge_with_redundancy` False: of ranks that hold the same, one has saved it (the files' own mark goes
      before). `choice_func(name)`: whether it is kept, or its new name.
    `split_dst_file` (i, n): write the i-th of n shares of the parts.
    `max_process_num`: at most so many threads (MindSpore: processes).
    `src_strategy_file`: the strategy of these ranks, a file.

    Raises ValueError for a file in place of a folder, for ranks or slices that are missing and for other
    results of `choice_func`.

    Differs from MindSpore: what `choice_func` leaves out is in no file.
    """
    if os.path.isfile(src_dir):
        raise ValueError(f"{_WHERE}, 'src_dir' {src_dir!r} should be a folder, not a file.")
    make_folder(dst_dir, "path")
    files = rank_files(src_dir, "safetensors", file_suffix)
    if files and rank_files(src_dir, "ckpt"):
        raise ValueError(f"{_WHERE}, {src_dir!r} holds both ckpt and safetensors files.")
    layouts = layouts_of(src_strategy_file)
    if not layouts:
        raise ValueError(f"{_WHERE}, {src_strategy_file!r} names no parameter.")
    source = _RankFiles(files, layouts, merge_with_redundancy)
    names = source.names(choice_func)
    parts = _balanced_parts(names, source.sizes)
    if not split_dst_file or split_dst_file[0] == 1:
        _write_hyper(source, dst_dir)
        _write_map(parts, names, source.sizes, dst_dir)
    indexes = list(_assigned_parts(len(parts), split_dst_file))

    def write(index: int) -> None:
        values = {names[name]: source.full_value(name) for name in parts[index]}
        path = os.path.join(dst_dir, f"part{index}.safetensors")
        _save(values, path, source.metadata)

    with ThreadPoolExecutor(max_workers=max(1, min(len(indexes), max_process_num))) as pool:
        list(pool.map(write, indexes))


class _RankFiles:
    """The files of all ranks, opened, and how to put a parameter together from them."""

    def __init__(self, files: Mapping[int, str], layouts: Layouts, redundant: bool):
        self.layouts, self.per_stage = layouts, stage_size(layouts)
        self.paths = dict(files)
        self.open = {r: open_file(p) for r, p in files.items()}
        self.rank_files = {r: set(f.keys()) for r, f in self.open.items()}
        self.metadata = {"format": "ms"}
        for file in self.open.values():
            self.metadata |= file.metadata() or {}
        self.redundant = self._redundant(redundant)
        self.sizes = {
            n: self._bytes(n)
            for n in sorted(set().union(*self.rank_files.values()))
            if n in layouts
        }

    def _redundant(self, merge_with_redundancy: bool) -> bool:
        mark = self.metadata.get("remove_redundancy")
        if mark is None:
            return merge_with_redundancy
        self.metadata["remove_redundancy"] = "False"
        if merge_with_redundancy == (mark == "True"):
            logger.warning(
                "%s, 'merge_with_redundancy' is %s, but the files say %s; they decide.",
                _WHERE, merge_with_redundancy, mark != "True",
            )  # fmt: skip
        return mark != "True"

    def _bytes(self, name: str) -> int:
        rank = next(r for r, names in self.rank_files.items() if name in names)
        slice_info = self.open[rank].get_slice(name)
        full_shape = self.layouts[name].cut.full_shape(tuple(slice_info.get_shape()))
        return math.prod(full_shape) * _SIZES.get(slice_info.get_dtype(), 4)

    def names(self, choice: Choice | None) -> dict[str, str]:
        """{name: name in the result} of what is kept."""
        result = {}
        for name in self.sizes:
            if name.startswith("accu_grads"):
                continue
            new = name if choice is None else choice(name)
            if not isinstance(new, (bool, str)):
                raise ValueError(
                    f"{_WHERE}, 'choice_func' should return a bool or str, but gave {new!r} for {name!r}."
                )
            if new is not False:
                result[name] = name if new is True else str(new)
        return result

    def full_value(self, name: str) -> torch.Tensor:
        """The whole parameter."""
        placement = self.layouts[name]
        slices = dict(self._slices(name, placement))
        return convert_slice(name, slices, placement.cut, None, 0)

    def _slices(
        self, name: str, placement: ParameterPlacement
    ) -> Iterator[tuple[int, torch.Tensor]]:
        first = min(placement.stages) * self.per_stage
        axes = len(placement.cut.axes)
        for rank in ranks_of_slice(placement.cut, SliceLayout((1,), ((),) * axes), 0):
            holders = [rank] if self.redundant else _replica_ranks(placement.cut, rank)
            for holder in holders:
                if name in self.rank_files.get(first + holder, ()):
                    yield rank, self._tensor(first + holder, name)
                    break
            else:
                raise ValueError(
                    f"{_WHERE}, the safetensors file of rank {first + rank} is missing or holds no {name!r}"
                    + (
                        "; files without redundancy need merge_with_redundancy=False."
                        if self.redundant
                        else ", nor does one of those that hold the same."
                    )
                )

    def others(self) -> dict[str, torch.Tensor]:
        """What rank 0 holds beside what the strategy names."""
        if 0 not in self.open:
            raise ValueError(f"{_WHERE}, the safetensors file of rank 0 is missing.")
        names = sorted(
            n for n in self.rank_files[0] if n not in self.layouts or n.startswith("accu_grads")
        )
        return {name: self._tensor(0, name) for name in names}

    def _tensor(self, rank: int, name: str) -> torch.Tensor:
        with read_errors(self.paths[rank]):
            tensor: torch.Tensor = self.open[rank].get_tensor(name)
            return tensor


def _replica_ranks(cut: SliceLayout, rank: int) -> list[int]:
    """The ranks that hold the same as `rank`, itself first."""
    shape = cut.full_shape((1,) * len(cut.axes))
    box = cut.box(rank, shape)
    return [rank] + [r for r in range(cut.processes) if r != rank and cut.box(r, shape) == box]


def _balanced_parts(names: Mapping[str, str], sizes: Mapping[str, int]) -> list[list[str]]:
    """Parts of about one size, the largest parameters first."""
    count = min(math.ceil(sum(sizes[n] for n in names) / _PART_BYTES), len(names))
    parts: list[list[str]] = [[] for _ in range(count)]
    filled: dict[int, int] = defaultdict(int)
    for name in sorted(names, key=lambda n: -sizes[n]):
        smallest = min(range(count), key=lambda i: filled[i])
        parts[smallest].append(name)
        filled[smallest] += sizes[name]
    return parts


def _assigned_parts(count: int, split: Sequence[int]) -> range:
    """The parts that this call writes."""
    if not split:
        return range(count)
    current, total = split
    each, more = divmod(count, total)
    start = each * (current - 1) + min(current - 1, more)
    return range(start, start + each + (current <= more))


def _write_hyper(source: _RankFiles, folder: str) -> None:
    others = source.others()
    if others:
        _save(others, os.path.join(folder, HYPER), {"format": "ms"})


def _write_map(
    parts: list[list[str]], names: Mapping[str, str], sizes: Mapping[str, int], folder: str
) -> None:
    file_by_name = {names[n]: f"part{i}.safetensors" for i, part in enumerate(parts) for n in part}
    total = sum(sizes[n] for n in names)
    content = {"metadata": {"total_size": total}, "weight_map": file_by_name}
    path = os.path.join(folder, NAME_MAP)
    with atomic_replace(path) as part, open(part, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=4)


def _save(values: dict[str, torch.Tensor], path: str, metadata: dict[str, str]) -> None:
    tensors = {name: value.contiguous() for name, value in values.items()}
    with atomic_replace(path) as part:
        save_file(tensors, part, metadata)
