"""The compiled loops: where they lie, how they are made, and whether they may be trusted."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from msacc.datafiles.cache import cache_folder, make_once

_SOURCE = Path(__file__).with_name("kernels.c")
_FLAGS = ("-O3", "-funroll-loops", "-march=native", "-ffp-contract=off", "-fPIC", "-shared")
_NAME = "kernels.so"

Loops = ctypes.CDLL

# Bytes that the loops read at once, by channels.
_READ = {1: 4, 3: 8}

_pointer, _long, _int = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int
_LINEAR: list[Any] = [_pointer, *[_long] * 3, *[_int] * 3, *[_pointer] * 3, _int, *[_pointer] * 4]
_TABLES: list[Any] = [_pointer, _pointer, _long, *[_int] * 3, *[_pointer] * 3]
_SWAPS: list[Any] = [_pointer, _pointer, _long, _long]


def loaded() -> ctypes.CDLL | None:
    """The loops, or None where they cannot be had; compiles them (a quarter of a second) if nobody has before."""
    if os.environ.get("MSACC_NATIVE") == "0":
        return None
    return _loaded()


@functools.cache
def _loaded() -> ctypes.CDLL | None:
    compiler = next(filter(None, map(shutil.which, _compilers())), None)
    if compiler is None:
        return None
    try:
        folder = cache_folder() / f"native-{_key(compiler)}"
        made = make_once(folder, lambda where: _compile(compiler, where), _is_ours)
        found = ctypes.CDLL(str(made / _NAME))
        found.msacc_linear.argtypes = _LINEAR
        found.msacc_tables.argtypes = _TABLES
        found.msacc_swaps.argtypes = _SWAPS
        found.msacc_tables.restype = found.msacc_swaps.restype = None
    except (OSError, subprocess.SubprocessError, AttributeError):
        return None  # a folder nobody may write, a compiler that lacks a flag, a file of another machine
    return found if _is_right(found) else None


def _compilers() -> Sequence[str]:
    asked = os.environ.get("CC")
    return [asked] if asked else ["cc", "gcc", "clang"]


def _key(compiler: str) -> str:
    """What the file follows from: a home folder may be shared by machines of different kinds."""
    parts = [_SOURCE.read_bytes(), compiler.encode(), platform.machine().encode(), _processor()]
    return hashlib.sha256(b"\0".join([*parts, *(flag.encode() for flag in _FLAGS)])).hexdigest()[
        :20
    ]


def _processor() -> bytes:
    """What the processor can do, as the kernel tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_bytes().splitlines()
    except OSError:
        return platform.processor().encode()
    return next((line for line in lines if line.startswith((b"flags", b"Features"))), b"")


def _compile(compiler: str, where: Path) -> None:
    command = [compiler, *_FLAGS, "-o", str(where / _NAME), str(_SOURCE)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    # Whatever the user's mask is: what others could write is not run.
    for path in (where, where / _NAME):
        path.chmod(0o755)


def _is_ours(folder: Path) -> bool:
    """Whether it is there, and nobody else can have put it there: it is run."""
    if not (folder / _NAME).is_file():
        return False
    for path in (folder, folder / _NAME):
        found = path.stat()
        if found.st_uid not in (os.getuid(), 0) or found.st_mode & 0o022:
            raise OSError(f"{path} can be written by others")
    return True


def _is_right(found: ctypes.CDLL) -> bool:
    """Whether it computes: a byte's number in a table, and an image as large as it was."""
    bytes_in = np.arange(24, dtype=np.uint8).reshape(1, 2, 4, 3)
    tables = np.arange(768, dtype=np.float32).reshape(3, 256)
    out = np.empty(bytes_in.shape, np.float32)
    looked_up(found, bytes_in, tables, False, out)
    return np.array_equal(out[0, 1, 3], tables[[0, 1, 2], [21, 22, 23]])


def address(array: np.ndarray) -> int:
    """Where an array begins; `array.ctypes` takes ten times as long."""
    return int(array.__array_interface__["data"][0])


def looked_up(
    found: ctypes.CDLL,
    images: np.ndarray,
    tables: np.ndarray,
    channels_first: bool,
    out: np.ndarray,
) -> None:
    """Write `tables[c, images[..., c]]` into `out`, float32 of shape (n, H, W, C) or (n, C, H, W).

    Images: uint8 of shape (n, H, W, C) with any strides; tables: float32 of shape (C, 256).
    """
    n, height, width, channels = images.shape
    seen = out.transpose(0, 2, 3, 1) if channels_first else out
    steps = np.array(images.strides, np.int64)
    to = np.array(seen.strides, np.int64) // 4
    found.msacc_tables(
        address(images), address(steps), n, height, width, channels,
        address(tables), address(out), address(to),
    )  # fmt: skip


def swap(found: ctypes.CDLL, values: np.ndarray, partners: np.ndarray, first: int) -> None:
    """Swap `values[first + i]` with `values[partners[i]]` for each i in turn, in place; int64, partners not checked."""
    found.msacc_swaps(address(values), address(partners), first, len(partners))


# First and second neighbour along one axis and the weights of both, the first's in the lower half: int32, int32,
# uint32.
Taps = tuple[np.ndarray, np.ndarray, np.ndarray]


def linear(found: ctypes.CDLL, images: np.ndarray, across: Taps, down: Taps) -> np.ndarray:
    """uint8 images (n, H, W, C), whose channels lie side by side, with two taps along each axis."""
    n, _, width, channels = images.shape
    step = images.strides[2]
    out = np.empty((n, len(down[0]), len(across[0]), channels), np.uint8)
    left, right, weights = across
    safe = 0
    if channels == step and channels in _READ:
        # What is read from the left neighbour on lies in the row; the right one follows it, or weighs nothing.
        inside = channels * left + _READ[channels] <= channels * width
        follows = ((right == left + 1) | (weights < 1 << 16)) & inside
        safe = len(left) if follows.all() else int(np.argmin(follows))
    places = left * np.int32(step), right * np.int32(step), weights
    failed = found.msacc_linear(
        address(images), n, *images.strides[:2], channels, *out.shape[1:3],
        *map(address, places), safe, *map(address, down), address(out),
    )  # fmt: skip
    if failed:
        raise MemoryError("no memory for two rows of an image")
    return out
