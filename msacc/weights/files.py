"""Files of weights by their suffix: `.ckpt`, safetensors (a file, or a folder of Hugging Face's), torch's."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import NamedTuple

import torch

from msacc.common import safe_parsing
from msacc.common.atomic_files import atomic_replace
from msacc.train.serialization import safetensors_files
from msacc.train.serialization.checkpoint_files import CheckpointFile
from msacc.train.serialization.checkpoint_files import write as write_checkpoint
from msacc.train.serialization.load import read_values
from msacc.weights import torch_files

TORCHS = (".pth", ".pt", ".bin", ".tar")
_WHOLE = ("model.safetensors", "pytorch_model.bin")
_INDEX = ".index.json"
MOST_SHARD = 5 * 10**9


class Weights(NamedTuple):
    """What was read: tensors by name, whose names they are ("mindspore", "torch"), and what else the file holds."""

    tensors: dict[str, torch.Tensor]
    names: str
    notes: list[str]


def kind(path: str) -> str:
    """'ckpt', 'safetensors', 'torch' or 'folder'. ValueError for another suffix."""
    if os.path.isdir(path) or path.endswith(("/", os.sep)):
        return "folder"
    suffix = os.path.splitext(path)[1].lower()
    if suffix in (".ckpt", ".safetensors"):
        return suffix[1:]
    if suffix in TORCHS:
        return "torch"
    known = ", ".join((".ckpt", ".safetensors", *TORCHS))
    raise ValueError(f"{path!r} should end with {known}, or be a folder of safetensors")


def read(path: str, key: str | None = None) -> Weights:
    """The weights of a file or folder. ValueError for what cannot be read, and for what would run code."""
    if path.endswith(_INDEX):
        return _shards(path, key)
    what = kind(path)
    if not os.path.exists(path):
        raise ValueError(f"there is no file {path!r}")
    if what == "folder":
        return _folder(path, key)
    if what == "torch":
        return Weights(*_named(torch_files.read(path, key), "torch"))
    if key is not None:
        raise ValueError(f"--key is for torch's files; {path!r} has its tensors at the top")
    if what == "safetensors":
        tensors, metadata = safetensors_files.read(path, None, False)
        return Weights(tensors, "mindspore" if metadata.get("format") == "ms" else "torch", [])
    values = read_values(path)
    notes = [
        f"{n}: the text {v[:60]!r}, no tensor" for n, v in values.items() if isinstance(v, str)
    ]
    found = {n: v for n, v in values.items() if isinstance(v, torch.Tensor)}
    return Weights(found, "mindspore", notes)


def _named(
    found: tuple[dict[str, torch.Tensor], list[str]], names: str
) -> tuple[dict[str, torch.Tensor], str, list[str]]:
    return found[0], names, found[1]


def _folder(folder: str, key: str | None) -> Weights:
    for name in _WHOLE:
        for path in (os.path.join(folder, name + _INDEX), os.path.join(folder, name)):
            if os.path.isfile(path):
                return read(path, key)
    raise ValueError(f"the folder {folder!r} has no {' and no '.join(_WHOLE)}, nor an index of one")


def _shards(index: str, key: str | None) -> Weights:
    """All that an index names, from the files beside it."""
    try:
        places = safe_parsing.json_object(safe_parsing.read_text(index)).get("weight_map")
    except (OSError, ValueError) as error:
        raise ValueError(f"{index!r} cannot be read: {error}") from error
    if not isinstance(places, dict) or not all(isinstance(file, str) for file in places.values()):
        raise ValueError(f"{index!r} should have a 'weight_map' of names to files")
    result = Weights({}, "torch", [])
    for file in sorted({*places.values()}):
        if os.path.basename(file) != file or file in ("", ".", "..") or file.endswith(_INDEX):
            raise ValueError(f"{index!r} names {file!r}; it may name files beside it alone")
        part = read(os.path.join(os.path.dirname(index), file), key)
        result.notes.extend(part.notes)
        for name, t in part.tensors.items():
            if places.get(name) == file:
                result.tensors[name] = t
            else:
                result.notes.append(
                    f"{name}: {tuple(t.shape)} in {file}, where the index does not say so"
                )
        result = result._replace(names=part.names)
    if missing := [f"{name} ({places[name]})" for name in places if name not in result.tensors]:
        raise ValueError(f"the files that {index!r} names have no {', '.join(missing)}")
    return result


def write(path: str, tensors: dict[str, torch.Tensor], names: str, most: int = MOST_SHARD) -> None:
    """Write a file, complete or not at all, or a folder of safetensors of up to `most` bytes each. OSError."""
    what = kind(path)
    if what == "folder":
        _write_folder(path, tensors, names, most)
    elif what == "ckpt":
        write_checkpoint(CheckpointFile(path, dict(tensors), None, False, "ckpt", None))
    elif what == "torch":
        _replace(path, lambda part: torch_files.write(part, tensors))
    else:
        _write_safetensors(path, tensors, names)


def _write_safetensors(path: str, tensors: dict[str, torch.Tensor], names: str) -> None:
    storages: set[int] = set()
    apart = {}
    for name, t in tensors.items():
        storage = t.untyped_storage()
        shared = storage.data_ptr() in storages or storage.nbytes() != t.nbytes
        storages.add(storage.data_ptr())
        apart[name] = t.clone() if shared else t
    metadata = {"format": "ms" if names == "mindspore" else "pt"}
    _replace(path, lambda part: safetensors_files.save_file(apart, part, metadata))


def _replace(path: str, write: Callable[[str], None]) -> None:
    with atomic_replace(path) as part:
        write(part)


def _write_folder(folder: str, tensors: dict[str, torch.Tensor], names: str, most: int) -> None:
    shards: list[dict[str, torch.Tensor]] = [{}]
    size = 0
    for name, t in tensors.items():
        if shards[-1] and size + t.nbytes > most:
            shards.append({})
            size = 0
        shards[-1][name] = t
        size += t.nbytes
    os.makedirs(folder, exist_ok=True)
    if len(shards) == 1:
        _write_safetensors(os.path.join(folder, _WHOLE[0]), tensors, names)
        return
    places = {}
    for number, shard in enumerate(shards, 1):
        file = f"model-{number:05}-of-{len(shards):05}.safetensors"
        _write_safetensors(os.path.join(folder, file), shard, names)
        places.update(dict.fromkeys(shard, file))
    _write_index(os.path.join(folder, _WHOLE[0] + _INDEX), places, tensors)


def _write_index(path: str, places: dict[str, str], tensors: dict[str, torch.Tensor]) -> None:
    index = {
        "metadata": {"total_size": sum(t.nbytes for t in tensors.values())},
        "weight_map": places,
    }
    _replace(path, lambda part: _write_text(part, json.dumps(index, indent=2, sort_keys=True)))


def _write_text(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
