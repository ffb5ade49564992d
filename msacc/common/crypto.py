"""Encryption of checkpoints and data: MindSpore's block framing around AES-GCM, AES-CBC and SM4-CBC.

A file is a row of blocks of at most 64 MiB of plain text each, numbers as little-endian int32:
magic | tag (16 bytes, AES-GCM only) | length of the rest | IV length | IV | cipher length | cipher.
"""

from __future__ import annotations

import importlib.util
import struct
from collections.abc import Iterator
from mmap import mmap
from os import urandom
from typing import Any

BLOCK_BYTES = 64 * 1024 * 1024
MAGIC = {"AES-GCM": 0x7F3A5ED8, "AES-CBC": 0x7F3A5ED9, "SM4-CBC": 0x7F3A5EDA}
_SIZE = struct.Struct("<I")
_IV_BYTES = _TAG_BYTES = 16
# AES-GCM takes the first 12 bytes of the IV only, though 16 are stored.
_GCM_NONCE_BYTES = 12


def check_key(key: bytes, mode: str, argument: str) -> None:
    """ValueError unless `mode` is known and `key` has a length it takes; ImportError without
    the package that encrypts."""
    if mode not in MAGIC:
        raise ValueError(
            f"The encryption mode should be one of {list(MAGIC)}, but '{argument[:3]}_mode' is {mode_text(mode)}."
        )
    lengths = (16,) if mode == "SM4-CBC" else (16, 24, 32)
    if len(key) not in lengths:
        raise ValueError(
            f"For {mode}, '{argument}' should have {' or '.join(map(str, lengths))} bytes, "
            f"but got {len(key)}."
        )
    if importlib.util.find_spec("cryptography") is None:  # the optional extra 'crypto'
        raise ImportError(
            "Encryption needs the package 'cryptography': pip install 'msacc[crypto]'."
        )


def mode_text(mode: object) -> str:
    """A wrong mode as errors show it: what is long or no str may be a key that stands in its place."""
    if isinstance(mode, str) and len(mode) < 16:
        return repr(mode)
    return f"another value of type {type(mode).__name__}"


def mode_of(content: bytes | mmap) -> str | None:
    """The mode a file was encrypted with, from its first four bytes; None for other files."""
    if len(content) < _SIZE.size:
        return None
    magic = _SIZE.unpack_from(content)[0]
    return next((mode for mode, number in MAGIC.items() if number == magic), None)


def _cipher(key: bytes, mode: str, iv: bytes, tag: bytes | None = None) -> Any:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    algorithm = algorithms.SM4(key) if mode.startswith("SM4") else algorithms.AES(key)
    if mode.endswith("GCM"):
        return Cipher(algorithm, modes.GCM(iv[:_GCM_NONCE_BYTES], tag))
    return Cipher(algorithm, modes.CBC(iv))


def encrypt_block(plain: bytes, key: bytes, mode: str, iv: bytes | None = None) -> bytes:
    """One framed block; `iv` is drawn at random unless given."""
    iv = urandom(_IV_BYTES) if iv is None else iv
    gcm = mode.endswith("GCM")
    if not gcm:
        fill = 16 - len(plain) % 16
        plain = plain + bytes([fill]) * fill
    worker = _cipher(key, mode, iv).encryptor()
    cipher = worker.update(plain) + worker.finalize()
    rest = _SIZE.pack(len(iv)) + iv + _SIZE.pack(len(cipher)) + cipher
    tag = worker.tag if gcm else b""
    return _SIZE.pack(MAGIC[mode]) + tag + _SIZE.pack(len(rest)) + rest


def decrypt(content: bytes | mmap, key: bytes, mode: str) -> bytes:
    """The plain text of a whole encrypted file; ValueError as in `blocks`."""
    return b"".join(blocks(content, key, mode))


def blocks(content: bytes | mmap, key: bytes, mode: str) -> Iterator[bytes]:
    """The plain text of an encrypted file block by block.

    Raises ValueError for another mode, a wrong key, or content cut short or tampered with.
    """
    if mode_of(content) != mode:
        file_mode = mode_of(content)
        raise ValueError(
            f"it is encrypted with {file_mode}, not {mode}" if file_mode else "it is not encrypted"
        )
    at = 0
    while at < len(content):
        block, at = _decrypt_block(content, at, key, mode)
        yield block


def _decrypt_block(content: bytes | mmap, at: int, key: bytes, mode: str) -> tuple[bytes, int]:
    magic, at = _number(content, at)
    if magic != MAGIC[mode]:
        raise ValueError(f"byte {at - _SIZE.size} starts no {mode} block")
    tag = None
    if mode.endswith("GCM"):
        tag, at = content[at : at + _TAG_BYTES], at + _TAG_BYTES
    length, start = _number(content, at)
    iv, at = _field(content, start)
    cipher, at = _field(content, at)
    if at - start != length:
        raise ValueError("the lengths in a block disagree, so the file was changed")
    return _open(key, mode, iv, tag, cipher), at


def _open(key: bytes, mode: str, iv: bytes, tag: bytes | None, cipher: bytes) -> bytes:
    from cryptography.exceptions import InvalidTag

    try:
        worker = _cipher(key, mode, iv, tag).decryptor()
        plain = worker.update(cipher) + worker.finalize()
    except (InvalidTag, ValueError):
        raise ValueError("the key does not fit, or the file was changed") from None
    if mode.endswith("GCM"):
        return plain
    fill = plain[-1] if plain else 0
    if not 1 <= fill <= 16 or plain[-fill:] != bytes([fill]) * fill:
        raise ValueError("the key does not fit, or the file was changed")
    return plain[:-fill]


def _number(content: bytes | mmap, at: int) -> tuple[int, int]:
    if at + _SIZE.size > len(content):
        raise ValueError("it is cut short")
    return _SIZE.unpack_from(content, at)[0], at + _SIZE.size


def _field(content: bytes | mmap, at: int) -> tuple[bytes, int]:
    length, at = _number(content, at)
    if at + length > len(content):
        raise ValueError("it is cut short")
    return content[at : at + length], at + length
