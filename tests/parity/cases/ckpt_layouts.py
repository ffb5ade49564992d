"""Checkpoints of many processes converted from one layout to another.

Every rank's numbers tell rank and place, so that it matters which of equal slices is taken.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from tests.parity.cases.checkpoint_arguments import in_folder
from tests.parity.harness import Arrays, as_array, merge
from tests.parity.ranks import EIGHT, SQUARE, TWO, WHOLE, content, slice_shape, slice_shapes
from tests.parity.strategies import at_random, save, write


@in_folder
def needed(ms: Any, run: Any, folder: str) -> Arrays:
    """Which ranks make up a rank of another layout, for layouts at random."""
    result = {}
    for nested in (False, True):
        for k, (_, source, target) in enumerate(at_random(70, 3, nested)):
            src = write(ms, f"{folder}/src.ckpt", {"w": source})
            dst = target and write(ms, f"{folder}/dst.ckpt", {"w": target})
            lists = [
                ms.rank_list_for_transform(rank, src, dst)
                for rank in range(int(np.prod(target[0])) if target else 1)
            ]
            result[f"{nested}.{k}"] = np.array(str([[int(r) for r in result] for result in lists]))
    return result


@in_folder
def at_any(ms: Any, run: Any, folder: str) -> Arrays:
    """Slices of layouts at random, converted rank by rank."""
    result = {}
    for nested in (False, True):
        for k, (axes, source, target) in enumerate(at_random(12, 8, nested)):
            src = write(ms, f"{folder}/src.ckpt", {"w": source})
            dst = target and write(ms, f"{folder}/dst.ckpt", {"w": target})
            shape = slice_shape((64,) * axes if axes < 3 else (16, 16, 16), source)
            files = save(ms, f"{folder}/{nested}{k}", range(int(np.prod(source[0]))), {"w": shape})
            for rank in range(int(np.prod(target[0])) if target else 1):
                chosen = {r: files[r] for r in ms.rank_list_for_transform(rank, src, dst)}
                path = f"{folder}/out.ckpt"
                ms.transform_checkpoint_by_rank(rank, chosen, path, src, dst)
                value = as_array(ms.load_checkpoint(path)["w"])
                result[f"{nested}.{k}.{rank}.shape"] = np.array(value.shape)
                result[f"{nested}.{k}.{rank}.sum"] = np.array([value.flat[0], value.flat[-1]])
                weights = np.arange(value.size) % 97
                result[f"{nested}.{k}.{rank}.check"] = np.array(
                    (value.ravel() * weights).astype(np.int64).sum()
                )
                os.chmod(path, 0o600)
    return result


@in_folder
def folders(ms: Any, run: Any, folder: str) -> Arrays:
    """A folder of all ranks, from each layout to each, one process among them."""
    layouts: dict[str, Any] = {"one": None, "two": TWO, "square": SQUARE, "eight": EIGHT}
    files = {n: what and write(ms, f"{folder}/{n}.ckpt", what) for n, what in layouts.items()}
    counts = {"one": 1, "two": 2, "square": 4, "eight": 8}
    result = {}
    for source, what in layouts.items():
        save(ms, f"{folder}/{source}", range(counts[source]), slice_shapes(what or {}))
        for target in layouts:
            out = f"{folder}/{source}-{target}"
            if source == target == "one":
                continue
            ms.transform_checkpoints(f"{folder}/{source}", out, "net", files[source], files[target])
            result |= {f"{source}-{target}:{k}": v for k, v in content(ms, out).items()}
    return result


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
