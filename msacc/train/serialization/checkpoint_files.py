"""Writing a checkpoint file."""

from __future__ import annotations

import binascii
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import torch

from msacc.common import crypto
from msacc.common.atomic_files import atomic_replace
from msacc.common.warn_once import logger
from msacc.train.serialization import safetensors_files
from msacc.train.serialization.ckpt_records import encode, tensor_entry, text_entry

# A value under a name: a str, or a tensor. The order is the order in the file.
Values = dict[str, "str | torch.Tensor"]
CRC_MARK = b"crc_num"
_lock = threading.RLock()


@dataclass(frozen=True)
class CheckpointFile:
    """A file to write. `encryption`: key and mode; `redundancy`: the `remove_redundancy` mark of a safetensors file."""

    path: str
    values: Values
    encryption: tuple[bytes, str] | None = field(repr=False)
    crc_check: bool
    format: str
    redundancy: bool | None


def write(checkpoint: CheckpointFile) -> None:
    """Writes the file atomically: readers see the old one or the complete new one, after a crash too."""
    with _lock:
        try:
            with atomic_replace(checkpoint.path, stat.S_IRUSR) as path:
                if checkpoint.format == "ckpt":
                    _write_ckpt(path, checkpoint)
                else:
                    safetensors_files.write(
                        path, checkpoint.values, checkpoint.crc_check, checkpoint.redundancy
                    )
        except BaseException:
            logger.critical(
                "Failed to save the checkpoint file %s: check the folder, its permissions and the free "
                "space.",
                checkpoint.path,
            )
            raise


def _records(values: Values) -> Iterator[bytes]:
    for name, value in values.items():
        yield from encode(
            name, text_entry(value) if isinstance(value, str) else tensor_entry(value)
        )


def _write_ckpt(path: str, checkpoint: CheckpointFile) -> None:
    crc = 0
    with open(path, "wb") as file:
        if checkpoint.encryption is not None:
            for block in _blocks(_records(checkpoint.values), crypto.BLOCK_BYTES):
                file.write(crypto.encrypt_block(block, *checkpoint.encryption))
            return
        for record in _records(checkpoint.values):
            file.write(record)
            if checkpoint.crc_check:
                crc = binascii.crc32(record, crc)
        if checkpoint.crc_check:
            file.write(CRC_MARK + crc.to_bytes(10, "big"))


def _blocks(chunks: Iterator[bytes], size: int) -> Iterator[bytes]:
    """The same bytes in blocks of `size` and a last, shorter one."""
    rest = bytearray()
    for chunk in chunks:
        rest += chunk
        while len(rest) >= size:
            yield bytes(rest[:size])
            del rest[:size]
    if rest:
        yield bytes(rest)
