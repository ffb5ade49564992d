"""Further operators of `Dataset`: length buckets, `sync_wait`, `flat_map`, `save`, `device_que`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from msacc.common import checks as check
from msacc.common.keyword_hints import with_hints
from msacc.dataset import mindrecord_saving
from msacc.dataset.device_queue import TransferDataset
from msacc.dataset.pipeline.length_buckets import BucketNode
from msacc.dataset.pipeline.node import Node
from msacc.dataset.pipeline.sync_wait import SyncWaitNode


@with_hints
class FlowOperators:
    """Base of `Dataset` with its less common operators."""

    _msacc_node: Node
    children: list[Any]

    def _msacc_append(self, node: Node) -> Any:
        """Returns a data set of `node`, whose child is this one."""
        raise NotImplementedError

    def bucket_batch_by_length(
        self,
        column_names: list[str],
        bucket_boundaries: list[int],
        bucket_batch_sizes: list[int],
        element_length_function: Callable[..., int] | None = None,
        pad_info: dict[str, Any] | None = None,
        pad_to_bucket_boundary: bool = False,
        drop_remainder: bool = False,
    ) -> Any:
        """Batch rows of similar length, padded to one shape.

        A row goes to the bucket whose bounds its length lies between: below the first of
        `bucket_boundaries`, from one to the next, or from the last on; a bucket with as many rows as
        `bucket_batch_sizes` says is a batch. The length is that of the column, or what
        `element_length_function(*column_names)` gives. `pad_info` as in `padded_batch` (all columns
        to the longest by default); `pad_to_bucket_boundary`: None in a shape is the bucket's bound
        less one. At the end the buckets that are not full follow, unless `drop_remainder`.

        Raises TypeError or ValueError for other arguments, RuntimeError for columns that are not
        there and lengths that are no numbers from 0.
        """
        node = BucketNode(
            self._msacc_node,
            column_names,
            bucket_boundaries,
            bucket_batch_sizes,
            element_length_function,
            pad_info,
            pad_to_bucket_boundary,
            drop_remainder,
        )
        return self._msacc_append(node)

    def flat_map(self, func: Callable[..., Any]) -> Any:
        """Concatenate the data sets that `func(*row)` returns for each row.

        `func` is called now, for all rows. Raises TypeError unless it is callable and returns data sets.
        """
        if not callable(func):
            raise TypeError(f"func must be a function. Got {func!r}.")
        joined: Any = None
        for row in self.create_tuple_iterator(num_epochs=1, output_numpy=True):  # type: ignore[attr-defined]
            dataset = func(*row)
            joined = dataset if joined is None else joined + dataset
        if not isinstance(joined, FlowOperators):
            raise TypeError(f"flat_map must return a Dataset object. Got {joined!r}.")
        return joined

    def sync_wait(
        self, condition_name: str, num_batch: int = 1, callback: Callable[[Any], Any] | None = None
    ) -> Any:
        """Let `num_batch` batches pass, and as many again at each `sync_update(condition_name)`.

        `callback` is called with the data of `sync_update`. Raises TypeError or ValueError for
        other arguments, RuntimeError for a name in use. Reading rows before the update raises
        RuntimeError at once, where MindSpore waits first.
        """
        check.instance(None, "condition_name", condition_name, str)
        check.instance(None, "num_batch", num_batch, int)
        _refuse_independent_mode("Dataset sync wait")
        if num_batch <= 0:
            raise ValueError(f"num_batch need to be greater than 0. Got {num_batch}.")
        if any(node.name == condition_name for node in self._msacc_sync_waits()):
            raise RuntimeError(f"Condition name is already in use. Got {condition_name!r}.")
        return self._msacc_append(
            SyncWaitNode(self._msacc_node, condition_name, num_batch, callback)
        )

    def sync_update(
        self, condition_name: str, num_batch: int | None = None, data: object = None
    ) -> None:
        """Let `num_batch` more batches (as many as `sync_wait` says by default) pass.

        Raises RuntimeError for an unknown name or an invalid `num_batch`; synchronization is then disabled.
        """
        _refuse_independent_mode("Dataset sync update")
        if num_batch is not None and (not isinstance(num_batch, int) or num_batch <= 0):
            self.disable_sync()
            raise RuntimeError(
                f"Sync_update batch size can only be positive integer, got: {num_batch}."
            )
        if not isinstance(condition_name, str):
            raise TypeError(
                f"Argument condition_name with value {condition_name} is not of type str, but got "
                f"{type(condition_name)}."
            )
        matches = [node for node in self._msacc_sync_waits() if node.name == condition_name]
        if not matches:
            self.disable_sync()
            raise RuntimeError(f"Condition name not found. Got {condition_name!r}.")
        rows = None if num_batch is None else num_batch * self._msacc_node.batch_size()
        matches[0].open(rows, data)

    def disable_sync(self) -> None:
        """Let all rows pass every `sync_wait`."""
        for node in self._msacc_sync_waits():
            node.enabled = False

    def is_sync(self) -> bool:
        """Whether there is a `sync_wait` in the pipeline."""
        return bool(self._msacc_sync_waits())

    def _msacc_sync_waits(self) -> list[SyncWaitNode]:
        pending, nodes = [self._msacc_node], []
        while pending:
            node = pending.pop()
            pending += node.children
            if isinstance(node, SyncWaitNode):
                nodes.append(node)
        return nodes

    def save(self, file_name: str, num_files: int = 1, file_type: str = "mindrecord") -> None:
        """Write an epoch's rows to `file_name`, or to `num_files` (1 to 1000) files, in MindRecord.

        Integers become int32 or int64, half floats float32; the first axis may differ from row to
        row. Raises TypeError or ValueError for other arguments, RuntimeError for existing files and
        for columns of several strings.
        """
        mindrecord_saving.save(self, file_name, num_files, file_type)

    def device_que(
        self,
        send_epoch_end: bool = True,
        create_data_info_queue: bool = False,
        queue_name: str = "",
    ) -> TransferDataset:
        """Return a TransferDataset, whose `send()` runs the pipeline. There is no device queue."""
        return TransferDataset(self, send_epoch_end, create_data_info_queue, queue_name)


def _refuse_independent_mode(what: str) -> None:
    if os.environ.get("MS_INDEPENDENT_DATASET", "").lower() == "true":
        raise RuntimeError(f"{what} is not supported in Dataset Independent mode.")
