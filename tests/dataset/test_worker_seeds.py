"""Worker processes draw what MindSpore 2.10's draw: process i has the seed + i, items go to the processes in turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import msacc.dataset as ds
from msacc.common.settings import settings


@pytest.fixture(autouse=True)
def _seeded() -> Iterator[None]:
    before, state, numpy_state = settings.dataset_seed, random.getstate(), np.random.get_state()
    ds.config.set_seed(7)
    yield
    settings.dataset_seed = before
    random.setstate(state), np.random.set_state(numpy_state)


def _draw(*_: Any) -> np.ndarray:
    return np.array([ds.config.get_seed(), random.randrange(100)])


class _Source:
    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> np.ndarray:
        return _draw()


def _zeros() -> ds.NumpySlicesDataset:
    return ds.NumpySlicesDataset([np.zeros(2)] * 4, ["x"], shuffle=False)


def _mapped() -> Any:
    return _zeros().map(_draw, ["x"], num_parallel_workers=2, python_multiprocessing=True)


def _batched() -> Any:
    function = lambda rows, info: ([_draw()],)  # noqa: E731
    return _zeros().batch(
        1, num_parallel_workers=2, python_multiprocessing=True, per_batch_map=function
    )


def _generated() -> Any:
    return ds.GeneratorDataset(_Source(), ["x"], shuffle=False, num_parallel_workers=2)


# The end of an epoch counts as an item of map and batch, not of a source.
IN_TURN = [[[7, 41], [8, 29], [7, 19], [8, 47]], [[8, 48], [7, 50], [8, 16], [7, 83]]]
FROM_FIRST = [[[7, 41], [8, 29], [7, 19], [8, 47]], [[7, 50], [8, 48], [7, 83], [8, 16]]]


@pytest.mark.parametrize(
    ("make", "expected"), [(_mapped, IN_TURN), (_batched, IN_TURN), (_generated, FROM_FIRST)]
)
def test_draws_are_mindspores_in_each_run(make: Any, expected: Any) -> None:
    dataset = make()
    for _ in range(2):
        rows = dataset.create_tuple_iterator(num_epochs=2, output_numpy=True)
        assert [[row[0].ravel().tolist() for row in rows] for _ in range(2)] == expected


def test_large_rows_are_not_computed_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    from msacc.dataset.pipeline import workers

    monkeypatch.setattr(workers, "_BYTES_AHEAD", 1000)
    sizes: list[int] = []
    submit = workers.Workers.submit
    monkeypatch.setattr(
        workers.Workers,
        "submit",
        lambda self, items: sizes.append(len(items)) or submit(self, items),
    )
    for row in (
        ds.NumpySlicesDataset(np.arange(12), ["x"], shuffle=False)
        .map(lambda x: np.full(200, x), ["x"], num_parallel_workers=2, python_multiprocessing=True)
        .create_tuple_iterator(num_epochs=1, output_numpy=True)
    ):
        assert row[0].shape == (200,)
    assert sizes == [2] * 6
