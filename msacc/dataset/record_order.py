"""The order in which MindDataset reads rows: MindSpore's for a seed, and different from the other sources'.

Samplers are steps over a list of row numbers, a child's before its parent's. The first epoch runs
all of them; a later epoch runs the shuffling ones again over the result: RandomSampler over its own
last order, DistributedSampler over its first rows. (MindSpore omits the steps after a
DistributedSampler from the second epoch on; here they run again.)
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from msacc.common.settings import settings
from msacc.dataset import samplers
from msacc.dataset.cpp_random import MinStd, Mt19937, pipeline_seed, std_shuffle
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import pipeline_error
from msacc.dataset.resumable_state import ResumableValues

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.dataset.samplers import BuiltinSampler
    from msacc.dataset.sources.readers.base import RowSource

_PARTIAL_SHUFFLE_ROWS = 1_000_000


class Rows:
    """Row numbers, and their order where it was shuffled."""

    def __init__(self, numbers: np.ndarray, order: list[int] | None = None) -> None:
        self.numbers, self.order = numbers, order

    def current(self) -> np.ndarray:
        """Returns the row numbers in their order."""
        if self.order is None:
            return self.numbers
        return self.numbers[np.array(self.order, dtype=np.int64)]

    def select(self, indices: Sequence[int] | np.ndarray | slice) -> None:
        """Selects these indices of the current rows."""
        self.numbers, self.order = self.current()[indices], None

    def __len__(self) -> int:
        return len(self.numbers)


class Step:
    """One sampler. `every_epoch`: whether it runs again in each epoch."""

    every_epoch = False

    def run(self, rows: Rows, epoch: int) -> None:
        """Selects and orders `rows`; epochs count from 1."""
        raise NotImplementedError


class Select(Step):
    """Rows by a function of their count."""

    def __init__(self, indices: Callable[[int], np.ndarray]) -> None:
        self.indices = indices

    def run(self, rows: Rows, epoch: int) -> None:
        rows.select(self.indices(len(rows)))


class Permute(Step):
    """RandomSampler without replacement: of all rows, within files or of files."""

    every_epoch = True

    def __init__(self, sampler: samplers.RandomSampler, sizes: list[int]) -> None:
        self.count, self.scope = sampler.num_samples, sampler.scope
        self.state = ResumableValues(seed=pipeline_seed())
        # `split` shuffles with the same seed in each epoch.
        self.seeds, self.sizes = int(sampler.reshuffle_each_epoch), sizes

    def run(self, rows: Rows, epoch: int) -> None:
        order = list(range(len(rows))) if rows.order is None else rows.order
        shuffle(order, self.state.seed + epoch * self.seeds, self.scope, self.sizes)
        rows.order = order
        if self.count is not None and self.count < len(rows):
            rows.select(slice(self.count))


class Draw(Step):
    """RandomSampler with replacement: each draw has its own generator."""

    every_epoch = True

    def __init__(self, count: int | None) -> None:
        self.state, self.count = ResumableValues(seed=pipeline_seed()), count

    def run(self, rows: Rows, epoch: int) -> None:
        first, count = self.state.seed + epoch, self.count or len(rows)
        rows.select([Mt19937(first + i).below(len(rows)) for i in range(count)])


class Shard(Step):
    """DistributedSampler: every `num_shards`-th row, or with an offset consecutive rows.

    It starts from the same rows in every epoch.
    """

    def __init__(
        self, sampler: samplers.DistributedSampler, scope: Shuffle, sizes: list[int]
    ) -> None:
        self.sampler, self.scope, self.sizes = sampler, scope, sizes
        self.every_epoch = sampler.shuffle
        # All ranks must agree without a seed too.
        self.state = ResumableValues(seed=settings.dataset_seed, first=None)

    def run(self, rows: Rows, epoch: int) -> None:
        if self.state.first is None:
            self.state.first = rows.current()
        rows.numbers, rows.order = self.state.first, None
        if self.sampler.shuffle:
            rows.order = list(range(len(rows)))
            shuffle(rows.order, self.state.seed + epoch, self.scope, self.sizes)
        rows.select(shard_indices(self.sampler, len(rows)))


class Classes(Step):
    """PKSampler: `num_val` rows of each class, the classes in the order of their values."""

    def __init__(self, sampler: samplers.PKSampler, labels: Callable[[str], np.ndarray]) -> None:
        self.sampler, self.labels, self.state = (
            sampler,
            labels,
            ResumableValues(seed=pipeline_seed()),
        )

    def run(self, rows: Rows, epoch: int) -> None:
        labels = self.labels(self.sampler.class_column)[rows.current()]
        count, random = self.sampler.num_val, Mt19937(self.state.seed)
        numbers: list[int] = []
        for label in np.unique(labels):
            members = np.flatnonzero(labels == label).tolist()
            if self.sampler.shuffle:
                std_shuffle(members, random)
            numbers += [members[i % len(members)] for i in range(count)]
        rows.select(np.array(numbers[: self.sampler.num_samples], dtype=np.int64))


def shuffle(order: list[int], seed: int, scope: Shuffle, sizes: list[int]) -> None:
    """Shuffles `order` in place; for FILES and INFILE by parts of `sizes`.

    PARTIAL shuffles a million rows at a time.
    """
    if scope is Shuffle.PARTIAL:
        for start in range(0, len(order), _PARTIAL_SHUFFLE_ROWS):
            part = order[start : start + _PARTIAL_SHUFFLE_ROWS]
            std_shuffle(part, MinStd(seed))
            order[start : start + _PARTIAL_SHUFFLE_ROWS] = part
        return
    if scope not in (Shuffle.FILES, Shuffle.INFILE):
        std_shuffle(order, MinStd(seed))
        return
    ends = np.cumsum(sizes).tolist()
    if ends[-1] != len(order):
        raise ValueError(f"{scope} orders all rows of the files; leave out samplers and padding.")
    parts = [order[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    if scope is Shuffle.FILES:
        file_order = list(range(len(parts)))
        std_shuffle(file_order, MinStd(seed))
        parts = [parts[i] for i in file_order]
    else:
        for part in parts:
            std_shuffle(part, MinStd(seed))
    order[:] = [row for part in parts for row in part]


def shard_indices(sampler: samplers.DistributedSampler, rows: int) -> np.ndarray:
    """Returns a shard's indices among `rows` rows; a short shard takes rows from the start.

    MS_DEV_MINDRECORD_SHARD_BY_BLOCK=True: consecutive rows.
    """
    count, shard = sampler.num_shards, sampler.shard_id
    if sampler.offset == -1:
        each = -(-rows // count)
        block = os.environ.get("MS_DEV_MINDRECORD_SHARD_BY_BLOCK", "").lower() == "true"
        indices = np.arange(each) + shard * each if block else np.arange(each) * count + shard
        indices %= max(rows, 1)
    else:
        each, remainder = divmod(rows + sampler.offset, count)
        sizes = [each + (i < remainder) - (i < sampler.offset) for i in range(count)]
        end = sum(sizes[: shard + 1])
        indices = np.arange(end - sizes[shard], end)
    return indices[: sampler.num_samples]


def _subset_indices(sampler: samplers.SubsetSampler, rows: int) -> np.ndarray:
    """Returns the sampler's indices; raises for one out of range, which MindSpore takes modulo the rows."""
    wrong = [i for i in sampler.indices if not 0 <= i < rows]
    if wrong:
        raise pipeline_error(
            f"Sample ID ({wrong[0]}) is out of bound, expected range [0, {rows - 1}]."
        )
    indices = list(sampler.indices)
    if isinstance(sampler, samplers.SubsetRandomSampler):
        std_shuffle(indices, MinStd(settings.dataset_seed + 1))
    return np.array(indices[: sampler.num_samples], dtype=np.int64)


