"""What conversions refuse, and where strategy files are asked for."""

from __future__ import annotations

import importlib
import os
from typing import Any

import numpy as np

from tests.parity.cases.checkpoint_arguments import in_folder
from tests.parity.harness import Arrays, merge
from tests.parity.ranks import slices, whole_net
from tests.parity.strategies import layout, messages, save, write


@in_folder
def refused(ms: Any, run: Any, folder: str) -> Arrays:
    """The classes of errors."""
    src = write(ms, f"{folder}/s.ckpt", {"w": ([2], [0, -1], 0, 0)})
    four = write(ms, f"{folder}/four.ckpt", {"w": ([4], [0, -1], 0, 0)})
    three = write(ms, f"{folder}/three.ckpt", {"w": ([3], [0, -1], 0, 0)})
    other = write(ms, f"{folder}/other.ckpt", {"v": ([2], [0, -1], 0, 0)})
    thin = write(ms, f"{folder}/thin.ckpt", {"w": ([4], [-1, 0], 0, 0)})
    step = write(ms, f"{folder}/step.ckpt", {"w": ([2, 2], [0, -1], 1, 2)})
    full = write(ms, f"{folder}/full.ckpt", {"w": ([2], [0, -1], 1, -1)})
    gap = write(ms, f"{folder}/gap.ckpt", {"0-w": ([2], [0, -1], 0, 0), "2-v": ([2], [0], 0, 0)})
    files = list(save(ms, f"{folder}/in", range(2), {"w": (2, 3)}).values())
    for name, text in (("bad.ckpt", "hello world"), ("bad.json", "{"), ("empty.ckpt", "")):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    os.makedirs(f"{folder}/none")
    by_rank, all_ranks = ms.transform_checkpoint_by_rank, ms.transform_checkpoints
    out, net = f"{folder}/out.ckpt", whole_net(ms)
    load, merged = ms.load_distributed_checkpoint, ms.merge_sliced_parameter
    pair = dict(enumerate(files))
    one = slices(ms, [(2,)])
    calls: dict[str, Any] = {
        "rank": lambda: ms.rank_list_for_transform("0", src),
        "thirds": lambda: ms.rank_list_for_transform(0, src, three),
        "step": lambda: ms.rank_list_for_transform(0, step),
        "full": lambda: ms.rank_list_for_transform(0, full),
        "no file": lambda: ms.build_searched_strategy(f"{folder}/no"),
        "no name": lambda: ms.build_searched_strategy(3),
        "no protobuf": lambda: ms.build_searched_strategy(f"{folder}/bad.ckpt"),
        "no json": lambda: ms.build_searched_strategy(f"{folder}/bad.json"),
        "nothing": lambda: ms.build_searched_strategy(f"{folder}/empty.ckpt"),
        "map": lambda: by_rank(0, files, out, src),
        "number": lambda: by_rank("0", pair, out, src),
        "name": lambda: by_rank(0, pair, 3, src),
        "end": lambda: by_rank(0, pair, f"{folder}/x", src),
        "first": lambda: by_rank(0, {1: files[1]}, out, src),
        "second": lambda: by_rank(0, {0: files[0]}, out, src),
        "gone": lambda: by_rank(0, {0: f"{folder}/gone"}, out, src),
        "folder": lambda: by_rank(0, pair, out, src, f"{folder}/no/s.ckpt"),
        "source": lambda: all_ranks(f"{folder}/no", f"{folder}/o", "p", src),
        "no ranks": lambda: all_ranks(f"{folder}/none", f"{folder}/o", "p", src),
        "prefix": lambda: all_ranks(f"{folder}/in", f"{folder}/o", 3, src),
        "dots": lambda: all_ranks(f"{folder}/in", f"{folder}/o", "../p", src),
        "target": lambda: all_ranks(f"{folder}/in", 3, "p", src),
        "blank": lambda: all_ranks(f"{folder}/in", " ", "p", src),
        "file": lambda: all_ranks(f"{folder}/in", src, "p", src),
        "format": lambda: all_ranks(
            f"{folder}/in", f"{folder}/o", "p", src, output_format="safetensors"
        ),
        "missing": lambda: all_ranks(f"{folder}/in", f"{folder}/o", "p", four),
        "unknown": lambda: all_ranks(f"{folder}/in", f"{folder}/o", "p", other),
        "thin": lambda: all_ranks(f"{folder}/in", f"{folder}/o", "p", src, thin),
        "gap": lambda: all_ranks(f"{folder}/in", f"{folder}/o", "p", gap),
        "directory": lambda: ms.merge_pipeline_strategys(f"{folder}/no", out),
        "no strategies": lambda: ms.merge_pipeline_strategys(f"{folder}/none2", out),
        "both": lambda: ms.merge_pipeline_strategys(folder, out),
        "group": lambda: ms.restore_group_info_list(f"{folder}/no"),
        "group name": lambda: ms.restore_group_info_list(3),
        "group empty": lambda: ms.restore_group_info_list(f"{folder}/empty.ckpt"),
        "segments": lambda: ms.load_segmented_checkpoints(f"{folder}/no"),
        "segments name": lambda: ms.load_segmented_checkpoints(3),
        "no net": lambda: load(None, files, None, src),
        "no files": lambda: load(net, None, None, src),
        "bad file": lambda: load(net, [src + "x"], None, src),
        "one file": lambda: load(net, files[:1], None, src),
        "predict": lambda: load(net, files, [1], src),
        "predict entry": lambda: load(net, files, {"w": 1}, src),
        "predict lists": lambda: load(net, files, {"w": [1, 2, 3, 4]}, src),
        "key": lambda: load(net, files, None, src, dec_key="x"),
        "mode": lambda: load(net, files, None, src, dec_mode=3),
        "shape": lambda: load(net, files, None, src),
        "formats": lambda: load(net, files, None, src, format="x"),
        "folder of parts": lambda: load(net, format="safetensors"),
        "files and parts": lambda: load(
            net, files, format="safetensors", unified_safetensors_dir=folder
        ),
        "strict parts": lambda: load(
            net, strict_load=True, format="safetensors", unified_safetensors_dir=folder
        ),
        "no target": lambda: load(None, format="safetensors", unified_safetensors_dir=folder),
        "no map": lambda: load(net, format="safetensors", unified_safetensors_dir=f"{folder}/none"),
        "slices": lambda: merged(None),
        "no slices": lambda: merged([]),
        "no parameter": lambda: merged([1]),
        "names": lambda: merged(one + slices(ms, [(2,)], "v")),
        "shapes": lambda: merged(slices(ms, [(2, 3), (2, 4)])),
        "strategy": lambda: merged(one, 3),
        "no layout": lambda: merged(one, {"v": layout(ms, [1], [0])}),
        "count": lambda: merged(one, {"w": layout(ms, [2], [0])}),
        "unified file": lambda: ms.unified_safetensors(files[0], src, f"{folder}/u"),
        "unified missing": lambda: ms.unified_safetensors(f"{folder}/none", src, f"{folder}/u"),
    }
    os.makedirs(f"{folder}/none2")
    with open(f"{folder}/none2/a.ckpt", "wb") as file:
        file.write(messages(ms).ParallelStrategyMap(current_stage=0).SerializeToString())
    return merge(**{name: run.raises(call) for name, call in calls.items()})


