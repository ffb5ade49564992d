"""`TransferDataset`, returned by `device_que`: a pipeline that runs in a thread."""

from __future__ import annotations

import threading
import uuid
from typing import TYPE_CHECKING, Any, NoReturn

from msacc.common import checks as check
from msacc.common.warn_once import no_effect

if TYPE_CHECKING:
    from msacc.dataset.pipeline.iterator import TupleIterator


class TransferDataset:
    """Runs a pipeline in a thread. There is no device queue here: the rows are discarded.

    `send` starts and `stop_send` ends it. Methods about the queue's rows raise RuntimeError,
    and so does iteration, as in MindSpore.
    """

    def __init__(
        self, source: Any, send_epoch_end: bool, create_data_info_queue: bool, queue_name: str
    ) -> None:
        check.boolean(None, "send_epoch_end", send_epoch_end)
        check.boolean(None, "create_data_info_queue", create_data_info_queue)
        check.instance(None, "queue_name", queue_name, str)
        if create_data_info_queue:
            no_effect("Dataset.device_que", "create_data_info_queue", True, "there is no queue")
        self.children, self.queue_name = [source], queue_name or str(uuid.uuid1())
        self.column_name = source.get_col_names()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    def send(self, num_epochs: int = -1) -> None:
        """Run the pipeline for `num_epochs` epochs (-1: without end)."""
        check.integer(None, "num_epochs", num_epochs, -1, check.INT32_MAX)
        self.stop_send()
        self._stopped.clear()
        rows = self.children[0].create_tuple_iterator(num_epochs=num_epochs)
        self._thread = threading.Thread(target=self._run, args=(rows, num_epochs), daemon=True)
        self._thread.start()

    def _run(self, rows: TupleIterator, num_epochs: int) -> None:
        try:
            while num_epochs:
                for _ in rows:
                    if self._stopped.is_set():
                        return
                num_epochs -= num_epochs > 0
        except Exception as error:  # raised by stop_send
            self._error = error

    def stop_send(self) -> None:
        """Stop the thread after the current row."""
        self._stopped.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=1)
        if self._error is not None:
            error, self._error = self._error, None
            raise error

    def continue_send(self) -> None:
        """Does nothing: the thread runs without pause."""

    def release(self) -> None:
        """Same as `stop_send`."""
        self.stop_send()

    def get_dataset_size(self) -> int:
        """The number of rows of an epoch."""
        return int(self.children[0].get_dataset_size())

    def get_repeat_count(self) -> int:
        """The count of the pipeline's last repeat, or 1."""
        return int(self.children[0].get_repeat_count())

    def get_batch_size(self) -> int:
        """The size of the pipeline's last batch, or 1."""
        return int(self.children[0].get_batch_size())

    def get_col_names(self) -> list[str]:
        """The pipeline's columns."""
        return list(self.column_name)

    def get_data_info(self) -> NoReturn:
        """RuntimeError: there is no queue."""
        raise RuntimeError("Calling get_data_info with bad state. There is no device queue.")

    def get_mbuf_queue_size(self) -> NoReturn:
        """RuntimeError: there is no queue."""
        raise RuntimeError("Device queue is not init, call get_mbuf_queue_size failed.")

    def get_send_info(self) -> NoReturn:
        """RuntimeError: there is no queue."""
        raise RuntimeError("Calling get_send_info with bad state, data queue is not initialized.")

    def get_offload_model(self) -> NoReturn:
        """RuntimeError: there is no queue."""
        raise RuntimeError("get_offload_model, _to_device is None")

    def create_dict_iterator(self, num_epochs: int = -1, output_numpy: bool = False) -> NoReturn:
        """RuntimeError."""
        raise RuntimeError("TransferDataset is not iterable.")

    create_tuple_iterator = create_dict_iterator

    def __iter__(self) -> NoReturn:
        raise RuntimeError("TransferDataset is not iterable.")

    def output_shapes(self) -> NoReturn:
        """RuntimeError."""
        raise RuntimeError("TransferDataset does not support obtaining output_shapes.")

    def output_types(self) -> NoReturn:
        """RuntimeError."""
        raise RuntimeError("TransferDataset does not support obtaining output_types.")
