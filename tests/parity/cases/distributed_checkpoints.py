"""Checkpoints of many processes: strategy files, and slices from one layout to another.

Every rank's numbers tell rank and place, so that it matters which of equal slices is taken.
"""

from __future__ import annotations

import importlib
import json
import os
from typing import Any

import numpy as np

from tests.parity.cases.args_rest_files import in_folder, listed
from tests.parity.harness import Arrays, as_array, merge
from tests.parity.strategies import Layouts, at_random, layout, messages, numbers, save, write

# A small network with its optimizer: names that belong together are cut alike.
TWO: Layouts = {
    "w": ([2], [0, -1], 0, 0),
    "adam_m.w": ([2], [0, -1], 0, 0),
    "b": ([2], [-1], 1, 2),
    "n": ([2], [-1], 0, 0),
}
SQUARE: Layouts = {
    "w": ([2, 2], [1, 0], 0, 0),
    "adam_m.w": ([2, 2], [1, 0], 0, 0),
    "b": ([2, 2], [0], 2, 2),
    "n": ([2, 2], [-1], 1, -1),
}
EIGHT: Layouts = {
    "w": ([2, 2, 2], [[1, 0], 2], 0, 0),
    "adam_m.w": ([2, 2, 2], [-1, 0], 2, 4),
    "b": ([2, 2, 2], [[2, 0]], 0, 0),
    "n": ([2, 2, 2], [1], 0, 0),
}
WHOLE = {"w": (16, 8), "adam_m.w": (16, 8), "b": (16,), "n": (8,), "lr": ()}


def slice_shapes(layouts: Layouts, whole: dict[str, tuple[int, ...]] = WHOLE) -> dict[str, Any]:
    """What one rank holds of each parameter."""
    return {name: _slice_shape(shape, layouts.get(name)) for name, shape in whole.items()}


