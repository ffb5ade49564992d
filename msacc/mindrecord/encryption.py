"""Encrypted MindRecord files: the key and the modes in use, and files in both forms.

An encrypted file is a row of blocks, each behind its length (four bytes, the highest first), a length of 0, the
mode's name in seven letters and the word ENCRYPT.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from typing import Any

from msacc.common import crypto
from msacc.mindrecord.paths import check_size

_END, _CUSTOM = b"ENCRYPT", b"UDF-ENC"
_BLOCK = 64 << 20
_state: dict[str, Any] = {"key": None, "enc": "AES-GCM", "dec": None}

Mode = str | Callable[..., Any]


def set_enc_key(enc_key: str | None) -> None:
    """The key, of 16, 24 or 32 characters, of all files written and read from now on; None: plain files.

    Raises ValueError for other keys.
    """
    if enc_key is not None and not isinstance(enc_key, str):
        raise ValueError(f"The input enc_key is not str. Got {type(enc_key).__name__}.")
    if enc_key is not None and len(enc_key) not in (16, 24, 32):
        raise ValueError(f"The length of input enc_key is not 16, 24, 32. Got {len(enc_key)}.")
    _state["key"] = enc_key


def set_enc_mode(enc_mode: Mode = "AES-GCM") -> None:
    """How files are encrypted: 'AES-GCM', or a function (file, its size, file to write, key).

    Raises ValueError for others.
    """
    _state["enc"] = _checked("enc_mode", enc_mode)


def set_dec_mode(dec_mode: Mode | None = "AES-GCM") -> None:
    """How files are decrypted: 'AES-GCM', a function like that of `set_enc_mode`, or None: as they are encrypted.

    Raises ValueError for others.
    """
    _state["dec"] = None if dec_mode is None else _checked("dec_mode", dec_mode)


def _checked(name: str, mode: Any) -> Any:
    if not callable(mode) and not isinstance(mode, str):
        raise ValueError(
            f"The input {name} is not str. Got {type(mode).__name__}; a function will do too."
        )
    if isinstance(mode, str) and mode != "AES-GCM":
        raise ValueError(
            f"The input {name} is invalid. Got {crypto.shown_mode(mode)}; it must be 'AES-GCM'."
        )
    return mode


def encrypt(path: str) -> None:
    """Put a file's encrypted form in its place, if a key is set."""
    key, mode = _state["key"], _state["enc"]
    if key is None:
        return
    hidden = path + ".encrypt"
    with open(path, "rb") as plain, open(hidden, "wb") as out:
        if callable(mode):
            mode(plain, os.path.getsize(path), out, key)
        else:
            crypto.check_key(key.encode(), mode, "enc_key")
            while block := plain.read(_BLOCK):
                made = crypto.encrypt_block(block, key.encode(), mode)
                out.write(len(made).to_bytes(4, "big") + made)
        out.write(bytes(4) + (_CUSTOM if callable(mode) else mode.encode()) + _END)
    os.chmod(hidden, 0o600)
    os.replace(hidden, path)


def decrypt_beside(path: str) -> None:
    """Put a file's plain form in its place, if a key is set."""
    if _must_decrypt(path):
        hidden = path + ".decrypt"
        _decrypt(path, hidden)
        os.replace(hidden, path)


class PlainFiles:
    """Plain forms of encrypted files, in a folder of their own that goes with this object."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._made: dict[str, str] = {}

    def of(self, path: str) -> str:
        """The path of a file in plain form: itself, or its copy. RuntimeError where the key does not fit."""
        if path in self._made or not _must_decrypt(path):
            return self._made.get(path, path)
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(dir=_beside(path), prefix="mindrecord")
        inner = os.path.join(self._folder.name, str(len(self._made)))
        os.mkdir(inner)
        self._made[path] = plain = os.path.join(inner, os.path.basename(path))
        for part in ("", ".db"):
            if os.path.exists(path + part):
                _decrypt(path + part, plain + part)
        return plain


def encrypting() -> bool:
    """Whether a key is set."""
    return _state["key"] is not None


def _must_decrypt(path: str) -> bool:
    check_size(path)
    with open(path, "rb") as file:
        file.seek(max(os.path.getsize(path) - len(_END), 0))
        hidden = file.read() == _END
    if hidden and _state["key"] is None:
        raise RuntimeError(
            "The mindrecord file is encrypted. You need to configure it with what it was written "
            f"with: mindrecord.config.set_enc_key(...) and set_enc_mode(...). File path: {path}"
        )
    if not hidden and _state["key"] is not None:
        raise RuntimeError(
            "The mindrecord file is not encrypted. You can set 'mindrecord.config.set_enc_key(None)' "
            f"to read it. File path: {path}"
        )
    return hidden


def _decrypt(path: str, target: str) -> None:
    key, mode = _state["key"], _state["dec"]
    if mode is None and callable(_state["enc"]):
        raise RuntimeError("You use custom encryption, so you must also define custom decryption.")
    mode = mode or _state["enc"]
    size = os.path.getsize(path) - len(_END)
    with open(path, "rb") as file, open(target, "wb") as out:
        os.chmod(target, 0o600)
        file.seek(max(size - len(_CUSTOM), 0))
        if file.read(len(_CUSTOM)) != (_CUSTOM if callable(mode) else mode.encode()):
            raise _wrong(path)
        file.seek(0)
        if callable(mode):
            mode(file, size, out, key)
            return
        while length := int.from_bytes(file.read(4), "big"):
            if length > size - file.tell():
                raise _wrong(path)
            try:
                out.write(crypto.decrypt(file.read(length), key.encode(), mode))
            except ValueError as error:
                raise _wrong(path) from error


def _beside(path: str) -> str | None:
    """The folder for plain forms, as MindSpore names it; None where files cannot be put beside `path`."""
    folder = os.path.join(os.path.dirname(os.path.realpath(path)), ".decrypt_mindrecord")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _wrong(path: str) -> RuntimeError:
    return RuntimeError(
        "Failed to decrypt data, please check if enc_key and enc_mode / dec_mode is valid. "
        f"File path: {path}"
    )
