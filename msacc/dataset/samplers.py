"""Samplers: which rows of a source are read, and in which order.

With a seed the random samplers have MindSpore's order.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from msacc.common import checks as check
from msacc.common.settings import settings
from msacc.dataset.cpp_random import (
    Mt19937,
    discrete,
    discrete_once,
    many_below,
    pipeline_seed,
    shuffle_array,
    std_shuffle,
)
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import pipeline_error
from msacc.dataset.recorded_arguments import RecordedArguments
from msacc.dataset.resumable_state import ResumableValues

if TYPE_CHECKING:
    pass

# Takes the number of rows of the source (or the child sampler); returns one epoch's row numbers.
Order = Callable[[int], np.ndarray]


_NONE = np.empty(0, np.int64)


class BuiltinSampler(RecordedArguments):
    """Base of the samplers."""

    def __init__(self, num_samples: int | None = None) -> None:
        if num_samples is not None:
            check.instance(None, "num_samples", num_samples, int)
            if num_samples < 0:
                raise ValueError(
                    "num_samples should be a non-negative integer or None, "
                    f"but got num_samples: {num_samples}."
                )
        # 0 means all, as None does.
        self.num_samples = num_samples or None
        self.child_sampler: BuiltinSampler | None = None

    def add_child(self, sampler: BuiltinSampler | Iterable[int] | None) -> None:
        """Let `sampler` choose first; this one then samples from its choice."""
        self.child_sampler = None if sampler is None else as_sampler(sampler)

    def get_child(self) -> BuiltinSampler | None:
        """The child sampler."""
        return self.child_sampler

    def get_num_samples(self) -> int | None:
        """`num_samples`, bounded by the child's."""
        child = self.child_sampler.get_num_samples() if self.child_sampler else None
        counts = [n for n in (self.num_samples, child) if n is not None]
        return min(counts) if counts else None

    def _msacc_count(self, rows: int) -> int:
        """Returns the number of row numbers of an epoch, for a source of `rows` rows."""
        total = self._msacc_unlimited_count(
            self.child_sampler._msacc_count(rows) if self.child_sampler else rows
        )
        return total if self.num_samples is None else min(total, self.num_samples)

    def _msacc_unlimited_count(self, rows: int) -> int:
        """`count` without `num_samples`."""
        return rows

    def _msacc_start(self, source: Any) -> Order:
        """Starts a run: each call of the result returns the next epoch's row numbers."""
        select = self._msacc_start_without_child(source)
        child = self.child_sampler._msacc_start(source) if self.child_sampler else None

        def order(rows: int) -> np.ndarray:
            first = child(rows) if child else None
            indices = select(rows if first is None else len(first))
            if self.num_samples is not None:
                indices = indices[: self.num_samples]
            return indices if first is None else first[indices]

        return order

    def _msacc_start_without_child(self, source: Any) -> Order:
        """`start` without the child sampler."""
        raise NotImplementedError

    def _msacc_runs_user_code(self) -> bool:
        """Whether this sampler or a child is a user's class or iterable."""
        return self.child_sampler is not None and self.child_sampler._msacc_runs_user_code()

    @property
    def _msacc_shuffles(self) -> bool:
        """Whether the order is random."""
        return False

    def is_shuffled(self) -> bool:
        """Whether the order of this sampler or a child's is random."""
        return self._msacc_shuffles or (
            self.child_sampler is not None and self.child_sampler.is_shuffled()
        )

    def is_sharded(self) -> bool:
        """Whether this sampler or a child takes one of several shards."""
        return self.child_sampler is not None and self.child_sampler.is_sharded()


class SequentialSampler(BuiltinSampler):
    """Rows in sequence, from `start_index`.

    `start_index`: an int >= 0, the first row.
    `num_samples`: an int > 0, how many (all from there by default).
    """

    def __init__(self, start_index: int | None = None, num_samples: int | None = None) -> None:
        super().__init__(num_samples)
        if start_index is not None:
            check.integer(None, "start_index", start_index, 0, check.INT32_MAX)
        self.start_index = start_index or 0

    def _msacc_unlimited_count(self, rows: int) -> int:
        return max(rows - self.start_index, 0)

    def _msacc_start_without_child(self, source: Any) -> Order:
        return lambda rows: np.arange(min(self.start_index, rows), rows)


