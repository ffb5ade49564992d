"""The files of a resumable run: one per process and snapshot."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Any

import torch

from msacc.common.atomic_files import atomic_replace
from msacc.train.callback._checkpoint_files import remove
from msacc.train.resume.tree_files import pack, unpack
from msacc.train.serialization import safetensors_files

_NAME = re.compile(r"run-(\d+)-of-(\d+)-step-(\d+)\.safetensors")
_VERSION = 1
# What a place holds, and of which kind.
_FIELDS = {
    "first_epoch": int, "epoch": int, "over": bool, "data": dict, "random": dict, "network": dict, "callbacks": list,
    "manager": dict,
}  # fmt: skip


class SnapshotFolder:
    """The snapshot files of process `rank` of `size`."""

    def __init__(self, path: str, rank: int, size: int):
        self.path, self.rank, self.size = Path(path), rank, size
        self.path.mkdir(parents=True, exist_ok=True)

    def saved_steps(self) -> list[int]:
        """The steps of this process's snapshots, ascending; ValueError for those of another number of processes."""
        steps = []
        for name in os.listdir(self.path):
            match = _NAME.fullmatch(name)
            if match is None:
                continue
            rank, size, step = map(int, match.groups())
            if size != self.size:
                raise ValueError(
                    f"{self.path} holds a run of {size} process(es), which {self.size} cannot go on with: "
                    "start as many, "
                    "or load a checkpoint and begin a run in another folder."
                )
            if rank == self.rank:
                steps.append(step)
        return sorted(steps)

    def _file(self, step: int) -> Path:
        return self.path / f"run-{self.rank}-of-{self.size}-step-{step}.safetensors"

    def write(self, step: int, tree: dict[str, Any]) -> None:
        """Writes a snapshot; OSError where it cannot."""
        text, tensors = pack(tree)
        with atomic_replace(str(self._file(step)), stat.S_IRUSR) as path:
            safetensors_files.write(
                path, {**tensors, "tree": _as_bytes(text)}, crc_check=False, redundancy=None
            )

    def read(self, step: int) -> dict[str, Any]:
        """Reads a snapshot; ValueError for a file that is damaged or of another version."""
        path = self._file(step)
        tensors, _ = safetensors_files.read(str(path), None, crc_check=False)
        try:
            text = bytes(tensors.pop("tree").tolist()).decode()
            tree: dict[str, Any] = unpack(text, tensors)
            version = tree["version"]
        except (KeyError, ValueError, TypeError, RecursionError) as error:
            raise ValueError(f"{path} is no snapshot of a run: {error!r:.200}.") from error
        if version != _VERSION:
            raise ValueError(f"{path} is of version {version!r:.80}, this msacc reads {_VERSION}.")
        for name, kind in _FIELDS.items():
            if type(tree.get(name)) is not kind:
                raise ValueError(
                    f"{path} is no snapshot of a run: its {name!r} is no {kind.__name__}."
                )
        return tree

    def prune(self, keep: int) -> None:
        """Removes all but the newest `keep`."""
        for step in self.saved_steps()[:-keep]:
            remove(self._file(step))


def with_version(tree: dict[str, Any]) -> dict[str, Any]:
    """The tree with the version number of its format."""
    return {"version": _VERSION, **tree}


def _as_bytes(text: str) -> torch.Tensor:
    return torch.frombuffer(bytearray(text.encode()), dtype=torch.uint8)