def _slice_shape(shape: tuple[int, ...], what: Any) -> tuple[int, ...]:
    if what is None:
        return shape
    dev, tensor_map, step, size = what
    several = [m if isinstance(m, list) else [m] for m in tensor_map]
    cuts = [int(np.prod([dev[-1 - d] for d in ds if d >= 0])) for ds in several]
    if size == -1:
        size = int(np.prod(dev)) // int(np.prod(cuts))
    if step:
        cuts[0] *= size
    return tuple(n // k for n, k in zip(shape, cuts))


def content(ms: Any, folder: str, end: str = ".ckpt") -> Arrays:
    """Every value of every file below a folder, and the order of the names in each."""
    found: Arrays = {"files": listed(folder, end)}
    for path in str(found["files"]).split():
        read = ms.load_checkpoint(f"{folder}/{path}", format=end[1:])
        found[f"{path}:names"] = np.array(" ".join(read))
        found |= {f"{path}:{name}": as_array(value) for name, value in read.items()}
    return found


@in_folder
def needed(ms: Any, run: Any, folder: str) -> Arrays:
    """Which ranks make up a rank of another layout, for layouts at random."""
    found = {}
    for nested in (False, True):
        for k, (_, source, target) in enumerate(at_random(70, 3, nested)):
            src = write(ms, f"{folder}/src.ckpt", {"w": source})
            dst = target and write(ms, f"{folder}/dst.ckpt", {"w": target})
            lists = [
                ms.rank_list_for_transform(rank, src, dst)
                for rank in range(int(np.prod(target[0])) if target else 1)
            ]
            found[f"{nested}.{k}"] = np.array(str([[int(r) for r in found] for found in lists]))
    return found


@in_folder
def at_any(ms: Any, run: Any, folder: str) -> Arrays:
    """Slices of layouts at random, converted rank by rank."""
    found = {}
    for nested in (False, True):
        for k, (axes, source, target) in enumerate(at_random(12, 8, nested)):
            src = write(ms, f"{folder}/src.ckpt", {"w": source})
            dst = target and write(ms, f"{folder}/dst.ckpt", {"w": target})
            shape = _slice_shape((64,) * axes if axes < 3 else (16, 16, 16), source)
            files = save(ms, f"{folder}/{nested}{k}", range(int(np.prod(source[0]))), {"w": shape})
            for rank in range(int(np.prod(target[0])) if target else 1):
                chosen = {r: files[r] for r in ms.rank_list_for_transform(rank, src, dst)}
                path = f"{folder}/out.ckpt"
                ms.transform_checkpoint_by_rank(rank, chosen, path, src, dst)
                value = as_array(ms.load_checkpoint(path)["w"])
                found[f"{nested}.{k}.{rank}.shape"] = np.array(value.shape)
                found[f"{nested}.{k}.{rank}.sum"] = np.array([value.flat[0], value.flat[-1]])
                weights = np.arange(value.size) % 97
                found[f"{nested}.{k}.{rank}.check"] = np.array(
                    (value.ravel() * weights).astype(np.int64).sum()
                )
                os.chmod(path, 0o600)
    return found


@in_folder
def folders(ms: Any, run: Any, folder: str) -> Arrays:
    """A folder of all ranks, from each layout to each, one process among them."""
    layouts: dict[str, Any] = {"one": None, "two": TWO, "square": SQUARE, "eight": EIGHT}
    files = {n: what and write(ms, f"{folder}/{n}.ckpt", what) for n, what in layouts.items()}
    counts = {"one": 1, "two": 2, "square": 4, "eight": 8}
    found = {}
    for source, what in layouts.items():
        save(ms, f"{folder}/{source}", range(counts[source]), slice_shapes(what or {}))
        for target in layouts:
            out = f"{folder}/{source}-{target}"
            if source == target == "one":
                continue
            ms.transform_checkpoints(f"{folder}/{source}", out, "net", files[source], files[target])
            found |= {f"{source}-{target}:{k}": v for k, v in content(ms, out).items()}
    return found


@in_folder
def safetensors(ms: Any, run: Any, folder: str) -> Arrays:
    """The same in the other format, and from it to files of either."""
    src, dst = write(ms, f"{folder}/a.ckpt", SQUARE), write(ms, f"{folder}/b.ckpt", TWO)
    save(ms, f"{folder}/in", range(4), slice_shapes(SQUARE), format="safetensors")
    both: dict[str, Any] = {"ckpt": "ckpt", "safetensors": "safetensors"}
    for end in both:
        ms.transform_checkpoints(
            f"{folder}/in", f"{folder}/{end}", "p_", src, dst, process_num=1, output_format=end
        )
    return merge(**{end: content(ms, f"{folder}/{end}", f".{end}") for end in both})


STAGE0: Layouts = {"w": ([2], [0, -1], 0, 0), "tied": ([2], [0], 0, 0)}
STAGE1: Layouts = {"v": ([2], [-1, 0], 0, 0), "tied": ([2], [0], 0, 0), "b": ([2], [-1], 1, 2)}


def _stages(ms: Any, folder: str) -> str:
    """The checkpoints of two stages of two ranks, and their merged strategy file."""
    write(ms, f"{folder}/strategies/s0.ckpt", STAGE0)
    write(ms, f"{folder}/strategies/s1.ckpt", STAGE1, stage=1)
    ms.merge_pipeline_strategys(f"{folder}/strategies", f"{folder}/merged.ckpt")
    whole = {"w": (8, 4), "tied": (8,), "v": (8, 4), "b": (8,), "global_step": (1,)}
    for ranks, layouts in ((range(2), STAGE0), (range(2, 4), STAGE1)):
        own = {n: s for n, s in whole.items() if n in layouts or n == "global_step"}
        save(ms, f"{folder}/staged", ranks, slice_shapes(layouts, own))
    return f"{folder}/merged.ckpt"


@in_folder
def stages(ms: Any, run: Any, folder: str) -> Arrays:
    """Pipeline stages to one process, to four without stages, and back."""
    merged = _stages(ms, folder)
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
    merged = _stages(ms, folder)
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
        "read": np.array(_shown(ms, merged)),
        "read_json": np.array(_shown(ms, f"{folder}/new/merged.json")),
    }


def _shown(ms: Any, path: str) -> str:
    """What build_searched_strategy gives, as text."""
    found = ms.build_searched_strategy(path)
    return "\n".join(
        f"{name} {[list(d.dim) for d in one.dev_matrix]} {[list(m.dim) for m in one.tensor_map]} "
        f"{[list(m.dim) for m in one.param_split_shape]} {[list(m.dim) for m in one.indices_offset]} "
        f"{one.field} {one.opt_weight_shard_step} {one.opt_weight_shard_size}"
        for name, one in sorted(found.items())
    )


@in_folder
def bytes_of_file(ms: Any, run: Any, folder: str) -> Arrays:
    """A strategy file that either side writes is the same byte by byte."""
    path = write(ms, f"{folder}/s.ckpt", EIGHT)
    with open(path, "rb") as file:
        return {"bytes": np.frombuffer(file.read(), np.uint8), "read": np.array(_shown(ms, path))}