class RandomSampler(BuiltinSampler):
    """Rows in random order, or drawn with replacement.

    `shuffle` concerns MindDataset: GLOBAL shuffles all rows, INFILE those of each file, FILES files.
    `replacement`: a bool.
    `num_samples`: an int > 0, how many rows (all by default).
    """

    def __init__(
        self,
        replacement: bool = False,
        num_samples: int | None = None,
        shuffle: Shuffle = Shuffle.GLOBAL,
    ) -> None:
        super().__init__(num_samples)
        check.boolean(None, "replacement", replacement)
        self.scope = shuffle_scope(shuffle)
        self.replacement, self.deterministic = replacement, False
        self.reshuffle_each_epoch = True

    def _msacc_start_without_child(self, source: Any) -> Order:
        if self.scope is not Shuffle.GLOBAL:
            raise ValueError(f"RandomSampler(shuffle={self.scope}) concerns MindDataset alone.")
        state = ResumableValues(seed=pipeline_seed(), epoch=0, shuffled=_NONE)

        def order(rows: int) -> np.ndarray:
            if self.reshuffle_each_epoch and state.epoch:
                state.seed += 1
            random = Mt19937(state.seed)
            state.epoch += 1
            if self.replacement:
                count = self.num_samples or rows
                return many_below(rows, min(count, rows), random)
            if not len(state.shuffled):
                state.shuffled = np.arange(rows)
            if self.reshuffle_each_epoch or state.epoch == 1:
                shuffle_array(state.shuffled, random)
            return np.array(state.shuffled)

        return order

    @property
    def _msacc_shuffles(self) -> bool:
        return True


