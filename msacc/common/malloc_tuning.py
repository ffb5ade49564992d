"""Keeps memory that a training step frees for the next one, where the C library is glibc.

glibc gives the end of its heap back to the system whenever enough of it is free, and the system clears it anew, page by
page, for the next step.
"""

from __future__ import annotations

import ctypes
import functools
import os
import platform

# glibc's numbers for the two settings; in bytes, what stays free at the end of the heap, and what lies outside of it.
_TRIM, _MMAP = -1, -3
_TRIM_THRESHOLD, _LARGE = 1 << 28, 1 << 25
_SET_BY_USERS = ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES")


@functools.cache
def keep_freed_memory() -> None:
    """Leave up to 256 MB of freed memory with the process; nothing where the environment says how memory is kept."""
    if platform.libc_ver()[0] != "glibc" or any(map(os.environ.get, _SET_BY_USERS)):
        return
    library = ctypes.CDLL(None)
    library.mallopt(_TRIM, _TRIM_THRESHOLD)
    library.mallopt(_MMAP, _LARGE)
