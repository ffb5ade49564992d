"""Compiling without Python's search for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    """Within the block no garbage in circles is looked for; all else is freed as always.

    Recording and compiling make millions of objects that stay until the code is done; each search goes through them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