class DistributedSampler(BuiltinSampler):
    """Every `num_shards`-th row from `shard_id` on, after a shuffle that all shards share.

    `shuffle` False keeps the rows in order.
    `num_samples`: at most so many rows (None: all).
    `offset`: the shard that row 0 goes to; at -1 it is shard 0, and short shards are filled from the start,
      so that all have the same number of rows.

    Raises TypeError for other types, ValueError for negative `num_samples`, RuntimeError unless 0 <=
    `shard_id` < `num_shards` and `offset` < `num_shards`. Orders are MindSpore's; it raises the RuntimeError
    only when a dataset uses the sampler.
    """

    def __init__(
        self,
        num_shards: int,
        shard_id: int,
        shuffle: bool = True,
        num_samples: int | None = None,
        offset: int = -1,
    ) -> None:
        super().__init__(num_samples)
        check.instance(None, "num_shards", num_shards, int)
        check.instance(None, "shard_id", shard_id, int)
        check.instance(None, "offset", offset, int)
        check.boolean(None, "shuffle", shuffle)
        if num_shards <= 0 or not 0 <= shard_id < num_shards or offset >= num_shards:
            raise RuntimeError(
                f"DistributedSampler: num_shards should be > 0, shard_id in [0, num_shards) and "
                f"offset < num_shards, but got {num_shards}, {shard_id} and {offset}."
            )
        self.num_shards, self.shard_id = num_shards, shard_id
        self.shuffle, self.offset = shuffle, offset

    def is_sharded(self) -> bool:
        return self.num_shards > 1 or super().is_sharded()

    def _msacc_unlimited_count(self, rows: int) -> int:
        if self.offset == -1:
            return -(-rows // self.num_shards)
        return len(self._msacc_shard_indices(rows))

    def _msacc_shard_indices(self, rows: int) -> np.ndarray:
        if self.offset == -1:
            count = -(-rows // self.num_shards)
            return (self.shard_id + np.arange(count) * self.num_shards) % max(rows, 1)
        first = (self.shard_id - self.offset) % self.num_shards
        return np.arange(first, rows, self.num_shards)

    def _msacc_start_without_child(self, source: Any) -> Order:
        # All ranks must agree without a seed too: the default seed (5489) counts.
        state = ResumableValues(seed=settings.dataset_seed, epoch=0, shuffled=_NONE)

        def order(rows: int) -> np.ndarray:
            indices = self._msacc_shard_indices(rows)
            if not self.shuffle:
                return indices
            state.epoch += 1
            if not len(state.shuffled):
                state.shuffled = np.arange(rows)
            shuffle_array(state.shuffled, Mt19937(state.seed + state.epoch))
            return np.array(state.shuffled[indices])

        return order

    @property
    def _msacc_shuffles(self) -> bool:
        return self.shuffle


class SubsetSampler(BuiltinSampler):
    """The rows `indices`, ints, in that order; the first `num_samples` of them, all for None.

    Raises TypeError for what are no ints, RuntimeError for rows that there are not, when they are read.
    """

    def __init__(self, indices: Iterable[int], num_samples: int | None = None) -> None:
        super().__init__(num_samples)
        indices = indices if isinstance(indices, (list, tuple)) else list(_iterated(indices))
        for i, index in enumerate(indices):
            if not check.is_int(index):
                raise TypeError(
                    "SubsetSampler: Type of indices element must be int, "
                    f"but got list[{i}]: {index!r}, type: {type(index).__name__}."
                )
        self.indices = [int(index) for index in indices]

    def get_num_samples(self) -> int:
        """The number of `indices`, bounded by `num_samples` and by the child's."""
        limit = super().get_num_samples()
        return len(self.indices) if limit is None else min(limit, len(self.indices))

    def _msacc_unlimited_count(self, rows: int) -> int:
        return len(self.indices)

    def _msacc_checked(self, rows: int) -> np.ndarray:
        wrong = [i for i in self.indices if not 0 <= i < rows]
        if wrong:
            raise pipeline_error(
                f"Sample ID ({wrong[0]}) is out of bound, expected range [0, {rows - 1}]."
            )
        return np.array(self.indices, dtype=np.int64)

    def _msacc_start_without_child(self, source: Any) -> Order:
        return self._msacc_checked


class SubsetRandomSampler(SubsetSampler):
    """The rows `indices`, the first `num_samples` of them if that is given, in random order."""

    def _msacc_start_without_child(self, source: Any) -> Order:
        state = ResumableValues(seed=pipeline_seed(), shuffled=_NONE)

        def order(rows: int) -> np.ndarray:
            if not len(state.shuffled):
                state.shuffled = self._msacc_checked(rows)[: self.num_samples or None]
            shuffle_array(state.shuffled, Mt19937(state.seed))
            return np.array(state.shuffled)

        return order

    @property
    def _msacc_shuffles(self) -> bool:
        return True


class WeightedRandomSampler(BuiltinSampler):
    """Row i with probability in proportion to `weights[i]`.

    `weights`: floats >= 0, one a row.
    `num_samples`: how many rows are drawn, by default as many as weights; `replacement=False` draws no row
      twice.
    """

    def __init__(
        self, weights: Sequence[float], num_samples: int | None = None, replacement: bool = True
    ) -> None:
        super().__init__(num_samples)
        weights = list(_iterated(weights))
        for i, weight in enumerate(weights):
            if not check.is_number(weight):
                raise TypeError(
                    "type of weights element must be number, "
                    f"but got w[{i}]: {weight!r}, type: {type(weight).__name__}."
                )
        if not weights:
            raise ValueError("weights size should not be 0.")
        if min(weights) < 0 or sum(weights) == 0:
            raise ValueError(f"weights should not be negative nor all zero, but got {weights}.")
        check.boolean(None, "replacement", replacement)
        self.weights, self.replacement = weights, replacement

    def _msacc_start_without_child(self, source: Any) -> Order:
        state = ResumableValues(seed=pipeline_seed())

        def order(rows: int) -> np.ndarray:
            count = min(self.num_samples or rows, rows)
            weights = np.array(self.weights, dtype=np.float32).astype(np.float64)
            draw = discrete if self.replacement else discrete_once
            indices = np.array(draw(weights, count, Mt19937(state.seed)), dtype=np.int64)
            if len(indices) and indices.max() >= rows:
                raise pipeline_error(
                    f"WeightedRandomSampler has {len(weights)} weights for {rows} rows."
                )
            return indices

        return order

    @property
    def _msacc_shuffles(self) -> bool:
        return True


class PKSampler(BuiltinSampler):
    """`num_val` rows of each class, each drawn from all rows of the class.

    `shuffle` concerns the order of the classes; the draws are random without it as well.
    `class_column`: the column of labels.
    `num_samples`: at most so many rows.
    `num_class`: None, anything else raises NotImplementedError.
    """

    def __init__(
        self,
        num_val: int,
        num_class: int | None = None,
        shuffle: bool = False,
        class_column: str = "label",
        num_samples: int | None = None,
    ) -> None:
        super().__init__(num_samples)
        check.integer(None, "num_val", num_val, 1, check.INT32_MAX)
        if num_class is not None:
            raise NotImplementedError("Not supported to specify num_class for PKSampler.")
        check.boolean(None, "shuffle", shuffle)
        check.instance(None, "class_column", class_column, str)
        self.num_val, self.shuffle, self.class_column = num_val, shuffle, class_column
        self._msacc_classes: int | None = None

    def _msacc_unlimited_count(self, rows: int) -> int:
        return rows if self._msacc_classes is None else self._msacc_classes * self.num_val

    def _msacc_start_without_child(self, source: Any) -> Order:
        labels = source.labels(self.class_column)
        by_class = [np.flatnonzero(labels == label) for label in np.unique(labels)]
        self._msacc_classes = len(by_class)
        seed = pipeline_seed()
        state = ResumableValues(
            seed=seed, epochs=0, first=Mt19937(seed), places=list(range(len(by_class)))
        )
        if self.shuffle:  # the order of the classes, once
            std_shuffle(state.places, state.first)

        def order(rows: int) -> np.ndarray:
            random = state.first if state.epochs == 0 else Mt19937(state.seed + state.epochs)
            state.epochs += 1
            numbers = []
            for members in (by_class[i] for i in state.places):
                numbers += [members[random.below(len(members))] for _ in range(self.num_val)]
            return np.array(numbers, dtype=np.int64)

        return order

    @property
    def _msacc_shuffles(self) -> bool:
        return True


class Sampler(BuiltinSampler):
    """Base of users' own samplers: `__iter__` yields row numbers.

    `self.dataset_size` holds the number of rows when the iteration begins. For a GeneratorDataset it may, as in
    MindSpore until 2.0, yield lists of numbers, of one length: `source.__getitem__` is called with each as an int64
    array.
    """

    def __init__(self, num_samples: int | None = None) -> None:
        super().__init__(num_samples)
        self.dataset_size = 0

    # Whether the source is called with lists of row numbers.
    _msacc_lists = False

    def _msacc_runs_user_code(self) -> bool:
        return True

    def __iter__(self) -> Iterator[int]:
        raise NotImplementedError("A sampler should implement __iter__, yielding row numbers.")

    def _msacc_count(self, rows: int) -> int:
        total = len(self._msacc_numbers(rows))
        return total if self.num_samples is None else min(total, self.num_samples)

    def _msacc_numbers(self, rows: int) -> np.ndarray:
        self.dataset_size = rows
        drawn = list(self)
        if self._msacc_lists and drawn and isinstance(drawn[0], (list, tuple, np.ndarray)):
            return _row_number_lists(drawn)
        numbers = [int(i) for i in drawn]
        wrong = [i for i in numbers if not 0 <= i < rows]
        if wrong:
            raise pipeline_error(
                f"Sample ID ({wrong[0]}) is out of bound, expected range [0, {rows - 1}]."
            )
        return np.array(numbers, dtype=np.int64)

    def _msacc_start_without_child(self, source: Any) -> Order:
        return self._msacc_numbers


def _row_number_lists(drawn: list[Any]) -> np.ndarray:
    try:
        return np.array(drawn, dtype=np.int64)
    except (TypeError, ValueError) as error:
        raise RuntimeError(
            "Fetched indices can not be converted to a valid ndarray. A sampler that yields lists of row numbers "
            f"yields lists of one length; the first one is {drawn[0]}."
        ) from error


class IterSampler(Sampler):
    """Row numbers from any iterable, or from an object with `__getitem__`, whose `__len__`, if it has one, ends it."""

    def __init__(self, sampler: Iterable[int], num_samples: int | None = None) -> None:
        super().__init__(num_samples)
        self.sampler = sampler

    def __iter__(self) -> Iterator[int]:
        sampler: Any = self.sampler
        if hasattr(sampler, "__iter__") or not hasattr(sampler, "__len__"):
            return iter(sampler)
        return itertools.islice(iter(sampler), len(sampler))


def shuffle_scope(value: Any) -> Shuffle:
    """Returns the scope of a Shuffle: GLOBAL (ADAPTIVE too), PARTIAL, FILES or INFILE."""
    check.instance(None, "shuffle", value, Shuffle)
    return Shuffle.GLOBAL if value is Shuffle.ADAPTIVE else value


def _iterated(value: Any) -> Iterator[Any]:
    try:
        return iter(value)
    except TypeError:
        return iter([value])


# What may be given as a dataset's `sampler`; an iterable gives row numbers.
SamplerLike: TypeAlias = BuiltinSampler | Iterable[int]


def as_sampler(value: SamplerLike) -> BuiltinSampler:
    """Returns a sampler from a `sampler=` argument."""
    if isinstance(value, BuiltinSampler):
        return value
    if isinstance(value, (str, bytes)) or not (
        hasattr(value, "__iter__") or hasattr(value, "__getitem__")
    ):
        raise TypeError(f"Unsupported sampler object of type ({type(value).__name__}).")
    return SubsetSampler(value) if isinstance(value, (list, tuple)) else IterSampler(value)
