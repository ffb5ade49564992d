"""`Dataset` and its operators: the public API of pipelines."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.common.keyword_hints import with_hints
from msacc.common.warn_once import no_effects, once
from msacc.dataset import operator_arguments, pipeline_text, shared_arguments
from msacc.dataset.cache import check_cache
from msacc.dataset.flow_operators import FlowOperators
from msacc.dataset.pipeline.batch import BatchInfo, BatchNode
from msacc.dataset.pipeline.combine import ConcatNode, ProjectNode, RenameNode, ShardNode, ZipNode
from msacc.dataset.pipeline.iterator import DictIterator, TupleIterator
from msacc.dataset.pipeline.length_buckets import BucketNode
from msacc.dataset.pipeline.map import MapNode
from msacc.dataset.pipeline.node import Node
from msacc.dataset.pipeline.random_mix import MixNode
from msacc.dataset.pipeline.rows import FilterNode, RepeatNode, SkipNode, TakeNode
from msacc.dataset.pipeline.shuffle import ShuffleNode
from msacc.dataset.pipeline.sync_wait import SyncWaitNode
from msacc.dataset.recorded_arguments import RecordedArguments
from msacc.dataset.samplers import (
    BuiltinSampler,
    DistributedSampler,
    RandomSampler,
    SequentialSampler,
)
from msacc.dataset.sources.readers.base import RowSource

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.callback import DSCallback


@with_hints
class Dataset(FlowOperators):
    """A lazy pipeline. Every operator returns a new Dataset; nothing runs until it is iterated."""

    # Set to `serialize` by its module, which imports all operators.
    serializer: Callable[[Any, str], dict[str, Any]] | None = None

    def __init__(self, node: Node, children: Sequence[Dataset] = ()) -> None:
        self._msacc_node = node
        self.children = list(children)
        self._msacc_row_count: int | None = None

    def __repr__(self) -> str:
        return pipeline_text.text(self)

    def _repr_html_(self) -> str:
        return pipeline_text.html(self)

    def source_text(self) -> str:
        """What a source is called and was made with."""
        return type(self).__name__

    def _msacc_append(self, node: Node) -> Dataset:
        return _DATASET_CLASSES[type(node)](node, [self])

    # Operators

    def map(
        self,
        operations: Callable[..., Any] | Sequence[Any],
        input_columns: str | list[str] | None = None,
        output_columns: str | list[str] | None = None,
        column_order: list[str] | None = None,
        num_parallel_workers: int | None = None,
        python_multiprocessing: bool = False,
        cache: DatasetCache | None = None,
        callbacks: DSCallback | Sequence[DSCallback] | None = None,
        max_rowsize: int | list[int] | None = None,
        offload: bool | None = None,
    ) -> Dataset:
        """Apply operations to columns (the first one by default).

        `operations`: a transform or callable, or a list of them. A callable gets one array per
        column and returns a value, or a tuple with one value per column.

        Transforms whose results depend only on their samples and their own random draws run in up to
        `num_parallel_workers` threads (8 by default, at most the number of cores), in advance of the loop. A map with a
        callable runs row by row in one thread, two rows (or batches) in advance, or with `python_multiprocessing` in
        `num_parallel_workers` processes. Rows, their order and their draws stay the same.

        Raises RuntimeError, with its exit code, for a worker process that dies.

        `input_columns`, `output_columns`: a name or a list of names; `column_order`: which columns
        come out; `cache`: a DatasetCache; `callbacks`: DSCallbacks. `max_rowsize` and `offload` say
        once that they have no effect.
        """
        no_effects("dataset", "rows of any size go through", max_rowsize=(max_rowsize, None))
        shared_arguments.workers(num_parallel_workers)
        shared_arguments.row_size("dataset.map", max_rowsize)
        check.boolean(None, "python_multiprocessing", python_multiprocessing)
        check_cache(cache)
        if offload:
            once("dataset.map.offload", "dataset.map: offload=True has no effect; it runs on CPU.")
        steps = operator_arguments.map_steps(operations)
        shared_arguments.warn_single_thread(steps, num_parallel_workers, python_multiprocessing)
        node = MapNode(
            self._msacc_node,
            steps,
            operator_arguments.names_or_none(input_columns, "input_columns"),
            operator_arguments.names_or_none(output_columns, "output_columns"),
            (num_parallel_workers or 1) if python_multiprocessing else 1,
            operator_arguments.callbacks(callbacks),
            num_parallel_workers,
        )
        mapped = MapDataset(node, [self])
        return mapped.project(column_order) if column_order else mapped

    def batch(
        self,
        batch_size: int | Callable[[BatchInfo], int],
        drop_remainder: bool = False,
        num_parallel_workers: int | None = None,
        *,
        per_batch_map: Callable[..., Any] | None = None,
        input_columns: str | list[str] | None = None,
        output_columns: str | list[str] | None = None,
        python_multiprocessing: bool = False,
        max_rowsize: int | list[int] | None = None,
    ) -> Dataset:
        """Combine `batch_size` rows (an int, or a function of BatchInfo) into one.

        `per_batch_map(*lists of arrays, batch_info)` returns one list or array per column. It runs in one thread, two
        batches in advance, or in `num_parallel_workers` processes with `python_multiprocessing`.

        `drop_remainder`: leave a last batch of fewer rows out; `input_columns`: what
        `per_batch_map` is given; `output_columns`: the names of what it returns.
        `max_rowsize` says once that it has no effect.
        """
        no_effects("dataset", "rows of any size go through", max_rowsize=(max_rowsize, None))
        check.boolean(None, "drop_remainder", drop_remainder)
        shared_arguments.workers(num_parallel_workers)
        shared_arguments.row_size("dataset.batch", max_rowsize)
        if per_batch_map is not None and not callable(per_batch_map):
            raise ValueError(f"per_batch_map should be callable, but got {per_batch_map!r}.")
        if python_multiprocessing is not None:  # None counts as False
            check.boolean(None, "python_multiprocessing", python_multiprocessing)
        node = BatchNode(
            self._msacc_node,
            operator_arguments.batch_size(batch_size),
            drop_remainder,
            per_batch_map,
            operator_arguments.names_or_none(input_columns, "input_columns"),
            operator_arguments.names_or_none(output_columns, "output_columns"),
            workers=(num_parallel_workers or 1) if python_multiprocessing else 1,
        )
        self._msacc_scale_sync_waits(node.batch_size())
        return BatchDataset(node, [self])

    def _msacc_scale_sync_waits(self, rows: int) -> None:
        for node in self._msacc_sync_waits() if rows > 0 else ():
            node.scale(rows)

    def padded_batch(
        self,
        batch_size: int | Callable[[BatchInfo], int],
        drop_remainder: bool = False,
        num_parallel_workers: int | None = None,
        pad_info: dict[str, Any] | None = None,
    ) -> Dataset:
        """Batch after padding: `pad_info` maps a column to (shape, fill value).

        None as a shape, or in it, means the largest of the batch; {} pads all columns so.
        """
        check.boolean(None, "drop_remainder", drop_remainder)
        shared_arguments.workers(num_parallel_workers)
        rows, pads = (
            operator_arguments.batch_size(batch_size),
            operator_arguments.pad_info(pad_info),
        )
        node = BatchNode(self._msacc_node, rows, drop_remainder, pad_info=pads)
        self._msacc_scale_sync_waits(node.batch_size())
        return PaddedBatchDataset(node, [self])

    def shuffle(self, buffer_size: int) -> Dataset:
        """Shuffle through a buffer of `buffer_size` rows (at least 2)."""
        check.integer(None, "buffer_size", buffer_size, 2, check.INT32_MAX)
        if self.is_sync():
            raise RuntimeError("No shuffle after sync operators. Shuffle before sync_wait.")
        return ShuffleDataset(ShuffleNode(self._msacc_node, buffer_size), [self])

    def repeat(self, count: int | None = None) -> Dataset:
        """All rows `count` times; None or -1 repeats without end."""
        count = -1 if count is None else count
        check.instance(None, "count", count, int)
        if count != -1 and not 1 <= count <= check.INT32_MAX:
            raise ValueError(
                f"count should be either -1 or positive integer, range[1, INT32_MAX], got {count}."
            )
        return RepeatDataset(RepeatNode(self._msacc_node, count), [self])

    def skip(self, count: int) -> Dataset:
        """Skip the first `count` rows."""
        check.integer(None, "count", count, 0, check.INT32_MAX)
        return SkipDataset(SkipNode(self._msacc_node, count), [self])

    def take(self, count: int = -1) -> Dataset:
        """Keep the first `count` rows; -1 keeps all."""
        check.instance(None, "count", count, int)
        if count != -1 and not 1 <= count <= check.INT32_MAX:
            raise ValueError(
                "count should be either -1 or within the required interval of "
                f"(0, {check.INT32_MAX}], got {count}."
            )
        return TakeDataset(TakeNode(self._msacc_node, count), [self])

    def filter(
        self,
        predicate: Callable[..., Any],
        input_columns: str | list[str] | None = None,
        num_parallel_workers: int | None = None,
    ) -> Dataset:
        """Keep the rows for which `predicate(*columns)` is true."""
        if not callable(predicate):
            raise TypeError(
                f"Predicate should be a Python function or callable, got {predicate!r}."
            )
        shared_arguments.workers(num_parallel_workers)
        columns = operator_arguments.names_or_none(input_columns, "input_columns")
        return FilterDataset(FilterNode(self._msacc_node, predicate, columns), [self])

    def project(self, columns: str | list[str]) -> Dataset:
        """Keep these columns, in this order."""
        return ProjectDataset(
            ProjectNode(self._msacc_node, shared_arguments.names(columns, "columns")), [self]
        )

    def rename(self, input_columns: str | list[str], output_columns: str | list[str]) -> Dataset:
        """Rename columns."""
        old = shared_arguments.names(input_columns, "input_columns")
        new = shared_arguments.names(output_columns, "output_columns")
        if len(old) != len(new):
            raise ValueError(
                f"rename: {len(old)} input_columns, but {len(new)} output_columns; give one each."
            )
        return RenameDataset(RenameNode(self._msacc_node, old, new), [self])

    def zip(self, datasets: Dataset | tuple[Dataset, ...]) -> Dataset:
        """This pipeline and others in parallel; as long as the shortest."""
        others = (datasets,) if isinstance(datasets, Dataset) else datasets
        if not isinstance(others, tuple):
            raise TypeError(
                f"Invalid datasets, expected Dataset object or tuple, got {datasets!r}."
            )
        return zip_datasets((self, *others))

    def concat(self, datasets: Dataset | list[Dataset]) -> Dataset:
        """This pipeline and others one after the other."""
        others = [datasets] if isinstance(datasets, Dataset) else datasets
        check.instance(None, "datasets", others, list)
        for i, other in enumerate(others):
            check.instance(None, f"datasets[{i}]", other, Dataset)
        return ConcatDataset([self, *others])

    def __add__(self, datasets: Dataset | list[Dataset]) -> Dataset:
        return self.concat(datasets)

    def split(
        self, sizes: Sequence[int] | Sequence[float], randomize: bool = True
    ) -> list[Dataset]:
        """Split into parts of these sizes (numbers of rows, or fractions of 1).

        With `randomize` the rows are shuffled first, the same in all epochs; set a seed so that
        the parts of different calls are disjoint.
        """
        check.boolean(None, "randomize", randomize)
        rows = self.get_dataset_size()
        parts, start = [], 0
        for size in operator_arguments.split_sizes(sizes, rows):
            parts.append(self._msacc_part(start, size, rows, randomize))
            start += size
        return parts

    def _msacc_part(self, start: int, size: int, rows: int, randomize: bool) -> Dataset:
        shuffled = self
        if randomize and rows > 1:
            shuffled = ShuffleDataset(ShuffleNode(self._msacc_node, rows, reshuffle=False), [self])
        rest = shuffled.skip(start) if start else shuffled
        return rest.take(size)

    def apply(self, apply_func: Callable[[Dataset], Dataset]) -> Dataset:
        """Return `apply_func(self)`, which must be a Dataset."""
        if not callable(apply_func):
            raise TypeError("apply_func must be a function.")
        result = apply_func(self)
        if not isinstance(result, Dataset):
            raise TypeError(f"apply_func must return a Dataset, but it returned {result!r}.")
        return result

    # Iteration

    def create_dict_iterator(
        self, num_epochs: int = -1, output_numpy: bool = False, do_copy: bool = False
    ) -> DictIterator:
        """Rows as dictionaries of tensors (or arrays).

        `num_epochs`: how many times the iterator will be used, -1 for no limit; `output_numpy`:
        arrays instead of Tensors; `do_copy`: whether the Tensors have memory of their own.
        """
        return self._msacc_prepare_iterator(DictIterator(self, num_epochs, output_numpy, do_copy))

    def create_tuple_iterator(
        self,
        columns: str | list[str] | None = None,
        num_epochs: int = -1,
        output_numpy: bool = False,
        do_copy: bool = False,
    ) -> TupleIterator:
        """Rows as lists of tensors (or arrays); `columns` chooses and orders them."""
        return self._msacc_prepare_iterator(
            TupleIterator(self, columns, num_epochs, output_numpy, do_copy)
        )

    def _msacc_prepare_iterator(self, rows: DictIterator | TupleIterator) -> Any:
        """Moves an iterator to the step of `set_init_step`; returns it."""
        rows.dataset = self._msacc_copy_tree()
        step = self.get_init_step()
        if step:
            rows._reset(step, self.get_dataset_size())
        return rows

    def _msacc_copy_tree(self) -> Dataset:
        result = copy.copy(self)
        result.children = [child._msacc_copy_tree() for child in self.children]
        return result

    def __iter__(self) -> TupleIterator:
        return self.create_tuple_iterator(num_epochs=1)

    def __len__(self) -> int:
        return self.get_dataset_size()

    def reset(self) -> None:
        """Does nothing: an iterator starts every epoch anew."""

    # Properties

    def get_dataset_size(self) -> int:
        """The rows (batches, after `batch`) of an epoch; runs the pipeline once where they are not known."""
        size = self._msacc_node.size()
        if size is not None:
            return size
        if self._msacc_row_count is None:
            rows = self.create_tuple_iterator(num_epochs=1, output_numpy=True)
            self._msacc_row_count = sum(1 for _ in rows)
        return self._msacc_row_count

    def get_batch_size(self) -> int:
        """The size of the last batch operator, or 1."""
        return self._msacc_node.batch_size()

    def get_repeat_count(self) -> int:
        """The count of the last repeat operator, or 1."""
        return self._msacc_node.repeat_count()

    def get_col_names(self) -> list[str]:
        """Names of the columns."""
        return self._msacc_node.columns()

    def num_classes(self) -> int | None:
        """The number of classes, if the source knows it."""
        return self._msacc_node.num_classes()

    def get_class_indexing(self) -> dict[str, Any]:
        """Class name -> label, if the source has names."""
        return self._msacc_node.class_indexing()

    def _msacc_first_row(self) -> list[Any]:
        for row in self.create_tuple_iterator(num_epochs=1, output_numpy=True):
            return row
        return []

    def output_shapes(self, estimate: bool = False) -> list[list[int | None]]:
        """The shape of each column in the first row; `estimate` marks sizes that vary by None."""
        check.boolean(None, "estimate", estimate)
        shapes: list[list[int | None]] = [list(np.shape(v)) for v in self._msacc_first_row()]
        if not estimate:
            return shapes
        for row in self.create_tuple_iterator(num_epochs=1, output_numpy=True):
            for shape, value in zip(shapes, row, strict=False):
                for axis, (one, other) in enumerate(zip(shape, value.shape, strict=False)):
                    shape[axis] = one if one == other else None
        return shapes

    def output_types(self) -> list[np.dtype]:
        """The numpy dtype of each column in the first row."""
        dtypes = [np.asarray(v).dtype for v in self._msacc_first_row()]
        return [np.dtype(d.kind) if d.kind in "US" else d for d in dtypes]

    @property
    def dataset_size(self) -> int:
        """`get_dataset_size()`."""
        return self.get_dataset_size()

    @property
    def input_indexs(self) -> Any:
        """Which columns go to the network, as `Model` reads it; () means all."""
        return getattr(self, "_input_indexs", ())

    @input_indexs.setter
    def input_indexs(self, value: Any) -> None:
        self._input_indexs = value

    def is_shuffled(self) -> bool:
        """Whether a shuffle operator is in the pipeline."""
        return isinstance(self._msacc_node, ShuffleNode) or any(
            c.is_shuffled() for c in self.children
        )

    def is_sharded(self) -> bool:
        """Whether a source reads one of several shards."""
        return any(child.is_sharded() for child in self.children)

    def to_json(self, filename: str = "") -> dict[str, Any]:
        """The pipeline as a dictionary; with `filename` it is written there, too."""
        assert Dataset.serializer is not None
        return Dataset.serializer(self, filename)

    def set_init_step(self, init_step: int) -> None:
        """Let iterators start after this step, a row's number counted over the epochs."""
        self._msacc_init_step = init_step

    def get_init_step(self) -> int:
        """The step set by `set_init_step` here or, with one child, there; else 0."""
        step = self.__dict__.get("_msacc_init_step")
        if step is not None:
            return int(step)
        return self.children[0].get_init_step() if len(self.children) == 1 else 0

    def __getattr__(self, name: str) -> Any:
        if name in _UNSUPPORTED:
            raise AttributeError(f"msacc's datasets do not have {name}(): {_UNSUPPORTED[name]}.")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


