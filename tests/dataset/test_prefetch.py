"""Rows that threads and processes make ahead: the same rows, bounded, and errors that are told."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import msacc.dataset as ds
import msacc.dataset.audio as audio
import msacc.dataset.text as text
import msacc.dataset.transforms as transforms
import msacc.dataset.vision as vision
from msacc.common import warn_once
from msacc.dataset.pipeline import prefetch
from msacc.dataset.pipeline.operation import Transform
from msacc.mindspore_homes import defined_in

ROWS = 40


def pictures() -> list[np.ndarray]:
    """JPEGs of different sizes."""
    result = []
    for n in range(ROWS):
        pixels = np.random.default_rng(n).integers(0, 255, (20 + n % 7, 24, 3), np.uint8)
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "JPEG")
        result.append(np.frombuffer(file.getvalue(), np.uint8))
    return result


class Source:
    """Random access to the pictures; tells how far it was read."""

    def __init__(self) -> None:
        self.files, self.read = pictures(), 0

    def __len__(self) -> int:
        return ROWS

    def __getitem__(self, place: int) -> tuple[np.ndarray, int]:
        self.read += 1
        return self.files[place], place


def pipeline(source: Any, workers: int | None, **kwargs: Any) -> Any:
    data = ds.GeneratorDataset(source, ["image", "n"], shuffle=False)
    steps = [
        vision.Decode(),
        vision.RandomResizedCrop(8),
        vision.RandomHorizontalFlip(),
        vision.RandomColorAdjust(0.3, 0.3),
        vision.HWC2CHW(),
    ]
    return data.map(steps, "image", num_parallel_workers=workers, **kwargs)


def rows(data: Any, epochs: int = 2) -> list[np.ndarray]:
    walked = data.create_tuple_iterator(num_epochs=epochs, output_numpy=True)
    return [row[0] for _ in range(epochs) for row in walked]


@pytest.mark.parametrize("workers", [1, 3, None])
@pytest.mark.parametrize("batch", [1, 7])
def test_threads_give_the_rows_of_one_thread(
    workers: int | None, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ds.config.set_seed(5)
    result = {}
    for cores in (1, 2, 5):
        monkeypatch.setattr(prefetch, "available_cores", lambda cores=cores: cores)
        result[cores] = rows(pipeline(Source(), workers).batch(batch))
    monkeypatch.setattr(Transform, "threadable", lambda self: False)
    inline = rows(pipeline(Source(), workers).batch(batch))
    assert len(inline) == 2 * -(-ROWS // batch)
    for made in result.values():
        assert all(np.array_equal(a, b) for a, b in zip(made, inline, strict=True))


def test_work_is_done_in_other_threads_and_ahead() -> None:
    threads = set()

    class Noting(vision.Decode):
        def sample(self, x: Any) -> Any:
            threads.add(threading.current_thread().name)
            return super().sample(x)

    Noting.__module__ = defined_in(vision.Decode)
    source = Source()
    data = ds.GeneratorDataset(source, ["image", "n"], shuffle=False)
    walked = data.map([Noting(), vision.Resize((8, 8))], "image").batch(4).create_tuple_iterator()
    next(walked)
    # The block that was asked for, and 16 rows ahead.
    assert 4 < source.read <= 20
    next(walked)
    # Now the last stage is two blocks ahead as well.
    assert source.read <= 32
    assert all(name.startswith("msacc-map") for name in threads)


def test_prefetch_size_bounds_what_is_ahead() -> None:
    before = ds.config.get_prefetch_size()
    try:
        ds.config.set_prefetch_size(4)
        source = Source()
        next(pipeline(source, None).batch(4).create_tuple_iterator())
        assert source.read == 8
    finally:
        ds.config.set_prefetch_size(before)


def test_nothing_is_asked_for_ahead_of_a_gate() -> None:
    data = pipeline(Source(), None).sync_wait("go", 1).batch(2)
    gated = ds.GeneratorDataset(Source(), ["image", "n"], shuffle=False).sync_wait("go", 3)
    walked = gated.map([vision.Decode(), vision.Resize((8, 8))], "image").create_tuple_iterator()
    assert len([next(walked) for _ in range(3)]) == 3
    with pytest.raises(RuntimeError, match="'go' holds the rows back"):
        next(walked)
    assert len(next(data.create_tuple_iterator())) == 2


def test_a_generator_may_wait_for_the_loop() -> None:
    """It is asked for rows before the loop has used the ones before, and may then block until it has."""
    files, used, told = pictures(), [0], threading.Condition()

    def rows_of() -> Any:
        for n in range(12):
            with told:
                assert told.wait_for(lambda n=n: used[0] >= n // 4, timeout=20)
            yield files[n], n

    data = ds.GeneratorDataset(rows_of, ["image", "n"])
    data = data.map([vision.Decode(), vision.Resize((8, 8))], "image").batch(4)
    for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True):
        assert row[1].tolist() == [4 * used[0] + k for k in range(4)]
        with told:
            used[0] += 1
            told.notify()
    assert used[0] == 3


def test_rows_before_a_bad_one_come_first() -> None:
    source = Source()
    source.files[9] = np.frombuffer(b"no picture", np.uint8)
    walked = pipeline(source, None).batch(4).create_tuple_iterator(output_numpy=True)
    assert [next(walked)[1].tolist() for _ in range(2)] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    with pytest.raises(RuntimeError, match="Decode"):
        next(walked)


def test_rows_before_a_source_that_fails_come_first() -> None:
    source: Any = Source()
    source.files[6] = None
    del source.files[20:]
    walked = pipeline(source, None).batch(4).create_tuple_iterator(output_numpy=True)
    assert next(walked)[1].tolist() == [0, 1, 2, 3]
    with pytest.raises(RuntimeError):
        next(walked)


def test_an_epoch_that_is_left_goes_on_the_same_way() -> None:
    ds.config.set_seed(5)

    def some() -> list[Any]:
        walked = (
            pipeline(Source(), None).batch(4).create_tuple_iterator(num_epochs=3, output_numpy=True)
        )
        first = [next(walked)[0] for _ in range(2)]
        walked.end_epoch()
        return [*first, *[row[0] for row in walked]]

    one, other = some(), some()
    assert len(one) == 12
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


class Dying:
    """A function that ends its process at one row."""

    def __init__(self, row: int, how: str):
        self.row, self.how = row, how

    def __call__(self, x: np.ndarray) -> np.ndarray:
        if int(x) == self.row:
            if self.how == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            os._exit(3)
        return x * 2


@pytest.mark.parametrize(
    ("how", "told"), [("kill", "was ended by SIGKILL"), ("exit", "ended with code 3")]
)
def test_a_worker_that_dies_is_an_error(how: str, told: str) -> None:
    data = ds.NumpySlicesDataset(np.arange(200), ["x"], shuffle=False)
    data = data.map(Dying(150, how), "x", python_multiprocessing=True, num_parallel_workers=2)
    result: list[int] = []
    rows = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    with pytest.raises(RuntimeError, match=told):
        result.extend(int(row[0]) for row in rows)
    assert result == [2 * n for n in range(len(result))]
    assert len(result) > 50
    # All are gone, and a new iterator has new ones.
    assert int(next(data.create_tuple_iterator(output_numpy=True))[0]) == 0


_LONELY = """
import multiprocessing, os, signal
import numpy as np
import msacc.dataset as ds
data = ds.NumpySlicesDataset(np.arange(1000), ["x"], shuffle=False)
data = data.map(np.negative, "x", python_multiprocessing=True, num_parallel_workers=2)
rows = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
next(rows)
print(*[child.pid for child in multiprocessing.active_children()], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_workers_end_with_a_parent_that_is_killed() -> None:
    run = subprocess.run(
        [sys.executable, "-c", _LONELY], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == -signal.SIGKILL
    workers = [int(pid) for pid in run.stdout.split()]
    assert len(workers) == 2
    until = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < until, "the workers live on"
        time.sleep(0.1)


def test_functions_are_said_to_run_alone(caplog: pytest.LogCaptureFixture) -> None:
    warn_once.forget()
    data = ds.NumpySlicesDataset(np.arange(4), ["x"])
    data.map(lambda x: x, "x", num_parallel_workers=4)
    assert "num_parallel_workers=4" in caplog.text
    assert "python_multiprocessing=True" in caplog.text


def test_texts_are_said_to_be_made_alone_and_pictures_and_sounds_are_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    warn_once.forget()
    data = ds.NumpySlicesDataset(["a b"], ["x"])
    both = transforms.Compose([vision.Decode(), vision.Resize(4)])
    data.map([vision.Decode(), vision.HWC2CHW()], "x", num_parallel_workers=3)
    data.map(both, "x", num_parallel_workers=3)
    data.map(audio.Gain(2.0), "x", num_parallel_workers=3)
    assert not caplog.text
    data.map(text.WhitespaceTokenizer(), "x", num_parallel_workers=3)
    assert "rows with WhitespaceTokenizer are made one after the other" in caplog.text


def _with_number(images: list[np.ndarray], info: Any) -> list[np.ndarray]:
    return [x * 10 + info.get_batch_num() for x in images]


def test_batches_are_made_in_processes() -> None:
    def batches(**kwargs: Any) -> list[Any]:
        data = ds.NumpySlicesDataset(np.arange(10), ["x"], shuffle=False)
        data = data.batch(3, per_batch_map=_with_number, input_columns="x", **kwargs)
        assert data.get_dataset_size() == 4
        return [
            row[0].tolist() for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)
        ]

    alone = batches()
    assert alone[0] == [0, 10, 20]
    assert alone[3] == [93]
    assert batches(python_multiprocessing=True, num_parallel_workers=2) == alone


def test_a_batch_that_kills_its_process_is_an_error() -> None:
    def die(images: list[np.ndarray], info: Any) -> list[np.ndarray]:
        if info.get_batch_num() == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return images

    data = ds.NumpySlicesDataset(np.arange(10), ["x"], shuffle=False)
    data = data.batch(
        2, per_batch_map=die, input_columns="x", python_multiprocessing=True, num_parallel_workers=2
    )
    with pytest.raises(RuntimeError, match="SIGKILL"):
        list(data.create_tuple_iterator(num_epochs=1))
