"""Rows that a thread makes while the loop uses the ones before: what runs where, how far ahead, and how it ends."""

from __future__ import annotations

import gc
import threading
import time
import traceback
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import msacc.dataset as ds
import msacc.dataset.vision as vision
from msacc.dataset.pipeline import background_iterator
from msacc.dataset.pipeline.iterator import RowIterator
from msacc.mindspore_homes import defined_in

NAME = "msacc-dataset"


def until(happened: Any) -> None:
    """Wait for another thread."""
    end = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.002)


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == NAME]


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    yield
    gc.collect()
    until(lambda: not threads())


class Source:
    """Counts what it is asked for and notes who asks."""

    def __init__(self, rows: int = 60) -> None:
        self.rows, self.read, self.by = rows, 0, set[str]()

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, place: int) -> np.ndarray:
        self.read += 1
        self.by.add(threading.current_thread().name)
        return np.array(place)


def test_functions_of_a_script_run_ahead_in_one_thread() -> None:
    """After a look at the first row, which has no other effect than that."""
    source, by, batches = Source(), set[str](), []

    def twice(x: np.ndarray) -> np.ndarray:
        by.add(threading.current_thread().name)
        return x * 2

    def kept(xs: list[np.ndarray], info: Any) -> list[np.ndarray]:
        batches.append(info.get_batch_num())
        return xs

    data = ds.GeneratorDataset(source, ["x"], shuffle=False).map(twice, "x")
    rows = data.batch(4, per_batch_map=kept).create_tuple_iterator(output_numpy=True)
    next(rows)
    assert (source.read, source.by) == (4, {threading.current_thread().name})
    assert next(rows)[0].tolist() == [8, 10, 12, 14]
    # The second was asked for, and two more are made.
    until(lambda: len(batches) >= 4)
    time.sleep(0.05)
    assert source.read == 16
    assert batches == [0, 1, 2, 3]
    assert by == source.by == {threading.current_thread().name, NAME}


def test_a_pipeline_works_while_the_loop_does() -> None:
    """Bounded by prefetch_size."""
    before = ds.config.get_prefetch_size()
    ds.config.set_prefetch_size(6)
    try:
        images = np.zeros((200, 40, 40, 3), np.uint8)
        made = []

        class Noting(vision.Resize):
            def block(self, xs: np.ndarray) -> np.ndarray:
                made.append(len(xs))
                return super().block(xs)

        Noting.__module__ = defined_in(vision.Resize)
        data = (
            ds.NumpySlicesDataset(images, ["image"], shuffle=False).map(Noting((9, 9))).batch(100)
        )
        data = data.repeat(20)
        rows = data.create_tuple_iterator()
        next(rows)
        until(lambda: len(made) == 7)
        time.sleep(0.05)
        assert len(made) == 7
    finally:
        ds.config.set_prefetch_size(before)


def test_rows_and_draws_are_those_of_the_asking_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows() -> list[Any]:
        ds.config.set_seed(4)
        np.random.seed(7)
        data = ds.GeneratorDataset(Source(), ["x"], shuffle=True)
        data = data.map(lambda x: x + np.random.rand(), "x").shuffle(7).batch(5)
        walked = data.create_tuple_iterator(num_epochs=3, output_numpy=True)
        first = [next(walked)[0] for _ in range(4)]
        # The number of rows that were made ahead is always the same.
        walked.end_epoch()
        return [*first, *(row[0] for _ in range(2) for row in walked), np.random.rand()]

    once, again = rows(), rows()
    assert len(once) == 4 + 24 + 1
    assert all(np.array_equal(a, b) for a, b in zip(once, again, strict=True))
    monkeypatch.setattr(RowIterator, "_may_prefetch", lambda self: False)
    alone = rows()
    assert all(np.array_equal(a, b) for a, b in zip(once[:4], alone[:4], strict=True))


def test_errors_come_in_their_turn_with_the_scripts_own_lines() -> None:
    def fails(x: np.ndarray) -> np.ndarray:
        if x == 7:
            raise KeyError("seven")
        return x

    rows = ds.GeneratorDataset(Source(), ["x"], shuffle=False).map(fails).create_tuple_iterator()
    got = [int(next(rows)[0]) for _ in range(7)]
    assert got == list(range(7))
    with pytest.raises(RuntimeError, match="fails raised KeyError") as caught:
        next(rows)
    cause = caught.value.__cause__
    assert isinstance(cause, KeyError)
    assert any(frame.name == "fails" for frame in traceback.extract_tb(cause.__traceback__))


def test_a_generator_that_is_left_is_closed() -> None:
    closed = []

    def source() -> Iterator[tuple[np.ndarray]]:
        try:
            for n in range(1000):
                yield (np.array(n),)
        finally:
            closed.append(threading.current_thread().name)

    rows = ds.GeneratorDataset(source, ["x"]).create_tuple_iterator()
    for _ in range(5):
        next(rows)
    del rows
    gc.collect()
    assert len(closed) == 1


def test_a_loop_that_ends_early_leaves_no_thread() -> None:
    data = ds.NumpySlicesDataset(np.zeros((500, 3), np.float32), ["x"]).batch(2).repeat(50)
    for n, _ in enumerate(data.create_tuple_iterator(num_epochs=1)):
        if n == 3:
            break
    gc.collect()
    assert not threads()


def test_no_thread_outlives_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_iterator, "_exiting", threading.Event())
    data = ds.NumpySlicesDataset(np.zeros((500, 3), np.float32), ["x"]).batch(2)
    rows = data.create_tuple_iterator()
    next(rows)
    assert threads()
    background_iterator._stop_threads()  # what atexit calls
    assert not threads()
    del rows


def test_what_must_not_be_made_ahead_is_not() -> None:
    source = Source()

    def size(info: Any) -> int:
        return 2

    rows = ds.GeneratorDataset(source, ["x"], shuffle=False).batch(size).create_tuple_iterator()
    next(rows), next(rows)
    assert not threads()
    assert source.read == 4


def test_debug_mode_is_one_thread() -> None:
    source = Source()
    ds.config.set_debug_mode(True)
    try:
        rows = ds.GeneratorDataset(source, ["x"], shuffle=False).create_tuple_iterator()
        next(rows), next(rows), next(rows)
        assert source.read == 3
    finally:
        ds.config.set_debug_mode(False)