_UNSUPPORTED = {
    "set_dynamic_columns": "MindSpore removed it in 2.0; dynamic shapes need no declaration",
    "send": "sending rows to another rank is not supported",
    "recv": "receiving rows from another rank is not supported",
}


class MapDataset(Dataset):
    """Returned by `map`."""

    @property
    def operations(self) -> list[Any]:
        """The operations, in order."""
        assert isinstance(self._msacc_node, MapNode)
        return self._msacc_node.operations


class BatchDataset(Dataset):
    """Returned by `batch`."""


class PaddedBatchDataset(Dataset):
    """Returned by `padded_batch`."""


class BucketBatchByLengthDataset(Dataset):
    """Returned by `bucket_batch_by_length`."""


class SyncWaitDataset(Dataset):
    """Returned by `sync_wait`."""


_DATASET_CLASSES: dict[type[Node], type[Dataset]] = {
    BucketNode: BucketBatchByLengthDataset,
    SyncWaitNode: SyncWaitDataset,
}


class ShuffleDataset(Dataset):
    """Returned by `shuffle`."""


class RepeatDataset(Dataset):
    """Returned by `repeat`."""


class SkipDataset(Dataset):
    """Returned by `skip`."""


class TakeDataset(Dataset):
    """Returned by `take`."""