@in_folder
def asked_for(ms: Any, run: Any, folder: str) -> Arrays:
    """Where strategy files go: the context's options, and AutoParallel's methods."""
    home = importlib.import_module(f"{ms.__name__}.parallel.auto_parallel")
    net = home.AutoParallel(ms.nn.Dense(2, 2))
    context = ms.set_auto_parallel_context
    try:
        context(strategy_ckpt_save_file=f"{folder}/a.ckpt", strategy_ckpt_load_file="b.ckpt")
        first = dict(ms.get_auto_parallel_context("strategy_ckpt_config"))
        context(strategy_ckpt_config={"save_file": "c.ckpt", "only_trainable_params": False})
        second = dict(ms.get_auto_parallel_context("strategy_ckpt_config"))
        load = ms.get_auto_parallel_context("strategy_ckpt_load_file")
        wrong: dict[str, Any] = {
            "member": lambda: context(strategy_ckpt_config={"x": "y"}),
            "save_file": lambda: context(strategy_ckpt_config={"save_file": 3}),
            "trainable": lambda: context(strategy_ckpt_config={"only_trainable_params": 3}),
            "save": lambda: net.save_param_strategy_file(3),
            "load": lambda: net.load_param_strategy_file(3),
        }
        refused = {name: run.raises(call) for name, call in wrong.items()}
    finally:
        ms.reset_auto_parallel_context()
    net.save_param_strategy_file(file_path="a.ckpt")
    net.load_param_strategy_file(file_path="a.ckpt")
    first["save_file"] = os.path.basename(first["save_file"])
    texts = {
        "first": np.array(str(sorted(first.items()))),
        "second": np.array(str(sorted(second.items()))),
        "load": np.array(load),
    }
    return merge(texts=texts, **refused)
