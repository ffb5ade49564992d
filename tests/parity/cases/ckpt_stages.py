"""Strategy files and checkpoints of pipeline stages."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from tests.parity.cases.checkpoint_arguments import in_folder
from tests.parity.harness import Arrays, merge
from tests.parity.ranks import EIGHT, STAGE0, STAGE1, content, shown, two_stages
from tests.parity.strategies import Layouts, write


@in_folder
def stages(ms: Any, run: Any, folder: str) -> Arrays:
    """Pipeline stages to one process, to four without stages, and back."""
    merged = two_stages(ms, folder)
    flat: Layouts = {
        "w": ([2, 2], [1, 0], 0, 0),
        "tied": ([2, 2], [0], 0, 0),
        "v": ([2, 2], [1, -1], 0, 0),
        "b": ([2, 2], [-1], 1, 2),
    }
    goal = write(ms, f"{folder}/flat.ckpt", flat)
    ms.transform_checkpoints(f"{folder}/staged", f"{folder}/one", "n", merged)
    ms.transform_checkpoints(f"{folder}/staged", f"{folder}/four", "n", merged, goal)
    ms.transform_checkpoints(f"{folder}/four", f"{folder}/back", "n", goal, merged)
    ranks = {
        f"{a}.{r}": np.array([int(x) for x in ms.rank_list_for_transform(r, *pair)])
        for a, pair in {"down": (merged, goal), "up": (goal, merged), "all": (merged, None)}.items()
        for r in range(4 if a != "all" else 1)
    }
    parts = {name: content(ms, f"{folder}/{name}") for name in ("one", "four", "back")}
    return merge(ranks=ranks, **parts)


@in_folder
def merged_files(ms: Any, run: Any, folder: str) -> Arrays:
    """The merged strategy file byte by byte, and what is read from it; JSON as well."""
    merged = two_stages(ms, folder)
    os.makedirs(f"{folder}/json")
    for stage, layouts in enumerate((STAGE0, STAGE1)):
        items = {
            n: {
                "dev_matrix": dev,
                "tensor_map": tensor_map,
                "tensor_shape": [8],
                "field": 0,
                "opt_weight_shard_step": step,
                "opt_weight_shard_size": size,
            }
            for n, (dev, tensor_map, step, size) in layouts.items()
        }
        op = {f"op{stage}": {"stage": stage, "parallel_strategy": [[2, 1]]}}
        with open(f"{folder}/json/{stage}.json", "w", encoding="utf-8") as file:
            json.dump(
                {
                    "current_stage": stage,
                    "parallel_strategy_item": op,
                    "parallel_layout_item": items,
                },
                file,
            )
    ms.merge_pipeline_strategys(f"{folder}/json", f"{folder}/new/merged.json")
    with open(f"{folder}/new/merged.json", encoding="utf-8") as file:
        text = json.dumps(json.load(file), sort_keys=True)
    with open(merged, "rb") as file:
        binary = file.read()
    return {
        "bytes": np.frombuffer(binary, np.uint8),
        "json": np.array(text),
        "read": np.array(shown(ms, merged)),
        "read_json": np.array(shown(ms, f"{folder}/new/merged.json")),
    }


@in_folder
def bytes_of_file(ms: Any, run: Any, folder: str) -> Arrays:
    """A strategy file that either side writes is the same byte by byte."""
    path = write(ms, f"{folder}/s.ckpt", EIGHT)
    with open(path, "rb") as file:
        return {"bytes": np.frombuffer(file.read(), np.uint8), "read": np.array(shown(ms, path))}


@in_folder
def unified_stages(ms: Any, run: Any, folder: str) -> Arrays:
    """Stages become whole parameters, too."""
    merged = two_stages(ms, folder)
    ms.ckpt_to_safetensors(f"{folder}/staged", f"{folder}/safe")
    ms.unified_safetensors(f"{folder}/safe", merged, f"{folder}/out")
    return content(ms, f"{folder}/out", ".safetensors")