@in_folder
def by_part(ms: Any, run: Any, folder: str) -> Arrays:
    """A strategy of some of the target's parameters is converted apart; the parts are read together."""
    first = {n: TWO[n] for n in ("w", "adam_m.w")}
    rest = {n: TWO[n] for n in ("b", "n")}
    goal = write(ms, f"{folder}/goal.ckpt", SQUARE)
    for stage, layouts in enumerate((first, rest)):
        src = write(ms, f"{folder}/s{stage}.ckpt", layouts, stage=stage)
        own = {n: s for n, s in WHOLE.items() if n in layouts}
        ranks = range(2 * stage, 2 * stage + 2)
        save(ms, f"{folder}/in", ranks, slice_shapes(layouts, own))
        ms.transform_checkpoints(f"{folder}/in", f"{folder}/out", "n", src, goal)
    read = ms.load_segmented_checkpoints(f"{folder}/out/rank_3")
    chosen = ms.load_segmented_checkpoints(f"{folder}/out/rank_3", choice_func=lambda n: n != "w")
    return {
        **content(ms, f"{folder}/out"),
        "names": np.array(" ".join(sorted(read))),
        "chosen": np.array(" ".join(sorted(chosen))),
        **{f"read.{n}": as_array(v) for n, v in read.items()},
    }


def _slices(ms: Any, shapes: list[tuple[int, ...]], name: str = "w") -> list[Any]:
    return [ms.Parameter(ms.Tensor(numbers(s, 1000 * k)), name=name) for k, s in enumerate(shapes)]


@in_folder
def merged_parameters(ms: Any, run: Any, folder: str) -> Arrays:
    """The slices of one parameter, with and without a strategy, even and not."""

    def merged(shapes: list[tuple[int, ...]], what: Any = None) -> np.ndarray:
        found = ms.merge_sliced_parameter(_slices(ms, shapes), what and {"w": what})
        assert found.name == "w"
        return as_array(found)

    uneven = layout(ms, [2], [0, -1])
    uneven.param_split_shape[0].dim.extend([3, 1])
    fields = layout(ms, [2], [0, -1])
    fields.field = 2
    return {
        "plain": merged([(2, 3), (1, 3)]),
        "rows": merged([(2, 3)] * 2, layout(ms, [2], [0, -1])),
        "columns": merged([(2, 3)] * 2, layout(ms, [2], [-1, 0])),
        "grid": merged([(2, 3)] * 4, layout(ms, [2, 2], [1, 0])),
        "turned": merged([(2, 3)] * 4, layout(ms, [2, 2], [0, 1])),
        "copies": merged([(2, 3)] * 4, layout(ms, [2, 2], [-1, 0])),
        "uneven": merged([(3, 2), (1, 2)], uneven),
        "fields": merged([(4, 3)] * 2, fields),
    }


def _net(ms: Any) -> Any:
    """A network that holds what WHOLE names, but for the learning rate."""

    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            for name, shape in WHOLE.items():
                if name not in ("lr", "adam_m.w"):
                    setattr(
                        self, name, ms.Parameter(ms.Tensor(np.zeros(shape, np.float32)), name=name)
                    )

    return Net()


def _state(net: Any) -> Arrays:
    return {p.name: as_array(p) for p in net.get_parameters()}


@in_folder
def into_a_network(ms: Any, run: Any, folder: str) -> Arrays:
    """All ranks' files into a network that is not cut."""
    found = {}
    flat = {**EIGHT, "w": ([2, 2, 2], [1, 2], 0, 0), "b": ([2, 2, 2], [0], 0, 0)}
    for name, layouts, count in (("two", TWO, 2), ("square", SQUARE, 4), ("eight", flat, 8)):
        src = write(ms, f"{folder}/{name}.ckpt", layouts)
        files = save(ms, f"{folder}/{name}", range(count), slice_shapes(layouts))
        net = _net(ms)
        result = ms.load_distributed_checkpoint(
            network=net, checkpoint_filenames=list(files.values()), train_strategy_filename=src
        )
        found |= {f"{name}.{k}": v for k, v in _state(net).items()} | {name: np.array(result)}
    return found


