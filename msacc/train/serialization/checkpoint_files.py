"""A checkpoint's bytes to its file."""

from __future__ import annotations

import binascii
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import torch

from msacc.common import crypto
from msacc.common.atomic_files import replacing
from msacc.common.warn_once import logger
from msacc.train.serialization import safetensors_files
from msacc.train.serialization.ckpt_records import encode, tensor_entry, text_entry

# A value under a name: a str, or a tensor. The order is the order in the file.
Values = dict[str, "str | torch.Tensor"]
CRC_MARK = b"crc_num"
_lock = threading.RLock()


@dataclass(frozen=True)
class Job:
    """One file to write. `encryption`: the key and the mode; `redundancy`: what a safetensors file says of it."""

    path: str
    values: Values
    encryption: tuple[bytes, str] | None = field(repr=False)
    crc_check: bool
    format: str
    redundancy: bool | None


def write(job: Job) -> None:
    """Write the file: readers see the old one or the whole new one, and so does who looks after a crash."""
    with _lock:
        try:
            with replacing(job.path, stat.S_IRUSR) as path:
                if job.format == "ckpt":
                    _write_ckpt(path, job)
                else:
                    safetensors_files.write(path, job.values, job.crc_check, job.redundancy)
        except BaseException:
            logger.critical(
                "Failed to save the checkpoint file %s: check the folder, its permissions and the free "
                "space.",
                job.path,
            )
            raise


def _records(values: Values) -> Iterator[bytes]:
    for name, value in values.items():
        yield from encode(
            name, text_entry(value) if isinstance(value, str) else tensor_entry(value)
        )


def _write_ckpt(path: str, job: Job) -> None:
    crc = 0
    with open(path, "wb") as file:
        if job.encryption is not None:
            for block in _blocks(_records(job.values), crypto.BLOCK_BYTES):
                file.write(crypto.encrypt_block(block, *job.encryption))
            return
        for record in _records(job.values):
            file.write(record)
            if job.crc_check:
                crc = binascii.crc32(record, crc)
        if job.crc_check:
            file.write(CRC_MARK + crc.to_bytes(10, "big"))


def _blocks(pieces: Iterator[bytes], size: int) -> Iterator[bytes]:
    """The same bytes, cut into blocks of `size` and a last, shorter one."""
    rest = bytearray()
    for piece in pieces:
        rest += piece
        while len(rest) >= size:
            yield bytes(rest[:size])
            del rest[:size]
    if rest:
        yield bytes(rest)
