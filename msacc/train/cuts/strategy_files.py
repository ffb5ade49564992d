"""Strategy files: how every parameter of a job is cut, in MindSpore's protobuf and JSON forms."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from google.protobuf.message import DecodeError

from msacc.common.notice import logger
from msacc.train.cuts.cut import Cut, cut_of, tensor_map_of
from msacc.train.cuts.folders import make_folder
from msacc.train.cuts.messages import ParallelGroupMap, ParallelLayouts, ParallelStrategyMap

# What stands before a parameter's name in a merged file: the pipeline stage.
_STAGED = re.compile(r"(\d+)-(.+)", re.DOTALL)


@dataclass(frozen=True)
class Placed:
    """A parameter's cut within a stage, and the pipeline stages that hold it."""

    cut: Cut
    stages: tuple[int, ...] = (0,)


Strategy = dict[str, Any]
Layouts = dict[str, Placed]


def build_searched_strategy(strategy_filename: str | None) -> Strategy | None:
    """Read a strategy file: {parameter name: its layout message}; None stays None.

    A name that ends with `.json` is read as JSON, any other as protobuf. A layout has `dev_matrix[0].dim`,
    `tensor_map[0].dim` (one list per axis where an axis follows several of the grid's), `param_split_shape`,
    `indices_offset`, `field`, `opt_weight_shard_step` and `opt_weight_shard_size`.

    Raises TypeError for a name that is no str and for content that is neither, ValueError for a file that is
    missing or empty.
    """
    if strategy_filename is None:
        return None
    _check_file(strategy_filename)
    if strategy_filename.endswith(".json"):
        items = read_json(strategy_filename).get("parallel_layout_item", {})
        return {name: _message(item) for name, item in items.items()}
    items = read_protobuf(strategy_filename).parallel_layout_item
    return {item.param_name: item.parallel_layouts for item in items}


def read_protobuf(path: str) -> Any:
    """The ParallelStrategyMap of a file; TypeError for other content."""
    with open(path, "rb") as file:
        content = file.read()
    try:
        return ParallelStrategyMap.FromString(content)
    except DecodeError as error:
        raise TypeError(
            f"The strategy file {path} is not protobuf (a name without the end .json says so): {error}."
        ) from error


