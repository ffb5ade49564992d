"""The order in which MindDataset reads rows: MindSpore's for a seed, and unlike the other sources'.

Samplers are steps over a list of row numbers, a child's before its parent's. The first epoch runs
them all; a later epoch runs the shuffling ones again over what is left: RandomSampler over its own
last order, DistributedSampler over the rows it first got. (Where MindSpore forgets the steps behind
a DistributedSampler from the second epoch on, they run again here.)
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from msacc.common.settings import settings
from msacc.dataset import samplers
from msacc.dataset.cpp_random import MinStd, Mt19937, pipeline_seed, std_shuffle
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import pipeline_error
from msacc.dataset.resumable_state import Kept

_PART = 1_000_000


class Rows:
    """Row numbers, and the order they come in where one was shuffled."""

    def __init__(self, numbers: np.ndarray, order: list[int] | None = None) -> None:
        self.numbers, self.order = numbers, order

    def current(self) -> np.ndarray:
        """The row numbers as they come."""
        if self.order is None:
            return self.numbers
        return self.numbers[np.array(self.order, dtype=np.int64)]

    def keep(self, places: Any) -> None:
        """Leave only these places of what comes."""
        self.numbers, self.order = self.current()[places], None

    def __len__(self) -> int:
        return len(self.numbers)


class Step:
    """One sampler. `again`: whether it runs in every epoch."""

    again = False

    def run(self, rows: Rows, epoch: int) -> None:
        """Choose from `rows` and order them; epochs count from 1."""
        raise NotImplementedError


class Choose(Step):
    """Rows by a function of their number."""

    def __init__(self, places: Callable[[int], np.ndarray]) -> None:
        self.places = places

    def run(self, rows: Rows, epoch: int) -> None:
        rows.keep(self.places(len(rows)))


class Permute(Step):
    """RandomSampler without replacement, of all rows, within files or of whole files."""

    again = True

    def __init__(self, sampler: samplers.RandomSampler, sizes: list[int]) -> None:
        self.count, self.scope = sampler.num_samples, sampler.scope
        self.own = Kept(seed=pipeline_seed())
        # `split` shuffles with the same seed in each epoch.
        self.seeds, self.sizes = int(sampler.reshuffle_each_epoch), sizes

    def run(self, rows: Rows, epoch: int) -> None:
        order = list(range(len(rows))) if rows.order is None else rows.order
        shuffle(order, self.own.seed + epoch * self.seeds, self.scope, self.sizes)
        rows.order = order
        if self.count is not None and self.count < len(rows):
            rows.keep(slice(self.count))


class Draw(Step):
    """RandomSampler with replacement: each draw has a generator of its own."""

    again = True

    def __init__(self, count: int | None) -> None:
        self.own, self.count = Kept(seed=pipeline_seed()), count

    def run(self, rows: Rows, epoch: int) -> None:
        first, count = self.own.seed + epoch, self.count or len(rows)
        rows.keep([Mt19937(first + i).below(len(rows)) for i in range(count)])


class Share(Step):
    """DistributedSampler: every `num_shards`-th row, or with an offset rows that follow each other.

    It begins with the same rows in every epoch.
    """

    def __init__(
        self, sampler: samplers.DistributedSampler, scope: Shuffle, sizes: list[int]
    ) -> None:
        self.sampler, self.scope, self.sizes = sampler, scope, sizes
        self.again = sampler.shuffle
        # All ranks must agree without a seed too.
        self.own = Kept(seed=settings.dataset_seed, first=None)

    def run(self, rows: Rows, epoch: int) -> None:
        if self.own.first is None:
            self.own.first = rows.current()
        rows.numbers, rows.order = self.own.first, None
        if self.sampler.shuffle:
            rows.order = list(range(len(rows)))
            shuffle(rows.order, self.own.seed + epoch, self.scope, self.sizes)
        rows.keep(share(self.sampler, len(rows)))


class Classes(Step):
    """PKSampler: `num_val` rows of each class, the classes in the order of their values."""

    def __init__(self, sampler: samplers.PKSampler, labels: Callable[[str], np.ndarray]) -> None:
        self.sampler, self.labels, self.own = sampler, labels, Kept(seed=pipeline_seed())

    def run(self, rows: Rows, epoch: int) -> None:
        labels = self.labels(self.sampler.class_column)[rows.current()]
        count, random = self.sampler.num_val, Mt19937(self.own.seed)
        chosen: list[int] = []
        for label in np.unique(labels):
            members = np.flatnonzero(labels == label).tolist()
            if self.sampler.shuffle:
                std_shuffle(members, random)
            chosen += [members[i % len(members)] for i in range(count)]
        rows.keep(np.array(chosen[: self.sampler.num_samples], dtype=np.int64))


def shuffle(order: list[int], seed: int, scope: Shuffle, sizes: list[int]) -> None:
    """Shuffle `order` in place; for FILES and INFILE it is cut to pieces of `sizes` first.

    PARTIAL shuffles a million rows at a time.
    """
    if scope is Shuffle.PARTIAL:
        for start in range(0, len(order), _PART):
            piece = order[start : start + _PART]
            std_shuffle(piece, MinStd(seed))
            order[start : start + _PART] = piece
        return
    if scope not in (Shuffle.FILES, Shuffle.INFILE):
        std_shuffle(order, MinStd(seed))
        return
    ends = np.cumsum(sizes).tolist()
    if ends[-1] != len(order):
        raise ValueError(f"{scope} orders all rows of the files; leave out samplers and padding.")
    pieces = [order[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    if scope is Shuffle.FILES:
        turn = list(range(len(pieces)))
        std_shuffle(turn, MinStd(seed))
        pieces = [pieces[i] for i in turn]
    else:
        for piece in pieces:
            std_shuffle(piece, MinStd(seed))
    order[:] = [row for piece in pieces for row in piece]


def share(sampler: samplers.DistributedSampler, rows: int) -> np.ndarray:
    """A shard's places among `rows` rows; a short shard takes rows from the start.

    MS_DEV_MINDRECORD_SHARD_BY_BLOCK=True: rows that follow each other.
    """
    count, shard = sampler.num_shards, sampler.shard_id
    if sampler.offset == -1:
        each = -(-rows // count)
        block = os.environ.get("MS_DEV_MINDRECORD_SHARD_BY_BLOCK", "").lower() == "true"
        places = np.arange(each) + shard * each if block else np.arange(each) * count + shard
        places %= max(rows, 1)
    else:
        each, spare = divmod(rows + sampler.offset, count)
        sizes = [each + (i < spare) - (i < sampler.offset) for i in range(count)]
        end = sum(sizes[: shard + 1])
        places = np.arange(end - sizes[shard], end)
    return places[: sampler.num_samples]


def _indices(sampler: samplers.SubsetSampler, rows: int) -> np.ndarray:
    """MindSpore takes a number that is out of range modulo the rows; here it is an error."""
    wrong = [i for i in sampler.indices if not 0 <= i < rows]
    if wrong:
        raise pipeline_error(
            f"Sample ID ({wrong[0]}) is out of bound, expected range [0, {rows - 1}]."
        )
    places = list(sampler.indices)
    if isinstance(sampler, samplers.SubsetRandomSampler):
        std_shuffle(places, MinStd(settings.dataset_seed + 1))
    return np.array(places[: sampler.num_samples], dtype=np.int64)


def _some(sampler: samplers.SequentialSampler, rows: int) -> np.ndarray:
    return np.arange(min(sampler.start_index, rows), rows)[: sampler.num_samples]


def steps(sampler: Any, scope: Shuffle, sizes: list[int], source: Any) -> list[Step]:
    """The steps of a sampler and its children."""
    child = sampler.child_sampler
    before = steps(child, scope, sizes, source) if child else []
    return [*before, _step(sampler, scope, sizes, source)]


def _step(sampler: Any, scope: Shuffle, sizes: list[int], source: Any) -> Step:
    if isinstance(sampler, samplers.SubsetSampler):
        return Choose(lambda rows: _indices(sampler, rows))
    if isinstance(sampler, samplers.SequentialSampler):
        return Choose(lambda rows: _some(sampler, rows))
    if isinstance(sampler, samplers.DistributedSampler):
        return Share(sampler, scope, sizes)
    if isinstance(sampler, samplers.PKSampler):
        return Classes(sampler, source.labels)
    if isinstance(sampler, samplers.RandomSampler):
        return Draw(sampler.num_samples) if sampler.replacement else Permute(sampler, sizes)
    raise ValueError(f"The sampler is not supported yet: {type(sampler).__name__}.")


def epochs(made: list[Step], count: int) -> Callable[[], np.ndarray]:
    """Each call of the result gives the next epoch's row numbers."""
    # No `order`: the numbers come as they are.
    own = Kept(epoch=0, numbers=np.arange(count), order=[])

    def order() -> np.ndarray:
        own.epoch += 1
        epoch, anew = own.epoch, own.epoch == 1
        rows = Rows(own.numbers, own.order or None)
        for step in made:
            if anew or step.again:
                step.run(rows, epoch)
            # What a Share gives is new to the steps behind it.
            anew = anew or (step.again and isinstance(step, Share))
        own.numbers, own.order = rows.numbers, rows.order or []
        return rows.current()

    return order


def count(sampler: Any, rows: int, classes: Callable[[str], np.ndarray]) -> int:
    """How many rows an epoch has."""
    if sampler.child_sampler is not None:
        rows = count(sampler.child_sampler, rows, classes)
    if isinstance(sampler, samplers.RandomSampler) and sampler.replacement:
        return sampler.num_samples or rows
    if isinstance(sampler, samplers.DistributedSampler):
        return len(share(sampler, rows))
    if isinstance(sampler, samplers.PKSampler):
        own = len(np.unique(classes(sampler.class_column))) * sampler.num_val
    else:
        own = sampler.own_count(rows)
    return own if sampler.num_samples is None else min(own, sampler.num_samples)
