"""Snapshots of a job as those of a job of another number of processes: what is joined, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import msacc.dataset as ds
from msacc import nn, train
from msacc.common.tensor import wrap
from msacc.train.resume.other_sizes import check_global_batch, converted
from msacc.train.resume.snapshot_files import SnapshotFolder, with_version

GRID = {"grid": [2, 2], "axes": [[1], [0]], "ranks": [0, 1, 2, 3]}
WHOLE = torch.arange(24.0).reshape(4, 6)


def snapshot(rank: int, micros: int = 0, **parameters: Any) -> dict[str, Any]:
    return {
        "first_epoch": 0,
        "epoch": 1,
        "over": False,
        "shared": True,
        "data": {"epoch": 1, "rows": 2, "nodes": {"0": {"seed": 5, "order": np.arange(3)}}},
        "random": {"seeds": {"apart": [True, rank]}},
        "network": {
            "slices": {"cut": GRID},
            "parameters": {name: wrap(t) for name, t in parameters.items()},
            "windows": {"step": {"window": torch.tensor([float(micros), 0, 1])}},
        },
        "callbacks": [{"class": "History" if rank else "LossMonitor", "values": {}}],
        "manager": {},
    }


def job() -> list[dict[str, Any]]:
    """Four processes: the grid's last axis cuts the rows, the first one the columns."""
    parts = [WHOLE[2 * (r % 2) :][:2, 3 * (r // 2) :][:, :3].clone() for r in range(4)]
    return [snapshot(r, cut=part, **{f"own{r}": torch.ones(r)}) for r, part in enumerate(parts)]


def test_parameters_become_whole() -> None:
    tree = converted(job(), ["History"])
    found = {name: value._t for name, value in tree["network"]["parameters"].items()}
    assert torch.equal(found.pop("cut"), WHOLE)
    assert {name: t.numel() for name, t in found.items()} == {f"own{r}": r for r in range(4)}
    assert tree["callbacks"][0]["class"] == "History"
    assert tree["random"]["seeds"]["apart"] == [False, 0]
    assert tree["data"]["alike"]


def test_a_dataset_that_each_process_has_otherwise_is_noticed() -> None:
    trees = job()
    trees[3]["data"]["nodes"]["0"]["order"] = np.array([0, 2, 1])
    assert not converted(trees, [])["data"]["alike"]


def test_what_cannot_be_taken_over() -> None:
    trees = job()
    del trees[2]["network"]["parameters"]["cut"]
    with pytest.raises(ValueError, match="slices of 'cut' are missing"):
        converted(trees, [])
    trees = job()
    trees[0]["network"]["windows"] = snapshot(0, micros=2)["network"]["windows"]
    with pytest.raises(ValueError, match="in the middle of an accumulation, with 2 micro-batches"):
        converted(trees, [])
    trees = job()
    trees[1]["shared"] = False
    with pytest.raises(ValueError, match="did not train together"):
        converted(trees, [])


@pytest.mark.parametrize(
    ("rows", "batches", "fits"), [(8, 6, True), (4, 6, True), (4, 12, False), (2, 6, False)]
)
def test_the_batch_of_all_processes_stays(rows: int, batches: int, fits: bool) -> None:
    """Of two processes with four rows each, one has eight; or four, where both read the same ones."""
    tree = {"rows": 4, "batches": 6}
    if fits:
        check_global_batch(tree, 2, batches, rows, 1)
        return
    with pytest.raises(
        ValueError,
        match=rf"each of 2 process\(es\) had batches of 4, .* batches of {rows}, {batches} in",
    ):
        check_global_batch(tree, 2, batches, rows, 1)


def test_only_whole_sets_count_and_go_when_there_are_own_ones(tmp_path: Path) -> None:
    tree = with_version({**snapshot(0), "random": {}, "data": {}})
    for rank in range(4):
        SnapshotFolder(str(tmp_path), rank, 4).write(3, tree)
    SnapshotFolder(str(tmp_path), 1, 4).write(6, tree)
    folder = SnapshotFolder(str(tmp_path), 0, 1)
    assert folder.complete_sets_of_others() == [(3, 4)]
    assert folder.saved_steps() == []
    for step in (5, 7):
        folder.write(step, tree)
        assert folder.has_others()
        folder.prune(2)
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        f"run-0-of-1-step-{n}.safetensors" for n in (5, 7)
    ]


def test_files_of_some_processes_alone_are_refused(tmp_path: Path) -> None:
    tree = with_version({**snapshot(0), "random": {}, "data": {}})
    SnapshotFolder(str(tmp_path), 0, 2).write(3, tree)
    zeros = np.zeros((4, 2), np.float32)
    rows = ds.NumpySlicesDataset({"x": zeros, "y": zeros}).batch(2)
    net = nn.WithLossCell(nn.Dense(2, 2), nn.MSELoss())
    with pytest.raises(ValueError, match="to find the files of all processes in one folder"):
        train.Model(net).train(1, rows, resume=str(tmp_path))