class FilterDataset(Dataset):
    """Returned by `filter`."""


class ProjectDataset(Dataset):
    """Returned by `project`."""


class RenameDataset(Dataset):
    """Returned by `rename`."""


class ZipDataset(Dataset):
    """Returned by `zip`."""


class ConcatDataset(Dataset):
    """Returned by `concat`."""

    def __init__(self, datasets: list[Dataset]) -> None:
        super().__init__(ConcatNode(*[d._msacc_node for d in datasets]), datasets)
        self._msacc_parts = datasets
        for i, part in enumerate(datasets):
            if part._msacc_node.size() == 0:
                raise ValueError(
                    f"There are no samples in the dataset number {i}. Please make sure there are "
                    "valid samples in the dataset."
                )

    def use_sampler(self, sampler: DistributedSampler | RandomSampler) -> None:
        """Sample from the rows of all parts.

        A DistributedSampler (without shuffle and num_samples) takes every num_shards-th row, of a MindDataset as
        many neighbours; a RandomSampler (without replacement and num_samples) interleaves the parts at random, each
        part's rows in order. TypeError for other samplers, ValueError for other settings.
        """
        if not isinstance(sampler, (DistributedSampler, RandomSampler)):
            raise TypeError(
                f"The parameter {sampler} of concat must be DistributedSampler or RandomSampler!"
            )
        kind, forbidden = type(sampler).__name__, "shuffle"
        if isinstance(sampler, RandomSampler):
            forbidden = "replacement"
        if getattr(sampler, forbidden):
            raise ValueError(f"The parameter {forbidden} of {kind} must be False!")
        if sampler.num_samples is not None:
            raise ValueError(f"The parameter num_samples of {kind} is not support to be set!")
        nodes = [part._msacc_node for part in self._msacc_parts]
        self._msacc_row_count = None
        if isinstance(sampler, RandomSampler):
            self._msacc_mix(sampler)
            return
        for part in self._msacc_parts:
            if isinstance(part, (BatchDataset, PaddedBatchDataset)):
                raise TypeError(
                    f"The parameter {part} of concat must not be BatchDataset or PaddedBatchDataset!"
                )
            part_sampler = getattr(part._msacc_node, "sampler", None)
            if part_sampler is not None and part_sampler.num_samples is not None:
                raise ValueError(f"The parameter NumSamples of {part} is not support to be set!")
        shard = sampler.num_shards, sampler.shard_id
        self._msacc_node = ShardNode(ConcatNode(*nodes), *shard, self._msacc_rows_in_blocks())

    def _msacc_rows_in_blocks(self) -> list[range]:
        """The places of the rows of MindRecord files, of which a shard has neighbours."""
        if not any(
            getattr(part._msacc_node, "shards_are_blocks", False) for part in self._msacc_parts
        ):
            return []
        ends = list(
            itertools.accumulate((part.get_dataset_size() for part in self._msacc_parts), initial=0)
        )
        return [
            range(start, end)
            for part, start, end in zip(self._msacc_parts, ends, ends[1:], strict=False)
            if getattr(part._msacc_node, "shards_are_blocks", False)
        ]

    def _msacc_mix(self, sampler: RandomSampler) -> None:
        """Interleaves at random, also in parts that are concatenations."""
        for part in self._msacc_parts:
            if isinstance(part, ConcatDataset):
                part._msacc_mix(sampler)
        sizes = [part.get_dataset_size() for part in self._msacc_parts]
        self._msacc_node = MixNode([part._msacc_node for part in self._msacc_parts], sizes)

    def get_dataset_size(self) -> int:
        size = self._msacc_node.size()
        if size is None and isinstance(self._msacc_node, ConcatNode):
            return sum(part.get_dataset_size() for part in self._msacc_parts)
        return super().get_dataset_size()