def _sequential_indices(sampler: samplers.SequentialSampler, rows: int) -> np.ndarray:
    return np.arange(min(sampler.start_index, rows), rows)[: sampler.num_samples]


def steps(
    sampler: BuiltinSampler, scope: Shuffle, sizes: list[int], source: RowSource
) -> list[Step]:
    """Returns the steps of a sampler and its children."""
    child = sampler.child_sampler
    before = steps(child, scope, sizes, source) if child else []
    return [*before, _step(sampler, scope, sizes, source)]


def _step(sampler: BuiltinSampler, scope: Shuffle, sizes: list[int], source: RowSource) -> Step:
    if isinstance(sampler, samplers.SubsetSampler):
        return Select(lambda rows: _subset_indices(sampler, rows))
    if isinstance(sampler, samplers.SequentialSampler):
        return Select(lambda rows: _sequential_indices(sampler, rows))
    if isinstance(sampler, samplers.DistributedSampler):
        return Shard(sampler, scope, sizes)
    if isinstance(sampler, samplers.PKSampler):
        return Classes(sampler, source.labels)
    if isinstance(sampler, samplers.RandomSampler):
        return Draw(sampler.num_samples) if sampler.replacement else Permute(sampler, sizes)
    raise ValueError(f"The sampler is not supported yet: {type(sampler).__name__}.")


def epochs(steps: list[Step], count: int) -> Callable[[], np.ndarray]:
    """Returns a function whose calls return each epoch's row numbers."""
    # An empty `order` means the order of `numbers`.
    state = ResumableValues(epoch=0, numbers=np.arange(count), order=[])

    def order() -> np.ndarray:
        state.epoch += 1
        epoch, run_all = state.epoch, state.epoch == 1
        rows = Rows(state.numbers, state.order or None)
        for step in steps:
            if run_all or step.every_epoch:
                step.run(rows, epoch)
            # The steps after a Shard have new input.
            run_all = run_all or (step.every_epoch and isinstance(step, Shard))
        state.numbers, state.order = rows.numbers, rows.order or []
        return rows.current()

    return order


def count(sampler: BuiltinSampler, rows: int, classes: Callable[[str], np.ndarray]) -> int:
    """Returns the number of rows of an epoch."""
    if sampler.child_sampler is not None:
        rows = count(sampler.child_sampler, rows, classes)
    if isinstance(sampler, samplers.RandomSampler) and sampler.replacement:
        return sampler.num_samples or rows
    if isinstance(sampler, samplers.DistributedSampler):
        return len(shard_indices(sampler, rows))
    if isinstance(sampler, samplers.PKSampler):
        total = len(np.unique(classes(sampler.class_column))) * sampler.num_val
    else:
        total = sampler._msacc_unlimited_count(rows)
    return total if sampler.num_samples is None else min(total, sampler.num_samples)
