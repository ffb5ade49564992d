"""Order, repeat and shard semantics, for many sizes."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import msacc.dataset as ds
from msacc.dataset.cpp_random import Mt19937, Mt19937x64, std_shuffle

few = settings(max_examples=25, deadline=None)
sizes = st.integers(1, 60)


def numbers(data: ds.Dataset, epochs: int = 1) -> list[list[int]]:
    iterator = data.create_tuple_iterator(num_epochs=epochs, output_numpy=True)
    return [[int(v) for row in iterator for v in np.ravel(row[0])] for _ in range(epochs)]


def ordered(count: int) -> ds.Dataset:
    return ds.NumpySlicesDataset(np.arange(count), shuffle=False)


@few
@given(sizes, st.integers(1, 9), st.booleans(), st.integers(1, 3))
def test_batches_cut_the_rows_in_order(n: int, size: int, drop: bool, repeat: int) -> None:
    data = ordered(n).repeat(repeat).batch(size, drop)
    rows = list(range(n)) * repeat
    kept = rows[: len(rows) // size * size] if drop else rows
    assert numbers(data)[0] == kept
    assert data.get_dataset_size() == (len(rows) // size if drop else -(-len(rows) // size))


@few
@given(sizes, st.integers(2, 70), st.integers(0, 2**32 - 1))
def test_shuffle_is_a_permutation_that_stays_near(n: int, buffer: int, seed: int) -> None:
    ds.config.set_seed(seed)
    for order in numbers(ordered(n).shuffle(buffer), 3):
        assert sorted(order) == list(range(n))
        # Row v has been read when it leaves: no row leaves more than a buffer early.
        assert all(v - i < buffer for i, v in enumerate(order))


@few
@given(sizes, st.integers(1, 8), st.booleans(), st.integers(0, 1000))
def test_shards_cover_all_rows_and_are_equally_long(
    n: int, shards: int, shuffle: bool, seed: int
) -> None:
    ds.config.set_seed(seed)
    parts = [
        numbers(
            ds.NumpySlicesDataset(np.arange(n), shuffle=shuffle, num_shards=shards, shard_id=i), 2
        )
        for i in range(shards)
    ]
    for epoch in range(2):
        assert {len(part[epoch]) for part in parts} == {-(-n // shards)}
        assert {v for part in parts for v in part[epoch]} == set(range(n))
        together = [part[epoch][k] for k in range(-(-n // shards)) for part in parts]
        assert len(set(together[:n])) == n


@few
@given(sizes, st.integers(0, 70), st.integers(1, 70))
def test_skip_and_take_split_the_rows(n: int, skip: int, take: int) -> None:
    assert numbers(ordered(n).skip(skip).take(take))[0] == list(range(n))[skip : skip + take]
    assert numbers(ordered(n).take(take))[0] + numbers(ordered(n).skip(take))[0] == list(range(n))


@few
@given(st.integers(3, 60), st.floats(0.2, 0.8), st.integers(0, 1000), st.booleans())
def test_split_parts_are_disjoint_in_every_epoch(
    n: int, share: float, seed: int, shuffle: bool
) -> None:
    ds.config.set_seed(seed)
    data = ds.NumpySlicesDataset(np.arange(n), shuffle=shuffle)
    first, second = data.split([share, 1 - share])
    for a, b in zip(numbers(first, 2), numbers(second, 2), strict=True):
        assert sorted(a + b) == list(range(n))


@few
@given(sizes, sizes)
def test_zip_and_concat_lengths(n: int, m: int) -> None:
    left, right = ordered(n), ordered(m).rename("column_0", "other")
    assert numbers(ds.zip((left, right)))[0] == list(range(min(n, m)))
    assert numbers(ordered(n) + ordered(m))[0] == list(range(n)) + list(range(m))


@few
@given(st.integers(1, 400), st.integers(0, 2**32 - 1))
def test_std_shuffle_is_the_one_word_at_a_time_loop(n: int, seed: int) -> None:
    fast, slow, random = list(range(n)), list(range(n)), Mt19937(seed)
    std_shuffle(fast, Mt19937(seed))
    i = 1
    if n % 2 == 0 and n > 1:
        j = random.below(2)
        slow[1], slow[j], i = slow[j], slow[1], 2
    while i < n:
        first, second = divmod(random.below((i + 1) * (i + 2)), i + 2)
        for place in (first, second):
            slow[i], slow[place] = slow[place], slow[i]
            i += 1
    assert fast == slow


def test_mersenne_twisters_give_the_standards_values() -> None:
    # The C++ standard fixes the 10000th word of the default-seeded engines.
    assert int(Mt19937(5489).words(10000)[-1]) == 4123659995
    assert int(Mt19937x64(5489).words(10000)[-1]) == 9981545732273789042
