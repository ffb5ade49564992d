"""Encrypted MindRecord files: key and modes, encryption and decryption.

An encrypted file is a sequence of blocks, each after its length (four bytes, big-endian), a length of 0, the
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
    """Sets the key of all files written and read from now on.

    `enc_key`: a str of 16, 24 or 32 characters; None: no encryption. Raises ValueError for other keys.
    """
    if enc_key is not None and not isinstance(enc_key, str):
        raise ValueError(f"The input enc_key is not str. Got {type(enc_key).__name__}.")
    if enc_key is not None and len(enc_key) not in (16, 24, 32):
        raise ValueError(f"The length of input enc_key is not 16, 24, 32. Got {len(enc_key)}.")
    _state["key"] = enc_key


def set_enc_mode(enc_mode: Mode = "AES-GCM") -> None:
    """Sets how files are encrypted.

    `enc_mode`: 'AES-GCM', or a function (file, its size, file to write, key). Raises ValueError for others.
    """
    _state["enc"] = _check_mode("enc_mode", enc_mode)


def set_dec_mode(dec_mode: Mode | None = "AES-GCM") -> None:
    """Sets how files are decrypted.

    `dec_mode`: 'AES-GCM', a function like that of `set_enc_mode`, or None: as they are encrypted. Raises
    ValueError for others.
    """
    _state["dec"] = None if dec_mode is None else _check_mode("dec_mode", dec_mode)


def _check_mode(name: str, mode: object) -> Any:
    if not callable(mode) and not isinstance(mode, str):
        raise ValueError(
            f"The input {name} is not str. Got {type(mode).__name__}; a function is allowed too."
        )
    if isinstance(mode, str) and mode != "AES-GCM":
        raise ValueError(
            f"The input {name} is invalid. Got {crypto.mode_text(mode)}; it must be 'AES-GCM'."
        )
    return mode


def encrypt(path: str) -> None:
    """Encrypts a file in place, if a key is set."""
    key, mode = _state["key"], _state["enc"]
    if key is None:
        return
    temporary = path + ".encrypt"
    with open(path, "rb") as plain, open(temporary, "wb") as out:
        if callable(mode):
            mode(plain, os.path.getsize(path), out, key)
        else:
            crypto.check_key(key.encode(), mode, "enc_key")
            while block := plain.read(_BLOCK):
                encrypted = crypto.encrypt_block(block, key.encode(), mode)
                out.write(len(encrypted).to_bytes(4, "big") + encrypted)
        out.write(bytes(4) + (_CUSTOM if callable(mode) else mode.encode()) + _END)
    os.chmod(temporary, 0o600)
    os.replace(temporary, path)


def decrypt_in_place(path: str) -> None:
    """Decrypts a file in place, if a key is set."""
    if _is_encrypted(path):
        temporary = path + ".decrypt"
        _decrypt(path, temporary)
        os.replace(temporary, path)


class PlainFiles:
    """Decrypted copies of files, in a temporary folder that is removed with this object."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._copies: dict[str, str] = {}

    def plain_path(self, path: str) -> str:
        """Returns the path of a file or of its decrypted copy; RuntimeError if the key does not match."""
        if path in self._copies or not _is_encrypted(path):
            return self._copies.get(path, path)
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(
                dir=_decryption_folder(path), prefix="mindrecord"
            )
        inner = os.path.join(self._folder.name, str(len(self._copies)))
        os.mkdir(inner)
        self._copies[path] = plain = os.path.join(inner, os.path.basename(path))
        for suffix in ("", ".db"):
            if os.path.exists(path + suffix):
                _decrypt(path + suffix, plain + suffix)
        return plain


def encrypting() -> bool:
    """Returns whether a key is set."""
    return _state["key"] is not None


def _is_encrypted(path: str) -> bool:
    check_size(path)
    with open(path, "rb") as file:
        file.seek(max(os.path.getsize(path) - len(_END), 0))
        encrypted = file.read() == _END
    if encrypted and _state["key"] is None:
        raise RuntimeError(
            "The mindrecord file is encrypted. You need to configure it with what it was written "
            f"with: mindrecord.config.set_enc_key(...) and set_enc_mode(...). File path: {path}"
        )
    if not encrypted and _state["key"] is not None:
        raise RuntimeError(
            "The mindrecord file is not encrypted. You can set 'mindrecord.config.set_enc_key(None)' "
            f"to read it. File path: {path}"
        )
    return encrypted


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
            raise _decryption_error(path)
        file.seek(0)
        if callable(mode):
            mode(file, size, out, key)
            return
        while length := int.from_bytes(file.read(4), "big"):
            if length > size - file.tell():
                raise _decryption_error(path)
            try:
                out.write(crypto.decrypt(file.read(length), key.encode(), mode))
            except ValueError as error:
                raise _decryption_error(path) from error


def _decryption_folder(path: str) -> str | None:
    """Returns the folder for decrypted files, named as MindSpore's; None if it cannot be created next to `path`."""
    folder = os.path.join(os.path.dirname(os.path.realpath(path)), ".decrypt_mindrecord")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _decryption_error(path: str) -> RuntimeError:
    return RuntimeError(
        "Failed to decrypt data, please check if enc_key and enc_mode / dec_mode is valid. "
        f"File path: {path}"
    )
