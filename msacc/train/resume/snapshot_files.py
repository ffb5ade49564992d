"""The files of a resumable run: one per process and snapshot."""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
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

    def _files(self) -> list[tuple[int, int, int]]:
        """(rank, number of processes, step) of each file here."""
        matches = map(_NAME.fullmatch, os.listdir(self.path))
        return [(int(m[1]), int(m[2]), int(m[3])) for m in matches if m is not None]

    def saved_steps(self) -> list[int]:
        """The steps of this process's snapshots, ascending."""
        return sorted(step for *of, step in self._files() if of == [self.rank, self.size])

    def complete_sets_of_others(self) -> list[tuple[int, int]]:
        """(step, number of processes) of the sets of other numbers of processes that are here whole, ascending."""
        found = Counter((step, size) for rank, size, step in self._files() if rank < size)
        return sorted(place for place, n in found.items() if n == place[1] != self.size)

    def has_others(self) -> bool:
        """Whether there are files of other numbers of processes."""
        return any(size != self.size for _, size, _ in self._files())

    def _file(self, step: int, rank: int, size: int) -> Path:
        return self.path / f"run-{rank}-of-{size}-step-{step}.safetensors"

    def write(self, step: int, tree: dict[str, Any]) -> None:
        """Writes a snapshot; OSError where it cannot."""
        text, tensors = pack(tree)
        with atomic_replace(str(self._file(step, self.rank, self.size)), stat.S_IRUSR) as path:
            safetensors_files.write(
                path, {**tensors, "tree": _as_bytes(text)}, crc_check=False, redundancy=None
            )

    def read(self, step: int) -> dict[str, Any]:
        """Reads this process's snapshot; ValueError for a file that is damaged or of another version."""
        return self._read(self._file(step, self.rank, self.size))

    def read_set(self, step: int, size: int) -> list[dict[str, Any]]:
        """Reads the snapshots of all of `size` processes, by rank; ValueError as `read`."""
        return [self._read(self._file(step, rank, size)) for rank in range(size)]

    def _read(self, path: Path) -> dict[str, Any]:
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
        """Removes all but the newest `keep`, and once there are so many, those of other numbers of processes."""
        steps = self.saved_steps()
        for step in steps[:-keep]:
            remove(self._file(step, self.rank, self.size))
        if len(steps) < keep:
            return
        for rank, size, step in self._files():
            if size != self.size and rank % self.size == self.rank:
                remove(self._file(step, rank, size))


def with_version(tree: dict[str, Any]) -> dict[str, Any]:
    """The tree with the version number of its format."""
    return {"version": _VERSION, **tree}


def _as_bytes(text: str) -> torch.Tensor:
    return torch.frombuffer(bytearray(text.encode()), dtype=torch.uint8)
