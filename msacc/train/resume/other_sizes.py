"""The snapshot of a job of another number of processes, as one of a process of this job."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.tensor import wrap
from msacc.train.resharding.parameter_slicing import SliceLayout
from msacc.train.resume.tree_files import pack

Tree = dict[str, Any]


def converted(trees: list[Tree], callbacks: list[str]) -> Tree:
    """One tree of `trees`, those of all processes of a job: with whole parameters, for any process of another job.

    What all processes have alike is the first one's. Its "data" has "alike": whether the state of the dataset was the
    same in all processes. `callbacks`: the classes of this process's, which not all processes of a job may have.

    Raises ValueError for snapshots that another number of processes cannot take over.
    """
    first = trees[0]
    if len(trees) > 1 and not all(tree.get("shared", False) for tree in trees):
        raise ValueError("its processes did not train together, each has a run of its own")
    network = first["network"]
    random = first["random"]
    return {
        **first,
        # Where processes draw otherwise than each other, this one has to become one of them yet.
        "random": {**random, "seeds": {**random["seeds"], "apart": [False, 0]}},
        "data": {**first["data"], "alike": _all_equal([tree["data"]["nodes"] for tree in trees])},
        "network": {
            **network,
            "parameters": _whole_parameters([tree["network"] for tree in trees]),
            "windows": {name: _empty_window(w) for name, w in network["windows"].items()},
        },
        "callbacks": next(
            (t["callbacks"] for t in trees if [c["class"] for c in t["callbacks"]] == callbacks),
            first["callbacks"],
        ),
    }


def check_global_batch(tree: Tree, size: int, batches: int, rows: int, now: int) -> None:
    """ValueError unless steps have the rows that they had.

    `tree`: a snapshot of `size` processes; `batches`: how many an epoch has in this job of `now` processes; `rows`: how
    many one has on each. Processes that each read all rows have as many as before.
    """
    had_batches, had_rows = tree.get("batches", batches), tree.get("rows", rows)
    if had_batches == batches and rows in (had_rows, had_rows * size / now):
        return
    raise ValueError(
        f"each of {size} process(es) had batches of {had_rows}, {had_batches} in an epoch, and each of {now} has "
        f"batches of {rows}, {batches} in an epoch. The batch of all processes together has to stay: where they share "
        "the rows, batch(GLOBAL_BATCH // get_group_size())"
    )


def _all_equal(trees: list[Any]) -> bool:
    text, tensors = pack(trees[0])
    packed = [pack(tree) for tree in trees[1:]]
    return all(
        own_text == text and all(torch.equal(t, tensors[name]) for name, t in own.items())
        for own_text, own in packed
    )


def _whole_parameters(networks: list[Tree]) -> Tree:
    """All parameters of all processes; ValueError where a slice is missing."""
    slices = {name: cut for network in networks for name, cut in network.get("slices", {}).items()}
    whole = {
        name: value
        for network in networks
        for name, value in network["parameters"].items()
        # One process has its accumulated gradients as parameters, which are empty here.
        if name not in slices and not name.startswith("accu_grads.")
    }
    return whole | {name: wrap(_joined(name, cut, networks)) for name, cut in slices.items()}


def _joined(name: str, cut: Tree, networks: list[Tree]) -> torch.Tensor:
    layout = SliceLayout(tuple(cut["grid"]), tuple(map(tuple, cut["axes"])))
    parts = {
        place: networks[rank]["parameters"][name]._t
        for place, rank in enumerate(cut["ranks"])
        if name in networks[rank]["parameters"]
    }
    if not parts:
        raise ValueError(f"no process has saved {name!r}")
    part = next(iter(parts.values()))
    shape = layout.full_shape(tuple(part.shape))
    if sum(t.numel() for t in parts.values()) != torch.Size(shape).numel():
        raise ValueError(f"slices of {name!r} are missing")
    result = part.new_empty(shape)
    for place, part in parts.items():
        result[layout.box(place, shape)] = part
    return result


def _empty_window(window: Tree) -> Tree:
    """Nothing to restore; ValueError for gradients that were accumulated, which each process had of its own rows."""
    micros = int(window["window"][0])
    if micros:
        raise ValueError(
            f"it is in the middle of an accumulation, with {micros} micro-batches in it: as many processes as "
            "before can take it over, or train.Resume's `steps` should be a multiple of the accumulation's"
        )
    return {}
