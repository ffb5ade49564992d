"""`sync_wait`: rows stop until the consumer calls `sync_update`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, Epoch
from msacc.dataset.pipeline.node import Demand, Node, Run


class SyncWaitNode(Node):
    """Lets the rows of `num_batch` batches pass, and as many again at each `open`.

    A pipeline runs in its consumer's thread: where MindSpore would wait and then give up, this
    raises RuntimeError at once.
    """

    def __init__(
        self, child: Node, name: str, num_batch: int, callback: Callable[[Any], Any] | None
    ) -> None:
        super().__init__(child)
        self.name, self.callback, self.enabled = name, callback, True
        self.rows_per_update = num_batch
        self._passed = 0

    def depends_on_consumer(self) -> bool:
        return True

    def forbids_prefetch(self) -> bool:
        return True

    def scale(self, rows: int) -> None:
        """Counts in batches of `rows` rows, which a batch operator that follows makes."""
        self.rows_per_update *= rows

    def open(self, rows: int | None, data: object) -> None:
        """Lets `rows` more rows pass, and calls the callback with `data`."""
        self._passed -= self.rows_per_update if rows is None else rows
        if self.callback is not None:
            self.callback(data)

    def start(self, run: Run, demand: Demand) -> Epoch:
        self._passed = 0
        source = self.child.start(run, Demand(exact=True))

        def epoch() -> Iterator[Block]:
            for block in source():
                if self.enabled and self._passed >= self.rows_per_update:
                    raise pipeline_error(
                        f"sync_wait: condition {self.name!r} holds the rows back; call "
                        f"dataset.sync_update({self.name!r}) after each step, or disable_sync()."
                    )
                self._passed += block.size
                yield block

        return epoch
