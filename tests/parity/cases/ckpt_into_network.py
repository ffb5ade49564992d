"""Slices merged, and loaded into a network."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from tests.parity.cases.checkpoint_arguments import in_folder
from tests.parity.harness import Arrays, as_array, merge
from tests.parity.ranks import (
    EIGHT,
    SQUARE,
    TWO,
    WHOLE,
    content,
    slice_shapes,
    slices,
    state,
    whole_net,
)
from tests.parity.strategies import layout, save, write


@in_folder
def merged_parameters(ms: Any, run: Any, folder: str) -> Arrays:
    """The slices of one parameter, with and without a strategy, even and not."""

    def merged(shapes: list[tuple[int, ...]], what: Any = None) -> np.ndarray:
        result = ms.merge_sliced_parameter(slices(ms, shapes), what and {"w": what})
        assert result.name == "w"
        return as_array(result)

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


@in_folder
def into_a_network(ms: Any, run: Any, folder: str) -> Arrays:
    """All ranks' files into a network that is not cut."""
    found = {}
    flat = {**EIGHT, "w": ([2, 2, 2], [1, 2], 0, 0), "b": ([2, 2, 2], [0], 0, 0)}
    for name, layouts, count in (("two", TWO, 2), ("square", SQUARE, 4), ("eight", flat, 8)):
        src = write(ms, f"{folder}/{name}.ckpt", layouts)
        files = save(ms, f"{folder}/{name}", range(count), slice_shapes(layouts))
        net = whole_net(ms)
        result = ms.load_distributed_checkpoint(
            network=net, checkpoint_filenames=list(files.values()), train_strategy_filename=src
        )
        found |= {f"{name}.{k}": v for k, v in state(net).items()} | {name: np.array(result)}
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
    return state(net)


KEY = b"0123456789abcdef"


@in_folder
def encrypted(ms: Any, run: Any, folder: str) -> Arrays:
    """Encrypted files of all ranks, and of parts; names chosen by their beginnings; into a network at once."""
    src = write(ms, f"{folder}/s.ckpt", TWO)
    files = save(ms, f"{folder}/in", range(2), slice_shapes(TWO), enc_key=KEY, enc_mode="AES-CBC")
    net, other = whole_net(ms), whole_net(ms)
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
        net=state(net),
        other=state(other),
        read={n: as_array(v) for n, v in read.items()},
        names={"chosen": np.array(" ".join(chosen)), "named": np.array(" ".join(named))},
        out=content(ms, f"{folder}/out"),
    )
