"""The compiled loops: cache folder, compilation, trust checks, and their Python signatures."""

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

# Bytes that the loops read per pixel, by the number of channels.
_READ_BYTES = {1: 4, 3: 8}

_pointer, _long, _int = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int
_LINEAR: list[Any] = [_pointer, *[_long] * 3, *[_int] * 3, *[_pointer] * 3, _int, *[_pointer] * 4]
_TABLES: list[Any] = [_pointer, _pointer, _long, *[_int] * 3, *[_pointer] * 3]
_SWAPS: list[Any] = [_pointer, _pointer, _long, _long]


def loaded() -> ctypes.CDLL | None:
    """Returns the loops, or None where they are not available; compiles them (0.25 s) at first use."""
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
        built = make_once(folder, lambda where: _compile(compiler, where), _is_trusted)
        library = ctypes.CDLL(str(built / _NAME))
        library.msacc_linear.argtypes = _LINEAR
        library.msacc_tables.argtypes = _TABLES
        library.msacc_swaps.argtypes = _SWAPS
        library.msacc_tables.restype = library.msacc_swaps.restype = None
    except (OSError, subprocess.SubprocessError, AttributeError):
        return None  # a read-only folder, a compiler that lacks a flag, a file of another machine
    return library if _self_test(library) else None


def _compilers() -> Sequence[str]:
    compiler = os.environ.get("CC")
    return [compiler] if compiler else ["cc", "gcc", "clang"]


def _key(compiler: str) -> str:
    """Returns a hash of source, compiler, flags and processor: machines of different kinds may share a home folder."""
    parts = [_SOURCE.read_bytes(), compiler.encode(), platform.machine().encode(), _processor()]
    return hashlib.sha256(b"\0".join([*parts, *(flag.encode() for flag in _FLAGS)])).hexdigest()[
        :20
    ]


def _processor() -> bytes:
    """Returns the processor's feature flags from the kernel."""
    try:
        lines = Path("/proc/cpuinfo").read_bytes().splitlines()
    except OSError:
        return platform.processor().encode()
    return next((line for line in lines if line.startswith((b"flags", b"Features"))), b"")


def _compile(compiler: str, where: Path) -> None:
    command = [compiler, *_FLAGS, "-o", str(where / _NAME), str(_SOURCE)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    # Independent of the umask: files that others could write are not loaded.
    for path in (where, where / _NAME):
        path.chmod(0o755)


def _is_trusted(folder: Path) -> bool:
    """Whether the library exists; raises OSError where another user could have written it."""
    if not (folder / _NAME).is_file():
        return False
    for path in (folder, folder / _NAME):
        status = path.stat()
        if status.st_uid not in (os.getuid(), 0) or status.st_mode & 0o022:
            raise OSError(f"{path} can be written by others")
    return True


def _self_test(library: ctypes.CDLL) -> bool:
    """Whether a table lookup of the library has the right result."""
    bytes_in = np.arange(24, dtype=np.uint8).reshape(1, 2, 4, 3)
    tables = np.arange(768, dtype=np.float32).reshape(3, 256)
    out = np.empty(bytes_in.shape, np.float32)
    table_lookup(library, bytes_in, tables, False, out)
    return np.array_equal(out[0, 1, 3], tables[[0, 1, 2], [21, 22, 23]])


def address(array: np.ndarray) -> int:
    """Returns an array's memory address; `array.ctypes` takes ten times as long."""
    return int(array.__array_interface__["data"][0])


def table_lookup(
    library: ctypes.CDLL,
    images: np.ndarray,
    tables: np.ndarray,
    channels_first: bool,
    out: np.ndarray,
) -> None:
    """Writes `tables[c, images[..., c]]` into `out`, float32 of shape (n, H, W, C) or (n, C, H, W).

    Images: uint8 of shape (n, H, W, C) with any strides; tables: float32 of shape (C, 256).
    """
    n, height, width, channels = images.shape
    channels_last = out.transpose(0, 2, 3, 1) if channels_first else out
    steps = np.array(images.strides, np.int64)
    output_strides = np.array(channels_last.strides, np.int64) // 4
    library.msacc_tables(
        address(images), address(steps), n, height, width, channels,
        address(tables), address(out), address(output_strides),
    )  # fmt: skip


def swap(library: ctypes.CDLL, values: np.ndarray, partners: np.ndarray, first: int) -> None:
    """Swaps `values[first + i]` with `values[partners[i]]` for each i in turn, in place; int64, not checked."""
    library.msacc_swaps(address(values), address(partners), first, len(partners))


# First and second neighbour along one axis and the weights of both, the first's in the lower half: int32, int32,
# uint32.
Taps = tuple[np.ndarray, np.ndarray, np.ndarray]


def linear(library: ctypes.CDLL, images: np.ndarray, across: Taps, down: Taps) -> np.ndarray:
    """Resizes uint8 images (n, H, W, C) with contiguous channels by two taps along each axis."""
    n, _, width, channels = images.shape
    step = images.strides[2]
    out = np.empty((n, len(down[0]), len(across[0]), channels), np.uint8)
    left, right, weights = across
    safe = 0
    if channels == step and channels in _READ_BYTES:
        # The read from the left neighbour stays inside the row; the right one follows it, or has weight 0.
        in_row = channels * left + _READ_BYTES[channels] <= channels * width
        follows = ((right == left + 1) | (weights < 1 << 16)) & in_row
        safe = len(left) if follows.all() else int(np.argmin(follows))
    taps = left * np.int32(step), right * np.int32(step), weights
    failed = library.msacc_linear(
        address(images), n, *images.strides[:2], channels, *out.shape[1:3],
        *map(address, taps), safe, *map(address, down), address(out),
    )  # fmt: skip
    if failed:
        raise MemoryError("no memory for two rows of an image")
    return out
