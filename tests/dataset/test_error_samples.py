"""Rows that fail in a map, and iterators that are set back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import msacc.dataset as ds
from msacc.dataset.config import ErrorSamplesMode
from msacc.dataset.resume_pipeline import _reset_training_dataset, _set_training_dataset


@pytest.fixture(autouse=True)
def usual_mode() -> Iterator[None]:
    yield
    ds.config.set_error_samples_mode(ErrorSamplesMode.RETURN)


def fails_below(least: int) -> Any:
    def check(x: np.ndarray) -> np.ndarray:
        if x < least:
            raise ValueError(f"{x} is too small")
        return x

    return check


def values(count: int, least: int) -> list[int]:
    data = ds.GeneratorDataset(list(range(count)), ["x"], shuffle=False).map(fails_below(least))
    return [int(x) for (x,) in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]


def test_rows_are_left_out() -> None:
    ds.config.set_error_samples_mode(ErrorSamplesMode.SKIP)
    assert values(6, 4) == [4, 5]


# What MindSpore gives.
@pytest.mark.parametrize(
    ("count", "least", "expected"),
    [
        (3, 1, [1, 2, 1]),
        (20, 1, [*range(1, 17), 1, 17, 18, 19]),
        (12, 10, [10, 11] * 6),
        (
            30,
            10,
            [*range(10, 26), 10, 26, 11, 27, 12, 28, 13, 29, *range(14, 20)],
        ),
    ],
)
def test_rows_are_replaced(count: int, least: int, expected: list[int]) -> None:
    ds.config.set_error_samples_mode(ErrorSamplesMode.REPLACE)
    assert values(count, least) == expected


def test_nothing_can_replace_them_all() -> None:
    ds.config.set_error_samples_mode(ErrorSamplesMode.REPLACE)
    with pytest.raises(RuntimeError, match="All data is garbage"):
        values(3, 9)


def test_an_iterator_goes_on_where_it_was_cut_off() -> None:
    data = ds.NumpySlicesDataset(list(range(5)), shuffle=True).batch(2)
    ds.config.set_seed(7)
    whole = [x.tolist() for _ in [0] for x in _run(data)]
    ds.config.set_seed(7)
    again = data.create_tuple_iterator(num_epochs=3, output_numpy=True)
    _set_training_dataset(again)
    _reset_training_dataset(4, 3)
    rest = [row[0].tolist() for _ in range(2) for row in again]
    assert rest == whole[4:]
    with pytest.raises(RuntimeError, match="less than dataset_size"):
        _reset_training_dataset(9, 3)
    data.set_init_step(4)
    ds.config.set_seed(7)
    later = data.create_tuple_iterator(num_epochs=3, output_numpy=True)
    assert [row[0].tolist() for _ in range(2) for row in later] == whole[4:]


def _run(data: Any) -> list[np.ndarray]:
    result = data.create_tuple_iterator(num_epochs=3, output_numpy=True)
    return [row[0] for _ in range(3) for row in result]


class _Counted:
    def __init__(self) -> None:
        self.read: list[int] = []

    def __len__(self) -> int:
        return 20

    def __getitem__(self, index: int) -> int:
        self.read.append(index)
        return index


@pytest.mark.parametrize("step", [3, 5, 8])
@pytest.mark.parametrize("shuffle", [False, True])
def test_rows_before_the_step_to_resume_at_are_not_read(step: int, shuffle: bool) -> None:
    def batches(first: int) -> tuple[list[list[int]], int]:
        ds.config.set_seed(4)
        source = _Counted()
        data = ds.GeneratorDataset(source, ["x"], shuffle=shuffle).batch(4)
        if first:
            data.set_init_step(first)
        rows = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
        result = [row[0].tolist() for _ in range(2 - first // 5) for row in rows]
        return result, len(source.read)

    whole, _ = batches(0)
    rest, read = batches(step)
    assert rest == whole[step:]
    assert read == 40 - 4 * step


def test_without_fast_recovery_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ds.config._values, "fast_recovery", False)
    source = _Counted()
    data = ds.GeneratorDataset(source, ["x"], shuffle=False).batch(4)
    data.set_init_step(3)
    rows = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    assert [row[0].tolist() for row in rows] == [[12, 13, 14, 15], [16, 17, 18, 19]]
    assert len(source.read) == 20