def read_json(path: str) -> dict[str, Any]:
    """The content of a JSON strategy file."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def stage_of(path: str) -> int:
    """The pipeline stage that a strategy file was written in; ValueError when it names no operator."""
    if path.endswith(".json"):
        items = list(read_json(path).get("parallel_strategy_item", {}).values())
        stages = [item.get("stage") for item in items]
    else:
        stages = [
            item.parallel_strategys.stage for item in read_protobuf(path).parallel_strategy_item
        ]
    if not stages:
        raise ValueError(f"The strategy file {path} is empty: it holds no parallel_strategy_item.")
    return int(stages[0])


def _check_file(path: Any) -> None:
    where = "For 'build_searched_strategy', the argument 'strategy_filename'"
    if not isinstance(path, str):
        raise TypeError(f"{where} should be a str, but got {path!r} of type {type(path)}.")
    if not os.path.isfile(path):
        raise ValueError(f"{where} names no file: {path!r}.")
    if os.path.getsize(path) == 0:
        raise ValueError(f"{where} names an empty file: {path!r}.")


def _message(item: Mapping[str, Any]) -> Any:
    """A layout message from its JSON form, whose lists have no lists in them."""
    layout = ParallelLayouts()
    for name in ("field", "opt_weight_shard_size", "opt_weight_shard_step"):
        setattr(layout, name, item.get(name))
    for name in ("dev_matrix", "tensor_map", "param_split_shape", "indices_offset"):
        getattr(layout, name).add().dim.extend(item.get(name) or [])
    return layout


# -- writing -----------------------------------------------------------------------------------
def write_strategy_file(path: str, cuts: Mapping[str, Cut], stage: int = 0) -> None:
    """Write how the parameters of one pipeline stage are cut: JSON where the name ends so, else protobuf.

    NotImplementedError for a cut of one axis by several of the grid's in JSON, which has no form for it.
    """
    folder = os.path.dirname(os.path.abspath(path))
    os.makedirs(folder, exist_ok=True)
    part = f"{path}.{os.getpid()}.tmp"
    with open(part, "wb") as file:
        file.write(_as_json(cuts, stage) if path.endswith(".json") else _as_protobuf(cuts, stage))
    os.replace(part, path)


def _as_protobuf(cuts: Mapping[str, Cut], stage: int) -> bytes:
    content = ParallelStrategyMap(current_stage=stage)
    for name, cut in cuts.items():
        item = content.parallel_strategy_item.add(node_name=name)
        item.parallel_strategys.stage = stage
        item.parallel_strategys.parallel_strategy.add().dim.extend(cut.pieces())
        layout = content.parallel_layout_item.add(param_name=name).parallel_layouts
        layout.dev_matrix.add().dim.extend(cut.grid)
        maps = tensor_map_of(cut)
        if any(len(m) > 1 for m in maps):
            # One list for each axis; an empty one tells a single axis from several.
            for numbers in maps if len(maps) > 1 else [*maps, []]:
                layout.tensor_map.add().dim.extend(numbers)
        else:
            layout.tensor_map.add().dim.extend(m[0] for m in maps)
        layout.param_split_shape.add()
        layout.indices_offset.add()
        layout.field = 0
        layout.opt_weight_shard_step = cut.optimizer_step
        layout.opt_weight_shard_size = cut.optimizer_size
    return content.SerializeToString()


def _as_json(cuts: Mapping[str, Cut], stage: int) -> bytes:
    strategies, layouts = {}, {}
    for name, cut in cuts.items():
        maps = tensor_map_of(cut)
        if any(len(m) > 1 for m in maps):
            raise NotImplementedError(
                f"{name!r} has an axis that several axes of the grid cut, which a JSON strategy file cannot say; give "
                "the file a name that ends with .ckpt."
            )
        strategies[name] = {"stage": stage, "parallel_strategy": [list(cut.pieces())]}
        layouts[name] = {
            "dev_matrix": list(cut.grid),
            "tensor_map": [m[0] for m in maps],
            "field": 0,
            "opt_weight_shard_step": cut.optimizer_step,
            "opt_weight_shard_size": cut.optimizer_size,
        }
    content = {"current_stage": stage, "parallel_strategy_item": strategies}
    return json.dumps(content | {"parallel_layout_item": layouts}).encode()


# -- from layouts to cuts ----------------------------------------------------------------------
def layouts_of(source: str | Strategy | None, rank: int | None = None) -> Layouts | None:
    """Every parameter's cut, from a strategy file or what was read from one.

    A parameter of several stages has the cut of the stage that `rank` is in, or else of its first.
    """
    strategy = source if isinstance(source, dict) else build_searched_strategy(source)
    if strategy is None:
        return None
    found: Layouts = {}
    for name, layout in strategy.items():
        stage, plain = staged(name)
        cut = _cut(name, layout)
        if plain not in found:
            found[plain] = Placed(cut, (stage,))
            continue
        before = found[plain]
        own = rank is not None and rank // cut.processes == stage
        first = stage < min(before.stages) and not _holds(before, rank)
        kept = cut if own or first else before.cut
        found[plain] = replace(before, cut=kept, stages=(*before.stages, stage))
    return found


def _holds(placed: Placed, rank: int | None) -> bool:
    return rank is not None and rank // placed.cut.processes in placed.stages


def staged(name: str) -> tuple[int, str]:
    """Stage and name of an entry: '1-fc.weight' is `fc.weight` of stage 1."""
    match = _STAGED.fullmatch(name)
    return (int(match[1]), match[2]) if match else (0, name)


def _cut(name: str, layout: Any) -> Cut:
    try:
        maps = [list(entry.dim) for entry in layout.tensor_map]
        tensor_map: Any = [m for m in maps if m] if len(maps) > 1 else maps[0]
        return cut_of(
            layout.dev_matrix[0].dim,
            tensor_map,
            layout.opt_weight_shard_step,
            layout.opt_weight_shard_size,
        )
    except (AttributeError, IndexError) as error:
        raise ValueError(
            f"The layout of {name!r} has no dev_matrix or no tensor_map ({error}): check the strategy file."
        ) from error


def stage_size(layouts: Layouts | None) -> int:
    """How many processes a stage has: as many as the first parameter's grid; 1 without layouts."""
    if layouts is None:
        return 1
    if not layouts:
        raise ValueError("The strategy file holds no layout of any parameter.")
    return next(iter(layouts.values())).cut.processes


