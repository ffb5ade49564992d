"""Arrays in memory that worker processes share: the same rows, memory of their own, and nothing left behind."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc.dataset as ds
from msacc.common import warn_once
from msacc.dataset.pipeline import shared_memory

LARGE = 40_000


def _tripled(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return x * np.float32(3), x[:3].astype(np.int64)


def rows(**kwargs: Any) -> list[list[np.ndarray]]:
    data = ds.NumpySlicesDataset(
        np.arange(12 * LARGE, dtype=np.float32).reshape(12, -1), ["x"], shuffle=False
    )
    data = data.map(_tripled, "x", ["x", "few"], **kwargs)
    return list(data.create_tuple_iterator(num_epochs=1, output_numpy=True))


@pytest.mark.parametrize("enabled", [True, False])
def test_rows_are_the_same_and_may_be_written(enabled: bool) -> None:
    ds.config.set_enable_shared_mem(enabled)
    try:
        result = rows(python_multiprocessing=True, num_parallel_workers=2)
    finally:
        ds.config.set_enable_shared_mem(True)
    for row, plain in zip(result, rows(), strict=True):
        assert all(
            np.array_equal(a, b) and a.dtype == b.dtype for a, b in zip(row, plain, strict=True)
        )
        row[0][:] = 0


def test_large_arrays_lie_in_a_block_until_the_task_is_forgotten() -> None:
    blocks = shared_memory.SharedBlocks(1)
    values = [(np.arange(LARGE), "text", np.arange(5)), (np.ones((300, 300), order="F"),)]
    task: Future[Any] = Future()
    block = blocks.acquire()
    assert (block, blocks.acquire()) == (0, None)
    packed = blocks.pack(values, block)
    assert isinstance(packed, shared_memory.Packed)
    assert len(packed.extents) == 2
    assert len(packed.rest) < 2000
    result = blocks.unpack(packed)
    blocks.release_after(task, block)
    assert blocks.acquire() is None
    del task
    gc.collect()
    assert blocks.acquire() == 0
    blocks.pack([np.zeros(2 * LARGE)], 0)  # another task's: what was unpacked keeps its values
    assert np.array_equal(result[0][0], values[0][0])
    assert result[0][1] == "text"
    assert np.array_equal(result[1][0], values[1][0])
    assert blocks.pack(values, None) is values


def test_what_does_not_fit_goes_through_the_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_memory, "_BLOCK_BYTES", 1 << 19)
    blocks = shared_memory.SharedBlocks(2)
    both = [np.arange(LARGE), np.arange(LARGE) + 1]
    packed = blocks.pack(both, 1)
    assert [size for _, size in packed.extents] == [8 * LARGE]
    assert all(np.array_equal(a, b) for a, b in zip(blocks.unpack(packed), both, strict=True))


def test_without_shared_memory_pipes_serve(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(*args: Any) -> None:
        raise OSError(12, "Cannot allocate memory")

    warn_once.forget()
    monkeypatch.setattr(shared_memory.mmap, "mmap", refused)
    assert len(rows(python_multiprocessing=True, num_parallel_workers=2)) == 12
    assert "through pipes" in caplog.text


_KILLED = """
import os, signal
import numpy as np
import msacc.dataset as ds
data = ds.NumpySlicesDataset(np.zeros((40, 50000)), ["x"]).map(
    np.negative, "x", python_multiprocessing=True, num_parallel_workers=2)
next(data.create_tuple_iterator(output_numpy=True))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_loop_that_is_left_while_answers_are_on_their_way_ends() -> None:
    data = ds.NumpySlicesDataset(np.zeros((40, 50000)), ["x"])
    data = data.map(np.negative, "x", python_multiprocessing=True, num_parallel_workers=2)
    for _ in range(4):
        next(data.create_tuple_iterator(output_numpy=True))
    assert not multiprocessing.active_children()


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="Linux")
def test_nothing_stays_when_all_are_killed() -> None:
    before = set(os.listdir("/dev/shm"))
    run = subprocess.run([sys.executable, "-c", _KILLED], timeout=60)
    assert run.returncode == -signal.SIGKILL
    left = set(os.listdir("/dev/shm")) - before
    assert not [name for name in left if "msacc" in name or "psm" in name]