class SourceDataset(RecordedArguments, Dataset):
    """A pipeline's source."""

    def __repr__(self) -> str:
        return pipeline_text.text(self)

    def source_text(self) -> str:
        return RecordedArguments.__repr__(self)

    def is_shuffled(self) -> bool:
        """Whether the rows come in random order."""
        sampler = getattr(self._msacc_node, "sampler", None)
        if sampler is not None:
            return bool(sampler.is_shuffled())
        return bool(self.recorded_arguments().get("shuffle"))

    def is_sharded(self) -> bool:
        """Whether the source reads one of several shards."""
        sampler = getattr(self._msacc_node, "sampler", None)
        if sampler is not None:
            return bool(sampler.is_sharded())
        return (self.recorded_arguments().get("num_shards") or 1) > 1


class MappableDataset(SourceDataset):
    """A source whose rows can be read in any order."""

    _msacc_node: RowSource

    def add_sampler(self, new_sampler: BuiltinSampler) -> None:
        """Let `new_sampler` choose from the rows of the present sampler."""
        _deepest(new_sampler).child_sampler = self._msacc_node.sampler
        self._msacc_node.sampler = new_sampler

    def use_sampler(self, new_sampler: BuiltinSampler) -> None:
        """Replace the sampler."""
        if not isinstance(new_sampler, BuiltinSampler):
            raise TypeError(f"Input sampler is not an instance of a sampler: {new_sampler!r}.")
        self._msacc_node.sampler = new_sampler

    def _msacc_part(self, start: int, size: int, rows: int, randomize: bool) -> Dataset:
        if not hasattr(self._msacc_node, "sampler"):  # rows that come one by one
            return super()._msacc_part(start, size, rows, randomize)
        part = copy.copy(self)
        part._msacc_node, part._msacc_row_count = copy.copy(self._msacc_node), None
        if randomize:
            shuffled = RandomSampler()
            shuffled.reshuffle_each_epoch = False
            part.add_sampler(shuffled)
        part.add_sampler(SequentialSampler(start, size))
        return part


def _deepest(sampler: BuiltinSampler) -> BuiltinSampler:
    while sampler.child_sampler is not None:
        sampler = sampler.child_sampler
    return sampler


def zip_datasets(datasets: tuple[Dataset, ...]) -> Dataset:
    """Pipelines in parallel, with the columns of all; as long as the shortest.

    `datasets`: a tuple of Datasets that is not empty (TypeError, ValueError otherwise).
    """
    check.instance(None, "datasets", datasets, tuple)
    if not datasets:
        raise ValueError("datasets cannot be empty.")
    for i, dataset in enumerate(datasets):
        check.instance(None, f"datasets[{i}]", dataset, Dataset)
    return ZipDataset(ZipNode(*[d._msacc_node for d in datasets]), datasets)
