"""load: MindIR files, plain and encrypted."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from msacc.common import crypto
from msacc.mindir.graph import FuncGraph
from msacc.mindir.load import read
from msacc.mindir.tensors import broken
from msacc.train.serialization import argument_checks

if TYPE_CHECKING:
    from typing_extensions import Unpack

_ARGUMENTS = ("dec_key", "dec_mode")


class _Options(TypedDict, total=False):
    """What `load` takes by keyword besides the file."""

    dec_key: bytes
    dec_mode: str | Callable[..., bytes]
    obf_func: Any


def load(file_name: str, **kwargs: Unpack[_Options]) -> FuncGraph:
    """Read a MindIR file that MindSpore's `export` wrote, for `nn.GraphCell`.

    `file_name` ends with '.mindir'; of a network over 1 GB it is NAME_graph.mindir, beside the folder
    NAME_variables. For an encrypted file, `dec_key` is the key, 16, 24 or 32 bytes, and `dec_mode` 'AES-GCM' (the
    default), 'AES-CBC' or 'SM4-CBC', or a function (path, key) -> bytes.

    Raises ValueError for another name, no such file, and a `dec_key` or `dec_mode` of another type; RuntimeError for a
    file that is broken, encrypted, or not what the key opens; TypeError for another result of a function;
    NotImplementedError for `obf_func` and for what msacc does not read, by name. Differs from MindSpore: an unknown
    argument is a TypeError.
    """
    if "obf_func" in kwargs:
        raise NotImplementedError("Dynamic model structure obfuscation is not supported.")
    for name in kwargs.keys() - set(_ARGUMENTS):
        raise TypeError(f"For 'load', the argument {name!r} is unknown; it takes {_ARGUMENTS}.")
    _check_name(file_name)
    return read(os.path.realpath(file_name), _decryption(kwargs))


def _check_name(file_name: str) -> None:
    if not isinstance(file_name, str):
        raise ValueError(f"For 'load', 'file_name' must be a str, but got {file_name!r}.")
    if not file_name.endswith(".mindir"):
        raise ValueError(
            f"For 'load', 'file_name' must end with '.mindir', but got {file_name!r}; checkpoints are "
            "read by load_checkpoint."
        )
    if not os.path.exists(file_name):
        raise ValueError(f"For 'load', the file {file_name} does not exist.")


def _decryption(kwargs: Mapping[str, Any]) -> Callable[[str], bytes] | None:
    """The function that decrypts a file; None without a key, when `dec_mode` is ignored."""
    if "dec_key" not in kwargs:
        return None
    key, mode = kwargs["dec_key"], kwargs.get("dec_mode", "AES-GCM")
    argument_checks.instance("dec_key", key, bytes)
    if callable(mode):
        return lambda path: _decrypt_by_function(mode, path, key)
    argument_checks.instance("dec_mode", mode, str)
    return lambda path: _decrypt(path, key, mode)


def _decrypt_by_function(function: Callable[..., Any], path: str, key: bytes) -> bytes:
    plain = function(path, key)
    if not isinstance(plain, (bytes, bytearray)):
        raise TypeError(f"For 'load', the function 'dec_mode' must give bytes, but gave {plain!r}.")
    return bytes(plain)


def _decrypt(path: str, key: bytes, mode: str) -> bytes:
    try:
        crypto.check_key(key, mode, "dec_key")
        with open(path, "rb") as file:
            return bytes(crypto.decrypt(file.read(), key, mode))
    except (ValueError, OSError) as error:
        raise broken(f"{path} was not decrypted ({str(error).rstrip('.')})") from None
