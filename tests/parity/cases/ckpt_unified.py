"""Safetensors of all ranks as whole parameters, and who holds the same."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from tests.parity.cases.checkpoint_arguments import in_folder
from tests.parity.harness import Arrays, as_array, merge
from tests.parity.ranks import SQUARE, TWO, content, slice_shapes, state, whole_net
from tests.parity.strategies import Layouts, messages, numbers, save, write


@in_folder
def unified(ms: Any, run: Any, folder: str) -> Arrays:
    """Whole parameters from safetensors files, and from those the slices of another layout."""
    src, dst = write(ms, f"{folder}/a.ckpt", SQUARE), write(ms, f"{folder}/b.ckpt", TWO)
    save(ms, f"{folder}/in", range(4), slice_shapes(SQUARE), format="safetensors")
    ms.unified_safetensors(f"{folder}/in", src, f"{folder}/out")
    with open(f"{folder}/out/param_name_map.json", encoding="utf-8") as file:
        names = json.load(file)
    net, renamed = whole_net(ms), whole_net(ms)
    into = ms.load_distributed_checkpoint(
        net, format="safetensors", unified_safetensors_dir=f"{folder}/out"
    )
    ms.load_distributed_checkpoint(
        None, predict_strategy=dst, format="safetensors", unified_safetensors_dir=f"{folder}/out",
        dst_safetensors_dir=f"{folder}/cut", max_process_num=1,
    )  # fmt: skip
    ms.load_distributed_checkpoint(
        None, predict_strategy=dst, format="safetensors", unified_safetensors_dir=f"{folder}/out",
        dst_safetensors_dir=f"{folder}/second", rank_id=1, output_format="ckpt",
    )  # fmt: skip
    os.makedirs(f"{folder}/single")
    ms.save_checkpoint(
        [{"name": "x", "data": ms.Tensor(numbers((16, 8), 7))}],
        f"{folder}/single/x.safetensors",
        format="safetensors",
    )
    as_dict = ms.load_distributed_checkpoint(
        renamed, format="safetensors", unified_safetensors_dir=f"{folder}/single", name_map={"w": "x"},
        return_param_dict=True,
    )  # fmt: skip
    return merge(
        out=content(ms, f"{folder}/out", ".safetensors"),
        names={"json": np.array(json.dumps(names, sort_keys=True))},
        net={**state(net), "left": np.array(str([sorted(x) for x in into]))},
        cut=content(ms, f"{folder}/cut", ".safetensors"),
        second=content(ms, f"{folder}/second"),
        renamed={n: as_array(v) for n, v in as_dict.items()},
    )


@in_folder
def unified_choices(ms: Any, run: Any, folder: str) -> Arrays:
    """Files chosen by their end, parameters by name and with new names, shares, and pipeline stages."""
    src = write(ms, f"{folder}/a.ckpt", SQUARE)
    save(ms, f"{folder}/in", range(4), slice_shapes(SQUARE), format="safetensors")
    for rank in range(4):
        other = f"{folder}/in/rank_{rank}/net-2_4.safetensors"
        ms.save_checkpoint(
            [{"name": "w", "data": ms.Tensor(numbers((8, 4), rank))}], other, format="safetensors"
        )
    ms.unified_safetensors(
        f"{folder}/in", src, f"{folder}/early", file_suffix="1_2",
        choice_func=lambda name: f"new.{name}" if name == "w" else True, max_process_num=2,
    )  # fmt: skip
    ms.unified_safetensors(f"{folder}/in", src, f"{folder}/late")
    ms.unified_safetensors(f"{folder}/in", src, f"{folder}/first", split_dst_file=(1, 2))
    with open(f"{folder}/early/param_name_map.json", encoding="utf-8") as file:
        names = json.load(file)
    result = {n: content(ms, f"{folder}/{n}", ".safetensors") for n in ("early", "late", "first")}
    wrong = {
        "suffix": run.raises(
            lambda: ms.unified_safetensors(f"{folder}/in", src, f"{folder}/x", file_suffix="9_9")
        ),
        "choice": run.raises(
            lambda: ms.unified_safetensors(
                f"{folder}/in", src, f"{folder}/x", choice_func=lambda n: 3
            )
        ),
    }
    return merge(names={"json": np.array(json.dumps(names, sort_keys=True))}, **result, **wrong)


@in_folder
def without_redundancy(ms: Any, run: Any, folder: str) -> Arrays:
    """Of ranks that hold the same, one has saved it."""
    layouts: Layouts = {"w": ([2, 2], [-1, 0], 0, 0), "b": ([2, 2], [-1], 0, 0)}
    src = write(ms, f"{folder}/a.ckpt", layouts)
    values = {
        rank: {"w": numbers((4, 2), 100 * (rank % 2)), "b": numbers((6,), 7)} for rank in range(4)
    }
    saved = {0: ["w"], 1: ["b"], 2: [], 3: ["w"]}
    for rank, names in saved.items():
        os.makedirs(f"{folder}/in/rank_{rank}")
        held = [{"name": n, "data": ms.Tensor(values[rank][n])} for n in names]
        held.append({"name": "lr", "data": ms.Tensor(np.float32(1))})
        ms.save_checkpoint(
            held,
            f"{folder}/in/rank_{rank}/net.safetensors",
            format="safetensors",
            remove_redundancy=True,
        )
    ms.unified_safetensors(f"{folder}/in", src, f"{folder}/out", merge_with_redundancy=False)
    ms.unified_safetensors(f"{folder}/in", src, f"{folder}/marked")
    return merge(
        out=content(ms, f"{folder}/out", ".safetensors"),
        marked=content(ms, f"{folder}/marked", ".safetensors"),
    )


@in_folder
def groups(ms: Any, run: Any, folder: str) -> Arrays:
    """Who can restore whom: from a group information file, and from a strategy."""
    result = messages(ms).ParallelGroupMap()
    item = result.parallel_group_item.add(group_name="g")
    item.parallel_group_ranks.dim.extend([0, 1])
    result.ckpt_restore_rank_list.dim.extend([0, 2, 4])
    with open(f"{folder}/group.pb", "wb") as file:
        file.write(result.SerializeToString())
    src = write(ms, f"{folder}/a.ckpt", {"w": ([2, 2], [0, -1], 0, 0), "b": ([2, 2], [-1], 0, 0)})
    os.makedirs(f"{folder}/rank_2")
    save(ms, folder, range(2, 4), {"b": (2,)})
    path = ms.train.serialization.get_ckpt_path_with_strategy(f"{folder}/rank_0/net-1_2.ckpt", src)
    none = ms.train.serialization.get_ckpt_path_with_strategy(f"{folder}/rank_0/other.ckpt", src)
    return {
        "ranks": np.array(ms.restore_group_info_list(f"{folder}/group.pb")),
        "path": np.array(os.path.relpath(path, folder)),
        "none": np.array(str(none)),
    }


@in_folder
def redundancy_of_one(ms: Any, run: Any, folder: str) -> Arrays:
    """One process has nothing that is held twice."""
    net = ms.nn.Dense(2, 2)
    config = ms.train.CheckpointConfig(remove_redundancy=True)
    saver = ms.train.ModelCheckpoint("net", folder, config)
    data = ms.dataset.NumpySlicesDataset(
        (np.ones((2, 2), np.float32), np.ones((2, 2), np.float32)), ["x", "y"], shuffle=False
    ).batch(2)
    model = ms.Model(net, ms.nn.MSELoss(), ms.nn.SGD(net.trainable_params()))
    return run.raises(lambda: model.train(1, data, callbacks=[saver], dataset_sink_mode=False))
