"""Files from others: nothing in them is run, nothing outside of their folder is read."""

from __future__ import annotations

import json
import os
import pickle
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch

from msacc.weights import files


class Runs:
    """Leaves a folder where it is unpickled."""

    def __init__(self, mark: Path):
        self.mark = mark

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.mark),)


@pytest.mark.parametrize("suffix", ["pth", "pt", "bin", "pth.tar"])
@pytest.mark.parametrize("way", ["zip", "old", "plain"])
def test_a_pickle_that_would_run_code_is_refused(tmp_path: Path, way: str, suffix: str) -> None:
    content = {"weight": torch.ones(1), "more": Runs(tmp_path / "ran")}
    path = tmp_path / f"a.{suffix}"
    if way == "plain":
        path.write_bytes(pickle.dumps(content, 2))
    else:
        torch.save(content, path, _use_new_zipfile_serialization=way == "zip")
    with pytest.raises(ValueError, match=r"nothing of it was run|cannot be read as weights"):
        files.read(str(path))
    assert not (tmp_path / "ran").exists()


def test_a_whole_module_is_refused(tmp_path: Path) -> None:
    torch.save(torch.nn.Linear(1, 1), tmp_path / "a.pth")
    with pytest.raises(ValueError, match=r"nothing of it was run.*state_dict\(\)"):
        files.read(str(tmp_path / "a.pth"))


def test_fewer_bytes_than_the_shape_are_refused(tmp_path: Path) -> None:
    torch.save({"weight": torch.ones(1).expand(1 << 40)}, tmp_path / "a.pth")
    with pytest.raises(ValueError, match="weight .* has fewer bytes in the file than its shape"):
        files.read(str(tmp_path / "a.pth"))


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pth"
    torch.save({"weight": torch.ones(100)}, path)
    raw = path.read_bytes()
    for damaged in (b"", raw[:50], raw[: len(raw) // 2], b"\x80\x02}.", b"<html>"):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"a\.pth"):
            files.read(str(path))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../evil", "x")
    with pytest.raises(ValueError, match="cannot be read as weights"):
        files.read(str(path))


@pytest.mark.parametrize(
    ("index", "words"),
    [
        ({"weight_map": {"w": "../a.safetensors"}}, "files beside it alone"),
        ({"weight_map": {"w": "model.safetensors.index.json"}}, "files beside it alone"),
        ({"weight_map": {"w": "none.safetensors"}}, "there is no file"),
        ({"weight_map": {"v": "in.safetensors"}}, r"have no v \(in.safetensors\)"),
        ({"weight_map": ["w"]}, "should have a 'weight_map'"),
        ({"weight_map": {"w": 1}}, "should have a 'weight_map'"),
        ([], "cannot be read"),
    ],
)
def test_an_index_names_files_beside_it(tmp_path: Path, index: Any, words: str) -> None:
    folder = tmp_path / "hf"
    folder.mkdir()
    for path in (tmp_path / "a.safetensors", folder / "in.safetensors"):
        files.write(str(path), {"w": torch.ones(1)}, "torch")
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(ValueError, match=words):
        files.read(str(folder))
