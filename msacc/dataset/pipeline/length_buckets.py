"""`bucket_batch_by_length`: batches of rows of similar length."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.dataset import operator_arguments, shared_arguments
from msacc.dataset.errors import pipeline_error, user_error
from msacc.dataset.pipeline.batch import PadInfo, batched, padded
from msacc.dataset.pipeline.block import Block, Epoch, Reader, from_rows
from msacc.dataset.pipeline.node import Demand, Node, Run

if TYPE_CHECKING:
    from collections.abc import Sequence


class BucketNode(Node):
    """Sorts rows by length into buckets with `boundaries` between them; a full bucket becomes a batch.

    Raises TypeError or ValueError for arguments that do not fit.
    """

    def __init__(
        self,
        child: Node,
        names: list[str],
        boundaries: list[int],
        sizes: list[int],
        length: Callable[..., int] | None,
        pad_info: PadInfo | None,
        to_boundary: bool,
        drop_remainder: bool,
    ) -> None:
        super().__init__(child)
        _check(names, boundaries, sizes, length, pad_info, to_boundary, drop_remainder)
        self.names, self.boundaries, self.sizes, self.length = names, boundaries, sizes, length
        self.pads: PadInfo = pad_info or {}
        self.to_boundary, self.drop_remainder = to_boundary, drop_remainder

    def size(self) -> int | None:
        return None

    def batch_size(self) -> int:
        return 1

    def runs_user_code(self) -> bool:
        return self.length is not None or super().runs_user_code()

    def start(self, run: Run, demand: Demand) -> Epoch:
        column_names = self.columns()
        missing = [name for name in self.names if name not in column_names]
        if missing:
            raise pipeline_error(
                "BucketBatchByLength: Couldn't find the specified column in the dataset: "
                f"{missing[0]}; there are {column_names}."
            )
        inputs = [column_names.index(name) for name in self.names]
        source = self.child.start(run, Demand(exact=True))

        def epoch() -> Iterator[Block]:
            buckets: list[list[list[Any]]] = [[] for _ in self.sizes]
            reader = Reader(source())
            while (block := reader.read(1)) is not None:
                row = block.row(0)
                i = bisect.bisect_right(self.boundaries, self._length([row[k] for k in inputs]))
                buckets[i].append(row)
                if len(buckets[i]) == self.sizes[i]:
                    yield self._batch(buckets[i], i, column_names)
                    buckets[i] = []
            for i, rows in enumerate(buckets):
                if rows and not self.drop_remainder:
                    yield self._batch(rows, i, column_names)

        return epoch

    def _length(self, values: list[Any]) -> int:
        if self.length is None:
            return int(values[0].shape[0]) if values[0].ndim else 0
        try:
            result = self.length(*values)
        except Exception as error:
            raise user_error(self.length, error) from error
        integral = isinstance(result, (int, np.integer, np.bool_))
        if not integral and not (
            isinstance(result, np.ndarray) and result.size == 1 and result.dtype.kind in "iub"
        ):
            raise pipeline_error(
                "Invalid element_length_function, element_length_function must return an integer, but "
                f"got {result!r} of type {type(result).__name__}."
            )
        length = int(result) if integral else int(result.item())
        if length < 0:
            raise pipeline_error(
                "Invalid element_length_function, element_length_function must return an integer "
                f"greater than or equal to 0, but got{length}"
            )
        return length

    def _batch(self, rows: list[list[Any]], bucket: int, names: list[str]) -> Block:
        pads = self.pads
        if self.to_boundary:
            if bucket == len(self.boundaries):
                raise pipeline_error(
                    "Invalid data, requested to pad to bucket boundary failed, bucket index should be "
                    f"less than {len(self.sizes)}, but got {bucket}: a row is longer than the last "
                    "of bucket_boundaries."
                )
            longest = self.boundaries[bucket] - 1
            pads = {
                name: entry
                and (entry[0] and [longest if n is None else n for n in entry[0]], entry[1])
                for name, entry in pads.items()
            }
        unknown = [name for name in pads if name not in names]
        if unknown:
            raise pipeline_error(f"Invalid pad_info, column name: {unknown[0]} does not exist.")
        return batched(padded(from_rows(rows), names, pads), names)


def _check(
    names: Sequence[Any],
    boundaries: Any,
    sizes: Any,
    length: Callable[..., int] | None,
    pads: object,
    to_boundary: object,
    drop: object,
) -> None:
    for name, value in (
        ("column_names", names),
        ("bucket_boundaries", boundaries),
        ("bucket_batch_sizes", sizes),
    ):
        check.instance(None, name, value, list)
    check.boolean(None, "pad_to_bucket_boundary", to_boundary)
    check.boolean(None, "drop_remainder", drop)
    if not names:
        raise ValueError("column_names should not be empty. Give the columns that have a length.")
    shared_arguments.names(names, "column_names")
    if length is None and len(names) != 1:
        raise ValueError(
            "If element_length_function is not specified, exactly one column name should be passed. "
            f"Got {names}."
        )
    if length is not None and not callable(length):
        raise TypeError(f"element_length_function object is not callable. Got {length!r}.")
    _check_numbers(boundaries, sizes)
    operator_arguments.pad_info(pads)


def _check_numbers(boundaries: list[Any], sizes: list[Any]) -> None:
    if not boundaries:
        raise ValueError("bucket_boundaries cannot be empty. Give the upper ends of the buckets.")
    if not all(isinstance(item, int) for item in boundaries):
        raise TypeError(f"bucket_boundaries should be a list of int. Got {boundaries}.")
    if min(boundaries) <= 0:
        raise ValueError(f"bucket_boundaries must only contain positive numbers. Got {boundaries}.")
    if any(a >= b for a, b in zip(boundaries, boundaries[1:], strict=False)):
        raise ValueError(f"bucket_boundaries should be strictly increasing. Got {boundaries}.")
    if len(sizes) != len(boundaries) + 1:
        raise ValueError(
            "bucket_batch_sizes must contain one element more than bucket_boundaries. "
            f"Got {sizes} and {boundaries}."
        )
    if not all(isinstance(item, int) for item in sizes):
        raise TypeError(f"bucket_batch_sizes should be a list of int. Got {sizes}.")
    if min(sizes) <= 0:
        raise ValueError(f"bucket_batch_sizes should be a list of positive numbers. Got {sizes}.")