def stage_count(layouts: Layouts | None) -> int:
    """How many pipeline stages there are; ValueError when one is missing."""
    if layouts is None:
        return 1
    stages = {stage for placed in layouts.values() for stage in placed.stages}
    if stages != set(range(len(stages))):
        raise ValueError(
            f"The strategy file holds the stages {sorted(stages)}, not all of them: merge the files of all stages "
            "with merge_pipeline_strategys."
        )
    return len(stages)


# -- merging -----------------------------------------------------------------------------------
def merge_pipeline_strategys(src_strategy_dirs: str, dst_strategy_file: str) -> None:
    """Merge the strategy files of all pipeline stages into one, whose names tell the stage ('1-fc.weight').

    `src_strategy_dirs`: a folder with one file per stage or per rank, all `.ckpt` or all `.json`; of several
    files of one stage the first is taken.

    Raises NotADirectoryError when it is no folder, ValueError for both formats in it or a file without strategies.
    """
    target = os.path.abspath(dst_strategy_file)
    make_folder(os.path.dirname(target), "path")
    if not os.path.isdir(src_strategy_dirs):
        raise NotADirectoryError(f"src_strategy_dirs {src_strategy_dirs!r} is not a directory.")
    files = sorted(os.path.join(src_strategy_dirs, n) for n in os.listdir(src_strategy_dirs))
    binary, text = ([f for f in files if f.endswith(end)] for end in (".ckpt", ".json"))
    if binary and text:
        raise ValueError(
            f"{src_strategy_dirs} holds strategy files of both formats: leave all '.ckpt' or all '.json' in it."
        )
    if binary:
        _merge_protobuf(binary, target)
    else:
        _merge_json(text, target)


def _merge_protobuf(files: list[str], target: str) -> None:
    merged, done = ParallelStrategyMap(current_stage=1), set()
    for path in files:
        found = read_protobuf(path)
        if not found.parallel_strategy_item or not found.parallel_layout_item:
            raise ValueError(f"The strategy file {path} is empty.")
        stage = found.parallel_strategy_item[0].parallel_strategys.stage
        if stage in done:
            continue
        done.add(stage)
        for item in found.parallel_layout_item:
            item.param_name = f"{stage}-{item.param_name}"
        merged.parallel_strategy_item.extend(found.parallel_strategy_item)
        merged.parallel_layout_item.extend(found.parallel_layout_item)
    with open(target, "wb") as file:
        file.write(merged.SerializeToString())


def _merge_json(files: list[str], target: str) -> None:
    strategies: dict[str, Any] = {}
    layouts: dict[str, Any] = {}
    done = set()
    for path in files:
        found = read_json(path)
        if not found.get("parallel_strategy_item") or not found.get("parallel_layout_item"):
            raise ValueError(f"The strategy file {path} is empty.")
        stage = next(iter(found["parallel_strategy_item"].values())).get("stage")
        if stage in done:
            continue
        done.add(stage)
        layouts |= {f"{stage}-{n}": item for n, item in found["parallel_layout_item"].items()}
        strategies |= found["parallel_strategy_item"]
    if not done:
        logger.warning("merge_pipeline_strategys found no strategy files; %s is empty.", target)
    content = {
        "current_stage": 1,
        "parallel_strategy_item": strategies,
        "parallel_layout_item": layouts,
    }
    with open(target, "w", encoding="utf-8") as file:
        json.dump(content, file)


def restore_group_info_list(group_info_file_name: str) -> list[int]:
    """The ranks that can restore each other's checkpoints, from a group information file.

    Raises TypeError for a name that is no str, ValueError for a file that is missing, empty or names no rank.
    """
    where = "For 'restore_group_info_list', the argument 'group_info_file_name'"
    if not isinstance(group_info_file_name, str):
        raise TypeError(f"{where} should be a str, but got {group_info_file_name!r}.")
    if not os.path.isfile(group_info_file_name) or not os.path.getsize(group_info_file_name):
        raise ValueError(f"{where} names no file, or an empty one: {group_info_file_name!r}.")
    with open(group_info_file_name, "rb") as file:
        found = ParallelGroupMap.FromString(file.read())
    return list(found.ckpt_restore_rank_list.dim)
