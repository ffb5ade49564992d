"""The strategy files of pipeline stages, merged into one."""

from __future__ import annotations

import json
import os
from typing import Any

from msacc.common.atomic_files import atomic_replace
from msacc.common.warn_once import logger
from msacc.train.resharding import strategy_messages
from msacc.train.resharding.rank_folders import make_folder
from msacc.train.resharding.strategy_files import read_json, read_protobuf


def merge_pipeline_strategys(src_strategy_dirs: str, dst_strategy_file: str) -> None:
    """Merge the strategy files of all pipeline stages into one, whose names tell the stage ('1-fc.weight').

    `src_strategy_dirs`: a folder with one file per stage or per rank, all `.ckpt` or all `.json`; of several
      files of one stage the first is taken.
    `dst_strategy_file`: the file to write.

    Raises NotADirectoryError when it is no folder, ValueError for both formats in it or a file without
    strategies.
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
    merged, stages = strategy_messages.ParallelStrategyMap(current_stage=1), set()
    for path in files:
        strategy = read_protobuf(path)
        if not strategy.parallel_strategy_item or not strategy.parallel_layout_item:
            raise ValueError(f"The strategy file {path} is empty.")
        stage = strategy.parallel_strategy_item[0].parallel_strategys.stage
        if stage in stages:
            continue
        stages.add(stage)
        for item in strategy.parallel_layout_item:
            item.param_name = f"{stage}-{item.param_name}"
        merged.parallel_strategy_item.extend(strategy.parallel_strategy_item)
        merged.parallel_layout_item.extend(strategy.parallel_layout_item)
    with atomic_replace(target) as part, open(part, "wb") as file:
        file.write(merged.SerializeToString())


def _merge_json(files: list[str], target: str) -> None:
    strategies: dict[str, Any] = {}
    layouts: dict[str, Any] = {}
    stages = set()
    for path in files:
        strategy = read_json(path)
        if not strategy.get("parallel_strategy_item") or not strategy.get("parallel_layout_item"):
            raise ValueError(f"The strategy file {path} is empty.")
        stage = next(iter(strategy["parallel_strategy_item"].values())).get("stage")
        if stage in stages:
            continue
        stages.add(stage)
        layouts |= {f"{stage}-{n}": item for n, item in strategy["parallel_layout_item"].items()}
        strategies |= strategy["parallel_strategy_item"]
    if not stages:
        logger.warning("merge_pipeline_strategys found no strategy files; %s is empty.", target)
    content = {
        "current_stage": 1,
        "parallel_strategy_item": strategies,
        "parallel_layout_item": layouts,
    }
    with atomic_replace(target) as part, open(part, "w", encoding="utf-8") as file:
        json.dump(content, file)