@in_folder
def for_this_rank(ms: Any, run: Any, folder: str) -> Arrays:
    """A network that holds a slice: what predict_strategy says is cut from the whole."""
    src = write(ms, f"{folder}/s.ckpt", SQUARE)
    files = save(ms, f"{folder}/in", range(4), slice_shapes(SQUARE))

    class Half(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.w = ms.Parameter(ms.Tensor(np.zeros((8, 8), np.float32)), name="w")
            self.b = ms.Parameter(ms.Tensor(np.zeros(16, np.float32)), name="b")

    net = Half()
    predict = {"w": ([2], [0, -1], [], 0, True, ""), "b": ([2], [-1], [], 0, True, "")}
    ms.load_distributed_checkpoint(
        net,
        list(files.values()),
        predict_strategy=predict,
        train_strategy_filename=src,
        strict_load=True,
    )
    return _state(net)


@in_folder
def unified(ms: Any, run: Any, folder: str) -> Arrays:
    """Whole parameters from safetensors files, and from those the slices of another layout."""
    src, dst = write(ms, f"{folder}/a.ckpt", SQUARE), write(ms, f"{folder}/b.ckpt", TWO)
    save(ms, f"{folder}/in", range(4), slice_shapes(SQUARE), format="safetensors")
    ms.unified_safetensors(f"{folder}/in", src, f"{folder}/out")
    with open(f"{folder}/out/param_name_map.json", encoding="utf-8") as file:
        names = json.load(file)
    net, renamed = _net(ms), _net(ms)
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
        net={**_state(net), "left": np.array(str([sorted(x) for x in into]))},
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
    found = {n: content(ms, f"{folder}/{n}", ".safetensors") for n in ("early", "late", "first")}
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
    return merge(names={"json": np.array(json.dumps(names, sort_keys=True))}, **found, **wrong)


@in_folder
def unified_stages(ms: Any, run: Any, folder: str) -> Arrays:
    """Stages become whole parameters, too."""
    merged = _stages(ms, folder)
    ms.ckpt_to_safetensors(f"{folder}/staged", f"{folder}/safe")
    ms.unified_safetensors(f"{folder}/safe", merged, f"{folder}/out")
    return content(ms, f"{folder}/out", ".safetensors")


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
    found = messages(ms).ParallelGroupMap()
    item = found.parallel_group_item.add(group_name="g")
    item.parallel_group_ranks.dim.extend([0, 1])
    found.ckpt_restore_rank_list.dim.extend([0, 2, 4])
    with open(f"{folder}/group.pb", "wb") as file:
        file.write(found.SerializeToString())
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
    out, net = f"{folder}/out.ckpt", _net(ms)
    load, merged = ms.load_distributed_checkpoint, ms.merge_sliced_parameter
    pair = dict(enumerate(files))
    one = _slices(ms, [(2,)])
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
        "names": lambda: merged(one + _slices(ms, [(2,)], "v")),
        "shapes": lambda: merged(_slices(ms, [(2, 3), (2, 4)])),
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


KEY = b"0123456789abcdef"


@in_folder
def encrypted(ms: Any, run: Any, folder: str) -> Arrays:
    """Encrypted files of all ranks, and of parts; names chosen by their beginnings; into a network at once."""
    src = write(ms, f"{folder}/s.ckpt", TWO)
    files = save(ms, f"{folder}/in", range(2), slice_shapes(TWO), enc_key=KEY, enc_mode="AES-CBC")
    net, other = _net(ms), _net(ms)
    ms.load_distributed_checkpoint(
        net, list(files.values()), None, src, dec_key=KEY, dec_mode="AES-CBC"
    )
    read = ms.load_segmented_checkpoints(f"{folder}/in/rank_1", dec_key=KEY, dec_mode="AES-CBC")
    plain = save(ms, f"{folder}/plain", range(1), WHOLE)
    ms.load_segmented_checkpoints(os.path.dirname(plain[0]), net=other, strict_load=True)
    chosen = ms.load_segmented_checkpoints(f"{folder}/plain/rank_0", filter_prefix="adam")
    named = ms.load_segmented_checkpoints(f"{folder}/plain/rank_0", specify_prefix="adam")
    ms.transform_checkpoints(f"{folder}/plain", f"{folder}/out", "n", None, src, process_num=2)
    return merge(
        net=_state(net),
        other=_state(other),
        read={n: as_array(v) for n, v in read.items()},
        names={"chosen": np.array(" ".join(chosen)), "named": np.array(" ".join(named))},
        out=content(ms, f"{folder}/out"),
    )


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


in_folder(redundancy_of_one)
