"""Reading and writing safetensors files with MindSpore's metadata."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import safetensors
import safetensors.torch
import torch

from msacc.common import safe_parsing
from msacc.common.warn_once import logger
from msacc.train.serialization import checksum
from msacc.train.serialization.ckpt_records import INT4, warn_int4


def write(
    path: str, values: dict[str, str | torch.Tensor], crc_check: bool, redundancy: bool | None
) -> None:
    """Writes the tensors; SafetensorError for a str or a complex128 value."""
    tensors = _without_shared_storage(values)
    metadata = {"format": "ms"}
    if redundancy is not None:
        metadata["remove_redundancy"] = str(redundancy)
    if crc_check:
        metadata["crc_num"] = str(checksum.mindspore_crc(tensors))
    save_file(tensors, path, metadata if tensors else None)


def save_file(tensors: dict[str, torch.Tensor], path: str, metadata: dict[str, str] | None) -> None:
    """Writes them; OSError where the file cannot be written."""
    try:
        safetensors.torch.save_file(tensors, path, metadata=metadata)
    except safetensors.SafetensorError as error:
        number = re.search(r"(?:os error|code:) (\d+)", str(error))
        if number is None:
            raise
        raise OSError(int(number[1]), os.strerror(int(number[1])), path) from error


def _without_shared_storage(values: dict[str, str | torch.Tensor]) -> dict[str, torch.Tensor]:
    """The tensors sorted by name, those that share a storage copied (safetensors refuses them)."""
    result, storages = {}, set()
    for name in sorted(values):
        value = values[name]
        if isinstance(value, str) or value.dtype == torch.complex128:
            kind = "str" if isinstance(value, str) else "Complex128"
            raise safetensors.SafetensorError(
                f"For 'save_checkpoint', the safetensors format cannot hold '{name}' of type {kind}; "
                "use format='ckpt' or leave it out."
            )
        storage = value.untyped_storage()
        shared = storage.data_ptr() in storages or storage.nbytes() != value.nbytes
        storages.add(storage.data_ptr())
        result[name] = value.clone().contiguous() if shared else value.contiguous()
    return result


class _Reader:
    """A file's sorted names, its metadata, and its tensors one by one."""

    def __init__(self, source: str | BytesIO):
        self.get: Callable[[str], torch.Tensor]
        if isinstance(source, BytesIO):
            content = source.getvalue()
            tensors = safetensors.torch.load(content)
            self.names, self.get, self.metadata = (
                sorted(tensors),
                tensors.__getitem__,
                _header(content),
            )
            return
        file = safetensors.safe_open(source, framework="pt")
        self.names, self.get, self.metadata = sorted(file.keys()), file.get_tensor, file.metadata()

    def tensors(self, names: Iterable[str]) -> dict[str, torch.Tensor]:
        return {name: self.get(name) for name in names}


def read(
    source: str | BytesIO, choice: Callable[[str], bool] | None, crc_check: bool
) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """Returns the selected tensors in name order, and the metadata; ValueError for a damaged file."""
    source_name = source if isinstance(source, str) else "BytesIO"
    with read_errors(source_name):
        file = _Reader(source)
    selected = [name for name in file.names if choice is None or choice(name)]
    with read_errors(source_name):
        tensors = file.tensors(file.names if crc_check else selected)
    metadata = file.metadata or {}
    if crc_check:
        _check_crc(tensors, metadata)
    for name in selected:
        if metadata.get(name) == INT4:
            warn_int4(name)
    return {name: tensors[name] for name in selected}, metadata


# What the library, and torch for its shapes, raise for other content.
_READ_ERRORS = (safetensors.SafetensorError, OSError, ValueError, KeyError, TypeError, RuntimeError)


@contextmanager
def read_errors(name: str) -> Iterator[None]:
    """Context that converts the library's errors to a ValueError that names the file."""
    try:
        yield
    except _READ_ERRORS as error:
        if type(error) is ValueError and name in str(error):
            raise
        # torch appends its own stack after the first line.
        why = str(error).partition("\n")[0]
        raise ValueError(
            f"For 'load_checkpoint', '{name}' cannot be read as safetensors: {why}. It may be cut "
            "short, damaged or of another format."
        ) from error


def open_file(path: str) -> Any:
    """Opens a file whose tensors are read one by one; ValueError for a damaged one."""
    with read_errors(path):
        return safetensors.safe_open(path, framework="pt")


def _fast_load_file(filename: str) -> dict[str, Any]:
    """A file's numpy arrays by name, bfloat16 as float32."""
    file = _Reader(filename)
    return {
        name: (t.float() if t.dtype == torch.bfloat16 else t).numpy()
        for name, t in file.tensors(file.names).items()
    }


def _header(content: bytes) -> dict[str, str]:
    length = int.from_bytes(content[:8], "little")
    metadata: dict[str, str] = (
        safe_parsing.json_object(content[8 : 8 + length]).get("__metadata__") or {}
    )
    return metadata


def _check_crc(tensors: dict[str, torch.Tensor], metadata: dict[str, str]) -> None:
    if "crc_num" not in metadata:
        logger.warning(
            "For 'load_checkpoint', the safetensors file holds no CRC; nothing was checked."
        )
    elif metadata["crc_num"] not in (
        str(checksum.mindspore_crc(tensors)),
        str(checksum.crc_of_bytes(tensors)),
    ):
        raise ValueError("For 'load_checkpoint', the CRC check failed: the file is damaged.")
